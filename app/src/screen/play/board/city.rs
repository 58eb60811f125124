//! A city between two seats, drawn: its skyline, and who holds how many of its control points.

use catalog::tr;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::City;
use iced::widget::{Row, column, container, row, space as gap, stack};
use iced::{Background, Border, Bottom, Center, Color, Fill, Theme};

use super::super::table::Message;
use super::drawn::BoardView;
use crate::theme::{self, mix, roles, space};
use crate::widget::{Element, button, label};

/// Control points of a city.
const POINTS: u8 = 3;
/// Its width, as a part of its height.
const ASPECT: f32 = 2.9;
/// How high its towers are, as shares of the skyline, and how many rows of windows are lit.
const TOWERS: [(f32, u8); 13] = [
    (0.30, 1),
    (0.55, 2),
    (0.42, 1),
    (0.78, 4),
    (0.60, 3),
    (0.95, 5),
    (0.70, 2),
    (0.50, 2),
    (0.85, 4),
    (0.38, 1),
    (0.64, 3),
    (0.46, 2),
    (0.28, 1),
];

/// Height of the line of a seat.
const LINE: f32 = 24.0;

impl<'a> BoardView<'a> {
    /// A city; whoever sits near reads its own points below.
    pub(super) fn city(&self, city: &'a City) -> Element<'a, Message> {
        let spot = ActionTarget::City(city.number);
        let [one, two] = city.points;
        let (mine, theirs) = if two.0 == self.table.seat() { (two, one) } else { (one, two) };
        let title =
            if self.table.observation().cities.len() > 1 { tr!("City {}", city.number + 1) } else { tr!("City") };
        let side = |(seat, n): (u8, u8), own: bool| {
            let name = label::caption(self.table.seat_name(seat)).width(Fill);
            let line = row![name].push(points(n, own)).spacing(space::M).align_y(Center);
            container(line).padding([3, 7]).style(veil)
        };
        let words = column![
            side(theirs, false),
            gap::vertical(),
            container(label::group(title)).padding([2, 7]).style(veil),
            gap::vertical(),
            side(mine, true)
        ];
        let width = self.sizes.city * ASPECT;
        let words = container(words).padding([4, 5]).width(width).height(self.sizes.city);
        // It stands above one's own line.
        let skyline = container(skyline(width - 10.0, self.sizes.city - LINE - 8.0)).padding(5);
        let drawn = stack![skyline, words].width(width).height(self.sizes.city);
        let face = city.card.map(|card| self.context.gallery.face(card, self.sizes.offer));
        let content = row![].push(face).push(drawn).spacing(space::S).align_y(Center);
        let glows = match self.table.about() {
            Some(first) => self.is_meant(first, Some(spot)),
            None => self.table.is_actionable(spot),
        };
        let frame = container(content).clip(true).style(move |theme: &Theme| {
            let r = roles(theme);
            container::Style {
                background: Some(Background::Color(mix(r.ground, r.focus, 0.10))),
                border: Border {
                    color: if glows { r.usable } else { mix(r.line, r.focus, 0.25) },
                    width: if glows { 2.5 } else { 1.0 },
                    radius: theme::RADIUS.into(),
                },
                ..container::Style::default()
            }
        });
        let press = button::bare(frame).on_press_maybe(glows.then_some(Message::Pressed(spot)));
        self.slot(spot, press).into()
    }
}

/// Control points as lights: those that are held shine.
fn points<'a>(n: u8, own: bool) -> Element<'a, Message> {
    let light = |held: bool| -> Element<'a, Message> {
        let style = move |theme: &Theme| {
            let r = roles(theme);
            let colour = if own { r.accent } else { r.bad };
            container::Style {
                background: held.then_some(Background::Color(colour)),
                border: Border { color: mix(r.ground, colour, 0.8), width: 2.0, radius: 8.0.into() },
                ..container::Style::default()
            }
        };
        container(gap().width(16).height(16)).style(style).into()
    };
    Row::with_children((0..POINTS).map(|at| light(at < n))).spacing(5).into()
}

fn skyline<'a>(width: f32, high: f32) -> Element<'a, Message> {
    let towers = TOWERS.iter().map(|&(height, lit)| -> Element<'a, Message> {
        let tall = high * height * 0.72;
        // As many as there is room for: a row is 3 pixels high, with 5 below and 6 above and below all.
        let rows = lit.min(((tall - 7.0) / 8.0).max(0.0) as u8);
        let windows = iced::widget::Column::with_children((0..rows).map(|_| {
            let two = [0, 1].map(|_| container(gap().width(3).height(3)).style(window).into());
            Row::with_children(two).spacing(4).into()
        }));
        let tower = container(windows.spacing(5)).padding([6, 4]).width(Fill).height(tall);
        tower.style(tower_style).into()
    });
    container(Row::with_children(towers).spacing(1).align_y(Bottom)).width(width).align_bottom(high).into()
}

/// What words stand on, so that the skyline does not run through them.
fn veil(theme: &Theme) -> container::Style {
    let ground = Color { a: 0.82, ..mix(roles(theme).ground, roles(theme).focus, 0.10) };
    container::Style {
        background: Some(Background::Color(ground)),
        border: iced::border::rounded(6.0),
        ..container::Style::default()
    }
}

fn tower_style(theme: &Theme) -> container::Style {
    let r = roles(theme);
    container::Style {
        background: Some(Background::Color(mix(r.ground, r.focus, 0.20))),
        ..container::Style::default()
    }
}

fn window(theme: &Theme) -> container::Style {
    let r = roles(theme);
    let light = Color { a: 0.35, ..r.accent };
    container::Style { background: Some(Background::Color(light)), ..container::Style::default() }
}
