//! What can be wrong with a table's file, and what to do about it.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::index::TableName;

use super::format::VERSION;

/// Why a table could not be read or written: which file, what is wrong, and in the message what to do.
#[derive(Debug, Error)]
#[error("{}: {kind}; {}", path.display(), self.advice())]
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
    #[error("the file is cut short: it has {length} bytes of {}", match expected { Some(n) => n.to_string(), None => "more".into() })]
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

    /// What to do about it.
    fn advice(&self) -> String {
        use TableErrorKind as Kind;
        let game = self.name.game().name();
        let again = |reason: &str| format!("{reason} with `roundtable solve {game} --force`");
        match &self.kind {
            Kind::Missing => format!("`roundtable solve {game}` makes {}", self.name),
            Kind::Io { source, .. } => match source.kind() {
                io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                    "make room on the disk, or choose another folder with --dir; finished tables are as they were"
                        .into()
                }
                io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                    "check the folder's permissions, or choose another folder with --dir".into()
                }
                _ => "check the disk and the folder, or choose another folder with --dir".into(),
            },
            Kind::NotATable => again("move it away, and make the table"),
            Kind::CopiedAsText => again("copy it again as binary data, or make the table anew"),
            Kind::NewerVersion(_) => again("use the newer program, or make the table anew"),
            Kind::OlderVersion(_) | Kind::OtherRules { .. } => again("make the table anew"),
            Kind::WrongTable { .. } => {
                again(&format!("{} is expected here: rename the file, or make the table", self.name))
            }
            Kind::Truncated { .. } | Kind::Damaged { .. } => again("copy it again, or make the table anew"),
            Kind::Unsolved => "please report this".into(),
            Kind::Stopped => format!("`roundtable solve {game}` goes on from here"),
        }
    }
}
