//! Sealed pools in the library: each is a stream of its own, with its packs as the first actions.

use catalog::Game;
use catalog::store::journal::{Kind, StreamId};
use catalog::store::{self, Library};
use formats::limited::sealed::{Action, Event, Start};

/// Saves an event of one pool.
///
/// # Errors
/// Of the library.
pub fn save(library: &mut Library, game: &Game, name: &str, event: &Event) -> Result<StreamId, store::Error> {
    let id = library.begin(Kind::Pool, &game.id, &game.data_hash, name, &event.start)?;
    for (seq, action) in event.actions.iter().enumerate() {
        library.append(id, seq, action, None)?;
    }
    Ok(id)
}

/// The event of a pool that was saved.
///
/// # Errors
/// Of the library.
pub fn load(library: &Library, id: StreamId) -> Result<Event, store::Error> {
    let stream = library.stream::<Start, Action>(id)?;
    Ok(Event { start: stream.start, actions: stream.actions })
}
