//! The one place that decides whether a card fits a query.

use super::columns::CardBasics;
use super::{CardPart, CardTest, CompareOp, Pattern, Query, QueryContext};
use crate::card::{Card, FieldValue};
use crate::fold::fold;
use crate::game::Mask;

/// Who asks: the factions at home in their deck, and what surrounds the search.
#[derive(Clone, Copy, Default)]
pub(super) struct MatchScope<'a> {
    pub home: Mask,
    pub context: Option<&'a dyn QueryContext>,
}

impl Query {
    /// Whether the card fits, outside any deck.
    pub fn matches(&self, card: &Card) -> bool {
        self.matches_in(card, 0)
    }

    /// Whether the card fits in a deck whose leader has the factions `home`.
    pub fn matches_in(&self, card: &Card, home: Mask) -> bool {
        self.decide(card, MatchScope { home, context: None })
    }

    /// Whether the card fits, with what surrounds the search.
    pub fn matches_with(&self, card: &Card, context: &dyn QueryContext) -> bool {
        self.decide(card, MatchScope { home: 0, context: Some(context) })
    }

    fn decide(&self, card: &Card, scope: MatchScope<'_>) -> bool {
        match self {
            Query::All => true,
            Query::And(parts) => parts.iter().all(|p| p.decide(card, scope)),
            Query::Or(parts) => parts.iter().any(|p| p.decide(card, scope)),
            Query::Not(inner) => !inner.decide(card, scope),
            Query::Test(test) => holds(test, card, scope),
        }
    }

    /// Whether it asks about the deck's leader (`is:home`).
    pub fn depends_on_leader(&self) -> bool {
        self.has_test(&|test| *test == CardTest::Home)
    }

    /// Whether it asks about what surrounds a search: a deck, a collection, a format.
    pub fn depends_on_context(&self) -> bool {
        self.has_test(&|test| matches!(test, CardTest::Relation(_)))
    }

    fn has_test(&self, about: &impl Fn(&CardTest) -> bool) -> bool {
        let mut asks = false;
        self.tests(&mut |test| asks |= about(test));
        asks
    }
}

/// The one decision about a test. A card with several faces fits if one of them does.
pub(super) fn holds(test: &CardTest, card: &Card, scope: MatchScope<'_>) -> bool {
    holds_alone(test, card, scope) || a_face_holds(test, card, scope)
}

/// Whether a test holds for a face of a card, as it may where it does not for the card as a whole.
pub(super) fn a_face_holds(test: &CardTest, card: &Card, scope: MatchScope<'_>) -> bool {
    !card.faces.is_empty() && test.asks_faces() && card.faces.iter().any(|face| holds_alone(test, face, scope))
}

impl CardTest {
    /// Whether a face may fit though the card as a whole does not: of sets and texts the card has what its faces have.
    fn asks_faces(&self) -> bool {
        match self {
            CardTest::Number { .. } | CardTest::KeywordNumber(..) | CardTest::Resources(..) => true,
            CardTest::In(CardPart::Name, pattern) => matches!(pattern, Pattern::Whole(_) | Pattern::Regex(_)),
            CardTest::In(place, _) => matches!(place, CardPart::Field(_) | CardPart::Flavor),
            _ => false,
        }
    }
}

