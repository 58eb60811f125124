//! Fields to type into and to choose from.

use iced::widget::{container, pick_list, row, scrollable, text_editor, text_input};
use iced::{Background, Border, Color, Fill, Shadow, Theme};

use super::{button, label};
use crate::theme::{self, RADIUS, Roles, mix, roles, size, space};

/// A field of one line.
pub fn line<'a, M: Clone + 'a>(placeholder: impl AsRef<str>, value: &str) -> text_input::TextInput<'a, M> {
    text_input(placeholder.as_ref(), value).size(size::BODY).padding([8, 12]).style(line_style)
}

/// A name that can be typed over: looks like a heading until the cursor is there.
pub fn heading<'a, M: Clone + 'a>(placeholder: impl AsRef<str>, value: &str) -> text_input::TextInput<'a, M> {
    text_input(placeholder.as_ref(), value).size(size::SECTION).font(theme::SEMIBOLD).padding([4, 8]).style(
        |theme, status| {
            let r = roles(theme);
            let style = line_style(theme, status);
            match status {
                text_input::Status::Active | text_input::Status::Disabled => text_input::Style {
                    background: Background::Color(Color::TRANSPARENT),
                    border: Border { color: Color::TRANSPARENT, width: 1.0, radius: RADIUS.into() },
                    ..style
                },
                text_input::Status::Hovered => text_input::Style { background: Background::Color(r.raised), ..style },
                text_input::Status::Focused { .. } => style,
            }
        },
    )
}

/// How a field of one line looks.
pub fn line_style(theme: &Theme, status: text_input::Status) -> text_input::Style {
    let r = roles(theme);
    let line = match status {
        text_input::Status::Focused { .. } => r.focus,
        text_input::Status::Hovered => mix(r.line, r.text, 0.25),
        _ => r.line,
    };
    text_input::Style {
        background: Background::Color(sunk(r)),
        border: Border { color: line, width: 1.0, radius: RADIUS.into() },
        icon: r.muted,
        placeholder: r.muted,
        value: r.text,
        selection: mix(sunk(r), r.accent, 0.45),
    }
}

/// A field of many lines.
pub fn editor_style(theme: &Theme, status: text_editor::Status) -> text_editor::Style {
    let r = roles(theme);
    let line = if matches!(status, text_editor::Status::Focused { .. }) { r.focus } else { r.line };
    text_editor::Style {
        background: Background::Color(sunk(r)),
        border: Border { color: line, width: 1.0, radius: RADIUS.into() },
        placeholder: r.muted,
        value: r.text,
        selection: mix(sunk(r), r.accent, 0.45),
    }
}

/// What can be chosen from a list, by the name that it has there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Labeled<T> {
    /// What it is: an id, a place among others.
    pub value: T,
    /// Its name.
    pub label: String,
}

impl<T> Labeled<T> {
    /// Something by its name.
    pub fn new(value: T, name: impl Into<String>) -> Labeled<T> {
        Labeled { value, label: name.into() }
    }
}

impl<T> std::fmt::Display for Labeled<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.label)
    }
}

/// A number between two bounds, with one less and one more.
pub fn stepper<'a, M: Clone + 'a>(
    number: usize,
    (least, most): (usize, usize),
    set: impl Fn(usize) -> M,
) -> super::Element<'a, M> {
    let to = |n: Option<usize>| n.filter(|n| (least..=most).contains(n)).map(&set);
    row![
        button::step("−").on_press_maybe(to(number.checked_sub(1))),
        container(label::emphasis(number.to_string())).center_x(36),
        button::step("+").on_press_maybe(to(number.checked_add(1))),
    ]
    .spacing(space::XS)
    .align_y(iced::Center)
    .into()
}

/// A list to choose one from.
pub fn choice<'a, T, M>(
    options: Vec<T>,
    chosen: Option<T>,
    picked: impl Fn(T) -> M + 'a,
) -> pick_list::PickList<'a, T, Vec<T>, T, M>
where
    T: ToString + PartialEq + Clone + 'a,
    M: Clone,
{
    pick_list(options, chosen, picked)
        .text_size(size::BODY)
        .padding([7, 12])
        .style(|theme, status| {
            let r = roles(theme);
            let ground = match status {
                pick_list::Status::Active => r.raised,
                _ => mix(r.raised, r.text, 0.12),
            };
            pick_list::Style {
                text_color: r.text,
                placeholder_color: r.muted,
                handle_color: r.muted,
                background: Background::Color(ground),
                border: Border { color: r.line, width: 1.0, radius: RADIUS.into() },
            }
        })
        .menu_style(|theme| {
            let r = roles(theme);
            iced::widget::overlay::menu::Style {
                background: Background::Color(r.raised),
                border: Border { color: super::panel::raised_line(theme), width: 1.0, radius: RADIUS.into() },
                text_color: r.text,
                selected_text_color: r.on_accent,
                selected_background: Background::Color(r.accent),
                shadow: Shadow::default(),
            }
        })
}

/// Scroll bars: thin, and hardly there until they are needed.
pub fn scroll_style(theme: &Theme, status: scrollable::Status) -> scrollable::Style {
    let r = roles(theme);
    let strength = match status {
        scrollable::Status::Active { .. } => 0.18,
        scrollable::Status::Hovered { is_vertical_scrollbar_hovered: true, .. } => 0.45,
        scrollable::Status::Hovered { .. } => 0.28,
        scrollable::Status::Dragged { .. } => 0.55,
    };
    let scroller = scrollable::Scroller {
        background: Background::Color(mix(r.ground, r.text, strength)),
        border: iced::border::rounded(4),
    };
    let rail = scrollable::Rail { background: None, border: Border::default(), scroller };
    scrollable::Style { vertical_rail: rail, horizontal_rail: rail, ..scrollable::default(theme, status) }
}

/// A column that scrolls when it is too long.
pub fn scrolled<'a, M: 'a>(content: impl Into<super::Element<'a, M>>) -> scrollable::Scrollable<'a, M> {
    scrollable(content)
        .direction(scrollable::Direction::Vertical(scrollable::Scrollbar::new().width(8).scroller_width(6).spacing(4)))
        .style(scroll_style)
}

/// Width of the bar with the room beside it.
pub const BAR: f32 = 12.0;

/// The same, where the room of the bar is kept free even if nothing is scrolled: what stands above keeps its columns.
pub fn scrolled_steady<'a, M: 'a>(content: impl Into<super::Element<'a, M>>) -> scrollable::Scrollable<'a, M> {
    let bar = scrollable::Scrollbar::new().width(8).scroller_width(6);
    scrollable(container(content).width(Fill).padding(iced::padding::right(BAR)))
        .direction(scrollable::Direction::Vertical(bar))
        .style(scroll_style)
}

fn sunk(r: &Roles) -> Color {
    if r.ground == theme::LIGHT.ground { Color::WHITE } else { mix(r.ground, Color::BLACK, 0.25) }
}
