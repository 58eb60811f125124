//! Chron X: a card is named by its owner and its place in the owner's list.

use catalog::GameData;
use engine::described::encoding::OutsideNumbers;
use engine::games::chronx::{Action, ChronX, NONE, SLOTS};
use engine::kernel::rules::{Actor, NullSink, Rules};
use formats::rng::Seed;

use super::blocks::Blocks;
use super::{NumberField, Numbered, SeenNumbers};

/// Abilities of a card that are counted, and ways of an effect.
const WAYS: u32 = 8;
/// Amounts of damage, from 0, and abilities that wait to be put in order.
const AMOUNTS: u32 = 64;

/// The place of the last kind.
const GAIN: usize = 28;

/// The numbers of a match.
pub struct Plan {
    actions: Blocks,
    names: Vec<String>,
    seen: SeenNumbers,
}

impl<const N: usize> Numbered for ChronX<N> {
    type Plan = Plan;

    fn plan(&self, game: &GameData, cards: usize) -> Result<Plan, OutsideNumbers> {
        let seats = u32::from(self.seats());
        let ids = seats * SLOTS as u32;
        let mut actions = Blocks::default();
        for (name, sizes) in [
            ("play", &[ids, WAYS][..]),
            ("use", &[ids, WAYS]),
            ("use the city", &[WAYS]),
            ("attack with", &[ids]),
            ("ambush with", &[ids]),
            ("assault with", &[ids]),
            ("take control with", &[ids]),
            ("join with", &[ids]),
            ("done", &[]),
            ("block with", &[ids]),
            ("choose", &[ids + 1]),
            ("seat", &[seats]),
            ("pay with resource", &[16]),
            ("deal", &[AMOUNTS]),
            ("way", &[WAYS]),
            ("next", &[AMOUNTS]),
            ("destroy a control point of seat", &[seats]),
            ("in city", &[16]),
            ("take Power", &[]),
            ("take resources", &[]),
            ("keep", &[]),
            ("put under", &[]),
            ("yes", &[]),
            ("no", &[]),
            ("pass", &[]),
            ("end", &[]),
            ("end anyway", &[]),
            ("resume", &[]),
            ("gain a control point", &[]),
        ] {
            actions.add(name, sizes);
        }
        let start = self.start(Seed::from_number(0), None, &mut NullSink);
        let names = (0..ids).map(|id| self.def(&start, id as u8).name.clone()).collect();
        Ok(Plan { actions, names, seen: SeenNumbers::new(game, self.seats(), cards) })
    }

    fn action_count(plan: &Plan) -> usize {
        plan.actions.size()
    }

    fn number_actions(
        &self,
        plan: &Plan,
        state: &Self::State,
        legal: &[Action],
        out: &mut Vec<u32>,
    ) -> Result<(), OutsideNumbers> {
        out.clear();
        for action in legal {
            let (kind, one, two) = match *action {
                // One word of the engine for two things: a point of one's own is gained, another one's destroyed.
                Action::Point(seat) if self.actor(state) == Actor::Seat(seat) => (GAIN, 0, 0),
                other => parts(other),
            };
            // No card stands behind all cards.
            let one = if kind == 10 && one == u32::from(NONE) { plan.names.len() as u32 } else { one };
            out.push(plan.actions.number(kind, [one, two, 0])?);
        }
        Ok(())
    }

    fn describe_action(&self, plan: &Plan, number: u32) -> Option<String> {
        let (name, [one, two, _]) = plan.actions.parts(number)?;
        let card = |id: u32| plan.names.get(id as usize).map_or("nothing".into(), |name| format!("{name} ({id})"));
        Some(match name {
            "play" | "use" => format!("{name} {}, ability {two}", card(one)),
            "attack with" | "ambush with" | "assault with" | "take control with" | "join with" | "block with"
            | "choose" => format!("{name} {}", card(one)),
            "use the city"
            | "seat"
            | "pay with resource"
            | "deal"
            | "way"
            | "next"
            | "destroy a control point of seat"
            | "in city" => {
                format!("{name} {one}")
            }
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

/// The kind of an action, in the order of the blocks, and what it is about.
fn parts(action: Action) -> (usize, u32, u32) {
    use Action as A;
    match action {
        A::Play(id, way) => (0, id.into(), way.into()),
        A::Use(id, at) => (1, id.into(), at.into()),
        A::City(at) => (2, at.into(), 0),
        A::Attack(id) => (3, id.into(), 0),
        A::Ambush(id) => (4, id.into(), 0),
        A::Assault(id) => (5, id.into(), 0),
        A::Control(id) => (6, id.into(), 0),
        A::Join(id) => (7, id.into(), 0),
        A::Done => (8, 0, 0),
        A::Block(id) => (9, id.into(), 0),
        A::Choose(id) => (10, id.into(), 0),
        A::Seat(seat) => (11, seat.into(), 0),
        A::Pay(resource) => (12, resource.into(), 0),
        A::Deal(amount) => (13, amount.into(), 0),
        A::Way(at) => (14, at.into(), 0),
        A::Next(at) => (15, at.into(), 0),
        A::Point(seat) => (16, seat.into(), 0),
        A::In(city) => (17, city.into(), 0),
        A::TakePower => (18, 0, 0),
        A::TakeResources => (19, 0, 0),
        A::Keep => (20, 0, 0),
        A::Under => (21, 0, 0),
        A::Yes => (22, 0, 0),
        A::No => (23, 0, 0),
        A::Pass => (24, 0, 0),
        A::End => (25, 0, 0),
        A::EndAnyway => (26, 0, 0),
        A::Resume => (27, 0, 0),
    }
}
