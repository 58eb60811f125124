//! Past picks: what a seat saw at each of them, what it took, what came round again.

use catalog::tr;
use formats::GameLibrary;
use formats::limited::draft::PileKind;
use formats::limited::draft::start::DraftCards;
use formats::limited::draft::story::{CardFate, StoryChoice};
use formats::limited::drafter::PickReason;
use iced::widget::{Column, Row, column, container, row, space as gap, stack};
use iced::{Center, Fill, Size};

use crate::key::Shortcut;
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::face::{self, FaceRequest};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};
use formats::saved::draft::SavedDraft;

/// Width of the list of picks.
const LIST: f32 = 280.0;

/// The past picks of a draft.
pub struct Review {
    name: String,
    choices: Vec<StoryChoice>,
    /// The seats whose picks may be looked at, with names.
    seats: Vec<(usize, String)>,
    seat: usize,
    /// Which pick of the seat, from 0.
    at: usize,
    /// The choices in words: `[pick of all seats]`.
    labels: Vec<String>,
    /// Why bots made them: `[pick of all seats]`.
    reasons: Vec<Option<String>>,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another seat is looked at.
    SeatChosen(usize),
    /// Another pick of it.
    PickChosen(usize),
    /// Back to where it was opened.
    Closed,
}

impl Review {
    /// The picks that the person of a seat may see ([`SavedDraft::seats_visible_to`]).
    ///
    /// # Errors
    /// When the log does not fit the data.
    pub fn new(saved: &SavedDraft, game_library: &GameLibrary, viewer: usize) -> Result<Review, String> {
        let cards = DraftCards::new(&game_library.game, &saved.start);
        let told = saved.story(game_library).map_err(|e| e.to_string())?;
        let seen = saved.seats_visible_to(viewer);
        let reason =
            |t: &StoryChoice| t.chosen.why.as_ref().filter(|_| seen.contains(&t.chosen.seat)).map(PickReason::describe);
        let reasons = told.iter().map(reason).collect();
        let words = told.iter().map(|told| told.label(&cards)).collect();
        let seats = seen.into_iter().map(|seat| (seat, saved.seat_name(seat))).collect();
        let mut review =
            Review { name: saved.name.clone(), choices: told, seats, seat: viewer, at: 0, labels: words, reasons };
        review.at = review.picks().len().saturating_sub(1);
        Ok(review)
    }

    /// Where the picks of the seat stand among all.
    fn picks(&self) -> Vec<usize> {
        (0..self.choices.len()).filter(|n| self.choices[*n].chosen.seat == self.seat).collect()
    }

    fn current(&self) -> Option<&StoryChoice> {
        self.picks().get(self.at).map(|n| &self.choices[*n])
    }

    /// Reads a message. Whether it is left.
    pub fn update(&mut self, message: Message) -> bool {
        match message {
            Message::SeatChosen(seat) => {
                self.seat = seat;
                self.at = self.at.min(self.picks().len().saturating_sub(1));
            }
            Message::PickChosen(at) => self.at = at.min(self.picks().len().saturating_sub(1)),
            Message::Closed => return true,
        }
        false
    }

