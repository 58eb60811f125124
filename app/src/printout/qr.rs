//! QR codes: of the link to a hosted table, and of the short code of a deck, all of whose characters are among those that QR
//! packs into eleven bits a pair.

use catalog::GameData;
use catalog::face::Picture;
use fast_qr::qr::QRBuilder;
use formats::Deck;
use formats::deckfile::{self, DeckFileKind};

use super::Error;

/// Light modules around the code, as the standard asks for.
const QUIET: usize = 4;
/// Pixels of a module in a picture.
const MODULE: usize = 8;

/// A QR code: rows of modules with the quiet zone around them, `true` is dark.
pub struct QrCode(Vec<Vec<bool>>);

impl QrCode {
    /// The code of a deck.
    ///
    /// # Errors
    /// When the deck is too large for the largest QR code.
    pub fn from_deck(game: &GameData, deck: &Deck) -> Result<QrCode, Error> {
        QrCode::from_text(deckfile::write(game, deck, DeckFileKind::Code).trim())
    }

    /// The code of a text, such as a link.
    ///
    /// # Errors
    /// When the text is too long for the largest QR code.
    pub fn from_text(text: &str) -> Result<QrCode, Error> {
        let code = QRBuilder::new(text).build().map_err(|_| {
            Error::TooMuch(format!("a code of {} characters does not fit into a QR code; share the text", text.len()))
        })?;
        let side = code.size + 2 * QUIET;
        let dark = |row: usize, column: usize| {
            let inside = |at: usize| (QUIET..QUIET + code.size).contains(&at);
            inside(row) && inside(column) && code[row - QUIET][column - QUIET].value()
        };
        Ok(QrCode((0..side).map(|row| (0..side).map(|column| dark(row, column)).collect()).collect()))
    }

    /// As an SVG of one path, a unit a module.
    pub fn svg(&self) -> String {
        let side = self.0.len();
        let mut path = String::new();
        for (row, modules) in self.0.iter().enumerate() {
            let mut column = 0;
            for run in modules.chunk_by(|a, b| a == b) {
                if run[0] {
                    path.push_str(&format!("M{column} {row}h{0}v1h-{0}z", run.len()));
                }
                column += run.len();
            }
        }
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
             <path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/><path d=\"{path}\"/></svg>\n"
        )
    }

    /// Width in pixels, and the brightness of each pixel, rows from the top: eight pixels a module.
    fn grey(&self) -> (usize, Vec<u8>) {
        let line = |modules: &Vec<bool>| -> Vec<u8> {
            modules.iter().flat_map(|dark| [if *dark { 0 } else { 255 }; MODULE]).collect()
        };
        (self.0.len() * MODULE, self.0.iter().flat_map(|modules| line(modules).repeat(MODULE)).collect())
    }

    /// As a picture for the window.
    pub fn picture(&self) -> Picture {
        let (side, grey) = self.grey();
        let rgba = grey.into_iter().flat_map(|light| [light, light, light, 255]).collect();
        Picture { width: side as u32, height: side as u32, rgba }
    }

    /// As a PNG.
    ///
    /// # Errors
    /// Of the encoder.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        let (side, grey) = self.grey();
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side as u32, side as u32);
        encoder.set_color(png::ColorType::Grayscale);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&grey)?;
        writer.finish()?;
        Ok(bytes)
    }
}
