//! `game.toml` → [`Game`] without cards.

use super::{Faction, Field, FieldKind, GameData, Keyword, Mask, Rarity, Resource, Section, Type, goldfish, terms};
use crate::load::query_in;
use crate::query::Query;
use crate::read::{Document, Problems, TomlTable};

/// How many factions, types or resources a game may declare: they are kept as bits of a [`Mask`].
const MASK_BITS: usize = Mask::BITS as usize;

/// Reads a game's schema. What is wrong goes to `problems`; the game that comes back is then only good
/// for finding more faults.
pub(crate) fn read(folder: &str, file: &str, text: &str, problems: &Problems) -> GameData {
    let document = Document::parse(file, text, problems);
    let t = document.root();
    t.source();
    let mut game = GameData {
        id: t.text("id"),
        name: t.text("name"),
        edition: t.text("edition"),
        about: t.text("about"),
        default_format: t.text_if("default_format").unwrap_or_default(),
        octgn: t.text_if("octgn"),
        ..GameData::default()
    };
    if game.id.is_empty() {
        game.id = folder.to_owned();
    } else if game.id != folder {
        t.problem_at(
            "id",
            format!("`id` is `{}` but the folder is `{folder}`", game.id),
            Some("make them the same".into()),
        );
        game.id = folder.to_owned();
    }
    match t.numbers("players")[..] {
        [min, max] if 1 <= min && min <= max => game.players = (min as u32, max as u32),
        _ => t.problem_at("players", "`players` must be [fewest, most]", Some("for instance [2, 4]".into())),
    }
    read_factions(&t, &mut game);
    read_resources(&t, &mut game);
    read_types(&t, &mut game);
    game.rarities = t
        .tables("rarity")
        .iter()
        .map(|r| Rarity { id: id(r), name: r.text("name"), letter: r.text("letter"), colour: colour(r) })
        .collect();
    game.fields = t.tables("field").iter().map(|f| read_field(f, &game)).collect();
    game.keywords = t
        .tables("keyword")
        .iter()
        .map(|k| Keyword {
            id: id(k),
            name: k.text("name"),
            aliases: k.texts("aliases"),
            number: k.flag("number"),
            alone: k.flag("alone"),
            word: k.flag("word"),
            text: k.text("text"),
            rules: k.texts("rules"),
        })
        .collect();
    for (what, n) in [("rarities", game.rarities.len()), ("keywords", game.keywords.len())] {
        if n > MASK_BITS {
            t.problem(format!("{n} {what}; there may be {MASK_BITS}"), None);
        }
    }
    game.rarities.truncate(MASK_BITS);
    game.keywords.truncate(MASK_BITS);
    link_factions(&t, &mut game);
    check_unique(&t, &game);
    game.sections = t.tables("section").iter().map(|s| read_section(s, &game)).collect();
    if game.sections.is_empty() {
        t.problem(
            "no `[[section]]` is declared",
            Some("a deck needs one: id = \"main\", name = \"Deck\", accepts = \"*\"".into()),
        );
        game.sections.push(Section { id: "main".into(), name: "Deck".into(), accepts: Query::All, rules: vec![] });
    }
    if let Some(table) = t.table_if("terms") {
        game.terms = terms::read(&table, &game);
    }
    match t.table_if("goldfish") {
        Some(table) => game.goldfish = goldfish::read(&table, &game),
        None => t.problem("`[goldfish]` is missing", Some("data/README.md explains its keys".into())),
    }
    game
}

fn read_factions(t: &TomlTable<'_>, game: &mut GameData) {
    game.factions = t
        .tables("faction")
        .iter()
        .map(|f| Faction {
            id: id(f),
            name: f.text("name"),
            resource: f.text_if("resource").unwrap_or_else(|| f.plain("name")),
            letter: f.text("letter"),
            colour: colour(f),
            symbol: f.text("symbol"),
            about: f.text("about"),
        })
        .collect();
    (game.faction_name, game.faction_field) = ("Faction".into(), "faction".into());
}

/// `[factions]` may name fields, so it is read after them.
fn link_factions(t: &TomlTable<'_>, game: &mut GameData) {
    let Some(table) = t.table_if("factions") else { return };
    game.faction_name = table.text("name");
    game.faction_field = table.text("field");
    let known: Vec<&str> = game.fields.iter().map(|f| f.id.as_str()).collect();
    game.faction_from = table.texts("from").iter().filter_map(|f| table.one_of("from", f, "field", &known)).collect();
}

