//! Writes instructions: what the rules of `play.toml` and the abilities of cards have in common.

use catalog::ability::TriggerEvent;

use super::expression::{CardChoice, Expression, Operator, Place as Lies, ZoneOf};
use super::program::{Action, ChoiceSlots, Instruction, Place, Procedure, Program, Question};
use super::slots;
use crate::kernel::legal_action::PromptKind;

/// Two expressions joined.
pub(super) fn join(operator: Operator, one: Expression, other: Expression) -> Expression {
    Expression::Binary(operator, one.into(), other.into())
}

/// Whom an instruction is about.
pub(super) fn you() -> Expression {
    Expression::Slot(slots::YOU)
}

/// The next seat; of two, the other one.
pub(super) fn next_seat() -> Expression {
    Expression::After(you().into(), true)
}

/// One card.
pub(super) fn card(card: Expression) -> CardChoice {
    CardChoice { place: Lies::Card(card.into()), tests: Vec::new() }
}

/// All cards of a zone.
pub(super) fn all_of(zone: ZoneOf) -> CardChoice {
    CardChoice { place: Lies::Zone(zone), tests: Vec::new() }
}

/// A zone of a seat.
pub(super) fn zone_of(zone: u16, seat: Expression) -> ZoneOf {
    ZoneOf { zone, seat: Some(seat.into()) }
}

/// A zone of the table.
pub(super) fn table_zone(zone: u16) -> ZoneOf {
    ZoneOf { zone, seat: None }
}

/// Something that can be answered, and where what it does begins; nothing is chosen for it.
pub(super) fn plain_action(id: &str, label: &str, body: Place, slots: ChoiceSlots) -> Action {
    Action {
        id: id.to_owned(),
        label: label.to_owned(),
        told: String::new(),
        condition: None,
        asks_choice: false,
        cards: Vec::new(),
        count: 1,
        on: None,
        number: None,
        about: None,
        unit: None,
        in_lane: false,
        preposition: None,
        word: None,
        seat: None,
        body,
        only_picks: false,
        ends: false,
        passes: false,
        slots,
    }
}

/// Where what is chosen is kept, in five numbers in a row and a set.
pub(super) fn choice_slots(first: u16, cards: u16) -> ChoiceSlots {
    ChoiceSlots { card: first, number: first + 1, word: first + 2, seat: first + 3, other: first + 4, cards }
}

/// Whoever writes instructions of a program.
pub(super) trait Emitter: Sized {
    fn program(&self) -> &Program;

    fn program_mut(&mut self) -> &mut Program;

    /// Room for cards that are gone through: their set, and where each of them is kept.
    fn begin_walk(&mut self) -> (u16, u16);

    /// That room is free again.
    fn end_walk(&mut self) {}

    fn here(&self) -> Place {
        self.program().code.len() as Place
    }

    fn emit(&mut self, instruction: Instruction) -> Place {
        let place = self.here();
        self.program_mut().code.push(instruction);
        place
    }

    /// Lets a jump that was written before go here.
    fn land(&mut self, from: Place) {
        let here = self.here();
        self.program_mut().land(from, here);
    }

    /// What is only done where it is called.
    fn aside<R>(&mut self, body: impl FnOnce(&mut Self) -> R) -> (Place, R) {
        let over = self.emit(Instruction::Goto(0));
        let place = self.here();
        let result = body(self);
        self.land(over);
        (place, result)
    }

    /// Does something if a condition holds.
    fn when<R>(&mut self, condition: Expression, body: impl FnOnce(&mut Self) -> R) -> R {
        let skip = self.emit(Instruction::Unless(condition, 0));
        let result = body(self);
        self.land(skip);
        result
    }

    /// Does one of two things.
    fn either<R>(
        &mut self,
        condition: Expression,
        then: impl FnOnce(&mut Self) -> R,
        otherwise: impl FnOnce(&mut Self) -> R,
    ) -> [R; 2] {
        let no = self.emit(Instruction::Unless(condition, 0));
        let one = then(self);
        let over = self.emit(Instruction::Goto(0));
        self.land(no);
        let other = otherwise(self);
        self.land(over);
        [one, other]
    }

