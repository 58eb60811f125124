//! What can be done with a card, beside it.

use catalog::fold::capital;
use iced::widget::{Column, container, pin};
use iced::{Fill, Size};

use super::super::table::Message;
use super::drawn::BoardView;
use crate::widget::{Element, button, label, panel};

/// Width of the menu, and height of a line of it.
const WIDTH: f32 = 240.0;
const LINE: f32 = 32.0;
/// Lines that are shown; the rest is in the list at the side.
const MOST: usize = 8;
const GAP: f32 = 8.0;

impl<'a> BoardView<'a> {
    /// The menu beside what was pressed, if there is something to choose.
    pub fn menu(&self, board: Size) -> Option<Element<'a, Message>> {
        let spot = self.table.about()?;
        let place = self.table.motion().place(spot).filter(|_| self.table.motion().dragged().is_none())?;
        let listed = self.table.listed();
        if listed.is_empty() {
            return None;
        }
        let entry = |at: &usize| -> Element<'a, Message> {
            let act = &self.table.observation().actions[*at];
            let words = label::body(capital(&act.label));
            button::entry(container(words).padding([4, 8]), false).width(Fill).on_press(Message::Chosen(*at)).into()
        };
        let lines = Column::with_children(listed.iter().take(MOST).map(entry));
        let height = LINE * listed.len().min(MOST) as f32 + 12.0;
        // The board's own corner is that of the window's part: places are noted in the window.
        let corner = self.table.motion().corner();
        let (left, top) = (place.x - corner.x, place.y - corner.y);
        let beside = left + place.width + GAP;
        let x = if beside + WIDTH > board.width { left - WIDTH - GAP } else { beside };
        let y = top.min(board.height - height - GAP).max(GAP);
        let menu = container(lines).width(WIDTH).padding(6).style(panel::floating);
        Some(pin(menu).x(x.max(GAP)).y(y).into())
    }
}
