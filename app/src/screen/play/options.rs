//! The pace of the table and what it passes, in a panel over the board.

use catalog::fold::capital;
use catalog::tr;
use iced::widget::{Column, Row, column, container};
use iced::{Fill, Right, Top};

use super::preferences::{AutoPass, Pace};
use super::table::{MatchTable, Message};
use crate::sound;
use crate::theme::space;
use crate::widget::{Element, button, label, panel};

const WIDTH: f32 = 330.0;

/// The panel, if it is open.
pub fn view(table: &MatchTable) -> Option<Element<'_, Message>> {
    if !table.options_shown() {
        return None;
    }
    let chosen = table.preferences();
    let paces = Pace::all()
        .map(|pace| button::tab(pace.label(), pace == chosen.pace).on_press(Message::PaceChosen(pace)).into());
    let passes = AutoPass::all().map(|auto_pass| {
        let entry = container(label::body(auto_pass.label())).padding([5, 8]);
        let entry = button::entry(entry, auto_pass == chosen.auto_pass).width(Fill);
        entry.on_press(Message::AutoPassChosen(auto_pass)).into()
    });
    let phases = table.saved().session.phases();
    let stops = (!phases.is_empty()).then(|| {
        let stops = phases.into_iter().map(|phase| {
            let stops = table.stops_in(&phase.id);
            let word = label::caption(capital(&phase.label));
            button::segment(word, stops).padding([4, 8]).on_press(Message::StopToggled(phase.id)).into()
        });
        let stops = Row::with_children(stops).spacing(space::XS).wrap().vertical_spacing(space::XS);
        column![label::group(tr!("Always stop in")), stops].spacing(space::S)
    });
    let sounds = sound::AVAILABLE.then(|| {
        let choices = [(tr!("sounds" => "On"), false), (tr!("sounds" => "Off"), true)].map(|(word, silent)| {
            button::tab(word, silent == chosen.silent).on_press(Message::SilenceChosen(silent)).into()
        });
        column![label::group(tr!("Sounds")), Row::with_children(choices).spacing(space::XS)].spacing(space::S)
    });
    let skip = tr!("Space skips ahead to your next decision, V replays the last turn.");
    let content = column![
        label::group(tr!("Animation speed")),
        Row::with_children(paces).spacing(space::XS),
        label::caption(skip),
        label::group(tr!("In an opponent’s turn")),
        Column::with_children(passes).spacing(1),
    ]
    .push(stops)
    .push(sounds)
    .spacing(space::S);
    let shown = container(content).width(WIDTH).padding(space::M).style(panel::floating);
    Some(container(shown).width(Fill).height(Fill).padding(space::S).align_x(Right).align_y(Top).into())
}
