//! `roundtable solve`.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use roundtable::game::{Game, Position};
use roundtable::index::{TableName, count_positions};
use roundtable::probe::Tablebase;
use roundtable::solve::{Plan, SolveError, Stopped, solve};
use roundtable::table::{Catalog, DEFAULT_LEVEL, Summary, TableErrorKind, WriteOptions, write_table};

use super::error::{CommandError, Exit};
use super::progress::Bar;
use super::tables::TablesArgs;
use super::{Outcome, words};

/// Solve a game and write its tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable solve camette
  roundtable solve all-knight --threads 1
  roundtable solve camette:KM-MM --dir tables

Tables that are there and intact are skipped. Ctrl-C stops cleanly; the next run goes on with the tables
that are missing.")]
pub(crate) struct Args {
    /// `camette`, `all-knight` (its variant with Knights alone), or one table and those it needs: `camette:KMM-KM`
    target: String,

    /// Solve and write again what is there
    #[arg(long)]
    force: bool,

    /// How many threads to use; as many as there are processors if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,

    /// Level of compression, from 1 (fast) to 22 (small)
    #[arg(long, default_value_t = DEFAULT_LEVEL, value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,

    #[command(flatten)]
    tables: TablesArgs,
}

/// What to solve.
struct Target {
    names: Vec<TableName>,
    /// The start position whose value is the result, if a whole game is solved.
    start: Option<Position>,
    what: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let target = target(&args.target)?;
    let catalog = args.tables.catalog()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, NonZeroUsize::get))
        .build()
        .map_err(CommandError::other)?;
    let cancel = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&cancel)?;

    let missing = if args.force { target.names.clone() } else { pool.install(|| missing(&catalog, &target.names)) };
    let mut output = io::stdout().lock();
    write_plan(&mut output, &target, &missing, &catalog, pool.current_num_threads())?;
    if let Some(plan) = Plan::for_tables(missing.iter().copied()) {
        let options = WriteOptions { level: args.level, ..WriteOptions::default() };
        let time = pool.install(|| solve_missing(&plan, &catalog, options, &cancel))?;
        writeln!(output, "Solved and written in {:.1} s.\n", time.as_secs_f64())?;
    }
    write_result(&mut output, &target, &catalog)?;
    Ok(Exit::Done)
}

fn target(text: &str) -> Result<Target, CommandError> {
    for (word, what) in [("camette", "Camette"), ("all-knight", "Camette, All Knight,")] {
        if text.eq_ignore_ascii_case(word) {
            let start: Position = word.parse().map_err(CommandError::input)?;
            return Ok(Target { names: Plan::tables_from(&start), start: Some(start), what: what.into() });
        }
    }
    let name: TableName = text.parse().map_err(|error| {
        CommandError::input(anyhow::Error::new(error).context("there is nothing of that name to solve"))
            .hint("write `camette`, `all-knight`, or a table such as `camette:KMM-KM`")
    })?;
    if name.game() == Game::Camelot {
        return Err(CommandError::input(anyhow::anyhow!("Camelot cannot be solved yet: only its rules are there")));
    }
    let names = Plan::for_tables([name]).map(|plan| plan.steps().iter().map(|step| step.name).collect());
    Ok(Target { names: names.unwrap_or_default(), start: None, what: name.qualified() })
}

/// The tables that are not there or not intact.
fn missing(catalog: &Catalog, names: &[TableName]) -> Vec<TableName> {
    let intact = |name: TableName| catalog.open(name).and_then(|table| table.check()).is_ok();
    names.iter().copied().filter(|&name| !intact(name)).collect()
}

/// The first Ctrl-C stops the work cleanly; a second one ends the program.
fn stop_on_interrupt(cancel: &Arc<AtomicBool>) -> Result<(), CommandError> {
    let cancel = Arc::clone(cancel);
    ctrlc::set_handler(move || {
        if cancel.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Other as i32);
        }
    })
    .map_err(CommandError::other)
}

