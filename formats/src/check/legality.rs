//! Only certain cards; and whether a format lets a card into a deck at all.

use catalog::tr;
use catalog::{Card, GameData, Query};

use super::context::CheckContext;
use super::demand::{Demand, Explanation, Finding, RuleCheck};
use super::{Bound, section_names};
use crate::format::{DeckFormat, RuleReader};

/// Only these cards. A name passes if one of its printings does.
#[derive(Debug, Clone)]
pub struct Legality {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// The cards.
    pub of: Query,
}

impl Legality {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Legality {
        Legality { sections: r.sections_or_all(), of: r.query("of") }
    }
}

impl RuleCheck for Legality {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        for (card, found) in context.copies_by_name(&self.sections) {
            if !context.any_printing(card, |ix| self.of.matches_in(context.game.card(ix), context.home)) {
                findings.push(Finding { card: Some(card), found, ..Finding::default() });
            }
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let card = f.card.expect("a card is not legal");
        Explanation {
            message: tr!("{} is not legal here: only {}", context.name(card), self.of.print(context.game)),
            cards: vec![context.copies(card, f.found)],
            fix: context.without(&self.sections, card, f.found),
            ..Explanation::default()
        }
    }

    fn describe(&self, game: &GameData) -> String {
        tr!("{}: only cards of `{}`", section_names(game, &self.sections), self.of.print(game))
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        tr!("{} names", context.copies_by_name(&self.sections).count())
    }

    fn asks_home(&self) -> bool {
        self.of.depends_on_leader()
    }
}

/// Whether a format lets a card into a deck at all, whatever else is in it: it is one of the cards that the format
/// is about, at least one copy is allowed, and a section of the format accepts it. `on` a day (`YYYY-MM-DD`; without
/// one, on the format's own) the card's set must be out; a set without a day always is. What depends on the deck's
/// leader or on a pool is not asked.
pub fn allows(game: &GameData, format: &DeckFormat, card: &Card, on: Option<&str>) -> bool {
    let day = on.or(format.day.as_deref());
    let released = game.sets[usize::from(card.set)].released.as_deref();
    let out = day.is_none_or(|day| released.is_none_or(|released| released <= day));
    let accepted = |sections: &[usize]| sections.iter().any(|s| game.sections[*s].accepts.matches(card));
    let rules = || format.rules.iter().filter(|r| r.holds_on(day) && r.condition.is_none() && !r.demand.asks_home());
    let all: Vec<usize> = (0..game.sections.len()).collect();
    out && accepted(&all)
        && rules().all(|rule| match &rule.demand {
            // A card that belongs in other sections only is not meant.
            Demand::Legality(of) if accepted(&of.sections) => of.of.matches(card),
            Demand::Copies(copies) if copies.max == Bound::Number(0) => !copies.of.matches(card),
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
    use crate::GameLibrary;
    use crate::check::Bound;
    use crate::check::copies::CopyLimit;
    use crate::format::Rule;

    #[test]
    fn a_card_must_be_of_the_format_and_its_set_must_be_out() {
        let source = Source::shipped();
        let game = load::game(&source, "afrika").expect("loads");
        let game_library = GameLibrary::load(&source, game.into()).expect("loads");
        let mut format = game_library.format("codex").expect("a format").clone();
        let of = |name: &str| game_library.game.card(game_library.game.find(name).expect("a card"));
        let (void, teller) = (of("The Void"), of("Cosmic Storyteller"));
        assert!(allows(&game_library.game, &format, void, None));
        assert!(allows(&game_library.game, &format, void, Some("2026-05-15")));
        assert!(!allows(&game_library.game, &format, void, Some("2026-05-14")));
        let query = |text: &str| Query::parse(text, &game_library.game).expect("a query");
        let rule = |demand| Rule::new(demand, vec!["house".into()]);
        format.rules.push(rule(Demand::Legality(Legality { sections: vec![0, 1], of: query("type:entity") })));
        assert!(!allows(&game_library.game, &format, void, None));
        assert!(allows(&game_library.game, &format, teller, None));
        let of = query("name=\"cosmic storyteller\"");
        format.rules.push(rule(Demand::Copies(CopyLimit {
            sections: vec![0],
            of,
            max: Bound::Number(0),
            by_printing: false,
        })));
        assert!(!allows(&game_library.game, &format, teller, None));
    }
}
