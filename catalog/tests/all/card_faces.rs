//! Cards with more than one face: read, searched, stored, painted, and sent through other programs' files.

use std::path::PathBuf;

use catalog::art::{Album, PictureAddresses, match_pictures};
use catalog::card::{Card, FaceLayout, Side};
use catalog::face::{Corners, Painter, Studio};
use catalog::interchange::{WORDS, export};
use catalog::store::Library;
use catalog::{CardIx, GameData, Query, Source, load};

use super::interchange::{assert_same, import, loaded};

const CARDS: &str = r#"
source = "house set"
id = "s"
name = "S"
code = "S"

[[card]]
name = "Keeper by Day // Keeper by Night"
number = "1"
rarity = "rare"

[[card.face]]
name = "Keeper by Day"
type = ["entity"]
subtype = ["Keeper"]
cost = { sky = 2 }
power = 1
health = 4
text = "Guards the door."

[[card.face]]
name = "Keeper by Night"
type = ["entity"]
subtype = ["Keeper", "Shade"]
cost = { volcano = 3 }
power = 5
health = 2
text = "Opens it."
flavor = "Nobody saw it."

[[card]]
name = "Ebb // Flow"
number = "2"
rarity = "common"
faces = "split"

[[card.face]]
name = "Ebb"
type = ["sorcery"]
cost = { sea = 1 }
text = "Take a card back."

[[card.face]]
name = "Flow"
type = ["sorcery"]
cost = { sea = 4 }
text = "Draw two cards."

[[card]]
name = "Old Heron // Short Flight"
number = "3"
rarity = "common"
faces = "adventure"

[[card.face]]
name = "Old Heron"
type = ["entity"]
cost = { sky = 4 }
power = 3
health = 3
text = "It waits."

[[card.face]]
name = "Short Flight"
type = ["sorcery"]
cost = { sky = 1 }
text = "Look at two cards."

[[card]]
name = "Plain Crab"
number = "4"
rarity = "common"
type = ["entity"]
cost = { sea = 1 }
power = 1
health = 1
text = "It is a crab."
"#;

fn source_of(cards: &str) -> Source {
    let schema = Source::shipped().file("afrika/game.toml").expect("there").text.to_string();
    Source::from_texts("afrika", [("game.toml".to_owned(), schema), ("sets/s.toml".to_owned(), cards.to_owned())])
}

fn game_of(cards: &str) -> GameData {
    load::game(&source_of(cards), "afrika").unwrap_or_else(|problems| panic!("{}", problems[0]))
}

fn ids(game: &GameData, query: &str) -> Vec<String> {
    let query = Query::parse(query, game).unwrap_or_else(|e| panic!("{query}: {}", e.message));
    let found = query.select(game);
    let one_by_one: Vec<CardIx> = game.indices().filter(|ix| query.matches(game.card(*ix))).collect();
    assert_eq!(found, one_by_one, "{query:?}");
    found.into_iter().map(|ix| game.card(ix).id.clone()).collect()
}

fn number(game: &GameData, card: &Card, field: &str) -> Option<i32> {
    card.number_in(game.field(field).expect("declared"))
}

#[test]
fn a_card_has_what_its_faces_have() {
    let game = game_of(CARDS);
    let keeper = game.card(game.find("keeper-by-day-keeper-by-night").expect("there"));
    assert_eq!(keeper.face_layout, FaceLayout::DoubleFaced);
    assert_eq!(
        keeper.faces.iter().map(|face| face.id.as_str()).collect::<Vec<_>>(),
        ["keeper-by-day-keeper-by-night", "keeper-by-day-keeper-by-night--2"]
    );
    let numbers = |card: &Card| ["power", "health", "cost"].map(|field| number(&game, card, field));
    assert_eq!(numbers(keeper), [Some(1), Some(4), Some(2)], "numbers are those of the first face");
    assert_eq!(numbers(&keeper.faces[1]), [Some(5), Some(2), Some(3)]);
    assert_eq!(keeper.subtypes.as_slice(), ["Keeper", "Shade"]);
    assert_eq!(keeper.factions, keeper.faces[0].factions | keeper.faces[1].factions);
    assert_eq!((keeper.text.as_str(), keeper.flavor.as_str()), ("Guards the door.\n//\nOpens it.", "Nobody saw it."));
    assert_eq!((keeper.faces[1].number.as_str(), keeper.faces[1].rarity), ("1", keeper.rarity));
    let crab = game.card(game.find("Plain Crab").expect("there"));
    assert!(crab.faces.is_empty() && crab.back().is_none());
}

