//! Somebody comes with the cards of a game they play: what they can do with them at once.

use serde_json::{Value, json};

use super::{Shop, text};

/// A set in MTGJSON's shape: five colours, 251 cards, basic lands, a booster of 14, and what two formats allow.
fn mtgjson_set() -> Value {
    let colours = [("W", "Plains"), ("U", "Island"), ("B", "Swamp"), ("R", "Mountain"), ("G", "Forest")];
    let (mut cards, mut sheets) = (Vec::new(), json!({}));
    let mut add = |rarity: &str, sheet: &str, weight: u32, card: Value| {
        let number = cards.len() + 1;
        let uuid = format!("00000000-0000-5000-8000-{number:012}");
        sheets[sheet]["cards"][&uuid] = json!(weight);
        let mut card = card;
        card["uuid"] = json!(uuid);
        card["number"] = json!(number.to_string());
        card["rarity"] = json!(rarity);
        cards.push(card);
    };
    for (rarity, sheet, weight, count) in [
        ("common", "common", 1, 100),
        ("uncommon", "uncommon", 1, 80),
        ("rare", "rare", 2, 50),
        ("mythic", "rare", 1, 15),
    ] {
        for at in 0..count {
            let (letter, _) = colours[at % 5];
            let mana = 1 + at / 5 % 6;
            let cost = if mana > 1 { format!("{{{}}}{{{letter}}}", mana - 1) } else { format!("{{{letter}}}") };
            let types = if at % 3 == 0 { "Sorcery" } else { "Creature — Beast" };
            let vintage = if rarity == "mythic" { "Restricted" } else { "Legal" };
            let card = json!({
                "name": format!("{rarity} {letter}{at}"), "type": types, "manaCost": cost, "manaValue": mana, "colors": [letter],
                "text": "Draw a card.", "power": "2", "toughness": "2",
                "legalities": { "standard": "Legal", "vintage": vintage, "pauper": "Not Legal", "modern": "Banned" },
            });
            add(rarity, sheet, weight, card);
        }
    }
    for (letter, name) in colours {
        let types = format!("Basic Land — {name}");
        let card = json!({ "name": name, "type": types, "colors": [], "text": format!("({{T}}: Add {{{letter}}}.)") });
        add("common", "land", 1, card);
    }
    let card =
        json!({ "name": "Two Ways", "type": "Instant", "manaCost": "{W/U}", "manaValue": 1, "colors": ["W", "U"] });
    add("common", "common", 1, card);
    let booster = json!({ "contents": { "common": 9, "uncommon": 3, "rare": 1, "land": 1 }, "weight": 1 });
    json!({
        "meta": { "date": "2026-01-01", "version": "5" },
        "data": {
            "code": "TST", "name": "Testing Grounds", "releaseDate": "2026-02-02", "cards": cards, "tokens": [],
            "booster": { "play": { "boosters": [booster], "sheets": sheets } },
        },
    })
}

