//! A bot's answer to each kind of question: the same opinion of cards, asked about one card, a pile, a split, a trade.

use std::cmp::Reverse;

use catalog::CardIx;
use catalog::tr;

use super::reason::{Burned, PickReason};
use super::{Bot, BotLevel, DraftLeaning, PickScore, PickScorer, PointsFor};
use crate::limited::draft::{DraftChoice, DraftPrompt, DraftView, PileKind};
use crate::rng::{Dice, FastRng};

/// How far a casual bot misjudges a card at most, in hundredths of a point.
const ERROR: u32 = 900;
/// What a trade must be worth.
const MARGIN: i32 = 300;

/// A bot that looks at a view.
pub(super) struct PickContext<'a> {
    bot: Bot,
    scorer: &'a PickScorer<'a>,
    view: &'a DraftView,
    leaning: DraftLeaning,
}

impl<'a> PickContext<'a> {
    pub(super) fn new(bot: Bot, scorer: &'a PickScorer<'a>, view: &'a DraftView) -> PickContext<'a> {
        let mut leaning = scorer.leaning(view.own());
        // A hand is as good as drafted.
        let hand = view.piles.iter().filter(|p| p.kind == PileKind::Hand).flat_map(|p| &p.cards);
        hand.for_each(|c| scorer.note(&mut leaning, *c));
        PickContext { bot, scorer, view, leaning }
    }

    pub(super) fn answer(&self, ask: &DraftPrompt, dice: &mut FastRng) -> (DraftChoice, PickReason) {
        match *ask {
            DraftPrompt::Take { take, burn } => self.take(take, burn, dice),
            DraftPrompt::Pile { of } => self.pile(of, dice),
            DraftPrompt::Look { pile, leave } => self.look(pile, leave, dice),
            DraftPrompt::Split => self.split(dice),
            DraftPrompt::Swap => self.swap(dice),
            DraftPrompt::Offer { made, .. } => self.offer(made),
            DraftPrompt::Answer { get, give, .. } => self.consider(CardIx(get), CardIx(give)),
        }
    }

    fn cards(&self, pile: usize) -> &[CardIx] {
        self.view.piles.get(pile).map_or(&[], |p| &p.cards)
    }

    /// What a card is worth to this seat.
    fn worth(&self, card: CardIx, dice: &mut FastRng) -> i32 {
        let error = match self.bot.level {
            BotLevel::Casual => dice.below(2 * ERROR + 1) as i32 - ERROR as i32,
            _ => 0,
        };
        self.scorer.worth(&self.leaning, card) + self.denial_value(card) + error
    }

    /// What it is worth that the next seat does not get a card that this seat would not play.
    fn denial_value(&self, card: CardIx) -> i32 {
        let abroad = self.scorer.worth(&self.leaning, card) < self.scorer.rating(card);
        let good = (self.scorer.rating(card) - self.scorer.usual).max(0) * 4;
        if abroad { good * i32::from(self.bot.hate) / 100 } else { 0 }
    }

    /// What a card adds to a deck: what it is worth above one that comes late.
    fn gain(&self, card: CardIx, dice: &mut FastRng) -> i32 {
        (self.worth(card, dice) - self.scorer.usual * 6 / 10).max(50)
    }

    /// What a card that nobody has seen adds on average.
    fn unseen(&self) -> i32 {
        (self.scorer.usual * 4 / 10).max(50)
    }

    fn score(&self, card: CardIx) -> PickScore {
        let mut opinion = self.scorer.score(&self.leaning, card);
        let grudge = self.denial_value(card);
        if grudge > 0 {
            opinion.points += grudge;
            opinion.parts.push((PointsFor::Denied, grudge));
        }
        opinion
    }

    fn name(&self, card: CardIx) -> String {
        self.scorer.game.cards.get(card.at()).map_or_else(|| tr!("a card that is gone"), |c| c.name.clone())
    }

    fn take(&self, take: usize, burn: usize, dice: &mut FastRng) -> (DraftChoice, PickReason) {
        let mut cards: Vec<(i32, CardIx)> = self.cards(0).iter().map(|c| (self.worth(*c, dice), *c)).collect();
        cards.sort_unstable_by_key(|(worth, card)| (Reverse(*worth), *card));
        let taken: Vec<CardIx> = cards.drain(..take).map(|(_, c)| c).collect();
        // What others would like best.
        cards.sort_unstable_by_key(|(_, card)| (Reverse(self.scorer.rating(*card)), *card));
        let burned: Vec<CardIx> = cards.drain(..burn).map(|(_, c)| c).collect();
        let rated = |card: &CardIx| Burned { card: self.name(*card), points: self.scorer.rating(*card) };
        let why = PickReason::Take {
            cards: taken.iter().map(|card| self.score(*card)).collect(),
            burned: burned.iter().map(rated).collect(),
        };
        (DraftChoice::Take { cards: taken.into(), burn: burned.into() }, why)
    }

    fn value(&self, pile: usize, dice: &mut FastRng) -> i32 {
        self.cards(pile).iter().map(|c| self.gain(*c, dice)).sum()
    }

    fn pile(&self, of: usize, dice: &mut FastRng) -> (DraftChoice, PickReason) {
        let piles = (0..of).filter(|p| !self.cards(*p).is_empty());
        let values: Vec<(i32, usize)> = piles.map(|p| (self.value(p, dice), p)).collect();
        let best = values.iter().max_by_key(|(value, p)| (*value, Reverse(*p)));
        let (value, at) = *best.expect("a seat is only asked while there is a pile with cards");
        let next = values.iter().filter(|(_, p)| *p != at).map(|(v, _)| *v).max();
        (DraftChoice::Pile(at), PickReason::Pile { cards: self.cards(at).len(), adds: value, next })
    }

    fn look(&self, pile: usize, leave: bool, dice: &mut FastRng) -> (DraftChoice, PickReason) {
        let value = self.value(pile, dice);
        let later = self.view.piles.iter().skip(pile + 1).filter(|p| matches!(p.kind, PileKind::Pile(_)));
        let most = later.map(|p| p.down).max().unwrap_or(0).max(1) as i32;
        let instead = self.unseen() * most;
        let why = PickReason::Look { adds: value, unseen: most as usize, instead };
        if leave && value < instead { (DraftChoice::Pass, why) } else { (DraftChoice::Pile(pile), why) }
    }

    /// Two piles that are worth as much as possible the same: the other seat leaves the worse one.
    fn split(&self, dice: &mut FastRng) -> (DraftChoice, PickReason) {
        let mut cards: Vec<(i32, CardIx)> = self.cards(0).iter().map(|c| (self.gain(*c, dice), *c)).collect();
        cards.sort_unstable_by_key(|(gain, card)| (Reverse(*gain), *card));
        let (mut one, mut sums) = (Vec::new(), [0, 0]);
        for (gain, card) in cards {
            let side = usize::from(sums[0] > sums[1]);
            sums[side] += gain;
            if side == 0 {
                one.push(card);
            }
        }
        (DraftChoice::Split(one), PickReason::Split { one: sums[0], other: sums[1] })
    }

    fn swap(&self, dice: &mut FastRng) -> (DraftChoice, PickReason) {
        let worth = |cards: &[CardIx], dice: &mut FastRng| -> Vec<(i32, Reverse<CardIx>)> {
            cards.iter().map(|c| (self.worth(*c, dice), Reverse(*c))).collect()
        };
        let worst = worth(self.cards(0), dice).into_iter().min();
        let best = worth(self.cards(1), dice).into_iter().max();
        match (worst, best) {
            (Some((low, Reverse(give))), Some((high, Reverse(take)))) if high > low => {
                (DraftChoice::Swap { give, take }, PickReason::Swap { opinion: self.score(take), other: low })
            }
            _ => (DraftChoice::Pass, PickReason::KeepHand),
        }
    }

    /// The trades that help both sides, the best for this seat first; one after the other is offered.
    fn offer(&self, made: usize) -> (DraftChoice, PickReason) {
        let mut trades = Vec::new();
        for (to, pool) in self.view.pools.iter().enumerate().filter(|(to, _)| *to != self.view.seat) {
            let theirs = self.scorer.leaning(&pool.cards);
            let surplus = |card: &CardIx| self.scorer.worth(&self.leaning, *card) - self.scorer.worth(&theirs, *card);
            let want = pool.cards.iter().copied().max_by_key(|c| (surplus(c), Reverse(*c)));
            let give = self.view.own().iter().copied().min_by_key(|c| (surplus(c), *c));
            let (Some(want), Some(give)) = (want, give) else { continue };
            let gain = |of: &DraftLeaning, get, lose| self.scorer.worth(of, get) - self.scorer.worth(of, lose);
            let (mine, other) = (gain(&self.leaning, want, give), gain(&theirs, give, want));
            if mine > MARGIN && other > MARGIN {
                trades.push((Reverse(mine), to, give, want, other));
            }
        }
        trades.sort_unstable();
        match trades.get(made) {
            Some((Reverse(mine), to, give, want, other)) => (
                DraftChoice::Offer { to: *to, give: *give, want: *want },
                PickReason::Offer { mine: *mine, seat: *to, theirs: *other },
            ),
            None => (DraftChoice::Pass, PickReason::NoTrade),
        }
    }

    fn consider(&self, get: CardIx, give: CardIx) -> (DraftChoice, PickReason) {
        let gain = self.scorer.worth(&self.leaning, get) - self.scorer.worth(&self.leaning, give);
        let choice = if gain > MARGIN { DraftChoice::Accept } else { DraftChoice::Pass };
        (choice, PickReason::Consider { get: self.name(get), give: self.name(give), gain })
    }
}

/// Any answer, each card and pile equally likely.
pub(super) fn at_random(ask: &DraftPrompt, view: &DraftView, dice: &mut FastRng) -> DraftChoice {
    let pile = |at: usize| view.piles.get(at).map_or_else(Vec::new, |p| p.cards.clone());
    match *ask {
        DraftPrompt::Take { take, burn } => {
            let mut cards = pile(0);
            dice.deal(&mut cards, take + burn);
            DraftChoice::Take { cards: cards[..take].into(), burn: cards[take..take + burn].into() }
        }
        DraftPrompt::Pile { of } => {
            let full: Vec<usize> = (0..of).filter(|p| !pile(*p).is_empty()).collect();
            DraftChoice::Pile(full[dice.below(full.len() as u32) as usize])
        }
        DraftPrompt::Look { pile, leave } if !leave || dice.chance(1, 2) => DraftChoice::Pile(pile),
        DraftPrompt::Split => DraftChoice::Split(pile(0).into_iter().filter(|_| dice.chance(1, 2)).collect()),
        DraftPrompt::Swap if dice.chance(3, 4) => {
            let (mut hand, mut open) = (pile(0), pile(1));
            dice.deal(&mut hand, 1);
            dice.deal(&mut open, 1);
            match (hand.first(), open.first()) {
                (Some(give), Some(take)) => DraftChoice::Swap { give: *give, take: *take },
                _ => DraftChoice::Pass,
            }
        }
        DraftPrompt::Offer { left, .. } if left > 0 && dice.chance(1, 2) => {
            let others: Vec<usize> =
                (0..view.pools.len()).filter(|s| *s != view.seat && !view.pools[*s].cards.is_empty()).collect();
            if others.is_empty() || view.own().is_empty() {
                return DraftChoice::Pass;
            }
            let any = |cards: &[CardIx], dice: &mut FastRng| cards[dice.below(cards.len() as u32) as usize];
            let to = others[dice.below(others.len() as u32) as usize];
            DraftChoice::Offer { to, give: any(view.own(), dice), want: any(&view.pools[to].cards, dice) }
        }
        DraftPrompt::Answer { .. } if dice.chance(1, 2) => DraftChoice::Accept,
        DraftPrompt::Look { .. } | DraftPrompt::Swap | DraftPrompt::Offer { .. } | DraftPrompt::Answer { .. } => {
            DraftChoice::Pass
        }
    }
}
