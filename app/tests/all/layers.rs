//! Which module may use which: window → screen → widget → the rest, and command → the rest. Below the window, the screens and
//! the widgets, parents import their children and children never their parents. Read out of the paths in the source,
//! without tests; methods leave no path, so a method in a parent's file is not seen.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A module as its path, from `crate`.
type ModulePath = Vec<String>;

/// Imports against the layers: the file, what it imports, and why it may.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    ("check.rs", "screen::play::lesson", "hints of lessons are data, which `data check` reads as the window does"),
    ("command.rs", "screen", "without a verb the program opens the window, at a screen and a tab"),
    ("command.rs", "window", "without a verb the program opens the window"),
];

/// A path that a file writes, with its line from 1.
struct Reference {
    line: usize,
    path: ModulePath,
    /// Whether `pub use` hands it on.
    public: bool,
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
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

/// How high a module lies, and what it may use.
fn layer(module: &[String]) -> (u8, &'static str) {
    match module.first().map(String::as_str) {
        Some("window") => (3, "screens, widgets and the rest"),
        Some("screen") => (2, "widgets and the rest, and of screens no parent"),
        Some("widget") => (1, "the rest, and of widgets no parent"),
        Some("command") => (4, "the rest, neither window nor screens nor widgets"),
        _ => (0, "neither window nor screens nor widgets"),
    }
}

/// Whether an import goes up a layer.
fn goes_up(from: &[String], to: &[String]) -> bool {
    let ((low, _), (high, _)) = (layer(from), layer(to));
    if low == 4 { (1..=3).contains(&high) } else { high > low && high != 4 }
}

/// Whether a child below the window, the screens or the widgets imports what its parent holds.
fn leans_on_parent(from: &[String], to: &[String]) -> bool {
    (1..=3).contains(&layer(from).0) && from.len() > to.len() && !to.is_empty() && from.starts_with(to)
}

#[test]
fn modules_use_what_lies_below_them() {
    let mut all = BTreeMap::new();
    modules(&source(), &Vec::new(), &mut all);
    assert!(all.len() > 150, "the source was read");
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
    let (mut faults, mut used) = (Vec::new(), BTreeSet::new());
    for (module, references) in &found {
        for reference in references {
            let Some(path) = absolute(module, &reference.path, &all) else { continue };
            let behind = origin(path.clone(), &handed_on, &all);
            // A layer is passed by its name already; a parent may hand on what a sibling holds.
            let up = [&path, &behind].into_iter().any(|p| goes_up(module, &module_of(p, &all)));
            if !up && !leans_on_parent(module, &module_of(&behind, &all)) {
                continue;
            }
            let (path, may) = (behind, layer(module).1);
            let file = all[*module].strip_prefix(source()).expect("below it").display().to_string().replace('\\', "/");
            let path = path.join("::");
            let allowed = |(of, what, _): &(&str, &str, &str)| {
                file == *of && (path == *what || path.starts_with(&format!("{what}::")))
            };
            match EXCEPTIONS.iter().rposition(allowed) {
                Some(at) => drop(used.insert(at)),
                None => faults.push(format!("app/src/{file}:{}: imports {path}; it may use {may}", reference.line)),
            }
        }
    }
    let idle = (0..EXCEPTIONS.len()).filter(|at| !used.contains(at));
    faults.extend(
        idle.map(|at| format!("{} imports no {} any more: strike the exception", EXCEPTIONS[at].0, EXCEPTIONS[at].1)),
    );
    assert!(
        faults.is_empty(),
        "window → screen → widget → the rest; command → the rest; parents import children, children never their parents:\n{}",
        faults.join("\n")
    );
}
