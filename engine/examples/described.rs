//! Whole random games of the described games in a folder, with their set-up: what a decision takes.
//!
//! ```text
//! cargo run --release -p engine --example described -- examples hearts:4 crazy-eights:3 leduc-poker:2
//! cargo run --release -p engine --example described -- twins solonauts:1
//! ```
//!
//! The second one plays Artifaxx and Solonauts, or those that are named, by the rules in Rust and by those of `engine/tests/rules`. Prints a line for each game: nanoseconds a decision with two options or more, the best of several rounds.
//! `scripts/openspiel-speed.py` compares with OpenSpiel.

use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

use catalog::source::File;
use catalog::{GameData, Source};
use engine::described::{self, Described};
use engine::games::chrononauts::{Chrononauts, Options};
use engine::games::solonauts::Solonauts;
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::match_options::MatchOptions;
use engine::kernel::player::Player;
use engine::kernel::rules::{NullSink, Rules};
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

/// Prints the nanoseconds a decision of the best round.
fn measure<R: Rules>(name: &str, rules: &R, seats: usize) -> Result<(), Fault> {
    let rounds: Vec<f64> = (0..ROUNDS).map(|n| round(rules, seats, n)).collect::<Result<_, _>>()?;
    println!("{name} {:.0}", rounds.into_iter().fold(f64::INFINITY, f64::min));
    Ok(())
}

/// Nanoseconds a decision.
fn round<R: Rules>(rules: &R, seats: usize, number: u64) -> Result<f64, Fault> {
    let mut random: Vec<Random> =
        (0..seats as u64).map(|seat| Random::new(Seed::from_number(number).part(seat))).collect();
    let mut legal = Vec::new();
    let (mut decisions, mut games, start) = (0, 0, Instant::now());
    while decisions < DECISIONS {
        let mut players: Vec<&mut dyn Player<_>> = random.iter_mut().map(|p| p as &mut dyn Player<_>).collect();
        let params = GameParams { seed: Seed::from_number(number).part(games), first: None, max_turns: 2_000 };
        let state = rules.start(params.seed, params.first, &mut NullSink);
        let played = game_loop::play_from(rules, state, &mut players, params.max_turns, &mut NullSink, &mut legal)?;
        (decisions, games) = (decisions + played.decisions, games + 1);
    }
    Ok(start.elapsed().as_nanos() as f64 / decisions as f64)
}

fn measure_both(name: &str, rust: &impl Rules, data: &impl Rules, seats: usize) -> Result<(), Fault> {
    measure(&format!("{name} in Rust"), rust, seats)?;
    measure(&format!("{name} as data"), data, seats)
}

/// The same games by rules in Rust and by rules as data.
fn measure_twins(only: &[String]) -> Result<(), Fault> {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chrononauts").map_err(|p| format!("{p:?}"))?);
    let library = GameLibrary::load(&source, game.clone()).map_err(|p| format!("{p:?}"))?;
    for (id, seats) in [("artifaxx", 2), ("artifaxx", 3), ("artifaxx", 4), ("solonauts", 1)] {
        let name = format!("{id}:{seats}");
        if !only.is_empty() && !only.contains(&name) {
            continue;
        }
        let format = library.format(id).ok_or("the box has it")?;
        let mut decks = library.decks.iter().filter(|(_, deck)| deck.format == format.id);
        let deck = decks.find_map(|(_, deck)| LegalDeck::check(&game, format, deck.clone(), None).ok());
        let deck = deck.ok_or("no legal deck")?;
        let options = Options::from_pairs(&format.match_settings.options).map_err(|e| e.to_string())?;
        let file = format!("{}/tests/rules/{id}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&file)?;
        let mut as_data = GameData::clone(&game);
        as_data.play = Some(Arc::new(File { name: file, text: text.into(), added: false }));
        let as_data = Arc::new(as_data);
        let program = described::program(&as_data).ok_or("no rules")?.map_err(|p| format!("{p:?}"))?;
        if id == "solonauts" {
            let rules = Solonauts::new(&game, &[&deck], seats, options).map_err(|e| e.to_string())?;
            let data = Described::<2>::new(&as_data, program, &[&deck], seats).map_err(|e| e.to_string())?;
            measure_both(&name, &rules, &data, seats)?;
        } else {
            let rules = Chrononauts::new(&game, &[&deck], seats, options).map_err(|e| e.to_string())?;
            let data = Described::<1>::new(&as_data, program, &[&deck], seats).map_err(|e| e.to_string())?;
            measure_both(&name, &rules, &data, seats)?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, games @ ..] = &arguments[..] else { return Err("write a folder, and GAME:SEATS; or twins".into()) };
    if folder == "twins" {
        return measure_twins(games);
    }
    for game in games {
        let (id, seats) = game.split_once(':').ok_or("write GAME:SEATS")?;
        let seats = seats.parse()?;
        measure(id, &rules(folder, id, seats)?, seats)?;
    }
    Ok(())
}
