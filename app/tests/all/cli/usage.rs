//! How the command line is used: what it reads, what it says when it cannot, and with which exit code.

use super::*;

#[test]
fn wrong_usage_exits_2_and_points() {
    let shop = Shop::new();
    assert!(shop.error(2, &["cards", "--game", "chronx", "typ:asset"]).contains("did you mean `type`"));
    assert!(shop.error(2, &["pack", "afrika/luminus-chronicle"]).contains("did you mean `afrika/luminous-chronicle`"));
    assert!(shop.error(2, &["odds", "afrika/ember-drum", "3 (type:terrain)"]).contains("`of` is missing"));
    assert!(shop.error(2, &["draft", "afrika/unleashed-armada", "--auto"]).contains("no draft"));
    shop.error(2, &["nonsense"]);
}

#[test]
fn an_unknown_name_exits_2_with_the_nearest_and_a_file_that_is_not_there_3() {
    let shop = Shop::new();
    shop.run(0, &["deck", "new", "Crown", "--from", "afrika/savanna-crown"]);
    shop.run(0, &["event", "new", "Friday", "chronx/constructed"]);
    for (args, near) in [
        (&["deck", "show", "Corwn"][..], "`Crown`"),
        (&["deck", "show", "chronx/corporat"], "`chronx/corporate`"),
        (&["deck", "edit", "Corwn", "--name", "X"], "`Crown`"),
        (&["deck", "edit", "Crown", "--add", "Comet Lahs"], "`Comet Lash`"),
        (&["collection", "add", "Junoir Broker"], "`Junior Broker`"),
        (&["event", "show", "Fryday"], "`Friday`"),
        (&["goldfish", "Corwn"], "`Crown`"),
        (&["deck", "check", "Crown", "--game", "afrka"], "`afrika`"),
    ] {
        let error = shop.error(2, args);
        assert!(error.contains("did you mean") && error.contains(near), "{args:?}: {error}");
        assert_eq!(error.matches(near).count(), 1, "{args:?}: {error}");
    }
    for args in [
        &["draft", "show", "Corwn"][..],
        &["tournament", "show", "Corwn"],
        &["companion", "--resume", "Corwn"],
        &["deck", "put-away", "Corwn", "--back"],
    ] {
        shop.error(2, args);
    }
    for args in [
        &["deck", "check", "lost.txt"][..],
        &["deck", "check", "lost/deck"],
        &["goldfish", "lost.toml"],
        &["draft", "replay", "lost.json"],
        &["scenario", "lost.toml"],
        &["sealed", "lost.json"],
    ] {
        assert!(shop.error(3, args).contains("there is no file `lost"), "{args:?}");
    }
    // A name that several printings have is offered once.
    let error = shop.error(2, &["card", "stor", "--game", "afrika"]);
    let offered: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
    let once: std::collections::BTreeSet<&str> = offered.iter().copied().collect();
    assert!(offered.len() > 1 && once.len() == offered.len(), "{error}");
}

