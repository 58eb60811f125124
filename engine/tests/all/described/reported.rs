//! What people reported of games that they had written, each as they met it.

use engine::described::{Choice, Described, Event, State};
use engine::kernel::observation::{Observation, ZoneLayout};
use engine::kernel::rules::{Actor, EventSink, NullSink, Rules};
use formats::rng::{Dice, Seed};

use super::{examples, varied, with_variant};

/// The names of all cards of a seat, wherever its zones hold them.
pub(super) fn holdings(seen: &Observation, seat: usize) -> Vec<String> {
    let mut names: Vec<String> =
        seen.seats[seat].zones.iter().flat_map(|zone| &zone.cards).map(|card| card.name.clone()).collect();
    names.sort();
    names
}

pub(super) fn hand(seen: &Observation, seat: usize) -> Vec<String> {
    let zone = seen.seats[seat].zones.iter().find(|zone| zone.title == "Hand").expect("a hand");
    let mut names: Vec<String> = zone.cards.iter().map(|card| card.name.clone()).collect();
    names.sort();
    names
}

/// Everybody sees what is bought, so everybody knows the cards of a household, if not which of them are in its hand: also after
/// they have been shuffled together many times, and whoever sees the deck.
#[test]
fn an_imagined_deck_has_the_cards_that_its_seat_was_seen_to_put_into_it() {
    for sees in ["owner", "nobody"] {
        let rules: Described<8> = with_variant("lantern-street", 3, |text| {
            text.replace(
                "deck    = { of = \"seat\", sees = \"owner\"",
                &format!("deck = {{ of = \"seat\", sees = \"{sees}\""),
            )
        });
        let (mut dice, mut imagined_hands) = (Seed::from_number(8).fast(), 0);
        for number in 0..3 {
            let mut state = rules.start(Seed::from_number(number), None, &mut NullSink);
            let mut legal: Vec<Choice> = Vec::new();
            while let Actor::Seat(_) = rules.actor(&state) {
                rules.legal_actions(&state, &mut legal);
                let choice = legal[dice.below(legal.len() as u32) as usize];
                rules.apply(&mut state, choice, &mut NullSink).expect("it is legal");
                let real = rules.observation(&state, None);
                for seat in 0..3 {
                    let world = rules.determinize(&state, seat, &mut dice);
                    let imagined = rules.observation(&world, None);
                    assert_eq!(rules.observation(&state, Some(seat)), rules.observation(&world, Some(seat)));
                    for of in 0..3 {
                        assert_eq!(
                            holdings(&real, of),
                            holdings(&imagined, of),
                            "deck seen by {sees}, seat {seat} of {of}"
                        );
                        let own = of == usize::from(seat);
                        assert!(!own || hand(&real, of) == hand(&imagined, of), "a seat sees its hand");
                        imagined_hands += usize::from(hand(&real, of) != hand(&imagined, of));
                    }
                }
            }
        }
        assert!(imagined_hands > 1_000, "hands of others are not known: {imagined_hands}");
    }
}

/// Plays a scenario of a variation of a game; what differs, if anything does.
pub(super) fn failure(id: &str, variant: impl Fn(&str) -> String, scenario: &str) -> Option<String> {
    let text = format!(
        "source = \"house set\"\nabout = \"Reported.\"\n[[scenario]]\nname = \"It\"\nrules = [\"house\"]\n{scenario}"
    );
    let shown = engine::registry::scenarios(&examples(), &varied(id, variant), Some(("reported.toml", &text)));
    let shown = shown.expect("it has rules").unwrap_or_else(|faults| panic!("{faults:#?}"));
    shown[0].failure.as_ref().map(|failure| format!("{failure:?}"))
}

/// Says the rules otherwise, and plays all scenarios of the game.
fn all_scenarios_pass(id: &str, variant: impl Fn(&str) -> String) {
    let shown = engine::registry::scenarios(&examples(), &varied(id, variant), None).expect("it has rules");
    for scenario in shown.unwrap_or_else(|faults| panic!("{faults:#?}")) {
        assert!(scenario.failure.is_none(), "{}: {:#?}", scenario.name, scenario.failure);
    }
}

