//! The paths of legal moves: every spelling, or the shortest canters only.
//!
//! Rule numbers refer to the rules in `docs/rules.md`. A position may be crowded beyond any game, and then its canters
//! have more spellings than could ever be listed; [`Canters::Shortest`] takes time in proportion to what it finds.

use std::ops::ControlFlow;

use super::board::{Board, SquareName};
use super::moves::{Lifted, Trail, castle_move, duty};
use super::position::{Pieces, View};
use super::squares::SquareSet;

/// The legs of a move, on squares of the mover's view.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// Every square the piece stands on, from where it starts on.
    pub squares: Vec<u8>,
    /// The squares of the captured pieces.
    pub captures: Vec<u8>,
    /// How many legs, from the first on, are steps or leaps of a canter.
    pub quiet_legs: usize,
}

impl Path {
    pub(super) fn new(from: u8) -> Self {
        Self { squares: vec![from], captures: Vec::new(), quiet_legs: 0 }
    }

    /// Where the piece stands.
    pub(super) fn end(&self) -> u8 {
        self.squares.last().copied().unwrap_or_default()
    }

    /// Adds a leg that captures nothing.
    pub(super) fn go(&mut self, to: u8) {
        self.squares.push(to);
        self.quiet_legs += 1;
    }

    fn go_back(&mut self) {
        self.squares.pop();
        self.quiet_legs -= 1;
    }
}

impl Trail for Path {
    fn jump(&mut self, over: u8, land: u8) {
        self.squares.push(land);
        self.captures.push(over);
    }
    fn take_back(&mut self) {
        self.squares.pop();
        self.captures.pop();
    }
}

/// Which canters are spelled.
pub(super) enum Canters<'a> {
    /// All that repeat no square.
    All,
    /// To each square the shortest, and of these the one that comes first by the names the squares are given.
    Shortest(&'a dyn Fn(u8) -> SquareName),
}

/// Calls `visit` with the spellings of the legal moves and the positions they lead to, still seen from the mover's end.
pub(super) fn spellings<S: SquareSet, B>(
    board: &Board,
    view: &View<S>,
    which: &Canters<'_>,
    visit: &mut impl FnMut(&Path, View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let duty = duty(board, view);
    for from in duty.movers.iter() {
        let piece = Lifted::new(board, view, from);
        let mut path = Path::new(from);
        if duty.must_capture {
            jumps(&piece, &mut path, visit)?;
        } else {
            for to in piece.steps().iter() {
                path.go(to);
                visit(&path, piece.put(to, view.enemy))?;
                path.go_back();
            }
            canters(&piece, true, which, &mut path, visit)?;
        }
        if piece.knight {
            canters(&piece, false, which, &mut path, visit)?;
        }
    }
    if let Some(after) = castle_move(board, view, duty) {
        let [from, to] = [view, &after].map(|v| v.own.all().intersection(board.enemy_castle()).first());
        if let (Some(from), Some(to)) = (from, to) {
            let mut path = Path::new(from);
            path.go(to);
            visit(&path, after)?;
        }
    }
    ControlFlow::Continue(())
}

/// Every canter of the piece: as it is if `quiet`, as the start of every charge if not.
fn canters<S: SquareSet, B>(
    piece: &Lifted<'_, S>,
    quiet: bool,
    which: &Canters<'_>,
    path: &mut Path,
    visit: &mut impl FnMut(&Path, View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    match which {
        Canters::All => all_canters(piece, quiet, path, visit),
        Canters::Shortest(name) => {
            shortest_canters(piece, quiet, name).iter_mut().try_for_each(|path| stop(piece, quiet, path, visit))
        }
    }
}

fn all_canters<S: SquareSet, B>(
    piece: &Lifted<'_, S>,
    quiet: bool,
    path: &mut Path,
    visit: &mut impl FnMut(&Path, View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    for leap in piece.board.leaps(path.end()) {
        if path.squares.contains(&leap.land) || !piece.may_canter(leap.over, leap.land, quiet) {
            continue;
        }
        path.go(leap.land);
        stop(piece, quiet, path, visit)?;
        if !piece.board.is_enemy_castle(leap.land) {
            all_canters(piece, quiet, path, visit)?;
        }
        path.go_back();
    }
    ControlFlow::Continue(())
}

/// A breadth-first search whose layers stay in alphabetical order of their paths.
fn shortest_canters<S: SquareSet>(piece: &Lifted<'_, S>, quiet: bool, name: &dyn Fn(u8) -> SquareName) -> Vec<Path> {
    let mut reached = S::single(piece.from);
    let mut found: Vec<Path> = Vec::new();
    let mut layer = vec![Path::new(piece.from)];
    while !layer.is_empty() {
        let mut next = Vec::new();
        for path in layer {
            let mut lands: Vec<u8> = piece
                .board
                .leaps(path.end())
                .iter()
                .map(|leap| (leap.over, leap.land))
                .filter(|&(over, land)| !reached.contains(land) && piece.may_canter(over, land, quiet))
                .map(|(_, land)| land)
                .collect();
            lands.sort_by_cached_key(|&land| name(land).to_string());
            for land in lands {
                reached = reached.with(land);
                let mut longer = path.clone();
                longer.go(land);
                if !piece.board.is_enemy_castle(land) {
                    next.push(longer.clone());
                }
                found.push(longer);
            }
        }
        layer = next;
    }
    found
}

/// Ends a canter where the piece stands, if `quiet`; else jumps on from there, unless the enemy castle ended the move.
fn stop<S: SquareSet, B>(
    piece: &Lifted<'_, S>,
    quiet: bool,
    path: &mut Path,
    visit: &mut impl FnMut(&Path, View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if quiet {
        visit(path, piece.put(path.end(), piece.enemy))
    } else if piece.board.is_enemy_castle(path.end()) {
        ControlFlow::Continue(())
    } else {
        jumps(piece, path, visit)
    }
}

/// Every jump series from where the piece stands.
fn jumps<S: SquareSet, B>(
    piece: &Lifted<'_, S>,
    path: &mut Path,
    visit: &mut impl FnMut(&Path, View<S>) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut emit = |at: u8, enemy: Pieces<S>, path: &mut Path| visit(path, piece.put(at, enemy));
    piece.jump_series(path.end(), piece.enemy, path, &mut emit)
}
