//! Values as bytes that compare: the greater, the better for the player who has just moved.
//!
//! Captures are looked up in smaller tables, where the opponent is to move; the best of several captures is then the
//! maximum of bytes, which processors take by the dozen. 0 stands for an impossible move and drops out by itself.

use crate::game::Value;

use super::SolveError;

const DRAW: u8 = 128;

/// The greatest depth that a rank can tell from the next, in plies.
pub(super) const MAX_DEPTH: u16 = 250;

/// The rank of a value for the player to move; wins are odd and losses even, so that half the depth says it all.
pub(super) const fn rank(value: Value) -> Option<u8> {
    match value {
        Value::Draw => Some(DRAW),
        Value::Win(depth) if depth <= MAX_DEPTH => Some(u8::MAX - (depth / 2) as u8),
        Value::Loss(depth) if depth <= MAX_DEPTH && depth > 0 => Some((depth / 2) as u8),
        _ => None,
    }
}

/// The value of a rank; `None` for 0.
#[cfg(test)]
pub(super) const fn value(rank: u8) -> Option<Value> {
    match rank {
        0 => None,
        DRAW => Some(Value::Draw),
        1..DRAW => Some(Value::Loss(2 * rank as u16)),
        _ => Some(Value::Win(2 * (u8::MAX - rank) as u16 + 1)),
    }
}

/// For the value code of a position, the rank of the move that led to it; 0 for code 0. In numbers, as processors can do it
/// for many codes at once; depths must not exceed [`MAX_DEPTH`].
#[inline(always)]
pub(super) const fn of_code(code: u8) -> u8 {
    let ranked = if code % 2 == 1 { u8::MAX - code / 2 } else { code / 2 };
    if code == u8::MAX { DRAW } else { ranked }
}

/// For the rank of a move, the value code of the position in which it is best; for 0 that of a draw.
#[inline(always)]
pub(super) const fn code(rank: u8) -> u8 {
    let won = rank > DRAW;
    let doubled = rank.wrapping_mul(2);
    let decided = if won { doubled.wrapping_neg() } else { doubled.wrapping_add(1) };
    if rank == DRAW || rank == 0 { u8::MAX } else { decided }
}

/// The error for a depth that ranks or codes cannot hold.
pub(super) fn check_depth(depth: u16) -> Result<(), SolveError> {
    if depth < MAX_DEPTH { Ok(()) } else { Err(SolveError::TooDeep { depth }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_order_values_as_best_play_does() {
        assert!((2..=u8::MAX).all(|r| value(r - 1).unwrap().rank() < value(r).unwrap().rank()));
        for r in 1..=u8::MAX {
            let depth_fits = value(r).unwrap().depth().is_none_or(|depth| depth <= MAX_DEPTH);
            assert_eq!(rank(value(r).unwrap()), depth_fits.then_some(r));
        }
    }

    #[test]
    fn numbers_agree_with_values() {
        for c in 0..=u8::MAX {
            match Value::from_code(c).map(Value::before) {
                None => assert_eq!(of_code(c), 0),
                Some(before) => assert!(rank(before).is_none_or(|rank| rank == of_code(c)), "code {c}"),
            }
            let expected = value(c).unwrap_or(Value::Draw).code();
            assert!(expected.is_none_or(|expected| expected == code(c)), "rank {c}");
        }
    }
}
