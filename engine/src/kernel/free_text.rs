//! Texts that a person writes beside an action, such as what is promised in a trade: `give promise: I leave 1914 alone`.
//!
//! They stand in the record and in the log and nowhere else. No position holds them, so no rule, digest or player that
//! computes can depend on them.

use crate::kernel::notation;
use crate::kernel::rules::Rules;

/// Most characters of a text.
pub const LONGEST: usize = 200;
/// Stands between an action and its text.
const SEPARATOR: &str = ": ";

/// Why a text cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FreeTextError {
    /// There is none.
    #[error("there is no text behind the colon")]
    Empty,
    /// There is too much of it.
    #[error("the text has {0} characters; there may be {LONGEST}")]
    Long(usize),
    /// It holds what a terminal would take for orders, or blanks at an end.
    #[error("the text must be one line of plain characters, without blanks at its ends")]
    Plain,
}

/// Whether a character can stand in a text: marks that turn the direction of writing, or begin a line, could make it read
/// as what it is not.
pub fn is_plain(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a text can be written: one plain line, because it is printed for other people.
///
/// # Errors
/// Why not.
pub fn check(text: &str) -> Result<(), FreeTextError> {
    let length = text.chars().count();
    if text.is_empty() {
        Err(FreeTextError::Empty)
    } else if length > LONGEST {
        Err(FreeTextError::Long(length))
    } else if text.trim() != text || !text.chars().all(is_plain) {
        Err(FreeTextError::Plain)
    } else {
        Ok(())
    }
}

/// An action, or an event, with what was written beside it.
pub fn join(words: &str, text: &str) -> String {
    format!("{words}{SEPARATOR}{text}")
}

/// The text that a line has behind the words of an action; nothing if it does not begin with them.
pub fn strip_action<'l>(line: &'l str, words: &str) -> Option<&'l str> {
    line.strip_prefix(words)?.strip_prefix(SEPARATOR)
}

/// The legal action that a line names, by its place, with the text beside it.
pub fn find_action<'l, G: Rules>(
    game: &G,
    state: &G::State,
    legal: &[G::Action],
    line: &'l str,
) -> Option<(usize, Option<&'l str>)> {
    let words: Vec<String> = legal.iter().map(|action| game.notation(state, *action)).collect();
    if let Some(at) = notation::find(&words, G::OLD_NOTATION, line) {
        return Some((at, None));
    }
    let mut taking = (0..legal.len()).filter(|at| game.free_text_event(state, legal[*at]).is_some());
    taking.find_map(|at| {
        let text = strip_action(line, &words[at]).filter(|text| check(text).is_ok())?;
        Some((at, Some(text)))
    })
}

/// What was written during a game.
#[derive(Debug, Clone)]
pub(crate) struct Texts<E>(Vec<Written<E>>);

#[derive(Debug, Clone)]
struct Written<E> {
    /// The event that will tell it.
    event: E,
    /// Empty if the action was done without a text: then an older one is not told again.
    text: String,
    /// Events before it.
    events: usize,
    /// Actions before it.
    actions: usize,
}

impl<E> Default for Texts<E> {
    fn default() -> Self {
        Texts(Vec::new())
    }
}

impl<E: Copy + PartialEq> Texts<E> {
    /// Keeps what is written beside an action, which so many events and actions went before.
    pub fn write(&mut self, event: E, text: Option<&str>, events: usize, actions: usize) {
        let text = text.unwrap_or_default().to_owned();
        self.0.push(Written { event, text, events, actions });
    }

    /// The sentence of the event at a place, with what was written for it.
    pub fn with_text(&self, at: usize, event: E, sentence: String) -> String {
        let written = self.0.iter().rev().find(|written| written.events <= at && written.event == event);
        match written.filter(|written| !written.text.is_empty()) {
            Some(written) => join(&sentence, &written.text),
            None => sentence,
        }
    }

    /// Forgets what was written after so many actions.
    pub fn truncate(&mut self, actions: usize) {
        self.0.retain(|written| written.actions < actions);
    }

    /// Events are counted from 0 again.
    pub fn restart_events(&mut self) {
        self.0.iter_mut().for_each(|written| written.events = 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_plain_line_of_200_characters() {
        assert_eq!(check(&"ä".repeat(LONGEST)), Ok(()));
        assert_eq!(check(&"ä".repeat(LONGEST + 1)), Err(FreeTextError::Long(201)));
        assert_eq!(check(""), Err(FreeTextError::Empty));
        for bad in [" a", "a ", "a\nb", "a\u{1b}[2Jb", "a\u{202e}b", "a\tb"] {
            assert_eq!(check(bad), Err(FreeTextError::Plain), "{bad:?}");
        }
        assert_eq!(strip_action("give promise: no, I: won't", "give promise"), Some("no, I: won't"));
        assert_eq!(strip_action("give promise", "give promise"), None);
    }

    #[test]
    fn a_text_belongs_to_the_next_event_of_its_kind_and_to_no_later_one() {
        let mut texts = Texts::default();
        texts.write('p', Some("one"), 2, 0);
        texts.write('p', None, 5, 3);
        let told = |texts: &Texts<char>, at, event| texts.with_text(at, event, "said".into());
        assert_eq!(told(&texts, 1, 'p'), "said");
        assert_eq!(told(&texts, 2, 'p'), "said: one");
        assert_eq!(told(&texts, 2, 'q'), "said");
        assert_eq!(told(&texts, 5, 'p'), "said");
        texts.truncate(3);
        assert_eq!(told(&texts, 5, 'p'), "said: one");
    }
}
