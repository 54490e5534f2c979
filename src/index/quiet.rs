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

use crate::game::{Board, MAX_SQUARES, Pieces, SquareSet};

use super::ranking::rank_subset;

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
    board: &'static Board,
    images: Images,
    /// How many Knights the other side has.
    knights: u8,
    /// Its Men.
    men: S,
    /// The mover's pieces that may jump.
    jumpers: S,
    /// All pieces but the Knights to be placed.
    occupied: S,
    /// Where the Knights can stand.
    free: S,
    /// Squares that Knights must fill.
    must: S,
    /// Squares on which a Knight needs another.
    needy: S,
}

impl<S: SquareSet> Strip<S> {
    /// The strip of the mover's pieces, in the mover's view, and the other side's Men, in its own.
    #[inline]
    pub(super) fn new(board: &'static Board, own: Pieces<S>, men: S, knights: u8, images: Images) -> Self {
        let own = own.all().turned(board.squares());
        let occupied = own.union(men);
        // A piece on its own castle must leave it: no other may move.
        let leaving = own.intersection(board.enemy_castle());
        let jumpers = if leaving.is_empty() { own } else { leaving };
        let everywhere = (0..board.squares() - board.castle_squares()).fold(S::EMPTY, S::with);
        let free = everywhere.difference(occupied);
        let images = if own.intersection(men).is_empty() { images } else { Images::None };
        let (mut must, mut needy) = (S::EMPTY, S::EMPTY);
        for from in jumpers.iter() {
            for leap in board.leaps(from) {
                let lands = !occupied.contains(leap.land);
                let over = if lands { S::single(leap.over) } else { S::EMPTY };
                needy = needy.union(over);
                let jump = !over.intersection(men).is_empty();
                must = must.union(if jump { S::single(leap.land) } else { S::EMPTY });
            }
        }
        Self { board, images, knights, men, jumpers, occupied, free, must, needy: needy.intersection(free) }
    }

    /// How many cells are stored.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
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

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::game::{SquareSet, View, duty};
    use crate::index::{Cell, Half, Layout, Numbering, Strips, TableName};

    /// The slow twin: every cell of a table, unranked through the layout, asked for its duty, and put in order by hand.
    fn check<S: SquareSet>(name: &str) {
        let name: TableName = name.parse().unwrap();
        let (layout, board) = (Layout::new(name), name.game().board());
        for &half in name.halves() {
            let strips = Strips::new(name, half);
            let [mover, other] = name.mover_and_other(half).map(|material| Numbering::new(name.game(), material));
            // What the file must hold, as (own Men, their Men, own Knights, their Knights).
            let mut expected = Vec::new();
            for index in 0..layout.cells(half) {
                let Some(view) = layout.unrank::<S>(Cell { half, index }) else { continue };
                let quiet = !duty(board, &view).must_capture;
                let (number, strip, knights) = strips.find(&view);
                let (mirrored, _, _) = strips.find(&view.mirrored(board));
                assert_eq!(number, mirrored);
                assert_eq!(strip.rank(knights).is_some(), quiet, "{name} {half:?} {index}");
                if quiet {
                    expected.push((key(&layout, [&mover, &other], &view), index));
                }
            }
            expected.sort_unstable();
            let expected: Vec<u64> = expected.into_iter().map(|(_, index)| index).collect();
            assert_eq!(walk::<S>(&layout, &strips, half), expected, "{name} {half:?}");
        }
    }

    fn key<S: SquareSet>(layout: &Layout, [mover, other]: [&Numbering; 2], view: &View<S>) -> [u64; 4] {
        let board = layout.name().game().board();
        let parts = |numbering: &Numbering, number: u64| {
            let men = crate::index::rank_subset(numbering.unrank::<S>(number).men.iter());
            (men, number)
        };
        let (men, own) = parts(mover, mover.rank(view.own));
        let (their_men, theirs) = parts(other, other.rank(view.enemy.map(|set| set.turned(board.squares()))));
        [men, their_men, own, theirs]
    }

    /// The layout's cells in the order of the strips, as the writer goes through them.
    fn walk<S: SquareSet>(layout: &Layout, strips: &Strips, half: Half) -> Vec<u64> {
        let (mut cells, mut first_row) = (Vec::new(), 0);
        let columns = strips.longest();
        for group in 0..strips.groups() {
            let mut next = first_row;
            let rows: Vec<u64> = strips
                .rows(group)
                .map(|row| {
                    let number = next;
                    next += u64::from(row != crate::index::Row::Dropped);
                    number
                })
                .collect();
            let mut number = 0;
            strips.walk::<S>(strips.group(group), |strip| {
                let row = rows[number % rows.len()];
                let their_men = (number / rows.len()) as u64;
                let before = cells.len();
                strip.for_each(|knights| cells.push(row * layout.columns(half) + their_men * columns + knights));
                assert_eq!(cells.len() - before, strip.count() as usize);
                number += 1;
                true
            });
            first_row = next;
        }
        assert_eq!(first_row, layout.rows(half));
        cells
    }

    #[test]
    fn stored_cells_are_the_quiet_positions_in_order() {
        for name in ["M-M", "K-M", "K-K", "MM-M", "KM-K", "KK-K", "KK-M", "KK-KM", "KM-KM", "KM-MM", "KK-KK", "MM-MM"] {
            check::<u32>(name);
        }
        for name in ["KKK-K", "KKK-KK", "MMM-K", "MMM-KK"] {
            check::<u32>(name);
        }
        check::<u128>("cam:K-M");
        check::<u128>("cam:KM-K");
    }

    /// Random cells of larger tables: stored just when quiet, and all ranks of a strip in use.
    #[test]
    fn sampled_cells_of_larger_tables() {
        for name in ["KMM-KM", "KMMM-KMMM", "KKK-KKK", "KKKK-KKKK"] {
            let name: TableName = name.parse().unwrap();
            let (layout, board) = (Layout::new(name), name.game().board());
            for &half in name.halves() {
                let strips = Strips::new(name, half);
                let mut stored = HashMap::new();
                for sample in 0..20_000u64 {
                    let index = sample.wrapping_mul(0x9E37_79B9_7F4A_7C15) % layout.cells(half);
                    let Some(view) = layout.unrank::<u32>(Cell { half, index }) else { continue };
                    let (number, strip, knights) = strips.find(&view);
                    let rank = strip.rank(knights);
                    assert_eq!(rank.is_some(), !duty(board, &view).must_capture);
                    if let Some(rank) = rank {
                        assert!(rank < strip.count());
                        assert_eq!(stored.insert((number, rank), index).unwrap_or(index), index);
                    }
                }
                assert!(stored.len() > 1000);
            }
        }
    }
}
