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

use formats::GameLibrary;
use formats::limited::Pool;
use formats::limited::draft::log::{DraftAction, DraftLog};
use formats::limited::draft::pod::{DraftPlayer, Pod};
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::story;
use formats::limited::drafter::{LazyScorer, PickScorer};
use schemars::JsonSchema;
use serde::Serialize;

use super::printings::Printings;
use super::sealed::{self, Player};
use super::{CommandContext, CommandOutcome, CommandResult, number, sources, usage_error};
pub(super) use call::DraftCallOutput as Calls;
pub(super) use rate::DraftRateOutput as Ratings;
pub(super) use replay::DraftReplayOutput as Replayed;
pub(super) use save::DraftSaveOutput as Saved;
pub(super) use seat::{DraftListOutput, DraftStateOutput};
pub(super) use slips::DraftSlipsOutput;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct DraftArgs {
    #[command(subcommand)]
    verb: Option<DraftVerb>,
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
    setup: plan::DraftSetupArgs,
}

#[derive(Debug, clap::Subcommand)]
enum DraftVerb {
    /// Begin a draft of people, bots and files, which the library keeps.
    Begin(seat::DraftBeginArgs),
    /// List the drafts of the library.
    List,
    /// Show a draft as one seat sees it now.
    Show(seat::DraftShowArgs),
    /// Choose for a seat; it is safe once this returns.
    Pick(seat::DraftPickArgs),
    /// Take back the last choice of a person, if everybody agrees.
    Undo(seat::DraftUndoArgs),
    /// Put somebody else on a seat: a bot for a person, or the person again.
    Sit(seat::DraftSitArgs),
    /// Let it stand still.
    Pause(seat::DraftNameArgs),
    /// Let it go on, also after a crash.
    Resume(seat::DraftResumeArgs),
    /// Write a seat as a text for somebody elsewhere.
    Slip(slips::DraftSlipArgs),
    /// Take the choice of a slip that came back.
    Answer(slips::DraftAnswerArgs),
    /// Show what was seen, taken and wheeled at each pick; whether the packs come out of the seed.
    Replay(replay::DraftReplayArgs),
    /// Write a draft with its pools and decks as JSON, text or CSV.
    Save(save::DraftSaveArgs),
    /// Call picks and passes for a table with real cards.
    Call(call::DraftCallArgs),
    /// Compute ratings for bots out of people's picks and of simulated pods.
    Rate(rate::DraftRateArgs),
}

/// A whole draft.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct DraftOutput {
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
    picks: Vec<replay::PickOutput>,
    /// Card ids that nobody got: burned, or left over.
    out: Vec<String>,
    /// The seats with their pools and decks.
    players: Vec<Player>,
}

pub(super) fn run(args: &DraftArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    match &args.verb {
        None => run_bots(args, context),
        Some(DraftVerb::Begin(args)) => seat::begin(args, context),
        Some(DraftVerb::List) => seat::list(context),
        Some(DraftVerb::Show(args)) => seat::show(args, context),
        Some(DraftVerb::Pick(args)) => seat::pick(args, context),
        Some(DraftVerb::Undo(args)) => seat::undo(args, context),
        Some(DraftVerb::Sit(args)) => seat::sit(args, context),
        Some(DraftVerb::Pause(args)) => seat::pause(args, context),
        Some(DraftVerb::Resume(args)) => seat::resume(args, context),
        Some(DraftVerb::Slip(args)) => slips::slip(args, context),
        Some(DraftVerb::Answer(args)) => slips::answer(args, context),
        Some(DraftVerb::Replay(args)) => replay::run(args, context),
        Some(DraftVerb::Save(args)) => save::run(args, context),
        Some(DraftVerb::Call(args)) => call::run(args, context),
        Some(DraftVerb::Rate(args)) => rate::run(args, context),
    }
}

/// What a seat (from 1) of a draft has drafted so far, with the id of the format.
pub(super) fn pool<'d>(
    context: &'d CommandContext,
    draft: &OsStr,
    seat: usize,
) -> CommandResult<(&'d GameLibrary, String, Pool)> {
    let (game_library, log) = replay::log(context, draft)?;
    DraftCards::new(&game_library.game, &log.start).all_there()?;
    let pod = Pod::replay(&game_library.game, &log.start, &log.actions)?;
    match seat {
        1.. if seat <= pod.draft.seats() => Ok((game_library, log.start.format, pod.draft.pool(seat - 1))),
        _ => Err(usage_error(format!("{} has seats 1 to {}, not {seat}", draft.display(), pod.draft.seats()))),
    }
}

fn run_bots(args: &DraftArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = args.format.as_deref().ok_or_else(|| usage_error("name a format"))?;
    let (game_library, format) = context.format(named)?;
    sources::fresh_folder(args.output.as_deref())?;
    let bots = args.bots.iter().map(|word| plan::parse_player(word)).collect::<CommandResult<Vec<DraftPlayer>>>()?;
    if let Some(person) = bots.iter().find(|b| b.bot().is_none()) {
        return Err(usage_error(format!("{} is no bot; `draft begin` is for people", person.label())));
    }
    let sitters = bots.into_iter().cycle().take(args.seats as usize).collect();
    let start = args.setup.start(context, game_library, format, sitters, None)?;
    let (game, cards) = (&game_library.game, DraftCards::new(&game_library.game, &start));
    let ratings = plan::ratings(game_library, args.ratings.as_deref())?;
    let scout = LazyScorer::new(|| PickScorer::for_draft(game_library, &start, ratings));
    let mut pod = Pod::begin(game, &start)?;
    let actions: Vec<DraftAction> = pod.bots(&scout, &cards).into_iter().collect();
    for action in &actions {
        pod.apply(&cards, action)?;
    }
    let told = story::replay(&cards, &start, pod.moves())?;
    let players = (0..pod.draft.seats())
        .map(|s| sealed::player(game_library, format, s, &pod.draft.pool(s), args.output.as_deref()));
    let players = players.collect::<CommandResult<Vec<_>>>()?;
    let result = DraftOutput {
        format: named.to_owned(),
        kind: start.way.id().to_owned(),
        seed: start.seed.clone(),
        packs: start.packs.clone(),
        picks: (1..).zip(&told).map(|(n, t)| replay::PickOutput::new(n, t, &cards)).collect(),
        out: pod.draft.out().iter().map(|c| cards.id(*c)).collect(),
        players,
    };
    if let Some(folder) = &args.output {
        let (data_hash, name) = (game.data_hash.clone(), format.name.clone());
        let log = DraftLog { game: game.id.clone(), data_hash, name, start, actions };
        let whole = save::WholeDraft::new(game_library, &log, &pod);
        sources::write(&folder.join("draft.json"), serde_json::to_string_pretty(&whole)?)?;
    }
    context.print_result(&result, || {
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
            out.push_str(&format!("{}\n", sealed::describe(game, &result.players[seat - 1])));
        }
        if !args.setup.is_seeded() {
            out.push_str(&format!("seed {}\n", result.seed));
        }
        out
    })?;
    let all = result.players.iter().all(|p| !p.deck.is_empty());
    Ok(if all { CommandOutcome::Done } else { CommandOutcome::Failed })
}
