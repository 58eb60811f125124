//! Trick games that were written from docs/play.md alone: `tests/games`.

use super::{Chance, Words, games, play, suit_first};

fn card_or_word(text: &str) -> String {
    let is_card = text.len() == 2 && "CDHS".contains(&text[..1]) && !text[1..].contains(char::is_lowercase);
    if is_card { suit_first(text) } else { text.to_lowercase().replace("partner", "with-partner") }
}

/// In OpenSpiel 2.0.2 a spade is led by somebody who has nothing else, and by nobody else, whatever was thrown away.
#[test]
fn spades() {
    let spades = Words {
        id: "spades",
        seats: 4,
        chance: |text| Chance::Card(suit_first(text)),
        action: card_or_word,
        variant: |rules| rules.replace("spade<=$broken", "spade=0"),
    };
    play(&spades, &games("spades.jsonl"));
}

/// OpenSpiel draws the dealer, whose left neighbour bids first, and the number of cards.
#[test]
fn oh_hell() {
    let oh_hell = Words {
        id: "oh-hell",
        seats: 3,
        chance: |text| match text.split_once(' ') {
            Some(("dealer", seat)) => Chance::First((seat.parse::<u8>().expect("a seat") + 1) % 3),
            Some(("tricks", number)) => Chance::Number(number.parse::<u32>().expect("a number") - 1),
            _ => Chance::Card(suit_first(text)),
        },
        action: card_or_word,
        variant: str::to_owned,
    };
    play(&oh_hell, &games("oh_hell.jsonl"));
}

#[test]
fn euchre() {
    let euchre = Words {
        id: "euchre",
        seats: 4,
        chance: |text| match "NESW".find(text) {
            Some(dealer) => Chance::First((dealer as u8 + 1) % 4),
            None => Chance::Card(suit_first(text)),
        },
        action: card_or_word,
        variant: str::to_owned,
    };
    play(&euchre, &games("euchre.jsonl"));
}
