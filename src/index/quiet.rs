//! Which cells of a strip are stored: the positions in which the player to move has no jump.
//!
//! A position with a jump on offer need not be stored: all its moves are captures, so its value follows from smaller
//! tables. Whether there is one can be told for all cells of a strip at once. Let `A` be the mover's pieces that may jump
//! and `B` the other side's Men. A leap of `A` to a free square goes
//!
//! * over one of `B`: a jump, unless a Knight stands on the landing square. All such landing squares *must* be filled;
//! * over a free square `x`: a jump if a Knight stands on `x`, unless another stands on the landing square. So a Knight
//!   on `x` *needs* those landing squares filled.
//!
//! A choice `X` of squares for the Knights leaves the mover without a jump just when the squares that must be filled and
//! those that Knights of `X` need are all in `X`. For one Knight that is two sets of squares and a handful of
//! operations.

use crate::game::{Board, MAX_SQUARES, SquareSet};

use super::ranking::{binomial, first_squares, rank_subset};

/// Which of a strip's cells are canonical.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Images {
    /// All: no two are mirror images of each other.
    All,
    /// None: their mirror images are.
    None,
    /// Of each two mirror images the one whose Knights have the smaller number.
    Smaller,
}

/// The cells that share all but the squares of the other side's Knights. Seen from the other side's end of the board,
/// where that side's placements are numbered.
#[derive(Clone, Copy, Debug)]
pub struct Strip<S> {
    pub(super) board: &'static Board,
    pub(super) images: Images,
    /// How many Knights the other side has.
    pub(super) knights: u8,
    /// Its Men.
    pub(super) men: S,
    /// The mover's pieces that may jump.
    pub(super) jumpers: S,
    /// All pieces but the Knights to be placed.
    pub(super) occupied: S,
    /// Where the Knights can stand.
    pub(super) free: S,
    /// Squares that Knights must fill.
    pub(super) must: S,
    /// Squares on which a Knight needs another.
    pub(super) needy: S,
}

