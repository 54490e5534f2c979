//! `roundtable report`: a file for each report, with its arguments and its words.

mod longest;
mod openings;
mod problems;
mod rules;
mod summary;
mod table;
mod zugzwang;

use std::collections::BTreeSet;
use std::io::{self, BufWriter, Write};

use clap::Subcommand;
use roundtable::game::{Colour, Position};
use roundtable::probe::Tablebase;
use roundtable::report::{Report, ReportError};
use roundtable::solve::Plan;

use super::Outcome;
use super::error::{CommandError, Exit};
use super::progress::Bar;
use super::solving::{self, WholeGame};
use super::tables::AnswerArgs;
use super::target::tables_meant;
use super::words;

/// Tell what the tables know: counts, longest wins, zugzwangs, openings, problems
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report summary
  roundtable report table KMM-KMM --svg > KMM-KMM.svg
  roundtable report longest all-knight --csv > longest.csv
  roundtable report zugzwang KM-KM --json
  roundtable report openings --book book.json
  roundtable report problems problem
  roundtable report rules

Each report is printed as text, or with --json, --csv or --svg. Positions are counted for the side
to move and with mirror images apart; a position and the same one with colours exchanged are one.")]
pub(crate) struct Args {
    #[command(subcommand)]
    which: Which,
}

#[derive(Debug, Subcommand)]
enum Which {
    Summary(summary::Args),
    Table(table::Args),
    Longest(longest::Args),
    Zugzwang(zugzwang::Args),
    Openings(openings::Args),
    Problems(problems::Args),
    Rules(rules::Args),
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    match &args.which {
        Which::Summary(args) => summary::run(args),
        Which::Table(args) => table::run(args),
        Which::Longest(args) => longest::run(args),
        Which::Zugzwang(args) => zugzwang::run(args),
        Which::Openings(args) => openings::run(args),
        Which::Problems(args) => problems::run(args),
        Which::Rules(args) => rules::run(args),
    }
}

/// How a report is written.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct Format {
    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Print comma-separated values, the names of the columns in the first line; nothing if there are no rows
    #[arg(long)]
    csv: bool,

    /// Print a picture
    #[arg(long)]
    svg: bool,
}

/// A report that can be put in words.
trait Words: Report {
    fn write(&self, output: &mut dyn Write) -> io::Result<()>;
}

/// Options of every report.
#[derive(Debug, clap::Args)]
struct Common {
    #[command(flatten)]
    format: Format,

    /// How many threads to use; as many as there are processors if not given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,

    #[command(flatten)]
    tables: AnswerArgs,
}

impl Common {
    /// Prints a report as asked.
    fn print(&self, report: &impl Words) -> Outcome {
        let mut output = BufWriter::new(io::stdout().lock());
        if self.format.json {
            serde_json::to_writer_pretty(&mut output, report)?;
            writeln!(output)?;
        } else if self.format.csv {
            let mut lines = csv::Writer::from_writer(&mut output);
            report.rows().into_iter().try_for_each(|row| lines.serialize(row))?;
            lines.flush()?;
        } else if self.format.svg {
            output.write_all(report.picture().as_bytes())?;
        } else {
            report.write(&mut output)?;
        }
        output.flush()?;
        Ok(Exit::Done)
    }

    /// Goes to work on as many threads as asked for.
    fn on_threads<T: Send>(&self, work: impl FnOnce() -> Result<T, ReportError> + Send) -> Result<T, CommandError> {
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(CommandError::other)?;
        Ok(pool.install(work)?)
    }

    /// The same with a progress bar over the tables of a plan.
    fn with_bar<T: Send>(
        &self,
        plan: &Plan,
        work: impl FnOnce(&Bar) -> Result<T, ReportError> + Send,
    ) -> Result<T, CommandError> {
        let bar = Bar::new(plan, 1);
        let result = self.on_threads(|| work(&bar));
        bar.finish();
        result
    }
}

/// The tables that a report is about.
#[derive(Debug, clap::Args)]
struct Targets {
    /// What the report is about: `camette`, `all-knight`, or tables such as KMM-KM; of `cam`, the tables that are there
    #[arg(value_name = "TABLE", default_value = "camette")]
    tables: Vec<String>,
}

impl Targets {
    /// The tables, all of them there, and in what order to go through them.
    fn find(&self, common: &Common) -> Result<(Tablebase, Plan), CommandError> {
        let opened = common.tables.tablebase_as_it_is()?;
        let mut names = BTreeSet::new();
        for target in &self.tables {
            names.extend(tables_meant(target, opened.catalog())?);
        }
        let plan = Plan::for_tables(names.iter().copied())
            .ok_or_else(|| CommandError::input(anyhow::anyhow!("a report is about tables of one game")))?;
        let whole_game = self.tables.iter().find_map(|target| WholeGame::named(target));
        let tablebase = match (whole_game, names.first()) {
            (Some(game), _) => common.tables.tablebase_for(&game.start)?,
            (None, Some(&name)) => common.tables.tablebase_with(name)?,
            (None, None) => opened,
        };
        // The largest first: it is the one that was asked for, if it is missing.
        for step in plan.steps().iter().rev() {
            tablebase.catalog().open(step.name)?;
        }
        Ok((tablebase, plan))
    }
}

impl From<ReportError> for CommandError {
    fn from(error: ReportError) -> Self {
        match error {
            ReportError::Table(error) => error.into(),
            ReportError::Probe(error) => error.into(),
            ReportError::Wrong { .. } => Self::tables(error),
            _ => Self::other(error),
        }
    }
}

/// Errors of writing comma-separated values to our own streams.
impl From<csv::Error> for CommandError {
    fn from(error: csv::Error) -> Self {
        match error.into_kind() {
            csv::ErrorKind::Io(error) => error.into(),
            kind => Self::other(anyhow::anyhow!("{kind:?}")),
        }
    }
}

/// `48.3 %`.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// A position's board, each line indented.
fn board(text: &str) -> String {
    let drawn = text.parse::<Position>().map(|position| words::board(&position, Colour::White));
    drawn.unwrap_or_default()
}
