//! Draws cards: a template, `face.svg` in the game's folder, filled with the card's texts, symbols and a
//! picture generated from its id. The program knows no game by name; a game without a template gets a plain one.
//!
//! A template is an SVG of 744 × 1039 (63 × 88 mm at 300 dpi) with no rounded corners: [`Painter::paint`]
//! rounds them, print keeps them. Where `{{word key=value …}}` stands in it, the program puts something:
//!
//! ```text
//! {{name x= y= w= size=}}        one line of text: name, type, subtype, set (code), set-name, number, rarity,
//!                                faction, credit; {{text "any words" …}}; {{value FIELD …}} and {{label FIELD …}}
//!    y is the base line. Too wide for w, it shrinks down to min= (70 % of size), then it is condensed.
//!    align=start|middle|end   what stands at x          fill=   a colour (below)
//!    font=regular|semibold|bold|italic|technical|bookish        track=  letter spacing in 1/1000 em
//!    case=upper               edge=colour edge-width=  a line around the letters
//!    lines=2  breaks what is too wide, y is then the base of the second line
//!    beside=yes  w is less by what the last row of pips or symbols took
//! {{rules x= y= w= h= max= min=}} keywords, rules text, flavour text as large as fits; fill= strong= muted= align=
//! {{cost x= y= size=}}           the cost as pips; {{amounts FIELD …}} another field of amounts or resources
//!    style=each|count         a pip a unit, or a number beside the symbol; align= gap= w= (most room) flow=down edge=
//! {{symbol x= y= size=}}         faction symbols; fill= opacity= align= gap= w= flow=
//! {{gem x= y= size=}}            the rarity's letter on its colour, x and y in the middle
//! {{stats x= y= w= h=}}          all number fields side by side; fill= muted=
//! {{art x= y= w= h=}}            the picture; scenery= and subject= say of what (see below); tint= is the colour for
//!    a card of no faction; clip=no is faster, where the template covers all around it afterwards
//! {{pattern x= y= w= h= kind=}}  weave, zigzag, circuit, hex, dots; fill= opacity= step=
//! {{colour}} {{colour2}} {{rarity-colour}}   inside an attribute: the first faction's colour, the second's, the rarity's;
//!    {{colour@30*80}} the same hue at lightness 30 of 100 and 80 % of its colourfulness; `fill=` takes the same
//! {{if QUERY}} … {{elif QUERY}} … {{else}} … {{end}}   for some cards: any query, `small` or `large` (thumbnails)
//! {{let NAME VALUE}} {{add NAME VALUE}}      sets a variable, or appends to it; scenery=$NAME and subject=$NAME read it
//! {{# a remark}}
//! ```
//!
//! Scenery: `plains peaks volcano jungle savanna sea islands crystal nebula void rift city circuit alley deep`; several with `+`
//! between them blend, the first far away, the last near. Subjects: see [`SUBJECTS`]. Neither is needed.

mod art;
mod colour;
mod fill;
mod fonts;
mod layout;
mod template;

use resvg::{tiny_skia, usvg};

pub use art::{SCENERY, SUBJECTS};
pub use fonts::{BOOKISH_FAMILY, FONTS, TECHNICAL_FAMILY, TEXT_FAMILY};

use crate::card::Card;
use crate::game::Game;

/// Width of a template.
pub const WIDTH: u32 = 744;
/// Height of a template.
pub const HEIGHT: u32 = 1039;
/// Below this width the face is the simplified one.
pub const SMALL_BELOW: u32 = 260;

/// Radius of a card's corners in template units: 3 mm.
const CORNER: f32 = 36.0;
/// Widest picture that is painted: six times print resolution.
const WIDEST: u32 = 4464;

static DEFAULT: &str = include_str!("face/default.svg");

/// Paints the cards of one game. Made once; shared between threads.
pub struct Painter {
    template: Vec<template::Node>,
    options: usvg::Options<'static>,
}

impl std::fmt::Debug for Painter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Painter").field("pieces", &self.template.len()).finish_non_exhaustive()
    }
}

/// A painted picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Four bytes a pixel, rows from the top, alpha not multiplied in.
    pub rgba: Vec<u8>,
}

