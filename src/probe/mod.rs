//! Answers: what a position is worth, what its moves are worth, how the game goes on, and why a win is forced.
//!
//! Start with [`Tablebase`]. Depends on [`crate::game`], [`crate::index`] and [`crate::table`].

mod answer;
mod game_answer;
mod line;
mod line_answer;
mod outlook;
mod proof;
mod proof_answer;
mod tablebase;

pub use answer::{Answer, MoveAnswer};
pub use game_answer::{GameAnswer, PlayedMove, Standing};
pub use line::{Line, LineEnd};
pub use line_answer::LineAnswer;
pub use outlook::{KnownMove, MoveOutlook, Outlook, Unknown};
pub use proof::{Defence, Proof, Reply};
pub use proof_answer::{DefenceAnswer, ProofAnswer, ReplyAnswer};
pub use tablebase::{ProbeError, RankedMove, Tablebase};
