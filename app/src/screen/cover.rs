//! The cover between two people at one window: it says whose turn it is, and shows nothing else.

use catalog::tr;
use iced::widget::{column, container};
use iced::{Center, Fill};

use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, label, panel};

/// Waits for a person: their name, where they sit, and what says that they do.
pub fn view<'a, M: Clone + 'a>(name: &str, place: &str, sat_down: M) -> Element<'a, M> {
    let content = column![
        icon(Icon::Limited, 56.0, Ink::Accent),
        label::page(tr!("Pass to {name}", name)),
        label::emphasis(place.to_owned()).style(label::muted),
        label::body(tr!("The other seats are hidden. Press Enter when you sit here.")).style(label::muted),
        container(button::primary(tr!("Take this seat  (Enter)")).on_press(sat_down)).padding([12, 0]),
    ];
    container(content.spacing(space::M).align_x(Center)).center(Fill).style(panel::ground).into()
}
