//! Cards to choose from, large, over the board: what an effect offers, and the hand that is kept or not.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::observation::{ActionTarget, ObservedCard};
use iced::widget::{Row, column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::table::{MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::space;
use crate::widget::card_spot::ShownCard;
use crate::widget::face::FaceRequest;
use crate::widget::{Element, button, face, field, label, panel};

/// Widths of a face.
const MOST: f32 = 288.0;
const LEAST: f32 = 118.0;
/// What the panel has around its cards.
const AROUND: Size = Size::new(112.0, 190.0);

/// Width of a face where so many lie in so much room, in as many rows as fit best.
fn width(count: usize, board: Size) -> f32 {
    let room = Size::new(board.width - AROUND.width, board.height - AROUND.height);
    let fits = |rows: usize| {
        let columns = count.div_ceil(rows) as f32;
        let wide = (room.width - space::M * (columns - 1.0)) / columns;
        let high = (room.height - space::M * (rows as f32 - 1.0)) / rows as f32;
        wide.min(high / face::height(100.0) * 100.0)
    };
    (1..=3).map(fits).fold(LEAST, f32::max).min(MOST).floor()
}

/// The faces that are shown.
pub fn wanted(table: &MatchTable, board: Size) -> Vec<FaceRequest> {
    let Some(cards) = table.choice() else { return Vec::new() };
    let width = width(cards.len(), board) as u32;
    cards.iter().filter_map(|seen| Some((seen.card?, width))).collect()
}

/// The cards over the board, if there are some to choose from.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>, board: Size) -> Option<Element<'a, Message>> {
    if table.choice_hidden() {
        let back = button::primary(tr!("Back to your choice  (Esc)")).on_press(Message::ChoiceHidden(false));
        return Some(container(back).width(Fill).height(Fill).center_x(Fill).align_top(Fill).padding(space::M).into());
    }
    let cards = table.choice()?;
    let width = width(cards.len(), board);
    let spots: Vec<ActionTarget> = cards.iter().filter_map(|seen| seen.key.map(ActionTarget::Card)).collect();
    let faces = cards.iter().map(|seen| card(table, context, seen, width));
    let observation = table.observation();
    let asked = observation.prompt.as_ref().map_or("", |prompt| prompt.text.as_str());
    let rest = table
        .listed()
        .into_iter()
        .filter(|at| !observation.actions[*at].targets.iter().any(|target| spots.contains(target)));
    let answers = rest.enumerate().map(|(place, at)| {
        let words = capital(&observation.actions[at].label);
        let answer = if place == 0 { button::primary(words) } else { button::plain(words) };
        answer.on_press(Message::Chosen(at)).into()
    });
    let hide = button::quiet(tr!("Look at the table  (Esc)")).on_press(Message::ChoiceHidden(true));
    let head = row![label::section(asked), gap::horizontal(), hide].spacing(space::M).align_y(Center);
    let faces = Row::with_children(faces).spacing(space::M).wrap().vertical_spacing(space::M);
    let answers = Row::with_children(answers).spacing(space::S).wrap();
    let content = column![head, field::scrolled(container(faces).center_x(Fill)), answers].spacing(space::L);
    let shown = container(content).padding(space::L).max_width(board.width - space::XL).style(panel::floating);
    let back = container(container(shown).center_x(Fill)).center(Fill).padding(space::M).style(panel::shade);
    // What lies below cannot be pressed by mistake.
    Some(iced::widget::opaque(back))
}

fn card<'a>(
    table: &'a MatchTable,
    context: ScreenContext<'a>,
    seen: &'a ObservedCard,
    width: f32,
) -> Element<'a, Message> {
    let shown = match seen.card {
        Some(card) => context.gallery.plain_face(card, width),
        None => face::back(width),
    };
    let Some(spot) = seen.key.map(ActionTarget::Card) else { return shown };
    let may = table.is_actionable(spot);
    let meant = table.selected_action().is_some_and(|(_, act)| act.targets.contains(&spot));
    let ring = may.then(|| face::ring(width, meant));
    let layers = iced::widget::stack![shown].push(ring).width(width).height(face::height(width));
    let press = button::bare(layers).on_press_maybe(may.then_some(Message::Pressed(spot)));
    match ShownCard::on_table(seen) {
        Some(shown) => context.gallery.spot(shown, press).at_hand(meant).into(),
        None => press.into(),
    }
}
