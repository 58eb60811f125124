//! Decks in and out of files, without loss: every line of a file gets a line of report, unknown cards are
//! kept where they stood and named.
//!
//! Bytes become a bounded text ([`intake`]); its kind is told by what is in it; a reader makes a [`DeckSheet`] of it, which
//! knows no game; then a game resolves its names ([`resolve`]). On the way out, [`losses`] says what a kind of file
//! cannot carry.

pub mod cockatrice;
pub mod code;
pub mod cubecobra;
mod draft_log;
pub mod draftmancer;
pub mod forge;
pub mod intake;
mod json;
pub mod lackey;
mod loss;
pub mod mtgjson;
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

use catalog::GameData;
use catalog::collection::table;
use catalog::noted;
use catalog::tr;

use crate::deck::{Deck, DeckEntry};
pub use loss::{DeckFact, losses};
pub use resolve::{ImportedDeck, LineOutcome, ReportedLine, guess_game, illegal_note, resolve};
pub use sheet::{DeckFileError, DeckSheet, Extras, LONGEST_NAME, LineContent, MOST_COPIES, MOST_LINES, SheetLine};

/// The longest line of a file that is read line by line, in bytes.
pub const LONGEST_LINE: usize = 16 << 10;

/// A kind of deck file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::VariantArray, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum DeckFileKind {
    /// Deckloom's own: TOML.
    Toml,
    /// A plain list: `3 Name`, with headings and remarks.
    Text,
    /// A short code.
    Code,
    /// A list as MTG Arena has it: every card with set and number.
    Arena,
    /// Names with their numbers and nothing else.
    Names,
    /// Cockatrice's `.cod`.
    #[strum(serialize = "cod")]
    Cockatrice,
    /// Magic Online's `.dek`.
    #[strum(serialize = "dek")]
    Mtgo,
    /// MTGJSON's deck file.
    Mtgjson,
    /// LackeyCCG's `.dek`.
    Lackey,
    /// OCTGN's `.o8d`.
    #[strum(serialize = "o8d")]
    Octgn,
    /// Forge's `.dck`.
    Forge,
    /// XMage's `.dck`.
    XMage,
    /// Draftmancer's list with custom cards.
    Draftmancer,
    /// CubeCobra's CSV.
    #[strum(serialize = "csv")]
    CubeCobra,
    /// A saved object of Tabletop Simulator.
    #[strum(serialize = "tts")]
    Tabletop,
}

impl DeckFileKind {
    /// All kinds.
    pub const ALL: &'static [DeckFileKind] = <DeckFileKind as strum::VariantArray>::VARIANTS;

    /// The word that names it.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// What people call it; some of it is to be translated.
    pub fn title(self) -> &'static str {
        match self {
            DeckFileKind::Toml => "Deckloom",
            DeckFileKind::Text => noted!("Text"),
            DeckFileKind::Arena => "Arena",
            DeckFileKind::Names => noted!("Names"),
            DeckFileKind::Cockatrice => "Cockatrice",
            DeckFileKind::Mtgo => "Magic Online",
            DeckFileKind::Mtgjson => "MTGJSON",
            DeckFileKind::Lackey => "LackeyCCG",
            DeckFileKind::Octgn => "OCTGN",
            DeckFileKind::Forge => "Forge",
            DeckFileKind::XMage => "XMage",
            DeckFileKind::Draftmancer => "Draftmancer",
            DeckFileKind::CubeCobra => "CubeCobra",
            DeckFileKind::Tabletop => "Tabletop Simulator",
            DeckFileKind::Code => noted!("Code"),
        }
    }

    /// The program whose files they are, if they are one program's.
    pub fn program(self) -> Option<&'static str> {
        use DeckFileKind as K;
        match self {
            K::Text | K::Names | K::Code => None,
            K::Toml | K::Arena | K::Cockatrice | K::Mtgo | K::Octgn | K::Forge => Some(self.title()),
            K::XMage | K::Draftmancer | K::CubeCobra | K::Tabletop | K::Mtgjson | K::Lackey => Some(self.title()),
        }
    }

    /// How its files end.
    pub fn extension(self) -> &'static str {
        match self {
            DeckFileKind::Toml => "toml",
            DeckFileKind::Text | DeckFileKind::Arena | DeckFileKind::Names | DeckFileKind::Draftmancer => "txt",
            DeckFileKind::Cockatrice => "cod",
            DeckFileKind::Mtgo | DeckFileKind::Lackey => "dek",
            DeckFileKind::Octgn => "o8d",
            DeckFileKind::Forge | DeckFileKind::XMage => "dck",
            DeckFileKind::CubeCobra => "csv",
            DeckFileKind::Tabletop | DeckFileKind::Mtgjson => "json",
            DeckFileKind::Code => "code",
        }
    }

    /// The kind that a word names.
    pub fn parse(word: &str) -> Option<DeckFileKind> {
        DeckFileKind::ALL.iter().copied().find(|kind| kind.id().eq_ignore_ascii_case(word))
    }

    /// The kinds whose files end so; the most likely first.
    pub fn with_extension(ending: &str) -> Vec<DeckFileKind> {
        DeckFileKind::ALL.iter().copied().filter(|kind| kind.extension().eq_ignore_ascii_case(ending)).collect()
    }

    /// The kind of a text, by what is in it. All lists that people paste are [`DeckFileKind::Text`].
    pub fn detect(text: &str) -> DeckFileKind {
        // No deck has more lines; what follows them is not looked at.
        let end = text.match_indices('\n').nth(MOST_LINES).map_or(text.len(), |(at, _)| at);
        let text = &text[..end];
        let start = text.trim_start();
        if start.starts_with('<') {
            match xml::root(start).as_deref() {
                Some("Deck") => DeckFileKind::Mtgo,
                Some("deck") if lackey::matches(start) => DeckFileKind::Lackey,
                Some("deck") => DeckFileKind::Octgn,
                _ => DeckFileKind::Cockatrice,
            }
        } else if start.starts_with('{') {
            if mtgjson::matches(start) { DeckFileKind::Mtgjson } else { DeckFileKind::Tabletop }
        } else if code::matches(text) {
            DeckFileKind::Code
        } else if text.lines().any(|l| l.trim() == "[sections]") {
            DeckFileKind::Toml
        } else if draftmancer::matches(text) {
            DeckFileKind::Draftmancer
        } else if table::is_table(text) {
            DeckFileKind::CubeCobra
        } else if xmage::matches(text) {
            DeckFileKind::XMage
        } else if forge::matches(text) {
            DeckFileKind::Forge
        } else {
            DeckFileKind::Text
        }
    }

    /// Whether a file of this kind is read line by line.
    fn has_lines(self) -> bool {
        match self {
            DeckFileKind::Text
            | DeckFileKind::Arena
            | DeckFileKind::Names
            | DeckFileKind::Forge
            | DeckFileKind::XMage
            | DeckFileKind::CubeCobra => true,
            DeckFileKind::Toml
            | DeckFileKind::Cockatrice
            | DeckFileKind::Mtgo
            | DeckFileKind::Mtgjson
            | DeckFileKind::Lackey
            | DeckFileKind::Octgn
            | DeckFileKind::Tabletop
            | DeckFileKind::Code => false,
            // Its custom cards are JSON, as long as they like.
            DeckFileKind::Draftmancer => false,
        }
    }
}

