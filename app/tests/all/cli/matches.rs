//! Matches, scenarios, records and the coach.

use serde_json::Value;

use super::{Shop, text};

#[test]
fn a_shared_deck_is_played_by_as_many_as_are_named() {
    let shop = Shop::new();
    let record = shop.path("game.json");
    let record = text(&record);
    let players = ["--players", "random,greedy,random", "--games", "4", "--seed", "3"];
    let arguments = [&["match", "chrononauts/classic", "--record", record, "--log"], &players[..]].concat();
    let result = shop.json(0, &arguments);
    assert_eq!(result["seats"].as_array().map(Vec::len), Some(3));
    assert_eq!(shop.json(0, &["replay", record, "--log"])["log"], result["log"]);
    let passes = shop.json(0, &["goldfish", "chrononauts/solonauts", "--games", "3", "--trials", "4"]);
    assert_eq!(passes["passes"][0]["identities"], 6);
    assert!(
        shop.error(2, &["match", "chrononauts/artifaxx", "--players", "random,random,random,random,random"])
            .contains("2 to 4")
    );
    let error = shop.error(2, &["match", "chrononauts/classic", "--option", "paradoxes=9"]);
    assert!(error.contains("Chrononauts has no option `paradoxes`"), "{error}");
}

#[test]
fn a_scenario_of_ones_own_fails_with_expected_and_actual_side_by_side() {
    let shop = Shop::new();
    let file = shop.path("mine.toml");
    let text = "game = \"chronx\"\nsource = \"house set\"\nabout = \"Mine.\"\n[[scenario]]\nname = \"Drones hit hard\"\nrules = [\"house\"]\n\
                [scenario.start]\nseat1 = { play = [\"Repo Drone\"] }\nseat2 = {}\n[[scenario.step]]\n\
                do = [\"1: attack with Repo Drone\"]\nexpect = { seat2 = { damage = 5 } }\n";
    std::fs::write(&file, text).expect("written");
    let told = shop.run(1, &["scenario", file.to_str().expect("a path")]);
    assert!(told.contains("step 1, seat 2: damage on the base\n    expected  5\n    actual    2"), "{told}");
    std::fs::write(&file, text.replace("damage = 5", "damage = 2")).expect("written");
    assert!(shop.run(0, &["scenario", file.to_str().expect("a path")]).contains("1 scenario passed, 0 failed"));
    let data = shop.game_without_rules_of_play();
    let wrong = shop.error(2, &["scenario", "nine-fathoms", "--data", super::text(&data)]);
    assert!(wrong.contains("there are no scenarios of Nine Fathoms"), "{wrong}");
}

#[test]
fn a_scenario_file_names_its_game_and_a_faulty_one_hides_no_other() {
    let shop = Shop::new();
    let folder = shop.path("mine");
    std::fs::create_dir(&folder).expect("a folder");
    let file = folder.join("b.toml");
    let [file, folder] = [&file, &folder].map(|path| path.to_str().expect("a path"));
    let lines = "source = \"house set\"\nabout = \"Mine.\"\n[[scenario]]\nname = \"A seat loses life\"\n\
                 rules = [\"house\"]\n[scenario.start]\nseat1 = { life = 20, deck = [\"The Void\"] }\n\
                 seat2 = { deck = [\"The Void\"] }\n[[scenario.step]]\nexpect = { seat1 = { life = 20 } }\n";
    std::fs::write(file, lines).expect("written");
    let untold = shop.error(3, &["scenario", file]);
    assert!(untold.contains("b.toml: no game is named: write `game = \"…\"` at the top, or use --game ("), "{untold}");
    assert_eq!(untold.matches("b.toml").count(), 1, "{untold}");
    assert!(shop.run(0, &["scenario", file, "--game", "afrika"]).contains("1 scenario passed, 0 failed"));
    std::fs::write(file, format!("game = \"afrika\"\n{lines}")).expect("written");
    assert!(shop.run(0, &["scenario", file]).contains("1 scenario passed, 0 failed"));
    let other = shop.error(3, &["scenario", file, "--game", "chronx"]);
    assert!(other.contains("b.toml:1:8: these are scenarios of `afrika`, not of `chronx`"), "{other}");
    assert_eq!(other.matches("b.toml").count(), 1, "{other}");
    // The faults of the first and of the last are told, and the one between is played.
    for name in ["a.toml", "c.toml"] {
        std::fs::write(shop.path("mine").join(name), "game = \"afrika\"\nsource = 1\n").expect("written");
    }
    assert!(shop.run(3, &["scenario", folder]).contains("1 scenario passed, 0 failed"));
    let faults = shop.error(3, &["scenario", folder]);
    assert!(faults.contains("a.toml:2") && faults.contains("c.toml:2"), "{faults}");
    // In a game's folder the folder says it.
    assert!(shop.run(0, &["scenario", "../data/afrika/scenarios/rifts.toml"]).contains("passed, 0 failed"));
}

