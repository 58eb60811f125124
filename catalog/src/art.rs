//! A person's own pictures for cards: files in a game's `art` folder, in any of the added data folders.
//!
//! `<game>/art/<card id>.png` is the picture of a card, `<game>/art/<set id>/<number>.png` that of the card with
//! this number in a set, with `--2` behind it that of a card's back; PNG, JPEG and WebP. Files of the folder `scans`, under the same names, show whole cards. The folder is listed once; a file is read when its card is painted.
//! Nothing here trusts a file: what is too large is refused before it is unpacked.

mod address;
mod address_list;
mod folder;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, RgbaImage};

use crate::card::{CardIx, Side, face_id};
use crate::game::GameData;
use crate::source::{Source, is_within};

pub use address::PictureAddress;
pub use address_list::{ADDRESSES, PictureAddresses};
pub use folder::{PictureMatches, match_pictures, pictures_in};

/// The folder of a game for pictures that take the place of the generated ones.
pub const ART: &str = "art";
/// The folder of a game for pictures of whole cards.
pub const SCANS: &str = "scans";

/// Largest file that is read, in bytes.
pub const MOST_BYTES: u64 = 32 << 20;
/// Most pixels a side.
pub const MOST_SIDE: u32 = 8192;
/// Most pixels in all.
pub const MOST_PIXELS: u64 = 40_000_000;

/// Endings of files that are pictures.
pub const ENDINGS: &[&str] = &["png", "jpg", "jpeg", "webp"];

/// Why a picture is not used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {reason}", path.display())]
pub struct PictureFault {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub reason: PictureError,
}

/// What is wrong with a picture.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// The system does not give it.
    #[error("cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// The file is too long.
    #[error("is larger than {} MiB; save it smaller", MOST_BYTES >> 20)]
    Long,
    /// The picture is too wide, too high or has too many pixels.
    #[error(
        "has too many pixels (at most {MOST_SIDE} a side and {} million in all); save it smaller",
        MOST_PIXELS / 1_000_000
    )]
    Large,
    /// It is something else.
    #[error("is no PNG, JPEG or WebP picture")]
    Format,
    /// It begins well, and then it does not go on.
    #[error("is damaged ({0}); save it again")]
    Damaged(String),
}

/// A picture of a person's own.
#[derive(Debug, Clone)]
pub struct OwnPicture {
    /// Its file.
    pub path: PathBuf,
    /// Whether it shows a whole side of the card, and not only what is pictured there.
    pub whole: bool,
}

/// The own pictures of a game, by card.
#[derive(Debug, Clone, Default)]
pub struct Album {
    files: HashMap<(CardIx, Side), OwnPicture>,
    strays: Vec<PathBuf>,
}

impl Album {
    /// Lists the pictures of a game in all added folders. A later folder goes before an earlier one, and within a
    /// folder a card's id before its number, and the picture of a whole card before all others.
    pub fn open(source: &Source, game: &GameData) -> Album {
        let mut album = Album::default();
        for (kind, folder) in [ART, SCANS].iter().flat_map(|kind| source.added().iter().map(move |f| (*kind, f))) {
            let (pictures, whole) = (folder.join(&game.id).join(kind), kind == SCANS);
            for (at, set) in game.sets.iter().enumerate() {
                let of_set = game.indices().filter(|ix| usize::from(game.card(*ix).set) == at);
                let numbers = of_set.map(|ix| (game.card(ix).number.as_str(), ix));
                album.add(folder, &pictures.join(&set.id), whole, game, numbers);
            }
            let ids = game.indices().map(|ix| (game.card(ix).id.as_str(), ix));
            album.add(folder, &pictures, whole, game, ids);
        }
        album
    }

    /// Adds the pictures of a folder below the data folder `root`; those that a link takes from elsewhere are strays.
    fn add<'g>(
        &mut self,
        root: &Path,
        folder: &Path,
        whole: bool,
        game: &GameData,
        names: impl Iterator<Item = (&'g str, CardIx)>,
    ) {
        // Without the folder there are no pictures, and that is the rule.
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        let folder_stays = is_within(root, folder);
        let mut sides: HashMap<Cow<'_, str>, (CardIx, Side)> = HashMap::new();
        for (name, ix) in names {
            sides.insert(name.into(), (ix, Side::Front));
            if game.card(ix).back().is_some() {
                sides.insert(face_id(name, 1).into(), (ix, Side::Back));
            }
        }
        let paths: BTreeSet<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| is_picture(p)).collect();
        for path in paths {
            let stays = folder_stays && (!path.is_symlink() || is_within(root, &path));
            match path.file_stem().and_then(|s| s.to_str()).and_then(|stem| sides.get(stem)).filter(|_| stays) {
                Some(side) => {
                    self.files.insert(*side, OwnPicture { path, whole });
                }
                None => self.strays.push(path),
            }
        }
    }

    /// The picture for a side of a card.
    pub fn picture(&self, card: CardIx, side: Side) -> Option<&OwnPicture> {
        self.files.get(&(card, side))
    }

    /// All pictures with their cards, in order.
    pub fn cards(&self) -> Vec<(CardIx, &Path)> {
        let mut cards: Vec<_> = self.files.iter().map(|((ix, _), picture)| (*ix, picture.path.as_path())).collect();
        cards.sort_unstable();
        cards
    }

    /// Pictures that are named like no card, or that a link takes from outside of the data folder.
    pub fn strays(&self) -> &[PathBuf] {
        &self.strays
    }
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("").to_lowercase();
    ENDINGS.contains(&ending.as_str()) && path.is_file()
}

