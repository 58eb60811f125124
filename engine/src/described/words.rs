//! Words in the texts of cards that mean other cards (`1936' and not 1941`): a text is read once for a match, and asked for in each
//! position.

use std::cell::OnceCell;

use catalog::card::Card;
use catalog::query::Query;
use catalog::{CardIx, GameData};

use super::MatchData;
use super::cards::Cards;
use super::evaluate::View;
use super::program::{Column, Program, WordSource};
use crate::kernel::match_options::Refusal;

/// A word that stands in texts of cards: which cards it means, and when it holds of one.
#[derive(Debug, Clone)]
pub struct Word {
    /// The word, with fields of the card that it means in braces: `{year}'`.
    pub text: String,
    /// Cards that it can mean.
    pub of: Query,
    /// The formula of cards that says whether it holds of a card.
    pub formula: u16,
}

/// A text that has been read.
#[derive(Debug, Clone)]
enum Reading<const W: usize> {
    /// A word: the cards that it means, with the formula that must hold of one of them.
    Word(Vec<(Cards<W>, u16)>),
    Not(Box<Reading<W>>),
    All(Vec<Reading<W>>),
    Any(Vec<Reading<W>>),
}

impl<const W: usize> Reading<W> {
    /// Whether it holds, by whether a word does of any of some cards.
    fn holds(&self, is_any: &impl Fn(&Cards<W>, u16) -> bool) -> bool {
        match self {
            Reading::Word(means) => means.iter().any(|(cards, formula)| is_any(cards, *formula)),
            Reading::Not(inner) => !inner.holds(is_any),
            Reading::All(parts) => parts.iter().all(|part| part.holds(is_any)),
            Reading::Any(parts) => parts.iter().any(|part| part.holds(is_any)),
        }
    }
}

/// Words of which the cards are kept while a text is looked up for several cards.
const KEPT_WORDS: usize = 8;

/// For each column of texts that name cards, as `;` between the names of several has it: the cards that each text names.
#[derive(Debug, Default)]
pub(super) struct Names<const W: usize>(Vec<(u16, Vec<Cards<W>>)>);

impl<const W: usize> Names<W> {
    /// Of the cards of a match.
    pub(super) fn new(game: &GameData, program: &Program, cards: &[CardIx]) -> Self {
        let named = |text: &String| {
            let mut named = Cards::EMPTY;
            for name in text.split(';').map(str::trim) {
                let called = |ix: &CardIx| game.card(*ix).name.eq_ignore_ascii_case(name);
                (0..).zip(cards).filter(|(_, ix)| called(ix)).for_each(|(card, _)| named.insert(card));
            }
            named
        };
        let of_column = |column: &u16| match &program.columns[usize::from(*column)] {
            Column::Text(_, texts) => (*column, texts.iter().map(named).collect()),
            Column::Field(_) | Column::Value(_) => (*column, Vec::new()),
        };
        Names(program.name_columns.iter().map(of_column).collect())
    }

    /// The cards that a text of a column names.
    #[inline]
    pub(super) fn get(&self, column: u16, text: i32) -> Cards<W> {
        let texts = self.0.iter().find(|(named, _)| *named == column).map(|(_, texts)| texts.as_slice());
        let text = usize::try_from(text).ok();
        texts.zip(text).and_then(|(texts, text)| texts.get(text)).copied().unwrap_or(Cards::EMPTY)
    }
}

/// The texts of the match's cards that have been read: for each column, those of its texts by their number.
#[derive(Debug, Default)]
pub(super) struct Readings<const W: usize>(Vec<(u16, Vec<Option<Reading<W>>>)>);

