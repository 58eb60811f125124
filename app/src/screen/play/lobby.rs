//! The lobby: what is to be played by whom with what, and the matches that wait to be gone on with.

mod form;
mod hero;
mod kept;
mod opponents;
mod options;
mod record;
mod state;

use catalog::source::MOST_HANDED;
use catalog::store::Library;
use catalog::store::journal::StreamId;
use catalog::tr;
use engine::kernel::record::Record;
use formats::limited::Pool;
use formats::{Deck, DeckFormat, GameLibrary, LegalDeck};
use iced::Task;

use crate::key::Shortcut;
use crate::notice::Notice;
use crate::saved_match::{self, MatchDeck, MatchPlayer, MatchStats, MatchSummary};
use crate::screen::action;
use formats::saved;
pub use state::{Lobby, MatchSeatKind, Message};
use state::{Playable, PlayableDeck, Seat};

/// The bot that sits down where nobody says otherwise.
pub(super) const DEFAULT_BOT: &str = "greedy";

/// A match as it is set up: format, rulings other than the format's, decks, who sits where.
pub struct MatchSetup {
    /// Id of the format.
    pub format: String,
    /// Key and value of each.
    pub options: Vec<(String, String)>,
    /// By seat; one if all share it.
    pub decks: Vec<MatchDeck>,
    /// By seat.
    pub seats: Vec<MatchPlayer>,
    /// Games at most, for a match of several.
    pub best_of: Option<u8>,
}

/// What only the parent can do.
pub enum Request {
    /// Begin a match.
    Begin(MatchSetup),
    /// Begin a first match, with hints.
    Lesson,
    /// Go on with a match.
    Open(StreamId),
    /// Look at a record.
    Replay(Box<Record>),
    /// Show the bot that plays at a real table.
    ShowCompanion,
}

/// What the lobby asks for.
pub type Action = action::Action<Message, Request>;

impl Lobby {
    /// Looks at the library; `has_lesson` says whether the game has a first match with tips.
    pub fn load(library: &Library, game_library: &GameLibrary, has_lesson: bool) -> Lobby {
        let mut lobby = Lobby {
            formats: Vec::new(),
            format: 0,
            decks: Vec::new(),
            seats: Vec::new(),
            saved: Vec::new(),
            stats: MatchStats::default(),
            has_lesson,
            options_shown: false,
            best_of_three: false,
            all_listed: false,
            fault: None,
            options_text: String::new(),
            path: String::new(),
        };
        lobby.reload(library, game_library);
        lobby
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        let chosen = self.formats.get(self.format).map(|f| f.id.clone());
        self.formats.clear();
        self.fault = None;
        if !engine::registry::is_played(&game_library.game) {
            return;
        }
        let own = own_decks(library, game_library);
        let playable = |f: &&DeckFormat| {
            !saved_match::starter_decks(game_library, &f.id).is_empty()
                || own.iter().any(|d| is_legal(game_library, f, d))
        };
        self.formats = game_library.formats.iter().filter(playable).map(Playable::new).collect();
        let wanted = chosen.unwrap_or_else(|| game_library.game.default_format.clone());
        self.format = self.formats.iter().position(|f| f.id == wanted).unwrap_or(0);
        self.refresh_decks(&own, game_library);
        match saved_match::match_summaries(library, &game_library.game.id) {
            Ok(kept) => {
                self.stats = MatchStats::count(&kept);
                let over: Vec<bool> = kept.iter().map(|one| one.is_over(&kept)).collect();
                let mut sorted: Vec<(bool, MatchSummary)> = over.into_iter().zip(kept).collect();
                sorted.sort_by_key(|(over, _)| *over);
                self.saved = sorted.into_iter().map(|(_, kept)| kept).collect();
            }
            Err(e) => self.fault = Some(e.to_string()),
        }
    }