/// Why a face cannot be painted.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A placeholder is wrong.
    #[error("face.svg, line {line}: {message}{}", hint.as_ref().map(|h| format!(" ({h})")).unwrap_or_default())]
    Template {
        /// Line in the template, from 1.
        line: usize,
        /// What is wrong.
        message: String,
        /// What to write instead.
        hint: Option<String>,
    },
    /// The template is no SVG once it is filled.
    #[error("face.svg: {0}")]
    Svg(String),
    /// No picture can have this size.
    #[error("a picture {0} pixels wide is not possible")]
    Size(u32),
}

impl Painter {
    /// Reads a template; without one, the plain built-in one is used.
    ///
    /// # Errors
    /// When a placeholder is wrong, or when the filled template is no SVG.
    pub fn new(game: &Game, template: Option<&str>) -> Result<Painter, Error> {
        let painter = Painter {
            template: template::parse(template.unwrap_or(DEFAULT), game)?,
            options: usvg::Options {
                fontdb: fonts::database(),
                font_family: fonts::TEXT_FAMILY.to_owned(),
                ..usvg::Options::default()
            },
        };
        if let Some(card) = game.cards.first() {
            painter.tree(game, card, false)?;
            painter.tree(game, card, true)?;
        }
        Ok(painter)
    }

    /// The finished SVG of a card, large and with square corners, texts as outlines: what print wants.
    pub fn svg(&self, game: &Game, card: &Card) -> String {
        fill::fill(&self.template, game, card, false).svg
    }

    /// The size of a card's rules text in points of print, if it fits only below the least that the template wants.
    pub fn cramped(&self, game: &Game, card: &Card) -> Option<f32> {
        // A template is drawn at 300 dots an inch, and an inch has 72 points.
        fill::fill(&self.template, game, card, false).cramped.map(|size| size * 72.0 / 300.0)
    }

    /// Paints a card `width` pixels wide and `width` × 1039 / 744 high, its corners round. Below
    /// [`SMALL_BELOW`] it is the simplified face.
    ///
    /// # Errors
    /// When the filled template is no SVG, or nothing can be that wide.
    pub fn paint(&self, game: &Game, card: &Card, width: u32) -> Result<Picture, Error> {
        self.render(game, card, width, CORNER)
    }

    /// Paints a card like [`Painter::paint`] with square corners, for print with bleed.
    ///
    /// # Errors
    /// As [`Painter::paint`].
    pub fn paint_square(&self, game: &Game, card: &Card, width: u32) -> Result<Picture, Error> {
        self.render(game, card, width, 0.0)
    }

    fn tree(&self, game: &Game, card: &Card, small: bool) -> Result<usvg::Tree, Error> {
        let filled = fill::fill(&self.template, game, card, small);
        usvg::Tree::from_str(&filled.svg, &self.options).map_err(|e| Error::Svg(e.to_string()))
    }

    fn render(&self, game: &Game, card: &Card, width: u32, corner: f32) -> Result<Picture, Error> {
        if width == 0 || width > WIDEST {
            return Err(Error::Size(width));
        }
        let tree = self.tree(game, card, width < SMALL_BELOW)?;
        let height = (width as f32 * HEIGHT as f32 / WIDTH as f32).round() as u32;
        let mut pixels = tiny_skia::Pixmap::new(width, height.max(1)).ok_or(Error::Size(width))?;
        render_into(&tree, &mut pixels);
        round_corners(&mut pixels, corner * width as f32 / WIDTH as f32);
        Ok(Picture::from(pixels))
    }
}

/// Paints a symbol, a path in a 24 × 24 box, in a colour such as `#3f78c9`; `size` pixels square.
///
/// # Errors
/// When the path or the colour is not one, or nothing can be that size.
pub fn symbol(path: &str, colour: &str, size: u32) -> Result<Picture, Error> {
    if colour::Colour::read(colour).is_none() {
        return Err(Error::Svg(format!("`{colour}` is no colour")));
    }
    if size == 0 || size > WIDEST {
        return Err(Error::Size(size));
    }
    let path = fill::escape(path);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path fill="{colour}" fill-rule="evenodd" d="{path}"/></svg>"#
    );
    let tree = usvg::Tree::from_str(&svg, &usvg::Options::default()).map_err(|e| Error::Svg(e.to_string()))?;
    let mut pixels = tiny_skia::Pixmap::new(size, size).ok_or(Error::Size(size))?;
    render_into(&tree, &mut pixels);
    Ok(Picture::from(pixels))
}

