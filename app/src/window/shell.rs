//! What stands around every screen: the rail, the top bar, the status line, the list of keys.

use catalog::fold::capital;
use catalog::tr;
use iced::widget::{Column, column, container, mouse_area, opaque, row, space as gap, stack, tooltip};
use iced::{Center, Fill};

use super::log;
use super::state::{Message, Window};
use crate::key;
use crate::screen::{ScreenName, cards_label};
use crate::theme::{self, Mode, space};
use crate::widget::field::Labeled;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, field, label, panel};

/// Width of the rail.
pub const RAIL: f32 = 76.0;
/// Height of the window from which on the rail has its full size.
const ROOMY: f32 = 660.0;
/// Height of the top bar.
pub const TOP: f32 = 52.0;
/// Height of the status line.
pub const FOOT: f32 = 28.0;

/// The window around a screen.
pub fn view<'a>(window: &'a Window, screen: Element<'a, Message>) -> Element<'a, Message> {
    let screen = container(screen).width(Fill).height(Fill);
    // Letters of what is scrolled reach beyond its edge where they are drawn in software: the status line lies above them.
    let foot = stack![gap().width(Fill).height(FOOT), foot(window)];
    let body = column![top(window), panel::flat(), banner(window), screen, panel::flat(), foot];
    let page = row![rail(window), panel::upright(), body];
    if let Some(palette) = &window.palette {
        return stack![page, palette.view(&window.gallery).map(Message::Palette)].into();
    }
    if let Some(tour) = &window.tour
        && !window.log.shown
        && !window.keys_shown
    {
        return tour.view_over(page.into(), window.covers.as_ref(), window.size, Message::Tour);
    }
    if window.log.shown {
        let high = window.size.height - TOP - FOOT - space::XL;
        let log = opaque(window.log.view(window.lab.running(), high).map(Message::Log));
        let place = iced::padding::left(RAIL + space::M).bottom(FOOT + space::S);
        return stack![page, container(log).width(Fill).height(Fill).align_bottom(Fill).padding(place)].into();
    }
    if !window.keys_shown {
        // What is played with at the foot of a table is not covered: there the foot says it.
        let toast = window.log.toast().filter(|_| window.screen != ScreenName::Play);
        let below = if window.screen == ScreenName::Limited { window.limited.foot_height() } else { 0.0 };
        let toast = toast.map(|toast| {
            container(toast.view(log::Message::Undone, log::Message::ToastClosed).map(Message::Log))
                .padding(iced::padding::bottom(FOOT + 14.0 + below))
        });
        return stack![page].push(toast).into();
    }
    let list = container(keys(window.screen))
        .max_width(760)
        .max_height(window.size.height - 2.0 * space::XL)
        .padding(space::XL)
        .style(panel::floating);
    let over = container(opaque(list)).center(Fill).style(panel::shade);
    stack![page, opaque(mouse_area(over).on_press(Message::KeysToggled))].into()
}

