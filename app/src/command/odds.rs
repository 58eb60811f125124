//! `deckloom odds DECK QUESTION…`

use std::ffi::OsString;

use engine::lab::{self, LabDeck, odds};
use schemars::JsonSchema;
use serde::Serialize;

use super::print::{percent, table};
use super::{CommandContext, CommandOutcome, CommandResult, number, sources, usage_error};

#[derive(Debug, clap::Args)]
pub(super) struct OddsArgs {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck. It must be legal.
    deck: OsString,
    /// Questions about the cards seen, such as "3.. of (type:terrain)"; `-` reads them from standard input, one a line.
    #[arg(required = true)]
    question: Vec<String>,
    /// Turns to look ahead; 0 is the opening hand alone.
    #[arg(long, default_value_t = 4, value_parser = number::whole::<u32>(0..=30))]
    by_turn: u32,
    /// Go first (default): on the play.
    #[arg(long)]
    play: bool,
    /// Go second: on the draw.
    #[arg(long, conflicts_with = "play")]
    draw: bool,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
}

/// Exact odds.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct OddsOutput {
    /// The deck's name.
    deck: String,
    /// `play` or `draw`.
    on_the: &'static str,
    /// The questions.
    questions: Vec<Question>,
}

/// A question.
#[derive(Debug, Serialize, JsonSchema)]
struct Question {
    /// As it was understood.
    question: String,
    /// The odds in the opening hand, and by each turn.
    turns: Vec<TurnOdds>,
}

/// Odds at a moment, without mulligans.
#[derive(Debug, Serialize, JsonSchema)]
struct TurnOdds {
    /// Turn; 0 is the opening hand.
    turn: u32,
    /// Cards seen by then.
    seen: u32,
    /// From 0 to 1.
    odds: f64,
    /// Hands for which it holds, as a decimal number.
    hits: String,
    /// All equally likely hands, as a decimal number.
    of: String,
}

pub(super) fn run(args: &OddsArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = context.deck(&args.deck, args.game.as_deref())?;
    let game = &named.game_library.game;
    let legal = named.legal()?;
    let stack = LabDeck::new(game, &legal)?;
    let first = !args.draw;
    let drawn = |turn: u32| lab::cards_drawn(game, turn, first);
    let mut questions = Vec::new();
    for question in sources::questions(&args.question, game)? {
        let mut turns = Vec::new();
        for turn in 0..=args.by_turn {
            let exact =
                odds::question_odds(game, &stack, &question, drawn(turn)).map_err(|e| usage_error(e.to_string()))?;
            let seen = (stack.hand + drawn(turn)).min(stack.cards.len() as u32);
            turns.push(TurnOdds {
                turn,
                seen,
                odds: exact.value(),
                hits: exact.hits.to_string(),
                of: exact.of.to_string(),
            });
        }
        questions.push(Question { question: question.print(game), turns });
    }
    let result = OddsOutput { deck: legal.deck().name.clone(), on_the: if first { "play" } else { "draw" }, questions };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &OddsOutput) -> String {
    let mut out = format!("{} – exact, on the {}, without mulligans\n", result.deck, result.on_the);
    for q in &result.questions {
        let row = |o: &TurnOdds| {
            let turn = if o.turn == 0 { "opening hand".into() } else { format!("turn {}", o.turn) };
            vec![turn, o.seen.to_string(), percent(o.odds), format!("{} of {}", o.hits, o.of)]
        };
        let rows: Vec<Vec<String>> = q.turns.iter().map(row).collect();
        out.push_str(&format!("\n{}\n{}", q.question, table(&["By", "Seen", "Odds", "Hands"], &rows, &[1, 2, 3])));
    }
    out
}
