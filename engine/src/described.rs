//! Games whose rules of play are data: `play.toml`, read into one list of instructions over zones and counters, and played by
//! one machine. docs/play.md teaches the language.
//!
//! `read` makes a `Program` of the file, `parse` its expressions; `MatchData` is a program with the cards of a
//! match. `run` carries instructions out, `choice` says what is allowed, `hidden` deals anew what a seat has not seen. Who sees what
//! follows from the zones alone.

mod abilities;
mod cards;
mod checks;
mod choice;
mod columns;
mod combine;
mod condense;
mod emit;
pub mod encoding;
mod evaluate;
mod event;
mod expression;
mod features;
mod hidden;
mod labels;
mod lexer;
mod meeting;
mod melds;
mod observation;
mod options;
mod parse;
mod program;
mod read;
mod rules;
mod run;
mod scenario_setup;
mod scope;
mod shared_deck;
mod shortage;
mod slots;
mod state;
mod words;

use std::sync::Arc;

use catalog::read::Problem;
use catalog::{CardIx, GameData, Source};
use formats::check::LegalDeck;
use formats::rng::Seed;

use crate::kernel::match_options::SetupError;
use crate::kernel::rules::{EventSink, Seats};
use crate::kernel::weights::{Weights, WeightsError};

use abilities::Abilities;
use cards::Cards;
pub use choice::Choice;
use columns::{ColumnData, numbers_of};
pub use event::Event;
use expression::NONE;
pub use program::Program;
use program::{CounterOwner, Instruction, Sees, ZoneOwner};
pub use shared_deck::shared_deck_problems;
pub use state::State;
use state::{ANSWER, Layout};

/// The rules of play of a game: `None` if it has no `play.toml`.
///
/// # Errors
/// Every fault of the file.
pub fn program(game: &Arc<GameData>) -> Option<Result<Program, Vec<Problem>>> {
    let file = game.play.as_ref()?;
    Some(read::read(game, &file.name, &file.text))
}

/// A match of a game whose rules are data.
#[derive(Debug)]
pub struct Described<const W: usize> {
    data: MatchData<W>,
}

/// Rules with the cards of a match.
#[derive(Debug)]
struct MatchData<const W: usize> {
    game: Arc<GameData>,
    program: Program,
    layout: Layout,
    /// The cards of the match.
    cards: Vec<CardIx>,
    /// The same number for copies of one card: the position among the different ones.
    def_of: Vec<u16>,
    /// The card of each number.
    defs: Vec<CardIx>,
    columns: Vec<ColumnData<W>>,
    /// The cards that fit each query.
    masks: Vec<Cards<W>>,
    melds: melds::Melds<W>,
    /// Who sees the cards of each zone.
    sees: Vec<Seats>,
    all_seats: Seats,
    has_copies: bool,
    /// Of each card, the copies that come before it.
    copies_before: Vec<Cards<W>>,
    /// Counters of cards.
    card_counters: Vec<u16>,
    checks: checks::Checks,
    /// Cards that nobody can tell apart at first: those of one deck that begin in one zone.
    groups: Vec<Cards<W>>,
    /// For each seat and card, the first one of its group: see [`State::pools`].
    first_pools: Vec<u16>,
    /// Where each card begins.
    begins: Vec<u16>,
    /// The seat whose deck each card came from; [`NONE`] for a deck that all share.
    owners: Vec<i32>,
    all_cards: Cards<W>,
    /// The keywords of each different card: the number of each, 0 without it.
    keywords: Vec<Vec<i32>>,
    abilities: Abilities<W>,
    features: features::Features,
    /// The cards that texts name, where the rules ask.
    names: words::Names<W>,
    /// What texts of the cards say, where the rules read them.
    readings: words::Readings<W>,
}

impl<const W: usize> Described<W> {
    /// A match with a deck for each seat, or one that all share.
    ///
    /// # Errors
    /// If it cannot be played with them.
    pub fn new(game: &Arc<GameData>, program: Program, decks: &[&LegalDeck], seats: usize) -> Result<Self, SetupError> {
        let (least, most) = program.seats;
        if !(usize::from(least)..=usize::from(most)).contains(&seats) {
            let takes = if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(SetupError::Seats { players: seats, takes });
        }
        let (cards, begins) = bring(game, &program, decks, seats)?;
        if cards.len() > Cards::<W>::MOST {
            return Err(SetupError::TooMany { number: cards.len(), of: "cards", most: Cards::<W>::MOST });
        }
        let data = MatchData::new(game, program, cards, begins, seats as u8)?;
        if data.melds.too_many {
            let most = melds::MOST_MELDS;
            return Err(SetupError::TooMany { number: most + 1, of: "melds", most });
        }
        Ok(Described { data })
    }

    /// The names of the different cards of the match, as [`EventSink::pick`] numbers them.
    pub fn card_names(&self) -> Vec<String> {
        self.data.defs.iter().map(|ix| self.data.game.card(*ix).name.clone()).collect()
    }
}

