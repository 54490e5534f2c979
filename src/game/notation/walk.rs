//! Follows the path of a move somebody wrote, leg by leg, and says where it breaks the rules.
//!
//! Rule numbers refer to the rules in `docs/rules.md`. No list of moves is made, so that the time depends on the length of
//! the path only.

use super::move_text::MoveError;
use crate::game::board::Leap;
use crate::game::moves::{Duty, Lifted, Trail, can_jump, castle_move, duty};
use crate::game::play::Move;
use crate::game::position::{Pieces, Position};
use crate::game::spelling::Path;
use crate::game::squares::{SquareSet, Squares};

/// How a square is said to be reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mark {
    /// `-`: a step or a leap of a canter.
    Dash,
    /// `^`: a leap of a canter.
    Caret,
    /// `x`: a jump.
    Cross,
}

/// A leg of a written move; the square is one of the mover's view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    pub mark: Mark,
    pub to: u8,
}

/// The legal move along `legs`. The game must not be over.
pub(super) fn walk(position: &Position, from: u8, legs: &[Leg]) -> Result<Move, MoveError> {
    let (board, view) = (position.game().board(), position.view());
    if view.enemy.all().contains(from) {
        return Err(MoveError::OpponentsPiece(position.name(from), position.side().other()));
    }
    if !view.own.all().contains(from) {
        return Err(MoveError::NoPiece(position.name(from)));
    }
    let duty = duty(board, view);
    let quiet = legs.iter().all(|leg| leg.mark != Mark::Cross);
    if duty.must_leave && !duty.movers.contains(from) {
        let leaving = duty.movers.first().unwrap_or_default();
        return Err(MoveError::MustLeaveCastle(position.name(leaving)));
    }
    if quiet && duty.must_capture {
        return Err(must_capture(position));
    }
    if board.is_enemy_castle(from) {
        return walk_castle(position, from, legs, duty);
    }
    let piece = Lifted::new(board, view, from);
    let mut walk = Walk { position, piece, path: Path::new(from), left: view.enemy, quiet };
    for leg in legs {
        walk.check_not_ended()?;
        match leg.mark {
            Mark::Cross => walk.jump(leg.to)?,
            Mark::Dash if legs.len() == 1 && board.neighbours::<Squares>(from).contains(leg.to) => walk.step(leg.to)?,
            Mark::Dash | Mark::Caret => walk.leap(leg.to)?,
        }
    }
    walk.finish()
}

/// Whether the piece could go on from where a legal move put it, so that a report of the move may be incomplete.
pub(super) fn could_go_on(position: &Position, m: &Move) -> bool {
    let board = position.game().board();
    let number = |name: &_| (0..board.squares()).find(|&square| position.name(square) == *name);
    let (Some(from), Some(end)) = (m.path().first().and_then(number), m.path().last().and_then(number)) else {
        return false;
    };
    let is_step = board.neighbours::<Squares>(from).contains(end) && m.path().len() == 2;
    if is_step || !m.captures().is_empty() || board.is_enemy_castle(end) {
        return false;
    }
    let piece = Lifted::new(board, position.view(), from);
    piece.exposed(end)
        || board
            .leaps(end)
            .iter()
            .any(|leap| leap.land != from && piece.may_canter(leap.over, leap.land, !piece.knight))
}

fn must_capture(position: &Position) -> MoveError {
    let captures = position.try_legal_moves().unwrap_or_default().iter().map(ToString::to_string).collect();
    MoveError::MustCapture { colour: position.side(), captures }
}

/// Rule 14: the moves of a piece on the enemy castle.
fn walk_castle(position: &Position, from: u8, legs: &[Leg], duty: Duty<Squares>) -> Result<Move, MoveError> {
    let (board, view) = (position.game().board(), position.view());
    let to = match legs {
        [Leg { mark: Mark::Dash, to }] if board.is_enemy_castle(*to) && *to != from => *to,
        _ => return Err(MoveError::HoldsCastle(position.name(from))),
    };
    if view.occupied().contains(to) {
        return Err(MoveError::Occupied(position.name(to)));
    }
    let after = castle_move(board, view, duty).ok_or(MoveError::CastleMovesUsed(position.side()))?;
    let mut path = Path::new(from);
    path.go(to);
    Ok(position.spell(&path, after))
}

