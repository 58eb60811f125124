//! An experiment as a person writes it down: what is asked, of which decks, with how much chance. It says everything
//! that the numbers depend on beside the decks and the game's data, and nothing else: no threads, no files.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::kernel::MOST_TURNS;

/// What an experiment is about.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    JsonSchema,
    strum::VariantArray,
    strum::IntoStaticStr,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ExperimentKind {
    /// Opening hands of a deck: keep rules on the same seeds, and what the kept hands hold.
    Hands,
    /// A deck without an opponent, by the declared model; with `rules`, by the rules against one who does nothing.
    Goldfish,
    /// Decks against each other, a deck for each seat.
    Series,
    /// Every deck against every other.
    Field,
    /// Every deck against itself: what two players are worth, and what it is to begin.
    Mirrors,
    /// What each card of decks is worth in games against each other.
    Impact,
    /// A set: drafted by bots, built, played.
    Set,
}

impl ExperimentKind {
    /// All kinds.
    pub const ALL: &'static [ExperimentKind] = <ExperimentKind as strum::VariantArray>::VARIANTS;

    /// The word in a plan.
    pub fn word(self) -> &'static str {
        self.into()
    }
}

/// A plan.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExperimentPlan {
    /// What it is about.
    pub kind: ExperimentKind,
    /// What the report is called; the decks say it without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Files, starter decks such as `chronx/corporate`, saved decks. A field and mirrors without any take the starter decks of
    /// `format`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decks: Vec<String>,
    /// `game/format`; the first deck's own without. A set needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Hands, games, games of each pair, or pods; what is usual for the kind without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The same seed gives the same chance.
    #[serde(default = "one")]
    pub seed: u64,
    /// Turns to play; of a series, those after which a game is stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub turns: Option<u32>,
    /// Whether the deck has the second turn.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub draw: bool,
    /// `none`, `paris`, `london` or `redraw`; what the game says without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mulligan: Option<String>,
    /// Keep rules that are compared, the first with each other one; the game's own without.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keep: Vec<String>,
    /// Questions about the kept hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ask: Vec<String>,
    /// What the deck wants to do: of hands, among the cards seen by `turns`, for the best way to keep; of a goldfish,
    /// among the cards played. The deck's own without, and then the game's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goal: Option<String>,
    /// Whether a goldfish goes by the rules of the game instead of its declared model.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rules: bool,
    /// The deck with some cards more or less, on the same seeds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variant: Vec<Variant>,
    /// A query: each card that fits it is tried in place of each card of the deck, on the same seeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// A folder with changed data: pods are drafted by the data as they are, and their decks play by both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// Who drafts a set: `full`, `casual` or `random` bots, one for all seats, or two by turns, whose decks meet; `full` without.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    #[schemars(with = "OneOrSeveral")]
    pub drafters: Vec<String>,
    /// Who plays, one for each seat or one for all; `greedy` without.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_several")]
    #[schemars(with = "OneOrSeveral")]
    pub players: Vec<String>,
    /// Rulings other than the defaults, `key=value`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
}

fn one() -> u64 {
    1
}

/// A word, or a list of them.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum OneOrSeveral {
    One(String),
    Several(Vec<String>),
}

fn one_or_several<'d, D: serde::Deserializer<'d>>(words: D) -> Result<Vec<String>, D::Error> {
    Ok(match OneOrSeveral::deserialize(words)? {
        OneOrSeveral::One(word) => vec![word],
        OneOrSeveral::Several(words) => words,
    })
}

/// A deck with some cards more or less.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// Cards to put in, by id or name, once for each copy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add: Vec<String>,
    /// Cards to take out, once for each copy.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remove: Vec<String>,
}

/// Why a plan is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanFault {
    /// It says what its kind has no use for.
    #[error(transparent)]
    Idle(#[from] UnusedKey),
    /// It asks for more than can be counted.
    #[error("`{key}`: {is} is more than a plan may ask for; at most {most}")]
    Large {
        /// The key.
        key: &'static str,
        /// What stands there, or how many.
        is: u64,
        /// The most.
        most: u64,
    },
}

/// Hands, games of each pair, or pods: days on most machines.
pub const MOST_GAMES: u64 = 1_000_000_000;
/// Decks: every pair of a field is a table.
const MOST_DECKS: usize = 100;
/// Keep rules, questions, players, rulings; cards of a variant.
const MOST_LINES: usize = 100;
/// Variants: each is played as often as the deck itself.
pub(super) const MOST_VARIANTS: usize = 2_000;
/// Bytes of a text; queries are bounded where they are read.
const LONGEST: usize = 16 << 10;

