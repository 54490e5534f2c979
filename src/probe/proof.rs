//! Why a win is forced: the winner's best move against every reply.

use std::collections::HashMap;

use crate::game::{Move, Position, Value};

use super::tablebase::{ProbeError, RankedMove, Tablebase};

/// A forced win, as a tree in which every reply of the loser is answered. Positions met again are referred to.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Where the win is.
    pub start: Position,
    /// Its depth in plies.
    pub depth: u16,
    /// All moves that win, best first.
    pub winning: Vec<RankedMove>,
    /// The positions with the loser to move, in the order in which they are met; the first is the one after the best
    /// move.
    pub defences: Vec<Defence>,
}

/// A position of a [`Proof`] with the loser to move.
#[derive(Clone, Debug)]
pub struct Defence {
    /// The position.
    pub position: Position,
    /// Plies to the loss.
    pub depth: u16,
    /// Every legal move, the longest resistance first; empty when the game is over.
    pub replies: Vec<Reply>,
}

/// A reply of the loser, and how the winner answers it.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The loser's move.
    pub played: Move,
    /// The winner's best move.
    pub answer: Move,
    /// The number of the [`Defence`] that the answer leads to.
    pub next: usize,
    /// Whether that position is met here for the first time.
    pub first_time: bool,
}

impl Tablebase {
    /// The forced win from a position, down to `plies` plies after the first move; `None` if the player to move has none.
    ///
    /// The winner plays the first of the ranked moves. Time and memory grow with the positions the loser can choose
    /// among, each of which is looked at once.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn proof(&self, start: &Position, plies: u16) -> Result<Option<Proof>, ProbeError> {
        let Value::Win(depth) = self.value(start)? else { return Ok(None) };
        let mut winning = self.moves(start)?;
        winning.retain(|ranked| matches!(ranked.value, Value::Win(_)));
        let mut proof = Proof { start: *start, depth, winning, defences: Vec::new() };
        let mut numbers = HashMap::new();
        if let Some(best) = proof.winning.first() {
            let first = *best.played.after();
            self.defend(&mut proof, &mut numbers, first, depth - 1, plies)?;
        }
        Ok(Some(proof))
    }

    /// Adds a position with the loser to move, and all that follows from it, in the order in which a reader meets it.
    fn defend(
        &self,
        proof: &mut Proof,
        numbers: &mut HashMap<Position, usize>,
        position: Position,
        depth: u16,
        plies: u16,
    ) -> Result<usize, ProbeError> {
        let number = proof.defences.len();
        numbers.insert(position, number);
        proof.defences.push(Defence { position, depth, replies: Vec::new() });
        if plies < 2 {
            return Ok(number);
        }
        for reply in self.moves(&position)? {
            let answers = self.moves(reply.played.after())?;
            // The loser's positions have no move but into won ones.
            let Some(best) = answers.into_iter().next() else { continue };
            let after = *best.played.after();
            let known = numbers.get(&after).copied();
            let next = if let Some(next) = known {
                next
            } else {
                let depth = best.value.depth().map_or(0, |depth| depth - 1);
                self.defend(proof, numbers, after, depth, plies - 2)?
            };
            let first_time = known.is_none();
            proof.defences[number].replies.push(Reply { played: reply.played, answer: best.played, next, first_time });
        }
        Ok(number)
    }
}
