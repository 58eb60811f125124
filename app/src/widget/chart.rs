//! Charts: bars that stand, such as the curve of costs; shares of a whole; meters; and the cells of a table of shares.

use catalog::localize::localize_percent;
use catalog::{CardIx, GameData, tr};
use iced::widget::{column, container, row, space};
use iced::{Background, Color, Fill, FillPortion, Theme};

use super::{Element, label};
use crate::theme::{self, mix, roles};

/// How many cards there are of each cost.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CostCurve {
    /// By cost from 0; the last one is that cost and more.
    pub bars: Vec<u32>,
}

impl CostCurve {
    /// What it is called in this game, by its word for costs.
    pub fn title(game: &GameData) -> String {
        match game.cost_field().map(|field| game.fields[field].name.as_str()) {
            Some(cost) if !cost.eq_ignore_ascii_case("cost") => tr!("{cost} curve", cost),
            _ => tr!("Cost curve"),
        }
    }

    /// The curve of some cards; those without a cost are left out.
    pub fn from_cards(game: &GameData, cards: impl IntoIterator<Item = CardIx>) -> CostCurve {
        let mut bars = vec![0; 8];
        if let Some(field) = game.cost_field() {
            for card in cards {
                if let Some(n) = game.card(card).number_in(field) {
                    bars[n.clamp(0, 7) as usize] += 1;
                }
            }
        }
        CostCurve { bars }
    }

    /// The bars alone, where there is no room for numbers.
    pub fn sparkline<'a, M: 'a>(&self, width: f32, height: f32) -> Element<'a, M> {
        let most = self.bars.iter().copied().max().unwrap_or(0).max(1) as f32;
        let bars = self.bars.iter().map(|n| {
            let high = if *n == 0 { 1.0 } else { (height * *n as f32 / most).max(2.0) };
            let empty = *n == 0;
            let bar = container("").width(Fill).height(high).style(move |theme: &Theme| {
                let r = roles(theme);
                let ground = if empty { r.line } else { mix(r.surface, r.accent, 0.7) };
                container::Style { background: Some(ground.into()), ..container::Style::default() }
            });
            column![space().height(Fill), bar].width(Fill).height(height).into()
        });
        iced::widget::Row::with_children(bars).spacing(1).width(width).height(height).into()
    }

    /// The chart, `height` pixels high, as wide as there is room.
    pub fn view<'a, M: 'a>(self, height: f32) -> Element<'a, M> {
        let last = self.bars.len() - 1;
        let word = |cost: usize| if cost == last { format!("{cost}+") } else { cost.to_string() };
        columns(self.bars.into_iter().enumerate().map(|(cost, n)| ChartBar::count(word(cost), n)), height, None)
    }
}

/// A bar that stands on its label.
#[derive(Debug, Clone, PartialEq)]
pub struct ChartBar {
    label: String,
    value: f64,
    value_text: String,
    /// Colours from the foot up, each with its part of the value; none is one bar in the colour of the theme.
    parts: Vec<(Color, f64)>,
}

impl ChartBar {
    /// So many.
    pub fn count(label: impl Into<String>, n: u32) -> ChartBar {
        let value_text = if n == 0 { String::new() } else { n.to_string() };
        ChartBar { label: label.into(), value: f64::from(n), value_text, parts: Vec::new() }
    }

    /// A share from 0 to 1.
    pub fn share(label: impl Into<String>, share: f64) -> ChartBar {
        ChartBar {
            label: label.into(),
            value: share,
            value_text: localize_percent(format!("{:.0}", share * 100.0)),
            parts: Vec::new(),
        }
    }

    /// In colours, from the foot up.
    pub fn with_parts(self, parts: Vec<(Color, f64)>) -> ChartBar {
        ChartBar { parts, ..self }
    }

    fn view<'a, M: 'a>(self, room: f32, most: f64) -> Element<'a, M> {
        let high =
            |value: f64| if value > 0.0 { (f64::from(room) * value / most).round().max(3.0) as f32 } else { 2.0 };
        let piece = |high: f32, colour: Option<Color>| {
            container("").width(Fill).height(high).style(move |theme: &Theme| {
                let r = roles(theme);
                container::Style {
                    background: Some(Background::Color(colour.unwrap_or(r.line))),
                    border: iced::border::rounded(2),
                    ..container::Style::default()
                }
            })
        };
        let bar: Element<'a, M> = match self.parts.is_empty() {
            true if self.value > 0.0 => container("")
                .width(Fill)
                .height(high(self.value))
                .style(|theme: &Theme| {
                    let r = roles(theme);
                    container::Style {
                        background: Some(Background::Color(mix(r.surface, r.accent, 0.85))),
                        border: iced::border::rounded(2),
                        ..container::Style::default()
                    }
                })
                .into(),
            true => piece(2.0, None).into(),
            false => {
                let parts = self.parts.iter().filter(|(_, n)| *n > 0.0).rev();
                let parts = parts.map(|(colour, n)| piece(high(*n), Some(*colour)).into());
                iced::widget::Column::with_children(parts).spacing(1).into()
            }
        };
        let word = |word: String| label::caption(word).width(Fill).height(WORD).center();
        let told = word(self.value_text).font(theme::SEMIBOLD).style(iced::widget::text::default);
        column![space().height(Fill), told, bar, word(self.label)].width(Fill).into()
    }
}

/// Bars side by side, `height` pixels high with their words; the highest is `most`, or the highest there is.
pub fn columns<'a, M: 'a>(bars: impl IntoIterator<Item = ChartBar>, height: f32, most: Option<f64>) -> Element<'a, M> {
    let bars: Vec<ChartBar> = bars.into_iter().collect();
    let most = most.unwrap_or_else(|| bars.iter().map(|b| b.value).fold(0.0, f64::max)).max(f64::EPSILON);
    let bars = bars.into_iter().map(|b| b.view(height - 2.0 * WORD, most));
    iced::widget::Row::with_children(bars).spacing(4).width(Fill).height(height).into()
}

/// A share in a table: the fuller its ground, the more it is. Over its number, so that it is never colour alone.
pub fn cell<'a, M: 'a>(share: f64, width: f32) -> Element<'a, M> {
    let told = match share {
        s if s <= 0.0 => "–".to_owned(),
        s if s >= 0.9995 => "100".to_owned(),
        s => format!("{:.0}", s * 100.0),
    };
    let told = label::caption(told).font(theme::SEMIBOLD).style(iced::widget::text::default);
    container(told)
        .center_x(width)
        .center_y(26)
        .style(move |theme: &Theme| {
            let r = roles(theme);
            let colour = if share >= 0.85 { r.good } else { r.accent };
            container::Style {
                background: Some(Background::Color(mix(r.surface, colour, (share * share) as f32 * 0.42))),
                border: iced::border::rounded(3),
                ..container::Style::default()
            }
        })
        .into()
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
