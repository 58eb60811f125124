//! Every card that is shown can be read, wherever it is shown, and nothing else moves for it.

use std::time::{Duration, Instant};

use catalog::face::Painter;
use deckloom::widget::card_preview::{DELAY, LONG_PRESS};
use deckloom::widget::card_spot::PointedCard;
use iced::keyboard::key::Named;
use iced::{Event, Point, Rectangle, mouse, touch};

use super::*;

/// Where nothing is that stands for a card: in the rail.
const ASIDE: Point = Point::new(4.0, 4.0);

fn match_of(folder: &Path, game: &str, format: &str) -> Window {
    let play = Opening { seed: Some(11), play: Some(format.to_owned()), picks: 24, ..on(game, ScreenName::Play) };
    open(&folder.join("library.db"), play)
}

/// Points at all cards in sight, one after the other; how many of them there are.
fn read_all(window: &mut Window, place: &str) -> usize {
    point_at(window, ASIDE);
    assert_eq!(window.preview(), None, "{place}");
    let game = window.game_library().game.clone();
    let template = std::fs::read_to_string(format!("../data/{}/face.svg", game.id)).expect("a game of the box");
    let painter = Painter::new(&game, Some(&template)).expect("its template");
    let before = places(window);
    let mut read = 0;
    let all = spots(window);
    for (at, spot) in all.iter().enumerate() {
        // A part of it that no other one lies on.
        let hidden = |point: &Point| all[at + 1..].iter().any(|other| other.place.contains(*point));
        let inside = spot.place.shrink(3.0);
        let points = [0.5, 0.1, 0.9].map(|part| Point::new(inside.x + inside.width * part, inside.center_y()));
        let Some(cursor) = points.into_iter().find(|point| !hidden(point)) else { continue };
        point_at(window, cursor);
        let Some(preview) = window.preview() else { continue };
        let card = game.card(preview.card);
        read += 1;
        assert_eq!(preview.name, card.name, "{place}");
        assert_eq!(preview.text.join("\n"), card.text, "{place}: {}", card.name);
        assert!(card.keywords.iter().all(|has| {
            let means = &game.keywords[has.keyword as usize].text;
            preview.keywords.iter().any(|(_, text)| text == means)
        }));
        let after = places(window);
        // A year that can be turned says what would follow in place of how it stands.
        let is_year =
            spot.shown.preview == deckloom::widget::card_spot::PreviewPlace::Edge && spot.shown.seen.is_none();
        let stands = |word: &str| is_year && ["flipped", "paradox", "patched"].contains(&word);
        let moved = before.iter().find(|place| !after.contains(place) && !stands(&place.0));
        assert_eq!(moved, None, "{place}: {}", card.name);
        let shown = |part: &str| after.iter().skip(before.len()).any(|(text, _)| text == part);
        let at = preview_place(window).expect("it is drawn");
        // In words beside the face, unless it can be read there: the widest is 372 pixels wide.
        if !card.text.is_empty() && painter.rules_size(&game, card, 372.0).is_none_or(|size| size < 10.5) {
            assert!(preview.text.iter().all(|text| shown(text)) && shown(&preview.name), "{place}: {after:?}");
        }
        assert!(!at.contains(cursor), "{place}: {at:?} is under the cursor");
        assert!(at.x >= 0.0 && at.y >= 0.0, "{place}: {at:?}");
        assert!(at.x + at.width <= SIZE.width && at.y + at.height <= SIZE.height, "{place}: {at:?}");
    }
    point_at(window, ASIDE);
    assert_eq!(window.preview(), None, "{place}");
    read
}

#[test]
fn cards_on_a_table_are_read_in_hand_in_play_and_in_the_log() {
    for (game, format, least) in [("chronx", "constructed", 6), ("afrika", "codex", 8), ("chrononauts", "classic", 20)]
    {
        let folder = tempfile::tempdir().expect("a folder");
        let mut window = match_of(folder.path(), game, format);
        let read = read_all(&mut window, game);
        assert!(read >= least, "{game}: {read} cards");
        type_key(&mut window, "l");
        let named = spots(&window).iter().filter(|spot| spot.place.height < 40.0).count();
        assert!(named > 3, "{game}: {named} names in the log");
        assert!(read_all(&mut window, "the log") >= named.min(4), "{game}");
    }
}

