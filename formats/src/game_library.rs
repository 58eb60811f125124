//! A game with everything that can be done with it: formats, products, starter decks.

use std::sync::Arc;

use catalog::read::{Document, Problem, Problems};
use catalog::source::File;
use catalog::{GameData, Source};

use crate::deck::Deck;
use crate::deckfile;
use crate::format::{self, DeckFormat};
use crate::limited::booster::{self, Product};
use crate::localize::in_english;

/// A game and what its folder says about playing it.
#[derive(Debug, Clone)]
pub struct GameLibrary {
    /// The game with its cards.
    pub game: Arc<GameData>,
    /// Formats in order of their ids; a format that extends another comes after it.
    pub formats: Vec<DeckFormat>,
    /// Products to open.
    pub products: Vec<Product>,
    /// Starter decks: file name and deck.
    pub decks: Vec<(String, Deck)>,
}

impl GameLibrary {
    /// Reads formats, products and decks of a loaded game.
    ///
    /// # Errors
    /// Every fault in those files.
    pub fn load(source: &Source, game: Arc<GameData>) -> Result<GameLibrary, Vec<Problem>> {
        in_english(|| GameLibrary::read(source, game))
    }

    fn read(source: &Source, game: Arc<GameData>) -> Result<GameLibrary, Vec<Problem>> {
        let problems = Problems::default();
        let mut game_library =
            GameLibrary { game: game.clone(), formats: Vec::new(), products: Vec::new(), decks: Vec::new() };
        game_library.formats = read_formats(source, &game, &problems);
        game_library.formats.sort_by(|a, b| a.id.cmp(&b.id));
        for (stem, file) in source.folder(&game.id, "boosters") {
            game_library.products.push(booster::read(stem, file, &game, &problems));
        }
        for (stem, file) in source.folder(&game.id, "decks") {
            let deck = deckfile::native::read_shipped(&file.name, &file.text, &game, &problems);
            game_library.decks.push((stem.to_owned(), deck));
        }
        game_library.check_names(source, &problems);
        problems.into_result().map(|()| game_library)
    }

    /// Names in one file that point to another.
    fn check_names(&self, source: &Source, problems: &Problems) {
        let fault = |path: String, key: &[&str], what: &str, word: &str, known: Vec<&str>| {
            // Without a word that is the fault, and it was told.
            if let Some(file) = source.file(&format!("{}/{path}", self.game.id)).filter(|_| !word.is_empty()) {
                let hint = Some(catalog::read::suggest(word, &known));
                problems.push(Problem::at_path(file, key, format!("there is no {what} `{word}`"), hint));
            }
        };
        for format in &self.formats {
            let mut opened = format.limited.as_ref().map_or(Vec::new(), |l| l.products.clone());
            opened.dedup();
            for product in opened.iter().filter(|p| self.product(p).is_none()) {
                let known = self.products.iter().map(|p| p.id.as_str()).collect();
                let path = format!("formats/{}.toml", format.id);
                fault(path, &["limited", "product"], "product", product, known);
            }
        }
        let formats = || self.formats.iter().map(|f| f.id.as_str()).collect::<Vec<_>>();
        for (id, deck) in self.decks.iter().filter(|(_, d)| self.format(&d.format).is_none()) {
            fault(format!("decks/{id}.toml"), &["format"], "format", &deck.format, formats());
        }
        if self.format(&self.game.default_format).is_none() {
            fault("game.toml".into(), &["default_format"], "format", &self.game.default_format, formats());
        }
    }

    /// A format by its id.
    pub fn format(&self, id: &str) -> Option<&DeckFormat> {
        self.formats.iter().find(|f| f.id == id)
    }

    /// A product by its id.
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|p| p.id == id)
    }
}

/// Reads the formats of a game, each after the one that it extends.
fn read_formats(source: &Source, game: &GameData, problems: &Problems) -> Vec<DeckFormat> {
    let files = source.folder(&game.id, "formats").into_iter();
    let mut left: Vec<(&str, &File, Document<'_>)> =
        files.map(|(stem, file)| (stem, file, Document::parse(&file.name, &file.text, problems))).collect();
    let mut formats: Vec<DeckFormat> = Vec::new();
    while !left.is_empty() {
        let waiting: Vec<&str> = left.iter().map(|(stem, ..)| *stem).collect();
        let waits = |document: &Document<'_>| document.peek("extends").is_some_and(|parent| waiting.contains(&parent));
        let (later, now): (Vec<_>, Vec<_>) = left.into_iter().partition(|(.., document)| waits(document));
        if now.is_empty() {
            for (stem, file, document) in later {
                let parent = document.peek("extends").unwrap_or_default();
                let message = format!("`{stem}` extends `{parent}`, which in the end extends it");
                problems.push(Problem::at_path(
                    file,
                    &["extends"],
                    message,
                    Some("let one of them stand alone".into()),
                ));
            }
            break;
        }
        for (stem, _, document) in now {
            let format = format::read(stem, &document, game, &formats);
            formats.push(format);
        }
        left = later;
    }
    formats
}