#[test]
fn a_set_of_mtgjson_becomes_a_draft_with_legal_decks_a_goldfish_and_proxies_without_editing() {
    let shop = Shop::new();
    let (set, data, out) = (shop.path("TST.json"), shop.path("data"), shop.path("draft"));
    std::fs::write(&set, mtgjson_set().to_string()).expect("written");
    let imported = shop.json(0, &["data", "import", text(&set), "--game", "mine", "--into", text(&data)]);
    assert_eq!(imported["goldfish"], true);
    assert_eq!(imported["boosters"], json!(["tst-play"]));
    assert_eq!(imported["formats"], json!(["standard", "vintage", "free", "singleton", "draft", "sealed"]));
    let within = ["--data", text(&data)];
    let run = |args: &[&str]| shop.json(0, &[args, &within].concat());
    let draft = run(&["draft", "mine/draft", "--auto", "--seed", "1", "-o", text(&out)]);
    assert_eq!(draft["players"].as_array().map(Vec::len), Some(8));
    for seat in 1..=8 {
        let (deck, pool) = (out.join(format!("seat-{seat}-deck.toml")), out.join(format!("seat-{seat}-pool.txt")));
        let checked = run(&["deck", "check", text(&deck), "--pool", text(&pool)]);
        assert_eq!(checked["legal"], true, "{checked}");
    }
    // Seventeen lands of forty cards: the odds of a land in the opening hand's seven cards are known.
    let deck = out.join("seat-1-deck.toml");
    let goldfish = run(&["goldfish", text(&deck), "--games", "20000"]);
    let first = &goldfish["turns"][0];
    assert!(first["available"].as_f64().is_some_and(|lands| lands > 0.97 && lands <= 1.0), "{first}");
    // A cost of white or blue is paid by either.
    let either = shop.path("either.txt");
    std::fs::write(&either, "8 Plains\n8 Island\n4 Two Ways\n8 Forest\n").expect("written");
    let goldfish = run(&["goldfish", text(&either), "--game", "mine", "--games", "20000"]);
    let castable = |turn: usize| goldfish["cards"][0]["castable_by"][turn]["share"].as_f64().expect("a share");
    assert_eq!(goldfish["cards"][0]["name"], "Two Ways", "{goldfish}");
    assert!(castable(0) > 0.97 && castable(1) > 0.99, "{goldfish}");
    let pdf = shop.path("proxies.pdf");
    shop.run(0, &["deck", "print", text(&deck), "-o", text(&pdf), "--data", text(&data)]);
    assert!(std::fs::read(&pdf).expect("written").starts_with(b"%PDF"));
    // What the file calls restricted comes once, and what is not legal stays away.
    let list = |lines: &str| {
        let file = shop.path("list.txt");
        std::fs::write(&file, format!("56 Plains\n{lines}\n")).expect("written");
        let args = ["deck", "check", text(&file), "--game", "mine", "--format", "vintage"];
        let output = shop.deckloom(&[&args[..], &within].concat());
        output.status.code()
    };
    assert_eq!(list("4 common W0"), Some(0));
    assert_eq!(list("1 mythic W0\n3 common W0"), Some(0));
    assert_eq!(list("2 mythic W0\n2 common W0"), Some(1));
}

#[test]
fn a_game_whose_cards_do_not_say_what_is_played_gets_its_goldfish_from_a_person_and_keeps_it() {
    let shop = Shop::new();
    let (table, data, deck) = (shop.path("cards.csv"), shop.path("data"), shop.path("deck.txt"));
    let rows: String = (0..30).map(|n| format!("Card {n},Event,{},common\n", n % 4)).collect();
    std::fs::write(&table, format!("Name,Type,Energy Cost,Rarity\n{rows}")).expect("written");
    let maps = ["--map", "Energy Cost=cost"];
    let import = ["data", "import", text(&table), "--game", "mine", "--into", text(&data)];
    let import = [&import[..], &maps].concat();
    let imported = shop.json(0, &import);
    assert_eq!((&imported["goldfish"], &imported["boosters"]), (&json!(false), &json!(["cards-pack"])), "{imported}");
    let within = ["--data", text(&data)];
    let lines: String = (0..30).map(|n| format!("1 Card {n}\n")).collect();
    std::fs::write(&deck, lines).expect("written");
    let goldfish = ["goldfish", text(&deck), "--game", "mine", "--data", text(&data)];
    let error = shop.error(2, &goldfish);
    assert!(error.contains("deckloom data model mine --ask"), "{error}");
    let model = ["data", "model", "mine"];
    let shown = shop.json(0, &[&model[..], &within].concat());
    assert_eq!((&shown["complete"], &shown["written"]), (&json!(false), &Value::Null));
    // What is said must say what costs are paid with.
    let error = shop.error(2, &[&model[..], &["--hand", "5"], &within].concat());
    assert!(error.contains("--each-turn"), "{error}");
    let error = shop.error(2, &[&model[..], &["--each-turn", "mana=3"], &within].concat());
    assert!(error.contains("`mana`"), "{error}");
    let resource = "generic";
    let answers = format!("5\nparis\n2\n\n{resource}=3\n\n");
    let said = shop.talk(&[&model[..], &["--ask"], &within].concat(), &answers);
    assert!(said.contains("An opening hand has 5 cards, or one fewer after each mulligan."), "{said}");
    let played = shop.json(0, &goldfish);
    assert_eq!(played["turns"][0]["available"], json!(3.0), "{played}");
    let london = [
        &model[..],
        &["--hand", "6", "--mulligan", "london", "--free-mulligans", "1", "--each-turn", "generic=3"],
        &within,
    ];
    let london = shop.json(0, &london.concat());
    assert!(
        london["model"][0].as_str().is_some_and(|said| said.contains("6 cards; after each mulligan but the first")),
        "{london}"
    );
    shop.talk(&[&model[..], &["--ask"], &within].concat(), &answers);
    // Another import keeps what was said.
    shop.json(0, &import);
    assert_eq!(shop.json(0, &goldfish), played);
    // A file that a person has changed is theirs: what to write is said instead.
    let file = data.join("mine/game.toml");
    let text_of = std::fs::read_to_string(&file).expect("there");
    std::fs::write(&file, text_of.replace("edition = \"imported\"", "edition = \"first\"")).expect("written");
    let error = shop.error(2, &[&model[..], &["--free"], &within].concat());
    assert!(error.contains("[[goldfish.play]]") && error.contains("by hand"), "{error}");
}

