//! How the solver numbers one side's placements: so that a mirror image is a number read backwards.
//!
//! A row of bits or bytes over one side's placements has three segments:
//!
//! ```text
//!   | left: canonical placements | middle: self-mirrored ones | right: mirror images, backwards |
//! ```
//!
//! A placement of the left segment and its mirror image stand at equal distances from the two ends. So the mirror image
//! of a whole row is the row with left and right exchanged and reversed, a few instructions a word, and only rows of
//! canonical placements (left and middle) need be kept. Left and middle are padded to whole groups of
//! [`GROUP`] words, so that no group crosses a segment's border.

use crate::game::{Board, Game, Side, SquareSet, Squares};
use crate::index::{Material, Numbering};

use super::bits::{BitTable, GROUP};
use super::kernel::Kernels;

/// Stands for "no placement" in the padding.
const NONE: u32 = u32::MAX;

/// For each placement that holds a certain piece, by ascending slots: its slot, and that of what is left once the piece is
/// captured, in the numbering of the side with one piece less.
pub(super) type Captures = Vec<[u32; 2]>;

/// How many words the segments of a row of bits have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Extent {
    /// Words of the left segment, and of the right one.
    left: usize,
    middle: usize,
}

impl Extent {
    /// The extent for so many canonical placements that are not, and so many that are, their own mirror images.
    pub(super) const fn new(left: usize, middle: usize) -> Self {
        Self { left: left.div_ceil(64 * GROUP) * GROUP, middle: middle.div_ceil(64 * GROUP) * GROUP }
    }

    pub(super) const fn words(self) -> usize {
        2 * self.left + self.middle
    }

    /// Slots of canonical placements, padding included.
    pub(super) const fn rows(self) -> usize {
        64 * (self.left + self.middle)
    }
}

/// The slots of one side's placements.
#[derive(Debug)]
pub(super) struct Slots {
    pub material: Material,
    /// Words of a row of bits; a row of bytes has 64 times as many.
    pub words: usize,
    pub extent: Extent,
    numbering: Numbering,
    /// The slot of each placement by its number in the index.
    slot: Vec<u32>,
    /// The placement of each slot; nothing in the padding.
    sides: Vec<Option<Side<Squares>>>,
    /// For each square, in the view of the side, the slots with a piece on it. The row after the last square has the slots
    /// that are a placement at all.
    has: BitTable,
    board: &'static Board,
}

impl Slots {
    pub(super) fn new(game: Game, material: Material) -> Self {
        let board = game.board();
        let numbering = Numbering::new(game, material);
        let (mut left, mut middle) = (Vec::new(), Vec::new());
        let mut mirror_of = Vec::with_capacity(numbering.len() as usize);
        for rank in 0..numbering.len() {
            let mirror = numbering.mirror(board, numbering.unrank::<Squares>(rank));
            mirror_of.push(mirror as usize);
            match rank.cmp(&mirror) {
                std::cmp::Ordering::Less => left.push(rank as usize),
                std::cmp::Ordering::Equal => middle.push(rank as usize),
                std::cmp::Ordering::Greater => {}
            }
        }
        let extent = Extent::new(left.len(), middle.len());
        let words = extent.words();
        // The index allows a side fewer than 2^32 placements; slots are a few more.
        assert!(64 * words < NONE as usize, "the slots of one side fit 32 bits");
        let mut slot = vec![NONE; mirror_of.len()];
        for (at, &rank) in left.iter().enumerate() {
            slot[rank] = at as u32;
            slot[mirror_of[rank]] = (64 * words - 1 - at) as u32;
        }
        for (at, &rank) in middle.iter().enumerate() {
            slot[rank] = (64 * extent.left + at) as u32;
        }
        let squares = board.squares();
        let mut sides = vec![None; 64 * words];
        let mut has = BitTable::new(usize::from(squares) + 1, words);
        for (rank, &slot) in slot.iter().enumerate() {
            let placement = numbering.unrank::<Squares>(rank as u64);
            sides[slot as usize] = Some(placement);
            for square in placement.all().iter().chain([squares]) {
                has.set(usize::from(square), slot as usize);
            }
        }
        Self { material, words, extent, numbering, slot, sides, has, board }
    }

    /// Bytes of the slots of a side and of the captures of its pieces.
    pub(super) fn memory_of(game: Game, material: Material) -> usize {
        let placements = Numbering::new(game, material).len() as usize;
        let words = Extent::of(game, material).words();
        let captures = placements * usize::from(material.pieces()) * size_of::<[u32; 2]>();
        let bits = 8 * words * (usize::from(game.board().squares()) + 1);
        64 * words * size_of::<Option<Side<Squares>>>() + placements * size_of::<u32>() + bits + captures
    }

    /// Slots in a row, the padding included.
    pub(super) const fn len(&self) -> usize {
        64 * self.words
    }

    /// Slots that lead a row: the first so many, with some padding among them.
    pub(super) const fn rows(&self) -> usize {
        self.extent.rows()
    }

    /// Words of the left and middle segments: one for each 64 rows.
    pub(super) const fn row_words(&self) -> usize {
        self.extent.left + self.extent.middle
    }

