//! A TimeLine as it lies on the table: years in rows, what is true now, and what would become of it.

use catalog::Game;
use engine::chrononauts::Board;
use engine::timeline::{Cells, History, Ripple, each};
use iced::widget::{Column, Row, button, column, container, mouse_area, space as gap, text};
use iced::{Background, Border, Color, Fill, Theme};

use super::{Element, label};
use crate::theme::{self, RADIUS, mix, roles};

/// Cards of a row.
const COLUMNS: usize = 8;

/// What is drawn.
pub struct Shown<'a> {
    /// The cards.
    pub board: &'a Board,
    /// What is true now.
    pub history: History,
    /// What a step would change, and the step's own cell.
    pub ahead: Option<(Ripple, Option<u8>)>,
    /// Cells that something is about.
    pub about: Cells,
    /// Whether there is room for large letters.
    pub large: bool,
}

/// How a cell stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Face {
    Linchpin,
    Reversed,
    Event,
    Paradox,
    Patched,
}

impl Face {
    fn of(shown: &Shown<'_>, cell: u8) -> Face {
        let is = |cells: Cells| cells & (1 << cell) != 0;
        match is(shown.board.timeline.linchpins()) {
            true if is(shown.history.primes) => Face::Reversed,
            true => Face::Linchpin,
            false if is(shown.history.covered) => Face::Patched,
            false if is(shown.history.holes) => Face::Paradox,
            false => Face::Event,
        }
    }

    fn colour(self, theme: &Theme) -> Color {
        let r = roles(theme);
        match self {
            Face::Linchpin => r.focus,
            Face::Reversed => r.accent,
            Face::Event => r.muted,
            Face::Paradox => r.bad,
            Face::Patched => r.good,
        }
    }

    fn ground(self, theme: &Theme) -> Color {
        let r = roles(theme);
        match self {
            Face::Event => r.surface,
            Face::Linchpin => mix(r.surface, r.focus, 0.08),
            Face::Reversed => mix(r.surface, r.accent, 0.30),
            Face::Paradox => mix(r.ground, r.bad, 0.16),
            Face::Patched => mix(r.surface, r.good, 0.16),
        }
    }

    fn word(self) -> &'static str {
        match self {
            Face::Linchpin | Face::Event => "",
            Face::Reversed => "turned",
            Face::Paradox => "paradox",
            Face::Patched => "patched",
        }
    }
}

/// The TimeLine. A Linchpin is pressed; any cell may be pointed at.
pub fn view<'a, M: Clone + 'a>(
    game: &'a Game,
    shown: &Shown<'a>,
    pressed: impl Fn(u8) -> M + 'a,
    pointed: impl Fn(Option<u8>) -> M + 'a,
) -> Element<'a, M> {
    let cells: Vec<u8> = (0..shown.board.cells.len() as u8).collect();
    let line = |chunk: &[u8]| -> Element<'a, M> {
        let tiles = chunk.iter().map(|cell| tile(game, shown, *cell, pressed(*cell), &pointed));
        let empty = (chunk.len()..COLUMNS).map(|_| gap::horizontal().into());
        Row::with_children(tiles.chain(empty)).spacing(6).height(Fill).into()
    };
    Column::with_children(cells.chunks(COLUMNS).map(line)).spacing(6).into()
}

fn tile<'a, M: Clone + 'a>(
    game: &'a Game,
    shown: &Shown<'a>,
    cell: u8,
    pressed: M,
    pointed: &impl Fn(Option<u8>) -> M,
) -> Element<'a, M> {
    let face = Face::of(shown, cell);
    let label = &shown.board.timeline.cells()[cell as usize].label;
    let name = game.card(shown.board.cells[cell as usize]).name.as_str();
    let event = name.strip_prefix(label.as_str()).unwrap_or(name).trim();
    let said = match face {
        Face::Reversed => shown.board.altered(game, cell).unwrap_or(event),
        Face::Patched => {
            let lies = each(shown.history.patches & shown.board.timeline.fitting(cell)).next();
            lies.map_or(event, |patch| {
                let card = &game.card(shown.board.patches[patch as usize]).name;
                card.split_once(' ').map_or(card.as_str(), |(_, event)| event)
            })
        }
        _ => event,
    };
    let change = shown.ahead.as_ref().and_then(|(ripple, own)| {
        let is = |cells: Cells| cells & (1 << cell) != 0;
        let goes = each(ripple.nullified).any(|p| shown.board.timeline.patches()[p as usize].cell == cell);
        match () {
            () if *own == Some(cell) => Some(("turns", Face::Reversed)),
            () if is(ripple.torn) => Some(("tears", Face::Paradox)),
            () if is(ripple.healed) => Some(("heals", Face::Patched)),
            () if goes => Some(("patch goes", Face::Paradox)),
            () => None,
        }
    });
    let about = shown.about & (1 << cell) != 0;
    let faded = matches!(face, Face::Paradox);
    let (word, of) = change.unwrap_or((face.word(), face));
    let word = text(word).size(theme::size::CAPTION).font(theme::SEMIBOLD);
    let word = word.style(move |theme: &Theme| text::Style { color: Some(of.colour(theme)) });
    let (heading, letters) = match shown.large {
        true => (theme::size::SECTION, theme::size::BODY),
        false => (theme::size::EMPHASIS, theme::size::CAPTION),
    };
    let year = text(label.clone()).size(heading).font(theme::BOLD);
    let body = text(said.to_owned()).size(letters).line_height(1.25);
    let body = body.style(move |theme: &Theme| text::Style {
        color: Some(if faded { roles(theme).muted } else { roles(theme).text }),
    });
    // What the card would say on its other side, or what would tear it.
    let other = match face {
        Face::Linchpin => shown.board.altered(game, cell).map(|altered| format!("or {altered}")),
        Face::Reversed => Some(format!("was {event}")),
        _ => shown.board.paradox_if(game, cell).map(|condition| format!("torn by {condition}")),
    };
    let other = text(other.unwrap_or_default()).size(letters).line_height(1.2).style(label::muted);
    let content = column![year, body, gap::vertical(), word, other].spacing(2);
    let tile = button(content).padding([8, 9]).width(Fill).height(Fill).style(move |theme: &Theme, status| {
        let r = roles(theme);
        let over = matches!(status, button::Status::Hovered | button::Status::Pressed);
        let ground = face.ground(theme);
        let edge = match change {
            Some((_, of)) => of.colour(theme),
            None if about => r.text,
            None => mix(ground, face.colour(theme), if over { 0.6 } else { 0.28 }),
        };
        button::Style {
            background: Some(Background::Color(if over { mix(ground, r.text, 0.06) } else { ground })),
            text_color: r.text,
            border: Border {
                color: edge,
                width: if change.is_some() || about { 2.0 } else { 1.0 },
                radius: RADIUS.into(),
            },
            ..button::Style::default()
        }
    });
    let linchpin = matches!(face, Face::Linchpin | Face::Reversed);
    let tile = tile.on_press_maybe(linchpin.then_some(pressed));
    let tile = mouse_area(tile).on_enter(pointed(Some(cell))).on_exit(pointed(None));
    container(tile).width(Fill).height(Fill).into()
}
