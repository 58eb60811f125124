//! From checked decks to a table and a first position.

use std::sync::Arc;

use catalog::ability::PlayerPile;
use catalog::{CardIx, GameData};
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng};

use super::compile::{SeatDeck, match_data};
use super::state::{
    CHANGES, CONTESTS, Change, ChangeKind, Contest, ContestKind, DEPTH, INFLUENCE, Id, NO_SOURCE, NONE, NOWHERE, POWER,
    PendingAbility, Permanent, Player, SLOTS, Set, State, Step, Task, WAITING, ZONES, Zone,
};
use super::{CardKind, ChronX, Event, MatchData, Options, Play, RESOURCES};
use crate::kernel::draw_pile::DrawPile;
use crate::kernel::loops::LoopCards;
use crate::kernel::match_options::{Refusal, SetupError};
use crate::kernel::rules::{ALL_SEATS, EventSink};

/// A deck as the engine takes it.
#[derive(Debug, Clone)]
pub(crate) struct EngineDeck {
    /// The deck's name.
    pub name: String,
    /// Its Headquarters.
    pub base: CardIx,
    /// Its cards in the order of the list.
    pub cards: Vec<CardIx>,
}

impl<const N: usize> ChronX<N> {
    /// A match between checked decks, in seat order.
    ///
    /// # Errors
    /// If a deck or a card cannot be played, by name.
    pub fn new(game: &Arc<GameData>, decks: &[&LegalDeck], options: Options) -> Result<Self, SetupError> {
        let base_type = game.types.iter().position(|t| t.id == "headquarters");
        let brought = decks.iter().map(|legal| {
            let deck = legal.deck();
            let sections = ["headquarters", "main"].into_iter().filter_map(|id| game.section(id));
            let all = sections.flat_map(|section| deck.cards(section));
            let (bases, cards): (Vec<CardIx>, Vec<CardIx>) =
                all.partition(|ix| base_type.is_some_and(|t| game.card(*ix).type_mask & (1 << t) != 0));
            match bases[..] {
                [_, _, ..] => Err(refused_deck(&deck.name, "has more than one Headquarters")),
                [base] => Ok(EngineDeck { name: deck.name.clone(), base, cards }),
                [] => Err(refused_deck(&deck.name, "has no Headquarters")),
            }
        });
        let city_type = game.types.iter().position(|t| t.id == "city");
        let city = game.indices().find(|ix| city_type.is_some_and(|t| game.card(*ix).type_mask & (1 << t) != 0));
        Self::with(game, brought.collect::<Result<_, _>>()?, city, options)
    }

    /// A match whose decks nobody checked, in a city: for scenarios.
    pub(crate) fn with(
        game: &Arc<GameData>,
        decks: Vec<EngineDeck>,
        city: Option<CardIx>,
        options: Options,
    ) -> Result<Self, SetupError> {
        if decks.len() < 2 || decks.len() > N {
            return Err(SetupError::Seats { players: decks.len(), takes: format!("2 to {N}") });
        }
        let mut cards: Vec<CardIx> = Vec::new();
        let mut def_of = |ix: CardIx| {
            let known = cards.iter().position(|c| *c == ix);
            known.unwrap_or_else(|| {
                cards.push(ix);
                cards.len() - 1
            }) as u8
        };
        let mut seats = Vec::new();
        for deck in &decks {
            if deck.cards.len() + 1 > SLOTS {
                let cards = deck.cards.len() + 1;
                let why = format!("has {cards} cards with its Headquarters; the engine takes up to {SLOTS}");
                return Err(refused_deck(&deck.name, why));
            }
            let base = game.card(deck.base);
            let opener = game.field("opener").and_then(|f| base.text_in(f)).and_then(|name| game.find(name));
            let own: Vec<u8> = std::iter::once(deck.base).chain(deck.cards.iter().copied()).map(&mut def_of).collect();
            // Any printing of it will do.
            let opener =
                opener.and_then(|o| deck.cards.iter().copied().find(|c| game.namesake(*c) == game.namesake(o)));
            seats.push(SeatDeck {
                opener: opener.map(&mut def_of),
                cards: own,
                random: natural(game, base, "random_cards")?,
                power: natural(game, base, "power")?.into(),
            });
        }
        // CX-R62
        let city = city.filter(|_| options.city_abilities).map(&mut def_of);
        let mut table = match_data(game, &cards, seats, options)?;
        table.city = city;
        Ok(ChronX { data: table })
    }
}

