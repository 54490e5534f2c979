//! How commands fail, and how they exit.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use roundtable::game::TooManyMoves;

/// How a command ends. The numbers are the exit codes that `--help` promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Exit {
    /// Done, and answered yes if there was a question.
    Done = 0,
    /// A question was answered no.
    No = 1,
    /// Some input was bad.
    BadInput = 2,
    /// Tables are missing or damaged.
    Tables = 3,
    /// Anything else went wrong.
    Other = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Whose fault an error is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The input or the arguments.
    Input,
    /// The tables, missing or damaged.
    Tables,
    /// Whoever read our output has gone, which is their right: no error at all.
    BrokenPipe,
    /// The machine's, or ours.
    Other,
}

/// An error to be reported, with hints on what to do.
#[derive(Debug)]
pub(crate) struct CommandError {
    kind: Kind,
    source: anyhow::Error,
    hints: Vec<String>,
}

impl CommandError {
    /// Bad input.
    pub(crate) fn input(source: impl Into<anyhow::Error>) -> Self {
        Self { kind: Kind::Input, source: source.into(), hints: Vec::new() }
    }

    /// A table that is missing or damaged.
    pub(crate) fn tables(source: impl Into<anyhow::Error>) -> Self {
        Self { kind: Kind::Tables, source: source.into(), hints: Vec::new() }
    }

    /// Anything else.
    pub(crate) fn other(source: impl Into<anyhow::Error>) -> Self {
        Self { kind: Kind::Other, source: source.into(), hints: Vec::new() }
    }

    /// Whether it is about tables that are missing or damaged.
    pub(crate) fn is_of_tables(&self) -> bool {
        self.kind == Kind::Tables
    }

    /// The same error with a hint.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hints.push(hint.into());
        self
    }

    /// Writes the error to standard error and says how to exit.
    pub(crate) fn report(&self) -> Exit {
        let exit = match self.kind {
            Kind::BrokenPipe => return Exit::Done,
            Kind::Input => Exit::BadInput,
            Kind::Tables => Exit::Tables,
            Kind::Other => Exit::Other,
        };
        complain(format_args!("error: {:#}", self.source));
        for hint in &self.hints {
            complain(format_args!("hint: {hint}"));
        }
        exit
    }
}

/// Writes a line to standard error, if anyone listens.
pub(crate) fn complain(line: impl fmt::Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Errors of reading and writing our own streams.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self { kind: Kind::BrokenPipe, ..Self::other(error) },
            // What comes from the system says nothing of where it happened; what we have put in words does.
            _ if error.raw_os_error().is_some() => {
                Self::other(anyhow::Error::new(error).context("cannot read standard input or write standard output"))
            }
            _ => Self::other(error),
        }
    }
}

/// Errors of writing JSON to our own streams.
impl From<serde_json::Error> for CommandError {
    fn from(error: serde_json::Error) -> Self {
        io::Error::from(error).into()
    }
}

impl From<TooManyMoves> for CommandError {
    fn from(error: TooManyMoves) -> Self {
        Self::input(error)
    }
}
