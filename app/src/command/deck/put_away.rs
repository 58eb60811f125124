//! `deckloom deck put-away NAME`

use catalog::store::journal::Kind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{Door, Outcome, names};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
    /// The saved deck.
    deck: String,
    /// Take it out again.
    #[arg(long)]
    back: bool,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

/// What became of the deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct Result {
    /// Its name.
    deck: String,
    /// Game id.
    game: String,
    /// Whether it is put away now.
    put_away: bool,
}

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (game, id) = match args.back {
        false => {
            let (book, bench) = door.bench(&args.deck, args.game.as_deref())?;
            (book.game.id.clone(), bench.id)
        }
        true => away(args, door)?,
    };
    door.desk.library.put_away(id, !args.back)?;
    let result = Result { deck: args.deck.clone(), game, put_away: !args.back };
    door.show(&result, || match args.back {
        false => format!("`{0}` is put away; `deckloom deck put-away \"{0}\" --back` takes it out again", args.deck),
        true => format!("`{}` is among the decks again", args.deck),
    })?;
    Ok(Outcome::Done)
}

fn away(args: &Args, door: &Door) -> anyhow::Result<(String, catalog::store::journal::StreamId)> {
    let mut known: Vec<String> = Vec::new();
    for game in door.desk.games.ids().filter(|id| args.game.as_ref().is_none_or(|game| game == id)) {
        let streams = door.desk.library.put_away_streams(Kind::Deck, game)?;
        if let Some(stream) = streams.iter().find(|s| s.name == args.deck) {
            return Ok((game.to_owned(), stream.id));
        }
        known.extend(streams.into_iter().map(|s| s.name));
    }
    let known = known.iter().map(String::as_str);
    Err(names::unknown("deck", &args.deck, known, "`--back` takes out only what was put away"))
}
