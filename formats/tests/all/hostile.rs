//! Files that mean harm, or nothing at all: each is answered within seconds and 100 MiB, and never with a crash.

use std::io::Read;
use std::time::Duration;

use formats::GameLibrary;
use formats::deckfile::{self, DeckFileKind, LineOutcome, intake};

mod handed;
use crate::lamps;
use crate::worked::worked;

/// Of work, without optimisation.
const LONGEST: Duration = Duration::from_secs(5);
const MOST: u64 = 100 << 20;
/// As large as a file may be.
const FULL: usize = intake::LARGEST;

/// Does what must be quick and small.
fn bounded<T>(what: &str, act: impl FnOnce() -> T) -> T {
    let mut result = None;
    let start = worked();
    let memory = allocation_counter::measure(|| result = Some(act()));
    let took = worked() - start;
    assert!(took < LONGEST, "{what}: {took:?}");
    assert!(memory.bytes_max < MOST, "{what}: {} MiB", memory.bytes_max >> 20);
    result.expect("it was done")
}

/// Reads and resolves a text, by what is in it and as every kind.
fn read(game_library: &GameLibrary, what: &str, text: &str) -> Result<usize, String> {
    let import =
        |kind| deckfile::read(text, kind).map(|sheet| deckfile::resolve(&sheet, &game_library.game).report.len());
    for kind in DeckFileKind::ALL.iter().copied() {
        let _ = bounded(&format!("{what} as {kind:?}"), || import(Some(kind)));
    }
    bounded(what, || import(None)).map_err(|e| e.to_string())
}

/// A beginning, as much of a middle as there is room for, and an end.
fn full(start: &str, middle: &str, end: &str) -> String {
    let room = FULL - start.len() - end.len();
    format!("{start}{}{end}", middle.repeat(room / middle.len()))
}

#[test]
fn a_gigabyte_is_refused_after_its_first_megabytes() {
    for byte in [b'x', b'\n', 0, b'<', b'[', 0xFF] {
        let text = bounded("a gigabyte", || intake::read_text(std::io::repeat(byte).take(1 << 30)).expect("readable"));
        assert!(text.expect_err("too large").message.contains("4 MiB"));
    }
}

#[test]
fn texts_that_mean_harm_are_answered_at_once() {
    let game_library = lamps::lamps();
    let cod = "<cockatrice_deck version=\"1\"><zone name=\"main\">";
    let bomb = "<?xml version=\"1.0\"?><!DOCTYPE d [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;\">]>";
    let texts = [
        ("one long line", full("", "x", "")),
        ("empty lines", full("", "\n", "")),
        ("carriage returns", full("", "\r", "")),
        ("too many lines", full("", "1 a\n", "")),
        ("too many digits", full("", "9", "")),
        ("pipes", full("1 a", "|", "")),
        ("brackets", full("1 [", "[", "")),
        ("remarks", full("", "// Name: a\n", "")),
        ("plans", full("", "// About: a\n", "")),
        ("an entity bomb", format!("{bomb}{cod}<card name=\"x\"/></zone><comments>&c;</comments></cockatrice_deck>")),
        ("an entity bomb in a name", format!("{bomb}{cod}<card number=\"1\" name=\"&c;\"/></zone></cockatrice_deck>")),
        ("entities without end", full(&format!("{cod}<comments>"), "&#65;", "</comments>")),
        ("elements in each other", full(cod, "<a>", "")),
        ("elements without number", full(cod, "<a/>", "")),
        ("elements in each other, named at length", full(cod, &format!("<{}>", "a".repeat(1000)), "")),
        ("an element of attributes", full(&format!("{cod}<card "), "a=\"\" ", "/>")),
        ("an attribute without end", full(&format!("{cod}<card name=\""), "a", "")),
        ("too many cards", full(cod, "<card name=\"a\"/>", "</zone></cockatrice_deck>")),
        ("magic online's cards", full("<Deck>", "<Cards Name=\"a\"/>", "</Deck>")),
        ("octgn's cards", full("<deck game=\"a\"><section name=\"a\">", "<card id=\"a\"/>", "")),
        ("octgn's deep cards", full("<deck game=\"a\"><section name=\"a\">", "<card id=\"a\">", "")),
        ("open brackets of JSON", full("{\"ObjectStates\":", "[", "")),
        ("open braces of JSON", full("", "{\"a\":", "")),
        ("bags in bags", full("", "{\"ObjectStates\":[{\"ContainedObjects\":[", "")),
        ("closed bags in bags", {
            let deep = 40_000;
            format!("{{\"ObjectStates\":[{}{}]}}", "{\"ContainedObjects\":[".repeat(deep), "]}".repeat(deep))
        }),
        ("too many objects", full("{\"ObjectStates\":[{}", ",{}", "]}")),
        (
            "too many cards in bags",
            full(
                "{\"ObjectStates\":[{\"ContainedObjects\":[{\"Name\":\"Card\",\"Nickname\":\"a\"}",
                ",{\"Name\":\"Card\",\"Nickname\":\"a\"}",
                "]}]}",
            ),
        ),
        ("a long string", full("{\"ObjectStates\":[],\"Note\":\"", "\\n", "\"}")),
        ("arrays of TOML", full("[sections]\nmain = ", "[", "")),
        ("deep tables", full("[sections]\n", "a.", "a = 1")),
        ("tables", full("[sections]\n", "[[a]]\n", "")),
        ("lists of TOML", full("[sections]\nmain = [", "\"\",", "]")),
        ("unknown keys", {
            let keys: String = (0..300_000).map(|n| format!("k{n}=1\n")).collect();
            format!("{}[sections]\n", &keys[..120 << 10])
        }),
        ("too many sections", {
            let keys: String = (0..300_000).map(|n| format!("k{n}=1\n")).collect();
            format!("[sections]\n{}", &keys[..120 << 10])
        }),
        ("numbers for lines", format!("[sections]\nmain = [{}]", "1,".repeat(60 << 10))),
        ("faults of TOML", format!("[sections]\n{}", "=\n".repeat(60 << 10))),
        ("keys in a line", {
            let keys: String = (0..13_000).map(|n| format!("k{n}=1,")).collect();
            format!("game = {{{keys}}}\n[sections]\n")
        }),
        ("a long code", full("DL1:", "0", "")),
        ("a table of commas", full("name,count\n", ",", "")),
        ("a table of rows", full("name,count\n", "a,1\n", "")),
        ("an open quote", full("name,count\n\"", "a,1\n", "")),
        ("a heading of columns", full("name,count", ",name", "\n")),
        ("custom cards without end", full("[CustomCards]\n[\n", "{\"name\":\"a\"},\n", "]\n[Deck]\n1 a\n")),
        ("one long custom card", full("[CustomCards]\n[", "{\"name\":\"a\"},", "]\n[Deck]\n1 a\n")),
    ];
    let readable = ["an entity bomb in a name", "one long custom card", "a long string"];
    for (what, text) in texts {
        assert!(text.len() <= FULL, "{what}");
        let answer = read(&game_library, what, &text);
        assert_eq!(answer.is_ok(), readable.contains(&what), "{what}: {answer:?}");
        if let Err(message) = answer {
            assert!(message.len() < 500, "{what}: a message of {} bytes", message.len());
        }
    }
}

