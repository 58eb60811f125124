//! Events on the command line: an evening from the list of players to the prizes by commands only, and a program that is
//! killed at any step; and tournaments of several days.

mod tournament;

use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::Program;
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn word(value: &Value) -> &str {
    value.as_str().expect("a text")
}

const NAMES: [&str; 22] = [
    "Ada", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gil", "Hana", "Ines", "Jo", "Kai", "Lea", "Mo", "Nia", "Ola", "Pia",
    "Quin", "Ravi", "Sol", "Tess", "Uma", "Vito",
];

#[test]
fn an_evening_of_22_in_three_pods_runs_from_the_list_to_the_prizes() {
    let hall = Program::of("event");
    let csv = hall.path("players.csv");
    let lines: String = NAMES.iter().map(|n| format!("{n},Club\n")).collect();
    std::fs::write(&csv, format!("name,club\n{lines}")).expect("written");
    let begun = hall.told(&["new", "Friday", "afrika/cosmic-draft", "--seed", "5"]);
    assert_eq!((&begun["kind"], &begun["scheme"]), (&"draft".into(), &"swiss".into()));
    assert!(hall.refused(2, &["new", "Friday", "chronx/constructed"]).contains("there is an event `Friday` already"));
    assert!(hall.refused(2, &["show", "Fryday"]).contains("did you mean `Friday`?"));
    hall.told(&["add", "Friday", "--file", text(&csv)]);
    assert!(hall.refused(2, &["add", "Friday", "ada"]).contains("`Ada` is here already"));
    hall.told(&["rename", "Friday", "Vito", "Vitus"]);
    let seated = hall.told(&["seat", "Friday"]);
    let pods = list(&seated["pods"]);
    assert_eq!(pods.iter().map(|p| list(&p["seats"]).len()).collect::<Vec<_>>(), [8, 7, 7]);
    assert_eq!((&seated["packs"][0]["count"], &seated["planned"]), (&66.into(), &3.into()));
    let seats = hall.path("seats.pdf");
    hall.told(&["print", "Friday", "seats", "-o", text(&seats)]);
    assert!(std::fs::read(&seats).expect("written").starts_with(b"%PDF"));

    // The pods draft, and everybody registers a deck out of what was drafted.
    hall.told(&["draft", "Friday"]);
    for pod in 1..=3 {
        hall.run(0, &["draft", "resume", &format!("Friday, pod {pod}"), "--auto", "--json"]);
    }
    let pools = hall.told(&["pool", "Friday", "--drafted"]);
    assert!(list(&pools["players"]).iter().all(|p| p["pool"] == 54));
    assert!(
        hall.refused(1, &["deck", "Friday", "Ada", "afrika/savanna-crown"]).contains("is not legal in Cosmic Draft")
    );
    for (pod, seats) in (1..).zip(pods) {
        for (seat, name) in (1..).zip(list(&seats["seats"])) {
            let deck = format!("{}'s deck", word(name));
            let pool = format!("Friday, pod {pod}#{seat}");
            hall.json(&["deck", "build", &pool, "-n", "1", "--save", &deck]);
            hall.told(&["deck", "Friday", word(name), &deck]);
        }
    }
    let checks = hall.told(&["check", "Friday", "--draw", "3"]);
    let drawn = word(&checks["checks"][0]["player"]).to_owned();
    let checked = hall.told(&["check", "Friday", &drawn, "--fault", "one card short"]);
    assert_eq!((&checked["checks"][0]["done"], list(&checked["checks"]).len()), (&true.into(), 3));

    for round in 1..=3 {
        let paired = hall.told(&["pair", "Friday"]);
        assert_eq!((&paired["round"], list(&paired["tables"]).len()), (&round.into(), 12));
        hall.told(&["clock", "start", "Friday", "--at", "1000"]);
        let clock = hall.told(&["show", "Friday", "--at", "1600"]);
        assert_eq!((&clock["seconds"], &clock["running"]), (&(40 * 60).into(), &true.into()));
        assert!(hall.refused(2, &["pair", "Friday"]).contains("no result yet of table"));
        for table in list(&paired["waiting"]) {
            let number = table.to_string();
            let score = ["2-0", "2-1", "1-2", "1-1-1"][table.as_u64().expect("a table") as usize % 4];
            hall.told(&["result", "Friday", &number, score]);
        }
        if round == 2 {
            hall.told(&["drop", "Friday", "Tess"]);
        }
    }
    assert!(hall.refused(2, &["pair", "Friday"]).contains("all 3 rounds are paired"));

    // A result of round 1 was another one: first what moves, then yes.
    let first = hall.told(&["show", "Friday", "--round", "1"]);
    let (a, before) = (word(&first["tables"][0]["a"]).to_owned(), word(&first["tables"][0]["result"]).to_owned());
    let after = if before == "0-2" { "2-0" } else { "0-2" };
    let asked = hall.told(&["correct", "Friday", "1", &a, after]);
    assert_eq!(asked["done"], false);
    assert!(list(&asked["standings"]).iter().any(|m| m["player"] == a.as_str() && m["points"] != m["points_before"]));
    assert_eq!(word(&hall.told(&["show", "Friday", "--round", "1"])["tables"][0]["result"]), before);
    hall.told(&["correct", "Friday", "1", &a, after, "--yes", "--at", "4242"]);
    assert_eq!(word(&hall.told(&["show", "Friday", "--round", "1"])["tables"][0]["result"]), after);
    let log = hall.told(&["log", "Friday"]);
    let last = list(&log["entries"]).last().expect("entries");
    assert_eq!((&last["at"], &last["by"]), (&4242.into(), &"desk".into()));

    let over = hall.told(&["prizes", "Friday", "1=a box", "2-4=3 packs"]);
    assert_eq!((&over["over"], list(&over["prizes"]).len()), (&true.into(), 4));
    let table = hall.told(&["standings", "Friday"]);
    let (one, two) = (word(&table["standings"][0]["player"]), word(&table["standings"][1]["player"]));
    let why = hall.told(&["standings", "Friday", "--why", two, one]);
    assert!(word(&why["why"]).contains(&format!("{one} is before {two}")) || word(&why["why"]).contains("the lot"));
    assert_eq!(over["prizes"][0], serde_json::json!([one, "a box"]));

    // What is not published is in no report.
    for (file, holds) in [("r.html", "a box"), ("r.csv", "place,name,points"), ("r.json", "\"ranking\"")] {
        let path = hall.path(file);
        hall.told(&["export", "Friday", "-o", text(&path)]);
        let report = std::fs::read_to_string(&path).expect("written");
        assert!(report.contains(holds) && !report.contains("'s deck"), "{file}");
    }
    hall.told(&["publish", "Friday", "--decks"]);
    let path = hall.path("public.html");
    hall.told(&["export", "Friday", "-o", text(&path)]);
    assert!(std::fs::read_to_string(&path).expect("written").contains("Ada's deck"));
    for what in ["slips", "pairings", "standings", "pools"] {
        let path = hall.path(&format!("{what}.pdf"));
        hall.told(&["print", "Friday", what, "-o", text(&path)]);
    }
    hall.told(&["new", "Saturday", "chronx/constructed", "--scheme", "league", "--seed", "1"]);
    hall.told(&["add", "Saturday", "Ada", "Zoe"]);
    hall.told(&["meet", "Saturday", "Zoe", "Ada", "2-1"]);
    let league = hall.told(&["league", "Friday", "Saturday"]);
    assert_eq!(list(&league["table"]).len(), 23);
    let events = hall.told(&["list"]);
    assert_eq!(list(&events["events"]).len(), 2);
}

