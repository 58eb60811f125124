//! Banned and limited cards, by name, from a day on or until one.

use catalog::tr;
use catalog::{CardIx, Game};

use super::case::Case;
use super::demand::{Finding, Kind, Told};
use crate::format::Reader;

/// At most so many copies of each of these cards, over all sections.
#[derive(Debug, Clone)]
pub struct Restricted {
    /// The cards; the first printing stands for all.
    pub cards: Vec<CardIx>,
    /// Most copies; 0 is a ban.
    pub max: u32,
}

impl Restricted {
    pub(super) fn read(r: &Reader<'_, '_>) -> Restricted {
        let named = r.t.texts("cards");
        if named.is_empty() {
            r.t.problem("`cards` is missing", Some("name them: cards = [\"…\"]".into()));
        }
        let known = |name: &String| {
            let found = r.game.find(name).map(|ix| r.game.namesake(ix));
            if found.is_none() {
                let hint = Some(catalog::load::no_card(r.game, name));
                r.t.problem_of("cards", name, format!("there is no card `{name}`"), hint);
            }
            found
        };
        Restricted { cards: named.iter().filter_map(known).collect(), max: r.count_if("max").unwrap_or(0) }
    }
}

impl Kind for Restricted {
    fn find(&self, case: &Case<'_>, findings: &mut Vec<Finding>) {
        let all: Vec<usize> = (0..case.game.sections.len()).collect();
        for (card, found) in case.named(&all) {
            if found > self.max && self.cards.contains(&card) {
                findings.push(Finding { card: Some(card), found, allowed: self.max, ..Finding::default() });
            }
        }
    }

    fn tell(&self, case: &Case<'_>, f: &Finding) -> Told {
        let card = f.card.expect("a card is restricted");
        let all: Vec<usize> = (0..case.game.sections.len()).collect();
        let name = case.name(card);
        let message = match self.max {
            0 => tr!("{name} is banned", name),
            max => tr!("{} × {name}: limited to one copy" | "{} × {name}: limited to {n} copies" % max, f.found, name),
        };
        let fix = case.without(&all, card, f.found - self.max);
        Told { message, cards: vec![case.copies(card, f.found)], fix, ..Told::default() }
    }

    fn words(&self, game: &Game) -> String {
        let names: Vec<&str> = self.cards.iter().map(|ix| game.card(*ix).name.as_str()).collect();
        match self.max {
            0 => tr!("banned: {}", names.join(", ")),
            max => tr!("limited to {max}: {}", names.join(", "), max),
        }
    }

    fn counted(&self, case: &Case<'_>) -> String {
        let all: Vec<usize> = (0..case.game.sections.len()).collect();
        let copies: u32 = case.named(&all).filter(|(card, _)| self.cards.contains(card)).map(|(_, n)| n).sum();
        copies.to_string()
    }

    fn settle(&mut self, _: &str, value: u32) {
        self.max = value;
    }
}
