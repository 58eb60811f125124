//! Imports into games that are there already: what stays, what gets which id, and whose words are meant.

use catalog::art::PictureAddresses;
use catalog::interchange::{ImportError, WORDS, export, is_untouched};
use catalog::{Card, GameData, Source};

use super::interchange::{card, ids, import, loaded, number_in};

#[test]
fn a_file_with_some_cards_of_a_set_takes_none_of_the_others_away() {
    let list = |cards: &str| format!("name,set,number,type,rarity\n{cards}");
    let mut source = Source::default();
    let bring = |source: &mut Source, name: &str, cards: &str| {
        let before = source.clone();
        let mut made = import(source, "mine", name, list(cards).as_bytes(), &[]).expect("an import");
        let there = |path: &str| before.file(path).map(|file| file.text.to_string());
        assert!(made.keep_changes(there).is_empty());
        made.files.iter().for_each(|(path, text)| source.put(path, path.clone(), text.clone()));
        let told = made.remarks.iter().map(|r| r.message.clone()).filter(|m| m.contains("stay")).collect::<Vec<_>>();
        (told, made.kept.len())
    };
    bring(&mut source, "cards.csv", "Cat,S,1,Beast,common\nDog,S,2,Beast,common\nFox,T,1,Beast,rare\n");
    let told = bring(&mut source, "tokens.csv", "Ghost,S,2,Spirit,common\nCat,S,1,Beast,rare\n");
    assert_eq!(
        told,
        (vec!["cards of the set `s` that this file does not have stay: 1 (--replace takes them away)".to_owned()], 0)
    );
    let game = loaded(&source, "mine");
    assert_eq!(ids(&game, "set:s"), ["ghost", "cat", "dog"]);
    assert_eq!(
        (card(&game, "dog").number.as_str(), ids(&game, "rarity:rare")),
        ("2-2", vec!["cat".into(), "fox".into()])
    );
    let set = source.file("mine/sets/s.toml").expect("there").text.to_string();
    assert!(is_untouched(&set) && set.starts_with("# Imported from cards.csv, tokens.csv;"), "{set}");
    // The first file once more, without a card: now nobody knows any more which file had it, so it stays.
    bring(&mut source, "cards.csv", "Cat,S,1,Beast,common\nFox,T,1,Beast,rare\n");
    assert_eq!(ids(&loaded(&source, "mine"), "set:s"), ["cat", "ghost", "dog"]);
    // A set that one file alone brought follows that file.
    bring(&mut source, "cards.csv", "Cat,S,1,Beast,common\nOwl,T,2,Beast,rare\n");
    assert_eq!(ids(&loaded(&source, "mine"), "set:t"), ["owl"]);
    // What was changed by hand stays in any case, and what others brought does, too.
    let touched = source.file("mine/sets/s.toml").expect("there").text.replace("\"Ghost\"", "\"Spook\"");
    source.put("mine/sets/s.toml", "s.toml".into(), touched);
    let told = bring(&mut source, "more.csv", "Elk,S,9,Beast,common\n");
    assert_eq!(told.1, 1, "the spook is named");
    assert_eq!(ids(&loaded(&source, "mine"), "set:s").len(), 4);
    let set = source.file("mine/sets/s.toml").expect("there").text.to_string();
    assert!(!is_untouched(&set) && set.starts_with("# Imported from cards.csv, tokens.csv, more.csv;"), "{set}");
}

