//! Positions of Solonauts as scenarios write them.

use std::sync::Arc;

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use super::{Set, Solonauts, State};
use crate::games::chrononauts::scenario_setup::{Copies, ExpectedShared, Shared, cards_if};
use crate::games::chrononauts::{Event, MatchCards, Options, Variant};
use crate::kernel::match_options::{MatchOptions, OptionError};
use crate::kernel::scenario::fields::{cards, small};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance, StartError, StateDifferences};
use crate::timeline::bits;

/// A starting position as written.
pub struct Start {
    options: Options,
    /// Before the deal, instead of the play of a turn.
    from_the_deal: bool,
    shared: Shared,
    waiting: Vec<CardIx>,
    home: Vec<CardIx>,
    hand: Vec<CardIx>,
}

/// A position to compare with; what is not said is not compared.
pub struct Expected {
    turn: Option<u16>,
    middle: ExpectedShared,
    lists: [(&'static str, Option<Vec<CardIx>>); 3],
}

impl ScenarioSetup for Solonauts {
    type Start = Start;
    type Expected = Expected;

    fn handles(options: &[(String, String)]) -> bool {
        Options::from_pairs(options).is_ok_and(|o| o.variant == Variant::Solonauts)
    }

    fn check_option(_: &Arc<catalog::GameData>, key: &str, value: &str) -> Result<(), OptionError> {
        Options::default().set(key, value)
    }

    fn read_start(t: &TomlTable<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        Start {
            options: Options::from_pairs(options).unwrap_or_default(),
            from_the_deal: t
                .text_if("from")
                .is_some_and(|from| t.one_of("from", &from, "place to start from", &["play", "setup"]) == Some(1)),
            shared: Shared::read(t, game),
            waiting: cards(t, "waiting", game),
            home: cards(t, "home", game),
            hand: cards(t, "hand", game),
        }
    }

    fn read_expected(t: &TomlTable<'_>, game: &GameData) -> Expected {
        Expected {
            turn: small(t, "turn"),
            middle: ExpectedShared::read(t, game),
            lists: ["waiting", "home", "hand"].map(|key| (key, cards_if(t, key, game))),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State), StartError> {
        let identities = [&start.waiting[..], &start.home, &start.shared.identities].concat();
        let main = start.shared.with_patches(game, [&start.hand[..], &start.shared.middle()].concat());
        let brought = MatchCards { timeline: start.shared.timeline.clone(), identities, main, ..MatchCards::default() };
        let mut options = start.options.clone();
        if !start.from_the_deal {
            options.identities = start.waiting.len() as u8;
        }
        let rules = Solonauts::with(game, &brought, options)?;
        chance.set_names(rules.data.card_names());
        let mut state = rules.blank(Seed::from_number(0).fast());
        let mut copies = Copies::new(&rules.data);
        let mut set = |cards: &[CardIx]| -> Result<Set, StartError> {
            cards.iter().try_fold(0, |m: Set, ix| Ok(m | 1 << copies.next(*ix)?))
        };
        (state.hand, state.deck) = (set(&start.hand)?, set(&start.shared.deck)?);
        if start.from_the_deal {
            rules.deal(&mut state, chance);
            return Ok((rules, state));
        }
        state.history = start.shared.history(&rules.data)?;
        let (waiting, home) = (start.waiting.len(), start.home.len());
        state.waiting = (1 << waiting) - 1;
        state.home = ((1 << (waiting + home)) - 1) & !state.waiting;
        Ok((rules, state))
    }

    fn differences(&self, state: &State, expected: &Expected, all: &mut StateDifferences) {
        all.compare("turn", expected.turn, state.turn);
        let deck = state.deck.count_ones() as usize;
        expected.middle.compare(&self.data, &state.history, &[], deck, all);
        let identities = |ids: Set| bits(ids).map(|id| self.data.identities[id as usize].name.as_str()).collect();
        let hand: Vec<&str> = bits(state.hand).map(|id| self.data.def(id).name.as_str()).collect();
        let there = [identities(state.waiting), identities(state.home), hand];
        for ((what, expected), there) in expected.lists.iter().zip(there) {
            all.compare_set(what, expected.as_deref(), there.into_iter(), &self.data.game);
        }
    }
}
