//! Whether a deck's sources make the resources that its costs ask for, as far as nobody counted it by a rule.

use catalog::GameData;
use catalog::game::Mask;

use crate::deck::Deck;

/// The share of the costs that asks for resources of which the sources make too small a share, from 0 (none) to 1.
pub(super) fn missing_share(game: &GameData, deck: &Deck) -> f32 {
    let mut supply = vec![0.0f32; game.resources.len()];
    let mut demand = supply.clone();
    let cards = deck.sections.iter().flatten().filter_map(|e| Some((game.card(e.card.known()?), e.count as f32)));
    for (card, count) in cards {
        let made = game.resources_made(card);
        (0..supply.len()).filter(|r| made & (1 << r) != 0).for_each(|r| supply[r] += count);
        for (resource, amount) in game.cost_field().map_or(&[][..], |field| card.amounts_in(field)) {
            let either = game.resources[usize::from(*resource)].either;
            let pays: Mask = if either == 0 { 1 << resource } else { either };
            let each = count * *amount as f32 / pays.count_ones() as f32;
            (0..demand.len()).filter(|r| pays & (1 << r) != 0).for_each(|r| demand[r] += each);
        }
    }
    let (asked, made): (f32, f32) = (demand.iter().sum(), supply.iter().sum());
    if asked == 0.0 || made == 0.0 {
        return 0.0;
    }
    demand.iter().zip(&supply).map(|(demand, supply)| (demand / asked - supply / made).max(0.0)).sum()
}
