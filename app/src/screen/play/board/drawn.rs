//! What all parts of the board draw with.

use iced::widget::Column;
use iced::{Center, Fill};

use super::super::table::{MatchTable, Message};
use super::sizes::CardSizes;
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::Element;

/// What is drawn, and how large.
pub(super) struct BoardView<'a> {
    pub(super) table: &'a MatchTable,
    pub(super) context: ScreenContext<'a>,
    pub(super) sizes: CardSizes,
}

/// Lines of things with room between.
pub(super) fn lines<'a>(lines: Vec<Element<'a, Message>>) -> Element<'a, Message> {
    Column::with_children(lines).spacing(space::S).align_x(Center).width(Fill).into()
}
