//! What a seat sees as one row of whole numbers, as long for every position of a match: the same as
//! [`Observation`](crate::kernel::observation::Observation) tells in words, and nothing else.

use super::super::cards::Cards;
use super::super::evaluate::View;
use super::super::expression::{CardNumber, Kind, NONE};
use super::super::program::{CardRules, CounterOwner, Layout, Sees, ZoneOwner};
use super::super::{Described, MatchData, State, slots};
use super::first_slots;
use crate::kernel::legal_action::PromptKind;

/// What the numbers of a group stand for, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberRows {
    /// One number.
    One,
    /// A number for each seat.
    Seats,
    /// A number for each zone, as [`Described::zone_titles`] has them.
    Zones,
    /// A number for each slot, as [`Described::slot_cards`] has them; 0 where the seat does not know where that card is.
    Cards,
}

/// Numbers of an observation that belong together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberGroup {
    /// What they tell.
    pub name: String,
    /// What they stand for.
    pub rows: NumberRows,
    /// How many there are.
    pub count: u32,
    /// Names of so many things, from 0; 0 where they are amounts.
    pub categories: u32,
    fill: Fill,
}

/// Where the numbers of a group come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fill {
    Seat,
    Turn,
    Active,
    Actor,
    Phase,
    Question,
    Source,
    Out,
    Score,
    Table(u16),
    OfSeat(u16),
    Shown(u16),
    ZoneCounts,
    Places,
    Order,
    By,
    Counter(u16, bool),
    Live(u16),
}

/// How what a seat sees is written.
#[derive(Debug, Clone)]
pub struct ObservationNumbers {
    /// The groups, in order.
    pub groups: Vec<NumberGroup>,
    /// How many numbers there are.
    pub size: u32,
    first_slots: Vec<u16>,
}

impl<const W: usize> Described<W> {
    /// How what a seat sees is written as numbers.
    pub fn observation_numbers(&self) -> ObservationNumbers {
        let data = &self.data;
        let program = &data.program;
        let (seats, cards) = (u32::from(data.layout.seats), u32::from(data.layout.cards));
        let zones = u32::from(data.layout.zone_sets);
        let mut groups = Vec::new();
        let mut group = |name: &str, rows: NumberRows, categories: u32, fill: Fill| {
            let count = match rows {
                NumberRows::One => 1,
                NumberRows::Seats => seats,
                NumberRows::Zones => zones,
                NumberRows::Cards => cards,
            };
            groups.push(NumberGroup { name: name.to_owned(), rows, count, categories, fill });
        };
        use NumberRows::{Cards, One, Seats, Zones};
        group("seat", One, seats, Fill::Seat);
        group("turn", One, 0, Fill::Turn);
        group("active", One, seats, Fill::Active);
        group("actor", One, seats + 1, Fill::Actor);
        group("phase", One, program.phases.len() as u32 + 1, Fill::Phase);
        group("question", One, program.questions.len() as u32 + 1, Fill::Question);
        if program.cards.is_some() {
            group("source", One, cards + 1, Fill::Source);
        }
        group("out", Seats, 2, Fill::Out);
        if program.score.is_some() {
            group("score", Seats, 0, Fill::Score);
        }
        for (at, counter) in (0..).zip(&program.counters).filter(|(_, counter)| counter.shown) {
            let categories = self.categories(counter.kind);
            match counter.owner {
                CounterOwner::Table => group(&counter.id, One, categories, Fill::Table(at)),
                CounterOwner::Seat | CounterOwner::Team => group(&counter.id, Seats, categories, Fill::OfSeat(at)),
                CounterOwner::Card => {}
            }
        }
        for (at, (title, _)) in (0..).zip(&program.shown) {
            group(title, Seats, 0, Fill::Shown(at));
        }
        group("zone size", Zones, 0, Fill::ZoneCounts);
        group("place", Cards, zones + 1, Fill::Places);
        if program.zones.iter().any(|zone| zone.ordered && zone.sees != Sees::Nobody) {
            group("order", Cards, 0, Fill::Order);
        }
        if program.asks_players {
            group("played by", Cards, seats + 1, Fill::By);
        }
        let in_play = program.cards.as_ref().map_or(Vec::new(), in_play_counters);
        for counter in &data.card_counters {
            let declared = &program.counters[usize::from(*counter)];
            let only_in_play = in_play.contains(counter) && !declared.shown;
            if declared.shown || only_in_play {
                group(&declared.id, Cards, self.categories(declared.kind), Fill::Counter(*counter, only_in_play));
            }
        }
        for (at, live) in (0..).zip(program.cards.iter().flat_map(|rules| &rules.live)) {
            group(&live.id, Cards, 0, Fill::Live(at));
        }
        let size = groups.iter().map(|group| group.count).sum();
        ObservationNumbers { groups, size, first_slots: first_slots(data) }
    }

