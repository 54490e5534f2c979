//! Legal moves for people: with the path the piece takes, the pieces it captures, and the position it leads to.

use std::fmt;
use std::ops::ControlFlow;

use super::board::SquareName;
use super::moves::{Lifted, Trail, castle_move, duty};
use super::position::{Pieces, Position, View};
use super::squares::{SquareSet, Squares};

/// A legal move, spelled out. Its `Display` is the World Camelot Federation's notation: `C3-C4`, `F6-F8-H8xH10`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    path: Vec<SquareName>,
    quiet_legs: usize,
    captures: Vec<SquareName>,
    after: Position,
}

impl Move {
    /// Every square the piece stands on, from where it starts to where it ends.
    #[must_use]
    pub fn path(&self) -> &[SquareName] {
        &self.path
    }

    /// How many legs, from the first on, are plain moves or leaps of a canter (`-`); the others are jumps (`x`).
    #[must_use]
    pub const fn quiet_legs(&self) -> usize {
        self.quiet_legs
    }

    /// The squares of the captured pieces, in the order they are taken.
    #[must_use]
    pub fn captures(&self) -> &[SquareName] {
        &self.captures
    }

    /// The position after the move, the opponent to move.
    #[must_use]
    pub const fn after(&self) -> &Position {
        &self.after
    }

    /// The key by which one spelling of a move is preferred to another: shortest, then alphabetically first.
    fn spelling(&self) -> (usize, String) {
        (self.path.len(), self.to_string())
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (leg, square) in self.path.iter().enumerate() {
            match leg {
                0 => {}
                _ if leg <= self.quiet_legs => f.write_str("-")?,
                _ => f.write_str("x")?,
            }
            write!(f, "{square}")?;
        }
        Ok(())
    }
}

/// The legs of a move as it is searched, on squares of the mover's view.
struct Path {
    squares: Vec<u8>,
    captures: Vec<u8>,
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

impl Position {
    /// The legal moves, one for each position they lead to, each with its preferred spelling (the shortest path, then
    /// the alphabetically first). Ordered by that spelling; empty if the game is over or the player to move is stuck.
    ///
    /// ```
    /// use roundtable::game::Position;
    ///
    /// let start: Position = "camette".parse().unwrap();
    /// assert_eq!(start.legal_moves().len(), 22);
    /// assert_eq!(start.legal_moves()[0].to_string(), "B3-A3");
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = self.spelled_moves();
        moves.sort_by_cached_key(|m| (*m.after(), m.spelling()));
        moves.dedup_by_key(|m| *m.after());
        moves.sort_by_cached_key(ToString::to_string);
        moves
    }

    /// Every spelling of every legal move, in no particular order: paths that lead to the same position are all listed.
    #[must_use]
    pub fn spelled_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.ending().is_some() {
            return moves;
        }
        let (board, view) = (self.game().board(), self.view());
        let duty = duty(board, view);
        for from in duty.movers.iter() {
            let piece = Lifted::new(board, view, from);
            let mut path = Path { squares: vec![from], captures: Vec::new() };
            if duty.must_capture {
                self.add_jumps(&piece, 0, &mut path, &mut moves);
            } else {
                for to in piece.steps().iter() {
                    path.squares.push(to);
                    moves.push(self.spell(&path, 1, piece.put(to, view.enemy)));
                    path.squares.pop();
                }
                self.add_canters(&piece, true, &mut path, &mut moves);
            }
            if piece.knight {
                self.add_canters(&piece, false, &mut path, &mut moves);
            }
        }
        if let Some(after) = castle_move(board, view, duty) {
            let squares = [view.own, after.own]
                .map(|own| own.all().intersection(board.enemy_castle()).iter().collect::<Vec<_>>());
            moves.push(self.spell(&Path { squares: squares.concat(), captures: Vec::new() }, 1, after));
        }
        moves
    }

    /// Adds every canter from the end of `path` on that repeats no square: as it is if `quiet`, as the start of every
    /// charge if not.
    fn add_canters(&self, piece: &Lifted<'_, Squares>, quiet: bool, path: &mut Path, moves: &mut Vec<Move>) {
        let at = path.squares[path.squares.len() - 1];
        for leap in piece.board.leaps(at) {
            if path.squares.contains(&leap.land) || !piece.may_canter(leap.over, leap.land, quiet) {
                continue;
            }
            path.squares.push(leap.land);
            let legs = path.squares.len() - 1;
            if quiet {
                moves.push(self.spell(path, legs, piece.put(leap.land, piece.enemy)));
            }
            if !piece.board.is_enemy_castle(leap.land) {
                if !quiet {
                    self.add_jumps(piece, legs, path, moves);
                }
                self.add_canters(piece, quiet, path, moves);
            }
            path.squares.pop();
        }
    }

    /// Adds every jump series from the end of `path` on.
    fn add_jumps(&self, piece: &Lifted<'_, Squares>, quiet_legs: usize, path: &mut Path, moves: &mut Vec<Move>) {
        let at = path.squares[path.squares.len() - 1];
        let mut emit = |at: u8, enemy: Pieces<Squares>, path: &mut Path| {
            moves.push(self.spell(path, quiet_legs, piece.put(at, enemy)));
            ControlFlow::<()>::Continue(())
        };
        // The closure never breaks.
        let _ = piece.jump_series(at, piece.enemy, path, &mut emit);
    }

    fn spell(&self, path: &Path, quiet_legs: usize, after: View<Squares>) -> Move {
        let names = |squares: &[u8]| squares.iter().map(|&square| self.name(square)).collect();
        let after = after.turned(self.game().board());
        Move {
            path: names(&path.squares),
            quiet_legs,
            captures: names(&path.captures),
            after: Self::from_view(self.game(), self.side().other(), after),
        }
    }
}
