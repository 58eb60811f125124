//! Faces of cards for pages: painted when they are first asked for, one at a time, and kept while there is room.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use catalog::CardIx;
use formats::GameLibrary;
use tokio::sync::Semaphore;

/// Bytes of all faces that are kept.
const ROOM: usize = 64 << 20;
/// Faces that are painted at once.
const PAINTERS: usize = 2;

/// Paints a face so wide, in pixels, as a JPEG.
pub type Paint = Arc<dyn Fn(&GameLibrary, CardIx, u32) -> Option<Vec<u8>> + Send + Sync>;

/// Which face: game, card, width.
type Key = (String, CardIx, u32);

/// The faces that were painted.
pub struct Faces {
    paint: Paint,
    kept: Mutex<(HashMap<Key, Bytes>, usize)>,
    painters: Semaphore,
}

impl Faces {
    /// None painted yet.
    pub fn new(paint: Paint) -> Faces {
        Faces { paint, kept: Mutex::default(), painters: Semaphore::new(PAINTERS) }
    }

    fn kept(&self, key: &Key) -> Option<Bytes> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).0.get(key).cloned()
    }

    /// A face; `None` if it cannot be painted.
    pub async fn get(&self, game_library: Arc<GameLibrary>, card: CardIx, width: u32) -> Option<Bytes> {
        let key = (game_library.game.id.clone(), card, width);
        if let Some(face) = self.kept(&key) {
            return Some(face);
        }
        let _turn = self.painters.acquire().await.ok()?;
        // Somebody else may have asked for the same one.
        if let Some(face) = self.kept(&key) {
            return Some(face);
        }
        let paint = self.paint.clone();
        let painted = tokio::task::spawn_blocking(move || paint(&game_library, card, width)).await.ok()??;
        let face = Bytes::from(painted);
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let (faces, bytes) = &mut *kept;
        if *bytes + face.len() > ROOM {
            faces.clear();
            *bytes = 0;
        }
        *bytes += face.len();
        faces.insert(key, face.clone());
        Some(face)
    }
}
