//! `deckloom goldfish DECK`

use std::ffi::OsString;

use engine::lab::{LabDeck, goldfish};
use schemars::JsonSchema;
use serde::Serialize;

use super::hands::Sampled;
use super::print::{percent, table};
use super::{CommandContext, CommandOutcome, CommandResult, number, passes, sources, with_progress};

#[derive(Debug, clap::Args)]
pub(super) struct GoldfishArgs {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck. It must be legal.
    deck: OsString,
    /// Turns to play; what the game says without.
    #[arg(long, value_parser = number::whole::<u32>(1..=goldfish::MOST_TURNS as u64))]
    turns: Option<u32>,
    #[command(flatten)]
    sampling: sources::Sampling,
    /// What the deck wants to have played, such as "1.. of (cost>=5)"; the deck's own goal without, or the game's.
    #[arg(long, value_name = "QUESTION")]
    goal: Option<String>,
    /// Go first (default): on the play.
    #[arg(long)]
    play: bool,
    /// Go second: on the draw.
    #[arg(long, conflicts_with = "play")]
    draw: bool,
    /// In a game of one player: how many games are played out in thought for each decision.
    #[arg(long, default_value_t = 200, value_parser = number::whole::<u32>(0..=1_000_000))]
    trials: u32,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
}

/// What the games came to.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct GoldfishOutput {
    /// The deck's name.
    deck: String,
    /// Games played.
    games: u64,
    /// `play` or `draw`.
    on_the: &'static str,
    /// What was looked for among the cards played.
    goal: String,
    /// The goal in words, if the deck or game says.
    goal_text: Option<String>,
    /// Each turn from the first.
    turns: Vec<GoldfishTurn>,
    /// Each different card that costs something, in order of the deck.
    cards: Vec<GoldfishCard>,
    /// Two or more of the turns 2 to 5 with cards in hand of which none could be paid.
    screw: Sampled,
    /// Two or more turns from the fourth on with resources left and no card to spend them on, more than half of the
    /// cards drawn so far being free ones of limited number, such as terrains.
    flood: Sampled,
    /// Hands kept, by size, from the first hand down.
    kept: Vec<(u32, u64)>,
}

/// A turn, on average over the games.
#[derive(Debug, Serialize, JsonSchema)]
struct GoldfishTurn {
    /// Counted from 1.
    turn: usize,
    /// The goal was met by now.
    goal_met: Sampled,
    /// Cards played besides free ones, such as terrains.
    played: f64,
    /// Units that could be spent.
    available: f64,
    /// Units spent.
    spent: f64,
    /// Units lost at the turn's end.
    wasted: f64,
    /// Cards in hand, but none that could be paid.
    stuck: Sampled,
    /// Units left, but no card to spend them on.
    idle: Sampled,
}

/// A card over the games.
#[derive(Debug, Serialize, JsonSchema)]
struct GoldfishCard {
    /// Name.
    name: String,
    /// Copies in the deck.
    copies: u32,
    /// For each turn: of the games that had drawn it by then, how many could have paid for it by then.
    castable_by: Vec<Sampled>,
}

pub(super) fn run(args: &GoldfishArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = context.deck(&args.deck, args.game.as_deref())?;
    let game = &named.game_library.game;
    if named.format(None)?.match_settings.seats == (1, 1) {
        return passes::run(&named, &args.sampling, args.trials, context);
    }
    let legal = named.legal()?;
    let deck = legal.deck();
    let goal = match (&args.goal, &deck.goal) {
        (Some(text), _) | (None, Some(text)) => Some(sources::question(text, game)?),
        (None, None) => None,
    };
    let goal_text = match (&args.goal, &deck.goal) {
        (Some(_), _) => None,
        (None, Some(_)) => deck.goal_text.clone(),
        (None, None) => Some(game.goldfish.goal_text.clone()),
    };
    let stack = LabDeck::new(game, &legal)?;
    let mut plan = goldfish::GoldfishPlan::declared(game, goal);
    plan.turns = args.turns.unwrap_or(plan.turns);
    plan.first = !args.draw;
    let runs = args.sampling.run();
    let report = with_progress(args.sampling.games(), |progress| goldfish::play(game, &stack, &plan, runs, progress))?
        .ok_or_else(|| super::environment_error("the run was stopped"))?;
    let mean = |sum: u64| sum as f64 / report.games as f64;
    let result = GoldfishOutput {
        deck: deck.name.clone(),
        games: report.games,
        on_the: if plan.first { "play" } else { "draw" },
        goal: plan.goal.print(game),
        goal_text,
        turns: report
            .turns
            .iter()
            .zip(&report.goal_by)
            .enumerate()
            .map(|(i, (t, goal))| GoldfishTurn {
                turn: i + 1,
                goal_met: (*goal).into(),
                played: mean(t.played),
                available: mean(t.available),
                spent: mean(t.spent),
                wasted: mean(t.wasted),
                stuck: t.stuck.into(),
                idle: t.idle.into(),
            })
            .collect(),
        cards: report
            .cards
            .iter()
            .map(|c| GoldfishCard {
                name: game.card(c.card).name.clone(),
                copies: c.copies,
                castable_by: c.castable_by.iter().map(|s| (*s).into()).collect(),
            })
            .collect(),
        screw: report.screw.into(),
        flood: report.flood.into(),
        kept: report.kept,
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &GoldfishOutput) -> String {
    let goal = result.goal_text.as_ref().map_or(result.goal.clone(), |t| format!("{t} ({})", result.goal));
    let mut out = format!("{} – {} games, on the {}\ngoal: {goal}\n\n", result.deck, result.games, result.on_the);
    let rows: Vec<Vec<String>> = result
        .turns
        .iter()
        .map(|t| {
            vec![
                t.turn.to_string(),
                t.goal_met.label(),
                format!("{:.2}", t.played),
                format!("{:.2}", t.available),
                format!("{:.2}", t.spent),
                format!("{:.2}", t.wasted),
                percent(t.stuck.share),
                percent(t.idle.share),
            ]
        })
        .collect();
    let heading = ["Turn", "Goal met by", "Played", "Available", "Spent", "Wasted", "Stuck", "Idle"];
    out.push_str(&table(&heading, &rows, &[0, 1, 2, 3, 4, 5, 6, 7]));
    out.push_str(&format!("\nscrew {}   flood {}\n\nCastable by turn\n", result.screw.label(), result.flood.label()));
    let turns: Vec<String> = result.turns.iter().map(|t| t.turn.to_string()).collect();
    let mut heading = vec!["Card", "Copies"];
    heading.extend(turns.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = result
        .cards
        .iter()
        .map(|c| {
            let mut row = vec![c.name.clone(), c.copies.to_string()];
            row.extend(
                c.castable_by.iter().map(|s| if s.of == 0 { "–".into() } else { format!("{:.0}", s.share * 100.0) }),
            );
            row
        })
        .collect();
    let right: Vec<usize> = (1..heading.len()).collect();
    out.push_str(&table(&heading, &rows, &right));
    out
}
