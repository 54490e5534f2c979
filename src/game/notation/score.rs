//! Game scores: lists of moves with their numbers, comments and a result.
//!
//! `1.E6-E8 H11-F9 2.F7-F8 {a comment} (another) I10xK8 1-0`. With Black to move first the score starts with `1...`; the
//! first number may be any, those after it must follow.

use std::fmt;

use thiserror::Error;

use super::{Excerpt, MoveError};
use crate::game::play::Move;
use crate::game::position::{Colour, Position};

/// How a game ended, as its score says; the moves alone need not show it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// A player won: `1-0` or `0-1`.
    Won(Colour),
    /// `1/2-1/2`.
    Drawn,
    /// A player resigned: `resigns` after the other's move, or `White resigns`.
    Resigned(Colour),
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(Colour::White) => f.write_str("1-0"),
            Self::Won(Colour::Black) => f.write_str("0-1"),
            Self::Drawn => f.write_str("1/2-1/2"),
            Self::Resigned(colour) => write!(f, "{colour} resigns"),
        }
    }
}

/// A game: where it started, its moves, and the result if there is one. Its `Display` writes a score that can be read
/// again from the same start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    start: Position,
    first_number: u32,
    moves: Vec<Move>,
    result: Option<GameResult>,
}

/// Why a text is no game score.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}{} {token}: {reason}", if *.colour == Colour::White { "." } else { "..." })]
pub struct ScoreError {
    /// The move number.
    pub number: u32,
    /// The side to move there.
    pub colour: Colour,
    /// The text that is wrong.
    pub token: Excerpt,
    /// Why.
    pub reason: ScoreReason,
}

/// What is wrong with a part of a game score.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ScoreReason {
    /// No legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A move number that does not follow the one before.
    #[error("wrong move number: {0} is expected")]
    Number(String),
    /// A comment without an end.
    #[error("the comment has no end: '{0}' is missing")]
    OpenComment(char),
    /// The end of a comment that has not begun.
    #[error("the end of a comment that has no beginning")]
    NoComment,
    /// A colour without `resigns`.
    #[error("'resigns' must follow a colour")]
    NotResigned,
    /// Something after the result.
    #[error("nothing can follow the result")]
    AfterResult,
}

impl Score {
    /// A game of these moves, each of which must be one of the position before it; numbered from 1.
    #[must_use]
    pub const fn new(start: Position, moves: Vec<Move>, result: Option<GameResult>) -> Self {
        Self { start, first_number: 1, moves, result }
    }

    /// Where the game started.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves, in order.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The result the score states.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        self.result
    }

    /// The position after the last move.
    #[must_use]
    pub fn end(&self) -> &Position {
        self.moves.last().map_or(&self.start, Move::after)
    }

    /// Reads a game score that starts from `start`.
    ///
    /// ```
    /// use roundtable::game::Position;
    /// use roundtable::game::notation::Score;
    ///
    /// let start: Position = "camette".parse().unwrap();
    /// let score = Score::read(start, "1.D3-E4 B5-C4 {a trap} 2.e4-e5! C6-B6 resigns").unwrap();
    /// assert_eq!(score.to_string(), "1.D3-E4 B5-C4 2.E4-E5 C6-B6 White resigns");
    ///
    /// let error = Score::read(start, "1.D3-E4 B5-C5").unwrap_err();
    /// assert_eq!(error.to_string(), "move 1... 'B5-C5': C5 is occupied");
    /// ```
    ///
    /// # Errors
    /// If some part of the text is no legal move, number, comment or result; the error says which and why.
    pub fn read(start: Position, text: &str) -> Result<Self, ScoreError> {
        let mut reader = Reader { score: Self::new(start, Vec::new(), None), number: None };
        let mut rest = text;
        loop {
            rest = rest.trim_start();
            let Some(letter) = rest.chars().next() else {
                return Ok(reader.score);
            };
            rest = match letter {
                '{' | '(' => match comment_length(rest) {
                    Ok(length) => &rest[length..],
                    Err(end) => return Err(reader.error(rest, ScoreReason::OpenComment(end))),
                },
                '}' | ')' => return Err(reader.error(rest, ScoreReason::NoComment)),
                _ => reader.read_token(rest)?,
            }
        }
    }
}

