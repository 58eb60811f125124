//! Expressions in words and signs, and queries in terms.

use super::parse::Fault;

/// A word or sign.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Token {
    Number(i32),
    Word(String),
    /// A text between single quotes.
    Quoted(String),
    /// What stands between `[` and `]`.
    Query(String),
    /// `'s`
    Possessive,
    Open,
    Close,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

/// A token with the byte where it begins.
#[derive(Debug, Clone)]
pub struct Lexeme {
    /// What it is.
    pub token: Token,
    /// Byte offset from 0.
    pub at: usize,
}

/// The longest expression, in bytes.
const LONGEST: usize = 4 << 10;

const SIGNS: [(&str, Token); 13] = [
    ("!=", Token::Unequal),
    ("<=", Token::AtMost),
    (">=", Token::AtLeast),
    ("=", Token::Equal),
    ("<", Token::Less),
    (">", Token::More),
    ("(", Token::Open),
    (")", Token::Close),
    ("+", Token::Plus),
    ("-", Token::Minus),
    ("*", Token::Star),
    ("/", Token::Slash),
    ("%", Token::Percent),
];

/// The tokens of an expression.
pub fn lex(text: &str) -> Result<Vec<Lexeme>, Fault> {
    let fault = |at: usize, message: String| Err(Fault::new(at, message, None));
    if text.len() > LONGEST {
        return fault(0, format!("an expression has at most {LONGEST} bytes"));
    }
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let (token, len) = if c.is_whitespace() {
            at += c.len_utf8();
            continue;
        } else if let Some(after) = rest.strip_prefix("'s").filter(|t| !t.starts_with(is_word_char)) {
            (Token::Possessive, rest.len() - after.len())
        } else if c == '\'' {
            let Some(end) = rest[1..].find('\'') else { return fault(at, "a quote is not closed".into()) };
            (Token::Quoted(rest[1..=end].to_owned()), end + 2)
        } else if c.is_ascii_digit() {
            let len = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            match rest[..len].parse() {
                Ok(number) if number <= 1_000_000 => (Token::Number(number), len),
                _ => return fault(at, "this number is too large".into()),
            }
        } else if c.is_alphabetic() {
            let len = word_len(rest);
            (Token::Word(rest[..len].to_owned()), len)
        } else if c == '[' {
            let Some(len) = closing(rest) else { return fault(at, "a bracket is not closed".into()) };
            (Token::Query(rest[1..len].to_owned()), len + 1)
        } else if let Some((sign, token)) = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
            (token.clone(), sign.len())
        } else {
            return fault(at, format!("`{c}` makes no sense here"));
        };
        tokens.push(Lexeme { token, at });
        at += len;
    }
    Ok(tokens)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// A word may have hyphens within: `draw-pile`.
fn word_len(text: &str) -> usize {
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let joined = c == '-' && chars.peek().is_some_and(|(_, next)| next.is_alphabetic());
        if !is_word_char(c) && !joined {
            return at;
        }
    }
    text.len()
}

/// Where the bracket that opens a text is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// A query in which texts stand between the quotes that the query language knows: within a TOML text single ones are at hand.
/// Every byte stays where it is. An apostrophe is none of them: it has letters before and behind it. What is worked out, behind
/// `$`, is no query.
///
/// # Errors
/// A quote that is not closed.
pub fn with_double_quotes(text: &str) -> Result<String, Fault> {
    let mut out = String::with_capacity(text.len());
    let mut before = None;
    let mut in_double = false;
    let mut single: Option<usize> = None;
    // Brackets that are open since a `$`.
    let mut worked_out = 0_usize;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let opens = before.is_none_or(|c: char| c.is_whitespace() || "=:<>!~,(-".contains(c));
        let closes = chars.peek().is_none_or(|(_, next)| next.is_whitespace() || "),".contains(*next));
        worked_out = match c {
            '(' if worked_out > 0 || before == Some('$') => worked_out + 1,
            ')' => worked_out.saturating_sub(1),
            _ => worked_out,
        };
        let quote = match (c, single) {
            _ if worked_out > 0 => None,
            ('"', None) => {
                in_double = !in_double;
                None
            }
            ('\'', None) if !in_double && opens => {
                single = Some(at);
                Some('"')
            }
            ('\'', Some(_)) if closes => {
                single = None;
                Some('"')
            }
            _ => None,
        };
        out.push(quote.unwrap_or(c));
        before = Some(c);
    }
    match single {
        Some(at) => Err(Fault::new(at, "a quote is not closed", Some("write it as 'Two of Clubs'".into()))),
        None => Ok(out),
    }
}

/// The parts of a query between `or`s that stand in no brackets or quotes, each with the byte where it begins.
pub fn split_alternatives(text: &str) -> Vec<(usize, &str)> {
    let terms = split_terms(text);
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, term) in &terms {
        if term.eq_ignore_ascii_case("or") {
            parts.push((start, &text[start..*at]));
            start = at + term.len();
        }
    }
    parts.push((start, &text[start..]));
    parts
}

/// The terms of a query: what stands between blanks outside of brackets, quotes and slashes; `and` is left out.
pub fn split_terms(text: &str) -> Vec<(usize, &str)> {
    let mut terms = Vec::new();
    let (mut start, mut depth, mut quoted) = (None, 0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth = depth.saturating_sub(1),
            _ => {}
        }
        let blank = c.is_whitespace() && depth == 0 && !quoted;
        match (start, blank) {
            (None, false) => start = Some(at),
            (Some(from), true) => {
                terms.push((from, &text[from..at]));
                start = None;
            }
            _ => {}
        }
    }
    terms.extend(start.map(|from| (from, &text[from..])));
    terms.retain(|(_, term)| !term.eq_ignore_ascii_case("and"));
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_signs_and_queries() {
        let tokens: Vec<Token> =
            lex("winner's draw-pile[suit=$led] - 1").expect("it is one").into_iter().map(|l| l.token).collect();
        let word = |w: &str| Token::Word(w.into());
        let query = Token::Query("suit=$led".into());
        let wanted = [word("winner"), Token::Possessive, word("draw-pile"), query, Token::Minus, Token::Number(1)];
        assert_eq!(tokens, wanted);
        assert!(lex("hand[suit").is_err() && lex("a ? b").is_err() && lex("99999999999").is_err());
    }

    #[test]
    fn quotes_within_a_query() {
        let doubled = |text: &str| with_double_quotes(text).map_err(|fault| fault.at);
        for same in ["suit:hearts", "name:o'brien", "\"Fisher's own\" or name=\"the 'other'\"", "rank=$(a = 'b (c)')"] {
            assert_eq!(doubled(same).as_deref(), Ok(same));
        }
        assert_eq!(doubled("name='Fisher's Hut' (suit:'a b')").as_deref(), Ok("name=\"Fisher's Hut\" (suit:\"a b\")"));
        assert_eq!(doubled("rank=2 name='Two"), Err(12));
    }

    #[test]
    fn queries_fall_into_terms() {
        let terms: Vec<&str> = split_terms("a (b or c) and \"d e\" -f").into_iter().map(|(_, t)| t).collect();
        assert_eq!(terms, ["a", "(b or c)", "\"d e\"", "-f"]);
        let parts: Vec<&str> = split_alternatives("a b or (c or d)").into_iter().map(|(_, t)| t.trim()).collect();
        assert_eq!(parts, ["a b", "(c or d)"]);
    }
}
