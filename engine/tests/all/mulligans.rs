//! Mulligans by which cards are chosen, or that are free: against every hand of a small deck, looked at card by card, and
//! dealt hands against exact odds. Resources that grow, on the example game Beetle Orchard.

use std::path::Path;
use std::sync::Arc;

use catalog::game::goldfish::Mulligan;
use catalog::query::CountQuery;
use catalog::{CardIx, Source, load};
use engine::kernel::parallel::Progress;
use engine::kernel::stats::Share;
use engine::lab::mulligan::MulliganRule;
use engine::lab::odds::OpeningOdds;
use engine::lab::{LabDeck, goldfish, hands, odds, policy};
use formats::rng::Seed;
use formats::{GameLibrary, LegalDeck};

/// Cards of the small deck, and how many of them, the first, are terrains.
const CARDS: u32 = 9;
const TERRAINS: u32 = 0b1111;
const HAND: u32 = 5;

fn library(source: &Source, id: &str) -> GameLibrary {
    let game = load::game(source, id).unwrap_or_else(|p| panic!("{p:#?}"));
    GameLibrary::load(source, Arc::new(game)).unwrap_or_else(|p| panic!("{p:#?}"))
}

fn afrika() -> GameLibrary {
    library(&Source::shipped(), "afrika")
}

fn examples() -> Source {
    let mut source = Source::default();
    source.add_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples")).expect("the examples");
    source
}

fn stack(library: &GameLibrary, deck: usize) -> LabDeck {
    let deck = library.decks[deck].1.clone();
    let format = library.format(&deck.format).expect("a format");
    let legal = LegalDeck::check(&library.game, format, deck, None).expect("legal");
    LabDeck::new(&library.game, &legal).expect("a stack")
}

/// Four terrains and five other cards, of which some are cheap.
fn small(library: &GameLibrary) -> LabDeck {
    let mut stack = stack(library, 0);
    let terrain = catalog::Query::parse("type:terrain", &library.game).expect("a query");
    let is = |card: &CardIx| terrain.matches(library.game.card(*card));
    let (terrains, others): (Vec<CardIx>, Vec<CardIx>) = stack.cards.iter().partition(|c| is(c));
    let others: Vec<CardIx> = others.into_iter().step_by(4).collect();
    stack.cards = terrains[..4].iter().chain(&others[..5]).copied().collect();
    (stack.hand, stack.opener) = (HAND, None);
    stack
}

fn count(library: &GameLibrary, text: &str) -> CountQuery {
    CountQuery::parse(text, &library.game).expect("a count")
}

/// Every set of so many of these cards.
fn parts(of: u32, size: u32) -> impl Iterator<Item = u32> {
    (0..1u32 << CARDS).filter(move |part| part & !of == 0 && part.count_ones() == size)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let all: Vec<f64> = values.collect();
    all.iter().sum::<f64>() / all.len() as f64
}

fn keeps(hand: u32) -> bool {
    (2..=3).contains(&(hand & TERRAINS).count_ones())
}

/// What a hand comes to on the bottom's terms: of the parts for which the rule holds those with the same mix, any of them.
fn put_back(hand: u32, size: u32, last: bool) -> Vec<u32> {
    let lands = |cards: u32| (cards & TERRAINS).count_ones();
    let key = |part: u32| {
        let off = |part: u32, hand: u32| u64::from((part * HAND).abs_diff(hand * size)).pow(2);
        let mix = off(lands(part), lands(hand)) + off(size - lands(part), HAND - lands(hand));
        (!keeps(part), mix, size - lands(part))
    };
    let may: Vec<u32> = parts(hand, size).filter(|part| last || keeps(*part)).collect();
    let Some(best) = may.iter().map(|part| key(*part)).min() else { return Vec::new() };
    may.into_iter().filter(|part| key(*part) == best).collect()
}

/// What a hand comes to when some cards are put aside: every hand that may be drawn, each as often as it is.
fn redrawn(hand: u32) -> Vec<(u32, f64)> {
    let rest = ((1u32 << CARDS) - 1) & !hand;
    let lands = |cards: u32| (cards & TERRAINS).count_ones();
    let odds =
        |stay: u32| mean(parts(rest, HAND - stay.count_ones()).map(|new| f64::from(u8::from(keeps(stay | new)))));
    let ways: Vec<(u32, f64)> = (0..=HAND).flat_map(|size| parts(hand, size)).map(|stay| (stay, odds(stay))).collect();
    let most = ways.iter().map(|(_, odds)| *odds).fold(0.0, f64::max);
    let level = || ways.iter().filter(|(_, odds)| *odds > most - 1e-12).map(|(stay, _)| *stay);
    let best = level().map(|stay| (stay.count_ones(), lands(stay))).max().expect("one is best");
    let stays: Vec<u32> = level().filter(|stay| (stay.count_ones(), lands(*stay)) == best).collect();
    let each = |stay: u32| {
        let news: Vec<u32> = parts(rest, HAND - stay.count_ones()).collect();
        let share = 1.0 / (stays.len() * news.len()) as f64;
        news.into_iter().map(move |new| (stay | new, share)).collect::<Vec<_>>()
    };
    stays.iter().flat_map(|stay| each(*stay)).collect()
}

