//! Other programs' cards: files written by hand to the public descriptions of their formats come in without loss, and
//! what goes out comes back as the same cards.

use std::path::PathBuf;

use catalog::art::PictureAddresses;
use catalog::interchange::{
    self, CardFileKind, Heartbeat, Import, ImportError, ImportTarget, ImportWords, WORDS, export, is_untouched,
};
use catalog::query::Search;
use catalog::{Card, GameData, Source, load};

fn foreign(name: &str) -> Vec<u8> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/foreign").join(name);
    std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn table(name: &str, bytes: &[u8], named: &[(String, String)]) -> interchange::CardTable {
    let (stem, ending) = name.rsplit_once('.').expect("an ending");
    let kind = CardFileKind::detect(bytes, ending).expect("a kind");
    interchange::read(kind, bytes, stem, named, &Heartbeat(&|_| ())).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// Imports into a game, which is made or grows if no person wrote it; the sources then have its files.
pub(super) fn import(
    source: &mut Source,
    game: &str,
    name: &str,
    bytes: &[u8],
    maps: &[(&str, &str)],
) -> Result<Import, ImportError> {
    let known = source.games().iter().any(|g| g == game).then(|| load::game(source, game).expect("no faults"));
    let schema = source.file(&format!("{game}/game.toml")).map(|f| f.text.to_string());
    let named: Vec<(String, String)> = maps.iter().map(|(c, f)| ((*c).to_owned(), (*f).to_owned())).collect();
    let set = name.split('.').next().expect("a name");
    let boosters = source.folder(game, "boosters").into_iter();
    let boosters: Vec<(&str, &str)> = boosters.map(|(id, file)| (id, &*file.text)).collect();
    let (known, schema, named) = (known.as_ref(), schema.as_deref(), &named);
    let words = source.file(&format!("{game}/{WORDS}")).map(|file| file.text.to_string()).unwrap_or_default();
    let words = if words.is_empty() { Ok(ImportWords::default()) } else { ImportWords::parse(words.as_bytes()) };
    let words = words.expect("a list of words");
    let of_file = |text: &str| interchange::imported_from(text) == Some(name);
    let sets = source.folder(game, "sets").into_iter().filter(|(_, file)| of_file(&file.text));
    let followed: Vec<String> = sets.map(|(id, _)| id.to_owned()).collect();
    let (followed, boosters, words) = (followed.as_slice(), boosters.as_slice(), &words);
    let aim = ImportTarget { game, known, schema, from: name, set, followed, boosters, named, words };
    let made = interchange::import(table(name, bytes, named), &aim)?;
    for (path, text) in &made.files {
        source.put(path, path.clone(), text.clone());
    }
    Ok(made)
}

pub(super) fn loaded(source: &Source, game: &str) -> GameData {
    load::game(source, game).unwrap_or_else(|faults| {
        let list: Vec<String> = faults.iter().map(ToString::to_string).collect();
        panic!("{}", list.join("\n"))
    })
}

/// A new game out of one file.
fn new_game(name: &str) -> (Source, GameData, Import) {
    let mut source = Source::default();
    let made = import(&mut source, "mine", name, &foreign(name), &[]).unwrap_or_else(|e| panic!("{name}: {e}"));
    let game = loaded(&source, "mine");
    (source, game, made)
}

pub(super) fn card<'g>(game: &'g GameData, id: &str) -> &'g Card {
    game.card(game.find(id).unwrap_or_else(|| panic!("no card `{id}`")))
}

pub(super) fn ids(game: &GameData, query: &str) -> Vec<String> {
    let search = Search::parse(query, game).unwrap_or_else(|e| panic!("{query}: {}", e.message));
    search.run(game).into_iter().map(|c| game.card(c).id.clone()).collect()
}

fn text_in<'g>(game: &'g GameData, card: &'g Card, field: &str) -> &'g str {
    game.field(field).and_then(|f| card.text_in(f)).unwrap_or("")
}

pub(super) fn number_in(game: &GameData, card: &Card, field: &str) -> Option<i32> {
    card.number_in(game.field(field).unwrap_or_else(|| panic!("no field `{field}`")))
}

/// Id, name and day of each set.
fn sets(game: &GameData) -> Vec<String> {
    let line = |s: &catalog::card::Set| format!("{} {} {}", s.id, s.name, s.released.as_deref().unwrap_or("-"));
    game.sets.iter().map(line).collect()
}

