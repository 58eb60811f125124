//! The window as a program: how it is opened, and why it may not be.

use std::sync::Arc;

use iced::{Point, Size, Task, Theme};

use super::trouble::{self, Trouble};
use super::{Message, Opening, Window, crash, display};
use crate::desk::{self, Desk, Places};
use crate::language::Language;
use crate::theme;

/// Why there is no window.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no display.
    #[error("no display to show the window on: {0}")]
    NoDisplay(String),
    /// The library or the data.
    #[error(transparent)]
    Desk(Arc<desk::Error>),
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
    // Before a library is open, only the system can say which.
    opening.language.unwrap_or_else(Language::of_system).speak();
    let opened = Desk::open(&places)
        .map_err(Arc::new)
        .and_then(|desk| desk.first(wanted(&desk, &opening).as_deref()).map(|_| desk));
    let desk = match opened {
        Ok(desk) => desk,
        Err(error) => {
            // Whoever pressed an icon sees no terminal. What the window says about itself matters less than this.
            let _ = display::guarded(|| trouble::show(Trouble::of(&error)));
            return Err(Error::Desk(error));
        }
    };
    let size = opening.size.or_else(|| desk.library.setting("window.size").ok().flatten()).unwrap_or((1280.0, 800.0));
    let place: Option<(f32, f32)> = desk.library.setting("window.place").ok().flatten();
    let place = place.filter(|_| opening.size.is_none()).map(Point::from);
    let state = std::cell::RefCell::new(Some((desk, opening)));
    let boot = move || {
        let (desk, opening) = state.borrow_mut().take().expect("a window is opened once");
        Window::new(desk, opening, Size::from(size))
    };
    let ran = display::guarded(|| application(boot, Size::from(size), place).run());
    Ok(ran.map_err(Error::NoDisplay)??)
}

/// The game that the window begins with, if it can be read.
pub(super) fn wanted(desk: &Desk, opening: &Opening) -> Option<String> {
    opening.game.clone().or_else(|| desk.library.setting("window.game").ok().flatten())
}

/// The program, also for tests.
pub fn application(
    boot: impl Fn() -> (Window, Task<Message>) + 'static,
    size: Size,
    place: Option<Point>,
) -> iced::Application<impl iced::Program<State = Window, Message = Message, Theme = Theme>> {
    iced::application(boot, Window::update, Window::view)
        .title(|window: &Window| format!("{} – Deckloom", window.book().game.name))
        .theme(|window: &Window| window.mode.theme())
        .style(Window::style)
        .scale_factor(Window::scale)
        .subscription(Window::subscription)
        .settings(settings())
        .window(iced::window::Settings {
            size,
            position: place.map_or_else(Default::default, iced::window::Position::Specific),
            // What was typed is saved first.
            exit_on_close_request: false,
            min_size: Some(Size::new(960.0, 640.0)),
            ..iced::window::Settings::default()
        })
}

/// Fonts and sizes of type.
pub fn settings() -> iced::Settings {
    iced::Settings {
        id: Some("deckloom".to_owned()),
        fonts: catalog::face::FONTS.iter().map(|f| (*f).into()).collect(),
        default_font: theme::REGULAR,
        default_text_size: theme::size::BODY.into(),
        ..iced::Settings::default()
    }
}
