//! Games end, and all cards get their turn.

use std::collections::{BTreeMap, BTreeSet};

use engine::games::chronx::{Action, Duel};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::outcome::EndReason;
use engine::kernel::player::Player;
use engine::kernel::rules::NullSink;
use engine::players::Random;
use formats::rng::Seed;

use super::table::Table;
use super::walk::walk;

#[test]
fn games_end_before_the_two_hundredth_turn() {
    let table = Table::new();
    let (games, mut reasons) = (4_000, BTreeMap::new());
    for n in 0..games {
        let (duel, seed) = (table.shipped_match(n as usize), Seed::from_number(n).part(9));
        let (mut one, mut two) = (Random::new(seed.part(1)), Random::new(seed.part(2)));
        let mut players: [&mut dyn Player<Duel>; 2] = [&mut one, &mut two];
        let terms = GameParams { seed, first: None, max_turns: 200 };
        let finished = game_loop::play(&duel, &mut players, &terms, &mut NullSink).expect("random players answer");
        assert_ne!(finished.outcome.reason, EndReason::Overflow);
        *reasons.entry(format!("{:?}", finished.outcome.reason)).or_insert(0u64) += 1;
    }
    let capped = reasons.get("TurnLimit").copied().unwrap_or(0);
    assert!(capped * 1_000 < games, "{capped} of {games} games reached the limit: {reasons:?}");
    for reason in ["LastStanding", "Progress", "DeckOut"] {
        assert!(reasons.contains_key(reason), "no game ended by {reason}: {reasons:?}");
    }
}

#[test]
fn every_card_is_played_or_comes_into_play_and_every_ability_is_used() {
    let table = Table::new();
    let game = &table.game_library.game;
    let name = |card: catalog::CardIx| game.card(card).name.as_str();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut used: BTreeSet<(String, u8)> = BTreeSet::new();
    for n in 0..4_000 {
        let duel = if n % 3 == 0 { table.random_match(Seed::from_number(n)) } else { table.shipped_match(n as usize) };
        walk(&duel, Seed::from_number(n).part(4), 200, |state, _, action| {
            if let Action::Play(id, mode) | Action::Use(id, mode) = action {
                let def = duel.def(state, id);
                seen.insert(name(def.card));
                used.insert((def.name.clone(), mode));
            }
            seen.extend(state.in_play().iter().map(|id| name(duel.def(state, id).card)));
        });
    }
    // CX-053: the city is a card too, but in no deck.
    let dealt = catalog::Query::parse("-type:city", game).expect("a query").select(game);
    assert_eq!(dealt.len(), 165, "CX-002");
    let missing: Vec<&str> = dealt.into_iter().map(name).filter(|n| !seen.contains(n)).collect();
    assert!(missing.is_empty(), "never played: {missing:?}");
    for card in &game.cards {
        for (i, ability) in card.abilities.iter().enumerate() {
            use catalog::ability::AbilityKind;
            if matches!(ability.shape, AbilityKind::Played { .. } | AbilityKind::Activated { .. }) {
                assert!(used.contains(&(card.name.clone(), i as u8)), "{}: ability {i} never used", card.name);
            }
        }
    }
}
