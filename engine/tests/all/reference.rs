//! The engine against a slow, plain twin: the rules of Chron X and the effect language written a second time, over
//! lists and maps, out of the cards' trees. Nothing of the engine is used but its public positions and actions.
//!
//! Random games are recorded, decision by decision and with what chance gave. The twin plays each record again and
//! compares at every decision: where all cards are and what is on them, numbers and keywords, totals, points,
//! who decides, and what may be done.

mod announce;
mod compare;
mod effects;
mod events;
mod fight;
mod invented;
mod model;
mod record;
mod turn;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use crate::chronx::table::Table;
use catalog::GameData;
use catalog::ability::{AbilityKind, Effect, EffectKind};
use engine::games::chronx::Duel;
use formats::rng::Seed;
use model::{Model, verb};
use record::Record;
use strum::IntoEnumIterator;

use crate::large::cases;

/// What was compared.
#[derive(Default)]
struct Tally {
    /// Verbs, abilities (name and place) and other things, how often.
    done: BTreeMap<String, u64>,
    decisions: usize,
    /// Games that came to their end.
    whole: u32,
}

impl Tally {
    /// Plays a record again; every play and use in it is compared to its end.
    fn add(&mut self, game: &GameData, duel: &Duel, record: &Record) {
        let mut model = Model::new(game, duel, record);
        model.whole_game();
        let of = |what: &str| model.done.get(what).copied().unwrap_or(0);
        assert_eq!(of("play") + of("use"), record.plays() as u64);
        self.decisions += record.steps.len();
        self.whole += u32::from(!record.stopped);
        model.done.into_iter().for_each(|(what, n)| *self.done.entry(what).or_default() += n);
    }

    /// Every verb that Chron X plays is on one of the cards, and was compared. What is always so has no moment: the
    /// twin works it out at every decision.
    fn knows_all_verbs(&self, game: &GameData) {
        let abilities = game.cards.iter().flat_map(|c| &c.abilities).filter(|a| a.shape != AbilityKind::Static);
        let mut found = BTreeSet::new();
        abilities.for_each(|a| verbs(&a.effects, &mut found));
        let known: BTreeSet<_> = EffectKind::iter().filter_map(verb).collect();
        assert_eq!(known, found, "verbs that Chron X plays, and verbs on cards: `invented.rs` writes such cards");
        let never: Vec<_> = known.into_iter().filter(|v| !self.done.contains_key(*v)).collect();
        assert!(never.is_empty(), "verbs that were never compared: {never:?}");
    }
}

/// The verbs of an ability, inner lists included.
fn verbs(effects: &[Effect], into: &mut BTreeSet<&'static str>) {
    for effect in effects {
        into.extend(verb(effect.into()));
        effect.inner().into_iter().for_each(|list| verbs(list, into));
    }
}

#[test]
fn the_engine_and_its_twin_play_the_same_games() {
    let table = Table::new();
    let game = &table.game_library.game;
    let mut tally = Tally::default();
    for n in 0..cases(600, 1000) {
        let random = n % 2 == 0;
        let duel = if random { table.random_match(Seed::from_number(n)) } else { table.shipped_match(n as usize / 2) };
        tally.add(game, &duel, &Record::of(&duel, Seed::from_number(n).part(21), 60, n % 4 < 2));
    }
    assert!(
        tally.decisions > cases(30_000, 70_000) && tally.whole > cases(270, 630),
        "{} decisions, {} games",
        tally.decisions,
        tally.whole
    );
    tally.knows_all_verbs(game);
    let mut missing = Vec::new();
    for card in &game.cards {
        let moments = card.abilities.iter().enumerate().filter(|(_, a)| a.shape != AbilityKind::Static);
        missing
            .extend(moments.map(|(i, _)| format!("{} {i}", card.name)).filter(|what| !tally.done.contains_key(what)));
    }
    assert!(missing.is_empty(), "abilities that never did anything: {missing:?}");
}

#[test]
fn the_engine_and_its_twin_agree_about_cards_that_nobody_would_print() {
    let mut tally = Tally::default();
    let duels = cases(60, 120);
    for n in 0..duels {
        let (table, duel) = invented::duel(n);
        for game in 0..5 {
            tally.add(&table.game_library.game, &duel, &Record::of(&duel, Seed::from_number(n).part(game), 40, false));
        }
        if n + 1 == duels {
            tally.knows_all_verbs(&table.game_library.game);
        }
    }
    assert!(
        tally.decisions > 150 * duels as usize && u64::from(tally.whole) * 4 > 7 * duels,
        "{} decisions, {} games",
        tally.decisions,
        tally.whole
    );
}
