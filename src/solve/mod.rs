//! Retrograde analysis: every position of a table, its value and depth to win.
//!
//! Touches no files: a solved table is handed over as something that gives out rows of value codes.

use crate::index::{Half, TableName};

/// A solved table, as solvers hand it over: rows of [value codes](crate::game::Value::code).
pub trait Solved: Sync {
    /// The table.
    fn name(&self) -> TableName;

    /// Fills `codes` with the values of one row of the table's [layout](crate::index::Layout), a code for each column;
    /// 0 where the pieces overlap. In a row that is its own mirror image, cells that the layout numbers under their
    /// mirror images have their values too.
    ///
    /// # Panics
    /// If the half or the row is not in the layout, or `codes` has not one byte for each column.
    fn read_row(&self, half: Half, row: u64, codes: &mut [u8]);
}