#[test]
fn players_tell_results_themselves_and_a_bracket_follows() {
    let hall = Program::of("event");
    hall.told(&["new", "Cup", "chronx/constructed", "--seed", "2", "--rounds", "2"]);
    hall.told(&["add", "Cup", "Ada", "Ben", "Cleo", "Dov", "Eve"]);
    let legal = hall.told(&["deck", "Cup", "Ada", "chronx/corporate"]);
    assert!(legal["players"][0]["deck"].is_string());
    let paired = hall.told(&["pair", "Cup"]);
    let (a, b) = (word(&paired["tables"][0]["a"]).to_owned(), word(&paired["tables"][0]["b"]).to_owned());
    assert!(word(&paired["tables"][2]["why"][0]).starts_with("Bye: "));
    hall.told(&["result", "Cup", &a, "2-1", "--by", &a]);
    assert!(hall.refused(2, &["result", "Cup", "1", "0-2", "--by", &b]).contains("correct"));
    let other = word(&paired["tables"][1]["a"]).to_owned();
    assert!(hall.refused(2, &["result", "Cup", "1", "2-1", "--by", &other]).contains("does not play at table 1"));
    hall.told(&["penalty", "Cup", &other, "tardy", "--note", "four minutes"]);
    assert!(hall.refused(2, &["result", "Cup", "2", "2-0"]).contains("has a game loss"));
    hall.told(&["result", "Cup", "2", "no-show-a"]);
    hall.told(&["add", "Cup", "Finn"]);
    let again = hall.told(&["pair", "Cup"]);
    assert_eq!(list(&again["tables"]).len(), 3);
    let (x, y) = (word(&again["tables"][0]["a"]).to_owned(), word(&again["tables"][1]["a"]).to_owned());
    let swapped = hall.told(&["pair", "Cup", "--swap", &x, &y]);
    assert_eq!(swapped["tables"][0]["why"][0], "By hand.");
    for table in ["1", "2", "3"] {
        hall.told(&["result", "Cup", table, "2-0"]);
    }
    hall.told(&["cut", "Cup", "4"]);
    let semi = hall.told(&["pair", "Cup"]);
    assert_eq!(semi["tables"][1]["bracket"], "Semi-final");
    hall.told(&["result", "Cup", "1", "2-0"]);
    hall.told(&["result", "Cup", "2", "0-2"]);
    let last = hall.told(&["pair", "Cup"]);
    assert_eq!((last["tables"][0]["bracket"].as_str(), &last["over"]), (Some("Final"), &false.into()));
    let over = hall.told(&["result", "Cup", "1", "2-1"]);
    assert_eq!((&over["over"], &over["ranking"][0]), (&true.into(), &last["tables"][0]["a"]));
    let error = hall.refused(2, &["new", "Many", "chronx/outer-circle"]);
    assert!(error.contains("between two"), "{error}");
}

