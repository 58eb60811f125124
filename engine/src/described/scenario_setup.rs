//! Positions of described games as scenarios write them: the zones and counters of their `play.toml`, by name.

use std::sync::Arc;

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use crate::kernel::match_options::OptionError;
use crate::kernel::scenario::fields::{self, StateDifferences};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance, StartError};

use super::evaluate::View;
use super::expression::{CardNumber, Kind, NONE};
use super::program::{Column, Counter, CounterOwner, Program, ZoneOwner};
use super::scope::is_written;
use super::{Described, Event, MatchData, State, run, slots};
use crate::kernel::rules::Rules;

/// What is written of the table, or of one seat.
#[derive(Debug, Default)]
struct Side {
    /// Zones, by position, with their cards from below.
    zones: Vec<(u16, Vec<CardIx>)>,
    /// Counters, by position.
    counters: Vec<(u16, i32)>,
    /// How many cards zones have, where that is compared and not which.
    counts: Vec<(u16, i32)>,
}

/// Numbers of single cards, of several copies the first one that is in play.
type CardNumbers = Vec<(CardIx, Vec<(CardNumber, i32)>)>;

/// A starting position as written.
pub struct Start {
    program: Option<Program>,
    players: u8,
    first: u8,
    /// The phase that begins; the whole setup if there is none.
    phase: Option<u16>,
    /// Where all other cards of the game lie.
    rest: Option<u16>,
    table: Side,
    seats: Vec<Side>,
    cards: CardNumbers,
}

/// A position to compare with; what is not said is not compared.
pub struct Expected {
    table: Side,
    seats: Vec<Side>,
    cards: CardNumbers,
    phase: Option<u16>,
    turn: Option<i32>,
    /// Whose turn it is, from 1.
    active: Option<i32>,
    scores: Option<Vec<i32>>,
}

/// The rules that a scenario is read for: those of the game, if they have no faults; `data check` tells these.
fn program(game: &Arc<GameData>) -> Option<Program> {
    super::program(game)?.ok()
}

/// What is written of single cards: counters on them, and what can be asked of them as well.
fn read_cards(t: &TomlTable<'_>, program: &Program, game: &GameData, counters_only: bool) -> CardNumbers {
    let Some(list) = t.table_if("cards") else { return Vec::new() };
    let is_of_card = |counter: &Counter| counter.owner == CounterOwner::Card && is_written(&counter.id);
    let counters = program.counters.iter().zip(0..).filter(|(counter, _)| is_of_card(counter));
    let mut known: Vec<(&str, CardNumber)> =
        counters.map(|(counter, at)| (counter.id.as_str(), CardNumber::Counter(at))).collect();
    if let (Some(rules), false) = (&program.cards, counters_only) {
        let live = rules.live.iter().zip(0..);
        known.extend(live.map(|(live, at)| (game.fields[live.field].id.as_str(), CardNumber::Live(at))));
        known.extend(game.keywords.iter().zip(0..).map(|(k, at)| (k.id.as_str(), CardNumber::Keyword(at))));
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    let mut all = Vec::new();
    for name in list.keys() {
        let Some(numbers) = list.table_if(&name) else { continue };
        let Some(ix) = game.find(&name) else {
            let hint = Some(catalog::load::unknown_card_hint(game, &name));
            list.problem_at(&name, format!("there is no card `{name}`"), hint);
            continue;
        };
        let number = |word: &String| {
            let at = numbers.one_of(word, word, "number of cards", &names)?;
            Some((known[at].1, numbers.number(word)))
        };
        all.push((ix, numbers.keys().iter().filter_map(number).collect()));
    }
    all
}

fn read_side(t: &TomlTable<'_>, program: &Program, game: &GameData, compares: bool) -> Side {
    let mut side = Side::default();
    if compares {
        side.counts = read_counts(t, program);
    }
    for (at, zone) in (0..).zip(&program.zones).filter(|(_, zone)| t.has(&zone.id)) {
        side.zones.push((at, fields::cards(t, &zone.id, game)));
    }
    let declared = (0..).zip(&program.counters).filter(|(_, c)| c.owner != CounterOwner::Card && t.has(&c.id));
    for (at, counter) in declared {
        let number = match counter.kind {
            Kind::Text(column) => {
                let text = t.plain(&counter.id);
                let texts = match &program.columns[usize::from(column)] {
                    Column::Text(_, texts) => texts.iter().map(String::as_str).collect(),
                    _ => Vec::new(),
                };
                match text.as_str() {
                    "none" => NONE,
                    text => t.one_of(&counter.id, text, "word of the field", &texts).map_or(NONE, |at| at as i32),
                }
            }
            Kind::Seat => fields::seat(t, &counter.id).map_or(NONE, i32::from),
            Kind::Card => {
                t.problem_at(&counter.id, "a scenario cannot set a counter that holds a card", None);
                NONE
            }
            _ => t.number_if(&counter.id).unwrap_or_default(),
        };
        side.counters.push((at, number));
    }
    side
}

/// The zones of the game, by position: that of the program comes after them.
fn zone_names(program: &Program) -> Vec<&str> {
    program.zones.iter().map(|zone| zone.id.as_str()).filter(|id| is_written(id)).collect()
}

/// `count = { hand = 3 }`.
fn read_counts(t: &TomlTable<'_>, program: &Program) -> Vec<(u16, i32)> {
    let Some(list) = t.table_if("count") else { return Vec::new() };
    let zones = zone_names(program);
    let number = |id: &String| Some((list.one_of(id, id, "zone", &zones)? as u16, list.number(id)));
    list.keys().iter().filter_map(number).collect()
}

fn read_seats(t: &TomlTable<'_>, program: &Program, game: &GameData, compares: bool) -> Vec<Side> {
    let seat = |n: u8| {
        t.table_if(&format!("seat{n}")).map(|side| read_side(&side, program, game, compares)).unwrap_or_default()
    };
    (1..=program.seats.1).map(seat).collect()
}

fn read_phase(t: &TomlTable<'_>, program: &Program) -> Option<u16> {
    let name = t.text_if("phase")?;
    let known: Vec<&str> = program.phase_ids.iter().map(String::as_str).collect();
    t.one_of("phase", &name, "phase", &known).map(|at| at as u16)
}

impl Side {
    /// The sets and numbers of a position that it is about.
    fn places<'a, const W: usize>(
        &'a self,
        data: &'a MatchData<W>,
        seat: u8,
    ) -> impl Iterator<Item = (u16, &'a [CardIx])> + 'a {
        self.zones.iter().map(move |(zone, cards)| (data.set_of(*zone, seat), cards.as_slice()))
    }

    fn numbers<'a, const W: usize>(
        &'a self,
        data: &'a MatchData<W>,
        seat: u8,
    ) -> impl Iterator<Item = (u16, usize, i32)> + 'a {
        self.counters.iter().map(move |(counter, number)| {
            let first = data.layout.counters[usize::from(*counter)] as usize;
            let owner = match data.program.counters[usize::from(*counter)].owner {
                CounterOwner::Seat => seat,
                CounterOwner::Team => seat % data.program.teams.unwrap_or(1),
                CounterOwner::Table | CounterOwner::Card => 0,
            };
            (*counter, first + usize::from(owner), *number)
        })
    }
}

