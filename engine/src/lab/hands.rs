//! Opening hands by dealing: which are kept at which size, and what the kept ones hold.

use catalog::game::goldfish::OpeningHand;
use catalog::query::CountQuery;
use catalog::{CardIx, GameData};
use formats::rng::{Dice, Seed};

use super::mulligan::{HandStage, MulliganRule, Retention, Stays};
use super::tally::{Tally, Weight};
use super::{DealError, LabDeck};
use crate::kernel::parallel::{self, Progress};
use crate::kernel::stats::Share;

/// How hands are dealt and judged.
#[derive(Debug, Clone)]
pub struct HandPlan {
    /// What a player may do with a hand.
    pub mulligan: MulliganRule,
    /// Which hands are kept.
    pub keep: CountQuery,
    /// What is asked of the kept hand.
    pub questions: Vec<CountQuery>,
}

impl HandPlan {
    /// What the game declares.
    pub fn declared(game: &GameData) -> HandPlan {
        match &game.goldfish.hand {
            OpeningHand::Dealt { mulligan, free, keep, .. } => {
                let mulligan = MulliganRule { mulligan: *mulligan, free: *free };
                HandPlan { mulligan, keep: keep.clone(), questions: Vec::new() }
            }
            OpeningHand::Led { .. } => {
                HandPlan { mulligan: MulliganRule::NONE, keep: CountQuery::default(), questions: Vec::new() }
            }
        }
    }
}

/// What dealing found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandSample {
    /// Opening hands dealt.
    pub games: u64,
    /// For each hand that is come to, one after the other: cards, and of these hands, how many were kept.
    pub sizes: Vec<(u32, Share)>,
    /// For each question: for how many of the kept hands it holds.
    pub questions: Vec<Share>,
}

/// A deck made ready for dealing: no allocation per hand.
pub struct Dealer {
    /// For each card: what it adds to the keep rule.
    keep_weights: Vec<Weight>,
    /// For each question and card: what it adds.
    question_weights: Vec<Vec<Weight>>,
    keep: Tally,
    questions: Vec<Tally>,
    stages: Vec<HandStage>,
    /// Which cards stay, for each stage in which some are chosen.
    stays: Vec<Option<Stays>>,
    class_of: Vec<u8>,
    classes: usize,
    opener: bool,
}

/// A hand that is kept, as the cards lie: the hand, what is drawn next, and what lies at the bottom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeptHand {
    /// Cards of the hand.
    pub size: usize,
    /// Which of the hands that were come to, from 0.
    pub stage: usize,
    /// Cards that were put on the bottom, in order.
    pub bottom: usize,
}

impl KeptHand {
    /// Deals so many cards more behind those that were seen, as far as there are any; gives how many were seen then.
    #[inline]
    pub fn draw<D: Dice>(self, dice: &mut D, cards: &mut [u8], seen: usize, count: usize) -> usize {
        let shuffled = cards.len() - self.bottom;
        if seen < shuffled {
            dice.deal(&mut cards[seen..shuffled], count.min(shuffled - seen));
        }
        (seen + count).min(cards.len())
    }
}

impl Dealer {
    /// Makes a deck ready. Cards are known by their position in the stack; the opener, if there is one,
    /// comes first.
    ///
    /// # Errors
    /// When a question counts too many things.
    pub fn new(game: &GameData, stack: &LabDeck, plan: &HandPlan) -> Result<Dealer, DealError> {
        let keep = Tally::new(&plan.keep)?;
        let questions = plan.questions.iter().map(Tally::new).collect::<Result<Vec<_>, _>>()?;
        let weights = |tally: &Tally| opener_first(stack).iter().map(|c| tally.weight(game, *c)).collect::<Vec<_>>();
        let keep_weights = weights(&keep);
        let stages = plan.mulligan.stages(stack.hand);
        let retention = Retention::new(stack, &keep_weights);
        let stays = |stage: &HandStage| stage.chosen().then(|| retention.stays(&keep, *stage)).transpose();
        Ok(Dealer {
            stays: stages.iter().map(stays).collect::<Result<Vec<_>, _>>()?,
            stages,
            classes: retention.classes.len(),
            class_of: retention.class_of,
            keep_weights,
            question_weights: questions.iter().map(weights).collect(),
            keep,
            questions,
            opener: stack.opener.is_some(),
        })
    }

    /// Positions of all cards, as [`Dealer::deal`] wants them.
    pub fn cards(&self) -> Vec<u8> {
        (0..self.keep_weights.len() as u8).collect()
    }

    /// Deals a hand of `size` to the front of `cards`, and says whether the keep rule holds for it.
    #[inline]
    pub fn deal<D: Dice>(&self, dice: &mut D, cards: &mut [u8], size: usize) -> bool {
        let fixed = usize::from(self.opener).min(size);
        dice.deal(&mut cards[usize::from(self.opener)..], size - fixed);
        self.keep.holds(self.sum(&self.keep_weights, &cards[..size]))
    }

    /// Deals until a hand is kept.
    #[inline]
    pub fn deal_until_kept<D: Dice>(&self, dice: &mut D, cards: &mut [u8]) -> KeptHand {
        let mut stage = 0;
        loop {
            let HandStage { dealt, size, redrawn, last } = self.stages[stage];
            let (dealt, size) = (dealt as usize, size as usize);
            let holds = !redrawn && self.deal(dice, cards, dealt);
            match &self.stays[stage] {
                None if holds || last => return KeptHand { size, stage, bottom: 0 },
                None => {}
                Some(stays) => {
                    if let Some(bottom) = self.choose(dice, cards, stays, self.stages[stage]) {
                        return KeptHand { size, stage, bottom };
                    }
                }
            }
            stage += 1;
        }
    }

