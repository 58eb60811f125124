//! What the screens ask of the window: changes of the collection, other screens, something to say.

use std::sync::Arc;
use std::time::Instant;

use catalog::collection::{CollectionChange, CollectionEdit, CopiesChange, HoldingKind};
use catalog::store::journal::{StreamId, StreamKind};
use catalog::store::{self, Library};
use catalog::tr;
use catalog::{CardIx, Query, Source};
use formats::limited::Pool;
use formats::missing::{self, CopySharing};
use formats::{Deck, GameLibrary};
use iced::{Point, Rectangle, Size, Task};

use super::game_covers::GameCovers;
use super::games;
use super::log;
use super::palette::{self, Goal, Palette};
use super::state::{Message, Window};
use super::tour::{self, Tour};
use crate::key::Shortcut;
use crate::motion;
use crate::notice::{BackgroundWork, Notice, UndoTarget, WorkError};
use crate::printout::FacePrinter;
use crate::printout::job::{self, PrintJob};
use crate::screen::action::Action;
use crate::screen::automa::{self, AutomaScreen};
use crate::screen::decks::{self, Decks};
use crate::screen::events::{self, Events};
use crate::screen::lab::{self, Lab};
use crate::screen::limited::{self, Limited};
use crate::screen::play::{self, Play, PlayContext};
use crate::screen::{ScreenName, cards, finder, settings};
use crate::search_context::OwnedCopies;
use crate::session::Session;
use crate::widget::card_spot::{PointedCard, ShownCard};