    pub(super) const fn is_middle(&self, word: usize) -> bool {
        self.extent.left <= word && word < self.row_words()
    }

    /// The placement of a slot; `None` in the padding.
    pub(super) fn side(&self, slot: usize) -> Option<Side<Squares>> {
        self.sides[slot]
    }

    pub(super) fn slot_of(&self, side: Side<Squares>) -> usize {
        self.slot[self.numbering.rank(side) as usize] as usize
    }

    /// The slots of all placements in the order of the index.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slot
    }

    /// The slots with a piece on `square`, in the view of this side.
    pub(super) fn has(&self, square: u8) -> &[u64] {
        self.has.row(usize::from(square))
    }

    /// The slots with a piece on `square`, in the view of the opponent.
    pub(super) fn has_turned(&self, square: u8) -> &[u64] {
        self.has(self.board.squares() - 1 - square)
    }

    /// The slots that are a placement.
    pub(super) fn real(&self) -> &[u64] {
        self.has.row(usize::from(self.board.squares()))
    }

    /// The row that holds the values of a slot, and whether it holds them mirrored.
    #[inline]
    pub(super) const fn canonical(&self, slot: usize) -> (usize, bool) {
        if slot < self.rows() { (slot, false) } else { (self.len() - 1 - slot, true) }
    }

    /// The word that holds the mirror images of the slots of `word`, reversed unless `word` is in the middle.
    #[inline]
    pub(super) const fn mirror_word(&self, word: usize) -> usize {
        if self.is_middle(word) { word } else { self.words - 1 - word }
    }

    /// Groups of a row of bits.
    pub(super) const fn groups(&self) -> usize {
        self.words / GROUP
    }

    pub(super) const fn is_middle_group(&self, group: usize) -> bool {
        self.is_middle(group * GROUP)
    }

    /// The group that holds the mirror images of the slots of `group`, reversed unless `group` is in the middle.
    pub(super) const fn mirror_group(&self, group: usize) -> usize {
        if self.is_middle_group(group) { group } else { self.groups() - 1 - group }
    }

    /// Copies a row of bytes over these slots, or its mirror image.
    pub(super) fn copy_bytes(&self, row: &[u8], mirrored: bool, out: &mut [u8], kernels: Kernels) {
        if !mirrored {
            out.copy_from_slice(row);
            return;
        }
        let (left, right) = (64 * self.extent.left, self.rows());
        out[left..right].copy_from_slice(&row[left..right]);
        kernels.copy_reversed(&mut out[..left], &row[right..]);
        kernels.copy_reversed(&mut out[right..], &row[..left]);
    }

    /// The captures of this side's pieces of a kind on a square (in this side's view), into the slots of what is left.
    pub(super) fn captures(&self, square: u8, knight: bool, left: &Self) -> Captures {
        let mut captures = Captures::new();
        // No leap goes over a castle square.
        if self.board.is_enemy_castle(square) {
            return captures;
        }
        for (slot, side) in self.sides.iter().enumerate() {
            let Some(side) = side else { continue };
            if (if knight { side.pieces.knights } else { side.pieces.men }).contains(square) {
                captures.push([slot as u32, left.slot_of(side.without(square)) as u32]);
            }
        }
        captures.shrink_to_fit();
        captures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::bits::Group;
    use crate::solve::kernel::Isa;

    #[test]
    fn mirrors_are_rows_read_backwards() {
        for (game, knights, men) in [
            (Game::Camette, 1, 2),
            (Game::Camette, 0, 1),
            (Game::Cam, 1, 1),
            (Game::Camette, 3, 0),
            (Game::Camelot, 0, 2),
        ] {
            let board = game.board();
            let slots = Slots::new(game, Material { knights, men });
            let mut real = 0;
            for slot in 0..slots.len() {
                let Some(side) = slots.side(slot) else { continue };
                real += 1;
                assert_eq!(slots.slot_of(side), slot);
                let mirror = slots.slot_of(side.map(|set| board.mirrored(set)));
                let (row, mirrored) = slots.canonical(slot);
                assert!(row < slots.rows());
                assert_eq!(row, if mirrored { mirror } else { slot });
                // A row with this one bit, mirrored group by group, has the mirror image's bit.
                let mut bits = vec![0u64; slots.words];
                bits[slot / 64] |= 1 << (slot % 64);
                let mirrored_bits: Vec<u64> = (0..slots.groups())
                    .flat_map(|group| {
                        let image = Group::of(&bits, slots.mirror_group(group));
                        if slots.is_middle_group(group) { image.0 } else { image.reversed().0 }
                    })
                    .collect();
                assert_eq!(mirrored_bits[mirror / 64] >> (mirror % 64) & 1, 1);
                assert_eq!(slots.mirror_word(slot / 64), mirror / 64);
                // And so for bytes.
                let mut bytes = vec![0u8; slots.len()];
                bytes[slot] = 1;
                let mut out = vec![7; slots.len()];
                slots.copy_bytes(&bytes, true, &mut out, Kernels::new(Isa::detect()).unwrap());
                assert_eq!((out[mirror], out.iter().map(|&byte| u32::from(byte)).sum::<u32>()), (1, 1));
            }
            assert_eq!(real, Numbering::new(game, slots.material).len());
        }
    }
}
