//! `deckloom lab weights`: what players that think value in a game, found by games they play against each other.

use engine::lab::weights::{self, FitRequest, FittedWeights};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::hands::Sampled;
use super::super::print::table;
use super::super::{CommandContext, CommandOutcome, CommandResult, matches, number, sources, with_progress};
use super::{SampleArgs, SelfPlayArgs};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct LabWeightsArgs {
    #[command(flatten)]
    play: SelfPlayArgs,
    #[command(flatten)]
    sample: SampleArgs,
    /// How many positions the weights before count as, against those of the games: more keeps them nearer.
    #[arg(long, default_value_t = 100, value_parser = number::whole::<u64>(0..=1_000_000_000))]
    prior: u64,
    /// Rounds after that in which players with weights a little different play each other, and weights move to those that win.
    #[arg(long, default_value_t = 0, value_parser = number::whole::<u64>(0..=1_000_000))]
    rounds: u64,
    /// Games at the end between players with the new weights and with those before.
    #[arg(long, default_value_t = 1000, value_parser = number::whole::<u64>(2..=10_000_000))]
    check: u64,
}

/// Weights, and how good they are.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LabWeightsOutput {
    /// The format whose starter decks were played.
    format: String,
    /// What each feature of a position is worth.
    weights: Vec<WeightRow>,
    /// Who played.
    player: String,
    /// Positions that were fitted to, each where a turn begins.
    positions: u64,
    /// The mean square of how far chances by the weights before are from what came, of games that were not fitted to.
    brier_before: f64,
    /// The same by the new ones.
    brier_after: f64,
    /// Games that a side with the new weights won, of those that one side won, on deals that were not fitted to.
    won: Sampled,
    /// The file, if one was written.
    file: Option<String>,
}

/// The weight of a feature.
#[derive(Debug, Serialize, JsonSchema)]
struct WeightRow {
    /// The feature.
    feature: String,
    /// Its weight before.
    before: i32,
    /// The new one.
    after: i32,
}

pub(in crate::command) fn run(args: &LabWeightsArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, format) = args.play.format(context)?;
    let sample = args.sample.self_play(&args.play)?;
    let (prior, rounds, check) = (args.prior as u32, args.rounds, args.check);
    let request = FitRequest { sample, prior, rounds, check };
    let name = format!("{}/{}", game_library.game.id, format.id);
    let source = &context.session.source;
    let found = with_progress(request.games_in_all(game_library, format), |progress| {
        weights::fit(source, game_library, format, &request, progress)
    });
    let stopped = || super::super::environment_error("the run was stopped");
    let found = found.map_err(matches::match_error)?.ok_or_else(stopped)?;
    if let Some(file) = &args.play.output {
        sources::write(file, file_text(&found, args, &name))?;
    }
    let rows = found.names.iter().zip(found.before.iter().zip(&found.after));
    let result = LabWeightsOutput {
        format: name,
        weights: rows.map(|(name, (a, b))| WeightRow { feature: name.clone(), before: *a, after: *b }).collect(),
        player: args.sample.player.clone(),
        positions: found.chance.positions,
        brier_before: found.chance_before.brier,
        brier_after: found.chance.brier,
        won: found.won.into(),
        file: args.play.output.as_ref().map(|file| file.display().to_string()),
    };
    context.print_result(&result, || to_text(&result, &args.play))?;
    Ok(CommandOutcome::Done)
}

/// The file that players read.
fn file_text(found: &FittedWeights, args: &LabWeightsArgs, format: &str) -> String {
    let (low, high) = found.won.interval();
    let [value, low, high] = [found.won.value(), low, high].map(|share| 100.0 * share);
    let (of, positions, date) = (found.won.of, found.chance.positions, catalog::store::today().unwrap_or_default());
    let [before, after] = [found.chance_before.brier, found.chance.brier];
    let (sample, prior) = (args.sample.arguments(&args.play), args.prior);
    let rounds = if args.rounds == 0 { String::new() } else { format!(" --rounds {}", args.rounds) };
    let mut text = format!(
        "# What players that think value: each feature of a position times its weight.\n\
         # Found on {date} by `deckloom lab weights {format} {sample} --prior {prior}{rounds}`: fitted to {positions} positions;\n\
         # of games that were not fitted to, the mean square miss of the chances is {after:.3} ({before:.3} before).\n\
         # Players with them win {value:.1} % ({low:.1} to {high:.1}) of {of} games against those with the weights before.\n\
         source = \"house set\"\n\n[weights]\n"
    );
    for (name, weight) in found.names.iter().zip(&found.after) {
        let bare = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let key = if bare { name.clone() } else { toml::Value::String(name.clone()).to_string() };
        text.push_str(&format!("{key} = {weight}\n"));
    }
    super::chance::with_chance(&text, &found.chance, &format!("lab weights {format} {sample}"))
}

fn to_text(result: &LabWeightsOutput, play: &SelfPlayArgs) -> String {
    let file = play.output_text();
    let rows: Vec<Vec<String>> = (result.weights.iter())
        .map(|row| vec![row.feature.clone(), row.before.to_string(), row.after.to_string()])
        .collect();
    let told = format!(
        "Mean square miss of the chances, of games that were not fitted to: {:.3} (before {:.3}).\n\
         Players with the new weights win {} of the decided games against those before.",
        result.brier_after,
        result.brier_before,
        result.won.label()
    );
    let head = format!("{}, {}: {} positions", result.format, result.player, result.positions);
    format!("{head}\n\n{}\n{told}{file}", table(&["Feature", "Before", "New"], &rows, &[1, 2]))
}
