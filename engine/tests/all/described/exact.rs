//! Small games, by trying every line of play.

use engine::described::{Choice, Described, Event, State};
use engine::kernel::rules::{Actor, EventSink, Rules};
use formats::rng::{FastRng, Seed};

use super::rules;

/// Chance that goes through all that can be: what was decided so far, and out of how many.
#[derive(Default)]
pub(super) struct EveryChance {
    decided: Vec<(u32, u32)>,
    next: usize,
}

impl EveryChance {
    fn decide(&mut self, n: u32) -> u32 {
        if self.next == self.decided.len() {
            self.decided.push((0, n));
        }
        let (choice, of) = self.decided[self.next];
        assert_eq!(of, n, "the same chance comes again");
        self.next += 1;
        choice
    }

    /// How likely what was decided is.
    pub(super) fn probability(&self) -> f64 {
        self.decided.iter().map(|(_, n)| 1.0 / f64::from(*n)).product()
    }

    /// Goes on with the next outcomes; `false` after the last ones.
    pub(super) fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((choice, n)) = self.decided.pop() {
            if choice + 1 < n {
                self.decided.push((choice + 1, n));
                return true;
            }
        }
        false
    }
}

impl EventSink<Event> for EveryChance {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        self.decide(n)
    }

    fn pick(&mut self, _: &mut FastRng, n: u32, _: &dyn Fn(u32) -> u16) -> u32 {
        self.decide(n)
    }
}

/// What the first seat wins on average if everybody does anything that is legal, each as likely.
fn uniform_value(rules: &Described<1>, state: &State<1>) -> f64 {
    if rules.actor(state) == Actor::Nobody {
        return f64::from(rules.payoff(state, 0).expect("it is over"));
    }
    let mut legal: Vec<Choice> = Vec::new();
    rules.legal_actions(state, &mut legal);
    let mut sum = 0.0;
    for choice in &legal {
        let mut chance = EveryChance::default();
        loop {
            let mut next = state.clone();
            rules.apply(&mut next, *choice, &mut chance).expect("it is legal");
            sum += chance.probability() * uniform_value(rules, &next);
            if !chance.advance() {
                break;
            }
        }
    }
    sum / legal.len() as f64
}

fn value_of(id: &str) -> f64 {
    let rules = rules::<1>(id, 2);
    let mut chance = EveryChance::default();
    let mut value = 0.0;
    loop {
        let state = rules.start(Seed::from_number(1), Some(0), &mut chance);
        let likely = chance.probability();
        value += likely * uniform_value(&rules, &state);
        if !chance.advance() {
            return value;
        }
    }
}

/// The values are those that game theory has for players who do anything: every line is tried, so they are exact.
#[test]
fn poker_between_players_who_do_anything() {
    for (id, wanted) in [("kuhn-poker", 1.0 / 8.0), ("leduc-poker", -5.0 / 64.0)] {
        let value = value_of(id);
        assert!((value - wanted).abs() < 1e-9, "{id}: {value}, not {wanted}");
    }
}
