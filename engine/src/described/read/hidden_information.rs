//! Whether what somebody may do hangs on cards that they cannot see: who looks at the list of actions would learn of them.

use catalog::read::TomlTable;

use super::super::expression::{CardCheck, CardChoice, CardNumber, Expression, Place, ZoneOf};
use super::super::program::{Program, Sees};
use super::super::slots;
use super::Reader;

/// Goes through what an action asks before it is done.
struct InformationCheck<'p> {
    program: &'p Program,
    /// Whether `you` is who decides: in a formula that is asked of another seat it is not.
    own: bool,
    /// How deep in formulas.
    depth: u8,
}

/// Formulas within formulas that are followed.
const DEEPEST: u8 = 12;

impl InformationCheck<'_> {
    fn is_hidden(&self, zone: &ZoneOf) -> bool {
        let is_own = matches!(zone.seat.as_deref(), Some(Expression::Slot(slots::YOU))) && self.own;
        match self.program.zones[usize::from(zone.zone)].sees {
            Sees::All => false,
            Sees::Owner => !is_own,
            Sees::Nobody => true,
        }
    }

    fn others_hide(&self, zone: u16) -> bool {
        self.program.zones[usize::from(zone)].sees != Sees::All
    }

    /// Whether who holds a zone hangs on hidden cards.
    fn seat_leaks(&self, zone: &ZoneOf) -> bool {
        zone.seat.as_ref().is_some_and(|seat| self.leaks(seat))
    }

    /// Whether a number tells which card it is; counters lie open.
    fn identifies(number: CardNumber) -> bool {
        !matches!(number, CardNumber::Counter(_) | CardNumber::Player | CardNumber::Holder)
    }

    /// Whether a choice looks at hidden cards, by its tests, or because something is read `of` them.
    fn choice_leaks(&self, cards: &CardChoice, of: bool) -> bool {
        let looks = of || cards.tests.iter().flatten().any(InformationCheck::reads_identity);
        let place = match &cards.place {
            Place::Zone(zone) => looks && self.is_hidden(zone) || self.seat_leaks(zone),
            Place::Everybodys(zone) | Place::Others(zone) => looks && self.others_hide(*zone),
            Place::Top(count, zone) => looks && self.is_hidden(zone) || self.leaks(count) || self.seat_leaks(zone),
            Place::Everywhere | Place::Set(_) => false,
            Place::Card(card) => self.leaks(card),
            Place::Without(some, others) | Place::With(some, others) => {
                self.choice_leaks(some, looks) || self.choice_leaks(others, true)
            }
        };
        place || cards.tests.iter().flatten().any(|test| self.test_leaks(test))
    }

    /// Whether a test asks which card it is.
    fn reads_identity(check: &CardCheck) -> bool {
        match check {
            CardCheck::Compare(number, ..) => InformationCheck::identifies(*number),
            CardCheck::Not(lists) | CardCheck::Either(lists) => {
                lists.iter().flatten().any(InformationCheck::reads_identity)
            }
            CardCheck::Printed(_)
            | CardCheck::Playable
            | CardCheck::Usable
            | CardCheck::Named(..)
            | CardCheck::Meant(..) => true,
        }
    }

    /// Whether what a test compares with looks at hidden cards.
    fn test_leaks(&self, test: &CardCheck) -> bool {
        match test {
            CardCheck::Compare(_, _, value) | CardCheck::Named(_, value) | CardCheck::Meant(_, value, _) => {
                self.leaks(value)
            }
            CardCheck::Not(lists) | CardCheck::Either(lists) => {
                lists.iter().flatten().any(|test| self.test_leaks(test))
            }
            CardCheck::Printed(_) | CardCheck::Playable | CardCheck::Usable => false,
        }
    }

    /// Whether a card is a hidden one.
    fn card_leaks(&self, card: &Expression) -> bool {
        match card {
            Expression::End(zone, _) => self.is_hidden(zone),
            Expression::One(cards) => self.choice_leaks(cards, true),
            _ => self.leaks(card),
        }
    }

    fn leaks(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Count(cards) | Expression::Any(cards) | Expression::One(cards) => {
                self.choice_leaks(cards, false)
            }
            Expression::Sum(number, cards) | Expression::Extreme(number, cards, _) => {
                self.choice_leaks(cards, InformationCheck::identifies(*number))
            }
            Expression::Combinations(_, _, cards) | Expression::Deadwood(_, cards) | Expression::IsMeld(cards) => {
                self.choice_leaks(cards, true)
            }
            Expression::OfCard(number, card) => {
                InformationCheck::identifies(*number) && self.card_leaks(card) || self.leaks(card)
            }
            Expression::Holds(_, card, _) => self.card_leaks(card),
            Expression::Formula(formula, seat) => {
                let own = self.own && matches!(**seat, Expression::Slot(slots::YOU));
                let inside = InformationCheck { program: self.program, own, depth: self.depth + 1 };
                self.leaks(seat)
                    || self.depth < DEEPEST && inside.leaks(&self.program.formulas[usize::from(*formula)].value)
            }
            Expression::CountSeats(of) | Expression::FirstSeat(of) => self.as_others().leaks(of),
            Expression::ExtremeSeat(value, condition, _) | Expression::SumSeats(value, condition) => {
                let others = self.as_others();
                others.leaks(value) || others.leaks(condition)
            }
            Expression::Ending(_, _, zone) => self.is_hidden(zone) || self.seat_leaks(zone),
            Expression::Not(of)
            | Expression::Partner(of)
            | Expression::After(of, _)
            | Expression::OfSeat(_, of)
            | Expression::Controller(of)
            | Expression::Owner(of)
            | Expression::Player(of) => self.leaks(of),
            Expression::Binary(_, one, other) => self.leaks(one) || self.leaks(other),
            Expression::If(parts) => parts.iter().any(|part| self.leaks(part)),
            Expression::Number(_)
            | Expression::Slot(_)
            | Expression::Seat(_)
            | Expression::Table(_)
            | Expression::Option(_)
            | Expression::End(..)
            | Expression::CanPay(_)
            | Expression::Offered { .. } => false,
        }
    }

    fn as_others(&self) -> InformationCheck<'_> {
        InformationCheck { program: self.program, own: false, depth: self.depth }
    }
}

