//! The order in which tables store positions: strips of cells that differ only in the other side's Knights.
//!
//! A [row of the layout](super::Layout) is a placement of the mover, a column one of the other side. A file keeps the
//! same canonical positions in another order, in which neighbours resemble each other more: Men of both sides outermost,
//! Knights innermost.
//!
//! ```text
//! for each placement of the other side's Men
//!     for each placement of the mover's Men that leads a canonical row    a group
//!         for each placement of the mover's Knights                       a strip
//!             for each placement of the other side's Knights              a cell, if it is stored
//! ```
//!
//! With the mover's Men outermost, real tables of four and five pieces take 7 to 11 % more.
//!
//! Everything ascends in the numbers of [`Numbering`]. Strips are numbered densely, so that finding one is
//! arithmetic; which cells of a strip are stored is the business of [`Strip`].

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::OnceLock;

use crate::game::{Board, Game, Pieces, SquareSet, Squares, View};

use super::material::{Half, Material, TableName};
use super::men::{OwnMen, SameMen, compare_with_mirror};
use super::numbering::{Numbering, nth_free};
use super::quiet::Strip;
use super::ranking::{MAX_SUBSET, binomial, next_subset, rank_subset, unrank_subset};

/// A row of the layout as seen from the strips: the mover's placement and its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// The placement differs from its mirror image and leads the row of both.
    Twin,
    /// The placement is its own mirror image.
    SelfMirrored,
    /// The placement's mirror image leads the row of both.
    Dropped,
}

/// The numbers of the strips of one half of a table.
///
/// Costs nothing to make, however large the table is.
///
/// ```
/// use roundtable::game::Position;
/// use roundtable::index::{Half, Strips};
///
/// let strips = Strips::new("camette:K-K".parse().unwrap(), Half::First);
/// let position: Position = "1/1k1/5/5/5/K2/1 w".parse().unwrap();
/// let (number, strip, knights) = strips.find(&position.view().narrow::<u32>());
/// assert!(number < strips.len());
/// assert!(strip.rank(knights).unwrap() < strip.count());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Strips {
    pub(super) game: Game,
    pub(super) board: &'static Board,
    pub(super) mover: Material,
    pub(super) other: Material,
    /// Canonical placements of the mover's Men.
    pub(super) groups: u64,
    /// Placements of the other side's Men.
    their_men: u64,
    /// Placements of the mover's Knights, its Men given.
    pub(super) own_knights: u64,
}

impl Strips {
    /// The strips of a half of a table.
    #[must_use]
    pub fn new(name: TableName, half: Half) -> Self {
        let (game, board) = (name.game(), name.game().board());
        let [mover, other] = name.mover_and_other(half);
        let squares = board.squares() - board.castle_squares();
        Self {
            game,
            board,
            mover,
            other,
            groups: u64::midpoint(binomial(squares, mover.men), self_mirrored_sets(board, squares, mover.men)),
            their_men: binomial(squares, other.men),
            own_knights: binomial(squares - mover.men, mover.knights),
        }
    }

    /// How many strips there are, those without a stored cell included.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a half has at least one strip")]
    pub const fn len(&self) -> u64 {
        self.groups * self.their_men * self.own_knights
    }

    /// How many groups there are: canonical placements of the mover's Men.
    #[must_use]
    pub const fn groups(&self) -> u64 {
        self.groups
    }

    /// How many placements of the other side's Men there are.
    #[must_use]
    pub const fn their_men(&self) -> u64 {
        self.their_men
    }

