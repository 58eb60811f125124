//! Positions of Chrononauts as scenarios write them.

use std::sync::Arc;

use catalog::read::TomlTable;
use catalog::{CardIx, GameData};
use formats::rng::Seed;

use super::cards::{moment, number, type_of};
use super::setup::MatchCards;
use super::state::{Cards, Id, Pile, SEATS, Secrets, State, Step, ids};
use super::{Chrononauts, Event, MatchData, Options, Play, Position, Variant};
use crate::kernel::match_options::{MatchOptions, OptionError};
use crate::kernel::rules::EventSink;
use crate::kernel::scenario::fields::{card, cards, seat, small};
use crate::kernel::scenario::{ScenarioSetup, ScriptedChance, StartError, StateDifferences};
use crate::timeline::{self, History};

/// A starting position as written.
pub struct Start {
    pub(in crate::games) options: Options,
    /// From the deal, the draw, or the play of the turn.
    from: StartPoint,
    pub(in crate::games) first: Option<u8>,
    active: u8,
    turn: u16,
    pub(in crate::games) shared: Shared,
    seats: Vec<WrittenSeat>,
}

enum StartPoint {
    SetUp,
    Turn,
    Play,
}

/// What lies in the middle, for all games of the box.
pub(in crate::games) struct Shared {
    /// The cards of the TimeLine; without them those of the game's first set.
    pub timeline: Vec<CardIx>,
    /// Labels of reversed Linchpins.
    pub prime: Vec<String>,
    /// Patches in place.
    pub patches: Vec<CardIx>,
    pub deck: Vec<CardIx>,
    pub discard: Vec<CardIx>,
    /// From the top.
    pub identities: Vec<CardIx>,
    pub missions: Vec<CardIx>,
}

#[derive(Default)]
struct WrittenSeat {
    identity: Option<CardIx>,
    mission: Option<CardIx>,
    hand: Vec<CardIx>,
    table: Vec<CardIx>,
    /// Favor tokens, positive and negative ones (The Emperor's Star).
    favors: Vec<i32>,
}

/// A position to compare with; what is not said is not compared.
pub struct Expected {
    turn: Option<u16>,
    active: Option<u8>,
    middle: ExpectedShared,
    seats: Vec<(u8, ExpectedSeat)>,
}

/// What lies in the middle, to compare with.
pub(in crate::games) struct ExpectedShared {
    prime: Option<Vec<String>>,
    paradoxes: Option<Vec<String>>,
    patches: Option<Vec<CardIx>>,
    discard: Option<Vec<CardIx>>,
    deck_size: Option<i32>,
}

struct ExpectedSeat {
    identity: Option<String>,
    mission: Option<String>,
    hand: Option<Vec<CardIx>>,
    hand_size: Option<i32>,
    table: Option<Vec<CardIx>>,
    favors: Option<Vec<i32>>,
    vp: Option<i32>,
}

/// The cards that a list must hold, if it is written.
pub(in crate::games) fn cards_if(t: &TomlTable<'_>, key: &str, game: &GameData) -> Option<Vec<CardIx>> {
    t.has(key).then(|| cards(t, key, game))
}

/// What a seat's identity is called.
fn who(game: &GameData) -> &'static str {
    if game.section("days").is_some() { "character" } else { "identity" }
}

impl Shared {
    pub(in crate::games) fn read(t: &TomlTable<'_>, game: &GameData) -> Shared {
        let is_cell = |ix: &CardIx| matches!(type_of(game, *ix), "linchpin" | "ripplepoint");
        // The Emperor's Star has a TimeLine for each day, and says itself which one it is.
        let is_first = |ix: &CardIx| game.card(*ix).set == 0 && number(game, *ix, "day") == 0;
        let timeline = if t.has("timeline") {
            cards(t, "timeline", game)
        } else {
            game.indices().filter(is_first).filter(is_cell).collect()
        };
        Shared {
            timeline,
            prime: t.texts("prime"),
            patches: cards(t, "patches", game),
            deck: cards(t, "deck", game),
            discard: cards(t, "discard", game),
            identities: cards(t, "identities", game),
            missions: cards(t, "missions", game),
        }
    }