impl<const W: usize> Readings<W> {
    /// Reads what the cards of a match say in the fields that the rules read.
    pub(super) fn new(game: &GameData, program: &Program, cards: &[CardIx]) -> Result<Self, Vec<Refusal>> {
        let (mut all, mut refused) = (Vec::new(), Vec::new());
        for column in &program.word_columns {
            let Column::Text(WordSource::Field(field), texts) = &program.columns[usize::from(*column)] else {
                continue;
            };
            let mut read = Vec::new();
            for text in texts {
                let says = |ix: &&CardIx| game.card(**ix).text_in(*field) == Some(text.as_str());
                let Some(card) = cards.iter().find(says) else {
                    read.push(None);
                    continue;
                };
                match (Reader { game, program, cards, rest: text }).whole() {
                    Ok(reading) => read.push(Some(reading)),
                    Err(why) => {
                        let card = game.card(*card).name.clone();
                        refused.push(Refusal { card, why: format!("`{}`: {why}", game.fields[*field].id) });
                        read.push(None);
                    }
                }
            }
            all.push((*column, read));
        }
        if refused.is_empty() { Ok(Readings(all)) } else { Err(refused) }
    }

    /// What was read of a text of a column; `None` for one that says nothing.
    fn get(&self, column: u16, text: i32) -> Option<&Reading<W>> {
        let (_, texts) = self.0.iter().find(|(read, _)| *read == column)?;
        texts.get(usize::try_from(text).ok()?)?.as_ref()
    }
}

impl<const W: usize> View<'_, W> {
    /// Whether what a card says in a field holds; what it does not say does not.
    pub(super) fn text_holds(&self, column: u16, card: u16) -> bool {
        let is_any = |cards: &Cards<W>, formula| !self.with_word(*cards, formula).is_empty();
        self.reading(column, card).is_some_and(|reading| reading.holds(&is_any))
    }

    /// Those of some cards of which [`Self::text_holds`] is true; each word is looked up once for all of them.
    pub(super) fn with_text(&self, all: Cards<W>, column: u16) -> Cards<W> {
        let held = [const { OnceCell::new() }; KEPT_WORDS];
        let with_word = |formula: u16| self.with_word(self.data.all_cards, formula);
        let is_any = |cards: &Cards<W>, formula: u16| {
            let held = match held.get(usize::from(formula)) {
                Some(held) => *held.get_or_init(|| with_word(formula)),
                None => with_word(formula),
            };
            !held.and(cards).is_empty()
        };
        self.those(all, |card| self.reading(column, card).is_some_and(|reading| reading.holds(&is_any)))
    }

    /// Those of some cards that words of a text mean, and of which they hold.
    pub(super) fn meant(&self, all: Cards<W>, column: u16, text: i32) -> Cards<W> {
        let mut found = Cards::EMPTY;
        if let Some(reading) = self.data.readings.get(column, text) {
            self.add_meant(reading, all, &mut found);
        }
        found
    }

    fn reading(&self, column: u16, card: u16) -> Option<&Reading<W>> {
        let numbers = &self.data.columns[usize::from(column)];
        if numbers.has.has(card) { self.data.readings.get(column, numbers.number(card)) } else { None }
    }

    /// Those of some cards that a word means and of which it holds.
    fn with_word(&self, all: Cards<W>, formula: u16) -> Cards<W> {
        self.meeting(all, &self.data.program.card_formulas[usize::from(formula)].value)
    }

    fn add_meant(&self, reading: &Reading<W>, all: Cards<W>, found: &mut Cards<W>) {
        match reading {
            Reading::Word(means) => {
                for (cards, formula) in means {
                    *found = found.or(&self.with_word(cards.and(&all), *formula));
                }
            }
            Reading::Not(inner) => self.add_meant(inner, all, found),
            Reading::All(parts) | Reading::Any(parts) => {
                parts.iter().for_each(|part| self.add_meant(part, all, found));
            }
        }
    }
}

/// Reads a text, word by word.
struct Reader<'a> {
    game: &'a GameData,
    program: &'a Program,
    cards: &'a [CardIx],
    rest: &'a str,
}

