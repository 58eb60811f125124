//! Files of strangers: plans, findings, records, drafts and events answer in words and at once, and can do nothing but
//! compute. What a plan or a record names is shown, or read as a deck; it opens, writes and runs nothing else.

use std::path::Path;

use serde_json::{Value, json};

use super::{Shop, text};

/// The verbs that read a file of another person, with what stands before and after its name.
const READERS: [(&str, &[&str], &[&str]); 7] = [
    ("a record", &["replay"], &[]),
    ("a record to think about", &["coach"], &[]),
    ("a plan", &["lab", "run"], &[]),
    ("findings", &["lab", "report"], &[]),
    ("findings to compare", &["lab", "compare"], &["other.json"]),
    ("a sealed event", &["sealed"], &["--verify"]),
    ("a draft", &["draft", "replay"], &[]),
];

/// A file of another folder, as seen from a folder beside it.
fn beside(folder: &tempfile::TempDir) -> String {
    format!("../{}/taken", folder.path().file_name().expect("a name").to_string_lossy())
}

fn told(shop: &Shop, (what, before, after): &(&str, &[&str], &[&str]), file: &Path) -> String {
    let told = shop.error(3, &[before, &[text(file)][..], after].concat());
    assert!(!told.is_empty() && told.len() < 2000, "{what}: {} bytes\n{told:.500}", told.len());
    told
}

#[test]
fn files_without_end_and_files_in_files_are_refused() {
    let shop = Shop::new();
    let (holes, deep, digits) = (shop.path("holes.json"), shop.path("deep.json"), shop.path("digits.json"));
    std::fs::File::create(&holes).expect("made").set_len(1 << 36).expect("a file of holes");
    std::fs::write(&deep, "[".repeat(1 << 20)).expect("written");
    std::fs::write(&digits, "9".repeat(1 << 20)).expect("written");
    for reader in &READERS {
        assert!(told(&shop, reader, &holes).contains("MiB"), "{}", reader.0);
        told(&shop, reader, &deep);
        told(&shop, reader, &digits);
    }
}

#[test]
fn a_plan_asks_for_no_more_than_can_be_counted() {
    let shop = Shop::new();
    let file = shop.path("plan.toml");
    let deck = "decks = [\"chronx/corporate\", \"chronx/cfa\"]\n";
    for (line, word) in [
        ("games = 1000000000000000000", "`games`"),
        ("games = 99999999999999999999", "plan.toml:3"),
        ("turns = 4294967295", "`turns`"),
        ("games = 0", "nothing would be counted"),
    ] {
        std::fs::write(&file, format!("kind = \"series\"\n{deck}{line}\n")).expect("written");
        let output = shop.deckloom(&["lab", "run", text(&file)]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!([Some(2), Some(3)].contains(&output.status.code()) && error.contains(word), "{line}: {error}");
    }
    std::fs::write(&file, format!("kind = \"series\"\n{deck}title = \"{}\"\n", "a".repeat(2 << 20))).expect("written");
    assert!(shop.error(3, &["lab", "run", text(&file)]).contains("1 MiB"));
}

/// Every file below a folder, with what is in it.
fn contents(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").map(|e| e.expect("an entry").path()) {
        match entry.is_dir() {
            true => all.extend(contents(&entry)),
            // A pipe cannot be read without somebody who writes.
            false if entry.is_file() => all.push((entry.display().to_string(), std::fs::read(&entry).expect("a file"))),
            false => {}
        }
    }
    all.sort();
    all
}

