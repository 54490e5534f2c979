//! The explorer's page: files of `web/`, embedded in the program.

use axum::Router;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS};
use axum::routing::get;
use tower_http::set_header::SetResponseHeaderLayer;

use super::state::App;

/// Nothing from elsewhere, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
struct File {
    path: &'static str,
    kind: &'static str,
    content: &'static str,
}

macro_rules! files {
    ($($path:literal $kind:literal $file:literal)*) => {
        [$(File { path: $path, kind: $kind, content: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/", $file)) }),*]
    };
}

static FILES: &[File] = &files! {
    "/" "text/html; charset=utf-8" "web/index.html"
    "/facts" "text/html; charset=utf-8" "web/facts.html"
    "/style.css" "text/css; charset=utf-8" "web/style.css"
    "/icon.svg" "image/svg+xml" "web/icon.svg"
    "/problem.zsg" "text/plain; charset=utf-8" "data/problem.zsg"
    "/app.js" "text/javascript; charset=utf-8" "web/app.js"
    "/board.js" "text/javascript; charset=utf-8" "web/board.js"
    "/dom.js" "text/javascript; charset=utf-8" "web/dom.js"
    "/editor.js" "text/javascript; charset=utf-8" "web/editor.js"
    "/facts.js" "text/javascript; charset=utf-8" "web/facts.js"
    "/game.js" "text/javascript; charset=utf-8" "web/game.js"
    "/graph.js" "text/javascript; charset=utf-8" "web/graph.js"
    "/link.js" "text/javascript; charset=utf-8" "web/link.js"
    "/opener.js" "text/javascript; charset=utf-8" "web/opener.js"
    "/opponent.js" "text/javascript; charset=utf-8" "web/opponent.js"
    "/panels.js" "text/javascript; charset=utf-8" "web/panels.js"
    "/position.js" "text/javascript; charset=utf-8" "web/position.js"
    "/probe.js" "text/javascript; charset=utf-8" "web/probe.js"
    "/selection.js" "text/javascript; charset=utf-8" "web/selection.js"
    "/value.js" "text/javascript; charset=utf-8" "web/value.js"
};

pub(super) fn router() -> Router<App> {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    FILES
        .iter()
        .fold(Router::new(), |router, file| router.route(file.path, get(([(CONTENT_TYPE, file.kind)], file.content))))
        .layer(header(CONTENT_SECURITY_POLICY, POLICY))
        .layer(header(X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(REFERRER_POLICY, "no-referrer"))
}
