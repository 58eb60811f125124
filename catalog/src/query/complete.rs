//! What may be typed next: the fields and values that a half-typed word can become.

use std::ops::Range;

use crate::tr;

use super::field::{self, Field, TestField};
use super::lex::{Token, ends_word, is_quote, lex};
use super::print::quote;
use super::{CardPart, CopySource, QueryContext, SortBy};
use crate::fold::{fold, nearest};
use crate::fuzzy;
use crate::game::{FieldKind, GameData};
use crate::noted;

/// Something that may be typed at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The bytes of the text that it replaces.
    pub range: Range<usize>,
    /// What to put there.
    pub text: String,
    /// What it is.
    pub about: String,
}

/// What a half-typed word can become.
struct Candidate {
    text: String,
    about: String,
    /// Other words for it.
    aliases: Vec<String>,
}

impl Candidate {
    fn new(text: impl Into<String>, about: impl Into<String>) -> Candidate {
        Candidate { text: text.into(), about: about.into(), aliases: Vec::new() }
    }

    fn with_aliases<'w>(self, words: impl IntoIterator<Item = &'w str>) -> Candidate {
        Candidate { aliases: words.into_iter().map(str::to_owned).collect(), ..self }
    }

    /// 0 if it begins with this, 1 if another word for it does, 2 if one of its words does.
    fn rank(&self, typed: &str) -> Option<u8> {
        let starts = |word: &str| fold(word).starts_with(typed);
        let inside = |word: &str| fold(word).split(|c: char| !c.is_alphanumeric()).any(|w| w.starts_with(typed));
        match () {
            () if starts(&self.text) => Some(0),
            () if self.aliases.iter().any(|w| starts(w)) => Some(1),
            () if inside(&self.text) || self.aliases.iter().any(|w| inside(w)) => Some(2),
            () => None,
        }
    }
}

/// Where the cursor stands.
struct CursorTerm {
    range: Range<usize>,
    /// What is typed of the word, folded.
    typed: String,
    /// The field whose value it is, with the values before it; none where a term begins.
    of: Option<(String, Vec<String>)>,
}

/// What may be typed at the cursor (a byte of the text): field names where a term begins, values after an operator.
/// What begins with the half-typed word comes first; without any, what it may have been meant to be.
pub fn complete(text: &str, cursor: usize, game: &GameData, context: Option<&dyn QueryContext>) -> Vec<Completion> {
    let Some(cursor) = cursor_term(text, cursor) else { return Vec::new() };
    let has_operator = text[cursor.range.end..].starts_with([':', '=', '!', '<', '>', '~']);
    let finish = |mut candidate: Candidate| {
        if has_operator && cursor.of.is_none() {
            candidate.text.truncate(candidate.text.trim_end_matches(':').len());
        }
        finish(&cursor, candidate)
    };
    let mut candidates = match &cursor.of {
        None => fields(&cursor.typed, game, context),
        Some((field, before)) => {
            let field = field.split_once('.').map_or(field.as_str(), |(base, _)| base);
            let Some(field) = Field::named(field, game) else { return Vec::new() };
            let mut values = values(field, &cursor.typed, game, context);
            values.retain(|v| !before.contains(&fold(&v.text)));
            if !cursor.typed.is_empty() && !values.iter().any(|v| v.rank(&cursor.typed).is_some()) {
                let meant = nearest(&cursor.typed, values.iter().map(|v| v.text.as_str())).map(str::to_owned);
                values.retain(|v| Some(&v.text) == meant.as_ref());
                return values.into_iter().map(finish).collect();
            }
            values
        }
    };
    candidates.retain(|c| c.rank(&cursor.typed).is_some() && fold(&c.text) != cursor.typed);
    candidates.sort_by_key(|c| c.rank(&cursor.typed));
    candidates.into_iter().map(finish).collect()
}

fn finish(cursor: &CursorTerm, candidate: Candidate) -> Completion {
    let text = if cursor.of.is_some() { quote(&candidate.text) } else { candidate.text };
    Completion { range: cursor.range.clone(), text, about: candidate.about }
}

