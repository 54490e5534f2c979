//! What a position is worth to the player to move.

use std::cmp::Reverse;
use std::fmt;

/// The value of a position under perfect play, from the view of the player to move.
///
/// Depths are depths to win: plies of best play by both sides, in which the winner hurries and the loser delays. A win
/// always takes an odd number of plies and a loss an even one, for the winner makes the last move.
///
/// ```
/// use roundtable::game::Value;
///
/// let after = [Value::Win(3), Value::Draw, Value::Win(9)];
/// let best = after.into_iter().map(Value::before).max_by_key(|value| value.rank());
/// assert_eq!(best, Some(Value::Draw));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// The player to move wins in this many plies.
    Win(u16),
    /// Neither side can force a win.
    Draw,
    /// The player to move loses in this many plies.
    Loss(u16),
}

impl Value {
    /// The value of a position one of whose moves leads to a position of this value (that of the opponent to move).
    #[inline]
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(depth) => Self::Loss(depth + 1),
            Self::Draw => Self::Draw,
            Self::Loss(depth) => Self::Win(depth + 1),
        }
    }

    /// The inverse of [`before`](Self::before): the value, for the opponent, of the position after a move of this value.
    #[inline]
    #[must_use]
    pub const fn after(self) -> Self {
        match self {
            Self::Win(depth) => Self::Loss(depth.saturating_sub(1)),
            Self::Draw => Self::Draw,
            Self::Loss(depth) => Self::Win(depth.saturating_sub(1)),
        }
    }

    /// A key that orders values from worst to best for the player to move: slow losses above fast ones, then the draw,
    /// then wins, the fastest on top.
    #[inline]
    #[must_use]
    pub fn rank(self) -> impl Ord + Copy {
        match self {
            Self::Loss(depth) => (-1i8, depth, Reverse(0)),
            Self::Draw => (0, 0, Reverse(0)),
            Self::Win(depth) => (1, 0, Reverse(depth)),
        }
    }

    /// Depth to win in plies, for a win or a loss.
    #[inline]
    #[must_use]
    pub const fn depth(self) -> Option<u16> {
        match self {
            Self::Win(depth) | Self::Loss(depth) => Some(depth),
            Self::Draw => None,
        }
    }

    /// The deepest win or loss that a [`code`](Self::code) can hold, in plies.
    pub const MAX_DEPTH: u16 = 253;

    /// The value as one byte that is not 0: a win or loss in `d` plies is `d + 1`, odd depths being wins and even ones
    /// losses; a draw is 255. `None` if the depth exceeds [`MAX_DEPTH`](Self::MAX_DEPTH).
    #[inline]
    #[must_use]
    pub fn code(self) -> Option<u8> {
        match self.depth() {
            None => Some(u8::MAX),
            Some(depth) if depth <= Self::MAX_DEPTH => Some(depth as u8 + 1),
            Some(_) => None,
        }
    }

    /// The value of a [`code`](Self::code); `None` for 0, which stands for no value.
    #[inline]
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => None,
            u8::MAX => Some(Self::Draw),
            _ if code.is_multiple_of(2) => Some(Self::Win(code as u16 - 1)),
            _ => Some(Self::Loss(code as u16 - 1)),
        }
    }

    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Loss(_) => "loss",
        }
    }
}

/// Writes `win 5`, `loss 4` or `draw`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth() {
            Some(depth) => write!(f, "{} {depth}", self.word()),
            None => f.write_str(self.word()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Value::{self, Draw, Loss, Win};

    #[test]
    fn codes_and_values_invert_each_other() {
        assert_eq!(Value::from_code(0), None);
        for code in 1..=u8::MAX {
            assert_eq!(Value::from_code(code).unwrap().code(), Some(code));
        }
        assert_eq!([Win(1).code(), Loss(0).code(), Loss(252).code()], [Some(2), Some(1), Some(253)]);
        assert_eq!(Loss(254).code(), None);
    }

    #[test]
    fn ranks_order_best_play() {
        let worst_to_best = [Loss(0), Loss(2), Loss(40), Draw, Win(41), Win(3), Win(1)];
        assert!(worst_to_best.is_sorted_by_key(|value| value.rank()));
        assert_eq!([Win(1).before(), Draw.before(), Loss(0).before()], [Loss(2), Draw, Win(1)]);
        assert!(worst_to_best.iter().all(|value| value.before().after() == *value));
    }
}
