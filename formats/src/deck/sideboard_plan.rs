//! Sideboard plans: which cards come in and go out against an opponent, kept by name, applied and taken back.

use std::fmt;

use catalog::GameData;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::saved::SavedList;
use super::{Deck, DeckPart, Edit, EditReason, Listed, MAYBEBOARD};

/// What comes into the main section, and what goes out of it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct SideboardPlan {
    /// What comes in.
    pub ins: SavedList,
    /// What goes out.
    pub outs: SavedList,
}

/// A plan that is applied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppliedPlan {
    /// The plan's name.
    pub name: String,
    /// The plan as it was when it was applied.
    pub plan: SideboardPlan,
}

/// Why a plan cannot be applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// There is none of this name.
    NoPlan(String),
    /// Another one is applied.
    Applied(String),
    /// None is applied.
    NotApplied,
    /// Some copies are not where they should be.
    Missing(String),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            PlanError::NoPlan(name) => tr!("the deck has no plan `{name}`", name),
            PlanError::Applied(name) => tr!("the plan `{name}` is applied; take it back first", name),
            PlanError::NotApplied => tr!("no plan is applied"),
            PlanError::Missing(what) => tr!("the plan does not fit the deck any more: {what}", what),
        })
    }
}

impl SideboardPlan {
    /// Where cards of a plan come from and go to: the game's sideboard, or else the list of what may come in.
    pub fn sideboard(game: &GameData) -> DeckPart {
        game.section("side").map_or_else(|| DeckPart::Own(MAYBEBOARD.to_owned()), DeckPart::Section)
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.ins.is_empty() && self.outs.is_empty()
    }

    /// By how many cards the main section grows.
    pub fn growth(&self) -> i64 {
        let sum = |list: &SavedList| list.iter().map(|(n, _)| i64::from(*n)).sum::<i64>();
        sum(&self.ins) - sum(&self.outs)
    }

    /// What a deck lacks for it, in words.
    pub fn describe_missing(&self, game: &GameData, deck: &Deck) -> Option<String> {
        describe_missing(game, deck, &self.ins, &SideboardPlan::sideboard(game))
            .or_else(|| describe_missing(game, deck, &self.outs, &DeckPart::Section(main(game))))
    }
}

/// The edit that applies a plan.
///
/// # Errors
/// When there is no such plan, when one is applied, or when copies are missing.
pub fn apply_plan(game: &GameData, deck: &Deck, name: &str) -> Result<Edit, PlanError> {
    if let Some(boarded) = &deck.boarded {
        return Err(PlanError::Applied(boarded.name.clone()));
    }
    let plan = deck.plans.get(name).ok_or_else(|| PlanError::NoPlan(name.to_owned()))?;
    let (bench, main) = (SideboardPlan::sideboard(game), DeckPart::Section(main(game)));
    let mut edits = swap(game, deck, plan, &bench, &main)?;
    edits.push(Edit::Boarded(Some(AppliedPlan { name: name.to_owned(), plan: plan.clone() })));
    Ok(Edit::Together { why: Some(EditReason::PlanApplied { name: name.to_owned() }), edits })
}

/// The edit that takes the applied plan back.
///
/// # Errors
/// When none is applied, or when copies have gone since.
pub fn undo_plan(game: &GameData, deck: &Deck) -> Result<Edit, PlanError> {
    let AppliedPlan { name, plan } = deck.boarded.as_ref().ok_or(PlanError::NotApplied)?;
    let (bench, main) = (SideboardPlan::sideboard(game), DeckPart::Section(main(game)));
    let mut edits = swap(game, deck, plan, &main, &bench)?;
    edits.push(Edit::Boarded(None));
    Ok(Edit::Together { why: Some(EditReason::PlanTakenBack { name: name.clone() }), edits })
}

/// What comes in goes from one list to the other, and what goes out the other way.
fn swap(
    game: &GameData,
    deck: &Deck,
    plan: &SideboardPlan,
    from: &DeckPart,
    to: &DeckPart,
) -> Result<Vec<Edit>, PlanError> {
    let missing =
        describe_missing(game, deck, &plan.ins, from).or_else(|| describe_missing(game, deck, &plan.outs, to));
    if let Some(missing) = missing {
        return Err(PlanError::Missing(missing));
    }
    // Done on a copy: one card may come in and another of the same name go out.
    let (mut after, mut edits) = (deck.clone(), Vec::new());
    for (list, from, to) in [(&plan.ins, from, to), (&plan.outs, to, from)] {
        for (count, card) in list {
            let edit = Edit::moving(game, &after, &Listed::from_id_or_name(game, card), *count, from, to);
            after.apply(game, &edit);
            edits.push(edit);
        }
    }
    Ok(edits)
}

fn describe_missing(game: &GameData, deck: &Deck, list: &SavedList, part: &DeckPart) -> Option<String> {
    list.iter().find_map(|(count, card)| {
        let listed = Listed::from_id_or_name(game, card);
        let there = deck.copies(part, &listed);
        (there < *count).then(|| {
            let name = listed.name(game);
            tr!("{name}: {count} wanted, {there} in {list}", name, count, there, list = part.name(game))
        })
    })
}

fn main(game: &GameData) -> usize {
    game.section("main").unwrap_or(0)
}
