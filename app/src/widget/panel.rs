//! Grounds and lines: panels at the side, hairlines between them, notices.

use catalog::tr;
use iced::widget::container::Style;
use iced::widget::{Container, Rule, column, container, row, rule, text};
use iced::{Background, Border, Center, Color, Theme};

use super::tile_grid::TileGrid;
use super::{Element, label};
use crate::theme::{RADIUS, mix, roles, size};

/// The ground of a panel at the side.
pub fn surface(theme: &Theme) -> Style {
    Style { background: Some(Background::Color(roles(theme).surface)), ..Style::default() }
}

/// The ground behind cards.
pub fn ground(theme: &Theme) -> Style {
    Style { background: Some(Background::Color(roles(theme).ground)), ..Style::default() }
}

/// A panel with a line around it.
pub fn framed(theme: &Theme) -> Style {
    let r = roles(theme);
    Style {
        background: Some(Background::Color(r.surface)),
        border: Border { color: r.line, width: 1.0, radius: RADIUS.into() },
        ..Style::default()
    }
}

/// A panel for the one thing to do first.
pub fn highlighted(theme: &Theme) -> Style {
    let r = roles(theme);
    Style {
        background: Some(Background::Color(mix(r.surface, r.accent, 0.12))),
        border: Border { color: mix(r.surface, r.accent, 0.55), width: 1.0, radius: RADIUS.into() },
        ..Style::default()
    }
}

/// What lies above the rest: the list of keys, a card under the cursor. A clear line sets it off, and no shadow: where
/// only a part of the window is painted anew, as under the cursor or at its blink, tiny-skia paints the whole shadow once
/// more, so that it grows darker outside of that part.
pub fn floating(theme: &Theme) -> Style {
    let r = roles(theme);
    Style {
        background: Some(Background::Color(r.surface)),
        border: Border { color: raised_line(theme), width: 1.5, radius: 10.0.into() },
        ..Style::default()
    }
}

/// The line around what lies above the rest.
pub fn raised_line(theme: &Theme) -> Color {
    let r = roles(theme);
    mix(r.line, r.text, 0.3)
}

/// What dims the screen below something floating.
pub fn shade(_: &Theme) -> Style {
    Style { background: Some(Background::Color(Color { a: 0.6, ..Color::BLACK })), ..Style::default() }
}

/// A line between panels that stand side by side.
pub fn upright<'a>() -> Rule<'a> {
    rule::vertical(1).style(hair)
}

/// A line between panels that lie above each other.
pub fn flat<'a>() -> Rule<'a> {
    rule::horizontal(1).style(hair)
}

fn hair(theme: &Theme) -> rule::Style {
    rule::Style { color: roles(theme).line, radius: 0.0.into(), fill_mode: rule::FillMode::Full, snap: true }
}

/// How a notice is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Fine.
    Good,
    /// Look here.
    Warn,
    /// Wrong.
    Bad,
    /// Just so.
    Plain,
}

impl Tone {
    /// Its colour.
    pub fn colour(self, theme: &Theme) -> Color {
        let r = roles(theme);
        match self {
            Tone::Good => r.good,
            Tone::Warn => r.warn,
            Tone::Bad => r.bad,
            Tone::Plain => r.muted,
        }
    }
}

/// A panel whose left edge says how it is meant.
pub fn toned<'a, M: 'a>(tone: Tone, content: impl Into<Element<'a, M>>) -> Container<'a, M> {
    container(content).padding([10, 12]).width(iced::Fill).style(move |theme| {
        let r = roles(theme);
        let colour = tone.colour(theme);
        Style {
            background: Some(Background::Color(mix(r.surface, colour, 0.09))),
            border: Border { color: mix(r.surface, colour, 0.35), width: 1.0, radius: RADIUS.into() },
            ..Style::default()
        }
    })
}

/// A short word on a coloured ground.
pub fn badge<'a, M: 'a>(tone: Tone, word: impl text::IntoFragment<'a>) -> Element<'a, M> {
    let word = text(word).size(size::CAPTION).font(crate::theme::SEMIBOLD);
    container(word.style(move |theme: &Theme| text::Style { color: Some(tone.colour(theme)) }))
        .padding([2, 8])
        .style(move |theme| Style {
            background: Some(Background::Color(mix(roles(theme).surface, tone.colour(theme), 0.14))),
            border: iced::border::rounded(10),
            ..Style::default()
        })
        .into()
}

/// What is done one after the other, side by side, each with its number.
pub fn steps<'a, M: 'a>(steps: impl IntoIterator<Item = (String, String)>) -> Element<'a, M> {
    let step = |(at, (title, words)): (usize, (String, String))| -> Element<'a, M> {
        let head =
            row![badge(Tone::Plain, (at + 1).to_string()), label::emphasis(title)].spacing(8).align_y(iced::Center);
        let content = column![head, label::body(words).style(label::muted)].spacing(8);
        container(content).padding(16).width(iced::Fill).height(iced::Fill).style(framed).into()
    };
    let tiles: Vec<Element<'a, M>> = steps.into_iter().enumerate().map(step).collect();
    let columns = tiles.len();
    TileGrid::new(tiles, columns, 12.0).into()
}

