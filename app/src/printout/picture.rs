//! Pictures of many faces: a deck at a glance, and the sheets of Tabletop Simulator.

use catalog::face::{self, Corners, Picture};
use formats::Deck;
use formats::deckfile::tabletop::FaceSheet;

use super::{Error, FacePrinter};

/// Cards beside each other in a picture of a deck.
const COLUMNS: usize = 8;
/// Width of a card there, in pixels.
const CARD: u32 = 300;
/// Room around cards and between sections, in pixels.
const GAP: u32 = 24;
/// Width of a card on a sheet of Tabletop Simulator: ten of them and seven rows stay below 4,096 pixels.
const CELL: u32 = 408;

/// Pixels that faces are put on.
struct Canvas(Picture);

impl Canvas {
    fn new(width: u32, height: u32, colour: [u8; 4]) -> Canvas {
        let rgba = colour.repeat(width as usize * height as usize);
        Canvas(Picture { width, height, rgba })
    }

    /// Puts a picture where it lies wholly on the canvas.
    fn put(&mut self, picture: &Picture, left: u32, top: u32) {
        for row in 0..picture.height {
            for column in 0..picture.width {
                let from = (row * picture.width + column) as usize * 4;
                let to = ((top + row) as usize * self.0.width as usize + (left + column) as usize) * 4;
                let (over, alpha) = (&picture.rgba[from..from + 3], u32::from(picture.rgba[from + 3]));
                let under = &mut self.0.rgba[to..to + 3];
                for (under, over) in under.iter_mut().zip(over) {
                    *under = ((u32::from(*over) * alpha + u32::from(*under) * (255 - alpha) + 127) / 255) as u8;
                }
            }
        }
    }
}

/// The deck's faces as a PNG: every card once with the number of its copies, section after section.
///
/// # Errors
/// When a face cannot be painted.
pub fn deck(press: &mut FacePrinter<'_>, deck: &Deck) -> Result<Vec<u8>, Error> {
    let sections: Vec<_> = deck.sections.iter().filter(|s| !s.is_empty()).collect();
    let card = (CARD, (CARD as f32 * face::HEIGHT as f32 / face::WIDTH as f32).round() as u32);
    let (step_x, step_y) = (card.0 + GAP, card.1 + GAP);
    let columns = sections.iter().map(|s| s.len()).max().unwrap_or(1).clamp(1, COLUMNS);
    let rows: u32 = sections.iter().map(|s| s.len().div_ceil(columns) as u32).sum();
    let breaks = sections.len().saturating_sub(1) as u32;
    let (width, height) = (columns as u32 * step_x + GAP, rows * step_y + GAP + breaks * GAP * 2);
    if height > 30_000 {
        let cards: usize = sections.iter().map(|s| s.len()).sum();
        return Err(Error::TooMuch(format!("{cards} different cards are too many for one picture")));
    }
    let mut canvas = Canvas::new(width, height, [0x1B, 0x1E, 0x26, 0xFF]);
    let mut top = GAP;
    for section in sections {
        for (at, entry) in section.iter().enumerate() {
            let (column, row) = ((at % columns) as u32, (at / columns) as u32);
            let (left, top) = (GAP + column * step_x, top + row * step_y);
            canvas.put(&press.face(&entry.card, CARD, Corners::Round)?, left, top);
            if entry.count > 1 {
                let plate = face::copies(entry.count, CARD / 3)?;
                canvas.put(&plate, left + (CARD - plate.width) / 2, top + card.1 - plate.height - GAP / 2);
            }
        }
        top += section.len().div_ceil(columns) as u32 * step_y + GAP * 2;
    }
    Ok(png(&canvas.0, None)?)
}

/// A sheet of faces as Tabletop Simulator wants it: opaque, square corners, the back in the last cell.
///
/// # Errors
/// When a face cannot be painted.
pub fn sheet(press: &mut FacePrinter<'_>, sheet: &FaceSheet) -> Result<Vec<u8>, Error> {
    let back = press.back(CELL, Corners::Square)?;
    let (columns, rows) = (sheet.columns as u32, sheet.rows as u32);
    let mut canvas = Canvas::new(columns * back.width, rows * back.height, [0, 0, 0, 0xFF]);
    for (at, card) in sheet.cards.iter().enumerate() {
        let (column, row) = (at as u32 % columns, at as u32 / columns);
        canvas.put(&press.face(card, CELL, Corners::Square)?, column * back.width, row * back.height);
    }
    canvas.put(&back, (columns - 1) * back.width, (rows - 1) * back.height);
    Ok(png(&canvas.0, None)?)
}

/// The card back as Tabletop Simulator wants it.
///
/// # Errors
/// When it cannot be painted.
pub fn back(press: &FacePrinter<'_>) -> Result<Vec<u8>, Error> {
    Ok(png(&press.back(CELL, Corners::Square)?, None)?)
}

/// A PNG file: without transparency where there is none, and with the size at which it is to be printed.
///
/// # Errors
/// Of the encoder.
pub fn png(picture: &Picture, dpi: Option<u32>) -> Result<Vec<u8>, png::EncodingError> {
    let opaque = picture.rgba.chunks_exact(4).all(|p| p[3] == 255);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width, picture.height);
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_depth(png::BitDepth::Eight);
    // Dots a metre.
    encoder.set_pixel_dims(dpi.map(|dpi| {
        let dots = (f64::from(dpi) / 0.0254).round() as u32;
        png::PixelDimensions { xppu: dots, yppu: dots, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header()?;
    if opaque {
        writer.write_image_data(&rgb(picture))?
    } else {
        writer.write_image_data(&picture.rgba)?
    }
    writer.finish()?;
    Ok(bytes)
}

/// The pixels without their transparency.
pub(super) fn rgb(picture: &Picture) -> Vec<u8> {
    picture.rgba.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect()
}
