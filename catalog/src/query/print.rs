//! Tree → text that parses to the same tree.

use super::lex::{ends_word, is_quote};
use super::{CardPart, CardTest, CompareOp, CountQuery, NumberRange, Pattern, Query, Relation, Search};
use crate::game::{GameData, Mask};

impl Query {
    /// The query as text.
    pub fn print(&self, game: &GameData) -> String {
        match self {
            Query::All => "*".into(),
            Query::And(parts) => parts.iter().map(|p| nested(p, game)).collect::<Vec<_>>().join(" "),
            Query::Or(parts) => parts.iter().map(|p| nested(p, game)).collect::<Vec<_>>().join(" or "),
            Query::Not(inner) => format!("-{}", nested(inner, game)),
            Query::Test(test) => print_test(test, game),
        }
    }

    /// The text of a query for the cards with exactly this name.
    pub fn for_name(name: &str) -> String {
        format!("name={}", quoted(name))
    }
}

impl Search {
    /// The search as text.
    pub fn print(&self, game: &GameData) -> String {
        let query = match &self.query {
            // An `or` would swallow what follows.
            or @ Query::Or(_) if !self.sort.is_empty() || self.limit.is_some() => nested(or, game),
            query => query.print(game),
        };
        let keys: Vec<String> =
            self.sort.iter().map(|k| format!("{}{}", if k.descending { "-" } else { "" }, k.by.name(game))).collect();
        let sort = (!keys.is_empty()).then(|| format!("sort:{}", keys.join(",")));
        let limit = self.limit.map(|n| format!("limit:{n}"));
        [Some(query), sort, limit].into_iter().flatten().collect::<Vec<_>>().join(" ")
    }
}

impl CountQuery {
    /// The count as text.
    pub fn print(&self, game: &GameData) -> String {
        let inner = |p: &CountQuery| match p {
            CountQuery::And(_) | CountQuery::Or(_) => format!("({})", p.print(game)),
            _ => p.print(game),
        };
        match self {
            CountQuery::Of { min, max, query } => {
                let range = match (min, max) {
                    (min, Some(max)) if min == max => min.to_string(),
                    (0, Some(max)) => format!("..{max}"),
                    (min, Some(max)) => format!("{min}..{max}"),
                    (min, None) => format!("{min}.."),
                };
                format!("{range} of {}", nested(query, game))
            }
            CountQuery::And(parts) => parts.iter().map(inner).collect::<Vec<_>>().join(" and "),
            CountQuery::Or(parts) => parts.iter().map(inner).collect::<Vec<_>>().join(" or "),
            CountQuery::Not(p) => format!("-{}", inner(p)),
        }
    }
}

fn nested(query: &Query, game: &GameData) -> String {
    match query {
        Query::And(_) | Query::Or(_) => format!("({})", query.print(game)),
        _ => query.print(game),
    }
}

