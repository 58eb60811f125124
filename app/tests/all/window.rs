//! The window without a display: what is typed and pressed, what is shown, and what the library has afterwards.

mod companion;
mod decks;
#[path = "window/events.rs"]
mod desks;
mod driven;
mod fetching;
mod fits;
mod gestures;
mod hosting;
mod importing;
#[path = "window/play.rs"]
mod matches;
mod painted;
mod pointed;
mod reading;
mod shelf;
mod shell;
mod states;
#[path = "window/limited.rs"]
mod tables;
mod tour;
mod undone;

use std::path::{Path, PathBuf};

use catalog::Collection;
use catalog::collection::{CollectionEdit, CopiesChange, HoldingKind};
use catalog::store::journal::StreamKind;
use deckloom::language::Language;
use deckloom::screen::{ScreenName, cards, finder};
use deckloom::session::{Places, Session};
use deckloom::theme::Mode;
use deckloom::window::{self, Message, Opening, Window};
use driven::{SIZE, act, act_and_wait, shows, ui};
use formats::saved::deck::DeckSession;
use formats::saved::draft::SavedDraft;
use iced::{Size, keyboard};
use iced_test::selector::{self, Candidate};
use iced_test::{Error, Simulator};
use pointed::{places, point_at, preview_place, redraw, spots};

fn desk(library: &Path) -> Session {
    desk_with(library, &[])
}

/// The same with data files of somebody's own.
fn desk_with(library: &Path, data: &[&str]) -> Session {
    let places = Places { library: Some(library.to_owned()), data: data.iter().map(PathBuf::from).collect() };
    Session::open(&places).expect("a library")
}

/// A window in English, whatever this machine speaks.
fn open(library: &Path, opening: Opening) -> Window {
    let opening = Opening { language: opening.language.or(Some(Language::English)), ..opening };
    Window::new(desk(library), opening, SIZE).0
}

/// A game on a screen.
fn on(game: &str, screen: ScreenName) -> Opening {
    Opening { game: Some(game.to_owned()), screen: Some(screen), ..Opening::default() }
}

/// The Cards screen of Chron X with a search.
fn search(query: &str) -> Opening {
    Opening { query: Some(query.to_owned()), ..on("chronx", ScreenName::Cards) }
}

/// The same beside an open deck.
fn beside_deck(query: &str) -> Opening {
    Opening { deck: Some("corporate".to_owned()), ..search(query) }
}

/// The Limited screen of Chronicles of Afrika, where chance comes out the same.
fn limited() -> Opening {
    Opening { seed: Some(3), ..on("afrika", ScreenName::Limited) }
}

#[test]
fn everything_has_its_room_at_every_size() {
    let faults = fits::faults(Language::English);
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn typing_changes_what_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    assert!(shows(&window, "166 cards"));
    act(&mut window, |ui| {
        ui.click(selector::id("cards-search"))?;
        ui.typewrite("drone");
        Ok(())
    });
    assert!(shows(&window, "6 of 166 cards"));
    act(&mut window, |ui| ui.click("Programs").map(drop));
    assert!(shows(&window, "1 of 166 cards"), "a facet is a term of the query");
    act(&mut window, |ui| ui.click("Programs").map(drop));
    assert!(shows(&window, "6 of 166 cards"), "and pressing it again takes it out");
}

#[test]
fn a_fault_is_shown_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = open(&folder.path().join("library.db"), search("draw tpye:asset"));
    assert!(shows(&window, "tpye"), "the place");
    assert!(shows(&window, "did you mean “type”"), "the hint");
    assert!(!shows(&window, "No cards match"), "what the rest finds stays");
}

#[test]
fn names_with_typos_are_offered() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = open(&folder.path().join("library.db"), search("unoin quartermastr"));
    assert!(shows(&window, "Union Quartermaster"));
}

