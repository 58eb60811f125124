//! Texts in the source: literals in `tr!` and `noted!`, and those that stand in neither.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use catalog::game::goldfish::OpeningHand;
use catalog::{Source, load};
use formats::GameLibrary;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A text as translators know it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Text {
    pub one: String,
    pub many: Option<String>,
    pub context: Option<String>,
}

/// A literal of the source.
pub enum Said {
    /// In `tr!` or `noted!`.
    Text(Text),
    /// Words that stand in neither.
    Bare(String),
    /// A use of `tr!` that cannot work.
    Amiss(String),
}

/// Crates that say something on the screen.
const CRATES: [&str; 5] = ["app", "catalog", "engine", "formats", "host"];
/// Where the window says everything that it says.
const WINDOW: [&str; 3] = ["screen", "window", "widget"];

/// What the shipped data say of themselves, with the folder that says it.
fn prose() -> impl Iterator<Item = (String, String)> {
    let source = Source::shipped();
    source
        .games()
        .iter()
        .flat_map(|id| {
            let game = Arc::new(load::game(&source, id).expect("the game loads"));
            let library = GameLibrary::load(&source, game).expect("the library loads");
            let game = &library.game;
            let mut said = vec![game.about.clone(), game.goldfish.goal_text.clone()];
            if let OpeningHand::Dealt { keep_text, .. } = &game.goldfish.hand {
                said.push(keep_text.clone());
            }
            said.extend(library.formats.iter().map(|format| format.about.clone()));
            let decks = library.decks.iter().map(|(_, deck)| deck);
            said.extend(decks.flat_map(|deck| [deck.about.clone(), deck.goal_text.clone().unwrap_or_default()]));
            for product in &library.products {
                let reasons = game.indices().flat_map(|card| &product.ratings(game)[card.at()].parts);
                // What was counted has texts of its own in the source.
                let worded = reasons.filter(|(why, _)| !why.contains(|c: char| c.is_ascii_digit()));
                said.extend(worded.map(|(why, _)| why.clone()));
            }
            let folder = format!("data/{id}");
            said.into_iter().filter(|text| !text.is_empty()).map(move |text| (text, folder.clone())).collect::<Vec<_>>()
        })
        .collect::<Vec<_>>()
        .into_iter()
}

/// Every text, with the files that say it.
pub fn texts(root: &Path) -> BTreeMap<Text, BTreeSet<String>> {
    let mut texts: BTreeMap<Text, BTreeSet<String>> = BTreeMap::new();
    for (one, folder) in prose() {
        texts.entry(Text { one, many: None, context: Some("data".into()) }).or_default().insert(folder);
    }
    for name in CRATES {
        for (file, said) in under(root, &format!("{name}/src")) {
            for said in said {
                if let Said::Text(text) = said {
                    texts.entry(text).or_default().insert(file.clone());
                }
            }
        }
    }
    texts
}

/// What the files of the window say.
pub fn window(root: &Path) -> Vec<(String, Vec<Said>)> {
    let mut all = under(root, "app/src");
    let of_window = |file: &str| {
        let rest = file.strip_prefix("app/src/").unwrap_or(file);
        let room = rest.split(['/', '.']).next().unwrap_or("");
        WINDOW.contains(&room) || ["key.rs", "theme.rs"].contains(&rest)
    };
    all.retain(|(file, _)| of_window(file));
    all
}

/// The places to fill in a text: `{n}`, `{name}`, `{}`.
pub fn places(text: &str) -> BTreeSet<String> {
    let open = text.replace("{{", "").replace("}}", "");
    open.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.to_owned()).collect()
}

fn under(root: &Path, folder: &str) -> Vec<(String, Vec<Said>)> {
    let mut out = Vec::new();
    let mut waiting = vec![root.join(folder)];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the source") {
            let path = entry.expect("can be read").path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root).expect("under the root").display().to_string();
                let source = std::fs::read_to_string(&path).expect("a file of the source");
                let tokens: TokenStream = source.parse().unwrap_or_else(|e| panic!("{name}: {e}"));
                let mut said = Vec::new();
                walk(tokens, &mut said);
                out.push((name, said));
            }
        }
    }
    out.sort_by(|a, b| a.0.cmp(&b.0));
    out
}

