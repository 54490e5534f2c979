//! The command line: a file for each command, with its arguments (whose comments are its help) and a function that runs
//! it. No rule of the game is here.

mod check;
mod error;
mod input;
mod line;
mod moves;
mod perft;
mod picture;
mod play;
mod probe;
mod progress;
mod report;
#[cfg(feature = "http")]
mod serve;
mod solve;
mod solving;
mod tables;
mod target;
mod verify;
mod words;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::error::{CommandError, Exit};

const EXIT_CODES: &str = "\
Positions:
  1/1k1/1mmm1/5/1MMM1/1K1/1 w            ranks from the top, K M White's, k m Black's; then w or b
  w K:c2 M:b3,c3,d3 / K:c6 M:b5,c5,d5    by hand, White's pieces before the slash
  cam b K:d4 / K:d10 M:e9                by hand, on a board other than Camette's
  camette, cam, camelot, all-knight      the start of a game
  problem                                the published problem of Camette

Exit codes:
  0  done
  1  the answer is no
  2  bad input or usage
  3  tables are missing or damaged
  4  anything else";

/// Perfect play for the Camelot family of board games
#[derive(Debug, Parser)]
#[command(version, after_help = EXIT_CODES, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Solve(solve::Args),
    Probe(probe::Args),
    Line(line::Args),
    Check(check::Args),
    Moves(moves::Args),
    Play(play::Args),
    #[cfg(feature = "http")]
    Serve(serve::Args),
    Report(report::Args),
    Perft(perft::Args),
    Verify(verify::Args),
}

/// Runs the command that the arguments name.
pub(crate) fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error).unwrap_or_else(|error| CommandError::from(error).report()).into(),
    };
    let result = match cli.command {
        Command::Solve(args) => solve::run(&args),
        Command::Probe(args) => probe::run(&args),
        Command::Line(args) => line::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Verify(args) => verify::run(&args),
        #[cfg(feature = "http")]
        Command::Serve(args) => serve::run(&args),
    };
    result.unwrap_or_else(|error| error.report()).into()
}

/// Prints help or the version, which were asked for, or what is wrong with the arguments.
fn usage(error: &clap::Error) -> io::Result<Exit> {
    error.print()?;
    // Standard output keeps the end of a text that has no line end.
    io::stdout().flush()?;
    Ok(if error.use_stderr() { Exit::BadInput } else { Exit::Done })
}

/// What a command's `run` returns.
type Outcome = Result<Exit, CommandError>;
