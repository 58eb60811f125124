//! Deck rules of other programs → format files.

use super::cells::has_type;
use super::columns::field_id;
use super::table::{ForeignCondition, ForeignFormat};
use super::toml;
use crate::game::{FieldKind, GameData};

/// The format of a game that has no other: any deck.
pub(super) const FREE: &str = "free";

/// The body of the format in which any deck is legal.
pub(super) fn free() -> String {
    let mut out = String::new();
    toml::text("source", "house set", &mut out);
    toml::text("id", FREE, &mut out);
    toml::text("name", "Free", &mut out);
    toml::text("about", "Any deck of one card or more.", &mut out);
    rule("size", &[("section", "\"main\""), ("min", "1")], &mut out);
    out
}

/// The id of the format with one copy of each card.
pub(super) const SINGLETON: &str = "singleton";
/// Cards of its decks; a game with fewer has no such format.
pub(super) const SINGLETON_SIZE: usize = 100;

/// The body of the format with one copy of each card, but for basic cards.
pub(super) fn singleton(game: &GameData) -> String {
    let mut out = String::new();
    toml::text("source", "house set", &mut out);
    toml::text("id", SINGLETON, &mut out);
    toml::text("name", "Singleton", &mut out);
    toml::text("about", "A hundred cards, one copy of each.", &mut out);
    let size = SINGLETON_SIZE.to_string();
    rule("size", &[("section", "\"main\""), ("min", &size), ("max", &size)], &mut out);
    let of = if has_type(game, "basic") { "\"-type:basic\"" } else { "\"*\"" };
    rule("copies", &[("sections", "[\"main\", \"side\"]"), ("of", of), ("max", "1")], &mut out);
    out
}

/// An exception that cannot be taken over.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
enum ExceptionError {
    /// A condition that no query says.
    #[error("an exception is left out: `{field}` {how} `{value}` cannot be asked here")]
    Condition {
        /// The other program's field.
        field: String,
        /// How it compares.
        how: String,
        /// What with.
        value: String,
    },
    /// It holds for no card in particular.
    #[error("an exception without conditions is left out")]
    Empty,
}

/// The body of a format file, and what it could not take over.
pub(super) fn file(format: &ForeignFormat, id: &str, game: &GameData) -> (String, Vec<String>) {
    let mut remarks = Vec::new();
    let mut out = String::new();
    toml::text("source", "public facts", &mut out);
    toml::text("id", id, &mut out);
    let name = format.label.clone().unwrap_or_else(|| crate::fold::capital(&format.name));
    toml::text("about", &format!("{name}: the cards that the imported file calls legal."), &mut out);
    toml::text("name", &name, &mut out);
    let (min, max) = (format.min.to_string(), format.max.map(|m| m.to_string()));
    let mut size = vec![("section", "\"main\""), ("min", min.as_str())];
    size.extend(max.as_deref().map(|max| ("max", max)));
    rule("size", &size, &mut out);
    if let Some(side) = format.side_max.map(|m| m.to_string()) {
        rule("size", &[("section", "\"side\""), ("max", &side)], &mut out);
    }
    let mut leave_out = |why: ExceptionError| remarks.push(why.to_string());
    let exceptions: Vec<String> =
        format.exceptions.iter().filter_map(|e| exception(e, game).map_err(&mut leave_out).ok()).collect();
    let besides: String = exceptions.iter().map(|e| format!(" -({e})")).collect();
    let field = field_id(&format!("format-{}", format.name));
    if game.field(&field).is_none_or(|f| game.fields[f].kind != FieldKind::Text) {
        remarks.push("no card says whether it is allowed, so all are".into());
        return (out, remarks);
    }
    let mut allowed = exceptions.clone();
    for (label, max) in &format.counts {
        let of = format!("{field}={}", quoted(label));
        match max {
            Some(0) => continue,
            Some(max) => {
                let of = in_quotes(&format!("{of}{besides}"));
                rule(
                    "copies",
                    &[("sections", "[\"main\", \"side\"]"), ("of", &of), ("max", &max.to_string())],
                    &mut out,
                );
            }
            None => {}
        }
        allowed.push(of);
    }
    if !allowed.is_empty() {
        let of: Vec<String> = allowed.into_iter().map(|a| format!("({a})")).collect();
        rule("legality", &[("of", &in_quotes(&of.join(" or ")))], &mut out);
    }
    (out, remarks)
}

/// A rule of a format, with keys and values in TOML.
pub(super) fn rule(kind: &str, keys: &[(&str, &str)], out: &mut String) {
    out.push_str("\n[[rule]]\n");
    toml::text("kind", kind, out);
    keys.iter().for_each(|(key, value)| toml::raw(key, value, out));
    toml::texts("rules", &["house"], out);
}

fn in_quotes(text: &str) -> String {
    let mut out = String::new();
    toml::quote(text, &mut out);
    out
}

fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('"', " "))
}

/// A query for the cards that meet all conditions.
fn exception(conditions: &[ForeignCondition], game: &GameData) -> Result<String, ExceptionError> {
    let mut all = Vec::new();
    for c in conditions {
        let cannot = || {
            let (field, how, value) = (c.field.clone(), c.how.clone(), c.value.clone());
            ExceptionError::Condition { field, how, value }
        };
        let (not, whole) = match c.how.as_str() {
            "equals" => ("", true),
            "notEquals" => ("-", true),
            "contains" => ("", false),
            "notContains" => ("-", false),
            _ => return Err(cannot()),
        };
        let query = match c.field.as_str() {
            // A type line contains words; each must be there as a type or a subtype.
            "type" | "maintype" => {
                let known = super::cells::TypeWords::new(game);
                let words: Vec<String> = known
                    .read(&c.value.replace('—', " "))
                    .into_iter()
                    .map(|found| match found {
                        Ok(t) => format!("type:{}", game.types[t].id),
                        Err(word) => format!("subtype:{}", quoted(&word)),
                    })
                    .collect();
                format!("({})", words.join(" "))
            }
            "name" | "text" => format!("{}{}{}", c.field, if whole { "=" } else { ":" }, quoted(&c.value)),
            other => {
                let id = field_id(other);
                let field = game.field(&id).filter(|f| game.fields[*f].kind == FieldKind::Text).ok_or_else(cannot)?;
                format!("{}{}{}", game.fields[field].id, if whole { "=" } else { ":" }, quoted(&c.value))
            }
        };
        // In a query `text` finds parts only.
        if c.field == "text" && whole || query == "()" {
            return Err(cannot());
        }
        all.push(format!("{not}{query}"));
    }
    if all.is_empty() { Err(ExceptionError::Empty) } else { Ok(all.join(" ")) }
}