fn holds_alone(test: &CardTest, card: &Card, scope: MatchScope<'_>) -> bool {
    match test {
        CardTest::Anywhere(pattern) => pattern.fits(card.folded()),
        CardTest::In(place, pattern) => in_place(card, *place, pattern),
        CardTest::Has(place) => has(card, *place),
        CardTest::Keyword(list) => card.keywords.iter().any(|k| list.contains(&k.keyword)),
        CardTest::KeywordNumber(keyword, range) => {
            let number = card.keywords.iter().find(|k| k.keyword == *keyword).and_then(|k| k.number);
            number.is_some_and(|n| range.holds(n))
        }
        CardTest::Number { field, resource, range } => {
            let number = match resource {
                None => card.number_in(*field),
                Some(r) => card.values[*field].as_ref().map(|_| amount(card.amounts_in(*field), *r)),
            };
            number.is_some_and(|n| range.holds(n))
        }
        CardTest::Flag(field) => card.flag_in(*field),
        CardTest::Resources(field, op, mask) => {
            card.values[*field].is_some() && compare_sets(*op, card.resources_in(*field), *mask)
        }
        CardTest::Home => card.factions & scope.home != 0,
        CardTest::Relation(relation) => {
            let context = scope.context.expect("a query with relations is parsed and asked with a setting");
            relation.holds(card, context)
        }
        about_kind => CardBasics::new(card).answers(about_kind).expect("all other tests ask about the kind"),
    }
}

impl CardBasics {
    /// The decision about a test that asks about nothing else.
    pub(super) fn answers(self, test: &CardTest) -> Option<bool> {
        Some(match test {
            CardTest::Type(mask) => self.types & mask != 0,
            // Sets are in order in every test: a game may have hundreds.
            CardTest::Set(sets) | CardTest::Era { sets, .. } | CardTest::Released { sets, .. } => {
                sets.binary_search(&self.set).is_ok()
            }
            CardTest::Rarity(op, list) => match op {
                CompareOp::Has | CompareOp::Is => list.contains(&self.rarity),
                CompareOp::Not => !list.contains(&self.rarity),
                CompareOp::Less => self.rarity < list[0],
                CompareOp::AtMost => self.rarity <= list[0],
                CompareOp::More => self.rarity > list[0],
                CompareOp::AtLeast => self.rarity >= list[0],
            },
            CardTest::Faction(op, mask) => compare_sets(*op, self.factions, *mask),
            CardTest::Factions(range) => range.holds(self.factions.count_ones() as i32),
            _ => return None,
        })
    }
}

fn amount(list: &[(u8, i32)], resource: usize) -> i32 {
    list.iter().find(|(r, _)| *r as usize == resource).map_or(0, |(_, n)| *n)
}

fn compare_sets(op: CompareOp, has: Mask, asked: Mask) -> bool {
    let (subset, superset) = (has & !asked == 0, asked & !has == 0);
    match op {
        CompareOp::Has => has & asked != 0,
        CompareOp::Is => has == asked,
        CompareOp::Not => has & asked == 0,
        CompareOp::Less => subset && has != asked,
        CompareOp::AtMost => subset,
        CompareOp::More => superset && has != asked,
        CompareOp::AtLeast => superset,
    }
}

fn in_place(card: &Card, place: CardPart, pattern: &Pattern) -> bool {
    match place {
        CardPart::Name => pattern.fits(card.folded_name()),
        CardPart::Text => pattern.fits(card.folded_text()),
        CardPart::Flavor => pattern.fits(&fold(&card.flavor)),
        CardPart::Subtype => card.subtypes.iter().any(|s| pattern.fits(&fold(s))),
        CardPart::Number => pattern.fits(&fold(&card.number)),
        CardPart::Id => pattern.fits(&card.id),
        CardPart::Field(field) => card.text_in(field).is_some_and(|t| pattern.fits(&fold(t))),
        // Keywords are asked for by id; as texts they are a part of the rules text.
        CardPart::Keyword => pattern.fits(card.folded_text()),
    }
}

fn has(card: &Card, place: CardPart) -> bool {
    match place {
        CardPart::Name | CardPart::Number | CardPart::Id => true,
        CardPart::Text => !card.folded_text().is_empty(),
        CardPart::Flavor => !card.flavor.is_empty(),
        CardPart::Subtype => !card.subtypes.is_empty(),
        CardPart::Keyword => !card.keywords.is_empty(),
        CardPart::Field(field) => match &card.values[field] {
            None => false,
            Some(FieldValue::Amounts { list, .. }) => !list.is_empty(),
            Some(_) => true,
        },
    }
}
