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

/// A dive in which seat 2 has a companion, Chart Reader, and both have something to do in each turn.
fn two_sided(cards: &str, hand: &str, other_hand: &str, steps: &str) -> String {
    format!(
        "{cards}[scenario.start]\nphase = \"dive\"\n[scenario.start.seat1]\nbreath = 9\nfield = [\"Rope Boy\"]\n\
         hand = [{hand}, \"Lead Weight\"]\n[scenario.start.seat2]\nbreath = 9\nfield = [\"Chart Reader\"]\n\
         hand = [{other_hand}\"Lead Weight\"]\n{steps}"
    )
}

/// Steps, and behind each of them whose turn it is and who controls Chart Reader.
fn controlled(steps: &[(&str, u8, u8)]) -> String {
    let step = |(done, active, by): &(&str, u8, u8)| {
        let (one, other) = match by {
            1 => ("\"Rope Boy\", \"Chart Reader\"", ""),
            _ => ("\"Rope Boy\"", "\"Chart Reader\""),
        };
        format!(
            "[[scenario.step]]\ndo = [{done}]\nexpect = {{ active = {active}, seat1 = {{ field = [{one}] }}, \
             seat2 = {{ field = [{other}] }} }}\n"
        )
    };
    steps.iter().map(step).collect()
}

fn takes(name: &str, until: &str) -> String {
    let until = if until.is_empty() { String::new() } else { format!(", until = \"{until}\"") };
    card(name, "trick", &ability(&format!("do = [{{ control = \"type:companion\"{until} }}, {{ untap = \"it\" }}]")))
}

#[test]
fn control_for_a_time_ends_when_it_says() {
    let turn = takes("Whistle", "end of turn");
    let take = ("\"1: play Whistle\", \"1: choose Chart Reader\"", 1, 1);
    let steps = controlled(&[take, ("\"1: surface\"", 2, 2)]);
    shows(&two_sided(&turn, "\"Whistle\"", "", &steps));
    let lasting = takes("Whistle", "your next turn");
    let steps = controlled(&[take, ("\"1: surface\"", 2, 1), ("\"2: surface\"", 1, 2)]);
    shows(&two_sided(&lasting, "\"Whistle\"", "", &steps));
}

/// Of several, the last one counts that is not over; what is for good is over with none of them.
#[test]
fn control_by_several_abilities_is_that_of_the_last_one() {
    let cards = takes("Whistle", "end of turn") + &takes("Long Call", "your next turn") + &takes("Friend", "");
    let play = |name: &str| format!("\"1: play {name}\", \"1: choose Chart Reader\"");
    for (one, other, then, at_last) in [("Whistle", "Long Call", 1, 2), ("Long Call", "Friend", 1, 1)] {
        let steps = controlled(&[
            (&format!("{}, \"1: pass\"", play(one)), 1, 1),
            (&play(other), 1, 1),
            ("\"1: surface\"", 2, then),
            ("\"2: surface\"", 1, at_last),
        ]);
        shows(&two_sided(&cards, &format!("\"{one}\", \"{other}\""), "", &steps));
    }
    // Seat 2 takes it back for a turn, in the turn of seat 1, who has it for longer.
    let back = controlled(&[
        (&format!("{}, \"2: pass\"", play("Long Call")), 1, 1),
        ("\"1: attack Rope Boy\", \"2: trick Whistle\", \"2: choose Chart Reader\", \"2: no-block\"", 1, 2),
        ("\"1: surface\"", 2, 1),
        ("\"2: surface\"", 1, 2),
    ]);
    shows(&two_sided(&cards, "\"Long Call\"", "\"Whistle\", ", &back));
}

/// A card that has left play is nobody's loan any more.
#[test]
fn a_lent_card_that_leaves_play_goes_home() {
    let cards = takes("Whistle", "your next turn")
        + &card("Undertow", "trick", &ability("do = [{ return = \"type:companion\" }]"));
    let steps = "[[scenario.step]]\ndo = [\"1: play Whistle\", \"1: choose Chart Reader\", \"1: pass\", \"1: play Undertow\", \"1: choose Chart Reader\"]\n\
        expect = { seat1 = { field = [\"Rope Boy\"] }, seat2 = { field = [], hand = [\"Chart Reader\", \"Lead Weight\"] } }\n";
    shows(&two_sided(&cards, "\"Whistle\", \"Undertow\"", "", steps));
}

#[test]
fn an_extra_turn_is_taken_before_the_next_one() {
    let cards = card("Deep Breath", "trick", &ability("do = [{ extra_turn = true }]"));
    let turn = |done: &str, active: u8, number: u8| {
        format!("[[scenario.step]]\ndo = [{done}]\nexpect = {{ active = {active}, turn = {number} }}\n")
    };
    let own = [
        turn("\"1: play Deep Breath\"", 1, 1),
        turn("\"1: surface\"", 1, 2),
        turn("\"1: surface\"", 2, 3),
        turn("\"2: surface\"", 1, 4),
    ];
    shows(&two_sided(&cards, "\"Deep Breath\"", "", &own.concat()));
    // Whoever is given one in the other's turn takes it, and then the turn that was due.
    let others = [
        turn("\"1: attack Rope Boy\", \"2: trick Deep Breath\"", 1, 1),
        turn("\"2: no-block\", \"1: surface\"", 2, 2),
        turn("\"2: surface\"", 2, 3),
        turn("\"2: surface\"", 1, 4),
    ];
    shows(&two_sided(&cards, "\"Lead Weight\"", "\"Deep Breath\", ", &others.concat()));
}

