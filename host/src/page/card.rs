//! A card on a page: its face, and all that stands on it as text.

use std::collections::BTreeMap;

use catalog::card::FieldValue;
use catalog::game::GameData;
use catalog::{Card, CardIx, tr};
use maud::{Markup, html};

/// Width of a face among others, and of one alone, in pixels.
pub const WIDTHS: [u32; 2] = [240, 480];

/// Where a face is.
pub fn face(game: &GameData, card: CardIx, width: u32) -> String {
    let version = game.data_hash.get(..8).unwrap_or_default();
    format!("/face/{}/{}/{width}.jpg?v={version}", game.id, game.card(card).id)
}

/// Its cost as it is written; empty if it has none.
pub fn cost(game: &GameData, card: &Card) -> String {
    game.cost_field().and_then(|field| card.number_in(field)).map_or(String::new(), |cost| cost.to_string())
}

/// The numbers on it beside its cost: `Power 3 · Health 4`.
fn numbers(game: &GameData, card: &Card) -> String {
    let fields = game.fields.iter().enumerate().filter(|(at, _)| Some(*at) != game.cost_field());
    let numbers = fields.filter_map(|(at, field)| match card.values.get(at)?.as_ref()? {
        FieldValue::Number(n) => Some(format!("{} {n}", field.name)),
        _ => None,
    });
    numbers.collect::<Vec<_>>().join(" · ")
}

/// All that stands on it.
pub fn text(game: &GameData, card: CardIx) -> Markup {
    let card = game.card(card);
    html! {
        strong.name { (card.name) }
        @let cost = cost(game, card);
        @if !cost.is_empty() { span.cost { (cost) } }
        span.type { (game.type_line(card)) }
        @let numbers = numbers(game, card);
        @if !numbers.is_empty() { span.numbers { (numbers) } }
        span.rules { (game.rules_text(card)) }
    }
}

/// A picture of it; what it says stands beside as text.
pub fn picture(game: &GameData, card: CardIx) -> Markup {
    html! {
        img loading="lazy" width="240" height="335" alt="" src=(face(game, card, WIDTHS[0]))
            data-large=(face(game, card, WIDTHS[1]));
    }
}

/// How often each card is there.
pub fn copies(cards: &[CardIx]) -> BTreeMap<CardIx, usize> {
    let mut copies = BTreeMap::new();
    cards.iter().for_each(|card| *copies.entry(*card).or_default() += 1);
    copies
}

/// Cards by cost and name; a button does something with a copy.
pub fn rows(game: &GameData, cards: &BTreeMap<CardIx, usize>, verb: Option<&str>, sign: &str) -> Markup {
    let price = |ix: CardIx| game.cost_field().and_then(|field| game.card(ix).number_in(field)).unwrap_or(-1);
    let mut rows: Vec<(CardIx, usize)> = cards.iter().map(|(ix, copies)| (*ix, *copies)).collect();
    rows.sort_by(|a, b| (price(a.0), &game.card(a.0).name).cmp(&(price(b.0), &game.card(b.0).name)));
    html! {
        ul.rows {
            @for (ix, copies) in rows {
                li {
                    @if let Some(verb) = verb {
                        button.step name="do" value={ (verb) " " (game.card(ix).id) }
                            aria-label=(match verb { "add" => tr!("Add {card}", card = game.card(ix).name), _ => tr!("Remove {card}", card = game.card(ix).name) }) { (sign) }
                    }
                    details {
                        summary {
                            @if copies > 1 { (copies) " × " }
                            (game.card(ix).name) " " span.cost { (cost(game, game.card(ix))) }
                        }
                        (picture(game, ix))
                        div.text { (text(game, ix)) }
                    }
                }
            }
        }
    }
}
