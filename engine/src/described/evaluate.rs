//! What expressions are worth in a position.

use super::MatchData;
use super::cards::Cards;
use super::choice::Choice;
use super::expression::{CardCheck, CardChoice, CardNumber, Expression, NONE, Operator, Place, ZoneOf};
use super::program::{Action, CounterOwner, Sees, ZoneOwner};
use super::slots;
use super::state::State;

/// A position that is looked at.
#[derive(Clone, Copy)]
pub(super) struct View<'a, const W: usize> {
    pub(super) data: &'a MatchData<W>,
    pub(super) state: &'a State<W>,
    /// Whom expressions call `you`.
    you: i32,
    /// What card formulas call `it`.
    card: i32,
    /// The card whose ability is looked at; that of the position if it is [`NONE`].
    this: i32,
    chosen: Option<&'a Chosen<W>>,
}

/// What would be chosen for an action.
pub(super) struct Chosen<const W: usize> {
    /// The first of the slots, and what they hold.
    first: u16,
    numbers: [i32; 5],
    /// The set, and its cards.
    set: u16,
    cards: Cards<W>,
}

impl<'a, const W: usize> View<'a, W> {
    #[inline]
    pub(super) fn new(data: &'a MatchData<W>, state: &'a State<W>) -> Self {
        View { data, state, you: state.slot(slots::YOU), card: NONE, this: NONE, chosen: None }
    }

    #[inline]
    pub(super) fn as_you(self, seat: i32) -> Self {
        View { you: seat, ..self }
    }

    /// Of an ability of a card.
    #[inline]
    pub(super) fn with_this(self, card: u16) -> Self {
        View { this: card.into(), ..self }
    }

    /// Of a card that a formula calls `it`.
    #[inline]
    pub(super) fn with_card(self, card: u16) -> Self {
        View { card: card.into(), ..self }
    }

