//! Positions of Chron X as scenarios write them.

use crate::kernel::rules::Rules as _;
use std::sync::Arc;

use catalog::read::TomlTable as Toml;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use super::setup::{EngineDeck, blank};
use super::state::{DEPLOYING, HACKED, Id, NONE, SLOTS, State, Step, TAPPED, Zone};
use super::{CardKind, ChronX, Event, Options, Play, RESOURCES, labels};
use crate::kernel::match_options::MatchOptions;
use crate::kernel::scenario::fields::{StateDifferences, card, cards, keywords, match_options, seat, seats, small};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance};

/// A starting position as written.
pub struct Start {
    options: Options,
    trouble: Option<String>,
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
    play: Vec<InPlay>,
}

/// A card in play as written; what is not said is not compared.
struct InPlay {
    card: CardIx,
    tapped: Option<bool>,
    deploying: Option<bool>,
    hacked: Option<bool>,
    damage: Option<u8>,
    firepower: Option<i8>,
    armor: Option<i8>,
    on: Option<CardIx>,
    owner: Option<u8>,
    keywords: Option<Vec<String>>,
}

/// A position to compare with.
pub struct Expected {
    turn: Option<u16>,
    active: Option<u8>,
    decides: Option<u8>,
    over: Option<String>,
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
    play: Option<Vec<InPlay>>,
}

