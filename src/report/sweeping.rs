//! Tables in memory, all positions of them, and a visit to each.

use crate::game::{Colour, Game, Position, SquareSet, View};
use crate::index::TableName;
use crate::solve::{Plan, Progress};
use crate::table::Catalog;
use crate::verify::sweep::{At, DERIVING, derive};
use crate::verify::unpacked::Tables;

use super::ReportError;

/// Reports to a watcher how much of a table has been gone through.
pub(super) type Watch<'a> = &'a (dyn Fn(f64) + Sync);

/// Unpacks the tables of a plan, smaller ones first, positions with a jump on offer included, and calls `visit` with each
/// that is wanted.
pub(super) fn each_table<S: SquareSet>(
    catalog: &Catalog,
    plan: &Plan,
    progress: &dyn Progress,
    visit: impl FnMut(&Tables<S>, TableName, Watch<'_>) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    // Whether what is stored had to be is for `verify` to say.
    each_table_with(catalog, plan, |at| at.value().is_none(), progress, visit)
}

/// [`each_table`], but of the positions with a jump on offer only those that are `wanted` get their values. No capture may
/// lead from these to others.
pub(super) fn each_table_with<S: SquareSet>(
    catalog: &Catalog,
    plan: &Plan,
    wanted: impl Fn(&At<'_, S>) -> bool + Sync,
    progress: &dyn Progress,
    mut visit: impl FnMut(&Tables<S>, TableName, Watch<'_>) -> Result<(), ReportError>,
) -> Result<(), ReportError> {
    let mut tables = Tables::<S>::new(plan.game());
    for step in plan.steps() {
        progress.table(step.name);
        let stored = tables.unpack(&catalog.open(step.name)?, false)?;
        let noted = stored.merge(derive(&tables, step.name, &wanted, progress));
        if noted.mismatches > 0 {
            return Err(ReportError::Wrong { table: step.name, mismatches: noted.mismatches });
        }
        if step.wanted {
            visit(&tables, step.name, &|done| progress.fraction(DERIVING + (1.0 - DERIVING) * done))?;
        }
    }
    Ok(())
}

/// A position for people, White to move.
pub(super) fn white_to_move<S: SquareSet>(game: Game, view: &View<S>) -> Position {
    Position::from_view(game, Colour::White, view.widen())
}