#[test]
fn either_name_finds_the_card() {
    let game = game_of(CARDS);
    let named = |name: &str| game.find(name).map(|ix| game.card(ix).number.to_string());
    for name in ["Ebb // Flow", "ebb", "Flow", "Ebb/Flow", "Ebb & Flow", "Flow // Ebb"] {
        assert_eq!(named(name).as_deref(), Some("2"), "{name}");
    }
    assert_eq!(named("Keeper by Night").as_deref(), Some("1"));
}

#[test]
fn a_query_finds_a_card_by_either_face() {
    let game = game_of(CARDS);
    let keeper = ["keeper-by-day-keeper-by-night"];
    for query in [
        "power=1 subtype:keeper",
        "power>=5",
        "power=5 health=4",
        "cost.volcano=3 cost.sky=2",
        "name=\"keeper by night\"",
        "text:opens text:guards",
        "flavor:nobody",
        "subtype:shade",
        "terrain:sky terrain:volcano",
        "name:night",
    ] {
        assert_eq!(ids(&game, query), keeper, "{query}");
    }
    assert_eq!(ids(&game, "name:/^flow$/"), ["ebb-flow"]);
    assert_eq!(ids(&game, "name:/^(ebb|short) \\w+$/"), ["old-heron-short-flight"]);
    assert_eq!(ids(&game, "cost=4"), ["ebb-flow", "old-heron-short-flight"]);
    assert_eq!(ids(&game, "type:sorcery type:entity"), ["old-heron-short-flight"]);
    assert_eq!(ids(&game, "-cost=1"), ["keeper-by-day-keeper-by-night"], "what no face has");
    assert_eq!(ids(&game, "power>5 or name=keeper"), [""; 0]);
    assert_eq!(ids(&game, "power>0").len(), 3);
}

#[test]
fn faults_of_faces_are_told_where_they_stand() {
    let fault = |from: &str, to: &str| {
        assert!(CARDS.contains(from), "{from}");
        let problems = load::game(&source_of(&CARDS.replacen(from, to, 1)), "afrika").expect_err(to);
        format!("{}", problems[0])
    };
    let told = [
        ("name = \"Ebb // Flow\"", "name = \"Ebb and Flow\"", "called by the names of its faces: `Ebb // Flow`"),
        ("faces = \"split\"", "faces = \"spilt\"", "did you mean `split`?"),
        ("faces = \"split\"", "text = \"x\"", "`text` belongs on the faces of this card"),
        ("text = \"Opens it.\"", "rarity = \"rare\"", "unknown key `rarity`"),
        ("text = \"Opens it.\"", "[[card.face.ability]]\nwhen = \"x\"", "no match plays a card with faces yet"),
        ("cost = { volcano = 3 }", "cost = { sand = 3 }", "`sand` is no resource here"),
        ("number = \"4\"", "number = \"4\"\nfaces = \"split\"", "unknown key `faces`"),
    ];
    for (from, to, expected) in told {
        let said = fault(from, to);
        assert!(said.contains(expected) && said.contains("s.toml:"), "{said}");
    }
    let (head, tail) = CARDS.split_once("[[card.face]]\nname = \"Flow\"").expect("there");
    let (_, rest) = tail.split_once("[[card]]").expect("more cards");
    let alone = format!("{head}\n[[card]]{rest}");
    let problems = load::game(&source_of(&alone), "afrika").expect_err("one face");
    assert!(problems.iter().any(|p| p.message.contains("two faces or none")), "{}", problems[0]);
}

#[test]
fn stored_cards_keep_their_faces() {
    let source = source_of(CARDS);
    let library = Library::in_memory().expect("memory");
    let loaded = library.game(&source, "afrika").expect("loads");
    let kept = library.game(&source, "afrika").expect("is kept");
    assert_eq!(format!("{:?}", loaded.cards), format!("{:?}", kept.cards));
    let night = &kept.card(kept.find("Keeper by Night").expect("there")).faces[1];
    assert!(Query::parse("opens", &kept).expect("a query").matches(night), "a face is searched like a card");
}

