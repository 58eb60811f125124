//! Where the files of the games come from: the data compiled into the program, and folders that add
//! games and sets or replace single files. Added files are listed at once, and read when they are asked for.

pub(crate) mod csv_list;
mod fingerprint;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::time::SystemTime;

pub use csv_list::CsvListError;
use fingerprint::Fingerprint;

use crate::read::Problem;

/// Largest data file that is read, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;
/// The largest file that people hand each other: a record, a draft, an event, a roster, a plan.
pub const MOST_HANDED: u64 = 16 << 20;
/// Most bytes of data in one added folder.
const MOST_IN_ALL: u64 = 512 << 20;
/// How deep folders may lie in each other below an added one; those of a game lie two deep.
const DEEPEST: usize = 8;

/// A game that is compiled in.
struct Shipped {
    /// Its id.
    game: &'static str,
    /// The fingerprint of its files.
    hash: &'static str,
    /// Its files: paths as `afrika/game.toml`, and texts, in order of the paths.
    files: &'static [(&'static str, &'static str)],
}

/// Written by `build.rs`, in order of the games.
static SHIPPED: &[Shipped] = include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// A data file.
#[derive(Debug, Clone)]
pub struct File {
    /// As messages name it: `chronx/sets/second-edition.toml`, with its folder in front if it was added.
    pub name: String,
    /// What stands in it.
    pub text: Cow<'static, str>,
    /// Whether it came from a folder, not with the program.
    pub added: bool,
}

/// All data files by their path below a data folder.
#[derive(Debug, Clone, Default)]
pub struct Source {
    entries: BTreeMap<Cow<'static, str>, Arc<Entry>>,
    folders: Vec<PathBuf>,
}

/// A file that is known, and what was read of it.
#[derive(Debug)]
struct Entry {
    place: FileOrigin,
    read: OnceLock<Result<File, Problem>>,
}

/// Where a file is.
#[derive(Debug, Clone, PartialEq, Eq)]
enum FileOrigin {
    /// In the program.
    Program,
    /// In memory only.
    Memory,
    /// Below the folder `root`, with the stamp that it had when it was listed.
    Folder { root: PathBuf, path: PathBuf, stamp: Stamp },
}

/// A data folder that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {cause}", path.display())]
pub struct FolderError {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says; it is part of the sentence.
    pub cause: std::io::Error,
}

impl Source {
    /// The games that the program ships.
    pub fn shipped() -> Self {
        let entry = |(path, text): &(&'static str, &'static str)| {
            let file = File { name: (*path).to_owned(), text: (*text).into(), added: false };
            ((*path).into(), Entry::read(FileOrigin::Program, file))
        };
        Source { entries: SHIPPED.iter().flat_map(|game| game.files).map(entry).collect(), folders: Vec::new() }
    }

    /// A source of one game out of texts, by their path within the game's folder.
    pub fn from_texts(game: &str, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut source = Source::default();
        for (path, text) in files {
            let name = format!("{game}/{path}");
            source.put(&name.clone(), name, text);
        }
        source
    }

    /// The files of one game, as if none of them had been read yet: what is read through this source is let go of with it.
    #[must_use]
    pub fn only(&self, game: &str) -> Self {
        let unread = |entry: &Arc<Entry>| match &entry.place {
            FileOrigin::Program | FileOrigin::Memory => entry.clone(),
            place => Arc::new(Entry { place: place.clone(), read: OnceLock::new() }),
        };
        let entries = self.entries_of(game).map(|(path, entry)| (path.clone(), unread(entry))).collect();
        Source { entries, folders: self.folders.clone() }
    }

    /// Adds the files below `dir`; a file of the same path replaces the earlier one. A file that cannot be read, or is
    /// not UTF-8, is a fault of its game, and so is one that is too large or that a link takes from elsewhere. Names that
    /// begin with a dot are passed over: editors keep their own there.
    ///
    /// # Errors
    /// When a folder cannot be read, lies too deep, is a link, or holds too much.
    pub fn add_folder(&mut self, dir: &Path) -> Result<(), FolderError> {
        if dir.join("game.toml").is_file() {
            let hint = "this is a game's own folder; name the folder above it";
            return Err(FolderError { path: dir.to_owned(), cause: std::io::Error::other(hint) });
        }
        self.folders.push(dir.to_owned());
        self.walk(dir, dir, 0, &mut 0)
    }

