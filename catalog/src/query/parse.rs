//! Tokens → tree, bound to the names that a game declares.

use super::lex::{Spanned, Token, lex};
use super::{Count, Error, HowMany, Op, Place, Query, Range, Search, SortBy, SortKey, Test};
use crate::fold::fold;
use crate::game::{FieldKind, Game, Mask};
use crate::read::suggest;

/// How deep brackets may nest.
const DEEPEST: usize = 64;

impl Query {
    /// Parses a query for one game.
    ///
    /// # Errors
    /// Points at the first character that makes no sense.
    pub fn parse(text: &str, game: &Game) -> Result<Query, Error> {
        let search = Search::parse(text, game)?;
        match search.sort.is_empty() {
            true => Ok(search.query),
            false => Err(Error {
                at: text.find("sort:").unwrap_or(0),
                len: 5,
                message: "an order makes no sense here".into(),
                hint: Some("leave `sort:` out".into()),
            }),
        }
    }
}

impl Search {
    /// Parses a query that may have `sort:` terms.
    ///
    /// # Errors
    /// Points at the first character that makes no sense.
    pub fn parse(text: &str, game: &Game) -> Result<Search, Error> {
        let mut parser = Parser::new(text, game)?;
        let query = if parser.tokens.is_empty() { Query::All } else { parser.any()? };
        parser.end()?;
        Ok(Search { query, sort: parser.sort })
    }
}

impl Count {
    /// Parses a counting query: `2..5 of (type:terrain) and 1.. of (cost<=2)`.
    ///
    /// # Errors
    /// Points at the first character that makes no sense.
    pub fn parse(text: &str, game: &Game) -> Result<Count, Error> {
        let mut parser = Parser::new(text, game)?;
        let count = parser.count_any()?;
        parser.end()?;
        Ok(count)
    }
}

struct Parser<'a> {
    game: &'a Game,
    tokens: Vec<Spanned>,
    next: usize,
    end: usize,
    depth: usize,
    sort: Vec<SortKey>,
}

