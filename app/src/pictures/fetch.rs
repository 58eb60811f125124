//! A fetch: a few workers that take one picture after the other off a list, and leave each host time between two.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use catalog::art::{self, PictureAddress};
use engine::kernel::parallel::Progress;

use super::connection::{Answer, Connection, is_private_host};
use super::plan::{FetchConsent, FetchHost, FetchPlan, WantedPicture, hosts_of};
use super::{PictureFault, put};

/// Redirects that are followed for one picture.
const MOST_REDIRECTS: usize = 5;
/// After so many pictures in a row that a host gave no answer for, it is left alone.
const PATIENCE_WITH_HOST: u32 = 4;
/// How long a worker sleeps before it looks whether somebody stopped the fetch.
const NAP: Duration = Duration::from_millis(50);

/// What a fetch may do.
#[derive(Debug, Clone, Copy)]
pub struct FetchLimits {
    /// Pictures at once.
    pub workers: usize,
    /// Time between two questions to a host. Scryfall asks for 50 to 100 ms.
    pub pause: Duration,
    /// How long a picture may take.
    pub patience: Duration,
    /// How many bytes a picture may have.
    pub most_bytes: u64,
}

impl Default for FetchLimits {
    fn default() -> FetchLimits {
        FetchLimits {
            workers: 4,
            pause: Duration::from_millis(100),
            patience: Duration::from_secs(60),
            most_bytes: 8 << 20,
        }
    }
}

/// A picture that is there now.
#[derive(Debug)]
pub struct FetchedPicture {
    /// Id of the card.
    pub card: String,
    /// Where it came from.
    pub address: PictureAddress,
}

/// A picture that did not come.
#[derive(Debug)]
pub struct RefusedPicture {
    /// Where it was to come from.
    pub picture: WantedPicture,
    /// Why it did not.
    pub reason: PictureFault,
}

/// What came of a fetch.
#[derive(Debug, Default)]
pub struct FetchReport {
    /// Cards that have a picture now.
    pub taken: Vec<FetchedPicture>,
    /// What was asked for and is of no use.
    pub refused: Vec<RefusedPicture>,
    /// What lies at hosts that nobody agreed to, where redirects led.
    pub elsewhere: Vec<WantedPicture>,
    /// What was not asked for: the fetch was stopped, had brought enough, or the host was left alone.
    pub left: Vec<WantedPicture>,
    /// Hosts that were left alone because they asked for it, or gave no answer.
    pub skipped_hosts: Vec<String>,
    /// Bytes that came.
    pub bytes: u64,
}

impl FetchReport {
    /// The hosts that nobody agreed to and redirects led to.
    pub fn hosts_elsewhere(&self) -> Vec<FetchHost> {
        hosts_of(&self.elsewhere)
    }
}

impl FetchPlan {
    /// Gets the pictures that lie at hosts which were agreed to; the others are left. Whoever shows `progress` may stop it.
    pub fn run(&self, consent: &FetchConsent, limits: FetchLimits, progress: &Progress) -> FetchReport {
        let (mine, others): (Vec<_>, Vec<_>) = self.wanted.iter().partition(|w| consent.has(w.address.host()));
        let run = Run {
            plan: self,
            consent,
            limits,
            traffic: Traffic { progress, bytes: AtomicU64::new(0) },
            connection: Connection::new(consent.typed(), limits.patience, limits.most_bytes),
            waiting: Mutex::new(mine.into_iter().collect()),
            hosts: Mutex::new(Hosts::default()),
            report: Mutex::new(FetchReport::default()),
        };
        std::thread::scope(|scope| {
            for _ in 0..limits.workers.max(1) {
                scope.spawn(|| run.work());
            }
        });
        let (hosts, report, bytes) = (run.hosts.into_inner(), run.report.into_inner(), run.traffic.bytes());
        let mut report = report.expect("no worker panics");
        report.left.extend(others.into_iter().cloned());
        let order: BTreeMap<&str, usize> =
            self.wanted.iter().enumerate().map(|(at, wanted)| (wanted.cards[0].as_str(), at)).collect();
        let place = |wanted: &WantedPicture| order.get(wanted.cards[0].as_str()).copied();
        report.taken.sort_by(|a, b| a.card.cmp(&b.card));
        report.refused.sort_by_key(|refused| place(&refused.picture));
        report.elsewhere.sort_by_key(place);
        report.left.sort_by_key(place);
        report.skipped_hosts = hosts.expect("no worker panics").skipped.into_iter().collect();
        report.skipped_hosts.sort_unstable();
        report.bytes = bytes;
        report
    }
}