/// What players that weigh look at, as the game's `bots/greedy.toml` has it, or as it is derived.
///
/// # Errors
/// Every fault of that file.
pub fn weights(source: &Source, game: &str, program: &Program) -> Result<Weights, WeightsError> {
    features::Features::new(program).read_weights(source, game)
}

/// The cards of a game that its rules of play cannot play, and why.
pub fn refusals(game: &GameData, program: &Program) -> Vec<(CardIx, String)> {
    let mut all = Vec::new();
    for ix in game.indices().filter(|ix| !game.card(*ix).abilities.is_empty()) {
        let mut program = program.clone();
        let seats = program.seats.0;
        if let Err(refused) = abilities::lower::<1>(game, &mut program, &[ix], &[0], seats) {
            all.extend(refused.into_iter().map(|refusal| (ix, refusal.why)));
        }
    }
    all
}

/// How many cards a match has.
pub fn card_count(program: &Program, game: &GameData, decks: &[&LegalDeck], seats: usize) -> usize {
    bring(game, program, decks, seats).map_or(0, |(cards, _)| cards.len())
}

/// The cards of a match, with the zone where each begins and its owner.
type Brought = (Vec<CardIx>, Vec<(u16, u8)>);

fn bring(game: &GameData, program: &Program, decks: &[&LegalDeck], seats: usize) -> Result<Brought, SetupError> {
    let (mut cards, mut begins) = (Vec::new(), Vec::new());
    let is_of_seat = |zone: u16| program.zones[usize::from(zone)].owner == ZoneOwner::Seat;
    // Where each seat brings a deck, what goes to the table comes from all of them.
    let each_brings = decks.len() > 1 && program.decks.iter().any(|(_, zone)| is_of_seat(*zone));
    let differ = decks.iter().any(|deck| deck.deck().sections != decks[0].deck().sections);
    for (section, zone) in &program.decks {
        let Some(section) = game.section(section) else { continue };
        let of_seat = is_of_seat(*zone);
        if !of_seat && !each_brings && differ {
            return Err(SetupError::Shared);
        }
        for seat in 0..if of_seat || each_brings { seats } else { 1 } {
            let Some(deck) = decks.get(seat).or(decks.first()) else { return Err(SetupError::Shared) };
            let mut of_section = deck.deck().cards(section);
            // By their place in the game, so that lists are in a natural order.
            of_section.sort();
            begins.extend(of_section.iter().map(|_| (*zone, if of_seat { seat as u8 } else { 0 })));
            cards.extend(of_section);
        }
    }
    Ok((cards, begins))
}

impl<const W: usize> MatchData<W> {
    fn new(
        game: &Arc<GameData>,
        mut program: Program,
        cards: Vec<CardIx>,
        begins: Vec<(u16, u8)>,
        seats: u8,
    ) -> Result<Self, SetupError> {
        let mut defs: Vec<CardIx> = Vec::new();
        let def_of: Vec<u16> = (cards.iter())
            .map(|ix| {
                defs.iter().position(|known| known == ix).unwrap_or_else(|| {
                    defs.push(*ix);
                    defs.len() - 1
                }) as u16
            })
            .collect();
        let abilities = abilities::lower(game, &mut program, &defs, &def_of, seats).map_err(SetupError::Cards)?;
        let layout = Layout::new(&program, seats, cards.len() as u16);
        let owners = begins.iter().map(|(zone, owner)| match program.zones[usize::from(*zone)].owner {
            ZoneOwner::Seat => i32::from(*owner),
            ZoneOwner::Table | ZoneOwner::Team => NONE,
        });
        let owners = owners.collect();
        let mut all_cards = Cards::EMPTY;
        (0..cards.len() as u16).for_each(|card| all_cards.insert(card));
        let keyword_numbers = |ix: &CardIx| {
            let mut numbers = vec![0; game.keywords.len()];
            for has in &game.card(*ix).keywords {
                numbers[usize::from(has.keyword)] = has.number.unwrap_or(1);
            }
            numbers
        };
        let keywords = defs.iter().map(keyword_numbers).collect();
        let masks = (program.queries.iter())
            .map(|query| {
                let mut fitting = Cards::EMPTY;
                (0..)
                    .zip(&cards)
                    .filter(|(_, ix)| query.matches(game.card(**ix)))
                    .for_each(|(at, _)| fitting.insert(at));
                fitting
            })
            .collect();
        let columns: Vec<_> = numbers_of(game, &program, &cards).into_iter().map(ColumnData::new).collect();
        let all_seats = if seats >= 8 { Seats::MAX } else { (1 << seats) - 1 };
        let sees = (layout.zone_of.iter())
            .map(|(zone, owner)| {
                let zone = &program.zones[usize::from(*zone)];
                let of_team = |seat: &u8| seat % program.teams.unwrap_or(seats) == *owner;
                match (zone.sees, zone.owner) {
                    (Sees::All, _) => all_seats,
                    (Sees::Nobody, _) | (Sees::Owner, ZoneOwner::Table) => 0,
                    (Sees::Owner, ZoneOwner::Seat) => 1 << owner,
                    (Sees::Owner, ZoneOwner::Team) => (0..seats).filter(of_team).fold(0, |all, seat| all | 1 << seat),
                }
            })
            .collect();
        let begins: Vec<u16> =
            begins.iter().map(|(zone, owner)| layout.zones[usize::from(*zone)] + u16::from(*owner)).collect();
        let mut groups: Vec<(u16, Cards<W>)> = Vec::new();
        for (card, zone) in (0..).zip(&begins) {
            match groups.iter_mut().find(|(known, _)| known == zone) {
                Some((_, group)) => group.insert(card),
                None => groups.push((*zone, Cards::one(card))),
            }
        }
        let groups: Vec<Cards<W>> = groups.into_iter().map(|(_, group)| group).collect();
        let group_of = |card: u16| groups.iter().find(|group| group.has(card)).and_then(Cards::first).unwrap_or(card);
        let first_pools = (0..seats).flat_map(|_| (0..cards.len() as u16).map(group_of)).collect();
        let card_counters = (0..).zip(&program.counters).filter(|(_, c)| c.owner == CounterOwner::Card);
        let card_counters = card_counters.map(|(at, _)| at).collect();
        let copies_before = |card: usize| {
            let mut copies = Cards::EMPTY;
            let before = (0..card).filter(|other| def_of[*other] == def_of[card]);
            before.for_each(|other| copies.insert(other as u16));
            copies
        };
        let mut data = MatchData {
            checks: checks::Checks::new(&program),
            names: words::Names::new(game, &program, &cards),
            readings: words::Readings::default(),
            has_copies: defs.len() < cards.len(),
            copies_before: (0..cards.len()).map(copies_before).collect(),
            features: features::Features::new(&program),
            melds: melds::Melds::new(&program.melds, &columns, cards.len() as u16),
            game: game.clone(),
            groups,
            first_pools,
            program,
            layout,
            cards,
            def_of,
            defs,
            columns,
            masks,
            sees,
            all_seats,
            card_counters,
            begins,
            owners,
            all_cards,
            keywords,
            abilities,
        };
        data.read_words().map_err(SetupError::Cards)?;
        Ok(data)
    }

