//! Go Fish and Cribbage, which were written from docs/play.md alone: `tests/games`.

use super::{Chance, NAMES, Words, games, play, rank_first};

/// OpenSpiel has ranks only, `a` to `m`, and names the seat that is asked: `1g`.
#[test]
fn go_fish() {
    let go_fish = Words {
        id: "go-fish",
        seats: 2,
        chance: |text| Chance::Rank(NAMES[usize::from(text.as_bytes()[0] - b'a')]),
        action: |text| {
            let [seat, rank] = text.as_bytes() else { panic!("{text}: a seat and a rank") };
            format!("ask seat {} {}", seat - b'0' + 1, rank - b'a' + 1)
        },
        variant: str::to_owned,
    };
    play(&go_fish, &games("go_fish.jsonl"));
}

#[test]
fn cribbage() {
    let cribbage = Words {
        id: "cribbage",
        seats: 2,
        chance: |text| Chance::Card(rank_first(text.trim_start_matches("Deal "))),
        action: |text| {
            let Some(cards) = text.strip_prefix("Choose ") else { return text.to_lowercase() };
            let mut cards: Vec<&str> = cards.split(' ').collect();
            // By suit, then by rank.
            cards.sort_by_key(|card| (card[1..].to_owned(), super::RANKS.find(&card[..1])));
            let verb = if cards.len() == 2 { "lay" } else { "play" };
            let names: Vec<String> = cards.into_iter().map(rank_first).collect();
            format!("{verb} {}", names.join(" "))
        },
        variant: str::to_owned,
    };
    play(&cribbage, &games("cribbage.jsonl"));
}
