//! `roundtable serve`.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use roundtable::probe::Tablebase;
use roundtable::server::{Limits, serve};
use roundtable::table::{BlockCache, Catalog};
use tokio::net::TcpListener;

use super::Outcome;
use super::error::{CommandError, Exit};
use super::tables::AnswerArgs;

/// Serve the explorer: a board in the browser, and an API for programs
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  roundtable serve
  roundtable serve --port 0 --dir tables
  curl 'http://127.0.0.1:8023/api/v1/positions?q=camette'

Only this machine can reach it unless --listen says otherwise; before the world
can, put a server in front that speaks HTTPS and limits what one visitor may
ask. Ctrl-C stops it once the requests under way are answered, a second one at
once.")]
pub(crate) struct Args {
    /// The port; 0 takes a free one
    #[arg(long, default_value_t = 8023)]
    port: u16,

    /// The address to listen on
    #[arg(long, value_name = "ADDR", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Memory for decoded blocks of tables, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 512)]
    cache: u64,

    #[command(flatten)]
    tables: AnswerArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> Outcome {
    let dir = args.tables.tablebase_for_any()?.catalog().dir().to_owned();
    let cache = Arc::new(BlockCache::new(args.cache.saturating_mul(1 << 20)));
    let tablebase = Tablebase::new(Catalog::with_cache(dir, cache));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(CommandError::other)?;
    runtime.block_on(listen(SocketAddr::new(args.listen, args.port), tablebase))?;
    Ok(Exit::Done)
}

async fn listen(address: SocketAddr, tablebase: Tablebase) -> Result<(), CommandError> {
    let listener = TcpListener::bind(address).await.map_err(|error| {
        let hint = match error.kind() {
            io::ErrorKind::AddrNotAvailable => "--listen takes an address of this machine",
            _ => "another port may be free: --port 0 takes one",
        };
        CommandError::other(anyhow::Error::new(error).context(format!("cannot listen on {address}"))).hint(hint)
    })?;
    let stop = interrupted().map_err(CommandError::other)?;
    let mut output = io::stdout();
    writeln!(
        output,
        "The explorer is at http://{}/ (Ctrl-C stops it)",
        listener.local_addr().map_err(CommandError::other)?
    )?;
    output.flush()?;
    serve(listener, tablebase, Limits::default(), stop).await;
    Ok(())
}

/// Ctrl-C, or the system asking for an end. From the call on, not only once it is waited for, neither ends the process.
#[cfg(unix)]
fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};
    let [mut interrupt, mut terminate] = [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?];
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        // Whoever asks again does not want to wait for the requests under way.
        tokio::spawn(async move {
            interrupt.recv().await;
            std::process::exit(Exit::Other as i32);
        });
    })
}

/// Ctrl-C.
#[cfg(not(unix))]
fn interrupted() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