    /// Finds the decks of the format, and seats for it.
    fn refresh_decks(&mut self, own: &[(Deck, Option<Pool>)], game_library: &GameLibrary) {
        let Some(Playable { id, shared, seats, .. }) = self.formats.get(self.format).cloned() else { return };
        let (least, most) = seats;
        let Some(format) = game_library.format(&id) else { return };
        let starters = saved_match::starter_decks(game_library, &id);
        let before: Vec<String> = self.decks.iter().map(|deck| deck.name.clone()).collect();
        let own = own.iter().filter(|deck| is_legal(game_library, format, deck));
        self.decks = own
            .map(|(deck, pool)| PlayableDeck::new(game_library, deck, pool.as_ref(), true))
            .chain(starters.iter().map(|(_, deck)| PlayableDeck::new(game_library, deck, None, false)))
            .collect();
        let same = before.iter().eq(self.decks.iter().map(|deck| &deck.name));
        if same && (least as usize..=most as usize).contains(&self.seats.len()) {
            return;
        }
        // Everybody plays another deck, as far as there are enough.
        let seat = |at: usize| Seat {
            kind: if at == 0 { MatchSeatKind::Person } else { MatchSeatKind::Bot(DEFAULT_BOT) },
            deck: if shared { 0 } else { at % self.decks.len().max(1) },
        };
        self.seats = (0..least as usize).map(seat).collect();
    }

    /// Ids of the formats that can be played.
    pub fn playable_formats(&self) -> Vec<&str> {
        self.formats.iter().map(|format| format.id.as_str()).collect()
    }

    /// Chooses a format.
    pub fn choose_format(&mut self, library: &Library, game_library: &GameLibrary, format: &str) {
        if let Some(at) = self.formats.iter().position(|f| f.id == format) {
            self.format = at;
            self.seats.clear();
            self.refresh_decks(&own_decks(library, game_library), game_library);
        }
    }