fn resources(t: &Toml<'_>, game: &GameData) -> Vec<(usize, i16)> {
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

/// `"Name"`, or `{ card = "Name", tapped = true }`.
fn in_play(t: &Toml<'_>, game: &GameData) -> Vec<InPlay> {
    let plain = |card: CardIx| InPlay {
        card,
        tapped: None,
        deploying: None,
        hacked: None,
        damage: None,
        firepower: None,
        armor: None,
        on: None,
        owner: None,
        keywords: None,
    };
    t.texts_or_tables("play")
        .into_iter()
        .map(|item| match item {
            Ok(name) => plain(card(t, "play", &name, game)),
            Err(t) => InPlay {
                tapped: t.flag_if("tapped"),
                deploying: t.flag_if("deploying"),
                hacked: t.flag_if("hacked"),
                damage: small(&t, "damage"),
                firepower: small(&t, "firepower"),
                armor: small(&t, "armor"),
                on: t.text_if("on").map(|name| card(&t, "on", &name, game)),
                owner: seat(&t, "owner"),
                keywords: t.has("keywords").then(|| keywords(&t, game)),
                ..plain(card(&t, "card", &t.text("card"), game))
            },
        })
        .collect()
}

/// Control points: a number, or with several cities one for each.
fn points(t: &Toml<'_>) -> Vec<u8> {
    let numbers = if t.is_list("points") { t.numbers("points") } else { t.number_if("points").into_iter().collect() };
    let mut least = numbers.iter().map(|n| u8::try_from(*n).ok().filter(|n| *n <= 3));
    if least.any(|n| n.is_none()) {
        t.problem_at("points", "control points are 0 to 3", None);
    }
    numbers.iter().map(|n| (*n).clamp(0, 3) as u8).collect()
}

fn side(t: &Toml<'_>, game: &GameData) -> WrittenSeat {
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

fn compared(t: &Toml<'_>, game: &GameData) -> ExpectedSeat {
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

/// A card of a seat, where it is, and for one in play the seat and place at which it is written.
type Owned = (CardIx, Zone, Option<(usize, usize)>);

impl<const N: usize> ScenarioSetup for ChronX<N> {
    type Start = Start;
    type Expected = Expected;

    fn check_option(key: &str, value: &str) -> Result<(), String> {
        Options::default().set(key, value).map_err(|e| e.to_string())
    }

    fn read_start(t: &Toml<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        let (options, trouble) = match_options(options);
        Start {
            options,
            trouble,
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

    fn read_expected(t: &Toml<'_>, game: &GameData) -> Expected {
        Expected {
            turn: small(t, "turn"),
            active: seat(t, "active"),
            decides: seat(t, "decides"),
            over: t.text_if("over"),
            seats: (1..=5u8).filter_map(|n| Some((n - 1, compared(&t.table_if(&format!("seat{n}"))?, game)))).collect(),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State<N>), String> {
        if let Some(trouble) = &start.trouble {
            return Err(trouble.clone());
        }
        if let Some(seat) = start.first.into_iter().chain([start.active]).find(|s| usize::from(*s) >= start.seats.len())
        {
            return Err(format!("there is no seat {}", seat + 1));
        }
        let default_base = game.find("Corporate Headquarters").ok_or("the Corporate Headquarters")?;
        let zones = |s: &WrittenSeat| -> Vec<(CardIx, Zone)> {
            let mut all = Vec::new();
            for (pile, zone) in [
                (&s.hand, Zone::Hand),
                (&s.deck, Zone::Deck),
                (&s.discard, Zone::Discard),
                (&s.downloads, Zone::Downloads),
            ] {
                all.extend(pile.iter().map(|c| (*c, zone)));
            }
            all
        };
        // A card in play may be owned by another seat than the one that controls it.
        let mut owned: Vec<Vec<Owned>> =
            start.seats.iter().map(|s| zones(s).into_iter().map(|(c, z)| (c, z, None)).collect()).collect();
        for (i, s) in start.seats.iter().enumerate() {
            for (k, p) in s.play.iter().enumerate() {
                let owner = p.owner.map_or(i, usize::from);
                owned.get_mut(owner).ok_or("an owner who does not play")?.push((p.card, Zone::Play, Some((i, k))));
            }
        }
        let decks = owned.iter().zip(&start.seats).enumerate().map(|(i, (cards, side))| EngineDeck {
            name: format!("seat {}", i + 1),
            base: side.base.unwrap_or(default_base),
            cards: cards.iter().map(|c| c.0).collect(),
        });
        let rules =
            ChronX::<N>::with(game, decks.collect(), start.city, start.options.clone()).map_err(|e| e.to_string())?;
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
            for (slot, (_, zone, in_play)) in cards.iter().enumerate() {
                let id = (owner * SLOTS + slot + 1) as Id;
                let controller = in_play.map_or(owner, |(seat, _)| seat) as u8;
                if *zone == Zone::Deck {
                    continue;
                }
                play.take_from_deck(id);
                play.place(id, controller, *zone);
                let Some((seat, k)) = in_play else { continue };
                let written = &start.seats[*seat].play[*k];
                let permanent = play.s.permanent_mut(id);
                permanent.set(TAPPED, written.tapped == Some(true));
                permanent.set(DEPLOYING, written.deploying == Some(true));
                permanent.damage = written.damage.unwrap_or(0);
                hosts.extend(written.on.map(|host| (id, host)));
            }
        }
        for (id, host) in hosts {
            // One's own card of that name before another's.
            let mut hosts: Vec<Id> = play.s.in_play().iter().collect();
            hosts.sort_by_key(|o| play.s.permanent(*o).controller != play.s.permanent(id).controller);
            let named = |o: &Id| *o != id && rules.data.defs[play.s.permanent(*o).def as usize].card == host;
            let at = hosts.into_iter().find(named);
            play.s.permanent_mut(id).host = at.ok_or("a host that is not in play")?;
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

    fn differences(&self, state: &State<N>, expected: &Expected) -> Vec<(String, String, String)> {
        let mut all = StateDifferences::default();
        let position = self.position(state);
        all.compare("turn", expected.turn, state.turn);
        all.compare("active seat", expected.active.map(|s| s + 1), state.active + 1);
        if state.over.is_none() {
            all.compare("the seat that decides", expected.decides.map(|s| s + 1), position.decider() + 1);
        }
        if let Some(over) = &expected.over {
            let actual = state.over.map_or("the game goes on".into(), labels::outcome_text);
            all.compare("the end", Some(over.clone()), actual);
        }
        for (seat, side) in &expected.seats {
            let who = format!("seat {}", seat + 1);
            if *seat >= self.seats() {
                all.compare(&who, Some("a player"), "nobody");
                continue;
            }
            let player = state.player(*seat);
            for (resource, n) in &side.resources {
                let name = &self.data.game.resources[*resource].name;
                all.compare(&format!("{who}: {name}"), Some(*n), player.resources[*resource]);
            }
            for (city, n) in side.points.iter().enumerate().take(N) {
                let what = format!("{who}: control points in city {}", city + 1);
                all.compare(&what, Some(*n), state.points(city as u8, *seat));
            }
            all.compare(
                &format!("{who}: damage on the base"),
                side.damage,
                state.permanent(position.base(*seat)).damage,
            );
            all.compare(&format!("{who}: out"), side.out, player.out);
            all.compare(&format!("{who}: cards in deck"), side.deck_size, state.deck(*seat).len());
            for (pile, zone, name) in [
                (&side.hand, Zone::Hand, "hand"),
                (&side.discard, Zone::Discard, "discard pile"),
                (&side.downloads, Zone::Downloads, "downloads"),
            ] {
                if let Some(pile) = pile {
                    let mut wanted: Vec<&str> = pile.iter().map(|c| self.data.game.card(*c).name.as_str()).collect();
                    let mut there: Vec<&str> =
                        state.cards(*seat, zone).iter().map(|id| self.def(state, id).name.as_str()).collect();
                    wanted.sort_unstable();
                    there.sort_unstable();
                    all.compare(&format!("{who}: {name}"), Some(wanted.join(", ")), there.join(", "));
                }
            }
            if let Some(deck) = &side.deck {
                let wanted: Vec<&str> = deck.iter().map(|c| self.data.game.card(*c).name.as_str()).collect();
                let cards = state.deck(*seat).cards().iter().rev();
                let there: Vec<&str> = cards.map(|id| self.def(state, *id).name.as_str()).collect();
                all.compare(&format!("{who}: deck from the top"), Some(wanted.join(", ")), there.join(", "));
            }
            if let Some(play) = &side.play {
                self.compare_play(state, *seat, play, &mut all);
            }
        }
        all.0
    }
}

impl<const N: usize> ChronX<N> {
    /// Compares the cards that a seat controls, apart from its base: each written one must be there, and no other.
    fn compare_play(&self, state: &State<N>, seat: u8, written: &[InPlay], all: &mut StateDifferences) {
        let there =
            state.cards(seat, Zone::Play).iter().filter(|id| self.def(state, *id).printed.kind != CardKind::Base);
        let mut left: Vec<Id> = there.collect();
        for one in written {
            let same = left.iter().position(|id| self.def(state, *id).card == one.card && self.fits(state, *id, one));
            match same {
                Some(at) => drop(left.remove(at)),
                None => {
                    let name = &self.data.game.card(one.card).name;
                    let actual = self.board_line(state, seat);
                    return all.0.push((
                        format!("seat {}: play", seat + 1),
                        format!("{name}{}", in_play_text(one)),
                        actual,
                    ));
                }
            }
        }
        if !left.is_empty() {
            let names: Vec<&str> = left.iter().map(|id| self.def(state, *id).name.as_str()).collect();
            all.0.push((format!("seat {}: play", seat + 1), "nothing else".into(), names.join(", ")));
        }
    }

    fn fits(&self, state: &State<N>, id: Id, one: &InPlay) -> bool {
        let permanent = state.permanent(id);
        let flag = |wanted: Option<bool>, flag: u8| wanted.is_none_or(|w| permanent.is(flag) == w);
        let host = |card: CardIx| permanent.host != NONE && self.def(state, permanent.host).card == card;
        let keywords = || {
            let game = &self.data.game;
            let bits = (0..game.keywords.len()).filter(|i| permanent.keywords & (1 << i) != 0);
            let mut names: Vec<&str> = bits.map(|i| game.keywords[i].id.as_str()).collect();
            names.sort_unstable();
            names
        };
        flag(one.tapped, TAPPED)
            && flag(one.deploying, DEPLOYING)
            && flag(one.hacked, HACKED)
            && one.damage.is_none_or(|n| n == permanent.damage)
            && one.firepower.is_none_or(|n| n == permanent.firepower)
            && one.armor.is_none_or(|n| n == permanent.armor)
            && one.on.is_none_or(host)
            && one.owner.is_none_or(|o| o == super::owner(id))
            && one.keywords.as_ref().is_none_or(|k| {
                let mut k: Vec<&str> = k.iter().map(String::as_str).collect();
                k.sort_unstable();
                k == keywords()
            })
    }

    /// The line of the board with a seat's cards in play.
    fn board_line(&self, state: &State<N>, seat: u8) -> String {
        let board = self.board_text(state, None);
        let own = board.lines().skip_while(|l| !l.starts_with(&format!("Seat {}:", seat + 1))).skip(1);
        let line = own.take_while(|l| !l.starts_with("Seat ")).find(|l| l.trim().starts_with("play:"));
        line.unwrap_or("nothing").trim().to_owned()
    }
}

fn in_play_text(one: &InPlay) -> String {
    let mut text = String::new();
    for (word, flag) in [("tapped", one.tapped), ("deploying", one.deploying), ("hacked", one.hacked)] {
        if let Some(flag) = flag {
            text.push_str(&format!(", {}{word}", if flag { "" } else { "not " }));
        }
    }
    for (word, n) in [
        ("damage", one.damage.map(i32::from)),
        ("Firepower", one.firepower.map(i32::from)),
        ("Armor", one.armor.map(i32::from)),
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
