//! Whether everything on a screen has its room: at the smallest sizes, and where everything is larger.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use deckloom::language::Language;
use deckloom::screen::decks::DeckTab;
use deckloom::screen::{ScreenName, play};
use deckloom::session::{Places, Session};
use deckloom::theme::size::CAPTION;
use deckloom::window::{self, Message, Opening, Window};
use iced::advanced::text::{LineHeight, Paragraph as _, Shaping, Text, Wrapping};
use iced::{Rectangle, Renderer, Size};
use iced_test::Simulator;
use iced_test::selector::Candidate;

type Paragraph = <Renderer as iced::advanced::text::Renderer>::Paragraph;

/// The window at its usual scale, and one of 1440 by 900 pixels at 160 per cent.
const SIZES: [Size; 3] = [Size::new(1000.0, 700.0), Size::new(1280.0, 720.0), Size::new(900.0, 562.0)];
/// A pixel is lost or won by rounding.
const ROUNDING: f32 = 1.5;

/// What is wrong on all screens at all sizes.
pub fn faults(language: Language) -> Vec<String> {
    let on = |game: &str, screen| Opening {
        game: Some(game.to_owned()),
        screen: Some(screen),
        seed: Some(3),
        language: Some(language),
        ..Opening::default()
    };
    let deck = |tab| Opening { deck: Some("corporate".to_owned()), tab: Some(tab), ..on("chronx", ScreenName::Decks) };
    let limited =
        |format: &str| Opening { limited: Some(format.to_owned()), picks: 4, ..on("afrika", ScreenName::Limited) };
    let matches =
        |game: &str, format: &str| Opening { play: Some(format.to_owned()), picks: 24, ..on(game, ScreenName::Play) };
    let screens = [
        // Before anything is in the library.
        ("first run", Opening { language: Some(language), ..Opening::default() }),
        ("cards", on("chronx", ScreenName::Cards)),
        ("decks", on("chronx", ScreenName::Decks)),
        ("deck", deck(DeckTab::Deck)),
        ("numbers", deck(DeckTab::Numbers)),
        ("hands", deck(DeckTab::Hands)),
        ("history", deck(DeckTab::History)),
        ("limited", on("afrika", ScreenName::Limited)),
        ("draft", limited("cosmic-draft")),
        ("pool", limited("unleashed-armada")),
        ("events", on("afrika", ScreenName::Events)),
        ("play", on("chronx", ScreenName::Play)),
        ("match of Chron X", matches("chronx", "constructed")),
        ("match of Afrika", matches("afrika", "codex")),
        ("match of Chrononauts", matches("chrononauts", "classic")),
        ("lab", on("chronx", ScreenName::Lab)),
        ("companion", on("chronx", ScreenName::Companion)),
        ("settings", on("chronx", ScreenName::Settings)),
    ];
    let mut faults = Vec::new();
    for size in SIZES {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, opening) in &screens {
            let mut window = open(folder.path(), opening.clone(), size);
            let told = |faults: Vec<String>, what: &str| {
                let place = format!("{name}{what}, {language:?}, {} × {}", size.width, size.height);
                faults.into_iter().map(move |fault| format!("{place}: {fault}"))
            };
            faults.extend(told(faults_of(&window, size), ""));
            if window.table().is_some() {
                // The hall has a match that waits now.
                drop(window.update(Message::Play(play::Message::Table(play::table::Message::Closed))));
                faults.extend(told(faults_of(&window, size), ", with a match that waits"));
            }
        }
    }
    faults
}

fn open(folder: &Path, opening: Opening, size: Size) -> Window {
    let places = Places { library: Some(folder.join("library.db")), data: Vec::new() };
    Window::new(Session::open(&places).expect("a library"), opening, size).0
}

