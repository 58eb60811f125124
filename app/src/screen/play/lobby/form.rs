//! The lobby as it is shown: your deck and the opponents above, what goes on and what came of it below.

use catalog::tr;
use engine::registry::AUTOMA;
use iced::widget::{column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::state::{Lobby, Message};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::face::FaceRequest;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// From this room on the lists at the foot stand side by side.
const TWO_COLUMNS: f32 = 900.0;

/// Room inside the page.
fn inside(bounds: Size) -> f32 {
    bounds.width - 2.0 * space::XL - field::BAR
}

impl Lobby {
    /// Whether the person has played no match of the game to its end, and there is a lesson for that.
    fn is_newcomer(&self) -> bool {
        self.has_lesson && !self.saved.iter().any(|kept| kept.outcome.is_some())
    }

    /// The faces in sight, the most urgent first.
    pub fn wanted(&self, bounds: Size) -> Vec<FaceRequest> {
        if self.formats.is_empty() {
            return Vec::new();
        }
        self.cover_wanted(inside(bounds)).into_iter().chain(self.opponent_faces()).collect()
    }

    /// The lobby.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        if self.formats.is_empty() && context.game_library.game.id == AUTOMA {
            let what = tr!(
                "Its solo opponent plays beside your copy of the board game: it rolls, moves its pieces and keeps score."
            );
            let open = button::primary(tr!("Open the table")).on_press(Message::CompanionWanted).into();
            return panel::empty(tr!("Played at your own table"), what, Some(open));
        }
        if self.formats.is_empty() {
            let what = tr!(
                "Deckloom does not know the rules of this game, or no deck is legal in any of its formats. Decks, drafts and opening hands work without them."
            );
            return panel::empty(tr!("This game cannot be played yet"), what, None);
        }
        let room = inside(context.bounds);
        let newcomer = self.is_newcomer();
        let lesson = (self.has_lesson && !newcomer)
            .then(|| button::quiet(tr!("First match, with tips  (H)")).on_press(Message::LessonBegun));
        let head = row![label::page(tr!("Play")), gap::horizontal()].push(lesson).align_y(Center);
        let fault = self.fault.as_ref().map(|fault| panel::toned(Tone::Bad, label::body(fault.as_str())));
        let page = column![head]
            .push(fault)
            .push(newcomer.then(first_match))
            .push(self.hero(context, room))
            .push(self.opponents(context, room).unwrap_or_else(|| self.options_button()))
            .push(self.options())
            .push(self.lists(room))
            .spacing(space::L)
            .width(room);
        let page = container(page).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }

    fn lists(&self, room: f32) -> Element<'_, Message> {
        let (kept, record) = (self.kept_matches(), self.record());
        if room >= TWO_COLUMNS {
            let sides = row![container(kept).width(Fill), container(record).width(Fill)];
            return container(sides.spacing(space::L)).padding(iced::padding::top(space::S)).into();
        }
        container(column![kept, record].spacing(space::L)).padding(iced::padding::top(space::S)).into()
    }
}

/// What a newcomer does first.
fn first_match<'a>() -> Element<'a, Message> {
    let words = column![
        label::section(tr!("Your first match, with tips")),
        label::body(tr!("Learn the turn as you play: a tip appears whenever something is new.")).style(label::muted),
    ];
    let begin = button::loud(label::emphasis(tr!("Start first match  (H)"))).padding([10, 20]);
    let line = row![
        icon(Icon::Hint, 32.0, Ink::Accent),
        words.spacing(space::XS).width(Fill),
        begin.on_press(Message::LessonBegun)
    ];
    container(line.spacing(space::L).align_y(Center)).padding([16, 20]).width(Fill).style(panel::highlighted).into()
}
