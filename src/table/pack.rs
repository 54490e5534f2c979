//! From rows to blocks: a group's stored cells in the order of the strips, and where the stream of them is cut.

use crate::game::{Game, SquareSet, Squares, Value};
use crate::index::{Half, Row, Strips};
use crate::solve::Solved;

use super::format::{HalfSummary, MAX_BLOCK_STRIPS};

/// How many positions have each code, mirror images counted apart.
#[derive(Debug)]
pub(super) struct Tally([u64; 256]);

impl Default for Tally {
    fn default() -> Self {
        Self([0; 256])
    }
}

impl Tally {
    fn count_row(&mut self, codes: &[u8], times: u64) {
        for &code in codes {
            self.0[usize::from(code)] += times;
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(sum, count)| *sum += count);
    }

    /// Fills in wins, draws, losses and the longest of them.
    pub(super) fn summarise(&self, half: &mut HalfSummary) {
        for (code, &count) in (0..=u8::MAX).zip(&self.0).filter(|&(_, &count)| count > 0) {
            match Value::from_code(code) {
                None => {}
                Some(Value::Draw) => half.draws += count,
                Some(Value::Win(depth)) => {
                    half.wins += count;
                    half.longest_win = half.longest_win.max(Some(depth));
                }
                Some(Value::Loss(depth)) => {
                    half.losses += count;
                    half.longest_loss = half.longest_loss.max(Some(depth));
                }
            }
        }
    }
}

/// A group's share of a half: its stored cells, by the other side's Men.
#[derive(Debug, Default)]
pub(super) struct Packed {
    pub cells: Vec<u8>,
    /// How many cells each strip has.
    pub lengths: Vec<u16>,
    pub tally: Tally,
    /// Whether all stored cells have values.
    pub complete: bool,
}

/// Packs a group, whose first row in the layout is given.
pub(super) fn pack(table: &dyn Solved, half: Half, strips: &Strips, group: u64, first_row: u64) -> Packed {
    match table.name().game() {
        Game::Camette => pack_in::<u32>(table, half, strips, group, first_row),
        Game::Cam => pack_in::<u128>(table, half, strips, group, first_row),
        Game::Camelot => pack_in::<Squares>(table, half, strips, group, first_row),
    }
}

fn pack_in<S: SquareSet>(table: &dyn Solved, half: Half, strips: &Strips, group: u64, first_row: u64) -> Packed {
    let mut packed = Packed { complete: true, ..Packed::default() };
    let columns = strips.columns() as usize;
    let per_men = strips.longest() as usize;
    let rows: Vec<Row> = strips.rows(group).collect();
    let mut codes = vec![0; columns * rows.iter().filter(|&&row| row != Row::Dropped).count()];
    // Where each placement of Knights has its row in `codes`; those without one have no cells either.
    let mut row_at = Vec::with_capacity(rows.len());
    let mut kept = 0;
    for &row in &rows {
        row_at.push(kept * columns);
        if row != Row::Dropped {
            let row_codes = &mut codes[kept * columns..][..columns];
            table.read_row(half, first_row + kept as u64, row_codes);
            packed.tally.count_row(row_codes, if row == Row::Twin { 2 } else { 1 });
            kept += 1;
        }
    }
    packed.lengths.reserve_exact(columns / per_men * rows.len());
    let mut number = 0;
    strips.walk_group::<S>(group, |strip| {
        let at = row_at[number % rows.len()] + number / rows.len() * per_men;
        let before = packed.cells.len();
        strip.for_each(|knights| packed.cells.push(codes[at + knights as usize]));
        packed.lengths.push((packed.cells.len() - before) as u16);
        number += 1;
    });
    packed.complete = !packed.cells.contains(&0);
    packed
}

/// A block to be compressed.
#[derive(Debug, Default)]
pub(super) struct Raw {
    pub cells: Vec<u8>,
    pub strips: u64,
}

/// Cuts the stream of strips into blocks: each takes as many strips as fit. Where the cuts fall depends on the table
/// alone, not on the pieces in which the stream arrives.
#[derive(Debug)]
pub(super) struct Cutter {
    block_cells: usize,
    open: Raw,
    pub ready: Vec<Raw>,
}

impl Cutter {
    pub(super) fn new(block_cells: u32) -> Self {
        Self { block_cells: block_cells as usize, open: Raw::default(), ready: Vec::new() }
    }

    /// Takes the next strips: how long each is, and their cells.
    pub(super) fn push(&mut self, lengths: &[u16], mut cells: &[u8]) {
        for &length in lengths {
            let (strip, rest) = cells.split_at(usize::from(length));
            let full = self.open.cells.len() + strip.len() > self.block_cells || self.open.strips == MAX_BLOCK_STRIPS;
            if full && self.open.strips > 0 {
                self.ready.push(std::mem::take(&mut self.open));
            }
            self.open.cells.extend_from_slice(strip);
            self.open.strips += 1;
            cells = rest;
        }
    }

    /// Closes the last block.
    pub(super) fn finish(&mut self) {
        if self.open.strips > 0 {
            self.ready.push(std::mem::take(&mut self.open));
        }
    }
}
