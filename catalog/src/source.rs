//! Where the files of the games come from: the data compiled into the program, and folders that add
//! games and sets or replace single files.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use include_dir::{Dir, DirEntry, include_dir};
use sha2::{Digest, Sha256};

use crate::read::Problem;

/// Largest data file that is read, in bytes.
pub const MOST_BYTES: u64 = 64 << 20;
/// The largest file that people hand each other: a record, a draft, an event, a roster, a plan.
pub const MOST_HANDED: u64 = 16 << 20;
/// Most bytes of data in one added folder.
const MOST_IN_ALL: u64 = 512 << 20;
/// How deep folders may lie in each other below an added one; those of a game lie two deep.
const DEEPEST: usize = 8;

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../data");

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
    files: BTreeMap<String, File>,
    folders: Vec<PathBuf>,
    /// Files that cannot be read, and why, by the same paths.
    unreadable: BTreeMap<String, Problem>,
}

/// A data folder that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {cause}", path.display())]
pub struct Unreadable {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says; it is part of the sentence.
    pub cause: std::io::Error,
}

impl Source {
    /// The games that the program ships.
    pub fn shipped() -> Self {
        let mut source = Source::default();
        source.add_shipped(&SHIPPED);
        source
    }

    fn add_shipped(&mut self, dir: &'static Dir<'static>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => self.add_shipped(dir),
                DirEntry::File(file) => {
                    let path = file.path().to_string_lossy().replace('\\', "/");
                    if let Some(text) = file.contents_utf8().filter(|_| is_data(&path)) {
                        self.files.insert(path.clone(), File { name: path, text: text.into(), added: false });
                    }
                }
            }
        }
    }

    /// A source of one game out of texts, by their path within the game's folder.
    pub fn of_game(game: &str, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files = files
            .into_iter()
            .map(|(path, text)| {
                let name = format!("{game}/{path}");
                (name.clone(), File { name, text: text.into(), added: true })
            })
            .collect();
        Source { files, ..Source::default() }
    }

    /// Adds the files below `dir`; a file of the same path replaces the earlier one. A file that cannot be read, or is
    /// not UTF-8, is a fault of its game, and so is one that is too large or that a link takes from elsewhere. Names that
    /// begin with a dot are passed over: editors keep their own there.
    ///
    /// # Errors
    /// When a folder cannot be read, lies too deep, is a link, or holds too much.
    pub fn add_folder(&mut self, dir: &Path) -> Result<(), Unreadable> {
        if dir.join("game.toml").is_file() {
            let hint = "this is a game's own folder; name the folder above it";
            return Err(Unreadable { path: dir.to_owned(), cause: std::io::Error::other(hint) });
        }
        self.folders.push(dir.to_owned());
        self.walk(dir, dir, 0, &mut 0)
    }

    /// The folders that were added, in order; what a later one has goes before what an earlier one has.
    pub fn added(&self) -> &[PathBuf] {
        &self.folders
    }

    /// `bytes` are those read so far.
    fn walk(&mut self, root: &Path, dir: &Path, depth: usize, bytes: &mut u64) -> Result<(), Unreadable> {
        let unreadable = |path: &Path, cause| Unreadable { path: path.to_owned(), cause };
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
                let name = path.display().to_string();
                let text = read(root, &path, &name);
                *bytes += text.as_ref().map_or(0, |t| t.len() as u64);
                if *bytes > MOST_IN_ALL {
                    let most = MOST_IN_ALL >> 20;
                    return Err(refused(root, format!("it holds more than {most} MiB of data; part it into several")));
                }
                match text {
                    Ok(text) => {
                        self.unreadable.remove(&below);
                        self.files.insert(below, File { name, text: text.into(), added: true });
                    }
                    Err(problem) => {
                        self.files.remove(&below);
                        self.unreadable.insert(below, problem);
                    }
                }
            }
        }
        Ok(())
    }

    /// Puts a file where its path says, in place of one that is there; `name` is how messages call it.
    pub fn put(&mut self, path: &str, name: String, text: String) {
        self.files.insert(path.to_owned(), File { name, text: text.into(), added: true });
    }

    /// Lets go of the sets' texts, once their cards are read: nobody reads them again, and they are large.
    pub fn forget_sets(&mut self) {
        self.files.retain(|path, _| path.split('/').nth(1) != Some("sets"));
    }

    /// The ids of the games: every folder with a `game.toml`.
    pub fn games(&self) -> Vec<String> {
        let paths: BTreeSet<&String> = self.files.keys().chain(self.unreadable.keys()).collect();
        paths
            .into_iter()
            .filter_map(|p| p.strip_suffix("/game.toml"))
            .filter(|g| !g.contains('/'))
            .map(str::to_owned)
            .collect()
    }

    /// Every folder that holds data, also one that is no game because it has no `game.toml`.
    pub fn folders(&self) -> BTreeSet<String> {
        let paths = self.files.keys().chain(self.unreadable.keys());
        paths.filter_map(|p| p.split_once('/')).map(|(folder, _)| folder.to_owned()).collect()
    }

    /// The files of a game that cannot be read.
    pub fn unreadable(&self, game: &str) -> Vec<Problem> {
        let prefix = format!("{game}/");
        self.unreadable.iter().filter(|(p, _)| p.starts_with(&prefix)).map(|(_, problem)| problem.clone()).collect()
    }

    /// All files of a game, by their paths within its folder.
    pub fn files(&self, game: &str) -> impl Iterator<Item = (&str, &File)> {
        let prefix = format!("{game}/");
        self.files.iter().filter_map(move |(path, file)| Some((path.strip_prefix(&prefix)?, file)))
    }

    /// One file by its path, such as `afrika/game.toml`.
    pub fn file(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// The TOML files of a game's folder (`sets`, `formats`, …), in order of their names.
    pub fn folder(&self, game: &str, folder: &str) -> Vec<(&str, &File)> {
        let prefix = format!("{game}/{folder}/");
        self.files
            .iter()
            .filter(|(path, _)| path.starts_with(&prefix) && path.ends_with(".toml"))
            .map(|(path, file)| (path[prefix.len()..].trim_end_matches(".toml"), file))
            .collect()
    }

    /// A fingerprint of a game's data: SHA-256 over paths and texts, in lower-case hexadecimal.
    pub fn hash(&self, game: &str) -> String {
        let prefix = format!("{game}/");
        let mut hash = Sha256::new();
        for (path, file) in self.files.iter().filter(|(p, _)| p.starts_with(&prefix)) {
            for part in [path.as_str(), &file.text] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part.as_bytes());
            }
        }
        // What cannot be read is a change, too.
        self.unreadable(game).iter().for_each(|problem| hash.update(problem.file.as_bytes()));
        hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }
}

/// The data files below a folder, each with the time of its last change and its size: what is different once one of
/// them was edited.
pub type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

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
    let mut bytes = Vec::new();
    std::fs::File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(std::io::Error::other(format!("it is larger than {} MiB; part it", most >> 20))),
        false => Ok(bytes),
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
