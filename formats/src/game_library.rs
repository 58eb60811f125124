//! A game with everything that can be done with it: formats, products, starter decks.

use std::collections::BTreeMap;
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
    /// What is there and cannot be used.
    pub left_out: Vec<LeftOut>,
}

/// A format, product or starter deck that is left out, because its file has faults or one that it needs has.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// What it is.
    pub kind: LibraryFile,
    /// Its id.
    pub id: String,
    /// The faults, in its own file or in that which it needs.
    pub faults: Vec<Problem>,
}

/// A kind of file in a game's folder beside its sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum LibraryFile {
    /// In `formats/`.
    Format,
    /// In `boosters/`.
    Product,
    /// In `decks/`.
    Deck,
}

impl LibraryFile {
    /// The folder.
    pub fn folder(self) -> &'static str {
        match self {
            LibraryFile::Format => "formats",
            LibraryFile::Product => "boosters",
            LibraryFile::Deck => "decks",
        }
    }
}

impl GameLibrary {
    /// Reads formats, products and decks of a loaded game.
    ///
    /// # Errors
    /// Every fault in those files.
    pub fn load(source: &Source, game: Arc<GameData>) -> Result<GameLibrary, Vec<Problem>> {
        let (game_library, faults) = in_english(|| GameLibrary::read(source, game));
        if faults.is_empty() { Ok(game_library) } else { Err(faults) }
    }

    /// The same without what has faults, as long as the game has its default format.
    ///
    /// # Errors
    /// Every fault, if the default format cannot be used.
    pub fn load_despite_faults(source: &Source, game: Arc<GameData>) -> Result<GameLibrary, Vec<Problem>> {
        let (game_library, faults) = in_english(|| GameLibrary::read(source, game));
        match game_library.format(&game_library.game.default_format) {
            Some(_) => Ok(game_library),
            None => Err(faults),
        }
    }

    fn read(source: &Source, game: Arc<GameData>) -> (GameLibrary, Vec<Problem>) {
        let mut read = Reading::default();
        let mut game_library =
            GameLibrary { formats: Vec::new(), products: Vec::new(), decks: Vec::new(), left_out: Vec::new(), game };
        let game = game_library.game.clone();
        game_library.formats = read.formats(source, &game);
        game_library.formats.sort_by(|a, b| a.id.cmp(&b.id));
        for (stem, file) in source.folder(&game.id, "boosters") {
            let rated = source.file(&format!("{}/ratings/{stem}.toml", game.id));
            let product = read.file(LibraryFile::Product, stem, |problems| {
                let mut product = booster::read(stem, file, &game, problems);
                if let Some(file) = rated {
                    product.rated.read_more(file, &game, problems);
                }
                product
            });
            game_library.products.push(product);
        }
        for (stem, file) in source.folder(&game.id, "decks") {
            let deck = read.file(LibraryFile::Deck, stem, |problems| {
                deckfile::native::read_shipped(&file.name, &file.text, &game, problems)
            });
            game_library.decks.push((stem.to_owned(), deck));
        }
        let of_game = game_library.check_names(source, &mut read);
        let mut faults: Vec<Problem> = read.faults.values().flatten().cloned().chain(of_game).collect();
        faults.sort();
        faults.dedup();
        game_library.leave_out(read);
        (game_library, faults)
    }

    /// Names in one file that point to another; the faults of the game's own file come back.
    fn check_names(&self, source: &Source, read: &mut Reading) -> Vec<Problem> {
        let fault = |path: String, key: &[&str], what: &str, word: &str, known: Vec<&str>| {
            // Without a word that is the fault, and it was told.
            let file = source.file(&format!("{}/{path}", self.game.id)).filter(|_| !word.is_empty())?;
            let hint = Some(catalog::read::suggest(word, &known));
            Some(Problem::at_path(file, key, format!("there is no {what} `{word}`"), hint))
        };
        for format in &self.formats {
            let mut opened = format.limited.as_ref().map_or(Vec::new(), |l| l.products.clone());
            opened.dedup();
            for product in opened.iter().filter(|p| self.product(p).is_none()) {
                let known = self.products.iter().map(|p| p.id.as_str()).collect();
                let path = format!("formats/{}.toml", format.id);
                let found = fault(path, &["limited", "product"], "product", product, known);
                read.add(LibraryFile::Format, &format.id, found);
            }
        }
        let formats = || self.formats.iter().map(|f| f.id.as_str()).collect::<Vec<_>>();
        for (id, deck) in self.decks.iter().filter(|(_, d)| self.format(&d.format).is_none()) {
            let found = fault(format!("decks/{id}.toml"), &["format"], "format", &deck.format, formats());
            read.add(LibraryFile::Deck, id, found);
        }
        for (stem, file) in
            source.folder(&self.game.id, "ratings").into_iter().filter(|(stem, _)| self.product(stem).is_none())
        {
            let known: Vec<&str> = self.products.iter().map(|p| p.id.as_str()).collect();
            let message = format!("there is no product `{stem}` that it could rate the cards of");
            let found = Problem::at(file, 0, message, Some(catalog::read::suggest(stem, &known)));
            read.add(LibraryFile::Product, stem, Some(found));
        }
        let default = &self.game.default_format;
        let missing = self.format(default).is_none();
        let found = missing.then(|| fault("game.toml".into(), &["default_format"], "format", default, formats()));
        found.flatten().into_iter().collect()
    }

