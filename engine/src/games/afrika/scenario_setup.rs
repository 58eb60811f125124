//! Positions of Afrika as scenarios write them.

use std::sync::Arc;

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use super::setup::{EngineDeck, blank, id_of};
use super::state::{
    ARTIFACTS, CHARGED, ENERGIES, FRESH, Id, LOCATION, NONE, PendingDecision, State, Step, TERRAINS, ZONE_1, ZONE_2,
    Zone, owner,
};
use super::{Afrika, Event, Options, Permanent, Play};
use crate::kernel::match_options::{MatchOptions as _, OptionError};
use crate::kernel::rules::Rules as _;
use crate::kernel::scenario::fields::{card, cards, seat, seats, small};
use crate::kernel::scenario::permanents::{ActualPermanent, PermanentWords, WrittenPermanent, by_owner};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance, StartError, StateDifferences};

/// A starting position as written.
pub struct Start {
    options: Result<Options, OptionError>,
    seats: Vec<WrittenSeat>,
    turn: u16,
    active: u8,
    from: StartPoint,
    first: Option<u8>,
}

/// Where a scenario begins.
#[derive(Clone, Copy)]
enum StartPoint {
    SetUp,
    Turn,
    In(Step),
}

/// One seat's cards and numbers.
struct WrittenSeat {
    life: Option<i16>,
    energy: Vec<(usize, u8)>,
    terrains: u8,
    hand: Vec<CardIx>,
    deck: Vec<CardIx>,
    void: Vec<CardIx>,
    exile: Vec<CardIx>,
    aside: Vec<CardIx>,
    leader: Option<CardIx>,
    play: Vec<WrittenPermanent>,
}

/// What is said of a card in play.
const WORDS: PermanentWords =
    PermanentWords { flags: &["charged", "fresh"], numbers: &["damage", "counters", "resolve", "power", "health"] };

/// A position to compare with.
pub struct Expected {
    turn: Option<u16>,
    active: Option<u8>,
    step: Option<String>,
    waits: Option<Vec<CardIx>>,
    seats: Vec<(u8, ExpectedSeat)>,
}

struct ExpectedSeat {
    life: Option<i16>,
    energy: Option<Vec<(usize, u8)>>,
    out: Option<bool>,
    deck_size: Option<u8>,
    hand_size: Option<u8>,
    hand: Option<Vec<CardIx>>,
    deck: Option<Vec<CardIx>>,
    void: Option<Vec<CardIx>>,
    exile: Option<Vec<CardIx>>,
    command: Option<Vec<CardIx>>,
    play: Option<Vec<WrittenPermanent>>,
}

/// Energy in a pool, by terrain.
fn energy(t: &TomlTable<'_>, game: &GameData) -> Vec<(usize, u8)> {
    let Some(table) = t.table_if("energy") else { return Vec::new() };
    let known: Vec<&str> = game.factions.iter().map(|f| f.id.as_str()).collect();
    let keys = table.keys();
    let amount = |k: &str| small::<u8>(&table, k).unwrap_or(0);
    keys.iter().filter_map(|k| Some((table.one_of(k, k, "terrain", &known)?, amount(k)))).collect()
}

/// Where a card in play lies.
const ZONE: &str = "zone";
/// The places of cards in play, as written.
const PLACES: [(&str, u8); 5] =
    [("1", ZONE_1), ("2", ZONE_2), ("terrains", TERRAINS), ("artifacts", ARTIFACTS), ("location", LOCATION)];

fn place(t: &TomlTable<'_>) -> Option<(&'static str, i16)> {
    let written = t.text_if(ZONE)?;
    let found = PLACES.iter().find(|(word, _)| *word == written).map(|(_, place)| *place);
    if found.is_none() {
        t.problem_at(ZONE, "a zone is \"1\", \"2\", \"terrains\", \"artifacts\" or \"location\"", None);
    }
    found.map(|place| (ZONE, place.into()))
}

fn in_play(t: &TomlTable<'_>, game: &GameData) -> Vec<WrittenPermanent> {
    WrittenPermanent::read(t, game, &WORDS, place)
}

fn side(t: &TomlTable<'_>, game: &GameData) -> WrittenSeat {
    WrittenSeat {
        life: small(t, "life"),
        energy: energy(t, game),
        terrains: small(t, "summoned").unwrap_or(0),
        hand: cards(t, "hand", game),
        deck: cards(t, "deck", game),
        void: cards(t, "void", game),
        exile: cards(t, "exile", game),
        aside: cards(t, "aside", game),
        leader: t.text_if("leader").map(|name| card(t, "leader", &name, game)),
        play: in_play(t, game),
    }
}

fn compared(t: &TomlTable<'_>, game: &GameData) -> ExpectedSeat {
    let pile = |key: &str| t.has(key).then(|| cards(t, key, game));
    ExpectedSeat {
        life: small(t, "life"),
        energy: t.has("energy").then(|| energy(t, game)),
        out: t.flag_if("out"),
        deck_size: small(t, "deck_size"),
        hand_size: small(t, "hand_size"),
        hand: pile("hand"),
        deck: pile("deck"),
        void: pile("void"),
        exile: pile("exile"),
        command: pile("command"),
        play: t.has("play").then(|| in_play(t, game)),
    }
}

