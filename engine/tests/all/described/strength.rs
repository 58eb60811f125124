//! How well `normal` plays poker against somebody who does anything: what it does at each of its information sets is sampled, and what
//! that is worth is then exact, as every deal and every answer of the other is tried.
//!
//! A player decides at each information set anew, and comes to none of them twice in a game. So what is won by answers that were sampled
//! once for each is, on average, what the player wins: the samples are the only error, and the interval of a difference says how
//! large it may be.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use engine::described::{Choice, Described, State};
use engine::kernel::player::{Player, SeatView};
use engine::kernel::rules::{Actor, DigestHasher, Rules};
use engine::kernel::stats::mean_of_parts;
use engine::kernel::weights::Weights;
use engine::players::Search;
use formats::rng::Seed;

use super::exact::EveryChance;
use super::{examples, load, rules};
use crate::large;

/// Iterations of `normal`, and of `hard`.
const NORMAL: u32 = 1_000;
const HARD: u32 = 4_000;

struct Against<'a> {
    rules: &'a Described<1>,
    weights: Weights,
    iterations: u32,
    /// The seat that searches.
    seat: u8,
    /// How often each information set is asked.
    samples: u64,
    /// Which part of an experiment this is: the same part has the same chance for whoever searches.
    part: u64,
    /// How often each legal action is taken, by what the seat sees.
    policy: HashMap<String, Vec<f64>>,
}

impl Against<'_> {
    fn policy(&mut self, state: &State<1>, seat: u8, legal: &[Choice]) -> Vec<f64> {
        let one = 1.0 / legal.len() as f64;
        if seat != self.seat || legal.len() == 1 {
            return vec![one; legal.len()];
        }
        let sight = format!("{:?}", self.rules.observation(state, Some(seat)));
        if let Some(known) = self.policy.get(&sight) {
            return known.clone();
        }
        let mut taken = vec![0.0; legal.len()];
        for sample in 0..self.samples {
            let mut seed = DigestHasher::default();
            (&sight, self.part, sample).hash(&mut seed);
            let mut player = Search::new(self.weights.clone(), self.iterations, Seed::from_number(seed.finish()));
            let at = player.choose(&SeatView::new(self.rules, state, seat), legal).expect("it answers");
            taken[at] += 1.0 / self.samples as f64;
        }
        self.policy.insert(sight, taken.clone());
        taken
    }

    /// What the seat wins from here on average.
    fn value(&mut self, state: &State<1>) -> f64 {
        let Actor::Seat(seat) = self.rules.actor(state) else {
            return f64::from(self.rules.payoff(state, self.seat).expect("it is over"));
        };
        let mut legal = Vec::new();
        self.rules.legal_actions(state, &mut legal);
        let policy = self.policy(state, seat, &legal);
        let mut sum = 0.0;
        for (choice, likely) in legal.iter().zip(policy).filter(|(_, likely)| *likely > 0.0) {
            let mut chance = EveryChance::default();
            loop {
                let mut next = state.clone();
                self.rules.apply(&mut next, *choice, &mut chance).expect("it is legal");
                sum += likely * chance.probability() * self.value(&next);
                if !chance.advance() {
                    break;
                }
            }
        }
        sum
    }
}

/// What a player of so many iterations wins in a seat, on average.
fn winnings(rules: &Described<1>, id: &str, seat: u8, iterations: u32, samples: u64, part: u64) -> f64 {
    let weights = rules.weights(&examples(), &load(id).id).expect("they are derived");
    let mut against = Against { rules, weights, iterations, seat, samples, part, policy: HashMap::new() };
    let mut chance = EveryChance::default();
    let mut value = 0.0;
    loop {
        let state = rules.start(Seed::from_number(1), Some(0), &mut chance);
        value += chance.probability() * against.value(&state);
        if !chance.advance() {
            return value;
        }
    }
}

/// The best that can be won from somebody who does anything, by seat: worked out with OpenSpiel's best response.
const BEST: [(&str, [f64; 2], u64); 2] = [("kuhn-poker", [0.5, 5.0 / 12.0], 30), ("leduc-poker", [2.0875, 2.6597], 2)];

#[test]
fn normal_wins_nearly_all_that_can_be_won_from_somebody_who_does_anything() {
    for (id, best, samples) in BEST {
        let rules = rules::<1>(id, 2);
        for (seat, best) in (0..).zip(best) {
            let won = winnings(&rules, id, seat, NORMAL, large::cases(samples, 4 * samples), 0);
            assert!(won >= 0.9 * best && won <= best + 1e-9, "{id}, seat {seat}: {won} of {best}");
        }
    }
}

/// Parts of an experiment, each with chance of its own, and how often an information set is asked in each.
const PARTS: [(u64, u64); 2] = [(30, 4), (60, 1)];
/// What four times the iterations may lose: a hundredth of the stake, which is 1 in both games.
const MARGIN: f64 = 0.01;

/// With four times the iterations no less is won, within the margin: the lower end of the 95 per cent interval of the difference lies
/// above it. In each part both answer with the same chance.
#[test]
fn more_iterations_are_no_worse() {
    let games = BEST.iter().zip(PARTS).take(large::cases(1, 2));
    for ((id, ..), (parts, samples)) in games {
        let rules = rules::<1>(id, 2);
        for seat in 0..2 {
            let won = |iterations, part| winnings(&rules, id, seat, iterations, samples, part);
            let differences: Vec<f64> = (0..parts).map(|part| won(HARD, part) - won(NORMAL, part)).collect();
            let (value, low, high) = mean_of_parts(&differences).expect("there are several parts");
            println!("{id}, seat {seat}: {value:+.4}, from {low:+.4} to {high:+.4}");
            assert!(low > -MARGIN, "{id}, seat {seat}: {value:+.4}, from {low:+.4} to {high:+.4}");
        }
    }
}
