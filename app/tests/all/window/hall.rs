//! The lobby of matches: whom one plays with which deck, the first match of a newcomer, the record, and the options.

use deckloom::saved_match::{MatchPlayer, MatchResult, MatchStats};

use super::*;

fn hall(window: &mut Window, message: lobby::Message) {
    drop(window.update(Message::Play(play::Message::Lobby(message))));
}

#[test]
fn play_begins_a_match_against_the_chosen_opponent_with_the_chosen_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), playing("chronx", None));
    assert!(shows(&window, "American Union") && shows(&window, "Opponent"));
    act(&mut window, |ui| ui.click("Nora").map(drop));
    hall(&mut window, lobby::Message::OwnDeckChosen(2));
    let names = |window: &Window| -> Vec<String> {
        let start = &window.table().expect("a match").saved().start;
        start.decks.iter().map(|brought| brought.deck.name.clone()).collect()
    };
    press(&mut window, Named::Enter);
    let first = names(&window);
    let start = &window.table().expect("a match").saved().start;
    assert_eq!(start.seats, [MatchPlayer::Person("You".into()), MatchPlayer::Bot("normal".into())]);
    assert!(first[0] != "American Union" && first[0] != first[1], "{first:?}");
    drop(window.update(Message::Play(play::Message::Table(table::Message::Closed))));
    // The same by keys: the next opponent, and the deck before.
    press(&mut window, Named::ArrowRight);
    press(&mut window, Named::ArrowUp);
    press(&mut window, Named::Enter);
    let second = names(&window);
    let start = &window.table().expect("a match").saved().start;
    assert_eq!(start.seats[1], MatchPlayer::Bot("hard".into()));
    assert!(second[0] != first[0] && second[0] != second[1], "{second:?}");
}

#[test]
fn who_is_new_is_offered_a_first_match_before_anything_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library.db");
    let mut window = open(&path, playing("chrononauts", Some("artifaxx")));
    drop(window.update(Message::Play(play::Message::Table(table::Message::Closed))));
    assert!(shows(&window, "Your first match, with tips"), "a match that goes on is none that is over");
    act(&mut window, |ui| ui.click("Start first match  (H)").map(drop));
    assert!(window.table().expect("a match").saved().name.starts_with("First match"));
    drop(window);
    drop(by_keys_in(folder, "chrononauts", "artifaxx"));
}

#[test]
fn a_tip_points_at_what_it_means_and_is_over_when_that_was_done() {
    for (game, least) in [("chronx", 3), ("afrika", 3), ("chrononauts", 1)] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = open(&folder.path().join("library.db"), playing(game, None));
        hall(&mut window, lobby::Message::LessonBegun);
        let mut sitting = Sitting { folder, window, game };
        let (mut pointed, mut told) = (0, Vec::new());
        for _ in 0..60 {
            sitting.let_others_play();
            if sitting.actor().is_none() {
                break;
            }
            let tip = sitting.table().hint_shown();
            told.extend(tip.clone().filter(|tip| !told.contains(tip)));
            let meant = sitting
                .sight()
                .actions
                .iter()
                .find(|act| act.targets.first().is_some_and(|spot| sitting.table().tip_points_at(*spot)));
            let words = match (meant.map(|act| act.notation.clone()), &tip) {
                (Some(words), Some(_)) => {
                    pointed += 1;
                    words
                }
                (meant, _) => {
                    assert!(meant.is_none(), "{game}: nothing is pointed at without a tip");
                    sitting.plan()
                }
            };
            sitting.choose(&words);
            let next = sitting.table().hint_shown();
            assert!(next.is_none() || !told.is_empty());
        }
        assert!(pointed >= least && told.len() > 2, "{game}: {pointed} pointed at, told {told:?}");
    }
}

