//! Bits over columns: in groups, and in rows.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use bitvec::prelude::{BitVec, Lsb0};
use zerocopy::FromZeros;

/// Words that are worked on together: 256 bits.
pub(super) const GROUP: usize = 4;

/// Bits of as many columns as are worked on together.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, FromZeros)]
#[repr(transparent)]
pub(super) struct Group(pub [u64; GROUP]);

impl Group {
    pub(super) const EMPTY: Self = Self([0; GROUP]);
    pub(super) const FULL: Self = Self([!0; GROUP]);

    /// A group of a row of words.
    #[inline(always)]
    pub(super) fn of(row: &[u64], group: usize) -> Self {
        let words = &row[group * GROUP..][..GROUP];
        Self(std::array::from_fn(|i| words[i]))
    }

    #[inline(always)]
    pub(super) fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// The group read backwards.
    #[inline(always)]
    pub(super) fn reversed(self) -> Self {
        Self(std::array::from_fn(|i| self.0[GROUP - 1 - i].reverse_bits()))
    }

    pub(super) fn count_ones(self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }
}

impl BitAnd for Group {
    type Output = Self;
    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Group {
    type Output = Self;
    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Group {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl BitAndAssign for Group {
    #[inline(always)]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Group {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

/// The bits of a word that are set, lowest first.
pub(super) struct BitIter(pub u64);

impl Iterator for BitIter {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// A table of bits whose rows are whole 64-bit words.
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

    pub(super) fn set(&mut self, row: usize, column: usize) {
        self.bits.set(row * self.words * 64 + column, true);
    }
}
