//! Whether a play changes anything: found by playing a turn on with it and without it.

use formats::rng::{Dice, FastRng};

use crate::kernel::rules::{Actor, NullSink, Rules};
use crate::kernel::weights::Weights;

/// How many choices are followed until a position is judged.
const STEPS: u32 = 400;

/// Room to play turns on with and without a play.
#[derive(Clone)]
pub(crate) struct EffectTrial<G: Rules> {
    legal: Vec<G::Action>,
    /// With the play and without it.
    worlds: Option<[G::State; 2]>,
    features: [Vec<i32>; 2],
}

impl<G: Rules> Default for EffectTrial<G> {
    fn default() -> Self {
        EffectTrial { legal: Vec::new(), worlds: None, features: Default::default() }
    }
}

impl<G: Rules> EffectTrial<G> {
    /// Whether anything is better for a seat, by the time that every seat has begun a turn, if it plays `with` and not `without` in a
    /// world: what it chooses from there on, by [`Rules::action_key`]. Others answer anything.
    pub(crate) fn has_effect(
        &mut self,
        game: &G,
        weights: &Weights,
        world: &G::State,
        seat: u8,
        [with, without]: [&[u64]; 2],
        dice: &FastRng,
    ) -> bool {
        let mut worlds = self.worlds.take().unwrap_or_else(|| [world.clone(), world.clone()]);
        for ((there, chosen), features) in worlds.iter_mut().zip([with, without]).zip(&mut self.features) {
            there.clone_from(world);
            play_turn(game, there, seat, chosen, &mut dice.clone(), &mut self.legal);
            features.resize(weights.len(), 0);
            come_to_rest(game, there, game.turn(world) + u32::from(game.seats()), &mut self.legal);
            game.features(there, seat, features);
        }
        self.worlds = Some(worlds);
        let [with, without] = &self.features;
        with.iter().zip(without).zip(weights.numbers()).any(|((with, without), weight)| match weight {
            // What nothing is thought of may be good for something.
            0 => with != without,
            weight => i64::from(with - without) * i64::from(*weight) > 0,
        })
    }
}

impl<G: Rules> EffectTrial<G> {
    /// Whether a seat has won a world by the end of the turn if it plays `chosen`; others answer anything.
    pub(crate) fn wins(
        &mut self,
        game: &G,
        world: &mut G::State,
        seat: u8,
        chosen: &[u64],
        dice: &mut FastRng,
    ) -> bool {
        play_turn(game, world, seat, chosen, dice, &mut self.legal);
        game.outcome(world).is_some_and(|outcome| outcome.is_decided() && outcome.won(seat))
    }
}

/// Plays on until a turn begins; nobody begins anything that takes a thought.
pub(crate) fn come_to_rest<G: Rules>(game: &G, world: &mut G::State, turn: u32, legal: &mut Vec<G::Action>) {
    for _ in 0..STEPS {
        if game.actor(world) == Actor::Nobody || game.turn(world) >= turn && game.is_quiescent(world) {
            return;
        }
        let action = game.rollout_action(world, legal).unwrap_or_else(|| {
            game.legal_actions(world, legal);
            legal[game.passing_action(world, legal)]
        });
        game.apply_listed(world, action, &mut NullSink);
    }
}

/// Plays a turn on: the seat chooses what is chosen, as far as it can be chosen there, others anything.
fn play_turn<G: Rules>(
    game: &G,
    world: &mut G::State,
    seat: u8,
    mut chosen: &[u64],
    dice: &mut FastRng,
    legal: &mut Vec<G::Action>,
) {
    let turn = game.turn(world);
    for _ in 0..STEPS {
        let Actor::Seat(actor) = game.actor(world) else { return };
        let quiescent = game.is_quiescent(world);
        if game.turn(world) > turn || quiescent && chosen.is_empty() {
            return;
        }
        game.legal_actions(world, legal);
        let action = if actor == seat {
            let same = |key: &u64| legal.iter().position(|action| game.action_key(world, *action) == *key);
            // What cannot be done there is left out, but only where another play can begin.
            let reach = if quiescent { chosen.len() } else { 1 };
            let next = chosen.iter().take(reach).enumerate().find_map(|(n, key)| Some((n, same(key)?)));
            if let Some((n, _)) = next {
                chosen = &chosen[n + 1..];
            }
            let idle = legal[game.passing_action(world, legal)];
            let next = next.map(|(_, choice)| legal[choice]);
            next.or_else(|| game.rollout_action(world, legal)).unwrap_or(idle)
        } else {
            legal[Dice::below(dice, legal.len() as u32) as usize]
        };
        game.apply_listed(world, action, &mut NullSink);
    }
}
