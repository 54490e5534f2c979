//! Perfect play for the Camelot family of board games: Camette, Cam and Camelot.
//!
//! roundtable solves games of this family by retrograde analysis, writes the value of every position to compressed tables
//! on disk, and answers questions from them: what a position is worth, what the best move is, how the win goes.
//!
//! | module | in a line |
//! |---|---|
//! | [`game`] | the rules: boards, positions, legal moves, and how people write them |
//! | [`index`] | positions as numbers: material, table names, the cells of a table |
//! | [`solve`] | retrograde analysis, and a slow twin that proves it right |
//! | [`table`] | the file format: written atomically, mapped into memory, checked as it is read |
//! | [`probe`] | answers: values, ranked moves, main lines, proofs of forced wins |
//! | [`verify`] | every value of a table against the legal moves, by the rules alone |
//! | [`report`] | what whole tables know: counts, longest wins, zugzwangs, openings, problems |
//!
//! Each module uses only those above it.
//!
//! # Example
//!
//! Solve a small table, write it (here to a folder of the crate `tempfile`), and ask it:
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::atomic::AtomicBool;
//!
//! use roundtable::game::{Position, Value};
//! use roundtable::probe::Tablebase;
//! use roundtable::solve::{Options, Plan, solve};
//! use roundtable::table::{Catalog, WriteOptions, write_table};
//!
//! let folder = tempfile::tempdir()?;
//! let plan = Plan::for_tables(["camette:K-M".parse()?]).unwrap();
//! solve(&plan, Options::default(), &(), &AtomicBool::new(false), |solved| {
//!     let watch = &mut |_, _| ControlFlow::Continue(());
//!     write_table(folder.path(), solved, WriteOptions::default(), watch).map(|_| ())
//! })
//! .unwrap();
//!
//! let tablebase = Tablebase::new(Catalog::new(folder.path()));
//! let position: Position = "w K:c2 / M:c5".parse()?;
//! assert_eq!(tablebase.value(&position)?, Value::Win(9));
//! assert_eq!(tablebase.moves(&position)?[0].played.to_string(), "C2-C3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod game;
pub mod index;
pub mod probe;
pub mod report;
#[cfg(feature = "http")]
pub mod server;
pub mod solve;
pub mod table;
pub mod verify;
