//! Small games worked out to the end: what the best play wins, over all orders of the cards.

use std::collections::HashMap;

use super::{Action, Set, Solonauts, State};
use crate::kernel::rules::{NullSink, Rules};
use crate::timeline::{Cells, Patches, bits};

/// What matters of a position: reversed Linchpins, Patches in place, hand, cards to come, who waits, whether the play
/// of the turn is done.
type Key = (Cells, Patches, Set, Set, Set, bool);

/// The chance to win from any position, with the best play.
#[derive(Debug)]
pub struct Exact<'a> {
    game: &'a Solonauts,
    seen: HashMap<Key, f64>,
}

impl<'a> Exact<'a> {
    /// For one game.
    pub fn new(game: &'a Solonauts) -> Self {
        Exact { game, seen: HashMap::new() }
    }

    /// The chance to win.
    pub fn value(&mut self, state: &State) -> f64 {
        if let Some(outcome) = state.over {
            return f64::from(u8::from(outcome.won(0)));
        }
        // Whoever needs a Patch that is gone waits for ever.
        let lost = self.game.lost(state);
        if bits(state.waiting).any(|id| self.game.homes[id as usize].scene.patches & lost != 0) {
            return 0.0;
        }
        let h = &state.history;
        let key = (h.primes, h.patches, state.hand, state.deck, state.waiting, state.played);
        if let Some(value) = self.seen.get(&key) {
            return *value;
        }
        let mut legal = Vec::new();
        self.game.legal_actions(state, &mut legal);
        let mut best = 0.0_f64;
        for action in legal {
            let value = match action {
                Action::Refill => self.drawn(state),
                _ => {
                    let mut after = state.clone();
                    self.game.act(&mut after, action, &mut NullSink);
                    self.value(&after)
                }
            };
            best = best.max(value);
            if best >= 1.0 {
                break;
            }
        }
        self.seen.insert(key, best);
        best
    }

    /// The chance before the first cards are drawn, with these identities waiting.
    pub fn before_the_deal(&mut self, waiting: Set) -> f64 {
        let mut state = self.game.blank(formats::rng::Seed::from_number(0).fast());
        (state.waiting, state.played) = (waiting, true);
        self.drawn(&state)
    }

    /// The mean over all cards that may be drawn up to the full hand.
    fn drawn(&mut self, state: &State) -> f64 {
        let full = u32::from(self.game.data.options.dealt());
        if state.hand.count_ones() >= full || state.deck == 0 {
            let mut after = state.clone();
            after.played = false;
            return self.value(&after);
        }
        // Sets of cards, not orders: each set is as likely as any other.
        let number = full.saturating_sub(state.hand.count_ones()).min(state.deck.count_ones());
        let (mut sum, mut sets) = (0.0, 0.0);
        let mut after = state.clone();
        for drawn in crate::timeline::subsets(state.deck).filter(|drawn| drawn.count_ones() == number) {
            (after.hand, after.deck) = (state.hand | drawn, state.deck & !drawn);
            after.played = false;
            sum += self.value(&after);
            sets += 1.0;
        }
        sum / sets
    }
}