#[test]
fn tips_go_on_where_a_first_match_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), playing("chronx", None));
    hall(&mut window, lobby::Message::LessonBegun);
    let mut sitting = Sitting { folder, window, game: "chronx" };
    let (mut told, mut gone_on) = (Vec::new(), 0);
    for _ in 0..12 {
        sitting.let_others_play();
        let tip = sitting.table().hint_shown();
        told.extend(tip.clone());
        let id = sitting.table().saved().id.expect("it is kept");
        sitting.say(table::Message::Closed);
        hall(&mut sitting.window, lobby::Message::Opened(id));
        sitting.let_others_play();
        assert_eq!(sitting.table().hint_shown(), tip);
        gone_on += usize::from(tip.is_some());
        let words = sitting.plan();
        sitting.choose(&words);
    }
    assert!(gone_on > 2 && told.len() > 2, "{told:?}");
}

/// A match to its end in a library that is there already; then the lobby.
fn by_keys_in(folder: tempfile::TempDir, game: &'static str, format: &str) -> Sitting {
    let window = open(&folder.path().join("library.db"), playing(game, Some(format)));
    let mut sitting = Sitting { folder, window, game };
    sitting.let_others_play();
    while sitting.actor().is_some() {
        let words = sitting.plan();
        sitting.do_by_keys(&words);
        sitting.let_others_play();
    }
    sitting.say(table::Message::Closed);
    assert!(!shows(&sitting.window, "Your first match") && shows(&sitting.window, "First match, with tips"));
    sitting
}

#[test]
fn a_finished_match_is_in_the_record_until_it_is_taken_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library.db");
    let window = open(&path, playing("chrononauts", None));
    assert!(shows(&window, "Finish a match to see your wins and losses here"));
    drop(window);
    let mut sitting = by_keys_in(folder, "chrononauts", "artifaxx");
    let listed = |sitting: &Sitting| {
        let desk = desk(&sitting.folder.path().join("library.db"));
        saved_match::match_summaries(&desk.library, sitting.game).expect("matches")
    };
    let kept = listed(&sitting);
    let outcome = kept[0].outcome.expect("it is over");
    let stats = MatchStats::count(&kept);
    let won = MatchResult::for_seat(&outcome, 0) == MatchResult::Won;
    assert_eq!((stats.all.matches(), stats.all.won), (1, u32::from(won)));
    assert_eq!((stats.decks.len(), stats.opponents[0].0.as_str()), (1, "greedy"));
    assert!(shows(&sitting.window, "won of 1 match") && shows(&sitting.window, "Quinn · Beginner"));
    assert!(shows(&sitting.window, if won { "Won" } else { "Lost" }) && shows(&sitting.window, "Finished"));
    // It is looked at, its end is taken back and done again.
    sitting.typed("1");
    sitting.typed("u");
    assert_eq!(listed(&sitting)[0].outcome, None, "it goes on");
    while sitting.table().saved().can_redo() {
        drop(sitting.window.update(Message::Key(key("y", true))));
    }
    assert_eq!(listed(&sitting)[0].outcome, Some(outcome));
    assert!(listed(&sitting)[0].turn.is_some_and(|turn| turn >= 1));
}

#[test]
fn what_few_people_need_waits_behind_one_word() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), playing("chrononauts", None));
    assert!(!shows(&window, "Players") && !shows(&window, "Watch a recording") && !shows(&window, "Seat 1"));
    act(&mut window, |ui| ui.click("More options").map(drop));
    for shown in ["Players", "Seat 1", "Seats", "Rules", "Watch a recording", "Browse…"] {
        assert!(shows(&window, shown), "{shown}");
    }
    hall(&mut window, lobby::Message::SeatsChanged(3));
    hall(&mut window, lobby::Message::SeatTaken(2, lobby::MatchSeatKind::Bot("random")));
    assert!(shows(&window, "Seat 3") && shows(&window, "The seats are set up one by one"));
    press(&mut window, Named::Enter);
    let start = &window.table().expect("a match").saved().start;
    let kinds = ["greedy", "random"].map(|kind| MatchPlayer::Bot(kind.into()));
    assert_eq!((start.seats.len(), &start.seats[1..]), (3, &kinds[..]));
}
