//! The rules of the Camelot family: boards, positions, moves, and how people write them.
//!
//! This module depends on nothing else of the crate, starts no thread and opens no file.

mod board;
mod family;
mod moves;
pub mod notation;
pub mod perft;
mod play;
mod position;
mod rule_set;
mod spelling;
mod squares;
mod value;

pub use board::{Board, Leap, MAX_SQUARES, SquareName};
pub(crate) use family::with_squares;
pub use family::{Game, Start};
pub(crate) use moves::successors_by_duty;
pub use moves::{CASTLE_MOVES, Duty, duty, successors};
pub use play::{MOST_WAYS, Move, TooManyMoves};
pub use position::{Colour, Ending, Pieces, Placement, Position, PositionError, Side, View, ending, stuck_value};
pub use rule_set::RuleSet;
pub use squares::{SquareSet, Squares};
pub use value::Value;
