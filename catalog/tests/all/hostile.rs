//! Card data, queries and files of other programs that mean harm: each is answered at once, in words, without a crash.

use std::time::Duration;

use catalog::interchange::{self, CardFileKind, Heartbeat, ImportTarget, ImportWords};
use catalog::{CountQuery, GameData, Query, Source, art, load};

use crate::worked::worked;

const LONGEST: Duration = Duration::from_secs(4);

/// Does what must be quick.
fn bounded<T>(what: &str, act: impl FnOnce() -> T) -> T {
    let start = worked();
    let result = act();
    let took = worked() - start;
    assert!(took < LONGEST, "{what}: {took:?}");
    result
}

fn game() -> GameData {
    load::game(&Source::shipped(), "chronx").expect("a game without faults")
}

#[test]
fn queries_that_mean_harm_are_refused() {
    let game = game();
    let long = |piece: &str, times: usize| piece.repeat(times);
    let cases = [
        ("brackets", long("(", 10_000), "nest"),
        ("closed brackets", format!("{}a{}", long("(", 5000), long(")", 5000)), "nest"),
        ("minus signs", format!("{}a", long("-", 10_000)), "minus"),
        ("a long query", long("a ", 20_000), "16384"),
        ("regular expressions", long(r"/\w{200}/ ", 100), "regular expressions"),
        ("a large regular expression", "/.{1000}{1000}/".into(), "too large"),
        ("a deep regular expression", format!("/{}{}/", long("(", 1000), long(")", 1000)), "regular expression"),
    ];
    for (what, text, word) in cases {
        let error = bounded(what, || Query::parse(&text, &game).expect_err(what));
        assert!(error.message.contains(word) && error.message.len() < 300, "{what}: {}", error.message);
        assert!(bounded(what, || CountQuery::parse(&text, &game)).is_err(), "{what}");
    }
    let slow = Query::parse(r"/(a*)*(a|a)*b(.*.*.*){20}c/ and /(\w+\s?)*$/", &game);
    let slow = slow.expect("a query");
    bounded("a regular expression that others never finish", || {
        game.cards.iter().filter(|card| slow.matches(card)).count()
    });
}

/// The faults of a game whose set is this text.
fn faults(set: String) -> Vec<String> {
    let shipped = Source::shipped();
    let mut source =
        Source::from_texts("chronx", shipped.files("chronx").map(|(p, f)| (p.to_owned(), f.text.to_string())));
    source.put("chronx/sets/harm.toml", "harm.toml".into(), set);
    load::game(&source, "chronx").err().unwrap_or_default().iter().map(ToString::to_string).collect()
}

#[test]
fn card_data_that_mean_harm_are_told() {
    let head = "source = \"house set\"\nid = \"harm\"\nname = \"Harm\"\n";
    let card = "[[card]]\nid = \"a\"\nname = \"A\"\n";
    let deep = format!("{}1", "a.".repeat(70));
    let inline = format!("x = {}{}", format!("{{ {deep} = ").replace('1', "b").repeat(60), "1");
    let cases = [
        ("open lists", format!("{head}x = {}", "[".repeat(500_000))),
        ("lists in lists", format!("{head}x = {}{}", "[".repeat(70), "]".repeat(70))),
        ("open tables", format!("{head}{}", "x = { a = ".repeat(100_000))),
        ("deep names", format!("{head}{} = 1", "a.".repeat(100_000))),
        ("deep names in deep tables", format!("{head}{inline}{}", "}".repeat(60))),
        ("faults in many lines", format!("{head}{}", "=\n".repeat(500_000))),
        ("faults in a line", format!("{head}{}", "= ".repeat(500_000))),
        ("unknown keys", (0..100_000).map(|n| format!("k{n} = 1\n")).collect()),
        ("a long text", format!("{head}{card}text = \"{}\"\n", "a".repeat(1 << 20))),
        ("cards without anything", format!("{head}{}", "[[card]]\n".repeat(20_000))),
        ("a card of faces", format!("{head}{card}{}", "[[card.face]]\nname = \"A\"\n".repeat(20_000))),
        ("effects in effects", {
            let open = "{ may = [".repeat(2000);
            format!("{head}{card}[[card.ability]]\ndo = [{open}")
        }),
    ];
    for (what, text) in cases {
        let found = bounded(what, || faults(text));
        assert!(!found.is_empty() && found.len() < 2000, "{what}: {} faults", found.len());
        assert!(found.iter().all(|f| f.len() < 2000), "{what}: {}", found[0].len());
    }
}

