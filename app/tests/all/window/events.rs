//! The Events screen: an evening of 22 from the list to the prizes, results by keys, a correction with what moves.

use deckloom::screen::events::{self, dashboard};
use iced::keyboard::key::Named;

use super::*;
use deckloom::saved_event::SavedEvent;

const NAMES: &str = "Ada, Ben, Cleo, Dov, Eve, Finn, Gil, Hana, Ines, Jo, Kai, Lea, Mo, Nia, Ola, Pia, Quin, Ravi, Sol, Tess, Uma, Vito";

fn tell(window: &mut Window, message: dashboard::Message) {
    drop(window.update(Message::Events(events::Message::Dashboard(message))));
}

fn room(window: &Window, game: &str) -> SavedEvent {
    let streams = window.library().streams(StreamKind::Event, game).expect("lists");
    SavedEvent::open(window.library(), streams[0].id).expect("opens")
}

#[test]
fn an_evening_of_22_runs_in_the_window_from_the_list_to_the_prizes() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { seed: Some(5), ..on("afrika", ScreenName::Events) });
    let hall = |message| Message::Events(events::Message::Lobby(message));
    drop(window.update(hall(events::lobby::Message::NameTyped("Friday".into()))));
    drop(window.update(hall(events::lobby::Message::FormatChosen("cosmic-draft".into()))));
    act(&mut window, |ui| ui.click("Create event").map(drop));
    // The players come out of a table, late ones by name.
    let csv = folder.path().join("players.csv");
    std::fs::write(&csv, NAMES.replace(", ", "\n")).expect("written");
    tell(&mut window, dashboard::Message::NewcomerTyped(csv.display().to_string()));
    act(&mut window, |ui| ui.click("Add player").map(drop));
    assert_eq!(room(&window, "afrika").event.players.len(), 22);
    assert!(shows(&window, "8 + 7 + 7") && shows(&window, "66 × "));
    act(&mut window, |ui| ui.click("Draw seats  (P)").map(drop));
    assert_eq!(room(&window, "afrika").event.pods.iter().map(Vec::len).collect::<Vec<_>>(), [8, 7, 7]);
    assert!(shows(&window, "Pod 3"));
    for round in 1..=3 {
        type_key(&mut window, "p");
        assert_eq!(room(&window, "afrika").event.round(), round);
        type_key(&mut window, "c");
        press(&mut window, Named::Space);
        assert!(room(&window, "afrika").event.rounds[round as usize - 1].clock.since.is_some());
        type_key(&mut window, "c");
        // Ten tables and two byes: each key is a result, and the next open table is chosen.
        for table in 0..10 {
            type_key(&mut window, ["1", "2", "3", "4", "5"][table % 5]);
        }
        assert!(room(&window, "afrika").event.waiting().is_empty(), "round {round}");
    }
    assert!(room(&window, "afrika").event.is_over());
    // A result of round 1 was another one: what moves is shown, and nothing is changed before yes.
    tell(&mut window, dashboard::Message::RoundChosen(0));
    let before = room(&window, "afrika").event.rounds[0].matches[0].score;
    let key = if before.and_then(|s| s.winner()) == Some(0) { "4" } else { "1" };
    type_key(&mut window, key);
    assert!(shows(&window, "Effect of this change"));
    assert_eq!(room(&window, "afrika").event.rounds[0].matches[0].score, before);
    press(&mut window, Named::Escape);
    assert!(!shows(&window, "Effect of this change"));
    type_key(&mut window, key);
    press(&mut window, Named::Enter);
    assert_ne!(room(&window, "afrika").event.rounds[0].matches[0].score, before);
    tell(&mut window, dashboard::Message::Shown(dashboard::EventTab::Standings));
    assert!(shows(&window, "OMW%") && shows(&window, "is before"));
    tell(&mut window, dashboard::Message::Shown(dashboard::EventTab::Report));
    tell(&mut window, dashboard::Message::PrizesTyped("1 a box; 2-4 three packs".into()));
    act(&mut window, |ui| ui.click("Set").map(drop));
    assert!(shows(&window, "a box") && shows(&window, "three packs"));
    tell(&mut window, dashboard::Message::FolderTyped(folder.path().display().to_string()));
    act_and_wait(&mut window, |ui| ui.click("Export report").map(drop));
    assert!(folder.path().join("Friday report.html").is_file() && folder.path().join("Friday standings.csv").is_file());
    // Everything is there after a restart.
    drop(window);
    let window = open(&library, Opening { event: Some("Friday".into()), ..on("afrika", ScreenName::Events) });
    assert!(shows(&window, "a box") && shows(&window, "Final standings"));
}

