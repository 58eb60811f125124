//! Gin Rummy, and where OpenSpiel plays it in another way.
//!
//! Ours are games between players who do anything, and between some who keep melds, knock now and then and lay off. Of eleven
//! cards OpenSpiel looks at one choice of melds, that with the most points, and so misses a knock in one game of 1,500; there
//! is none of these.

use super::{Chance, RANKS, Words, games, play, rank_first};

/// Gin names the card or the cards alone, and whoever is done passes.
pub(super) fn openspiel_action(text: String) -> String {
    match text.split_once(' ') {
        Some(("lay-off", card)) => card.rsplit_once(' ').expect("a meld").0.to_owned(),
        Some((_, cards)) => cards.to_owned(),
        None if text == "done" => "pass".to_owned(),
        None if text == "knock-with-upcard" => "knock".to_owned(),
        None => text,
    }
}

#[test]
fn gin_rummy() {
    let gin = Words {
        id: "gin-rummy",
        seats: 2,
        chance: |text| Chance::Card(rank_first(text.trim_start_matches("Chance outcome: "))),
        action: |text| {
            // Games of ours are kept without what every line begins with.
            let text = text.rsplit(": ").next().expect("an action");
            if !text.len().is_multiple_of(2) || !RANKS.contains(&text[..1]) || !"cdhs".contains(&text[1..2]) {
                return text.to_lowercase().replace(' ', "-");
            }
            // Cards in the order of a new pack.
            let mut cards: Vec<&str> = (0..text.len() / 2).map(|at| &text[2 * at..2 * at + 2]).collect();
            cards.sort_by_key(|card| (card[1..].to_owned(), RANKS.find(&card[..1])));
            cards.into_iter().map(rank_first).collect::<Vec<String>>().join(" ")
        },
        // OpenSpiel lets two cards at most be laid off at an end of a run.
        variant: |rules| {
            let run = "knocker's laid[meld=$number off=0]";
            let near = format!(" and most rank of {run} + 2 >= rank of it and least rank of {run} - 2 <= rank of it");
            let joins = "one meld of knocker's laid[meld=$number] with it";
            assert!(rules.contains(joins), "the rule of laying off is found");
            rules
                .replace("[counters]", "[counters]\noff = { of = \"card\" }")
                .replace(joins, &format!("{joins}{near}"))
                .replace("\"meld of it\"", "\"off of it\" = 1, \"meld of it\"")
        },
    };
    play(&gin, &games("gin_rummy.jsonl"));
}
