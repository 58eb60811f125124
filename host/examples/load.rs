//! Load on a host: many tables of eight, each seat with a connection that listens and one that asks, as a phone has them.
//!
//! `cargo run --release -p host --example load -- --tables 1000 --seconds 60` starts the host as a process of its own, on this
//! machine's loopback address, lets everybody draft with a pick every 0 to 10 seconds, and says how long it took from a pick to its
//! answer, and from the later of one's own answer and the neighbour's to the next pack. It ends by itself. Each seat opens two
//! sockets: `ulimit -n` must allow them.
//!
//! With `--idle N` as many connections are open meanwhile that ask nothing, with `--slow N` as many that ask for pages and read a
//! byte a second, with `--wrong N` as many that show secrets of no seat.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use catalog::store::Library;
use catalog::store::journal::StreamKind;
use catalog::{Source, load};
use formats::GameLibrary;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::DraftPlan;
use formats::rng::{Dice, Seed};
use host::log::{TableAction, TableSetup, TableStart};
use host::secret::Secret;
use host::server::{Listener, Server, run};
use host::tables::Tables;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

const SEATS: usize = 8;

fn secret(table: usize, seat: usize) -> Secret {
    Secret::read(&format!("{:032x}", table * SEATS + seat + 1)).expect("a secret")
}

fn game() -> Arc<GameLibrary> {
    let source = Source::shipped();
    let game = Arc::new(load::game(&source, "chronx").expect("the game loads"));
    Arc::new(GameLibrary::load(&source, game).expect("the library loads"))
}

fn library(folder: &Path) -> PathBuf {
    folder.join("library.db")
}

/// Tables where everybody sits and packs are open.
fn fill(folder: &Path, tables: usize) {
    let mut library = Library::open(&library(folder)).expect("opens");
    let games = game();
    let format = games.format("draft").expect("a format");
    let (id, hash) = (&games.game.id, &games.game.data_hash);
    for table in 0..tables {
        let people = (1..=SEATS).map(|n| DraftPlayer::Person(format!("Player {n}"))).collect();
        let plan = DraftPlan::from_format(format, people).expect("a draft");
        let start = plan.start(&games, Seed::from_number(table as u64)).expect("starts");
        let draft = library.begin(StreamKind::Draft, id, hash, "Load", &start).expect("begins");
        let setup = TableSetup::from_format(format, SEATS as u32).expect("packs");
        let start = TableStart { setup, code: format!("T{table}"), owner: secret(1 << 40, 0).hash() };
        let stream = library.begin(StreamKind::Table, id, hash, "Load", &start).expect("begins");
        let join = |seat: usize| TableAction::Join {
            seat,
            name: format!("Player {}", seat + 1),
            secret: secret(table, seat).hash(),
        };
        let begin = TableAction::Begin { streams: vec![draft.0] };
        for (seq, action) in (0..SEATS).map(join).chain([begin]).enumerate() {
            library.append(stream, seq, &action, None).expect("appends");
        }
    }
}

/// The host alone, in a process of its own.
async fn serve(folder: &Path) {
    let games = game();
    let library = Library::open(&library(folder)).expect("opens");
    let find: host::tables::Games = Arc::new(move |_| Some(games.clone()));
    let (tables, left) = Tables::open(library, &["chronx".to_owned()], find).await.expect("opens");
    assert!(left.is_empty(), "{left:?}");
    let listener = Listener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("listens");
    let at = listener.address().expect("an address");
    println!("{at}");
    let server = Server::new(Arc::new(tables), Arc::new(|_, say| say()), Arc::new(|_, _, _| None), at, &[]);
    run(listener, Arc::new(server)).await.expect("runs");
}

/// What was measured, in microseconds.
#[derive(Default)]
struct Times {
    saved: Mutex<Vec<u64>>,
    next: Mutex<Vec<u64>>,
    bytes: AtomicU64,
    faults: AtomicU64,
}

/// When each seat's last pick was answered, or asked for as long as it is not: `[table][seat]`.
type Answered = Vec<Vec<Mutex<Option<Instant>>>>;

/// A connection that asks and waits for its answer.
struct Asking(BufReader<TcpStream>);

impl Asking {
    async fn open(at: SocketAddr) -> std::io::Result<Asking> {
        let stream = TcpStream::connect(at).await?;
        stream.set_nodelay(true)?;
        Ok(Asking(BufReader::new(stream)))
    }

    /// Status and body.
    async fn ask(&mut self, request: &str) -> std::io::Result<(u16, String)> {
        self.0.get_mut().write_all(request.as_bytes()).await?;
        let mut line = String::new();
        self.0.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let mut length = 0;
        loop {
            line.clear();
            self.0.read_line(&mut line).await?;
            if line == "\r\n" || line.is_empty() {
                break;
            }
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).await?;
        Ok((status, String::from_utf8_lossy(&body).into_owned()))
    }
}

fn attribute<'p>(page: &'p str, name: &str) -> Option<&'p str> {
    let at = page.find(&format!("{name}=\""))? + name.len() + 2;
    page[at..].split('"').next()
}

