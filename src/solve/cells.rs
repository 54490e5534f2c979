//! One half of a table while it is being solved: as the player to move sees it, and as the opponent does.

use std::sync::Arc;

use rayon::prelude::*;

use super::bits::BitTable;
use super::kernel;
use super::rank;
use super::rows::RowMove;
use super::seed::{BitIter, Deferred, SeededRow};
use super::setup::Ranked;
use super::slots::Slots;

/// Bytes of a tile: 64 rows of 64 columns.
pub(super) const TILE: usize = 64 * 64;

/// The cells of a half, by rows of the player to move.
///
/// Codes are kept in tiles of 64 rows by 64 columns, so that a scan for one depth, which goes on to transpose what it
/// finds, reads memory in order. Everything of 64 rows together is a [`Strip`], the unit of parallel work.
#[derive(Debug)]
pub(super) struct Cells {
    pub mover: Arc<Slots>,
    pub other: Arc<Slots>,
    /// Value codes; see [`SeededRow::codes`](super::seed::SeededRow).
    codes: Vec<u8>,
    /// Quiet positions without a value.
    unresolved: BitTable,
    /// Those of them that nothing is known to save from loss.
    may_lose: BitTable,
    /// For each tile, the depths of codes in it: bit d, the last bit for all depths from 63 on.
    depths: Vec<u64>,
    /// Likewise for unresolved positions with a win to come.
    pending: Vec<u64>,
    rows: Vec<Row>,
}

/// What a row has besides its cells.
#[derive(Debug, Default)]
pub(super) struct Row {
    /// Its quiet moves, without the masks of those that need one: these are made again when asked for, since all masks
    /// together take more memory than any table of bits here.
    pub moves: Vec<RowMove>,
    /// Positions that charges save from loss before a depth, by depth.
    pub deferred: Vec<Deferred>,
}

/// 64 rows of a half.
#[derive(Debug)]
pub(super) struct Strip<'a> {
    pub first_row: usize,
    pub words: usize,
    pub codes: &'a mut [u8],
    pub unresolved: &'a mut [u64],
    pub may_lose: &'a mut [u64],
    pub depths: &'a mut [u64],
    pub pending: &'a mut [u64],
    pub rows: &'a mut [Row],
}

/// The bit that stands for a depth in a tile's set of depths.
#[inline]
pub(super) const fn depth_bit(depth: u16) -> u64 {
    1 << if depth < 63 { depth } else { 63 }
}

/// The bits of the depths of all codes.
static DEPTH_BITS: [u64; 256] = {
    let mut bits = [0; 256];
    let mut code = 1;
    while code < 255 {
        bits[code] = depth_bit(code as u16 - 1);
        code += 1;
    }
    bits
};

impl Strip<'_> {
    /// The 64 codes of a row of the strip under one word of columns.
    #[inline]
    pub(super) fn line(&mut self, row: usize, word: usize) -> &mut [u8] {
        &mut self.codes[word * TILE + row * 64..][..64]
    }

    pub(super) fn put(&mut self, row: usize, mut seeded: SeededRow, moves: Vec<RowMove>) {
        for word in 0..self.words {
            let codes = &seeded.codes[64 * word..][..64];
            self.line(row, word).copy_from_slice(codes);
            self.depths[word] |= codes.iter().fold(0, |bits, &code| bits | DEPTH_BITS[usize::from(code)]);
            for bit in BitIter(seeded.pending[word]) {
                self.pending[word] |= DEPTH_BITS[usize::from(codes[bit])];
            }
        }
        let words = row * self.words..(row + 1) * self.words;
        self.unresolved[words.clone()].copy_from_slice(&seeded.quiet);
        self.may_lose[words].copy_from_slice(&seeded.may_lose);
        seeded.deferred.sort_unstable();
        self.rows[row] = Row { moves, deferred: seeded.deferred };
    }

    /// Gives the positions of `new` in a word of columns of a row their value.
    #[inline]
    pub(super) fn settle(&mut self, row: usize, word: usize, new: u64, depth: u16) {
        self.unresolved[row * self.words + word] &= !new;
        self.may_lose[row * self.words + word] &= !new;
        self.depths[word] |= depth_bit(depth);
        let line = self.line(row, word);
        for bit in BitIter(new) {
            line[bit] = depth as u8 + 1;
        }
    }
}

