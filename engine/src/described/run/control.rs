//! Who controls cards in play: for good, or for a time.

use catalog::ability::EffectDuration;

use super::super::cards::Cards;
use super::super::event::Event;
use super::super::expression::NONE;
use super::super::program::Loans;
use super::super::slots;
use super::Play;
use crate::kernel::rules::EventSink;

impl<const W: usize, S: EventSink<Event>> Play<'_, W, S> {
    /// `you` controls those of some cards that are in play: for good, or until something.
    pub(super) fn take_control(&mut self, cards: Cards<W>, until: Option<EffectDuration>) {
        let data = self.data;
        let (Some(rules), Ok(you)) = (&data.program.cards, u8::try_from(self.state.slot(slots::YOU))) else { return };
        let mut taken = Cards::EMPTY;
        for card in cards.iter() {
            if !self.view().is_in_play(card) {
                continue;
            }
            if self.view().controller(card) != i32::from(you) {
                taken.insert(card);
            }
            match (&rules.loans, until) {
                (Some(loans), None) => self.forget_loans(loans, card),
                (Some(loans), Some(until)) => self.lend(loans, card, you, until == EffectDuration::YourNextTurn),
                (None, _) => {}
            }
        }
        self.put_each(taken, data.layout.zones[usize::from(rules.play)] + u16::from(you), false);
    }

    fn loan_place(&self, counter: u16, card: u16) -> usize {
        self.data.layout.counters[usize::from(counter)] as usize + usize::from(card)
    }

    fn forget_loans(&mut self, loans: &Loans, card: u16) {
        let at = self.loan_place(loans.lender, card);
        self.state.numbers[at] = NONE;
        for loan in &loans.all {
            let at = self.loan_place(loan.counter, card);
            self.state.numbers[at] = 0;
        }
    }

    fn lend(&mut self, loans: &Loans, card: u16, to: u8, lasts: bool) {
        let lender = self.loan_place(loans.lender, card);
        if self.state.numbers[lender] == NONE {
            self.state.numbers[lender] = self.view().controller(card);
        }
        let number = |loan: u16| self.state.numbers[self.loan_place(loan, card)];
        let latest = loans.all.iter().map(|loan| number(loan.counter)).max().unwrap_or(0);
        for loan in loans.all.iter().filter(|loan| (loan.seat, loan.lasts) == (to, lasts)) {
            let at = self.loan_place(loan.counter, card);
            self.state.numbers[at] = latest + 1;
        }
    }

    /// A turn begins: what was controlled until now goes to whoever controls it otherwise, the last of several.
    pub(super) fn loans_end(&mut self, active: u8) {
        let data = self.data;
        let Some((rules, loans)) = data.program.cards.as_ref().and_then(|rules| Some((rules, rules.loans.as_ref()?)))
        else {
            return;
        };
        for card in data.all_cards.iter() {
            let lender = self.loan_place(loans.lender, card);
            if self.state.numbers[lender] == NONE {
                continue;
            }
            for loan in loans.all.iter().filter(|loan| !loan.lasts || loan.seat == active) {
                let at = self.loan_place(loan.counter, card);
                self.state.numbers[at] = 0;
            }
            let seat = match self.view().loan(card) {
                Some((loan, _)) => i32::from(loan.seat),
                None => std::mem::replace(&mut self.state.numbers[lender], NONE),
            };
            let zone = data.layout.zones[usize::from(rules.play)] + seat as u16;
            if self.view().controller(card) != seat {
                self.put(card, zone, false);
            }
        }
    }
}