/// What is wrong on the screen that is shown.
fn faults_of(window: &Window, size: Size) -> Vec<String> {
    let mut ui = Simulator::with_size(window::settings(), size, window.view());
    let desk = window.session();
    let cards = ["chronx", "afrika", "chrononauts"]
        .into_iter()
        .flat_map(|game| &desk.game_library(game).expect("a game").game.cards);
    let mut check = Check {
        size,
        faults: Vec::new(),
        lists: Vec::new(),
        button: None,
        words: HashMap::new(),
        cards: cards.map(|card| card.name.clone()).collect(),
    };
    // Nothing is looked for: all of it is seen.
    let _ = ui.find(|candidate: Candidate<'_>| -> Option<()> {
        check.see(&candidate);
        None
    });
    check.faults
}

struct Check {
    size: Size,
    faults: Vec<String>,
    /// What is scrolled, with all that is in it.
    lists: Vec<Rectangle>,
    /// The button that was seen last.
    button: Option<Rectangle>,
    words: HashMap<String, f32>,
    /// Names of cards: they stand where a face is not painted yet.
    cards: HashSet<String>,
}

impl Check {
    fn see(&mut self, candidate: &Candidate<'_>) {
        match candidate {
            Candidate::Scrollable { content_bounds, .. } => self.lists.push(*content_bounds),
            Candidate::Focusable { bounds, .. } => {
                self.button = Some(*bounds);
                if bounds.width < 14.0 || bounds.height < 8.0 {
                    self.faults.push(format!("a button is squeezed: {bounds:?}"));
                }
                self.within_window("a button", *bounds);
            }
            Candidate::TextInput { bounds, .. } if bounds.width < 60.0 => {
                self.faults.push(format!("a field is squeezed: {bounds:?}"));
            }
            Candidate::Text { content, bounds, .. } if !content.trim().is_empty() && !self.cards.contains(*content) => {
                self.text(content, *bounds);
            }
            _ => {}
        }
    }

    fn text(&mut self, content: &str, bounds: Rectangle) {
        let what = format!("“{content}”");
        if bounds.height < 8.0 {
            self.faults.push(format!("{what} is squeezed: {bounds:?}"));
        }
        self.within_window(&what, bounds);
        let longest = content.split_whitespace().map(|word| self.width(word)).fold(0.0, f32::max);
        if bounds.width < 28.0 && 0.6 * longest > bounds.width {
            self.faults.push(format!("{what} needs {longest}: {bounds:?}"));
        }
        if let Some(button) = self.button.filter(|button| button.contains(bounds.center())) {
            let (left, right) = (button.x - ROUNDING, button.x + button.width + ROUNDING);
            if bounds.x < left || bounds.x + bounds.width > right {
                self.faults.push(format!("{what} leaves its button: {bounds:?} of {button:?}"));
            }
        }
    }

    /// What is scrolled may go on below; nothing goes on at the right.
    fn within_window(&mut self, what: &str, bounds: Rectangle) {
        let scrolled = self.lists.iter().any(|list| list.contains(bounds.center()));
        let wide = bounds.x < -ROUNDING || bounds.x + bounds.width > self.size.width + ROUNDING;
        let high = bounds.y < -ROUNDING || bounds.y + bounds.height > self.size.height + ROUNDING;
        if wide || (high && !scrolled) {
            self.faults.push(format!("{what} leaves the window: {bounds:?}"));
        }
    }

    /// The width of a word in the smallest letters.
    fn width(&mut self, word: &str) -> f32 {
        *self.words.entry(word.to_owned()).or_insert_with(|| {
            let text = Text {
                content: word,
                bounds: Size::INFINITE,
                size: CAPTION.into(),
                line_height: LineHeight::default(),
                font: deckloom::theme::REGULAR,
                align_x: iced::advanced::text::Alignment::Left,
                align_y: iced::alignment::Vertical::Top,
                shaping: Shaping::Advanced,
                wrapping: Wrapping::None,
            };
            Paragraph::with_text(text).min_bounds().width
        })
    }
}
