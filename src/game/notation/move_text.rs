//! Moves as text: the World Camelot Federation's notation, and what people type instead.
//!
//! `-` stands before a square that is stepped or cantered to, `x` before one that is jumped to: `C3-C4`, `D5-B5-D3`,
//! `H4xJ4xL6`, `F6-F8-H8xH10xJ12`. That is how moves are written. Read are also lower case, `^` for the leaps of a
//! canter (`c2^c4xc6`), the first and last square alone when exactly one legal move fits, and `!` or `?` at the end.

use thiserror::Error;

use super::walk::{Leg, Mark, walk};
use super::{Excerpt, listed};
use crate::game::board::SquareName;
use crate::game::family::Game;
use crate::game::play::{Move, TooManyMoves};
use crate::game::position::{Colour, Ending, Position};

/// Why a text is no legal move of a position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// No text at all.
    #[error("no move: the text is empty")]
    Empty,
    /// Something other than squares joined by `-`, `^` and `x`.
    #[error("{0} cannot be read: write squares joined by '-' or 'x', such as C3-C4 or C3xC5xE5")]
    Malformed(Excerpt),
    /// A square that the board does not have.
    #[error("{game} has no square {square}")]
    UnknownSquare {
        /// The game.
        game: Game,
        /// The square.
        square: Excerpt,
    },
    /// One square alone.
    #[error("{0} alone is no move: write the square to go to as well")]
    OneSquare(SquareName),
    /// The game has ended.
    #[error("the game is over: {}", ended(*.0))]
    GameOver(Ending),
    /// The player to move has no legal move.
    #[error("the game is over: {0} has no legal move")]
    Stuck(Colour),
    /// The first square is empty.
    #[error("no piece stands on {0}")]
    NoPiece(SquareName),
    /// The first square holds a piece of the other side.
    #[error("the piece on {0} is {1}'s, and {other} is to move", other = .1.other())]
    OpponentsPiece(SquareName, Colour),
    /// Rule 5.
    #[error("{colour} must capture{}", captures_listed(.captures))]
    MustCapture {
        /// The side to move.
        colour: Colour,
        /// The moves that do; none if they are too many to list.
        captures: Vec<String>,
    },
    /// Rule 7.
    #[error("the piece on {0} must leave its own castle first")]
    MustLeaveCastle(SquareName),
    /// Rule 14.
    #[error("the piece on {0} never leaves the enemy castle: all it may do is move to the castle's other square")]
    HoldsCastle(SquareName),
    /// Rule 14.
    #[error("{0} has made both castle moves that a game allows")]
    CastleMovesUsed(Colour),
    /// Two squares that are neither a step nor a leap apart, nor the ends of a legal move.
    #[error("no legal move goes from {0} to {1}")]
    TooFar(SquareName, SquareName),
    /// A jump or leap to a square that is a step away.
    #[error("{0} to {1} is a step, which captures nothing and ends the move: it is written {0}-{1} and stands alone")]
    Step(SquareName, SquareName),
    /// The square to go to is taken.
    #[error("{0} is occupied")]
    Occupied(SquareName),
    /// Nothing of the mover's own on the square to leap over.
    #[error("no piece of {colour}'s to leap over on {over}")]
    NothingToLeap {
        /// The side to move.
        colour: Colour,
        /// The square between.
        over: SquareName,
    },
    /// Nothing of the opponent's on the square to jump over.
    #[error("no piece of {colour}'s to jump over on {over}")]
    NothingToJump {
        /// The opponent.
        colour: Colour,
        /// The square between.
        over: SquareName,
    },
    /// Rules 1 and 2.
    #[error("{0} is the mover's own castle, which only a jump may reach")]
    OwnCastle(SquareName),
    /// Rule 6.
    #[error("a Knight that captures nothing may neither stop on {0} nor pass it, since it has a jump from there")]
    Exposed(SquareName),
    /// Rule 2.
    #[error("a canter may not end on {0}, where it started")]
    EndsAtStart(SquareName),
    /// Rule 4.
    #[error("a Man may not canter and jump in one move: only Knights charge")]
    ManCharges,
    /// Rule 4.
    #[error("no canter may follow a jump, as it would on the way to {0}")]
    CanterAfterJump(SquareName),
    /// Rule 3.
    #[error("the jumps must go on from {at}: to {}", listed(.to))]
    MustGoOn {
        /// Where the text ends.
        at: SquareName,
        /// The squares that can be jumped to.
        to: Vec<String>,
    },
    /// Reaching the enemy castle ends a move.
    #[error("the move ends on {0}, the enemy castle")]
    EndsOnCastle(SquareName),
    /// Several legal moves have the first and last square of the text.
    #[error("{} legal moves fit: {}; write all squares", .0.len(), listed(.0))]
    Ambiguous(Vec<String>),
    /// A board too crowded to look for a move by its first and last square.
    #[error(transparent)]
    TooManyMoves(#[from] TooManyMoves),
}

