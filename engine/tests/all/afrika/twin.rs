//! The engine against a slow, plain twin: turns, windows, energy and fights written a second time, over lists and maps.
//!
//! Random games of cards without abilities are recorded decision by decision, with what chance gave. The twin plays
//! each record again and compares at every decision: where all cards are and what is on them, life, energy, the step,
//! who decides, and what may be done. What abilities do is compared with the rules in data/afrika/scenarios.

mod fight;
mod model;
mod pay;
mod record;
mod turn;

use std::collections::BTreeMap;

use engine::games::afrika::{Duel, Options};
use engine::kernel::match_options::MatchOptions;
use engine::kernel::outcome::EndReason;
use formats::LegalDeck;
use formats::deck::{Deck, Listed};
use formats::rng::{Dice, FastRng, Seed};

use super::table::Table;
use model::Model;
use record::Record;

/// Rulings that the twin knows, with values other than the default ones.
const RULINGS: [(&str, &str); 7] = [
    ("attack_entities", "false"),
    ("first_player_skips_draw", "false"),
    ("life", "12"),
    ("max_hand", "4"),
    ("mulligan", "none"),
    ("payment", "ask"),
    ("summoning_sickness_abilities", "false"),
];

/// A deck of cards without abilities: few energies with what they pay for, and terrains that make two of them.
fn plain_deck(table: &Table, dice: &mut FastRng) -> LegalDeck {
    let game = &table.game_library.game;
    let main = game.section("main").expect("a section");
    let mut deck = Deck::new(game, "Plain", "codex");
    let of = |query: &str| {
        let all = catalog::Query::parse(query, game).expect("a query").select(game);
        all.into_iter().filter(|ix| game.card(*ix).abilities.is_empty()).collect::<Vec<_>>()
    };
    let n = game.factions.len() as u32;
    let first = dice.below(n);
    let terrains: Vec<&str> = (0..4).map(|i| game.factions[((first + i * 3) % n) as usize].id.as_str()).collect();
    for terrain in &terrains {
        deck.add(main, Listed::Card(of(&format!("is:basic terrain:{terrain}"))[0]), 4);
    }
    let any = terrains.join(",");
    for card in of(&format!("type:terrain -is:basic terrain:{any}")) {
        deck.add(main, Listed::Card(card), 3);
    }
    let entities = of(&format!("type:entity (terrain:{any} or terrain=none)"));
    while deck.size(main) < 60 {
        let card = entities[dice.below(entities.len() as u32) as usize];
        if deck.count(main, &Listed::Card(card)) < 4 {
            deck.add(main, Listed::Card(card), 1);
        }
    }
    let format = table.game_library.format("codex").expect("codex");
    LegalDeck::check(game, format, deck, None).unwrap_or_else(|r| panic!("{r:?}"))
}

fn plain_match(table: &Table, seed: Seed) -> Duel {
    let mut dice = seed.part(3).fast();
    let mut options = Options::default();
    for (key, value) in RULINGS {
        if dice.chance(1, 4) {
            options.set(key, value).expect("a ruling");
        }
    }
    let decks = [plain_deck(table, &mut dice), plain_deck(table, &mut dice)];
    Duel::new(&table.game_library.game, &[&decks[0], &decks[1]], options).expect("a match")
}

#[test]
fn the_engine_and_its_twin_play_the_same_games() {
    let table = Table::new();
    let (mut done, mut reasons, mut decisions) = (BTreeMap::<&str, u64>::new(), BTreeMap::new(), 0);
    for n in 0..300 {
        let seed = Seed::from_number(n);
        let duel = plain_match(&table, seed);
        let record = Record::of(&duel, seed.part(4), 160);
        decisions += record.steps.len();
        let mut model = Model::new(&table.game_library.game, &duel, &record);
        model.whole_game();
        model.done.into_iter().for_each(|(what, n)| *done.entry(what).or_default() += n);
        if let Some((_, reason)) = model.outcome {
            *reasons.entry(format!("{reason:?}")).or_insert(0u64) += 1;
        }
    }
    assert!(decisions > 40_000, "{decisions} decisions");
    let least = [
        ("attack on an entity", 300),
        ("blow past blockers", 50),
        ("charge chosen", 300),
        ("discard", 100),
        ("division chosen", 50),
        ("early blow", 100),
        ("hand thrown back", 50),
        ("line of blockers", 300),
        ("payment", 3_000),
        ("window without a choice", 50_000),
    ];
    for (what, n) in least {
        assert!(done.get(what).is_some_and(|done| *done >= n), "{what}: {done:?}");
    }
    for reason in [EndReason::LastStanding, EndReason::DeckOut] {
        assert!(reasons.contains_key(&format!("{reason:?}")), "{reasons:?}");
    }
}
