//! Decks in and out of files, without loss: every line of a file gets a line of report, unknown cards are
//! kept where they stood and named.
//!
//! Bytes become a bounded text ([`intake`]); its kind is told by what is in it; a reader makes a [`Sheet`] of it, which
//! knows no game; then a game resolves its names ([`resolve`]). On the way out, [`losses`] says what a kind of file
//! cannot carry.

pub mod cockatrice;
pub mod code;
pub mod cubecobra;
pub mod draftmancer;
pub mod forge;
pub mod intake;
mod loss;
pub mod mtgo;
pub mod native;
mod notes;
pub mod octgn;
mod resolve;
mod sheet;
pub mod tabletop;
pub mod text;
pub mod xmage;
mod xml;

use catalog::Game;
use catalog::collection::table;
use catalog::noted;
use catalog::tr;

use crate::deck::{Deck, Entry};
pub use loss::{Fact, losses};
pub use resolve::{Import, Outcome, Reported, guess, resolve, verdict};
pub use sheet::{Extras, LONGEST_NAME, Line, MOST_COPIES, MOST_LINES, Says, Sheet, Unreadable};

/// The longest line of a file that is read line by line, in bytes.
pub const LONGEST_LINE: usize = 16 << 10;

/// A kind of deck file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Deckloom's own: TOML.
    Toml,
    /// A plain list: `3 Name`, with headings and remarks.
    Text,
    /// A list as MTG Arena has it: every card with set and number.
    Arena,
    /// Names with their numbers and nothing else.
    Names,
    /// Cockatrice's `.cod`.
    Cockatrice,
    /// Magic Online's `.dek`.
    Mtgo,
    /// OCTGN's `.o8d`.
    Octgn,
    /// Forge's `.dck`.
    Forge,
    /// XMage's `.dck`.
    XMage,
    /// Draftmancer's list with custom cards.
    Draftmancer,
    /// CubeCobra's CSV.
    CubeCobra,
    /// A saved object of Tabletop Simulator.
    Tabletop,
    /// A short code.
    Code,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 13] = [
        Kind::Toml,
        Kind::Text,
        Kind::Arena,
        Kind::Names,
        Kind::Cockatrice,
        Kind::Mtgo,
        Kind::Octgn,
        Kind::Forge,
        Kind::XMage,
        Kind::Draftmancer,
        Kind::CubeCobra,
        Kind::Tabletop,
        Kind::Code,
    ];

    /// The word that names it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Toml => "toml",
            Kind::Text => "text",
            Kind::Arena => "arena",
            Kind::Names => "names",
            Kind::Cockatrice => "cod",
            Kind::Mtgo => "dek",
            Kind::Octgn => "o8d",
            Kind::Forge => "forge",
            Kind::XMage => "xmage",
            Kind::Draftmancer => "draftmancer",
            Kind::CubeCobra => "csv",
            Kind::Tabletop => "tts",
            Kind::Code => "code",
        }
    }

    /// What people call it; some of it is to be translated.
    pub fn title(self) -> &'static str {
        match self {
            Kind::Toml => "Deckloom",
            Kind::Text => noted!("Text"),
            Kind::Arena => "Arena",
            Kind::Names => noted!("Names"),
            Kind::Cockatrice => "Cockatrice",
            Kind::Mtgo => "Magic Online",
            Kind::Octgn => "OCTGN",
            Kind::Forge => "Forge",
            Kind::XMage => "XMage",
            Kind::Draftmancer => "Draftmancer",
            Kind::CubeCobra => "CubeCobra",
            Kind::Tabletop => "Tabletop Simulator",
            Kind::Code => noted!("Code"),
        }
    }

    /// How its files end.
    pub fn ending(self) -> &'static str {
        match self {
            Kind::Toml => "toml",
            Kind::Text | Kind::Arena | Kind::Names | Kind::Draftmancer => "txt",
            Kind::Cockatrice => "cod",
            Kind::Mtgo => "dek",
            Kind::Octgn => "o8d",
            Kind::Forge | Kind::XMage => "dck",
            Kind::CubeCobra => "csv",
            Kind::Tabletop => "json",
            Kind::Code => "code",
        }
    }

    /// The kind that a word names.
    pub fn named(word: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.word().eq_ignore_ascii_case(word))
    }

    /// The kinds whose files end so; the most likely first.
    pub fn ending_in(ending: &str) -> Vec<Kind> {
        Kind::ALL.into_iter().filter(|kind| kind.ending().eq_ignore_ascii_case(ending)).collect()
    }

    /// The kind of a text, by what is in it. All lists that people paste are [`Kind::Text`].
    pub fn of_text(text: &str) -> Kind {
        // No deck has more lines; what follows them is not looked at.
        let end = text.match_indices('\n').nth(MOST_LINES).map_or(text.len(), |(at, _)| at);
        let text = &text[..end];
        let start = text.trim_start();
        if start.starts_with('<') {
            match xml::root(start).as_deref() {
                Some("Deck") => Kind::Mtgo,
                Some("deck") => Kind::Octgn,
                _ => Kind::Cockatrice,
            }
        } else if start.starts_with('{') {
            Kind::Tabletop
        } else if code::is(text) {
            Kind::Code
        } else if text.lines().any(|l| l.trim() == "[sections]") {
            Kind::Toml
        } else if draftmancer::is(text) {
            Kind::Draftmancer
        } else if table::is_table(text) {
            Kind::CubeCobra
        } else if xmage::is(text) {
            Kind::XMage
        } else if forge::is(text) {
            Kind::Forge
        } else {
            Kind::Text
        }
    }

    /// Whether a file of this kind is read line by line.
    fn has_lines(self) -> bool {
        match self {
            Kind::Text | Kind::Arena | Kind::Names | Kind::Forge | Kind::XMage | Kind::CubeCobra => true,
            Kind::Toml | Kind::Cockatrice | Kind::Mtgo | Kind::Octgn | Kind::Tabletop | Kind::Code => false,
            // Its custom cards are JSON, as long as they like.
            Kind::Draftmancer => false,
        }
    }
}

