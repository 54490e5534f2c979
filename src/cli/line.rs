//! `roundtable line`.

use std::io::{self, Write};

use roundtable::probe::LineEnd;

use super::error::Exit;
use super::tables::AnswerArgs;
use super::{Outcome, input};

/// Play a position out: best play by both sides, as a game score
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable line problem
  roundtable line 'w K:c2 / M:c5'

A won game is played to its end, a drawn one until a position comes back.")]
pub(crate) struct Args {
    /// The position
    position: String,

    #[command(flatten)]
    tables: AnswerArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let position = input::position(&args.position)?;
    let line = args.tables.tablebase_for(&position)?.line(&position)?;
    let mut output = io::stdout().lock();
    match line.end {
        LineEnd::Over => writeln!(output, "{}", line.score)?,
        LineEnd::Repetition => writeln!(output, "{} (a position comes back)", line.score)?,
    }
    Ok(Exit::Done)
}
