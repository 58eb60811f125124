//! `deckloom games`

use schemars::JsonSchema;
use serde::Serialize;

use super::print::counted;
use super::{Door, Outcome};

#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// The games.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    games: Vec<Game>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct Game {
    /// Id.
    id: String,
    /// Title.
    name: String,
    /// Edition of the rules.
    edition: String,
    /// What it is.
    about: String,
    /// Cards.
    cards: usize,
    /// Sets by id.
    sets: Vec<Named>,
    /// Formats by `game/format`.
    formats: Vec<Named>,
    /// Products by `game/product`.
    products: Vec<Named>,
    /// Starter decks by `game/deck`.
    decks: Vec<Named>,
}

/// Something with an id.
#[derive(Debug, Serialize, JsonSchema)]
struct Named {
    /// Id.
    id: String,
    /// Name.
    name: String,
    /// What it is.
    about: String,
}

pub(super) fn run(_: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let games = door.desk.books().map(|book| {
        let game = &book.game;
        let named = |id: &str, name: &str, about: &str| Named {
            id: format!("{}/{id}", game.id),
            name: name.to_owned(),
            about: about.to_owned(),
        };
        Game {
            id: game.id.clone(),
            name: game.name.clone(),
            edition: game.edition.clone(),
            about: game.about.clone(),
            cards: game.cards.len(),
            sets: game
                .sets
                .iter()
                .map(|s| Named { id: s.id.clone(), name: s.name.clone(), about: s.about.clone() })
                .collect(),
            formats: book.formats.iter().map(|f| named(&f.id, &f.name, &f.about)).collect(),
            products: book.products.iter().map(|p| named(&p.id, &p.name, &p.about)).collect(),
            decks: book.decks.iter().map(|(id, d)| named(id, &d.name, &d.about)).collect(),
        }
    });
    let result = Result { games: games.collect() };
    door.show(&result, || result.games.iter().map(to_text).collect::<Vec<_>>().join("\n"))?;
    Ok(Outcome::Done)
}

fn to_text(game: &Game) -> String {
    let mut out = format!("{} ({}) – {}\n{}\n", game.name, game.id, game.edition, game.about);
    out.push_str(&format!(
        "{} in {}\n",
        counted(game.cards as u64, "card", "cards"),
        counted(game.sets.len() as u64, "set", "sets")
    ));
    for (heading, list) in [("Formats", &game.formats), ("Products", &game.products), ("Starter decks", &game.decks)] {
        out.push_str(&format!("  {heading}\n"));
        for item in list {
            out.push_str(&format!("    {}  {}\n", item.id, item.about));
        }
    }
    out
}