impl<'a> Parser<'a> {
    fn new(text: &str, game: &'a Game) -> Result<Self, Error> {
        Ok(Parser { game, tokens: lex(text)?, next: 0, end: text.len(), depth: 0, sort: Vec::new() })
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|t| &t.token)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(Token::Word(w)) if w.eq_ignore_ascii_case(word))
    }

    fn fault(&self, position: usize, message: impl Into<String>, hint: Option<String>) -> Error {
        let (at, len) = self.tokens.get(position).map_or((self.end, 1), |t| (t.at, t.len));
        Error { at, len, message: message.into(), hint }
    }

    fn end(&self) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(Token::Close) => Err(self.fault(self.next, "a bracket is closed that was not opened", None)),
            Some(_) => Err(self.fault(self.next, "this makes no sense here", None)),
        }
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        let open = self.next;
        self.next += 1;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.fault(open, format!("brackets nest deeper than {DEEPEST}"), None));
        }
        let result = inner(self)?;
        self.depth -= 1;
        if self.peek() != Some(&Token::Close) {
            return Err(self.fault(open, "the bracket is not closed", Some("add ) at the end".into())));
        }
        self.next += 1;
        Ok(result)
    }

    fn any(&mut self) -> Result<Query, Error> {
        let mut parts = vec![self.all()?];
        while self.is_word("or") {
            self.next += 1;
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Query::Or(parts) })
    }

    fn all(&mut self) -> Result<Query, Error> {
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

    fn one(&mut self) -> Result<Query, Error> {
        match self.peek() {
            Some(Token::Minus) => {
                let minus = self.next;
                self.next += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.fault(minus, "too many minus signs", None));
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
            Some(Token::Quoted(text)) => {
                let text = fold(text);
                self.next += 1;
                Ok(Query::Test(Test::Anywhere(text)))
            }
            Some(Token::Word(word)) => {
                let word = word.clone();
                match self.tokens.get(self.next + 1).map(|t| (&t.token, t.apart)) {
                    Some((Token::Op(op), false)) => {
                        let op = *op;
                        let field = self.next;
                        self.next += 2;
                        self.test(&word, field, op)
                    }
                    _ => {
                        self.next += 1;
                        Ok(Query::Test(Test::Anywhere(fold(&word))))
                    }
                }
            }
            Some(Token::Op(_)) => Err(self.fault(self.next, "a field name is missing before this", None)),
            Some(_) => Err(self.fault(self.next, "this makes no sense here", None)),
            None => Err(self.fault(self.next, "something is missing at the end", None)),
        }
    }

    /// The values after an operator: words or quotes, joined by commas, with the position of each.
    fn values(&mut self) -> Result<Vec<(String, usize)>, Error> {
        let mut values = Vec::new();
        loop {
            let minus = self.peek() == Some(&Token::Minus);
            if minus {
                self.next += 1;
            }
            match self.peek() {
                Some(Token::Word(w) | Token::Quoted(w)) => {
                    values.push((if minus { format!("-{w}") } else { w.clone() }, self.next));
                    self.next += 1;
                }
                _ => return Err(self.fault(self.next, "a value is missing here", None)),
            }
            if self.peek() != Some(&Token::Comma) {
                return Ok(values);
            }
            self.next += 1;
        }
    }

    fn test(&mut self, word: &str, field: usize, op: &str) -> Result<Query, Error> {
        let game = self.game;
        let name = word.to_lowercase();
        let values = self.values()?;
        let op_of = operator(op);
        let test = match name.as_str() {
            "sort" | "order" => {
                if self.depth > 0 {
                    return Err(self.fault(
                        field,
                        "an order belongs to the whole search",
                        Some("write it at the end".into()),
                    ));
                }
                for (value, at) in &values {
                    let key = self.sort_key(value, *at)?;
                    self.sort.push(key);
                }
                return Ok(Query::All);
            }
            "name" => self.in_place(Place::Name, op, field, &values)?,
            "text" | "rules" => self.in_place(Place::Text, op, field, &values)?,
            "flavor" | "flavour" => self.in_place(Place::Flavor, op, field, &values)?,
            "subtype" => self.in_place(Place::Subtype, op, field, &values)?,
            "number" => self.in_place(Place::Number, "=", field, &values)?,
            "id" => self.in_place(Place::Id, "=", field, &values)?,
            "type" => Query::Test(Test::Type(self.mask(&values, "type", &type_words(game))?)),
            "set" => Query::Test(Test::Set(self.known_sets(&values)?)),
            "rarity" => {
                let known: Vec<(&str, Mask)> = words(game.rarities.iter().map(|r| [r.id.as_str(), r.letter.as_str()]));
                let mask = self.mask(&values, "rarity", &known)?;
                let list: Vec<u8> = (0..game.rarities.len() as u8).filter(|i| mask & (1 << i) != 0).collect();
                if list.len() > 1 && !matches!(op_of, Op::Has | Op::Is | Op::Not) {
                    return Err(self.fault(field, "compare with one rarity only", None));
                }
                Query::Test(Test::Rarity(op_of, list))
            }
            "keyword" | "kw" => {
                let known: Vec<(&str, Mask)> =
                    words(game.keywords.iter().map(|k| [&k.id].into_iter().chain(&k.aliases).map(String::as_str)));
                let mask = self.mask(&values, "keyword", &known)?;
                Query::Test(Test::Keyword((0..game.keywords.len() as u8).filter(|i| mask & (1 << i) != 0).collect()))
            }
            "is" | "has" => self.is(&values)?,
            _ if name == game.faction_field || name == "faction" => self.faction(op_of, &values)?,
            _ => self.field(&name, field, op, &values)?,
        };
        let by_kind = match name.as_str() {
            "rarity" => true,
            _ => name == game.faction_field || name == "faction" || self.compares(&name),
        };
        if !by_kind {
            self.only_texts(op, field)?;
        }
        Ok(if op == "!=" && !by_kind { Query::Not(Box::new(test)) } else { test })
    }

    /// Whether a field of the game brings its own comparisons: numbers and sets of resources do.
    fn compares(&self, name: &str) -> bool {
        let base = name.split_once('.').map_or(name, |(b, _)| b);
        if self.numbered_keyword(base).is_some() {
            return true;
        }
        let field = self.game.fields.iter().find(|f| f.id == base || f.aliases.iter().any(|a| a == base));
        field.is_some_and(|f| !matches!(f.kind, FieldKind::Text | FieldKind::Flag))
    }

    /// A keyword with a number, where no field has that name.
    fn numbered_keyword(&self, name: &str) -> Option<u8> {
        let named = |id: &String, aliases: &[String]| id == name || aliases.iter().any(|a| a == name);
        if self.game.fields.iter().any(|f| named(&f.id, &f.aliases)) {
            return None;
        }
        self.game.keywords.iter().position(|k| k.number && named(&k.id, &k.aliases)).map(|k| k as u8)
    }

    fn in_place(&self, place: Place, op: &str, field: usize, values: &[(String, usize)]) -> Result<Query, Error> {
        self.only_texts(op, field)?;
        let whole = matches!(op, "=" | "!=");
        Ok(one_or(values.iter().map(|(v, _)| Test::In { place, text: fold(v), whole })))
    }

    fn only_texts(&self, op: &str, field: usize) -> Result<(), Error> {
        match op {
            ":" | "=" | "!=" => Ok(()),
            _ => Err(self.fault(field + 1, format!("this cannot be compared with `{op}`"), Some("use : or =".into()))),
        }
    }

    fn known_sets(&self, values: &[(String, usize)]) -> Result<Vec<u16>, Error> {
        let sets = &self.game.sets;
        let named = |value: &str| sets.iter().position(|s| fold(&s.id) == fold(value) || fold(&s.code) == fold(value));
        let fault = |value: &str, at| {
            let known: Vec<&str> = sets.iter().flat_map(|s| [s.id.as_str(), s.code.as_str()]).collect();
            self.fault(at, format!("there is no set `{value}`"), Some(suggest(value, &known)))
        };
        values.iter().map(|(value, at)| named(value).map(|i| i as u16).ok_or_else(|| fault(value, *at))).collect()
    }

    /// A mask of the known words that the values name.
    fn mask(&self, values: &[(String, usize)], what: &str, known: &[(&str, Mask)]) -> Result<Mask, Error> {
        let mut mask = 0;
        for (value, at) in values {
            let folded = fold(value);
            match known.iter().filter(|(word, _)| fold(word) == folded).map(|(_, m)| m).fold(0, |a, m| a | m) {
                0 => {
                    let names: Vec<&str> = known.iter().map(|(w, _)| *w).collect();
                    return Err(self.fault(*at, format!("there is no {what} `{value}`"), Some(suggest(value, &names))));
                }
                m => mask |= m,
            }
        }
        Ok(mask)
    }

    fn faction(&self, op: Op, values: &[(String, usize)]) -> Result<Query, Error> {
        if let [(value, _)] = values {
            let how_many = match value.to_lowercase().as_str() {
                "none" => Some(HowMany::None),
                "mono" => Some(HowMany::Mono),
                "multi" => Some(HowMany::Multi),
                _ => None,
            };
            if let Some(how_many) = how_many {
                let test = Query::Test(Test::Factions(how_many));
                return Ok(if op == Op::Not { Query::Not(Box::new(test)) } else { test });
            }
        }
        let game = self.game;
        let known = words(game.factions.iter().map(|f| [f.id.as_str(), f.name.as_str(), f.letter.as_str()]));
        let mask = self.mask(values, &game.faction_name.to_lowercase(), &known)?;
        Ok(Query::Test(Test::Faction(op, mask)))
    }

    fn is(&self, values: &[(String, usize)]) -> Result<Query, Error> {
        let game = self.game;
        let mut tests = Vec::new();
        for (value, at) in values {
            let word = value.to_lowercase();
            let flag = game.fields.iter().position(|f| f.id == word);
            let keyword = game.keywords.iter().position(|k| k.id == word || k.aliases.contains(&word));
            tests.push(match (word.as_str(), flag, keyword) {
                ("home", ..) => Test::Home,
                ("permanent", ..) => Test::Type(mask_of(game.types.iter().map(|t| t.permanent))),
                (_, Some(f), _) if game.fields[f].kind == FieldKind::Flag => Test::Flag(f),
                (_, Some(f), _) => Test::Has(f),
                (_, _, Some(k)) => Test::Keyword(vec![k as u8]),
                _ => {
                    let mut known: Vec<&str> = game.fields.iter().map(|f| f.id.as_str()).collect();
                    known.extend(["home", "permanent"]);
                    return Err(self.fault(*at, format!("nothing is `{value}`"), Some(suggest(value, &known))));
                }
            });
        }
        Ok(one_or(tests.into_iter()))
    }

    fn field(&self, name: &str, at: usize, op: &str, values: &[(String, usize)]) -> Result<Query, Error> {
        let game = self.game;
        let (base, part) = name.split_once('.').map_or((name, None), |(b, p)| (b, Some(p)));
        if let Some(keyword) = self.numbered_keyword(name) {
            let ranges = values.iter().map(|(v, p)| self.range(op, v, *p)).collect::<Result<Vec<_>, _>>()?;
            let all = ranges.into_iter().map(|range| Test::KeywordNumber(keyword, range));
            return Ok(if op == "!=" { all_of(all) } else { one_or(all) });
        }
        let Some(field) = game.fields.iter().position(|f| f.id == base || f.aliases.iter().any(|a| a == base)) else {
            let mut known: Vec<&str> = game.fields.iter().map(|f| f.id.as_str()).collect();
            known.extend([
                "name", "type", "subtype", "text", "set", "rarity", "keyword", "is", "flavor", "number", "id", "sort",
            ]);
            known.push(&game.faction_field);
            return Err(self.fault(at, format!("cards have no field `{base}`"), Some(suggest(base, &known))));
        };
        let declared = &game.fields[field];
        let resource = match part {
            None => None,
            Some(part) => {
                let known: Vec<&str> = game.resources.iter().map(|r| r.id.as_str()).collect();
                let found =
                    game.resource(part).filter(|_| matches!(declared.kind, FieldKind::Cost | FieldKind::Amounts));
                let hint = || suggest(part, &known);
                Some(found.ok_or_else(|| self.fault(at, format!("`{base}` has no part `{part}`"), Some(hint())))?)
            }
        };
        match declared.kind {
            FieldKind::Number | FieldKind::Cost | FieldKind::Amounts => {
                let ranges = values.iter().map(|(v, p)| self.range(op, v, *p)).collect::<Result<Vec<_>, _>>()?;
                let all = ranges.into_iter().map(|range| Test::Number { field, resource, range });
                Ok(if op == "!=" { all_of(all) } else { one_or(all) })
            }
            FieldKind::Text => {
                self.only_texts(op, at)?;
                let whole = matches!(op, "=" | "!=");
                Ok(one_or(values.iter().map(|(v, _)| Test::Text { field, text: fold(v), whole })))
            }
            FieldKind::Flag => Err(self.fault(at, format!("`{base}` is a flag"), Some(format!("write is:{base}")))),
            FieldKind::Resources => {
                let known = words(game.resources.iter().map(|r| [r.id.as_str(), r.name.as_str(), r.letter.as_str()]));
                Ok(Query::Test(Test::Resources(field, operator(op), self.mask(values, "resource", &known)?)))
            }
        }
    }

    fn range(&self, op: &str, value: &str, at: usize) -> Result<Range, Error> {
        let bad = || {
            self.fault(at, format!("`{value}` is no number"), Some("write a number, or a range such as 2..4".into()))
        };
        if let Some((min, max)) = value.split_once("..") {
            if !matches!(op, ":" | "=" | "!=") {
                return Err(self.fault(
                    at,
                    format!("a range cannot be compared with `{op}`"),
                    Some("use : or !=".into()),
                ));
            }
            let side = |s: &str| if s.is_empty() { Ok(None) } else { s.parse().map(Some).map_err(|_| bad()) };
            let range = Range { min: side(min)?, max: side(max)?, outside: op == "!=" };
            return match (range.min, range.max) {
                (Some(a), Some(b)) if a > b => {
                    Err(self.fault(at, "the range is empty", Some(format!("write {b}..{a}"))))
                }
                _ => Ok(range),
            };
        }
        let n: i32 = value.parse().map_err(|_| bad())?;
        let (min, max) = match op {
            "<" => (None, Some(n.saturating_sub(1))),
            "<=" => (None, Some(n)),
            ">" => (Some(n.saturating_add(1)), None),
            ">=" => (Some(n), None),
            _ => (Some(n), Some(n)),
        };
        Ok(Range { min, max, outside: op == "!=" })
    }

    fn sort_key(&self, value: &str, at: usize) -> Result<SortKey, Error> {
        let (word, descending) = value.strip_prefix('-').map_or((value, false), |w| (w, true));
        let game = self.game;
        let by = match word {
            "name" => SortBy::Name,
            "set" | "number" | "print" => SortBy::Print,
            "rarity" => SortBy::Rarity,
            "type" => SortBy::Type,
            _ if word == game.faction_field => SortBy::Faction,
            _ => match game.fields.iter().position(|f| f.id == word || f.aliases.iter().any(|a| a == word)) {
                Some(f) => SortBy::Field(f),
                None => {
                    let mut known: Vec<&str> = game.fields.iter().map(|f| f.id.as_str()).collect();
                    known.extend(["name", "set", "rarity", "type"]);
                    return Err(self.fault(at, format!("cannot sort by `{word}`"), Some(suggest(word, &known))));
                }
            },
        };
        Ok(SortKey { by, descending })
    }

    fn count_any(&mut self) -> Result<Count, Error> {
        let mut parts = vec![self.count_all()?];
        while self.is_word("or") {
            self.next += 1;
            parts.push(self.count_all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Count::Or(parts) })
    }

    fn count_all(&mut self) -> Result<Count, Error> {
        let mut parts = vec![self.count_one()?];
        loop {
            if self.is_word("and") {
                self.next += 1;
            } else if matches!(self.peek(), None | Some(Token::Close)) || self.is_word("or") {
                break;
            }
            parts.push(self.count_one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Count::And(parts) })
    }

    fn count_one(&mut self) -> Result<Count, Error> {
        let hint = || Some("for instance: 2..5 of (type:terrain)".to_owned());
        match self.peek() {
            Some(Token::Minus) => {
                self.next += 1;
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err(self.fault(self.next, "too many minus signs", None));
                }
                let inner = self.count_one()?;
                self.depth -= 1;
                Ok(Count::Not(Box::new(inner)))
            }
            Some(Token::Open) => self.nested(Self::count_any),
            Some(Token::Word(word)) => {
                let range = self.range(":", word, self.next).map_err(|mut e| {
                    e.message = "a count begins with a number or a range".into();
                    e.hint = hint();
                    e
                })?;
                let bound =
                    |n: i32| u32::try_from(n).map_err(|_| self.fault(self.next, "a count is not negative", None));
                let (min, max) = (range.min.map(bound).transpose()?.unwrap_or(0), range.max.map(bound).transpose()?);
                self.next += 1;
                if !self.is_word("of") {
                    return Err(self.fault(self.next, "`of` is missing", hint()));
                }
                self.next += 1;
                let query = self.one()?;
                if !self.sort.is_empty() {
                    return Err(self.fault(self.next, "an order makes no sense in a count", None));
                }
                Ok(Count::Of { min, max, query })
            }
            _ => Err(self.fault(self.next, "a count is missing here", hint())),
        }
    }
}