#[test]
fn a_round_has_a_clock_and_who_left_comes_back() {
    let hall = Program::of("event");
    hall.told(&["new", "Cup", "chronx/constructed", "--seed", "2", "--rounds", "2"]);
    hall.told(&["add", "Cup", "Ada", "Ben", "Cleo"]);
    hall.told(&["drop", "Cup", "Cleo"]);
    assert_eq!(list(&hall.told(&["pair", "Cup"])["tables"]).len(), 1, "two play");
    hall.told(&["clock", "start", "Cup", "--at", "1000"]);
    hall.told(&["clock", "pause", "Cup", "--at", "1600"]);
    let left = |at: &str| hall.told(&["show", "Cup", "--at", at])["seconds"].clone();
    // Ten of fifty minutes are gone; none go by while it stands.
    assert_eq!((left("1600"), left("9000")), (2400.into(), 2400.into()));
    hall.told(&["clock", "resume", "Cup", "--at", "10000"]);
    assert_eq!(left("10060"), 2340);
    let more = hall.told(&["clock", "extra", "Cup", "1", "4"]);
    assert_eq!(more["extra"], serde_json::json!([[1, 4]]));
    hall.told(&["return", "Cup", "Cleo"]);
    hall.told(&["result", "Cup", "1", "2-0"]);
    let paired = hall.told(&["pair", "Cup"]);
    assert_eq!(list(&paired["tables"]).len(), 2, "three play: a table and a bye");
}

