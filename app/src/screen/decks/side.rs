//! What there is to say about the deck, beside it: what the format says, notes and lists, sideboard plans.

mod check;
mod lacks;
pub mod notes;
pub mod plans;

use catalog::tr;
use iced::widget::{column, container, row};
use iced::{Fill, Size};

use super::editor::{Beside, Editor, Message};
use crate::screen::Look;
use crate::theme::space;
use crate::widget::{Element, button, field, label, panel};

/// Width of the panel.
pub fn width(room: Size) -> f32 {
    if room.width > 1500.0 { 380.0 } else { 308.0 }
}

/// The panel.
pub fn view<'a>(look: Look<'a>, editor: &'a Editor) -> Element<'a, Message> {
    let tab = |name, beside| {
        let chosen = editor.beside == beside;
        button::toggle(container(label::line(name)).center_x(Fill), chosen)
            .width(Fill)
            .on_press(Message::BesideChosen(beside))
    };
    let wrong = editor.report.as_ref().map_or(0, |r| r.violations.len());
    let checks = if wrong == 0 { tr!("Check") } else { tr!("Check  {wrong}", wrong) };
    let tabs = row![tab(checks, Beside::Check), tab(tr!("Notes"), Beside::Notes), tab(tr!("Plans"), Beside::Plans)];
    let page = match editor.beside {
        Beside::Check => check::view(look, editor),
        Beside::Notes => editor.notes.view(look, &editor.bench.deck),
        Beside::Plans => editor.plans.view(look, &editor.bench.deck),
    };
    let page = page.padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
    let tabs = container(tabs.spacing(2)).padding([space::S, space::M]);
    column![tabs, panel::flat(), field::scrolled(page).width(Fill).height(Fill)].into()
}
