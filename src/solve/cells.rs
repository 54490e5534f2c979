//! One half of a table while it is being solved, as the player to move sees it.

use std::sync::Arc;

use rayon::prelude::*;
use zerocopy::FromZeros;

use super::bits::{BitIter, GROUP, Group};
use super::kernel::{Kernels, Lanes, Task, transpose, transpose_bytes};
use super::rank;
use super::rows::RowMoves;
use super::setup::Ranked;
use super::slots::Slots;
use super::sources::Sources;

/// Columns of a group.
pub(super) const COLUMNS: usize = 64 * GROUP;

/// The cells of 64 rows in a group of columns: all that one step of work reads and writes stands together.
#[derive(Debug, FromZeros)]
#[repr(C)]
pub(super) struct Block {
    /// Value codes: of a settled position its value, 0 where a cell is no position, and of others what is known for now.
    /// That is a win or a loss *pending* if the best charge or step onto the enemy castle gives it (a loss cannot come
    /// before then), else a draw.
    pub codes: [[u8; COLUMNS]; 64],
    /// Quiet positions without a value.
    pub unresolved: [Group; 64],
    /// Those of them that nothing is known to save from loss.
    pub may_lose: [Group; 64],
    /// For each word of columns, the depths of its codes: bit d, the last bit for all depths from 63 on.
    pub depths: [u64; GROUP],
    /// Likewise of pending codes, for the whole block.
    pub pending: u64,
}

/// The bit that stands for a depth in a set of depths.
#[inline(always)]
pub(super) const fn depth_bit(depth: u16) -> u64 {
    1 << if depth < 63 { depth } else { 63 }
}

/// The bits of the depths of all codes.
pub(super) static DEPTH_BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut code = 1;
    while code < 255 {
        bits[code] = depth_bit(code as u16 - 1);
        code += 1;
    }
    bits
};

/// Which bytes of a group of columns equal `byte`.
#[inline(always)]
pub(super) fn equal_group<L: Lanes>(bytes: &[u8; COLUMNS], byte: u8) -> Group {
    let mut equal = Group::EMPTY;
    for (equal, bytes) in equal.0.iter_mut().zip(bytes.as_chunks().0) {
        *equal = L::equal_mask(bytes, byte);
    }
    equal
}

impl Block {
    /// The greatest depth of a code.
    pub(super) fn deepest(&self) -> u16 {
        // A draw's code wraps round to 0.
        let deepest = self.codes.as_flattened().iter().map(|code| code.wrapping_add(1)).max().unwrap_or(0);
        u16::from(deepest.saturating_sub(2))
    }

    /// The codes of a row under one word of columns.
    #[inline(always)]
    pub(super) fn line(&self, row: usize, word: usize) -> &[u8; 64] {
        // A row of codes is `GROUP` words long.
        &self.codes[row].as_chunks::<64>().0[word]
    }

    /// The positions of a row whose code is that of a depth.
    #[inline(always)]
    pub(super) fn of_depth<L: Lanes>(&self, row: usize, depth: u16) -> Group {
        equal_group::<L>(&self.codes[row], depth as u8 + 1)
    }

    /// Gives positions of a row their value.
    #[inline(always)]
    pub(super) fn settle(&mut self, row: usize, new: Group, depth: u16) {
        self.unresolved[row] &= !new;
        self.may_lose[row] &= !new;
        for (word, new) in new.0.into_iter().enumerate().filter(|(_, new)| *new != 0) {
            self.depths[word] |= depth_bit(depth);
            let codes = &mut self.codes[row].as_chunks_mut::<64>().0[word];
            BitIter(new).for_each(|bit| codes[bit] = depth as u8 + 1);
        }
    }

    /// Gives positions of a row another code for now.
    #[inline(always)]
    pub(super) fn recode(&mut self, row: usize, positions: Group, code: u8) {
        for (line, positions) in self.codes[row].as_chunks_mut::<64>().0.iter_mut().zip(positions.0) {
            BitIter(positions).for_each(|bit| line[bit] = code);
        }
    }

    /// The positions under one word of columns that have the given depth: for each of its 64 columns a word of rows. `None`
    /// if there are none.
    #[inline(always)]
    pub(super) fn by_column<L: Lanes>(&self, word: usize, depth: u16) -> Option<[u64; 64]> {
        if self.depths[word] & depth_bit(depth) == 0 {
            return None;
        }
        let mut bits = [0; 64];
        let mut all = 0;
        for (row, bits) in bits.iter_mut().enumerate() {
            *bits = L::equal_mask(self.line(row, word), depth as u8 + 1);
            all |= *bits;
        }
        if all == 0 {
            return None;
        }
        transpose(&mut bits);
        Some(bits)
    }
}

