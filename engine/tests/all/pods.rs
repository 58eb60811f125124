//! What bots are worth: decks of the full bot against decks of a random picker out of the same pods.

use std::sync::Arc;

use catalog::Source;
use engine::lab::pods::{self, Meeting};
use formats::GameLibrary;
use formats::limited::drafter::{Bot, BotLevel, PickScorer};
use formats::rng::Seed;

use crate::large::cases;

/// The lower end of the 95 % interval (Wilson) of a share of `hits` of `n`.
fn at_least(hits: f64, n: f64) -> f64 {
    let (p, z) = (hits / n, 1.96);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    (p + z * z / (2.0 * n) - spread) / (1.0 + z * z / n)
}

/// The share of games that decks of the first bot win against decks of the second, who sit beside them: its lower end.
fn versus(game: &str, format: &str, bots: [Bot; 2], pods: u64) -> f64 {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, game).expect("loads"));
    let game_library = GameLibrary::load(&source, game).expect("loads");
    let format = game_library.format(format).expect("a format");
    let product = game_library.product(&format.limited.as_ref().expect("limited").product).expect("a product");
    let cards: Vec<_> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
    let scout =
        PickScorer::with_ratings(&game_library.game, Some(format), &cards, product.ratings(&game_library.game).clone());
    let meeting = Meeting::for_game(&source, &game_library);
    let table: Vec<Bot> = bots.into_iter().cycle().take(8).collect();
    let (mut halves, mut games) = (0, 0);
    for pod in 0..pods {
        let entrants =
            pods::play(&game_library, format, &scout, &table, &meeting, Seed::from_number(4000 + pod)).expect("a pod");
        for entrant in entrants.iter().filter(|e| e.bot == bots[0]) {
            (halves, games) = (halves + entrant.halves, games + entrant.games);
        }
    }
    let low = at_least(f64::from(halves) / 2.0, f64::from(games));
    let share = 50.0 * f64::from(halves) / f64::from(games);
    println!("{}: {share:.1} % of {games} games by {}, at least {:.1} %", format.name, meeting.label(), 100.0 * low);
    low
}

const FULL: Bot = Bot { level: BotLevel::Full, hate: 0 };
const RANDOM: Bot = Bot { level: BotLevel::Random, hate: 0 };

#[test]
fn decks_of_the_full_bot_spend_more_than_those_of_a_random_picker() {
    assert!(versus("afrika", "cosmic-draft", [FULL, RANDOM], cases(50, 200)) > 0.55);
}

#[test]
fn decks_of_the_full_bot_win_matches_of_chron_x_against_those_of_a_random_picker() {
    // Of fewer pods the interval is wider.
    assert!(versus("chronx", "draft", [FULL, RANDOM], cases(50, 200)) > cases(0.5, 0.55));
}
