//! The settings: how the window looks, where everything is kept, and what this program is.

use std::path::{Path, PathBuf};

use catalog::store::Library;
use catalog::store::journal::Kind;
use formats::Book;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Task};

use crate::desk::Places;
use crate::theme::{Mode, space};
use crate::widget::{Element, button, cut, field, label, panel};
use crate::window::Notice;

/// Sizes of everything, as a share of what is usual.
pub const SCALES: [f32; 6] = [0.85, 1.0, 1.15, 1.3, 1.45, 1.6];

/// The state of the screen.
#[derive(Default)]
pub struct Settings {
    kept: Vec<(&'static str, usize)>,
    games: usize,
    cards: usize,
    file: Option<PathBuf>,
    own_data: Option<PathBuf>,
    data: Vec<PathBuf>,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Other colours.
    ModeChosen(Mode),
    /// Another size of everything.
    ScaleChosen(f32),
    /// A copy of the library is wanted; a dialog asks where.
    BackUpWanted,
    /// Where it goes, unless the dialog was closed.
    BackUpPlaced(Option<PathBuf>),
}

/// What the screen asks of its parent.
pub enum Action {
    /// Run this.
    Run(Task<Message>),
    /// Other colours.
    Mode(Mode),
    /// Another size of everything.
    Scale(f32),
    /// Say this at the foot of the window.
    Say(Notice),
    /// Nothing.
    None,
}

/// What is kept, in the plural.
const KINDS: [(Kind, &str); 6] = [
    (Kind::Deck, "decks"),
    (Kind::Draft, "drafts"),
    (Kind::Pool, "sealed pools"),
    (Kind::Event, "events"),
    (Kind::Match, "matches"),
    (Kind::Companion, "games at your table"),
];

impl Settings {
    /// Counts what is kept.
    pub fn reload(&mut self, library: &Library, places: &Places, books: &[Book]) {
        // What cannot be read is told by the screen that shows it.
        let count = |kind: Kind| books.iter().map(|b| library.streams(kind, &b.game.id).map_or(0, |s| s.len())).sum();
        self.kept = KINDS.iter().map(|(kind, word)| (*word, count(*kind))).collect();
        self.games = books.len();
        self.cards = books.iter().map(|b| b.game.cards.len()).sum();
        self.file = library.path().map(Path::to_owned);
        self.own_data = Places::own_data_folder();
        self.data = places.folders();
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &Library) -> Action {
        match message {
            Message::ModeChosen(mode) => Action::Mode(mode),
            Message::ScaleChosen(scale) => Action::Scale(scale),
            Message::BackUpWanted => {
                let dialog = rfd::AsyncFileDialog::new()
                    .set_title("Copy the library to")
                    .set_file_name("deckloom-library.db")
                    .save_file();
                let asked = async { dialog.await.map(|file| file.path().to_owned()) };
                Action::Run(Task::perform(asked, Message::BackUpPlaced))
            }
            Message::BackUpPlaced(None) => Action::None,
            Message::BackUpPlaced(Some(file)) => Action::Say(match library.back_up(&file) {
                Ok(()) => Notice::done(format!("The library was copied to {}", file.display())),
                Err(e) => Notice::wrong(e),
            }),
        }
    }

    /// The screen.
    pub fn view(&self, mode: Mode, scale: f32) -> Element<'_, Message> {
        let page = column![label::page("Settings"), look(mode, scale), self.library(), self.data(), about()];
        let page = container(page.spacing(space::XXL).max_width(720).padding(space::XXL)).center_x(Fill);
        container(field::scrolled(page).height(Fill)).style(panel::ground).into()
    }

    fn library(&self) -> Element<'_, Message> {
        let counts = self.kept.iter().map(|(word, n)| {
            row![label::emphasis(n.to_string()), label::body(*word).style(label::muted)]
                .spacing(6)
                .align_y(Center)
                .into()
        });
        let counts = Row::with_children(counts).spacing(space::XL).wrap().vertical_spacing(space::S);
        let (place, act) = match &self.file {
            Some(file) => (file.display().to_string(), Some(button::plain("Copy to…").on_press(Message::BackUpWanted))),
            None => ("In memory: nothing is kept when the window is closed.".to_owned(), None),
        };
        let place = row![container(cut(place).style(label::muted)).width(Fill)].push(act);
        let words = "One file holds all that you make. Each step is in it the moment that you take it, and nothing is \
                     thrown away.";
        group("Library", words, column![counts, place.spacing(space::M).align_y(Center)].spacing(space::M))
    }

    fn data(&self) -> Element<'_, Message> {
        let mut lines = Column::new().spacing(space::XS);
        for folder in &self.data {
            lines = lines.push(cut(folder.display().to_string()).style(label::muted));
        }
        if let Some(own) = self.own_data.as_ref().filter(|own| !self.data.contains(own)) {
            let words = format!("Your own games go into {}", own.display());
            lines = lines.push(label::body(words).style(label::muted));
        }
        let words = format!("{} games with {} cards, of which the data files tell everything.", self.games, self.cards);
        group("Games", words, lines)
    }
}

fn look<'a>(mode: Mode, scale: f32) -> Element<'a, Message> {
    let modes = Mode::ALL.map(|m| button::tab(m.title(), m == mode).on_press(Message::ModeChosen(m)).into());
    let scales = SCALES.map(|s| {
        let word = format!("{:.0} %", s * 100.0);
        button::tab(word, (s - scale).abs() < 0.01).on_press(Message::ScaleChosen(s)).into()
    });
    let line = |name: &'static str, choices: Row<'a, Message>| {
        row![container(label::body(name)).width(120), choices.spacing(space::XS)].align_y(Center)
    };
    let lines = column![line("Colours", Row::with_children(modes)), line("Size", Row::with_children(scales))];
    let words = "Nothing moves unless you move it, and nothing is told by its colour alone.";
    group("Look", words, lines.spacing(space::S))
}

fn about<'a>() -> Element<'a, Message> {
    let words = concat!("Deckloom ", env!("CARGO_PKG_VERSION"), "  ·  MIT or Apache-2.0");
    let more = "It works without a network, tells nobody anything, and writes only into its own folders and files that you name.";
    group("About", words, column![label::body(more).style(label::muted), gap().height(space::XL)])
}

fn group<'a>(
    name: &'a str,
    words: impl iced::widget::text::IntoFragment<'a>,
    content: impl Into<Element<'a, Message>>,
) -> Element<'a, Message> {
    let head = column![label::section(name), label::body(words).style(label::muted)].spacing(space::XS);
    column![head, content.into()].spacing(space::M).into()
}