fn write_plan(
    output: &mut impl Write,
    target: &Target,
    missing: &[TableName],
    catalog: &Catalog,
    threads: usize,
) -> io::Result<()> {
    let there = target.names.len() - missing.len();
    writeln!(
        output,
        "{}: {} in {}",
        target.what,
        words::counted(target.names.len(), "table"),
        catalog.dir().display()
    )?;
    if there > 0 {
        writeln!(output, "  there     {}, intact", words::counted(there, "table"))?;
    }
    let Some(plan) = Plan::for_tables(missing.iter().copied()) else { return output.flush() };
    let positions: u64 = missing.iter().map(|&name| count_positions(name)).sum();
    writeln!(
        output,
        "  to solve  {}, {} positions",
        words::counted(missing.len(), "table"),
        words::grouped(positions)
    )?;
    let again = plan.steps().len() - missing.len();
    if again > 0 {
        writeln!(
            output,
            "            {} solved again in memory, since others need them",
            words::counted(again, "table")
        )?;
    }
    writeln!(output, "  memory    about {}", words::bytes(plan.memory()))?;
    writeln!(output, "  disk      about {}", words::bytes(plan.disk()))?;
    writeln!(output, "  threads   {threads}")?;
    output.flush()
}

/// Solves a plan and writes its wanted tables, each as soon as it is finished; how long that took.
fn solve_missing(
    plan: &Plan,
    catalog: &Catalog,
    options: WriteOptions,
    cancel: &AtomicBool,
) -> Result<Duration, CommandError> {
    let bar = Bar::new(plan, 2);
    let begun = Instant::now();
    let mut written = 0;
    let stopped = solve(plan, &bar, cancel, |solved| {
        let watch = &mut |done, of| {
            bar.written(done, of);
            if cancel.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        written += 1;
        write_table(catalog.dir(), solved, options, watch).map(|_| ())
    });
    bar.finish();
    match stopped {
        Ok(()) => Ok(begun.elapsed()),
        Err(Stopped::Solve(SolveError::Cancelled)) => Err(interrupted(written)),
        Err(Stopped::Take(error)) if matches!(error.kind, TableErrorKind::Stopped) => Err(interrupted(written - 1)),
        Err(Stopped::Solve(error)) => Err(CommandError::other(error)),
        Err(Stopped::Take(error)) => Err(error.into()),
    }
}

fn interrupted(written: usize) -> CommandError {
    let error = anyhow::anyhow!("stopped; {} finished and kept", words::counted(written, "table"));
    CommandError::other(error).hint("the same command goes on with the tables that are missing")
}

fn write_result(output: &mut impl Write, target: &Target, catalog: &Catalog) -> Result<(), CommandError> {
    let tablebase = Tablebase::new(catalog.clone());
    if let Some(start) = target.start {
        let value = words::value(start.side(), tablebase.value(&start)?);
        writeln!(output, "{} is solved: with best play it is {value}.\n", target.what)?;
        writeln!(output, "White's first moves:")?;
        for ranked in tablebase.moves(&start)? {
            writeln!(output, "  {:<8} {}", ranked.played.to_string(), words::outcome(ranked.value))?;
        }
        writeln!(output)?;
    }
    writeln!(
        output,
        "{:9}  {:>11}  {:>11}  {:>11}  {:>11}  {:>7}  {:>8}",
        "table", "positions", "wins", "draws", "losses", "longest", "size"
    )?;
    let mut total = Row::default();
    for &name in &target.names {
        let row = Row::of(tablebase.table(name)?.summary());
        row.write(output, &name.to_string())?;
        total.add(&row);
    }
    total.write(output, "all")?;
    writeln!(output, "\nWins and losses are for the side to move; longest is the longest win in plies.")?;
    writeln!(output, "The tables are in {}", catalog.dir().display())?;
    Ok(())
}

/// A line of the table of tables.
#[derive(Default)]
struct Row {
    wins: u64,
    draws: u64,
    losses: u64,
    longest: u16,
    bytes: u64,
}

impl Row {
    fn of(summary: &Summary) -> Self {
        let mut row = Self { bytes: summary.bytes, ..Self::default() };
        for half in &summary.halves {
            row.wins += half.wins;
            row.draws += half.draws;
            row.losses += half.losses;
            row.longest = row.longest.max(half.longest_win.unwrap_or(0));
        }
        row
    }

    fn add(&mut self, other: &Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        self.longest = self.longest.max(other.longest);
        self.bytes += other.bytes;
    }

    fn write(&self, output: &mut impl Write, name: &str) -> io::Result<()> {
        let positions = self.wins + self.draws + self.losses;
        let numbers = [positions, self.wins, self.draws, self.losses].map(words::grouped);
        let [positions, wins, draws, losses] = numbers;
        let size = words::bytes(self.bytes);
        writeln!(
            output,
            "{name:9}  {positions:>11}  {wins:>11}  {draws:>11}  {losses:>11}  {:>7}  {size:>8}",
            self.longest
        )
    }
}
