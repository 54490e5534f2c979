//! The quiet moves of a whole row: of one placement of the player to move, for all placements of the other side at once.
//!
//! A move that captures nothing leads from row to row and keeps the column. Where its target squares must be free of the
//! other side, the target row says so by itself: cells with overlapping pieces are preset there. Only canters that depend
//! on more of the other side than the square they end on need a mask of columns.

use crate::game::{Board, Pieces, SquareSet, Squares};

use super::slots::Slots;

/// A quiet move of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowMove {
    /// The row that holds the opponent's positions after the move: the canonical placement of the mover's pieces.
    pub row: u32,
    /// Whether that row must be read mirrored.
    pub mirrored: bool,
    /// Whether the move is legal only in the columns of a mask.
    pub masked: bool,
}

/// The quiet moves of a row.
#[derive(Debug, Default)]
pub(super) struct RowMoves {
    pub moves: Vec<RowMove>,
    /// The columns in which each masked move is legal, in the order of `moves`.
    pub masks: Vec<Vec<u64>>,
    /// The columns in which a quiet move reaches the enemy castle; empty if none does.
    pub goal: Vec<u64>,
}

/// One side against the other, as the geometry of rows and columns sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    pub board: &'a Board,
    pub mover: &'a Slots,
    pub other: &'a Slots,
}

impl Sides<'_> {
    /// The pieces that may move (rule 7).
    pub(super) fn movers(&self, own: Pieces<Squares>) -> Squares {
        let leaving = own.all().intersection(self.board.own_castle());
        if leaving.is_empty() { own.all() } else { leaving }
    }

    /// The quiet moves of the row of `own`.
    pub(super) fn quiet_moves(&self, own: Pieces<Squares>) -> RowMoves {
        let mut row = RowMoves::default();
        for from in self.movers(own).iter() {
            let (knight, others) = (own.knights.contains(from), own.without(from));
            let steps =
                self.board.neighbours::<Squares>(from).difference(others.all()).difference(self.board.own_castle());
            for to in steps.iter() {
                self.add(&mut row, others.with(to, knight), to, None);
            }
            for canter in self.canters(others.all(), from, knight, true) {
                // A Man's direct leap needs but a free square to land on, which the target row knows.
                let mask = (knight || !canter.direct || self.board.is_enemy_castle(canter.to)).then_some(canter.mask);
                self.add(&mut row, others.with(canter.to, knight), canter.to, mask);
            }
        }
        row
    }

    fn add(&self, row: &mut RowMoves, moved: Pieces<Squares>, to: u8, mask: Option<Vec<u64>>) {
        if self.board.is_enemy_castle(to) {
            let legal = mask.unwrap_or_else(|| self.free(to));
            if row.goal.is_empty() {
                row.goal = legal;
            } else {
                row.goal.iter_mut().zip(legal).for_each(|(goal, legal)| *goal |= legal);
            }
        } else {
            let (target, mirrored) = self.mover.canonical(self.mover.slot_of(moved));
            row.moves.push(RowMove { row: target as u32, mirrored, masked: mask.is_some() });
            row.masks.extend(mask);
        }
    }

    /// The columns in which no enemy stands on `square`.
    fn free(&self, square: u8) -> Vec<u64> {
        self.other.has_turned(square).iter().map(|has| !has).collect()
    }

    /// The columns in which a Knight on `at`, with `others` the rest of its side, has a jump (rule 6).
    fn exposed(&self, at: u8, others: Squares) -> Vec<u64> {
        let mut exposed = vec![0; self.other.words];
        for leap in self.board.leaps(at) {
            if others.contains(leap.over) || others.contains(leap.land) {
                continue;
            }
            let (over, land) = (self.other.has_turned(leap.over), self.other.has_turned(leap.land));
            for ((exposed, over), land) in exposed.iter_mut().zip(over).zip(land) {
                *exposed |= over & !land;
            }
        }
        exposed
    }

    /// Every square that canters of a piece from `from` may reach, with the columns in which they do: quiet canters, or
    /// those that a charge goes on from.
    pub(super) fn canters(&self, others: Squares, from: u8, knight: bool, quiet: bool) -> Vec<Canter> {
        let mut canters: Vec<Canter> = Vec::new();
        let mut open: Vec<Vec<u64>> = Vec::new();
        let mut leaps: Vec<(Option<usize>, usize)> = Vec::new();
        let mut at = None;
        // The squares are found in the order of their distance; `canters` is its own queue.
        loop {
            let square = at.map_or(from, |at: usize| canters[at].to);
            if !self.board.is_enemy_castle(square) {
                for leap in self.board.leaps(square) {
                    let blocked =
                        others.contains(leap.land) || leap.land == from || self.board.is_own_castle(leap.land);
                    if blocked || !others.contains(leap.over) {
                        continue;
                    }
                    let known = canters.iter().position(|canter| canter.to == leap.land).unwrap_or_else(|| {
                        let mut free = self.free(leap.land);
                        if quiet && knight && !self.board.is_enemy_castle(leap.land) {
                            let exposed = self.exposed(leap.land, others);
                            free.iter_mut().zip(exposed).for_each(|(free, exposed)| *free &= !exposed);
                        }
                        canters.push(Canter { to: leap.land, direct: at.is_none(), mask: vec![0; self.other.words] });
                        open.push(free);
                        canters.len() - 1
                    });
                    leaps.push((at, known));
                }
            }
            let next = at.map_or(0, |at| at + 1);
            if next == canters.len() {
                break;
            }
            at = Some(next);
        }
        // Reach spreads along the leaps until nothing changes.
        let mut changed = true;
        while changed {
            changed = false;
            for &(before, after) in &leaps {
                for word in 0..self.other.words {
                    let reached = before.map_or(!0, |before| canters[before].mask[word]) & open[after][word];
                    let mask = &mut canters[after].mask[word];
                    changed |= reached & !*mask != 0;
                    *mask |= reached;
                }
            }
        }
        canters
    }
}

/// A square that canters reach.
#[derive(Debug)]
pub(super) struct Canter {
    pub to: u8,
    /// Whether one leap leads there.
    pub direct: bool,
    /// The columns in which a canter gets there.
    pub mask: Vec<u64>,
}