fn rail(window: &Window) -> Element<'_, Message> {
    // Where everything is larger, the window is lower than all of this.
    let low = window.size.height < ROOMY;
    let logo = container(icon(Icon::Logo, 30.0, Ink::Accent)).center_x(Fill).padding([11, 0]);
    let entry = |name: ScreenName| {
        let chosen = window.screen == name;
        let pictured = match name {
            ScreenName::Cards => Icon::Cards,
            ScreenName::Decks => Icon::Decks,
            ScreenName::Limited => Icon::Limited,
            ScreenName::Events => Icon::Events,
            ScreenName::Play => Icon::Play,
            ScreenName::Lab => Icon::Lab,
            ScreenName::Companion => Icon::Die,
            ScreenName::Settings => Icon::Gear,
        };
        let ink = if chosen { Ink::Accent } else { Ink::Muted };
        let word = label::caption(name.title()).font(if chosen { theme::SEMIBOLD } else { theme::REGULAR });
        let word = if chosen { word.style(iced::widget::text::default) } else { word };
        let (side, edge) = if low { (20.0, 2.0) } else { (24.0, 8.0) };
        let content = column![icon(pictured, side, ink), word].spacing(space::XS).align_x(Center);
        let entry = button::entry(container(content).center_x(Fill).padding([edge, 0.0]), chosen);
        entry.width(60).on_press(Message::ScreenChosen(name)).into()
    };
    let main = ScreenName::ALL.iter().copied().filter(|name| *name != ScreenName::Settings);
    let entries = Column::with_children(main.map(entry)).spacing(space::XS);
    let (lamp, says) = match window.mode {
        Mode::Dark | Mode::Contrast => (Icon::Sun, tr!("Light theme")),
        Mode::Light => (Icon::Moon, tr!("Dark theme")),
    };
    let small = |pictured: Icon, says: String, message: Message| {
        let here = pictured == Icon::Gear && window.screen == ScreenName::Settings;
        let ink = if here { Ink::Accent } else { Ink::Muted };
        let square = button::square(icon(pictured, 20.0, ink), 40.0).on_press(message);
        let says = container(label::caption(says)).padding([4, 8]).style(panel::floating);
        tooltip(square, says, tooltip::Position::Right).gap(4)
    };
    let foot = column![
        small(Icon::Gear, tr!("Settings (Ctrl+,)"), Message::ScreenChosen(ScreenName::Settings)),
        small(lamp, says, Message::ModeToggled),
        small(Icon::Keys, tr!("Keys (?)"), Message::KeysToggled),
    ];
    let entries = container(entries).padding([8, 8]);
    let entries: Element<'_, Message> =
        if low { field::scrolled(entries).height(Fill).into() } else { column![entries, gap::vertical()].into() };
    let foot = foot.spacing(if low { 0.0 } else { space::XS }).align_x(Center);
    let rail = column![logo, entries, foot];
    container(rail.align_x(Center))
        .width(RAIL)
        .height(Fill)
        .padding(iced::padding::bottom(10))
        .style(panel::surface)
        .into()
}

/// The width of a window that has room for the edition of a game.
const WITH_EDITION: f32 = 1150.0;

fn top(window: &Window) -> Element<'_, Message> {
    let session = &window.session;
    let games: Vec<Labeled<usize>> =
        (0..session.games.len()).map(|at| Labeled::new(at, session.games.name(at, &session.source))).collect();
    let game = &window.game_library().game;
    let switcher =
        field::choice(games.clone(), games.get(window.game).cloned(), |c: Labeled<usize>| Message::GameChosen(c.value));
    let edition = (window.size.width > WITH_EDITION).then(|| {
        let words = format!("{}  ·  {}", capital(&game.edition), cards_label(game.cards.len()));
        cut(words).size(theme::size::CAPTION).style(label::muted)
    });
    let bar = row![switcher.font(theme::SEMIBOLD), edition, gap::horizontal(), finder(),];
    container(bar.spacing(space::M).align_y(Center))
        .height(TOP)
        .center_y(TOP)
        .padding([0, 16])
        .style(panel::surface)
        .into()
}

/// Where the palette waits.
fn finder<'a>() -> Element<'a, Message> {
    let line = row![
        icon(Icon::Search, 16.0, Ink::Muted),
        label::line(tr!("Go to a card, deck, draft, event …")).style(label::muted),
        gap::horizontal(),
        label::caption(tr!("Ctrl+K")),
    ];
    let line = line.spacing(space::S).align_y(Center).padding([0, 12]);
    button::field(container(line).center_y(34)).width(380).on_press(Message::PaletteOpened).into()
}

