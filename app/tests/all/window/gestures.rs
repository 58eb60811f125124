//! What a mouse does beside clicking: right click, dragging, the wheel with Ctrl, and columns that sort.

use deckloom::screen::cards;
use formats::deck::{DeckPart, Listed, MAYBEBOARD};
use iced::keyboard::Modifiers;
use iced::{Event, Point, Rectangle, mouse};
use std::time::Instant;

use super::pointed::Spot;
use super::*;

fn moved(to: Point) -> Event {
    Event::Mouse(mouse::Event::CursorMoved { position: to })
}

/// Right click at a point, then a click on these words of the menu.
fn choose_from_menu(window: &mut Window, at: Point, words: &str) {
    act(window, |ui| {
        open_menu(ui, at);
        ui.click(words).map(drop)
    });
}

fn open_menu(ui: &mut Simulator<'_, Message>, at: Point) {
    ui.point_at(at);
    ui.simulate([moved(at), Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Right))]);
    ui.simulate([Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Right)), redraw(Instant::now())]);
}

/// Drags what lies at a point to another one.
fn drag(window: &mut Window, from: Point, to: Point) {
    act(window, |ui| {
        ui.point_at(from);
        ui.simulate([moved(from), Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left))]);
        for part in 1..=4 {
            let at = from + (to - from) * (part as f32 / 4.0);
            ui.point_at(at);
            ui.simulate([moved(at)]);
        }
        ui.simulate([Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left))]);
        Ok(())
    });
}

/// Clicks while keys are held down.
fn click_holding(window: &mut Window, at: Point, held: Modifiers) {
    act(window, |ui| {
        ui.point_at(at);
        ui.simulate([Event::Keyboard(keyboard::Event::ModifiersChanged(held))]);
        ui.simulate(iced_test::simulator::click());
        Ok(())
    });
}

/// Where the first spot is that stands for a card of this name, at the left of a line or at its right.
fn spot_of(window: &Window, name: &str, within: impl Fn(Rectangle) -> bool) -> Point {
    let game = &window.game_library().game;
    let found = spots(window).into_iter().find(|spot| game.card(spot.shown.card).name == name && within(spot.place));
    found.expect("it is in sight").place.center()
}

fn place_of(window: &Window, words: &str) -> Point {
    places(window).into_iter().find(|(text, _)| text == words).expect("it is in sight").1.center()
}

/// The deck that is open, as the library has it.
fn saved_deck(library: &Path, game: &str) -> formats::Deck {
    let desk = desk(library);
    let game_library = desk.game_library(game).expect("the game");
    let id = desk.library.streams(StreamKind::Deck, game).expect("decks")[0].id;
    DeckSession::open(&desk.library, &game_library.game, id).expect("opens").deck
}

#[test]
fn a_right_click_on_a_card_lists_what_can_be_done_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, beside_deck("\"Union Quartermaster\""));
    let at = spot_of(&window, "Union Quartermaster", |_| true);
    choose_from_menu(&mut window, at, "Add to “Corporate”");
    assert!(shows(&window, "1 × Union Quartermaster"));
    choose_from_menu(&mut window, at, "Remove from “Corporate”");
    choose_from_menu(&mut window, at, "Add one to collection");
    assert!(shows(&window, "1 × Union Quartermaster owned") || shows(&window, "1 owned"), "the collection has it");
    choose_from_menu(&mut window, at, "Details");
    assert!(shows(&window, "Used in"), "the page is open");
}

