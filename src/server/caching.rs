//! Entity tags and `Cache-Control`.
//!
//! Tables never change, so neither do answers; but a later version may say more. Answers are therefore kept for an hour
//! and then asked after by their tag, which is a hash of the body.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{CACHE_CONTROL, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::xxh3_64;

use super::error::ApiError;

const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");
const DO_NOT_KEEP: HeaderValue = HeaderValue::from_static("no-store");

/// Gives answers a tag, and answers a request that knows the tag by 304.
pub(super) async fn tag(request: Request, next: Next) -> Response {
    let is_get = matches!(*request.method(), Method::GET | Method::HEAD);
    // What is there can change while the server runs, and so can the page when the program is replaced.
    let keep = match request.uri().path() {
        "/api/v1/health" => DO_NOT_KEEP,
        "/api/v1/positions" | "/api/v1/line" | "/api/v1/check" | "/api/v1/facts" => KEEP,
        _ => REVALIDATE,
    };
    let known = request.headers().get(IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    if !is_get || response.status() != StatusCode::OK {
        response.headers_mut().insert(CACHE_CONTROL, DO_NOT_KEEP);
        return response;
    }
    let (mut parts, body) = response.into_parts();
    // Bodies are made in memory, so that reading one neither fails nor takes more memory.
    let Ok(body) = to_bytes(body, usize::MAX).await else { return ApiError::Internal.into_response() };
    // Weak, since compression comes after.
    let Ok(tag) = HeaderValue::from_str(&format!("W/\"{:016x}\"", xxh3_64(&body))) else {
        return ApiError::Internal.into_response();
    };
    let same = known.is_some_and(|known| names(&known, &tag));
    parts.headers.insert(ETAG, tag);
    parts.headers.insert(CACHE_CONTROL, keep);
    if same {
        parts.status = StatusCode::NOT_MODIFIED;
        parts.headers.remove(axum::http::header::CONTENT_LENGTH);
        // As in the answer itself, to which compression adds it.
        parts.headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        return Response::from_parts(parts, Body::from(Bytes::new()));
    }
    Response::from_parts(parts, Body::from(body))
}

/// Whether a list of tags names one, weak or strong.
fn names(list: &HeaderValue, tag: &HeaderValue) -> bool {
    let opaque = |text: &str| text.trim().trim_start_matches("W/").to_owned();
    let (Ok(list), Ok(tag)) = (list.to_str(), tag.to_str()) else { return false };
    list.trim() == "*" || list.split(',').any(|listed| opaque(listed) == opaque(tag))
}
