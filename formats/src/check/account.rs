//! Why a deck is legal, or not: every rule of its format with what the deck has of it.

use catalog::Game;
use catalog::tr;

use super::judge::Judge;
use crate::deck::Deck;
use crate::format::Format;
use crate::limited::Pool;

/// A rule and what a deck has of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
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
pub fn account(game: &Game, format: &Format, deck: &Deck, pool: Option<&Pool>) -> Vec<Clause> {
    let judge = Judge::new(game, format, pool, &[]);
    let seen = judge.see(deck);
    let clause = |(at, rule): (usize, &crate::format::Rule)| {
        let mut text = rule.demand.words(game);
        if rule.team {
            text.push_str(&tr!(", over the decks of the team"));
        }
        if let Some(why) = &rule.why {
            text = format!("{text}: {why}");
        }
        Clause {
            text,
            found: rule.demand.it().counted(&seen.case),
            holds: seen.findings.iter().all(|f| f.rule != Some(at)),
            rules: rule.cites.clone(),
        }
    };
    format.in_force().map(clause).collect()
}