/// A seat: listens, picks a card, and asks for the page whenever it is told.
async fn play(
    at: SocketAddr,
    (table, seat): (usize, usize),
    stream: i64,
    until: Instant,
    pause: f64,
    times: Arc<Times>,
    answered: Arc<Answered>,
) -> std::io::Result<()> {
    let cookie = format!("Host: {at}\r\nCookie: deckloom-{stream}={}\r\n", secret(table, seat).digits());
    let mut listening = Asking::open(at).await?;
    let request = format!("GET /t/{stream}/stream HTTP/1.1\r\n{cookie}\r\n");
    listening.0.get_mut().write_all(request.as_bytes()).await?;
    let mut asking = Asking::open(at).await?;
    let view = format!("GET /t/{stream}/view HTTP/1.1\r\n{cookie}\r\n");
    let mut dice = Seed::from_number((table * SEATS + seat) as u64).fast();
    let mut page = asking.ask(&view).await?.1;
    let mut waits = false;
    while Instant::now() < until {
        if page.contains("id=\"choice\"") {
            if waits {
                // The first round, which a minute does not end, passes packs to the next seat.
                let mine = *answered[table][seat].lock().expect("a lock");
                let neighbour = *answered[table][(seat + SEATS - 1) % SEATS].lock().expect("a lock");
                if let Some(since) = mine.max(neighbour) {
                    let took = since.elapsed().as_micros() as u64;
                    times.next.lock().expect("a lock").push(took);
                }
            }
            let think = f64::from(dice.below(1000)) / 1000.0 * pause;
            tokio::time::sleep(Duration::from_secs_f64(think)).await;
            let key = attribute(&page, "data-key").unwrap_or_default();
            let body = format!("key={key}&words=%231");
            let request = format!(
                "POST /t/{stream}/pick HTTP/1.1\r\n{cookie}Origin: http://{at}\r\nX-Part: main\r\nContent-Type: \
                 application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            let asked = Instant::now();
            *answered[table][seat].lock().expect("a lock") = Some(asked);
            let (status, next) = asking.ask(&request).await?;
            times.saved.lock().expect("a lock").push(asked.elapsed().as_micros() as u64);
            *answered[table][seat].lock().expect("a lock") = Some(Instant::now());
            times.bytes.fetch_add(next.len() as u64, Ordering::Relaxed);
            if status != 200 {
                times.faults.fetch_add(1, Ordering::Relaxed);
            }
            page = next;
            waits = !page.contains("id=\"choice\"");
        } else if page.contains("class=\"building\"") {
            return Ok(());
        } else {
            let mut line = String::new();
            let left = until.saturating_duration_since(Instant::now());
            let heard = tokio::time::timeout(left, async {
                loop {
                    line.clear();
                    if listening.0.read_line(&mut line).await? == 0 || line.starts_with("event: page") {
                        return std::io::Result::Ok(());
                    }
                }
            });
            if heard.await.is_err() {
                return Ok(());
            }
            page = asking.ask(&view).await?.1;
        }
    }
    Ok(())
}

/// Somebody who only takes up room, until a time; how often they were hung up on.
async fn hold_connection(at: SocketAddr, request: Option<String>, slow: bool, until: Instant) -> u64 {
    let mut ended = 0;
    while Instant::now() < until {
        let Ok(mut stream) = TcpStream::connect(at).await else {
            tokio::time::sleep(Duration::from_millis(500)).await;
            continue;
        };
        let left = || until.saturating_duration_since(Instant::now());
        let stay = async {
            let mut some = vec![0; if slow { 1 } else { 4096 }];
            loop {
                if let Some(request) = &request {
                    // Whoever does not read is not written to for ever: what does not go out now goes out never.
                    let _ = stream.try_write(request.as_bytes());
                }
                match stream.read(&mut some).await {
                    Ok(0) | Err(_) => return,
                    Ok(_) if slow => tokio::time::sleep(Duration::from_secs(1)).await,
                    Ok(_) => {}
                }
            }
        };
        if tokio::time::timeout(left(), stay).await.is_ok() {
            ended += 1;
        }
    }
    ended
}

fn percentile(times: &mut [u64], of: f64) -> f64 {
    times.sort_unstable();
    let at = ((times.len() as f64 * of) as usize).min(times.len().saturating_sub(1));
    times.get(at).map_or(0.0, |micros| *micros as f64 / 1000.0)
}

/// The memory of a process in MB: resident now, and the most it ever was.
fn memory(process: u32) -> (u64, u64) {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let field = |name: &str| {
        let line = status.lines().find(|line| line.starts_with(name));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or(0) / 1024
    };
    (field("VmRSS"), field("VmHWM"))
}

/// How long a commit of one small row takes on this disk, in milliseconds: half of them, and 99 of 100.
fn raw_commits(folder: &Path) -> (f64, f64) {
    let mut library = Library::open(&folder.join("raw.db")).expect("opens");
    let id = library.begin(StreamKind::Draft, "chronx", "hash", "Raw", &"start").expect("begins");
    let commit = |seq: usize| {
        let begun = Instant::now();
        library.append(id, seq, &"a pick of a card", None).expect("appends");
        begun.elapsed().as_micros() as u64
    };
    let mut times: Vec<u64> = (0..500).map(commit).collect();
    (percentile(&mut times, 0.5), percentile(&mut times, 0.99))
}

/// What is asked of a run.
#[derive(Clone, Copy)]
struct Load {
    tables: usize,
    seconds: u64,
    /// A pick every 0 to so many seconds.
    pause: f64,
    idle: usize,
    slow: usize,
    wrong: usize,
}

async fn drive(Load { tables, seconds, pause, idle, slow, wrong }: Load) {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path(), tables);
    let (raw_half, raw_99) = raw_commits(folder.path());
    let program = std::env::current_exe().expect("this program");
    let mut host = Command::new(program)
        .args(["--serve", folder.path().to_str().expect("UTF-8")])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the host starts");
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(host.stdout.take().expect("its words")), &mut line)
        .expect("it speaks");
    let at: SocketAddr = line.trim().parse().expect("an address");
    let streams: HashMap<usize, i64> = {
        let library = Library::open(&library(folder.path())).expect("opens");
        let mut ids: Vec<i64> =
            library.streams(StreamKind::Table, "chronx").expect("tables").iter().map(|h| h.id.0).collect();
        ids.sort_unstable();
        ids.into_iter().enumerate().collect()
    };
    let times = Arc::new(Times::default());
    let answered: Arc<Answered> =
        Arc::new((0..tables).map(|_| (0..SEATS).map(|_| Mutex::new(None)).collect()).collect());
    let until = Instant::now() + Duration::from_secs(seconds);
    let mut held = Vec::new();
    let view = |secret: &Secret| {
        format!(
            "GET /t/{0}/view HTTP/1.1\r\nHost: {at}\r\nCookie: deckloom-{0}={1}\r\n\r\n",
            streams[&0],
            secret.digits()
        )
    };
    let (theirs, nobodys) = (view(&secret(0, 0)), view(&secret(1 << 30, 0)));
    for n in 0..idle + slow + wrong {
        let (request, slow) = match n {
            n if n < idle => (None, false),
            n if n < idle + slow => (Some(theirs.clone()), true),
            _ => (Some(nobodys.clone()), false),
        };
        held.push(tokio::spawn(hold_connection(at, request, slow, until)));
    }
    let mut players = Vec::new();
    for table in 0..tables {
        for seat in 0..SEATS {
            let (times, answered, stream) = (times.clone(), answered.clone(), streams[&table]);
            players.push(tokio::spawn(play(at, (table, seat), stream, until, pause, times, answered)));
        }
        // Not all knock in the same moment.
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let mut broken = 0;
    for player in players {
        broken += usize::from(!matches!(player.await, Ok(Ok(()))));
    }
    let (now, most) = memory(host.id());
    let mut ended = 0;
    for one in held {
        ended += one.await.unwrap_or(0);
    }
    host.kill().expect("ends");
    host.wait().expect("ends");
    let (mut saved, mut next) = (times.saved.lock().expect("a lock"), times.next.lock().expect("a lock"));
    println!("{tables} tables of {SEATS}, a pick every 0 to {pause} s for {seconds} s: {} picks", saved.len());
    println!(
        "pick to answer with the next page: half {:.1} ms, 99 % {:.1} ms, all {:.1} ms",
        percentile(&mut saved, 0.5),
        percentile(&mut saved, 0.99),
        percentile(&mut saved, 1.0)
    );
    println!(
        "later commit to next pack ({}): half {:.1} ms, 99 % {:.1} ms",
        next.len(),
        percentile(&mut next, 0.5),
        percentile(&mut next, 0.99)
    );
    println!("raw commit of one row beside it: half {raw_half:.1} ms, 99 % {raw_99:.1} ms");
    println!(
        "memory of the host: {now} MB, at most {most} MB; pages: {} MB; refused {}, broken {broken}",
        times.bytes.load(Ordering::Relaxed) >> 20,
        times.faults.load(Ordering::Relaxed)
    );
    if idle + slow + wrong > 0 {
        println!(
            "beside them {idle} idle connections, {slow} slow readers, {wrong} with wrong secrets: hung up on {ended} times"
        );
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |name: &str| words.iter().position(|w| w == name).and_then(|at| words.get(at + 1));
    let number = |name: &str, usual: f64| word(name).and_then(|w| w.parse().ok()).unwrap_or(usual);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("threads");
    match word("--serve") {
        Some(folder) => runtime.block_on(serve(Path::new(folder))),
        None => runtime.block_on(drive(Load {
            tables: number("--tables", 16.0) as usize,
            seconds: number("--seconds", 30.0) as u64,
            pause: number("--pause", 10.0),
            idle: number("--idle", 0.0) as usize,
            slow: number("--slow", 0.0) as usize,
            wrong: number("--wrong", 0.0) as usize,
        })),
    }
}
