//! Melds against a slow twin, which tries everything.

use catalog::Source;
use engine::described::{Choice, Described, State};
use engine::kernel::player::{Player, SeatView};
use engine::kernel::rules::{Actor, NullSink, Rules};
use engine::players::Greedy;
use formats::rng::{Dice, Seed};

use super::rules;

/// A card as rank and suit.
type Plain = (usize, usize);

const RANKS: [&str; 13] =
    ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"];
const SUITS: [&str; 4] = ["Clubs", "Diamonds", "Hearts", "Spades"];

fn plain(name: &str) -> Plain {
    let (rank, suit) = name.split_once(" of ").expect("a card");
    let place = |words: &[&str], word: &str| words.iter().position(|known| *known == word).expect("a word");
    (place(&RANKS, rank) + 1, place(&SUITS, suit))
}

fn is_meld(cards: &[Plain]) -> bool {
    let same = |suit: bool| cards.iter().all(|c| if suit { c.1 == cards[0].1 } else { c.0 == cards[0].0 });
    let mut ranks: Vec<usize> = cards.iter().map(|card| card.0).collect();
    ranks.sort_unstable();
    cards.len() >= 3 && (same(false) || same(true) && ranks.windows(2).all(|two| two[0] + 1 == two[1]))
}

fn chosen(hand: &[Plain], bits: u32) -> Vec<Plain> {
    (0..hand.len()).filter(|at| bits >> at & 1 != 0).map(|at| hand[at]).collect()
}

/// The least points that are left of a hand: of every choice of cards, whether it is a meld, and what the others leave.
fn deadwood(hand: &[Plain]) -> usize {
    let all = (1_usize << hand.len()) - 1;
    let melds: Vec<usize> = (1..=all).filter(|bits| is_meld(&chosen(hand, *bits as u32))).collect();
    let mut least = vec![0; all + 1];
    for bits in 1..=all {
        let points = chosen(hand, bits as u32).iter().map(|card| card.0.min(10)).sum();
        let laid = melds.iter().filter(|meld| bits & *meld == **meld).map(|meld| least[bits & !meld]);
        least[bits] = laid.min().map_or(points, |best| best.min(points));
    }
    least[all]
}

fn hand(rules: &Described<1>, state: &State<1>, seat: u8) -> Vec<Plain> {
    let seen = rules.observation(state, Some(seat));
    let zone = seen.seats[usize::from(seat)].zones.iter().find(|zone| zone.title == "Hand").expect("a hand");
    zone.cards.iter().map(|card| plain(&card.name)).collect()
}

/// What may be laid by the one who knocked: up to five cards, so that no more than ten points are left.
fn melds_of_knocker(hand: &[Plain]) -> Vec<Vec<Plain>> {
    let all = 1..1_u32 << hand.len();
    let mut found: Vec<Vec<Plain>> = all
        .filter(|bits| {
            let meld = chosen(hand, *bits);
            meld.len() <= 5 && is_meld(&meld) && deadwood(&chosen(hand, !bits)) <= 10
        })
        .map(|bits| chosen(hand, bits))
        .collect();
    found.iter_mut().for_each(|meld| meld.sort_unstable());
    found.sort();
    found
}

/// Games in which players draw from the stock and keep what can be laid, so that they come to knock.
#[test]
fn whoever_may_knock_and_what_may_be_laid() {
    let rules = rules("gin-rummy", 2);
    let mut knocks = 0;
    for number in 0..6 {
        let mut dice = Seed::from_number(number).fast();
        let mut state = rules.start(Seed::from_number(number), None, &mut NullSink);
        let mut legal: Vec<Choice> = Vec::new();
        let mut has_knocked = false;
        while let Actor::Seat(seat) = rules.actor(&state) {
            rules.legal_actions(&state, &mut legal);
            let texts: Vec<String> = legal.iter().map(|choice| rules.notation(&state, *choice)).collect();
            let is = |text: &str| texts.iter().position(|known| known == text);
            let cards = hand(&rules, &state, seat);
            let mut at = is("draw-stock").unwrap_or_else(|| dice.below(legal.len() as u32) as usize);
            if texts.iter().any(|text| text.starts_with("discard ")) {
                let (out, points) = best_discard(&cards);
                assert_eq!(is("knock").is_some(), points <= 10, "game {number}: {cards:?}");
                let wanted = |text: &String| text.strip_prefix("discard ").is_some_and(|card| plain(card) == out);
                at = is("knock").or(texts.iter().position(wanted)).expect("it can be discarded");
                has_knocked = is("knock").is_some();
            } else if texts[0].starts_with("lay ") && has_knocked {
                let mut got: Vec<Vec<Plain>> =
                    texts.iter().filter_map(|text| text.strip_prefix("lay ").map(named)).collect();
                got.sort();
                assert_eq!(got, melds_of_knocker(&cards), "game {number}: {cards:?}");
                knocks += 1;
                has_knocked = false;
            }
            rules.apply(&mut state, legal[at], &mut NullSink).expect("it is legal");
        }
    }
    assert!(knocks > 2, "there are knocks: {knocks}");
}

/// The card without which least is left, and how much.
fn best_discard(hand: &[Plain]) -> (Plain, usize) {
    let without = |out: &Plain| -> Vec<Plain> { hand.iter().copied().filter(|card| card != out).collect() };
    hand.iter().map(|out| (*out, deadwood(&without(out)))).min_by_key(|(_, left)| *left).expect("a hand has cards")
}

/// `Two of Clubs Three of Clubs Four of Clubs`.
fn named(text: &str) -> Vec<Plain> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut cards: Vec<Plain> = words.chunks(3).map(|card| plain(&card.join(" "))).collect();
    cards.sort_unstable();
    cards
}

/// What `[evaluation]` names is what a player who looks one play ahead goes by: no discard of theirs leaves more points than need be.
#[test]
fn whoever_looks_one_play_ahead_keeps_the_fewest_unmatched_points() {
    let rules = rules("gin-rummy", 2);
    let weights = rules.weights(&Source::default(), "gin-rummy").expect("derived");
    let mut judged = 0;
    for number in 0..4 {
        let mut dice = Seed::from_number(number).fast();
        let mut state = rules.start(Seed::from_number(number), None, &mut NullSink);
        let mut player = Greedy::new(weights.clone(), Seed::from_number(number));
        let mut legal: Vec<Choice> = Vec::new();
        while let Actor::Seat(seat) = rules.actor(&state) {
            rules.legal_actions(&state, &mut legal);
            let texts: Vec<String> = legal.iter().map(|choice| rules.notation(&state, *choice)).collect();
            let mut at = dice.below(legal.len() as u32) as usize;
            if texts.iter().all(|text| text.starts_with("discard ")) {
                let cards = hand(&rules, &state, seat);
                at = player.choose(&SeatView::new(&rules, &state, seat), &legal).expect("an answer");
                let out = plain(texts[at].strip_prefix("discard ").expect("a discard"));
                let kept: Vec<Plain> = cards.iter().copied().filter(|card| *card != out).collect();
                assert_eq!(deadwood(&kept), best_discard(&cards).1, "game {number}: {out:?} of {cards:?}");
                judged += 1;
            }
            rules.apply(&mut state, legal[at], &mut NullSink).expect("it is legal");
        }
    }
    assert!(judged > 30, "{judged}");
}
