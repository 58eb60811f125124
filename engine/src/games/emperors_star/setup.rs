//! From a checked deck to the days of a match, and from one day to the next.

use catalog::noted;
use std::sync::Arc;

use catalog::{CardIx, GameData};
use formats::check::LegalDeck;
use formats::rng::FastRng;

use super::{DAYS, Options, Points, Star, StarEvent, State};
use crate::games::chrononauts::cards::{self, type_of};
use crate::games::chrononauts::setup::MatchCards;
use crate::games::chrononauts::state::{Cards, Id, NONE, SEATS, ids};
use crate::games::chrononauts::{Chrononauts, Event, MatchData};
use crate::kernel::match_options::SetupError;
use crate::kernel::rules::EventSink;
use crate::timeline;

/// Whether a card is used on a day; one that names no day is used on all of them (ES-094).
pub(super) fn is_of_day(game: &GameData, card: CardIx, day: i32) -> bool {
    matches!(cards::number(game, card, "day"), 0) || cards::number(game, card, "day") == day
}

/// What is used of some cards on the day of this card.
pub(super) fn of_day(game: &GameData, brought: &MatchCards, card: CardIx) -> MatchCards {
    let day = cards::number(game, card, "day");
    let used = |cards: &[CardIx]| cards.iter().copied().filter(|ix| is_of_day(game, *ix, day)).collect();
    MatchCards {
        timeline: used(&brought.timeline),
        identities: brought.identities.clone(),
        missions: Vec::new(),
        main: used(&brought.main),
        day: Some(card),
    }
}

/// Every card of the game, each once.
pub(super) fn everything(game: &GameData) -> MatchCards {
    let of = |types: &[&str]| game.indices().filter(|ix| types.contains(&type_of(game, *ix))).collect();
    MatchCards {
        timeline: of(&["linchpin", "ripplepoint"]),
        identities: of(&["identity"]),
        missions: Vec::new(),
        main: of(&["artifact", "inverter", "patch", "action", "timewarp", "gadget"]),
        day: None,
    }
}

/// The days of the game, in order.
pub(super) fn days(game: &GameData) -> Vec<CardIx> {
    let mut days: Vec<CardIx> = game.indices().filter(|ix| type_of(game, *ix) == "day").collect();
    days.sort_by_key(|ix| cards::number(game, *ix, "day"));
    days
}

/// Everything that the engine cannot play in the data of the game, card by card.
pub(crate) fn refusals(game: &Arc<GameData>) -> Vec<(Option<CardIx>, String)> {
    let (all, days) = (everything(game), days(game));
    if days.is_empty() {
        return vec![(None, "there is no day in it".into())];
    }
    let brought: Vec<MatchCards> = days.iter().map(|day| of_day(game, &all, *day)).collect();
    match Star::with(game, &brought, SEATS, &Options::default()) {
        Err(SetupError::Cards(refused)) => refused.into_iter().map(|r| (game.find(&r.card), r.why)).collect(),
        Err(other) => vec![(None, other.to_string())],
        Ok(_) => Vec::new(),
    }
}

impl Star {
    /// A match of six with one checked deck that all share (ES-001).
    ///
    /// # Errors
    /// If a card cannot be played, by name, or if there are not six players.
    pub fn new(
        game: &Arc<GameData>,
        decks: &[&LegalDeck],
        seats: usize,
        options: &Options,
    ) -> Result<Self, SetupError> {
        if seats != SEATS {
            return Err(SetupError::Seats { players: seats, takes: "6".into() });
        }
        let brought = MatchCards::from_decks(game, decks)?;
        if brought.identities.len() < seats {
            return Err(SetupError::TooFew {
                number: brought.identities.len(),
                of: noted!("characters"),
                least: seats,
            });
        }
        let mut days = game.section("days").map(|s| decks[0].deck().cards(s)).unwrap_or_default();
        days.sort_by_key(|ix| cards::number(game, *ix, "day"));
        let days: Vec<MatchCards> = days.iter().map(|day| of_day(game, &brought, *day)).collect();
        Star::with(game, &days, seats, options)
    }

    /// A match of these days.
    pub(super) fn with(
        game: &Arc<GameData>,
        brought: &[MatchCards],
        seats: usize,
        options: &Options,
    ) -> Result<Self, SetupError> {
        if brought.is_empty() {
            return Err(SetupError::TooFew { number: 0, of: noted!("days"), least: 1 });
        }
        if brought.len() > DAYS {
            return Err(SetupError::TooMany { number: brought.len(), of: noted!("days"), most: DAYS });
        }
        let mut days = Vec::new();
        for day in brought {
            let mut rules = Chrononauts::with(game, day, seats, options.day_options())?;
            if let Some(day) = &mut rules.data.day {
                day.house = options.house;
                day.needs = options.vp_needed.map_or(day.needs, |n| n as i8);
            }
            days.push(rules);
        }
        Star::from_days(days, options)
    }

