//! Cockatrice's `cards.xml`: in version 4 properties under any name, printings, related cards, and deck rules; in version 3 the same for
//! the properties of one game.
//!
//! Cards of one name are printings of one card there; each printing is a row here. Source: doc/carddatabase_v4/cards.xsd
//! of Cockatrice, and for `<formats>`, which it lacks, what the program reads.

use std::collections::HashMap;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::ForeignFileError;
use super::columns::ColumnRole;
use super::magic::{FORMAT, face_layout};
use super::own::{self, SIDE};
use super::table::{CardTable, ForeignCard, ForeignCondition, ForeignFormat, SetFacts, join};
use crate::card::MOST_FACES;
use crate::game::FACES;

/// Elements of a card that say something of the card itself.
const OWN_TEXTS: &[&str] = &["text", "tablerow"];
/// What version 3 has beside the text, and version 4 among the properties.
const OLD_PROPS: &[&str] = &["manacost", "cmc", "type", "pt", "loyalty"];
/// And those that are flags: `1` is yes.
const OWN_FLAGS: &[&str] = &["token", "cipt", "upsidedown", "landscapeOrientation"];

/// Fields that games have for what Cockatrice shows as power and toughness, `2/3`; those of an import come first.
pub(super) const STRENGTHS: [[&str; 2]; 4] =
    [["power", "toughness"], ["power", "health"], ["attack", "health"], ["attack", "defense"]];

/// A card while it is read.
#[derive(Clone, Default)]
struct Card {
    line: u32,
    name: String,
    /// Column and value.
    cells: Vec<(String, String)>,
    /// Each printing: code of the set, attributes.
    printings: Vec<(String, Vec<(String, String)>)>,
    related: Vec<String>,
    reverse: Vec<String>,
    /// What it turns into.
    others: Vec<String>,
    /// The card on its back, which is a card of its own there.
    back: Option<Box<Card>>,
}

impl Card {
    fn cell(&self, column: &str) -> &str {
        self.cells.iter().find(|(name, _)| name == column).map_or("", |(_, value)| value)
    }
}

/// The number among the attributes of a printing.
fn number_of(printing: &[(String, String)]) -> Option<&str> {
    printing.iter().find(|(key, _)| key == "num").map(|(_, number)| number.as_str())
}

/// Columns of a card as a whole, where the others are those of its faces.
const OF_CARD: [&str; 6] = ["layout", "coloridentity", "cmc", "tablerow", "related", "reverse-related"];
/// Layouts of cards whose faces are one card there.
const SPLIT: [&str; 4] = ["split", "aftermath", "adventure", "prepare"];
/// Between the texts of their faces.
const BETWEEN_TEXTS: &str = "\n\n---\n\n";

/// Reads a card database.
pub(super) fn read(text: &str) -> Result<CardTable, ForeignFileError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut xml = Walk { reader: Reader::from_str(text), text, line: 1, counted: 0 };
    let mut table = CardTable::default();
    let root = loop {
        match xml.next()? {
            Event::Start(e) | Event::Empty(e) => break e.into_owned(),
            Event::Eof => return Err(xml.fault("no XML element: <cockatrice_carddatabase> was expected")),
            _ => {}
        }
    };
    if root.name().as_ref() != b"cockatrice_carddatabase" {
        let name = String::from_utf8_lossy(root.name().as_ref()).into_owned();
        return Err(xml.fault(format!("<{name}> is no card database: <cockatrice_carddatabase> was expected")));
    }
    let version = attributes(&root).into_iter().find(|(key, _)| key == "version").map(|(_, v)| v);
    if !matches!(version.as_deref(), Some("3" | "4")) {
        let found = version.unwrap_or_default();
        return Err(xml.fault(format!("version `{found}` of card databases; this program reads versions 3 and 4")));
    }
    let mut cards = Vec::new();
    while let Some(element) = xml.child()? {
        match element.name.as_str() {
            "sets" => read_sets(&mut xml, &mut table)?,
            "cards" => read_cards(&mut xml, &mut table, &mut cards)?,
            "formats" => read_formats(&mut xml, &mut table)?,
            // Some files leave out the element around the cards.
            "card" => cards.push(read_card(&mut xml, &mut table)?),
            "info" => read_info(&mut xml, &mut table)?,
            other => {
                table.remark(Some(xml.line()), "", format!("left out: <{other}>"));
                xml.skip()?;
            }
        }
    }
    with_backs(cards).into_iter().for_each(|card| add(card, &mut table));
    Ok(table)
}

