//! The rulebook's examples: all come out as they say, every card is part of one or of a playthrough, and a wrong one
//! says where it is wrong.

use std::path::Path;
use std::sync::Arc;

use catalog::Source;
use engine::games::chronx::Duel;
use engine::kernel::scenario::{self, Scenario};
use engine::registry;

fn chronx() -> (Source, Arc<catalog::GameData>) {
    let source = Source::shipped();
    let game = Arc::new(catalog::load::game(&source, "chronx").expect("chronx loads"));
    (source, game)
}

#[test]
fn every_scenario_comes_out_as_it_says() {
    let source = Source::shipped();
    for id in registry::with_scenarios() {
        let least = match id {
            "chronx" => 500,
            "afrika" => 230,
            _ => 50,
        };
        let game = Arc::new(catalog::load::game(&source, id).expect("it loads"));
        let shown = registry::scenarios(&source, &game, None).expect("it is played").expect("they can be read");
        let failed: Vec<String> =
            shown.iter().filter_map(|s| Some(format!("{}: {:?}", s.name, s.failure.as_ref()?))).collect();
        assert!(failed.is_empty(), "{}", failed.join("\n"));
        assert!(shown.len() > least, "{} scenarios of {id}", shown.len());
        let mut names: Vec<&str> = shown.iter().map(|s| s.name.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), shown.len(), "a name is there twice in {id}");
    }
}

#[test]
fn every_card_is_in_a_scenario_or_a_playthrough() {
    let (source, game) = chronx();
    let mut texts: Vec<String> = source.folder("chronx", "scenarios").iter().map(|(_, f)| f.text.to_string()).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    for entry in std::fs::read_dir(folder).expect("there are playthroughs") {
        texts.push(std::fs::read_to_string(entry.expect("a file").path()).expect("a text"));
    }
    let missing: Vec<&str> =
        (game.cards.iter().map(|c| c.name.as_str())).filter(|name| !texts.iter().any(|t| t.contains(name))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// What is wrong with one scenario, in words.
fn fault(steps: &str) -> String {
    let (_, game) = chronx();
    let text = format!(
        "source = \"house set\"\nabout = \"x\"\n[[scenario]]\nname = \"n\"\nrules = [\"house\"]\n[scenario.start]\n\
         seat1 = {{ play = [\"Repo Drone\"], deck = [\"Dig In\"] }}\nseat2 = {{ deck = [\"Dig In\"] }}\n{steps}"
    );
    match scenario::read::<Duel>("x.toml", &text, &game) {
        Ok(all) => {
            let failure = all.iter().map(Scenario::run).find_map(|s| s.failure).expect("it fails");
            format!("step {}, {}: {} / {}", failure.step, failure.what, failure.expected, failure.actual)
        }
        Err(problems) => problems[0].to_string(),
    }
}

#[test]
fn a_wrong_scenario_says_where_it_is_wrong() {
    for (steps, expected) in [
        (
            "[[scenario.step]]\ndo = [\"1: fly\"]",
            "step 1, an action: seat 1: fly / seat 1 decides: attack with Repo Drone; end",
        ),
        (
            "[[scenario.step]]\ndo = [\"1: attack with Repo Drone\"]\nexpect = { seat2 = { damage = 3 } }",
            "step 1, seat 2: damage on the base: 3 / 2",
        ),
        ("chance = [1]\n", "x.toml:9:1: n: unknown key `chance`"),
        ("[[scenario.step]]\ncan = [\"2: pass\"]", "step 1, what can be done: seat 2 can: pass / seat 1 decides"),
        (
            "[[scenario.step]]\ncannot = [\"2: pass\"]",
            "step 1, what can be done: seat 2 cannot: pass / seat 2 is not asked here: seat 1 decides",
        ),
        (
            "[[scenario.step]]\ncannot = [\"1: end the phase\"]",
            "step 1, what can be done: seat 1 cannot: end the phase / seat 1 decides",
        ),
        (
            "[[scenario.step]]\nexpect = { seat1 = { play = [\"Repo Drone\", \"Audit Drone\"] } }",
            "step 1, seat 1: play: Audit Drone / play: Corporate Headquarters 24, Repo Drone 2/3",
        ),
        ("[[scenario.step]]\nexpect = { seat1 = { play = [] } }", "step 1, seat 1: play: nothing else / Repo Drone"),
        ("[[scenario.step]]\nevents = [\"Seat 2 passes\"]", "step 1, events: Seat 2 passes / "),
        ("[[scenario.step]]\ndo = [\"pass\"]", "x.toml:10:6: n: `pass` does not begin with a seat"),
    ] {
        let found = fault(steps);
        assert!(found.starts_with(expected), "{steps}\n{found}");
    }
}
