//! `deckloom deck plan NAME …`

use catalog::Game;
use formats::deck::{Deck, Edit, Listed, Plan, Unfit, board, unboard};
use schemars::JsonSchema;
use serde::Serialize;

use super::saved;
use crate::command::{Door, Outcome, usage, wanting};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct Args {
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
pub(in crate::command) struct Result {
    /// The deck's name.
    deck: String,
    /// What was done; absent if nothing was.
    done: Option<String>,
    /// The number of the moment that it is at now.
    moment: usize,
    /// The plan that is applied.
    applied: Option<String>,
    /// All plans by name.
    plans: Vec<Kept>,
}

/// A plan.
#[derive(Debug, Serialize, JsonSchema)]
struct Kept {
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

pub(in crate::command) fn run(args: &Args, door: &mut Door) -> anyhow::Result<Outcome> {
    let (book, mut bench) = door.bench(&args.deck, args.game.as_deref())?;
    let game = &book.game;
    let mut edits = Vec::new();
    let mut after = bench.deck.clone();
    let mut act = |after: &mut Deck, edit: Edit| {
        after.apply(game, &edit);
        edits.push(edit);
    };
    if let Some(edit) = keeping(args, game, &after)? {
        act(&mut after, edit);
    }
    if args.take_back {
        let edit = unboard(game, &after).map_err(refused)?;
        act(&mut after, edit);
    }
    if let (true, Some(name)) = (args.apply, &args.plan) {
        let edit = board(game, &after, name.trim()).map_err(refused)?;
        act(&mut after, edit);
    }
    let edit = Edit::together(None, edits);
    let done = edit.map(|e| bench.edit(&mut door.desk.library, game, e)).transpose()?;
    let deck = &bench.deck;
    let kept = |(name, plan): (&String, &Plan)| Kept {
        name: name.clone(),
        ins: copies(game, &plan.ins),
        outs: copies(game, &plan.outs),
        lacks: plan.lacks(game, deck).filter(|_| deck.boarded.is_none()),
    };
    let result = Result {
        deck: deck.name.clone(),
        done,
        moment: bench.now(),
        applied: deck.boarded.as_ref().map(|b| b.name.clone()),
        plans: deck.plans.iter().map(kept).collect(),
    };
    door.show(&result, || to_text(&result))?;
    Ok(Outcome::Done)
}

/// The edit that keeps a plan or forgets it, if that was asked for.
fn keeping(args: &Args, game: &Game, deck: &Deck) -> anyhow::Result<Option<Edit>> {
    let Some(name) = args.plan.as_deref().map(str::trim) else { return Ok(None) };
    let known = deck.plans.contains_key(name);
    if args.ins.is_empty() && args.outs.is_empty() {
        return match (known, args.forget) {
            (true, true) => Ok(Some(Edit::Plan { name: name.to_owned(), plan: None })),
            (true, false) => Ok(None),
            (false, _) => Err(usage(format!("{}; --in and --out make one", Unfit::NoPlan(name.to_owned())))),
        };
    }
    if name.is_empty() {
        return Err(usage("a plan needs a name"));
    }
    let list = |texts: &[String]| -> anyhow::Result<Vec<(u32, String)>> {
        let read = |text: &String| {
            let (count, card) = saved::copies(game, deck, text)?;
            Ok((count, card.id(game).to_owned()))
        };
        texts.iter().map(read).collect()
    };
    let plan = Some(Plan { ins: list(&args.ins)?, outs: list(&args.outs)? });
    Ok(Some(Edit::Plan { name: name.to_owned(), plan }))
}

fn refused(unfit: Unfit) -> anyhow::Error {
    wanting(unfit.to_string())
}

fn copies(game: &Game, list: &[(u32, String)]) -> Vec<Copies> {
    let name = |card: &str| Listed::of(game, card).name(game).to_owned();
    list.iter().map(|(count, card)| Copies { count: *count, name: name(card) }).collect()
}

fn to_text(result: &Result) -> String {
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
