//! What the stored positions of a table are worth, all told: how many there are of each depth, and the deepest.

use crate::game::{Colour, Game, Placement, Position, SquareSet, Squares, Value, View};
use crate::index::{Half, Strips};

use super::error::TableError;
use super::reader::Table;

/// How many of the deepest positions a survey keeps.
const DEEPEST_KEPT: usize = 12;

/// What the stored positions of half a table are worth: those without a jump on offer, one of each two mirror images.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Survey {
    /// Which half.
    pub half: Half,
    /// How many positions there are of each [code](Value::code): `counts[code]`.
    pub counts: [u64; 256],
    /// Some of the positions with the longest win, with White to move.
    pub longest: Vec<Position>,
}

/// Where a cell is: its block, and how many cells of the block come before it.
type Place = (usize, usize);

impl<B: AsRef<[u8]>> Table<B> {
    /// Counts the values of all stored positions. Decodes all of the table once, without filling the cache.
    ///
    /// # Errors
    /// If a block is damaged.
    pub fn survey(&self) -> Result<Vec<Survey>, TableError> {
        self.name().halves().iter().map(|&half| self.survey_half(half)).collect()
    }

    fn survey_half(&self, half: Half) -> Result<Survey, TableError> {
        match self.name().game() {
            Game::Camette => self.survey_in::<u32>(half),
            Game::Cam => self.survey_in::<u128>(half),
            Game::Camelot => self.survey_in::<Squares>(half),
        }
    }

    fn survey_in<S: SquareSet>(&self, half: Half) -> Result<Survey, TableError> {
        let mut counts = [0; 256];
        let mut deepest = (0, Vec::<Place>::new());
        for block in 0..self.blocks(half) {
            let decoded = self.decode_block::<S>(half, block)?;
            for (at, &code) in decoded.codes().iter().enumerate() {
                counts[usize::from(code)] += 1;
                if !matches!(Value::from_code(code), Some(Value::Win(_))) || code < deepest.0 {
                    continue;
                }
                if code > deepest.0 {
                    deepest = (code, Vec::new());
                }
                if deepest.1.len() < DEEPEST_KEPT {
                    deepest.1.push((block, at));
                }
            }
        }
        let game = self.name().game();
        let strips = Strips::new(self.name(), half);
        let position = |&(block, at): &Place| {
            let view: View<S> = position_at(&strips, self.strips_of_block(half, block), at)?;
            let View { own: white, enemy: black, castle_moves } = view.widen();
            Position::try_from(Placement { game, side: Colour::White, white, black, castle_moves }).ok()
        };
        Ok(Survey { half, counts, longest: deepest.1.iter().filter_map(position).collect() })
    }
}

/// The position in the cell that has so many stored cells before it in a range of strips.
fn position_at<S: SquareSet>(strips: &Strips, range: std::ops::Range<u64>, at: usize) -> Option<View<S>> {
    let mut number = range.start;
    let mut left = at as u32;
    strips.walk::<S>(range, |strip| {
        let count = strip.count();
        let here = left < count;
        if !here {
            left -= count;
            number += 1;
        }
        !here
    });
    strips.stored(number, left)
}
