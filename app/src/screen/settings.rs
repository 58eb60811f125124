//! The settings: how the window looks, where everything is kept, and what this program is.

pub mod card_import;
pub mod hands_and_turns;
pub mod pictures;

use std::path::{Path, PathBuf};

use catalog::localize::localize_percent;
use catalog::store::Library;
use catalog::store::journal::StreamKind;
use catalog::tr;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill, Task};

use crate::language::Language;
use crate::notice::{BackgroundWork, Notice};
use crate::screen::{action, cards_label};
use crate::session::{Places, Session};
use crate::theme::{Mode, space};
use crate::widget::{Element, button, cut, field, label, panel};
use card_import::CardImportForm;
use hands_and_turns::HandsAndTurns;
use pictures::Pictures;

/// Sizes of everything, as a share of what is usual.
pub const SCALES: [f32; 6] = [0.85, 1.0, 1.15, 1.3, 1.45, 1.6];

/// The state of the screen.
#[derive(Default)]
pub struct Settings {
    kept: Vec<(StreamKind, usize)>,
    games: usize,
    cards: usize,
    file: Option<PathBuf>,
    own_data: Option<PathBuf>,
    data: Vec<PathBuf>,
    pictures: Pictures,
    import: CardImportForm,
    hands_and_turns: HandsAndTurns,
}

/// How the window looks and speaks.
#[derive(Debug, Clone, Copy)]
pub struct Appearance {
    /// Its colours.
    pub mode: Mode,
    /// The size of everything.
    pub scale: f32,
    /// Its language.
    pub language: Language,
    /// Whether nothing moves that does not have to.
    pub reduced_motion: bool,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Other colours.
    ModeChosen(Mode),
    /// Another size of everything.
    ScaleChosen(f32),
    /// Another language.
    LanguageChosen(Language),
    /// Nothing moves that does not have to, or everything does.
    MotionReduced(bool),
    /// A copy of the library is wanted; a dialog asks where.
    BackUpWanted,
    /// Where it goes, unless the dialog was closed.
    BackUpPlaced(Option<PathBuf>),
    /// At the pictures.
    Pictures(pictures::Message),
    /// At the cards that are imported.
    Import(card_import::Message),
    /// At how hands and turns work.
    HandsAndTurns(hands_and_turns::Message),
}

/// What only the parent can do.
pub enum Request {
    /// Other colours.
    Mode(Mode),
    /// Another size of everything.
    Scale(f32),
    /// Another language.
    Language(Language),
    /// Nothing moves that does not have to, or everything does.
    ReducedMotion(bool),
    /// Fetch pictures in the background, and tell the pictures when it is over.
    Fetch(BackgroundWork),
    /// Show the pictures that are there now, and look again which are not.
    ShowPictures,
    /// Say that something is saved, and read the games again.
    ReloadGames,
    /// Read the games again, and show this one.
    ShowGame(String),
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

/// So many of a kind; `None` for what is not counted in pieces.
fn kind_count(kind: StreamKind, n: usize) -> Option<String> {
    Some(match kind {
        StreamKind::Deck => tr!("1 deck" | "{n} decks" % n),
        StreamKind::Draft => tr!("1 draft" | "{n} drafts" % n),
        StreamKind::Pool => tr!("1 sealed pool" | "{n} sealed pools" % n),
        StreamKind::Event => tr!("1 event" | "{n} events" % n),
        StreamKind::Match => tr!("1 match" | "{n} matches" % n),
        StreamKind::Companion => tr!("1 game at your table" | "{n} games at your table" % n),
        StreamKind::Table => tr!("1 hosted table" | "{n} hosted tables" % n),
        StreamKind::Collection => return None,
    })
}

impl Settings {
    /// Counts what is kept.
    pub fn reload(&mut self, session: &Session) {
        // What cannot be read is told by the screen that shows it.
        let count = |kind: StreamKind| session.saved_streams(kind, None).map_or(0, |kept| kept.len());
        self.kept = StreamKind::ALL.iter().map(|&kind| (kind, count(kind))).collect();
        self.games = session.games.len();
        self.cards = session.game_libraries().map(|b| b.game.cards.len()).sum();
        self.file = session.library.path().map(Path::to_owned);
        self.own_data = Places::own_data_folder();
        self.data = session.places.folders();
        self.pictures.reload(session);
        self.import.reload(session, self.own_data.clone());
        self.hands_and_turns.reload(session);
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, library: &Library) -> Action {
        match message {
            Message::ModeChosen(mode) => Action::Ask(Request::Mode(mode)),
            Message::ScaleChosen(scale) => Action::Ask(Request::Scale(scale)),
            Message::LanguageChosen(language) => Action::Ask(Request::Language(language)),
            Message::MotionReduced(reduced) => Action::Ask(Request::ReducedMotion(reduced)),
            Message::BackUpWanted => {
                let dialog = rfd::AsyncFileDialog::new()
                    .set_title(tr!("Back up the library to"))
                    .set_file_name("deckloom-library.db")
                    .save_file();
                let asked = async { dialog.await.map(|file| file.path().to_owned()) };
                Action::Run(Task::perform(asked, Message::BackUpPlaced))
            }
            Message::Pictures(message) => match self.pictures.update(message) {
                Some(pictures::Request::Fetch(work)) => Action::Ask(Request::Fetch(work)),
                Some(pictures::Request::Show) => Action::Ask(Request::ShowPictures),
                None => Action::None,
            },
            Message::Import(message) => self.import.update(message).map(Message::Import, |request| match request {
                card_import::Request::ShowGame(game) => Action::Ask(Request::ShowGame(game)),
            }),
            Message::HandsAndTurns(message) => {
                self.hands_and_turns.update(message).map(Message::HandsAndTurns, |request| match request {
                    hands_and_turns::Request::Reload => Action::Ask(Request::ReloadGames),
                })
            }
            Message::BackUpPlaced(None) => Action::None,
            Message::BackUpPlaced(Some(file)) => Action::Say(match library.back_up(&file) {
                Ok(()) => Notice::done(tr!("Library backed up to {file}", file = file.display())),
                Err(e) => Notice::wrong(e),
            }),
        }
    }

