//! The two passes over all positions of a table: values that follow from captures, and values against moves.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::game::{Colour, Game, Position, SquareSet, Value, View, duty};
use crate::index::{Half, TableName};
use crate::solve::Progress;

use super::moves::Column;
use super::report::{Mismatch, Tally};
use super::unpacked::{Tables, UnpackedHalf};

/// Columns of one piece of work: as many as codes in a line of the processor's cache.
const COLUMNS: usize = 64;

/// How much of the time the first pass takes.
pub(crate) const DERIVING: f64 = 0.25;

/// A position and where it is.
pub(crate) struct At<'a, S> {
    moves: &'a Column<'a, S>,
    half: &'a UnpackedHalf<S>,
    pub(crate) row: usize,
    pub(crate) column: usize,
    pub(crate) view: View<S>,
    /// How many positions it stands for.
    pub(crate) images: u64,
}

impl<S: SquareSet> At<'_, S> {
    /// The position's value, if its table tells.
    #[inline]
    pub(crate) fn value(&self) -> Option<Value> {
        self.half.value(self.row, self.column)
    }

    /// The value of what a move leads to, for the opponent, who is to move there; `after` is still seen from the mover's
    /// end.
    #[inline]
    pub(crate) fn value_after(&self, after: &View<S>) -> Option<Value> {
        Value::from_code(self.moves.code_after(after))
    }

    /// The position's value for the opponent if it were the opponent's move.
    #[inline]
    pub(crate) fn value_if_passed(&self) -> Option<Value> {
        Value::from_code(self.moves.passed(&self.view))
    }
}

/// Gives every position with a jump on offer the value of its best capture. Notes positions that are stored although there
/// is a jump, and positions that are not although there is none. Positions that are not `wanted` are passed over: none that
/// is may have a capture that leads to one.
pub(crate) fn derive<S: SquareSet>(
    tables: &Tables<S>,
    name: TableName,
    wanted: impl Fn(&At<'_, S>) -> bool + Sync,
    progress: &dyn Progress,
) -> Tally {
    let watch = |done| progress.fraction(DERIVING * done);
    let note = |tally: &mut Tally, at: &At<'_, S>| {
        if !wanted(at) {
            return;
        }
        let stored = at.value();
        let duty = duty(tables.board(), &at.view);
        let position = || position(name.game(), &at.view);
        match stored {
            None if duty.must_capture => {
                let value = at.moves.best(&at.view, duty);
                tally.derived += 1;
                match value.code() {
                    Some(code) => at.half.set(at.row, at.column, code),
                    None => tally.note(Mismatch::TooDeep { position: position(), moves: value }),
                }
            }
            Some(_) if !duty.must_capture => {}
            None => tally.note(Mismatch::NotStored { position: position() }),
            Some(stored) => tally.note(Mismatch::NeedlesslyStored { position: position(), stored }),
        }
    };
    let halves = sweep(tables, name, &watch, note, Tally::merge);
    halves.into_iter().fold(Tally::default(), Tally::merge)
}

/// Holds every stored value against the position's moves, and counts all values.
pub(super) fn compare<S: SquareSet>(tables: &Tables<S>, name: TableName, progress: &dyn Progress) -> Vec<Tally> {
    let watch = |done| progress.fraction(DERIVING + (1.0 - DERIVING) * done);
    let note = |tally: &mut Tally, at: &At<'_, S>| {
        // A value that is missing was noted before.
        let Some(value) = at.value() else { return };
        tally.counts.add(value, at.images);
        let duty = duty(tables.board(), &at.view);
        if duty.must_capture {
            return;
        }
        tally.stored += 1;
        let moves = at.moves.best(&at.view, duty);
        if moves != value {
            tally.note(Mismatch::Wrong { position: position(name.game(), &at.view), stored: value, moves });
        }
    };
    sweep(tables, name, &watch, note, Tally::merge)
}

/// Goes through all positions of a table, column by column, and merges what is noted, for each half. What comes first is
/// merged first, whatever the threads.
pub(crate) fn sweep<S: SquareSet, T: Default + Send>(
    tables: &Tables<S>,
    name: TableName,
    watch: &(dyn Fn(f64) + Sync),
    visit: impl Fn(&mut T, &At<'_, S>) + Sync,
    merge: impl Fn(T, T) -> T + Sync,
) -> Vec<T> {
    let Some(table) = tables.get(name) else { return Vec::new() };
    let (done, total) = (AtomicU64::new(0), name.halves().iter().map(|&half| table.layout.cells(half)).sum::<u64>());
    let piece = |half: Half, first: usize| {
        let unpacked = &table.halves[half as usize];
        let [to_move, _] = name.mover_and_other(half);
        let (rows, columns) = (unpacked.grid.rows(), first..unpacked.grid.columns().min(first + COLUMNS));
        let mut tally = T::default();
        for column in columns.clone() {
            let moves = &Column::new(tables, to_move, unpacked.grid.enemy(column));
            for row in 0..rows {
                if let Some((view, images)) = unpacked.grid.position(row, column) {
                    visit(&mut tally, &At { moves, half: unpacked, row, column, view, images });
                }
            }
        }
        let cells = (columns.len() * rows) as u64;
        watch((done.fetch_add(cells, Ordering::Relaxed) + cells) as f64 / total as f64);
        tally
    };
    let all = |&half: &Half| {
        let pieces = (0..table.halves[half as usize].grid.columns().div_ceil(COLUMNS)).into_par_iter();
        pieces.map(|number| piece(half, number * COLUMNS)).reduce(T::default, &merge)
    };
    name.halves().iter().map(all).collect()
}

/// A position for people, White to move.
fn position<S: SquareSet>(game: Game, view: &View<S>) -> Position {
    Position::from_view(game, Colour::White, view.widen())
}
