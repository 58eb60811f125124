//! The command line as a script sees it: exit codes, JSON, bytes.

mod companion;
mod fetched;
mod help;
mod hostile;
mod imports;
mod input;
mod lab;
mod matches;
mod tables;
mod usage;

use std::path::{Path, PathBuf};

use assert_cmd::Command;
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

    /// A data folder with a game that has cards and no rules of play.
    fn game_without_rules_of_play(&self) -> PathBuf {
        let data = self.path("data");
        let from = Path::new("../examples/nine-fathoms");
        for folder in ["boosters", "decks", "formats", "sets", ""] {
            let to = data.join("nine-fathoms").join(folder);
            std::fs::create_dir_all(&to).expect("a folder");
            for file in std::fs::read_dir(from.join(folder)).expect("the game is there") {
                let file = file.expect("a file").path();
                if file.is_file() && file.file_name().is_some_and(|name| name != "play.toml") {
                    std::fs::copy(&file, to.join(file.file_name().expect("it has one"))).expect("copied");
                }
            }
        }
        data
    }

    fn deckloom(&self, args: &[&str]) -> std::process::Output {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command
            .arg("--library")
            .arg(self.path("library.db"))
            .args(args)
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY");
        command.output().expect("runs")
    }

    /// Standard output of somebody who types `said`; the exit code must be 0.
    fn talk(&self, args: &[&str], said: &str) -> String {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        let output = command.arg("--library").arg(self.path("library.db")).args(args).write_stdin(said).output();
        let output = output.expect("runs");
        assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Standard output; the exit code must be `code`.
    fn run(&self, code: i32, args: &[&str]) -> String {
        let output = self.deckloom(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{error}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    fn json(&self, code: i32, args: &[&str]) -> Value {
        let text = self.run(code, &[args, &["--json"]].concat());
        serde_json::from_str(&text).unwrap_or_else(|e| panic!("{args:?}: {e}\n{text}"))
    }

    fn error(&self, code: i32, args: &[&str]) -> String {
        let output = self.deckloom(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    }
}

fn repo(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(repo(folder)).expect("a folder");
    let files: Vec<PathBuf> =
        entries.map(|e| e.expect("an entry").path()).filter(|p| p.extension().is_some_and(|e| e == "toml")).collect();
    assert!(!files.is_empty());
    files
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn starter_decks_exit_0_and_broken_ones_1_with_their_violation() {
    let shop = Shop::new();
    for file in ["chronx", "afrika", "chrononauts", "emperors-star", "anachrony"]
        .map(|game| files(&format!("data/{game}/decks")))
        .concat()
    {
        assert_eq!(shop.json(0, &["deck", "check", text(&file)])["legal"], true);
    }
    for file in files("formats/tests/broken") {
        let result = shop.json(1, &["deck", "check", text(&file)]);
        let violations = result["violations"].as_array().expect("a list");
        assert_eq!(violations.len(), 1, "{result}");
        let rule = violations[0]["rules"][0].as_str().expect("a rule").to_lowercase();
        assert!(file.file_stem().expect("a name").to_string_lossy().starts_with(&rule), "{}: {rule}", file.display());
    }
}

#[test]
fn thirty_points_pass_and_thirty_one_fail_with_the_cheapest_way_back() {
    let shop = Shop::new();
    let passes = shop.json(0, &["deck", "check", text(&repo("formats/tests/edge/cx-thirty-points.toml"))]);
    assert_eq!((passes["ledger"]["spent"].as_u64(), passes["ledger"]["points"].as_u64()), (Some(30), Some(30)));
    let file = repo("formats/tests/broken/cx-166-thirty-one-points.toml");
    let fails = shop.json(1, &["deck", "check", text(&file)]);
    let violation = &fails["violations"][0];
    assert_eq!((violation["found"].as_u64(), violation["allowed"].as_u64()), (Some(31), Some(30)));
    // One point too many: the cheapest copy of at least one point goes.
    let cheapest = fails["ledger"]["paid"]
        .as_array()
        .expect("lines")
        .iter()
        .filter_map(|l| l["points"].as_u64())
        .filter(|p| *p > 0)
        .min();
    let fix = violation["fix"].as_str().expect("words");
    let cheapest = match cheapest.expect("paid copies") {
        1 => "(1 point)".to_owned(),
        n => format!("({n} points)"),
    };
    assert!(fix.contains(&cheapest), "{fix}");
    // Doing it makes a legal deck.
    let mended = shop.path("mended.toml");
    shop.run(1, &["deck", "check", text(&file), "--fix", "-o", text(&mended)]);
    assert_eq!(shop.json(0, &["deck", "check", text(&mended)])["legal"], true);
}

#[test]
fn a_draft_is_the_same_bytes_twice_and_every_card_is_in_one_pool() {
    let shop = Shop::new();
    let args = ["draft", "afrika/cosmic-draft", "--seats", "8", "--seed", "7", "--auto"];
    assert_eq!(shop.run(0, &args), shop.run(0, &args));
    let draft = shop.json(0, &args);
    let mut opened: Vec<&str> = Vec::new();
    for pack in draft["packs"].as_array().expect("rounds").iter().flat_map(|r| r.as_array().expect("seats")) {
        opened.extend(pack.as_array().expect("cards").iter().map(|c| c.as_str().expect("an id")));
    }
    let mut pooled: Vec<&str> = Vec::new();
    for player in draft["players"].as_array().expect("players") {
        let pool = player["pool"].as_array().expect("a pool");
        assert_eq!(pool.len(), 54);
        pooled.extend(pool.iter().map(|c| c.as_str().expect("an id")));
        let main = &player["deck"].as_array().expect("sections")[0][1];
        let size: u64 = main.as_array().expect("entries").iter().map(|e| e[0].as_u64().expect("a count")).sum();
        assert_eq!(size, 40);
    }
    assert_eq!(opened.len(), 24 * 18);
    opened.sort_unstable();
    pooled.sort_unstable();
    assert_eq!(opened, pooled);
    assert_eq!(draft["picks"].as_array().expect("picks").len(), 8 * 54);
    for seats in ["3", "9"] {
        let error = shop.error(2, &["draft", "afrika/cosmic-draft", "--seats", seats, "--seed", "7", "--auto"]);
        assert!(error.contains("AF-219"), "{error}");
    }
}

#[test]
fn a_draft_written_to_files_checks_against_its_pools() {
    let shop = Shop::new();
    let folder = shop.path("pod");
    shop.run(0, &["draft", "afrika/cosmic-draft", "--seats", "4", "--seed", "1", "--auto", "-o", text(&folder)]);
    for seat in 1..=4 {
        let (deck, pool) =
            (folder.join(format!("seat-{seat}-deck.toml")), folder.join(format!("seat-{seat}-pool.txt")));
        let result = shop.json(0, &["deck", "check", text(&deck), "--pool", text(&pool)]);
        assert_eq!((result["legal"].as_bool(), result["unchecked"].as_array().map(Vec::len)), (Some(true), Some(0)));
    }
    // Somebody else's pool does not have these cards.
    let other = folder.join("seat-2-pool.txt");
    let result = shop.json(1, &["deck", "check", text(&folder.join("seat-1-deck.toml")), "--pool", text(&other)]);
    assert_eq!(result["violations"][0]["rules"][0], "AF-213");
}

#[test]
fn a_legal_deck_goes_to_a_file_and_is_goldfished_from_it() {
    let shop = Shop::new();
    for (starter, ending) in
        [("afrika/savanna-crown", "cod"), ("chronx/drone-dividend", "txt"), ("chronx/corporate", "toml")]
    {
        let file = shop.path(&format!("deck.{ending}"));
        shop.run(0, &["deck", "convert", starter, text(&file)]);
        let (here, there) = (
            shop.json(0, &["goldfish", starter, "--games", "5000"]),
            shop.json(0, &["goldfish", text(&file), "--games", "5000"]),
        );
        assert_eq!(here["turns"], there["turns"], "{starter}");
    }
    // One card more of one name, and the deck is not played.
    let file = shop.path("deck.cod");
    let altered = std::fs::read_to_string(&file).expect("a text").replacen("number=\"4\"", "number=\"5\"", 1);
    std::fs::write(&file, altered).expect("written");
    let error = shop.error(1, &["goldfish", text(&file)]);
    assert!(error.contains("AF-144"), "{error}");
    std::fs::write(&file, "<cockatrice_deck><zone").expect("written");
    assert!(shop.error(3, &["goldfish", text(&file)]).contains("line 1"));
    std::fs::write(shop.path("odd.txt"), [0xff, 0xfe, 0x00]).expect("written");
    shop.error(3, &["goldfish", text(&shop.path("odd.txt"))]);
    shop.error(2, &["goldfish", "no such deck"]);
}

#[test]
fn goldfish_and_hands_are_the_same_bytes_on_any_threads() {
    let shop = Shop::new();
    for verb in ["goldfish", "hands"] {
        let run = |threads| {
            shop.run(0, &[verb, "afrika/ember-drum", "--games", "30000", "--seed", "5", "--threads", threads, "--json"])
        };
        assert_eq!(run("1"), run("2"));
        assert_eq!(run("1"), run("7"));
    }
}

#[test]
fn sampled_hands_agree_with_exact_odds_within_their_intervals() {
    let shop = Shop::new();
    let questions = ["2..4 of (type:terrain)", "1.. of (cost<=1)", "2.. of (type:entity cost<=3)", "0 of (type:spell)"];
    let mut args = vec!["hands", "afrika/tide-and-feather", "--games", "200000", "--seed", "11"];
    questions.iter().for_each(|q| args.extend(["--ask", q]));
    let result = shop.json(0, &args);
    let inside = |sampled: &Value, exact: &Value| {
        let number = |v: &Value| v.as_f64().expect("a number");
        (number(&sampled["low"])..=number(&sampled["high"])).contains(&number(exact))
    };
    let questions = result["questions"].as_array().expect("questions");
    let hits = questions.iter().filter(|q| inside(&q["sampled"], &q["exact"])).count();
    let sizes: Vec<&Value> =
        result["sizes"].as_array().expect("sizes").iter().filter(|s| s["kept"]["of"] != 0).collect();
    let kept = sizes.iter().filter(|s| inside(&s["kept"], &s["kept_exact"])).count();
    // Intervals of 95 per cent: one of seven may miss.
    assert!(hits + kept + 1 >= questions.len() + sizes.len(), "{result:#}");
}

#[test]
fn pasted_lists_come_in_with_a_report_for_every_line() {
    let shop = Shop::new();
    let list = shop.path("pasted.txt");
    let lines = "Deck\n2 Junior Broker\n3x Jnior Broker\n1 Black Lotus\nnonsense here\n\n1 Corporate Headquarters\n";
    std::fs::write(&list, lines).expect("written");
    let out = shop.path("out.toml");
    let refused = shop.error(1, &["deck", "convert", text(&list), text(&out)]);
    assert!(refused.contains("--illegal"), "{refused}");
    assert!(!out.exists(), "nothing is half-written");
    let result = shop.json(0, &["deck", "convert", text(&list), text(&out), "--illegal"]);
    assert_eq!(result["lines"].as_array().expect("lines").len(), lines.lines().count());
    let unknown: Vec<&Value> =
        result["lines"].as_array().expect("lines").iter().filter(|l| l["outcome"] == "unknown").collect();
    assert_eq!(unknown.len(), 3);
    assert_eq!((unknown[0]["note"].as_str(), unknown[0]["count"].as_u64()), (Some("Junior Broker"), Some(3)));
    let kept = std::fs::read_to_string(&out).expect("a text");
    assert!(
        kept.contains("1 Black Lotus") && kept.contains("nonsense here") && kept.contains("Not legal in Constructed."),
        "{kept}"
    );
}

#[test]
fn a_deck_without_its_headquarters_lacks_just_that() {
    let shop = Shop::new();
    let deck = std::fs::read_to_string(repo("data/chronx/decks/drone-dividend.toml")).expect("a deck");
    let file = shop.path("headless.toml");
    std::fs::write(&file, deck.replace("headquarters = [\"1 Corporate Headquarters\"]\n", "")).expect("written");
    let result = shop.json(1, &["deck", "check", text(&file)]);
    assert_eq!(result["violations"].as_array().map(Vec::len), Some(1), "{result:#}");
    assert_eq!(result["violations"][0]["rules"][0], "CX-164");
    assert!(!result["unchecked"].as_array().expect("a list").is_empty());
}

#[test]
fn a_blank_line_begins_the_side_pool_and_a_told_seed_opens_the_same_packs() {
    let shop = Shop::new();
    let file = shop.path("mtgo.txt");
    std::fs::write(&file, "60 Volcanic Valleys\n\n4 Magma Dart\n").expect("written");
    let shown = shop.json(0, &["deck", "show", text(&file), "--game", "afrika"]);
    let sizes: Vec<u64> =
        shown["sections"].as_array().expect("sections").iter().map(|s| s["size"].as_u64().expect("a size")).collect();
    assert_eq!(sizes[..2], [60, 4]);
    let arena = shop.path("arena.txt");
    std::fs::write(&arena, "About\nName My Fire\n\nDeck\n60 Volcanic Valleys\n").expect("written");
    assert_eq!(shop.json(0, &["deck", "check", text(&arena)])["deck"], "My Fire");
    let fresh = shop.json(0, &["pack", "afrika/luminous-chronicle"]);
    let seed = fresh["seed"].as_str().expect("a seed");
    assert_eq!(shop.json(0, &["pack", "afrika/luminous-chronicle", "--seed", seed]), fresh);
}

#[test]
fn faults_in_data_are_named_with_file_line_and_hint() {
    let shop = Shop::new();
    assert_eq!(shop.json(0, &["data", "check"])["clean"], true);
    let sets = shop.path("data/chronx/sets");
    std::fs::create_dir_all(&sets).expect("a folder");
    let set = "source = \"house set\"\nid = \"mine\"\nname = \"Mine\"\ncode = \"M\"\n\n[[card]]\nname = \"Odd\"\nnumber = \"1\"\ntype = [\"asset\"]\nrarity = \"fixed\"\ncost = { influense = 1 }\nskill = 1\nfirepwer = 2\narmor = 1\n";
    std::fs::write(sets.join("mine.toml"), set).expect("written");
    let result = shop.json(1, &["data", "check", "--data", text(&shop.path("data"))]);
    let problems: Vec<&str> = result["games"]
        .as_array()
        .expect("games")
        .iter()
        .flat_map(|g| g["problems"].as_array().expect("a list"))
        .map(|p| p["text"].as_str().expect("a text"))
        .collect();
    assert_eq!(problems.len(), 3, "{problems:#?}");
    assert!(
        problems.iter().any(|p| p.contains("mine.toml:11:") && p.contains("did you mean `influence`")),
        "{problems:#?}"
    );
    assert!(
        problems.iter().any(|p| p.contains("mine.toml:13:1") && p.contains("did you mean `firepower`")),
        "{problems:#?}"
    );
    assert!(problems.iter().any(|p| p.contains("`firepower` is missing")), "{problems:#?}");
    // That game is left out and says why; the others work, and whoever asks about one of them hears nothing of it.
    let data = shop.path("data");
    assert!(shop.error(3, &["deck", "check", "chronx/corporate", "--data", text(&data)]).contains("mine.toml:11"));
    let others = shop.deckloom(&["deck", "check", "afrika/ember-drum", "--data", text(&data)]);
    assert!(others.status.success() && others.stderr.is_empty());
    let all = shop.deckloom(&["games", "--data", text(&data)]);
    assert!(all.status.success() && String::from_utf8_lossy(&all.stderr).contains("left out"));
}

/// data/README.md ends with a whole game: written out as it stands there, it works.
#[test]
fn the_example_game_of_the_documentation_works() {
    let shop = Shop::new();
    let page = std::fs::read_to_string(repo("data/README.md")).expect("the page");
    let example = page.split("## A new game, start to end").nth(1).expect("the example");
    let mut written = 0;
    for part in example.split("\n`lamps/").skip(1) {
        let (path, rest) = part.split_once('`').expect("a path");
        let text = rest.split("```toml\n").nth(1).and_then(|t| t.split("```").next()).expect("a block");
        let file = shop.path("mine/lamps").join(path);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("made");
        std::fs::write(file, text).expect("written");
        written += 1;
    }
    assert_eq!(written, 3);
    let deck = shop.path("deck.txt");
    std::fs::write(&deck, "8 Deep Well\n12 Storm Lamp\n").expect("written");
    let data = shop.path("mine");
    let data = ["--data", text(&data)];
    let with = |args: &[&str]| shop.json(0, &[args, &data].concat());
    assert_eq!(with(&["data", "check"])["clean"], true);
    assert_eq!(with(&["cards", "--game", "lamps", "storm"])["found"], 1);
    assert_eq!(with(&["deck", "check", text(&deck)])["legal"], true);
    assert!(with(&["goldfish", text(&deck), "--games", "1000"])["turns"][7]["goal_met"]["share"].as_f64() > Some(0.9));
    assert!(with(&["hands", text(&deck), "--games", "1000"])["sizes"][0]["kept_exact"].as_f64() > Some(0.5));
    let face = shop.path("lamp.png");
    with(&["card", "Storm Lamp", "--face", text(&face)]);
    let plain = std::fs::read(&face).expect("a picture");
    // The face that the page shows.
    let svg = page.split("```svg\n").nth(1).and_then(|t| t.split("```").next()).expect("a block");
    std::fs::write(shop.path("mine/lamps/face.svg"), svg).expect("written");
    assert_eq!(with(&["data", "check"])["clean"], true);
    with(&["card", "Storm Lamp", "--face", text(&face)]);
    assert!(std::fs::read(&face).expect("a picture") != plain);
}

/// Rules on deckbuilding and limited play are followed by a format or product that cites them.
#[test]
fn rules_of_decks_and_pools_are_cited() {
    let shop = Shop::new();
    for game in ["chronx", "afrika", "chrononauts", "emperors-star", "anachrony"] {
        for marker in ["D", "L"] {
            let result = shop.json(0, &["rules", game, "--uncovered", "--marker", marker]);
            assert_eq!(result["rules"].as_array().map(Vec::len), Some(0), "{game}: {result:#}");
        }
    }
}

#[test]
fn every_rule_of_the_engine_has_a_scenario() {
    let shop = Shop::new();
    for (game, least) in
        [("chronx", 500), ("afrika", 230), ("chrononauts", 100), ("emperors-star", 60), ("anachrony", 160)]
    {
        let result = shop.json(0, &["scenario", game]);
        assert_eq!(result["failed"], 0);
        assert!(result["scenarios"].as_u64().expect("a number") > least);
        let open = shop.json(0, &["rules", game, "--uncovered", "--marker", "E"]);
        assert_eq!(open["rules"].as_array().map(Vec::len), Some(0), "{open:#}");
    }
    for game in ["afrika", "anachrony"] {
        let open = shop.json(0, &["rules", game, "--uncovered"]);
        assert_eq!(open["rules"].as_array().map(Vec::len), Some(0), "{open:#}");
    }
}

#[test]
fn a_face_is_drawn_into_a_file() {
    let shop = Shop::new();
    let file = shop.path("face.png");
    let draw = |args: &[&str]| {
        shop.run(0, &[&["card", "Cosmic Storyteller", "--face", text(&file)], args].concat());
        let reader = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&file).expect("a file")));
        let mut reader = reader.read_info().expect("a PNG");
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("whole");
        let info = reader.info();
        let corner = if info.color_type == png::ColorType::Rgba { pixels[3] } else { 255 };
        (info.width, info.height, info.pixel_dims.map(|d| d.xppu), corner)
    };
    // The corner is round on the screen, square in print, where the size is that of a card: 63 mm.
    assert_eq!(draw(&[]), (744, 1039, None, 0));
    assert_eq!(draw(&["--size", "300"]), (300, 419, None, 0));
    assert_eq!(draw(&["--dpi", "300"]), (744, 1039, Some(11811), 255));
    assert_eq!(draw(&["--dpi", "600"]), (1488, 2078, Some(23622), 255));
    shop.run(2, &["card", "Cosmic Storyteller", "--face", text(&file), "--dpi", "300", "--size", "9"]);
    shop.run(2, &["card", "Cosmic Storyteller", "--dpi", "300"]);
}

#[test]
fn own_pictures_are_named_and_broken_ones_warned_of() {
    let shop = Shop::new();
    let art = shop.path("mine/afrika/art");
    std::fs::create_dir_all(&art).expect("a folder");
    let (picture, data) = (art.join("cosmic-storyteller.png"), shop.path("mine"));
    let card = |args: &[&str]| shop.json(0, &[&["card", "Cosmic Storyteller", "--data", text(&data)], args].concat());
    assert!(card(&[])["picture"].is_null());
    // A face is a picture, too.
    shop.run(0, &["card", "Prism Duelist", "--face", text(&picture), "--size", "200"]);
    let plain = shop.path("plain.png");
    let (own, broken) = (shop.path("own.png"), shop.path("broken.png"));
    shop.run(0, &["card", "Cosmic Storyteller", "--face", text(&plain)]);
    let said = card(&["--face", text(&own)]);
    assert_eq!((said["picture"].as_str(), said["picture_fault"].is_null()), (picture.to_str(), true));
    let bytes = |file: &Path| std::fs::read(file).expect("readable");
    assert!(bytes(&own) != bytes(&plain));

    std::fs::write(&picture, "This is no picture.").expect("written");
    std::fs::write(art.join("cosmic-storyteler.jpg"), "").expect("written");
    let said = card(&["--face", text(&broken)]);
    assert!(said["picture_fault"].as_str().is_some_and(|f| f.contains("cosmic-storyteller.png")), "{said}");
    assert!(bytes(&broken) == bytes(&plain));
    assert!(shop.error(0, &["card", "Cosmic Storyteller", "--data", text(&data)]).contains("cosmic-storyteller.png"));
    let check = shop.json(0, &["data", "check", "--data", text(&data)]);
    let afrika = &check["games"].as_array().expect("games")[0];
    assert_eq!((afrika["pictures"].as_u64(), check["clean"].as_bool()), (Some(0), Some(true)));
    let warnings: Vec<&str> =
        afrika["warnings"].as_array().expect("a list").iter().filter_map(|w| w["text"].as_str()).collect();
    assert_eq!(warnings.len(), 2);
    assert!(warnings[0].contains("is no PNG"), "{warnings:?}");
    assert!(warnings[1].contains("did you mean `cosmic-storyteller`?"), "{warnings:?}");
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let write = std::env::var_os("DECKLOOM_WRITE_SCHEMAS").is_some();
    for (name, schema) in deckloom::command::schemas() {
        let file = repo(&format!("docs/json/{name}.json"));
        let text = format!("{}\n", serde_json::to_string_pretty(&schema).expect("JSON"));
        if write {
            std::fs::write(&file, text).expect("written");
        } else {
            assert_eq!(
                std::fs::read_to_string(&file).unwrap_or_default(),
                text,
                "docs/json/{name}.json is out of date: DECKLOOM_WRITE_SCHEMAS=1 cargo test -p deckloom --test all cli"
            );
        }
    }
}

#[test]
fn a_search_knows_the_deck_and_the_formats_and_offers_what_may_be_typed() {
    let shop = Shop::new();
    let found = |args: &[&str]| shop.json(0, &[&["cards"], args].concat())["found"].as_u64().expect("a number");
    let all = found(&["*", "--game", "chronx"]);
    let held = found(&["in:deck", "--deck", "chronx/corporate"]);
    assert!(0 < held && held < all, "{held} of {all}");
    assert_eq!(found(&["deck=0", "--deck", "chronx/corporate"]), all - held);
    assert_eq!(found(&["legal:constructed@2020-12-31", "--game", "chronx"]), 0);
    assert!(found(&["legal:constructed@2021-01-01", "--game", "chronx"]) > 0);
    let error = shop.error(2, &["cards", "in:deck", "--game", "chronx"]);
    assert!(error.contains("no deck is open") && error.contains('^'), "{error}");

    let limited = shop.json(0, &["cards", "type:asset sort:-skill limit:3", "--game", "chronx"]);
    assert_eq!(limited["cards"].as_array().map(Vec::len), Some(3));
    assert!(limited["found"].as_u64() > Some(3));
    assert_eq!(limited["understood"][0]["query"], "type:asset sort:-skill limit:3");

    let offers = shop.json(0, &["cards", "--complete", "-type:ass", "--game", "chronx"]);
    let first = &offers["completions"][0];
    assert_eq!((&first["text"], &first["from"], &first["to"]), (&"asset".into(), &6.into(), &9.into()), "{offers}");
}

#[test]
fn foreign_cards_become_a_game_that_is_searched_and_opened_as_packs() {
    let shop = Shop::new();
    let (list, data) = (repo("catalog/tests/foreign/list.draftmancer.txt"), shop.path("data"));
    let args = ["data", "import", text(&list), "--game", "relay", "--into", text(&data)];
    let preview = shop.json(0, &[&args[..], &["--preview"]].concat());
    assert_eq!((preview["preview"].as_bool(), data.exists()), (Some(true), false));
    let mut columns = preview["columns"].as_array().expect("columns").iter();
    assert!(columns.any(|c| c["name"] == "oracle_text" && c["becomes"] == "text"));
    let made = shop.json(0, &args);
    assert_eq!((made["kind"].as_str(), made["cards"].as_u64()), (Some("draftmancer"), Some(3)));
    assert_eq!(made["remarks"].as_array().map(|r| r.iter().any(|r| r["line"] == 15)), Some(true));
    let found = shop.json(0, &["cards", "rating>=2", "--game", "relay", "--data", text(&data)]);
    assert_eq!(found["cards"][0]["name"], "Relay Tap");
    shop.run(0, &["pack", "relay/relay-pack", "-n", "5", "--seed", "1", "--data", text(&data)]);
    // What nobody has touched is replaced; what a person wrote stays, if only the name of a card.
    shop.run(0, &args);
    let set = data.join("relay/sets/list-draftmancer.toml");
    let mine = std::fs::read_to_string(&set).expect("a set").replace("Cold Proxy", "Cool Proxy");
    std::fs::write(&set, &mine).expect("written");
    let again = shop.json(0, &args);
    assert_eq!((&again["kept"][0]["card"], &again["kept"][0]["keys"][0]), (&"Cool Proxy".into(), &"name".into()));
    assert!(!std::fs::read_to_string(&set).expect("a set").contains("Cold Proxy"));
    // What no import made is not written over.
    let (_, body) = mine.split_once('\n').expect("lines");
    std::fs::write(&set, body).expect("written");
    assert!(shop.error(2, &args).contains("--replace"));
    assert_eq!(std::fs::read_to_string(&set).expect("a set"), body);
    shop.run(0, &[&args[..], &["--replace"]].concat());
    assert!(std::fs::read_to_string(&set).expect("a set").contains("Cold Proxy"));
}

#[test]
fn cards_go_out_and_files_that_cannot_be_read_are_named() {
    let shop = Shop::new();
    let csv = shop.path("chronx.csv");
    assert_eq!(shop.json(0, &["data", "export", "chronx", "-o", text(&csv)])["kind"], "csv");
    let data = shop.path("data");
    let back = ["data", "import", text(&csv), "--game", "chronx", "--into", text(&data)];
    let made = shop.json(0, &back);
    assert_eq!((made["grows"].as_bool(), made["left_out"].as_array().map(Vec::len)), (Some(false), Some(0)));
    shop.run(0, &["data", "check", "--data", text(&data)]);
    assert!(shop.error(2, &["data", "export", "chronx", "-o", "cards.pdf"]).contains("--to"));
    let broken = shop.path("broken.xml");
    std::fs::write(&broken, "<cockatrice_carddatabase version=\"4\">\n<cards>").expect("written");
    let error = shop.error(3, &["data", "import", text(&broken), "--game", "x", "--into", text(&data)]);
    assert!(error.contains("broken.xml (cockatrice): line 2, column"), "{error}");
}
