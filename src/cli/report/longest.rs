//! `roundtable report longest`.

use std::io::{self, Write};

use roundtable::report::{Longest, LongestHalf};

use super::{Common, Outcome, Targets, Words, board, words};

/// The longest wins and losses of each table, with their lines
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable report longest
  roundtable report longest KMM-KM --count 5
  roundtable report longest all-knight --csv > longest.csv

All positions of the greatest depth are counted; of a position and its mirror image one is shown,
White to move. All of Camette takes a minute on two cores.")]
pub(crate) struct Args {
    #[command(flatten)]
    targets: Targets,

    /// How many positions to show of each table, side to move, and result
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u16,

    #[command(flatten)]
    common: Common,
}

/// Runs the report.
pub(crate) fn run(args: &Args) -> Outcome {
    let (tablebase, plan) = args.targets.find(&args.common)?;
    let count = usize::from(args.count);
    let longest = args.common.with_bar(&plan, |bar| Longest::new(&tablebase, &plan, count, bar))?;
    args.common.print(&longest)
}

impl Words for Longest {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let Some(greatest) = self.greatest() else { return writeln!(output, "No position is won or lost.") };
        writeln!(output, "{:11}  {:>8}  {:>9}  {:>7}", "to move", "", "positions", "mirrored")?;
        for half in &self.halves {
            writeln!(
                output,
                "{:11}  {:>8}  {:>9}  {:>7}",
                sides(half),
                format!("{} {:>3}", half.value, half.depth),
                words::grouped(half.positions),
                words::grouped(half.pairs)
            )?;
            for example in &half.examples {
                writeln!(output, "    {}", example.position)?;
            }
        }
        writeln!(output, "\nmirrored: how many there are if a position and its mirror image count as one.")?;
        writeln!(
            output,
            "\nThe longest of all: {}, {} in {}.",
            sides(greatest),
            greatest.value,
            words::plies(greatest.depth)
        )?;
        for example in &greatest.examples {
            writeln!(output, "\n{}\n{}\n{}", board(&example.position), example.position, example.line)?;
        }
        Ok(())
    }
}

fn sides(half: &LongestHalf) -> String {
    format!("{} – {}", half.to_move, half.against)
}
