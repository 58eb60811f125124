//! A game turn by turn: what is there, what can be paid, what is played.

use formats::rng::FastRng;

use super::model::{Model, Need, RESOURCES};
use super::pay::{Payment, ResourcePool, SourceInPlay};
use super::{GoldfishCounts, GoldfishOutcome};
use crate::lab::hands::{Dealer, KeptHand};
use crate::lab::tally::Weight;
use catalog::game::Mask;

/// A card in play that can be tapped to play others.
#[derive(Clone, Copy)]
struct Tapper {
    serves: u32,
    /// The turn from which it may act: a card does not in the turn it arrives.
    from: usize,
    tapped: bool,
}

/// The table of one player, used again for game after game.
pub(crate) struct GoldfishState {
    cards: Vec<u8>,
    /// Kinds in hand.
    hand: Vec<u8>,
    sources: Vec<SourceInPlay>,
    users: Vec<Tapper>,
    stock: [i32; RESOURCES],
    /// Resources whose stock pays for cards.
    spendable: Mask,
    income: [i32; RESOURCES],
    played_this_turn: Vec<u32>,
    goal: Weight,
    /// For each kind: the turn in which it was first in hand, and first payable since; 0 for not yet.
    drawn: Vec<u8>,
    castable: Vec<u8>,
    search: Search,
    payment: Payment,
}

/// The search for the best set of cards.
#[derive(Default)]
struct Search {
    /// Positions in hand, dearest first.
    order: Vec<u8>,
    chosen: Vec<u8>,
    best: Vec<u8>,
    value: Value,
}

impl Search {
    /// Room for a hand of so many cards.
    fn with_room(cards: usize) -> Search {
        let room = || Vec::with_capacity(cards);
        Search { order: room(), chosen: room(), best: room(), value: Value::default() }
    }
}

/// Units spent, and cards played.
type Value = (i32, u32);

/// What can be played with a source, and how much the hand wants what it makes.
type LandValue = (Value, i32);

impl GoldfishState {
    pub(super) fn new(model: &Model, cards: Vec<u8>) -> GoldfishState {
        GoldfishState {
            hand: Vec::with_capacity(cards.len()),
            sources: Vec::with_capacity(cards.len()),
            users: Vec::with_capacity(cards.len()),
            stock: [0; RESOURCES],
            spendable: model.spendable,
            income: [0; RESOURCES],
            played_this_turn: vec![0; model.limits.len()],
            goal: 0,
            drawn: vec![0; model.kinds.len()],
            castable: vec![0; model.kinds.len()],
            search: Search::with_room(cards.len()),
            payment: Payment::with_room(cards.len()),
            cards,
        }
    }

    pub(super) fn play_game(
        &mut self,
        model: &Model,
        dealer: &Dealer,
        dice: &mut FastRng,
        (turns, first): (usize, bool),
        counts: &mut GoldfishCounts,
    ) -> GoldfishOutcome {
        // From the same order each time: then the same chance deals the same hand.
        self.cards.iter_mut().zip(0u8..).for_each(|(card, at)| *card = at);
        let kept = dealer.deal_until_kept(dice, &mut self.cards);
        let size = kept.size;
        counts.kept[size] += 1;
        self.begin(model, size);
        let (mut next, mut met, mut stuck, mut flooded, mut all) = (size, 0, 0, 0, 0);
        for turn in 1..=turns {
            self.start_turn(model, turn);
            if !(turn == 1 && first && model.first_player_skips) {
                for _ in 0..model.draws {
                    next = self.draw(model, dice, next, kept);
                }
            }
            self.play_lands(model, turn);
            let (played, spent) = self.play_cards(model, turn);
            let available = spent + self.resource_pool(turn).units();
            let wasted = self.wasted(model, turn);
            let nothing_left = !self.hand.iter().any(|k| self.wants_resources(model, *k));
            let is_stuck = played == 0 && !nothing_left && !self.can_pay_any(model, turn);
            let is_idle = wasted > 0 && nothing_left;
            let is_flooded = is_idle && 2 * self.lands_seen(model, next) > next;
            let t = turn - 1;
            counts.played[t] += u64::from(played);
            counts.available[t] += available as u64;
            counts.spent[t] += spent as u64;
            all += spent as u64;
            counts.wasted[t] += wasted as u64;
            counts.stuck[t] += u64::from(is_stuck);
            counts.idle[t] += u64::from(is_idle);
            stuck += u32::from(is_stuck && (2..=5).contains(&turn));
            flooded += u32::from(is_flooded && turn >= 4);
            if met == 0 && model.goal.holds(self.goal) {
                met = turn;
            }
        }
        counts.goal[met] += 1;
        counts.screw_flood[0] += u64::from(stuck >= 2);
        counts.screw_flood[1] += u64::from(flooded >= 2);
        self.count_cards(turns, counts);
        GoldfishOutcome { met, spent: all }
    }

