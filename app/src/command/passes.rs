//! `deckloom goldfish DECK` for a game of one player: how often everybody gets home.

use engine::kernel::series::SeriesPlan;
use engine::kernel::stats::Share;
use engine::registry;
use schemars::JsonSchema;
use serde::Serialize;

use super::hands::Sampled;
use super::print::table;
use super::sources::{DeckArgument, Sampling};
use super::{CommandContext, CommandOutcome, CommandResult, matches, with_progress};

/// Games that are played without `--games`: a strong player takes its time.
const GAMES: u64 = 100;

/// What the games came to.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct PassesOutput {
    /// The deck's name.
    deck: String,
    /// Games played with each number of identities.
    games: u64,
    /// Games played out for each decision.
    trials: u32,
    /// Each number of identities.
    passes: Vec<IdentityRow>,
}

/// Games with one number of identities.
#[derive(Debug, Serialize, JsonSchema)]
struct IdentityRow {
    /// Identities to send home.
    identities: u8,
    /// Games in which all got home.
    won: Sampled,
    /// Identities that got home, of all that were dealt.
    home: Sampled,
    /// Mean plays.
    turns: f64,
}

pub(super) fn run(
    named: &DeckArgument<'_>,
    sampling: &Sampling,
    trials: u32,
    context: &CommandContext,
) -> CommandResult<CommandOutcome> {
    let legal = named.legal()?;
    let games = sampling.games_or(GAMES);
    let (seed, threads) = (sampling.seed(), sampling.threads());
    let plan = SeriesPlan { games, seed, turns: u32::from(u16::MAX), threads };
    let all = 6..=10;
    let total = games * all.clone().count() as u64;
    let passes = with_progress(total, |progress| {
        registry::passes(&named.game_library.game, &legal, &all.collect::<Vec<u8>>(), trials, &plan, progress)
    });
    let passes =
        passes.map_err(matches::match_error)?.ok_or_else(|| super::environment_error("the run was stopped"))?;
    let sampled = |share: Share| share.into();
    let result = PassesOutput {
        deck: legal.deck().name.clone(),
        games,
        trials,
        passes: passes
            .iter()
            .map(|p| IdentityRow {
                identities: p.identities,
                won: sampled(p.won),
                home: sampled(p.home),
                turns: p.turns,
            })
            .collect(),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &PassesOutput) -> String {
    let rows: Vec<Vec<String>> = (result.passes.iter())
        .map(|p| vec![p.identities.to_string(), p.won.label(), p.home.label(), format!("{:.1}", p.turns)])
        .collect();
    let heading = ["Identities", "All home", "Each home", "Plays"];
    let (deck, games, trials) = (&result.deck, result.games, result.trials);
    format!("{deck} – {games} games each, {trials} trials a decision\n\n{}", table(&heading, &rows, &[0, 1, 2, 3]))
}
