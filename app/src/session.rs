//! What both doors stand on: the open library and the games in it, each of which is read when it is first asked for.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use catalog::read::Problem;
use catalog::source::FolderError;
use catalog::store::journal::{Heading, StreamKind};
use catalog::store::{self, Library};
use catalog::{Source, load};
use formats::{DeckFormat, GameLibrary, LeftOut};

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
pub struct Session {
    /// Where all of it came from.
    pub places: Places,
    /// The library.
    pub library: Library,
    /// The data files.
    pub source: Source,
    /// The games.
    pub games: GameList,
    /// Something that a person should know, such as that nothing can be saved.
    pub warning: Option<String>,
}

/// The games of the data files, in order of their ids, and what was read of them so far.
#[derive(Debug, Clone, Default)]
pub struct GameList(Vec<Entry>);

/// A game.
#[derive(Debug, Clone)]
struct Entry {
    id: String,
    name: OnceLock<String>,
    read: OnceLock<Result<Arc<GameLibrary>, Arc<Error>>>,
    /// Whether its files were changed and have faults, so that it is as it was before.
    faulty: bool,
}

/// Why the session cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Library(#[from] store::Error),
    /// A data folder.
    #[error(transparent)]
    Folder(#[from] FolderError),
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
    pub fn source(&self) -> Result<Source, FolderError> {
        let mut source = Source::shipped();
        for folder in self.folders() {
            source.add_folder(&folder)?;
        }
        Ok(source)
    }
}

/// Games that were read again because their files changed.
#[derive(Debug)]
pub struct ReloadedGames {
    /// The data files.
    pub source: Source,
    /// The games. One with faults is as it was before.
    pub games: GameList,
    /// The faults of those that have some.
    pub faults: Vec<Problem>,
}

impl Places {
    /// Reads again the games that were listed in `source` and have other files now.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn reload(&self, source: &Source, games: &GameList) -> Result<ReloadedGames, FolderError> {
        let now = self.source()?;
        let (mut list, mut faults) = (Vec::new(), Vec::new());
        for id in now.games() {
            let earlier = games.0.iter().find(|entry| entry.id == id);
            let entry = match earlier {
                // Faults are told until they are mended, whatever else was edited.
                Some(earlier) if !earlier.faulty && now.is_same(source, &id) => earlier.clone(),
                _ => {
                    let files = now.only(&id);
                    let game = load::game(&files, &id);
                    match game.and_then(|game| GameLibrary::load_despite_faults(&files, Arc::new(game))) {
                        Ok(game_library) => {
                            let faulty = !game_library.left_out.is_empty();
                            faults.extend(game_library.left_out.iter().flat_map(|left| left.faults.clone()));
                            Entry { read: Ok(Arc::new(game_library)).into(), faulty, ..Entry::new(id) }
                        }
                        Err(problems) => {
                            faults.extend(problems);
                            Entry { faulty: true, ..earlier.cloned().unwrap_or_else(|| Entry::new(id)) }
                        }
                    }
                }
            };
            list.push(entry);
        }
        Ok(ReloadedGames { source: now, games: GameList(list), faults })
    }
}

impl Entry {
    fn new(id: String) -> Entry {
        Entry { id, name: OnceLock::new(), read: OnceLock::new(), faulty: false }
    }
}

impl GameList {
    fn list(source: &Source) -> GameList {
        GameList(source.games().into_iter().map(Entry::new).collect())
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Their ids.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|entry| entry.id.as_str())
    }

    /// A game that was read already.
    pub fn loaded(&self, id: &str) -> Option<&Arc<GameLibrary>> {
        self.0.iter().find(|entry| entry.id == id)?.read.get()?.as_ref().ok()
    }

    /// The id of the game at a position.
    pub fn id(&self, at: usize) -> Option<&str> {
        self.0.get(at).map(|entry| entry.id.as_str())
    }

    /// The position of a game.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.ids().position(|other| other == id)
    }

    /// The name of the game at a position; its id if its file says none.
    pub fn name(&self, at: usize, source: &Source) -> &str {
        let Some(Entry { id, name, read, .. }) = self.0.get(at) else { return "" };
        match read.get() {
            Some(Ok(game_library)) => &game_library.game.name,
            _ => name.get_or_init(|| load::name(source, id).unwrap_or_else(|| id.clone())),
        }
    }

    /// The games that were asked for and could not be read, and why.
    pub fn broken(&self) -> impl Iterator<Item = (&str, &Error)> {
        self.0.iter().filter_map(|entry| Some((entry.id.as_str(), &**entry.read.get()?.as_ref().err()?)))
    }
}

