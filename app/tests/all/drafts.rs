//! Drafts on the command line: people, bots and files at one table, and a program that is killed at any moment.

use std::collections::HashSet;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::program::Program;
use serde_json::Value;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

fn ids(value: &Value) -> Vec<String> {
    value.as_array().expect("a list").iter().map(|v| v.as_str().expect("an id").to_owned()).collect()
}

fn own_pool(state: &Value, seat: usize) -> Vec<String> {
    ids(&state["view"]["pools"][seat - 1]["cards"])
}

#[test]
fn people_at_one_machine_pick_in_turn_and_see_only_their_own_seat() {
    let room = Program::of("draft");
    let args = ["begin", "chronx/draft", "--sit", "Ann,bot,Bo,casual:30", "--name", "Friday", "--seed", "3", "--clock"];
    let state = room.told(&args);
    assert_eq!((&state["waiting"], &state["choices"]), (&serde_json::json!([1, 3]), &serde_json::json!(2)));
    assert_eq!(state["seconds"], 40);
    assert!(room.refused(2, &args).contains("there is a draft `Friday` already"));
    let pack = ids(&state["view"]["piles"][0]["cards"]);
    let state = room.told(&["pick", "Friday", "--seat", "1", &pack[4]]);
    // Bo is behind, is asked next, and sees another pack; Ann has what she took, and may go on with the pack that waits.
    assert_eq!(state["view"]["seat"], 3);
    assert_ne!(ids(&state["view"]["piles"][0]["cards"]), pack);
    assert!(own_pool(&state, 1).is_empty(), "what Ann took is hidden");
    assert_eq!(own_pool(&room.told(&["show", "Friday", "--seat", "1"]), 1), [pack[4].clone()]);
    assert!(room.refused(2, &["pick", "Friday", "--seat", "1", &pack[5]]).contains("is not here"), "that pack is gone");
    assert!(
        room.refused(2, &["pick", "Friday", "--seat", "2", "#1"])
            .contains("has nothing to choose now; seats 1, 3 have")
    );
    assert!(room.refused(2, &["pick", "Friday", "--seat", "3", "No Such Card"]).contains("is not here"));
    // A hint says what a bot would choose, and why.
    let hint = room.told(&["show", "Friday", "--seat", "3", "--hint"]);
    let why = hint["view"]["hint"]["why"].as_str().expect("words");
    assert!(why.contains(" = "), "{why}");
    let state = room.told(&["pick", "Friday", "--seat", "3", "#1"]);
    assert_eq!((&state["waiting"], &state["pick"]), (&serde_json::json!([1, 3]), &serde_json::json!(2)));
    let list = room.told(&["list"]);
    assert_eq!((&list["drafts"][0]["name"], &list["drafts"][0]["choices"]), (&"Friday".into(), &6.into()));
}

#[test]
fn a_choice_is_taken_back_only_if_all_agree_and_a_bot_keeps_a_seat_warm() {
    let room = Program::of("draft");
    let begun = room.told(&["begin", "chronx/draft", "--sit", "Ann,Bo,bot", "--name", "D", "--seed", "4"]);
    let first = ids(&begun["view"]["piles"][0]["cards"]);
    assert!(room.refused(2, &["undo", "D", "--seat", "1"]).contains("no person has chosen anything yet"));
    room.told(&["pick", "D", "--seat", "1", "#1"]);
    room.told(&["pick", "D", "--seat", "2", "#1"]);
    let after = room.told(&["show", "D", "--seat", "1"]);
    // Bo refuses, then agrees.
    assert_eq!(room.told(&["undo", "D", "--seat", "1"])["undo_waits_for"], serde_json::json!([2]));
    assert!(room.refused(2, &["pick", "D", "--seat", "1", "#1"]).contains("seat 2 has not agreed yet"));
    assert_eq!(room.told(&["undo", "D", "--seat", "2", "--refuse"])["choices"], after["choices"]);
    room.told(&["undo", "D", "--seat", "1"]);
    let back = room.told(&["undo", "D", "--seat", "2", "--agree"]);
    // Bo's choice and the bot's answer to it are gone; Ann's stays.
    assert_eq!(back["waiting"], serde_json::json!([1, 2]));
    assert_eq!(own_pool(&room.told(&["show", "D", "--seat", "1"]), 1), [first[0].clone()]);
    // Nothing is lost in the log: what was taken back can be chosen again, and comes out the same.
    assert_eq!(room.told(&["pick", "D", "--seat", "2", "#1"])["choices"], after["choices"]);
    assert_eq!(room.told(&["show", "D", "--seat", "1"])["view"], after["view"]);
    // Bo goes home, a bot takes over and catches up; Bo comes back.
    let away = room.told(&["sit", "D", "--seat", "2", "bot"]);
    assert_eq!(away["waiting"], serde_json::json!([1]));
    room.told(&["pick", "D", "--seat", "1", "#1"]);
    let back = room.told(&["sit", "D", "--seat", "2", "Bo"]);
    assert_eq!(back["sitters"][1], "Bo");
    room.told(&["pause", "D"]);
    assert!(room.refused(2, &["pick", "D", "--seat", "1", "#1"]).contains("is paused"));
    assert_eq!(room.told(&["resume", "D"])["paused"], false);
    // The time is over: a bot chooses for the person, and the log says so.
    room.told(&["pick", "D", "--seat", "1", "--time-over"]);
    let told = room.told(&["replay", "D", "--seat", "1"]);
    let by: Vec<&str> =
        told["picks"].as_array().expect("picks").iter().map(|p| p["by"].as_str().expect("who")).collect();
    assert_eq!(by, ["person", "person", "clock"]);
}

