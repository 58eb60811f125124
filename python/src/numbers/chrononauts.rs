//! Chrononauts, Artifaxx, Solonauts and The Emperor's Star: cards are named by what they are, so that copies are alike.

use catalog::GameData;
use engine::described::encoding::OutsideNumbers;
use engine::games::chrononauts::{Action, Chrononauts, TradeItem};
use engine::games::chrononauts::{Def, SEATS, Target};
use engine::games::emperors_star::Star;
use engine::games::solonauts::{self, Solonauts};
use engine::kernel::rules::Rules;

use super::blocks::Blocks;
use super::{NumberField, Numbered, SeenNumbers};

/// Cards of a TimeLine at most: a position keeps them in a word of 64 bits.
const CELLS: u32 = 64;

/// The numbers of a match.
pub struct Plan {
    actions: Blocks,
    names: Vec<String>,
    defs: u32,
    seats: u32,
    seen: SeenNumbers,
}

impl Plan {
    fn new(game: &GameData, days: &[&[Def]], seats: u8, cards: usize) -> Plan {
        let defs = days.iter().map(|defs| defs.len()).max().unwrap_or(0) as u32;
        let name = |at: usize| {
            let names: Vec<&str> = days.iter().filter_map(|defs| Some(defs.get(at)?.name.as_str())).collect();
            let same = names.iter().all(|name| *name == names[0]);
            if same { names[0].to_owned() } else { names.join(" / ") }
        };
        let names = (0..defs as usize).map(name).collect();
        let seats_count = u32::from(seats);
        // Nothing, a Linchpin, a seat, a card on a table, one of the discard pile, one that is named.
        let targets = 1 + CELLS + seats_count + seats_count * defs + defs + defs;
        let items = 2 + defs + defs + 1;
        let mut actions = Blocks::default();
        for (name, sizes) in [
            ("draw", &[][..]),
            ("play", &[defs, targets]),
            ("discard", &[defs]),
            ("exchange", &[defs]),
            ("answer with", &[defs]),
            ("pass", &[]),
            ("take", &[defs]),
            ("done", &[]),
            ("keep", &[]),
            ("replace", &[]),
            ("claim", &[]),
            ("offer a trade to seat", &[SEATS as u32]),
            ("ask for", &[items]),
            ("give", &[items]),
            ("propose", &[]),
            ("withdraw", &[]),
            ("accept", &[]),
            ("refuse", &[]),
            ("pass on", &[defs]),
            ("bonus", &[targets]),
            ("put on the pile", &[defs]),
            ("drop", &[defs]),
            ("refill", &[]),
        ] {
            actions.add(name, sizes);
        }
        Plan { actions, names, defs, seats: seats_count, seen: SeenNumbers::new(game, seats, cards) }
    }

    fn target(&self, target: Target) -> u32 {
        let on_tables = 1 + CELLS + self.seats;
        let in_pile = on_tables + self.seats * self.defs;
        match target {
            Target::None => 0,
            Target::Cell(cell) => 1 + u32::from(cell),
            Target::Seat(seat) => 1 + CELLS + u32::from(seat),
            Target::Table(seat, def) => on_tables + u32::from(seat) * self.defs + u32::from(def),
            Target::Pile(def) => in_pile + u32::from(def),
            Target::Named(def) => in_pile + self.defs + u32::from(def),
        }
    }

    fn target_text(&self, target: u32) -> String {
        let name = |def: u32| self.names.get(def as usize).map_or("?", String::as_str);
        let on_tables = 1 + CELLS + self.seats;
        let in_pile = on_tables + self.seats * self.defs;
        match target {
            0 => "nothing".into(),
            at if at <= CELLS => format!("the TimeLine's card {}", at - 1),
            at if at < on_tables => format!("seat {}", at - 1 - CELLS),
            at if at < in_pile => {
                let (seat, def) = ((at - on_tables) / self.defs, (at - on_tables) % self.defs);
                format!("{} of seat {seat}", name(def))
            }
            at if at < in_pile + self.defs => format!("{} of the discard pile", name(at - in_pile)),
            at => name(at - in_pile - self.defs).to_owned(),
        }
    }

    fn item(&self, item: TradeItem) -> u32 {
        match item {
            TradeItem::Favor(good) => good.into(),
            TradeItem::Artifact(def) => 2 + u32::from(def),
            TradeItem::Card(def) => 2 + self.defs + u32::from(def),
            TradeItem::Promise => 2 + 2 * self.defs,
        }
    }