impl Cells {
    pub(super) fn new(mover: Arc<Slots>, other: Arc<Slots>) -> Self {
        let (rows, words) = (mover.rows(), other.words);
        let tiles = mover.row_words() * words;
        Self {
            codes: vec![0; tiles * TILE],
            unresolved: BitTable::new(rows, words),
            may_lose: BitTable::new(rows, words),
            depths: vec![0; tiles],
            pending: vec![0; tiles],
            rows: (0..rows).map(|_| Row::default()).collect(),
            mover,
            other,
        }
    }

    /// How many positions have no value yet.
    pub(super) fn unresolved(&self) -> u64 {
        self.unresolved.count_ones()
    }

    /// All strips, in parallel.
    pub(super) fn strips(&mut self) -> impl IndexedParallelIterator<Item = Strip<'_>> {
        let words = self.other.words;
        (
            self.codes.par_chunks_mut(words * TILE),
            self.unresolved.words_mut().par_chunks_mut(64 * words),
            self.may_lose.words_mut().par_chunks_mut(64 * words),
            self.depths.par_chunks_mut(words),
            self.pending.par_chunks_mut(words),
            self.rows.par_chunks_mut(64),
        )
            .into_par_iter()
            .enumerate()
            .map(move |(strip, (codes, unresolved, may_lose, depths, pending, rows))| Strip {
                first_row: 64 * strip,
                words,
                codes,
                unresolved,
                may_lose,
                depths,
                pending,
                rows,
            })
    }

    fn tile(&self, row_word: usize, word: usize) -> &[u8] {
        &self.codes[(row_word * self.other.words + word) * TILE..][..TILE]
    }

    /// The positions of a tile that have the given depth, transposed: for each of 64 columns a word of 64 rows. `None` if
    /// there are none.
    #[inline(always)]
    fn transposed(&self, row_word: usize, word: usize, depth: u16) -> Option<[u64; 64]> {
        if self.depths[row_word * self.other.words + word] & depth_bit(depth) == 0 {
            return None;
        }
        let tile = self.tile(row_word, word);
        let mut bits: [u64; 64] =
            std::array::from_fn(|row| kernel::equal_mask(&tile[64 * row..][..64], depth as u8 + 1));
        if bits.iter().all(|&word| word == 0) {
            return None;
        }
        kernel::transpose(&mut bits);
        Some(bits)
    }

    /// One row of codes over all slots of the other side.
    pub(super) fn read_row(&self, row: usize, codes: &mut [u8]) {
        for (word, line) in codes.chunks_exact_mut(64).enumerate() {
            line.copy_from_slice(&self.tile(row / 64, word)[64 * (row % 64)..][..64]);
        }
    }

    /// The half turned round for the look-up of captures.
    pub(super) fn ranked(&self) -> Ranked {
        let ranks = rank::ranks_by_code().map(|rank| rank.unwrap_or_default());
        let (mover, other) = (&self.mover, &self.other);
        let mut turned = vec![0; other.rows() * mover.len()];
        turned.par_chunks_mut(64 * mover.len()).enumerate().for_each(|(word, rows)| {
            for row_word in 0..mover.row_words() {
                let tile = self.tile(row_word, word);
                for (column, row) in rows.chunks_exact_mut(mover.len()).enumerate() {
                    for (i, rank) in row[64 * row_word..][..64].iter_mut().enumerate() {
                        *rank = ranks[usize::from(tile[64 * i + column])];
                    }
                }
                if mover.is_middle(row_word) {
                    continue;
                }
                // The mover's mirror images: mirrored columns of the canonical rows, read backwards.
                let (mirror, middle) = (other.mirror_word(word), other.is_middle(word));
                let (tile, into) = (self.tile(row_word, mirror), mover.mirror_word(row_word));
                for (column, row) in rows.chunks_exact_mut(mover.len()).enumerate() {
                    let column = if middle { column } else { 63 - column };
                    for (i, rank) in row[64 * into..][..64].iter_mut().enumerate() {
                        *rank = ranks[usize::from(tile[64 * (63 - i) + column])];
                    }
                }
            }
        });
        Ranked { columns: Arc::clone(mover), ranks: turned }
    }
}

