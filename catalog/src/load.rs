//! Data files → a checked [`GameData`] with its sets and cards; every fault at once, with file, line, card and hint.

pub(crate) mod faces;
mod playing_cards;

use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::tr;

use crate::ability;
use crate::card::{Card, CardIx, FaceLayout, FieldValue, Folded, HasKeyword, Set};
use crate::fold::{fold, slug};
use crate::game::{FieldKind, GameData, Mask};
use crate::localize::in_english;
use crate::query::{CardTexts, Columns, CountQuery, Joined, Query};
use crate::read::{Document, Problem, Problems, TomlTable, suggest};
use crate::source::{File, Source};

/// Loads one game.
///
/// # Errors
/// Every fault in its `game.toml` and its sets.
pub fn game(source: &Source, id: &str) -> Result<GameData, Vec<Problem>> {
    match game_despite_faults(source, id) {
        (Some(game), problems) if problems.is_empty() => Ok(game),
        (_, problems) => Err(problems),
    }
}

/// Loads one game although there are faults in its cards: that is good for finding faults in the files that speak of
/// them. No game comes back if the schema is wrong or a set is no TOML, because all that is found then would only be
/// a consequence.
pub fn game_despite_faults(source: &Source, id: &str) -> (Option<GameData>, Vec<Problem>) {
    let read = in_english(|| read(source, id));
    (read.game.filter(|_| read.whole), read.faults)
}

/// What of a game can be read: all that is whole in sets with faults, too. `None` if its schema has faults.
pub fn readable_part(source: &Source, id: &str) -> Option<GameData> {
    in_english(|| read(source, id)).game
}

/// What was read of a game.
struct ReadGame {
    /// The game as far as it could be read; `None` if its schema has faults.
    game: Option<GameData>,
    /// Whether every set is TOML.
    whole: bool,
    faults: Vec<Problem>,
}

fn read(source: &Source, id: &str) -> ReadGame {
    let problems = Problems::default();
    let mut game = schema(source, id, &problems);
    source.unreadable(id).into_iter().for_each(|p| problems.push(p));
    let sound = problems.count() == 0;
    let mut whole = sound;
    if sound {
        let mut taken = Taken::default();
        for (stem, file) in source.folder(id, "sets") {
            whole &= read_set(&mut game, &mut taken, (stem, file), &problems);
        }
        index(&mut game);
        check_names(&game, source, &problems);
        // Of the texts that were read just now.
        game.data_hash = source.hash(id);
    }
    let faults = problems.into_result().err().unwrap_or_default();
    ReadGame { game: sound.then_some(game), whole, faults }
}

/// Loads one game of whose sets `kept` has some already, as they were read from files of the same text; `None` if there is
/// any fault, which [`game`] then tells.
pub(crate) fn game_with_kept_sets(
    source: &Source,
    id: &str,
    mut kept: impl FnMut(&str, &File) -> Option<(Set, Vec<Card>)>,
) -> Option<GameData> {
    in_english(|| {
        let problems = Problems::default();
        let mut game = schema(source, id, &problems);
        let mut taken = Taken::default();
        for (stem, file) in source.folder(id, "sets") {
            match kept(stem, file) {
                Some((set, cards)) => add_set(&mut game, set, cards),
                None => drop(read_set(&mut game, &mut taken, (stem, file), &problems)),
            }
        }
        let mut codes = HashSet::new();
        let mut ids = HashSet::with_capacity(game.cards.len());
        let distinct = game.sets.iter().all(|set| codes.insert(fold(&set.code)))
            && game.cards.iter().all(|card| ids.insert(card.id.as_str()));
        if !distinct || !source.unreadable(id).is_empty() {
            return None;
        }
        index(&mut game);
        check_names(&game, source, &problems);
        game.data_hash = source.hash(id);
        (problems.count() == 0).then_some(game)
    })
}

/// Adds a set whose cards were read before, wherever it stood then.
pub(crate) fn add_set(game: &mut GameData, set: Set, mut cards: Vec<Card>) {
    let number = game.sets.len() as u16;
    for card in &mut cards {
        card.set = number;
        card.faces.iter_mut().for_each(|face| face.set = number);
    }
    game.sets.push(set);
    game.cards.append(&mut cards);
}

