//! What abilities count, compare and name, as expressions.

use catalog::ability::{
    Amount, CardFilter, CardRef, CardState, Condition, Countable, PlayerPile, PlayerSide, Selector,
};
use catalog::query::{CardTest, NumberRange, Query};

use super::super::emit::{card, join, next_seat, table_zone, you, zone_of};
use super::super::expression::{CardCheck, CardChoice, CardNumber, Expression, Kind, NONE, Operator, Place};
use super::super::program::{CardRules, Program};
use super::super::slots;
use super::lower::{LowerError, Lowerer};

/// A pile that only some games have.
pub(super) const NO_DOWNLOADS: LowerError = LowerError::BuiltIn("downloads", "name the hand, deck or discard pile");

type Result<T> = std::result::Result<T, LowerError>;

/// A query as checks of a card as it is now: its keywords and what changes in play; all else as printed.
pub(in super::super) fn checks_of(query: &Query, program: &mut Program) -> Vec<Vec<CardCheck>> {
    match query {
        Query::All => vec![Vec::new()],
        _ if !query_is_live(query, program.cards.as_ref()) => vec![vec![CardCheck::Printed(add_query(program, query))]],
        Query::And(parts) => {
            let mut all = Vec::new();
            for part in parts {
                let mut lists = checks_of(part, program);
                match lists.len() {
                    1 => all.append(&mut lists[0]),
                    _ => all.push(CardCheck::Either(lists)),
                }
            }
            vec![all]
        }
        Query::Or(parts) => parts.iter().flat_map(|part| checks_of(part, program)).collect(),
        Query::Not(part) => vec![vec![CardCheck::Not(checks_of(part, program))]],
        Query::Test(CardTest::Keyword(list)) => {
            list.iter().map(|k| vec![compare(CardNumber::Keyword(*k), Operator::More, 0)]).collect()
        }
        Query::Test(CardTest::KeywordNumber(k, range)) => {
            let number = CardNumber::Keyword(*k);
            vec![vec![compare(number, Operator::More, 0), in_range(number, *range)]]
        }
        Query::Test(CardTest::Number { field, range, .. }) => {
            let live = program.cards.iter().flat_map(|rules| &rules.live).position(|live| live.field == *field);
            let live = live.expect("it is live");
            // What has no such number does not fit.
            let has = Query::Test(CardTest::Number {
                field: *field,
                resource: None,
                range: NumberRange { min: None, max: None, outside: false },
            });
            let has = CardCheck::Printed(add_query(program, &has));
            vec![vec![has, in_range(CardNumber::Live(live as u16), *range)]]
        }
        Query::Test(_) => vec![vec![CardCheck::Printed(add_query(program, query))]],
    }
}

fn query_is_live(query: &Query, rules: Option<&CardRules>) -> bool {
    let Some(rules) = rules else { return false };
    match query {
        Query::All => false,
        Query::And(parts) | Query::Or(parts) => parts.iter().any(|part| query_is_live(part, Some(rules))),
        Query::Not(part) => query_is_live(part, Some(rules)),
        Query::Test(CardTest::Keyword(_) | CardTest::KeywordNumber(..)) => true,
        Query::Test(CardTest::Number { field, resource: None, .. }) => rules.live.iter().any(|l| l.field == *field),
        Query::Test(_) => false,
    }
}

fn add_query(program: &mut Program, query: &Query) -> u16 {
    let known = program.queries.iter().position(|known| known == query);
    known.unwrap_or_else(|| {
        program.queries.push(query.clone());
        program.queries.len() - 1
    }) as u16
}

fn compare(number: CardNumber, operator: Operator, n: i32) -> CardCheck {
    CardCheck::Compare(number, operator, Expression::Number(n))
}

fn in_range(number: CardNumber, range: NumberRange) -> CardCheck {
    let mut checks = Vec::new();
    checks.extend(range.min.map(|n| compare(number, Operator::AtLeast, n)));
    checks.extend(range.max.map(|n| compare(number, Operator::AtMost, n)));
    match range.outside {
        true => CardCheck::Not(vec![checks]),
        false => CardCheck::Either(vec![checks]),
    }
}

