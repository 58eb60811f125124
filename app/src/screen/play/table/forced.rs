//! Plays that leave no choice: they are done at once, and shown one after the other where cards lie open for a moment only, such
//! as the last trick.

use std::collections::VecDeque;

use catalog::CardIx;
use engine::kernel::observation::{Observation, ObservedZone, ZoneLayout};
use iced::Task;

use super::super::context::PlayContext;
use super::background::in_background;
use super::message::{Action, Message};
use super::state::MatchTable;
use crate::notice::WorkError;

/// Open zones of the table whose cards are seen where they lie.
fn open_zones(observation: &Observation) -> impl Iterator<Item = &ObservedZone> {
    let is_open = |zone: &&ObservedZone| !matches!(zone.layout, ZoneLayout::Pile | ZoneLayout::Hand);
    observation.common.iter().filter(is_open)
}

/// Whether the same zone of another position has a card.
fn lies_in(position: &Observation, zone: &ObservedZone, card: CardIx) -> bool {
    let same = open_zones(position).find(|other| other.title == zone.title);
    same.is_some_and(|same| same.cards.iter().any(|seen| seen.card == Some(card)))
}

/// Whether a play without a choice laid a card down that lies there neither before nor after.
fn lay_briefly(before: &Observation, between: &[Observation], after: &Observation) -> bool {
    between.windows(2).any(|pair| {
        let mut cards =
            open_zones(&pair[1]).flat_map(|zone| zone.cards.iter().filter_map(move |seen| Some((zone, seen.card?))));
        cards.any(|(zone, card)| [before, &pair[0], after].iter().all(|other| !lies_in(other, zone, card)))
    })
}

impl MatchTable {
    /// The plays without a choice on the way from what is seen to the next moment, if something is to be seen of them.
    pub(super) fn brief_plays(&self, moment: usize) -> VecDeque<Observation> {
        let audience = self.saved.audience(Some(self.seat), self.observation.seat);
        let between = self.saved.session.observe_forced(moment, &audience);
        let is_brief = || lay_briefly(&self.observation, &between, &self.saved.session.observe(moment, &audience));
        if between.len() > 1 && is_brief() { between.into() } else { VecDeque::new() }
    }

    /// The next of them after a while.
    pub(super) fn next_forced(&self) -> Option<Task<Message>> {
        let step = self.forced_awaited()?;
        let pause = self.preferences.pace.pause() + self.motion.rest_delay();
        Some(in_background(Box::new(|| Ok(())), pause, move |_: Result<(), WorkError>| Message::ForcedShown(step)))
    }

    /// Goes on with the next position, and with the match after the last one.
    pub(super) fn forced_shown(&mut self, step: (usize, usize), context: &mut PlayContext<'_>) -> Action {
        if self.forced_awaited() != Some(step) {
            return Action::None;
        }
        self.forced.pop_front();
        let change = self.look_again(self.flight());
        self.came_to(change, context)
    }
}
