//! What is done with the hand: a press, a card that is dragged, the menu beside a card; and how others' turns are watched.

use std::time::Duration;

use engine::kernel::audience::Audience;
use engine::kernel::legal_action::{ActionTarget, PromptKind};
use iced::Task;

use super::background::in_background;
use super::board_thing::BoardThing;
use super::message::{Action, CoachHint, Message};
use super::state::MatchTable;
use crate::notice::WorkError;
use crate::screen::play::context::PlayContext;

/// The least time that a moment is shown while a turn is watched again.
const AGAIN: Duration = Duration::from_millis(450);

/// What letting a card go means.
enum DropMeaning {
    /// It is put back.
    Nothing,
    /// An action, by its place in the observation, and what it is aimed at if that is asked afterwards.
    Chosen(usize, Option<BoardThing>),
    /// What can be done with the card is listed, to choose from; that will be aimed at something.
    Listed(ActionTarget, Option<BoardThing>),
}

impl MatchTable {
    /// A person wants less motion, or all of it.
    pub fn set_reduced_motion(&mut self, reduced: bool) {
        self.preferences.reduced_motion = reduced;
    }

    /// How long a card takes from place to place; `None` if nothing moves.
    pub(super) fn flight(&self) -> Option<Duration> {
        let still = self.preferences.reduced_motion || self.hurried || self.covered;
        self.preferences.pace.flight().filter(|_| !still)
    }

    /// The actions about something, by their place in the observation.
    fn ways(&self, spot: ActionTarget) -> Vec<usize> {
        if self.asks_person() { self.observation.actions_on(spot).collect() } else { Vec::new() }
    }

    /// Those of them that touch something else as well.
    fn ways_on(&self, ways: &[usize], spot: ActionTarget) -> Vec<usize> {
        ways.iter().copied().filter(|at| self.observation.actions[*at].targets.contains(&spot)).collect()
    }

    /// Whether a press would throw a card away that the person may want to play: that needs a second look.
    fn throws_away(&self, at: usize) -> bool {
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        self.observation.actions[at].discards && asked == Some(PromptKind::Play)
    }

    /// What can be done in one way is done; otherwise the ways are listed beside it.
    pub(super) fn pressed(&mut self, spot: ActionTarget, context: &mut PlayContext<'_>) -> Action {
        let ways = self.ways(spot);
        // The second press says on what the first one is meant.
        let narrowed = self.about.map_or(Vec::new(), |first| self.ways_on(&ways, first));
        match (&narrowed[..], &ways[..]) {
            ([only], _) if self.about != Some(spot) => self.choose(*only, context),
            (_, [only]) if !self.throws_away(*only) => self.choose(*only, context),
            (_, []) if self.is_aim(spot) => match self.aimed(self.about, spot) {
                Some(meaning) => self.do_what_is_meant(meaning, context),
                None => Action::None,
            },
            (_, []) => {
                self.open_menu(spot);
                Action::None
            }
            _ => {
                self.list_about((self.about != Some(spot)).then_some(spot));
                Action::None
            }
        }
    }

    /// What letting a card go means: over something that it can be used on, or over the table, where it is played.
    fn drop_meaning(&mut self, spot: ActionTarget, on: Option<ActionTarget>) -> DropMeaning {
        let ways = self.ways(spot);
        // A card that lies in a lane or a zone stands for that, where nothing can be done with the card itself.
        let is_meant = |place: &ActionTarget| !self.ways_on(&ways, *place).is_empty() || self.is_aim(*place);
        let place = |on: ActionTarget| match on {
            ActionTarget::Card(key) if !is_meant(&on) => {
                let lane = self.observation.card(key)?.lane.map(ActionTarget::Lane);
                lane.filter(is_meant).or_else(|| self.zone_of(key).filter(is_meant))
            }
            _ => None,
        };
        let on = on.map(|on| place(on).unwrap_or(on));
        let on_something = on.map_or(Vec::new(), |on| self.ways_on(&ways, on));
        // Among the cards in hand it is put back.
        let held = |spot: ActionTarget| matches!(spot, ActionTarget::Card(key) if self.is_held(key));
        let on = if held(spot) && on_something.is_empty() && on.is_some_and(|on| held(on) && !self.is_aim(on)) {
            Some(spot)
        } else {
            on
        };
        let plays: Vec<usize> = ways.iter().copied().filter(|at| !self.observation.actions[*at].discards).collect();
        if let Some(on) = on.filter(|on| *on != spot && on_something.is_empty())
            && let Some(meaning) = self.aimed(Some(spot), on)
        {
            return meaning;
        }
        match (&on_something[..], &plays[..]) {
            _ if on == Some(spot) => DropMeaning::Nothing,
            ([only], _) | ([], [only]) => DropMeaning::Chosen(*only, None),
            ([], []) if ways.is_empty() => DropMeaning::Nothing,
            // Which of them is meant is asked beside the card.
            _ => DropMeaning::Listed(spot, None),
        }
    }

    /// What something is meant for that is asked after it is played. If it can be played for that in several ways, these are listed,
    /// and the target is kept for the one that is chosen.
    fn aimed(&mut self, card: Option<ActionTarget>, on: ActionTarget) -> Option<DropMeaning> {
        let (card, meant) = (card?, BoardThing::new(&self.observation, on)?);
        let mut ways = self.ways(card);
        ways.retain(|at| !self.observation.actions[*at].discards && self.asked_after(*at).contains(&meant));
        match ways[..] {
            [] => None,
            [only] => Some(DropMeaning::Chosen(only, Some(meant))),
            _ => Some(DropMeaning::Listed(card, Some(meant))),
        }
    }