#[cfg(unix)]
#[test]
fn a_record_names_no_file() {
    let shop = Shop::new();
    let (file, pipe) = (shop.path("record.json"), shop.path("pipe"));
    let decks = ["match", "chronx/constructed", "chronx/corporate", "chronx/cfa"];
    let args = [&decks[..], &["--players", "random", "--seed", "1", "--record"]].concat();
    shop.run(0, &[&args[..], &[text(&file)]].concat());
    std::process::Command::new("mkfifo").arg(&pipe).status().expect("a pipe");
    let sound: Value = serde_json::from_slice(&std::fs::read(&file).expect("a file")).expect("JSON");
    let before = contents(shop.folder.path());
    // Whoever opened the pipe would wait for ever, and whoever wrote to it, too.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let (pipe, up) = (json!(text(&pipe)), json!(beside(&elsewhere)));
    for path in [&pipe, &up] {
        let mut named = sound.clone();
        let script = json!(format!("script:{}", path.as_str().expect("text")));
        named["players"] = json!([script, path]);
        named["program"] = path.clone();
        for deck in named["decks"].as_array_mut().expect("decks") {
            (deck["name"], deck["about"]) = (path.clone(), path.clone());
        }
        let changed = shop.path("changed.json");
        std::fs::write(&changed, named.to_string()).expect("written");
        assert!(shop.run(0, &["replay", text(&changed)]).contains(path.as_str().expect("text")), "it is shown");
        // The hash of its data is compared, and said if it does not come out as it did.
        named["data"] = path.clone();
        std::fs::write(&changed, named.to_string()).expect("written");
        assert!(shop.run(0, &["replay", text(&changed)]).contains(path.as_str().expect("text")), "it is shown");
        for key in ["game", "format", "seed"] {
            let mut other = named.clone();
            other[key] = path.clone();
            std::fs::write(&changed, other.to_string()).expect("written");
            assert_ne!(shop.deckloom(&["replay", text(&changed)]).status.code(), Some(0), "{key}");
        }
        std::fs::remove_file(&changed).expect("gone");
    }
    assert!(contents(shop.folder.path()) == before, "nothing was written");
    assert!(contents(elsewhere.path()).is_empty(), "nor elsewhere");
}

#[cfg(unix)]
#[test]
fn a_plan_names_decks_to_read_and_no_other_file() {
    let shop = Shop::new();
    let (plan, secret, pipe) = (shop.path("plan.toml"), shop.path("secret.txt"), shop.path("pipe"));
    std::fs::write(&secret, "password = correct-horse\n").expect("written");
    std::process::Command::new("mkfifo").arg(&pipe).status().expect("a pipe");
    // The library is made at the first run.
    std::fs::write(&plan, "kind = \"series\"\n").expect("written");
    shop.deckloom(&["lab", "run", text(&plan)]);
    for deck in [text(&secret), text(&pipe), "/dev/zero", "/dev/stdin", "../../../../etc/hostname"] {
        std::fs::write(&plan, format!("kind = \"series\"\ndecks = [\"{deck}\"]\ngames = 1\n")).expect("written");
        let output = shop.deckloom(&["lab", "run", text(&plan)]);
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert_ne!(output.status.code(), Some(0), "{deck}");
        assert!(!told.contains("correct-horse") && told.len() < 2000, "{deck}: {told}");
    }
    let elsewhere = "kind = \"series\"\ndecks = [\"chronx/corporate\", \"chronx/cfa\"]\ngames = 8\n";
    let other = tempfile::tempdir().expect("a folder");
    let path = beside(&other);
    for (line, code) in [
        (format!("title = \"{path}\""), 0),
        (format!("players = [\"script:{}\"]", text(&pipe)), 2),
        (format!("format = \"{path}\""), 2),
        (format!("options = [\"{path}={path}\"]"), 2),
    ] {
        std::fs::write(&plan, format!("{elsewhere}{line}\n")).expect("written");
        shop.run(code, &["lab", "run", text(&plan)]);
    }
    let names: Vec<String> = contents(shop.folder.path()).into_iter().map(|(name, _)| name).collect();
    let ours = ["library.db", "library.db-shm", "library.db-wal", "plan.lab.json", "plan.toml", "secret.txt"];
    assert!(names.iter().all(|name| ours.iter().any(|ours| name.ends_with(ours))), "{names:?}");
    assert!(shop.path("plan.lab.json").is_file() && contents(other.path()).is_empty());
    // Findings bring the plan and a report: they are shown, and what they name is not opened.
    let findings = shop.path("plan.lab.json");
    let mut kept: Value = serde_json::from_slice(&std::fs::read(&findings).expect("a file")).expect("JSON");
    kept["found"]["plan"]["decks"] = json!([text(&pipe), path]);
    kept["report"]["charts"][0]["title"] = json!(path);
    std::fs::write(&findings, kept.to_string()).expect("written");
    let charts = shop.path("charts");
    std::fs::create_dir(&charts).expect("made");
    shop.run(0, &["lab", "report", text(&findings), "--charts", text(&charts)]);
    let drawn: Vec<String> = contents(&charts).into_iter().map(|(name, _)| name).collect();
    assert!(drawn.iter().all(|name| name.ends_with(".svg") || name.ends_with(".png")), "{drawn:?}");
    kept["report"]["charts"][0]["series"][0]["points"][0]["value"] = json!(1e300);
    std::fs::write(&findings, kept.to_string()).expect("written");
    assert!(shop.error(3, &["lab", "report", text(&findings)]).contains("more than can be shown"));
}
