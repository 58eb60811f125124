//! Decks to elsewhere: as a file or to the clipboard. A deck that is not legal goes out only when asked twice.

use std::io::Write;
use std::path::{Path, PathBuf};

use catalog::Game;
use formats::Deck;
use formats::deckfile::{self, Fact, Kind};
use iced::widget::{Row, column, container, row, space as gap};
use iced::{Center, Fill, Task};

use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};
use crate::window::Notice;

/// An export that is being prepared.
pub struct Export {
    kind: Kind,
    path: String,
    allowed: bool,
    losses: Vec<Fact>,
    remark: Option<String>,
}

/// What happens in it.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another kind of file.
    KindChosen(Kind),
    /// The path changed.
    PathTyped(String),
    /// A place is to be chosen.
    Choose,
    /// A place was chosen, or not.
    Chosen(Option<PathBuf>),
    /// An illegal deck goes out all the same.
    Allowed,
    /// The file is to be written.
    Written,
    /// To the clipboard.
    Copied,
    /// Nothing after all.
    Closed,
}

/// What it asks of its parent.
pub enum Action {
    /// Nothing.
    None,
    /// Run this.
    Run(Task<Message>),
    /// It is done.
    Done(Notice, Task<Message>),
    /// Nothing after all.
    Closed,
}

/// The ways out of the window. Those with pictures are for `deckloom deck convert` and `deck print`.
const KINDS: [(Kind, &str); 12] = [
    (Kind::Toml, "Everything: sections, printings, plan and goal."),
    (Kind::Text, "For people and chats, with headings and remarks; everything is in it."),
    (Kind::Code, "A short code for chats that shows its typos. `deckloom deck print --qr` makes a QR code of it."),
    (Kind::Arena, "Every card with set and number, as MTG Arena has it."),
    (Kind::Names, "Names with their numbers and nothing else."),
    (Kind::Cockatrice, "A .cod file."),
    (Kind::Octgn, "An .o8d file. OCTGN needs the game with the same card ids."),
    (Kind::Forge, "A .dck file for Forge."),
    (Kind::XMage, "A .dck file for XMage."),
    (Kind::Mtgo, "A .dek file; programs that go by name read it."),
    (Kind::Draftmancer, "A list whose custom cards are those of the deck."),
    (Kind::CubeCobra, "A table with a row a copy."),
];

impl Export {
    /// An export of a deck to the home folder.
    pub fn new(deck: &Deck) -> Export {
        let folder = directories::UserDirs::new().map(|d| d.document_dir().unwrap_or(d.home_dir()).to_owned());
        let slug = Some(catalog::fold::slug(&deck.name)).filter(|s| !s.is_empty()).unwrap_or_else(|| "deck".to_owned());
        let path = folder.unwrap_or_default().join(format!("{slug}.toml"));
        let path = path.display().to_string();
        Export { kind: Kind::Toml, path, allowed: false, losses: Vec::new(), remark: None }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, game: &Game, deck: &Deck) -> Action {
        match message {
            Message::KindChosen(kind) => {
                self.kind = kind;
                self.losses = deckfile::losses(game, deck, kind);
                self.path = PathBuf::from(&self.path).with_extension(kind.ending()).display().to_string();
            }
            Message::PathTyped(path) => self.path = path,
            Message::Choose => {
                let name =
                    PathBuf::from(&self.path).file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
                let dialog = rfd::AsyncFileDialog::new().set_title("Export the deck").set_file_name(name).save_file();
                return Action::Run(Task::perform(dialog, |f| Message::Chosen(f.map(|f| f.path().to_owned()))));
            }
            Message::Chosen(Some(path)) => self.path = path.display().to_string(),
            Message::Chosen(None) => {
                self.remark = Some("No place was chosen. If no dialog opened, type the path instead.".to_owned());
            }
            Message::Allowed => self.allowed = true,
            Message::Written => {
                let path = PathBuf::from(self.path.trim());
                match write(&path, &self.text(game, deck)) {
                    Ok(()) => {
                        return Action::Done(Notice::done(format!("Exported to {}", path.display())), Task::none());
                    }
                    Err(e) => self.remark = Some(format!("{} cannot be written: {e}", path.display())),
                }
            }
            Message::Copied => {
                let text = self.text(game, deck);
                return Action::Done(Notice::done("The deck is on the clipboard"), iced::clipboard::write(text));
            }
            Message::Closed => return Action::Closed,
        }
        Action::None
    }

    /// The file; of a deck that went out though it is not legal, with the verdict in its plan.
    fn text(&self, game: &Game, deck: &Deck) -> String {
        if !self.allowed {
            return deckfile::write(game, deck, self.kind);
        }
        let about = format!("{} {}", deckfile::verdict(&deck.format), deck.about).trim().to_owned();
        deckfile::write(game, &Deck { about, ..deck.clone() }, self.kind)
    }

    /// What floats over the deck.
    pub fn view<'a>(&'a self, legal: bool, format: &'a str) -> Element<'a, Message> {
        let kind = |(kind, _): (Kind, &str)| -> Element<'a, Message> {
            button::tab(kind.title(), self.kind == kind).on_press(Message::KindChosen(kind)).into()
        };
        let about = KINDS.iter().find(|(k, _)| *k == self.kind).map_or("", |(_, about)| about);
        let losses: Vec<&str> = self.losses.iter().map(|fact| fact.lost()).collect();
        let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(Message::Closed);
        let open = legal || self.allowed;
        let mut content = column![
            row![label::section("Export"), gap::horizontal(), close].align_y(Center),
            Row::with_children(KINDS.map(kind)).spacing(space::XS).wrap(),
            label::caption(about),
        ];
        if !losses.is_empty() {
            content = content.push(label::body(format!("Lost: {}.", losses.join("; "))).style(label::warn));
        }
        content = content.push(
            row![
                field::line("Path of the file", &self.path)
                    .on_input(Message::PathTyped)
                    .on_submit_maybe(open.then_some(Message::Written)),
                button::plain("Choose…").on_press(Message::Choose),
            ]
            .spacing(space::S),
        );
        if !legal {
            let said = label::body(format!("This deck is not legal in {format}.")).width(Fill);
            let allow: Element<'a, Message> = match self.allowed {
                true => label::caption("It goes out as it is.").into(),
                false => button::plain("Export it all the same").on_press(Message::Allowed).into(),
            };
            content = content.push(panel::toned(Tone::Warn, row![said, allow].align_y(Center)));
        }
        if let Some(remark) = &self.remark {
            content = content.push(label::body(remark.as_str()).style(label::bad));
        }
        let acts = row![
            gap::horizontal(),
            button::plain("Copy").on_press_maybe(open.then_some(Message::Copied)),
            button::primary("Write file").on_press_maybe(open.then_some(Message::Written)),
        ];
        content = content.push(acts.spacing(space::S));
        container(content.spacing(space::M)).width(520).padding(space::XL).style(panel::floating).into()
    }
}

/// Writes a file beside its place and moves it there, so that it is never half there.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut maker = tempfile::Builder::new();
    // A temporary file is for its owner alone; what is exported is a file like any other.
    #[cfg(unix)]
    maker.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = maker.tempfile_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}
