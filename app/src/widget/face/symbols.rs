//! Symbols of factions and resources: painted in the background, like the faces, and kept.
//!
//! A view finds what is there and notes what is not; the next job paints it. Those of the game are asked for before
//! the first view, so that it seldom notes any.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use catalog::GameData;
use catalog::face::{self, Picture};
use iced::Color;
use iced::widget::image::Handle;

use crate::theme;

/// A path in a box of 24, its colour, and its side in pixels of the screen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Symbol {
    path: String,
    colour: String,
    side: u32,
}

/// The sides of signs on the screen, in pixels: those of a game are painted before they are seen.
const SIDES: [f32; 4] = [15.0, 16.0, 18.0, 20.0];

/// The side of the symbol on a disc.
pub fn symbol_side(side: f32) -> f32 {
    // An even rest on both sides keeps the symbol on whole pixels.
    side - 2.0 * (side * 0.16).round()
}

/// Symbols that a job has painted; without a picture it is no path.
pub type PaintedSymbols = Vec<(Symbol, Option<Arc<Picture>>)>;

/// The symbols of one game.
#[derive(Default)]
pub struct Symbols {
    painted: HashMap<Symbol, Option<Handle>>,
    missing: RefCell<HashSet<Symbol>>,
    /// What a job paints now.
    requested: RefCell<HashSet<Symbol>>,
}

impl Symbols {
    /// None yet; those of the game are asked for, in the sizes of [`SIDES`].
    pub fn new(game: &GameData, scale: f32) -> Symbols {
        let symbols = Symbols::default();
        let factions = game.factions.iter().map(|f| (&f.symbol, &f.colour));
        let signs = factions.chain(game.resources.iter().map(|r| (&r.symbol, &r.colour)));
        for (path, colour) in signs.filter(|(path, _)| !path.is_empty()) {
            for side in SIDES {
                symbols.find(path, theme::ink_on(theme::parse(colour)), symbol_side(side), scale);
            }
        }
        symbols
    }

    /// A symbol; `None` if it is not there yet, or is no path.
    pub fn find(&self, path: &str, colour: Color, side: f32, scale: f32) -> Option<&Handle> {
        let side = (side * scale).round() as u32;
        let symbol = Symbol { path: path.to_owned(), colour: colour.to_string(), side };
        match self.painted.get(&symbol) {
            Some(handle) => handle.as_ref(),
            None => {
                if !self.requested.borrow().contains(&symbol) {
                    self.missing.borrow_mut().insert(symbol);
                }
                None
            }
        }
    }

    /// What a view has looked for in vain; each is given once.
    pub fn take_missing(&self) -> Vec<Symbol> {
        let missing = self.missing.take();
        self.requested.borrow_mut().extend(missing.iter().cloned());
        missing.into_iter().collect()
    }

    /// Takes over what a job has painted.
    pub fn take_painted(&mut self, painted: PaintedSymbols) {
        for (symbol, picture) in painted {
            let handle = picture.map(|picture| {
                let picture = Arc::unwrap_or_clone(picture);
                Handle::from_rgba(picture.width, picture.height, picture.rgba)
            });
            self.requested.get_mut().remove(&symbol);
            self.painted.insert(symbol, handle);
        }
    }
}

/// Paints symbols.
pub fn paint(symbols: Vec<Symbol>) -> PaintedSymbols {
    let picture = |s: &Symbol| face::symbol(&s.path, &s.colour, s.side).ok().map(Arc::new);
    symbols.into_iter().map(|s| (s.clone(), picture(&s))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog::{Source, load};

    #[test]
    fn a_view_paints_nothing_and_a_job_paints_each_symbol_once() {
        let game = load::game(&Source::shipped(), "afrika").expect("a game without faults");
        let mut symbols = Symbols::new(&game, 1.0);
        let faction = &game.factions[0];
        let ink = theme::ink_on(theme::parse(&faction.colour));
        let look = |symbols: &Symbols| symbols.find(&faction.symbol, ink, symbol_side(18.0), 1.0).is_some();
        assert!(!look(&symbols), "nothing is there before a job");
        let asked = symbols.take_missing();
        assert!(asked.len() > game.factions.len());
        assert!(!look(&symbols) && symbols.take_missing().is_empty(), "a job is at it");
        symbols.take_painted(paint(asked));
        assert!(look(&symbols));
        assert!(symbols.take_missing().is_empty());
        assert!(symbols.find("no path at all", ink, 10.0, 1.0).is_none());
        symbols.take_painted(paint(symbols.take_missing()));
        symbols.find("no path at all", ink, 10.0, 1.0);
        assert!(symbols.take_missing().is_empty(), "what is no path is painted once, too");
    }
}