impl Window {
    /// Runs and says what a screen asks for; `answer` does what only this screen asks.
    fn perform<M: Send + 'static, R>(
        &mut self,
        action: Action<M, R>,
        message: fn(M) -> Message,
        answer: impl FnOnce(&mut Window, R) -> Task<Message>,
    ) -> Task<Message> {
        match action {
            Action::None => Task::none(),
            Action::Run(task) => task.map(message),
            Action::Say(notice) => self.say(notice),
            Action::SayAndRun(notice, task) => {
                self.log.add(notice);
                task.map(message)
            }
            Action::Ask(request) => answer(self, request),
        }
    }

    pub(super) fn say(&mut self, notice: Notice) -> Task<Message> {
        self.log.add(notice);
        Task::none()
    }

    pub(super) fn handle_cards_action(&mut self, action: cards::Action) -> Task<Message> {
        self.perform(action, Message::Cards, |window, request| match request {
            cards::Request::ShowDecks => window.show_screen(ScreenName::Decks),
            cards::Request::OpenDeck(id) => window.open_saved(StreamKind::Deck, id),
            cards::Request::Keep(card, pile, by) => {
                window.change_copies(card, pile, by);
                Task::none()
            }
            cards::Request::SaveZoom(zoom) => {
                window.save_setting(cards::ZOOM, &zoom);
                Task::none()
            }
            cards::Request::Undo => window.undo_collection_change(true),
            cards::Request::Redo => window.undo_collection_change(false),
            cards::Request::Enter(_) | cards::Request::Copies(..) if window.decks.deck().is_none() => {
                window.say(Notice::wrong(tr!("Open or create a deck first, then add cards to it.")))
            }
            cards::Request::Enter(card) => {
                window.with_decks(|decks, library, game_library| decks.add_within_limit(library, game_library, card))
            }
            cards::Request::Copies(card, by) => {
                window.with_decks(|decks, library, game_library| decks.add(library, game_library, card, by))
            }
        })
    }

    /// Takes back the last change of the collection, or does it again.
    fn undo_collection_change(&mut self, undo: bool) -> Task<Message> {
        let library = &mut self.session.library;
        let done = if undo { self.collection.undo(library) } else { self.collection.redo(library) };
        self.collection_changed();
        let word = if undo { tr!("Undone") } else { tr!("Redone") };
        match done {
            Ok(Some(change)) => self.log.add(Notice::done(format!("{word}: {}", self.describe_change(&change, undo)))),
            Ok(None) => {}
            Err(e) => self.log.add(Notice::wrong(e)),
        }
        Task::none()
    }

    pub(super) fn change_copies(&mut self, card: CardIx, pile: HoldingKind, by: i64) {
        let id = self.game_library().game.card(card).id.clone();
        let edit = CollectionEdit { card: id, pile, amount: CopiesChange::By(by) };
        let kept = self.collection.change(&mut self.session.library, &[edit], None);
        self.report_collection_change(kept);
    }

    /// Puts what the open deck lacks among what is wanted.
    pub(super) fn want_missing(&mut self) {
        let Some(deck) = self.decks.deck() else { return };
        let wishes = missing::wanted_edits(
            &self.collection,
            &missing::missing_cards(&self.collection, [deck], CopySharing::Own),
        );
        let kept = self.collection.change(&mut self.session.library, &wishes, Some(&deck.name));
        self.report_collection_change(kept);
    }

    /// Lets the searches know what is owned and wanted now.
    pub(super) fn collection_changed(&mut self) {
        let owned_copies = Arc::new(OwnedCopies::new(&self.collection));
        self.cards.set_collection(&owned_copies, &self.game_library);
        self.decks.set_collection(&owned_copies);
    }

    pub(super) fn report_collection_change(&mut self, kept: Result<CollectionChange, store::Error>) {
        self.collection_changed();
        match kept {
            Ok(change) if change.steps.is_empty() => {}
            Ok(change) => {
                let told = tr!("{told}, saved", told = self.describe_change(&change, false));
                self.log.add(Notice::done(told).undoable(UndoTarget::Collection));
            }
            Err(e) => self.log.add(Notice::wrong(e)),
        }
    }

    /// A change of the collection in a sentence.
    pub(super) fn describe_change(&self, change: &CollectionChange, undone: bool) -> String {
        match &change.steps[..] {
            [step] => {
                let game = &self.game_library().game;
                let name = game.find(&step.card).map_or(step.card.as_str(), |ix| &game.card(ix).name);
                let count = if undone { step.before } else { step.after };
                let word = if step.pile == HoldingKind::Owned { tr!("owned") } else { tr!("wanted") };
                format!("{count} × {name} {word}")
            }
            steps => {
                let from = change.from.as_ref().map_or(String::new(), |f| tr!(" out of “{f}”", f));
                tr!("{} collection counts changed{from}", steps.len(), from)
            }
        }
    }

    pub(super) fn with_decks(
        &mut self,
        act: impl FnOnce(&mut Decks, &mut Library, &GameLibrary) -> decks::Action,
    ) -> Task<Message> {
        let action = act(&mut self.decks, &mut self.session.library, &self.game_library);
        self.perform(action, Message::Decks, |window, request| match request {
            decks::Request::WantMissing => {
                window.want_missing();
                Task::none()
            }
            decks::Request::Print(job) => window.print(*job),
            decks::Request::Play(deck) => window.play_decks(&[*deck]),
        })
    }

    /// Paints a deck and writes it.
    fn print(&mut self, job: PrintJob) -> Task<Message> {
        let (source, game) = (self.session.source.clone(), self.game_library().game.clone());
        let (name, pieces) = (tr!("Rendering “{}”", job.deck.name), job.faces());
        let run = move |progress| {
            let mut press = FacePrinter::open(&source, &game)?.with_progress(progress);
            for (file, bytes) in job.files(&mut press)? {
                job::write_or_explain(&file, bytes)?;
            }
            Ok(tr!("Printed to {}", job.file.display()))
        };
        let stopped = tr!("Stopped; nothing was written");
        self.begin_work(BackgroundWork { name, pieces, stopped, run: Box::new(run) })
    }

    /// Does something in the background.
    fn begin_work(&mut self, work: BackgroundWork) -> Task<Message> {
        let (number, progress) = self.log.begin(work.name, work.pieces, work.stopped);
        Task::future(async move {
            let done = tokio::task::spawn_blocking(move || (work.run)(progress)).await;
            let came = done.map_err(WorkError::new).and_then(|came| came.map_err(WorkError::new));
            Message::Ended(number, came)
        })
    }

    pub(super) fn handle_log_message(&mut self, message: log::Message) -> Task<Message> {
        match message {
            log::Message::Toggled => self.log.shown = !self.log.shown,
            log::Message::Copied(at) => {
                return self.log.text(at).map_or_else(Task::none, |text| iced::clipboard::write(text.to_owned()));
            }
            log::Message::Stopped(number) => {
                if let Some(stopped) = self.log.end(number) {
                    self.log.add(Notice::done(stopped));
                }
            }
            log::Message::LabStopped => {
                return self.handle(Message::Lab(lab::Message::Question(lab::question::Message::Stopped)));
            }
            log::Message::Ticked => self.log.tick(Instant::now()),
            log::Message::ToastClosed => self.log.close_toast(),
            log::Message::Undone(target) => {
                self.log.close_toast();
                return match target {
                    UndoTarget::Deck => self.with_decks(Decks::undo),
                    UndoTarget::Collection => self.undo_collection_change(true),
                    UndoTarget::Screen => self.shortcut(Shortcut::Undo),
                };
            }
        }
        Task::none()
    }

    pub(super) fn with_events(
        &mut self,
        act: impl FnOnce(&mut Events, &mut Library, &GameLibrary) -> events::Action,
    ) -> Task<Message> {
        let action = act(&mut self.events, &mut self.session.library, &self.game_library);
        self.perform(action, Message::Events, |window, request| match request {
            events::Request::Work(work) => window.begin_work(work),
            events::Request::ShowLimited(notice) => {
                let shown = window.show_screen(ScreenName::Limited);
                window.log.add(notice);
                shown
            }
        })
    }

    pub(super) fn with_lab(
        &mut self,
        act: impl FnOnce(&mut Lab, &Session, &GameLibrary) -> lab::Action,
    ) -> Task<Message> {
        let action = act(&mut self.lab, &self.session, &self.game_library);
        self.perform(action, Message::Lab, |window, lab::Request::Watch(decks)| {
            let shown = window.enter_screen(ScreenName::Play);
            Task::batch([shown, window.with_play(|play, shelf| play.watch_bots(shelf, &decks))])
        })
    }

    pub(super) fn with_companion(
        &mut self,
        act: impl FnOnce(&mut AutomaScreen, &mut Library, &Source, Option<&GameLibrary>) -> automa::Action,
    ) -> Task<Message> {
        let session = &mut self.session;
        let game_library = session.game_library(engine::registry::AUTOMA).cloned();
        let action = act(&mut self.companion, &mut session.library, &session.source, game_library.as_deref());
        self.perform(action, Message::Companion, |_, never| match never {})
    }

    pub(super) fn handle_settings_action(&mut self, action: settings::Action) -> Task<Message> {
        self.perform(action, Message::Settings, |window, request| {
            match request {
                settings::Request::Mode(mode) => window.set_mode(mode),
                settings::Request::Scale(scale) => {
                    window.save_setting("window.scale", &scale);
                    window.rescale(scale);
                }
                settings::Request::Language(language) => {
                    window.save_setting("window.language", &language);
                    language.set_current();
                    window.play.retranslate();
                    window.companion.retranslate(&window.session.library);
                }
                settings::Request::ReducedMotion(reduced) => {
                    if let Err(e) = motion::set_reduced(&mut window.session.library, reduced) {
                        window.log.add(Notice::wrong(e));
                    }
                    window.play.set_reduced_motion(reduced);
                    window.limited.set_reduced_motion(reduced);
                }
                settings::Request::Fetch(work) => {
                    let ended = Message::Settings(settings::Message::Pictures(settings::pictures::Message::Ended));
                    return window.begin_work(work).chain(Task::done(ended));
                }
                settings::Request::ReloadGames => {
                    window.log.add(Notice::done(tr!("Saved")));
                    return window.reload_games();
                }
                settings::Request::ShowGame(game) => {
                    window.wanted_game = Some(game);
                    return window.reload_games();
                }
                settings::Request::ShowPictures => {
                    window.repaint();
                    window.settings.reload(&window.session);
                }
            }
            Task::none()
        })
    }

    /// Whether no window was closed here before, nothing was made, and the tour was not left yet.
    pub(super) fn is_first(&self) -> bool {
        let library = &self.session.library;
        let closed: Option<(f32, f32)> = library.setting("window.size").ok().flatten();
        let toured: Option<bool> = library.setting("window.toured").ok().flatten();
        let made = || self.session.saved_streams(StreamKind::Deck, None).is_ok_and(|decks| !decks.is_empty());
        !library.is_read_only() && closed.is_none() && toured.is_none() && !made()
    }

    pub(super) fn begin_tour(&mut self) {
        self.tour = Some(Tour::begin());
        self.covers = Some(GameCovers::new(&self.session, |library| games::gallery(&self.session, library).0));
    }

    pub(super) fn tour_progress(&self) -> tour::TourProgress {
        let table = self.table().filter(|_| self.screen == ScreenName::Play);
        let turn = table.map(|table| {
            let seen = table.observation();
            tour::TourTurn { number: seen.turn, is_own: seen.seat == Some(seen.active) }
        });
        tour::TourProgress {
            screen: self.screen,
            edits: self.decks.moment(),
            legal: self.decks.legal(),
            tab: self.decks.tab(),
            turn,
        }
    }

    pub(super) fn handle_tour_message(&mut self, message: tour::Message) -> Task<Message> {
        let Some(tour) = self.tour else {
            self.begin_tour();
            return Task::none();
        };
        let mut task = Task::none();
        self.tour = match message {
            tour::Message::Left => None,
            tour::Message::Next => tour.next(self.tour_progress()),
            tour::Message::Game(game) => {
                task = Task::batch([self.choose_game(game), self.show_screen(ScreenName::Decks)]);
                tour.next(self.tour_progress())
            }
        };
        if self.tour.is_none_or(|tour| tour.at() != tour::TourStop::Game) {
            self.covers = None;
        }
        if self.tour.is_none() {
            self.save_setting("window.toured", &true);
        }
        task
    }

    pub(super) fn open_palette(&mut self) -> Task<Message> {
        self.keys_shown = false;
        let (palette, task) = Palette::open(&self.session, self.game_library(), &self.play.playable_formats());
        self.palette = Some(palette);
        task
    }

    pub(super) fn handle_palette_action(&mut self, action: palette::Action) -> Task<Message> {
        self.perform(action, Message::Palette, |window, request| {
            window.palette = None;
            match request {
                palette::Request::Close => Task::none(),
                palette::Request::Go(goal) => window.go_to(goal),
            }
        })
    }

    /// Whether a match goes on at the table that is shown.
    fn plays(&self) -> bool {
        self.screen == ScreenName::Play && self.table().is_some_and(|table| table.saved().session.actor().is_some())
    }

    /// Goes where the palette points.
    fn go_to(&mut self, goal: Goal) -> Task<Message> {
        let (screen, message) = match goal {
            Goal::Screen(screen) => return self.show_screen(screen),
            Goal::Game(at) => return self.choose_game(at),
            Goal::Do(shortcut) => return self.shortcut(shortcut),
            Goal::Begin(screen, at) => {
                let format = self.game_library().formats[at].id.clone();
                let shown = self.show_screen(screen);
                let begun = match screen {
                    ScreenName::Play => self.with_play(|play, shelf| play.open_format(shelf, &format, 0)),
                    _ => self.with_limited(|limited, library, game_library| {
                        limited.open_format(library, game_library, &format, 0)
                    }),
                };
                return Task::batch([shown, begun]);
            }
            Goal::Card(card) if self.plays() => {
                // Whoever plays looks a card up and goes on.
                let place = Rectangle::new(Point::new(self.size.width / 2.0, self.size.height / 2.0), Size::ZERO);
                let shown = Arc::new(ShownCard::printed(card));
                let pointed = PointedCard { shown, place, cursor: place.position() };
                self.gallery.pointing().read(pointed.clone());
                self.preview = Some(pointed);
                return Task::none();
            }
            Goal::Card(card) => {
                let query = Query::for_name(&self.game_library().game.card(card).name);
                (ScreenName::Cards, Message::Cards(cards::Message::Search(finder::Message::Typed(query))))
            }
            Goal::Saved(game, kind, id) => {
                let settled = self.choose_game(game);
                return Task::batch([settled, self.open_saved(kind, id)]);
            }
        };
        let shown = self.show_screen(screen);
        Task::batch([shown, self.handle(message)])
    }

    pub(super) fn open_saved(&mut self, kind: StreamKind, id: StreamId) -> Task<Message> {
        let (screen, message) = match kind {
            StreamKind::Deck => {
                (ScreenName::Decks, Message::Decks(decks::Message::List(decks::deck_list::Message::Opened(id))))
            }
            StreamKind::Draft => (
                ScreenName::Limited,
                Message::Limited(limited::Message::Lobby(limited::lobby::Message::DraftOpened(id))),
            ),
            StreamKind::Pool => (
                ScreenName::Limited,
                Message::Limited(limited::Message::Lobby(limited::lobby::Message::PoolOpened(id))),
            ),
            StreamKind::Event => {
                (ScreenName::Events, Message::Events(events::Message::Lobby(events::lobby::Message::Opened(id))))
            }
            StreamKind::Match => {
                (ScreenName::Play, Message::Play(play::Message::Lobby(play::lobby::Message::Opened(id))))
            }
            StreamKind::Companion => {
                (ScreenName::Companion, Message::Companion(automa::Message::Lobby(automa::lobby::Message::Opened(id))))
            }
            StreamKind::Collection => return self.show_screen(ScreenName::Cards),
            StreamKind::Table => return self.show_screen(ScreenName::Limited),
        };
        let shown = self.show_screen(screen);
        Task::batch([shown, self.handle(message)])
    }

    pub(super) fn with_limited(
        &mut self,
        act: impl FnOnce(&mut Limited, &mut Library, &GameLibrary) -> limited::Action,
    ) -> Task<Message> {
        let action = act(&mut self.limited, &mut self.session.library, &self.game_library);
        self.perform(action, Message::Limited, |window, request| match request {
            limited::Request::Play(decks) => window.play_decks(&decks),
            limited::Request::Host(new, address) => window.host(new, address),
            limited::Request::ShowPlay => window.show_screen(ScreenName::Play),
            limited::Request::Hosted(id, act) => window.act_at_hosted(id, act),
            limited::Request::BeginEvent(table) => {
                let shown = window.enter_screen(ScreenName::Events);
                let begun = window.with_events(|events, library, game| events.begin_with(library, game, &table));
                Task::batch([shown, begun])
            }
            limited::Request::OpenDeck(id) => {
                window.screen = ScreenName::Decks;
                window.save_setting("window.screen", &ScreenName::Decks);
                window.with_decks(|decks, library, game_library| decks.open(library, game_library, id))
            }
        })
    }

    /// Sets a match up with these decks, and shows it.
    fn play_decks(&mut self, decks: &[(Deck, Option<Pool>)]) -> Task<Message> {
        let shown = self.enter_screen(ScreenName::Play);
        self.play.set_up(&self.session.library, &self.game_library, decks);
        shown
    }

    pub(super) fn with_play(
        &mut self,
        act: impl FnOnce(&mut Play, &mut PlayContext<'_>) -> play::Action,
    ) -> Task<Message> {
        let session = &mut self.session;
        let mut shelf = PlayContext {
            library: &mut session.library,
            source: &session.source,
            game_library: &self.game_library,
            pointing: self.gallery.pointing(),
        };
        let action = act(&mut self.play, &mut shelf);
        self.perform(action, Message::Play, |window, play::Request::ShowCompanion| {
            window.show_screen(ScreenName::Companion)
        })
    }
}
