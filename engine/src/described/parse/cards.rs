//! Cards, zones and seats in an expression.

use catalog::read::suggest;

use super::super::expression::{CardChoice, CardNumber, Expression, Kind, Place, ZoneOf};
use super::super::lexer::Token;
use super::super::program::Sees;
use super::super::scope::{CounterOf, ZoneOwner};
use super::super::slots;
use super::query::query;
use super::{DEEPEST, Fault, Parser, expression};

/// What is looked for with `highest`, `most` and their like.
pub(super) enum Extreme {
    Card(CardNumber, Kind, CardChoice),
    Seat(Expression, Expression),
}

impl Parser<'_, '_> {
    pub(super) fn card_number(&mut self) -> Result<(CardNumber, Kind), Fault> {
        let at = self.at();
        let Some(name) = self.peek_word().map(str::to_owned) else {
            return self.fault(at, "the name of a number of cards is missing", None);
        };
        self.next += 1;
        match self.scope.card_number(&name) {
            Some(found) => Ok(found),
            None => Err(Fault::no_number(at, &name, self.scope)),
        }
    }

    pub(super) fn extreme(&mut self) -> Result<Extreme, Fault> {
        let at = self.at();
        let Some(name) = self.peek_word().map(str::to_owned) else {
            return self.fault(at, "the name of a number is missing", None);
        };
        let of_seats = matches!(self.scope.counter(&name), Some((_, CounterOf::Seat | CounterOf::Team)));
        if of_seats || self.scope.formula(&name).is_some() {
            self.next += 1;
            let value = self.of_seat(at, &name, Expression::Slot(slots::YOU))?.0;
            self.expect_word("of")?;
            self.expect_word("seats")?;
            let condition = if matches!(self.peek(), Some(Token::Query(..))) {
                self.seat_condition()?
            } else {
                Expression::Number(1)
            };
            return Ok(Extreme::Seat(value, condition));
        }
        let (number, kind) = self.card_number()?;
        self.expect_word("of")?;
        Ok(Extreme::Card(number, kind, self.cards()?))
    }

    /// `[condition]` behind `seats`: each seat is `you` in it.
    pub(super) fn seat_condition(&mut self) -> Result<Expression, Fault> {
        let at = self.at();
        let Some(Token::Query(text)) = self.peek().cloned() else {
            return self.fault(at, "a condition in [ ] is missing", Some("such as `any seat[life <= 0]`"));
        };
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fault(at, "this is nested too deeply", None);
        }
        let found = expression(&text, self.scope, Kind::Truth);
        self.depth -= 1;
        found.map_err(|fault| Fault { at: at + 1 + fault.at, ..fault })
    }

    pub(super) fn one_zone(&mut self) -> Result<ZoneOf, Fault> {
        let at = self.at();
        match self.place()? {
            Place::Zone(zone) => Ok(zone),
            _ => self.fault(at, "one zone is wanted here", None),
        }
    }

    pub(super) fn cards(&mut self) -> Result<CardChoice, Fault> {
        let place = self.place()?;
        let at = self.at();
        let tests = match self.peek().cloned() {
            Some(Token::Query(text)) => {
                self.next += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return self.fault(at, "this is nested too deeply", None);
                }
                let found = query(&text, self.scope).map_err(|fault| Fault { at: at + 1 + fault.at, ..fault });
                self.depth -= 1;
                found?
            }
            _ => Vec::new(),
        };
        let found = CardChoice { place, tests };
        let without = self.take_word("without");
        if !without && !self.take_word("with") {
            return Ok(found);
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fault(self.at(), "this is nested too deeply", None);
        }
        let others = Box::new(self.cards()?);
        self.depth -= 1;
        let place = match without {
            true => Place::Without(Box::new(found), others),
            false => Place::With(Box::new(found), others),
        };
        Ok(CardChoice { place, tests: Vec::new() })
    }

    pub(super) fn place(&mut self) -> Result<Place, Fault> {
        let at = self.at();
        if self.peek() == Some(&Token::Open) {
            return self.seats_zone_or_card();
        }
        let everybody = self.take_word("all");
        let Some(word) = self.peek_word().map(str::to_owned) else {
            return self.fault(at, "a zone is expected here", None);
        };
        if word == "chosen" {
            self.next += 1;
            return Ok(Place::Set(self.scope.chosen));
        }
        if word == "top" && matches!(self.tokens.get(self.next + 1).map(|t| &t.token), Some(Token::Number(_))) {
            self.next += 1;
            let count = self.signed()?.0;
            self.expect_word("of")?;
            let zone_at = self.at();
            let zone = self.one_zone()?;
            let declared = &self.scope.program.zones[usize::from(zone.zone)];
            // Which cards are on top of what is shuffled is only decided when they are drawn.
            let (message, hint) = match (declared.ordered, declared.sees) {
                (true, Sees::All | Sees::Owner) => return Ok(Place::Top(count.into(), zone)),
                (false, _) => (format!("`{}` has no top", declared.id), "declare it with `ordered = true`"),
                (true, Sees::Nobody) => {
                    (format!("nobody knows the top cards of `{}`", declared.id), "take them with `draw`")
                }
            };
            return self.fault(zone_at, message, Some(hint));
        }
        if word == "others" && self.tokens.get(self.next + 1).is_some_and(|t| t.token == Token::Possessive) {
            self.next += 2;
            let (zone, owner) = self.zone_name()?;
            return match owner {
                ZoneOwner::Seat => Ok(Place::Others(zone)),
                _ => self.fault(at, "this zone is not one of each seat", None),
            };
        }
        if let Some((zone, owner)) = self.scope.zone(&word) {
            self.next += 1;
            return match (everybody, owner) {
                (true, ZoneOwner::Table) => {
                    self.fault(at, format!("there is one `{word}` only"), Some("leave `all` out"))
                }
                (true, _) => Ok(Place::Everybodys(zone)),
                (false, ZoneOwner::Table) => Ok(Place::Zone(ZoneOf { zone, seat: None })),
                (false, _) => Ok(Place::Zone(ZoneOf { zone, seat: Some(Expression::Slot(slots::YOU).into()) })),
            };
        }
        self.seats_zone_or_card()
    }

    /// A seat and its zone, or one card. A seat that is more than a name stands in brackets: `(player of it)'s hand`.
    fn seats_zone_or_card(&mut self) -> Result<Place, Fault> {
        let start = self.at();
        let (found, kind) = self.atom()?;
        match kind {
            Kind::Card => Ok(Place::Card(found.into())),
            Kind::Seat if self.take(&Token::Possessive) => {
                let (zone, owner) = self.zone_name()?;
                match owner {
                    ZoneOwner::Table => self.fault(start, "this zone is the table's", Some("leave the seat out")),
                    _ => Ok(Place::Zone(ZoneOf { zone, seat: Some(found.into()) })),
                }
            }
            _ => self.fault(start, "a zone or a card is expected here", None),
        }
    }

    pub(super) fn zone_name(&mut self) -> Result<(u16, ZoneOwner), Fault> {
        let at = self.at();
        let Some(word) = self.peek_word().map(str::to_owned) else {
            return self.fault(at, "the name of a zone is missing", None);
        };
        self.next += 1;
        match self.scope.zone(&word) {
            Some(found) => Ok(found),
            None => {
                let known = self.scope.zone_names();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                Err(Fault::new(at, format!("there is no zone `{word}`"), Some(suggest(&word, &known))))
            }
        }
    }
}