/// What a plan says that its kind has no use for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}` says nothing in a plan of the kind `{kind}`; take it out", kind = .kind.word())]
pub struct UnusedKey {
    /// The key.
    pub key: &'static str,
    /// The kind.
    pub kind: ExperimentKind,
}

impl ExperimentPlan {
    /// A plan that says only what it is about.
    pub fn new(kind: ExperimentKind) -> ExperimentPlan {
        ExperimentPlan {
            kind,
            title: None,
            decks: Vec::new(),
            format: None,
            games: None,
            seed: one(),
            turns: None,
            draw: false,
            mulligan: None,
            keep: Vec::new(),
            ask: Vec::new(),
            goal: None,
            rules: false,
            variant: Vec::new(),
            search: None,
            after: None,
            drafters: Vec::new(),
            players: Vec::new(),
            options: Vec::new(),
        }
    }

    /// Refuses what would be ignored, so that nobody believes it was looked at.
    ///
    /// # Errors
    /// The first key that the kind has no use for, or that asks for too much.
    pub fn check(&self) -> Result<(), PlanFault> {
        self.check_size()?;
        use ExperimentKind::{Goldfish, Hands, Set};
        let dealt = matches!(self.kind, Hands | Goldfish);
        let model = self.kind == Goldfish && !self.rules;
        let played = !dealt || self.rules;
        let said = [
            ("decks", !self.decks.is_empty(), self.kind != Set),
            ("draw", self.draw, model || self.kind == Hands),
            ("mulligan", self.mulligan.is_some(), self.kind == Hands),
            ("keep", !self.keep.is_empty(), self.kind == Hands),
            ("ask", !self.ask.is_empty(), self.kind == Hands),
            ("goal", self.goal.is_some(), model || self.kind == Hands),
            ("rules", self.rules, self.kind == Goldfish),
            ("variant", !self.variant.is_empty(), model),
            ("search", self.search.is_some(), model),
            ("after", self.after.is_some(), self.kind == Set),
            ("drafters", !self.drafters.is_empty(), self.kind == Set),
            ("players", !self.players.is_empty(), played),
            ("options", !self.options.is_empty(), played),
        ];
        match said.into_iter().find(|(_, said, used)| *said && !used) {
            Some((key, _, _)) => Err(UnusedKey { key, kind: self.kind }.into()),
            None => Ok(()),
        }
    }

    /// Whether it can be counted at all: a plan can come from anybody, and says how much is made for it.
    fn check_size(&self) -> Result<(), PlanFault> {
        let cards = self.variant.iter().map(|v| v.add.len() + v.remove.len()).max();
        let lists = [&self.decks, &self.keep, &self.ask, &self.drafters, &self.players, &self.options];
        let cards_named = self.variant.iter().flat_map(|v| v.add.iter().chain(&v.remove));
        let single =
            [&self.title, &self.format, &self.mulligan, &self.goal, &self.search, &self.after].into_iter().flatten();
        let longest = lists.into_iter().flatten().chain(cards_named).chain(single).map(String::len).max();
        let counted = [
            ("games", self.games.unwrap_or(0), MOST_GAMES),
            ("turns", self.turns.unwrap_or(0).into(), MOST_TURNS.into()),
            ("decks", self.decks.len() as u64, MOST_DECKS as u64),
            ("keep", self.keep.len() as u64, MOST_LINES as u64),
            ("ask", self.ask.len() as u64, MOST_LINES as u64),
            ("drafters", self.drafters.len() as u64, MOST_LINES as u64),
            ("players", self.players.len() as u64, MOST_LINES as u64),
            ("options", self.options.len() as u64, MOST_LINES as u64),
            ("variant", self.variant.len() as u64, MOST_VARIANTS as u64),
            ("cards of a variant", cards.unwrap_or(0) as u64, MOST_LINES as u64),
            ("bytes of a text", longest.unwrap_or(0) as u64, LONGEST as u64),
        ];
        match counted.into_iter().find(|(_, is, most)| is > most) {
            Some((key, is, most)) => Err(PlanFault::Large { key, is, most }),
            None => Ok(()),
        }
    }

    /// Hands, games of each pair or of each deck, or pods.
    pub fn games(&self) -> u64 {
        self.games.unwrap_or(match self.kind {
            ExperimentKind::Hands => 100_000,
            ExperimentKind::Goldfish if self.rules => 1_000,
            ExperimentKind::Goldfish => 100_000,
            ExperimentKind::Series | ExperimentKind::Impact => 1_000,
            ExperimentKind::Field | ExperimentKind::Mirrors => 200,
            ExperimentKind::Set => 100,
        })
    }
}
