//! Cards out of other programs' files become data files of a game: read and looked at first, then written, by either door.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use catalog::art::{ADDRESSES, PictureAddresses};
use catalog::interchange::{
    self, CardFileKind, HEAD, Heartbeat, Import, ImportError, ImportTarget, ImportWords, WORDS, is_imported,
};
use catalog::read::Problem;
use catalog::source::CsvListError;
use catalog::store::{self, Library};
use catalog::{GameData, Source, fold, load};
use formats::{GameLibrary, LeftOut};

use crate::printout::job;
use crate::session::Places;

/// What is to be imported, and how.
#[derive(Debug, Clone)]
pub struct ImportOrder {
    /// The file.
    pub file: PathBuf,
    /// Its kind, if a person said it.
    pub kind: Option<CardFileKind>,
    /// Id of the game that gets the cards; it is made if it is not there.
    pub game: String,
    /// The data folder to write into.
    pub folder: PathBuf,
    /// Columns that a person mapped.
    pub maps: Vec<(String, String)>,
    /// The set of cards that name none; the file's name if left out.
    pub set: Option<String>,
    /// Whether what was written or changed by hand is replaced, too.
    pub replace: bool,
}

/// An import that was read and can be written.
#[derive(Debug)]
pub struct CardImport {
    /// The kind of file.
    pub kind: CardFileKind,
    /// Whether the game is made, or may declare more than it does.
    pub grows: bool,
    /// What is made.
    pub import: Import,
    /// Files that only a replacing import writes over, below the data folder.
    pub foreign: Vec<String>,
    /// What the game will be without, and why.
    pub left_out: Vec<LeftOut>,
    /// The list of addresses of pictures as it will be; `None` if the import brings none.
    addresses: Option<String>,
    /// The data files as they will be.
    source: Source,
    order: ImportOrder,
}

