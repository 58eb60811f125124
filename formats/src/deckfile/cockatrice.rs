//! Cockatrice's `.cod`: XML with zones `main`, `side` and `tokens`; cards go by name.

use catalog::Game;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use quick_xml::{Reader, Writer};

use super::{Line, Says, Sheet, Unreadable};
use crate::deck::Deck;

/// Reads a `.cod` file.
///
/// # Errors
/// Broken XML, or XML that is no Cockatrice deck.
pub fn read(text: &str) -> Result<Sheet, Unreadable> {
    let mut reader = Reader::from_str(text);
    let mut sheet = Sheet::default();
    let mut zone: Option<String> = None;
    let mut field: Option<Vec<u8>> = None;
    let mut seen_root = false;
    loop {
        let start = reader.buffer_position() as usize;
        let event = reader.read_event();
        let at = start + text.get(start..).map_or(0, |rest| rest.len() - rest.trim_start().len());
        let fault = |message: String| {
            let before = &text[..at.min(text.len())];
            let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
            Unreadable { line: before.matches('\n').count() + 1, column, message }
        };
        match event.map_err(|e| fault(format!("broken XML: {e}")))? {
            Event::Start(e) | Event::Empty(e) if !seen_root => {
                if e.name().as_ref() != b"cockatrice_deck" {
                    let name = String::from_utf8_lossy(e.name().as_ref()).into_owned();
                    return Err(fault(format!("<{name}> is no Cockatrice deck: <cockatrice_deck> was expected")));
                }
                seen_root = true;
            }
            Event::Start(e) | Event::Empty(e) => match e.name().as_ref() {
                b"zone" => zone = attribute(&e, "name"),
                b"card" => {
                    let number = text[..at].matches('\n').count() + 1;
                    let written = format!("<{}>", String::from_utf8_lossy(&e));
                    let says = match zone.as_deref() {
                        Some("tokens") => Says::Nothing("tokens are no part of a deck".into()),
                        _ => card(&e, zone.clone()),
                    };
                    sheet.lines.push(Line { number, text: written, says });
                }
                name => field = Some(name.to_vec()),
            },
            Event::Text(e) => {
                let piece = e.decode().ok().and_then(|t| quick_xml::escape::unescape(&t).ok().map(|t| t.into_owned()));
                match (field.as_deref(), piece) {
                    (Some(b"deckname"), Some(piece)) => append(&mut sheet.name, &piece),
                    (Some(b"comments"), Some(piece)) => append(&mut sheet.about, &piece),
                    _ => {}
                }
            }
            Event::GeneralRef(e) => {
                let known = e.resolve_char_ref().ok().flatten().map(String::from).or_else(|| {
                    let name = e.decode().ok()?;
                    quick_xml::escape::resolve_predefined_entity(&name).map(str::to_owned)
                });
                match (field.as_deref(), known) {
                    (Some(b"deckname"), Some(c)) => append(&mut sheet.name, &c),
                    (Some(b"comments"), Some(c)) => append(&mut sheet.about, &c),
                    _ => {}
                }
            }
            Event::End(e) => match e.name().as_ref() {
                b"zone" => zone = None,
                _ => field = None,
            },
            Event::Eof if !seen_root => return Err(fault("no XML element: <cockatrice_deck> was expected".into())),
            Event::Eof => break,
            _ => {}
        }
    }
    for text in [&mut sheet.name, &mut sheet.about] {
        *text = text.take().map(|t| t.trim().to_owned()).filter(|t| !t.is_empty());
    }
    remember(&mut sheet);
    Ok(sheet)
}

/// Text that comes in pieces, because entities stand between them.
fn append(field: &mut Option<String>, piece: &str) {
    field.get_or_insert_default().push_str(piece);
}

fn attribute(e: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = e.try_get_attribute(name).ok()??;
    attribute.unescape_value().ok().map(|v| v.into_owned())
}

fn card(e: &BytesStart<'_>, section: Option<String>) -> Says {
    let name = attribute(e, "name").filter(|n| !n.trim().is_empty());
    let count = attribute(e, "number").map_or(Ok(1), |n| n.parse::<u32>());
    match (name, count) {
        (None, _) => Says::Nothing("a card without a name".into()),
        (_, Err(_)) => Says::Nothing("`number` is no number".into()),
        (_, Ok(0)) => Says::Nothing("0 copies".into()),
        (Some(name), Ok(count)) => Says::Copies { count: count.min(9999), name, section },
    }
}

/// The first lines of the comments say what the format has no place for, if this program wrote them.
fn remember(sheet: &mut Sheet) {
    let Some(about) = sheet.about.take() else { return };
    let mut rest = Vec::new();
    for line in about.lines() {
        let said = line.split_once(": ").map(|(key, value)| (key, value.trim().to_owned()));
        match said {
            Some(("Deckloom", value)) if value.contains('/') => {
                let (game, format) = value.split_once('/').unwrap_or_default();
                (sheet.game, sheet.format) = (Some(game.to_owned()), Some(format.to_owned()));
            }
            Some(("Goal", value)) if sheet.game.is_some() => sheet.goal.0 = Some(value),
            Some(("Goal in words", value)) if sheet.game.is_some() => sheet.goal.1 = Some(value),
            _ => rest.push(line),
        }
    }
    sheet.about = Some(rest.join("\n").trim().to_owned()).filter(|r| !r.is_empty());
}

/// What goes into the comments: game, format and goal, then the plan.
fn comments(game: &Game, deck: &Deck) -> String {
    let mut lines = vec![format!("Deckloom: {}/{}", game.id, deck.format)];
    lines.extend(deck.goal.iter().map(|g| format!("Goal: {g}")));
    lines.extend(deck.goal_text.iter().map(|g| format!("Goal in words: {g}")));
    lines.push(deck.about.clone());
    lines.join("\n")
}

/// Writes a `.cod` file: the first section that is shuffled is `main`, all others are `side`.
pub fn write(game: &Game, deck: &Deck) -> String {
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
    let written = (|| -> std::io::Result<()> {
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let mut root = BytesStart::new("cockatrice_deck");
        root.push_attribute(("version", "1"));
        writer.write_event(Event::Start(root))?;
        for (name, text) in [("deckname", deck.name.clone()), ("comments", comments(game, deck))] {
            writer.write_event(Event::Start(BytesStart::new(name)))?;
            writer.write_event(Event::Text(BytesText::new(text.trim())))?;
            writer.write_event(Event::End(BytesEnd::new(name)))?;
        }
        let main = game.section("main").unwrap_or(0);
        for zone in ["main", "side"] {
            let mut element = BytesStart::new("zone");
            element.push_attribute(("name", zone));
            writer.write_event(Event::Start(element))?;
            let sections = deck.sections.iter().enumerate().filter(|(i, _)| (*i == main) == (zone == "main"));
            for entry in sections.flat_map(|(_, entries)| entries) {
                let mut card = BytesStart::new("card");
                card.push_attribute(("number", entry.count.to_string().as_str()));
                card.push_attribute(("name", entry.card.name(game)));
                writer.write_event(Event::Empty(card))?;
            }
            writer.write_event(Event::End(BytesEnd::new("zone")))?;
        }
        writer.write_event(Event::End(BytesEnd::new("cockatrice_deck")))
    })();
    written.expect("writing to memory does not fail");
    let mut text = String::from_utf8_lossy(&writer.into_inner()).into_owned();
    text.push('\n');
    text
}
