//! The one place that decides whether a card fits a query.

use super::columns::Kind;
use super::{Op, Pattern, Place, Query, Setting, Test};
use crate::card::{Card, Value};
use crate::fold::fold;
use crate::game::Mask;

/// Who asks: the factions at home in their deck, and what surrounds the search.
#[derive(Clone, Copy, Default)]
pub(super) struct Asker<'a> {
    pub home: Mask,
    pub setting: Option<&'a dyn Setting>,
}

impl Query {
    /// Whether the card fits, outside any deck.
    pub fn matches(&self, card: &Card) -> bool {
        self.matches_in(card, 0)
    }

    /// Whether the card fits in a deck whose leader has the factions `home`.
    pub fn matches_in(&self, card: &Card, home: Mask) -> bool {
        self.decide(card, Asker { home, setting: None })
    }

    /// Whether the card fits, with what surrounds the search.
    pub fn matches_with(&self, card: &Card, setting: &dyn Setting) -> bool {
        self.decide(card, Asker { home: 0, setting: Some(setting) })
    }

    fn decide(&self, card: &Card, asker: Asker<'_>) -> bool {
        match self {
            Query::All => true,
            Query::And(parts) => parts.iter().all(|p| p.decide(card, asker)),
            Query::Or(parts) => parts.iter().any(|p| p.decide(card, asker)),
            Query::Not(inner) => !inner.decide(card, asker),
            Query::Test(test) => holds(test, card, asker),
        }
    }

    /// Whether it asks about the deck's leader (`is:home`).
    pub fn asks_home(&self) -> bool {
        self.asks(&|test| *test == Test::Home)
    }

    /// Whether it asks about what surrounds a search: a deck, a collection, a format.
    pub fn asks_around(&self) -> bool {
        self.asks(&|test| matches!(test, Test::Relation(_)))
    }

    fn asks(&self, about: &impl Fn(&Test) -> bool) -> bool {
        let mut asks = false;
        self.tests(&mut |test| asks |= about(test));
        asks
    }
}

/// The one decision about a test.
pub(super) fn holds(test: &Test, card: &Card, asker: Asker<'_>) -> bool {
    match test {
        Test::Anywhere(pattern) => pattern.fits(card.folded()),
        Test::In(place, pattern) => in_place(card, *place, pattern),
        Test::Has(place) => has(card, *place),
        Test::Keyword(list) => card.keywords.iter().any(|k| list.contains(&k.keyword)),
        Test::KeywordNumber(keyword, range) => {
            let number = card.keywords.iter().find(|k| k.keyword == *keyword).and_then(|k| k.number);
            number.is_some_and(|n| range.holds(n))
        }
        Test::Number { field, resource, range } => {
            let number = match resource {
                None => card.number_in(*field),
                Some(r) => card.values[*field].as_ref().map(|_| amount(card.amounts_in(*field), *r)),
            };
            number.is_some_and(|n| range.holds(n))
        }
        Test::Flag(field) => card.flag_in(*field),
        Test::Resources(field, op, mask) => {
            card.values[*field].is_some() && compare_sets(*op, card.resources_in(*field), *mask)
        }
        Test::Home => card.factions & asker.home != 0,
        Test::Relation(relation) => {
            let setting = asker.setting.expect("a query with relations is parsed and asked with a setting");
            relation.holds(card, setting)
        }
        about_kind => Kind::of(card).answers(about_kind).expect("all other tests ask about the kind"),
    }
}

impl Kind {
    /// The decision about a test that asks about nothing else.
    pub(super) fn answers(self, test: &Test) -> Option<bool> {
        Some(match test {
            Test::Type(mask) => self.types & mask != 0,
            // Sets are in order in every test: a game may have hundreds.
            Test::Set(sets) | Test::Era { sets, .. } | Test::Released { sets, .. } => {
                sets.binary_search(&self.set).is_ok()
            }
            Test::Rarity(op, list) => match op {
                Op::Has | Op::Is => list.contains(&self.rarity),
                Op::Not => !list.contains(&self.rarity),
                Op::Less => self.rarity < list[0],
                Op::AtMost => self.rarity <= list[0],
                Op::More => self.rarity > list[0],
                Op::AtLeast => self.rarity >= list[0],
            },
            Test::Faction(op, mask) => compare_sets(*op, self.factions, *mask),
            Test::Factions(range) => range.holds(self.factions.count_ones() as i32),
            _ => return None,
        })
    }
}

fn amount(list: &[(u8, i32)], resource: usize) -> i32 {
    list.iter().find(|(r, _)| *r as usize == resource).map_or(0, |(_, n)| *n)
}

fn compare_sets(op: Op, has: Mask, asked: Mask) -> bool {
    let (subset, superset) = (has & !asked == 0, asked & !has == 0);
    match op {
        Op::Has => has & asked != 0,
        Op::Is => has == asked,
        Op::Not => has & asked == 0,
        Op::Less => subset && has != asked,
        Op::AtMost => subset,
        Op::More => superset && has != asked,
        Op::AtLeast => superset,
    }
}

fn in_place(card: &Card, place: Place, pattern: &Pattern) -> bool {
    match place {
        Place::Name => pattern.fits(card.folded_name()),
        Place::Text => pattern.fits(card.folded_text()),
        Place::Flavor => pattern.fits(&fold(&card.flavor)),
        Place::Subtype => card.subtypes.iter().any(|s| pattern.fits(&fold(s))),
        Place::Number => pattern.fits(&fold(&card.number)),
        Place::Id => pattern.fits(&card.id),
        Place::Field(field) => card.text_in(field).is_some_and(|t| pattern.fits(&fold(t))),
        // Keywords are asked for by id; as texts they are a part of the rules text.
        Place::Keyword => pattern.fits(card.folded_text()),
    }
}

fn has(card: &Card, place: Place) -> bool {
    match place {
        Place::Name | Place::Number | Place::Id => true,
        Place::Text => !card.folded_text().is_empty(),
        Place::Flavor => !card.flavor.is_empty(),
        Place::Subtype => !card.subtypes.is_empty(),
        Place::Keyword => !card.keywords.is_empty(),
        Place::Field(field) => match &card.values[field] {
            None => false,
            Some(Value::Amounts { list, .. }) => !list.is_empty(),
            Some(_) => true,
        },
    }
}
