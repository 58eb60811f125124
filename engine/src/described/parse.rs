//! Text → [`Expression`], bound to what a game declares. docs/play.md has every word.

mod absent_values;
mod cards;
mod query;
mod words;

use catalog::read::suggest;

use super::expression::{CardChoice, Expression, Kind, NONE, Operator, Place, ZoneOf};
use super::lexer::{Lexeme, Token, lex};
use super::scope::{CounterOf, Scope};
pub use query::printed_query;

/// What is wrong with an expression, and at which byte of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset from 0.
    pub at: usize,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub hint: Option<String>,
    /// The name that is not known, if that is what is wrong.
    pub unknown: Option<String>,
    /// Whether that name is declared, by what has been told to be faulty.
    pub follows: bool,
}

impl Fault {
    /// Something is wrong.
    pub fn new(at: usize, message: impl Into<String>, hint: Option<String>) -> Fault {
        Fault { at, message: message.into(), hint, unknown: None, follows: false }
    }

    /// Cards have no such number or word.
    pub fn no_number(at: usize, name: &str, scope: &Scope<'_>) -> Fault {
        if scope.is_sort_of_several(name) {
            let message = format!("some card has several in `{name}`, so that no word says which");
            return Fault::new(at, message, Some("give the cards a text field for it".into()));
        }
        let known = scope.card_numbers();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = Some(suggest(name, &known));
        Fault::new(at, format!("cards have no number `{name}`"), hint).unknown(name, scope)
    }

    /// Nothing has this name.
    pub fn unknown(self, name: &str, scope: &Scope<'_>) -> Fault {
        Fault { unknown: Some(name.to_owned()), follows: scope.faulty.contains(name), ..self }
    }
}

/// How deep brackets may nest.
const DEEPEST: usize = 32;

/// A number or condition.
pub fn expression(text: &str, scope: &mut Scope<'_>, wanted: Kind) -> Result<Expression, Fault> {
    let mut parser = Parser::new(text, scope)?;
    let at = parser.at();
    let (found, kind) = parser.any()?;
    parser.end()?;
    parser.must_be(at, kind, wanted)?;
    Ok(found)
}

/// The same, of whatever kind.
pub fn typed(text: &str, scope: &mut Scope<'_>) -> Result<(Expression, Kind), Fault> {
    let mut parser = Parser::new(text, scope)?;
    let found = parser.any()?;
    parser.end().map(|()| found)
}

/// Cards: a zone, maybe with a query, or one card.
pub fn cards(text: &str, scope: &mut Scope<'_>) -> Result<CardChoice, Fault> {
    let mut parser = Parser::new(text, scope)?;
    let found = parser.cards()?;
    parser.end().map(|()| found)
}

/// A zone.
pub fn zone(text: &str, scope: &mut Scope<'_>) -> Result<ZoneOf, Fault> {
    let mut parser = Parser::new(text, scope)?;
    let at = parser.at();
    let found = parser.cards()?;
    parser.end()?;
    match (found.place, found.tests.is_empty()) {
        (Place::Zone(zone), true) => Ok(zone),
        _ => Err(Fault::new(at, "one zone is wanted here", Some("write its name".into()))),
    }
}

struct Parser<'a, 'g> {
    scope: &'a mut Scope<'g>,
    text: &'a str,
    tokens: Vec<Lexeme>,
    next: usize,
    depth: usize,
}

type Typed = (Expression, Kind);

impl<'a, 'g> Parser<'a, 'g> {
    fn new(text: &'a str, scope: &'a mut Scope<'g>) -> Result<Self, Fault> {
        Ok(Parser { tokens: lex(text)?, scope, text, next: 0, depth: 0 })
    }

    fn at(&self) -> usize {
        self.tokens.get(self.next).map_or(self.text.len(), |t| t.at)
    }

