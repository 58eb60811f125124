//! Positions of Chron X as scenarios write them.

use crate::kernel::rules::Rules as _;
use std::sync::Arc;

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use super::setup::{EngineDeck, blank};
use super::state::{DEPLOYING, HACKED, Id, NONE, SLOTS, State, Step, TAPPED, Zone};
use super::{CardKind, ChronX, Event, Options, Play, RESOURCES};
use crate::kernel::match_options::{MatchOptions as _, OptionError};
use crate::kernel::scenario::fields::{card, cards, seat, seats, small};
use crate::kernel::scenario::permanents::{ActualPermanent, OwnedCard, PermanentWords, WrittenPermanent, by_owner};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance, StartError, StateDifferences};

/// A starting position as written.
pub struct Start {
    options: Result<Options, OptionError>,
    seats: Vec<WrittenSeat>,
    turn: u16,
    active: u8,
    /// From the very beginning, the beginning of a turn, or the main phase.
    from: StartPoint,
    first: Option<u8>,
    city: Option<CardIx>,
}

enum StartPoint {
    SetUp,
    Turn,
    Main,
}

/// One seat's cards and numbers.
#[derive(Default)]
struct WrittenSeat {
    base: Option<CardIx>,
    damage: u8,
    resources: [i16; RESOURCES],
    points: Vec<u8>,
    plays: u8,
    hand: Vec<CardIx>,
    deck: Vec<CardIx>,
    discard: Vec<CardIx>,
    downloads: Vec<CardIx>,
    play: Vec<WrittenPermanent>,
}

/// What is said of a card in play.
const WORDS: PermanentWords =
    PermanentWords { flags: &["tapped", "deploying", "hacked"], numbers: &["damage", "firepower", "armor"] };

/// A position to compare with.
pub struct Expected {
    turn: Option<u16>,
    active: Option<u8>,
    seats: Vec<(u8, ExpectedSeat)>,
}

struct ExpectedSeat {
    resources: Vec<(usize, i16)>,
    points: Vec<u8>,
    damage: Option<u8>,
    out: Option<bool>,
    deck_size: Option<u8>,
    hand: Option<Vec<CardIx>>,
    deck: Option<Vec<CardIx>>,
    discard: Option<Vec<CardIx>>,
    downloads: Option<Vec<CardIx>>,
    play: Option<Vec<WrittenPermanent>>,
}

fn resources(t: &TomlTable<'_>, game: &GameData) -> Vec<(usize, i16)> {
    let Some(table) = t.table_if("resources") else { return Vec::new() };
    let known: Vec<&str> = game.resources.iter().take(RESOURCES).map(|r| r.id.as_str()).collect();
    let keys = table.keys();
    let amount = |k: &str| {
        let n = table.number(k);
        if !(0..=999).contains(&n) {
            table.problem_at(k, "a resource is 0 to 999", None);
        }
        n.clamp(0, 999) as i16
    };
    keys.iter().filter_map(|k| Some((table.one_of(k, k, "resource", &known)?, amount(k)))).collect()
}

fn in_play(t: &TomlTable<'_>, game: &GameData) -> Vec<WrittenPermanent> {
    WrittenPermanent::read(t, game, &WORDS, |_| None)
}

/// Control points: a number, or with several cities one for each.
fn points(t: &TomlTable<'_>) -> Vec<u8> {
    let numbers = if t.is_list("points") { t.numbers("points") } else { t.number_if("points").into_iter().collect() };
    let mut least = numbers.iter().map(|n| u8::try_from(*n).ok().filter(|n| *n <= 3));
    if least.any(|n| n.is_none()) {
        t.problem_at("points", "control points are 0 to 3", None);
    }
    numbers.iter().map(|n| (*n).clamp(0, 3) as u8).collect()
}

fn side(t: &TomlTable<'_>, game: &GameData) -> WrittenSeat {
    let mut all = [0; RESOURCES];
    resources(t, game).into_iter().for_each(|(r, n)| all[r] = n);
    WrittenSeat {
        base: t.text_if("base").map(|name| card(t, "base", &name, game)),
        damage: small(t, "damage").unwrap_or(0),
        resources: all,
        points: points(t),
        plays: small(t, "plays").unwrap_or(0),
        hand: cards(t, "hand", game),
        deck: cards(t, "deck", game),
        discard: cards(t, "discard", game),
        downloads: cards(t, "downloads", game),
        play: in_play(t, game),
    }
}