/// The name of a game, without reading more than the head of its `game.toml`; `None` if it says none there.
pub fn name(source: &Source, id: &str) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Head {
        name: String,
    }
    let text = &source.file(&format!("{id}/game.toml"))?.text;
    // Keys of the game itself stand in front of the first table.
    let head = text.split("\n[").next().unwrap_or_default();
    toml::from_str::<Head>(head).ok().map(|head| head.name)
}

/// Loads a game's schema alone, without the hash of its data.
pub(crate) fn schema(source: &Source, id: &str, problems: &Problems) -> GameData {
    match source.file(&format!("{id}/game.toml")) {
        Some(file) => GameData {
            play: source.file(&format!("{id}/play.toml")).map(|file| std::sync::Arc::new(file.clone())),
            ..crate::game::read(id, &file.name, &file.text, problems)
        },
        None if !source.unreadable(id).is_empty() => GameData::default(),
        None => {
            problems.push(Problem {
                file: format!("{id}/game.toml"),
                line: 1,
                column: 1,
                place: String::new(),
                message: "there is no such file".into(),
                hint: Some("every game folder needs one".into()),
            });
            GameData::default()
        }
    }
}

/// Makes the look-up tables of a game whose cards are complete.
pub(crate) fn index(game: &mut GameData) {
    let texts = Joined::new(game.cards.iter().map(Card::folded));
    index_with(game, texts);
}

/// The same, with the folded texts of the cards.
pub(crate) fn index_with(game: &mut GameData, texts: Joined) {
    faces::fold(game);
    game.words = CardTexts::share(&mut game.cards, texts);
    game.columns = Columns::new(game);
    game.forget_cards();
    game.by_set.clear();
    for (i, card) in game.cards.iter().enumerate() {
        let at = i as u32;
        match game.by_set.last_mut().filter(|(set, _)| *set == card.set) {
            Some((_, cards)) => cards.end = at + 1,
            None => game.by_set.push((card.set, at..at + 1)),
        }
    }
}

/// A query in a data file; faults point at the character.
pub fn query_in(t: &TomlTable<'_>, key: &str, game: &GameData) -> Query {
    let text = t.text(key);
    Query::parse(&text, game).unwrap_or_else(|e| {
        if !text.is_empty() {
            t.problem_in(key, e.at, e.message, e.hint);
        }
        Query::All
    })
}

/// A count in a data file; faults point at the character.
pub fn count_in(t: &TomlTable<'_>, key: &str, game: &GameData) -> CountQuery {
    let text = t.text(key);
    CountQuery::parse(&text, game).unwrap_or_else(|e| {
        if !text.is_empty() {
            t.problem_in(key, e.at, e.message, e.hint);
        }
        CountQuery::default()
    })
}

