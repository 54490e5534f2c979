//! Placements of one side as numbers.

use crate::game::{Board, Game, Pieces, SquareSet};

use super::material::Material;
use super::ranking::{binomial, rank_subset, unrank_subset};

/// The numbers of all placements of one side's material, in the view of that side.
///
/// A side in an unfinished game may stand anywhere but on the enemy castle, so its squares are the first
/// `squares - castle` of the board. The pieces' squares are numbered as a subset of these, whatever stands on them; which
/// of the pieces are Knights is numbered as a subset of the pieces, counted from the lowest square, and innermost. So
/// placements that differ only in which piece is a Knight are neighbours, and these mostly have the same value.
///
/// Ranking is a handful of additions; unranking searches a column of Pascal's triangle for each piece.
///
/// ```
/// use roundtable::game::Game;
/// use roundtable::index::{Material, Numbering};
///
/// let numbering = Numbering::new(Game::Camette, Material { knights: 1, men: 3 });
/// assert_eq!(numbering.len(), 7315 * 4);
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
        Self { squares, material, knight_choices: knight_choices(material) }
    }

    /// How many placements there are.
    ///
    /// # Panics
    /// If the side has more than ten pieces: there are more placements than any table could hold.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a side has at least one placement")]
    pub fn len(&self) -> u64 {
        binomial(self.squares, self.material.pieces()) * self.knight_choices
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
        rank_subset(pieces.all().iter()) * self.knight_choices + knight_choice(pieces)
    }

    /// The placement of a number below [`len`](Self::len), in the view of its side.
    #[inline]
    #[must_use]
    pub fn unrank<S: SquareSet>(&self, rank: u64) -> Pieces<S> {
        debug_assert!(rank < self.len());
        let mut squares = S::EMPTY;
        unrank_subset(rank / self.knight_choices, self.material.pieces(), |square| squares = squares.with(square));
        with_knights(squares, self.material.knights, rank % self.knight_choices)
    }

    /// The number of a placement's mirror image.
    #[must_use]
    pub fn mirror<S: SquareSet>(&self, board: &Board, pieces: Pieces<S>) -> u64 {
        self.rank(pieces.map(|set| board.mirrored(set)))
    }
}

/// In how many ways the Knights can be chosen among the pieces.
#[inline]
pub(super) fn knight_choices(material: Material) -> u64 {
    binomial(material.pieces(), material.knights)
}

/// Which of the pieces are Knights, as a number below [`knight_choices`].
#[inline]
pub(super) fn knight_choice<S: SquareSet>(pieces: Pieces<S>) -> u64 {
    let all = pieces.all();
    rank_subset(pieces.knights.iter().map(|knight| all.count_below(knight) as u8))
}

/// Pieces on `squares`, those of a [`knight_choice`] Knights.
#[inline]
pub(super) fn with_knights<S: SquareSet>(squares: S, knights: u8, choice: u64) -> Pieces<S> {
    let mut pieces = Pieces { knights: S::EMPTY, men: squares };
    unrank_subset(choice, knights, |piece| {
        let square = squares.iter().nth(usize::from(piece)).expect("a choice is among the pieces");
        pieces = pieces.without(square).with(square, true);
    });
    pieces
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
