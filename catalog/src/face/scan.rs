//! A picture of the whole card is its face.

use image::RgbaImage;
use image::imageops::{self, FilterType};
use resvg::tiny_skia;

use super::{CORNER, Corners, Error, Paint, Picture, WIDEST, WIDTH, face_height, key_of, round_corners};
use crate::art;

/// The file of such a picture, and how it is shown.
pub(super) struct Scan {
    pub own: Vec<u8>,
    pub width: u32,
    pub cut: Corners,
}

impl Paint for Scan {
    fn key(&self) -> String {
        let size = format!("scan {} {:?}", self.width, self.cut);
        key_of(&[size.as_bytes(), &self.own])
    }

    fn width(&self) -> u32 {
        self.width
    }

    /// The picture covers the face; what is too wide or too high is cut at both sides.
    fn paint(&self) -> Result<Picture, Error> {
        if self.width == 0 || self.width > WIDEST {
            return Err(Error::Size(self.width));
        }
        let (width, height) = (self.width, face_height(self.width));
        let picture = art::unpack(&self.own, width, height).map_err(Error::Own)?;
        let picture = covering(picture, width, height);
        let (x, y) = ((picture.width() - width) / 2, (picture.height() - height) / 2);
        let picture = imageops::crop_imm(&picture, x, y, width, height).to_image();
        let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(Error::Size(width))?;
        for (to, from) in pixels.pixels_mut().iter_mut().zip(picture.pixels()) {
            let [r, g, b, a] = from.0;
            *to = tiny_skia::ColorU8::from_rgba(r, g, b, a).premultiply();
        }
        if self.cut == Corners::Round {
            round_corners(&mut pixels, CORNER * width as f32 / WIDTH as f32);
        }
        Ok(Picture::from(pixels))
    }
}

/// A picture that is too small made larger, so that it covers a face.
fn covering(picture: RgbaImage, width: u32, height: u32) -> RgbaImage {
    let (w, h) = (picture.width().max(1), picture.height().max(1));
    let scale = (f64::from(width) / f64::from(w)).max(f64::from(height) / f64::from(h));
    if scale <= 1.0 {
        return picture;
    }
    let side = |s: u32, least: u32| ((f64::from(s) * scale).ceil() as u32).max(least);
    imageops::resize(&picture, side(w, width), side(h, height), FilterType::Triangle)
}
