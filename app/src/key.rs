//! Keys: one table that both decides what a key does and is shown by `?`.
use catalog::noted;
use catalog::tr;

use iced::keyboard::key::Named;
use iced::keyboard::{Event, Key, Modifiers};

/// What a person wants by pressing a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    /// Another screen, counted from 0.
    Screen(usize),
    /// Type into the search field.
    Search,
    /// Back, or clear.
    Back,
    /// Up in a grid or list.
    Up,
    /// Down.
    Down,
    /// Left.
    Left,
    /// Right.
    Right,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the first.
    First,
    /// To the last.
    Last,
    /// Do it: open, add, take.
    Enter,
    /// Take what is offered for a half-typed word, or go to the next button or field.
    Complete,
    /// To the button or field before.
    Before,
    /// One copy more.
    More,
    /// One copy less.
    Less,
    /// One copy owned more.
    OwnMore,
    /// One copy owned less.
    OwnLess,
    /// One copy wanted more.
    WantMore,
    /// One copy wanted less.
    WantLess,
    /// Undo.
    Undo,
    /// Do it again.
    Redo,
    /// Give a name to how things are now.
    Name,
    /// What a bot thinks.
    Hint,
    /// What stands at this place, counted from 0: a choice, a result.
    Pick(usize),
    /// Something new: a deck.
    New,
    /// Something of another place.
    Import,
    /// To another place.
    Export,
    /// Mend what is wrong.
    Mend,
    /// Take back what one did in a match.
    TakeBack,
    /// End one's own turn or phase in a match.
    EndTurn,
    /// What has happened.
    Log,
    /// Mark a card.
    Mark,
    /// The next pack or card.
    Next,
    /// The next round, or what comes before it.
    Pair,
    /// The clock of the round.
    Clock,
    /// The line that finds everything.
    Palette,
    /// What was said, and what goes on.
    Messages,
    /// The tour of a first run, or its next stop.
    Tour,
    /// The settings.
    Settings,
    /// The table of keys.
    Keys,
    /// Light or dark.
    Light,
    /// Close the window.
    Quit,
}

/// Where a line of the table is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Everywhere.
    Everywhere,
    /// Cards and the search of a deck.
    Cards,
    /// The deck.
    Deck,
    /// The draft and sealed tables.
    Limited,
    /// The desk of an event.
    Events,
    /// Matches.
    Play,
    /// Experiments.
    Lab,
    /// The opponent at a real table.
    Companion,
}

