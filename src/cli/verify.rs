//! `roundtable verify`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::time::Instant;

use roundtable::game::Game;
use roundtable::index::TableName;
use roundtable::solve::Plan;
use roundtable::table::{Catalog, Checked, TableError};
use roundtable::verify::{Digest, Published, Report, published, verify};
use serde::Serialize;

use super::error::{CommandError, Exit, complain};
use super::progress::Bar;
use super::tables::TablesArgs;
use super::target::tables_meant;
use super::{Outcome, words};

/// Prove tables right: checksums, every value against the legal moves, counts
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable verify
  roundtable verify camette:KMM-KM
  roundtable verify camelot
  roundtable verify --checksums
  roundtable verify --digests --dir tables

Every position's value must be what its legal moves give: a win has a successor
lost one ply sooner and none lost before, a loss only won ones, a draw a drawn
one and none lost. Positions that are not stored get the value of their best
capture. Exit code 1 and sample positions if anything disagrees, 3 if a table is
missing or damaged. All of Camette takes a minute on two cores, and 0.7 GB of
memory.")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct Args {
    /// Tables to verify: `camette`, `all-knight`, those there are of `cam` or `camelot`, or a table such as
    /// `camette:KMM-KM`; all that are there if none is named
    #[arg(value_name = "TABLE")]
    tables: Vec<String>,

    /// Only check that files are as they were written
    #[arg(long)]
    checksums: bool,

    /// Only compare files with the BLAKE3 digests of the published tables
    #[arg(long, conflicts_with = "checksums")]
    digests: bool,

    /// Only print the files' digests, as data/digests.txt lists them
    #[arg(long, hide = true, conflicts_with_all = ["checksums", "digests"])]
    list_digests: bool,

    /// Print JSON
    #[arg(long, conflicts_with_all = ["digests", "list_digests"])]
    json: bool,

    /// How many threads to use; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    #[command(flatten)]
    folder: TablesArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let catalog = args.folder.catalog()?;
    let names = names(&args.tables, &catalog)?;
    if args.list_digests {
        return list_digests(&catalog, &names);
    }
    if args.digests {
        return compare_digests(&catalog, &names);
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.map_or(0, usize::from))
        .build()
        .map_err(CommandError::other)?;
    let command = if args.checksums { checksums_only } else { prove };
    pool.install(|| command(&catalog, &names, args.json))
}

/// The tables that are meant.
fn names(targets: &[String], catalog: &Catalog) -> Result<BTreeSet<TableName>, CommandError> {
    let mut names = BTreeSet::new();
    for target in targets {
        names.extend(tables_meant(target, catalog)?);
    }
    if targets.is_empty() {
        for game in Game::ALL {
            names.extend(catalog.present(game)?);
        }
        if names.is_empty() {
            let error = anyhow::anyhow!("there are no tables in {}", catalog.dir().display());
            let hint = format!("`roundtable solve camette --dir {}` makes them", catalog.dir().display());
            return Err(CommandError::tables(error).hint(hint));
        }
    }
    Ok(names)
}

/// What is printed of a table as JSON.
#[derive(Debug, Serialize)]
struct Row {
    table: String,
    bytes: u64,
    blocks: u64,
    cells: u64,
    #[serde(flatten)]
    values: Option<Values>,
}

/// What is printed of a table's values.
#[derive(Debug, Serialize)]
struct Values {
    stored: u64,
    derived: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    mismatches: u64,
    samples: Vec<String>,
}