#[test]
fn a_seat_goes_out_as_a_slip_and_its_choice_comes_back_once() {
    let room = Program::of("draft");
    let begin =
        ["begin", "afrika/cosmic-draft", "--sit", "file:Ada,bot,bot,file:Bea", "--name", "By post", "--seed", "1"];
    room.told(&begin);
    let folder = room.path("out");
    let slips = room.told(&["slip", "By post", "-o", text(&folder)]);
    let slips = slips["slips"].as_array().expect("slips");
    assert_eq!(slips.iter().map(|s| s["seat"].as_u64().expect("a seat")).collect::<Vec<_>>(), [1, 4]);
    let file = slips[1]["file"].as_str().expect("a file");
    let slip = std::fs::read_to_string(file).expect("it was written");
    assert!(slip.contains("seat: 4 (Bea, by files)") && slip.contains("#18 "), "{slip}");
    assert!(room.refused(3, &["answer", file]).contains("nothing is chosen: write a card behind the `>`"));
    let answer = |choice: &str| {
        let path = room.path("answer.txt");
        std::fs::write(&path, slip.replace("\n> \n", &format!("\n> {choice}\n"))).expect("written");
        path
    };
    let error = room.refused(3, &["answer", text(&answer("Not A Card"))]);
    assert!(error.contains("answer.txt: line ") && error.contains("is not here"), "{error}");
    assert!(room.refused(3, &["answer", text(&answer("pile 2"))]).contains("is no answer; please take 1 card"));
    let state = room.told(&["answer", text(&answer("#7"))]);
    assert_eq!(state["waiting"], serde_json::json!([1, 4]), "the pack of the bot beside waits already");
    assert!(room.refused(3, &["answer", text(&answer("#7"))]).contains("answered already"));
    assert!(room.refused(3, &["answer", text(&room.path("library.db"))]).contains("line"));
}

#[test]
fn every_type_is_drafted_by_bots_and_told_again_from_its_file() {
    let room = Program::of("draft");
    for (kind, seats, with) in [
        ("booster", "3", &["take=2", "burn=1", "pass=right,left,right"][..]),
        ("glimpse", "4", &[]),
        ("winston", "2", &["piles=4"]),
        ("winchester", "2", &[]),
        ("grid", "3", &[]),
        ("rochester", "5", &[]),
        ("rotisserie", "4", &[]),
        ("solomon", "2", &[]),
        ("housman", "3", &[]),
        ("trade", "4", &[]),
    ] {
        let folder = room.path(kind);
        let mut args = vec!["draft", "afrika/cosmic-draft", "--auto", "--seed", "5", "--type", kind, "--seats", seats];
        with.iter().for_each(|setting| args.extend(["--with", setting]));
        let (first, _) = room.run(0, &[&args[..], &["-o", text(&folder), "--json"]].concat());
        let file = folder.join("draft.json");
        let draft: Value = serde_json::from_str(&first).expect("JSON");
        let told = room.told(&["replay", text(&file), "--verify"]);
        assert_eq!((&told["verified"], &told["picks"]), (&true.into(), &draft["picks"]), "{kind}");
        let mut cards = ids(&draft["out"]);
        for (player, seat) in
            draft["players"].as_array().expect("players").iter().zip(told["seats"].as_array().expect("seats"))
        {
            assert_eq!(player["pool"], seat["pool"], "{kind}");
            cards.extend(ids(&player["pool"]));
        }
        let packs = draft["packs"].as_array().expect("rounds").iter().flat_map(|r| r.as_array().expect("packs"));
        let mut dealt: Vec<String> = packs.flat_map(ids).collect();
        dealt.sort();
        cards.sort();
        assert_eq!(dealt, cards, "{kind}: every card is in a pool or out");
        let why = |p: &Value| p["why"].as_str().is_some_and(|w| !w.is_empty());
        assert!(draft["picks"].as_array().expect("picks").iter().all(why), "{kind}: every pick has its reasons");
    }
    // Another pack than the seed gives is found out.
    let file = room.path("booster").join("draft.json");
    let mut log: Value = serde_json::from_str(&std::fs::read_to_string(&file).expect("read")).expect("JSON");
    log["start"]["seed"] = "0".repeat(64).into();
    std::fs::write(&file, log.to_string()).expect("written");
    assert!(room.refused(1, &["replay", text(&file), "--verify"]).contains("is not what the seed gives"));
    let error = room.refused(2, &["afrika/cosmic-draft", "--auto", "--type", "winstone"]);
    assert!(error.contains("did you mean `winston`?"), "{error}");
    let error =
        room.refused(2, &["afrika/cosmic-draft", "--auto", "--type", "winston", "--with", "pile=2", "--seats", "2"]);
    assert!(error.contains("unknown key `pile`"), "{error}");
    assert!(
        room.refused(2, &["afrika/cosmic-draft", "--auto", "--cube", "rarity:legendary"])
            .contains("which has cards for")
    );
}

