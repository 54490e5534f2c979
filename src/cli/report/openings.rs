//! `roundtable report openings`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use roundtable::report::{Extent, FirstMove, OpeningMove, Openings};

use super::super::input;
use super::{CommandError, Common, Outcome, Words, words};

/// Perfect play from the start: first moves, replies, and the moves that keep the value
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report openings
  roundtable report openings all-knight --plies 6
  roundtable report openings --plies 8 --book book.json
  roundtable report openings --svg > openings.svg

A move keeps the value if it wins in a won position, draws in a drawn one, and in a lost one holds
out longest. Mirror images count as one throughout. The book has every position in which both
sides have kept the value.")]
pub(crate) struct Args {
    /// The position to start from
    #[arg(value_name = "POSITION", default_value = "camette")]
    start: String,

    /// Follow the moves that keep the value so many plies deep
    #[arg(long, value_name = "N", default_value_t = 12)]
    plies: u16,

    /// Stop where a ply has more positions than this
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    positions: usize,

    /// Write the positions and the moves that keep the value to a file, as JSON
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let start = input::position(&args.start)?;
    if let Some(reason) = start.over() {
        return Err(CommandError::input(anyhow::anyhow!("the game is over there: {reason}")));
    }
    let tablebase = args.common.tables.tablebase_for(&start)?;
    let extent = Extent { plies: args.plies, positions: args.positions };
    let (openings, book) = args.common.on_threads(|| Openings::new(&tablebase, &start, extent))?;
    if let Some(path) = &args.book {
        let write = || fs::write(path, serde_json::to_string_pretty(&book)? + "\n").map_err(anyhow::Error::new);
        write().map_err(|error| CommandError::other(error.context(format!("cannot write {}", path.display()))))?;
    }
    args.common.print(&openings)
}

/// How many replies are named.
const NAMED: usize = 4;

impl Words for Openings {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let depth = self.dtw.map_or(String::new(), |dtw| format!(" in {}", words::plies(dtw)));
        writeln!(output, "{}: a {}{depth} for the side to move.\n", self.start, self.value)?;
        let width = self.moves.iter().map(|first| first.first.text.len()).max().unwrap_or(0);
        for first in &self.moves {
            write_first(output, first, width)?;
        }
        writeln!(output, "\nWhile both sides keep the value:\n")?;
        writeln!(output, "ply  turn   positions  moves  keeping  only-move positions")?;
        for ply in &self.plies {
            let (positions, only) = (words::grouped(ply.positions), words::grouped(ply.only_move));
            writeln!(
                output,
                "{:3}  {:5}  {positions:>9}  {:5.1}  {:7.2}  {only:>19}",
                ply.ply, ply.turn, ply.moves, ply.keeping
            )?;
        }
        if self.cut_short {
            writeln!(output, "The next ply has more positions than --positions allows.")?;
        }
        writeln!(output)?;
        for run in &self.only_moves {
            writeln!(output, "Most only-moves of {} in a row: {}", run.player, run.length)?;
            if run.length > 0 {
                writeln!(output, "  {}", run.line)?;
            }
        }
        Ok(())
    }
}

fn write_first(output: &mut dyn Write, FirstMove { first, replies }: &FirstMove, width: usize) -> io::Result<()> {
    let depth = |dtw: Option<u16>| dtw.map_or(String::new(), |dtw| format!(" in {dtw}"));
    let verb = |value: &str| match value {
        "win" => "wins",
        "draw" => "draws",
        _ => "loses",
    };
    let said = format!("{}{}", verb(first.value), depth(first.dtw));
    let keeping: Vec<&OpeningMove> = replies.iter().filter(|reply| reply.keeps).collect();
    let named: Vec<String> =
        keeping.iter().take(NAMED).map(|reply| format!("{}{}", reply.text, depth(reply.dtw))).collect();
    let more = if keeping.len() > NAMED { ", ..." } else { "" };
    writeln!(
        output,
        "  {:width$}  {said:12}  {} of {} replies: {}{more}",
        first.text,
        keeping.len(),
        replies.len(),
        named.join(", ")
    )
}
