//! What the help says, and what is said about numbers that are none.

use clap::{Arg, ArgAction, Command};

use super::*;

/// The verbs that help begins with. A new command either begins with one of these, or brings its own.
const VERBS: [&str; 53] = [
    "Add", "Agree", "Ask", "Begin", "Build", "Call", "Carry", "Change", "Check", "Choose", "Compare", "Compute",
    "Convert", "Copy", "Correct", "Count", "Deal", "Do", "Draft", "Draw", "Export", "Find", "Forget", "Give", "Go",
    "Host", "Import", "Keep", "Let", "List", "Look", "Make", "Merge", "Open", "Pair", "Play", "Print", "Put", "Read",
    "Record", "Refuse", "Register", "Replace", "Roll", "Run", "Say", "Show", "Stop", "Take", "Tell", "Undo", "Wait",
    "Write",
];

/// Each command below this one, with its whole name.
fn commands(command: &Command, above: &str) -> Vec<(String, Command)> {
    let below = command.get_subcommands().flat_map(|sub| {
        let name = format!("{above} {}", sub.get_name());
        let deeper = commands(sub, &name);
        [(name, sub.clone())].into_iter().chain(deeper)
    });
    below.collect()
}

/// The arguments of a command that its help shows.
fn shown(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str()))
}

fn first_word(help: &str) -> &str {
    help.split([' ', '.', ',', ':']).next().unwrap_or_default()
}

#[test]
fn help_begins_with_what_a_command_does() {
    let all = commands(&deckloom::command::arguments(), "deckloom");
    assert!(all.len() > 60, "{}", all.len());
    for (name, command) in &all {
        let about = command.get_about().unwrap_or_else(|| panic!("`{name}` has no help")).to_string();
        assert!(VERBS.contains(&first_word(&about)), "`{name}`: {about}");
    }
    // A flag does something, too; an option with a value may be a noun, but says nothing in the third person.
    for (name, command) in &all {
        for arg in shown(command) {
            let help = arg.get_help().unwrap_or_else(|| panic!("`{name}` {} has no help", arg.get_id())).to_string();
            let word = first_word(&help);
            if matches!(arg.get_action(), ArgAction::SetTrue) {
                assert!(VERBS.contains(&word), "`{name}` {}: {help}", arg.get_id());
            }
            let third = VERBS.iter().any(|verb| word == format!("{verb}s") || word == format!("{verb}es"));
            assert!(!third, "`{name}` {}: {help}", arg.get_id());
        }
    }
}

/// The tests of the program, file by file.
fn tests(folder: &Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let texts = files.flat_map(|file| if file.is_dir() { tests(&file) } else { vec![text_of(&file)] });
    texts.collect()
}

fn text_of(file: &Path) -> String {
    std::fs::read_to_string(file).expect("a file of tests")
}

/// A file runs `deck undo` if it has `["deck", "undo"`, or `["undo"` and a helper that puts `"deck"` before it.
#[test]
fn every_command_is_run_by_a_test() {
    let tests = tests(&repo("app/tests/all"));
    let all = commands(&deckloom::command::arguments(), "deckloom");
    let never = all.iter().filter(|(_, command)| command.get_subcommands().next().is_none()).filter(|(name, _)| {
        let words: Vec<String> = name.split(' ').skip(1).map(|word| format!("\"{word}\"")).collect();
        let (group, rest) = words.split_at(words.len().min(2) - 1);
        let (whole, behind) = (format!("[{}", words.join(", ")), format!("[{}", rest.join(", ")));
        !tests.iter().any(|test| {
            test.contains(&whole) || test.contains(&behind) && group.iter().all(|group| test.contains(group))
        })
    });
    let never: Vec<&str> = never.map(|(name, _)| name.as_str()).collect();
    assert!(never.is_empty(), "no test runs {never:?}: let one call it as `shop.run(0, &[…])` with its words first");
}

#[test]
fn numbers_that_are_none_are_answered_with_what_is_accepted() {
    let all = commands(&deckloom::command::arguments(), "deckloom");
    let mut numbers = 0;
    for (name, command) in &all {
        for arg in command.get_arguments().filter(|arg| is_number(arg)) {
            numbers += 1;
            // Alone, as others may be required beside it.
            let alone = Arg::new("number").long("number").value_parser(arg.get_value_parser().clone());
            let alone = alone.allow_negative_numbers(arg.is_allow_negative_numbers_set());
            for value in ["-5", "abc", "99999999999999999999999"] {
                let alone = Command::new("deckloom").arg(alone.clone());
                let fault =
                    alone.try_get_matches_from(["deckloom", "--number", value]).expect_err("no number").to_string();
                assert!(
                    fault.contains("write a") && !fault.contains("tip:"),
                    "`{name}` {} {value}: {fault}",
                    arg.get_id()
                );
            }
        }
    }
    assert!(numbers > 60, "{numbers}");
    let shop = Shop::new();
    for value in ["-5", "abc"] {
        for verb in [
            &["pack", "afrika/luminous-chronicle"][..],
            &["hands", "chronx/corporate"],
            &["match", "chronx/constructed"],
        ] {
            let error = shop.error(2, &[verb, &["--seed", value]].concat());
            assert!(error.contains("write a number from 0"), "{verb:?}: {error}");
        }
        let error = shop.error(2, &["hands", "chronx/corporate", "--games", value]);
        assert!(error.contains("write a whole number from 1 to 1000000000"), "{error}");
    }
    // The 64 digits that a run tells are a seed everywhere.
    let seed = shop.json(0, &["pack", "afrika/luminous-chronicle"])["seed"].as_str().expect("a seed").to_owned();
    shop.run(0, &["hands", "chronx/corporate", "--games", "10", "--seed", &seed]);
}

fn is_number(arg: &Arg) -> bool {
    use std::any::TypeId;

    let of = [
        TypeId::of::<u8>(),
        TypeId::of::<u32>(),
        TypeId::of::<u64>(),
        TypeId::of::<usize>(),
        TypeId::of::<i64>(),
        TypeId::of::<f64>(),
        TypeId::of::<formats::rng::Seed>(),
    ];
    let value = arg.get_value_parser().type_id();
    arg.get_action().takes_values() && !arg.is_hide_set() && of.iter().any(|number| value == *number)
}