#[test]
fn the_menu_goes_with_escape_a_press_elsewhere_and_by_arrows_and_enter() {
    let folder = tempfile::tempdir().expect("a folder");
    let window = open(&folder.path().join("library.db"), beside_deck("\"Union Quartermaster\""));
    let at = spot_of(&window, "Union Quartermaster", |_| true);
    let mut simulator = ui(&window);
    let is_open = |ui: &mut Simulator<'_, Message>| ui.find("Mark to compare").is_ok();
    open_menu(&mut simulator, at);
    assert!(is_open(&mut simulator));
    simulator.tap_key(keyboard::key::Named::Escape);
    simulator.simulate([redraw(Instant::now())]);
    assert!(!is_open(&mut simulator), "Escape");
    open_menu(&mut simulator, at);
    simulator.point_at(Point::new(20.0, 600.0));
    simulator.simulate(iced_test::simulator::click());
    simulator.simulate([redraw(Instant::now())]);
    assert!(!is_open(&mut simulator), "a press elsewhere");
    open_menu(&mut simulator, at);
    simulator.tap_key(keyboard::key::Named::ArrowDown);
    simulator.tap_key(keyboard::key::Named::Enter);
    let said: Vec<Message> = simulator.into_messages().collect();
    assert!(said.iter().any(|m| matches!(m, Message::Cards(cards::Message::Menu(0, _)))), "{said:?}");
}

#[test]
fn cards_are_dragged_into_the_deck_between_its_lists_and_out_of_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) });
    act(&mut window, |ui| {
        ui.click(selector::id("deck-search"))?;
        ui.typewrite("\"Audit Drone\"");
        Ok(())
    });
    let copies = |of: &DeckPart| {
        let deck = saved_deck(&library, "chronx");
        let card = window_card("Audit Drone");
        deck.copies(of, &Listed::Card(card))
    };
    let (main, maybe) = (DeckPart::Section(main_section()), DeckPart::Own(MAYBEBOARD.to_owned()));
    let before = copies(&main);
    let found = |place: Rectangle| place.x < 370.0;
    let row = spot_of(&window, "Audit Drone", found);
    drag(&mut window, row, Point::new(640.0, 620.0));
    assert_eq!(copies(&main), before + 1, "into the deck");
    let maybe_tab = place_of(&window, "Maybe");
    drag(&mut window, row, maybe_tab);
    assert_eq!((copies(&main), copies(&maybe)), (before + 1, 1), "to a list");
    let face = spot_of(&window, "Audit Drone", |place| place.x > 370.0);
    drag(&mut window, face, maybe_tab);
    assert_eq!((copies(&main), copies(&maybe)), (0, before + 2), "from one list to the other");
    drag(&mut window, row, Point::new(200.0, 600.0));
    assert_eq!((copies(&main), copies(&maybe)), (0, before + 2), "the search takes nothing that it shows");
    act(&mut window, |ui| {
        ui.point_at(row);
        ui.simulate(iced_test::simulator::click());
        Ok(())
    });
    let deck = saved_deck(&library, "chronx");
    let first = deck.entries(&main)[0].card.clone();
    let name = first.name(&desk(&library).game_library("chronx").expect("the game").game).to_owned();
    let face = spot_of(&window, &name, |place| place.x > 370.0);
    drag(&mut window, face, Point::new(200.0, 600.0));
    assert_eq!(saved_deck(&library, "chronx").copies(&main, &first), 0, "out of the deck");
}

fn window_card(name: &str) -> catalog::CardIx {
    let source = catalog::Source::shipped();
    catalog::load::game(&source, "chronx").expect("the game").find(name).expect("a card")
}

fn main_section() -> usize {
    catalog::load::game(&catalog::Source::shipped(), "chronx").expect("the game").section("main").expect("a section")
}

#[test]
fn a_card_that_is_dragged_shows_its_face_at_the_cursor_and_escape_lets_it_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) });
    let before = saved_deck(&library, "chronx");
    let row = spots(&window).into_iter().find(|spot| spot.place.x < 370.0).expect("a card found").place.center();
    let messages: Vec<Message> = {
        let mut simulator = ui(&window);
        simulator.point_at(row);
        simulator.simulate([moved(row), Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left))]);
        let to = Point::new(640.0, 620.0);
        simulator.point_at(to);
        simulator.simulate([moved(to)]);
        simulator.tap_key(keyboard::key::Named::Escape);
        simulator.simulate([Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left))]);
        simulator.into_messages().collect()
    };
    assert!(messages.iter().any(|m| matches!(m, Message::CardPointed(None))), "the window asks for its face");
    messages.into_iter().for_each(|message| drop(window.update(message)));
    assert_eq!(saved_deck(&library, "chronx"), before);
}