    /// The history that is written.
    pub(in crate::games) fn history(&self, table: &MatchData) -> Result<History, StartError> {
        let timeline = table.timeline();
        let mut primes = 0;
        for label in &self.prime {
            let cell = timeline.cell(label).filter(|c| timeline.linchpins() & 1 << c != 0);
            primes |= 1 << cell.ok_or_else(|| StartError::Linchpin(label.clone()))?;
        }
        let mut history = timeline.with_reversed(primes);
        for ix in &self.patches {
            let patch =
                (0..timeline.patches().len() as u8).find(|p| table.def(table.on_patch[*p as usize]).card == *ix);
            let patch = patch.ok_or_else(|| StartError::Patch(table.game.card(*ix).name.clone()))?;
            if !timeline.can_patch(&history, patch) {
                return Err(StartError::PatchPlace(table.game.card(*ix).name.clone()));
            }
            timeline.patch_over(&mut history, patch);
        }
        Ok(history)
    }
}

impl ExpectedShared {
    pub(in crate::games) fn read(t: &TomlTable<'_>, game: &GameData) -> ExpectedShared {
        let labels = |key: &str| t.has(key).then(|| t.texts(key));
        ExpectedShared {
            prime: labels("prime"),
            paradoxes: labels("paradoxes"),
            patches: cards_if(t, "patches", game),
            discard: cards_if(t, "discard", game),
            deck_size: t.number_if("deck_size"),
        }
    }

    /// Notes what differs: history, the discard pile in order, the size of the draw pile.
    pub(in crate::games) fn compare<'a>(
        &'a self,
        table: &'a MatchData,
        history: &History,
        discard: &[Id],
        deck: usize,
        all: &mut StateDifferences,
    ) {
        let labels = |cells: u64| timeline::bits(cells).map(|c| table.label(c));
        let written = |labels: &'a Option<Vec<String>>| labels.as_ref().map(|l| l.iter().map(String::as_str).collect());
        all.compare_names("prime", written(&self.prime), labels(history.primes));
        all.compare_names("paradoxes", written(&self.paradoxes), labels(history.open_paradoxes()));
        let patches = timeline::bits(history.patches).map(|p| table.patch_name(p));
        all.compare_set("patches", self.patches.as_deref(), patches, &table.game);
        let pile = discard.iter().map(|id| table.def(*id).name.as_str());
        all.compare_order("discard pile", self.discard.as_deref(), pile, &table.game);
        all.compare("draw pile", self.deck_size, deck as i32);
    }
}

/// Finds the next copy of a card that has no place yet.
pub(in crate::games) struct Copies<'a> {
    table: &'a MatchData,
    left: Cards,
}

impl<'a> Copies<'a> {
    pub(in crate::games) fn new(table: &'a MatchData) -> Self {
        let all = table.copies.iter().fold(0, |m, copies| m | copies);
        Copies { table, left: all }
    }

    pub(in crate::games) fn next(&mut self, ix: CardIx) -> Result<Id, StartError> {
        let def = self.table.defs.iter().position(|d| d.card == ix);
        let def = def.ok_or_else(|| StartError::Place(self.table.game.card(ix).name.clone()))?;
        let id = ids(self.left & self.table.copies[def]).next().expect("every copy was counted");
        self.left &= !(1 << id);
        Ok(id)
    }
}

impl Start {
    pub(in crate::games) fn match_cards(&self, game: &GameData) -> MatchCards {
        let all = |of: fn(&WrittenSeat) -> &[CardIx]| self.seats.iter().flat_map(of).copied().collect::<Vec<_>>();
        let held = |of: fn(&WrittenSeat) -> Option<CardIx>| self.seats.iter().filter_map(of).collect::<Vec<_>>();
        MatchCards {
            timeline: self.shared.timeline.clone(),
            identities: [held(|s| s.identity), self.shared.identities.clone()].concat(),
            missions: [held(|s| s.mission), self.shared.missions.clone()].concat(),
            main: self.shared.with_patches(game, [all(|s| &s.hand), all(|s| &s.table), self.shared.middle()].concat()),
            day: None,
        }
    }

    /// Whether it begins before the deal.
    pub(in crate::games) fn is_set_up(&self) -> bool {
        matches!(self.from, StartPoint::SetUp)
    }

    /// Players.
    pub(in crate::games) fn players(&self) -> usize {
        self.seats.len()
    }