    /// Sets a match up in which the first of these decks is played against bots with the others, or with decks of the
    /// format if there is no other.
    pub fn set_up(&mut self, library: &Library, game_library: &GameLibrary, decks: &[(Deck, Option<Pool>)]) {
        let Some((first, _)) = decks.first() else { return };
        let Some(format) = game_library.format(&first.format) else {
            self.fault = Some(tr!("{} uses a format that no longer exists", first.name));
            return;
        };
        let illegal = decks.iter().find(|deck| !is_legal(game_library, format, deck));
        if let Some((deck, _)) = illegal {
            self.fault = Some(tr!("{} cannot be played as it is: see its check", deck.name));
            return;
        }
        if !self.formats.iter().any(|f| f.id == format.id) {
            self.formats.push(Playable::new(format));
        }
        self.choose_format(library, game_library, &format.id);
        let brought = |(deck, pool): &(Deck, Option<Pool>)| PlayableDeck::new(game_library, deck, pool.as_ref(), true);
        let guests: Vec<PlayableDeck> = decks.iter().map(brought).collect();
        self.decks.retain(|other| !guests.iter().any(|guest| guest.brought == other.brought));
        self.decks.splice(0..0, guests);
        let shared = format.match_settings.shared;
        for (at, seat) in self.seats.iter_mut().enumerate() {
            seat.deck = if shared { 0 } else { at % self.decks.len() };
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &mut Library, game_library: &GameLibrary) -> Action {
        match message {
            Message::FormatChosen(format) => self.choose_format(library, game_library, &format),
            Message::SeatsChanged(count) => {
                let decks = self.decks.len().max(1);
                let shared = self.formats.get(self.format).is_some_and(|f| f.shared);
                let new = |at: usize| Seat {
                    kind: MatchSeatKind::Bot(DEFAULT_BOT),
                    deck: if shared { 0 } else { at % decks },
                };
                self.seats = (0..count).map(|at| self.seats.get(at).cloned().unwrap_or_else(|| new(at))).collect();
            }
            Message::SeatTaken(at, who) => self.seats[at].kind = who,
            Message::DeckChosen(at, deck) => self.seats[at].deck = deck.value,
            Message::OwnDeckChosen(deck) => self.choose_own_deck(deck),
            Message::OpponentChosen(kind) => self.choose_opponent(kind),
            Message::OptionsToggled => self.options_shown = !self.options_shown,
            Message::AllListed => self.all_listed = true,
            Message::BestOfThreeChosen(chosen) => self.best_of_three = chosen,
            Message::Begun => return self.begin(),
            Message::CompanionWanted => return Action::Ask(Request::ShowCompanion),
            Message::LessonBegun => return Action::Ask(Request::Lesson),
            Message::Opened(id) => return Action::Ask(Request::Open(id)),
            Message::PutAway(id) => {
                let done = library.put_away(id, true);
                self.reload(library, game_library);
                return Action::Say(done.map_or_else(Notice::wrong, |()| Notice::done(tr!("Removed"))));
            }
            Message::OptionsTyped(rulings) => self.options_text = rulings,
            Message::RecordWanted => {
                let dialog = rfd::AsyncFileDialog::new().set_title(tr!("Match recording")).pick_file();
                let asked = async { dialog.await.map(|file| file.path().to_owned()) };
                return Action::Run(Task::perform(asked, Message::RecordChosen));
            }
            Message::RecordChosen(None) => {}
            Message::RecordChosen(Some(path)) => {
                self.path = path.display().to_string();
                return self.replay(game_library);
            }
            Message::PathTyped(path) => self.path = path,
            Message::ReplayOpened => return self.replay(game_library),
        }
        Action::None
    }

    fn begin(&self) -> Action {
        let Some(Playable { id: format, shared, .. }) = self.formats.get(self.format) else { return Action::None };
        let people = self.seats.iter().filter(|seat| seat.kind == MatchSeatKind::Person).count();
        let player = |(at, seat): (usize, &Seat)| match seat.kind {
            MatchSeatKind::Person if people == 1 => MatchPlayer::Person(tr!("You")),
            MatchSeatKind::Person => MatchPlayer::Person(tr!("Player {}", at + 1)),
            MatchSeatKind::Bot(kind) => MatchPlayer::Bot(kind.to_owned()),
        };
        let seats: Vec<MatchPlayer> = self.seats.iter().enumerate().map(player).collect();
        let decks = self.seats.iter().take(if *shared { 1 } else { usize::MAX });
        let decks: Option<Vec<MatchDeck>> =
            decks.map(|seat| Some(self.decks.get(seat.deck)?.brought.clone())).collect();
        let rulings = match parse_options(&self.options_text) {
            Ok(rulings) => rulings,
            Err(why) => return Action::wrong(why),
        };
        let best_of = (self.best_of_three && self.is_duel()).then_some(3);
        match decks {
            Some(decks) => Action::Ask(Request::Begin(MatchSetup {
                format: format.clone(),
                options: rulings,
                decks,
                seats,
                best_of,
            })),
            None => Action::wrong(tr!("Not every seat has a deck")),
        }
    }

    /// Nobody but bots of a kind sits at the table.
    pub fn leave_to_bots(&mut self, kind: &'static str) {
        self.seats.iter_mut().for_each(|seat| seat.kind = MatchSeatKind::Bot(kind));
    }

    fn replay(&self, game_library: &GameLibrary) -> Action {
        let path = self.path.trim();
        let bytes = match catalog::source::bytes(std::path::Path::new(path), MOST_HANDED) {
            Ok(bytes) => bytes,
            Err(e) => return Action::wrong(tr!("{path} cannot be read: {e}", path, e)),
        };
        let read = serde_json::from_slice::<Record>(&bytes).map_err(|e| e.to_string());
        match read.and_then(|record| record.check().map(|()| record).map_err(|e| e.to_string())) {
            Ok(record) if record.game != game_library.game.id => {
                Action::wrong(tr!("{path} is a match of “{}”: select that game first", record.game, path))
            }
            Ok(record) => Action::Ask(Request::Replay(Box::new(record))),
            Err(e) => Action::wrong(tr!("{path} is not a match recording: {e}", path, e)),
        }
    }

    /// What a shortcut does.
    pub fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        match shortcut {
            Shortcut::Enter => Some(Message::Begun),
            Shortcut::Hint => Some(Message::LessonBegun),
            Shortcut::Pick(n) => self.saved.get(n).map(|kept| Message::Opened(kept.heading.id)),
            Shortcut::Left | Shortcut::Right => self.opponent_beside(shortcut == Shortcut::Right),
            Shortcut::Up | Shortcut::Down => self.deck_beside(shortcut == Shortcut::Down),
            _ => None,
        }
    }
}

/// Rulings out of a line: `key=value; key=value`.
fn parse_options(text: &str) -> Result<Vec<(String, String)>, String> {
    let one = |text: &str| {
        let pair = text.split_once('=').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
        pair.ok_or_else(|| tr!("“{}” is not a rule option; write  key=value; key=value", text.trim()))
    };
    text.split(';').filter(|text| !text.trim().is_empty()).map(one).collect()
}

fn is_legal(game_library: &GameLibrary, format: &DeckFormat, (deck, pool): &(Deck, Option<Pool>)) -> bool {
    deck.format == format.id && LegalDeck::check(&game_library.game, format, deck.clone(), pool.as_ref()).is_ok()
}

/// The decks of the library, with their pools.
fn own_decks(library: &Library, game_library: &GameLibrary) -> Vec<(Deck, Option<Pool>)> {
    saved::deck::latest_decks(library, &game_library.game)
        .into_iter()
        .map(|session| (session.deck, session.pool))
        .collect()
}
