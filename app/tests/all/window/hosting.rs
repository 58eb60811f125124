//! A table for phones from the form to its packs, as whoever hosts it sees it. Nobody connects here: people come in through the
//! library's own tables, as they do behind a phone's request.

use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;
use std::sync::Arc;

use catalog::store::Library;
use deckloom::saved_event::SavedEvent;
use deckloom::screen::limited::{self, hosted, lobby, setup};
use formats::GameLibrary;
use host::room::{Answer, DeckChange, Room};
use host::tables::{Games, Tables};

use super::*;

fn send(window: &mut Window, message: limited::Message) {
    drop(window.update(Message::Limited(message)));
}

/// Where the computer has several addresses, or none on a local network, its own is chosen.
fn choose_address(window: &mut Window) {
    if shows(window, "Which address of this computer") {
        let own = IpAddr::V4(Ipv4Addr::LOCALHOST);
        send(window, limited::Message::Hosted(hosted::Message::AddressChosen(own)));
    }
}

/// Does something at the table of a library while no window hosts it.
fn at_table(library: &Path, games: &Arc<GameLibrary>, work: impl AsyncFnOnce(&mut Room)) {
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    tokio.block_on(async {
        let (id, known) = (games.game.id.clone(), games.clone());
        let find: Games = Arc::new(move |_| Some(known.clone()));
        let kept = Library::open(library).expect("opens");
        let (tables, left) = Tables::open(kept, &[id], find).await.expect("tables");
        assert!(left.is_empty(), "{left:?}");
        let table = tables.all().remove(0);
        work(&mut *table.room.lock().await).await;
    });
}

#[test]
fn a_form_hosts_a_table_and_its_players_go_on_to_an_event() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("library.db");
    let mut window = open(&library, limited());
    send(&mut window, limited::Message::Lobby(lobby::Message::SetUp("unleashed-armada".into())));
    send(&mut window, limited::Message::Setup(setup::Message::TeamChanged(2)));
    send(&mut window, limited::Message::Setup(setup::Message::PlayersChanged(4)));
    act(&mut window, |ui| ui.click("Host for phones…").map(drop));
    choose_address(&mut window);
    assert!(shows(&window, "Scan with a phone") && shows(&window, "free"));
    act(&mut window, |ui| ui.click("Open packs").map(drop));
    assert!(window.library().streams(StreamKind::Pool, "afrika").expect("pools").is_empty(), "nobody sits there yet");
    let games = window.session().game_library("afrika").expect("the game").clone();
    drop(window);
    // Two people come in meanwhile, and the window hosts again what it hosted.
    at_table(&library, &games, async |room| {
        for name in ["Ada", "Bo"] {
            room.join(name).await.expect("a seat");
        }
        assert_eq!(room.table.team_size(), 2);
    });
    let mut window = open(&library, limited());
    let id = window.library().streams(StreamKind::Table, "afrika").expect("tables")[0].id;
    send(&mut window, limited::Message::Lobby(lobby::Message::TableOpened(id)));
    choose_address(&mut window);
    assert!(shows(&window, "Ada") && shows(&window, "Bo") && shows(&window, "Away"));
    act(&mut window, |ui| ui.click("Open packs").map(drop));
    assert!(shows(&window, "0 of 2 decks registered"));
    assert_eq!(window.library().streams(StreamKind::Pool, "afrika").expect("pools").len(), 2, "one a team");
    assert!(!shows(&window, "Start an event"), "nobody has registered a deck");
    drop(window);
    at_table(&library, &games, async |room| {
        for (seat, change) in [
            (0, DeckChange::Suggest(0)),
            (0, DeckChange::Register),
            (1, DeckChange::Suggest(0)),
            (1, DeckChange::Register),
        ] {
            let key = room.deck_key(seat);
            assert_eq!(room.change_deck(seat, &key, change).await.expect("fits"), Answer::Done);
        }
    });
    let mut window = open(&library, limited());
    send(&mut window, limited::Message::Lobby(lobby::Message::TableOpened(id)));
    choose_address(&mut window);
    assert!(shows(&window, "2 of 2 decks registered"));
    act(&mut window, |ui| ui.click("Start an event").map(drop));
    assert!(shows(&window, "The event has the table's players, pools and decks."));
    let event = window.library().streams(StreamKind::Event, "afrika").expect("events").remove(0);
    let event = SavedEvent::open(window.library(), event.id).expect("opens").event;
    let names: Vec<&str> = event.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["Ada", "Bo"]);
    assert!(event.players.iter().all(|player| player.deck.is_some() && player.pool.is_some()));
    window = open(&library, limited());
    assert!(shows(&window, "Continue") && shows(&window, "Hosted"), "it waits among what was begun");
}
