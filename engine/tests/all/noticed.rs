//! Each ability of each shipped card is shown by a scenario: without it, some scenario comes out otherwise.
//!
//! `DECKLOOM_LARGE=1 cargo test -p engine --test all noticed -- --nocapture` tries every ability, and names those that
//! nothing would notice, with the text that a card has of them.

use std::sync::Arc;

use catalog::Source;
use engine::registry;
use rayon::prelude::*;

use crate::large::cases;

/// An ability that is taken away: the card, and which of its abilities, from 0.
type Lost = (usize, usize);

/// A file of scenarios: its name, its head, and the text of each scenario.
type File = (String, String, Vec<String>);

fn scenario_files(source: &Source, game: &str) -> Vec<File> {
    let folder = source.folder(game, "scenarios");
    let read = |(name, file): &(&str, &catalog::source::File)| -> File {
        let mut parts = file.text.split("[[scenario]]");
        let head = parts.next().unwrap_or_default().to_owned();
        ((*name).to_owned(), head, parts.map(|part| format!("[[scenario]]{part}")).collect())
    };
    folder.iter().map(read).collect()
}

/// Whether a scenario that fits comes out otherwise than it says, or cannot be set up.
fn is_noticed(source: &Source, game: &Arc<catalog::GameData>, files: &[File], fits: impl Fn(&str) -> bool) -> bool {
    files.iter().any(|(name, head, all)| {
        let chosen: Vec<&str> = all.iter().map(String::as_str).filter(|text| fits(text)).collect();
        if chosen.is_empty() {
            return false;
        }
        let text = format!("{head}{}", chosen.concat());
        let shown = registry::scenarios(source, game, Some((name, &text))).expect("it is played");
        let shown = shown.unwrap_or_else(|faults| panic!("{faults:#?}"));
        shown.iter().any(|shown| shown.failure.is_some())
    })
}

/// The abilities of a game that no scenario would miss, with their text.
fn unnoticed(id: &str, every: usize) -> Vec<String> {
    let source = Source::shipped();
    let game = catalog::load::game(&source, id).expect("it loads");
    let files = scenario_files(&source, id);
    let whole = Arc::new(game.clone());
    assert!(!is_noticed(&source, &whole, &files, |_| true), "where nothing is missing nothing is noticed");
    let of_card =
        |(at, card): (usize, &catalog::Card)| (0..card.abilities.len()).map(move |n| (at, n)).collect::<Vec<Lost>>();
    let all: Vec<Lost> = game.cards.iter().enumerate().flat_map(of_card).collect();
    assert!(all.len() > 100, "{} abilities in {id}", all.len());
    let tried: Vec<Lost> = all.into_iter().step_by(every).collect();
    let missed = |(at, n): &Lost| -> Option<String> {
        let mut without = game.clone();
        let card = &mut without.cards[*at];
        let lost = card.abilities.remove(*n);
        let (name, mut alone) = (card.name.clone(), card.clone());
        let without = Arc::new(without);
        // Those that name the card are few and mostly enough; a base is in all of them.
        let is_noticed = is_noticed(&source, &without, &files, |text| text.contains(&name))
            || is_noticed(&source, &without, &files, |text| !text.contains(&name));
        alone.abilities = vec![lost];
        (!is_noticed).then(|| format!("{name}, ability {}: {}", n + 1, catalog::ability::text(&game, &alone)))
    };
    tried.par_iter().filter_map(missed).collect()
}

#[test]
fn a_scenario_notices_each_ability_of_chron_x() {
    let missing = unnoticed("chronx", 1);
    assert!(missing.is_empty(), "{} that nothing notices:\n{}", missing.len(), missing.join("\n"));
}

/// Many of Afrika's cards have no scenario of their own yet. Each new one should, so there are never more of them.
#[test]
fn no_more_abilities_of_afrika_go_unnoticed_than_did() {
    let (every, most) = cases((30, 13), (6, 62));
    let missing = unnoticed("afrika", every);
    println!("{}", missing.join("\n"));
    assert!(missing.len() <= most, "{} that nothing notices:\n{}", missing.len(), missing.join("\n"));
}
