//! Text → [`Expression`], bound to what a game declares. docs/play.md has every word.

mod cards;
mod query;

use catalog::read::suggest;

use super::expression::{CardChoice, CardNumber, Combination, Ending, Expression, Kind, NONE, Operator, Place, ZoneOf};
use super::lexer::{Lexeme, Token, lex};
use super::scope::{CounterOf, Scope};
use super::slots;
use cards::Extreme;
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
        _ => Err(Fault { at, message: "one zone is wanted here".into(), hint: Some("write its name".into()) }),
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
        Err(Fault { at, message: message.into(), hint: hint.map(str::to_owned) })
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
        Err(Fault { at, message: format!("there is no `{name}` here"), hint: Some(suggest(name, &known)) })
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

    fn word(&mut self, at: usize, word: &str) -> Result<Typed, Fault> {
        let truth = |found| Ok((found, Kind::Truth));
        match word {
            "any" | "no" if self.take_word("seat") => {
                let count = Expression::CountSeats(self.seat_condition()?.into());
                let operator = if word == "any" { Operator::More } else { Operator::Equal };
                truth(Expression::Binary(operator, count.into(), Expression::Number(0).into()))
            }
            "any" => truth(Expression::Any(self.cards()?.into())),
            "no" => truth(Expression::Not(Expression::Any(self.cards()?.into()).into())),
            "count" if self.take_word("seats") => {
                Ok((Expression::CountSeats(self.seat_condition()?.into()), Kind::Number))
            }
            "count" => Ok((Expression::Count(self.cards()?.into()), Kind::Number)),
            "sum" => {
                let sum = match self.extreme()? {
                    Extreme::Card(number, _, cards) => Expression::Sum(number, cards.into()),
                    Extreme::Seat(value, condition) => Expression::SumSeats(value.into(), condition.into()),
                };
                Ok((sum, Kind::Number))
            }
            "pairs" | "runs" => {
                let number = self.card_number()?.0;
                self.expect_word("of")?;
                let what = if word == "pairs" { Combination::Pairs } else { Combination::Runs };
                Ok((Expression::Combinations(what, number, self.cards()?.into()), Kind::Number))
            }
            "sums" => {
                let number = self.card_number()?.0;
                if !self.take(&Token::Equal) {
                    return self.fault(self.at(), "`=` is missing here", Some("such as `sums pips = 15 of hand`"));
                }
                let sum = self.sum()?.0;
                self.expect_word("of")?;
                let what = Combination::Sums(sum.into());
                Ok((Expression::Combinations(what, number, self.cards()?.into()), Kind::Number))
            }
            "ending" => {
                let what = match () {
                    () if self.take_word("run") => Ending::Run,
                    () if self.take_word("same") => Ending::Same,
                    () => return self.fault(self.at(), "`run` or `same` is missing here", None),
                };
                let number = self.card_number()?.0;
                self.expect_word("of")?;
                Ok((Expression::Ending(what, number, self.one_zone()?), Kind::Number))
            }
            "most" | "least" => {
                let (most, best) = (word == "most", self.extreme()?);
                match best {
                    Extreme::Card(number, kind, cards) => {
                        let card = Expression::Extreme(number, cards.into(), most);
                        Ok((Expression::OfCard(number, card.into()), kind))
                    }
                    Extreme::Seat(value, condition) => {
                        let seat = Expression::ExtremeSeat(value.clone().into(), condition.into(), most);
                        Ok(match value {
                            Expression::Formula(formula, _) => {
                                (Expression::Formula(formula, seat.into()), Kind::Number)
                            }
                            Expression::OfSeat(counter, _) => (Expression::OfSeat(counter, seat.into()), Kind::Number),
                            _ => return self.fault(at, "name a counter of seats", None),
                        })
                    }
                }
            }
            "highest" | "lowest" => match self.extreme()? {
                Extreme::Card(number, _, cards) => {
                    Ok((Expression::Extreme(number, cards.into(), word == "highest"), Kind::Card))
                }
                Extreme::Seat(value, condition) => {
                    Ok((Expression::ExtremeSeat(value.into(), condition.into(), word == "highest"), Kind::Seat))
                }
            },
            "first" => {
                self.expect_word("seat")?;
                Ok((Expression::FirstSeat(self.seat_condition()?.into()), Kind::Seat))
            }
            "one" if self.take_word("meld") => {
                self.knows_melds(at)?;
                self.expect_word("of")?;
                truth(Expression::IsMeld(self.cards()?.into()))
            }
            "holds" if self.scope.has_words => {
                let column = self.text_with_words()?;
                self.expect_word("of")?;
                let card = self.of_kind(Kind::Card)?;
                truth(Expression::Holds(column, card.into(), self.scope.program.words.len() as u16))
            }
            "deadwood" => {
                self.knows_melds(at)?;
                let number = self.card_number()?.0;
                self.expect_word("of")?;
                Ok((Expression::Deadwood(number, self.cards()?.into()), Kind::Number))
            }
            "one" => {
                self.expect_word("of")?;
                Ok((Expression::One(self.cards()?.into()), Kind::Card))
            }
            "top" | "bottom" => {
                self.expect_word("of")?;
                let zone = self.one_zone()?;
                Ok((Expression::End(zone, word == "top"), Kind::Card))
            }
            "owner" | "controller" | "player" => {
                self.expect_word("of")?;
                let card = self.of_kind(Kind::Card)?.into();
                let seat = match word {
                    "owner" => Expression::Owner(card),
                    "controller" => Expression::Controller(card),
                    _ => {
                        self.scope.program.asks_players = true;
                        Expression::Player(card)
                    }
                };
                Ok((seat, Kind::Seat))
            }
            "left" | "right" | "partner" => {
                self.expect_word("of")?;
                let seat_at = self.at();
                let (seat, kind) = self.atom()?;
                self.must_be(seat_at, kind, Kind::Seat)?;
                let seat = seat.into();
                let seat = match word {
                    "partner" => Expression::Partner(seat),
                    _ => Expression::After(seat, word == "left"),
                };
                Ok((seat, Kind::Seat))
            }
            "opponent" => Ok((Expression::After(Expression::Slot(slots::YOU).into(), true), Kind::Seat)),
            "if" => {
                let condition = self.of_any(Kind::Truth)?;
                self.expect_word("then")?;
                let (yes, kind) = self.any()?;
                self.expect_word("else")?;
                let no_at = self.at();
                let (no, other) = self.any()?;
                self.must_be(no_at, other, kind)?;
                Ok((Expression::If(Box::new([condition, yes, no])), kind))
            }
            "seat" if matches!(self.peek(), Some(Token::Number(_))) => {
                let Some(Token::Number(seat)) = self.peek().cloned() else { unreachable!("it was just seen") };
                self.next += 1;
                if seat < 1 || seat > i32::from(self.scope.program.seats.1) {
                    return self.fault(at, format!("there is no seat {seat}"), Some("seats are counted from 1"));
                }
                Ok((Expression::Seat(seat as u8 - 1), Kind::Seat))
            }
            "nobody" => Ok((Expression::Number(NONE), Kind::Seat)),
            "none" => Ok((Expression::Number(NONE), Kind::Card)),
            "yes" => truth(Expression::Number(1)),
            _ => self.name(at, word),
        }
    }

    /// A text field whose words mean cards.
    fn text_with_words(&mut self) -> Result<u16, Fault> {
        let at = self.at();
        match self.card_number()? {
            (CardNumber::Printed(column), Kind::Text(_)) => match self.scope.reads_words(column) {
                true => Ok(column),
                false => self.fault(at, "no words are declared", Some("say in a `[[word]]` what words on cards mean")),
            },
            _ => self.fault(at, "this is no text of cards", Some("name a text field")),
        }
    }

    /// The name of a local, a counter, or a number of a card with `of` behind it.
    fn name(&mut self, at: usize, word: &str) -> Result<Typed, Fault> {
        if self.peek_word() == Some("of") {
            if let Some((number, kind)) = self.scope.card_number(word) {
                self.next += 1;
                let card = self.of_kind(Kind::Card)?;
                return Ok((Expression::OfCard(number, card.into()), kind));
            }
            let of_seats = matches!(self.scope.counter(word), Some((_, CounterOf::Seat | CounterOf::Team)));
            if of_seats || self.scope.formula(word).is_some() {
                self.next += 1;
                let seat = self.of_kind(Kind::Seat)?;
                return self.of_seat(at, word, seat);
            }
        }
        if let Some((slot, kind)) = self.scope.local(word) {
            return Ok((Expression::Slot(slot), kind));
        }
        if let Some((formula, kind)) = self.scope.formula(word) {
            return Ok((Expression::Formula(formula, Expression::Slot(slots::YOU).into()), kind));
        }
        if let Some((option, kind)) = self.scope.option(word) {
            return Ok((Expression::Option(option), kind));
        }
        match self.scope.counter(word) {
            Some((counter, CounterOf::Table)) => Ok((Expression::Table(counter), self.scope.counter_kind(counter))),
            Some((counter, CounterOf::Seat | CounterOf::Team)) => {
                let you = Expression::Slot(slots::YOU);
                Ok((Expression::OfSeat(counter, you.into()), self.scope.counter_kind(counter)))
            }
            Some((_, CounterOf::Card)) => {
                self.fault(at, format!("`{word}` is a counter of cards"), Some("write `of` and a card behind it"))
            }
            None if self.scope.zone(word).is_some() => self.fault(
                at,
                format!("`{word}` is a zone"),
                Some("write `count`, `any`, `no`, `top of` or `sum … of` before it"),
            ),
            None => self.unknown(at, word),
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

    fn knows_melds(&self, at: usize) -> Result<(), Fault> {
        match self.scope.has_melds {
            true => Ok(()),
            false => self.fault(at, "no melds are declared", Some("say with `[[meld]]` which cards make one")),
        }
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
