//! Buttons: one loud kind, one plain kind, and rows, chips and tabs that are pressed too.

use iced::widget::button::{Status, Style};
use iced::widget::{Text, container, row, text};
use iced::{Background, Border, Center, Color, Theme};

use super::icon::{Icon, Ink, icon};
use super::press::Press;
use super::{Element, label};
use crate::theme::{self, RADIUS, mix, roles, size};

/// The one thing to do here.
pub fn primary<'a, M: Clone + 'a>(name: impl text::IntoFragment<'a>) -> Press<'a, M> {
    loud(words(name))
}

/// The one thing to do here, with content of its own.
pub fn loud<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>) -> Press<'a, M> {
    Press::new(content).padding([7, 12]).style(|theme, status| {
        let r = roles(theme);
        let ground = match status {
            Status::Hovered => mix(r.accent, r.text, 0.18),
            Status::Pressed => mix(r.accent, r.ground, 0.15),
            Status::Disabled => mix(r.accent, r.surface, 0.75),
            Status::Active => r.accent,
        };
        let ink = if status == Status::Disabled { r.muted } else { r.on_accent };
        filled(ground, ink)
    })
}

/// Something else to do.
pub fn plain<'a, M: Clone + 'a>(name: impl text::IntoFragment<'a>) -> Press<'a, M> {
    worded(name).style(plain_style)
}

/// A button with a picture before its name.
pub fn with_icon<'a, M: Clone + 'a>(icon: Element<'a, M>, name: impl text::IntoFragment<'a>) -> Press<'a, M> {
    Press::new(row![icon, words(name)].spacing(8).align_y(Center)).padding([7, 12]).style(plain_style)
}

/// A small square button with a sign or picture on it.
pub fn square<'a, M: Clone + 'a>(sign: impl Into<Element<'a, M>>, side: f32) -> Press<'a, M> {
    Press::new(container(sign).center(iced::Fill)).padding(0).width(side).height(side).style(quiet_style)
}

/// Plus or minus one copy.
pub fn step<'a, M: Clone + 'a>(sign: &'a str) -> Press<'a, M> {
    let sign = text(sign).size(size::EMPHASIS).line_height(1.0).font(theme::SEMIBOLD);
    Press::new(container(sign).center(iced::Fill)).padding(0).width(24).height(24).style(plain_style)
}

/// A small word that is pressed, without a ground of its own.
pub fn quiet_small<'a, M: Clone + 'a>(word: impl Into<Element<'a, M>>) -> Press<'a, M> {
    Press::new(word).padding([3, 6]).style(quiet_style)
}

/// A plain button as wide as there is room, with content of its own.
pub fn wide<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>) -> Press<'a, M> {
    Press::new(content).padding([7, 10]).width(iced::Fill).style(plain_style)
}

/// Words that are pressed, without a ground of their own.
pub fn quiet<'a, M: Clone + 'a>(name: impl text::IntoFragment<'a>) -> Press<'a, M> {
    worded(name).style(quiet_style)
}

/// One of several of which one is chosen.
pub fn tab<'a, M: Clone + 'a>(name: impl text::IntoFragment<'a>, chosen: bool) -> Press<'a, M> {
    worded(name).style(move |theme, status| tab_style(theme, status, chosen))
}

/// A filter that is on or off; its content is its own.
pub fn toggle<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>, on: bool) -> Press<'a, M> {
    Press::new(content).padding([4, 8]).style(move |theme, status| tab_style(theme, status, on))
}

/// Something that is so or not, with a box before its name.
pub fn check<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>, on: bool) -> Press<'a, M> {
    let mark = on.then(|| icon(Icon::Check, 12.0, Ink::OnAccent));
    let square = container(row![mark]).center(18).style(move |theme: &Theme| {
        let r = roles(theme);
        let ground = if on { r.accent } else { Color::TRANSPARENT };
        container::Style {
            background: Some(Background::Color(ground)),
            border: Border { color: if on { r.accent } else { r.muted }, width: 1.5, radius: 4.0.into() },
            ..container::Style::default()
        }
    });
    let line = row![square, content.into()].spacing(8).align_y(Center);
    Press::new(line).padding([5, 8]).style(quiet_style)
}

/// One of several of which one is chosen, each with a line around it.
pub fn segment<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>, chosen: bool) -> Press<'a, M> {
    Press::new(content).padding([6, 10]).style(move |theme, status| {
        let r = roles(theme);
        let color = if chosen { mix(r.line, r.accent, 0.7) } else { r.line };
        let style = tab_style(theme, status, chosen);
        Style { border: Border { color, width: 1.0, radius: RADIUS.into() }, ..style }
    })
}

