//! Cards of a pool in the order in which a builder would lay them out.

use catalog::tr;
use catalog::{CardIx, GameData};
use iced::Center;
use iced::widget::row;

use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::{Element, label, pips};

/// Cards of a pool that belong together.
pub struct CardGroup {
    /// The faction, if it is the only one.
    pub faction: Option<usize>,
    /// What they are called.
    pub title: String,
    /// The cards by type and cost; copies follow each other.
    pub cards: Vec<CardIx>,
}

/// What a card costs, for sorting: cards without a cost come first.
fn cost(game: &GameData, card: CardIx) -> i32 {
    game.cost_field().and_then(|f| game.card(card).number_in(f)).unwrap_or(-1)
}

/// A pool by factions, as a builder would lay it out: single factions, then several, then none.
pub fn by_faction(game: &GameData, cards: &[CardIx]) -> Vec<CardGroup> {
    let mut groups: Vec<CardGroup> = game
        .factions
        .iter()
        .enumerate()
        .map(|(f, faction)| CardGroup { faction: Some(f), title: faction.name.clone(), cards: Vec::new() })
        .collect();
    groups.push(CardGroup { faction: None, title: tr!("Several"), cards: Vec::new() });
    groups.push(CardGroup { faction: None, title: tr!("None"), cards: Vec::new() });
    let n = game.factions.len();
    for card in cards {
        let factions = game.card(*card).factions;
        let at = match factions.count_ones() {
            1 => factions.trailing_zeros() as usize,
            0 => n + 1,
            _ => n,
        };
        groups[at].cards.push(*card);
    }
    for group in &mut groups {
        group.cards.sort_by_key(|c| (game.card(*c).types.clone(), cost(game, *c), *c));
    }
    groups.retain(|g| !g.cards.is_empty());
    groups
}

/// A pool by costs, the cheapest first.
pub fn by_cost(game: &GameData, cards: &[CardIx]) -> Vec<CardGroup> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|c| (cost(game, *c), game.card(*c).factions, *c));
    let title = |cost: i32| if cost < 0 { tr!("No cost") } else { tr!("Cost {cost}", cost) };
    group_by_title(cards, |card| title(cost(game, card)))
}

/// A pool by types.
pub fn by_type(game: &GameData, cards: &[CardIx]) -> Vec<CardGroup> {
    let mut cards = cards.to_vec();
    cards.sort_by_key(|c| (game.card(*c).types.clone(), cost(game, *c), *c));
    group_by_title(cards, |card| type_name(game, card))
}

/// The type of a card, without its subtypes.
pub fn type_name(game: &GameData, card: CardIx) -> String {
    let types: Vec<&str> = game.card(card).types.iter().map(|t| game.types[*t as usize].name.as_str()).collect();
    types.join(" ")
}

fn group_by_title(cards: Vec<CardIx>, title: impl Fn(CardIx) -> String) -> Vec<CardGroup> {
    let mut groups: Vec<CardGroup> = Vec::new();
    for card in cards {
        let title = title(card);
        match groups.last_mut().filter(|g| g.title == title) {
            Some(group) => group.cards.push(card),
            None => groups.push(CardGroup { faction: None, title, cards: vec![card] }),
        }
    }
    groups
}

impl CardGroup {
    /// Its signs, or its title for cards of no faction.
    pub fn signs<'a, M: 'a>(&self, context: ScreenContext<'a>, side: f32) -> Element<'a, M> {
        let game = context.game();
        match self.faction {
            Some(f) => pips::factions(context.gallery, [&game.factions[f]], side),
            None => label::group(self.title.clone()).into(),
        }
    }

    /// Its signs, its title and how many cards there are, above them.
    pub fn head<'a, M: 'a>(&self, context: ScreenContext<'a>) -> Element<'a, M> {
        let signs = self.faction.map(|f| pips::factions(context.gallery, [&context.game().factions[f]], 20.0));
        let count = label::body(self.cards.len().to_string()).style(label::muted);
        row![signs, label::emphasis(self.title.clone()), count].spacing(space::S).align_y(Center).into()
    }

    /// The cards with their copies.
    pub fn with_counts(&self) -> Vec<(CardIx, u32)> {
        let mut counted: Vec<(CardIx, u32)> = Vec::new();
        for card in &self.cards {
            match counted.last_mut() {
                Some((last, n)) if last == card => *n += 1,
                _ => counted.push((*card, 1)),
            }
        }
        counted
    }
}
