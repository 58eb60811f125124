//! The lobby: an event is set up in one line, and those that were begun wait below.

use catalog::localize::prose;
use catalog::noted;
use catalog::store::Library;
use catalog::store::journal::{StreamId, StreamKind};
use catalog::tr;
use formats::GameLibrary;
use formats::event::bracket::BracketKind;
use formats::event::{EventKind, EventStart, PairingScheme};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::hosting::HostedTable;
use crate::key::Shortcut;
use crate::notice::{Notice, UndoTarget};
use crate::saved_event::{self, SavedEvent};
use crate::screen::{ScreenContext, SeedSource, action, ago};
use crate::theme::space;
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// What can be begun and taken up.
#[derive(Debug, Default)]
pub struct Lobby {
    name: String,
    format: Option<Labeled<String>>,
    scheme: usize,
    waiting: Vec<SavedEventRow>,
    /// The event that was put away last.
    pub(super) put_away: Option<StreamId>,
}

/// Who plays whom: name, what it means.
const SCHEMES: [(&str, PairingScheme, &str); 5] = [
    (noted!("Swiss"), PairingScheme::Swiss, noted!("Everyone plays each round against someone with a similar record.")),
    (noted!("Round robin"), PairingScheme::RoundRobin, noted!("Everyone plays everyone once.")),
    (noted!("Knockout"), PairingScheme::Knockout(BracketKind::Single), noted!("Lose once and you are out.")),
    (noted!("Double elimination"), PairingScheme::Knockout(BracketKind::Double), noted!("Lose twice and you are out.")),
    (noted!("League"), PairingScheme::League, noted!("Players play whenever and against whomever they like.")),
];

/// An event of the library.
#[derive(Debug)]
struct SavedEventRow {
    id: StreamId,
    name: String,
    format: String,
    state: String,
    over: bool,
    changed: i64,
}

/// What happens in the lobby.
#[derive(Debug, Clone)]
pub enum Message {
    /// The name of a new event.
    NameTyped(String),
    /// Its format, by id.
    FormatChosen(String),
    /// Who plays whom, by place in the list.
    SchemeChosen(usize),
    /// It begins.
    Begun,
    /// An event is taken up again.
    Opened(StreamId),
    /// An event is put away.
    PutAway(StreamId),
    /// The event that was put away last is wanted back.
    TakenBack,
}

/// What only the parent can do.
pub enum Request {
    /// Open this event.
    Open(Box<SavedEvent>),
}

/// What the lobby asks of the screen.
pub type Action = action::Action<Message, Request>;

impl Lobby {
    /// Looks at the library.
    pub fn load(library: &Library, game_library: &GameLibrary) -> Lobby {
        let mut lobby = Lobby::default();
        lobby.reload(library, game_library);
        lobby
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) {
        let known = |c: &Labeled<String>| game_library.format(&c.value).is_some();
        self.format = self.format.take().filter(known).or_else(|| {
            let all = format_choices(game_library);
            let usual = all.iter().find(|c| c.value == game_library.game.default_format).cloned();
            usual.or_else(|| all.into_iter().next())
        });
        let headings = library.streams(StreamKind::Event, &game_library.game.id).unwrap_or_default();
        let of = |h: catalog::store::journal::Heading| {
            let saved = SavedEvent::open(library, h.id);
            let event = saved.as_ref().ok().map(|r| &r.event);
            let format =
                event.and_then(|e| game_library.format(&e.start.format)).map_or(String::new(), |f| f.name.clone());
            let state = match &saved {
                Ok(saved) => describe_state(&saved.event),
                Err(e) => e.to_string(),
            };
            let over = event.is_none_or(|e| e.is_over());
            SavedEventRow { id: h.id, name: h.name, format, state, over, changed: h.changed }
        };
        self.waiting = headings.into_iter().map(of).collect();
        self.waiting.sort_by_key(|w| (w.over, std::cmp::Reverse(w.changed), std::cmp::Reverse(w.id)));
    }

    /// The stream of an event by its name.
    pub fn find_by_name(&self, name: &str) -> Option<StreamId> {
        self.waiting.iter().find(|w| w.name == name).map(|w| w.id)
    }

