//! Sealed pools in the library: each is a stream of its own, with its packs as the first actions.

use crate::limited::sealed::{SealedAction, SealedEvent, SealedStart};
use catalog::GameData;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::{self, Library};

/// Saves an event of one pool.
///
/// # Errors
/// Of the library.
pub fn save(library: &mut Library, game: &GameData, name: &str, event: &SealedEvent) -> Result<StreamId, store::Error> {
    let id = library.begin(StreamKind::Pool, &game.id, &game.data_hash, name, &event.start)?;
    for (seq, action) in event.actions.iter().enumerate() {
        library.append(id, seq, action, None)?;
    }
    Ok(id)
}

/// The event of a pool that was saved.
///
/// # Errors
/// Of the library.
pub fn load(library: &Library, id: StreamId) -> Result<SealedEvent, store::Error> {
    let stream = library.stream::<SealedStart, SealedAction>(id)?;
    Ok(SealedEvent { start: stream.start, actions: stream.actions })
}
