//! `roundtable solve`.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use roundtable::game::Value;
use roundtable::index::{TableName, count_positions};
use roundtable::probe::Tablebase;
use roundtable::solve::{Isa, Plan};
use roundtable::table::{Catalog, DEFAULT_LEVEL, Summary, TableError, TableErrorKind};

use super::error::{CommandError, Exit};
use super::solving::{self, How};
use super::tables::TablesArgs;
use super::target::{PieceLimits, Target};
use super::{Outcome, words};

/// Solve a game and write its tables
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable solve camette
  roundtable solve all-knight --threads 1
  roundtable solve camette:KM-MM --dir tables
  roundtable solve cam --pieces 2            all endings of Cam up to two pieces a side
  roundtable solve camelot --pieces 2-1      two pieces against one, either way round
  roundtable solve cam:KMM-KMM --memory 20G

Tables that are there and intact are skipped. Ctrl-C stops cleanly; the next run
goes on with the tables that are missing.")]
pub(crate) struct Args {
    /// `camette`, `all-knight` (its variant with Knights alone), one table and those it needs: `camette:KMM-KM`; or, with
    /// --pieces, the endings of `cam` or `camelot`
    target: String,

    /// The most pieces of the two sides, either way round: `3-2`; `2` is `2-2`
    #[arg(long, value_name = "A-B")]
    pieces: Option<PieceLimits>,

    /// Refuse to begin if solving takes more memory than this: `20G`. If not given, what the machine has. Writing takes some
    /// 60 MB beside
    #[arg(long, value_name = "BYTES", value_parser = words::parse_bytes)]
    memory: Option<u64>,

    /// Solve and write again what is there
    #[arg(long)]
    force: bool,

    /// How many threads to use; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    /// Level of compression, from 1 (fast) to 22 (small)
    #[arg(long, default_value_t = DEFAULT_LEVEL, value_parser = clap::value_parser!(i32).range(1..=22))]
    level: i32,

    /// Instructions to use, `portable`, `avx2` or `avx512`: the best that the processor has if not given. All give the same
    /// tables
    #[arg(long, value_parser = isa)]
    isa: Option<Isa>,

    #[command(flatten)]
    tables: TablesArgs,
}

fn isa(name: &str) -> Result<Isa, String> {
    let names = |all: Vec<Isa>| all.into_iter().map(Isa::name).collect::<Vec<_>>().join(", ");
    let available: Vec<Isa> = Isa::available().collect();
    match Isa::named(name) {
        Some(isa) if isa.is_available() => Ok(isa),
        Some(_) => Err(format!("this processor has not these instructions; it has {}", names(available))),
        None => Err(format!("there are no such instructions; this processor has {}", names(available))),
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let target = Target::new(&args.target, args.pieces)?;
    let catalog = args.tables.catalog()?;
    let mut how = How::with_threads(args.threads)?;
    how.solve.isa = args.isa.unwrap_or_default();
    how.write.level = args.level;
    let (missing, damaged) =
        if args.force { (target.names.clone(), 0) } else { how.pool.install(|| missing(&catalog, &target.names))? };
    let cancel = solving::stop_on_interrupt()?;
    let mut output = io::stdout().lock();
    let plan = Plan::for_tables(missing.iter().copied());
    if let Some(plan) = &plan {
        solving::refuse_beyond(args.memory, plan)?;
    }
    write_plan(&mut output, &target, &missing, &catalog, &how, &cancel)?;
    if damaged > 0 {
        writeln!(output, "  damaged   {}, made anew", words::counted(damaged, "table"))?;
    }
    if let Some(plan) = plan {
        let time = solving::solve_and_write(&plan, &catalog, &how, &cancel, "the same command")?;
        writeln!(output, "Solved and written in {:.1} s.\n", time.as_secs_f64())?;
    }
    write_result(&mut output, &target, &catalog)?;
    Ok(Exit::Done)
}

/// The tables that are not there or not intact, and how many of them are damaged.
fn missing(catalog: &Catalog, names: &[TableName]) -> Result<(Vec<TableName>, usize), TableError> {
    let mut damaged = 0;
    let mut missing = Vec::new();
    for &name in names {
        if let Err(error) = catalog.open(name).and_then(|table| table.check()) {
            // What cannot be read could not be replaced either.
            if matches!(error.kind, TableErrorKind::Io { .. }) {
                return Err(error);
            }
            damaged += usize::from(!matches!(error.kind, TableErrorKind::Missing));
            missing.push(name);
        }
    }
    Ok((missing, damaged))
}

fn write_plan(
    output: &mut impl Write,
    target: &Target,
    missing: &[TableName],
    catalog: &Catalog,
    how: &How,
    cancel: &AtomicBool,
) -> io::Result<()> {
    let there = target.names.len() - missing.len();
    let unfinished = target.names.first().map_or(Ok(0), |name| catalog.unfinished(name.game()))?;
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
    if unfinished > 0 {
        let files = words::counted(unfinished, "unfinished file");
        writeln!(output, "  left over {files} of earlier runs, to be deleted unless one still runs: .unfinished-*")?;
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
    writeln!(output, "  threads   {}", how.pool.current_num_threads())?;
    output.flush()?;
    if let Some(time) = solving::estimate(&plan, how, cancel) {
        writeln!(output, "  time      about {}, at the speed of this machine just now", words::duration(time))?;
    }
    output.flush()
}

fn write_result(output: &mut impl Write, target: &Target, catalog: &Catalog) -> Result<(), CommandError> {
    let tablebase = Tablebase::new(catalog.clone());
    if let Some(start) = target.start {
        let result = match tablebase.value(&start)? {
            Value::Win(depth) => format!("White wins in {} with best play", words::plies(depth)),
            Value::Draw => "a draw with best play".into(),
            Value::Loss(depth) => format!("Black wins in {} with best play", words::plies(depth)),
        };
        writeln!(output, "{} is solved: {result}.\n", target.what)?;
        writeln!(output, "White's first moves:")?;
        for ranked in tablebase.moves(&start)? {
            writeln!(output, "  {:<8} {}", ranked.played.to_string(), words::outcome(ranked.value))?;
        }
        writeln!(output)?;
    }
    let mut rows = Vec::new();
    let mut total = Row::default();
    for &name in &target.names {
        let row = Row::of(tablebase.table(name)?.summary());
        total.add(&row);
        rows.push((name.to_string(), row));
    }
    rows.push(("all".into(), total));
    let width = rows.iter().map(|(_, row)| words::grouped(row.positions()).len()).max().unwrap_or(0).max(11);
    writeln!(
        output,
        "{:9}  {:>width$}  {:>width$}  {:>width$}  {:>width$}  {:>7}  {:>8}",
        "table", "positions", "wins", "draws", "losses", "longest", "size"
    )?;
    rows.iter().try_for_each(|(name, row)| row.write(output, name, width))?;
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

    fn positions(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn write(&self, output: &mut impl Write, name: &str, width: usize) -> io::Result<()> {
        let numbers = [self.positions(), self.wins, self.draws, self.losses].map(words::grouped);
        let [positions, wins, draws, losses] = numbers;
        let size = words::bytes(self.bytes);
        writeln!(
            output,
            "{name:9}  {positions:>width$}  {wins:>width$}  {draws:>width$}  {losses:>width$}  {:>7}  {size:>8}",
            self.longest
        )
    }
}