    /// The folders that were added, in order; what a later one has goes before what an earlier one has.
    pub fn added(&self) -> &[PathBuf] {
        &self.folders
    }

    /// `bytes` are those read so far.
    fn walk(&mut self, root: &Path, dir: &Path, depth: usize, bytes: &mut u64) -> Result<(), FolderError> {
        let unreadable = |path: &Path, cause| FolderError { path: path.to_owned(), cause };
        let refused = |path: &Path, why: String| unreadable(path, std::io::Error::other(why));
        if depth > DEEPEST {
            return Err(refused(dir, format!("data folders lie at most {DEEPEST} deep; move it up")));
        }
        for entry in std::fs::read_dir(dir).map_err(|e| unreadable(dir, e))? {
            let entry = entry.map_err(|e| unreadable(dir, e))?;
            if is_hidden(&entry) {
                continue;
            }
            let path = entry.path();
            let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                // A link can lead around in a circle, or to all that a person has.
                if path.is_symlink() {
                    return Err(refused(
                        &path,
                        "a link to a folder is not followed; put the folder itself there".into(),
                    ));
                }
                self.walk(root, &path, depth + 1, bytes)?;
            } else if is_data(&below) {
                let stamp = std::fs::metadata(&path).map_or((None, 0), |about| (about.modified().ok(), about.len()));
                // A larger one is refused when somebody wants to read it.
                *bytes += if stamp.1 <= MOST_BYTES { stamp.1 } else { 0 };
                if *bytes > MOST_IN_ALL {
                    let most = MOST_IN_ALL >> 20;
                    return Err(refused(root, format!("it holds more than {most} MiB of data; part it into several")));
                }
                let place = FileOrigin::Folder { root: root.to_owned(), path, stamp };
                self.entries.insert(below.into(), Arc::new(Entry { place, read: OnceLock::new() }));
            }
        }
        Ok(())
    }

    /// Puts a file where its path says, in place of one that is there; `name` is how messages call it.
    pub fn put(&mut self, path: &str, name: String, text: String) {
        let file = File { name, text: text.into(), added: true };
        self.entries.insert(path.to_owned().into(), Entry::read(FileOrigin::Memory, file));
    }

    fn entries_of(&self, game: &str) -> impl Iterator<Item = (&Cow<'static, str>, &Arc<Entry>)> {
        let prefix = format!("{game}/");
        let begin = self.entries.range(Cow::Owned(prefix.clone())..);
        begin.take_while(move |(path, _)| path.starts_with(&prefix))
    }

    /// The ids of the games: every folder with a `game.toml`.
    pub fn games(&self) -> Vec<String> {
        let paths = self.entries.keys();
        paths.filter_map(|p| p.strip_suffix("/game.toml")).filter(|g| !g.contains('/')).map(str::to_owned).collect()
    }

    /// Every folder that holds data, also one that is no game because it has no `game.toml`.
    pub fn folders(&self) -> BTreeSet<String> {
        let paths = self.entries.keys();
        paths.filter_map(|p| p.split_once('/')).map(|(folder, _)| folder.to_owned()).collect()
    }

    /// The files of a game that cannot be read.
    pub fn unreadable(&self, game: &str) -> Vec<Problem> {
        self.entries_of(game).filter_map(|(_, entry)| entry.file().err().cloned()).collect()
    }

    /// All files of a game, by their paths within its folder.
    pub fn files(&self, game: &str) -> impl Iterator<Item = (&str, &File)> {
        let below = game.len() + 1;
        self.entries_of(game).filter_map(move |(path, entry)| Some((&path[below..], entry.file().ok()?)))
    }

    /// One file by its path, such as `afrika/game.toml`.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.entries.get(path)?.file().ok()
    }

    /// The TOML files of a game's folder (`sets`, `formats`, …), in order of their names.
    pub fn folder(&self, game: &str, folder: &str) -> Vec<(&str, &File)> {
        let prefix = format!("{game}/{folder}/");
        self.entries_of(game)
            .filter_map(|(path, entry)| Some((path.strip_prefix(&prefix)?.strip_suffix(".toml")?, entry.file().ok()?)))
            .collect()
    }

    /// Whether a game's files lie where those of `other` do, unchanged since they were listed there.
    pub fn is_same(&self, other: &Source, game: &str) -> bool {
        let files = |source: &Source| source.entries_of(game).count();
        files(self) == files(other)
            && self.entries_of(game).zip(other.entries_of(game)).all(|((path, entry), (other_path, other))| {
                let unchanged = entry.place == other.place && entry.place != FileOrigin::Memory;
                path == other_path && (unchanged || Arc::ptr_eq(entry, other))
            })
    }

    /// A fingerprint of a game's data: SHA-256 over paths and texts, in lower-case hexadecimal. Files that were not read yet
    /// are not kept for it.
    pub fn hash(&self, game: &str) -> String {
        if self.entries_of(game).all(|(_, entry)| entry.place == FileOrigin::Program)
            && let Some(shipped) = SHIPPED.iter().find(|shipped| shipped.game == game)
        {
            return shipped.hash.to_owned();
        }
        let mut hash = Fingerprint::default();
        let mut unreadable = Vec::new();
        for (path, entry) in self.entries_of(game) {
            match entry.text() {
                Ok(text) => hash.add(path, &text),
                Err(problem) => unreadable.push(problem.file),
            }
        }
        // What cannot be read is a change, too.
        unreadable.iter().for_each(|file| hash.bytes(file.as_bytes()));
        hash.finish()
    }
}