fn walk(tokens: TokenStream, said: &mut Vec<Said>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let ident = |at: usize| match tokens.get(at) {
            Some(TokenTree::Ident(word)) => Some(word.to_string()),
            _ => None,
        };
        let group = |at: usize| match tokens.get(at) {
            Some(TokenTree::Group(group)) => Some(group),
            _ => None,
        };
        let sign = |at: usize, c: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
        let word = ident(at).unwrap_or_default();
        let attribute = |at: usize| group(at).is_some_and(|g| g.delimiter() == Delimiter::Bracket);
        let tests = word == "mod" && ident(at + 1).as_deref() == Some("tests") && group(at + 2).is_some();
        if sign(at, '#') && attribute(at + 1) {
            at += 2;
        } else if tests || sign(at, '#') && sign(at + 1, '!') && attribute(at + 2) {
            at += 3;
        } else if sign(at + 1, '!') && matches!(word.as_str(), "tr" | "noted") && group(at + 2).is_some() {
            if let Some(group) = group(at + 2) {
                collect(group, said);
            }
            at += 3;
        } else if sign(at + 1, '!') && word == "told" && group(at + 2).is_some() {
            if let Some(group) = group(at + 2) {
                collect_told(group, said);
            }
            at += 3;
        } else if sign(at + 1, '!') && word == "format" && group(at + 2).is_some() {
            if let Some(group) = group(at + 2) {
                said.extend(group.stream().into_iter().take(1).filter_map(formatted).map(Said::Bare));
                walk(group.stream().into_iter().skip(1).collect(), said);
            }
            at += 3;
        } else if sign(at + 1, '!') && SILENT.contains(&word.as_str()) || word == "expect" && group(at + 1).is_some() {
            at += if word == "expect" { 2 } else { 3 };
        } else {
            match token {
                TokenTree::Group(group) => {
                    let before = at.checked_sub(1).and_then(ident).unwrap_or_default();
                    if SHOWING.contains(&before.as_str()) {
                        said.extend(shown(group).map(Said::Bare));
                    }
                    walk(group.stream(), said);
                }
                TokenTree::Literal(literal) => {
                    let bare = string(&literal.to_string()).filter(|text| is_said(text));
                    said.extend(bare.map(Said::Bare));
                }
                _ => {}
            }
            at += 1;
        }
    }
}

/// The words of a template of `format!`, were it only one between places. What has no space is the name of a file, or is typed
/// into the search.
fn formatted(template: TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = template else { return None };
    let text = string(&literal.to_string())?;
    (text.contains(' ') && has_word(&without_places(&text))).then_some(text)
}

fn has_word(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() >= 2)
}

/// What shows its first argument, so that a single small word is a text as well.
const SHOWING: [&str; 12] =
    ["body", "caption", "emphasis", "page", "primary", "plain", "quiet", "tab", "cut", "done", "wrong", "badge"];

/// A single small word that is shown.
fn shown(group: &Group) -> Option<String> {
    let literals = group.stream().into_iter().filter_map(|token| match token {
        TokenTree::Literal(literal) => string(&literal.to_string()),
        _ => None,
    });
    let is_word = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count() > 1 && !text.contains('{');
    literals.filter(is_word).find(|text| !is_said(text))
}

/// Macros whose words nobody sees on the screen.
const SILENT: [&str; 8] =
    ["panic", "unreachable", "assert", "assert_eq", "debug_assert", "env", "include_str", "include_bytes"];

/// A template without what is filled in.
fn without_places(text: &str) -> String {
    let mut open = String::new();
    let mut depth = 0;
    for c in text.chars() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ if depth == 0 => open.push(c),
            _ => {}
        }
    }
    open
}

/// Whether a literal is words: two that follow each other, or one with a capital.
fn is_said(text: &str) -> bool {
    let open = without_places(text);
    let is_word = |w: &&str| w.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let words: Vec<&str> = open.split_whitespace().filter(is_word).collect();
    words.len() > 1
        || words.first().is_some_and(|w| w.starts_with(char::is_uppercase))
        || (words.len() == 1 && open.trim() != open)
}

