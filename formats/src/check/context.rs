//! A deck as rules look at it: copies by name, its leader, its pool.

use catalog::game::Mask;
use catalog::tr;
use catalog::{CardIx, GameData, Query};
use smallvec::SmallVec;

use super::{CardChange, CardCount, Fix};
use crate::deck::{Deck, Listed};
use crate::limited::Pool;

/// What a rule is checked against.
#[derive(Debug)]
pub(crate) struct CheckContext<'a> {
    pub game: &'a GameData,
    pub deck: &'a Deck,
    pub pool: Option<&'a Pool>,
    /// The day that is asked about.
    pub day: Option<&'a str>,
    /// The leaders; if the deck lacks one, the one that would suit it best.
    pub leaders: Vec<CardIx>,
    /// The leaders' factions.
    pub home: Mask,
    /// Names in order of the deck: the first printing stands for all.
    names: Vec<CardIx>,
    /// Copies, `[name][section]` in one row; there may be more rows than names.
    copies: Vec<u32>,
}

impl<'a> CheckContext<'a> {
    pub fn new(game: &'a GameData, deck: &'a Deck, pool: Option<&'a Pool>, day: Option<&'a str>) -> CheckContext<'a> {
        let mut context =
            CheckContext { game, deck, pool, day, leaders: Vec::new(), home: 0, names: Vec::new(), copies: Vec::new() };
        context.add(deck);
        context
    }

    /// The cards of another deck count as well.
    pub fn add(&mut self, deck: &Deck) {
        let width = self.game.sections.len();
        let room = self.names.len() + deck.sections.iter().map(Vec::len).sum::<usize>();
        self.names.reserve(room - self.names.len());
        self.copies.resize(room * width, 0);
        for (section, entries) in deck.sections.iter().enumerate() {
            for entry in entries {
                let Listed::Card(ix) = entry.card else { continue };
                let name = self.game.namesake(ix);
                let at = self.names.iter().position(|n| *n == name).unwrap_or_else(|| {
                    self.names.push(name);
                    self.names.len() - 1
                });
                let copies = &mut self.copies[at * width + section];
                *copies = copies.saturating_add(entry.count);
            }
        }
    }

    /// Copies by name over the sections, in order of the deck.
    pub fn copies_by_name<'c>(&'c self, sections: &'c [usize]) -> impl Iterator<Item = (CardIx, u32)> + 'c {
        let width = self.game.sections.len();
        self.names.iter().zip(self.copies.chunks_exact(width)).filter_map(move |(name, row)| {
            let copies = sections.iter().fold(0u32, |n, s| n.saturating_add(row[*s]));
            (copies > 0).then_some((*name, copies))
        })
    }

    /// Cards in the sections, those that the game does not know as well.
    pub fn size(&self, sections: &[usize]) -> u32 {
        sections.iter().fold(0, |n, s| n.saturating_add(self.deck.size(*s)))
    }

    /// Whether any printing of a name will do.
    pub fn any_printing(&self, name: CardIx, fits: impl Fn(CardIx) -> bool) -> bool {
        let of_name = |ix: &CardIx| *ix != name && self.game.namesake(*ix) == name;
        fits(name) || self.game.indices().filter(of_name).any(fits)
    }

    pub fn name(&self, ix: CardIx) -> &str {
        &self.game.card(ix).name
    }

    /// The leaders in words.
    pub fn leader_names(&self) -> String {
        self.leaders.iter().map(|ix| self.name(*ix)).collect::<Vec<_>>().join(&tr!(" and "))
    }

    /// Copies in the sections that fit a query.
    pub fn copies_of(&self, sections: &[usize], query: &Query) -> u32 {
        let fits = |ix: CardIx| query.matches_in(self.game.card(ix), self.home);
        self.copies_by_name(sections).filter(|(name, _)| fits(*name)).fold(0, |sum, (_, n)| sum.saturating_add(n))
    }

    pub fn section_id(&self, section: usize) -> String {
        self.game.sections[section].id.clone()
    }

    /// A card with its copies, in words.
    pub fn copies(&self, card: CardIx, count: u32) -> CardCount {
        CardCount { name: self.name(card).to_owned(), count }
    }

    pub fn change(&self, section: usize, card: &Listed, by: i64) -> CardChange {
        CardChange::new(self.game, section, card, by)
    }

    /// Takes copies of a name out of the sections, from the last section forward, as far as they are there.
    pub fn take_out(&self, sections: &[usize], name: CardIx, count: u32) -> Vec<CardChange> {
        self.take(sections, count, |ix| self.game.namesake(ix) == self.game.namesake(name))
    }

    /// Takes cards out of the sections, from the last section forward, as far as they are there.
    pub fn take(&self, sections: &[usize], mut count: u32, which: impl Fn(CardIx) -> bool) -> Vec<CardChange> {
        let mut changes = Vec::new();
        for section in sections.iter().rev() {
            for entry in &self.deck.sections[*section] {
                let out = entry.count.min(count);
                if out > 0 && matches!(entry.card, Listed::Card(ix) if which(ix)) {
                    changes.push(self.change(*section, &entry.card, -i64::from(out)));
                    count -= out;
                }
            }
        }
        changes
    }

    /// The fix that takes copies of a name out.
    pub fn without(&self, sections: &[usize], name: CardIx, count: u32) -> Fix {
        let text = tr!("remove {count} × {}", self.name(name), count);
        Fix { text, changes: self.take_out(sections, name, count), choices: SmallVec::new() }
    }
}