    fn do_what_is_meant(&mut self, meaning: DropMeaning, context: &mut PlayContext<'_>) -> Action {
        match meaning {
            DropMeaning::Nothing => self.list_about(None),
            DropMeaning::Chosen(at, meant) => {
                self.intent = meant;
                return self.choose(at, context);
            }
            DropMeaning::Listed(about, meant) => {
                self.list_about(Some(about));
                self.intent = meant;
            }
        }
        Action::None
    }

    /// A card is let go.
    pub(super) fn dropped(
        &mut self,
        spot: ActionTarget,
        on: Option<ActionTarget>,
        context: &mut PlayContext<'_>,
    ) -> Action {
        let meaning = self.drop_meaning(spot, on);
        self.do_what_is_meant(meaning, context)
    }

    /// A card is dragged over something: what letting it go there would do is at hand.
    pub(super) fn dragged_over(&mut self, spot: ActionTarget, on: Option<ActionTarget>) {
        match self.drop_meaning(spot, on) {
            DropMeaning::Nothing | DropMeaning::Listed(_, None) => (self.cursor, self.intent) = (None, None),
            DropMeaning::Chosen(at, meant) => {
                self.cursor = self.listed().iter().position(|listed| *listed == at);
                self.intent = meant;
            }
            DropMeaning::Listed(about, meant) => {
                self.list_about(Some(about));
                self.intent = meant;
            }
        }
    }

    /// Lists all that can be done with something, beside it, or says that nothing can.
    pub(super) fn open_menu(&mut self, spot: ActionTarget) {
        let any = !self.ways(spot).is_empty();
        let before = self.unavailable;
        self.list_about(any.then_some(spot));
        if let (false, ActionTarget::Card(key)) = (any, spot) {
            self.unavailable = (before != Some(key)).then_some(key);
        }
    }

    /// What is said about a window that may be passed.
    pub(super) fn pass_judged(
        &mut self,
        number: u64,
        said: Result<String, WorkError>,
        context: &mut PlayContext<'_>,
    ) -> Action {
        if self.thinking != Some(number) {
            return Action::None;
        }
        self.thinking = None;
        match said {
            Ok(words) if self.is_window_pass(&words) => {
                self.passed.insert(self.saved.decision_count(), self.observation.phase.clone());
                self.act(context, &words)
            }
            Ok(_) => {
                self.asked_at = Some(self.saved.decision_count());
                Action::None
            }
            Err(e) => Action::wrong(e),
        }
    }

    /// Keeps what the person chose, and goes on by it.
    pub(super) fn keep_preferences(&mut self, context: &mut PlayContext<'_>) -> Action {
        if let Err(e) = self.preferences.save(context.library) {
            return Action::wrong(e);
        }
        Action::Run(self.proceed())
    }

    /// The moment at which the last turn of others began, if there was one. To a trick each plays in a turn of their own.
    fn others_turn_began(&self) -> Option<usize> {
        let everybody = Audience::default();
        let is_own = |at: &usize| {
            let seen = self.saved.session.observe(*at, &everybody);
            let plays = seen.prompt.is_some_and(|prompt| prompt.kind == PromptKind::Play);
            seen.actor.filter(|_| plays).unwrap_or(seen.active) == self.seat
        };
        let within = (0..=self.saved.decision_count()).rev().find(|at| !is_own(at))?;
        Some((0..within).rev().find(is_own).map_or(0, |own| own + 1))
    }

    /// Shows once more the last turn of others, or, where there is none, what happened since the person decided last.
    pub(super) fn watch_again(&mut self) -> Action {
        if self.is_record() {
            return self.play_or_pause();
        }
        let own = |(_, (seat, _)): &(usize, &(u8, String))| *seat == self.seat;
        let decisions = self.saved.session.decisions().iter().enumerate();
        let last =
            decisions.filter(|(at, _)| !self.passed.contains_key(at)).filter(own).map(|(at, _)| at + 1).next_back();
        let from = self.others_turn_began().or(last).unwrap_or(0);
        if from >= self.saved.decision_count() {
            return Action::None;
        }
        self.at = Some(from);
        self.replaying = true;
        self.hint = CoachHint::None;
        self.refresh_still();
        Action::Run(self.after_a_moment(from))
    }

    /// Goes on through a record by itself, or stops; at its end it begins anew.
    fn play_or_pause(&mut self) -> Action {
        self.replaying = !self.replaying;
        if !self.replaying {
            return Action::None;
        }
        let from = if self.is_over() { 0 } else { self.moment() };
        self.at = Some(from);
        self.refresh_still();
        Action::Run(self.after_a_moment(from))
    }

    /// The next moment of what is shown once more.
    pub(super) fn step_replay(&mut self, at: usize) -> Action {
        if !self.replaying || self.at != Some(at) {
            return Action::None;
        }
        let (next, last) = (at + 1, self.saved.decision_count());
        if next >= last {
            return self.move_to(last);
        }
        self.at = Some(next);
        let change = self.refresh();
        self.hear(change);
        Action::Run(self.next_forced().unwrap_or_else(|| self.after_a_moment(next)))
    }

    pub(super) fn after_a_moment(&self, at: usize) -> Task<Message> {
        let pause = self.preferences.pace.pause().max(AGAIN) + self.motion.rest_delay();
        in_background(Box::new(|| Ok(())), pause, move |_: Result<(), WorkError>| Message::ReplayStepped(at))
    }
}