/// A game with more cards, as a set file would write them: for examples that bring their own.
pub fn with_cards(game: &GameData, cards: &[TomlTable<'_>]) -> GameData {
    let mut more = game.clone();
    for t in cards {
        let name = t.text("name");
        let card = read_card(t, name, 0, &more);
        if game.by_id(&card.id).is_some() {
            t.problem_at(
                "name",
                format!("there is a card `{}` already", card.name),
                Some("give it another name".into()),
            );
        }
        more.cards.push(card);
    }
    index(&mut more);
    more
}

/// What the sets read so far have taken: by set code and by card id, in which file and at which byte.
#[derive(Default)]
struct Taken<'s> {
    codes: HashMap<String, (&'s File, usize)>,
    ids: HashMap<String, (&'s File, usize)>,
}

/// Two files that want the same. The one that a person added is at fault, not the one that came with the program;
/// of two equal ones the later.
fn clash(earlier: (&File, usize), later: (&File, usize), what: String, hint: &str) -> Problem {
    let (wrong, right) = if earlier.0.added && !later.0.added { (earlier, later) } else { (later, earlier) };
    let there = Problem::at(right.0, right.1, "", None);
    let message = format!("{what} is taken by {}:{}", there.file, there.line);
    Problem::at(wrong.0, wrong.1, message, Some(hint.into()))
}

/// Reads a set; `false` if it is no TOML.
fn read_set<'s>(
    game: &mut GameData,
    taken: &mut Taken<'s>,
    (stem, file): (&str, &'s File),
    problems: &Problems,
) -> bool {
    let document = Document::parse(&file.name, &file.text, problems);
    let t = document.root();
    let set = Set {
        source: t.source(),
        id: t.file_id(stem),
        name: t.text("name"),
        code: t.text("code"),
        released: t.date_if("released"),
        era: t.text_if("era"),
        kind: t.text_if("kind"),
        about: t.text_if("about").unwrap_or_default(),
    };
    if let Some(earlier) = taken.codes.get(&fold(&set.code)).filter(|_| !set.code.is_empty()) {
        let what = format!("the code `{}`", set.code);
        problems.push(clash(*earlier, (file, t.offset("code")), what, "give one of the sets another code"));
    }
    taken.codes.entry(fold(&set.code)).or_insert((file, t.offset("code")));
    let number = game.sets.len() as u16;
    game.sets.push(set);
    let mut numbers: HashSet<SmolStr> = HashSet::new();
    if let Some(pack) = t.table_if("playing_cards") {
        for card in playing_cards::read(&pack, number, game) {
            let here = (file, t.offset("playing_cards"));
            if let Some(earlier) = taken.ids.get(&card.id) {
                problems.push(clash(*earlier, here, format!("the id `{}`", card.id), "leave that card out"));
            }
            taken.ids.entry(card.id.clone()).or_insert(here);
            numbers.insert(card.number.clone());
            game.cards.push(card);
        }
    }
    for table in t.tables("card") {
        let name = table.text("name");
        let table = table.place(name.clone());
        let card = read_card(&table, name, number, game);
        let here = (file, table.offset("name"));
        if let Some(earlier) = taken.ids.get(&card.id).filter(|_| !card.id.is_empty()) {
            let hint = "rename one of the two, or give it an `id`";
            problems.push(clash(*earlier, here, format!("the id `{}`", card.id), hint).place(&card.name));
        }
        taken.ids.entry(card.id.clone()).or_insert(here);
        if !numbers.insert(card.number.clone()) && !card.number.is_empty() {
            table.problem_at("number", format!("the number {} is taken in this set", card.number), None);
        }
        game.cards.push(card);
    }
    !document.is_broken()
}

pub(crate) fn read_card(t: &TomlTable<'_>, name: String, set: u16, game: &GameData) -> Card {
    let faces = faces::read(t, game);
    let rarities: Vec<&str> = game.rarities.iter().map(|r| r.id.as_str()).collect();
    let rarity = t.one_of("rarity", &t.text("rarity"), "rarity", &rarities).unwrap_or(0) as u8;
    let mut card = Card {
        id: t.text_if("id").unwrap_or_else(|| slug(&name)),
        number: t.text("number").into(),
        set,
        rarity,
        ..read_printed(t, name, &faces, game)
    };
    if faces.is_empty() {
        card.abilities = t.tables("ability").iter().filter_map(|a| ability::read(a, game)).collect();
        if !t.has("text") {
            card.text = ability::text(game, &card);
        } else if !card.abilities.is_empty() {
            // A game without abilities writes its texts freely.
            ability::check_text(game, &card).into_iter().for_each(|m| t.problem_at("text", m, None));
        }
    } else {
        faces::join(t, &mut card, faces, game);
    }
    card.folded = folded(game, &card);
    card
}

/// What is printed on a card or on one of its faces; a card takes from `faces` what it does not say itself.
fn read_printed(t: &TomlTable<'_>, name: String, faces: &[Card], game: &GameData) -> Card {
    let ids: Vec<&str> = game.types.iter().map(|y| y.id.as_str()).collect();
    let types: SmallVec<[u8; 8]> = match faces {
        [] => t.texts("type").iter().filter_map(|y| t.one_of("type", y, "type", &ids)).map(|i| i as u8).collect(),
        faces => faces::all(faces, |face| &face.types),
    };
    if faces.is_empty() && types.is_empty() && !t.has("type") {
        t.problem("`type` is missing", Some(format!("add `type = […]`, out of {}", ids.join(", "))));
    }
    let type_mask = types.iter().fold(0, |m: Mask, i| m | 1 << i);
    let value = |field: usize| {
        let says_it = faces.is_empty() || t.has(&game.fields[field].id);
        if says_it { read_value(t, field, type_mask, game) } else { faces::value(faces, field) }
    };
    let values: Vec<Option<FieldValue>> = (0..game.fields.len()).map(value).collect();
    Card {
        id: String::new(),
        number: SmolStr::default(),
        set: 0,
        rarity: 0,
        types,
        type_mask,
        subtypes: t.texts("subtype").into_iter().map(Into::into).collect(),
        factions: read_factions(t, &values, game),
        keywords: t.texts("keywords").iter().filter_map(|k| read_keyword(t, k, game)).collect(),
        text: t.text_if("text").unwrap_or_default(),
        abilities: Vec::new(),
        flavor: t.text_if("flavor").unwrap_or_default(),
        values,
        name,
        faces: Vec::new(),
        face_layout: FaceLayout::default(),
        folded: Folded::default(),
    }
}

/// The texts of a card for searching.
fn folded(game: &GameData, card: &Card) -> Folded {
    fold(&format!("{}\n{}\n{}", card.name, game.type_line(card), game.rules_text(card))).into()
}

fn read_factions(t: &TomlTable<'_>, values: &[Option<FieldValue>], game: &GameData) -> Mask {
    let ids: Vec<&str> = game.factions.iter().map(|f| f.id.as_str()).collect();
    if game.faction_from.is_empty() {
        let key = game.faction_field.as_str();
        return t.texts(key).iter().filter_map(|f| t.one_of(key, f, "faction", &ids)).fold(0, |m, i| m | 1 << i);
    }
    let faction_of = |resource: usize| ids.iter().position(|f| *f == game.resources[resource].id);
    let mut mask = 0;
    for field in &game.faction_from {
        let resources: Vec<usize> = match &values[*field] {
            Some(FieldValue::Amounts { list, .. }) => list.iter().map(|(r, _)| *r as usize).collect(),
            Some(FieldValue::Resources(m)) => (0..game.resources.len()).filter(|r| m & (1 << r) != 0).collect(),
            _ => Vec::new(),
        };
        let either = resources.iter().fold(0, |mask, r| mask | game.resources[*r].either);
        let paid_with = (0..game.resources.len()).filter(|r| either & (1 << r) != 0);
        let all = resources.iter().copied().chain(paid_with);
        mask |= all.filter_map(faction_of).fold(0, |m: Mask, i| m | 1 << i);
    }
    mask
}

pub(crate) fn read_keyword(t: &TomlTable<'_>, text: &str, game: &GameData) -> Option<HasKeyword> {
    let (word, rest) = text.split_once(' ').map_or((text, None), |(w, r)| (w, Some(r.trim())));
    let known: Vec<&str> = game.keywords.iter().map(|k| k.id.as_str()).collect();
    let fault = |message: String, hint: Option<String>| {
        t.problem_in_list("keywords", text, message, hint);
        None
    };
    let Some(keyword) = known.iter().position(|k| *k == word) else {
        return fault(format!("`{word}` is no keyword here"), Some(suggest(word, &known)));
    };
    let declared = &game.keywords[keyword];
    let mut has = HasKeyword { keyword: keyword as u8, number: None, word: None };
    match (declared.number, declared.word, rest) {
        (true, _, Some(n)) => match n.parse() {
            Ok(n) => has.number = Some(n),
            Err(_) => return fault(format!("`{text}`: {} takes a number", declared.name), None),
        },
        (true, _, None) if !declared.alone => {
            return fault(format!("`{text}`: {} needs a number", declared.name), None);
        }
        (_, true, Some(word)) => has.word = Some(word.to_owned()),
        (_, true, None) => return fault(format!("`{text}`: {} needs a word", declared.name), None),
        (_, _, Some(_)) => return fault(format!("`{text}`: {} takes nothing after it", declared.name), None),
        _ => {}
    }
    Some(has)
}

fn read_value(t: &TomlTable<'_>, field: usize, types: Mask, game: &GameData) -> Option<FieldValue> {
    let declared = &game.fields[field];
    let key = declared.id.as_str();
    if types == 0 {
        // Without a type nobody can say which fields belong there; the missing type is fault enough.
        t.skip(key);
        return None;
    }
    if types & declared.allowed == 0 {
        if t.has(key) {
            t.refuse(key, format!("`{key}` does not belong on a card of this type"));
        }
        return None;
    }
    if types & declared.required == 0 && !t.has(key) {
        return None;
    }
    match declared.kind {
        FieldKind::Number => t
            .has(key)
            .then(|| t.number(key))
            .or_else(|| {
                t.number(key);
                None
            })
            .map(FieldValue::Number),
        FieldKind::Text => Some(FieldValue::Text(t.text(key))),
        FieldKind::Flag => t.flag(key).then_some(FieldValue::Flag),
        FieldKind::Cost | FieldKind::Amounts => read_amounts(t, key, declared.required & types != 0, game),
        FieldKind::Resources => {
            let ids: Vec<&str> = game.resources.iter().map(|r| r.id.as_str()).collect();
            let before = t.faults();
            let mask =
                t.texts(key).iter().filter_map(|r| t.one_of(key, r, "resource", &ids)).fold(0, |m: Mask, i| m | 1 << i);
            if mask == 0 && t.faults() == before {
                t.problem_at(key, format!("`{key}` must name a resource"), None);
            }
            Some(FieldValue::Resources(mask))
        }
    }
}

fn read_amounts(t: &TomlTable<'_>, key: &str, required: bool, game: &GameData) -> Option<FieldValue> {
    let Some(table) = t.table_if(key) else {
        if required && !t.has(key) {
            t.problem(
                format!("`{key}` is missing"),
                Some(format!("add `{key} = {{ … }}`, an amount for each resource")),
            );
        }
        return None;
    };
    let ids: Vec<&str> = game.resources.iter().map(|r| r.id.as_str()).collect();
    let mut list: SmallVec<[(u8, i32); 2]> = SmallVec::new();
    for resource in table.keys() {
        let amount = table.number(&resource);
        if amount < 0 {
            table.problem_at(&resource, "an amount must not be negative", None);
        }
        match table.one_of(&resource, &resource, "resource", &ids) {
            Some(r) if amount != 0 => list.push((r as u8, amount)),
            _ => {}
        }
    }
    list.sort_unstable();
    let total = list.iter().filter(|(r, _)| !game.resources[*r as usize].variable).map(|(_, n)| n).sum();
    Some(FieldValue::Amounts { list, total })
}

/// Texts that name cards must name cards that exist.
fn check_names(game: &GameData, source: &Source, problems: &Problems) {
    let crate::game::goldfish::OpeningHand::Led { named, .. } = game.goldfish.hand else { return };
    let field = &game.fields[named].id;
    for ix in game.indices() {
        if let Some(name) = game.card(ix).text_in(named).filter(|n| game.find(n).is_none()) {
            let message = format!("`{field}` names `{name}`, which is no card of this game");
            problems.push(card_problem(source, game, ix, field, message, Some(unknown_card_hint(game, name))));
        }
    }
}

/// A fault of a card that was read, at one of its keys.
pub fn card_problem(
    source: &Source,
    game: &GameData,
    ix: CardIx,
    key: &str,
    message: String,
    hint: Option<String>,
) -> Problem {
    let card = game.card(ix);
    let path = format!("{}/sets/{}.toml", game.id, game.sets[card.set as usize].id);
    let first = game.cards.iter().position(|c| c.set == card.set).unwrap_or(0);
    let problem = match source.file(&path) {
        Some(file) => Problem::at_path(file, &["card", &(ix.at() - first).to_string(), key], message, hint),
        None => Problem { file: path, line: 1, column: 1, place: String::new(), message, hint },
    };
    problem.place(&card.name)
}

/// What to do about a name that no card has.
pub fn unknown_card_hint(game: &GameData, name: &str) -> String {
    match crate::fuzzy::suggestion(game, name) {
        Some(ix) => tr!("did you mean `{near}`?", near = game.card(ix).name),
        None => tr!("write the name as it is on the card"),
    }
}