fn captures_listed(captures: &[String]) -> String {
    if captures.is_empty() { String::new() } else { format!(": {}", listed(captures)) }
}

const fn ended(ending: Ending) -> &'static str {
    match ending {
        Ending::CastleTaken => "the castle of the side to move is taken",
        Ending::NoPieces => "the side to move has no pieces left",
        Ending::TooFewPieces => "with a piece each it is drawn",
    }
}

impl Position {
    /// Reads a move of this position, in any spelling that [the module](self) describes and by any legal path.
    ///
    /// ```
    /// use roundtable::game::Position;
    ///
    /// let position: Position = "w K:c2 M:c3 / M:c5,e5".parse().unwrap();
    /// assert_eq!(position.read_move("c2^c4xc6").unwrap().to_string(), "C2-C4xC6");
    /// assert_eq!(position.read_move("C2xC6!").unwrap().to_string(), "C2-C4xC6");
    ///
    /// let error = position.read_move("C2-C4").unwrap_err();
    /// assert!(error.to_string().starts_with("a Knight that captures nothing may neither stop on C4"));
    /// ```
    ///
    /// # Errors
    /// If the text cannot be read, or names no legal move, or more than one.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let (from, legs) = self.read_legs(text)?;
        if let Some(ending) = self.ending() {
            return Err(MoveError::GameOver(ending));
        }
        if self.is_stuck() {
            return Err(MoveError::Stuck(self.side()));
        }
        let (error, leg) = match (walk(self, from, &legs), &legs[..]) {
            // Leaps keep files and ranks odd or even: no chain of them ends a step away.
            (Err(error @ (MoveError::NoPiece(_) | MoveError::OpponentsPiece(..) | MoveError::Step(..))), _) => {
                return Err(error);
            }
            (Err(error), [leg]) => (error, leg),
            (result, _) => return result,
        };
        let ends = [from, leg.to].map(|square| self.name(square));
        let mut fitting: Vec<Move> = self.try_legal_moves()?.into_iter().filter(|m| fits(m, ends, leg.mark)).collect();
        match fitting.len() {
            0 => Err(error),
            1 => fitting.pop().ok_or(error),
            _ => Err(MoveError::Ambiguous(fitting.iter().map(ToString::to_string).collect())),
        }
    }

    /// The squares of a move text, as numbers of the mover's view, and how each is reached.
    fn read_legs(&self, text: &str) -> Result<(u8, Vec<Leg>), MoveError> {
        let mut rest = text.trim().trim_end_matches(['!', '?']).trim_end();
        if rest.is_empty() {
            return Err(MoveError::Empty);
        }
        let mut square = || {
            let letter = rest.chars().next().filter(char::is_ascii_alphabetic);
            let digits = rest.bytes().skip(1).take_while(u8::is_ascii_digit).count();
            if letter.is_none() || digits == 0 {
                return Err(MoveError::Malformed(Excerpt::new(if rest.is_empty() { text } else { rest })));
            }
            let (name, after) = rest.split_at(1 + digits);
            let unknown = || MoveError::UnknownSquare { game: self.game(), square: Excerpt::new(name) };
            let square = self.game().board().square_named(name).ok_or_else(unknown)?;
            let mark = match after.chars().next() {
                None => None,
                Some('-') => Some(Mark::Dash),
                Some('^') => Some(Mark::Caret),
                Some('x' | 'X') => Some(Mark::Cross),
                Some(_) => return Err(MoveError::Malformed(Excerpt::new(after))),
            };
            rest = after.get(1..).unwrap_or_default();
            Ok((self.board_square(square), mark))
        };
        let (from, mut next) = square()?;
        let mut legs = Vec::new();
        while let Some(mark) = next {
            let (to, mark_after) = square()?;
            legs.push(Leg { mark, to });
            next = mark_after;
        }
        if legs.is_empty() { Err(MoveError::OneSquare(self.name(from))) } else { Ok((from, legs)) }
    }
}

/// Whether a move can be meant by its first and last square alone.
fn fits(m: &Move, ends: [SquareName; 2], mark: Mark) -> bool {
    let path = m.path();
    let same_ends = path.first() == Some(&ends[0]) && path.last() == Some(&ends[1]);
    same_ends
        && match mark {
            Mark::Dash => true,
            Mark::Caret => m.quiet_legs() > 0,
            Mark::Cross => !m.captures().is_empty(),
        }
}