#[test]
fn a_match_is_the_same_bytes_on_any_threads_and_its_record_plays_again() {
    let shop = Shop::new();
    let record = shop.path("game.json");
    let record = text(&record);
    let arguments = ["match", "chronx/constructed", "chronx/cfa", "chronx/red-claw", "--seed", "7", "--games", "12"];
    let players = ["--players", "greedy,random", "--best-of", "3", "--json"];
    let run = |more: &[&str]| shop.run(0, &[&arguments[..], &players, more].concat());
    assert_eq!(run(&["--threads", "1"]), run(&["--threads", "3"]));
    let result: Value = serde_json::from_str(&run(&["--record", record, "--log"])).expect("JSON");
    assert_eq!(result["games"], 12);
    assert_eq!(result["matches"]["best_of"], 3);
    let log = result["log"].as_array().expect("a log").clone();
    let again = shop.json(0, &["replay", record, "--log"]);
    assert_eq!(again["log"].as_array().expect("a log"), &log);
    let early = shop.json(0, &["replay", record, "--until", "3"]);
    assert_eq!(early["board"][0], "Turn 3, seat 1, main phase");
    // What the other seat draws is not told.
    let own = shop.json(0, &["replay", record, "--log", "--seat", "2"]);
    let own = own["log"].as_array().expect("a log");
    assert!(own.contains(&Value::from("Seat 1 draws a card")) && !log.contains(&Value::from("Seat 1 draws a card")));
    let changed = std::fs::read_to_string(record).expect("a record").replacen("\"end\"", "\"resume\"", 1);
    std::fs::write(record, changed).expect("written");
    let error = shop.error(1, &["replay", record]);
    assert!(error.contains("cannot be reproduced"), "{error}");
}

#[test]
fn players_say_what_they_thought_and_a_coach_finds_mistakes() {
    let shop = Shop::new();
    let record = shop.path("game.json");
    let record = text(&record);
    let arguments = ["match", "chronx/constructed", "chronx/cfa", "chronx/red-claw", "--seed", "3", "--turns", "8"];
    let thinking = [&arguments[..], &["--players", "ismcts:30,greedy", "--explain", "--log"]].concat();
    let result = shop.json(0, &thinking);
    let thoughts = result["thoughts"].as_array().expect("a list");
    let seats: Vec<&Value> = thoughts.iter().map(|t| &t["seat"]).collect();
    assert!(seats.contains(&&Value::from(1)) && seats.contains(&&Value::from(2)));
    let first = &thoughts[0];
    assert_eq!(first["done"], first["alternatives"][0]["action"], "the best is done");
    assert!(first["why"].as_str().is_some_and(|why| why.contains("than") || why.contains("the same")), "{first}");
    let told = shop.run(0, &thinking);
    assert!(told.contains("Choice 1, turn") && told.contains("Tries  Chance") && told.contains("Turn 2: seat"));
    let own = shop.json(0, &[&thinking[..], &["--seat", "2"]].concat());
    let own = own["thoughts"].as_array().expect("a list");
    assert!(!own.is_empty() && own.iter().all(|t| t["seat"] == 2), "nobody reads the other's thoughts");

    shop.run(0, &[&arguments[..], &["--players", "random,greedy", "--record", record]].concat());
    let coach = |more: &[&str]| shop.json(0, &[&["coach", record, "--player", "ismcts:120"], more].concat());
    let all = coach(&["--threads", "1"]);
    assert_eq!(all, coach(&["--threads", "3"]));
    let [random, greedy] = [&all["seats"][0], &all["seats"][1]];
    assert!(random["lost"].as_f64() > greedy["lost"].as_f64(), "{random} {greedy}");
    assert!(random["mistakes"].as_u64() > Some(0) || random["blunders"].as_u64() > Some(0), "{random}");
    let decisions = all["decisions"].as_array().expect("a list");
    assert_eq!(coach(&["--at", "4"])["decisions"][0], decisions[3]);
    let mistake = decisions.iter().find(|d| d["verdict"] != "fine").expect("there is one");
    assert!(mistake["chance_best"].as_f64() > mistake["chance_done"].as_f64(), "{mistake}");
    let words = shop.run(0, &["coach", record, "--player", "ismcts:120"]);
    assert!(words.contains(&format!("Choice {}, turn {}", mistake["choice"], mistake["turn"])), "{words}");
    for (code, more, said) in [
        (2, ["--at", "9999"], "there is no choice 9999"),
        (2, ["--seat", "3"], "there is no seat 3"),
        (2, ["--player", "random"], "has no opinions"),
        (2, ["--player", "gredy"], "greedy"),
    ] {
        let error = shop.error(code, &[&["coach", record], &more[..]].concat());
        assert!(error.contains(said), "{error}");
    }
}