/// Each card with the address of its picture.
fn pictures(made: &Import) -> Vec<String> {
    made.pictures.iter().map(|(card, address)| format!("{card} {}", address.as_str())).collect()
}

/// All that a game says of its sets and cards.
fn said(game: &GameData) -> Vec<String> {
    let sets = game.sets.iter().map(|s| serde_json::to_string(s).expect("JSON"));
    let cards = game.cards.iter().map(|c| serde_json::to_string(c).expect("JSON"));
    sets.chain(cards).collect()
}

pub(super) fn assert_same(before: &GameData, after: &GameData, what: &str) {
    let (a, b) = (said(before), said(after));
    for (a, b) in a.iter().zip(&b) {
        assert_eq!(a, b, "{what}");
    }
    assert_eq!(a.len(), b.len(), "{what}");
}

#[test]
fn cards_of_the_games_here_go_out_as_tables_and_come_back() {
    for id in ["chronx", "afrika"] {
        let mut source = Source::shipped();
        let before = loaded(&source, id);
        for (name, tabs) in [("cards.csv", false), ("cards.tsv", true)] {
            let csv = export::csv(&before, &source, &PictureAddresses::default(), None, tabs);
            let made = import(&mut source, id, name, csv.as_bytes(), &[]).unwrap_or_else(|e| panic!("{id}: {e:?}"));
            assert!(made.left_out.is_empty() && made.remarks.is_empty(), "{:?} {:?}", made.left_out, made.remarks);
            assert_same(&before, &loaded(&source, id), name);
        }
    }
}

#[test]
fn cards_of_the_games_here_go_to_cockatrice_and_come_back() {
    for id in ["chronx", "afrika"] {
        let mut source = Source::shipped();
        let before = loaded(&source, id);
        let xml = export::cockatrice(&before, &source, &PictureAddresses::default(), None);
        let made = import(&mut source, id, "cards.xml", xml.as_bytes(), &[]).unwrap_or_else(|e| panic!("{id}: {e:?}"));
        // What Cockatrice wants to have beside them says nothing new.
        for what in made.left_out.keys() {
            assert!(["maintype", "manacost", "cmc", "colors", "tablerow"].contains(&what.as_str()), "{what}");
        }
        assert_same(&before, &loaded(&source, id), "cards.xml");
    }
}

#[test]
fn every_foreign_game_goes_out_as_a_table_and_comes_back() {
    for name in
        ["cards.csv", "bom.tsv", "cards.xml", "set.json", "all-printings.json", "bulk.json", "list.draftmancer.txt"]
    {
        let (mut source, before, _) = new_game(name);
        let csv = export::csv(&before, &source, &PictureAddresses::default(), None, false);
        import(&mut source, "mine", "again.csv", csv.as_bytes(), &[]).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_same(&before, &loaded(&source, "mine"), &format!("{name}\n{csv}"));
    }
}

#[test]
fn addresses_of_pictures_are_kept_beside_the_cards_and_go_out_with_them() {
    let text = "name,type,Image URL,photo\nA,Event,https://pics.test/a.jpg,a.jpg\nB,Event,none,\n";
    let mut source = Source::default();
    let made = import(&mut source, "mine", "cards.csv", text.as_bytes(), &[]).expect("an import");
    assert_eq!(pictures(&made), ["a https://pics.test/a.jpg"]);
    let game = loaded(&source, "mine");
    let fields: Vec<&str> = game.fields.iter().map(|field| field.id.as_str()).collect();
    assert_eq!(fields, ["photo"], "what is no address stays a field");
    let csv = export::csv(&game, &source, &made.pictures, None, false);
    let again = import(&mut source, "mine", "again.csv", csv.as_bytes(), &[]).expect("an import");
    assert_eq!(again.pictures, made.pictures);
    assert_same(&game, &loaded(&source, "mine"), &csv);
    // Names of files under the same heading are a property like others.
    let text = "name,type,image\nA,Event,a.jpg\n";
    let mut source = Source::default();
    let made = import(&mut source, "mine", "cards.csv", text.as_bytes(), &[]).expect("an import");
    let game = loaded(&source, "mine");
    assert!(made.pictures.is_empty());
    assert_eq!(text_in(&game, card(&game, "a"), "image"), "a.jpg");
    // A person's game takes addresses without a change to its cards.
    let mut source = Source::shipped();
    let csv = "name,set,number,type,domain,rarity,cost,skill,firepower,armor,keywords,image\n\
               Good Drone,CX9,1,Asset,corporate,fixed,influence 1,1,1,1,mechanical,http://pics.test/1.png\n";
    let made = import(&mut source, "chronx", "cards.csv", csv.as_bytes(), &[]).expect("an import");
    assert_eq!((pictures(&made), made.left_out.len()), (vec!["good-drone http://pics.test/1.png".to_owned()], 0));
}

