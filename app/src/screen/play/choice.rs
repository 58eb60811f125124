//! A choice, large, over the board: cards that an effect offers, the hand that is kept or not, who goes first.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::observation::{ActionTarget, ObservedCard};
use iced::widget::{Row, column, container, row, space as gap};
use iced::{Center, Fill, Size};

use super::table::{MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::{size, space};
use crate::widget::card_spot::ShownCard;
use crate::widget::face::FaceRequest;
use crate::widget::{Element, button, cut, face, field, label, panel};

/// Widths of a face.
const MOST: f32 = 288.0;
const LEAST: f32 = 118.0;
/// What the panel has around its cards.
const AROUND: Size = Size::new(112.0, 190.0);
/// Height of a line of the text below a face that is too small to show it.
const LINE: f32 = 17.0;

/// Lines of such a text: fewer where faces lie in rows.
fn text_lines(count: usize) -> u16 {
    if count > 5 { 3 } else { 5 }
}

/// Width of a choice without cards.
const FEW_WORDS: f32 = 480.0;

/// Width of a face where so many lie in so much room, and how many of them in a row.
fn width(count: usize, board: Size) -> (f32, usize) {
    let text = LINE * f32::from(text_lines(count));
    let room = Size::new(board.width - AROUND.width, board.height - AROUND.height);
    let fits = |rows: usize| {
        let columns = count.div_ceil(rows).max(1) as f32;
        let wide = (room.width - space::M * (columns - 1.0)) / columns;
        let high = (room.height - space::M * (rows as f32 - 1.0)) / rows as f32 - text;
        (wide.min(high / face::height(100.0) * 100.0).clamp(LEAST, MOST).floor(), columns as usize)
    };
    let wider = |best: (f32, usize), other: (f32, usize)| if other.0 > best.0 { other } else { best };
    (2..=3).map(fits).fold(fits(1), wider)
}

/// The faces that are shown.
pub fn wanted(table: &MatchTable, board: Size) -> Vec<FaceRequest> {
    let Some(cards) = table.choice() else { return Vec::new() };
    let width = width(cards.len(), board).0 as u32;
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
    let (width, columns) = width(cards.len(), board);
    let spots: Vec<ActionTarget> = cards.iter().filter_map(|seen| seen.key.map(ActionTarget::Card)).collect();
    let lines = text_lines(cards.len());
    let faces = cards.iter().map(|seen| card(table, context, seen, width, lines));
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
    let faces = (!cards.is_empty()).then(|| {
        let faces = Row::with_children(faces).spacing(space::M).wrap().vertical_spacing(space::M);
        let rows = container(faces).max_width((width + space::M) * columns as f32);
        field::scrolled(container(rows).center_x(Fill))
    });
    let answers = Row::with_children(answers).spacing(space::S).wrap();
    let most = if cards.is_empty() { FEW_WORDS } else { board.width - space::XL };
    let content = column![head].push(faces).push(answers).spacing(space::L);
    let shown = container(content).padding(space::L).max_width(most.min(board.width)).style(panel::floating);
    let back = container(container(shown).center_x(Fill)).center(Fill).padding(space::M).style(panel::shade);
    // What lies below cannot be pressed by mistake.
    Some(iced::widget::opaque(back))
}

fn card<'a>(
    table: &'a MatchTable,
    context: ScreenContext<'a>,
    seen: &'a ObservedCard,
    width: f32,
    lines: u16,
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
    let shown: Element<'a, Message> = match ShownCard::on_table(seen) {
        Some(shown) => context.gallery.spot(shown, press).at_hand(meant).into(),
        None => press.into(),
    };
    let text = seen.card.map(|card| context.game().card(card).text.replace('\n', " "));
    let text = text.filter(|text| !text.is_empty() && width < catalog::face::SMALL_BELOW as f32);
    let text = text.map(|text| cut(text).size(size::CAPTION).style(label::muted).lines(lines));
    column![shown].push(text).width(width).spacing(space::XS).into()
}
