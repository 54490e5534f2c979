//! Rows of bits over columns.

use bitvec::prelude::{BitVec, Lsb0};

/// A table of bits whose rows are whole 64-bit words.
///
/// The container is `bitvec`'s; sweeps go over its raw words, which is what makes them fast.
#[derive(Clone, Debug)]
pub(super) struct BitTable {
    words: usize,
    bits: BitVec<u64, Lsb0>,
}

impl BitTable {
    /// A table of zeros, each row `words` words long.
    pub(super) fn new(rows: usize, words: usize) -> Self {
        Self { words, bits: BitVec::repeat(false, rows * words * 64) }
    }

    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.bits.as_raw_slice()[row * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits.as_raw_mut_slice()[row * self.words..][..self.words]
    }

    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.bits.set(row * self.words * 64 + column, true);
    }

    /// All words, row after row.
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        self.bits.as_raw_mut_slice()
    }

    pub(super) fn count_ones(&self) -> u64 {
        self.bits.as_raw_slice().iter().map(|word| u64::from(word.count_ones())).sum()
    }
}
