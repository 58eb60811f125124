//! The one place that decides whether a card fits a query.

use std::cmp::Ordering;

use memchr::memmem;

use super::words::Hits;
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
        self.decide(card, home, &|word| contains(&card.folded, word))
    }

    /// The one decision; `anywhere` says whether a word stands in name, type line or text of the card.
    fn decide(&self, card: &Card, home: Mask, anywhere: &impl Fn(&str) -> bool) -> bool {
        match self {
            Query::All => true,
            Query::And(parts) => parts.iter().all(|p| p.decide(card, home, anywhere)),
            Query::Or(parts) => parts.iter().any(|p| p.decide(card, home, anywhere)),
            Query::Not(inner) => !inner.decide(card, home, anywhere),
            Query::Test(Test::Anywhere(word)) => anywhere(word),
            Query::Test(test) => holds(test, card, home),
        }
    }

    /// Whether it asks about the deck's leader (`is:home`).
    pub fn asks_home(&self) -> bool {
        match self {
            Query::Test(test) => *test == Test::Home,
            Query::And(parts) | Query::Or(parts) => parts.iter().any(Query::asks_home),
            Query::Not(inner) => inner.asks_home(),
            Query::All => false,
        }
    }

    /// The cards of a game that fit, in order of print.
    pub fn select(&self, game: &Game) -> Vec<CardIx> {
        self.select_with(game, &game.words.look_up(self))
    }

    /// The same, with its words looked up already. Words that every card must have rule out most cards before
    /// anything else is looked at.
    fn select_with(&self, game: &Game, hits: &[Hits<'_>]) -> Vec<CardIx> {
        let needed: Vec<&Hits<'_>> = hits.iter().filter(|h| self.needs(h.word())).collect();
        let fits = |ix: &CardIx| {
            let stands = |word: &str| hits.iter().any(|h| h.word() == word && h.place(*ix) > 0);
            needed.iter().all(|h| h.place(*ix) > 0) && self.decide(game.card(*ix), 0, &stands)
        };
        game.indices().filter(fits).collect()
    }

    /// Whether no card fits that lacks this word.
    fn needs(&self, word: &str) -> bool {
        match self {
            Query::Test(Test::Anywhere(own)) => own == word,
            Query::And(parts) => parts.iter().any(|p| p.needs(word)),
            _ => false,
        }
    }
}

impl Search {
    /// The cards of a game that fit, in the order asked for; otherwise those whose names begin with a word of
    /// the query come first, then those that hold it, and the rest follows in order of print.
    pub fn run(&self, game: &Game) -> Vec<CardIx> {
        let hits = game.words.look_up(&self.query);
        let mut found = self.query.select_with(game, &hits);
        if !self.sort.is_empty() {
            found.sort_by(|a, b| self.order(game, *a, *b));
        } else if !hits.is_empty() {
            let mut ranks: Vec<Vec<CardIx>> = vec![Vec::new(); 2 * hits.len() + 2];
            for ix in found {
                let starts = hits.iter().any(|h| h.place(ix) == 3);
                let outside = hits.iter().filter(|h| h.place(ix) < 2).count();
                ranks[outside + if starts { 0 } else { hits.len() + 1 }].push(ix);
            }
            found = ranks.concat();
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
