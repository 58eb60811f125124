//! Carries instructions out, from a decision to the next one.

mod answers;
mod moves;

use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{ALL_SEATS, EventSink, Seats};

use catalog::ability::TriggerEvent;

use super::MatchData;
use super::abilities::{CardCode, Paid};
use super::cards::Cards;
use super::choice::Choice;
use super::evaluate::View;
use super::event::{Event, HIDDEN};
use super::expression::{CardChoice, Expression, NONE, Payment, Place};
use super::program::{Instruction, Target};
use super::slots;
use super::state::State;

/// Instructions between two decisions at most: rules that go on longer never end.
const MOST_STEPS: u32 = 50_000;

/// What has a counter that changes.
#[derive(Debug, Clone, Copy)]
enum Owner {
    Table,
    Seat(u8),
    Card(u16),
}

/// A position that is being changed.
pub(super) struct Play<'a, const W: usize, S> {
    pub(super) data: &'a MatchData<W>,
    pub(super) state: &'a mut State<W>,
    pub(super) sink: &'a mut S,
    /// The cards of the action under way, which its event has named.
    named: Cards<W>,
    /// How cards go from zone to zone just now.
    way: Way,
    /// Whether all cards of a zone go to another just now.
    together: bool,
}

/// How cards go from one zone to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// As everybody hears of it.
    Told,
    /// Only to be looked at: of single cards nothing is told.
    Untold,
    /// Because they have been played: that is no discarding.
    Played,
}

impl<'a, const W: usize, S: EventSink<Event>> Play<'a, W, S> {
    pub(super) fn new(data: &'a MatchData<W>, state: &'a mut State<W>, sink: &'a mut S) -> Self {
        Play { data, state, sink, named: Cards::EMPTY, way: Way::Told, together: false }
    }

