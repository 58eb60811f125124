//! How well `normal` plays poker against somebody who does anything: what it does at each of its information sets is sampled, and what
//! that is worth is then exact, as every deal and every answer of the other is tried.

use std::collections::HashMap;

use engine::described::{Choice, Described, State};
use engine::kernel::player::{Player, SeatView};
use engine::kernel::rules::{Actor, Rules};
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
    asked: u64,
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
        for _ in 0..self.samples {
            self.asked += 1;
            let mut player = Search::new(self.weights.clone(), self.iterations, Seed::from_number(self.asked));
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
fn winnings(id: &str, seat: u8, iterations: u32, samples: u64) -> f64 {
    let rules = rules::<1>(id, 2);
    let weights = rules.weights(&examples(), &load(id).id).expect("they are derived");
    let mut against = Against { rules: &rules, weights, iterations, seat, samples, asked: 0, policy: HashMap::new() };
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
        for (seat, best) in (0..).zip(best) {
            let won = winnings(id, seat, NORMAL, large::cases(samples, 4 * samples));
            assert!(won >= 0.9 * best && won <= best + 1e-9, "{id}, seat {seat}: {won} of {best}");
        }
    }
}

/// A hundredth of the stake is what one may err by.
#[test]
fn more_iterations_are_no_worse() {
    for (id, _, samples) in &BEST[..large::cases(1, 2)] {
        for seat in 0..2 {
            let (normal, hard) = (winnings(id, seat, NORMAL, 4 * samples), winnings(id, seat, HARD, 4 * samples));
            assert!(hard - normal > -0.01, "{id}, seat {seat}: {hard} after {normal}");
        }
    }
}
