//! Data files as text: keys and values in TOML, and the line that says that an import made the file.

use sha2::{Digest, Sha256};

use crate::game::{FieldKind, GameData};

/// How a file that an import made begins.
const MADE: &str = "# Imported from ";

/// What stands between the name of the foreign file and the fingerprint.
const REPLACED: &str = "; another import replaces this file while it is unchanged: ";

/// The text of a file that an import made, with a first line that says so. The fingerprint in it tells whether a
/// person has changed the file since.
pub(super) fn made(from: &str, body: &str) -> String {
    let from: String = from.chars().filter(|c| !c.is_control()).collect();
    format!("{MADE}{from}{REPLACED}{}\n{body}", fingerprint(body))
}

/// Whether an import made this text and nobody has changed it since.
pub fn is_untouched(text: &str) -> bool {
    made_from(text).is_some()
}

/// Whether an import made this text, whatever somebody has changed in it since.
pub fn is_imported(text: &str) -> bool {
    imported_from(text).is_some()
}

/// Out of what an import made this text; `None` if it did not, or somebody has changed it since.
pub(super) fn made_from(text: &str) -> Option<&str> {
    let (first, body) = text.split_once('\n')?;
    let (from, print) = first.strip_prefix(MADE)?.rsplit_once(REPLACED)?;
    (print == fingerprint(body)).then_some(from)
}

/// Out of what an import made this text, whatever somebody has changed in it since.
pub fn imported_from(text: &str) -> Option<&str> {
    let (from, _) = text.lines().next()?.strip_prefix(MADE)?.rsplit_once(REPLACED)?;
    Some(from)
}

/// The first line of a data file, with the files that it was imported from now.
pub(super) fn from_also(first_line: &str, from: &str) -> String {
    let rest = first_line.rsplit_once(REPLACED).map_or("", |(_, print)| print);
    format!("{MADE}{from}{REPLACED}{rest}")
}

/// Between the files that a data file was imported from.
const ALSO: &str = ", ";

/// The files that two texts were imported from, each once.
pub(super) fn sources_of(old: &str, new: &str) -> String {
    let (old, new) = (imported_from(old).unwrap_or_default(), imported_from(new).unwrap_or_default());
    if old.split(ALSO).any(|known| known == new) { old.to_owned() } else { format!("{old}{ALSO}{new}") }
}

pub(super) fn fingerprint(body: &str) -> String {
    Sha256::digest(body).iter().take(8).map(|b| format!("{b:02x}")).collect()
}

/// A text in quotes.
pub(super) fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.push_str(&format!("\\u{:04X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// `key = "text"`.
pub(super) fn text(key: &str, value: &str, out: &mut String) {
    start(key, out);
    quote(value, out);
    out.push('\n');
}

/// `key = value`, with a value that is TOML already.
pub(super) fn raw(key: &str, value: &str, out: &mut String) {
    start(key, out);
    out.push_str(value);
    out.push('\n');
}

/// A value in one line.
pub(super) fn inline(value: &toml::Value, out: &mut String) {
    match value {
        toml::Value::String(text) => quote(text, out),
        toml::Value::Array(list) => {
            out.push('[');
            for (at, item) in list.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                inline(item, out);
            }
            out.push(']');
        }
        toml::Value::Table(table) => {
            out.push_str("{ ");
            for (at, (key, item)) in table.iter().enumerate() {
                out.push_str(if at == 0 { "" } else { ", " });
                start(key, out);
                inline(item, out);
            }
            out.push_str(" }");
        }
        plain => out.push_str(&plain.to_string()),
    }
}

/// `key = ["a", "b"]`.
pub(super) fn texts<T: AsRef<str>>(key: &str, values: &[T], out: &mut String) {
    start(key, out);
    out.push('[');
    for (i, value) in values.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { ", " });
        quote(value.as_ref(), out);
    }
    out.push_str("]\n");
}

/// `key = { a = 1, b = 2 }`.
pub(super) fn amounts(key: &str, values: &[(String, i32)], out: &mut String) {
    let list: Vec<String> = values.iter().map(|(id, n)| format!("{} = {n}", word(id))).collect();
    raw(key, &if list.is_empty() { "{}".into() } else { format!("{{ {} }}", list.join(", ")) }, out);
}