#[test]
fn cards_are_read_in_the_grid_the_list_and_the_palette() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    assert!(read_all(&mut window, "the grid") >= 8);
    drop(window.update(Message::Cards(cards::Message::Listed(true))));
    assert!(read_all(&mut window, "the list") >= 12);
    drop(window.update(Message::PaletteOpened));
    drop(window.update(Message::Palette(window::palette::Message::Typed("drone".to_owned()))));
    let found = read_all(&mut window, "the palette");
    assert!((3..12).contains(&found), "only what the palette has found is read, not what lies below: {found}");
}

#[test]
fn cards_are_read_beside_a_deck_and_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let deck = || Opening { deck: Some("corporate".to_owned()), ..on("chronx", ScreenName::Decks) };
    let mut window = open(&library, deck());
    let faces = read_all(&mut window, "the deck as faces");
    drop(window);
    let mut kept = desk(&library);
    kept.library.set("decks.pictured", &false).expect("it is kept");
    drop(kept);
    let mut window = open(&library, deck());
    let names = read_all(&mut window, "the deck as names");
    assert!(faces > 20 && names > 20, "{faces}, {names}");
}

#[test]
fn cards_are_read_in_a_pack_and_in_a_pool() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), limited());
    act(&mut window, |ui| ui.click("Start the draft").map(drop));
    press(&mut window, Named::Enter);
    assert!(read_all(&mut window, "the pack") >= 10);
    let mut window = open(&folder.path().join("other.db"), limited());
    act(&mut window, |ui| ui.click("Open packs").map(drop));
    act(&mut window, |ui| ui.click("Open all").map(drop));
    let pool = read_all(&mut window, "the pool");
    press(&mut window, Named::Enter);
    act(&mut window, |ui| ui.click("Use this deck").map(drop));
    let built = read_all(&mut window, "the deck that is built");
    assert!(pool > 8 && built > 12, "{pool}, {built}");
}

/// The first card of the grid.
fn first(window: &Window) -> Rectangle {
    spots(window).first().expect("a card").place
}

#[test]
fn a_card_is_shown_after_a_moment_and_the_next_one_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    let (one, other) = (spots(&window)[0].place.center(), spots(&window)[1].place.center());
    let moved = |position| Event::Mouse(mouse::Event::CursorMoved { position });
    let shown = |ui: Simulator<'_, Message>| {
        let pointed = |message| if let Message::CardPointed(pointed) = message { Some(pointed) } else { None };
        ui.into_messages().filter_map(pointed).collect::<Vec<Option<PointedCard>>>()
    };
    let mut soon = ui(&window);
    soon.point_at(one);
    soon.simulate([moved(one), redraw(Instant::now() + DELAY / 2)]);
    assert!(shown(soon).is_empty(), "not before the moment is over");
    let mut pressed = ui(&window);
    pressed.point_at(one);
    pressed.simulate([moved(one), Event::Mouse(mouse::Event::ButtonPressed(mouse::Button::Left))]);
    pressed.simulate([redraw(Instant::now() + DELAY)]);
    assert!(shown(pressed).is_empty(), "what is pressed is not in the way");
    let mut resting = ui(&window);
    resting.point_at(ASIDE);
    resting.simulate([moved(ASIDE)]);
    // A card comes to lie under a cursor that does not move.
    resting.point_at(one);
    resting.simulate([redraw(Instant::now()), redraw(Instant::now() + DELAY)]);
    assert!(shown(resting).is_empty(), "nobody pointed at it");
    point_at(&mut window, one);
    let first = window.preview().expect("it is shown");
    act(&mut window, |ui| {
        ui.point_at(other);
        ui.simulate([moved(other)]);
        Ok(())
    });
    assert!(window.preview().is_some_and(|next| next.card != first.card), "at once");
}

