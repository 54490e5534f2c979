//! [`ApiError`]: everything that can go wrong, in one shape.

use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use crate::game::TooManyMoves;
use crate::game::notation::{ScoreError, TextError, ZsgError};
use crate::index::TableNameError;
use crate::probe::ProbeError;
use crate::table::{TableError, TableErrorKind};

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub(super) enum ApiError {
    #[error("{0}")]
    BadRequest(String),
    #[error(transparent)]
    BadPosition(#[from] TextError),
    #[error(transparent)]
    BadScore(#[from] ScoreError),
    #[error(transparent)]
    BadZsg(#[from] ZsgError),
    #[error(transparent)]
    BadTable(#[from] TableNameError),
    #[error(transparent)]
    TooManyMoves(#[from] TooManyMoves),
    /// What no table can hold, or a game without tables.
    #[error("{0}")]
    NoTable(ProbeError),
    #[error("the table {table} is not there", table = .0.name.qualified())]
    TableMissing(Box<TableError>),
    #[error("the table {table} cannot be used: {kind}", table = .0.name.qualified(), kind = .0.kind)]
    TableDamaged(Box<TableError>),
    #[error("at most {most} positions can be asked for at once, not {asked}")]
    TooManyPositions { most: usize, asked: usize },
    #[error("the body is too large: at most {0} bytes")]
    BodyTooLarge(usize),
    #[error("there is nothing here; /api/v1/openapi.json lists what there is")]
    NotFound,
    #[error("this method is not for this path; /api/v1/openapi.json lists what there is")]
    MethodNotAllowed,
    #[error("too many requests are waiting: try again in a moment")]
    Busy,
    #[error("the body did not arrive in time, or the answer took too long")]
    Timeout,
    #[error("the answer failed; this is a fault of the program")]
    Internal,
}

/// How any question to the tables can fail, for the description of the API.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "only its description is used")]
pub(super) enum AnyFailure {
    /// `busy`: too many requests are waiting
    #[response(status = 429)]
    Busy(ErrorBody),
    /// `internal`
    #[response(status = 500)]
    Internal(ErrorBody),
    /// `timeout`
    #[response(status = 503)]
    Timeout(ErrorBody),
}

/// Likewise where what tables say is read.
#[derive(utoipa::IntoResponses)]
#[allow(dead_code, reason = "only its description is used")]
pub(super) enum ReadingFailure {
    /// `busy`: too many requests are waiting
    #[response(status = 429)]
    Busy(ErrorBody),
    /// `table_damaged`, `internal`
    #[response(status = 500)]
    Failed(ErrorBody),
    /// `timeout`
    #[response(status = 503)]
    Timeout(ErrorBody),
}

/// The shape of every error.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErrorBody {
    /// What is wrong.
    error: ErrorDetail,
}

/// What is wrong.
#[derive(Debug, Serialize, ToSchema)]
struct ErrorDetail {
    /// A word for programs, which stays the same: `bad_position`, `table_missing`, ...
    code: &'static str,
    /// A sentence for people.
    message: String,
    /// The table that is missing or damaged, if it is about one: `camette:KMMM-KMMM`.
    table: Option<String>,
}

impl ApiError {
    const fn status(&self) -> StatusCode {
        match self {
            Self::BadRequest(_)
            | Self::BadPosition(_)
            | Self::BadScore(_)
            | Self::BadZsg(_)
            | Self::BadTable(_)
            | Self::TooManyMoves(_) => StatusCode::BAD_REQUEST,
            Self::NoTable(_) | Self::TableMissing(_) | Self::NotFound => StatusCode::NOT_FOUND,
            Self::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooManyPositions { .. } | Self::BodyTooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Busy => StatusCode::TOO_MANY_REQUESTS,
            Self::TableDamaged(_) | Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Timeout => StatusCode::SERVICE_UNAVAILABLE,
        }
    }

    const fn code(&self) -> &'static str {
        match self {
            Self::BadRequest(_) => "bad_request",
            Self::BadPosition(_) => "bad_position",
            Self::BadScore(_) | Self::BadZsg(_) => "bad_game",
            Self::BadTable(_) => "bad_table",
            Self::TooManyMoves(_) => "too_many_moves",
            Self::NoTable(_) => "no_table",
            Self::TableMissing(_) => "table_missing",
            Self::TableDamaged(_) => "table_damaged",
            Self::TooManyPositions { .. } => "too_many_positions",
            Self::BodyTooLarge(_) => "body_too_large",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::Busy => "busy",
            Self::Timeout => "timeout",
            Self::Internal => "internal",
        }
    }

    fn table(&self) -> Option<String> {
        match self {
            Self::TableMissing(error) | Self::TableDamaged(error) => Some(error.name.qualified()),
            _ => None,
        }
    }

    pub(super) fn body(&self) -> ErrorBody {
        ErrorBody { error: ErrorDetail { code: self.code(), message: self.to_string(), table: self.table() } }
    }
}

impl From<ProbeError> for ApiError {
    fn from(error: ProbeError) -> Self {
        match error {
            ProbeError::Table(ref missing) if missing.is_impossible() => Self::NoTable(error),
            ProbeError::Table(error) if matches!(error.kind, TableErrorKind::Missing) => Self::TableMissing(error),
            ProbeError::Table(error) => Self::TableDamaged(error),
            ProbeError::TooManyMoves(error) => Self::TooManyMoves(error),
            ProbeError::TooManyPieces { .. } => Self::NoTable(error),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.body())).into_response();
        if matches!(self, Self::Busy | Self::Timeout) {
            response.headers_mut().insert(header::RETRY_AFTER, header::HeaderValue::from_static("1"));
        }
        response
    }
}
