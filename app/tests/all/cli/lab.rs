//! Plans: carried out, killed and taken up again, spread over shards, told, compared.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use assert_cmd::cargo::CommandCargoExt;
use deckloom::lab;
use engine::lab::plan::{ExperimentKind, ExperimentPlan, Variant};

use serde_json::Value;

use super::{Shop, text};

use crate::large::cases;

fn plan(shop: &Shop, name: &str, words: &str) -> PathBuf {
    let file = shop.path(name);
    std::fs::write(&file, words).expect("written");
    file
}

fn files(folder: &Path) -> usize {
    std::fs::read_dir(folder).map_or(0, |entries| entries.filter_map(Result::ok).count())
}

#[test]
fn a_killed_run_goes_on_and_shards_are_merged_to_the_same_bytes() {
    let shop = Shop::new();
    let words = "kind = \"impact\"\ndecks = [\"chronx/corporate\", \"chronx/cfa\"]\ngames = GAMES\nseed = 4\n";
    let words = words.replace("GAMES", cases("160", "300"));
    let plan = plan(&shop, "plan.toml", &words);
    let plan = text(&plan);
    let bytes = |file: &Path| std::fs::read(file).expect("a file");
    let whole = |name: &str, threads: &str| {
        let file = shop.path(name);
        shop.run(0, &["lab", "run", plan, "-o", text(&file), "--threads", threads]);
        assert!(!file.with_extension("parts").exists(), "the parts are in the file now");
        bytes(&file)
    };
    let one = whole("one.json", "1");
    for threads in cases(&["3"][..], &["2", "3"]) {
        assert!(one == whole("other.json", threads), "{threads} threads");
    }

    let killed = shop.path("killed.json");
    let mut run = Command::cargo_bin("deckloom").expect("the program");
    run.arg("--library").arg(shop.path("library.db")).args(["lab", "run", plan, "--threads", "1", "-o"]).arg(&killed);
    let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    let begun = Instant::now();
    while files(&killed.with_extension("parts")) < 3 {
        assert!(begun.elapsed() < Duration::from_secs(120), "no part after two minutes");
        std::thread::sleep(Duration::from_millis(2));
    }
    run.kill().expect("killed");
    run.wait().expect("gone");
    assert!(!killed.exists(), "it was over before it was killed: make the plan longer");
    // A part that is damaged is counted anew; one that was being written when the run was killed is removed.
    let parts: Vec<PathBuf> = std::fs::read_dir(killed.with_extension("parts"))
        .expect("parts")
        .map(|entry| entry.expect("one").path())
        .collect();
    let part = parts.iter().find(|path| path.extension().is_some_and(|e| e == "json")).expect("a whole one");
    std::fs::write(part, "{").expect("written");
    std::fs::write(part.with_file_name(".deckloom-Xy12"), "{\"pl").expect("written");
    assert!(one == whole("killed.json", "2"), "killed and resumed");

    let mut shards: Vec<String> = Vec::new();
    for shard in 1..=16 {
        shop.run(0, &["lab", "run", plan, "--shard", &format!("{shard}/16")]);
        shards.insert(shards.len() / 2, text(&shop.path(&format!("plan.{shard}-of-16.lab.json"))).to_owned());
    }
    let all: Vec<&str> = shards.iter().map(String::as_str).collect();
    let merged = shop.path("merged.json");
    shop.run(0, &[&["lab", "merge", "-o", text(&merged)], &all[..]].concat());
    assert!(one == bytes(&merged), "16 shards");
    assert!(shop.error(1, &["lab", "merge", "-o", text(&merged), all[0], all[0]]).contains("count each part once"));
    assert!(shop.error(3, &["lab", "report", all[0], "--html"]).contains("lab merge"));
    assert!(one == bytes(&merged), "nothing was written");
}

