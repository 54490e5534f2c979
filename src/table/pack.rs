//! From rows to blocks: the stored cells in the order of the groups, and where the stream of them is cut.

use crate::game::{Side, SquareSet, Value};
use crate::index::{Groups, Half, Numbering, TableName};
use crate::solve::Solved;

use super::format::{HalfSummary, MAX_BLOCK_GROUPS};

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

/// The rows of the layout that hold the cells of one set of the mover's squares.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// For each of the mover's placements: which of the rows holds its cells, and whether as mirror images.
    holding: Vec<(usize, bool)>,
    /// For each row: how many positions a cell stands for, itself and its mirror image.
    images: Vec<u64>,
}

impl Rows {
    pub(super) fn new<S: SquareSet>(name: TableName, groups: &Groups, own_set: u64) -> Self {
        let board = name.game().board();
        let placements: Vec<Side<S>> = groups.placements(own_set).collect();
        let mut rows = Self::default();
        for (number, own) in placements.iter().enumerate() {
            let mirror = own.map(|set| board.mirrored(set));
            match placements.iter().position(|placement| *placement == mirror) {
                Some(lower) if lower < number => rows.holding.push((rows.holding[lower].0, true)),
                other => {
                    rows.holding.push((rows.images.len(), false));
                    rows.images.push(if other == Some(number) { 1 } else { 2 });
                }
            }
        }
        rows
    }

    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.images.len() as u64
    }
}

/// What a set of the mover's squares adds to a half.
#[derive(Debug, Default)]
pub(super) struct Packed {
    /// The stored groups.
    pub groups: Vec<u64>,
    /// Their cells.
    pub cells: Vec<u8>,
    pub tally: Tally,
    /// Whether all stored cells have values.
    pub complete: bool,
}

/// Packs the rows of a set of the mover's squares, the first of which is given.
pub(super) fn pack<S: SquareSet>(
    table: &dyn Solved,
    half: Half,
    groups: &Groups,
    own_set: u64,
    rows: &Rows,
    first_row: u64,
) -> Packed {
    let (name, board) = (table.name(), table.name().game().board());
    let [_, other] = name.mover_and_other(half).map(|side| Numbering::new(name.game(), side));
    let columns = other.len() as usize;
    // Columns of a group: those of one set of the other side's squares.
    let of_group = columns / groups.enemy_sets() as usize;
    let mut packed = Packed::default();
    let mut codes = vec![0; columns * rows.images.len()];
    for ((row, codes), &images) in (first_row..).zip(codes.chunks_exact_mut(columns)).zip(&rows.images) {
        table.read_row(half, row, codes);
        packed.tally.count_row(codes, images);
    }
    groups.walk_own_set::<S>(own_set, |group| {
        packed.groups.push(group.number);
        let first = other.set(group.enemy.turned(board.squares()), group.castle_moves[1]) as usize * of_group;
        for &(row, mirrored) in &rows.holding {
            let codes = &codes[row * columns..][..columns];
            if mirrored {
                let column = |column| other.mirror(board, other.unrank::<S>(column as u64)) as usize;
                packed.cells.extend((first..first + of_group).map(|straight| codes[column(straight)]));
            } else {
                packed.cells.extend_from_slice(&codes[first..][..of_group]);
            }
        }
    });
    packed.complete = !packed.cells.contains(&0);
    packed
}

/// A block to be compressed.
#[derive(Debug)]
pub(super) struct Raw {
    pub cells: Vec<u8>,
    /// How many groups it has, those that are not stored included.
    pub groups: u64,
}

/// Cuts the stream of stored groups into blocks: each takes as many as fit. Where the cuts fall depends on the table alone, not
/// on the pieces in which the stream arrives.
#[derive(Debug)]
pub(super) struct Cutter {
    block_cells: usize,
    /// The open block: the number of its first group, and its cells.
    first: u64,
    cells: Vec<u8>,
    pub ready: Vec<Raw>,
}

impl Cutter {
    pub(super) fn new(block_cells: u32) -> Self {
        Self { block_cells: block_cells as usize, first: 0, cells: Vec::new(), ready: Vec::new() }
    }

    /// Takes the next stored group.
    pub(super) fn push(&mut self, group: u64, cells: &[u8]) {
        while group - self.first >= MAX_BLOCK_GROUPS {
            self.cut(self.first + MAX_BLOCK_GROUPS);
        }
        if !self.cells.is_empty() && self.cells.len() + cells.len() > self.block_cells {
            self.cut(group);
        }
        self.cells.extend_from_slice(cells);
    }

    /// Closes the last block; `len` is how many groups the half has.
    pub(super) fn finish(&mut self, len: u64) {
        while self.first < len {
            self.cut(len.min(self.first + MAX_BLOCK_GROUPS));
        }
    }

    fn cut(&mut self, end: u64) {
        self.ready.push(Raw { cells: std::mem::take(&mut self.cells), groups: end - self.first });
        self.first = end;
    }
}