impl Reader<'_> {
    /// Tells of a number that not everybody may know.
    pub(super) fn must_be_public(&self, t: &TomlTable<'_>, key: &str, number: &Expression) {
        if !self.is_public(number) {
            let hint = Some("show a number of cards that lie open, or a counter".to_owned());
            t.problem_at(key, "this looks at cards that not everybody sees", hint);
        }
    }

    /// Whether a number of a seat hangs only on what everybody sees.
    pub(super) fn is_public(&self, number: &Expression) -> bool {
        !InformationCheck { program: &self.scope.program, own: false, depth: 0 }.leaks(number)
    }

    /// Tells of actions that would give hidden cards away.
    pub(super) fn check_hidden_information(&self, actions: &[TomlTable<'_>]) {
        let check = InformationCheck { program: &self.scope.program, own: true, depth: 0 };
        let leaks = |expression: &Expression| check.leaks(expression);
        for (t, action) in actions.iter().zip(&self.scope.program.actions) {
            let word = action.word.as_ref().and_then(|(_, cards)| cards.as_ref());
            let number = action.number.as_ref().is_some_and(|(least, most)| leaks(least) || leaks(most));
            let keys = [
                ("if", action.condition.as_ref().is_some_and(leaks)),
                ("cards", action.cards.iter().any(|cards| check.choice_leaks(cards, false))),
                ("about", action.about.as_ref().is_some_and(|cards| check.choice_leaks(cards, false))),
                ("on", action.on.as_ref().is_some_and(|cards| check.choice_leaks(cards, false))),
                ("word", word.is_some_and(|cards| check.choice_leaks(cards, true))),
                ("number", number),
                ("seat", action.seat.as_ref().is_some_and(|seat| check.as_others().leaks(seat))),
            ];
            for (key, _) in keys.into_iter().filter(|(_, hidden)| *hidden) {
                let hint = Some("count them only, or ask in `do`, once the action is chosen".to_owned());
                t.problem_at(key, "this looks at cards that whoever decides cannot see", hint);
            }
        }
    }
}
