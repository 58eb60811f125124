//! `deckloom coach FILE`

use std::ffi::OsStr;
use std::path::PathBuf;

use engine::coach::Request;
use engine::games;
use schemars::JsonSchema;
use serde::Serialize;

use super::decisions::Decision;
use super::print::{counted, table};
use super::{Door, Outcome, matches, number, replay, usage, with_progress};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
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
pub(super) struct Result {
    /// Game id.
    game: String,
    /// Who judges.
    player: String,
    /// What a choice must lose in value to be a mistake.
    least: f64,
    /// How the game ended.
    outcome: String,
    /// Each seat that decided something.
    seats: Vec<Seat>,
    /// The choices that were judged, in order.
    decisions: Vec<Judged>,
}

/// A seat over the game.
#[derive(Debug, Serialize, JsonSchema)]
struct Seat {
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
struct Judged {
    /// Whether it lost as much as that.
    mistake: bool,
    #[serde(flatten)]
    decision: Decision,
}

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let kind = matches::player(OsStr::new(&args.player))?;
    if !kind.weighs() {
        return Err(usage(format!("`{}` has no opinions: name greedy, hard or ismcts:ITERATIONS", args.player)));
    }
    let record = replay::read(&args.file)?;
    let (book, format) = replay::place(door, &args.file, &record)?;
    let choices = record.log.actions.len();
    if let Some(at) = args.at.filter(|at| *at > choices as u64) {
        return Err(usage(format!("there is no choice {at}: the game has {choices}")));
    }
    if let Some(seat) = args.seat.filter(|seat| usize::from(*seat) > record.decks.len()) {
        return Err(usage(format!("there is no seat {seat}: the game has {}", record.decks.len())));
    }
    let asked = Request {
        kind,
        at: args.at.map(|at| at as usize),
        seat: args.seat.map(|seat| seat - 1),
        threads: args.threads as usize,
    };
    let source = &door.desk.source;
    let decisions = with_progress(choices as u64, |progress| {
        games::coach(source, &book.game, &record, replay::legal(book, format), &asked, progress)
    });
    let decisions = decisions.map_err(matches::refused)?.unwrap_or_default();
    let judged = |decision: engine::coach::Decision| {
        let mistake = decision.lost >= args.least;
        Judged { mistake, decision: decision.into() }
    };
    let decisions: Vec<Judged> = decisions.into_iter().map(judged).collect();
    let result = Result {
        game: record.game.clone(),
        player: args.player.clone(),
        least: args.least,
        outcome: record.outcome.clone(),
        seats: (1..).zip(&record.players).filter_map(|(seat, player)| of_seat(seat, player, &decisions)).collect(),
        decisions,
    };
    door.show(&result, || to_text(args, &result))?;
    Ok(Outcome::Done)
}

/// A seat's choices summed up; `None` if it made none.
fn of_seat(seat: u8, player: &str, decisions: &[Judged]) -> Option<Seat> {
    let own: Vec<&Judged> = decisions.iter().filter(|d| d.decision.seat == seat).collect();
    let count = |fits: &dyn Fn(&Judged) -> bool| own.iter().filter(|d| fits(d)).count() as u64;
    (!own.is_empty()).then(|| Seat {
        seat,
        player: player.to_owned(),
        choices: own.len() as u64,
        agreed: count(&|d| d.decision.agrees()),
        mistakes: count(&|d| d.mistake),
        lost: own.iter().map(|d| d.decision.lost).sum(),
    })
}

fn to_text(args: &Args, result: &Result) -> String {
    let mut out = String::new();
    for judged in result.decisions.iter().filter(|d| d.mistake || args.at.is_some()) {
        out.push_str(&format!("{}\n", judged.decision.words()));
    }
    if args.at.is_some() {
        return out;
    }
    let row = |s: &Seat| {
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
    out.push_str(&format!(
        "\n{mistakes}: choices that are at least {} worse than the best, as {} sees it. {}.\n",
        result.least, result.player, result.outcome
    ));
    out
}