/// Reads a deck file of any kind. The text is what [`intake`] made of a file, or what somebody pasted.
///
/// # Errors
/// When the file as a whole cannot be read, such as broken XML, or is too large for a deck. Single lines that make no
/// sense are reported by [`resolve`].
pub fn read(text: &str, kind: Option<DeckFileKind>) -> Result<DeckSheet, DeckFileError> {
    let kind = kind.unwrap_or_else(|| DeckFileKind::detect(text));
    if text.len() > intake::LARGEST {
        let message = tr!("a deck has at most {size} MiB, and this text is larger", size = intake::LARGEST >> 20);
        return Err(DeckFileError { line: 0, column: 0, message });
    }
    if kind.has_lines() {
        for (at, line) in text.lines().enumerate() {
            let message = if at == MOST_LINES {
                tr!("a deck file has at most {most} lines, and this one has more", most = MOST_LINES)
            } else if line.len() > LONGEST_LINE {
                tr!(
                    "a line of {bytes} bytes; a line of a deck has at most {most}",
                    bytes = line.len(),
                    most = LONGEST_LINE
                )
            } else {
                continue;
            };
            return Err(DeckFileError { line: at + 1, column: 0, message });
        }
    }
    match kind {
        DeckFileKind::Toml => native::read(text),
        DeckFileKind::Text if draft_log::matches(text) => draft_log::read(text),
        DeckFileKind::Text | DeckFileKind::Arena | DeckFileKind::Names => text::read(text),
        DeckFileKind::Cockatrice => cockatrice::read(text),
        DeckFileKind::Mtgo => mtgo::read(text),
        DeckFileKind::Mtgjson => mtgjson::read(text),
        DeckFileKind::Lackey => lackey::read(text),
        DeckFileKind::Octgn => octgn::read(text),
        DeckFileKind::Forge => forge::read(text),
        DeckFileKind::XMage => xmage::read(text),
        DeckFileKind::Draftmancer => draftmancer::read(text),
        DeckFileKind::CubeCobra => cubecobra::read(text),
        DeckFileKind::Tabletop => tabletop::read(text),
        DeckFileKind::Code => code::read(text),
    }
}

/// Writes a deck as a file of a kind. A saved object of Tabletop Simulator names its pictures as files beside it;
/// [`tabletop::write`] takes other addresses.
pub fn write(game: &GameData, deck: &Deck, kind: DeckFileKind) -> String {
    match kind {
        DeckFileKind::Toml => native::write(game, deck),
        DeckFileKind::Text => text::write(game, deck),
        DeckFileKind::Arena => text::write_arena(game, deck),
        DeckFileKind::Names => text::write_names(game, deck),
        DeckFileKind::Cockatrice => cockatrice::write(game, deck),
        DeckFileKind::Mtgo => mtgo::write(game, deck),
        DeckFileKind::Mtgjson => mtgjson::write(game, deck),
        DeckFileKind::Lackey => lackey::write(game, deck),
        DeckFileKind::Octgn => octgn::write(game, deck),
        DeckFileKind::Forge => forge::write(game, deck),
        DeckFileKind::XMage => xmage::write(game, deck),
        DeckFileKind::Draftmancer => draftmancer::write(game, deck),
        DeckFileKind::CubeCobra => cubecobra::write(game, deck),
        DeckFileKind::Tabletop => tabletop::write(game, deck, |sheet| format!("faces-{}.png", sheet + 1), "back.png"),
        DeckFileKind::Code => code::write(game, deck),
    }
}

/// The section that other programs call the deck.
fn main_section(game: &GameData) -> usize {
    game.section("main").unwrap_or(0)
}

/// The entries of a deck as programs have them that know only a deck and a sideboard: section `main`, and all others.
fn zones<'d>(game: &GameData, deck: &'d Deck) -> [Vec<&'d DeckEntry>; 2] {
    let main = main_section(game);
    let zone = |in_main: bool| {
        let sections = deck.sections.iter().enumerate().filter(|(at, _)| (*at == main) == in_main);
        sections.flat_map(|(_, entries)| entries).collect()
    };
    [zone(true), zone(false)]
}
