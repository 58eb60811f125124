//! Every reader of this crate over files that are changed at random: nothing crashes, nothing hangs, every fault has a
//! place that is there, and what was read can be used.

use std::io::Cursor;
use std::sync::OnceLock;

use catalog::face::{Corners, Painter};
use catalog::interchange::{self, CardFileKind, Heartbeat, ImportTarget, ImportWords};
use catalog::{CountQuery, GameData, Query, Source, art, collection, load};
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};

use crate::mutator::fuzz;

fn game() -> &'static GameData {
    static GAME: OnceLock<GameData> = OnceLock::new();
    GAME.get_or_init(|| load::game(&Source::shipped(), "chronx").expect("a game without faults"))
}

/// The texts of the shipped files of a kind.
fn shipped(wanted: impl Fn(&str) -> bool) -> Vec<Vec<u8>> {
    let source = Source::shipped();
    let mut found = Vec::new();
    for game in source.games() {
        found.extend(source.files(&game).filter(|(p, _)| wanted(p)).map(|(_, f)| f.text.as_bytes().to_vec()));
    }
    found
}

/// The tables of a file that begin with this line, so that a round is about one card and not a hundred.
fn tables(text: &str, head: &str) -> Vec<String> {
    text.split(head).skip(1).map(|table| format!("{head}{table}")).collect()
}

#[test]
fn queries() {
    let seeds: Vec<Vec<u8>> = [
        r#"type:asset domain:corporate skill<=2 "draw a card""#,
        r"-(type:agent or cost.influence>=3) and name:/^(dig|re)\w+/ sort:name,-number limit:5",
        "2..5 of (type:asset) and 1.. of (skill<=2) or -(..3 of *)",
        r#"text~"whole words" rarity:common,rare set:second-edition"#,
    ]
    .map(|q| q.as_bytes().to_vec())
    .to_vec();
    let game = game();
    fuzz("queries", 3000, &seeds, &seeds, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        match Query::parse(&text, game) {
            Ok(query) => {
                let found = game.cards.iter().filter(|card| query.matches(card)).count();
                let again = Query::parse(&query.print(game), game).expect("what is printed is read");
                assert_eq!(game.cards.iter().filter(|card| again.matches(card)).count(), found, "{text}");
            }
            Err(e) => assert!(!e.pointing(&text).is_empty()),
        }
        if let Ok(count) = CountQuery::parse(&text, game) {
            count.holds(game, &[]);
        }
    });
}

/// A game with one file in place of its own.
fn with(source: &Source, path: &str, text: &str) {
    let files = source.files("chronx").filter(|(p, _)| {
        !p.starts_with("scenarios/") && !p.ends_with(".svg") && (!p.starts_with("sets/") || path == "sets/fuzz.toml")
    });
    let files = files.filter(|(p, _)| !p.starts_with("sets/")).map(|(p, f)| (p.to_owned(), f.text.to_string()));
    let mut source = Source::from_texts("chronx", files);
    source.put(&format!("chronx/{path}"), path.to_owned(), text.to_owned());
    if let Err(faults) = load::game(&source, "chronx") {
        for fault in faults.iter().filter(|f| f.file == path) {
            let line = text.split('\n').nth(fault.line - 1).unwrap_or_else(|| panic!("{fault} has no line"));
            assert!(fault.column <= line.chars().count() + 1, "{fault} has no column");
        }
    }
}

#[test]
fn game_data() {
    let source = Source::shipped();
    let seeds = vec![source.file("chronx/game.toml").expect("there").text.as_bytes().to_vec()];
    let corpus = shipped(|p| p == "game.toml");
    fuzz("game_data", 150, &seeds, &corpus, |bytes| with(&source, "game.toml", &String::from_utf8_lossy(bytes)));
}

#[test]
fn cards_and_abilities() {
    let source = Source::shipped();
    let (mut seeds, mut corpus) = (Vec::new(), Vec::new());
    for (_, file) in source.folder("chronx", "sets") {
        let cards = tables(&file.text, "[[card]]");
        corpus.extend(cards.iter().filter(|c| c.contains("[[card.ability]]")).map(|c| c.as_bytes().to_vec()));
        let head = file.text.split("[[card]]").next().unwrap_or_default();
        let head: String = head
            .lines()
            .map(|l| if l.starts_with("id =") { "id = \"fuzz\"\n".into() } else { format!("{l}\n") })
            .collect();
        seeds.extend(cards.chunks(3).map(|cards| format!("{head}{}", cards.concat()).into_bytes()));
    }
    fuzz("cards_and_abilities", 300, &seeds, &corpus, |bytes| {
        with(&source, "sets/fuzz.toml", &String::from_utf8_lossy(bytes));
    });
}