#[test]
fn a_set_with_rarities_and_no_packs_gets_the_usual_ones() {
    let shop = Shop::new();
    let (table, data) = (shop.path("lamps.csv"), shop.path("data"));
    let row = |n: usize| {
        let rarity = match n {
            0..12 => "Common",
            12..16 => "Uncommon",
            16..19 => "Rare",
            _ => "Mythic",
        };
        format!("Lamp {n},Event,{rarity}\n")
    };
    std::fs::write(&table, format!("Name,Type,Rarity\n{}", (0..20).map(row).collect::<String>())).expect("written");
    let imported = shop.json(0, &["data", "import", text(&table), "--game", "mine", "--into", text(&data)]);
    assert_eq!(imported["boosters"], json!(["lamps-pack"]));
    let within = ["--data", text(&data)];
    let run = |args: &[&str]| shop.json(0, &[args, &within].concat());
    let proved = run(&["pack", "mine/lamps-pack", "--prove", "20000", "--seed", "1"]);
    let groups = proved["proof"]["groups"].as_array().expect("groups");
    let each: Vec<(&str, f64)> =
        groups.iter().filter_map(|g| Some((g["name"].as_str()?, g["as_fan"].as_f64()?))).collect();
    // Ten commons of twelve, three uncommons of four; a rare of three in seven packs of eight, otherwise the mythic.
    assert_eq!(each, [("common", 10.0 / 12.0), ("uncommon", 0.75), ("rare", 7.0 / 24.0), ("mythic", 1.0 / 8.0)]);
    assert_eq!(proved["proof"]["holds"], true);
    let sealed = run(&["sealed", "mine/sealed", "--players", "2", "--seed", "3"]);
    assert_eq!(sealed["players"].as_array().map(Vec::len), Some(2));
    // Packs that are named are those of the event, and are opened again by its file.
    let folder = shop.path("event");
    let own = ["sealed", "mine/sealed", "--packs", "7", "--product", "lamps-pack", "--seed", "3", "-o", text(&folder)];
    run(&own);
    let file = std::fs::read_to_string(folder.join("event.json")).expect("there");
    let event: Value = serde_json::from_str(&file).expect("JSON");
    assert_eq!(event["start"]["products"], json!(vec!["lamps-pack"; 7]));
    assert_eq!(event["actions"].as_array().map(Vec::len), Some(7));
    assert_eq!(run(&["sealed", text(&folder.join("event.json")), "--verify"])["verified"], true);
    let error = shop.error(2, &[&["sealed", "mine/sealed", "--product", "lamp-pack"][..], &within].concat());
    assert!(error.contains("lamp-pack") && error.contains("lamps-pack"), "{error}");
}

