//! A rule that a card of the deck brings along: it applies while a count holds for some sections.

use catalog::query::CountQuery;
use catalog::tr;
use catalog::{GameData, Query};

use super::context::CheckContext;
use super::count::nearest_failure;
use super::demand::Explanation;
use super::{FixChoice, count_label, section_names};
use crate::format::RuleReader;

/// What must hold for a rule to apply.
#[derive(Debug, Clone)]
pub struct Condition {
    /// Positions of the sections.
    pub sections: Vec<usize>,
    /// What must hold for them.
    pub count: CountQuery,
}

impl Condition {
    pub(crate) fn read(r: &RuleReader<'_, '_>) -> Condition {
        Condition { sections: r.sections_or_all(), count: catalog::load::count_in(r.t, "count", r.game) }
    }

    pub(super) fn holds(&self, context: &CheckContext<'_>) -> bool {
        self.count.holds_with(&mut |query| context.copies_of(&self.sections, query))
    }

    /// Whether it asks about the deck's leader.
    pub(crate) fn asks_home(&self) -> bool {
        self.count.queries().into_iter().any(Query::depends_on_leader)
    }

    /// The condition in words, without a full stop.
    pub(super) fn describe(&self, game: &GameData) -> String {
        tr!("{sections} has {count}", sections = section_names(game, &self.sections), count = self.count.print(game))
    }

    /// Adds to what a rule says why it applies, and the other way out: that it no longer does.
    pub(super) fn tell(&self, context: &CheckContext<'_>, told: &mut Explanation) {
        let game = context.game;
        let failure = nearest_failure(&self.count, &mut |query| context.copies_of(&self.sections, query));
        let Some((of, by)) = failure else { return };
        let fits = |card| of.matches_in(game.card(card), context.home);
        let there: Vec<_> = context.copies_by_name(&self.sections).filter(|(card, _)| fits(*card)).collect();
        let names = there.iter().map(|(card, _)| context.name(*card)).collect::<Vec<_>>().join(&tr!(" and "));
        if by < 0 {
            told.message = tr!("{message}, because of {cards}", message = told.message, cards = names);
        }
        let all = there.iter().map(|(_, n)| i64::from(*n)).sum::<i64>() == -by;
        let query = || of.print(game);
        let number = count_label(u32::try_from(by.unsigned_abs()).unwrap_or(u32::MAX));
        let other = match by {
            ..0 if all => tr!("remove {cards}", cards = names),
            ..0 => tr!("remove {number} of “{query}”", number, query = query()),
            _ => tr!("add {number} of “{query}”", number, query = query()),
        };
        told.fix.text = tr!("{way}, or {other}", way = told.fix.text, other);
        told.fix.choices.push(FixChoice { sections: self.sections.clone(), of: of.clone(), by });
    }
}
