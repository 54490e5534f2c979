//! From Men to strips: what strips share is worked out once for all of them.
//!
//! Of the strips of a large table most are empty, and all are gone through when a table is written and when a block is
//! decoded. So the leaps of the mover's Men are listed once a [group](OwnMen), those that the other side's Men leave open
//! once a [pair](SameMen), and a strip adds its Knights: 20 to 40 ns a strip instead of 150 to 250.

use std::cmp::Ordering;

use crate::game::{Board, Leap, Pieces, SquareSet};

use super::quiet::{Images, Strip};
use super::ranking::{MAX_SUBSET, first_squares, rank_subset};

/// Compares two sets of as many squares by their numbers.
#[inline]
fn compare<S: SquareSet>(a: S, b: S) -> Ordering {
    if a == b { Ordering::Equal } else { rank_subset(a.iter()).cmp(&rank_subset(b.iter())) }
}

/// Compares a placement's number with its mirror image's. Men go first; where they are their own mirror image, Knights
/// are numbered on the same squares in both.
#[inline]
pub(super) fn compare_with_mirror<S: SquareSet>(board: &Board, pieces: Pieces<S>) -> Ordering {
    compare(pieces.men, board.mirrored(pieces.men))
        .then_with(|| compare(pieces.knights, board.mirrored(pieces.knights)))
}

/// A short list of leaps.
#[derive(Clone, Copy, Debug)]
struct Leaps {
    list: [Leap; 8 * MAX_SUBSET],
    len: usize,
}

impl Leaps {
    const NONE: Self = Self { list: [Leap { over: 0, land: 0 }; 8 * MAX_SUBSET], len: 0 };

    /// Adds one of the at most eight leaps of one of the at most ten Men.
    #[inline]
    fn push(&mut self, leap: Leap) {
        self.list[self.len] = leap;
        self.len += 1;
    }

    #[inline]
    fn as_slice(&self) -> &[Leap] {
        &self.list[..self.len]
    }
}

/// What all strips with the same Men of the mover share. Seen, like [`Strip`], from the other side's end.
#[derive(Clone, Copy, Debug)]
pub(super) struct OwnMen<S> {
    board: &'static Board,
    /// How they compare with their mirror image.
    order: Ordering,
    /// In the mover's view.
    given: S,
    men: S,
    /// The mover's castle.
    castle: S,
    /// Whether one of the Men stands there and must leave.
    leaving: bool,
    /// The Men that may jump.
    jumpers: S,
    /// Their leaps, but those that Men of their own side are in the way of.
    leaps: Leaps,
}

impl<S: SquareSet> OwnMen<S> {
    /// From the Men in the mover's view.
    #[inline]
    pub(super) fn new(board: &'static Board, men: S) -> Self {
        let (given, order) = (men, compare(men, board.mirrored(men)));
        let men = men.turned(board.squares());
        let castle = board.enemy_castle();
        // A piece on its own castle must leave it: no other may move.
        let leavers = men.intersection(castle);
        let leaving = !leavers.is_empty();
        let jumpers = if leaving { leavers } else { men };
        let mut leaps = Leaps::NONE;
        for from in jumpers.iter() {
            for &leap in board.leaps(from) {
                if !men.contains(leap.over) && !men.contains(leap.land) {
                    leaps.push(leap);
                }
            }
        }
        Self { board, order, given, men, castle, leaving, jumpers, leaps }
    }

    /// The Men, in the mover's view.
    #[inline]
    pub(super) fn given(&self) -> S {
        self.given
    }
}

/// What all strips with the same Men of both sides share.
#[derive(Clone, Copy, Debug)]
pub(super) struct SameMen<'a, S> {
    own: &'a OwnMen<S>,
    /// How many Knights the other side has.
    knights: u8,
    /// The other side's Men.
    men: S,
    /// Whether Men of both sides overlap, so that there is no cell.
    overlap: bool,
    /// Squares that the mover's Men jump to.
    must: S,
    /// Their leaps to free squares over squares where a Knight might stand.
    leaps: Leaps,
}

impl<'a, S: SquareSet> SameMen<'a, S> {
    /// Adds the other side's Men, in its own view.
    #[inline]
    pub(super) fn new(own: &'a OwnMen<S>, men: S, knights: u8) -> Self {
        let overlap = !own.men.intersection(men).is_empty();
        let mut same = Self { own, knights, men, overlap, must: S::EMPTY, leaps: Leaps::NONE };
        if !overlap {
            for &leap in own.leaps.as_slice() {
                if men.contains(leap.land) {
                } else if men.contains(leap.over) {
                    same.must = same.must.with(leap.land);
                } else if knights > 0 {
                    same.leaps.push(leap);
                }
            }
        }
        same
    }

    /// The strip of the mover's Knights, given in the mover's view.
    #[inline]
    pub(super) fn strip(&self, own_knights: S) -> Strip<S> {
        let (board, men) = (self.own.board, self.men);
        let own = own_knights.turned(board.squares());
        let mut strip = Strip {
            board,
            images: self.images(own_knights),
            knights: self.knights,
            men,
            jumpers: S::EMPTY,
            occupied: self.own.men.union(men).union(own),
            free: S::EMPTY,
            must: S::EMPTY,
            needy: S::EMPTY,
        };
        if strip.images == Images::None || self.overlap || !own.intersection(men).is_empty() {
            strip.images = Images::None;
            return strip;
        }
        let on_castle = own.intersection(self.own.castle);
        let (men_jump, knights) = if on_castle.is_empty() {
            (true, if self.own.leaving { S::EMPTY } else { own })
        } else {
            (self.own.leaving, on_castle)
        };
        strip.jumpers = knights;
        if men_jump {
            strip.jumpers = knights.union(self.own.jumpers);
            strip.must = self.must.difference(own);
            if strip.must.len() > u32::from(self.knights) {
                strip.images = Images::None;
                return strip;
            }
            for leap in self.leaps.as_slice() {
                let over = if own.contains(leap.land) { S::EMPTY } else { S::single(leap.over) };
                strip.needy = strip.needy.union(over);
            }
        }
        for from in knights.iter() {
            for leap in board.leaps(from) {
                let over = if strip.occupied.contains(leap.land) { S::EMPTY } else { S::single(leap.over) };
                let jump = !over.intersection(men).is_empty();
                strip.needy = strip.needy.union(over);
                strip.must = strip.must.union(if jump { S::single(leap.land) } else { S::EMPTY });
            }
        }
        strip.free = first_squares::<S>(board.squares() - board.castle_squares()).difference(strip.occupied);
        strip.needy = strip.needy.intersection(strip.free);
        strip
    }

    #[inline]
    fn images(&self, own_knights: S) -> Images {
        let board = self.own.board;
        let knights = || compare(own_knights, board.mirrored(own_knights));
        match self.own.order.then_with(knights) {
            Ordering::Less => Images::All,
            Ordering::Greater => Images::None,
            Ordering::Equal => match compare(self.men, board.mirrored(self.men)) {
                Ordering::Less => Images::All,
                Ordering::Equal => Images::Smaller,
                Ordering::Greater => Images::None,
            },
        }
    }
}