fn render_into(tree: &usvg::Tree, pixels: &mut tiny_skia::Pixmap) {
    let size = tree.size();
    let (x, y) = (pixels.width() as f32 / size.width(), pixels.height() as f32 / size.height());
    resvg::render(tree, tiny_skia::Transform::from_scale(x, y), &mut pixels.as_mut());
}

/// Makes what lies outside round corners transparent, with a soft edge.
fn round_corners(pixels: &mut tiny_skia::Pixmap, radius: f32) {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let reach = (radius.ceil() as usize).min(width / 2).min(height / 2);
    let data = pixels.data_mut();
    for row in 0..reach {
        for column in 0..reach {
            let (dx, dy) = (radius - column as f32 - 0.5, radius - row as f32 - 0.5);
            let cover = (radius + 0.5 - (dx * dx + dy * dy).sqrt()).clamp(0.0, 1.0);
            if cover >= 1.0 {
                continue;
            }
            for (x, y) in [
                (column, row),
                (width - 1 - column, row),
                (column, height - 1 - row),
                (width - 1 - column, height - 1 - row),
            ] {
                let at = (y * width + x) * 4;
                data[at..at + 4].iter_mut().for_each(|c| *c = (f32::from(*c) * cover).round() as u8);
            }
        }
    }
}

impl From<tiny_skia::Pixmap> for Picture {
    fn from(pixels: tiny_skia::Pixmap) -> Picture {
        let (width, height) = (pixels.width(), pixels.height());
        let mut rgba = pixels.take();
        for pixel in rgba.chunks_exact_mut(4) {
            let alpha = u32::from(pixel[3]);
            if alpha != 0 && alpha != 255 {
                pixel[..3].iter_mut().for_each(|c| *c = ((u32::from(*c) * 255 + alpha / 2) / alpha).min(255) as u8);
            }
        }
        Picture { width, height, rgba }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Source, load};

    #[test]
    fn every_text_stays_within_its_box() {
        let source = Source::shipped();
        for id in source.games() {
            let game = load::game(&source, &id).expect("what the test set up");
            let template = source.file(&format!("{id}/face.svg")).map_or(DEFAULT, |f| &f.text);
            for (nodes, small) in [(template, false), (template, true), (DEFAULT, false), (DEFAULT, true)]
                .map(|(text, small)| (template::parse(text, &game).expect("what the test set up"), small))
            {
                for card in &game.cards {
                    let filled = fill::fill(&nodes, &game, card, small);
                    assert!(!filled.placed.is_empty());
                    for (text, frame) in filled.placed {
                        let inside = text.x >= frame.x - 0.5
                            && text.x + text.w <= frame.x + frame.w + 0.5
                            && text.y >= frame.y - 0.5
                            && text.y + text.h <= frame.y + frame.h + 0.5;
                        assert!(inside, "{}: {text:?} leaves {frame:?}", card.name);
                    }
                }
            }
        }
    }

    #[test]
    fn a_longest_name_and_text_still_fit() {
        let mut game = load::game(&Source::shipped(), "afrika").expect("what the test set up");
        game.cards.truncate(1);
        game.cards[0].name = "The Unending Procession of <Everything> & Everyone Who Ever Was \"Seen\"".repeat(2);
        game.cards[0].text = "Whenever another entity enters play, charge it. ".repeat(30);
        let painter =
            Painter::new(&game, Some(&Source::shipped().file("afrika/face.svg").expect("what the test set up").text))
                .expect("what the test set up");
        let filled = fill::fill(&painter.template, &game, &game.cards[0], false);
        assert!(filled.placed.iter().all(|(text, frame)| text.w <= frame.w + 0.5));
        assert!(painter.paint(&game, &game.cards[0], 360).is_ok());
    }

    #[test]
    fn a_template_that_is_no_svg_says_where() {
        let game = load::game(&Source::shipped(), "chronx").expect("what the test set up");
        let error =
            Painter::new(&game, Some("<svg xmlns=\"http://www.w3.org/2000/svg\">\n<rect\n</svg>")).expect_err("no SVG");
        assert!(error.to_string().contains("3:"), "{error}");
    }
}