    fn item_text(&self, item: u32) -> String {
        let name = |def: u32| self.names.get(def as usize).map_or("?", String::as_str);
        match item {
            0 => "a negative favor".into(),
            1 => "a positive favor".into(),
            at if at < 2 + self.defs => format!("{} of the table", name(at - 2)),
            at if at < 2 + 2 * self.defs => format!("{} of the hand", name(at - 2 - self.defs)),
            _ => "a promise".into(),
        }
    }

    fn number(&self, action: Action) -> Result<u32, OutsideNumbers> {
        let (kind, one, two) = match action {
            Action::Draw => (0, 0, 0),
            Action::Play(def, target) => (1, def.into(), self.target(target)),
            Action::Discard(def) => (2, def.into(), 0),
            Action::Exchange(def) => (3, def.into(), 0),
            Action::Memo(def) => (4, def.into(), 0),
            Action::Pass => (5, 0, 0),
            Action::Take(def) => (6, def.into(), 0),
            Action::Done => (7, 0, 0),
            Action::Keep => (8, 0, 0),
            Action::Replace => (9, 0, 0),
            Action::Claim => (10, 0, 0),
            Action::Offer(seat) => (11, seat.into(), 0),
            Action::Ask(item) => (12, self.item(item), 0),
            Action::Give(item) => (13, self.item(item), 0),
            Action::Propose => (14, 0, 0),
            Action::Withdraw => (15, 0, 0),
            Action::Accept => (16, 0, 0),
            Action::Refuse => (17, 0, 0),
            Action::Hand(def) => (18, def.into(), 0),
            Action::Bonus(target) => (19, self.target(target), 0),
            Action::Put(def) => (20, def.into(), 0),
        };
        self.actions.number(kind, [one, two, 0])
    }

    fn solitaire_number(&self, action: solonauts::Action) -> Result<u32, OutsideNumbers> {
        let (kind, one, two) = match action {
            solonauts::Action::Play(def, target) => (1, def.into(), self.target(target)),
            solonauts::Action::Discard(def) => (2, def.into(), 0),
            solonauts::Action::Drop(def) => (21, def.into(), 0),
            solonauts::Action::Refill => (22, 0, 0),
        };
        self.actions.number(kind, [one, two, 0])
    }

    fn describe(&self, number: u32) -> Option<String> {
        let (kind, [one, two, _]) = self.actions.parts(number)?;
        let name = |def: u32| self.names.get(def as usize).map_or("?", String::as_str);
        Some(match kind {
            "play" if two == 0 => format!("play {}", name(one)),
            "play" => format!("play {} on {}", name(one), self.target_text(two)),
            "discard" | "exchange" | "answer with" | "take" | "pass on" | "put on the pile" | "drop" => {
                format!("{kind} {}", name(one))
            }
            "offer a trade to seat" => format!("{kind} {one}"),
            "ask for" | "give" => format!("{kind} {}", self.item_text(one)),
            "bonus" => format!("bonus on {}", self.target_text(one)),
            _ => kind.to_owned(),
        })
    }
}

/// The same for each of the three.
macro_rules! numbered {
    ($rules:ty, $days:expr, $number:ident) => {
        impl Numbered for $rules {
            type Plan = Plan;

            fn plan(&self, game: &GameData, cards: usize) -> Result<Plan, OutsideNumbers> {
                let days: fn(&$rules) -> Vec<&[Def]> = $days;
                Ok(Plan::new(game, &days(self), self.seats(), cards))
            }

            fn action_count(plan: &Plan) -> usize {
                plan.actions.size()
            }

            fn number_actions(
                &self,
                plan: &Plan,
                _: &Self::State,
                legal: &[Self::Action],
                out: &mut Vec<u32>,
            ) -> Result<(), OutsideNumbers> {
                out.clear();
                for action in legal {
                    out.push(plan.$number(*action)?);
                }
                Ok(())
            }

            fn describe_action(&self, plan: &Plan, number: u32) -> Option<String> {
                plan.describe(number)
            }

            fn fields(&self, plan: &Plan, _: &GameData) -> Vec<NumberField> {
                plan.seen.fields()
            }

            fn observation_size(plan: &Plan) -> usize {
                plan.seen.size()
            }

            fn observe_numbers(
                &self,
                plan: &Plan,
                state: &Self::State,
                seat: u8,
                out: &mut [i32],
            ) -> Result<(), OutsideNumbers> {
                plan.seen.write(&self.observation(state, Some(seat)), out)
            }
        }
    };
}

numbered!(Chrononauts, |rules| vec![rules.data().defs()], number);
numbered!(Solonauts, |rules| vec![rules.data().defs()], solitaire_number);
numbered!(Star, |rules| rules.days().iter().map(|day| day.data().defs()).collect(), number);