#[test]
fn lines_that_are_allowed_stay_bounded_with_a_large_game() {
    let source = catalog::Source::shipped();
    let game = catalog::load::game(&source, "afrika").expect("the shipped data load");
    let import =
        |text: &str| deckfile::resolve(&deckfile::read(text, Some(DeckFileKind::Text)).expect("readable"), &game);
    // More copies than any deck: they are not dealt out one by one.
    let many = "9999 Cosmic Storyteller\n".repeat(deckfile::MOST_LINES);
    let deck = bounded("copies", || import(&many)).deck;
    assert!(deck.size(0) <= 100_000);
    let unknown: String = (0..deckfile::MOST_LINES).map(|n| format!("1 Cosmic Storytelle {n}\n")).collect();
    let report = bounded("unknown names", || import(&unknown)).report;
    assert_eq!(report.len(), deckfile::MOST_LINES);
    let long: String = (0..200).map(|n| format!("1 {n}{}\n", "Cosmic ".repeat(40))).collect();
    bounded("long names", || import(&long));
}

/// Found by changing files at random: a remark that says the deck's name, and nothing after it.
#[test]
fn a_deck_whose_name_is_empty_can_be_written_and_read() {
    let game_library = lamps::lamps();
    let notes = "<notes>Deckloom: lamps/classic\n\nName: \nThen pass it on.</notes>";
    let text = format!("<deck game=\"0b5df3c6\"><section name=\"Deck\"/>{notes}</deck>");
    let sheet = deckfile::read(&text, Some(DeckFileKind::Octgn)).expect("readable");
    let deck = deckfile::resolve(&sheet, &game_library.game).deck;
    assert!(!deck.name.trim().is_empty());
    deckfile::read(&deckfile::write(&game_library.game, &deck, DeckFileKind::Toml), None)
        .expect("what was written is read");
}

/// Found by changing files at random: as many copies as one line may name, in several lines.
#[test]
fn more_copies_of_a_card_than_a_line_can_name_are_refused_line_by_line() {
    let game_library = lamps::lamps();
    let read =
        |text: &str, kind| deckfile::resolve(&deckfile::read(text, Some(kind)).expect("readable"), &game_library.game);
    let import = read("9998 Relay\n3 Relay\n1 Relay\n", DeckFileKind::Text);
    let unread: Vec<bool> =
        import.report.iter().map(|line| matches!(line.outcome, LineOutcome::Unread { .. })).collect();
    assert_eq!((import.deck.size(0), unread), (9999, vec![false, true, false]));
    let kept = deckfile::write(&game_library.game, &import.deck, DeckFileKind::Toml);
    assert_eq!(read(&kept, DeckFileKind::Toml).deck.sections, import.deck.sections);
}
