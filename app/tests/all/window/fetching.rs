//! Pictures that are not here yet: the hosts are shown and agreed to before anything connects.

use std::net::TcpListener;
use std::sync::Arc;

use deckloom::notice::BackgroundWork;
use deckloom::screen::action::Action;
use deckloom::screen::settings::pictures::Message as AtPictures;
use deckloom::screen::settings::{self, Settings};
use engine::kernel::parallel::Progress;

use super::*;

/// A data folder with a game of two cards, whose pictures lie at these hosts.
fn with_addresses(folder: &Path, hosts: [&str; 2]) -> PathBuf {
    let data = folder.join("data");
    let game = data.join("nine-fathoms");
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/nine-fathoms");
    for folder in ["boosters", "decks", "formats", "sets", ""] {
        std::fs::create_dir_all(game.join(folder)).expect("made");
        let files = std::fs::read_dir(from.join(folder)).expect("the game").flatten().map(|file| file.path());
        for file in files.filter(|file| file.is_file() && file.file_name().is_some_and(|name| name != "play.toml")) {
            std::fs::copy(&file, game.join(folder).join(file.file_name().expect("a name"))).expect("copied");
        }
    }
    let loaded = desk_with(&folder.join("first.db"), &[data.to_str().expect("UTF-8")]);
    let cards = loaded.game_library("nine-fathoms").expect("the game").game.cards.iter();
    let lines = cards.zip(hosts).map(|(card, host)| format!("{},http://{host}/{}.png\n", card.id, card.id));
    std::fs::write(game.join("pictures.csv"), format!("card,picture\n{}", lines.collect::<String>())).expect("written");
    data
}

#[test]
fn hosts_and_size_are_shown_before_anything_connects_and_a_person_may_say_no() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = with_addresses(folder.path(), ["pics.test", "192.168.1.5"]);
    let desk = desk_with(&folder.path().join("library.db"), &[data.to_str().expect("UTF-8")]);
    let opening = Opening { language: Some(Language::English), ..on("chronx", ScreenName::Settings) };
    let mut window = Window::new(desk, opening, SIZE).0;
    drop(window.update(Message::ScreenChosen(ScreenName::Settings)));
    assert!(shows(&window, "2 pictures not fetched yet") && !shows(&window, "pics.test"));
    let at = |message| Message::Settings(settings::Message::Pictures(message));
    drop(window.update(at(AtPictures::Wanted("nine-fathoms".to_owned()))));
    for words in [
        "pics.test: 1 picture",
        "not encrypted",
        "192.168.1.5: 1 picture",
        "in your own network",
        "MB",
        "Agree and fetch",
    ] {
        assert!(shows(&window, words), "{words}");
    }
    drop(window.update(at(AtPictures::Cancelled)));
    assert!(!shows(&window, "Agree and fetch") && shows(&window, "Fetch pictures…"));
}

#[test]
fn what_was_agreed_to_is_fetched_in_the_background_and_no_name_leads_into_ones_own_network() {
    let folder = tempfile::tempdir().expect("a folder");
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.set_nonblocking(true).expect("set");
    let host = format!("127.1:{}", listener.local_addr().expect("an address").port());
    let data = with_addresses(folder.path(), [&host, "192.168.1.5"]);
    let desk = desk_with(&folder.path().join("library.db"), &[data.to_str().expect("UTF-8")]);
    let mut page = Settings::default();
    page.reload(&desk);
    let mut tell = |message| page.update(settings::Message::Pictures(message), &desk.library);
    assert!(matches!(tell(AtPictures::Wanted("nine-fathoms".to_owned())), Action::None));
    let Action::Ask(settings::Request::Fetch(BackgroundWork { pieces, run, .. })) = tell(AtPictures::Agreed) else {
        panic!("a fetch");
    };
    let progress = Arc::new(Progress::default());
    let told = run(progress.clone()).expect("it ends");
    assert!(told.contains("leads into your own network") && told.contains("1 not asked for yet"), "{told}");
    assert_eq!((pieces, progress.done()), (2, 1));
    assert!(listener.accept().is_err(), "nobody connected");
    assert!(matches!(tell(AtPictures::Ended), Action::Ask(settings::Request::ShowPictures)));
}
