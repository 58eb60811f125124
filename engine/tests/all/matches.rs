//! Matches: players, series, records, and games that a person can read.
//!
//! A playthrough that changes is explained in the commit; `DECKLOOM_WRITE_PLAYTHROUGHS=1 cargo test -p engine --test all
//! matches` writes them anew.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use catalog::{GameData, Source};
use engine::games::chronx::{Duel, Options};
use engine::games::{afrika, chronx};
use engine::kernel::outcome::EndReason;
use engine::kernel::parallel::Progress;
use engine::kernel::record::{Record, Replay, ReplayMismatch};
use engine::kernel::rules::Rules;
use engine::kernel::series::{GameResult, SeriesPlan, SeriesSummary, match_wins};
use engine::players::PlayerKind;
use engine::registry;
use engine::session::SeriesSetup;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

struct Table {
    source: Source,
    game: Arc<GameData>,
    decks: Vec<(String, LegalDeck)>,
}

fn table() -> Table {
    table_of("chronx")
}

fn table_of(game: &str) -> Table {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, game).expect("the game loads"));
    let game_library = GameLibrary::load(&source, game.clone()).expect("the book loads");
    let legal = |deck: &formats::Deck| {
        let format = game_library.format(&deck.format).expect("the format is there");
        LegalDeck::check(&game, format, deck.clone(), None).expect("starters are legal")
    };
    let decks = game_library.decks.iter().map(|(id, deck)| (id.clone(), legal(deck))).collect();
    Table { source, game, decks }
}

impl Table {
    fn deck(&self, id: &str) -> &LegalDeck {
        &self.decks.iter().find(|(d, _)| d == id).expect("the deck is there").1
    }

    fn play(&self, decks: [&str; 2], setup: &SeriesSetup) -> Vec<GameResult> {
        let decks = decks.map(|d| self.deck(d));
        let played = engine::session::play(&self.source, &self.game, &decks, setup, &Progress::default());
        played.expect("it can be played").expect("nobody stopped it")
    }

    fn record(&self, decks: [&str; 2], setup: &SeriesSetup) -> Record {
        let decks = decks.map(|d| self.deck(d));
        engine::session::play_with_transcript(&self.source, &self.game, &decks, setup, 0, None)
            .expect("it can be played")
            .record
    }
}

fn setup(players: [PlayerKind; 2], games: u64, seed: u64, threads: usize) -> SeriesSetup {
    let players = players.map(|p| (p, String::new())).to_vec();
    let plan = SeriesPlan { games, seed: Seed::from_number(seed), turns: 200, threads };
    SeriesSetup { format: String::new(), options: Vec::new(), players, plan }
}

#[test]
fn greedy_beats_random_in_mirrored_games() {
    let table = table();
    let starters: Vec<&str> = table.decks.iter().map(|(id, _)| id.as_str()).collect();
    let each = 400 / starters.len() as u64;
    let mut won = 0;
    for (i, deck) in starters.iter().enumerate() {
        let setup = setup([PlayerKind::Greedy, PlayerKind::Random], each, i as u64, 0);
        let summary = SeriesSummary::new(&table.play([deck, deck], &setup), 2);
        assert_eq!(summary.stopped.hits, 0, "{deck}: every game ends");
        won += summary.wins[0].hits;
    }
    assert!(won * 100 >= 80 * 400, "greedy won {won} of 400");
}

#[test]
fn a_series_does_not_depend_on_threads() {
    let table = table();
    let run = |threads| {
        table.play(["cfa", "ghost-lattice"], &setup([PlayerKind::Greedy, PlayerKind::Random], 24, 5, threads))
    };
    let one = run(1);
    assert_eq!(one, run(2));
    assert_eq!(one, run(5));
    assert!(one.iter().enumerate().all(|(i, game)| game.first == (i % 2) as u8), "the seats begin in turn");
}

fn ended(winners: u8, team: bool) -> GameResult {
    let outcome = engine::kernel::outcome::Outcome { winners, reason: EndReason::LastStanding, team };
    GameResult { first: 0, outcome, turns: 1, decisions: 1 }
}

