//! A number for each thing that can be done in a match.

use super::super::cards::Cards;
use super::super::expression::Expression;
use super::super::melds::MELD;
use super::super::program::{MOST, Program};
use super::super::{Choice, Described, MatchData, State, slots};
use super::first_slots;

/// Something that cannot be numbered, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct OutsideNumbers(pub String);

/// The numbers of an action of the program: all ways to choose for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActionBlock {
    /// The action's name in the data.
    pub id: String,
    /// The first number.
    pub first: u32,
    /// Ways to choose cards: 1 where none are chosen.
    pub cards: u32,
    /// How many cards are chosen: 0 to 3, the second one of two being another card *for* the first if `on`; 255 for a meld.
    pub count: u8,
    /// Whether the second card is chosen for the first.
    pub on: bool,
    /// The least number that is chosen, and how many there are.
    pub numbers: (i32, u32),
    /// The words that are chosen from, as the match numbers them; empty without.
    pub words: Vec<i32>,
    /// Seats that are chosen from; 0 without.
    pub seats: u32,
}

impl ActionBlock {
    /// How many numbers it has.
    pub fn size(&self) -> u64 {
        let (words, seats) = (self.words.len().max(1) as u64, u64::from(self.seats.max(1)));
        u64::from(self.cards) * u64::from(self.numbers.1.max(1)) * words * seats
    }
}

/// The numbers of all that can be done in a match, block by block.
#[derive(Debug, Clone)]
pub struct ActionNumbers {
    /// A block for each action of the program, in its order.
    pub blocks: Vec<ActionBlock>,
    /// How many numbers there are.
    pub size: u32,
    first_slots: Vec<u16>,
    card_count: u32,
}

/// Numbers of a match at most.
const MOST_ACTIONS: u64 = 1 << 30;

impl<const W: usize> Described<W> {
    /// Numbers for all that can be done.
    ///
    /// # Errors
    /// If there are too many.
    pub fn action_numbers(&self) -> Result<ActionNumbers, OutsideNumbers> {
        let data = &self.data;
        let cards = u64::from(data.layout.cards);
        let mut blocks = Vec::new();
        let mut first = 0_u64;
        for action in &data.program.actions {
            let ways = match (action.cards.is_empty(), action.count) {
                (true, _) => 1,
                (_, MELD) => data.meld_count() as u64,
                // The cards that it can be for are counted in a row with the first one.
                (_, 1) if action.on.is_some() => cards * cards,
                (_, 1) => cards,
                (_, 2) => cards * cards.saturating_sub(1) / 2,
                _ => cards * cards.saturating_sub(1) * cards.saturating_sub(2) / 6,
            };
            let numbers = action.number.as_ref().map_or((0, 0), |(least, most)| {
                let low = range(&data.program, least).map_or(0, |(low, _)| low);
                // Where the data does not say how far it goes, there is a number for each card.
                let high = range(&data.program, most).map_or(low + i32::from(data.layout.cards), |(_, high)| high);
                (low, (high - low + 1).max(1) as u32)
            });
            let words = action.word.as_ref().map_or(Vec::new(), |(column, _)| data.column_values(*column));
            let block = ActionBlock {
                id: action.id.clone(),
                first: first as u32,
                cards: ways.try_into().unwrap_or(u32::MAX),
                count: match action.cards.is_empty() {
                    true => 0,
                    false if action.on.is_some() => 2,
                    false => action.count,
                },
                on: action.on.is_some(),
                numbers,
                words,
                seats: if action.seat.is_some() { data.layout.seats.into() } else { 0 },
            };
            first = first.saturating_add(block.size());
            if first > MOST_ACTIONS {
                return Err(OutsideNumbers(format!("`{}` can be done in too many ways to number them", action.id)));
            }
            blocks.push(block);
        }
        let (first_slots, card_count) = (first_slots(data), data.layout.cards.into());
        Ok(ActionNumbers { blocks, size: first as u32, first_slots, card_count })
    }

