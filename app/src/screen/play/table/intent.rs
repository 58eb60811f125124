//! What a person means by dragging a card onto something: rules often ask for the target only after the card is played.

use engine::kernel::observation::ActionTarget;

use super::board_thing::BoardThing;
use super::state::MatchTable;

impl MatchTable {
    /// What the question after an action asks about, if it is asked of the person: the action is tried and undone.
    pub(super) fn asked_after(&mut self, at: usize) -> Vec<BoardThing> {
        let words = self.observation.actions[at].notation.clone();
        let now = self.saved.decision_count();
        if self.saved.session.act(&words).is_err() {
            return Vec::new();
        }
        let mut asked = Vec::new();
        if self.saved.session.actor() == Some(self.seat) {
            let next = self.saved.session.observe(now + 1, &self.audience());
            for target in next.actions.iter().flat_map(|act| &act.targets) {
                asked.extend(BoardThing::new(&next, *target).filter(|thing| !asked.contains(thing)));
            }
        }
        self.saved.session.undo_to(now);
        asked
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

    /// The one action that touches what is meant.
    pub(super) fn only_way_to(&self, thing: &BoardThing) -> Option<usize> {
        let target = thing.find(&self.observation).filter(|_| self.asks_person())?;
        let ways: Vec<usize> = self.observation.actions_on(target).collect();
        match ways[..] {
            [only] => Some(only),
            _ => None,
        }
    }
}
