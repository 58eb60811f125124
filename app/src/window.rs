//! The window: one program around the screens, with the rail, the top bar and the status line.

mod asked;
pub mod crash;
mod display;
mod frames;
mod games;
mod kept;
mod live;
pub mod log;
mod opening;
pub mod palette;
mod program;
mod shell;
pub mod tour;
pub mod trouble;
mod wishes;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use catalog::Collection;
use catalog::store::Library;
use catalog::store::journal::{Kind, StreamId};
use engine::lab::shards::Progress;
use formats::Book;
use formats::rng::Seed;
use iced::{Point, Size, Subscription, Task, Theme, keyboard};

pub use opening::Opening;
pub use program::{Error, open, run, settings};

use crate::desk::{Desk, Fresh};
use crate::key::{self, Wish};
use crate::language::Language;
use crate::screen::cards::{self, Cards};
use crate::screen::companion::{self, Table};
use crate::screen::decks::{self, Decks};
use crate::screen::events::{self, Events};
use crate::screen::lab::{self, Lab};
use crate::screen::limited::{self, Limited};
use crate::screen::play::{self, Play};
use crate::screen::settings::{self, Settings};
use crate::screen::{Look, Name};
use crate::theme::{self, Mode};
use crate::widget::Element;
use crate::widget::face::{Gallery, Painted};
use frames::Frames;
use log::Log;
use palette::Palette;
use tour::Tour;

/// Everything in the window.
pub struct Window {
    desk: Desk,
    /// The position of the game at hand.
    game: usize,
    /// The game at hand.
    book: Arc<Book>,
    screen: Name,
    mode: Mode,
    /// How large everything is, as a share of what is usual.
    scale: f32,
    /// Pixels of the screen that the system counts as one.
    pixels: f32,
    size: Size,
    /// Where its upper left corner was last, where the system tells.
    place: Option<Point>,
    cards: Cards,
    decks: Decks,
    limited: Limited,
    events: Events,
    play: Play,
    lab: Lab,
    companion: Table,
    settings: Settings,
    palette: Option<Palette>,
    tour: Option<Tour>,
    gallery: Gallery,
    collection: Collection,
    log: Log,
    /// The first fault in data files that changed; what was read before is shown until it is mended.
    fault: Option<String>,
    /// Counts how often data were read again: only the last reading is shown.
    reading: u32,
    keys_shown: bool,
    /// What of the library was open when that was last kept.
    opened: Option<(Kind, StreamId)>,
    /// What is measured while it scrolls by itself.
    frames: Option<Frames>,
    /// Counts messages after which the whole window is painted: see [`Window::style`].
    turn: u8,
}

/// Something said at the foot of the window.
#[derive(Debug, Clone)]
pub struct Notice {
    /// What.
    pub text: String,
    /// Whether something went wrong.
    pub bad: bool,
}

impl Notice {
    /// Something was done.
    pub fn done(text: impl Into<String>) -> Notice {
        Notice { text: text.into(), bad: false }
    }

    /// Something went wrong.
    pub fn wrong(text: impl ToString) -> Notice {
        Notice { text: text.to_string(), bad: true }
    }
}

/// What takes longer than a frame: done in the background, watched and stopped under the messages.
pub struct Work {
    /// What it is called while it goes on.
    pub name: String,
    /// How many pieces it has; 0 if nobody can tell.
    pub pieces: u64,
    /// Does it, and says what was done. It asks before it writes whether it was stopped.
    pub run: Box<dyn FnOnce(Arc<Progress>) -> Result<String, String> + Send>,
}