fn compared(t: &TomlTable<'_>, game: &GameData) -> ExpectedSeat {
    let pile = |key: &str| t.has(key).then(|| cards(t, key, game));
    ExpectedSeat {
        resources: resources(t, game),
        points: points(t),
        damage: small(t, "damage"),
        out: t.flag_if("out"),
        deck_size: small(t, "deck_size"),
        hand: pile("hand"),
        deck: pile("deck"),
        discard: pile("discard"),
        downloads: pile("downloads"),
        play: t.has("play").then(|| in_play(t, game)),
    }
}

impl<const N: usize> ScenarioSetup for ChronX<N> {
    type Start = Start;
    type Expected = Expected;

    fn check_option(_: &Arc<catalog::GameData>, key: &str, value: &str) -> Result<(), OptionError> {
        Options::default().set(key, value)
    }

    fn read_start(t: &TomlTable<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        Start {
            options: Options::from_pairs(options),
            seats: seats(t, 5, |table| side(table, game)),
            turn: small(t, "turn").unwrap_or(1).max(1),
            active: seat(t, "active").unwrap_or(0),
            from: match t.text_if("from").as_deref() {
                None | Some("main") => StartPoint::Main,
                Some("turn") => StartPoint::Turn,
                Some("setup") => StartPoint::SetUp,
                Some(_) => {
                    t.problem_at("from", "a scenario starts from \"main\", \"turn\" or \"setup\"", None);
                    StartPoint::Main
                }
            },
            first: seat(t, "first"),
            city: t.text_if("city").map(|name| card(t, "city", &name, game)),
        }
    }

