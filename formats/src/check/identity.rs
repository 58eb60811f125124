//! Only cards within the leader's identity: its factions, and those whose resource its abilities name.

use catalog::game::Mask;
use catalog::tr;
use catalog::{Game, ability};

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use super::places;
use crate::format::Reader;

/// No card has a faction in its identity that the leader's lacks.
#[derive(Debug, Clone)]
pub struct Identity {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The identity of every card of the game, by its index.
    pub of: Vec<Mask>,
}

impl Identity {
    pub(super) fn read(r: &Reader<'_, '_>) -> Identity {
        let game = r.game;
        let own: Vec<Option<usize>> = game.factions.iter().map(|f| game.resource(&f.id)).collect();
        let identity = |card: &catalog::Card| {
            let resources = ability::resources(&card.abilities);
            let named = |at: &usize| own[*at].is_some_and(|r| resources & (1 << r) != 0);
            card.factions | (0..own.len()).filter(named).fold(0, |mask, at| mask | 1 << at)
        };
        Identity { sections: r.sections(), of: game.cards.iter().map(identity).collect() }
    }

    fn names(case: &Case<'_>, mask: Mask) -> String {
        let names: Vec<&str> = case.game.factions_of(mask).map(|f| f.name.as_str()).collect();
        if names.is_empty() { tr!("no {}", case.game.faction_name) } else { names.join(", ") }
    }
}

impl Kind for Identity {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        let Some(leader) = case.leader else { return };
        let home = self.of[leader.at()];
        let outside = case.named(&self.sections).filter(|(card, _)| self.of[card.at()] & !home != 0);
        findings.extend(outside.map(|(card, found)| Finding { card: Some(card), found, ..Finding::default() }));
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let (card, leader) = (f.card.expect("a card lies outside"), case.leader.expect("a leader has an identity"));
        let home = self.of[leader.at()];
        Told {
            message: tr!(
                "{} is of {}, and {} leads only {}",
                case.name(card),
                Identity::names(case, self.of[card.at()] & !home),
                case.name(leader),
                Identity::names(case, home)
            ),
            cards: vec![case.copies(card, f.found)],
            fix: case.without(&self.sections, card, f.found),
            ..Told::default()
        }
    }

    fn words(&self, game: &Game) -> String {
        let (places, word) = (places(game, &self.sections), game.faction_name.to_lowercase());
        tr!("{places}: only cards whose every {word} is one of the leader's", places, word)
    }

    fn counted(&self, case: &Case<'_>) -> String {
        case.leader.map_or(tr!("no leader"), |leader| {
            format!("{}: {}", case.name(leader), Identity::names(case, self.of[leader.at()]))
        })
    }
}