/// What happens in the window.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another screen was chosen.
    ScreenChosen(Name),
    /// Another game was chosen.
    GameChosen(usize),
    /// Light or dark.
    ModeToggled,
    /// The list of keys.
    KeysToggled,
    /// The line that finds everything.
    PaletteOpened,
    /// In that line.
    Palette(palette::Message),
    /// On the tour.
    Tour(tour::Message),
    /// A key that no field has used.
    Key(keyboard::Event),
    /// Escape in a field.
    FieldLeft,
    /// The window has another size.
    Resized(Size),
    /// The window has another place.
    Moved(Point),
    /// The window is to be closed.
    CloseAsked,
    /// The window has another scale.
    Rescaled(f32),
    /// A frame is drawn.
    Frame(Instant),
    /// Faces were painted.
    Painted(Painted),
    /// Data files were changed.
    DataChanged,
    /// Games were read again, for the so manieth time.
    Reread(u32, Result<Arc<Fresh>, String>),
    /// The work with this number is over: what came of it.
    Ended(u32, Result<String, String>),
    /// What was said, and what goes on.
    Log(log::Message),
    /// On the Cards screen.
    Cards(cards::Message),
    /// On the Decks screen.
    Decks(decks::Message),
    /// On the Limited screen.
    Limited(limited::Message),
    /// On the Events screen.
    Events(events::Message),
    /// On the Play screen.
    Play(play::Message),
    /// On the Lab screen.
    Lab(lab::Message),
    /// On the Companion screen.
    Companion(companion::Message),
    /// On the Settings screen.
    Settings(settings::Message),
}

impl Window {
    /// The window as it was left, or as the opening wants it.
    pub fn new(desk: Desk, opening: Opening, size: Size) -> (Window, Task<Message>) {
        let wanted = program::wanted(&desk, &opening);
        let (game, book) = desk.first(wanted.as_deref()).expect("whoever opens a window has looked");
        let screen =
            opening.screen.or_else(|| desk.library.setting("window.screen").ok().flatten()).unwrap_or_default();
        let mode = opening.theme.or_else(|| desk.library.setting("window.theme").ok().flatten()).unwrap_or_default();
        let language = opening.language.or_else(|| desk.library.setting("window.language").ok().flatten());
        let language = language.unwrap_or_else(Language::of_system);
        language.speak();
        let scale = desk.library.setting("window.scale").ok().flatten().unwrap_or(1.0);
        let (gallery, fault) = games::gallery(&desk, &book);
        let (collection, unread) = games::collection(&desk, &book);
        let companion = (screen == Name::Companion).then(|| desk.book(engine::games::COMPANION)).flatten();
        let mut window = Window {
            cards: Cards::new(&book, opening.query.as_deref().unwrap_or("")),
            decks: Decks::new(&desk.library, &book),
            limited: Limited::new(&desk.library, &book),
            events: Events::new(&desk.library, &book),
            play: Play::new(&desk.library, &book),
            lab: Lab::new(&desk.library, &book),
            companion: Table::new(&desk.library, companion.map(|book| &**book)),
            log: Log::default(),
            settings: Settings::default(),
            palette: None,
            tour: None,
            desk,
            game,
            book,
            screen,
            mode,
            scale,
            pixels: 1.0,
            size: size * (1.0 / scale),
            place: None,
            gallery,
            collection,
            fault: None,
            reading: 0,
            keys_shown: false,
            opened: None,
            frames: opening.frames.map(Frames::new),
            turn: 0,
        };
        if let Some(warning) = window.desk.warning.clone().or_else(|| window.desk.left_out()).or(fault).or(unread) {
            window.log.say(Notice::wrong(warning));
        }
        if let Some(seed) = opening.seed {
            window.decks.set_seed(Seed::of(seed));
            window.limited.set_seed(Seed::of(seed));
            window.events.set_seed(Seed::of(seed));
            window.play.set_seed(Seed::of(seed));
            window.companion.set_seed(Seed::of(seed));
        }
        window.collection_changed();
        let mut tasks = vec![iced::window::latest().and_then(iced::window::scale_factor).map(Message::Rescaled)];
        if let Some(name) = &opening.deck {
            tasks.push(window.with_decks(|decks, library, book| decks.open_named(library, book, name, opening.tab)));
        }
        if let Some(format) = &opening.limited {
            tasks.push(window.with_limited(|l, library, book| l.open_format(library, book, format, opening.picks)));
        }
        if let Some(name) = &opening.event {
            tasks.push(window.with_events(|e, library, _| e.open_named(library, name, opening.desk)));
        }
        if let Some(format) = &opening.play {
            tasks.push(window.with_play(|play, shelf| play.open_format(shelf, format, opening.picks)));
        }
        if screen == Name::Settings {
            window.settings.reload(&window.desk);
        }
        if !opening.asks() {
            tasks.push(window.take_up());
            window.tour = window.is_first().then(Tour::begin);
        }
        window.cards.set_deck(window.decks.deck(), &window.book);
        tasks.push(window.want());
        (window, Task::batch(tasks))
    }

