//! From checked decks to a table and a first position.

use catalog::noted;
use std::sync::Arc;

use catalog::{CardIx, GameData};
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng};

use super::compile::{SeatDeck, match_data};
use super::roles::InPlay;
use super::state::{
    CHANGES, Change, ChangeKind, ENERGIES, Id, NONE, PendingDecision, PendingTrigger, Permanent, Player, SLOTS, STACK,
    Set, StackItem, StackItemKind, State, Step, WAITING, ZONES, Zone,
};
use super::{Afrika, MatchData, Options, Variant};
use crate::effect::{DefSet, TARGETS};
use crate::kernel::draw_pile::DrawPile;
use crate::kernel::loops::LoopCards;
use crate::kernel::match_options::SetupError;

/// A deck as the engine takes it.
#[derive(Debug, Clone)]
pub(crate) struct EngineDeck {
    /// The deck's name.
    pub name: String,
    /// Its cards in the order of the list, and where they are at the start.
    pub cards: Vec<(CardIx, Zone)>,
    /// Its leader.
    pub leader: Option<CardIx>,
}

impl<const N: usize, const B: usize> Afrika<N, B> {
    /// A match between checked decks, in seat order.
    ///
    /// # Errors
    /// If a deck or a card cannot be played, by name.
    pub fn new(game: &Arc<GameData>, decks: &[&LegalDeck], options: Options) -> Result<Self, SetupError> {
        let brought = decks.iter().map(|legal| {
            let deck = legal.deck();
            let of = |id: &str, zone: Zone| {
                let cards = game.section(id).map(|section| deck.cards(section));
                cards.unwrap_or_default().into_iter().map(move |ix| (ix, zone))
            };
            let leader = game.section("star-lord").and_then(|section| deck.cards(section).first().copied());
            let cards = of("main", Zone::Deck)
                .chain(of("rifts", Zone::Aside))
                .chain(of("schemes", Zone::Aside))
                .chain(leader.map(|ix| (ix, Zone::Command)))
                .collect();
            EngineDeck { name: deck.name.clone(), cards, leader }
        });
        Self::with(game, brought.collect(), options)
    }

    /// A match whose decks nobody checked: for scenarios.
    pub(crate) fn with(game: &Arc<GameData>, decks: Vec<EngineDeck>, options: Options) -> Result<Self, SetupError> {
        let fits = match options.variant {
            Variant::Duel => (2..=N).contains(&decks.len()),
            Variant::Allied => decks.len() == 4 && N >= 4,
            Variant::Overlord => (2..=N).contains(&decks.len()),
        };
        if !fits {
            let takes = match options.variant {
                Variant::Duel => format!("2 to {N}"),
                Variant::Allied => "4".into(),
                Variant::Overlord => format!("2 to {N}"),
            };
            return Err(SetupError::Seats { players: decks.len(), takes });
        }
        let mut cards: Vec<CardIx> = Vec::new();
        let mut seats = Vec::new();
        for deck in &decks {
            if deck.cards.len() > SLOTS {
                let why = format!("has {} cards; the engine takes up to {SLOTS}", deck.cards.len());
                return Err(SetupError::Deck { deck: deck.name.clone(), why });
            }
            let mut own = Vec::new();
            for (ix, _) in &deck.cards {
                let known = cards.iter().position(|c| c == ix);
                own.push(known.unwrap_or_else(|| {
                    cards.push(*ix);
                    cards.len() - 1
                }) as u16);
            }
            let leader = deck.leader.and_then(|l| {
                let at = |(ix, zone): &(CardIx, Zone)| *ix == l && matches!(zone, Zone::Command | Zone::Play);
                deck.cards.iter().rposition(at)
            });
            seats.push(SeatDeck {
                twins: SeatDeck::twins(&own),
                quick: 0,
                terrains: 0,
                works_in_void: 0,
                cards: own,
                zones: deck.cards.iter().map(|(_, zone)| *zone).collect(),
                leader: leader.map(|l| l as u8),
            });
        }
        if cards.len() > DefSet::MOST {
            return Err(SetupError::TooMany {
                number: cards.len(),
                of: noted!("different cards in the decks"),
                most: DefSet::MOST,
            });
        }
        Ok(Afrika { data: match_data(game, &cards, seats, options)? })
    }
}

/// The cards of a game that the rules cannot play, with the reasons; a reason without a card is about the game.
pub fn refusals(game: &Arc<GameData>) -> Vec<(Option<CardIx>, String)> {
    let mut refused = Vec::new();
    for ix in game.indices() {
        match match_data(game, &[ix], Vec::new(), Options::default()) {
            Ok(_) => {}
            Err(SetupError::Cards(list)) => refused.extend(list.into_iter().map(|r| (Some(ix), r.why))),
            Err(other) => return vec![(None, other.to_string())],
        }
    }
    refused
}

