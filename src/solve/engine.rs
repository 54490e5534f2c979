//! The solver: row-parallel retrograde analysis.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::index::{Half, TableName};

use super::cells::{Cells, Strip};
use super::kernel::Kernels;
use super::propagate::Step;
use super::rows::{Reached, Sides};
use super::seed::{Scratch, Seeder};
use super::seen::Seen;
use super::setup::Setup;
use super::sources::Sources;
use super::{Options, Plan, Progress, SolveError, Solved, rank};

/// Solves tables one after another, keeping of each what later ones need.
#[derive(Debug)]
pub(super) struct Engine {
    setup: Setup,
    plan: Plan,
    kernels: Kernels,
    /// Bytes of tables held at once, at most.
    held: usize,
}

/// A table solved by the engine.
#[derive(Debug)]
pub(super) struct SolvedTable {
    name: TableName,
    halves: Vec<Cells>,
    /// For each half, the slot of each row of the layout.
    rows: Vec<Vec<u32>>,
}

impl Solved for SolvedTable {
    fn name(&self) -> TableName {
        self.name
    }

    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]) {
        let half = self.name.halves().iter().position(|&h| h == half).expect("the table has the half");
        let cells = &self.halves[half];
        let mut by_slot = vec![0; cells.other.len()];
        cells.read_row(self.rows[half][row as usize] as usize, &mut by_slot);
        let slots = cells.other.slots();
        assert_eq!(codes.len(), slots.len(), "a row has a code for each column");
        codes.iter_mut().zip(slots).for_each(|(code, &slot)| *code = by_slot[slot as usize]);
    }
}

impl Engine {
    pub(super) fn new(plan: &Plan, options: Options) -> Result<Self, SolveError> {
        let kernels = Kernels::new(options.isa).ok_or(SolveError::Isa(options.isa))?;
        if options.rules.stuck_frees_others {
            return Err(SolveError::Rules);
        }
        Ok(Self { setup: Setup::new(plan, options.rules), plan: plan.clone(), kernels, held: 0 })
    }

    /// Solves a table whose smaller tables have been solved before.
    pub(super) fn solve(
        &mut self,
        name: TableName,
        progress: &dyn Progress,
        cancel: &AtomicBool,
    ) -> Result<SolvedTable, SolveError> {
        let sides = name.halves().iter().map(|&half| name.mover_and_other(half).map(|side| self.setup.slots(side)));
        let (mut cells, mut seen): (Vec<Cells>, Vec<Seen>) = sides
            .map(|[mover, other]| {
                (Cells::new(Arc::clone(mover), Arc::clone(other)), Seen::new(Arc::clone(mover), Arc::clone(other)))
            })
            .unzip();
        let meter =
            Meter { progress, strips: cells.iter().map(|cells| cells.mover.row_words()).sum(), seeded: 0.into() };
        let mut deepest = 0;
        for cells in &mut cells {
            deepest = deepest.max(self.seed(cells, &meter, cancel)?);
        }
        let quiet: u64 = cells.iter().map(Cells::unresolved).sum();
        let mut settled = 0;
        let mut depth = 0;
        while depth <= deepest + 1 {
            rank::check_depth(depth)?;
            for (half, cells) in cells.iter_mut().enumerate() {
                settled += self.propagate(cells, &seen[seen.len() - 1 - half], depth, cancel)?;
            }
            for (cells, seen) in cells.iter().zip(&mut seen) {
                if seen.take(cells, depth, self.kernels) {
                    deepest = deepest.max(depth);
                }
            }
            meter.settled(quiet, settled);
            depth += 1;
        }
        let own: usize = cells.iter().map(Cells::memory).sum();
        let views: usize = seen.iter().map(Seen::memory).sum();
        self.held = self.held.max(own + views + self.setup.kept());
        drop(seen);
        for cells in &cells {
            let (mover, other) = (cells.mover.material, cells.other.material);
            if self.plan.looks_up(mover, other, name) {
                self.setup.finish(mover, other, cells.ranked(self.kernels));
            }
        }
        self.held = self.held.max(own + self.setup.kept());
        self.setup.keep(|mover, other| self.plan.looks_up(mover, other, name));
        let rows = cells.iter().map(layout_rows).collect();
        Ok(SolvedTable { name, halves: cells, rows })
    }