/// A string literal without its quotes.
fn string(literal: &str) -> Option<String> {
    if literal.starts_with('"') {
        let inside = literal.strip_prefix('"')?.strip_suffix('"')?;
        let mut out = String::new();
        let mut chars = inside.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\\' => match chars.next()? {
                    'n' => out.push('\n'),
                    't' => out.push('\t'),
                    '\n' => while chars.next_if(|c| c.is_whitespace()).is_some() {},
                    'u' => {
                        let code: String = chars.by_ref().skip(1).take_while(|c| *c != '}').collect();
                        out.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
                    }
                    other => out.push(other),
                },
                c => out.push(c),
            }
        }
        return Some(out);
    }
    let raw = literal.strip_prefix('r')?.trim_matches('#');
    Some(raw.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

/// What stands in `tr!(…)`: `["context" =>] "one" [| "many" % n] [, arguments]`.
fn collect(group: &Group, said: &mut Vec<Said>) {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let literal = |at: usize| match tokens.get(at) {
        Some(TokenTree::Literal(l)) => string(&l.to_string()),
        _ => None,
    };
    let sign = |at: usize, c: char| matches!(tokens.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
    let (context, first) = if sign(1, '=') && sign(2, '>') { (literal(0), 3) } else { (None, 0) };
    // A text that was noted elsewhere.
    let Some(one) = literal(first) else { return };
    let many = sign(first + 1, '|').then(|| literal(first + 2)).flatten();
    let rest = &tokens[(first + 1).min(tokens.len())..];
    let mut wanted = places(&one);
    wanted.extend(many.iter().flat_map(|many| places(many)));
    let given: BTreeSet<String> = rest.iter().enumerate().filter_map(|(at, t)| name(rest, at, t)).collect();
    wanted.remove(if many.is_some() { "n" } else { "" });
    let positional = wanted.iter().any(|p| p.is_empty() || p.parse::<usize>().is_ok());
    if let Some(place) =
        wanted.iter().find(|place| !place.is_empty() && !given.contains(*place)).filter(|_| !positional)
    {
        said.push(Said::Amiss(format!("nothing is given for {{{place}}} in {one:?}")));
    }
    if positional && rest.is_empty() {
        said.push(Said::Amiss(format!("nothing is given for the places in {one:?}")));
    }
    said.push(Said::Text(Text { one, many, context }));
}

/// What stands in `told!(to, seat, [seat,] …)`: forms between `/`, each `"one"` or `"one" | "many"`, and arguments.
fn collect_told(group: &Group, said: &mut Vec<Said>) {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let literal = |token: &TokenTree| match token {
        TokenTree::Literal(l) => string(&l.to_string()),
        _ => None,
    };
    let sign = |token: &TokenTree, c: char| matches!(token, TokenTree::Punct(p) if p.as_char() == c);
    let first = tokens.iter().position(|token| literal(token).is_some()).unwrap_or(tokens.len());
    let end = tokens[first..].iter().position(|token| sign(token, ',')).map_or(tokens.len(), |at| first + at);
    let (forms, rest) = (&tokens[first..end], &tokens[end..]);
    let mut given: BTreeSet<String> = rest.iter().enumerate().filter_map(|(at, t)| name(rest, at, t)).collect();
    given.extend(["who", "whom", "other", "n"].map(str::to_owned));
    for form in forms.split(|token| sign(token, '/')) {
        let mut literals = form.iter().filter_map(literal);
        let Some(one) = literals.next() else { continue };
        let many = literals.next();
        let wanted = places(&one).into_iter().chain(many.iter().flat_map(|many| places(many)));
        let missing = wanted.filter(|place| !given.contains(place));
        said.extend(missing.map(|place| Said::Amiss(format!("nothing is given for {{{place}}} in {one:?}"))));
        said.push(Said::Text(Text { one, many, context: None }));
    }
}

/// The name of an argument that begins here: `name` or `name = …` after a comma.
fn name(tokens: &[TokenTree], at: usize, token: &TokenTree) -> Option<String> {
    let TokenTree::Ident(word) = token else { return None };
    let after_comma = at > 0 && matches!(&tokens[at - 1], TokenTree::Punct(p) if p.as_char() == ',');
    let ends = match tokens.get(at + 1) {
        None => true,
        Some(TokenTree::Punct(p)) => matches!(p.as_char(), ',' | '='),
        Some(_) => false,
    };
    (after_comma && ends).then(|| word.to_string())
}
