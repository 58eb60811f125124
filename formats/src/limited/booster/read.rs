//! Products out of `data/<game>/boosters/<product>.toml`.

use std::collections::{HashMap, HashSet};

use catalog::load::{query_in, unknown_card_hint};
use catalog::read::{Document, Problems, TomlTable};
use catalog::source::File;
use catalog::{CardIx, GameData, Query};

use super::spread::SpreadError;
use super::{BoosterSheet, BoosterSlot, EvenOver, LazyRatings, PackLayout, Packaging, Product, Replacement, Spread};

/// Most cards in a slot.
const MOST: i32 = 100;
/// Most copies of a card on a sheet, packs in a box, boxes in a case.
const MANY: i32 = 1000;
/// Most layouts of a product.
const MOST_LAYOUTS: usize = 1000;
/// The largest weight of a layout.
const MOST_WEIGHT: i32 = 100_000;

pub(crate) fn read(stem: &str, file: &File, game: &GameData, problems: &Problems) -> Product {
    let document = Document::parse(&file.name, &file.text, problems);
    let t = document.root();
    t.source();
    let id = t.file_id(stem);
    let unique = if t.has("unique") { query_in(&t, "unique", game) } else { Query::All };
    let boxed = t.table_if("box").map(|b| Packaging {
        packs: bounded(&b, "packs", MANY),
        boxes: if b.has("case") { bounded(&b, "case", MANY) } else { 1 },
    });
    let mut product = Product {
        id,
        name: t.text("name"),
        about: t.text("about"),
        sheets: t.tables("sheet").iter().map(|s| read_sheet(s, game, &unique, boxed)).collect(),
        slots: Vec::new(),
        layouts: t.tables("layout").iter().map(read_layout).take(MOST_LAYOUTS + 1).collect(),
        boxed,
        rated: LazyRatings::read(&t, file, game),
        cites: t.texts("rules"),
    };
    for slot in t.tables("slot") {
        let mut read = read_slot(&slot, &mut product.sheets, boxed, game);
        if let Some(word) = slot.text_if("layout") {
            let known: Vec<&str> = product.layouts.iter().map(|layout| layout.id.as_str()).collect();
            read.layout = slot.one_of("layout", &word, "layout", &known);
        }
        product.slots.push(read);
    }
    check_layouts(&t, &product);
    if product.slots.is_empty() {
        t.problem("a product needs a `[[slot]]`", None);
    }
    if boxed.is_some() && product.unit() == 1 && product.slots.iter().all(|s| !s.of.is_empty()) {
        let hint = "say what: `even` in a slot, `back` or `run` in a sheet".into();
        t.problem_at("box", "nothing is spread over the box", Some(hint));
    }
    check_room(&t, &product);
    product
}

fn read_layout(t: &TomlTable<'_>) -> PackLayout {
    PackLayout { id: t.text("id"), weight: bounded(t, "weight", MOST_WEIGHT) }
}

/// Layouts must be packs of one size, and their packs depend on nothing but themselves.
fn check_layouts(t: &TomlTable<'_>, product: &Product) {
    if product.layouts.len() > MOST_LAYOUTS {
        t.problem_at("layout", format!("a product has at most {MOST_LAYOUTS} layouts"), None);
        return;
    }
    let mut ids: HashSet<&str> = HashSet::new();
    for (at, layout) in product.layouts.iter().enumerate() {
        let size: u32 = product.slots_of(at).map(|slot| slot.count).sum();
        if !ids.insert(&layout.id) && !layout.id.is_empty() {
            t.problem_at("layout", format!("the layout `{}` is declared twice", layout.id), None);
        } else if size != product.size() {
            let message = format!(
                "the layout `{}` has {size} cards, but `{}` has {}",
                layout.id,
                product.layouts[0].id,
                product.size()
            );
            t.problem_at("layout", message, Some("packs of a product have one size".into()));
        }
    }
    if !product.layouts.is_empty()
        && (product.unit() > 1 || product.sheets.iter().any(|sheet| sheet.run || sheet.spread.is_some()))
    {
        let hint = "leave out `even`, `spread`, `run` and `back`, or the layouts";
        t.problem_at("layout", "packs with layouts cannot be spread over a box or over factions", Some(hint.into()));
    }
}

fn bounded(t: &TomlTable<'_>, key: &str, most: i32) -> u32 {
    let number = t.number(key);
    if t.has(key) && !(1..=most).contains(&number) {
        t.problem_at(key, format!("`{key}` must be 1 to {most}"), None);
    }
    number.clamp(1, most) as u32
}

