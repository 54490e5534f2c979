//! The boards of the family as data: a drawing each, everything else derived at compile time.
//!
//! Squares are numbered rank by rank from rank 1 up, each rank from its leftmost file, so that a half turn of the board
//! takes square `s` to `squares - 1 - s`, White's castle is the first squares and Black's the last.

use std::fmt;

use super::rule_set::RuleSet;
use super::squares::{SquareSet, Squares};

/// The most squares a board of the family has.
pub const MAX_SQUARES: usize = 160;

const NONE: u8 = u8::MAX;

/// The eight directions as (files, ranks).
const DIRECTIONS: [(i8, i8); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];

/// A leap: over one square, to the square straight beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leap {
    /// The square that is leapt over.
    pub over: u8,
    /// The square landed on.
    pub land: u8,
}

/// A board: its squares, castles and the geometry of steps and leaps; and what rules are played on it.
#[derive(Clone, Debug)]
pub struct Board {
    squares: u8,
    castle: u8,
    files: u8,
    ranks: u8,
    file: [u8; MAX_SQUARES],
    rank: [u8; MAX_SQUARES],
    mirror: [u8; MAX_SQUARES],
    neighbours: [Squares; MAX_SQUARES],
    leaps: [[Leap; 8]; MAX_SQUARES],
    leap_count: [u8; MAX_SQUARES],
    rules: RuleSet,
}

impl Board {
    /// Derives a board from its drawing: ranks from the top down, `#` a square, anything else none.
    pub(super) const fn from_drawing<const RANKS: usize>(drawing: [&str; RANKS]) -> Self {
        let mut board = Self {
            squares: 0,
            castle: 0,
            files: 0,
            ranks: RANKS as u8,
            file: [NONE; MAX_SQUARES],
            rank: [NONE; MAX_SQUARES],
            mirror: [NONE; MAX_SQUARES],
            neighbours: [Squares([0; 3]); MAX_SQUARES],
            leaps: [[Leap { over: NONE, land: NONE }; 8]; MAX_SQUARES],
            leap_count: [0; MAX_SQUARES],
            rules: RuleSet::STANDARD,
        };
        let mut rank = 0;
        while rank < RANKS {
            let line = drawing[RANKS - 1 - rank].as_bytes();
            board.files = line.len() as u8;
            let mut file = 0;
            while file < line.len() {
                if line[file] == b'#' {
                    let square = board.squares as usize;
                    board.file[square] = file as u8;
                    board.rank[square] = rank as u8;
                    board.squares += 1;
                }
                file += 1;
            }
            if rank == 0 {
                board.castle = board.squares;
            }
            rank += 1;
        }
        let mut square = 0;
        while square < board.squares {
            let s = square as usize;
            board.mirror[s] = board.find(board.files as i8 - 1 - board.file[s] as i8, board.rank[s] as i8);
            let mut direction = 0;
            while direction < 8 {
                let over = board.beside(square, direction);
                if over != NONE {
                    board.neighbours[s].0[over as usize / 64] |= 1 << (over % 64);
                    let land = board.beside(over, direction);
                    if land != NONE {
                        board.leaps[s][board.leap_count[s] as usize] = Leap { over, land };
                        board.leap_count[s] += 1;
                    }
                }
                direction += 1;
            }
            square += 1;
        }
        board
    }

    const fn beside(&self, square: u8, direction: usize) -> u8 {
        let (files, ranks) = DIRECTIONS[direction];
        self.find(self.file[square as usize] as i8 + files, self.rank[square as usize] as i8 + ranks)
    }

    const fn find(&self, file: i8, rank: i8) -> u8 {
        let mut square = 0;
        while square < self.squares {
            if self.file[square as usize] as i8 == file && self.rank[square as usize] as i8 == rank {
                return square;
            }
            square += 1;
        }
        NONE
    }

    /// The same board, played by other rules.
    #[must_use]
    pub fn with_rules(&self, rules: RuleSet) -> Self {
        Self { rules, ..self.clone() }
    }

    /// The rules that are played.
    #[inline]
    #[must_use]
    pub const fn rules(&self) -> RuleSet {
        self.rules
    }

    /// How many pieces a side needs to win, whichever way (rules 10, 12 and 13): one for each square of the enemy castle.
    #[inline]
    #[must_use]
    pub const fn pieces_to_win(&self) -> u8 {
        self.castle
    }

    /// How many squares the board has.
    #[inline]
    #[must_use]
    pub const fn squares(&self) -> u8 {
        self.squares
    }

    /// How many squares each castle has.
    #[inline]
    #[must_use]
    pub const fn castle_squares(&self) -> u8 {
        self.castle
    }

