//! The hall: an event is set up in one line, and those that were begun wait below.

use catalog::noted;
use catalog::store::Library;
use catalog::store::journal::{Kind as StreamKind, StreamId};
use catalog::tr;
use formats::Book;
use formats::event::bracket::Kind as Bracket;
use formats::event::{Kind, Scheme, Start};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::event_room::EventRoom;
use crate::key::Wish;
use crate::screen::{Chance, Look, ago};
use crate::theme::space;
use crate::widget::field::Named;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};
use crate::window::Notice;

/// What can be begun and taken up.
#[derive(Debug, Default)]
pub struct Hall {
    name: String,
    format: Option<Named<String>>,
    scheme: usize,
    waiting: Vec<Waiting>,
}

/// Who plays whom: name, what it means.
const SCHEMES: [(&str, Scheme, &str); 5] = [
    (noted!("Swiss"), Scheme::Swiss, noted!("Everybody plays every round, against somebody with as many points.")),
    (noted!("Everybody"), Scheme::RoundRobin, noted!("Everybody plays everybody once.")),
    (noted!("Knockout"), Scheme::Knockout(Bracket::Single), noted!("Whoever loses is out.")),
    (noted!("Double knockout"), Scheme::Knockout(Bracket::Double), noted!("Whoever loses twice is out.")),
    (noted!("League"), Scheme::League, noted!("Players meet when and whom they like.")),
];

/// An event of the library.
#[derive(Debug)]
struct Waiting {
    id: StreamId,
    name: String,
    format: String,
    state: String,
    over: bool,
    changed: i64,
}

/// What happens in the hall.
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
}

/// What the hall asks of the screen.
pub enum Action {
    /// Nothing.
    None,
    /// Say this.
    Say(Notice),
    /// Open this event.
    Open(Box<EventRoom>),
}

impl Hall {
    /// Looks at the library.
    pub fn load(library: &Library, book: &Book) -> Hall {
        let mut hall = Hall::default();
        hall.reload(library, book);
        hall
    }

    /// Looks at the library again.
    pub fn reload(&mut self, library: &Library, book: &Book) {
        let known = |c: &Named<String>| book.format(&c.is).is_some();
        self.format = self.format.take().filter(known).or_else(|| {
            let all = choices(book);
            let usual = all.iter().find(|c| c.is == book.game.default_format).cloned();
            usual.or_else(|| all.into_iter().next())
        });
        let headings = library.streams(StreamKind::Event, &book.game.id).unwrap_or_default();
        let of = |h: catalog::store::journal::Heading| {
            let room = EventRoom::open(library, h.id);
            let event = room.as_ref().ok().map(|r| &r.event);
            let format = event.and_then(|e| book.format(&e.start.format)).map_or(String::new(), |f| f.name.clone());
            let state = match &room {
                Ok(room) => state(&room.event),
                Err(e) => e.to_string(),
            };
            let over = event.is_none_or(|e| e.is_over());
            Waiting { id: h.id, name: h.name, format, state, over, changed: h.changed }
        };
        self.waiting = headings.into_iter().map(of).collect();
        self.waiting.sort_by_key(|w| (w.over, std::cmp::Reverse(w.changed), std::cmp::Reverse(w.id)));
    }

    /// The stream of an event by its name.
    pub fn find(&self, name: &str) -> Option<StreamId> {
        self.waiting.iter().find(|w| w.name == name).map(|w| w.id)
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, chance: &mut Chance, library: &mut Library, book: &Book) -> Action {
        match message {
            Message::NameTyped(name) => self.name = name,
            Message::FormatChosen(id) => self.format = choices(book).into_iter().find(|c| c.is == id),
            Message::SchemeChosen(at) => self.scheme = at.min(SCHEMES.len() - 1),
            Message::Begun => {
                return match self.begin(chance, library, book) {
                    Ok(room) => {
                        self.name.clear();
                        Action::Open(Box::new(room))
                    }
                    Err(e) => Action::Say(Notice::wrong(e)),
                };
            }
            Message::Opened(id) => {
                return match EventRoom::open(library, id) {
                    Ok(room) => Action::Open(Box::new(room)),
                    Err(e) => Action::Say(Notice::wrong(e)),
                };
            }
            Message::PutAway(id) => {
                let done = library.put_away(id, true);
                self.reload(library, book);
                let put = |()| Notice::done(tr!("It was put away"));
                return Action::Say(done.map_or_else(Notice::wrong, put));
            }
        }
        Action::None
    }