    /// How many things a counter can name, with nothing as 0; 0 if it counts.
    fn categories(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Number => 0,
            Kind::Truth => 2,
            Kind::Seat => u32::from(self.data.layout.seats) + 1,
            Kind::Card => u32::from(self.data.layout.cards) + 1,
            Kind::Text(column) => {
                let values = &self.data.columns[usize::from(column)].values;
                values.iter().max().map_or(1, |most| (most + 2).max(1) as u32)
            }
        }
    }

    /// Writes what a seat sees, `numbers.size` numbers.
    pub fn observe_numbers(&self, numbers: &ObservationNumbers, state: &State<W>, seat: u8, out: &mut [i32]) {
        let data = &self.data;
        let look = Look { data, state, seat, first: &numbers.first_slots, known: data.known_cards(state, seat) };
        let mut rest = out;
        for group in &numbers.groups {
            let (here, next) = rest.split_at_mut(group.count as usize);
            look.write(group.fill, here);
            rest = next;
        }
    }
}

/// Counters of cards by which the table shows how a card in play stands.
fn in_play_counters(rules: &CardRules) -> Vec<u16> {
    let marks = [rules.tapped, rules.damage, rules.attacking, rules.blocking, rules.host, rules.lane, rules.strength];
    let mut all: Vec<u16> = marks.into_iter().flatten().chain([rules.raised]).collect();
    all.extend(rules.live.iter().map(|live| live.turn));
    all.extend(rules.keywords.iter().flatten());
    all.extend(rules.lasting.iter().flat_map(|lasting| lasting.counters()));
    all
}

/// A position as a seat looks at it.
struct Look<'a, const W: usize> {
    data: &'a MatchData<W>,
    state: &'a State<W>,
    seat: u8,
    first: &'a [u16],
    known: Cards<W>,
}

