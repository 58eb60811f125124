//! A draft told afterwards: at each pick what was seen, what was taken, and what came round again.

use catalog::CardIx;

use super::log::DraftMove;
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