impl<const W: usize> MatchData<W> {
    /// The set of a zone that is a seat's, or that of its team or of the table.
    fn set_of(&self, zone: u16, seat: u8) -> u16 {
        let owner = match self.program.zones[usize::from(zone)].owner {
            ZoneOwner::Table => 0,
            ZoneOwner::Seat => seat,
            ZoneOwner::Team => seat % self.program.teams.unwrap_or(1),
        };
        self.layout.zones[usize::from(zone)] + u16::from(owner)
    }

    /// Of the copies of a card the first one that is in play, or else the first one.
    fn first_of(&self, state: &State<W>, ix: CardIx) -> Option<u16> {
        let copies = || (0..self.layout.cards).filter(|card| self.cards[usize::from(*card)] == ix);
        let in_play = |card: &u16| self.program.cards.is_some() && View::new(self, state).is_in_play(*card);
        copies().find(in_play).or_else(|| copies().next())
    }
}

impl ScenarioSetup for Described<8> {
    type Start = Start;
    type Expected = Expected;

    fn check_option(game: &Arc<GameData>, key: &str, value: &str) -> Result<(), OptionError> {
        program(game).map_or(Ok(()), |mut program| program.set_option(key, value))
    }

    fn read_start(t: &TomlTable<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        let mut program = program(game);
        if let Some(program) = &mut program {
            program.set_options(options).expect("what is refused was not read");
        }
        let empty = Program::default();
        let known = program.as_ref().unwrap_or(&empty);
        let players = fields::small(t, "players").unwrap_or(known.seats.0);
        let zones = zone_names(known);
        let rest = t.text_if("rest").and_then(|zone| t.one_of("rest", &zone, "zone", &zones)).map(|at| at as u16);
        let table = t.table_if("table").map(|side| read_side(&side, known, game, false)).unwrap_or_default();
        Start {
            players,
            first: fields::seat(t, "first").unwrap_or(0),
            phase: read_phase(t, known),
            rest,
            table,
            seats: read_seats(t, known, game, false),
            cards: read_cards(t, known, game, true),
            program,
        }
    }