#[test]
fn findings_are_told_as_page_table_pictures_and_ratings() {
    let shop = Shop::new();
    let plan = plan(&shop, "set.toml", "kind = \"set\"\nformat = \"chronx/draft\"\ngames = 4\n");
    let run = shop.json(0, &["lab", "run", text(&plan)]);
    assert_eq!(run["report"]["tables"][0]["rows"].as_array().map(Vec::len), Some(160));
    let file = shop.path("set.lab.json");
    let charts = shop.path("charts");
    let told = shop.json(0, &["lab", "report", text(&file), "--charts", text(&charts)]);
    assert_eq!(told["report"], run["report"]);
    for chart in told["charts"].as_array().expect("a list") {
        let bytes = std::fs::read(chart.as_str().expect("a path")).expect("a file");
        assert!(bytes.starts_with(b"<svg") || bytes.starts_with(b"\x89PNG"), "{chart}");
    }
    let page = shop.run(0, &["lab", "report", text(&file), "--html"]);
    assert!(page.starts_with("<!doctype html>") && page.contains("<svg") && !page.contains("http-equiv"));
    assert!(!page.contains("src=") && !page.contains("href="), "it needs nothing beside it");
    let table = shop.run(0, &["lab", "report", text(&file), "--csv"]);
    assert!(table.lines().next().expect("a line").contains("Won when drawn low"), "{table}");
    let ratings = shop.path("ratings.toml");
    shop.run(0, &["lab", "report", text(&file), "--ratings", "-o", text(&ratings)]);
    shop.run(0, &["draft", "chronx/draft", "--auto", "--seed", "1", "--ratings", text(&ratings)]);
}

#[test]
fn two_findings_are_compared_on_the_same_seeds() {
    let shop = Shop::new();
    let run = |name: &str, more: &str| {
        let words =
            format!("kind = \"goldfish\"\ndecks = [\"afrika/savanna-crown\"]\ngames = 30000\nturns = 6\n{more}");
        let plan = plan(&shop, &format!("{name}.toml"), &words);
        shop.run(0, &["lab", "run", text(&plan)]);
        shop.path(&format!("{name}.lab.json"))
    };
    let (play, draw, later) = (run("play", ""), run("draw", "draw = true\n"), run("later", "seed = 9\n"));
    let compare = |a: &Path, b: &Path| shop.json(0, &["lab", "compare", text(a), text(b)])["measures"][0].clone();
    let side = compare(&play, &draw);
    assert_eq!(side["paired"], true);
    assert!(side["interval"][0].as_f64() > Some(0.0), "a card more helps: {side}");
    let luck = compare(&play, &later);
    assert_eq!(luck["paired"], false);
    assert!(luck["interval"][0].as_f64() < luck["interval"][1].as_f64());
}

/// A set before and after a card got cheaper: of all its cards that one is named, and a set beside itself names none.
#[test]
fn a_card_that_changed_is_found_between_two_sets() {
    let shop = Shop::new();
    let plan = plan(&shop, "set.toml", "kind = \"set\"\nformat = \"chronx/draft\"\ngames = 80\n");
    let changed = shop.path("data/chronx");
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/chronx"), &changed);
    let set = changed.join("sets/second-edition.toml");
    let cards = std::fs::read_to_string(&set).expect("it is there");
    let card = cards.find("name = \"Arcology Walker\"").expect("it is in the set");
    let (head, tail) = cards.split_at(card);
    std::fs::write(&set, head.to_owned() + &tail.replacen("influence = 5", "influence = 1", 1)).expect("written");
    let (before, after) = (shop.path("before.json"), shop.path("after.json"));
    shop.run(0, &["lab", "run", text(&plan), "-o", text(&before)]);
    shop.run(0, &["lab", "run", text(&plan), "--data", text(&shop.path("data")), "-o", text(&after)]);
    let differing = |a: &Path, b: &Path| -> Vec<String> {
        let found = shop.json(0, &["lab", "compare", text(a), text(b)]);
        let measures = found["measures"].as_array().expect("a list").iter();
        let differ = measures.filter(|measure| measure["differs"] == true);
        differ.map(|measure| measure["measure"].as_str().expect("a name").to_owned()).collect()
    };
    let cards = differing(&before, &after).into_iter().find(|measure| measure.ends_with(": won when drawn"));
    assert_eq!(cards.as_deref(), Some("Arcology Walker: won when drawn"));
    assert_eq!(differing(&before, &before), Vec::<String>::new());
    let told = shop.run(0, &["lab", "compare", text(&before), text(&after)]);
    assert!(told.contains("surely differ") && told.contains("are not judged"), "{told}");

    // The same change asked about in one plan: the same pools play the same games by both.
    let words = "kind = \"set\"\nformat = \"chronx/draft\"\ngames = 40\nafter = ";
    let asked = self::plan(&shop, "change.toml", &format!("{words}{:?}\n", text(&shop.path("data"))));
    let found = shop.json(0, &["lab", "run", text(&asked)]);
    let answer = found["report"]["answer"].as_array().expect("sentences");
    let says = |begin: &str| answer.iter().any(|line| line.as_str().is_some_and(|line| line.starts_with(begin)));
    assert!(says("Arcology Walker is stronger: "), "{answer:#?}");
    let nowhere = self::plan(&shop, "nowhere.toml", &format!("{words}{:?}\n", text(&shop.path("nowhere"))));
    let said = shop.error(3, &["lab", "run", text(&nowhere)]);
    assert!(said.contains("`after`: "), "{said}");
}