fn print_test(test: &CardTest, game: &GameData) -> String {
    let list = |mask: Mask, ids: &dyn Fn(usize) -> String| -> String {
        (0..Mask::BITS as usize).filter(|i| mask & (1 << i) != 0).map(ids).collect::<Vec<_>>().join(",")
    };
    match test {
        CardTest::Anywhere(Pattern::Words(words)) => format!("~{}", quote(words)),
        CardTest::Anywhere(Pattern::Part(part) | Pattern::Whole(part)) => quote(part),
        CardTest::Anywhere(Pattern::Regex(regex)) => format!("/{}/", regex.source()),
        CardTest::In(place, pattern) => {
            let (sign, text) = match pattern {
                Pattern::Part(part) => (":", quote(part)),
                Pattern::Words(words) => ("~", quote(words)),
                Pattern::Whole(whole) => ("=", quote(whole)),
                Pattern::Regex(regex) => (":", format!("/{}/", regex.source())),
            };
            format!("{}{sign}{text}", place_name(*place, game))
        }
        CardTest::Has(place) => format!("has:{}", place_name(*place, game)),
        CardTest::Type(mask) => format!("type:{}", list(*mask, &|i| game.types[i].id.clone())),
        CardTest::Set(sets) => {
            format!("set:{}", sets.iter().map(|s| quote(&game.sets[*s as usize].id)).collect::<Vec<_>>().join(","))
        }
        CardTest::Era { eras, .. } => format!("era:{}", eras.iter().map(|e| quote(e)).collect::<Vec<_>>().join(",")),
        CardTest::Released { op, when, .. } => format!("released{}{when}", symbol(*op)),
        CardTest::Rarity(op, ranks) => {
            let ids: Vec<&str> = ranks.iter().map(|r| game.rarities[*r as usize].id.as_str()).collect();
            format!("rarity{}{}", symbol(*op), ids.join(","))
        }
        CardTest::Faction(op, mask) => {
            format!("{}{}{}", game.faction_field, symbol(*op), list(*mask, &|i| game.factions[i].id.clone()))
        }
        CardTest::Factions(range) => {
            let word = match (range.min, range.max) {
                (Some(0), Some(0)) => "none",
                (Some(1), Some(1)) => "mono",
                (Some(2), None) => "multi",
                _ => return format!("factions{}", print_range(range)),
            };
            format!("{}{}{word}", game.faction_field, if range.outside { "!=" } else { ":" })
        }
        CardTest::Keyword(list) => {
            format!(
                "keyword:{}",
                list.iter().map(|k| game.keywords[*k as usize].id.as_str()).collect::<Vec<_>>().join(",")
            )
        }
        CardTest::KeywordNumber(keyword, range) => {
            format!("{}{}", game.keywords[*keyword as usize].id, print_range(range))
        }
        CardTest::Number { field, resource, range } => {
            let part = resource.map_or(String::new(), |r| format!(".{}", game.resources[r].id));
            format!("{}{part}{}", game.fields[*field].id, print_range(range))
        }
        CardTest::Flag(field) => format!("is:{}", game.fields[*field].id),
        CardTest::Resources(field, op, mask) => {
            format!("{}{}{}", game.fields[*field].id, symbol(*op), list(*mask, &|i| game.resources[i].id.clone()))
        }
        CardTest::Home => "is:home".into(),
        CardTest::Relation(Relation::Copies(pile, range)) => format!("{}{}", pile.field(), print_range(range)),
        CardTest::Relation(Relation::Fits) => "fits:deck".into(),
        CardTest::Relation(Relation::Legal { format, on }) => {
            format!("legal:{format}{}", on.as_ref().map_or(String::new(), |day| format!("@{day}")))
        }
    }
}

fn place_name(place: CardPart, game: &GameData) -> &str {
    match place {
        CardPart::Name => "name",
        CardPart::Text => "text",
        CardPart::Flavor => "flavor",
        CardPart::Subtype => "subtype",
        CardPart::Keyword => "keyword",
        CardPart::Number => "number",
        CardPart::Id => "id",
        CardPart::Field(field) => &game.fields[field].id,
    }
}

fn print_range(range: &NumberRange) -> String {
    match (range.min, range.max, range.outside) {
        (Some(a), Some(b), false) if a == b => format!("={a}"),
        (Some(a), Some(b), true) if a == b => format!("!={a}"),
        (Some(a), None, false) => format!(">={a}"),
        (None, Some(b), false) => format!("<={b}"),
        (min, max, outside) => {
            let side = |s: Option<i32>| s.map_or(String::new(), |n| n.to_string());
            format!("{}{}..{}", if outside { "!=" } else { ":" }, side(min), side(max))
        }
    }
}

fn symbol(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Has => ":",
        CompareOp::Is => "=",
        CompareOp::Not => "!=",
        CompareOp::Less => "<",
        CompareOp::AtMost => "<=",
        CompareOp::More => ">",
        CompareOp::AtLeast => ">=",
    }
}

/// A text as one token: in quotes if anything else would be read out of it.
pub(super) fn quote(text: &str) -> String {
    let plain = !text.is_empty()
        && !text.contains(ends_word)
        && !text.starts_with(['-', '/'])
        && !["or", "and", "of"].iter().any(|w| w.eq_ignore_ascii_case(text));
    if plain { text.to_owned() } else { quoted(text) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        if c == '\\' || is_quote(c) {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}
