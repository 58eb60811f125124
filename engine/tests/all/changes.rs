//! Cards in play tell what is printed on them and what changes that: together it is what they are now.

use std::collections::BTreeSet;

use catalog::game::GameData;
use engine::kernel::audience::Audience;
use engine::kernel::observation::ObservedCard;

use crate::sitting::{MATCHES, Table};

/// The numbers of `3/4`, `+1/−2` or `7`.
fn numbers(written: &str) -> Vec<i32> {
    let parse = |n: &str| n.replace('−', "-").parse();
    written.split('/').map(|n| parse(n).unwrap_or_else(|_| panic!("{written}"))).collect()
}

/// The numbers that the data file of a card has.
fn in_data(game: &GameData, seen: &ObservedCard, fields: [&str; 2]) -> Vec<i32> {
    let card = game.card(seen.card.expect("it is known"));
    fields.iter().filter_map(|id| game.field(id).and_then(|f| card.number_in(f))).collect()
}

/// The sources that changed numbers or keywords, with how long that lasts.
fn check_card(game: &GameData, seen: &ObservedCard, fields: [&str; 2], told: &mut BTreeSet<(String, String, bool)>) {
    if seen.numbers.is_empty() || seen.numbers.contains('[') {
        return;
    }
    let mut sum = numbers(&seen.printed);
    let firm = in_data(game, seen, fields);
    assert!(if sum.len() == 2 { sum == firm } else { firm.is_empty() || firm == sum }, "{seen:?}, {firm:?}");
    for change in &seen.changes {
        let (source, until) = (change.source.clone(), change.until.clone());
        assert!(source.is_empty() || source == "counters" || game.cards.iter().any(|card| card.name == source));
        match change.keyword {
            Some(keyword) => assert!(change.change.starts_with(&game.keywords[keyword as usize].name)),
            None if change.change.starts_with("Hacked") => sum[0] = 0,
            None => sum.iter_mut().zip(numbers(&change.change)).for_each(|(sum, n)| *sum += n),
        }
        told.insert((source, until, change.keyword.is_some()));
    }
    assert_eq!(sum, numbers(&seen.numbers), "{seen:?}");
}

#[test]
fn what_is_printed_and_what_changes_it_add_up_to_what_a_card_is_now() {
    for (game, fields) in [("chronx", ["firepower", "armor"]), ("afrika", ["power", "health"])] {
        let mut told = BTreeSet::new();
        for (row, seed) in MATCHES.into_iter().filter(|row| row.0 == game).flat_map(|row| [1, 2, 3].map(|n| (row, n))) {
            let table = Table::new(row);
            let (mut sitting, log) = table.greedy(seed);
            for (_, words) in log {
                let seat = sitting.actor();
                let seen = sitting.observe(sitting.decisions().len(), &Audience::numbered(seat));
                seen.cards().for_each(|(_, _, card)| check_card(&table.game_library.game, card, fields, &mut told));
                sitting.act(&words).expect("as it was");
            }
        }
        let has = |test: fn(&(String, String, bool)) -> bool| told.iter().any(test);
        assert!(has(|(source, until, keyword)| !source.is_empty() && until.is_empty() && !keyword), "{told:?}");
        assert!(has(|(source, until, keyword)| !source.is_empty() && !until.is_empty() && !keyword), "{told:?}");
        assert!(has(|(_, _, keyword)| *keyword), "{told:?}");
        assert!(told.len() > 5, "{told:?}");
    }
}
