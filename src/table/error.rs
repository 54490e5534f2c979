//! What can be wrong with a table's file, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::game::Game;
use crate::index::TableName;

use super::format::VERSION;

/// Why a table could not be read or written: which file, what is wrong, and in the message what to do.
#[derive(Debug, Error)]
#[error("{}", self.message())]
pub struct TableError {
    /// The file.
    pub path: PathBuf,
    /// The table it should hold.
    pub name: TableName,
    /// What is wrong.
    pub kind: TableErrorKind,
}

/// What is wrong with a file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// There is no such file.
    #[error("the table is not there")]
    Missing,
    /// The system refused.
    #[error("cannot {doing} it: {source}")]
    Io {
        /// What was tried, as a verb.
        doing: &'static str,
        /// The system's answer.
        source: io::Error,
    },
    /// The file starts with something else than a table.
    #[error("this is no table of this program")]
    NotATable,
    /// The file's line ends or high bits were changed on the way.
    #[error("the file was changed as if it were text, probably by the program that copied it")]
    CopiedAsText,
    /// The format is newer than this program.
    #[error("the file has format version {0}, and this program reads version {VERSION}")]
    NewerVersion(u32),
    /// The format is older than this program.
    #[error("the file has format version {0}, and this program reads version {VERSION} only")]
    OlderVersion(u32),
    /// The values are those of other rules.
    #[error("the table was solved for rule set {found}, and this program plays rule set {expected}")]
    OtherRules {
        /// The rule set in the file.
        found: u32,
        /// This program's.
        expected: u32,
    },
    /// The file holds another table.
    #[error("the file holds the table {found}")]
    WrongTable {
        /// The table in the file, with its game.
        found: String,
    },
    /// The file ends too early.
    #[error("the file is cut short: it has {length} bytes{}", match expected { Some(n) => format!(" of {n}"), None => ", fewer than any table".into() })]
    Truncated {
        /// How long it is.
        length: u64,
        /// How long it should be, where the header says so.
        expected: Option<u64>,
    },
    /// A part of the file is not what was written.
    #[error("the file is damaged: {section} {what}")]
    Damaged {
        /// The part.
        section: Section,
        /// What is wrong with it.
        what: &'static str,
    },
    /// The solver's table has a position without a value: a bug of the solver, and no file is written.
    #[error("not written, since the solver left positions without a value or counted them wrong")]
    Unsolved,
    /// The caller ended the writing.
    #[error("not written, since the work was stopped")]
    Stopped,
}

/// A part of a table's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Section {
    /// The header.
    #[error("the header")]
    Header,
    /// The directory of blocks.
    #[error("the directory of blocks")]
    Directory,
    /// A block, counted from 0 through the whole file.
    #[error("block {0}")]
    Block(u64),
    /// The file as a whole, or its last bytes.
    #[error("the file as a whole")]
    Whole,
}

impl TableError {
    pub(super) fn new(path: &Path, name: TableName, kind: TableErrorKind) -> Self {
        Self { path: path.into(), name, kind }
    }

    /// Whether the table is missing because it has too many positions for any table.
    #[must_use]
    pub fn is_impossible(&self) -> bool {
        matches!(self.kind, TableErrorKind::Missing) && !self.name.is_numbered()
    }

    fn message(&self) -> String {
        if self.is_impossible() {
            return format!(
                "{} would have far too many positions for a table: tables are for endings of {}",
                self.name.qualified(),
                self.name.game()
            );
        }
        format!("{}: {}; {}", self.path.display(), self.kind, self.advice())
    }

    /// What to do about it.
    fn advice(&self) -> String {
        use TableErrorKind as Kind;
        let solve = match self.path.ancestors().nth(2) {
            Some(dir) if !dir.as_os_str().is_empty() => {
                format!("`roundtable solve {} --dir {}`", target(self.name), dir.display())
            }
            _ => format!("`roundtable solve {}`", target(self.name)),
        };
        // Solving makes what is damaged anew and leaves the rest.
        let again = |reason: &str| format!("{reason} with {solve}");
        match &self.kind {
            Kind::Missing => format!("{solve} makes {}", self.name),
            Kind::Io { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "make room on the disk, or choose another folder with --dir; finished tables are as they were"
                        .into()
                }
                io::ErrorKind::InvalidInput => "move away what is there under the table's name".into(),
                io::ErrorKind::NotADirectory => "--dir names a folder of tables, not a file".into(),
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    "check the folder's permissions, or choose another folder with --dir".into()
                }
                _ => "check the disk and the folder, or choose another folder with --dir".into(),
            },
            Kind::NotATable => again("move it away, and make the table"),
            Kind::CopiedAsText => again("copy it again as binary data, or make the table anew"),
            Kind::NewerVersion(_) => again("use the newer program, or make the table anew"),
            Kind::OlderVersion(_) | Kind::OtherRules { .. } => again("make the table anew"),
            Kind::WrongTable { .. } => again(&format!(
                "{} is expected here: move the file where it belongs, and make the table",
                self.name.qualified()
            )),
            Kind::Truncated { .. } | Kind::Damaged { .. } => again("copy it again, or make the table anew"),
            Kind::Unsolved => "please report this".into(),
            Kind::Stopped => format!("{solve} goes on from here"),
        }
    }
}

/// What to tell `roundtable solve` to make a table: the variant of the game that it belongs to, or the table alone.
fn target(name: TableName) -> String {
    let both = |fits: fn(u8, u8) -> bool| name.sides().iter().all(|side| fits(side.knights, side.men));
    match name.game() {
        Game::Camette if both(|knights, _| knights <= 1) => "camette".into(),
        Game::Camette if both(|_, men| men == 0) => "all-knight".into(),
        _ => name.qualified(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_advice_names_a_command_that_makes_the_table() {
        let target = |name: &str| target(name.parse().expect("a table's name"));
        assert_eq!(
            ["KMMM-KMM", "K-M", "K-K", "KK-K", "KKKK-KKKK"].map(target),
            ["camette", "camette", "camette", "all-knight", "all-knight"]
        );
        assert_eq!(["KK-M", "KKM-K", "cam:K-M"].map(target), ["camette:KK-M", "camette:KKM-K", "cam:K-M"]);
    }
}