fn cursor_term(text: &str, cursor: usize) -> Option<CursorTerm> {
    let before = text.get(..cursor)?;
    let (mut tokens, typed, start, quoted) = match lex(before) {
        Err(e) if before[e.at..].starts_with(is_quote) => {
            let quote = before[e.at..].chars().next().map_or(1, char::len_utf8);
            (lex(&before[..e.at]).ok()?, &before[e.at + quote..], e.at, true)
        }
        Err(_) => return None,
        Ok(mut tokens) => match tokens.last().map(|t| (&t.token, t.at, t.at + t.len == cursor)) {
            Some((Token::Word(_), at, true)) => {
                tokens.pop();
                (tokens, &before[at..], at, false)
            }
            Some((Token::Quoted(_) | Token::Regex(_), _, true)) => return None,
            _ => (tokens, "", cursor, false),
        },
    };
    let rest = &text[cursor..];
    let end = cursor
        + if quoted {
            rest.find(is_quote).map_or(0, |at| at + rest[at..].chars().next().map_or(0, char::len_utf8))
        } else {
            rest.find(ends_word).unwrap_or(rest.len())
        };
    let mut cursor = CursorTerm { range: start..end, typed: fold(typed), of: None };
    // A minus before a value turns a sort key round; before a term it means not.
    if let [.., last, minus] = &tokens[..]
        && minus.token == Token::Minus
        && matches!(last.token, Token::Op(_) | Token::Comma)
    {
        tokens.pop();
    }
    if tokens.last().is_none_or(|t| before[t.at + t.len..start].contains(char::is_whitespace)) {
        return (!quoted).then_some(cursor);
    }
    let mut values = Vec::new();
    loop {
        match tokens.pop()?.token {
            Token::Comma => match tokens.pop()?.token {
                Token::Word(value) | Token::Quoted(value) => values.push(fold(&value)),
                _ => return None,
            },
            Token::Op(_) => match tokens.pop()?.token {
                Token::Word(field) => {
                    cursor.of = Some((field.to_lowercase(), values));
                    return Some(cursor);
                }
                _ => return None,
            },
            Token::Minus if values.is_empty() => return (!quoted).then_some(cursor),
            Token::Minus => {}
            Token::Open if values.is_empty() => return (!quoted).then_some(cursor),
            _ => return None,
        }
    }
}

/// The fields, and the values that speak for themselves: `ent` may become `type:entity`.
fn fields(typed: &str, game: &GameData, context: Option<&dyn QueryContext>) -> Vec<Candidate> {
    if let Some((base, _)) = typed.split_once('.') {
        return match Field::named(base, game) {
            Some(Field::Test(TestField::Declared(f)))
                if matches!(game.fields[f].kind, FieldKind::Cost | FieldKind::Amounts) =>
            {
                let of = |r: &crate::game::Resource| Candidate::new(format!("{base}.{}", r.id), r.name.clone());
                game.resources.iter().map(of).collect()
            }
            _ => Vec::new(),
        };
    }
    let faction = Candidate::new(
        format!("{}:", game.faction_field),
        tr!("the {faction}, one or several", faction = game.faction_name.to_lowercase()),
    );
    let own = game.fields.iter().filter(|f| f.kind != FieldKind::Flag).map(|f| {
        let about = if f.about.is_empty() { &f.name } else { &f.about };
        Candidate::new(format!("{}:", f.id), about.clone()).with_aliases(f.aliases.iter().map(String::as_str))
    });
    let answered = |field: &Field| match field {
        Field::Test(TestField::Faction) => false,
        Field::Test(TestField::Copies(pile)) => context.is_some_and(|s| s.has(*pile)),
        Field::Test(TestField::In) => context.is_some_and(|s| CopySource::ALL.iter().any(|pile| s.has(*pile))),
        Field::Test(TestField::Fits) => context.is_some_and(|s| s.has(CopySource::Deck)),
        Field::Test(TestField::Legal) => context.is_some(),
        Field::Test(TestField::Era) => game.sets.iter().any(|s| s.era.is_some()),
        _ => true,
    };
    let common = field::COMMON.iter().filter(|(_, field, _)| answered(field)).map(|(names, _, about)| {
        let about = *about;
        Candidate::new(format!("{}:", names[0]), tr!(about)).with_aliases(names[1..].iter().copied())
    });
    let mut all: Vec<Candidate> = [faction].into_iter().chain(own).chain(common).collect();
    if !typed.is_empty() {
        for (name, field) in [
            (game.faction_field.as_str(), TestField::Faction),
            ("type", TestField::Type),
            ("is", TestField::Is),
            ("rarity", TestField::Rarity),
            ("subtype", TestField::Text(CardPart::Subtype)),
            ("set", TestField::Set),
            ("legal", TestField::Legal),
        ] {
            let values =
                values(Field::Test(field), typed, game, context).into_iter().filter(|v| v.rank(typed) < Some(2));
            let values = values.filter(|v| v.rank(typed).is_some());
            all.extend(values.map(|v| {
                let also = [v.text.clone()].into_iter().chain(v.aliases);
                Candidate { text: format!("{name}:{}", quote(&v.text)), about: v.about, aliases: also.collect() }
            }));
        }
    }
    all
}