fn read_sheet(s: &TomlTable<'_>, game: &GameData, unique: &Query, boxed: Option<Packaging>) -> BoosterSheet {
    let id = s.text("id");
    let copies = if s.has("list") { read_list(s, game) } else { read_query(s, game) };
    let mut sheet = BoosterSheet::new(id, copies, true, Replacement::Pack);
    let once = sheet.cards.iter().filter(|c| unique.matches(game.card(**c))).count();
    sheet.unique = once > 0 || sheet.cards.is_empty();
    if once > 0 && once < sheet.cards.len() {
        let key = if s.has("list") { "list" } else { "cards" };
        let hint = Some("give those that may come twice a sheet of their own".into());
        s.problem_at(key, format!("only some cards of the sheet `{}` are unique", sheet.id), hint);
    }
    sheet.back = read_back(s, sheet.unique, boxed);
    sheet.run = s.flag("run");
    if sheet.run && (s.has("back") || !s.has("list")) {
        let hint = "the run goes on with the next pack and begins again at its end".into();
        s.problem_at("run", "a run is a `list` of cards in printed order, without `back`", Some(hint));
    }
    sheet
}

fn read_query(s: &TomlTable<'_>, game: &GameData) -> Vec<CardIx> {
    let before = s.faults();
    let cards = query_in(s, "cards", game).select(game);
    let mut counts: HashMap<CardIx, u32> = HashMap::new();
    for more in s.tables("copies") {
        let (of, count) = (query_in(&more, "of", game), bounded(&more, "count", MANY));
        let of: Vec<CardIx> = cards.iter().copied().filter(|c| of.matches(game.card(*c))).collect();
        if of.is_empty() && s.faults() == before {
            more.problem_at("of", "no card of the sheet fits this", None);
        }
        counts.extend(of.into_iter().map(|c| (c, count)));
    }
    if s.faults() > before {
        // Which cards are meant is not known.
        return Vec::new();
    }
    if cards.is_empty() {
        s.problem_at("cards", "no card fits this", Some("`deckloom cards --game GAME QUERY` shows what does".into()));
    }
    let copies = |c: CardIx| std::iter::repeat_n(c, counts.get(&c).copied().unwrap_or(1) as usize);
    cards.into_iter().flat_map(copies).collect()
}

/// Cards by name or id, each with a number of copies in front if it has several.
fn read_list(s: &TomlTable<'_>, game: &GameData) -> Vec<CardIx> {
    let mut cards = Vec::new();
    let list = s.texts("list");
    if list.is_empty() {
        s.problem_at("list", "the list is empty", None);
    }
    for entry in &list {
        let (count, name) = match entry.trim().split_once(' ') {
            Some((n, name)) if game.find(entry).is_none() && n.parse::<u32>().is_ok() => (n.parse().unwrap_or(0), name),
            _ => (1, entry.as_str()),
        };
        match game.find(name.trim()) {
            _ if !(1..=MANY as u32).contains(&count) => {
                s.problem_in_list("list", entry, format!("a card has 1 to {MANY} copies"), None);
            }
            None => s.problem_in_list(
                "list",
                entry,
                format!("there is no card `{name}`"),
                Some(unknown_card_hint(game, name)),
            ),
            Some(card) => cards.extend(std::iter::repeat_n(card, count as usize)),
        }
    }
    cards
}

fn read_back(s: &TomlTable<'_>, unique: bool, boxed: Option<Packaging>) -> Replacement {
    let default = if unique { Replacement::Pack } else { Replacement::Draw };
    let Some(word) = s.text_if("back") else { return default };
    let backs = [
        ("draw", Replacement::Draw),
        ("pack", Replacement::Pack),
        ("box", Replacement::Box),
        ("case", Replacement::Case),
        ("never", Replacement::Never),
    ];
    let Some(at) = s.one_of("back", &word, "time", &backs.map(|(w, _)| w)) else { return default };
    let back = backs[at].1;
    if unique && back == Replacement::Draw {
        s.problem_at("back", "these cards are unique, so they go back after the pack at the earliest", None);
        return default;
    }
    if matches!(back, Replacement::Box | Replacement::Case) && boxed.is_none() {
        s.problem_at("back", no_box(&word), Some(BOX.into()));
        return default;
    }
    back
}

const BOX: &str = "say how many packs are in it: [box] with packs = 24, and case = 6 for boxes in a case";

fn no_box(word: &str) -> String {
    format!("there is no {word}")
}