#[test]
fn a_copy_that_is_added_is_in_the_library_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, beside_deck("\"Union Quartermaster\""));
    act(&mut window, |ui| ui.click("+").map(drop));
    act(&mut window, |ui| ui.click("+").map(drop));
    assert!(shows(&window, "2 × Union Quartermaster"));
    drop(window);
    let desk = desk(&library);
    let game_library = desk.game_library("chronx").expect("the game");
    let decks = desk.library.streams(StreamKind::Deck, "chronx").expect("decks");
    assert_eq!(decks.len(), 1);
    let bench = DeckSession::open(&desk.library, &game_library.game, decks[0].id).expect("opens");
    let card = game_library.game.find("union-quartermaster").expect("the card");
    assert_eq!(deckloom::screen::copies(&game_library.game, &bench.deck, card), 2);
    assert!(bench.can_undo());
}

#[test]
fn what_is_wrong_with_a_deck_can_be_mended_by_a_press() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, beside_deck("\"Union Quartermaster\""));
    act(&mut window, |ui| ui.click("+").map(drop));
    act(&mut window, |ui| ui.click("+").map(drop));
    act(&mut window, |ui| ui.click("Decks").map(drop));
    assert!(shows(&window, "2 problems to fix"), "34 cards of 32, and two copies of another domain's card");
    let fix = ui(&window)
        .find(|c: Candidate<'_>| match c {
            Candidate::Text { content, .. } if content.starts_with("Remove 1 ×") => Some(content.to_owned()),
            _ => None,
        })
        .expect("a fix that is card by card");
    act(&mut window, |ui| ui.click(fix.as_str()).map(drop));
    assert!(shows(&window, "1 problem to fix"), "33 cards of 32");
}

/// Presses the first face of the pack: below the head of the table.
fn press_first_face(window: &mut Window) {
    act(window, |ui| {
        ui.point_at(iced::Point::new(236.0, 250.0));
        ui.simulate(iced_test::simulator::click());
        Ok(())
    });
}

#[test]
fn a_pick_survives_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, limited());
    act(&mut window, |ui| ui.click("Start the draft").map(drop));
    assert!(shows(&window, "Reveal all"), "the pack is opened card by card");
    press(&mut window, keyboard::key::Named::Enter);
    assert!(shows(&window, "Pick a card"));
    (0..2).for_each(|_| press_first_face(&mut window));
    assert!(shows(&window, "Picked "));
    drop(window);
    let desk = desk(&library);
    let game_library = desk.game_library("afrika").expect("the game");
    let drafts = desk.library.streams(StreamKind::Draft, "afrika").expect("drafts");
    let room = SavedDraft::open(&desk.library, game_library, drafts[0].id).expect("opens");
    assert_eq!(room.pod.draft.picks(0).len(), 1);
    let again = open(&library, limited());
    assert!(shows(&again, "Pack 1, pick 2"));
}

#[test]
fn a_pool_is_saved_before_it_is_opened_and_gives_decks() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, limited());
    act(&mut window, |ui| ui.click("Open packs").map(drop));
    act(&mut window, |ui| ui.click("Open the next pack").map(drop));
    drop(window);
    let mut window = open(&library, limited());
    assert!(shows(&window, "1 of 6 packs opened"));
    act(&mut window, |ui| ui.click("Continue").map(drop));
    // The section has the same words as the button; the button is the second text.
    if !shows(&window, "Open all") {
        act(&mut window, |ui| {
            let button = ui.find(last("Continue"))?;
            ui.point_at(button);
            ui.simulate(iced_test::simulator::click());
            Ok(())
        });
    }
    act(&mut window, |ui| ui.click("Open all").map(drop));
    assert!(shows(&window, "Open in Decks"), "there is an empty deck beside the pool");
    press(&mut window, keyboard::key::Named::Enter);
    assert!(shows(&window, "Left out: "), "a suggestion says why");
    act(&mut window, |ui| ui.click("Use this deck").map(drop));
    assert!(shows(&window, "Remaining pool") && shows(&window, "Legal"));
    assert_eq!(desk(&library).library.streams(StreamKind::Deck, "afrika").expect("decks").len(), 0);
    act(&mut window, |ui| ui.click("Save to Decks").map(drop));
    assert!(shows(&window, "Legal"));
    assert_eq!(desk(&library).library.streams(StreamKind::Deck, "afrika").expect("decks").len(), 1);
}

