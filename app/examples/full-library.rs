//! Fills a library with decks, to see how the program bears a full one:
//! `cargo run --release -p deckloom --example full-library -- FILE DECKS`.

use deckloom::session::{Places, Session};
use formats::deck::Edit;
use formats::saved::deck::DeckSession;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(decks)) = (args.next(), args.next().and_then(|n| n.parse::<usize>().ok())) else {
        return Err("write a FILE and a number of decks".into());
    };
    let mut desk = Session::open(&Places { library: Some(file.into()), data: Vec::new() })?;
    for game in ["afrika", "chronx"] {
        let game_library = desk.game_library(game).ok_or("the game is gone")?.clone();
        for (number, (_, deck)) in (1..=decks / 2).zip(game_library.decks.iter().cycle()) {
            let deck = formats::Deck { name: format!("{} {number}", deck.name), ..deck.clone() };
            let mut deck_session = DeckSession::create(&mut desk.library, &game_library.game, deck, None)?;
            let name = format!("{}, again", deck_session.deck.name);
            deck_session.edit(&mut desk.library, &game_library.game, Edit::Rename(name))?;
        }
    }
    Ok(())
}
