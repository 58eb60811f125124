//! The list of what can be done: in which order it stands, what of it stands behind one entry where it is much, and the text that
//! narrows it down.

use catalog::fold::{capital, fold};
use catalog::tr;
use engine::kernel::legal_action::{ActionTarget, CardKey, PromptKind};
use engine::kernel::observation::{ObservedCard, ObservedZone, ZoneLayout};
use iced::Task;
use iced::widget::operation::RelativeOffset;

use super::action_fold::ActionFold;
use super::message::{CoachHint, Message};
use super::state::MatchTable;

/// The list, which is scrolled to what is advised.
pub(in crate::screen::play) const LISTED: &str = "table-actions";
/// As many entries have a key of their own.
pub(in crate::screen::play) const KEYS: usize = 9;
/// As many ways to use one card, or to do one thing, are listed one by one.
const FEW_WAYS: usize = 3;
/// As many ways to throw a card away are.
const FEW_DISCARDS: usize = 2;

impl MatchTable {
    /// The actions that are listed one by one, by their place in the observation.
    pub fn listed(&self) -> Vec<usize> {
        let folded: Vec<usize> = self.folds().into_iter().flat_map(|(_, of)| of).collect();
        let mut listed = self.unfolded_actions();
        listed.retain(|at| !folded.contains(at));
        listed
    }

    /// What stands behind one entry, and which actions that are; these entries stand below the others.
    pub fn folds(&self) -> Vec<(ActionFold, Vec<usize>)> {
        // What is meant, or looked for by its words, stands there itself.
        if self.about.is_some() || !self.filter.is_empty() {
            return Vec::new();
        }
        let all = self.unfolded_actions();
        let mut folds: Vec<(ActionFold, Vec<usize>)> = Vec::new();
        for at in &all {
            let Some(of) = self.fold_of(*at).filter(|of| self.unfolded.as_ref() != Some(of)) else { continue };
            match folds.iter_mut().find(|(other, _)| *other == of) {
                Some((_, actions)) => actions.push(*at),
                None => folds.push((of, vec![*at])),
            }
        }
        let is_many = |(of, actions): &(ActionFold, Vec<usize>)| {
            let tipped = || actions.iter().any(|at| self.tip_means(*at));
            let many = match of {
                ActionFold::Discards => actions.len() > FEW_DISCARDS,
                _ => all.len() > KEYS && actions.len() > FEW_WAYS && !tipped(),
            };
            many && actions.len() < all.len()
        };
        folds.retain(is_many);
        // Something stays at hand: what can be done without harm is not all behind such entries.
        let harms = |at: &usize| self.observation.actions[*at].discards || self.hurts_oneself(*at);
        let stays = |at: &&usize| !folds.iter().any(|(_, of)| of.contains(at));
        if all.iter().filter(stays).all(harms) {
            folds.retain(|(of, _)| *of == ActionFold::Discards);
        }
        folds.sort_by_key(|(of, _)| *of == ActionFold::Discards);
        folds
    }

    /// Whether an action stands at the foot of the panel: where there is something else to do, what ends or passes.
    pub(in crate::screen::play) fn is_closing(&self, at: usize) -> bool {
        let actions = &self.observation.actions;
        (actions[at].ends || actions[at].passes) && actions.len() > 1
    }

    /// Behind which entry an action may stand.
    fn fold_of(&self, at: usize) -> Option<ActionFold> {
        let act = &self.observation.actions[at];
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        match act.targets.first() {
            _ if act.discards => (asked == Some(PromptKind::Play)).then_some(ActionFold::Discards),
            _ if !act.kind.is_empty() => Some(ActionFold::Kind(act.kind.clone())),
            Some(ActionTarget::Card(key)) => Some(ActionFold::Card(*key)),
            _ => None,
        }
    }

    /// How many actions that throw a card away stand behind one entry of the list.
    pub fn folded_discards(&self) -> usize {
        let folds = self.folds();
        folds.iter().find(|(of, _)| *of == ActionFold::Discards).map_or(0, |(_, actions)| actions.len())
    }

