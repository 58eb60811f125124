//! How a card in play is shown: its numbers now, what is printed, and what makes the difference.

use catalog::card::HasKeyword;
use catalog::localize::signed;
use catalog::tr;

use super::super::evaluate::View;
use super::super::expression::{CardNumber, Kind, NONE};
use super::super::program::{CardRules, Live};
use super::Change;
use crate::kernel::observation::{self, CardChange, ObservedCard};

impl<const W: usize> View<'_, W> {
    /// Adds what is to be seen of a card in play.
    pub(in super::super) fn show_in_play(&self, card: u16, seen: &mut ObservedCard) {
        let Some(rules) = &self.data.program.cards else { return };
        if !self.is_in_play(card) {
            return;
        }
        let has = |live: &&Live| self.data.columns[usize::from(live.column)].has.has(card);
        let written = |number: &dyn Fn(usize, &Live) -> i32| {
            let numbers = rules.live.iter().enumerate().filter(|(_, live)| has(live));
            numbers.map(|(at, live)| number(at, live).to_string()).collect::<Vec<_>>().join("/")
        };
        seen.numbers = written(&|at, _| self.live_number(at as u16, card));
        seen.printed = written(&|_, live| self.data.columns[usize::from(live.column)].number(card));
        seen.changes = self.changes(rules, card);
        let count = |counter: Option<u16>| counter.map_or(0, |c| self.card_number(CardNumber::Counter(c), card));
        let stands_on = |counter: u16, card: u16| {
            let is_number = self.data.program.counters[usize::from(counter)].kind == Kind::Number;
            self.card_number(CardNumber::Counter(counter), card) > if is_number { 0 } else { NONE }
        };
        let stands = |counter: Option<u16>| counter.is_some_and(|counter| stands_on(counter, card));
        seen.damage = count(rules.damage);
        if let Some(strength) = rules.strength {
            // What it counts for takes its damage into account.
            seen.numbers = count(Some(strength)).to_string();
            seen.damage = 0;
        }
        seen.turned = stands(rules.tapped);
        // Whether a card has blocked may be counted until the turn ends: that is told while something attacks.
        let attacks = |counter: u16| (0..self.data.cards.len() as u16).any(|other| stands_on(counter, other));
        let blocking =
            rules.blocking.filter(|counter| stands_on(*counter, card) && rules.attacking.is_none_or(attacks));
        let fighting = [(rules.attacking, observation::ATTACKING), (blocking, observation::BLOCKING)];
        seen.fights = fighting.iter().any(|(counter, _)| stands(*counter));
        let marks = std::iter::once((rules.tapped, observation::TAPPED)).chain(fighting);
        seen.marks.extend(marks.filter(|(counter, _)| stands(*counter)).map(|(_, word)| word.to_owned()));
    }

    fn changes(&self, rules: &CardRules, card: u16) -> Vec<CardChange> {
        let mut all = Vec::new();
        let mut add = |change: String, keyword: Option<u8>, source: String, until: String| {
            all.push(CardChange { change, keyword, source, until });
        };
        let damage = rules.damage.map_or(0, |counter| self.card_number(CardNumber::Counter(counter), card));
        if damage > 0 && rules.strength.is_some() {
            add(format!("−{damage}"), None, tr!("damage"), String::new());
        }
        if let (Some(strength), [live]) = (rules.strength, &rules.live[..]) {
            // What the rules of the game make of it beyond its number and its damage.
            let counts = self.card_number(CardNumber::Counter(strength), card);
            let beyond = counts + damage - self.live_number(0, card);
            if beyond != 0 {
                add(self.number_text(live, beyond), None, tr!("other effects"), String::new());
            }
        }
        let raised = self.card_number(CardNumber::Counter(rules.raised), card);
        if raised != 0 {
            let each = rules.live.iter().filter(|live| live.paired).map(|_| signed(raised));
            add(each.collect::<Vec<_>>().join("/"), None, tr!("counters"), String::new());
        }
        for live in &rules.live {
            let n = self.card_number(CardNumber::Counter(live.turn), card);
            if n != 0 {
                add(self.number_text(live, n), None, String::new(), tr!("until end of turn"));
            }
        }
        for (keyword, counter) in (0..).zip(&rules.keywords) {
            let n = counter.map_or(0, |counter| self.card_number(CardNumber::Counter(counter), card));
            if n != 0 {
                add(self.keyword_text(keyword, n), Some(keyword), String::new(), tr!("until end of turn"));
            }
        }
        for (seat, lasting) in rules.lasting.iter().enumerate() {
            let until = tr!("until the next turn of seat {seat}", seat = seat + 1);
            for (live, counter) in rules.live.iter().zip(&lasting.numbers) {
                let n = self.card_number(CardNumber::Counter(*counter), card);
                if n != 0 {
                    add(self.number_text(live, n), None, String::new(), until.clone());
                }
            }
            for (keyword, counter) in (0..).zip(&lasting.keywords) {
                let n = counter.map_or(0, |counter| self.card_number(CardNumber::Counter(counter), card));
                if n != 0 {
                    add(self.keyword_text(keyword, n), Some(keyword), String::new(), until.clone());
                }
            }
        }
        if let Some((loan, lender)) = self.loan(card) {
            let until = match loan.lasts {
                false => tr!("until end of turn"),
                true => tr!("until the next turn of seat {seat}", seat = loan.seat + 1),
            };
            add(tr!("control, from seat {seat}", seat = lender + 1), None, String::new(), until);
        }
        self.each_static(card, &|_| true, &mut |change, there| {
            let source = there.this().map_or_else(String::new, |source| self.data.name(source).to_owned());
            match change {
                Change::Number(live, amount) => {
                    let text = self.number_text(&rules.live[usize::from(*live)], there.value(amount));
                    add(text, None, source, String::new());
                }
                Change::Keyword(keyword, n) => {
                    add(self.keyword_text(*keyword, *n), Some(*keyword), source, String::new());
                }
                Change::Cheaper(_) => {}
            }
        });
        all
    }

    fn number_text(&self, live: &Live, n: i32) -> String {
        format!("{} {}", signed(n), self.data.game.fields[live.field].name)
    }

    fn keyword_text(&self, keyword: u8, n: i32) -> String {
        let number = self.data.game.keywords[usize::from(keyword)].number.then_some(n);
        self.data.game.keyword_text(&HasKeyword { keyword, number, word: None })
    }
}
