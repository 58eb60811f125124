//! Rules that are written in Rust and the same rules as data (`tests/rules`), with the same start and the same chance: who is asked,
//! what is legal, whose turn it is, what each seat sees and who wins are equal at every step. A small table of words a game
//! stands between, nothing else.

mod artifaxx;
mod scenarios;
mod solonauts;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Arc;

use catalog::GameData;
use catalog::source::File;
use engine::described::{self, Described, Event, State};
use engine::kernel::audience::Audience;
use engine::kernel::observation::{Observation, ObservedZone};
use engine::kernel::outcome::EndReason;
use engine::kernel::outcome::Outcome;
use engine::kernel::rules::{EventSink, Rules, Seats};
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng, Seed};

use super::table::Shelf;

/// What somebody sees: cards by the place where they lie, `?` for one that is not known.
type Sight = BTreeMap<String, Vec<String>>;

/// The cards of the shipped box under a variation of rules that are data.
fn with_rules(shelf: &Shelf, name: &str, variant: impl Fn(&str) -> String) -> Arc<GameData> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rules").join(name);
    let text = std::fs::read_to_string(path).expect("the rules are there");
    let mut game = GameData::clone(&shelf.game);
    let file = File { name: name.to_owned(), text: variant(&text).into(), added: false };
    game.play = Some(Arc::new(file));
    Arc::new(game)
}

/// How many games are compared: a few, and 100,000 by scripts/check-twins.sh.
fn games(few: u64) -> u64 {
    std::env::var("DECKLOOM_TWINS").map_or(few, |n| n.parse().expect("a number of games"))
}

fn described<const W: usize>(game: &Arc<GameData>, deck: &LegalDeck, seats: usize) -> Described<W> {
    let program = described::program(game).expect("it has rules").unwrap_or_else(|faults| panic!("{faults:#?}"));
    Described::new(game, program, &[deck], seats).expect("it can be played")
}

/// A card that was drawn, out of which ones. One of one is no chance.
type Drawn = (Vec<String>, String);

/// Draws by chance, and notes what was drawn.
struct Drawing<'a> {
    names: &'a [String],
    drawn: VecDeque<Drawn>,
}

impl<E> EventSink<E> for Drawing<'_> {
    fn pick(&mut self, dice: &mut FastRng, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        let at = dice.below(n);
        let name = |at: u32| self.names[usize::from(def(at))].clone();
        let mut all: Vec<String> = (0..n).map(name).collect();
        let card = all[at as usize].clone();
        all.sort();
        if n > 1 {
            self.drawn.push_back((all, card));
        }
        at
    }
}

/// Draws the same cards again, out of the same ones.
struct Same<'a> {
    names: &'a [String],
    drawn: VecDeque<Drawn>,
}

impl EventSink<Event> for Same<'_> {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        panic!("a roll of {n}")
    }

    fn pick(&mut self, _: &mut FastRng, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        let name = |at: u32| &self.names[usize::from(def(at))];
        let (among, card) = self.drawn.pop_front().expect("a card is drawn in Rust as well");
        let mut all: Vec<&String> = (0..n).map(name).collect();
        all.sort();
        assert_eq!(all, among.iter().collect::<Vec<_>>(), "the cards that {card} is drawn out of");
        (0..n).find(|at| *name(*at) == card).expect("it is one of them")
    }
}

/// The same game twice.
struct Twins<'a, R: Rules, const W: usize> {
    rust: &'a R,
    data: &'a Described<W>,
    /// Names of the cards, as chance in Rust numbers them.
    names: &'a [String],
    /// An action of either in the words of both.
    words: [fn(&str) -> String; 2],
    sees: fn(&R, &R::State, Option<u8>) -> Sight,
    sees_data: fn(&Observation) -> Sight,
    /// Who cannot follow what is about to be done, where Rust says that they can.
    blurs: fn(&R, &R::State, &str) -> Seats,
    /// What was done, in all games.
    done: BTreeSet<String>,
}

