//! Bands out of the art on faces, where neither year nor name stand, to lie below words. Cut here, since what is drawn in
//! software is not clipped to a part of an image.

use std::cell::RefCell;
use std::collections::HashMap;

use catalog::CardIx;
use iced::widget::image::Handle;

/// A band in hundredths of a face: from left and top, width, and height.
const BAND: [u32; 4] = [8, 29, 84, 26];

/// The bands that were cut so far, by card and width of its face in pixels.
#[derive(Default)]
pub struct Bands(RefCell<HashMap<(CardIx, u32), Handle>>);

impl Bands {
    /// The band of a face, cut when it is first asked for.
    pub fn cut(&self, face: (CardIx, u32), picture: &Handle) -> Option<Handle> {
        let Handle::Rgba { width, height, pixels, .. } = picture else { return None };
        let mut bands = self.0.borrow_mut();
        let band = bands.entry(face).or_insert_with(|| {
            let [left, top, wide, high] = [BAND[0] * width, BAND[1] * height, BAND[2] * width, BAND[3] * height];
            let [left, top, wide, high] = [left, top, wide, high].map(|share| (share / 100) as usize);
            let row = |y: usize| {
                let from = (y * *width as usize + left) * 4;
                &pixels[from..from + wide * 4]
            };
            let bytes: Vec<u8> = (top..top + high).flat_map(row).copied().collect();
            Handle::from_rgba(wide as u32, high as u32, bytes)
        });
        Some(band.clone())
    }

    /// Forgets them.
    pub fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}