#[test]
fn a_finger_that_rests_on_a_card_shows_it_until_it_is_lifted_and_presses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    let position = first(&window).center();
    let id = touch::Finger(1);
    let pressed = Event::Touch(touch::Event::FingerPressed { id, position });
    let lifted = Event::Touch(touch::Event::FingerLifted { id, position });
    let mut messages = Vec::new();
    for rest in [LONG_PRESS + Duration::from_millis(20), Duration::from_millis(20)] {
        let mut ui = ui(&window);
        ui.point_at(position);
        ui.simulate([pressed.clone()]);
        ui.simulate([redraw(Instant::now() + rest)]);
        ui.simulate([lifted.clone()]);
        messages.push(ui.into_messages().collect::<Vec<_>>());
    }
    let is_shown = |message: &Message| matches!(message, Message::CardPointed(Some(_)));
    let pressed = |message: &Message| matches!(message, Message::Cards(cards::Message::Pressed(_)));
    assert!(messages[0].iter().any(is_shown) && !messages[0].iter().any(pressed), "{:?}", messages[0]);
    assert!(
        !messages[1].iter().any(is_shown) && messages[1].iter().any(pressed),
        "a short one presses: {:?}",
        messages[1]
    );
    for message in std::mem::take(&mut messages[0]) {
        drop(window.update(message));
    }
    assert!(window.preview().is_some());
}

/// A frame is drawn without a cursor.
fn draw(window: &mut Window) {
    act(window, |ui| {
        ui.simulate([redraw(Instant::now())]);
        Ok(())
    });
}

#[test]
fn the_card_at_hand_is_read_by_a_key_and_followed_until_the_key_or_esc() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = open(&folder.path().join("library.db"), on("chronx", ScreenName::Cards));
    let name = |window: &Window| window.preview().map(|preview| preview.name);
    press(&mut window, Named::ArrowRight);
    type_key(&mut window, "i");
    draw(&mut window);
    let first = name(&window).expect("it is shown");
    press(&mut window, Named::ArrowRight);
    draw(&mut window);
    let second = name(&window).expect("it is followed");
    assert_ne!(first, second);
    type_key(&mut window, "i");
    draw(&mut window);
    assert_eq!(name(&window), None);
    press(&mut window, Named::F2);
    draw(&mut window);
    assert_eq!(name(&window), Some(second));
    press(&mut window, Named::Escape);
    draw(&mut window);
    assert_eq!(name(&window), None);
    // In the palette letters are typed, so the other key is for that.
    drop(window.update(Message::PaletteOpened));
    drop(window.update(Message::Palette(window::palette::Message::Typed("Repo Drone".to_owned()))));
    press(&mut window, Named::F2);
    draw(&mut window);
    assert_eq!(name(&window).as_deref(), Some("Repo Drone"));
}

#[test]
fn the_keys_of_a_match_mean_the_card_of_the_action_at_hand() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut window = match_of(folder.path(), "chronx", "constructed");
    let at_hand = |window: &Window| spots(window).iter().find(|spot| spot.at_hand).map(|spot| spot.shown.card);
    for _ in 0..12 {
        if at_hand(&window).is_some() {
            break;
        }
        press(&mut window, Named::ArrowDown);
    }
    let card = at_hand(&window).expect("an action is about a card");
    type_key(&mut window, "i");
    draw(&mut window);
    assert_eq!(window.preview().map(|preview| preview.card), Some(card));
}

#[test]
fn a_card_in_play_tells_its_numbers_and_where_they_come_from() {
    for (game, format) in [("chronx", "constructed"), ("afrika", "codex")] {
        let mut told = 0;
        for (seed, picks) in (1..9).flat_map(|seed| [(seed, 60), (seed, 110), (seed, 160)]) {
            if told > 0 {
                break;
            }
            let folder = tempfile::tempdir().expect("a folder");
            let opening = Opening { seed: Some(seed), play: Some(format.into()), picks, ..on(game, ScreenName::Play) };
            let mut window = open(&folder.path().join("library.db"), opening);
            for spot in spots(&window) {
                let Some(seen) = spot.shown.seen.as_ref().filter(|seen| !seen.changes.is_empty()) else { continue };
                point_at(&mut window, spot.place.center());
                let Some(preview) = window.preview() else { continue };
                let now = preview.now.expect("it says what it is now");
                assert_eq!((&now.numbers, &now.reasons[0].0), (&seen.numbers, &seen.printed));
                let change = &seen.changes[0];
                assert!(now.reasons.contains(&(change.change.clone(), change.reason())));
                assert!(shows(&window, &change.change) && shows(&window, &change.reason()), "{change:?}");
                told += 1;
            }
        }
        assert!(told > 0, "{game}: something is not as it is printed");
    }
}
