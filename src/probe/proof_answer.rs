//! A forced win as one object, for JSON.

use serde::Serialize;

use crate::game::Position;

use super::answer::MoveAnswer;
use super::proof::{Defence, Proof};
use super::tablebase::{ProbeError, Tablebase};

/// Whether the side to move has a forced win, and how it goes against every defence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct ProofAnswer {
    /// The position, as text.
    pub position: String,
    /// `win`, `draw` or `loss`, for the side to move.
    pub value: &'static str,
    /// Depth to win in plies; none for a draw.
    pub dtw: Option<u16>,
    /// All moves that win, best first; empty if there is no forced win.
    pub winning: Vec<MoveAnswer>,
    /// The positions with the loser to move, in the order in which a reader meets them; the first is the one after the
    /// best move. Empty if there is no forced win.
    pub defences: Vec<DefenceAnswer>,
    /// Whether the tree is cut short because it has too many positions.
    pub cut_short: bool,
}

/// A position of a proof with the loser to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct DefenceAnswer {
    /// The position, as text.
    pub position: String,
    /// Plies until the loser has lost; 0 if the game is over.
    pub dtw: u16,
    /// Every legal reply, the longest resistance first; empty if the game is over or the tree ends here.
    pub replies: Vec<ReplyAnswer>,
}

/// A reply of the loser, and the winner's best answer to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct ReplyAnswer {
    /// The loser's move.
    #[serde(rename = "move")]
    pub text: String,
    /// The winner's answer.
    pub answer: String,
    /// The place in `defences`, counted from 0, of the position that the answer leads to.
    pub next: usize,
}

impl Tablebase {
    /// Whether a position has a forced win, and why, down to so many plies after the first move and with at most so many
    /// positions with the loser to move.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn proof_answer(&self, start: &Position, plies: u16, positions: usize) -> Result<ProofAnswer, ProbeError> {
        let value = self.value(start)?;
        let proof = self.proof_within(start, plies, positions)?;
        let none = Proof { start: *start, depth: 0, winning: Vec::new(), defences: Vec::new(), cut_short: false };
        let proof = proof.unwrap_or(none);
        Ok(ProofAnswer {
            position: start.to_string(),
            value: value.word(),
            dtw: value.depth(),
            winning: proof.winning.iter().map(MoveAnswer::new).collect(),
            defences: proof.defences.iter().map(DefenceAnswer::new).collect(),
            cut_short: proof.cut_short,
        })
    }
}

impl DefenceAnswer {
    fn new(defence: &Defence) -> Self {
        let replies = defence.replies.iter().map(|reply| ReplyAnswer {
            text: reply.played.to_string(),
            answer: reply.answer.to_string(),
            next: reply.next,
        });
        Self { position: defence.position.to_string(), dtw: defence.depth, replies: replies.collect() }
    }
}
