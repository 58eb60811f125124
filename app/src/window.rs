//! The window: one program around the screens, with the rail, the top bar and the status line.

pub mod crash;
mod display;
mod file_watcher;
mod frames;
mod game_covers;
mod games;
mod hosted;
pub mod log;
mod opening;
pub mod palette;
mod program;
mod requests;
mod shell;
mod shortcuts;
mod state;
pub mod toast;
pub mod tour;
pub mod trouble;
mod window_state;

use std::path::PathBuf;
use std::sync::Arc;

use catalog::store::Library;
use formats::GameLibrary;
use formats::rng::Seed;
use iced::{Size, Subscription, Task, Theme, keyboard};

pub use opening::Opening;
pub use program::{Error, open, run, settings};
pub use state::{Message, Window};

use crate::key::{self, Shortcut};
use crate::language::Language;
use crate::motion;
use crate::notice::Notice;
use crate::screen::automa::AutomaScreen;
use crate::screen::cards::Cards;
use crate::screen::decks::Decks;
use crate::screen::events::Events;
use crate::screen::lab::Lab;
use crate::screen::limited::Limited;
use crate::screen::play::{self, Play};
use crate::screen::settings::{self, Settings};
use crate::screen::{ScreenContext, ScreenName};
use crate::session::Session;
use crate::theme::{self, Mode};
use crate::widget::Element;
use crate::widget::card_preview::{self, CardPreview, PreviewLayer};
use crate::window::tour::TourStop;
use frames::Frames;
use log::MessageLog;

impl Window {
    /// The window as it was left, or as the opening wants it.
    pub fn new(session: Session, opening: Opening, size: Size) -> (Window, Task<Message>) {
        let wanted = program::initial_game(&session, &opening);
        let (game, game_library) = session.first_game(wanted.as_deref()).expect("whoever opens a window has looked");
        let screen =
            opening.screen.or_else(|| session.library.setting("window.screen").ok().flatten()).unwrap_or_default();
        let mode = opening.theme.or_else(|| session.library.setting("window.theme").ok().flatten()).unwrap_or_default();
        let language = opening.language.or_else(|| session.library.setting("window.language").ok().flatten());
        let language = language.unwrap_or_else(Language::from_system);
        language.set_current();
        let scale = session.library.setting("window.scale").ok().flatten().unwrap_or(1.0);
        let (gallery, fault) = games::gallery(&session, &game_library);
        let (collection, unread) = games::collection(&session, &game_library);
        let companion =
            (screen == ScreenName::Companion).then(|| session.game_library(engine::registry::AUTOMA)).flatten();
        let mut window = Window {
            cards: Cards::new(&session.library, &game_library, opening.query.as_deref().unwrap_or("")),
            decks: Decks::new(&session.library, &game_library),
            limited: Limited::new(&session.library, &game_library),
            events: Events::new(&session.library, &game_library),
            play: Play::new(&session.library, &session.source, &game_library),
            lab: Lab::new(&session.library, &game_library),
            companion: AutomaScreen::new(&session.library, companion.map(|game_library| &**game_library)),
            log: MessageLog::default(),
            settings: Settings::default(),
            hosting: None,
            palette: None,
            tour: None,
            covers: None,
            session,
            game,
            game_library,
            screen,
            mode,
            scale,
            pixels: 1.0,
            size: size * (1.0 / scale),
            place: None,
            gallery,
            preview: None,
            collection,
            fault: None,
            reading: 0,
            wanted_game: None,
            keys_shown: false,
            opened: None,
            frames: opening.frames.map(Frames::new),
            turn: 0,
        };
        if let Some(warning) =
            window.session.warning.clone().or_else(|| window.session.left_out_warning()).or(fault).or(unread)
        {
            window.log.add(Notice::wrong(warning));
        }
        if let Some(seed) = opening.seed {
            window.decks.set_seed(Seed::from_number(seed));
            window.limited.set_seed(Seed::from_number(seed));
            window.events.set_seed(Seed::from_number(seed));
            window.play.set_seed(Seed::from_number(seed));
            window.companion.set_seed(Seed::from_number(seed));
        }
        window.collection_changed();
        let mut tasks = vec![iced::window::latest().and_then(iced::window::scale_factor).map(Message::Rescaled)];
        if screen == ScreenName::Lab {
            tasks.push(window.lab.list_past_runs().map(Message::Lab));
        }
        if let Some(name) = &opening.deck {
            tasks.push(
                window.with_decks(|decks, library, game_library| {
                    decks.open_named(library, game_library, name, opening.tab)
                }),
            );
        }
        if let Some(format) = &opening.limited {
            tasks.push(
                window.with_limited(|l, library, game_library| {
                    l.open_format(library, game_library, format, opening.picks)
                }),
            );
        }
        if let Some(name) = &opening.event {
            tasks.push(window.with_events(|e, library, _| e.open_named(library, name, opening.event_tab)));
        }
        if let Some(format) = &opening.play {
            tasks.push(window.with_play(|play, shelf| match opening.frames {
                Some(_) => play.watch_format(shelf, format),
                None => play.open_format(shelf, format, opening.picks),
            }));
        }
        if screen == ScreenName::Settings {
            window.settings.reload(&window.session);
        }
        if !opening.shows_something() {
            tasks.push(window.restore_opened());
            if window.is_first() {
                window.begin_tour();
            }
        }
        window.cards.set_deck(window.decks.deck(), &window.game_library);
        tasks.push(window.request_faces());
        (window, Task::batch(tasks))
    }

