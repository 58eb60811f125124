//! From a checked deck, the box of cards that all share, to a table and a first position.

use catalog::noted;
use std::sync::Arc;

use catalog::{CardIx, GameData};
use formats::Deck;
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng};

use super::card_error::CardError;
use super::cards::{self, CardKind, Def, Effect, Gadget, Identity, Mission};
use super::state::{CARDS, Cards, Id, LINKS, NONE, Pile, SEATS, SECRETS, Secrets, State, Step, Target, ids};
use super::{Day, Event, MatchData, Options, Play, TradeOffer};
use crate::kernel::match_options::{Refusal, SetupError};
use crate::kernel::rules::EventSink;
use crate::timeline::{History, Timeline, TimelineFault};

/// The cards of a match, as a deck lists them.
#[derive(Debug, Clone, Default)]
pub(in crate::games) struct MatchCards {
    pub timeline: Vec<CardIx>,
    pub identities: Vec<CardIx>,
    pub missions: Vec<CardIx>,
    pub main: Vec<CardIx>,
    /// The day that is played, in The Emperor's Star.
    pub day: Option<CardIx>,
}

impl MatchCards {
    pub(in crate::games) fn from_decks(game: &GameData, decks: &[&LegalDeck]) -> Result<MatchCards, SetupError> {
        let Some((first, others)) = decks.split_first() else { return Err(SetupError::Shared) };
        if others.iter().any(|d| d.deck().sections != first.deck().sections) {
            return Err(SetupError::Shared);
        }
        Ok(MatchCards::from_deck(game, first.deck()))
    }

    pub(in crate::games) fn from_deck(game: &GameData, deck: &Deck) -> MatchCards {
        let section = |id: &str| game.section(id).map(|s| deck.cards(s)).unwrap_or_default();
        MatchCards {
            timeline: section("timeline"),
            identities: section("identities"),
            missions: section("missions"),
            main: section("main"),
            day: None,
        }
    }
}

/// Everything that the engine cannot play in the data of the game, card by card.
pub(crate) fn refusals(game: &Arc<GameData>) -> Vec<(Option<CardIx>, String)> {
    let of = |types: &[&str]| -> Vec<CardIx> {
        game.indices().filter(|ix| types.contains(&cards::type_of(game, *ix))).collect()
    };
    let main = of(&["artifact", "inverter", "patch", "action", "timewarp", "gadget"]);
    let brought = MatchCards {
        timeline: of(&["linchpin", "ripplepoint"]),
        identities: of(&["identity"]),
        missions: of(&["mission"]),
        main,
        day: None,
    };
    match compile(game, &brought) {
        Ok(_) => Vec::new(),
        Err(refused) => refused.into_iter().map(|(ix, why)| (Some(ix), why.to_string())).collect(),
    }
}

/// Cards in the words of the rules.
pub(in crate::games) struct Compiled {
    pub timeline: Timeline,
    pub cells: Vec<CardIx>,
    pub defs: Vec<Def>,
    pub identities: Vec<Identity>,
    missions: Vec<Mission>,
}

pub(in crate::games) fn compile(game: &GameData, brought: &MatchCards) -> Result<Compiled, Vec<(CardIx, CardError)>> {
    let mut main = brought.main.clone();
    main.sort_unstable();
    main.dedup();
    let patches: Vec<CardIx> = main.iter().copied().filter(|ix| cards::type_of(game, *ix) == "patch").collect();
    let written = cards::written(game, &brought.timeline, &patches);
    let timeline = Timeline::new(&written).map_err(|faults| {
        let card = |fault: &TimelineFault| match fault {
            TimelineFault::Cell(at, _) => brought.timeline.get(*at).copied().unwrap_or(CardIx(0)),
            TimelineFault::Patch(at, _) => patches[*at],
        };
        faults.into_iter().map(|fault| (card(&fault), CardError::Timeline(fault.error()))).collect::<Vec<_>>()
    })?;
    let mut cells = brought.timeline.clone();
    cells.sort_by_key(|ix| cards::moment(game, *ix).1);
    let mut refused = Vec::new();
    let mut note = |ix: CardIx, why: CardError| refused.push((ix, why));
    let patch = |ix: CardIx| patches.iter().position(|p| *p == ix).map(|at| at as u8);
    let mut compiled = Compiled { timeline, cells, defs: vec![], identities: vec![], missions: vec![] };
    for ix in main {
        match cards::def(game, ix, &compiled.timeline, patch(ix)) {
            Ok(def) => compiled.defs.push(def),
            Err(why) => note(ix, why),
        }
    }
    let home = brought.day.map_or_else(|| "home".into(), |day| format!("goal_{}", cards::number(game, day, "day")));
    for ix in &brought.identities {
        match cards::identity(game, *ix, &compiled.timeline, &home) {
            Ok(identity) => compiled.identities.push(identity),
            Err(why) => note(*ix, why),
        }
    }
    for ix in &brought.missions {
        match cards::mission(game, *ix) {
            Ok(mission) => compiled.missions.push(mission),
            Err(why) => note(*ix, why),
        }
    }
    if refused.is_empty() { Ok(compiled) } else { Err(refused) }
}

