//! An event in the library: whatever the organiser does is saved before it is shown as done.

mod from_table;

use std::time::{SystemTime, UNIX_EPOCH};

use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::{self, Library};
use formats::GameLibrary;
use formats::event::log::{Entrant, EventAction, EventLogEntry};
use formats::event::preview::Consequences;
use formats::event::{self, EventError, EventStart, ORGANISER, TournamentEvent};
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::DraftPlan;

pub use from_table::TableError;

use crate::session::Session;
use formats::saved;
use formats::saved::draft::SavedDraft;

/// An event that is open.
#[derive(Debug, Clone)]
pub struct SavedEvent {
    /// Its stream in the library.
    pub id: StreamId,
    /// Its name.
    pub name: String,
    /// How it stands.
    pub event: TournamentEvent,
}

/// Why an event cannot begin or go on.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The library.
    #[error(transparent)]
    Store(#[from] store::Error),
    /// The rules of events.
    #[error(transparent)]
    Refused(#[from] EventError),
    /// A draft of it.
    #[error(transparent)]
    Draft(#[from] saved::draft::Error),
    /// The players of a hosted table.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Seconds since 1970.
pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs() as i64)
}

/// The part of an event's seed that its drafts are dealt from.
const DRAFTS: u64 = 9;

impl SavedEvent {
    /// Begins an event.
    ///
    /// # Errors
    /// When the start makes no sense, or of the library.
    pub fn begin(library: &mut Library, name: &str, start: EventStart) -> Result<SavedEvent, Error> {
        let event = TournamentEvent::begin(start)?;
        let id = library.begin(StreamKind::Event, &event.start.game, &event.start.data_hash, name, &event.start)?;
        Ok(SavedEvent { id, name: name.to_owned(), event })
    }

    /// Takes up an event where it was left.
    ///
    /// # Errors
    /// Of the library, or when its log does not fit.
    pub fn open(library: &Library, id: StreamId) -> Result<SavedEvent, Error> {
        let stream = library.stream::<EventStart, EventLogEntry>(id)?;
        let event = TournamentEvent::replay(stream.start, stream.actions)?;
        Ok(SavedEvent { id, name: stream.heading.name, event })
    }

    /// What an action would change.
    ///
    /// # Errors
    /// When it does not fit.
    pub fn preview(&self, at: i64, by: &str, action: EventAction) -> Result<Consequences, EventError> {
        Ok(self.event.try_out(EventLogEntry { at, by: by.to_owned(), action })?.1)
    }

    /// Does something and saves it.
    ///
    /// # Errors
    /// When it does not fit, or of the library; then nothing has happened.
    pub fn act(&mut self, library: &mut Library, at: i64, by: &str, action: EventAction) -> Result<(), Error> {
        let entry = EventLogEntry { at, by: by.to_owned(), action };
        let after = self.event.after(entry.clone())?;
        library.append(self.id, self.event.log.len(), &entry, None)?;
        self.event = after;
        Ok(())
    }

    /// Players or teams come in, all or none.
    ///
    /// # Errors
    /// As [`SavedEvent::act`].
    pub fn register(&mut self, library: &mut Library, at: i64, entrants: Vec<Entrant>) -> Result<(), Error> {
        self.act(library, at, ORGANISER, EventAction::Enter(entrants))
    }

    /// The next round; where the event is a bracket from the beginning, that is drawn first.
    ///
    /// # Errors
    /// As [`SavedEvent::act`].
    pub fn pair(&mut self, library: &mut Library, at: i64) -> Result<(), Error> {
        let next = self.event.pair()?;
        let draws = matches!(next, EventAction::Cut { .. });
        self.act(library, at, ORGANISER, next)?;
        if draws {
            let first = self.event.pair()?;
            self.act(library, at, ORGANISER, first)?;
        }
        Ok(())
    }

    /// What the draft of a pod, counted from 0, is called.
    pub fn draft_name(&self, pod: usize) -> String {
        format!("{}, pod {}", self.name, pod + 1)
    }

    /// Begins the draft of a pod at this machine, its players at their seats. One that was begun before the program was
    /// stopped is taken up.
    ///
    /// # Errors
    /// When there is no such pod, the format is no draft, or of the library.
    pub fn begin_draft(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        at: i64,
        pod: usize,
    ) -> Result<SavedDraft, Error> {
        let refused = |why: String| Error::Draft(saved::draft::Error::NoDraft(why));
        let event = &self.event;
        let seats = event.pods.get(pod).filter(|_| event.start.kind == event::EventKind::Draft);
        let seats = seats.ok_or_else(|| refused(format!("of pod {}", pod + 1)))?;
        let sitters: Vec<DraftPlayer> =
            seats.iter().map(|id| DraftPlayer::Person(event.name(*id).to_owned())).collect();
        let name = self.draft_name(pod);
        let known = library.streams(StreamKind::Draft, &event.start.game)?.into_iter().find(|s| s.name == name);
        let saved = match known {
            Some(stream) => SavedDraft::open(library, game_library, stream.id)?,
            None => {
                let format =
                    game_library.format(&event.start.format).ok_or_else(|| refused(event.start.format.clone()))?;
                let plan =
                    DraftPlan::from_format(format, sitters).ok_or_else(|| refused(event.start.format.clone()))?;
                let seed = event.start.seed()?.part(DRAFTS).part(pod as u64);
                let start = plan.start(game_library, seed).map_err(saved::draft::Error::Refused)?;
                SavedDraft::create(library, game_library, &name, start)?
            }
        };
        if self.event.drafts[pod].is_none() {
            self.act(library, at, ORGANISER, EventAction::Draft { pod, draft: name })?;
        }
        Ok(saved)
    }

    /// Takes the pools of drafts that are over; how many came in.
    ///
    /// # Errors
    /// Of the library.
    pub fn collect_pools(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        at: i64,
    ) -> Result<usize, Error> {
        let streams = library.streams(StreamKind::Draft, &self.event.start.game)?;
        let mut came = 0;
        for pod in 0..self.event.pods.len() {
            let Some(name) = self.event.drafts[pod].clone() else { continue };
            let Some(stream) = streams.iter().find(|s| s.name == name) else { continue };
            let saved = SavedDraft::open(library, game_library, stream.id)?;
            if !saved.pod.draft.is_over() {
                continue;
            }
            for (seat, player) in self.event.pods[pod].clone().into_iter().enumerate() {
                if self.event.players[player.at()].pool.is_none() {
                    let cards =
                        saved.pod.draft.picks(seat).iter().map(|c| game_library.game.card(*c).id.clone()).collect();
                    self.act(library, at, ORGANISER, EventAction::Pool { player, cards, witness: None })?;
                    came += 1;
                }
            }
        }
        Ok(came)
    }
}

/// The stream of an event by its name, over all games: the newest of that name.
///
/// # Errors
/// Of the library; the names that there are, if none is that one.
pub fn find_event(session: &Session, name: &str) -> Result<Result<StreamId, Vec<String>>, store::Error> {
    let kept = session.saved_streams(StreamKind::Event, None)?;
    let found = kept.iter().find(|(_, heading)| heading.name == name).map(|(_, heading)| heading.id);
    Ok(found.ok_or_else(|| kept.into_iter().map(|(_, heading)| heading.name).collect()))
}
