//! A card on a page: its face, and all that stands on it as text.

use catalog::game::GameData;
use catalog::{Card, CardIx};
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

/// All that stands on it.
pub fn text(game: &GameData, card: CardIx) -> Markup {
    let card = game.card(card);
    html! {
        strong.name { (card.name) }
        @let cost = cost(game, card);
        @if !cost.is_empty() { span.cost { (cost) } }
        span.type { (game.type_line(card)) }
        span.rules { (card.text) }
    }
}

/// A picture of it; what it says stands beside as text.
pub fn picture(game: &GameData, card: CardIx) -> Markup {
    html! {
        img loading="lazy" width="240" height="335" alt="" src=(face(game, card, WIDTHS[0]))
            data-large=(face(game, card, WIDTHS[1]));
    }
}
