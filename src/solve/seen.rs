//! One half of a table while it is being solved, as the opponent of its player to move sees it: rows are the opponent's
//! placements, columns the mover's.
//!
//! Bits of all rows in the same group of columns stand together. A step of work goes through one group of columns (and its
//! mirror image) at a time, so that all rows its moves lead to are in the cache: half a megabyte each in Camette's full
//! table.

use std::sync::Arc;

use rayon::prelude::*;

use crate::game::SquareSet;

use super::bits::{BitIter, GROUP, Group};
use super::cells::Cells;
use super::kernel::{Kernels, Lanes, Task};
use super::slots::Slots;

/// The opponent's view of a half.
#[derive(Debug)]
pub(super) struct Seen {
    mover: Arc<Slots>,
    other: Arc<Slots>,
    /// Positions found lost for the mover at the last even depth.
    lost: Found,
    /// Positions that the mover wins, and cells that are no position: nothing to move to for a player about to lose.
    won: Found,
}

#[derive(Debug)]
struct Found {
    /// For each group of columns, the bits of all rows.
    bits: Vec<Group>,
    /// Likewise the rows with positions found at the last depth, 64 rows a word.
    touched: Vec<u64>,
}

/// One group of columns of [`Seen`], of one outcome.
#[derive(Clone, Copy, Debug)]
pub(super) struct Column<'a> {
    pub rows: &'a [Group],
    /// The rows that the last depth has changed, 64 a word.
    pub touched: &'a [u64],
}

impl Column<'_> {
    /// Whether so many rows have positions of the last depth that looking at all rows that may lead
    /// there costs less than finding out which.
    #[inline(always)]
    pub(super) fn is_dense(&self) -> bool {
        16 * self.touched.iter().map(|rows| rows.count_ones() as usize).sum::<usize>() > self.rows.len()
    }
}

impl Seen {
    pub(super) fn new(mover: Arc<Slots>, other: Arc<Slots>) -> Self {
        let (groups, rows) = (mover.groups(), other.rows());
        let flags = || vec![0; groups * rows / 64];
        let overlap = |group: usize, row: usize| {
            let squares = other.side(row).into_iter().flat_map(|side| side.all().iter());
            squares.fold(Group::EMPTY, |overlap, square| overlap | Group::of(mover.has_turned(square), group))
        };
        let won = (0..groups * rows).into_par_iter().map(|at| overlap(at / rows, at % rows)).collect();
        Self {
            lost: Found { bits: vec![Group::EMPTY; groups * rows], touched: flags() },
            won: Found { bits: won, touched: flags() },
            mover,
            other,
        }
    }

    /// What the search at a depth goes by in a group of columns: positions lost at the depth before if it is odd, else all
    /// positions won.
    pub(super) fn column(&self, depth: u16, group: usize) -> Column<'_> {
        let found = if depth % 2 == 1 { &self.lost } else { &self.won };
        let rows = self.other.rows();
        Column { rows: &found.bits[group * rows..][..rows], touched: &found.touched[group * rows / 64..][..rows / 64] }
    }

    /// The same in the group's mirror image.
    pub(super) fn mirror_column(&self, depth: u16, group: usize) -> Column<'_> {
        self.column(depth, self.mover.mirror_group(group))
    }

    /// Takes in the positions of one depth: wins are added to those before, losses take their place. Tells whether there
    /// were any.
    pub(super) fn take(&mut self, cells: &Cells, depth: u16, kernels: Kernels) -> bool {
        let rows = self.other.rows();
        let (mover, other) = (&*self.mover, &*self.other);
        let found = if depth % 2 == 1 { &mut self.won } else { &mut self.lost };
        let mut targets: Vec<Option<Target<'_>>> = found
            .bits
            .chunks_exact_mut(rows)
            .zip(found.touched.chunks_exact_mut(rows / 64))
            .map(|(rows, touched)| Some(Target { rows, touched }))
            .collect();
        // Each group of rows of the half fills its own columns here, and those of its mirror image.
        let takes: Vec<Take<'_>> = (0..mover.row_words() / GROUP)
            .filter_map(|group| {
                let straight = targets[group].take()?;
                let mirrored = targets[mover.mirror_group(group)].take();
                Some(Take { cells, other, depth, group, straight, mirrored })
            })
            .collect();
        takes.into_par_iter().map(|take| kernels.run(take)).reduce(|| false, |a, b| a | b)
    }

    /// Bytes that the view takes.
    pub(super) fn memory(&self) -> usize {
        [&self.lost, &self.won].map(|found| size_of_val(&*found.bits) + size_of_val(&*found.touched)).iter().sum()
    }
}

/// Where positions found are noted.
struct Target<'a> {
    rows: &'a mut [Group],
    touched: &'a mut [u64],
}

impl Target<'_> {
    /// Forgets the positions of the depth before, or that they are new.
    #[inline(always)]
    fn begin(&mut self, forget: bool) {
        for (word, touched) in self.touched.iter_mut().enumerate() {
            if forget {
                BitIter(*touched).for_each(|row| self.rows[64 * word + row] = Group::EMPTY);
            }
            *touched = 0;
        }
    }

    #[inline(always)]
    fn note(&mut self, row: usize, new: Group) {
        self.rows[row] |= new;
        self.touched[row / 64] |= u64::from(!new.is_empty()) << (row % 64);
    }
}

/// The positions of one depth in a group of rows of a half, to be noted in a group of columns of [`Seen`].
struct Take<'a> {
    cells: &'a Cells,
    other: &'a Slots,
    depth: u16,
    group: usize,
    straight: Target<'a>,
    /// The columns of the mirror images, unless they are the same.
    mirrored: Option<Target<'a>>,
}

impl Task for Take<'_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Lanes>(self) -> bool {
        let Self { cells, other, depth, group, mut straight, mut mirrored } = self;
        let forget = depth.is_multiple_of(2);
        straight.begin(forget);
        if let Some(mirrored) = &mut mirrored {
            mirrored.begin(forget);
        }
        let mut any = false;
        for word in 0..other.words {
            let right = word >= other.row_words();
            if right && mirrored.is_none() {
                // In self-mirrored rows these are mirror images of what the left has.
                break;
            }
            let Some(by_column) = gather::<L>(cells, GROUP * group, word, depth) else { continue };
            any = true;
            if !right {
                for (column, &rows) in by_column.iter().enumerate() {
                    straight.note(64 * word + column, rows);
                }
            }
            if let (Some(mirrored), true) = (&mut mirrored, right || other.is_middle(word)) {
                let into = 64 * other.mirror_word(word);
                for (column, &rows) in by_column.iter().enumerate() {
                    mirrored.note(into + if right { 63 - column } else { column }, rows.reversed());
                }
            }
        }
        any
    }
}

/// For each column of a word, the rows of a group that have the given depth. `None` if there are none.
#[inline(always)]
fn gather<L: Lanes>(cells: &Cells, first_row_word: usize, word: usize, depth: u16) -> Option<[Group; 64]> {
    let mut groups = None;
    for i in 0..GROUP {
        if let Some(bits) = cells.block(first_row_word + i, word / GROUP).by_column::<L>(word % GROUP, depth) {
            let groups = groups.get_or_insert([Group::EMPTY; 64]);
            groups.iter_mut().zip(bits).for_each(|(group, bits)| group.0[i] = bits);
        }
    }
    groups
}