impl MatchData {
    /// The table for these cards.
    pub(in crate::games) fn new(
        game: &Arc<GameData>,
        brought: &MatchCards,
        options: Options,
    ) -> Result<MatchData, SetupError> {
        for (what, cards, most) in [
            (noted!("cards in the main deck"), &brought.main, CARDS),
            (noted!("identities"), &brought.identities, SECRETS),
            (noted!("missions"), &brought.missions, SECRETS),
        ] {
            if cards.len() > most {
                return Err(SetupError::TooMany { number: cards.len(), of: what, most });
            }
        }
        let named = |(ix, why): (CardIx, CardError)| Refusal { card: game.card(ix).name.clone(), why: why.to_string() };
        let refused = |all: Vec<(CardIx, CardError)>| SetupError::Cards(all.into_iter().map(named).collect());
        let c = compile(game, brought).map_err(refused)?;
        let mut table = MatchData {
            game: game.clone(),
            def_of: Vec::new(),
            copies: Vec::new(),
            wants: Vec::new(),
            memos: 0,
            artifacts: 0,
            patches: 0,
            exchanges: 0,
            wards: 0,
            on_patch: vec![NONE; c.timeline.patches().len()],
            timeline: c.timeline,
            cells: c.cells,
            defs: c.defs,
            identities: c.identities,
            missions: c.missions,
            options,
            day: None,
        };
        table.count_copies(brought).map_err(refused)?;
        if let Some(card) = brought.day {
            table.day = Some(Day::new(&table, card).map_err(refused)?);
        }
        if table.memos.count_ones() as usize >= LINKS {
            return Err(SetupError::TooMany {
                number: table.memos.count_ones() as usize,
                of: noted!("Memos"),
                most: LINKS - 1,
            });
        }
        Ok(table)
    }

    /// Gives each copy of each card its id, and finds what missions want.
    fn count_copies(&mut self, brought: &MatchCards) -> Result<(), Vec<(CardIx, CardError)>> {
        let mut refused = Vec::new();
        for (at, def) in self.defs.iter().enumerate() {
            let number = brought.main.iter().filter(|ix| **ix == def.card).count();
            let first = self.def_of.len();
            let copies = (first..first + number).fold(0, |m: Cards, id| m | 1 << id);
            self.def_of.extend(std::iter::repeat_n(at as u8, number));
            self.copies.push(copies);
            match def.kind {
                CardKind::Action(Effect::Memo) => self.memos |= copies,
                CardKind::Artifact { .. } => self.artifacts |= copies,
                CardKind::Gadget(Gadget::Exchange) => self.exchanges |= copies,
                CardKind::Gadget(Gadget::Ward) => self.wards |= copies,
                CardKind::Patch(patch) => {
                    self.patches |= copies;
                    self.on_patch[patch as usize] = first as Id;
                    if number > 1 {
                        refused.push((def.card, CardError::PatchCopies(number)));
                    }
                }
                CardKind::Inverter(..) | CardKind::Action(_) => {}
            }
        }
        for mission in &self.missions {
            let found = |name: &String| self.defs.iter().position(|d| d.name == *name).map(|at| self.copies[at]);
            let wants: Vec<Cards> = mission.wants.iter().filter_map(found).collect();
            // CN-R41
            if wants.len() < mission.needs.into() {
                refused.push((mission.card, CardError::Missing { needs: mission.needs, has: wants.len() }));
            }
            self.wants.push(wants);
        }
        if refused.is_empty() { Ok(()) } else { Err(refused) }
    }

    /// A position before anything has happened: every card in its pile (CN-018).
    pub(in crate::games) fn blank(&self, dice: FastRng) -> State {
        let mut deck = Pile::EMPTY;
        (0..self.def_of.len() as Id).for_each(|id| deck.push(id));
        State {
            dice,
            history: History::default(),
            hands: [0; SEATS],
            tables: [0; SEATS],
            knows: [0; SEATS],
            deck,
            discard: Pile::EMPTY,
            identities: Secrets::new(self.identities.len()),
            missions: Secrets::new(self.missions.len()),
            chain: Pile::EMPTY,
            target: Target::None,
            answered: 0,
            active: 0,
            turn: 0,
            step: Step::Draw,
            plays: 0,
            fresh: false,
            used: 0,
            top: Pile::EMPTY,
            looker: NONE,
            passing: [0; SEATS],
            favors: [[0; 2]; SEATS],
            ahead: 0,
            offers: 0,
            offer: TradeOffer::NONE,
            over: None,
        }
    }
}