#[test]
fn af_162_163_the_loser_of_a_game_chooses_who_goes_first_in_the_next_one_of_the_match() {
    let table = table_of("afrika");
    let decks = ["savanna-crown", "tide-and-feather"].map(|deck| table.deck(deck));
    let run = |first_player: Option<&str>, threads| {
        let mut setup = setup([PlayerKind::Greedy, PlayerKind::Passive], 7, 4, threads);
        setup.options.extend(first_player.map(|value| ("first_player".to_owned(), value.to_owned())));
        let progress = Progress::default();
        let played = engine::session::play_matches(&table.source, &table.game, &decks, &setup, 3, &progress);
        played.expect("it can be played").expect("nobody stopped it")
    };
    let played = run(Some("toss"), 1);
    assert!(played.iter().all(|game| game.outcome.loser(2) == Some(1)), "whoever does nothing loses");
    // The seats begin the matches in turn. Then the loser is asked, who would rather go first.
    assert_eq!(played.iter().map(|game| game.first).collect::<Vec<_>>(), [0, 1, 1, 1, 1, 1, 0]);
    assert_eq!(played, run(Some("toss"), 3));
    // Where chance decides, nobody is asked: the seats begin in turn, as in any series.
    for by_chance in [run(None, 1), run(Some("random"), 1)] {
        assert_eq!(by_chance.iter().map(|game| game.first).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1, 0]);
    }
}

#[test]
fn nobody_is_the_loser_of_a_drawn_game_or_among_several_losers() {
    let loser = |winners, seats| ended(winners, false).outcome.loser(seats);
    assert_eq!([loser(0b01, 2), loser(0b10, 2), loser(0b011, 3)], [Some(1), Some(0), Some(2)]);
    assert_eq!([loser(0b00, 2), loser(0b11, 2), loser(0b001, 3), loser(0b1, 1)], [None; 4]);
}

#[test]
fn matches_are_won_by_the_majority() {
    let games = [1, 1, 2, 2, 1, 2, 1, 2, 3].map(|winners| ended(winners, false));
    assert_eq!(match_wins(&games, 2, 3), (vec![1, 1], 1));
}

#[test]
fn a_team_wins_for_all_its_seats_and_those_who_share_a_win_do_not() {
    let teams = [0b0101, 0b1010, 0b0101, 0b1010, 0b1111, 0b0101].map(|w| ended(w, w != 0b1111));
    let summary = SeriesSummary::new(&teams, 4);
    let wins: Vec<u64> = summary.wins.iter().map(|w| w.hits).collect();
    assert_eq!((wins, summary.draws.hits, summary.first.hits), (vec![3, 2, 3, 2], 1, 3));
    assert_eq!(match_wins(&teams, 4, 3), (vec![1, 0, 1, 0], 1));
    let shared = [0b0101, 0b0101].map(|w| ended(w, false));
    assert_eq!((SeriesSummary::new(&shared, 4).draws.hits, match_wins(&shared, 4, 1)), (2, (vec![0; 4], 2)));
}

#[test]
fn a_record_is_the_game_and_a_changed_one_is_not() {
    let table = table();
    let record = table.record(["red-claw", "corporate"], &setup([PlayerKind::Greedy, PlayerKind::Random], 1, 9, 1));
    let again = |record: &Record| {
        let kept = serde_json::to_string(record).expect("it can be written");
        let read: Record = serde_json::from_str(&kept).expect("it can be read");
        let game_library = GameLibrary::load(&table.source, table.game.clone()).expect("the game loads");
        let format = game_library.format("constructed").expect("the format is there");
        engine::session::replay(&table.game, format, &read, None, None)
    };
    again(&record).expect("it comes out as recorded");
    assert!(record.log.digests.len() > 4 && !record.log.chance.is_empty());

    let mut other_chance = record.clone();
    other_chance.log.chance[3] ^= 1;
    assert!(matches!(again(&other_chance), Err(registry::MatchError::Differs(ReplayMismatch::Chance { at: 4, .. }))));
    let mut other_position = record.clone();
    other_position.log.digests[2].1 = "0000000000000000".into();
    assert!(matches!(again(&other_position), Err(registry::MatchError::Differs(ReplayMismatch::Position { .. }))));
    let mut shorter = record.clone();
    shorter.log.actions.pop();
    assert!(matches!(again(&shorter), Err(registry::MatchError::Differs(ReplayMismatch::Length { .. }))));
    let mut other_data = record.clone();
    other_data.data = "f".repeat(64);
    again(&other_data).expect("what changed in the data has nothing to do with it");
    other_data.log.chance[3] ^= 1;
    let refused = again(&other_data).expect_err("it comes out otherwise").to_string();
    assert!(refused.contains("made with other data of Chron X: ffffffffffff… then"), "{refused}");
}

