//! Keys: one table that both decides what a key does and is shown by `?`.
use catalog::noted;
use catalog::tr;

use iced::keyboard::key::Named;
use iced::keyboard::{Event, Key, Modifiers};

/// What a person wants by pressing a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortcut {
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
    FocusPrevious,
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
    Fix,
    /// Take back what one did in a match.
    TakeBack,
    /// What others did in a match is shown once more.
    WatchAgain,
    /// End one's own turn or phase in a match.
    EndTurn,
    /// What has happened.
    Log,
    /// Mark a card.
    Mark,
    /// The card at hand large, with all that is to be read of it.
    ReadCard,
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
    ToggleTheme,
    /// Close the window.
    Quit,
}

/// Where a line of the table is valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShortcutScope {
    /// Everywhere.
    Everywhere,
    /// Cards and the search of a deck.
    Cards,
    /// The deck.
    Deck,
    /// The draft and sealed tables.
    Limited,
    /// The dashboard of an event.
    Events,
    /// Matches.
    Play,
    /// Experiments.
    Lab,
    /// The opponent at a real table.
    Companion,
}

impl ShortcutScope {
    /// What it is called.
    pub fn title(self) -> String {
        match self {
            ShortcutScope::Everywhere => tr!("Everywhere"),
            ShortcutScope::Cards => tr!("Card grids and lists"),
            ShortcutScope::Deck => tr!("Decks and hands"),
            ShortcutScope::Limited => tr!("Sealed and draft"),
            ShortcutScope::Events => tr!("Events"),
            ShortcutScope::Play => tr!("Play"),
            ShortcutScope::Lab => tr!("Lab"),
            ShortcutScope::Companion => tr!("Bot at your table"),
        }
    }
}

/// A line of the table.
#[derive(Debug, Clone, Copy)]
pub struct ShortcutLine {
    /// Where.
    pub scope: ShortcutScope,
    /// The keys as people call them.
    pub keys: &'static str,
    /// What they do.
    pub description: &'static str,
    /// The presses, with the shortcut of each; none for a key that a field of its own handles.
    presses: &'static [(KeyPress, Shortcut)],
}