impl Entry {
    /// An entry whose file was read.
    fn read(place: FileOrigin, file: File) -> Arc<Entry> {
        Arc::new(Entry { place, read: Ok(file).into() })
    }

    /// The file, read if it was not yet, or why it cannot be read.
    fn file(&self) -> Result<&File, &Problem> {
        self.read.get_or_init(|| self.place.read()).as_ref()
    }

    /// What stands in the file, read again unless it is kept, or why it cannot be read.
    fn text(&self) -> Result<Cow<'_, str>, Problem> {
        match self.read.get() {
            Some(Ok(file)) => Ok(Cow::Borrowed(&file.text)),
            Some(Err(problem)) => Err(problem.clone()),
            None => self.place.read().map(|file| file.text),
        }
    }
}

impl FileOrigin {
    fn read(&self) -> Result<File, Problem> {
        match self {
            FileOrigin::Folder { root, path, .. } => {
                let name = path.display().to_string();
                read(root, path, &name).map(|text| File { name, text: text.into(), added: true })
            }
            FileOrigin::Program | FileOrigin::Memory => unreachable!("these are made of what was read"),
        }
    }
}

/// The time of a file's last change, where the system tells, and its size.
pub type Stamp = (Option<SystemTime>, u64);

/// The data files below a folder, each with the time of its last change and its size: what is different once one of
/// them was edited.
pub type Stamps = BTreeMap<PathBuf, Stamp>;

/// The stamps of a folder; of one that cannot be read there are none. Links to folders are not followed, as
/// [`Source::add_folder`] does not.
pub fn stamps(folder: &Path) -> Stamps {
    stamps_below(folder, 0)
}

fn stamps_below(folder: &Path, depth: usize) -> Stamps {
    let mut found = Stamps::new();
    if depth > DEEPEST {
        return found;
    }
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if is_hidden(&entry) {
            continue;
        }
        // The file itself counts, not a link to it.
        let Ok(about) = std::fs::metadata(&path) else { continue };
        if about.is_dir() {
            if !path.is_symlink() {
                found.append(&mut stamps_below(&path, depth + 1));
            }
        } else if is_data(&path.to_string_lossy()) {
            found.insert(path, (about.modified().ok(), about.len()));
        }
    }
    found
}

/// Editors keep files of their own under names that begin with a dot.
fn is_hidden(entry: &std::fs::DirEntry) -> bool {
    entry.file_name().to_string_lossy().starts_with('.')
}

