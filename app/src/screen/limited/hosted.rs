//! A table that is hosted for phones, as its owner sees it: the way in, who is there, and what can be done for them.

use std::net::IpAddr;
use std::time::Duration;

use catalog::store::journal::StreamId;
use catalog::tr;
use host::tables::NewTable;
use iced::widget::{Column, column, container, image, row, space as gap};
use iced::{Center, Fill, Subscription};

use crate::hosting::{HostAct, HostedSeat, HostedTable};
use crate::printout::qr::QrCode;
use crate::screen::{ScreenContext, action};
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::panel::Tone;
use crate::widget::{Element, button, cut, field, label, panel};

/// How often the page looks at the table.
const LOOK: Duration = Duration::from_secs(1);
/// Width of the QR code.
const CODE: f32 = 260.0;

/// Which table is to be hosted.
#[derive(Debug, Clone)]
pub enum WantedTable {
    /// A new one.
    New(Box<NewTable>),
    /// One that was set up before.
    Kept(StreamId),
}

/// The page.
pub struct HostedPage {
    wanted: WantedTable,
    stage: Stage,
}

enum Stage {
    /// This machine has several addresses: which one can phones reach?
    Addresses(Vec<IpAddr>),
    /// It is hosted.
    Open(Box<HostedTable>, Option<image::Handle>),
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// This address is the one.
    AddressChosen(IpAddr),
    /// A second has passed.
    Second,
    /// Something is done with the table.
    Acted(HostAct),
    /// The address goes to the clipboard.
    Copied,
    /// An event begins with those who sit there.
    EventWanted,
    /// Back to the lobby; the table stays open.
    Closed,
}

/// What only the window can do.
pub enum Request {
    /// Host this table, at an address if one was chosen.
    Host(WantedTable, Option<IpAddr>),
    /// Look at the table again.
    Look,
    /// Do this with it.
    Act(HostAct),
    /// Begin an event with those who sit there.
    BeginEvent(Box<HostedTable>),
    /// Back to the lobby.
    Close,
}

/// What the page asks of its parent.
pub type Action = action::Action<Message, Request>;

impl HostedPage {
    /// A page that asks for the address.
    pub fn choose(wanted: WantedTable, addresses: Vec<IpAddr>) -> HostedPage {
        HostedPage { wanted, stage: Stage::Addresses(addresses) }
    }

    /// A page of a table that is open.
    pub fn open(wanted: WantedTable, table: HostedTable) -> HostedPage {
        let code = code_picture(&table.join);
        HostedPage { wanted, stage: Stage::Open(Box::new(table), code) }
    }

    /// The table as it is now.
    pub fn show(&mut self, now: HostedTable) {
        if let Stage::Open(table, _) = &mut self.stage {
            **table = now;
        }
    }

    /// The table, once it is open.
    pub fn table(&self) -> Option<&HostedTable> {
        match &self.stage {
            Stage::Open(table, _) => Some(table),
            Stage::Addresses(_) => None,
        }
    }

    /// Looks at the table from time to time.
    pub fn subscription(&self) -> Subscription<Message> {
        match self.stage {
            Stage::Open(..) => iced::time::every(LOOK).map(|_| Message::Second),
            Stage::Addresses(_) => Subscription::none(),
        }
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message) -> Action {
        match message {
            Message::AddressChosen(address) => Action::Ask(Request::Host(self.wanted.clone(), Some(address))),
            Message::Second => Action::Ask(Request::Look),
            Message::Acted(act) => Action::Ask(Request::Act(act)),
            Message::Copied => match self.table() {
                Some(table) => Action::SayAndRun(
                    crate::notice::Notice::done(tr!("Copied to clipboard")),
                    iced::clipboard::write(table.join.clone()),
                ),
                None => Action::None,
            },
            Message::EventWanted => match self.table() {
                Some(table) => Action::Ask(Request::BeginEvent(Box::new(table.clone()))),
                None => Action::None,
            },
            Message::Closed => Action::Ask(Request::Close),
        }
    }

    /// The page.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>) -> Element<'a, Message> {
        let back = button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed);
        let name = match (self.table(), &self.wanted) {
            (Some(table), _) => table.name.as_str(),
            (None, WantedTable::New(new)) => new.name.as_str(),
            (None, WantedTable::Kept(_)) => "",
        };
        let head = row![back, label::page(name)].spacing(space::M).align_y(Center);
        let content: Element<'a, Message> = match &self.stage {
            Stage::Addresses(addresses) => addresses_view(addresses),
            Stage::Open(table, code) if context.bounds.width > 900.0 => {
                row![way_in(table, code.as_ref()), seats_view(table)].spacing(space::XL).into()
            }
            Stage::Open(table, code) => {
                column![way_in(table, code.as_ref()), seats_view(table)].spacing(space::L).into()
            }
        };
        let page = column![head, content].spacing(space::L).padding(space::XL);
        container(field::scrolled(page).width(Fill).height(Fill)).style(panel::ground).into()
    }
}

