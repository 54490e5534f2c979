//! The endpoint that reads whole games.

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::game::Position;
use crate::game::notation::{SavedGame, Score};
use crate::probe::GameAnswer;

use super::Answered;
use super::error::{ApiError, ErrorBody, ReadingFailure};
use super::extract::Body;
use super::state::App;

/// A game to be read.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct GameText {
    /// A game score (`1.D3-E4 B5-C4 2.E4-E5`), or the whole text of a saved game of Zillions (.zsg).
    #[schema(example = "1.D3-E4 B5-C4 2.E4-E5 C6-B6")]
    text: String,
    /// The position a score starts from; Camette's start if it is left out. A saved game says itself where it starts.
    #[schema(example = "camette")]
    start: Option<String>,
}

/// Read a game score or a saved game of Zillions: its moves, its positions, and what they are worth
#[utoipa::path(post, path = "/api/v1/games", tag = "positions", request_body = GameText, responses(
    (status = 200, description = "The game", body = GameAnswer),
    (status = 400, description = "`bad_game`, `bad_position`, `bad_request`, `too_many_moves`", body = ErrorBody),
    (status = 413, description = "`body_too_large`", body = ErrorBody),
    ReadingFailure,
))]
pub(super) async fn read(State(app): State<App>, Body(game): Body<GameText>) -> Answered<GameAnswer> {
    // Reading checks every move by the rules, which is work as well: it is done where the tables are asked.
    let answer = app.ask(move |tablebase| match score(&game) {
        Ok(score) => tablebase.game_answer(&score).map(Ok),
        Err(error) => Ok(Err(error)),
    });
    Ok(Json(answer.await??))
}

fn score(game: &GameText) -> Result<Score, ApiError> {
    if game.text.trim_start().starts_with("Zillions") {
        let saved = SavedGame::read(game.text.trim_start())?;
        return Ok(Score::new(*saved.start(), saved.moves().to_vec(), None));
    }
    let start: Position = game.start.as_deref().unwrap_or("camette").parse()?;
    Ok(Score::read(start, &game.text)?)
}
