//! Fills a library with decks, to see how the program bears a full one:
//! `cargo run --release -p deckloom --example full-library -- FILE DECKS`.

use deckloom::desk::{Desk, Places};
use deckloom::workbench::Workbench;
use formats::deck::Edit;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(file), Some(decks)) = (args.next(), args.next().and_then(|n| n.parse::<usize>().ok())) else {
        return Err("write a FILE and a number of decks".into());
    };
    let mut desk = Desk::open(&Places { library: Some(file.into()), data: Vec::new() })?;
    for game in ["afrika", "chronx"] {
        let book = desk.book(game).ok_or("the game is gone")?.clone();
        for (number, (_, deck)) in (1..=decks / 2).zip(book.decks.iter().cycle()) {
            let deck = formats::Deck { name: format!("{} {number}", deck.name), ..deck.clone() };
            let mut bench = Workbench::create(&mut desk.library, &book.game, deck, None)?;
            let name = format!("{}, again", bench.deck.name);
            bench.edit(&mut desk.library, &book.game, Edit::Rename(name))?;
        }
    }
    Ok(())
}
