//! What stands in [ ] behind a zone.

use catalog::GameData;
use catalog::query::Query;

use super::super::abilities::checks_of;
use super::super::expression::{CardCheck, CardNumber, Expression, Kind, Operator};
use super::super::lexer::{split_alternatives, split_terms, with_double_quotes};
use super::super::scope::Scope;
use super::absent_values::values_are_had;
use super::{Fault, typed};

/// A query of what is printed.
pub fn printed_query(text: &str, game: &GameData) -> Result<Query, Fault> {
    let text = with_double_quotes(text)?;
    let query = Query::parse(&text, game).map_err(|e| {
        // What is wrong is a name if it is compared with something: the word behind the comparison is a value.
        let (word, behind) = text.get(e.at..).and_then(|rest| rest.split_at_checked(e.len)).unwrap_or_default();
        let unknown = behind.starts_with(['=', '<', '>', ':', '!', '~']).then(|| word.to_owned());
        Fault { unknown, ..Fault::new(e.at, e.message, e.hint) }
    })?;
    values_are_had(&text, game)?;
    Ok(query)
}

/// What stands in [ ] behind a zone: a query of the search box, in which a value may be an expression behind `$`, and which may
/// ask about counters of cards and values of the game.
pub fn query(text: &str, scope: &mut Scope<'_>) -> Result<Vec<Vec<CardCheck>>, Fault> {
    let text = &with_double_quotes(text)?;
    let mut lists = Vec::new();
    for (start, part) in split_alternatives(text) {
        let mut checks = Vec::new();
        // Terms of what is printed go to the one query language together.
        let mut printed = String::new();
        for (at, term) in split_terms(part) {
            let shift = |fault: Fault| Fault { at: start + at + fault.at, ..fault };
            match live_term(term, scope).map_err(shift)? {
                Some(check) => checks.push(check),
                None => {
                    // Blanks keep each term where it stands, for the places of faults.
                    printed.push_str(&" ".repeat((start + at).saturating_sub(printed.len())));
                    printed.push_str(term);
                }
            }
        }
        if !printed.trim().is_empty() {
            let found = printed_query(&printed, scope.game).map_err(|fault| match fault.unknown.clone() {
                Some(name) => fault.unknown(&name, scope),
                None => fault,
            })?;
            let mut lists = checks_of(&found, &mut scope.program);
            match lists.len() {
                1 => checks.splice(0..0, lists.remove(0)).for_each(drop),
                _ => checks.insert(0, CardCheck::Either(lists)),
            }
        }
        lists.push(checks);
    }
    Ok(lists)
}

/// A term that hangs on the position; `None` if it is about what is printed.
fn live_term(term: &str, scope: &mut Scope<'_>) -> Result<Option<CardCheck>, Fault> {
    if let Some(inner) = term.strip_prefix('-') {
        let found = live_term(inner, scope).map_err(|f| Fault { at: f.at + 1, ..f })?;
        return Ok(found.map(|check| CardCheck::Not(vec![vec![check]])));
    }
    if let Some(inner) = term.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
        // Brackets around what is printed alone are left to the query language.
        if !is_live(inner, scope) {
            return Ok(None);
        }
        let lists = query(inner, scope).map_err(|f| Fault { at: f.at + 1, ..f })?;
        return Ok(Some(CardCheck::Either(lists)));
    }
    if let Some(flag) = flag(term, scope) {
        return Ok(Some(flag));
    }
    let Some(split) = term.find(['=', '<', '>', ':', '!']) else { return Ok(None) };
    let (name, rest) = term.split_at(split);
    let width = rest.find(|c: char| !"=<>:!".contains(c)).unwrap_or(rest.len());
    let (sign, value) = rest.split_at(width);
    if let (true, Some(text)) = (name == "word" && sign == "=", value.strip_prefix('$')) {
        let at = split + width + 1;
        return match typed(text, scope).map_err(|f| Fault { at: at + f.at, ..f })? {
            (text, Kind::Text(column)) if scope.reads_words(column) => {
                Ok(Some(CardCheck::Meant(column, text, scope.program.words.len() as u16)))
            }
            _ => {
                let hint = "write a text field of a card, and say in a `[[word]]` what its words mean";
                Err(Fault::new(at, "this has no words that mean cards", Some(hint.into())))
            }
        };
    }
    if let (true, Some(word)) = (name == "name" && sign == "=", value.strip_prefix('$')) {
        let at = split + width + 1;
        return match typed(word, scope).map_err(|f| Fault { at: at + f.at, ..f })? {
            (word, Kind::Text(column)) => {
                scope.reads_names(column);
                Ok(Some(CardCheck::Named(column, word)))
            }
            (_, kind) => {
                let message = format!("a name is compared with {}", kind.label());
                Err(Fault::new(at, message, Some("write a text field of a card".into())))
            }
        };
    }
    let Some((number, kind)) = scope.card_number(name) else {
        return if value.starts_with('$') { Err(Fault::no_number(0, name, scope)) } else { Ok(None) };
    };
    let live = value.starts_with('$') || !matches!(number, CardNumber::Printed(_)) || scope.is_value(number);
    if !live {
        return Ok(None);
    }
    let operator = match sign {
        "=" | ":" => Operator::Equal,
        "!=" => Operator::Unequal,
        "<" => Operator::Less,
        "<=" => Operator::AtMost,
        ">" => Operator::More,
        ">=" => Operator::AtLeast,
        _ => return Err(Fault::new(split, format!("`{sign}` compares nothing"), None)),
    };
    let at = split + width;
    let source = value.strip_prefix('$').unwrap_or(value);
    let shift = at + usize::from(value.starts_with('$'));
    if let Kind::Text(field) = kind
        && let Some(text) = scope.text_value(field, value.trim_matches('"'))
    {
        return Ok(Some(CardCheck::Compare(number, operator, Expression::Number(text))));
    }
    let (found, found_kind) = typed(source, scope).map_err(|f| Fault { at: shift + f.at, ..f })?;
    let counts = |kind| matches!(kind, Kind::Number | Kind::Truth);
    let fits = found_kind == kind || counts(kind) && counts(found_kind);
    if !fits {
        let message = format!("`{name}` is {}, but this is {}", kind.label(), found_kind.label());
        return Err(Fault::new(shift, message, None));
    }
    Ok(Some(CardCheck::Compare(number, operator, found)))
}

/// What a seat can do with a card: `is:playable`, `is:usable`.
fn flag(term: &str, scope: &Scope<'_>) -> Option<CardCheck> {
    scope.program.cards.as_ref()?;
    match term {
        "is:playable" => Some(CardCheck::Playable),
        "is:usable" => Some(CardCheck::Usable),
        _ => None,
    }
}

/// Whether a part of a query hangs on the position.
fn is_live(text: &str, scope: &Scope<'_>) -> bool {
    split_alternatives(text).into_iter().any(|(_, part)| {
        split_terms(part).into_iter().any(|(_, term)| {
            let term = term.trim_start_matches('-');
            match term.strip_prefix('(').and_then(|t| t.strip_suffix(')')) {
                Some(inner) => is_live(inner, scope),
                None => {
                    let name = term.split(['=', '<', '>', ':', '!']).next().unwrap_or_default();
                    let number = scope.card_number(name).map(|(number, _)| number);
                    term.contains('$')
                        || flag(term, scope).is_some()
                        || number.is_some_and(|n| !matches!(n, CardNumber::Printed(_)) || scope.is_value(n))
                }
            }
        })
    })
}