#[test]
fn failures_are_json_too_and_name_what_may_have_been_meant() {
    let shop = Shop::new();
    std::fs::write(shop.path("file"), "x").expect("written");
    for (code, kind, hint, args) in [
        (1, "wanting", None, &["goldfish", text(&repo("formats/tests/broken/cx-166-thirty-one-points.toml"))][..]),
        (2, "usage", Some("chronx/corporate"), &["deck", "show", "chronx/corporat"]),
        (2, "usage", Some("deck"), &["dekc", "show", "chronx/corporate"]),
        (2, "usage", Some("type"), &["cards", "--game", "chronx", "typ:asset"]),
        (2, "usage", Some("fixed"), &["cards", "--game", "chronx", "rarity:fixd"]),
        (2, "usage", Some("type"), &["collection", "list", "--game", "chronx", "typ:asset"]),
        (2, "usage", Some("type"), &["odds", "chronx/corporate", "1.. of (typ:asset)"]),
        (2, "usage", Some("for instance: 2..5 of (type:terrain)"), &["odds", "chronx/corporate", "many"]),
        (2, "usage", Some("type"), &["draft", "chronx/draft", "--auto", "--cube", "typ:asset"]),
        (2, "usage", Some("chronx/constructed"), &["deck", "new", "Mine", "--format", "chronx/constructd"]),
        (2, "usage", Some("constructed"), &["deck", "check", "chronx/corporate", "--format", "constructd"]),
        (2, "usage", Some("afrika/luminous-chronicle"), &["pack", "afrika/luminus-chronicle"]),
        (2, "usage", Some("second-edition"), &["draft", "chronx/draft", "--auto", "--product", "second-editon"]),
        (2, "usage", Some("chronx"), &["rules", "chronks"]),
        (2, "usage", Some("chronx"), &["data", "export", "chronks", "-o", "x.csv"]),
        (3, "input", None, &["deck", "check", "lost.txt"]),
        (4, "environment", None, &["deck", "convert", "chronx/corporate", text(&shop.path("file").join("x.txt"))]),
    ] {
        let said = shop.json(code, args);
        assert_eq!(said["error"]["kind"], kind, "{said}");
        assert!(said["error"]["text"].as_str().is_some_and(|text| !text.is_empty()), "{said}");
        let hints: Vec<&str> =
            said["error"]["hints"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        assert!(hint.is_none_or(|hint| hints.contains(&hint)), "{said}");
        // People are told the same.
        assert!(
            hint.is_none_or(|hint| said["error"]["text"].as_str().is_some_and(|text| text.contains(hint))),
            "{said}"
        );
    }
}

#[test]
fn a_search_tells_each_card_as_it_is_told_alone() {
    let shop = Shop::new();
    let found = shop.json(0, &["cards", "draw limit:3", "--game", "chronx"]);
    let cards = found["cards"].as_array().expect("cards");
    assert!(!cards.is_empty());
    for card in cards {
        let id = card["id"].as_str().expect("an id");
        assert_eq!(*card, shop.json(0, &["card", id, "--game", "chronx"]));
        assert!(card["text"].is_string() && card["fields"].is_object() && card["keywords"].is_array());
    }
}

/// Every column with its value, as the card's file in `data/` has it.
#[test]
fn a_card_is_told_in_full() {
    let told = Shop::new().json(0, &["card", "border-sentry", "--game", "chronx"]);
    let expected = serde_json::json!({
        "game": "chronx",
        "id": "border-sentry",
        "name": "Border Sentry",
        "types": "Asset",
        "factions": ["american-union"],
        "cost": "1 Influence",
        "set": "second-edition",
        "number": "U02",
        "rarity": "fixed",
        "keywords": [{
            "name": "AntiTerrorism",
            "text": "When it blocks, Research your deck. Can block Sabotage.",
            "rules": ["CX-199", "CX-200"],
        }],
        "text": "",
        "flavor": "The border moves every winter. He moves with it.",
        "fields": { "armor": 3, "cost": { "influence": 1 }, "firepower": 1, "skill": 1 },
        "layout": null,
        "faces": [],
        "source": "house set",
        "picture": null,
        "picture_fault": null,
    });
    assert_eq!(told, expected, "a new column has its value here");
}

#[test]
fn edits_of_one_deck_by_many_processes_are_all_kept() {
    let shop = Shop::new();
    shop.run(0, &["deck", "new", "Crown", "--from", "afrika/savanna-crown"]);
    const EDITS: usize = 20;
    let exits: Vec<Option<i32>> = std::thread::scope(|scope| {
        let edit = || shop.deckloom(&["deck", "edit", "Crown", "--add", "1 Comet Lash"]).status.code();
        let running: Vec<_> = (0..EDITS).map(|_| scope.spawn(edit)).collect();
        running.into_iter().map(|edit| edit.join().expect("runs")).collect()
    });
    assert_eq!(exits, vec![Some(0); EDITS]);
    let history = shop.json(0, &["deck", "history", "Crown"]);
    assert_eq!(history["moments"].as_array().map(Vec::len), Some(EDITS + 1));
    let copies = |deck: &str| -> u64 {
        let shown = shop.json(0, &["cards", "Comet Lash", "--deck", deck, "--limit", "1"]);
        assert_eq!(shown["cards"][0]["name"], "Comet Lash");
        let held =
            |n: &u64| shop.json(0, &["cards", &format!("\"Comet Lash\" deck>={n}"), "--deck", deck])["found"] != 0;
        (1..=60).take_while(held).count() as u64
    };
    assert_eq!(copies("Crown"), copies("afrika/savanna-crown") + EDITS as u64);
}

#[test]
fn completions_are_printed_and_the_manual_is_in_the_help() {
    let shop = Shop::new();
    let manual = shop.path("manual");
    shop.run(0, &["manual", text(&manual)]);
    for (shell, file) in [("bash", "deckloom.bash"), ("zsh", "_deckloom"), ("fish", "deckloom.fish")] {
        let printed = shop.run(0, &["completions", shell]);
        assert!(printed.contains("deckloom") && printed.contains("tournament"), "{shell}");
        assert_eq!(printed, std::fs::read_to_string(manual.join("completions").join(file)).expect("written"));
    }
    shop.error(2, &["completions", "cobol"]);
    let help = shop.run(0, &["--help"]);
    let listed = |verb: &str| help.lines().any(|line| line.trim_start().split(' ').next() == Some(verb));
    assert!(listed("manual") && listed("completions"), "{help}");
}

#[test]
fn the_help_of_the_coach_says_what_its_numbers_are() {
    let help = Shop::new().run(0, &["coach", "--help"]);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for told in [
        "chances of winning, in per cent",
        "interval of 95 per cent",
        "5 points is an inaccuracy, 10 a mistake, 20 a blunder",
    ] {
        assert!(help.contains(told), "{told}: {help}");
    }
}

#[test]
fn printings_are_told_apart_and_only_sets_that_somebody_has_are_listed() {
    let shop = Shop::new();
    let data = repo("formats/tests/deckfiles");
    let shown = |query: &str| shop.run(0, &["cards", query, "--game", "lamps", "--data", text(&data)]);
    let heading = |shown: &str| shown.lines().next().expect("a heading").split_whitespace().any(|word| word == "Set");
    let reprinted = shown("\"Lamp Keeper\"");
    assert!(heading(&reprinted), "{reprinted}");
    let alone = shop.run(0, &["cards", "\"Junior Broker\"", "--game", "chronx"]);
    assert!(!heading(&alone), "{alone}");
    shop.run(0, &["collection", "add", "Junior Broker"]);
    let list = shop.json(0, &["collection", "list", "--game", "chronx"]);
    let sets = list["sets"].as_array().expect("sets");
    assert!(!sets.is_empty() && sets.iter().all(|set| set["owned"].as_u64() > Some(0)), "{list}");
}

#[test]
fn standings_tell_why_and_negative_numbers_are_told_what_to_write() {
    let shop = Shop::new();
    shop.run(0, &["event", "new", "Friday", "chronx/constructed", "--seed", "1"]);
    shop.run(0, &["event", "add", "Friday", "Ann", "Bob", "Cy", "Di"]);
    shop.run(0, &["event", "pair", "Friday"]);
    shop.run(0, &["event", "result", "Friday", "1", "2-0"]);
    shop.run(0, &["event", "result", "Friday", "2", "2-1"]);
    let standings = shop.json(0, &["event", "standings", "Friday", "--why"]);
    let why = standings["why"].as_str().expect("reasons");
    let names = standings["standings"].as_array().expect("places");
    assert_eq!(why.lines().count(), names.len() - 1, "{why}");
    assert!(names.iter().all(|line| why.contains(line["player"].as_str().expect("a name"))), "{why}");
    assert!(shop.error(2, &["pack", "afrika/luminous-chronicle", "--seed", "-5"]).contains("write a number from 0"));
    shop.run(0, &["deck", "new", "Crown", "--from", "afrika/savanna-crown"]);
    let error = shop.error(2, &["deck", "edit", "Crown", "--add", "-5 Comet Lash"]);
    assert!(error.contains("--remove"), "{error}");
}

#[test]
fn without_a_display_the_window_says_so_and_exits_4() {
    let shop = Shop::new();
    let output = shop.deckloom(&[]);
    assert_eq!(output.status.code(), Some(4));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error.trim().lines().count(), 1, "{error}");
    assert!(error.contains("deckloom --help"), "{error}");
}