    /// A position before anything has happened.
    fn blank(&self, seed: Seed) -> State<W> {
        let layout = &self.layout;
        let mut state = State {
            sets: vec![Cards::EMPTY; layout.sets.into()],
            numbers: vec![0; layout.numbers as usize],
            flags: vec![Cards::EMPTY; layout.flags.iter().flatten().count()],
            pools: Vec::new(),
            settled: checks::Settled::default(),
            dice: seed.fast(),
            over: None,
        };
        for (card, zone) in (0_u16..).zip(&self.begins) {
            state.sets[usize::from(*zone)].insert(card);
            state.numbers[layout.place as usize + usize::from(card)] = i32::from(*zone);
            state.numbers[layout.by as usize + usize::from(card)] = NONE;
        }
        for (at, counter) in self.program.counters.iter().enumerate() {
            let first = layout.counters[at] as usize;
            let after = layout.counters.get(at + 1).copied().unwrap_or(layout.place) as usize;
            state.numbers[first..after].fill(counter.start);
            if counter.owner == CounterOwner::Card {
                state.count_all(layout, at as u16, counter.start);
            }
        }
        for instruction in &self.program.code {
            if let Instruction::AskTogether(_, slot) = instruction {
                state.set_slot(*slot, NONE);
            }
        }
        for seat in 0..u32::from(layout.seats) {
            state.numbers[(layout.answers + seat * ANSWER) as usize] = NONE;
        }
        state
    }

    /// Lays the cards of an ordered zone in this order, from below.
    fn set_order(&self, state: &mut State<W>, set: u16, cards: &[CardIx]) {
        let order = self.layout.orders[usize::from(set)] as usize;
        if order == 0 {
            return;
        }
        let mut left = state.sets[usize::from(set)];
        for (at, ix) in cards.iter().enumerate() {
            let found = left.iter().find(|card| self.cards[usize::from(*card)] == *ix);
            let Some(card) = found else { continue };
            left.remove(card);
            state.numbers[order + 2 + at] = card.into();
            state.numbers[order] = at as i32 + 1;
        }
    }

    fn start<S: EventSink<Event>>(&self, seed: Seed, first: Option<u8>, sink: &mut S) -> State<W> {
        let mut state = self.blank(seed);
        let seats = self.layout.seats;
        let first = match first {
            Some(first) => first,
            None if seats > 1 => sink.roll(&mut state.dice, seats.into()) as u8,
            None => 0,
        };
        state.set_slot(slots::ACTIVE, first.into());
        state.set_slot(slots::YOU, first.into());
        run::Play::new(self, &mut state, sink).run();
        state
    }

    /// The name of a card of the match.
    fn name(&self, card: u16) -> &str {
        &self.game.card(self.cards[usize::from(card)]).name
    }
}
