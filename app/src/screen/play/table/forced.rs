//! Plays that leave no choice: they are done at once, and shown one after the other where cards lie open for a moment only, such
//! as the last trick.

use std::collections::VecDeque;
use std::time::Duration;

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

/// Of the positions between two others, those to show: all, if a play without a choice laid a card down that lies there no more.
fn worth_showing(
    before: &Observation,
    mut between: VecDeque<Observation>,
    after: &Observation,
) -> VecDeque<Observation> {
    let mut pairs = between.iter().zip(between.iter().skip(1));
    let is_brief = pairs.any(|(was, is)| {
        let mut cards =
            open_zones(is).flat_map(|zone| zone.cards.iter().filter_map(move |seen| Some((zone, seen.card?))));
        cards.any(|(zone, card)| [was, before, after].iter().all(|other| !lies_in(other, zone, card)))
    });
    if !is_brief {
        between.clear();
    }
    between
}

impl MatchTable {
    /// Shows the plays without a choice that led to the position that is now, if there is time for it and something to see.
    pub(super) fn show_forced(&mut self, before: &Observation, flight: Option<Duration>) {
        self.forced.clear();
        let moment = self.moment();
        let is_next = self.shown_moment.replace(moment).is_some_and(|shown| shown + 1 == moment);
        if flight.is_none() || !is_next {
            return;
        }
        let audience = self.saved.audience(Some(self.seat), before.seat);
        let between = self.saved.session.observe_forced(moment, &audience);
        if between.len() > 1 {
            let after = self.saved.session.observe(moment, &audience);
            self.forced = worth_showing(before, between.into(), &after);
        }
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
