//! What may be typed next: offered below the field, marked and taken by keys or by a press.

use catalog::GameData;
use catalog::query::{Completion, complete};
use catalog::tr;
use iced::widget::{Column, column, container, opaque, row};
use iced::{Center, Fill, Task};

use super::{Finder, Message};
use crate::key::Shortcut;
use crate::theme::{self, size};
use crate::widget::{Element, button, cut, label, panel};

/// How many offers are shown at once.
const SHOWN: usize = 8;

impl Finder {
    /// Searches for what was typed, and offers what may come next where it was typed.
    pub(super) fn search_typed(&mut self, game: &GameData, text: String) {
        let cursor = changed_until(&self.text, &text);
        self.search(game, text);
        self.update_completions(game, cursor);
    }

    fn update_completions(&mut self, game: &GameData, cursor: usize) {
        self.completions = complete(&self.text, cursor, game, Some(&self.context));
        // A single letter is a search for a name more often than not.
        let word = &self.text[..cursor];
        let asked = word.ends_with([':', '=', '~', '<', '>', ',', '-', '(']);
        self.completions.retain(|o| asked || o.range.len() > 1 || self.text[..o.range.start].ends_with([':', ',']));
        self.marked = None;
    }

    /// Offers nothing more.
    pub fn close_completions(&mut self) {
        self.completions.clear();
        self.marked = None;
    }

    /// Marks the next offer, or the one before.
    fn mark(&mut self, by: isize) {
        let last = self.completions.len().saturating_sub(1) as isize;
        let to = self.marked.map_or(if by < 0 { last } else { 0 }, |at| at as isize + by);
        self.marked = (0..=last).contains(&to).then_some(to as usize);
    }

    /// What a key does to what is offered; `None` if it is not meant for it.
    pub(super) fn completion_shortcut(&mut self, shortcut: Shortcut, game: &GameData) -> Option<Task<Message>> {
        if self.completions.is_empty() {
            return None;
        }
        match (shortcut, self.marked) {
            (Shortcut::Up, _) => self.mark(-1),
            (Shortcut::Down, _) => self.mark(1),
            (Shortcut::Complete, at) => return Some(self.accept_completion(game, at.unwrap_or(0))),
            (Shortcut::Enter, Some(at)) => return Some(self.accept_completion(game, at)),
            (Shortcut::Back, _) => {
                self.close_completions();
                return Some(iced::widget::operation::focus(self.id));
            }
            _ => return None,
        }
        Some(Task::none())
    }

    /// Takes an offer, and puts the cursor of the field behind it.
    pub(super) fn accept_completion(&mut self, game: &GameData, at: usize) -> Task<Message> {
        let Some(Completion { range, text, .. }) = self.completions.get(at).cloned() else { return Task::none() };
        let cursor = range.start + text.len();
        let whole = format!("{}{text}{}", &self.text[..range.start], &self.text[range.end..]);
        let letters = whole[..cursor].chars().count();
        self.search(game, whole);
        if text.ends_with(':') {
            self.update_completions(game, cursor)
        } else {
            self.close_completions()
        }
        let focus = iced::widget::operation::focus(self.id);
        Task::batch([focus, iced::widget::operation::move_cursor_to(self.id, letters)])
    }

    /// The list of what may be typed next.
    pub(super) fn completion_list(&self) -> Option<Element<'_, Message>> {
        if self.completions.is_empty() {
            return None;
        }
        let first = self.marked.map_or(0, |at| (at + 1).saturating_sub(SHOWN));
        let rows = self.completions.iter().enumerate().skip(first).take(SHOWN).map(|(at, offer)| {
            let text = cut(offer.text.as_str()).font(theme::SEMIBOLD);
            let about = cut(offer.about.as_str()).size(size::CAPTION).style(label::muted);
            let line = row![container(text).width(180), container(about).width(Fill)];
            let line = line.spacing(12).padding([5, 10]).align_y(Center);
            button::entry(line, self.marked == Some(at)).width(Fill).on_press(Message::CompletionPressed(at)).into()
        });
        let more = self.completions.len().saturating_sub(first + SHOWN);
        let more = if more > 0 { tr!("{more} more  ·  ", more) } else { String::new() };
        let foot = label::caption(tr!("{more}Tab takes it, Up and Down choose, Esc closes", more)).style(label::faint);
        let list = column![Column::with_children(rows).spacing(1), container(foot).padding([4, 10])].spacing(2);
        Some(opaque(container(list).width(480).padding(4).style(panel::framed)))
    }
}

/// Where the last letter was typed that makes `now` out of `before`: the byte after it.
fn changed_until(before: &str, now: &str) -> usize {
    let same = before.chars().zip(now.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>();
    let (old, new) = (before[same..].chars().rev(), now[same..].chars().rev());
    now.len() - old.zip(new).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_where_the_text_changed() {
        assert_eq!(changed_until("type:a", "type:as"), 7);
        assert_eq!(changed_until("ty draw", "typ draw"), 3);
        assert_eq!(changed_until("aa", "aaa"), 3);
        assert_eq!(changed_until("éa", "éba"), 3);
        assert_eq!(changed_until("typ draw", "ty draw"), 2);
        assert_eq!(changed_until("", ""), 0);
    }
}