#[test]
fn pictures_of_another_program_become_the_faces_of_cards() {
    let shop = Shop::new();
    let (table, data, from) = (shop.path("cards.csv"), shop.path("data"), shop.path("pics"));
    std::fs::write(&table, "Name,Type,Set\nCoal Imp,Event,AB\nReef Scout,Event,AB\nLost One,Event,AB\n")
        .expect("written");
    shop.json(0, &["data", "import", text(&table), "--game", "mine", "--into", text(&data)]);
    std::fs::create_dir_all(from.join("AB")).expect("made");
    let picture = |name: &str, pixels: [u8; 3]| {
        let picture = image::RgbImage::from_pixel(63, 88, image::Rgb(pixels));
        picture.save(from.join(name)).expect("written");
    };
    picture("AB/Coal Imp.full.jpg", [200, 20, 20]);
    picture("AB/2.png", [20, 200, 20]);
    picture("Somebody Else.png", [0, 0, 0]);
    std::fs::write(from.join("Lost One.png"), "no picture").expect("written");
    let args = ["data", "pictures", "mine", "--from", text(&from), "--into", text(&data)];
    let shown = shop.json(0, &[&args[..], &["--preview"]].concat());
    assert_eq!(shown["taken"].as_array().map(Vec::len), Some(2), "{shown}");
    assert!(!data.join("mine/scans").exists());
    let taken = shop.json(0, &args);
    assert_eq!((taken["unused"].as_array().map(Vec::len), &taken["missing"]), (Some(1), &json!([])), "{taken}");
    assert!(taken["faults"][0].as_str().is_some_and(|fault| fault.contains("Lost One.png")), "{taken}");
    assert!(data.join("mine/scans/coal-imp.jpg").is_file() && data.join("mine/scans/reef-scout.png").is_file());
    let face = shop.path("face.png");
    shop.run(0, &["card", "Reef Scout", "--game", "mine", "--face", text(&face), "--data", text(&data)]);
    let face = image::open(&face).expect("a picture").into_rgb8();
    let middle = face.get_pixel(face.width() / 2, face.height() / 2);
    assert!(middle[1] > 180 && middle[0] < 40, "{middle:?}");
    // Nothing that is there is replaced, unless it is asked for.
    picture("AB/2.png", [20, 20, 200]);
    let again = shop.json(0, &args);
    assert_eq!((&again["taken"], again["kept"].as_array().map(Vec::len)), (&json!([]), Some(2)), "{again}");
    let replaced = shop.json(0, &[&args[..], &["--replace"]].concat());
    assert_eq!(replaced["taken"].as_array().map(Vec::len), Some(2));
}

