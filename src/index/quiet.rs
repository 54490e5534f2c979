//! Which groups are stored: those in which the player to move has no jump.
//!
//! A position with a jump on offer need not be stored: all its moves are captures, so its value follows from smaller
//! tables. Men and Knights jump alike, so whether there is one depends on the squares of both sides alone.
//!
//! With the mover's squares given, let the *landings* of a square be where the mover can land beyond an enemy there, pieces
//! of its own being in the way. Enemies on the squares `E` leave the mover without a jump just when the landings of each
//! square of `E` lie in `E`: every enemy that could be jumped is covered by others.

use crate::game::{Board, MAX_SQUARES, SquareSet};

use super::ranking::{binomial, first_squares};
use super::sets::SquareSets;

/// The jumps that the mover's squares threaten.
#[derive(Clone, Copy, Debug)]
pub(super) struct Threats<S> {
    /// How many squares the mover's castle has: enemies are numbered from the first square after.
    castle: u8,
    /// Where enemies can stand off the castle.
    free: S,
    /// Where one can on it, if at all.
    free_castle: S,
    landings: [S; MAX_SQUARES],
}

impl<S: SquareSet> Threats<S> {
    pub(super) fn new(board: &Board, own: S) -> Self {
        // A piece on its own castle must leave it: no other may move.
        let leavers = own.intersection(board.own_castle());
        let jumpers = if leavers.is_empty() { own.difference(board.enemy_castle()) } else { leavers };
        let mut landings = [S::EMPTY; MAX_SQUARES];
        for from in jumpers.iter() {
            for leap in board.leaps(from).iter().filter(|leap| !own.contains(leap.land)) {
                let of_square = &mut landings[usize::from(leap.over)];
                *of_square = of_square.with(leap.land);
            }
        }
        let free = first_squares::<S>(board.squares()).difference(board.own_castle()).difference(own);
        Self { castle: board.castle_squares(), free, free_castle: board.own_castle::<S>().difference(own), landings }
    }

    /// Calls `visit` with each set of so many enemies that leaves the mover without a jump, in ascending order, with its
    /// castle moves, and with its number.
    #[inline]
    pub(super) fn quiet_sets(&self, sets: SquareSets, enemies: u8, mut visit: impl FnMut(S, u8, u64)) {
        self.place(enemies, self.free, S::EMPTY, S::EMPTY, 0, &mut |enemy, number| visit(enemy, 0, number));
        for state in sets.states(enemies).filter(|state| self.free_castle.contains(state.square)) {
            // No leap goes over a castle square, so an enemy there cannot be jumped.
            let placed = S::single(state.square);
            let mut visit = |enemy, number| visit(enemy, state.moves, number);
            match enemies {
                1 => visit(placed, state.first),
                _ => self.place(enemies - 1, self.free, placed, S::EMPTY, state.first, &mut visit),
            }
        }
    }

    /// Places `left` more enemies, at least one, on squares of `open`, all lower than those of `placed`; `due` are the
    /// squares of `open` that are still to be covered. This skips all sets that overlap the mover's and most that leave a
    /// jump: 1 to 2 ns for each set that has a number.
    #[inline]
    fn place(&self, left: u8, open: S, placed: S, due: S, number: u64, visit: &mut impl FnMut(S, u64)) {
        if left == 1 {
            let last = if due.is_empty() { open } else { due };
            for square in last.iter() {
                let placed = placed.with(square);
                if due.union(self.landings[usize::from(square)]).difference(placed).is_empty() {
                    visit(placed, number + u64::from(square - self.castle));
                }
            }
            return;
        }
        let mut lower = S::EMPTY;
        for square in open.iter() {
            let placed = placed.with(square);
            let due = due.union(self.landings[usize::from(square)]).difference(placed);
            // Lower squares alone can still be covered.
            if due.len() < u32::from(left) && due.difference(lower).is_empty() {
                let number = number + binomial(square - self.castle, left);
                self.place(left - 1, lower, placed, due, number, visit);
            }
            lower = lower.with(square);
        }
    }
}
