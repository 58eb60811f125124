//! Windows that do not stop a person: the table passes where nothing sensible can be done, or where the person said so.
//! The rules still ask every question; each pass is an action of the match like any other.

use engine::kernel::legal_action::{ActionTarget, PromptKind};
use iced::Task;

use super::background::in_background;
use super::message::Message;
use super::state::MatchTable;
use crate::screen::play::preferences::AutoPass;

/// Who says whether a response is worth it.
const JUDGE: &str = "normal";

/// What is done about a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassDecision {
    /// The person is asked.
    Ask,
    /// It is passed.
    Pass,
    /// It is passed if a good player would.
    Judge,
}

impl MatchTable {
    /// Whether something of another seat is aimed at the person: what waits, or an attack.
    pub(in crate::screen::play) fn is_targeted(&self) -> bool {
        let observation = self.observation();
        let own = |spot: &ActionTarget| match spot {
            ActionTarget::Seat(seat) => *seat == self.seat,
            ActionTarget::Card(key) => {
                observation.cards().any(|(seat, _, card)| seat == Some(self.seat) && card.key == Some(*key))
            }
            ActionTarget::Waiting(at) => {
                observation.pending.get(usize::from(*at)).is_some_and(|other| other.seat == Some(self.seat))
            }
            ActionTarget::Year(_)
            | ActionTarget::City(_)
            | ActionTarget::Zone(..)
            | ActionTarget::CommonZone(_)
            | ActionTarget::Lane(_) => false,
        };
        let waits = |of: Option<u8>| of != Some(self.seat);
        observation.pending.iter().any(|waiting| waits(waiting.seat) && waiting.targets.iter().any(own))
            || observation.cards().any(|(seat, _, card)| card.fights && seat != Some(self.seat))
    }

    /// What waits, by its place, and the cards and seats that it is aimed at, for tests and for who draws it.
    pub fn aims_of_waiting(&self) -> Vec<(u8, ActionTarget)> {
        let pending = (0..).zip(&self.observation().pending);
        let aims = pending.flat_map(|(at, waiting)| waiting.targets.iter().map(move |to| (at, *to)));
        aims.filter(|(_, to)| matches!(to, ActionTarget::Card(_) | ActionTarget::Seat(_))).collect()
    }

    /// Whether something that waits is aimed at this.
    pub(in crate::screen::play) fn is_aimed_at(&self, spot: ActionTarget) -> bool {
        self.observation().pending.iter().any(|waiting| waiting.targets.contains(&spot))
    }

    /// Whether the person may respond to what they did themselves.
    pub(super) fn answers_oneself(&self) -> bool {
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        let own = self.observation.pending.first().is_some_and(|waiting| waiting.seat == Some(self.seat));
        own && matches!(asked, Some(PromptKind::Window | PromptKind::Response))
    }

    /// The action that passes in a window, if that is what is asked.
    fn window_pass(&self) -> Option<usize> {
        let prompt = self.observation.prompt.as_ref()?;
        let in_window = matches!(prompt.kind, PromptKind::Window | PromptKind::Response);
        self.observation.actions.iter().position(|act| act.passes && !act.ends).filter(|_| in_window)
    }

    /// What is done about the question that is asked now.
    pub(super) fn pass_decision(&self) -> PassDecision {
        let own_turn = self.observation.active == self.seat;
        let stopped = self.lesson.is_some()
            || self.saved.human_seats().count() != 1
            || self.asked_at == Some(self.saved.decision_count())
            || self.preferences.stops_in(&self.game, &self.observation.phase_id);
        if !self.asks_person() || self.window_pass().is_none() || stopped {
            return PassDecision::Ask;
        }
        // What weighs nothing, such as energy that nothing is paid with, is no reason to be asked.
        let idle = self.observation.actions.iter().all(|act| act.passes || act.gains_nothing);
        match self.preferences.auto_pass {
            AutoPass::Never => PassDecision::Ask,
            _ if idle => PassDecision::Pass,
            AutoPass::UntilMyTurn if !own_turn => PassDecision::Pass,
            AutoPass::UntilTargeted if !self.is_targeted() => PassDecision::Pass,
            AutoPass::Smart if !self.is_targeted() => PassDecision::Judge,
            AutoPass::UntilTargeted | AutoPass::UntilMyTurn | AutoPass::Smart => PassDecision::Ask,
        }
    }

    /// Passes for the person, or thinks about it; nothing if the person is to decide.
    pub(super) fn pass_for_person(&mut self) -> Option<Task<Message>> {
        let decision = self.pass_decision();
        let at = self.window_pass()?;
        let pass = self.observation.actions[at].notation.clone();
        self.thoughts += 1;
        let number = self.thoughts;
        let task = match decision {
            PassDecision::Ask => return None,
            PassDecision::Pass => Task::done(Message::PassJudged(number, Ok(pass))),
            PassDecision::Judge => {
                let thought = self.saved.judgement(&JUDGE.parse().ok()?)?;
                in_background(thought, std::time::Duration::ZERO, move |said| Message::PassJudged(number, said))
            }
        };
        self.thinking = Some(number);
        Some(task)
    }

    /// Whether this is how the person passes now.
    pub(super) fn is_window_pass(&self, words: &str) -> bool {
        self.window_pass().is_some_and(|at| self.observation.actions[at].notation == words)
    }
}
