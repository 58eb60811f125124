//! A strong player: it plays each action out to the end many times, with a quick eye for what brings whom home.
//!
//! The eye looks one card ahead. It counts for everybody who waits how many Linchpins stand wrong and which Patches are
//! still missing, and values most who is nearest; a Patch that somebody needs is never given away. The planner tries
//! actions in worlds whose cards lie alike for all of them, and leaves the worse half each time.

use formats::rng::{Dice, FastRng, Seed};

use super::{Action, Set, Solonauts, State};
use crate::kernel::player::{NoAnswer, Player, SeatView};
use crate::kernel::rules::{NullSink, Rules};
use crate::timeline::bits;

/// What a traveller is worth, by how many cards are still to be played for the way home.
const NEARNESS: [i64; 8] = [1_000, 640, 420, 280, 190, 130, 90, 60];
/// An Inverter that is still there.
const INVERTER: i64 = 14;
/// Somebody who cannot get home any more: nothing else matters then.
const STRANDED: i64 = 100_000;
/// Open Paradoxes from which on each one more counts.
const SAFE: u32 = 8;

/// A player who looks one card ahead.
#[derive(Debug, Clone, Default)]
pub struct OnePlyPolicy {
    legal: Vec<Action>,
}

impl OnePlyPolicy {
    /// What a position is worth.
    fn worth(&self, game: &Solonauts, state: &State) -> i64 {
        if let Some(outcome) = state.over {
            return if outcome.won(0) { i64::MAX / 2 } else { -STRANDED };
        }
        let primes = state.history.primes;
        let lost = game.lost(state);
        let mut worth = NEARNESS[0] * i64::from(state.home.count_ones());
        for id in bits(state.waiting) {
            let home = &game.homes[id as usize];
            if home.scene.patches & lost != 0 {
                return worth - STRANDED;
            }
            let wrong =
                |(prime, straight): &(u64, u64)| (prime & !primes).count_ones() + (straight & primes).count_ones();
            let flips = home.ways.iter().map(wrong).min().unwrap_or(0);
            let missing = home.scene.patches & !state.history.patches;
            let to_come = bits(missing).filter(|p| game.patch_cards[*p as usize] & state.hand == 0).count() as u32;
            // A Patch that is still to come is half a card farther away than one in hand.
            let halves = 2 * (flips + missing.count_ones()) + to_come;
            let at = (halves / 2).min(6) as usize;
            worth += match halves % 2 {
                0 => NEARNESS[at],
                _ => (NEARNESS[at] + NEARNESS[at + 1]) / 2,
            };
        }
        let there = state.hand | state.deck;
        worth += INVERTER * i64::from((there & !game.patches).count_ones());
        let open = i64::from(game.paradoxes(state).saturating_sub(SAFE));
        worth - 12 * open * open
    }

    /// The Patches in hand that nobody needs.
    fn useless(&self, game: &Solonauts, state: &State) -> Set {
        let needed = bits(state.waiting).fold(0, |m, id| m | game.homes[id as usize].scene.patches);
        state.hand & game.patches & !bits(needed).fold(0, |m: Set, p| m | game.patch_cards[p as usize])
    }

    /// What it does: drops what nobody needs, and otherwise the play that is worth most; ties go by chance.
    fn act(&mut self, game: &Solonauts, state: &State, dice: &mut FastRng) -> Action {
        if state.played {
            let many = game.paradoxes(state) > SAFE;
            return match bits(self.useless(game, state)).next() {
                Some(id) if !many && state.deck != 0 => Action::Drop(game.data.def_of[id as usize]),
                _ => Action::Refill,
            };
        }
        let mut legal = std::mem::take(&mut self.legal);
        game.legal_actions(state, &mut legal);
        let mut best = (i64::MIN, legal[0], 1);
        for action in &legal {
            let mut world = state.clone();
            game.act(&mut world, *action, &mut NullSink);
            let worth = self.worth(game, &world);
            if worth > best.0 {
                best = (worth, *action, 1);
            } else if worth == best.0 {
                best.2 += 1;
                if dice.below(best.2) == 0 {
                    best.1 = *action;
                }
            }
        }
        self.legal = legal;
        best.1
    }

    /// Plays to the end, or until somebody is stranded. How many are home then, and whether all.
    fn play_out(&mut self, game: &Solonauts, state: &mut State, dice: &mut FastRng) -> (bool, u32) {
        while state.over.is_none() {
            let needed = bits(state.waiting).fold(0, |m, id| m | game.homes[id as usize].scene.patches);
            if needed & game.lost(state) != 0 {
                break;
            }
            let action = self.act(game, state, dice);
            game.act(state, action, &mut NullSink);
        }
        (state.over.is_some_and(|o| o.won(0)), state.home.count_ones())
    }
}

/// A player who looks to the end.
#[derive(Debug, Clone)]
pub struct Planner {
    policy: OnePlyPolicy,
    dice: FastRng,
    /// Games played out for a decision.
    trials: u32,
    scores: Vec<(i64, usize)>,
}

impl Planner {
    /// With about so many games played out for a decision, and its own stream of chance. Without any it trusts its eye.
    pub fn new(trials: u32, seed: Seed) -> Planner {
        Planner { policy: OnePlyPolicy::default(), dice: seed.fast(), trials, scores: Vec::new() }
    }

    fn plan(&mut self, game: &Solonauts, state: &State, legal: &[Action]) -> usize {
        let position = |action: Action| legal.iter().position(|a| *a == action).unwrap_or(0);
        if state.played || self.trials == 0 {
            return position(self.policy.act(game, state, &mut self.dice));
        }
        self.scores.clear();
        for (i, action) in legal.iter().enumerate() {
            let mut world = state.clone();
            game.act(&mut world, *action, &mut NullSink);
            // What strands somebody is not worth a trial, unless everything does.
            let worth = self.policy.worth(game, &world);
            self.scores.push((worth / 100, i));
        }
        self.scores.sort_unstable_by_key(|(worth, i)| (-worth, *i));
        let hopeful = self.scores.iter().filter(|(worth, _)| *worth > -STRANDED / 200).count();
        self.scores.truncate(hopeful.max(1));
        let rounds = self.scores.len().next_power_of_two().trailing_zeros().max(1);
        while self.scores.len() > 1 {
            let worlds = (self.trials / rounds / self.scores.len() as u32).max(1);
            for _ in 0..worlds {
                let seed = Seed::from_number(u64::from(self.dice.below(u32::MAX)));
                for n in 0..self.scores.len() {
                    let mut world = state.clone();
                    world.dice = seed.fast();
                    game.act(&mut world, legal[self.scores[n].1], &mut NullSink);
                    let (won, home) = self.policy.play_out(game, &mut world, &mut seed.part(1).fast());
                    self.scores[n].0 += if won { 1_000 } else { i64::from(home) };
                }
            }
            self.scores.sort_unstable_by_key(|(score, i)| (-score, *i));
            let half = self.scores.len().div_ceil(2);
            self.scores.truncate(half);
        }
        self.scores[0].1
    }
}

impl Player<Solonauts> for Planner {
    fn choose(&mut self, view: &SeatView<'_, Solonauts>, legal: &[Action]) -> Result<usize, NoAnswer> {
        let state = view.determinize(&mut self.dice);
        Ok(self.plan(view.rules(), &state, legal))
    }
}
