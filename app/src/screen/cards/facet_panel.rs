//! The left side of the Cards screen: facets.

use iced::widget::{Column, Row, column, container, row};
use iced::{Center, Fill};

use crate::screen::ScreenContext;
use crate::screen::facets::{Facet, FacetGroup, FacetKind};
use crate::theme::{self, space};
use crate::widget::{Element, button, cut, field, label, pips};

/// Width of the facets.
pub const WIDTH: f32 = 220.0;

/// All groups of facets.
pub fn view<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    groups: &'a [FacetGroup],
    pressed: impl Fn(String, String) -> M + Copy + 'a,
) -> Element<'a, M> {
    let groups = groups.iter().map(|group| {
        let facets: Element<'a, M> = match group.kind {
            FacetKind::Cost => costs(group, pressed),
            _ => {
                Column::with_children(group.facets.iter().map(|f| facet(context, group, f, pressed))).spacing(1).into()
            }
        };
        column![container(label::group(group.name.as_str())).padding([0, 8]), facets].spacing(space::XS).into()
    });
    let groups = Column::with_children(groups).spacing(space::L).padding([space::L, space::S]);
    field::scrolled(groups).height(Fill).into()
}

fn facet<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    group: &'a FacetGroup,
    facet: &'a Facet,
    pressed: impl Fn(String, String) -> M,
) -> Element<'a, M> {
    let game = context.game();
    let sign: Option<Element<'a, M>> = match group.kind {
        FacetKind::Faction => {
            let faction = &game.factions[facet.at];
            Some(pips::sign(context.gallery, &faction.symbol, theme::parse(&faction.colour), 18.0))
        }
        FacetKind::Rarity => {
            let rarity = &game.rarities[facet.at];
            Some(pips::lettered(rarity.letter.clone(), theme::parse(&rarity.colour), 16.0))
        }
        FacetKind::Type | FacetKind::Cost => None,
    };
    let name = if facet.on || facet.count > 0 {
        cut(facet.name.as_str())
    } else {
        cut(facet.name.as_str()).style(label::faint)
    };
    let line = row![sign, name, button::count(facet.count)].spacing(space::S).align_y(Center);
    let press = (facet.on || facet.count > 0).then(|| pressed(group.field.clone(), facet.value.clone()));
    button::toggle(line, facet.on).width(Fill).on_press_maybe(press).into()
}

fn costs<'a, M: Clone + 'a>(group: &'a FacetGroup, pressed: impl Fn(String, String) -> M) -> Element<'a, M> {
    let chip = |facet: &'a Facet| {
        let name = container(label::line(facet.name.as_str())).center_x(Fill);
        let chip = button::toggle(name, facet.on).padding([4, 0]).width(Fill);
        let press = (facet.count > 0 || facet.on).then(|| pressed(group.field.clone(), facet.value.clone()));
        chip.on_press_maybe(press).into()
    };
    Row::with_children(group.facets.iter().map(chip)).spacing(1).into()
}