/// The cloak speaks of being discarded, and is not when it has been worn.
#[test]
fn a_card_that_is_played_from_the_hand_is_not_discarded() {
    let straight = |text: &str| {
        let (before, rest) = text.split_once("  # By way of the tray, or else").expect("the comment");
        let (_, after) = rest.split_once("to = \"tray\" },\n").expect("the detour");
        format!("{before}{after}")
    };
    let scenario = "[scenario.start]\nphase = \"turn\"\n[scenario.start.seat1]\nhand = [\"Dust-Wing Cloak\", \"Soot\"]\n\
                    [[scenario.step]]\ndo = [\"1: play Dust-Wing Cloak\"]\n\
                    expect = { seat1 = { glow = 1, lamp = 0, field = [\"Dust-Wing Cloak\"], hand = [\"Soot\"] } }";
    assert_eq!(failure("lantern-street", straight, scenario), None);
}

#[test]
fn single_quotes_in_a_query_are_quotes() {
    let quoted = |text: &str| text.replace("box[id:candle-stub]", "box[name='Candle Stub']");
    all_scenarios_pass("lantern-street", quoted);
}

#[test]
fn the_top_cards_of_some_are_taken_of_those_that_fit() {
    let taken = |text: &str| {
        let seven = "{ repeat = 7, do = [{ move = \"highest price of box[id:candle-stub]\", to = \"deck\" }] }";
        assert!(text.contains(seven));
        text.replace(seven, "{ move = \"top 7 of box[id:candle-stub]\", to = \"deck\" }")
    };
    all_scenarios_pass("lantern-street", taken);
    // In order, the topmost come first.
    let discards = |text: &str| {
        let end = "[[action]]\nid = \"end\"\nlabel = \"End the turn\"\n";
        assert!(text.contains(end));
        text.replace(end, &format!("{end}do = [{{ move = \"top 2 of discard[type:light]\", to = \"gone\" }}]\n"))
    };
    let five = ["\"Candle Stub\""; 5];
    let scenario = format!(
        "chance = [{}]\n[scenario.start]\nphase = \"turn\"\n[scenario.start.seat1]\ndeck = [{}]\n\
         discard = [\"Tallow Light\", \"Candle Stub\", \"Oil Light\", \"Soot\"]\n\
         [[scenario.step]]\ndo = [\"1: end\"]\nexpect = {{ table = {{ ash = [\"Candle Stub\", \"Oil Light\"] }} }}",
        five[1..].join(", "),
        five.join(", ")
    );
    assert_eq!(failure("lantern-street", discards, &scenario), None);
}

/// Cards that a start names in the deck are the deck.
#[test]
fn a_deck_that_a_start_lists_has_no_other_cards() {
    let listed = "chance = [\"Jack of Spades\", \"King of Hearts\"]\n[scenario.start]\n[scenario.start.table]\n\
                  deck = [\"Jack of Spades\", \"King of Hearts\", \"Queen of Hearts\"]\n\
                  [[scenario.step]]\nexpect = { table = { deck = [\"Queen of Hearts\"] } }";
    assert_eq!(failure("leduc-poker", str::to_owned, listed), None);
    let whole = "chance = [\"Jack of Spades\", \"King of Hearts\"]\n[scenario.start]\n[[scenario.step]]\n\
                 expect = { table = { deck = [\"Queen of Hearts\", \"Queen of Spades\", \"Jack of Hearts\", \"King of Spades\"] } }";
    assert_eq!(failure("leduc-poker", str::to_owned, whole), None);
}

/// The rules have a fault: that is all that is said, not that the scenarios name what they do not declare.
#[test]
fn a_fault_of_the_rules_is_told_alone() {
    let broken = |text: &str| text.replace("stake   = { of = \"seat\"", "stake   = { of = \"saet\"");
    let game = varied("leduc-poker", broken);
    let Some(Err(faults)) = engine::registry::scenarios(&examples(), &game, None) else { panic!("it has faults") };
    assert!(faults.iter().all(|fault| fault.file.ends_with("play.toml")), "{faults:#?}");
    assert!(engine::registry::data_problems(&examples(), &game).len() == faults.len());
}

