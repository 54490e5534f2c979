//! The order in which tables store positions: strips of cells that differ only in the other side's Knights.
//!
//! A [row of the layout](super::Layout) is a placement of the mover, a column one of the other side. A file keeps the
//! same canonical positions in another order, in which neighbours resemble each other more: Men of both sides outermost,
//! Knights innermost.
//!
//! ```text
//! for each placement of the mover's Men that leads a canonical row    a group
//!     for each placement of the other side's Men
//!         for each placement of the mover's Knights                   a strip
//!             for each placement of the other side's Knights          a cell, if it is stored
//! ```
//!
//! Everything ascends in the numbers of [`Numbering`]. Strips are numbered densely, so that finding one is
//! arithmetic; which cells of a strip are stored is the business of [`Strip`].

use std::cmp::Ordering;
use std::ops::Range;
use std::sync::OnceLock;

use crate::game::{Board, Game, Pieces, SquareSet, Squares, View};

use super::material::{Half, Material, TableName};
use super::numbering::Numbering;
use super::quiet::{Images, Strip};
use super::ranking::{MAX_SUBSET, binomial, rank_subset, unrank_subset};

/// A row of the layout as seen from the strips: the mover's placement and its mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Row {
    /// The placement differs from its mirror image and leads the row of both.
    Twin,
    /// The placement is its own mirror image.
    SelfMirrored,
    /// The placement's mirror image leads the row of both.
    Dropped,
}

/// The numbers of the strips of one half of a table.
///
/// Costs nothing to make, however large the table is.
///
/// ```
/// use roundtable::game::Position;
/// use roundtable::index::{Half, Strips};
///
/// let strips = Strips::new("camette:K-K".parse().unwrap(), Half::First);
/// let position: Position = "1/1k1/5/5/5/K2/1 w".parse().unwrap();
/// let (number, strip, knights) = strips.find(&position.view().narrow::<u32>());
/// assert!(number < strips.len());
/// assert!(strip.rank(knights).unwrap() < strip.count());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Strips {
    game: Game,
    board: &'static Board,
    mover: Material,
    other: Material,
    /// Canonical placements of the mover's Men.
    groups: u64,
    /// Placements of the other side's Men.
    their_men: u64,
    /// Placements of the mover's Knights, its Men given.
    own_knights: u64,
}

impl Strips {
    /// The strips of a half of a table.
    #[must_use]
    pub fn new(name: TableName, half: Half) -> Self {
        let (game, board) = (name.game(), name.game().board());
        let [mover, other] = name.mover_and_other(half);
        let squares = board.squares() - board.castle_squares();
        Self {
            game,
            board,
            mover,
            other,
            groups: u64::midpoint(binomial(squares, mover.men), self_mirrored_sets(board, squares, mover.men)),
            their_men: binomial(squares, other.men),
            own_knights: binomial(squares - mover.men, mover.knights),
        }
    }

    /// How many strips there are, those without a stored cell included.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "a half has at least one strip")]
    pub const fn len(&self) -> u64 {
        self.groups * self.their_men * self.own_knights
    }

    /// How many groups the strips form: canonical placements of the mover's Men.
    #[must_use]
    pub const fn groups(&self) -> u64 {
        self.groups
    }

    /// The numbers of a group's strips.
    #[must_use]
    pub const fn group(&self, group: u64) -> Range<u64> {
        let strips = self.their_men * self.own_knights;
        group * strips..(group + 1) * strips
    }

    /// How many columns the half has in the [layout](super::Layout).
    #[must_use]
    pub fn columns(&self) -> u64 {
        self.their_men * self.longest()
    }

    /// How many rows of the [layout](super::Layout) a group has at most: placements of the mover's Knights.
    #[must_use]
    pub const fn rows_of_group(&self) -> u64 {
        self.own_knights
    }

    /// The most cells that a strip can store.
    #[must_use]
    pub fn longest(&self) -> u64 {
        binomial(self.board.squares() - self.board.castle_squares() - self.other.men, self.other.knights)
    }

    /// What becomes of each placement of the mover's Knights in a group; those that are not [`Row::Dropped`] are, in
    /// order, the next rows of the [layout](super::Layout).
    pub fn rows(&self, group: u64) -> impl Iterator<Item = Row> + use<> {
        let Self { board, mover, own_knights, .. } = *self;
        let numbering = Numbering::new(self.game, mover);
        let men = u64::from(canonical_men(self.game, mover.men)[group as usize]);
        (0..own_knights).map(move |knights| {
            let own: Pieces<Squares> = numbering.unrank(men * own_knights + knights);
            compare_with_mirror(board, own).into()
        })
    }

