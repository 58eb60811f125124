//! Bands out of the art on faces, where neither year nor name stand, to lie below words: cut, tinted and rounded once, so that
//! a frame copies pixels only. What is drawn in software is not clipped to a part of an image. Each layer costs more than an
//! image, so that the words lie in the same one: there, images are drawn over grounds and edges, and below words.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use catalog::CardIx;
use iced::advanced::image::{FilterMethod, Image, Renderer as _};
use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, renderer};
use iced::widget::image::Handle;
use iced::{Color, Event, Rectangle, Renderer, Size, Theme, mouse};
use image::RgbaImage;
use image::imageops::{self, FilterType};

use crate::widget::{Element, like_its_content};

/// A band in hundredths of a face: from left and top, width, and height.
const BAND: [u32; 4] = [8, 29, 84, 26];
/// As many are kept: two themes of a large TimeLine. While a window is resized each size has its own.
const MOST: usize = 256;

/// What lies below words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct BandRequest {
    /// Pixels of the screen.
    size: (u32, u32),
    /// Radius of its corners, in such pixels.
    radius: u32,
    /// The colour above the art; its alpha says how much it covers.
    tint: [u8; 4],
}

impl BandRequest {
    /// A band of so many pixels of the screen.
    fn new(size: Size, radius: f32, tint: Color) -> BandRequest {
        let size = (size.width.round().max(1.0) as u32, size.height.round().max(1.0) as u32);
        BandRequest { size, radius: radius.round() as u32, tint: tint.into_rgba8() }
    }
}

/// The bands that were cut so far, by card and width of its face in pixels.
#[derive(Default)]
pub struct Bands(RefCell<HashMap<(CardIx, u32, BandRequest), Handle>>);

impl Bands {
    /// The band of a face, cut when it is first asked for.
    fn cut(&self, (card, face): (CardIx, u32), picture: &Handle, request: BandRequest) -> Option<Handle> {
        let Handle::Rgba { width, height, pixels, .. } = picture else { return None };
        let mut bands = self.0.borrow_mut();
        if bands.len() >= MOST {
            bands.clear();
        }
        let band = bands.entry((card, face, request)).or_insert_with(|| {
            let [left, top, wide, high] = [BAND[0] * width, BAND[1] * height, BAND[2] * width, BAND[3] * height];
            let [left, top, wide, high] = [left, top, wide, high].map(|share| (share / 100) as usize);
            let row = |y: usize| {
                let from = (y * *width as usize + left) * 4;
                &pixels[from..from + wide * 4]
            };
            let bytes: Vec<u8> = (top..top + high).flat_map(row).copied().collect();
            let art = RgbaImage::from_raw(wide as u32, high as u32, bytes).expect("as many bytes as were cut");
            let mut band = imageops::resize(&art, request.size.0, request.size.1, FilterType::Triangle);
            tint(&mut band, request);
            Handle::from_rgba(band.width(), band.height(), band.into_raw())
        });
        Some(band.clone())
    }

    /// Forgets them.
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// Something with a band below its words: as large as it within its edge, whatever the window's theme is.
pub(super) struct ArtBand<'a, M> {
    pub(super) bands: Rc<Bands>,
    /// The card, and the width of its face in pixels.
    pub(super) face: (CardIx, u32),
    pub(super) picture: Handle,
    /// Pixels of the screen in one of the window.
    pub(super) scale: f32,
    pub(super) radius: f32,
    pub(super) tint: Box<dyn Fn(&Theme) -> Color + 'a>,
    pub(super) content: Element<'a, M>,
}

/// Width of the edge.
const EDGE: f32 = 2.0;

impl<M> Widget<M, Theme, Renderer> for ArtBand<'_, M> {
    like_its_content!();

    fn operate(&mut self, tree: &mut Tree, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        self.content.as_widget_mut().operate(&mut tree.children[0], layout, renderer, operation);
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, M>,
        viewport: &Rectangle,
    ) {
        let content = self.content.as_widget_mut();
        content.update(&mut tree.children[0], event, layout, cursor, renderer, clipboard, shell, viewport);
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
    ) {
        let bounds = layout.bounds().shrink(EDGE);
        let radius = (self.radius - EDGE) * self.scale;
        let request = BandRequest::new(bounds.size() * self.scale, radius, (self.tint)(theme));
        if let Some(band) = self.bands.cut(self.face, &self.picture, request) {
            // It has the pixels of the screen already.
            let image = Image { filter_method: FilterMethod::Nearest, ..Image::new(band) };
            renderer.draw_image(image, bounds, *viewport);
        }
        self.content.as_widget().draw(&tree.children[0], renderer, theme, style, layout, cursor, viewport);
    }
}

impl<'a, M: 'a> From<ArtBand<'a, M>> for Element<'a, M> {
    fn from(band: ArtBand<'a, M>) -> Element<'a, M> {
        Element::new(band)
    }
}

/// Lays the colour over the art, and rounds the corners.
fn tint(band: &mut RgbaImage, request: BandRequest) {
    let [red, green, blue, covers] = request.tint.map(u32::from);
    let ((wide, high), radius) = (request.size, request.radius as f32);
    for (x, y, pixel) in band.enumerate_pixels_mut() {
        let over = |art: u8, ground: u32| ((u32::from(art) * (255 - covers) + ground * covers) / 255) as u8;
        // How far the middle of the pixel is outside of the circle in its corner.
        let inwards = |at: u32, most: u32| (radius - (at.min(most - 1 - at) as f32 + 0.5)).max(0.0);
        let outside = (inwards(x, wide).hypot(inwards(y, high)) - radius + 0.5).clamp(0.0, 1.0);
        let [r, g, b, _] = pixel.0;
        pixel.0 = [over(r, red), over(g, green), over(b, blue), ((1.0 - outside) * 255.0) as u8];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_is_tinted_and_has_round_corners() {
        let request = BandRequest::new(Size::new(40.0, 20.0), 8.0, Color::from_rgba8(0, 100, 200, 0.5));
        let picture = Handle::from_rgba(50, 100, [200, 100, 0, 255].repeat(50 * 100));
        let bands = Bands::default();
        let Some(Handle::Rgba { width, height, pixels, .. }) = bands.cut((CardIx(0), 50), &picture, request) else {
            panic!("no band")
        };
        let pixel = |x: usize, y: usize| &pixels[(y * 40 + x) * 4..][..4];
        assert_eq!((width, height), (40, 20));
        assert_eq!(pixel(20, 10), [99, 100, 100, 255]);
        assert_eq!((pixel(0, 0)[3], pixel(39, 19)[3], pixel(8, 0)[3]), (0, 0, 255));
    }
}