/// Where a scenario may begin, as written.
const START_POINTS: [(&str, StartPoint); 8] = [
    ("setup", StartPoint::SetUp),
    ("turn", StartPoint::Turn),
    ("sustenance", StartPoint::In(Step::Sustenance)),
    ("insight", StartPoint::In(Step::Insight)),
    ("exploration", StartPoint::In(Step::Exploration)),
    ("combat", StartPoint::In(Step::Mobilize)),
    ("second", StartPoint::In(Step::Second)),
    ("dusk", StartPoint::In(Step::Dusk)),
];

impl<const N: usize, const B: usize> ScenarioSetup for Afrika<N, B> {
    type Start = Start;
    type Expected = Expected;

    fn check_option(_: &Arc<catalog::GameData>, key: &str, value: &str) -> Result<(), OptionError> {
        Options::default().set(key, value)
    }

    fn read_start(t: &TomlTable<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        let written = t.text_if("from");
        let found = START_POINTS.iter().find(|(word, _)| written.as_deref() == Some(word)).map(|(_, from)| *from);
        if written.is_some() && found.is_none() {
            let known: Vec<&str> = START_POINTS.iter().map(|(word, _)| *word).collect();
            t.problem_at("from", format!("a scenario starts from {}", known.join(", ")), None);
        }
        Start {
            options: Options::from_pairs(options),
            seats: seats(t, 6, |table| side(table, game)),
            turn: small(t, "turn").unwrap_or(3).max(1),
            active: seat(t, "active").unwrap_or(0),
            from: found.unwrap_or(StartPoint::In(Step::Exploration)),
            first: seat(t, "first"),
        }
    }

