//! The main line: best play by both sides, to the end.

use std::collections::HashSet;

use crate::game::notation::{Score, score::GameResult};
use crate::game::{Move, Position, Value};

use super::tablebase::{ProbeError, Tablebase};

/// How a main line ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineEnd {
    /// The game is over.
    Over,
    /// A drawn position comes back: play goes round for ever.
    Repetition,
}

/// Best play from a position: each side plays the first of its ranked moves.
#[derive(Clone, Debug)]
pub struct Line {
    /// The game, numbered from 1, with its result.
    pub score: Score,
    /// Why it ends where it does.
    pub end: LineEnd,
}

impl Tablebase {
    /// The main line from a position. A won game is played to its end; a drawn one until a position comes back.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn line(&self, start: &Position) -> Result<Line, ProbeError> {
        let value = self.value(start)?;
        let mut seen = HashSet::new();
        let mut moves: Vec<Move> = Vec::new();
        let mut at = *start;
        let end = loop {
            if !seen.insert(at) {
                break LineEnd::Repetition;
            }
            let Some(best) = self.moves(&at)?.into_iter().next() else { break LineEnd::Over };
            at = *best.played.after();
            moves.push(best.played);
        };
        let result = match value {
            Value::Win(_) => GameResult::Won(start.side()),
            Value::Draw => GameResult::Drawn,
            Value::Loss(_) => GameResult::Won(start.side().other()),
        };
        Ok(Line { score: Score::new(*start, moves, Some(result)), end })
    }
}