/// The middle of the second widget with this text.
fn last(text: &'static str) -> impl FnMut(Candidate<'_>) -> Option<iced::Point> {
    let mut seen = 0;
    move |candidate| match candidate {
        Candidate::Text { content, bounds, .. } if content == text => {
            seen += 1;
            (seen == 2).then(|| bounds.center())
        }
        _ => None,
    }
}

#[test]
fn the_window_is_as_it_was_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, on("chronx", ScreenName::Cards));
    act(&mut window, |ui| ui.click("Decks").map(drop));
    drop(window.update(Message::ModeToggled));
    drop(window);
    let desk = desk(&library);
    let setting = |key: &str| desk.library.setting::<serde_json::Value>(key).expect("reads");
    assert_eq!(setting("window.screen"), Some("decks".into()));
    assert_eq!(desk.library.setting("window.theme").expect("reads"), Some(Mode::Light));
    drop(desk);
    assert!(shows(&open(&library, Opening::default()), "Starter decks"));
}

#[test]
fn what_is_owned_is_shown_undone_and_there_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, search("\"Union Quartermaster\""));
    assert!(!shows(&window, "owned"));
    act(&mut window, |ui| ui.click("+").map(drop));
    act(&mut window, |ui| ui.click("+").map(drop));
    assert!(shows(&window, "2 × Union Quartermaster owned, saved"));
    assert!(shows(&window, "2 owned"), "on the face");
    for text in ["z", "o", "w"] {
        let ctrl = text == "z";
        drop(window.update(Message::Key(key(text, ctrl))));
    }
    assert!(shows(&window, "1 × Union Quartermaster wanted, saved"));
    drop(window);
    let again = open(&library, search("\"Union Quartermaster\""));
    assert!(shows(&again, "2 owned"), "two, one undone, one by its key");
}

#[test]
fn a_deck_says_what_it_lacks_and_a_press_wants_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let deck = || Opening { deck: Some("savanna-crown".to_owned()), ..on("afrika", ScreenName::Decks) };
    assert!(!shows(&open(&library, deck()), "Lacks"), "nobody is bothered who keeps no collection");
    let mut desk = desk(&library);
    let game_library = desk.game_library("afrika").expect("the game").clone();
    let (_, crown) = game_library.decks.iter().find(|(stem, _)| stem == "savanna-crown").expect("the deck");
    let mut collection = Collection::open(&desk.library, game_library.game.clone()).expect("opens");
    let all: Vec<CollectionEdit> = crown.cards(0).iter().map(|ix| owned(&game_library.game.card(*ix).id, 1)).collect();
    collection.change(&mut desk.library, &all, None).expect("saved");
    collection.change(&mut desk.library, &[owned("sun-herald", -3)], None).expect("saved");
    let mut window = open(&library, deck());
    assert!(shows(&window, "Missing 3 cards") && shows(&window, "1 of 4 owned"));
    act(&mut window, |ui| ui.click("Add to want list").map(drop));
    assert!(shows(&window, "3 × Sun Herald wanted, saved") && shows(&window, "All are on your want list."));
    let collection = Collection::open(&desk.library, game_library.game.clone()).expect("opens");
    assert_eq!(collection.holding_by_id("sun-herald").wanted, 3);
}

fn owned(card: &str, by: i64) -> CollectionEdit {
    CollectionEdit { card: card.to_owned(), pile: HoldingKind::Owned, amount: CopiesChange::By(by) }
}

/// A key that was pressed, perhaps with control.
fn pressed(key: keyboard::Key, control: bool) -> keyboard::Event {
    use iced::keyboard::key::{NativeCode, Physical};
    use iced::keyboard::{Event, Location, Modifiers};
    Event::KeyPressed {
        modified_key: key.clone(),
        key,
        physical_key: Physical::Unidentified(NativeCode::Unidentified),
        location: Location::Standard,
        modifiers: if control { Modifiers::CTRL } else { Modifiers::empty() },
        text: None,
        repeat: false,
    }
}

fn key(letter: &str, control: bool) -> keyboard::Event {
    pressed(keyboard::Key::Character(letter.into()), control)
}

