//! The slow twin: forward sweeps over legal moves, one position at a time, without symmetry and without tricks.
//!
//! For every depth d it looks at every position that has no value yet. If a move leads to a position lost in d - 1, it is
//! won in d; if all moves lead to positions won in at most d - 1, it is lost in d. What is left when no position of depth
//! d - 1 exists anywhere is a draw.
//!
//! Takes a sweep over the table for each depth, and a byte of memory for each pair of placements; it is here to prove
//! [`super::solve`] right on tables small enough. Nearly all of its time goes into making moves; so where they lead is
//! written down as far as memory goes, and made anew at every depth beyond that.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};

use rayon::prelude::*;

use crate::game::{
    Board, RuleSet, Side, SquareSet, Squares, Value, View, ending, stuck_value, successors, with_squares,
};
use crate::index::{Half, Layout, Numbering, TableName};

use super::{Plan, Solved};

/// How many bytes of moves are written down unless [`Reference::writing_down`] says otherwise.
const WRITTEN_DOWN: u64 = 1 << 30;

/// Tables solved by forward sweeps.
#[derive(Debug)]
pub struct Reference {
    rules: RuleSet,
    written_down: u64,
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

/// The positions with one placement of the other side that have no value yet, with their moves. Those within the table all
/// lead to one row of the opponent's half, which stays in the processor's cache.
#[derive(Debug, Default)]
struct Column {
    open: Vec<Open>,
    /// The placements of the mover after moves within the table, position by position.
    moves: Vec<u32>,
    bytes: i64,
}

/// A position that has no value yet.
#[derive(Debug)]
struct Open {
    /// The placement of the player to move.
    own: u32,
    /// Where in the column's moves its own begin, and how many they are.
    first: u32,
    count: u16,
    /// The best value by a move that ends the game or leads to a smaller table.
    exit: Option<Value>,
}

/// What a move leads to.
enum After {
    /// A position of the table, by the placement of the player who moved.
    Reply(u32),
    /// A value, for that player.
    Exit(Value),
}

impl Default for Reference {
    fn default() -> Self {
        Self::by_rules(RuleSet::default())
    }
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
        Self { rules, written_down: WRITTEN_DOWN, tables: HashMap::new() }
    }

    /// The same with a bound, in bytes, for the moves that are written down; they are held while a table is solved. None has
    /// to be: the values do not depend on it.
    #[must_use]
    pub fn writing_down(self, bytes: u64) -> Self {
        Self { written_down: bytes, ..self }
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
        let columns = |half: &Sweep| (0..half.other.len()).map(|_| None).collect();
        let mut columns: Vec<Vec<Option<Column>>> = table.halves.iter().map(columns).collect();
        let room = AtomicI64::new(i64::try_from(self.written_down).unwrap_or(i64::MAX));
        let mut depth = 0;
        while depth <= smaller.max(table.deepest) + 1 {
            if self.sweep::<S>(&table, depth, &mut columns, &room) {
                table.deepest = depth;
            }
            depth += 1;
        }
        table
    }

    /// Gives every position of a depth its value; whether there were any. Keeps the columns for which there is room.
    fn sweep<S: SquareSet>(
        &self,
        table: &ReferenceTable,
        depth: u16,
        columns: &mut [Vec<Option<Column>>],
        room: &AtomicI64,
    ) -> bool {
        let found = table.halves.iter().zip(table.halves.iter().rev()).zip(columns).map(|((half, replies), kept)| {
            let own = placements::<S>(&half.mover);
            placements::<S>(&half.other)
                .par_iter()
                .zip(kept)
                .enumerate()
                .map(|(number, (&other, kept))| {
                    let mut column = kept.take().unwrap_or_else(|| {
                        let column = self.column(table, half, &own, (number, other));
                        room.fetch_sub(column.bytes, Ordering::Relaxed);
                        column
                    });
                    let before = column.open.len();
                    column.settle(depth, replies.row(number), |own, value| half.store(own, number, value));
                    let found = column.open.len() < before;
                    // One that has shrunk is soon made anew, and smaller.
                    if room.load(Ordering::Relaxed) >= 0 && 2 * column.open.len() >= column.open.capacity() {
                        *kept = Some(column);
                    } else {
                        room.fetch_add(column.bytes, Ordering::Relaxed);
                    }
                    found
                })
                .reduce(|| false, |a, b| a | b)
        });
        found.fold(false, |a, b| a | b)
    }

