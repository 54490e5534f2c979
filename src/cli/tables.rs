//! Where the tables are.

use std::path::PathBuf;

use roundtable::game::Position;
use roundtable::index::TableName;
use roundtable::probe::{ProbeError, Tablebase};
use roundtable::solve::Plan;
use roundtable::table::{Catalog, TableErrorKind, default_dir};

use super::error::{CommandError, complain};
use super::solving::{self, How, WholeGame};

/// Options of every command that reads or writes tables.
#[derive(Debug, clap::Args)]
pub(crate) struct TablesArgs {
    /// The folder of tables; without it `$ROUNDTABLE_DIR`, or `roundtable` in your data folder (~/.local/share on Linux)
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
}

/// Options of every command that answers from tables.
#[derive(Debug, clap::Args)]
pub(crate) struct AnswerArgs {
    #[command(flatten)]
    tables: TablesArgs,

    /// Never solve. (Otherwise, if there are no tables of Camette at all, it is solved first)
    #[arg(long)]
    no_solve: bool,
}

impl AnswerArgs {
    /// The tables, for questions about a position.
    pub(crate) fn tablebase_for(&self, position: &Position) -> Result<Tablebase, CommandError> {
        self.tablebase(WholeGame::holding(position))
    }

    /// The tables, for questions about one of them.
    pub(crate) fn tablebase_with(&self, table: TableName) -> Result<Tablebase, CommandError> {
        self.tablebase(WholeGame::with_table(table))
    }

    /// The tables, whichever they are.
    pub(crate) fn tablebase_as_it_is(&self) -> Result<Tablebase, CommandError> {
        self.tablebase(None)
    }

    /// The tables, for questions about any position; Camette's are made sure of.
    pub(crate) fn tablebase_for_any(&self) -> Result<Tablebase, CommandError> {
        self.tablebase(WholeGame::named("camette"))
    }

    /// The tables. If there are none at all of a game that can be solved in seconds, they are made first.
    fn tablebase(&self, game: Option<WholeGame>) -> Result<Tablebase, CommandError> {
        let catalog = self.tables.catalog()?;
        if let Some(game) = game.filter(|_| !self.no_solve)
            && catalog.present(game.start.game())?.is_empty()
            && let Some(plan) = Plan::for_tables(game.tables)
        {
            let (family, title, place) = (game.start.game(), game.title, catalog.dir().display());
            complain(format_args!(
                "There are no tables of {family} in {place}: {title} is solved first, which takes about a minute."
            ));
            let (how, cancel) = (How::with_threads(None)?, solving::stop_on_interrupt()?);
            let again = format!("`roundtable solve {} --dir {place}`", game.word);
            let time = solving::solve_and_write(&plan, &catalog, &how, &cancel, &again)?;
            complain(format_args!("Solved and written in {:.1} s.", time.as_secs_f64()));
        }
        Ok(Tablebase::new(catalog))
    }
}

impl From<ProbeError> for CommandError {
    fn from(error: ProbeError) -> Self {
        match error {
            ProbeError::Table(error) => (*error).into(),
            ProbeError::TooManyPieces { .. } | ProbeError::TooManyMoves(_) => Self::input(error),
            _ => Self::other(error),
        }
    }
}

impl From<roundtable::table::TableError> for CommandError {
    fn from(error: roundtable::table::TableError) -> Self {
        match error.kind {
            TableErrorKind::Missing if error.is_impossible() => Self::input(error),
            TableErrorKind::Io { .. } | TableErrorKind::Unsolved | TableErrorKind::Stopped => Self::other(error),
            _ => Self::tables(error),
        }
    }
}
