//! A draft told afterwards: at each pick what was seen, what was taken, and what came round again.

use catalog::CardIx;

use super::log::Move;
use super::start::{Cards, Start};
use super::{Refused, Stage, View, Way};

/// A choice with what its seat saw.
#[derive(Debug, Clone)]
pub struct Told {
    /// Where the draft was.
    pub stage: Stage,
    /// What the seat saw.
    pub view: View,
    /// What it chose.
    pub chosen: Move,
    /// Cards that came into the pools by it: seat and card.
    pub came: Vec<(usize, CardIx)>,
    /// Cards of the pack that the seat saw again, if it did: they wheeled.
    pub wheeled: Option<Vec<CardIx>>,
}

/// Plays the choices again.
///
/// # Errors
/// The first choice that does not fit, which a log that was saved never has.
pub fn tell(cards: &Cards<'_>, start: &Start, moves: &[Move]) -> Result<Vec<Told>, Refused> {
    let mut table = start.table(cards);
    let mut story: Vec<Told> = Vec::with_capacity(moves.len());
    for m in moves {
        let view = table.view(m.seat);
        let had: Vec<usize> = (0..table.seats()).map(|s| table.picks(s).len()).collect();
        table.act(m.seat, &m.choice.named(|id| Ok::<_, Refused>(cards.find(id)))?)?;
        let came = |seat: usize| table.picks(seat)[had[seat]..].iter().map(move |card| (seat, *card));
        let came = (0..table.seats()).flat_map(came).collect();
        story.push(Told { stage: view.stage, view, chosen: m.clone(), came, wheeled: None });
    }
    if let Way::Booster(_) = start.way {
        for at in 0..story.len() {
            story[at].wheeled = wheeled(&story, at, table.seats());
        }
    }
    Ok(story)
}

/// The pack comes back after as many picks as there are seats.
fn wheeled(story: &[Told], at: usize, seats: usize) -> Option<Vec<CardIx>> {
    let first = &story[at];
    let again = story[at + 1..].iter().find(|told| {
        told.chosen.seat == first.chosen.seat
            && told.stage.round == first.stage.round
            && told.stage.pick == first.stage.pick + seats
    })?;
    Some(again.view.piles[0].cards.clone())
}
