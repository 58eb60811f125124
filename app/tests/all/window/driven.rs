//! A window as a person drives it.

use deckloom::window::{self, Message, Window};
use iced::Size;
use iced::futures::StreamExt;
use iced_test::runtime::{self, task};
use iced_test::selector::Candidate;
use iced_test::{Error, Simulator};

pub const SIZE: Size = Size::new(1280.0, 800.0);

pub fn ui(window: &Window) -> Simulator<'_, Message> {
    Simulator::with_size(window::settings(), SIZE, window.view())
}

/// Does something with the window, and lets it read the messages that come of it.
pub fn act(window: &mut Window, act: impl FnOnce(&mut Simulator<'_, Message>) -> Result<(), Error>) {
    for message in said(window, act) {
        // Pictures and scrolling are tasks; what is tested here is not.
        drop(window.update(message));
    }
}

/// The same, and waits for what begins in the background.
pub fn act_and_wait(window: &mut Window, act: impl FnOnce(&mut Simulator<'_, Message>) -> Result<(), Error>) {
    for message in said(window, act) {
        tell_and_wait(window, message);
    }
}

/// Tells the window something, and lets all that follows from it come to its end.
pub fn tell_and_wait(window: &mut Window, message: Message) {
    let Some(mut stream) = task::into_stream(window.update(message)) else { return };
    let tokio = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    while let Some(action) = tokio.block_on(stream.next()) {
        if let runtime::Action::Output(message) = action {
            tell_and_wait(window, message);
        }
    }
}

fn said(window: &Window, act: impl FnOnce(&mut Simulator<'_, Message>) -> Result<(), Error>) -> Vec<Message> {
    let mut ui = ui(window);
    act(&mut ui).expect("it can be done");
    ui.into_messages().collect()
}

/// Whether a text that holds `part` is shown.
pub fn shows(window: &Window, part: &str) -> bool {
    let found = ui(window).find(|c: Candidate<'_>| match c {
        Candidate::Text { content, .. } if content.contains(part) => Some(()),
        _ => None,
    });
    found.is_ok()
}
