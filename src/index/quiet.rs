//! Which groups are stored: those in which the player to move has no jump.
//!
//! A position with a jump on offer need not be stored: all its moves are captures, so its value follows from smaller
//! tables. Men and Knights jump alike, so whether there is one depends on the squares of both sides alone.
//!
//! With the mover's squares given, let the *landings* of a square be where the mover can land beyond an enemy there, pieces
//! of its own being in the way. Enemies on the squares `E` leave the mover without a jump just when the landings of each
//! square of `E` lie in `E`: every enemy that could be jumped is covered by others.

use std::ops::Range;

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

    /// Calls `visit` with each set of so many enemies that leaves the mover without a jump and has a number in `range`, in
    /// ascending order, with its castle moves, and with its number.
    #[inline]
    pub(super) fn quiet_sets(
        &self,
        sets: SquareSets,
        enemies: u8,
        range: &Range<u64>,
        mut visit: impl FnMut(S, u8, u64),
    ) {
        let set = Partial { left: enemies, open: self.free, placed: S::EMPTY, due: S::EMPTY, number: 0 };
        self.place(set, range, &mut |enemy, number| visit(enemy, 0, number));
        for state in sets.states(enemies).filter(|state| self.free_castle.contains(state.square)) {
            // No leap goes over a castle square, so an enemy there cannot be jumped.
            let (left, placed) = (enemies - 1, S::single(state.square));
            let mut visit = |enemy, number| visit(enemy, state.moves, number);
            if left > 0 {
                self.place(Partial { left, placed, number: state.first, ..set }, range, &mut visit);
            } else if range.contains(&state.first) {
                visit(placed, state.first);
            }
        }
    }

    /// Completes a set in all ways. This skips all sets that overlap the mover's, most that leave a jump and most out of
    /// range: 1 to 2 ns for each set that has a number in it.
    #[inline]
    fn place(&self, set: Partial<S>, range: &Range<u64>, visit: &mut impl FnMut(S, u64)) {
        let Partial { left, open, placed, due, number } = set;
        if left == 1 {
            let last = if due.is_empty() { open } else { due };
            for square in last.iter() {
                let (placed, number) = (placed.with(square), number + u64::from(square - self.castle));
                let covered = due.union(self.landings[usize::from(square)]).difference(placed).is_empty();
                if covered && range.contains(&number) {
                    visit(placed, number);
                }
            }
            return;
        }
        let mut lower = S::EMPTY;
        for square in open.iter() {
            let [first, next] = [square, square + 1].map(|square| number + binomial(square - self.castle, left));
            if first >= range.end {
                return;
            }
            let placed = placed.with(square);
            let due = due.union(self.landings[usize::from(square)]).difference(placed);
            // Lower squares alone can still be covered.
            if next > range.start && due.len() < u32::from(left) && due.difference(lower).is_empty() {
                self.place(Partial { left: left - 1, open: lower, placed, due, number: first }, range, visit);
            }
            lower = lower.with(square);
        }
    }
}

/// Some enemies of a set, those on its highest squares.
#[derive(Clone, Copy, Debug)]
struct Partial<S> {
    /// How many are to come, at least one.
    left: u8,
    /// Where they can stand: squares lower than all that are placed.
    open: S,
    placed: S,
    /// The squares of `open` that are still to be covered.
    due: S,
    /// The number of the set so far: the least of any that it can become.
    number: u64,
}
