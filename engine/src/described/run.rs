//! Carries instructions out, from a decision to the next one.

mod answers;
mod change;
mod control;
mod counters;
mod ending;
mod moves;
mod turns;

use crate::kernel::loops::LoopCards;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{ALL_SEATS, EventSink, Seats};

use super::MatchData;
use super::abilities::CardCode;
use super::cards::Cards;
use super::choice::Choice;
use super::evaluate::View;
use super::event::Event;
use super::expression::{CardChoice, Expression, NONE, Place};
use super::program::Instruction;
use super::slots;
use super::state::State;

/// Instructions between two decisions at most: rules that go on longer never end.
const MOST_STEPS: u32 = 50_000;
/// So many of them before the end, the cards of a loop are noted.
const NOTED_STEPS: u32 = 5_000;

/// A position that is being changed.
pub(super) struct Play<'a, const W: usize, S> {
    pub(super) data: &'a MatchData<W>,
    pub(super) state: &'a mut State<W>,
    pub(super) sink: &'a mut S,
    /// The cards of the action under way, which its event has named, and for whom.
    named: (Cards<W>, Seats),
    /// How cards go from zone to zone just now.
    way: Way,
    /// Whether all cards of a zone go to another just now.
    together: bool,
    /// The cards whose abilities go off in what seems to be a loop.
    looping: Option<LoopCards<u16>>,
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
        Play { data, state, sink, named: (Cards::EMPTY, 0), way: Way::Told, together: false, looping: None }
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
        let to = self.audience(choice, action.body) | 1 << seat;
        self.sink.on_event(Event::Does { seat, choice }, to);
        self.named = (if action.only_picks { Cards::EMPTY } else { cards }, to);
        // Where the card goes that it was done to is told.
        if action.on.is_some() && choice.count > 1 {
            self.named.0.remove(choice.cards[1]);
        }
        self.call(action.body, back);
    }

    /// Who may know which cards were chosen: who sees them now, or where they go first.
    fn audience(&mut self, choice: Choice, body: u16) -> Seats {
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
        let card = action.slots.card;
        let (mut then, mut kept) = (0, card);
        for instruction in &self.data.program.code[usize::from(body)..] {
            match instruction {
                Instruction::Announce(Expression::Slot(slot)) if [card, kept].contains(slot) => {
                    // Whoever announces a card shows it, unless it stays hidden.
                    let def = usize::from(self.data.def_of[usize::from(choice.cards[0])]);
                    if self.data.abilities.cards[def].is_shown {
                        then = ALL_SEATS;
                        self.learn(choice.cards[0], self.data.all_seats);
                    }
                    break;
                }
                Instruction::Keep(slot, Expression::Slot(of)) if *of == card => kept = *slot,
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
        if !self.run_for(MOST_STEPS - NOTED_STEPS) {
            self.looping = Some(LoopCards::NONE);
            if !self.run_for(NOTED_STEPS) {
                self.end_loop();
            }
        }
        debug_assert!(self.state.flags_agree(&self.data.layout));
    }

    /// Goes on for so many instructions; whether that was enough.
    #[inline]
    fn run_for(&mut self, steps: u32) -> bool {
        for _ in 0..steps {
            if self.state.over.is_some() {
                return true;
            }
            let at = self.state.slot(slots::NEXT);
            if self.step(at as u16, &self.data.program.code[at as usize]) {
                return true;
            }
        }
        self.state.over.is_some()
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
                if !self.holds(at, condition) {
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
                self.turn(seat);
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
                    if let Some(cards) = &mut self.looping {
                        cards.note(self.state.slot(slots::THIS) as u16);
                    }
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

    /// Whether a condition holds. What is checked before each question and did not hold is not looked at again before
    /// something that it reads has changed.
    #[inline]
    fn holds(&mut self, at: u16, condition: &Expression) -> bool {
        let bit = self.data.checks.bit(at);
        if bit != 0 && self.state.settled.has(&self.data.checks, bit, self.state.slot(slots::YOU)) {
            debug_assert!(!self.view().truth(condition), "{condition:?} has come to hold");
            return false;
        }
        let holds = self.view().truth(condition);
        if !holds {
            self.state.settled.add(bit);
        }
        holds
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

    fn back(&mut self) {
        let depth = self.state.slot(slots::DEPTH) - 1;
        let frame = self.data.layout.frames as usize + 2 * depth as usize;
        self.state.set_slot(slots::NEXT, self.state.numbers[frame]);
        self.state.set_slot(slots::YOU, self.state.numbers[frame + 1]);
        self.state.set_slot(slots::DEPTH, depth);
    }
}