impl Lowerer<'_> {
    /// A card that an ability knows.
    pub(super) fn known(&self, known: CardRef) -> Result<Expression> {
        match known {
            CardRef::This => Ok(Expression::Slot(slots::THIS)),
            CardRef::It => Ok(Expression::Slot(self.it)),
            CardRef::Host => {
                let host = self.rules.host.ok_or(LowerError::Word("host"))?;
                Ok(Expression::OfCard(CardNumber::Counter(host), Expression::Slot(slots::THIS).into()))
            }
            CardRef::User => Err(LowerError::BuiltIn("user", "name the card with `this`, `it` or `host`")),
        }
    }

    /// A number of cards, as it is now if it changes in play.
    fn number_of(&self, field: usize) -> CardNumber {
        match self.rules.live.iter().position(|live| live.field == field) {
            Some(at) => CardNumber::Live(at as u16),
            None => CardNumber::Printed(self.column_of(field)),
        }
    }

    pub(super) fn amount(&mut self, amount: &Amount) -> Result<Expression> {
        Ok(match amount {
            Amount::Number(n) => Expression::Number(*n),
            Amount::Per(n, what) => {
                let count = self.countable(what)?;
                join(Operator::Multiply, Expression::Number(*n), count)
            }
            Amount::Field(field, known) => Expression::OfCard(self.number_of(*field), self.known(*known)?.into()),
            Amount::Resource(resource) => self.pool(*resource, you())?,
            Amount::Result => return Err(LowerError::Word("result")),
            Amount::X => return Err(LowerError::Word("x")),
        })
    }

    pub(super) fn pool(&self, resource: usize, seat: Expression) -> Result<Expression> {
        Ok(Expression::OfSeat(self.pool_counter(resource)?, seat.into()))
    }

    /// The counter of points.
    pub(super) fn points(&self) -> Result<u16> {
        let how = "name a counter of seats in [cards], `points = \"…\"`";
        self.rules.points.ok_or(LowerError::Undeclared("points", how))
    }

    /// The counter of a resource.
    pub(super) fn pool_counter(&self, resource: usize) -> Result<u16> {
        let counter = self.rules.pools.get(resource).copied().flatten();
        counter.ok_or_else(|| LowerError::Resource(self.game.resources[resource].name.clone()))
    }

    pub(super) fn countable(&mut self, what: &Countable) -> Result<Expression> {
        Ok(match what {
            Countable::Cards(group) => Expression::Count(self.group(group)?.into()),
            Countable::Resource(side, resource) => {
                let seat = self.seat_on(*side)?;
                self.pool(*resource, seat)?
            }
            Countable::Pile(side, pile, query) => {
                let zone = match pile {
                    PlayerPile::Deck => self.rules.deck,
                    PlayerPile::Hand => self.rules.hand,
                    PlayerPile::Discard => self.rules.discard,
                    PlayerPile::Downloads => return Err(NO_DOWNLOADS),
                };
                let seat = self.seat_on(*side)?;
                let tests = checks_of(query, self.program);
                Expression::Count(Box::new(CardChoice { place: Place::Zone(zone_of(zone, seat)), tests }))
            }
            Countable::Points(side) => Expression::OfSeat(self.points()?, self.seat_on(*side)?.into()),
            Countable::Result => return Err(LowerError::Word("result")),
        })
    }

    fn seat_on(&self, side: PlayerSide) -> Result<Expression> {
        match side {
            PlayerSide::Your => Ok(you()),
            PlayerSide::Enemy => self.opponent(),
            PlayerSide::Any => Err(LowerError::Word("a pile or resource of anybody's")),
        }
    }

    /// The only opponent.
    pub(super) fn opponent(&self) -> Result<Expression> {
        if self.seats == 2 { Ok(next_seat()) } else { Err(LowerError::Opponent) }
    }

    /// Cards in play.
    pub(super) fn group(&mut self, group: &CardFilter) -> Result<CardChoice> {
        let place = match group.side {
            PlayerSide::Any => Place::Everybodys(self.rules.play),
            PlayerSide::Your => Place::Zone(zone_of(self.rules.play, you())),
            PlayerSide::Enemy => Place::Others(self.rules.play),
        };
        self.group_in(group, place, Vec::new())
    }

    /// Cards that wait to take effect.
    pub(super) fn waiting(&mut self, group: &CardFilter) -> Result<CardChoice> {
        let stack = self.rules.stack.ok_or(LowerError::Word("negate"))?;
        let side = match group.side {
            PlayerSide::Any => Vec::new(),
            PlayerSide::Your => vec![CardCheck::Compare(CardNumber::Player, Operator::Equal, you())],
            PlayerSide::Enemy => vec![CardCheck::Compare(CardNumber::Player, Operator::Unequal, you())],
        };
        self.group_in(group, Place::Zone(table_zone(stack)), side)
    }

    fn group_in(&mut self, group: &CardFilter, place: Place, side: Vec<CardCheck>) -> Result<CardChoice> {
        let mut tests = self.tests_of(group)?;
        tests.iter_mut().for_each(|list| list.extend(side.iter().cloned()));
        let all = CardChoice { place, tests };
        Ok(match group.other {
            false => all,
            true => {
                let this = card(Expression::Slot(slots::THIS));
                CardChoice { place: Place::Without(Box::new(all), Box::new(this)), tests: Vec::new() }
            }
        })
    }

    /// What a card of a group must be, and how it must be just now.
    pub(super) fn tests_of(&mut self, group: &CardFilter) -> Result<Vec<Vec<CardCheck>>> {
        let mut tests = checks_of(&group.query, self.program);
        if let Some(state) = group.state {
            let state = self.state(state)?;
            tests.iter_mut().for_each(|list| list.push(CardCheck::Either(state.clone())));
        }
        if group.here {
            let lane = CardNumber::Counter(self.rules.lane.ok_or(LowerError::Word("here"))?);
            let here = Expression::OfCard(lane, Expression::Slot(slots::THIS).into());
            tests.iter_mut().for_each(|list| list.push(CardCheck::Compare(lane, Operator::Equal, here.clone())));
        }
        Ok(tests)
    }

    fn state(&self, state: CardState) -> Result<Vec<Vec<CardCheck>>> {
        let has = |counter: Option<u16>, word: &'static str| {
            let counter = counter.ok_or(LowerError::Word(word))?;
            let none = match self.program.counters[usize::from(counter)].kind {
                Kind::Number => 0,
                _ => NONE,
            };
            Ok(compare(CardNumber::Counter(counter), Operator::More, none))
        };
        let rules = self.rules;
        Ok(match state {
            CardState::Tapped => vec![vec![has(rules.tapped, "tapped")?]],
            CardState::Untapped => vec![vec![CardCheck::Not(vec![vec![has(rules.tapped, "untapped")?]])]],
            CardState::Attacking => vec![vec![has(rules.attacking, "attacking")?]],
            CardState::Blocking => vec![vec![has(rules.blocking, "blocking")?]],
            CardState::Fighting => {
                vec![vec![has(rules.attacking, "fighting")?], vec![has(rules.blocking, "fighting")?]]
            }
            CardState::Damaged => vec![vec![has(rules.damage, "damaged")?]],
        })
    }

    pub(super) fn condition(&mut self, condition: &Condition) -> Result<Expression> {
        Ok(match condition {
            Condition::Count { min, max, what } => {
                let count = self.countable(what)?;
                let least = join(Operator::AtLeast, count.clone(), Expression::Number(*min));
                match max {
                    None => least,
                    Some(max) => join(Operator::And, least, join(Operator::AtMost, count, Expression::Number(*max))),
                }
            }
            Condition::ControlsCity(_) => return Err(LowerError::Word("controls a city")),
            Condition::Is(known, query) => {
                let known = self.known(*known)?;
                let tests = checks_of(query, self.program);
                Expression::Any(Box::new(CardChoice { tests, ..card(known) }))
            }
            Condition::In(known, state) => {
                let known = self.known(*known)?;
                let tests = self.state(*state)?;
                Expression::Any(Box::new(CardChoice { tests, ..card(known) }))
            }
            Condition::YourTurn => join(Operator::Equal, Expression::Slot(slots::ACTIVE), you()),
            Condition::First => return Err(LowerError::Word("first")),
            Condition::Not(inner) => Expression::Not(self.condition(inner)?.into()),
            Condition::And(parts) => {
                let mut all = Expression::Number(1);
                for part in parts {
                    all = join(Operator::And, all, self.condition(part)?);
                }
                all
            }
        })
    }

    /// What a target is chosen among, and whether seats are.
    pub(super) fn target(&mut self, selector: &Selector, waits: bool) -> Result<(CardChoice, bool)> {
        let group = match selector {
            Selector::Choose(group) | Selector::UpTo(_, group) => group,
            _ => return Err(LowerError::Word("several targets")),
        };
        let cards = if waits { self.waiting(group)? } else { self.group(group)? };
        Ok((cards, group.players))
    }
}
