//! One test out of a field, an operator and values.

use crate::tr;

use super::field::{Field, TestField};
use super::parse::Parser;
use super::value::{self, Value, mask};
use super::{CardPart, CardTest, CompareOp, CopySource, NumberRange, Query, QueryError, Relation};
use crate::fold::fold;
use crate::game::{FieldKind, GameData, Mask};

/// A field with its operator and values as they stand in the text.
pub(super) struct Term<'t> {
    /// The field's name, in lower case.
    pub name: &'t str,
    pub field: TestField,
    /// One resource of its amounts: what follows the dot.
    pub part: Option<&'t str>,
    /// Position of the field's token.
    pub token: usize,
    pub op: &'static str,
    pub values: Vec<Value>,
}

impl Parser<'_> {
    /// The test that a term asks for; several values are joined by `or`, or for `!=` by `and`.
    pub(super) fn test(&self, term: &Term<'_>) -> Result<Query, QueryError> {
        self.check(term)?;
        let values = &term.values;
        let op = operator(term.op);
        let each = |test: &dyn Fn(&Value) -> Result<CardTest, QueryError>| -> Result<Query, QueryError> {
            let tests = values.iter().map(|v| test(v).map(Query::Test)).collect::<Result<Vec<_>, _>>()?;
            Ok(joined(tests, Query::Or))
        };
        let numbers = |test: &dyn Fn(NumberRange) -> CardTest| -> Result<Query, QueryError> {
            let tests = values
                .iter()
                .map(|v| Ok(Query::Test(test(v.range(term.op)?))))
                .collect::<Result<Vec<_>, QueryError>>()?;
            Ok(joined(tests, if term.op == "!=" { Query::And } else { Query::Or }))
        };
        let game = self.game;
        let query = match term.field {
            TestField::Text(place @ (CardPart::Number | CardPart::Id)) => {
                let op = if term.op == ":" { "=" } else { term.op };
                each(&|v| Ok(CardTest::In(place, v.pattern(op)?)))?
            }
            TestField::Text(place) => each(&|v| Ok(CardTest::In(place, v.pattern(term.op)?)))?,
            TestField::Type => Query::Test(CardTest::Type(mask(
                values,
                &|word| tr!("there is no type `{word}`", word),
                &type_words(game),
            )?)),
            TestField::Set => Query::Test(CardTest::Set(self.sets(values)?)),
            TestField::Era => self.era(values)?,
            TestField::Released => joined(
                values.iter().map(|v| self.released(op, term.op, v)).collect::<Result<_, _>>()?,
                if op == CompareOp::Not { Query::And } else { Query::Or },
            ),
            TestField::Rarity => self.rarity(op, term)?,
            TestField::Keyword => Query::Test(CardTest::Keyword(keywords(mask(
                values,
                &|word| tr!("there is no keyword `{word}`", word),
                &keyword_words(game),
            )?))),
            TestField::Faction => return self.faction(op, term),
            TestField::FactionCount => numbers(&CardTest::Factions)?,
            TestField::Is => each(&|v| self.is(v))?,
            TestField::Has => each(&|v| self.has(v))?,
            TestField::In => each(&|v| self.pile(v))?,
            TestField::Copies(pile) => {
                self.known_pile(pile, term.token)?;
                numbers(&|range| CardTest::Relation(Relation::Copies(pile, range)))?
            }
            TestField::Fits => each(&|v| self.fits(v))?,
            TestField::Legal => each(&|v| self.legal(v, term.token))?,
            TestField::KeywordNumber(k) => numbers(&|range| CardTest::KeywordNumber(k as u8, range))?,
            TestField::Declared(field) => match game.fields[field].kind {
                FieldKind::Number | FieldKind::Cost | FieldKind::Amounts => {
                    let resource = term.part.map(|part| self.resource(field, part, term.token)).transpose()?;
                    numbers(&|range| CardTest::Number { field, resource, range })?
                }
                FieldKind::Text => each(&|v| Ok(CardTest::In(CardPart::Field(field), v.pattern(term.op)?)))?,
                FieldKind::Resources => {
                    let known = words(game.resources.iter().map(|r| [r.id.as_str(), &r.name, &r.letter]));
                    Query::Test(CardTest::Resources(
                        field,
                        op,
                        mask(values, &|word| tr!("there is no resource `{word}`", word), &known)?,
                    ))
                }
                FieldKind::Flag => {
                    let hint = tr!("write {what}", what = format_args!("is:{}", term.name));
                    return Err(self.fault(term.token, tr!("`{field}` is a flag", field = term.name), Some(hint)));
                }
            },
        };
        Ok(if term.op == "!=" && !term.field.compares(game) { Query::Not(Box::new(query)) } else { query })
    }

    /// Whether the operator and the kind of value make sense for the field.
    fn check(&self, term: &Term<'_>) -> Result<(), QueryError> {
        let (compares, is_text) = (term.field.compares(self.game), term.field.is_text(self.game));
        let fits = match term.op {
            "<" | "<=" | ">" | ">=" => compares,
            "~" => is_text,
            _ => true,
        };
        if !fits {
            let hint = if is_text { tr!("use : or = or ~") } else { tr!("use : or =") };
            let message = tr!("`{what}` cannot be compared with `{op}`", what = term.name, op = term.op);
            return Err(self.fault(term.token + 1, message, Some(hint)));
        }
        if term.part.is_some() && !matches!(term.field, TestField::Declared(_)) {
            return Err(self.fault(term.token, tr!("`{field}` has no parts", field = term.name), None));
        }
        match term.values.iter().find(|v| v.regex && !is_text) {
            Some(value) => {
                let hint = tr!("regular expressions are for texts, such as name and text");
                Err(value.fault(tr!("`{field}` is not a text", field = term.name), Some(hint)))
            }
            None => Ok(()),
        }
    }

    fn resource(&self, field: usize, part: &str, token: usize) -> Result<usize, QueryError> {
        let game = self.game;
        let amounts = matches!(game.fields[field].kind, FieldKind::Cost | FieldKind::Amounts);
        game.resource(part).filter(|_| amounts).ok_or_else(|| {
            let known: Vec<&str> =
                if amounts { game.resources.iter().map(|r| r.id.as_str()).collect() } else { vec![] };
            let fault =
                self.fault(token, tr!("`{field}` has no part `{part}`", field = game.fields[field].id, part), None);
            if known.is_empty() { fault } else { fault.suggesting(part, &known) }
        })
    }

    fn sets(&self, values: &[Value]) -> Result<Vec<u16>, QueryError> {
        let sets = &self.game.sets;
        let by = |of: &dyn Fn(&crate::card::Set) -> &str, value: &str| sets.iter().position(|s| fold(of(s)) == value);
        let find = |v: &Value| {
            let value = fold(&v.text);
            let found =
                by(&|s| &s.id, &value).or_else(|| by(&|s| &s.code, &value)).or_else(|| by(&|s| &s.name, &value));
            found.map(|at| at as u16).ok_or_else(|| {
                let known: Vec<&str> = sets.iter().flat_map(|s| [s.id.as_str(), s.code.as_str()]).collect();
                v.fault(tr!("there is no set `{word}`", word = v.text), None).suggesting(&v.text, &known)
            })
        };
        let mut found = values.iter().map(find).collect::<Result<Vec<u16>, QueryError>>()?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn era(&self, values: &[Value]) -> Result<Query, QueryError> {
        let (mut eras, mut sets) = (Vec::new(), Vec::new());
        for value in values {
            let asked = fold(&value.text);
            let of = |(at, set): (usize, &crate::card::Set)| {
                set.era.as_ref().filter(|e| fold(e) == asked).map(|e| (at as u16, e.clone()))
            };
            let found: Vec<(u16, String)> = self.game.sets.iter().enumerate().filter_map(of).collect();
            let Some((_, era)) = found.first() else {
                let known: Vec<&str> = self.game.sets.iter().filter_map(|s| s.era.as_deref()).collect();
                let fault = value.fault(tr!("there is no era `{word}`", word = value.text), None);
                return Err(if known.is_empty() { fault } else { fault.suggesting(&value.text, &known) });
            };
            eras.push(era.clone());
            sets.extend(found.iter().map(|(at, _)| *at));
        }
        sets.sort_unstable();
        Ok(Query::Test(CardTest::Era { eras, sets }))
    }

    fn released(&self, op: CompareOp, sign: &str, value: &Value) -> Result<Query, QueryError> {
        let (from, to) = value.days(sign)?;
        let fits =
            |set: &crate::card::Set| set.released.as_deref().is_some_and(|d| value::day_matches(d, op, (&from, &to)));
        let sets = (0u16..).zip(&self.game.sets).filter(|(_, s)| fits(s)).map(|(at, _)| at).collect();
        let op = if op == CompareOp::Has { CompareOp::Is } else { op };
        Ok(Query::Test(CardTest::Released { op, when: value.text.clone(), sets }))
    }

    fn rarity(&self, op: CompareOp, term: &Term<'_>) -> Result<Query, QueryError> {
        let game = self.game;
        let known = words(game.rarities.iter().map(|r| [r.id.as_str(), r.letter.as_str()]));
        let mask = mask(&term.values, &|word| tr!("there is no rarity `{word}`", word), &known)?;
        let list: Vec<u8> = (0..game.rarities.len() as u8).filter(|i| mask & (1 << i) != 0).collect();
        if list.len() > 1 && !matches!(op, CompareOp::Has | CompareOp::Is | CompareOp::Not) {
            return Err(self.fault(term.token, tr!("compare with one rarity only"), None));
        }
        Ok(Query::Test(CardTest::Rarity(op, list)))
    }

    /// Factions as a set; or how many of them, by a word or a number.
    fn faction(&self, op: CompareOp, term: &Term<'_>) -> Result<Query, QueryError> {
        let game = self.game;
        if let [value] = &term.values[..] {
            let count = |min, max| CardTest::Factions(NumberRange { min, max, outside: op == CompareOp::Not });
            let word = match value.text.to_lowercase().as_str() {
                "none" => Some(count(Some(0), Some(0))),
                "mono" => Some(count(Some(1), Some(1))),
                "multi" => Some(count(Some(2), None)),
                _ => None,
            };
            let numeric = value.text.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            match word {
                Some(_) if !matches!(op, CompareOp::Has | CompareOp::Is | CompareOp::Not) => {
                    let message = tr!("`{what}` cannot be compared with `{op}`", what = value.text, op = term.op);
                    return Err(self.fault(
                        term.token + 1,
                        message,
                        Some(tr!("use {one} or {other}", one = ":", other = format_args!("{}>=2", term.name))),
                    ));
                }
                Some(test) => return Ok(Query::Test(test)),
                None if numeric => return Ok(Query::Test(CardTest::Factions(value.range(term.op)?))),
                None => {}
            }
        }
        let known = words(game.factions.iter().map(|f| [f.id.as_str(), &f.name, &f.letter]));
        let what = game.faction_name.to_lowercase();
        let mask = mask(&term.values, &|word| tr!("there is no {what} `{word}`", what, word), &known)?;
        Ok(Query::Test(CardTest::Faction(op, mask)))
    }

    fn is(&self, value: &Value) -> Result<CardTest, QueryError> {
        let game = self.game;
        let word = value.text.to_lowercase();
        let keyword = game.keywords.iter().position(|k| k.id == word || k.aliases.contains(&word));
        Ok(match (word.as_str(), game.field(&word), keyword) {
            ("home", ..) => CardTest::Home,
            ("permanent", ..) => CardTest::Type(permanent(game)),
            (_, Some(f), _) if game.fields[f].kind == FieldKind::Flag => CardTest::Flag(f),
            (_, Some(f), _) => CardTest::Has(CardPart::Field(f)),
            (_, _, Some(k)) => CardTest::Keyword(vec![k as u8]),
            _ => {
                let known: Vec<&str> = game.fields.iter().map(|f| f.id.as_str()).chain(["home", "permanent"]).collect();
                let fault = value.fault(tr!("there is no `is:{word}`", word = value.text), None);
                return Err(fault.suggesting(&value.text, &known));
            }
        })
    }

    fn has(&self, value: &Value) -> Result<CardTest, QueryError> {
        let game = self.game;
        let word = value.text.to_lowercase();
        let some = NumberRange { min: Some(1), max: None, outside: false };
        let asked = match Field::named(&word, game) {
            Some(Field::Test(field)) => Some(field),
            Some(Field::Sort | Field::Limit) | None => None,
        };
        match asked {
            Some(TestField::Text(place)) => Ok(CardTest::Has(place)),
            Some(TestField::Declared(f)) if game.fields[f].kind == FieldKind::Flag => Ok(CardTest::Flag(f)),
            Some(TestField::Declared(f)) => Ok(CardTest::Has(CardPart::Field(f))),
            Some(TestField::Keyword) => Ok(CardTest::Has(CardPart::Keyword)),
            Some(TestField::KeywordNumber(k)) => Ok(CardTest::Keyword(vec![k as u8])),
            Some(TestField::Faction | TestField::FactionCount) => Ok(CardTest::Factions(some)),
            _ => match game.keywords.iter().position(|k| k.id == word || k.aliases.contains(&word)) {
                Some(k) => Ok(CardTest::Keyword(vec![k as u8])),
                None => {
                    let own = game.fields.iter().map(|f| f.id.as_str());
                    let known: Vec<&str> = own.chain(["text", "flavor", "subtype", "keyword"]).collect();
                    let fault = value.fault(tr!("cards have no `{word}`", word = value.text), None);
                    Err(fault.suggesting(&value.text, &known))
                }
            },
        }
    }

    fn pile(&self, value: &Value) -> Result<CardTest, QueryError> {
        let word = value.text.to_lowercase();
        let Some(pile) = CopySource::ALL.iter().find(|pile| word == pile.field() || word == pile.place()) else {
            let known: Vec<&str> = CopySource::ALL.iter().map(|pile| pile.place()).collect();
            let fault = value.fault(tr!("there is no `in:{word}`", word = value.text), None);
            return Err(fault.suggesting(&value.text, &known));
        };
        if !self.context.is_some_and(|s| s.has(*pile)) {
            return Err(value.fault(no_pile(*pile, self.context.is_some()), relation_hint(self.context.is_some())));
        }
        Ok(CardTest::Relation(Relation::Copies(*pile, NumberRange { min: Some(1), max: None, outside: false })))
    }

    fn fits(&self, value: &Value) -> Result<CardTest, QueryError> {
        let deck = CopySource::Deck;
        if value.text.to_lowercase() != deck.place() {
            let fault = value.fault(tr!("there is no `fits:{word}`", word = value.text), None);
            return Err(fault.suggesting(&value.text, &[deck.place()]));
        }
        if !self.context.is_some_and(|s| s.has(deck)) {
            return Err(value.fault(no_pile(deck, self.context.is_some()), relation_hint(self.context.is_some())));
        }
        Ok(CardTest::Relation(Relation::Fits))
    }

    fn known_pile(&self, pile: CopySource, token: usize) -> Result<(), QueryError> {
        if self.context.is_some_and(|s| s.has(pile)) {
            Ok(())
        } else {
            Err(self.fault(token, no_pile(pile, self.context.is_some()), relation_hint(self.context.is_some())))
        }
    }

    fn legal(&self, value: &Value, token: usize) -> Result<CardTest, QueryError> {
        let Some(context) = self.context else {
            return Err(self.fault(token, tr!("formats are not known here"), relation_hint(false)));
        };
        let (format, on) = value.text.split_once('@').map_or((value.text.as_str(), None), |(f, d)| (f, Some(d)));
        let known = context.formats();
        let Some(format) = known.iter().find(|f| fold(f) == fold(format)) else {
            let fault = value.fault(tr!("there is no format `{format}`", format), None);
            return Err(fault.suggesting(format, &known));
        };
        let day = |text: &str| {
            value::days(text).filter(|(from, to)| from == to).map(|(day, _)| day).ok_or_else(|| {
                value.fault(
                    tr!("`{text}` is not a day", text),
                    Some(tr!("write it as {what}", what = format_args!("{format}@2026-05-01"))),
                )
            })
        };
        Ok(CardTest::Relation(Relation::Legal { format: (*format).to_owned(), on: on.map(day).transpose()? }))
    }
}