/// Where a card is printed: the set's code, and the number if the file says one.
type SetAndNumber = (String, Option<String>);

/// Cards with those that are on their backs: each of the two turns into the other, and says on which side it is. Of several
/// cards of one name those belong together that are printed in the same sets under the same numbers; otherwise the first that
/// has no back yet.
fn with_backs(cards: Vec<Card>) -> Vec<Card> {
    let pair = |front: &str, back: &str| [front, back].join(FACES);
    let printings = |card: &Card| -> Vec<SetAndNumber> {
        card.printings.iter().map(|(set, of)| (set.clone(), number_of(of).map(str::to_owned))).collect()
    };
    let mut printed: HashMap<(String, SetAndNumber), Vec<usize>> = HashMap::new();
    let mut named: HashMap<String, Vec<usize>> = HashMap::new();
    let is_front = |card: &Card| card.cell(SIDE) == "front" && card.cell("layout") != "meld";
    // From the last one on, so that the first one is taken first.
    for (at, card) in cards.iter().enumerate().rev().filter(|(_, card)| is_front(card)) {
        for pair in card.others.iter().map(|back| pair(&card.name, back)) {
            named.entry(pair.clone()).or_default().push(at);
            printings(card).into_iter().for_each(|of| printed.entry((pair.clone(), of)).or_default().push(at));
        }
    }
    let mut kept: Vec<Option<Card>> = cards.into_iter().map(Some).collect();
    for at in 0..kept.len() {
        let Some(back) = kept[at].take_if(|card| card.cell(SIDE) == "back") else { continue };
        let pairs: Vec<String> = back.others.iter().map(|front| pair(front, &back.name)).collect();
        let is_free = |kept: &[Option<Card>], front: &usize| kept[*front].as_ref().is_some_and(|c| c.back.is_none());
        // Fronts that differ may have one back between them.
        let keys = pairs.iter().flat_map(|pair| printings(&back).into_iter().map(move |of| (pair.clone(), of)));
        let mut fronts: Vec<usize> = keys.filter_map(|key| printed.remove(&key)).flatten().collect();
        fronts.retain(|front| is_free(&kept, front));
        for pair in &pairs {
            if let Some(others) = named.get_mut(pair).filter(|_| fronts.is_empty()) {
                fronts.extend(std::iter::from_fn(|| others.pop()).find(|front| is_free(&kept, front)));
            }
        }
        for front in &fronts {
            kept[*front].iter_mut().for_each(|card| card.back = Some(Box::new(back.clone())));
        }
        if fronts.is_empty() {
            kept[at] = Some(back);
        }
    }
    kept.into_iter().flatten().collect()
}

fn read_info(xml: &mut Walk<'_>, table: &mut CardTable) -> Result<(), ForeignFileError> {
    while let Some(element) = xml.child()? {
        let value = xml.content()?;
        table.is_own |= element.name == "author" && value == own::AUTHOR;
    }
    Ok(())
}

fn read_sets(xml: &mut Walk<'_>, table: &mut CardTable) -> Result<(), ForeignFileError> {
    while let Some(element) = xml.child()? {
        if element.name != "set" {
            xml.skip()?;
            continue;
        }
        let (mut code, mut facts) = (String::new(), SetFacts::default());
        while let Some(fact) = xml.child()? {
            let value = Some(xml.content()?).filter(|v| !v.is_empty());
            match (fact.name.as_str(), value) {
                ("name", Some(v)) => code = v,
                ("longname", v) => facts.name = v,
                ("releasedate", v) => facts.released = v,
                (other, Some(_)) => table.leave_out(&format!("{other} of a set")),
                _ => {}
            }
        }
        table.sets.insert(code, facts);
    }
    Ok(())
}

fn read_cards(xml: &mut Walk<'_>, table: &mut CardTable, cards: &mut Vec<Card>) -> Result<(), ForeignFileError> {
    while let Some(element) = xml.child()? {
        if element.name != "card" {
            xml.skip()?;
            continue;
        }
        cards.push(read_card(xml, table)?);
    }
    Ok(())
}

