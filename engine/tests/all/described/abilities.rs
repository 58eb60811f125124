//! What abilities can say, by cards that are made up for it, in Nine Fathoms and Three Rivers.

use super::reported::failure;

/// A card of Nine Fathoms with these abilities.
fn card(name: &str, kind: &str, abilities: &str) -> String {
    format!(
        "[[scenario.card]]\nname = \"{name}\"\nnumber = \"X-{name}\"\ntype = [\"{kind}\"]\nrarity = \"common\"\n\
         house = [\"limpet\"]\ncost = {{ breath = 1 }}\n{abilities}"
    )
}

fn ability(lines: &str) -> String {
    format!("[[scenario.card.ability]]\n{lines}\n")
}

/// Two companions of seat 1, whose hand has the card: Net Mender has a Reach of 2 and Rope Boy of 1, and they hide by 2.
fn dive(cards: &str, hand: &str, steps: &str) -> String {
    format!(
        "{cards}[scenario.start]\nphase = \"dive\"\n[scenario.start.seat1]\nbreath = 9\nfield = [\"Net Mender\", \"Rope Boy\"]\n\
         hand = [{hand}]\n[scenario.start.seat2]\nbreath = 9\n{steps}"
    )
}

fn shows(scenario: &str) {
    assert_eq!(failure("nine-fathoms", str::to_owned, scenario), None);
}

#[test]
fn an_attached_card_changes_its_host_and_falls_off_when_that_leaves() {
    let hook = ability("do = [{ attach = \"your type:companion\" }]")
        + &ability("always = [{ give = { reach = 2, keywords = [\"darting\"] }, to = \"host\" }]");
    let cards = card("Iron Hook", "gear", &hook)
        + &card("Undertow", "trick", &ability("do = [{ destroy = \"type:companion\" }]"));
    let steps = "[[scenario.step]]\ndo = [\"1: play Iron Hook\"]\nlegal = [\"choose Net Mender\", \"choose Rope Boy\"]\n\
        [[scenario.step]]\ndo = [\"1: choose Rope Boy\", \"1: pass\"]\nexpect = { seat1 = { breath = 8, field = [\"Net Mender\", \"Rope Boy\", \"Iron Hook\"] }, \
        cards = { \"Rope Boy\" = { reach = 3, darting = 1 }, \"Net Mender\" = { reach = 2, darting = 0 } } }\n\
        [[scenario.step]]\ndo = [\"1: play Undertow\", \"1: choose Rope Boy\"]\n\
        expect = { seat1 = { field = [\"Net Mender\"], silt = [\"Iron Hook\", \"Rope Boy\", \"Undertow\"] } }";
    shows(&dive(&cards, "\"Iron Hook\", \"Undertow\"", steps));
}

/// The host is gone when the card that waits takes effect.
#[test]
fn a_card_without_a_host_never_comes_into_play() {
    let cards = card("Iron Hook", "gear", &ability("do = [{ attach = \"your type:companion\" }]"))
        + &card("Undertow", "trick", &ability("do = [{ destroy = \"type:companion\" }]"));
    let steps = "[[scenario.step]]\ndo = [\"1: play Iron Hook\", \"1: choose Rope Boy\", \"2: answer Undertow\", \"2: choose Rope Boy\"]\n\
        expect = { decides = 1, seat1 = { field = [\"Net Mender\"], silt = [\"Iron Hook\", \"Rope Boy\"] } }";
    let text = dive(&cards, "\"Iron Hook\"", steps);
    shows(&text.replace("[scenario.start.seat2]\n", "[scenario.start.seat2]\nhand = [\"Undertow\"]\n"));
}

#[test]
fn up_to_two_targets_are_none_one_or_two() {
    let cards = card("Cast Net", "trick", &ability("do = [{ tap = \"up to 2 type:companion\" }]"));
    let start = "[[scenario.step]]\ndo = [\"1: play Cast Net\"]\nlegal = [\"choose Net Mender\", \"choose Rope Boy\", \"done\"]\n";
    let resting = |mender: u8, boy: u8| {
        format!(
            "expect = {{ cards = {{ \"Net Mender\" = {{ resting = {mender} }}, \"Rope Boy\" = {{ resting = {boy} }} }} }}\n"
        )
    };
    for (then, mender, boy) in [
        ("do = [\"1: done\"]\n", 0, 0),
        ("do = [\"1: choose Rope Boy\", \"1: done\"]\n", 0, 1),
        ("do = [\"1: choose Rope Boy\", \"1: choose Net Mender\"]\n", 1, 1),
    ] {
        let steps = format!("{start}[[scenario.step]]\n{then}{}", resting(mender, boy));
        shows(&dive(&cards, "\"Cast Net\"", &steps));
    }
    let again =
        format!("{start}[[scenario.step]]\ndo = [\"1: choose Rope Boy\"]\nlegal = [\"choose Net Mender\", \"done\"]\n");
    shows(&dive(&cards, "\"Cast Net\"", &again));
}

