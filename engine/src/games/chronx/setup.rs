//! From checked decks to a table and a first position.

use std::sync::Arc;

use catalog::ability::PlayerPile;
use catalog::{CardIx, GameData};
use formats::check::LegalDeck;
use formats::rng::{Dice, FastRng};

use super::dialect::ChronXDialect;
use super::state::{
    CHANGES, CONTESTS, Change, ChangeKind, Contest, ContestKind, DEPTH, INFLUENCE, Id, NONE, NOWHERE, POWER,
    PendingAbility, Permanent, Player, SLOTS, Set, State, Step, Task, WAITING, ZONES, Zone,
};
use super::{
    CardKind, ChronX, Def, Event, KeywordMasks, MatchData, Options, Play, Printed, RESOURCES, StaticDependencies,
};
use crate::effect::{AbilityForm, Amount, Condition, Countable, DefSet, Op, lower};
use crate::kernel::draw_pile::DrawPile;
use crate::kernel::match_options::Refusal;
use crate::kernel::match_options::{MatchOptions, SetupError};
use crate::kernel::rules::{ALL_SEATS, EventSink};

/// What a seat brings.
#[derive(Debug, Clone)]
pub(super) struct SeatDeck {
    /// Definitions of its cards; the first is its Headquarters.
    pub cards: Vec<u8>,
    /// The definition of the named opening card.
    pub opener: Option<u8>,
    /// How many random ones go with it.
    pub random: u8,
    /// Power at the start.
    pub power: i16,
}

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

fn match_data(
    game: &Arc<GameData>,
    cards: &[CardIx],
    seats: Vec<SeatDeck>,
    options: Options,
) -> Result<MatchData, SetupError> {
    let ids: Vec<&str> = game.resources.iter().take(RESOURCES).map(|r| r.id.as_str()).collect();
    if game.resources.iter().filter(|r| !r.variable).count() > RESOURCES {
        return Err(missing_data("rules for more than five resources"));
    }
    if ids != ["influence", "military", "covert", "cyberops", "power"] {
        return Err(missing_data("the five resources in their order"));
    }
    let field = |id: &str| game.field(id).ok_or_else(|| missing_data(format!("the field `{id}`")));
    let (firepower, armor) = (field("firepower")?, field("armor")?);
    let words = keyword_masks(game)?;
    let listed: Vec<&catalog::Card> = cards.iter().map(|ix| game.card(*ix)).collect();
    let lowered = lower(game, &listed, &ChronXDialect { numbers: [firepower, armor], keywords: words.all().into() })
        .map_err(SetupError::Cards)?;
    let mut refused = Vec::new();
    let mut defs = Vec::new();
    for (ix, entries) in cards.iter().zip(lowered.entries) {
        match def(game, *ix, entries, &words, &options) {
            Ok(def) => defs.push(def),
            Err(why) => refused.push(Refusal { card: game.card(*ix).name.clone(), why }),
        }
    }
    if !refused.is_empty() {
        return Err(SetupError::Cards(refused));
    }
    let heard = defs.iter().fold(0, |m, def| m | def.printed.waits_for);
    let mut code = lowered.code;
    let statics = || defs.iter().flat_map(|d| &d.entries).filter(|e| e.form == AbilityForm::Static);
    let taps = |e: &crate::effect::CompiledAbility| code.costs[e.cost as usize].tap;
    if let Some(city) = defs.iter().find(|d| d.printed.kind == CardKind::City && d.entries.iter().any(taps)) {
        let why = "a city cannot be tapped".to_owned();
        return Err(SetupError::Cards(vec![Refusal { card: city.name.clone(), why }]));
    }
    // Only assets come into play without being played (CX-R66).
    let assets = DefSet::matching(&listed, |c| c.types.iter().any(|t| game.types[*t as usize].id == "asset"));
    for op in &code.ops {
        if let Op::Put { filter, .. } = op {
            let filter = &mut code.filters[*filter as usize];
            filter.printed = filter.printed.intersection(assets);
        }
    }
    let mut moods = StaticDependencies::default();
    for entry in statics() {
        entry.condition.iter().for_each(|c| moods.add_condition(&code.conditions[*c as usize]));
        for (_, always) in &entry.statics {
            if let crate::effect::StaticEffect::Give(gift) = always {
                let numbers = &code.gifts[*gift as usize].numbers;
                moods.resources |= numbers.iter().any(|(_, n)| matches!(n, Amount::Resource(_)));
            }
        }
    }
    let printed = defs.iter().map(|d| d.printed).collect();
    Ok(MatchData {
        game: game.clone(),
        defs,
        printed,
        code,
        keywords: words,
        firepower,
        armor,
        options,
        seats,
        city: None,
        heard,
        static_dependencies: moods,
    })
}