#[cfg(unix)]
#[test]
fn data_folders_stay_within_themselves() {
    use std::os::unix::fs::symlink;
    let (root, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let game = root.path().join("harm");
    std::fs::create_dir(&game).expect("made");
    std::fs::write(other.path().join("secret.toml"), "password = 1\n").expect("written");
    std::fs::write(game.join("mine.toml"), "a = 1\n").expect("written");
    let read = || {
        let mut source = Source::default();
        source.add_folder(root.path()).map(|()| source)
    };
    symlink(game.join("mine.toml"), game.join("again.toml")).expect("linked");
    symlink(other.path().join("secret.toml"), game.join("rules.toml")).expect("linked");
    symlink("/dev/zero", game.join("zero.toml")).expect("linked");
    std::process::Command::new("mkfifo").arg(game.join("pipe.toml")).status().expect("a pipe");
    let huge = std::fs::File::create(game.join("huge.toml")).expect("made");
    huge.set_len(1 << 36).expect("a file of holes");
    let source = bounded("files", read).expect("readable");
    let told: Vec<String> = source.unreadable("harm").iter().map(ToString::to_string).collect();
    assert!(source.file("harm/again.toml").is_some() && source.file("harm/rules.toml").is_none());
    let has = |name: &str, word: &str| told.iter().any(|t| t.contains(name) && t.contains(word));
    assert!(has("rules.toml", "out of its folder"), "{told:?}");
    assert!(has("zero.toml", "no file") && has("pipe.toml", "no file") && has("huge.toml", "MiB"), "{told:?}");
    std::fs::remove_file(game.join("huge.toml")).expect("gone");
    // Two links to the folder itself are two ways at each of forty steps.
    ["here", "there"].iter().for_each(|name| symlink(root.path(), game.join(name)).expect("linked"));
    let error = bounded("circles", read).expect_err("a circle").to_string();
    assert!(error.contains("link to a folder"), "{error}");
    bounded("circles", || catalog::source::stamps(root.path()));
    let deep = tempfile::tempdir().expect("a folder");
    std::fs::create_dir_all(deep.path().join("a/".repeat(40))).expect("made");
    let error = Source::default().add_folder(deep.path()).expect_err("deep").to_string();
    assert!(error.contains("8 deep"), "{error}");
}

#[test]
fn files_of_other_programs_that_mean_harm_are_answered() {
    let times = |piece: &str, n: usize| piece.repeat(n);
    let cod = "<cockatrice_carddatabase version=\"4\"><cards>";
    let cases = [
        (CardFileKind::Csv, "columns", times("name,", 100_000)),
        (CardFileKind::Csv, "an open quote", format!("name\n\"{}", times("a,1\n", 500_000))),
        (CardFileKind::Csv, "commas", format!("name\n{}", times(",", 1 << 20))),
        (
            CardFileKind::Cockatrice,
            "attributes",
            format!("{cod}<card {}></card></cards>", many(60_000, &|n| format!("a{n}=\"\" "))),
        ),
        (CardFileKind::Cockatrice, "elements in each other", format!("{cod}{}", times("<a>", 500_000))),
        (
            CardFileKind::Cockatrice,
            "properties",
            format!(
                "{cod}<card><name>a</name><prop>{}</prop></card></cards></cockatrice_carddatabase>",
                many(100_000, &|n| format!("<p{n}>1</p{n}>"))
            ),
        ),
        (
            CardFileKind::Cockatrice,
            "entities",
            format!("<!DOCTYPE d [<!ENTITY a \"b\">]>{cod}<card><name>&a;</name></card>"),
        ),
        (CardFileKind::Scryfall, "brackets", times("[", 500_000)),
        (CardFileKind::Scryfall, "braces", format!("[{}", times("{\"a\":", 500_000))),
        (CardFileKind::Scryfall, "keys", format!("[{{\"name\":\"a\"{}", many(100_000, &|n| format!(",\"k{n}\":1")))),
        (CardFileKind::Mtgjson, "braces", times("{\"data\":", 500_000)),
        (CardFileKind::Mtgjson, "lists", format!("{{\"data\":{{\"cards\":{}", times("[", 500_000))),
        (CardFileKind::Draftmancer, "lists of cards", times("[CustomCards]\n[]\n", 200_000)),
        (CardFileKind::Draftmancer, "empty lines", format!("{}[CustomCards]\n{{", times("\n", 1 << 20))),
        (CardFileKind::Draftmancer, "brackets", format!("[CustomCards]\n{}", times("[", 500_000))),
        (CardFileKind::Draftmancer, "a large file", times("a", 17 << 20)),
    ];
    for (kind, what, text) in cases {
        let answer = bounded(what, || interchange::read(kind, text.as_bytes(), "harm", &[], &Heartbeat(&|_| {})));
        // What is odd and harmless is read.
        let harmless = ["an open quote", "commas"].contains(&what);
        assert_eq!(answer.is_ok(), harmless, "{kind:?}, {what}");
        let told = answer.err().map(|e| e.to_string()).unwrap_or_default();
        assert!(told.len() < 500, "{kind:?}, {what}: {} bytes", told.len());
    }
    let lines = many(20_000, &|n| format!("1 Card {n}\n"));
    let cards = many(20_000, &|n| format!("{{\"name\":\"Card {n}\"}},"));
    let list = format!("[CustomCards]\n[{cards}]\n[Sheet]\n{lines}");
    let table = bounded("a long list", || {
        interchange::read(CardFileKind::Draftmancer, list.as_bytes(), "harm", &[], &Heartbeat(&|_| {}))
            .expect("readable")
    });
    assert_eq!(table.rows.len(), 20_000);
}

/// So many pieces of a text.
fn many(times: usize, piece: &dyn Fn(usize) -> String) -> String {
    (0..times).map(piece).collect()
}

#[test]
fn faces_and_layouts_without_end_are_bounded() {
    let read = |kind, text: &str| {
        interchange::read(kind, text.as_bytes(), "harm", &[], &Heartbeat(&|_| {})).expect("readable")
    };
    let (name, line) = ("a // ".repeat(20_000), "Instant ".repeat(5_000));
    let card = format!("<name>{name}z</name><prop><layout>split</layout><type>{line}</type></prop><set>S</set>");
    let text =
        format!("<cockatrice_carddatabase version=\"4\"><cards><card>{card}</card></cards></cockatrice_carddatabase>");
    let table = bounded("a name of many faces", || read(CardFileKind::Cockatrice, &text));
    assert!(table.rows[0].faces.is_empty());
    let face = format!("{{\"name\":\"a\",\"type_line\":\"{line}\"}},");
    let faces = face.repeat(200);
    let text = format!("[{{\"name\":\"a\",\"set\":\"S\",\"card_faces\":[{}]}}]", faces.trim_end_matches(','));
    let table = bounded("a card of many faces", || read(CardFileKind::Scryfall, &text));
    assert_eq!((table.rows[0].faces.len(), table.left_out["face of a card with many"]), (8, 192));
    let layouts = many(3_000, &|n| format!("- L{n} (1)\n1 S{n}\n"));
    let sheets = many(3_000, &|n| format!("[S{n}]\nCard {}\n", n % 20));
    let cards = many(20, &|n| format!("{{\"name\":\"Card {n}\",\"type\":\"Event\",\"rarity\":\"common\"}},"));
    let list = format!("[CustomCards]\n[{cards}]\n[Layouts]\n{layouts}{sheets}");
    let made = bounded("layouts and sheets", || {
        interchange::import(read(CardFileKind::Draftmancer, &list), &harm("harm.txt")).expect("an import")
    });
    let booster = made.files.iter().find(|(path, _)| path.contains("/boosters/")).expect("a booster");
    assert_eq!(booster.1.matches("[[layout]]").count(), 1000);
}

#[test]
fn lists_of_import_words_that_mean_harm_are_refused() {
    let lines = |line: &str, times: usize| format!("kind,theirs,ours\n{}", line.repeat(times));
    let words: String = (0..10_001).map(|n| format!("type,w{n},x\n")).collect();
    for (what, text, word) in [
        ("too many words", format!("kind,theirs,ours\n{words}"), "10000"),
        ("lines of something else", lines("a\n", 100_000), "were expected"),
        ("a long kind", lines(&format!("{},a,b\n", "k".repeat(100_000)), 20), "no kind of word"),
        ("a quote that never ends", lines("type,\"a", 100_000), "were expected"),
    ] {
        let error = bounded(what, || ImportWords::parse(text.as_bytes()).expect_err(what)).to_string();
        assert!(error.contains(word) && error.len() < 10_000, "{what}: {} bytes, {:.300}", error.len(), error);
    }
}

fn harm(from: &str) -> ImportTarget<'_> {
    static NO_WORDS: std::sync::LazyLock<ImportWords> = std::sync::LazyLock::new(ImportWords::default);
    ImportTarget {
        game: "harm",
        known: None,
        schema: None,
        from,
        set: "Harm",
        followed: &[],
        boosters: &[],
        named: &[],
        words: &NO_WORDS,
    }
}

