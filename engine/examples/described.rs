//! Whole random games of the described games in a folder, with their set-up: what a decision takes.
//!
//! ```text
//! cargo run --release -p engine --example described -- examples hearts:4 crazy-eights:3 leduc-poker:2
//! ```
//!
//! Prints a line for each game: nanoseconds a decision with two options or more, the best of several rounds.
//! `scripts/openspiel-speed.py` compares with OpenSpiel.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use catalog::Source;
use engine::described::{self, Described};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::player::Player;
use engine::kernel::rules::NullSink;
use engine::players::Random;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

/// Whatever goes wrong, in words.
type Fault = Box<dyn Error + Send + Sync>;

/// Rounds of a game, and decisions of a round.
const ROUNDS: u64 = 15;
const DECISIONS: u64 = 100_000;

fn rules(folder: &str, id: &str, seats: usize) -> Result<Described<1>, Fault> {
    let mut source = Source::default();
    source.add_folder(folder.as_ref()).map_err(|e| format!("{folder}: {e:?}"))?;
    let game = Arc::new(catalog::load::game(&source, id).map_err(|p| format!("{p:?}"))?);
    let library = GameLibrary::load(&source, game.clone()).map_err(|p| format!("{p:?}"))?;
    let format = library.format(&game.default_format).ok_or("no default format")?;
    let decks = library.decks.iter().filter_map(|(_, d)| LegalDeck::check(&game, format, d.clone(), None).ok());
    let decks: Vec<LegalDeck> = decks.take(seats).collect();
    let program = described::program(&game).ok_or("no play.toml")?.map_err(|p| format!("{p:?}"))?;
    Ok(Described::new(&game, program, &decks.iter().collect::<Vec<_>>(), seats).map_err(|e| e.to_string())?)
}

/// Nanoseconds a decision.
fn round(rules: &Described<1>, seats: usize, number: u64) -> Result<f64, Fault> {
    let mut random: Vec<Random> =
        (0..seats as u64).map(|seat| Random::new(Seed::from_number(number).part(seat))).collect();
    let mut legal = Vec::new();
    let (mut decisions, mut games, start) = (0, 0, Instant::now());
    while decisions < DECISIONS {
        let mut players: Vec<&mut dyn Player<_>> = random.iter_mut().map(|p| p as &mut dyn Player<_>).collect();
        let params = GameParams { seed: Seed::from_number(number).part(games), first: None, max_turns: 2_000 };
        let state = engine::kernel::rules::Rules::start(rules, params.seed, params.first, &mut NullSink);
        let played = game_loop::play_from(rules, state, &mut players, params.max_turns, &mut NullSink, &mut legal)?;
        (decisions, games) = (decisions + played.decisions, games + 1);
    }
    Ok(start.elapsed().as_nanos() as f64 / decisions as f64)
}

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, games @ ..] = &arguments[..] else { return Err("write a folder, and GAME:SEATS".into()) };
    for game in games {
        let (id, seats) = game.split_once(':').ok_or("write GAME:SEATS")?;
        let seats = seats.parse()?;
        let rules = rules(folder, id, seats)?;
        let rounds: Vec<f64> = (0..ROUNDS).map(|n| round(&rules, seats, n)).collect::<Result<_, _>>()?;
        println!("{id} {:.0}", rounds.into_iter().fold(f64::INFINITY, f64::min));
    }
    Ok(())
}