/// How deep brackets may nest.
const DEEPEST: usize = 16;

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<&'a str> {
        let text = self.rest.trim_start();
        let first = text.chars().next()?;
        let end = match first {
            '(' | ')' | ',' => 1,
            _ => text.find(|c: char| c.is_whitespace() || "(),".contains(c)).unwrap_or(text.len()),
        };
        Some(&text[..end])
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == Some(word);
        if found {
            self.rest = &self.rest.trim_start()[word.len()..];
        }
        found
    }

    fn whole<const W: usize>(&mut self) -> Result<Reading<W>, String> {
        let reading = self.list(DEEPEST)?;
        match self.peek() {
            None => Ok(reading),
            Some(word) => Err(format!("`{word}` makes no sense where it stands")),
        }
    }

    /// What stands between commas holds all of it.
    fn list<const W: usize>(&mut self, depth: usize) -> Result<Reading<W>, String> {
        let part = |reader: &mut Self| reader.joined("and", depth, &Reading::All, Self::one);
        let either = |reader: &mut Self| reader.joined("or", depth, &Reading::Any, |reader, _| part(reader));
        self.joined(",", depth, &Reading::All, |reader, _| either(reader))
    }

    fn joined<const W: usize>(
        &mut self,
        word: &str,
        depth: usize,
        join: &dyn Fn(Vec<Reading<W>>) -> Reading<W>,
        part: impl Fn(&mut Self, usize) -> Result<Reading<W>, String>,
    ) -> Result<Reading<W>, String> {
        let mut parts = vec![part(self, depth)?];
        while self.take(word) {
            parts.push(part(self, depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { join(parts) })
    }

    fn one<const W: usize>(&mut self, depth: usize) -> Result<Reading<W>, String> {
        let Some(depth) = depth.checked_sub(1) else { return Err("this is nested too deeply".into()) };
        if self.take("not") {
            return Ok(Reading::Not(Box::new(self.one(depth)?)));
        }
        if self.take("(") {
            let inner = self.list(depth)?;
            return if self.take(")") { Ok(inner) } else { Err("a bracket is not closed".into()) };
        }
        let Some(word) = self.peek() else { return Err("a word is missing at the end".into()) };
        if ["and", "or", ")", ","].contains(&word) {
            return Err(format!("`{word}` makes no sense where it stands"));
        }
        self.take(word);
        let means = |declared: &Word, card: &Card| {
            declared.of.matches(card) && written(self.game, &declared.text, card) == word
        };
        let mut found = Vec::new();
        for declared in &self.program.words {
            let mut meant = Cards::EMPTY;
            let fitting = (0..).zip(self.cards).filter(|(_, ix)| means(declared, self.game.card(**ix)));
            fitting.for_each(|(at, _)| meant.insert(at));
            if !meant.is_empty() {
                found.push((meant, declared.formula));
            }
        }
        // A card that the game has and the match has not is nowhere.
        let is_known = || self.program.words.iter().any(|word| self.game.cards.iter().any(|card| means(word, card)));
        if found.is_empty() && !is_known() {
            return Err(format!("`{word}` means no card"));
        }
        Ok(Reading::Word(found))
    }
}

/// A word as it is written of a card: `{year}'` is `1936'`. Of what the card does not have there is nothing.
fn written(game: &GameData, text: &str, card: &Card) -> String {
    let mut written = String::new();
    for (at, part) in text.split(['{', '}']).enumerate() {
        let field = if at % 2 == 1 { game.field(part) } else { None };
        match field {
            Some(field) => match (card.text_in(field), card.number_in(field)) {
                (Some(text), _) => written.push_str(text),
                (None, Some(number)) => written.push_str(&number.to_string()),
                (None, None) => {}
            },
            None => written.push_str(part),
        }
    }
    written
}

impl<const W: usize> MatchData<W> {
    /// What the words in the texts of its cards mean.
    pub(super) fn read_words(&mut self) -> Result<(), Vec<Refusal>> {
        self.readings = Readings::new(&self.game, &self.program, &self.cards)?;
        Ok(())
    }
}
