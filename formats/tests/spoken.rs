//! Reasons that files hold are told in the language that is spoken, those of earlier releases included.

use std::borrow::Cow;

use catalog::GameData;
use formats::Deck;
use formats::deck::Edit;
use formats::event::log::Pairing;

struct German;

impl tr::Translator for German {
    fn translate<'a>(&'a self, text: &'a str, _: Option<&'a str>) -> Cow<'a, str> {
        Cow::Borrowed(match text {
            "Float: {one} ({high}) is paired down to {other} ({low}), because {because}." => {
                "Runtergelost: {one} ({high}) gegen {other} ({low}): {because}."
            }
            "Repeat: they met in round {rounds}, and every pairing of this field has a repeat." => "Wieder: {rounds}.",
            " and " => " und ",
            "the groups between {high} and {low} points are odd" => "ungerade von {low} bis {high}",
            "Plan “{name}” applied" => "Plan „{name}“ angewandt",
            "Back to {edit}" => "Zurück zu {edit}",
            other => other,
        })
    }

    fn ntranslate<'a>(&'a self, n: u64, one: &'a str, many: &'a str, _: Option<&'a str>) -> Cow<'a, str> {
        Cow::Borrowed(if n == 1 { one } else { many })
    }
}

#[test]
fn what_a_file_holds_is_told_in_another_language() {
    formats::set_translator(German);
    let why = [
        "Repeat: they met in round 1 and 3, and every pairing of this field has a repeat.",
        "Float: Ann and Bo (6) is paired down to By hand. (3), because the groups between 6 and 3 points are odd.",
        "By hand.",
        "A reason that nobody knows and tells.",
    ];
    // As earlier releases kept them.
    let pairing = serde_json::json!({ "a": 0, "b": 1, "why": why });
    let pairing: Pairing = serde_json::from_value(pairing).expect("a pairing");
    let told: Vec<String> = pairing.reasons().collect();
    let german = "Runtergelost: Ann and Bo (6) gegen By hand. (3): ungerade von 3 bis 6.";
    assert_eq!(told, ["Wieder: 1 und 3.", german, "By hand.", "A reason that nobody knows and tells."]);
    let again: Pairing = serde_json::from_str(&serde_json::to_string(&pairing).expect("it is written")).expect("read");
    assert_eq!(again, pairing);

    let game = GameData::default();
    let deck = Deck::new(&game, "A deck", "any");
    let told = |why: &str| {
        let edit = serde_json::json!({ "together": { "why": why, "edits": [] } });
        serde_json::from_value::<Edit>(edit).expect("an edit").describe(&game, &deck)
    };
    assert_eq!(told("Plan “a “b” c” applied"), "Plan „a “b” c“ angewandt");
    assert_eq!(told("Back to Plan “a” applied"), "Zurück zu Plan „a“ angewandt");
    assert_eq!(told("As I like it"), "As I like it");
}
