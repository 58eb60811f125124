//! Numbers and words of the cards of a match, as columns that are looked up.

use catalog::card::Card;
use catalog::{CardIx, GameData};

use super::cards::Cards;
use super::evaluate::holds;
use super::expression::Operator;
use super::program::{Column, Program, WordSource, Worth};

/// A number of each card.
#[derive(Debug)]
pub(super) struct ColumnData<const W: usize> {
    pub(super) numbers: Vec<i32>,
    /// Cards that have the number at all.
    pub(super) has: Cards<W>,
    /// Every number that a card has, once, from the least up.
    pub(super) values: Vec<i32>,
    /// The least number, and for it and each one above the cards with as much or more, if they are not too many.
    least: i32,
    at_least: Vec<Cards<W>>,
}

/// The widest range of numbers for which cards are looked up instead of compared.
const WIDEST: i32 = 1_024;

impl<const W: usize> ColumnData<W> {
    pub(super) fn new(numbers: Vec<Option<i32>>) -> ColumnData<W> {
        let mut has = Cards::EMPTY;
        (0..).zip(&numbers).filter(|(_, n)| n.is_some()).for_each(|(card, _)| has.insert(card));
        let known = || numbers.iter().flatten().copied();
        let (least, most) = (known().min().unwrap_or(0), known().max().unwrap_or(0));
        let mut at_least = Vec::new();
        if most.saturating_sub(least) <= WIDEST {
            for n in least..=most + 1 {
                let mut cards = Cards::EMPTY;
                let fitting = (0..).zip(&numbers).filter(|(_, number)| number.is_some_and(|number| number >= n));
                fitting.for_each(|(card, _)| cards.insert(card));
                at_least.push(cards);
            }
        }
        let mut values: Vec<i32> = known().collect();
        values.sort_unstable();
        values.dedup();
        let numbers = numbers.into_iter().map(Option::unwrap_or_default).collect();
        ColumnData { numbers, has, values, least, at_least }
    }

    #[inline]
    pub(super) fn number(&self, card: u16) -> i32 {
        self.numbers[usize::from(card)]
    }

    #[inline]
    pub(super) fn with_at_least(&self, n: i32) -> Cards<W> {
        let place = n.saturating_sub(self.least).clamp(0, self.at_least.len() as i32 - 1);
        self.at_least[place as usize]
    }

    /// Those of some cards whose number compares so.
    #[inline]
    pub(super) fn compared(&self, cards: Cards<W>, operator: Operator, n: i32) -> Cards<W> {
        let cards = cards.and(&self.has);
        if self.at_least.is_empty() {
            let mut left = cards;
            for card in cards.iter().filter(|card| !holds(operator, self.number(*card), n)) {
                left.remove(card);
            }
            return left;
        }
        let above = |n: i32| self.with_at_least(n.saturating_add(1));
        match operator {
            Operator::AtLeast => cards.and(&self.with_at_least(n)),
            Operator::More => cards.and(&above(n)),
            Operator::Less => cards.without(&self.with_at_least(n)),
            Operator::AtMost => cards.without(&above(n)),
            Operator::Equal => cards.and(&self.with_at_least(n)).without(&above(n)),
            _ => cards.without(&self.with_at_least(n).without(&above(n))),
        }
    }
}

impl WordSource {
    /// The word that a card has, if it has just one.
    pub(super) fn word_of<'a>(self, game: &'a GameData, card: &'a Card) -> Option<&'a str> {
        match self {
            WordSource::Field(field) => card.text_in(field),
            WordSource::Faction => {
                let mut factions = game.factions_of(card.factions);
                factions.next().filter(|_| factions.next().is_none()).map(|faction| faction.name.as_str())
            }
            WordSource::Type => match card.types.as_slice() {
                [only] => Some(game.types[usize::from(*only)].name.as_str()),
                _ => None,
            },
        }
    }
}

/// The numbers of the cards in every column.
pub(super) fn numbers_of(game: &GameData, program: &Program, cards: &[CardIx]) -> Vec<Vec<Option<i32>>> {
    let mut all: Vec<Vec<Option<i32>>> = Vec::new();
    for column in &program.columns {
        let number = |at: usize| {
            let card = game.card(cards[at]);
            match column {
                Column::Field(field) => card.number_in(*field),
                Column::Text(source, texts) => {
                    let text = source.word_of(game, card)?;
                    texts.iter().position(|t| t == text).map(|at| at as i32)
                }
                Column::Value(cases) => {
                    let fitting = cases.iter().find(|(query, _)| query.matches(card));
                    Some(match fitting {
                        Some((_, Worth::Number(n))) => *n,
                        Some((_, Worth::Column(column, plus))) => {
                            all[usize::from(*column)][at].unwrap_or_default().saturating_add(*plus)
                        }
                        None => 0,
                    })
                }
            }
        };
        let numbers = (0..cards.len()).map(number).collect();
        all.push(numbers);
    }
    all
}
