//! Formats: what a deck must be, read from `data/<game>/formats/<format>.toml`.
//!
//! A format is a list of rules; what each kind of rule means stands under [`crate::check`]. What a rulebook leaves
//! open is a [`Ruling`]: a number or a switch with a default, which a table may set otherwise. [`DeckFormat::with_rulings`] gives
//! the format with other rulings, [`DeckFormat::on_day`] as it was or will be on a day; all that takes a format takes those.

mod read;
mod ruling;

use std::borrow::Cow;

use catalog::{CountQuery, Query};
use serde::{Deserialize, Serialize};

use crate::check::{Condition, Demand};
use crate::event;
use crate::limited::draft::DraftType;

pub(crate) use read::{RuleReader, read};
pub use ruling::{Ruling, RulingError};

/// A format.
#[derive(Debug, Clone)]
pub struct DeckFormat {
    /// Id and file name; with the game, `afrika/codex`.
    pub id: String,
    /// Name.
    pub name: String,
    /// What it is, in a sentence.
    pub about: String,
    /// The section whose first card is the leader: it decides which factions are at home.
    pub home: Option<usize>,
    /// What a deck must be.
    pub rules: Vec<Rule>,
    /// What is allowed, but seldom meant.
    pub warnings: Vec<Advice>,
    /// What a deck should rather be.
    pub advice: Vec<Advice>,
    /// What a table may settle otherwise.
    pub rulings: Vec<Ruling>,
    /// How a pool is made, if the format is a limited one.
    pub limited: Option<Limited>,
    /// How a match is played.
    pub match_settings: MatchSettings,
    /// What matches of an event are worth, and what breaks ties.
    pub event: event::EventRules,
    /// The day that is asked about, `YYYY-MM-DD`; without one, all sets of the data are out.
    pub day: Option<String>,
}

/// How a match is played in a format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchSettings {
    /// Fewest and most seats.
    pub seats: (u32, u32),
    /// Players of a team; 1 where everybody plays alone.
    pub team: u32,
    /// Whether all seats play with one deck.
    pub shared: bool,
    /// Rulings of the format that differ from the game's defaults, by key; the rules engine knows them.
    pub options: Vec<(String, String)>,
}

impl Default for MatchSettings {
    fn default() -> Self {
        MatchSettings { seats: (2, 2), team: 1, shared: false, options: Vec::new() }
    }
}

/// A rule of deck construction, with the ids of the rulebook's rules that it follows.
#[derive(Debug, Clone)]
pub struct Rule {
    /// A word by which a format that extends this one may leave it out.
    pub id: Option<String>,
    /// What it demands.
    pub demand: Demand,
    /// Rule ids.
    pub cites: Vec<String>,
    /// Whether it counts over the decks of a team.
    pub team: bool,
    /// Whether a ruling has switched it off.
    pub off: bool,
    /// The first day on which it holds.
    pub from: Option<String>,
    /// The last day on which it holds.
    pub until: Option<String>,
    /// What the deck must hold for it to apply, such as a companion.
    pub condition: Option<Condition>,
    /// Why, in a sentence, where the rulebook does not say.
    pub why: Option<String>,
}

impl Rule {
    /// A rule that always holds.
    pub fn new(demand: Demand, cites: Vec<String>) -> Rule {
        let (id, from, until, condition, why) = (None, None, None, None, None);
        Rule { id, demand, cites, team: false, off: false, from, until, condition, why }
    }

    /// Whether it asks about the deck's leader.
    pub fn asks_home(&self) -> bool {
        self.demand.asks_home() || self.condition.as_ref().is_some_and(Condition::asks_home)
    }

    /// Whether it holds on a day; without one, the last word holds.
    pub fn holds_on(&self, day: Option<&str>) -> bool {
        let began = self.from.as_deref().is_none_or(|from| day.is_none_or(|day| from <= day));
        let lasts = self.until.as_deref().is_none_or(|until| day.is_some_and(|day| day <= until));
        !self.off && began && lasts
    }
}

/// Advice: never an error.
#[derive(Debug, Clone)]
pub struct Advice {
    /// What should hold for the main section.
    pub count: CountQuery,
    /// The size of a deck, in cards, that the numbers are meant for; a larger deck has larger ones.
    pub per: Option<u32>,
    /// What to say when it does not hold; with `per`, numbers in braces grow with the deck.
    pub text: String,
    /// Rule ids.
    pub cites: Vec<String>,
}

