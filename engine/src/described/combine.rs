//! What cards make together: pairs, runs, sums.

use super::cards::Cards;
use super::evaluate::View;
use super::expression::{CardChoice, CardNumber, Combination, Ending, ZoneOf};

impl<const W: usize> View<'_, W> {
    /// The numbers of some cards, in order; more cards than a hand has are left out.
    fn sorted(&self, number: CardNumber, cards: Cards<W>, into: &mut [i32; MOST_COMBINED]) -> usize {
        let mut count = 0;
        for card in cards.iter().take(MOST_COMBINED) {
            into[count] = self.card_number(number, card);
            count += 1;
        }
        into[..count].sort_unstable();
        count
    }

    pub(super) fn combinations(&self, what: &Combination, number: CardNumber, cards: &CardChoice) -> i32 {
        let mut all = [0; MOST_COMBINED];
        let count = self.sorted(number, self.cards(cards), &mut all);
        let all = &all[..count];
        match what {
            Combination::Pairs => {
                let equal = |(at, n): (usize, &i32)| all[at + 1..].iter().filter(|other| *other == n).count();
                all.iter().enumerate().map(equal).sum::<usize>() as i32
            }
            Combination::Sums(sum) => {
                let sum = self.value(sum);
                let adds_up = |choice: &u32| {
                    let chosen = all.iter().enumerate().filter(|(at, _)| choice >> at & 1 != 0);
                    chosen.map(|(_, n)| n).sum::<i32>() == sum
                };
                (1..1_u32 << count).filter(adds_up).count() as i32
            }
            Combination::Runs => {
                let (mut points, mut at) = (0, 0);
                while at < count {
                    // A stretch of numbers that follow each other: how long it is, and in how many ways.
                    let (mut long, mut ways, mut end) = (1, 0, at);
                    let (mut here, mut product) = (0, 1);
                    while end < count {
                        if end > at && all[end] != all[end - 1] {
                            if all[end] != all[end - 1] + 1 {
                                break;
                            }
                            product *= here;
                            here = 0;
                            long += 1;
                        }
                        here += 1;
                        end += 1;
                    }
                    ways += product * here;
                    if long >= 3 {
                        points += long * ways;
                    }
                    at = end;
                }
                points
            }
        }
    }

    pub(super) fn ending(&self, what: Ending, number: CardNumber, zone: &ZoneOf) -> i32 {
        let Some(set) = self.zone(zone) else { return 0 };
        let (above, _) = self.state.order(&self.data.layout, set);
        let from_top = || above.iter().rev().take(MOST_COMBINED).map(|card| self.card_number(number, *card as u16));
        let Some(last) = from_top().next() else { return 0 };
        match what {
            Ending::Same => from_top().take_while(|n| *n == last).count() as i32,
            Ending::Run => {
                let (mut best, mut all, mut count) = (0, [0; MOST_COMBINED], 0);
                for n in from_top() {
                    all[count] = n;
                    count += 1;
                    let (least, most) = (all[..count].iter().min(), all[..count].iter().max());
                    let stretched = most.zip(least).map(|(most, least)| most - least) == Some(count as i32 - 1);
                    let differ = (0..count).all(|at| !all[..at].contains(&all[at]));
                    if count >= 3 && stretched && differ {
                        best = count as i32;
                    }
                }
                best
            }
        }
    }
}

/// The most cards that are looked at together.
const MOST_COMBINED: usize = 13;
