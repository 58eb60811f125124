//! The two lists of the editor: cards that can be added, and the deck by sections and types.

use std::collections::{HashMap, HashSet};

use catalog::{CardIx, Game};
use formats::Deck;
use formats::check::Report;
use formats::deck::{Entry, Listed};
use iced::widget::{Column, Row, column, container, hover, mouse_area, row, space as gap, stack};
use iced::{Background, Border, Center, Fill, Size, Theme};

use super::editor::{Message, Side};
use crate::screen::finder::Finder;
use crate::screen::{Look, copies};
use crate::theme::{self, roles, space};
use crate::widget::face::{self, Wanted};
use crate::widget::grid::Grid;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, field, label, panel, pips};

/// Height of a card in the search.
pub const ROW: f32 = 36.0;
/// Height of a card in the deck.
const ENTRY: f32 = 30.0;
/// About how wide a column of the deck is.
const COLUMN: f32 = 264.0;
/// Width of a face in the pictured deck.
fn face_width(room: Size) -> f32 {
    Grid::of_faces(middle(room), if room.width > 1500.0 { 142.0 } else { 108.0 }, space::S, 0.0).width
}

/// Width of the search.
pub fn search_width(room: Size) -> f32 {
    if room.width > 1500.0 { 340.0 } else { 292.0 }
}

/// The cards found, to be added.
pub fn search<'a>(
    look: Look<'a>,
    finder: &'a Finder,
    grid: Grid,
    deck: &'a Deck,
    id: &'static str,
) -> Element<'a, Message> {
    if finder.found.is_empty() {
        return finder.nothing(look.game(), Message::Typed);
    }
    let game = look.game();
    let cell = |at: usize| -> Element<'a, Message> {
        let card = finder.found[at];
        let shown = game.card(card);
        let held = copies(game, deck, card);
        let count: Element<'a, Message> = match held {
            0 => gap().width(0).into(),
            n => label::line(format!("{n}×")).font(theme::SEMIBOLD).style(label::accent).into(),
        };
        let line = row![
            pips::factions(look.gallery, game.factions_of(shown.factions), 16.0),
            container(label::line(shown.name.as_str())).width(Fill).clip(true),
            pips::cost(look.gallery, game, shown, 15.0),
            count,
            button::step("+").on_press(Message::Copies(card, 1)),
        ];
        let line = line.spacing(space::S).align_y(Center).padding([0, 8]).height(ROW);
        let line =
            button::entry(line, finder.chosen == Some(at)).width(Fill).height(ROW).on_press(Message::Pressed(at));
        mouse_area(line)
            .on_enter(Message::Hovered(Some((card, Side::Search))))
            .on_exit(Message::Hovered(None))
            .on_double_click(Message::Copies(card, 1))
            .into()
    };
    let list = grid.view(id, finder.found.len(), finder.scroll, Message::Scrolled, cell);
    container(list).padding(iced::padding::left(4)).into()
}

/// Cards of a deck that belong together.
struct Group<'a> {
    section: usize,
    title: &'a str,
    entries: Vec<&'a Entry>,
}

impl Group<'_> {
    fn count(&self) -> u32 {
        self.entries.iter().map(|e| e.count).sum()
    }
}

/// The first section by type, every other one as a whole; cheap cards first.
fn groups<'a>(game: &'a Game, deck: &'a Deck) -> Vec<Group<'a>> {
    let cost = |e: &Entry| match e.card {
        Listed::Card(ix) => game.cost_field().and_then(|f| game.card(ix).number_in(f)).unwrap_or(-1),
        Listed::Unknown(_) => i32::MAX,
    };
    let main = game.section("main").unwrap_or(0);
    let mut groups = Vec::new();
    for (section, entries) in deck.sections.iter().enumerate() {
        let declared = &game.sections[section];
        let mut kinds: Vec<(usize, &str, Vec<&Entry>)> = Vec::new();
        for entry in entries {
            let (rank, title) = match entry.card {
                _ if section != main => (0, declared.name.as_str()),
                Listed::Card(ix) => {
                    let kind = game.card(ix).types.first().map_or(0, |t| *t as usize);
                    // Cards that only make resources stand last, as on paper.
                    let last = game.cost_field().is_some_and(|f| game.card(ix).values[f].is_none());
                    (if last { 100 + kind } else { kind }, game.types[kind].plural.as_str())
                }
                Listed::Unknown(_) => (200, "Unknown cards"),
            };
            match kinds.iter_mut().find(|(r, ..)| *r == rank) {
                Some((.., list)) => list.push(entry),
                None => kinds.push((rank, title, vec![entry])),
            }
        }
        kinds.sort_by_key(|(rank, ..)| *rank);
        for (_, title, mut entries) in kinds {
            entries.sort_by_key(|e| (cost(e), e.card.name(game)));
            groups.push(Group { section, title, entries });
        }
    }
    groups
}

/// What the report says about single cards.
struct Marks<'a> {
    wrong: HashSet<&'a str>,
    points: HashMap<CardIx, u32>,
}

