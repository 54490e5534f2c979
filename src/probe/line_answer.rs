//! The main line as one object, for JSON.

use serde::Serialize;

use crate::game::{Position, Value};

use super::answer::MoveAnswer;
use super::line::LineEnd;
use super::tablebase::{ProbeError, RankedMove, Tablebase};

/// Best play by both sides from a position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct LineAnswer {
    /// The position, as text.
    pub position: String,
    /// `win`, `draw` or `loss`, for the side to move in it.
    pub value: &'static str,
    /// Depth to win in plies; none for a draw.
    pub dtw: Option<u16>,
    /// The moves, each with the position after it and that position's value for the player to move there.
    pub moves: Vec<MoveAnswer>,
    /// Why the line ends where it does: `over` (the game is over) or `repetition` (a drawn position comes back).
    pub end: &'static str,
    /// The line as a game score, numbered from 1, with its result.
    pub score: String,
}

impl Tablebase {
    /// The main line from a position, as one object.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn line_answer(&self, start: &Position) -> Result<LineAnswer, ProbeError> {
        let line = self.line(start)?;
        let first = self.value(start)?;
        let score = line.score.to_string();
        let mut value = first;
        let mut moves = Vec::with_capacity(line.score.moves().len());
        for played in line.score.moves() {
            let ranked = RankedMove { played: played.clone(), value };
            moves.push(MoveAnswer::new(&ranked));
            value = match value {
                // In a line of best moves every move keeps the value and takes a ply off its depth.
                Value::Win(_) | Value::Loss(_) => ranked.value_after(),
                Value::Draw => Value::Draw,
            };
        }
        let end = match line.end {
            LineEnd::Over => "over",
            LineEnd::Repetition => "repetition",
        };
        Ok(LineAnswer { position: start.to_string(), value: first.word(), dtw: first.depth(), moves, end, score })
    }
}