#[test]
fn plans_that_make_no_sense_are_refused_with_their_place() {
    let shop = Shop::new();
    let refused = |code: i32, words: &str| {
        let plan = plan(&shop, "bad.toml", words);
        shop.error(code, &["lab", "run", text(&plan)])
    };
    let unknown = refused(3, "kind = \"series\"\ndeks = []\n");
    assert!(unknown.contains("bad.toml:2") && unknown.contains("deks") && unknown.contains("decks"), "{unknown}");
    assert!(refused(3, "kind = \"series\"\nkeep = [\"1.. of *\"]\n").contains("`keep` says nothing"));
    assert!(refused(2, "kind = \"series\"\n").contains("names no deck"));
    assert!(refused(2, "kind = \"set\"\nformat = \"chronx/constructed\"\n").contains("no packs"));
    assert!(refused(2, "kind = \"hands\"\ndecks = [\"afrika/savanna-crown\"]\nask = [\"9 of\"]\n").contains('^'));
    let variant = "kind = \"goldfish\"\ndecks = [\"afrika/savanna-crown\"]\n[[variant]]\nremove = [\"the-void\"]\n";
    assert!(refused(2, variant).contains("cannot be taken out"));
    assert!(refused(2, "kind = \"hands\"\ndecks = [\"afrika/savanna-crown\"]\ngames = 0\n").contains("nothing"));
}

/// What the window copies is what the command line reads.
#[test]
fn a_plan_is_read_as_it_was_written() {
    for kind in ExperimentKind::ALL.iter().copied() {
        let mut plan =
            ExperimentPlan { games: Some(20), seed: 3, title: Some("A \"title\"".into()), ..ExperimentPlan::new(kind) };
        match kind {
            ExperimentKind::Goldfish => {
                let remove = vec!["the-void".into()];
                plan.variant = vec![Variant { add: vec!["Sun Herald".into()], remove }, Variant::default()];
                (plan.search, plan.goal) = (Some("type:entity".into()), Some("1.. of (cost>=5)".into()));
            }
            ExperimentKind::Hands => {
                (plan.keep, plan.draw) = (vec!["2..4 of (type:terrain)".into(), "1.. of *".into()], true)
            }
            _ => plan.players = vec!["greedy".into(), "easy".into()],
        }
        assert_eq!(lab::parse_plan("plan", &lab::plan_to_toml(&plan)).expect("read"), plan);
    }
}

#[test]
fn weights_are_found_by_self_play_and_players_read_them() {
    let shop = Shop::new();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mine = shop.path("mine");
    let target = mine.join("nine-fathoms");
    copy(&examples.join("nine-fathoms"), &target);
    let file = target.join("bots/greedy.toml");
    std::fs::create_dir_all(target.join("bots")).expect("a folder");
    let fit = |threads: &str, output: &Path| {
        let sizes = ["--player", "greedy", "--games", "300", "--rounds", "10", "--check", "60", "--threads", threads];
        let args = ["--data", text(&mine), "lab", "weights", "nine-fathoms", "-o", text(output)];
        shop.json(0, &[&args[..], &sizes].concat())
    };
    let (one, two) = (shop.path("one.toml"), shop.path("two.toml"));
    let told = fit("1", &one);
    fit("2", &two);
    let read = |file: &Path| std::fs::read_to_string(file).expect("it was written");
    assert_eq!(read(&one), read(&two), "threads change nothing");
    assert_eq!(told["format"], "nine-fathoms/dive");
    let rows = told["weights"].as_array().expect("weights");
    assert!(rows.iter().any(|row| row["before"] != row["after"]), "{told}");
    let written = read(&one);
    assert!(
        written.contains("--games 300 --player greedy --prior 100 --rounds 10") && written.contains("[chance]"),
        "{written}"
    );
    assert!(told["positions"].as_u64() > Some(40) && told["brier_after"] != told["brier_before"], "{told}");
    // Players play with what stands there.
    let play = || {
        let args = ["--data", text(&mine), "match", "nine-fathoms/dive"];
        let more = ["nine-fathoms/the-long-rope", "nine-fathoms/other-peoples-air", "--players", "greedy,random"];
        shop.json(0, &[&args[..], &more, &["--games", "20", "--seed", "3"]].concat())
    };
    let before = play();
    let reckless = read(&one).replace("score = ", "score = -");
    std::fs::write(&file, reckless).expect("written");
    assert_ne!(play(), before);
}