fn ctrl_z() -> keyboard::Event {
    key("z", true)
}

/// A key that no field has used.
fn press(window: &mut Window, named: keyboard::key::Named) {
    drop(window.update(Message::Key(pressed(keyboard::Key::Named(named), false))));
}

fn type_key(window: &mut Window, letter: &str) {
    drop(window.update(Message::Key(key(letter, false))));
}

#[test]
fn a_half_typed_word_is_completed_by_keys() {
    use iced::keyboard::key::Named;
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    let type_in = |window: &mut Window, text: &str| {
        act(window, |ui| {
            ui.click(selector::id("cards-search"))?;
            ui.typewrite(text);
            Ok(())
        });
    };
    type_in(&mut window, "type:a");
    assert!(shows(&window, "Tab accept"));
    press(&mut window, Named::Tab);
    assert!(shows(&window, "of 166 cards") && !shows(&window, "Tab accept"));
    drop(window.update(Message::Cards(cards::Message::Search(finder::Message::Typed("type:asset ski".into())))));
    assert!(shows(&window, "Tab accept") && shows(&window, "skill:"));
    // Down marks the first offer, and Enter takes it instead of adding a card; a field asks for its values at once.
    press(&mut window, Named::ArrowDown);
    press(&mut window, Named::Enter);
    assert!(!shows(&window, "Open or make a deck first"));
    drop(window.update(Message::Cards(cards::Message::Search(finder::Message::Typed("type:asset domain".into())))));
    press(&mut window, Named::Tab);
    assert!(shows(&window, "corporate") && shows(&window, "Tab accept"));
    drop(window.update(Message::FieldLeft));
    assert!(!shows(&window, "Tab accept"));
}

#[test]
fn a_search_beside_a_deck_follows_its_changes() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    drop(window.update(Message::Cards(cards::Message::Search(finder::Message::Typed("in:deck".into())))));
    assert!(shows(&window, "no deck is open"));
    let mut window = open(&folder.path().join("library.db"), beside_deck("in:deck"));
    assert!(!shows(&window, "no deck is open"));
    let held = |window: &Window, n: usize| shows(window, &format!("{n} of 166 cards"));
    let deck = |window: &Window| (1..166).rev().find(|n| held(window, *n)).expect("some cards");
    let before = deck(&window);
    drop(window.update(Message::Cards(cards::Message::Search(finder::Message::Typed("deck=0".into())))));
    assert!(held(&window, 166 - before));
    type_key(&mut window, "+");
    assert!(held(&window, 166 - before - 1), "the card that was added is not one of those that are not in the deck");
}

/// A new game of one's own, and the window on it while its files are edited.
struct Writing {
    folder: tempfile::TempDir,
    places: Places,
    window: Window,
    readings: u32,
}

impl Writing {
    fn new(opening: Opening) -> Writing {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("data");
        let mut program = assert_cmd::Command::cargo_bin("deckloom").expect("the program");
        program.args(["data", "new", "mine", "--into"]).arg(&data).assert().success();
        let places = Places { library: Some(folder.path().join("library.db")), data: vec![data] };
        let window = Window::new(
            Session::open(&places).expect("a library"),
            Opening { language: Some(Language::English), ..opening },
            SIZE,
        )
        .0;
        Writing { folder, places, window, readings: 0 }
    }

    fn edit(&mut self, file: &str, from: &str, to: &str) {
        let file = self.folder.path().join("data/mine").join(file);
        let text = std::fs::read_to_string(&file).expect("a file");
        assert!(text.contains(from), "{from}");
        std::fs::write(file, text.replace(from, to)).expect("written");
        self.readings += 1;
        // What is done in the background while the window runs is done here.
        drop(self.window.update(Message::DataChanged));
        let fresh = self.places.reload(&self.window.session().source, &self.window.session().games).expect("is read");
        drop(self.window.update(Message::Reloaded(self.readings, Ok(fresh.into()))));
    }

