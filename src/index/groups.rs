//! The order in which tables store positions: groups of cells that differ only in which pieces are the Knights.
//!
//! A [row of the layout](super::Layout) is a placement of the mover, a column one of the other side. A file keeps the
//! same positions in another order, in which neighbours resemble each other more: squares outermost, Knights innermost.
//!
//! ```text
//! for each set of squares of the mover, of two mirror images the one with the smaller number
//!     for each set of squares of the other side                           a group
//!         for each choice of the mover's Knights among its pieces
//!             for each choice of the other side's Knights                 a cell
//! ```
//!
//! All ascends, and both sets of squares are numbered in the mover's view, so that the squares nearest the goal go
//! outermost. Two thirds of the stored groups of Camette's large tables have one value throughout; `docs/format.md`
//! compares other orders.
//!
//! A group is stored whole or not at all: not if its squares overlap, not if the mover has a jump, whichever pieces are the
//! Knights, and not if its mirror image is: where the mover's squares are their own mirror image, of two groups the
//! one with the smaller number is stored. A group that is its own mirror image has mirror images among its cells. They
//! are stored twice, with one value.
//!
//! In Camelot, a set of squares with a piece on the enemy castle tells castle moves apart, as the numbering of a side does.
//!
//! Groups are numbered densely, those that are not stored included, so that finding one is arithmetic.

use std::ops::Range;

use crate::game::{Board, Game, Side, SquareSet, View};

use super::material::{Half, Material, TableName};
use super::numbering::{knight_choice, knight_choices, with_knights};
use super::quiet::Threats;
use super::sets::SquareSets;

/// The numbers of the groups of one half of a table.
///
/// Costs nothing to make, however large the table is.
///
/// ```
/// use roundtable::game::Position;
/// use roundtable::index::{Groups, Half};
///
/// let groups = Groups::new("camette:KM-KM".parse().unwrap(), Half::First);
/// let position: Position = "1/mk1/5/5/5/MK1/1 w".parse().unwrap();
/// let view = position.view().narrow::<u32>();
/// let (number, cell) = groups.find(&view);
/// assert!(number < groups.len() && cell < groups.cells());
/// groups.walk::<u32>(number..number + 1, |group| {
///     assert_eq!(groups.views(group).nth(cell as usize).unwrap(), view);
/// });
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Groups {
    game: Game,
    board: &'static Board,
    mover: Material,
    other: Material,
    sets: SquareSets,
    /// Sets of the mover's squares that lead groups.
    own_sets: u64,
    /// Sets of the other side's squares.
    enemy_sets: u64,
}

/// A group: the squares of both sides, in the mover's view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group<S> {
    /// The number of the group in its half.
    pub number: u64,
    /// The mover's squares.
    pub own: S,
    /// The other side's squares.
    pub enemy: S,
    /// Castle moves of the mover and of the other side.
    pub castle_moves: [u8; 2],
}

impl Groups {
    /// The groups of a half of a table.
    #[must_use]
    pub fn new(name: TableName, half: Half) -> Self {
        let (game, board) = (name.game(), name.game().board());
        let [mover, other] = name.mover_and_other(half);
        let sets = SquareSets::new(board);
        let own_sets = u64::midpoint(sets.len(mover.pieces()), sets.self_mirrored(board, mover.pieces()));
        Self { game, board, mover, other, sets, own_sets, enemy_sets: sets.len(other.pieces()) }
    }

    /// How many groups there are, those that are not stored included.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a half has at least one group")]
    pub const fn len(&self) -> u64 {
        self.own_sets * self.enemy_sets
    }

    /// How many sets of the mover's squares lead groups.
    #[must_use]
    pub const fn own_sets(&self) -> u64 {
        self.own_sets
    }

    /// How many groups each of them leads.
    #[must_use]
    pub const fn enemy_sets(&self) -> u64 {
        self.enemy_sets
    }

    /// How many cells each group has.
    #[must_use]
    pub fn cells(&self) -> u64 {
        knight_choices(self.mover) * knight_choices(self.other)
    }

