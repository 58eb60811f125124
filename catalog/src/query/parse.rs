//! Tokens → tree, bound to the names that a game declares.

use crate::tr;

use super::field::Field;
use super::lex::{Spanned, Token, lex};
use super::term::Term;
use super::value::Value;
use super::{CardTest, CountQuery, Query, QueryContext, QueryError, Search, SortBy, SortKey};
use crate::game::GameData;

/// How deep brackets may nest.
const DEEPEST: usize = 64;

impl Query {
    /// Parses a query for one game.
    ///
    /// # Errors
    /// Points at the first character that makes no sense.
    pub fn parse(text: &str, game: &GameData) -> Result<Query, QueryError> {
        let mut parser = Parser::new(text, game, None)?;
        let query = parser.whole()?;
        match parser.order {
            None => Ok(query),
            Some(token) => Err(parser.fault(token, tr!("an order makes no sense here"), Some(tr!("leave it out")))),
        }
    }
}

impl Search {
    /// Parses a query that may have `sort:` and `limit:` terms.
    ///
    /// # Errors
    /// Points at the first character that makes no sense; relations are such.
    pub fn parse(text: &str, game: &GameData) -> Result<Search, QueryError> {
        Search::from_parser(Parser::new(text, game, None)?)
    }

    /// The same, where relations make sense: those that the setting can answer.
    ///
    /// # Errors
    /// Points at the first character that makes no sense.
    pub fn parse_in(text: &str, game: &GameData, context: &dyn QueryContext) -> Result<Search, QueryError> {
        Search::from_parser(Parser::new(text, game, Some(context))?)
    }

    fn from_parser(mut parser: Parser<'_>) -> Result<Search, QueryError> {
        Ok(Search { query: parser.whole()?, sort: parser.sort, limit: parser.limit })
    }
}

impl CountQuery {
    /// Parses a counting query: `2..5 of (type:terrain) and 1.. of (cost<=2)`.
    ///
    /// # Errors
    /// Points at the first character that makes no sense.
    pub fn parse(text: &str, game: &GameData) -> Result<CountQuery, QueryError> {
        let mut parser = Parser::new(text, game, None)?;
        let count = parser.count_any()?;
        parser.end()?;
        Ok(count)
    }
}

pub(super) struct Parser<'a> {
    pub game: &'a GameData,
    pub context: Option<&'a dyn QueryContext>,
    tokens: Vec<Spanned>,
    next: usize,
    end: usize,
    depth: usize,
    sort: Vec<SortKey>,
    limit: Option<usize>,
    /// Position of the first token that is about the order.
    order: Option<usize>,
}

impl<'a> Parser<'a> {
    fn new(text: &str, game: &'a GameData, context: Option<&'a dyn QueryContext>) -> Result<Self, QueryError> {
        Ok(Parser {
            game,
            context,
            tokens: lex(text)?,
            next: 0,
            end: text.len(),
            depth: 0,
            sort: Vec::new(),
            limit: None,
            order: None,
        })
    }