    /// Leaves out what has faults and what needs it.
    fn leave_out(&mut self, read: Reading) {
        let Reading { mut faults, parents } = read;
        let needed_by = |faults: &BTreeMap<(LibraryFile, String), Vec<Problem>>, needs: &[(LibraryFile, &str)]| {
            needs.iter().find_map(|(kind, id)| faults.get(&(*kind, (*id).to_owned())).cloned())
        };
        // A format can be extended by one that is extended again.
        for _ in 0..self.formats.len() {
            for format in &self.formats {
                let key = (LibraryFile::Format, format.id.clone());
                if faults.contains_key(&key) {
                    continue;
                }
                let opened =
                    format.limited.iter().flat_map(|l| &l.products).map(|p| (LibraryFile::Product, p.as_str()));
                let parent = parents.get(&format.id).map(|parent| (LibraryFile::Format, parent.as_str()));
                let needs: Vec<_> = opened.chain(parent).collect();
                if let Some(found) = needed_by(&faults, &needs) {
                    faults.insert(key, found);
                }
            }
        }
        for (id, deck) in &self.decks {
            if let Some(found) = needed_by(&faults, &[(LibraryFile::Format, &deck.format)]) {
                faults.entry((LibraryFile::Deck, id.clone())).or_insert(found);
            }
        }
        let sound = |kind: LibraryFile, id: &str| !faults.contains_key(&(kind, id.to_owned()));
        self.formats.retain(|format| sound(LibraryFile::Format, &format.id));
        self.products.retain(|product| sound(LibraryFile::Product, &product.id));
        self.decks.retain(|(id, _)| sound(LibraryFile::Deck, id));
        self.left_out = faults.into_iter().map(|((kind, id), faults)| LeftOut { kind, id, faults }).collect();
    }

    /// A format by its id.
    pub fn format(&self, id: &str) -> Option<&DeckFormat> {
        self.formats.iter().find(|f| f.id == id)
    }

    /// A product by its id.
    pub fn product(&self, id: &str) -> Option<&Product> {
        self.products.iter().find(|p| p.id == id)
    }

    /// Why something that is there is left out.
    pub fn why_left_out(&self, kind: LibraryFile, id: &str) -> Option<&LeftOut> {
        self.left_out.iter().find(|left| left.kind == kind && left.id == id)
    }
}

/// What was found while the files were read.
#[derive(Default)]
struct Reading {
    faults: BTreeMap<(LibraryFile, String), Vec<Problem>>,
    /// The format that each format extends.
    parents: BTreeMap<String, String>,
}

impl Reading {
    /// Reads a file and keeps its faults.
    fn file<T>(&mut self, kind: LibraryFile, id: &str, read: impl FnOnce(&Problems) -> T) -> T {
        let problems = Problems::default();
        let value = read(&problems);
        self.add(kind, id, problems.into_result().err().unwrap_or_default());
        value
    }

    fn add(&mut self, kind: LibraryFile, id: &str, found: impl IntoIterator<Item = Problem>) {
        let mut found = found.into_iter().peekable();
        if found.peek().is_some() {
            self.faults.entry((kind, id.to_owned())).or_default().extend(found);
        }
    }

    /// Reads the formats of a game, each after the one that it extends.
    fn formats(&mut self, source: &Source, game: &GameData) -> Vec<DeckFormat> {
        let files = source.folder(&game.id, "formats");
        let mut left: Vec<(&str, &File)> = Vec::new();
        for (stem, file) in files {
            let parent =
                Document::parse(&file.name, &file.text, &Problems::default()).peek("extends").map(str::to_owned);
            self.parents.extend(parent.map(|parent| (stem.to_owned(), parent)));
            left.push((stem, file));
        }
        let mut formats: Vec<DeckFormat> = Vec::new();
        while !left.is_empty() {
            let waits = |(stem, _): &(&str, &File)| {
                self.parents.get(*stem).is_some_and(|parent| left.iter().any(|(other, _)| other == parent))
            };
            let (later, now): (Vec<_>, Vec<_>) = left.iter().copied().partition(waits);
            if now.is_empty() {
                for (stem, file) in later {
                    let parent = self.parents[stem].clone();
                    let message = format!("`{stem}` extends `{parent}`, which in the end extends it");
                    let hint = Some("let one of them stand alone".into());
                    self.add(LibraryFile::Format, stem, [Problem::at_path(file, &["extends"], message, hint)]);
                }
                break;
            }
            for (stem, file) in now {
                let format = self.file(LibraryFile::Format, stem, |problems| {
                    let document = Document::parse(&file.name, &file.text, problems);
                    format::read(stem, &document, game, &formats)
                });
                formats.push(format);
            }
            left = later;
        }
        formats
    }
}
