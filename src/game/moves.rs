//! Legal moves for solvers and probes: the positions they lead to, without allocating and without paths.
//!
//! Rule numbers refer to the rules in `docs/rules.md`. The form for people, with paths, is in [`super::play`]; both
//! stand on [`duty`] and [`Lifted`], and a test holds them to the same results.

use std::ops::ControlFlow;

use super::board::Board;
use super::position::{Pieces, View};
use super::squares::SquareSet;

/// Castle moves a player of Camelot may make in a game (rule 14).
pub const CASTLE_MOVES: u8 = 2;

/// What the rules demand of the player to move (rules 5, 7 and 14).
#[derive(Clone, Copy, Debug)]
pub struct Duty<S> {
    /// The pieces that may move, castle moves aside.
    pub movers: S,
    /// Whether the move must capture.
    pub must_capture: bool,
    /// Whether a piece stands on the own castle and must leave it.
    pub must_leave: bool,
}

/// What the rules demand of the player to move.
#[inline]
#[must_use]
pub fn duty<S: SquareSet>(board: &Board, view: &View<S>) -> Duty<S> {
    let (own, enemy) = (view.own.all(), view.enemy.all());
    let leaving = own.intersection(board.own_castle());
    let frees =
        || board.rules().stuck_frees_others && !leaving.iter().any(|from| Lifted::new(board, view, from).can_move());
    let must_leave = !leaving.is_empty() && !frees();
    let movers = if must_leave { leaving } else { own.difference(board.enemy_castle()) };
    let must_capture = movers.iter().any(|from| can_jump(board, from, own.without(from), enemy));
    Duty { movers, must_capture, must_leave }
}

/// Whether a piece on `at` has a jump over one of `enemy`, with `others` the rest of its side.
#[inline]
pub(super) fn can_jump<S: SquareSet>(board: &Board, at: u8, others: S, enemy: S) -> bool {
    board.leaps(at).iter().any(|leap| enemy.contains(leap.over) && !others.union(enemy).contains(leap.land))
}

/// A piece in the hand of the player to move: its square counts as empty while it moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lifted<'a, S> {
    pub board: &'a Board,
    pub from: u8,
    pub knight: bool,
    /// The rest of the mover's pieces.
    pub others: Pieces<S>,
    pub enemy: Pieces<S>,
    pub castle_moves: [u8; 2],
}

/// Notes the squares of a jump series as it is searched; solvers do without ([`NoTrail`]).
pub(super) trait Trail {
    fn jump(&mut self, over: u8, land: u8);
    fn take_back(&mut self);
}

/// Keeps no notes.
pub(super) struct NoTrail;

impl Trail for NoTrail {
    #[inline]
    fn jump(&mut self, _: u8, _: u8) {}
    #[inline]
    fn take_back(&mut self) {}
}

impl<'a, S: SquareSet> Lifted<'a, S> {
    #[inline]
    pub(super) fn new(board: &'a Board, view: &View<S>, from: u8) -> Self {
        Self {
            board,
            from,
            knight: view.own.knights.contains(from),
            others: view.own.without(from),
            enemy: view.enemy,
            castle_moves: view.castle_moves,
        }
    }

    /// The position, still from the mover's end, once the piece is put down.
    #[inline]
    pub(super) fn put(&self, at: u8, enemy: Pieces<S>) -> View<S> {
        View { own: self.others.with(at, self.knight), enemy, castle_moves: self.castle_moves }
    }

    /// Whether `square` is empty while the piece moves, with these enemies left.
    #[inline]
    pub(super) fn free(&self, square: u8, enemy: S) -> bool {
        !self.others.all().union(enemy).contains(square)
    }

    /// Rule 1: the squares a plain move can go to.
    #[inline]
    pub(super) fn steps(&self) -> S {
        let taken = self.others.all().union(self.enemy.all());
        self.board.neighbours::<S>(self.from).difference(taken).difference(self.board.own_castle())
    }

    /// Rules 2 and 6: whether one leap of a canter may go over `over` to `land`, quiet or as part of a charge.
    #[inline]
    pub(super) fn may_canter(&self, over: u8, land: u8, quiet: bool) -> bool {
        self.others.all().contains(over)
            && self.free(land, self.enemy.all())
            && !self.board.is_own_castle(land)
            && (!quiet || !self.exposed(land))
    }

    /// Rule 6: whether a Knight put down here would owe a jump, so that a quiet canter must keep off.
    #[inline]
    pub(super) fn exposed(&self, at: u8) -> bool {
        let keeps_off = self.knight && !self.board.rules().open_canters && !self.board.is_enemy_castle(at);
        keeps_off && can_jump(self.board, at, self.others.all(), self.enemy.all())
    }

