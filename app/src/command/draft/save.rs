//! `deckloom draft save`: a draft with its pools and decks as JSON, text or CSV.

use std::ffi::OsString;
use std::path::PathBuf;

use formats::GameLibrary;
use formats::deck::SavedDeck;
use formats::limited::build::DeckBuilder;
use formats::limited::draft::log::DraftLog;
use formats::limited::draft::pod::Pod;
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::story;
use schemars::JsonSchema;
use serde::Serialize;

use super::replay::{self, PickOutput};
use crate::command::{
    CommandContext, CommandOutcome, CommandResult, environment_error, input_error, sources, usage_error,
};

#[derive(Debug, clap::Args)]
pub(super) struct DraftSaveArgs {
    /// Name of a draft of the library, or a file that was saved before.
    draft: OsString,
    /// The file.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Kind of file; the ending of its name says without.
    #[arg(long, value_parser = ["json", "text", "csv"])]
    to: Option<String>,
}

/// What was written.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DraftSaveOutput {
    /// The file.
    file: String,
    /// `json`, `text` or `csv`.
    kind: String,
    /// Choices in it.
    choices: usize,
    /// Seats with a pool.
    pools: usize,
    /// Seats of whose pool a legal deck could be built.
    decks: usize,
}

/// A log with what came of it. What is added to the log is not read again.
#[derive(Debug, Serialize)]
pub(super) struct WholeDraft<'l> {
    #[serde(flatten)]
    pub log: &'l DraftLog,
    /// `[seat]`, by card id.
    pub pools: Vec<Vec<String>>,
    /// `[seat]`; absent while no legal deck comes out of the pool.
    pub decks: Vec<Option<SavedDeck>>,
}

impl<'l> WholeDraft<'l> {
    /// Plays the log again and builds the decks.
    pub fn new(game_library: &GameLibrary, log: &'l DraftLog, pod: &Pod) -> WholeDraft<'l> {
        let (game, cards) = (&game_library.game, DraftCards::new(&game_library.game, &log.start));
        let seats = 0..pod.draft.seats();
        let pools = seats.clone().map(|s| pod.draft.picks(s).iter().map(|c| cards.id(*c)).collect()).collect();
        let format = game_library.format(&log.start.format);
        let parts =
            format.and_then(|f| Some((f, f.limited.as_ref()?, game_library.product(&f.limited.as_ref()?.product)?)));
        let whole = cards.all_there().is_ok();
        let deck = |seat: usize| {
            let (format, limited, product) = parts.filter(|_| whole)?;
            let built = DeckBuilder::new(game, product, format, limited).decks(&pod.draft.pool(seat), 1).ok()?;
            built.first().map(|b| b.deck.deck().to_saved(game))
        };
        WholeDraft { log, pools, decks: seats.map(deck).collect() }
    }
}

pub(super) fn run(args: &DraftSaveArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, log) = replay::log(context, &args.draft)?;
    let ending = args.output.extension().map(|e| e.to_string_lossy().to_lowercase());
    let kind = match (args.to.as_deref(), ending.as_deref()) {
        (Some(kind), _) => kind,
        (None, Some("json")) => "json",
        (None, Some("csv")) => "csv",
        (None, Some("txt")) => "text",
        _ => return Err(usage_error("name the kind of file: --to json, text or csv")),
    };
    let pod = Pod::replay(&game_library.game, &log.start, &log.actions)
        .map_err(|e| input_error(format!("{}: {e}", args.draft.display())))?;
    let whole = WholeDraft::new(game_library, &log, &pod);
    let cards = DraftCards::new(&game_library.game, &log.start);
    let told = story::replay(&cards, &log.start, pod.moves())?;
    let picks: Vec<PickOutput> = (1..).zip(&told).map(|(n, t)| PickOutput::new(n, t, &cards)).collect();
    let who: Vec<String> = pod.players().iter().map(|s| s.label()).collect();
    let bytes = match kind {
        "json" => serde_json::to_vec_pretty(&whole)?,
        "csv" => to_csv(&whole, &picks, &who, &cards)?,
        _ => to_text(&whole, &picks, &who, &cards).into_bytes(),
    };
    sources::write(&args.output, bytes)?;
    let result = DraftSaveOutput {
        file: args.output.display().to_string(),
        kind: kind.to_owned(),
        choices: picks.len(),
        pools: whole.pools.len(),
        decks: whole.decks.iter().flatten().count(),
    };
    context.print_result(&result, || {
        format!("{}: {} choices, {} pools, {} decks\n", result.file, result.choices, result.pools, result.decks)
    })?;
    Ok(CommandOutcome::Done)
}

