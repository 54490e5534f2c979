//! What the stored positions of a table are worth, all told: how many there are of each depth, and the deepest.

use std::cmp::Ordering;
use std::ops::Range;

use crate::game::{Colour, Placement, Position, SquareSet, Value, View, with_squares};
use crate::index::{Groups, Half};

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

/// A survey in the making.
struct Found<S> {
    counts: [u64; 256],
    /// The code of the longest win, and some of the positions that have it, in order.
    deepest: (u8, Vec<View<S>>),
}

impl<S: SquareSet> Found<S> {
    const fn nothing() -> Self {
        Self { counts: [0; 256], deepest: (0, Vec::new()) }
    }

    fn take(&mut self, groups: &Groups, range: Range<u64>, codes: &[u8]) {
        let is_win = |code: u8| matches!(Value::from_code(code), Some(Value::Win(_)));
        for &code in codes {
            self.counts[usize::from(code)] += 1;
        }
        let Some(longest) = codes.iter().copied().filter(|&code| is_win(code)).max() else { return };
        let (known, views) = &mut self.deepest;
        if longest > *known {
            (*known, *views) = (longest, Vec::new());
        }
        if longest < *known || views.len() >= DEEPEST_KEPT {
            return;
        }
        let mut codes = codes.iter();
        groups.walk::<S>(range, |group| {
            for (view, &code) in groups.views(group).zip(codes.by_ref()) {
                if code == longest && views.len() < DEEPEST_KEPT {
                    views.push(view);
                }
            }
        });
    }

    fn merge(mut self, other: Self) -> Self {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        match self.deepest.0.cmp(&other.deepest.0) {
            Ordering::Less => self.deepest = other.deepest,
            Ordering::Equal => self.deepest.1.extend(other.deepest.1),
            Ordering::Greater => {}
        }
        self.deepest.1.truncate(DEEPEST_KEPT);
        self
    }
}

impl<B: AsRef<[u8]> + Sync> Table<B> {
    /// Counts the values of all stored positions. Decodes all of the table once, without filling the cache.
    ///
    /// # Errors
    /// If a block is damaged.
    pub fn survey(&self) -> Result<Vec<Survey>, TableError> {
        self.name().halves().iter().map(|&half| self.survey_half(half)).collect()
    }

    fn survey_half(&self, half: Half) -> Result<Survey, TableError> {
        with_squares!(self.name().game(), S => self.survey_in::<S>(half))
    }

    fn survey_in<S: SquareSet>(&self, half: Half) -> Result<Survey, TableError> {
        let groups = Groups::new(self.name(), half);
        let visit = |found: &mut Found<S>, range, codes: &[u8]| found.take(&groups, range, codes);
        let Found { counts, deepest } = self.fold_half::<S, _>(half, Found::nothing, visit, Found::merge)?;
        let game = self.name().game();
        let position = |view: View<S>| {
            let View { own: white, enemy: black, castle_moves } = view.widen();
            Position::try_from(Placement { game, side: Colour::White, white, black, castle_moves }).ok()
        };
        Ok(Survey { half, counts, longest: deepest.1.into_iter().filter_map(position).collect() })
    }
}