#[test]
fn a_pick_is_made_by_dragging_it_to_the_picks_or_by_its_menu() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, limited());
    act(&mut window, |ui| ui.click("Start the draft").map(drop));
    press(&mut window, keyboard::key::Named::Enter);
    let first = |window: &Window| spots(window).into_iter().find(|s| s.place.y > 150.0).expect("a card of the pack");
    let picks = |window: &Window| {
        let streams = window.library().streams(StreamKind::Draft, "afrika").expect("drafts");
        let draft = SavedDraft::open(window.library(), window.game_library(), streams[0].id).expect("opens");
        draft.pod.draft.picks(draft.human_seats()[0]).to_vec()
    };
    let card = first(&window);
    let pile = place_of(&window, "Your picks");
    drag(&mut window, card.place.center(), pile);
    assert_eq!(picks(&window), [card.shown.card]);
    let card = first(&window);
    choose_from_menu(&mut window, card.place.center(), "Pick this card");
    assert_eq!(picks(&window).len(), 2);
    assert!(picks(&window).contains(&card.shown.card));
}

#[test]
fn ctrl_and_the_wheel_make_faces_larger_and_stay_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, on("chronx", ScreenName::Cards));
    let width = |window: &Window| spots(window)[0].place.width;
    let before = width(&window);
    let at = spots(&window)[0].place.center();
    let turn = |window: &mut Window, y: f32, held: Modifiers| {
        act(window, |ui| {
            ui.point_at(at);
            let delta = mouse::ScrollDelta::Lines { x: 0.0, y };
            ui.simulate([
                Event::Keyboard(keyboard::Event::ModifiersChanged(held)),
                Event::Mouse(mouse::Event::WheelScrolled { delta }),
            ]);
            Ok(())
        });
    };
    (0..4).for_each(|_| turn(&mut window, 1.0, Modifiers::CTRL));
    let larger = width(&window);
    assert!(larger > before * 1.2, "{larger} after {before}");
    turn(&mut window, 1.0, Modifiers::empty());
    assert_eq!(width(&window), larger, "without Ctrl it scrolls");
    drop(window);
    let mut window = open(&library, on("chronx", ScreenName::Cards));
    assert_eq!(width(&window), larger, "after a restart");
    (0..4).for_each(|_| turn(&mut window, -1.0, Modifiers::CTRL));
    assert_eq!(width(&window), before);
}

#[test]
fn columns_of_the_list_sort_and_turn_round() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    drop(window.update(Message::Cards(cards::Message::Listed(true))));
    let names = |window: &Window| -> Vec<String> {
        let game = &window.game_library().game;
        spots(window).iter().take(8).map(|spot| game.card(spot.shown.card).name.clone()).collect()
    };
    act(&mut window, |ui| ui.click("Name").map(drop));
    let up = names(&window);
    assert!(up.is_sorted(), "{up:?}");
    act(&mut window, |ui| ui.click("Name ↑").map(drop));
    let down = names(&window);
    assert!(down.iter().rev().is_sorted() && down[0] > up[7], "{down:?}");
    act(&mut window, |ui| ui.click("Name ↓").map(drop));
    assert_eq!(names(&window), up);
}

#[test]
fn several_cards_are_chosen_with_ctrl_and_shift_and_moved_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) });
    let faces = |window: &Window| -> Vec<(Listed, Point)> {
        let of_deck = spots(window).into_iter().filter(|s| (370.0..960.0).contains(&s.place.x) && s.place.y > 150.0);
        of_deck.map(|s| (Listed::Card(s.shown.card), s.place.center())).collect()
    };
    let main = DeckPart::Section(main_section());
    // The first face is the leader's.
    let shown = faces(&window);
    click_holding(&mut window, shown[1].1, Modifiers::empty());
    click_holding(&mut window, shown[3].1, Modifiers::SHIFT);
    click_holding(&mut window, shown[5].1, Modifiers::CTRL);
    choose_from_menu(&mut window, shown[2].1, "Move 4 cards to Maybe");
    let deck = saved_deck(&library, "chronx");
    let maybe = DeckPart::Own(MAYBEBOARD.to_owned());
    for at in [1, 2, 3, 5] {
        assert_eq!((deck.copies(&main, &shown[at].0), deck.copies(&maybe, &shown[at].0)), (0, 1), "face {at}");
    }
    assert_eq!(deck.copies(&main, &shown[4].0), 1, "the one between was not chosen");
    // One step takes all of it back.
    act(&mut window, |ui| ui.click("Undo").map(drop));
    let deck = saved_deck(&library, "chronx");
    assert!([1, 2, 3, 5].into_iter().all(|at| deck.copies(&main, &shown[at].0) == 1));
}

