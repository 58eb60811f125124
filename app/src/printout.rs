//! A deck as pictures and on paper: faces, sheets for Tabletop Simulator, proxies, a list for registration, a QR code; and what an
//! event hands out.
//!
//! What is painted comes from `catalog::face`; here it is laid out. Both doors may use it.

pub mod event_sheets;
mod font;
pub mod job;
pub mod list;
pub mod pdf;
pub mod picture;
pub mod proxies;
pub mod qr;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use catalog::art::Album;
use catalog::card::Side;
use catalog::face::{self, Corners, Painter, Picture, Studio};
use catalog::{GameData, Source};
use engine::kernel::parallel::Progress;
use formats::deck::Listed;

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
    /// A place that cannot be told.
    #[error("where {} lies cannot be told: {cause}", file.display())]
    Place {
        /// The file.
        file: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// More than fits.
    #[error("{0}")]
    TooMuch(String),
    /// It was stopped.
    #[error("it was stopped, and nothing was written")]
    Stopped,
}

/// Paints the cards of a game for print.
pub struct FacePrinter<'g> {
    /// The game.
    pub game: &'g GameData,
    studio: Studio,
    faults: BTreeSet<String>,
    progress: Arc<Progress>,
}

impl<'g> FacePrinter<'g> {
    /// A press for a game, with its template and the person's own pictures.
    ///
    /// # Errors
    /// When the game's template is wrong.
    pub fn open(source: &Source, game: &'g GameData) -> Result<FacePrinter<'g>, Error> {
        let template = source.file(&format!("{}/face.svg", game.id)).map(|f| f.text.as_ref());
        let studio = Studio::new(Painter::new(game, template)?, Album::open(source, game), None);
        Ok(FacePrinter { game, studio, faults: BTreeSet::new(), progress: Arc::default() })
    }

    /// Counts the faces it paints there, and stops when it is asked to.
    pub fn with_progress(self, progress: Arc<Progress>) -> FacePrinter<'g> {
        FacePrinter { progress, ..self }
    }

    /// The face of a card; of one that the game does not know, a plain one with its name.
    ///
    /// # Errors
    /// When it cannot be painted; [`Error::Stopped`].
    pub fn face(&mut self, card: &Listed, width: u32, cut: Corners) -> Result<Picture, Error> {
        self.side(card, Side::Front, width, cut)
    }

    /// A side of a card, as [`FacePrinter::face`] paints it.
    ///
    /// # Errors
    /// The same.
    pub fn side(&mut self, card: &Listed, side: Side, width: u32, cut: Corners) -> Result<Picture, Error> {
        if self.progress.stopped() {
            return Err(Error::Stopped);
        }
        self.progress.add(1);
        match card {
            Listed::Card(ix) => {
                let face = self.studio.side(self.game, *ix, side, width, cut)?;
                self.faults.extend(face.fault.map(|fault| fault.to_string()));
                Ok(face.picture)
            }
            Listed::Unknown(name) => Ok(face::unknown(name, width, cut)?),
        }
    }

    /// The back of the game's cards.
    ///
    /// # Errors
    /// When it cannot be painted.
    pub fn back(&self, width: u32, cut: Corners) -> Result<Picture, Error> {
        Ok(face::back(self.game, width, cut)?)
    }

    /// Own pictures that could not be used, in words.
    pub fn faults(&self) -> Vec<String> {
        self.faults.iter().cloned().collect()
    }
}
