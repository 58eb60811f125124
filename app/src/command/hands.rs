//! `deckloom hands DECK`

use std::ffi::OsString;

use catalog::game::goldfish::Mulligan;
use engine::lab::{LabDeck, hands, odds};
use schemars::JsonSchema;
use serde::Serialize;

use super::print::{percent, table};
use super::{CommandContext, CommandOutcome, CommandResult, sources, usage_error, with_progress};
pub(super) use engine::lab::report::ShareWithInterval as Sampled;

#[derive(Debug, clap::Args)]
pub(super) struct HandsArgs {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck. It must be legal.
    deck: OsString,
    #[command(flatten)]
    sampling: sources::Sampling,
    /// Which hands are kept, such as "2..5 of (type:terrain)"; the game's own rule without.
    #[arg(long, value_name = "RULE")]
    keep: Option<String>,
    /// none, paris (one card fewer each time), london (as many, then one card more to the bottom each time) or redraw
    /// (once, any cards for as many others); what the game says without.
    #[arg(long)]
    mulligan: Option<String>,
    /// Mulligans that cost no card.
    #[arg(long, value_parser = super::number::whole::<u32>(0..=10))]
    free: Option<u32>,
    /// A question about the kept hand, such as "1.. of (cost<=1)"; may be given several times. `-` reads them from
    /// standard input, one a line.
    #[arg(long, value_name = "QUESTION")]
    ask: Vec<String>,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
}

/// Opening hands.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct HandsOutput {
    /// The deck's name.
    deck: String,
    /// Hands dealt.
    games: u64,
    /// `none`, `paris`, `london` or `redraw`.
    mulligan: &'static str,
    /// Mulligans that cost no card.
    free: u32,
    /// The keep rule.
    keep: String,
    /// Each hand that is come to, one after the other; several may have one size.
    sizes: Vec<HandSize>,
    /// Each question about the kept hand.
    questions: Vec<Question>,
    /// One opening hand of this seed, by card id, as it is first dealt.
    sample: Vec<String>,
}

/// A hand size.
#[derive(Debug, Serialize, JsonSchema)]
struct HandSize {
    /// Cards.
    size: u32,
    /// The exact odds of coming to this size.
    reached_exact: f64,
    /// Of the hands of this size: how many were kept.
    kept: Sampled,
    /// The exact odds of keeping such a hand.
    kept_exact: f64,
}

/// A question about the kept hand.
#[derive(Debug, Serialize, JsonSchema)]
struct Question {
    /// As it was understood.
    question: String,
    /// For how many kept hands it held.
    sampled: Sampled,
    /// The exact odds.
    exact: f64,
}

pub(super) fn run(args: &HandsArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = context.deck(&args.deck, args.game.as_deref())?;
    let game = &named.game_library.game;
    let legal = named.legal()?;
    let stack = LabDeck::new(game, &legal)?;
    let mut plan = hands::HandPlan::declared(game);
    if let Some(keep) = &args.keep {
        plan.keep = sources::question(keep, game)?;
    }
    if let Some(word) = args.mulligan.as_deref() {
        plan.mulligan = plan.mulligan.named(word).map_err(|unknown| usage_error(unknown.to_string()))?;
    }
    if let Some(free) = args.free {
        plan.mulligan.free = free;
        if free > 0 && !plan.mulligan.mulligan.costs_cards() {
            return Err(usage_error(
                "--free: only a mulligan that costs a card can be free; add --mulligan paris or london",
            ));
        }
    }
    if plan.mulligan.mulligan == Mulligan::None && args.keep.is_some() {
        let hint = "add --mulligan paris, or --ask the same question";
        return Err(usage_error(format!("without a mulligan every hand is kept, so --keep changes nothing; {hint}")));
    }
    plan.questions = sources::questions(&args.ask, game)?;
    let (runs, seed) = (args.sampling.run(), args.sampling.seed());
    let found = with_progress(args.sampling.games(), |progress| hands::sample(game, &stack, &plan, runs, progress))?
        .ok_or_else(|| super::environment_error("the run was stopped"))?;
    let exact = odds::opening(game, &stack, plan.mulligan, &plan.keep, &plan.questions)?;
    let (sample, _) = hands::sample_hand(&stack, stack.hand, seed);
    let result = HandsOutput {
        deck: legal.deck().name.clone(),
        games: args.sampling.games(),
        mulligan: plan.mulligan.mulligan.id(),
        free: plan.mulligan.free,
        keep: plan.keep.print(game),
        sizes: found
            .sizes
            .iter()
            .zip(&exact.sizes)
            .map(|((size, kept), e)| HandSize {
                size: *size,
                reached_exact: e.reached,
                kept: (*kept).into(),
                kept_exact: e.kept,
            })
            .collect(),
        questions: found
            .questions
            .iter()
            .zip(&exact.questions)
            .zip(&plan.questions)
            .map(|((sampled, exact), q)| Question {
                question: q.print(game),
                sampled: (*sampled).into(),
                exact: *exact,
            })
            .collect(),
        sample: sample.iter().map(|c| game.card(*c).id.clone()).collect(),
    };
    context.print_result(&result, || {
        let names: Vec<&str> = sample.iter().map(|c| game.card(*c).name.as_str()).collect();
        to_text(&result, &names)
    })?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &HandsOutput, sample: &[&str]) -> String {
    let mut out = format!("{} – {} opening hands, mulligan {}", result.deck, result.games, result.mulligan);
    if result.free > 0 {
        out.push_str(&format!(", {} free", result.free));
    }
    out.push('\n');
    out.push_str(&format!("keep: {}\n\n", result.keep));
    let rows: Vec<Vec<String>> = result
        .sizes
        .iter()
        .filter(|s| s.reached_exact > 0.0)
        .map(|s| vec![s.size.to_string(), percent(s.reached_exact), s.kept.label(), percent(s.kept_exact)])
        .collect();
    out.push_str(&table(&["Cards", "Reached", "Kept (sampled)", "Kept (exact)"], &rows, &[0, 1, 2, 3]));
    if !result.questions.is_empty() {
        let rows: Vec<Vec<String>> =
            result.questions.iter().map(|q| vec![q.question.clone(), q.sampled.label(), percent(q.exact)]).collect();
        out.push_str(&format!("\n{}", table(&["Kept hand", "Sampled", "Exact"], &rows, &[1, 2])));
    }
    out.push_str(&format!("\nA hand: {}\n", sample.join(", ")));
    out
}
