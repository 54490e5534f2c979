//! Numbers for the sets of squares that one side's pieces may stand on.
//!
//! Where one piece on the enemy castle ends the game, a side in an unfinished game has none there: a set is a subset of the
//! other squares, numbered as such. In Camelot one piece may stand there, for good, and counts its side's castle moves.
//! The sets with such a piece come after those without, one run for each *castle state*: which square of the castle, and how
//! many castle moves were made.
//!
//! ```text
//! | no piece on the castle | F16, 0 moves | G16, 0 moves | F16, 1 move | G16, 1 move | F16, 2 moves | G16, 2 moves |
//! ```

use std::sync::OnceLock;

use crate::game::{Board, CASTLE_MOVES, Game, SquareSet, with_squares};

use super::ranking::{MAX_SUBSET, binomial, first_squares, rank_subset, unrank_subset};

/// The sets of squares of one side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SquareSets {
    /// Squares of a castle.
    castle: u8,
    /// Squares off the enemy castle.
    free: u8,
    /// Castle states.
    states: u8,
}

/// Where a side's piece on the enemy castle is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct CastleState {
    /// The square, counted from the castle's first.
    pub square: u8,
    /// Castle moves made.
    pub moves: u8,
    /// The number of the first set with this state.
    pub first: u64,
}

impl SquareSets {
    pub(super) const fn new(board: &Board) -> Self {
        let castle = board.castle_squares();
        let states = if castle > 1 { castle * (CASTLE_MOVES + 1) } else { 0 };
        Self { castle, free: board.squares() - castle, states }
    }

    /// How many sets of so many squares there are, castle states told apart.
    pub(super) fn len(self, size: u8) -> u64 {
        binomial(self.free, size) + u64::from(self.states) * self.of_state(size)
    }

    /// How many sets of so many squares have a given castle state.
    fn of_state(self, size: u8) -> u64 {
        size.checked_sub(1).map_or(0, |others| binomial(self.free, others))
    }

    /// The castle states of sets of so many squares, in order.
    pub(super) fn states(self, size: u8) -> impl Iterator<Item = CastleState> {
        (0..if size > 0 { self.states } else { 0 }).map(move |state| CastleState {
            square: state % self.castle,
            moves: state / self.castle,
            first: binomial(self.free, size) + u64::from(state) * self.of_state(size),
        })
    }

    /// The number of a set, in the view of its side.
    #[inline]
    pub(super) fn rank<S: SquareSet>(self, squares: S, castle_moves: u8) -> u64 {
        if self.states == 0 {
            return rank_subset(squares.iter());
        }
        let others = squares.intersection(first_squares(self.free));
        let inside = squares.difference(others).first().map(|square| square - self.free);
        self.rank_with_state(others.iter(), others.len() as u8, inside, castle_moves)
    }

    /// The number of a set in the opponent's view: its lowest square is that next to the opponent's castle.
    #[inline]
    pub(super) fn rank_turned<S: SquareSet>(self, squares: S, castle_moves: u8) -> u64 {
        if self.states == 0 {
            return rank_subset(squares.iter().map(|square| square.wrapping_sub(self.castle)));
        }
        let inside = squares.intersection(first_squares(self.castle));
        let others = squares.difference(inside);
        let lowered = others.iter().map(|square| square - self.castle);
        self.rank_with_state(lowered, others.len() as u8, inside.first(), castle_moves)
    }

    #[inline(never)]
    fn rank_with_state(self, others: impl Iterator<Item = u8>, count: u8, inside: Option<u8>, castle_moves: u8) -> u64 {
        let first = inside.map_or(0, |square| {
            let state = square + self.castle * castle_moves;
            binomial(self.free, count + 1) + u64::from(state) * binomial(self.free, count)
        });
        first + rank_subset(others)
    }