#[test]
fn a_league_has_no_rounds_to_pair_and_an_empty_event_says_what_comes_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, on("chronx", ScreenName::Events));
    assert!(shows(&window, "Pair and play"));
    act(&mut window, |ui| ui.click("Create event").map(drop));
    assert!(shows(&window, "No players yet"));
    tell(&mut window, dashboard::Message::Shown(dashboard::EventTab::Rounds));
    assert!(shows(&window, "No round yet"));
    tell(&mut window, dashboard::Message::NewcomerTyped("Ann, Bob, ann".into()));
    tell(&mut window, dashboard::Message::Entered);
    assert!(shows(&window, "is here already"), "all come in or none");
    press(&mut window, Named::Escape);
    assert!(shows(&window, "no players yet"));
}

#[test]
fn a_player_at_the_desk_registers_a_deck_that_is_looked_at() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { seed: Some(2), ..on("chronx", ScreenName::Events) });
    act(&mut window, |ui| ui.click("Create event").map(drop));
    tell(&mut window, dashboard::Message::NewcomerTyped("Anm, Bob".into()));
    tell(&mut window, dashboard::Message::Entered);
    let person = |message| dashboard::Message::PlayerPanel(message);
    act(&mut window, |ui| ui.click("Anm").map(drop));
    tell(&mut window, person(dashboard::player_panel::Message::NameTyped("Ann".into())));
    act(&mut window, |ui| ui.click("Rename").map(drop));
    assert!(shows(&window, "No deck is registered"));
    // A deck that is not legal is refused with its reason, and so is one that nobody knows.
    for (deck, why) in
        [("nowhere.txt", "No file or deck “nowhere.txt”"), ("broken.txt", "Not legal in"), ("corporate", "")]
    {
        let path = folder.path().join(deck);
        if deck == "broken.txt" {
            std::fs::write(&path, "3 Union Quartermaster\n").expect("written");
        }
        let text = if path.is_file() { path.display().to_string() } else { deck.to_owned() };
        tell(&mut window, person(dashboard::player_panel::Message::DeckTyped(text)));
        act(&mut window, |ui| ui.click("Register").map(drop));
        let said = if why.is_empty() { "is registered" } else { why };
        assert!(shows(&window, said), "{deck}");
    }
    press(&mut window, Named::Escape);
    act(&mut window, |ui| ui.click("Random deck check").map(drop));
    assert!(shows(&window, "deck check due"));
    act(&mut window, |ui| ui.click("Ann").map(drop));
    assert!(shows(&window, "Selected for a deck check"));
    tell(&mut window, person(dashboard::player_panel::Message::FaultTyped("59 cards".into())));
    act(&mut window, |ui| ui.click("Record check").map(drop));
    assert!(shows(&window, "Checked: 59 cards"));
    let ann = room(&window, "chronx").event.find("Ann").expect("is here");
    let kind = room(&window, "chronx").event.start.rules.penalties[0].id.clone();
    tell(&mut window, dashboard::Message::Punished(ann, kind));
    act(&mut window, |ui| ui.click("Undo").map(drop));
    assert!(shows(&window, "undone") && room(&window, "chronx").event.penalties[0].pardoned);
    tell(&mut window, dashboard::Message::Shown(dashboard::EventTab::Log));
    for words in [
        "Name corrected: Ann.",
        "Ann registered “",
        "Ann's deck was checked: 59 cards.",
        "A penalty for Ann was withdrawn.",
    ] {
        assert!(shows(&window, words), "{words}");
    }
}
