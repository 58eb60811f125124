//! A game turn by turn: what is there, what can be paid, what is played.

use formats::rng::FastRng;

use super::model::{CardModel, Model, Need, RESOURCES, bits};
use super::pay::{CountedPool, Payment, ResourcePool, SourceInPlay};
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
    /// How many sources there are of each resource, ready or not.
    made: [i32; RESOURCES],
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
    /// What can be spent now.
    pool: CountedPool,
    payment: Payment,
    /// Different lands in hand, by position.
    lands: Vec<u8>,
    /// What can be spent with a source more, by what that makes of what is asked for.
    compared: Vec<(Mask, Value)>,
}

/// A card in hand that can be paid alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    /// The rank of its kind: the dearest first.
    rank: u8,
    /// Its position in hand.
    at: u8,
    kind: u8,
    /// Whether something bounds how many of its kind are played at once.
    bounded: bool,
    cost: i32,
}

/// The search for the best set of cards.
#[derive(Default)]
struct Search {
    /// What can be paid alone, dearest first.
    order: Vec<Candidate>,
    /// Which of these are chosen, by position.
    chosen: Vec<u8>,
    /// The best set so far, by position in hand.
    best: Vec<u8>,
    value: Value,
    /// What the chosen cards cost together.
    need: Need,
    /// No set costs more.
    most: i32,
}

impl Search {
    /// Room for a hand of so many cards.
    fn with_room(cards: usize) -> Search {
        let room = || Vec::with_capacity(cards);
        Search { order: Vec::with_capacity(cards), chosen: room(), best: room(), ..Search::default() }
    }

    /// The cards that are chosen are the best set so far.
    fn keep(&mut self) {
        self.value = (self.need.total, self.chosen.len() as u32);
        self.best.clear();
        self.best.extend(self.chosen.iter().map(|i| self.order[usize::from(*i)].at));
    }

    /// The best that can come of the cards from `from` on, which cost `rest` together, beside those chosen: no more units
    /// than there are, and no more cards than the cheapest of them that these pay for.
    fn reach(&self, from: usize, rest: i32) -> Value {
        let (mut left, mut cards) = (self.most - self.need.total, self.chosen.len() as u32);
        for card in self.order[from..].iter().rev() {
            left -= card.cost;
            if left < 0 {
                break;
            }
            cards += 1;
        }
        (self.most.min(self.need.total + rest), cards)
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
            made: [0; RESOURCES],
            stock: [0; RESOURCES],
            spendable: model.spendable,
            income: [0; RESOURCES],
            played_this_turn: vec![0; model.limits.len()],
            goal: 0,
            drawn: vec![0; model.kinds.len()],
            castable: vec![0; model.kinds.len()],
            search: Search::with_room(cards.len()),
            pool: CountedPool::with_room(cards.len()),
            payment: Payment::with_room(cards.len()),
            lands: Vec::with_capacity(cards.len()),
            compared: Vec::with_capacity(cards.len()),
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
            let available = spent + self.pool.units();
            let wasted = self.wasted(model);
            let nothing_left = !self.hand.iter().any(|k| model.kinds[*k as usize].wants_resources());
            let is_stuck = played == 0 && !nothing_left && !self.can_pay_any(model);
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
        self.made = [0; RESOURCES];
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
        self.count_pool(turn);
    }