    /// How many columns the half has in the [layout](super::Layout).
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.their_men * self.longest()
    }

    /// How many rows of the [layout](super::Layout) a group has at most: placements of the mover's Knights.
    #[must_use]
    pub const fn rows_of_group(&self) -> u64 {
        self.own_knights
    }

    /// The most cells that a strip can store.
    #[must_use]
    pub fn longest(&self) -> u64 {
        binomial(self.board.squares() - self.board.castle_squares() - self.other.men, self.other.knights)
    }

    /// What becomes of each placement of the mover's Knights in a group; those that are not [`Row::Dropped`] are, in
    /// order, the next rows of the [layout](super::Layout).
    pub fn rows(&self, group: u64) -> impl Iterator<Item = Row> + use<> {
        let Self { board, mover, own_knights, .. } = *self;
        let numbering = Numbering::new(self.game, mover);
        let men = u64::from(canonical_men(self.game, mover.men)[group as usize]);
        (0..own_knights).map(move |knights| {
            let own: Pieces<Squares> = numbering.unrank(men * own_knights + knights);
            compare_with_mirror(board, own).into()
        })
    }

    /// Where a position of this half is stored: the number of its strip, the strip, and the other side's Knights as the
    /// strip knows them. A position and its mirror image are found in the same place. An ended game has no place; asking
    /// for it gives one that means nothing.
    #[inline]
    #[must_use]
    pub fn find<S: SquareSet>(&self, view: &View<S>) -> (u64, Strip<S>, S) {
        let board = self.board;
        let mut own = view.own;
        let mut theirs = view.enemy.map(|set| set.turned(board.squares()));
        let order = compare_with_mirror(board, own).then_with(|| compare_with_mirror(board, theirs));
        if order == Ordering::Greater {
            own = own.map(|set| board.mirrored(set));
            theirs = theirs.map(|set| board.mirrored(set));
        }
        let men = rank_subset(own.men.iter()) as u32;
        let group = canonical_men(self.game, self.mover.men).partition_point(|&canonical| canonical < men);
        let knights = rank_subset(own.knights.iter().map(|square| square - own.men.count_below(square) as u8));
        let pair = rank_subset(theirs.men.iter()) * self.groups + group as u64;
        let men = OwnMen::new(board, own.men);
        let strip = SameMen::new(&men, theirs.men, self.other.knights).strip(own.knights);
        (pair * self.own_knights + knights, strip, theirs.knights)
    }

    /// Calls `visit` with each strip of a range, in order, until it says no.
    #[inline]
    pub fn walk<S: SquareSet>(&self, range: Range<u64>, mut visit: impl FnMut(&Strip<S>) -> bool) {
        debug_assert!(range.end <= self.len());
        let canonical = canonical_men(self.game, self.mover.men);
        let (pair, mut knights) = (range.start / self.own_knights, range.start % self.own_knights);
        let (theirs, mut group) = (pair / self.groups, (pair % self.groups) as usize);
        let mut left = range.end.saturating_sub(range.start);
        let mut their_men = unrank_set::<S>(theirs, self.other.men);
        let own_men = |&men: &u32| OwnMen::new(self.board, unrank_set::<S>(u64::from(men), self.mover.men));
        // Where each group is met again and again, working it out once halves the time for strips of one cell.
        let again = left / self.own_knights >= 2 * self.groups;
        let known: Vec<_> = if again { canonical.iter().map(own_men).collect() } else { Vec::new() };
        while left > 0 {
            for (group, men) in canonical.iter().enumerate().skip(group) {
                let fresh;
                let own = if let Some(own) = known.get(group) {
                    own
                } else {
                    fresh = own_men(men);
                    &fresh
                };
                let strips = left.min(self.own_knights - knights);
                if !self.strips_of_pair(own, their_men, knights..knights + strips, &mut visit) {
                    return;
                }
                (left, knights) = (left - strips, 0);
                if left == 0 {
                    return;
                }
            }
            (their_men, group) = (next_subset(their_men), 0);
        }
    }

    /// Calls `visit` with each strip of a group, in order.
    #[inline]
    pub fn walk_group<S: SquareSet>(&self, group: u64, mut visit: impl FnMut(&Strip<S>)) {
        let men = canonical_men(self.game, self.mover.men)[group as usize];
        let own = OwnMen::new(self.board, unrank_set(u64::from(men), self.mover.men));
        let mut their_men = unrank_set::<S>(0, self.other.men);
        for _ in 0..self.their_men {
            self.strips_of_pair(&own, their_men, 0..self.own_knights, &mut |strip| {
                visit(strip);
                true
            });
            their_men = next_subset(their_men);
        }
    }

    /// Calls `visit` with some of the strips that have the same Men until it says no; says whether it never did.
    #[inline]
    fn strips_of_pair<S: SquareSet>(
        &self,
        own: &OwnMen<S>,
        their_men: S,
        knights: Range<u64>,
        visit: &mut impl FnMut(&Strip<S>) -> bool,
    ) -> bool {
        let same_men = SameMen::new(own, their_men, self.other.knights);
        let mut free = unrank_set::<S>(knights.start, self.mover.knights);
        for _ in knights {
            let knights = free.iter().fold(S::EMPTY, |set, free| set.with(nth_free(own.given(), free)));
            if !visit(&same_men.strip(knights)) {
                return false;
            }
            free = next_subset(free);
        }
        true
    }
}

