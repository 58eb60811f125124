//! Grids and lists of which only the rows in sight are built: a hundred thousand cards scroll like ten.

use std::ops::Range;

use iced::widget::scrollable::{AbsoluteOffset, Viewport};
use iced::widget::{Column, Id, Row, column, operation, space};
use iced::{Fill, Task};

use super::{Element, field};

/// Rows that are built above and below the ones in sight.
const OVERSCAN_ROWS: usize = 1;

/// How far a list is scrolled, and how much of it is in sight.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scroll {
    /// Pixels scrolled past.
    pub offset: f32,
    /// Pixels in sight.
    pub height: f32,
}

impl Scroll {
    /// At the top of a list that is `height` high.
    pub fn top(height: f32) -> Scroll {
        Scroll { offset: 0.0, height }
    }

    /// Takes note of what a scrollable says.
    pub fn set_from(&mut self, viewport: &Viewport) {
        self.offset = viewport.absolute_offset().y;
        self.height = viewport.bounds().height;
    }
}

/// Cells of one size in rows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Grid {
    /// Cells in a row.
    pub columns: usize,
    /// Width of a cell.
    pub width: f32,
    /// Height of a cell.
    pub height: f32,
    /// Pixels between cells.
    pub gap: f32,
}

impl Grid {
    /// As many cells in a row of `room` pixels as are about as wide as preferred; a cell is a card face with `foot` pixels below.
    pub fn for_faces(room: f32, preferred_width: f32, gap: f32, foot: f32) -> Grid {
        let columns = (((room + gap) / (preferred_width + gap)).round() as usize).max(1);
        let grid = Grid::for_columns(room, columns, gap);
        Grid { height: grid.height + foot, ..grid }
    }

    /// So many card faces in a row of `room` pixels.
    pub fn for_columns(room: f32, columns: usize, gap: f32) -> Grid {
        let columns = columns.max(1);
        let width = ((room - gap * (columns - 1) as f32) / columns as f32).floor().max(48.0);
        Grid { columns, width, height: super::face::height(width), gap }
    }

    /// Rows of one cell, `height` high.
    pub fn for_rows(width: f32, height: f32) -> Grid {
        Grid { columns: 1, width, height, gap: 0.0 }
    }

    fn step(&self) -> f32 {
        self.height + self.gap
    }

    fn rows(&self, count: usize) -> usize {
        count.div_ceil(self.columns)
    }

    /// The cells that are built for this scroll.
    pub fn visible_cells(&self, count: usize, scroll: Scroll) -> Range<usize> {
        let first = ((scroll.offset / self.step()) as usize).saturating_sub(OVERSCAN_ROWS);
        let last = ((scroll.offset + scroll.height) / self.step()).ceil() as usize + OVERSCAN_ROWS;
        let last = last.min(self.rows(count));
        (first * self.columns).min(count)..(last * self.columns).min(count)
    }

    /// Where to scroll so that a cell is in sight; `None` if it is already.
    pub fn reveal(&self, cell: usize, scroll: Scroll) -> Option<f32> {
        let top = (cell / self.columns) as f32 * self.step();
        let bottom = top + self.height;
        if top < scroll.offset {
            Some(top)
        } else if bottom > scroll.offset + scroll.height {
            Some(bottom - scroll.height)
        } else {
            None
        }
    }

    /// The cell that an arrow leads to from `cell`.
    pub fn step_from(&self, cell: usize, count: usize, by: GridStep, scroll: Scroll) -> usize {
        let page = ((scroll.height / self.step()) as usize).max(1) * self.columns;
        let last = count.saturating_sub(1);
        match by {
            GridStep::Cells(n) => cell.saturating_add_signed(n).min(last),
            GridStep::Rows(n) => {
                let to = cell as isize + n * self.columns as isize;
                if to < 0 || to as usize > last { cell } else { to as usize }
            }
            GridStep::Pages(n) => cell.saturating_add_signed(n * page as isize).min(last),
            GridStep::First => 0,
            GridStep::Last => last,
        }
    }

