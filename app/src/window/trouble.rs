//! The window in the place of the window: why it cannot be opened, for people who see no terminal.

use catalog::tr;
use iced::widget::{column, container, row, space as gap};
use iced::{Center, Fill, Size, Task};

use crate::session;
use crate::theme::{Mode, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel};

/// What can be done here.
#[derive(Debug, Clone)]
pub enum Message {
    /// The words go to the clipboard.
    Copied,
    /// The window is closed.
    Closed,
}

/// What is wrong, and what helps.
#[derive(Debug, Clone)]
pub struct Trouble {
    words: String,
    help: String,
}

impl Trouble {
    /// What an error means for a person.
    pub fn from_error(error: &session::Error) -> Trouble {
        let help = match error {
            session::Error::Library(_) => {
                tr!(
                    "Nothing was changed. If another program has the file open, close it. If the file is damaged, run “deckloom library rescue DAMAGED NEW” in a terminal: it recovers what can be read and leaves the damaged file as it is."
                )
            }
            session::Error::Folder(_) | session::Error::Data { .. } => {
                tr!(
                    "Nothing was changed. Fix the files listed, or remove their folder; “deckloom data check” in a terminal lists every fault with its place."
                )
            }
        };
        Trouble { words: error.to_string(), help }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message) -> Task<Message> {
        match message {
            Message::Copied => iced::clipboard::write(self.words.clone()),
            Message::Closed => iced::exit(),
        }
    }

    /// The words, what helps, and two buttons.
    pub fn view(&self) -> Element<'_, Message> {
        let head =
            row![icon(Icon::Warn, 28.0, Ink::Bad), label::section(tr!("Deckloom cannot start"))].spacing(space::M);
        let words = field::scrolled(label::body(self.words.as_str()).width(Fill)).width(Fill).height(Fill);
        let foot = row![
            gap::horizontal(),
            button::plain(tr!("Copy")).on_press(Message::Copied),
            button::primary(tr!("Close")).on_press(Message::Closed),
        ];
        let page = column![
            head.align_y(Center),
            words,
            label::body(self.help.as_str()).style(label::muted),
            foot.spacing(space::S)
        ];
        container(page.spacing(space::L)).padding(space::XL).width(Fill).height(Fill).style(panel::ground).into()
    }
}

/// Shows what is wrong until the window is closed, in these fonts and sizes of type.
///
/// # Errors
/// Of the window itself.
pub fn show(trouble: Trouble, settings: iced::Settings) -> iced::Result {
    iced::application(move || trouble.clone(), Trouble::update, Trouble::view)
        .title("Deckloom")
        .theme(|_: &Trouble| Mode::default().theme())
        .settings(settings)
        .window_size(Size::new(640.0, 380.0))
        .run()
}
