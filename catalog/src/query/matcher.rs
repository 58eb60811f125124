//! The one place that decides whether a card fits a query.

use std::cmp::Ordering;

use memchr::memmem;

use super::{HowMany, Op, Place, Query, Search, SortBy, Test};
use crate::card::{Card, CardIx, Value};
use crate::fold::fold;
use crate::game::{Game, Mask};

impl Query {
    /// Whether the card fits, outside any deck.
    pub fn matches(&self, card: &Card) -> bool {
        self.matches_in(card, 0)
    }

    /// Whether the card fits in a deck whose leader has the factions `home`.
    pub fn matches_in(&self, card: &Card, home: Mask) -> bool {
        match self {
            Query::All => true,
            Query::And(parts) => parts.iter().all(|p| p.matches_in(card, home)),
            Query::Or(parts) => parts.iter().any(|p| p.matches_in(card, home)),
            Query::Not(inner) => !inner.matches_in(card, home),
            Query::Test(test) => holds(test, card, home),
        }
    }

    /// The cards of a game that fit, in order of print.
    pub fn select(&self, game: &Game) -> Vec<CardIx> {
        game.indices().filter(|ix| self.matches(game.card(*ix))).collect()
    }

    /// The bare words and phrases that a card's name may answer.
    fn words<'q>(&'q self, out: &mut Vec<&'q str>) {
        match self {
            Query::Test(Test::Anywhere(word)) => out.push(word),
            Query::And(parts) | Query::Or(parts) => parts.iter().for_each(|p| p.words(out)),
            _ => {}
        }
    }
}

impl Search {
    /// The cards of a game that fit, in the order asked for; otherwise those whose names hold the words
    /// come first, and the rest follows in order of print.
    pub fn run(&self, game: &Game) -> Vec<CardIx> {
        let mut found = self.query.select(game);
        if self.sort.is_empty() {
            let mut words = Vec::new();
            self.query.words(&mut words);
            if !words.is_empty() {
                found.sort_by_cached_key(|ix| {
                    let name = game.card(*ix).folded_name();
                    let starts = words.iter().any(|w| name.starts_with(w));
                    let inside = words.iter().filter(|w| name.contains(**w)).count();
                    (!starts, words.len() - inside)
                });
            }
        } else {
            found.sort_by(|a, b| self.order(game, *a, *b));
        }
        found
    }

    fn order(&self, game: &Game, a: CardIx, b: CardIx) -> Ordering {
        let (x, y) = (game.card(a), game.card(b));
        for key in &self.sort {
            let way = |o: Ordering| if key.descending { o.reverse() } else { o };
            let ordering = match key.by {
                SortBy::Name => way(x.folded_name().cmp(y.folded_name())),
                SortBy::Print => way(a.cmp(&b)),
                SortBy::Rarity => way(x.rarity.cmp(&y.rarity)),
                SortBy::Faction => way(faction_rank(x).cmp(&faction_rank(y))),
                SortBy::Type => way(x.types.cmp(&y.types)),
                SortBy::Field(f) => match (x.number_in(f), y.number_in(f)) {
                    (Some(m), Some(n)) => way(m.cmp(&n)),
                    (m, n) => n.is_some().cmp(&m.is_some()),
                },
            };
            if ordering != Ordering::Equal {
                return ordering;
            }
        }
        a.cmp(&b)
    }
}

/// One faction in declared order, then several, then none.
fn faction_rank(card: &Card) -> (u32, Mask) {
    match card.factions.count_ones() {
        0 => (u32::MAX, 0),
        n => (n, card.factions.reverse_bits().wrapping_neg()),
    }
}

fn holds(test: &Test, card: &Card, home: Mask) -> bool {
    match test {
        Test::Anywhere(text) => contains(&card.folded, text),
        Test::In { place, text, whole } => in_place(card, *place, text, *whole),
        Test::Type(mask) => card.type_mask & mask != 0,
        Test::Set(list) => list.contains(&card.set),
        Test::Rarity(op, list) => match op {
            Op::Has | Op::Is => list.contains(&card.rarity),
            Op::Not => !list.contains(&card.rarity),
            Op::Less => card.rarity < list[0],
            Op::AtMost => card.rarity <= list[0],
            Op::More => card.rarity > list[0],
            Op::AtLeast => card.rarity >= list[0],
        },
        Test::Faction(op, mask) => compare_sets(*op, card.factions, *mask),
        Test::Factions(how_many) => match how_many {
            HowMany::None => card.factions == 0,
            HowMany::Mono => card.factions.count_ones() == 1,
            HowMany::Multi => card.factions.count_ones() > 1,
        },
        Test::Keyword(list) => card.keywords.iter().any(|k| list.contains(&k.keyword)),
        Test::Number { field, resource, range } => {
            let number = match resource {
                None => card.number_in(*field),
                Some(r) => card.values[*field].as_ref().map(|_| amount(card.amounts_in(*field), *r)),
            };
            number.is_some_and(|n| {
                (range.min.is_none_or(|m| m <= n) && range.max.is_none_or(|m| n <= m)) != range.outside
            })
        }
        Test::Text { field, text, whole } => card.text_in(*field).is_some_and(|t| within(&fold(t), text, *whole)),
        Test::Flag(field) => card.flag_in(*field),
        Test::Has(field) => match &card.values[*field] {
            None => false,
            Some(Value::Amounts { list, .. }) => !list.is_empty(),
            Some(_) => true,
        },
        Test::Resources(field, op, mask) => {
            card.values[*field].is_some() && compare_sets(*op, card.resources_in(*field), *mask)
        }
        Test::Home => card.factions & home != 0,
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

fn in_place(card: &Card, place: Place, text: &str, whole: bool) -> bool {
    match place {
        Place::Name => within(card.folded_name(), text, whole),
        Place::Text => within(card.folded.splitn(3, '\n').nth(2).unwrap_or(""), text, whole),
        Place::Flavor => within(&fold(&card.flavor), text, whole),
        Place::Subtype => card.subtypes.iter().any(|s| within(&fold(s), text, whole)),
        Place::Number => within(&fold(&card.number), text, whole),
        Place::Id => within(&card.id, text, whole),
    }
}

fn within(hay: &str, text: &str, whole: bool) -> bool {
    if whole { hay == text } else { contains(hay, text) }
}

fn contains(hay: &str, text: &str) -> bool {
    memmem::find(hay.as_bytes(), text.as_bytes()).is_some()
}
