//! Games that lead to a position: what a composed problem lacks and a saved game needs.
//!
//! A best-first search from the start, with both players helping: the position to go on from is the one whose pieces have
//! the least way to go to the squares where they are wanted, pieces too many counted by their way to an enemy that may take
//! them. That is a guess, not a bound, so the game found is not the shortest.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use crate::game::notation::SavedGame;
use crate::game::{Board, Pieces, Position, SquareSet, Squares};

/// How many positions are gone on from before a search gives up: a few seconds.
const PATIENCE: usize = 200_000;

/// What a search goes by.
struct Guess {
    /// What a step on the way still to go counts, in plies played.
    step: u32,
    /// What a piece too many counts beside its way, in steps.
    capture: u32,
}

/// One after another, the fastest first. The second finds some of the games that the first does not.
const GUESSES: [Guess; 2] = [Guess { step: 4, capture: 3 }, Guess { step: 1, capture: 1 }];

/// A game that leads to a position from a start of its game; `None` if the search gives up, or no game can.
///
/// ```
/// use roundtable::game::Position;
/// use roundtable::report::proof_game;
///
/// let position: Position = "w K:c2 / M:c5".parse().unwrap();
/// let game = proof_game(&position).unwrap();
/// assert_eq!(game.end(), &position);
/// ```
#[must_use]
pub fn proof_game(position: &Position) -> Option<SavedGame> {
    let starts = || position.game().starts().iter().filter_map(|start| start.word.parse().ok());
    GUESSES.iter().find_map(|guess| starts().find_map(|start| Search::new(position, guess).run(start)))
}

/// The way to one position.
struct Search<'a> {
    goal: &'a Position,
    guess: &'a Guess,
    /// Steps between any two squares.
    steps: Vec<Vec<u32>>,
    /// Positions met, each with the place of the one it was reached from and its ply.
    met: Vec<(Position, usize, u32)>,
    seen: HashSet<Position>,
    /// Places of those not gone on from yet, the one that promises most on top.
    open: BinaryHeap<Reverse<(u32, usize)>>,
}

impl<'a> Search<'a> {
    fn new(goal: &'a Position, guess: &'a Guess) -> Self {
        let steps = steps(goal.game().board());
        Self { goal, guess, steps, met: Vec::new(), seen: HashSet::new(), open: BinaryHeap::new() }
    }

    fn run(mut self, start: Position) -> Option<SavedGame> {
        self.meet(start, 0, 0);
        for _ in 0..PATIENCE {
            let Reverse((_, place)) = self.open.pop()?;
            let (position, _, ply) = self.met[place];
            if position == *self.goal {
                return self.game(place);
            }
            let mut results = position.results().ok()?;
            // They come in no order; the game that is found must not depend on it.
            results.sort_unstable();
            for after in results {
                self.meet(after, place, ply + 1);
            }
        }
        None
    }

    fn meet(&mut self, position: Position, from: usize, ply: u32) {
        if let Some(way) = self.way(&position)
            && self.seen.insert(position)
        {
            self.open.push(Reverse((self.guess.step * way + ply, self.met.len())));
            self.met.push((position, from, ply));
        }
    }

    /// About how many steps are still to go; `None` if a piece is missing already.
    fn way(&self, position: &Position) -> Option<u32> {
        let (now, goal) = (position.placement(), self.goal.placement());
        let sides = [(now.white, goal.white, now.black), (now.black, goal.black, now.white)];
        sides.into_iter().try_fold(0, |sum, (own, wanted, enemy)| Some(sum + self.side(own, wanted, enemy.all())?))
    }

    fn side(&self, own: Pieces<Squares>, wanted: Pieces<Squares>, enemies: Squares) -> Option<u32> {
        let kinds = [(own.knights, wanted.knights), (own.men, wanted.men)];
        kinds.into_iter().try_fold(0, |sum, (mut pieces, wanted)| {
            let mut way = 0;
            for square in wanted.iter() {
                let nearest = pieces.iter().min_by_key(|&piece| self.between(piece, square))?;
                way += self.between(nearest, square);
                pieces = pieces.without(nearest);
            }
            let taken =
                |piece| self.guess.capture + enemies.iter().map(|enemy| self.between(piece, enemy)).min().unwrap_or(0);
            Some(sum + way + pieces.iter().map(taken).sum::<u32>())
        })
    }

    fn between(&self, a: u8, b: u8) -> u32 {
        self.steps[usize::from(a)][usize::from(b)]
    }

    fn game(&self, end: usize) -> Option<SavedGame> {
        let mut way = vec![end];
        while let Some(&place) = way.last().filter(|&&place| place > 0) {
            way.push(self.met[place].1);
        }
        way.reverse();
        let moves = way.windows(2).map(|pair| {
            let [before, after] = [pair[0], pair[1]].map(|place| self.met[place].0);
            before.legal_moves().into_iter().find(|played| *played.after() == after)
        });
        SavedGame::new(self.met[0].0, moves.collect::<Option<_>>()?)
    }
}

/// Steps between any two squares of a board.
fn steps(board: &Board) -> Vec<Vec<u32>> {
    let from = |start: u8| {
        let mut steps = vec![0; usize::from(board.squares())];
        let (mut reached, mut edge) = (Squares::EMPTY.with(start), Squares::EMPTY.with(start));
        for step in 0.. {
            if edge.is_empty() {
                break;
            }
            edge.iter().for_each(|square| steps[usize::from(square)] = step);
            let next = edge.iter().fold(Squares::EMPTY, |next, square| next.union(board.neighbours(square)));
            edge = next.difference(reached);
            reached = reached.union(next);
        }
        steps
    };
    (0..board.squares()).map(from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_and_can_be_read_back() {
        for text in [
            "camette",
            "problem",
            "w K:b2 M:d5 / K:c3 M:a4,d6",
            "b M:c3 / M:c5",
            "all-knight",
            "w K:a4,e4 / K:b3",
            "cam w K:d4 M:c5 / K:d10 M:e9",
            "camelot w K:f8 M:g6,h4 / K:e10 M:f14",
            "camelet w K:b3 M:c4 / M:b5",
        ] {
            let position: Position = text.parse().unwrap();
            let game = proof_game(&position).unwrap_or_else(|| panic!("no game leads to {text}"));
            assert_eq!(game.end(), &position, "{text}");
            assert_eq!(proof_game(&position).as_ref(), Some(&game), "the same each time");
            assert_eq!(SavedGame::read(&game.to_string()), Ok(game), "{text}");
        }
    }

    #[test]
    fn more_pieces_than_a_start_has_cannot_come_about() {
        assert_eq!(proof_game(&"w K:c2,c3 M:b3 / M:c5".parse().unwrap()), None);
    }

    #[test]
    fn steps_are_those_of_a_king() {
        let board = "camette".parse::<Position>().unwrap().game().board();
        let (steps, squares) = (steps(board), board.squares());
        for a in 0..squares {
            for b in 0..squares {
                let step = steps[usize::from(a)][usize::from(b)];
                assert_eq!(step == 1, board.neighbours::<Squares>(a).contains(b));
                assert_eq!(step == 0, a == b);
                assert_eq!(step, steps[usize::from(b)][usize::from(a)]);
            }
        }
    }
}