    /// What a shortcut does here.
    pub fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        match shortcut {
            Shortcut::Left | Shortcut::Up => Some(Message::PickChosen(self.at.saturating_sub(1))),
            Shortcut::Right | Shortcut::Down | Shortcut::Next => Some(Message::PickChosen(self.at + 1)),
            Shortcut::First => Some(Message::PickChosen(0)),
            Shortcut::Last => Some(Message::PickChosen(usize::MAX)),
            Shortcut::Back => Some(Message::Closed),
            _ => None,
        }
    }

    fn width(&self, bounds: Size) -> f32 {
        let seen = self.current().map_or(0, |t| t.view.piles.iter().map(|p| p.cards.len()).sum::<usize>());
        match (seen, bounds.width > 1500.0) {
            (0..=24, true) => 168.0,
            (0..=24, false) => 118.0,
            (_, true) => 124.0,
            _ => 92.0,
        }
    }

    /// The faces in sight.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        let width = self.width(bounds) as u32;
        let seen = self.current().into_iter().flat_map(|t| t.view.piles.iter().flat_map(|p| &p.cards));
        let came = self.current().into_iter().flat_map(|t| t.came.iter().map(|(_, c)| c));
        seen.chain(came).map(|c| (*c, width)).collect()
    }

    /// The page.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let seats = self.seats.iter().filter(|_| self.seats.len() > 1).map(|(seat, name)| {
            let tab = button::toggle(
                label::caption(format!("{}  {name}", seat + 1)).style(iced::widget::text::default),
                *seat == self.seat,
            );
            tab.on_press(Message::SeatChosen(*seat)).into()
        });
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
            label::section(tr!("Past picks")),
            label::body(self.name.as_str()).style(label::muted),
            gap::horizontal(),
            Row::with_children(seats).spacing(space::XS),
        ];
        let head = container(head.spacing(space::M).align_y(Center)).height(56).center_y(56).padding([0, 12]);
        let lines = self.picks().into_iter().enumerate().map(|(at, n)| {
            let told = &self.choices[n];
            let number = label::caption(format!("{}.{}", told.stage.round + 1, told.stage.pick + 1));
            let line = row![container(number).width(40), cut(self.labels[n].as_str())].align_y(Center);
            button::entry(container(line).padding([6, 10]), at == self.at).on_press(Message::PickChosen(at)).into()
        });
        let list = field::scrolled(Column::with_children(lines).padding(8)).width(Fill).height(Fill);
        let list = container(list).width(LIST).height(Fill).style(panel::surface);
        let seen = match self.current() {
            Some(told) => self.choice_view(context, told),
            None => panel::empty(tr!("No picks yet"), tr!("Picks appear here as they are made."), None),
        };
        let seen = container(seen).width(Fill).height(Fill).style(panel::ground);
        column![head.style(panel::surface), panel::flat(), row![list, panel::upright(), seen]].into()
    }

    fn choice_view<'a>(&'a self, context: ScreenContext<'a>, told: &'a StoryChoice) -> Element<'a, Message> {
        let n = self.picks()[self.at];
        let by = told.chooser().unwrap_or_default();
        let title = row![label::section(self.labels[n].as_str()), label::body(by).style(label::muted)];
        let mut page = column![title.spacing(space::M).align_y(Center)].spacing(space::L);
        if let Some(why) = &self.reasons[n] {
            page = page.push(label::body(why.as_str()));
        }
        if let Some(words) = told.wheel() {
            page = page.push(label::body(words).style(label::muted));
        }
        for (pile, fates) in told.view.piles.iter().zip(told.fates()).filter(|(pile, _)| !pile.cards.is_empty()) {
            let width = self.width(context.bounds);
            let cells = pile.cards.iter().zip(fates).map(|(card, fate)| {
                let mut layers = stack![context.gallery.face(*card, width)].width(width).height(face::height(width));
                if fate == CardFate::Taken {
                    layers = layers.push(face::ring(width, true));
                }
                let word = label::caption(fate.label().unwrap_or_else(|| " ".into()));
                let word = if fate == CardFate::Taken { word.font(theme::SEMIBOLD).style(label::accent) } else { word };
                column![layers, container(word).center_x(width)].spacing(2).into()
            });
            let cells: Vec<Element<'a, Message>> = cells.collect();
            let title = if pile.kind == PileKind::Pack { tr!("Cards in the pack") } else { pile.kind.label() };
            let faces = Row::with_children(cells).spacing(space::S).wrap().vertical_spacing(space::S);
            page = page.push(column![label::group(title).font(theme::SEMIBOLD), faces].spacing(space::S));
        }
        field::scrolled(page.padding(space::XL).width(Fill)).width(Fill).height(Fill).into()
    }
}
