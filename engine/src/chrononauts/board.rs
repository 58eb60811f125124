//! A TimeLine to look at and to try things on: what lies where, what the cards of a deck do to it, who would be home.

use catalog::{CardIx, Game};
use formats::Deck;

use super::cards::{self, Kind};
use super::setup::{Brought, compile};
use crate::timeline::{Cells, Scene, Timeline};

/// The TimeLine of a deck.
#[derive(Debug)]
pub struct Board {
    /// Its history.
    pub timeline: Timeline,
    /// The card of each cell.
    pub cells: Vec<CardIx>,
    /// The card of each Patch.
    pub patches: Vec<CardIx>,
    /// Cards that reverse one of these Linchpins: from True, or from Prime.
    pub inverters: Vec<(CardIx, Cells, Cells)>,
    /// Travellers, and the events that bring them home.
    pub homes: Vec<(CardIx, Scene)>,
}

impl Board {
    /// The TimeLine of a deck; `None` if it brings no TimeLine.
    ///
    /// # Errors
    /// Cards that do not fit it, with the reason.
    pub fn of(game: &Game, deck: &Deck) -> Option<Result<Board, Vec<(CardIx, String)>>> {
        let brought = Brought::of_deck(game, deck);
        (!brought.timeline.is_empty()).then(|| {
            let compiled = compile(game, &brought)?;
            let mut patches = vec![CardIx(0); compiled.timeline.patches().len()];
            let mut inverters = Vec::new();
            for def in &compiled.defs {
                match def.kind {
                    Kind::Patch(at) => patches[at as usize] = def.card,
                    Kind::Inverter(trues, primes) => inverters.push((def.card, trues, primes)),
                    _ => {}
                }
            }
            let homes = compiled.identities.iter().map(|i| (i.card, i.home)).collect();
            Ok(Board { timeline: compiled.timeline, cells: compiled.cells, patches, inverters, homes })
        })
    }

    /// What makes a Paradox of an event, as its card says.
    pub fn paradox_if<'g>(&self, game: &'g Game, cell: u8) -> Option<&'g str> {
        cards::text(game, self.cells[cell as usize], "paradox_if")
    }

    /// What a Linchpin is called when it is reversed.
    pub fn altered<'g>(&self, game: &'g Game, cell: u8) -> Option<&'g str> {
        cards::text(game, self.cells[cell as usize], "altered")
    }
}
