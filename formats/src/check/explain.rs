//! Why a deck is legal, or not: every rule of its format with what the deck has of it.

use catalog::GameData;
use catalog::tr;

use super::checker::Checker;
use crate::deck::Deck;
use crate::format::DeckFormat;
use crate::limited::Pool;

/// A rule and what a deck has of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleStatus {
    /// What the rule demands.
    pub text: String,
    /// What the deck has.
    pub found: String,
    /// Whether that will do.
    pub holds: bool,
    /// Rule ids.
    pub rules: Vec<String>,
}

/// Every rule that is in force, in the order of the format.
pub fn explain(game: &GameData, format: &DeckFormat, deck: &Deck, pool: Option<&Pool>) -> Vec<RuleStatus> {
    let checker = Checker::new(game, format, pool, &[]);
    let checked = checker.examine(deck);
    let clause = |(at, rule): (usize, &crate::format::Rule)| {
        let mut text = rule.demand.describe(game);
        if rule.team {
            text.push_str(&tr!(", over the decks of the team"));
        }
        if let Some(why) = &rule.why {
            text = format!("{text}: {why}");
        }
        let applies = rule.condition.as_ref().is_none_or(|when| when.holds(&checked.context));
        if let Some(when) = &rule.condition {
            text = tr!("while {condition}: {rule}", condition = when.describe(game), rule = text);
        }
        let found = if applies { rule.demand.as_check().found_text(&checked.context) } else { tr!("does not apply") };
        RuleStatus {
            text,
            found,
            holds: checked.findings.iter().all(|f| f.rule != Some(at)),
            rules: rule.cites.clone(),
        }
    };
    format.in_force().map(clause).collect()
}
