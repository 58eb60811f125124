//! What was drawn and played in a game, by seat: a watch that reads the deeds of any game. A game without a ledger
//! pays nothing for it.

use catalog::CardIx;

use crate::bout::Watch;
use crate::game::{Deed, Game, Seats, Witness};

/// What one seat did in a game.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The opening hand that was kept.
    pub opening: Vec<CardIx>,
    /// Every card that came to hand, the opening hand included, with the seat's own turn: 0 is before its first.
    pub drawn: Vec<(CardIx, u16)>,
    /// Every card that was played, with the seat's own turn; 0 is before its first.
    pub played: Vec<(CardIx, u16)>,
    /// Each own turn from the first. What happens in turns of others counts to the one before.
    pub turns: Vec<Line>,
    /// Cards of the opening hand that stay when it goes back.
    sure: usize,
}

/// One own turn of a seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Line {
    /// Units of resources that came in.
    pub made: u32,
    /// Cards played.
    pub played: u32,
    /// Steps on a way to win of its own; steps back count against it.
    pub gained: i32,
    /// What opponents lost of what keeps them in the game.
    pub dealt: u32,
}

impl Seen {
    fn clear(&mut self) {
        self.opening.clear();
        self.drawn.clear();
        self.played.clear();
        self.turns.clear();
        self.sure = 0;
    }

    fn turn(&self) -> u16 {
        self.turns.len() as u16
    }

    fn line(&mut self) -> &mut Line {
        if self.turns.is_empty() {
            self.turns.push(Line::default());
        }
        self.turns.last_mut().expect("one was pushed if there was none")
    }
}

/// Writes down what every seat does.
#[derive(Debug)]
pub struct Ledger<'g, G> {
    game: &'g G,
    /// By seat.
    pub seats: Vec<Seen>,
    begun: bool,
}

impl<'g, G: Game> Ledger<'g, G> {
    /// An empty ledger of a match.
    pub fn new(game: &'g G) -> Ledger<'g, G> {
        Ledger { game, seats: vec![Seen::default(); game.seats().into()], begun: false }
    }

    /// Makes it ready for the next game.
    pub fn clear(&mut self) {
        self.seats.iter_mut().for_each(Seen::clear);
        self.begun = false;
    }

    fn note(&mut self, deed: Deed) {
        match deed {
            Deed::Turn { seat } => {
                self.begun = true;
                self.seats[usize::from(seat)].turns.push(Line::default());
            }
            Deed::Opens { seat, card } => {
                let seen = &mut self.seats[usize::from(seat)];
                seen.opening.insert(seen.sure, card);
                seen.drawn.insert(seen.sure, (card, 0));
                seen.sure += 1;
            }
            Deed::Draws { seat, card } => {
                let seen = &mut self.seats[usize::from(seat)];
                if !self.begun {
                    seen.opening.push(card);
                }
                seen.drawn.push((card, seen.turn()));
            }
            Deed::Redeals { seat } => {
                let seen = &mut self.seats[usize::from(seat)];
                seen.opening.truncate(seen.sure);
                seen.drawn.truncate(seen.sure);
            }
            Deed::Plays { seat, card } => {
                let seen = &mut self.seats[usize::from(seat)];
                seen.played.push((card, seen.turn()));
                seen.line().played += 1;
            }
            Deed::Makes { seat, n } => self.seats[usize::from(seat)].line().made += n.max(0) as u32,
            Deed::Gains { seat, n } => self.seats[usize::from(seat)].line().gained += i32::from(n),
            Deed::Hurt { seat, n } => {
                let others = self.seats.iter_mut().enumerate().filter(|(s, _)| *s != usize::from(seat));
                others.for_each(|(_, seen)| seen.line().dealt += n.max(0) as u32);
            }
        }
    }
}

impl<G: Game> Witness<G::Event> for Ledger<'_, G> {
    fn see(&mut self, event: G::Event, _: Seats) {
        if let Some(deed) = self.game.deed(event) {
            self.note(deed);
        }
    }
}

impl<G: Game> Watch<G> for Ledger<'_, G> {}
