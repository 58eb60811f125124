//! Above the cards found: factions, costs and types to choose from, and whether a card goes into the deck. Each is a term of
//! the query, put in and taken out by a press.

use catalog::tr;
use iced::widget::{Row, column, container, row};
use iced::{Center, Fill};

use crate::screen::ScreenContext;
use crate::screen::facets;
use crate::screen::finder::Finder;
use crate::theme::{self, space};
use crate::widget::field::Labeled;
use crate::widget::{Element, button, field, label, pips};

/// Costs that have a button of their own; the last one stands for all from there on.
const COSTS: i32 = 7;
/// Side of the sign of a faction.
const SIGN: f32 = 18.0;

/// The filters; `search` is what another query says.
pub fn view<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    finder: &'a Finder,
    search: impl Fn(String) -> M + Copy + 'a,
) -> Element<'a, M> {
    let game = context.game();
    let text = finder.text.as_str();
    let toggled = move |field: &str, value: &str| search(facets::toggled(text, field, value));
    let is_on = |field: &str, value: &str| facets::values(text, field).contains(&value);
    let factions = game.factions.iter().map(|faction| {
        let sign = pips::sign(context.gallery, &faction.symbol, theme::parse(&faction.colour), SIGN);
        let field = game.faction_field.as_str();
        button::toggle(sign, is_on(field, &faction.id)).padding(4).on_press(toggled(field, &faction.id)).into()
    });
    let factions = (game.factions.len() > 1).then(|| Row::with_children(factions).spacing(1).wrap());
    let costs = game.cost_field().map(|at| {
        let field = game.fields[at].id.as_str();
        let chip = |cost: i32| {
            let (value, name) = match cost {
                COSTS => (format!("{COSTS}.."), format!("{COSTS}+")),
                cost => (cost.to_string(), cost.to_string()),
            };
            let on = is_on(field, &value);
            let name = container(label::line(name)).center_x(Fill);
            button::toggle(name, on).padding([3, 0]).width(Fill).on_press(toggled(field, &value)).into()
        };
        Row::with_children((0..=COSTS).map(chip)).spacing(1)
    });
    let line = finder.fault.is_none().then(|| {
        let any = Labeled::new(String::new(), tr!("All types"));
        let types = game.types.iter().map(|kind| Labeled::new(kind.id.clone(), kind.plural.as_str()));
        let types: Vec<Labeled<String>> = std::iter::once(any).chain(types).collect();
        let now = facets::values(text, "type").first().copied().unwrap_or_default();
        let chosen = types.iter().find(|kind| kind.value == now).cloned();
        let choose = move |kind: Labeled<String>| {
            let kinds: Vec<&str> = Some(kind.value.as_str()).into_iter().filter(|id| !id.is_empty()).collect();
            search(facets::with_values(text, "type", &kinds))
        };
        let types = field::choice(types, chosen, choose).padding([3, 8]).text_size(theme::size::CAPTION).width(Fill);
        let fits = button::segment(label::caption(tr!("Fits this deck")), is_on("fits", "deck")).padding([4, 8]);
        row![types, fits.on_press(toggled("fits", "deck"))].spacing(space::S).align_y(Center)
    });
    column![factions, costs, line].spacing(space::XS).into()
}
