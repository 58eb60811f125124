//! Where the files of the games come from: the data compiled into the program, and folders that add
//! games and sets or replace single files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};
use sha2::{Digest, Sha256};

static SHIPPED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../data");

/// A data file.
#[derive(Debug, Clone)]
pub struct File {
    /// As messages name it: `chronx/sets/second-edition.toml`, with its folder in front if it was added.
    pub name: String,
    /// What stands in it.
    pub text: Cow<'static, str>,
}

/// All data files by their path below a data folder.
#[derive(Debug, Clone, Default)]
pub struct Source {
    files: BTreeMap<String, File>,
    folders: Vec<PathBuf>,
}

/// A data folder that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error("cannot read {}: {cause}", path.display())]
pub struct Unreadable {
    /// The file or folder.
    pub path: PathBuf,
    /// What the system says.
    #[source]
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
                        self.files.insert(path.clone(), File { name: path, text: text.into() });
                    }
                }
            }
        }
    }

    /// A source of one game out of texts, by their path within the game's folder.
    pub fn of_game(game: &str, files: impl IntoIterator<Item = (String, String)>) -> Self {
        let files = files
            .into_iter()
            .map(|(path, text)| (format!("{game}/{path}"), File { name: format!("{game}/{path}"), text: text.into() }))
            .collect();
        Source { files, folders: Vec::new() }
    }

    /// Adds the files below `dir`; a file of the same path replaces the earlier one.
    ///
    /// # Errors
    /// When a folder or file cannot be read, or is not UTF-8.
    pub fn add_folder(&mut self, dir: &Path) -> Result<(), Unreadable> {
        if dir.join("game.toml").is_file() {
            let hint = "this is a game's own folder; name the folder above it";
            return Err(Unreadable { path: dir.to_owned(), cause: std::io::Error::other(hint) });
        }
        self.folders.push(dir.to_owned());
        self.walk(dir, dir)
    }

    /// The folders that were added, in order; what a later one has goes before what an earlier one has.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    fn walk(&mut self, root: &Path, dir: &Path) -> Result<(), Unreadable> {
        let unreadable = |path: &Path, cause| Unreadable { path: path.to_owned(), cause };
        for entry in std::fs::read_dir(dir).map_err(|e| unreadable(dir, e))? {
            let path = entry.map_err(|e| unreadable(dir, e))?.path();
            let below = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            if path.is_dir() {
                self.walk(root, &path)?;
            } else if is_data(&below) {
                let text = std::fs::read_to_string(&path).map_err(|e| unreadable(&path, e))?;
                self.files.insert(below, File { name: path.display().to_string(), text: text.into() });
            }
        }
        Ok(())
    }

    /// Puts a file where its path says, in place of one that is there; `name` is how messages call it.
    pub fn put(&mut self, path: &str, name: String, text: String) {
        self.files.insert(path.to_owned(), File { name, text: text.into() });
    }

    /// The ids of the games: every folder with a `game.toml`.
    pub fn games(&self) -> Vec<String> {
        self.files
            .keys()
            .filter_map(|p| p.strip_suffix("/game.toml"))
            .filter(|g| !g.contains('/'))
            .map(str::to_owned)
            .collect()
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
        hash.finalize().iter().map(|b| format!("{b:02x}")).collect()
    }
}

fn is_data(path: &str) -> bool {
    path.ends_with(".toml") || path.ends_with(".svg")
}
