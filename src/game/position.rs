//! Positions: as the player to move sees them ([`View`]), as anyone may write them ([`Placement`]), and as the rules
//! allow them ([`Position`]).

use std::fmt;

use thiserror::Error;

use super::board::{Board, SquareName};
use super::family::Game;
use super::squares::{SquareSet, Squares};
use super::value::Value;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Colour {
    /// Moves first and plays up the board. Zillions calls it Blue.
    White,
    /// Plays down the board. Zillions calls it Red.
    Black,
}

impl Colour {
    /// The other player.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "White",
            Self::Black => "Black",
        })
    }
}

/// One side's pieces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pieces<S> {
    /// Where its Knights stand.
    pub knights: S,
    /// Where its Men stand.
    pub men: S,
}

impl<S: SquareSet> Pieces<S> {
    /// Where its pieces stand.
    #[inline]
    #[must_use]
    pub fn all(self) -> S {
        self.knights.union(self.men)
    }

    /// These pieces less the one on `square`, if there is one.
    #[inline]
    #[must_use]
    pub fn without(self, square: u8) -> Self {
        Self { knights: self.knights.without(square), men: self.men.without(square) }
    }

    /// These pieces and one more.
    #[inline]
    #[must_use]
    pub fn with(self, square: u8, knight: bool) -> Self {
        if knight {
            Self { knights: self.knights.with(square), ..self }
        } else {
            Self { men: self.men.with(square), ..self }
        }
    }

    /// These pieces with every set of squares changed by `map`.
    #[inline]
    #[must_use]
    pub fn map<T>(self, map: impl Fn(S) -> T) -> Pieces<T> {
        Pieces { knights: map(self.knights), men: map(self.men) }
    }
}

/// One side of a position: its pieces, and how many castle moves it has made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Side<S> {
    /// Its pieces.
    pub pieces: Pieces<S>,
    /// Its castle moves so far; 0 outside Camelot.
    pub castle_moves: u8,
}

impl<S: SquareSet> Side<S> {
    /// Where its pieces stand.
    #[inline]
    #[must_use]
    pub fn all(self) -> S {
        self.pieces.all()
    }

    /// The side less its piece on `square`, if there is one.
    #[inline]
    #[must_use]
    pub fn without(self, square: u8) -> Self {
        Self { pieces: self.pieces.without(square), ..self }
    }

    /// The side and one more piece.
    #[inline]
    #[must_use]
    pub fn with(self, square: u8, knight: bool) -> Self {
        Self { pieces: self.pieces.with(square, knight), ..self }
    }

    /// The side with every set of squares changed by `map`.
    #[inline]
    #[must_use]
    pub fn map<T>(self, map: impl Fn(S) -> T) -> Side<T> {
        Side { pieces: self.pieces.map(map), castle_moves: self.castle_moves }
    }
}

/// A position as the player to move sees it: that player, whatever the colour, plays up the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct View<S> {
    /// The pieces of the player to move.
    pub own: Pieces<S>,
    /// The pieces of the opponent.
    pub enemy: Pieces<S>,
    /// Castle moves made so far by the player to move and by the opponent; `[0, 0]` outside Camelot.
    pub castle_moves: [u8; 2],
}

impl<S: SquareSet> View<S> {
    /// The position of two sides, both as the player to move sees them.
    #[inline]
    #[must_use]
    pub const fn of(own: Side<S>, enemy: Side<S>) -> Self {
        Self { own: own.pieces, enemy: enemy.pieces, castle_moves: [own.castle_moves, enemy.castle_moves] }
    }

    /// The side to move.
    #[inline]
    #[must_use]
    pub const fn own_side(&self) -> Side<S> {
        Side { pieces: self.own, castle_moves: self.castle_moves[0] }
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub const fn enemy_side(&self) -> Side<S> {
        Side { pieces: self.enemy, castle_moves: self.castle_moves[1] }
    }

    /// The squares that hold a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> S {
        self.own.all().union(self.enemy.all())
    }

    /// The position from the other end of the board: a move made, the view of who moves next.
    #[inline]
    #[must_use]
    pub fn turned(&self, board: &Board) -> Self {
        let turn = |set: S| set.turned(board.squares());
        Self {
            own: self.enemy.map(turn),
            enemy: self.own.map(turn),
            castle_moves: [self.castle_moves[1], self.castle_moves[0]],
        }
    }