/// Found by changing files at random: the type of the only card is a sign, so that the game would have no type.
#[test]
fn a_type_of_signs_is_a_card_without_a_type() {
    for sign in ["(", "—", "/"] {
        let text = format!("Card Name;Set Code;Type\nRelay Tap;RLY;{sign}\n");
        let table =
            interchange::read(CardFileKind::Csv, text.as_bytes(), "harm", &[], &Heartbeat(&|_| {})).expect("readable");
        let files = interchange::import(table, &harm("harm.csv")).expect("a game").files;
        let game = files.iter().find(|(path, _)| path.ends_with("game.toml")).expect("its file");
        assert!(game.1.contains("[[type]]"), "{sign}: {}", game.1);
    }
}

#[test]
fn lists_of_addresses_that_mean_harm_are_refused() {
    let lines = |line: &str, times: usize| format!("card,picture\n{}", line.repeat(times));
    let many: String = (0..500_001).map(|n| format!("c{n},http://x.test/\n")).collect();
    for (what, text, word) in [
        ("too many addresses", format!("card,picture\n{many}"), "500000"),
        ("lines of something else", lines("a,b,c\n", 100_000), "a card and an address"),
        ("a long address", lines(&format!("a,http://x.test/{}\n", "a".repeat(100_000)), 50), "no address"),
        ("a line that breaks into another", lines("a,\"http://x.test/\r\nHost: y\"\n", 50), "no address"),
        ("a quote that never ends", lines("a,\"http://x.test/", 100_000), "a card and an address"),
    ] {
        let error = bounded(what, || art::PictureAddresses::parse(text.as_bytes()).expect_err(what)).to_string();
        assert!(error.contains(word) && error.len() < 3000, "{what}: {}", error.len());
    }
}
