//! What both doors stand on: the open library and the games in it.

use std::path::PathBuf;
use std::sync::Arc;

use catalog::read::Problem;
use catalog::source::Unreadable;
use catalog::store::{self, Library};
use catalog::{Game, Source, load};
use formats::{Book, Format};

/// Where the library and the data are.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// The library file; absent is the platform's data folder.
    pub library: Option<PathBuf>,
    /// Folders with more games and sets.
    pub data: Vec<PathBuf>,
}

/// An open library with its games.
#[derive(Debug)]
pub struct Desk {
    /// Where all of it came from.
    pub places: Places,
    /// The library.
    pub library: Library,
    /// The data files.
    pub source: Source,
    /// The games, in order of their ids.
    pub books: Vec<Book>,
    /// Games that could not be loaded, with every fault in their data.
    pub broken: Vec<(String, Vec<Problem>)>,
    /// Something that a person should know, such as that nothing can be saved.
    pub warning: Option<String>,
}

/// Why the desk cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Library(#[from] store::Error),
    /// A data folder.
    #[error(transparent)]
    Folder(#[from] Unreadable),
    /// Faults in data files.
    #[error("the data of `{game}` have faults:{}", problems.iter().map(|p| format!("\n  {p}")).collect::<String>())]
    Data {
        /// The game.
        game: String,
        /// All faults.
        problems: Vec<Problem>,
    },
}

impl Places {
    /// The file of the library; `None` on a machine without a home folder.
    pub fn library_file(&self) -> Option<PathBuf> {
        let own = || directories::ProjectDirs::from("", "", "Deckloom").map(|d| d.data_dir().join("library.db"));
        self.library.clone().or_else(own)
    }

    /// Where painted faces are kept: the platform's cache folder, or beside the library that was named.
    pub fn faces_folder(&self) -> Option<PathBuf> {
        let own = || directories::ProjectDirs::from("", "", "Deckloom").map(|d| d.cache_dir().join("faces"));
        self.library.as_ref().map(|l| l.with_extension("faces")).or_else(own)
    }

    /// Where reports of the program's own faults go: beside the library.
    pub fn reports_folder(&self) -> Option<PathBuf> {
        self.library_file().map(|file| file.with_extension("reports"))
    }

    /// The user's own data folder, which is read if it is there; `None` on a machine without a home folder.
    pub fn own_data_folder() -> Option<PathBuf> {
        directories::ProjectDirs::from("", "", "Deckloom").map(|d| d.data_dir().join("data"))
    }

    /// The folders that are read: the user's own, if it is there, then those of `--data`.
    pub fn folders(&self) -> Vec<PathBuf> {
        Places::own_data_folder().filter(|d| d.is_dir()).into_iter().chain(self.data.iter().cloned()).collect()
    }

    /// The data files: the shipped ones, the user's own, then those of `--data`.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn source(&self) -> Result<Source, Unreadable> {
        let mut source = Source::shipped();
        for folder in self.folders() {
            source.add_folder(&folder)?;
        }
        Ok(source)
    }
}

/// Games that were read again because their files changed.
#[derive(Debug)]
pub struct Fresh {
    /// The data files.
    pub source: Source,
    /// The games, in order of their ids. One with faults is as it was before.
    pub books: Vec<Book>,
    /// The faults of those that have some.
    pub faults: Vec<Problem>,
}

impl Places {
    /// Reads again the games of which `books` are an earlier reading: those whose files are the same are taken over.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn reread(&self, books: &[Book]) -> Result<Fresh, Unreadable> {
        let source = self.source()?;
        let mut fresh = Fresh { books: Vec::new(), faults: Vec::new(), source };
        for id in fresh.source.games() {
            let earlier = books.iter().find(|b| b.game.id == id);
            let same = earlier.filter(|b| b.game.data_hash == fresh.source.hash(&id)).cloned();
            let read = || load::game(&fresh.source, &id).and_then(|game| Book::load(&fresh.source, Arc::new(game)));
            match same.map_or_else(read, Ok) {
                Ok(book) => fresh.books.push(book),
                Err(faults) => {
                    fresh.faults.extend(faults);
                    fresh.books.extend(earlier.cloned());
                }
            }
        }
        Ok(fresh)
    }
}

impl Desk {
    /// Opens the library and loads all games. A default library that cannot be opened is replaced by one in
    /// memory, with a warning; one that was named is an error. A game with faults in its data is left out, with
    /// a warning: it spoils no other.
    ///
    /// # Errors
    /// Faults of the library, a data folder that cannot be read, or no game at all.
    pub fn open(places: &Places) -> Result<Desk, Error> {
        let source = places.source()?;
        let ((library, books, broken), mut warning) = match places.library_file() {
            Some(file) => match Library::open(&file).and_then(|library| shelve(library, &source)) {
                Ok(stock) => {
                    let warning = stock.0.is_read_only().then(|| {
                        format!(
                            "the library {} can only be read; nothing will be saved until you may write to it and to its \
                             folder",
                            file.display()
                        )
                    });
                    (stock, warning)
                }
                Err(e) if places.library.is_none() => {
                    (shelve(Library::in_memory()?, &source)?, Some(format!("{e}; nothing will be saved")))
                }
                Err(e) => return Err(e.into()),
            },
            None => {
                let warning = "there is no home folder; nothing will be saved".to_owned();
                (shelve(Library::in_memory()?, &source)?, Some(warning))
            }
        };
        if books.is_empty()
            && let Some((game, problems)) = broken.last().cloned()
        {
            return Err(Error::Data { game, problems });
        }
        if !broken.is_empty() {
            let list =
                broken.iter().map(|(game, faults)| format!("{game} ({})", faults[0])).collect::<Vec<_>>().join(", ");
            let note = format!("left out because of faults in the data: {list}; `deckloom data check` names all");
            warning = Some(warning.map_or(note.clone(), |w| format!("{w}; {note}")));
        }
        Ok(Desk { places: places.clone(), library, source, books, broken, warning })
    }

    /// A game by its id.
    pub fn book(&self, id: &str) -> Option<&Book> {
        self.books.iter().find(|b| b.game.id == id)
    }

    /// A format by `game/format`.
    pub fn format(&self, id: &str) -> Option<(&Book, &Format)> {
        let (game, format) = id.split_once('/')?;
        let book = self.book(game)?;
        book.format(format).map(|f| (book, f))
    }

    /// All loaded games.
    pub fn games(&self) -> impl Iterator<Item = &Game> {
        self.books.iter().map(|b| &*b.game)
    }
}

/// A library, its games and those with faults in their data.
type Stock = (Library, Vec<Book>, Vec<(String, Vec<Problem>)>);

/// Loads all games through a library.
fn shelve(mut library: Library, source: &Source) -> Result<Stock, store::Error> {
    let (mut books, mut broken) = (Vec::new(), Vec::new());
    for id in source.games() {
        let loaded = match library.game(source, &id) {
            Ok(game) => Book::load(source, Arc::new(game)),
            Err(store::Error::Data { problems, .. }) => Err(problems),
            Err(e) => return Err(e),
        };
        match loaded {
            Ok(book) => books.push(book),
            Err(problems) => broken.push((id, problems)),
        }
    }
    Ok((library, books, broken))
}