/// What a person changed in the files of an import stays over another import, and what the new file says of all else counts.
#[test]
fn another_import_keeps_what_was_changed_by_hand_card_by_card() {
    let shop = Shop::new();
    let (table, data) = (shop.path("lamps.csv"), shop.path("data"));
    let rows = |cards: &[(&str, &str, &str)]| {
        let lines: String =
            cards.iter().map(|(name, rarity, text)| format!("{name},Event,{rarity},{text}\n")).collect();
        std::fs::write(&table, format!("Name,Type,Rarity,Text\n{lines}")).expect("written");
    };
    rows(&[("Oil", "Common", "Burn."), ("Wick", "Common", "Wait."), ("Glass", "Common", "Break.")]);
    let import = ["data", "import", text(&table), "--game", "mine", "--into", text(&data)];
    assert_eq!(shop.json(0, &import)["kept"], json!([]));
    let change = |path: &str, from: &str, to: &str| {
        let file = data.join("mine").join(path);
        let old = std::fs::read_to_string(&file).expect("there");
        assert!(old.contains(from), "{old}");
        std::fs::write(&file, old.replace(from, to)).expect("written");
    };
    change("sets/lamps.toml", "text = \"Wait.\"", "text = \"Wait a turn.\"");
    change("formats/free.toml", "source", "# mine\nsource");
    change("game.toml", "edition = \"imported\"", "edition = \"Lamplight\"");
    let set = data.join("mine/sets/lamps.toml");
    let mut more = std::fs::read_to_string(&set).expect("there");
    more.push_str("\n[[card]]\nname = \"Flame\"\nnumber = \"99\"\ntype = [\"event\"]\nrarity = \"common\"\n");
    std::fs::write(&set, more).expect("written");
    // Another rarity, another text for two cards, one card less and one more.
    rows(&[("Oil", "Common", "Burn twice."), ("Wick", "Mythic", "Wait."), ("Mirror", "Mythic", "Look.")]);
    let preview = shop.json(0, &[&import[..], &["--preview"]].concat());
    let again = shop.json(0, &import);
    assert_eq!(preview["kept"], again["kept"]);
    let named: Vec<(&str, Vec<&str>)> = again["kept"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|k| Some((k["card"].as_str()?, k["keys"].as_array()?.iter().filter_map(Value::as_str).collect())))
        .collect();
    assert_eq!(named, [("Wick", vec!["rarity", "text"]), ("Flame", vec![])], "{again}");
    let card = |name: &str| {
        let found = shop.json(0, &["card", name, "--game", "mine", "--data", text(&data)]);
        (found["text"].as_str().unwrap_or_default().to_owned(), found["rarity"].clone())
    };
    assert_eq!(card("Wick").0, "Wait a turn.");
    assert_eq!(card("Mirror").0, "Look.");
    let game = std::fs::read_to_string(data.join("mine/game.toml")).expect("there");
    assert!(game.contains("Lamplight") && game.contains("mythic"), "{game}");
    assert!(std::fs::read_to_string(data.join("mine/formats/free.toml")).expect("there").contains("# mine"));
    // The same once more changes nothing.
    let files = || ["game.toml", "sets/lamps.toml"].map(|f| std::fs::read_to_string(data.join("mine").join(f)).ok());
    let before = files();
    assert_eq!(shop.json(0, &import)["kept"], again["kept"]);
    assert_eq!(files(), before);
    let replaced = shop.json(0, &[&import[..], &["--replace"]].concat());
    assert_eq!(replaced["kept"], json!([]));
    assert_eq!(card("Wick").0, "Wait.");
}

#[test]
fn a_file_with_a_fault_stops_neither_its_game_nor_the_import_that_replaces_it() {
    let shop = Shop::new();
    let (table, data, deck) = (shop.path("lamps.csv"), shop.path("data"), shop.path("deck.txt"));
    let rows: String = (0..20).map(|n| format!("Lamp {n},Event,Common\n")).collect();
    std::fs::write(&table, format!("Name,Type,Rarity\n{rows}")).expect("written");
    std::fs::write(&deck, "20 Lamp 1\n").expect("written");
    let import = ["data", "import", text(&table), "--game", "mine", "--into", text(&data)];
    shop.json(0, &import);
    let within = ["--game", "mine", "--data", text(&data)];
    let check = |format: &'static str| [&["deck", "check", text(&deck), "--format", format], &within[..]].concat();
    let file = |path: &str| data.join("mine").join(path);
    let write = |path: &str, text: String| std::fs::write(file(path), text).expect("written");
    let read = |path: &str| std::fs::read_to_string(file(path)).expect("there");
    // A booster that cannot be read: its formats are left out with it, and nothing else is.
    let booster = read("boosters/lamps-pack.toml");
    write("boosters/lamps-pack.toml", format!("{booster}\nstrange = 1\n"));
    shop.run(0, &check("free"));
    let error = shop.error(3, &check("draft"));
    assert!(error.contains("lamps-pack.toml") && error.contains("`strange`"), "{error}");
    let again = shop.json(0, &import);
    assert!(again["remarks"].to_string().contains("formats/draft is left out"), "{again}");
    shop.json(0, &[&import[..], &["--replace"]].concat());
    // Twenty cards are too few, which only a format that is there can say.
    assert_eq!(shop.json(1, &check("draft"))["legal"], false);
    // A set that is no TOML any more.
    let set = read("sets/lamps.toml");
    write("sets/lamps.toml", set.replacen("name = \"Lamp 1\"", "name = \"Lamp 1", 1));
    let error = shop.error(2, &import);
    assert!(error.contains("lamps.toml") && error.contains("--replace"), "{error}");
    shop.json(0, &[&import[..], &["--replace"]].concat());
    assert_eq!(read("sets/lamps.toml"), set);
}
