//! A game's cards for other programs: as a table, and as Cockatrice's card database.

use std::collections::BTreeMap;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

use super::amounts;
use super::cockatrice::STRENGTHS;
use super::columns::ColumnRole;
use super::own::{self, SIDE};
use super::table::{join, split};
use crate::art::PictureAddresses;
use crate::card::{Card, FieldValue, face_id};
use crate::game::{GameData, Mask};
use crate::source::Source;

/// The address of a picture there.
const PICTURE_OF_PRINTING: &str = "picurl";

/// Attributes of a printing in a card database; fields of these names go there.
const OF_PRINTING: [(&str, &str); 6] = [
    ("uuid", "uuid"),
    (PICTURE_OF_PRINTING, PICTURE_OF_PRINTING),
    ("muid", "muid"),
    ("is_online_only", "isOnlineOnly"),
    ("is_rebalanced", "isRebalanced"),
    ("flavor_name", "flavorName"),
];

/// The cards of a game as CSV, or with `tabs` as TSV: every property in a column, so that an import into the same
/// game gives the same cards, with the addresses of their pictures. With `set`, the cards of this set only.
pub fn csv(game: &GameData, source: &Source, pictures: &PictureAddresses, set: Option<&str>, tabs: bool) -> String {
    let tables = set_tables(game, source);
    let own_factions = !game.factions.is_empty() && game.faction_from.is_empty();
    let mut header: Vec<String> =
        own::HEADER.iter().chain(&["id", "type", "subtype"]).map(|word| (*word).to_owned()).collect();
    header.extend(own_factions.then(|| game.faction_field.clone()));
    header.push("rarity".into());
    header.extend(game.fields.iter().map(|f| f.id.clone()));
    header.extend(["keywords", "text", "flavor", "ability", "faces", "face"].map(String::from));
    let own_picture = game.field(ColumnRole::Picture.word()).is_some();
    header.extend((!own_picture).then(|| ColumnRole::Picture.word().to_owned()));
    header.push(ColumnRole::BackPicture.word().to_owned());
    let mut rows = Vec::new();
    for (at, card) in game.cards.iter().enumerate().filter(|(_, c)| in_set(game, c, set)) {
        let of = &game.sets[card.set as usize];
        let mut row = vec![of.code.clone(), of.name.clone()];
        row.extend([&of.released, &of.era].map(|t| t.clone().unwrap_or_default()));
        row.extend([card.number.as_str(), &card.name, &card.id].map(str::to_owned));
        row.push(join(card.types.iter().map(|t| &game.types[*t as usize].name)));
        row.push(join(&card.subtypes));
        row.extend(own_factions.then(|| join(game.factions_of(card.factions).map(|f| &f.name))));
        row.push(game.rarities[card.rarity as usize].id.clone());
        row.extend(card.values.iter().map(|v| v.as_ref().map_or_else(String::new, |v| cell(game, v))));
        row.push(keywords(game, card));
        row.extend([&card.text, &card.flavor].map(String::clone));
        let [abilities, faces] = tables.get(at);
        row.extend([abilities, face_layout(card), faces].map(str::to_owned));
        row.extend((!own_picture).then(|| address(pictures, &card.id)));
        row.push(address(pictures, &face_id(&card.id, 1)));
        rows.push(row);
    }
    // Columns that no card fills say nothing.
    let filled: Vec<bool> =
        (0..header.len()).map(|c| c < 6 || rows.iter().any(|r: &Vec<String>| !r[c].is_empty())).collect();
    let keep = |row: Vec<String>| row.into_iter().zip(&filled).filter(|(_, f)| **f).map(|(cell, _)| cell).collect();
    let rows: Vec<Vec<String>> = rows.into_iter().map(keep).collect();
    let header: Vec<String> = header.into_iter().zip(&filled).filter(|(_, f)| **f).map(|(cell, _)| cell).collect();
    super::csv::write(&header, &rows, tabs)
}

fn address(pictures: &PictureAddresses, id: &str) -> String {
    pictures.get(id).map_or_else(String::new, |address| address.as_str().to_owned())
}

fn in_set(game: &GameData, card: &Card, set: Option<&str>) -> bool {
    set.is_none_or(|s| game.sets[card.set as usize].id == s)
}