fn values(field: Field, typed: &str, game: &GameData, context: Option<&dyn QueryContext>) -> Vec<Candidate> {
    let strings = |list: &[String]| list.to_vec();
    let keyword = |k: &crate::game::Keyword| Candidate {
        text: k.id.clone(),
        about: k.text.clone(),
        aliases: strings(&k.aliases),
    };
    let declared = |f: &crate::game::Field| {
        let about = if f.about.is_empty() { &f.name } else { &f.about };
        Candidate { text: f.id.clone(), about: about.clone(), aliases: strings(&f.aliases) }
    };
    let pairs = |list: &[(&str, &str)]| -> Vec<Candidate> {
        list.iter().copied().map(|(text, about)| Candidate::new(text, tr!(about))).collect()
    };
    let field = match field {
        Field::Test(field) => field,
        Field::Sort => {
            let known = |name: &str| SortBy::COMMON.iter().find(|(n, ..)| n[0] == name).map(|(.., about)| *about);
            let about = |name: &str| known(name).map_or_else(|| tr!("by {name}", name), |about| tr!(about));
            let of = |name: &str| Candidate::new(name, about(name));
            return SortBy::names(game).into_iter().map(of).collect();
        }
        Field::Limit => return Vec::new(),
    };
    match field {
        TestField::Type => {
            let own = |t: &crate::game::Type| Candidate {
                text: t.id.clone(),
                about: t.plural.clone(),
                aliases: strings(&t.aliases),
            };
            let mut all: Vec<Candidate> = game.types.iter().map(own).collect();
            for wide in game.types.iter().flat_map(|t| &t.under) {
                if all.iter().all(|c| c.text != *wide) {
                    let of: Vec<&str> =
                        game.types.iter().filter(|t| t.under.contains(wide)).map(|t| t.plural.as_str()).collect();
                    all.push(Candidate::new(wide.clone(), of.join(", ")));
                }
            }
            all
        }
        TestField::Faction => {
            let own = game
                .factions
                .iter()
                .map(|f| Candidate::new(f.id.clone(), f.name.clone()).with_aliases([f.name.as_str()]));
            own.chain(pairs(&[
                ("none", noted!("none of them")),
                ("mono", noted!("exactly one")),
                ("multi", noted!("two or more")),
            ]))
            .collect()
        }
        TestField::Rarity => game.rarities.iter().map(|r| Candidate::new(r.id.clone(), r.name.clone())).collect(),
        TestField::Set => {
            let of = |s: &crate::card::Set| {
                Candidate::new(s.id.clone(), s.name.clone()).with_aliases([s.code.as_str(), s.name.as_str()])
            };
            game.sets.iter().map(of).collect()
        }
        TestField::Era => {
            let mut eras: Vec<&str> = game.sets.iter().filter_map(|s| s.era.as_deref()).collect();
            eras.sort_unstable();
            eras.dedup();
            eras.into_iter().map(|e| Candidate::new(e, tr!("an era"))).collect()
        }
        TestField::Released => {
            game.sets.iter().filter_map(|s| Some(Candidate::new(s.released.clone()?, s.name.clone()))).collect()
        }
        TestField::Keyword => game.keywords.iter().map(keyword).collect(),
        TestField::Is => {
            let flags = game.fields.iter().filter(|f| f.kind == FieldKind::Flag).map(declared);
            flags
                .chain(pairs(&[("permanent", noted!("stays in play"))]))
                .chain(game.keywords.iter().map(keyword))
                .collect()
        }
        TestField::Has => {
            let texts = [
                ("text", noted!("rules text")),
                ("flavor", noted!("flavour text")),
                ("subtype", noted!("a subtype")),
                ("keyword", noted!("a keyword")),
            ];
            game.fields.iter().map(declared).chain(pairs(&texts)).collect()
        }
        TestField::In => {
            let here = CopySource::ALL.iter().filter(|pile| context.is_some_and(|s| s.has(**pile)));
            let candidate = |pile: &CopySource| {
                let about = pile.about();
                Candidate::new(pile.place(), tr!(about))
            };
            here.map(candidate).collect()
        }
        TestField::Fits => vec![Candidate::new(CopySource::Deck.place(), tr!("cards that the open deck can take"))],
        TestField::Legal => {
            let formats = context.map_or_else(Vec::new, QueryContext::formats);
            formats.into_iter().map(|f| Candidate::new(f, tr!("a format"))).collect()
        }
        TestField::Text(CardPart::Subtype) => {
            game.columns.subtypes(&game.cards).iter().map(|s| Candidate::new(s.clone(), tr!("a subtype"))).collect()
        }
        TestField::Text(CardPart::Name) if !typed.is_empty() => {
            let names = fuzzy::names(game, typed, 8).into_iter().map(|ix| game.card(ix));
            names.map(|c| Candidate::new(c.name.clone(), game.type_line(c)).with_aliases([typed])).collect()
        }
        TestField::Declared(f) if game.fields[f].kind == FieldKind::Resources => game
            .resources
            .iter()
            .map(|r| Candidate::new(r.id.clone(), r.name.clone()).with_aliases([r.name.as_str()]))
            .collect(),
        _ => Vec::new(),
    }
}
