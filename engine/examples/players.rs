//! Measures players against each other, for each game that the engine plays.
//!
//! ```text
//! cargo run --release -p engine --example players -- measure chronx ismcts:1000 greedy 400 1
//! cargo run --release -p engine --example players -- measure afrika greedy greedy@old.toml 4000 1
//! ```
//!
//! `measure GAME A B GAMES SEED` plays mirrored games: the starter decks in turn, each against itself, both players
//! beginning equally often. `PLAYER@FILE` takes its weights from a file; `measure … 2` plays on two threads.
//!
//! `random GAME GAMES SEED` plays every starter deck against every other one, so many games each, by players who do anything, and
//! tells the time of a decision and a checksum of all final positions: rules that are only made faster leave it as it was.
//! `alone GAME GAMES SEED` plays eight turns of each starter deck, by a player who does anything, against somebody who does nothing,
//! and `goldfish GAME GAMES SEED` the goldfish by model of each, on one thread, with a checksum of the reports.
//! `scripts/engine-speed.sh` counts the instructions of all three.

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::Source;
use engine::games::{afrika, chrononauts, chronx};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::parallel::Progress;
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
use engine::kernel::series::{self, SeriesPlan, SeriesSummary};
use engine::kernel::stats::Share;
use engine::kernel::weights::Weights;
use engine::lab::{LabDeck, goldfish};
use engine::players::{Passive, PlayerKind, Random};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

/// Whatever goes wrong, in words.
type Fault = Box<dyn Error + Send + Sync>;

/// Turns after which a game is stopped.
const TURNS: u32 = 200;
/// Turns of both seats in which a deck plays alone.
const ALONE: u32 = 16;
const USAGE: &str = "write `measure GAME PLAYER PLAYER GAMES SEED [THREADS]`, or `random`, `alone` or `goldfish` with `GAME GAMES SEED`";

/// What is played: the starter decks of a game that are legal in its default format.
struct Hall {
    source: Source,
    game: Arc<catalog::GameData>,
    decks: Vec<(String, LegalDeck)>,
}

/// Makes the rules of a match of two with these decks.
type Make<G> = fn(&Arc<catalog::GameData>, [&LegalDeck; 2]) -> Result<G, Fault>;

impl Hall {
    fn open(game: &str) -> Result<Hall, Fault> {
        let source = Source::shipped();
        let game = Arc::new(catalog::load::game(&source, game).map_err(|p| format!("{p:?}"))?);
        let game_library = GameLibrary::load(&source, game.clone()).map_err(|p| format!("{p:?}"))?;
        let format = game.default_format.as_str();
        let format = game_library.format(format).ok_or_else(|| format!("there is no format `{format}`"))?;
        let legal = |deck: &formats::Deck| LegalDeck::check(&game, format, deck.clone(), None).ok();
        let decks = game_library.decks.iter().filter_map(|(id, deck)| Some((id.clone(), legal(deck)?))).collect();
        Ok(Hall { source, game, decks })
    }

    fn rules<G>(&self, make: Make<G>, one: usize, two: usize) -> Result<G, Fault> {
        make(&self.game, [&self.decks[one].1, &self.decks[two].1])
    }

    /// `KIND` or `KIND@FILE`.
    fn player<G: Rules>(&self, rules: &G, words: &str) -> Result<(PlayerKind, Weights), Fault> {
        let (kind, file) = words.split_once('@').map_or((words, None), |(kind, file)| (kind, Some(file)));
        let weights = match file {
            Some(file) => {
                let text = std::fs::read_to_string(file).map_err(|e| format!("{file}: {e}"))?;
                let source = Source::from_texts(&self.game.id, [("bots/greedy.toml".to_owned(), text)]);
                rules.weights(&source, &self.game.id)?
            }
            None => rules.weights(&self.source, &self.game.id)?,
        };
        Ok((kind.parse()?, weights))
    }
}

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let [verb, game, rest @ ..] = &words[..] else { return Err(USAGE.into()) };
    let hall = Hall::open(game)?;
    if let ("goldfish", [games, seed]) = (*verb, rest) {
        return goldfish(&hall, games.parse()?, Seed::from_number(seed.parse()?));
    }
    match *game {
        "chronx" => run::<chronx::Duel>(&hall, verb, rest, |game, decks| {
            Ok(chronx::Duel::new(game, &decks, chronx::Options::default())?)
        }),
        "afrika" => run::<afrika::Duel>(&hall, verb, rest, |game, decks| {
            Ok(afrika::Duel::new(game, &decks, afrika::Options::default())?)
        }),
        "chrononauts" => run::<chrononauts::Chrononauts>(&hall, verb, rest, |game, decks| {
            // All share one deck.
            Ok(chrononauts::Chrononauts::new(game, &decks[..1], 2, chrononauts::Options::default())?)
        }),
        _ => Err(format!("the engine does not play {game}; it plays {}", engine::registry::played().join(", ")).into()),
    }
}

fn run<G: Rules + 'static>(hall: &Hall, verb: &str, words: &[&str], make: Make<G>) -> Result<(), Fault> {
    match (verb, words) {
        ("measure", [a, b, games, seed, more @ ..]) => {
            let threads = more.first().map_or(Ok(1), |n| n.parse())?;
            measure(hall, make, [a, b], games.parse()?, Seed::from_number(seed.parse()?), threads)
        }
        ("random", [games, seed]) => random(hall, make, games.parse()?, Seed::from_number(seed.parse()?)),
        ("alone", [games, seed]) => alone(hall, make, games.parse()?, Seed::from_number(seed.parse()?)),
        _ => Err(USAGE.into()),
    }
}

