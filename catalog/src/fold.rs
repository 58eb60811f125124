//! Names as people compare them: without case, accents or punctuation.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Lower case, accents removed, typographic quotes, dashes and ligatures made plain (`Æther` → `aether`).
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for letter in plain(text).flat_map(char::to_lowercase) {
        match letter {
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            letter => folded.push(letter),
        }
    }
    folded
}

/// The same, but with its case: for texts in which a capital means something else, such as regular expressions.
pub fn without_accents(text: &str) -> String {
    plain(text).collect()
}

fn plain(text: &str) -> impl Iterator<Item = char> {
    text.nfd().filter(|c| !is_combining_mark(*c)).map(|c| match c {
        '\u{2018}' | '\u{2019}' | '\u{02BC}' => '\'',
        '\u{201C}'..='\u{201F}' => '"',
        '\u{2010}'..='\u{2015}' => '-',
        '\u{00A0}' => ' ',
        other => other,
    })
}

/// As it begins a sentence.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// An error as a sentence of its own. One that begins with a path or an id begins as that does.
pub fn as_sentence(error: &str) -> String {
    let first = error.split_whitespace().next().unwrap_or_default();
    if first.chars().all(char::is_alphabetic) { capital(error) } else { error.to_owned() }
}

/// As it stands within a sentence.
pub fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// The id that a name gets: lower-case letters and digits, joined by single hyphens.
/// An apostrophe vanishes (`Babbage's Mindwipe` → `babbages-mindwipe`).
pub fn slug(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in fold(name).chars() {
        if c.is_alphanumeric() {
            out.push(c);
        } else if c != '\'' && !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// The candidate that `word` was probably meant to be, if one is near enough.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = fold(word);
    let reach = 1 + word.chars().count() / 4;
    candidates
        .into_iter()
        .map(|c| (strsim::osa_distance(&word, &fold(c)), c))
        .filter(|(distance, _)| *distance <= reach)
        .min()
        .map(|(_, c)| c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_case_and_quotes_do_not_tell_names_apart() {
        assert_eq!(fold("ÜberParadox"), fold("uberparadox"));
        assert_eq!(fold("Babbage’s"), "babbage's");
    }

    #[test]
    fn errors_begin_as_sentences_and_paths_as_they_are() {
        assert_eq!(as_sentence("the deck is gone"), "The deck is gone");
        assert_eq!(as_sentence("mine/cards.toml: no cards"), "mine/cards.toml: no cards");
        assert_eq!(as_sentence(""), "");
    }

    #[test]
    fn slugs_are_plain() {
        assert_eq!(slug("Babbage's Mindwipe"), "babbages-mindwipe");
        assert_eq!(slug("  --Éclair (1) "), "eclair-1");
    }

    #[test]
    fn a_typo_finds_its_word_and_nonsense_does_not() {
        assert_eq!(nearest("firpower", ["firepower", "armor"]), Some("firepower"));
        assert_eq!(nearest("zzz", ["firepower", "armor"]), None);
    }
}