#[test]
fn matches_that_cannot_be_say_why() {
    let shop = Shop::new();
    let data = shop.game_without_rules_of_play();
    for (code, arguments, said) in [
        (2, &["match", "nine-fathoms/dive", "--data", super::text(&data)][..], "the engine does not play"),
        (2, &["match", "chronx/constructed", "--option", "speed=9"], "Chron X has no option `speed`"),
        (
            2,
            &["match", "chronx/constructed", "--option", "mulligan=two"],
            "mulligan cannot be `two`; use none or one_free",
        ),
        (2, &["match", "chronx/constructed", "--players", "genius"], "there is no player `genius`"),
        (1, &["match", "chronx/preconstructed", "chronx/velvet-ballot"], "is not legal in Preconstructed"),
    ] {
        let error = shop.error(code, arguments);
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}

#[test]
fn a_person_plays_at_the_terminal_and_sees_no_other_hand() {
    let shop = Shop::new();
    let record = shop.path("game.json");
    let record = text(&record);
    let solo = ["match", "chrononauts/solonauts", "--players", "human", "--seed", "3", "--record", record];
    let told = shop.talk(&solo, "?\nnonsense\nhint\n1\nundo\nredo\nundo\nlog\nleave\n");
    assert!(told.contains("`nonsense` is none of them"), "{told}");
    assert!(told.contains("A coach would: ") && told.contains("Say the number of an action"), "{told}");
    assert!(told.contains("It is saved as “Solonauts”: continue it on the Play screen."), "{told}");
    // To its end: the record of it plays again.
    let told = shop.talk(&solo, &"1\n".repeat(400));
    assert!(told.contains("Nobody wins: ") || told.contains("You win: "), "{told}");
    assert_eq!(shop.json(0, &["replay", record])["players"][0], "human");
    let duel = ["match", "chronx/constructed", "chronx/cfa", "chronx/red-claw", "--seed", "5"];
    let told = shop.talk(&[&duel[..], &["--players", "human,greedy"]].concat(), &"\n".repeat(12));
    assert!(told.contains("Quinn draws a card") && !told.contains("You draw a card"), "{told}");
    let hands: Vec<&str> = told.lines().skip_while(|l| !l.starts_with("Quinn:")).take(2).collect();
    assert!(hands[1].ends_with("a card, a card, a card, a card"), "{hands:?}");
    let both = shop.error(2, &[&duel[..], &["--players", "human,human,human"]].concat());
    assert!(both.contains("3 players for 2 seats"), "{both}");
    let many = shop.error(2, &[&duel[..], &["--players", "human,greedy", "--games", "2"]].concat());
    assert!(many.contains("one match at a time"), "{many}");
    let json = shop.error(2, &[&duel[..], &["--players", "human,greedy", "--json"]].concat());
    assert!(json.contains("--record"), "{json}");
}

#[test]
fn a_promise_at_the_terminal_has_words_that_the_record_keeps() {
    let shop = Shop::new();
    let record = shop.path("game.json");
    let record = text(&record);
    let people = ["human"; 6].join(",");
    let day = ["match", "emperors-star/day-1", "--players", &people, "--seed", "3", "--record", record];
    let long = format!("give promise: {}\n", "x".repeat(201));
    let said = "draw\noffer seat 2 a trade\n".to_owned()
        + &long
        + "withdraw: no\ngive promise: the gate is yours\nask for a promise\npropose\nrefuse\n";
    let told = shop.talk(&day, &(said + &"\n".repeat(3)));
    assert!(told.contains("That cannot be written: the text has 201 characters; there may be 200."), "{told}");
    assert!(told.contains("`withdraw: no` is none of them"), "{told}");
    assert!(told.contains(": what is promised`"), "{told}");
    assert!(told.contains("would give a promise: the gate is yours"), "{told}");
    let kept = std::fs::read_to_string(record).expect("the record");
    assert!(kept.contains("give promise: the gate is yours"), "{kept}");
}
