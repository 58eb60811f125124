//! The rulebook's examples come out as they say, and the shipped cards can all be played.

use catalog::Source;
use engine::registry;

use super::table::Shelf;

#[test]
fn every_scenario_comes_out_as_it_says() {
    let (source, shelf) = (Source::shipped(), Shelf::new());
    let shown = registry::scenarios(&source, &shelf.game, None).expect("it is played").expect("they can be read");
    let failed: Vec<String> =
        shown.iter().filter_map(|s| Some(format!("{}: {:?}", s.name, s.failure.as_ref()?))).collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(shown.len() >= 120, "{} scenarios", shown.len());
    let mut names: Vec<&str> = shown.iter().map(|s| s.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), shown.len(), "a name is there twice");
}

#[test]
fn the_data_have_no_fault_that_only_the_rules_see() {
    let (source, shelf) = (Source::shipped(), Shelf::new());
    let faults = registry::data_problems(&source, &shelf.game);
    assert!(faults.is_empty(), "{faults:#?}");
}
