//! A group of the list with what its lines are marked with and moved by.

use std::collections::{HashMap, HashSet};

use catalog::{CardIx, GameData};
use formats::check::CheckReport;
use formats::deck::{DeckEntry, DeckPart, Edit, Listed};
use formats::{Deck, GameLibrary};

use super::super::parts::is_offered;
use crate::widget::{Element, button, label};

/// What happens in the list.
#[derive(Debug, Clone)]
pub enum Message {
    /// A card was pressed.
    Chosen(Listed),
    /// Copies in one list more, or fewer.
    Counted(DeckPart, Listed, i64),
    /// Copies go to another list.
    Moved(Edit),
    /// Faces or names.
    Pictured(bool),
    /// By tags or by types.
    ByTag(bool),
}

/// Cards of a deck that belong together.
pub(super) struct DeckGroup<'a> {
    pub(super) part: DeckPart,
    pub(super) title: String,
    pub(super) entries: Vec<&'a DeckEntry>,
}

impl DeckGroup<'_> {
    pub(super) fn count(&self) -> u32 {
        self.entries.iter().map(|e| e.count).sum()
    }
}

/// What is to be seen on single cards.
pub(super) struct Marks<'a> {
    pub(super) wrong: HashSet<&'a str>,
    pub(super) points: HashMap<CardIx, u32>,
    pub(super) deck: &'a Deck,
    /// The card that is written about at the side.
    pub(super) chosen: Option<&'a Listed>,
}

impl<'a> Marks<'a> {
    pub(super) fn new(deck: &'a Deck, report: Option<&'a CheckReport>, chosen: Option<&'a Listed>) -> Marks<'a> {
        let about_cards = |kind: &str| !matches!(kind, "size" | "budget");
        let violations = || report.into_iter().flat_map(|r| &r.violations);
        let wrong = violations().filter(|v| about_cards(v.kind)).flat_map(|v| v.cards.iter().map(|c| c.name.as_str()));
        let mut points = HashMap::new();
        for paid in report.into_iter().filter_map(|r| r.ledger.as_ref()).flat_map(|l| &l.lines) {
            *points.entry(paid.card).or_insert(0) += paid.points;
        }
        Marks { wrong: wrong.collect(), points, deck, chosen }
    }

    /// Whether a card is wrong where it stands: no rule counts the person's own lists.
    pub(super) fn is_wrong(&self, part: &DeckPart, name: &str) -> bool {
        matches!(part, DeckPart::Section(_)) && self.wrong.contains(name)
    }

    /// The points that a card costs.
    pub(super) fn points(&self, game: &GameData, part: &DeckPart, card: &Listed) -> Option<u32> {
        let ix = card.known().filter(|_| matches!(part, DeckPart::Section(_)))?;
        self.points.get(&game.namesake(ix)).copied().filter(|p| *p > 0)
    }
}

/// Where else the copies of an entry may go by one press: other sections that take the card, and the person's own lists.
pub(super) fn move_buttons<'a>(
    game_library: &GameLibrary,
    deck: &Deck,
    part: &DeckPart,
    entry: &DeckEntry,
) -> Vec<Element<'a, Message>> {
    let game = &game_library.game;
    let maybe = DeckPart::Own(formats::deck::MAYBEBOARD.to_owned());
    let mut parts: Vec<DeckPart> = deck.parts().filter(|part| is_offered(game_library, deck, part)).collect();
    if !parts.contains(&maybe) {
        parts.push(maybe);
    }
    let takes = |to: &DeckPart| match to {
        DeckPart::Section(at) => entry.card.known().is_some_and(|c| game.sections[*at].accepts.matches(game.card(c))),
        DeckPart::Own(_) => true,
    };
    let others = parts.into_iter().filter(|to| to != part && takes(to)).take(2);
    let button = |to: DeckPart| {
        let edit = Edit::moving(game, deck, &entry.card, entry.count, part, &to);
        let name: String = to.name(game).chars().take(12).collect();
        button::quiet_small(label::caption(name)).on_press(Message::Moved(edit)).into()
    };
    others.map(button).collect()
}

/// One copy less, one copy more.
pub(super) fn step_buttons<'a>(part: &DeckPart, entry: &DeckEntry) -> [Element<'a, Message>; 2] {
    let step = |sign, by| button::step(sign).on_press(Message::Counted(part.clone(), entry.card.clone(), by)).into();
    [step("−", -1), step("+", 1)]
}
