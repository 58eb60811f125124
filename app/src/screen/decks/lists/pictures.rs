//! The deck as faces in rows; a group begins where the one before it ends, with its name above its first face.

use catalog::tr;
use formats::deck::{DeckEntry, DeckPart, Listed};
use iced::widget::{Column, Row, container, hover, mouse_area, stack};
use iced::{Border, Fill, Size, Theme};

use super::super::parts::list_place;
use super::group::{DeckGroup, Marks, Message, step_buttons, with_actions};
use crate::screen::ScreenContext;
use crate::theme::{roles, space};
use crate::widget::drop_spot::DropSpot;
use crate::widget::grid::Grid;
use crate::widget::zoom::FaceZoom;
use crate::widget::{Element, face, label, panel};

/// Width of a face in a room of this width.
pub fn face_width(bounds: Size, room: f32, zoom: FaceZoom) -> f32 {
    let usual = if bounds.width > 1500.0 { 142.0 } else { 108.0 };
    Grid::for_faces(room, zoom.width(usual), space::S, 0.0).width
}

/// The faces in a room of this width.
pub fn view<'a>(
    context: ScreenContext<'a>,
    room: f32,
    groups: Vec<DeckGroup<'a>>,
    marks: &Marks<'a>,
    zoom: FaceZoom,
) -> Element<'a, Message> {
    let width = face_width(context.bounds, room, zoom);
    let columns = ((room + space::S) / (width + space::S)).floor().max(1.0) as usize;
    let mut cells = Vec::new();
    for group in groups {
        let mut title = Some(format!("{}  {}", group.title, group.count()));
        for entry in group.entries {
            cells.push((title.take(), entry_face(context, width, &group.part, entry, marks)));
        }
    }
    let mut page = Column::new();
    let mut cells = cells.into_iter().peekable();
    while cells.peek().is_some() {
        let (titles, faces): (Vec<Option<String>>, Vec<Element<'a, Message>>) = cells.by_ref().take(columns).unzip();
        if titles.iter().any(Option::is_some) {
            let titles = titles.into_iter().map(|t| {
                container(t.map(|t| label::group(t).wrapping(iced::widget::text::Wrapping::None))).width(width).into()
            });
            page = page.push(container(Row::with_children(titles).spacing(space::S)).padding(iced::padding::bottom(6)));
        }
        page = page.push(container(Row::with_children(faces).spacing(space::S)).padding(iced::padding::bottom(10)));
    }
    page.padding(iced::Padding { left: space::L, right: space::L, bottom: space::L, top: 0.0 }).into()
}

fn entry_face<'a>(
    context: ScreenContext<'a>,
    width: f32,
    part: &DeckPart,
    entry: &'a DeckEntry,
    marks: &Marks<'a>,
) -> Element<'a, Message> {
    let high = face::height(width);
    let framed = |colour: fn(&Theme) -> iced::Color, width: f32| {
        move |theme: &Theme| container::Style {
            border: Border { color: colour(theme), width, radius: 6.0.into() },
            ..container::Style::default()
        }
    };
    let face: Element<'a, Message> = match &entry.card {
        Listed::Card(ix) => context.gallery.plain_face(*ix, width),
        Listed::Unknown(name) => container(label::caption(name.as_str()))
            .center_x(width)
            .center_y(high)
            .padding(8)
            .style(framed(|theme| roles(theme).warn, 1.0))
            .into(),
    };
    let steps = Row::with_children(step_buttons(part, entry));
    let over = container(steps.spacing(4)).center_x(width).height(high).align_bottom(high).padding(8);
    let count = (entry.count > 1).then(|| panel::copies_badge(entry.count, false));
    let mut layers = stack![face, count].width(width).height(high);
    if let Some(points) = marks.points(context.game(), part, &entry.card) {
        layers = layers.push(
            container(panel::note(tr!("{points} pt", points)))
                .padding(iced::Padding { top: 30.0, right: 6.0, ..Default::default() })
                .align_right(Fill),
        );
    }
    if marks.is_wrong(part, entry.card.name(context.game())) {
        let frame = container("").width(width).height(high).style(framed(|theme| roles(theme).bad, 3.0));
        layers = layers.push(frame);
    } else if marks.is_chosen(part, &entry.card) {
        layers = layers.push(face::ring(width, true));
    }
    let tile = mouse_area(hover(layers, over)).on_press(Message::Chosen(part.clone(), entry.card.clone()));
    let tile = with_actions(context, marks, part, entry, tile);
    DropSpot::new(context.gallery.pointing(), list_place(context.game_library, part), tile).into()
}