/// A number of a Headquarters.
fn natural(game: &GameData, base: &catalog::Card, id: &str) -> Result<u8, SetupError> {
    let number = game.field(id).and_then(|f| base.number_in(f)).unwrap_or(0);
    let refusal = |why| SetupError::Cards(vec![Refusal { card: base.name.clone(), why }]);
    u8::try_from(number).map_err(|_| refusal(format!("{number} cannot be its {id}")))
}

/// The cards of a game that the rules cannot play, with the reasons; a reason without a card is about the game.
pub(crate) fn refusals(game: &Arc<GameData>) -> Vec<(Option<CardIx>, String)> {
    let mut refused = Vec::new();
    for ix in game.indices() {
        let card = game.card(ix);
        let made = match_data(game, &[ix], Vec::new(), Options::default());
        let leads = made.as_ref().is_ok_and(|t| t.printed[0].kind == CardKind::Base);
        let numbers = ["random_cards", "power"].map(|id| natural(game, card, id).map(drop));
        for result in std::iter::once(made.map(drop)).chain(numbers.into_iter().filter(|_| leads)) {
            match result {
                Ok(()) => {}
                Err(SetupError::Cards(list)) => refused.extend(list.into_iter().map(|r| (Some(ix), r.why))),
                Err(other) => return vec![(None, other.to_string())],
            }
        }
    }
    refused
}

/// A position before anything has happened.
pub(super) fn blank<const N: usize>(table: &MatchData, dice: FastRng) -> State<N> {
    let none = Permanent {
        def: 0,
        zone: Zone::Gone,
        controller: 0,
        host: NONE,
        damage: 0,
        flags: 0,
        used: 0,
        known: 0,
        firepower: 0,
        armor: 0,
        keywords: 0,
        stealth: 0,
        perception: 0,
        affinity: 0,
    };
    let player = Player { resources: [0; RESOURCES], plays: 0, taken: 0, city_used: 0, out: true };
    let contest = Contest::new(ContestKind::Base, 0, 0, NONE);
    let waiting = PendingAbility { source: NONE, ability: 0, it: NONE, seat: 0 };
    let mut state = State {
        dice,
        permanents: [[none; SLOTS]; N],
        zones: [[Set::default(); ZONES]; N],
        rapid: Set::default(),
        decks: [DrawPile::EMPTY; N],
        players: [player; N],
        points: [[0; N]; N],
        borders: borders(table.seats.len()),
        tasks: [Task::Turn(Step::Begin); DEPTH],
        contests: [contest; CONTESTS],
        waiting: [waiting; WAITING],
        changes: [Change { to: NONE, kind: ChangeKind::Hack, source: NO_SOURCE }; CHANGES],
        depth: 1,
        contest: 0,
        queued: 0,
        due: 0,
        changed: 0,
        turn: 0,
        active: 0,
        stale: true,
        steps: 0,
        looping: LoopCards::NONE,
        first: NONE,
        hurt: false,
        awaited: 0,
        actives: Set::default(),
        over: None,
    };
    for (seat, brought) in table.seats.iter().enumerate() {
        state.players[seat].out = false;
        for (slot, def) in brought.cards.iter().enumerate() {
            let id = (seat * SLOTS + slot) as Id;
            let permanent = state.permanent_mut(id);
            (permanent.def, permanent.controller) = (*def, seat as u8);
            if slot > 0 {
                permanent.zone = Zone::Deck;
                state.decks[seat].add(id);
                state.zones[seat][Zone::Deck as usize].add(id);
            }
        }
    }
    state
}