impl<const W: usize> Look<'_, W> {
    fn write(&self, fill: Fill, out: &mut [i32]) {
        let (data, state, layout) = (self.data, self.state, &self.data.layout);
        match fill {
            Fill::Seat => out[0] = self.seat.into(),
            Fill::Turn => out[0] = state.slot(slots::TURN),
            Fill::Active => out[0] = state.slot(slots::ACTIVE),
            Fill::Actor => out[0] = if state.over.is_some() { 0 } else { state.slot(slots::YOU) + 1 },
            Fill::Phase => out[0] = state.slot(slots::PHASE) + 1,
            Fill::Question => out[0] = self.question().map_or(0, |question| i32::from(question) + 1),
            Fill::Source => out[0] = self.source(),
            Fill::Out => self.each_seat(out, |seat| state.is_out(seat).into()),
            Fill::Score => {
                // What has been scored is written down when the game ends.
                let scores = layout.scores as usize;
                self.each_seat(out, |seat| match state.over {
                    Some(_) => state.numbers[scores + usize::from(seat)],
                    None => 0,
                });
            }
            Fill::Table(counter) => {
                out[0] = self.named(counter, state.numbers[layout.counters[usize::from(counter)] as usize]);
            }
            Fill::OfSeat(counter) => {
                let view = View::new(data, state);
                self.each_seat(out, |seat| self.named(counter, state.numbers[view.seat_counter(counter, seat)]));
            }
            Fill::Shown(at) => {
                let (_, number) = &data.program.shown[usize::from(at)];
                let view = View::new(data, state);
                self.each_seat(out, |seat| view.as_you(seat.into()).value(number));
            }
            Fill::ZoneCounts => {
                for (out, zone) in out.iter_mut().zip(&state.sets) {
                    *out = zone.count() as i32;
                }
            }
            Fill::Places => self.each_card(out, |card| Some(i32::from(state.place(layout, card)) + 1)),
            Fill::Order => self.order(out),
            Fill::By => self.each_card(out, |card| {
                let (zone, _) = layout.zone_of[usize::from(state.place(layout, card))];
                let zone = &data.program.zones[usize::from(zone)];
                let lies_open = zone.owner == ZoneOwner::Table && zone.layout != Layout::Pile;
                lies_open.then(|| state.numbers[(layout.by + u32::from(card)) as usize] + 1)
            }),
            Fill::Counter(counter, only_in_play) => {
                let first = layout.counters[usize::from(counter)] as usize;
                let view = View::new(data, state);
                self.each_card(out, |card| {
                    let shown = !only_in_play || view.is_in_play(card);
                    shown.then(|| self.named(counter, state.numbers[first + usize::from(card)]))
                });
            }
            Fill::Live(at) => {
                let view = View::new(data, state);
                self.each_card(out, |card| view.is_in_play(card).then(|| view.card_number(CardNumber::Live(at), card)));
            }
        }
    }

    fn each_seat(&self, out: &mut [i32], number: impl Fn(u8) -> i32) {
        (0..).zip(out).for_each(|(seat, out)| *out = number(seat));
    }

    /// Writes a number of each card that is known; nothing is 0.
    fn each_card(&self, out: &mut [i32], number: impl Fn(u16) -> Option<i32>) {
        out.fill(0);
        for card in self.known.iter() {
            if let Some(number) = number(card) {
                out[self.slot(card)] = number;
            }
        }
    }

    #[inline]
    fn slot(&self, card: u16) -> usize {
        self.data.slot_of(self.first, &self.known, card).into()
    }

    /// What a counter holds: a name counts from 1, with nothing as 0.
    fn named(&self, counter: u16, number: i32) -> i32 {
        match self.data.program.counters[usize::from(counter)].kind {
            Kind::Number | Kind::Truth => number,
            Kind::Card => self.card_named(number),
            Kind::Seat | Kind::Text(_) => number - NONE,
        }
    }

    /// A card by its slot, from 1; of a card that is not known only which one it is.
    fn card_named(&self, number: i32) -> i32 {
        match u16::try_from(number) {
            Ok(card) if self.known.has(card) => self.slot(card) as i32 + 1,
            Ok(card) => i32::from(self.first[usize::from(self.data.def_of[usize::from(card)])]) + 1,
            Err(_) => 0,
        }
    }

    /// What the seat itself is asked.
    fn question(&self) -> Option<u16> {
        View::new(self.data, self.state).asked().filter(|(seat, _)| *seat == self.seat).map(|(_, question)| question)
    }

    /// The card that asks: what is neither asked in a phase nor in an answer.
    fn source(&self) -> i32 {
        let Some(question) = self.question() else { return 0 };
        match self.data.program.questions[usize::from(question)].kind {
            PromptKind::Play | PromptKind::Response => 0,
            _ => self.card_named(self.state.slot(slots::THIS)),
        }
    }

    /// Where cards lie in zones with an order that the seat sees: from the bottom, from 1.
    fn order(&self, out: &mut [i32]) {
        let (data, state) = (self.data, self.state);
        out.fill(0);
        for (set, sees) in (0..).zip(&data.sees) {
            if sees >> self.seat & 1 == 0 {
                continue;
            }
            let (above, below) = state.order(&data.layout, set);
            let count = state.sets[usize::from(set)].count() as i32;
            let bottom = (1..).zip(below);
            let top = (count - above.len() as i32 + 1..).zip(above);
            for (at, card) in bottom.chain(top) {
                out[self.slot(*card as u16)] = at;
            }
        }
    }
}
