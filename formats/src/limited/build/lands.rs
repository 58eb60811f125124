//! The cards of a deck that make resources.

use catalog::CardIx;
use catalog::game::Mask;

use super::DeckBuilder;
use crate::deck::{Deck, Listed};
use crate::limited::Pool;

impl DeckBuilder<'_> {
    /// Lands of the pool that make both resources first, then free ones in proportion to what the costs ask for.
    pub(super) fn add_lands(&self, pool: &Pool, pair: Mask, cards: &[CardIx], deck: &mut Deck) {
        let resources: Vec<usize> = self.game.factions_of(pair).filter_map(|f| self.game.resource(&f.id)).collect();
        let both: Mask = resources.iter().fold(0, |m, r| m | 1 << r);
        let mut room = self.limited.deck_size - deck.size(self.main).min(self.limited.deck_size);
        for card in pool.cards.iter().filter(|c| self.traits_of(**c).land) {
            if room > 0 && self.traits_of(*card).makes & both == both && !both.is_power_of_two() {
                deck.add(self.main, Listed::Card(*card), 1);
                room -= 1;
            }
        }
        let lands: Vec<(CardIx, u32)> = resources
            .iter()
            .filter_map(|r| {
                let land = self.free.iter().find(|c| self.traits_of(**c).makes & (1 << r) != 0)?;
                Some((*land, self.resource_demand(*r, cards)))
            })
            .collect();
        let total: u32 = lands.iter().map(|(_, n)| n).sum();
        let mut given = 0;
        for (i, (land, asked)) in lands.iter().enumerate() {
            let share = if i + 1 == lands.len() {
                room - given
            } else {
                (room * asked + total / 2).checked_div(total).unwrap_or(room / 2)
            };
            deck.add(self.main, Listed::Card(*land), share.min(room - given));
            given += share.min(room - given);
        }
    }

    /// How much of a resource the costs of these cards ask for together; what can be paid with it or another counts as well.
    fn resource_demand(&self, resource: usize, cards: &[CardIx]) -> u32 {
        let Some(field) = self.game.cost_field() else { return 0 };
        let of = |c: &CardIx| {
            let amounts = self.game.card(*c).amounts_in(field);
            let pays = |r: u8| r as usize == resource || self.game.resources[r as usize].either & (1 << resource) != 0;
            amounts.iter().filter(|(r, _)| pays(*r)).map(|(_, n)| *n).sum::<i32>()
        };
        cards.iter().map(of).sum::<i32>().max(0) as u32
    }
}
