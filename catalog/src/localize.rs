//! What this program tells people, in the language that is spoken, and what it writes into files or says of them, in
//! English.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt::{self, Display, Formatter};

use tr::Translator;
use tr::internal::with_translator;
#[doc(hidden)]
pub use tr::runtime_format;
use tr::runtime_format::display_string;

/// Says a text in the language that is spoken, with what is written like the macro of this name in the crate `tr`:
///
/// ```ignore
/// tr!("Settings"); tr!("verb" => "Deal"); tr!("{name} has {}", what, name); tr!("one card" | "{n} cards" % count);
/// ```
///
/// That macro compiles the way to the translator for every text anew; there are thousands.
#[macro_export]
macro_rules! tr {
    ($text:tt $(, $($args:tt)*)?) => {
        $crate::localize::translate(module_path!(), $text, None, $crate::localize::runtime_format!(@parse_args [] $($($args)*)?))
    };
    ($context:tt => $text:tt $(, $($args:tt)*)?) => {
        $crate::localize::translate(
            module_path!(), $text, Some($context), $crate::localize::runtime_format!(@parse_args [] $($($args)*)?)
        )
    };
    ($one:tt | $many:tt % $n:expr $(, $($args:tt)*)?) => {{
        let n = $n;
        $crate::localize::translate_plural(
            module_path!(), (n as u64, $one, $many), None,
            $crate::localize::runtime_format!(@parse_args [] $($($args)*,)? n = $crate::localize::GroupedCount(n as u64))
        )
    }};
    ($context:tt => $one:tt | $many:tt % $n:expr $(, $($args:tt)*)?) => {{
        let n = $n;
        $crate::localize::translate_plural(
            module_path!(), (n as u64, $one, $many), Some($context),
            $crate::localize::runtime_format!(@parse_args [] $($($args)*,)? n = $crate::localize::GroupedCount(n as u64))
        )
    }};
}

/// What `tr!` says of one thing.
#[doc(hidden)]
pub fn translate(module: &'static str, text: &str, context: Option<&str>, args: &[(&str, &dyn Display)]) -> String {
    with_translator(module, |translator| match with_keys_of(translator.translate(text, context), IS_MAC) {
        text if args.is_empty() => text.into_owned(),
        text => display_string(&text, args),
    })
}

/// Whether keyboards of this system have a command key where others have a control key.
const IS_MAC: bool = cfg!(target_os = "macos");

/// A text that names keys, in English or German, as the keyboards of a Mac have them: iced's command key is theirs.
fn with_keys_of(text: Cow<'_, str>, is_mac: bool) -> Cow<'_, str> {
    if is_mac && ["Ctrl+", "Strg+"].iter().any(|control| text.contains(control)) {
        Cow::Owned(text.replace("Ctrl+", "⌘").replace("Strg+", "⌘"))
    } else {
        text
    }
}

/// What `tr!` says of a number of things.
#[doc(hidden)]
pub fn translate_plural(
    module: &'static str,
    (n, one, many): (u64, &str, &str),
    context: Option<&str>,
    args: &[(&str, &dyn Display)],
) -> String {
    with_translator(module, |translator| display_string(&translator.ntranslate(n, one, many, context), args))
}

/// A text that `tr!` is given later, where a constant holds it: marked for whoever translates.
#[macro_export]
macro_rules! noted {
    ($text:literal) => {
        $text
    };
    ($context:literal => $text:literal) => {
        $text
    };
}

thread_local! {
    static WRITES: Cell<bool> = const { Cell::new(false) };
}

/// Lets a translator speak, but not within [`in_english`].
#[derive(Debug, Clone, Copy)]
pub struct GuardedTranslator<T>(pub T);

impl<T: Translator> Translator for GuardedTranslator<T> {
    fn translate<'a>(&'a self, text: &'a str, context: Option<&'a str>) -> Cow<'a, str> {
        if WRITES.get() { Cow::Borrowed(text) } else { self.0.translate(text, context) }
    }

    fn ntranslate<'a>(&'a self, n: u64, one: &'a str, many: &'a str, context: Option<&'a str>) -> Cow<'a, str> {
        if WRITES.get() {
            Cow::Borrowed(if n == 1 { one } else { many })
        } else {
            self.0.ntranslate(n, one, many, context)
        }
    }
}

