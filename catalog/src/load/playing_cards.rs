//! A standard pack of playing cards, or a part of it, as a set: `[playing_cards]`.

use super::read_card;
use crate::card::Card;
use crate::game::GameData;
use crate::read::{Document, Problems, TomlTable};

/// Suits in the order of a new pack.
const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
/// Ranks by their number; the ace is 1 or 14.
const RANKS: [&str; 14] =
    ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"];

/// The cards that `[playing_cards]` asks for: `ranks = [2, 14]`, the least and the most, and `suits`. Each has the text
/// `suit` and the number `rank`, which the game declares, is of the game's first type, and is named `Two of Clubs`.
pub(super) fn read(t: &TomlTable<'_>, set: u16, game: &GameData) -> Vec<Card> {
    for field in ["suit", "rank"] {
        if !game.fields.iter().any(|known| known.id == field) {
            let hint = format!("declare a field `{field}` in game.toml");
            t.problem(format!("playing cards have a `{field}`, and the game has none"), Some(hint));
            t.keys();
            return Vec::new();
        }
    }
    let ranks = if t.has("ranks") { t.numbers("ranks") } else { vec![2, 14] };
    let (least, most) = match ranks[..] {
        [least, most] if 1 <= least && least <= most && most <= 14 && most - least < 13 => (least, most),
        _ => {
            let hint = Some("write [2, 14] with the ace high, [1, 13] with it low".to_owned());
            t.problem_at("ranks", "`ranks` is the least and the most", hint);
            return Vec::new();
        }
    };
    let named = t.texts("suits");
    let chosen = named.iter().filter_map(|suit| t.one_of("suits", suit, "suit", &SUITS)).collect::<Vec<usize>>();
    let suits = if named.is_empty() { (0..SUITS.len()).collect() } else { chosen };
    let mut text = String::new();
    for suit in suits {
        for rank in least..=most {
            text.push_str(&card_text(suit, rank as usize, game));
        }
    }
    let problems = Problems::default();
    let cards = {
        let document = Document::parse("", &text, &problems);
        let root = document.root();
        root.tables("card").iter().map(|card| read_card(card, card.text("name"), set, game)).collect()
    };
    if let Err(faults) = problems.into_result() {
        let first = &faults[0];
        t.problem(format!("playing cards do not fit this game: {}", first.message), first.hint.clone());
    }
    cards
}

fn card_text(suit: usize, rank: usize, game: &GameData) -> String {
    let (word, of) = (RANKS[rank - 1], SUITS[suit]);
    let name = format!("{word} of {}{}", of[..1].to_uppercase(), &of[1..]);
    let letter = of[..1].to_uppercase();
    let number = match rank {
        2..=10 => format!("{rank}{letter}"),
        _ => format!("{}{letter}", &word[..1]),
    };
    let kind = game.types.first().map_or("", |t| &t.id);
    let rarity = game.rarities.first().map_or("", |r| &r.id);
    format!(
        "[[card]]\nname = \"{name}\"\nnumber = \"{number}\"\ntype = [\"{kind}\"]\nrarity = \"{rarity}\"\nsuit = \"{of}\"\nrank = {rank}\n"
    )
}
