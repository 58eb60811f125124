//! Text → tokens with their places.

use super::Error;

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
}

#[derive(Debug, Clone)]
pub(super) struct Spanned {
    pub token: Token,
    pub at: usize,
    pub len: usize,
    /// Whether white space or the start comes before it.
    pub apart: bool,
}

const OPS: [&str; 7] = ["!=", "<=", ">=", ":", "=", "<", ">"];

pub(super) fn lex(text: &str) -> Result<Vec<Spanned>, Error> {
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
            '"' => match rest[1..].find('"') {
                Some(end) => (Token::Quoted(rest[1..=end].to_owned()), end + 2),
                None => {
                    return Err(Error {
                        at,
                        len: rest.len(),
                        message: "the quote is not closed".into(),
                        hint: Some("add \" at the end".into()),
                    });
                }
            },
            _ => match OPS.iter().find(|op| rest.starts_with(**op)) {
                Some(op) => (Token::Op(op), op.len()),
                None => {
                    let end = rest
                        .find(|c: char| c.is_whitespace() || "(),\"*:=<>".contains(c) || c == '!')
                        .unwrap_or(rest.len());
                    let end = end.max(c.len_utf8());
                    (Token::Word(rest[..end].to_owned()), end)
                }
            },
        };
        tokens.push(Spanned { token, at, len, apart });
        at += len;
        apart = false;
    }
    Ok(tokens)
}
