//! Text → tokens with their places.

use crate::tr;

use super::QueryError;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Open,
    Close,
    Minus,
    Star,
    Comma,
    Op(&'static str),
    /// A bare word; may hold dots, as in `cost.influence` or `2..5`.
    Word(String),
    /// A text in quotes.
    Quoted(String),
    /// A regular expression between slashes.
    Regex(String),
}

#[derive(Debug, Clone)]
pub(super) struct Spanned {
    pub token: Token,
    pub at: usize,
    pub len: usize,
    /// Whether white space or the start comes before it.
    pub apart: bool,
}

const OPS: [&str; 8] = ["!=", "<=", ">=", ":", "=", "~", "<", ">"];

/// Whether a character is a quote: typewriters and word processors have several.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}')
}

/// Whether a bare word ends before this character.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_quote(c) || "(),*:=<>~!".contains(c)
}

/// The longest query, in bytes.
const LONGEST: usize = 16 << 10;
/// Most regular expressions of a query: each may take a megabyte and some milliseconds to be made ready.
const MOST_REGEXES: usize = 16;

pub(super) fn lex(text: &str) -> Result<Vec<Spanned>, QueryError> {
    if text.len() > LONGEST {
        let message = tr!("a query has at most {most} bytes, not {bytes}", most = LONGEST, bytes = text.len());
        return Err(QueryError { at: 0, len: 1, message, hint: None, meant: None });
    }
    let mut regexes = 0;
    let mut tokens: Vec<Spanned> = Vec::new();
    let mut at = 0;
    let mut apart = true;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if c.is_whitespace() {
            at += c.len_utf8();
            apart = true;
            continue;
        }
        let (token, len) = match c {
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            '*' => (Token::Star, 1),
            '-' => (Token::Minus, 1),
            '/' => regex(rest).ok_or_else(|| unclosed(at, rest, tr!("the regular expression is not closed"), '/'))?,
            c if is_quote(c) => quoted(rest).ok_or_else(|| unclosed(at, rest, tr!("the quote is not closed"), '"'))?,
            _ => match OPS.iter().find(|op| rest.starts_with(**op)) {
                Some(op) => (Token::Op(op), op.len()),
                None => {
                    let end = rest.find(ends_word).unwrap_or(rest.len()).max(c.len_utf8());
                    (Token::Word(rest[..end].to_owned()), end)
                }
            },
        };
        regexes += usize::from(matches!(token, Token::Regex(_)));
        if regexes > MOST_REGEXES {
            let message = tr!("more than {most} regular expressions", most = MOST_REGEXES);
            return Err(QueryError { at, len, message, hint: Some(tr!("join them with |")), meant: None });
        }
        tokens.push(Spanned { token, at, len, apart });
        at += len;
        apart = false;
    }
    Ok(tokens)
}

fn unclosed(at: usize, rest: &str, message: String, sign: char) -> QueryError {
    QueryError { at, len: rest.len(), message, hint: Some(tr!("add {sign} at the end", sign)), meant: None }
}

/// From one quote to the next; `\"` is a quote inside, `\\` a backslash.
fn quoted(rest: &str) -> Option<(Token, usize)> {
    let mut text = String::new();
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some((_, next))) if *next == '\\' || is_quote(*next) => {
                text.push(*next);
                chars.next();
            }
            (c, _) if is_quote(c) => return Some((Token::Quoted(text), at + c.len_utf8())),
            (c, _) => text.push(c),
        }
    }
    None
}

/// From one slash to the next; `\/` is a slash inside, and stays as it is: the regular expression reads it.
fn regex(rest: &str) -> Option<(Token, usize)> {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '/' if !escaped => return Some((Token::Regex(rest[1..at].to_owned()), at + 1)),
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    None
}
