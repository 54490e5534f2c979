//! Connections: accepted, given a bounded time for a request's head, and let go when the server stops.

use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};

/// How long to wait after the system refused a connection, which it does when it has no more files to give.
const AFTER_REFUSAL: Duration = Duration::from_millis(50);

/// Answers until `stop` is done; then lets requests that are under way finish. A client that has not sent the whole head
/// of a request in time `head`, counted from when the connection is free for one, loses the connection.
pub(super) async fn serve(listener: TcpListener, router: Router, head: Duration, stop: impl Future<Output = ()>) {
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(head);
    let open = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let stream = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    if !is_the_clients(&error) {
                        tokio::time::sleep(AFTER_REFUSAL).await;
                    }
                    continue;
                }
            },
        };
        without_delay(&stream);
        let service = TowerToHyperService::new(router.clone());
        let connection = builder.serve_connection(TokioIo::new(stream), service);
        // What goes wrong on a connection is its client's business.
        tokio::spawn(open.watch(connection));
    }
    drop(listener);
    open.shutdown().await;
}

/// Answers are written whole, so that nothing is gained by waiting for more. A socket that cannot do that works as well.
fn without_delay(stream: &TcpStream) {
    let _ = stream.set_nodelay(true);
}

/// Whether an accepted connection had already gone.
fn is_the_clients(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionRefused | ConnectionAborted | ConnectionReset)
}
