//! Deck files, pictures and paper through the command line, looked at by other programs' readers.

use std::path::{Path, PathBuf};

use assert_cmd::Command;
use formats::deckfile::DeckFileKind;
use serde_json::Value;

struct Shop {
    folder: tempfile::TempDir,
}

impl Shop {
    fn new() -> Shop {
        Shop { folder: tempfile::tempdir().expect("a folder") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Standard output and error; the exit code must be `code`.
    fn run(&self, code: i32, args: &[&str]) -> (String, String) {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        let library = self.path("library.db");
        let output =
            command.current_dir(self.folder.path()).arg("--library").arg(library).args(args).output().expect("runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        let (out, error) = (text(output.stdout), text(output.stderr));
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{out}\n{error}");
        (out, error)
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let (out, _) = self.run(code, &[args, &["--json"]].concat());
        serde_json::from_str(&out).unwrap_or_else(|e| panic!("{args:?}: {e}\n{out}"))
    }
}

fn lamps() -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../formats/tests/deckfiles");
    folder.to_str().expect("UTF-8").to_owned()
}

const KINDS: &[(&str, &str)] = &[
    ("toml", "d.toml"),
    ("text", "d.text.txt"),
    ("arena", "d.arena.txt"),
    ("names", "d.names.txt"),
    ("cod", "d.cod"),
    ("dek", "d.dek"),
    ("mtgjson", "d.mtgjson.json"),
    ("lackey", "d.lackey.dek"),
    ("o8d", "d.o8d"),
    ("forge", "d.forge.dck"),
    ("xmage", "d.xmage.dck"),
    ("draftmancer", "d.draftmancer.txt"),
    ("csv", "d.csv"),
    ("tts", "d.json"),
    ("code", "d.code"),
];

#[test]
fn a_deck_goes_through_every_kind_and_is_as_legal_as_before() {
    let shop = Shop::new();
    let (help, _) = shop.run(0, &["deck", "convert", "--help"]);
    for kind in DeckFileKind::ALL {
        assert!(KINDS.iter().any(|(known, _)| *known == kind.id()), "{kind:?} is not tried here");
        assert!(help.contains(kind.id()), "{kind:?} is not in the help");
    }
    for &(kind, file) in KINDS {
        let written = shop.json(0, &["deck", "convert", "chronx/corporate", file, "--to", kind]);
        assert_eq!((&written["kind"], &written["legal"]), (&kind.into(), &true.into()));
        let losses = written["losses"].as_array().expect("a list");
        let named = ["toml", "text", "cod", "o8d", "forge", "draftmancer", "tts"].contains(&kind);
        assert_eq!(losses.is_empty(), named, "{kind}: {losses:?}");
        let preview = shop.json(0, &["deck", "import", file, "--preview", "--game", "chronx"]);
        assert_eq!((&preview["cards"], &preview["unknown"]), (&33.into(), &0.into()), "{kind}: {preview:#}");
        assert_eq!(shop.json(0, &["deck", "check", file, "--game", "chronx"])["legal"], true, "{kind}");
    }
    let (_, error) = shop.run(2, &["deck", "convert", "chronx/corporate", "d.dck"]);
    assert!(error.contains("--to forge or --to xmage"), "{error}");
    assert_eq!(shop.json(0, &["deck", "convert", "chronx/corporate", "d.dek"])["kind"], "dek");
    let (_, error) = shop.run(2, &["deck", "convert", "chronx/corporate", "d.json"]);
    assert!(error.contains("--to mtgjson or --to tts"), "{error}");
    let (_, error) = shop.run(2, &["deck", "convert", "chronx/corporate", "d.doc"]);
    assert!(error.contains("`.doc`"), "{error}");
}

#[test]
fn an_import_shows_every_line_and_keeps_the_deck_only_without_preview() {
    let shop = Shop::new();
    let file = Path::new(&lamps()).join("relay.cod").display().to_string();
    let args = ["--data", &lamps(), "deck", "import", &file, "--game", "lamps"];
    let preview = shop.json(1, &[&args[..], &["--preview"]].concat());
    let lines = preview["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 6);
    assert_eq!(lines[0]["id"], "lamp-keeper-sl");
    assert_eq!(lines[0]["name"], "Lamp Keeper (SL) 2");
    assert_eq!((&lines[2]["outcome"], &lines[2]["section"]), (&"unknown".into(), &"main".into()));
    assert_eq!((&preview["unknown"], &preview["unread"]), (&1.into(), &1.into()));
    let (_, error) = shop.run(2, &["--data", &lamps(), "deck", "check", "Relay"]);
    assert!(error.contains("there is no deck `Relay`"), "{error}");
    shop.run(1, &[&args[..], &["--name", "Kept"]].concat());
    let shown = shop.json(0, &["--data", &lamps(), "deck", "show", "Kept"]);
    assert!(shown.to_string().contains("Cold Proxy"), "{shown:#}");
    // A code is a deck wherever one is named.
    let code = std::fs::read_to_string(Path::new(&lamps()).join("relay.code")).expect("a code");
    let shown = shop.json(1, &["--data", &lamps(), "deck", "import", code.trim(), "--preview"]);
    assert_eq!((&shown["deck"], &shown["kind"], &shown["cards"]), (&"Relay".into(), &"code".into(), &8.into()));
    let (_, error) = shop.run(3, &["deck", "check", "DL1:0NP62VBGET"]);
    assert!(error.contains("group 1 of the code"), "{error}");
}

#[test]
fn a_file_of_another_kind_of_bytes_is_refused_with_its_place() {
    let shop = Shop::new();
    std::fs::write(shop.path("latin.txt"), b"1 Relay\n1 \xC9clair\n").expect("written");
    std::fs::write(shop.path("headings.txt"), "// Dusk\n\nDeck\n\nSideboard\n").expect("a file");
    let (_, error) = shop.run(3, &["deck", "import", "headings.txt", "--game", "chronx"]);
    assert!(error.contains("no card in it"), "{error}");
    let (_, error) = shop.run(3, &["deck", "import", "latin.txt"]);
    assert!(error.contains("latin.txt: line 2, column 3:") && error.contains("UTF-8"), "{error}");
    let file = std::fs::File::create(shop.path("huge.txt")).expect("created");
    file.set_len(1 << 32).expect("a file with a hole");
    let (_, error) = shop.run(3, &["deck", "import", "huge.txt"]);
    assert!(error.contains("at most 4 MiB"), "{error}");
}

/// A PNG file's size and bytes a pixel.
fn png(path: &Path) -> (u32, u32, usize, Vec<u8>) {
    let file = std::io::BufReader::new(std::fs::File::open(path).expect("a file"));
    let mut reader = png::Decoder::new(file).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let info = reader.next_frame(&mut pixels).expect("pixels");
    (info.width, info.height, info.color_type.samples(), pixels)
}

#[test]
fn tabletop_simulator_gets_sheets_with_the_back_in_the_last_cell() {
    let shop = Shop::new();
    let written = shop.json(0, &["deck", "convert", "chronx/corporate", "my table.json", "--to", "tts"]);
    assert_eq!(written["pictures"], serde_json::json!(["my table-1.png", "my table-back.png"]));
    let saved: Value =
        serde_json::from_slice(&std::fs::read(shop.path("my table.json")).expect("a file")).expect("JSON");
    let sheet = &saved["ObjectStates"][1]["CustomDeck"]["1"];
    let address = sheet["FaceURL"].as_str().expect("an address");
    assert!(address.starts_with("file:///") && address.ends_with("/my%20table-1.png"), "{address}");
    let (columns, rows) =
        (sheet["NumWidth"].as_u64().expect("a number") as u32, sheet["NumHeight"].as_u64().expect("a number") as u32);
    let (width, height, samples, pixels) = png(&shop.path("my table-1.png"));
    let (back_width, back_height, _, back) = png(&shop.path("my table-back.png"));
    assert_eq!((width, height, samples), (columns * back_width, rows * back_height, 3));
    assert!(width <= 4096 && height <= 4096);
    // Row by row the last cell is the back, and the one before it is not.
    let row = |row: u32, column: u32| {
        let start = ((((rows - 1) * back_height + row) * width) + column * back_width) as usize * 3;
        &pixels[start..start + back_width as usize * 3]
    };
    let of_back = |at: u32| &back[(at * back_width) as usize * 3..((at + 1) * back_width) as usize * 3];
    assert!((0..back_height).all(|r| row(r, columns - 1) == of_back(r)));
    assert!((0..back_height).any(|r| row(r, columns - 2) != of_back(r)));
    shop.json(
        0,
        &["deck", "convert", "chronx/corporate", "t.json", "--to", "tts", "--pictures-at", "https://x.test/d/"],
    );
    let text = std::fs::read_to_string(shop.path("t.json")).expect("a file");
    assert!(text.contains("\"https://x.test/d/t-1.png\"") && text.contains("\"https://x.test/d/t-back.png\""));
}

/// The pages of a PDF: their boxes in points.
fn boxes(document: &lopdf::Document) -> Vec<[f32; 4]> {
    let number = |o: &lopdf::Object| o.as_float().expect("a number");
    let of = |id: &lopdf::ObjectId| {
        let page = document.get_dictionary(*id).expect("a page");
        let media = page.get(b"MediaBox").and_then(|b| b.as_array()).expect("a box");
        [number(&media[0]), number(&media[1]), number(&media[2]), number(&media[3])]
    };
    document.get_pages().values().map(of).collect()
}

/// The width and height at which each picture of a page is drawn, in millimetres, and where, from the lower left.
fn pictures(document: &lopdf::Document, page: u32) -> Vec<[f32; 4]> {
    let id = document.get_pages()[&page];
    let content = document.get_and_decode_page_content(id).expect("a content");
    let mut stack = Vec::new();
    let mut matrix = [1.0f32, 0.0, 0.0, 1.0, 0.0, 0.0];
    let mut drawn = Vec::new();
    for operation in &content.operations {
        let numbers: Vec<f32> = operation.operands.iter().filter_map(|o| o.as_float().ok()).collect();
        match (operation.operator.as_str(), &numbers[..]) {
            ("q", _) => stack.push(matrix),
            ("Q", _) => matrix = stack.pop().expect("as many as were kept"),
            ("cm", [a, b, c, d, e, f]) => {
                let [ma, mb, mc, md, me, mf] = matrix;
                matrix = [
                    a * ma + b * mc,
                    a * mb + b * md,
                    c * ma + d * mc,
                    c * mb + d * md,
                    e * ma + f * mc + me,
                    e * mb + f * md + mf,
                ];
            }
            ("Do", _) => {
                let millimetres = |points: f32| points * 25.4 / 72.0;
                let [a, _, _, d, e, f] = matrix;
                let low = f.min(f + d);
                drawn.push([a.abs(), d.abs(), e, low].map(millimetres));
            }
            _ => {}
        }
    }
    drawn
}

#[test]
fn proxies_are_printed_at_true_size_on_exact_paper_and_meet_their_backs() {
    let shop = Shop::new();
    for (paper, size) in [("a4", [595.2756, 841.8898]), ("letter", [612.0, 792.0])] {
        let args = ["deck", "print", "chronx/corporate", "-o", "p.pdf", "--dpi", "72", "--backs", "--paper", paper];
        let printed = shop.json(0, &args);
        assert_eq!((&printed["what"], &printed["cards"]), (&"proxies".into(), &33.into()));
        let document = lopdf::Document::load(shop.path("p.pdf")).expect("a PDF");
        let boxes = boxes(&document);
        assert_eq!(boxes.len(), 8, "33 cards, nine to a page, and their backs");
        for page in boxes {
            assert!(
                (page[2] - page[0] - size[0]).abs() < 0.01 && (page[3] - page[1] - size[1]).abs() < 0.01,
                "{page:?}"
            );
        }
        let width = size[0] * 25.4 / 72.0;
        for page in [1, 7] {
            let (front, back) = (pictures(&document, page), pictures(&document, page + 1));
            assert_eq!(front.len(), if page == 1 { 9 } else { 6 });
            assert_eq!(front.len(), back.len());
            for (front, back) in front.iter().zip(&back) {
                assert!((front[0] - 63.0).abs() < 0.01 && (front[1] - 88.0).abs() < 0.01, "{front:?}");
                // Turned over the long edge, left is right.
                assert!((front[2] - (width - back[2] - back[0])).abs() < 0.01, "{front:?} {back:?}");
                assert!((front[3] - back[3]).abs() < 0.01, "{front:?} {back:?}");
            }
        }
        // What the pictures say can be found and copied.
        let text = document.extract_text(&[1]).expect("text");
        assert!(text.contains("Corporate Headquarters") && text.contains("page 1 of 4"), "{text}");
    }
}

#[test]
fn a_list_for_registration_is_one_page_of_real_text() {
    let shop = Shop::new();
    for deck in ["chronx/corporate", "afrika/savanna-crown"] {
        let printed = shop.json(0, &["deck", "print", deck, "-o", "l.pdf", "--list", "--paper", "letter"]);
        let document = lopdf::Document::load(shop.path("l.pdf")).expect("a PDF");
        assert_eq!(boxes(&document), [[0.0, 0.0, 612.0, 792.0]]);
        let text = document.extract_text(&[1]).expect("text").replace('\n', "");
        assert!(text.contains("Deck registration") && text.contains("Player ID"), "{text}");
        assert!(text.contains(&format!("{} cards in total", printed["cards"])), "{text}");
        let shown = shop.json(0, &["deck", "convert", deck, "n.txt", "--to", "names"]);
        assert_eq!(shown["kind"], "names");
        for line in std::fs::read_to_string(shop.path("n.txt")).expect("a list").lines().filter(|l| !l.is_empty()) {
            let (count, name) = line.split_once(' ').expect("a number and a name");
            assert!(text.contains(&format!("{count}{name}")) || text.contains(line), "{line} in {text}");
        }
    }
}

#[test]
fn the_qr_code_says_the_code() {
    let shop = Shop::new();
    shop.run(0, &["deck", "convert", "afrika/savanna-crown", "c.code"]);
    let code = std::fs::read_to_string(shop.path("c.code")).expect("a code");
    shop.run(0, &["deck", "print", "afrika/savanna-crown", "--qr", "-o", "q.png"]);
    let (width, height, samples, pixels) = png(&shop.path("q.png"));
    assert_eq!(samples, 1);
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(width as usize, height as usize, |x, y| {
        pixels[y * width as usize + x]
    });
    let (_, read) = image.detect_grids()[0].decode().expect("a QR code");
    assert_eq!(read, code.trim());
    // The same modules as an SVG: as many dark ones as its runs are long.
    shop.run(0, &["deck", "print", "afrika/savanna-crown", "--qr", "-o", "q.svg"]);
    let svg = std::fs::read_to_string(shop.path("q.svg")).expect("an SVG");
    let dark = pixels.iter().filter(|p| **p == 0).count() / 64;
    let path = svg.split("<path d=\"").nth(1).expect("a path").split('"').next().expect("its end");
    let runs = path.split('z').filter_map(|run| run.split('h').nth(1)?.split('v').next()?.parse::<usize>().ok());
    assert_eq!(runs.sum::<usize>(), dark);
}

#[test]
fn a_picture_of_a_deck_shows_each_card_once() {
    let shop = Shop::new();
    let printed = shop.json(0, &["deck", "print", "afrika/savanna-crown", "-o", "faces.png"]);
    assert_eq!(printed["what"], "faces");
    let (width, height, ..) = png(&shop.path("faces.png"));
    assert_eq!(width, 8 * 324 + 24);
    assert!(height > 419);
    let (_, error) = shop.run(2, &["deck", "print", "afrika/savanna-crown", "-o", "faces.gif"]);
    assert!(error.contains("`.gif`"), "{error}");
}

#[test]
fn a_deck_that_is_not_legal_goes_out_only_when_it_is_asked_for_and_says_so() {
    let shop = Shop::new();
    let file = Path::new(&lamps()).join("relay.toml").display().to_string();
    let deck = ["--data", &lamps(), "deck"];
    for out in [["convert", &file, "x.cod"].as_slice(), &["print", &file, "-o", "x.pdf", "--list"]] {
        let (_, error) = shop.run(1, &[&deck[..], out].concat());
        assert!(error.contains("not legal in Classic") && error.contains("--illegal"), "{error}");
        shop.run(0, &[&deck[..], out, &["--illegal"]].concat());
    }
    let cod = std::fs::read_to_string(shop.path("x.cod")).expect("a file");
    assert!(cod.contains("Not legal in Classic."));
    let document = lopdf::Document::load(shop.path("x.pdf")).expect("a PDF");
    assert!(document.extract_text(&[1]).expect("text").contains("not legal in Classic"));
}
