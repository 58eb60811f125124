//! Tiles in columns of one width, each as high as the highest of its row.

use iced::advanced::layout::{self, Layout, Limits, Node};
use iced::advanced::renderer::Style;
use iced::advanced::widget::{Operation, Tree, Widget};
use iced::advanced::{Clipboard, Shell, overlay};
use iced::mouse::{Cursor, Interaction};
use iced::{Event, Fill, Length, Rectangle, Renderer, Shrink, Size, Theme, Vector};

use super::Element;

/// Tiles row by row. A tile whose height is [`Fill`] is as high as its row.
pub struct TileGrid<'a, M> {
    tiles: Vec<Element<'a, M>>,
    columns: usize,
    spacing: f32,
}

impl<'a, M> TileGrid<'a, M> {
    /// So many tiles in a row, with so much room between them.
    pub fn new(tiles: impl IntoIterator<Item = Element<'a, M>>, columns: usize, spacing: f32) -> TileGrid<'a, M> {
        TileGrid { tiles: tiles.into_iter().collect(), columns: columns.max(1), spacing }
    }
}

impl<M> Widget<M, Theme, Renderer> for TileGrid<'_, M> {
    fn children(&self) -> Vec<Tree> {
        self.tiles.iter().map(Tree::new).collect()
    }

    fn diff(&self, tree: &mut Tree) {
        tree.diff_children(&self.tiles);
    }

    fn size(&self) -> Size<Length> {
        Size::new(Fill, Shrink)
    }

    fn layout(&mut self, tree: &mut Tree, renderer: &Renderer, limits: &Limits) -> Node {
        let inside = limits.max().width;
        let gaps = self.spacing * (self.columns - 1) as f32;
        let width = ((inside - gaps) / self.columns as f32).floor();
        let mut nodes = Vec::with_capacity(self.tiles.len());
        let mut y = 0.0;
        let rows = self.tiles.chunks_mut(self.columns).zip(tree.children.chunks_mut(self.columns));
        for (tiles, trees) in rows {
            let free = Limits::with_compression(
                Size::new(width, 0.0),
                Size::new(width, f32::INFINITY),
                Size::new(false, true),
            );
            let mut lay_out = |limits: &Limits| -> Vec<Node> {
                let row = tiles.iter_mut().zip(trees.iter_mut());
                row.map(|(tile, tree)| tile.as_widget_mut().layout(tree, renderer, limits)).collect()
            };
            let height = lay_out(&free).iter().map(|node| node.size().height).fold(0.0, f32::max);
            let even = Limits::new(Size::new(width, 0.0), Size::new(width, height));
            let row = lay_out(&even).into_iter().enumerate();
            nodes.extend(row.map(|(at, node)| node.move_to((at as f32 * (width + self.spacing), y))));
            y += height + self.spacing;
        }
        Node::with_children(Size::new(inside, (y - self.spacing).max(0.0)), nodes)
    }

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        operation.container(None, layout.bounds());
        operation.traverse(&mut |operation| {
            for ((tile, tree), layout) in self.tiles.iter_mut().zip(&mut tree.children).zip(layout.children()) {
                tile.as_widget_mut().operate(tree, layout, renderer, operation);
            }
        });
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        cursor: Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        viewport: &Rectangle,
    ) {
        for ((tile, tree), layout) in self.tiles.iter_mut().zip(&mut tree.children).zip(layout.children()) {
            tile.as_widget_mut().update(tree, event, layout, cursor, renderer, clipboard, shell, viewport);
        }
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> Interaction {
        let tiles = self.tiles.iter().zip(&tree.children).zip(layout.children());
        let at = |((tile, tree), layout): ((&Element<'_, M>, &Tree), Layout<'_>)| {
            tile.as_widget().mouse_interaction(tree, layout, cursor, viewport, renderer)
        };
        tiles.map(at).max().unwrap_or_default()
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &Style,
        layout: Layout<'_>,
        cursor: Cursor,
        viewport: &Rectangle,
    ) {
        let tiles = self.tiles.iter().zip(&tree.children).zip(layout.children());
        for ((tile, tree), layout) in tiles.filter(|(_, layout)| layout.bounds().intersects(viewport)) {
            tile.as_widget().draw(tree, renderer, theme, style, layout, cursor, viewport);
        }
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: layout::Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, M, Theme, Renderer>> {
        overlay::from_children(&mut self.tiles, tree, layout, renderer, viewport, translation)
    }
}

impl<'a, M: 'a> From<TileGrid<'a, M>> for Element<'a, M> {
    fn from(grid: TileGrid<'a, M>) -> Self {
        Element::new(grid)
    }
}
