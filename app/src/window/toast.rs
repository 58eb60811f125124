//! What was just done, said above the foot of the window for a moment, with a way to take it back.

use std::time::{Duration, Instant};

use catalog::tr;
use iced::widget::{container, row};
use iced::{Center, Fill};

use crate::notice::{Notice, UndoTarget};
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, label, panel};

/// How long something done is said, something that can be taken back, and something that went wrong.
const DONE: Duration = Duration::from_millis(3500);
const UNDOABLE: Duration = Duration::from_millis(6000);
const WRONG: Duration = Duration::from_millis(9000);
/// Width of a line of words.
const WORDS: f32 = 420.0;

/// A notice for a moment.
#[derive(Debug, Clone)]
pub struct Toast {
    text: String,
    bad: bool,
    undo: Option<UndoTarget>,
    until: Instant,
}

impl Toast {
    /// Of a notice that is said now.
    pub fn new(notice: &Notice, now: Instant) -> Toast {
        let stays = match (notice.bad, notice.undo) {
            (true, _) => WRONG,
            (_, Some(_)) => UNDOABLE,
            _ => DONE,
        };
        Toast { text: notice.text.clone(), bad: notice.bad, undo: notice.undo, until: now + stays }
    }

    /// Whether something went wrong.
    pub fn is_bad(&self) -> bool {
        self.bad
    }

    /// Whether its moment is over.
    pub fn is_over(&self, now: Instant) -> bool {
        now >= self.until
    }

    /// The toast; `undone` is what taking it back says, `closed` what putting it away says.
    pub fn view<'a, M: Clone + 'a>(&'a self, undone: impl Fn(UndoTarget) -> M, closed: M) -> Element<'a, M> {
        let sign = if self.bad { icon(Icon::Warn, 16.0, Ink::Bad) } else { icon(Icon::Check, 16.0, Ink::Good) };
        let words = container(label::body(self.text.as_str())).max_width(WORDS);
        let undo = self
            .undo
            .map(|target| button::quiet_small(label::line(tr!("Undo")).style(label::accent)).on_press(undone(target)));
        let close = button::square(icon(Icon::Close, 12.0, Ink::Muted), 24.0).on_press(closed);
        let line = row![sign, words, undo, close].spacing(space::S).align_y(Center);
        let toast = container(line).padding(iced::padding::horizontal(14).vertical(8)).style(panel::floating);
        container(iced::widget::opaque(toast)).center_x(Fill).align_bottom(Fill).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_taken_back_or_went_wrong_stays_longer() {
        let now = Instant::now();
        let over = |notice: Notice, after: u64| Toast::new(&notice, now).is_over(now + Duration::from_secs(after));
        assert!(!over(Notice::done("a"), 3) && over(Notice::done("a"), 4));
        assert!(
            !over(Notice::done("a").undoable(UndoTarget::Deck), 4)
                && over(Notice::done("a").undoable(UndoTarget::Deck), 6)
        );
        assert!(!over(Notice::wrong("a"), 8) && over(Notice::wrong("a"), 9));
    }
}
