//! Decks to elsewhere: as a file, on paper, or to the clipboard. A deck that is not legal goes out only when asked
//! twice.

use std::path::PathBuf;
use std::sync::LazyLock;

use catalog::GameData;
use catalog::tr;
use formats::Deck;
use formats::deckfile::{self, DeckFact, DeckFileKind};
use iced::widget::{Row, column, container, row, space as gap};
use iced::{Center, Fill, Task};

use crate::key::Shortcut;
use crate::notice::Notice;
use crate::printout::job::{self, DeckPrintout, PrintJob};
use crate::printout::pdf::PaperSize;
use crate::printout::proxies;
use crate::screen::action;
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// An export that is being prepared.
pub struct Export {
    /// The chosen one of [`WAYS`].
    at: usize,
    path: String,
    allowed: bool,
    losses: Vec<DeckFact>,
    remark: Option<String>,
}

/// What happens in it.
#[derive(Debug, Clone)]
pub enum Message {
    /// Another way out.
    TargetChosen(usize),
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

/// What only the parent can do.
pub enum Request {
    /// Paint this in the background; it is out of the hands of this panel.
    Print(Box<PrintJob>),
    /// It is done.
    Done(Notice, Task<Message>),
    /// Nothing after all.
    Close,
}

/// What it asks of its parent.
pub type Action = action::Action<Message, Request>;

/// A way out.
#[derive(Debug, Clone, Copy)]
enum ExportTarget {
    /// As a list.
    File(DeckFileKind),
    /// As pictures or on paper.
    Print(DeckPrintout),
}

impl ExportTarget {
    fn title(self) -> String {
        match self {
            ExportTarget::File(kind) => {
                let title = kind.title();
                tr!(title)
            }
            ExportTarget::Print(DeckPrintout::Proxies(_)) => tr!("Proxies"),
            ExportTarget::Print(DeckPrintout::List(_)) => tr!("Registration"),
            ExportTarget::Print(DeckPrintout::Faces) => tr!("Picture"),
            ExportTarget::Print(DeckPrintout::CodeSvg | DeckPrintout::CodePng) => tr!("QR code"),
            ExportTarget::Print(DeckPrintout::Tabletop) => tr!("Tabletop Simulator"),
        }
    }

    /// What is in it, and who reads it.
    fn description(self) -> String {
        match self {
            ExportTarget::File(kind) => match kind {
                DeckFileKind::Toml => {
                    tr!("Everything: sections, printings, plan, goal, tags, notes and sideboard plans.")
                }
                DeckFileKind::Text => tr!("For people and chats, with headings and comments."),
                DeckFileKind::Code => tr!("A short code for chats that detects typos."),
                DeckFileKind::Arena => tr!("Every card with set and number, as MTG Arena has it."),
                DeckFileKind::Names => tr!("Counts and names only."),
                DeckFileKind::Cockatrice => tr!("A .cod file."),
                DeckFileKind::Mtgjson => tr!("A deck file as MTGJSON publishes them."),
                DeckFileKind::Lackey => tr!("A .dek file for LackeyCCG."),
                DeckFileKind::Octgn => tr!("An .o8d file. OCTGN needs the game with the same card ids."),
                DeckFileKind::Forge => tr!("A .dck file for Forge."),
                DeckFileKind::XMage => tr!("A .dck file for XMage."),
                DeckFileKind::Mtgo => tr!("A .dek file, for programs that match cards by name."),
                DeckFileKind::Draftmancer => tr!("A list with the deck's cards as custom cards."),
                DeckFileKind::CubeCobra => tr!("A table with one row per copy."),
                DeckFileKind::Tabletop => tr!("A saved object with its card sheets."),
            },
            ExportTarget::Print(what) => match what {
                DeckPrintout::Proxies(_) => tr!(
                    "Cards at actual size, nine per A4 page, with cut marks. For Letter and backs: “deckloom deck print”."
                ),
                DeckPrintout::List(_) => tr!("One page with the deck list, to fill in and hand to an organiser."),
                DeckPrintout::Faces => tr!("Every card once with its count, for chats."),
                DeckPrintout::CodeSvg | DeckPrintout::CodePng => {
                    tr!("The deck code to scan; sharp at any size.")
                }
                DeckPrintout::Tabletop => tr!("A saved object with its card sheets."),
            },
        }
    }

