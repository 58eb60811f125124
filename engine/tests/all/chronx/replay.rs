//! The same game is the same game: saved and gone on, with a log or without, on any thread, in any process.

use std::process::Command;

use engine::games::chronx::{Action, Duel, Event};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::player::Player;
use engine::kernel::rules::{EventSink, NullSink, Rules, Seats};
use engine::players::Random;
use formats::rng::{Dice, Seed};
use rayon::prelude::*;

use super::table::Table;
use super::walk::{walk, walk_on};

/// Keeps the log, as a window or a file would.
#[derive(Default)]
struct Log(Vec<(Event, Seats)>);

impl EventSink<Event> for Log {
    fn on_event(&mut self, event: Event, to: Seats) {
        self.0.push((event, to));
    }
}

#[test]
fn a_game_goes_on_from_a_copy_as_it_would_have_gone_on() {
    let table = Table::new();
    for n in 0..100 {
        let (duel, seed) = (table.random_match(Seed::from_number(n)), Seed::from_number(n).part(5));
        let mut steps = Vec::new();
        walk(&duel, seed, 200, |state, _, action| steps.push((duel.digest(state), action)));
        // The copy comes from the middle of something as often as not.
        let at = seed.fast().below(steps.len() as u32) as usize;
        let mut state = duel.start(seed, None, &mut NullSink);
        for (_, action) in &steps[..at] {
            duel.apply(&mut state, *action, &mut NullSink).expect("as before");
        }
        let mut copy = state.clone();
        for (digest, action) in &steps[at..] {
            assert_eq!(duel.digest(&copy), *digest);
            assert_eq!(duel.digest(&state), *digest);
            assert!(copy == state);
            duel.apply(&mut state, *action, &mut NullSink).expect("as before");
            duel.apply(&mut copy, *action, &mut NullSink).expect("as before");
        }
    }
}

#[test]
fn a_log_changes_nothing() {
    let table = Table::new();
    for n in 0..200 {
        let (duel, seed) = (table.random_match(Seed::from_number(n)), Seed::from_number(n).part(6));
        let mut silent = Vec::new();
        let last = walk(&duel, seed, 200, |state, _, action| silent.push((duel.digest(state), action)));
        let mut log = Log::default();
        let mut logged: Vec<(u64, Action)> = Vec::new();
        let state = duel.start(seed, None, &mut log);
        let end = walk_on(&duel, state, seed, 200, &mut log, |state, _, action, _| {
            logged.push((duel.digest(state), action));
        });
        assert_eq!(silent, logged);
        assert!(last == end);
        assert!(log.0.len() > logged.len() / 4, "something was logged");
        for (event, _) in &log.0 {
            assert!(!duel.event_text(*event).is_empty());
        }
    }
}

/// How one of the games below goes, in one number.
fn whole_game(table: &Table, n: u64) -> u64 {
    let duel: Duel =
        if n.is_multiple_of(2) { table.random_match(Seed::from_number(n)) } else { table.shipped_match(n as usize) };
    let seed = Seed::from_number(n).part(8);
    let (mut one, mut two) = (Random::new(seed.part(1)), Random::new(seed.part(2)));
    let mut players: [&mut dyn Player<Duel>; 2] = [&mut one, &mut two];
    let terms = GameParams { seed, first: None, max_turns: 200 };
    let finished = game_loop::play(&duel, &mut players, &terms, &mut NullSink).expect("random players answer");
    duel.digest(&finished.state) ^ finished.decisions ^ u64::from(finished.turns) << 32
}

const GAMES: u64 = 200;

fn digests(threads: usize) -> Vec<u64> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let table = Table::new();
    pool.install(|| (0..GAMES).into_par_iter().map(|n| whole_game(&table, n)).collect())
}

#[test]
fn one_thread_and_many_play_the_same_games() {
    let one = digests(1);
    assert_eq!(one, digests(2));
    assert_eq!(one, digests(8));
}

/// Set in the process that another one starts.
const IS_CHILD: &str = "DECKLOOM_TEST_PRINTS_DIGESTS";

/// The test starts this program again for itself alone; what is started prints its digests instead of comparing them.
#[test]
fn another_process_plays_the_same_games() {
    if std::env::var_os(IS_CHILD).is_some() {
        return digests(2).iter().for_each(|digest| println!("\ndigest {digest:x}"));
    }
    let exe = std::env::current_exe().expect("this program");
    let args = ["--exact", "chronx::replay::another_process_plays_the_same_games", "--nocapture", "--test-threads=1"];
    let output = Command::new(exe).args(args).env(IS_CHILD, "1").output().expect("a process");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("text");
    let digit = |line: &str| Some(u64::from_str_radix(line.split_once("digest ")?.1, 16).expect("a digest"));
    let there: Vec<u64> = text.lines().filter_map(digit).collect();
    assert!(!there.is_empty(), "the other process played");
    assert_eq!(there, digests(1));
}
