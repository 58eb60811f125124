//! What a person means by dragging a card onto something: rules often ask for the target only after the card is played.

use engine::kernel::legal_action::{ActionTarget, PromptKind};
use engine::kernel::observation::{Observation, ObservedCard};
use engine::session::lookahead::LookAhead;
use engine::session::match_session::MatchSession;

use super::board_thing::BoardThing;
use super::state::MatchTable;

/// Whether a question belongs to announcing a play, an attack or a block.
fn is_announced(kind: PromptKind) -> bool {
    use PromptKind::{Attack, Block, City, Place, Target};
    matches!(kind, Target | Attack | Block | City | Place)
}

/// Whether a question asks for the rest of a play: what it is aimed at, what it costs, who uses it.
fn is_rest_of_play(kind: PromptKind) -> bool {
    use PromptKind::{Cost, Number, Payment, Seat};
    is_announced(kind) || matches!(kind, Cost | Number | Payment | Seat)
}

impl MatchTable {
    /// The targets that the person is asked for right after an action.
    pub(super) fn asked_after(&mut self, at: usize) -> Vec<BoardThing> {
        let mut asked = Vec::new();
        self.try_announced(at, |_, next| {
            for target in next.actions.iter().flat_map(|act| &act.targets) {
                asked.extend(BoardThing::new(next, *target).filter(|thing| !asked.contains(thing)));
            }
        });
        asked
    }

    /// What an action leads to that is aimed at something afterwards; `None` if it cannot be.
    pub(super) fn look_ahead_aimed(&mut self, at: usize, thing: &BoardThing) -> Option<LookAhead> {
        let audience = self.audience();
        let mut ahead = None;
        self.try_announced(at, |session, next| {
            let only = thing.find(next).and_then(|target| next.only_action_on(target));
            ahead = only.map(|only| session.look_ahead(&next.actions[only].notation, &audience));
        });
        ahead
    }

    /// Tries an action, shows the question that belongs to announcing it, and undoes it. Only what is chosen before anything happens
    /// is shown: what an effect asks for later may depend on cards that the person does not know.
    fn try_announced(&mut self, at: usize, look: impl FnOnce(&dyn MatchSession, &Observation)) {
        let words = self.observation.actions[at].notation.clone();
        let now = self.saved.decision_count();
        if self.saved.session.act(&words).is_err() {
            return;
        }
        if self.saved.session.actor() == Some(self.seat) {
            let next = self.saved.session.observe(now + 1, &self.audience());
            if next.prompt.as_ref().is_some_and(|prompt| is_announced(prompt.kind)) {
                look(&*self.saved.session, &next);
            }
        }
        self.saved.session.undo_to(now);
    }

    /// What the actions about something may be aimed at after they are chosen.
    pub(super) fn find_aims(&mut self, about: Option<ActionTarget>) {
        let mut ways: Vec<usize> = about.map_or(Vec::new(), |_| self.listed());
        ways.retain(|at| !self.observation.actions[*at].discards);
        let mut aims = Vec::new();
        for at in ways {
            aims.extend(self.asked_after(at));
        }
        self.aims = aims.iter().filter_map(|thing| thing.find(&self.observation)).collect();
    }

    /// Whether a play that is being announced can be given up: it was begun with the last decision.
    pub fn can_cancel(&self) -> bool {
        let asked = self.observation.prompt.as_ref().filter(|_| self.asks_person() && !self.looks_back());
        let attacks = |(seat, _, seen): (Option<u8>, _, &ObservedCard)| seat == Some(self.seat) && seen.is_in_combat();
        let announced = asked.is_some_and(|prompt| match prompt.kind {
            PromptKind::Attack | PromptKind::Block => self.observation.cards().any(attacks),
            kind => is_rest_of_play(kind) && prompt.source.is_some(),
        });
        announced && self.saved.undo_target().is_some_and(|at| at + 1 == self.saved.decision_count())
    }

    /// The name of what a person meant, while the way to do it is chosen.
    pub(in crate::screen::play) fn meant_name(&self) -> Option<String> {
        match self.intent.as_ref()?.find(&self.observation)? {
            ActionTarget::Card(key) => self.observation.card(key).map(|seen| seen.name.clone()),
            ActionTarget::Seat(seat) => Some(self.seat_name(seat)),
            _ => None,
        }
    }

    /// The one action that touches what is meant.
    pub(super) fn only_way_to(&self, thing: &BoardThing) -> Option<usize> {
        let target = thing.find(&self.observation).filter(|_| self.asks_person())?;
        self.observation.only_action_on(target)
    }
}
