//! The slow twin: forward sweeps over legal moves, one position at a time, without symmetry and without tricks.
//!
//! For every depth d it looks at every position that has no value yet. If a move leads to a position lost in d - 1, it is
//! won in d; if all moves lead to positions won in at most d - 1, it is lost in d. What is left when no position of depth
//! d - 1 exists anywhere is a draw.
//!
//! Takes a sweep over the table for each depth, and a byte of memory for each pair of placements; it is here to prove
//! [`super::solve`] right on tables small enough.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU8, Ordering};

use rayon::prelude::*;

use crate::game::{
    Board, RuleSet, Side, SquareSet, Squares, Value, View, ending, stuck_value, successors, with_squares,
};
use crate::index::{Half, Layout, Numbering, TableName};

use super::{Plan, Solved};

/// Tables solved by forward sweeps.
#[derive(Debug, Default)]
pub struct Reference {
    rules: RuleSet,
    tables: HashMap<TableName, ReferenceTable>,
}

/// A table solved by forward sweeps: for each half, value codes by placement of the mover and placement of the other side.
#[derive(Debug)]
pub struct ReferenceTable {
    name: TableName,
    board: Board,
    layout: Layout,
    halves: Vec<Sweep>,
    deepest: u16,
}

#[derive(Debug)]
struct Sweep {
    mover: Numbering,
    other: Numbering,
    codes: Vec<AtomicU8>,
}

impl Reference {
    /// Solves the tables of a plan, one after another.
    #[must_use]
    pub fn solve(plan: &Plan) -> Self {
        let mut reference = Self::default();
        for step in plan.steps() {
            reference.add(step.name);
        }
        reference
    }

    /// Solves a table whose smaller tables have been added before.
    ///
    /// # Panics
    /// If one of them has not.
    pub fn add(&mut self, name: TableName) -> &ReferenceTable {
        let table = with_squares!(name.game(), S => self.table::<S>(name));
        self.tables.entry(name).insert_entry(table).into_mut()
    }

    /// No tables yet; they will be solved by the given rules.
    #[must_use]
    pub fn by_rules(rules: RuleSet) -> Self {
        Self { rules, tables: HashMap::new() }
    }

    /// A solved table.
    #[must_use]
    pub fn get(&self, name: TableName) -> Option<&ReferenceTable> {
        self.tables.get(&name)
    }

    fn table<S: SquareSet>(&self, name: TableName) -> ReferenceTable {
        let halves = name.halves().iter().map(|&half| {
            let [mover, other] = name.mover_and_other(half).map(|side| Numbering::new(name.game(), side));
            let codes = (0..mover.len() * other.len()).map(|_| AtomicU8::new(0)).collect();
            Sweep { mover, other, codes }
        });
        let mut table = ReferenceTable {
            name,
            board: name.game().board().with_rules(self.rules),
            layout: Layout::new(name),
            halves: halves.collect(),
            deepest: 0,
        };
        let smaller = name.after_capture().map(|smaller| self.tables[&smaller].deepest).max().unwrap_or(0);
        let mut depth = 0;
        while depth <= smaller.max(table.deepest) + 1 {
            if self.sweep::<S>(&table, depth) {
                table.deepest = depth;
            }
            depth += 1;
        }
        table
    }

    /// Gives every position of a depth its value; whether there were any.
    fn sweep<S: SquareSet>(&self, table: &ReferenceTable, depth: u16) -> bool {
        let board = &table.board;
        let found = table.halves.iter().map(|half| {
            let own = placements::<S>(&half.mover);
            // The other side's outermost: moves lead to one row of the opponent's half, which stays in the processor's cache.
            placements::<S>(&half.other)
                .par_iter()
                .map(|side| side.map(|set| set.turned(board.squares())))
                .enumerate()
                .map(|(column, enemy)| {
                    let mut found = false;
                    for (row, &own) in own.iter().enumerate() {
                        let code = &half.codes[row * half.other.len() as usize + column];
                        if code.load(Ordering::Relaxed) == 0
                            && own.all().intersection(enemy.all()).is_empty()
                            && let Some(value) = self.value_at(table, &View::of(own, enemy), depth)
                        {
                            code.store(value.code().unwrap_or_default(), Ordering::Relaxed);
                            found |= value.depth().is_some();
                        }
                    }
                    found
                })
                .reduce(|| false, |a, b| a | b)
        });
        found.fold(false, |a, b| a | b)
    }

    /// The value of a position if it is decided at this depth.
    fn value_at<S: SquareSet>(&self, table: &ReferenceTable, view: &View<S>, depth: u16) -> Option<Value> {
        let board = &table.board;
        let mut moves = 0;
        // Wins come at odd depths and losses at even ones; so the search can end at the first move that tells.
        let odd = !depth.is_multiple_of(2);
        let told = successors(board, view, |after| {
            moves += 1;
            let tells = match self.known(table, &after.turned(board)).map(Value::before) {
                Some(Value::Win(d)) if odd => d == depth,
                Some(Value::Loss(d)) if d <= depth => false,
                _ => !odd,
            };
            if tells { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break();
        match (moves, odd) {
            (0, _) => Some(stuck_value(board, view)),
            (_, true) => told.then_some(Value::Win(depth)),
            (_, false) => (!told).then_some(Value::Loss(depth)),
        }
    }

    /// The value of a position if it is known by now; draws of this table are not.
    fn known<S: SquareSet>(&self, table: &ReferenceTable, view: &View<S>) -> Option<Value> {
        if let Some(ending) = ending(&table.board, view) {
            return Some(ending.value());
        }
        let (name, half) = TableName::holding(table.name.game(), view);
        if name == table.name {
            table.code(half, view)
        } else {
            Some(self.tables[&name].code(half, view).unwrap_or(Value::Draw))
        }
    }
}

/// All placements of a side, by their numbers.
fn placements<S: SquareSet>(side: &Numbering) -> Vec<Side<S>> {
    (0..side.len()).map(|number| side.unrank(number)).collect()
}

impl ReferenceTable {
    fn half(&self, half: Half) -> &Sweep {
        &self.halves[self.name.halves().iter().position(|&h| h == half).expect("the table has the half")]
    }

    fn code<S: SquareSet>(&self, half: Half, view: &View<S>) -> Option<Value> {
        let half = self.half(half);
        let squares = self.board.squares();
        let theirs = view.enemy_side().map(|set| set.turned(squares));
        let cell = half.mover.rank(view.own_side()) * half.other.len() + half.other.rank(theirs);
        Value::from_code(half.codes[cell as usize].load(Ordering::Relaxed))
    }

    /// The value of a position of the table.
    #[must_use]
    pub fn value<S: SquareSet>(&self, view: &View<S>) -> Value {
        let (_, half) = TableName::holding(self.name.game(), view);
        self.code(half, view).unwrap_or(Value::Draw)
    }
}

impl Solved for ReferenceTable {
    fn name(&self) -> TableName {
        self.name
    }

    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]) {
        let sweep = self.half(half);
        let own = self.layout.placement(half, row);
        let pieces = sweep.mover.unrank::<Squares>(own).all();
        for (theirs, code) in codes.iter_mut().enumerate() {
            let cell = own * sweep.other.len() + theirs as u64;
            *code = sweep.codes[cell as usize].load(Ordering::Relaxed);
            if *code == 0 {
                let squares = self.board.squares();
                let enemy = sweep.other.unrank::<Squares>(theirs as u64).all().turned(squares);
                if pieces.intersection(enemy).is_empty() {
                    *code = Value::Draw.code().unwrap_or_default();
                }
            }
        }
    }
}
