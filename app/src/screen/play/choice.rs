//! A choice, large, over the board: cards that an effect offers, the hand that is kept or not, who goes first.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::{ActionTarget, PromptKind};
use iced::widget::{Row, column, container, row, text};
use iced::{Center, Fill, Shrink, Size};

use super::face_grid::FaceGrid;
use super::table::{KEYS, MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::{self, space};
use crate::widget::face::FaceRequest;
use crate::widget::{Element, button, label, panel};

/// Width of a choice without cards.
const FEW_WORDS: f32 = 480.0;

/// The faces that are shown.
pub fn wanted(table: &MatchTable, board: Size) -> Vec<FaceRequest> {
    let Some(cards) = table.choice() else { return Vec::new() };
    let width = FaceGrid::fit(cards.len(), board).width as u32;
    cards.iter().filter_map(|seen| Some((seen.card?, width))).collect()
}

/// The cards over the board, if there are some to choose from.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>, board: Size) -> Option<Element<'a, Message>> {
    if table.choice_hidden() {
        let back = button::primary(tr!("Back to your choice  (Esc)")).on_press(Message::ChoiceHidden(false));
        return Some(container(back).width(Fill).height(Fill).center_x(Fill).align_top(Fill).padding(space::M).into());
    }
    let observation = table.observation();
    let cards = table.choice()?;
    let spots: Vec<ActionTarget> = cards.iter().filter_map(|seen| seen.key.map(ActionTarget::Card)).collect();
    let of_piles = table.pile_choice().is_some();
    let used = table.about().filter(|_| of_piles).and_then(|spot| match spot {
        ActionTarget::Card(key) => observation.card(key),
        _ => None,
    });
    let asked = match (used, &observation.prompt) {
        (Some(seen), _) => tr!("{card}: choose a card", card = seen.name.as_str()),
        (None, prompt) => prompt.as_ref().map_or(String::new(), |prompt| prompt.text.clone()),
    };
    // What is done with one of several cards is chosen at its face.
    let at_a_face = |at: &usize| spots.len() > 1 && observation.actions[*at].targets.iter().any(|t| spots.contains(t));
    let rest = table.candidates().into_iter().filter(|at| !at_a_face(at));
    let opens = observation.prompt.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Mulligan);
    let answers = rest.enumerate().map(|(place, at)| {
        let act = &observation.actions[at];
        let key = table.listed().iter().position(|listed| *listed == at).filter(|place| opens && *place < KEYS);
        let key = key.map(|place| text((place + 1).to_string()).size(theme::size::CAPTION));
        let words = text(capital(&act.label)).size(theme::size::BODY).font(theme::SEMIBOLD);
        let words = row![words].push(key).spacing(space::S).align_y(Center);
        let answer = if place == 0 && !act.discards { button::loud(words) } else { button::wide(words).width(Shrink) };
        // What it brings, where that decides.
        let brings = (opens && !act.effect_text.is_empty()).then(|| label::caption(act.effect_text.as_str()));
        row![answer.on_press(Message::Chosen(at))].push(brings).spacing(space::S).align_y(Center).into()
    });
    let hide = if of_piles {
        button::quiet(tr!("Cancel  (Esc)")).on_press(Message::Widened)
    } else {
        button::quiet(tr!("Look at the table  (Esc)")).on_press(Message::ChoiceHidden(true))
    };
    // Who goes first matters for whether a hand is kept.
    let first = (opens && observation.turn == 0).then(|| {
        label::body(match table.audience().subject(observation.active) {
            Some(who) => tr!("{who} goes first.", who),
            None => tr!("You go first."),
        })
        .style(label::muted)
    });
    let asked = row![label::section(asked)].push(first).spacing(space::M).align_y(Center).wrap();
    let head = row![container(asked).width(Fill), hide].spacing(space::M).align_y(Center);
    let faces = (!cards.is_empty()).then(|| FaceGrid::fit(cards.len(), board).view(table, context, &cards));
    let answers = Row::with_children(answers).spacing(if opens { space::XL } else { space::S }).wrap();
    let most = if cards.is_empty() { FEW_WORDS } else { board.width - space::XL };
    let content = column![head].push(faces).push(answers).spacing(space::L);
    let shown = container(content).padding(space::L).max_width(most.min(board.width)).style(panel::floating);
    let back = container(container(shown).center_x(Fill)).center(Fill).padding(space::M).style(panel::shade);
    // What lies below cannot be pressed by mistake.
    Some(iced::widget::opaque(back))
}