    /// Where a position of this half is stored: the number of its strip, the strip, and the other side's Knights as the
    /// strip knows them. A position and its mirror image are found in the same place.
    #[inline]
    #[must_use]
    pub fn find<S: SquareSet>(&self, view: &View<S>) -> (u64, Strip<S>, S) {
        let board = self.board;
        let mut own = view.own;
        let mut theirs = view.enemy.map(|set| set.turned(board.squares()));
        let order = compare_with_mirror(board, own).then_with(|| compare_with_mirror(board, theirs));
        if order == Ordering::Greater {
            own = own.map(|set| board.mirrored(set));
            theirs = theirs.map(|set| board.mirrored(set));
        }
        let men = rank_subset(own.men.iter()) as u32;
        let group =
            canonical_men(self.game, self.mover.men).binary_search(&men).expect("the canonical image is chosen");
        let knights = rank_subset(own.knights.iter().map(|square| square - own.men.count_below(square) as u8));
        let pair = group as u64 * self.their_men + rank_subset(theirs.men.iter());
        (pair * self.own_knights + knights, self.strip(own, theirs.men), theirs.knights)
    }

    /// Calls `visit` with each strip of a range, in order, until it says no.
    #[inline]
    pub fn walk<S: SquareSet>(&self, range: Range<u64>, mut visit: impl FnMut(&Strip<S>) -> bool) {
        debug_assert!(range.end <= self.len());
        let canonical = canonical_men(self.game, self.mover.men);
        let numbering = Numbering::new(self.game, self.mover);
        let mut number = range.start;
        while number < range.end {
            let (pair, first) = (number / self.own_knights, number % self.own_knights);
            let men = u64::from(canonical[(pair / self.their_men) as usize]);
            let mut their_men = S::EMPTY;
            unrank_subset(pair % self.their_men, self.other.men, |square| their_men = their_men.with(square));
            let last = self.own_knights.min(first + (range.end - number));
            for knights in first..last {
                let own = numbering.unrank(men * self.own_knights + knights);
                if !visit(&self.strip(own, their_men)) {
                    return;
                }
            }
            number += last - first;
        }
    }

    #[inline]
    fn strip<S: SquareSet>(&self, own: Pieces<S>, their_men: S) -> Strip<S> {
        let images = match Row::from(compare_with_mirror(self.board, own)) {
            Row::Twin => Images::All,
            Row::Dropped => Images::None,
            Row::SelfMirrored => match compare(their_men, self.board.mirrored(their_men)) {
                Ordering::Less => Images::All,
                Ordering::Equal => Images::Smaller,
                Ordering::Greater => Images::None,
            },
        };
        Strip::new(self.board, own, their_men, self.other.knights, images)
    }
}

impl From<Ordering> for Row {
    /// From how a placement compares with its mirror image.
    fn from(order: Ordering) -> Self {
        match order {
            Ordering::Less => Self::Twin,
            Ordering::Equal => Self::SelfMirrored,
            Ordering::Greater => Self::Dropped,
        }
    }
}

/// Compares two sets of as many squares by their numbers.
#[inline]
fn compare<S: SquareSet>(a: S, b: S) -> Ordering {
    if a == b { Ordering::Equal } else { rank_subset(a.iter()).cmp(&rank_subset(b.iter())) }
}

/// Compares a placement's number with its mirror image's. Men go first; where they are their own mirror image, Knights
/// are numbered on the same squares in both.
#[inline]
fn compare_with_mirror<S: SquareSet>(board: &Board, pieces: Pieces<S>) -> Ordering {
    compare(pieces.men, board.mirrored(pieces.men))
        .then_with(|| compare(pieces.knights, board.mirrored(pieces.knights)))
}

/// How many sets of `size` of the first `squares` squares are their own mirror image: made of pairs and of squares on the
/// middle file.
fn self_mirrored_sets(board: &Board, squares: u8, size: u8) -> u64 {
    let middle = (0..squares).filter(|&square| board.mirror(square) == square).count() as u8;
    let pairs = (squares - middle) / 2;
    (0..=size / 2).map(|paired| binomial(pairs, paired) * binomial(middle, size - 2 * paired)).sum()
}

/// The numbers of all placements of so many Men that lead a canonical row, ascending; made when first asked for.
fn canonical_men(game: Game, men: u8) -> &'static [u32] {
    static MADE: [[OnceLock<Box<[u32]>>; MAX_SUBSET + 1]; Game::ALL.len()] =
        [const { [const { OnceLock::new() }; MAX_SUBSET + 1] }; Game::ALL.len()];
    MADE[game as usize][usize::from(men)].get_or_init(|| {
        let numbering = Numbering::new(game, Material { knights: 0, men });
        let board = game.board();
        let leads = |&rank: &u32| {
            let pieces: Pieces<Squares> = numbering.unrank(u64::from(rank));
            compare_with_mirror(board, pieces) != Ordering::Greater
        };
        let len = u32::try_from(numbering.len()).expect("one side of a table has fewer than 2^32 placements");
        (0..len).filter(leads).collect()
    })
}
