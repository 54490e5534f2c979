//! Tables in memory: a code for each cell of the layout, found by arithmetic.

use std::sync::atomic::{AtomicU8, Ordering};

use crate::game::{Board, Game, SquareSet, Value, View};
use crate::index::{Grid, Groups, Half, Layout, Material, TableName};
use crate::table::{Table, TableError};

use super::report::{Mismatch, Tally};

/// A table in memory.
#[derive(Debug)]
pub(crate) struct Unpacked<S> {
    pub layout: Layout,
    pub halves: Vec<UnpackedHalf<S>>,
}

/// Half a table: a code for each cell; 0 where there is no position, or no value yet.
///
/// Threads write different cells, and none reads what another writes at the same time, so relaxed atomics are enough: they
/// cost what bytes cost.
#[derive(Debug)]
pub(crate) struct UnpackedHalf<S> {
    pub grid: Grid<S>,
    codes: Vec<AtomicU8>,
}

impl<S: SquareSet> UnpackedHalf<S> {
    fn new(layout: &Layout, half: Half) -> Self {
        let codes = (0..layout.cells(half)).map(|_| AtomicU8::new(0)).collect();
        Self { grid: layout.grid(half), codes }
    }

    #[inline]
    pub(super) fn value(&self, row: usize, column: usize) -> Option<Value> {
        Value::from_code(self.code(row * self.grid.columns() + column))
    }

    /// The code of a cell.
    #[inline]
    pub(super) fn code(&self, cell: usize) -> u8 {
        self.codes[cell].load(Ordering::Relaxed)
    }

    #[inline]
    pub(super) fn set(&self, row: usize, column: usize, code: u8) {
        self.set_cell(row * self.grid.columns() + column, code);
    }

    #[inline]
    fn set_cell(&self, cell: usize, code: u8) {
        self.codes[cell].store(code, Ordering::Relaxed);
    }
}

/// How many bytes a table takes in memory.
pub(super) fn memory(name: TableName) -> u64 {
    let layout = Layout::new(name);
    name.halves().iter().map(|&half| layout.cells(half)).sum()
}

/// Tables in memory, found by the material of both sides.
#[derive(Debug)]
pub(crate) struct Tables<S> {
    game: Game,
    board: &'static Board,
    unpacked: Vec<Unpacked<S>>,
    /// For the material of the mover and of the other side, the table and its half.
    halves: Vec<Option<(u32, Half)>>,
}

impl<S: SquareSet> Tables<S> {
    pub(crate) fn new(game: Game) -> Self {
        let sides = Material::numbers(game);
        Self { game, board: game.board(), unpacked: Vec::new(), halves: vec![None; sides * sides] }
    }

    pub(crate) const fn board(&self) -> &'static Board {
        self.board
    }

    /// A table that was unpacked before.
    pub(crate) fn get(&self, name: TableName) -> Option<&Unpacked<S>> {
        let [larger, smaller] = name.sides();
        self.find(larger, smaller).map(|(table, _)| table)
    }

    #[inline]
    fn slot(&self, mover: Material, other: Material) -> usize {
        mover.number(self.game) * Material::numbers(self.game) + other.number(self.game)
    }

    /// The table of positions of such material that was unpacked before, and its half.
    #[inline]
    pub(super) fn find(&self, mover: Material, other: Material) -> Option<(&Unpacked<S>, Half)> {
        let (table, half) = self.halves[self.slot(mover, other)]?;
        Some((&self.unpacked[table as usize], half))
    }

    /// The code of a position that is not ended; 0 if its table does not tell, which is a fault found elsewhere.
    ///
    /// # Panics
    /// If the position's table was not unpacked.
    #[inline]
    pub(crate) fn code(&self, view: &View<S>) -> u8 {
        let table = self.find(Material::of(view.own), Material::of(view.enemy));
        let (table, half) = table.expect("a plan has the tables that captures lead to, smaller ones first");
        table.halves[half as usize].code(table.layout.rank_in(half, view) as usize)
    }

    /// Reads a table's stored values. Notes cells with two values and, if asked to look, values that a probe would not find
    /// where they are, which takes as long again.
    pub(crate) fn unpack(&mut self, file: &Table, look: bool) -> Result<Tally, TableError> {
        let name = file.name();
        let layout = Layout::new(name);
        let mut tally = Tally::default();
        let mut halves = Vec::new();
        for &half in name.halves() {
            let unpacked = UnpackedHalf::new(&layout, half);
            tally = tally.merge(unpack_half(file, &layout, half, &unpacked, look)?);
            halves.push(unpacked);
            let [mover, other] = name.mover_and_other(half);
            let slot = self.slot(mover, other);
            self.halves[slot] = Some((self.unpacked.len() as u32, half));
        }
        self.unpacked.push(Unpacked { layout, halves });
        Ok(tally)
    }
}

/// Reads half a table block by block.
fn unpack_half<S: SquareSet>(
    file: &Table,
    layout: &Layout,
    half: Half,
    into: &UnpackedHalf<S>,
    look: bool,
) -> Result<Tally, TableError> {
    let groups = Groups::new(file.name(), half);
    file.fold_half::<S, _>(
        half,
        Tally::default,
        |tally, range, codes| {
            let mut next = 0;
            groups.walk::<S>(range, |group| {
                for (rank, view) in (0..).zip(groups.views(group)) {
                    let (name, cell) = (file.name(), layout.rank_in(half, &view) as usize);
                    if look && groups.find(&view) != (group.number, rank) {
                        tally.note(Mismatch::Misplaced { name, half, group: group.number, cell: rank });
                    } else if ![0, codes[next]].contains(&into.code(cell)) {
                        tally.note(Mismatch::Twins { name, half, group: group.number, cell: rank });
                    } else {
                        into.set_cell(cell, codes[next]);
                    }
                    next += 1;
                }
            });
        },
        Tally::merge,
    )
}