fn exact(library: &GameLibrary, rule: MulliganRule, questions: &[&str]) -> OpeningOdds {
    let keep = count(library, "2..3 of (type:terrain)");
    let questions: Vec<CountQuery> = questions.iter().map(|text| count(library, text)).collect();
    odds::opening(&library.game, &small(library), rule, &keep, &questions).expect("small")
}

/// What a question says of a set of cards of the small deck.
fn answers(library: &GameLibrary, question: &str) -> impl Fn(u32) -> f64 {
    let (cards, question, game) = (small(library).cards, count(library, question), library.game.clone());
    move |hand| {
        let hand: Vec<CardIx> = (0..CARDS).filter(|at| hand & 1 << at != 0).map(|at| cards[at as usize]).collect();
        f64::from(u8::from(question.holds(&game, &hand)))
    }
}

fn near(found: f64, expected: f64, what: &str) {
    assert!((found - expected).abs() < 1e-9, "{what}: {found} against {expected}");
}

const QUESTIONS: [&str; 3] = ["1.. of (cost<=2)", "3.. of (type:terrain)", "1 of (type:terrain) and 2.. of (cost>=2)"];

#[test]
fn a_london_mulligan_is_what_looking_at_every_hand_says() {
    let library = afrika();
    for free in 0..=2 {
        let rule = MulliganRule { mulligan: Mulligan::London, free };
        let exact = exact(&library, rule, &QUESTIONS);
        let sizes: Vec<u32> = exact.sizes.iter().map(|stage| stage.size).collect();
        let expected: Vec<u32> = (0..free).map(|_| HAND).chain((0..=HAND).rev()).collect();
        assert_eq!(sizes, expected);
        let mut reached = 1.0;
        let mut held = [0.0; 3];
        for (at, stage) in exact.sizes.iter().enumerate() {
            let last = at + 1 == exact.sizes.len();
            let hands: Vec<Vec<u32>> =
                parts((1 << CARDS) - 1, HAND).map(|hand| put_back(hand, stage.size, last)).collect();
            let kept = mean(hands.iter().map(|stays| f64::from(u8::from(!stays.is_empty()))));
            near(stage.reached, reached, &format!("reached {at}"));
            near(stage.kept, kept, &format!("kept {at}"));
            for (held, question) in held.iter_mut().zip(QUESTIONS) {
                let holds = answers(&library, question);
                let of = |stays: &Vec<u32>| if stays.is_empty() { 0.0 } else { mean(stays.iter().map(|s| holds(*s))) };
                *held += reached * mean(hands.iter().map(of));
            }
            reached *= 1.0 - kept;
        }
        exact.questions.iter().zip(held).zip(QUESTIONS).for_each(|((found, held), text)| near(*found, held, text));
    }
}

#[test]
fn a_partial_redraw_is_what_looking_at_every_hand_says() {
    let library = afrika();
    let exact = exact(&library, MulliganRule::new(Mulligan::Redraw), &QUESTIONS);
    let hands: Vec<u32> = parts((1 << CARDS) - 1, HAND).collect();
    let kept = mean(hands.iter().map(|hand| f64::from(u8::from(keeps(*hand)))));
    assert_eq!(exact.sizes.iter().map(|stage| stage.size).collect::<Vec<_>>(), [HAND, HAND]);
    near(exact.sizes[0].kept, kept, "kept");
    near(exact.sizes[1].reached, 1.0 - kept, "redrawn");
    for (found, question) in exact.questions.iter().zip(QUESTIONS) {
        let holds = answers(&library, question);
        let of = |hand: &u32| match keeps(*hand) {
            true => holds(*hand),
            false => redrawn(*hand).into_iter().map(|(hand, odds)| odds * holds(hand)).sum(),
        };
        near(*found, mean(hands.iter().map(of)), question);
    }
}

#[test]
fn a_free_mulligan_is_one_more_look_at_a_whole_hand() {
    let library = afrika();
    let paris = exact(&library, MulliganRule::new(Mulligan::Paris), &QUESTIONS[..1]);
    let free = exact(&library, MulliganRule { mulligan: Mulligan::Paris, free: 1 }, &QUESTIONS[..1]);
    near(free.sizes[1].reached, 1.0 - paris.sizes[0].kept, "the second whole hand");
    near(free.sizes[2].reached, (1.0 - paris.sizes[0].kept).powi(2), "the first smaller one");
    let by_size = free.by_size();
    assert_eq!(by_size.len(), paris.sizes.len());
    near(1.0 - by_size[0].kept, (1.0 - paris.sizes[0].kept).powi(2), "kept at the first size");
}