impl<'a> Marks<'a> {
    fn of(report: Option<&'a Report>) -> Marks<'a> {
        let about_cards = |kind: &str| !matches!(kind, "size" | "budget");
        let violations = || report.into_iter().flat_map(|r| &r.violations);
        let wrong = violations().filter(|v| about_cards(v.kind)).flat_map(|v| v.cards.iter().map(|c| c.name.as_str()));
        let mut points = HashMap::new();
        for paid in report.into_iter().filter_map(|r| r.ledger.as_ref()).flat_map(|l| &l.lines) {
            *points.entry(paid.card).or_insert(0) += paid.points;
        }
        Marks { wrong: wrong.collect(), points }
    }
}

/// The deck.
pub fn deck<'a>(look: Look<'a>, deck: &'a Deck, report: Option<&'a Report>, pictured: bool) -> Element<'a, Message> {
    let game = look.game();
    let groups = groups(game, deck);
    if groups.is_empty() {
        let what = "Search at the left and press + or Enter on a card. Every change is saved as you make it.";
        return panel::empty("An empty deck", what, None);
    }
    let marks = Marks::of(report);
    let main = game.section("main").unwrap_or(0);
    let others = (0..game.sections.len()).filter(|s| *s != main && deck.size(*s) > 0);
    let others: String = others.map(|s| format!("  ·  {} {}", game.sections[s].name, deck.size(s))).collect();
    let view = |pictured_icon, on: bool| {
        let ink = if pictured == on { Ink::Accent } else { Ink::Muted };
        button::toggle(icon(pictured_icon, 16.0, ink), pictured == on).padding(7).on_press(Message::Pictured(on))
    };
    let head = row![
        label::emphasis(format!("{} cards", deck.size(main))),
        label::body(others).style(label::muted),
        gap::horizontal(),
        view(Icon::List, false),
        view(Icon::Grid, true),
    ];
    let head = head.spacing(space::XS).align_y(Center).padding([space::M, space::L]);
    let body: Element<'a, Message> = match pictured {
        true => pictures_view(look, groups, &marks),
        false => columns(look, groups, &marks),
    };
    column![head, field::scrolled(body).width(Fill).height(Fill)].into()
}

/// Groups side by side in columns of about the same height.
fn columns<'a>(look: Look<'a>, groups: Vec<Group<'a>>, marks: &Marks<'a>) -> Element<'a, Message> {
    let n = ((middle(look.room) + space::XL) / (COLUMN + space::XL)).floor().max(1.0) as usize;
    let height = |g: &Group<'_>| g.entries.len() + 2;
    let total: usize = groups.iter().map(height).sum();
    let mut columns: Vec<(usize, Vec<Group<'a>>)> = (0..n).map(|_| (0, Vec::new())).collect();
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
            let title = row![label::group(group.title), gap::horizontal(), label::group(group.count().to_string())];
            let head = column![title.padding([0, 8]), panel::flat()].spacing(space::XS);
            let section = group.section;
            let entries = group.entries.into_iter().map(|entry| line(look, section, entry, marks));
            column![head, Column::with_children(entries)].spacing(2).into()
        });
        Column::with_children(groups).spacing(space::L).width(Fill).into()
    });
    Row::with_children(columns)
        .spacing(space::XL)
        .padding(iced::Padding { left: space::L, right: space::L, bottom: space::L, top: 0.0 })
        .into()
}

fn line<'a>(look: Look<'a>, section: usize, entry: &'a Entry, marks: &Marks<'a>) -> Element<'a, Message> {
    let game = look.game();
    let name = entry.card.name(game);
    let known = match &entry.card {
        Listed::Card(ix) => Some(*ix),
        Listed::Unknown(_) => None,
    };
    let ink: fn(&Theme) -> iced::widget::text::Style = match (known, marks.wrong.contains(name)) {
        (_, true) => label::bad,
        (None, _) => label::warn,
        _ => iced::widget::text::default,
    };
    let points = known.and_then(|ix| marks.points.get(&game.namesake(ix)));
    let points = points.filter(|p| **p > 0).map(|p| label::caption(format!("{p} pt")).style(label::accent));
    let pips = known.map(|ix| pips::cost(look.gallery, game, game.card(ix), 15.0));
    let content = row![
        container(label::line(entry.count.to_string()).font(theme::SEMIBOLD)).width(22).align_x(iced::Right),
        container(label::line(name).style(ink)).width(Fill).clip(true),
        points,
        pips,
    ];
    let content = content.spacing(space::S).align_y(Center).padding([0, 8]).height(ENTRY);
    // Another section that takes the card: one press moves all copies there.
    let accepts = |s: &usize| *s != section && known.is_some_and(|c| game.sections[*s].accepts.matches(game.card(c)));
    let other = (0..game.sections.len()).find(accepts).map(|to| {
        let name = label::caption(game.sections[to].name.as_str());
        button::quiet_small(name).on_press(Message::Moved(section, entry.card.clone(), to))
    });
    let steps = row![
        other,
        button::step("−").on_press(Message::Here(section, entry.card.clone(), -1)),
        button::step("+").on_press(Message::Here(section, entry.card.clone(), 1)),
    ];
    let steps = container(steps.spacing(2).align_y(Center)).padding(iced::padding::left(8)).style(|theme: &Theme| {
        container::Style { background: Some(Background::Color(roles(theme).raised)), ..container::Style::default() }
    });
    let over =
        container(container(steps).center_y(Fill)).align_right(Fill).height(ENTRY).padding(iced::padding::right(4));
    let line = container(hover(
        container(content).style(|_: &Theme| container::Style::default()),
        stack![hovered_line(look, entry, name), over],
    ));
    let area = mouse_area(line).on_exit(Message::Hovered(None));
    match known {
        Some(card) => area.on_enter(Message::Hovered(Some((card, Side::Deck)))).into(),
        None => area.into(),
    }
}

