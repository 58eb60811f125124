//! Whether what somebody may do hangs on cards that they cannot see: who looks at the list of actions would learn of them.

use catalog::read::TomlTable;

use super::super::expression::{CardCheck, CardChoice, CardNumber, Expression, Place, ZoneOf};
use super::super::program::{Program, Sees};
use super::super::slots;
use super::Reader;

/// Goes through what an action asks before it is done.
struct Sight<'p> {
    program: &'p Program,
    /// Whether `you` is who decides: in a formula that is asked of another seat it is not.
    own: bool,
    /// How deep in formulas.
    depth: u8,
}

/// Formulas within formulas that are followed.
const DEEPEST: u8 = 12;

impl Sight<'_> {
    fn is_hidden(&self, zone: &ZoneOf) -> bool {
        let is_own = matches!(zone.seat.as_deref(), Some(Expression::Slot(slots::YOU))) && self.own;
        match self.program.zones[usize::from(zone.zone)].sees {
            Sees::All => false,
            Sees::Owner => !is_own,
            Sees::Nobody => true,
        }
    }

    fn is_hidden_of_others(&self, zone: u16) -> bool {
        self.program.zones[usize::from(zone)].sees != Sees::All
    }

    /// Whether a number tells which card it is; counters lie open.
    fn tells(number: CardNumber) -> bool {
        !matches!(number, CardNumber::Counter(_) | CardNumber::Player | CardNumber::Holder)
    }

    /// Whether a choice looks at hidden cards, by its tests, or because something is read `of` them.
    fn cards(&self, cards: &CardChoice, of: bool) -> bool {
        let looks = of || cards.tests.iter().flatten().any(Sight::asks);
        let place = match &cards.place {
            Place::Zone(zone) => looks && self.is_hidden(zone),
            Place::Everybodys(zone) | Place::Others(zone) => looks && self.is_hidden_of_others(*zone),
            Place::Top(_, zone) => looks && self.is_hidden(zone),
            Place::Everywhere | Place::Set(_) => false,
            Place::Card(card) => self.expression(card),
            Place::Without(some, others) | Place::With(some, others) => {
                self.cards(some, looks) || self.cards(others, true)
            }
        };
        place || cards.tests.iter().flatten().any(|check| self.check(check))
    }

    /// Whether a test asks which card it is.
    fn asks(check: &CardCheck) -> bool {
        match check {
            CardCheck::Compare(number, ..) => Sight::tells(*number),
            CardCheck::Not(lists) | CardCheck::Either(lists) => lists.iter().flatten().any(Sight::asks),
            CardCheck::Printed(_) | CardCheck::Playable | CardCheck::Usable | CardCheck::Named(..) => true,
        }
    }

    /// Whether what a test compares with looks at hidden cards.
    fn check(&self, check: &CardCheck) -> bool {
        match check {
            CardCheck::Compare(_, _, value) | CardCheck::Named(_, value) => self.expression(value),
            CardCheck::Not(lists) | CardCheck::Either(lists) => lists.iter().flatten().any(|check| self.check(check)),
            CardCheck::Printed(_) | CardCheck::Playable | CardCheck::Usable => false,
        }
    }

    /// Whether a card is a hidden one.
    fn hidden_card(&self, card: &Expression) -> bool {
        match card {
            Expression::End(zone, _) => self.is_hidden(zone),
            Expression::One(cards) => self.cards(cards, true),
            _ => self.expression(card),
        }
    }

    fn expression(&self, expression: &Expression) -> bool {
        match expression {
            Expression::Count(cards) | Expression::Any(cards) | Expression::One(cards) => self.cards(cards, false),
            Expression::Sum(number, cards) | Expression::Extreme(number, cards, _) => {
                self.cards(cards, Sight::tells(*number))
            }
            Expression::Combinations(_, _, cards) | Expression::Deadwood(_, cards) | Expression::IsMeld(cards) => {
                self.cards(cards, true)
            }
            Expression::OfCard(number, card) => {
                Sight::tells(*number) && self.hidden_card(card) || self.expression(card)
            }
            Expression::Formula(formula, seat) => {
                let own = self.own && matches!(**seat, Expression::Slot(slots::YOU));
                let inside = Sight { program: self.program, own, depth: self.depth + 1 };
                self.expression(seat)
                    || self.depth < DEEPEST && inside.expression(&self.program.formulas[usize::from(*formula)].value)
            }
            Expression::CountSeats(of) | Expression::FirstSeat(of) => self.of_others().expression(of),
            Expression::ExtremeSeat(value, condition, _) | Expression::SumSeats(value, condition) => {
                let others = self.of_others();
                others.expression(value) || others.expression(condition)
            }
            Expression::Not(of)
            | Expression::Partner(of)
            | Expression::After(of, _)
            | Expression::OfSeat(_, of)
            | Expression::Controller(of)
            | Expression::Owner(of)
            | Expression::Player(of) => self.expression(of),
            Expression::Binary(_, one, other) => self.expression(one) || self.expression(other),
            Expression::If(parts) => parts.iter().any(|part| self.expression(part)),
            Expression::Number(_)
            | Expression::Slot(_)
            | Expression::Table(_)
            | Expression::End(..)
            | Expression::Ending(..)
            | Expression::CanPay(_)
            | Expression::Offered { .. } => false,
        }
    }

    fn of_others(&self) -> Sight<'_> {
        Sight { program: self.program, own: false, depth: self.depth }
    }
}

impl Reader<'_> {
    /// Tells of a number that not everybody may know.
    pub(super) fn open_to_all(&self, t: &TomlTable<'_>, key: &str, number: &Expression) {
        let sight = Sight { program: &self.scope.program, own: false, depth: 0 };
        if sight.expression(number) {
            let hint = Some("show a number of cards that lie open, or a counter".to_owned());
            t.problem_at(key, "this looks at cards that not everybody sees", hint);
        }
    }

    /// Tells of actions that would give hidden cards away.
    pub(super) fn sight(&self, actions: &[TomlTable<'_>]) {
        let sight = Sight { program: &self.scope.program, own: true, depth: 0 };
        let looks = |expression: &Expression| sight.expression(expression);
        for (t, action) in actions.iter().zip(&self.scope.program.actions) {
            let word = action.word.as_ref().and_then(|(_, cards)| cards.as_ref());
            let number = action.number.as_ref().is_some_and(|(least, most)| looks(least) || looks(most));
            let keys = [
                ("if", action.condition.as_ref().is_some_and(looks)),
                ("cards", action.cards.iter().any(|cards| sight.cards(cards, false))),
                ("on", action.on.as_ref().is_some_and(|cards| sight.cards(cards, false))),
                ("word", word.is_some_and(|cards| sight.cards(cards, true))),
                ("number", number),
                ("seat", action.seat.as_ref().is_some_and(|seat| sight.of_others().expression(seat))),
            ];
            for (key, _) in keys.into_iter().filter(|(_, hidden)| *hidden) {
                let hint = Some("count them only, or ask in `do`, once the action is chosen".to_owned());
                t.problem_at(key, "this looks at cards that whoever decides cannot see", hint);
            }
        }
    }
}
