//! Numbers for positions: material and table names, placements of one side, and the cells of a table.
//!
//! Depends on [`crate::game`] alone.

mod layout;
mod material;
mod numbering;
mod ranking;

pub use layout::{Cell, Layout, count_positions};
pub use material::{Half, Material, TableName, TableNameError};
pub use numbering::Numbering;
pub use ranking::{binomial, rank_subset, unrank_subset};
