//! A draft told afterwards: at each pick what was seen, what was taken, and what came round again.

use std::convert::Infallible;

use catalog::{CardIx, tr};

use super::log::{ChosenBy, DraftMove};
use super::start::{DraftCards, DraftStart};
use super::{DraftError, DraftStage, DraftType, DraftView};

/// A choice with what its seat saw.
#[derive(Debug, Clone)]
pub struct StoryChoice {
    /// Where the draft was.
    pub stage: DraftStage,
    /// What the seat saw.
    pub view: DraftView,
    /// What it chose.
    pub chosen: DraftMove,
    /// Cards that came into the pools by it: seat and card.
    pub came: Vec<(usize, CardIx)>,
    /// Cards of the pack that the seat saw again, if it did: they wheeled.
    pub wheeled: Option<Vec<CardIx>>,
}

impl StoryChoice {
    /// What came of it for its seat: the cards that it got, otherwise what it did.
    pub fn label(&self, cards: &DraftCards<'_>) -> String {
        let own = self.came.iter().filter(|(seat, _)| *seat == self.chosen.seat);
        let came: Vec<String> = own.map(|(_, card)| cards.name(*card)).collect();
        if !came.is_empty() {
            return came.join(", ");
        }
        let Ok(named) = self.chosen.choice.map_cards(|id| Ok::<_, Infallible>(cards.name(cards.find(id))));
        named.label()
    }

    /// Who chose, if it was not the person of the seat.
    pub fn chooser(&self) -> Option<String> {
        match self.chosen.by {
            ChosenBy::Person => None,
            ChosenBy::Bot => Some(tr!("a bot chose")),
            ChosenBy::Clock => Some(tr!("time ran out, so a bot chose")),
        }
    }

    /// How much of the pack came back, if it did.
    pub fn wheel(&self) -> Option<String> {
        self.wheeled.as_ref().map(|cards| match cards.len() {
            0 => tr!("None of this pack came back."),
            n => tr!("One card of this pack came back." | "{n} cards of this pack came back." % n),
        })
    }

    /// What became of the cards that were seen: `[pile of the view][card]`.
    pub fn fates(&self) -> Vec<Vec<CardFate>> {
        let mut taken: Vec<CardIx> = self.came.iter().map(|(_, card)| *card).collect();
        let mut back = self.wheeled.clone().unwrap_or_default();
        let mut fate = |card: &CardIx| {
            if remove(&mut taken, *card) {
                CardFate::Taken
            } else if remove(&mut back, *card) {
                CardFate::CameBack
            } else {
                CardFate::Gone
            }
        };
        self.view.piles.iter().map(|pile| pile.cards.iter().map(&mut fate).collect()).collect()
    }
}

/// What became of a card that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardFate {
    /// It came into a pool by the choice.
    Taken,
    /// The seat saw it again.
    CameBack,
    /// Others have it, or it is still on its way.
    Gone,
}

impl CardFate {
    /// In a word.
    pub fn label(self) -> Option<String> {
        match self {
            CardFate::Taken => Some(tr!("taken")),
            CardFate::CameBack => Some(tr!("came back")),
            CardFate::Gone => None,
        }
    }
}

/// Takes one copy of a card out of a list, if there is one.
fn remove(cards: &mut Vec<CardIx>, card: CardIx) -> bool {
    cards.iter().position(|c| *c == card).map(|at| cards.swap_remove(at)).is_some()
}

/// Plays the choices again.
///
/// # Errors
/// The first choice that does not fit, which a log that was saved never has.
pub fn replay(cards: &DraftCards<'_>, start: &DraftStart, moves: &[DraftMove]) -> Result<Vec<StoryChoice>, DraftError> {
    let mut table = start.new_draft(cards);
    let mut story: Vec<StoryChoice> = Vec::with_capacity(moves.len());
    for m in moves {
        let view = table.view(m.seat);
        let had: Vec<usize> = (0..table.seats()).map(|s| table.picks(s).len()).collect();
        table.act(m.seat, &m.choice.map_cards(|id| Ok::<_, DraftError>(cards.find(id)))?)?;
        let came = |seat: usize| table.picks(seat)[had[seat]..].iter().map(move |card| (seat, *card));
        let came = (0..table.seats()).flat_map(came).collect();
        story.push(StoryChoice { stage: view.stage, view, chosen: m.clone(), came, wheeled: None });
    }
    if let DraftType::Booster(_) = start.way {
        for at in 0..story.len() {
            story[at].wheeled = wheeled(&story, at, table.seats());
        }
    }
    Ok(story)
}

/// The pack comes back after as many picks as there are seats.
fn wheeled(story: &[StoryChoice], at: usize, seats: usize) -> Option<Vec<CardIx>> {
    let first = &story[at];
    let again = story[at + 1..].iter().find(|told| {
        told.chosen.seat == first.chosen.seat
            && told.stage.round == first.stage.round
            && told.stage.pick == first.stage.pick + seats
    })?;
    Some(again.view.piles[0].cards.clone())
}
