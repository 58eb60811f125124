//! Many games on several threads, with results that do not depend on how many.
//!
//! Games come in shards of a fixed size. Each shard has its own generator and counts in whole numbers, so it does
//! not matter in which order they are added up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use formats::rng::{FastRng, Seed};
use rayon::prelude::*;

/// Games in a shard. It decides which game gets which chance, so it never changes.
pub const SHARD: u64 = 4096;

/// How far a run has come; and the way to stop it.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Games played so far, or other pieces of work.
    pub fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// Asks the run to stop: [`run`] then gives nothing.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Counts games, or other pieces of work, that are done.
    pub fn add(&self, games: u64) {
        self.done.fetch_add(games, Ordering::Relaxed);
    }

    /// Whether the run was asked to stop.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// Plays `games` games: `play(tally, dice, n)` plays `n` of them and adds to the tally; `add` joins two
/// tallies. `threads` of 0 takes as many as the machine has. `None` if it was stopped.
pub fn run<T: Default + Send>(
    games: u64,
    seed: Seed,
    threads: usize,
    progress: &Progress,
    play: impl Fn(&mut T, &mut FastRng, u64) + Sync,
    add: impl Fn(&mut T, T) + Sync,
) -> Option<T> {
    let shard = |mut tally: T, index: u64| {
        if !progress.stopped() {
            let n = SHARD.min(games - index * SHARD);
            play(&mut tally, &mut seed.part(index).fast(), n);
            progress.add(n);
        }
        tally
    };
    let join = |mut a: T, b: T| {
        add(&mut a, b);
        a
    };
    let all = || (0..games.div_ceil(SHARD)).into_par_iter().fold(T::default, shard).reduce(T::default, join);
    let total = match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
        Ok(pool) => pool.install(all),
        // A machine that gives no more threads still has this one.
        Err(_) => (0..games.div_ceil(SHARD)).fold(T::default(), shard),
    };
    (!progress.stopped()).then_some(total)
}
