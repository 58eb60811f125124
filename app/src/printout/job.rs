//! What is made of a deck, and the files that come of it. Both doors print through this.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use catalog::tr;
use formats::Deck;
use formats::deckfile::tabletop;

use super::pdf::PaperSize;
use super::{Error, FacePrinter, list, picture, proxies, qr};

/// What is made of a deck.
#[derive(Debug, Clone, Copy)]
pub enum DeckPrintout {
    /// Every card on paper (PDF).
    Proxies(proxies::Options),
    /// A page for registration (PDF).
    List(PaperSize),
    /// Every card once, with its number (PNG).
    Faces,
    /// The deck's code as a QR code (SVG).
    CodeSvg,
    /// The same as a PNG.
    CodePng,
    /// A saved object of Tabletop Simulator (JSON), with its pictures beside it.
    Tabletop,
}

impl DeckPrintout {
    /// The word that names it.
    pub fn name(self) -> &'static str {
        match self {
            DeckPrintout::Proxies(_) => "proxies",
            DeckPrintout::List(_) => "list",
            DeckPrintout::Faces => "faces",
            DeckPrintout::CodeSvg | DeckPrintout::CodePng => "qr",
            DeckPrintout::Tabletop => "tts",
        }
    }

    /// How its file ends.
    pub fn file_extension(self) -> &'static str {
        match self {
            DeckPrintout::Proxies(_) | DeckPrintout::List(_) => "pdf",
            DeckPrintout::Faces | DeckPrintout::CodePng => "png",
            DeckPrintout::CodeSvg => "svg",
            DeckPrintout::Tabletop => "json",
        }
    }
}

/// A deck that is to be printed.
#[derive(Debug, Clone)]
pub struct PrintJob {
    /// What is made of it.
    pub what: DeckPrintout,
    /// The deck.
    pub deck: Deck,
    /// The name of its format.
    pub format: String,
    /// Whether it is legal there.
    pub legal: bool,
    /// The file.
    pub file: PathBuf,
    /// Where pictures beside the file will be found; without, they are files on this machine.
    pub pictures_at: Option<String>,
}

impl PrintJob {
    /// How many faces are painted for it.
    pub fn faces(&self) -> u64 {
        let faces = match self.what {
            DeckPrintout::Proxies(_) | DeckPrintout::Faces => self.deck.sections.iter().flatten().count(),
            DeckPrintout::Tabletop => tabletop::face_sheets(&self.deck).iter().map(|sheet| sheet.cards.len()).sum(),
            DeckPrintout::List(_) | DeckPrintout::CodeSvg | DeckPrintout::CodePng => 0,
        };
        faces as u64
    }

    /// The files with their contents; the one that was asked for is the last.
    ///
    /// # Errors
    /// When a face cannot be painted, or the deck does not fit.
    pub fn files(&self, press: &mut FacePrinter<'_>) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
        let (game, deck) = (press.game, &self.deck);
        let bytes = match self.what {
            DeckPrintout::Proxies(options) => {
                let remark = if self.legal { String::new() } else { tr!(" · not legal in {}", self.format) };
                proxies::pdf(press, deck, options, &format!("{} · {}{remark}", deck.name, game.name))
            }
            DeckPrintout::List(paper) => list::pdf(game, deck, &self.format, self.legal, paper),
            DeckPrintout::Faces => picture::deck(press, deck),
            DeckPrintout::CodeSvg => qr::QrCode::from_deck(game, deck).map(|code| code.svg().into_bytes()),
            DeckPrintout::CodePng => qr::QrCode::from_deck(game, deck).and_then(|code| code.png()),
            DeckPrintout::Tabletop => return self.tabletop(press),
        }?;
        Ok(vec![(self.file.clone(), bytes)])
    }

    /// The sheets of faces, the back, and the object that names them.
    fn tabletop(&self, press: &mut FacePrinter<'_>) -> Result<Vec<(PathBuf, Vec<u8>)>, Error> {
        let stem = self.file.file_stem().map_or("deck".to_owned(), |s| s.to_string_lossy().into_owned());
        let beside = |what: &str| self.file.with_file_name(format!("{stem}-{what}.png"));
        let mut files = Vec::new();
        for (at, sheet) in tabletop::face_sheets(&self.deck).iter().enumerate() {
            files.push((beside(&(at + 1).to_string()), picture::sheet(press, sheet)?));
        }
        files.push((beside("back"), picture::back(press)?));
        let addresses: Vec<String> = files
            .iter()
            .map(|(file, _)| picture_address(file, self.pictures_at.as_deref()))
            .collect::<Result<_, _>>()?;
        let back = &addresses[addresses.len() - 1];
        let text = tabletop::write(press.game, &self.deck, |sheet| addresses[sheet].clone(), back);
        files.push((self.file.clone(), text.into_bytes()));
        Ok(files)
    }
}

/// How the names of files begin that are not whole yet. One that is left was being written when the program was killed.
pub const TEMP_PREFIX: &str = ".deckloom-";

/// Writes a file: to a neighbour first, which then takes its name, so that it is never half there. Folders are made.
///
/// # Errors
/// When the place cannot be written to.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let mut maker = tempfile::Builder::new();
    maker.prefix(TEMP_PREFIX);
    // A temporary file is for its owner alone; what a person asked for is a file like any other.
    #[cfg(unix)]
    maker.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = maker.tempfile_in(folder)?;
    io::Write::write_all(&mut file, bytes.as_ref())?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// A file that cannot be written, as the window tells it: in the language that is spoken.
#[derive(Debug, thiserror::Error)]
pub struct WriteError {
    /// Which.
    file: PathBuf,
    /// Why.
    cause: io::Error,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&tr!("{} cannot be written: {e}", self.file.display(), e = self.cause))
    }
}

/// The same for the window.
///
/// # Errors
/// When the place cannot be written to.
pub fn write_or_explain(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
    write(path, bytes).map_err(|cause| WriteError { file: path.to_owned(), cause })
}

/// Where a picture is found: below the address that was named, or as a file.
fn picture_address(picture: &Path, base: Option<&str>) -> Result<String, Error> {
    let name = picture.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    match base {
        Some(base) => Ok(format!("{}/{}", base.trim_end_matches('/'), percent_encode(&name))),
        None => {
            let whole =
                std::path::absolute(picture).map_err(|cause| Error::Place { file: picture.to_owned(), cause })?;
            let path = whole.to_string_lossy().replace('\\', "/");
            Ok(format!("file:///{}", percent_encode(path.trim_start_matches('/'))))
        }
    }
}

/// A path as it stands in an address.
fn percent_encode(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/:".contains(&b);
    path.bytes().map(|b| if plain(b) { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}
