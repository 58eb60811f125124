//! What the command line reads: files of any name, pipes, and standard input.

use std::ffi::OsStr;

use super::*;

impl Shop {
    /// What comes of arguments of any bytes, typed by somebody who also types `said`.
    fn read(&self, args: &[&OsStr], said: &str) -> std::process::Output {
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.arg("--library").arg(self.path("library.db")).args(args).write_stdin(said).output().expect("runs")
    }
}

#[test]
fn decks_queries_and_tables_come_from_standard_input_too() {
    let shop = Shop::new();
    let deck = std::fs::read_to_string(repo("data/chronx/decks/drone-dividend.toml")).expect("a deck");
    assert!(shop.talk(&["deck", "check", "-"], &deck).contains("egal"));
    shop.talk(&["deck", "import", "-", "--name", "Read"], &deck);
    assert_eq!(shop.json(0, &["deck", "diff", "Read", "chronx/drone-dividend"])["parts"], Value::Array(Vec::new()));
    let found = |said: &str| serde_json::from_str::<Value>(said).expect("JSON")["found"].clone();
    let typed = shop.run(0, &["cards", "type:asset skill<=2", "--game", "chronx", "--json"]);
    let read = shop.talk(&["cards", "-", "--game", "chronx", "--json"], "type:asset skill<=2\n");
    assert_eq!(found(&read), found(&typed));
    shop.talk(&["collection", "import", "-", "--game", "chronx"], "Count,Name\n2,Junior Broker\n");
    assert_eq!(shop.json(0, &["collection", "list"])["owned"], 2);
    shop.run(0, &["event", "new", "Friday", "chronx/constructed"]);
    shop.talk(&["event", "add", "Friday", "--file", "-"], "name\nAnn\nBob\n");
    assert_eq!(shop.json(0, &["event", "show", "Friday"])["players"].as_array().map(Vec::len), Some(2));
}

#[test]
fn questions_come_from_standard_input_too() {
    let shop = Shop::new();
    let deck = "afrika/ember-drum";
    let lines = "2..4 of (type:terrain)\n\n  1.. of (cost<=1)\n";
    for (verb, option) in [("odds", None), ("hands", Some("--ask")), ("deck stats", Some("--odds"))] {
        let verb: Vec<&str> = verb.split(' ').collect();
        let with = |questions: &[&str]| -> Vec<String> {
            let asked = questions.iter().flat_map(|question| option.into_iter().chain([*question]));
            verb.iter().copied().chain([deck]).chain(asked).chain(["--json"]).map(str::to_owned).collect()
        };
        fn words(args: &[String]) -> Vec<&str> {
            args.iter().map(String::as_str).collect()
        }
        let typed = shop.run(0, &words(&with(&["2..4 of (type:terrain)", "1.. of (cost<=1)"])));
        assert_eq!(shop.talk(&words(&with(&["-"])), lines), typed, "{verb:?}");
        // Nothing is no question, and one that makes no sense is pointed at.
        for (said, code) in [("\n", 3), ("3 (type:terrain)", 2)] {
            let args = with(&["-"]);
            let args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
            assert_eq!(shop.read(&args, said).status.code(), Some(code), "{verb:?}: {said}");
        }
    }
    let kept = |output: &str| serde_json::from_str::<Value>(output).expect("JSON")["keep"].clone();
    let typed = shop.run(0, &["hands", deck, "--mulligan", "paris", "--keep", "2.. of (cost<=1)", "--json"]);
    let args = ["hands", deck, "--mulligan", "paris", "--keep", "-", "--json"];
    assert_eq!(kept(&shop.talk(&args, "2.. of (cost<=1)\n")), kept(&typed));
}

#[test]
fn a_sealed_event_and_pools_come_from_standard_input_too() {
    let shop = Shop::new();
    let folder = shop.path("event");
    shop.run(0, &["sealed", "chronx/sealed", "--players", "2", "--seed", "4", "-o", text(&folder)]);
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("written");
    let (event, pools) = (read("event.json"), read("pools.csv"));
    assert!(shop.talk(&["sealed", "-", "--verify"], &event).contains("Verified"));
    let players = |output: &str| {
        let output: Value = serde_json::from_str(output).expect("JSON");
        output["players"].as_array().expect("players").iter().map(|p| p["pool"].clone()).collect::<Vec<Value>>()
    };
    let opened = players(&shop.talk(&["sealed", "-", "--json"], &event));
    assert_eq!(opened.len(), 2);
    let sorted = |pool: &Value| {
        let mut ids: Vec<String> = pool.as_array().expect("ids").iter().map(Value::to_string).collect();
        ids.sort();
        ids
    };
    let imported = players(&shop.talk(&["sealed", "chronx/sealed", "--import", "-", "--json"], &pools));
    assert_eq!(imported.iter().map(sorted).collect::<Vec<_>>(), opened.iter().map(sorted).collect::<Vec<_>>());
    // What is added needs a place: an event that came from nowhere is not silently forgotten.
    let more = ["sealed", "-", "--add", "1"].map(OsStr::new);
    let output = shop.read(&more, &event);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("-o"));
    let grown = shop.path("grown");
    shop.talk(&["sealed", "-", "--add", "1", "-o", text(&grown)], &event);
    let grown = std::fs::read_to_string(grown.join("event.json")).expect("written");
    assert!(grown.len() > event.len());
}