fn keywords(game: &GameData, card: &Card) -> String {
    join(card.keywords.iter().map(|k| {
        let id = &game.keywords[k.keyword as usize].id;
        match (&k.number, &k.word) {
            (Some(n), _) => format!("{id} {n}"),
            (_, Some(word)) => format!("{id} {word}"),
            _ => id.clone(),
        }
    }))
}

/// The value of a field as a cell has it.
fn cell(game: &GameData, value: &FieldValue) -> String {
    match value {
        FieldValue::Number(n) => n.to_string(),
        FieldValue::Text(text) => text.clone(),
        FieldValue::Flag => "yes".into(),
        FieldValue::Amounts { list, .. } => amounts::print(game, list),
        FieldValue::Resources(mask) => join(resources(game, *mask)),
    }
}

fn resources(game: &GameData, mask: Mask) -> impl Iterator<Item = &str> {
    game.resources.iter().enumerate().filter(move |(i, _)| mask & (1 << i) != 0).map(|(_, r)| r.id.as_str())
}

/// What set files say of cards in tables, each in one line, by position of the card.
#[derive(Default)]
struct SetTables {
    abilities: BTreeMap<usize, String>,
    faces: BTreeMap<usize, String>,
}

impl SetTables {
    /// Abilities and faces of a card.
    fn get(&self, card: usize) -> [&str; 2] {
        [&self.abilities, &self.faces].map(|tables| tables.get(&card).map_or("", String::as_str))
    }
}

/// How the faces of a card are printed, for a card with more than one.
fn face_layout(card: &Card) -> &'static str {
    if card.faces.is_empty() { "" } else { card.face_layout.word() }
}

fn set_tables(game: &GameData, source: &Source) -> SetTables {
    let mut found = SetTables::default();
    let mut at = 0;
    for (_, file) in source.folder(&game.id, "sets") {
        // The game was loaded from these files, so they are TOML and have its cards in this order.
        let file: toml::Table = file.text.parse().unwrap_or_default();
        for card in file.get("card").and_then(toml::Value::as_array).into_iter().flatten() {
            let value = |key: &str| {
                let mut text = String::new();
                super::toml::inline(card.get(key)?, &mut text);
                Some((at, text))
            };
            found.abilities.extend(value("ability"));
            found.faces.extend(value("face"));
            at += 1;
        }
    }
    found
}

/// The cards of a game as Cockatrice's card database, version 4, in the order that its schema asks for.
pub fn cockatrice(game: &GameData, source: &Source, pictures: &PictureAddresses, set: Option<&str>) -> String {
    let tables = set_tables(game, source);
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    xml.event(Event::Start(BytesStart::new("cockatrice_carddatabase").with_attributes([("version", "4")])));
    xml.open("info");
    xml.element("author", own::AUTHOR);
    xml.close("info");
    xml.open("sets");
    for of in game.sets.iter().filter(|s| set.is_none_or(|id| s.id == id)) {
        xml.open("set");
        xml.element("name", &of.code);
        xml.element("longname", &of.name);
        of.released.iter().for_each(|day| xml.element("releasedate", day));
        xml.close("set");
    }
    xml.close("sets");
    xml.open("cards");
    let drawn = drawn(game);
    // Printings of a card that differ in nothing else are one card there.
    let mut cards: Vec<(Entry, Vec<&Card>)> = Vec::new();
    let mut by_entry: BTreeMap<Entry, usize> = BTreeMap::new();
    for (at, card) in game.cards.iter().enumerate().filter(|(_, c)| in_set(game, c, set)) {
        let whole = entry(game, card, drawn, tables.get(at));
        for entry in sides(game, card, whole, drawn) {
            match by_entry.get(&entry) {
                Some(at) => cards[*at].1.push(card),
                None => {
                    by_entry.insert(entry.clone(), cards.len());
                    cards.push((entry, vec![card]));
                }
            }
        }
    }
    for (entry, printings) in &cards {
        write_card(&mut xml, game, pictures, entry, printings);
    }
    xml.close("cards");
    xml.close("cockatrice_carddatabase");
    let mut out = String::from_utf8(xml.into_inner()).expect("made of texts");
    out.push('\n');
    out
}

/// A card as Cockatrice has it, without its printings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    name: String,
    text: String,
    props: Vec<(String, String)>,
    related: Vec<String>,
    reverse: Vec<String>,
    token: bool,
    row: String,
    flags: [bool; 3],
    is_back: bool,
}

