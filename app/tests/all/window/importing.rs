//! Cards of other programs, by the window.

use catalog::game::goldfish::{Mulligan, OpeningHand};
use deckloom::screen::action::Action;
use deckloom::screen::settings;
use deckloom::screen::settings::card_import::{CardImportForm, Message as AtImport, Request};
use deckloom::screen::settings::hands_and_turns::{self, HandsAndTurns, Message as AtTurns};
use iced::futures::StreamExt;
use iced_test::Simulator;
use iced_test::runtime::{self, task};

use super::driven::tell_and_wait;
use super::*;

/// Lets a part of the settings do what it asks for, and returns what it wants of its parent.
fn run<P, M: 'static, R>(part: &mut P, update: fn(&mut P, M) -> Action<M, R>, message: M) -> Option<R> {
    match update(part, message) {
        Action::Run(task) => {
            let mut stream = task::into_stream(task)?;
            let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            let mut asked = None;
            while let Some(action) = tokio.block_on(stream.next()) {
                if let runtime::Action::Output(message) = action {
                    asked = run(part, update, message).or(asked);
                }
            }
            asked
        }
        Action::Ask(request) => Some(request),
        _ => None,
    }
}

/// The game that the form wants to be shown.
fn tell(form: &mut CardImportForm, message: AtImport) -> Option<String> {
    run(form, CardImportForm::update, message).map(|Request::ShowGame(game)| game)
}

/// What a person clicks in the form.
fn clicked(form: &CardImportForm, word: &str) -> Vec<AtImport> {
    let mut ui = Simulator::with_size(window::settings(), SIZE, form.view());
    ui.click(word).unwrap_or_else(|e| panic!("{word}: {e}"));
    ui.into_messages().collect()
}

fn shows_in(form: &CardImportForm, part: &str) -> bool {
    let mut ui = Simulator::with_size(window::settings(), SIZE, form.view());
    let found = ui.find(|c: Candidate<'_>| match c {
        Candidate::Text { content, .. } if content.contains(part) => Some(()),
        _ => None,
    });
    found.is_ok()
}

#[test]
fn a_file_of_cards_becomes_a_game_by_mouse_and_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, table) = (folder.path().join("data"), folder.path().join("Lamp Light.csv"));
    std::fs::create_dir(&data).expect("made");
    let desk = || desk_with(&folder.path().join("library.db"), &[data.to_str().expect("UTF-8")]);
    let mut form = CardImportForm::default();
    form.reload(&desk(), Some(data.clone()));
    for message in clicked(&form, "Import cards…") {
        tell(&mut form, message);
    }
    tell(&mut form, AtImport::Chosen(Some(table.clone())));
    assert!(shows_in(&form, "Lamp Light.csv") && !shows_in(&form, "Formats"), "a file that is not there");
    let rows: String = (0..30).map(|n| format!("Lamp {n},Event,Common,https://pics.test/{n}.png\n")).collect();
    std::fs::write(&table, format!("Name,Type,Rarity,Image URL\n{rows}")).expect("written");
    tell(&mut form, AtImport::Chosen(Some(table)));
    for words in ["30 cards in 1 set, from a table", "Formats: Free, Draft, Sealed", "30 pictures", "no goldfish yet"] {
        assert!(shows_in(&form, words), "{words}");
    }
    assert!(std::fs::read_dir(&data).expect("there").next().is_none(), "nothing is written before it is wanted");
    let shown = clicked(&form, "Import").into_iter().find_map(|message| tell(&mut form, message));
    assert_eq!(shown.as_deref(), Some("lamp-light"));
    assert!(shows_in(&form, "Import cards…"), "the form is closed");
    // A window that was open all the while reads the game and shows it.
    let opening = Opening { language: Some(Language::English), ..on("chronx", ScreenName::Settings) };
    std::fs::rename(data.join("lamp-light"), folder.path().join("aside")).expect("moved");
    let mut window = Window::new(desk(), opening, SIZE).0;
    std::fs::rename(folder.path().join("aside"), data.join("lamp-light")).expect("moved back");
    let done = AtImport::Written(Ok("lamp-light".to_owned()));
    tell_and_wait(&mut window, Message::Settings(settings::Message::Import(done)));
    assert!(shows(&window, "Lamp light was added: 30 cards"));
    assert!(shows(&window, "Lamp 0"), "the first card is told beside the faces");
}