fn addresses_view(addresses: &[IpAddr]) -> Element<'_, Message> {
    let choices = addresses
        .iter()
        .map(|address| button::plain(address.to_string()).on_press(Message::AddressChosen(*address)).into());
    column![
        label::body(tr!("Which address of this computer is on the network that the phones use?")),
        label::caption(tr!("127.0.0.1 is this computer alone, to try it out.")).style(label::muted),
        Column::with_children(choices).spacing(space::S),
    ]
    .spacing(space::M)
    .into()
}

/// What people need to come in.
fn way_in<'a>(table: &'a HostedTable, code: Option<&image::Handle>) -> Element<'a, Message> {
    let address = table.join.split('?').next().unwrap_or(&table.join);
    let picture =
        code.map(|code| image(code.clone()).width(CODE).height(CODE).filter_method(image::FilterMethod::Nearest));
    column![
        picture,
        label::body(tr!("Scan with a phone, or open the address and enter the code.")).style(label::muted),
        row![label::emphasis(address), button::quiet_small(label::caption(tr!("Copy link"))).on_press(Message::Copied)]
            .spacing(space::S)
            .align_y(Center),
        label::page(table.code.as_str()),
        label::caption(tr!("Anyone on this network who knows the code can join.")).style(label::muted),
    ]
    .spacing(space::S)
    .width(CODE + 80.0)
    .into()
}

/// Who sits where, and what can be done.
fn seats_view(table: &HostedTable) -> Element<'_, Message> {
    let sat = table.seats.iter().filter(|seat| seat.name.is_some()).count();
    let act = if !table.begun {
        let begin =
            button::primary(tr!("Open packs")).on_press_maybe((sat > 0).then_some(Message::Acted(HostAct::Begin)));
        let bots = (table.draft && sat < table.seats.len()).then(|| label::caption(tr!("Bots take the free seats.")));
        row![begin].push(bots)
    } else if table.building {
        let registered = table.seats.iter().filter(|seat| seat.registered).count();
        // Whoever has no deck yet registers it at the event's desk.
        let event = (registered > 1 && table.duels)
            .then(|| button::primary(tr!("Start an event")).on_press(Message::EventWanted));
        row![label::body(tr!("{registered} of {players} decks registered", registered, players = sat))].push(event)
    } else {
        let word = if table.paused { tr!("Continue") } else { tr!("Pause") };
        row![button::plain(word).on_press(Message::Acted(HostAct::Pause(!table.paused)))]
    };
    let seats = table.seats.iter().enumerate().map(|(at, seat)| seat_row(table, at, seat));
    column![
        row![label::section(tr!("Seats")), gap::horizontal(), act.spacing(space::M).align_y(Center)].align_y(Center),
        panel::flat(),
        Column::with_children(seats),
    ]
    .spacing(space::S)
    .width(Fill)
    .max_width(620)
    .into()
}

fn seat_row<'a>(table: &'a HostedTable, at: usize, seat: &'a HostedSeat) -> Element<'a, Message> {
    let name: Element<'a, Message> = match &seat.name {
        Some(name) => cut(name.as_str()).font(theme::SEMIBOLD).into(),
        None if table.begun && table.draft => label::body(tr!("Bot")).style(label::muted).into(),
        None => label::body(tr!("free")).style(label::muted).into(),
    };
    let drafting = table.begun && !table.building;
    let counts = drafting.then(|| {
        let cards = crate::screen::cards_label(seat.cards);
        let waits = (seat.packs > 1).then(|| tr!("{n} packs waiting", n = seat.packs));
        label::caption(waits.map_or(cards.clone(), |waits| format!("{cards} · {waits}"))).style(label::muted)
    });
    let state: Option<Element<'a, Message>> = seat.name.as_ref().map(|_| match (seat.registered, seat.connected) {
        (true, _) => panel::badge(Tone::Good, tr!("Registered")),
        (false, true) => panel::badge(Tone::Plain, tr!("Connected")),
        (false, false) => panel::badge(Tone::Warn, tr!("Away")),
    });
    let bot = (drafting && seat.name.is_some()).then(|| {
        let word = if seat.bot { tr!("Give the seat back") } else { tr!("Let a bot pick") };
        button::quiet_small(label::caption(word)).on_press(Message::Acted(HostAct::Bot(at, !seat.bot)))
    });
    let line =
        row![container(label::line((at + 1).to_string()).style(label::muted)).width(28), container(name).width(Fill),]
            .push(counts)
            .push(bot)
            .push(state);
    column![container(line.spacing(space::M).align_y(Center)).padding([8, 0]), panel::flat()].into()
}

/// A link as a QR code; nothing where it is too long for one.
fn code_picture(link: &str) -> Option<image::Handle> {
    let picture = QrCode::from_text(link).ok()?.picture();
    Some(image::Handle::from_rgba(picture.width, picture.height, picture.rgba))
}