impl StaticDependencies {
    /// Notes what a condition asks about.
    fn add_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Count(_, Countable::Resource(..)) => self.resources = true,
            Condition::Count(_, Countable::Points(_)) | Condition::ControlsCity(_) => self.points = true,
            Condition::Count(_, Countable::Pile(..)) => self.piles = true,
            Condition::Not(inner) => self.add_condition(inner),
            Condition::And(parts) => parts.iter().for_each(|p| self.add_condition(p)),
            Condition::Count(_, Countable::Cards(_) | Countable::Result) | Condition::Is(..) | Condition::First => {}
            Condition::In(..) | Condition::YourTurn => {}
        }
    }
}

fn keyword_masks(game: &GameData) -> Result<KeywordMasks, SetupError> {
    if game.keywords.len() > 16 {
        return Err(missing_data(format!("rules for {} keywords; the engine takes 16", game.keywords.len())));
    }
    let mask = |id: &str| {
        let at = game.keywords.iter().position(|k| k.id == id);
        at.map(|i| 1u16 << i).ok_or_else(|| missing_data(format!("the keyword `{id}`")))
    };
    Ok(KeywordMasks {
        ambush: mask("ambush")?,
        assault: mask("assault")?,
        antiterrorism: mask("antiterrorism")?,
        cyberaffinity: mask("cyberaffinity")?,
        immunity: mask("immunity")?,
        massive: mask("massive")?,
        mechanical: mask("mechanical")?,
        perception: mask("perception")?,
        precise: mask("precise")?,
        rapid: mask("rapid")?,
        sabotage: mask("sabotage")?,
        stealth: mask("stealth")?,
    })
}

impl KeywordMasks {
    fn all(&self) -> u16 {
        self.ambush
            | self.assault
            | self.antiterrorism
            | self.cyberaffinity
            | self.immunity
            | self.massive
            | self.mechanical
            | self.perception
            | self.precise
            | self.rapid
            | self.sabotage
            | self.stealth
    }
}