#[test]
fn faces_stay_in_their_set_where_others_come_and_go() {
    let library = Library::in_memory().expect("memory");
    let other = "source = \"house set\"\nid = \"a\"\nname = \"A\"\ncode = \"A\"\n";
    for sets in [&["s"][..], &["a", "s"], &["s"]] {
        let mut source = source_of(CARDS);
        if sets.contains(&"a") {
            source.put("afrika/sets/a.toml", "a.toml".into(), other.to_owned());
        }
        for _ in 0..2 {
            let game = library.game(&source, "afrika").expect("loads");
            let keeper = game.card(game.find("Keeper by Day").expect("there"));
            let own = keeper.faces.iter().map(|face| game.sets[face.set as usize].id.as_str());
            assert_eq!(own.collect::<Vec<_>>(), ["s", "s"], "{sets:?}");
        }
    }
}

#[test]
fn a_side_is_painted_as_the_card_that_it_shows() {
    let game = game_of(CARDS);
    let painter = Painter::new(&game, None).expect("the plain template");
    let card = |name: &str| game.card(game.find(name).expect("there"));
    let paint =
        |card: &Card, side, width| painter.paint_side(&game, card, side, width, Corners::Square).expect("painted");
    let keeper = card("Keeper by Day");
    for (at, side) in [Side::Front, Side::Back].into_iter().enumerate() {
        assert!(paint(keeper, side, 372) == paint(&keeper.faces[at], Side::Front, 372), "face {at}");
    }
    assert!(paint(card("Plain Crab"), Side::Back, 100) == paint(card("Plain Crab"), Side::Front, 100));
    // Turned to the left, the lower half of a split card is its first face, and the upper one its second.
    let split = card("Ebb");
    let whole = paint(split, Side::Front, 744);
    for (at, face) in split.faces.iter().enumerate() {
        let part = paint(face, Side::Front, 520);
        let (w, h) = (part.width as usize, part.height as usize);
        let (left, top) = ((744 - h) / 2, [519, 0][at]);
        let pixel = |x: usize, y: usize| {
            let at = ((top + w - 1 - x).min(1038) * 744 + left + y) * 4;
            &whole.rgba[at..at + 4]
        };
        let spots = (20..h - 20).step_by(37).flat_map(|y| (20..w - 20).step_by(23).map(move |x| (x, y)));
        let (same, all) = spots.fold((0, 0), |(same, all), (x, y)| {
            let own = &part.rgba[(y * w + x) * 4..][..4];
            let near = (-1..=1).any(|d: i32| {
                pixel(x, y.saturating_add_signed(d as isize)) == own
                    || pixel(x.saturating_add_signed(d as isize), y) == own
            });
            (same + usize::from(near), all + 1)
        });
        assert!(same * 20 >= all * 19, "face {at}: {same} of {all}");
    }
    // What lies within the first face is told in its text.
    let heron = card("Old Heron");
    assert!(paint(heron, Side::Front, 372) != paint(&heron.faces[0], Side::Front, 372));
    assert!(painter.numbers(&game, heron, 372.0).iter().any(|place| place.number == 3));
    assert!(painter.numbers(&game, split, 372.0).is_empty());
}

#[test]
fn a_back_has_a_picture_of_its_own() {
    let game = game_of(CARDS);
    let files = ["S/Keeper by Night.jpg", "S/Flow.png", "Keeper by Day.png", "S/1--2.webp"].map(PathBuf::from);
    let matches = match_pictures(&game, files.to_vec());
    let found: Vec<(String, Side, &str)> = matches
        .found
        .iter()
        .map(|((ix, side), file)| (game.side(*ix, *side).id.clone(), *side, file.to_str().expect("UTF-8")))
        .collect();
    let keeper = "keeper-by-day-keeper-by-night".to_owned();
    let expected = [
        (keeper.clone(), Side::Front, "Keeper by Day.png"),
        (format!("{keeper}--2"), Side::Back, "S/1--2.webp"),
        ("ebb-flow".to_owned(), Side::Front, "S/Flow.png"),
    ];
    assert_eq!(found, expected);
    let folder = tempfile::tempdir().expect("a folder");
    let scans = folder.path().join("afrika/scans");
    std::fs::create_dir_all(&scans).expect("made");
    for name in [format!("{keeper}--2"), "plain-crab--2".to_owned(), "ebb-flow--2".to_owned()] {
        image::RgbImage::new(30, 40).save(scans.join(format!("{name}.png"))).expect("written");
    }
    let mut source = source_of(CARDS);
    source.add_folder(folder.path()).expect("readable");
    let album = Album::open(&source, &game);
    let ix = game.find(&keeper).expect("there");
    assert!(album.picture(ix, Side::Back).is_some() && album.picture(ix, Side::Front).is_none());
    assert_eq!(album.strays().len(), 2, "those cards have no back of their own");
    let studio = Studio::new(Painter::new(&game, None).expect("the plain template"), album, None);
    let side = |side| studio.side(&game, ix, side, 100, Corners::Square).expect("painted").picture;
    assert!(side(Side::Back).rgba.chunks(4).all(|p| p[..3] == [0, 0, 0]), "the picture is the back");
    assert!(side(Side::Front) != side(Side::Back));
}