/// Fields that are elements of their own there.
const ELEMENTS: [&str; 7] =
    ["related", "reverse_related", "token", "tablerow", "cipt", "upsidedown", "landscape_orientation"];

fn entry(game: &GameData, card: &Card, drawn: Option<usize>, [abilities, faces]: [&str; 2]) -> Entry {
    let value = |id: &str| game.field(id).and_then(|f| card.values[f].as_ref());
    let said = |id: &str| value(id).map_or_else(String::new, |v| cell(game, v));
    let mut props: Vec<(String, String)> = Vec::new();
    props.push(("type".into(), game.type_line(card)));
    if game.field("maintype").is_none() {
        let main = card.types.last().map(|t| game.types[*t as usize].name.clone());
        props.push(("maintype".into(), main.unwrap_or_default()));
    }
    if let Some(field) = game.cost_field().filter(|f| card.values[*f].is_some() && game.field("manacost").is_none()) {
        props.push(("manacost".into(), amounts::letters(game, card.amounts_in(field))));
        if game.field("cmc").is_none() {
            props.push(("cmc".into(), card.number_in(field).unwrap_or(0).to_string()));
        }
    }
    let letters: String = game.factions_of(card.factions).map(|f| f.letter.as_str()).collect();
    props.push(("colors".into(), letters));
    let at_printing = |id: &str| OF_PRINTING.iter().any(|(field, _)| *field == id);
    for (at, (field, value)) in game.fields.iter().zip(&card.values).enumerate() {
        let elsewhere = ELEMENTS.contains(&field.id.as_str()) || at_printing(&field.id) || drawn == Some(at);
        if let Some(value) = value.as_ref().filter(|_| !elsewhere) {
            props.push((field.id.clone(), cell(game, value)));
        }
    }
    let number = |id: &str| game.field(id).and_then(|f| card.number_in(f));
    let strength = STRENGTHS.iter().find_map(|[one, other]| Some((number(one)?, number(other)?)));
    if let Some((one, other)) = strength.filter(|_| game.field("pt").is_none()) {
        props.push(("pt".into(), format!("{one}/{other}")));
    }
    if !card.subtypes.is_empty() {
        props.push(("subtype".into(), join(&card.subtypes)));
    }
    props.push(("keywords".into(), keywords(game, card)));
    props.push(("flavor".into(), card.flavor.clone()));
    props.push(("ability".into(), abilities.to_owned()));
    props.push(("faces".into(), face_layout(card).to_owned()));
    props.push(("face".into(), faces.to_owned()));
    props.retain(|(_, value)| !value.is_empty());
    // Where Cockatrice lays a card: 0 is for lands, 2 for what fights, 1 for the rest of what stays, 3 for what does not.
    let stays = card.types.iter().any(|t| game.types[*t as usize].permanent);
    let costs = game.cost_field().is_none_or(|field| card.values[field].is_some());
    let row = match (stays, strength.is_some(), costs) {
        (false, ..) => "3",
        (true, true, _) => "2",
        (true, false, true) => "1",
        (true, false, false) => "0",
    };
    Entry {
        name: card.name.clone(),
        text: game.rules_text(card),
        props,
        related: split(&said("related")),
        reverse: split(&said("reverse_related")),
        token: !said("token").is_empty(),
        row: Some(said("tablerow")).filter(|r| !r.is_empty()).unwrap_or_else(|| row.to_owned()),
        flags: ["cipt", "upsidedown", "landscape_orientation"].map(|id| !said(id).is_empty()),
        is_back: false,
    }
}

/// A card as the entries of its sides: what is printed on a back is a card of its own there, and each turns into the other.
fn sides(game: &GameData, card: &Card, mut whole: Entry, drawn: Option<usize>) -> Vec<Entry> {
    let Some(behind) = card.back().filter(|_| game.field(SIDE).is_none()) else { return vec![whole] };
    let before = &card.faces[0];
    let turns_into = |name: &str| format!("{name} | attach=transform");
    let mut back = Entry { is_back: true, ..entry(game, behind, drawn, [""; 2]) };
    for (entry, face, other, side) in [(&mut whole, before, behind, "front"), (&mut back, behind, before, "back")] {
        entry.name.clone_from(&face.name);
        entry.text = game.rules_text(face);
        entry.related.push(turns_into(&other.name));
        entry.props.push((SIDE.into(), side.into()));
        let kind = entry.props.iter_mut().find(|(name, _)| name == "type");
        kind.into_iter().for_each(|(_, line)| *line = game.type_line(face));
    }
    vec![whole, back]
}

