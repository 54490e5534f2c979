//! How much memory a plan takes, told from counts alone.

use crate::game::Game;
use crate::index::{Material, Numbering, TableName, binomial};

use super::bits::{GROUP, Group};
use super::cells::Block;
use super::rows::RowMoves;
use super::slots::{Extent, Slots};
use super::{Plan, Step};

/// A bound for what the moves of a row take on the heap, on average. The test beside the engine holds it against tables.
const MOVES: usize = 700;

impl Extent {
    /// The extent of a side's slots.
    pub(super) fn of(game: Game, material: Material) -> Self {
        let middle = self_mirrored(game, material);
        let left = (Numbering::new(game, material).len() - middle) / 2;
        Self::new(left as usize, middle as usize)
    }

    /// Bytes of a finished half that is kept, `self` being the extent of its player to move.
    fn ranked(self, other: Self) -> usize {
        other.rows() * 64 * self.words()
    }

    /// Bytes of a half that is being solved, as the player to move sees it.
    fn cells(self, other: Self) -> usize {
        self.rows() / 64 * (other.words() / GROUP) * size_of::<Block>() + self.rows() * (size_of::<RowMoves>() + MOVES)
    }

    /// Bytes of the opponent's view of it: two tables of bits, and flags of rows.
    fn seen(self, other: Self) -> usize {
        2 * (self.words() / GROUP) * (other.rows() * size_of::<Group>() + other.rows() / 8)
    }
}

/// How many placements of a side are their own mirror images.
fn self_mirrored(game: Game, Material { knights, men }: Material) -> u64 {
    let board = game.board();
    let squares = board.squares() - board.castle_squares();
    let axis = (0..squares).filter(|&square| board.mirror(square) == square).count() as u8;
    let pairs = (squares - axis) / 2;
    let mut count = 0;
    for men_pairs in 0..=(men / 2).min(pairs) {
        for knight_pairs in 0..=(knights / 2).min(pairs - men_pairs) {
            let (men, knights) = (men - 2 * men_pairs, knights - 2 * knight_pairs);
            if men + knights <= axis {
                count += binomial(pairs, men_pairs)
                    * binomial(pairs - men_pairs, knight_pairs)
                    * binomial(axis, men)
                    * binomial(axis - men, knights);
            }
        }
    }
    count
}

impl Plan {
    /// The memory that solving takes at its peak, in bytes: an upper bound, close for tables of more than a few megabytes.
    /// What it takes to hand tables on is not counted.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.steps().iter().map(|step| self.step_memory(step)).max().unwrap_or(0)
    }

    /// The memory that is taken while one table of the plan is solved, in bytes: its own cells, halves of tables finished
    /// before that later ones look up, and what is known of each side.
    #[must_use]
    pub fn step_memory(&self, step: &Step) -> u64 {
        let game = self.game();
        let extents = |name: TableName| {
            name.halves().iter().map(move |&half| {
                let sides = name.mover_and_other(half);
                (sides, sides.map(|side| Extent::of(game, side)))
            })
        };
        let before = self.steps().iter().filter(|before| before.name < step.name);
        let last = before.clone().next_back().map_or(step.name, |step| step.name);
        let kept: usize = before
            .flat_map(|step| extents(step.name))
            .filter(|&([mover, other], _)| self.looks_up(mover, other, last))
            .map(|(_, [mover, other])| mover.ranked(other))
            .sum();
        let cells: usize = extents(step.name).map(|(_, [mover, other])| mover.cells(other)).sum();
        let seen: usize = extents(step.name).map(|(_, [mover, other])| mover.seen(other)).sum();
        let ranked: usize = extents(step.name)
            .filter(|&([mover, other], _)| self.looks_up(mover, other, step.name))
            .map(|(_, [mover, other])| mover.ranked(other))
            .sum();
        let sides = self.sides().into_iter().map(|side| Slots::memory_of(game, side)).sum::<usize>();
        // The opponent's view has gone when the half is turned round.
        (sides + kept + cells + seen.max(ranked)) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_are_told_from_counts() {
        for (game, knights, men) in
            [(Game::Camette, 1, 3), (Game::Camette, 4, 0), (Game::Camette, 0, 1), (Game::Cam, 2, 1), (Game::Cam, 0, 3)]
        {
            let material = Material { knights, men };
            assert_eq!(Extent::of(game, material), Slots::new(game, material).extent, "{game:?} {material}");
        }
    }
}