    /// The numbers of legal actions of the seat that decides, in their order.
    ///
    /// # Errors
    /// If one of them has none.
    pub fn number_actions(
        &self,
        numbers: &ActionNumbers,
        state: &State<W>,
        legal: &[Choice],
        out: &mut Vec<u32>,
    ) -> Result<(), OutsideNumbers> {
        out.clear();
        let seat = state.slot(slots::YOU) as u8;
        let mut known = Cards::EMPTY;
        if self.data.has_copies {
            // What the rules offer by name is known, wherever it lies.
            let offered =
                legal.iter().fold(Cards::EMPTY, |all: Cards<W>, choice| all.or(&self.data.chosen_set(*choice)));
            known = self.data.known_cards(state, seat).or(&offered);
        }
        for choice in legal {
            out.push(self.number(numbers, &known, *choice)?);
        }
        Ok(())
    }

    #[inline]
    fn number(&self, numbers: &ActionNumbers, known: &Cards<W>, choice: Choice) -> Result<u32, OutsideNumbers> {
        let block = &numbers.blocks[usize::from(choice.action)];
        let slot = |at: usize| u32::from(self.data.slot_of(&numbers.first_slots, known, choice.cards[at]));
        let mut at = match choice.count {
            0 => 0,
            1 => slot(0),
            MELD => choice.cards[1].into(),
            2 if block.on => slot(0) * numbers.card_count + slot(1),
            2 => pair(slot(0), slot(1)),
            _ => triple([slot(0), slot(1), slot(2)]),
        };
        if block.numbers.1 > 0 {
            let number = i64::from(choice.number) - i64::from(block.numbers.0);
            match u32::try_from(number) {
                Ok(number) if number < block.numbers.1 => at = at * block.numbers.1 + number,
                _ => return Err(outside(block, format_args!("the number {}", choice.number))),
            }
        }
        if !block.words.is_empty() {
            let word = block.words.iter().position(|word| *word == choice.word);
            let word = word.ok_or_else(|| outside(block, format_args!("the word {}", choice.word)))?;
            at = at * block.words.len() as u32 + word as u32;
        }
        if block.seats > 0 {
            at = at * block.seats + choice.seat.max(0) as u32;
        }
        Ok(block.first + at)
    }
}

fn outside(block: &ActionBlock, what: std::fmt::Arguments<'_>) -> OutsideNumbers {
    OutsideNumbers(format!("`{}` is done with {what}, which has no number", block.id))
}

/// The place of two different slots among all pairs.
fn pair(one: u32, other: u32) -> u32 {
    let (low, high) = (one.min(other), one.max(other));
    high * high.saturating_sub(1) / 2 + low
}

/// The place of three different slots among all triples.
fn triple(mut slots: [u32; 3]) -> u32 {
    slots.sort_unstable();
    let [low, middle, high] = slots.map(u64::from);
    let below = high * high.saturating_sub(1) * high.saturating_sub(2) / 6;
    (below + middle * middle.saturating_sub(1) / 2 + low) as u32
}

/// The least and the most that a number can be, where the data says so.
fn range(program: &Program, number: &Expression) -> Option<(i32, i32)> {
    let counter = |at: u16| {
        let counter = &program.counters[usize::from(at)];
        (counter.most < MOST && counter.least > -MOST).then_some((counter.least, counter.most))
    };
    match number {
        Expression::Number(number) => Some((*number, *number)),
        Expression::Table(at) | Expression::OfSeat(at, _) => counter(*at),
        Expression::Option(at) => program.options.get(usize::from(*at)).map(|option| (option.value, option.value)),
        Expression::Formula(at, _) => range(program, &program.formulas[usize::from(*at)].value),
        Expression::If(parts) => {
            let ((one_low, one_high), (low, high)) = (range(program, &parts[1])?, range(program, &parts[2])?);
            Some((low.min(one_low), high.max(one_high)))
        }
        _ => None,
    }
}

impl<const W: usize> MatchData<W> {
    fn column_values(&self, column: u16) -> Vec<i32> {
        self.columns[usize::from(column)].values.clone()
    }

    fn meld_count(&self) -> usize {
        self.melds.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_triples_are_numbered_without_gaps() {
        let pairs: Vec<u32> = (0..9).flat_map(|high| (0..high).map(move |low| pair(high, low))).collect();
        assert_eq!(pairs, (0..36).collect::<Vec<_>>());
        let mut triples: Vec<u32> = Vec::new();
        for high in 0..9 {
            (0..high).for_each(|middle| triples.extend((0..middle).map(|low| triple([middle, high, low]))));
        }
        assert_eq!(triples, (0..84).collect::<Vec<_>>());
    }
}
