//! `deckloom lab chance`: what chance of winning a position is, found by games that players play against each other.

use catalog::localize::localize_percent;
use engine::lab::chance::{self, FittedChance};
use schemars::JsonSchema;
use serde::Serialize;

use super::super::hands::Sampled;
use super::super::print::table;
use super::super::{CommandContext, CommandOutcome, CommandResult, matches, sources, with_progress};
use super::{SampleArgs, SelfPlayArgs};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct LabChanceArgs {
    #[command(flatten)]
    play: SelfPlayArgs,
    #[command(flatten)]
    sample: SampleArgs,
}

/// The curve from worth to chance, and how reliable it is.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct LabChanceOutput {
    /// The format whose starter decks were played.
    format: String,
    /// Who played.
    player: String,
    /// Positions that were fitted to, each where a turn begins.
    positions: u64,
    /// By part of the game.
    phases: Vec<PhaseRow>,
    /// By tenths of the chance that was foretold: one position a game, of games that were not fitted to.
    reliability: Vec<BinRow>,
    /// The farthest that a tenth with 100 positions or more is off, in points.
    off: Option<f64>,
    /// The mean square of how far the chances are from what came: ¼ if every chance is even.
    brier: f64,
    /// The file, if one was written.
    file: Option<String>,
}

/// A part of the game.
#[derive(Debug, Serialize, JsonSchema)]
struct PhaseRow {
    /// The turn with which it begins.
    from: u32,
    /// The worth at which the chance between two seats is 85 of 100.
    scale: i32,
    /// What it is worth that one's own turn begins.
    lead: i32,
}

/// A tenth of the chances.
#[derive(Debug, Serialize, JsonSchema)]
struct BinRow {
    /// The mean of what was foretold, from 0 to 1.
    foretold: f64,
    /// What was won.
    won: Sampled,
}

pub(in crate::command) fn run(args: &LabChanceArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, format) = args.play.format(context)?;
    let request = args.sample.self_play(&args.play)?;
    let source = &context.session.source;
    let found = with_progress(request.games, |progress| chance::fit(source, game_library, format, &request, progress));
    let stopped = || super::super::environment_error("the run was stopped");
    let found = found.map_err(matches::match_error)?.ok_or_else(stopped)?;
    let name = format!("{}/{}", game_library.game.id, format.id);
    if let Some(file) = &args.play.output {
        let before = source.file(&format!("{}/bots/greedy.toml", game_library.game.id));
        let before = before.map_or("source = \"house set\"\n\n[weights]\n", |file| &file.text);
        let command = format!("lab chance {name} {}", args.sample.arguments(&args.play));
        sources::write(file, with_chance(before, &found, &command))?;
    }
    let result = LabChanceOutput {
        format: name,
        player: args.sample.player.clone(),
        positions: found.positions,
        phases: (found.chance.phases().iter())
            .map(|phase| PhaseRow { from: phase.from, scale: phase.scale, lead: phase.lead })
            .collect(),
        reliability: found.bins.iter().map(|bin| BinRow { foretold: bin.foretold, won: bin.won.into() }).collect(),
        off: found.off(),
        brier: found.brier,
        file: args.play.output.as_ref().map(|file| file.display().to_string()),
    };
    context.print_result(&result, || to_text(&result, &args.play))?;
    Ok(CommandOutcome::Done)
}

/// The file of the weights with these chances behind them, found by a command.
pub(super) fn with_chance(before: &str, found: &FittedChance, command: &str) -> String {
    let weights = before.split("\n# What chance of winning").next().unwrap_or(before).trim_end();
    let list =
        |number: &dyn Fn(usize) -> String| (0..found.chance.phases().len()).map(number).collect::<Vec<_>>().join(", ");
    let phases = found.chance.phases();
    let off = found.off().map_or("not judged".to_owned(), |off| format!("within {off:.1} points"));
    let date = catalog::store::today().unwrap_or_default();
    format!(
        "{weights}\n\n\
         # What chance of winning a worth is where one's own turn begins, by the turn of the game. Found on {date} by\n\
         # `deckloom {command}`: {positions} positions; of games\n\
         # that were not fitted to, each tenth of the chances is {off}.\n\
         [chance]\nfrom = [{from}]\nscale = [{scale}]\nlead = [{lead}]\n",
        positions = found.positions,
        from = list(&|at| phases[at].from.to_string()),
        scale = list(&|at| phases[at].scale.to_string()),
        lead = list(&|at| phases[at].lead.to_string()),
    )
}

fn to_text(result: &LabChanceOutput, play: &SelfPlayArgs) -> String {
    let file = play.output_text();
    let phase = |phase: &PhaseRow| vec![phase.from.to_string(), phase.scale.to_string(), phase.lead.to_string()];
    let phases: Vec<Vec<String>> = result.phases.iter().map(phase).collect();
    let bin = |bin: &BinRow| {
        vec![localize_percent(format!("{:.1}", 100.0 * bin.foretold)), bin.won.label(), bin.won.of.to_string()]
    };
    let bins: Vec<Vec<String>> = result.reliability.iter().filter(|bin| bin.won.of > 0).map(bin).collect();
    let off = match result.off {
        Some(off) => format!("The chances are within {off:.1} points of what came, tenth by tenth."),
        None => "Too few games to say how reliable the chances are: play more.".to_owned(),
    };
    format!(
        "{}, {}: {} positions\n\n{}\n{}\n{off}{file}",
        result.format,
        result.player,
        result.positions,
        table(&["From turn", "Scale", "Lead"], &phases, &[0, 1, 2]),
        table(&["Foretold", "Won", "Positions"], &bins, &[0, 1, 2]),
    )
}
