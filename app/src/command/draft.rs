//! `deckloom draft …`: drafts by bots from packs to decks, and drafts of people, bots and files in the library.

mod call;
pub(super) mod plan;
mod rate;
mod replay;
mod save;
mod seat;
mod slips;

use std::ffi::OsStr;
use std::path::PathBuf;

use formats::Book;
use formats::limited::Pool;
use formats::limited::draft::log::{Action, Log};
use formats::limited::draft::pod::{Pod, Sitter};
use formats::limited::draft::start::Cards;
use formats::limited::draft::story;
use formats::limited::drafter::Scout;
use schemars::JsonSchema;
use serde::Serialize;

use super::printings::Printings;
use super::sealed::{self, Player};
use super::{Door, Outcome, number, sources, usage};
pub(super) use call::Result as Calls;
pub(super) use rate::Result as Ratings;
pub(super) use replay::Result as Replayed;
pub(super) use save::Result as Saved;
pub(super) use seat::{List, State};
pub(super) use slips::Slips;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Args {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// The format, such as afrika/cosmic-draft.
    #[arg(required = true)]
    format: Option<String>,
    /// How many seats.
    #[arg(long, default_value_t = 8, value_parser = number::whole::<u32>(1..))]
    seats: u32,
    /// Put bots on every seat, from packs to decks. `draft begin` begins a draft of people.
    #[arg(long, required = true)]
    auto: bool,
    /// What sits on the seats: bot, casual or random, each with :N percent of hate-drafting; several take turns.
    #[arg(long, value_delimiter = ',', default_value = "bot")]
    bots: Vec<String>,
    /// Ratings of `draft rate` for the bots, added to those of the product.
    #[arg(long, value_name = "FILE")]
    ratings: Option<PathBuf>,
    /// A folder for the log, and each seat's pool and deck, as files.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    setup: plan::Setup,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Begin a draft of people, bots and files, which the library keeps.
    Begin(seat::Begin),
    /// List the drafts of the library.
    List,
    /// Show a draft as one seat sees it now.
    Show(seat::Show),
    /// Choose for a seat; it is safe once this returns.
    Pick(seat::Pick),
    /// Take back the last choice of a person, if everybody agrees.
    Undo(seat::Undo),
    /// Put somebody else on a seat: a bot for a person, or the person again.
    Sit(seat::Sit),
    /// Let it stand still.
    Pause(seat::Named),
    /// Let it go on, also after a crash.
    Resume(seat::Resume),
    /// Write a seat as a text for somebody elsewhere.
    Slip(slips::Slip),
    /// Take the choice of a slip that came back.
    Answer(slips::Answer),
    /// Show what was seen, taken and wheeled at each pick; whether the packs come out of the seed.
    Replay(replay::Args),
    /// Write a draft with its pools and decks as JSON, text or CSV.
    Save(save::Args),
    /// Call picks and passes for a table with real cards.
    Call(call::Args),
    /// Compute ratings for bots out of people's picks and of simulated pods.
    Rate(rate::Args),
}

/// A whole draft.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    /// `game/format`.
    format: String,
    /// Type of draft.
    #[serde(rename = "type")]
    kind: String,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// The packs as opened, by card id: `[round][seat][card]`. Where no packs are opened: one row of cards.
    packs: Vec<Vec<Vec<String>>>,
    /// Every choice in order.
    picks: Vec<replay::Pick>,
    /// Card ids that nobody got: burned, or left over.
    out: Vec<String>,
    /// The seats with their pools and decks.
    players: Vec<Player>,
}

pub(super) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    match &args.verb {
        None => auto(args, door),
        Some(Verb::Begin(args)) => seat::begin(args, door),
        Some(Verb::List) => seat::list(door),
        Some(Verb::Show(args)) => seat::show(args, door),
        Some(Verb::Pick(args)) => seat::pick(args, door),
        Some(Verb::Undo(args)) => seat::undo(args, door),
        Some(Verb::Sit(args)) => seat::sit(args, door),
        Some(Verb::Pause(args)) => seat::pause(args, door),
        Some(Verb::Resume(args)) => seat::resume(args, door),
        Some(Verb::Slip(args)) => slips::slip(args, door),
        Some(Verb::Answer(args)) => slips::answer(args, door),
        Some(Verb::Replay(args)) => replay::run(args, door),
        Some(Verb::Save(args)) => save::run(args, door),
        Some(Verb::Call(args)) => call::run(args, door),
        Some(Verb::Rate(args)) => rate::run(args, door),
    }
}