/// Whether a file lies in a folder, also by where its links lead.
pub(crate) fn is_within(folder: &Path, file: &Path) -> bool {
    match (folder.canonicalize(), file.canonicalize()) {
        (Ok(folder), Ok(file)) => file.starts_with(folder),
        _ => false,
    }
}

/// The bytes of a file that a person named, also of a pipe; of one that is too large, or never ends, no more than the
/// first.
///
/// # Errors
/// What the system says, or that the file is larger than `most`.
pub fn bytes(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let file = std::fs::File::open(path)?;
    // A pipe tells no size.
    let size = file.metadata().map_or(0, |about| about.len().min(most));
    let mut bytes = Vec::with_capacity(size as usize + 1);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        Err(std::io::Error::other(format!("it is larger than {} MiB; part it", most >> 20)))
    } else {
        Ok(bytes)
    }
}

/// The text of a file below `root`, or why there is none.
fn read(root: &Path, path: &Path, name: &str) -> Result<String, Problem> {
    let fault = |line, column, message: String, hint: &str| {
        let (file, hint) = (name.to_owned(), Some(hint.to_owned()));
        Problem { file, line, column, place: String::new(), message, hint }
    };
    let about = std::fs::metadata(path);
    // A pipe would let the program wait for ever.
    if about.as_ref().is_ok_and(|about| !about.is_file()) {
        return Err(fault(1, 1, "is no file".into(), "take it away"));
    }
    if about.is_ok() && path.is_symlink() && !is_within(root, path) {
        return Err(fault(1, 1, "is a link that leads out of its folder".into(), "put the file itself there"));
    }
    let bytes =
        bytes(path, MOST_BYTES).map_err(|e| fault(1, 1, format!("cannot be read: {e}"), "see who may read it"))?;
    String::from_utf8(bytes).map_err(|e| {
        let good = String::from_utf8_lossy(&e.as_bytes()[..e.utf8_error().valid_up_to()]).into_owned();
        let line = good.matches('\n').count() + 1;
        let column = good.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        fault(line, column, "not UTF-8 text from here on".into(), "save the file as UTF-8")
    })
}

fn is_data(path: &str) -> bool {
    path.ends_with(".toml") || path.ends_with(".svg")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fingerprint_from_the_build_is_that_of_the_texts() {
        let source = Source::shipped();
        for game in source.games() {
            let files = source.files(&game).map(|(path, file)| (path.to_owned(), file.text.to_string()));
            let again = Source::from_texts(&game, files);
            assert_eq!(source.hash(&game), again.hash(&game), "{game}");
        }
    }

    #[test]
    fn added_files_are_read_for_their_game_alone_and_noticed_when_they_change() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |path: &str, text: &str| {
            let file = folder.path().join(path);
            std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
            std::fs::write(file, text).expect("written");
        };
        write("one/game.toml", "name = \"One\"\n");
        write("two/game.toml", "name = \"Two\"\n");
        let mut source = Source::shipped();
        source.add_folder(folder.path()).expect("is listed");
        let listed = |source: &Source, path: &str| source.entries[path].read.get().is_some();
        assert_eq!(crate::load::name(&source, "one").as_deref(), Some("One"));
        assert!(listed(&source, "one/game.toml") && !listed(&source, "two/game.toml"));
        // What is read through a source of one game is not kept by the other.
        assert_eq!(crate::load::name(&source.only("two"), "two").as_deref(), Some("Two"));
        assert!(!listed(&source, "two/game.toml"));
        let later = || {
            let mut source = Source::shipped();
            source.add_folder(folder.path()).expect("is listed");
            source
        };
        let same = |game: &str| later().is_same(&source, game);
        assert!(same("one") && same("two") && same("chronx"));
        write("two/sets/first.toml", "");
        assert!(same("one") && !same("two"));
        write("one/game.toml", "name = \"Another\"\n");
        assert!(!same("one"));
        // What replaces a file of a shipped game makes it another one.
        write("chronx/game.toml", "name = \"Mine\"\n");
        assert!(!same("chronx") && later().hash("chronx") != source.hash("chronx"));
    }
}
