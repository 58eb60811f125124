//! Banned and limited cards, by name, from a day on or until one.

use catalog::tr;
use catalog::{CardIx, GameData};

use super::context::CheckContext;
use super::demand::{Explanation, Finding, RuleCheck};
use crate::format::RuleReader;

/// At most so many copies of each of these cards, over all sections.
#[derive(Debug, Clone)]
pub struct Restricted {
    /// The cards; the first printing stands for all.
    pub cards: Vec<CardIx>,
    /// Most copies; 0 is a ban.
    pub max: u32,
}

impl Restricted {
    pub(super) fn read(r: &RuleReader<'_, '_>) -> Restricted {
        let named = r.t.texts("cards");
        if named.is_empty() {
            r.t.problem("`cards` is missing", Some("name them: cards = [\"…\"]".into()));
        }
        let known = |name: &String| {
            let found = r.game.find(name).map(|ix| r.game.namesake(ix));
            if found.is_none() {
                let hint = Some(catalog::load::unknown_card_hint(r.game, name));
                r.t.problem_in_list("cards", name, format!("there is no card `{name}`"), hint);
            }
            found
        };
        Restricted { cards: named.iter().filter_map(known).collect(), max: r.count_if("max").unwrap_or(0) }
    }
}

impl RuleCheck for Restricted {
    fn find(&self, context: &CheckContext<'_>, findings: &mut Vec<Finding>) {
        let all: Vec<usize> = (0..context.game.sections.len()).collect();
        for (card, found) in context.copies_by_name(&all) {
            if found > self.max && self.cards.contains(&card) {
                findings.push(Finding { card: Some(card), found, allowed: self.max, ..Finding::default() });
            }
        }
    }

    fn explain(&self, context: &CheckContext<'_>, f: &Finding) -> Explanation {
        let card = f.card.expect("a card is restricted");
        let all: Vec<usize> = (0..context.game.sections.len()).collect();
        let name = context.name(card);
        let message = match self.max {
            0 => tr!("{name} is banned", name),
            max => tr!("{} × {name}: limited to one copy" | "{} × {name}: limited to {n} copies" % max, f.found, name),
        };
        let fix = context.without(&all, card, f.found - self.max);
        Explanation { message, cards: vec![context.copies(card, f.found)], fix, ..Explanation::default() }
    }

    fn describe(&self, game: &GameData) -> String {
        let names: Vec<&str> = self.cards.iter().map(|ix| game.card(*ix).name.as_str()).collect();
        match self.max {
            0 => tr!("banned: {}", names.join(", ")),
            max => tr!("limited to {max}: {}", names.join(", "), max),
        }
    }

    fn found_text(&self, context: &CheckContext<'_>) -> String {
        let all: Vec<usize> = (0..context.game.sections.len()).collect();
        let copies: u32 =
            context.copies_by_name(&all).filter(|(card, _)| self.cards.contains(card)).map(|(_, n)| n).sum();
        copies.to_string()
    }

    fn set_ruling(&mut self, _: &str, value: u32) {
        self.max = value;
    }
}
