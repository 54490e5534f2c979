//! Legal moves for people: with the path the piece takes, the pieces it captures, and the position it leads to.
//!
//! A text may crowd a board beyond any game: [`Position::try_legal_moves`] and [`Position::results`] then give up.

use std::collections::HashSet;
use std::fmt;
use std::ops::ControlFlow;

use thiserror::Error;

use super::board::SquareName;
use super::moves::successors;
use super::position::{Ending, Position, View};
use super::spelling::{Canters, Path, spellings};
use super::squares::Squares;

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

/// How many ways to move (spellings, canter routes aside) a list of moves goes through before it gives up.
///
/// No game comes near it; but a text may crowd a board so that jump series branch without end.
pub const MOST_WAYS: usize = 1 << 18;

/// A position has too many moves to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("more than {MOST_WAYS} ways to move: no game leads to so crowded a board; take some pieces off it")]
pub struct TooManyMoves;

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
        self.list_moves(usize::MAX).unwrap_or_default()
    }

    /// The same as [`legal_moves`](Self::legal_moves), for positions that anyone may have typed.
    ///
    /// # Errors
    /// If there are more than [`MOST_WAYS`] ways to move.
    pub fn try_legal_moves(&self) -> Result<Vec<Move>, TooManyMoves> {
        self.list_moves(MOST_WAYS)
    }

    fn list_moves(&self, most_ways: usize) -> Result<Vec<Move>, TooManyMoves> {
        let mut moves = self.walk_moves(&Canters::Shortest(&|square| self.name(square)), most_ways)?;
        moves.sort_by_cached_key(|m| (*m.after(), m.spelling()));
        moves.dedup_by_key(|m| *m.after());
        moves.sort_by_cached_key(ToString::to_string);
        Ok(moves)
    }

    /// Every spelling of every legal move: paths that lead to the same position are all listed. Ordered by spelling.
    ///
    /// On a crowded board canters have more spellings than could be listed: meant for tests and positions of ordinary
    /// games.
    #[must_use]
    pub fn spelled_moves(&self) -> Vec<Move> {
        self.walk_moves(&Canters::All, usize::MAX).unwrap_or_default()
    }

    /// The same as [`spelled_moves`](Self::spelled_moves), for positions that anyone may have typed.
    ///
    /// # Errors
    /// If there are more than [`MOST_WAYS`].
    pub fn try_spelled_moves(&self) -> Result<Vec<Move>, TooManyMoves> {
        self.walk_moves(&Canters::All, MOST_WAYS)
    }

    fn walk_moves(&self, canters: &Canters<'_>, most_ways: usize) -> Result<Vec<Move>, TooManyMoves> {
        let mut moves = Vec::new();
        if self.ending().is_some() {
            return Ok(moves);
        }
        let mut visit = |path: &Path, after| {
            if moves.len() == most_ways {
                return ControlFlow::Break(TooManyMoves);
            }
            moves.push(self.spell(path, after));
            ControlFlow::Continue(())
        };
        if let ControlFlow::Break(error) = spellings(self.game().board(), self.view(), canters, &mut visit) {
            return Err(error);
        }
        moves.sort_by_cached_key(ToString::to_string);
        Ok(moves)
    }

    /// The distinct positions that legal moves lead to, in no particular order; none if the game is over.
    ///
    /// # Errors
    /// If there are more than [`MOST_WAYS`] ways to move.
    pub fn results(&self) -> Result<Vec<Self>, TooManyMoves> {
        let mut seen = HashSet::new();
        if self.ending().is_none() {
            let board = self.game().board();
            let mut ways = 0;
            let flow = successors(board, self.view(), |after| {
                ways += 1;
                if ways > MOST_WAYS {
                    return ControlFlow::Break(TooManyMoves);
                }
                seen.insert(after);
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(error) = flow {
                return Err(error);
            }
        }
        Ok(seen.into_iter().map(|after| self.after(after)).collect())
    }

    /// Why the game is over, in a few words; `None` while it goes on.
    #[must_use]
    pub fn over(&self) -> Option<&'static str> {
        match self.ending() {
            Some(Ending::CastleTaken) => Some("castle taken"),
            Some(Ending::NoPieces) => Some("no pieces left"),
            Some(Ending::TooFewPieces) => Some("too few pieces to win"),
            None => self.is_stuck().then_some("no legal move"),
        }
    }

    /// Whether the player to move has no legal move although the game goes on, and so [loses](super::stuck_value).
    #[must_use]
    pub fn is_stuck(&self) -> bool {
        self.ending().is_none()
            && successors(self.game().board(), self.view(), |_| ControlFlow::Break(())).is_continue()
    }

    /// The position after a move that leads to `view`, still seen from the mover's end.
    fn after(&self, view: View<Squares>) -> Self {
        Self::from_view(self.game(), self.side().other(), view.turned(self.game().board()))
    }

    /// The move that goes along `path` and leads to `after`, still seen from the mover's end.
    pub(super) fn spell(&self, path: &Path, after: View<Squares>) -> Move {
        let names = |squares: &[u8]| squares.iter().map(|&square| self.name(square)).collect();
        Move {
            path: names(&path.squares),
            quiet_legs: path.quiet_legs,
            captures: names(&path.captures),
            after: self.after(after),
        }
    }
}