#[test]
fn faces() {
    let seeds = shipped(|p| p == "face.svg");
    let game = game();
    let kept = [0, game.cards.len() / 2, game.cards.len() - 1];
    fuzz("faces", 40, &seeds, &seeds, |bytes| {
        if let Ok(painter) = Painter::new(game, Some(&String::from_utf8_lossy(bytes))) {
            for at in kept {
                let _ = painter.paint(game, &game.cards[at], 100, Corners::Round);
            }
        }
    });
}

#[test]
fn pictures() {
    let picture = RgbImage::from_fn(24, 17, |x, y| Rgb([x as u8 * 9, y as u8 * 13, (x * y) as u8]));
    let write = |format| {
        let mut bytes = Cursor::new(Vec::new());
        DynamicImage::from(picture.clone()).write_to(&mut bytes, format).expect("written");
        bytes.into_inner()
    };
    let seeds: Vec<Vec<u8>> = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP].map(write).to_vec();
    fuzz("pictures", 1000, &seeds, &seeds, |bytes| {
        if let Ok(picture) = art::unpack(bytes, 10, 10) {
            assert!(u64::from(picture.width()) * u64::from(picture.height()) <= art::MOST_PIXELS);
        }
    });
}

#[test]
fn addresses_of_pictures() {
    let text = "card,picture\na,http://pics.test:8080/a.jpg?x=1#top\nb,\"https://[::1]/b,1.png\"\n";
    let seeds = [text.as_bytes().to_vec()];
    fuzz("addresses_of_pictures", 3000, &seeds, &seeds, |bytes| {
        if let Ok(list) = art::PictureAddresses::parse(bytes) {
            let again = art::PictureAddresses::parse(list.to_text().as_bytes()).expect("what is written is read");
            assert_eq!(again, list);
        }
        let location = String::from_utf8_lossy(bytes);
        let from = art::PictureAddress::parse("https://pics.test/a/b.png").expect("an address");
        if let Some(to) = location.lines().find_map(|line| from.join(line)) {
            assert_eq!(art::PictureAddress::parse(to.as_str()), Some(to));
        }
    });
}

/// Files of other programs, kept for the tests of their readers.
fn foreign() -> Vec<(CardFileKind, Vec<u8>)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/foreign");
    let mut files: Vec<_> = std::fs::read_dir(folder).expect("there").flatten().map(|e| e.path()).collect();
    files.sort();
    let kind = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).ok()?;
        let ending = path.extension()?.to_str()?.to_owned();
        Some((CardFileKind::detect(&bytes[..bytes.len().min(interchange::HEAD)], &ending).ok()?, bytes))
    };
    files.iter().filter_map(kind).collect()
}

#[test]
fn cards_of_other_programs() {
    let files = foreign();
    let seeds: Vec<Vec<u8>> = files.iter().map(|(_, bytes)| bytes.clone()).collect();
    for kind in CardFileKind::ALL {
        assert!(files.iter().any(|(k, _)| k == kind), "no file of {}", kind.word());
    }
    fuzz("cards_of_other_programs", 600, &seeds, &seeds, |bytes| {
        for kind in CardFileKind::ALL {
            let Ok(table) = interchange::read(*kind, bytes, "fuzz", &[], &Heartbeat(&|_| {})) else { continue };
            let aim = ImportTarget {
                game: "fuzz",
                known: None,
                schema: None,
                from: "fuzz.csv",
                set: "Fuzz",
                followed: &[],
                boosters: &[],
                named: &[],
                words: &ImportWords::default(),
            };
            let Ok(import) = interchange::import(table, &aim) else { continue };
            for (path, _) in &import.files {
                let inside = path.starts_with("fuzz/") && !path.contains("..") && !path.contains('\\');
                assert!(inside && path.matches('/').count() <= 2, "{path} leaves its folder");
            }
        }
    });
}

#[test]
fn collections() {
    let seeds: Vec<Vec<u8>> = [
        "game,id,name,set,number,owned,wanted\nchronx,dig-in,Dig In,second-edition,1,3,0\n",
        "Count;Tradelist Count;Name;Edition\n\"3x\";0;\"Dig In\";\"Second Edition\"\n",
        "sep=\t\nQuantity\tCard\n4\tDig In\n",
    ]
    .map(|t| t.as_bytes().to_vec())
    .to_vec();
    fuzz("collections", 2000, &seeds, &seeds, |bytes| {
        let _ = collection::table::read(&String::from_utf8_lossy(bytes));
    });
}
