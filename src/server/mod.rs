//! The explorer's server: an HTTP API over [`crate::probe`], and the board page that uses it.
//!
//! Handlers parse, ask and wrap; nothing of the game is here. Depends on [`crate::probe`] and what it stands on.
//!
//! | file | what |
//! |---|---|
//! | `state` | what handlers share, and the one way to ask the tables: off the async threads, and not too many at once |
//! | `error` | the one shape of errors, with its codes |
//! | `extract` | queries and bodies, whose refusals are errors of that shape |
//! | `positions`, `games`, `catalogue` | the endpoints |
//! | `connections` | accepting them, and the time a client has to ask |
//! | `caching` | entity tags and `Cache-Control` |
//! | `pages` | the page's files, embedded |

mod caching;
mod catalogue;
mod connections;
mod error;
mod extract;
mod games;
mod pages;
mod positions;
mod state;

use std::future::Future;
use std::time::Duration;

use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::probe::Tablebase;

use self::error::ApiError;
use self::state::App;

/// What bounds a server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many requests may ask the tables at the same time.
    pub running: usize,
    /// How many more may wait for their turn; those beyond are answered by 429.
    pub waiting: usize,
    /// How long a request's head may take to arrive, and then its answer.
    pub time: Duration,
    /// How large a body may be, in bytes.
    pub body: usize,
    /// How many positions may be asked for at once.
    pub batch: usize,
    /// How many positions a forced win's tree may have.
    pub proof: usize,
}

impl Default for Limits {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            running: 2 * processors,
            waiting: 512,
            time: Duration::from_secs(20),
            body: 64 << 10,
            batch: 200,
            proof: 2000,
        }
    }
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "roundtable",
        description = "Perfect play for the Camelot family of board games. A value (`win`, `draw`, `loss`) is always for \
                       the side to move in the position it stands beside, and `dtw` is the depth to win in plies (moves \
                       of one side) under best play: the winner hurries, the loser delays. In a position, spaces may be \
                       written `_`.",
        license(name = "MIT", identifier = "MIT"),
    ),
    tags((name = "positions", description = "Values, moves, lines"), (name = "tables", description = "What is there")),
)]
struct Api;

/// The API alone, with its description.
fn api() -> (Router<App>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(positions::position, positions::many))
        .routes(routes!(positions::moves))
        .routes(routes!(positions::line))
        .routes(routes!(positions::check))
        .routes(routes!(games::read))
        .routes(routes!(catalogue::tables))
        .routes(routes!(catalogue::facts))
        .routes(routes!(catalogue::boards))
        .routes(routes!(catalogue::health))
        .split_for_parts()
}

/// The API's description in the format of `OpenAPI`.
#[must_use]
pub fn openapi() -> String {
    // The description is made of maps with text keys, which always turn into JSON.
    api().1.to_pretty_json().unwrap_or_default() + "\n"
}

/// Everything the server answers, over the tables of a folder.
fn router(tablebase: Tablebase, limits: Limits) -> Router {
    let app = App::new(tablebase, limits);
    let description = openapi();
    let openapi = move || async { ([("content-type", "application/json")], description) };
    api()
        .0
        .route("/api/v1/openapi.json", routing::get(openapi))
        .merge(pages::router())
        .fallback(async || ApiError::NotFound)
        .method_not_allowed_fallback(async || ApiError::MethodNotAllowed)
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(middleware::from_fn(caching::tag))
        .layer(middleware::from_fn_with_state(app.clone(), in_time))
        .layer(CompressionLayer::new())
        .with_state(app)
}

/// Answers until `stop` is done; then lets requests that are under way finish. A client has [`Limits::time`] to send the
/// head of a request, and as long to wait for its answer.
pub async fn serve(listener: TcpListener, tablebase: Tablebase, limits: Limits, stop: impl Future<Output = ()>) {
    connections::serve(listener, router(tablebase, limits), limits.time, stop).await;
}

/// Gives up on a request that takes too long.
async fn in_time(State(app): State<App>, request: Request, next: Next) -> Response {
    let time = app.limits().time;
    tokio::time::timeout(time, next.run(request)).await.unwrap_or_else(|_| ApiError::Timeout.into_response())
}

/// What a handler returns.
type Answered<T> = Result<Json<T>, ApiError>;