/// What is said meanwhile, in this thread, is English: as files hold it, and as those read it who write them.
pub fn in_english<S>(say: impl FnOnce() -> S) -> S {
    struct Before(bool);
    impl Drop for Before {
        fn drop(&mut self) {
            WRITES.set(self.0);
        }
    }
    let _before = Before(WRITES.replace(true));
    say()
}

/// What data say of themselves in whole sentences, such as what a format is about: in the language that is spoken, if it has
/// words for it. Names and rules texts of cards stay as they are printed.
pub fn prose(text: &str) -> String {
    if text.is_empty() { String::new() } else { tr!("data" => text) }
}

/// A whole number with its sign and a true minus.
pub fn signed(n: i32) -> String {
    if n < 0 { format!("−{}", n.unsigned_abs()) } else { format!("+{n}") }
}

/// A count that [`localize_count`] writes where it is shown: what counts up to 999 asks for no memory.
#[doc(hidden)]
pub struct GroupedCount(pub u64);

impl Display for GroupedCount {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0 < 1000 { Display::fmt(&self.0, f) } else { f.write_str(&localize_count(self.0)) }
    }
}

/// A count as the language writes it, with its thousands apart: `100,000`.
pub fn localize_count(n: impl Display) -> String {
    let digits = n.to_string();
    if digits.len() < 4 {
        return digits;
    }
    let separator = tr!("thousands separator" => ",");
    let mut out = String::with_capacity(digits.len() + 6);
    for (at, digit) in digits.chars().enumerate() {
        let after = digits.len() - at;
        if digit.is_ascii_digit() && after.is_multiple_of(3) && out.ends_with(|c: char| c.is_ascii_digit()) {
            out.push_str(&separator);
        }
        out.push(digit);
    }
    out
}

/// A number as per cent, as the language writes it: `68.2%`.
pub fn localize_percent(number: impl Display) -> String {
    tr!("{number}%", number = localize_decimals(number.to_string()))
}

/// A number with decimals, or a text of such numbers, with the decimal sign of the language that is spoken.
pub fn localize_decimals(number: String) -> String {
    match tr!("decimal sign" => ".").as_str() {
        "." => number,
        sign => number.replace('.', sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_percentages_are_written_as_the_language_does() {
        let counts = [0, 999, 1000, 45_000, 1_234_567].map(localize_count);
        assert_eq!(counts, ["0", "999", "1,000", "45,000", "1,234,567"]);
        assert_eq!((localize_count(-1000), localize_count(-100)), ("-1,000".to_owned(), "-100".to_owned()));
        assert_eq!((localize_percent("68.2"), localize_percent(50)), ("68.2%".to_owned(), "50%".to_owned()));
    }

    #[test]
    fn a_mac_has_its_own_name_for_the_key() {
        let say = |text: &'static str, is_mac| with_keys_of(Cow::Borrowed(text), is_mac).into_owned();
        assert_eq!(say("Ctrl+Z, Ctrl+Y", true), "⌘Z, ⌘Y");
        assert_eq!(say("Strg+1 bis Strg+7", true), "⌘1 bis ⌘7");
        assert_eq!((say("Ctrl+Z", false), say("Control", true)), ("Ctrl+Z".to_owned(), "Control".to_owned()));
    }

    struct German;

    impl Translator for German {
        fn translate<'a>(&'a self, _: &'a str, _: Option<&'a str>) -> Cow<'a, str> {
            Cow::Borrowed("ja")
        }

        fn ntranslate<'a>(&'a self, _: u64, _: &'a str, _: &'a str, _: Option<&'a str>) -> Cow<'a, str> {
            Cow::Borrowed("Karten")
        }
    }

    #[test]
    fn what_is_written_is_english_and_what_is_told_after_it_is_not() {
        let told = GuardedTranslator(German);
        let both =
            || (told.translate("yes", None).into_owned(), told.ntranslate(1, "card", "cards", None).into_owned());
        let (german, english) = (("ja".to_owned(), "Karten".to_owned()), ("yes".to_owned(), "card".to_owned()));
        assert_eq!(both(), german);
        in_english(|| {
            in_english(|| assert_eq!(both(), english));
            assert_eq!(both(), english);
        });
        assert_eq!(both(), german);
    }
}
