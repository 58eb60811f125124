//! Afrika: a card is named by its owner and its place in the owner's list; players and what waits on the stack follow behind.

use catalog::GameData;
use engine::described::encoding::OutsideNumbers;
use engine::games::afrika::{Action, Afrika, ENERGIES, ITEM, Id, NONE, PLAYER, SLOTS};
use engine::kernel::rules::Rules;

use super::blocks::Blocks;
use super::{NumberField, Numbered, SeenNumbers};

/// Abilities of a card that are counted, and ways of an effect.
const WAYS: u32 = 12;
/// What waits on the stack.
const STACK: u32 = 64;
/// Amounts, from 0.
const AMOUNTS: u32 = 256;

/// The numbers of a match.
pub struct Plan {
    actions: Blocks,
    seats: u32,
    ids: u32,
    seen: SeenNumbers,
}

impl Plan {
    /// A card, a player, something that waits, or nothing.
    fn thing(&self, id: Id) -> u32 {
        match id {
            NONE => self.ids + self.seats + STACK,
            PLAYER.. => self.ids + u32::from(id - PLAYER),
            ITEM.. => self.ids + self.seats + u32::from(id - ITEM),
            _ => id.into(),
        }
    }
}

impl<const N: usize, const B: usize> Numbered for Afrika<N, B> {
    type Plan = Plan;

    fn plan(&self, game: &GameData, cards: usize) -> Result<Plan, OutsideNumbers> {
        let seats = u32::from(self.seats());
        let ids = seats * SLOTS as u32;
        let things = ids + seats + STACK + 1;
        let mut actions = Blocks::default();
        for (name, sizes) in [
            ("keep", &[][..]),
            ("mulligan", &[]),
            ("play", &[ids, WAYS]),
            ("use", &[ids, WAYS]),
            ("equip", &[ids]),
            ("travel with", &[ids]),
            ("roll", &[]),
            ("attack", &[things]),
            ("block", &[things]),
            ("stay", &[]),
            ("choose", &[things]),
            ("seat", &[seats]),
            ("done", &[]),
            ("place", &[seats, 8]),
            ("X", &[AMOUNTS]),
            ("deal", &[AMOUNTS]),
            ("next", &[AMOUNTS]),
            ("way", &[WAYS]),
            ("charge", &[ids, ENERGIES as u32 + 1]),
            ("pay", &[]),
            ("yes", &[]),
            ("no", &[]),
            ("pass", &[]),
        ] {
            actions.add(name, sizes);
        }
        Ok(Plan { actions, seats, ids, seen: SeenNumbers::new(game, self.seats(), cards) })
    }

    fn action_count(plan: &Plan) -> usize {
        plan.actions.size()
    }

    fn number_actions(
        &self,
        plan: &Plan,
        _: &Self::State,
        legal: &[Action],
        out: &mut Vec<u32>,
    ) -> Result<(), OutsideNumbers> {
        use Action as A;
        out.clear();
        for action in legal {
            let (kind, one, two) = match *action {
                A::Keep => (0, 0, 0),
                A::Mulligan => (1, 0, 0),
                A::Play(id, way) => (2, id.into(), way.into()),
                A::Use(id, at) => (3, id.into(), at.into()),
                A::Equip(id) => (4, id.into(), 0),
                A::Travel(id) => (5, id.into(), 0),
                A::Roll => (6, 0, 0),
                A::Attack(id) => (7, plan.thing(id), 0),
                A::Block(id) => (8, plan.thing(id), 0),
                A::Stay => (9, 0, 0),
                A::Choose(id) => (10, plan.thing(id), 0),
                A::Seat(seat) => (11, seat.into(), 0),
                A::Done => (12, 0, 0),
                A::Place(seat, at) => (13, seat.into(), at.into()),
                A::X(x) => (14, x.into(), 0),
                A::Deal(amount) => (15, amount.into(), 0),
                A::Next(at) => (16, at.into(), 0),
                A::Way(at) => (17, at.into(), 0),
                A::Charge(id, energy) => (18, id.into(), energy.into()),
                A::Auto => (19, 0, 0),
                A::Yes => (20, 0, 0),
                A::No => (21, 0, 0),
                A::Pass => (22, 0, 0),
            };
            out.push(plan.actions.number(kind, [one, two, 0])?);
        }
        Ok(())
    }

    fn describe_action(&self, plan: &Plan, number: u32) -> Option<String> {
        let (name, [one, two, _]) = plan.actions.parts(number)?;
        let thing = |at: u32| match at {
            at if at < plan.ids => format!("card {} of seat {}", at % SLOTS as u32, at / SLOTS as u32),
            at if at < plan.ids + plan.seats => format!("the player at seat {}", at - plan.ids),
            at if at < plan.ids + plan.seats + STACK => format!("what waits at {}", at - plan.ids - plan.seats),
            _ => "nothing".into(),
        };
        Some(match name {
            "play" | "use" => format!("{name} {}, ability {two}", thing(one)),
            "charge" => format!("charge {} for energy {two}", thing(one)),
            "equip" | "travel with" | "attack" | "block" | "choose" => format!("{name} {}", thing(one)),
            "place" => format!("place {two} of seat {one}"),
            "seat" | "X" | "deal" | "next" | "way" => format!("{name} {one}"),
            _ => name.to_owned(),
        })
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
