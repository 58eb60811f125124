//! Positions of Afrika as scenarios write them.

use std::sync::Arc;

use catalog::read::TomlTable as Toml;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use super::setup::{EngineDeck, blank, id_of};
use super::state::{
    ARTIFACTS, CHARGED, ENERGIES, FRESH, Id, LOCATION, NONE, PendingDecision, State, Step, TERRAINS, ZONE_1, ZONE_2,
    Zone, owner,
};
use super::{Afrika, Event, Options, Permanent, Play, labels};
use crate::kernel::match_options::MatchOptions;
use crate::kernel::rules::Rules as _;
use crate::kernel::scenario::fields::{StateDifferences, card, cards, keywords, match_options, seat, seats, small};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance};

/// A starting position as written.
pub struct Start {
    options: Options,
    trouble: Option<String>,
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
    play: Vec<InPlay>,
}

/// A card in play as written; what is not said is not compared.
struct InPlay {
    card: CardIx,
    charged: Option<bool>,
    fresh: Option<bool>,
    damage: Option<i16>,
    counters: Option<i16>,
    resolve: Option<i16>,
    power: Option<i16>,
    health: Option<i16>,
    place: Option<u8>,
    on: Option<CardIx>,
    owner: Option<u8>,
    keywords: Option<Vec<String>>,
}

/// A position to compare with.
pub struct Expected {
    turn: Option<u16>,
    active: Option<u8>,
    decides: Option<u8>,
    step: Option<String>,
    over: Option<String>,
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
    play: Option<Vec<InPlay>>,
}

/// Energy in a pool, by terrain.
fn energy(t: &Toml<'_>, game: &GameData) -> Vec<(usize, u8)> {
    let Some(table) = t.table_if("energy") else { return Vec::new() };
    let known: Vec<&str> = game.factions.iter().map(|f| f.id.as_str()).collect();
    let keys = table.keys();
    let amount = |k: &str| small::<u8>(&table, k).unwrap_or(0);
    keys.iter().filter_map(|k| Some((table.one_of(k, k, "terrain", &known)?, amount(k)))).collect()
}

/// The places of cards in play, as written.
const PLACES: [(&str, u8); 5] =
    [("1", ZONE_1), ("2", ZONE_2), ("terrains", TERRAINS), ("artifacts", ARTIFACTS), ("location", LOCATION)];

fn place(t: &Toml<'_>) -> Option<u8> {
    let written = t.text_if("zone")?;
    let found = PLACES.iter().find(|(word, _)| *word == written).map(|(_, place)| *place);
    if found.is_none() {
        t.problem_at("zone", "a zone is \"1\", \"2\", \"terrains\", \"artifacts\" or \"location\"", None);
    }
    found
}

/// `"Name"`, or `{ card = "Name", charged = true }`.
fn in_play(t: &Toml<'_>, game: &GameData) -> Vec<InPlay> {
    let plain = |card: CardIx| InPlay {
        card,
        charged: None,
        fresh: None,
        damage: None,
        counters: None,
        resolve: None,
        power: None,
        health: None,
        place: None,
        on: None,
        owner: None,
        keywords: None,
    };
    t.texts_or_tables("play")
        .into_iter()
        .map(|item| match item {
            Ok(name) => plain(card(t, "play", &name, game)),
            Err(t) => InPlay {
                charged: t.flag_if("charged"),
                fresh: t.flag_if("fresh"),
                damage: small(&t, "damage"),
                counters: small(&t, "counters"),
                resolve: small(&t, "resolve"),
                power: small(&t, "power"),
                health: small(&t, "health"),
                place: place(&t),
                on: t.text_if("on").map(|name| card(&t, "on", &name, game)),
                owner: seat(&t, "owner"),
                keywords: t.has("keywords").then(|| keywords(&t, game)),
                ..plain(card(&t, "card", &t.text("card"), game))
            },
        })
        .collect()
}