#[test]
fn both_sides_are_cards_of_cockatrice_that_turn_into_each_other() {
    let source = source_of(CARDS);
    let xml = export::cockatrice(&game_of(CARDS), &source, &PictureAddresses::default(), None);
    for (name, side, pt, other) in
        [("Keeper by Day", "front", "1/4", "Keeper by Night"), ("Keeper by Night", "back", "5/2", "Keeper by Day")]
    {
        let card = xml.split("<card>").find(|card| card.contains(&format!("<name>{name}</name>"))).expect(name);
        for part in [
            format!("<side>{side}</side>"),
            format!("<pt>{pt}</pt>"),
            format!("<related attach=\"transform\">{other}</related>"),
        ] {
            assert!(card.contains(&part), "{part}: {card}");
        }
    }
    assert!(xml.contains("<name>Ebb // Flow</name>") && xml.contains("<name>Old Heron // Short Flight</name>"));
    // And as Cockatrice's own database has them, without what this program adds.
    let plain = r#"<cockatrice_carddatabase version="4"><sets><set><name>S</name></set></sets><cards>
      <card><name>Moon Fox</name><text>Flash.</text>
        <prop><layout>transform</layout><side>back</side><type>Creature</type><maintype>Creature</maintype><pt>4/4</pt></prop>
        <set num="7" rarity="rare" picURL="https://x.test/b.png">S</set><related attach="transform">Sun Fox</related></card>
      <card><name>Sun Fox</name><text>Wait.</text>
        <prop><layout>transform</layout><side>front</side><type>Creature</type><manacost>1G</manacost><pt>2/2</pt>
          <format-modern>legal</format-modern></prop>
        <set num="7" rarity="rare" picURL="https://x.test/a.png">S</set><related attach="transform">Moon Fox</related></card>
      <card><name>Ebb // Flow</name><text>Return.

---

Draw.</text><prop><layout>split</layout><side>front</side><type>Instant // Sorcery</type><maintype>Instant</maintype>
        <manacost>1U // 3R</manacost><cmc>6</cmc><colors>UR</colors></prop><set num="9">S</set></card>
      <card><name>Lost Side</name><prop><side>back</side><type>Creature</type></prop><set num="8">S</set>
        <related attach="transform">Nobody</related></card>
    </cards></cockatrice_carddatabase>"#;
    let mut source = Source::default();
    let made = import(&mut source, "foxes", "cards.xml", plain.as_bytes(), &[]).expect("an import");
    let game = loaded(&source, "foxes");
    let fox = game.card(game.find("Moon Fox").expect("by its back"));
    assert_eq!((fox.name.as_str(), fox.number.as_str()), ("Sun Fox // Moon Fox", "7"));
    let power: Vec<Option<i32>> = fox.faces.iter().map(|face| number(&game, face, "power")).collect();
    assert_eq!((power, fox.faces[1].text.as_str()), (vec![Some(2), Some(4)], "Flash."));
    assert_eq!(ids(&game, "toughness=4"), [fox.id.as_str()]);
    let ebb = game.card(game.find("Flow").expect("by its second face"));
    let said = |face: &Card| format!("{} {} {}", face.name, game.type_line(face), face.text);
    assert_eq!(ebb.faces.iter().map(said).collect::<Vec<_>>(), ["Ebb Instant Return.", "Flow Sorcery Draw."]);
    assert_eq!(
        (ebb.face_layout, ids(&game, "cost.red=1 cost=4 cost.blue=1")),
        (FaceLayout::Split, vec![ebb.id.clone()])
    );
    assert!(game.find("Lost Side").is_some_and(|ix| game.card(ix).faces.is_empty()));
    let addresses: Vec<String> = made.pictures.iter().map(|(card, at)| format!("{card} {}", at.as_str())).collect();
    assert_eq!(addresses, ["sun-fox-moon-fox https://x.test/a.png", "sun-fox-moon-fox--2 https://x.test/b.png"]);
}

