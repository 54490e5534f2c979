//! Endpoints about positions: values and moves, the main line, forced wins.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::game::Position;
use crate::probe::{Answer, LineAnswer, Outlook, ProofAnswer};

use super::Answered;
use super::error::{AnyFailure, ApiError, ErrorBody, ReadingFailure};
use super::extract::{Ask, Body};
use super::state::App;

/// How deep a tree is unless the request says: as deep as it goes.
const ALL_PLIES: u16 = u16::MAX;

/// A question about one position.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PositionQuery {
    /// The position: its text, a form typed by hand, or `camette`, `all-knight`, `problem`. Spaces may be written `_`.
    #[param(example = "1/1k1/1mmm1/5/1MMM1/1K1/1_w")]
    q: String,
}

/// A question about a forced win.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct CheckQuery {
    /// The position, as elsewhere.
    #[param(example = "problem")]
    q: String,
    /// How many plies the tree may go, the first move counted; all if it is left out. Positions at its end have no replies.
    plies: Option<u16>,
}

/// Questions about many positions.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct Batch {
    /// The positions, at most 200, each as for a single one.
    #[schema(example = json!(["camette", "problem"]))]
    positions: Vec<String>,
}

/// The answers to many positions, in the order of the questions.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BatchAnswer {
    /// An answer or an error for each position.
    answers: Vec<AnswerOrError>,
}

/// The answer to one position of many, or why it has none.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum AnswerOrError {
    /// As for a single position.
    Answer(Answer),
    /// As for a single position.
    Error(ErrorBody),
}

/// What a position is worth, and each of its moves, best first
#[utoipa::path(get, path = "/api/v1/positions", tag = "positions", params(PositionQuery), responses(
    (status = 200, description = "The answer", body = Answer),
    (status = 400, description = "`bad_position`, `bad_request`, `too_many_moves`", body = ErrorBody),
    (status = 404, description = "`table_missing`, `no_table`", body = ErrorBody),
    ReadingFailure,
))]
pub(super) async fn position(State(app): State<App>, Ask(ask): Ask<PositionQuery>) -> Answered<Answer> {
    let position: Position = ask.q.parse()?;
    Ok(Json(app.ask(move |tablebase| tablebase.answer(&position)).await?))
}

/// The legal moves of a position, with values as far as the tables know them
///
/// Never answers 404: where a table is missing, values are null and `unknown` says which table would be needed.
#[utoipa::path(get, path = "/api/v1/moves", tag = "positions", params(PositionQuery), responses(
    (status = 200, description = "The moves", body = Outlook),
    (status = 400, description = "`bad_position`, `bad_request`, `too_many_moves`", body = ErrorBody),
    ReadingFailure,
))]
pub(super) async fn moves(State(app): State<App>, Ask(ask): Ask<PositionQuery>) -> Answered<Outlook> {
    let position: Position = ask.q.parse()?;
    Ok(Json(app.ask(move |tablebase| tablebase.outlook(&position)).await?))
}

/// What many positions are worth, and each of their moves
///
/// One that cannot be answered has an error in its place and does not spoil the others.
#[utoipa::path(post, path = "/api/v1/positions", tag = "positions", request_body = Batch, responses(
    (status = 200, description = "An answer or an error for each position", body = BatchAnswer),
    (status = 400, description = "`bad_request`", body = ErrorBody),
    (status = 413, description = "`too_many_positions`, `body_too_large`", body = ErrorBody),
    AnyFailure,
))]
pub(super) async fn many(State(app): State<App>, Body(batch): Body<Batch>) -> Answered<BatchAnswer> {
    let (most, asked) = (app.limits().batch, batch.positions.len());
    if asked > most {
        return Err(ApiError::TooManyPositions { most, asked });
    }
    let answers = app.ask(move |tablebase| {
        let answer = |text: &String| -> Result<Answer, ApiError> { Ok(tablebase.answer(&text.parse()?)?) };
        let or_error = |answer: Result<Answer, ApiError>| match answer {
            Ok(answer) => AnswerOrError::Answer(answer),
            Err(error) => AnswerOrError::Error(error.body()),
        };
        Ok(batch.positions.iter().map(answer).map(or_error).collect())
    });
    Ok(Json(BatchAnswer { answers: answers.await? }))
}

/// Best play by both sides from a position
///
/// A won game is played to its end, a drawn one until a position comes back.
#[utoipa::path(get, path = "/api/v1/line", tag = "positions", params(PositionQuery), responses(
    (status = 200, description = "The line", body = LineAnswer),
    (status = 400, description = "`bad_position`, `bad_request`, `too_many_moves`", body = ErrorBody),
    (status = 404, description = "`table_missing`, `no_table`", body = ErrorBody),
    ReadingFailure,
))]
pub(super) async fn line(State(app): State<App>, Ask(ask): Ask<PositionQuery>) -> Answered<LineAnswer> {
    let position: Position = ask.q.parse()?;
    Ok(Json(app.ask(move |tablebase| tablebase.line_answer(&position)).await?))
}

/// Whether the side to move has a forced win, and how it goes against every defence
///
/// The tree holds at most 2,000 positions with the loser to move; `cut_short` says whether it has more.
#[utoipa::path(get, path = "/api/v1/check", tag = "positions", params(CheckQuery), responses(
    (status = 200, description = "The forced win, or that there is none", body = ProofAnswer),
    (status = 400, description = "`bad_position`, `bad_request`, `too_many_moves`", body = ErrorBody),
    (status = 404, description = "`table_missing`, `no_table`", body = ErrorBody),
    ReadingFailure,
))]
pub(super) async fn check(State(app): State<App>, Ask(ask): Ask<CheckQuery>) -> Answered<ProofAnswer> {
    let position: Position = ask.q.parse()?;
    let (plies, most) = (ask.plies.unwrap_or(ALL_PLIES), app.limits().proof);
    Ok(Json(app.ask(move |tablebase| tablebase.proof_answer(&position, plies, most)).await?))
}