#[test]
fn the_coach_is_held_against_games() {
    let shop = Shop::new();
    let judge = |games: &str, coach: &str, threads: &str| {
        let sizes = ["--games", games, "--players", "greedy,ismcts:300", "--coach", coach, "--threads", threads];
        shop.json(0, &[&["lab", "coach", "chronx"], &sizes[..]].concat())
    };
    assert_eq!(judge("4", "ismcts:50", "1"), judge("4", "ismcts:50", "2"), "threads change nothing");
    let told = judge("32", "normal", "0");
    let share = |of: &Value| of["share"].as_f64().expect("a share");
    assert!(share(&told["weaker_lost_more"]) >= 0.7, "{told}");
    // What the coach's own kind does is seldom flagged, and hardly ever does nothing.
    let own = &told["players"][1];
    let flagged: u64 = own["flagged"].as_array().expect("flags").iter().filter_map(Value::as_u64).sum();
    let choices = own["choices"].as_u64().expect("choices");
    assert!(choices > 1164 && flagged * 1164 <= choices * 4, "at most 4 in 1,164 choices: {own}");
    assert!(own["without_effect"]["hits"].as_u64() <= Some(3), "{own}");
    let planted = told["planted"].as_object().expect("kinds");
    let [hits, of] = ["hits", "of"].map(|key| planted.values().filter_map(|kind| kind[key].as_u64()).sum::<u64>());
    assert!(of >= 3 && hits * 10 >= of * 6, "{told}");
    let fault = shop.json(2, &["lab", "coach", "chronx", "--players", "random,easy"]);
    assert!(fault.to_string().contains("weighs nothing"), "{fault}");
}