fn side(t: &Toml<'_>, game: &GameData) -> WrittenSeat {
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

fn compared(t: &Toml<'_>, game: &GameData) -> ExpectedSeat {
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

/// A card of a seat, where it is, and for one in play the seat and place at which it is written.
type Owned = (CardIx, Zone, Option<(usize, usize)>);

impl<const N: usize, const B: usize> ScenarioSetup for Afrika<N, B> {
    type Start = Start;
    type Expected = Expected;

    fn check_option(key: &str, value: &str) -> Result<(), String> {
        Options::default().set(key, value).map_err(|e| e.to_string())
    }

    fn read_start(t: &Toml<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        let written = t.text_if("from");
        let found = START_POINTS.iter().find(|(word, _)| written.as_deref() == Some(word)).map(|(_, from)| *from);
        if written.is_some() && found.is_none() {
            let known: Vec<&str> = START_POINTS.iter().map(|(word, _)| *word).collect();
            t.problem_at("from", format!("a scenario starts from {}", known.join(", ")), None);
        }
        let (options, trouble) = match_options(options);
        Start {
            options,
            trouble,
            seats: seats(t, 6, |table| side(table, game)),
            turn: small(t, "turn").unwrap_or(3).max(1),
            active: seat(t, "active").unwrap_or(0),
            from: found.unwrap_or(StartPoint::In(Step::Exploration)),
            first: seat(t, "first"),
        }
    }

    fn read_expected(t: &Toml<'_>, game: &GameData) -> Expected {
        Expected {
            turn: small(t, "turn"),
            active: seat(t, "active"),
            decides: seat(t, "decides"),
            step: t.text_if("step"),
            over: t.text_if("over"),
            waits: t.has("waits").then(|| cards(t, "waits", game)),
            seats: (1..=6u8).filter_map(|n| Some((n - 1, compared(&t.table_if(&format!("seat{n}"))?, game)))).collect(),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State<N, B>), String> {
        if let Some(trouble) = &start.trouble {
            return Err(trouble.clone());
        }
        if let Some(seat) = start.first.into_iter().chain([start.active]).find(|s| usize::from(*s) >= start.seats.len())
        {
            return Err(format!("there is no seat {}", seat + 1));
        }
        let mut owned: Vec<Vec<Owned>> = Vec::new();
        for s in &start.seats {
            let piles = [
                (&s.hand, Zone::Hand),
                (&s.deck, Zone::Deck),
                (&s.void, Zone::Void),
                (&s.exile, Zone::Exile),
                (&s.aside, Zone::Aside),
            ];
            let mut all: Vec<Owned> =
                piles.iter().flat_map(|(pile, zone)| pile.iter().map(|c| (*c, *zone, None))).collect();
            all.extend(s.leader.map(|l| (l, Zone::Command, None)));
            owned.push(all);
        }
        // A card in play may be owned by another seat than the one that controls it.
        for (i, s) in start.seats.iter().enumerate() {
            for (k, p) in s.play.iter().enumerate() {
                let owner = p.owner.map_or(i, usize::from);
                owned.get_mut(owner).ok_or("an owner who does not play")?.push((p.card, Zone::Play, Some((i, k))));
            }
        }
        let decks = owned.iter().zip(&start.seats).enumerate().map(|(i, (cards, side))| EngineDeck {
            name: format!("seat {}", i + 1),
            // What is in play is put there below.
            cards: cards.iter().map(|(c, z, _)| (*c, if *z == Zone::Play { Zone::Gone } else { *z })).collect(),
            leader: side.leader,
        });
        let rules = Self::with(game, decks.collect(), start.options.clone()).map_err(|e| e.to_string())?;
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
            for (slot, (_, _, written)) in cards.iter().enumerate() {
                let Some((seat, k)) = written else { continue };
                let id = id_of(owner, slot);
                let written = &start.seats[*seat].play[*k];
                play.put_in_play(id, *seat as u8, written);
                hosts.extend(written.on.map(|host| (id, host)));
            }
        }
        for (id, host) in hosts {
            // One's own card of that name before another's.
            let mut there: Vec<Id> = play.s.ids().collect();
            there.sort_by_key(|o| play.s.permanent(*o).controller != play.s.permanent(id).controller);
            let at = there.into_iter().find(|o| *o != id && rules.data.def(*o).card == host);
            play.s.permanent_mut(id).host = at.ok_or("a host that is not in play")?;
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

    fn differences(&self, state: &State<N, B>, expected: &Expected) -> Vec<(String, String, String)> {
        let mut all = StateDifferences::default();
        let position = self.position(state);
        let names =
            |list: &[CardIx]| -> Vec<String> { list.iter().map(|c| self.data.game.card(*c).name.clone()).collect() };
        all.compare("turn", expected.turn, state.turn);
        all.compare("active seat", expected.active.map(|s| s + 1), state.active + 1);
        all.compare("step", expected.step.clone(), state.step.name().to_owned());
        if state.over.is_none() {
            all.compare("the seat that decides", expected.decides.map(|s| s + 1), position.decider() + 1);
        }
        if let Some(over) = &expected.over {
            let actual = state.over.map_or("the game goes on".into(), labels::outcome_text);
            all.compare("the end", Some(over.clone()), actual);
        }
        if let Some(waits) = &expected.waits {
            let live = state.items().iter().rev().filter(|i| i.kind != super::state::StackItemKind::Negated);
            let there: Vec<&str> = live.map(|i| self.def(i.source).name.as_str()).collect();
            all.compare("what waits, from the top", Some(names(waits).join(", ")), there.join(", "));
        }
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
                    all.compare(&format!("{who}: {}", self.data.game.factions[e].name), Some(wanted), player.pool[e]);
                }
            }
            all.compare(&format!("{who}: cards in Codex"), side.deck_size, state.codex(*seat).len());
            let hand = state.cards(*seat, Zone::Hand).len() as u8;
            all.compare(&format!("{who}: cards in hand"), side.hand_size, hand);
            for (pile, zone, name) in [
                (&side.hand, Zone::Hand, "hand"),
                (&side.void, Zone::Void, "Void Zone"),
                (&side.exile, Zone::Exile, "exiled"),
                (&side.command, Zone::Command, "command"),
            ] {
                if let Some(pile) = pile {
                    let mut wanted = names(pile);
                    let mut there: Vec<&str> =
                        state.cards(*seat, zone).of(*seat).map(|id| self.def(id).name.as_str()).collect();
                    wanted.sort_unstable();
                    there.sort_unstable();
                    all.compare(&format!("{who}: {name}"), Some(wanted.join(", ")), there.join(", "));
                }
            }
            if let Some(deck) = &side.deck {
                let slots = state.codex(*seat).cards().iter().rev();
                let there: Vec<&str> =
                    slots.map(|slot| self.def(id_of(*seat as usize, *slot as usize)).name.as_str()).collect();
                all.compare(&format!("{who}: Codex from the top"), Some(names(deck).join(", ")), there.join(", "));
            }
            if let Some(play) = &side.play {
                self.compare_play(state, *seat, play, &mut all);
            }
        }
        all.0
    }
}

impl<const N: usize, const B: usize> Play<'_, N, B, ScriptedChance<Event>> {
    /// A card lies in play as it is written.
    fn put_in_play(&mut self, id: Id, controller: u8, written: &InPlay) {
        let place = written.place.unwrap_or_else(|| self.usual_place(id));
        self.enter(id, controller, controller, place, false);
        let permanent = self.s.permanent_mut(id);
        permanent.flags = 0;
        permanent.set(CHARGED, written.charged == Some(true));
        permanent.set(FRESH, written.fresh == Some(true));
        permanent.damage = written.damage.unwrap_or(0);
        permanent.counters = written.counters.unwrap_or(0);
        if let Some(n) = written.resolve {
            permanent.resolve = n;
        }
    }
}