    /// The position, with what happens until somebody decides.
    pub(in crate::games) fn begin<W: EventSink<Event>>(
        &self,
        rules: &Chrononauts,
        sink: &mut W,
    ) -> Result<State, StartError> {
        let table = &rules.data;
        let mut state = table.blank(Seed::from_number(0).fast());
        let mut copies = Copies::new(table);
        state.deck = Pile::EMPTY;
        for ix in &self.shared.deck {
            state.deck.push(copies.next(*ix)?);
        }
        if self.is_set_up() {
            Play { t: table, s: &mut state, seats: rules.seats, w: sink }.set_up(self.first);
            return Ok(state);
        }
        self.place(rules, &mut state, copies)?;
        let mut play = Play { t: table, s: &mut state, seats: rules.seats, w: sink };
        play.s.turn = self.turn - 1;
        play.begin_turn(self.active % rules.seats);
        if matches!(self.from, StartPoint::Play) {
            (play.s.plays, play.s.fresh, play.s.step) = (1, true, Step::Play);
        }
        Ok(state)
    }

    fn place(&self, rules: &Chrononauts, state: &mut State, mut copies: Copies<'_>) -> Result<(), StartError> {
        let table = &rules.data;
        for (at, side) in self.seats.iter().enumerate() {
            for (list, place) in [(&side.hand, &mut state.hands[at]), (&side.table, &mut state.tables[at])] {
                for ix in list {
                    *place |= 1 << copies.next(*ix)?;
                }
            }
            if let [good, bad] = side.favors[..] {
                state.favors[at] = [bad as u8, good as u8];
            }
        }
        for ix in &self.shared.discard {
            state.discard.push(copies.next(*ix)?);
        }
        state.history = self.shared.history(table)?;
        let held = |of: fn(&WrittenSeat) -> Option<CardIx>| self.seats.iter().map(of).collect::<Vec<_>>();
        state.identities = secrets(&held(|s| s.identity), table.identities.len());
        state.missions = secrets(&held(|s| s.mission), table.missions.len());
        Ok(())
    }
}

impl Shared {
    /// These cards, and all Patches of the TimeLine that are nowhere: identities may name them.
    pub(in crate::games) fn with_patches(&self, game: &GameData, mut main: Vec<CardIx>) -> Vec<CardIx> {
        let place = |ix: CardIx| (moment(game, ix), number(game, ix, "day"));
        let fits = |ix: &CardIx| self.timeline.iter().any(|cell| place(*cell) == place(*ix));
        let patches = game.indices().filter(|ix| type_of(game, *ix) == "patch" && !main.contains(ix)).filter(fits);
        let missing: Vec<CardIx> = patches.collect();
        main.extend(missing);
        main
    }

    /// Cards of the main deck that lie in the middle.
    pub(in crate::games) fn middle(&self) -> Vec<CardIx> {
        [&self.deck[..], &self.discard, &self.patches].concat()
    }
}

/// The first cards are held in seat order, the others lie in the pile, in order.
fn secrets(held: &[Option<CardIx>], number: usize) -> Secrets {
    let mut secrets = Secrets::new(number);
    (secrets.pile, secrets.loose) = (Pile::EMPTY, 0);
    let mut next = 0;
    for (seat, _) in held.iter().enumerate().filter(|(_, card)| card.is_some()) {
        secrets.held[seat] = next;
        secrets.known[next as usize] = 1 << seat;
        next += 1;
    }
    (next..number as u8).for_each(|card| secrets.pile.push(card));
    secrets
}

impl ScenarioSetup for Chrononauts {
    type Start = Start;
    type Expected = Expected;

    fn handles(options: &[(String, String)]) -> bool {
        Options::from_pairs(options).is_ok_and(|o| o.variant == Variant::Table)
    }

    fn check_option(_: &Arc<catalog::GameData>, key: &str, value: &str) -> Result<(), OptionError> {
        Options::default().set(key, value)
    }

