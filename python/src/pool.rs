//! Many games of one match, stepped by one call. A game that is over begins again with the next seed of its place.

use std::sync::Arc;

use formats::rng::Seed;

use crate::numbers::Numbered;
use crate::table::{PlayFault, Spot, Table};

/// A fault in one of the games.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("match {at}: {fault}")]
pub struct PoolFault {
    /// Which game, from 0.
    pub at: usize,
    /// What is wrong.
    pub fault: PlayFault,
}

/// The seed of a game at a place of a pool: which place and which game there, both from 0.
pub fn seed_of(seed: Seed, at: u64, game: u64) -> Seed {
    seed.part(at).part(game)
}

/// Games of any match, of any game.
pub trait AnyPool: Send + Sync {
    /// How many games there are.
    fn len(&self) -> usize;
    /// An action in each game, by their numbers; nothing is done if one of them cannot be done.
    fn step(&mut self, actions: &[i64]) -> Result<(), PoolFault>;
    /// Who decides in each.
    fn actors(&self, out: &mut [i64]);
    /// Whether the last step ended a game at each place.
    fn done(&self) -> &[bool];
    /// What each seat gained in the game that ended last at each place, `[place][seat]`.
    fn returns(&self) -> &[f64];
    /// How many games have ended at each place.
    fn games(&self) -> &[u64];
    /// What the seat that decides sees in each, `[place][number]`.
    fn observe(&self, out: &mut [i32]) -> Result<(), PoolFault>;
    /// 1 for each number that can be done, `[place][number]`.
    fn masks(&self, out: &mut [u8]);
    /// How many actions are legal in each.
    fn legal_counts(&self, out: &mut [i64]);
    /// The numbers of all legal actions, place after place.
    fn legal(&self, out: &mut Vec<i64>);
    /// An action of each game that is any of the legal ones, by a fraction of 1 for each.
    fn pick(&self, fractions: &[f64], out: &mut [i64]);
}

/// The games of a pool.
struct PoolOf<G: Numbered> {
    table: Arc<Table<G>>,
    seed: Seed,
    spots: Vec<Spot<G>>,
    chosen: Vec<usize>,
    done: Vec<bool>,
    returns: Vec<f64>,
    games: Vec<u64>,
    action_count: usize,
    observation_size: usize,
}

/// So many new games.
pub(crate) fn new_pool<G: Numbered>(
    table: Arc<Table<G>>,
    count: usize,
    seed: Seed,
) -> Result<Box<dyn AnyPool>, PlayFault> {
    let seats = usize::from(table.rules.seats());
    let mut pool = PoolOf {
        spots: Vec::with_capacity(count),
        chosen: vec![0; count],
        done: vec![false; count],
        returns: vec![0.0; count * seats],
        games: vec![0; count],
        action_count: G::action_count(&table.plan),
        observation_size: G::observation_size(&table.plan),
        seed,
        table,
    };
    for at in 0..count {
        let mut game = 0;
        let spot = pool.begin(at, &mut game)?;
        pool.games[at] = game;
        pool.spots.push(spot);
    }
    Ok(Box::new(pool))
}

impl<G: Numbered> PoolOf<G> {
    /// The next game of a place in which somebody is asked.
    fn begin(&self, at: usize, game: &mut u64) -> Result<Spot<G>, PlayFault> {
        loop {
            let spot = self.table.start(seed_of(self.seed, at as u64, *game))?;
            if spot.actor.is_some() {
                return Ok(spot);
            }
            *game += 1;
        }
    }
}

impl<G: Numbered> AnyPool for PoolOf<G> {
    fn len(&self) -> usize {
        self.spots.len()
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), PoolFault> {
        for (at, (spot, action)) in self.spots.iter().zip(actions).enumerate() {
            let found = spot.numbers.iter().position(|number| i64::from(*number) == *action);
            self.chosen[at] = found.ok_or(PoolFault { at, fault: PlayFault::Illegal(*action) })?;
        }
        let seats = usize::from(self.table.rules.seats());
        for at in 0..self.spots.len() {
            let spot = &mut self.spots[at];
            let done = self.table.step_listed(spot, self.chosen[at]).map_err(|fault| PoolFault { at, fault })?;
            self.done[at] = done;
            if done {
                self.table.returns(&spot.state, &mut self.returns[at * seats..][..seats]);
                let mut game = self.games[at] + 1;
                self.spots[at] = self.begin(at, &mut game).map_err(|fault| PoolFault { at, fault })?;
                self.games[at] = game;
            }
        }
        Ok(())
    }

    fn actors(&self, out: &mut [i64]) {
        for (spot, out) in self.spots.iter().zip(out) {
            *out = spot.actor.map_or(-1, i64::from);
        }
    }

    fn done(&self) -> &[bool] {
        &self.done
    }

    fn returns(&self) -> &[f64] {
        &self.returns
    }

    fn games(&self) -> &[u64] {
        &self.games
    }

    fn observe(&self, out: &mut [i32]) -> Result<(), PoolFault> {
        let table = &self.table;
        for (at, (spot, row)) in self.spots.iter().zip(out.chunks_exact_mut(self.observation_size)).enumerate() {
            let seat = spot.actor.unwrap_or(0);
            let seen = table.rules.observe_numbers(&table.plan, &spot.state, seat, row);
            seen.map_err(|why| PoolFault { at, fault: why.into() })?;
        }
        Ok(())
    }

    fn masks(&self, out: &mut [u8]) {
        out.fill(0);
        for (spot, row) in self.spots.iter().zip(out.chunks_exact_mut(self.action_count)) {
            spot.numbers.iter().for_each(|number| row[*number as usize] = 1);
        }
    }

    fn legal_counts(&self, out: &mut [i64]) {
        for (spot, out) in self.spots.iter().zip(out) {
            *out = spot.numbers.len() as i64;
        }
    }

    fn legal(&self, out: &mut Vec<i64>) {
        out.clear();
        self.spots.iter().for_each(|spot| out.extend(spot.numbers.iter().map(|number| i64::from(*number))));
    }

    fn pick(&self, fractions: &[f64], out: &mut [i64]) {
        for ((spot, fraction), out) in self.spots.iter().zip(fractions).zip(out) {
            let count = spot.numbers.len();
            let at = (fraction * count as f64) as usize;
            *out = spot.numbers.get(at.min(count.saturating_sub(1))).map_or(-1, |number| i64::from(*number));
        }
    }
}