#[test]
fn a_library_that_cannot_be_made_exits_4() {
    let shop = Shop::new();
    std::fs::write(shop.path("file"), "x").expect("written");
    let mut command = Command::cargo_bin("deckloom").expect("the program");
    let output =
        command.arg("--library").arg(shop.path("file").join("library.db")).arg("games").output().expect("runs");
    assert_eq!(output.status.code(), Some(4));
}

/// What cannot be saved, in a home that is no folder, in which no library can be made.
#[cfg(unix)]
#[test]
fn what_cannot_be_saved_exits_4_and_says_nothing_on_standard_output() {
    let shop = Shop::new();
    std::fs::write(shop.path("file"), "x").expect("written");
    let deck = repo("data/chronx/decks/drone-dividend.toml");
    let table = shop.path("binder.csv");
    std::fs::write(&table, "Count,Name\n2,Junior Broker\n").expect("written");
    let homeless = |args: &[&str]| {
        let home = shop.path("file").join("home");
        let mut command = Command::cargo_bin("deckloom").expect("the program");
        command.args(args).env("HOME", &home).env("XDG_DATA_HOME", &home).write_stdin("leave\n");
        command.output().expect("runs")
    };
    for args in [
        &["deck", "new", "Mine", "--from", "chronx/corporate"][..],
        &["deck", "import", text(&deck)],
        &["collection", "add", "3", "Junior Broker"],
        &["collection", "import", text(&table), "--game", "chronx"],
        &["collection", "lacks", "chronx/corporate", "--want"],
        &["event", "new", "Friday", "afrika/cosmic-draft"],
        &["draft", "begin", "chronx/draft", "--sit", "Ann,bot,bot,bot"],
        &["sealed", "afrika/unleashed-armada", "--players", "2", "--save"],
        &["tournament", "new", "Star", "emperors-star/tournament", "--sit", "Ann,easy,easy,easy,easy,easy"],
        &["match", "afrika/codex", "--players", "human,greedy"],
        &["companion", "chronobot"],
    ] {
        let output = homeless(args);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(4), "{args:?}\n{error}");
        assert!(output.stdout.is_empty(), "{args:?}\n{}", String::from_utf8_lossy(&output.stdout));
        assert!(error.contains("nothing was saved"), "{args:?}\n{error}");
    }
    let output = homeless(&["deck", "check", "chronx/corporate"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(!output.stdout.is_empty() && String::from_utf8_lossy(&output.stderr).contains("nothing will be saved"));
}