#[test]
fn standard_input_is_read_once() {
    let shop = Shop::new();
    let deck = std::fs::read_to_string(repo("data/chronx/decks/drone-dividend.toml")).expect("a deck");
    for args in [&["deck", "diff", "-", "-"][..], &["odds", "-", "-"]] {
        let args: Vec<&OsStr> = args.iter().map(OsStr::new).collect();
        let output = shop.read(&args, &deck);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{error}");
        assert!(error.contains("can be read once"), "{error}");
    }
}

/// File names are bytes on Unix, and need not be UTF-8.
#[cfg(unix)]
#[test]
fn files_of_any_name_are_opened() {
    use std::os::unix::ffi::OsStrExt;

    let shop = Shop::new();
    let odd = |name: &[u8]| shop.folder.path().join(OsStr::from_bytes(name));
    let (deck, event) = (odd(b"de\xffck.toml"), odd(b"ev\xffent"));
    std::fs::copy(repo("data/chronx/decks/drone-dividend.toml"), &deck).expect("copied");
    shop.run(0, &["deck", "new", "Mine", "--from", "chronx/corporate"]);
    shop.run(0, &["event", "new", "Friday", "chronx/constructed"]);
    shop.run(0, &["event", "add", "Friday", "Ann", "Bob"]);
    let draft = odd(b"dr\xffaft.json");
    let pod = shop.path("pod");
    shop.run(0, &["draft", "chronx/draft", "--auto", "--seats", "4", "--seed", "1", "-o", text(&pod)]);
    std::fs::copy(pod.join("draft.json"), &draft).expect("copied");
    let run = |code: i32, words: &[&OsStr]| {
        let output = shop.read(words, "");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{words:?}\n{error}");
        error
    };
    let fill = |line: &str, file: &Path| -> Vec<std::ffi::OsString> {
        let word = |word: &str| if word == "FILE" { file.as_os_str().to_owned() } else { word.into() };
        line.split(' ').map(word).collect()
    };
    fn borrow(words: &[std::ffi::OsString]) -> Vec<&OsStr> {
        words.iter().map(|word| &**word).collect()
    }
    for line in [
        "deck check FILE",
        "deck check chronx/corporate --with FILE",
        "deck show FILE",
        "deck stats FILE",
        "deck diff FILE chronx/corporate",
        "deck diff chronx/corporate FILE",
        "deck import FILE --name Read",
        "deck new Other --from FILE",
        "deck merge Mine FILE",
        "deck convert FILE FILE --to toml",
        "goldfish FILE --games 10",
        "hands FILE --games 10",
        "odds FILE 1..~of~(type:asset)",
        "cards type:asset --limit 1 --deck FILE",
        "collection lacks FILE --want",
        "match chronx/constructed FILE --turns 1",
        "event deck Friday Ann FILE",
        "draft chronx/draft --auto --seats 4 --seed 1 --cube FILE --packs 1 --pack-size 2",
    ] {
        let line: Vec<std::ffi::OsString> = fill(line, &deck)
            .into_iter()
            .map(|word| word.to_str().map_or(word.clone(), |text| text.replace('~', " ").into()))
            .collect();
        let output = shop.read(&borrow(&line), "");
        let error = String::from_utf8_lossy(&output.stderr);
        // Decks that lack something are still decks.
        assert!(matches!(output.status.code(), Some(0 | 1)) && error.is_empty(), "{line:?}\n{error}");
    }
    for line in ["draft replay FILE", "draft save FILE -o FILE --to json", "deck build FILE#1"] {
        let line = line.replace("FILE#1", "SEAT");
        let mut seat = draft.clone().into_os_string();
        seat.push("#1");
        let words: Vec<std::ffi::OsString> =
            fill(&line, &draft).into_iter().map(|word| if word == "SEAT" { seat.clone() } else { word }).collect();
        run(0, &borrow(&words));
    }
    let scenarios = odd(b"sc\xffene.toml");
    std::fs::copy(repo("data/chronx/scenarios/attack.toml"), &scenarios).expect("copied");
    run(0, &[OsStr::new("scenario"), scenarios.as_os_str(), OsStr::new("--game"), OsStr::new("chronx")]);
    shop.run(0, &["sealed", "chronx/sealed", "--seed", "4", "-o", text(&shop.path("sealed"))]);
    std::fs::copy(shop.path("sealed").join("event.json"), &event).expect("copied");
    run(0, &[OsStr::new("sealed"), event.as_os_str(), OsStr::new("--verify")]);
    // An empty script is one that ends, not one that is not there.
    std::fs::write(odd(b"sc\xffript"), "").expect("written");
    let mut script = std::ffi::OsString::from("greedy,script:");
    script.push(odd(b"sc\xffript"));
    let error = run(3, &[OsStr::new("match"), OsStr::new("chronx/constructed"), OsStr::new("--players"), &script]);
    assert!(error.contains("the script ends"), "{error}");
    // One that is not there is told as well as it can be written.
    for verb in ["goldfish FILE", "draft replay FILE", "scenario FILE", "sealed FILE", "deck build FILE#1"] {
        let gone = odd(b"go\xffne.toml");
        let words = fill(&verb.replace("#1", ""), &gone);
        let words = if verb.contains("build") { fill("deck build FILE --format chronx/draft", &gone) } else { words };
        let error = run(3, &borrow(&words));
        assert!(error.contains("go\u{fffd}ne.toml"), "{error}");
    }
}