    /// The set of a number, in the view of its side, and its castle moves.
    #[inline]
    pub(super) fn unrank<S: SquareSet>(self, number: u64, size: u8) -> (S, u8) {
        let mut squares = S::EMPTY;
        let mut add = |square| squares = squares.with(square);
        let Some(inside) = number.checked_sub(binomial(self.free, size)).filter(|_| self.states > 0) else {
            unrank_subset(number, size, add);
            return (squares, 0);
        };
        let state = (inside / self.of_state(size)) as u8;
        unrank_subset(inside % self.of_state(size), size - 1, &mut add);
        add(self.free + state % self.castle);
        (squares, state / self.castle)
    }

    /// How many sets of so many squares are their own mirror image: made of pairs and of squares on the middle file.
    pub(super) fn self_mirrored(self, board: &Board, size: u8) -> u64 {
        // A castle of two squares has no middle, so no set with a castle state is among them.
        let middle = (0..self.free).filter(|&square| board.mirror(square) == square).count() as u8;
        let pairs = (self.free - middle) / 2;
        (0..=size / 2).map(|paired| binomial(pairs, paired) * binomial(middle, size - 2 * paired)).sum()
    }

    /// The numbers of the sets of so many squares that are at most their mirror image's, ascending; made when first asked
    /// for.
    pub(super) fn canonical(game: Game, size: u8) -> &'static [u32] {
        static MADE: [[OnceLock<Box<[u32]>>; MAX_SUBSET + 1]; Game::ALL.len()] =
            [const { [const { OnceLock::new() }; MAX_SUBSET + 1] }; Game::ALL.len()];
        MADE[game as usize][usize::from(size)].get_or_init(|| {
            // In the narrowest set: one-shot probes feel it.
            with_squares!(game, S => Self::new(game.board()).find_canonical::<S>(game.board(), size))
        })
    }

    fn find_canonical<S: SquareSet>(self, board: &Board, size: u8) -> Box<[u32]> {
        let len = u32::try_from(self.len(size)).expect("one side of a table has fewer than 2^32 placements");
        let is_canonical = |&number: &u32| {
            let (squares, castle_moves) = self.unrank::<S>(u64::from(number), size);
            u64::from(number) <= self.rank(board.mirrored(squares), castle_moves)
        };
        (0..len).filter(is_canonical).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::game::Squares;

    /// Every set of one to three squares of every board: numbers are dense, inverted by `unrank`, and the same from the
    /// other end of the board.
    #[test]
    fn rank_and_unrank_invert_each_other() {
        for (game, most) in [(Game::Camette, 4), (Game::Cam, 3), (Game::Camelot, 2)] {
            let (board, sets) = (game.board(), SquareSets::new(game.board()));
            for size in 0..=most {
                let mut seen = HashSet::new();
                for number in 0..sets.len(size) {
                    let (squares, castle_moves) = sets.unrank::<Squares>(number, size);
                    assert_eq!(squares.len(), u32::from(size));
                    let inside = squares.intersection(board.enemy_castle::<Squares>()).len();
                    assert!(inside < u32::from(board.castle_squares()) && (inside > 0 || castle_moves == 0));
                    assert!(castle_moves <= CASTLE_MOVES);
                    assert!(seen.insert((squares, castle_moves)));
                    assert_eq!(sets.rank(squares, castle_moves), number);
                }
                let turned_numbers: HashSet<u64> =
                    seen.iter().map(|&(set, moves)| sets.rank_turned(set.turned(board.squares()), moves)).collect();
                assert_eq!(turned_numbers.len() as u64, sets.len(size));
                assert!(turned_numbers.iter().all(|&number| number < sets.len(size)));
                for state in sets.states(size) {
                    let (squares, moves) = sets.unrank::<Squares>(state.first, size);
                    assert!(squares.contains(board.squares() - board.castle_squares() + state.square));
                    assert_eq!(moves, state.moves);
                }
            }
        }
    }

    #[test]
    fn canonical_sets_and_their_images_are_all() {
        for (game, most) in [(Game::Camette, 4), (Game::Cam, 3), (Game::Camelot, 2)] {
            let sets = SquareSets::new(game.board());
            for size in 0..=most {
                let canonical = SquareSets::canonical(game, size).len() as u64;
                assert_eq!(canonical, u64::midpoint(sets.len(size), sets.self_mirrored(game.board(), size)));
            }
        }
    }
}