    /// The same, as if an action was about to be done with a choice.
    pub(super) fn choosing<'b>(self, chosen: &'b Chosen<W>) -> View<'b, W>
    where
        'a: 'b,
    {
        View { chosen: Some(chosen), ..self }
    }

    /// What a choice for an action puts into its slots.
    pub(super) fn chosen(&self, action: &Action, choice: Choice) -> Chosen<W> {
        let (first, set) = (action.slots.card, action.slots.cards);
        Chosen { first, numbers: choice.numbers(), set, cards: self.data.chosen_set(choice) }
    }

    pub(super) fn you(&self) -> i32 {
        self.you
    }

    #[inline]
    fn slot(&self, slot: u16) -> i32 {
        match slot {
            slots::YOU => return self.you,
            slots::CARD => return self.card,
            slots::THIS if self.this != NONE => return self.this,
            _ => {}
        }
        match self.chosen {
            Some(chosen) if (chosen.first..chosen.first + 5).contains(&slot) => {
                chosen.numbers[usize::from(slot - chosen.first)]
            }
            _ => self.state.slot(slot),
        }
    }

    pub(super) fn truth(&self, expression: &Expression) -> bool {
        self.value(expression) != 0
    }

    pub(super) fn value(&self, expression: &Expression) -> i32 {
        match expression {
            Expression::Number(n) => *n,
            Expression::Seat(seat) => {
                if *seat < self.data.layout.seats {
                    i32::from(*seat)
                } else {
                    NONE
                }
            }
            Expression::Slot(slot) => self.slot(*slot),
            Expression::Table(counter) => self.state.numbers[self.data.layout.counters[usize::from(*counter)] as usize],
            Expression::Option(option) => self.data.program.options[usize::from(*option)].value,
            Expression::OfSeat(counter, seat) => {
                let seat = self.value(seat);
                if seat < 0 { 0 } else { self.state.numbers[self.seat_counter(*counter, seat as u8)] }
            }
            Expression::Formula(formula, seat) => {
                let seat = self.value(seat);
                self.as_you(seat).value(&self.data.program.formulas[usize::from(*formula)].value)
            }
            Expression::OfCard(number, card) => match self.value(card) {
                NONE => 0,
                card => self.card_number(*number, card as u16),
            },
            Expression::Holds(column, card, _) => match self.value(card) {
                NONE => 0,
                card => i32::from(self.text_holds(*column, card as u16)),
            },
            Expression::Controller(card) => match self.value(card) {
                NONE => NONE,
                card => self.controller(card as u16),
            },
            Expression::Owner(card) => match self.value(card) {
                NONE => NONE,
                card => self.owner(card as u16),
            },
            Expression::CanPay(payment) => i32::from(self.can_pay(payment)),
            Expression::Offered { uses, at } => i32::from(self.is_offered(*uses, usize::from(*at))),
            Expression::Player(card) => match self.value(card) {
                NONE => NONE,
                card => self.state.numbers[(self.data.layout.by + card as u32) as usize],
            },
            Expression::After(seat, left) => self.after(self.value(seat), *left),
            Expression::Partner(seat) => {
                let seats = i32::from(self.data.layout.seats);
                let seat = self.value(seat);
                if seat < 0 { NONE } else { (seat + i32::from(self.data.program.teams.unwrap_or(1))) % seats }
            }
            Expression::Count(cards) => self.cards(cards).count() as i32,
            Expression::Any(cards) => i32::from(!self.cards(cards).is_empty()),
            Expression::Sum(number, cards) => {
                self.cards(cards).iter().map(|card| self.card_number(*number, card)).fold(0, i32::saturating_add)
            }
            Expression::Extreme(number, cards, most) => {
                let mut best: Option<(i32, u16)> = None;
                for card in self.cards(cards).iter() {
                    let n = self.card_number(*number, card);
                    if best.is_none_or(|(than, _)| if *most { n > than } else { n < than }) {
                        best = Some((n, card));
                    }
                }
                best.map_or(NONE, |(_, card)| card.into())
            }
            Expression::Combinations(what, number, cards) => self.combinations(what, *number, cards),
            Expression::Deadwood(number, cards) => self.deadwood(*number, cards),
            Expression::IsMeld(cards) => i32::from(self.is_meld(cards)),
            Expression::Ending(what, number, zone) => self.ending(*what, *number, zone),
            Expression::One(cards) => self.cards(cards).first().map_or(NONE, i32::from),
            Expression::End(zone, top) => self.end_of(zone, *top),
            Expression::CountSeats(condition) => {
                self.seats_in().filter(|seat| self.as_you(*seat).truth(condition)).count() as i32
            }
            Expression::ExtremeSeat(value, condition, most) => {
                let mut best: Option<(i32, i32)> = None;
                for seat in self.seats_in() {
                    let there = self.as_you(seat);
                    if !there.truth(condition) {
                        continue;
                    }
                    let n = there.value(value);
                    if best.is_none_or(|(than, _)| if *most { n > than } else { n < than }) {
                        best = Some((n, seat));
                    }
                }
                best.map_or(NONE, |(_, seat)| seat)
            }
            Expression::SumSeats(value, condition) => {
                let seats = self.seats_in().map(|seat| self.as_you(seat)).filter(|there| there.truth(condition));
                seats.map(|there| there.value(value)).fold(0, i32::saturating_add)
            }
            Expression::FirstSeat(condition) => {
                self.seats_in().find(|seat| self.as_you(*seat).truth(condition)).unwrap_or(NONE)
            }
            Expression::Binary(operator, one, other) => self.binary(*operator, one, other),
            Expression::Not(inner) => i32::from(!self.truth(inner)),
            Expression::If(parts) => {
                let [condition, yes, no] = &**parts;
                self.value(if self.truth(condition) { yes } else { no })
            }
        }
    }

    fn binary(&self, operator: Operator, one: &Expression, other: &Expression) -> i32 {
        let a = self.value(one);
        match operator {
            Operator::And if a == 0 => return 0,
            Operator::Or if a != 0 => return 1,
            _ => {}
        }
        let b = self.value(other);
        match operator {
            Operator::Add => a.saturating_add(b),
            Operator::Subtract => a.saturating_sub(b),
            Operator::Multiply => a.saturating_mul(b),
            Operator::Divide => a.checked_div(b).unwrap_or(0),
            Operator::Remainder => a.checked_rem(b).unwrap_or(0),
            Operator::And | Operator::Or => i32::from(b != 0),
            compare => i32::from(holds(compare, a, b)),
        }
    }

    /// Seats that are in, from whose turn it is.
    fn seats_in(&self) -> impl Iterator<Item = i32> + use<'a, W> {
        let (seats, state) = (i32::from(self.data.layout.seats), self.state);
        let first = state.slot(slots::ACTIVE).max(0);
        (0..seats).map(move |n| (first + n) % seats).filter(move |seat| !state.is_out(*seat as u8))
    }

    /// The next seat that is in.
    pub(super) fn after(&self, seat: i32, left: bool) -> i32 {
        let seats = i32::from(self.data.layout.seats);
        let step = if left { 1 } else { seats - 1 };
        let mut next = seat.max(0);
        for _ in 0..seats {
            next = (next + step) % seats;
            if !self.state.is_out(next as u8) {
                return next;
            }
        }
        seat
    }

    pub(super) fn seat_counter(&self, counter: u16, seat: u8) -> usize {
        let at = self.data.layout.counters[usize::from(counter)] as usize;
        at + match self.data.program.counters[usize::from(counter)].owner {
            CounterOwner::Team => usize::from(seat % self.data.program.teams.unwrap_or(1)),
            _ => usize::from(seat),
        }
    }

    #[inline]
    pub(super) fn card_number(&self, number: CardNumber, card: u16) -> i32 {
        match number {
            CardNumber::Printed(column) => self.data.columns[usize::from(column)].number(card),
            CardNumber::Counter(counter) => {
                self.state.numbers[(self.data.layout.counters[usize::from(counter)] + u32::from(card)) as usize]
            }
            CardNumber::Formula(formula) => {
                self.with_card(card).value(&self.data.program.card_formulas[usize::from(formula)].value)
            }
            CardNumber::Live(at) => self.live_number(at, card),
            CardNumber::Keyword(keyword) => self.keyword_number(keyword, card),
            CardNumber::Holder => self.holder(card),
            CardNumber::Player => self.state.numbers[(self.data.layout.by + u32::from(card)) as usize],
        }
    }

    /// The seat whose deck a card came from; of a deck that all share, the seat in whose zone it lies.
    pub(super) fn owner(&self, card: u16) -> i32 {
        match self.data.owners[usize::from(card)] {
            NONE => self.controller(card),
            owner => owner,
        }
    }

    /// The seat in whose zone a card lies.
    #[inline]
    pub(super) fn controller(&self, card: u16) -> i32 {
        let place = self.state.place(&self.data.layout, card);
        let (zone, owner) = self.data.layout.zone_of[usize::from(place)];
        match self.data.program.zones[usize::from(zone)].owner {
            ZoneOwner::Seat => owner.into(),
            ZoneOwner::Table | ZoneOwner::Team => NONE,
        }
    }

    /// The set that a zone is; `None` if there is no such seat.
    #[inline]
    pub(super) fn zone(&self, zone: &ZoneOf) -> Option<u16> {
        let first = self.data.layout.zones[usize::from(zone.zone)];
        let Some(seat) = &zone.seat else { return Some(first) };
        let seat = self.value(seat);
        if seat < 0 {
            return None;
        }
        Some(match self.data.program.zones[usize::from(zone.zone)].owner {
            ZoneOwner::Team => first + (seat as u16) % u16::from(self.data.program.teams.unwrap_or(1)),
            _ => first + seat as u16,
        })
    }

    fn end_of(&self, zone: &ZoneOf, top: bool) -> i32 {
        let Some(set) = self.zone(zone) else { return NONE };
        let (above, below) = self.state.order(&self.data.layout, set);
        let (near, far) = if top { (above.last(), below.last()) } else { (below.first(), above.first()) };
        let loose = self.state.sets[usize::from(set)].count() as usize - above.len() - below.len();
        match near {
            Some(card) => *card,
            None if loose == 0 => far.copied().unwrap_or(NONE),
            None => NONE,
        }
    }

    #[inline]
    pub(super) fn cards(&self, choice: &CardChoice) -> Cards<W> {
        let all = match &choice.place {
            Place::Zone(zone) => self.zone(zone).map_or(Cards::EMPTY, |set| self.state.sets[usize::from(set)]),
            Place::Everybodys(zone) => self.of_seats(*zone, None),
            Place::Others(zone) => self.of_seats(*zone, Some(self.you)),
            Place::Set(set) => match self.chosen {
                Some(chosen) if chosen.set == *set => chosen.cards,
                _ => self.state.sets[usize::from(self.data.layout.zone_sets + set)],
            },
            Place::Card(card) => match self.value(card) {
                NONE => Cards::EMPTY,
                card => Cards::one(card as u16),
            },
            Place::Everywhere => self.data.all_cards,
            Place::Without(some, others) => self.cards(some).without(&self.cards(others)),
            Place::With(some, others) => self.cards(some).or(&self.cards(others)),
            Place::Top(count, zone) => return self.top(count, zone, &choice.tests),
        };
        if choice.tests.is_empty() { all } else { self.filtered(all, &choice.tests) }
    }

    /// Of the cards of a zone that pass the tests, so many from the top. Cards that everybody sees and that never came to lie in an
    /// order are below the others.
    fn top(&self, count: &Expression, zone: &ZoneOf, tests: &[Vec<CardCheck>]) -> Cards<W> {
        let mut cards = Cards::EMPTY;
        let Some(set) = self.zone(zone) else { return cards };
        let count = self.value(count).max(0) as usize;
        let all = self.state.sets[usize::from(set)];
        let fitting = if tests.is_empty() { all } else { self.filtered(all, tests) };
        let (above, below) = self.state.order(&self.data.layout, set);
        let ordered = || above.iter().chain(below).map(|card| *card as u16);
        let loose = all.iter().filter(|card| ordered().all(|other| other != *card));
        let loose = loose.filter(|_| self.data.program.zones[usize::from(zone.zone)].sees == Sees::All);
        let from_top =
            above.iter().rev().map(|card| *card as u16).chain(loose).chain(below.iter().rev().map(|card| *card as u16));
        from_top.filter(|card| fitting.has(*card)).take(count).for_each(|card| cards.insert(card));
        cards
    }

    fn of_seats(&self, zone: u16, but: Option<i32>) -> Cards<W> {
        let first = usize::from(self.data.layout.zones[usize::from(zone)]);
        let count = self.data.layout.zone_of[first..].iter().take_while(|(z, _)| *z == zone).count();
        (0..count).filter(|n| but != Some(*n as i32)).fold(Cards::EMPTY, |all, n| all.or(&self.state.sets[first + n]))
    }

    pub(super) fn filtered(&self, all: Cards<W>, lists: &[Vec<CardCheck>]) -> Cards<W> {
        if let [list] = lists {
            return list.iter().fold(all, |left, check| self.checked(left, check));
        }
        lists
            .iter()
            .fold(Cards::EMPTY, |found, list| found.or(&list.iter().fold(all, |left, check| self.checked(left, check))))
    }

    fn checked(&self, all: Cards<W>, check: &CardCheck) -> Cards<W> {
        match check {
            CardCheck::Printed(query) => all.and(&self.data.masks[usize::from(*query)]),
            // In a query, a card without the number is none of them.
            CardCheck::Compare(CardNumber::Printed(column), operator, value) => {
                self.data.columns[usize::from(*column)].compared(all, *operator, self.value(value))
            }
            CardCheck::Compare(number, operator, value) => self.compared(all, *number, *operator, self.value(value)),
            CardCheck::Not(lists) => all.without(&self.filtered(all, lists)),
            CardCheck::Either(lists) => self.filtered(all, lists),
            CardCheck::Playable => self.those(all, |card| self.is_playable(card)),
            CardCheck::Usable => self.those(all, |card| self.is_usable(card)),
            CardCheck::Meant(column, text, _) => self.meant(all, *column, self.value(text)),
            CardCheck::Named(column, word) => all.and(&self.data.names.get(*column, self.value(word))),
        }
    }
}

/// Whether a comparison holds.
pub(super) fn holds(operator: Operator, a: i32, b: i32) -> bool {
    match operator {
        Operator::Equal => a == b,
        Operator::Unequal => a != b,
        Operator::Less => a < b,
        Operator::AtMost => a <= b,
        Operator::More => a > b,
        Operator::AtLeast => a >= b,
        _ => false,
    }
}