impl<const N: usize, W: EventSink<Event>> Play<'_, N, W> {
    /// Everything before the first turn. The deck needs no shuffling: its order is decided as cards are drawn
    /// (CX-080, CX-088).
    pub(super) fn set_up(&mut self, first: Option<u8>) {
        let seats = self.t.seats.len() as u8;
        // CX-084
        let first = first.unwrap_or_else(|| self.w.roll(&mut self.s.dice, seats.into()) as u8);
        self.s.active = first;
        self.emit(Event::Begins { seat: first });
        for seat in self.round(first) {
            // CX-020, CX-085
            let base = seat * SLOTS as u8;
            self.place(base, seat, Zone::Play);
            // CX-086, CX-R64
            let power = self.t.seats[seat as usize].power;
            self.gain(seat, POWER, power);
        }
        for seat in self.round(first) {
            // CX-087, CX-R16
            let (opener, random) = {
                let brought = &self.t.seats[seat as usize];
                (brought.opener, brought.random)
            };
            let named = opener
                .and_then(|def| self.s.cards(seat, Zone::Deck).iter().find(|id| self.s.permanent(*id).def == def));
            match named {
                Some(id) => {
                    self.take_from_deck(id);
                    self.place(id, seat, Zone::Hand);
                    // The Headquarters names it to everybody.
                    self.s.permanent_mut(id).known = ALL_SEATS;
                    let card = self.card(id);
                    self.w.on_event(Event::Opens { seat, card }, ALL_SEATS);
                }
                None if self.t.options.missing_opener_random => drop(self.draw(seat)),
                None => {}
            }
            for _ in 0..random {
                self.draw(seat);
            }
        }
        // CX-089: the next player in turn order, one only (CX-R57).
        let second = self.next_seat(first);
        self.gain(second, INFLUENCE, 1);
        self.s.tasks[0] =
            if self.t.options.mulligan { Task::Turn(Step::Redraw(first)) } else { Task::Turn(Step::Begin) };
    }

    /// CX-R11: the random part of the opening hand goes back and is drawn again.
    pub(super) fn redraw(&mut self, seat: u8) {
        let mut again = 0;
        for id in self.s.cards(seat, Zone::Hand).iter() {
            if self.s.permanent(id).known != ALL_SEATS {
                self.put_under_deck(id);
                again += 1;
            }
        }
        self.shuffle(seat);
        for _ in 0..again {
            self.draw(seat);
        }
    }
}

/// Where the cities lie (CX-040, CX-179): one between each player and the next; between two players one in all.
fn borders<const N: usize>(seats: usize) -> [[u8; 2]; N] {
    let cities = if seats == 2 { 1 } else { seats };
    std::array::from_fn(|c| if c < cities { [c as u8, ((c + 1) % seats) as u8] } else { NOWHERE })
}

/// Deals anew what a seat has not seen: the cards in other hands and in all decks.
pub(super) fn determinize<const N: usize>(t: &MatchData, state: &State<N>, seat: u8, dice: &mut FastRng) -> State<N> {
    let mut world = state.clone();
    for owner in 0..t.seats.len() as u8 {
        // The definitions of the cards that cannot be told apart change places.
        let mut hidden = [NONE; SLOTS];
        let mut defs = [0u8; SLOTS];
        let mut n = 0;
        for slot in 0..SLOTS {
            let id = (owner as usize * SLOTS + slot) as Id;
            let permanent = state.permanent(id);
            let may_be_hidden = matches!(permanent.zone, Zone::Deck | Zone::Hand | Zone::Downloads);
            if may_be_hidden && permanent.known & (1 << seat) == 0 {
                (hidden[n], defs[n]) = (id, permanent.def);
                n += 1;
            }
        }
        // Whoever imagines cannot even be influenced by how the cards really lie.
        defs[..n].sort_unstable();
        dice.shuffle(&mut defs[..n]);
        for (id, def) in hidden[..n].iter().zip(defs) {
            world.permanent_mut(*id).def = def;
            world.note_rapid(t, *id);
        }
    }
    world.dice =
        formats::rng::Seed::from_number(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))).fast();
    world
}

/// The zone that a pile of the effect language is.
pub(super) fn zone(pile: PlayerPile) -> Zone {
    match pile {
        PlayerPile::Deck => Zone::Deck,
        PlayerPile::Hand => Zone::Hand,
        PlayerPile::Discard => Zone::Discard,
        PlayerPile::Downloads => Zone::Downloads,
    }
}

fn refused_deck(deck: &str, why: impl Into<String>) -> SetupError {
    SetupError::Deck { deck: deck.into(), why: why.into() }
}