    /// A match of days that are ready.
    pub(super) fn from_days(days: Vec<Chrononauts>, options: &Options) -> Result<Self, SetupError> {
        let mut before = vec![0];
        for day in &days {
            let last = before.last().expect("it begins with one");
            before.push(last + day.data.card_names().count() as u16);
        }
        let star = Star { characters: None, days, before };
        star.check_carries()?;
        let characters = options.characters.as_ref().map(|names| star.cast(names)).transpose()?;
        Ok(Star { characters, ..star })
    }

    /// What reaches into the next day must find its Linchpin there.
    fn check_carries(&self) -> Result<(), SetupError> {
        for (day, next) in self.days.iter().zip(self.days.iter().skip(1)) {
            for (patch, label) in day.data.day.iter().flat_map(|d| &d.carries) {
                if next.data.timeline.linchpin(label).is_err() {
                    let card = day.data.patch_name(*patch).to_owned();
                    let why = format!("it reaches to {label}, which is no Linchpin of the next day");
                    return Err(SetupError::Cards(vec![crate::kernel::match_options::Refusal { card, why }]));
                }
            }
        }
        Ok(())
    }

    /// The characters of the seats, by name.
    fn cast(&self, names: &[String]) -> Result<[u8; SEATS], SetupError> {
        let mut cast = [NONE; SEATS];
        for (seat, name) in names.iter().enumerate().take(SEATS) {
            let found = self.days[0].data.identities.iter().position(|i| i.name == *name);
            let at = found.filter(|at| !cast.contains(&(*at as u8)));
            let why =
                || SetupError::Data { game: "The Emperor's Star", what: format!("a character {name} for one seat") };
            cast[seat] = at.ok_or_else(why)? as u8;
        }
        Ok(cast)
    }

    /// A match before its first day.
    pub(super) fn blank(&self, dice: FastRng) -> State {
        State {
            at: 0,
            now: self.days[0].data.blank(dice),
            turns: 0,
            points: [[Points::default(); SEATS]; DAYS],
            enders: [NONE; DAYS],
            over: None,
        }
    }

    /// Begins the day of a blank position: tokens (ES-013), then the deal of Chrononauts (ES-009).
    pub(super) fn open<W: EventSink<StarEvent>>(&self, state: &mut State, first: Option<u8>, sink: &mut W) {
        let cast = self.characters.filter(|_| state.at == 0);
        self.on_day(state, sink, |day| {
            (0..day.seats as usize).for_each(|seat| day.s.favors[seat] = [1, 1]);
            for (seat, id) in cast.iter().flatten().enumerate().take(day.seats.into()) {
                day.s.identities.give(seat as u8, *id);
            }
            day.emit(Event::DayBegins);
            for cell in timeline::bits(day.s.history.primes) {
                day.emit(Event::Reversed { cell, prime: true });
            }
            for cell in timeline::bits(day.s.history.holes) {
                day.emit(Event::Torn { cell });
            }
            day.set_up(first);
        });
    }

    /// The next day, as the one that is over leaves it: characters (ES-003), Artifacts on tables (ES-007, ES-R05), and
    /// what reaches into it (ES-006, ES-R06). Tokens do not (ES-R04).
    pub(super) fn next_day(&self, state: &State) -> crate::games::chrononauts::State {
        let (old, new) = (&self.today(state).data, &self.days[state.at as usize + 1].data);
        let mut next = new.blank(state.now.dice.clone());
        next.identities = state.now.identities;
        let mut kept: Cards = 0;
        for (seat, table) in state.now.tables.iter().enumerate() {
            for id in ids(table & old.artifacts) {
                if let Some(id) = same_card(old, new, id) {
                    next.tables[seat] |= 1 << id;
                    kept |= 1 << id;
                }
            }
        }
        while let Some(at) = next.deck.cards().iter().position(|id| kept & 1 << id != 0) {
            next.deck.swap_out(at);
        }
        for (patch, label) in old.day.iter().flat_map(|day| &day.carries) {
            if state.now.history.patches & 1 << patch != 0
                && let Ok(linchpin) = new.timeline.linchpin(label)
                && next.history.primes & 1 << linchpin == 0
            {
                new.timeline.reverse(&mut next.history, linchpin);
            }
        }
        next
    }
}

/// The card of another day that this copy is there.
fn same_card(old: &MatchData, new: &MatchData, id: Id) -> Option<Id> {
    let def = old.def_of[id as usize] as usize;
    let nth = (old.copies[def] & ((1 << id) - 1)).count_ones();
    let there = new.defs.iter().position(|d| d.card == old.defs[def].card)?;
    ids(new.copies[there]).nth(nth as usize)
}
