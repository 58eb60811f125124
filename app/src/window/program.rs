//! The window as a program: how it is opened, and why it may not be. The system makes the window while the game is read.

use std::cell::RefCell;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, OnceLock};

use iced::theme::Base as _;
use iced::{Point, Size, Subscription, Task, Theme};

use super::display::DisplayError;
use super::opening::Opening;
use super::state::{Message, Window};
use super::trouble::{self, Trouble};
use super::{crash, display};
use crate::language::Language;
use crate::session::{self, Places, Session};
use crate::sound;
use crate::theme::{self, Mode};
use crate::widget::Element;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no display.
    #[error("no display to show the window on: {0}")]
    NoDisplay(DisplayError),
    /// The library or the data.
    #[error(transparent)]
    Session(Arc<session::Error>),
    /// The window itself.
    #[error("the window: {0}")]
    Window(#[from] iced::Error),
}

/// Opens the window and waits until it is closed.
///
/// # Errors
/// [`Error::NoDisplay`] without a display; faults of the library and of the data.
pub fn run(places: Places) -> Result<(), Error> {
    open(places, Opening::default())
}

/// Opens the window on a certain screen.
///
/// # Errors
/// As [`run`].
pub fn open(places: Places, opening: Opening) -> Result<(), Error> {
    if let Some(why) = display::missing() {
        return Err(Error::NoDisplay(why));
    }
    if let Some(folder) = places.reports_folder() {
        crash::write_reports(folder);
    }
    sound::open();
    // Before a library is open, only the system can say which.
    opening.language.unwrap_or_else(Language::from_system).set_current();
    let session = match Session::open(&places) {
        Ok(session) => session,
        Err(error) => {
            // Whoever pressed an icon sees no terminal. What the window says about itself matters less than this.
            let _ = display::guarded(|| trouble::show(Trouble::from_error(&error), settings()));
            return Err(Error::Session(Arc::new(error)));
        }
    };
    let size =
        opening.size.or_else(|| session.library.setting("window.size").ok().flatten()).unwrap_or((1280.0, 800.0));
    let place: Option<(f32, f32)> = session.library.setting("window.place").ok().flatten();
    let place = place.filter(|_| opening.size.is_none()).map(Point::from);
    let fault = Arc::new(OnceLock::new());
    let mode = opening.theme.or_else(|| session.library.setting("window.theme").ok().flatten()).unwrap_or_default();
    let waiting = PendingStart { opening, size: Size::from(size), mode, fault: Arc::clone(&fault) };
    let start = RefCell::new(Some((session, waiting)));
    let boot = move || {
        let (session, waiting) = start.borrow_mut().take().expect("a window is opened once");
        let game = initial_game(&session, &waiting.opening);
        let read = Task::future(async move {
            // The session keeps the game until it is asked for it again.
            let read = tokio::task::spawn_blocking(move || session.first_game(game.as_deref()).map(|_| session)).await;
            StartupMessage::Read(Arc::new(Mutex::new(Some(read))))
        });
        (Startup::Reading(waiting), read)
    };
    let program = iced::application(boot, Startup::update, Startup::view)
        .title(Startup::title)
        .theme(|start: &Startup| start.mode().theme())
        .style(|start: &Startup, theme: &Theme| match start {
            Startup::Ready(window) => window.style(theme),
            Startup::Reading(_) | Startup::Trouble(_) => theme.base(),
        })
        .scale_factor(|start: &Startup| start.window().map_or(1.0, Window::scale))
        .subscription(Startup::subscription)
        .settings(settings())
        .window(frame(Size::from(size), place));
    display::guarded(|| program.run()).map_err(Error::NoDisplay)??;
    fault.get().map_or(Ok(()), |fault| Err(Error::Session(Arc::clone(fault))))
}

/// The program from its first moment on.
enum Startup {
    /// The game is read.
    Reading(PendingStart),
    /// It was read.
    Ready(Box<Window>),
    /// No game can be read.
    Trouble(Trouble),
}

/// What the window will need.
struct PendingStart {
    opening: Opening,
    size: Size,
    mode: Mode,
    /// Where it is told that no game can be read.
    fault: Arc<OnceLock<Arc<session::Error>>>,
}

