//! Melds: cards that belong together, such as three of a rank or a run of a suit. All melds that the cards of a match can make are
//! listed when it is set up; which of them are in a hand, and what a hand is worth without them, is looked up in that list.
//!
//! What may be laid and when is not said here: rules of play say it with `deadwood`, `one meld of` and `count = "meld"`.

use super::MatchData;
use super::cards::Cards;
use super::choice::Choice;
use super::columns::ColumnData;
use super::evaluate::View;
use super::expression::{CardChoice, CardNumber};
use super::program::Action;

/// A kind of melds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeldRule {
    /// The columns in which its cards are equal.
    pub same: Vec<u16>,
    /// The column whose numbers follow each other, if it is a run.
    pub follow: Option<u16>,
    /// The columns in which no two of its cards are equal.
    pub differ: Vec<u16>,
    /// The fewest cards.
    pub least: u8,
    /// The most.
    pub most: u8,
}

/// [`Choice::count`] of a choice whose cards are a meld: the first card is the meld's first, the second number is which meld.
pub(super) const MELD: u8 = u8::MAX;
/// Melds of a match at most: two packs have fewer if runs have up to five cards.
pub(super) const MOST_MELDS: usize = 8_192;
/// Cards that are tried at most to find a match's melds.
const MOST_TRIED: u32 = 1 << 16;
/// Cards that one question about deadwood looks at, so that it ends whatever it asks about. Of one pack, eleven cards take 65 at
/// most and twenty some 1,000.
const MOST_SEARCHED: u32 = 8_192;

/// The melds that the cards of a match can make.
#[derive(Debug, Default)]
pub(super) struct Melds<const W: usize> {
    /// All of them, by their first card, then shorter ones first.
    all: Vec<Cards<W>>,
    /// For each card where those begin of which it is the first card; one more for the end.
    begin: Vec<u16>,
    /// There are more than are listed.
    pub(super) too_many: bool,
}

impl<const W: usize> Melds<W> {
    pub(super) fn new(rules: &[MeldRule], columns: &[ColumnData<W>], cards: u16) -> Melds<W> {
        let mut found = Vec::new();
        let mut too_many = false;
        for rule in rules {
            let mut finder = Finder { rule, columns, cards, tried: 0, found: &mut found };
            (0..cards).for_each(|card| finder.go_on(Cards::EMPTY, card));
            too_many |= finder.is_full();
        }
        let first = |meld: &Cards<W>| meld.first().unwrap_or(0);
        found.sort_by_key(|meld| (first(meld), meld.count(), meld.iter().collect::<Vec<u16>>()));
        found.dedup();
        let begin = (0..=cards).map(|card| found.partition_point(|meld| first(meld) < card) as u16).collect();
        Melds { all: found, begin, too_many }
    }

    /// Which melds begin with a card.
    fn from(&self, card: u16) -> std::ops::Range<u16> {
        match self.begin.get(usize::from(card)..usize::from(card) + 2) {
            Some(ends) => ends[0]..ends[1],
            None => 0..0,
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    fn meld(&self, at: u16) -> Cards<W> {
        self.all.get(usize::from(at)).copied().unwrap_or(Cards::EMPTY)
    }
}

/// Goes through the cards that can be laid side by side.
struct Finder<'a, const W: usize> {
    rule: &'a MeldRule,
    columns: &'a [ColumnData<W>],
    cards: u16,
    tried: u32,
    found: &'a mut Vec<Cards<W>>,
}

impl<const W: usize> Finder<'_, W> {
    fn is_full(&self) -> bool {
        self.tried > MOST_TRIED || self.found.len() > MOST_MELDS
    }

    /// Melds of these cards, this one, and others behind it.
    fn go_on(&mut self, before: Cards<W>, card: u16) {
        self.tried += 1;
        if self.is_full() || !self.fits(before, card) {
            return;
        }
        let mut meld = before;
        meld.insert(card);
        let count = meld.count();
        if count >= self.rule.least.into() {
            self.found.push(meld);
        }
        if count >= self.rule.most.into() {
            return;
        }
        match self.rule.follow {
            // A run goes up, wherever its cards stand in the pack.
            Some(column) => {
                let numbers = &self.columns[usize::from(column)];
                let above = numbers.number(card).saturating_add(1);
                let all = numbers.has.iter().filter(|next| numbers.number(*next) == above);
                all.for_each(|next| self.go_on(meld, next));
            }
            None => (card + 1..self.cards).for_each(|next| self.go_on(meld, next)),
        }
    }

    fn fits(&self, before: Cards<W>, card: u16) -> bool {
        let rule = self.rule;
        let column = |column: &u16| &self.columns[usize::from(*column)];
        let has_all = rule.same.iter().chain(&rule.follow).all(|name| column(name).has.has(card));
        let equal = |name: &u16, other: u16| column(name).number(other) == column(name).number(card);
        has_all
            && before.iter().all(|other| {
                rule.same.iter().all(|name| equal(name, other)) && !rule.differ.iter().any(|name| equal(name, other))
            })
    }
}

