//! Only cards within the leader's identity: its factions, and those whose resource its abilities name.

use catalog::game::Mask;
use catalog::tr;
use catalog::{GameData, ability};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use super::section_names;
use crate::format::RuleReader;

/// No card has a faction in its identity that the leader's lacks.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The identity of every card of the game, by its index.
    pub of: Vec<Mask>,
}

impl Identity {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Identity {
        let game = r.game;
        let own: Vec<Option<usize>> = game.factions.iter().map(|f| game.resource(&f.id)).collect();
        let identity = |card: &catalog::Card| {
            let resources = ability::resources(&card.abilities);
            let named = |at: &usize| own[*at].is_some_and(|r| resources & (1 << r) != 0);
            card.factions | (0..own.len()).filter(named).fold(0, |mask, at| mask | 1 << at)
        };
        Identity { sections: r.sections(), of: game.cards.iter().map(identity).collect() }
    }

    /// What the leaders have together.
    fn home(&self, context: &CheckContext<'_>) -> Mask {
        context.leaders.iter().fold(0, |mask, leader| mask | self.of[leader.at()])
    }

    fn names(context: &CheckContext<'_>, mask: Mask) -> String {
        let names: Vec<&str> = context.game.factions_of(mask).map(|f| f.name.as_str()).collect();
        if names.is_empty() { tr!("no {}", context.game.faction_name) } else { names.join(", ") }
    }
}

impl RuleCheck for Identity {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        if context.leaders.is_empty() {
            return;
        }
        let home = self.home(context);
        let outside = context.copies_by_name(&self.sections).filter(|(card, _)| self.of[card.at()] & !home != 0);
        findings.extend(outside.map(|(card, found)| Finding { card: Some(card), found, ..Finding::default() }));
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let (card, home) = (f.card.expect("a card lies outside"), self.home(context));
        let (outside, inside) = (Identity::names(context, self.of[card.at()] & !home), Identity::names(context, home));
        let message = match context.leaders[..] {
            [leader] => {
                tr!("{} is of {}, and {} leads only {}", context.name(card), outside, context.name(leader), inside)
            }
            _ => {
                tr!("{} is of {}, and {} lead only {}", context.name(card), outside, context.leader_names(), inside)
            }
        };
        Explanation {
            message,
            cards: vec![context.copies(card, f.found)],
            fix: context.without(&self.sections, card, f.found),
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        let (places, word) = (section_names(game, &self.sections), game.faction_name.to_lowercase());
        tr!("{places}: only cards whose every {word} is one of the leader's", places, word)
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        if context.leaders.is_empty() {
            return tr!("no leader");
        }
        format!("{}: {}", context.leader_names(), Identity::names(context, self.home(context)))
    }
}
