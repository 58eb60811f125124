//! To whom a match is told: what they may know, and what the seats are called in sentences for them.
//!
//! Scenarios, records and whoever looks at bots read of "Seat 1". A person at a table is "You", and the others have names.
//! Each sentence about a seat has a form for either (`told!`), because languages change the verb, not only the name.

use std::ops::Range;
use std::sync::Arc;

use catalog::CardIx;
use catalog::tr;

/// Stands before a card's name in a sentence that is told with its cards: Unicode's marks for notes between lines.
const ANCHOR: char = '\u{FFF9}';
/// Stands between the name and the number of the card.
const SEPARATOR: char = '\u{FFFA}';
/// Stands behind the number.
const END: char = '\u{FFFB}';

/// Who reads what is told of a match.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Audience {
    sees: Option<u8>,
    you: Option<u8>,
    names: Arc<[String]>,
    marks_cards: bool,
}

impl Audience {
    /// What this seat may know, or everything for `None`; seats go by their numbers.
    pub fn numbered(sees: Option<u8>) -> Audience {
        Audience { sees, ..Audience::default() }
    }

    /// The person on the seat `you`, or whoever looks on, who sees what the seat `sees` does, or everything for `None`: once
    /// a game is over, say. `names` are those of all seats.
    pub fn person(you: Option<u8>, sees: Option<u8>, names: impl IntoIterator<Item = String>) -> Audience {
        let plain = |name: String| name.replace([ANCHOR, SEPARATOR, END], "");
        Audience { sees, you, names: names.into_iter().map(plain).collect(), marks_cards: false }
    }

    /// The seat that knows what is told, from 0; `None` knows everything.
    pub fn sees(&self) -> Option<u8> {
        self.sees
    }

    /// Whether seats have names.
    pub fn has_names(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether this is the seat of the person who reads.
    pub fn is_you(&self, seat: u8) -> bool {
        self.you == Some(seat)
    }

    /// A seat at the beginning of a sentence; `None` for whoever reads it.
    pub fn subject(&self, seat: u8) -> Option<String> {
        let name = || self.name(seat).unwrap_or_else(|| tr!("Seat {}", seat + 1));
        (!self.is_you(seat)).then(name)
    }

    /// A seat within a sentence; `None` for whoever reads it.
    pub fn object(&self, seat: u8) -> Option<String> {
        let name = || self.name(seat).unwrap_or_else(|| tr!("seat {}", seat + 1));
        (!self.is_you(seat)).then(name)
    }

    /// A seat by itself, as in a heading.
    pub fn heading(&self, seat: u8) -> String {
        self.subject(seat).unwrap_or_else(|| tr!("seat" => "You"))
    }

    fn name(&self, seat: u8) -> Option<String> {
        self.names.get(usize::from(seat)).cloned()
    }

    /// The same audience, for sentences that are read by [`unmark`].
    pub(crate) fn with_marks(&self) -> Audience {
        Audience { marks_cards: true, ..self.clone() }
    }

    /// A card's name in a sentence.
    pub(crate) fn card(&self, card: CardIx, name: &str) -> String {
        if self.marks_cards { format!("{ANCHOR}{name}{SEPARATOR}{}{END}", card.0) } else { name.to_owned() }
    }
}

/// A sentence whose cards were marked, without the marks; and where in it which card is named.
pub(crate) fn unmark(sentence: &str) -> (String, Vec<(Range<usize>, CardIx)>) {
    let (mut text, mut cards) = (String::with_capacity(sentence.len()), Vec::new());
    let mut rest = sentence;
    while let Some((before, marked)) = rest.split_once(ANCHOR) {
        text.push_str(before);
        let Some(((name, number), after)) =
            marked.split_once(END).and_then(|(card, after)| Some((card.split_once(SEPARATOR)?, after)))
        else {
            rest = marked;
            break;
        };
        let start = text.len();
        text.push_str(name);
        cards.extend(number.parse().ok().map(|card| (start..text.len(), CardIx(card))));
        rest = after;
    }
    text.push_str(rest);
    (text, cards)
}

/// A sentence of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventLine {
    /// The sentence.
    pub text: String,
    /// The cards that it names, with the bytes of `text` where they stand, in order.
    pub cards: Vec<(Range<usize>, CardIx)>,
    /// Whether it begins a turn.
    pub begins_turn: bool,
    /// Whether it is a step of the rules that tells a reader of the game nothing.
    pub quiet: bool,
}