/// Reads a deck file of any kind. The text is what [`intake`] made of a file, or what somebody pasted.
///
/// # Errors
/// When the file as a whole cannot be read, such as broken XML, or is too large for a deck. Single lines that make no
/// sense are reported by [`resolve`].
pub fn read(text: &str, kind: Option<Kind>) -> Result<Sheet, Unreadable> {
    let kind = kind.unwrap_or_else(|| Kind::of_text(text));
    if text.len() > intake::LARGEST {
        let message = tr!("a deck has at most {size} MiB, and this text is larger", size = intake::LARGEST >> 20);
        return Err(Unreadable { line: 0, column: 0, message });
    }
    if kind.has_lines() {
        for (at, line) in text.lines().enumerate() {
            let message = if at == MOST_LINES {
                tr!("a deck file has at most {most} lines, and this one goes on", most = MOST_LINES)
            } else if line.len() > LONGEST_LINE {
                tr!(
                    "a line of {bytes} bytes; a line of a deck has at most {most}",
                    bytes = line.len(),
                    most = LONGEST_LINE
                )
            } else {
                continue;
            };
            return Err(Unreadable { line: at + 1, column: 0, message });
        }
    }
    match kind {
        Kind::Toml => native::read(text),
        Kind::Text | Kind::Arena | Kind::Names => text::read(text),
        Kind::Cockatrice => cockatrice::read(text),
        Kind::Mtgo => mtgo::read(text),
        Kind::Octgn => octgn::read(text),
        Kind::Forge => forge::read(text),
        Kind::XMage => xmage::read(text),
        Kind::Draftmancer => draftmancer::read(text),
        Kind::CubeCobra => cubecobra::read(text),
        Kind::Tabletop => tabletop::read(text),
        Kind::Code => code::read(text),
    }
}

/// Writes a deck as a file of a kind. A saved object of Tabletop Simulator names its pictures as files beside it;
/// [`tabletop::write`] takes other addresses.
pub fn write(game: &Game, deck: &Deck, kind: Kind) -> String {
    match kind {
        Kind::Toml => native::write(game, deck),
        Kind::Text => text::write(game, deck),
        Kind::Arena => text::write_arena(game, deck),
        Kind::Names => text::write_names(game, deck),
        Kind::Cockatrice => cockatrice::write(game, deck),
        Kind::Mtgo => mtgo::write(game, deck),
        Kind::Octgn => octgn::write(game, deck),
        Kind::Forge => forge::write(game, deck),
        Kind::XMage => xmage::write(game, deck),
        Kind::Draftmancer => draftmancer::write(game, deck),
        Kind::CubeCobra => cubecobra::write(game, deck),
        Kind::Tabletop => tabletop::write(game, deck, |sheet| format!("faces-{}.png", sheet + 1), "back.png"),
        Kind::Code => code::write(game, deck),
    }
}

/// The entries of a deck as programs have them that know only a deck and a sideboard: section `main`, and all others.
fn zones<'d>(game: &Game, deck: &'d Deck) -> [Vec<&'d Entry>; 2] {
    let main = game.section("main").unwrap_or(0);
    let zone = |in_main: bool| {
        let sections = deck.sections.iter().enumerate().filter(|(at, _)| (*at == main) == in_main);
        sections.flat_map(|(_, entries)| entries).collect()
    };
    [zone(true), zone(false)]
}