impl<W: EventSink<Event>> Play<'_, W> {
    /// Deals (CN-018 to CN-022); chance decides who begins, if nobody was named (CN-R03).
    pub(in crate::games) fn set_up(&mut self, first: Option<u8>) {
        let first = first.unwrap_or_else(|| self.w.roll(&mut self.s.dice, self.seats.into()) as u8);
        self.emit(Event::Begins { seat: first });
        self.s.active = first;
        for seat in self.round(first) {
            // In later days of The Emperor's Star everybody is somebody already (ES-003).
            if self.s.identities.held[seat as usize] == NONE {
                self.take_identity(seat);
            }
            self.take_mission(seat);
            for _ in 0..self.t.options.dealt() {
                self.draw(seat);
            }
        }
        let may_replace = self.t.options.mulligan && self.s.identities.pile.cards().len() >= self.seats.into();
        if may_replace { self.s.step = Step::Mulligan(first) } else { self.begin_turn(first) }
    }
}

/// Deals anew what a seat has not seen: hands, the draw pile, identities and missions.
pub(in crate::games) fn determinize(state: &State, seats: u8, seat: u8, dice: &mut FastRng) -> State {
    let mut world = state.clone();
    let known = state.knows[seat as usize];
    let hidden = |other: u8| if other == seat { 0 } else { state.hands[other as usize] & !known };
    // In an order that does not tell where they are.
    let mut all: Cards = state.deck.cards().iter().fold(0, |all, id| all | 1 << id);
    (0..seats).for_each(|other| all |= hidden(other));
    if state.looker != seat {
        state.top.cards().iter().for_each(|id| all |= 1 << id);
    }
    let mut unseen = Pile::EMPTY;
    ids(all).for_each(|id| unseen.push(id));
    if state.looker != seat {
        for place in world.top.cards_mut() {
            *place = unseen.swap_out(dice.below(unseen.cards().len() as u32) as usize);
        }
    }
    for other in 0..seats {
        let cards = hidden(other);
        world.hands[other as usize] &= !cards;
        for _ in 0..cards.count_ones() {
            let at = dice.below(unseen.cards().len() as u32) as usize;
            world.hands[other as usize] |= 1 << unseen.swap_out(at);
        }
    }
    world.deck = unseen;
    for other in (0..seats).filter(|other| *other != seat) {
        // What another seat knows of hands that changed is not known either.
        world.knows[other as usize] &= known | state.hands[seat as usize];
        determinize_passing(&mut world, other, dice);
    }
    // What is being put together is nobody else's business yet.
    if state.step == Step::Bundle && state.active != seat {
        (world.step, world.offer) = (Step::Trade, TradeOffer::NONE);
    }
    determinize_secrets(&mut world.identities, seat, dice);
    determinize_secrets(&mut world.missions, seat, dice);
    world.dice =
        formats::rng::Seed::from_number(u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX))).fast();
    world
}

/// Other cards of the hand are chosen to be passed on, as many as there are.
fn determinize_passing(world: &mut State, other: u8, dice: &mut FastRng) {
    let (hand, number) = (world.hands[other as usize], world.passing[other as usize].count_ones());
    let mut left: Pile<CARDS> = Pile::EMPTY;
    ids(if number > 0 { hand } else { 0 }).for_each(|id| left.push(id));
    let mut passing = 0;
    for _ in 0..number {
        passing |= 1 << left.swap_out(dice.below(left.cards().len() as u32) as usize);
    }
    world.passing[other as usize] = passing;
}

/// The cards whose places a seat does not know change places.
fn determinize_secrets(secrets: &mut Secrets, seat: u8, dice: &mut FastRng) {
    let known = secrets.known;
    let hidden = |card: u8| card != NONE && known[card as usize] & 1 << seat == 0;
    let mut cards = [NONE; SECRETS];
    let mut n = 0;
    for card in
        secrets.held.iter().chain(secrets.pile.cards()).chain(secrets.aside.cards()).copied().filter(|c| hidden(*c))
    {
        cards[n] = card;
        n += 1;
    }
    cards[..n].sort_unstable();
    dice.shuffle(&mut cards[..n]);
    let before = secrets.known;
    let mut dealt = cards[..n].iter();
    let places = secrets.held.iter_mut().chain(secrets.pile.cards_mut()).chain(secrets.aside.cards_mut());
    for place in places.filter(|c| hidden(**c)) {
        let card = *dealt.next().expect("as many as there were");
        // Who knows this place knows the card that lies there now.
        secrets.known[card as usize] = before[*place as usize];
        *place = card;
    }
}