/// A position in which every card is where it begins and nothing has happened.
pub(super) fn blank<const N: usize, const B: usize>(t: &MatchData, dice: FastRng) -> State<N, B> {
    let item = StackItem {
        kind: StackItemKind::Negated,
        source: NONE,
        entry: 0,
        seat: 0,
        at: 0,
        it: NONE,
        targets: [NONE; TARGETS],
        x: 0,
    };
    let player = Player {
        life: 0,
        pool: [0; ENERGIES],
        colourless: 0,
        terrains: 0,
        zero: 0,
        mulligans: 0,
        turns: 0,
        led: 0,
        rolls: 0,
        astray: false,
        dry: false,
        out: true,
    };
    let mut state = State {
        dice,
        places: [[Zone::Gone; SLOTS]; N],
        known: [[0; SLOTS]; N],
        permanent_slots: [[u8::MAX; SLOTS]; N],
        zones: [[Set::default(); ZONES]; N],
        decks: [DrawPile::EMPTY; N],
        players: [player; N],
        permanents: [Permanent::FREE; B],
        taken: 0,
        table: InPlay::EMPTY,
        stack: [item; STACK],
        waiting: [PendingTrigger { source: NONE, entry: 0, it: NONE, seat: 0 }; WAITING],
        changes: [Change { to: NONE, kind: ChangeKind::Power(0), until: 0, source: NONE }; CHANGES],
        frame: None,
        depth: 0,
        queued: 0,
        changed: 0,
        turn: 0,
        active: 0,
        step: Step::Opening,
        pending: PendingDecision::Go,
        pending_before: PendingDecision::Go,
        struck: [[0; N]; N],
        priority: 0,
        passed: 0,
        round: 0,
        clock: 0,
        steps: 0,
        looping: LoopCards::NONE,
        stale: false,
        stale_slots: 0,
        boosted: 0,
        needs_state_check: false,
        awaited: 0,
        idle: 0,
        touched: false,
        over: None,
    };
    for (seat, brought) in t.seats.iter().enumerate() {
        let player = &mut state.players[seat];
        (player.life, player.out) = (t.first_life(seat as u8), false);
        for (slot, zone) in brought.zones.iter().enumerate() {
            state.places[seat][slot] = *zone;
            state.zones[seat][*zone as usize].0 |= 1 << slot;
            state.permanent_slots[seat][slot] = seat as u8;
            match zone {
                Zone::Deck => state.decks[seat].add(slot as u8),
                Zone::Aside => {}
                Zone::Hand => state.known[seat][slot] = t.sees_hand(seat as u8),
                _ => state.known[seat][slot] = crate::kernel::rules::ALL_SEATS,
            }
        }
    }
    state
}

/// A position that a seat cannot tell from this one: cards that it does not know change places.
pub(super) fn determinize<const N: usize, const B: usize>(
    state: &State<N, B>,
    seats: u8,
    seat: u8,
    dice: &mut FastRng,
) -> State<N, B> {
    let mut world = state.clone();
    // Others may hold something to play now, or something that is counted.
    (world.idle, world.touched) = (0, true);
    for owner in 0..seats {
        let hidden = |slot: usize| {
            let place = state.places[owner as usize][slot];
            matches!(place, Zone::Hand | Zone::Deck) && state.known[owner as usize][slot] & (1 << seat) == 0
        };
        // The places of cards that it does not know, in an order that does not tell what lies there: the hand by who
        // knows of it, then the Codex from below. The cards are dealt to them.
        let mut cards = [0u8; SLOTS];
        let mut places = [(Zone::Hand, 0, 0u8); SLOTS];
        let (mut n, mut held) = (0, 0);
        for slot in (0..SLOTS).filter(|s| hidden(*s)) {
            cards[n] = slot as u8;
            n += 1;
            if state.places[owner as usize][slot] == Zone::Hand {
                places[held].1 = state.known[owner as usize][slot];
                held += 1;
            }
        }
        places[..held].sort_unstable_by_key(|(_, known, _)| *known);
        let mut at = held;
        for (depth, slot) in state.codex(owner).cards().iter().enumerate() {
            let slot = *slot as usize;
            if hidden(slot) {
                places[at] = (Zone::Deck, state.known[owner as usize][slot], depth as u8);
                at += 1;
            }
        }
        dice.shuffle(&mut cards[..n]);
        for (card, (zone, known, depth)) in cards[..n].iter().zip(&places[..n]) {
            let slot = *card as usize;
            let zones = &mut world.zones[owner as usize];
            zones[state.places[owner as usize][slot] as usize].0 &= !(1 << slot);
            zones[*zone as usize].0 |= 1 << slot;
            world.places[owner as usize][slot] = *zone;
            world.known[owner as usize][slot] = *known;
            if *zone == Zone::Deck {
                world.decks[owner as usize].cards_mut()[*depth as usize] = *card;
            }
        }
    }
    world.dice =
        formats::rng::Seed::from_number(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))).fast();
    world
}

/// The cards of a seat, slot by slot.
pub(super) fn id_of(seat: usize, slot: usize) -> Id {
    (seat * SLOTS + slot) as Id
}