fn def(
    game: &GameData,
    ix: CardIx,
    entries: Vec<crate::effect::CompiledAbility>,
    words: &KeywordMasks,
    options: &Options,
) -> Result<Def, String> {
    let card = game.card(ix);
    let kind = match game.types[card.types.first().copied().unwrap_or(0) as usize].id.as_str() {
        "headquarters" => CardKind::Base,
        "asset" => CardKind::Asset,
        "program" => CardKind::Program,
        "intervention" => CardKind::Intervention,
        "enhancement" => CardKind::Enhancement,
        "city" => CardKind::City,
        other => return Err(format!("the engine does not play cards of type `{other}`")),
    };
    let number = |id: &str| game.field(id).and_then(|f| card.number_in(f)).unwrap_or(0);
    let small = |n: i32| i8::try_from(n).map_err(|_| format!("{n} is too large a number"));
    let amounts = |id: &str| -> Result<[i16; RESOURCES], String> {
        let mut all = [0; RESOURCES];
        for (r, n) in game.field(id).map_or(&[][..], |f| card.amounts_in(f)) {
            let at = all.get_mut(*r as usize).ok_or("a cost of X cannot be played")?;
            *at = small(*n)?.into();
        }
        Ok(all)
    };
    let mut keywords = 0;
    let mut numbers = [0u8; 3];
    for has in &card.keywords {
        let bit = 1u16 << has.keyword;
        if bit & words.all() == 0 {
            return Err(format!("the engine does not know {}", game.keywords[has.keyword as usize].name));
        }
        keywords |= bit;
        let number = has.number.map_or(options.perception_default, |n| n.clamp(0, 99) as u8);
        for (at, word) in numbers.iter_mut().zip([words.stealth, words.perception, words.cyberaffinity]) {
            if bit == word {
                *at = number;
            }
        }
    }
    let plays = |e: &crate::effect::CompiledAbility| matches!(e.form, AbilityForm::Played { .. });
    if matches!(kind, CardKind::Program | CardKind::Intervention | CardKind::Enhancement) && !entries.iter().any(plays)
    {
        return Err("it says nothing that happens when it is played".into());
    }
    let stays = matches!(kind, CardKind::Base | CardKind::Asset | CardKind::City)
        || entries.iter().any(|e| plays(e) && e.attaches);
    if !stays && !entries.iter().all(plays) {
        return Err("it does not stay in play, so `when`, `cost` and `always` never work".into());
    }
    let deployed = |e: &crate::effect::CompiledAbility| {
        e.form == AbilityForm::Triggered(catalog::ability::TriggerEvent::Deployed, None)
    };
    if kind != CardKind::Asset && entries.iter().any(deployed) {
        return Err("only assets are deployed; let it happen when the card is played".into());
    }
    if kind == CardKind::Enhancement && !entries.iter().any(|e| plays(e) && e.attaches) {
        return Err("an enhancement attaches when it is played".into());
    }
    if kind == CardKind::City && entries.iter().any(|e| !matches!(e.form, AbilityForm::Activated(_))) {
        return Err("the engine plays only the activated abilities of a city".into());
    }
    if entries.iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count() > 4 {
        return Err("more than four activated abilities".into());
    }
    let income = amounts("income")?;
    let armor = if kind == CardKind::Base { number("health") } else { number("armor") };
    let printed = Printed {
        firepower: small(number("firepower"))?,
        armor: small(armor)?,
        keywords,
        stealth: numbers[0],
        perception: numbers[1],
        affinity: numbers[2],
        kind,
        cost: amounts("cost")?.map(|n| n as i8),
        earns: income != [0; RESOURCES],
        has_statics: entries.iter().any(|e| e.form == AbilityForm::Static),
        has_actives: entries.iter().any(|e| matches!(e.form, AbilityForm::Activated(_))),
        may_be_rapid: keywords & words.rapid != 0
            || entries.iter().any(|e| e.form == AbilityForm::Played { rapid: true }),
        waits_for: entries.iter().fold(0, |m, e| match e.form {
            AbilityForm::Triggered(event, _) => m | 1 << event as u32,
            _ => m,
        }),
    };
    Ok(Def {
        card: ix,
        name: card.name.clone(),
        printed,
        income,
        skill: small(number("skill"))?.into(),
        entries,
        numbers: (0..game.fields.len()).map(|f| card.number_in(f)).collect(),
    })
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
        decks: [DrawPile::EMPTY; N],
        players: [player; N],
        points: [[0; N]; N],
        borders: borders(table.seats.len()),
        tasks: [Task::Turn(Step::Begin); DEPTH],
        contests: [contest; CONTESTS],
        waiting: [waiting; WAITING],
        changes: [Change { to: NONE, kind: ChangeKind::Hack }; CHANGES],
        depth: 1,
        contest: 0,
        queued: 0,
        due: 0,
        changed: 0,
        turn: 0,
        active: 0,
        stale: true,
        steps: 0,
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
pub(super) fn determinize<const N: usize>(state: &State<N>, seats: u8, seat: u8, dice: &mut FastRng) -> State<N> {
    let mut world = state.clone();
    for owner in 0..seats {
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

/// What the game's data lack.
fn missing_data(what: impl Into<String>) -> SetupError {
    SetupError::Data { game: Options::GAME, what: what.into() }
}

fn refused_deck(deck: &str, why: impl Into<String>) -> SetupError {
    SetupError::Deck { deck: deck.into(), why: why.into() }
}
