//! `deckloom draft FORMAT --auto`

use std::path::PathBuf;

use catalog::CardIx;
use formats::limited::draft::{self, Table};
use formats::limited::drafter::{Leaning, Scout};
use schemars::JsonSchema;
use serde::Serialize;

use super::sealed::{self, Player};
use super::{Door, Outcome, sources, usage};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The format, such as afrika/cosmic-draft.
    format: String,
    /// How many seats.
    #[arg(long, default_value_t = 8)]
    seats: u32,
    /// The same seed drafts the same draft: a number, or what an earlier run told. Without one, nobody can guess it.
    #[arg(long)]
    seed: Option<String>,
    /// Bots on every seat.
    #[arg(long, required = true)]
    auto: bool,
    /// A folder for the log, and each seat's pool and deck, as files.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// A whole draft.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    /// `game/format`.
    format: String,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// The packs as opened, by card id: `[round][seat][card]`.
    packs: Vec<Vec<Vec<String>>>,
    /// Every pick, round by round and seat by seat.
    picks: Vec<Pick>,
    /// The seats with their pools and decks.
    players: Vec<Player>,
}

/// A pick.
#[derive(Debug, Serialize, JsonSchema)]
struct Pick {
    /// Pack, counted from 1.
    pack: usize,
    /// Pick in that pack, counted from 1.
    pick: usize,
    /// Seat, counted from 1.
    seat: usize,
    /// Card id.
    card: String,
    /// Why: the bot's points and what they are made of.
    why: String,
}

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let (book, format) = door.format(&args.format)?;
    let limited = format.limited.as_ref().filter(|l| l.is_draft());
    let limited = limited.ok_or_else(|| usage(format!("{} is no draft", format.name)))?;
    let product = book.product(&limited.product).ok_or_else(|| usage("the product is gone"))?;
    sources::fresh_folder(args.output.as_deref())?;
    let (game, seed) = (&book.game, sources::seed(args.seed.as_deref())?);
    let start = draft::start(game, product, format, limited, args.seats, seed)?;
    let mut table = Table::begin(game, limited, &start)?;
    let scout = Scout::new(game, product);
    let mut leanings = vec![Leaning::default(); table.seats()];
    let mut picks = Vec::new();
    let (mut pack, mut pick) = (0, 0);
    while !table.is_over() {
        (pack, pick) = if table.round() + 1 == pack { (pack, pick + 1) } else { (table.round() + 1, 1) };
        let taken: Vec<CardIx> = (0..table.seats()).map(|s| scout.choose(&leanings[s], table.pack(s))).collect();
        for (seat, card) in taken.iter().enumerate() {
            let why = scout.opinion(&leanings[seat], *card).text();
            picks.push(Pick { pack, pick, seat: seat + 1, card: game.card(*card).id.clone(), why });
            scout.note(&mut leanings[seat], *card);
        }
        table.pick(game, &taken)?;
    }
    let players = (0..table.seats()).map(|s| sealed::player(book, format, s, &table.pool(s), args.output.as_deref()));
    let players = players.collect::<anyhow::Result<Vec<_>>>()?;
    let result = Result { format: args.format.clone(), seed: seed.hex(), packs: start.packs, picks, players };
    if let Some(folder) = &args.output {
        sources::write(&folder.join("draft.json"), serde_json::to_string_pretty(&result)?)?;
    }
    door.show(&result, || {
        let name = |id: &str| game.find(id).map_or(id.to_owned(), |ix| game.card(ix).name.clone());
        let mut out = String::new();
        for seat in 1..=result.players.len() {
            out.push_str(&format!("Picks of seat {seat}\n"));
            for p in result.picks.iter().filter(|p| p.seat == seat) {
                out.push_str(&format!("  {}.{:<2} {:<32} {}\n", p.pack, p.pick, name(&p.card), p.why));
            }
            out.push_str(&format!("{}\n", sealed::words(game, &result.players[seat - 1])));
        }
        if args.seed.is_none() {
            out.push_str(&format!("seed {}\n", result.seed));
        }
        out
    })?;
    Ok(Outcome::Done)
}