fn read_slot(
    slot: &TomlTable<'_>,
    sheets: &mut [BoosterSheet],
    boxed: Option<Packaging>,
    game: &GameData,
) -> BoosterSlot {
    let count = bounded(slot, "count", MOST);
    let mut read = BoosterSlot { layout: None, count, of: Vec::new(), spread: slot.flag("spread"), even: None };
    match slot.table_if("of") {
        None => slot.problem("`of` is missing", Some("a weight for each sheet: of = { common = 1 }".into())),
        Some(of) => {
            for sheet in of.keys() {
                let known: Vec<&str> = sheets.iter().map(|s| s.id.as_str()).collect();
                let weight = of.count_if(&sheet).unwrap_or(0);
                if weight == 0 {
                    of.problem_at(&sheet, "a weight must be 1 or more", None);
                } else if let Some(at) = of.one_of(&sheet, &sheet, "sheet", &known) {
                    read.of.push((at, weight));
                }
            }
        }
    }
    if let Some(word) = slot.text_if("even") {
        let over = slot.one_of("even", &word, "place", &["box", "case"]);
        read.even = over.map(|at| [EvenOver::Box, EvenOver::Case][at]);
        if over.is_some() && boxed.is_none() {
            slot.problem_at("even", no_box(&word), Some(BOX.into()));
            read.even = None;
        }
    }
    if let Some((at, _)) = read.of.first().copied().filter(|(at, _)| read.spread && !sheets[*at].cards.is_empty()) {
        let sheet = &mut sheets[at];
        let single =
            sheet.unique && sheet.back == Replacement::Pack && !sheet.run && sheet.cards.len() == sheet.copies.len();
        let spread = match read.of.len() {
            1 if single => Spread::new(&sheet.cards, game, read.count),
            _ => Err(SpreadError::Slot),
        };
        match spread {
            Ok(spread) => sheet.spread = Some(spread),
            // More cards than the sheet has is told of the sheet.
            Err(_) if count as usize > sheet.cards.len() => {}
            Err(why) => {
                slot.problem_at("spread", why.to_string(), None);
                read.spread = false;
            }
        }
    }
    read
}

/// Packs must be possible: sheets disjoint, and none asked for more cards than it has.
fn check_room(t: &TomlTable<'_>, product: &Product) {
    let tables = t.tables("sheet");
    let mut owner: HashMap<CardIx, usize> = HashMap::new();
    for (at, (sheet, table)) in product.sheets.iter().zip(&tables).enumerate() {
        table.keys();
        let key = if table.has("list") { "list" } else { "cards" };
        let slots = product.slots.iter().filter(|s| s.of.iter().any(|(of, _)| *of == at)).count();
        if sheet.spread.is_some() && slots > 1 {
            table.problem(format!("the sheet `{}` is spread, so no other slot may draw from it", sheet.id), None);
        }
        if let Some(other) = product.sheets[..at].iter().find(|o| o.id == sheet.id && !o.id.is_empty()) {
            table.problem_at("id", format!("the sheet `{}` is declared twice", other.id), None);
        } else if let Some(other) = sheet.cards.iter().find_map(|c| owner.get(c)) {
            let message = format!("the sheets `{}` and `{}` share cards", product.sheets[*other].id, sheet.id);
            table.problem_at(key, message, Some("give each card one sheet".into()));
        }
        sheet.cards.iter().for_each(|c| _ = owner.entry(*c).or_insert(at));
        if !sheet.cards.is_empty() {
            room(table, key, product, at);
        }
    }
}

fn room(table: &TomlTable<'_>, key: &str, product: &Product, at: usize) {
    let (sheet, most) = (&product.sheets[at], product.most(at));
    let id = &sheet.id;
    if sheet.run {
        let (len, run) = (sheet.copies.len(), &sheet.copies);
        let near = |i: usize| (1..most as usize).find(|d| run[(i + d) % len] == run[i]);
        if let Some(d) = (0..len).filter(|_| sheet.unique).find_map(near) {
            let after = match d - 1 {
                0 => "at once".to_owned(),
                1 => "after one other".to_owned(),
                n => format!("after {n} others"),
            };
            let message = format!("a card comes again {after} on the run `{id}`, but a pack takes {most}");
            table.problem_at(key, message, Some("move copies apart".into()));
        }
        return;
    }
    let packs = match sheet.back {
        Replacement::Draw => return,
        Replacement::Pack | Replacement::Never => 1,
        Replacement::Box | Replacement::Case => product.period(sheet),
    };
    let fits = |c: &u32| if sheet.unique { (*c).min(packs) } else { *c };
    let fit: u32 = sheet.counts.iter().map(fits).sum();
    let wanted = product.most_in(packs, at);
    if fit < wanted {
        let who = match packs {
            1 => "a pack".into(),
            _ => format!("{packs} packs, after which its cards go back,"),
        };
        let message = format!("the sheet `{id}` has {fit} cards, but {who} may want {wanted}");
        table.problem_at(key, message, Some("widen the query, or draw fewer".into()));
    }
}