    fn begin(&self, chance: &mut Chance, library: &mut Library, book: &Book) -> Result<EventRoom, String> {
        let chosen = self.format.as_ref().ok_or(tr!("This game has no format for events."))?;
        let format = book.format(&chosen.is).ok_or(tr!("This format is gone."))?;
        let limited = format.limited.as_ref();
        let kind = limited.map_or(Kind::Constructed, |l| if l.is_draft() { Kind::Draft } else { Kind::Sealed });
        let mut name = self.name.trim().to_owned();
        if name.is_empty() {
            name.clone_from(&format.name);
        }
        let free = |n: &String| !self.waiting.iter().any(|w| w.name == *n);
        let numbered = (2..).map(|n| format!("{name} {n}"));
        let name =
            std::iter::once(name.clone()).chain(numbered).find(free).expect("there are more numbers than events");
        let start = Start {
            game: book.game.id.clone(),
            format: format.id.clone(),
            data_hash: book.game.data_hash.clone(),
            kind,
            scheme: SCHEMES[self.scheme].1,
            team: format.table.team,
            rounds: None,
            pods: limited.filter(|l| l.is_draft()).map(|l| l.seats),
            across: false,
            rules: format.event.clone(),
            seed: chance.seed()?.hex(),
            deal: None,
        };
        EventRoom::begin(library, &name, start).map_err(|e| e.to_string())
    }

    /// What a key wishes here.
    pub fn of_wish(&self, wish: Wish) -> Option<Message> {
        match wish {
            Wish::Enter => self.waiting.first().map(|w| Message::Opened(w.id)),
            _ => None,
        }
    }

    /// The hall.
    pub fn view<'a>(&'a self, look: Look<'a>) -> Element<'a, Message> {
        let choices = choices(look.book);
        let inside = (look.room.width - 2.0 * space::XL - 12.0).min(1080.0);
        let means = SCHEMES[self.scheme].2;
        let schemes = SCHEMES.iter().enumerate().map(|(at, (word, ..))| {
            let chip = button::toggle(label::line(tr!(word)), at == self.scheme).padding([6, 12]);
            chip.on_press(Message::SchemeChosen(at)).into()
        });
        let about = self.format.as_ref().and_then(|c| look.book.format(&c.is)).map_or("", |f| f.about.as_str());
        let ready = self.format.is_some();
        let form = column![
            row![
                field::line(tr!("Name, such as  Friday draft"), &self.name)
                    .on_input(Message::NameTyped)
                    .on_submit(Message::Begun)
                    .width(Fill),
                field::choice(choices, self.format.clone(), |c: Named<String>| Message::FormatChosen(c.is)),
                button::primary(tr!("Begin the event")).on_press_maybe(ready.then_some(Message::Begun)),
            ]
            .spacing(space::M)
            .align_y(Center),
            label::body(about).style(label::muted),
            row![Row::with_children(schemes).spacing(space::XS), label::body(tr!(means)).style(label::muted),]
                .spacing(space::L)
                .align_y(Center),
        ];
        let form = container(form.spacing(space::M)).width(inside).padding(20).style(panel::framed);
        let list: Element<'a, Message> = match self.waiting.is_empty() {
            true => label::body(tr!(
                "Everything at the desk is saved as it is done. Events that you have begun will wait here."
            ))
            .style(label::muted)
            .into(),
            false => Column::with_children(self.waiting.iter().map(Waiting::view)).into(),
        };
        let page = column![
            label::page(tr!("Events")),
            form,
            column![label::section(tr!("Go on")), list].spacing(space::M).width(inside),
        ];
        let page = page.spacing(space::XL).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }
}

impl Waiting {
    fn view(&self) -> Element<'_, Message> {
        let open = Message::Opened(self.id);
        let act = if self.over { button::plain(tr!("Look at it")) } else { button::primary(tr!("Go on")) };
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
pub(super) fn state(event: &formats::event::Event) -> String {
    let here = event.present().count();
    match (event.is_over(), event.round(), event.planned()) {
        (true, ..) => match event.ranking().first() {
            Some(id) => tr!("over, {name} has won", name = event.name(*id)),
            None => tr!("over, nobody has won"),
        },
        (_, 0, _) if event.players.is_empty() => tr!("nobody has come yet"),
        (_, 0, _) => tr!("{here} players, not begun", here),
        (_, round, Some(planned)) if round <= planned => {
            tr!("{here} players, round {round} of {planned}", here, round, planned)
        }
        (_, round, _) => tr!("{here} players, round {round}", here, round),
    }
}

/// The formats in which two play each other.
fn choices(book: &Book) -> Vec<Named<String>> {
    let two = |f: &&formats::Format| f.table.seats.0 <= 2 * f.table.team;
    let choice = |f: &formats::Format| Named::new(f.id.clone(), &f.name);
    book.formats.iter().filter(two).map(choice).collect()
}
