//! Which cards a deck can take: one more copy breaks no rule, and no faction comes in that the deck does not have.

use std::collections::HashMap;

use catalog::{CardIx, GameData};

use super::{CheckReport, check};
use crate::deck::{Deck, Listed};
use crate::format::DeckFormat;

/// By how much rules say too much, by kind and section. How large a deck is does not count: cards are exchanged.
type Excess<'a> = HashMap<(&'static str, Option<&'a str>), u32>;

fn excess(report: &CheckReport) -> Excess<'_> {
    let mut excess = Excess::new();
    for violation in report.violations.iter().filter(|v| v.kind != "size" && v.found > v.allowed) {
        *excess.entry((violation.kind, violation.section.as_deref())).or_default() +=
            violation.found - violation.allowed;
    }
    excess
}

/// The cards that a deck can take, each printing by itself.
pub fn fitting(game: &GameData, format: &DeckFormat, deck: &Deck) -> Vec<CardIx> {
    let factions = deck.main_factions(game);
    let report = check(game, format, deck, None);
    let before = excess(&report);
    let (mut more, mut fitting) = (deck.clone(), Vec::new());
    let of_deck = |card: &CardIx| factions == 0 || game.card(*card).factions & !factions == 0;
    for card in game.indices().filter(of_deck) {
        let takes = |at: &usize| game.sections[*at].accepts.matches(game.card(card)) && format.uses(*at);
        let Some(section) = (0..game.sections.len()).find(takes) else { continue };
        let (listed, copies) = (Listed::Card(card), deck.count(section, &Listed::Card(card)));
        more.set(section, listed.clone(), copies + 1);
        let after = check(game, format, &more, None);
        if excess(&after).iter().all(|(key, by)| before.get(key).is_some_and(|before| by <= before)) {
            fitting.push(card);
        }
        more.set(section, listed, copies);
    }
    fitting
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use catalog::{Source, load};

    use super::*;
    use crate::GameLibrary;

    fn fitting_names(game: &str, deck: &str, change: impl Fn(&GameData, &mut Deck)) -> Vec<String> {
        let source = Source::shipped();
        let library = GameLibrary::load(&source, Arc::new(load::game(&source, game).expect("a game"))).expect("loads");
        let mut deck = library.decks.iter().find(|(id, _)| id == deck).expect("a deck").1.clone();
        change(&library.game, &mut deck);
        let format = library.format(&deck.format).expect("a format");
        let found = fitting(&library.game, format, &deck);
        found.iter().map(|card| library.game.card(*card).name.clone()).collect()
    }

    #[test]
    fn a_deck_takes_cards_of_its_factions_and_no_copy_too_many() {
        let names = fitting_names("chronx", "corporate", |_, _| {});
        assert!(names.len() > 10 && !names.iter().any(|name| name.ends_with("Headquarters")), "one leads: {names:?}");
        let game = load::game(&Source::shipped(), "chronx").expect("a game");
        let card = |name: &str| game.card(game.find(name).expect("a card"));
        let own = card("Corporate Headquarters").factions;
        assert!(names.iter().all(|name| card(name).factions & !own == 0), "{names:?}");
        let of_others = game.cards.iter().find(|card| card.factions != 0 && card.factions & own == 0);
        assert!(!names.contains(&of_others.expect("another faction").name));
        // A fifth copy is one too many, and a deck that lost a card can take it again.
        let full = fitting_names("afrika", "ember-drum", |_, _| {});
        assert!(!full.contains(&"Magma Dart".to_owned()), "four are in it");
        let fewer = |game: &GameData, deck: &mut Deck| {
            deck.set(0, Listed::Card(game.find("Magma Dart").expect("a card")), 3);
        };
        assert!(fitting_names("afrika", "ember-drum", fewer).contains(&"Magma Dart".to_owned()));
    }
}
