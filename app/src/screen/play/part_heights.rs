//! How high the parts of the panel beside the board are.

use super::table::{CoachHint, MatchTable};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::face;

/// Width of the face of a card that asks something.
pub(super) const SOURCE: f32 = 76.0;
/// Height of what stands above the panel.
const HEAD: f32 = 52.0;
/// The least height of the list of actions, and of the log below it.
const LEAST_LIST: f32 = 110.0;
const LEAST_LOG: f32 = 120.0;
/// Height of a sentence, and as many as the log tells at least and at most.
const SENTENCE: f32 = 18.0;
const LEAST_SENTENCES: f32 = 6.0;
const MOST_SENTENCES: f32 = 16.0;

/// What the parts of the panel take, as far as their words tell: where it is less than there is, the log has the rest.
pub(super) struct PartHeights {
    /// Of the panel.
    whole: f32,
    /// Of all but the list and the log.
    fixed: f32,
    /// Of the list.
    list: f32,
}

impl PartHeights {
    pub(super) fn estimate(table: &MatchTable, context: ScreenContext<'_>) -> PartHeights {
        // The lines of a text where so many letters fit in one.
        let lines = |text: &str, letters: usize| text.chars().count().div_ceil(letters) as f32;
        let observation = table.observation();
        let question = observation.prompt.as_ref();
        let source = question.and_then(|prompt| prompt.source).map(|card| context.game().card(card).text.as_str());
        let asked = question.map_or("", |prompt| prompt.text.as_str());
        let asked = match source {
            Some(says) => (24.0 * lines(asked, 24) + 20.0 * lines(says, 26)).max(face::height(SOURCE)),
            None => 24.0 * lines(asked, 36),
        };
        let told = table.lesson().and_then(|lesson| lesson.current()).map_or("", |(_, text, ..)| text);
        let told = if told.is_empty() { 0.0 } else { 64.0 + 20.0 * lines(told, 34) };
        let writing = if table.writing().is_some() { 150.0 } else { 0.0 };
        let cancel = if table.can_cancel() { 44.0 } else { 0.0 };
        let head = space::L + space::S + asked + cancel + told + writing;
        let says = match table.hint() {
            CoachHint::None => {
                let text = table.selected_action().map_or("", |(_, act)| act.effect_text.as_str());
                let ahead = table.ahead().map_or(0, |ahead| ahead.numbers.len() + ahead.events.len());
                // A title stands above what is foretold, and a line below it says how much more there is.
                let ahead = if ahead == 0 { 0 } else { ahead.min(6) + 1 };
                let words = 20.0 * lines(text, 38) + 17.0 * ahead as f32;
                if words > 0.0 { 36.0 + words } else { 0.0 }
            }
            _ => 220.0,
        };
        let actions = &observation.actions;
        let closing = match table.confirming_end() {
            Some(_) => 130.0,
            None => 44.0 * (0..actions.len()).filter(|at| table.is_closing(*at)).count() as f32 + space::M,
        };
        let entries =
            table.listed().into_iter().map(|at| if lines(&table.entry_label(at), 32) > 1.0 { 50.0 } else { 31.0 });
        let list =
            entries.sum::<f32>() + 33.0 * table.folds().len() as f32 + if table.is_filtered() { 44.0 } else { 0.0 };
        PartHeights { whole: context.bounds.height - HEAD, fixed: head + says + closing, list: list + space::L }
    }

    /// The most that the list is given, so that something of the log is seen.
    pub(super) fn most_of_list(&self) -> f32 {
        (self.whole - self.fixed - LEAST_LOG).max(LEAST_LIST)
    }

    /// The most that the list is given beside the whole log.
    pub(super) fn most_beside_log(&self) -> f32 {
        0.4 * self.whole
    }

    /// As many sentences as the log may have room for: what does not fit is scrolled.
    pub(super) fn sentences(&self) -> usize {
        let left = self.whole - self.fixed - self.list.min(self.most_of_list());
        (left / SENTENCE).clamp(LEAST_SENTENCES, MOST_SENTENCES) as usize
    }
}