#[test]
fn what_no_import_made_is_not_written_over_by_the_window() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, table) = (folder.path().join("data"), folder.path().join("lamps.csv"));
    std::fs::create_dir(&data).expect("made");
    std::fs::write(&table, "Name,Type\nLamp,Event\n").expect("written");
    let desk = || desk_with(&folder.path().join("library.db"), &[data.to_str().expect("UTF-8")]);
    let mut form = CardImportForm::default();
    form.reload(&desk(), Some(data.clone()));
    tell(&mut form, AtImport::Opened);
    tell(&mut form, AtImport::Chosen(Some(table.clone())));
    assert_eq!(tell(&mut form, AtImport::Taken).as_deref(), Some("lamps"));
    let set = data.join("lamps/sets/lamps.toml");
    let text = std::fs::read_to_string(&set).expect("there");
    let (_, mine) = text.split_once('\n').expect("lines");
    std::fs::write(&set, mine).expect("written");
    form.reload(&desk(), Some(data.clone()));
    tell(&mut form, AtImport::Opened);
    tell(&mut form, AtImport::Chosen(Some(table)));
    assert!(shows_in(&form, "written by hand") && clicked(&form, "Cancel").len() == 1);
    assert!(Simulator::with_size(window::settings(), SIZE, form.view()).click("Import").is_err());
    assert_eq!(std::fs::read_to_string(&set).expect("there"), mine);
}

/// What a person clicks at the hands and turns; whether the games are then to be read again.
fn described(part: &mut HandsAndTurns, word: &str) -> bool {
    let mut ui = Simulator::with_size(window::settings(), SIZE, part.view().expect("there"));
    ui.click(word).unwrap_or_else(|e| panic!("{word}: {e}"));
    let messages: Vec<AtTurns> = ui.into_messages().collect();
    messages.into_iter().any(|message| said(part, message))
}

fn said(part: &mut HandsAndTurns, message: AtTurns) -> bool {
    matches!(run(part, HandsAndTurns::update, message), Some(hands_and_turns::Request::Reload))
}

#[test]
fn hands_and_turns_of_an_imported_game_are_described_by_mouse() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, table) = (folder.path().join("data"), folder.path().join("lamps.csv"));
    std::fs::create_dir(&data).expect("made");
    std::fs::write(&table, "Name,Type,Cost\nLamp,Event,2\nOil,Unit,1\n").expect("written");
    let desk = || desk_with(&folder.path().join("library.db"), &[data.to_str().expect("UTF-8")]);
    let mut form = CardImportForm::default();
    form.reload(&desk(), Some(data.clone()));
    tell(&mut form, AtImport::Opened);
    tell(&mut form, AtImport::Chosen(Some(table)));
    assert_eq!(tell(&mut form, AtImport::Taken).as_deref(), Some("lamps"));
    let mut part = HandsAndTurns::default();
    part.reload(&desk());
    described(&mut part, "Hands and turns…");
    described(&mut part, "London");
    described(&mut part, "An amount each turn");
    // Cards cost something, and nobody has said what a player has.
    assert!(!described(&mut part, "Save"));
    said(&mut part, AtTurns::StockSet("generic".to_owned(), 3));
    said(&mut part, AtTurns::HandSet(5));
    assert!(described(&mut part, "Save"));
    let desk = desk();
    let goldfish = &desk.game_library("lamps").expect("loads").game.goldfish;
    assert!(!goldfish.plays.is_empty() && goldfish.stocks.len() == 1);
    let OpeningHand::Dealt { size, mulligan, .. } = goldfish.hand else { panic!("{:?}", goldfish.hand) };
    assert_eq!((size, mulligan), (5, Mulligan::London));
    // Asked again, it begins with what was said.
    part.reload(&desk);
    described(&mut part, "Hands and turns…");
    said(&mut part, AtTurns::DrawsSet(2));
    assert!(described(&mut part, "Save"));
    let desk = desk_with(&folder.path().join("library.db"), &[data.to_str().expect("UTF-8")]);
    let goldfish = &desk.game_library("lamps").expect("loads").game.goldfish;
    assert!(goldfish.draws == 2 && goldfish.stocks.len() == 1);
    assert!(matches!(goldfish.hand, OpeningHand::Dealt { size: 5, mulligan: Mulligan::London, .. }));
    // What the games of this program say of themselves is not touched.
    part.reload(&desk);
    assert!(Simulator::with_size(window::settings(), SIZE, part.view().expect("there")).find("Chron X").is_err());
}