    fn read_expected(t: &TomlTable<'_>, game: &GameData) -> Expected {
        Expected {
            turn: small(t, "turn"),
            active: seat(t, "active"),
            step: t.text_if("step"),
            waits: t.has("waits").then(|| cards(t, "waits", game)),
            seats: (1..=6u8).filter_map(|n| Some((n - 1, compared(&t.table_if(&format!("seat{n}"))?, game)))).collect(),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State<N, B>), StartError> {
        let options = start.options.clone()?;
        if let Some(seat) = start.first.into_iter().chain([start.active]).find(|s| usize::from(*s) >= start.seats.len())
        {
            return Err(StartError::Seat(seat));
        }
        let piles = start.seats.iter().map(|s| {
            vec![
                (&s.hand[..], Zone::Hand),
                (&s.deck[..], Zone::Deck),
                (&s.void[..], Zone::Void),
                (&s.exile[..], Zone::Exile),
                (&s.aside[..], Zone::Aside),
                (s.leader.as_slice(), Zone::Command),
            ]
        });
        let owned = by_owner(piles, start.seats.iter().map(|s| &s.play[..]), Zone::Play)?;
        let decks = owned.iter().zip(&start.seats).enumerate().map(|(i, (cards, side))| EngineDeck {
            name: format!("seat {}", i + 1),
            // What is in play is put there below.
            cards: cards
                .iter()
                .map(|owned| (owned.card, if owned.zone == Zone::Play { Zone::Gone } else { owned.zone }))
                .collect(),
            leader: side.leader,
        });
        let rules = Self::with(game, decks.collect(), options)?;
        chance.set_names(rules.data.defs.iter().map(|d| d.name.clone()));
        let mut state = blank(&rules.data, Seed::from_number(0).fast());
        let mut play = Play { t: &rules.data, s: &mut state, w: chance };
        for (i, side) in start.seats.iter().enumerate() {
            let player = &mut play.s.players[i];
            if let Some(life) = side.life {
                player.life = life;
            }
            player.terrains = side.terrains;
            for (energy, n) in &side.energy {
                player.pool[*energy] = *n;
            }
        }
        if matches!(start.from, StartPoint::SetUp) {
            play.set_up(start.first);
            play.advance();
            return Ok((rules, state));
        }
        for seat in 0..start.seats.len() {
            // The Codex is written from the top, and its order is fixed.
            play.s.decks[seat].stack();
        }
        let mut hosts: Vec<(Id, CardIx)> = Vec::new();
        for (owner, cards) in owned.iter().enumerate() {
            for (slot, owned) in cards.iter().enumerate() {
                let Some((seat, at)) = owned.written else { continue };
                let id = id_of(owner, slot);
                let written = &start.seats[seat].play[at];
                play.put_in_play(id, seat as u8, written)?;
                hosts.extend(written.host.map(|host| (id, host)));
            }
        }
        for (id, host) in hosts {
            // One's own card of that name before another's.
            let mut there: Vec<Id> = play.s.ids().collect();
            there.sort_by_key(|o| play.s.permanent(*o).controller != play.s.permanent(id).controller);
            let at = there.into_iter().find(|o| *o != id && rules.data.def(*o).card == host);
            play.s.permanent_mut(id).host = at.ok_or(StartError::Host)?;
        }
        (play.s.queued, play.s.stale, play.s.needs_state_check) = (0, true, true);
        play.s.active = start.active;
        match start.from {
            StartPoint::In(step) => {
                (play.s.turn, play.s.step, play.s.pending) = (start.turn, step, PendingDecision::Begin);
            }
            _ => {
                play.s.turn = start.turn - 1;
                play.begin_turn(start.active);
            }
        }
        play.advance();
        Ok((rules, state))
    }

    fn differences(&self, state: &State<N, B>, expected: &Expected, all: &mut StateDifferences) {
        let position = self.position(state);
        let game = &self.data.game;
        all.compare("turn", expected.turn, state.turn);
        all.compare("active seat", expected.active.map(|s| s + 1), state.active + 1);
        all.compare("step", expected.step.clone(), state.step.name().to_owned());
        let live = state.items().iter().rev().filter(|i| i.kind != super::state::StackItemKind::Negated);
        let waiting = live.map(|i| self.def(i.source).name.as_str());
        all.compare_order("what waits, from the top", expected.waits.as_deref(), waiting, game);
        for (seat, side) in &expected.seats {
            let who = format!("seat {}", seat + 1);
            if *seat >= self.seats() {
                all.compare(&who, Some("a player"), "nobody");
                continue;
            }
            let player = state.player(*seat);
            all.compare(&format!("{who}: life"), side.life, position.life(*seat));
            all.compare(&format!("{who}: out"), side.out, player.out);
            if let Some(energy) = &side.energy {
                for e in 0..ENERGIES {
                    let wanted = energy.iter().find(|(f, _)| *f == e).map_or(0, |(_, n)| *n);
                    all.compare(&format!("{who}: {}", game.factions[e].name), Some(wanted), player.pool[e]);
                }
            }
            all.compare(&format!("{who}: cards in Codex"), side.deck_size, state.codex(*seat).len());
            let hand = state.cards(*seat, Zone::Hand).len() as u8;
            all.compare(&format!("{who}: cards in hand"), side.hand_size, hand);
            let name = |id: Id| self.def(id).name.as_str();
            for (pile, zone, word) in [
                (&side.hand, Zone::Hand, "hand"),
                (&side.void, Zone::Void, "Void Zone"),
                (&side.exile, Zone::Exile, "exiled"),
                (&side.command, Zone::Command, "command"),
            ] {
                let there = state.cards(*seat, zone).of(*seat).map(name);
                all.compare_set(&format!("{who}: {word}"), pile.as_deref(), there, game);
            }
            let slots = state.codex(*seat).cards().iter().rev();
            let codex = slots.map(|slot| name(id_of(*seat as usize, *slot as usize)));
            all.compare_order(&format!("{who}: Codex from the top"), side.deck.as_deref(), codex, game);
            if let Some(play) = &side.play {
                let own = |b: &&Permanent| b.controller == *seat && b.place != LOCATION;
                let there = state.in_order().filter(own).map(|b| self.actual(state, b)).collect();
                all.compare_play(*seat, play, there, game, || self.board_text(state, None));
            }
        }
    }
}

impl<const N: usize, const B: usize> Play<'_, N, B, ScriptedChance<Event>> {
    /// A card lies in play as it is written.
    fn put_in_play(&mut self, id: Id, controller: u8, written: &WrittenPermanent) -> Result<(), StartError> {
        let place = written.number(ZONE)?.unwrap_or_else(|| self.usual_place(id));
        self.enter(id, controller, controller, place, false);
        self.s.permanent_mut(id).flags = 0;
        self.s.set_charged(id, written.is("charged"));
        let permanent = self.s.permanent_mut(id);
        permanent.set(FRESH, written.is("fresh"));
        permanent.damage = written.number("damage")?.unwrap_or(0);
        permanent.counters = written.number("counters")?.unwrap_or(0);
        if let Some(n) = written.number("resolve")? {
            permanent.resolve = n;
        }
        Ok(())
    }
}

impl<const N: usize, const B: usize> Afrika<N, B> {
    /// A card in play, in the words of scenarios.
    fn actual<'a>(&'a self, state: &State<N, B>, permanent: &Permanent) -> ActualPermanent<'a> {
        let def = self.def(permanent.id);
        let hosted = permanent.host != NONE && state.in_play(permanent.host);
        ActualPermanent {
            card: def.card,
            name: &def.name,
            host: hosted.then(|| self.def(permanent.host).card),
            owner: owner(permanent.id),
            keywords: permanent.keywords.into(),
            flags: vec![("charged", permanent.is(CHARGED)), ("fresh", permanent.is(FRESH))],
            numbers: vec![
                ("damage", permanent.damage),
                ("counters", permanent.counters),
                ("resolve", permanent.resolve),
                ("power", permanent.power),
                ("health", permanent.health),
                (ZONE, permanent.place.into()),
            ],
        }
    }
}
