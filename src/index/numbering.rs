//! Placements of one side as numbers.

use crate::game::{Board, Game, Pieces, Side, SquareSet};

use super::material::Material;
use super::ranking::{binomial, rank_subset, unrank_subset};
use super::sets::SquareSets;

/// The numbers of all placements of one side's material, in the view of that side.
///
/// A side in an unfinished game may stand anywhere but on the enemy castle, where Camelot allows one piece, and tells apart
/// how many castle moves it has made. The set of the pieces' squares is numbered whatever stands on them; which of the pieces
/// are Knights is numbered as a subset of the pieces, counted from the lowest square, and innermost. So placements that differ
/// only in which piece is a Knight are neighbours, and these mostly have the same value.
///
/// Ranking is a handful of additions; unranking searches a column of Pascal's triangle for each piece.
///
/// ```
/// use roundtable::game::Game;
/// use roundtable::index::{Material, Numbering};
///
/// let numbering = Numbering::new(Game::Camette, Material { knights: 1, men: 3 });
/// assert_eq!(numbering.len(), 7315 * 4);
/// let side = numbering.unrank::<u32>(12_345);
/// assert_eq!(numbering.rank(side), 12_345);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbering {
    sets: SquareSets,
    material: Material,
    knight_choices: u64,
}

impl Numbering {
    /// The numbering of a side's placements.
    #[must_use]
    pub fn new(game: Game, material: Material) -> Self {
        Self { sets: SquareSets::new(game.board()), material, knight_choices: knight_choices(material) }
    }

    /// How many placements there are.
    ///
    /// # Panics
    /// If the side has more than ten pieces: there are more placements than any table could hold.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a side has at least one placement")]
    pub fn len(&self) -> u64 {
        self.sets.len(self.material.pieces()) * self.knight_choices
    }

    /// The material.
    #[must_use]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The number of a placement, in the view of its side. The pieces must be of the numbering's material; only in Camelot
    /// may one be on the enemy castle.
    #[inline]
    #[must_use]
    pub fn rank<S: SquareSet>(&self, side: Side<S>) -> u64 {
        debug_assert_eq!(Material::of(side.pieces), self.material);
        self.set(side.all(), side.castle_moves) * self.knight_choices + knight_choice(side.pieces)
    }

    /// The number of a set of squares: that of a placement on it, by the number of ways to choose the Knights.
    #[inline]
    #[must_use]
    pub fn set<S: SquareSet>(&self, squares: S, castle_moves: u8) -> u64 {
        self.sets.rank(squares, castle_moves)
    }

    /// The placement of a number below [`len`](Self::len), in the view of its side.
    #[inline]
    #[must_use]
    pub fn unrank<S: SquareSet>(&self, rank: u64) -> Side<S> {
        debug_assert!(rank < self.len());
        let (squares, castle_moves) = self.sets.unrank(rank / self.knight_choices, self.material.pieces());
        Side { pieces: with_knights(squares, self.material.knights, rank % self.knight_choices), castle_moves }
    }

    /// The number of a placement's mirror image.
    #[must_use]
    pub fn mirror<S: SquareSet>(&self, board: &Board, side: Side<S>) -> u64 {
        self.rank(side.map(|set| board.mirrored(set)))
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
    use crate::game::Squares;

    fn check<S: SquareSet>(game: Game, knights: u8, men: u8) {
        let numbering = Numbering::new(game, Material { knights, men });
        for rank in 0..numbering.len() {
            let side = numbering.unrank::<S>(rank);
            assert_eq!(Material::of(side.pieces), numbering.material());
            let inside = side.all().intersection(game.board().enemy_castle()).len();
            assert!(inside < u32::from(game.board().castle_squares()));
            assert_eq!(numbering.rank(side), rank);
        }
    }

    #[test]
    fn rank_and_unrank_invert_each_other() {
        check::<u32>(Game::Camette, 1, 3);
        check::<u32>(Game::Camette, 4, 0);
        check::<u128>(Game::Camette, 0, 3);
        check::<u128>(Game::Cam, 1, 2);
        check::<u128>(Game::Cam, 2, 1);
        check::<Squares>(Game::Camelot, 1, 1);
        check::<Squares>(Game::Camelot, 0, 2);
    }
}