/// A pipe, as a shell's `<(…)` names one.
#[cfg(unix)]
#[test]
fn what_is_read_comes_from_pipes_too() {
    let shop = Shop::new();
    let table = shop.path("cards.csv");
    shop.run(0, &["data", "export", "chronx", "-o", text(&table)]);
    let folder = shop.path("event");
    shop.run(0, &["sealed", "chronx/sealed", "--seed", "4", "-o", text(&folder)]);
    let findings = shop.path("hands.lab.json");
    let plan = "kind = \"hands\"\ndecks = [\"chronx/corporate\"]\ngames = 100\nask = [\"1.. of (type:asset)\"]\n";
    std::fs::write(shop.path("hands.toml"), plan).expect("written");
    shop.run(0, &["lab", "run", text(&shop.path("hands.toml")), "-o", text(&findings)]);
    let other = shop.path("other.lab.json");
    for (file, words) in [
        (repo("data/chronx/decks/drone-dividend.toml"), vec!["deck", "check", "PIPE"]),
        (repo("data/chronx/decks/drone-dividend.toml"), vec!["goldfish", "PIPE", "--games", "10"]),
        (table, vec!["data", "import", "PIPE", "--game", "copied", "--kind", "csv", "--preview"]),
        (folder.join("event.json"), vec!["sealed", "PIPE", "--verify"]),
        (folder.join("pools.csv"), vec!["sealed", "chronx/sealed", "--import", "PIPE"]),
        (findings.clone(), vec!["lab", "report", "PIPE"]),
        (shop.path("hands.toml"), vec!["lab", "run", "PIPE", "-o", text(&other)]),
    ] {
        let pipe = shop.path("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
        assert!(made.success());
        let args: Vec<&str> = words.iter().map(|word| if *word == "PIPE" { text(&pipe) } else { word }).collect();
        let write = || std::fs::write(&pipe, std::fs::read(&file).expect("readable"));
        let output = std::thread::scope(|scope| {
            let writing = scope.spawn(write);
            let output = shop.deckloom(&args);
            // Whoever does not read the pipe must not let the writer wait for ever.
            drop(std::fs::OpenOptions::new().read(true).write(true).open(&pipe));
            let _ = writing.join();
            output
        });
        assert_eq!(output.status.code(), Some(0), "{words:?}\n{}", String::from_utf8_lossy(&output.stderr));
        std::fs::remove_file(&pipe).expect("removed");
    }
    let said = std::fs::read_to_string(&findings).expect("findings");
    assert!(shop.talk(&["lab", "report", "-"], &said).contains("orporate"));
    // There is nothing beside standard input that findings could be written to.
    let words = ["lab", "run", "-"].map(OsStr::new);
    let output = shop.read(&words, plan);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("-o"));
}