    /// The library, for tests.
    pub fn library(&self) -> &Library {
        &self.desk.library
    }

    /// The games, for tests.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// The colours.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// How large everything is, as a share of what is usual.
    pub fn scale(&self) -> f32 {
        self.scale
    }

    fn chosen(&self) -> settings::Chosen {
        let (mode, scale, language) = (self.mode, self.scale, Language::spoken());
        settings::Chosen { mode, scale, language, moves: self.limited.moves() }
    }

    /// The match that is played, for tests.
    pub fn table(&self) -> Option<&play::table::Table> {
        self.play.table()
    }

    fn book(&self) -> &Arc<Book> {
        &self.book
    }

    /// The room that a screen has.
    fn room(&self) -> Size {
        let banner = if self.fault.is_some() { shell::FOOT + 1.0 } else { 0.0 };
        Size::new(
            (self.size.width - shell::RAIL - 1.0).max(600.0),
            (self.size.height - shell::TOP - shell::FOOT - 2.0 - banner).max(400.0),
        )
    }

    fn look(&self) -> Look<'_> {
        Look { book: self.book(), gallery: &self.gallery, collection: &self.collection, room: self.room() }
    }

    /// Reads a message, and then asks for the faces that are in sight now.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        // Faces that arrive in the grid of all cards change nothing but their own places, so that painting these is enough
        // until the last of them is there.
        let face = self.screen == Name::Cards && matches!(message, Message::Painted(_));
        let task = self.read_or_recover(message);
        self.cards.set_deck(self.decks.deck(), &self.book);
        self.keep_opened();
        self.tour = self.tour.map(|tour| tour.look(self.seen()));
        let wanted = self.want();
        if !face || self.gallery.is_done() {
            self.turn = (self.turn + 1) % 64;
        }
        Task::batch([task, wanted])
    }

    fn want(&mut self) -> Task<Message> {
        let room = self.room();
        let wanted = match self.screen {
            Name::Cards => self.cards.wanted(room),
            Name::Decks => self.decks.wanted(self.book(), room),
            Name::Limited => self.limited.wanted(self.book(), room),
            Name::Events => Vec::new(),
            Name::Play => self.play.wanted(room),
            Name::Lab => Vec::new(),
            Name::Companion | Name::Settings => Vec::new(),
        };
        self.gallery.want(wanted).map(Message::Painted)
    }

    fn read(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::ScreenChosen(screen) => self.show(screen),
            Message::GameChosen(game) => self.choose_game(game),
            Message::ModeToggled => {
                self.set_mode(self.mode.other());
                Task::none()
            }
            Message::PaletteOpened => self.open_palette(),
            Message::Palette(message) => {
                let game = &self.book.game;
                let action = self.palette.as_mut().map(|palette| palette.update(message, game));
                self.palette_asked(action)
            }
            Message::Tour(message) => self.on_tour(message),
            Message::KeysToggled => {
                self.keys_shown = !self.keys_shown;
                Task::none()
            }
            Message::Key(event) => key::wish(&event).map_or_else(Task::none, |wish| self.wish(wish)),
            Message::FieldLeft if self.palette.take().is_some() => Task::none(),
            Message::FieldLeft => match self.screen {
                Name::Cards if self.cards.finder.floats() => self.wish(Wish::Back),
                Name::Decks if self.decks.floats() => self.wish(Wish::Back),
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
            Message::Frame(at) => self.frames.as_mut().map_or_else(Task::none, |frames| frames.seen(at)),
            Message::DataChanged => self.reread(),
            Message::Reread(reading, _) if reading != self.reading => Task::none(),
            Message::Reread(_, Ok(fresh)) => self.renew(&fresh),
            Message::Reread(_, Err(why)) => {
                self.fault = Some(why);
                Task::none()
            }
            Message::Ended(number, came) => {
                // What was stopped has been said already.
                if self.log.end(number) {
                    self.log.say(came.map_or_else(Notice::wrong, Notice::done));
                }
                Task::none()
            }
            Message::Log(message) => self.log_asked(message),
            Message::Painted(painted) => {
                let task = self.gallery.painted(painted).map(Message::Painted);
                // A picture that cannot be used spoils nothing, so it waits behind what is more urgent.
                if self.log.last().is_none_or(|n| !n.bad)
                    && let Some(fault) = self.gallery.fault()
                {
                    self.log.say(Notice::wrong(fault));
                }
                task
            }
            Message::Cards(message) => {
                let action = self.cards.update(message, &self.book);
                self.cards_asked(action)
            }
            Message::Decks(message) => self.with_decks(|decks, library, book| decks.update(message, library, book)),
            Message::Limited(message) => self.with_limited(|l, library, book| l.update(message, library, book)),
            Message::Events(message) => self.with_events(|e, library, book| e.update(message, library, book)),
            Message::Play(message) => self.with_play(|play, shelf| play.update(message, shelf)),
            Message::Lab(message) => self.with_lab(|lab, desk, book| lab.update(message, desk, book)),
            Message::Companion(message) => {
                self.with_companion(|c, library, source, book| c.update(message, library, source, book))
            }
            Message::Settings(message) => {
                let action = self.settings.update(message, &self.desk.library);
                self.settings_asked(action)
            }
        }
    }

    fn show(&mut self, screen: Name) -> Task<Message> {
        let settled = self.with_decks(Decks::settle);
        Task::batch([settled, self.come_to(screen)])
    }

    fn come_to(&mut self, screen: Name) -> Task<Message> {
        if screen != self.screen {
            self.log.leave_screen();
        }
        self.screen = screen;
        self.keys_shown = false;
        self.keep("window.screen", &screen);
        if let Err(e) = self.collection.refresh(&self.desk.library) {
            self.log.say(Notice::wrong(e));
        }
        self.collection_changed();
        match screen {
            Name::Cards => Task::none(),
            Name::Decks => self.with_decks(|decks, library, book| decks.reload(library, book)),
            Name::Limited => {
                self.limited.reload(&self.desk.library, &self.book);
                Task::none()
            }
            Name::Events => {
                self.events.reload(&self.desk.library, &self.book);
                Task::none()
            }
            Name::Play => {
                self.play.reload(&self.desk.library, &self.book);
                Task::none()
            }
            Name::Lab => {
                self.lab.reload(&self.desk.library, &self.book);
                Task::none()
            }
            Name::Companion => {
                self.companion.reload(&self.desk.library, self.desk.book(engine::games::COMPANION).map(|book| &**book));
                Task::none()
            }
            Name::Settings => {
                self.settings.reload(&self.desk);
                Task::none()
            }
        }
    }

    fn library_path(&self) -> Option<PathBuf> {
        self.desk.library.path().map(PathBuf::from)
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
            live::changes(&self.desk.places).map(|()| Message::DataChanged),
            self.decks.subscription().map(Message::Decks),
            self.log.subscription().map(Message::Log),
            match self.frames {
                Some(_) => iced::window::frames().map(Message::Frame),
                None => Subscription::none(),
            },
            self.lab.subscription().map(Message::Lab),
            // A clock that nobody sees stands still.
            match self.screen {
                Name::Limited => self.limited.subscription().map(Message::Limited),
                Name::Events => self.events.subscription().map(Message::Events),
                Name::Cards | Name::Decks | Name::Play | Name::Lab | Name::Companion | Name::Settings => {
                    Subscription::none()
                }
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
        let look = self.look();
        let screen = match self.screen {
            Name::Cards => self.cards.view(look, &self.decks).map(Message::Cards),
            Name::Decks => self.decks.view(look).map(Message::Decks),
            Name::Limited => self.limited.view(look).map(Message::Limited),
            Name::Events => self.events.view(look).map(Message::Events),
            Name::Play => self.play.view(look).map(Message::Play),
            Name::Lab => self.lab.view(look, self.mode).map(Message::Lab),
            Name::Companion => self.companion.view(look).map(Message::Companion),
            Name::Settings => self.settings.view(self.chosen()).map(Message::Settings),
        };
        shell::view(self, screen)
    }
}