fn read_card(xml: &mut Walk<'_>, table: &mut CardTable) -> Result<Card, ForeignFileError> {
    let mut card = Card { line: xml.line(), ..Card::default() };
    while let Some(element) = xml.child()? {
        match element.name.as_str() {
            "name" => card.name = xml.content()?,
            "prop" => {
                while let Some(prop) = xml.child()? {
                    let value = xml.content()?;
                    card.cells.push((prop.name, value));
                }
            }
            "set" => {
                let code = xml.content()?;
                card.printings.push((code, element.attributes));
            }
            kind @ ("related" | "reverse-related") => {
                let mut said = xml.content()?;
                if element.attribute("attach") == "transform" {
                    card.others.push(said.clone());
                }
                for (key, value) in &element.attributes {
                    said.push_str(&format!(" | {key}={value}"));
                }
                if kind == "related" { card.related.push(said) } else { card.reverse.push(said) }
            }
            own if OWN_TEXTS.contains(&own) || OLD_PROPS.contains(&own) => {
                let value = xml.content()?;
                card.cells.push((own.to_owned(), value));
            }
            // Version 3 has an element for each colour.
            "color" => {
                let value = xml.content()?;
                match card.cells.iter_mut().find(|(name, _)| name == "colors") {
                    Some((_, colors)) => colors.push_str(&value),
                    None => card.cells.push(("colors".to_owned(), value)),
                }
            }
            own if OWN_FLAGS.contains(&own) => {
                let is_set = ["1", "true"].contains(&xml.content()?.as_str());
                card.cells.push((own.to_owned(), if is_set { "yes".to_owned() } else { String::new() }));
            }
            other => {
                table.remark(Some(xml.line()), &card.name, format!("left out: <{other}>"));
                xml.skip()?;
            }
        }
    }
    Ok(card)
}

fn add(mut card: Card, table: &mut CardTable) {
    if card.name.trim().is_empty() {
        table.remark(Some(card.line), "", "passed over: there is no name");
        return;
    }
    if card.printings.is_empty() {
        table.remark(Some(card.line), &card.name, "stands in no set; it is put into one of its own");
        card.printings.push((String::new(), Vec::new()));
    }
    split_strength(&mut card.cells);
    if card.cell("type").is_empty() && !card.cell("maintype").is_empty() {
        card.cells.push(("type".to_owned(), card.cell("maintype").to_owned()));
    }
    let mut back = card.back.take();
    if let Some(back) = &mut back {
        split_strength(&mut back.cells);
        // What says that the two belong together is said by that they are one card now.
        let of_pair = |said: &String| said.split(" | ").next() == Some(&back.name);
        card.related.retain(|said| !of_pair(said));
        card.cells.retain(|(name, _)| name != SIDE);
        back.cells.retain(|(name, _)| name != SIDE && !is_of_card(name));
    }
    for (list, column) in [(&card.related, "related"), (&card.reverse, "reverse-related")] {
        if !list.is_empty() {
            card.cells.push((column.to_owned(), join(list)));
        }
    }
    // A card that this program wrote has its faces with it.
    let own_faces = !card.cell("face").is_empty();
    let (of_card, of_front): (Vec<_>, Vec<_>) =
        card.cells.iter().cloned().partition(|(name, _)| back.is_none() || own_faces || is_of_card(name));
    for (code, attributes) in &card.printings {
        let mut row = ForeignCard::at(card.line);
        let name = back.as_ref().map_or_else(|| card.name.clone(), |back| [&*card.name, &*back.name].join(FACES));
        row.put(table.column("name"), &name);
        row.put(table.column("set"), code);
        put_printing(attributes, &mut row, table);
        put_cells(&card.name, &of_card, &mut row, table);
        if let Some(back) = back.as_ref().filter(|_| !own_faces) {
            row.layout = face_layout(card.cell("layout"));
            row.faces =
                vec![face(&card.name, &of_front, card.line, table), face(&back.name, &back.cells, back.line, table)];
        }
        if let Some(back) = &back {
            let same =
                |(set, own): &&(String, Vec<(String, String)>)| set == code && number_of(own) == number_of(attributes);
            let own = back.printings.iter().find(same).map(|(_, own)| own);
            let address = own.into_iter().flatten().find(|(key, _)| key.eq_ignore_ascii_case("picurl"));
            let column = ColumnRole::BackPicture.word();
            address.into_iter().for_each(|(_, address)| row.put(table.column(column), address));
        }
        if back.is_none() && !own_faces && SPLIT.contains(&card.cell("layout")) {
            split_faces(&card, &mut row, table);
        }
        table.rows.push(row);
    }
}

