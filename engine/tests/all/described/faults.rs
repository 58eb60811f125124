//! Faults of `play.toml`, each a change to the rules of a game that are right: where it is, and what is said.

use engine::described;

use super::varied;

/// The faults of a game's rules with some changes: line, message.
fn faults_after(id: &str, changes: &[(&str, &str)]) -> Vec<(usize, String)> {
    let game = varied(id, |text| {
        changes.iter().fold(text.to_owned(), |text, (from, to)| {
            assert!(text.contains(from), "{id} has `{from}`");
            text.replacen(from, to, 1)
        })
    });
    let found = described::program(&game).expect("it has rules").err().unwrap_or_default();
    found.into_iter().map(|problem| (problem.line, problem.message)).collect()
}

fn faults(id: &str, from: &str, to: &str) -> Vec<(usize, String)> {
    faults_after(id, &[(from, to)])
}

fn says(id: &str, from: &str, to: &str, wanted: &str) {
    let found = faults(id, from, to);
    assert!(found.iter().any(|(line, message)| *line > 0 && message.contains(wanted)), "`{to}`: {found:#?}");
}

#[test]
fn what_nothing_leads_to_is_told() {
    says("hearts", "again = \"any all hand\"\nnext  = \"end\"", "next = \"lead\"", "nothing ends the game");
    says(
        "hearts",
        "id    = \"pass-right\"",
        "id = \"pass-right\"\nnext = \"trick\"",
        "no way leads to the phase `lead`",
    );
    says("hearts", "may   = [\"lead\", \"follow\"]", "may = [\"follow\"]", "nobody is asked for the action `lead`");
}

#[test]
fn a_zone_that_nothing_uses_is_told() {
    let change = "{ add = { tricks = 1 } },";
    let thrown = "{ move = \"trick\", to = \"away\" },\n  { add = { tricks = 1 } },";
    for (zone, wanted) in [("away = {}", 1), ("away = { layout = \"pile\" }", 0)] {
        let found = faults_after("hearts", &[("[zones]", &format!("[zones]\n{zone}")), (change, thrown)]);
        let told = found.iter().filter(|(_, message)| message.contains("cards go to `away`")).count();
        assert_eq!(told, wanted, "{zone}: {found:#?}");
    }
}

#[test]
fn what_goes_on_without_end_is_told() {
    let wanted = "goes on without end";
    says("hearts", "until = \"count passed = 3\"", "until = \"tricks = 3\"", wanted);
    says("hearts", "again = \"any all hand\"", "again = \"direction > 0\"", wanted);
    assert!(faults("hearts", "again = \"any all hand\"", "again = \"tricks < 13\"").is_empty());
}

#[test]
fn names_that_name_each_other_are_told() {
    says("hearts", "[formulas]", "[formulas]\none-more = \"two-more\"\ntwo-more = \"one-more + 1\"", "name each other");
    assert!(faults("hearts", "[formulas]", "[formulas]\none-more = \"two-more\"\ntwo-more = \"allowed\"").is_empty());
    says("hearts", "[formulas]", "[formulas]\none-more = \"nothing-like-it\"", "there is no `nothing-like-it` here");
}

#[test]
fn actions_that_give_hidden_cards_away_are_told() {
    let wanted = "cannot see";
    let follow = "cards = [\"hand[suit=$led]\", \"hand[penalty<=$allowed]\", \"hand\"]";
    let pass = "id    = \"pass\"\nlabel = \"Pass\"\ntold  = \"passes\"\ncards = \"hand\"";
    for own in ["hand[rank>2]", "hand[rank>$(count left of you's hand)]"] {
        assert!(faults("hearts", follow, &format!("cards = \"{own}\"")).is_empty(), "{own}");
    }
    for hidden in ["hand[rank>$(most rank of left of you's hand)]", "hand[rank>$(rank of top of pack)]"] {
        says("hearts", follow, &format!("cards = \"{hidden}\""), wanted);
    }
    let with = |condition: &str| format!("{pass}\nif = \"{condition}\"");
    says("hearts", pass, &with("any all hand[suit:hearts]"), wanted);
    says("hearts", pass, &with("any seat[any hand[suit:hearts]]"), wanted);
    assert!(faults("hearts", pass, &with("any hand[suit:hearts] or count all hand > 3")).is_empty());
    let about = |cards: &str| pass.replace("cards = \"hand\"", &format!("about = \"{cards}\""));
    says("hearts", pass, &about("hand[rank>$(rank of top of pack)]"), wanted);
}

#[test]
fn a_number_that_is_shown_hangs_on_what_all_see() {
    let points = "Points = \"sum penalty of taken\"";
    says("hearts", points, "Points = \"sum penalty of hand\"", "not everybody sees");
    assert!(faults("hearts", points, "Points = \"count hand\"").is_empty());
}

