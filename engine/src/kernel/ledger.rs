//! What was drawn and played in a game, by seat: an observer that reads the metrics of any game. A game without a ledger
//! pays nothing for it.

use catalog::CardIx;

use crate::kernel::game_loop::GameObserver;
use crate::kernel::rules::{EventSink, Metric, Rules, Seats};

/// What one seat did in a game.
#[derive(Debug, Clone, Default)]
pub struct SeatLedger {
    /// The opening hand that was kept.
    pub opening: Vec<CardIx>,
    /// Every card that came to hand, the opening hand included, with the seat's own turn: 0 is before its first.
    pub drawn: Vec<(CardIx, u16)>,
    /// Every card that was played, with the seat's own turn; 0 is before its first.
    pub played: Vec<(CardIx, u16)>,
    /// Each own turn from the first. What happens in turns of others counts to the one before.
    pub turns: Vec<TurnTotals>,
    /// Cards of the opening hand that stay when it goes back.
    fixed: usize,
}

/// One own turn of a seat.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TurnTotals {
    /// Units of resources that came in.
    pub made: u32,
    /// Cards played.
    pub played: u32,
    /// Steps on a way to win of its own; steps back count against it.
    pub gained: i32,
    /// What opponents lost of what keeps them in the game.
    pub dealt: u32,
}

impl SeatLedger {
    fn clear(&mut self) {
        self.opening.clear();
        self.drawn.clear();
        self.played.clear();
        self.turns.clear();
        self.fixed = 0;
    }

    fn turn(&self) -> u16 {
        self.turns.len() as u16
    }

    fn current_turn(&mut self) -> &mut TurnTotals {
        if self.turns.is_empty() {
            self.turns.push(TurnTotals::default());
        }
        self.turns.last_mut().expect("one was pushed if there was none")
    }
}

/// Writes down what every seat does.
#[derive(Debug)]
pub struct Ledger<'g, G> {
    game: &'g G,
    /// By seat.
    pub seats: Vec<SeatLedger>,
    begun: bool,
}

impl<'g, G: Rules> Ledger<'g, G> {
    /// An empty ledger of a match.
    pub fn new(game: &'g G) -> Ledger<'g, G> {
        Ledger { game, seats: vec![SeatLedger::default(); game.seats().into()], begun: false }
    }

    /// Makes it ready for the next game.
    pub fn clear(&mut self) {
        self.seats.iter_mut().for_each(SeatLedger::clear);
        self.begun = false;
    }

    fn record(&mut self, metric: Metric) {
        match metric {
            Metric::Turn { seat } => {
                self.begun = true;
                self.seats[usize::from(seat)].turns.push(TurnTotals::default());
            }
            Metric::Opens { seat, card } => {
                let ledger = &mut self.seats[usize::from(seat)];
                ledger.opening.insert(ledger.fixed, card);
                ledger.drawn.insert(ledger.fixed, (card, 0));
                ledger.fixed += 1;
            }
            Metric::Draws { seat, card } => {
                let ledger = &mut self.seats[usize::from(seat)];
                if !self.begun {
                    ledger.opening.push(card);
                }
                ledger.drawn.push((card, ledger.turn()));
            }
            Metric::Redeals { seat } => {
                let ledger = &mut self.seats[usize::from(seat)];
                ledger.opening.truncate(ledger.fixed);
                ledger.drawn.truncate(ledger.fixed);
            }
            Metric::Plays { seat, card } => {
                let ledger = &mut self.seats[usize::from(seat)];
                ledger.played.push((card, ledger.turn()));
                ledger.current_turn().played += 1;
            }
            Metric::Makes { seat, n } => self.seats[usize::from(seat)].current_turn().made += n.max(0) as u32,
            Metric::Gains { seat, n } => self.seats[usize::from(seat)].current_turn().gained += i32::from(n),
            Metric::Hurt { seat, n } => {
                let others = self.seats.iter_mut().enumerate().filter(|(s, _)| *s != usize::from(seat));
                others.for_each(|(_, ledger)| ledger.current_turn().dealt += n.max(0) as u32);
            }
            Metric::Damages { .. } | Metric::Destroys { .. } => {}
        }
    }
}

impl<G: Rules> EventSink<G::Event> for Ledger<'_, G> {
    fn on_event(&mut self, event: G::Event, _: Seats) {
        if let Some(metric) = self.game.metric(event) {
            self.record(metric);
        }
    }
}

impl<G: Rules> GameObserver<G> for Ledger<'_, G> {}