    /// A card before all others moves every position by one.
    fn add_first_card(&mut self) {
        let imp = "[[card]]\nname = \"Coal Imp\"";
        let moth = "[[card]]\nname = \"Ash Moth\"\nnumber = \"0\"\ntype = [\"unit\"]\nrarity = \"rare\"\n\
                    cost = { ember = 1 }\npower = 1\nhealth = 1\nkeywords = [\"guard 1\"]\n\n";
        self.edit("sets/first.toml", imp, &format!("{moth}{imp}"));
    }

    fn shows(&self, part: &str) -> bool {
        shows(&self.window, part)
    }

    fn game_library(&self) -> &formats::GameLibrary {
        self.window.session().game_library("mine").expect("the game")
    }

    /// The only stream of its kind.
    fn stream(&self, kind: StreamKind) -> catalog::store::journal::StreamId {
        self.window.library().streams(kind, "mine").expect("streams")[0].id
    }
}

#[test]
fn edited_data_show_and_what_was_being_done_goes_on() {
    let opening =
        Opening { deck: Some("two-shores".into()), query: Some("guard".into()), ..on("mine", ScreenName::Cards) };
    let mut writing = Writing::new(opening);
    assert!(writing.shows("3 of 12 cards"));
    // The second of the three is chosen, so that it is seen that the choice stays; and one copy is added.
    drop(writing.window.update(Message::Cards(deckloom::screen::cards::Message::Pressed(1))));
    act(&mut writing.window, |ui| ui.click("+").map(drop));
    assert!(writing.shows("1 × Shell Wall"));
    writing.add_first_card();
    assert!(writing.shows("4 of 13 cards") && writing.shows("Ash Moth"));
    act(&mut writing.window, |ui| ui.click("+").map(drop));
    assert!(writing.shows("2 × Shell Wall"), "the same card is chosen, and the same deck is edited");
    writing.edit("sets/first.toml", "power = 2", "power = true");
    assert!(writing.shows("first.toml:27:9: Coal Imp: `power` must be a whole number"), "the fault with its place");
    assert!(writing.shows("4 of 13 cards"), "what was read before is still there");
    writing.edit("sets/first.toml", "power = true", "power = 2");
    assert!(!writing.shows("must be a whole number"));
    // Undo still works, over what was done before the data changed.
    drop(writing.window.update(Message::ScreenChosen(ScreenName::Decks)));
    for left in [1, 0] {
        drop(writing.window.update(Message::Key(ctrl_z())));
        let game = &writing.game_library().game;
        let bench = DeckSession::open(writing.window.library(), game, writing.stream(StreamKind::Deck)).expect("opens");
        let wall = formats::deck::Listed::Card(game.find("shell-wall").expect("the card"));
        assert_eq!(bench.deck.count(0, &wall), left);
    }
}

#[test]
fn a_draft_goes_on_with_edited_data() {
    let opening = Opening { limited: Some("draft".into()), picks: 2, seed: Some(3), ..on("mine", ScreenName::Limited) };
    let mut writing = Writing::new(opening);
    let cards = |writing: &Writing| {
        let (library, game_library) = (writing.window.library(), writing.game_library());
        let room = SavedDraft::open(library, game_library, writing.stream(StreamKind::Draft)).expect("opens");
        let name = |c: &catalog::CardIx| game_library.game.card(*c).name.clone();
        let names = |cards: &[catalog::CardIx]| cards.iter().map(name).collect::<Vec<String>>();
        (names(room.pod.draft.pack(0)), names(room.pod.draft.picks(0)))
    };
    let (pack, picks) = cards(&writing);
    assert_eq!(picks.len(), 2);
    writing.add_first_card();
    assert!(writing.shows("Passing left"), "still at the table");
    assert_eq!(cards(&writing), (pack.clone(), picks));
    // Chosen, and taken; a card that is chosen already is taken at once.
    press_first_face(&mut writing.window);
    if cards(&writing).1.len() == 2 {
        press_first_face(&mut writing.window);
    }
    let (_, picks) = cards(&writing);
    assert_eq!(picks.len(), 3);
    assert!(pack.contains(&picks[2]) && writing.shows(&format!("Picked {}", picks[2])), "{picks:?}");
}