    /// Where a position of this half is: the number of its group, and the cell in the group. A position and its mirror
    /// image have the same place, unless their group is its own mirror image. An ended game has no place; asking for it
    /// gives one that means nothing.
    #[inline]
    #[must_use]
    pub fn find<S: SquareSet>(&self, view: &View<S>) -> (u64, u64) {
        let board = self.board;
        let mirror = view.mirrored(board);
        let [own_moves, enemy_moves] = view.castle_moves;
        let sets = |view: &View<S>| {
            (self.sets.rank(view.own.all(), own_moves), self.sets.rank_turned(view.enemy.all(), enemy_moves))
        };
        let (straight, mirrored) = (sets(view), sets(&mirror));
        let (view, (own, enemy)) = if mirrored < straight { (&mirror, mirrored) } else { (view, straight) };
        let own = SquareSets::canonical(self.game, self.mover.pieces()).partition_point(|&set| u64::from(set) < own);
        let theirs = view.enemy.map(|set| set.turned(board.squares()));
        let cell = knight_choice(view.own) * knight_choices(self.other) + knight_choice(theirs);
        (own as u64 * self.enemy_sets + enemy, cell)
    }

    /// Calls `visit` with each stored group of a range, in order.
    #[inline]
    pub fn walk<S: SquareSet>(&self, range: Range<u64>, mut visit: impl FnMut(Group<S>)) {
        debug_assert!(range.end <= self.len());
        for own_set in range.start / self.enemy_sets..range.end.div_ceil(self.enemy_sets) {
            let first = own_set * self.enemy_sets;
            self.walk_part(own_set, &(range.start.saturating_sub(first)..range.end - first), &mut visit);
        }
    }

    /// Calls `visit` with each stored group that a set of the mover's squares leads, in order.
    ///
    /// # Panics
    /// If there is no such set.
    #[inline]
    pub fn walk_own_set<S: SquareSet>(&self, own_set: u64, mut visit: impl FnMut(Group<S>)) {
        self.walk_part(own_set, &(0..self.enemy_sets), &mut visit);
    }

    /// The same for numbers of the other side's squares in a range.
    #[inline]
    fn walk_part<S: SquareSet>(&self, own_set: u64, range: &Range<u64>, visit: &mut impl FnMut(Group<S>)) {
        let (own, own_moves) = self.own_squares(own_set);
        let symmetric = self.board.mirrored(own) == own;
        let first = own_set * self.enemy_sets;
        let threats = Threats::<S>::new(self.board, own);
        threats.quiet_sets(self.sets, self.other.pieces(), range, |enemy, enemy_moves, number| {
            let is_mirror = || number > self.sets.rank_turned(self.board.mirrored(enemy), enemy_moves);
            if !(symmetric && is_mirror()) {
                visit(Group { number: first + number, own, enemy, castle_moves: [own_moves, enemy_moves] });
            }
        });
    }

    /// A set of the mover's squares, and its castle moves.
    fn own_squares<S: SquareSet>(&self, own_set: u64) -> (S, u8) {
        let number = SquareSets::canonical(self.game, self.mover.pieces())[own_set as usize];
        self.sets.unrank(u64::from(number), self.mover.pieces())
    }

    /// The placements of the mover on a set of its squares, in the order of cells.
    ///
    /// # Panics
    /// If there is no such set.
    pub fn placements<S: SquareSet>(&self, own_set: u64) -> impl Iterator<Item = Side<S>> + use<S> {
        let (squares, castle_moves) = self.own_squares(own_set);
        placements(squares, castle_moves, self.mover)
    }

    /// The cells of a group, in order, as positions.
    pub fn views<S: SquareSet>(&self, group: Group<S>) -> impl Iterator<Item = View<S>> + use<S> {
        let Self { board, mover, other, .. } = *self;
        let [own_moves, enemy_moves] = group.castle_moves;
        placements(group.own, own_moves, mover).flat_map(move |own| {
            placements(group.enemy.turned(board.squares()), enemy_moves, other)
                .map(move |theirs| View::of(own, theirs.map(|set| set.turned(board.squares()))))
        })
    }
}

