//! `deckloom draft rate`: ratings for bots out of what people picked, and out of how decks of simulated pods fare.

use std::path::PathBuf;

use catalog::CardIx;
use catalog::store::journal::StreamKind;
use engine::lab::pods;
use formats::limited::booster::Product;
use formats::limited::draft::log::ChosenBy;
use formats::limited::draft::pod::Pod;
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::{DraftChoice, DraftType, story};
use formats::limited::drafter::{Bot, PickScorer, fit};
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{CommandContext, CommandOutcome, CommandResult, number, sources, usage_error};
use formats::saved;

#[derive(Debug, clap::Args)]
pub(super) struct DraftRateArgs {
    /// The format, such as afrika/cosmic-draft.
    format: String,
    /// Pods of bots whose decks meet: in matches if the rules engine plays the game, otherwise goldfishing.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=100_000))]
    pods: u64,
    /// The same seed plays the same pods.
    #[arg(long, default_value = "1", value_parser = number::seed)]
    seed: Seed,
    /// A file for the ratings: rows of a booster's file, which `draft --ratings` reads.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// Ratings beside the declared ones.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DraftRateOutput {
    /// `game/format`.
    format: String,
    /// Picks of people in the library.
    picks: usize,
    /// Decks of simulated pods.
    decks: usize,
    /// How the decks met: `match` or `goldfish`; absent without pods.
    met: Option<&'static str>,
    /// What to add to the declared ratings, the greatest first.
    corrections: Vec<Correction>,
    /// The file, if one was written.
    file: Option<String>,
}

/// What to add to a card's rating.
#[derive(Debug, Serialize, JsonSchema)]
struct Correction {
    /// Card id.
    card: String,
    /// In hundredths of a point.
    points: i32,
    /// The evidence.
    why: String,
}

pub(super) fn run(args: &DraftRateArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, format) = context.format(&args.format)?;
    let game = &game_library.game;
    let product = format.limited.as_ref().and_then(|l| game_library.product(&l.product));
    let product =
        product.ok_or_else(|| usage_error(format!("{} is no limited format: it has no packs", format.name)))?;
    let picks = human_picks(context, game_library, format)?;
    let (results, met) = if args.pods == 0 {
        (Vec::new(), None)
    } else {
        simulate_pods(args, context, game_library, (format, product))?
    };
    let mut corrections = fit::from_picks(game, product.ratings(game), &picks);
    corrections.extend(fit::from_results(game, &results));
    corrections.sort_by_key(|c| (std::cmp::Reverse(c.points.abs()), c.card));
    if let Some(path) = &args.output {
        sources::write(path, fit::write(game, &corrections))?;
    }
    let result = DraftRateOutput {
        format: args.format.clone(),
        picks: picks.len(),
        decks: results.len(),
        met,
        corrections: corrections
            .iter()
            .map(|c| Correction { card: game.card(c.card).id.clone(), points: c.points, why: c.why.clone() })
            .collect(),
        file: args.output.as_ref().map(|f| f.display().to_string()),
    };
    context.print_result(&result, || {
        let mut out = format!("{} picks of people, {} decks of simulated pods\n", result.picks, result.decks);
        for (c, told) in corrections.iter().zip(&result.corrections).take(40) {
            let points = f64::from(c.points) / 100.0;
            out.push_str(&format!("{points:+7.1}  {:<32} {}\n", game.card(c.card).name, told.why));
        }
        out
    })?;
    Ok(CommandOutcome::Done)
}

/// What people took out of packs in the drafts of this format.
fn human_picks(
    context: &CommandContext,
    game_library: &GameLibrary,
    format: &DeckFormat,
) -> CommandResult<Vec<fit::ObservedPick>> {
    let game = &game_library.game;
    let mut picks = Vec::new();
    for heading in context.session.library.streams(StreamKind::Draft, &game.id)? {
        let Ok(log) = saved::draft::load_log(&context.session.library, heading.id) else { continue };
        let cards = DraftCards::new(game, &log.start);
        if log.start.format != format.id
            || !matches!(log.start.way, DraftType::Booster(_))
            || cards.all_there().is_err()
        {
            continue;
        }
        let pod = Pod::replay(game, &log.start, &log.actions)?;
        for told in story::replay(&cards, &log.start, pod.moves())? {
            if told.chosen.by == ChosenBy::Person
                && let DraftChoice::Take { cards: taken, .. } = &told.chosen.choice
            {
                let pack = told.view.piles[0].cards.clone();
                picks.extend(taken.iter().map(|id| fit::ObservedPick { pack: pack.clone(), taken: cards.find(id) }));
            }
        }
    }
    Ok(picks)
}

fn simulate_pods(
    args: &DraftRateArgs,
    context: &CommandContext,
    game_library: &GameLibrary,
    (format, product): (&DeckFormat, &Product),
) -> CommandResult<(Vec<fit::DeckResult>, Option<&'static str>)> {
    let cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
    let scout =
        PickScorer::with_ratings(&game_library.game, Some(format), &cards, product.ratings(&game_library.game).clone());
    let seats = format.limited.as_ref().map_or(8, |l| l.seats.1.min(8)) as usize;
    let bots = vec![Bot::default(); seats];
    let meeting = pods::Meeting::for_game(&context.session.source, game_library);
    let mut results = Vec::new();
    for pod in 0..args.pods {
        let seed = args.seed.part(pod);
        for entrant in pods::play(game_library, format, &scout, &bots, &meeting, seed)? {
            results.push(fit::DeckResult { cards: entrant.spells, halves: entrant.halves, games: entrant.games });
        }
    }
    Ok((results, Some(meeting.label())))
}