    /// Reads a message.
    pub fn update(
        &mut self,
        message: Message,
        chance: &mut SeedSource,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Action {
        match message {
            Message::NameTyped(name) => self.name = name,
            Message::FormatChosen(id) => self.format = format_choices(game_library).into_iter().find(|c| c.value == id),
            Message::SchemeChosen(at) => self.scheme = at.min(SCHEMES.len() - 1),
            Message::Begun => {
                return match self.begin(chance, library, game_library) {
                    Ok(saved) => {
                        self.name.clear();
                        self.put_away = None;
                        Action::Ask(Request::Open(Box::new(saved)))
                    }
                    Err(e) => Action::wrong(e),
                };
            }
            Message::Opened(id) => {
                self.put_away = None;
                return match SavedEvent::open(library, id) {
                    Ok(saved) => Action::Ask(Request::Open(Box::new(saved))),
                    Err(e) => Action::wrong(e),
                };
            }
            Message::PutAway(id) => {
                let done = library.put_away(id, true);
                let name = self.waiting.iter().find(|row| row.id == id).map_or(String::new(), |row| row.name.clone());
                self.reload(library, game_library);
                if let Err(e) = done {
                    return Action::wrong(e);
                }
                self.put_away = Some(id);
                return Action::Say(Notice::done(tr!("“{name}” removed", name)).undoable(UndoTarget::Screen));
            }
            Message::TakenBack => {
                let Some(id) = self.put_away.take() else { return Action::None };
                let done = library.put_away(id, false);
                self.reload(library, game_library);
                return done.map_or_else(Action::wrong, |()| Action::done(tr!("Undone")));
            }
        }
        Action::None
    }

    fn begin(
        &self,
        chance: &mut SeedSource,
        library: &mut Library,
        game_library: &GameLibrary,
    ) -> Result<SavedEvent, String> {
        let chosen = self.format.as_ref().ok_or(tr!("This game has no format for events."))?;
        let start = event_start(&chosen.value, SCHEMES[self.scheme].1, chance, game_library)?;
        SavedEvent::begin(library, &self.free_name(&self.name, &start, game_library), start).map_err(|e| e.to_string())
    }

    /// Begins a Swiss event with the players of a hosted table.
    ///
    /// # Errors
    /// When they cannot come in, or of the library; then there is no event.
    pub fn begin_with(
        &mut self,
        chance: &mut SeedSource,
        library: &mut Library,
        game_library: &GameLibrary,
        table: &HostedTable,
    ) -> Result<SavedEvent, String> {
        self.reload(library, game_library);
        let start = event_start(&table.format, PairingScheme::Swiss, chance, game_library)?;
        let name = self.free_name(&table.name, &start, game_library);
        let begun = library.save_together(|library| {
            let mut saved = SavedEvent::begin(library, &name, start)?;
            saved.enter_table(library, game_library, saved_event::now(), table.id)?;
            Ok::<_, saved_event::Error>(saved)
        });
        begun.map_err(|e| e.to_string())
    }

    /// A name that no event here has: the one that is wanted, otherwise the format's, numbered where needed.
    fn free_name(&self, wanted: &str, start: &EventStart, game_library: &GameLibrary) -> String {
        let usual = || game_library.format(&start.format).map_or_else(String::new, |format| format.name.clone());
        let name = Some(wanted.trim().to_owned()).filter(|name| !name.is_empty()).unwrap_or_else(usual);
        let taken: Vec<String> = self.waiting.iter().map(|row| row.name.clone()).collect();
        formats::saved::draft::numbered(&name, &taken)
    }

    /// What a shortcut does here.
    pub fn message_for(&self, shortcut: Shortcut) -> Option<Message> {
        match shortcut {
            Shortcut::Enter => self.waiting.first().map(|w| Message::Opened(w.id)),
            Shortcut::Undo => self.put_away.map(|_| Message::TakenBack),
            _ => None,
        }
    }

    /// The lobby.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let choices = format_choices(context.game_library);
        let inside = (context.bounds.width - 2.0 * space::XL - 12.0).min(1400.0);
        let means = SCHEMES[self.scheme].2;
        let schemes = SCHEMES.iter().enumerate().map(|(at, (word, ..))| {
            let chip = button::segment(label::line(tr!(word)), at == self.scheme);
            chip.on_press(Message::SchemeChosen(at)).into()
        });
        let about = self
            .format
            .as_ref()
            .and_then(|c| context.game_library.format(&c.value))
            .map_or_else(String::new, |f| prose(&f.about));
        let ready = self.format.is_some();
        let form = column![
            row![
                field::line(tr!("Name, e.g. Friday draft"), &self.name)
                    .on_input(Message::NameTyped)
                    .on_submit(Message::Begun)
                    .width(Fill),
                field::choice(choices, self.format.clone(), |c: Labeled<String>| Message::FormatChosen(c.value)),
                button::primary(tr!("Create event")).on_press_maybe(ready.then_some(Message::Begun)),
            ]
            .spacing(space::M)
            .align_y(Center),
            label::body(about).style(label::muted),
            row![Row::with_children(schemes).spacing(space::XS), label::body(tr!(means)).style(label::muted),]
                .spacing(space::L)
                .align_y(Center),
        ];
        let form = container(form.spacing(space::M)).width(inside).padding(20).style(panel::framed);
        let list: Element<'a, Message> = if self.waiting.is_empty() {
            panel::steps([
                (tr!("Create it"), tr!("Give it a name, a format and a structure. It is saved automatically.")),
                (tr!("Add players"), tr!("Type names, or read a CSV file. Decks are checked as they are registered.")),
                (
                    tr!("Pair and play"),
                    tr!("Keys 1 to 5 enter a result and go to the next table. Standings explain the order."),
                ),
                (tr!("Report"), tr!("Standings, prizes, decks and slips as files and on paper.")),
            ])
        } else {
            Column::with_children(self.waiting.iter().map(SavedEventRow::view)).into()
        };
        let page = column![
            label::page(tr!("Events")),
            form,
            column![label::section(if self.waiting.is_empty() { tr!("How it works") } else { tr!("Continue") }), list]
                .spacing(space::M)
                .width(inside),
        ];
        let page = page.spacing(space::XL).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }
}