fn random<G: Rules + 'static>(hall: &Hall, make: Make<G>, games: u64, seed: Seed) -> Result<(), Fault> {
    let (mut checksum, mut decisions, mut spent, mut part) = (0u64, 0u64, Duration::ZERO, 0);
    for (one, two) in (0..hall.decks.len()).flat_map(|one| (0..hall.decks.len()).map(move |two| (one, two))) {
        let rules = hall.rules(make, one, two)?;
        for _ in 0..games {
            let seed = seed.part(part);
            part += 1;
            let mut players = [1, 2].map(|own| PlayerKind::Random.new_player::<G>(None, seed.part(own)));
            let mut players = players.each_mut().map(|player| &mut **player as &mut dyn Player<G>);
            let params = GameParams { seed, first: None, max_turns: TURNS };
            let begun = Instant::now();
            let played = game_loop::play(&rules, &mut players, &params, &mut NullSink)?;
            spent += begun.elapsed();
            decisions += played.decisions;
            checksum = checksum.wrapping_mul(31).wrapping_add(rules.digest(&played.state) ^ played.decisions);
        }
    }
    println!("{part} games, {decisions} decisions, checksum {checksum:016x}");
    println!("{:.0} ns a decision", spent.as_secs_f64() * 1e9 / decisions as f64);
    Ok(())
}

fn alone<G: Rules + 'static>(hall: &Hall, make: Make<G>, games: u64, seed: Seed) -> Result<(), Fault> {
    let (mut checksum, mut played, mut spent) = (0u64, 0, Duration::ZERO);
    for deck in 0..hall.decks.len() {
        let rules = hall.rules(make, deck, deck)?;
        for _ in 0..games {
            let seed = seed.part(played);
            played += 1;
            let (mut player, mut idle) = (Random::new(seed.part(1)), Passive);
            let mut players: [&mut dyn Player<G>; 2] = [&mut player, &mut idle];
            let params = GameParams { seed, first: Some(0), max_turns: ALONE };
            let begun = Instant::now();
            let game = game_loop::play(&rules, &mut players, &params, &mut NullSink)?;
            spent += begun.elapsed();
            checksum = checksum.wrapping_mul(31).wrapping_add(rules.digest(&game.state) ^ game.decisions);
        }
    }
    println!("{played} games, checksum {checksum:016x}");
    println!("{:.0} games a second", played as f64 / spent.as_secs_f64());
    Ok(())
}

fn goldfish(hall: &Hall, games: u64, seed: Seed) -> Result<(), Fault> {
    let (mut checksum, mut played, mut spent) = (0u64, 0, Duration::ZERO);
    for (_, deck) in &hall.decks {
        let stack = LabDeck::new(&hall.game, deck)?;
        let plan = goldfish::GoldfishPlan::declared(&hall.game, None);
        let begun = Instant::now();
        let report = goldfish::play(&hall.game, &stack, &plan, (games, seed, 1), &Progress::default())?;
        spent += begun.elapsed();
        played += games;
        for byte in format!("{report:?}").bytes() {
            checksum = checksum.wrapping_mul(31).wrapping_add(byte.into());
        }
    }
    println!("{played} games, checksum {checksum:016x}");
    println!("{:.0} games a second", played as f64 / spent.as_secs_f64());
    Ok(())
}

fn measure<G: Rules + 'static>(
    hall: &Hall,
    make: Make<G>,
    words: [&str; 2],
    games: u64,
    seed: Seed,
    threads: usize,
) -> Result<(), Fault> {
    let rules = hall.rules(make, 0, 0)?;
    let players = [hall.player(&rules, words[0])?, hall.player(&rules, words[1])?];
    let each = games / hall.decks.len() as u64;
    let (begun, mut won, mut decisions, mut turns) = (Instant::now(), Share::default(), 0.0, 0.0);
    for (i, (id, _)) in hall.decks.iter().enumerate() {
        let plan = SeriesPlan { games: each, seed: seed.part(i as u64), turns: TURNS, threads };
        let player = |index: u64, seat: u8| -> Box<dyn Player<G>> {
            let (kind, weights) = &players[seat as usize];
            kind.new_player(Some(weights), series::player_seed(&plan, index, seat))
        };
        let played =
            series::play(&hall.rules(make, i, i)?, 2, &plan, &Progress::default(), player)?.unwrap_or_default();
        let summary = SeriesSummary::new(&played, 2);
        let [hits, others] = [summary.wins[0].hits, summary.wins[1].hits];
        println!("{id:<24} {hits:>5} : {others}");
        won = Share { hits: won.hits + hits, of: won.of + hits + others };
        decisions += summary.decisions * each as f64;
        turns += summary.turns / hall.decks.len() as f64;
    }
    let (low, high) = won.interval();
    println!("{} wins {} of {} decided games: {:.1} %", words[0], won.hits, won.of, won.value() * 100.0);
    println!("95 % interval {:.1} % to {:.1} %", low * 100.0, high * 100.0);
    let (spent, played) = (begun.elapsed().as_secs_f64(), each as f64 * hall.decks.len() as f64);
    println!("{turns:.1} turns and {:.0} decisions a game", decisions / played);
    println!("{spent:.0} s, {:.2} ms a decision, {:.1} games a second", spent * 1000.0 / decisions, played / spent);
    Ok(())
}
