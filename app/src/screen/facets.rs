//! Facets: terms of a query that are put in and taken out by a click, and how many cards each would leave.

use catalog::query::FacetCounts;
use catalog::tr;
use catalog::{CardIx, GameData, Search};

use crate::search_context::SearchContext;

/// A term of a query as it stands in the text.
fn terms(text: &str) -> Vec<(usize, usize)> {
    let (mut terms, mut start, mut quoted) = (Vec::new(), None, false);
    for (at, c) in text.char_indices() {
        if c == '"' {
            quoted = !quoted;
        }
        if c.is_whitespace() && !quoted {
            if let Some(from) = start.take() {
                terms.push((from, at));
            }
        } else if start.is_none() {
            start = Some(at);
        }
    }
    terms.extend(start.map(|from| (from, text.len())));
    terms
}

/// The values that a query asks of a field by a term of its own, such as `terrain:sky,sea`.
pub fn values<'t>(text: &'t str, field: &str) -> Vec<&'t str> {
    let term = |(from, to): (usize, usize)| text[from..to].strip_prefix(field)?.strip_prefix(':');
    terms(text).into_iter().find_map(term).map_or_else(Vec::new, |v| v.split(',').collect())
}

/// The query with a value of a field put in, or taken out if it was there.
pub fn toggled(text: &str, field: &str, value: &str) -> String {
    let has = values(text, field);
    let now: Vec<&str> = if has.contains(&value) {
        has.into_iter().filter(|v| *v != value).collect()
    } else {
        has.into_iter().chain([value]).collect()
    };
    with_values(text, field, &now)
}

/// The query with exactly these values of a field; none takes the term out.
pub fn with_values(text: &str, field: &str, values: &[&str]) -> String {
    let rest = without_field(text, field);
    let term = format!("{field}:{}", values.join(","));
    match (values.is_empty(), rest.is_empty()) {
        (true, _) => rest,
        (false, true) => term,
        // An `or` would swallow the new term.
        (false, false) if has_or(&rest) => format!("({rest}) {term}"),
        (false, false) => format!("{rest} {term}"),
    }
}

/// The query without the term of a field.
pub fn without_field(text: &str, field: &str) -> String {
    let is_term = |term: &str| term.strip_prefix(field).is_some_and(|rest| rest.starts_with(':'));
    let kept = terms(text).into_iter().map(|(from, to)| &text[from..to]).filter(|t| !is_term(t));
    kept.collect::<Vec<_>>().join(" ")
}

/// The query without the term that stands at a byte of its text.
pub fn without_term_at(text: &str, at: usize) -> String {
    let kept = terms(text).into_iter().filter(|(from, to)| !(*from..=*to).contains(&at));
    kept.map(|(from, to)| &text[from..to]).collect::<Vec<_>>().join(" ")
}

fn has_or(text: &str) -> bool {
    let mut depth = 0i32;
    for (from, to) in terms(text) {
        let term = &text[from..to];
        if depth == 0 && term.eq_ignore_ascii_case("or") {
            return true;
        }
        depth += term.matches('(').count() as i32 - term.matches(')').count() as i32;
    }
    false
}

/// A group of facets: one field, and what it may be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FacetGroup {
    /// The field in queries.
    pub field: String,
    /// Its name.
    pub name: String,
    /// What kind of signs its facets have.
    pub kind: FacetKind,
    /// The facets.
    pub facets: Vec<Facet>,
}

/// What a group is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FacetKind {
    /// Factions, with their symbols.
    Faction,
    /// Types.
    Type,
    /// Rarities, with their colours.
    Rarity,
    /// Costs.
    Cost,
}

/// A value that can be asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// The value in queries.
    pub value: String,
    /// Its name.
    pub name: String,
    /// Position in what the game declares.
    pub at: usize,
    /// Cards that it would leave.
    pub count: usize,
    /// Whether it is asked for.
    pub on: bool,
}

/// The facets of a game for a search and what it found: each counts what the rest of the query leaves it.
pub fn groups(game: &GameData, text: &str, found: &[CardIx], context: &SearchContext) -> Vec<FacetGroup> {
    let all = FacetCounts::count(game, found);
    let mut groups = Vec::new();
    let mut add =
        |field: &str, name: String, kind, facets: Vec<(String, String)>, of: &dyn Fn(&FacetCounts) -> Vec<usize>| {
            if facets.len() < 2 {
                return;
            }
            let on = values(text, field);
            // What is chosen in a group must not count its other facets down to nothing.
            let others = (!on.is_empty()).then(|| Search::parse_in(&without_field(text, field), game, context).ok());
            let others = others.flatten().map(|s| FacetCounts::count(game, &s.query.select_in(game, context)));
            let counts = of(others.as_ref().unwrap_or(&all));
            let facets = facets.into_iter().enumerate().map(|(at, (value, name))| {
                let on = on.contains(&value.as_str());
                Facet { on, name, at, count: counts[at], value }
            });
            groups.push(FacetGroup { field: field.to_owned(), name, kind, facets: facets.collect() });
        };
    let factions = game.factions.iter().map(|f| (f.id.clone(), f.name.clone())).collect();
    add(&game.faction_field, game.faction_name.clone(), FacetKind::Faction, factions, &|t| t.factions.clone());
    let types = game.types.iter().map(|t| (t.id.clone(), t.plural.clone())).collect();
    add("type", tr!("Type"), FacetKind::Type, types, &|t| t.types.clone());
    if let Some(field) = game.cost_field() {
        let costs =
            (0..7).map(|n| (n.to_string(), n.to_string())).chain([("7..".to_owned(), "7+".to_owned())]).collect();
        add(&game.fields[field].id, game.fields[field].name.clone(), FacetKind::Cost, costs, &|t| t.costs.to_vec());
    }
    let rarities = game.rarities.iter().map(|r| (r.id.clone(), r.name.clone())).collect();
    add("rarity", tr!("Rarity"), FacetKind::Rarity, rarities, &|t| t.rarities.clone());
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_puts_a_term_in_and_another_takes_it_out() {
        let one = toggled("draw a card", "type", "asset");
        assert_eq!(one, "draw a card type:asset");
        let two = toggled(&one, "type", "city");
        assert_eq!(two, "draw a card type:asset,city");
        assert_eq!(values(&two, "type"), ["asset", "city"]);
        assert_eq!(toggled(&toggled(&two, "type", "city"), "type", "asset"), "draw a card");
        assert_eq!(toggled("", "type", "city"), "type:city");
        assert_eq!(toggled("\"type:city tour\"", "type", "asset"), "\"type:city tour\" type:asset");
    }

    #[test]
    fn the_term_at_a_fault_can_be_left_out() {
        assert_eq!(without_term_at("tpye:asset draw", 0), "draw");
        assert_eq!(without_term_at("draw cost:", 10), "draw");
    }

    #[test]
    fn an_or_is_bracketed_first() {
        assert_eq!(toggled("sky or sea", "type", "city"), "(sky or sea) type:city");
        assert_eq!(toggled("(sky or sea)", "type", "city"), "(sky or sea) type:city");
    }
}