/// What happens from the first moment on.
#[derive(Debug, Clone)]
enum StartupMessage {
    /// The game was read, or none could be.
    Read(Arc<Mutex<Option<LoadedSession>>>),
    /// In the window.
    Window(Message),
    /// Where no game can be read.
    Trouble(trouble::Message),
    /// The system gave another size before the window was ready.
    Resized(Size),
    /// The window is to be closed before there is anything to keep.
    CloseAsked,
}

/// The session with its first game, unless the thread that read it ended badly.
type LoadedSession = Result<Result<Session, Arc<session::Error>>, tokio::task::JoinError>;

impl Startup {
    fn window(&self) -> Option<&Window> {
        match self {
            Startup::Ready(window) => Some(window),
            Startup::Reading(_) | Startup::Trouble(_) => None,
        }
    }

    fn title(&self) -> String {
        self.window().map_or_else(|| "Deckloom".to_owned(), |w| format!("{} – Deckloom", w.game_library().game.name))
    }

    fn mode(&self) -> Mode {
        match self {
            Startup::Ready(window) => window.mode(),
            Startup::Reading(waiting) => waiting.mode,
            Startup::Trouble(_) => Mode::default(),
        }
    }

    fn update(&mut self, message: StartupMessage) -> Task<StartupMessage> {
        match (message, &mut *self) {
            (StartupMessage::Window(message), Startup::Ready(window)) => {
                window.update(message).map(StartupMessage::Window)
            }
            (StartupMessage::Read(read), Startup::Reading(waiting)) => {
                let read = read.lock().ok().and_then(|mut read| read.take()).expect("it is told once");
                match read.unwrap_or_else(|ended| resume_unwind(ended.into_panic())) {
                    Ok(session) => {
                        let (window, task) = Window::new(session, std::mem::take(&mut waiting.opening), waiting.size);
                        *self = Startup::Ready(Box::new(window));
                        task.map(StartupMessage::Window)
                    }
                    Err(error) => {
                        let trouble = Trouble::from_error(&error);
                        let _ = waiting.fault.set(error);
                        *self = Startup::Trouble(trouble);
                        Task::none()
                    }
                }
            }
            (StartupMessage::Resized(size), Startup::Reading(waiting)) => {
                waiting.size = size;
                Task::none()
            }
            (StartupMessage::Trouble(message), Startup::Trouble(trouble)) => {
                trouble.update(message).map(StartupMessage::Trouble)
            }
            (StartupMessage::CloseAsked, _) => iced::exit(),
            // Of what was before.
            _ => Task::none(),
        }
    }

    fn view(&self) -> Element<'_, StartupMessage> {
        match self {
            Startup::Reading(_) => iced::widget::space().into(),
            Startup::Ready(window) => window.view().map(StartupMessage::Window),
            Startup::Trouble(trouble) => trouble.view().map(StartupMessage::Trouble),
        }
    }

    fn subscription(&self) -> Subscription<StartupMessage> {
        match self.window() {
            Some(window) => window.subscription().map(StartupMessage::Window),
            None => iced::event::listen_with(|event, _, _| match event {
                iced::Event::Window(iced::window::Event::Resized(size)) => Some(StartupMessage::Resized(size)),
                iced::Event::Window(iced::window::Event::CloseRequested) => Some(StartupMessage::CloseAsked),
                _ => None,
            }),
        }
    }
}

/// The game that the window begins with, if it can be read.
pub(super) fn initial_game(session: &Session, opening: &Opening) -> Option<String> {
    opening.game.clone().or_else(|| session.library.setting("window.game").ok().flatten())
}

fn frame(size: Size, place: Option<Point>) -> iced::window::Settings {
    iced::window::Settings {
        size,
        position: place.map_or_else(Default::default, iced::window::Position::Specific),
        // What was typed is saved first.
        exit_on_close_request: false,
        min_size: Some(Size::new(960.0, 640.0)),
        ..iced::window::Settings::default()
    }
}

/// Fonts and sizes of type.
pub fn settings() -> iced::Settings {
    iced::Settings {
        id: Some("deckloom".to_owned()),
        fonts: catalog::face::text_fonts().iter().map(|f| (*f).into()).collect(),
        default_font: theme::REGULAR,
        default_text_size: theme::size::BODY.into(),
        ..iced::Settings::default()
    }
}
