//! `deckloom coach FILE`

use std::ffi::OsStr;
use std::path::PathBuf;

use engine::session::coach::ReviewRequest;

use schemars::JsonSchema;
use serde::Serialize;

use super::decisions::DecisionOutput;
use super::print::{counted, table};
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
    /// A choice that loses at least this much value (from 0 to 2) is a mistake.
    #[arg(long, value_name = "VALUE", default_value_t = 0.1, value_parser = number::worth)]
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
    /// What a choice must lose in value to be a mistake.
    least: f64,
    /// How the game ended; absent if it was stopped before its end.
    outcome: Option<String>,
    /// Each seat that decided something.
    seats: Vec<SeatSummary>,
    /// The choices that were judged, in order.
    decisions: Vec<JudgedDecision>,
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
    /// Mistakes.
    mistakes: u64,
    /// Value lost in all of them, mistakes or not.
    lost: f64,
}

/// A choice and whether it was a mistake.
#[derive(Debug, Serialize, JsonSchema)]
struct JudgedDecision {
    /// Whether it lost as much as that.
    mistake: bool,
    #[serde(flatten)]
    decision: DecisionOutput,
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
    let judged = |decision: engine::session::coach::Decision| {
        let mistake = decision.lost >= args.least;
        JudgedDecision { mistake, decision: decision.into() }
    };
    let decisions: Vec<JudgedDecision> = review.decisions.into_iter().map(judged).collect();
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
fn summarize_seat(seat: u8, player: &str, decisions: &[JudgedDecision]) -> Option<SeatSummary> {
    let own: Vec<&JudgedDecision> = decisions.iter().filter(|d| d.decision.seat == seat).collect();
    let count = |fits: &dyn Fn(&JudgedDecision) -> bool| own.iter().filter(|d| fits(d)).count() as u64;
    (!own.is_empty()).then(|| SeatSummary {
        seat,
        player: player.to_owned(),
        choices: own.len() as u64,
        agreed: count(&|d| d.decision.agrees()),
        mistakes: count(&|d| d.mistake),
        lost: own.iter().map(|d| d.decision.lost).sum(),
    })
}

fn to_text(args: &CoachArgs, result: &CoachOutput) -> String {
    let mut out = String::new();
    for judged in result.decisions.iter().filter(|d| d.mistake || args.at.is_some()) {
        out.push_str(&format!("{}\n", judged.decision.to_text()));
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
            s.mistakes.to_string(),
            format!("{:.2}", s.lost),
        ]
    };
    let rows: Vec<Vec<String>> = result.seats.iter().map(row).collect();
    out.push_str(&table(
        &["Seat", "Player", "Choices", "As the coach", "Mistakes", "Value lost"],
        &rows,
        &[2, 3, 4, 5],
    ));
    let mistakes = counted(result.seats.iter().map(|s| s.mistakes).sum(), "mistake", "mistakes");
    let outcome = result.outcome.as_ref().map_or(String::new(), |outcome| format!(" {outcome}."));
    out.push_str(&format!(
        "\n{mistakes}: choices that are at least {} worse than the best, as {} sees it.{outcome}\n",
        result.least, result.player
    ));
    out
}
