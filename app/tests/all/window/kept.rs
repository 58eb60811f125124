//! Matches from elsewhere and from before: what is kept of them, and how they go on.

use super::driven::tell_and_wait;
use super::*;

#[test]
fn a_match_that_cannot_be_gone_on_with_says_why() {
    let sitting = by_keys("chronx", "constructed", 4);
    let Sitting { folder, window, game } = sitting;
    drop(window);
    let path = folder.path().join("library.db");
    {
        let mut desk = desk(&path);
        let kept = saved_match::match_summaries(&desk.library, game).expect("matches");
        let StreamId(id) = kept[0].heading.id;
        let wrong = serde_json::json!({ "did": { "seat": 0, "words": "fly away", "digest": "0" } });
        desk.library.append(StreamId(id), kept[0].actions, &wrong, None).expect("written");
    }
    let mut window = open(&path, playing(game, None));
    type_key(&mut window, "1");
    assert!(window.table().is_none());
    assert!(shows(&window, "leads to another position"), "it says what is wrong");
}

#[test]
fn a_pool_and_a_deck_are_played_from_where_they_are_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("library.db");
    let opening = Opening {
        limited: Some("unleashed-armada".into()),
        picks: 6,
        seed: Some(5),
        ..on("afrika", ScreenName::Limited)
    };
    let mut window = open(&path, opening);
    act(&mut window, |ui| ui.click("Play deck").map(drop));
    assert!(shows(&window, "This deck is not legal yet"), "no other deck takes its place");
    press(&mut window, Named::Enter);
    act(&mut window, |ui| ui.click("Use this deck").map(drop));
    act(&mut window, |ui| ui.click("Play deck").map(drop));
    assert!(shows(&window, "Opponent") && shows(&window, "Unleashed Armada"));
    press(&mut window, Named::Enter);
    let room = window.table().expect("a match of decks out of the pool").saved();
    assert_eq!(room.start.format, "unleashed-armada");
    assert!(room.start.decks.iter().all(|brought| brought.pool.as_ref().is_some_and(|pool| !pool.is_empty())));
    let digest = room.session.digest();
    // It is taken up again: the decks are checked against their pools anew.
    let again = desk(&path);
    let game_library = again.game_library("afrika").expect("the game");
    let kept = saved_match::match_summaries(&again.library, "afrika").expect("matches");
    let opened = SavedMatch::open(&again.library, &again.source, game_library, kept[0].heading.id).expect("opens");
    assert_eq!(opened.session.digest(), digest);
    let mut window = open(&path, beside_deck(""));
    act(&mut window, |ui| ui.click("Decks").map(drop));
    act(&mut window, |ui| ui.click("Play deck").map(drop));
    assert!(shows(&window, "Opponent"));
    press(&mut window, Named::Enter);
    let room = window.table().expect("a match of the open deck").saved();
    assert_eq!(room.start.decks[0].deck.name, "Corporate");
}

#[test]
fn a_series_of_the_lab_is_watched() {
    use deckloom::screen::lab::{self, question};
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Lab));
    act(&mut window, |ui| ui.click("Series").map(drop));
    let tell = |message| Message::Lab(lab::Message::Question(message));
    tell_and_wait(&mut window, tell(question::Message::GamesTyped("20".to_owned())));
    tell_and_wait(&mut window, tell(question::Message::Asked));
    // What is asked next does not change whose games are watched.
    act(&mut window, |ui| ui.click("Opening hands").map(drop));
    drop(window.update(Message::Lab(lab::Message::Answer(lab::answer::Message::Watched))));
    let table = window.table().expect("the match");
    assert!(table.saved().human_seats().next().is_none(), "bots only");
    assert_eq!(table.saved().start.seats.len(), 2);
}

#[test]
fn past_runs_of_the_lab_open_again_and_are_compared() {
    use deckloom::screen::lab::{self, answer, question};
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Lab));
    act(&mut window, |ui| ui.click("Opening hands").map(drop));
    let ask = |window: &mut Window, seed: &str| {
        let tell = |message| Message::Lab(lab::Message::Question(message));
        tell_and_wait(window, tell(question::Message::GamesTyped("200".to_owned())));
        tell_and_wait(window, tell(question::Message::SeedTyped(seed.to_owned())));
        tell_and_wait(window, tell(question::Message::Asked));
    };
    ask(&mut window, "1");
    assert!(shows(&window, "Past runs"));
    ask(&mut window, "2");
    let kept = lab::past::list(&folder.path().join("lab"));
    assert_eq!(kept.len(), 2);
    let seed = |run: &lab::past::PastRun| {
        let text = std::fs::read_to_string(&run.file).expect("reads");
        serde_json::from_str::<serde_json::Value>(&text).expect("JSON")["found"]["plan"]["seed"].as_u64()
    };
    let file = |of: u64| kept.iter().find(|run| seed(run) == Some(of)).expect("it is kept").file.clone();
    tell_and_wait(&mut window, Message::Lab(lab::Message::Opened(file(1))));
    let compared = answer::Message::ComparedWith(Some(file(2)));
    tell_and_wait(&mut window, Message::Lab(lab::Message::Answer(compared)));
    assert!(shows(&window, "other seeds"), "what differs is told, measure by measure");
}