    fn begin(&mut self, model: &Model, size: usize) {
        self.hand.clear();
        self.hand.extend(self.cards[..size].iter().map(|c| model.deck[*c as usize]));
        self.sources.clear();
        self.users.clear();
        self.stock = [0; RESOURCES];
        for stock in &model.stocks {
            self.stock[stock.resource] = stock.start;
        }
        self.income = model.income;
        self.goal = 0;
        self.drawn.fill(0);
        self.castable.fill(0);
    }

    /// Stocks are set, then income is added (CX-R05); everything is ready again.
    fn start_turn(&mut self, model: &Model, turn: usize) {
        for stock in &model.stocks {
            if let Some(amount) = stock.set_anew(turn as u32) {
                self.stock[stock.resource] = amount;
            }
        }
        for (stock, income) in self.stock.iter_mut().zip(&self.income) {
            *stock += income;
        }
        self.sources.iter_mut().for_each(|s| s.used = false);
        self.users.iter_mut().for_each(|u| u.tapped = false);
        self.played_this_turn.fill(0);
    }

    /// Draws a card; the deck is only shuffled as far as it is drawn.
    fn draw(&mut self, model: &Model, dice: &mut FastRng, next: usize, kept: KeptHand) -> usize {
        if next >= self.cards.len() {
            return next;
        }
        kept.draw(dice, &mut self.cards, next, 1);
        self.hand.push(model.deck[self.cards[next] as usize]);
        next + 1
    }

    /// Of the cards drawn so far, how many are free cards of limited number, such as terrains.
    fn lands_seen(&self, model: &Model, seen: usize) -> usize {
        self.cards[..seen].iter().filter(|c| model.kinds[model.deck[**c as usize] as usize].is_free_land()).count()
    }

    fn note_hand(&mut self, model: &Model, turn: usize) {
        for i in 0..self.hand.len() {
            let k = self.hand[i] as usize;
            if self.drawn[k] == 0 {
                self.drawn[k] = turn as u8;
            }
            let kind = &model.kinds[k];
            if self.castable[k] == 0
                && kind.rule.is_some()
                && self.payable(&kind.cost, turn)
                && (!kind.taps || self.users_for(kind.rule, turn) > 0)
            {
                self.castable[k] = turn as u8;
            }
        }
    }

    fn count_cards(&self, turns: usize, counts: &mut GoldfishCounts) {
        for (k, drawn) in self.drawn.iter().enumerate().filter(|(_, d)| **d > 0) {
            for turn in *drawn as usize..=turns {
                let at = k * turns + turn - 1;
                counts.drawn[at] += 1;
                counts.castable[at] += u64::from(self.castable[k] > 0 && self.castable[k] as usize <= turn);
            }
        }
    }

    /// Units that are gone at the end of the turn: of sources, and of stocks that are set anew.
    fn wasted(&self, model: &Model, turn: usize) -> i32 {
        let stocks = model.stocks.iter().filter(|s| s.is_set_anew()).map(|s| self.stock[s.resource]);
        self.resource_pool(turn).ready().count() as i32 + stocks.sum::<i32>()
    }