/// The cost field, if Cockatrice's own form of a cost says all that is in it: then it needs no second property. Faces say
/// their costs as data files do.
fn drawn(game: &GameData) -> Option<usize> {
    let field = game.cost_field().filter(|_| game.field("manacost").is_none())?;
    let says_all = |card: &Card| {
        if !card.faces.is_empty() {
            return false;
        }
        let mut list: Vec<(String, i32)> =
            card.amounts_in(field).iter().map(|(r, n)| (game.resources[*r as usize].id.clone(), *n)).collect();
        let mut again = amounts::parse(&amounts::letters(game, card.amounts_in(field))).unwrap_or_default();
        list.sort();
        again.list.sort();
        list == again.list
    };
    game.cards.iter().all(says_all).then_some(field)
}

fn write_card(
    xml: &mut Writer<Vec<u8>>,
    game: &GameData,
    pictures: &PictureAddresses,
    entry: &Entry,
    printings: &[&Card],
) {
    xml.open("card");
    xml.element("name", &entry.name);
    if !entry.text.is_empty() {
        xml.element("text", &entry.text);
    }
    xml.open("prop");
    for (id, value) in &entry.props {
        // An element's name does not begin with a digit.
        let digit = id.starts_with(|c: char| c.is_numeric());
        xml.element(&if digit { format!("_{id}") } else { id.replace("format_", "format-") }, value);
    }
    xml.close("prop");
    for card in printings {
        let mut attributes = vec![
            ("num".to_owned(), card.number.to_string()),
            ("rarity".to_owned(), game.rarities[card.rarity as usize].id.clone()),
            ("id".to_owned(), card.id.clone()),
        ];
        for (id, attribute) in OF_PRINTING {
            let value = game.field(id).and_then(|f| card.values[f].as_ref());
            let text = value.map(|v| if *v == FieldValue::Flag { "true".to_owned() } else { cell(game, v) });
            attributes.extend(text.map(|t| (attribute.to_owned(), t)));
        }
        if game.field(PICTURE_OF_PRINTING).is_none() {
            let side = if entry.is_back { face_id(&card.id, 1) } else { card.id.clone() };
            let address = Some(address(pictures, &side)).filter(|address| !address.is_empty());
            attributes.extend(address.map(|address| (PICTURE_OF_PRINTING.to_owned(), address)));
        }
        xml.with("set", &attributes, &game.sets[card.set as usize].code);
    }
    for (name, list) in [("related", &entry.related), ("reverse-related", &entry.reverse)] {
        for said in list {
            let mut parts = said.split(" | ");
            let card = parts.next().unwrap_or_default();
            let attributes: Vec<(String, String)> =
                parts.filter_map(|p| p.split_once('=')).map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
            xml.with(name, &attributes, card);
        }
    }
    if entry.token {
        xml.element("token", "1");
    }
    xml.element("tablerow", &entry.row);
    for (name, _) in ["cipt", "upsidedown", "landscapeOrientation"].iter().zip(entry.flags).filter(|(_, yes)| *yes) {
        xml.element(name, "1");
    }
    xml.close("card");
}

/// Elements written into memory, which takes all of them.
trait Elements {
    fn event(&mut self, event: Event<'_>);

    fn open(&mut self, name: &str) {
        self.event(Event::Start(BytesStart::new(name)));
    }

    fn close(&mut self, name: &str) {
        self.event(Event::End(BytesEnd::new(name)));
    }

    fn element(&mut self, name: &str, text: &str) {
        self.with(name, &[], text);
    }

    fn with(&mut self, name: &str, attributes: &[(String, String)], text: &str) {
        let attributes = attributes.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        self.event(Event::Start(BytesStart::new(name).with_attributes(attributes)));
        // XML has no control characters.
        let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        self.event(Event::Text(BytesText::new(&text)));
        self.close(name);
    }
}

impl Elements for Writer<Vec<u8>> {
    fn event(&mut self, event: Event<'_>) {
        self.write_event(event).expect("memory takes all");
    }
}
