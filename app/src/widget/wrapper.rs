//! What a widget leaves to the one that it wraps.

/// Of a [`Widget`](iced::advanced::Widget) with a `content`: it lies and is as large as its content.
macro_rules! lies_like_its_content {
    () => {
        fn children(&self) -> Vec<iced::advanced::widget::Tree> {
            vec![iced::advanced::widget::Tree::new(&self.content)]
        }

        fn diff(&self, tree: &mut iced::advanced::widget::Tree) {
            tree.diff_children(std::slice::from_ref(&self.content));
        }

        fn size(&self) -> iced::Size<iced::Length> {
            self.content.as_widget().size()
        }

        fn size_hint(&self) -> iced::Size<iced::Length> {
            self.content.as_widget().size_hint()
        }

        fn layout(
            &mut self,
            tree: &mut iced::advanced::widget::Tree,
            renderer: &iced::Renderer,
            limits: &iced::advanced::layout::Limits,
        ) -> iced::advanced::layout::Node {
            self.content.as_widget_mut().layout(&mut tree.children[0], renderer, limits)
        }
    };
}

/// Of a [`Widget`](iced::advanced::Widget) with a `content`: it lies, is as large and is pointed at as its content. What a wrapper does
/// itself (`operate`, `update`, `draw`), it writes beside this.
macro_rules! like_its_content {
    () => {
        crate::widget::lies_like_its_content!();

        fn mouse_interaction(
            &self,
            tree: &iced::advanced::widget::Tree,
            layout: iced::advanced::Layout<'_>,
            cursor: iced::mouse::Cursor,
            viewport: &iced::Rectangle,
            renderer: &iced::Renderer,
        ) -> iced::mouse::Interaction {
            self.content.as_widget().mouse_interaction(&tree.children[0], layout, cursor, viewport, renderer)
        }

        fn overlay<'b>(
            &'b mut self,
            tree: &'b mut iced::advanced::widget::Tree,
            layout: iced::advanced::Layout<'b>,
            renderer: &iced::Renderer,
            viewport: &iced::Rectangle,
            translation: iced::Vector,
        ) -> Option<iced::advanced::overlay::Element<'b, M, iced::Theme, iced::Renderer>> {
            self.content.as_widget_mut().overlay(&mut tree.children[0], layout, renderer, viewport, translation)
        }
    };
}

pub(crate) use lies_like_its_content;
pub(crate) use like_its_content;