#[test]
fn a_second_import_makes_the_same_files() {
    for name in ["cards.csv", "cards.xml", "set.json", "bulk.json", "list.draftmancer.txt"] {
        let (mut source, _, first) = new_game(name);
        let second = import(&mut source, "mine", name, &foreign(name), &[]).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_eq!(first.files, second.files, "{name}");
        assert!(first.files.iter().all(|(_, text)| is_untouched(text)));
    }
}

#[test]
fn a_table_becomes_a_game() {
    let (_, game, made) = new_game("cards.csv");
    let roles: Vec<(&str, &str)> = made.columns.iter().map(|c| (c.name.as_str(), c.role.word())).collect();
    assert_eq!(
        roles[..4],
        [("Card Name", "name"), ("Set Code", "set"), ("Collector Number", "number"), ("Type", "type")]
    );
    assert_eq!(game.cards.len(), 5);
    let tap = card(&game, "relay-tap-cx2");
    assert_eq!((tap.name.as_str(), tap.number.as_str()), ("Relay Tap", "17"));
    assert_eq!(tap.text, "Gain 1.\nThen draw; twice.");
    assert_eq!(text_in(&game, tap, "artist"), "Ann \"Dot\" Lee");
    // The other printing is the same card by name.
    assert_eq!(game.namesake(game.find("relay-tap-cx2").expect("a card")), game.find("relay-tap").expect("a card"));
    let wall = card(&game, "wall-of-glass");
    assert_eq!(
        (game.type_line(wall).as_str(), number_in(&game, wall, "strength")),
        ("Neutral Program – Barrier", Some(4))
    );
    assert_eq!(ids(&game, "side:corp strength>=4"), ["wall-of-glass"]);
    assert_eq!(ids(&game, "cost.x=1"), ["old-relay"]);
}

#[test]
fn a_person_maps_columns() {
    let mut source = Source::default();
    let maps = [("Side", "faction"), ("Artist", ""), ("Strength", "power")];
    let made = import(&mut source, "mine", "cards.csv", &foreign("cards.csv"), &maps).expect("an import");
    let game = loaded(&source, "mine");
    assert_eq!(ids(&game, "side:corp").len(), 2);
    assert_eq!(number_in(&game, card(&game, "wall-of-glass"), "power"), Some(4));
    assert_eq!(made.left_out["Artist"], 4);
    let wrong = import(&mut source, "mine", "cards.csv", &foreign("cards.csv"), &[("Artits", "name")]);
    assert!(matches!(wrong, Err(ImportError::Column(e)) if e.hint.contains("did you mean `Artist`?")));
}

#[test]
fn a_table_without_a_header_is_mapped_by_position() {
    let mut source = Source::default();
    let maps = [("column 1", "name"), ("column 2", "type")];
    import(&mut source, "mine", "bare.csv", b"Storm Lamp,Lamp\nDeep Well,Well\n", &maps).expect("an import");
    assert_eq!(ids(&loaded(&source, "mine"), "type:well"), ["deep-well"]);
}

