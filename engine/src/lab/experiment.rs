//! Experiments: a plan with its decks made ready, cut into parts, counted on any number of threads, told as a report.

mod dealt;
mod fished;
mod fought;
mod goldfished;
mod set;
mod tables;
mod worth;

use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use catalog::tr;
use catalog::{CardIx, Game, Source};
use formats::limited::drafter::fit::Correction;
use formats::rng::Seed;
use formats::{Book, LegalDeck};
use rayon::prelude::*;

use super::found::{Found, MOST_PARTS};
use super::plan::{Fault, Kind, Plan};
use super::report::Report;
use super::shards::Progress;
use super::{Refused, pods};
use crate::game::Digest;
use crate::games;

/// Why a plan cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Something in the plan.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Something in the plan, in words.
    #[error("{0}")]
    Plan(String),
    /// A deck that cannot be dealt.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A match that cannot be played.
    #[error(transparent)]
    Match(#[from] games::Error),
    /// Pods that cannot be played.
    #[error(transparent)]
    Pods(#[from] pods::Error),
    /// Something beside the lab, such as a part that cannot be kept.
    #[error("{0}")]
    Beside(String),
}

/// What an experiment can do. Counts are one list of whole numbers, whose length never changes.
trait Count: Send + Sync {
    /// How many hands, games or pods.
    fn games(&self) -> u64;

    /// How many of them share a generator, or are worth a part of their own.
    fn block(&self) -> u64;

    /// Length of the list of counts.
    fn size(&self) -> usize;

    /// Counts a block; `false` if it was stopped. Every game is added to the progress.
    fn count(&self, block: u64, games: Range<u64>, counts: &mut [u64], progress: &Progress) -> Result<bool, Error>;

    /// What findings are compared by.
    fn measures(&self) -> Vec<String>;

    /// The measures out of counts: a sum, and of how many.
    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)>;

    /// Ratings for bots that come of it; most experiments have none.
    fn ratings(&self, counts: &[u64]) -> Vec<Correction> {
        let _ = counts;
        Vec::new()
    }

    /// Tells what was found.
    fn report(&self, counts: &[u64], report: &mut Report);
}

/// A plan, ready to be carried out.
pub struct Experiment {
    plan: Plan,
    key: String,
    /// What it is about: the decks, or the set.
    about: String,
    how: Box<dyn Count>,
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment").field("plan", &self.plan).field("key", &self.key).finish_non_exhaustive()
    }
}

/// What an experiment is made of.
#[derive(Debug, Clone)]
pub struct Bench {
    /// The plan.
    pub plan: Plan,
    /// The data files.
    pub source: Source,
    /// The game with its formats.
    pub book: Arc<Book>,
    /// Id of the format.
    pub format: String,
    /// The decks of the plan, in order.
    pub decks: Vec<LegalDeck>,
}

impl Bench {
    fn game(&self) -> &Arc<Game> {
        &self.book.game
    }

    fn seed(&self) -> Seed {
        Seed::of(self.plan.seed)
    }

    fn question(&self, text: &str) -> Result<catalog::query::Count, Error> {
        let parsed = catalog::query::Count::parse(text, self.game());
        parsed.map_err(|e| Error::Plan(format!("the question makes no sense:\n{}", e.pointing(text))))
    }

    fn card(&self, words: &str) -> Result<CardIx, Error> {
        let found = self.game().find(words);
        found.ok_or_else(|| Error::Plan(format!("{} has no card `{words}`", self.game().name)))
    }

    fn only_deck(&self) -> Result<&LegalDeck, Error> {
        match &self.decks[..] {
            [deck] => Ok(deck),
            decks => Err(Error::Plan(format!(
                "a plan of the kind `{}` is about one deck, and this names {}",
                self.plan.kind.word(),
                decks.len()
            ))),
        }
    }
}

impl Experiment {
    /// Makes a plan ready.
    ///
    /// # Errors
    /// What in it cannot be carried out.
    pub fn new(bench: Bench) -> Result<Experiment, Error> {
        bench.plan.check()?;
        let key = key(&bench);
        let names: Vec<&str> = bench.decks.iter().map(|d| d.deck().name.as_str()).collect();
        let about = match bench.plan.kind {
            Kind::Set => bench.book.format(&bench.format).map_or(bench.format.clone(), |f| f.name.clone()),
            _ => names.join(", "),
        };
        let plan = bench.plan.clone();
        let how: Box<dyn Count> = match plan.kind {
            Kind::Hands => Box::new(dealt::Dealt::new(&bench)?),
            Kind::Goldfish if plan.rules => Box::new(fished::Fished::new(bench)?),
            Kind::Goldfish => Box::new(goldfished::Goldfished::new(&bench)?),
            Kind::Series | Kind::Field => Box::new(fought::Fought::new(bench)?),
            Kind::Impact => Box::new(worth::Worth::new(bench)?),
            Kind::Set => Box::new(set::Set::new(bench)?),
        };
        if how.games() == 0 {
            return Err(Error::Plan("`games` is 0: nothing would be counted".into()));
        }
        Ok(Experiment { plan, key, about, how })
    }

    /// What must be the same for counts to be added.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The plan.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Hands, games or pods in all.
    pub fn games(&self) -> u64 {
        self.how.games()
    }

    fn blocks(&self) -> u64 {
        self.how.games().div_ceil(self.how.block())
    }

