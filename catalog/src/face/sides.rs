//! What the sides of a card show: most have one face on the front, and the back that all cards of their game have.

use std::slice;

use resvg::tiny_skia;

use super::fill::amount_words;
use super::{Corners, Error, HEIGHT, Paint, Picture, Sketch, WIDTH, key_of, round_corners};
use crate::card::{Card, FaceLayout, Side};
use crate::game::GameData;

/// What a side shows: one card by itself, or several that lie on their sides, one above the other.
pub(super) enum Shown<'c> {
    /// As they are.
    Cards(&'c [Card]),
    /// One that was made of several.
    Made(Box<Card>),
}

impl Shown<'_> {
    pub fn cards(&self) -> &[Card] {
        match self {
            Shown::Cards(cards) => cards,
            Shown::Made(card) => slice::from_ref(card),
        }
    }
}

/// What a side of a card shows.
pub(super) fn shown<'c>(game: &GameData, card: &'c Card, side: Side) -> Shown<'c> {
    let [first, others @ ..] = card.faces.as_slice() else { return Shown::Cards(slice::from_ref(card)) };
    match card.face_layout {
        FaceLayout::DoubleFaced => {
            let back = others.first().filter(|_| side == Side::Back);
            Shown::Cards(slice::from_ref(back.unwrap_or(first)))
        }
        FaceLayout::Split => Shown::Cards(&card.faces),
        FaceLayout::Flip | FaceLayout::Adventure => Shown::Made(Box::new(with_others_below(game, first, others))),
    }
}

/// The first face with the texts of the others below its own.
fn with_others_below(game: &GameData, first: &Card, others: &[Card]) -> Card {
    let mut card = first.clone();
    for other in others {
        let cost = game.cost_field().map(|field| amount_words(game, other.amounts_in(field))).unwrap_or_default();
        let kind = game.type_line(other);
        let head: Vec<&str> = [kind.as_str(), &cost].into_iter().filter(|part| !part.is_empty()).collect();
        let text = game.rules_text(other);
        let text = format!("{} ({}): {}", other.name, head.join("; "), text.replace('\n', " "));
        card.text = [card.text.as_str(), text.trim_end_matches([':', ' '])].join("\n");
    }
    card
}

/// How large each of so many faces is that share a side, as a share of a whole one.
pub(super) fn share(faces: usize) -> f32 {
    let (width, height) = (WIDTH as f32, HEIGHT as f32);
    (height / faces as f32 / width).min(width / height)
}

/// Faces that share a side: each lies on its side with its top to the left, the first at the bottom, so that they are read from
/// left to right once the card is turned.
pub(super) struct SplitSketch {
    pub faces: Vec<Sketch>,
    pub width: u32,
    pub cut: Corners,
}

impl Paint for SplitSketch {
    fn key(&self) -> String {
        let size = format!("split {} {:?}", self.width, self.cut);
        let keys: Vec<String> = self.faces.iter().map(Paint::key).collect();
        let mut parts = vec![size.as_bytes()];
        parts.extend(keys.iter().map(String::as_bytes));
        key_of(&parts)
    }

    fn width(&self) -> u32 {
        self.width
    }

    fn paint(&self) -> Result<Picture, Error> {
        let height = super::face_height(self.width);
        let mut pixels = tiny_skia::Pixmap::new(self.width, height).ok_or(Error::Size(self.width))?;
        pixels.fill(tiny_skia::Color::BLACK);
        let room = height as f32 / self.faces.len() as f32;
        for (at, face) in self.faces.iter().enumerate() {
            let picture = face.paint()?;
            let (w, h) = (picture.width as usize, picture.height as usize);
            let left = (self.width as usize).saturating_sub(h) / 2;
            let top = (height as f32 - room * (at + 1) as f32 + (room - w as f32) / 2.0).max(0.0) as usize;
            let (across, down) = (self.width as usize, height as usize);
            let to = pixels.pixels_mut();
            for (y, x) in (0..h).flat_map(|y| (0..w).map(move |x| (y, x))) {
                // What lies above in the face lies to the left, and what is left of it below.
                let (column, row) = (left + y, top + w - 1 - x);
                if column < across && row < down {
                    let pixel = &picture.rgba[(y * w + x) * 4..][..4];
                    to[row * across + column] =
                        tiny_skia::ColorU8::from_rgba(pixel[0], pixel[1], pixel[2], pixel[3]).premultiply();
                }
            }
        }
        if self.cut == Corners::Round {
            round_corners(&mut pixels, super::CORNER * self.width as f32 / WIDTH as f32);
        }
        Ok(Picture::from(pixels))
    }
}