    fn read_expected(t: &TomlTable<'_>, game: &GameData) -> Expected {
        Expected {
            turn: small(t, "turn"),
            active: seat(t, "active"),
            seats: (1..=5u8).filter_map(|n| Some((n - 1, compared(&t.table_if(&format!("seat{n}"))?, game)))).collect(),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State<N>), StartError> {
        let options = start.options.clone()?;
        if let Some(seat) = start.first.into_iter().chain([start.active]).find(|s| usize::from(*s) >= start.seats.len())
        {
            return Err(StartError::Seat(seat));
        }
        let default_base = game.find("Corporate Headquarters").ok_or(StartError::Card("Corporate Headquarters"))?;
        let piles = start.seats.iter().map(|s| {
            vec![
                (&s.hand[..], Zone::Hand),
                (&s.deck[..], Zone::Deck),
                (&s.discard[..], Zone::Discard),
                (&s.downloads[..], Zone::Downloads),
            ]
        });
        let owned = by_owner(piles, start.seats.iter().map(|s| &s.play[..]), Zone::Play)?;
        let decks = owned.iter().zip(&start.seats).enumerate().map(|(i, (cards, side))| EngineDeck {
            name: format!("seat {}", i + 1),
            base: side.base.unwrap_or(default_base),
            cards: cards.iter().map(|owned| owned.card).collect(),
        });
        let rules = ChronX::<N>::with(game, decks.collect(), start.city, options)?;
        chance.set_names(rules.data.defs.iter().map(|d| d.name.clone()));
        let mut state = blank(&rules.data, Seed::from_number(0).fast());
        let mut play = Play { t: &rules.data, s: &mut state, w: chance };
        if matches!(start.from, StartPoint::SetUp) {
            play.set_up(start.first);
            play.advance();
            return Ok((rules, state));
        }
        let mut hosts: Vec<(Id, CardIx)> = Vec::new();
        for (owner, cards) in owned.iter().enumerate() {
            let base = (owner * SLOTS) as Id;
            play.place(base, owner as u8, Zone::Play);
            for (slot, OwnedCard { zone, written, .. }) in cards.iter().enumerate() {
                let id = (owner * SLOTS + slot + 1) as Id;
                let controller = written.map_or(owner, |(seat, _)| seat) as u8;
                if *zone == Zone::Deck {
                    continue;
                }
                play.take_from_deck(id);
                play.place(id, controller, *zone);
                let Some((seat, at)) = written else { continue };
                let written = &start.seats[*seat].play[*at];
                let permanent = play.s.permanent_mut(id);
                permanent.set(TAPPED, written.is("tapped"));
                permanent.set(DEPLOYING, written.is("deploying"));
                permanent.damage = written.number("damage")?.unwrap_or(0);
                hosts.extend(written.host.map(|host| (id, host)));
            }
        }
        for (id, host) in hosts {
            // One's own card of that name before another's.
            let mut hosts: Vec<Id> = play.s.in_play().iter().collect();
            hosts.sort_by_key(|o| play.s.permanent(*o).controller != play.s.permanent(id).controller);
            let named = |o: &Id| *o != id && rules.data.defs[play.s.permanent(*o).def as usize].card == host;
            let at = hosts.into_iter().find(named);
            play.s.permanent_mut(id).host = at.ok_or(StartError::Host)?;
        }
        for (seat, side) in start.seats.iter().enumerate() {
            let player = &mut play.s.players[seat];
            player.resources = side.resources;
            player.plays = side.plays;
            // The deck is written from the top, and its order is fixed.
            play.s.decks[seat].stack();
            side.points.iter().zip(&mut play.s.points).for_each(|(n, city)| city[seat] = *n);
            play.s.permanent_mut((seat * SLOTS) as Id).damage = side.damage;
        }
        play.s.active = start.active;
        match start.from {
            StartPoint::Turn => {
                play.s.turn = start.turn - 1;
                play.set_bottom(Step::Begin);
            }
            _ => {
                play.s.turn = start.turn;
                play.set_bottom(Step::Main);
            }
        }
        play.advance();
        Ok((rules, state))
    }

    fn differences(&self, state: &State<N>, expected: &Expected, all: &mut StateDifferences) {
        let position = self.position(state);
        let game = &self.data.game;
        all.compare("turn", expected.turn, state.turn);
        all.compare("active seat", expected.active.map(|s| s + 1), state.active + 1);
        for (seat, side) in &expected.seats {
            let who = format!("seat {}", seat + 1);
            if *seat >= self.seats() {
                all.compare(&who, Some("a player"), "nobody");
                continue;
            }
            let player = state.player(*seat);
            for (resource, n) in &side.resources {
                let name = &game.resources[*resource].name;
                all.compare(&format!("{who}: {name}"), Some(*n), player.resources[*resource]);
            }
            for (city, n) in side.points.iter().enumerate().take(N) {
                let what = format!("{who}: control points in city {}", city + 1);
                all.compare(&what, Some(*n), state.points(city as u8, *seat));
            }
            let damage = state.permanent(position.base(*seat)).damage;
            all.compare(&format!("{who}: damage on the base"), side.damage, damage);
            all.compare(&format!("{who}: out"), side.out, player.out);
            all.compare(&format!("{who}: cards in deck"), side.deck_size, state.deck(*seat).len());
            let name = |id: Id| self.def(state, id).name.as_str();
            for (pile, zone, word) in [
                (&side.hand, Zone::Hand, "hand"),
                (&side.discard, Zone::Discard, "discard pile"),
                (&side.downloads, Zone::Downloads, "downloads"),
            ] {
                let there = state.cards(*seat, zone);
                all.compare_set(&format!("{who}: {word}"), pile.as_deref(), there.iter().map(name), game);
            }
            let deck = state.deck(*seat).cards().iter().rev().map(|id| name(*id));
            all.compare_order(&format!("{who}: deck from the top"), side.deck.as_deref(), deck, game);
            if let Some(play) = &side.play {
                let is_base = |id: &Id| self.def(state, *id).printed.kind == CardKind::Base;
                let there = state.cards(*seat, Zone::Play);
                let there = there.iter().filter(|id| !is_base(id)).map(|id| self.actual(state, id)).collect();
                all.compare_play(*seat, play, there, game, || self.board_line(state, *seat));
            }
        }
    }
}

impl<const N: usize> ChronX<N> {
    /// A card in play, in the words of scenarios.
    fn actual<'a>(&'a self, state: &State<N>, id: Id) -> ActualPermanent<'a> {
        let (permanent, def) = (state.permanent(id), self.def(state, id));
        ActualPermanent {
            card: def.card,
            name: &def.name,
            host: (permanent.host != NONE).then(|| self.def(state, permanent.host).card),
            owner: super::owner(id),
            keywords: permanent.keywords.into(),
            flags: vec![
                ("tapped", permanent.is(TAPPED)),
                ("deploying", permanent.is(DEPLOYING)),
                ("hacked", permanent.is(HACKED)),
            ],
            numbers: vec![
                ("damage", permanent.damage.into()),
                ("firepower", permanent.firepower.into()),
                ("armor", permanent.armor.into()),
            ],
        }
    }

    /// The line of the board with a seat's cards in play.
    fn board_line(&self, state: &State<N>, seat: u8) -> String {
        let board = self.board_text(state, None);
        let own = board.lines().skip_while(|l| !l.starts_with(&format!("Seat {}:", seat + 1))).skip(1);
        let line = own.take_while(|l| !l.starts_with("Seat ")).find(|l| l.trim().starts_with("play:"));
        line.unwrap_or("nothing").trim().to_owned()
    }
}
