//! Where the tables are.

use std::path::PathBuf;

use roundtable::probe::{ProbeError, Tablebase};
use roundtable::table::{Catalog, TableErrorKind, default_dir};

use super::error::CommandError;

/// Options of every command that reads or writes tables.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    /// The folder of tables; without it ROUNDTABLE_DIR, or `roundtable` in your data folder (~/.local/share on Linux)
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl TablesArgs {
    pub(crate) fn catalog(&self) -> Result<Catalog, CommandError> {
        let dir = self.dir.clone().or_else(default_dir).ok_or_else(|| {
            CommandError::input(anyhow::anyhow!("there is no data folder for tables"))
                .hint("say where they are with --dir DIR or ROUNDTABLE_DIR")
        })?;
        Ok(Catalog::new(dir))
    }

    pub(crate) fn tablebase(&self) -> Result<Tablebase, CommandError> {
        Ok(Tablebase::new(self.catalog()?))
    }
}

impl From<ProbeError> for CommandError {
    fn from(error: ProbeError) -> Self {
        match error {
            ProbeError::Table(error) => (*error).into(),
            ProbeError::TooManyPieces { .. } | ProbeError::NoTables(_) | ProbeError::TooManyMoves(_) => {
                Self::input(error)
            }
            _ => Self::other(error),
        }
    }
}

impl From<roundtable::table::TableError> for CommandError {
    fn from(error: roundtable::table::TableError) -> Self {
        match error.kind {
            TableErrorKind::Io { .. } | TableErrorKind::Unsolved | TableErrorKind::Stopped => Self::other(error),
            _ => Self::tables(error),
        }
    }
}
