//! `deckloom companion`: a game that is typed in, interrupted and gone on with; simulations.

use std::io::Write;
use std::process::{Child, Output, Stdio};

use serde_json::Value;

use super::Shop;

/// An Era with the table's own dice. By hand: a Life Support off the secondary stack of two equals (3); a Power Plant in
/// the World Council (4); a square (1); the mine is full (1); both stacks of Factories are empty (1).
const ERA: &str = "\
paradox
power up
warp: 1
turn: 3 | 2 3 | 3 3
turn: 4 | none | 2 | 4 -
you first
turn: 5 | 1 | 3 | yes
turn: 5 | none
turn: 2 | 3 | - -
you pass
clean up
paradox: 1 | 2
";

impl Shop {
    fn companion(&self, args: &[&str]) -> Child {
        let program = assert_cmd::cargo::cargo_bin("deckloom");
        let mut command = std::process::Command::new(program);
        command.arg("--library").arg(self.path("library.db")).arg("companion").args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("runs")
    }

    /// Types a script in; the exit code must be `code`.
    fn typed(&self, code: i32, args: &[&str], script: &str) -> Output {
        let mut child = self.companion(args);
        // A program that refuses its arguments reads nothing.
        let _ = child.stdin.take().expect("a pipe").write_all(script.as_bytes());
        let output = child.wait_with_output().expect("it ends");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{args:?}\n{error}");
        output
    }

    fn typed_json(&self, args: &[&str], script: &str) -> Value {
        let output = self.typed(0, &[args, &["--json"]].concat(), script);
        serde_json::from_slice(&output.stdout).expect("JSON")
    }
}

#[test]
fn a_game_that_is_typed_in_scores_as_counted_by_hand() {
    let shop = Shop::new();
    let game = shop.typed_json(&["--own-dice"], &format!("{ERA}end\nscore 11\n"));
    assert_eq!((&game["era"], &game["phase"], &game["bot"]["first"]), (&2.into(), &"over".into(), &false.into()));
    let parts: Vec<i64> =
        game["score"]["parts"].as_array().expect("parts").iter().filter_map(|p| p[1].as_i64()).collect();
    assert_eq!((parts, game["score"]["total"].as_i64()), (vec![2, 7, 0, 1, 0, 0], Some(10)));
    assert_eq!((game["yours"].as_i64(), game["won"].as_bool()), (Some(11), Some(true)));
    // What was typed can be read off and typed in again.
    let lines: Vec<&str> = game["steps"].as_array().expect("steps").iter().filter_map(|s| s["line"].as_str()).collect();
    assert_eq!(lines.join("\n"), format!("{ERA}end"));
    assert!(game["steps"][3]["told"].as_array().expect("sentences").iter().any(|t| t["rules"][0] == "CB-063"));
}

#[test]
fn a_game_survives_being_killed_between_any_two_steps() {
    let shop = Shop::new();
    let whole = shop.typed_json(&["--own-dice", "--name", "whole"], ERA);
    shop.typed(0, &["--own-dice", "--name", "pieces"], "");
    for (done, line) in (1..).zip(ERA.lines()) {
        let mut child = shop.companion(&["--own-dice", "--resume", "pieces"]);
        let mut input = child.stdin.take().expect("a pipe");
        input.write_all(format!("{line}\n").as_bytes()).expect("typed");
        // It tells what happened once that is saved; then nothing is asked of it any more.
        let mut told = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
        let mut seen = String::new();
        while !seen.contains("\n  ") || seen.matches("Next:").count() < 2 {
            assert!(std::io::BufRead::read_line(&mut told, &mut seen).expect("text") > 0, "{line}: {seen}");
        }
        child.kill().expect("killed");
        child.wait().expect("it ends");
        let steps = shop.typed_json(&["--own-dice", "--resume", "pieces"], "")["steps"].as_array().map(Vec::len);
        assert_eq!(steps, Some(done), "{line}");
    }
    let mut pieces = shop.typed_json(&["--own-dice", "--resume", "pieces"], "");
    pieces["name"] = "whole".into();
    assert_eq!(pieces, whole);
}

#[test]
fn what_is_undone_is_rolled_again_as_before_and_every_step_can_be_undone() {
    let shop = Shop::new();
    let begin = ["--seed", "7", "--difficulty", "no-reboot,six-actions"];
    // The program rolls; the table is asked only what it alone can know.
    let script = "paradox\npower up\nwarp\nturn\n1 2 3\nundo\nturn\n";
    let asked = shop.typed_json(&begin, script);
    let question = asked["asks"].as_str().expect("a question").to_owned();
    assert!(!question.contains("die"), "{question}");
    assert_eq!(asked["steps"].as_array().map(Vec::len), Some(3));
    let again = shop.typed_json(&["--resume"], "turn\n");
    assert_eq!(again["asks"].as_str(), Some(question.as_str()));
    let back = shop.typed_json(&["--resume"], "undo\nundo\nundo\n");
    assert_eq!((back["steps"].as_array().map(Vec::len), &back["phase"]), (Some(0), &"paradox".into()));
    let error = shop.typed(3, &["--resume"], "undo\n");
    assert!(String::from_utf8_lossy(&error.stderr).contains("line 1: nothing to undo yet"));
    let list = shop.typed_json(&["--list"], "");
    assert_eq!(list["games"][0]["name"], "chronobot");
}

#[test]
fn what_does_not_fit_is_refused_with_its_reason_and_changes_nothing() {
    let shop = Shop::new();
    let refused = |code: i32, args: &[&str], script: &str| -> String {
        String::from_utf8(shop.typed(code, args, script).stderr).expect("UTF-8")
    };
    let chronossus = refused(2, &["chronossus"], "");
    assert!(chronossus.contains("components of Chronossus but not how it plays"), "{chronossus}");
    let module = refused(1, &["--module", "doomsday"], "");
    assert!(module.contains("CB-022"), "{module}");
    assert!(refused(1, &["--difficulty", "six-actions,six-actions"], "").contains("CB-110"));
    assert!(refused(2, &["--difficulty", "six-action"], "").contains("did you mean `six-actions`"));
    assert!(refused(2, &["--resume", "none"], "").contains("there is no game `none`"));
    assert!(refused(3, &["--own-dice"], "paradox\nturn: 3\n").contains("line 2: the bot powers up next"));
    assert!(refused(3, &["--own-dice"], "parade\n").contains("`parade` is not a command; next: paradox, end"));
    let answers = refused(3, &["--own-dice"], "paradox\npower up\nwarp: 9\n");
    assert!(answers.contains("line 3: invalid answer: it must be a number that the die shows"), "{answers}");
    assert!(shop.error(2, &["match", "anachrony/chronobot"]).contains("deckloom companion"));
}

#[test]
fn simulations_are_the_same_for_any_number_of_threads() {
    let shop = Shop::new();
    let run =
        |threads: &str| shop.run(0, &["companion", "--simulate", "300", "--seed", "3", "--threads", threads, "--json"]);
    let one = run("1");
    assert_eq!(one, run("3"));
    let result: Value = serde_json::from_str(&one).expect("JSON");
    // Nothing, five options, and all of them.
    assert_eq!(result["runs"].as_array().map(Vec::len), Some(7));
    assert_eq!(result["runs"][0]["eras"].as_array().map(Vec::len), Some(7));
    let mean = |at: usize| result["runs"][at]["mean"].as_f64().expect("a mean");
    assert!(mean(6) > mean(0), "{} {}", mean(6), mean(0));
}