/// What a seat (from 1) of a draft has drafted so far, with the id of the format.
pub(super) fn pool<'d>(door: &'d Door, draft: &OsStr, seat: usize) -> anyhow::Result<(&'d Book, String, Pool)> {
    let (book, log) = replay::log(door, draft)?;
    Cards::of(&book.game, &log.start).all_there()?;
    let pod = Pod::replay(&book.game, &log.start, &log.actions)?;
    match seat {
        1.. if seat <= pod.table.seats() => Ok((book, log.start.format, pod.table.pool(seat - 1))),
        _ => Err(usage(format!("{} has seats 1 to {}, not {seat}", draft.display(), pod.table.seats()))),
    }
}

fn auto(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let named = args.format.as_deref().ok_or_else(|| usage("name a format"))?;
    let (book, format) = door.format(named)?;
    sources::fresh_folder(args.output.as_deref())?;
    let bots = args.bots.iter().map(|word| plan::sitter(word)).collect::<anyhow::Result<Vec<Sitter>>>()?;
    if let Some(person) = bots.iter().find(|b| b.bot().is_none()) {
        return Err(usage(format!("{} is no bot; `draft begin` is for people", person.words())));
    }
    let sitters = bots.into_iter().cycle().take(args.seats as usize).collect();
    let start = args.setup.start(door, book, format, sitters, None)?;
    let (game, cards) = (&book.game, Cards::of(&book.game, &start));
    let scout = Scout::of(book, &start, plan::ratings(book, args.ratings.as_deref())?);
    let mut pod = Pod::begin(game, &start)?;
    let actions: Vec<Action> = pod.bots(&scout, &cards).into_iter().collect();
    for action in &actions {
        pod.apply(&cards, action)?;
    }
    let told = story::tell(&cards, &start, pod.moves())?;
    let players =
        (0..pod.table.seats()).map(|s| sealed::player(book, format, s, &pod.table.pool(s), args.output.as_deref()));
    let players = players.collect::<anyhow::Result<Vec<_>>>()?;
    let result = Result {
        format: named.to_owned(),
        kind: start.way.id().to_owned(),
        seed: start.seed.clone(),
        packs: start.packs.clone(),
        picks: (1..).zip(&told).map(|(n, t)| replay::Pick::of(n, t, &cards)).collect(),
        out: pod.table.out().iter().map(|c| cards.id(*c)).collect(),
        players,
    };
    if let Some(folder) = &args.output {
        let (data_hash, name) = (game.data_hash.clone(), format.name.clone());
        let log = Log { game: game.id.clone(), data_hash, name, start, actions };
        let whole = save::Whole::of(book, &log, &pod);
        sources::write(&folder.join("draft.json"), serde_json::to_string_pretty(&whole)?)?;
    }
    door.show(&result, || {
        let mut out = String::new();
        let printings = Printings::new(game, result.picks.iter().flat_map(|p| &p.came).map(String::as_str));
        for seat in 1..=result.players.len() {
            out.push_str(&format!("Picks of seat {seat}\n"));
            for p in result.picks.iter().filter(|p| p.seat == seat) {
                let came: Vec<String> = p.came.iter().map(|id| printings.label(id)).collect();
                let came = if came.is_empty() { p.chosen.clone() } else { came.join(", ") };
                let why = p.why.as_deref().unwrap_or_default();
                out.push_str(&format!("  {}.{:<2} {came:<32} {why}\n", p.round, p.pick));
            }
            out.push_str(&format!("{}\n", sealed::words(game, &result.players[seat - 1])));
        }
        if !args.setup.is_seeded() {
            out.push_str(&format!("seed {}\n", result.seed));
        }
        out
    })?;
    let all = result.players.iter().all(|p| !p.deck.is_empty());
    Ok(if all { Outcome::Done } else { Outcome::Wanting })
}
