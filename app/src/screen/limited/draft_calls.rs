//! A table with real cards: the calls of a draft in type that everybody around it can read, with the time until the next.

use catalog::tr;
use formats::limited::draft::DraftType;
use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::paper_draft::{self, DraftCall};
use iced::widget::{Column, column, container, row, space as gap, text};
use iced::{Center, Fill, Subscription};

use super::draft::clock_label;
use crate::key::Shortcut;
use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, chart, label, panel};

/// The calls of a draft, one after the other.
pub struct DraftCalls {
    title: String,
    calls: Vec<DraftCall>,
    /// The call that is shown.
    at: usize,
    /// Seconds after the beginning.
    seconds: u32,
    running: bool,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// A second has passed.
    Second,
    /// The clock runs, or stands still.
    Toggled,
    /// The next call at once.
    Next,
    /// The call before once more.
    Before,
    /// Back to the lobby.
    Closed,
}

impl DraftCalls {
    /// The calls of a draft: `[round]` cards in a pack.
    ///
    /// # Errors
    /// When nothing need be called in this type of draft.
    pub fn new(
        title: String,
        draft_type: &DraftType,
        seats: usize,
        packs: &[usize],
        clock: &DraftClock,
    ) -> Result<DraftCalls, String> {
        let calls = paper_draft::calls(draft_type, seats, packs, clock);
        if calls.is_empty() {
            Err(tr!("No calls needed in this draft: players take turns."))
        } else {
            Ok(DraftCalls { title, calls, at: 0, seconds: 0, running: false })
        }
    }

    /// Lets time pass.
    pub fn subscription(&self) -> Subscription<Message> {
        if self.running {
            iced::time::every(std::time::Duration::from_secs(1)).map(|_| Message::Second)
        } else {
            Subscription::none()
        }
    }

    fn go_to(&mut self, at: usize) {
        self.at = at.min(self.calls.len() - 1);
        self.seconds = self.calls[self.at].at;
        self.running = self.running && self.at + 1 < self.calls.len();
    }

    /// Reads a message. Whether it is left.
    pub fn update(&mut self, message: Message) -> bool {
        match message {
            Message::Second if self.running => {
                self.seconds += 1;
                // Two calls of one second are both shown: the first until the next second.
                if self.calls.get(self.at + 1).is_some_and(|next| next.at <= self.seconds) {
                    self.at += 1;
                }
                self.running = self.at + 1 < self.calls.len();
            }
            Message::Second => {}
            Message::Toggled => self.running = !self.running && self.at + 1 < self.calls.len(),
            Message::Next => self.go_to(self.at + 1),
            Message::Before => self.go_to(self.at.saturating_sub(1)),
            Message::Closed => return true,
        }
        false
    }

    /// What a shortcut does here.
    pub fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        match shortcut {
            Shortcut::Next | Shortcut::Enter => Some(Message::Toggled),
            Shortcut::Right | Shortcut::Down => Some(Message::Next),
            Shortcut::Left | Shortcut::Up => Some(Message::Before),
            Shortcut::Back => Some(Message::Closed),
            _ => None,
        }
    }

    /// The page.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let call = &self.calls[self.at];
        let word = match (self.running, self.seconds) {
            (true, _) => tr!("Stop  (Space)"),
            (false, 0) => tr!("Begin  (Space)"),
            (false, _) => tr!("Resume  (Space)"),
        };
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(self.title.as_str()),
            label::body(tr!("Calls for a table with physical cards")).style(label::muted),
            gap::horizontal(),
            button::quiet(tr!("Previous call")).on_press(Message::Before),
            button::plain(tr!("Next call")).on_press(Message::Next),
            button::primary(word).on_press(Message::Toggled),
        ];
        let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
        let next = self.calls.get(self.at + 1);
        let left = next.map_or(0, |n| n.at.saturating_sub(self.seconds));
        let whole = next.map_or(1, |n| n.at - call.at).max(1);
        let large = if context.bounds.width > 1500.0 { 84.0 } else { 60.0 };
        let place = match call.pick {
            0 => tr!("Pack {}", call.round),
            pick => tr!(
                "Pack {round}  ·  pick {pick}  ·  {cards}",
                round = call.round,
                pick,
                cards = cards_label(call.cards)
            ),
        };
        let now = column![
            label::page(place).style(label::muted),
            text(call.text.as_str()).size(large).font(theme::BOLD).line_height(1.2).center(),
            text(clock_label(left)).size(large).font(theme::BOLD).style(label::accent),
            container(chart::meter((whole - left.min(whole)) as f32, whole as f32, 8.0)).max_width(560),
        ];
        let now = container(now.spacing(space::XL).align_x(Center).width(Fill)).center(Fill).padding(space::XL);
        let later = self.calls[self.at + 1..].iter().take(4).map(|c| {
            let at = container(label::body(clock_label(c.at)).style(label::muted)).width(64);
            row![at, label::emphasis(c.text.as_str()).style(label::muted)].align_y(Center).into()
        });
        let later = column![label::group(tr!("Then")), Column::with_children(later).spacing(6)].spacing(space::S);
        let later = container(later).width(Fill).height(150).padding(space::L).style(panel::surface);
        let now = now.style(panel::ground);
        column![head.style(panel::surface), panel::flat(), now, panel::flat(), later].into()
    }
}