/// How an event of a format begins.
fn event_start(
    format: &str,
    scheme: PairingScheme,
    chance: &mut SeedSource,
    game_library: &GameLibrary,
) -> Result<EventStart, String> {
    let format = game_library.format(format).ok_or(tr!("This format no longer exists."))?;
    let limited = format.limited.as_ref();
    let kind =
        limited.map_or(EventKind::Constructed, |l| if l.is_draft() { EventKind::Draft } else { EventKind::Sealed });
    Ok(EventStart {
        game: game_library.game.id.clone(),
        format: format.id.clone(),
        data_hash: game_library.game.data_hash.clone(),
        kind,
        scheme,
        team: format.match_settings.team,
        rounds: None,
        pods: limited.filter(|l| l.is_draft()).map(|l| l.seats),
        across: false,
        rules: format.event.clone(),
        seed: chance.next_seed()?.to_hex(),
        deal: None,
    })
}

impl SavedEventRow {
    fn view(&self) -> Element<'_, Message> {
        let open = Message::Opened(self.id);
        let act = if self.over { button::plain(tr!("View")) } else { button::primary(tr!("Continue")) };
        let tone = if self.over { Tone::Plain } else { Tone::Good };
        let line = row![
            cut(self.name.as_str()).font(crate::theme::SEMIBOLD),
            container(label::caption(self.format.as_str())).width(150),
            container(panel::badge(tone, self.state.as_str())).width(Fill),
            gap::horizontal().width(8),
            label::caption(ago(self.changed)),
            act.on_press(open),
            button::square(icon(Icon::Bin, 16.0, Ink::Muted), 30.0).on_press(Message::PutAway(self.id)),
        ];
        column![container(line.spacing(space::M).align_y(Center)).padding([10, 0]), panel::flat()].into()
    }
}

/// How an event stands, in a few words.
pub(super) fn describe_state(event: &formats::event::TournamentEvent) -> String {
    let here = event.present().count();
    match (event.is_over(), event.round(), event.planned()) {
        (true, ..) => match event.ranking().first() {
            Some(id) => tr!("finished, {name} won", name = event.name(*id)),
            None => tr!("finished, no winner"),
        },
        (_, 0, _) if event.players.is_empty() => tr!("no players yet"),
        (_, 0, _) => tr!("{here} players, not started", here),
        (_, round, Some(planned)) if round <= planned => {
            tr!("{here} players, round {round} of {planned}", here, round, planned)
        }
        (_, round, _) => tr!("{here} players, round {round}", here, round),
    }
}

/// The formats in which two play each other.
fn format_choices(game_library: &GameLibrary) -> Vec<Labeled<String>> {
    let two = |f: &&formats::DeckFormat| f.match_settings.seats.0 <= 2 * f.match_settings.team;
    let choice = |f: &formats::DeckFormat| Labeled::new(f.id.clone(), &f.name);
    game_library.formats.iter().filter(two).map(choice).collect()
}