    /// The library, for tests.
    pub fn library(&self) -> &Library {
        &self.session.library
    }

    /// The games, for tests.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The colours.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// How large everything is, as a share of what is usual.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    fn settings_choices(&self) -> settings::Appearance {
        let (mode, scale, language) = (self.mode, self.scale, Language::current());
        settings::Appearance { mode, scale, language, reduced_motion: motion::is_reduced(&self.session.library) }
    }

    /// The match that is played, for tests.
    pub fn table(&self) -> Option<&play::table::MatchTable> {
        self.play.table()
    }

    /// What is to be read of the card that is pointed at, for tests.
    pub fn preview(&self) -> Option<CardPreview> {
        self.preview.as_ref().map(|pointed| CardPreview::new(&self.game_library.game, &pointed.shown))
    }

    /// The game at hand.
    pub fn game_library(&self) -> &Arc<GameLibrary> {
        &self.game_library
    }

    /// The room that a screen has.
    fn screen_bounds(&self) -> Size {
        let banner = if self.fault.is_some() { shell::FOOT + 1.0 } else { 0.0 };
        Size::new(
            (self.size.width - shell::RAIL - 1.0).max(600.0),
            (self.size.height - shell::TOP - shell::FOOT - 2.0 - banner).max(400.0),
        )
    }

    fn screen_context(&self) -> ScreenContext<'_> {
        ScreenContext {
            game_library: self.game_library(),
            gallery: &self.gallery,
            collection: &self.collection,
            bounds: self.screen_bounds(),
            mode: self.mode,
        }
    }

    /// Reads a message, and then asks for the faces that are in sight now.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        // Faces that arrive in the grid of all cards change nothing but their own places, so that painting these is enough
        // until the last of them is there.
        let face = self.screen == ScreenName::Cards && matches!(message, Message::Painted(_));
        let game = Arc::clone(&self.game_library);
        let toured = self.tour.map(|tour| tour.at());
        let task = self.handle_or_recover(message);
        if !Arc::ptr_eq(&game, &self.game_library) {
            self.preview = None;
        }
        self.cards.set_deck(self.decks.deck(), &self.game_library);
        self.save_opened();
        self.tour = self.tour.map(|tour| tour.advance_if_done(self.tour_progress()));
        let now = self.tour.map(|tour| tour.at());
        if now != toured && now == Some(TourStop::Verdict) {
            // What the tour speaks of is shown.
            self.decks.show_check();
        }
        let wanted = self.request_faces();
        if !face || self.gallery.is_done() {
            self.turn = (self.turn + 1) % 64;
        }
        Task::batch([task, wanted])
    }

    fn request_faces(&mut self) -> Task<Message> {
        let room = self.screen_bounds();
        let preview = self.preview.iter().flat_map(|pointed| card_preview::wanted(pointed, self.size));
        let wanted = match self.screen {
            ScreenName::Cards => self.cards.wanted(room),
            ScreenName::Decks => self.decks.wanted(self.game_library(), room),
            ScreenName::Limited => self.limited.wanted(self.game_library(), room),
            ScreenName::Events => Vec::new(),
            ScreenName::Play => self.play.wanted(room),
            ScreenName::Lab => Vec::new(),
            ScreenName::Companion | ScreenName::Settings => Vec::new(),
        };
        let covers = self.covers.as_mut().map_or_else(Task::none, |covers| covers.request().map(Message::CoverPainted));
        let dragged = self.gallery.pointing().dragged().map(|card| (card, card_preview::DRAGGED as u32));
        let painted = self.gallery.request(dragged.into_iter().chain(preview).chain(wanted)).map(Message::Painted);
        Task::batch([covers, painted])
    }

    fn handle(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::ScreenChosen(screen) => self.show_screen(screen),
            Message::GameChosen(game) => self.choose_game(game),
            Message::ModeToggled => {
                self.set_mode(self.mode.other());
                Task::none()
            }
            Message::PaletteOpened => self.open_palette(),
            Message::Palette(message) => {
                let game = &self.game_library.game;
                match self.palette.as_mut().map(|palette| palette.update(message, game)) {
                    Some(action) => self.handle_palette_action(action),
                    None => Task::none(),
                }
            }
            Message::Tour(message) => self.handle_tour_message(message),
            Message::KeysToggled => {
                self.keys_shown = !self.keys_shown;
                Task::none()
            }
            Message::Key(event) => key::shortcut(&event).map_or_else(Task::none, |shortcut| self.shortcut(shortcut)),
            Message::FieldLeft if self.palette.take().is_some() => Task::none(),
            Message::FieldLeft => match self.screen {
                ScreenName::Cards if self.cards.finder.has_overlay() => self.shortcut(Shortcut::Back),
                ScreenName::Decks if self.decks.has_overlay() => self.shortcut(Shortcut::Back),
                _ => Task::none(),
            },
            Message::Resized(size) => {
                self.size = size;
                Task::none()
            }
            Message::Moved(place) => {
                self.place = Some(place);
                Task::none()
            }
            Message::CloseAsked => self.close(),
            Message::Rescaled(pixels) => {
                self.pixels = pixels;
                self.rescale(self.scale);
                Task::none()
            }
            Message::Frame(at) => {
                let moves = self.screen != ScreenName::Play || self.play.is_moving(at);
                self.frames.as_mut().map_or_else(Task::none, |frames| frames.record(at, moves))
            }
            Message::DataChanged => self.reload_games(),
            Message::Reloaded(reading, _) if reading != self.reading => Task::none(),
            Message::Reloaded(_, Ok(fresh)) => self.use_reloaded(&fresh),
            Message::Reloaded(_, Err(why)) => {
                self.fault = Some(why.to_string());
                Task::none()
            }
            Message::Ended(number, came) => {
                // What was stopped has been said already.
                if self.log.end(number).is_some() {
                    self.log.add(came.map_or_else(Notice::wrong, Notice::done));
                }
                Task::none()
            }
            Message::Log(message) => self.handle_log_message(message),
            Message::CoverPainted((number, painted)) => match &mut self.covers {
                Some(covers) => covers.take_painted(number, painted).map(Message::CoverPainted),
                None => Task::none(),
            },
            Message::Painted(painted) => {
                let task = self.gallery.take_painted(painted).map(Message::Painted);
                // A picture that cannot be used spoils nothing, so it waits behind what is more urgent.
                if self.log.last().is_none_or(|n| !n.bad)
                    && let Some(fault) = self.gallery.fault()
                {
                    self.log.add(Notice::wrong(fault));
                }
                task
            }
            Message::CardPointed(pointed) => {
                self.preview = pointed;
                Task::none()
            }
            Message::Cards(message) => {
                let action = self.cards.update(message, &self.game_library);
                self.handle_cards_action(action)
            }
            Message::Decks(message) => {
                self.with_decks(|decks, library, game_library| decks.update(message, library, game_library))
            }
            Message::Limited(message) => {
                self.with_limited(|l, library, game_library| l.update(message, library, game_library))
            }
            Message::Events(message) => {
                self.with_events(|e, library, game_library| e.update(message, library, game_library))
            }
            Message::Play(message) => {
                if message.acts() {
                    self.log.settle();
                }
                self.with_play(|play, shelf| play.update(message, shelf))
            }
            Message::Lab(message) => {
                self.with_lab(|lab, session, game_library| lab.update(message, session, game_library))
            }
            Message::Companion(message) => {
                self.with_companion(|c, library, source, game_library| c.update(message, library, source, game_library))
            }
            Message::Settings(message) => {
                let action = self.settings.update(message, &self.session.library);
                self.handle_settings_action(action)
            }
        }
    }

    fn show_screen(&mut self, screen: ScreenName) -> Task<Message> {
        let settled = self.with_decks(Decks::save_pending);
        Task::batch([settled, self.enter_screen(screen)])
    }

    fn enter_screen(&mut self, screen: ScreenName) -> Task<Message> {
        if screen != self.screen {
            self.log.settle();
        }
        self.screen = screen;
        self.keys_shown = false;
        self.save_setting("window.screen", &screen);
        if let Err(e) = self.collection.refresh(&self.session.library) {
            self.log.add(Notice::wrong(e));
        }
        self.collection_changed();
        match screen {
            ScreenName::Cards => Task::none(),
            ScreenName::Decks => self.with_decks(|decks, library, game_library| decks.reload(library, game_library)),
            ScreenName::Limited => {
                self.limited.reload(&self.session.library, &self.game_library);
                Task::none()
            }
            ScreenName::Events => {
                self.events.reload(&self.session.library, &self.game_library);
                Task::none()
            }
            ScreenName::Play => {
                self.play.reload(&self.session.library, &self.game_library);
                Task::none()
            }
            ScreenName::Lab => self.lab.reload(&self.session.library, &self.game_library).map(Message::Lab),
            ScreenName::Companion => {
                self.companion.reload(
                    &self.session.library,
                    self.session.game_library(engine::registry::AUTOMA).map(|game_library| &**game_library),
                );
                Task::none()
            }
            ScreenName::Settings => {
                self.settings.reload(&self.session);
                Task::none()
            }
        }
    }

    fn library_path(&self) -> Option<PathBuf> {
        self.session.library.path().map(PathBuf::from)
    }

    /// tiny-skia leaves stale pixels behind where it repaints only a part, and repainting many parts is dearer than
    /// all at once. A ground that differs by nothing the eye can see makes it repaint everything. Two messages may
    /// come between two frames, so two grounds by turns would not do.
    fn style(&self, theme: &Theme) -> iced::theme::Style {
        let roles = theme::roles(theme);
        let mut ground = roles.ground;
        ground.r += f32::from(self.turn) * 1e-6;
        iced::theme::Style { background_color: ground, text_color: roles.text }
    }

    fn subscription(&self) -> Subscription<Message> {
        Subscription::batch([
            keyboard::listen().map(Message::Key),
            file_watcher::changes(&self.session.places).map(|()| Message::DataChanged),
            self.decks.subscription().map(Message::Decks),
            self.log.subscription().map(Message::Log),
            match self.frames {
                Some(_) => iced::window::frames().map(Message::Frame),
                None => Subscription::none(),
            },
            self.lab.subscription().map(Message::Lab),
            // A clock that nobody sees stands still.
            match self.screen {
                ScreenName::Limited => self.limited.subscription().map(Message::Limited),
                ScreenName::Events => self.events.subscription().map(Message::Events),
                ScreenName::Cards
                | ScreenName::Decks
                | ScreenName::Play
                | ScreenName::Lab
                | ScreenName::Companion
                | ScreenName::Settings => Subscription::none(),
            },
            iced::event::listen_with(|event, status, _| match event {
                iced::Event::Window(iced::window::Event::Resized(size)) => Some(Message::Resized(size)),
                iced::Event::Window(iced::window::Event::Moved(place)) => Some(Message::Moved(place)),
                iced::Event::Window(iced::window::Event::CloseRequested) => Some(Message::CloseAsked),
                iced::Event::Window(iced::window::Event::Rescaled(scale)) => Some(Message::Rescaled(scale)),
                // A field uses Escape to let go of the cursor; a list that floats below it closes as well.
                iced::Event::Keyboard(keyboard::Event::KeyPressed {
                    key: keyboard::Key::Named(keyboard::key::Named::Escape),
                    ..
                }) if status == iced::event::Status::Captured => Some(Message::FieldLeft),
                _ => None,
            }),
        ])
    }

    /// The window.
    pub fn view(&self) -> Element<'_, Message> {
        let look = self.screen_context();
        let screen = match self.screen {
            ScreenName::Cards => self.cards.view(look, &self.decks).map(Message::Cards),
            ScreenName::Decks => self.decks.view(look).map(Message::Decks),
            ScreenName::Limited => self.limited.view(look).map(Message::Limited),
            ScreenName::Events => self.events.view(look).map(Message::Events),
            ScreenName::Play => self.play.view(look).map(Message::Play),
            ScreenName::Lab => self.lab.view(look, self.mode).map(Message::Lab),
            ScreenName::Companion => self.companion.view(look).map(Message::Companion),
            ScreenName::Settings => self.settings.view(self.settings_choices()).map(Message::Settings),
        };
        let layer = PreviewLayer::new(shell::view(self, screen), self.gallery.pointing(), Message::CardPointed);
        let dragged = self.gallery.pointing().dragged();
        let layer = layer.dragging(dragged.and_then(|card| self.gallery.picture(card, card_preview::DRAGGED)));
        match &self.preview {
            Some(pointed) => {
                let forms = card_preview::forms(&self.gallery, &self.game_library.game, pointed, self.size);
                layer.showing(pointed, forms).into()
            }
            None => layer.into(),
        }
    }
}