/// Whoever looks for a card in the deck is not said to move each one.
#[test]
fn looking_through_a_deck_is_one_event() {
    let rules: Described<8> = with_variant("three-rivers", 2, str::to_owned);
    let mut dice = Seed::from_number(2).fast();
    let mut legal: Vec<Choice> = Vec::new();
    let mut looked = 0;
    for number in 0..40 {
        let mut state: State<8> = rules.start(Seed::from_number(number), None, &mut NullSink);
        while let Actor::Seat(_) = rules.actor(&state) {
            rules.legal_actions(&state, &mut legal);
            let choice = legal[dice.below(legal.len() as u32) as usize];
            let mut told = EventLog(Vec::new());
            rules.apply(&mut state, choice, &mut told).expect("it is legal");
            let texts: Vec<String> = told.0.iter().map(|event| rules.event_text(*event)).collect();
            looked += texts.iter().filter(|text| text.contains("looks through")).count();
            let moved = texts.iter().filter(|text| text.to_lowercase().contains("looked at"));
            assert!(moved.count() <= 2, "{texts:#?}");
        }
    }
    assert!(looked > 3, "decks are looked through: {looked}");
}

pub(super) struct EventLog(pub(super) Vec<Event>);

impl EventSink<Event> for EventLog {
    fn on_event(&mut self, event: Event, _: u8) {
        self.0.push(event);
    }
}

/// A seat that is worked out stands in brackets before its zone.
#[test]
fn the_zone_of_a_seat_that_is_worked_out() {
    let direct = |text: &str| {
        let kept = "{ keep = \"player of best\", as = \"winner\", do = [{ move = \"trick\", to = \"winner's taken\" }, { turn = \"winner\" }] },";
        assert!(text.contains(kept));
        text.replace(kept, "{ turn = \"player of best\" }, { move = \"trick\", to = \"(player of best)'s taken\" },")
            .replace("to = \"receiver's hand\"", "to = \"(if direction = 2 then left of you else receiver)'s hand\"")
    };
    all_scenarios_pass("hearts", direct);
}

/// Bots and the coach compare actions by what they mean: no number makes one action another.
#[test]
fn actions_with_numbers_are_told_apart() {
    let numbers = |text: &str| {
        text.replace(
            "told = \"bets\"\ndo = [{ set = { stake = 2 } }]",
            "number = \"1..40\"\ndo = [{ set = { stake = 2 } }]",
        )
    };
    let rules: Described<8> = with_variant("kuhn-poker", 2, numbers);
    let state: State<8> = rules.start(Seed::from_number(1), None, &mut NullSink);
    let mut legal: Vec<Choice> = Vec::new();
    rules.legal_actions(&state, &mut legal);
    let keys: std::collections::HashSet<u64> = legal.iter().map(|choice| rules.action_key(&state, *choice)).collect();
    assert_eq!((legal.len(), keys.len()), (41, 41));
}

/// Only the first is the hand: what else a seat holds lies beside it, where its owner sees it.
#[test]
fn a_second_hand_is_kept_apart() {
    let second = |text: &str| {
        text.replace(
            "hand = { of = \"seat\", sees = \"owner\" }",
            "hand = { of = \"seat\", sees = \"owner\" }\naside = { of = \"seat\", sees = \"owner\" }",
        )
    };
    let rules: Described<8> = with_variant("kuhn-poker", 2, second);
    let state: State<8> = rules.start(Seed::from_number(1), None, &mut NullSink);
    let layouts = |seat: usize| {
        rules.observation(&state, Some(0)).seats[seat].zones.iter().map(|zone| zone.layout).collect::<Vec<_>>()
    };
    assert_eq!(layouts(0), [ZoneLayout::Hand, ZoneLayout::Apart]);
    assert_eq!(layouts(1), [ZoneLayout::Hand, ZoneLayout::Hand]);
}
