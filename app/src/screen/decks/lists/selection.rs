//! Several cards of the deck at once: Ctrl adds one, Shift all between the last one and this.

use catalog::GameData;
use formats::Deck;
use formats::deck::{DeckPart, Edit, Listed};

use crate::widget::actions::Selecting;

/// A card in a list.
pub type Place = (DeckPart, Listed);

/// The cards that are chosen, in the order in which they came in.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Selection {
    places: Vec<Place>,
    anchor: Option<Place>,
}

impl Selection {
    /// Whether a card is among them.
    pub fn contains(&self, part: &DeckPart, card: &Listed) -> bool {
        self.places.iter().any(|(p, c)| (p, c) == (part, card))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// The chosen cards.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// None of them any more; the next ones reach from here.
    pub fn restart(&mut self, anchor: Option<Place>) {
        (self.places, self.anchor) = (Vec::new(), anchor);
    }

    /// Chooses a card as well, or all up to it; `order` is how the cards lie.
    pub fn select(&mut self, place: Place, how: Selecting, order: &[Place]) {
        let at = |of: &Place| order.iter().position(|other| other == of);
        let anchor = self.anchor.clone().filter(|anchor| at(anchor).is_some());
        match (how, anchor) {
            (Selecting::Range, Some(anchor)) => {
                let (from, to) = (at(&anchor).unwrap_or(0), at(&place).unwrap_or(0));
                for between in &order[from.min(to)..=from.max(to)] {
                    if !self.contains(&between.0, &between.1) {
                        self.places.push(between.clone());
                    }
                }
            }
            _ => {
                // The card that was pressed before is the first of several.
                if let Some(first) = self.anchor.take().filter(|first| self.places.is_empty() && *first != place) {
                    self.places.push(first);
                }
                match self.places.iter().position(|other| *other == place) {
                    Some(at) => drop(self.places.remove(at)),
                    None => self.places.push(place.clone()),
                }
                self.anchor = Some(place);
            }
        }
    }

    /// Without what is not in the deck any more.
    pub fn renew(&mut self, deck: &Deck) {
        let is_there = |(part, card): &Place| deck.copies(part, card) > 0;
        self.places.retain(is_there);
        self.anchor.take_if(|anchor| !is_there(anchor));
    }
}

/// Takes all copies of some cards out of their lists.
pub fn removing(game: &GameData, places: &[Place]) -> Option<Edit> {
    Edit::together(None, places.iter().map(|(part, card)| Edit::set(game, part, card, 0)).collect())
}

/// Moves all copies of some cards to a list.
pub fn moving(game: &GameData, deck: &Deck, places: &[Place], to: &DeckPart) -> Option<Edit> {
    let mut now = deck.clone();
    let moved = places.iter().filter(|(from, _)| from != to).map(|(from, card)| {
        let edit = Edit::moving(game, &now, card, u32::MAX, from, to);
        now.apply(game, &edit);
        edit
    });
    Edit::together(None, moved.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(name: &str) -> Place {
        (DeckPart::Section(0), Listed::Unknown(name.to_owned()))
    }

    #[test]
    fn ctrl_adds_and_takes_away_and_shift_reaches_from_the_last_one() {
        let order: Vec<Place> = ["a", "b", "c", "d"].map(place).to_vec();
        let mut selection = Selection::default();
        selection.restart(Some(place("b")));
        selection.select(place("d"), Selecting::Range, &order);
        assert_eq!(selection.places(), [place("b"), place("c"), place("d")]);
        selection.select(place("c"), Selecting::Toggle, &order);
        assert_eq!(selection.places(), [place("b"), place("d")]);
        selection.restart(Some(place("a")));
        selection.select(place("c"), Selecting::Toggle, &order);
        assert_eq!(selection.places(), [place("a"), place("c")], "the one that was pressed first is the first");
        selection.renew(&Deck::new(
            &catalog::load::game(&catalog::Source::shipped(), "afrika").expect("a game"),
            "",
            "codex",
        ));
        assert_eq!(selection.len(), 0);
    }
}
