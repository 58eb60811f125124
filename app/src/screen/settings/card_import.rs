//! Cards out of a file of another program: what they become is shown first, then they are a game to play.

use std::path::PathBuf;
use std::sync::Arc;

use catalog::interchange::{CardFileKind, Heartbeat, ImportError, KeptByHand};
use catalog::store::Library;
use catalog::{fold, tr};
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill, Task};

use crate::card_import::{CardImport, CardImportError, ImportOrder};
use crate::notice::Notice;
use crate::screen::{action, cards_label};
use crate::session::{Places, Session};
use crate::theme::space;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// How many remarks, columns and so on are named.
const NAMED: usize = 8;

/// The state of this part.
#[derive(Default)]
pub struct CardImportForm {
    is_open: bool,
    path: String,
    game: String,
    places: Option<Places>,
    /// The data folder that the cards go to.
    folder: Option<PathBuf>,
    read: Option<Result<Arc<CardImport>, Arc<CardImportError>>>,
    /// What is under way.
    busy: Option<Busy>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Busy {
    Reading,
    Writing,
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// Cards are to be imported.
    Opened,
    /// They are not.
    Closed,
    /// A file is to be chosen.
    Choose,
    /// It was chosen, unless the dialog was closed.
    Chosen(Option<PathBuf>),
    /// The path changed.
    PathTyped(String),
    /// The name of the game changed.
    GameTyped(String),
    /// The file is to be read.
    Reread,
    /// It was read, or cannot be.
    Read(Result<Arc<CardImport>, Arc<CardImportError>>),
    /// The cards are taken.
    Taken,
    /// They are there, as the game with this id, or why not.
    Written(Result<String, Arc<CardImportError>>),
}

/// What only the parent can do.
pub enum Request {
    /// Read the games again, and show this one.
    ShowGame(String),
}

/// What it asks of its parent.
pub type Action = action::Action<Message, Request>;

impl CardImportForm {
    /// Looks where games lie, and where new ones go.
    pub fn reload(&mut self, session: &Session, folder: Option<PathBuf>) {
        (self.places, self.folder) = (Some(session.places.clone()), folder);
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message) -> Action {
        match message {
            Message::Opened => self.is_open = true,
            Message::Closed => {
                let (places, folder) = (self.places.take(), self.folder.take());
                *self = CardImportForm { places, folder, ..CardImportForm::default() };
            }
            Message::Choose => {
                let dialog = rfd::AsyncFileDialog::new().set_title(tr!("Import cards")).pick_file();
                return Action::Run(Task::perform(dialog, |f| Message::Chosen(f.map(|f| f.path().to_owned()))));
            }
            Message::Chosen(Some(path)) => {
                self.path = path.display().to_string();
                self.game.clear();
                return self.reread();
            }
            Message::Chosen(None) => {}
            Message::PathTyped(path) => (self.path, self.read) = (path, None),
            Message::GameTyped(game) => (self.game, self.read) = (game, None),
            Message::Reread => return self.reread(),
            Message::Read(read) if self.busy == Some(Busy::Reading) => (self.busy, self.read) = (None, Some(read)),
            Message::Read(_) => {}
            Message::Taken => return self.take(),
            Message::Written(Ok(game)) => {
                self.update(Message::Closed);
                return Action::Ask(Request::ShowGame(game));
            }
            Message::Written(Err(fault)) => {
                self.busy = None;
                return Action::Say(Notice::wrong(describe(&fault)));
            }
        }
        Action::None
    }

    fn reread(&mut self) -> Action {
        let file = PathBuf::from(self.path.trim());
        if self.game.trim().is_empty() {
            self.game = file.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        }
        let (Some(places), Some(folder)) = (self.places.clone(), self.folder.clone()) else {
            return Action::Say(Notice::wrong(tr!("There is no folder for your own games.")));
        };
        self.busy = Some(Busy::Reading);
        self.read = None;
        let order = ImportOrder {
            kind: None,
            game: fold::slug(&self.game),
            folder,
            maps: Vec::new(),
            set: None,
            replace: false,
            file,
        };
        Action::Run(in_background(move || read(order, &places).map(Arc::new), Message::Read))
    }

