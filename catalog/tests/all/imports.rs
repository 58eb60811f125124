//! Which module of a crate imports what, read out of the paths in its source, without tests. Methods leave no path, so a method
//! that lies in another file is not seen.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A module as its path, from `crate`.
pub type ModulePath = Vec<String>;

/// A path that a file writes, with its line from 1.
struct Reference {
    line: usize,
    path: ModulePath,
    /// Whether `pub use` hands it on.
    public: bool,
}

/// All files below a folder, by their modules.
fn modules(folder: &Path, module: &ModulePath, found: &mut BTreeMap<ModulePath, PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there").map(|e| e.expect("an entry").path()) {
        let name = entry.file_stem().expect("a name").to_string_lossy().into_owned();
        let inner: ModulePath = module.iter().cloned().chain([name.clone()]).collect();
        if entry.is_dir() {
            modules(&entry, &inner, found);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            let root = module.is_empty() && (name == "lib" || name == "main");
            if !(root && name == "main") {
                found.insert(if root { Vec::new() } else { inner }, entry);
            }
        }
    }
}

/// The text with tests and comments blanked; lines stay where they are.
fn without_tests(text: &str) -> String {
    let (mut kept, mut test) = (Vec::new(), None);
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        let blank = match test {
            None if line.trim() == "#[cfg(test)]" => {
                test = Some(indent);
                true
            }
            None => line.trim_start().starts_with("//"),
            // The item ends with its brace, or on its first line.
            Some(from) => {
                if indent == from && (line.trim_end().ends_with(';') || line.trim() == "}") {
                    test = None;
                }
                true
            }
        };
        let code = line.split(" // ").next().unwrap_or("");
        kept.push(if blank { "" } else { code });
    }
    kept.join("\n")
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The paths of a tree such as `a::{b, c::d}`, and how much of the text it takes.
fn tree(text: &str) -> (Vec<ModulePath>, usize) {
    let name: String = text.chars().take_while(|c| is_name(*c) || *c == '*').collect();
    let mut at = name.len();
    if !text[at..].starts_with("::") {
        return (vec![vec![name]], at);
    }
    at += 2;
    let mut inner = Vec::new();
    if text[at..].starts_with('{') {
        at += 1;
        loop {
            at += text[at..].len() - text[at..].trim_start_matches(|c: char| c.is_whitespace() || c == ',').len();
            if text[at..].starts_with('}') || text[at..].is_empty() {
                at += 1;
                break;
            }
            let (paths, taken) = tree(&text[at..]);
            inner.extend(paths);
            at += taken;
            // Another name for it says nothing.
            at += text[at..].find([',', '}']).unwrap_or(0);
        }
    } else {
        let (paths, taken) = tree(&text[at..]);
        inner = paths;
        at += taken;
    }
    let whole = |path: ModulePath| std::iter::once(name.clone()).chain(path.into_iter().filter(|p| p != "self"));
    (inner.into_iter().map(|path| whole(path).collect()).collect(), at)
}

/// What a file refers to: what it uses, and every path from `crate` or `super`.
fn references(text: &str) -> Vec<Reference> {
    let mut found = Vec::new();
    let line = |at: usize| text[..at].matches('\n').count() + 1;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let begins = at == 0 || !text[..at].ends_with(|c: char| is_name(c) || c == ':');
        let starts = begins && ["crate::", "super::", "use "].iter().any(|word| rest.starts_with(word));
        // `pub(in crate::…)` says who may see something.
        if !starts || text[..at].ends_with("(in ") {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        }
        let skipped = if rest.starts_with("use ") { 4 } else { 0 };
        let before = text[..at].rsplit('\n').next().unwrap_or("").trim();
        let (paths, taken) = tree(&rest[skipped..]);
        let public = skipped > 0 && before.starts_with("pub");
        found.extend(paths.into_iter().map(|path| Reference { line: line(at), path, public }));
        at += skipped + taken.max(1);
    }
    found
}

/// A path as it is meant from the root; `None` for another crate.
fn absolute(from: &ModulePath, path: &[String], all: &BTreeMap<ModulePath, PathBuf>) -> Option<ModulePath> {
    let (mut base, mut rest) = (from.clone(), path);
    match rest.first()?.as_str() {
        "crate" => (base, rest) = (Vec::new(), &rest[1..]),
        "super" => {
            while rest.first().is_some_and(|p| p == "super") {
                base.pop()?;
                rest = &rest[1..];
            }
        }
        first => {
            let child: ModulePath = from.iter().cloned().chain([first.to_owned()]).collect();
            all.contains_key(&child).then_some(())?;
        }
    }
    base.extend(rest.iter().cloned());
    Some(base)
}

/// The longest module that a path from the root begins with.
fn module_of(path: &[String], all: &BTreeMap<ModulePath, PathBuf>) -> ModulePath {
    (0..=path.len()).rev().map(|n| path[..n].to_vec()).find(|m| all.contains_key(m)).unwrap_or_default()
}

/// What modules hand on by `pub use`: name by name, where it comes from.
type HandedOn = BTreeMap<(ModulePath, String), ModulePath>;

/// The path behind what modules hand on.
fn origin(mut path: ModulePath, handed_on: &HandedOn, all: &BTreeMap<ModulePath, PathBuf>) -> ModulePath {
    for _ in 0..8 {
        let module = module_of(&path, all);
        let Some(name) = path.get(module.len()) else { break };
        let Some(behind) = handed_on.get(&(module.clone(), name.clone())) else { break };
        path = behind.iter().chain(&path[module.len() + 1..]).cloned().collect();
    }
    path
}

/// An import of another module of the same crate.
pub struct Import {
    /// The module that imports.
    pub from: ModulePath,
    /// Its file, below `src`.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// What is imported, where it lies.
    pub origin: ModulePath,
    /// The module that the path names, and the one that holds what is imported: one may hand on what another holds.
    pub modules: [ModulePath; 2],
}

/// All imports of a crate's modules from one another.
pub fn imports(source: &Path) -> Vec<Import> {
    let mut all = BTreeMap::new();
    modules(source, &Vec::new(), &mut all);
    let read = |file: &PathBuf| references(&without_tests(&std::fs::read_to_string(file).expect("a source file")));
    let found: BTreeMap<&ModulePath, Vec<Reference>> = all.iter().map(|(m, file)| (m, read(file))).collect();
    let mut handed_on = HandedOn::new();
    for (module, references) in &found {
        for reference in references.iter().filter(|r| r.public) {
            // What comes from another crate is no matter of layers.
            let path = absolute(module, &reference.path, &all).unwrap_or_else(|| reference.path.clone());
            if let Some(name) = reference.path.last() {
                handed_on.insert(((*module).clone(), name.clone()), path);
            }
        }
    }
    let mut imports = Vec::new();
    for (module, references) in &found {
        let file = all[*module].strip_prefix(source).expect("below it").display().to_string().replace('\\', "/");
        for reference in references {
            let Some(path) = absolute(module, &reference.path, &all) else { continue };
            let origin = origin(path.clone(), &handed_on, &all);
            let modules = [module_of(&path, &all), module_of(&origin, &all)];
            let from = (*module).clone();
            imports.push(Import { from, file: file.clone(), line: reference.line, origin, modules });
        }
    }
    assert!(imports.len() > 500, "the source is read");
    imports
}
