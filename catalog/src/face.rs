//! Draws cards: a template, `face.svg` in the game's folder, filled with the card's texts, symbols and a
//! picture generated from its id. The program knows no game by name; a game without a template gets a plain one.
//!
//! A template is an SVG of 744 × 1039 (63 × 88 mm at 300 dpi) with no rounded corners: [`Corners`] says whether they are
//! rounded. Where `{{word key=value …}}` stands in it, the program puts something; data/README.md describes the words.
//! [`Painter`] fills and paints, [`Studio`] puts a person's own pictures in and keeps what was painted in a [`Cache`].

mod art;
mod cache;
mod colour;
mod fill;
mod fonts;
mod layout;
mod limits;
mod numbers;
mod plain;
mod scan;
mod sides;
mod studio;
mod template;

use std::sync::Arc;

use image::ImageEncoder as _;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use resvg::{tiny_skia, usvg};
use sha2::{Digest, Sha256};

pub use art::{SCENERY, SUBJECTS};
pub use cache::Cache;
pub use fonts::{
    BOOKISH_FAMILY, FONTS, Glyph, Measures, TECHNICAL_FAMILY, TEXT_FAMILY, advance, glyphs, measures, text_fonts,
};
pub use plain::{back, copies, drawing, unknown};
pub use studio::{Face, Studio};

use crate::card::{Card, Side};
use crate::game::GameData;
use sides::{SplitSketch, share, shown};

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

/// What the pixels are made with, beyond what an SVG says: another number where resvg or the corners change.
const BRUSH: &str = "resvg 0.49, 1";

/// Paints the cards of one game. Made once; shared between threads.
pub struct Painter {
    template: Vec<template::Node>,
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
    /// The card's own picture cannot be used.
    #[error("the picture {0}")]
    Own(crate::art::PictureError),
    /// No picture can have this size.
    #[error("a picture {0} pixels wide is not possible")]
    Size(u32),
}

/// Where a number stands on a face, in shares of the width of the face.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NumberPlace {
    /// Which field, by position in the game.
    pub field: usize,
    /// What is printed.
    pub number: i32,
    /// The middle of its digits.
    pub x: f32,
    /// The middle of their height.
    pub y: f32,
    /// How large they are.
    pub size: f32,
}

/// How a card is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corners {
    /// With round corners: as it is held.
    Round,
    /// With square corners: as it is printed and then cut.
    Square,
}

/// A face that is laid out and not painted yet.
pub(crate) struct Sketch {
    filled: fill::Filled,
    own: Option<Vec<u8>>,
    width: u32,
    cut: Corners,
}

impl Painter {
    /// Reads a template; without one, the plain built-in one is used.
    ///
    /// # Errors
    /// When a placeholder is wrong, or when the filled template is no SVG.
    pub fn new(game: &GameData, template: Option<&str>) -> Result<Painter, Error> {
        let painter = Painter { template: template::parse(template.unwrap_or(DEFAULT), game)? };
        if let Some(card) = game.cards.first() {
            for width in [SMALL_BELOW, SMALL_BELOW - 1] {
                painter.sketch(game, card, width, Corners::Round, None)?.tree()?;
            }
        }
        Ok(painter)
    }

    /// The finished SVG of a card, large and with square corners, texts as outlines: what print wants. Of a card whose faces
    /// share a side it is the first.
    pub fn svg(&self, game: &GameData, card: &Card) -> String {
        self.fill_large(game, card).swap_remove(0).svg
    }

    /// The large faces of a card's front.
    fn fill_large(&self, game: &GameData, card: &Card) -> Vec<fill::Filled> {
        let fill = |card: &Card| fill::fill(&self.template, game, card, false, false);
        shown(game, card, Side::Front).cards().iter().map(fill).collect()
    }

    /// The size of a card's rules text in points of print, if it fits only below the least that the template wants.
    pub fn cramped(&self, game: &GameData, card: &Card) -> Option<f32> {
        let filled = self.fill_large(game, card);
        let back = card.back().map(|back| fill::fill(&self.template, game, back, false, false));
        let cramped = filled.iter().chain(&back).filter(|filled| filled.cramped);
        // A template is drawn at 300 dots an inch, and an inch has 72 points.
        cramped.filter_map(|filled| filled.rules_size).map(|size| size * 72.0 / 300.0).reduce(f32::min)
    }

    /// The size of a card's rules text on its large face `width` pixels wide, in pixels; nothing where there is none.
    pub fn rules_size(&self, game: &GameData, card: &Card, width: f32) -> Option<f32> {
        let filled = self.fill_large(game, card);
        let share = if filled.len() > 1 { share(filled.len()) } else { 1.0 };
        let least = filled.iter().filter_map(|filled| filled.rules_size).reduce(f32::min);
        least.map(|size| size * share * width / WIDTH as f32)
    }

