//! The answer to a position as one object, for JSON.

use serde::Serialize;

use crate::game::{Position, SquareName, Value};

use super::tablebase::{ProbeError, RankedMove, Tablebase};

/// All there is to say about a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Answer {
    /// The position, as text.
    pub position: String,
    /// The game's name: `camette`, `cam` or `camelot`.
    pub game: &'static str,
    /// The side to move: `white` or `black`.
    pub turn: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// Why, if it is.
    pub reason: Option<&'static str>,
    /// `win`, `draw` or `loss`, for the side to move.
    pub value: &'static str,
    /// Depth to win in plies; none for a draw.
    pub dtw: Option<u16>,
    /// The legal moves, best first.
    pub moves: Vec<MoveAnswer>,
}

/// A legal move in an [`Answer`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// The move in the World Camelot Federation's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Every square the piece stands on.
    pub path: Vec<String>,
    /// The squares of captured pieces.
    pub captures: Vec<String>,
    /// The position after the move.
    pub position: String,
    /// Whether the game is over there.
    pub over: bool,
    /// The value of that position for the opponent, who is to move there.
    pub value: &'static str,
    /// Its depth to win in plies; none for a draw.
    pub dtw: Option<u16>,
}

impl Tablebase {
    /// All there is to say about a position.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn answer(&self, position: &Position) -> Result<Answer, ProbeError> {
        let value = self.value(position)?;
        let moves = self.moves(position)?;
        Ok(Answer::new(position, value, &moves))
    }
}

impl Answer {
    /// The answer of a position whose value and ranked moves are known.
    #[must_use]
    pub fn new(position: &Position, value: Value, moves: &[RankedMove]) -> Self {
        let reason = position.over();
        Self {
            position: position.to_string(),
            game: position.game().name(),
            turn: position.side().name(),
            over: reason.is_some(),
            reason,
            value: value.word(),
            dtw: value.depth(),
            moves: moves.iter().map(MoveAnswer::new).collect(),
        }
    }
}

impl MoveAnswer {
    pub(super) fn new(ranked: &RankedMove) -> Self {
        let names = |squares: &[SquareName]| squares.iter().map(ToString::to_string).collect();
        let after = ranked.played.after();
        let value = ranked.value_after();
        Self {
            text: ranked.played.to_string(),
            path: names(ranked.played.path()),
            captures: names(ranked.played.captures()),
            position: after.to_string(),
            over: after.over().is_some(),
            value: value.word(),
            dtw: value.depth(),
        }
    }
}