    /// How high all rows are together.
    pub fn total_height(&self, count: usize) -> f32 {
        (self.rows(count) as f32 * self.step() - self.gap).max(0.0)
    }

    /// The rows in sight, with room for the others above and below.
    pub fn visible_rows<'a, M: 'a>(
        &self,
        count: usize,
        scroll: Scroll,
        cell: impl Fn(usize) -> Element<'a, M>,
    ) -> Column<'a, M> {
        let sight = self.visible_cells(count, scroll);
        let (first, last) = (sight.start / self.columns, sight.end.div_ceil(self.columns));
        let above = first as f32 * self.step();
        let below = (self.rows(count) - last) as f32 * self.step();
        let mut rows = Column::new().spacing(self.gap);
        for at in first..last {
            let cells = (at * self.columns..((at + 1) * self.columns).min(count)).map(&cell);
            rows = rows.push(Row::with_children(cells).spacing(self.gap).height(self.height));
        }
        column![space().height(above), rows, space().height(below)]
    }

    /// The scrolling list with the cells in sight, `cell` building each by its position.
    pub fn view<'a, M: Clone + 'a>(
        &self,
        id: &'static str,
        count: usize,
        scroll: Scroll,
        scrolled: impl Fn(Viewport) -> M + 'a,
        cell: impl Fn(usize) -> Element<'a, M>,
    ) -> Element<'a, M> {
        field::scrolled_steady(self.visible_rows(count, scroll, cell).width(Fill))
            .id(Id::new(id))
            .on_scroll(scrolled)
            .width(Fill)
            .height(Fill)
            .into()
    }
}

/// A way to move in a grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridStep {
    /// To the side.
    Cells(isize),
    /// Up or down.
    Rows(isize),
    /// By pages.
    Pages(isize),
    /// To the first.
    First,
    /// To the last.
    Last,
}

impl GridStep {
    /// The way that a key goes.
    pub fn from_shortcut(shortcut: crate::key::Shortcut) -> Option<GridStep> {
        use crate::key::Shortcut;
        Some(match shortcut {
            Shortcut::Up => GridStep::Rows(-1),
            Shortcut::Down => GridStep::Rows(1),
            Shortcut::Left => GridStep::Cells(-1),
            Shortcut::Right => GridStep::Cells(1),
            Shortcut::PageUp => GridStep::Pages(-1),
            Shortcut::PageDown => GridStep::Pages(1),
            Shortcut::First => GridStep::First,
            Shortcut::Last => GridStep::Last,
            _ => return None,
        })
    }
}

/// Scrolls a list to an offset.
pub fn scroll_to<M: Send + 'static>(id: &'static str, offset: f32) -> Task<M> {
    operation::scroll_to(Id::new(id), AbsoluteOffset { x: None, y: Some(offset) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rows_in_sight_are_built() {
        let grid = Grid::for_rows(300.0, 30.0);
        let sight = grid.visible_cells(100_000, Scroll { offset: 30_000.0, height: 600.0 });
        assert!(sight.contains(&1000) && sight.contains(&1019) && sight.len() < 30, "{sight:?}");
        assert_eq!(grid.visible_cells(0, Scroll::top(600.0)), 0..0);
        assert_eq!(grid.visible_cells(3, Scroll { offset: 9000.0, height: 600.0 }), 3..3);
    }

    #[test]
    fn arrows_stay_inside() {
        let grid = Grid { columns: 4, width: 100.0, height: 140.0, gap: 10.0 };
        let scroll = Scroll::top(450.0);
        assert_eq!(grid.step_from(0, 10, GridStep::Rows(-1), scroll), 0);
        assert_eq!(grid.step_from(0, 10, GridStep::Rows(1), scroll), 4);
        assert_eq!(grid.step_from(7, 10, GridStep::Rows(1), scroll), 7);
        assert_eq!(grid.step_from(8, 10, GridStep::Cells(1), scroll), 9);
        assert_eq!(grid.step_from(0, 10, GridStep::Last, scroll), 9);
        assert_eq!(grid.reveal(9, scroll), None);
        assert_eq!(grid.reveal(12, scroll), Some(140.0));
    }
}
