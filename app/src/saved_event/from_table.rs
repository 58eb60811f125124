//! The players of a hosted table come to an event, with their pools and the decks that they registered.

use std::fmt;

use catalog::store::Library;
use catalog::store::journal::StreamId;
use catalog::tr;
use formats::GameLibrary;
use formats::LegalDeck;
use formats::event::log::{Entrant, EventAction};
use formats::event::{EventKind, ORGANISER, PlayerId};
use formats::saved;
use formats::saved::deck::DeckSession;
use formats::saved::draft::SavedDraft;
use host::log::{TableAction, TableStart};
use host::table::{Table, Unfit};

use super::{Error, SavedEvent};

/// Why the players of a table cannot come in.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The log of the table.
    Log(#[from] Unfit),
    /// The table plays the first format, the event the second.
    OtherFormat(String, String),
    /// Nobody has a pool yet.
    NoPools,
    /// The game does not have this format any more.
    NoFormat,
    /// The data have changed since this player's deck was registered.
    Illegal(String),
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            TableError::Log(error) => error.to_string(),
            TableError::OtherFormat(one, other) => tr!("the table plays {one}, the event {other}", one, other),
            TableError::NoPools => tr!("the table has not drafted or opened its packs yet"),
            TableError::NoFormat => tr!("This format no longer exists."),
            TableError::Illegal(name) => tr!("the deck of {name} is not legal with today's cards", name),
        })
    }
}

impl SavedEvent {
    /// The players of a hosted table come in, all or none: in the order of their seats, with their pools and registered decks.
    /// How many came.
    ///
    /// # Errors
    /// When the table is another format's or still drafts, a name is here already, or a deck is not legal with today's data;
    /// of the library. Then nothing has happened.
    pub fn enter_table(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        at: i64,
        table: StreamId,
    ) -> Result<usize, Error> {
        let mut after = self.clone();
        let came = library.save_together(|library| after.enter_players(library, game_library, at, table))?;
        *self = after;
        Ok(came)
    }

    fn enter_players(
        &mut self,
        library: &mut Library,
        game_library: &GameLibrary,
        at: i64,
        table: StreamId,
    ) -> Result<usize, Error> {
        let game = &game_library.game;
        let stream = library.stream::<TableStart, TableAction>(table)?;
        let table = Table::replay(stream.start, stream.actions).map_err(TableError::Log)?;
        let (one, other) = (&table.start.setup.format, &self.event.start.format);
        if stream.heading.game != self.event.start.game || one != other {
            return Err(TableError::OtherFormat(one.clone(), other.clone()).into());
        }
        let format = game_library.format(one).ok_or(TableError::NoFormat)?;
        let Some(pools) = pools(library, game_library, &table)? else {
            return Err(TableError::NoPools.into());
        };
        let seats: Vec<(usize, String)> =
            table.seats.iter().enumerate().filter_map(|(at, seat)| Some((at, seat.name.clone()?))).collect();
        let first = self.event.players.len();
        let entrants = seats.iter().map(|(_, name)| Entrant { name: name.clone(), members: Vec::new() }).collect();
        self.act(library, at, ORGANISER, EventAction::Enter(entrants))?;
        let ids: Vec<PlayerId> = self.event.players[first..].iter().map(|player| player.id).collect();
        if self.event.start.kind == EventKind::Draft && first == 0 {
            self.act(library, at, ORGANISER, EventAction::Seat(vec![ids.clone()]))?;
        }
        for ((seat, name), player) in seats.iter().zip(ids) {
            let cards = pools[seat / table.team_size()].clone();
            self.act(library, at, ORGANISER, EventAction::Pool { player, cards, witness: None })?;
            let Some(registered) = table.seats[*seat].registered else { continue };
            let session = DeckSession::open(library, game, registered)?;
            let legal = LegalDeck::check(game, format, session.deck, session.pool.as_ref())
                .map_err(|_| TableError::Illegal(name.clone()))?;
            let deck = self.event.register(game, player, &legal)?;
            self.act(library, at, ORGANISER, deck)?;
        }
        Ok(seats.len())
    }
}

/// The pools of a table as card ids, one a team; `None` until they are whole.
fn pools(library: &Library, game_library: &GameLibrary, table: &Table) -> Result<Option<Vec<Vec<String>>>, Error> {
    if table.start.setup.way.is_none() {
        let pool = |id: &StreamId| Ok(saved::pool::load(library, *id)?.card_ids().map(str::to_owned).collect());
        let pools = table.streams.iter().map(pool).collect::<Result<Vec<_>, Error>>()?;
        return Ok(table.has_begun().then_some(pools));
    }
    let Some(draft) = table.streams.first() else { return Ok(None) };
    let draft = SavedDraft::open(library, game_library, *draft)?.pod.draft;
    let picks = |seat| draft.picks(seat).iter().map(|card| game_library.game.card(*card).id.clone()).collect();
    Ok(draft.is_over().then(|| (0..table.seats.len()).map(picks).collect()))
}