    fn ending(self) -> &'static str {
        match self {
            ExportTarget::File(kind) => kind.extension(),
            ExportTarget::Print(what) => what.file_extension(),
        }
    }

    /// What a file of this kind loses.
    fn losses(self, game: &GameData, deck: &Deck) -> Vec<DeckFact> {
        match self {
            ExportTarget::File(kind) => deckfile::losses(game, deck, kind),
            ExportTarget::Print(DeckPrintout::Tabletop) => deckfile::losses(game, deck, DeckFileKind::Tabletop),
            ExportTarget::Print(_) => Vec::new(),
        }
    }
}

/// Proxies as the window prints them; `deckloom deck print` has more ways.
const PROXIES: DeckPrintout = DeckPrintout::Proxies(proxies::Options { paper: PaperSize::A4, dpi: 300, backs: false });

/// The ways out of the window beside lists.
const PRINTS: &[DeckPrintout] =
    &[PROXIES, DeckPrintout::List(PaperSize::A4), DeckPrintout::Faces, DeckPrintout::CodeSvg, DeckPrintout::Tabletop];

/// The ways out of the window: lists first, then pictures and paper. Tabletop Simulator gets its list with the pictures.
static TARGETS: LazyLock<Vec<ExportTarget>> = LazyLock::new(|| {
    let lists = DeckFileKind::ALL.iter().filter(|kind| **kind != DeckFileKind::Tabletop);
    lists.map(|kind| ExportTarget::File(*kind)).chain(PRINTS.iter().map(|what| ExportTarget::Print(*what))).collect()
});

impl Export {
    /// An export of a deck to the home folder.
    pub fn new(deck: &Deck) -> Export {
        let folder = directories::UserDirs::new().map(|d| d.document_dir().unwrap_or(d.home_dir()).to_owned());
        let slug = Some(catalog::fold::slug(&deck.name)).filter(|s| !s.is_empty()).unwrap_or_else(|| "deck".to_owned());
        let path = folder.unwrap_or_default().join(format!("{slug}.toml"));
        let path = path.display().to_string();
        Export { at: 0, path, allowed: false, losses: Vec::new(), remark: None }
    }

    /// Reads a message; `format` is the name of the deck's format, `legal` whether the deck is.
    pub fn update(&mut self, message: Message, game: &GameData, deck: &Deck, (format, legal): (&str, bool)) -> Action {
        match message {
            Message::TargetChosen(at) => {
                self.at = at;
                self.losses = self.target().losses(game, deck);
                self.path = PathBuf::from(&self.path).with_extension(self.target().ending()).display().to_string();
            }
            Message::PathTyped(path) => self.path = path,
            Message::Choose => {
                let name =
                    PathBuf::from(&self.path).file_name().map_or(String::new(), |n| n.to_string_lossy().into_owned());
                let dialog =
                    rfd::AsyncFileDialog::new().set_title(tr!("Export the deck")).set_file_name(name).save_file();
                return Action::Run(Task::perform(dialog, |f| Message::Chosen(f.map(|f| f.path().to_owned()))));
            }
            Message::Chosen(Some(path)) => self.path = path.display().to_string(),
            Message::Chosen(None) => {
                self.remark = Some(tr!("No file chosen. If no dialog opened, type the path instead."));
            }
            Message::Allowed => self.allowed = true,
            Message::Written => {
                let file = PathBuf::from(self.path.trim());
                let kind = match self.target() {
                    ExportTarget::File(kind) => kind,
                    ExportTarget::Print(what) => {
                        let (deck, format) = (self.exported_deck(deck), format.to_owned());
                        return Action::Ask(Request::Print(Box::new(PrintJob {
                            what,
                            deck,
                            format,
                            legal,
                            file,
                            pictures_at: None,
                        })));
                    }
                };
                match job::write_or_explain(&file, deckfile::write(game, &self.exported_deck(deck), kind)) {
                    Ok(()) => {
                        return Action::Ask(Request::Done(
                            Notice::done(tr!("Exported to {}", file.display())),
                            Task::none(),
                        ));
                    }
                    Err(e) => self.remark = Some(e.to_string()),
                }
            }
            Message::Copied => {
                if let ExportTarget::File(kind) = self.target() {
                    let text = deckfile::write(game, &self.exported_deck(deck), kind);
                    return Action::Ask(Request::Done(
                        Notice::done(tr!("Copied to clipboard")),
                        iced::clipboard::write(text),
                    ));
                }
            }
            Message::Closed => return Action::Ask(Request::Close),
        }
        Action::None
    }