    /// The positions without a value whose other side has the placement given, by number and as it is. Those without moves
    /// get their value.
    fn column<S: SquareSet>(
        &self,
        table: &ReferenceTable,
        half: &Sweep,
        own: &[Side<S>],
        (number, other): (usize, Side<S>),
    ) -> Column {
        let board = &table.board;
        let enemy = other.map(|set| set.turned(board.squares()));
        let mut column = Column::default();
        for (row, &own) in own.iter().enumerate() {
            if half.code(row, number).is_some() || !own.all().intersection(enemy.all()).is_empty() {
                continue;
            }
            let view = View::of(own, enemy);
            let first = column.moves.len();
            let mut exit: Option<Value> = None;
            let _ = successors(board, &view, |after| {
                match self.after(table, number, &after.turned(board)) {
                    After::Reply(placement) => column.moves.push(placement),
                    After::Exit(value) => exit = exit.into_iter().chain([value]).max_by_key(|value| value.rank()),
                }
                ControlFlow::<()>::Continue(())
            });
            let count = column.moves.len() - first;
            if count == 0 && exit.is_none() {
                half.store(row, number, stuck_value(board, &view));
            } else {
                column.open.push(Open { own: row as u32, first: first as u32, count: count as u16, exit });
            }
        }
        column.open.shrink_to_fit();
        column.moves.shrink_to_fit();
        column.bytes = (size_of_val(&*column.open) + size_of_val(&*column.moves)) as i64;
        column
    }

    /// Where a move led: the position, its opponent to move, whose placement has the number given if nothing was captured.
    fn after<S: SquareSet>(&self, table: &ReferenceTable, number: usize, view: &View<S>) -> After {
        if let Some(ending) = ending(&table.board, view) {
            return After::Exit(ending.value().before());
        }
        let (name, half) = TableName::holding(table.name.game(), view);
        if name == table.name {
            let [mover, other] = table.cell(half, view);
            assert_eq!(mover, number, "what captures nothing leaves the other side as it is");
            After::Reply(other as u32)
        } else {
            After::Exit(self.tables[&name].value(view).before())
        }
    }
}

impl Column {
    /// Takes out the positions decided at this depth and hands on their values. `replies` has the values of the opponent's
    /// positions.
    fn settle(&mut self, depth: u16, replies: &[AtomicU8], decided: impl Fn(usize, Value)) {
        self.open.retain(|position| {
            let moves = &self.moves[position.first as usize..][..usize::from(position.count)];
            let replies = moves.iter().map(|&to| Value::from_code(replies[to as usize].load(Ordering::Relaxed)));
            let value = position.value_at(depth, replies.map(|value| value.map(Value::before)));
            if let Some(value) = value {
                decided(position.own as usize, value);
            }
            value.is_none()
        });
    }
}

impl Open {
    /// The value if it is decided at this depth, by the values of the moves within the table as far as they are known. Wins
    /// come at odd depths and losses at even ones.
    fn value_at(&self, depth: u16, mut moves: impl Iterator<Item = Option<Value>>) -> Option<Value> {
        if depth.is_multiple_of(2) {
            let lost = |value| matches!(value, Some(Value::Loss(d)) if d <= depth);
            ((self.exit.is_none() || lost(self.exit)) && moves.all(lost)).then_some(Value::Loss(depth))
        } else {
            let win = Some(Value::Win(depth));
            (self.exit == win || moves.any(|value| value == win)).then_some(Value::Win(depth))
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

    /// The numbers of both placements, the mover's first.
    fn cell<S: SquareSet>(&self, half: Half, view: &View<S>) -> [usize; 2] {
        let half = self.half(half);
        let theirs = view.enemy_side().map(|set| set.turned(self.board.squares()));
        [half.mover.rank(view.own_side()) as usize, half.other.rank(theirs) as usize]
    }

    /// The value of a position of the table.
    #[must_use]
    pub fn value<S: SquareSet>(&self, view: &View<S>) -> Value {
        let (_, half) = TableName::holding(self.name.game(), view);
        let [mover, other] = self.cell(half, view);
        self.half(half).code(mover, other).unwrap_or(Value::Draw)
    }
}

impl Sweep {
    /// The codes of all positions with one placement of the mover.
    fn row(&self, mover: usize) -> &[AtomicU8] {
        &self.codes[mover * self.other.len() as usize..][..self.other.len() as usize]
    }

    fn code(&self, mover: usize, other: usize) -> Option<Value> {
        Value::from_code(self.row(mover)[other].load(Ordering::Relaxed))
    }

    fn store(&self, mover: usize, other: usize, value: Value) {
        self.row(mover)[other].store(value.code().unwrap_or_default(), Ordering::Relaxed);
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
        for (theirs, (code, solved)) in codes.iter_mut().zip(sweep.row(own as usize)).enumerate() {
            *code = solved.load(Ordering::Relaxed);
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
