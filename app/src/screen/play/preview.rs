//! The card under the cursor, large enough to be read: it lies over the half of the board where the cursor is not, and
//! nothing else moves for it. What lies below it can be pointed at and pressed as before.

use catalog::CardIx;
use catalog::tr;
use engine::kernel::observation::ActionTarget;
use iced::widget::{column, container, mouse_area, row, space as gap};
use iced::{Center, Fill, Size};

use super::table::{BoardHalf, MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::{Element, face, label, panel};

/// Width of the face where there is room: enough for its text at the smallest scale of the window, too.
const WIDTH: f32 = 308.0;
/// Width below which a face has no text.
const READABLE: f32 = catalog::face::SMALL_BELOW as f32;
/// What the frame takes beside the face, and with the words of its state above and below it.
const FRAME: Size = Size::new(24.0, 76.0);

/// Which card it is, with the words of its state.
fn card(table: &MatchTable) -> Option<(CardIx, String)> {
    if table.motion().dragged().is_some() {
        return None;
    }
    if let Some(card) = table.named() {
        return Some((card, String::new()));
    }
    match table.pointed()? {
        ActionTarget::Card(key) => {
            let seen = table.observation().card(key)?;
            Some((seen.card?, seen.to_string()))
        }
        ActionTarget::Waiting(at) => {
            let waiting = table.observation().pending.get(usize::from(at))?;
            Some((waiting.card, waiting.text.clone()))
        }
        ActionTarget::City(number) => {
            let city = table.observation().cities.iter().find(|city| city.number == number)?;
            Some((city.card?, tr!("City {}", number + 1)))
        }
        ActionTarget::Seat(_) | ActionTarget::Year(_) => None,
    }
}

/// The width of the face on a board of this size.
fn width(board: Size) -> f32 {
    let by_height = (board.height - FRAME.height) * face::height(100.0).recip() * 100.0;
    WIDTH.min(by_height).min((board.width / 2.0 - FRAME.width).max(READABLE)).floor()
}

/// The face that is shown.
pub fn wanted(table: &MatchTable, board: Size) -> Option<face::FaceRequest> {
    card(table).map(|(card, _)| (card, width(board) as u32))
}

/// What lies over the board: the halves that tell where the cursor is, and the card.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>, board: Size) -> Element<'a, Message> {
    let half = |half| mouse_area(gap().width(Fill).height(Fill)).on_enter(Message::CursorIn(half));
    let halves = row![half(BoardHalf::Left), half(BoardHalf::Right)];
    let Some((card, words)) = card(table) else { return halves.into() };
    let width = width(board);
    let face = context.gallery.face(card, width);
    // A card that a sentence names is in no state of its own.
    let words = (!words.is_empty()).then(|| container(label::caption(words)).max_width(width));
    let shown = container(column![face].push(words).spacing(space::XS).align_x(Center))
        .id("card-preview")
        .padding(space::S)
        .style(panel::floating);
    let place = container(shown).padding(space::XS).width(Fill).height(Fill).center_y(Fill);
    let place = match table.cursor_in() {
        BoardHalf::Left => place.align_x(iced::Right),
        BoardHalf::Right => place.align_x(iced::Left),
    };
    iced::widget::stack![halves, place].into()
}
