//! Retrograde analysis: every position of a table, its value and depth to win.
//!
//! Touches no files: a solved table is handed over as something that gives out rows of value codes.

#![allow(clippy::inline_always, reason = "what is not inlined is not compiled for the chosen instructions")]

mod bits;
mod cells;
mod engine;
mod kernel;
mod memory;
mod plan;
mod propagate;
mod rank;
pub mod reference;
mod rows;
mod seed;
mod seen;
mod setup;
mod slots;
mod sources;

use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::index::{Half, TableName};

pub use kernel::Isa;
pub use plan::{Plan, Step};

/// A solved table, as solvers hand it over: rows of [value codes](crate::game::Value::code).
pub trait Solved: Sync {
    /// The table.
    fn name(&self) -> TableName;

    /// Fills `codes` with the values of one row of the table's [layout](crate::index::Layout), a code for each column;
    /// 0 where the pieces overlap. In a row that is its own mirror image, cells that the layout numbers under their
    /// mirror images have their values too.
    ///
    /// # Panics
    /// If the half or the row is not in the layout, or `codes` has not one byte for each column.
    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]);
}

/// Told how solving gets on. All methods do nothing unless overridden; they are called from several threads.
pub trait Progress: Sync {
    /// A table is begun.
    fn table(&self, _name: TableName) {}
    /// So much of the current table is done, from 0 to 1.
    fn fraction(&self, _done: f64) {}
}

impl Progress for () {}

/// Why solving stopped.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// It was asked to.
    #[error("solving was stopped")]
    Cancelled,
    /// A line of best play is longer than a byte can tell.
    #[error("a position takes more than {depth} plies to win, more than a table can hold")]
    TooDeep {
        /// The depth reached.
        depth: u16,
    },
    /// The processor has not the instructions asked for.
    #[error("this processor has no {0}")]
    Isa(Isa),
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The instructions to use; by default the best that the processor has.
    pub isa: Isa,
}

/// Why [`solve`] stopped: by itself, or because a finished table could not be taken.
#[derive(Debug)]
pub enum Stopped<E> {
    /// Solving failed.
    Solve(SolveError),
    /// The taker failed.
    Take(E),
}

/// Solves the tables of a plan in order and hands those that are wanted to `take`, each before the next is begun.
///
/// Runs on the current rayon thread pool. Time and memory: see the plan. Every number of threads gives the same tables.
///
/// # Errors
/// When `cancel` has been set, when a depth cannot be stored, or when `take` fails.
pub fn solve<E>(
    plan: &Plan,
    options: Options,
    progress: &dyn Progress,
    cancel: &AtomicBool,
    mut take: impl FnMut(&dyn Solved) -> Result<(), E>,
) -> Result<(), Stopped<E>> {
    let mut engine = engine::Engine::new(plan, options).map_err(Stopped::Solve)?;
    for step in plan.steps() {
        progress.table(step.name);
        let solved = engine.solve(step.name, progress, cancel).map_err(Stopped::Solve)?;
        if step.wanted {
            take(&solved).map_err(Stopped::Take)?;
        }
    }
    Ok(())
}