    /// How many ranks the board has.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.ranks
    }

    /// How many files the board has.
    #[must_use]
    pub const fn files(&self) -> u8 {
        self.files
    }

    /// Whether `square` belongs to the castle of the player who plays up the board.
    #[inline]
    #[must_use]
    pub const fn is_own_castle(&self, square: u8) -> bool {
        square < self.castle
    }

    /// Whether `square` belongs to the castle at the far end.
    #[inline]
    #[must_use]
    pub const fn is_enemy_castle(&self, square: u8) -> bool {
        square >= self.squares - self.castle
    }

    /// The castle of the player who plays up the board.
    #[inline]
    #[must_use]
    pub fn own_castle<S: SquareSet>(&self) -> S {
        (0..self.castle).fold(S::EMPTY, S::with)
    }

    /// The castle at the far end.
    #[inline]
    #[must_use]
    pub fn enemy_castle<S: SquareSet>(&self) -> S {
        (self.squares - self.castle..self.squares).fold(S::EMPTY, S::with)
    }

    /// The squares one step from `square`.
    #[inline]
    #[must_use]
    pub fn neighbours<S: SquareSet>(&self, square: u8) -> S {
        S::narrow(self.neighbours[usize::from(square)])
    }

    /// The leaps from `square` that stay on the board.
    #[inline]
    #[must_use]
    pub fn leaps(&self, square: u8) -> &[Leap] {
        &self.leaps[usize::from(square)][..usize::from(self.leap_count[usize::from(square)])]
    }

    /// The square on the other side of the board's middle file or files.
    #[inline]
    #[must_use]
    pub const fn mirror(&self, square: u8) -> u8 {
        self.mirror[square as usize]
    }

    /// The set seen in a mirror: left and right exchanged.
    #[must_use]
    pub fn mirrored<S: SquareSet>(&self, set: S) -> S {
        set.iter().fold(S::EMPTY, |mirrored, square| mirrored.with(self.mirror(square)))
    }

    /// The file of `square`, 0 for the A file.
    #[must_use]
    pub const fn file(&self, square: u8) -> u8 {
        self.file[square as usize]
    }

    /// The rank of `square`, 0 for rank 1.
    #[must_use]
    pub const fn rank(&self, square: u8) -> u8 {
        self.rank[square as usize]
    }

    /// The square on a file and rank (both from 0), if the board has it.
    #[must_use]
    pub fn square(&self, file: u8, rank: u8) -> Option<u8> {
        let (file, rank) = (i8::try_from(file).ok()?, i8::try_from(rank).ok()?);
        Some(self.find(file, rank)).filter(|&square| square != NONE)
    }

    /// The square called `name`, in upper or lower case: `C7`.
    #[must_use]
    pub fn square_named(&self, name: &str) -> Option<u8> {
        let file = name.bytes().next()?.to_ascii_uppercase();
        let digits = name.get(1..)?;
        if !file.is_ascii_uppercase() || digits.starts_with('0') || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let rank: u8 = digits.parse().ok()?;
        self.square(file - b'A', rank.checked_sub(1)?)
    }

    /// The name of `square`, to be written: `C7`.
    #[must_use]
    pub const fn name(&self, square: u8) -> SquareName {
        SquareName { file: self.file(square), rank: self.rank(square) }
    }
}

/// A square's name: its `Display` writes the file in upper case and the rank's number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SquareName {
    file: u8,
    rank: u8,
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.file), self.rank + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn boards_have_the_squares_of_the_rules() {
        let squares = |game: Game| game.board().squares();
        assert_eq!([squares(Game::Camette), squares(Game::Cam), squares(Game::Camelot)], [23, 67, 160]);
        let camette = Game::Camette.board();
        assert_eq!(camette.name(0).to_string(), "C1");
        assert_eq!(camette.name(22).to_string(), "C7");
        let camelot = Game::Camelot.board();
        assert_eq!([0, 1, 158, 159].map(|s| camelot.name(s).to_string()), ["F1", "G1", "F16", "G16"]);
        assert_eq!(camelot.castle_squares(), 2);
    }

    #[test]
    fn names_and_squares_invert_each_other() {
        for game in Game::ALL {
            let board = game.board();
            for square in 0..board.squares() {
                let name = board.name(square).to_string();
                assert_eq!(board.square_named(&name), Some(square));
                assert_eq!(board.square_named(&name.to_lowercase()), Some(square));
            }
            for bad in ["", "A", "Z3", "A1", "C0", "C07", "C99", "C300", "É1", "C+7", "c 7"] {
                assert_eq!(board.square_named(bad), None, "{bad} on {game}");
            }
        }
    }

    /// Mirror and half turn are symmetries of the geometry, and each is its own inverse.
    #[test]
    fn geometry_is_symmetric() {
        for game in Game::ALL {
            let board = game.board();
            let turn = |square: u8| board.squares() - 1 - square;
            for square in 0..board.squares() {
                for map in [&(|s| board.mirror(s)) as &dyn Fn(u8) -> u8, &turn] {
                    assert_eq!(map(map(square)), square);
                    let mapped: Squares = board.neighbours::<Squares>(square).iter().map(map).collect();
                    assert_eq!(mapped, board.neighbours(map(square)));
                    let mut leaps: Vec<_> = board.leaps(square).iter().map(|l| (map(l.over), map(l.land))).collect();
                    let mut mirrored: Vec<_> = board.leaps(map(square)).iter().map(|l| (l.over, l.land)).collect();
                    leaps.sort_unstable();
                    mirrored.sort_unstable();
                    assert_eq!(leaps, mirrored);
                }
                assert_eq!(board.rank(turn(square)), board.ranks() - 1 - board.rank(square));
                assert_eq!(board.file(turn(square)), board.files() - 1 - board.file(square));
            }
        }
    }
}