#[test]
fn cockatrice_cards_with_printings_relations_and_deck_rules() {
    let (mut source, game, made) = new_game("cards.xml");
    let tap = card(&game, "relay-tap-cx2");
    assert_eq!(tap.text, "Gain 1.\nDraw a card <now>.");
    assert_eq!(tap.subtypes.as_slice(), ["Drone", "Wire"]);
    assert_eq!(pictures(&made), ["relay-tap-cx2 https://x.test/17.png"]);
    assert!(game.field("picurl").is_none(), "addresses are no part of a card");
    assert_eq!(text_in(&game, tap, "related"), "Wire | count=2 | attach=attach");
    assert_eq!(number_in(&game, tap, "cost"), Some(4));
    assert_eq!(ids(&game, "color:white cost.blue=1 is:cipt"), ["relay-tap", "relay-tap-cx2"]);
    assert_eq!(ids(&game, "is:token"), ["wire"]);
    assert_eq!(ids(&game, "tablerow:0 is:upsidedown"), ["field"]);
    assert_eq!(ids(&game, "cost.white-or-blue=1 cost=2"), ["hybrid"]);
    assert_eq!(sets(&game), ["basics Basic lands -", "cx1 First -", "cx2 Second & Last 2021-03-04"]);
    let remarks: Vec<&str> = made.remarks.iter().map(|r| r.message.as_str()).collect();
    assert!(remarks.contains(&"passed over: there is no name"), "{remarks:?}");
    assert!(remarks.iter().any(|r| r.contains("`text` regex `any number of`")), "{remarks:?}");
    let format = &source.file("mine/formats/relay.toml").expect("a format").text;
    let format: toml::Table = format.parse().expect("TOML");
    let rules = format["rule"].as_array().expect("rules");
    assert_eq!(
        (rules[0]["min"].as_integer(), rules[0].get("max"), rules[1]["max"].as_integer()),
        (Some(40), None, Some(10))
    );
    let allowed = rules.last().expect("a rule")["of"].as_str().expect("a query");
    assert_eq!(ids(&game, &format!("-set:basics ({allowed})")), ["relay-tap", "relay-tap-cx2", "field", "hybrid"]);
    // And back: the same cards out of what goes to Cockatrice.
    let xml = export::cockatrice(&game, &source, &made.pictures, None);
    let again = import(&mut source, "mine", "again.xml", xml.as_bytes(), &[]).expect("an import");
    assert_eq!(again.pictures, made.pictures);
    assert_same(&game, &loaded(&source, "mine"), &xml);
}

#[test]
fn what_goes_to_cockatrice_has_the_order_that_its_schema_asks_for() {
    let (source, game, _) = new_game("cards.xml");
    let xml = export::cockatrice(&game, &source, &PictureAddresses::default(), None);
    let order =
        ["name", "text", "prop", "set", "related", "reverse-related", "token", "tablerow", "cipt", "upsidedown"];
    for card in xml.split("<card>").skip(1) {
        // Elements of the card itself stand three levels deep.
        let own = card.lines().filter_map(|l| l.strip_prefix("      <"));
        let names = own.filter(|l| !l.starts_with('/')).map(|l| l.split([' ', '>', '/']).next().expect("a name"));
        let places: Vec<usize> =
            names.map(|n| order.iter().position(|o| *o == n).unwrap_or_else(|| panic!("{n}"))).collect();
        assert!(places.is_sorted() && places.contains(&3), "{places:?}\n{card}");
    }
    assert_eq!(xml.matches("<name>Relay Tap</name>").count(), 1, "printings of a card are one card");
}

#[test]
fn a_set_of_mtgjson_with_its_booster() {
    let (source, game, made) = new_game("set.json");
    assert_eq!(game.cards.len(), 5 + 6, "the basic lands; five cards, one of them with two faces, and a token");
    let moth = card(&game, "clock-moth");
    assert_eq!((game.type_line(moth).as_str(), moth.flavor.as_str()), ("Artifact Creature – Insect", "It \"ticks\"."));
    assert_eq!(ids(&game, "color:white cost=2 power=1 mechanics:vigilance is:is_reserved"), ["clock-moth"]);
    let either = card(&game, "either");
    assert_eq!(text_in(&game, either, "power_printed"), "*");
    assert_eq!(ids(&game, "cost.red-or-green=1 cost=1"), ["either"]);
    let resource = &game.resources[game.resource("red-or-green").expect("declared")];
    assert_eq!(resource.either, ["red", "green"].iter().fold(0, |m, id| m | 1 << game.resource(id).expect("declared")));
    let ebb = card(&game, "ebb-flow");
    assert_eq!((ebb.name.as_str(), ebb.text.as_str()), ("Ebb // Flow", "Return it.\nDraw a card.\n//\nScry 2."));
    assert_eq!(ids(&game, "type:instant type:sorcery"), ["ebb-flow"]);
    assert_eq!(ids(&game, "type:legendary cost.x=1 cost.colorless=1"), ["the-keeper"]);
    assert_eq!(ids(&game, "is:token"), ["moth"]);
    assert_eq!(made.left_out["identifiers"], 1);
    assert_eq!(made.left_out["balance of colours of a booster"], 1);
    let booster = &source.file("mine/boosters/tst-default.toml").expect("a booster").text;
    let booster: toml::Table = booster.parse().expect("TOML");
    let sheets = booster["sheet"].as_array().expect("sheets").iter();
    let cards: Vec<Vec<String>> = sheets.map(|s| ids(&game, s["cards"].as_str().expect("a query"))).collect();
    assert_eq!(cards, [vec!["clock-moth", "either"], vec!["glade"], vec!["ebb-flow"], vec!["the-keeper"]]);
    let slots = booster["slot"].as_array().expect("slots");
    let weights = |at: usize| {
        slots[at]["of"].as_table().expect("weights").values().filter_map(|v| v.as_integer()).collect::<Vec<_>>()
    };
    // Always a common and a rare; the third card is a common in three packs of four, and otherwise a land.
    assert_eq!([0, 1, 2, 3].map(weights), [vec![1], vec![2, 1], vec![1], vec![1]]);
    let of = |at: usize| slots[at].get("layout").and_then(toml::Value::as_str).map(str::to_owned);
    assert_eq!([0, 1, 2, 3].map(of), [None, None, Some("layout-1".to_owned()), Some("layout-2".to_owned())]);
    let chances = booster["layout"].as_array().expect("layouts").iter().map(|layout| layout["weight"].as_integer());
    assert_eq!(chances.collect::<Vec<_>>(), [Some(3), Some(1)]);
}

