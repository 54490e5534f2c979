//! Queries and JSON bodies, as axum reads them, but with refusals in the API's own shape.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::ApiError;
use super::state::App;

/// A query string.
pub(super) struct Ask<T>(pub T);

/// A JSON body.
pub(super) struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<App> for Ask<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, ApiError> {
        let query = Query::<T>::from_request_parts(parts, app).await;
        query.map(|Query(ask)| Self(ask)).map_err(|refusal| {
            let (text, lead) = (refusal.body_text(), "Failed to deserialize query string: ");
            ApiError::BadRequest(format!("the query cannot be read: {}", text.strip_prefix(lead).unwrap_or(&text)))
        })
    }
}

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Self, ApiError> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(body)) => Ok(Self(body)),
            Err(refusal) => Err(refused(&refusal, app)),
        }
    }
}

fn refused(refusal: &JsonRejection, app: &App) -> ApiError {
    if refusal.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::BodyTooLarge(app.limits().body)
    } else {
        ApiError::BadRequest(refusal.body_text())
    }
}