    fn can_pay_any(&self, model: &Model, turn: usize) -> bool {
        let costly = self.hand.iter().filter(|k| self.wants_resources(model, **k));
        costly.into_iter().any(|k| self.payable(&model.kinds[*k as usize].cost, turn))
    }

    fn wants_resources(&self, model: &Model, kind: u8) -> bool {
        let kind = &model.kinds[kind as usize];
        kind.rule.is_some() && kind.cost.total > 0
    }

    fn users_for(&self, rule: Option<usize>, turn: usize) -> u32 {
        let bit = rule.map_or(0, |r| 1 << r);
        self.users.iter().filter(|u| !u.tapped && u.from <= turn && u.serves & bit != 0).count() as u32
    }

    fn resource_pool(&self, turn: usize) -> ResourcePool<'_> {
        ResourcePool { sources: &self.sources, turn, stock: &self.stock, spendable: self.spendable }
    }

    fn payable(&self, need: &Need, turn: usize) -> bool {
        self.resource_pool(turn).can_pay(need)
    }

    /// The free plays of limited number: of the kinds in hand the one that lets most be spent.
    fn play_lands(&mut self, model: &Model, turn: usize) {
        loop {
            let mut best: Option<(LandValue, usize)> = None;
            let candidates = self.hand.iter().filter(|k| model.kinds[**k as usize].is_free_land()).count();
            for at in 0..self.hand.len() {
                let k = self.hand[at];
                let kind = &model.kinds[k as usize];
                let allowed = kind.rule.is_some_and(|r| self.played_this_turn[r] < model.limits[r]);
                if !kind.is_free_land() || !allowed || self.hand[..at].contains(&k) {
                    continue;
                }
                let value = if candidates == 1 { ((0, 0), 0) } else { self.land_value(model, turn, k) };
                if best.is_none_or(|(b, _)| value > b) {
                    best = Some((value, at));
                }
            }
            let Some((_, at)) = best else { return };
            self.put_into_play(model, turn, at);
        }
    }

    /// What could be spent this turn with this source, and how much the hand wants what it makes.
    fn land_value(&mut self, model: &Model, turn: usize, k: u8) -> LandValue {
        let Some((makes, waits)) = model.kinds[k as usize].source else { return ((0, 0), -1) };
        self.sources.push(SourceInPlay { makes, from: turn + usize::from(waits), used: false });
        self.choose(model, turn);
        self.sources.pop();
        let mut wanted = [0; RESOURCES];
        for cost in self.hand.iter().map(|h| &model.kinds[*h as usize].cost) {
            let mut rest = cost.mask & makes;
            while rest != 0 {
                let r = rest.trailing_zeros() as usize;
                wanted[r] += cost.typed[r];
                rest &= rest - 1;
            }
        }
        let want =
            |r: usize| wanted[r] * 60 / (1 + self.sources.iter().filter(|s| s.makes & (1 << r) != 0).count() as i32);
        let most = (0..RESOURCES).filter(|r| makes & (1 << r) != 0).map(want).max().unwrap_or(0);
        (self.search.value, most)
    }

    /// Plays the best set of cards, and again while that brings new resources. Gives cards played and units spent.
    fn play_cards(&mut self, model: &Model, turn: usize) -> (u32, i32) {
        let (mut played, mut spent) = (0, 0);
        loop {
            self.note_hand(model, turn);
            self.choose(model, turn);
            if self.search.best.is_empty() {
                return (played, spent);
            }
            let mut need = Need::NOTHING;
            for at in &self.search.best {
                need = need.plus(&model.kinds[self.hand[*at as usize] as usize].cost);
            }
            self.pay(&need, turn);
            spent += need.total;
            played += self.search.best.len() as u32;
            self.search.best.sort_unstable();
            for i in (0..self.search.best.len()).rev() {
                let at = self.search.best[i] as usize;
                self.put_into_play(model, turn, at);
            }
        }
    }

    fn put_into_play(&mut self, model: &Model, turn: usize, at: usize) {
        let kind = &model.kinds[self.hand.remove(at) as usize];
        if let Some(rule) = kind.rule {
            self.played_this_turn[rule] += 1;
            if kind.taps {
                let user = self.users.iter_mut().find(|u| !u.tapped && u.from <= turn && u.serves & (1 << rule) != 0);
                user.expect("a card that taps is only chosen with a user there").tapped = true;
            }
        }
        self.goal += kind.goal;
        if kind.permanent {
            if let Some((makes, waits)) = kind.source {
                self.sources.push(SourceInPlay { makes, from: turn + usize::from(waits), used: false });
            }
            if kind.serves != 0 {
                self.users.push(Tapper { serves: kind.serves, from: turn + 1, tapped: false });
            }
            for (r, n) in &kind.income {
                self.income[*r as usize] += n;
            }
        }
    }

    /// Finds the set of cards in hand that spends most, of equal ones the one with most cards.
    fn choose(&mut self, model: &Model, turn: usize) {
        let mut search = std::mem::take(&mut self.search);
        search.order.clear();
        search.chosen.clear();
        search.best.clear();
        search.value = (0, 0);
        for (at, k) in self.hand.iter().enumerate() {
            let kind = &model.kinds[*k as usize];
            let allowed = kind.rule.is_some_and(|r| self.played_this_turn[r] < model.limits[r]);
            if allowed && !kind.is_free_land() && self.payable(&kind.cost, turn) {
                search.order.push(at as u8);
            }
        }
        let hand = &self.hand;
        search.order.sort_unstable_by_key(|at| {
            let k = hand[*at as usize];
            (-model.kinds[k as usize].cost.total, k, *at)
        });
        let rest: i32 = search.order.iter().map(|at| model.kinds[hand[*at as usize] as usize].cost.total).sum();
        self.extend(model, turn, &mut search, 0, Need::NOTHING, rest);
        self.search = search;
    }

    fn extend(&self, model: &Model, turn: usize, search: &mut Search, from: usize, need: Need, rest: i32) {
        let value = (need.total, search.chosen.len() as u32);
        if value > search.value {
            search.value = value;
            search.best.clone_from(&search.chosen);
        }
        let mut rest = rest;
        let mut from = from;
        while from < search.order.len() {
            let reach = (need.total + rest, (search.chosen.len() + search.order.len() - from) as u32);
            if reach <= search.value {
                return;
            }
            let at = search.order[from];
            let k = self.hand[at as usize];
            let kind = &model.kinds[k as usize];
            rest -= kind.cost.total;
            let with = need.plus(&kind.cost);
            if self.fits(model, turn, search, k) && self.payable(&with, turn) {
                search.chosen.push(at);
                self.extend(model, turn, search, from + 1, with, rest);
                search.chosen.pop();
            }
            // Leaving this card out, the same card again would be the same choice.
            from += 1;
            while from < search.order.len() && self.hand[search.order[from] as usize] == k {
                rest -= kind.cost.total;
                from += 1;
            }
        }
    }

    /// Whether limits and users allow one more card of this kind beside those chosen.
    fn fits(&self, model: &Model, turn: usize, search: &Search, k: u8) -> bool {
        let kind = &model.kinds[k as usize];
        let Some(rule) = kind.rule else { return false };
        let same =
            search.chosen.iter().filter(|at| model.kinds[self.hand[**at as usize] as usize].rule == Some(rule)).count()
                as u32;
        self.played_this_turn[rule] + same < model.limits[rule]
            && (!kind.taps || same < self.users_for(Some(rule), turn))
    }

    fn pay(&mut self, need: &Need, turn: usize) {
        self.payment.pay(need, turn, self.spendable, &mut self.sources, &mut self.stock);
    }
}
