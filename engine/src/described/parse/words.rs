//! What a word at the beginning of something means: what the language knows, and the names that a game declares.

use super::super::expression::{CardNumber, Combination, Ending, Expression, Kind, NONE, Operator};
use super::super::lexer::Token;
use super::super::scope::CounterOf;
use super::super::slots;
use super::cards::Extreme;
use super::{Fault, Parser, Typed};

impl Parser<'_, '_> {
    pub(super) fn word(&mut self, at: usize, word: &str) -> Result<Typed, Fault> {
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
            "opponent" if self.peek_word() == Some("of") => {
                let seat = match self.tokens.get(self.next + 1).map(|lexeme| &lexeme.token) {
                    Some(Token::Word(seat)) => seat.as_str(),
                    _ => "…",
                };
                let hint = format!("of two seats the other one is `left of {seat}`; what is its own is `opponent's …`");
                self.fault(at, "`opponent` is the other seat than `you`, and nobody else's", Some(&hint))
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

    fn knows_melds(&self, at: usize) -> Result<(), Fault> {
        match self.scope.has_melds {
            true => Ok(()),
            false => self.fault(at, "no melds are declared", Some("say with `[[meld]]` which cards make one")),
        }
    }
}