#[test]
fn cards_that_stay_keep_their_ids_and_new_ones_take_none_of_theirs() {
    let list = |cards: &str| format!("name,set,number,type,rarity\n{cards}");
    let brought = |first: &str, second: &str| {
        let mut source = Source::default();
        import(&mut source, "mine", "cards.csv", list(first).as_bytes(), &[]).expect("an import");
        let before = source.clone();
        let mut made = import(&mut source, "mine", "more.csv", list(second).as_bytes(), &[]).expect("an import");
        let there = |path: &str| before.file(path).map(|file| file.text.to_string());
        assert!(made.keep_changes(there).is_empty());
        made.files.iter().for_each(|(path, text)| source.put(path, path.clone(), text.clone()));
        let game = loaded(&source, "mine");
        let set = |card: &Card| game.sets[card.set as usize].id.clone();
        game.cards.iter().map(|c| format!("{} {} {}", c.id, set(c), c.number)).collect::<Vec<_>>()
    };
    // Two of one name, of which one comes again.
    let twice = brought("Cat,S,1,Beast,common\nCat,S,2,Beast,common\n", "Cat,S,2,Beast,rare\n");
    assert_eq!(twice, ["cat-s s 2", "cat s 1"]);
    // A card of another set with the name of one that stays.
    let other = brought("Cat,S,1,Beast,common\nDog,S,2,Beast,common\n", "Cat,S,1,Beast,rare\nDog,T,5,Beast,rare\n");
    assert_eq!(other, ["cat s 1", "dog s 2", "dog-t t 5"]);
    // A token of the same name is another card.
    assert_eq!(brought("Cat,S,1,Beast,common\n", "Cat,S,T1,Beast,common\n"), ["cat-s s T1", "cat s 1"]);
    // A list without numbers means the cards of these names.
    assert_eq!(brought("Cat,S,,Beast,common\nDog,S,,Beast,common\n", "Dog,S,,Beast,rare\n"), ["dog s 1", "cat s 1-2"]);
    // A number that is also a name stays one.
    assert_eq!(brought("7,S,7,Beast,common\n", "Cat,S,7,Beast,rare\n"), ["cat s 7", "7 s 7-2"]);
}

#[test]
fn every_games_own_export_makes_a_new_game() {
    for id in ["chronx", "afrika", "chrononauts", "emperors-star", "anachrony"] {
        let shipped = Source::shipped();
        let game = loaded(&shipped, id);
        for (file, text) in [
            ("cards.csv", export::csv(&game, &shipped, &PictureAddresses::default(), None, false)),
            ("cards.xml", export::cockatrice(&game, &shipped, &PictureAddresses::default(), None)),
        ] {
            let mut source = Source::default();
            import(&mut source, "fresh", file, text.as_bytes(), &[]).unwrap_or_else(|e| panic!("{id}: {e:?}"));
            let fresh = loaded(&source, "fresh");
            let names = |game: &GameData| {
                let of_file = game.cards.iter().filter(|card| game.sets[card.set as usize].id != "basics");
                let mut names: Vec<(String, String)> = of_file.map(|c| (c.id.clone(), c.name.clone())).collect();
                names.sort();
                names
            };
            assert_eq!(names(&fresh), names(&game), "{id} {file}");
        }
    }
}

#[test]
fn words_of_other_programs_become_those_of_a_game_that_a_person_wrote() {
    let mut source = Source::shipped();
    let csv = "name,set,number,types,color,rarity,Price,power,toughness,keywords,token\n\
               Sky Whale,AX9,1,Legendary Creature,U,mythic,sky 2,3,4,Flying; Haste; Equip 2,\n\
               Whelp,AX9,2,Creature,U,common,sky 1,1,1,Reach,\n\
               Ghost,AX9,3,Creature,U,common,sky 1,1,1,,yes\n";
    let list = "kind,theirs,ours\ntype,Creature,entity\ntype,Legendary,\nrarity,mythic,legendary\nkeyword,Flying,soaring\n\
                keyword,HASTE,rush\nkeyword,Reach,\ncolumn,Price,cost\ncolumn,toughness,health\ncolumn,Nowhere,text\n";
    let Err(ImportError::Cards(faults)) = import(&mut source, "afrika", "cards.csv", csv.as_bytes(), &[]) else {
        panic!("these words are none of the game");
    };
    assert!(faults.iter().any(|fault| fault.to_string().contains("Flying")), "{faults:?}");
    source.put(&format!("afrika/{WORDS}"), WORDS.into(), list.to_owned());
    let made = import(&mut source, "afrika", "cards.csv", csv.as_bytes(), &[]).unwrap_or_else(|e| panic!("{e:?}"));
    let game = loaded(&source, "afrika");
    let whale = card(&game, "sky-whale");
    let keywords: Vec<String> = whale.keywords.iter().map(|has| game.keyword_text(has)).collect();
    assert_eq!(
        (game.type_line(whale).as_str(), keywords),
        ("Entity", vec!["Soaring".into(), "Rush".into(), "Equip 2".into()])
    );
    assert_eq!((number_in(&game, whale, "health"), number_in(&game, whale, "cost")), (Some(4), Some(2)));
    assert_eq!(ids(&game, "set:ax9 rarity:legendary"), ["sky-whale"]);
    assert!(card(&game, "whelp").keywords.is_empty(), "an empty word leaves it out");
    assert!(
        game.find("Ghost").is_none() && made.remarks.iter().any(|r| r.message.starts_with("tokens passed over: 1"))
    );
}
