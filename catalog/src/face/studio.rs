//! Where a face comes from: kept on disk, or painted with a person's own picture, or with the generated one.

use crate::art::{self, Album, PictureFault};
use crate::card::{CardIx, Side};
use crate::game::GameData;

use super::scan::Scan;
use super::{Cache, Corners, Error, Paint, Painter, Picture};

/// A painted face.
#[derive(Debug)]
pub struct Face {
    /// The pixels.
    pub picture: Picture,
    /// Why the card's own picture is not in it, though there is one.
    pub fault: Option<PictureFault>,
}

/// The painter of a game, with the pictures that a person has and the faces that were painted before.
#[derive(Debug)]
pub struct Studio {
    painter: Painter,
    album: Album,
    cache: Option<Cache>,
}

impl Studio {
    /// Sets a studio up; without a cache every face is painted.
    pub fn new(painter: Painter, album: Album, cache: Option<Cache>) -> Studio {
        Studio { painter, album, cache }
    }

    /// The own pictures.
    pub fn album(&self) -> &Album {
        &self.album
    }

    /// The painter.
    pub fn painter(&self) -> &Painter {
        &self.painter
    }

    /// The front of a card, as [`Painter::paint`] says. A picture that cannot be used leaves its place to the
    /// generated one, with the fault beside.
    ///
    /// # Errors
    /// When the filled template is no SVG, or nothing can be that wide.
    pub fn face(&self, game: &GameData, card: CardIx, width: u32, cut: Corners) -> Result<Face, Error> {
        self.side(game, card, Side::Front, width, cut)
    }

    /// A side of a card, as [`Studio::face`] gives the front.
    ///
    /// # Errors
    /// The same.
    pub fn side(&self, game: &GameData, ix: CardIx, side: Side, width: u32, cut: Corners) -> Result<Face, Error> {
        let card = game.card(ix);
        let side = if card.back().is_some() { side } else { Side::Front };
        let sketch = |own| self.painter.side(game, card, (side, width, cut), own);
        let own = self.album.picture(ix, side);
        let painted = |own: Vec<u8>, whole: bool| {
            if whole { self.cached(&Scan { own, width, cut }) } else { self.cached(&*sketch(Some(own))?) }
        };
        let fault = match own {
            None => None,
            Some(picture) => match art::read(&picture.path) {
                Err(fault) => Some(fault),
                Ok(own) => match painted(own, picture.whole) {
                    Err(Error::Own(reason)) => Some(PictureFault { path: picture.path.clone(), reason }),
                    painted => return painted.map(|picture| Face { picture, fault: None }),
                },
            },
        };
        self.cached(&*sketch(None)?).map(|picture| Face { picture, fault })
    }

    /// The pixels of a face, from disk if they are there.
    fn cached(&self, face: &dyn Paint) -> Result<Picture, Error> {
        let Some(cache) = &self.cache else { return face.paint() };
        let key = face.key();
        if let Some(picture) = cache.get(&key, face.width()) {
            return Ok(picture);
        }
        let picture = face.paint()?;
        cache.put(&key, &picture);
        Ok(picture)
    }
}
