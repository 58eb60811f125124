//! `deckloom games`

use schemars::JsonSchema;
use serde::Serialize;

use super::print::counted;
use super::{CommandContext, CommandOutcome, CommandResult};

#[derive(Debug, clap::Args)]
pub(super) struct GamesArgs {}

/// The games.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GamesOutput {
    games: Vec<GameOutput>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameOutput {
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
    sets: Vec<NamedItem>,
    /// Formats by `game/format`.
    formats: Vec<NamedItem>,
    /// Products by `game/product`.
    products: Vec<NamedItem>,
    /// Starter decks by `game/deck`.
    decks: Vec<NamedItem>,
}

/// Something with an id.
#[derive(Debug, Serialize, JsonSchema)]
struct NamedItem {
    /// Id.
    id: String,
    /// Name.
    name: String,
    /// What it is.
    about: String,
}

pub(super) fn run(_: &GamesArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let games = context.session.game_libraries().map(|game_library| {
        let game = &game_library.game;
        let named = |id: &str, name: &str, about: &str| NamedItem {
            id: format!("{}/{id}", game.id),
            name: name.to_owned(),
            about: about.to_owned(),
        };
        GameOutput {
            id: game.id.clone(),
            name: game.name.clone(),
            edition: game.edition.clone(),
            about: game.about.clone(),
            cards: game.cards.len(),
            sets: game
                .sets
                .iter()
                .map(|s| NamedItem { id: s.id.clone(), name: s.name.clone(), about: s.about.clone() })
                .collect(),
            formats: game_library.formats.iter().map(|f| named(&f.id, &f.name, &f.about)).collect(),
            products: game_library.products.iter().map(|p| named(&p.id, &p.name, &p.about)).collect(),
            decks: game_library.decks.iter().map(|(id, d)| named(id, &d.name, &d.about)).collect(),
        }
    });
    let result = GamesOutput { games: games.collect() };
    context.print_result(&result, || result.games.iter().map(to_text).collect::<Vec<_>>().join("\n"))?;
    Ok(CommandOutcome::Done)
}

fn to_text(game: &GameOutput) -> String {
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