/// A move on its way.
struct Walk<'a> {
    position: &'a Position,
    piece: Lifted<'a, Squares>,
    path: Path,
    /// The enemies not yet taken.
    left: Pieces<Squares>,
    /// Whether the whole move captures nothing.
    quiet: bool,
}

impl Walk<'_> {
    /// A move that reaches the enemy castle ends there.
    fn check_not_ended(&self) -> Result<(), MoveError> {
        let at = self.path.end();
        if self.piece.board.is_enemy_castle(at) {
            return Err(MoveError::EndsOnCastle(self.position.name(at)));
        }
        Ok(())
    }

    fn check_free(&self, to: u8) -> Result<(), MoveError> {
        if self.piece.free(to, self.left.all()) { Ok(()) } else { Err(MoveError::Occupied(self.position.name(to))) }
    }

    fn check_not_own_castle(&self, to: u8) -> Result<(), MoveError> {
        if self.piece.board.is_own_castle(to) {
            return Err(MoveError::OwnCastle(self.position.name(to)));
        }
        Ok(())
    }

    /// The leap from where the piece stands to `to`.
    fn find_leap(&self, to: u8) -> Result<Leap, MoveError> {
        let (board, at) = (self.piece.board, self.path.end());
        if let Some(leap) = board.leaps(at).iter().find(|leap| leap.land == to) {
            return Ok(*leap);
        }
        let ends = (self.position.name(at), self.position.name(to));
        let is_step = board.neighbours::<Squares>(at).contains(to);
        Err(if is_step { MoveError::Step(ends.0, ends.1) } else { MoveError::TooFar(ends.0, ends.1) })
    }

    fn step(&mut self, to: u8) -> Result<(), MoveError> {
        self.check_free(to)?;
        self.check_not_own_castle(to)?;
        self.path.go(to);
        Ok(())
    }

    fn leap(&mut self, to: u8) -> Result<(), MoveError> {
        let leap = self.find_leap(to)?;
        if !self.path.captures.is_empty() {
            return Err(MoveError::CanterAfterJump(self.position.name(to)));
        }
        if !self.piece.others.all().contains(leap.over) {
            let (colour, over) = (self.position.side(), self.position.name(leap.over));
            return Err(MoveError::NothingToLeap { colour, over });
        }
        self.check_free(to)?;
        self.check_not_own_castle(to)?;
        if !self.piece.may_canter(leap.over, to, self.quiet) {
            return Err(MoveError::Exposed(self.position.name(to)));
        }
        self.path.go(to);
        Ok(())
    }

    fn jump(&mut self, to: u8) -> Result<(), MoveError> {
        let leap = self.find_leap(to)?;
        if self.path.quiet_legs > 0 && !self.piece.knight {
            return Err(MoveError::ManCharges);
        }
        if !self.left.all().contains(leap.over) {
            let (colour, over) = (self.position.side().other(), self.position.name(leap.over));
            return Err(MoveError::NothingToJump { colour, over });
        }
        self.check_free(to)?;
        self.left = self.left.without(leap.over);
        self.path.jump(leap.over, to);
        Ok(())
    }

    fn finish(mut self) -> Result<Move, MoveError> {
        let (board, others) = (self.piece.board, self.piece.others.all());
        let at = self.path.end();
        if self.quiet && at == self.piece.from {
            return Err(MoveError::EndsAtStart(self.position.name(at)));
        }
        if !self.quiet && !board.is_enemy_castle(at) && can_jump(board, at, others, self.left.all()) {
            let open = board
                .leaps(at)
                .iter()
                .filter(|leap| self.left.all().contains(leap.over) && self.piece.free(leap.land, self.left.all()));
            let to = open.map(|leap| self.position.name(leap.land).to_string()).collect();
            return Err(MoveError::MustGoOn { at: self.position.name(at), to });
        }
        self.erase_loops();
        Ok(self.position.spell(&self.path, self.piece.put(at, self.left)))
    }

    /// Leaves out the detours of a canter, so that it repeats no square. What is left is as legal.
    fn erase_loops(&mut self) {
        let jumps = self.path.squares.split_off(self.path.quiet_legs + 1);
        let mut straight: Vec<u8> = Vec::new();
        for &square in &self.path.squares {
            match straight.iter().position(|&passed| passed == square) {
                Some(passed) => straight.truncate(passed + 1),
                None => straight.push(square),
            }
        }
        self.path.quiet_legs = straight.len().saturating_sub(1);
        straight.extend(jumps);
        self.path.squares = straight;
    }
}