#[test]
fn a_draft_is_saved_as_text_json_and_csv_and_a_seat_of_it_is_a_pool() {
    let room = Program::of("draft");
    let folder = room.path("pod");
    let args = ["draft", "afrika/cosmic-draft", "--auto", "--seats", "4", "--seed", "2", "-o", text(&folder)];
    room.run(0, &args);
    let log = folder.join("draft.json");
    for (name, lines) in [("a.json", 200), ("a.txt", 300), ("a.csv", 4 * 54 * 2)] {
        let file = room.path(name);
        let saved = room.told(&["save", text(&log), "-o", text(&file)]);
        assert_eq!((saved["choices"].as_u64(), saved["decks"].as_u64()), (Some(216), Some(4)), "{name}");
        assert!(std::fs::read_to_string(&file).expect("written").lines().count() > lines, "{name}");
    }
    // Of an eight-card pack's first pick at four seats, what is left of it came round again.
    let told = room.told(&["replay", text(&log), "--pick", "1"]);
    let (seen, wheeled) = (ids(&told["picks"][0]["seen"]), ids(&told["picks"][0]["wheeled"]));
    assert_eq!((seen.len(), wheeled.len()), (18, 14));
    assert!(wheeled.iter().all(|c| seen.contains(c)));
    let pool = format!("{}#2", text(&log));
    let (out, _) = room.run(0, &["deck", "build", &pool, "--save", "Second seat", "--json"]);
    let built: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(built["decks"].as_array().map(Vec::len), Some(3));
    let names: Vec<&str> =
        built["decks"].as_array().expect("decks").iter().map(|d| d["name"].as_str().expect("a name")).collect();
    assert!(names[0] != names[1] && names[1] != names[2], "{names:?}");
    // The saved deck knows its pool.
    let (out, _) = room.run(0, &["deck", "check", "Second seat", "--json"]);
    let check: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((&check["legal"], &check["unchecked"]), (&true.into(), &serde_json::json!([])));
}

#[test]
fn a_paper_draft_is_called_from_the_first_pack_to_the_last() {
    let room = Program::of("draft");
    let calls = room.told(&["call", "afrika/cosmic-draft", "--seats", "8"]);
    let texts: Vec<&str> =
        calls["calls"].as_array().expect("calls").iter().map(|c| c["text"].as_str().expect("words")).collect();
    assert_eq!(texts[0], "Open pack 1. There should be 18 cards in it.");
    assert_eq!(texts.iter().filter(|t| t.starts_with("Pick ")).count(), 54);
    assert_eq!(texts.iter().filter(|t| **t == "Cards down. Pass to the left.").count(), 2 * 17);
    assert_eq!(texts.iter().filter(|t| **t == "Cards down. Pass to the right.").count(), 17);
    // 18 cards: five picks of 40 s, then 35, 30, 25, 25, 20, 20, 15, 10, 10 and four of 5; reviews of 60 and 90.
    assert_eq!(calls["seconds"], 3 * (5 * 40 + 35 + 30 + 50 + 40 + 15 + 20 + 4 * 5) + 60 + 90);
    assert!(
        room.refused(2, &["call", "afrika/cosmic-draft", "--type", "winston", "--seats", "2"]).contains("take turns")
    );
}

