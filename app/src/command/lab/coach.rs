//! `deckloom lab coach`: how good the coach is, held against games that players play against each other.

use std::collections::BTreeMap;

use engine::lab::coach::{self, CoachTrial, PlayerFindings};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::hands::Sampled;
use super::super::print::table;
use super::super::{CommandContext, CommandOutcome, CommandResult, matches, number, usage_error, with_progress};
use super::{SelfPlayArgs, thinking_player};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct LabCoachArgs {
    #[command(flatten)]
    play: SelfPlayArgs,
    /// Games, each starter deck against itself in turn.
    #[arg(long, default_value_t = 100, value_parser = number::whole::<u64>(2..=1_000_000))]
    games: u64,
    /// Who plays, the weaker one first.
    #[arg(long, default_value = "easy,normal", value_name = "WEAKER,STRONGER")]
    players: String,
    /// Who judges.
    #[arg(long, default_value = "normal")]
    coach: String,
}

/// How good the coach is.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LabCoachOutput {
    /// The format whose starter decks were played.
    format: String,
    /// Who judged.
    coach: String,
    /// Games in which the weaker player lost more chance, of those that one of the two won.
    weaker_lost_more: Sampled,
    /// Games in which the loser lost more chance, of the same.
    loser_lost_more: Sampled,
    /// The weaker player, and the stronger one.
    players: Vec<PlayerRow>,
    /// Planted mistakes that the coach finds, by kind: `missed win`, or the feature of which the most is wasted.
    planted: BTreeMap<String, Sampled>,
}

/// What was found of a player.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayerRow {
    /// Who.
    player: String,
    /// Choices that were judged: those among several actions.
    choices: u64,
    /// Chance lost a game, from 0 to 1.
    lost: f64,
    /// Inaccuracies, mistakes, blunders.
    flagged: [u64; 3],
    /// Plays without effect, of plays that began while nothing else was under way.
    without_effect: Sampled,
    /// Some of them.
    examples: Vec<String>,
}

pub(in crate::command) fn run(args: &LabCoachArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, format) = args.play.format(context)?;
    let names: Vec<&str> = args.players.split(',').collect();
    let [weaker, stronger] = names[..] else {
        return Err(usage_error(format!("`{}`: name two players, such as easy,normal", args.players)));
    };
    let trial = CoachTrial {
        games: args.games,
        players: [thinking_player(weaker)?, thinking_player(stronger)?],
        coach: thinking_player(&args.coach)?,
        seed: args.play.seed,
        threads: args.play.threads as usize,
    };
    let source = &context.session.source;
    let found = with_progress(args.games, |progress| coach::run(source, game_library, format, &trial, progress));
    let stopped = || super::super::environment_error("the run was stopped");
    let found = found.map_err(matches::match_error)?.ok_or_else(stopped)?;
    let row = |(name, of): (&&str, PlayerFindings)| PlayerRow {
        player: (*name).to_owned(),
        choices: of.choices,
        lost: of.lost,
        flagged: of.flagged,
        without_effect: of.without_effect.into(),
        examples: of.examples,
    };
    let result = LabCoachOutput {
        format: format!("{}/{}", game_library.game.id, format.id),
        coach: args.coach.clone(),
        weaker_lost_more: found.weaker_lost_more.into(),
        loser_lost_more: found.loser_lost_more.into(),
        players: names.iter().zip(found.players).map(row).collect(),
        planted: found.planted.into_iter().map(|(kind, share)| (kind, share.into())).collect(),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &LabCoachOutput) -> String {
    let rate = |row: &PlayerRow| {
        let flagged: u64 = row.flagged.iter().sum();
        format!("{:.2}%", 100.0 * flagged as f64 / row.choices.max(1) as f64)
    };
    let rows: Vec<Vec<String>> = (result.players.iter())
        .map(|row| {
            let [inaccuracies, mistakes, blunders] = row.flagged.map(|count| count.to_string());
            let head = [row.player.clone(), row.choices.to_string(), format!("{:.1}", 100.0 * row.lost)];
            let tail = [inaccuracies, mistakes, blunders, rate(row), row.without_effect.label()];
            head.into_iter().chain(tail).collect()
        })
        .collect();
    let heads = [
        "Player",
        "Choices",
        "Points lost a game",
        "Inaccuracies",
        "Mistakes",
        "Blunders",
        "Flagged",
        "Plays without effect",
    ];
    let planted: Vec<Vec<String>> =
        (result.planted.iter()).map(|(kind, found)| vec![kind.clone(), found.label(), found.of.to_string()]).collect();
    format!(
        "{}, judged by {}\n\nThe weaker player lost more chance in {} of {} games; the loser did in {}.\n\n{}\n{}",
        result.format,
        result.coach,
        result.weaker_lost_more.label(),
        result.weaker_lost_more.of,
        result.loser_lost_more.label(),
        table(&heads, &rows, &[1, 2, 3, 4, 5, 6, 7]),
        table(&["Planted", "Found", "Of"], &planted, &[1, 2]),
    )
}