#[test]
fn what_faces_make_is_laid_together_and_a_strange_symbol_spoils_no_other_card() {
    let face = |side: &str, made: &str| {
        format!(
            r#"{{"name":"Shore // Marsh","faceName":"x","side":"{side}","number":"1","type":"Land","producedMana":["{made}"],"uuid":"{side}"}}"#
        )
    };
    let mage = r#"{"name":"Mage","number":"2","type":"Creature","manaCost":"{1}{U}","producedMana":["T"],"uuid":"c"}"#;
    let set = format!(r#"{{"data":{{"code":"SHO","cards":[{},{},{mage}]}}}}"#, face("a", "U"), face("b", "B"));
    let mut source = Source::default();
    import(&mut source, "mine", "sho.json", set.as_bytes(), &[]).expect("an import");
    let game = loaded(&source, "mine");
    let makes = game.field("makes").expect("declared");
    let ids = |card: &Card| {
        let mask = card.resources_in(makes);
        let made = game.resources.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0);
        made.map(|(_, r)| r.id.clone()).collect::<Vec<_>>()
    };
    assert_eq!(ids(card(&game, "shore-marsh")), ["blue", "black"]);
    let mage = card(&game, "mage");
    assert_eq!((ids(mage).len(), text_in(&game, mage, "makes_printed")), (0, "T"));
    assert!(!game.goldfish.plays.is_empty(), "lands make what cards cost");
}

#[test]
fn all_printings_and_reprints() {
    let (_, game, _) = new_game("all-printings.json");
    let sets: Vec<(&str, &str)> = game.sets.iter().map(|s| (s.id.as_str(), s.code.as_str())).collect();
    assert_eq!(
        sets,
        [("basics", "basics"), ("set-con", "CON"), ("tst", "TST")],
        "a file cannot be called con on every system"
    );
    assert_eq!(ids(&game, "name=\"Clock Moth\""), ["clock-moth", "clock-moth-tst"]);
    assert_eq!(card(&game, "clock-moth").number, "77");
}

#[test]
fn cards_without_sets_come_each_once_under_its_name() {
    let file = br#"{ "meta": { "version": "5" }, "data": {
        "Ember // Ash": [
            { "name": "Ember // Ash", "faceName": "Ember", "side": "a", "type": "Instant", "manaCost": "{R}", "text": "Burn.",
              "legalities": { "modern": "Legal" }, "foreignData": [{ "name": "Glut" }], "printings": ["AAA", "BBB"] },
            { "name": "Ember // Ash", "faceName": "Ash", "side": "b", "type": "Sorcery", "manaCost": "{2}{R}", "text": "Rest." }
        ],
        "Moth": [{ "name": "Moth", "type": "Creature \u2014 Insect", "manaCost": "{W}", "power": "1", "toughness": "1" }],
        "languages": ["English", { "name": "no card" }, 3, null, [1]]
    } }"#;
    let mut source = Source::default();
    let made = import(&mut source, "mine", "AtomicCards.json", file, &[]).expect("is read");
    let game = loaded(&source, "mine");
    let of_file = game.cards.iter().filter(|c| game.sets[c.set as usize].id != "basics");
    let names: Vec<(&str, &str)> = of_file.map(|c| (c.name.as_str(), c.number.as_str())).collect();
    assert_eq!(names, [("Ember // Ash", "1"), ("Moth", "2")]);
    assert_eq!(card(&game, "ember-ash").text, "Burn.\n//\nRest.");
    assert_eq!((made.left_out["foreignData"], made.left_out["printings"]), (1, 1));
    assert!(made.formats.iter().any(|format| format == "modern"), "{:?}", made.formats);
}