#[test]
fn ratings_come_out_of_what_people_picked_and_bots_use_them() {
    let room = Program::of("draft");
    room.told(&["begin", "chronx/draft", "--sit", "Ann,bot", "--name", "R", "--seed", "6"]);
    let mut taken = Vec::new();
    for _ in 0..12 {
        // Ann takes what is last in the pack, whatever it is.
        let state = room.told(&["show", "R"]);
        let pack = ids(&state["view"]["piles"][0]["cards"]);
        taken.push(pack[pack.len() - 1].clone());
        room.told(&["pick", "R", "--seat", "1", &format!("#{}", pack.len())]);
    }
    let file = room.path("ratings.toml");
    let rated = room.told(&["rate", "chronx/draft", "-o", text(&file)]);
    assert_eq!(rated["picks"], 12);
    let corrections = rated["corrections"].as_array().expect("corrections");
    let points = |id: &str| corrections.iter().find(|c| c["card"] == id).map(|c| c["points"].as_i64().expect("points"));
    assert!(points(&taken[0]).is_some_and(|p| p > 0), "what was taken first is rated higher");
    let drafted = room.told(&["chronx/draft", "--auto", "--seats", "2", "--seed", "6", "--ratings", text(&file)]);
    let why = drafted["picks"].as_array().expect("picks").iter().filter_map(|p| p["why"].as_str());
    assert!(why.into_iter().any(|w| w.contains("taken from")), "the evidence is among the reasons");
}

/// The program is killed 200 times at random moments while bots choose for everybody, each choice saved on its own. What
/// it had told as saved is in the log, once and at its place.
#[test]
fn a_killed_program_loses_no_confirmed_pick_and_doubles_none() {
    let told: usize = std::thread::scope(|scope| {
        let rooms: Vec<_> = (1..=4).map(|room| scope.spawn(move || killed(50, room))).collect();
        rooms.into_iter().map(|room| room.join().expect("holds")).sum()
    });
    assert!(told > 200, "{told} choices were saved between 200 kills: they came too early");
}

/// Kills the program so many times; how many choices it told as saved.
fn killed(times: u32, mut chance: u64) -> usize {
    let room = Program::of("draft");
    let begin = |n: usize| {
        let (name, seed) = (format!("K{n}"), n.to_string());
        room.told(&["begin", "chronx/draft", "--sit", "Ann,Bo,Cy,Di,Ed,Flo,Gil,Hal", "--name", &name, "--seed", &seed]);
        name
    };
    // Whether all is drafted; and what was told is in the log.
    let check = |draft: &str, confirmed: &HashSet<String>| {
        let told = room.told(&["replay", draft]);
        let picks = told["picks"].as_array().expect("picks");
        let line =
            |(n, p): (usize, &Value)| format!("saved {n}: seat {} {}", p["seat"], p["chosen"].as_str().expect("words"));
        let saved: HashSet<String> = picks.iter().enumerate().map(line).collect();
        assert!(confirmed.is_subset(&saved), "a confirmed pick is missing");
        let pools: usize = told["seats"].as_array().expect("seats").iter().map(|s| ids(&s["pool"]).len()).sum();
        assert_eq!(pools, picks.len(), "one card a pick, none of them doubled");
        pools == 8 * 45
    };
    let (mut draft, mut drafts) = (begin(0), 1);
    let (mut kills, mut confirmed, mut told_in_all) = (0, HashSet::new(), 0);
    // Moments from before the first choice to well after it, however busy the machine is.
    let began = Instant::now();
    room.told(&["show", &draft]);
    let longest = 3 * began.elapsed().as_micros() as u64;
    chance = chance.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    while kills < times {
        let mut command = room.command(&["draft", "resume", &draft, "--auto"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("runs");
        // Xorshift: another moment each time.
        chance ^= chance << 13;
        chance ^= chance >> 7;
        chance ^= chance << 17;
        std::thread::sleep(Duration::from_micros(chance % longest));
        let ended = child.try_wait().expect("waits");
        if ended.is_none() {
            child.kill().expect("killed");
            kills += 1;
        }
        let mut told = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("UTF-8");
        child.wait().expect("ends");
        // A line that was cut off was not told.
        let whole = told.rsplit_once('\n').map_or("", |(lines, _)| lines);
        for line in whole.lines().filter(|l| l.starts_with("saved ")) {
            assert!(confirmed.insert(line.to_owned()), "confirmed twice: {line}");
            told_in_all += 1;
        }
        if let Some(status) = ended {
            assert!(status.success() && check(&draft, &confirmed), "a program that ends by itself is done");
            (draft, drafts) = (begin(drafts), drafts + 1);
            confirmed.clear();
        } else if kills % 25 == 0 {
            check(&draft, &confirmed);
        }
    }
    check(&draft, &confirmed);
    told_in_all
}