    /// The position in a mirror: left and right exchanged.
    #[must_use]
    pub fn mirrored(&self, board: &Board) -> Self {
        let mirror = |set: S| board.mirrored(set);
        Self { own: self.own.map(mirror), enemy: self.enemy.map(mirror), castle_moves: self.castle_moves }
    }

    /// The same view in the type that holds any board.
    #[must_use]
    pub fn widen(&self) -> View<Squares> {
        View { own: self.own.map(S::widen), enemy: self.enemy.map(S::widen), castle_moves: self.castle_moves }
    }

    /// The same view in a narrower type; the board must fit it.
    #[inline]
    #[must_use]
    pub fn narrow<T: SquareSet>(&self) -> View<T> {
        View {
            own: self.own.map(|set| T::narrow(set.widen())),
            enemy: self.enemy.map(|set| T::narrow(set.widen())),
            castle_moves: self.castle_moves,
        }
    }
}

/// Why a game is over before the player to move can move (rules 10, 12 and 13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// The opponent holds the castle of the player to move.
    CastleTaken,
    /// The player to move has no pieces left.
    NoPieces,
    /// Camelot: neither side has the two pieces that a win needs.
    TooFewPieces,
}

impl Ending {
    /// What the ended position is worth to the player to move.
    #[inline]
    #[must_use]
    pub const fn value(self) -> Value {
        match self {
            Self::CastleTaken | Self::NoPieces => Value::Loss(0),
            Self::TooFewPieces => Value::Draw,
        }
    }
}

/// Whether the game is over by rules 10, 12 or 13. A player without a legal move is another matter: see [`stuck_value`].
#[inline]
#[must_use]
pub fn ending<S: SquareSet>(board: &Board, view: &View<S>) -> Option<Ending> {
    let (own, enemy) = (view.own.all(), view.enemy.all());
    if board.own_castle::<S>().difference(enemy).is_empty() {
        Some(Ending::CastleTaken)
    } else if own.len().max(enemy.len()) < u32::from(board.pieces_to_win()) {
        Some(Ending::TooFewPieces)
    } else if own.is_empty() {
        Some(Ending::NoPieces)
    } else {
        None
    }
}

/// What a position is worth whose player to move has no legal move (rules 9, 12 and 13): a loss, but in Camelot a draw
/// if the opponent has fewer than the two pieces that a win needs.
#[inline]
#[must_use]
pub fn stuck_value<S: SquareSet>(board: &Board, view: &View<S>) -> Value {
    if view.enemy.all().len() < u32::from(board.pieces_to_win()) { Value::Draw } else { Value::Loss(0) }
}

/// Pieces on a board, one side to move: anything that can be written down, allowed by the rules or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placement {
    /// Whose board it is.
    pub game: Game,
    /// The side to move.
    pub side: Colour,
    /// White's pieces.
    pub white: Pieces<Squares>,
    /// Black's pieces.
    pub black: Pieces<Squares>,
    /// Castle moves made so far by White and by Black; `[0, 0]` outside Camelot.
    pub castle_moves: [u8; 2],
}

/// A position that the rules allow, ended games included. The only way to one is the checked conversion from a
/// [`Placement`] or a move from another.
///
/// ```
/// use roundtable::game::{Colour, Position};
///
/// let start: Position = "camette".parse().unwrap();
/// assert_eq!(start.side(), Colour::White);
/// assert_eq!(start.to_string(), "1/1k1/1mmm1/5/1MMM1/1K1/1 w");
/// assert!("1/1k1/1mmm1/5/1MMM1/1K1/m w".parse::<Position>().is_ok_and(|ended| ended.ending().is_some()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    game: Game,
    side: Colour,
    view: View<Squares>,
}

/// Why a placement is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// Two pieces on one square.
    #[error("two pieces on {0}: a square holds one")]
    Overlap(SquareName),
    /// A side without pieces that cannot be: only the side to move can have lost its last piece.
    #[error("{0} has no pieces, yet {1} is to move: the game ended when the last {0} piece was taken")]
    NoPieces(Colour, Colour),
    /// No pieces at all.
    #[error("the board is empty")]
    Empty,
    /// A piece on the enemy castle in a game that goes on.
    #[error("a {0} piece on {1}, the enemy castle: it would have won before, so this cannot be {0}'s turn")]
    MoverOnEnemyCastle(Colour, SquareName),
    /// Both sides on, or filling, the enemy castle.
    #[error("both sides hold the enemy castle: the game ended when the first of them took it")]
    BothCastles,
    /// More castle moves than the rules allow, or castle moves in a game that has none.
    #[error("{colour} cannot have made {made} castle moves: {game} allows {allowed}")]
    CastleMoves {
        /// Who made them.
        colour: Colour,
        /// How many.
        made: u8,
        /// The game.
        game: Game,
        /// How many the game allows.
        allowed: u8,
    },
    /// Castle moves of a player who has no piece on the enemy castle.
    #[error("{0} has made castle moves but has no piece on the enemy castle, which a piece never leaves")]
    CastleMovesWithoutPiece(Colour),
}

