//! Which module may use which: window → screen → widget → the rest, and command → the rest. Below the window, the screens and
//! the widgets, parents import their children and children never their parents, and siblings import each other in no circle.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::imports::{ModulePath, imports};

/// Imports against the layers: the file, what it imports, and why it may.
const EXCEPTIONS: [(&str, &str, &str); 3] = [
    ("check.rs", "screen::play::lesson", "hints of lessons are data, which `data check` reads as the window does"),
    ("command.rs", "screen", "without a verb the program opens the window, at a screen and a tab"),
    ("command.rs", "window", "without a verb the program opens the window"),
];

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
    let (mut faults, mut used) = (Vec::new(), BTreeSet::new());
    for import in imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let [written, origin] = &import.modules;
        // A layer is passed by its name already; a parent may hand on what a sibling holds.
        let up = [written, origin].into_iter().any(|module| goes_up(&import.from, module));
        if !up && !leans_on_parent(&import.from, origin) {
            continue;
        }
        let (path, may) = (import.origin.join("::"), layer(&import.from).1);
        let allowed = |(of, what, _): &(&str, &str, &str)| {
            import.file == *of && (path == *what || path.starts_with(&format!("{what}::")))
        };
        match EXCEPTIONS.iter().rposition(allowed) {
            Some(at) => drop(used.insert(at)),
            None => faults.push(format!("app/src/{}:{}: imports {path}; it may use {may}", import.file, import.line)),
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

#[test]
fn siblings_import_each_other_in_no_circle() {
    let mut uses: BTreeMap<ModulePath, BTreeSet<ModulePath>> = BTreeMap::new();
    for import in imports(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let (from, [_, to]) = (&import.from, &import.modules);
        let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
        if (1..=3).contains(&layer(from).0) && shared > 0 && shared < from.len().min(to.len()) {
            uses.entry(from[..=shared].to_vec()).or_default().insert(to[..=shared].to_vec());
        }
    }
    assert!(uses.len() > 20, "the reader found {} siblings that import others", uses.len());
    // What uses nothing that is left is taken away until only circles are left, with what leads into them.
    let mut before = usize::MAX;
    while uses.len() < before {
        before = uses.len();
        let left: BTreeSet<ModulePath> = uses.keys().cloned().collect();
        uses.retain(|_, used| {
            used.retain(|module| left.contains(module));
            !used.is_empty()
        });
    }
    let line = |(from, used): (&ModulePath, &BTreeSet<ModulePath>)| {
        let used: Vec<String> = used.iter().map(|module| module.join("::")).collect();
        format!("{} imports {}", from.join("::"), used.join(", "))
    };
    assert!(uses.is_empty(), "circles:\n{}", uses.iter().map(line).collect::<Vec<_>>().join("\n"));
}
