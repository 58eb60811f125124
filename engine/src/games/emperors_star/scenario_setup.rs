//! Positions of The Emperor's Star as scenarios write them: those of Chrononauts, on a day.

use std::sync::Arc;

use catalog::GameData;
use catalog::read::TomlTable;
use formats::rng::Seed;

use super::setup::{days, everything, is_of_day, of_day};
use super::{DAYS, Daily, Options, Points, Star, StarEvent, State};
use crate::games::chrononauts::cards::number;
use crate::games::chrononauts::setup::MatchCards;
use crate::games::chrononauts::{Chrononauts, scenario_setup};
use crate::kernel::match_options::{MatchOptions, OptionError};
use crate::kernel::rules::Rules as _;
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance, StartError, StateDifferences};

/// A starting position as written.
pub struct Start {
    options: Options,
    /// The day it begins on, and the last one that is played.
    day: i32,
    until: i32,
    /// Points of the days before, by seat: VP and BP.
    earned: Vec<(i32, i32)>,
    on_day: scenario_setup::Start,
}

/// A position to compare with; what is not said is not compared.
pub struct Expected {
    day: Option<i32>,
    /// Points over all days that are over, by seat.
    totals: Option<Vec<i32>>,
    on_day: scenario_setup::Expected,
}

impl Start {
    /// The day of the scenario, with the cards that it names; later ones have all that the game has for them.
    fn match_cards(&self, game: &GameData) -> Result<Vec<MatchCards>, StartError> {
        let all = everything(game);
        let mut brought = Vec::new();
        for day in days(game).into_iter().filter(|ix| (self.day..=self.until).contains(&number(game, *ix, "day"))) {
            if number(game, day, "day") > self.day || self.on_day.is_set_up() {
                brought.push(of_day(game, &all, day));
            } else {
                brought.push(MatchCards { day: Some(day), ..self.on_day.match_cards(game) });
            }
        }
        if brought.is_empty() { Err(StartError::Day(self.day)) } else { Ok(brought) }
    }

    fn star(&self, game: &Arc<GameData>) -> Result<Star, StartError> {
        let mut brought = self.match_cards(game)?;
        // Who plays is the same on all days.
        let identities = brought[0].identities.clone();
        brought.iter_mut().for_each(|day| day.identities.clone_from(&identities));
        Ok(Star::with(game, &brought, self.on_day.players(), &self.options)?)
    }
}

impl ScenarioSetup for Star {
    type Start = Start;
    type Expected = Expected;

    fn check_option(_: &Arc<catalog::GameData>, key: &str, value: &str) -> Result<(), OptionError> {
        Options::default().set(key, value)
    }

    fn read_start(t: &TomlTable<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        let day = t.number_if("day").unwrap_or(1);
        let pairs = |list: Vec<i32>| list.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        let until = t.number_if("until").unwrap_or(day);
        let earned = pairs(t.numbers("earned"));
        let mut on_day = Chrononauts::read_start(t, &[], game);
        if !t.has("timeline") {
            let is_cell = |ix: &catalog::CardIx| everything(game).timeline.contains(ix);
            on_day.shared.timeline = game.indices().filter(|ix| is_cell(ix) && is_of_day(game, *ix, day)).collect();
        }
        let options = Options::from_pairs(options).unwrap_or_default();
        on_day.options = options.day_options();
        Start { options, day, until, earned, on_day }
    }

    fn read_expected(t: &TomlTable<'_>, game: &GameData) -> Expected {
        Expected {
            day: t.number_if("day"),
            totals: t.has("totals").then(|| t.numbers("totals")),
            on_day: Chrononauts::read_expected(t, game),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<StarEvent>,
    ) -> Result<(Self, State), StartError> {
        let star = start.star(game)?;
        chance.set_names(star.days.iter().flat_map(|day| day.data.card_names().collect::<Vec<_>>()));
        let mut state = star.blank(Seed::from_number(0).fast());
        for (seat, (vp, bp)) in start.earned.iter().enumerate().take(state.points[0].len()) {
            state.points[DAYS - 1][seat] = Points { vp: *vp as i8, bp: *bp as i8 };
        }
        if start.on_day.is_set_up() {
            star.open(&mut state, start.on_day.first, chance);
            return Ok((star, state));
        }
        let mut daily = Daily { w: chance, day: 0, before: 0 };
        state.now = start.on_day.begin(&star.days[0], &mut daily)?;
        Ok((star, state))
    }

    fn differences(&self, state: &State, expected: &Expected, all: &mut StateDifferences) {
        self.today(state).differences(&state.now, &expected.on_day, all);
        let day = self.today(state).data.day().map_or(0, |day| i32::from(day.number));
        all.compare("the day", expected.day, day);
        let totals: Vec<i32> = (0..self.seats()).map(|seat| state.total(seat)).collect();
        let text = |totals: &Vec<i32>| format!("{totals:?}");
        all.compare("points in all", expected.totals.as_ref().map(text), text(&totals));
    }
}
