//! Cards as rows of a list, and what lies on a face in a grid.

use catalog::card::Card;
use catalog::tr;
use catalog::{CardIx, GameData};
use iced::widget::{button as plain_button, container, row, space as empty};
use iced::{Background, Border, Center, Fill};

use crate::screen::{ScreenContext, printing_label};
use crate::theme::{self, mix, roles, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::table::{self, TableLayout};
use crate::widget::{Element, button, cut, face, label, pips};

/// Height of a row.
pub const HEIGHT: f32 = 36.0;

const COPIES: f32 = 24.0;
const COST: f32 = 80.0;
const STATS: f32 = 56.0;
const SET: f32 = 64.0;

/// Width of the type line; subtypes are left to the detail where there is no room for them.
fn type_width(context: ScreenContext<'_>) -> (f32, bool) {
    if context.bounds.width > 1500.0 { (280.0, true) } else { (108.0, false) }
}

/// A column of the list, and the room between the sides from which on it is shown.
const COLUMNS: usize = 6;
const SHOWN_FROM: [f32; COLUMNS] = [0.0, 0.0, 0.0, 430.0, 500.0, 560.0];

/// Copies in the deck, name, cost, type, numbers, set: what is not shown where there is little room is left out.
fn with_room<T>(room: f32, columns: [T; COLUMNS]) -> impl Iterator<Item = T> {
    columns.into_iter().zip(SHOWN_FROM).filter(move |(_, from)| room >= *from).map(|(column, _)| column)
}

fn columns(context: ScreenContext<'_>, room: f32) -> TableLayout {
    let columns = [
        table::text_column(COPIES),
        table::text_column(Fill),
        table::text_column(COST),
        table::text_column(type_width(context).0),
        table::number_column(STATS),
        table::number_column(SET),
    ];
    TableLayout::new(with_room(room, columns).collect::<Vec<_>>(), space::S, 12.0)
}

/// The names of the columns in a room of this width; `sorted` says by which key of the query, pressing one sorts by it, and again the other way.
pub fn head<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    room: f32,
    sorted: &str,
    sort: impl Fn(String) -> M,
) -> Element<'a, M> {
    let game = context.game();
    let column = |name: String, key: &str| {
        let down = sorted.strip_prefix('-') == Some(key);
        let sign = if down { " ↓" } else { " ↑" };
        let (name, other) = match down || sorted == key {
            true => (format!("{name}{sign}"), if down { key.to_owned() } else { format!("-{key}") }),
            false => (name, key.to_owned()),
        };
        button::bare(label::group(name)).on_press(sort(other)).into()
    };
    let cost = match game.cost_field().map(|field| &game.fields[field]) {
        Some(field) => column(field.name.clone(), &field.id),
        None => empty().into(),
    };
    let (kind, set) = (column(tr!("Type"), "type"), column(tr!("Set"), "set"));
    let cells = [empty().into(), column(tr!("Name"), "name"), cost, kind, empty().into(), set];
    columns(context, room).head_of(with_room(room, cells))
}

/// A card as a row; `press` is what pressing it says.
pub fn card_row<'a, M: Clone + 'a>(
    context: ScreenContext<'a>,
    room: f32,
    card: CardIx,
    (chosen, in_deck): (bool, u32),
    press: M,
) -> Element<'a, M> {
    let (game, shown) = (context.game(), context.game().card(card));
    let stats: Vec<String> =
        stats(context.game(), context.game().card(card)).into_iter().map(|(_, n)| n.to_string()).collect();
    let (_, whole) = type_width(context);
    let types = || shown.types.iter().map(|t| game.types[*t as usize].name.as_str()).collect::<Vec<_>>().join(" ");
    let kind = if whole { game.type_line(shown) } else { types() };
    let signs = pips::factions(context.gallery, game.factions_of(shown.factions), 16.0);
    let copies: Element<'a, M> = match in_deck {
        0 => empty().into(),
        n => label::line(format!("{n}×")).font(theme::SEMIBOLD).style(label::accent).into(),
    };
    let owned = match context.collection.owned(card) {
        0 => None,
        n => Some(label::caption(tr!("{n} owned", n)).wrapping(iced::widget::text::Wrapping::None)),
    };
    let cells: [Element<'a, M>; 6] = [
        copies,
        row![signs, cut(shown.name.as_str()).font(theme::SEMIBOLD), owned].spacing(space::S).align_y(Center).into(),
        pips::cost(context.gallery, game, shown, 16.0),
        cut(kind).style(label::muted).into(),
        label::line(stats.join(" / ")).into(),
        label::caption(printing_label(game, card)).wrapping(iced::widget::text::Wrapping::None).into(),
    ];
    let cells = columns(context, room).line(with_room(room, cells)).height(HEIGHT);
    button::entry(cells, chosen).width(Fill).height(HEIGHT).on_press(press).into()
}

/// The number fields of a card that are not its cost, by name.
pub fn stats<'a>(game: &'a GameData, card: &Card) -> Vec<(&'a str, i32)> {
    let numbers = game.fields.iter().enumerate().filter(|(_, f)| f.kind == catalog::game::FieldKind::Number);
    numbers.filter_map(|(i, f)| Some((f.name.as_str(), card.number_in(i)?))).collect()
}

/// What lies over a face under the cursor: a ring, and a button that adds it if there is something to add it to.
pub fn hover_overlay<'a, M: Clone + 'a>(width: f32, add: Option<M>) -> Element<'a, M> {
    let mut layers = iced::widget::stack![face::ring(width, false)];
    if let Some(add) = add {
        let plus =
            plain_button(container(icon(Icon::Plus, 18.0, Ink::OnAccent)).center(Fill)).padding(0).width(32).height(32);
        let plus = plus.on_press(add).style(|theme, status| {
            let r = roles(theme);
            let ground = match status {
                plain_button::Status::Hovered => mix(r.accent, r.text, 0.2),
                _ => r.accent,
            };
            plain_button::Style {
                background: Some(Background::Color(ground)),
                border: Border { color: r.ground, width: 2.0, radius: 16.0.into() },
                ..plain_button::Style::default()
            }
        });
        layers = layers.push(container(plus).align_right(Fill).align_bottom(Fill).padding(8));
    }
    layers.width(width).height(face::height(width)).into()
}
