//! A line of text that ends in dots where there is no room for the rest of it.
//!
//! Clipping would cut letters in half, and each clipped container is a layer of its own, which tiny-skia pays
//! for with a mask of the whole window.

use iced::advanced::text::paragraph::Plain;
use iced::advanced::text::{Paragraph as _, Wrapping};
use iced::advanced::widget::text::{self, Format, Style};
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Layout, Widget, layout, renderer};
use iced::mouse::Cursor;
use iced::{Fill, Font, Length, Rectangle, Renderer, Shrink, Size, Theme};

use super::Element;
use crate::theme::{REGULAR, size};

type Paragraph = <Renderer as iced::advanced::text::Renderer>::Paragraph;

/// A line of text that takes the room there is.
pub struct Cut {
    content: String,
    font: Font,
    size: f32,
    style: fn(&Theme) -> Style,
}

/// Text that is cut off where there is no room for it.
pub fn cut(content: impl Into<String>) -> Cut {
    Cut { content: content.into(), font: REGULAR, size: size::BODY, style: iced::widget::text::default }
}

impl Cut {
    /// In another font.
    pub fn font(self, font: Font) -> Cut {
        Cut { font, ..self }
    }

    /// In another size.
    pub fn size(self, size: f32) -> Cut {
        Cut { size, ..self }
    }

    /// In another colour.
    pub fn style(self, style: fn(&Theme) -> Style) -> Cut {
        Cut { style, ..self }
    }

    fn measure(&self, paragraph: &mut Plain<Paragraph>, renderer: &Renderer, content: &str) -> f32 {
        let format = Format {
            size: Some(self.size.into()),
            font: Some(self.font),
            wrapping: Wrapping::None,
            ..Format::default()
        };
        let limits = layout::Limits::new(Size::ZERO, Size::INFINITE);
        text::layout(paragraph, renderer, &limits, content, format);
        paragraph.raw().min_bounds().width
    }
}

#[derive(Default)]
struct State {
    paragraph: Plain<Paragraph>,
    /// For which text and room the paragraph was made.
    made: Option<(String, f32, Font)>,
}

impl<M> Widget<M, Theme, Renderer> for Cut {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        Size::new(Fill, Shrink)
    }

    fn layout(&mut self, tree: &mut Tree, renderer: &Renderer, limits: &layout::Limits) -> layout::Node {
        let state = tree.state.downcast_mut::<State>();
        let room = limits.max().width;
        let made = (self.content.clone(), room, self.font);
        if state.made.as_ref() != Some(&made) {
            if self.measure(&mut state.paragraph, renderer, &self.content) > room {
                // The longest beginning that fits with its dots, by halving.
                let ends: Vec<usize> = self.content.char_indices().map(|(at, _)| at).collect();
                let cut = |n: usize| format!("{}…", self.content[..ends[n]].trim_end());
                let (mut fits, mut over) = (0, ends.len());
                while fits + 1 < over {
                    let middle = usize::midpoint(fits, over);
                    match self.measure(&mut state.paragraph, renderer, &cut(middle)) <= room {
                        true => fits = middle,
                        false => over = middle,
                    }
                }
                self.measure(&mut state.paragraph, renderer, &cut(fits));
            }
            state.made = Some(made);
        }
        layout::sized(limits, Fill, Shrink, |_| state.paragraph.raw().min_bounds())
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        defaults: &renderer::Style,
        layout: Layout<'_>,
        _: Cursor,
        viewport: &Rectangle,
    ) {
        let state = tree.state.downcast_ref::<State>();
        text::draw(renderer, defaults, layout.bounds(), state.paragraph.raw(), (self.style)(theme), viewport);
    }

    fn operate(&mut self, _: &mut Tree, layout: Layout<'_>, _: &Renderer, operation: &mut dyn Operation) {
        operation.text(None, layout.bounds(), &self.content);
    }
}

impl<'a, M: 'a> From<Cut> for Element<'a, M> {
    fn from(cut: Cut) -> Element<'a, M> {
        Element::new(cut)
    }
}