    /// How many parts it is cut into; it does not depend on who counts them.
    pub fn parts(&self) -> u32 {
        self.blocks().min(MOST_PARTS) as u32
    }

    /// The games of a part.
    pub fn games_of(&self, part: u32) -> Range<u64> {
        let blocks = self.blocks_of(part);
        blocks.start * self.how.block()..(blocks.end * self.how.block()).min(self.how.games())
    }

    fn blocks_of(&self, part: u32) -> Range<u64> {
        let edge = |p: u32| self.blocks() * u64::from(p) / u64::from(self.parts());
        edge(part)..edge(part + 1)
    }

    /// Nothing found yet.
    pub fn empty(&self) -> Found {
        Found {
            plan: self.plan.clone(),
            key: self.key.clone(),
            parts: self.parts(),
            measures: Default::default(),
            counts: vec![0; self.how.size()],
        }
    }

    /// Counts one part. `None` if it was stopped.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn part(&self, part: u32, progress: &Progress) -> Result<Option<Found>, Error> {
        let mut found = self.empty();
        let last = self.how.games();
        for block in self.blocks_of(part) {
            let games = block * self.how.block()..((block + 1) * self.how.block()).min(last);
            if progress.stopped() || !self.how.count(block, games, &mut found.counts, progress)? {
                return Ok(None);
            }
        }
        found.measures.insert(part, self.how.measure(&found.counts));
        Ok(Some(found))
    }

    /// Counts parts on so many threads; 0 takes as many as the machine has. `keep` gets each part when it is done.
    /// `None` if it was stopped: what was kept is kept.
    ///
    /// # Errors
    /// If it cannot be played, or `keep` fails.
    pub fn run(
        &self,
        parts: &[u32],
        threads: usize,
        progress: &Progress,
        keep: &(dyn Fn(&Found) -> Result<(), String> + Sync),
    ) -> Result<Option<Found>, Error> {
        let one = |part: &u32| -> Result<Option<Found>, Error> {
            let found = self.part(*part, progress)?;
            if let Some(found) = &found {
                keep(found).map_err(Error::Beside)?;
            }
            Ok(found)
        };
        let join = |a: Option<Found>, b: Option<Found>| -> Result<Option<Found>, Error> {
            let (Some(mut a), Some(b)) = (a, b) else { return Ok(None) };
            a.merge(&b).map_err(|e| Error::Beside(e.to_string()))?;
            Ok(Some(a))
        };
        let nothing = || Some(self.empty());
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(|| parts.par_iter().map(one).try_reduce(nothing, join)),
            // A machine that gives no more threads still has this one.
            Err(_) => parts.iter().try_fold(nothing(), |sum, part| join(sum, one(part)?)),
        }
    }

    /// What findings are compared by, in order.
    pub fn measures(&self) -> Vec<String> {
        self.how.measures()
    }

    /// Ratings for bots that come of it, to be added to those declared; only a set has some.
    pub fn ratings(&self, found: &Found) -> Vec<Correction> {
        self.how.ratings(&found.counts)
    }

    /// What was found, as people read it.
    pub fn report(&self, found: &Found) -> Report {
        let (n, seed) = (self.how.games(), self.plan.seed);
        let about = match self.plan.kind {
            Kind::Hands => tr!("{hands} opening hands, seed {seed}", hands = n, seed),
            Kind::Set => tr!("{pods} pods, seed {seed}", pods = n, seed),
            _ => tr!("{games} games, seed {seed}", games = n, seed),
        };
        let mut report = Report {
            title: self.plan.title.clone().unwrap_or_else(|| title(&self.plan, &self.about)),
            about,
            answer: Vec::new(),
            cautions: Vec::new(),
            charts: Vec::new(),
            tables: Vec::new(),
        };
        self.how.report(&found.counts, &mut report);
        report
    }
}

/// What a report is called.
fn title(plan: &Plan, about: &str) -> String {
    match plan.kind {
        Kind::Hands => tr!("Opening hands: {about}", about),
        Kind::Goldfish if plan.rules => tr!("Against nobody, by the rules: {about}", about),
        Kind::Goldfish => tr!("Goldfish: {about}", about),
        Kind::Series => tr!("Series: {about}", about),
        Kind::Field => tr!("Field: {about}", about),
        Kind::Impact => tr!("What cards are worth: {about}", about),
        Kind::Set => tr!("Balance: {about}", about),
    }
}

/// A number for everything that the counts depend on: the same plan with the same decks, data and program has the same.
pub fn key(bench: &Bench) -> String {
    let mut digest = Digest::default();
    let mut add = |text: &str| {
        digest.write(text.as_bytes());
        digest.write(&[0]);
    };
    add(env!("CARGO_PKG_VERSION"));
    add(&bench.game().id);
    add(&bench.game().data_hash);
    add(&bench.format);
    add(&format!("{:?}", bench.plan));
    for deck in &bench.decks {
        let deck = deck.deck();
        add(&deck.name);
        for section in 0..deck.sections.len() {
            deck.cards(section).iter().for_each(|c| add(&bench.game().card(*c).id));
            add("");
        }
        add(deck.goal.as_deref().unwrap_or(""));
    }
    format!("{:016x}", digest.finish())
}

/// The first so many of a list, and the rest: how counts are read.
fn split<'a>(counts: &mut &'a [u64], n: usize) -> &'a [u64] {
    let (these, rest) = counts.split_at(n);
    *counts = rest;
    these
}