    fn take(&mut self) -> Action {
        let Some(Ok(import)) = self.read.clone().filter(|_| self.busy.is_none()) else { return Action::None };
        self.busy = Some(Busy::Writing);
        let written = move || import.write().map(|()| import.game().to_owned());
        Action::Run(in_background(written, Message::Written))
    }

    /// This part of the page.
    pub fn view(&self) -> Element<'_, Message> {
        if !self.is_open {
            return button::plain(tr!("Import cards…")).on_press(Message::Opened).into();
        }
        let hint = label::body(tr!(
            "A table (CSV, TSV), Cockatrice’s cards.xml, an MTGJSON set, a Scryfall bulk file or a Draftmancer card list becomes a game of its own, with packs and formats."
        ));
        let name = |name: String| container(label::body(name)).width(64);
        let file = row![
            name(tr!("File")),
            field::line(tr!("Path of the file"), &self.path).on_input(Message::PathTyped).on_submit(Message::Reread),
            button::plain(tr!("Choose…")).on_press(Message::Choose),
        ];
        let game = row![
            name(tr!("Game")),
            field::line(tr!("Name of the game"), &self.game).on_input(Message::GameTyped).on_submit(Message::Reread),
        ];
        let is_ready = self.busy.is_none() && !self.path.trim().is_empty();
        let main = match &self.read {
            Some(Ok(import)) if import.foreign.is_empty() => {
                button::primary(tr!("Import")).on_press_maybe(self.busy.is_none().then_some(Message::Taken))
            }
            _ => button::primary(tr!("Preview")).on_press_maybe(is_ready.then_some(Message::Reread)),
        };
        let acts = row![main, button::plain(tr!("Cancel")).on_press(Message::Closed)].spacing(space::S);
        let form = column![
            label::group(tr!("Import cards")),
            hint.style(label::muted),
            file.spacing(space::S).align_y(Center),
            game.spacing(space::S).align_y(Center),
        ];
        let shown = match (self.busy, &self.read) {
            (Some(Busy::Reading), _) => Some(label::body(tr!("Reading the file…")).into()),
            (Some(Busy::Writing), _) => Some(label::body(tr!("Importing…")).into()),
            (None, Some(Ok(import))) => Some(preview(import)),
            (None, Some(Err(fault))) => Some(panel::toned(Tone::Bad, label::body(describe(fault))).width(Fill).into()),
            (None, None) => None,
        };
        let form = form.push(shown).push(acts).spacing(space::M);
        container(form).padding(space::L).width(Fill).style(panel::framed).into()
    }
}

/// What a file becomes.
fn preview(made: &CardImport) -> Element<'_, Message> {
    let import = &made.import;
    let cards: usize = import.sets.iter().map(|set| set.cards).sum();
    let sets = import.sets.len();
    let kind = kind_title(made.kind);
    let head = tr!("{cards} in 1 set, {kind}" | "{cards} in {n} sets, {kind}" % sets, cards = cards_label(cards), kind);
    let mut lines = Column::new().spacing(space::XS).push(label::emphasis(head));
    let becomes = import.columns.iter().filter(|column| column.filled > 0);
    let columns: Vec<String> = becomes.map(|column| column_line(&column.name, column.role.word())).collect();
    let kept: Vec<String> = import.kept.iter().map(kept_name).collect();
    let left_out: Vec<String> =
        import.left_out.iter().map(|(what, cards)| format!("{what} ({})", cards_label(*cards as usize))).collect();
    for (name, list) in [
        (tr!("Formats"), &titles(&import.formats)),
        (tr!("Packs"), &titles(&import.products)),
        (tr!("Columns"), &columns),
        (tr!("Kept as you changed it"), &kept),
        (tr!("Left out"), &left_out),
    ] {
        if !list.is_empty() {
            lines = lines.push(label::body(format!("{name}: {}", shortened(list))));
        }
    }
    let pictures = import.pictures.len();
    if pictures > 0 {
        lines = lines.push(label::body(tr!("The file lists 1 picture; it is only fetched when you agree."
            | "The file lists {n} pictures; they are only fetched when you agree." % pictures)));
    }
    if !import.goldfish {
        lines = lines
            .push(label::body(tr!("The cards do not say what may be played in a turn, so there is no goldfish yet.")));
    }
    let remarks = import.remarks.iter().map(|remark| match remark.card.as_str() {
        "" => remark.message.clone(),
        card => format!("{card}: {}", remark.message),
    });
    let unusable = made
        .left_out
        .iter()
        .flat_map(|left| left.faults.iter().map(|fault| tr!("{what} cannot be used: {fault}", what = left.id, fault)));
    let remarks: Vec<String> = remarks.chain(unusable).collect();
    for remark in remarks.iter().take(NAMED) {
        lines = lines.push(label::caption(remark.clone()).style(label::muted));
    }
    if remarks.len() > NAMED {
        let more = tr!("and {n} more", n = remarks.len() - NAMED);
        lines = lines.push(label::caption(more).style(label::muted));
    }
    for foreign in &made.foreign {
        let words = tr!(
            "{file} was written by hand, or cannot be read card by card. Remove it and import again.",
            file = foreign
        );
        lines = lines.push(panel::toned(Tone::Warn, cut(words)).width(Fill));
    }
    lines.into()
}