    /// Where the numbers of a card stand on its front, in the order of the template; below [`SMALL_BELOW`] `width` is that of the
    /// simplified face. In shares of the width of the face; none where several faces share the side.
    pub fn numbers(&self, game: &GameData, card: &Card, width: f32) -> Vec<NumberPlace> {
        let mut found = Vec::new();
        if let [card] = shown(game, card, Side::Front).cards() {
            numbers::find(&self.template, game, card, width < SMALL_BELOW as f32, &mut found);
        }
        found
    }

    /// Paints the front of a card with its generated picture, `width` pixels wide and `width` × 1039 / 744 high. Below
    /// [`SMALL_BELOW`] it is the simplified face.
    ///
    /// # Errors
    /// When the filled template is no SVG, or nothing can be that wide.
    pub fn paint(&self, game: &GameData, card: &Card, width: u32, cut: Corners) -> Result<Picture, Error> {
        self.paint_side(game, card, Side::Front, width, cut)
    }

    /// Paints a side of a card, as [`Painter::paint`] does the front.
    ///
    /// # Errors
    /// The same.
    pub fn paint_side(
        &self,
        game: &GameData,
        card: &Card,
        side: Side,
        width: u32,
        cut: Corners,
    ) -> Result<Picture, Error> {
        self.side(game, card, (side, width, cut), None)?.paint()
    }

    /// Lays a side of a card out. `own` is the file of a picture that takes the place of the generated one.
    fn side(
        &self,
        game: &GameData,
        card: &Card,
        (side, width, cut): (Side, u32, Corners),
        own: Option<Vec<u8>>,
    ) -> Result<Box<dyn Paint>, Error> {
        match shown(game, card, side).cards() {
            [card] => Ok(Box::new(self.sketch(game, card, width, cut, own)?)),
            faces => {
                let part = ((width as f32 * share(faces.len())).round() as u32).max(1);
                let face = |face: &Card| self.sketch(game, face, part, Corners::Square, own.clone());
                let faces = faces.iter().map(face).collect::<Result<Vec<Sketch>, Error>>()?;
                Ok(Box::new(SplitSketch { faces, width, cut }))
            }
        }
    }

    /// Lays a face out. `own` is the file of a picture that takes the place of the generated one.
    fn sketch(
        &self,
        game: &GameData,
        card: &Card,
        width: u32,
        cut: Corners,
        own: Option<Vec<u8>>,
    ) -> Result<Sketch, Error> {
        if width == 0 || width > WIDEST {
            return Err(Error::Size(width));
        }
        let filled = fill::fill(&self.template, game, card, width < SMALL_BELOW, own.is_some());
        Ok(Sketch { filled, own, width, cut })
    }
}

/// Something that becomes the pixels of a face.
trait Paint {
    /// SHA-256 over all that decides the pixels, in hexadecimal.
    fn key(&self) -> String;
    /// Width in pixels.
    fn width(&self) -> u32;
    /// Paints it.
    fn paint(&self) -> Result<Picture, Error>;
}

/// SHA-256 over the parts that decide the pixels of a face, in hexadecimal.
fn key_of(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
}

/// The height of a face so wide, in pixels.
fn face_height(width: u32) -> u32 {
    ((width as f32 * HEIGHT as f32 / WIDTH as f32).round() as u32).max(1)
}

impl Paint for Sketch {
    /// The SVG stands for the template, the card, the game and the code that draws.
    fn key(&self) -> String {
        let size = format!("{} {:?}", self.width, self.cut);
        let own = self.own.as_deref().unwrap_or_default();
        key_of(&[BRUSH.as_bytes(), size.as_bytes(), self.filled.svg.as_bytes(), own])
    }

    fn width(&self) -> u32 {
        self.width
    }

    fn paint(&self) -> Result<Picture, Error> {
        let tree = self.tree()?;
        let mut pixels = tiny_skia::Pixmap::new(self.width, face_height(self.width)).ok_or(Error::Size(self.width))?;
        render_into(&tree, &mut pixels);
        if self.cut == Corners::Round {
            round_corners(&mut pixels, CORNER * self.width as f32 / WIDTH as f32);
        }
        Ok(Picture::from(pixels))
    }
}

impl Sketch {
    fn tree(&self) -> Result<usvg::Tree, Error> {
        let own = self.own_pixels()?;
        // A template names no other file and holds none: what it shows comes from the card, the game and the album.
        let resolver = usvg::ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(move |href, _| {
                (href == fill::OWN).then(|| own.clone().map(usvg::ImageKind::PNG)).flatten()
            }),
        };
        let options = usvg::Options {
            fontdb: fonts::database(),
            font_family: fonts::TEXT_FAMILY.to_owned(),
            image_href_resolver: resolver,
            ..usvg::Options::default()
        };
        limits::parse_tree(&self.filled.svg, &options).map_err(|e| Error::Svg(e.to_string()))
    }

    /// The own picture at the size in which it is shown, as a PNG that takes no time to read.
    fn own_pixels(&self) -> Result<Option<Arc<Vec<u8>>>, Error> {
        let (Some(own), Some(frame)) = (&self.own, self.filled.own) else { return Ok(None) };
        let pixels = |side: f32| (side * self.width as f32 / WIDTH as f32).ceil() as u32;
        let picture = crate::art::unpack(own, pixels(frame.w), pixels(frame.h)).map_err(Error::Own)?;
        let mut png = Vec::new();
        encode(&mut png, picture.width(), picture.height(), &picture, CompressionType::Uncompressed)
            .map_err(|e| Error::Svg(e.to_string()))?;
        Ok(Some(Arc::new(png)))
    }
}

