//! `deckloom companion --simulate`: what the bot scores and does, by difficulty.

use engine::games::chronobot::{AutomaBoard, BoardAction, Difficulty, SimulationCounts, simulate};
use engine::registry;
use schemars::JsonSchema;
use serde::Serialize;

use super::{CompanionArgs, parse_difficulty, seed};
use crate::automa::section_cards;
use crate::command::print::table;
use crate::command::{CommandContext, CommandOutcome, CommandResult, environment_error, with_progress};
use crate::session;

/// Simulations.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct CompanionSimulateOutput {
    /// Games of each.
    games: u64,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// One for each difficulty.
    runs: Vec<DifficultyResult>,
}

/// One difficulty.
#[derive(Debug, Serialize, JsonSchema)]
struct DifficultyResult {
    /// What makes it harder, by id.
    difficulty: Vec<String>,
    /// The bot's points on average.
    mean: f64,
    /// The 95 % interval of the mean: its lower end.
    low: f64,
    /// And its upper end.
    high: f64,
    /// Points that 0, 5, 25, 50, 75, 95 and 100 percent of the games do not exceed.
    percentiles: [i32; 7],
    /// By how much the bot leads on average; below 0, by how much the person does.
    lead: f64,
    /// The 95 % interval of the lead: its lower end.
    lead_low: f64,
    /// And its upper end.
    lead_high: f64,
    /// Points with the number of games that ended with them.
    points: Vec<(i32, u64)>,
    /// By Era: what the die sent it to, how often a game, and how often it failed.
    eras: Vec<Vec<ActionRow>>,
}

/// An Action of an Era.
#[derive(Debug, Serialize, JsonSchema)]
struct ActionRow {
    /// The Action.
    action: &'static str,
    /// How often a game.
    taken: f64,
    /// How often a game it failed.
    failed: f64,
}

pub(super) fn run(args: &CompanionArgs, games: u64, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let game = &context.game(registry::AUTOMA)?.game;
    let board = AutomaBoard::load(&context.session.source, &game.id)
        .map_err(|problems| session::Error::Data { game: game.id.clone(), problems })?;
    // Without a word: nothing, each for itself, and all together.
    let sets: Vec<Vec<String>> = if args.difficulty.is_empty() {
        let all: Vec<String> = section_cards(game, "difficulty").iter().map(|(id, ..)| (*id).to_owned()).collect();
        let mut sets = vec![Vec::new()];
        sets.extend(all.iter().map(|id| vec![id.clone()]));
        sets.push(all);
        sets
    } else {
        vec![args.difficulty.clone()]
    };
    let options = sets
        .iter()
        .map(|harder| parse_difficulty(args, harder, context))
        .collect::<CommandResult<Vec<Difficulty>>>()?;
    let seed = seed(args);
    let tallies = with_progress(games * sets.len() as u64, |progress| {
        let each = |options: &Difficulty| simulate(&board, *options, games, seed, args.threads as usize, progress);
        options.iter().map(each).collect::<Option<Vec<SimulationCounts>>>()
    });
    let tallies = tallies.ok_or_else(|| environment_error("the run was stopped"))?;
    let runs = sets.into_iter().zip(&tallies).map(|(difficulty, tally)| summarize(difficulty, tally)).collect();
    let result = CompanionSimulateOutput { games, seed: seed.to_hex(), runs };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn summarize(difficulty: Vec<String>, tally: &SimulationCounts) -> DifficultyResult {
    let [low, mean, high] = tally.points.mean();
    let [lead_low, lead, lead_high] = tally.leads.mean();
    let each = |n: u64| n as f64 / tally.games as f64;
    let row = |(action, (taken, failed)): (BoardAction, (&u64, &u64))| ActionRow {
        action: action.word(),
        taken: each(*taken),
        failed: each(*failed),
    };
    let era = |(taken, failed): (&[u64; 12], &[u64; 12])| {
        BoardAction::ALL.into_iter().zip(taken.iter().zip(failed)).map(row).collect()
    };
    DifficultyResult {
        difficulty,
        mean,
        low,
        high,
        percentiles: [0, 5, 25, 50, 75, 95, 100].map(|p| tally.points.percentile(p)),
        lead,
        lead_low,
        lead_high,
        points: tally.points.0.iter().map(|(points, games)| (*points, *games)).collect(),
        eras: tally.actions.iter().zip(&tally.failed).map(era).collect(),
    }
}

fn to_text(result: &CompanionSimulateOutput) -> String {
    let mut out =
        format!("{} games each against a simple person; points of the bot, and by how many it leads\n\n", result.games);
    let difficulty =
        |run: &DifficultyResult| if run.difficulty.is_empty() { "none".to_owned() } else { run.difficulty.join(" ") };
    let interval = |low: f64, high: f64| format!("{low:.2} to {high:.2}");
    let row = |run: &DifficultyResult| {
        let [_, low, _, middle, _, high, _] = run.percentiles;
        let points = [format!("{:.2}", run.mean), interval(run.low, run.high)];
        let lead = [format!("{:.2}", run.lead), interval(run.lead_low, run.lead_high)];
        let cells = [difficulty(run)].into_iter().chain(points);
        cells.chain([low, middle, high].map(|points| points.to_string())).chain(lead).collect()
    };
    let rows: Vec<Vec<String>> = result.runs.iter().map(row).collect();
    let heading = ["Difficulty", "Mean", "95%", "5%", "50%", "95%", "Lead", "95%"];
    out.push_str(&table(&heading, &rows, &[1, 2, 3, 4, 5, 6, 7]));
    for run in &result.runs {
        out.push_str(&format!("\nActions a game by Era, difficulty {}\n", difficulty(run)));
        let row = |(i, action): (usize, &BoardAction)| {
            let (taken, failed) = run.eras.iter().fold((0.0, 0.0), |(t, f), era| (t + era[i].taken, f + era[i].failed));
            let share = if taken > 0.0 { failed * 100.0 / taken } else { 0.0 };
            let eras = run.eras.iter().map(|era| format!("{:.2}", era[i].taken));
            [action.word().to_owned()].into_iter().chain(eras).chain([format!("{share:.0}%")]).collect()
        };
        let rows: Vec<Vec<String>> = BoardAction::ALL.iter().enumerate().map(row).collect();
        let eras: Vec<String> = (1..=run.eras.len()).map(|era| era.to_string()).collect();
        let heading: Vec<&str> =
            ["Action"].into_iter().chain(eras.iter().map(String::as_str)).chain(["failed"]).collect();
        out.push_str(&table(&heading, &rows, &(1..heading.len()).collect::<Vec<_>>()));
    }
    out
}