    fn whole(&mut self) -> Result<Query, QueryError> {
        let query = if self.tokens.is_empty() { Query::All } else { self.any()? };
        self.end().map(|()| query)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|t| &t.token)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(word))
    }

    pub(super) fn fault(&self, position: usize, message: impl Into<String>, hint: Option<String>) -> QueryError {
        let (at, len) = self.tokens.get(position).map_or((self.end, 1), |t| (t.at, t.len));
        QueryError { at, len, message: message.into(), hint, meant: None }
    }

    fn end(&self) -> Result<(), QueryError> {
        match self.peek() {
            None => Ok(()),
            Some(Token::Close) => Err(self.fault(self.next, tr!("a bracket is closed that was not opened"), None)),
            Some(_) => Err(self.fault(self.next, tr!("this makes no sense here"), None)),
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, QueryError>) -> Result<T, QueryError> {
        let open = self.next;
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault(open, tr!("brackets nest deeper than {deepest}", deepest = DEEPEST), None));
        }
        let result = inner(self)?;
        self.depth -= 1;
        if self.peek() != Some(&Token::Close) {
            return Err(self.fault(open, tr!("the bracket is not closed"), Some(tr!("add ) at the end"))));
        }
        self.next += 1;
        Ok(result)
    }

    fn any(&mut self) -> Result<Query, QueryError> {
        let mut parts = vec![self.all()?];
        while self.is_word("or") {
            self.next += 1;
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Query::Or(parts) })
    }

    fn all(&mut self) -> Result<Query, QueryError> {
        let mut parts = vec![self.one()?];
        loop {
            if self.is_word("and") {
                self.next += 1;
            } else if matches!(self.peek(), None | Some(Token::Close)) || self.is_word("or") {
                break;
            }
            parts.push(self.one()?);
        }
        if parts.len() > 1 {
            parts.retain(|p| *p != Query::All);
        }
        Ok(match parts.len() {
            0 => Query::All,
            1 => parts.remove(0),
            _ => Query::And(parts),
        })
    }

    fn one(&mut self) -> Result<Query, QueryError> {
        match self.peek() {
            Some(Token::Minus) => {
                let minus = self.next;
                self.next += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.fault(minus, tr!("too many minus signs"), None));
                }
                let inner = self.one()?;
                self.depth -= 1;
                Ok(Query::Not(Box::new(inner)))
            }
            Some(Token::Open) => self.nested(Self::any),
            Some(Token::Star) => {
                self.next += 1;
                Ok(Query::All)
            }
            Some(Token::Word(word)) => {
                let word = word.to_lowercase();
                match self.tokens.get(self.next + 1).map(|t| (&t.token, t.apart)) {
                    Some((Token::Op(op), false)) => {
                        let (op, token) = (*op, self.next);
                        self.next += 2;
                        self.term(&word, token, op)
                    }
                    _ => self.anywhere(":"),
                }
            }
            Some(Token::Quoted(_) | Token::Regex(_)) => self.anywhere(":"),
            Some(Token::Op("~")) => {
                self.next += 1;
                self.anywhere("~")
            }
            Some(Token::Op(_)) => Err(self.fault(self.next, tr!("a field name is missing before this"), None)),
            Some(_) => Err(self.fault(self.next, tr!("this makes no sense here"), None)),
            None => Err(self.fault(self.next, tr!("something is missing at the end"), None)),
        }
    }

    /// A text that is looked for everywhere.
    fn anywhere(&mut self, op: &str) -> Result<Query, QueryError> {
        let value = self.value()?;
        Ok(Query::Test(CardTest::Anywhere(value.pattern(op)?)))
    }

    fn value(&mut self) -> Result<Value, QueryError> {
        let value = self.tokens.get(self.next).and_then(Value::from_token);
        let value = value.ok_or_else(|| self.fault(self.next, tr!("a value is missing here"), None))?;
        self.next += 1;
        Ok(value)
    }

    /// The values after an operator, joined by commas; a minus belongs to its value.
    fn values(&mut self) -> Result<Vec<Value>, QueryError> {
        let mut values = Vec::new();
        loop {
            let minus = (self.peek() == Some(&Token::Minus)).then(|| self.tokens[self.next].at);
            if minus.is_some() {
                self.next += 1;
            }
            let value = self.value()?;
            values.push(match minus {
                Some(at) => Value { text: format!("-{}", value.text), at, len: value.at + value.len - at, ..value },
                None => value,
            });
            if self.peek() != Some(&Token::Comma) {
                return Ok(values);
            }
            self.next += 1;
        }
    }

    fn term(&mut self, word: &str, token: usize, op: &'static str) -> Result<Query, QueryError> {
        let (name, part) = word.split_once('.').map_or((word, None), |(name, part)| (name, Some(part)));
        let values = self.values()?;
        let Some(field) = Field::named(name, self.game) else {
            let fault = self.fault(token, tr!("cards have no field `{name}`", name), None);
            return Err(fault.suggesting(name, &Field::names(self.game)));
        };
        match field {
            Field::Test(field) => self.test(&Term { name, field, part, token, op, values }),
            Field::Sort => {
                self.check_order(name, token, op)?;
                for value in &values {
                    let key = self.sort_key(value)?;
                    self.sort.push(key);
                }
                Ok(Query::All)
            }
            Field::Limit => {
                self.check_order(name, token, op)?;
                let [value] = &values[..] else {
                    return Err(self.fault(token, tr!("a limit is one number"), None));
                };
                let limit = value.text.parse().ok().filter(|n| !value.regex && *n > 0);
                let limit = limit.ok_or_else(|| value.fault(tr!("a limit is a number from 1"), None))?;
                self.limit = Some(limit);
                Ok(Query::All)
            }
        }
    }

    /// An order or a limit stands at the end, after a colon.
    fn check_order(&mut self, name: &str, token: usize, op: &str) -> Result<(), QueryError> {
        self.order.get_or_insert(token);
        if self.depth > 0 {
            let hint = Some(tr!("write it at the end"));
            return Err(self.fault(token, tr!("an order belongs to the whole search"), hint));
        }
        if !matches!(op, ":" | "=") {
            return Err(self.fault(token + 1, tr!("write {what}", what = format_args!("{name}:")), None));
        }
        Ok(())
    }

    fn sort_key(&self, value: &Value) -> Result<SortKey, QueryError> {
        let (word, descending) = value.text.strip_prefix('-').map_or((value.text.as_str(), false), |w| (w, true));
        let word = word.to_lowercase();
        let by = SortBy::named(&word, self.game).ok_or_else(|| {
            let known = SortBy::names(self.game);
            value.fault(tr!("cannot sort by `{word}`", word), None).suggesting(&word, &known)
        })?;
        Ok(SortKey { by, descending })
    }

    fn count_any(&mut self) -> Result<CountQuery, QueryError> {
        let mut parts = vec![self.count_all()?];
        while self.is_word("or") {
            self.next += 1;
            parts.push(self.count_all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { CountQuery::Or(parts) })
    }

    fn count_all(&mut self) -> Result<CountQuery, QueryError> {
        let mut parts = vec![self.count_one()?];
        loop {
            if self.is_word("and") {
                self.next += 1;
            } else if matches!(self.peek(), None | Some(Token::Close)) || self.is_word("or") {
                break;
            }
            parts.push(self.count_one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { CountQuery::And(parts) })
    }

    fn count_one(&mut self) -> Result<CountQuery, QueryError> {
        let hint = || Some(tr!("for instance: 2..5 of (type:terrain)"));
        match self.peek() {
            Some(Token::Minus) => {
                self.next += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.fault(self.next, tr!("too many minus signs"), None));
                }
                let inner = self.count_one()?;
                self.depth -= 1;
                Ok(CountQuery::Not(Box::new(inner)))
            }
            Some(Token::Open) => self.nested(Self::count_any),
            Some(Token::Word(_)) => {
                let value = self.value()?;
                let wrong = || value.fault(tr!("a count begins with a number or a range"), hint());
                let range = value.range(":").map_err(|_| wrong())?;
                let bound = |n: i32| u32::try_from(n).map_err(|_| value.fault(tr!("a count is not negative"), None));
                let (min, max) = (range.min.map(bound).transpose()?.unwrap_or(0), range.max.map(bound).transpose()?);
                if !self.is_word("of") {
                    return Err(self.fault(self.next, tr!("`of` is missing"), hint()));
                }
                self.next += 1;
                let query = self.one()?;
                if let Some(token) = self.order {
                    return Err(self.fault(token, tr!("an order makes no sense in a count"), None));
                }
                Ok(CountQuery::Of { min, max, query })
            }
            _ => Err(self.fault(self.next, tr!("a count is missing here"), hint())),
        }
    }
}
