//! Costs, factions and rarities as small signs: a colour, a symbol and a letter or number.

use catalog::game::Faction;
use catalog::{Card, GameData};
use iced::widget::{Row, container, row, text};
use iced::{Background, Center, Color, Theme};

use super::Element;
use super::face::{Gallery, symbol_side};
use crate::theme::{self, ink_on, size};

/// The cost of a card; nothing for a card without one.
pub fn cost<'a, M: 'a>(gallery: &Gallery, game: &GameData, card: &Card, side: f32) -> Element<'a, M> {
    let Some(field) = game.cost_field() else { return row![].into() };
    amounts(gallery, game, card.amounts_in(field), side)
}

/// Amounts of resources. Where factions follow from resources, every unit is a sign of its own as long as they
/// are few, and a number stands for the generic ones; elsewhere each resource is a number and a sign.
pub fn amounts<'a, M: 'a>(gallery: &Gallery, game: &GameData, list: &[(u8, i32)], side: f32) -> Element<'a, M> {
    let units: i32 = list.iter().map(|(_, n)| *n).sum();
    let each = !game.faction_from.is_empty() && units <= 9;
    let mut pips = Row::new().spacing(if each { 2 } else { 6 }).align_y(Center);
    let plain = |(r, _): &(u8, i32)| game.resources[*r as usize].generic;
    let generic = list.iter().copied().filter(plain);
    for (resource, n) in generic.chain(list.iter().copied().filter(|a| !plain(a))) {
        let declared = &game.resources[usize::from(resource)];
        let colour = theme::parse(&declared.colour);
        if declared.generic || declared.symbol.is_empty() {
            let word = if declared.variable { "X".to_owned() } else { n.to_string() };
            pips = pips.push(lettered(word, colour, side));
        } else if each && n <= 4 {
            for _ in 0..n {
                pips = pips.push(sign(gallery, &declared.symbol, colour, side));
            }
        } else {
            let number = text(n.to_string()).size(size::BODY).font(theme::SEMIBOLD);
            let sign = sign(gallery, &declared.symbol, colour, side);
            pips = pips.push(row![number, sign].spacing(2).align_y(Center));
        }
    }
    pips.into()
}

/// The signs of some factions.
pub fn factions<'a, M: 'a>(
    gallery: &Gallery,
    factions: impl IntoIterator<Item = &'a Faction>,
    side: f32,
) -> Element<'a, M> {
    let signs = factions.into_iter().map(|f| sign(gallery, &f.symbol, theme::parse(&f.colour), side));
    Row::with_children(signs).spacing(2).align_y(Center).into()
}

/// A symbol on a disc of its colour.
pub fn sign<'a, M: 'a>(gallery: &Gallery, symbol: &str, colour: Color, side: f32) -> Element<'a, M> {
    disc(gallery.symbol(symbol, ink_on(colour), symbol_side(side)), colour, side)
}

/// A number or letter on a disc.
pub fn lettered<'a, M: 'a>(word: String, colour: Color, side: f32) -> Element<'a, M> {
    let word = text(word).size((side * 0.72).round()).line_height(1.0).font(theme::BOLD);
    disc(word.style(move |_: &Theme| text::Style { color: Some(ink_on(colour)) }).into(), colour, side)
}

fn disc<'a, M: 'a>(inner: Element<'a, M>, colour: Color, side: f32) -> Element<'a, M> {
    container(inner)
        .center_x(side)
        .center_y(side)
        .style(move |_| container::Style {
            background: Some(Background::Color(colour)),
            border: iced::border::rounded(side / 2.0),
            ..container::Style::default()
        })
        .into()
}