impl<R: Rules, const W: usize> Twins<'_, R, W> {
    /// Plays one game at random, in both.
    fn play(&mut self, seed: Seed, first: Option<u8>, turns: u32, place: &str) -> Option<Outcome> {
        let (rust, data) = (self.rust, self.data);
        let names = data.card_names();
        let mut chance = Drawing { names: self.names, drawn: VecDeque::new() };
        let mut state = rust.start(seed, first, &mut chance);
        let mut again = Same { names: &names, drawn: chance.drawn };
        let mut twin = data.start(seed, Some(first.unwrap_or(0)), &mut again);
        let mut dice = seed.part(1).fast();
        let (mut legal, mut choices) = (Vec::new(), Vec::new());
        let mut blurred: Seats = 0;
        for step in 0.. {
            assert!(again.drawn.is_empty(), "{place}, step {step}: {:?} is not drawn", again.drawn);
            self.compare(&state, &twin, blurred, &format!("{place}, step {step}"));
            if rust.outcome(&state).is_some() || rust.turn(&state) > turns {
                break;
            }
            rust.legal_actions(&state, &mut legal);
            data.legal_actions(&twin, &mut choices);
            let wanted: Vec<String> = legal.iter().map(|a| (self.words[0])(&rust.notation(&state, *a))).collect();
            let got: Vec<String> = choices.iter().map(|c| (self.words[1])(&data.notation(&twin, *c))).collect();
            let sorted = |list: &[String]| list.iter().cloned().collect::<BTreeSet<String>>();
            assert_eq!(sorted(&got), sorted(&wanted), "{place}, step {step}: what is legal");
            assert_eq!(sorted(&got).len(), got.len(), "{place}, step {step}: each once: {got:?}");
            assert_eq!(got.len(), wanted.len(), "{place}, step {step}: each once: {wanted:?}");
            // Cards are played more often than discarded, so that more happens.
            let plays: Vec<usize> = (0..legal.len()).filter(|at| wanted[*at].starts_with("play ")).collect();
            let at = match plays.len() as u32 {
                1.. if dice.below(4) > 0 => plays[dice.below(plays.len() as u32) as usize],
                _ => dice.below(legal.len() as u32) as usize,
            };
            let does = &wanted[at];
            let same = got.iter().position(|text| text == does).expect("it is legal in both");
            let mut chance = Drawing { names: self.names, drawn: VecDeque::new() };
            blurred |= (self.blurs)(rust, &state, does);
            rust.apply(&mut state, legal[at], &mut chance).expect("it is legal");
            again.drawn = chance.drawn;
            data.apply(&mut twin, choices[same], &mut again).expect("it is legal");
            self.done.insert(does.clone());
        }
        rust.outcome(&state)
    }

    fn compare(&self, state: &R::State, twin: &State<W>, blurred: Seats, place: &str) {
        let (rust, data) = (self.rust, self.data);
        assert_eq!(data.actor(twin), rust.actor(state), "{place}: who is asked");
        assert_eq!(data.turn(twin), rust.turn(state), "{place}: the turn");
        let over = |outcome: Option<Outcome>| outcome.map(|outcome| outcome.winners);
        assert_eq!(over(data.outcome(twin)), over(rust.outcome(state)), "{place}: who has won");
        let cut = data.outcome(twin).is_some_and(|outcome| outcome.reason == EndReason::Overflow);
        assert!(!cut, "{place}: the rules have no end");
        for viewer in std::iter::once(None).chain((0..rust.seats()).map(Some)) {
            let seen = data.observe(twin, &Audience::numbered(viewer));
            let wanted = (self.sees)(rust, state, viewer);
            let got = (self.sees_data)(&seen);
            if viewer.is_some_and(|viewer| blurred >> viewer & 1 != 0) {
                self.compare_blurred(&got, &wanted, &(self.sees)(rust, state, None), place);
            } else {
                assert_eq!(got, wanted, "{place}: what {viewer:?} sees");
            }
            let in_rust = rust.observe(state, &Audience::numbered(viewer));
            assert_eq!((seen.active, seen.actor), (in_rust.active, in_rust.actor), "{place}: whose turn it is");
            assert_eq!(seen.actions.len(), in_rust.actions.len(), "{place}: what {viewer:?} can do");
        }
    }
}

impl<R: Rules, const W: usize> Twins<'_, R, W> {
    /// Somebody who knows less of hands in one of the two: what is known is there.
    fn compare_blurred(&self, got: &Sight, wanted: &Sight, truth: &Sight, place: &str) {
        for (zone, cards) in wanted {
            let seen = &got[zone];
            if !zone.ends_with("hand") {
                assert_eq!(seen, cards, "{place}: {zone}");
                continue;
            }
            assert_eq!(seen.len(), cards.len(), "{place}: {zone}");
            let mut there = truth[zone].clone();
            for card in seen.iter().filter(|card| *card != "?") {
                let at = there.iter().position(|other| other == card);
                there.remove(at.unwrap_or_else(|| panic!("{place}: {card} is not in {zone}")));
            }
        }
    }
}

/// Everybody can follow everything.
fn nobody<R: Rules>(_: &R, _: &R::State, _: &str) -> Seats {
    0
}

/// The names of cards in a zone.
fn cards(zone: &ObservedZone) -> Vec<String> {
    let name = |card: &engine::kernel::observation::ObservedCard| match card.card {
        Some(_) => card.name.clone(),
        None => "?".to_owned(),
    };
    zone.cards.iter().map(name).collect()
}

fn sorted(mut cards: Vec<String>) -> Vec<String> {
    cards.sort();
    cards
}