/// Why cards cannot be imported.
#[derive(Debug, thiserror::Error)]
pub enum CardImportError {
    /// The word is no id of a game.
    #[error("`{0}` is no id of a game; write for instance `{near}`", near = fold::slug(.0))]
    Id(String),
    /// The file cannot be read.
    #[error("{}: {cause}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says, or what is wrong.
        cause: String,
    },
    /// A data file cannot be written.
    #[error("cannot write {}: {cause}", path.display())]
    Unwritten {
        /// The file.
        path: PathBuf,
        /// What the system says.
        cause: std::io::Error,
    },
    /// A folder of data cannot be read.
    #[error(transparent)]
    Folder(#[from] catalog::source::FolderError),
    /// The file does not hold what it should.
    #[error("{} ({}): {cause}", path.display(), kind.word())]
    Content {
        /// The file.
        path: PathBuf,
        /// What it was read as.
        kind: CardFileKind,
        /// What is wrong.
        cause: interchange::ForeignFileError,
    },
    /// Its cards do not fit.
    #[error("{}: {cause}", path.display())]
    Import {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: ImportError,
    },
    /// The words of other programs cannot be read.
    #[error("{}: {cause}", path.display())]
    Words {
        /// Their file.
        path: PathBuf,
        /// Why.
        cause: CsvListError,
    },
    /// The work did not come to its end.
    #[error("the import was broken off: {0}")]
    Broken(#[source] tokio::task::JoinError),
    /// The game has faults, or would have.
    #[error("the data of `{game}` have faults")]
    Data {
        /// The game.
        game: String,
        /// All faults.
        problems: Vec<Problem>,
    },
}

impl CardImport {
    /// Reads the file, which `input` is, and makes data files of it, without writing them. A game out of `library` is read
    /// faster.
    ///
    /// # Errors
    /// Why not.
    pub fn read(
        order: ImportOrder,
        input: impl Read,
        places: &Places,
        library: Option<&Library>,
        beat: &Heartbeat<'_>,
    ) -> Result<CardImport, CardImportError> {
        if order.game != fold::slug(&order.game) || order.game.is_empty() {
            return Err(CardImportError::Id(order.game));
        }
        let mut source = places.source()?;
        if order.folder.is_dir() {
            source.add_folder(&order.folder)?;
        }
        // Faults in what will be replaced do not matter; what stays is checked in the end.
        let readable = |problems| {
            let game = order.game.clone();
            load::readable_part(&source, &game).ok_or(CardImportError::Data { game, problems })
        };
        let is_there = source.games().contains(&order.game);
        let known =
            is_there.then(|| read_game(&source, &order.game, library, Library::game).or_else(readable)).transpose()?;
        let schema = source.file(&format!("{}/game.toml", order.game)).map(|f| f.text.to_string());
        let grows = schema.as_deref().is_none_or(is_imported);
        let part = |part: Option<&std::ffi::OsStr>| part.map_or_else(String::new, |n| n.to_string_lossy().into_owned());
        let (name, stem) = (part(order.file.file_name()), part(order.file.file_stem()));
        let boosters = source.folder(&order.game, "boosters").into_iter();
        let boosters: Vec<(&str, &str)> = boosters.map(|(id, file)| (id, &*file.text)).collect();
        let sets = source.folder(&order.game, "sets").into_iter();
        let followed: Vec<String> = sets
            .filter(|(_, file)| order.replace || interchange::imported_from(&file.text) == Some(&name))
            .map(|(id, _)| id.to_owned())
            .collect();
        let mut words = ImportWords::default();
        for folder in source.added() {
            let path = folder.join(&order.game).join(WORDS);
            words.take_over(ImportWords::open(&path).map_err(|cause| CardImportError::Words { path, cause })?);
        }
        let aim = ImportTarget {
            game: &order.game,
            known: known.as_ref(),
            schema: schema.as_deref(),
            from: &name,
            set: order.set.as_deref().unwrap_or(&stem),
            followed: &followed,
            boosters: &boosters,
            named: &order.maps,
            words: &words,
        };
        let (kind, mut import) = make(&order, input, &stem, &aim, beat)?;
        let mut foreign = Vec::new();
        if !order.replace {
            foreign = import.keep_changes(|path| std::fs::read_to_string(order.folder.join(path)).ok());
        }
        for (path, text) in &import.files {
            source.put(path, order.folder.join(path).display().to_string(), text.clone());
        }
        let addresses = keep_addresses(&order, &import)?;
        Ok(CardImport { kind, grows, import, foreign, left_out: Vec::new(), addresses, source, order })
    }

    /// Loads the game as it will be, and finds what of it would be left out. `library` keeps it, so that the next start finds it
    /// there, unless this is only a preview.
    ///
    /// # Errors
    /// Its faults.
    pub fn check(&mut self, library: Option<&Library>, is_preview: bool) -> Result<(), CardImportError> {
        let read = if is_preview { Library::unsaved_game } else { Library::game };
        let game = read_game(&self.source, &self.order.game, library, read);
        let loaded = game.and_then(|game| GameLibrary::load_despite_faults(&self.source, Arc::new(game)));
        let faulty = |problems| CardImportError::Data { game: self.order.game.clone(), problems };
        self.left_out = loaded.map_err(faulty)?.left_out;
        Ok(())
    }

    /// Id of the game.
    pub fn game(&self) -> &str {
        &self.order.game
    }

    /// The files that are written, in order.
    pub fn paths(&self) -> impl Iterator<Item = PathBuf> {
        self.texts().map(|(path, _)| path)
    }

    /// Each file with its text. The game itself comes last, so that an import that is interrupted leaves no half of a game.
    fn texts(&self) -> impl Iterator<Item = (PathBuf, &str)> {
        let addresses = self.addresses.as_ref().map(|text| (self.order.address_list(), text.as_str()));
        let data = self.import.files.iter().map(|(path, text)| (self.order.folder.join(path), text.as_str()));
        addresses.into_iter().chain(data)
    }

    /// Writes the files.
    ///
    /// # Errors
    /// What cannot be written.
    pub fn write(&self) -> Result<(), CardImportError> {
        self.texts().try_for_each(|(path, text)| {
            job::write(&path, text).map_err(|cause| CardImportError::Unwritten { path, cause })
        })
    }
}

impl ImportOrder {
    fn address_list(&self) -> PathBuf {
        self.folder.join(&self.game).join(ADDRESSES)
    }
}

/// The list of addresses with those that are there already.
fn keep_addresses(order: &ImportOrder, import: &Import) -> Result<Option<String>, CardImportError> {
    if import.pictures.is_empty() {
        return Ok(None);
    }
    let path = order.address_list();
    let mut all = PictureAddresses::open(&path)
        .map_err(|e| CardImportError::File { path, cause: format!("{e}; mend it or take it away") })?;
    all.take_over(import.pictures.clone());
    Ok(Some(all.to_text()))
}

/// Reads the file and makes data files of it.
fn make(
    order: &ImportOrder,
    mut input: impl Read,
    stem: &str,
    aim: &ImportTarget<'_>,
    beat: &Heartbeat<'_>,
) -> Result<(CardFileKind, Import), CardImportError> {
    let path = &order.file;
    let fault = |e: std::io::Error| CardImportError::File { path: path.clone(), cause: e.to_string() };
    let mut head = Vec::with_capacity(HEAD);
    input.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(fault)?;
    // A pipe cannot be read twice.
    let whole = std::io::Cursor::new(head.clone()).chain(input);
    let ending = path.extension().map_or_else(String::new, |e| e.to_string_lossy().to_lowercase());
    let guess = || {
        let told = |why: interchange::NoCardFile| CardImportError::File { path: path.clone(), cause: why.to_string() };
        CardFileKind::detect(&head, &ending).map_err(told)
    };
    let kind = order.kind.map_or_else(guess, Ok)?;
    let table = interchange::read(kind, whole, stem, &order.maps, beat).map_err(|cause| CardImportError::Content {
        path: path.clone(),
        kind,
        cause,
    })?;
    let import =
        interchange::import(table, aim).map_err(|cause| CardImportError::Import { path: path.clone(), cause })?;
    Ok((kind, import))
}

/// A game out of the library where there is one: sets that it has are not read again.
fn read_game(
    source: &Source,
    id: &str,
    library: Option<&Library>,
    read: fn(&Library, &Source, &str) -> Result<GameData, store::Error>,
) -> Result<GameData, Vec<Problem>> {
    match library.map(|library| read(library, source, id)) {
        Some(Ok(game)) => Ok(game),
        Some(Err(store::Error::Data { problems, .. })) => Err(problems),
        _ => load::game(source, id),
    }
}