fn start(key: &str, out: &mut String) {
    out.push_str(&word(key));
    out.push_str(" = ");
}

/// A key, in quotes if it needs them.
fn word(key: &str) -> std::borrow::Cow<'_, str> {
    let bare = !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    if bare {
        return key.into();
    }
    let mut quoted = String::new();
    quote(key, &mut quoted);
    quoted.into()
}

/// The `game.toml` of a game that imports made: only what they make. `goldfish` is its last part.
pub(super) fn game_file(game: &GameData, goldfish: &str) -> String {
    let mut out = String::from("source = \"public facts\"\n\n");
    text("id", &game.id, &mut out);
    text("name", &game.name, &mut out);
    text("edition", &game.edition, &mut out);
    text("about", &game.about, &mut out);
    raw("players", &format!("[{}, {}]", game.players.0, game.players.1), &mut out);
    text("default_format", &game.default_format, &mut out);
    declarations(game, &GameData::default(), &mut out);
    let tokens = game.fields.iter().any(|f| f.id == "token" && f.kind == FieldKind::Flag);
    for (id, name) in [("main", "Deck"), ("side", "Sideboard")] {
        let accepts = if tokens { "-is:token" } else { "*" };
        table("section", &[("id", id), ("name", name), ("accepts", accepts)], &mut out);
    }
    out.push_str(goldfish);
    out
}

/// What `game` declares beyond `known`, whose declarations it begins with.
pub(super) fn declarations(game: &GameData, known: &GameData, out: &mut String) {
    if !game.factions.is_empty() && known.factions.is_empty() {
        out.push_str("\n[factions]\n");
        text("name", &game.faction_name, out);
        text("field", &game.faction_field, out);
        if !game.faction_from.is_empty() {
            let from: Vec<&str> = game.faction_from.iter().map(|f| game.fields[*f].id.as_str()).collect();
            texts("from", &from, out);
        }
    }
    for f in &game.factions[known.factions.len()..] {
        table("faction", &[("id", &f.id), ("name", &f.name), ("letter", &f.letter), ("colour", &f.colour)], out);
        text("symbol", &f.symbol, out);
        text("about", &f.about, out);
    }
    for r in game.resources[known.resources.len()..].iter().filter(|r| !r.variable) {
        table("resource", &[("id", &r.id), ("name", &r.name), ("letter", &r.letter), ("colour", &r.colour)], out);
        if r.generic {
            raw("generic", "true", out)
        } else {
            text("symbol", &r.symbol, out)
        }
        if r.either != 0 {
            let of =
                |(at, other): (usize, &crate::game::Resource)| (r.either & (1 << at) != 0).then_some(other.id.clone());
            texts("either", &game.resources.iter().enumerate().filter_map(of).collect::<Vec<_>>(), out);
        }
    }
    for t in &game.types[known.types.len()..] {
        table("type", &[("id", &t.id), ("name", &t.name), ("plural", &t.plural)], out);
        if t.permanent {
            raw("permanent", "true", out);
        }
    }
    for r in &game.rarities[known.rarities.len()..] {
        table("rarity", &[("id", &r.id), ("name", &r.name), ("letter", &r.letter), ("colour", &r.colour)], out);
    }
    for f in &game.fields[known.fields.len()..] {
        table("field", &[("id", &f.id), ("name", &f.name), ("kind", kind(f.kind))], out);
    }
}

fn table(name: &str, keys: &[(&str, &str)], out: &mut String) {
    out.push_str(&format!("\n[[{name}]]\n"));
    keys.iter().for_each(|(key, value)| text(key, value, out));
}

fn kind(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Number => "number",
        FieldKind::Text => "text",
        FieldKind::Flag => "flag",
        FieldKind::Cost => "cost",
        FieldKind::Amounts => "amounts",
        FieldKind::Resources => "resources",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_a_person_changed_is_known() {
        let made = made("cards.csv", "id = \"x\"\n");
        assert!(is_untouched(&made));
        assert!(!is_untouched(&made.replace('x', "y")));
        assert!(!is_untouched("id = \"x\"\n"));
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        let odd = "a \"b\" \\ c\n\t\u{7}é";
        let mut out = String::new();
        text("ключ", odd, &mut out);
        let read: toml::Table = out.parse().expect("TOML");
        assert_eq!(read["ключ"].as_str(), Some(odd));
    }
}