/// A half as the opponent of its player to move sees it: rows are the opponent's placements, columns the mover's.
#[derive(Debug)]
pub(super) struct Seen {
    mover: Arc<Slots>,
    other: Arc<Slots>,
    /// Positions that the mover wins, and cells that are no position: nothing to move to for a player about to lose.
    pub won: BitTable,
    /// Positions found lost for the mover at the last depth.
    pub lost: BitTable,
    /// For each row, the words with positions of the last depth; and where they stand in the mirrored row.
    touched: [BitTable; 2],
}

impl Seen {
    pub(super) fn new(mover: Arc<Slots>, other: Arc<Slots>) -> Self {
        let mut won = BitTable::new(other.rows(), mover.words);
        for row in 0..other.rows() {
            for square in other.pieces(row).iter().flat_map(|pieces| crate::game::SquareSet::iter(pieces.all())) {
                won.row_mut(row).iter_mut().zip(mover.has_turned(square)).for_each(|(won, has)| *won |= has);
            }
        }
        let flags = || BitTable::new(other.rows(), mover.words.div_ceil(64));
        Self { won, lost: BitTable::new(other.rows(), mover.words), touched: [flags(), flags()], mover, other }
    }

    /// The words of a row, mirrored or not, that the last depth has changed.
    pub(super) fn touched(&self, row: usize, mirrored: bool) -> &[u64] {
        self.touched[usize::from(mirrored)].row(row)
    }

    /// Takes in the positions of one depth: wins are added to those before, losses take their place. Tells whether there
    /// were any.
    pub(super) fn take(&mut self, cells: &Cells, depth: u16) -> bool {
        let wins = depth % 2 == 1;
        let words = self.mover.words;
        let flag_words = words.div_ceil(64);
        let [straight, mirrored] = &mut self.touched;
        let target = if wins { &mut self.won } else { &mut self.lost };
        (
            target.words_mut().par_chunks_mut(64 * words),
            straight.words_mut().par_chunks_mut(64 * flag_words),
            mirrored.words_mut().par_chunks_mut(64 * flag_words),
        )
            .into_par_iter()
            .enumerate()
            .map(|(word, (rows, straight, mirrored))| {
                if !wins {
                    rows.fill(0);
                }
                straight.fill(0);
                mirrored.fill(0);
                let mut any = false;
                let mut note = |row: usize, into: usize, bits: u64| {
                    any = true;
                    rows[row * words + into] |= bits;
                    straight[row * flag_words + into / 64] |= 1 << (into % 64);
                    let mirror = self.mover.mirror_word(into);
                    mirrored[row * flag_words + mirror / 64] |= 1 << (mirror % 64);
                };
                let middle = self.other.is_middle(word);
                for row_word in 0..self.mover.row_words() {
                    let into = self.mover.mirror_word(row_word);
                    if let Some(bits) = cells.transposed(row_word, word, depth) {
                        for (row, &bits) in bits.iter().enumerate().filter(|(_, bits)| **bits != 0) {
                            note(row, row_word, bits);
                            if middle && !self.mover.is_middle(row_word) {
                                note(row, into, bits.reverse_bits());
                            }
                        }
                    }
                    if middle || self.mover.is_middle(row_word) {
                        continue;
                    }
                    if let Some(bits) = cells.transposed(row_word, self.other.mirror_word(word), depth) {
                        for (row, &bits) in bits.iter().rev().enumerate().filter(|(_, bits)| **bits != 0) {
                            note(row, into, bits.reverse_bits());
                        }
                    }
                }
                any
            })
            .reduce(|| false, |a, b| a | b)
    }
}