    /// Seeds all rows of a half; gives the greatest depth of any code.
    fn seed(&self, cells: &mut Cells, meter: &Meter<'_>, cancel: &AtomicBool) -> Result<u16, SolveError> {
        let (mover, other) = (Arc::clone(&cells.mover), Arc::clone(&cells.other));
        let sides = Sides { board: &self.setup.board, mover: &mover, other: &other };
        let seeder = Seeder::new(&self.setup, sides, self.kernels);
        let deepest = cells
            .strips()
            .into_par_iter()
            .map_init(Scratch::default, |scratch, Strip { first_row, mut blocks, rows }| {
                if cancel.load(Ordering::Relaxed) {
                    return Err(SolveError::Cancelled);
                }
                for (row, moves) in rows.iter_mut().enumerate() {
                    let Some(own) = mover.side(first_row + row) else { continue };
                    *moves = sides.quiet_moves(own);
                    seeder.row(own, moves, &mut blocks, row, scratch);
                }
                meter.seeded_strip();
                Ok(blocks.iter().map(|block| block.deepest()).max().unwrap_or(0))
            })
            .try_reduce(|| 0, |a, b| Ok(a.max(b)))?;
        cells.sources = Sources::new(&cells.rows);
        Ok(deepest)
    }

    /// Finds the positions of one depth in a half; tells how many.
    fn propagate(
        &self,
        cells: &mut Cells,
        opponent: &Seen,
        depth: u16,
        cancel: &AtomicBool,
    ) -> Result<u64, SolveError> {
        let Cells { mover, other, blocks, rows, sources } = cells;
        let looks: Vec<Vec<u64>> =
            (0..other.groups()).into_par_iter().map(|group| sources.rows(opponent, depth, group)).collect();
        let steps = blocks.par_iter_mut().enumerate().map_init(Reached::default, |reached, (at, block)| {
            if cancel.load(Ordering::Relaxed) {
                return Err(SolveError::Cancelled);
            }
            let (group, strip) = (at / mover.row_words(), at % mover.row_words());
            let rows = &rows[64 * strip..][..64];
            Ok(self.kernels.run(Step {
                block,
                rows,
                other,
                group,
                opponent,
                depth,
                look: looks[group][strip],
                reached,
            }))
        });
        steps.try_reduce(|| 0, |a, b| Ok(a + b))
    }
}

/// Tells how far a table is: seeding counts for one half, positions settled by depths for the other.
struct Meter<'a> {
    progress: &'a dyn Progress,
    strips: usize,
    seeded: AtomicUsize,
}

impl Meter<'_> {
    fn seeded_strip(&self) {
        let seeded = self.seeded.fetch_add(1, Ordering::Relaxed) + 1;
        self.progress.fraction(seeded as f64 / self.strips as f64 / 2.0);
    }

    fn settled(&self, quiet: u64, settled: u64) {
        self.progress.fraction(0.5 + settled as f64 / quiet.max(1) as f64 / 2.0);
    }
}

/// The slots of the layout's rows: canonical placements in the order of the index.
fn layout_rows(cells: &Cells) -> Vec<u32> {
    cells.mover.slots().iter().copied().filter(|&slot| (slot as usize) < cells.mover.rows()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::slots::Slots;

    #[test]
    fn memory_is_as_planned() {
        for name in ["camette:KM-M", "camette:KMM-MM", "camette:KK-KK", "camette:KMMM-K", "cam:KM-M"] {
            let plan = Plan::for_tables([name.parse().unwrap()]).unwrap();
            let mut engine = Engine::new(&plan, Options::default()).unwrap();
            for step in plan.steps() {
                engine.solve(step.name, &(), &AtomicBool::new(false)).unwrap();
            }
            let sides: usize = plan.sides().into_iter().map(|side| Slots::memory_of(plan.game(), side)).sum();
            let (held, planned) = (engine.held + sides, plan.memory() as usize);
            assert!(held <= planned && planned <= held + held / 2, "{name}: {held} bytes, {planned} planned");
        }
    }
}
