//! `deckloom coach FILE`

use std::ffi::OsStr;
use std::path::PathBuf;

use engine::session::coach::{ReviewRequest, Verdict};

use schemars::JsonSchema;
use serde::Serialize;

use super::decisions::DecisionOutput;
use super::print::table;
use super::{CommandContext, CommandOutcome, CommandResult, matches, number, replay, usage_error, with_progress};

#[derive(Debug, clap::Args)]
pub(super) struct CoachArgs {
    /// A file that `deckloom match --record` wrote.
    file: PathBuf,
    /// Only this choice of the game, counted from 1: what could be done, what it is worth and why.
    #[arg(long, value_name = "CHOICE", value_parser = number::whole::<u64>(1..))]
    at: Option<u64>,
    /// Only the choices of this seat, counted from 1.
    #[arg(long, value_name = "SEAT", value_parser = number::whole::<u8>(1..=8))]
    seat: Option<u8>,
    /// Who judges: greedy, easy, normal, hard (100, 1000, 4000 iterations a decision), ismcts:ITERATIONS.
    #[arg(long, default_value = "hard")]
    player: String,
    /// Tell choices that surely cost at least so many points of winning chance, beside wins that were missed.
    #[arg(long, value_name = "POINTS", default_value_t = 5.0, value_parser = number::points)]
    least: f64,
    /// Threads; 0 is as many as the machine has. The thoughts do not depend on it.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=256))]
    threads: u64,
}

/// What the coach thinks of a game.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CoachOutput {
    /// Game id.
    game: String,
    /// Who judges.
    player: String,
    /// The points that a choice must surely cost to be told.
    least: f64,
    /// How the game ended; absent if it was stopped before its end.
    outcome: Option<String>,
    /// Each seat that decided something.
    seats: Vec<SeatSummary>,
    /// The choices that were judged, in order.
    decisions: Vec<DecisionOutput>,
}

/// A seat over the game.
#[derive(Debug, Serialize, JsonSchema)]
struct SeatSummary {
    /// From 1.
    seat: u8,
    /// Who played it.
    player: String,
    /// Choices that were judged.
    choices: u64,
    /// Those in which it did what the coach would do.
    agreed: u64,
    /// Choices that surely cost 5 points or more, but not 10.
    inaccuracies: u64,
    /// Those that surely cost 10 or more, but not 20.
    mistakes: u64,
    /// Those that surely cost 20 or more.
    blunders: u64,
    /// Points lost in all choices, as far as the coach sees.
    lost: f64,
}

pub(super) fn run(args: &CoachArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let kind = matches::player(OsStr::new(&args.player))?;
    if !kind.needs_weights() {
        return Err(usage_error(format!("`{}` has no opinions: name greedy, hard or ismcts:ITERATIONS", args.player)));
    }
    let record = replay::read_record(&args.file)?;
    let (game_library, format) = replay::find_format(context, &args.file, &record)?;
    let choices = record.log.actions.len();
    if let Some(at) = args.at.filter(|at| *at > choices as u64) {
        return Err(usage_error(format!("there is no choice {at}: the game has {choices}")));
    }
    if let Some(seat) = args.seat.filter(|seat| usize::from(*seat) > record.decks.len()) {
        return Err(usage_error(format!("there is no seat {seat}: the game has {}", record.decks.len())));
    }
    let asked = ReviewRequest {
        kind,
        at: args.at.map(|at| at as usize),
        seat: args.seat.map(|seat| seat - 1),
        threads: args.threads as usize,
    };
    let source = &context.session.source;
    let review = with_progress(choices as u64, |progress| {
        engine::session::coach(source, &game_library.game, format, &record, &asked, progress)
    });
    let review = review.map_err(matches::match_error)?.unwrap_or_default();
    let decisions: Vec<DecisionOutput> = review.decisions.into_iter().map(DecisionOutput::from).collect();
    let result = CoachOutput {
        game: record.game.clone(),
        player: args.player.clone(),
        least: args.least,
        outcome: review.outcome,
        seats: (1..)
            .zip(&record.players)
            .filter_map(|(seat, player)| summarize_seat(seat, player, &decisions))
            .collect(),
        decisions,
    };
    context.print_result(&result, || to_text(args, &result))?;
    Ok(CommandOutcome::Done)
}

/// A seat's choices summed up; `None` if it made none.
fn summarize_seat(seat: u8, player: &str, decisions: &[DecisionOutput]) -> Option<SeatSummary> {
    let own: Vec<&DecisionOutput> = decisions.iter().filter(|d| d.seat == seat).collect();
    let count = |fits: &dyn Fn(&DecisionOutput) -> bool| own.iter().filter(|d| fits(d)).count() as u64;
    (!own.is_empty()).then(|| SeatSummary {
        seat,
        player: player.to_owned(),
        choices: own.len() as u64,
        agreed: count(&|d| d.agrees()),
        inaccuracies: count(&|d| d.verdict == Verdict::Inaccuracy),
        mistakes: count(&|d| d.verdict == Verdict::Mistake),
        blunders: count(&|d| d.verdict == Verdict::Blunder),
        lost: (own.iter().map(|d| d.lost.value).sum::<f64>() * 10.0).round() / 10.0,
    })
}

fn to_text(args: &CoachArgs, result: &CoachOutput) -> String {
    let mut out = String::new();
    for decision in result.decisions.iter().filter(|d| d.lost.low >= args.least || d.missed_win || args.at.is_some()) {
        out.push_str(&format!("{}\n", decision.to_text()));
    }
    if args.at.is_some() {
        return out;
    }
    let row = |s: &SeatSummary| {
        vec![
            s.seat.to_string(),
            s.player.clone(),
            s.choices.to_string(),
            s.agreed.to_string(),
            s.inaccuracies.to_string(),
            s.mistakes.to_string(),
            s.blunders.to_string(),
            format!("{:.1}", s.lost),
        ]
    };
    let rows: Vec<Vec<String>> = result.seats.iter().map(row).collect();
    out.push_str(&table(
        &["Seat", "Player", "Choices", "As the coach", "Inaccuracies", "Mistakes", "Blunders", "Points lost"],
        &rows,
        &[2, 3, 4, 5, 6, 7],
    ));
    let outcome = result.outcome.as_ref().map_or(String::new(), |outcome| format!(" {outcome}."));
    out.push_str(&format!(
        "\nTold are choices that surely cost at least {} points of winning chance, as {} sees it.{outcome}\n",
        result.least, result.player
    ));
    out
}