/// How many copies there are, at the top right of a face; smaller on a small one.
pub fn copies_badge<'a, M: 'a>(copies: u32, small: bool) -> Element<'a, M> {
    let (letters, room, beside) = if small { (11.0, [0, 5], 2) } else { (size::CAPTION, [2, 7], 6) };
    let word = text(format!("{copies}×")).size(letters).font(crate::theme::BOLD);
    let badge = container(word).padding(room).style(|theme: &Theme| {
        let r = roles(theme);
        Style {
            background: Some(Background::Color(r.accent)),
            text_color: Some(r.on_accent),
            border: Border { color: mix(r.accent, r.ground, 0.6), width: 1.0, radius: 10.0.into() },
            ..Style::default()
        }
    });
    container(badge).align_right(iced::Fill).padding(beside).into()
}

/// How many copies are owned, at the top right of a face; below the copies in a deck, if those are there too.
pub fn owned_badge<'a, M: 'a>(copies: u32, below: bool) -> Element<'a, M> {
    let badge = container(text(tr!("{copies} owned", copies)).size(11).font(crate::theme::SEMIBOLD)).padding([1, 7]);
    let badge = badge.style(|theme: &Theme| {
        let r = roles(theme);
        Style {
            background: Some(Background::Color(Color { a: 0.92, ..r.surface })),
            text_color: Some(r.text),
            border: Border { color: r.line, width: 1.0, radius: 8.0.into() },
            ..Style::default()
        }
    });
    let top = if below { 32.0 } else { 6.0 };
    container(badge).align_right(iced::Fill).padding(iced::Padding { top, ..iced::Padding::from(6.0) }).into()
}

/// A remark on a face.
pub fn note<'a, M: 'a>(words: impl text::IntoFragment<'a>) -> Element<'a, M> {
    container(text(words).size(11).font(crate::theme::SEMIBOLD))
        .padding([1, 6])
        .style(|theme: &Theme| {
            let r = roles(theme);
            Style {
                background: Some(Background::Color(Color { a: 0.9, ..r.ground })),
                text_color: Some(r.accent),
                border: iced::border::rounded(8),
                ..Style::default()
            }
        })
        .into()
}

/// Rule ids, set apart from text.
pub fn rule_ids<'a, M: 'a>(ids: &[String]) -> Element<'a, M> {
    let ids = ids.iter().take(6).map(|id| {
        container(label::caption(id.clone()).size(11))
            .padding([1, 5])
            .style(|theme: &Theme| Style {
                border: Border { color: roles(theme).line, width: 1.0, radius: 4.0.into() },
                ..Style::default()
            })
            .into()
    });
    row(ids).spacing(4).align_y(Center).wrap().vertical_spacing(4).into()
}

/// An empty place: what it is for, and what to do first.
pub fn empty<'a, M: 'a>(
    title: String,
    what: impl text::IntoFragment<'a>,
    act: Option<Element<'a, M>>,
) -> Element<'a, M> {
    let mut lines = iced::widget::column![
        label::section(title),
        container(label::body(what).style(label::muted).align_x(Center)).max_width(420),
    ]
    .spacing(8)
    .align_x(Center);
    if let Some(act) = act {
        lines = lines.push(container(act).padding([12, 0]));
    }
    container(lines).center(iced::Fill).padding(24).into()
}
