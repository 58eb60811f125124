//! Small charts: the curve of costs, shares of factions, and the meter of deckbuilding points.

use catalog::{CardIx, Game};
use iced::widget::{column, container, row, space};
use iced::{Background, Color, Fill, FillPortion, Theme};

use super::{Element, label};
use crate::theme::{self, mix, roles};

/// How many cards there are of each cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Curve {
    /// By cost from 0; the last one is that cost and more.
    pub bars: Vec<u32>,
}

impl Curve {
    /// The curve of some cards; those without a cost are left out.
    pub fn of(game: &Game, cards: impl IntoIterator<Item = CardIx>) -> Curve {
        let mut bars = vec![0; 8];
        if let Some(field) = game.cost_field() {
            for card in cards {
                if let Some(n) = game.card(card).number_in(field) {
                    bars[n.clamp(0, 7) as usize] += 1;
                }
            }
        }
        Curve { bars }
    }

    /// The chart, `height` pixels high, as wide as there is room.
    pub fn view<'a, M: 'a>(self, height: f32) -> Element<'a, M> {
        let most = self.bars.iter().copied().max().unwrap_or(0).max(1) as f32;
        let room = height - 2.0 * WORD;
        let last = self.bars.len() - 1;
        let bars = self.bars.into_iter().enumerate().map(|(cost, n)| {
            let high = if n == 0 { 2.0 } else { (room * n as f32 / most).round().max(4.0) };
            let bar = container("").width(Fill).height(high).style(move |theme: &Theme| {
                let r = roles(theme);
                container::Style {
                    background: Some(Background::Color(if n == 0 { r.line } else { mix(r.surface, r.accent, 0.85) })),
                    border: iced::border::rounded(2),
                    ..container::Style::default()
                }
            });
            let word = |word: String| label::caption(word).width(Fill).height(WORD).center();
            let count = word(if n == 0 { String::new() } else { n.to_string() });
            let cost = word(if cost == last { format!("{cost}+") } else { cost.to_string() });
            let count = count.font(theme::SEMIBOLD).style(iced::widget::text::default);
            column![space().height(Fill), count, bar, cost].width(Fill).height(height).into()
        });
        iced::widget::Row::with_children(bars).spacing(4).width(Fill).height(height).into()
    }
}

/// Height of a number above or below a bar.
const WORD: f32 = 17.0;

/// A bar of which a part is filled; over its end it turns red.
pub fn meter<'a, M: 'a>(value: f32, most: f32, height: f32) -> Element<'a, M> {
    let share = if most > 0.0 { value / most } else { 0.0 };
    let full = (share.clamp(0.0, 1.0) * 1000.0).round() as u16;
    let part = move |filled: bool| {
        move |theme: &Theme| {
            let r = roles(theme);
            let colour = match (filled, share > 1.0) {
                (false, _) => r.raised,
                (true, true) => r.bad,
                (true, false) => r.accent,
            };
            container::Style {
                background: Some(Background::Color(colour)),
                border: iced::border::rounded(height / 2.0),
                ..container::Style::default()
            }
        }
    };
    let mut bar = row![].height(height);
    if full > 0 {
        bar = bar.push(container("").width(FillPortion(full)).height(Fill).style(part(true)));
    }
    if full < 1000 {
        bar = bar.push(container("").width(FillPortion(1000 - full)).height(Fill));
    }
    container(bar).width(Fill).height(height).style(part(false)).into()
}

/// Shares of a whole in their colours, side by side.
pub fn shares<'a, M: 'a>(parts: &[(Color, u32)], height: f32) -> Element<'a, M> {
    let bars = parts.iter().filter(|(_, n)| *n > 0).map(|(colour, n)| {
        let colour = *colour;
        container("")
            .width(FillPortion((*n).min(60_000) as u16))
            .height(height)
            .style(move |_| container::Style {
                background: Some(Background::Color(colour)),
                border: iced::border::rounded(2),
                ..container::Style::default()
            })
            .into()
    });
    iced::widget::Row::with_children(bars).spacing(2).width(Fill).height(height).into()
}
