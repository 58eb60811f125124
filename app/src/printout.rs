//! A deck as pictures and on paper: faces, sheets for Tabletop Simulator, proxies, a list for registration, a QR code.
//!
//! What is painted comes from `catalog::face`; here it is laid out. Both doors may use it.

pub mod list;
pub mod paper;
pub mod picture;
pub mod proxies;
pub mod qr;

use std::collections::HashMap;

use catalog::art::{Album, Fault};
use catalog::face::{self, Cache, Cut, Painter, Picture, Studio};
use catalog::{CardIx, Game};
use formats::deck::Listed;

use crate::desk::Desk;

/// Why there is no printout.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A face.
    #[error(transparent)]
    Face(#[from] face::Error),
    /// A PNG.
    #[error("the picture cannot be made: {0}")]
    Png(#[from] png::EncodingError),
    /// A PDF.
    #[error("the PDF cannot be made: {0}")]
    Pdf(String),
    /// More than fits.
    #[error("{0}")]
    TooMuch(String),
}

/// Paints the cards of a game for print, each once.
pub struct Press<'g> {
    /// The game.
    pub game: &'g Game,
    studio: Studio,
    painted: HashMap<(Listed, u32, bool), Picture>,
    faults: HashMap<CardIx, Fault>,
}

impl<'g> Press<'g> {
    /// A press for a game of the desk, with its template and the person's own pictures.
    ///
    /// # Errors
    /// When the game's template is wrong.
    pub fn open(desk: &Desk, game: &'g Game) -> Result<Press<'g>, Error> {
        let template = desk.source.file(&format!("{}/face.svg", game.id)).map(|f| f.text.as_ref());
        let painter = Painter::new(game, template)?;
        let cache = desk.places.faces_folder().map(|folder| Cache::new(&folder, Cache::MOST));
        let studio = Studio::new(painter, Album::open(&desk.source, game), cache);
        Ok(Press { game, studio, painted: HashMap::new(), faults: HashMap::new() })
    }

    /// The face of a card; of one that the game does not know, a plain one with its name.
    ///
    /// # Errors
    /// When it cannot be painted.
    pub fn face(&mut self, card: &Listed, width: u32, cut: Cut) -> Result<&Picture, Error> {
        let key = (card.clone(), width, cut == Cut::Round);
        if !self.painted.contains_key(&key) {
            let picture = match card {
                Listed::Card(ix) => {
                    let face = self.studio.face(self.game, *ix, width, cut)?;
                    self.faults.extend(face.fault.map(|fault| (*ix, fault)));
                    face.picture
                }
                Listed::Unknown(name) => face::unknown(name, width, cut)?,
            };
            self.painted.insert(key.clone(), picture);
        }
        Ok(&self.painted[&key])
    }

    /// The back of the game's cards.
    ///
    /// # Errors
    /// When it cannot be painted.
    pub fn back(&self, width: u32, cut: Cut) -> Result<Picture, Error> {
        Ok(face::back(self.game, width, cut)?)
    }

    /// Own pictures that could not be used, in words.
    pub fn faults(&self) -> Vec<String> {
        let mut faults: Vec<String> = self.faults.values().map(ToString::to_string).collect();
        faults.sort();
        faults
    }
}