    #[inline]
    pub(super) fn view(&self) -> View<'_, W> {
        View::new(self.data, self.state)
    }

    fn value(&self, expression: &Expression) -> i32 {
        self.view().value(expression)
    }

    fn tell(&mut self, event: Event) {
        self.sink.on_event(event, ALL_SEATS);
    }

    /// Does an action that a seat was asked for.
    pub(super) fn act(&mut self, choice: Choice) {
        let at = self.state.slot(slots::NEXT);
        let code = &self.data.program.code;
        match &code[at as usize] {
            Instruction::AskTogether(question, slot) => {
                let seat = self.state.slot(slots::YOU) as u8;
                self.keep_answer(seat, choice);
                self.ask_next(*question, *slot);
            }
            _ => {
                let seat = self.state.slot(slots::YOU) as u8;
                self.begin(seat, choice, at + 1);
            }
        }
        self.run();
    }

    /// Calls what an action does.
    fn begin(&mut self, seat: u8, choice: Choice, back: i32) {
        let choice = self.best_known(choice);
        let action = &self.data.program.actions[usize::from(choice.action)];
        let cards = self.data.chosen_set(choice);
        let set = self.data.layout.zone_sets + action.slots.cards;
        self.state.sets[usize::from(set)] = cards;
        let numbers = choice.numbers();
        let first = usize::from(action.slots.card);
        self.state.numbers[first..first + numbers.len()].copy_from_slice(&numbers);
        let to = self.audience(choice, action.body);
        self.sink.on_event(Event::Does { seat, choice }, to | 1 << seat);
        self.named = cards;
        self.call(action.body, back);
    }

    /// Who may know which cards were chosen: who sees them now, or where they go first.
    fn audience(&self, choice: Choice, body: u16) -> Seats {
        let sees = |card: u16| {
            let place = self.state.place(&self.data.layout, card);
            self.data.sees[usize::from(place)] | self.state.known(&self.data.layout, card)
        };
        let now = self.data.chosen(choice).map(sees).fold(ALL_SEATS, |all, some| all & some);
        let action = &self.data.program.actions[usize::from(choice.action)];
        let chosen = |cards: &CardChoice| match &cards.place {
            Place::Card(card) => **card == Expression::Slot(action.slots.card),
            Place::Set(set) => *set == action.slots.cards,
            _ => false,
        };
        let mut then = 0;
        for instruction in &self.data.program.code[usize::from(body)..] {
            match instruction {
                Instruction::Move { cards, to, .. } if chosen(cards) => {
                    then = self.view().zone(to).map_or(0, |set| self.data.sees[usize::from(set)]);
                    break;
                }
                Instruction::Reveal(cards) if chosen(cards) => {
                    then = ALL_SEATS;
                    break;
                }
                Instruction::Set(..) | Instruction::Add(..) | Instruction::Keep(..) => {}
                _ => break,
            }
        }
        now | then
    }

    fn call(&mut self, to: u16, back: i32) {
        let depth = self.state.slot(slots::DEPTH);
        // What is checked all the time asks, and is checked again for that.
        if depth >= i32::from(self.data.program.depth) {
            self.finish(Outcome { winners: 0, reason: EndReason::Overflow, team: false });
            return;
        }
        let frame = self.data.layout.frames as usize + 2 * depth as usize;
        self.state.numbers[frame] = back;
        self.state.numbers[frame + 1] = self.state.slot(slots::YOU);
        self.state.set_slot(slots::DEPTH, depth + 1);
        self.state.set_slot(slots::NEXT, to.into());
    }

    /// Goes on until a seat is asked or the game is over.
    pub(super) fn run(&mut self) {
        for _ in 0..MOST_STEPS {
            if self.state.over.is_some() {
                return;
            }
            let at = self.state.slot(slots::NEXT);
            if self.step(at as u16, &self.data.program.code[at as usize]) {
                return;
            }
        }
        self.finish(Outcome { winners: 0, reason: EndReason::Overflow, team: false });
    }

    /// Does one instruction; whether a seat is asked.
    fn step(&mut self, at: u16, instruction: &Instruction) -> bool {
        let mut next = i32::from(at) + 1;
        match instruction {
            Instruction::Ask(question) => {
                // Nobody has nothing to say.
                if self.state.slot(slots::YOU) >= 0 && self.view().has_answer(*question) {
                    return true;
                }
                self.state.set_slot(slots::ENDED, 1);
            }
            Instruction::AskTogether(question, slot) => {
                if self.state.slot(*slot) == NONE {
                    self.state.set_slot(slot + 1, self.state.slot(slots::YOU));
                    self.ask_next(*question, *slot);
                    return self.state.slot(slots::NEXT) == i32::from(at);
                }
                return true;
            }
            Instruction::Answer { slot, end, .. } => return self.answer(at, *slot, *end),
            Instruction::Done(ends) => {
                self.state.set_slot(slots::ENDED, i32::from(*ends));
                self.back();
                return false;
            }
            Instruction::Return => {
                self.back();
                return false;
            }
            Instruction::Call(to) => {
                self.call(*to, next);
                return false;
            }
            Instruction::Go(to) => {
                self.state.set_slot(slots::DEPTH, 0);
                next = (*to).into();
            }
            Instruction::Goto(to) => next = (*to).into(),
            Instruction::Unless(condition, to) => {
                if !self.view().truth(condition) {
                    next = (*to).into();
                }
            }
            Instruction::Keep(slot, value) => {
                let value = self.value(value);
                self.state.set_slot(*slot, value);
            }
            Instruction::Roll(slot, most) => {
                let most = self.value(most).max(1);
                let rolled = self.sink.roll(&mut self.state.dice, most as u32) as i32 + 1;
                self.state.set_slot(*slot, rolled);
                self.tell(Event::Rolls { number: rolled });
            }
            Instruction::Phase(phase) => {
                self.state.set_slot(slots::PHASE, (*phase).into());
                self.state.set_slot(slots::YOU, self.state.slot(slots::ACTIVE));
            }
            Instruction::Turn(seat) => {
                let seat = self.value(seat).max(0);
                self.state.set_slot(slots::ACTIVE, seat);
                self.state.set_slot(slots::YOU, seat);
                let turn = self.state.slot(slots::TURN) + 1;
                self.state.set_slot(slots::TURN, turn);
                self.tell(Event::Turn { seat: seat as u8, number: turn as u32 });
                self.turn_begins();
            }
            Instruction::Seats(slot) => {
                self.state.set_slot(*slot, 0);
                self.state.set_slot(slot + 1, self.state.slot(slots::ACTIVE).max(0));
                self.state.set_slot(slot + 2, self.state.slot(slots::YOU));
            }
            Instruction::NextSeat { slot, others, end } => {
                if !self.next_seat(*slot, *others) {
                    next = (*end).into();
                }
            }
            Instruction::Cards(set, cards) => {
                let cards = self.view().cards(cards);
                self.state.sets[usize::from(self.data.layout.zone_sets + set)] = cards;
            }
            Instruction::NextCard { set, slot, end } => {
                let set = usize::from(self.data.layout.zone_sets + set);
                match self.state.sets[set].first() {
                    Some(card) => {
                        self.state.sets[set].remove(card);
                        self.state.set_slot(*slot, card.into());
                    }
                    None => next = (*end).into(),
                }
            }
            Instruction::Announce(card) => return self.card_code(card, next, |code| code.announce),
            Instruction::Resolve(card) => {
                let card = self.value(card);
                if card == NONE {
                    self.state.set_slot(slots::NEXT, next);
                    return false;
                }
                // Who plays a card is `you` in what it does.
                let holder = self.view().holder(card as u16);
                let returned = self.card_code(&Expression::Number(card), next, |code| code.resolve);
                self.state.set_slot(slots::YOU, holder.max(0));
                return returned;
            }
            Instruction::Use(card) => return self.card_code(card, next, |code| code.activate),
            Instruction::Triggered => {
                if let Some((body, seat)) = self.next_trigger() {
                    self.call(body, self.data.program.checks.into());
                    self.state.set_slot(slots::YOU, seat);
                    return false;
                }
            }
            Instruction::Over(winner) => {
                let winner = winner.as_ref().map(|seat| self.value(seat));
                self.end(winner);
                return false;
            }
            other => self.change(other),
        }
        self.state.set_slot(slots::NEXT, next);
        false
    }

    /// Instructions that move cards and numbers.
    fn change(&mut self, instruction: &Instruction) {
        match instruction {
            Instruction::Move { cards, to, bottom } => self.move_cards(cards, to, *bottom),
            Instruction::LookThrough { from, to, begins } => self.look_through(from, to, *begins),
            Instruction::PutAway(card, to) => {
                let card = self.value(card);
                if let (0.., Some(to)) = (card, self.view().zone(to)) {
                    self.way = Way::Played;
                    self.put(card as u16, to, false);
                    self.way = Way::Told;
                }
            }
            Instruction::Draw { count, from, to, refill } => {
                let count = self.value(count).min(self.data.layout.cards.into());
                let refill = refill.as_ref().and_then(|zone| self.view().zone(zone));
                if let (Some(from), Some(to)) = (self.view().zone(from), self.view().zone(to)) {
                    for _ in 0..count {
                        let drawn = self.draw(from, to) || self.refill(from, refill) && self.draw(from, to);
                        if !drawn {
                            break;
                        }
                    }
                }
            }
            Instruction::Deal { count, from, to, first } => self.deal(count, from, *to, first),
            Instruction::Shuffle(zone) => {
                if let Some(set) = self.view().zone(zone) {
                    self.shuffle(set);
                }
            }
            Instruction::Reveal(cards) => {
                for card in self.view().cards(cards).iter() {
                    self.learn(card, ALL_SEATS);
                    self.tell(Event::Reveals { card });
                }
            }
            Instruction::Set(target, value) => {
                let value = self.value(value);
                self.set_counter(target, |_| value);
            }
            Instruction::Add(target, value) => {
                let value = self.value(value);
                self.set_counter(target, |now| now.saturating_add(value));
            }
            Instruction::Pay(payment) => self.pay(payment),
            Instruction::Raise(event, None) => {
                use TriggerEvent as E;
                let ends = [E::TurnEnd, E::EnemyTurnEnd, E::EachTurnEnd];
                let starts = [E::TurnStart, E::EnemyTurnStart, E::EachTurnStart];
                self.raise_turn(if *event == E::TurnEnd { ends } else { starts });
            }
            Instruction::Raise(event, Some(cards)) => {
                for card in self.view().cards(cards).iter() {
                    self.raise(*event, card);
                }
            }
            Instruction::Look(cards) => {
                let you = self.state.slot(slots::YOU).max(0) as u8;
                let cards = self.view().cards(cards);
                cards.iter().for_each(|card| self.learn(card, 1 << you));
                if let Some(card) = cards.first() {
                    let zone = self.state.place(&self.data.layout, card);
                    self.tell(Event::LooksThrough { seat: you, zone });
                }
            }
            Instruction::Out(seat) => {
                let seat = self.value(seat);
                if seat >= 0 {
                    let out = self.state.slot(slots::OUT) | 1 << seat;
                    self.state.set_slot(slots::OUT, out);
                    self.tell(Event::Out { seat: seat as u8 });
                }
            }
            _ => unreachable!("`step` does the others"),
        }
    }

    /// Calls the code of a card, which is at hand in it.
    fn card_code(&mut self, card: &Expression, back: i32, code: impl Fn(&CardCode) -> u16) -> bool {
        let card = self.value(card);
        if card == NONE {
            self.state.set_slot(slots::NEXT, back);
            return false;
        }
        self.state.set_slot(slots::THIS, card);
        let def = usize::from(self.data.def_of[card as usize]);
        self.call(code(&self.data.abilities.cards[def]), back);
        false
    }

    fn pay(&mut self, payment: &Payment) {
        let (data, you) = (self.data, self.state.slot(slots::YOU).max(0) as u8);
        let Some(rules) = &data.program.cards else { return };
        match self.view().pay(payment) {
            Some(Paid::Counters(paid)) => {
                for (counter, n) in rules.pools.iter().zip(paid).filter(|(_, n)| *n != 0) {
                    if let Some(counter) = counter {
                        let at = self.view().seat_counter(*counter, you);
                        self.change_number(*counter, at, Owner::Seat(you), |now| now - n);
                    }
                }
            }
            Some(Paid::Taps(cards)) => {
                if let Some(tapped) = rules.tapped {
                    for card in cards.iter() {
                        let at = data.layout.counters[usize::from(tapped)] as usize + usize::from(card);
                        self.change_number(tapped, at, Owner::Card(card), |_| 1);
                    }
                }
            }
            None => {}
        }
    }

    /// What lasted until the end of the turn is over.
    fn turn_begins(&mut self) {
        let data = self.data;
        let Some(rules) = &data.program.cards else { return };
        for counter in &rules.turn_counters {
            let first = data.layout.counters[usize::from(*counter)] as usize;
            self.state.numbers[first..first + usize::from(data.layout.cards)].fill(0);
        }
        let active = self.state.slot(slots::ACTIVE) as usize;
        for counter in rules.lasting.get(active).iter().flat_map(|lasting| lasting.counters()) {
            let first = data.layout.counters[usize::from(counter)] as usize;
            self.state.numbers[first..first + usize::from(data.layout.cards)].fill(0);
        }
    }

    fn back(&mut self) {
        let depth = self.state.slot(slots::DEPTH) - 1;
        let frame = self.data.layout.frames as usize + 2 * depth as usize;
        self.state.set_slot(slots::NEXT, self.state.numbers[frame]);
        self.state.set_slot(slots::YOU, self.state.numbers[frame + 1]);
        self.state.set_slot(slots::DEPTH, depth);
    }

    fn next_seat(&mut self, slot: u16, others: bool) -> bool {
        let seats = i32::from(self.data.layout.seats);
        loop {
            let visited = self.state.slot(slot);
            if visited >= seats {
                self.state.set_slot(slots::YOU, self.state.slot(slot + 2));
                return false;
            }
            self.state.set_slot(slot, visited + 1);
            let seat = (self.state.slot(slot + 1) + visited) % seats;
            if self.state.is_out(seat as u8) || others && seat == self.state.slot(slot + 2) {
                continue;
            }
            self.state.set_slot(slots::YOU, seat);
            return true;
        }
    }

    fn set_counter(&mut self, target: &Target, change: impl Fn(i32) -> i32) {
        let view = self.view();
        match target {
            Target::Table(counter) => {
                let at = self.data.layout.counters[usize::from(*counter)] as usize;
                self.change_number(*counter, at, Owner::Table, change);
            }
            Target::OfSeat(counter, seat) => {
                let seat = view.value(seat);
                if seat >= 0 {
                    let at = view.seat_counter(*counter, seat as u8);
                    self.change_number(*counter, at, Owner::Seat(seat as u8), change);
                }
            }
            Target::OfCards(counter, cards) => {
                for card in view.cards(cards).iter() {
                    let at = self.data.layout.counters[usize::from(*counter)] as usize + usize::from(card);
                    let before = self.state.numbers[at];
                    self.change_number(*counter, at, Owner::Card(card), &change);
                    self.counter_event(*counter, card, before, at);
                }
            }
        }
    }

    fn change_number(&mut self, counter: u16, at: usize, owner: Owner, change: impl Fn(i32) -> i32) {
        let limits = &self.data.program.counters[usize::from(counter)];
        let before = self.state.numbers[at];
        let now = change(before).clamp(limits.least, limits.most);
        if now != before {
            self.state.numbers[at] = now;
            if limits.shown {
                let (seat, card, to) = match owner {
                    Owner::Table => (-1, HIDDEN, ALL_SEATS),
                    Owner::Seat(seat) => (seat as i8, HIDDEN, ALL_SEATS),
                    Owner::Card(card) => {
                        let place = self.state.place(&self.data.layout, card);
                        let knows = self.data.sees[usize::from(place)] | self.state.known(&self.data.layout, card);
                        (-1, card, knows)
                    }
                };
                self.sink.on_event(Event::Counts { counter, card, seat, number: now, by: now - before }, to);
            }
        }
    }

    /// Damage, and being tapped, are events.
    fn counter_event(&mut self, counter: u16, card: u16, before: i32, at: usize) {
        let Some(rules) = &self.data.program.cards else { return };
        let grown = self.state.numbers[at] > before;
        if grown && rules.damage == Some(counter) {
            self.raise(TriggerEvent::Damaged, card);
        }
        if grown && rules.tapped == Some(counter) {
            self.raise(TriggerEvent::Tapped, card);
        }
    }

    /// The game ends: this seat has won, nobody for [`NONE`], or whoever has scored best.
    fn end(&mut self, winner: Option<i32>) {
        let data = self.data;
        let seats = data.layout.seats;
        let scores = data.layout.scores as usize;
        let team_of = |seat: u8| seat % data.program.teams.unwrap_or(seats);
        for seat in 0..seats {
            let score = match (&data.program.score, winner) {
                (Some(score), _) => self.view().as_you(seat.into()).value(score),
                (None, Some(NONE) | None) => 0,
                (None, Some(won)) => {
                    if team_of(seat) == team_of(won as u8) {
                        1
                    } else {
                        -1
                    }
                }
            };
            self.state.numbers[scores + usize::from(seat)] = score;
        }
        let has_won = |seat: u8| match winner {
            Some(NONE) => false,
            Some(won) => team_of(seat) == team_of(won as u8),
            None => {
                let all = (0..seats).map(|s| self.state.numbers[scores + usize::from(s)]);
                let best = if data.program.least_wins { all.min() } else { all.max() };
                best == Some(self.state.numbers[scores + usize::from(seat)])
            }
        };
        let winners = (0..seats).filter(|seat| has_won(*seat)).fold(0, |all: Seats, seat| all | 1 << seat);
        let first = (0..seats).find(|seat| winners >> seat & 1 != 0).map(team_of);
        let one_team = (0..seats).all(|seat| (winners >> seat & 1 != 0) == (Some(team_of(seat)) == first));
        let team = data.program.teams.is_some() && winners != 0 && one_team;
        let reason = if winner.is_some() { EndReason::Progress } else { EndReason::Score };
        self.finish(Outcome { winners, reason, team });
    }

    pub(super) fn finish(&mut self, outcome: Outcome) {
        self.state.over = Some(outcome);
        self.tell(Event::Over { outcome });
    }
}