    fn read_start(t: &TomlTable<'_>, options: &[(String, String)], game: &Arc<GameData>) -> Start {
        let who = who(game);
        let side = |t: TomlTable<'_>| WrittenSeat {
            identity: t.text_if(who).map(|name| card(&t, who, &name, game)),
            mission: t.text_if("mission").map(|name| card(&t, "mission", &name, game)),
            hand: cards(&t, "hand", game),
            table: cards(&t, "table", game),
            favors: t.numbers("favors"),
        };
        let from = match t.text_if("from").as_deref() {
            None | Some("play") => StartPoint::Play,
            Some("turn") => StartPoint::Turn,
            Some("setup") => StartPoint::SetUp,
            Some(_) => {
                t.problem_at("from", "a scenario starts from \"play\", \"turn\" or \"setup\"", None);
                StartPoint::Play
            }
        };
        Start {
            options: Options::from_pairs(options).unwrap_or_default(),
            from,
            first: seat(t, "first"),
            active: seat(t, "active").unwrap_or(0),
            turn: t.number_if("turn").unwrap_or(1).clamp(1, 9999) as u16,
            shared: Shared::read(t, game),
            seats: (1..=SEATS).map_while(|n| t.table_if(&format!("seat{n}")).map(side)).collect(),
        }
    }

    fn read_expected(t: &TomlTable<'_>, game: &GameData) -> Expected {
        let who = who(game);
        let compared = |t: TomlTable<'_>| ExpectedSeat {
            identity: t.text_if(who),
            mission: t.text_if("mission"),
            hand: cards_if(&t, "hand", game),
            hand_size: t.number_if("hand_size"),
            table: cards_if(&t, "table", game),
            favors: t.has("favors").then(|| t.numbers("favors")),
            vp: t.number_if("vp"),
        };
        Expected {
            turn: small(t, "turn"),
            active: seat(t, "active"),
            middle: ExpectedShared::read(t, game),
            seats: (1..=SEATS as u8)
                .filter_map(|n| Some((n - 1, compared(t.table_if(&format!("seat{n}"))?))))
                .collect(),
        }
    }

    fn scenario_setup(
        start: &Start,
        game: &Arc<GameData>,
        chance: &mut ScriptedChance<Event>,
    ) -> Result<(Self, State), StartError> {
        let rules = Chrononauts::with(game, &start.match_cards(game), start.seats.len(), start.options.clone())?;
        chance.set_names(rules.data.card_names());
        let state = start.begin(&rules, chance)?;
        Ok((rules, state))
    }

    fn differences(&self, state: &State, expected: &Expected, all: &mut StateDifferences) {
        all.compare("turn", expected.turn, state.turn);
        all.compare("active seat", expected.active.map(|s| s + 1), state.active + 1);
        let (discard, deck) = (state.discard.cards(), state.deck.cards().len() + state.top.cards().len());
        expected.middle.compare(&self.data, &state.history, discard, deck, all);
        for (seat, compared) in &expected.seats {
            self.compare_seat(state, *seat, compared, all);
        }
    }
}

impl Chrononauts {
    fn compare_seat(&self, state: &State, seat: u8, compared: &ExpectedSeat, all: &mut StateDifferences) {
        let at = seat as usize;
        let (game, whose) = (&self.data.game, |what: &str| format!("seat {}: {what}", seat + 1));
        let names = |cards: Cards| ids(cards).map(|id| self.data.def(id).name.as_str());
        let position: Position<'_> = self.position(state);
        all.compare(&whose("cards in hand"), compared.hand_size, position.s.hand_size(seat) as i32);
        all.compare_set(&whose("hand"), compared.hand.as_deref(), names(state.hands[at]), game);
        all.compare_set(&whose("table"), compared.table.as_deref(), names(state.tables[at]), game);
        let [bad, good] = state.favors[at];
        let favors = |list: &[i32]| format!("{list:?}");
        all.compare(&whose("favors"), compared.favors.as_deref().map(favors), favors(&[good.into(), bad.into()]));
        let vp = self.data.day().map_or(0, |day| i32::from(position.vp(day, seat)));
        all.compare(&whose("VP"), compared.vp, vp);
        let identity = self.data.identities.get(state.identities.held[at] as usize).map_or("none", |i| &i.name);
        let mission = self.data.missions.get(state.missions.held[at] as usize).map_or("none", |m| &m.name);
        all.compare(&whose("identity"), compared.identity.as_deref(), identity);
        all.compare(&whose("mission"), compared.mission.as_deref(), mission);
    }
}

impl MatchData {
    /// Names of cards in the order in which chance asks for them: main deck, identities, missions.
    pub(in crate::games) fn card_names(&self) -> impl Iterator<Item = String> + '_ {
        let main = self.defs.iter().map(|d| &d.name);
        main.chain(self.identities.iter().map(|i| &i.name)).chain(self.missions.iter().map(|m| &m.name)).cloned()
    }
}