fn read_resources(t: &TomlTable<'_>, game: &mut GameData) {
    if t.table_if("resources").is_some_and(|r| r.flag("from_factions")) {
        game.resources = game
            .factions
            .iter()
            .map(|f| Resource {
                id: f.id.clone(),
                name: f.resource.clone(),
                letter: f.letter.clone(),
                colour: f.colour.clone(),
                symbol: f.symbol.clone(),
                generic: false,
                variable: false,
                either: 0,
            })
            .collect();
    }
    let (declared, from_factions) = (t.tables("resource"), game.resources.len());
    game.resources.extend(declared.iter().map(|r| {
        r.texts("rules");
        Resource {
            id: id(r),
            name: r.text("name"),
            letter: r.text("letter"),
            colour: colour(r),
            symbol: r.text_if("symbol").unwrap_or_default(),
            generic: r.flag("generic"),
            variable: false,
            either: 0,
        }
    }));
    let known: Vec<String> = game.resources.iter().map(|r| r.id.clone()).collect();
    for (at, r) in declared.iter().enumerate() {
        let plain = |i: usize| !game.resources[i].generic && i != from_factions + at;
        let words: Vec<&str> = known.iter().enumerate().filter(|(i, _)| plain(*i)).map(|(_, id)| id.as_str()).collect();
        let either = r.texts("either");
        let of =
            |id: &String| r.one_of("either", id, "resource", &words).and_then(|_| known.iter().position(|k| k == id));
        let mask = either.iter().filter_map(of).filter(|i| *i < MASK_BITS).fold(0, |mask, i| mask | 1 << i);
        game.resources[from_factions + at].either = mask;
    }
    game.resources.push(Resource {
        id: "x".into(),
        name: "X".into(),
        letter: "X".into(),
        colour: "#9aa4b5".into(),
        symbol: String::new(),
        generic: true,
        variable: true,
        either: 0,
    });
    if game.resources.len() > MASK_BITS || game.factions.len() > MASK_BITS {
        t.problem(format!("more than {MASK_BITS} factions or resources"), None);
        game.resources.truncate(MASK_BITS);
        game.factions.truncate(MASK_BITS);
    }
}

fn read_types(t: &TomlTable<'_>, game: &mut GameData) {
    game.types = t
        .tables("type")
        .iter()
        .map(|y| Type {
            id: id(y),
            name: y.text("name"),
            plural: y.text("plural"),
            aliases: y.texts("aliases"),
            under: y.texts("under"),
            permanent: y.flag("permanent"),
        })
        .collect();
    if game.types.is_empty() {
        t.problem("no `[[type]]` is declared", None);
    } else if game.types.len() > MASK_BITS {
        t.problem(format!("more than {MASK_BITS} types"), None);
        game.types.truncate(MASK_BITS);
    }
}

fn read_field(f: &TomlTable<'_>, game: &GameData) -> Field {
    f.texts("rules");
    let kind = f.variant("kind", &f.text("kind"), "kind of field").unwrap_or(FieldKind::Number);
    let known: Vec<&str> = game.types.iter().map(|t| t.id.as_str()).collect();
    let mask = |key: &str| -> Mask {
        f.texts(key).iter().filter_map(|t| f.one_of(key, t, "type", &known)).fold(0, |m, i| m | 1 << i)
    };
    let (required, optional) = (mask("types"), mask("optional"));
    Field {
        id: id(f),
        name: f.text("name"),
        aliases: f.texts("aliases"),
        kind,
        required,
        allowed: if required | optional == 0 { Mask::MAX } else { required | optional },
        about: f.text_if("about").unwrap_or_default(),
        sentence: f.text_if("sentence"),
    }
}

fn read_section(s: &TomlTable<'_>, game: &GameData) -> Section {
    Section { id: id(s), name: s.text("name"), accepts: query_in(s, "accepts", game), rules: s.texts("rules") }
}

