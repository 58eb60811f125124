//! `deckloom deck plan NAME …`

use catalog::GameData;
use formats::deck::{Deck, Edit, Listed, PlanError, SideboardPlan, apply_plan, undo_plan};
use schemars::JsonSchema;
use serde::Serialize;

use super::saved;
use crate::command::{CommandContext, CommandError, CommandOutcome, CommandResult, failure, usage_error};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckPlanArgs {
    /// The saved deck.
    deck: String,
    /// The plan; without one, all are listed.
    plan: Option<String>,
    /// Copies that come in, such as "2 Amber Drone"; with --out, this keeps the plan.
    #[arg(long = "in", value_name = "COPIES", requires = "plan")]
    ins: Vec<String>,
    /// Copies that go out.
    #[arg(long = "out", value_name = "COPIES", requires = "plan")]
    outs: Vec<String>,
    /// Do what the plan says.
    #[arg(long, requires = "plan")]
    apply: bool,
    /// Undo what the applied plan did.
    #[arg(long, conflicts_with_all = ["apply", "plan"])]
    take_back: bool,
    /// Forget the plan.
    #[arg(long, requires = "plan", conflicts_with_all = ["apply", "ins", "outs"])]
    forget: bool,
    /// The game, if several have a deck of this name.
    #[arg(long)]
    game: Option<String>,
}

/// The plans of a deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckPlanOutput {
    /// The deck's name.
    deck: String,
    /// What was done; absent if nothing was.
    done: Option<String>,
    /// The number of the moment that it is at now.
    moment: usize,
    /// The plan that is applied.
    applied: Option<String>,
    /// All plans by name.
    plans: Vec<PlanOutput>,
}

/// A plan.
#[derive(Debug, Serialize, JsonSchema)]
struct PlanOutput {
    /// Its name.
    name: String,
    /// What comes in.
    ins: Vec<Copies>,
    /// What goes out.
    outs: Vec<Copies>,
    /// What the deck lacks for it, if it cannot be applied.
    lacks: Option<String>,
}

/// Copies of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct Copies {
    count: u32,
    name: String,
}

pub(in crate::command) fn run(args: &DeckPlanArgs, context: &mut CommandContext) -> CommandResult<CommandOutcome> {
    let (game_library, mut deck_session) = context.deck_session(&args.deck, args.game.as_deref())?;
    let game = &game_library.game;
    let mut edits = Vec::new();
    let mut after = deck_session.deck.clone();
    let mut act = |after: &mut Deck, edit: Edit| {
        after.apply(game, &edit);
        edits.push(edit);
    };
    if let Some(edit) = plan_edit(args, game, &after)? {
        act(&mut after, edit);
    }
    if args.take_back {
        let edit = undo_plan(game, &after).map_err(unfit_error)?;
        act(&mut after, edit);
    }
    if let (true, Some(name)) = (args.apply, &args.plan) {
        let edit = apply_plan(game, &after, name.trim()).map_err(unfit_error)?;
        act(&mut after, edit);
    }
    let edit = Edit::together(None, edits);
    let done = edit.map(|e| deck_session.edit(&mut context.session.library, game, e)).transpose()?;
    let deck = &deck_session.deck;
    let kept = |(name, plan): (&String, &SideboardPlan)| PlanOutput {
        name: name.clone(),
        ins: copies(game, &plan.ins),
        outs: copies(game, &plan.outs),
        lacks: plan.describe_missing(game, deck).filter(|_| deck.boarded.is_none()),
    };
    let result = DeckPlanOutput {
        deck: deck.name.clone(),
        done,
        moment: deck_session.current_moment(),
        applied: deck.boarded.as_ref().map(|b| b.name.clone()),
        plans: deck.plans.iter().map(kept).collect(),
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

/// The edit that keeps a plan or forgets it, if that was asked for.
fn plan_edit(args: &DeckPlanArgs, game: &GameData, deck: &Deck) -> CommandResult<Option<Edit>> {
    let Some(name) = args.plan.as_deref().map(str::trim) else { return Ok(None) };
    let known = deck.plans.contains_key(name);
    if args.ins.is_empty() && args.outs.is_empty() {
        return match (known, args.forget) {
            (true, true) => Ok(Some(Edit::Plan { name: name.to_owned(), plan: None })),
            (true, false) => Ok(None),
            (false, _) => Err(usage_error(format!("{}; --in and --out make one", PlanError::NoPlan(name.to_owned())))),
        };
    }
    if name.is_empty() {
        return Err(usage_error("a plan needs a name"));
    }
    let list = |texts: &[String]| -> CommandResult<Vec<(u32, String)>> {
        let read = |text: &String| {
            let (count, card) = saved::copies(game, deck, text)?;
            Ok((count, card.id(game).to_owned()))
        };
        texts.iter().map(read).collect()
    };
    let plan = Some(SideboardPlan { ins: list(&args.ins)?, outs: list(&args.outs)? });
    Ok(Some(Edit::Plan { name: name.to_owned(), plan }))
}

fn unfit_error(unfit: PlanError) -> CommandError {
    failure(unfit.to_string())
}

fn copies(game: &GameData, list: &[(u32, String)]) -> Vec<Copies> {
    let name = |card: &str| Listed::from_id_or_name(game, card).name(game).to_owned();
    list.iter().map(|(count, card)| Copies { count: *count, name: name(card) }).collect()
}

fn to_text(result: &DeckPlanOutput) -> String {
    let mut out = format!("{}: {}\n", result.deck, result.done.as_deref().unwrap_or("sideboard plans"));
    if result.plans.is_empty() {
        out.push_str("no plans; `deckloom deck plan DECK PLAN --in \"2 Card\" --out \"2 Other Card\"` keeps one\n");
    }
    for plan in &result.plans {
        let applied = if result.applied.as_ref() == Some(&plan.name) { "  (applied)" } else { "" };
        out.push_str(&format!("\n{}{applied}\n", plan.name));
        for (sign, list) in [('+', &plan.ins), ('−', &plan.outs)] {
            out.extend(list.iter().map(|c| format!("  {sign}{} {}\n", c.count, c.name)));
        }
        if let Some(lacks) = &plan.lacks {
            out.push_str(&format!("  does not fit: {lacks}\n"));
        }
    }
    out
}
