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
    /// Whether positions were left without their replies because there were too many.
    pub cut_short: bool,
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
    /// The forced win from a position, at most `plies` plies deep; `None` if the player to move has none.
    ///
    /// The winner plays the first of the ranked moves. Time and memory grow with the positions the loser can choose
    /// among, each of which is looked at once.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn proof(&self, start: &Position, plies: u16) -> Result<Option<Proof>, ProbeError> {
        self.proof_within(start, plies, usize::MAX)
    }

    /// The same, with at most so many positions with the loser to move.
    ///
    /// # Errors
    /// As [`Tablebase::value`].
    pub fn proof_within(&self, start: &Position, plies: u16, positions: usize) -> Result<Option<Proof>, ProbeError> {
        let Value::Win(depth) = self.value(start)? else { return Ok(None) };
        let mut winning = self.moves(start)?;
        winning.retain(|ranked| matches!(ranked.value, Value::Win(_)));
        let mut proof = Proof { start: *start, depth, winning, defences: Vec::new(), cut_short: false };
        if let Some(best) = proof.winning.first() {
            let first = *best.played.after();
            let mut search = Search { tablebase: self, proof: &mut proof, numbers: HashMap::new(), positions };
            search.defend(first, depth - 1, plies.saturating_sub(1))?;
        }
        Ok(Some(proof))
    }
}

/// The search for a proof.
struct Search<'a> {
    tablebase: &'a Tablebase,
    proof: &'a mut Proof,
    numbers: HashMap<Position, usize>,
    /// How many positions with the loser to move there may be.
    positions: usize,
}

impl Search<'_> {
    /// Adds a position with the loser to move, and all that follows from it, in the order in which a reader meets it.
    fn defend(&mut self, position: Position, depth: u16, plies: u16) -> Result<usize, ProbeError> {
        let number = self.proof.defences.len();
        self.numbers.insert(position, number);
        self.proof.defences.push(Defence { position, depth, replies: Vec::new() });
        if plies < 2 {
            return Ok(number);
        }
        let replies = self.tablebase.moves(&position)?;
        if self.proof.defences.len() + replies.len() > self.positions {
            self.proof.cut_short = true;
            return Ok(number);
        }
        for reply in replies {
            let answers = self.tablebase.moves(reply.played.after())?;
            // The loser's positions have no move but into won ones.
            let Some(best) = answers.into_iter().next() else { continue };
            let after = *best.played.after();
            let known = self.numbers.get(&after).copied();
            let next = match known {
                Some(next) => next,
                None => self.defend(after, best.value.depth().map_or(0, |depth| depth - 1), plies - 2)?,
            };
            let first_time = known.is_none();
            let reply = Reply { played: reply.played, answer: best.played, next, first_time };
            self.proof.defences[number].replies.push(reply);
        }
        Ok(number)
    }
}