    /// Keeps the cards of a hand that stay: the others go behind all others, or as many are drawn for them. Gives how many
    /// lie at the bottom; `None` if the hand is not kept.
    fn choose<D: Dice>(&self, dice: &mut D, cards: &mut [u8], stays: &Stays, stage: HandStage) -> Option<usize> {
        let (dealt, size) = (stage.dealt as usize, stage.size as usize);
        let shift = usize::from(self.opener);
        let fixed = shift.min(size);
        let class = |card: u8| usize::from(self.class_of[usize::from(card) - shift]);
        let mut hand = vec![0u8; self.classes];
        let random = shift.min(dealt);
        cards[random..dealt].iter().for_each(|card| hand[class(*card)] += 1);
        let mut left = stays.get(&hand)?.clone()?;
        // The cards of a class lie in the order in which they were dealt, so the first of them are any of them.
        let mut kept = random;
        for at in random..dealt {
            let stay = &mut left[class(cards[at])];
            if *stay > 0 {
                *stay -= 1;
                cards[kept..=at].rotate_right(1);
                kept += 1;
            }
        }
        let out = dealt - kept;
        // Without a card in hand the opener goes as well.
        let (kept, out) = if fixed < random { (0, dealt) } else { (kept, out) };
        cards[kept..].rotate_left(out);
        if stage.redrawn {
            let end = cards.len() - out;
            dice.deal(&mut cards[kept..end], size - kept);
            return Some(0);
        }
        Some(out)
    }

    /// Whether the question at `at` holds for these cards.
    pub fn answers(&self, at: usize, cards: &[u8]) -> bool {
        self.questions[at].holds(self.sum(&self.question_weights[at], cards))
    }

    fn sum(&self, weights: &[Weight], hand: &[u8]) -> Weight {
        hand.iter().map(|c| weights[*c as usize]).sum()
    }
}

/// The cards of a stack with the opener first.
pub(crate) fn opener_first(stack: &LabDeck) -> Vec<CardIx> {
    let mut cards = stack.cards.clone();
    if let Some(opener) = stack.opener {
        cards[..=opener].rotate_right(1);
    }
    cards
}

#[derive(Default)]
struct Counts {
    reached: Vec<u64>,
    kept: Vec<u64>,
    questions: Vec<u64>,
}

/// Deals `games` opening hands. `None` if it was stopped.
///
/// # Errors
/// When a question counts too many things.
pub fn sample(
    game: &GameData,
    stack: &LabDeck,
    plan: &HandPlan,
    (games, seed, threads): (u64, Seed, usize),
    progress: &Progress,
) -> Result<Option<HandSample>, DealError> {
    let dealer = Dealer::new(game, stack, plan)?;
    let stages = dealer.stages.len();
    let play = |counts: &mut Counts, dice: &mut formats::rng::FastRng, n: u64| {
        counts.reached.resize(stages, 0);
        counts.kept.resize(stages, 0);
        counts.questions.resize(plan.questions.len(), 0);
        let fresh = dealer.cards();
        let mut cards = fresh.clone();
        for _ in 0..n {
            // What was put on the bottom may have been the opener, which comes first.
            if dealer.opener && dealer.stays.iter().any(Option::is_some) {
                cards.copy_from_slice(&fresh);
            }
            let KeptHand { size, stage, .. } = dealer.deal_until_kept(dice, &mut cards);
            counts.kept[stage] += 1;
            for reached in &mut counts.reached[..=stage] {
                *reached += 1;
            }
            for (at, held) in counts.questions.iter_mut().enumerate() {
                *held += u64::from(dealer.answers(at, &cards[..size]));
            }
        }
    };
    let counts = parallel::run(games, seed, threads, progress, play, |a: &mut Counts, b| {
        add_counts(&mut a.reached, &b.reached);
        add_counts(&mut a.kept, &b.kept);
        add_counts(&mut a.questions, &b.questions);
    });
    Ok(counts.map(|c| HandSample {
        games,
        sizes: dealer
            .stages
            .iter()
            .enumerate()
            .filter_map(|(at, stage)| Some((stage.size, Share { hits: *c.kept.get(at)?, of: c.reached[at] })))
            .collect(),
        questions: c.questions.iter().map(|hits| Share { hits: *hits, of: games }).collect(),
    }))
}

/// Adds counts place by place; the longer list decides how many places there are.
pub(crate) fn add_counts(a: &mut Vec<u64>, b: &[u64]) {
    if a.len() < b.len() {
        a.resize(b.len(), 0);
    }
    for (x, y) in a.iter_mut().zip(b) {
        *x += y;
    }
}

/// One hand of `size` cards for a person to look at, and the cards that would be drawn after it, in order.
pub fn sample_hand(stack: &LabDeck, size: u32, seed: Seed) -> (Vec<CardIx>, Vec<CardIx>) {
    let mut cards = opener_first(stack);
    let fixed = usize::from(stack.opener.is_some());
    seed.secret().shuffle(&mut cards[fixed..]);
    let rest = cards.split_off((size as usize).min(cards.len()));
    (cards, rest)
}
