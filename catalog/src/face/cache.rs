//! Painted faces on disk: PNG files named by what they were made of.
//!
//! A name is never used for other pixels, so there is nothing to invalidate: what is no longer asked for becomes the
//! oldest and goes. Nothing here fails: without a disk faces are painted again, and a file that is damaged is as good
//! as none. Several processes may share a folder.

use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use image::codecs::png::{CompressionType, PngDecoder};
use image::{DynamicImage, ImageDecoder as _};

use super::{Picture, encode};

/// A use is noted when the last note is older than this: not every glance is a write.
const NOTED: Duration = Duration::from_secs(6 * 3600);
/// A file that is being written longer than this was left behind by a process that died.
const LEFT: Duration = Duration::from_secs(3600);

/// A folder of painted faces.
#[derive(Debug)]
pub struct Cache {
    folder: PathBuf,
    most: u64,
    /// Bytes written since the folder was last tidied.
    written: AtomicU64,
}

impl Cache {
    /// Bytes that are kept unless another bound is wished for.
    pub const MOST: u64 = 512 << 20;

    /// Faces in a folder, which is made once there is one. Of more than `most` bytes those used longest ago go; each
    /// process that writes may exceed it by an eighth.
    pub fn new(folder: impl Into<PathBuf>, most: u64) -> Cache {
        // As if much had been written: the first face tidies up what earlier processes left.
        Cache { folder: folder.into(), most, written: AtomicU64::new(most) }
    }

    fn file(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.png"))
    }

    /// A face that was kept, if it is `width` wide and whole.
    pub(super) fn get(&self, key: &str, width: u32) -> Option<Picture> {
        let path = self.file(key);
        let bytes = std::fs::read(&path).ok()?;
        let Some(picture) = decode(&bytes).filter(|p| p.width == width) else {
            let _ = std::fs::remove_file(&path);
            return None;
        };
        note(&path);
        Some(picture)
    }

    /// Keeps a face.
    pub(super) fn put(&self, key: &str, picture: &Picture) {
        let mut bytes = Vec::with_capacity(picture.rgba.len() / 3);
        if encode(&mut bytes, picture.width, picture.height, &picture.rgba, CompressionType::Fast).is_ok()
            && self.write(&self.file(key), &bytes).is_ok()
        {
            let written = self.written.fetch_add(bytes.len() as u64, Ordering::Relaxed);
            if written > self.most / 8 {
                self.written.store(0, Ordering::Relaxed);
                self.tidy();
            }
        }
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> std::io::Result<()> {
        std::fs::create_dir_all(&self.folder)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        std::io::Write::write_all(&mut file, bytes)?;
        file.persist(path)?;
        Ok(())
    }

    /// Removes what was used longest ago, until seven eighths of the room are taken, and what dead processes left.
    fn tidy(&self) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        let (mut kept, mut bytes) = (Vec::new(), 0);
        for entry in entries.flatten() {
            let path = entry.path();
            let Ok(about) = entry.metadata() else { continue };
            let used = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            if path.extension().is_some_and(|e| e == "png") {
                bytes += about.len();
                kept.push((used, path, about.len()));
            } else if used.elapsed().is_ok_and(|age| age > LEFT) {
                let _ = std::fs::remove_file(path);
            }
        }
        if bytes <= self.most {
            return;
        }
        kept.sort_unstable();
        for (_, path, size) in kept {
            if bytes <= self.most / 8 * 7 {
                break;
            }
            let _ = std::fs::remove_file(path);
            bytes -= size;
        }
    }
}

/// Notes that a file was used: its time of change is that of its last use.
fn note(path: &Path) {
    let old = std::fs::metadata(path).and_then(|m| m.modified()).is_ok_and(|t| t.elapsed().is_ok_and(|a| a > NOTED));
    if old && let Ok(file) = std::fs::File::options().append(true).open(path) {
        let _ = file.set_modified(SystemTime::now());
    }
}

/// The pixels of a file that this module wrote; its checksums tell whether they are whole.
fn decode(bytes: &[u8]) -> Option<Picture> {
    let decoder = PngDecoder::new(Cursor::new(bytes)).ok()?;
    let (width, height) = decoder.dimensions();
    if width > super::WIDEST || u64::from(height) > 2 * u64::from(super::WIDEST) {
        return None;
    }
    let DynamicImage::ImageRgba8(pixels) = DynamicImage::from_decoder(decoder).ok()? else { return None };
    Some(Picture { width, height, rgba: pixels.into_raw() })
}