#[test]
fn factions_of_faces_are_those_of_their_cards() {
    let face = |name: &str, colour: &str| {
        format!("{{\"name\":\"{name}\",\"type_line\":\"Creature\",\"colors\":[\"{colour}\"],\"mana_cost\":\"{{1}}\"}}")
    };
    let card = format!("{{\"name\":\"A // B\",\"set\":\"S\",\"card_faces\":[{},{}]}}", face("A", "W"), face("B", "B"));
    let mut source = Source::default();
    import(&mut source, "mine", "cards.json", format!("[{card}]").as_bytes(), &[]).expect("an import");
    let game = loaded(&source, "mine");
    let csv = export::csv(&game, &source, &PictureAddresses::default(), None, false);
    let mut fresh = Source::default();
    import(&mut fresh, "fresh", "cards.csv", csv.as_bytes(), &[]).expect("an import");
    let again = loaded(&fresh, "fresh");
    let factions = |game: &GameData| game.factions.iter().map(|f| format!("{} {}", f.id, f.name)).collect::<Vec<_>>();
    assert_eq!(factions(&again), factions(&game));
    assert_eq!(factions(&game), ["white White", "black Black"]);
    let of = |game: &GameData| game.cards[0].faces.iter().map(|face| face.factions).collect::<Vec<_>>();
    assert_eq!(of(&again), of(&game));
}

#[test]
fn what_is_said_of_the_whole_card_alone_stands_on_its_first_face() {
    let face = |name: &str, flavor: &str| {
        format!(
            "{{\"name\":\"{name}\",\"type_line\":\"Terrain\",\"produced_mana\":[\"sky\"],\"flavor_text\":\"{flavor}\"}}"
        )
    };
    let faces = format!("[{},{}]", face("Egg", "It rolls."), face("Dragon", "It burns."));
    let card = format!(
        "[{{\"name\":\"Egg // Dragon\",\"set\":\"E\",\"rarity\":\"rare\",\"keywords\":[\"Soaring\"],\"card_faces\":{faces}}}]"
    );
    let mut source = source_of(CARDS);
    source.put(&format!("afrika/{WORDS}"), WORDS.into(), "kind,theirs,ours\ncolumn,produced_mana,produces\n".into());
    import(&mut source, "afrika", "cards.json", card.as_bytes(), &[]).expect("an import");
    let game = loaded(&source, "afrika");
    let said = |face: &Card| {
        let keywords: Vec<String> = face.keywords.iter().map(|has| game.keyword_text(has)).collect();
        format!("{} {keywords:?} {}", face.name, face.flavor)
    };
    let egg = game.card(game.find("Egg").expect("there"));
    assert_eq!(egg.faces.iter().map(said).collect::<Vec<_>>(), ["Egg [\"Soaring\"] It rolls.", "Dragon [] It burns."]);
}

#[test]
fn faces_go_through_tables_and_card_databases() {
    let game = game_of(CARDS);
    let pictures = PictureAddresses::default();
    let (csv, xml) = (
        |source| export::csv(&game, source, &pictures, None, false),
        |source| export::cockatrice(&game, source, &pictures, None),
    );
    for (file, text) in [("cards.csv", csv(&source_of(CARDS))), ("cards.xml", xml(&source_of(CARDS)))] {
        let mut source = source_of(CARDS);
        let made =
            import(&mut source, "afrika", file, text.as_bytes(), &[]).unwrap_or_else(|e| panic!("{file}: {e:?}"));
        assert!(made.remarks.is_empty() && made.left_out.is_empty(), "{:?} {:?}", made.remarks, made.left_out);
        assert_same(&game, &loaded(&source, "afrika"), file);
        // And into a game that is not there yet, which has the same faces then.
        let mut empty = Source::default();
        import(&mut empty, "fresh", file, text.as_bytes(), &[]).unwrap_or_else(|e| panic!("{file}: {e:?}"));
        let fresh = loaded(&empty, "fresh");
        let faces = |game: &GameData| {
            let of_file = game.cards.iter().filter(|card| game.sets[card.set as usize].id != "basics");
            let said = |face: &Card| {
                let numbers = ["power", "health", "cost"].map(|field| number(game, face, field));
                format!("{} {} {numbers:?} {}", face.name, game.type_line(face), face.text)
            };
            let mut cards: Vec<String> = of_file
                .map(|c| format!("{} {:?} {:?}", c.id, c.face_layout, c.faces.iter().map(said).collect::<Vec<_>>()))
                .collect();
            cards.sort();
            cards
        };
        assert_eq!(faces(&fresh), faces(&game), "{file}");
    }
}
