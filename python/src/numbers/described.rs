//! Games whose rules are data: the numbers follow from the program.

use catalog::GameData;
use engine::described::Described;
use engine::described::encoding::{ActionNumbers, NumberRows, ObservationNumbers, OutsideNumbers};
use engine::kernel::rules::Rules;

use super::{NumberField, Numbered};

/// The numbers of a match.
pub struct Plan {
    actions: ActionNumbers,
    observation: ObservationNumbers,
    /// The card of each slot, copies with their place.
    slots: Vec<String>,
}

impl<const W: usize> Numbered for Described<W> {
    type Plan = Plan;

    fn plan(&self, game: &GameData, _: usize) -> Result<Plan, OutsideNumbers> {
        let cards = self.slot_cards();
        let name = |at: usize| {
            let name = &game.card(cards[at]).name;
            let copy = cards[..at].iter().filter(|ix| **ix == cards[at]).count();
            let alone = cards.iter().filter(|ix| **ix == cards[at]).count() == 1;
            if alone { name.clone() } else { format!("{name} #{}", copy + 1) }
        };
        Ok(Plan {
            slots: (0..cards.len()).map(name).collect(),
            actions: self.action_numbers()?,
            observation: self.observation_numbers(),
        })
    }

    fn action_count(plan: &Plan) -> usize {
        plan.actions.size as usize
    }

    #[inline]
    fn number_actions(
        &self,
        plan: &Plan,
        state: &Self::State,
        legal: &[Self::Action],
        out: &mut Vec<u32>,
    ) -> Result<(), OutsideNumbers> {
        Described::number_actions(self, &plan.actions, state, legal, out)
    }

    fn describe_action(&self, plan: &Plan, number: u32) -> Option<String> {
        let block = plan.actions.blocks.iter().rev().find(|block| block.first <= number && block.size() > 0)?;
        let mut at = u64::from(number - block.first);
        if at >= block.size() {
            return None;
        }
        let mut take = |size: u64| {
            let part = at % size;
            at /= size;
            part
        };
        let seat = (block.seats > 0).then(|| take(block.seats.into()));
        let word = (!block.words.is_empty()).then(|| take(block.words.len() as u64));
        let value = (block.numbers.1 > 0).then(|| i64::from(block.numbers.0) + take(block.numbers.1.into()) as i64);
        let slots = plan.slots.len() as u64;
        let slot = |at: u64| plan.slots.get(at as usize).map_or("?", String::as_str);
        let mut text = block.id.clone();
        match block.count {
            0 => {}
            1 => text += &format!(" {}", slot(at)),
            2 if block.on => text += &format!(" {} for {}", slot(at / slots), slot(at % slots)),
            2 => {
                let high = (1..slots).rev().find(|high| high * (high - 1) / 2 <= at).unwrap_or(1);
                text += &format!(" {} and {}", slot(at - high * (high - 1) / 2), slot(high));
            }
            3 => {
                let below = |high: u64| high * (high - 1) * (high.max(2) - 2) / 6;
                let high = (2..slots).rev().find(|high| below(*high) <= at).unwrap_or(2);
                let rest = at - below(high);
                let middle = (1..high).rev().find(|middle| middle * (middle - 1) / 2 <= rest).unwrap_or(1);
                let low = rest - middle * (middle - 1) / 2;
                text += &format!(" {}, {} and {}", slot(low), slot(middle), slot(high));
            }
            _ => text += &format!(" meld {at}"),
        }
        if let Some(value) = value {
            text += &format!(" {value}");
        }
        if let Some(word) = word {
            text += &format!(" word {word}");
        }
        if let Some(seat) = seat {
            text += &format!(" seat {seat}");
        }
        Some(text)
    }

    fn fields(&self, plan: &Plan, _: &GameData) -> Vec<NumberField> {
        let zone = |(title, of_seat, owner): (String, bool, u8)| match of_seat {
            true => format!("{title} of seat {owner}"),
            false => title,
        };
        let zones: Vec<String> = self.zone_titles().into_iter().map(zone).collect();
        let seats: Vec<String> = (0..self.seats()).map(|seat| format!("seat {seat}")).collect();
        let mut first = 0;
        let field = |group: &engine::described::encoding::NumberGroup| {
            let count = group.count as usize;
            let rows = match group.rows {
                NumberRows::One => Vec::new(),
                NumberRows::Seats => seats.clone(),
                NumberRows::Zones => zones.clone(),
                NumberRows::Cards => plan.slots.clone(),
            };
            first += count;
            NumberField { name: group.name.clone(), first: first - count, count, categories: group.categories, rows }
        };
        plan.observation.groups.iter().map(field).collect()
    }

    fn observation_size(plan: &Plan) -> usize {
        plan.observation.size as usize
    }

    fn observe_numbers(
        &self,
        plan: &Plan,
        state: &Self::State,
        seat: u8,
        out: &mut [i32],
    ) -> Result<(), OutsideNumbers> {
        Described::observe_numbers(self, &plan.observation, state, seat, out);
        Ok(())
    }

    fn has_payoff(&self) -> bool {
        self.is_scored()
    }
}