#[test]
fn a_card_that_cannot_be_played_is_refused_by_name() {
    let table = table();
    let text = table.source.file("chronx/sets/second-edition.toml").expect("the set is there").text.to_string();
    // A program without any ability says nothing that happens when it is played.
    let start = text.find("name = \"Deep Query\"").expect("the card is there");
    let ability = start + text[start..].find("[[card.ability]]").expect("it has an ability");
    let end = ability + text[ability..].find("[[card]]").expect("more cards follow");
    let silent = format!("{}text = \"Think.\"\n\n{}", &text[..ability], &text[end..]);
    let mut files: Vec<(String, String)> = vec![("sets/second-edition.toml".into(), silent)];
    files.push(("game.toml".into(), table.source.file("chronx/game.toml").expect("there").text.to_string()));
    let game = Arc::new(catalog::load::game(&Source::from_texts("chronx", files), "chronx").expect("it loads"));
    let decks = [table.deck("corporate"), table.deck("corporate")];
    let refused = Duel::new(&game, &decks, Options::default()).expect_err("it is refused").to_string();
    assert!(refused.contains("Deep Query: it says nothing that happens"), "{refused}");
}

/// A game as text: its events, and the board before each turn.
fn playthrough<G: Rules>(rules: &G, record: &Record, head: &str) -> String {
    let start = Seed::from_hex(&record.seed).expect("a seed");
    let mut replay = Replay::new(rules, start, record.first, record.turns, &record.log);
    let mut text = format!("{head}\n");
    let (mut told, mut turn) = (0, 0);
    loop {
        for (event, _) in &replay.events()[told..] {
            let line = rules.event_text(*event);
            let indent = if line.starts_with("Turn ") { "\n" } else { "  " };
            let _ = writeln!(text, "{indent}{line}");
        }
        told = replay.events().len();
        if rules.turn(&replay.state) != turn {
            turn = rules.turn(&replay.state);
            for line in rules.board_text(&replay.state, None).lines().skip(1) {
                let _ = writeln!(text, "    | {line}");
            }
        }
        if !replay.step().expect("it comes out as recorded") {
            break;
        }
    }
    let outcome = rules.outcome(&replay.state).expect("it is over");
    let _ = writeln!(text, "\n{}", rules.outcome_text(outcome));
    text
}

/// Plays these games, and compares each with its text: a name, two decks, two players, a seed.
fn compare<G: Rules>(table: &Table, games: &[(&str, [&str; 2], [&str; 2], u64)], rules: impl Fn([&LegalDeck; 2]) -> G) {
    for (name, decks, players, seed) in games {
        let kinds = players.map(|p| p.parse().expect("a kind of player"));
        let record = table.record(*decks, &setup(kinds, 1, *seed, 1));
        let ([one, two], [a, b]) = (decks, players);
        let head = format!("{one} ({a}) against {two} ({b}), seed {seed}");
        let text = playthrough(&rules(decks.map(|d| table.deck(d))), &record, &head);
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{name}.txt"));
        if std::env::var_os("DECKLOOM_WRITE_PLAYTHROUGHS").is_some() {
            std::fs::write(&path, &text).expect("it can be written");
        }
        let kept = std::fs::read_to_string(&path).expect("the playthrough is there");
        assert!(kept == text, "{name} is another game now; see the head of this file");
    }
}

#[test]
fn playthroughs_of_chronx_are_as_they_were() {
    let table = table();
    let games = [
        ("first-game", ["corporate", "american-union"], ["greedy", "greedy"], 1),
        ("claw-and-tide", ["red-claw", "cfa"], ["greedy", "greedy"], 2),
        ("ghosts", ["closed-archive", "velvet-ballot"], ["greedy", "greedy"], 3),
        ("chaos", ["drone-dividend", "ghost-lattice"], ["random", "random"], 4),
    ];
    let game = |decks: [&LegalDeck; 2]| chronx::Duel::new(&table.game, &decks, chronx::Options::default());
    compare(&table, &games, |decks| game(decks).expect("it can be played"));
}

#[test]
fn playthroughs_of_afrika_are_as_they_were() {
    let table = table_of("afrika");
    let games = [
        ("flint-and-feather", ["hammer-and-flint", "tide-and-feather"], ["greedy", "greedy"], 1),
        ("crown-and-wake", ["savanna-crown", "nine-nights-wake"], ["greedy", "random"], 2),
    ];
    let game = |decks: [&LegalDeck; 2]| afrika::Duel::new(&table.game, &decks, afrika::Options::default());
    compare(&table, &games, |decks| game(decks).expect("it can be played"));
}
