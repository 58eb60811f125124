//! docs/play.md goes from an empty file to a first match in ten steps. Its texts are taken out of it and tried, step by step: what
//! it says `data check` says is said, and after the last step a match is played.

use std::path::Path;
use std::sync::Arc;

use catalog::{GameData, Source};
use engine::kernel::parallel::Progress;
use engine::kernel::series::SeriesPlan;
use engine::session::SeriesSetup;
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

const GAME: &str = "high-card";

/// A step: what it says, and the texts of files that it shows.
#[derive(Default)]
struct Step {
    text: String,
    blocks: Vec<String>,
}

/// The numbered steps of the page.
fn steps(page: &str) -> Vec<Step> {
    let (_, rest) = page.split_once("## A first match in ten steps").expect("the heading");
    let (part, _) = rest.split_once("\n## ").expect("the next heading");
    let mut steps: Vec<Step> = Vec::new();
    let mut in_block = false;
    for line in part.lines() {
        let number = format!("{}. ", steps.len() + 1);
        if let (Some(text), false) = (line.strip_prefix(&number), in_block) {
            steps.push(Step { text: text.to_owned(), blocks: Vec::new() });
            continue;
        }
        let Some(step) = steps.last_mut() else { continue };
        let line = line.strip_prefix("   ").unwrap_or(line);
        match (line.trim_start().strip_prefix("```"), in_block) {
            (Some(_), true) => in_block = false,
            (Some(_), false) => {
                in_block = true;
                step.blocks.push(String::new());
            }
            (None, true) => {
                let block = step.blocks.last_mut().expect("one is open");
                block.push_str(line);
                block.push('\n');
            }
            (None, false) => {
                step.text.push(' ');
                step.text.push_str(line.trim());
            }
        }
    }
    steps
}

/// What stands between backquotes.
fn code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// The files after a step: those that it names, with its blocks in the same order; or more of `play.toml`.
fn write(step: &Step, files: &mut Vec<(String, String)>) {
    let words = code(&step.text);
    let named: Vec<&str> = words.iter().copied().filter(|word| word.ends_with(".toml")).collect();
    if !named.is_empty() {
        let mut blocks = step.blocks.iter().cloned();
        for name in named {
            let text = blocks.next().unwrap_or_default();
            files.push((name.to_owned(), text));
        }
        return;
    }
    let (_, play) = files.iter_mut().find(|(name, _)| name == "play.toml").expect("an earlier step names it");
    // A short one stands in the sentence: a table, and a line in it.
    let inline = words.windows(2).find(|two| two[0].starts_with('[') && two[1].contains(" = "));
    let inline = inline.map(|two| format!("{}\n{}\n", two[0], two[1]));
    for text in step.blocks.iter().cloned().chain(inline) {
        play.push_str(&text);
    }
}

/// The game as `data check` reads it, and every fault.
fn checked(files: &[(String, String)]) -> (Source, Option<Arc<GameData>>, Vec<catalog::read::Problem>) {
    let source = Source::from_texts(GAME, files.iter().cloned());
    match catalog::load::game(&source, GAME) {
        Err(faults) => (source, None, faults),
        Ok(game) => {
            let game = Arc::new(game);
            let mut faults = GameLibrary::load(&source, game.clone()).err().unwrap_or_default();
            faults.extend(engine::registry::data_problems(&source, &game));
            (source, Some(game), faults)
        }
    }
}

#[test]
fn the_ten_steps_of_the_page_lead_to_a_match() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/play.md");
    let steps = steps(&std::fs::read_to_string(page).expect("the page is there"));
    assert_eq!(steps.len(), 10);
    let mut files: Vec<(String, String)> = Vec::new();
    let (mut last, mut differ) = (None, Vec::new());
    for (number, step) in (1..).zip(&steps) {
        if number < 10 {
            write(step, &mut files);
        }
        // A folder needs a format before anything can be checked.
        if number < 3 {
            continue;
        }
        let (source, game, faults) = checked(&files);
        let said: Vec<&str> = faults.iter().map(|fault| fault.message.as_str()).collect();
        assert!(faults.iter().all(|fault| fault.line > 0 || fault.file == "play.toml"), "step {number}: {faults:#?}");
        // What the step says is missing is what is told, each of it, and nothing else.
        let told: Vec<&str> = match step.text.split_once("`data check` says: ") {
            Some((_, list)) => list.split('“').skip(1).filter_map(|one| one.split('”').next()).collect(),
            None => Vec::new(),
        };
        if told.len() != said.len() || !said.iter().all(|message| told.contains(message)) {
            differ.push(format!("step {number} is told {told:?}, and says {said:?}"));
        }
        last = game.map(|game| (source, game));
    }
    assert!(differ.is_empty(), "{differ:#?}");
    let (source, game) = last.expect("the game is read");
    let words = code(&steps[9].text);
    let command = words.iter().find(|word| word.starts_with("deckloom match ")).expect("the command");
    assert!(command.contains("high-card/classic high-card/pack --players normal,random"), "{command}");
    play(&source, &game);
}

/// The match of the last step, a few games of it.
fn play(source: &Source, game: &Arc<GameData>) {
    let library = GameLibrary::load(source, game.clone()).expect("it has no faults");
    let format = library.format("classic").expect("the format");
    let deck = LegalDeck::check(game, format, library.decks[0].1.clone(), None).expect("the deck is legal");
    let setup = SeriesSetup {
        format: "classic".into(),
        options: Vec::new(),
        players: ["ismcts:50", "random"].map(|name| (name.parse().expect("a player"), name.to_owned())).to_vec(),
        plan: SeriesPlan { games: 20, seed: Seed::from_number(3), turns: 400, threads: 1 },
    };
    let played = engine::session::play(source, game, &[&deck], &setup, &Progress::default());
    let played = played.expect("it can be played").expect("nobody stopped it");
    // Five pairs, of which somebody takes each: whoever has taken more has won.
    assert_eq!(played.len(), 20);
    assert!(played.iter().all(|one| one.outcome.winners.count_ones() == 1), "{played:#?}");
    assert!(played.iter().all(|one| one.turns >= 5), "{played:#?}");
}
