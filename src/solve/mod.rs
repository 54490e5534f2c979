//! Retrograde analysis: every position of a table, its value and depth to win.
//!
//! Touches no files: a solved table is handed over as something that gives out rows of value codes.
//!
//! # Retrograde analysis
//!
//! Positions whose outcome the rules tell are lost in 0. A position with a move to one lost in d is won in d + 1; one all of
//! whose moves lead to positions won, the last of them in d, is lost in d + 1. Depth after depth this settles all that
//! either side can force; what is left is a draw. A program that goes from position to position spends its time on
//! numbering: unmake a move, rank the position before it, look it up somewhere in memory.
//!
//! # A row at a time
//!
//! A move that captures nothing changes the mover's pieces alone. Let a *row* be a placement of the mover's pieces, and a
//! *column* one of the other side's: such a move leads from row to row and stays in its column, whatever the column is.
//! Take a board of one file and four squares, a piece a side that steps one square, and the rows of White, who moves right:
//!
//! ```text
//!                      columns: Black on            say these are lost for Black, to move
//!    . . . .               1  2  3  4                   1  2  3  4
//!    1 2 3 4    White 1    x  .  .  .      row 1        x  0  0  0
//!               on    2    .  x  .  .      row 2        0  x  0  0
//!                     3    .  .  x  .      row 3        1  0  x  1
//!                     4    .  .  .  x      row 4        0  0  1  x      x: pieces overlap, no position
//!
//!    White on 2 can step to 1 and 3. Won positions of row 2 = row 1 | row 3 of the lost ones = 1 0 0 1,
//!    in two operations, for all columns at once.
//! ```
//!
//! With bits for all columns of a row side by side, a step for 256 positions is one instruction a move:
//!
//! * **won** in d (odd) = unresolved & (the OR over moves of *lost in d - 1* in the row they lead to);
//! * **lost** in d (even) = may lose & (the AND over moves of *won, or no position* in the row they lead to).
//!
//! Cells with overlapping pieces are preset to 1 in the second, so that moves onto an enemy drop out by themselves. Only a
//! Knight's canters and canters of several leaps depend on more, and get a mask of columns.
//!
//! The opponent's positions are wanted with *our* placements as rows, but were found with the opponent's as rows: after each
//! depth, what it has found is transposed, 64 by 64 bits at a time. That is all the traffic there is between the two sides.
//!
//! # In order
//!
//! 1. `setup`: the slots of every side (`slots`: numbers whose mirror image is the row read backwards), and for each
//!    piece that can be captured a list of what its columns become without it.
//! 2. `seed`: captures lead to smaller tables. A row at a time, the best capture of each column; a position with a jump on
//!    offer is thereby settled. Charges are optional, and give a win by then or a bar against loss.
//! 3. `propagate`: for d = 0, 1, 2 ... one depth for each block of 64 rows by 256 columns (`cells`), against the
//!    opponent's view (`seen`), for rows with a move to something new (`sources`; `rows` has the moves).
//! 4. `seen` again: takes the depth in, transposed.
//! 5. A finished half that later tables look up is turned round once, into ranks (`rank`): bytes of which the best
//!    capture has the greatest.
//!
//! Parallel work is on blocks that share nothing they write, between barriers: no order of it can change a result.
//!
//! # What it takes
//!
//! Time: for each depth a few operations a row, move and 256 columns, where something is new; plus a look at each byte of a
//! tile that has the depth. Memory: a byte for each cell of the canonical rows, two bits there, two bits in the opponent's
//! view of all columns: about 1.75 bytes a canonical cell. [`Plan::memory`] adds up.
//!
//! All of Camette (634 million positions) on two idle cores (`scripts/measure-solve.sh`), best of five on the Zen 3, of three
//! on the Xeon:
//!
//! | instructions | Zen 3: CPU s | user | system | wall s | Xeon with AVX-512: CPU s | user | system | wall s |
//! |---|---|---|---|---|---|---|---|---|
//! | portable | 24.3 | 23.0 | 1.3 | 12.8 | 18.7 | 17.9 | 0.8 | 9.9 |
//! | AVX2 | 22.3 | 21.0 | 1.3 | 11.7 | 16.3 | 15.5 | 0.8 | 8.7 |
//! | AVX-512 | | | | | 15.6 | 14.9 | 0.8 | 8.4 |
//!
//! That is 28.5 million positions a CPU second on the one, 40.6 on the other; the peak is 0.90 GB. At other hours the same
//! program took up to a sixth more on the same machine, which shares its processor with others. System time is for memory
//! that the system has to clear first. The figures of single tricks stand where they are played, from the Zen 3. What limits
//! it: seeding (a third; scattered maxima of bytes, two loads and a store each), the search itself (a third; some twenty
//! 32-byte loads a row and group from the second and third level cache), transposition (a fifth; every byte of codes is read
//! again for each depth that its tile has).
//!
//! Instruction sets are chosen at run time ([`Isa`]). The code for AVX-512 is that for AVX2, compiled with more
//! instructions allowed, which is worth a twentieth.
//!
//! Cam on the Xeon, each table with all it needs:
//!
//! | | positions | CPU s | million positions a CPU s | peak |
//! |---|---|---|---|---|
//! | `cam:KM-KM` | 18 million | 0.19 | 97 | 27 MB |
//! | `cam:KMM-KM` | 1,150 million | 15.8 | 72 | 1.2 GB |
//! | `cam:MMM-MMM` | 2,010 million | 32.3 | 62 | 1.8 GB |
//! | `cam:KMM-KMM` | 18,077 million | 334 | 54 | 14.9 GB |
//!
//! So the speed falls as pieces are added and rows have more moves. A seventh of the last row is the system's time for memory.
//!
//! # Bibliography
//!
//! * K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9 (3), 1986: the method.
//! * L. Stiller, "Multilinear Algebra and Chess Endgames", in: Games of No Chance, MSRI Publications 29, 1996: whole
//!   placements of pieces as vectors, moves as operations on them.
//! * J. Schaeffer, Y. Bjornsson, N. Burch, R. Lake, P. Lu, S. Sutphen, "Building the Checkers 10-piece Endgame Databases",
//!   Advances in Computer Games 10, 2003: captures forced, so not worth storing.
//! * D. E. Knuth, The Art of Computer Programming 4A, 7.1.3 (bitwise tricks) and 7.2.1.3 (combinations as numbers).
//! * H. S. Warren, Hacker's Delight, 2nd edition, 2012, 6-1 and 7-3: zero bytes, transposing bits.

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

use crate::game::RuleSet;
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
    /// The moves of the other pieces would depend on whether a piece on its own castle is stuck, which rows cannot tell.
    #[error("the engine cannot let other pieces move when one on its own castle is stuck; `solve::reference` can")]
    Rules,
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The instructions to use; by default the best that the processor has.
    pub isa: Isa,
    /// The rules to solve by; tables are only for the standard ones.
    pub rules: RuleSet,
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
/// Runs on the current rayon thread pool. Time and memory: see the plan. Every number of threads and every instruction set
/// gives the same tables.
///
/// # Errors
/// When `cancel` has been set, when a depth cannot be stored, when the processor has not the instructions asked for, or when
/// `take` fails.
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
