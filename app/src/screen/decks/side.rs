//! What there is to say about the deck, beside it: what the format says, notes and lists, sideboard plans.

mod check;
mod missing;
pub mod notes;
pub mod plans;

use catalog::tr;
use iced::widget::{column, container, row};
use iced::{Fill, Size};

use super::editor::{Editor, Message, SidePanel};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::{Element, button, field, label, panel};

/// Width of the panel.
pub fn width(bounds: Size) -> f32 {
    if bounds.width > 1500.0 { 380.0 } else { 308.0 }
}

/// The panel.
pub fn view<'a>(context: ScreenContext<'a>, editor: &'a Editor) -> Element<'a, Message> {
    let tab = |name, beside| {
        let chosen = editor.side_panel == beside;
        button::toggle(container(label::line(name)).center_x(Fill), chosen)
            .width(Fill)
            .on_press(Message::SidePanelChosen(beside))
    };
    let wrong = editor.report.as_ref().map_or(0, |r| r.violations.len());
    let checks = if wrong == 0 { tr!("Check") } else { tr!("Check  {wrong}", wrong) };
    let tabs =
        row![tab(checks, SidePanel::Check), tab(tr!("Notes"), SidePanel::Notes), tab(tr!("Plans"), SidePanel::Plans)];
    let page = match editor.side_panel {
        SidePanel::Check => check::view(context, editor),
        SidePanel::Notes => editor.notes.view(context, &editor.session.deck),
        SidePanel::Plans => editor.plans.view(context, &editor.session.deck),
    };
    let page = page.padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
    let tabs = container(tabs.spacing(2)).padding([space::S, space::M]);
    column![tabs, panel::flat(), field::scrolled(page).width(Fill).height(Fill)].into()
}
