//! The card under the cursor, large enough to be read: it lies over the half of the board where the cursor is not, and
//! nothing else moves for it. What lies below it can be pointed at and pressed as before.

use catalog::CardIx;
use catalog::tr;
use engine::sight::Spot;
use iced::widget::{column, container, mouse_area, row, space as gap};
use iced::{Center, Fill, Size};

use super::table::{Message, Table};
use crate::screen::Look;
use crate::theme::space;
use crate::widget::{Element, face, label, panel};

/// Width of the face where there is room: enough for its text at the smallest scale of the window, too.
const WIDTH: f32 = 308.0;
/// Width below which a face has no text.
const READABLE: f32 = catalog::face::SMALL_BELOW as f32;
/// What the frame takes beside the face, and with the words of its state above and below it.
const FRAME: Size = Size::new(24.0, 76.0);

/// A half of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    /// The left one.
    Left,
    /// The right one.
    Right,
}

/// Which card it is, with the words of its state.
fn card(table: &Table) -> Option<(CardIx, String)> {
    match table.pointed()? {
        Spot::Card(key) => {
            let seen = table.sight().card(key)?;
            Some((seen.card?, seen.to_string()))
        }
        Spot::Waiting(at) => {
            let waiting = table.sight().waiting.get(usize::from(at))?;
            Some((waiting.card, waiting.words.clone()))
        }
        Spot::City(number) => {
            let city = table.sight().cities.iter().find(|city| city.number == number)?;
            Some((city.card?, tr!("City {}", number + 1)))
        }
        Spot::Seat(_) | Spot::Year(_) => None,
    }
}

/// The width of the face on a board of this size.
fn width(board: Size) -> f32 {
    let by_height = (board.height - FRAME.height) * face::height(100.0).recip() * 100.0;
    WIDTH.min(by_height).min((board.width / 2.0 - FRAME.width).max(READABLE)).floor()
}

/// The face that is shown.
pub fn wanted(table: &Table, board: Size) -> Option<face::Wanted> {
    card(table).map(|(card, _)| (card, width(board) as u32))
}

/// What lies over the board: the halves that tell where the cursor is, and the card.
pub fn view<'a>(table: &'a Table, look: Look<'a>, board: Size) -> Element<'a, Message> {
    let half = |half| mouse_area(gap().width(Fill).height(Fill)).on_enter(Message::CursorIn(half));
    let halves = row![half(Half::Left), half(Half::Right)];
    let Some((card, words)) = card(table) else { return halves.into() };
    let width = width(board);
    let face = look.gallery.face(card, width);
    let words = container(label::caption(words)).max_width(width);
    let shown = container(column![face, words].spacing(space::XS).align_x(Center))
        .id("card-preview")
        .padding(space::S)
        .style(panel::floating);
    let place = container(shown).padding(space::XS).width(Fill).height(Fill).center_y(Fill);
    let place = match table.cursor_in() {
        Half::Left => place.align_x(iced::Right),
        Half::Right => place.align_x(iced::Left),
    };
    iced::widget::stack![halves, place].into()
}
