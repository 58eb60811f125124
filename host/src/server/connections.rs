//! Connections: so many at once, and none that asks nothing.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Connections at once: two of each phone at a thousand tables. Others wait until one is free.
const MOST: usize = 16_384;
/// Files that are open beside them: the library, the data, the window.
const OTHER_FILES: u64 = 512;
/// How long a connection may ask nothing.
const PATIENCE: Duration = Duration::from_secs(20);

/// A place where somebody can knock.
#[derive(Debug)]
pub struct Listener(TcpListener);

impl Listener {
    /// Listens at an address.
    ///
    /// # Errors
    /// When somebody listens there already, or the system refuses.
    pub async fn bind(at: SocketAddr) -> io::Result<Listener> {
        TcpListener::bind(at).await.map(Listener)
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not tell.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// Answers whoever connects.
pub(super) async fn accept(Listener(listener): Listener, router: Router) -> io::Result<()> {
    // Where the system allows fewer, connections beyond that wait to be accepted.
    let _ = rlimit::increase_nofile_limit(MOST as u64 + OTHER_FILES);
    let free = Arc::new(Semaphore::new(MOST));
    loop {
        let Ok(place) = free.clone().acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // What went wrong with one connection, or for want of files, is no reason to stop.
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(PATIENCE)
                .max_buf_size(64 << 10)
                .serve_connection(TokioIo::new(stream), service);
            // A phone that goes away in the middle is none of our faults.
            let _ = connection.await;
            drop(place);
        });
    }
}