    fn read_expected(t: &TomlTable<'_>, game: &GameData) -> Expected {
        let program = program(&Arc::new(game.clone())).unwrap_or_default();
        Expected {
            table: t.table_if("table").map(|side| read_side(&side, &program, game, true)).unwrap_or_default(),
            seats: read_seats(t, &program, game, true),
            turn: t.number_if("turn"),
            active: t.number_if("active"),
            cards: read_cards(t, &program, game, false),
            phase: read_phase(t, &program),
            scores: t.has("scores").then(|| t.numbers("scores")),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State<8>), StartError> {
        let Some(program) = start.program.clone() else {
            return Err(StartError::Rules);
        };
        let (mut cards, mut begins): (Vec<CardIx>, Vec<(u16, u8)>) = (Vec::new(), Vec::new());
        let mut bring = |side: &Side, seat: u8| {
            for (zone, named) in &side.zones {
                cards.extend(named);
                let table = program.zones[usize::from(*zone)].owner == ZoneOwner::Table;
                begins.extend(named.iter().map(|_| (*zone, if table { 0 } else { seat })));
            }
        };
        bring(&start.table, 0);
        for (seat, side) in (0..).zip(&start.seats) {
            bring(side, seat);
        }
        // A deck that all share is whole at a start with the setup, unless the start says which cards are in it.
        let is_listed = |zone: u16| start.table.zones.iter().any(|(listed, _)| *listed == zone);
        let is_shared = |zone: &u16| program.zones[usize::from(*zone)].owner == ZoneOwner::Table && !is_listed(*zone);
        let shared = program.decks.first().map(|(_, zone)| *zone).filter(|_| start.phase.is_none()).filter(is_shared);
        if let Some(zone) = start.rest.or(shared) {
            let left: Vec<CardIx> = game.indices().filter(|ix| !cards.contains(ix)).collect();
            begins.extend(left.iter().map(|_| (zone, 0)));
            cards.extend(left);
        }
        let place = start.phase.map(|phase| program.phase_places[usize::from(phase)]);
        let data = MatchData::new(game, program, cards, begins, start.players)?;
        let rules = Described { data };
        chance.set_names(rules.card_names().into_iter());
        let data = &rules.data;
        let Some(place) = place else {
            let state = data.start(Seed::from_number(0), Some(start.first), chance);
            return Ok((rules, state));
        };
        let mut state = data.blank(Seed::from_number(0));
        for slot in [slots::ACTIVE, slots::YOU] {
            state.set_slot(slot, start.first.into());
        }
        state.set_slot(slots::TURN, 1);
        state.set_slot(slots::NEXT, place.into());
        let sides = std::iter::once((0, &start.table)).chain((0..).zip(&start.seats));
        for (seat, side) in sides {
            for (_, at, number) in side.numbers(data, seat) {
                state.numbers[at] = number;
            }
            for (set, named) in side.places(data, seat) {
                data.set_order(&mut state, set, named);
            }
        }
        for (ix, numbers) in &start.cards {
            for (number, value) in numbers {
                if let (Some(card), CardNumber::Counter(counter)) = (data.first_of(&state, *ix), number) {
                    state.count(&data.layout, *counter, card, *value);
                }
            }
        }
        run::Play::new(data, &mut state, chance).run();
        Ok((rules, state))
    }

    fn differences(&self, state: &State<8>, expected: &Expected, all: &mut StateDifferences) {
        let data = &self.data;
        let sides = std::iter::once((None, &expected.table)).chain((0..).map(Some).zip(&expected.seats));
        for (seat, side) in sides {
            let whose = seat.map_or(String::new(), |seat: u8| format!("seat {}'s ", seat + 1));
            for (counter, at, number) in side.numbers(data, seat.unwrap_or(0)) {
                let name = format!("{whose}{}", data.program.counters[usize::from(counter)].id);
                all.compare(&name, Some(number), state.numbers[at]);
            }
            for (zone, count) in &side.counts {
                let there = state.sets[usize::from(data.set_of(*zone, seat.unwrap_or(0)))].count() as i32;
                let name = format!("cards in {whose}{}", data.program.zones[usize::from(*zone)].id);
                all.compare(&name, Some(*count), there);
            }
            for (set, named) in side.places(data, seat.unwrap_or(0)) {
                let zone = &data.program.zones[usize::from(data.layout.zone_of[usize::from(set)].0)];
                let there = state.sets[usize::from(set)];
                let name = format!("{whose}{}", zone.id);
                let (above, below) = state.order(&data.layout, set);
                // Cards in no known order, as in a shuffled deck, are compared without one.
                if zone.ordered && above.len() + below.len() == there.count() as usize {
                    let order = below.iter().chain(above).map(|card| data.name(*card as u16));
                    all.compare_order(&name, Some(named), order, &data.game);
                } else {
                    all.compare_set(&name, Some(named), there.iter().map(|card| data.name(card)), &data.game);
                }
            }
        }
        for (ix, numbers) in &expected.cards {
            let name = &data.game.card(*ix).name;
            for (number, value) in numbers {
                let there = data.first_of(state, *ix).map(|card| View::new(data, state).card_number(*number, card));
                all.compare(&format!("a number of {name}"), Some(*value), there.unwrap_or(NONE));
            }
        }
        all.compare("the turn", expected.turn, state.slot(slots::TURN));
        all.compare("whose turn it is", expected.active, state.slot(slots::ACTIVE) + 1);
        let phase = |at: u16| data.program.phase_ids[usize::from(at)].clone();
        all.compare("the phase", expected.phase.map(phase), phase(state.slot(slots::PHASE) as u16));
        let scores: Vec<i32> = (0..self.seats()).filter_map(|seat| self.payoff(state, seat)).collect();
        all.compare("scores", expected.scores.as_ref().map(|s| format!("{s:?}")), format!("{scores:?}"));
    }
}
