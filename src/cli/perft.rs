//! `roundtable perft`.

use std::io::{self, BufWriter, Write};

use roundtable::game::perft::{Counting, divide, perft};

use super::error::Exit;
use super::{Outcome, input};

/// Count the positions that can be reached, depth by depth
///
/// Each node's distinct resulting positions are counted and summed over all nodes; nothing is merged across the tree.
/// Won positions are counted, not expanded.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable perft camette 6
  roundtable perft camette 6 --paths
  roundtable perft 'cam b K:d4 / K:d10 M:e9' 3 --divide")]
pub(crate) struct Args {
    /// The position
    position: String,

    /// How many plies deep
    #[arg(value_parser = clap::value_parser!(u8).range(1..=99))]
    depth: u8,

    /// Count spelled moves: each path is a move of its own
    #[arg(long)]
    paths: bool,

    /// Print the count at DEPTH for each first move, then the total
    #[arg(long)]
    divide: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let position = input::position(&args.position)?;
    let counting = if args.paths { Counting::Paths } else { Counting::Results };
    let mut output = BufWriter::new(io::stdout().lock());
    if args.divide {
        let counts = divide(&position, args.depth, counting)?;
        for (m, count) in &counts {
            writeln!(output, "{m}\t{count}")?;
        }
        writeln!(output, "total\t{}", counts.iter().map(|(_, count)| count).sum::<u64>())?;
    } else {
        for (depth, count) in (1..).zip(perft(&position, args.depth, counting)?) {
            writeln!(output, "{depth}\t{count}")?;
        }
    }
    output.flush()?;
    Ok(Exit::Done)
}