#[test]
fn several_cards_of_the_search_go_into_the_deck_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) });
    let rows: Vec<Spot> =
        spots(&window).into_iter().filter(|s| s.place.x < 290.0 && s.place.y > 150.0).skip(1).collect();
    let main = DeckPart::Section(main_section());
    let copies = || {
        let deck = saved_deck(&library, "chronx");
        [0, 1, 2, 3].map(|at| deck.copies(&main, &Listed::Card(rows[at].shown.card)))
    };
    let before = copies();
    click_holding(&mut window, rows[0].place.center(), Modifiers::empty());
    click_holding(&mut window, rows[2].place.center(), Modifiers::SHIFT);
    choose_from_menu(&mut window, rows[1].place.center(), "Add a copy of each of 3 cards");
    let [first, second, third, fourth] = before;
    assert_eq!(copies(), [first + 1, second + 1, third + 1, fourth]);
    act(&mut window, |ui| ui.click("Undo").map(drop));
    assert_eq!(copies(), before, "one step takes all of it back");
}

#[test]
fn several_cards_of_a_pool_go_into_the_deck_together() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let sealed =
        Opening { limited: Some("sealed".to_owned()), picks: 4, seed: Some(5), ..on("chronx", ScreenName::Limited) };
    let mut window = open(&library, sealed);
    let faces: Vec<Spot> = spots(&window).into_iter().filter(|s| s.place.y > 150.0).take(4).collect();
    click_holding(&mut window, faces[0].place.center(), Modifiers::CTRL);
    click_holding(&mut window, faces[2].place.center(), Modifiers::CTRL);
    assert!(shows(&window, "The pool"), "nothing was added yet");
    choose_from_menu(&mut window, faces[2].place.center(), "Add 2 cards to the deck");
    assert!(shows(&window, "Remaining pool") && shows(&window, "58"));
}

#[test]
fn what_was_done_is_told_for_a_moment_and_taken_back_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, beside_deck("\"Union Quartermaster\""));
    let before = saved_deck(&library, "chronx");
    type_key(&mut window, "+");
    assert!(shows(&window, "1 × Union Quartermaster in “Corporate”, saved"));
    // From another screen than the deck's.
    act(&mut window, |ui| ui.click("Undo").map(drop));
    assert_eq!(saved_deck(&library, "chronx"), before);
    assert!(shows(&window, "Undone") && !shows(&window, "1 × Union Quartermaster in"));
    type_key(&mut window, "o");
    act(&mut window, |ui| ui.click("Undo").map(drop));
    assert!(shows(&window, "Undone: 0 × Union Quartermaster owned"));
}

#[test]
fn filters_above_the_pool_are_terms_of_the_query_and_the_last_one_asks_the_deck() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) });
    act(&mut window, |ui| ui.click("Fits this deck").map(drop));
    let game = &window.game_library().game;
    let own = game.card(game.find("Corporate Headquarters").expect("a card")).factions;
    let found: Vec<Spot> = spots(&window).into_iter().filter(|spot| spot.place.x < 370.0).collect();
    assert!(found.len() > 3 && found.iter().all(|spot| game.card(spot.shown.card).factions & !own == 0));
    assert!(shows(&window, "of 166 cards"));
    act(&mut window, |ui| ui.click("7+").map(drop));
    assert!(shows(&window, "No cards match"), "nothing costs that much");
    act(&mut window, |ui| ui.click("7+").map(drop));
    act(&mut window, |ui| ui.click("Fits this deck").map(drop));
    assert!(!shows(&window, "of 166 cards"));
}