impl<const W: usize> MatchData<W> {
    /// The cards of a choice, in order.
    pub(super) fn chosen(&self, choice: Choice) -> impl Iterator<Item = u16> + use<W> {
        let meld = if choice.count == MELD { self.melds.meld(choice.cards[1]) } else { Cards::EMPTY };
        choice.cards().chain(meld.iter())
    }

    /// The same, as a set.
    pub(super) fn chosen_set(&self, choice: Choice) -> Cards<W> {
        if choice.count == MELD {
            return self.melds.meld(choice.cards[1]);
        }
        let mut cards = Cards::EMPTY;
        choice.cards[..usize::from(choice.count)].iter().for_each(|card| cards.insert(*card));
        cards
    }
}

impl<const W: usize> View<'_, W> {
    /// Shows every meld of some cards as a choice, until `see` has seen enough; whether it has.
    pub(super) fn each_meld(
        &self,
        action: &Action,
        plain: Choice,
        cards: Cards<W>,
        see: &mut dyn FnMut(&Action, Choice) -> bool,
    ) -> bool {
        let melds = &self.data.melds;
        cards.iter().any(|card| {
            melds.from(card).any(|at| {
                let meld = melds.meld(at);
                let there = meld.without(&cards).is_empty() && !(self.data.has_copies && self.has_twin(meld, cards));
                there && see(action, Choice { count: MELD, cards: [card, at, 0], ..plain })
            })
        })
    }

    /// Whether an earlier copy of one of the cards could be laid instead, so that the meld is listed with that.
    fn has_twin(&self, meld: Cards<W>, cards: Cards<W>) -> bool {
        let others = cards.without(&meld);
        meld.iter().any(|card| others.iter().take_while(|other| *other < card).any(|other| self.are_alike(other, card)))
    }

    /// Whether some cards are one meld, all of them.
    pub(super) fn is_meld(&self, cards: &CardChoice) -> bool {
        let (cards, melds) = (self.cards(cards), &self.data.melds);
        cards.first().is_some_and(|first| melds.from(first).any(|at| melds.meld(at) == cards))
    }

    /// The least sum of a number over the cards that are left when others have been laid as melds.
    pub(super) fn deadwood(&self, number: CardNumber, cards: &CardChoice) -> i32 {
        let cards = self.cards(cards);
        let all = cards.iter().map(|card| self.card_number(number, card).max(0)).fold(0, i32::saturating_add);
        let mut search = Search { view: self, number, left: MOST_SEARCHED, best: all };
        search.lay(cards, 0);
        search.best
    }
}

/// A search for the melds that leave least.
struct Search<'a, 'v, const W: usize> {
    view: &'a View<'v, W>,
    number: CardNumber,
    /// How many cards may be looked at yet.
    left: u32,
    best: i32,
}

impl<const W: usize> Search<'_, '_, W> {
    /// The first card is in one of the melds that begin with it, or it is left over.
    fn lay(&mut self, mut cards: Cards<W>, mut dead: i32) {
        let melds = &self.view.data.melds;
        while let Some(card) = cards.first() {
            if dead >= self.best || self.left == 0 {
                return;
            }
            self.left -= 1;
            for at in melds.from(card) {
                let meld = melds.meld(at);
                if meld.without(&cards).is_empty() {
                    self.lay(cards.without(&meld), dead);
                }
            }
            cards.remove(card);
            dead = dead.saturating_add(self.view.card_number(self.number, card).max(0));
        }
        self.best = self.best.min(dead);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rank and suit of each card of so many packs.
    fn packs(count: usize) -> Vec<ColumnData<2>> {
        let cards = || std::iter::repeat_n(0..52, count).flatten();
        vec![
            ColumnData::new(cards().map(|card| Some(card % 13 + 1)).collect()),
            ColumnData::new(cards().map(|card| Some(card / 13)).collect()),
        ]
    }

    fn rules(most: u8) -> [MeldRule; 2] {
        [
            MeldRule { same: vec![0], follow: None, differ: vec![1], least: 3, most },
            MeldRule { same: vec![1], follow: Some(0), differ: vec![], least: 3, most },
        ]
    }

    /// Five of each rank; runs from each card to each one two or more above it.
    #[test]
    fn the_melds_of_a_pack() {
        let melds = Melds::new(&rules(20), &packs(1), 52);
        assert_eq!((melds.all.len(), melds.too_many), (13 * 5 + 4 * (11 * 12 / 2), false));
        let all_there = (0..52).flat_map(|card| melds.from(card)).eq(0..melds.all.len() as u16);
        assert!(all_there, "each begins with one card");
        assert!((0..52).all(|card| melds.from(card).all(|at| melds.meld(at).first() == Some(card))));
        assert!(melds.from(60).is_empty(), "there is no such card");
    }

    /// Each card of a meld may be either copy, and no suit is in a set twice.
    #[test]
    fn the_melds_of_two_packs() {
        let melds = Melds::new(&rules(5), &packs(2), 104);
        let runs = 4 * (11 * 8 + 10 * 16 + 9 * 32);
        assert_eq!((melds.all.len(), melds.too_many), (13 * (4 * 8 + 16) + runs, false));
        assert!(Melds::new(&rules(20), &packs(2), 104).too_many, "long runs of copies are too many");
    }
}