#[derive(Debug, Clone, Copy)]
enum KeyPress {
    Named(Named),
    ShiftNamed(Named),
    Typed(&'static str),
    Shift(&'static str),
    Ctrl(&'static str),
    CtrlShift(&'static str),
}

use KeyPress::{Ctrl, CtrlShift, Named as Key_, Shift, Typed};

/// All keys.
pub const SHORTCUTS: &[ShortcutLine] = &[
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Ctrl+1 to Ctrl+7"),
        description: noted!("Cards, Decks, Limited, Events, Play, Lab, Table"),
        presses: &[
            (Ctrl("1"), Shortcut::Screen(0)),
            (Ctrl("2"), Shortcut::Screen(1)),
            (Ctrl("3"), Shortcut::Screen(2)),
            (Ctrl("4"), Shortcut::Screen(3)),
            (Ctrl("5"), Shortcut::Screen(4)),
            (Ctrl("6"), Shortcut::Screen(5)),
            (Ctrl("7"), Shortcut::Screen(6)),
        ],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("/  or  Ctrl+F"),
        description: noted!("Search"),
        presses: &[(Typed("/"), Shortcut::Search), (Ctrl("f"), Shortcut::Search)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Ctrl+K"),
        description: noted!("Go to any card, deck, draft, event, match, game or screen"),
        presses: &[(Ctrl("k"), Shortcut::Palette)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("i  or  F2"),
        description: noted!("Read the selected card in full; again to close it"),
        presses: &[(Typed("i"), Shortcut::ReadCard), (Key_(Named::F2), Shortcut::ReadCard)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Ctrl+J"),
        description: noted!("Messages and running tasks"),
        presses: &[(Ctrl("j"), Shortcut::Messages)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Ctrl+,"),
        description: noted!("Settings"),
        presses: &[(Ctrl(","), Shortcut::Settings)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Tab"),
        description: noted!("Next button or field; Shift+Tab goes back. While searching: complete the word"),
        presses: &[(KeyPress::ShiftNamed(Named::Tab), Shortcut::FocusPrevious), (Key_(Named::Tab), Shortcut::Complete)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Esc"),
        description: noted!("Back, close, or clear the search"),
        presses: &[(Key_(Named::Escape), Shortcut::Back)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: "F1",
        description: noted!("Tour: build a deck in a minute; next step"),
        presses: &[(Key_(Named::F1), Shortcut::Tour)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Ctrl+L"),
        description: noted!("Light or dark"),
        presses: &[(Ctrl("l"), Shortcut::ToggleTheme)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: noted!("Ctrl+Q"),
        description: noted!("Close Deckloom"),
        presses: &[(Ctrl("q"), Shortcut::Quit)],
    },
    ShortcutLine {
        scope: ShortcutScope::Everywhere,
        keys: "?",
        description: noted!("This list"),
        presses: &[(Typed("?"), Shortcut::Keys)],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("Arrows"),
        description: noted!("Move from card to card"),
        presses: &[
            (Key_(Named::ArrowUp), Shortcut::Up),
            (Key_(Named::ArrowDown), Shortcut::Down),
            (Key_(Named::ArrowLeft), Shortcut::Left),
            (Key_(Named::ArrowRight), Shortcut::Right),
        ],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("Page Up, Page Down, Home, End"),
        description: noted!("Move by a page, or to the start or end"),
        presses: &[
            (Key_(Named::PageUp), Shortcut::PageUp),
            (Key_(Named::PageDown), Shortcut::PageDown),
            (Key_(Named::Home), Shortcut::First),
            (Key_(Named::End), Shortcut::Last),
        ],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("Enter"),
        description: noted!("Add the card to the open deck"),
        presses: &[(Key_(Named::Enter), Shortcut::Enter)],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("+  and  -"),
        description: noted!("Add or remove a copy"),
        presses: &[(Typed("+"), Shortcut::More), (Typed("="), Shortcut::More), (Typed("-"), Shortcut::Less)],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("o,  w;  Shift+O,  Shift+W"),
        description: noted!("Collection: one more copy owned or wanted; with Shift, one fewer"),
        presses: &[
            (Shift("o"), Shortcut::OwnLess),
            (Shift("w"), Shortcut::WantLess),
            (Typed("o"), Shortcut::OwnMore),
            (Typed("w"), Shortcut::WantMore),
        ],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("Right click,  Menu"),
        description: noted!("Menu of a card or deck"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("Ctrl+wheel"),
        description: noted!("Larger or smaller cards"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Cards,
        keys: noted!("Space,  m"),
        description: noted!("Card details; mark it to compare with another"),
        presses: &[(Typed("m"), Shortcut::Mark)],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("Ctrl+N,  Ctrl+I"),
        description: noted!("New deck, or import one; arrows and Enter open a deck, - removes it"),
        presses: &[(Ctrl("n"), Shortcut::New), (Ctrl("i"), Shortcut::Import)],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("Drag;  Ctrl+click,  Shift+click"),
        description: noted!("Move cards into the deck, between its lists or out of it; choose several"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("1 to 5;  f;  p"),
        description: noted!("Switch tabs; fix automatically; play"),
        presses: &[(Typed("f"), Shortcut::Fix)],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("Ctrl+E"),
        description: noted!("Export: arrows choose a format, Enter copies the list, Ctrl+S writes the file"),
        presses: &[(Ctrl("e"), Shortcut::Export)],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("Ctrl+S"),
        description: noted!("Name this version in the history; everything is saved anyway"),
        presses: &[(Ctrl("s"), Shortcut::Name)],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("Ctrl+Z, Ctrl+Y"),
        description: noted!("Undo and redo; on the Cards screen: in the collection"),
        presses: &[(CtrlShift("z"), Shortcut::Redo), (Ctrl("z"), Shortcut::Undo), (Ctrl("y"), Shortcut::Redo)],
    },
    ShortcutLine {
        scope: ShortcutScope::Deck,
        keys: noted!("Space"),
        description: noted!("Hands: the next card; Enter keeps, - takes a mulligan"),
        presses: &[(Key_(Named::Space), Shortcut::Next), (Typed(" "), Shortcut::Next)],
    },
    ShortcutLine {
        scope: ShortcutScope::Limited,
        keys: "h",
        description: noted!("Draft: a bot's rating of each card"),
        presses: &[(Typed("h"), Shortcut::Hint)],
    },
    ShortcutLine {
        scope: ShortcutScope::Limited,
        keys: noted!("Enter"),
        description: noted!("Draft: confirm your choice; take your seat at a covered table"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Limited,
        keys: noted!("Space"),
        description: noted!("Draft: mark the card; sealed: open the next pack"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Limited,
        keys: noted!("Ctrl+Z"),
        description: noted!("Draft: undo the last choice, if everyone agrees"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Lab,
        keys: noted!("Enter,  Esc"),
        description: noted!("Ask the question; stop the run"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Events,
        keys: noted!("1 to 5"),
        description: noted!("Result of the selected table: 2-0, 2-1, 1-2, 0-2 or a draw; moves to the next table"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Events,
        keys: "p",
        description: noted!("Seat players, or pair the next round"),
        presses: &[(Typed("p"), Shortcut::Pair)],
    },
    ShortcutLine {
        scope: ShortcutScope::Events,
        keys: noted!("c,  then  Space"),
        description: noted!("Round clock; start, stop, resume"),
        presses: &[(Typed("c"), Shortcut::Clock)],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: noted!("Left, Right;  Up, Down"),
        description: noted!("Before a match: another opponent; another deck"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: noted!("1 to 9;  Up, Down, Enter"),
        description: noted!("Choose action 1–9; or pick from the list and press Enter"),
        presses: &[
            (Typed("1"), Shortcut::Pick(0)),
            (Typed("2"), Shortcut::Pick(1)),
            (Typed("3"), Shortcut::Pick(2)),
            (Typed("4"), Shortcut::Pick(3)),
            (Typed("5"), Shortcut::Pick(4)),
            (Typed("6"), Shortcut::Pick(5)),
            (Typed("7"), Shortcut::Pick(6)),
            (Typed("8"), Shortcut::Pick(7)),
            (Typed("9"), Shortcut::Pick(8)),
        ],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: noted!("Space"),
        description: noted!("Pass, decline or continue; skip ahead to your next decision; pause and resume bot games"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: "e",
        description: noted!("End your phase or turn; press twice if you can still act"),
        presses: &[(Typed("e"), Shortcut::EndTurn)],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: noted!("u;  Ctrl+Y"),
        description: noted!("Undo and redo"),
        presses: &[(Typed("u"), Shortcut::TakeBack)],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: noted!("Left, Right, Home, End"),
        description: noted!("Step through history; End returns to now"),
        presses: &[],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: "v",
        description: noted!("Replay what others did since your last decision"),
        presses: &[(Typed("v"), Shortcut::WatchAgain)],
    },
    ShortcutLine {
        scope: ShortcutScope::Play,
        keys: "h,  l",
        description: noted!("Hint; log"),
        presses: &[(Typed("l"), Shortcut::Log)],
    },
    ShortcutLine {
        scope: ShortcutScope::Companion,
        keys: noted!("Enter"),
        description: noted!("Answer; typed text takes priority. Ctrl+Z undoes the last step"),
        presses: &[],
    },
];

/// The shortcut of a key press that no field has used.
pub fn shortcut(event: &Event) -> Option<Shortcut> {
    let Event::KeyPressed { key, modified_key, modifiers, .. } = event else { return None };
    let presses = || SHORTCUTS.iter().flat_map(|l| l.presses);
    presses().find(|(press, _)| press.matches(key, modified_key, *modifiers)).map(|(_, shortcut)| *shortcut)
}

impl KeyPress {
    fn matches(self, key: &Key, modified: &Key, with: Modifiers) -> bool {
        let typed = |key: &Key, text: &str| matches!(key, Key::Character(c) if c.eq_ignore_ascii_case(text));
        match self {
            KeyPress::Named(named) => *key == Key::Named(named) && !with.command() && !with.alt(),
            KeyPress::ShiftNamed(named) => *key == Key::Named(named) && with.shift() && !with.command() && !with.alt(),
            KeyPress::Typed(text) => typed(modified, text) && !with.command() && !with.alt(),
            KeyPress::Shift(text) => typed(modified, text) && with.shift() && !with.command() && !with.alt(),
            KeyPress::Ctrl(text) => typed(key, text) && with.command(),
            KeyPress::CtrlShift(text) => typed(key, text) && with.command() && with.shift(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iced::keyboard::Location;
    use iced::keyboard::key::{NativeCode, Physical};

    fn press(key: Key, modifiers: Modifiers) -> Option<Shortcut> {
        shortcut(&Event::KeyPressed {
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
        assert_eq!(press(typed("/"), Modifiers::empty()), Some(Shortcut::Search));
        assert_eq!(press(typed("2"), Modifiers::CTRL), Some(Shortcut::Screen(1)));
        assert_eq!(press(typed("2"), Modifiers::empty()), Some(Shortcut::Pick(1)));
        assert_eq!(press(typed("9"), Modifiers::CTRL), None);
        assert_eq!(press(typed("o"), Modifiers::empty()), Some(Shortcut::OwnMore));
        assert_eq!(press(typed("O"), Modifiers::SHIFT), Some(Shortcut::OwnLess));
        assert_eq!(press(typed("z"), Modifiers::CTRL), Some(Shortcut::Undo));
        assert_eq!(press(typed("z"), Modifiers::CTRL | Modifiers::SHIFT), Some(Shortcut::Redo));
        assert_eq!(press(Key::Named(Named::Enter), Modifiers::empty()), Some(Shortcut::Enter));
    }
}