    /// What the entry says behind which actions stand.
    pub fn fold_label(&self, of: &ActionFold, actions: &[usize]) -> String {
        let n = actions.len();
        match of {
            ActionFold::Discards => tr!("Discard a card…"),
            ActionFold::Kind(kind) => format!("{} ({n})", capital(kind)),
            ActionFold::Card(key) => {
                let card = self.observation.card(*key).map_or("", |seen| seen.name.as_str());
                tr!("{card}: {n} ways…", card, n)
            }
        }
    }

    /// Lists what stands behind an entry one by one.
    pub(super) fn unfold(&mut self, of: ActionFold) {
        match of {
            ActionFold::Card(key) => self.list_about(Some(ActionTarget::Card(key))),
            of => {
                self.list_about(None);
                // Nothing that throws a card away is at hand.
                self.cursor = self.cursor.filter(|_| of != ActionFold::Discards);
                self.unfolded = Some(of);
            }
        }
    }

    /// What the list says of an action. Equal cards are one with their number.
    pub fn entry_label(&self, at: usize) -> String {
        let label = capital(&self.observation.actions[at].label);
        match self.candidates().iter().filter(|other| self.is_same(at, **other)).count() {
            0 | 1 => label,
            n => format!("{} ×{n}", without_place(&label)),
        }
    }

    /// Whether there are more entries than keys, so that a text narrows them down.
    pub fn is_filtered(&self) -> bool {
        let folded: usize = self.folds().iter().map(|(_, of)| of.len()).sum();
        !self.filter.is_empty() || self.distinct().len() - folded > KEYS
    }

    /// The text that narrows the list down.
    pub(in crate::screen::play) fn filter(&self) -> &str {
        &self.filter
    }

    /// Another text: what is left is at hand.
    pub(super) fn set_filter(&mut self, text: String) {
        self.filter = text;
        self.cursor = if self.filter.is_empty() || self.listed().is_empty() { None } else { Some(0) };
    }

    /// Whether the hint that is shown advises an action, by its place in the observation.
    pub(in crate::screen::play) fn is_advised(&self, at: usize) -> bool {
        let CoachHint::Said(advice) = &self.hint else { return false };
        advice.alternatives.first().is_some_and(|best| best.notation == self.observation.actions[at].notation)
    }

    /// Scrolls the list to what is advised, as far down in it as that stands.
    pub(super) fn scroll_to_advice(&self) -> Task<Message> {
        let listed = self.listed();
        let Some(place) = listed.iter().position(|at| self.is_advised(*at)) else { return Task::none() };
        let y = place as f32 / listed.len().saturating_sub(1).max(1) as f32;
        iced::widget::operation::snap_to(LISTED, RelativeOffset { x: 0.0, y })
    }

    /// The cards of piles that what is meant can be used on, where it is mostly used on such: they are chosen from over the board.
    pub(in crate::screen::play) fn pile_choice(&self) -> Option<Vec<&ObservedCard>> {
        let about = self.about.filter(|_| self.asks_person())?;
        let listed = self.candidates();
        let meant = |key: CardKey| {
            let on = |at: &usize| self.observation.actions[*at].targets.contains(&ActionTarget::Card(key));
            about != ActionTarget::Card(key) && listed.iter().any(on)
        };
        let piled = self.observation.cards().filter(|(_, zone, _)| zone.layout == ZoneLayout::Pile);
        let cards: Vec<&ObservedCard> =
            piled.filter(|(.., seen)| seen.key.is_some_and(meant)).map(|(.., seen)| seen).collect();
        (cards.len() > 1 && 2 * cards.len() > listed.len()).then_some(cards)
    }

    /// The actions about what is meant, in the order of the list, each by its place in the observation.
    pub fn candidates(&self) -> Vec<usize> {
        let actions = &self.observation.actions;
        let mut listed: Vec<usize> = match self.about.filter(|_| self.asks_person()) {
            Some(spot) => self.observation.actions_on(spot).collect(),
            None if self.asks_person() => (0..actions.len()).collect(),
            None => Vec::new(),
        };
        match &self.unfolded {
            Some(ActionFold::Kind(kind)) => listed.retain(|at| actions[*at].kind == *kind),
            Some(ActionFold::Discards) => listed.retain(|at| actions[*at].discards),
            Some(ActionFold::Card(_)) | None => {}
        }
        // What is much is sorted by its words. What is aimed worse stands below its like, what throws a card away below all.
        if listed.len() > KEYS && self.is_sorted_by_words() {
            listed.sort_by_cached_key(|at| (actions[*at].passes, fold(&actions[*at].label)));
        }
        self.sort_by_aim(&mut listed);
        listed.sort_by_key(|at| actions[*at].discards);
        listed
    }

