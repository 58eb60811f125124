//! Values in a query that no card has: an id, a name or a word of a field that is misspelt finds nothing, and nobody notices.
//! What the query language itself has a list of, such as types and keywords, it checks itself.

use std::collections::BTreeSet;

use catalog::GameData;
use catalog::card::Card;
use catalog::fold::fold;
use catalog::query::{CardPart, CardTest, Pattern, Query};
use catalog::read::suggest;

use super::super::lexer::{split_alternatives, split_terms};
use super::Fault;

/// Whether some card of the game has each id, name and word that a query asks for.
///
/// # Errors
/// The first value that no card has. A game without cards has none to compare with.
pub(super) fn values_are_had(text: &str, game: &GameData) -> Result<(), Fault> {
    if game.cards.is_empty() {
        return Ok(());
    }
    for (start, part) in split_alternatives(text) {
        for (at, term) in split_terms(part) {
            let inner = term.trim_start_matches('-');
            let at = start + at + term.len() - inner.len();
            let group = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
            let checked = match group {
                Some(inner) => values_are_had(inner, game).map_err(|fault| Fault { at: fault.at + 1, ..fault }),
                None => term_is_had(inner, game),
            };
            checked.map_err(|fault| Fault { at: at + fault.at, ..fault })?;
        }
    }
    Ok(())
}

/// The same of one term.
fn term_is_had(term: &str, game: &GameData) -> Result<(), Fault> {
    let Some(split) = term.find(['=', ':', '!', '~']) else { return Ok(()) };
    // What makes sense only together with other terms has been read with them.
    let Ok(query) = Query::parse(term, game) else { return Ok(()) };
    let Some((part, wanted)) = absent_text(&query, game) else { return Ok(()) };
    // As it is written, and where.
    let (name, values) = term.split_at(split);
    let mut at = split;
    let mut value = wanted;
    for one in values.split_inclusive([',', '=', ':', '~', '!']) {
        let bare = one.trim_end_matches([',', '=', ':', '~', '!']).trim_matches('"');
        if fold(bare) == wanted {
            value = bare;
            break;
        }
        at += one.len();
    }
    let known: BTreeSet<&str> = game.cards.iter().flat_map(|card| texts_in(card, part)).collect();
    let known: Vec<&str> = known.into_iter().collect();
    let message = match part {
        CardPart::Id => format!("no card has the id `{value}`"),
        CardPart::Name => format!("no card is called `{value}`"),
        _ => format!("no card has `{value}` in `{name}`"),
    };
    Err(Fault::new(at, message, Some(suggest(value, &known))))
}

/// The first text that a query looks for and no card has: where, and the text.
fn absent_text<'q>(query: &'q Query, game: &GameData) -> Option<(CardPart, &'q str)> {
    match query {
        Query::And(parts) | Query::Or(parts) => parts.iter().find_map(|part| absent_text(part, game)),
        Query::Not(part) => absent_text(part, game),
        Query::Test(CardTest::In(
            part @ (CardPart::Id | CardPart::Name | CardPart::Subtype | CardPart::Field(_)),
            Pattern::Whole(text) | Pattern::Part(text) | Pattern::Words(text),
        )) => (!game.cards.iter().any(|card| query.matches(card))).then_some((*part, text)),
        Query::All | Query::Test(_) => None,
    }
}

/// What a card says in a place.
fn texts_in(card: &Card, part: CardPart) -> impl Iterator<Item = &str> {
    let one = match part {
        CardPart::Id => Some(card.id.as_str()),
        CardPart::Name => Some(card.name.as_str()),
        CardPart::Field(field) => card.text_in(field),
        _ => None,
    };
    let several = if part == CardPart::Subtype { card.subtypes.as_slice() } else { &[] };
    one.into_iter().chain(several.iter().map(|text| text.as_str()))
}