/// The line under the cursor: its ground, its count and its name; the buttons lie over its end.
fn hovered_line<'a>(_: Look<'a>, entry: &'a Entry, name: &'a str) -> Element<'a, Message> {
    let content = row![
        container(label::line(entry.count.to_string()).font(theme::SEMIBOLD)).width(22).align_x(iced::Right),
        container(label::line(name)).width(Fill).clip(true),
    ];
    container(content.spacing(space::S).align_y(Center).padding([0, 8]).height(ENTRY))
        .width(Fill)
        .style(|theme: &Theme| container::Style {
            background: Some(Background::Color(roles(theme).raised)),
            border: iced::border::rounded(4),
            ..container::Style::default()
        })
        .into()
}

/// A frame around a card that the format does not allow as it is.
fn wrong<'a>(width: f32) -> Element<'a, Message> {
    container("")
        .width(width)
        .height(face::height(width))
        .style(|theme: &Theme| container::Style {
            border: Border { color: roles(theme).bad, width: 3.0, radius: 6.0.into() },
            ..container::Style::default()
        })
        .into()
}

/// The faces of a pictured deck.
pub fn pictures(game: &Game, deck: &Deck, room: Size) -> Vec<Wanted> {
    let cards = groups(game, deck).into_iter().flat_map(|g| g.entries);
    let known = cards.filter_map(|e| match e.card {
        Listed::Card(ix) => Some((ix, face_width(room) as u32)),
        Listed::Unknown(_) => None,
    });
    known.collect()
}

/// Faces in rows; a group begins where the one before it ends, with its name above its first face.
fn pictures_view<'a>(look: Look<'a>, groups: Vec<Group<'a>>, marks: &Marks<'a>) -> Element<'a, Message> {
    let width = face_width(look.room);
    let columns = ((middle(look.room) + space::S) / (width + space::S)).floor().max(1.0) as usize;
    let mut cells = Vec::new();
    for group in groups {
        let mut title = Some(format!("{}  {}", group.title, group.count()));
        for entry in group.entries {
            cells.push((title.take(), pictured(look, group.section, entry, marks)));
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

/// Pixels for the deck between the search and the panel.
fn middle(room: Size) -> f32 {
    room.width - search_width(room) - super::side::width(room) - 2.0 * space::L - 14.0
}

fn pictured<'a>(look: Look<'a>, section: usize, entry: &'a Entry, marks: &Marks<'a>) -> Element<'a, Message> {
    let width = face_width(look.room);
    let high = face::height(width);
    let face: Element<'a, Message> = match &entry.card {
        Listed::Card(ix) => look.gallery.face(*ix, width),
        Listed::Unknown(name) => container(label::caption(name.as_str()))
            .center_x(width)
            .center_y(high)
            .padding(8)
            .style(|theme: &Theme| container::Style {
                border: Border { color: roles(theme).warn, width: 1.0, radius: 6.0.into() },
                ..container::Style::default()
            })
            .into(),
    };
    let steps = row![
        button::step("−").on_press(Message::Here(section, entry.card.clone(), -1)),
        button::step("+").on_press(Message::Here(section, entry.card.clone(), 1)),
    ];
    let over = container(steps.spacing(4)).center_x(width).height(high).align_bottom(high).padding(8);
    let count = (entry.count > 1).then(|| panel::counted(entry.count));
    let mut layers = stack![face, count].width(width).height(high);
    let points = match &entry.card {
        Listed::Card(ix) => marks.points.get(&look.game().namesake(*ix)).filter(|p| **p > 0),
        Listed::Unknown(_) => None,
    };
    if let Some(points) = points {
        layers = layers.push(
            container(panel::note(format!("{points} pt")))
                .padding(iced::Padding { top: 30.0, right: 6.0, ..Default::default() })
                .align_right(Fill),
        );
    }
    if marks.wrong.contains(entry.card.name(look.game())) {
        layers = layers.push(wrong(width));
    }
    let tile = hover(layers, over);
    match entry.card {
        Listed::Card(card) => {
            mouse_area(tile).on_enter(Message::Hovered(Some((card, Side::Deck)))).on_exit(Message::Hovered(None)).into()
        }
        Listed::Unknown(_) => tile,
    }
}