/// How many bytes the comment at the start of `text` takes; if it has no end, what is missing.
fn comment_length(text: &str) -> Result<usize, char> {
    if text.starts_with('{') {
        return text.find('}').map(|end| end + 1).ok_or('}');
    }
    let mut depth = 0usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Ok(at + 1),
            b')' => depth -= 1,
            _ => {}
        }
    }
    Err(')')
}

/// A score as it is read.
struct Reader {
    score: Score,
    /// The current move number, once one was seen.
    number: Option<u32>,
}

impl Reader {
    fn error(&self, token: &str, reason: impl Into<ScoreReason>) -> ScoreError {
        let colour = self.score.end().side();
        ScoreError { number: self.number.unwrap_or(1), colour, token: Excerpt::new(token), reason: reason.into() }
    }

    /// Takes what comes first in `text`; returns the rest.
    fn read_token<'a>(&mut self, text: &'a str) -> Result<&'a str, ScoreError> {
        let end = text.find(|c: char| c.is_whitespace() || "{}()".contains(c)).unwrap_or(text.len());
        let (token, rest) = text.split_at(end);
        if self.score.result.is_some() {
            return Err(self.error(token, ScoreReason::AfterResult));
        }
        let to_move = self.score.end().side();
        let colour = match token.to_ascii_lowercase().as_str() {
            "1-0" => return Ok(self.finish(GameResult::Won(Colour::White), rest)),
            "0-1" => return Ok(self.finish(GameResult::Won(Colour::Black), rest)),
            "1/2-1/2" => return Ok(self.finish(GameResult::Drawn, rest)),
            "resigns" => return Ok(self.finish(GameResult::Resigned(to_move), rest)),
            "white" => Some(Colour::White),
            "black" => Some(Colour::Black),
            _ => None,
        };
        if let Some(colour) = colour {
            let after = rest.trim_start();
            return match after.get(..7) {
                Some(word) if word.eq_ignore_ascii_case("resigns") => {
                    Ok(self.finish(GameResult::Resigned(colour), &after[7..]))
                }
                _ => Err(self.error(token, ScoreReason::NotResigned)),
            };
        }
        let digits = token.bytes().take_while(u8::is_ascii_digit).count();
        let dots = token[digits..].bytes().take_while(|&b| b == b'.').count();
        if digits > 0 && dots > 0 {
            self.read_number(&token[..digits + dots], &token[..digits], dots)?;
            return Ok(&text[digits + dots..]);
        }
        let m = self.score.end().read_move(token).map_err(|error| self.error(token, error))?;
        if self.score.moves.is_empty() {
            self.score.first_number = self.number.unwrap_or(1);
        }
        if m.after().side() == Colour::White {
            self.number = Some(self.number.unwrap_or(1).saturating_add(1));
        }
        self.score.moves.push(m);
        Ok(rest)
    }

    fn finish<'a>(&mut self, result: GameResult, rest: &'a str) -> &'a str {
        self.score.result = Some(result);
        rest
    }

    /// A move number: `6.` with White to move, `6...` with Black to move.
    fn read_number(&mut self, token: &str, digits: &str, dots: usize) -> Result<(), ScoreError> {
        let number = digits.parse::<u32>().ok();
        let expected_dots = match self.score.end().side() {
            Colour::White => 1,
            Colour::Black => 3,
        };
        let is_first = self.number.is_none() && self.score.moves.is_empty();
        let expected = self.number.or(number.filter(|_| is_first)).unwrap_or(1);
        if number != Some(expected) || dots != expected_dots {
            let dots = &"..."[..expected_dots];
            return Err(self.error(token, ScoreReason::Number(format!("{expected}{dots}"))));
        }
        self.number = Some(expected);
        Ok(())
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut number = self.first_number;
        let mut colour = self.start.side();
        for (ply, m) in self.moves.iter().enumerate() {
            if ply > 0 {
                f.write_str(" ")?;
            }
            match (colour, ply) {
                (Colour::White, _) => write!(f, "{number}.")?,
                (Colour::Black, 0) => write!(f, "{number}...")?,
                (Colour::Black, _) => {}
            }
            write!(f, "{m}")?;
            if colour == Colour::Black {
                number = number.saturating_add(1);
            }
            colour = colour.other();
        }
        match self.result {
            None => Ok(()),
            Some(result) if self.moves.is_empty() => write!(f, "{result}"),
            Some(result) => write!(f, " {result}"),
        }
    }
}
