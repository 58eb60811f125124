//! The deck as names, in columns of about the same height.

use catalog::tr;
use formats::deck::{DeckEntry, DeckPart};
use iced::widget::{Column, Row, column, container, hover, mouse_area, row, space as gap, stack};
use iced::{Background, Center, Fill, Theme};

use super::super::parts::list_place;
use super::group::{DeckGroup, Marks, Message, move_buttons, step_buttons, with_actions};
use crate::screen::ScreenContext;
use crate::theme::{self, mix, roles, space};
use crate::widget::drop_spot::DropSpot;
use crate::widget::{Element, cut, label, panel, pips};

/// Height of a card in the deck.
const ENTRY: f32 = 30.0;
/// About how wide a column of the deck is.
const COLUMN: f32 = 264.0;

/// Groups side by side in a room of this width.
pub fn view<'a>(
    context: ScreenContext<'a>,
    width: f32,
    groups: Vec<DeckGroup<'a>>,
    marks: &Marks<'a>,
) -> Element<'a, Message> {
    let n = ((width + space::XL) / (COLUMN + space::XL)).floor().max(1.0) as usize;
    let height = |g: &DeckGroup<'_>| g.entries.len() + 2;
    let total: usize = groups.iter().map(height).sum();
    let mut columns: Vec<(usize, Vec<DeckGroup<'a>>)> = (0..n).map(|_| (0, Vec::new())).collect();
    let mut at = 0;
    for group in groups {
        let share = total.div_ceil(n);
        if at + 1 < n && columns[at].0 > 0 && columns[at].0 + height(&group) / 2 > share {
            at += 1;
        }
        columns[at].0 += height(&group);
        columns[at].1.push(group);
    }
    let columns = columns.into_iter().map(|(_, groups)| {
        let groups = groups.into_iter().map(|group| {
            let count = label::group(group.count().to_string());
            let beside = matches!(group.part, DeckPart::Own(_))
                .then(|| label::caption(tr!("not counted by the rules")).style(label::faint));
            let title = row![label::group(group.title.clone()), beside, gap::horizontal(), count].spacing(space::S);
            let head = column![title.padding([0, 8]), panel::flat()].spacing(space::XS);
            let entries = group.entries.into_iter().map(|entry| entry_row(context, &group.part, entry, marks));
            let place = list_place(context.game_library, &group.part);
            let list = column![head, Column::with_children(entries)].spacing(2);
            DropSpot::new(context.gallery.pointing(), place, list).into()
        });
        Column::with_children(groups).spacing(space::L).width(Fill).into()
    });
    Row::with_children(columns)
        .spacing(space::XL)
        .padding(iced::Padding { left: space::L, right: space::L, bottom: space::L, top: 0.0 })
        .into()
}

fn entry_row<'a>(
    context: ScreenContext<'a>,
    part: &DeckPart,
    entry: &'a DeckEntry,
    marks: &Marks<'a>,
) -> Element<'a, Message> {
    let game = context.game();
    let name = entry.card.name(game);
    let known = entry.card.known();
    let ink: fn(&Theme) -> iced::widget::text::Style = match (known, marks.is_wrong(part, name)) {
        (_, true) => label::bad,
        (None, _) => label::warn,
        _ => iced::widget::text::default,
    };
    let points = marks.points(game, part, &entry.card);
    let points = points.map(|p| label::caption(tr!("{p} pt", p)).style(label::accent));
    let noted = marks.deck.notes.contains_key(entry.card.first_printing_id(game));
    let noted = noted.then(|| label::caption(tr!("note")).style(label::faint));
    let pips = known.map(|ix| pips::cost(context.gallery, game, game.card(ix), 15.0));
    let content = row![count(entry), cut(name).style(ink), noted, points, pips];
    let content = content.spacing(space::S).align_y(Center).padding([0, 8]).height(ENTRY);
    let chosen = marks.is_chosen(part, &entry.card);
    let ground = move |theme: &Theme| {
        let r = roles(theme);
        let ground = chosen.then(|| Background::Color(mix(r.ground, r.accent, 0.16)));
        container::Style { background: ground, border: iced::border::rounded(4), ..container::Style::default() }
    };
    let places = Row::with_children(move_buttons(context.game_library, marks.deck, part, entry));
    let over = row![places, Row::with_children(step_buttons(part, entry)).spacing(2)].spacing(2).align_y(Center);
    let over = container(over).padding(iced::padding::left(8)).style(raised);
    let over =
        container(container(over).center_y(Fill)).align_right(Fill).height(ENTRY).padding(iced::padding::right(4));
    let hovered = row![count(entry), cut(name)].spacing(space::S).align_y(Center).padding([0, 8]).height(ENTRY);
    let hovered = container(hovered).width(Fill).style(raised);
    let line = container(hover(container(content).style(ground), stack![hovered, over]));
    let area = mouse_area(line).on_press(Message::Chosen(part.clone(), entry.card.clone()));
    with_actions(context, marks, part, entry, area)
}

fn count<'a>(entry: &DeckEntry) -> Element<'a, Message> {
    container(label::line(entry.count.to_string()).font(theme::SEMIBOLD)).width(22).align_x(iced::Right).into()
}

fn raised(theme: &Theme) -> container::Style {
    container::Style {
        background: Some(Background::Color(roles(theme).raised)),
        border: iced::border::rounded(4),
        ..container::Style::default()
    }
}