impl Session {
    /// Opens the library. A default library that cannot be opened is replaced by one in memory, with a warning; one that
    /// was named is an error.
    ///
    /// # Errors
    /// Faults of the library, or a data folder that cannot be read.
    pub fn open(places: &Places) -> Result<Session, Error> {
        let source = places.source()?;
        let (library, warning) = match places.library_file() {
            Some(file) => match Library::open(&file) {
                Ok(library) => {
                    let warning = library.is_read_only().then(|| {
                        format!(
                            "the library {} can only be read; nothing will be saved until you may write to it and to its \
                             folder",
                            file.display()
                        )
                    });
                    (library, warning)
                }
                Err(e) if places.library.is_none() => {
                    (Library::in_memory()?, Some(format!("{e}; nothing will be saved")))
                }
                Err(e) => return Err(e.into()),
            },
            None => {
                let warning = "there is no home folder; nothing will be saved".to_owned();
                (Library::in_memory()?, Some(warning))
            }
        };
        Ok(Session { places: places.clone(), library, games: GameList::list(&source), source, warning })
    }

    /// A game by its id, read if it was not yet; `None` if there is none.
    ///
    /// # Errors
    /// Faults in its data, or of the library.
    pub fn load(&self, id: &str) -> Option<Result<&Arc<GameLibrary>, &Arc<Error>>> {
        let entry = self.games.0.iter().find(|entry| entry.id == id)?;
        let read = || {
            // What only reading needs is let go of again.
            let files = self.source.only(id);
            let game = self.library.game(&files, id).map_err(|e| match e {
                store::Error::Data { game, problems } => Error::Data { game, problems },
                other => Error::Library(other),
            })?;
            let faulty = |problems| Error::Data { game: id.to_owned(), problems };
            Ok(Arc::new(GameLibrary::load_despite_faults(&files, Arc::new(game)).map_err(faulty)?))
        };
        Some(entry.read.get_or_init(|| read().map_err(Arc::new)).as_ref())
    }

    /// A game by its id, if it can be read.
    pub fn game_library(&self, id: &str) -> Option<&Arc<GameLibrary>> {
        self.load(id)?.ok()
    }

    /// The game that is wanted, or the first that can be read, with its position.
    ///
    /// # Errors
    /// What is wrong with the first, if none can be read.
    pub fn first_game(&self, wanted: Option<&str>) -> Result<(usize, Arc<GameLibrary>), Arc<Error>> {
        let ids = wanted.into_iter().chain(self.games.ids());
        let mut found = ids.filter_map(|id| Some((self.games.position(id)?, self.load(id)?)));
        let first = found.next().unwrap_or_else(|| unreachable!("the program ships games"));
        match first.1 {
            Ok(game_library) => Ok((first.0, game_library.clone())),
            Err(error) => match found.find_map(|(at, read)| Some((at, read.ok()?.clone()))) {
                Some(other) => Ok(other),
                None => Err(error.clone()),
            },
        }
    }

    /// All games that can be read.
    pub fn game_libraries(&self) -> impl Iterator<Item = &Arc<GameLibrary>> {
        self.games.ids().filter_map(|id| self.game_library(id))
    }

    /// A format by `game/format`.
    pub fn format(&self, id: &str) -> Option<(&Arc<GameLibrary>, &DeckFormat)> {
        let (game, format) = id.split_once('/')?;
        let game_library = self.game_library(game)?;
        game_library.format(format).map(|f| (game_library, f))
    }

