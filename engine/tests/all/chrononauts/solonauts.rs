//! The planner against the best play there is, where that can be worked out.

use catalog::CardIx;
use engine::games::chrononauts::Options;
use engine::games::solonauts::{Exact, Planner, Solonauts};
use engine::kernel::game_loop::{self, GameParams};
use engine::kernel::player::Player;
use engine::kernel::rules::NullSink;
use engine::players::Random;
use formats::rng::{Dice, Seed};

use super::table::Shelf;

use crate::large::cases;

fn game(shelf: &Shelf, identities: &[&str], main: &[&str], hand: u8) -> Solonauts {
    let find = |names: &[&str]| -> Vec<CardIx> {
        names.iter().map(|n| shelf.game.find(n).unwrap_or_else(|| panic!("no card {n}"))).collect()
    };
    let timeline = shelf.game.section("timeline").expect("a section");
    let timeline = shelf.deck("solonauts").deck().cards(timeline);
    let options = Options { identities: identities.len() as u8, hand: Some(hand), ..Options::default() };
    Solonauts::of_cards(&shelf.game, [timeline, find(identities), find(main)], options).expect("it can be played")
}

fn share_won(game: &Solonauts, games: u64, player: impl Fn(u64) -> Box<dyn Player<Solonauts>>) -> f64 {
    let won = (0..games).filter(|n| {
        let mut one = player(*n);
        let mut players: [&mut dyn Player<Solonauts>; 1] = [&mut *one];
        let terms = GameParams { seed: Seed::from_number(*n), first: None, max_turns: 200 };
        game_loop::play(game, &mut players, &terms, &mut NullSink).expect("it answers").outcome.won(0)
    });
    won.count() as f64 / games as f64
}

const ZHUK: [&str; 4] = ["One Loose Bolt", "1969' Cosmonauts Orbit Moon", "Reverse Fate", "1999' Guns Banned"];

/// Taras Zhuk needs 1957 reversed before one Patch and 1980 before the other. With a single card in hand each comes in
/// its turn: of the 24 orders a quarter will do. With all four in hand nothing can go wrong.
#[test]
fn the_exact_chance_is_the_one_that_can_be_counted() {
    let shelf = Shelf::new();
    for (hand, chance) in [(1, 0.25), (4, 1.0)] {
        let game = game(&shelf, &["Taras Zhuk"], &ZHUK, hand);
        let exact = Exact::new(&game).before_the_deal(1);
        assert!((exact - chance).abs() < 1e-12, "hand of {hand}: {exact}");
    }
}

/// Pairs of travellers, each with the Patches that they need and some Inverters.
fn small_games(shelf: &Shelf) -> Vec<Solonauts> {
    let deck = shelf.deck("solonauts");
    let cards = |id: &str| deck.deck().cards(shelf.game.section(id).expect("a section"));
    let identities = cards("identities");
    let home = shelf.game.field("home").expect("a field");
    let name = |ix: CardIx| shelf.game.card(ix).name.as_str();
    let is_inverter = |ix: &CardIx| shelf.game.type_line(shelf.game.card(*ix)) == "Inverter";
    let inverters: Vec<CardIx> = cards("main").into_iter().filter(is_inverter).collect();
    let patches: Vec<CardIx> = cards("main").into_iter().filter(|ix| !is_inverter(ix)).collect();
    (0..6)
        .map(|n| {
            let mut dice = Seed::from_number(100 + n).fast();
            let (mut pair, mut flips) = (identities.clone(), inverters.clone());
            dice.deal(&mut pair, 2);
            dice.deal(&mut flips, 3);
            let needs = |ix: CardIx| shelf.game.card(ix).text_in(home).expect("a home").split(", ").collect::<Vec<_>>();
            let wanted: Vec<&str> = pair[..2].iter().flat_map(|ix| needs(*ix)).collect();
            let mut main: Vec<&str> = (patches.iter().map(|ix| name(*ix)))
                .filter(|name| name.split_once(' ').is_some_and(|(label, _)| wanted.contains(&label)))
                .collect();
            // Enough of those that reverse anything, so that most games can be won.
            main.extend(flips[..3].iter().map(|ix| name(*ix)).chain(["Reverse Fate"; 3]));
            game(shelf, &[name(pair[0]), name(pair[1])], &main, 3)
        })
        .collect()
}

#[test]
fn the_planner_plays_small_games_nearly_as_well_as_can_be() {
    let shelf = Shelf::new();
    let (mut best, mut planned, mut random) = (0.0, 0.0, 0.0);
    let games = 100;
    let all = small_games(&shelf);
    for game in &all[..cases(3, all.len())] {
        let exact = Exact::new(game).before_the_deal(3);
        let plan = share_won(game, games, |n| Box::new(Planner::new(60, Seed::from_number(n).part(1))));
        // Nobody plays better than the best, but for the luck of so many games.
        let luck = 4.0 * (exact * (1.0 - exact) / games as f64).sqrt() + 1e-9;
        assert!(plan <= exact + luck, "the planner wins {plan}, the best play {exact}");
        best += exact;
        planned += plan;
        random += share_won(game, games, |n| Box::new(Random::new(Seed::from_number(n).part(1))));
    }
    assert!(best > cases(0.5, 1.0), "too little can be won: {best}");
    assert!(planned >= 0.9 * best, "the planner wins {planned} where {best} can be won");
    assert!(random < 0.5 * best, "random play wins {random}");
}

#[test]
fn more_travellers_are_harder() {
    let shelf = Shelf::new();
    let share = |identities: u8| {
        let game = shelf.solonauts(identities);
        share_won(&game, 60, |n| Box::new(Planner::new(24, Seed::from_number(n).part(1))))
    };
    let (one, three, six) = (share(1), share(3), share(6));
    assert!(one > three && three > six, "{one}, {three}, {six}");
}