#[test]
fn dealt_hands_of_every_mulligan_agree_with_exact_odds() {
    let library = afrika();
    let game = &library.game;
    let stack = stack(&library, 0);
    let games = 100_000;
    let close = |share: Share, odds: f64, what: &str| {
        let sigma = (odds * (1.0 - odds) / share.of.max(1) as f64).sqrt();
        assert!(
            share.of == 0 || (share.value() - odds).abs() <= 4.0 * sigma + 1e-9,
            "{what}: {share:?} against {odds}"
        );
    };
    for (mulligan, free) in [(Mulligan::London, 0), (Mulligan::London, 1), (Mulligan::Paris, 2), (Mulligan::Redraw, 0)]
    {
        let mut plan = hands::HandPlan::declared(game);
        plan.mulligan = MulliganRule { mulligan, free };
        plan.keep = count(&library, "3..4 of (type:terrain) and 1.. of (cost<=2)");
        plan.questions = ["2.. of (cost<=3)", "3.. of (type:entity)"].map(|text| count(&library, text)).to_vec();
        let run = (games, Seed::from_number(3), 2);
        let found = hands::sample(game, &stack, &plan, run, &Progress::default()).expect("deals").expect("whole");
        let exact = odds::opening(game, &stack, plan.mulligan, &plan.keep, &plan.questions).expect("odds");
        assert_eq!(found.sizes.len(), exact.sizes.len());
        for (at, ((size, kept), exact)) in found.sizes.iter().zip(&exact.sizes).enumerate() {
            assert_eq!(*size, exact.size);
            close(*kept, exact.kept, &format!("{plan:?}: kept {at}"));
            close(Share { hits: kept.of, of: games }, exact.reached, &format!("{plan:?}: reached {at}"));
        }
        for (found, exact) in found.questions.iter().zip(&exact.questions) {
            close(*found, *exact, &format!("{plan:?}: question"));
        }
        // The goldfish keeps as many hands of each size.
        let mut alone = goldfish::GoldfishPlan::declared(game, None);
        (alone.hands, alone.turns) = (plan.clone(), 1);
        let played = goldfish::play(game, &stack, &alone, (20_000, Seed::from_number(4), 2), &Progress::default());
        let by_size = exact.by_size();
        for (size, kept) in played.expect("plays").expect("whole").kept {
            let of = by_size.iter().find(|stage| stage.size == size).expect("the size");
            close(Share { hits: kept, of: 20_000 }, of.reached * of.kept, &format!("{plan:?}: a goldfish with {size}"));
        }
    }
}

/// Where chance is drawn after a London mulligan, what lies at the bottom is not drawn.
#[test]
fn the_best_way_to_choose_cards_is_what_trying_everything_finds() {
    let library = afrika();
    let (game, stack) = (&library.game, small(&library));
    let goal = count(&library, "2..3 of (type:terrain)");
    let all = (1u32 << CARDS) - 1;
    let wins = |hand: u32, rest: u32| mean(parts(rest, 2).map(|new| f64::from(u8::from(keeps(hand | new)))));
    let london = policy::best_policy(game, &stack, MulliganRule::new(Mulligan::London), &goal, 2).expect("small");
    let mut value: Option<f64> = None;
    for size in 0..=HAND {
        let best = |hand: u32| parts(hand, size).map(|part| wins(part, all & !hand)).fold(0.0, f64::max);
        value = Some(mean(parts(all, HAND).map(|hand| value.map_or(best(hand), |next| best(hand).max(next)))));
    }
    near(london.value, value.expect("sizes"), "london");
    let redraw = policy::best_policy(game, &stack, MulliganRule::new(Mulligan::Redraw), &goal, 2).expect("small");
    let again = |hand: u32, stay: u32| {
        let new = parts(all & !hand, HAND - stay.count_ones());
        mean(new.map(|new| wins(stay | new, all & !(stay | new))))
    };
    let best = |hand: u32| {
        let ways = (0..HAND).flat_map(|size| parts(hand, size));
        ways.map(|stay| again(hand, stay)).fold(wins(hand, all & !hand), f64::max)
    };
    near(redraw.value, mean(parts(all, HAND).map(best)), "redraw");
    near(redraw.without, mean(parts(all, HAND).map(|hand| wins(hand, all & !hand))), "every hand kept");
}

#[test]
fn sap_begins_with_the_wardens_can_and_rises_by_one_to_ten() {
    let library = library(&examples(), "beetle-orchard");
    let game = &library.game;
    let cans = [("by-the-limp", 1), ("by-the-basket", 2), ("nothing-high", 1), ("two-ladders", 1)];
    for (at, (id, _)) in library.decks.iter().enumerate() {
        let can = cans.iter().find(|(deck, _)| deck == id).expect("a deck of the example").1;
        let stack = stack(&library, at);
        let mut plan = goldfish::GoldfishPlan::declared(game, None);
        assert_eq!(plan.hands.mulligan.mulligan, Mulligan::Redraw);
        plan.turns = 12;
        let played = goldfish::play(game, &stack, &plan, (200, Seed::from_number(1), 1), &Progress::default());
        let turns = played.expect("plays").expect("whole").turns;
        let available: Vec<u64> = turns.iter().map(|turn| turn.available).collect();
        let expected: Vec<u64> = (0..12).map(|turn| 200 * (can + turn).min(10)).collect();
        assert_eq!(available, expected, "{id}");
        assert!(turns.iter().all(|turn| turn.available == turn.spent + turn.wasted), "{id}");
    }
}
