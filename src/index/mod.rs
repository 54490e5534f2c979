//! Numbers for positions: material and table names, placements of one side, the cells of a table, and the order in
//! which files store them.
//!
//! Depends on [`crate::game`] alone.

mod count;
mod groups;
mod layout;
mod material;
mod numbering;
mod quiet;
mod ranking;
mod sets;

pub use count::{count_positions, estimate_positions};
pub use groups::{Group, Groups};
pub use layout::{Cell, Grid, Layout, RowPlace};
pub use material::{Half, Material, TableName, TableNameError};
pub use numbering::Numbering;
pub use ranking::{binomial, rank_subset, unrank_subset};
