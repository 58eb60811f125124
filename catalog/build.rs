//! Writes `shipped.rs`: the games of `data/` with their files and fingerprints. A new or changed file there rebuilds the
//! program.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

#[path = "src/source/fingerprint.rs"]
mod fingerprint;

fn main() {
    println!("cargo:rerun-if-changed=../data");
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is"));
    let data = root.parent().expect("the crate lies in the workspace").join("data");
    let mut games: BTreeMap<String, BTreeMap<String, PathBuf>> = BTreeMap::new();
    for folder in entries(&data).filter(|folder| folder.is_dir()) {
        let mut files = BTreeMap::new();
        walk(&data, &folder, &mut files);
        games.insert(below(&data, &folder), files);
    }
    let mut out = String::from("&[\n");
    for (game, files) in &games {
        let mut hash = fingerprint::Fingerprint::default();
        let mut list = String::new();
        for (path, file) in files {
            let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
            hash.add(path, &text);
            let _ = writeln!(list, "    ({path:?}, include_str!({file:?})),");
        }
        let hash = hash.finish();
        let _ = writeln!(out, "Shipped {{ game: {game:?}, hash: {hash:?}, files: &[\n{list}] }},");
    }
    out.push(']');
    let to = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where to write"));
    std::fs::write(to.join("shipped.rs"), out).expect("the output folder can be written");
}

fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    std::fs::read_dir(folder).expect("a folder of data").map(|entry| entry.expect("a file of data").path())
}

/// The path of a file within the data, with slashes.
fn below(data: &Path, file: &Path) -> String {
    file.strip_prefix(data).expect("it lies there").to_str().expect("paths of data are UTF-8").replace('\\', "/")
}

fn walk(data: &Path, folder: &Path, files: &mut BTreeMap<String, PathBuf>) {
    for path in entries(folder) {
        if path.is_dir() {
            walk(data, &path, files);
        } else if path.extension().is_some_and(|ending| ending == "toml" || ending == "svg") {
            files.insert(below(data, &path), path);
        }
    }
}