#[test]
fn chances_are_fitted_to_games_and_the_coach_judges_by_them() {
    let shop = Shop::new();
    let file = shop.path("greedy.toml");
    let fit = |threads: &str| {
        let sizes = ["--games", "600", "--player", "greedy", "--threads", threads];
        shop.json(0, &[&["lab", "chance", "chrononauts", "-o", text(&file)], &sizes[..]].concat())
    };
    let told = fit("1");
    assert_eq!(told, fit("2"), "threads change nothing");
    let written = std::fs::read_to_string(&file).expect("it was written");
    assert!(written.contains("home = 30") && written.matches("[chance]").count() == 1, "{written}");
    // Nobody has a chance of more than all, and more is foretold where more was won.
    let bins = told["reliability"].as_array().expect("tenths");
    let enough = |bin: &&Value| bin["won"]["of"].as_u64() >= Some(30);
    let judged: Vec<&Value> = bins.iter().filter(enough).collect();
    assert!(judged.len() >= 2, "{told}");
    let won = |bin: &Value| bin["won"]["share"].as_f64().expect("a share");
    assert!(won(judged[judged.len() - 1]) > won(judged[0]), "{told}");
    for bin in &judged {
        let (low, high) = (bin["won"]["low"].as_f64().expect("low"), bin["won"]["high"].as_f64().expect("high"));
        let foretold = bin["foretold"].as_f64().expect("a chance");
        assert!((low - 0.1..=high + 0.1).contains(&foretold), "{bin}");
    }
    let words = shop.run(0, &["lab", "chance", "chrononauts", "--games", "20", "--player", "greedy"]);
    assert!(words.contains("Too few games") && words.contains("Write them with -o"), "{words}");
    assert!(shop.error(2, &["lab", "chance", "chronx", "--player", "random"]).contains("weighs nothing"));
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from).expect("the example is there").filter_map(Result::ok) {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// Players are told apart from decks: each deck plays against itself, and those who begin take turns.
#[test]
fn players_are_measured_with_the_same_deck_on_both_seats() {
    let shop = Shop::new();
    let words = "kind = \"mirrors\"\nformat = \"chronx/constructed\"\ngames = 6\nplayers = [\"greedy\", \"random\"]\n";
    let plan = plan(&shop, "mirrors.toml", words);
    let found = &shop.json(0, &["lab", "run", text(&plan)])["report"];
    let answer = found["answer"][0].as_str().expect("an answer");
    assert!(answer.starts_with("greedy wins ") && answer.ends_with("against random, with the same decks."), "{answer}");
    let share: f64 = answer["greedy wins ".len()..].split('%').next().expect("a number").parse().expect("a share");
    assert!(share > 80.0, "{answer}");
    let table = &found["tables"][0];
    assert_eq!(table["columns"], serde_json::json!(["Deck", "Decided games", "greedy wins", "First player wins"]));
    assert_eq!(table["rows"].as_array().expect("rows").len(), 10, "every starter deck");
    // One player is not compared with itself: what is left is who begins.
    let words = words.replace("[\"greedy\", \"random\"]", "\"greedy\"");
    let alone = &shop.json(0, &["lab", "run", text(&self::plan(&shop, "alone.toml", &words))])["report"];
    assert_eq!(alone["tables"][0]["columns"].as_array().expect("columns").len(), 3);
    assert!(alone["answer"][0].as_str().is_some_and(|told| told.starts_with("The first player wins")));
}

#[test]
fn workers_of_one_machine_count_a_plan_to_the_same_bytes() {
    let shop = Shop::new();
    let words = "kind = \"impact\"\ndecks = [\"chronx/corporate\", \"chronx/cfa\"]\ngames = 160\nseed = 4\n";
    let plan = plan(&shop, "plan.toml", words);
    let plan = text(&plan);
    let (alone, shared) = (shop.path("alone.json"), shop.path("shared.json"));
    shop.run(0, &["lab", "run", plan, "-o", text(&alone)]);
    let run_on = |place: &str| shop.run(0, &["lab", "run", plan, "-o", text(&shared), "--on", place, "--shards", "5"]);
    // One worker did a part of the work, and another is at the same shard of it meanwhile.
    shop.run(0, &["lab", "run", plan, "-o", text(&shared), "--parts-only", "--shard", "2/5"]);
    let status = shop.json(0, &["lab", "status", plan, "-o", text(&shared)]);
    let (done, all) = (status["parts"][0].as_u64(), status["parts"][1].as_u64());
    assert!(done > Some(0) && done < all && status["done"] == false, "{status}");
    let mut twin = Command::cargo_bin("deckloom").expect("the program");
    twin.arg("--library").arg(shop.path("library.db")).args(["lab", "run", plan, "--parts-only", "--shard", "3/5"]);
    let mut twin = twin.arg("-o").arg(&shared).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("runs");
    run_on("local:2");
    twin.kill().expect("killed");
    twin.wait().expect("gone");
    let bytes = |file: &Path| std::fs::read(file).expect("a file");
    assert!(bytes(&alone) == bytes(&shared), "two workers");
    // Who comes late has nothing to do, and leaves nothing behind.
    shop.run(0, &["lab", "run", plan, "-o", text(&shared), "--parts-only", "--shard", "3/5"]);
    assert!(bytes(&alone) == bytes(&shared));
    assert_eq!(shop.json(0, &["lab", "status", plan, "-o", text(&shared)])["done"], true);
    assert_eq!(shop.run(0, &["lab", "wait", plan, "-o", text(&shared)]), run_on("local:1"));
    // A worker that fails each time is named with what it said.
    std::fs::remove_file(&shared).expect("removed");
    let blocked = shared.with_extension("parts");
    let _ = std::fs::remove_dir_all(&blocked);
    std::fs::write(&blocked, "in the way").expect("written");
    assert!(shop.error(4, &["lab", "run", plan, "-o", text(&shared), "--on", "local:2"]).contains("cannot write"));
    for place in ["local:0", "ssh:", "cloud"] {
        assert!(shop.error(2, &["lab", "run", plan, "--on", place]).contains("slurm, local:N"), "{place}");
    }
    let unqueued = shop.error(2, &["lab", "wait", plan, "-o", text(&alone.with_file_name("none.json"))]);
    assert!(unqueued.contains("--on slurm"), "{unqueued}");
}
