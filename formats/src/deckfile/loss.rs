//! What a kind of file cannot say about a deck: what is lost on the way out and back.

use catalog::GameData;
use catalog::noted;
use catalog::tr;

use super::resolve::{resolve, without_illegal_note};
use super::{DeckFileKind, notes, read, write};
use crate::deck::{Deck, Listed};

/// A fact about a deck that a file may not carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DeckFact {
    /// Which game it is for: it is guessed by its cards.
    Game,
    /// Which format it is for.
    Format,
    /// Its name.
    Name,
    /// What it wants to do.
    Plan,
    /// The goal that the goldfish counts.
    Goal,
    /// Which printing of a card it is.
    Printing,
    /// In which section a card is, beyond deck and sideboard.
    Section,
    /// Lists of one's own, tags, notes and sideboard plans.
    Extras,
    /// The cards themselves. No kind loses them; it is here so that one that did could not keep quiet.
    Cards,
}

impl DeckFact {
    /// All facts, in the order in which they are told.
    pub const ALL: &'static [DeckFact] = <DeckFact as strum::VariantArray>::VARIANTS;

    /// The word for it in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// What becomes of it, for people.
    pub fn describe_loss(self) -> String {
        let lost = match self {
            DeckFact::Game => noted!("the game (recognised from the cards)"),
            DeckFact::Format => noted!("the format"),
            DeckFact::Name => noted!("the deck's name"),
            DeckFact::Plan => noted!("the plan"),
            DeckFact::Goal => noted!("the goal"),
            DeckFact::Printing => noted!("printings"),
            DeckFact::Section => noted!("sections other than deck and sideboard"),
            DeckFact::Extras => noted!("your own lists, tags, notes and sideboard plans"),
            DeckFact::Cards => noted!("some cards"),
        };
        tr!(lost)
    }
}

impl DeckFileKind {
    /// What this kind of file cannot carry, of whichever deck.
    pub fn losses(self) -> &'static [DeckFact] {
        use DeckFact::{Extras, Format, Game, Goal, Name, Plan, Printing, Section};
        match self {
            DeckFileKind::Toml => &[],
            DeckFileKind::Text | DeckFileKind::Octgn | DeckFileKind::Draftmancer | DeckFileKind::Tabletop => &[Extras],
            DeckFileKind::Code => &[Plan, Goal, Extras],
            DeckFileKind::Cockatrice | DeckFileKind::Forge => &[Section, Extras],
            DeckFileKind::Arena | DeckFileKind::XMage | DeckFileKind::Mtgjson => {
                &[Game, Format, Plan, Goal, Section, Extras]
            }
            DeckFileKind::Lackey => &[Game, Format, Name, Plan, Goal, Extras],
            DeckFileKind::CubeCobra => &[Game, Format, Name, Plan, Goal, Section, Extras],
            DeckFileKind::Names | DeckFileKind::Mtgo => &[Game, Format, Name, Plan, Goal, Printing, Section, Extras],
        }
    }
}

/// What a deck loses in a kind of file: the facts that are others when the file is read again.
pub fn losses(game: &GameData, deck: &Deck, kind: DeckFileKind) -> Vec<DeckFact> {
    let Ok(sheet) = read(&write(game, deck, kind), Some(kind)) else { return vec![DeckFact::Cards] };
    let back = resolve(&sheet, game).deck;
    let words = |text: &Option<String>| plain(text.as_deref().unwrap_or_default());
    let lost = |fact: &DeckFact| match fact {
        DeckFact::Game => sheet.game.as_deref() != Some(game.id.as_str()),
        DeckFact::Format => sheet.format.as_deref() != Some(deck.format.as_str()),
        DeckFact::Name => plain(&back.name) != plain(&deck.name),
        DeckFact::Plan => plain(&back.about) != plain(&without_illegal_note(&deck.about)),
        DeckFact::Goal => words(&back.goal) != words(&deck.goal) || words(&back.goal_text) != words(&deck.goal_text),
        DeckFact::Printing => {
            all(deck, |c| c) != all(&back, |c| c) && all(deck, named(game)) == all(&back, named(game))
        }
        DeckFact::Section => (0..game.sections.len())
            .any(|at| counts(deck, at..at + 1, named(game)) != counts(&back, at..at + 1, named(game))),
        DeckFact::Extras => {
            let own = |deck: &Deck| deck.own.clone();
            (own(deck), &deck.tags, &deck.notes, &deck.plans, &deck.boarded)
                != (own(&back), &back.tags, &back.notes, &back.plans, &back.boarded)
        }
        DeckFact::Cards => all(deck, named(game)) != all(&back, named(game)),
    };
    DeckFact::ALL.iter().copied().filter(lost).collect()
}

/// A card by its name: the first of its printings.
fn named(game: &GameData) -> impl Fn(Listed) -> Listed {
    move |card| match card {
        Listed::Card(ix) => Listed::Card(game.namesake(ix)),
        Listed::Unknown(name) => Listed::Unknown(notes::one_line(&name)),
    }
}

fn all(deck: &Deck, by: impl Fn(Listed) -> Listed) -> Vec<(String, u32)> {
    counts(deck, 0..deck.sections.len(), by)
}

/// Copies of the cards in some sections, in a fixed order.
fn counts(deck: &Deck, sections: std::ops::Range<usize>, by: impl Fn(Listed) -> Listed) -> Vec<(String, u32)> {
    let mut counts = std::collections::BTreeMap::new();
    for entry in deck.sections[sections].iter().flatten() {
        *counts.entry(format!("{:?}", by(entry.card.clone()))).or_insert(0u32) += entry.count;
    }
    counts.into_iter().collect()
}

/// A text without the spaces that nobody sees.
fn plain(text: &str) -> String {
    let lines: Vec<String> = text.trim().lines().map(notes::one_line).collect();
    lines.join("\n")
}