/// Ids as people read them.
fn titles(ids: &[String]) -> Vec<String> {
    ids.iter().map(|id| fold::capital(&id.replace('-', " "))).collect()
}

fn column_line(name: &str, becomes: &str) -> String {
    let becomes = if becomes.is_empty() { tr!("left out") } else { becomes.replace('_', " ") };
    if fold::fold(name) == fold::fold(&becomes) { becomes } else { format!("{name} → {becomes}") }
}

fn kept_name(kept: &KeptByHand) -> String {
    match &kept.card {
        Some(card) => card.clone(),
        None => kept.file.clone(),
    }
}

/// The first of a list, and how many there are more.
fn shortened(list: &[String]) -> String {
    let first = list.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(", ");
    if list.len() > NAMED { tr!("{first} and {n} more", n = list.len() - NAMED, first) } else { first }
}

fn kind_title(kind: CardFileKind) -> String {
    match kind {
        CardFileKind::Csv => tr!("from a table"),
        CardFileKind::Cockatrice => tr!("from Cockatrice"),
        CardFileKind::Mtgjson => tr!("from MTGJSON"),
        CardFileKind::Scryfall => tr!("from Scryfall"),
        CardFileKind::Draftmancer => tr!("from Draftmancer"),
    }
}

fn read(order: ImportOrder, places: &Places) -> Result<CardImport, CardImportError> {
    let fault = |cause: std::io::Error| CardImportError::File { path: order.file.clone(), cause: cause.to_string() };
    let input = std::fs::File::open(&order.file).map_err(fault)?;
    // The library of the window belongs to the window.
    let library = places.library_file().filter(|file| file.is_file()).and_then(|file| Library::open(&file).ok());
    let mut import = CardImport::read(order, input, places, library.as_ref(), &Heartbeat(&|_| ()))?;
    import.check(library.as_ref(), true)?;
    Ok(import)
}

/// What is wrong, in words for the window.
fn describe(error: &CardImportError) -> String {
    match error {
        CardImportError::Id(_) => tr!("Give the game a name with letters or digits."),
        CardImportError::Import { cause: ImportError::Cards(faults), .. } => listed(faults),
        CardImportError::Data { problems, .. } => listed(problems),
        other => other.to_string(),
    }
}

fn listed(faults: &[catalog::read::Problem]) -> String {
    let mut lines: Vec<String> = faults.iter().take(NAMED).map(ToString::to_string).collect();
    if faults.len() > NAMED {
        lines.push(tr!("and {n} more", n = faults.len() - NAMED));
    }
    lines.join("\n")
}

fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CardImportError> + Send + 'static,
    message: fn(Result<T, Arc<CardImportError>>) -> Message,
) -> Task<Message> {
    Task::future(async move {
        let done = tokio::task::spawn_blocking(work).await;
        message(done.map_err(CardImportError::Broken).flatten().map_err(Arc::new))
    })
}
