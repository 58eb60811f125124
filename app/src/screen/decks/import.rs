//! Decks from elsewhere: pasted or out of a file, with a report on every line before anything is kept.

use std::path::PathBuf;

use catalog::{Card, tr};
use formats::deckfile::{self, DeckFileKind, LineOutcome, ReportedLine, intake};
use formats::{Deck, GameLibrary};
use iced::widget::{Column, column, container, row, space as gap, text_editor};
use iced::{Center, Fill, FillPortion, Task};

use crate::screen::{ScreenContext, action, cards_label};
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// An import.
#[derive(Default)]
pub struct Import {
    text: text_editor::Content,
    path: String,
    /// What the deck is to be called; as the text says if nothing is typed.
    name: String,
    read: Option<Result<(DeckFileKind, deckfile::ImportedDeck), String>>,
    remark: Option<String>,
}

/// What happens in it.
#[derive(Debug, Clone)]
pub enum Message {
    /// Something was typed or pasted.
    Edited(text_editor::Action),
    /// The path changed.
    PathTyped(String),
    /// The file of the path is to be read.
    PathRead,
    /// The name changed.
    NameTyped(String),
    /// The card of this line of the report is another one.
    Changed(usize, String),
    /// A file is to be chosen.
    Choose,
    /// A file was chosen, or not.
    Chosen(Option<PathBuf>),
    /// The deck is taken into the library.
    Taken,
    /// Back to the deck list.
    Closed,
}

/// What only the parent can do.
pub enum Request {
    /// Take this deck into the library.
    Take(Box<Deck>),
    /// Back to the deck list.
    Close,
}

/// What it asks of its parent.
pub type Action = action::Action<Message, Request>;

impl Import {
    /// Reads a message.
    pub fn update(&mut self, message: Message, game_library: &GameLibrary) -> Action {
        match message {
            Message::Edited(action) => {
                let edits = action.is_edit();
                self.text.perform(action);
                if edits {
                    self.resolve(game_library);
                }
            }
            Message::PathTyped(path) => self.path = path,
            Message::NameTyped(name) => self.name = name,
            Message::Changed(at, meant) => self.change_line(at, &meant, game_library),
            Message::PathRead => self.open(&PathBuf::from(self.path.trim()), game_library),
            Message::Choose => {
                let dialog = rfd::AsyncFileDialog::new().set_title(tr!("Import a deck")).pick_file();
                return Action::Run(Task::perform(dialog, |f| Message::Chosen(f.map(|f| f.path().to_owned()))));
            }
            Message::Chosen(Some(path)) => {
                self.path = path.display().to_string();
                self.open(&path, game_library);
            }
            Message::Chosen(None) => {
                self.remark = Some(tr!("No file chosen. If no dialog opened, type the path instead."));
            }
            Message::Taken => {
                if let Some(Ok((_, import))) = &self.read {
                    let mut deck = import.deck.clone();
                    if !self.name.trim().is_empty() {
                        deck.name = self.name.trim().to_owned();
                    }
                    return Action::Ask(Request::Take(Box::new(deck)));
                }
            }
            Message::Closed => return Action::Ask(Request::Close),
        }
        Action::None
    }

    /// Writes another name into a line that was not understood.
    fn change_line(&mut self, at: usize, meant: &str, game_library: &GameLibrary) {
        let Some(Ok((_, import))) = &self.read else { return };
        let Some(ReportedLine { line, outcome: LineOutcome::Unknown { count, name, .. }, .. }) = import.report.get(at)
        else {
            return;
        };
        let text = self.text.text();
        let lines = text.lines().enumerate().map(|(n, before)| {
            if n + 1 != *line {
                before.to_owned()
            } else if before.contains(name.as_str()) {
                before.replacen(name.as_str(), meant, 1)
            } else {
                format!("{count} {meant}")
            }
        });
        self.text = text_editor::Content::with_text(&lines.collect::<Vec<_>>().join("\n"));
        self.resolve(game_library);
    }

    fn open(&mut self, path: &std::path::Path, game_library: &GameLibrary) {
        match std::fs::File::open(path).and_then(intake::read_text) {
            Ok(Ok(text)) => {
                self.text = text_editor::Content::with_text(&text);
                self.remark = None;
                self.resolve(game_library);
            }
            Ok(Err(e)) => self.remark = Some(format!("{}: {e}", path.display())),
            Err(e) => self.remark = Some(tr!("{} cannot be read: {e}", path.display(), e)),
        }
    }

    /// Reads the text anew for the game as it was read again.
    pub fn renew(&mut self, game_library: &GameLibrary) {
        let remark = self.remark.take();
        self.resolve(game_library);
        self.remark = self.remark.take().or(remark);
    }

    fn resolve(&mut self, game_library: &GameLibrary) {
        let text = self.text.text();
        self.remark = None;
        if text.trim().is_empty() {
            self.read = None;
            return;
        }
        let kind = DeckFileKind::detect(&text);
        self.read = Some(match deckfile::read(&text, Some(kind)) {
            Ok(sheet) => {
                if let Some(other) = sheet.game.as_ref().filter(|g| **g != game_library.game.id) {
                    self.remark = Some(tr!("This file is for “{other}”, not for {}.", game_library.game.name, other));
                }
                Ok((kind, deckfile::resolve(&sheet, &game_library.game)))
            }
            Err(e) => Err(e.to_string()),
        });
    }