/// Makes faces of a card that has those of both in its cells: `Fire // Ice`, two texts with a line between them.
fn split_faces(card: &Card, row: &mut ForeignCard, table: &mut CardTable) {
    let names: Vec<&str> = card.name.split(FACES).collect();
    if !(2..=MOST_FACES).contains(&names.len()) {
        return;
    }
    let mut faces: Vec<Vec<(String, String)>> = vec![Vec::new(); names.len()];
    let mut whole = Vec::new();
    for (name, value) in &card.cells {
        let between = if name == "text" { BETWEEN_TEXTS } else { FACES };
        let parts: Vec<&str> = value.split(between).collect();
        let of_first = name == "text" || name == "manacost" || STRENGTHS[0].contains(&name.as_str());
        match &mut faces[..] {
            _ if is_of_card(name) => whole.push((name.clone(), value.clone())),
            all if parts.len() == names.len() => {
                all.iter_mut().zip(parts).for_each(|(face, part)| face.push((name.clone(), part.trim().to_owned())));
            }
            all if name == "type" => all.iter_mut().for_each(|face| face.push((name.clone(), value.clone()))),
            [first, ..] if of_first => first.push((name.clone(), value.clone())),
            _ => whole.push((name.clone(), value.clone())),
        }
    }
    let mut split = ForeignCard::at(card.line);
    let of_cells: Vec<u16> = card.cells.iter().map(|(name, _)| table.column(name)).collect();
    row.cells().filter(|(at, _)| !of_cells.contains(at)).for_each(|(at, cell)| split.put(at, cell));
    put_cells(&card.name, &whole, &mut split, table);
    split.layout = face_layout(card.cell("layout"));
    split.faces = names.iter().zip(&faces).map(|(name, cells)| face(name, cells, card.line, table)).collect();
    *row = split;
}

fn is_of_card(column: &str) -> bool {
    OF_CARD.contains(&column) || column.starts_with(FORMAT)
}

fn face(name: &str, cells: &[(String, String)], line: u32, table: &mut CardTable) -> ForeignCard {
    let mut face = ForeignCard::at(line);
    face.put(table.column("name"), name);
    put_cells(name, cells, &mut face, table);
    face
}

fn put_printing(attributes: &[(String, String)], row: &mut ForeignCard, table: &mut CardTable) {
    for (key, value) in attributes {
        let value = if key.starts_with("is") && value == "true" { "yes" } else { value };
        row.put(table.column(if key == "picURL" { "picurl" } else { key }), value);
    }
}

fn put_cells(card: &str, cells: &[(String, String)], row: &mut ForeignCard, table: &mut CardTable) {
    for (name, value) in cells {
        let column = table.column(name);
        match row.get(column) {
            None => row.put(column, value),
            Some(first) => {
                let message = format!("left out: <{name}> is `{first}` already, and then `{value}`");
                table.remark(row.line, card, message);
            }
        }
    }
}

/// Two numbers that Cockatrice writes as one, `2/3`, become fields of their own. Where the card has those fields already, they are said twice.
fn split_strength(cells: &mut Vec<(String, String)>) {
    let Some(at) = cells.iter().position(|(name, _)| name == "pt") else { return };
    let Some((first, second)) = cells[at].1.split_once('/').map(|(a, b)| (a.trim().to_owned(), b.trim().to_owned()))
    else {
        return;
    };
    let value = |id: &str| cells.iter().find(|(name, _)| name == id).map(|(_, value)| value.as_str());
    let said_twice = |[one, other]: &[&str; 2]| value(one) == Some(&first) && value(other) == Some(&second);
    if STRENGTHS.iter().any(said_twice) {
        cells.remove(at);
    } else if value(STRENGTHS[0][0]).is_none()
        && value(STRENGTHS[0][1]).is_none()
        && !first.is_empty()
        && !second.is_empty()
    {
        let [one, other] = STRENGTHS[0].map(str::to_owned);
        cells.splice(at..=at, [(one, first), (other, second)]);
    }
}

