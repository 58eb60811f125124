//! `deckloom draft rate`: ratings for bots out of what people picked, and out of how decks of simulated pods fare.

use std::path::PathBuf;

use catalog::CardIx;
use catalog::store::journal::Kind;
use engine::lab::pods;
use formats::limited::booster::Product;
use formats::limited::draft::log::By;
use formats::limited::draft::pod::Pod;
use formats::limited::draft::start::Cards;
use formats::limited::draft::{Choice, Way, story};
use formats::limited::drafter::{Bot, Scout, fit};
use formats::rng::Seed;
use formats::{Book, Format};
use schemars::JsonSchema;
use serde::Serialize;

use crate::command::{Door, Outcome, number, sources, usage};
use crate::draft_room;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
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
pub(in crate::command) struct Result {
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

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let (book, format) = door.format(&args.format)?;
    let game = &book.game;
    let product = format.limited.as_ref().and_then(|l| book.product(&l.product));
    let product = product.ok_or_else(|| usage(format!("{} is no limited format: it has no packs", format.name)))?;
    let picks = people_picked(door, book, format)?;
    let (results, met) =
        if args.pods == 0 { (Vec::new(), None) } else { simulated(args, door, book, (format, product))? };
    let mut corrections = fit::of_picks(game, product.ratings(game), &picks);
    corrections.extend(fit::of_results(game, &results));
    corrections.sort_by_key(|c| (std::cmp::Reverse(c.points.abs()), c.card));
    if let Some(path) = &args.output {
        sources::write(path, fit::write(game, &corrections))?;
    }
    let result = Result {
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
    door.show(&result, || {
        let mut out = format!("{} picks of people, {} decks of simulated pods\n", result.picks, result.decks);
        for (c, told) in corrections.iter().zip(&result.corrections).take(40) {
            let points = f64::from(c.points) / 100.0;
            out.push_str(&format!("{points:+7.1}  {:<32} {}\n", game.card(c.card).name, told.why));
        }
        out
    })?;
    Ok(Outcome::Done)
}

/// What people took out of packs in the drafts of this format.
fn people_picked(door: &Door, book: &Book, format: &Format) -> anyhow::Result<Vec<fit::Pick>> {
    let game = &book.game;
    let mut picks = Vec::new();
    for heading in door.desk.library.streams(Kind::Draft, &game.id)? {
        let Ok(log) = draft_room::log(&door.desk.library, heading.id) else { continue };
        let cards = Cards::of(game, &log.start);
        if log.start.format != format.id || !matches!(log.start.way, Way::Booster(_)) || cards.all_there().is_err() {
            continue;
        }
        let pod = Pod::replay(game, &log.start, &log.actions)?;
        for told in story::tell(&cards, &log.start, pod.moves())? {
            if told.chosen.by == By::Person
                && let Choice::Take { cards: taken, .. } = &told.chosen.choice
            {
                let pack = told.view.piles[0].cards.clone();
                picks.extend(taken.iter().map(|id| fit::Pick { pack: pack.clone(), taken: cards.find(id) }));
            }
        }
    }
    Ok(picks)
}

fn simulated(
    args: &Args,
    door: &Door,
    book: &Book,
    (format, product): (&Format, &Product),
) -> anyhow::Result<(Vec<fit::Fared>, Option<&'static str>)> {
    let cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
    let scout = Scout::with(&book.game, Some(format), &cards, product.ratings(&book.game).clone());
    let seats = format.limited.as_ref().map_or(8, |l| l.seats.1.min(8)) as usize;
    let bots = vec![Bot::default(); seats];
    let meeting = pods::Meeting::of(&door.desk.source, book);
    let mut results = Vec::new();
    for pod in 0..args.pods {
        let seed = args.seed.part(pod);
        for entrant in pods::play(book, format, &scout, &bots, &meeting, seed)? {
            results.push(fit::Fared { cards: entrant.spells, halves: entrant.halves, games: entrant.games });
        }
    }
    Ok((results, Some(meeting.words())))
}