#[test]
fn points_are_gained_counted_and_paid() {
    let with_points = |text: &str| {
        text.replace("[counters]\n", "[counters]\nshells = { of = \"seat\", least = 0 }\n")
            .replace("[cards]\n", "[cards]\npoints = \"shells\"\n")
    };
    let cards = card("Open Shell", "trick", &ability("do = [{ points = 2 }, { points = -1, who = \"opponent\" }]"))
        + &card(
            "Oyster Knife",
            "trick",
            &(ability(
                "if = \"2.. of your points\"\nneed = { points = 1 }\ndo = [{ gain = { breath = \"1 per your points\" } }]",
            )),
        );
    let steps = "[[scenario.step]]\nlegal = [\"tie Lead Weight\", \"play Open Shell\", \"attack Rope Boy\", \"surface\"]\n\
        [[scenario.step]]\ndo = [\"1: play Open Shell\"]\nexpect = { seat1 = { shells = 2, breath = 8 }, seat2 = { shells = 2 } }\n\
        [[scenario.step]]\ndo = [\"1: play Oyster Knife\"]\nexpect = { seat1 = { shells = 1, breath = 8 } }\n";
    let scenario =
        two_sided(&cards, "\"Open Shell\", \"Oyster Knife\"", "", steps).replace("seat2]\n", "seat2]\nshells = 3\n");
    assert_eq!(failure("nine-fathoms", with_points, &scenario), None);
}

/// Three Rivers, with a card that lets another one move, from the Wend.
fn moved(variant: impl Fn(&str) -> String, steps: &str) -> Option<String> {
    let pilot = "[[scenario.card]]\nname = \"Pilot\"\nnumber = \"X1\"\ntype = [\"crew\"]\nrarity = \"common\"\nguild = [\"reed\"]\n\
        cost = { current = 1 }\npower = 1\n[[scenario.card.ability]]\ncost = { current = 1 }\ndo = [{ move = \"your other type:crew\" }]\n";
    let scenario = format!(
        "{pilot}[scenario.start]\nphase = \"round\"\n[scenario.start.seat1]\nfield = [\"Pilot\", \"Basket Weaver\"]\n\
         [scenario.start.cards]\nPilot = {{ river = 2 }}\n\"Basket Weaver\" = {{ river = 1 }}\n[[scenario.step]]\n\
         do = [\"1: use Pilot\", \"1: choose Basket Weaver\"]\n{steps}"
    );
    failure("three-rivers", variant, &scenario)
}

#[test]
fn a_card_moves_to_another_lane() {
    let steps = "legal = [\"move Basket Weaver 2\", \"move Basket Weaver 3\"]\n[[scenario.step]]\n\
        do = [\"1: move Basket Weaver 3\"]\nexpect = { cards = { \"Basket Weaver\" = { river = 3 } } }";
    assert_eq!(moved(str::to_owned, steps), None);
}

/// A game can say where there is room, and what moving does: only one lane is left, and nothing is asked.
#[test]
fn a_game_says_what_moving_to_a_lane_does() {
    let by_the_book = |text: &str| {
        assert!(text.contains("lane = \"river\"\n"));
        let moves = "move = { if = \"no field[river=$(number)]\", do = [{ set = { \"river of it\" = \"number\", \"side of it\" = \"number + 7\" } }] }";
        text.replace("lane = \"river\"\n", &format!("lane = \"river\"\n{moves}\n"))
    };
    let steps = "expect = { cards = { \"Basket Weaver\" = { river = 3, side = 10 } } }";
    assert_eq!(moved(by_the_book, steps), None);
}

/// What is not played is refused with what to write instead.
#[test]
fn words_that_are_not_played_are_refused_with_what_to_write() {
    for (effects, hint) in [
        ("hack = \"type:companion\", until = \"end of turn\"", "`hack` is a word of games"),
        ("download = \"type:trick\", from = \"deck\"", "`fetch` takes into hand"),
        ("take_control = \"your type:companion\"", "`control` gives control of a card"),
        ("check = 3, do = [{ draw = 1 }]", "chance is a `roll`"),
        ("tap = \"user\"", "name the card with `this`"),
        ("move = \"type:companion\"", "name several `lanes` in [cards]"),
        ("points = 1", "name a counter of seats in [cards]"),
    ] {
        let cards = card("Odd Card", "trick", &ability(&format!("do = [{{ {effects} }}]")));
        let refused = failure("nine-fathoms", str::to_owned, &dive(&cards, "\"Odd Card\"", "[[scenario.step]]\n"));
        assert!(refused.as_ref().is_some_and(|why| why.contains(hint)), "{effects}: {refused:?}");
    }
}

/// Each wakes and tires the other, and nobody can break it.
#[test]
fn a_loop_is_a_draw_that_names_its_cards() {
    let restless =
        ability("when = \"tapped\"\ndo = [{ untap = \"this\" }, { tap = \"each other your type:companion\" }]");
    let twin = |name: &str| card(name, "companion", &format!("reach = 1\nhide = 1\n{restless}"));
    let cards = twin("Ebb") + &twin("Flow") + &card("Nudge", "trick", &ability("do = [{ tap = \"type:companion\" }]"));
    let steps = "[[scenario.step]]\ndo = [\"1: play Nudge\", \"1: choose Ebb\"]\n\
        events = [\"Flow triggers again and again\", \"Ebb triggers again and again\", \"A draw: an endless loop\"]\n\
        expect = { over = \"1, 2: loop\" }\n";
    let start = dive(&cards, "\"Nudge\"", steps);
    shows(&start.replace("field = [\"Net Mender\", \"Rope Boy\"]", "field = [\"Ebb\", \"Flow\"]"));
}
