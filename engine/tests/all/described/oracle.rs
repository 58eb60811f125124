//! Games of OpenSpiel, step by step: what was legal, in which order seats were asked, and what each won. A table of words a game
//! stands between, nothing else.

mod gin_rummy;
mod pegs;
mod tricks;

use std::path::Path;

use engine::described::{Choice, Described, Event, State};
use engine::kernel::rules::{Actor, EventSink, Rules};
use formats::rng::{FastRng, Seed};
use serde_json::Value;

use super::with_variant;

/// How a game's words are translated.
struct Words {
    /// The game.
    id: &'static str,
    seats: usize,
    /// An outcome of chance: what it decides.
    chance: fn(&str) -> Chance,
    /// An action.
    action: fn(&str) -> String,
    /// Where OpenSpiel plays another variant, its rules out of ours.
    variant: fn(&str) -> String,
}

#[derive(Debug, Clone, PartialEq)]
enum Chance {
    Card(String),
    /// Any card whose name begins so.
    Rank(&'static str),
    Number(u32),
    First(u8),
}

/// Chance as it was.
#[derive(Default)]
struct Scripted {
    left: std::collections::VecDeque<Chance>,
    names: Vec<String>,
}

impl EventSink<Event> for Scripted {
    fn roll(&mut self, _: &mut FastRng, n: u32) -> u32 {
        match self.left.pop_front() {
            Some(Chance::Number(number)) if number < n => number,
            other => panic!("a roll of {n}, but {other:?}"),
        }
    }

