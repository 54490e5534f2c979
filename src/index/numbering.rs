//! Placements of one side as numbers.

use crate::game::{Board, Game, Pieces, SquareSet};

use super::material::Material;
use super::ranking::{binomial, rank_subset, unrank_subset};

/// The numbers of all placements of one side's material, in the view of that side.
///
/// A side in an unfinished game may stand anywhere but on the enemy castle, so its squares are the first
/// `squares - castle` of the board. Men are numbered as a subset of these squares; Knights as a subset of the squares the
/// Men leave, numbered afresh from 0, and innermost: placements with the same Men are neighbours.
///
/// Ranking is a handful of additions; unranking searches a column of Pascal's triangle for each piece.
///
/// ```
/// use roundtable::game::Game;
/// use roundtable::index::{Material, Numbering};
///
/// let numbering = Numbering::new(Game::Camette, Material { knights: 1, men: 3 });
/// assert_eq!(numbering.len(), 29_260);
/// let pieces = numbering.unrank::<u32>(12_345);
/// assert_eq!(numbering.rank(pieces), 12_345);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    squares: u8,
    material: Material,
    knight_choices: u64,
}

impl Numbering {
    /// The numbering of a side's placements.
    #[must_use]
    pub fn new(game: Game, material: Material) -> Self {
        let board = game.board();
        let squares = board.squares() - board.castle_squares();
        let knight_choices = binomial(squares - material.men, material.knights);
        Self { squares, material, knight_choices }
    }

    /// How many placements there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a side has at least one placement")]
    pub fn len(&self) -> u64 {
        binomial(self.squares, self.material.men) * self.knight_choices
    }

    /// The material.
    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The number of a placement, in the view of its side. The pieces must be of the numbering's material and off the
    /// enemy castle.
    #[inline]
    #[must_use]
    pub fn rank<S: SquareSet>(&self, pieces: Pieces<S>) -> u64 {
        debug_assert_eq!(Material::of(pieces), self.material);
        let men = rank_subset(pieces.men.iter());
        let knights = rank_subset(pieces.knights.iter().map(|square| square - pieces.men.count_below(square) as u8));
        men * self.knight_choices + knights
    }

    /// The placement of a number below [`len`](Self::len), in the view of its side.
    #[inline]
    #[must_use]
    pub fn unrank<S: SquareSet>(&self, rank: u64) -> Pieces<S> {
        debug_assert!(rank < self.len());
        let mut men = S::EMPTY;
        unrank_subset(rank / self.knight_choices, self.material.men, |square| men = men.with(square));
        let mut knights = S::EMPTY;
        unrank_subset(rank % self.knight_choices, self.material.knights, |free| {
            knights = knights.with(nth_free(men, free));
        });
        Pieces { knights, men }
    }

    /// The number of a placement's mirror image.
    #[must_use]
    pub fn mirror<S: SquareSet>(&self, board: &Board, pieces: Pieces<S>) -> u64 {
        self.rank(pieces.map(|set| board.mirrored(set)))
    }
}

/// The square without a Man that has so many squares without a Man below it.
#[inline]
pub(super) fn nth_free<S: SquareSet>(men: S, free: u8) -> u8 {
    men.iter().fold(free, |square, man| if man <= square { square + 1 } else { square })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rank_and_unrank_invert_each_other() {
        for (game, knights, men) in
            [(Game::Camette, 1, 3), (Game::Camette, 4, 0), (Game::Camette, 0, 3), (Game::Cam, 1, 2), (Game::Cam, 2, 1)]
        {
            let numbering = Numbering::new(game, Material { knights, men });
            for rank in 0..numbering.len() {
                let pieces = numbering.unrank::<u128>(rank);
                assert_eq!(Material::of(pieces), numbering.material());
                assert!(pieces.all().intersection(game.board().enemy_castle()).is_empty());
                assert_eq!(numbering.rank(pieces), rank);
            }
        }
    }
}