/// What is wrong in data files that were changed.
fn banner(window: &Window) -> Option<Element<'_, Message>> {
    let fault = window.fault.as_deref()?;
    let line = row![icon(Icon::Warn, 14.0, Ink::Bad), cut(fault).size(theme::size::CAPTION).style(label::bad)];
    let line = line.spacing(6).align_y(Center).width(Fill);
    let banner = container(line).height(FOOT).center_y(FOOT).padding([0, 16]).style(panel::surface);
    Some(column![banner, panel::flat()].into())
}

fn foot(window: &Window) -> Element<'_, Message> {
    // What is said above for a moment is not said twice.
    let toasts = window.screen != ScreenName::Play && window.log.toast().is_some();
    let last = window.log.last().filter(|n| !toasts && (n.bad || window.screen == ScreenName::Play));
    let (sign, said) = match last {
        Some(n) if n.bad => (Some(icon(Icon::Warn, 14.0, Ink::Bad)), cut(n.text.as_str()).style(label::bad)),
        Some(n) => (Some(icon(Icon::Check, 14.0, Ink::Good)), cut(n.text.as_str()).style(label::muted)),
        None => (None, cut(tr!("Everything is saved as you go.")).style(label::muted)),
    };
    let (library, whole) = match window.library_path() {
        Some(path) => {
            let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
            (tr!("Library: {name}", name), path.display().to_string())
        }
        None => (tr!("Library in memory: nothing is kept"), String::new()),
    };
    let path: Element<'_, Message> = if whole.is_empty() {
        label::caption(library).into()
    } else {
        let tip = container(label::caption(whole)).padding([4, 8]).style(panel::floating);
        tooltip(label::caption(library), tip, tooltip::Position::Top).into()
    };
    let said = row![sign, said.size(theme::size::CAPTION)].spacing(6).align_y(Center).height(FOOT);
    let said = button::quiet_small(said).padding([0, 16]).width(Fill).on_press(Message::Log(log::Message::Toggled));
    let going_on = window.log.progress_line(window.lab.running()).map(|going_on| going_on.map(Message::Log));
    let line = row![said].push(going_on).push(path).spacing(space::XL).align_y(Center);
    container(line).height(FOOT).center_y(FOOT).padding(iced::padding::right(16)).style(panel::surface).into()
}

/// The keys of a screen, and those that are valid everywhere.
fn keys<'a>(screen: ScreenName) -> Element<'a, Message> {
    let here: &[key::ShortcutScope] = match screen {
        ScreenName::Cards => &[key::ShortcutScope::Cards],
        ScreenName::Decks => &[key::ShortcutScope::Deck, key::ShortcutScope::Cards],
        ScreenName::Limited => &[key::ShortcutScope::Limited, key::ShortcutScope::Cards],
        ScreenName::Events => &[key::ShortcutScope::Events],
        ScreenName::Play => &[key::ShortcutScope::Play],
        ScreenName::Lab => &[key::ShortcutScope::Lab],
        ScreenName::Companion => &[key::ShortcutScope::Companion],
        ScreenName::Settings => &[],
    };
    let places = here.iter().chain(&[key::ShortcutScope::Everywhere]).map(|place| {
        let lines = key::SHORTCUTS.iter().filter(|line| line.scope == *place).map(|line| {
            let (keys, does) = (line.keys, line.description);
            row![
                container(label::line(tr!(keys)).font(theme::SEMIBOLD)).width(230),
                label::body(tr!(does)).style(label::muted).width(Fill),
            ]
            .spacing(space::L)
            .into()
        });
        column![label::group(place.title()).style(label::accent), Column::with_children(lines).spacing(6)]
            .spacing(space::S)
            .into()
    });
    let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 28.0).on_press(Message::KeysToggled);
    let list = Column::with_children(places).spacing(space::L).padding(iced::padding::right(space::M));
    column![
        row![label::section(tr!("Keys  ·  {}", screen.title())), gap::horizontal(), close].align_y(Center),
        field::scrolled(list).width(Fill),
    ]
    .spacing(space::L)
    .into()
}