    /// The squares that canters reach: those a quiet canter may stop on, or those a charge may jump from.
    #[inline]
    fn canters(&self, quiet: bool) -> S {
        let mut reached = S::EMPTY;
        let mut frontier = S::single(self.from);
        while let Some(at) = frontier.first() {
            frontier = frontier.without(at);
            for leap in self.board.leaps(at) {
                let new = leap.land != self.from && !reached.contains(leap.land);
                if new && self.may_canter(leap.over, leap.land, quiet) {
                    reached = reached.with(leap.land);
                    if !self.board.is_enemy_castle(leap.land) {
                        frontier = frontier.with(leap.land);
                    }
                }
            }
        }
        reached
    }

    /// Whether the piece has any move.
    fn can_move(&self) -> bool {
        let (others, enemy) = (self.others.all(), self.enemy.all());
        let jumps_from = |at| can_jump(self.board, at, others, enemy);
        let charges = || {
            let squares = self.canters(false).difference(self.board.enemy_castle());
            self.knight && squares.iter().any(jumps_from)
        };
        !self.steps().is_empty() || jumps_from(self.from) || !self.canters(true).is_empty() || charges()
    }

    /// Rule 3: every way a jump series can go from `at`; `emit` gets where it ends and the enemies left.
    pub(super) fn jump_series<T: Trail, B>(
        &self,
        at: u8,
        enemy: Pieces<S>,
        trail: &mut T,
        emit: &mut impl FnMut(u8, Pieces<S>, &mut T) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for &leap in self.board.leaps(at) {
            if !enemy.all().contains(leap.over) || !self.free(leap.land, enemy.all()) {
                continue;
            }
            let left = enemy.without(leap.over);
            trail.jump(leap.over, leap.land);
            let ends = self.board.is_enemy_castle(leap.land)
                || !can_jump(self.board, leap.land, self.others.all(), left.all());
            if ends {
                emit(leap.land, left, trail)?;
            } else {
                self.jump_series(leap.land, left, trail, emit)?;
            }
            trail.take_back();
        }
        ControlFlow::Continue(())
    }
}

/// Calls `visit` with every position that a legal move leads to, some of them more than once.
///
/// The positions are still seen from the mover's end of the board: turn them with [`View::turned`] to let the opponent
/// move. A position whose game is over ([`super::ending`]) must not be asked for its moves. `visit` can end the search
/// early by breaking.
#[inline]
pub fn successors<S: SquareSet, B>(
    board: &Board,
    view: &View<S>,
    visit: impl FnMut(View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    successors_by_duty(board, view, duty(board, view), visit)
}

/// [`successors`] for those who know the position's [`duty`] already.
#[inline]
pub(crate) fn successors_by_duty<S: SquareSet, B>(
    board: &Board,
    view: &View<S>,
    duty: Duty<S>,
    mut visit: impl FnMut(View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for from in duty.movers.iter() {
        let piece = Lifted::new(board, view, from);
        let mut emit = |at, enemy, _: &mut NoTrail| visit(piece.put(at, enemy));
        if duty.must_capture {
            piece.jump_series(from, view.enemy, &mut NoTrail, &mut emit)?;
        }
        if piece.knight {
            for at in piece.canters(false).difference(board.enemy_castle()).iter() {
                piece.jump_series(at, view.enemy, &mut NoTrail, &mut emit)?;
            }
        }
        if !duty.must_capture {
            for at in piece.steps().union(piece.canters(true)).iter() {
                visit(piece.put(at, view.enemy))?;
            }
        }
    }
    castle_move(board, view, duty).into_iter().try_for_each(visit)
}

/// Rule 14: the position that Camelot's castle move leads to, still from the mover's end.
#[inline]
pub(super) fn castle_move<S: SquareSet>(board: &Board, view: &View<S>, duty: Duty<S>) -> Option<View<S>> {
    if board.castle_squares() < 2 || duty.must_capture || duty.must_leave || view.castle_moves[0] >= CASTLE_MOVES {
        return None;
    }
    let from = view.own.all().intersection(board.enemy_castle()).first()?;
    let to = board.enemy_castle::<S>().difference(view.occupied()).first()?;
    let castle_moves = [view.castle_moves[0] + 1, view.castle_moves[1]];
    Some(View { castle_moves, ..Lifted::new(board, view, from).put(to, view.enemy) })
}