    fn pick(&mut self, _: &mut FastRng, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        let next = self.left.pop_front();
        let fits = |name: &String| match &next {
            Some(Chance::Card(card)) => name == card,
            Some(Chance::Rank(rank)) => name.starts_with(rank),
            // The last card of a deck is no chance.
            None => n == 1,
            other => panic!("a card, but {other:?}"),
        };
        let found = (0..n).find(|at| fits(&self.names[usize::from(def(*at))]));
        found.unwrap_or_else(|| panic!("{next:?} is not there"))
    }
}

fn play(words: &Words, lines: &str) {
    let rules = with_variant::<1>(words.id, words.seats, words.variant);
    for (number, line) in lines.lines().enumerate().skip(1) {
        let game: Value = serde_json::from_str(line).expect("a line is JSON");
        replay(&rules, words, &game, number);
    }
    assert!(lines.lines().count() > 8, "{}: there are games", words.id);
}

fn replay(rules: &Described<1>, words: &Words, game: &Value, number: usize) {
    let mut chance = Scripted { names: rules.card_names(), ..Scripted::default() };
    let mut first = 0;
    let mut state: Option<State<1>> = None;
    let steps = game["steps"].as_array().expect("steps");
    for (at, step) in steps.iter().enumerate() {
        let place = format!("{} game {number}, step {at}", words.id);
        if let Some(text) = step["chance"].as_str() {
            // Later chance was handed out with the answer before it.
            if state.is_none() {
                match (words.chance)(text) {
                    Chance::First(seat) => first = seat,
                    other => chance.left.push_back(other),
                }
            }
            if state.is_some() || steps.get(at + 1).is_some_and(|next| next["chance"].is_string()) {
                continue;
            }
        }
        let Some(position) = &mut state else {
            state = Some(rules.start(Seed::from_number(1), Some(first), &mut chance));
            if step["chance"].is_null() {
                panic!("{place}: a game begins with chance");
            }
            continue;
        };
        let all: Vec<(Option<u64>, &Value)> = match step["all"].as_array() {
            Some(all) => (0..).map(Some).zip(all).collect(),
            None if step["chance"].is_null() => vec![(step["seat"].as_u64(), step)],
            None => Vec::new(),
        };
        let last = all.len() - 1;
        for (n, (seat, asked)) in all.into_iter().enumerate() {
            if n == last {
                let upcoming = steps[at + 1..].iter().map_while(|next| next["chance"].as_str());
                chance.left.extend(upcoming.map(words.chance));
            }
            answer(rules, words, position, (seat, asked), &mut chance, &place);
        }
    }
    let mut position = state.expect("the game began");
    // What has one answer only is not told of every game.
    let mut legal = Vec::new();
    while let Actor::Seat(_) = rules.actor(&position) {
        rules.legal_actions(&position, &mut legal);
        assert_eq!(legal.len(), 1, "{} game {number}: it is not over", words.id);
        rules.apply(&mut position, legal[0], &mut chance).expect("it is legal");
    }
    for (seat, wanted) in game["returns"].as_array().expect("returns").iter().enumerate() {
        let got = f64::from(rules.payoff(&position, seat as u8).expect("it is over"));
        assert_eq!(Some(got), wanted.as_f64(), "{} game {number}: what seat {seat} wins", words.id);
    }
}

fn answer(
    rules: &Described<1>,
    words: &Words,
    state: &mut State<1>,
    (seat, asked): (Option<u64>, &Value),
    chance: &mut Scripted,
    place: &str,
) {
    let mut legal: Vec<Choice> = Vec::new();
    rules.legal_actions(state, &mut legal);
    assert_eq!(rules.actor(state), Actor::Seat(seat.expect("a seat") as u8), "{place}: who is asked");
    let notation = |choice: &Choice| {
        let text = rules.notation(state, *choice);
        // Some games name the card alone, whatever is done with it.
        match words.id {
            "hearts" | "spades" | "oh-hell" | "euchre" => {
                text.split_once(' ').map_or(text.clone(), |(_, card)| card.to_owned())
            }
            "gin-rummy" => gin_rummy::openspiel_action(text),
            _ => text,
        }
    };
    let mut got: Vec<String> = legal.iter().map(notation).collect();
    let done = (words.action)(asked["does"].as_str().expect("does"));
    let mut ways = (0..legal.len()).filter(|at| got[*at] == done);
    // Where OpenSpiel does not ask, it does all that can be meant: what leaves most to do comes closest.
    let left = |at: &usize| {
        let mut next = state.clone();
        rules.apply(&mut next, legal[*at], &mut Scripted::default()).expect("it is legal");
        let mut after = Vec::new();
        rules.legal_actions(&next, &mut after);
        after.len()
    };
    let choice = match ways.clone().count() {
        2.. => ways.max_by_key(left),
        _ => ways.next_back(),
    };
    got.sort();
    got.dedup();
    let texts = asked["legal"].as_array().expect("legal").iter();
    let mut wanted: Vec<String> = texts.map(|text| (words.action)(text.as_str().expect("a text"))).collect();
    wanted.sort();
    assert_eq!(got, wanted, "{place}: what is legal");
    let choice = legal[choice.unwrap_or_else(|| panic!("{place}: {done}"))];
    rules.apply(state, choice, chance).unwrap_or_else(|_| panic!("{place}: {done} is refused"));
}

const RANKS: &str = "A23456789TJQKA";
const NAMES: [&str; 14] =
    ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"];

fn card(rank: char, suit: char) -> String {
    let rank = NAMES[RANKS.find(rank).unwrap_or_else(|| panic!("no rank {rank}"))];
    let suit = match suit.to_ascii_lowercase() {
        'c' => "Clubs",
        'd' => "Diamonds",
        'h' => "Hearts",
        's' => "Spades",
        other => panic!("no suit {other}"),
    };
    format!("{rank} of {suit}")
}

/// `3S`, `Ts`.
fn rank_first(text: &str) -> String {
    let mut chars = text.chars();
    card(chars.next().expect("a rank"), chars.next().expect("a suit"))
}

/// `S3`.
fn suit_first(text: &str) -> String {
    let mut chars = text.chars();
    let suit = chars.next().expect("a suit");
    card(chars.next().expect("a rank"), suit)
}

const KUHN: Words = Words {
    id: "kuhn-poker",
    seats: 2,
    chance: |text| Chance::Card(card(['J', 'Q', 'K'][text["Deal:".len()..].parse::<usize>().expect("a card")], 's')),
    action: str::to_lowercase,
    variant: str::to_owned,
};

const LEDUC: Words = Words {
    id: "leduc-poker",
    seats: 2,
    chance: |text| {
        let number: usize = text["Chance outcome:".len()..].parse().expect("a card");
        Chance::Card(card(['J', 'Q', 'K'][number / 2], ['h', 's'][number % 2]))
    },
    action: str::to_lowercase,
    variant: str::to_owned,
};

const GOOFSPIEL: Words = Words {
    id: "goofspiel",
    seats: 2,
    chance: |text| {
        let rank = text["Deal ".len()..].parse::<usize>().expect("a card");
        Chance::Card(card(RANKS.chars().nth(rank - 1).expect("a rank"), 'h'))
    },
    action: |text| {
        let (seat, rank) = text.split_once("Bid: ").expect("a bid");
        let rank: usize = rank.parse().expect("a rank");
        let suit = if seat.contains("P0") { 'c' } else { 'd' };
        format!("bid {}", card(RANKS.chars().nth(rank - 1).expect("a rank"), suit))
    },
    variant: str::to_owned,
};

const CRAZY_EIGHTS: Words = Words {
    id: "crazy-eights",
    seats: 3,
    chance: |text| match text.strip_prefix("Deal ") {
        Some(text) => Chance::Card(suit_first(text)),
        None => {
            let number = text.chars().find(char::is_ascii_digit).expect("a player");
            Chance::First(number as u8 - b'0')
        }
    },
    action: |text| match text.split_once(' ') {
        Some(("Play", text)) if text.ends_with('8') => format!("eight {}", suit_first(text)),
        Some(("Play", text)) => format!("play {}", suit_first(text)),
        Some(("Nominate", text)) => {
            let suit = match text.chars().last() {
                Some('C') => "clubs",
                Some('D') => "diamonds",
                Some('H') => "hearts",
                _ => "spades",
            };
            format!("name {suit}")
        }
        _ => text.to_lowercase(),
    },
    // OpenSpiel counts a card with a number by its place in the pack, and an ace like a king.
    variant: |rules| {
        let (before, rest) = rules.split_once("is = [").expect("a value");
        let (_, after) = rest.split_once("\n]").expect("its end");
        let numbers = [2, 3, 4, 5, 6, 7, 9, 10].into_iter().flat_map(|rank| {
            let suits = ["clubs", "diamonds", "hearts", "spades"].into_iter().enumerate();
            suits.map(move |(at, suit)| (rank, suit, (rank - 2) * 4 + at as i32 + 2))
        });
        let numbers: String = numbers
            .map(|(rank, suit, worth)| format!("{{ of = \"rank={rank} suit:{suit}\", number = {worth} }},\n"))
            .collect();
        format!(
            "{before}is = [{{ of = \"rank=8\", number = 50 }}, {{ of = \"rank>10\", number = 10 }},\n{numbers}]{after}"
        )
    },
};

/// Some games, or all of the file in the folder that `DECKLOOM_ORACLE` names if it has it.
fn games(file: &str) -> String {
    let few = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/openspiel").join(file);
    let all = std::env::var_os("DECKLOOM_ORACLE").map(|folder| Path::new(&folder).join(file));
    let path = all.filter(|path| path.exists()).unwrap_or(few);
    std::fs::read_to_string(path).expect("the games are there")
}

#[test]
fn kuhn_poker() {
    play(&KUHN, &games("kuhn_poker.jsonl"));
}

#[test]
fn leduc_poker() {
    play(&LEDUC, &games("leduc_poker.jsonl"));
}

#[test]
fn goofspiel() {
    play(&GOOFSPIEL, &games("goofspiel.jsonl"));
}

#[test]
fn crazy_eights() {
    play(&CRAZY_EIGHTS, &games("crazy_eights.jsonl"));
}

/// Hearts names no action: seats first pass cards, and then lead or follow.
#[test]
fn hearts() {
    let hearts = Words {
        id: "hearts",
        seats: 4,
        chance: |text| match text {
            "No Pass" => Chance::Number(0),
            "Left" => Chance::Number(1),
            "Across" => Chance::Number(2),
            "Right" => Chance::Number(3),
            text => Chance::Card(rank_first(text)),
        },
        action: rank_first,
        variant: str::to_owned,
    };
    play(&hearts, &games("hearts.jsonl"));
}