impl Place {
    /// What it is called.
    pub fn title(self) -> String {
        match self {
            Place::Everywhere => tr!("Everywhere"),
            Place::Cards => tr!("Card grids and lists"),
            Place::Deck => tr!("Decks and hands"),
            Place::Limited => tr!("Sealed and draft"),
            Place::Events => tr!("Events"),
            Place::Play => tr!("Play"),
            Place::Lab => tr!("Lab"),
            Place::Companion => tr!("The bot at your table"),
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, Copy)]
pub struct Line {
    /// Where.
    pub place: Place,
    /// The keys as people call them.
    pub keys: &'static str,
    /// What they do.
    pub does: &'static str,
    /// The presses, with what each wishes; none for a key that a field of its own handles.
    presses: &'static [(Press, Wish)],
}

#[derive(Debug, Clone, Copy)]
enum Press {
    Named(Named),
    ShiftNamed(Named),
    Typed(&'static str),
    Shift(&'static str),
    Ctrl(&'static str),
    CtrlShift(&'static str),
}

use Press::{Ctrl, CtrlShift, Named as Key_, Shift, Typed};

/// All keys.
pub const TABLE: &[Line] = &[
    Line {
        place: Place::Everywhere,
        keys: noted!("Ctrl+1 to Ctrl+7"),
        does: noted!("Cards, Decks, Limited, Events, Play, Lab, Table"),
        presses: &[
            (Ctrl("1"), Wish::Screen(0)),
            (Ctrl("2"), Wish::Screen(1)),
            (Ctrl("3"), Wish::Screen(2)),
            (Ctrl("4"), Wish::Screen(3)),
            (Ctrl("5"), Wish::Screen(4)),
            (Ctrl("6"), Wish::Screen(5)),
            (Ctrl("7"), Wish::Screen(6)),
        ],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("/  or  Ctrl+F"),
        does: noted!("Search"),
        presses: &[(Typed("/"), Wish::Search), (Ctrl("f"), Wish::Search)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Ctrl+K"),
        does: noted!("Go to a card, deck, draft, event, match, game or screen"),
        presses: &[(Ctrl("k"), Wish::Palette)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Ctrl+J"),
        does: noted!("What was said, and what goes on"),
        presses: &[(Ctrl("j"), Wish::Messages)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Ctrl+,"),
        does: noted!("Settings"),
        presses: &[(Ctrl(","), Wish::Settings)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Tab"),
        does: noted!("The next button or field, with Shift the one before; while you search: complete the word"),
        presses: &[(Press::ShiftNamed(Named::Tab), Wish::Before), (Key_(Named::Tab), Wish::Complete)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Esc"),
        does: noted!("Back, close, or clear the search"),
        presses: &[(Key_(Named::Escape), Wish::Back)],
    },
    Line {
        place: Place::Everywhere,
        keys: "F1",
        does: noted!("The tour: a deck in a minute; its next stop"),
        presses: &[(Key_(Named::F1), Wish::Tour)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Ctrl+L"),
        does: noted!("Light or dark"),
        presses: &[(Ctrl("l"), Wish::Light)],
    },
    Line {
        place: Place::Everywhere,
        keys: noted!("Ctrl+Q"),
        does: noted!("Close Deckloom"),
        presses: &[(Ctrl("q"), Wish::Quit)],
    },
    Line { place: Place::Everywhere, keys: "?", does: noted!("This list"), presses: &[(Typed("?"), Wish::Keys)] },
    Line {
        place: Place::Cards,
        keys: noted!("Arrows"),
        does: noted!("Move from card to card"),
        presses: &[
            (Key_(Named::ArrowUp), Wish::Up),
            (Key_(Named::ArrowDown), Wish::Down),
            (Key_(Named::ArrowLeft), Wish::Left),
            (Key_(Named::ArrowRight), Wish::Right),
        ],
    },
    Line {
        place: Place::Cards,
        keys: noted!("Page Up, Page Down, Home, End"),
        does: noted!("Move by a page, or to the ends"),
        presses: &[
            (Key_(Named::PageUp), Wish::PageUp),
            (Key_(Named::PageDown), Wish::PageDown),
            (Key_(Named::Home), Wish::First),
            (Key_(Named::End), Wish::Last),
        ],
    },
    Line {
        place: Place::Cards,
        keys: noted!("Enter"),
        does: noted!("Add the card to the open deck"),
        presses: &[(Key_(Named::Enter), Wish::Enter)],
    },
    Line {
        place: Place::Cards,
        keys: noted!("+  and  -"),
        does: noted!("One copy more, one copy less"),
        presses: &[(Typed("+"), Wish::More), (Typed("="), Wish::More), (Typed("-"), Wish::Less)],
    },
    Line {
        place: Place::Cards,
        keys: noted!("o,  w;  Shift+O,  Shift+W"),
        does: noted!("Collection: one copy owned, wanted more; with Shift, less"),
        presses: &[
            (Shift("o"), Wish::OwnLess),
            (Shift("w"), Wish::WantLess),
            (Typed("o"), Wish::OwnMore),
            (Typed("w"), Wish::WantMore),
        ],
    },
    Line {
        place: Place::Cards,
        keys: noted!("Space,  m"),
        does: noted!("The page of the card; mark it, to compare the next one with it"),
        presses: &[(Typed("m"), Wish::Mark)],
    },
    Line {
        place: Place::Deck,
        keys: noted!("Ctrl+N,  Ctrl+I"),
        does: noted!("All decks: a new one, or one of another place; arrows and Enter open one, - puts it away"),
        presses: &[(Ctrl("n"), Wish::New), (Ctrl("i"), Wish::Import)],
    },
    Line {
        place: Place::Deck,
        keys: noted!("1 to 5;  f;  p"),
        does: noted!("List, numbers, hands and so on; mend what can be mended; play it"),
        presses: &[(Typed("f"), Wish::Mend)],
    },
    Line {
        place: Place::Deck,
        keys: noted!("Ctrl+E"),
        does: noted!("Export: arrows choose a kind, Enter puts a list on the clipboard, Ctrl+S writes the file"),
        presses: &[(Ctrl("e"), Wish::Export)],
    },
    Line {
        place: Place::Deck,
        keys: noted!("Ctrl+S"),
        does: noted!("Name this moment in the history; all is saved anyway"),
        presses: &[(Ctrl("s"), Wish::Name)],
    },
    Line {
        place: Place::Deck,
        keys: noted!("Ctrl+Z, Ctrl+Y"),
        does: noted!("Undo, and do again; beside the cards: in the collection"),
        presses: &[(CtrlShift("z"), Wish::Redo), (Ctrl("z"), Wish::Undo), (Ctrl("y"), Wish::Redo)],
    },
    Line {
        place: Place::Deck,
        keys: noted!("Space"),
        does: noted!("Hands: the next card; Enter keeps, - takes a mulligan"),
        presses: &[(Key_(Named::Space), Wish::Next), (Typed(" "), Wish::Next)],
    },
    Line {
        place: Place::Limited,
        keys: "h",
        does: noted!("Draft: what a bot thinks of each card"),
        presses: &[(Typed("h"), Wish::Hint)],
    },
    Line {
        place: Place::Limited,
        keys: noted!("Enter"),
        does: noted!("Draft: choose what is marked; sit down at a covered table"),
        presses: &[],
    },
    Line {
        place: Place::Limited,
        keys: noted!("Space"),
        does: noted!("Draft: mark the card; sealed: open the next pack"),
        presses: &[],
    },
    Line {
        place: Place::Limited,
        keys: noted!("Ctrl+Z"),
        does: noted!("Draft: take the last choice back, if all agree"),
        presses: &[],
    },
    Line {
        place: Place::Lab,
        keys: noted!("Enter,  Esc"),
        does: noted!("Ask the question; stop the run"),
        presses: &[],
    },
    Line {
        place: Place::Events,
        keys: noted!("1 to 5"),
        does: noted!("The chosen table ended 2-0, 2-1, 1-2, 0-2 or drawn; the next one follows"),
        presses: &[],
    },
    Line {
        place: Place::Events,
        keys: "p",
        does: noted!("Draw the seats, or pair the next round"),
        presses: &[(Typed("p"), Wish::Pair)],
    },
    Line {
        place: Place::Events,
        keys: noted!("c,  then  Space"),
        does: noted!("The clock of the round; begin, stop, go on"),
        presses: &[(Typed("c"), Wish::Clock)],
    },
    Line {
        place: Place::Play,
        keys: noted!("1 to 9;  Up, Down, Enter"),
        does: noted!("Do what has this number; or choose from the list and do it"),
        presses: &[
            (Typed("1"), Wish::Pick(0)),
            (Typed("2"), Wish::Pick(1)),
            (Typed("3"), Wish::Pick(2)),
            (Typed("4"), Wish::Pick(3)),
            (Typed("5"), Wish::Pick(4)),
            (Typed("6"), Wish::Pick(5)),
            (Typed("7"), Wish::Pick(6)),
            (Typed("8"), Wish::Pick(7)),
            (Typed("9"), Wish::Pick(8)),
        ],
    },
    Line {
        place: Place::Play,
        keys: noted!("Space"),
        does: noted!("Pass, decline, go on; stop and go on where bots play"),
        presses: &[],
    },
    Line {
        place: Place::Play,
        keys: "e",
        does: noted!("End your phase or turn; a second time if you can still do something"),
        presses: &[(Typed("e"), Wish::EndTurn)],
    },
    Line {
        place: Place::Play,
        keys: noted!("u;  Ctrl+Y"),
        does: noted!("Take back what you did, and do it again"),
        presses: &[(Typed("u"), Wish::TakeBack)],
    },
    Line {
        place: Place::Play,
        keys: noted!("Left, Right, Home, End"),
        does: noted!("Look back, decision by decision; End is now"),
        presses: &[],
    },
    Line {
        place: Place::Play,
        keys: "h,  l",
        does: noted!("What a coach would do; the log as sentences"),
        presses: &[(Typed("l"), Wish::Log)],
    },
    Line {
        place: Place::Companion,
        keys: noted!("Enter"),
        does: noted!("Give the answer; what is typed goes first. Ctrl+Z takes the last step back"),
        presses: &[],
    },
];

/// What a key press that no field has used wishes for.
pub fn wish(event: &Event) -> Option<Wish> {
    let Event::KeyPressed { key, modified_key, modifiers, .. } = event else { return None };
    let presses = || TABLE.iter().flat_map(|l| l.presses);
    presses().find(|(press, _)| press.is(key, modified_key, *modifiers)).map(|(_, wish)| *wish)
}

impl Press {
    fn is(self, key: &Key, modified: &Key, with: Modifiers) -> bool {
        let typed = |key: &Key, text: &str| matches!(key, Key::Character(c) if c.eq_ignore_ascii_case(text));
        match self {
            Press::Named(named) => *key == Key::Named(named) && !with.command() && !with.alt(),
            Press::ShiftNamed(named) => *key == Key::Named(named) && with.shift() && !with.command() && !with.alt(),
            Press::Typed(text) => typed(modified, text) && !with.command() && !with.alt(),
            Press::Shift(text) => typed(modified, text) && with.shift() && !with.command() && !with.alt(),
            Press::Ctrl(text) => typed(key, text) && with.command(),
            Press::CtrlShift(text) => typed(key, text) && with.command() && with.shift(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iced::keyboard::Location;
    use iced::keyboard::key::{NativeCode, Physical};

    fn press(key: Key, modifiers: Modifiers) -> Option<Wish> {
        wish(&Event::KeyPressed {
            modified_key: key.clone(),
            key,
            physical_key: Physical::Unidentified(NativeCode::Unidentified),
            location: Location::Standard,
            modifiers,
            text: None,
            repeat: false,
        })
    }

    #[test]
    fn keys_wish_for_what_the_table_says() {
        let typed = |c: &str| Key::Character(c.into());
        assert_eq!(press(typed("/"), Modifiers::empty()), Some(Wish::Search));
        assert_eq!(press(typed("2"), Modifiers::CTRL), Some(Wish::Screen(1)));
        assert_eq!(press(typed("2"), Modifiers::empty()), Some(Wish::Pick(1)));
        assert_eq!(press(typed("9"), Modifiers::CTRL), None);
        assert_eq!(press(typed("o"), Modifiers::empty()), Some(Wish::OwnMore));
        assert_eq!(press(typed("O"), Modifiers::SHIFT), Some(Wish::OwnLess));
        assert_eq!(press(typed("z"), Modifiers::CTRL), Some(Wish::Undo));
        assert_eq!(press(typed("z"), Modifiers::CTRL | Modifiers::SHIFT), Some(Wish::Redo));
        assert_eq!(press(Key::Named(Named::Enter), Modifiers::empty()), Some(Wish::Enter));
    }
}