#[test]
fn an_answer_of_scryfalls_search_is_its_list() {
    let bulk = String::from_utf8(foreign("bulk.json")).expect("UTF-8");
    let answer = format!("{{ \"object\": \"list\", \"has_more\": false, \"data\": {bulk}, \"warnings\": [] }}");
    assert_eq!(CardFileKind::detect(answer.as_bytes(), "json"), Ok(CardFileKind::Scryfall));
    let mut source = Source::default();
    import(&mut source, "mine", "bulk.json", answer.as_bytes(), &[]).expect("is read");
    let (_, plain, _) = new_game("bulk.json");
    assert_same(&plain, &loaded(&source, "mine"), "bulk.json");
    let other = br#"{ "object": "list", "cards": [] }"#;
    let read = interchange::read(CardFileKind::Scryfall, &other[..], "x", &[], &Heartbeat(&|_| ()));
    assert!(read.is_err_and(|e| e.message.contains("`data`")));
}

#[test]
fn one_card_as_scryfall_hands_it_out_is_a_file() {
    let bulk: Vec<serde_json::Value> = serde_json::from_slice(&foreign("bulk.json")).expect("a list");
    let mut fox = bulk.into_iter().find(|card| card["name"] == "Day Fox // Night Fox").expect("the fox");
    fox["object"] = "card".into();
    let file = fox.to_string();
    assert_eq!(CardFileKind::detect(file.as_bytes(), "json"), Ok(CardFileKind::Scryfall));
    let mut source = Source::default();
    import(&mut source, "mine", "fox.json", file.as_bytes(), &[]).expect("is read");
    let (game, (_, of_bulk, _)) = (loaded(&source, "mine"), new_game("bulk.json"));
    let printed = |game: &GameData| {
        let fox = card(game, "day-fox-night-fox");
        let faces = fox.faces.iter().map(|face| (face.name.clone(), game.type_line(face), face.text.clone()));
        (fox.number.clone(), faces.collect::<Vec<_>>())
    };
    assert_eq!(printed(&game), printed(&of_bulk));
}

#[test]
fn scryfall_cards_one_by_one() {
    let (_, game, made) = new_game("bulk.json");
    assert_eq!(game.cards.len(), 5 + 4, "the basic lands and four cards");
    let of_file = game.cards.iter().filter(|c| game.sets[c.set as usize].id != "basics");
    let numbers: Vec<&str> = of_file.map(|c| c.number.as_str()).collect();
    assert_eq!(numbers, ["1a", "1", "1-ja", "2"]);
    let fox = card(&game, "day-fox-night-fox");
    assert_eq!(fox.text, "Day.\n//\nNight.\nAlways.");
    let powers: Vec<Option<i32>> = fox.faces.iter().map(|face| number_in(&game, face, "power")).collect();
    assert_eq!((number_in(&game, fox, "power"), powers), (Some(2), vec![Some(2), Some(4)]));
    assert_eq!(ids(&game, "power>=4"), ["day-fox-night-fox"]);
    assert_eq!(ids(&game, "color:green color:black type:creature"), ["day-fox-night-fox"]);
    assert_eq!(game.type_line(fox), "Creature – Fox // Creature – Fox Shade");
    assert_eq!(fox.faces.iter().map(|face| face.name.as_str()).collect::<Vec<_>>(), ["Day Fox", "Night Fox"]);
    assert_eq!(text_in(&game, card(&game, "half"), "cmc_printed"), "0.5");
    assert_eq!((made.left_out["prices"], made.left_out["id"], made.left_out.get("image_uris")), (1, 4, None));
    // Of a card with two sides both, of several sizes the one for the screen.
    assert_eq!(
        pictures(&made),
        [
            "clock-moth https://x.test/1.png",
            "day-fox-night-fox https://x.test/day.jpg",
            "day-fox-night-fox--2 https://x.test/night.jpg"
        ]
    );
}