/// The bytes of a file, unless it is too long.
///
/// # Errors
/// [`PictureError::Unreadable`] and [`PictureError::Long`].
pub fn read(path: &Path) -> Result<Vec<u8>, PictureFault> {
    let fault = |reason| PictureFault { path: path.to_owned(), reason };
    let file = std::fs::File::open(path).map_err(|e| fault(e.into()))?;
    let mut bytes = Vec::new();
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| fault(e.into()))?;
    if bytes.len() as u64 > MOST_BYTES { Err(fault(PictureError::Long)) } else { Ok(bytes) }
}

/// Whether a file is a picture that can be used.
///
/// # Errors
/// What is wrong with it.
pub fn check(path: &Path) -> Result<(), PictureFault> {
    read_picture(path).map(drop)
}

/// The bytes of a file that is a picture which can be used.
///
/// # Errors
/// What is wrong with it.
pub fn read_picture(path: &Path) -> Result<Vec<u8>, PictureFault> {
    let bytes = read(path)?;
    ending_of(&bytes).map_err(|reason| PictureFault { path: path.to_owned(), reason })?;
    Ok(bytes)
}

/// The ending that a picture's file gets, if it can be used.
///
/// # Errors
/// What is wrong with it.
pub fn ending_of(bytes: &[u8]) -> Result<&'static str, PictureError> {
    unpack(bytes, 1, 1)?;
    Ok(match image::guess_format(bytes) {
        Ok(ImageFormat::Png) => "png",
        Ok(ImageFormat::WebP) => "webp",
        _ => "jpg",
    })
}

/// What the pictures of a folder are called, without their endings; nothing if there is no such folder.
pub fn names_in(folder: &Path) -> BTreeSet<String> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let name = |file: PathBuf| Some(file.file_stem()?.to_str()?.to_owned());
    files.filter(|file| is_picture(file)).filter_map(name).collect()
}

/// Unpacks a picture, the right way up, made smaller until it just covers `width` × `height`. A smaller one stays
/// as it is.
///
/// # Errors
/// When the picture is too large, damaged, or none.
pub fn unpack(bytes: &[u8], width: u32, height: u32) -> Result<RgbaImage, PictureError> {
    let format = image::guess_format(bytes)
        .ok()
        .filter(|f| matches!(f, ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP));
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format.ok_or(PictureError::Format)?);
    let mut limits = image::Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 8);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(reason)?;
    let (w, h) = decoder.dimensions();
    if w > MOST_SIDE || h > MOST_SIDE || u64::from(w) * u64::from(h) > MOST_PIXELS {
        return Err(PictureError::Large);
    }
    if format == Some(ImageFormat::Jpeg) && !is_whole_jpeg(bytes) {
        return Err(PictureError::Damaged("it ends too early".into()));
    }
    let turn = decoder.orientation().map_err(reason)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(reason)?;
    picture.apply_orientation(turn);
    let (w, h) = (picture.width() as f32, picture.height() as f32);
    let scale = (width as f32 / w).max(height as f32 / h);
    if scale < 1.0 {
        // `resize_exact` because the other one fits within instead of covering.
        let side = |s: f32| ((s * scale).ceil() as u32).max(1);
        picture = picture.resize_exact(side(w), side(h), image::imageops::FilterType::Triangle);
    }
    Ok(picture.into_rgba8())
}

/// Whether the last scan of a JPEG has an end: the decoder paints the rest of a cut one grey and says nothing.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let last = |marker: u8| bytes.windows(2).rposition(|pair| pair == [0xff, marker]);
    matches!((last(0xda), last(0xd9)), (Some(scan), Some(end)) if end > scan)
}

fn reason(error: ImageError) -> PictureError {
    match error {
        ImageError::Unsupported(_) => PictureError::Format,
        ImageError::Limits(_) => PictureError::Large,
        ImageError::IoError(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            PictureError::Damaged("it ends too early".into())
        }
        other => PictureError::Damaged(other.to_string()),
    }
}
