//! Only certain cards; and whether a format lets a card into a deck at all.

use catalog::tr;
use catalog::{Card, Game, Query};

use super::case::Case;
use super::demand::{Demand, Finding, Kind, Told};
use super::places;
use crate::format::{Format, Reader};

/// Only these cards. A name passes if one of its printings does.
#[derive(Debug, Clone)]
pub struct Legality {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards.
    pub of: Query,
}

impl Legality {
    pub(super) fn read(r: &Reader<'_, '_>) -> Legality {
        Legality { sections: r.sections_or_all(), of: r.query("of") }
    }
}

impl Kind for Legality {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        for (card, found) in case.named(&self.sections) {
            if !case.any_printing(card, |ix| self.of.matches_in(case.game.card(ix), case.home)) {
                findings.push(Finding { card: Some(card), found, ..Finding::default() });
            }
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let card = f.card.expect("a card is not legal");
        Told {
            message: tr!("{} is not legal here: only {}", case.name(card), self.of.print(case.game)),
            cards: vec![case.copies(card, f.found)],
            fix: case.without(&self.sections, card, f.found),
            ..Told::default()
        }
    }

    fn words(&self, game: &Game) -> String {
        tr!("{}: only cards of `{}`", places(game, &self.sections), self.of.print(game))
    }

    fn counted(&self, case: &Case<'_>) -> String {
        tr!("{} names", case.named(&self.sections).count())
    }

    fn asks_home(&self) -> bool {
        self.of.asks_home()
    }
}

/// Whether a format lets a card into a deck at all, whatever else is in it: it is one of the cards that the format
/// is about, at least one copy is allowed, and a section of the format accepts it. `on` a day (`YYYY-MM-DD`; without
/// one, on the format's own) the card's set must be out; a set without a day always is. What depends on the deck's
/// leader or on a pool is not asked.
pub fn allows(game: &Game, format: &Format, card: &Card, on: Option<&str>) -> bool {
    let day = on.or(format.day.as_deref());
    let released = game.sets[usize::from(card.set)].released.as_deref();
    let out = day.is_none_or(|day| released.is_none_or(|released| released <= day));
    let accepted = |sections: &[usize]| sections.iter().any(|s| game.sections[*s].accepts.matches(card));
    let rules = || format.rules.iter().filter(|r| r.holds_on(day) && !r.demand.asks_home());
    let all: Vec<usize> = (0..game.sections.len()).collect();
    out && accepted(&all)
        && rules().all(|rule| match &rule.demand {
            // A card that belongs in other sections only is not meant.
            Demand::Legality(of) if accepted(&of.sections) => of.of.matches(card),
            Demand::Copies(copies) if copies.max == 0 => !copies.of.matches(card),
            Demand::Sections(used) => accepted(&used.sections),
            Demand::Rotation(rotation) if accepted(&rotation.sections) => rotation.allows(game, card, day),
            Demand::Restricted(list) if list.max == 0 => {
                !list.cards.iter().any(|ix| game.card(*ix).folded_name() == card.folded_name())
            }
            Demand::Fixed(fixed) if accepted(&[fixed.section]) => fixed.allows(game, card),
            _ => true,
        })
}

#[cfg(test)]
mod tests {
    use catalog::{Source, load};

    use super::*;
    use crate::Book;
    use crate::check::copies::Copies;
    use crate::format::Rule;

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
        let rule = |demand| Rule::new(demand, vec!["house".into()]);
        format.rules.push(rule(Demand::Legality(Legality { sections: vec![0, 1], of: query("type:entity") })));
        assert!(!allows(&book.game, &format, void, None));
        assert!(allows(&book.game, &format, teller, None));
        let of = query("name=\"cosmic storyteller\"");
        format.rules.push(rule(Demand::Copies(Copies { sections: vec![0], of, max: 0, by_printing: false })));
        assert!(!allows(&book.game, &format, teller, None));
    }
}