#[test]
fn the_top_of_what_has_none_is_told() {
    let draw = "{ draw = 1, to = \"board\" }";
    says("leduc-poker", draw, "{ move = \"top 1 of deck\", to = \"board\" }", "`deck` has no top");
    let ordered = ("deck  = { sees = \"nobody\" }", "deck = { sees = \"nobody\", ordered = true }");
    let found = faults_after("leduc-poker", &[ordered, (draw, "{ move = \"top 1 of deck\", to = \"board\" }")]);
    assert!(found.iter().any(|(_, message)| message.contains("nobody knows the top cards of `deck`")), "{found:#?}");
}

#[test]
fn a_quote_that_is_not_closed_is_told() {
    says(
        "hearts",
        "hand[id:two-of-clubs]\", \"hand[heart",
        "hand[name='Two of Clubs]\", \"hand[heart",
        "a quote is not closed",
    );
}

/// The hints of all faults after a change.
fn hints(id: &str, from: &str, to: &str) -> Vec<String> {
    let game = varied(id, |text| {
        assert!(text.contains(from), "{id} has `{from}`");
        text.replacen(from, to, 1)
    });
    let found = described::program(&game).expect("it has rules").err().unwrap_or_default();
    found.into_iter().filter_map(|problem| problem.hint).collect()
}

#[test]
fn the_opponent_of_somebody_else_is_told_how_to_be_written() {
    for (written, wanted) in [("opponent of active", "`left of active`"), ("opponent of (left of you)", "`left of …`")]
    {
        let found = hints("kuhn-poker", "folded = \"you\"", &format!("folded = \"{written}\""));
        assert!(found.len() == 1 && found[0].contains(wanted), "{found:#?}");
    }
}

#[test]
fn an_unknown_keyword_in_a_formula_is_told_as_one() {
    // The formula has the name of what is misspelt in its query.
    let formulas = "[formulas]\nhoard = \"sum worth of field\"";
    let wrong = "[formulas]\nhoard = \"sum worth of field\"\ntrickz = \"count field[type:trickz]\"";
    let found = faults("nine-fathoms", formulas, wrong);
    assert!(found.len() == 1 && found[0].1 == "there is no type `trickz`", "{found:#?}");
    let wrong = wrong.replace("type:trickz", "keyword:trickz");
    let found = faults("nine-fathoms", formulas, &wrong);
    assert!(found.len() == 1 && found[0].1 == "there is no keyword `trickz`", "{found:#?}");
    // Names that are compared are names.
    says("hearts", "[formulas]", "[formulas]\none-more = \"count hand[two-more>0]\"", "cards have no field `two-more`");
}

#[test]
fn what_names_a_faulty_formula_is_no_fault() {
    let named = [
        ("[formulas]", "[formulas]\nmany = \"count hand[sut:hearts]\"\nmore = \"many + 1\""),
        ("\"any trick\"", "\"any trick and many > 0\""),
        ("{ roll = 4", "{ set = { tricks = \"more\" } }, { roll = 4"),
        ("\"hand[heart<=$broken]\"", "\"hand[heart<=$broken]\", \"hand[rank>$(many)]\""),
    ];
    let found = faults_after("hearts", &named);
    assert!(found.len() == 1 && found[0].1.contains("`sut`"), "{found:#?}");
}

#[test]
fn names_of_the_program_itself_are_not_advised() {
    for (from, to) in [
        ("{ draw = 1 }", "{ draw = 1, to = \"zzzzzz\" }"),
        ("{ draw = 1 }", "{ draw = \"zzzzzz\" }"),
        ("{ draw = 1 }", "{ set = { zzzzzz = 1 } }"),
        ("{ draw = 1 }", "{ draw = \"sum zzzzzz of field\" }"),
        ("main = \"deck\"", "main = \"zzzzzz\""),
    ] {
        let found = hints("nine-fathoms", from, to);
        let own = |hint: &String| hint.contains("looked at") || hint.contains(", until") || hint.contains(":  ");
        assert!(!found.is_empty() && !found.iter().any(own), "{to}: {found:#?}");
    }
}

#[test]
fn values_that_no_card_has_are_told() {
    let led = "hand[suit=$led]";
    for (query, wanted) in [
        ("hand[suit:hearst]", "no card has `hearst` in `suit`"),
        ("hand[rank>2 -(suit=spaeds or suit:clubs)]", "no card has `spaeds` in `suit`"),
        ("hand[id:two-of-club]", "no card has the id `two-of-club`"),
        ("hand[id:two-of-clubs,two-of-club]", "no card has the id `two-of-club`"),
        ("hand[name='Two of Clvbs']", "no card is called `Two of Clvbs`"),
    ] {
        says("hearts", led, query, wanted);
        let found = hints("hearts", led, query);
        assert!(found.iter().any(|hint| hint.starts_with("did you mean")), "{query}: {found:#?}");
    }
    says("hearts", "suit:hearts\", number = 1", "suit:heards\", number = 1", "no card has `heards` in `suit`");
    for right in ["hand[suit:HEARTS]", "hand[suit=hearts,clubs]", "hand[name:two]", "hand[-suit:/^h/]"] {
        assert!(faults("hearts", led, right).is_empty(), "{right}");
    }
}
