//! The `roundtable` command: reads its arguments, runs one of the commands in `cli`, and exits.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
