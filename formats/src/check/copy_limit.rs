//! What stands against one more copy of a card: the rules that are about its copies, not those about the deck as a whole.

use catalog::{CardIx, GameData};

use super::{Violation, check};
use crate::deck::{Deck, Listed};
use crate::format::DeckFormat;
use crate::limited::Pool;

/// Kinds of rules that say how often a card may be there. Sizes and points are not among them: whoever exchanges cards goes
/// over these for a moment.
const ABOUT_COPIES: [&str; 4] = ["copies", "leader", "pool", "restricted"];

/// What one more copy of a card in a section would break, if it is at its limit there: the first such rule.
pub fn copy_limit(
    game: &GameData,
    format: &DeckFormat,
    deck: &Deck,
    pool: Option<&Pool>,
    section: usize,
    card: CardIx,
) -> Option<Violation> {
    let mut more = deck.clone();
    more.add(section, Listed::Card(card), 1);
    // How many copies there may be can depend on the leader, who may be chosen last.
    let open = format.home.is_some_and(|home| more.size(home) == 0);
    let name = &game.card(game.namesake(card)).name;
    let before = check(game, format, deck, pool).violations;
    let counts = |violation: &Violation| {
        ABOUT_COPIES.contains(&violation.kind)
            && !(open && violation.kind == "copies")
            && violation.found > violation.allowed
            && violation.cards.iter().any(|copies| copies.name == *name)
    };
    check(game, format, &more, pool)
        .violations
        .into_iter()
        .find(|violation| counts(violation) && !before.contains(violation))
}