/// The cells of a half. Blocks of the same columns stand together, as step by step these go through the same part of the
/// opponent's view.
#[derive(Debug)]
pub(super) struct Cells {
    pub mover: Arc<Slots>,
    pub other: Arc<Slots>,
    pub blocks: Vec<Block>,
    pub rows: Vec<RowMoves>,
    pub sources: Sources,
}

/// 64 rows of a half.
#[derive(Debug)]
pub(super) struct Strip<'a> {
    pub first_row: usize,
    /// A block for each group of columns.
    pub blocks: Vec<&'a mut Block>,
    pub rows: &'a mut [RowMoves],
}

impl Cells {
    pub(super) fn new(mover: Arc<Slots>, other: Arc<Slots>) -> Self {
        let blocks = Block::new_vec_zeroed(mover.row_words() * other.groups()).unwrap_or_else(|_| {
            std::alloc::handle_alloc_error(std::alloc::Layout::new::<Block>());
        });
        Self {
            blocks,
            rows: (0..mover.rows()).map(|_| RowMoves::default()).collect(),
            sources: Sources::default(),
            mover,
            other,
        }
    }

    /// How many positions have no value yet.
    pub(super) fn unresolved(&self) -> u64 {
        self.blocks.par_iter().map(|block| block.unresolved.iter().map(|group| group.count_ones()).sum::<u64>()).sum()
    }

    /// Bytes that the half takes.
    pub(super) fn memory(&self) -> usize {
        let moves: usize = self.rows.iter().map(RowMoves::memory).sum();
        size_of_val(&*self.blocks) + size_of_val(&*self.rows) + moves + self.sources.memory()
    }

    /// All strips.
    pub(super) fn strips(&mut self) -> Vec<Strip<'_>> {
        let mut strips: Vec<Strip<'_>> = self
            .rows
            .chunks_mut(64)
            .enumerate()
            .map(|(strip, rows)| Strip { first_row: 64 * strip, blocks: Vec::new(), rows })
            .collect();
        for same_columns in self.blocks.chunks_mut(self.mover.row_words()) {
            strips.iter_mut().zip(same_columns).for_each(|(strip, block)| strip.blocks.push(block));
        }
        strips
    }

    pub(super) fn block(&self, row_word: usize, group: usize) -> &Block {
        &self.blocks[group * self.mover.row_words() + row_word]
    }

    /// One row of codes over all slots of the other side.
    pub(super) fn read_row(&self, row: usize, codes: &mut [u8]) {
        for (group, line) in codes.chunks_exact_mut(COLUMNS).enumerate() {
            line.copy_from_slice(&self.block(row / 64, group).codes[row % 64]);
        }
    }

    /// The half turned round for the look-up of captures.
    pub(super) fn ranked(&self, kernels: Kernels) -> Ranked {
        let (mover, other) = (&self.mover, &self.other);
        let mut turned = vec![0; other.rows() * mover.len()];
        turned
            .par_chunks_mut(64 * mover.len())
            .enumerate()
            .for_each(|(word, rows)| kernels.run(Turn { cells: self, word, rows }));
        Ranked { columns: Arc::clone(mover), ranks: turned }
    }
}

/// Fills the rows of [`Ranked`] for one word of columns.
struct Turn<'a> {
    cells: &'a Cells,
    word: usize,
    rows: &'a mut [u8],
}

impl Task for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self) {
        let Self { cells, word, rows } = self;
        let (mover, other) = (&cells.mover, &cells.other);
        let (mirror, middle) = (other.mirror_word(word), other.is_middle(word));
        let mut tile = [[0; 64]; 64];
        for row_word in 0..mover.row_words() {
            turn(cells, row_word, word, &mut tile);
            for (row, turned) in rows.chunks_exact_mut(mover.len()).zip(&tile) {
                row[64 * row_word..][..64].copy_from_slice(turned);
            }
            if mover.is_middle(row_word) {
                continue;
            }
            // The mover's mirror images: mirrored columns of the canonical rows, read backwards.
            let into = mover.mirror_word(row_word);
            turn(cells, row_word, mirror, &mut tile);
            for (column, row) in rows.chunks_exact_mut(mover.len()).enumerate() {
                let turned = &tile[if middle { column } else { 63 - column }];
                row[64 * into..][..64].iter_mut().zip(turned.iter().rev()).for_each(|(rank, &turned)| *rank = turned);
            }
        }
    }
}

/// The ranks of 64 rows in 64 columns, as a row for each column.
#[inline(always)]
fn turn(cells: &Cells, row_word: usize, word: usize, tile: &mut [[u8; 64]; 64]) {
    let block = cells.block(row_word, word / GROUP);
    for (row, ranks) in tile.iter_mut().enumerate() {
        *ranks = block.line(row, word % GROUP).map(rank::of_code);
    }
    transpose_bytes(tile);
}
