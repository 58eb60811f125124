//! A table as its log tells it: who sits where, what was begun, which decks were built.

use catalog::store::journal::StreamId;
use formats::deck::SavedDeck;

use crate::log::{TableAction, TableStart};
use crate::secret::{Secret, SecretHash};

/// A seat of a table.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Seat {
    /// Who sits there; nobody if absent.
    pub name: Option<String>,
    /// What their devices show.
    pub secrets: Vec<SecretHash>,
    /// The deck that is built.
    pub deck: Option<SavedDeck>,
    /// The deck that was handed in.
    pub registered: Option<StreamId>,
}

/// A table.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// How it was set up.
    pub start: TableStart,
    /// What devices of the owner show.
    pub owners: Vec<SecretHash>,
    /// Its seats.
    pub seats: Vec<Seat>,
    /// The streams of the draft or the pools, once packs are opened.
    pub streams: Vec<StreamId>,
    /// Actions so far.
    pub actions: usize,
}

/// Devices of one seat, or of the owner: the oldest gives way.
const MOST_DEVICES: usize = 4;
/// Characters of a name.
pub const LONGEST_NAME: usize = 40;

/// Why an action does not fit; logs of this program have none of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("action {0} of the table's log does not fit")]
pub struct Unfit(pub usize);

/// Another device shows a secret.
fn add_device(secrets: &mut Vec<SecretHash>, secret: SecretHash) {
    if secrets.len() >= MOST_DEVICES {
        secrets.remove(0);
    }
    secrets.push(secret);
}

impl Table {
    /// A table where nobody sits.
    pub fn new(start: TableStart) -> Table {
        let seats = vec![Seat::default(); start.setup.seats as usize];
        Table { owners: vec![start.owner.clone()], start, seats, streams: Vec::new(), actions: 0 }
    }

    /// The table after these actions.
    ///
    /// # Errors
    /// The first action that does not fit.
    pub fn replay(start: TableStart, actions: Vec<TableAction>) -> Result<Table, Unfit> {
        let mut table = Table::new(start);
        for (at, action) in actions.into_iter().enumerate() {
            table.apply(action).ok_or(Unfit(at))?;
        }
        Ok(table)
    }

    /// Does an action; `None` if it does not fit, and then nothing has happened.
    pub fn apply(&mut self, action: TableAction) -> Option<()> {
        match action {
            TableAction::Begin { streams } => self.streams = streams.into_iter().map(StreamId).collect(),
            TableAction::Join { seat, name, secret } => {
                let seat = self.seats.get_mut(seat)?;
                (seat.name, seat.secrets) = (Some(name), vec![secret]);
            }
            TableAction::Leave { seat } => *self.seats.get_mut(seat)? = Seat::default(),
            TableAction::Move { seat, to } => {
                self.seats.get(to).filter(|seat| seat.name.is_none())?;
                self.seats.get(seat)?;
                self.seats.swap(seat, to);
            }
            TableAction::Device { seat, secret } => add_device(&mut self.seats.get_mut(seat)?.secrets, secret),
            TableAction::Owner { secret } => add_device(&mut self.owners, secret),
            TableAction::Revoke { seat } => self.seats.get_mut(seat)?.secrets.clear(),
            TableAction::Deck { seat, deck } => self.seats.get_mut(seat)?.deck = Some(*deck),
            TableAction::Register { seat, stream } => {
                self.seats.get_mut(seat)?.registered = Some(StreamId(stream));
            }
            TableAction::Reopen { seat } => self.seats.get_mut(seat)?.registered = None,
        }
        self.actions += 1;
        Some(())
    }

    /// The seat that a secret is for.
    pub fn seat_of(&self, secret: &Secret) -> Option<usize> {
        let hash = secret.hash();
        self.seats.iter().position(|seat| seat.secrets.contains(&hash))
    }

    /// Whether this is the owner's secret.
    pub fn is_owner(&self, secret: &Secret) -> bool {
        self.owners.contains(&secret.hash())
    }

    /// The first seat where nobody sits.
    pub fn free_seat(&self) -> Option<usize> {
        self.seats.iter().position(|seat| seat.name.is_none())
    }

    /// Players who share a pool.
    pub fn team_size(&self) -> usize {
        self.start.setup.team.max(1) as usize
    }

    /// The others who share the pool of a seat.
    pub fn teammates(&self, seat: usize) -> impl Iterator<Item = usize> {
        let first = seat - seat % self.team_size();
        (first..(first + self.team_size()).min(self.seats.len())).filter(move |other| *other != seat)
    }

    /// Whether packs are opened.
    pub fn has_begun(&self) -> bool {
        !self.streams.is_empty()
    }

    /// A name as it is shown: without what breaks lines, not too long, and not that of another seat; `None` if nothing is left.
    pub fn tidy_name(&self, typed: &str) -> Option<String> {
        let plain: String = typed.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let short: String = plain.chars().take(LONGEST_NAME).collect();
        if short.is_empty() {
            return None;
        }
        let taken: Vec<String> = self.seats.iter().filter_map(|seat| seat.name.clone()).collect();
        Some(formats::saved::draft::numbered(&short, &taken))
    }
}