    /// Does something so often at most, as long as a condition holds; `slot` counts.
    fn repeat_in<R>(
        &mut self,
        slot: u16,
        count: Expression,
        holds: Option<Expression>,
        body: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let left = || Expression::Slot(slot);
        self.emit(Instruction::Keep(slot, count));
        let top = self.emit(Instruction::Unless(join(Operator::More, left(), Expression::Number(0)), 0));
        let stop = holds.map(|holds| self.emit(Instruction::Unless(holds, 0)));
        self.emit(Instruction::Keep(slot, join(Operator::Subtract, left(), Expression::Number(1))));
        let result = body(self);
        self.emit(Instruction::Goto(top));
        [Some(top), stop].into_iter().flatten().for_each(|place| self.land(place));
        result
    }

    /// Does something as each seat, from whose turn it is, or each but `you`; uses three numbers from `slot` on.
    fn each_seat_in<R>(&mut self, slot: u16, others: bool, body: impl FnOnce(&mut Self) -> R) -> R {
        self.emit(Instruction::Seats(slot));
        let next = self.emit(Instruction::NextSeat { slot, others, end: 0 });
        let result = body(self);
        self.emit(Instruction::Goto(next));
        self.land(next);
        result
    }

    /// Does something as a seat, which is `you` in it; `slot` keeps who was.
    fn as_seat_in<R>(&mut self, slot: u16, seat: Expression, body: impl FnOnce(&mut Self) -> R) -> R {
        self.emit(Instruction::Keep(slot, you()));
        self.emit(Instruction::Keep(slots::YOU, seat));
        let result = body(self);
        self.emit(Instruction::Keep(slots::YOU, Expression::Slot(slot)));
        result
    }

    /// Does something for each of some cards; `slot` keeps which one.
    fn each_card_in<R>(&mut self, set: u16, slot: u16, cards: CardChoice, body: impl FnOnce(&mut Self) -> R) -> R {
        self.emit(Instruction::Cards(set, cards));
        let next = self.emit(Instruction::NextCard { set, slot, end: 0 });
        let result = body(self);
        self.emit(Instruction::Goto(next));
        self.land(next);
        result
    }

    /// The same, where nobody has a name for the card.
    fn each_card<R>(&mut self, cards: CardChoice, body: impl FnOnce(&mut Self, Expression) -> R) -> R {
        let (set, slot) = self.begin_walk();
        let result = self.each_card_in(set, slot, cards, |emitter| body(emitter, Expression::Slot(slot)));
        self.end_walk();
        result
    }

    fn move_to(&mut self, cards: CardChoice, zone: u16, seat: Expression, bottom: bool) {
        self.emit(Instruction::Move { cards, to: zone_of(zone, seat), bottom });
    }

    /// A card goes to a zone of whose it is.
    fn move_home(&mut self, of: Expression, zone: u16, bottom: bool) {
        let owner = Expression::Owner(of.clone().into());
        self.move_to(card(of), zone, owner, bottom);
    }

    /// A card is destroyed: it goes to the discard pile of whose it is.
    fn destroy_card(&mut self, of: Expression) {
        self.emit(Instruction::Raise(TriggerEvent::Destroyed, Some(card(of.clone()))));
        let discard = self.program().cards.as_ref().map_or(0, |rules| rules.discard);
        self.move_home(of, discard, false);
    }

    /// Does what `[cards]` says of damage to a card or a seat.
    fn call(&mut self, procedure: Procedure, subject: Expression, number: Expression) {
        self.emit(Instruction::Keep(procedure.subject, subject));
        self.emit(Instruction::Keep(procedure.number, number));
        self.emit(Instruction::Call(procedure.body));
    }

    /// A question, by its position.
    fn add_question(&mut self, kind: PromptKind, text: String, actions: Vec<u16>, optional: bool) -> u16 {
        let questions = &mut self.program_mut().questions;
        questions.push(Question { kind, text, actions, optional });
        (questions.len() - 1) as u16
    }
}