    fn target(&self) -> ExportTarget {
        TARGETS[self.at]
    }

    /// What a shortcut does.
    pub fn message_for(&self, shortcut: Shortcut, legal: bool) -> Option<Message> {
        let at = self.at;
        let open = legal || self.allowed;
        match shortcut {
            Shortcut::Left | Shortcut::Up => {
                Some(Message::TargetChosen(at.checked_sub(1).unwrap_or(TARGETS.len() - 1)))
            }
            Shortcut::Right | Shortcut::Down => Some(Message::TargetChosen((at + 1) % TARGETS.len())),
            Shortcut::Enter if !open => Some(Message::Allowed),
            Shortcut::Enter if matches!(self.target(), ExportTarget::File(_)) => Some(Message::Copied),
            Shortcut::Enter | Shortcut::Name if open => Some(Message::Written),
            Shortcut::Back => Some(Message::Closed),
            _ => None,
        }
    }

    /// The deck as it goes out: though it is not legal, with the verdict in its plan.
    fn exported_deck(&self, deck: &Deck) -> Deck {
        if self.allowed {
            let about = format!("{} {}", deckfile::illegal_note(&deck.format), deck.about).trim().to_owned();
            Deck { about, ..deck.clone() }
        } else {
            deck.clone()
        }
    }

    /// What floats over the deck.
    pub fn view<'a>(&'a self, legal: bool, format: &'a str) -> Element<'a, Message> {
        let tabs = |lists: bool| {
            let targets = TARGETS.iter().enumerate().filter(move |(_, t)| matches!(t, ExportTarget::File(_)) == lists);
            Row::with_children(targets.map(|(at, target)| {
                button::tab(target.title(), at == self.at).on_press(Message::TargetChosen(at)).into()
            }))
        };
        let losses: Vec<String> = self.losses.iter().map(|fact| fact.describe_loss()).collect();
        let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(Message::Closed);
        let open = legal || self.allowed;
        let mut content = column![
            row![label::section(tr!("Export")), gap::horizontal(), close].align_y(Center),
            label::group(tr!("Lists")),
            tabs(true).spacing(space::XS).wrap(),
            label::group(tr!("Pictures and paper")),
            tabs(false).spacing(space::XS).wrap(),
            label::caption(self.target().description()),
        ];
        if !losses.is_empty() {
            content = content.push(label::body(tr!("Lost: {}.", losses.join("; "))).style(label::warn));
        }
        content = content.push(
            row![
                field::line(tr!("File path"), &self.path)
                    .on_input(Message::PathTyped)
                    .on_submit_maybe(open.then_some(Message::Written)),
                button::plain(tr!("Choose…")).on_press(Message::Choose),
            ]
            .spacing(space::S),
        );
        if !legal {
            let said = label::body(tr!("This deck is not legal in {format}.", format)).width(Fill);
            let allow: Element<'a, Message> = if self.allowed {
                label::caption(tr!("Will be exported as is.")).into()
            } else {
                button::plain(tr!("Export anyway")).on_press(Message::Allowed).into()
            };
            content = content.push(panel::toned(Tone::Warn, row![said, allow].align_y(Center)));
        }
        if let Some(remark) = &self.remark {
            content = content.push(label::body(remark.as_str()).style(label::bad));
        }
        let acts = row![
            gap::horizontal(),
            button::plain(tr!("Copy"))
                .on_press_maybe((open && matches!(self.target(), ExportTarget::File(_))).then_some(Message::Copied)),
            button::primary(tr!("Write file")).on_press_maybe(open.then_some(Message::Written)),
        ];
        content = content.push(acts.spacing(space::S));
        container(content.spacing(space::M)).width(520).padding(space::XL).style(panel::floating).into()
    }
}
