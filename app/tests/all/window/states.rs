//! Everything that the window shows: each screen, and what is reached there by keys, words and messages.

use std::net::Ipv4Addr;

use catalog::localize::translate;
use deckloom::language::Language;
use deckloom::screen::decks::DeckTab;
use deckloom::screen::events::dashboard::{self, EventTab};
use deckloom::screen::lab::{self, question};
use deckloom::screen::limited::{self, hosted, lobby};
use deckloom::screen::{ScreenName, cards, events, play};
use deckloom::window::{Message, Opening, Window};
use engine::lab::plan::ExperimentKind;
use iced::keyboard::key::{Named, NativeCode, Physical};
use iced::keyboard::{Event, Key, Location, Modifiers};

use super::driven::{act, act_and_wait, tell_and_wait};

/// What a person does to come to a state.
#[derive(Clone)]
pub enum Step {
    /// Press these words, which are said in the language that is spoken.
    Click(&'static str),
    /// The same, and wait for what comes of it.
    Await(&'static str),
    /// Press a key.
    Key(Key, Modifiers),
    /// What a field or a choice says.
    Tell(Message),
}

use Step::{Await, Click, Tell};

fn typed(key: &str) -> Step {
    Step::Key(Key::Character(key.into()), Modifiers::empty())
}

fn control(key: &str) -> Step {
    Step::Key(Key::Character(key.into()), Modifiers::CTRL)
}

fn named(key: Named) -> Step {
    Step::Key(Key::Named(key), Modifiers::empty())
}

/// Does these steps.
pub fn reach(window: &mut Window, steps: &[Step]) {
    for step in steps {
        match step {
            Click(words) => act(window, |ui| ui.click(said(words).as_str()).map(drop)),
            Await(words) => act_and_wait(window, |ui| ui.click(said(words).as_str()).map(drop)),
            Step::Key(key, modifiers) => drop(window.update(Message::Key(Event::KeyPressed {
                modified_key: key.clone(),
                key: key.clone(),
                physical_key: Physical::Unidentified(NativeCode::Unidentified),
                location: Location::Standard,
                modifiers: *modifiers,
                text: None,
                repeat: false,
            }))),
            Tell(message) => tell_and_wait(window, message.clone()),
        }
    }
}

/// A text of the window in the language that is spoken.
fn said(words: &str) -> String {
    translate("deckloom::window", words, None, &[])
}

/// All states, with what they are called.
pub fn all(language: Language) -> Vec<(String, Opening, Vec<Step>)> {
    let on = |game: &str, screen| Opening {
        game: Some(game.to_owned()),
        screen: Some(screen),
        seed: Some(3),
        language: Some(language),
        ..Opening::default()
    };
    let deck = |tab| Opening { deck: Some("corporate".to_owned()), tab: Some(tab), ..on("chronx", ScreenName::Decks) };
    let limited =
        |format: &str, picks| Opening { limited: Some(format.to_owned()), picks, ..on("afrika", ScreenName::Limited) };
    let matches =
        |game: &str, format: &str| Opening { play: Some(format.to_owned()), picks: 24, ..on(game, ScreenName::Play) };
    let hall = |message| Tell(Message::Events(events::Message::Lobby(message)));
    let desk = |message| Tell(Message::Events(events::Message::Dashboard(message)));
    let ask = |message| Tell(Message::Lab(lab::Message::Question(message)));
    let event = [
        hall(events::lobby::Message::NameTyped("A long evening in November".into())),
        hall(events::lobby::Message::FormatChosen("cosmic-draft".into())),
        Click("Create event"),
        desk(dashboard::Message::NewcomerTyped(
            "Ada Lovelace, Bartholomew Fitzgerald, Cleo, Dov, Eve, Finn, Gil".into(),
        )),
        Click("Add player"),
    ];
    let evening = [&event[..], &[typed("p"), typed("p"), typed("1"), typed("2")]].concat();
    let tab = |of: &[Step], tab| [of, &[desk(dashboard::Message::Shown(tab))]].concat();
    let mut states: Vec<(&str, Opening, Vec<Step>)> = vec![
        // Before anything is in the library.
        ("first run", Opening { language: Some(language), ..Opening::default() }, vec![]),
        ("cards", on("chronx", ScreenName::Cards), vec![]),
        ("cards as a list", on("chronx", ScreenName::Cards), vec![Tell(Message::Cards(cards::Message::Listed(true)))]),
        ("the page of a card", on("afrika", ScreenName::Cards), vec![named(Named::Space)]),
        (
            "a search without a hit",
            Opening { query: Some("type:asset zzzz".into()), ..on("chronx", ScreenName::Cards) },
            vec![],
        ),
        (
            "a search with a fault",
            Opening { query: Some("tpye:asset".into()), ..on("chronx", ScreenName::Cards) },
            vec![],
        ),
        ("keys", on("chronx", ScreenName::Cards), vec![typed("?")]),
        ("go to", on("chronx", ScreenName::Cards), vec![control("k")]),
        ("decks", on("chronx", ScreenName::Decks), vec![]),
        ("an import", on("chronx", ScreenName::Decks), vec![control("i")]),
        ("an empty deck", on("chronx", ScreenName::Decks), vec![control("n")]),
        ("an empty deck without a leader", on("afrika", ScreenName::Decks), vec![control("n")]),
        ("deck", deck(DeckTab::Deck), vec![]),
        (
            "a fix before it is done",
            on("chronx", ScreenName::Decks),
            vec![control("n"), Click("Fix all automatically…")],
        ),
        ("an export", deck(DeckTab::Deck), vec![control("e")]),
        ("numbers", deck(DeckTab::Numbers), vec![]),
        ("hands", deck(DeckTab::Hands), vec![]),
        ("history", deck(DeckTab::History), vec![]),
        (
            "a TimeLine",
            Opening {
                deck: Some("box".to_owned()),
                tab: Some(DeckTab::TimeLine),
                ..on("chrononauts", ScreenName::Decks)
            },
            vec![],
        ),
        ("limited", on("afrika", ScreenName::Limited), vec![]),
        (
            "the setup of a draft",
            on("afrika", ScreenName::Limited),
            vec![Tell(Message::Limited(limited::Message::Lobby(lobby::Message::SetUp("cosmic-draft".into()))))],
        ),
        (
            "the address of a host",
            on("afrika", ScreenName::Limited),
            vec![Tell(Message::Limited(limited::Message::Lobby(lobby::Message::Hosted("cosmic-draft".into(), 8))))],
        ),
        (
            "a hosted table",
            on("afrika", ScreenName::Limited),
            vec![
                Tell(Message::Limited(limited::Message::Lobby(lobby::Message::Hosted("cosmic-draft".into(), 8)))),
                Tell(Message::Limited(limited::Message::Hosted(hosted::Message::AddressChosen(
                    Ipv4Addr::LOCALHOST.into(),
                )))),
            ],
        ),
        ("draft", limited("cosmic-draft", 4), vec![]),
        ("draft with a hint", limited("cosmic-draft", 9), vec![typed("h")]),
        ("packs", limited("unleashed-armada", 0), vec![]),
        ("pool", limited("unleashed-armada", 4), vec![]),
        ("suggested decks", limited("unleashed-armada", 9), vec![named(Named::Enter)]),
        ("events", on("afrika", ScreenName::Events), vec![]),
        ("an event before it begins", on("afrika", ScreenName::Events), event.to_vec()),
        ("an event's round", on("afrika", ScreenName::Events), evening.clone()),
        ("an event's standings", on("afrika", ScreenName::Events), tab(&evening, EventTab::Standings)),
        ("an event's report", on("afrika", ScreenName::Events), tab(&evening, EventTab::Report)),
        ("play", on("chronx", ScreenName::Play), vec![]),
        ("match of Chron X", matches("chronx", "constructed"), vec![]),
        ("match of Afrika", matches("afrika", "codex"), vec![]),
        ("match of Chrononauts", matches("chrononauts", "classic"), vec![]),
        ("lab", on("chronx", ScreenName::Lab), vec![]),
        (
            "an answer of the lab",
            on("chronx", ScreenName::Lab),
            vec![
                ask(question::Message::KindChosen(ExperimentKind::Series)),
                ask(question::Message::GamesTyped("20".into())),
                Await("Run"),
            ],
        ),
        ("companion", on("chronx", ScreenName::Companion), vec![]),
        ("a game against the companion", on("chronx", ScreenName::Companion), vec![Click("Start  (Enter)")]),
        ("settings", on("chronx", ScreenName::Settings), vec![]),
    ];
    for (name, kind) in [
        ("a question about hands", ExperimentKind::Hands),
        ("a question about a field", ExperimentKind::Field),
        ("a question about cards", ExperimentKind::Impact),
        ("a question about a set", ExperimentKind::Set),
    ] {
        states.push((name, on("afrika", ScreenName::Lab), vec![ask(question::Message::KindChosen(kind))]));
    }
    let waits = vec![Tell(Message::Play(play::Message::Table(play::table::Message::Closed)))];
    states.push(("a match that waits", matches("afrika", "codex"), waits));
    states.into_iter().map(|(name, opening, steps)| (name.to_owned(), opening, steps)).collect()
}