impl<S: SquareSet> Strip<S> {
    /// How many cells are stored.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        if self.is_counted() {
            return self.ways(&self.needs(), self.knights, S::EMPTY, self.must, self.free);
        }
        let mut count = 0;
        self.choices(|_, last| {
            count += last.map_or(1, S::len);
            true
        });
        count
    }

    /// How many stored cells come before the one with these Knights; `None` if that cell is not stored.
    #[inline]
    #[must_use]
    pub fn rank(&self, knights: S) -> Option<u32> {
        if self.is_counted() {
            return self.counted_rank(knights);
        }
        let (mut before, mut found) = (0, None);
        let lowest = knights.first();
        let others = lowest.map_or(S::EMPTY, |lowest| knights.without(lowest));
        self.choices(|chosen, last| {
            if chosen == others {
                found = match (last, lowest) {
                    (Some(last), Some(lowest)) => last.contains(lowest).then(|| before + last.count_below(lowest)),
                    (None, None) => Some(before),
                    _ => None,
                };
                return false;
            }
            before += last.map_or(1, S::len);
            true
        });
        found
    }

    /// Calls `visit` with each stored cell in order: the number of its Knights among all placements of Knights beside
    /// the strip's Men, which is the cell's place among the columns that share these Men.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(u64)) {
        let number = |knights: S| rank_subset(knights.iter().map(|square| square - self.men.count_below(square) as u8));
        self.choices(|chosen, last| {
            match last {
                None => visit(0),
                Some(last) => last.iter().for_each(|square| visit(number(chosen.with(square)))),
            }
            true
        });
    }

    /// Calls `visit` with the stored choices of Knights, ascending, until it says no: with all Knights but the lowest, and
    /// the set of squares for that one. Without Knights there is at most one choice, and no set.
    #[inline]
    fn choices(&self, mut visit: impl FnMut(S, Option<S>) -> bool) {
        if self.images == Images::None {
            return;
        }
        match self.knights {
            0 if self.must.is_empty() => {
                visit(S::EMPTY, None);
            }
            0 => {}
            1 => {
                let calm = self.free.difference(self.needy);
                let last = match self.must.len() {
                    0 => calm,
                    1 => calm.intersection(self.must),
                    _ => return,
                };
                visit(S::EMPTY, Some(self.canonical(S::EMPTY, last)));
            }
            knights => {
                let needs = self.needs();
                let mut search = Search { strip: self, needs: &needs, visit };
                search.place(knights, S::EMPTY, self.must, self.free);
            }
        }
    }

    /// Whether choices are better counted than listed: there are two or more Knights, and all choices are canonical.
    #[inline]
    fn is_counted(&self) -> bool {
        self.knights >= 2 && self.images == Images::All
    }

    /// [`rank`](Self::rank) by counting: choices with a lower highest square, then those that share it and have a lower
    /// next one, and so on. A sixth of the time of listing them, for four Knights.
    fn counted_rank(&self, knights: S) -> Option<u32> {
        let needs = self.needs();
        let needed = knights.iter().fold(self.must, |needed, square| needed.union(needs[usize::from(square)]));
        if !knights.difference(self.free).union(needed.difference(knights)).is_empty() {
            return None;
        }
        let mut rank = 0;
        let (mut rest, mut due) = (knights, self.must);
        for left in (1..=self.knights).rev() {
            let highest = rest.iter().last()?;
            let chosen = knights.difference(rest);
            rank += self.ways(&needs, left, chosen, due, self.free.intersection(first_squares(highest)));
            rest = rest.without(highest);
            due = due.union(needs[usize::from(highest)]).difference(knights.difference(rest));
        }
        Some(rank)
    }

    /// In how many ways so many more Knights can stand on squares of `open` beside those of `chosen`, if the squares of
    /// `due` must be filled.
    fn ways(&self, needs: &[S; MAX_SQUARES], knights: u8, chosen: S, due: S, open: S) -> u32 {
        // No Knight on any other needy square: the squares that are due, and any of those where a Knight needs nothing.
        let calm = open.difference(self.needy);
        let mut ways = if due.difference(calm).is_empty() && due.len() <= u32::from(knights) {
            binomial((calm.len() - due.len()) as u8, knights - due.len() as u8) as u32
        } else {
            0
        };
        // Or one more on a needy square, this the lowest of them.
        let mut open = open;
        for square in open.intersection(self.needy).iter() {
            open = open.without(square);
            let with = chosen.with(square);
            let due = due.union(needs[usize::from(square)]).difference(with);
            if knights > 0 && due.len() < u32::from(knights) {
                ways += self.ways(needs, knights - 1, with, due, open);
            }
        }
        ways
    }

    /// For each square the landing squares that a Knight there needs filled.
    fn needs(&self) -> [S; MAX_SQUARES] {
        let mut needs = [S::EMPTY; MAX_SQUARES];
        for from in self.jumpers.iter() {
            for leap in self.board.leaps(from) {
                if !self.occupied.contains(leap.land) {
                    let need = &mut needs[usize::from(leap.over)];
                    *need = need.with(leap.land);
                }
            }
        }
        needs
    }

    /// Of the squares for the lowest Knight, those that give a canonical position.
    #[inline]
    fn canonical(&self, chosen: S, last: S) -> S {
        if self.images != Images::Smaller {
            return last;
        }
        let number = |knights: S| rank_subset(knights.iter());
        let smaller = |knights: S| number(knights) <= number(self.board.mirrored(knights));
        last.iter().filter(|&square| smaller(chosen.with(square))).fold(S::EMPTY, S::with)
    }
}

/// The search for the choices of two or more Knights: highest first, so that they come in ascending order.
struct Search<'a, S, F> {
    strip: &'a Strip<S>,
    needs: &'a [S; MAX_SQUARES],
    visit: F,
}

impl<S: SquareSet, F: FnMut(S, Option<S>) -> bool> Search<'_, S, F> {
    /// Places `knights` more on squares of `open`, all lower than those of `chosen`; `due` are the squares that must or
    /// need to be filled and are not. Says whether to go on.
    fn place(&mut self, knights: u8, chosen: S, due: S, open: S) -> bool {
        if due.len() > u32::from(knights) || !due.difference(open).is_empty() {
            return true;
        }
        if knights == 1 {
            let needy = self.strip.needy;
            let content = |&square: &u8| {
                let with = chosen.with(square);
                self.needs[usize::from(square)].difference(with).is_empty()
            };
            let candidates = if due.is_empty() { open } else { due };
            let calm = candidates.difference(needy);
            let last = candidates.intersection(needy).iter().filter(content).fold(calm, S::with);
            return (self.visit)(chosen, Some(self.strip.canonical(chosen, last)));
        }
        let mut lower = S::EMPTY;
        for square in open.iter() {
            let with = chosen.with(square);
            let due = due.union(self.needs[usize::from(square)]).difference(with);
            if !self.place(knights - 1, with, due, lower) {
                return false;
            }
            lower = lower.with(square);
        }
        true
    }
}
