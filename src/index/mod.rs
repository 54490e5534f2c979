//! Numbers for positions: material and table names, placements of one side, the cells of a
//! table, and the order in which files store them.
//!
//! Depends on [`crate::game`] alone.

mod layout;
mod material;
mod men;
mod numbering;
mod quiet;
mod ranking;
mod stored;
mod strips;

pub use layout::{Cell, Layout, count_positions};
pub use material::{Half, Material, TableName, TableNameError};
pub use numbering::Numbering;
pub use quiet::Strip;
pub use ranking::{binomial, rank_subset, unrank_subset};
pub use strips::{Row, Strips};