    /// The screen.
    pub fn view(&self, chosen: Appearance) -> Element<'_, Message> {
        let title = label::page(tr!("Settings"));
        let page = column![title, appearance_form(chosen), self.library(), self.data(), about()];
        let page = container(page.spacing(space::XXL).max_width(720).padding(space::XXL)).center_x(Fill);
        container(field::scrolled(page).height(Fill)).style(panel::ground).into()
    }

    fn library(&self) -> Element<'_, Message> {
        let counts = self.kept.iter().filter_map(|(kind, n)| Some(label::body(kind_count(*kind, *n)?).into()));
        let counts = Row::with_children(counts).spacing(space::XL).wrap().vertical_spacing(space::S);
        let (place, act) = match &self.file {
            Some(file) => {
                (file.display().to_string(), Some(button::plain(tr!("Back up…")).on_press(Message::BackUpWanted)))
            }
            None => (tr!("In memory: nothing is kept after you close the window."), None),
        };
        let place = row![container(cut(place).style(label::muted)).width(Fill)].push(act);
        let words = tr!("Everything you make is stored in one file, saved instantly, with full history.");
        group(tr!("Library"), words, column![counts, place.spacing(space::M).align_y(Center)].spacing(space::M))
    }

    fn data(&self) -> Element<'_, Message> {
        let mut lines = Column::new().spacing(space::XS);
        for folder in &self.data {
            lines = lines.push(cut(folder.display().to_string()).style(label::muted));
        }
        if let Some(own) = self.own_data.as_ref().filter(|own| !self.data.contains(own)) {
            let words = tr!("Your own games belong in {folder}", folder = own.display());
            lines = lines.push(label::body(words).style(label::muted));
        }
        let words = tr!("{cards} in 1 game." | "{cards} in {n} games." % self.games, cards = cards_label(self.cards));
        let pictures = self.pictures.view().map(|part| part.map(Message::Pictures));
        let import = self.import.view().map(Message::Import);
        let hands_and_turns = self.hands_and_turns.view().map(|part| part.map(Message::HandsAndTurns));
        group(tr!("Games"), words, column![lines].push(pictures).push(hands_and_turns).push(import).spacing(space::M))
    }
}

fn appearance_form<'a>(Appearance { mode, scale, language, reduced_motion }: Appearance) -> Element<'a, Message> {
    let modes = Mode::ALL.iter().map(|&m| button::tab(m.title(), m == mode).on_press(Message::ModeChosen(m)).into());
    let scales = SCALES.map(|s| {
        let word = localize_percent(format!("{:.0}", s * 100.0));
        button::tab(word, (s - scale).abs() < 0.01).on_press(Message::ScaleChosen(s)).into()
    });
    let languages = Language::ALL
        .iter()
        .map(|&l| button::tab(l.title(), l == language).on_press(Message::LanguageChosen(l)).into());
    let motions = [(false, tr!("Full motion")), (true, tr!("Reduced motion"))].map(|(reduced, word)| {
        button::tab(word, reduced == reduced_motion).on_press(Message::MotionReduced(reduced)).into()
    });
    let line = |name: String, choices: Row<'a, Message>| {
        row![container(label::body(name)).width(120), choices.spacing(space::XS)].align_y(Center)
    };
    let lines = column![
        line(tr!("Theme"), Row::with_children(modes)),
        line(tr!("Size"), Row::with_children(scales)),
        line(tr!("Language"), Row::with_children(languages)),
        line(tr!("Motion"), Row::with_children(motions)),
    ];
    let words = tr!("Colour is never the only cue.");
    group(tr!("Appearance"), words, lines.spacing(space::S))
}

fn about<'a>() -> Element<'a, Message> {
    let words = tr!("Deckloom {version}  ·  MIT or Apache-2.0", version = env!("CARGO_PKG_VERSION"));
    let more = tr!(
        "Works offline; only pictures are fetched, from hosts you agree to. No telemetry. Writes only to its own folders and to files you name."
    );
    group(tr!("About"), words, column![label::body(more).style(label::muted), gap().height(space::XL)])
}

fn group<'a>(name: String, words: String, content: impl Into<Element<'a, Message>>) -> Element<'a, Message> {
    let head = column![label::section(name), label::body(words).style(label::muted)].spacing(space::XS);
    column![head, content.into()].spacing(space::M).into()
}
