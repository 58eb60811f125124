//! Tables: one list of columns places the head and every line, so that each name stands above what it names.
//!
//! The lines may be scrolled below the head: [`super::field::scrolled_steady`] keeps the room of the bar free, as the head does.

use iced::alignment::Horizontal;
use iced::widget::{Row, column, container};
use iced::{Center, Fill, Length};

use super::{Element, field, label, panel};

/// A column: how wide it is, and where its words stand.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    width: Length,
    align: Horizontal,
}

/// A column of words.
pub fn text_column(width: impl Into<Length>) -> Column {
    Column { width: width.into(), align: Horizontal::Left }
}

/// A column of numbers.
pub fn number_column(width: impl Into<Length>) -> Column {
    Column { width: width.into(), align: Horizontal::Right }
}

/// A column of marks.
pub fn mark_column(width: impl Into<Length>) -> Column {
    Column { width: width.into(), align: Horizontal::Center }
}

/// The columns of a table.
#[derive(Debug, Clone)]
pub struct TableLayout {
    columns: Vec<Column>,
    spacing: f32,
    edge: f32,
}

impl TableLayout {
    /// A table of these columns, so far apart and so far from its edge.
    pub fn new(columns: impl Into<Vec<Column>>, spacing: f32, edge: f32) -> TableLayout {
        TableLayout { columns: columns.into(), spacing, edge }
    }

    /// The cells of a line in their columns.
    pub fn line<'a, M: 'a>(&self, cells: impl IntoIterator<Item = Element<'a, M>>) -> Row<'a, M> {
        let placed = self.columns.iter().zip(cells);
        let placed = placed.map(|(column, cell)| container(cell).width(column.width).align_x(column.align).into());
        Row::with_children(placed).spacing(self.spacing).align_y(Center).padding([0.0, self.edge])
    }

    /// The names of the columns above lines that are scrolled.
    pub fn head<'a, M: 'a>(&self, names: impl IntoIterator<Item = String>) -> Element<'a, M> {
        self.head_of(names.into_iter().map(|name| label::group(name).into()))
    }

    /// The same with heads of their own, such as those that sort.
    pub fn head_of<'a, M: 'a>(&self, heads: impl IntoIterator<Item = Element<'a, M>>) -> Element<'a, M> {
        let names = self.line(heads);
        let names = container(names).width(Fill).padding(iced::padding::vertical(4).right(field::BAR));
        column![names, panel::flat()].into()
    }
}