fn read_formats(xml: &mut Walk<'_>, table: &mut CardTable) -> Result<(), ForeignFileError> {
    while let Some(element) = xml.child()? {
        if element.name != "format" {
            xml.skip()?;
            continue;
        }
        let mut format = ForeignFormat { name: element.attribute("formatName"), min: 60, ..ForeignFormat::default() };
        let number = |text: String| text.trim().parse::<u32>().ok();
        while let Some(rule) = xml.child()? {
            match rule.name.as_str() {
                "minDeckSize" => format.min = number(xml.content()?).unwrap_or(0),
                // 0 is what Cockatrice writes for no limit.
                "maxDeckSize" => format.max = number(xml.content()?).filter(|n| *n > 0),
                "maxSideboardSize" => format.side_max = number(xml.content()?),
                "allowedCounts" => {
                    while let Some(count) = xml.child()? {
                        let label = xml.content()?.trim().to_owned();
                        format.counts.push((label, number(count.attribute("max"))));
                    }
                }
                "exceptions" => {
                    while xml.child()?.is_some() {
                        let mut conditions = Vec::new();
                        while let Some(part) = xml.child()? {
                            // Cockatrice reads <maxCopies> and lets any number pass.
                            xml.skip()?;
                            if part.name == "cardCondition" {
                                conditions.push(ForeignCondition {
                                    field: part.attribute("field"),
                                    how: part.attribute("match"),
                                    value: part.attribute("value"),
                                });
                            }
                        }
                        format.exceptions.push(conditions);
                    }
                }
                other => {
                    table.remark(Some(xml.line()), "", format!("left out: <{other}> of the format `{}`", format.name));
                    xml.skip()?;
                }
            }
        }
        table.formats.push(format);
    }
    Ok(())
}

/// An element that has begun.
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
}

impl Element {
    fn attribute(&self, name: &str) -> String {
        self.attributes.iter().find(|(key, _)| key == name).map_or_else(String::new, |(_, v)| v.clone())
    }
}

fn attributes(e: &BytesStart<'_>) -> Vec<(String, String)> {
    let read = |a: quick_xml::events::attributes::Attribute<'_>| {
        let value = a.normalized_value(XmlVersion::Implicit1_0);
        let value = value.map_or_else(|_| String::from_utf8_lossy(&a.value).into_owned(), |v| v.into_owned());
        (String::from_utf8_lossy(a.key.as_ref()).into_owned(), value)
    };
    // To look for attributes of one name takes the square of their number.
    e.attributes().with_checks(false).flatten().map(read).collect()
}

/// Walks through a file element by element.
struct Walk<'x> {
    reader: Reader<&'x [u8]>,
    text: &'x str,
    line: u32,
    /// The part of the text whose lines are in `line`.
    counted: usize,
}

impl<'x> Walk<'x> {
    fn next(&mut self) -> Result<Event<'x>, ForeignFileError> {
        self.reader.config_mut().expand_empty_elements = true;
        let event = self.reader.read_event();
        event.map_err(|e| self.fault(format!("broken XML: {e}")))
    }

    /// The line where the last event ends.
    fn line(&mut self) -> u32 {
        let at = (self.reader.buffer_position() as usize).min(self.text.len());
        self.line += self.text.as_bytes()[self.counted.min(at)..at].iter().filter(|b| **b == b'\n').count() as u32;
        self.counted = at;
        self.line
    }

    fn fault(&mut self, message: impl Into<String>) -> ForeignFileError {
        let line = self.line() as usize;
        let before = &self.text.as_bytes()[..self.counted];
        let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count().max(1);
        ForeignFileError { line, column, message: message.into() }
    }

    /// The next element inside the current one, which has begun then; `None` once the current one has ended.
    fn child(&mut self) -> Result<Option<Element>, ForeignFileError> {
        loop {
            match self.next()? {
                Event::Start(e) => {
                    let name = String::from_utf8_lossy(e.name().as_ref()).into_owned();
                    return Ok(Some(Element { name, attributes: attributes(&e) }));
                }
                Event::End(_) => return Ok(None),
                Event::Eof => return Err(self.fault("the file ends within an element")),
                _ => {}
            }
        }
    }

    /// The text of the element that has begun, up to its end.
    fn content(&mut self) -> Result<String, ForeignFileError> {
        let (mut out, mut depth) = (String::new(), 0);
        loop {
            match self.next()? {
                Event::Text(e) => out.push_str(&e.decode().map_err(|e| self.fault(format!("broken XML: {e}")))?),
                Event::CData(e) => out.push_str(&e.decode().map_err(|e| self.fault(format!("broken XML: {e}")))?),
                Event::GeneralRef(e) => {
                    let known = e.resolve_char_ref().ok().flatten().map(String::from).or_else(|| {
                        let name = e.decode().ok()?;
                        quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned)
                    });
                    match known {
                        Some(text) => out.push_str(&text),
                        None => return Err(self.fault("an entity that XML does not know")),
                    }
                }
                Event::Start(_) => depth += 1,
                Event::End(_) if depth == 0 => return Ok(out),
                Event::End(_) => depth -= 1,
                Event::Eof => return Err(self.fault("the file ends within an element")),
                _ => {}
            }
        }
    }

    /// Passes over the element that has begun.
    fn skip(&mut self) -> Result<(), ForeignFileError> {
        self.content().map(drop)
    }
}