/// The set of `k` squares that has a number.
#[inline]
pub(super) fn unrank_set<S: SquareSet>(number: u64, k: u8) -> S {
    let mut set = S::EMPTY;
    unrank_subset(number, k, |square| set = set.with(square));
    set
}

impl From<Ordering> for Row {
    /// From how a placement compares with its mirror image.
    fn from(order: Ordering) -> Self {
        match order {
            Ordering::Less => Self::Twin,
            Ordering::Equal => Self::SelfMirrored,
            Ordering::Greater => Self::Dropped,
        }
    }
}

/// How many sets of `size` of the first `squares` squares are their own mirror image: made of pairs and of squares on the
/// middle file.
fn self_mirrored_sets(board: &Board, squares: u8, size: u8) -> u64 {
    let middle = (0..squares).filter(|&square| board.mirror(square) == square).count() as u8;
    let pairs = (squares - middle) / 2;
    (0..=size / 2).map(|paired| binomial(pairs, paired) * binomial(middle, size - 2 * paired)).sum()
}

/// The numbers of all placements of so many Men that lead a canonical row, ascending; made when first asked for.
pub(super) fn canonical_men(game: Game, men: u8) -> &'static [u32] {
    static MADE: [[OnceLock<Box<[u32]>>; MAX_SUBSET + 1]; Game::ALL.len()] =
        [const { [const { OnceLock::new() }; MAX_SUBSET + 1] }; Game::ALL.len()];
    MADE[game as usize][usize::from(men)].get_or_init(|| {
        let numbering = Numbering::new(game, Material { knights: 0, men });
        let board = game.board();
        let leads = |&rank: &u32| {
            let pieces: Pieces<Squares> = numbering.unrank(u64::from(rank));
            compare_with_mirror(board, pieces) != Ordering::Greater
        };
        let len = u32::try_from(numbering.len()).expect("one side of a table has fewer than 2^32 placements");
        (0..len).filter(leads).collect()
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use crate::game::{SquareSet, View, duty};
    use crate::index::{Cell, Half, Layout, Numbering, Row, Strips, TableName};

    /// The slow twin: every cell of a table, unranked through the layout, asked for its duty, and put in order by hand.
    fn check<S: SquareSet>(name: &str) {
        let name: TableName = name.parse().unwrap();
        let (layout, board) = (Layout::new(name), name.game().board());
        for &half in name.halves() {
            let strips = Strips::new(name, half);
            let [mover, other] = name.mover_and_other(half).map(|material| Numbering::new(name.game(), material));
            // What the file must hold, as (their Men, own Men, own Knights, their Knights).
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
        [their_men, men, own, theirs]
    }

    /// The layout's cells in the order of the strips, once by [`Strips::walk`] and once by groups, as the writer does.
    fn walk<S: SquareSet>(layout: &Layout, strips: &Strips, half: Half) -> Vec<u64> {
        let (mut first_row, columns) = (0, strips.longest());
        // The cells of each group, by the other side's Men.
        let mut grouped: Vec<Vec<Vec<u64>>> = Vec::new();
        for group in 0..strips.groups() {
            let mut next = first_row;
            let rows: Vec<u64> = strips
                .rows(group)
                .map(|row| {
                    let number = next;
                    next += u64::from(row != Row::Dropped);
                    number
                })
                .collect();
            let (mut number, mut cells) = (0, vec![Vec::new(); strips.their_men() as usize]);
            strips.walk_group::<S>(group, |strip| {
                let (row, their_men) = (rows[number % rows.len()], number / rows.len());
                let first = row * layout.columns(half) + their_men as u64 * columns;
                let before = cells[their_men].len();
                strip.for_each(|knights| cells[their_men].push(first + knights));
                assert_eq!(cells[their_men].len() - before, strip.count() as usize);
                number += 1;
            });
            grouped.push(cells);
            first_row = next;
        }
        assert_eq!(first_row, layout.rows(half));
        let in_order = |their_men: usize| grouped.iter().flat_map(move |group| group[their_men].iter().copied());
        let cells: Vec<u64> = (0..strips.their_men() as usize).flat_map(in_order).collect();
        let count = |range| {
            let mut count = 0;
            strips.walk::<S>(range, |strip| {
                count += strip.count() as usize;
                true
            });
            count
        };
        for middle in [0, 1, strips.len() / 3, strips.len() / 2, strips.len()] {
            assert_eq!(count(0..middle) + count(middle..strips.len()), cells.len());
        }
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