    /// Lets what is aimed worse change places with others of its kind, so that these come first.
    fn sort_by_aim(&self, listed: &mut [usize]) {
        let by = |at: usize| match &self.observation.actions[at].targets[..] {
            [by, _, ..] => Some(*by),
            _ => None,
        };
        let mut done: Vec<Option<ActionTarget>> = Vec::new();
        let worse: Vec<usize> = listed.iter().copied().filter(|at| self.is_aimed_worse(*at)).collect();
        for at in worse {
            if done.contains(&by(at)) {
                continue;
            }
            done.push(by(at));
            let places: Vec<usize> = (0..listed.len())
                .filter(|place| by(listed[*place]) == by(at) && self.is_aimed(listed[*place]))
                .collect();
            let mut actions: Vec<usize> = places.iter().map(|place| listed[*place]).collect();
            actions.sort_by_key(|at| self.is_aimed_worse(*at));
            places.into_iter().zip(actions).for_each(|(place, at)| listed[place] = at);
        }
    }

    /// Whether an action is about something and does not only pass.
    fn is_aimed(&self, at: usize) -> bool {
        let act = &self.observation.actions[at];
        !act.targets.is_empty() && !act.passes && !act.discards
    }

    /// Whether a long list is one of cards or of other things with names, in no order of its own.
    fn is_sorted_by_words(&self) -> bool {
        use PromptKind::{Bonus, Card, Discard, Draw, HandLimit, PassOn, Target, Trade};
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        let names = matches!(asked, Some(Bonus | Card | Discard | Draw | HandLimit | PassOn | Target | Trade));
        names || self.about.is_some() || self.unfolded.is_some()
    }

    /// The same without those that do the same with an equal card.
    fn distinct(&self) -> Vec<usize> {
        let all = self.candidates();
        let first = |at: &usize| all.iter().find(|other| self.is_same(**other, *at)) == Some(at);
        all.iter().copied().filter(first).collect()
    }

    /// The same as far as the text fits that narrows it down.
    fn unfolded_actions(&self) -> Vec<usize> {
        let wanted = fold(self.filter.trim());
        let mut all = self.distinct();
        all.retain(|at| wanted.is_empty() || fold(&self.observation.actions[*at].label).contains(&wanted));
        all
    }

    /// Whether two actions do the same, or are one: to cards of one stack that nothing tells apart.
    fn is_same(&self, at: usize, other: usize) -> bool {
        let one = |at: usize| &self.observation.actions[at];
        if at == other {
            return true;
        }
        let (Some(first), Some(second)) = (self.stacked(at), self.stacked(other)) else { return false };
        first.0.title == second.0.title
            && first.1.is_alike(second.1)
            && without_place(&one(at).label) == without_place(&one(other).label)
    }

    /// The card that an action is about and nothing else, with its zone, if it is one of one's own side by side in a stack and
    /// bears nothing.
    fn stacked(&self, at: usize) -> Option<(&ObservedZone, &ObservedCard)> {
        let [ActionTarget::Card(key)] = self.observation.actions[at].targets[..] else { return None };
        let (seat, zone, seen) = self.observation.cards().find(|(_, _, seen)| seen.key == Some(key))?;
        let bears = self.observation.cards().any(|(_, _, other)| other.on == Some(key));
        let is_stacked = zone.layout == ZoneLayout::Stack && seat == Some(self.seat) && seen.card.is_some();
        (is_stacked && !bears).then_some((zone, seen))
    }
}

/// A label without the number that tells equal cards apart: `charge Nebula Plains #2`.
fn without_place(label: &str) -> &str {
    match label.rsplit_once(" #") {
        Some((before, place)) if place.chars().all(|letter| letter.is_ascii_digit()) => before,
        _ => label,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_number_of_a_copy_is_left_out() {
        assert_eq!(without_place("charge Nebula Plains #2"), "charge Nebula Plains");
        assert_eq!(without_place("charge Nebula Plains"), "charge Nebula Plains");
        assert_eq!(without_place("charge Plain #2 for Ember"), "charge Plain #2 for Ember");
    }
}
