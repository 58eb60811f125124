//! What can stand after an operator: numbers, days, words of the game, texts.

use crate::tr;

use super::lex::{Spanned, Token};
use super::pattern::{Pattern, Regex};
use super::{CompareOp, NumberRange, QueryError};
use crate::fold::fold;
use crate::game::Mask;

/// A value with its place.
#[derive(Debug, Clone)]
pub(super) struct Value {
    /// As it was typed, without quotes or slashes.
    pub text: String,
    /// Whether it stood between slashes.
    pub regex: bool,
    pub at: usize,
    pub len: usize,
}

impl Value {
    /// The value that a token is, if it is one.
    pub fn from_token(spanned: &Spanned) -> Option<Value> {
        let (text, regex) = match &spanned.token {
            Token::Word(text) | Token::Quoted(text) => (text.clone(), false),
            Token::Regex(text) => (text.clone(), true),
            _ => return None,
        };
        Some(Value { text, regex, at: spanned.at, len: spanned.len })
    }

    pub fn fault(&self, message: impl Into<String>, hint: Option<String>) -> QueryError {
        QueryError { at: self.at, len: self.len, message: message.into(), hint, meant: None }
    }

    /// What a text must be like.
    pub fn pattern(&self, op: &str) -> Result<Pattern, QueryError> {
        if self.regex {
            let regex = Regex::new(&self.text).map_err(|e| QueryError { at: self.at + 1 + e.at, ..e })?;
            return Ok(Pattern::Regex(regex));
        }
        let text = fold(&self.text);
        Ok(match op {
            "~" => Pattern::Words(text),
            "=" | "!=" => Pattern::Whole(text),
            _ => Pattern::Part(text),
        })
    }

    /// The numbers that pass.
    pub fn range(&self, op: &str) -> Result<NumberRange, QueryError> {
        let text = self.text.as_str();
        let bad = || {
            let hint = tr!("write a number, or a range such as 2..4");
            self.fault(tr!("`{text}` is not a number", text), Some(hint))
        };
        if let Some((min, max)) = text.split_once("..") {
            self.takes_a_range(op)?;
            let side = |s: &str| if s.is_empty() { Ok(None) } else { s.parse().map(Some).map_err(|_| bad()) };
            let range = NumberRange { min: side(min)?, max: side(max)?, outside: op == "!=" };
            return match (range.min, range.max) {
                (Some(a), Some(b)) if a > b => {
                    Err(self
                        .fault(tr!("the range is empty"), Some(tr!("write {what}", what = format_args!("{b}..{a}")))))
                }
                _ => Ok(range),
            };
        }
        let n: i32 = text.parse().map_err(|_| bad())?;
        let (min, max) = match op {
            "<" => (None, Some(n.saturating_sub(1))),
            "<=" => (None, Some(n)),
            ">" => (Some(n.saturating_add(1)), None),
            ">=" => (Some(n), None),
            _ => (Some(n), Some(n)),
        };
        Ok(NumberRange { min, max, outside: op == "!=" })
    }

    fn takes_a_range(&self, op: &str) -> Result<(), QueryError> {
        match op {
            ":" | "=" | "!=" => Ok(()),
            _ => Err(self.fault(
                tr!("a range cannot be compared with `{op}`", op),
                Some(tr!("use {one} or {other}", one = ":", other = "!=")),
            )),
        }
    }

    /// A day, month or year, or a range of them: its first and its last day; an open end is empty.
    pub fn days(&self, op: &str) -> Result<(String, String), QueryError> {
        let bad = || {
            let hint = tr!("write it as 2026, 2026-05 or 2026-05-01");
            self.fault(tr!("`{text}` is not a date", text = self.text), Some(hint))
        };
        let Some((from, to)) = self.text.split_once("..") else { return days(&self.text).ok_or_else(bad) };
        self.takes_a_range(op)?;
        let from = if from.is_empty() { String::new() } else { days(from).ok_or_else(bad)?.0 };
        let to = if to.is_empty() { String::new() } else { days(to).ok_or_else(bad)?.1 };
        if !to.is_empty() && from > to {
            Err(self.fault(tr!("the range is empty"), Some(tr!("write the earlier day first"))))
        } else {
            Ok((from, to))
        }
    }

    /// The bits of the known word that this names; `none` says that there is no such word.
    pub fn known(&self, none: &dyn Fn(&str) -> String, known: &[(&str, Mask)]) -> Result<Mask, QueryError> {
        let folded = fold(&self.text);
        match known.iter().filter(|(word, _)| fold(word) == folded).fold(0, |all, (_, mask)| all | mask) {
            0 => {
                let names: Vec<&str> = known.iter().map(|(w, _)| *w).collect();
                Err(self.fault(none(&self.text), None).suggesting(&self.text, &names))
            }
            mask => Ok(mask),
        }
    }
}

/// The bits that several values name.
pub(super) fn mask(
    values: &[Value],
    none: &dyn Fn(&str) -> String,
    known: &[(&str, Mask)],
) -> Result<Mask, QueryError> {
    values.iter().try_fold(0, |all, value| Ok(all | value.known(none, known)?))
}

/// The first and the last day of a day, a month or a year.
pub(super) fn days(text: &str) -> Option<(String, String)> {
    let mut parts = text.split('-');
    let mut number = |digits: usize, least: u32, most: u32| -> Option<Option<u32>> {
        let Some(part) = parts.next() else { return Some(None) };
        let n = part.parse().ok().filter(|n| part.len() == digits && (least..=most).contains(n))?;
        Some(Some(n))
    };
    let (year, month, day) = (number(4, 1, 9999)??, number(2, 1, 12)?, number(2, 1, 31)?);
    let last = |month: u32| match month {
        4 | 6 | 9 | 11 => 30,
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    };
    if parts.next().is_some() || day.is_some_and(|d| d > last(month.unwrap_or(1))) {
        return None;
    }
    let (first_month, last_month) = (month.unwrap_or(1), month.unwrap_or(12));
    let (from, to) = (day.unwrap_or(1), day.unwrap_or(last(last_month)));
    Some((format!("{year:04}-{first_month:02}-{from:02}"), format!("{year:04}-{last_month:02}-{to:02}")))
}

/// Whether a day is where an operator wants it, beside the first and the last day of what was asked.
pub(super) fn day_matches(day: &str, op: CompareOp, (from, to): (&str, &str)) -> bool {
    let within = (from.is_empty() || from <= day) && (to.is_empty() || day <= to);
    match op {
        CompareOp::Has | CompareOp::Is => within,
        CompareOp::Not => !within,
        CompareOp::Less => day < from,
        CompareOp::AtMost => day <= to,
        CompareOp::More => day > to,
        CompareOp::AtLeast => day >= from,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_year_and_a_month_are_all_their_days() {
        let of = |text: &str| days(text).map(|(a, b)| format!("{a} {b}"));
        assert_eq!(of("2026").as_deref(), Some("2026-01-01 2026-12-31"));
        assert_eq!(of("2024-02").as_deref(), Some("2024-02-01 2024-02-29"));
        assert_eq!(of("2026-05-15").as_deref(), Some("2026-05-15 2026-05-15"));
        for wrong in ["", "26", "2026-5", "2026-13", "2026-02-29", "2026-05-01-01", "may", "2026-"] {
            assert_eq!(of(wrong), None, "{wrong}");
        }
        assert!(day_matches("2026-06-01", CompareOp::More, ("2026-05-01", "2026-05-31")));
        assert!(!day_matches("2026-05-02", CompareOp::More, ("2026-05-01", "2026-05-31")));
    }
}