impl<const N: usize, const B: usize> Afrika<N, B> {
    /// Compares the cards that a seat controls: each written one must be there, and no other.
    fn compare_play(&self, state: &State<N, B>, seat: u8, written: &[InPlay], all: &mut StateDifferences) {
        let mut left: Vec<&Permanent> =
            state.in_order().filter(|b| b.controller == seat && b.place != LOCATION).collect();
        for one in written {
            let same = left.iter().position(|b| self.def(b.id).card == one.card && self.fits(state, b, one));
            match same {
                Some(at) => drop(left.remove(at)),
                None => {
                    let name = &self.data.game.card(one.card).name;
                    let there = self.board_text(state, None);
                    return all.0.push((
                        format!("seat {}: play", seat + 1),
                        format!("{name}{}", in_play_text(one)),
                        there,
                    ));
                }
            }
        }
        if !left.is_empty() {
            let names: Vec<&str> = left.iter().map(|b| self.def(b.id).name.as_str()).collect();
            all.0.push((format!("seat {}: play", seat + 1), "nothing else".into(), names.join(", ")));
        }
    }

    fn fits(&self, state: &State<N, B>, permanent: &Permanent, one: &InPlay) -> bool {
        let host = |card: CardIx| {
            permanent.host != NONE && state.in_play(permanent.host) && self.def(permanent.host).card == card
        };
        let keywords = || {
            let game = &self.data.game;
            let bits = (0..game.keywords.len()).filter(|i| permanent.keywords & (1 << i) != 0);
            let mut names: Vec<&str> = bits.map(|i| game.keywords[i].id.as_str()).collect();
            names.sort_unstable();
            names
        };
        one.charged.is_none_or(|c| permanent.is(CHARGED) == c)
            && one.fresh.is_none_or(|f| permanent.is(FRESH) == f)
            && one.damage.is_none_or(|n| n == permanent.damage)
            && one.counters.is_none_or(|n| n == permanent.counters)
            && one.resolve.is_none_or(|n| n == permanent.resolve)
            && one.power.is_none_or(|n| n == permanent.power)
            && one.health.is_none_or(|n| n == permanent.health)
            && one.place.is_none_or(|p| p == permanent.place)
            && one.on.is_none_or(host)
            && one.owner.is_none_or(|o| o == owner(permanent.id))
            && one.keywords.as_ref().is_none_or(|k| {
                let mut k: Vec<&str> = k.iter().map(String::as_str).collect();
                k.sort_unstable();
                k == keywords()
            })
    }
}

fn in_play_text(one: &InPlay) -> String {
    let mut text = String::new();
    for (word, flag) in [("charged", one.charged), ("fresh", one.fresh)] {
        if let Some(flag) = flag {
            text.push_str(&format!(", {}{word}", if flag { "" } else { "not " }));
        }
    }
    let place = one.place.map(i16::from);
    for (word, n) in [
        ("damage", one.damage),
        ("counters", one.counters),
        ("Resolve", one.resolve),
        ("power", one.power),
        ("health", one.health),
        ("place", place),
    ] {
        if let Some(n) = n {
            text.push_str(&format!(", {word} {n}"));
        }
    }
    if let Some(keywords) = &one.keywords {
        text.push_str(&format!(", keywords [{}]", keywords.join(", ")));
    }
    text
}
