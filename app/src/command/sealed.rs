//! `deckloom sealed FORMAT`

use std::path::PathBuf;

use catalog::Game;
use formats::deckfile::{self, Kind};
use formats::limited::{Pool, build, sealed};
use formats::{Book, Deck, Format};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Door, Outcome, sources, usage};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The format, such as afrika/unleashed-armada.
    format: String,
    /// How many players.
    #[arg(long, default_value_t = 1)]
    players: u32,
    /// The same seed opens the same packs: a number, or what an earlier run told. Without one, nobody can guess them.
    #[arg(long)]
    seed: Option<String>,
    /// A folder for each player's pool and deck as files.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// The pools.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    /// `game/format`.
    format: String,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// The players in order of their seats.
    players: Vec<Player>,
}

/// A player of a limited event.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Player {
    /// Seat, counted from 1.
    pub seat: usize,
    /// Ids of the cards in the pool, in the order in which they came.
    pub pool: Vec<String>,
    /// A legal deck out of it: section id, then copies by card id.
    pub deck: Vec<(String, Vec<(u32, String)>)>,
    /// Why this deck.
    pub why: String,
}

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let (book, format) = door.format(&args.format)?;
    let limited = format.limited.as_ref().filter(|l| !l.is_draft());
    let limited = limited.ok_or_else(|| usage(format!("{} is no sealed format", format.name)))?;
    let (min, max) = limited.seats;
    if !(min..=max).contains(&args.players) {
        return Err(usage(format!("{} is for {min} to {max} players, not {}", format.name, args.players)));
    }
    let product = book.product(&limited.product).ok_or_else(|| usage("the product is gone"))?;
    sources::fresh_folder(args.output.as_deref())?;
    let seed = sources::seed(args.seed.as_deref())?;
    let pools = sealed::pools(product, limited, args.players, seed);
    let mut result = Result { format: args.format.clone(), seed: seed.hex(), players: Vec::new() };
    for (i, pool) in pools.iter().enumerate() {
        result.players.push(player(book, format, i, pool, args.output.as_deref())?);
    }
    door.show(&result, || {
        let players = result.players.iter().map(|p| words(&book.game, p)).collect::<Vec<_>>().join("\n");
        if args.seed.is_none() { format!("{players}\nseed {}\n", result.seed) } else { players }
    })?;
    Ok(Outcome::Done)
}

/// Builds a player's deck, and writes pool and deck if a folder is named.
pub(super) fn player(
    book: &Book,
    format: &Format,
    seat: usize,
    pool: &Pool,
    folder: Option<&std::path::Path>,
) -> anyhow::Result<Player> {
    let game = &book.game;
    let limited = format.limited.as_ref().ok_or_else(|| usage("no limited format"))?;
    let product = book.product(&limited.product).ok_or_else(|| usage("the product is gone"))?;
    let built = build::decks(game, product, format, limited, pool, 1)
        .map_err(|r| super::Failure {
            exit: 1,
            message: format!("no legal deck comes out of pool {}: {}", seat + 1, r.violations[0].message),
        })?
        .remove(0);
    let deck = built.deck.deck();
    if let Some(folder) = folder {
        let name = |what: &str| folder.join(format!("seat-{}-{what}", seat + 1));
        let mut pool_deck = Deck::new(game, &format!("Pool of seat {}", seat + 1), &format.id);
        let main = game.section("main").unwrap_or(0);
        pool.cards.iter().for_each(|c| pool_deck.add(main, formats::deck::Listed::Card(*c), 1));
        sources::write(&name("pool.txt"), deckfile::write(game, &pool_deck, Kind::Text))?;
        sources::write(&name("deck.toml"), deckfile::write(game, deck, Kind::Toml))?;
    }
    Ok(Player { seat: seat + 1, pool: pool.ids(game), deck: deck.saved(game).sections, why: built.why })
}

pub(super) fn words(game: &Game, player: &Player) -> String {
    let mut out = format!("Seat {} – {} cards in the pool\n{}\n", player.seat, player.pool.len(), player.why);
    for (_, entries) in player.deck.iter().filter(|(_, e)| !e.is_empty()) {
        for (count, id) in entries {
            let name = game.find(id).map_or(id.as_str(), |ix| game.card(ix).name.as_str());
            out.push_str(&format!("  {count} {name}\n"));
        }
    }
    out
}