/// Writes pixels as a PNG.
fn encode(
    to: impl std::io::Write,
    width: u32,
    height: u32,
    rgba: &[u8],
    compression: CompressionType,
) -> image::ImageResult<()> {
    let encoder = PngEncoder::new_with_quality(to, compression, FilterType::Adaptive);
    encoder.write_image(rgba, width, height, image::ExtendedColorType::Rgba8)
}

/// Paints a symbol, a path in a 24 × 24 box, in a colour such as `#3f78c9`; `size` pixels square.
///
/// # Errors
/// When the path or the colour is not one, or nothing can be that size.
pub fn symbol(path: &str, colour: &str, size: u32) -> Result<Picture, Error> {
    if colour::Colour::parse(colour).is_none() {
        return Err(Error::Svg(format!("`{colour}` is no colour")));
    }
    if size == 0 || size > WIDEST {
        return Err(Error::Size(size));
    }
    let path = fill::escape(path);
    let svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24"><path fill="{colour}" fill-rule="evenodd" d="{path}"/></svg>"#
    );
    let tree = limits::parse_tree(&svg, &usvg::Options::default()).map_err(|e| Error::Svg(e.to_string()))?;
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

    /// A game's own template and the plain one.
    fn templates(source: &Source, game: &GameData) -> [Vec<template::Node>; 2] {
        let own = source.file(&format!("{}/face.svg", game.id)).map_or(DEFAULT, |f| &f.text);
        [own, DEFAULT].map(|text| template::parse(text, game).expect("what the test set up"))
    }

    /// Whether all texts stay in their boxes, and every word of the rules text is there.
    fn fits(game: &GameData, nodes: &[template::Node], card: &Card, small: bool) {
        let filled = fill::fill(nodes, game, card, small, false);
        assert!(!filled.placed.is_empty());
        for (text, frame) in filled.placed {
            let inside = text.x >= frame.x - 0.5
                && text.x + text.w <= frame.x + frame.w + 0.5
                && text.y >= frame.y - 0.5
                && text.y + text.h <= frame.y + frame.h + 0.5;
            assert!(inside, "{} (small: {small}): {text:?} leaves {frame:?}", card.name);
        }
        assert_eq!(filled.left_out, 0, "{} (small: {small})", card.name);
    }

    #[test]
    fn every_text_stays_within_its_box() {
        let source = Source::shipped();
        for id in source.games() {
            let game = load::game(&source, &id).expect("what the test set up");
            for nodes in templates(&source, &game) {
                for card in &game.cards {
                    fits(&game, &nodes, card, false);
                    fits(&game, &nodes, card, true);
                }
            }
        }
    }

    #[test]
    fn a_longest_name_and_text_still_fit_in_every_frame() {
        let source = Source::shipped();
        for id in source.games() {
            let game = load::game(&source, &id).expect("what the test set up");
            let templates = templates(&source, &game);
            for (at, kind) in game.types.iter().enumerate() {
                // A type without cards yet is shown by a card of another.
                let own = game.cards.iter().find(|c| c.types.contains(&(at as u8)));
                let mut card = own.unwrap_or(&game.cards[0]).clone();
                (card.types, card.type_mask) = (smallvec::smallvec![at as u8], 1 << at);
                card.name = format!("{}: The Unending Procession of <Everything> & Everyone \"Seen\"", kind.name);
                let keyword = |at| crate::card::HasKeyword { keyword: at, number: None, word: None };
                card.keywords = (0..game.keywords.len().min(4)).map(|k| keyword(k as u8)).collect();
                card.flavor = "It was seen once, and then it was told, and that was worse. ".repeat(2);
                for length in [300, 600] {
                    let words = "Whenever another entity enters play under your control, you may charge it. ".repeat(9);
                    card.text = words[..length].to_owned();
                    for nodes in &templates {
                        fits(&game, nodes, &card, false);
                        fits(&game, nodes, &card, true);
                    }
                }
            }
        }
    }

    #[test]
    fn a_template_that_is_no_svg_says_where() {
        let game = load::game(&Source::shipped(), "chronx").expect("what the test set up");
        let error =
            Painter::new(&game, Some("<svg xmlns=\"http://www.w3.org/2000/svg\">\n<rect\n</svg>")).expect_err("no SVG");
        assert!(error.to_string().contains("3:"), "{error}");
    }
}
