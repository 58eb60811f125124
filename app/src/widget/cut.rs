//! Text of a line, or of some lines, that ends in dots where there is no room for the rest of it.
//!
//! Clipping would cut letters in half, and each clipped container is a layer of its own, which tiny-skia pays
//! for with a mask of the whole window.

use iced::advanced::text::paragraph::Plain;
use iced::advanced::text::{LineHeight, Paragraph as _, Wrapping};
use iced::advanced::widget::text::{self, Format, Style};
use iced::advanced::widget::{Operation, Tree, tree};
use iced::advanced::{Layout, Widget, layout, renderer};
use iced::mouse::Cursor;
use iced::{Fill, Font, Length, Rectangle, Renderer, Shrink, Size, Theme};

use super::Element;
use crate::theme::{REGULAR, size};

type Paragraph = <Renderer as iced::advanced::text::Renderer>::Paragraph;

/// Height of several lines where nothing else is said.
const SPACED: f32 = 1.35;

/// Text that takes the room there is.
pub struct CutText {
    content: String,
    font: Font,
    size: f32,
    style: fn(&Theme) -> Style,
    /// Most lines, or as many as its height has room for. One may end within a word, as names do; several end at a word.
    lines: Option<u16>,
    /// Height of several lines, as a share of the size of type.
    spaced: f32,
}

/// Text that is cut off where there is no room for it.
pub fn cut(content: impl Into<String>) -> CutText {
    CutText {
        content: content.into(),
        font: REGULAR,
        size: size::BODY,
        style: iced::widget::text::default,
        lines: Some(1),
        spaced: SPACED,
    }
}

impl CutText {
    /// In another font.
    pub fn font(self, font: Font) -> CutText {
        CutText { font, ..self }
    }

    /// In another size.
    pub fn size(self, size: f32) -> CutText {
        CutText { size, ..self }
    }

    /// In another colour.
    pub fn style(self, style: fn(&Theme) -> Style) -> CutText {
        CutText { style, ..self }
    }

    /// On so many lines at most.
    pub fn lines(self, lines: u16) -> CutText {
        CutText { lines: Some(lines), ..self }
    }

    /// On as many lines as the height that is left has room for.
    pub fn filling(self) -> CutText {
        CutText { lines: None, ..self }
    }

    /// With lines so high, as a share of the size of type.
    pub fn line_height(self, spaced: f32) -> CutText {
        CutText { spaced, ..self }
    }

    /// Lays a text out in so much room, and says whether it fits.
    fn fits(&self, paragraph: &mut Plain<Paragraph>, renderer: &Renderer, content: &str, room: Room) -> bool {
        let format = Format { size: Some(self.size.into()), font: Some(self.font), ..Format::default() };
        let (format, width) = match room.lines {
            1 => (Format { wrapping: Wrapping::None, ..format }, f32::INFINITY),
            _ => (
                Format { wrapping: Wrapping::Word, line_height: LineHeight::Relative(self.spaced), ..format },
                room.width,
            ),
        };
        let limits = layout::Limits::new(Size::ZERO, Size::new(width, f32::INFINITY));
        text::layout(paragraph, renderer, &limits, content, format);
        let bounds = paragraph.raw().min_bounds();
        let height = self.size * self.spaced * f32::from(room.lines);
        bounds.width <= room.width && (room.lines == 1 || bounds.height <= height + 0.5)
    }

    /// The room that it has.
    fn room(&self, limits: &layout::Limits) -> Room {
        let Size { width, height } = limits.max();
        let lines = self.lines.unwrap_or_else(|| ((height + 0.5) / (self.size * self.spaced)).clamp(1.0, 99.0) as u16);
        Room { width, lines }
    }

    /// Where the text may be cut, from its beginning on.
    fn ends(&self, lines: u16) -> Vec<usize> {
        let letters = self.content.char_indices();
        match lines {
            1 => letters.map(|(at, _)| at).collect(),
            _ => std::iter::once(0).chain(letters.filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at)).collect(),
        }
    }
}

/// A beginning with dots: what only joins it to the rest does not stand before them.
fn with_dots(beginning: &str) -> String {
    format!("{}…", beginning.trim_end_matches(|c: char| c.is_whitespace() || ".,;:–-".contains(c)))
}

#[derive(Default)]
struct State {
    paragraph: Plain<Paragraph>,
    /// For which text and room the paragraph was made.
    made: Option<(String, Room, Font)>,
}

/// Room for a text.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Room {
    width: f32,
    lines: u16,
}

impl<M> Widget<M, Theme, Renderer> for CutText {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn size(&self) -> Size<Length> {
        Size::new(Fill, if self.lines.is_none() { Fill } else { Shrink })
    }

    fn layout(&mut self, tree: &mut Tree, renderer: &Renderer, limits: &layout::Limits) -> layout::Node {
        let state = tree.state.downcast_mut::<State>();
        let room = self.room(limits);
        let made = (self.content.clone(), room, self.font);
        if state.made.as_ref() != Some(&made) {
            if !self.fits(&mut state.paragraph, renderer, &self.content, room) {
                // The longest beginning that fits with its dots, by halving.
                let ends = self.ends(room.lines);
                let cut = |n: usize| with_dots(&self.content[..ends[n]]);
                let (mut fits, mut over) = (0, ends.len());
                while fits + 1 < over {
                    let middle = usize::midpoint(fits, over);
                    if self.fits(&mut state.paragraph, renderer, &cut(middle), room) {
                        fits = middle;
                    } else {
                        over = middle;
                    }
                }
                self.fits(&mut state.paragraph, renderer, &cut(fits), room);
            }
            state.made = Some(made);
        }
        layout::sized(limits, Fill, <Self as Widget<M, Theme, Renderer>>::size(self).height, |_| {
            state.paragraph.raw().min_bounds()
        })
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

impl<'a, M: 'a> From<CutText> for Element<'a, M> {
    fn from(cut: CutText) -> Element<'a, M> {
        Element::new(cut)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_lines_are_cut_at_a_word_and_one_anywhere() {
        let text = "Land first, then strike.";
        let all = |lines| -> Vec<String> { cut(text).ends(lines).iter().map(|end| with_dots(&text[..*end])).collect() };
        assert_eq!(all(2), ["…", "Land…", "Land first…", "Land first, then…"]);
        assert_eq!(all(1)[..3], ["…", "L…", "La…"]);
    }
}