/// What is missing for a test about copies.
fn no_pile(pile: CopySource, in_search: bool) -> String {
    match (in_search, pile) {
        (false, _) => tr!("`{field}` cannot be searched here", field = pile.field()),
        (true, CopySource::Deck) => tr!("no deck is open"),
        (true, CopySource::Owned) => tr!("there is no collection here"),
        (true, CopySource::Wanted) => tr!("there is no want list here"),
    }
}

/// Where relations can be asked, for texts that are no search.
fn relation_hint(in_search: bool) -> Option<String> {
    (!in_search).then(|| tr!("it makes sense in a search, not in a data file: what people have is not part of a game"))
}

fn operator(op: &str) -> CompareOp {
    match op {
        "=" => CompareOp::Is,
        "!=" => CompareOp::Not,
        "<" => CompareOp::Less,
        "<=" => CompareOp::AtMost,
        ">" => CompareOp::More,
        ">=" => CompareOp::AtLeast,
        _ => CompareOp::Has,
    }
}

fn joined(mut tests: Vec<Query>, by: impl Fn(Vec<Query>) -> Query) -> Query {
    if tests.len() == 1 { tests.remove(0) } else { by(tests) }
}

fn keywords(mask: Mask) -> Vec<u8> {
    (0..Mask::BITS as u8).filter(|i| mask & (1 << i) != 0).collect()
}

fn permanent(game: &GameData) -> Mask {
    game.types.iter().enumerate().fold(0, |m, (i, t)| if t.permanent { m | 1 << i } else { m })
}

/// Each word with the bit of the declared item that it names.
fn words<'g, I: IntoIterator<Item = &'g str>>(items: impl Iterator<Item = I>) -> Vec<(&'g str, Mask)> {
    items.enumerate().flat_map(|(i, words)| words.into_iter().map(move |w| (w, 1 << i))).collect()
}

/// Type ids, aliases, and the wider types, which stand for several.
pub(super) fn type_words(game: &GameData) -> Vec<(&str, Mask)> {
    words(game.types.iter().map(|t| [&t.id].into_iter().chain(&t.aliases).chain(&t.under).map(String::as_str)))
}

fn keyword_words(game: &GameData) -> Vec<(&str, Mask)> {
    words(game.keywords.iter().map(|k| [&k.id].into_iter().chain(&k.aliases).map(String::as_str)))
}
