//! Tree → text that parses to the same tree.

use super::{Count, HowMany, Op, Place, Query, Range, Test};
use crate::game::{Game, Mask};

impl Query {
    /// The query as text.
    pub fn print(&self, game: &Game) -> String {
        match self {
            Query::All => "*".into(),
            Query::And(parts) => parts.iter().map(|p| nested(p, game)).collect::<Vec<_>>().join(" "),
            Query::Or(parts) => parts.iter().map(|p| nested(p, game)).collect::<Vec<_>>().join(" or "),
            Query::Not(inner) => format!("-{}", nested(inner, game)),
            Query::Test(test) => print_test(test, game),
        }
    }
}

impl Count {
    /// The count as text.
    pub fn print(&self, game: &Game) -> String {
        let inner = |p: &Count| match p {
            Count::And(_) | Count::Or(_) => format!("({})", p.print(game)),
            _ => p.print(game),
        };
        match self {
            Count::Of { min, max, query } => {
                let range = match (min, max) {
                    (min, Some(max)) if min == max => min.to_string(),
                    (0, Some(max)) => format!("..{max}"),
                    (min, Some(max)) => format!("{min}..{max}"),
                    (min, None) => format!("{min}.."),
                };
                format!("{range} of {}", nested(query, game))
            }
            Count::And(parts) => parts.iter().map(inner).collect::<Vec<_>>().join(" and "),
            Count::Or(parts) => parts.iter().map(inner).collect::<Vec<_>>().join(" or "),
            Count::Not(p) => format!("-{}", inner(p)),
        }
    }
}

fn nested(query: &Query, game: &Game) -> String {
    match query {
        Query::And(_) | Query::Or(_) => format!("({})", query.print(game)),
        _ => query.print(game),
    }
}

fn print_test(test: &Test, game: &Game) -> String {
    let list = |mask: Mask, ids: &dyn Fn(usize) -> String| -> String {
        (0..Mask::BITS as usize).filter(|i| mask & (1 << i) != 0).map(ids).collect::<Vec<_>>().join(",")
    };
    match test {
        Test::Anywhere(text) => quote(text),
        Test::In { place, text, whole } => {
            let place = match place {
                Place::Name => "name",
                Place::Text => "text",
                Place::Flavor => "flavor",
                Place::Subtype => "subtype",
                Place::Number => "number",
                Place::Id => "id",
            };
            format!("{place}{}{}", if *whole { "=" } else { ":" }, quote(text))
        }
        Test::Type(mask) => format!("type:{}", list(*mask, &|i| game.types[i].id.clone())),
        Test::Set(sets) => {
            format!("set:{}", sets.iter().map(|s| game.sets[*s as usize].id.as_str()).collect::<Vec<_>>().join(","))
        }
        Test::Rarity(op, ranks) => {
            let ids: Vec<&str> = ranks.iter().map(|r| game.rarities[*r as usize].id.as_str()).collect();
            format!("rarity{}{}", symbol(*op), ids.join(","))
        }
        Test::Faction(op, mask) => {
            format!("{}{}{}", game.faction_field, symbol(*op), list(*mask, &|i| game.factions[i].id.clone()))
        }
        Test::Factions(how_many) => {
            let word = match how_many {
                HowMany::None => "none",
                HowMany::Mono => "mono",
                HowMany::Multi => "multi",
            };
            format!("{}:{word}", game.faction_field)
        }
        Test::Keyword(list) => {
            format!(
                "keyword:{}",
                list.iter().map(|k| game.keywords[*k as usize].id.as_str()).collect::<Vec<_>>().join(",")
            )
        }
        Test::KeywordNumber(keyword, range) => {
            format!("{}{}", game.keywords[*keyword as usize].id, print_range(range))
        }
        Test::Number { field, resource, range } => {
            let part = resource.map_or(String::new(), |r| format!(".{}", game.resources[r].id));
            format!("{}{part}{}", game.fields[*field].id, print_range(range))
        }
        Test::Text { field, text, whole } => {
            format!("{}{}{}", game.fields[*field].id, if *whole { "=" } else { ":" }, quote(text))
        }
        Test::Flag(field) | Test::Has(field) => format!("is:{}", game.fields[*field].id),
        Test::Resources(field, op, mask) => {
            format!("{}{}{}", game.fields[*field].id, symbol(*op), list(*mask, &|i| game.resources[i].id.clone()))
        }
        Test::Home => "is:home".into(),
    }
}

fn print_range(range: &Range) -> String {
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

fn symbol(op: Op) -> &'static str {
    match op {
        Op::Has => ":",
        Op::Is => "=",
        Op::Not => "!=",
        Op::Less => "<",
        Op::AtMost => "<=",
        Op::More => ">",
        Op::AtLeast => ">=",
    }
}

/// A text as one token: in quotes if anything else would be read out of it.
fn quote(text: &str) -> String {
    let plain = !text.is_empty()
        && !text.contains(|c: char| c.is_whitespace() || "(),\"*:=<>!-".contains(c))
        && !["or", "and", "of"].contains(&text);
    if plain { text.to_owned() } else { format!("\"{text}\"") }
}
