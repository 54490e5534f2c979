//! A folder of tables: `DIR/camette/KMMM-KMM`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::game::Game;
use crate::index::TableName;

use super::cache::BlockCache;
use super::error::TableError;
use super::reader::Table;
use super::writer::TEMPORARY_PREFIX;

/// A folder of tables, and the cache that the tables opened from it share.
///
/// ```
/// use roundtable::table::Catalog;
///
/// let catalog = Catalog::new("tables");
/// let name = "camette:KMMM-KMM".parse().unwrap();
/// assert!(catalog.path(name).ends_with("tables/camette/KMMM-KMM"));
/// assert!(catalog.open(name).unwrap_err().to_string().contains("roundtable solve camette"));
/// ```
#[derive(Clone, Debug)]
pub struct Catalog {
    dir: PathBuf,
    cache: Arc<BlockCache>,
}

impl Catalog {
    /// The tables in a folder, which need not exist, with a cache of default size.
    #[must_use]
    pub fn new(dir: impl Into<PathBuf>) -> Self {
        Self::with_cache(dir, Arc::default())
    }

    /// The tables in a folder, with a cache.
    #[must_use]
    pub fn with_cache(dir: impl Into<PathBuf>, cache: Arc<BlockCache>) -> Self {
        Self { dir: dir.into(), cache }
    }

    /// The folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The cache that tables opened from here share.
    #[must_use]
    pub const fn cache(&self) -> &Arc<BlockCache> {
        &self.cache
    }

    /// Where a table is, if it is there.
    #[must_use]
    pub fn path(&self, name: TableName) -> PathBuf {
        path_in(&self.dir, name)
    }

    /// Opens a table.
    ///
    /// # Errors
    /// As [`Table::open`]; a table that is not there is [`Missing`](super::TableErrorKind::Missing).
    pub fn open(&self, name: TableName) -> Result<Table, TableError> {
        Table::open(&self.path(name), name, &self.cache)
    }

    /// The tables of a game that have a file here, smallest first; whether the files are intact shows when they are
    /// opened.
    ///
    /// # Errors
    /// If the folder is there but cannot be listed.
    pub fn present(&self, game: Game) -> io::Result<Vec<TableName>> {
        let named = |file: &String| format!("{}:{file}", game.name()).parse::<TableName>().ok();
        let mut tables: Vec<_> = self.files(game)?.iter().filter_map(named).collect();
        tables.sort_unstable();
        Ok(tables)
    }

    /// How many unfinished files of a game are here: programs write to them now, or were killed while they did.
    ///
    /// # Errors
    /// If the folder is there but cannot be listed.
    pub fn unfinished(&self, game: Game) -> io::Result<usize> {
        Ok(self.files(game)?.iter().filter(|file| file.starts_with(TEMPORARY_PREFIX)).count())
    }

    /// The names of a game's files; those that are no text are none of ours.
    fn files(&self, game: Game) -> io::Result<Vec<String>> {
        let folder = self.dir.join(game.name());
        let in_folder = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(in_folder)?,
        };
        let mut names = Vec::new();
        for entry in entries {
            names.extend(entry.map_err(in_folder)?.file_name().into_string().ok());
        }
        Ok(names)
    }
}

/// Where a table is in a folder of tables.
pub(super) fn path_in(dir: &Path, name: TableName) -> PathBuf {
    dir.join(name.game().name()).join(name.to_string())
}

/// The folder for tables unless another is given: `ROUNDTABLE_DIR` if that is set, else `roundtable` in the user's folder
/// for data (`~/.local/share` on Linux). `None` if the user has no such folder.
#[must_use]
pub fn default_dir() -> Option<PathBuf> {
    match std::env::var_os("ROUNDTABLE_DIR").filter(|dir| !dir.is_empty()) {
        Some(dir) => Some(dir.into()),
        None => dirs::data_dir().map(|data| data.join("roundtable")),
    }
}
