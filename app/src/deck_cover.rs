//! The cards that stand for a deck where it is shown: its cover, and others of its best.

use catalog::{CardIx, GameData};
use formats::deck::Listed;
use formats::{Deck, GameLibrary};

/// The card on a deck's cover: its leader where the format has one, or else the first of its best.
pub fn cover(game_library: &GameLibrary, deck: &Deck) -> Option<CardIx> {
    leader(game_library, deck).or_else(|| best_cards(&game_library.game, deck).next())
}

/// The best cards of a deck without its leader, the best first: each card once.
pub fn stars(game_library: &GameLibrary, deck: &Deck) -> Vec<CardIx> {
    let leader = leader(game_library, deck);
    let mut stars: Vec<CardIx> = Vec::new();
    for card in best_cards(&game_library.game, deck).filter(|card| Some(*card) != leader) {
        if !stars.contains(&card) {
            stars.push(card);
        }
    }
    stars
}

fn leader(game_library: &GameLibrary, deck: &Deck) -> Option<CardIx> {
    let home = game_library.format(&deck.format)?.home?;
    deck.sections[home].first().and_then(|entry| known(&entry.card))
}

/// Its cards by rarity, cost and copies.
fn best_cards(game: &GameData, deck: &Deck) -> impl Iterator<Item = CardIx> {
    let cost = |c: CardIx| game.cost_field().and_then(|f| game.card(c).number_in(f)).unwrap_or(-1);
    let entries = deck.sections.iter().flatten().filter_map(|e| known(&e.card).map(|c| (c, e.count)));
    let mut cards: Vec<(CardIx, u32)> = entries.collect();
    cards.sort_by_key(|(c, n)| std::cmp::Reverse((game.card(*c).rarity, cost(*c), *n)));
    cards.into_iter().map(|(card, _)| card)
}

fn known(card: &Listed) -> Option<CardIx> {
    match card {
        Listed::Card(ix) => Some(*ix),
        Listed::Unknown(_) => None,
    }
}
