//! The games of the family, each as a line of data: a drawing of the board, the pieces, the starts.
//!
//! Nothing else in the crate lists them. `CONTRIBUTING.md` says how to add one.

use std::fmt;

use super::board::Board;

/// A game of the family. Camette's All Knight variant is the same game from another start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Game {
    /// 23 squares, four pieces a side.
    Camette,
    /// 67 squares, seven pieces a side.
    Cam,
    /// 160 squares, castles of two squares, fourteen pieces a side.
    Camelot,
    /// Camelot's rules on 24 squares, four pieces a side: made here, so that slow and obvious solvers can be held against
    /// fast ones where castles have two squares.
    Camelet,
}

/// A start position of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Start {
    /// The word for it: `all-knight`.
    pub word: &'static str,
    /// What the game from there is called.
    pub title: &'static str,
    /// Its position text.
    pub text: &'static str,
}

/// What there is to say of a game.
struct Spec {
    name: &'static str,
    title: &'static str,
    board: Board,
    /// The most Knights, Men, and pieces of a side in any variant.
    most: [u8; 3],
    starts: &'static [Start],
}

static CAMETTE: Spec = Spec {
    name: "camette",
    title: "Camette",
    board: Board::from_drawing(["..#..", ".###.", "#####", "#####", "#####", ".###.", "..#.."]),
    most: [4, 3, 4],
    starts: &[
        Start { word: "camette", title: "Camette", text: "1/1k1/1mmm1/5/1MMM1/1K1/1 w" },
        Start { word: "all-knight", title: "All Knight Camette", text: "1/1k1/1kkk1/5/1KKK1/1K1/1 w" },
    ],
};

static CAM: Spec = Spec {
    name: "cam",
    title: "Cam",
    board: Board::from_drawing([
        "...#...", "..###..", ".#####.", "#######", "#######", "#######", "#######", "#######", "#######", "#######",
        ".#####.", "..###..", "...#...",
    ]),
    most: [2, 5, 7],
    starts: &[Start { word: "cam", title: "Cam", text: "1/3/5/2k1k2/1mmmmm1/7/7/7/1MMMMM1/2K1K2/5/3/1 w" }],
};

static CAMELOT: Spec = Spec {
    name: "camelot",
    title: "Camelot",
    board: Board::from_drawing([
        ".....##.....",
        "..########..",
        ".##########.",
        "############",
        "############",
        "############",
        "############",
        "############",
        "############",
        "############",
        "############",
        "############",
        "############",
        ".##########.",
        "..########..",
        ".....##.....",
    ]),
    most: [4, 10, 14],
    starts: &[Start {
        word: "camelot",
        title: "Camelot",
        text: "2/8/10/12/12/2kmmmmmmk2/3kmmmmk3/12/12/3KMMMMK3/2KMMMMMMK2/12/12/10/8/2 w 0 0",
    }],
};

static CAMELET: Spec = Spec {
    name: "camelet",
    title: "Camelet",
    board: Board::from_drawing(["..##..", ".####.", "######", "######", ".####.", "..##.."]),
    most: [2, 2, 4],
    starts: &[Start { word: "camelet", title: "Camelet", text: "2/mkkm/6/6/MKKM/2 w 0 0" }],
};

impl Game {
    /// All games of the family.
    pub const ALL: [Self; 4] = [Self::Camette, Self::Cam, Self::Camelot, Self::Camelet];

    #[inline]
    fn spec(self) -> &'static Spec {
        match self {
            Self::Camette => &CAMETTE,
            Self::Cam => &CAM,
            Self::Camelot => &CAMELOT,
            Self::Camelet => &CAMELET,
        }
    }

    /// The game's board.
    #[inline]
    #[must_use]
    pub fn board(self) -> &'static Board {
        &self.spec().board
    }

    /// The game's name in commands and folders: `camette`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The game of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|game| game.name().eq_ignore_ascii_case(name))
    }

    /// The most Knights, Men, and pieces that a side can have, in any variant.
    #[must_use]
    pub fn most(self) -> [u8; 3] {
        self.spec().most
    }

    /// The start positions of the game and its variants.
    #[must_use]
    pub fn starts(self) -> &'static [Start] {
        self.spec().starts
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.spec().title)
    }
}

/// Evaluates an expression with `$set` standing for the narrowest set of squares that holds a game's board.
macro_rules! with_squares {
    ($game:expr, $set:ident => $body:expr) => {
        match $game.board().squares() {
            0..=32 => {
                type $set = u32;
                $body
            }
            33..=128 => {
                type $set = u128;
                $body
            }
            _ => {
                type $set = $crate::game::Squares;
                $body
            }
        }
    };
}
pub(crate) use with_squares;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Position;

    #[test]
    fn starts_are_positions_of_their_games() {
        for game in Game::ALL {
            assert_eq!(Game::named(game.name()), Some(game));
            for start in game.starts() {
                let position: Position = start.word.parse().unwrap();
                assert_eq!((position.game(), position.to_string().as_str()), (game, start.text));
                let [knights, men, pieces] = game.most();
                let placement = position.placement();
                for side in [placement.white, placement.black] {
                    let (k, m) = (side.knights.0, side.men.0);
                    let count = |words: [u64; 3]| words.iter().map(|word| word.count_ones()).sum::<u32>();
                    assert!(count(k) <= u32::from(knights) && count(m) <= u32::from(men));
                    assert_eq!(count(k) + count(m), u32::from(pieces));
                }
                assert!(!position.legal_moves().is_empty());
            }
            // Ranks tell boards apart in position texts.
            assert_eq!(Game::ALL.iter().filter(|other| other.board().ranks() == game.board().ranks()).count(), 1);
        }
    }
}
