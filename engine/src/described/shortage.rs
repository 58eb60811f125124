//! What keeps a card from being chosen for an action, where that is nothing but a number that is too small: its price.

use crate::kernel::observation::CostShortage;

use super::cards::Cards;
use super::evaluate::{View, holds};
use super::expression::{CardCheck, CardChoice, CardNumber, Expression, Operator, Place};

impl<const W: usize> View<'_, W> {
    /// The cards that could be chosen for an action of a question if there were more of a counter, with what is missing.
    pub(super) fn shortages(&self, question: u16) -> Vec<(u16, CostShortage)> {
        let mut found = Vec::new();
        for action in &self.data.program.questions[usize::from(question)].actions {
            let action = &self.data.program.actions[usize::from(*action)];
            let is_shut = action.condition.as_ref().is_some_and(|shut| !action.asks_choice && !self.truth(shut));
            for choice in action.cards.iter().filter(|_| !is_shut) {
                self.too_dear(choice, &mut found);
                // Of several choices the first counts that has cards.
                if !self.cards(choice).is_empty() {
                    break;
                }
            }
        }
        found
    }

    fn too_dear(&self, choice: &CardChoice, found: &mut Vec<(u16, CostShortage)>) {
        if let (Place::With(one, other), true) = (&choice.place, choice.tests.is_empty()) {
            self.too_dear(one, found);
            return self.too_dear(other, found);
        }
        let all = self.cards(&CardChoice { place: choice.place.clone(), tests: Vec::new() });
        // What one list of tests lets pass lacks nothing.
        for card in all.without(&self.filtered(all, &choice.tests)).iter() {
            let fails = |check: &&CardCheck| self.filtered(Cards::one(card), &[vec![(*check).clone()]]).is_empty();
            let shortage = choice.tests.iter().find_map(|list| {
                let mut failed = list.iter().filter(fails);
                let (Some(check), None) = (failed.next(), failed.next()) else { return None };
                self.shortage(card, check)
            });
            found.extend(shortage.map(|shortage| (card, shortage)));
        }
    }

    /// What is missing for a test that compares a printed number with a counter.
    fn shortage(&self, card: u16, check: &CardCheck) -> Option<CostShortage> {
        let CardCheck::Compare(number @ CardNumber::Printed(_), operator, of) = check else { return None };
        let (Expression::OfSeat(counter, _) | Expression::Table(counter)) = of else { return None };
        let (cost, have) = (self.card_number(*number, card), self.value(of));
        let is_price = *operator == Operator::AtMost && !holds(*operator, cost, have);
        let what = self.data.program.counters[usize::from(*counter)].title.clone();
        is_price.then_some(CostShortage { what, cost, have })
    }
}
