//! Whether everything on a screen has its room: at the smallest sizes, and where everything is larger.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use deckloom::language::Language;
use deckloom::session::{Places, Session};
use deckloom::theme::size::CAPTION;
use deckloom::window::{self, Opening, Window};
use iced::advanced::text::{LineHeight, Paragraph as _, Shaping, Text, Wrapping};
use iced::{Rectangle, Renderer, Size};
use iced_test::Simulator;
use iced_test::selector::Candidate;

use super::{painted, states};

type Paragraph = <Renderer as iced::advanced::text::Renderer>::Paragraph;

/// The window at its usual scale, and one of 1440 by 900 pixels at 160 and at 85 per cent.
const SIZES: [Size; 6] = [
    Size::new(1000.0, 700.0),
    Size::new(1280.0, 720.0),
    Size::new(1440.0, 900.0),
    Size::new(1920.0, 1080.0),
    Size::new(900.0, 562.0),
    Size::new(1694.0, 1059.0),
];
/// A pixel is lost or won by rounding.
const ROUNDING: f32 = 1.5;

/// What is wrong on all screens at all sizes.
pub fn faults(language: Language) -> Vec<String> {
    let mut faults = Vec::new();
    for size in SIZES {
        let folder = tempfile::tempdir().expect("a folder");
        for (at, (name, opening, steps)) in states::all(language).into_iter().enumerate() {
            let mut window = open(&folder.path().join(at.to_string()), opening, size);
            states::reach(&mut window, &steps);
            let place = format!("{name}, {language:?}, {} × {}", size.width, size.height);
            faults.extend(faults_of(&window, size).into_iter().map(|fault| format!("{place}: {fault}")));
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
        may_cut: Vec::new(),
    };
    // Nothing is looked for: all of it is seen.
    let _ = ui.find(|candidate: Candidate<'_>| -> Option<()> {
        check.see(&candidate);
        None
    });
    let mut faults = check.faults;
    faults.extend(painted::faults(window, size, &check.cards, &check.may_cut));
    faults
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
    /// What is typed into, and what is scrolled to the side.
    may_cut: Vec<Rectangle>,
}

impl Check {
    fn see(&mut self, candidate: &Candidate<'_>) {
        match candidate {
            Candidate::Scrollable { bounds, content_bounds, .. } => {
                self.lists.push(*content_bounds);
                if content_bounds.width > bounds.width + ROUNDING {
                    self.may_cut.push(*bounds);
                }
            }
            Candidate::Focusable { bounds, visible_bounds, .. } => {
                self.button = *visible_bounds;
                if bounds.width < 14.0 || bounds.height < 8.0 {
                    self.faults.push(format!("a button is squeezed: {bounds:?}"));
                }
                self.within_window("a button", *bounds);
            }
            Candidate::TextInput { bounds, .. } => {
                self.may_cut.push(*bounds);
                if bounds.width < 60.0 {
                    self.faults.push(format!("a field is squeezed: {bounds:?}"));
                }
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
