//! Cards of any kind through every kind of file that carries cards: nothing is lost that the kind can carry.

use catalog::art::{PictureAddress, PictureAddresses};
use catalog::card::face_id;
use catalog::interchange::export;
use catalog::{GameData, Source, load};
use proptest::prelude::*;

use super::interchange::{assert_same, import, loaded};
use super::large::cases;

/// A text with everything that some kind of file could take for a sign of its own.
fn printable_text() -> impl Strategy<Value = String> {
    let sign = prop_oneof![
        Just("; "),
        Just(" // "),
        Just("\""),
        Just("\\"),
        Just(","),
        Just("\t"),
        Just("'"),
        Just("&amp;"),
        Just("<b>"),
        Just("]]>"),
        Just(" – "),
        Just(" - "),
        Just("{X}"),
        Just("="),
        Just("#"),
        Just("|"),
        Just("é"),
        Just("雨"),
        Just("\n"),
        Just("yes"),
        Just("07"),
        Just("1.0")
    ];
    let part = prop_oneof![3 => "[a-z]{1,6}".prop_map(String::from), 1 => sign.prop_map(str::to_owned)];
    prop::collection::vec(part, 1..8).prop_map(|parts| parts.concat().trim().to_owned())
}

/// What stands on a card, or on a face, as TOML; with `own` keys of a card without faces.
fn printed() -> impl Strategy<Value = String> {
    let types = prop::sample::select(vec!["entity", "sorcery", "terrain", "celestial", "vehicle"]);
    let resources = prop::sample::subsequence(vec!["any", "sky", "sea", "void", "life"], 0..4);
    let keywords =
        prop::sample::subsequence(vec!["soaring", "rush", "equip 2", "terrainwalk jungle", "bond volcano"], 0..3);
    let subtypes = prop::collection::vec("[A-Z][a-z]{1,5}( [A-Z][a-z]{1,3})?", 0..3);
    let flags = (any::<bool>(), any::<bool>());
    let texts = (prop::option::of(printable_text()), prop::option::of(printable_text()));
    (types, resources, (1..9i32, -2..12i32, 0..12i32), keywords, subtypes, flags, texts).prop_map(
        |(kind, resources, (n, power, health), keywords, subtypes, (basic, legendary), (text, flavor))| {
            let mut out = format!("type = [\"{kind}\"]\nsubtype = {subtypes:?}\nkeywords = {keywords:?}\n");
            let amounts: Vec<String> =
                resources.iter().enumerate().map(|(i, r)| format!("{r} = {}", n + i as i32)).collect();
            match kind {
                "terrain" => out += "produces = [\"sky\", \"sea\"]\n",
                _ => out += &format!("cost = {{ {} }}\n", amounts.join(", ")),
            }
            match kind {
                "entity" => out += &format!("power = {power}\nhealth = {health}\n"),
                "celestial" => out += &format!("resolve = {health}\n"),
                "vehicle" => out += &format!("capacity = {health}\n"),
                _ => {}
            }
            for (key, yes) in [("basic", basic), ("legendary", legendary)] {
                out += &if yes { format!("{key} = true\n") } else { String::new() };
            }
            for (key, text) in [("text", text), ("flavor", flavor)] {
                if let Some(text) = text.filter(|text| !text.is_empty()) {
                    out += &format!("{key} = {}\n", toml::Value::String(text));
                }
            }
            out
        },
    )
}