/// The heading of a turn, from 1.
pub(crate) fn turn_text(number: u16, seat: u8, to: &Audience) -> String {
    if to.has_names() {
        tr!("Turn {number} · {who}", number, who = to.heading(seat))
    } else {
        tr!("Turn {number}: seat {seat}", number, seat = seat + 1)
    }
}

/// A card comes into play, and whose it is then.
pub(crate) fn entering_text(card: String, seat: u8, to: &Audience) -> String {
    match to.object(seat) {
        None => tr!("{card} enters play under your control", card),
        Some(name) if to.has_names() => tr!("{card} enters play under {name}'s control", card, name),
        Some(_) => tr!("{card} enters play under seat {seat}'s control", card, seat = seat + 1),
    }
}

/// Says a sentence about a seat: in the third person / in the second, where the seat is that of the reader. `{who}` is the
/// seat at the beginning of the sentence, `{whom}` within it. With two seats, the third form speaks to the second one, and
/// `{other}` is the second within the sentence.
macro_rules! told {
    ($to:expr, $seat:expr, $theirs:literal / $yours:literal $(, $($args:tt)*)?) => {
        match ($to.subject($seat), $to.object($seat)) {
            (Some(who), Some(whom)) => catalog::tr!($theirs, who = who, whom = whom $(, $($args)*)?),
            _ => catalog::tr!($yours $(, $($args)*)?),
        }
    };
    (
        $to:expr, $seat:expr,
        $theirs:literal | $theirs_many:literal / $yours:literal | $yours_many:literal % $n:expr $(, $($args:tt)*)?
    ) => {
        match $to.subject($seat) {
            Some(who) => catalog::tr!($theirs | $theirs_many % $n, who = who $(, $($args)*)?),
            None => catalog::tr!($yours | $yours_many % $n $(, $($args)*)?),
        }
    };
    (
        $to:expr, $seat:expr, $second:expr,
        $others:literal / $yours:literal / $to_you:literal $(, $($args:tt)*)?
    ) => {
        match ($to.subject($seat), $to.object($second)) {
            (Some(who), Some(other)) => catalog::tr!($others, who = who, other = other $(, $($args)*)?),
            (Some(who), None) => catalog::tr!($to_you, who = who $(, $($args)*)?),
            (None, other) => catalog::tr!($yours, other = other.unwrap_or_default() $(, $($args)*)?),
        }
    };
}
pub(crate) use told;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_a_number_a_name_or_whoever_reads() {
        let says = |to: &Audience| told!(to, 1, "{who} draws {card}" / "You draw {card}", card = "Raid");
        assert_eq!(says(&Audience::numbered(Some(1))), "Seat 2 draws Raid");
        let names = || ["Ann".to_owned(), "Otter\u{FFF9} Bot".to_owned()];
        assert_eq!(says(&Audience::person(Some(0), None, names())), "Otter Bot draws Raid");
        assert_eq!(says(&Audience::person(Some(1), Some(1), names())), "You draw Raid");
        let gives = |to: &Audience| told!(to, 0, 1, "{who} pays {other}" / "You pay {other}" / "{who} pays you");
        assert_eq!(gives(&Audience::numbered(None)), "Seat 1 pays seat 2");
        assert_eq!(gives(&Audience::person(Some(0), None, names())), "You pay Otter Bot");
        assert_eq!(gives(&Audience::person(Some(1), None, names())), "Ann pays you");
    }

    #[test]
    fn cards_are_found_where_they_are_named() {
        let to = Audience::default().with_marks();
        let (raid, drone) = (to.card(CardIx(3), "Raid"), to.card(CardIx(12), "Drohne"));
        let (text, cards) = unmark(&format!("Über {raid} trifft {drone}!"));
        assert_eq!(text, "Über Raid trifft Drohne!");
        let named: Vec<(&str, CardIx)> = cards.iter().map(|(at, card)| (&text[at.clone()], *card)).collect();
        assert_eq!(named, [("Raid", CardIx(3)), ("Drohne", CardIx(12))]);
        assert_eq!(unmark("nothing").1, []);
    }
}