#[test]
fn a_list_of_draftmancer_is_a_set_and_a_booster() {
    let (source, game, made) = new_game("list.draftmancer.txt");
    assert_eq!(game.cards.len(), 3);
    assert_eq!(card(&game, "relay-tap").text, "Choose ] or [.");
    let burnt = card(&game, "Warm Proxy (Used)");
    let faces: Vec<(&str, String)> = burnt.faces.iter().map(|f| (f.name.as_str(), game.type_line(f))).collect();
    assert_eq!(faces, [("Warm Proxy (Used)", "Event".to_owned()), ("Burnt Proxy", "Trash".to_owned())]);
    let booster = &source.file("mine/boosters/relay-pack.toml").expect("a booster").text;
    let booster: toml::Table = booster.parse().expect("TOML");
    assert_eq!(booster["unique"].as_str(), Some("-*"), "with replacement");
    assert_eq!(booster["rating"].as_array().map(Vec::len), Some(2));
    // Always a rare; the other card is a common in the layout of three packs of four. Warm Proxy is there twice.
    let slots = booster["slot"].as_array().expect("slots");
    let weight = |slot: usize, sheet: &str| slots[slot]["of"].get(sheet).and_then(toml::Value::as_integer);
    let layout = |slot: usize| slots[slot].get("layout").and_then(toml::Value::as_str);
    assert_eq!((layout(0), weight(0, "rare"), weight(0, "rare-2")), (None, Some(2), Some(1)));
    let own = [1, 2].map(|slot| (layout(slot), weight(slot, "common"), weight(slot, "rare"), weight(slot, "rare-2")));
    assert_eq!(own, [(Some("odd"), None, Some(2), Some(1)), (Some("std"), Some(1), None, None)]);
    let layouts = booster["layout"].as_array().expect("layouts").iter();
    let layouts: Vec<_> = layouts.map(|layout| (layout["id"].as_str(), layout["weight"].as_integer())).collect();
    assert_eq!(layouts, [(Some("odd"), Some(1)), (Some("std"), Some(3))]);
    let unknown = made.remarks.iter().find(|r| r.card == "Nobody Knows").expect("a remark");
    assert_eq!(unknown.line, Some(15));
    assert_eq!((made.left_out.get("image_uris"), made.left_out["setting boostersPerPlayer"]), (None, 1));
    assert_eq!(pictures(&made), ["cold-proxy https://x.test/p.png"]);
}

#[test]
fn cards_that_do_not_fit_are_named_with_their_lines() {
    let mut source = Source::shipped();
    let csv = "name,set,number,type,domain,rarity,cost,skill,firepower,armor,keywords\n\
               Good Drone,CX9,1,Asset,corporate,fixed,influence 1,1,1,1,mechanical\n\
               Odd Drone,CX9,2,Assett,corporate,fixed,influence 1,1,1,1,flying\n\
               Bad Drone,CX9,3,Asset,corporate,fixed,gold 1,one,1,1,\n";
    let Err(ImportError::Cards(faults)) = import(&mut source, "chronx", "cards.csv", csv.as_bytes(), &[]) else {
        panic!("faults");
    };
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for (place, word) in [("3:1: Odd", "Assett"), ("3:1: Odd", "flying"), ("4:1: Bad", "gold"), ("4:1: Bad", "skill")] {
        let named = |f: &String| f.starts_with(&format!("cards.csv:{place} Drone: ")) && f.contains(word);
        assert!(faults.iter().any(named), "{word}: {faults:#?}");
    }
    // Without them the set becomes part of the game, and an unknown column is said to be left out.
    let good: String = csv.lines().take(2).map(|l| format!("{l},x\n")).collect();
    let made = import(&mut source, "chronx", "cards.csv", good.as_bytes(), &[]).expect("an import");
    assert_eq!(made.left_out["x"], 1);
    assert_eq!(ids(&loaded(&source, "chronx"), "set:cx9"), ["good-drone"]);
}

