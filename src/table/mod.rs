//! Solved tables on disk: a compact format, written atomically, mapped into memory and checked when read.
//!
//! Depends on [`crate::game`], [`crate::index`] and the interface of [`crate::solve`]. A file holds the value of each
//! position of a table in which the player to move has no jump on offer; the others follow from these by a search of
//! captures, which is the business of `probe`.
//!
//! | file | duty |
//! |---|---|
//! | `format` | the bytes of header, directory and trailer; described in `docs/format.md` |
//! | `block` | one compressed block and its decoded form |
//! | `pack` | from rows to groups, and where their stream is cut into blocks |
//! | `writer` | a solved table to a file, in parallel, the same bytes whatever the number of threads |
//! | `reader` | [`Table`]: checks at opening, lookups, the thorough check |
//! | `cache` | decoded blocks shared by tables and threads, bounded in memory |
//! | `mapped` | the memory map |
//! | `catalog` | a folder of tables |
//! | `error` | what can be wrong with a file, and what to do |

mod block;
mod cache;
mod catalog;
mod error;
mod format;
mod mapped;
mod pack;
mod reader;
mod survey;
mod writer;

pub use cache::{BlockCache, DEFAULT_CACHE_BYTES};
pub use catalog::{Catalog, default_dir};
pub use error::{Section, TableError, TableErrorKind};
pub use format::{HalfSummary, RULES, Summary, VERSION};
pub use mapped::Mapped;
pub use reader::{Checked, Table};
pub use survey::Survey;
pub use writer::{BLOCK_CELLS, DEFAULT_LEVEL, TEMPORARY_PREFIX, WriteOptions, write_table};
