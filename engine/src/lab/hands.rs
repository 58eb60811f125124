//! Opening hands by dealing: which are kept at which size, and what the kept ones hold.

use catalog::game::goldfish::{Mulligan, OpeningHand};
use catalog::query::CountQuery;
use catalog::{CardIx, GameData};
use formats::rng::{Dice, Seed};

use super::tally::{Tally, Weight};
use super::{DealError, LabDeck};
use crate::kernel::parallel::{self, Progress};
use crate::kernel::stats::Share;

/// How hands are dealt and judged.
#[derive(Debug, Clone)]
pub struct HandPlan {
    /// What a player may do with a hand.
    pub mulligan: Mulligan,
    /// Which hands are kept.
    pub keep: CountQuery,
    /// What is asked of the kept hand.
    pub questions: Vec<CountQuery>,
}

impl HandPlan {
    /// What the game declares.
    pub fn declared(game: &GameData) -> HandPlan {
        match &game.goldfish.hand {
            OpeningHand::Dealt { mulligan, keep, .. } => {
                HandPlan { mulligan: *mulligan, keep: keep.clone(), questions: Vec::new() }
            }
            OpeningHand::Led { .. } => {
                HandPlan { mulligan: Mulligan::None, keep: CountQuery::default(), questions: Vec::new() }
            }
        }
    }
}

/// What dealing found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandSample {
    /// Opening hands dealt.
    pub games: u64,
    /// For each size from the first hand down: of the hands of this size, how many were kept.
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
    hand: usize,
    /// The smallest hand: it is kept whatever it is.
    last: usize,
    opener: bool,
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
        Ok(Dealer {
            keep_weights: weights(&keep),
            question_weights: questions.iter().map(weights).collect(),
            keep,
            questions,
            hand: stack.hand as usize,
            last: if plan.mulligan == Mulligan::Paris { 0 } else { stack.hand as usize },
            opener: stack.opener.is_some(),
        })
    }

    /// Positions of all cards, as [`Dealer::deal`] wants them.
    pub fn cards(&self) -> Vec<u8> {
        (0..self.keep_weights.len() as u8).collect()
    }

    /// Deals a hand of `size` to the front of `cards`, and says whether it is kept.
    #[inline]
    pub fn deal<D: Dice>(&self, dice: &mut D, cards: &mut [u8], size: usize) -> bool {
        let fixed = usize::from(self.opener).min(size);
        dice.deal(&mut cards[usize::from(self.opener)..], size - fixed);
        size <= self.last || self.keep.holds(self.sum(&self.keep_weights, &cards[..size]))
    }

    /// Deals until a hand is kept; gives its size.
    #[inline]
    pub fn deal_until_kept<D: Dice>(&self, dice: &mut D, cards: &mut [u8]) -> usize {
        let mut size = self.hand;
        while !self.deal(dice, cards, size) {
            size -= 1;
        }
        size
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
    let sizes = stack.hand as usize + 1;
    let play = |counts: &mut Counts, dice: &mut formats::rng::FastRng, n: u64| {
        counts.reached.resize(sizes, 0);
        counts.kept.resize(sizes, 0);
        counts.questions.resize(plan.questions.len(), 0);
        let mut cards = dealer.cards();
        for _ in 0..n {
            let size = dealer.deal_until_kept(dice, &mut cards);
            counts.kept[size] += 1;
            for reached in &mut counts.reached[size..] {
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
        sizes: (dealer.last..sizes)
            .rev()
            .filter_map(|s| Some((s as u32, Share { hits: *c.kept.get(s)?, of: c.reached[s] })))
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