/// A row of a list; the chosen one is marked, `at` is where the keyboard is.
pub fn entry<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>, chosen: bool) -> Press<'a, M> {
    Press::new(content).padding(0).style(move |theme, status| tab_style(theme, status, chosen))
}

/// A tile: a panel that is pressed as a whole; the keyboard is at the marked one.
pub fn tile<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>, marked: bool) -> Press<'a, M> {
    Press::new(content).by_arrows().padding(12).style(move |theme, status| {
        let r = roles(theme);
        let (ground, line) = match status {
            Status::Hovered | Status::Pressed => (r.raised, r.accent),
            _ if marked => (r.raised, r.focus),
            _ => (r.surface, r.line),
        };
        let width = if marked { 2.0 } else { 1.0 };
        Style { border: Border { color: line, width, radius: RADIUS.into() }, ..filled(ground, r.text) }
    })
}

/// A small rounded word that is pressed.
pub fn chip<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>) -> Press<'a, M> {
    Press::new(content).by_arrows().padding([2, 8]).style(|theme, status| Style {
        border: Border { radius: 9.0.into(), width: 1.0, color: roles(theme).line },
        ..plain_style(theme, status)
    })
}

/// Looks like a field, and opens what is typed into.
pub fn field<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>) -> Press<'a, M> {
    Press::new(content).padding(0).style(|theme, status| {
        let r = roles(theme);
        let line = match status {
            Status::Hovered | Status::Pressed => r.accent,
            _ => r.line,
        };
        Style { border: Border { color: line, width: 1.0, radius: RADIUS.into() }, ..filled(r.ground, r.text) }
    })
}

/// A card face that is pressed: nothing around it.
pub fn bare<'a, M: Clone + 'a>(content: impl Into<Element<'a, M>>) -> Press<'a, M> {
    Press::new(content).by_arrows().padding(0).style(|theme, _| filled(Color::TRANSPARENT, roles(theme).text))
}

fn worded<'a, M: Clone + 'a>(name: impl text::IntoFragment<'a>) -> Press<'a, M> {
    Press::new(words(name)).padding([7, 12])
}

fn words<'a>(name: impl text::IntoFragment<'a>) -> Text<'a> {
    text(name).size(size::BODY).font(theme::SEMIBOLD)
}

fn filled(ground: Color, ink: Color) -> Style {
    Style {
        // What cannot be seen is not painted: a row of a list would cost as much as a panel.
        background: (ground.a > 0.0).then_some(Background::Color(ground)),
        text_color: ink,
        border: iced::border::rounded(RADIUS),
        ..Style::default()
    }
}

fn plain_style(theme: &Theme, status: Status) -> Style {
    let r = roles(theme);
    let (ground, ink) = match status {
        Status::Active => (r.raised, r.text),
        Status::Hovered => (mix(r.raised, r.text, 0.12), r.text),
        Status::Pressed => (mix(r.raised, r.ground, 0.4), r.text),
        Status::Disabled => (mix(r.raised, r.surface, 0.6), mix(r.muted, r.surface, 0.45)),
    };
    Style { border: Border { color: r.line, width: 1.0, radius: RADIUS.into() }, ..filled(ground, ink) }
}

fn quiet_style(theme: &Theme, status: Status) -> Style {
    let r = roles(theme);
    let (ground, ink) = match status {
        Status::Active => (Color::TRANSPARENT, r.muted),
        Status::Hovered => (r.raised, r.text),
        Status::Pressed => (r.ground, r.text),
        Status::Disabled => (Color::TRANSPARENT, mix(r.muted, r.surface, 0.5)),
    };
    filled(ground, ink)
}

fn tab_style(theme: &Theme, status: Status, chosen: bool) -> Style {
    let r = roles(theme);
    match (chosen, status) {
        (true, _) => filled(mix(r.surface, r.accent, 0.20), r.text),
        (false, Status::Hovered | Status::Pressed) => filled(r.raised, r.text),
        (false, Status::Disabled) => filled(Color::TRANSPARENT, mix(r.muted, r.surface, 0.5)),
        (false, Status::Active) => filled(Color::TRANSPARENT, r.text),
    }
}

/// A muted count at the end of a row, right-aligned in a column of its own.
pub fn count<'a, M: 'a>(n: usize) -> Element<'a, M> {
    container(label::caption(n.to_string())).width(26).align_x(iced::Right).into()
}
