//! What of a position expressions read, and how much work they are.

use super::{CardCheck, CardChoice, CardNumber, Combination, Expression, Place, ZoneOf};

impl Expression {
    /// Whether it reads one of these slots, or this set.
    pub fn names_any(&self, slots: std::ops::RangeInclusive<u16>, set: u16) -> bool {
        let mut found = false;
        self.visit(&mut |part| {
            found |= match part {
                Part::Slot(slot) => slots.contains(&slot),
                Part::Set(kept) => kept == set,
                Part::Formula(_) | Part::CardNumber(_) | Part::Counter(_) | Part::Zone(_) | Part::Seats => false,
            };
        });
        found
    }

    /// Whether it reads such a number of cards.
    pub fn names_number(&self, such: &impl Fn(CardNumber) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Part::CardNumber(number) if such(number)));
        found
    }

    /// How much work it is at most, in names that are looked up; `formulas` and `of_cards` are what those formulas are.
    pub fn weight(&self, formulas: &[u32], of_cards: &[u32]) -> u32 {
        let mut weight = 1_u32;
        self.visit(&mut |part| {
            weight = weight.saturating_add(match part {
                Part::Slot(_) | Part::Set(_) => 1,
                Part::Formula(at) => formulas.get(usize::from(at)).copied().unwrap_or(1),
                Part::CardNumber(CardNumber::Formula(at)) => of_cards.get(usize::from(at)).copied().unwrap_or(1),
                Part::CardNumber(_) => 1,
                Part::Counter(_) | Part::Zone(_) | Part::Seats => 0,
            });
        });
        weight
    }

    /// Shows what of a position it reads.
    pub fn visit(&self, see: &mut impl FnMut(Part)) {
        match self {
            Expression::Number(_)
            | Expression::Seat(_)
            | Expression::Option(_)
            | Expression::CanPay(_)
            | Expression::Offered { .. } => {}
            Expression::Table(counter) => see(Part::Counter(*counter)),
            Expression::Slot(slot) => see(Part::Slot(*slot)),
            Expression::Formula(formula, of) => {
                see(Part::Formula(*formula));
                of.visit(see);
            }
            Expression::OfCard(number, of) => {
                see(Part::CardNumber(*number));
                of.visit(see);
            }
            Expression::OfSeat(counter, of) => {
                see(Part::Counter(*counter));
                of.visit(see);
            }
            Expression::Controller(of) | Expression::Owner(of) | Expression::Player(of) => {
                see(Part::Zone(None));
                of.visit(see);
            }
            Expression::After(of, _) | Expression::CountSeats(of) | Expression::FirstSeat(of) => {
                see(Part::Seats);
                of.visit(see);
            }
            Expression::Holds(column, of, words) => {
                see(Part::CardNumber(CardNumber::Printed(*column)));
                (0..*words).for_each(|word| see(Part::CardNumber(CardNumber::Formula(word))));
                of.visit(see);
            }
            Expression::Partner(of) | Expression::Not(of) => of.visit(see),
            Expression::Sum(number, cards) | Expression::Extreme(number, cards, _) => {
                see(Part::CardNumber(*number));
                cards.visit(see);
            }
            Expression::Count(cards) | Expression::Any(cards) | Expression::One(cards) | Expression::IsMeld(cards) => {
                cards.visit(see)
            }
            Expression::Deadwood(number, cards) => {
                // It looks at every card in many ways.
                (0..DEADWOOD).for_each(|_| see(Part::CardNumber(*number)));
                cards.visit(see);
            }
            Expression::Combinations(what, number, cards) => {
                see(Part::CardNumber(*number));
                if let Combination::Sums(sum) = what {
                    sum.visit(see);
                }
                cards.visit(see);
            }
            Expression::End(zone, _) | Expression::Ending(_, _, zone) => zone.visit(see),
            Expression::ExtremeSeat(one, other, _) | Expression::SumSeats(one, other) => {
                see(Part::Seats);
                one.visit(see);
                other.visit(see);
            }
            Expression::Binary(_, one, other) => {
                one.visit(see);
                other.visit(see);
            }
            Expression::If(parts) => parts.iter().for_each(|part| part.visit(see)),
        }
    }
}

/// How much work deadwood is, in numbers of cards.
const DEADWOOD: usize = 50;

/// What of a position an expression reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A register or a local name.
    Slot(u16),
    /// A set of cards that is kept.
    Set(u16),
    /// A formula of seats.
    Formula(u16),
    /// A number of a card.
    CardNumber(CardNumber),
    /// A counter of the table, of seats or of teams.
    Counter(u16),
    /// The cards of a zone; of any if there is no number.
    Zone(Option<u16>),
    /// Which seats are in.
    Seats,
}

impl ZoneOf {
    /// Shows what of a position it reads.
    pub fn visit(&self, see: &mut impl FnMut(Part)) {
        see(Part::Zone(Some(self.zone)));
        self.visit_seat(see);
    }

    /// What of a position says whose it is.
    pub fn visit_seat(&self, see: &mut impl FnMut(Part)) {
        if let Some(seat) = &self.seat {
            seat.visit(see);
        }
    }
}

impl CardChoice {
    /// Whether it reads such a number of cards.
    pub fn names_number(&self, such: &impl Fn(CardNumber) -> bool) -> bool {
        let mut found = false;
        self.visit(&mut |part| found |= matches!(part, Part::CardNumber(number) if such(number)));
        found
    }

    /// Shows what of a position it reads.
    pub fn visit(&self, see: &mut impl FnMut(Part)) {
        match &self.place {
            Place::Zone(zone) => zone.visit(see),
            Place::Everybodys(zone) | Place::Others(zone) => see(Part::Zone(Some(*zone))),
            Place::Everywhere => see(Part::Zone(None)),
            Place::Set(set) => see(Part::Set(*set)),
            Place::Card(card) => card.visit(see),
            Place::Top(count, zone) => {
                count.visit(see);
                zone.visit(see);
            }
            Place::Without(some, others) | Place::With(some, others) => {
                some.visit(see);
                others.visit(see);
            }
        }
        visit_checks(&self.tests, see);
    }
}

fn visit_checks(lists: &[Vec<CardCheck>], see: &mut impl FnMut(Part)) {
    for check in lists.iter().flatten() {
        match check {
            CardCheck::Printed(_) | CardCheck::Playable | CardCheck::Usable => {}
            CardCheck::Named(_, word) => word.visit(see),
            CardCheck::Meant(column, text, words) => {
                see(Part::CardNumber(CardNumber::Printed(*column)));
                (0..*words).for_each(|word| see(Part::CardNumber(CardNumber::Formula(word))));
                text.visit(see);
            }
            CardCheck::Compare(number, _, value) => {
                see(Part::CardNumber(*number));
                value.visit(see);
            }
            CardCheck::Not(lists) | CardCheck::Either(lists) => visit_checks(lists, see),
        }
    }
}