/// A line for each choice, for each card of a pool, and for each card of a deck.
fn to_csv(
    whole: &WholeDraft<'_>,
    picks: &[PickOutput],
    who: &[String],
    cards: &DraftCards<'_>,
) -> CommandResult<Vec<u8>> {
    let name = |id: &String| cards.name(cards.find(id));
    let names = |ids: &[String]| ids.iter().map(name).collect::<Vec<_>>().join("; ");
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "what", "seat", "who", "round", "pick", "section", "count", "card", "name", "seen", "wheeled", "why",
    ])?;
    for p in picks {
        let (seat, round, pick) = (p.seat.to_string(), p.round.to_string(), p.pick.to_string());
        let card = if p.came.is_empty() { p.chosen.clone() } else { p.came.join("; ") };
        let wheeled = p.wheeled.as_ref().map_or(String::new(), |w| names(w));
        let (taken, seen, why) = (names(&p.came), names(&p.seen), p.why.clone().unwrap_or_default());
        let count = p.came.len().to_string();
        out.write_record([
            "pick",
            &seat,
            &who[p.seat - 1],
            &round,
            &pick,
            "",
            &count,
            &card,
            &taken,
            &seen,
            &wheeled,
            &why,
        ])?;
    }
    for (seat, pool) in whole.pools.iter().enumerate() {
        for id in pool {
            out.write_record([
                "pool",
                &(seat + 1).to_string(),
                &who[seat],
                "",
                "",
                "",
                "1",
                id,
                &name(id),
                "",
                "",
                "",
            ])?;
        }
    }
    for (seat, deck) in whole.decks.iter().enumerate() {
        for (section, entries) in deck.iter().flat_map(|d| &d.sections) {
            for (count, id) in entries {
                let (seat_no, count) = ((seat + 1).to_string(), count.to_string());
                out.write_record(["deck", &seat_no, &who[seat], "", "", section, &count, id, &name(id), "", "", ""])?;
            }
        }
    }
    out.into_inner().map_err(|e| environment_error(e.to_string()))
}

fn to_text(whole: &WholeDraft<'_>, picks: &[PickOutput], who: &[String], cards: &DraftCards<'_>) -> String {
    let name = |id: &String| cards.name(cards.find(id));
    let log = whole.log;
    let mut out =
        format!("{}\n{}/{}, {}\nseed {}\n", log.name, log.game, log.start.format, log.start.way.id(), log.start.seed);
    for (seat, (pool, deck)) in whole.pools.iter().zip(&whole.decks).enumerate() {
        out.push_str(&format!("\nSeat {}, {}\n\nPicks\n", seat + 1, who[seat]));
        for p in picks.iter().filter(|p| p.seat == seat + 1) {
            let taken: Vec<String> = p.came.iter().map(name).collect();
            let taken = if taken.is_empty() { p.chosen.clone() } else { taken.join(", ") };
            let why = p.why.as_ref().map_or(String::new(), |w| format!("  {w}"));
            out.push_str(&format!("  {}.{:<2} {taken}{why}\n", p.round, p.pick));
        }
        out.push_str("\nPool\n");
        let mut names: Vec<String> = pool.iter().map(name).collect();
        names.sort();
        while let Some(first) = names.first().cloned() {
            let count = names.iter().take_while(|n| **n == first).count();
            out.push_str(&format!("{count} {first}\n"));
            names.drain(..count);
        }
        if let Some(deck) = deck {
            out.push_str(&format!("\nDeck: {}\n", deck.name));
            for (count, id) in deck.sections.iter().flat_map(|(_, entries)| entries) {
                out.push_str(&format!("{count} {}\n", name(id)));
            }
        }
    }
    out
}