    fn fault<T>(&self, at: usize, message: impl Into<String>, hint: Option<&str>) -> Result<T, Fault> {
        Err(Fault::new(at, message, hint.map(str::to_owned)))
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|t| &t.token)
    }

    fn peek_word(&self) -> Option<&str> {
        match self.peek() {
            Some(Token::Word(word)) => Some(word),
            _ => None,
        }
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.peek_word() == Some(word);
        self.next += usize::from(found);
        found
    }

    fn take(&mut self, token: &Token) -> bool {
        let found = self.peek() == Some(token);
        self.next += usize::from(found);
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<(), Fault> {
        if self.take_word(word) { Ok(()) } else { self.fault(self.at(), format!("`{word}` is missing here"), None) }
    }

    fn end(&self) -> Result<(), Fault> {
        match self.peek() {
            None => Ok(()),
            Some(_) => self.fault(self.at(), "this makes no sense here", Some("join conditions with `and` or `or`")),
        }
    }

    fn must_be(&self, at: usize, kind: Kind, wanted: Kind) -> Result<(), Fault> {
        let fits = kind == wanted || wanted == Kind::Number && kind == Kind::Truth;
        if fits { Ok(()) } else { self.fault(at, format!("this is {}, not {}", kind.label(), wanted.label()), None) }
    }

    fn any(&mut self) -> Result<Typed, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fault(self.at(), "this is nested too deeply", None);
        }
        let found = self.either();
        self.depth -= 1;
        found
    }

    fn either(&mut self) -> Result<Typed, Fault> {
        self.joined("or", Operator::Or, |p| p.joined("and", Operator::And, Self::negated))
    }

    fn joined(
        &mut self,
        word: &str,
        operator: Operator,
        part: impl Fn(&mut Self) -> Result<Typed, Fault>,
    ) -> Result<Typed, Fault> {
        let start = self.at();
        let mut left = part(self)?;
        while self.peek_word() == Some(word) {
            self.must_be(start, left.1, Kind::Truth)?;
            self.next += 1;
            let at = self.at();
            let right = part(self)?;
            self.must_be(at, right.1, Kind::Truth)?;
            left = (Expression::Binary(operator, left.0.into(), right.0.into()), Kind::Truth);
        }
        Ok(left)
    }

    fn negated(&mut self) -> Result<Typed, Fault> {
        if !self.take_word("not") {
            return self.comparison();
        }
        let at = self.at();
        let (inner, kind) = self.negated_inner()?;
        self.must_be(at, kind, Kind::Truth)?;
        Ok((Expression::Not(inner.into()), Kind::Truth))
    }

    fn negated_inner(&mut self) -> Result<Typed, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fault(self.at(), "this is nested too deeply", None);
        }
        let found = self.negated();
        self.depth -= 1;
        found
    }

    fn comparison(&mut self) -> Result<Typed, Fault> {
        let start = self.at();
        let left = self.sum()?;
        let Some(operator) = self.peek().and_then(comparing) else { return Ok(left) };
        self.next += 1;
        let at = self.at();
        // A word of a field is only known by what it is compared with.
        if let (Kind::Text(field), Some(Token::Word(word) | Token::Quoted(word))) = (left.1, self.peek())
            && let Some(text) = self.scope.text_value(field, word)
            && self.scope.local(word).is_none()
        {
            self.next += 1;
            return self.compared(start, operator, left, (Expression::Number(text), Kind::Text(field)));
        }
        let right = self.sum()?;
        self.compared(at, operator, left, right)
    }

    fn compared(&self, at: usize, operator: Operator, left: Typed, right: Typed) -> Result<Typed, Fault> {
        let ordered = !matches!(operator, Operator::Equal | Operator::Unequal);
        let numbers = |kind| matches!(kind, Kind::Number | Kind::Truth);
        let nothing = right.0 == Expression::Number(NONE) && matches!(left.1, Kind::Text(_) | Kind::Seat | Kind::Card);
        if left.1 != right.1 && !(numbers(left.1) && numbers(right.1)) && !nothing {
            let message = format!("{} is compared with {}", left.1.label(), right.1.label());
            return self.fault(at, message, None);
        }
        if ordered && !numbers(left.1) {
            return self.fault(at, format!("{} is neither more nor less", left.1.label()), Some("use = or !="));
        }
        Ok((Expression::Binary(operator, left.0.into(), right.0.into()), Kind::Truth))
    }

    fn sum(&mut self) -> Result<Typed, Fault> {
        self.arithmetic(&[(Token::Plus, Operator::Add), (Token::Minus, Operator::Subtract)], |p| {
            let factors = [
                (Token::Star, Operator::Multiply),
                (Token::Slash, Operator::Divide),
                (Token::Percent, Operator::Remainder),
            ];
            p.arithmetic(&factors, Self::signed)
        })
    }

    fn arithmetic(
        &mut self,
        operators: &[(Token, Operator)],
        part: impl Fn(&mut Self) -> Result<Typed, Fault>,
    ) -> Result<Typed, Fault> {
        let start = self.at();
        let mut left = part(self)?;
        while let Some((_, operator)) = operators.iter().find(|(token, _)| self.peek() == Some(token)) {
            self.must_be(start, left.1, Kind::Number)?;
            self.next += 1;
            let at = self.at();
            let right = part(self)?;
            self.must_be(at, right.1, Kind::Number)?;
            left = (Expression::Binary(*operator, left.0.into(), right.0.into()), Kind::Number);
        }
        Ok(left)
    }

    fn signed(&mut self) -> Result<Typed, Fault> {
        if !self.take(&Token::Minus) {
            return self.owned();
        }
        let at = self.at();
        let (inner, kind) = self.owned()?;
        self.must_be(at, kind, Kind::Number)?;
        Ok((Expression::Binary(Operator::Subtract, Expression::Number(0).into(), inner.into()), Kind::Number))
    }

    /// Something, and maybe `'s` and a counter behind it.
    fn owned(&mut self) -> Result<Typed, Fault> {
        let at = self.at();
        let mut found = self.atom()?;
        while self.take(&Token::Possessive) {
            let name_at = self.at();
            let Some(name) = self.peek_word().map(str::to_owned) else {
                return self.fault(name_at, "the name of a counter is missing", None);
            };
            self.next += 1;
            self.must_be(at, found.1, Kind::Seat)?;
            found = self.of_seat(name_at, &name, found.0)?;
        }
        Ok(found)
    }

    fn of_seat(&mut self, at: usize, name: &str, seat: Expression) -> Result<Typed, Fault> {
        match self.scope.counter(name) {
            Some((counter, CounterOf::Seat | CounterOf::Team)) => {
                Ok((Expression::OfSeat(counter, seat.into()), self.scope.counter_kind(counter)))
            }
            Some(_) => self.fault(at, format!("`{name}` is no counter of seats"), None),
            None if self.scope.formula(name).is_some() => {
                let (formula, kind) = self.scope.formula(name).expect("just asked");
                Ok((Expression::Formula(formula, seat.into()), kind))
            }
            None if self.scope.zone(name).is_some() => self.fault(
                at,
                format!("`{name}` is a zone"),
                Some("write `count`, `any`, `no` or `sum … of` before it"),
            ),
            None => self.unknown(at, name),
        }
    }

    fn unknown<T>(&self, at: usize, name: &str) -> Result<T, Fault> {
        let known = self.scope.names();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let hint = match name {
            "seats" => "`most chips of seats` and `count seats[…]` ask about them; `{ each = \"seat\", do = […] }` does something for each".into(),
            _ => suggest(name, &known),
        };
        Err(Fault::new(at, format!("there is no `{name}` here"), Some(hint)).unknown(name, self.scope))
    }

    fn atom(&mut self) -> Result<Typed, Fault> {
        let at = self.at();
        match self.peek().cloned() {
            Some(Token::Number(n)) => {
                self.next += 1;
                Ok((Expression::Number(n), Kind::Number))
            }
            Some(Token::Open) => {
                self.next += 1;
                let inner = self.any()?;
                if !self.take(&Token::Close) {
                    return self.fault(self.at(), "a bracket is not closed", None);
                }
                Ok(inner)
            }
            Some(Token::Word(word)) => {
                self.next += 1;
                self.word(at, &word)
            }
            Some(_) => self.fault(at, "a number, a counter or a zone is expected here", None),
            None => self.fault(at, "something is missing at the end", None),
        }
    }

    fn of_kind(&mut self, wanted: Kind) -> Result<Expression, Fault> {
        let at = self.at();
        let (found, kind) = self.owned()?;
        self.must_be(at, kind, wanted).map(|()| found)
    }

    fn of_any(&mut self, wanted: Kind) -> Result<Expression, Fault> {
        let at = self.at();
        let (found, kind) = self.any()?;
        self.must_be(at, kind, wanted).map(|()| found)
    }
}

fn comparing(token: &Token) -> Option<Operator> {
    Some(match token {
        Token::Equal => Operator::Equal,
        Token::Unequal => Operator::Unequal,
        Token::Less => Operator::Less,
        Token::AtMost => Operator::AtMost,
        Token::More => Operator::More,
        Token::AtLeast => Operator::AtLeast,
        _ => return None,
    })
}
