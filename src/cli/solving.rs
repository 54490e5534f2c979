//! Solving tables and writing them, with a progress bar and a clean stop on Ctrl-C.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use roundtable::game::Position;
use roundtable::index::{TableName, count_positions};
use roundtable::solve::{Options, Plan, SolveError, Stopped, solve};
use roundtable::table::{Catalog, TableError, TableErrorKind, WriteOptions, write_table};

use super::error::{CommandError, Exit};
use super::progress::Bar;
use super::words;

/// The games that can be solved whole: the word for their start, and what they are called.
const GAMES: [(&str, &str); 2] = [("camette", "Camette"), ("all-knight", "Camette, All Knight")];

/// A game that can be solved whole.
pub(crate) struct WholeGame {
    /// What it is called on the command line.
    pub(crate) word: &'static str,
    pub(crate) title: &'static str,
    pub(crate) start: Position,
    pub(crate) tables: Vec<TableName>,
}

impl WholeGame {
    /// The game that a word names.
    pub(crate) fn named(word: &str) -> Option<Self> {
        let (word, title) = GAMES.into_iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
        let start: Position = word.parse().ok()?;
        Some(Self { word, title, start, tables: Plan::tables_from(&start) })
    }

    /// The game whose tables hold a position.
    pub(crate) fn holding(position: &Position) -> Option<Self> {
        let (name, _) = TableName::holding(position.game(), position.view());
        Self::with_table(name)
    }

    /// The game that a table belongs to.
    pub(crate) fn with_table(name: TableName) -> Option<Self> {
        GAMES.into_iter().filter_map(|(word, _)| Self::named(word)).find(|game| game.tables.contains(&name))
    }
}

/// How to solve and write.
pub(crate) struct How {
    pub(crate) pool: rayon::ThreadPool,
    pub(crate) solve: Options,
    pub(crate) write: WriteOptions,
}

impl How {
    /// With so many threads, or as many as there are processors, and defaults for the rest.
    pub(crate) fn with_threads(threads: Option<u16>) -> Result<Self, CommandError> {
        let threads = threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(CommandError::other)?;
        Ok(Self { pool, solve: Options::default(), write: WriteOptions::default() })
    }
}

/// Refuses a plan with a table that takes more memory than given; if none is given, than the machine has.
pub(crate) fn refuse_beyond(memory: Option<u64>, plan: &Plan) -> Result<(), CommandError> {
    let Some(bound) = memory.or_else(machine_memory) else { return Ok(()) };
    let steps = plan.steps().iter().map(|step| (plan.step_memory(step), step.name));
    let Some((needed, name)) = steps.max().filter(|&(needed, _)| needed > bound) else { return Ok(()) };
    let (needed, given) = (words::bytes(needed), words::bytes(bound));
    let (whose, hint) = match memory {
        Some(_) => ("--memory allows", "name smaller tables, or give it more with --memory"),
        None => ("this machine has", "name smaller tables, or solve it on a larger machine"),
    };
    let error =
        anyhow::anyhow!("{} takes {needed} of memory to solve, more than the {given} that {whose}", name.qualified());
    Err(CommandError::input(error).hint(hint))
}

/// The memory of this machine in bytes, where the system tells.
fn machine_memory() -> Option<u64> {
    let info = std::fs::read_to_string("/proc/meminfo").ok()?;
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(total.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// So many positions are solved in a moment.
const MOMENT: u64 = 30_000_000;

/// About how long a plan takes, from how long its first tables take; `None` if that is no more than a few moments, or if it
/// was cancelled.
pub(crate) fn estimate(plan: &Plan, how: &How, cancel: &AtomicBool) -> Option<Duration> {
    let mut positions = 0;
    let first = plan.steps().iter().map(|step| step.name).take_while(|&name| {
        positions += count_positions(name);
        positions <= MOMENT
    });
    let trial = Plan::for_tables(first)?;
    if plan.positions() < 8 * trial.positions() {
        return None;
    }
    let place = tempfile::tempdir().ok()?;
    let begun = Instant::now();
    let run = || {
        solve::<TableError>(&trial, how.solve, &(), cancel, |solved| {
            write_table(place.path(), solved, how.write, &mut |_, _| go_on(cancel)).map(drop)
        })
    };
    how.pool.install(run).ok()?;
    Some(begun.elapsed().mul_f64(plan.positions() as f64 / trial.positions() as f64))
}

/// Solves a plan and writes its wanted tables, each as soon as it is finished; how long that took. If it is cancelled, the
/// finished tables are kept, and `again` is the command that goes on.
pub(crate) fn solve_and_write(
    plan: &Plan,
    catalog: &Catalog,
    how: &How,
    cancel: &AtomicBool,
    again: &str,
) -> Result<Duration, CommandError> {
    let bar = Bar::new(plan, 2);
    let begun = Instant::now();
    let mut written = 0;
    let result = how.pool.install(|| {
        solve::<TableError>(plan, how.solve, &bar, cancel, |solved| {
            let watch = &mut |done, of| {
                bar.written(done, of);
                go_on(cancel)
            };
            write_table(catalog.dir(), solved, how.write, watch)?;
            written += 1;
            Ok(())
        })
    });
    bar.finish();
    match result {
        Ok(()) => Ok(begun.elapsed()),
        Err(Stopped::Solve(SolveError::Cancelled)) => Err(interrupted(written, again)),
        Err(Stopped::Take(error)) if matches!(error.kind, TableErrorKind::Stopped) => Err(interrupted(written, again)),
        Err(Stopped::Solve(error)) => Err(CommandError::other(error)),
        Err(Stopped::Take(error)) => Err(error.into()),
    }
}

/// Becomes true at the first Ctrl-C, or when the system asks for an end; a second one ends the program.
pub(crate) fn stop_on_interrupt() -> Result<Arc<AtomicBool>, CommandError> {
    let cancel = Arc::new(AtomicBool::new(false));
    let cancelled = Arc::clone(&cancel);
    ctrlc::set_handler(move || {
        if cancelled.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Other as i32);
        }
    })
    .map_err(CommandError::other)?;
    Ok(cancel)
}

fn go_on(cancel: &AtomicBool) -> ControlFlow<()> {
    if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

fn interrupted(written: usize, again: &str) -> CommandError {
    let error = anyhow::anyhow!("stopped; {} finished and kept", words::counted(written, "table"));
    CommandError::other(error).hint(format!("{again} goes on with the tables that are missing"))
}