/// All ways to place a side on its squares.
fn placements<S: SquareSet>(squares: S, castle_moves: u8, side: Material) -> impl Iterator<Item = Side<S>> {
    (0..knight_choices(side))
        .map(move |choice| Side { pieces: with_knights(squares, side.knights, choice), castle_moves })
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, HashSet};

    use super::*;
    use crate::game::{Squares, duty};
    use crate::index::{Cell, Layout};

    /// The slow twin: every cell of a table, unranked through the layout and asked for its duty, stands in a stored group
    /// or not; and the groups hold nothing else.
    fn check<S: SquareSet>(name: &str) {
        let name: TableName = name.parse().unwrap();
        let (layout, board) = (Layout::new(name), name.game().board());
        for &half in name.halves() {
            let groups = Groups::new(name, half);
            let mut stored = HashMap::new();
            let mut last = None;
            groups.walk::<S>(0..groups.len(), |group| {
                assert!(last < Some(group.number), "numbers ascend");
                last = Some(group.number);
                for (cell, view) in (0..).zip(groups.views(group)) {
                    let mirror = view.mirrored(board);
                    let places = [groups.find(&view), groups.find(&mirror)];
                    assert_eq!(places[0], (group.number, cell));
                    assert_eq!(places[1].0, group.number);
                    stored.insert(places[0], layout.rank(&view));
                    assert_eq!(layout.rank(&view), layout.rank(&mirror));
                }
                assert_eq!(groups.views(group).count() as u64, groups.cells());
            });
            let mut found: HashSet<Cell> = HashSet::new();
            for index in 0..layout.cells(half) {
                let cell = Cell { half, index };
                let Some(view) = layout.unrank::<S>(cell) else { continue };
                let place = stored.get(&groups.find(&view));
                assert_eq!(place, (!duty(board, &view).must_capture).then_some(&cell), "{name} {half:?} {index}");
                found.extend(place);
            }
            assert!(stored.values().all(|cell| found.contains(cell)));
            parts_make_the_whole::<S>(&groups);
        }
    }

    /// A walk in parts meets what a walk in one go does.
    fn parts_make_the_whole<S: SquareSet>(groups: &Groups) {
        let walk = |range: Range<u64>| {
            let mut met = Vec::new();
            groups.walk::<S>(range, |group| met.push(group));
            met
        };
        let whole = walk(0..groups.len());
        for middle in [0, 1, groups.len() / 3, groups.enemy_sets(), groups.len()] {
            let parts = [walk(0..middle), walk(middle..groups.len())].concat();
            assert_eq!(parts, whole);
        }
        // As blocks do: many parts, which begin and end within a set of the mover's.
        let part = groups.enemy_sets() / 7 + 1;
        let parts = (0..groups.len().div_ceil(part)).map(|i| walk(i * part..groups.len().min((i + 1) * part)));
        assert_eq!(parts.collect::<Vec<_>>().concat(), whole);
    }

    #[test]
    fn stored_groups_are_the_quiet_positions() {
        for name in ["M-M", "K-M", "K-K", "MM-M", "KM-K", "KK-K", "KK-M", "KK-KM", "KM-KM", "KM-MM", "KK-KK", "MM-MM"] {
            check::<u32>(name);
        }
        for name in ["KKK-K", "KKK-KK", "MMM-K", "MMM-KK", "KMM-K"] {
            check::<u32>(name);
        }
        check::<u128>("cam:K-M");
        check::<u128>("cam:KM-K");
        check::<Squares>("camelot:MM-K");
        for name in ["camelet:MM-M", "camelet:KM-K", "camelet:KK-MM", "camelet:KM-KM", "camelet:KMM-K"] {
            check::<u32>(name);
        }
    }

    /// Random cells of larger tables: stored just when quiet, and under themselves.
    #[test]
    fn sampled_cells_of_larger_tables() {
        for name in ["KMM-KM", "KMMM-KMMM", "KKK-KKK", "KKKK-KKMM"] {
            let name: TableName = name.parse().unwrap();
            let (layout, board) = (Layout::new(name), name.game().board());
            for &half in name.halves() {
                let groups = Groups::new(name, half);
                let mut stored = 0;
                for sample in 0..3000u64 {
                    let index = sample.wrapping_mul(0x9E37_79B9_7F4A_7C15) % layout.cells(half);
                    let cell = Cell { half, index };
                    let Some(view) = layout.unrank::<u32>(cell) else { continue };
                    let (number, place) = groups.find(&view);
                    let mut found = None;
                    groups.walk::<u32>(number..number + 1, |group| {
                        found = groups.views(group).nth(place as usize).map(|view| layout.rank(&view));
                    });
                    assert_eq!(found, (!duty(board, &view).must_capture).then_some(cell));
                    stored += usize::from(found.is_some());
                }
                assert!(stored > 100);
            }
        }
    }
}
