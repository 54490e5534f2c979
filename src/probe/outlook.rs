//! What can be said of a position whether or not its table is there: all legal moves, with values as far as they are
//! known. A capture may lead into a table that is there from a position whose own is not.

use std::cmp::Reverse;

use serde::Serialize;

use crate::game::{Move, Position, Value};
use crate::index::estimate_positions;

use super::game_answer::{PlayedMove, Standing};
use super::tablebase::{ProbeError, Tablebase};

/// A legal move and what it is worth, as far as the tables know.
#[derive(Clone, Debug)]
pub struct KnownMove {
    /// The move.
    pub played: Move,
    /// Its value for the player who makes it, the move itself counted; `None` if the table that knows is missing.
    pub value: Option<Value>,
}

/// What is known of a position, as one object.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Outlook {
    /// The game's name: `camette`, `cam` or `camelot`.
    pub game: &'static str,
    /// The position and its value.
    #[serde(flatten)]
    pub standing: Standing,
    /// Why there is no value, if there is none.
    pub unknown: Option<Unknown>,
    /// The legal moves: those known to win first, then those of unknown value, then draws and losses; best first.
    pub moves: Vec<MoveOutlook>,
}

/// A legal move in an [`Outlook`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct MoveOutlook {
    /// The move.
    #[serde(flatten)]
    pub played: PlayedMove,
    /// The position after it, and its value for the opponent, who is to move there.
    #[serde(flatten)]
    pub after: Standing,
}

/// Why a position has no value.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Unknown {
    /// A sentence for people.
    pub message: String,
    /// The table that would be needed: `cam:KMM-KMM`; none if no table can hold the position.
    pub table: Option<String>,
    /// About how many positions that table has.
    pub positions: Option<f64>,
}

impl Tablebase {
    /// The legal moves with their values as far as they are known, in the order of [`Outlook::moves`].
    ///
    /// # Errors
    /// If a table is damaged. One that is missing is no error here.
    pub fn known_moves(&self, position: &Position) -> Result<Vec<KnownMove>, ProbeError> {
        let mut moves = Vec::new();
        for played in position.try_legal_moves()? {
            let value = match self.value(played.after()) {
                Ok(value) => Some(value.before()),
                Err(error) if error.is_unknown() => None,
                Err(error) => return Err(error),
            };
            moves.push(KnownMove { played, value });
        }
        moves.sort_by_cached_key(KnownMove::sort_key);
        Ok(moves)
    }

    /// The value of a position, or what would be needed to know it. Also known is what follows from the values of all moves.
    ///
    /// # Errors
    /// If a table is damaged. One that is missing is no error here.
    pub fn known(&self, position: &Position) -> Result<Result<Value, Unknown>, ProbeError> {
        match self.value(position) {
            Ok(value) => Ok(Ok(value)),
            Err(error) if error.is_unknown() => {
                let values: Option<Vec<Value>> = self.known_moves(position)?.iter().map(|known| known.value).collect();
                let best = values.and_then(|values| values.into_iter().max_by_key(|value| value.rank()));
                Ok(best.ok_or_else(|| Unknown::new(&error)))
            }
            Err(error) => Err(error),
        }
    }

    /// What is known of a position, as one object.
    ///
    /// # Errors
    /// If a table is damaged. One that is missing is no error here.
    pub fn outlook(&self, position: &Position) -> Result<Outlook, ProbeError> {
        let moves = self.known_moves(position)?.into_iter().map(|known| MoveOutlook {
            played: PlayedMove::new(&known.played),
            after: Standing::new(known.played.after(), known.value_after()),
        });
        let moves = moves.collect();
        let value = self.known(position)?;
        let standing = Standing::new(position, value.as_ref().ok().copied());
        Ok(Outlook { game: position.game().name(), standing, unknown: value.err(), moves })
    }
}

impl KnownMove {
    fn value_after(&self) -> Option<Value> {
        self.value.map(Value::after)
    }

    fn sort_key(&self) -> impl Ord + use<> {
        // An unknown move may be as good as any, but for one that is known to win.
        let group = match self.value {
            Some(Value::Win(_)) => 0,
            None => 1,
            Some(Value::Draw | Value::Loss(_)) => 2,
        };
        (group, Reverse(self.value.map(Value::rank)), self.played.to_string())
    }
}

impl Unknown {
    fn new(error: &ProbeError) -> Self {
        let table = match error {
            ProbeError::Table(error) => error.name,
            _ => return Self { message: error.to_string(), table: None, positions: None },
        };
        let positions = estimate_positions(table);
        let message = format!("the table {} would be needed, with {}", table.qualified(), counted(positions));
        Self { message, table: Some(table.qualified()), positions: Some(positions) }
    }
}

/// So many positions, in words that stay short.
fn counted(positions: f64) -> String {
    const WORDS: [(f64, &str); 3] = [(1e12, "million million"), (1e9, "thousand million"), (1e6, "million")];
    if positions >= 1e17 {
        let power = positions.log10().floor();
        return format!("about {:.1} times 10^{power} positions", positions / 10f64.powf(power));
    }
    match WORDS.iter().find(|(unit, _)| positions >= *unit) {
        Some((unit, word)) => format!("about {:.1} {word} positions", positions / unit),
        None => format!("{positions:.0} positions"),
    }
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn sizes_are_readable() {
        assert_eq!(counted(463.0), "463 positions");
        assert_eq!(counted(375_506_880.0), "about 375.5 million positions");
        assert_eq!(counted(1.62e10), "about 16.2 thousand million positions");
        assert_eq!(counted(9.24e19), "about 9.2 times 10^19 positions");
    }
}