/// What the workers share.
struct Run<'a> {
    plan: &'a FetchPlan,
    consent: &'a FetchConsent,
    limits: FetchLimits,
    traffic: Traffic<'a>,
    connection: Connection,
    waiting: Mutex<VecDeque<&'a WantedPicture>>,
    hosts: Mutex<Hosts>,
    report: Mutex<FetchReport>,
}

/// What has come so far, and whether more is wanted.
pub(super) struct Traffic<'a> {
    /// Where somebody may stop it.
    pub progress: &'a Progress,
    bytes: AtomicU64,
}

impl Traffic<'_> {
    /// Counts what came.
    pub fn add(&self, bytes: u64) {
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
    }

    fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }
}

/// What is known of hosts.
#[derive(Default)]
struct Hosts {
    /// When each one may be asked next.
    next: HashMap<String, Instant>,
    /// How many times in a row it gave no answer.
    silent: HashMap<String, u32>,
    /// Those that are left alone.
    skipped: HashSet<String>,
}

/// What came of one picture.
enum Outcome {
    Taken,
    Elsewhere(PictureAddress),
    Left,
}

impl Run<'_> {
    fn work(&self) {
        loop {
            let next = self.waiting.lock().expect("no worker panics").pop_front();
            let Some(wanted) = next else { return };
            let outcome = self.get(wanted);
            let mut report = self.report.lock().expect("no worker panics");
            match outcome {
                Ok(Outcome::Taken) => report.taken.extend(
                    wanted
                        .cards
                        .iter()
                        .map(|card| FetchedPicture { card: card.clone(), address: wanted.address.clone() }),
                ),
                Ok(Outcome::Elsewhere(address)) => {
                    report.elsewhere.push(WantedPicture { address, cards: wanted.cards.clone() });
                }
                Ok(Outcome::Left) | Err(PictureFault::Stopped) => report.left.push(wanted.clone()),
                Err(reason) => report.refused.push(RefusedPicture { picture: wanted.clone(), reason }),
            }
            self.traffic.progress.add(1);
        }
    }

    /// Gets a picture and writes it for each of its cards.
    fn get(&self, wanted: &WantedPicture) -> Result<Outcome, PictureFault> {
        let mut address = wanted.address.clone();
        for _ in 0..=MOST_REDIRECTS {
            if self.traffic.bytes() >= self.plan.most_bytes() || !self.wait_for(address.host()) {
                return Ok(Outcome::Left);
            }
            let answer = self.connection.ask(&address, &self.traffic);
            self.note_answer(address.host(), &answer);
            match answer? {
                Answer::Busy => return Ok(Outcome::Left),
                Answer::Bytes(bytes) => {
                    let ending = art::ending_of(&bytes)?;
                    for card in &wanted.cards {
                        put(&self.plan.folder, card, ending, &bytes)?;
                    }
                    return Ok(Outcome::Taken);
                }
                Answer::Elsewhere(location) => {
                    let next = address.join(&location).ok_or(PictureFault::BadRedirect)?;
                    if address.is_encrypted() && !next.is_encrypted() {
                        return Err(PictureFault::BadRedirect);
                    }
                    if !self.consent.has(next.host()) {
                        if is_private_host(next.host()) {
                            return Err(PictureFault::Private);
                        }
                        return Ok(Outcome::Elsewhere(next));
                    }
                    address = next;
                }
            }
        }
        Err(PictureFault::BadRedirect)
    }

    /// Waits for a host's turn; `false` if the fetch was stopped, or the host is left alone.
    fn wait_for(&self, host: &str) -> bool {
        let turn = {
            let mut hosts = self.hosts.lock().expect("no worker panics");
            let now = Instant::now();
            let turn = hosts.next.get(host).copied().map_or(now, |next| next.max(now));
            hosts.next.insert(host.to_owned(), turn + self.limits.pause);
            turn
        };
        loop {
            if self.traffic.progress.stopped() || self.hosts.lock().expect("no worker panics").skipped.contains(host) {
                return false;
            }
            let left = turn.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(NAP));
        }
    }

    /// Notes whether a host answers.
    fn note_answer(&self, host: &str, answer: &Result<Answer, PictureFault>) {
        let mut hosts = self.hosts.lock().expect("no worker panics");
        let is_silent = matches!(answer, Err(PictureFault::Unreachable(_) | PictureFault::Slow));
        let silent = hosts.silent.entry(host.to_owned()).or_default();
        *silent = if is_silent { *silent + 1 } else { 0 };
        if *silent >= PATIENCE_WITH_HOST || matches!(answer, Ok(Answer::Busy)) {
            hosts.skipped.insert(host.to_owned());
        }
    }
}
