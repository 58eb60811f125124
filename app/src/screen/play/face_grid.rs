//! Cards large, in rows over the board: those to choose from, those of a pile.

use catalog::fold::capital;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{ObservedCard, ZoneLayout};
use iced::widget::{Row, column, container};
use iced::{Center, Fill, Size};

use super::table::{MatchTable, Message};
use crate::screen::ScreenContext;
use crate::theme::{size, space};
use crate::widget::card_spot::ShownCard;
use crate::widget::{Element, button, cut, face, field, label};

/// Widths of a face.
const MOST: f32 = 288.0;
const LEAST: f32 = 118.0;
/// What a panel over the board has around its cards.
const AROUND: Size = Size::new(112.0, 160.0);
/// Height of a word above a face, and what a head of two lines takes more.
const CAPTION: f32 = 20.0;
const SLACK: f32 = 50.0;
/// Height of a line of the text below a face that is too small to show it.
const LINE: f32 = 17.0;

/// How large cards are, and how many lie in a row.
#[derive(Debug, Clone, Copy)]
pub struct FaceGrid {
    /// Width of a face.
    pub width: f32,
    columns: usize,
    /// Whether all rows may be higher than their room.
    is_high: bool,
    /// Lines of the text below a face that is too small to show it.
    text_lines: u16,
}

impl FaceGrid {
    /// As large as so many cards can be in so much room.
    pub fn fit(count: usize, board: Size) -> FaceGrid {
        let text_lines = if count > 5 { 4 } else { 5 };
        let text = LINE * f32::from(text_lines) + space::XS;
        let room = Size::new(board.width - AROUND.width, board.height - AROUND.height);
        let fits = |rows: usize| {
            let columns = count.div_ceil(rows).max(1) as f32;
            let wide = (room.width - space::M * (columns - 1.0)) / columns;
            let high = (room.height - space::M * (rows as f32 - 1.0)) / rows as f32 - text;
            (wide.min(high / face::height(100.0) * 100.0).min(MOST), columns as usize)
        };
        let wider = |best: (f32, usize), other: (f32, usize)| if other.0 > best.0 { other } else { best };
        let (width, columns) = (2..=3).map(fits).fold(fits(1), wider);
        let width = width.max(LEAST).floor();
        let columns = columns.min(((room.width + space::M) / (width + space::M)) as usize);
        let rows = count.div_ceil(columns.max(1)) as f32;
        let height = rows * (face::height(width) + text + CAPTION + space::M);
        FaceGrid { width, columns, is_high: height > room.height - SLACK, text_lines }
    }

    /// The cards, in rows that are scrolled where they are too many.
    pub fn view<'a>(
        self,
        table: &'a MatchTable,
        context: ScreenContext<'a>,
        cards: &[&'a ObservedCard],
    ) -> Element<'a, Message> {
        // What is kept apart, such as a secret mission, is told from the hand.
        let captions: Vec<Option<String>> = cards.iter().map(|seen| zone_apart(table, seen)).collect();
        let any = captions.iter().any(Option::is_some);
        let faces = cards.iter().zip(captions).map(|(seen, caption)| {
            let caption = any.then(|| label::group(caption.unwrap_or_default()));
            column![].push(caption).push(self.card(table, context, seen)).spacing(space::XS).into()
        });
        let faces = Row::with_children(faces).spacing(space::M).wrap().vertical_spacing(space::M).align_x(Center);
        let rows = container(faces).max_width((self.width + space::M) * self.columns as f32);
        // What stands below keeps its room: what fills is laid out last.
        let height = if self.is_high { Fill } else { iced::Shrink };
        container(field::scrolled(container(rows).center_x(Fill))).height(height).into()
    }

    fn card<'a>(
        self,
        table: &'a MatchTable,
        context: ScreenContext<'a>,
        seen: &'a ObservedCard,
    ) -> Element<'a, Message> {
        let width = self.width;
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
        let text = text.map(|text| cut(text).size(size::CAPTION).style(label::muted).lines(self.text_lines));
        column![shown].push(text).width(width).spacing(space::XS).into()
    }
}

/// The title of the zone that a card is kept apart in.
fn zone_apart(table: &MatchTable, seen: &ObservedCard) -> Option<String> {
    let mut cards = table.observation().cards();
    let (_, zone, _) = cards.find(|(_, zone, other)| other.key == seen.key && zone.layout == ZoneLayout::Apart)?;
    Some(capital(&zone.title))
}
