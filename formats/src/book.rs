//! A game with everything that can be done with it: formats, products, starter decks.

use std::sync::Arc;

use catalog::read::{Problem, Problems};
use catalog::{Game, Source};

use crate::deck::Deck;
use crate::deckfile;
use crate::format::{self, Format};
use crate::limited::booster::{self, Product};

/// A game and what its folder says about playing it.
#[derive(Debug, Clone)]
pub struct Book {
    /// The game with its cards.
    pub game: Arc<Game>,
    /// Formats in order of their ids; a format that extends another comes after it.
    pub formats: Vec<Format>,
    /// Products to open.
    pub products: Vec<Product>,
    /// Starter decks: file name and deck.
    pub decks: Vec<(String, Deck)>,
}

impl Book {
    /// Reads formats, products and decks of a loaded game.
    ///
    /// # Errors
    /// Every fault in those files.
    pub fn load(source: &Source, game: Arc<Game>) -> Result<Book, Vec<Problem>> {
        let problems = Problems::default();
        let mut book = Book { game: game.clone(), formats: Vec::new(), products: Vec::new(), decks: Vec::new() };
        let files = source.folder(&game.id, "formats");
        // A format may extend one that comes later in the alphabet: those without a parent first.
        let extends = |text: &str| text.lines().any(|l| l.trim_start().starts_with("extends"));
        for later in [false, true] {
            for (stem, file) in files.iter().filter(|(_, f)| extends(&f.text) == later) {
                let format = format::read(stem, &file.name, &file.text, &game, &book.formats, &problems);
                book.formats.push(format);
            }
        }
        book.formats.sort_by(|a, b| a.id.cmp(&b.id));
        for (stem, file) in source.folder(&game.id, "boosters") {
            book.products.push(booster::read(stem, &file.name, &file.text, &game, &problems));
        }
        for (stem, file) in source.folder(&game.id, "decks") {
            let deck = deckfile::native::read_shipped(&file.name, &file.text, &game, &problems);
            book.decks.push((stem.to_owned(), deck));
        }
        book.check_names(source, &problems);
        problems.into_result().map(|()| book)
    }

    /// Names in one file that point to another.
    fn check_names(&self, source: &Source, problems: &Problems) {
        let fault = |file: String, message: String, known: Vec<&str>, word: &str| {
            problems.push(Problem {
                file,
                line: 1,
                column: 1,
                place: String::new(),
                message,
                hint: Some(catalog::read::suggest(word, &known)),
            });
        };
        let name = |folder: &str, id: &str| {
            let path = format!("{}/{folder}/{id}.toml", self.game.id);
            source.file(&path).map_or(path, |f| f.name.clone())
        };
        for format in &self.formats {
            if let Some(limited) = &format.limited
                && self.product(&limited.product).is_none()
            {
                let known = self.products.iter().map(|p| p.id.as_str()).collect();
                let message = format!("there is no product `{}`", limited.product);
                fault(name("formats", &format.id), message, known, &limited.product);
            }
        }
        let formats = || self.formats.iter().map(|f| f.id.as_str()).collect::<Vec<_>>();
        for (id, deck) in self.decks.iter().filter(|(_, d)| self.format(&d.format).is_none()) {
            fault(name("decks", id), format!("there is no format `{}`", deck.format), formats(), &deck.format);
        }
        if self.format(&self.game.default_format).is_none() {
            let file = source.file(&format!("{}/game.toml", self.game.id)).map_or(String::new(), |f| f.name.clone());
            let message = format!("`default_format`: there is no format `{}`", self.game.default_format);
            fault(file, message, formats(), &self.game.default_format);
        }
    }

    /// A format by its id.
    pub fn format(&self, id: &str) -> Option<&Format> {
        self.formats.iter().find(|f| f.id == id)
    }

    /// A product by its id.
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|p| p.id == id)
    }
}