#[test]
fn cockatrice_files_of_version_3_come_in_with_colours_strength_and_months_as_days() {
    let text = r#"<?xml version="1.0"?>
<cockatrice_carddatabase version="3">
  <sets><set><name>DSK</name><longname>Dusk</longname><releasedate>2016-05</releasedate></set></sets>
  <cards>
    <card><name>Wick Bearer</name><set rarity="common" num="1">DSK</set><color>R</color><color>W</color><manacost>1RW</manacost><cmc>3</cmc>
      <type>Creature - Human</type><pt>2/3</pt><tablerow>2</tablerow><text>Vigilance</text></card>
    <card><name>Shape of Smoke</name><set rarity="common" num="2">DSK</set><color>U</color><manacost>U</manacost><type>Creature</type><pt>*/1+*</pt>
      <tablerow>2</tablerow><strange>yes</strange></card>
  </cards>
  <card><name>Snuff</name><set rarity="common" num="3">DSK</set><color>U</color><manacost>U</manacost><type>Instant</type><tablerow>3</tablerow></card>
</cockatrice_carddatabase>"#;
    let mut source = Source::default();
    let made = import(&mut source, "dusk", "dusk.xml", text.as_bytes(), &[]).expect("an import");
    let game = loaded(&source, "dusk");
    assert_eq!(sets(&game), ["basics Basic lands -", "dsk Dusk 2016-05-01"]);
    assert!(made.remarks.iter().any(|remark| remark.message.contains("`2016-05` names no day")), "{:?}", made.remarks);
    let bearer = card(&game, "wick-bearer");
    assert_eq!((number_in(&game, bearer, "power"), number_in(&game, bearer, "toughness")), (Some(2), Some(3)));
    assert_eq!(ids(&game, "toughness>=3"), ["wick-bearer"]);
    assert_eq!(game.factions_of(bearer.factions).map(|f| f.letter.as_str()).collect::<String>(), "WR");
    let smoke = card(&game, "shape-of-smoke");
    assert_eq!([text_in(&game, smoke, "power_printed"), text_in(&game, smoke, "toughness_printed")], ["*", "1+*"]);
    assert_eq!(ids(&game, "type:instant"), ["snuff"], "a card outside of <cards>");
    let row = game.field("tablerow").expect("kept");
    assert_eq!(game.fields[row].kind, catalog::game::FieldKind::Text, "it measures nothing");
    let out = export::cockatrice(&game, &source, &PictureAddresses::default(), None);
    assert!(out.contains("<pt>2/3</pt>") && out.contains("<tablerow>2</tablerow>"), "{out}");
}

#[test]
fn our_cards_go_to_cockatrice_with_power_and_toughness_and_a_row() {
    let source = Source::shipped();
    let game = load::game(&source, "afrika").expect("afrika loads");
    let out = export::cockatrice(&game, &source, &PictureAddresses::default(), None);
    let of = |name: &str| {
        let start = out.find(&format!("<name>{name}</name>")).unwrap_or_else(|| panic!("no {name}"));
        &out[start..start + out[start..].find("</card>").expect("an end")]
    };
    assert!(
        of("Comet-Struck Ram").contains("<pt>2/4</pt>") && of("Comet-Struck Ram").contains("<tablerow>2</tablerow>")
    );
    for (name, row) in [("Mountain Peaks", 0), ("Gong That Fell From Noon", 1), ("Magma Dart", 3)] {
        assert!(
            of(name).contains(&format!("<tablerow>{row}</tablerow>")) && !of(name).contains("<pt>"),
            "{}",
            of(name)
        );
    }
}

#[test]
fn files_that_cannot_be_read_are_named_with_their_place() {
    let fault = |name: &str, bytes: &[u8]| {
        let kind = CardFileKind::detect(bytes, name.rsplit('.').next().expect("an ending"));
        match kind {
            Ok(kind) => interchange::read(kind, bytes, "x", &[], &Heartbeat(&|_| ())).expect_err(name).to_string(),
            Err(why) => why.to_string(),
        }
    };
    assert!(fault("a.csv", b"a,b\n1,2\n").contains("--map"));
    assert_eq!(fault("a.csv", b"name\nx\n\xff\n"), "line 3, column 1: not UTF-8 text; save the table as UTF-8");
    assert!(fault("a.xml", b"<deck/>").contains("<cockatrice_carddatabase> was expected"));
    assert!(fault("a.xml", b"<cockatrice_carddatabase version=\"2\"/>").contains("reads versions 3 and 4"));
    assert!(fault("a.xml", b"<cockatrice_carddatabase version=\"4\">\n<cards>").starts_with("line 2"));
    assert!(fault("a.json", b"{\"meta\": {}}").contains("there is no `data`"));
    assert!(fault("a.json", b"[{\"name\": \"x\"},\n{]").starts_with("line 2, column 2"));
    assert!(fault("a.txt", b"[CustomCards]\n[{\"name\": }]\n").starts_with("line 2"));
    assert!(fault("a.json", &[0x1f, 0x8b, 8]).contains("unpack it first"));
}