impl Values {
    fn new(report: &Report) -> Self {
        let sum = |count: fn(&roundtable::verify::Counts) -> u64| report.counts.iter().map(count).sum();
        Self {
            stored: report.stored,
            derived: report.derived,
            wins: sum(|counts| counts.wins),
            draws: sum(|counts| counts.draws),
            losses: sum(|counts| counts.losses),
            mismatches: report.mismatches,
            samples: report.samples.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Checks all bytes of tables. All that are missing or damaged are reported.
fn checksums(
    catalog: &Catalog,
    names: impl IntoIterator<Item = TableName>,
) -> Result<Vec<(TableName, Checked)>, CommandError> {
    let check = |name| catalog.open(name).and_then(|table| Ok((name, table.check()?)));
    let (mut intact, mut first): (Vec<_>, Option<TableError>) = (Vec::new(), None);
    for checked in names.into_iter().map(check) {
        match checked {
            Ok(checked) => intact.push(checked),
            Err(error) => match first {
                None => first = Some(error),
                Some(_) => complain(format_args!("error: {error}")),
            },
        }
    }
    first.map_or(Ok(intact), |error| Err(error.into()))
}

fn checksums_only(catalog: &Catalog, names: &BTreeSet<TableName>, json: bool) -> Outcome {
    let checked = checksums(catalog, names.iter().copied())?;
    let mut output = io::stdout().lock();
    if json {
        let rows: Vec<Row> = checked.iter().map(|&(name, checked)| Row::new(name, checked, None)).collect();
        serde_json::to_writer_pretty(&mut output, &rows)?;
        writeln!(output)?;
    } else {
        write_checksums(&mut output, &checked)?;
    }
    Ok(Exit::Done)
}

impl Row {
    fn new(name: TableName, Checked { bytes, blocks, cells }: Checked, values: Option<Values>) -> Self {
        Self { table: name.qualified(), bytes, blocks, cells, values }
    }
}

fn write_checksums(output: &mut impl Write, checked: &[(TableName, Checked)]) -> io::Result<()> {
    let sum = |count: fn(&Checked) -> u64| words::grouped(checked.iter().map(|(_, checked)| count(checked)).sum());
    writeln!(
        output,
        "{} intact: {} bytes, {} blocks, {} stored values",
        words::counted(checked.len(), "table"),
        sum(|checked| checked.bytes),
        sum(|checked| checked.blocks),
        sum(|checked| checked.cells)
    )
}

/// Checksums, then every value.
fn prove(catalog: &Catalog, names: &BTreeSet<TableName>, json: bool) -> Outcome {
    let begun = Instant::now();
    let of_game = |game: Game| names.iter().copied().filter(move |name| name.game() == game);
    let plans: Vec<Plan> = Game::ALL.into_iter().filter_map(|game| Plan::for_tables(of_game(game))).collect();
    let needed = plans.iter().flat_map(|plan| plan.steps().iter().map(|step| step.name));
    let checked = checksums(catalog, needed)?;
    let mut reports: Vec<Report> = Vec::new();
    for plan in &plans {
        let bar = Bar::new(plan, 1);
        let result = verify(catalog, plan, &bar, &mut |report| reports.push(report));
        bar.finish();
        result?;
    }
    let mut output = io::stdout().lock();
    if json {
        let report = |name| reports.iter().find(|report| report.name == name).map(Values::new);
        let rows: Vec<Row> = checked.iter().map(|&(name, checked)| Row::new(name, checked, report(name))).collect();
        serde_json::to_writer_pretty(&mut output, &rows)?;
        writeln!(output)?;
    } else {
        write_checksums(&mut output, &checked)?;
        write_values(&mut output, &reports)?;
        let others = checked.len() - reports.len();
        if others > 0 {
            let others = words::counted(others, "smaller table");
            writeln!(output, "Values after captures were taken from {others}, intact but not verified in this run.")?;
        }
        writeln!(output, "Verified in {:.1} s.", begun.elapsed().as_secs_f64())?;
    }
    Ok(if reports.iter().all(Report::is_right) { Exit::Done } else { Exit::No })
}

fn write_values(output: &mut impl Write, reports: &[Report]) -> io::Result<()> {
    writeln!(
        output,
        "\n{:9}  {:>11}  {:>11}  {:>11}  {:>11}  {:>11}",
        "table", "stored", "derived", "wins", "draws", "losses"
    )?;
    let mut line = |name: &str, numbers: [u64; 5], verdict: &str| {
        let [stored, derived, wins, draws, losses] = numbers.map(words::grouped);
        writeln!(output, "{name:9}  {stored:>11}  {derived:>11}  {wins:>11}  {draws:>11}  {losses:>11}  {verdict}")
    };
    let mut all = [0; 5];
    for report in reports {
        let Values { stored, derived, wins, draws, losses, .. } = Values::new(report);
        let numbers = [stored, derived, wins, draws, losses];
        all.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
        let verdict = match report.mismatches {
            0 => "right".into(),
            mismatches => format!("WRONG: {} mismatches", words::grouped(mismatches)),
        };
        line(&report.name.to_string(), numbers, &verdict)?;
    }
    let wrong: Vec<&Report> = reports.iter().filter(|report| !report.is_right()).collect();
    line("all", all, if wrong.is_empty() { "right" } else { "WRONG" })?;
    for report in wrong {
        writeln!(output, "\n{}, for example:", report.name.qualified())?;
        report.samples.iter().try_for_each(|sample| writeln!(output, "  {sample}"))?;
    }
    writeln!(
        output,
        "\nstored: values held against their moves; derived: values that follow from captures (mirror images are one);\n\
         wins, draws, losses: counted for the side to move, mirror images apart, and held against the file's header."
    )
}

fn compare_digests(catalog: &Catalog, names: &BTreeSet<TableName>) -> Outcome {
    let find = |&name: &TableName| published().iter().find(|published| published.name == name);
    let found: Vec<&Published> = names.iter().filter_map(find).collect();
    if found.is_empty() {
        let error = anyhow::anyhow!("none of these tables has a published digest: Camette's and All Knight's have");
        return Err(CommandError::input(error).hint("`roundtable verify` proves any table right without"));
    }
    let mut output = io::stdout().lock();
    let mut same = 0;
    for published in &found {
        let table = catalog.open(published.name)?;
        let digest = Digest::of_file(table.path())?;
        if digest == published.digest {
            same += 1;
        } else {
            // Damage is another matter than other settings.
            table.check()?;
            let level = table.summary().level;
            writeln!(output, "{}: not as published, {digest} at level {level}", published.name.qualified())?;
        }
    }
    writeln!(output, "Byte for byte as published: {same} of {}", words::counted(found.len(), "table"))?;
    match names.len() - found.len() {
        0 => {}
        others => writeln!(output, "{} without a published digest", words::counted(others, "table"))?,
    }
    Ok(if same == found.len() { Exit::Done } else { Exit::No })
}

fn list_digests(catalog: &Catalog, names: &BTreeSet<TableName>) -> Outcome {
    let mut output = io::stdout().lock();
    for &name in names {
        let digest = Digest::of_file(catalog.open(name)?.path())?;
        writeln!(output, "{}", Published { name, digest })?;
    }
    Ok(Exit::Done)
}
