//! Only certain cards, such as those of the newest sets.

use catalog::{Card, Game, Query};

use super::{Case, Copies, Fix, Report, Violation};
use crate::format::{Demand, Format, Rule};

pub(super) fn check(case: &Case<'_>, rule: &Rule, of: &Query, report: &mut Report) {
    let sections: Vec<usize> = (0..case.game.sections.len()).collect();
    for (card, found) in case.named(&sections) {
        if of.matches_in(case.game.card(card), case.home) {
            continue;
        }
        let name = case.name(card).to_owned();
        report.violations.push(Violation {
            rules: rule.cites.clone(),
            kind: "legality",
            section: None,
            message: format!("{name} is not legal here: only {}", of.print(case.game)),
            fix: Fix { text: format!("take out {found} × {name}"), changes: case.take_out(&sections, card, found) },
            cards: vec![Copies { name, count: found }],
            found,
            allowed: 0,
        });
    }
}

/// Whether a format lets a card into a deck at all, whatever else is in it: it is one of the cards that the format
/// is about, at least one copy is allowed, and a section accepts it. `on` a day (`YYYY-MM-DD`) the card's set must
/// be out; a set without a day always is. What depends on the deck's leader or on a pool is not asked.
pub fn allows(game: &Game, format: &Format, card: &Card, on: Option<&str>) -> bool {
    let released = game.sets[usize::from(card.set)].released.as_deref();
    let out = on.is_none_or(|day| released.is_none_or(|released| released <= day));
    out && game.sections.iter().any(|s| s.accepts.matches(card))
        && format.rules.iter().filter(|r| !r.demand.asks_home()).all(|rule| match &rule.demand {
            Demand::Legality { of } => of.matches(card),
            Demand::Copies { of, max: 0, .. } => !of.matches(card),
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use catalog::{Source, load};

    use super::*;
    use crate::Book;

    #[test]
    fn a_card_must_be_of_the_format_and_its_set_must_be_out() {
        let source = Source::shipped();
        let game = load::game(&source, "afrika").expect("loads");
        let book = Book::load(&source, game.into()).expect("loads");
        let mut format = book.format("codex").expect("a format").clone();
        let of = |name: &str| book.game.card(book.game.find(name).expect("a card"));
        let (void, teller) = (of("The Void"), of("Cosmic Storyteller"));
        assert!(allows(&book.game, &format, void, None));
        assert!(allows(&book.game, &format, void, Some("2026-05-15")));
        assert!(!allows(&book.game, &format, void, Some("2026-05-14")));
        let query = |text: &str| Query::parse(text, &book.game).expect("a query");
        let rule = |demand| Rule { demand, cites: vec!["house".into()] };
        format.rules.push(rule(Demand::Legality { of: query("type:entity") }));
        assert!(!allows(&book.game, &format, void, None));
        assert!(allows(&book.game, &format, teller, None));
        format.rules.push(rule(Demand::Copies { sections: vec![0], of: query("name=\"cosmic storyteller\""), max: 0 }));
        assert!(!allows(&book.game, &format, teller, None));
    }
}
