//! Experiments: a plan with its decks made ready, cut into parts, counted on any number of threads, told as a report.

mod card_impact;
mod matches;
mod matchups;
mod model_goldfish;
mod opening_hands;
mod rules_goldfish;
mod set;
mod set_change;
mod set_pods;

use std::hash::Hasher;
use std::ops::Range;
use std::sync::Arc;

use catalog::localize::localize_count;
use catalog::tr;
use catalog::{CardIx, GameData, Source};
use formats::limited::drafter::fit::RatingCorrection;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};
use rayon::prelude::*;

use super::findings::{Findings, MOST_PARTS, MergeError};
use super::plan::{ExperimentKind, ExperimentPlan, PlanFault};
use super::report::LabReport;
use super::{DealError, pods};
use crate::kernel::parallel::Progress;
use crate::kernel::rules::DigestHasher;
use crate::players::PlayerKind;
use crate::registry;

/// Why whoever keeps parts cannot keep one: the lab does not know where that is.
pub type KeepError = Box<dyn std::error::Error + Send + Sync>;

/// Why a plan cannot be carried out.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// Something in the plan.
    #[error(transparent)]
    Fault(#[from] PlanFault),
    /// Something in the plan, in words.
    #[error("{0}")]
    Plan(String),
    /// A deck that cannot be dealt.
    #[error(transparent)]
    Deal(#[from] DealError),
    /// A match that cannot be played.
    #[error(transparent)]
    Match(#[from] registry::MatchError),
    /// Pods that cannot be played.
    #[error(transparent)]
    Pods(#[from] pods::PodError),
    /// Parts that do not belong together.
    #[error(transparent)]
    Unlike(#[from] MergeError),
    /// A part that cannot be kept, as whoever keeps it says.
    #[error("{0}")]
    Keep(KeepError),
}

/// What an experiment can do. Counts are one list of whole numbers, whose length never changes.
trait ExperimentRunner: Send + Sync {
    /// How many hands, games or pods.
    fn games(&self) -> u64;

    /// How many of them share a generator, or are worth a part of their own.
    fn block(&self) -> u64;

    /// Length of the list of counts.
    fn size(&self) -> usize;

    /// Counts a block; `false` if it was stopped. Every game is added to the progress.
    fn count(
        &self,
        block: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError>;

    /// What findings are compared by.
    fn measures(&self) -> Vec<String>;

    /// The measures out of counts: a sum, and of how many.
    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)>;

    /// Ratings for bots that come of it; most experiments have none.
    fn ratings(&self, counts: &[u64]) -> Vec<RatingCorrection> {
        let _ = counts;
        Vec::new()
    }

    /// Tells what was found.
    fn report(&self, counts: &[u64], report: &mut LabReport);
}

/// A plan, ready to be carried out.
pub struct Experiment {
    plan: ExperimentPlan,
    key: String,
    /// What it is about: the decks, or the set.
    about: String,
    runner: Box<dyn ExperimentRunner>,
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Experiment").field("plan", &self.plan).field("key", &self.key).finish_non_exhaustive()
    }
}

/// What an experiment is made of.
#[derive(Debug, Clone)]
pub struct ExperimentInput {
    /// The plan.
    pub plan: ExperimentPlan,
    /// The data files.
    pub source: Source,
    /// The game with its formats.
    pub game_library: Arc<GameLibrary>,
    /// Id of the format.
    pub format: String,
    /// The decks of the plan, in order.
    pub decks: Vec<LegalDeck>,
    /// The data after the change that the plan asks about.
    pub after: Option<ChangedData>,
}

/// Data of the same game after a change.
#[derive(Debug, Clone)]
pub struct ChangedData {
    /// The data files.
    pub source: Source,
    /// The game with its formats.
    pub game_library: Arc<GameLibrary>,
}

impl ExperimentInput {
    fn game(&self) -> &Arc<GameData> {
        &self.game_library.game
    }

    fn seed(&self) -> Seed {
        Seed::from_number(self.plan.seed)
    }

    fn question(&self, text: &str) -> Result<catalog::query::CountQuery, ExperimentError> {
        let parsed = catalog::query::CountQuery::parse(text, self.game());
        parsed.map_err(|e| ExperimentError::Plan(format!("the question makes no sense:\n{}", e.pointing(text))))
    }

    fn card(&self, words: &str) -> Result<CardIx, ExperimentError> {
        let found = self.game().find(words);
        found.ok_or_else(|| ExperimentError::Plan(format!("{} has no card `{words}`", self.game().name)))
    }

    /// The rulings of the plan.
    fn options(&self) -> Result<Vec<(String, String)>, ExperimentError> {
        let option = |text: &String| {
            let pair = text.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()));
            pair.ok_or_else(|| ExperimentError::Plan(format!("`{text}` is no option: write key=value")))
        };
        self.plan.options.iter().map(option).collect()
    }

    /// Who plays, with the words for it; `usual` where the plan says nothing.
    fn players(&self, usual: &[&str]) -> Result<Vec<(PlayerKind, String)>, ExperimentError> {
        let player = |text: &str| {
            let kind = text.parse::<PlayerKind>().map_err(|e| ExperimentError::Plan(e.to_string()))?;
            Ok((kind, text.to_owned()))
        };
        if self.plan.players.is_empty() {
            return usual.iter().copied().map(player).collect();
        }
        self.plan.players.iter().map(String::as_str).map(player).collect()
    }

    fn only_deck(&self) -> Result<&LegalDeck, ExperimentError> {
        match &self.decks[..] {
            [deck] => Ok(deck),
            decks => Err(ExperimentError::Plan(format!(
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
    pub fn new(input: ExperimentInput) -> Result<Experiment, ExperimentError> {
        input.plan.check()?;
        let key = key(&input);
        let names: Vec<&str> = input.decks.iter().map(|d| d.deck().name.as_str()).collect();
        let about = match input.plan.kind {
            ExperimentKind::Set => {
                input.game_library.format(&input.format).map_or(input.format.clone(), |f| f.name.clone())
            }
            _ => names.join(", "),
        };
        let plan = input.plan.clone();
        let how: Box<dyn ExperimentRunner> = match plan.kind {
            ExperimentKind::Hands => Box::new(opening_hands::HandsExperiment::new(&input)?),
            ExperimentKind::Goldfish if plan.rules => Box::new(rules_goldfish::RulesGoldfishExperiment::new(input)?),
            ExperimentKind::Goldfish => Box::new(model_goldfish::ModelGoldfishExperiment::new(&input)?),
            ExperimentKind::Series | ExperimentKind::Field | ExperimentKind::Mirrors => {
                Box::new(matches::MatchExperiment::new(input)?)
            }
            ExperimentKind::Impact => Box::new(card_impact::ImpactExperiment::new(input)?),
            ExperimentKind::Set if plan.after.is_some() => Box::new(set_change::SetChangeExperiment::new(input)?),
            ExperimentKind::Set => Box::new(set::SetExperiment::new(input)?),
        };
        if how.games() == 0 {
            return Err(ExperimentError::Plan("`games` is 0: nothing would be counted".into()));
        }
        Ok(Experiment { plan, key, about, runner: how })
    }

    /// What must be the same for counts to be added.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The plan.
    pub fn plan(&self) -> &ExperimentPlan {
        &self.plan
    }

    /// Hands, games or pods in all.
    pub fn games(&self) -> u64 {
        self.runner.games()
    }

    fn blocks(&self) -> u64 {
        self.runner.games().div_ceil(self.runner.block())
    }

    /// How many parts it is cut into; it does not depend on who counts them.
    pub fn parts(&self) -> u32 {
        self.blocks().min(MOST_PARTS) as u32
    }

    /// The games of a part.
    pub fn games_of(&self, part: u32) -> Range<u64> {
        let blocks = self.blocks_of(part);
        blocks.start * self.runner.block()..(blocks.end * self.runner.block()).min(self.runner.games())
    }

    fn blocks_of(&self, part: u32) -> Range<u64> {
        let edge = |p: u32| self.blocks() * u64::from(p) / u64::from(self.parts());
        edge(part)..edge(part + 1)
    }

    /// Nothing found yet.
    pub fn empty(&self) -> Findings {
        Findings {
            plan: self.plan.clone(),
            key: self.key.clone(),
            parts: self.parts(),
            measures: Default::default(),
            counts: vec![0; self.runner.size()],
        }
    }

    /// Counts one part. `None` if it was stopped.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn part(&self, part: u32, progress: &Progress) -> Result<Option<Findings>, ExperimentError> {
        let mut found = self.empty();
        let last = self.runner.games();
        for block in self.blocks_of(part) {
            let games = block * self.runner.block()..((block + 1) * self.runner.block()).min(last);
            if progress.stopped() || !self.runner.count(block, games, &mut found.counts, progress)? {
                return Ok(None);
            }
        }
        found.measures.insert(part, self.runner.measure(&found.counts));
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
        keep: &(dyn Fn(&Findings) -> Result<(), KeepError> + Sync),
    ) -> Result<Option<Findings>, ExperimentError> {
        let one = |part: &u32| -> Result<Option<Findings>, ExperimentError> {
            let found = self.part(*part, progress)?;
            if let Some(found) = &found {
                keep(found).map_err(ExperimentError::Keep)?;
            }
            Ok(found)
        };
        let join = |a: Option<Findings>, b: Option<Findings>| -> Result<Option<Findings>, ExperimentError> {
            let (Some(mut a), Some(b)) = (a, b) else { return Ok(None) };
            a.merge(&b)?;
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
        self.runner.measures()
    }

    /// Ratings for bots that come of it, to be added to those declared; only a set has some.
    pub fn ratings(&self, found: &Findings) -> Vec<RatingCorrection> {
        self.runner.ratings(&found.counts)
    }

    /// What was found, as people read it.
    pub fn report(&self, found: &Findings) -> LabReport {
        let (n, seed) = (localize_count(self.runner.games()), self.plan.seed);
        let about = match self.plan.kind {
            ExperimentKind::Hands => tr!("{hands} opening hands, seed {seed}", hands = n, seed),
            ExperimentKind::Set => tr!("{pods} pods, seed {seed}", pods = n, seed),
            _ => tr!("{games} games, seed {seed}", games = n, seed),
        };
        let mut report = LabReport {
            title: self.plan.title.clone().unwrap_or_else(|| title(&self.plan, &self.about)),
            about,
            answer: Vec::new(),
            cautions: Vec::new(),
            charts: Vec::new(),
            tables: Vec::new(),
        };
        self.runner.report(&found.counts, &mut report);
        report
    }
}

/// What a report is called.
fn title(plan: &ExperimentPlan, about: &str) -> String {
    match plan.kind {
        ExperimentKind::Hands => tr!("Opening hands: {about}", about),
        ExperimentKind::Goldfish if plan.rules => tr!("Goldfish by the rules: {about}", about),
        ExperimentKind::Goldfish => tr!("Goldfish: {about}", about),
        ExperimentKind::Series => tr!("Series: {about}", about),
        ExperimentKind::Field => tr!("Field: {about}", about),
        ExperimentKind::Mirrors => tr!("Mirrors: {about}", about),
        ExperimentKind::Impact => tr!("Card impact: {about}", about),
        ExperimentKind::Set if plan.after.is_some() => tr!("Effect of a change: {about}", about),
        ExperimentKind::Set => tr!("Balance: {about}", about),
    }
}

/// A number for everything that the counts depend on: the same plan with the same decks, data and program has the same.
pub fn key(input: &ExperimentInput) -> String {
    let mut digest = DigestHasher::default();
    let mut add = |text: &str| {
        digest.write(text.as_bytes());
        digest.write(&[0]);
    };
    add(env!("CARGO_PKG_VERSION"));
    add(&input.game().id);
    add(&input.game().data_hash);
    add(&input.format);
    // As the type was called when the first findings were kept, with the keys that there were: counts of then and now can be
    // added.
    let plan = format!("{:?}", input.plan).replacen("ExperimentPlan", "Plan", 1);
    add(&plan.replacen(", after: None", "", 1).replacen(", drafters: []", "", 1));
    if let Some(after) = &input.after {
        add(&after.game_library.game.data_hash);
        // Findings that were kept before had all pairs of decks in them.
        add("pairs with what changed");
    }
    for deck in &input.decks {
        let deck = deck.deck();
        add(&deck.name);
        for section in 0..deck.sections.len() {
            deck.cards(section).iter().for_each(|c| add(&input.game().card(*c).id));
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
