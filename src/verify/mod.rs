//! Proof that tables are right: every value against the legal moves, by the rules alone.
//!
//! Depends on [`crate::game`], [`crate::index`], [`crate::table`] and, for the order of tables, [`crate::solve::Plan`]. No
//! code of the solver decides here what a position is worth.
//!
//! A table is verified when each of its positions has the value that its legal moves give: the best of the successors'
//! values, each a ply further away, and [`stuck_value`](crate::game::stuck_value) where there is no move. So a win in d has
//! a successor lost in d - 1 and none lost sooner, a loss in d has only won successors, the slowest won in d - 1, and a draw
//! has a drawn successor and no lost one. Values that agree like this are the true ones: `docs/correctness.md` shows why.
//!
//! Tables are unpacked into memory, smaller ones first, a byte for each cell of the [layout](crate::index::Layout):
//!
//! 1. **unpack**: stored values to their cells, each where [`Groups::find`](crate::index::Groups::find), and so a probe,
//!    looks for it;
//! 2. **derive**: positions with a jump on offer get the value of their best capture; the others must have a stored one;
//! 3. **compare**: stored values against the moves, counts and longest lines against the header.
//!
//! Positions are gone through column by column, that is with the other side in one place: the moves of a whole column that
//! capture nothing lead into one row of the other half, those that leave the same enemies into one row of a smaller table,
//! so the rows are found once for a column, and stay in the processor's cache.

mod digests;
mod moves;
mod report;
pub(crate) mod sweep;
pub(crate) mod unpacked;

use crate::game::with_squares;
use crate::solve::{Plan, Progress};
use crate::table::{Catalog, TableError};

pub use digests::{Digest, DigestError, PUBLISHED, Published, published};
pub use report::{Counts, Mismatch, Report, SAMPLES};

use self::unpacked::Tables;

/// Verifies the wanted tables of a plan, and tells of each as it is done. The others are only read, because captures lead
/// there. Checksums are checked block by block; [`Table::check`](crate::table::Table::check) does more.
///
/// Runs on the current rayon pool. Takes a byte of memory for each cell of each table of the plan.
///
/// # Errors
/// If a table of the plan is missing or damaged. What tables say wrongly is no error but part of the report.
pub fn verify(
    catalog: &Catalog,
    plan: &Plan,
    progress: &dyn Progress,
    report: &mut dyn FnMut(Report),
) -> Result<(), TableError> {
    with_squares!(plan.game(), S => verify_in::<S>(catalog, plan, progress, report))
}

fn verify_in<S: crate::game::SquareSet>(
    catalog: &Catalog,
    plan: &Plan,
    progress: &dyn Progress,
    report: &mut dyn FnMut(Report),
) -> Result<(), TableError> {
    let mut tables = Tables::<S>::new(plan.game());
    for step in plan.steps() {
        progress.table(step.name);
        let file = catalog.open(step.name)?;
        let misplaced = tables.unpack(&file, true)?;
        let derived = sweep::derive(&tables, step.name, |_| true, progress);
        if step.wanted {
            let compared = sweep::compare(&tables, step.name, progress);
            report(Report::new(file.summary(), misplaced.merge(derived), compared));
        }
    }
    Ok(())
}

/// About how many bytes of memory it takes to [`verify`] a plan.
#[must_use]
pub fn memory(plan: &Plan) -> u64 {
    plan.steps().iter().map(|step| unpacked::memory(step.name)).sum()
}