    /// Counts what can be spent, once it has changed by more than a source.
    fn count_pool(&mut self, turn: usize) {
        let (sources, stock, spendable) = (&self.sources, &self.stock, self.spendable);
        self.pool.count(&ResourcePool { sources, turn, stock, spendable });
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

    fn count_cards(&self, turns: usize, counts: &mut GoldfishCounts) {
        for (k, (drawn, castable)) in self.drawn.iter().zip(&self.castable).enumerate().filter(|(_, (d, _))| **d > 0) {
            let of = k * turns..(k + 1) * turns;
            let from = usize::from(*drawn) - 1;
            counts.drawn[of.clone()][from..].iter_mut().for_each(|n| *n += 1);
            if *castable > 0 {
                let from = from.max(usize::from(*castable) - 1);
                counts.castable[of][from..].iter_mut().for_each(|n| *n += 1);
            }
        }
    }

    /// Units that are gone at the end of the turn: of sources, and of stocks that are set anew.
    fn wasted(&self, model: &Model) -> i32 {
        let stocks = model.stocks.iter().filter(|s| s.is_set_anew()).map(|s| self.stock[s.resource]);
        self.pool.ready + stocks.sum::<i32>()
    }

    fn can_pay_any(&self, model: &Model) -> bool {
        let mut costly = self.hand.iter().map(|k| &model.kinds[*k as usize]).filter(|kind| kind.wants_resources());
        costly.any(|kind| self.pool.can_pay(&kind.cost))
    }

    fn users_for(&self, rule: Option<usize>, turn: usize) -> u32 {
        let bit = rule.map_or(0, |r| 1 << r);
        self.users.iter().filter(|u| !u.tapped && u.from <= turn && u.serves & bit != 0).count() as u32
    }

    /// Whether the limits of a turn allow a card of this kind.
    fn is_allowed(&self, model: &Model, kind: &CardModel) -> bool {
        kind.rule.is_some_and(|r| self.played_this_turn[r] < model.limits[r])
    }

    /// The free plays of limited number: of the kinds in hand the one that lets most be spent.
    fn play_lands(&mut self, model: &Model, turn: usize) {
        while model.land_rules.iter().any(|r| self.played_this_turn[*r] < model.limits[*r]) {
            let Some(at) = self.best_land(model, turn) else { return };
            self.put_into_play(model, turn, at);
        }
    }

    fn best_land(&mut self, model: &Model, turn: usize) -> Option<usize> {
        self.lands.clear();
        for (at, k) in self.hand.iter().enumerate() {
            let kind = &model.kinds[*k as usize];
            let known = |at: &u8| self.hand[usize::from(*at)] == *k;
            if kind.is_free_land() && self.is_allowed(model, kind) && !self.lands.iter().any(known) {
                self.lands.push(at as u8);
            }
        }
        if let [] | [_] = self.lands[..] {
            return self.lands.first().map(|at| usize::from(*at));
        }
        let (mut wanted, mut payable) = ([0; RESOURCES], 0);
        for kind in self.hand.iter().map(|k| &model.kinds[*k as usize]) {
            bits(kind.cost.mask).for_each(|r| wanted[r] += kind.cost.typed[r]);
            if kind.cost.total <= self.pool.units() + 1 {
                payable |= kind.cost.mask;
            }
        }
        self.compared.clear();
        let part = |at: &u8| {
            let source = model.kinds[usize::from(self.hand[usize::from(*at)])].source;
            source.map(|(makes, waits)| (makes & payable, waits))
        };
        let first = part(&self.lands[0]);
        if let Some((makes, false)) = first
            && self.lands.iter().all(|at| part(at) == first)
        {
            // What can be spent is the same with each of them.
            self.compared.push((makes, (0, 0)));
        }
        let mut best: Option<(LandValue, usize)> = None;
        for i in 0..self.lands.len() {
            let at = usize::from(self.lands[i]);
            let value = self.land_value(model, turn, self.hand[at], &wanted, payable);
            if best.is_none_or(|(b, _)| value > b) {
                best = Some((value, at));
            }
        }
        best.map(|(_, at)| at)
    }

    /// What could be spent this turn with this source, and how much the hand wants what it makes. What can be spent
    /// hangs only on what the source makes of the resources that cost something now, `payable`.
    fn land_value(&mut self, model: &Model, turn: usize, k: u8, wanted: &[i32; RESOURCES], payable: Mask) -> LandValue {
        let Some((makes, waits)) = model.kinds[k as usize].source else { return ((0, 0), -1) };
        let known = self.compared.iter().find(|(mask, _)| !waits && *mask == makes & payable);
        let value = match known {
            Some((_, value)) => *value,
            None if waits => self.most_spent(model, turn),
            None => {
                self.pool.add(makes);
                let value = self.most_spent(model, turn);
                self.pool.remove(makes);
                self.compared.push((makes & payable, value));
                value
            }
        };
        let want = |r: usize| wanted[r] * 60 / (1 + self.made[r]);
        (value, bits(makes).map(want).max().unwrap_or(0))
    }

    /// What could be spent with what there is.
    fn most_spent(&mut self, model: &Model, turn: usize) -> Value {
        self.collect(model, turn, false);
        self.choose(model, turn);
        self.search.value
    }

    /// Plays the best set of cards, and again while that brings new resources. Gives cards played and units spent.
    fn play_cards(&mut self, model: &Model, turn: usize) -> (u32, i32) {
        let (mut played, mut spent) = (0, 0);
        loop {
            self.collect(model, turn, true);
            self.choose(model, turn);
            if self.search.best.is_empty() {
                return (played, spent);
            }
            let kinds = || self.search.best.iter().map(|at| &model.kinds[self.hand[usize::from(*at)] as usize]);
            let mut need = Need::NOTHING;
            kinds().for_each(|kind| need.add(&kind.cost));
            // Without a new source nothing more can be paid: it would have been chosen, too.
            let brings = kinds().any(|kind| kind.permanent && kind.source.is_some_and(|(_, waits)| !waits));
            // Then it also matters to nothing which of the sources pay, as long as these pay for all.
            let counts = !brings && self.spendable == 0;
            if !counts {
                self.payment.pay(&need, turn, self.spendable, &mut self.sources, &mut self.stock);
            }
            spent += need.total;
            played += self.search.best.len() as u32;
            self.search.best.sort_unstable();
            for i in (0..self.search.best.len()).rev() {
                let at = self.search.best[i] as usize;
                self.put_into_play(model, turn, at);
            }
            if counts {
                self.pool.ready -= need.total;
            } else {
                self.count_pool(turn);
            }
            if !brings {
                return (played, spent);
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
                bits(makes).for_each(|r| self.made[r] += 1);
                if !waits {
                    self.pool.add(makes);
                }
            }
            if kind.serves != 0 {
                self.users.push(Tapper { serves: kind.serves, from: turn + 1, tapped: false });
            }
            for (r, n) in &kind.income {
                self.income[*r as usize] += n;
            }
        }
    }

    /// Notes the cards in hand that can be paid alone, dearest first; with `note` also when each kind was first seen and
    /// first payable.
    fn collect(&mut self, model: &Model, turn: usize, note: bool) {
        self.search.order.clear();
        for at in 0..self.hand.len() {
            let k = self.hand[at];
            let (kind, n) = (&model.kinds[usize::from(k)], usize::from(k));
            if note && self.drawn[n] == 0 {
                self.drawn[n] = turn as u8;
            }
            if kind.rule.is_none() || !self.pool.can_pay(&kind.cost) {
                continue;
            }
            if note && self.castable[n] == 0 && (!kind.taps || self.users_for(kind.rule, turn) > 0) {
                self.castable[n] = turn as u8;
            }
            if !kind.is_free_land() && self.is_allowed(model, kind) {
                let (rank, bounded, cost) = (kind.rank, kind.is_bounded(), kind.cost.total);
                self.search.order.push(Candidate { rank, at: at as u8, kind: k, bounded, cost });
            }
        }
        self.search.order.sort_unstable();
    }

    /// Finds the set of those cards that spends most, of equal ones the one with most cards.
    fn choose(&mut self, model: &Model, turn: usize) {
        let mut search = std::mem::take(&mut self.search);
        search.chosen.clear();
        search.best.clear();
        search.value = (0, 0);
        if !search.order.is_empty() {
            let all = search.order.iter().map(|card| card.cost).sum();
            search.need = Need::NOTHING;
            if all > self.pool.units() || !self.choose_all(model, turn, &mut search) {
                search.chosen.clear();
                search.need = Need::NOTHING;
                search.order.iter().for_each(|card| search.need.add(&model.kinds[usize::from(card.kind)].cost));
                search.most = self.pool.most_of(&search.need);
                search.need = Need::NOTHING;
                self.extend(model, turn, &mut search, 0, all);
            }
        }
        self.search = search;
    }

    /// Takes all cards, if they fit together.
    fn choose_all(&self, model: &Model, turn: usize, search: &mut Search) -> bool {
        for i in 0..search.order.len() {
            let card = search.order[i];
            if card.bounded && !self.fits(model, turn, search, card.kind) {
                return false;
            }
            search.need.add(&model.kinds[usize::from(card.kind)].cost);
            search.chosen.push(i as u8);
        }
        if !self.pool.can_pay(&search.need) {
            return false;
        }
        search.keep();
        true
    }

    fn extend(&self, model: &Model, turn: usize, search: &mut Search, from: usize, rest: i32) {
        if (search.need.total, search.chosen.len() as u32) > search.value {
            search.keep();
        }
        let mut rest = rest;
        let mut from = from;
        while let Some(card) = search.order.get(from).copied() {
            if search.reach(from, rest) <= search.value {
                return;
            }
            rest -= card.cost;
            let fits = search.need.total + card.cost <= search.most
                && (!card.bounded || self.fits(model, turn, search, card.kind));
            if fits {
                let cost = &model.kinds[usize::from(card.kind)].cost;
                search.need.add(cost);
                if self.pool.can_pay(&search.need) {
                    search.chosen.push(from as u8);
                    self.extend(model, turn, search, from + 1, rest);
                    search.chosen.pop();
                }
                search.need.subtract(cost);
            }
            // Leaving this card out, the same card again would be the same choice.
            from += 1;
            while search.order.get(from).is_some_and(|other| other.kind == card.kind) {
                rest -= card.cost;
                from += 1;
            }
        }
    }

    /// Whether limits and users allow one more card of this kind beside those chosen.
    fn fits(&self, model: &Model, turn: usize, search: &Search, k: u8) -> bool {
        let kind = &model.kinds[usize::from(k)];
        let Some(rule) = kind.rule else { return false };
        let rule_of = |i: &u8| model.kinds[usize::from(search.order[usize::from(*i)].kind)].rule;
        let same = search.chosen.iter().filter(|i| rule_of(i) == Some(rule)).count() as u32;
        self.played_this_turn[rule] + same < model.limits[rule]
            && (!kind.taps || same < self.users_for(Some(rule), turn))
    }
}