    /// The import.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let head = row![
            button::square(icon(Icon::Back, 18.0, Ink::Text), 36.0).on_press(Message::Closed),
            label::section(tr!("Import a deck")),
        ];
        let path =
            field::line("/home/you/deck.txt", &self.path).on_input(Message::PathTyped).on_submit(Message::PathRead);
        let file = row![
            path,
            button::plain(tr!("Read file")).on_press_maybe((!self.path.trim().is_empty()).then_some(Message::PathRead)),
            button::plain(tr!("Choose…")).on_press(Message::Choose),
        ];
        let programs: Vec<&str> = DeckFileKind::ALL.iter().filter_map(|kind| kind.program()).collect();
        let programs = programs.join(", ");
        // Cards that a deck may have several of: what costs nothing often stands there once.
        let game = context.game();
        let costs = |card: &&Card| game.cost_field().is_none_or(|at| card.number_in(at).is_some_and(|cost| cost > 0));
        let mut named = game.cards.iter().filter(costs).map(|card| card.name.as_str());
        let (one, other) = (named.next().unwrap_or_default(), named.next().unwrap_or_default());
        let editor = text_editor(&self.text)
            .placeholder(tr!(
                "Paste a list here, one card per line:\n\n4 {one}\n3 {other}\n\nOr a code, or a file from {programs}.",
                one,
                other,
                programs
            ))
            .on_action(Message::Edited)
            .size(theme::size::BODY)
            .padding(12)
            .height(Fill)
            .style(field::editor_style);
        let left = column![
            label::group(tr!("From a file")),
            file.spacing(space::S).align_y(Center),
            label::group(tr!("Or paste a list")),
            editor
        ];
        let body = row![
            left.spacing(space::S).width(FillPortion(1)).height(Fill),
            container(self.report(context)).width(FillPortion(1)).height(Fill),
        ];
        let page = column![head.spacing(space::S).align_y(Center), body.spacing(space::XL)]
            .spacing(space::L)
            .padding(space::XL);
        container(page).width(Fill).height(Fill).style(panel::ground).into()
    }

    fn report<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let remark = self.remark.as_ref().map(|r| panel::toned(Tone::Warn, label::body(r.as_str())));
        let body: Element<'a, Message> = match &self.read {
            None => panel::empty(tr!("Preview"), tr!("Each line is checked here before the deck is created."), None),
            Some(Err(fault)) => column![panel::toned(Tone::Bad, label::body(fault.as_str()))].into(),
            Some(Ok((kind, import))) => {
                let lines = import
                    .report
                    .iter()
                    .enumerate()
                    .filter(|(_, r)| r.outcome != LineOutcome::Remark || !r.text.trim().is_empty());
                let lines = lines.map(|(at, r)| report_line(context, at, r));
                let list = Column::with_children(lines).spacing(2);
                let total: u32 = (0..context.game().sections.len()).map(|s| import.deck.size(s)).sum();
                let count = |is: fn(&LineOutcome) -> bool| import.report.iter().filter(|r| is(&r.outcome)).count();
                let unknown = count(|o| matches!(o, LineOutcome::Unknown { .. }));
                let unread = count(|o| matches!(o, LineOutcome::Unread { .. }));
                let title = kind.title();
                let mut told = format!("{}  ·  {}", tr!(title), cards_label(total as usize));
                if unknown > 0 {
                    told.push_str(&tr!("  ·  {unknown} unknown, kept by name", unknown));
                }
                if unread > 0 {
                    told.push_str(&tr!("  ·  {unread} lines not read", unread));
                }
                let take =
                    button::primary(tr!("Add to your decks")).on_press_maybe((total > 0).then_some(Message::Taken));
                let name = field::line(&import.deck.name, &self.name).on_input(Message::NameTyped);
                let name = row![label::body(tr!("Deck name")), name.on_submit(Message::Taken)];
                column![
                    name.spacing(space::M).align_y(Center),
                    field::scrolled(list).height(Fill).width(Fill),
                    row![label::emphasis(told), gap::horizontal(), take].align_y(Center),
                ]
                .spacing(space::M)
                .into()
            }
        };
        column![label::group(tr!("Line by line")), remark, body].spacing(space::S).height(Fill).into()
    }
}

fn report_line<'a>(context: ScreenContext<'a>, at: usize, line: &'a ReportedLine) -> Element<'a, Message> {
    let section =
        |id: &str| context.game().section(id).map_or(String::new(), |s| context.game().sections[s].name.clone());
    let (sign, said, style): (Element<'a, Message>, String, fn(&iced::Theme) -> iced::widget::text::Style) =
        match &line.outcome {
            LineOutcome::Card { count, name, section: s, note, .. } => {
                let note = note.as_ref().map_or(String::new(), |n| format!("; {n}"));
                (
                    icon(Icon::Check, 14.0, Ink::Good),
                    format!("{count} × {name}   ({}){note}", section(s)),
                    iced::widget::text::default,
                )
            }
            LineOutcome::Unknown { count, name, section: s, .. } => (
                icon(Icon::Warn, 14.0, Ink::Warn),
                tr!("{count} × {name}   ({}) not found", section(s), count, name),
                label::warn,
            ),
            LineOutcome::Remark => (gap().width(14).into(), line.text.clone(), label::muted),
            LineOutcome::Unread { why } => {
                (icon(Icon::Close, 14.0, Ink::Bad), format!("“{}”: {why}", line.text.trim()), label::bad)
            }
        };
    let meant = match &line.outcome {
        LineOutcome::Unknown { meant, .. } => meant.as_ref(),
        _ => None,
    };
    row![
        container(label::caption(line.line.to_string())).width(32).align_x(iced::Right),
        sign,
        label::body(said).style(style).width(Fill),
        meant.map(|meant| {
            let word = label::caption(tr!("Change to {card}", card = meant));
            button::quiet_small(word).on_press(Message::Changed(at, meant.clone()))
        }),
    ]
    .spacing(space::S)
    .align_y(Center)
    .into()
}
