//! Sideboard plans: which cards come in and go out against an opponent, kept by name, applied and taken back.

use std::fmt;

use catalog::Game;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::saved::List;
use super::{Deck, Edit, EditReason, Listed, MAYBE, Part};

/// What comes into the main section, and what goes out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Plan {
    /// What comes in.
    pub ins: List,
    /// What goes out.
    pub outs: List,
}

/// A plan that is applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Boarded {
    /// The plan's name.
    pub name: String,
    /// The plan as it was when it was applied.
    pub plan: Plan,
}

/// Why a plan cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    /// There is none of this name.
    NoPlan(String),
    /// Another one is applied.
    Applied(String),
    /// None is applied.
    NotApplied,
    /// Some copies are not where they should be.
    Lacks(String),
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Unfit::NoPlan(name) => tr!("the deck has no plan `{name}`", name),
            Unfit::Applied(name) => tr!("the plan `{name}` is applied; take it back first", name),
            Unfit::NotApplied => tr!("no plan is applied"),
            Unfit::Lacks(what) => tr!("the plan does not fit the deck any more: {what}", what),
        })
    }
}

impl Plan {
    /// Where cards of a plan come from and go to: the game's sideboard, or else the list of what may come in.
    pub fn bench(game: &Game) -> Part {
        game.section("side").map_or_else(|| Part::Own(MAYBE.to_owned()), Part::Section)
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.ins.is_empty() && self.outs.is_empty()
    }

    /// By how many cards the main section grows.
    pub fn growth(&self) -> i64 {
        let sum = |list: &List| list.iter().map(|(n, _)| i64::from(*n)).sum::<i64>();
        sum(&self.ins) - sum(&self.outs)
    }

    /// What a deck lacks for it, in words.
    pub fn lacks(&self, game: &Game, deck: &Deck) -> Option<String> {
        lacks(game, deck, &self.ins, &Plan::bench(game))
            .or_else(|| lacks(game, deck, &self.outs, &Part::Section(main(game))))
    }
}

/// The edit that applies a plan.
///
/// # Errors
/// When there is no such plan, when one is applied, or when copies are missing.
pub fn board(game: &Game, deck: &Deck, name: &str) -> Result<Edit, Unfit> {
    if let Some(boarded) = &deck.boarded {
        return Err(Unfit::Applied(boarded.name.clone()));
    }
    let plan = deck.plans.get(name).ok_or_else(|| Unfit::NoPlan(name.to_owned()))?;
    let (bench, main) = (Plan::bench(game), Part::Section(main(game)));
    let mut edits = swap(game, deck, plan, &bench, &main)?;
    edits.push(Edit::Boarded(Some(Boarded { name: name.to_owned(), plan: plan.clone() })));
    Ok(Edit::Together { why: Some(EditReason::PlanApplied { name: name.to_owned() }), edits })
}

/// The edit that takes the applied plan back.
///
/// # Errors
/// When none is applied, or when copies have gone since.
pub fn unboard(game: &Game, deck: &Deck) -> Result<Edit, Unfit> {
    let Boarded { name, plan } = deck.boarded.as_ref().ok_or(Unfit::NotApplied)?;
    let (bench, main) = (Plan::bench(game), Part::Section(main(game)));
    let mut edits = swap(game, deck, plan, &main, &bench)?;
    edits.push(Edit::Boarded(None));
    Ok(Edit::Together { why: Some(EditReason::PlanTakenBack { name: name.clone() }), edits })
}

/// What comes in goes from one list to the other, and what goes out the other way.
fn swap(game: &Game, deck: &Deck, plan: &Plan, from: &Part, to: &Part) -> Result<Vec<Edit>, Unfit> {
    let missing = lacks(game, deck, &plan.ins, from).or_else(|| lacks(game, deck, &plan.outs, to));
    if let Some(missing) = missing {
        return Err(Unfit::Lacks(missing));
    }
    // Done on a copy: one card may come in and another of the same name go out.
    let (mut after, mut edits) = (deck.clone(), Vec::new());
    for (list, from, to) in [(&plan.ins, from, to), (&plan.outs, to, from)] {
        for (count, card) in list {
            let edit = Edit::moving(game, &after, &Listed::of(game, card), *count, from, to);
            after.apply(game, &edit);
            edits.push(edit);
        }
    }
    Ok(edits)
}

fn lacks(game: &Game, deck: &Deck, list: &List, part: &Part) -> Option<String> {
    list.iter().find_map(|(count, card)| {
        let listed = Listed::of(game, card);
        let there = deck.copies(part, &listed);
        (there < *count).then(|| {
            let name = listed.name(game);
            tr!("{name}: {count} wanted, {there} in {list}", name, count, there, list = part.name(game))
        })
    })
}

fn main(game: &Game) -> usize {
    game.section("main").unwrap_or(0)
}
