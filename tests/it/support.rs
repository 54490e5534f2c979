//! Tables to write: solved the slow and plain way, or made up; and the writing of them.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use roundtable::game::{SquareSet, Value, View, ending, stuck_value, successors};
use roundtable::index::{Cell, Half, Layout, Numbering, TableName};
use roundtable::solve::Solved;
use roundtable::table::{Summary, TableError, WriteOptions, write_table};

/// Compresses fast.
pub(crate) const QUICK: WriteOptions = WriteOptions { level: 3, block_cells: 16 << 10 };

/// Writes a table into a folder.
pub(crate) fn write(dir: &Path, table: &dyn Solved, options: WriteOptions) -> Result<Summary, TableError> {
    write_table(dir, table, options, &mut |_, _| ControlFlow::Continue(()))
}

/// A table in memory: a code for each cell of each half, 0 where there is no position.
#[derive(Debug)]
pub(crate) struct Full {
    pub(crate) layout: Layout,
    pub(crate) codes: Vec<Vec<u8>>,
}

impl Full {
    /// A table of made-up values.
    pub(crate) fn made_up(name: &str) -> Self {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        Self::fill(name.parse().unwrap(), |cell| {
            let hash = hasher.hash_one(cell);
            // Runs of like values, so that there is something to compress; never 0.
            if hash % 3 == 0 { 255 } else { (hash >> 8) as u8 % 60 + 1 }
        })
    }

    fn fill(name: TableName, code: impl Fn(Cell) -> u8 + Sync) -> Self {
        let layout = Layout::new(name);
        let half = |&half: &Half| {
            let cells = (0..layout.cells(half)).into_par_iter();
            cells
                .map(|index| Cell { half, index })
                .map(|cell| if layout.unrank::<u128>(cell).is_some() { code(cell) } else { 0 })
                .collect()
        };
        let codes = name.halves().iter().map(half).collect();
        Self { layout, codes }
    }

    pub(crate) fn code(&self, cell: Cell) -> u8 {
        self.codes[cell.half as usize][cell.index as usize]
    }

    /// Every position of the table, each once of itself and its mirror image.
    pub(crate) fn positions<S: SquareSet>(&self) -> impl Iterator<Item = (Cell, View<S>)> + '_ {
        self.layout.name().halves().iter().flat_map(move |&half| {
            (0..self.layout.cells(half))
                .map(move |index| Cell { half, index })
                .filter_map(|cell| Some((cell, self.layout.unrank(cell)?)))
        })
    }
}

impl Solved for Full {
    fn name(&self) -> TableName {
        self.layout.name()
    }

    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]) {
        let (name, board) = (self.name(), self.name().game().board());
        let columns = self.layout.columns(half);
        assert_eq!(codes.len() as u64, columns);
        let [_, other] = name.mover_and_other(half).map(|material| Numbering::new(name.game(), material));
        codes.fill(0);
        for column in 0..columns {
            let cell = Cell { half, index: row * columns + column };
            let Some(view) = self.layout.unrank::<u128>(cell) else { continue };
            codes[column as usize] = self.code(cell);
            if view.mirrored(board).own == view.own {
                let theirs = view.enemy_side().map(|set| set.turned(board.squares()));
                codes[other.mirror(board, theirs) as usize] = self.code(cell);
            }
        }
    }
}

/// Solves tables by sweeps over all positions, a sweep for each depth.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    tables: HashMap<TableName, Arc<Full>>,
}

impl Solver {
    pub(crate) fn solve(&mut self, name: TableName) -> Arc<Full> {
        if let Some(table) = self.tables.get(&name) {
            return Arc::clone(table);
        }
        for smaller in name.after_capture() {
            self.solve(smaller);
        }
        self.tables.insert(name, Arc::new(Full::fill(name, |_| 1)));
        let mut open: Vec<Cell> = self.tables[&name].positions::<u32>().map(|(cell, _)| cell).collect();
        self.set(name, &open.iter().map(|&cell| (cell, 0)).collect::<Vec<_>>());
        let deepest = self.tables.values().flat_map(|table| table.codes.iter().flatten()).filter(|&&code| code < 255);
        let deepest = u16::from(*deepest.max().unwrap());
        // A depth without a new value, once smaller tables have no more to give, and there will be none.
        for depth in 0.. {
            let found: Vec<(Cell, u8)> = open
                .par_iter()
                .filter_map(|&cell| Some((cell, self.value_at(name, cell, depth)?.code().unwrap())))
                .collect();
            self.set(name, &found);
            open.retain(|&cell| self.tables[&name].code(cell) == 0);
            if found.is_empty() && depth > deepest + 2 {
                break;
            }
        }
        self.set(name, &open.iter().map(|&cell| (cell, 255)).collect::<Vec<_>>());
        Arc::clone(&self.tables[&name])
    }

    fn set(&mut self, name: TableName, values: &[(Cell, u8)]) {
        let table = Arc::get_mut(self.tables.get_mut(&name).unwrap()).unwrap();
        for &(cell, code) in values {
            table.codes[cell.half as usize][cell.index as usize] = code;
        }
    }

    /// The value of a position if it is a win or loss of just this depth, all of lesser depth being known.
    fn value_at(&self, name: TableName, cell: Cell, depth: u16) -> Option<Value> {
        let board = name.game().board();
        let view = self.tables[&name].layout.unrank::<u32>(cell).unwrap();
        let (mut any, mut lost) = (false, true);
        let flow = successors(board, &view, |after| {
            any = true;
            match self.known(&after.turned(board), name) {
                Some(Value::Loss(d)) if d < depth => return ControlFlow::Break(Value::Win(d + 1)),
                Some(Value::Win(d)) if d < depth => {}
                _ => lost = false,
            }
            ControlFlow::Continue(())
        });
        match flow {
            ControlFlow::Break(win) => Some(win),
            ControlFlow::Continue(()) if !any => Some(stuck_value(board, &view)),
            ControlFlow::Continue(()) => (lost && depth > 0).then_some(Value::Loss(depth)),
        }
    }

    fn known(&self, view: &View<u32>, name: TableName) -> Option<Value> {
        let board = name.game().board();
        if let Some(ending) = ending(board, view) {
            return Some(ending.value());
        }
        let (name, _) = TableName::holding(name.game(), view);
        let table = &self.tables[&name];
        Value::from_code(table.code(table.layout.rank(view)))
    }
}
