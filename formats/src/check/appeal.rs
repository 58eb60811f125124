//! How well a card suits a deck, where the rules would take any: as somebody chooses who builds by hand. It fills a hole of
//! the cost curve, is of a type that the deck has too few of, shares subtypes and keywords with other cards or is named by
//! them, and is rather a second copy than the fourth.

use catalog::card::Card;
use catalog::fold::fold;
use catalog::{CardIx, GameData};

use crate::deck::Deck;

/// Costs that are told apart; the last one stands for all from there on.
const COSTS: usize = 8;
/// How many of a hundred cards with a cost are of each: most decks of card games come near it.
const CURVE: [f32; COSTS] = [4.0, 13.0, 22.0, 21.0, 16.0, 11.0, 8.0, 5.0];
/// Points for a card that a hole of the curve misses, and the most of them.
const HOLE: f32 = 4.0;
const MOST_HOLE: f32 = 10.0;
/// Points for a whole share of a type that is missing.
const TYPE: f32 = 24.0;
/// Points for a word that another card shares or names, and the most of them.
const SHARED: f32 = 1.0;
const NAMED: f32 = 1.5;
const MOST_SHARED: f32 = 8.0;
/// Points by the copies that are there already.
const COPIES: [f32; 4] = [0.0, 5.0, 2.0, 1.0];
/// Points of a card without a faction in a deck that has some.
const FACTIONLESS: f32 = -3.0;

/// What a deck is made of, as far as it matters for the next card.
pub(super) struct DeckShape<'a> {
    game: &'a GameData,
    cost: Option<usize>,
    cards: Vec<(&'a Card, u32)>,
    of_cost: [f32; COSTS],
    all: f32,
    of_type: Vec<f32>,
    /// Share of each type among the cards that can be chosen.
    usual_types: Vec<f32>,
    has_factions: bool,
    /// All rules texts of the deck, folded.
    texts: String,
}

fn bucket(cost: i32) -> usize {
    usize::try_from(cost).unwrap_or(0).min(COSTS - 1)
}

impl<'a> DeckShape<'a> {
    /// Of a deck that cards of these are to go into.
    pub(super) fn new(game: &'a GameData, deck: &Deck, choice: impl Iterator<Item = CardIx>) -> DeckShape<'a> {
        let cost = game.cost_field();
        let known = deck.sections.iter().flatten().filter_map(|e| e.card.known().map(|ix| (game.card(ix), e.count)));
        let cards: Vec<(&Card, u32)> = known.collect();
        let (mut of_cost, mut of_type) = ([0.0; COSTS], vec![0.0; game.types.len()]);
        for (card, count) in &cards {
            let count = (*count).min(250) as f32;
            if let Some(cost) = cost.and_then(|field| card.number_in(field)) {
                of_cost[bucket(cost)] += count;
            }
            card.types.iter().for_each(|kind| of_type[usize::from(*kind)] += count);
        }
        let (mut usual_types, mut choices) = (vec![0.0; game.types.len()], 0.0f32);
        for card in choice {
            choices += 1.0;
            game.card(card).types.iter().for_each(|kind| usual_types[usize::from(*kind)] += 1.0);
        }
        usual_types.iter_mut().for_each(|share| *share /= choices.max(1.0));
        DeckShape {
            game,
            cost,
            of_cost,
            all: of_type.iter().sum(),
            of_type,
            usual_types,
            has_factions: cards.iter().any(|(card, _)| card.factions != 0),
            texts: cards.iter().map(|(card, _)| fold(&card.text)).collect::<Vec<_>>().join("\n"),
            cards,
        }
    }

    /// How well a card suits it; the more, the better.
    pub(super) fn appeal(&self, card: CardIx) -> f32 {
        let (shown, name) = (self.game.card(card), self.game.namesake(card));
        let copies: u32 = self.cards.iter().filter(|(c, _)| c.id == self.game.card(name).id).map(|(_, n)| n).sum();
        let factionless = if self.has_factions && shown.factions == 0 { FACTIONLESS } else { 0.0 };
        let copies = COPIES.get(copies as usize).copied().unwrap_or(0.0);
        copies + factionless + self.hole(shown) + self.missing_type(shown) + self.shared(shown)
    }

    fn hole(&self, card: &Card) -> f32 {
        let Some(cost) = self.cost.and_then(|field| card.number_in(field)) else { return 0.0 };
        let all: f32 = self.of_cost.iter().sum::<f32>() + 1.0;
        let missing = CURVE[bucket(cost)] / 100.0 * all - self.of_cost[bucket(cost)];
        (HOLE * missing).clamp(-MOST_HOLE, MOST_HOLE)
    }

    fn missing_type(&self, card: &Card) -> f32 {
        let missing = |kind: &u8| {
            let at = usize::from(*kind);
            self.usual_types[at] - self.of_type[at] / self.all.max(1.0)
        };
        if self.all == 0.0 { 0.0 } else { TYPE * card.types.iter().map(missing).fold(0.0, f32::max) }
    }

    /// Subtypes and keywords that other cards have, or that their texts name.
    fn shared(&self, card: &Card) -> f32 {
        let mut points = 0.0;
        for (other, _) in self.cards.iter().filter(|(other, _)| other.id != card.id) {
            let subtypes = card.subtypes.iter().filter(|subtype| other.subtypes.contains(subtype)).count();
            let keyword = |has: &&catalog::card::HasKeyword| other.keywords.iter().any(|o| o.keyword == has.keyword);
            points += SHARED * (subtypes + card.keywords.iter().filter(keyword).count()) as f32 / 2.0;
        }
        let named = card.subtypes.iter().filter(|subtype| self.texts.contains(&fold(subtype)));
        (points + NAMED * named.count() as f32).min(MOST_SHARED)
    }
}