/// Two sets of cards, some of them with two or three faces, some printed twice.
fn sets() -> impl Strategy<Value = [String; 2]> {
    let layout = prop::sample::select(vec!["double-faced", "split", "flip", "adventure"]);
    let name = "[A-Z][a-z]{2,6}( of [A-Z][a-z]{2,4}|'s [A-Z][a-z]{2,3}|, \"[A-Z]\")?";
    let rarity = prop::sample::select(vec!["common", "rare", "legendary"]);
    let card = (prop::collection::vec((name, printed()), 1..4), layout, rarity, any::<bool>(), any::<bool>());
    prop::collection::vec(card, 1..6).prop_map(|cards| {
        let mut sets = [("b", "Bee", "BE"), ("a", "Ant", "AN")].map(|(id, name, code)| {
            format!(
                "source = \"house set\"\nid = \"{id}\"\nname = \"{name}\"\ncode = \"{code}\"\nreleased = 2020-01-02\n"
            )
        });
        for (at, (faces, layout, rarity, twice, second)) in cards.into_iter().enumerate() {
            let names: Vec<String> = faces.iter().map(|(name, _)| format!("{name} {at}")).collect();
            let mut body = format!("name = {}\n", toml::Value::String(names.join(" // ")));
            body += &format!("rarity = \"{rarity}\"\n");
            if let [(_, printed)] = &faces[..] {
                body += printed;
            } else {
                body += &format!("faces = \"{layout}\"\n");
                for (name, (_, printed)) in names.iter().zip(&faces) {
                    body += &format!("[[card.face]]\nname = {}\n{printed}", toml::Value::String(name.clone()));
                }
            }
            let first = usize::from(second);
            sets[first] += &format!("\n[[card]]\nid = \"card-{at}\"\nnumber = \"{at}a\"\n{body}");
            if twice {
                // Some reprints say something else.
                let body = body.replacen("health = ", "health = 1", 1);
                sets[1 - first] += &format!("\n[[card]]\nid = \"again-{at}\"\nnumber = \"{at}b\"\n{body}");
            }
        }
        sets
    })
}

fn source_of(sets: &[String; 2]) -> Source {
    let schema = Source::shipped().file("afrika/game.toml").expect("there").text.to_string();
    let [b, a] = sets.clone();
    let files = [("game.toml", schema), ("sets/b.toml", b), ("sets/a.toml", a)];
    Source::from_texts("afrika", files.map(|(path, text)| (path.to_owned(), text)))
}

fn addresses(game: &GameData) -> PictureAddresses {
    let mut pictures = PictureAddresses::default();
    let fronts = game.cards.iter().map(|card| card.id.clone()).step_by(2);
    let backs = game.cards.iter().filter(|card| card.back().is_some()).map(|card| face_id(&card.id, 1)).step_by(2);
    for id in fronts.chain(backs) {
        let address = format!("https://pics.test/{id}.png?a=1&b=2");
        pictures.insert(&id, PictureAddress::parse(&address).expect("an address"));
    }
    pictures
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(48, 2048), ..ProptestConfig::default() })]

    #[test]
    fn cards_come_back_out_of_every_kind_of_file(sets in sets()) {
        let source = source_of(&sets);
        let game = load::game(&source, "afrika").unwrap_or_else(|p| panic!("{}\n{}{}", p[0], sets[0], sets[1]));
        let pictures = addresses(&game);
        for (file, text) in [
            ("cards.csv", export::csv(&game, &source, &pictures, None, false)),
            ("cards.tsv", export::csv(&game, &source, &pictures, None, true)),
            ("cards.xml", export::cockatrice(&game, &source, &pictures, None)),
        ] {
            let mut again = source_of(&sets);
            let made = import(&mut again, "afrika", file, text.as_bytes(), &[])
                .unwrap_or_else(|e| panic!("{file}: {e:?}\n{text}"));
            prop_assert!(made.remarks.is_empty() && made.left_out.is_empty(), "{:?} {:?}", made.remarks, made.left_out);
            prop_assert_eq!(&made.pictures, &pictures);
            // A card database has the printings of a card together, so their sets may have another order.
            let by_id = |game: &GameData| {
                let cards = game.cards.iter().map(|card| serde_json::to_string(card).expect("JSON"));
                let mut cards: Vec<String> = cards.collect();
                cards.sort();
                cards
            };
            let after = loaded(&again, "afrika");
            if file.ends_with("xml") {
                prop_assert_eq!(by_id(&game), by_id(&after), "{}\n{}", file, text);
            } else {
                assert_same(&game, &after, &format!("{file}\n{text}"));
            }
        }
    }
}