impl TryFrom<Placement> for Position {
    type Error = PositionError;

    fn try_from(placement: Placement) -> Result<Self, PositionError> {
        let Placement { game, side, white, black, castle_moves } = placement;
        let board = game.board();
        let occupancies = [white.knights, white.men, black.knights, black.men];
        let mut seen = Squares::EMPTY;
        for set in occupancies {
            if let Some(square) = seen.intersection(set).first() {
                return Err(PositionError::Overlap(board.name(square)));
            }
            seen = seen.union(set);
        }
        if seen.is_empty() {
            return Err(PositionError::Empty);
        }
        let white_view = View { own: white, enemy: black, castle_moves };
        let view = match side {
            Colour::White => white_view,
            Colour::Black => white_view.turned(board),
        };
        let position = Self { game, side, view };
        if view.enemy.all().is_empty() {
            return Err(PositionError::NoPieces(side.other(), side));
        }
        let own_inside = view.own.all().intersection(board.enemy_castle());
        let enemy_inside = view.enemy.all().intersection(board.own_castle());
        if own_inside.len() == u32::from(board.castle_squares()) {
            if enemy_inside.len() == u32::from(board.castle_squares()) {
                return Err(PositionError::BothCastles);
            }
            let square = own_inside.first().unwrap_or_default();
            return Err(PositionError::MoverOnEnemyCastle(side, position.name(square)));
        }
        let allowed = Self::castle_moves_allowed(game);
        for (colour, made, inside) in
            [(side, view.castle_moves[0], own_inside), (side.other(), view.castle_moves[1], enemy_inside)]
        {
            if made > allowed {
                return Err(PositionError::CastleMoves { colour, made, game, allowed });
            }
            if made > 0 && inside.is_empty() {
                return Err(PositionError::CastleMovesWithoutPiece(colour));
            }
        }
        Ok(position)
    }
}

impl Position {
    /// How many castle moves a player of `game` may make.
    pub(super) fn castle_moves_allowed(game: Game) -> u8 {
        if game.board().castle_squares() > 1 { super::moves::CASTLE_MOVES } else { 0 }
    }

    /// The position that the player of colour `side` sees as `view` when to move; the view must be one that moves from
    /// a position lead to.
    pub(crate) const fn from_view(game: Game, side: Colour, view: View<Squares>) -> Self {
        Self { game, side, view }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> Game {
        self.game
    }

    /// The side to move.
    #[must_use]
    pub const fn side(&self) -> Colour {
        self.side
    }

    /// The position as the player to move sees it.
    #[must_use]
    pub const fn view(&self) -> &View<Squares> {
        &self.view
    }

    /// The pieces by colour.
    #[must_use]
    pub fn placement(&self) -> Placement {
        let white_view = match self.side {
            Colour::White => self.view,
            Colour::Black => self.view.turned(self.game.board()),
        };
        Placement {
            game: self.game,
            side: self.side,
            white: white_view.own,
            black: white_view.enemy,
            castle_moves: white_view.castle_moves,
        }
    }

    /// The name of a square of the [`view`](Self::view) on the board as both players call it.
    #[must_use]
    pub fn name(&self, square: u8) -> SquareName {
        self.game.board().name(self.board_square(square))
    }

    /// Turns a square of the [`view`](Self::view) into one of the board as White sees it, and back.
    #[must_use]
    pub fn board_square(&self, square: u8) -> u8 {
        match self.side {
            Colour::White => square,
            Colour::Black => self.game.board().squares() - 1 - square,
        }
    }

    /// Whether and why the game is over; a player without a legal move is not found here but by listing moves.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        ending(self.game.board(), &self.view)
    }

    /// The position in a mirror: left and right exchanged. Its value is the same.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { view: self.view.mirrored(self.game.board()), ..*self }
    }

    /// The position with colours exchanged and the board turned. Its value is the same.
    #[must_use]
    pub const fn colours_swapped(&self) -> Self {
        Self { side: self.side.other(), ..*self }
    }
}
