//! What may be typed next: offered below the field, marked and taken by keys or by a press.

use catalog::GameData;
use catalog::query::{Completion, complete};
use catalog::tr;
use iced::widget::{Column, column, container, opaque, row};
use iced::{Center, Fill};

use crate::key::Shortcut;
use crate::search_context::SearchContext;
use crate::theme::{self, size};
use crate::widget::{Element, button, cut, label, panel};

/// How many offers are shown at once.
const SHOWN: usize = 8;

/// What may be typed next, and which of it is marked.
#[derive(Debug, Clone, Default)]
pub(super) struct Completions {
    offers: Vec<Completion>,
    marked: Option<usize>,
}

/// What is to be done after a key.
pub(super) enum CompletionStep {
    /// Another offer is marked.
    Marked,
    /// This offer is taken.
    Taken(usize),
    /// Nothing is offered any more.
    Closed,
}

impl Completions {
    /// Offers what may come next where a text was typed: up to the byte `cursor`.
    pub(super) fn update(&mut self, text: &str, cursor: usize, game: &GameData, context: &SearchContext) {
        self.offers = complete(text, cursor, game, Some(context));
        // A single letter is a search for a name more often than not.
        let asked = text[..cursor].ends_with([':', '=', '~', '<', '>', ',', '-', '(']);
        self.offers.retain(|o| asked || o.range.len() > 1 || text[..o.range.start].ends_with([':', ',']));
        self.marked = None;
    }

    /// Offers nothing more.
    pub(super) fn close(&mut self) {
        *self = Completions::default();
    }

    /// Whether nothing is offered.
    pub(super) fn is_empty(&self) -> bool {
        self.offers.is_empty()
    }

    /// Marks the next offer, or the one before.
    fn mark(&mut self, by: isize) -> CompletionStep {
        let last = self.offers.len().saturating_sub(1) as isize;
        let to = self.marked.map_or(if by < 0 { last } else { 0 }, |at| at as isize + by);
        self.marked = (0..=last).contains(&to).then_some(to as usize);
        CompletionStep::Marked
    }

    /// What a key does to what is offered; `None` if it is not meant for it.
    pub(super) fn shortcut(&mut self, shortcut: Shortcut) -> Option<CompletionStep> {
        if self.is_empty() {
            return None;
        }
        match (shortcut, self.marked) {
            (Shortcut::Up, _) => Some(self.mark(-1)),
            (Shortcut::Down, _) => Some(self.mark(1)),
            (Shortcut::Complete, at) => Some(CompletionStep::Taken(at.unwrap_or(0))),
            (Shortcut::Enter, Some(at)) => Some(CompletionStep::Taken(at)),
            (Shortcut::Back, _) => Some(CompletionStep::Closed),
            _ => None,
        }
    }

    /// The text with an offer in it, and the byte behind the offer; `None` if there is no such offer.
    pub(super) fn insert(&self, at: usize, into: &str) -> Option<(String, usize)> {
        let Completion { range, text, .. } = self.offers.get(at)?;
        Some((format!("{}{text}{}", &into[..range.start], &into[range.end..]), range.start + text.len()))
    }

    /// The list of what may be typed next; `press` is what pressing an offer says.
    pub(super) fn view<'a, M: Clone + 'a>(&'a self, press: impl Fn(usize) -> M + 'a) -> Option<Element<'a, M>> {
        if self.is_empty() {
            return None;
        }
        let first = self.marked.map_or(0, |at| (at + 1).saturating_sub(SHOWN));
        let rows = self.offers.iter().enumerate().skip(first).take(SHOWN).map(|(at, offer)| {
            let text = cut(offer.text.as_str()).font(theme::SEMIBOLD);
            let about = cut(offer.about.as_str()).size(size::CAPTION).style(label::muted);
            let line = row![container(text).width(180), container(about).width(Fill)];
            let line = line.spacing(12).padding([5, 10]).align_y(Center);
            button::entry(line, self.marked == Some(at)).width(Fill).on_press(press(at)).into()
        });
        let more = self.offers.len().saturating_sub(first + SHOWN);
        let more = if more > 0 { tr!("{more} more  ·  ", more) } else { String::new() };
        let foot = label::caption(tr!("{more}↑↓ select  ·  Tab accept  ·  Esc close", more)).style(label::faint);
        let list = column![Column::with_children(rows).spacing(1), container(foot).padding([4, 10])].spacing(2);
        Some(opaque(container(list).width(480).padding(4).style(panel::framed)))
    }
}

/// Where the last letter was typed that makes `now` out of `before`: the byte after it.
pub(super) fn changed_until(before: &str, now: &str) -> usize {
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