fn operator(op: &str) -> Op {
    match op {
        "=" => Op::Is,
        "!=" => Op::Not,
        "<" => Op::Less,
        "<=" => Op::AtMost,
        ">" => Op::More,
        ">=" => Op::AtLeast,
        _ => Op::Has,
    }
}

fn one_or(tests: impl Iterator<Item = Test>) -> Query {
    let mut list: Vec<Query> = tests.map(Query::Test).collect();
    if list.len() == 1 { list.remove(0) } else { Query::Or(list) }
}

fn all_of(tests: impl Iterator<Item = Test>) -> Query {
    let mut list: Vec<Query> = tests.map(Query::Test).collect();
    if list.len() == 1 { list.remove(0) } else { Query::And(list) }
}

fn mask_of(bits: impl Iterator<Item = bool>) -> Mask {
    bits.enumerate().fold(0, |m, (i, b)| if b { m | 1 << i } else { m })
}

/// Each word with the bit of the declared item that it names.
fn words<'g, I: IntoIterator<Item = &'g str>>(items: impl Iterator<Item = I>) -> Vec<(&'g str, Mask)> {
    items.enumerate().flat_map(|(i, words)| words.into_iter().map(move |w| (w, 1 << i))).collect()
}

/// Type ids, aliases, and the wider types, which stand for several.
fn type_words(game: &Game) -> Vec<(&str, Mask)> {
    words(game.types.iter().map(|t| [&t.id].into_iter().chain(&t.aliases).chain(&t.under).map(String::as_str)))
}
