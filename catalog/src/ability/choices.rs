//! What a card lets a player choose between, each choice in the words of the card.

use super::phrase::Phrases;
use super::print::attaches;
use super::{Ability, AbilityKind, Cost, Effect, Selector};
use crate::card::Card;
use crate::fold::capital;
use crate::game::GameData;

/// The ways in which a card is played, in order.
pub fn modes(game: &GameData, card: &Card) -> Vec<String> {
    let p = Phrases { game, card };
    let all = |ability: &Ability| if attaches(ability) { card.abilities.as_slice() } else { &[] };
    let played = card.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Played { .. }));
    played.map(|ability| p.played(ability, all(ability))).collect()
}

/// The abilities that are used, in order.
pub fn uses(game: &GameData, card: &Card) -> Vec<String> {
    let p = Phrases { game, card };
    let used = card.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Activated { .. }));
    used.map(|ability| p.in_play(ability)).collect()
}

/// The effects of which one is chosen, in order; none if the card has several such choices, or no choice.
pub fn ways(game: &GameData, card: &Card) -> Vec<String> {
    let mut choices = Vec::new();
    card.abilities.iter().for_each(|ability| collect(&ability.effects, &mut choices));
    let p = Phrases { game, card };
    match choices[..] {
        [only] => only.iter().map(|effects| capital(&p.inside(effects))).collect(),
        _ => Vec::new(),
    }
}

fn collect<'a>(effects: &'a [Effect], choices: &mut Vec<&'a [Vec<Effect>]>) {
    for effect in effects {
        match effect {
            Effect::Choose(lists) => {
                choices.push(lists);
                lists.iter().for_each(|list| collect(list, choices));
            }
            Effect::Check { then, otherwise, .. } | Effect::If { then, otherwise, .. } => {
                collect(then, choices);
                collect(otherwise, choices);
            }
            Effect::Pay(_, list) | Effect::May(list) => collect(list, choices),
            _ => {}
        }
    }
}

/// What a target is chosen among: `an enemy companion`.
pub fn target(game: &GameData, card: &Card, selector: &Selector) -> String {
    Phrases { game, card }.cards(selector)
}

/// Some effects as an order: `Draw a card`.
pub fn order(game: &GameData, card: &Card, effects: &[Effect]) -> String {
    capital(&Phrases { game, card }.inside(effects))
}

/// A cost as an order: `spend 2 Breath`.
pub fn cost(game: &GameData, card: &Card, cost: &Cost) -> String {
    capital(&Phrases { game, card }.cost_order(cost))
}