#[test]
fn rulings_are_typed_and_those_that_nobody_knows_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window =
        open(&folder.path().join("library.db"), Opening { seed: Some(1), ..on("chronx", ScreenName::Play) });
    let begin = |window: &mut Window, rulings: &str| {
        let hall = |message| Message::Play(play::Message::Lobby(message));
        drop(window.update(hall(play::lobby::Message::OptionsTyped(rulings.to_owned()))));
        drop(window.update(hall(play::lobby::Message::Begun)));
    };
    begin(&mut window, "political");
    assert!(shows(&window, "is not a rule option"));
    begin(&mut window, "politics=3");
    assert!(window.table().is_none() && shows(&window, "politics"));
    begin(&mut window, "political_threshold_2p=15");
    let start = &window.table().expect("the match").saved().start;
    assert!(start.options.contains(&("political_threshold_2p".to_owned(), "15".to_owned())));
}

#[test]
fn who_goes_first_is_chosen_and_a_match_from_before_that_choice_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(&folder.path().join("library.db"));
    let game_library = desk.game_library("afrika").expect("the game").clone();
    let deck =
        saved_match::MatchDeck::new(&game_library, &saved_match::starter_decks(&game_library, "codex")[0].1, None);
    let people = ["Ann", "Bob"].map(|name| saved_match::MatchPlayer::Person(name.into())).to_vec();
    let asks =
        saved_match::MatchStart::new(&game_library, "codex", vec![deck.clone(), deck], people, Seed::from_number(3))
            .expect("a start");
    let choices = |room: &SavedMatch| -> Vec<String> {
        let sight = room.session.observation(room.decision_count(), room.session.actor());
        sight.actions.iter().map(|action| action.notation.clone()).collect()
    };
    let mut room =
        SavedMatch::begin(&mut desk.library, &desk.source, &game_library, "new", asks.clone()).expect("begins");
    let winner = room.session.actor().expect("somebody won the toss");
    let other = 1 - winner;
    assert_eq!(choices(&room), [winner, other].map(|seat| format!("first seat {}", seat + 1)));
    room.act(&mut desk.library, &format!("seat {} goes first", other + 1)).expect("is allowed");
    assert_eq!((room.session.actor(), &choices(&room)[0][..]), (Some(other), "keep"));
    // The choice is kept, in the library and in the record.
    let again = SavedMatch::open(&desk.library, &desk.source, &game_library, room.id.expect("is kept")).expect("opens");
    assert_eq!(again.session.digest(), room.session.digest());
    let record =
        SavedMatch::from_record(&desk.source, &game_library, &room.record(&game_library)).expect("is played again");
    assert_eq!(record.session.digest(), room.session.digest());

    // A start as it was kept before there was a choice: chance says who goes first, and hands are asked about at once.
    let mut start = serde_json::to_value(&asks).expect("JSON");
    start["options"] = serde_json::json!([]);
    let before = serde_json::from_value(start).expect("a start");
    let mut room = SavedMatch::begin(&mut desk.library, &desk.source, &game_library, "old", before).expect("begins");
    assert_eq!(choices(&room), ["keep", "mulligan"]);
    room.act(&mut desk.library, "keep").expect("is allowed");
    let again = SavedMatch::open(&desk.library, &desk.source, &game_library, room.id.expect("is kept")).expect("opens");
    assert_eq!(again.session.digest(), room.session.digest());
}

#[test]
fn what_is_promised_can_be_written_and_is_kept() {
    let mut sitting = Sitting::new("emperors-star", "day-1");
    let promise = |sitting: &Sitting| sitting.sight().actions.iter().position(|act| act.takes_text);
    while promise(&sitting).is_none() {
        sitting.let_others_play();
        let sight = sitting.sight();
        let offer = sight.actions.iter().position(|act| act.notation.starts_with("offer seat"));
        sitting.say(table::Message::Chosen(offer.unwrap_or(0)));
    }
    let (at, before) = (promise(&sitting).expect("there is one"), sitting.length());
    sitting.say(table::Message::Chosen(at));
    assert_eq!(sitting.length(), before, "first it is written");
    let asked = ui(&sitting.window).find(|c: Candidate<'_>| match c {
        Candidate::Text { content, .. } => content.contains("It is not binding").then_some(()),
        _ => None,
    });
    assert!(asked.is_ok(), "there is a field for it");
    sitting.say(table::Message::Typed(format!("one\ntwo {}", "x".repeat(300))));
    sitting.press(Named::Escape);
    assert_eq!(sitting.length(), before, "it is not done after all");
    sitting.say(table::Message::Chosen(at));
    sitting.say(table::Message::Typed("I leave 14:00 alone, \u{1b}mostly ".into()));
    sitting.press(Named::Enter);
    let words = "promise: I leave 14:00 alone, mostly";
    let done = |room: &SavedMatch| room.session.decisions().last().expect("a decision").1.clone();
    assert!(done(sitting.table().saved()).ends_with(words), "{}", done(sitting.table().saved()));
    assert!(done(&sitting.kept()).ends_with(words));
    // Without a word it is the promise of old.
    let at = promise(&sitting).expect("the other side can promise, too");
    sitting.say(table::Message::Chosen(at));
    sitting.press(Named::Enter);
    assert!(done(sitting.table().saved()).ends_with("promise"));
    let propose = sitting.sight().actions.iter().position(|act| act.notation == "propose").expect("it can be offered");
    let before = sitting.length();
    sitting.say(table::Message::Chosen(propose));
    let told = sitting.table().saved().session.event_texts(before, sitting.length(), None);
    assert!(told.iter().any(|line| line.ends_with(words)), "{told:?}");
}
