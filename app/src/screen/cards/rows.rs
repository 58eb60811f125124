//! Cards as rows of a list, and what lies on a face in a grid.

use catalog::CardIx;
use iced::widget::{button as plain_button, container, row, space as empty};
use iced::{Background, Border, Center, Color, Fill, Theme};

use super::Message;
use crate::screen::Look;
use crate::theme::{self, mix, roles, space};
use crate::widget::face;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, label, panel, pips};

/// Height of a row.
pub const HEIGHT: f32 = 36.0;

const HELD: f32 = 36.0;
const COST: f32 = 96.0;
const STATS: f32 = 64.0;
const SET: f32 = 76.0;

/// The names of the columns.
pub fn head<'a>(look: Look<'a>) -> Element<'a, Message> {
    let game = look.game();
    let cell = |name: &'a str, width: f32| container(label::group(name)).width(width);
    let cost = game.cost_field().map_or("", |f| game.fields[f].name.as_str());
    let cells = row![
        empty().width(HELD - space::S),
        container(label::group("Name")).width(Fill),
        cell(cost, COST),
        container(label::group("Type")).width(Fill),
        cell("", STATS),
        container(label::group("Set")).width(SET).align_x(iced::Right),
    ];
    iced::widget::column![cells.spacing(space::S).padding([4, 12]), panel::flat()]
        .width(Fill)
        .padding(iced::padding::right(12))
        .into()
}

/// A card as a row.
pub fn of<'a>(look: Look<'a>, at: usize, card: CardIx, chosen: bool, held: u32) -> Element<'a, Message> {
    let (game, shown) = (look.game(), look.game().card(card));
    let set = &game.sets[shown.set as usize];
    let stats: Vec<String> = stats(look, card).into_iter().map(|(_, n)| n.to_string()).collect();
    let signs = pips::factions(look.gallery, game.factions_of(shown.factions), 16.0);
    let copies: Element<'a, Message> = match held {
        0 => empty().width(HELD - 16.0).into(),
        n => {
            container(label::line(format!("{n}×")).font(theme::SEMIBOLD).style(label::accent)).width(HELD - 16.0).into()
        }
    };
    let cells = row![
        copies,
        row![signs, container(label::line(shown.name.as_str()).font(theme::SEMIBOLD)).clip(true)]
            .spacing(space::S)
            .align_y(Center)
            .width(Fill),
        container(pips::cost(look.gallery, game, shown, 16.0)).width(COST),
        container(label::line(game.type_line(shown)).style(label::muted)).width(Fill).clip(true),
        container(label::line(stats.join(" / "))).width(STATS).align_x(iced::Right),
        container(label::caption(format!("{} {}", set.code, shown.number))).width(SET).align_x(iced::Right),
    ];
    let cells = cells.spacing(space::S).align_y(Center).padding([0, 12]).height(HEIGHT);
    button::entry(cells, chosen).width(Fill).height(HEIGHT).on_press(Message::Pressed(at)).into()
}

/// The number fields of a card that are not its cost, by name.
pub fn stats<'a>(look: Look<'a>, card: CardIx) -> Vec<(&'a str, i32)> {
    let game = look.game();
    let numbers = game.fields.iter().enumerate().filter(|(_, f)| f.kind == catalog::game::FieldKind::Number);
    numbers.filter_map(|(i, f)| Some((f.name.as_str(), game.card(card).number_in(i)?))).collect()
}

/// The ring around a card: bright around the chosen one.
pub fn ring<'a, M: 'a>(width: f32, chosen: bool) -> Element<'a, M> {
    container("")
        .width(width)
        .height(face::height(width))
        .style(move |theme: &Theme| {
            let r = roles(theme);
            let color = if chosen { r.focus } else { Color { a: 0.55, ..r.focus } };
            container::Style {
                border: Border { color, width: if chosen { 3.0 } else { 2.0 }, radius: (width * 36.0 / 744.0).into() },
                ..container::Style::default()
            }
        })
        .into()
}

/// What lies over a face under the cursor: a ring, and a button that adds it if there is something to add it to.
pub fn hovered<'a, M: Clone + 'a>(width: f32, add: Option<M>) -> Element<'a, M> {
    let mut layers = iced::widget::stack![ring(width, false)];
    if let Some(add) = add {
        let plus =
            plain_button(container(icon(Icon::Plus, 18.0, Ink::OnAccent)).center(Fill)).padding(0).width(32).height(32);
        let plus = plus.on_press(add).style(|theme, status| {
            let r = roles(theme);
            let ground = match status {
                plain_button::Status::Hovered => mix(r.accent, r.text, 0.2),
                _ => r.accent,
            };
            plain_button::Style {
                background: Some(Background::Color(ground)),
                border: Border { color: r.ground, width: 2.0, radius: 16.0.into() },
                ..plain_button::Style::default()
            }
        });
        layers = layers.push(container(plus).align_right(Fill).align_bottom(Fill).padding(8));
    }
    layers.width(width).height(face::height(width)).into()
}
