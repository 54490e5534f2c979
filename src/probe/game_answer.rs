//! A whole game with the value of each of its positions, for JSON.

use serde::Serialize;

use crate::game::notation::Score;
use crate::game::{Move, Position, SquareName, Value};

use super::tablebase::{ProbeError, Tablebase};

/// A game, move by move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct GameAnswer {
    /// The game's name: `camette`, `cam` or `camelot`.
    pub game: &'static str,
    /// The moves, in order.
    pub moves: Vec<PlayedMove>,
    /// The positions: the one the game starts from and the one after each move, so one more than there are moves.
    pub positions: Vec<Standing>,
    /// The game as a score.
    pub score: String,
    /// The result that the score states, if it states one.
    pub result: Option<String>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct PlayedMove {
    /// The move in the World Camelot Federation's notation.
    #[serde(rename = "move")]
    pub text: String,
    /// Every square the piece stands on.
    pub path: Vec<String>,
    /// The squares of captured pieces.
    pub captures: Vec<String>,
}

/// A position of a game and its value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "http", derive(utoipa::ToSchema))]
pub struct Standing {
    /// The position, as text.
    pub position: String,
    /// The side to move: `white` or `black`.
    pub turn: &'static str,
    /// Whether the game is over.
    pub over: bool,
    /// Why, if it is.
    pub reason: Option<&'static str>,
    /// `win`, `draw` or `loss`, for the side to move; none if the table that knows is missing.
    pub value: Option<&'static str>,
    /// Depth to win in plies; none for a draw or without a value.
    pub dtw: Option<u16>,
}

impl Tablebase {
    /// A game with the value of each of its positions, as far as the tables know it.
    ///
    /// # Errors
    /// If a table is damaged. One that is missing is no error here.
    pub fn game_answer(&self, score: &Score) -> Result<GameAnswer, ProbeError> {
        let start = score.start();
        let positions = std::iter::once(start).chain(score.moves().iter().map(Move::after));
        Ok(GameAnswer {
            game: start.game().name(),
            moves: score.moves().iter().map(PlayedMove::new).collect(),
            positions: positions.map(|position| self.standing(position)).collect::<Result<_, _>>()?,
            score: score.to_string(),
            result: score.result().map(|result| result.to_string()),
        })
    }

    fn standing(&self, position: &Position) -> Result<Standing, ProbeError> {
        Ok(Standing::new(position, self.known(position)?.ok()))
    }
}

impl Standing {
    pub(super) fn new(position: &Position, value: Option<Value>) -> Self {
        let reason = position.over();
        Self {
            position: position.to_string(),
            turn: position.side().name(),
            over: reason.is_some(),
            reason,
            value: value.map(Value::word),
            dtw: value.and_then(Value::depth),
        }
    }
}

impl PlayedMove {
    pub(super) fn new(played: &Move) -> Self {
        let names = |squares: &[SquareName]| squares.iter().map(ToString::to_string).collect();
        Self { text: played.to_string(), path: names(played.path()), captures: names(played.captures()) }
    }
}