/// A trigger picks them when it gets there.
#[test]
fn up_to_two_of_a_trigger_are_picked_when_it_gets_there() {
    let caller = ability("when = \"enters\"\ndo = [{ tap = \"up to 2 other your type:companion\" }]");
    let cards = card("Caller", "companion", &format!("reach = 1\nhide = 1\n{caller}"));
    let steps = "[[scenario.step]]\ndo = [\"1: play Caller\"]\nlegal = [\"choose Net Mender\", \"choose Rope Boy\", \"done\"]\n\
        [[scenario.step]]\ndo = [\"1: choose Net Mender\"]\nlegal = [\"choose Rope Boy\", \"done\"]\n\
        [[scenario.step]]\ndo = [\"1: done\"]\nexpect = { cards = { \"Net Mender\" = { resting = 1 }, \"Rope Boy\" = { resting = 0 } } }";
    shows(&dive(&cards, "\"Caller\"", steps));
}

#[test]
fn what_lasts_until_your_next_turn_lasts_through_the_others() {
    let given = "do = [{ give = { reach = 1, keywords = [\"clinging\"] }, to = \"each your type:companion\", until = \"your next turn\" }]";
    let cards = card("Long Breath", "trick", &ability(given));
    let now = |reach: u8, clinging: u8| {
        format!("expect = {{ cards = {{ \"Net Mender\" = {{ reach = {reach}, clinging = {clinging} }} }} }}\n")
    };
    let steps = format!(
        "[[scenario.step]]\ndo = [\"1: play Long Breath\"]\n{}[[scenario.step]]\ndo = [\"1: surface\"]\n{}\
         [[scenario.step]]\ndo = [\"2: surface\"]\n{}",
        now(3, 1),
        now(3, 1),
        now(2, 0)
    );
    // Whoever could only end the turn has something to lift.
    shows(
        &dive(&cards, "\"Long Breath\", \"Lead Weight\"", &steps)
            .replace("breath = 9\n[[", "breath = 9\nhand = [\"Lead Weight\"]\n[["),
    );
}

#[test]
fn an_ability_in_the_discard_pile_works_there_and_nowhere_else() {
    let with_silt = |text: &str| {
        assert!(text.contains("cards = \"field[is:usable]\""));
        text.replace("cards = \"field[is:usable]\"", "cards = \"field[is:usable] with silt[is:usable]\"")
    };
    let drift = ability("cost = { breath = 2 }\nfrom = \"discard\"\ndo = [{ return = \"this\", to = \"hand\" }]")
        + &ability("always = [{ give = { reach = 1 }, to = \"each your type:companion\" }]\nfrom = \"discard\"")
        + &ability("when = \"dies: your other type:companion\"\nfrom = \"discard\"\ndo = [{ gain = { breath = 3 } }]");
    let cards = card("Driftwood", "companion", &format!("reach = 1\nhide = 1\n{drift}"))
        + &card("Undertow", "trick", &ability("do = [{ destroy = \"type:companion\" }]"));
    let start = "[[scenario.step]]\nlegal = [\"play Driftwood\", \"play Undertow\", \"attack Net Mender\", \"attack Rope Boy\", \"surface\"]\n\
        expect = { cards = { \"Net Mender\" = { reach = 2 } } }\n";
    let hand = dive(&cards, "\"Driftwood\", \"Undertow\"", start);
    assert_eq!(failure("nine-fathoms", with_silt, &hand), None);
    let steps = "[[scenario.step]]\nlegal = [\"play Undertow\", \"use Driftwood\", \"attack Net Mender\", \"attack Rope Boy\", \"surface\"]\n\
        expect = { cards = { \"Net Mender\" = { reach = 3 } } }\n\
        [[scenario.step]]\ndo = [\"1: play Undertow\", \"1: choose Rope Boy\"]\nexpect = { seat1 = { breath = 11 } }\n\
        [[scenario.step]]\ndo = [\"1: use Driftwood\"]\n\
        expect = { seat1 = { breath = 9, hand = [\"Driftwood\"], silt = [\"Rope Boy\", \"Undertow\"] }, cards = { \"Net Mender\" = { reach = 2 } } }";
    let silt = dive(&cards, "\"Undertow\"", steps)
        .replace("[scenario.start.seat2]", "silt = [\"Driftwood\"]\n[scenario.start.seat2]");
    assert_eq!(failure("nine-fathoms", with_silt, &silt), None);
}

/// `here` is the lane of the card that says it.
#[test]
fn here_is_the_lane_of_the_card() {
    let as_it_is = str::to_owned;
    let crew = "[[scenario.card]]\nname = \"Pilot\"\nnumber = \"X1\"\ntype = [\"crew\"]\nrarity = \"common\"\nguild = [\"reed\"]\n\
        cost = { current = 1 }\npower = 1\n[[scenario.card.ability]]\n\
        always = [{ give = { power = 2 }, to = \"each other here type:crew\" }]\n";
    let scenario = format!(
        "{crew}[scenario.start]\nphase = \"round\"\n[scenario.start.seat1]\nfield = [\"Pilot\", \"Basket Weaver\"]\n\
         [scenario.start.seat2]\nfield = [\"Skiff Twins\"]\n[scenario.start.cards]\nPilot = {{ river = 2 }}\n\
         \"Basket Weaver\" = {{ river = 2 }}\n\"Skiff Twins\" = {{ river = 1 }}\n[[scenario.step]]\n\
         expect = {{ cards = {{ \"Basket Weaver\" = {{ power = 5 }}, \"Skiff Twins\" = {{ power = 3 }}, Pilot = {{ power = 1 }} }} }}"
    );
    assert_eq!(failure("three-rivers", as_it_is, &scenario), None);
}
