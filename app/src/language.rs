//! The languages that the window speaks. English stands in the source, in `tr!`; what the others say for it stands in
//! `texts/`, one gettext file for each. Cards, rulebooks and the command line keep the language they are written in.

use std::borrow::Cow;
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Once};

use catalog::tr;
use polib::po_file;
use serde::{Deserialize, Serialize};
use tr::Translator;

/// A language of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, strum::VariantArray, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// As the source is written.
    #[default]
    #[value(name = "en")]
    English,
    /// From `texts/de.po`.
    #[value(name = "de")]
    German,
}

static GERMAN: LazyLock<Translations> = LazyLock::new(|| Translations::read(include_str!("../../texts/de.po")));

/// Which of [`Language::ALL`] is spoken.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// What is spoken in this thread instead, while somebody else is spoken to.
    static MEANWHILE: Cell<Option<Language>> = const { Cell::new(None) };
}

impl Language {
    /// All of them.
    pub const ALL: &'static [Language] = <Language as strum::VariantArray>::VARIANTS;

    /// What it calls itself.
    pub fn title(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::German => "Deutsch",
        }
    }

    /// Its two letters by ISO 639-1.
    pub fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language with these letters, also where a country follows: `de`, `de-AT`, `de_CH.UTF-8`.
    pub fn from_code(code: &str) -> Option<Language> {
        let letters = code.split(['-', '_', '.', ';']).next().unwrap_or("").to_lowercase();
        Language::ALL.iter().copied().find(|language| language.code() == letters)
    }

    /// The first one that the system asks for and that is here.
    pub fn from_system() -> Language {
        sys_locale::get_locales().find_map(|code| Language::from_code(&code)).unwrap_or_default()
    }

    /// The first language of a list as browsers send it, the best first, that is here: `de-AT,de;q=0.8,en;q=0.5`.
    pub fn from_list(list: &str) -> Language {
        list.split(',').find_map(|code| Language::from_code(code.trim())).unwrap_or_default()
    }

    /// The one that is spoken.
    pub fn current() -> Language {
        MEANWHILE.get().unwrap_or_else(|| Language::ALL[CURRENT.load(Ordering::Relaxed)])
    }

    /// Has what is said meanwhile, in this thread, said in this language.
    pub fn speak<S>(self, say: impl FnOnce() -> S) -> S {
        struct Before(Option<Language>);
        impl Drop for Before {
            fn drop(&mut self) {
                MEANWHILE.set(self.0);
            }
        }
        let _before = Before(MEANWHILE.replace(Some(self)));
        say()
    }

    /// Has everything said from now on in this language, wherever this program says it.
    pub fn set_current(self) {
        // Set once, since a text may be said within a text: a second writer would have both wait.
        static BEGUN: Once = Once::new();
        BEGUN.call_once(|| {
            tr::set_translator!(CurrentLanguage);
            catalog::set_translator(CurrentLanguage);
            formats::set_translator(CurrentLanguage);
            engine::set_translator(CurrentLanguage);
            host::set_translator(CurrentLanguage);
        });
        CURRENT.store(self as usize, Ordering::Relaxed);
    }
}

/// What a language says for each text, in as many forms as it counts.
struct Translations(HashMap<String, Vec<String>>);

impl Translations {
    fn read(texts: &str) -> Translations {
        let read = po_file::parse_from_reader(texts.as_bytes()).expect("a test reads this file");
        let said = read.messages().map(|message| {
            let forms = match message.msgstr_plural() {
                Ok(forms) => forms.clone(),
                Err(_) => vec![message.msgstr().unwrap_or_default().to_owned()],
            };
            let context = message.msgctxt().filter(|c| !c.is_empty());
            (key(message.msgid(), context).into_owned(), forms)
        });
        Translations(said.filter(|(_, forms)| forms.iter().all(|form| !form.is_empty())).collect())
    }

    fn form(&self, text: &str, context: Option<&str>, form: usize) -> Option<&str> {
        self.0.get(&*key(text, context)).and_then(|forms| forms.get(form)).map(String::as_str)
    }
}

/// A text with its context as gettext writes the two into one.
fn key<'a>(text: &'a str, context: Option<&str>) -> Cow<'a, str> {
    context.map_or(Cow::Borrowed(text), |context| Cow::Owned(format!("{context}\u{4}{text}")))
}

/// Says everything in the language that is spoken at the moment.
#[derive(Clone, Copy)]
struct CurrentLanguage;

impl CurrentLanguage {
    fn translations() -> Option<&'static Translations> {
        match Language::current() {
            Language::English => None,
            Language::German => Some(&GERMAN),
        }
    }
}

impl Translator for CurrentLanguage {
    fn translate<'a>(&'a self, text: &'a str, context: Option<&'a str>) -> Cow<'a, str> {
        quoted(CurrentLanguage::translations().and_then(|words| words.form(text, context, 0)).unwrap_or(text))
    }

    fn ntranslate<'a>(&'a self, n: u64, one: &'a str, many: &'a str, context: Option<&'a str>) -> Cow<'a, str> {
        // German counts as English does.
        let is_one = n == 1;
        let said = CurrentLanguage::translations().and_then(|words| words.form(one, context, usize::from(!is_one)));
        quoted(said.unwrap_or(if is_one { one } else { many }))
    }
}

/// A text with the language's quotation marks where one for a terminal has backticks.
fn quoted(text: &str) -> Cow<'_, str> {
    if !text.contains('`') {
        return Cow::Borrowed(text);
    }
    let marks = match Language::current() {
        Language::English => ['“', '”'],
        Language::German => ['„', '“'],
    };
    let mut pieces = text.split('`');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for (at, piece) in pieces.enumerate() {
        out.push(marks[at % 2]);
        out.push_str(piece);
    }
    Cow::Owned(out)
}

/// The name of something within a sentence: small in English, as it is in a language that writes nouns large.
pub fn in_sentence(name: &str) -> String {
    match CurrentLanguage::translations() {
        None => name.to_lowercase(),
        Some(_) => name.to_owned(),
    }
}

/// When something was, counted from now: `just now`, `3 hours ago`.
pub fn ago(then: i64) -> String {
    match (crate::saved_event::now() - then).max(0) {
        s if s < 60 => tr!("just now"),
        s if s < 3600 => tr!("1 minute ago" | "{n} minutes ago" % s / 60),
        s if s < 86_400 => tr!("1 hour ago" | "{n} hours ago" % s / 3600),
        s => tr!("1 day ago" | "{n} days ago" % s / 86_400),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_backticks_is_quoted() {
        assert_eq!(quoted("there is no type `{word}`, but `{other}`"), "there is no type “{word}”, but “{other}”");
        assert_eq!(Language::German.speak(|| quoted("`{word}` fehlt").into_owned()), "„{word}“ fehlt");
        assert_eq!(quoted("no marks"), "no marks");
    }

    #[test]
    fn a_language_is_known_by_its_letters() {
        assert_eq!(Language::from_code("de_AT.UTF-8"), Some(Language::German));
        assert_eq!(Language::from_code("EN-gb"), Some(Language::English));
        assert_eq!(Language::from_code("C"), None);
        assert_eq!(Language::from_code(""), None);
        assert_eq!(Language::from_list("fr-CH, fr;q=0.9, de;q=0.7, en;q=0.8"), Language::German);
        assert_eq!(Language::from_list("*"), Language::English);
    }
}