impl Advice {
    /// What should hold for a deck of so many cards. Ranges grow outwards to whole numbers.
    pub fn count_for(&self, cards: u32) -> Cow<'_, CountQuery> {
        match self.per {
            Some(per) if cards > per => Cow::Owned(scaled(&self.count, cards, per)),
            _ => Cow::Borrowed(&self.count),
        }
    }

    /// What to say of a deck of so many cards.
    pub fn text_for(&self, cards: u32) -> String {
        let Some(per) = self.per else { return self.text.clone() };
        let mut parts = self.text.split(['{', '}']);
        let mut text = parts.next().unwrap_or_default().to_owned();
        while let Some(place) = parts.next() {
            let n = place.parse::<u16>().map_or(0, u64::from);
            let (cards, per) = (u64::from(cards.max(per)), u64::from(per));
            text.push_str(&((n * cards + per / 2) / per).to_string());
            text.push_str(parts.next().unwrap_or_default());
        }
        text
    }

    /// Whether each brace of the text holds a number that can grow.
    pub(crate) fn has_sound_text(&self) -> bool {
        let parts: Vec<&str> = self.text.split(['{', '}']).collect();
        let numbers = parts.iter().skip(1).step_by(2).all(|n| n.parse::<u16>().is_ok());
        self.per.is_none() || (parts.len() % 2 == 1 && numbers)
    }
}

/// The count with its bounds times `cards / per`.
fn scaled(count: &CountQuery, cards: u32, per: u32) -> CountQuery {
    let all = |parts: &[CountQuery]| parts.iter().map(|part| scaled(part, cards, per)).collect();
    let grown = |n: u32| u64::from(n) * u64::from(cards);
    let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    match count {
        CountQuery::Of { min, max, query } => CountQuery::Of {
            min: small(grown(*min) / u64::from(per)),
            max: max.map(|max| small(grown(max).div_ceil(u64::from(per)))),
            query: query.clone(),
        },
        CountQuery::And(parts) => CountQuery::And(all(parts)),
        CountQuery::Or(parts) => CountQuery::Or(all(parts)),
        CountQuery::Not(inner) => CountQuery::Not(Box::new(scaled(inner, cards, per))),
    }
}

/// How a pool is made.
#[derive(Debug, Clone)]
pub struct Limited {
    /// Id of the product that is opened first.
    pub product: String,
    /// Ids of the products of a player's packs, in the order in which they are opened.
    pub products: Vec<String>,
    /// Packs for each player.
    pub packs: u32,
    /// Fewest and most seats.
    pub seats: (u32, u32),
    /// How it is drafted; absent for sealed.
    pub draft_type: Option<DraftType>,
    /// Cards of a deck that is built from the pool.
    pub deck_size: u32,
    /// Of these, cards that make resources; 0 where a game has no such cards.
    pub lands: u32,
    /// Rule ids.
    pub cites: Vec<String>,
}

/// To whom a pack goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pass {
    /// The next seat.
    Left,
    /// The seat before.
    Right,
}

impl DeckFormat {
    /// Whether the factions of a deck limit which cards it can play: by a rule, or since their resources come from lands. A format
    /// without packs counts as one where they do.
    pub fn is_bound_by_factions(&self) -> bool {
        let binds = |rule: &Rule| matches!(rule.demand, Demand::Factions(_) | Demand::Identity(_)) || rule.asks_home();
        self.limited.as_ref().is_none_or(|limited| limited.lands > 0) || self.in_force().any(|(_, rule)| binds(rule))
    }

    /// The rules that hold, each with its position.
    pub fn in_force(&self) -> impl Iterator<Item = (usize, &Rule)> {
        self.rules.iter().enumerate().filter(|(_, rule)| rule.holds_on(self.day.as_deref()))
    }

    /// Whether decks of this format have a section.
    pub fn uses(&self, section: usize) -> bool {
        self.in_force().all(|(_, rule)| match &rule.demand {
            Demand::Sections(used) if rule.condition.is_none() => used.sections.contains(&section),
            _ => true,
        })
    }

    /// The cards that a pool's deck may have beside the pool, if the format asks for a pool.
    pub fn free_cards(&self) -> Option<&Query> {
        self.in_force().find_map(|(_, rule)| match &rule.demand {
            Demand::Pool(pool) if rule.condition.is_none() => Some(&pool.free),
            _ => None,
        })
    }

    /// The format on a day, `YYYY-MM-DD`.
    pub fn on_day(&self, day: &str) -> DeckFormat {
        DeckFormat { day: Some(day.to_owned()), ..self.clone() }
    }
}

impl Limited {
    /// Whether it is a draft.
    pub fn is_draft(&self) -> bool {
        self.draft_type.is_some()
    }
}
