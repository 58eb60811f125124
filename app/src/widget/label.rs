//! Text in the sizes and colours of the window.

use iced::widget::text::{Style, Wrapping};
use iced::widget::{Text, text};
use iced::{Color, Theme};

use crate::theme::{self, roles, size};

/// Text that is read.
pub fn body<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::BODY).line_height(1.4)
}

/// A name on a line of its own, cut off rather than wrapped.
pub fn line<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::BODY).wrapping(Wrapping::None)
}

/// A remark or a label.
pub fn caption<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::CAPTION).style(muted)
}

/// What stands out.
pub fn emphasis<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::EMPHASIS).font(theme::SEMIBOLD)
}

/// The name of a section.
pub fn section<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::SECTION).font(theme::SEMIBOLD)
}

/// The name of a page.
pub fn page<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::PAGE).font(theme::BOLD)
}

/// The name of a group within a panel.
pub fn group<'a>(content: impl text::IntoFragment<'a>) -> Text<'a> {
    text(content).size(size::CAPTION).font(theme::SEMIBOLD).style(muted)
}

/// As other words, where those around it are quieter.
pub fn plain(theme: &Theme) -> Style {
    Style { color: Some(roles(theme).text) }
}

/// Less loud.
pub fn muted(theme: &Theme) -> Style {
    Style { color: Some(roles(theme).muted) }
}

/// There, but of no use now.
pub fn faint(theme: &Theme) -> Style {
    let r = roles(theme);
    Style { color: Some(theme::mix(r.muted, r.surface, 0.5)) }
}

/// Fine.
pub fn good(theme: &Theme) -> Style {
    Style { color: Some(roles(theme).good) }
}

/// Look here.
pub fn warn(theme: &Theme) -> Style {
    Style { color: Some(roles(theme).warn) }
}

/// Wrong.
pub fn bad(theme: &Theme) -> Style {
    Style { color: Some(roles(theme).bad) }
}

/// What is chosen.
pub fn accent(theme: &Theme) -> Style {
    Style { color: Some(roles(theme).accent) }
}

/// A colour that a card or faction brings.
pub fn tinted(colour: Color) -> impl Fn(&Theme) -> Style {
    move |_| Style { color: Some(colour) }
}
