//! What moves at a draft table: the card that was picked flies to its pile, and the next pack slides in from where it comes.

use std::time::{Duration, Instant};

use catalog::CardIx;
use formats::format::Pass;

use super::selection::CardPosition;

/// How long a pick flies, and a pack slides.
const LENGTH: Duration = Duration::from_millis(260);

/// A pick on its way.
#[derive(Debug, Clone, Copy)]
pub(super) struct PickMotion {
    /// The card.
    pub card: CardIx,
    /// Where it lay.
    pub from: CardPosition,
    /// Where packs come from.
    pass: Option<Pass>,
    since: Instant,
    now: Instant,
}

impl PickMotion {
    /// A pick that is made now.
    pub(super) fn new(card: CardIx, from: CardPosition, pass: Option<Pass>, now: Instant) -> PickMotion {
        PickMotion { card, from, pass, since: now, now }
    }

    /// Time has gone by; whether it is still on its way.
    pub(super) fn advance(&mut self, now: Instant) -> bool {
        self.now = now.max(self.since);
        self.now - self.since < LENGTH
    }

    /// How far it has come, from 0 to 1: fast at first, gently at the end.
    pub(super) fn progress(&self) -> f32 {
        let share = (self.now - self.since).as_secs_f32() / LENGTH.as_secs_f32();
        1.0 - (1.0 - share.min(1.0)).powi(3)
    }

    /// How far the next pack is still from its place, as a share of the room; positive to the right.
    pub(super) fn slide(&self) -> f32 {
        let from = match self.pass {
            // What is passed to the left comes from the right.
            Some(Pass::Left) => 1.0,
            Some(Pass::Right) => -1.0,
            None => 0.0,
        };
        from * (1.0 - self.progress()) * 0.4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::limited::draft::selection::PileRef;

    #[test]
    fn a_pick_flies_for_a_moment_and_the_pack_comes_from_the_neighbour() {
        let now = Instant::now();
        let from = CardPosition { pile: PileRef::Pile(0), at: 3 };
        let mut pick = PickMotion::new(CardIx(1), from, Some(Pass::Left), now);
        assert_eq!((pick.progress(), pick.slide()), (0.0, 0.4));
        assert!(pick.advance(now + LENGTH / 2));
        assert!(pick.progress() > 0.8 && pick.slide() < 0.1, "most of the way comes first");
        assert!(!pick.advance(now + LENGTH));
        assert_eq!((pick.progress(), pick.slide()), (1.0, 0.0));
        assert_eq!(PickMotion::new(CardIx(1), from, None, now).slide(), 0.0);
    }
}