    /// What the library holds of a kind, of the game that was named or of all, each with its game's id; within a game the
    /// newest first.
    ///
    /// # Errors
    /// Of the library.
    pub fn saved_streams(&self, kind: StreamKind, game: Option<&str>) -> Result<Vec<(&str, Heading)>, store::Error> {
        let mut kept = Vec::new();
        for id in self.games.ids().filter(|id| game.is_none_or(|game| game == *id)) {
            kept.extend(self.library.streams(kind, id)?.into_iter().map(|heading| (id, heading)));
        }
        Ok(kept)
    }

    /// What to tell of games that were asked for and could not be read, or not all of them.
    pub fn left_out_warning(&self) -> Option<String> {
        let first = |faults: &[Problem]| faults.first().map(ToString::to_string).unwrap_or_default();
        let why = |error: &Error| match error {
            Error::Data { problems, .. } => first(problems),
            other => other.to_string(),
        };
        let games = self.games.broken().map(|(game, error)| format!("{game} ({})", why(error)));
        let read = self.games.0.iter().filter_map(|entry| entry.read.get()?.as_ref().ok());
        let parts = read.flat_map(|game_library| {
            let game = &game_library.game.id;
            let part =
                move |left: &LeftOut| format!("{game}/{}/{} ({})", left.kind.folder(), left.id, first(&left.faults));
            game_library.left_out.iter().map(part)
        });
        let list: Vec<String> = games.chain(parts).collect();
        (!list.is_empty()).then(|| {
            let list = list.join(", ");
            format!("left out because of faults in the data: {list}; `deckloom data check` names all")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_when_it_is_asked_for_and_no_other() {
        let folder = tempfile::tempdir().expect("a folder");
        let places = Places { library: Some(folder.path().join("library.db")), data: Vec::new() };
        let session = Session::open(&places).expect("opens");
        assert!(session.games.len() > 3 && session.games.ids().all(|id| session.games.loaded(id).is_none()));
        assert_eq!(
            session.games.name(session.games.position("afrika").expect("there"), &session.source),
            "Chronicles of Afrika"
        );
        assert!(session.format("chronx/constructed").is_some() && session.load("nothing").is_none());
        assert!(session.games.ids().all(|id| session.games.loaded(id).is_some() == (id == "chronx")));
        let (at, game_library) = session.first_game(Some("chrononauts")).expect("can be read");
        assert_eq!((session.games.id(at), game_library.game.id.as_str()), (Some("chrononauts"), "chrononauts"));
        assert_eq!(session.game_libraries().count(), session.games.len());
    }

    #[test]
    fn faults_are_told_until_they_are_mended_whatever_else_is_edited() {
        let folder = tempfile::tempdir().expect("a folder");
        let sets = folder.path().join("data/chronx/sets");
        std::fs::create_dir_all(&sets).expect("made");
        let write = |name: &str, card: &str| {
            let text = format!("source = \"house set\"\nname = \"{name}\"\ncode = \"{name}\"\nid = \"{name}\"\n{card}");
            std::fs::write(sets.join(format!("{name}.toml")), text).expect("written");
        };
        write("first", "");
        let places = Places { library: Some(folder.path().join("library.db")), data: vec![folder.path().join("data")] };
        let session = Session::open(&places).expect("opens");
        let sets_before = session.game_library("chronx").expect("can be read").game.sets.len();
        write("first", "[[card]]\nname = \"Nothing more\"\n");
        let faulty = places.reload(&session.source, &session.games).expect("reads");
        assert!(!faulty.faults.is_empty());
        assert_eq!(faulty.games.loaded("chronx").expect("as before").game.sets.len(), sets_before);
        // Nothing of this game was edited since.
        let still = places.reload(&faulty.source, &faulty.games).expect("reads");
        assert_eq!(still.faults.len(), faulty.faults.len());
        write("first", "");
        write("second", "");
        let mended = places.reload(&still.source, &still.games).expect("reads");
        assert!(mended.faults.is_empty(), "{:?}", mended.faults);
        assert_eq!(mended.games.loaded("chronx").expect("read").game.sets.len(), sets_before + 1);
        assert!(places.reload(&mended.source, &mended.games).expect("reads").faults.is_empty());
    }
}