#[test]
fn the_player_that_is_named_has_the_score_that_is_said() {
    let hall = Program::of("event");
    hall.told(&["new", "Duel", "chronx/constructed", "--seed", "2", "--rounds", "2"]);
    hall.told(&["add", "Duel", "Ann", "Bob"]);
    for named in ["Ann", "Bob"] {
        let other = if named == "Ann" { "Bob" } else { "Ann" };
        let paired = hall.told(&["pair", "Duel"]);
        let round = paired["round"].to_string();
        let ended = hall.told(&["result", "Duel", named, "2-0"]);
        assert_eq!(word(&ended["recorded"]), format!("{named} beats {other} 2-0"));
        let seen = if ended["tables"][0]["a"] == *named { "2-0" } else { "0-2" };
        assert_eq!(word(&ended["tables"][0]["result"]), seen);
        let change = hall.told(&["correct", "Duel", &round, named, "0-2"]);
        let what = format!("{named} beats {other} 2-0 becomes {other} beats {named} 2-0");
        assert!(word(&change["what"]).ends_with(&what), "{change}");
    }
    hall.told(&["new", "Still", "chronx/constructed", "--seed", "2", "--rounds", "1"]);
    hall.told(&["add", "Still", "Ann", "Bob"]);
    let paired = hall.told(&["pair", "Still"]);
    let first = word(&paired["tables"][0]["a"]);
    let said = hall.run(0, &["event", "result", "Still", first, "no-show-a"]).0;
    let other = if first == "Ann" { "Bob" } else { "Ann" };
    assert!(said.starts_with(&format!("{other} beats {first} 2-0 (no-show)\n")), "{said}");
    hall.run(0, &["event", "correct", "Still", "1", other, "2-0", "--yes"]);
    let table = &hall.told(&["show", "Still"])["tables"][0];
    assert_eq!((word(&table["a"]), word(&table["result"])), (first, "0-2"));
}

/// Kills a program at a random moment of so many microseconds, unless it has ended by then; whether it did.
fn kill_within(child: &mut std::process::Child, longest: u64, chance: &mut u64) -> bool {
    // Xorshift: another moment each time.
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    std::thread::sleep(Duration::from_micros(*chance % longest));
    let runs = child.try_wait().expect("waits").is_none();
    if runs {
        child.kill().expect("killed");
    }
    runs
}

/// The program is killed at random moments of every step of an event; what it had confirmed is in the log, once.
#[test]
fn a_killed_program_loses_nothing_that_was_confirmed() {
    let hall = Program::of("event");
    hall.told(&["new", "K", "chronx/constructed", "--seed", "2"]);
    let mut chance = 0x9e37_79b9_7f4a_7c15u64;
    let length = || list(&hall.told(&["log", "K"])["entries"]).len();
    let (mut confirmed, mut kills, mut players) = (0, 0, 0);
    while kills < 30 {
        // What comes next: players up to nine, then rounds and their results.
        // How long a step may take is how long it took to look, however busy the machine is.
        let began = Instant::now();
        let state = hall.told(&["show", "K"]);
        let longest = 3 * began.elapsed().as_micros() as u64;
        players = players.max(list(&state["players"]).len());
        let waiting = list(&state["waiting"]);
        let (name, table) = (format!("P{players}"), waiting.first().map(ToString::to_string).unwrap_or_default());
        let step: Vec<&str> = match (players, waiting.is_empty()) {
            (0..9, _) => vec!["add", "K", &name],
            (_, false) => vec!["result", "K", &table, "2-1"],
            (_, true) => vec!["pair", "K", "--more"],
        };
        let mut command = hall.command(&[&["event"][..], &step].concat());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
        kills += u32::from(kill_within(&mut child, longest, &mut chance));
        let status = child.wait().expect("ends");
        let now = length();
        if status.success() {
            assert_eq!(now, confirmed + 1, "a step that was confirmed is in the log, once: {step:?}");
        } else {
            assert!(now == confirmed || now == confirmed + 1, "a step is done or it is not: {step:?}");
        }
        confirmed = now;
    }
    assert!(confirmed > 8, "{confirmed} steps between {kills} kills: they came too early");
}