/// A key that may not have the same value twice in a list.
struct UniqueKey {
    /// The list's name in the file.
    list: &'static str,
    /// What the value is called.
    what: &'static str,
    key: &'static str,
    /// Whether the entries have other words, which count, too.
    has_aliases: bool,
}

impl UniqueKey {
    const fn id(list: &'static str) -> UniqueKey {
        UniqueKey { list, what: list, key: "id", has_aliases: false }
    }

    const fn id_with_aliases(list: &'static str) -> UniqueKey {
        UniqueKey { has_aliases: true, ..UniqueKey::id(list) }
    }

    const fn letter(list: &'static str, what: &'static str) -> UniqueKey {
        UniqueKey { list, what, key: "letter", has_aliases: false }
    }
}

const UNIQUE: &[UniqueKey] = &[
    UniqueKey::id("faction"),
    UniqueKey::letter("faction", "faction letter"),
    UniqueKey::id("resource"),
    UniqueKey::letter("resource", "resource letter"),
    UniqueKey::id_with_aliases("type"),
    UniqueKey::id("rarity"),
    UniqueKey::id("section"),
    UniqueKey::id_with_aliases("field"),
    UniqueKey::id_with_aliases("keyword"),
];

/// What every card has: no field may be called like that.
const EVERY_CARD: [&str; 12] =
    ["id", "name", "number", "type", "subtype", "rarity", "keywords", "text", "ability", "flavor", "face", "faces"];

fn check_unique(t: &TomlTable<'_>, game: &GameData) {
    for UniqueKey { list, what, key, has_aliases } in UNIQUE {
        let mut taken: Vec<String> = match (*list, *key) {
            ("resource", "id") => derived_resources(t, game, |r| &r.id),
            ("resource", _) => derived_resources(t, game, |r| &r.letter),
            _ => Vec::new(),
        };
        for entry in t.tables(list) {
            entry.keys();
            let mut words: Vec<(&str, String)> = entry.text_if(key).into_iter().map(|w| (*key, w)).collect();
            if *has_aliases {
                words.extend(entry.texts("aliases").into_iter().map(|w| ("aliases", w)));
            }
            for (key, word) in words {
                if taken.contains(&word) {
                    let hint = Some(format!("give one of the two another {}", key.trim_end_matches("es")));
                    entry.problem_in_list(key, &word, format!("{what} `{word}` is declared twice"), hint);
                }
                taken.push(word);
            }
        }
    }
    for field in t.tables("field") {
        field.keys();
        let id = field.text_if("id").unwrap_or_default();
        if EVERY_CARD.contains(&id.as_str()) || (game.faction_from.is_empty() && id == game.faction_field) {
            let hint = Some("leave it out, or give the field another id".into());
            field.problem_at("id", format!("every card has `{id}` already"), hint);
            continue;
        }
        for (key, word) in [("id", id)].into_iter().chain(field.texts("aliases").into_iter().map(|w| ("aliases", w))) {
            if crate::query::is_taken(&word) {
                let hint = Some("take another word".into());
                field.problem_in_list(key, &word, format!("`{word}` means something else in queries"), hint);
            }
        }
    }
}

/// Of the resources that are not declared one by one: X, and those out of the factions.
fn derived_resources(t: &TomlTable<'_>, game: &GameData, of: impl Fn(&Resource) -> &String) -> Vec<String> {
    let declared = t.tables("resource").iter().inspect(|r| drop(r.keys())).count();
    let others = game.resources.len().saturating_sub(declared + 1);
    game.resources[..others].iter().chain(game.resources.last()).map(|r| of(r).clone()).collect()
}

fn id(t: &TomlTable<'_>) -> String {
    let id = t.text("id");
    if id != crate::fold::slug(&id) && !id.contains('_') && !id.is_empty() {
        t.problem_at("id", format!("`{id}` is not a plain id"), Some(format!("write `{}`", crate::fold::slug(&id))));
    }
    id
}

fn colour(t: &TomlTable<'_>) -> String {
    let colour = t.text("colour");
    let hex = colour.strip_prefix('#').is_some_and(|h| h.len() == 6 && h.bytes().all(|b| b.is_ascii_hexdigit()));
    if !hex && !colour.is_empty() {
        t.problem_at("colour", format!("`{colour}` is no colour"), Some("write it as #rrggbb".into()));
        return "#888888".into();
    }
    colour
}
