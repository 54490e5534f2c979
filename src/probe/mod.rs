//! Answers: what a position is worth, what its moves are worth, how the game goes on, and why a win is forced.
//!
//! Start with [`Tablebase`]. Depends on [`crate::game`], [`crate::index`] and [`crate::table`].

mod answer;
mod line;
mod proof;
mod tablebase;

pub use answer::{Answer, MoveAnswer};
pub use line::{Line, LineEnd};
pub use proof::{Defence, Proof, Reply};
pub use tablebase::{ProbeError, RankedMove, Tablebase};
