//! The bot's board: both loops with the tokens on them, the Timeline, and all that it has as counters.

use catalog::fold::capital;
use catalog::tr;
use engine::games::chronobot::{BoardAction, Resource, Shape, Worker};
use iced::widget::{Column, Row, column, container, row, space as gap, stack, text};
use iced::{Center, Fill, Theme};

use crate::automa::AutomaGame;
use crate::theme::{self, RADIUS, roles, size, space};
use crate::widget::cut::CutText;
use crate::widget::tile_grid::TileGrid;
use crate::widget::{Element, cut, label, panel};

/// Width of the board from which on six tiles with their names stand side by side.
const ROOMY: f32 = 760.0;
/// The narrowest space whose name and tokens stand in one line.
const ONE_LINE: f32 = 150.0;

/// The board, in so much width.
pub(super) fn view<'a, M: 'a>(game: &'a AutomaGame, width: f32) -> Element<'a, M> {
    let (bot, board) = (game.session.bot(), game.session.board());
    let wide = width > 1000.0;
    let counters = [
        counter(tr!("Exosuits"), bot.exosuits.into()),
        counter(tr!("Actions"), bot.actions.into()),
        counter(tr!("Paradoxes"), bot.paradoxes.into()),
        counter(tr!("Anomalies"), bot.anomalies.into()),
        counter(tr!("Warp tiles left"), bot.supply(board).into()),
        counter(tr!("Current points"), game.session.score().total()),
    ];
    let columns = |all: usize| if width < ROOMY { 3 } else { all };
    let things = [
        supply(tr!("Resources"), Resource::ALL.map(|r| (r.label(), bot.cubes(r))).to_vec()),
        supply(tr!("Workers"), Worker::ALL.map(|w| (w.label(), bot.workers_of(w))).to_vec()),
        supply(tr!("Breakthroughs"), Shape::ALL.map(|s| (s.label(), bot.breakthroughs_of(s))).to_vec()),
    ];
    let first = if bot.first { tr!("The bot is first player") } else { tr!("You are first player") };
    let next =
        if bot.first_next { tr!("the bot has the First Player spot") } else { tr!("you have the First Player spot") };
    column![
        TileGrid::new(counters, columns(6), space::S),
        paths(game, if wide { 8 } else { 4 }, width - 2.0 * space::L),
        timeline(game),
        track(game),
        TileGrid::new(things, 3, space::S),
        buildings(game, columns(BoardAction::BUILT.len())),
        label::caption(tr!("{first}; {next} for the next Era.", first, next)),
    ]
    .spacing(space::M)
    .into()
}

/// A tile of a grid, as high as its row.
fn framed<'a, M: 'a>(content: impl Into<Element<'a, M>>) -> Element<'a, M> {
    container(content).padding([8, 12]).width(Fill).height(Fill).style(panel::framed).into()
}

/// The name of a tile, on one line.
fn named(what: impl Into<String>) -> CutText {
    cut(what).size(size::CAPTION).style(label::muted)
}

fn counter<'a, M: 'a>(what: String, n: i32) -> Element<'a, M> {
    framed(column![label::section(n.to_string()), named(what)].spacing(2))
}

fn supply<'a, M: 'a>(what: String, all: Vec<(String, u8)>) -> Element<'a, M> {
    let line = |(word, n): (String, u8)| -> Element<'a, M> {
        row![cut(capital(&word)).style(label::muted), label::emphasis(n.to_string())].align_y(Center).into()
    };
    framed(column![label::group(what), Column::with_children(all.into_iter().map(line)).spacing(2)].spacing(space::XS))
}

/// The loops of spaces in so much width, in rows of so many at most: clockwise around a track where two rows are enough, and
/// otherwise one after the other; what follows the last space is the first.
fn paths<'a, M: 'a>(game: &'a AutomaGame, columns: usize, width: f32) -> Element<'a, M> {
    let (bot, board) = (game.session.bot(), game.session.board());
    let mut loops: Vec<Vec<usize>> = Vec::new();
    let mut begins = 0;
    for (at, space) in board.spaces.iter().enumerate() {
        if space.next <= at {
            loops.push((begins..=at).collect());
            begins = at + 1;
        }
    }
    let space = |at: &usize, stacked: bool| -> Element<'a, M> {
        let tokens = bot.tokens[*at].iter().map(|token| badge(*token));
        let occupied = !bot.tokens[*at].is_empty();
        let name = cut(capital(&board.spaces[*at].action.label())).size(if stacked { size::CAPTION } else { 13.0 });
        let name = if occupied { name.font(theme::SEMIBOLD) } else { name.style(label::muted) };
        let tokens = Row::with_children(tokens).spacing(4).height(24);
        let content: Element<'a, M> = if stacked {
            column![name, tokens].spacing(2).into()
        } else {
            row![name, tokens].spacing(6).align_y(Center).into()
        };
        let room = if stacked { [6, 7] } else { [8, 10] };
        container(content).padding(room).width(Fill).style(move |theme: &Theme| marked(theme, occupied)).into()
    };
    let track = |theme: &Theme| {
        let border = iced::Border { color: roles(theme).line, width: 3.0, radius: 18.0.into() };
        container::Style { border, ..container::Style::default() }
    };
    let path = |(name, spaces): (String, &Vec<usize>)| -> Element<'a, M> {
        let half = spaces.len().div_ceil(2);
        let across = half.min(columns) as f32;
        let stacked = (width - (across - 1.0) * space::XL) / across < ONE_LINE;
        let space = |at: &usize| space(at, stacked);
        if half <= columns {
            let (there, back) = spaces.split_at(half);
            let line = |spaces: Vec<&usize>| {
                let gaps = (spaces.len()..half).map(|_| gap().width(Fill).into());
                let apart = if stacked { space::M } else { space::XL };
                Row::with_children(gaps.chain(spaces.into_iter().map(space))).spacing(apart)
            };
            let spaces = column![line(there.iter().collect()), line(back.iter().rev().collect())].spacing(space::XL);
            // The track runs through the middle of the spaces.
            let middle = if stacked { 27 } else { 20 };
            let track = container(container("").width(Fill).height(Fill).style(track)).padding([middle, 60]);
            return column![label::group(name), stack![spaces].push_under(track)].spacing(space::S).into();
        }
        let rows = spaces.chunks(columns).map(|chunk| -> Element<'a, M> {
            let gaps = (chunk.len()..columns).map(|_| gap().width(Fill).into());
            Row::with_children(chunk.iter().map(space).chain(gaps)).spacing(space::S).into()
        });
        column![label::group(name), Column::with_children(rows.collect::<Vec<_>>()).spacing(space::S)]
            .spacing(space::XS)
            .into()
    };
    let names = [tr!("Short loop"), tr!("Long loop")].into_iter().chain(std::iter::repeat(tr!("Path")));
    Column::with_children(names.zip(&loops).map(path)).spacing(space::M).into()
}

fn marked(theme: &Theme, highlighted: bool) -> container::Style {
    let r = roles(theme);
    let (ground, line) = if highlighted {
        (theme::mix(r.surface, r.accent, 0.14), theme::mix(r.line, r.accent, 0.7))
    } else {
        (r.surface, r.line)
    };
    container::Style {
        background: Some(ground.into()),
        border: iced::Border { color: line, width: 1.0, radius: RADIUS.into() },
        ..container::Style::default()
    }
}

/// A Command token.
fn badge<'a, M: 'a>(token: u8) -> Element<'a, M> {
    let number = text(token.to_string()).size(size::BODY).font(theme::BOLD).line_height(1.0);
    container(number)
        .center(24)
        .style(|theme: &Theme| {
            let r = roles(theme);
            container::Style {
                background: Some(r.accent.into()),
                text_color: Some(r.on_accent),
                border: iced::border::rounded(12),
                ..container::Style::default()
            }
        })
        .into()
}

/// The Timeline with the bot's Warp tiles; the Present is marked.
fn timeline<'a, M: 'a>(game: &'a AutomaGame) -> Element<'a, M> {
    let bot = game.session.bot();
    let tile = |(era, warps): (u8, &u8)| -> Element<'a, M> {
        let present = era == bot.era;
        let name = label::caption(tr!("Era {era}", era));
        let count = label::emphasis(warps.to_string());
        let count = if *warps == 0 { count.style(label::faint) } else { count };
        let content = column![name, count].spacing(2);
        container(content).padding([6, 10]).width(Fill).style(move |theme: &Theme| marked(theme, present)).into()
    };
    let tiles = Row::with_children((1..).zip(&bot.warps).map(tile)).spacing(space::S);
    column![label::group(tr!("Warp tiles on the Timeline")), tiles].spacing(space::XS).into()
}

/// The Time Travel track with its points.
fn track<'a, M: 'a>(game: &'a AutomaGame) -> Element<'a, M> {
    let (bot, board) = (game.session.bot(), game.session.board());
    let step = |(at, points): (usize, &u8)| -> Element<'a, M> {
        let here = at == bot.travelled;
        let word = label::line(points.to_string());
        let word = if here { word.font(theme::BOLD) } else { word.style(label::muted) };
        container(word).center_x(Fill).padding([4, 0]).style(move |theme: &Theme| marked(theme, here)).into()
    };
    let steps = Row::with_children(board.time_travel.iter().enumerate().map(step)).spacing(space::S);
    column![label::group(tr!("Time Travel track (VP)")), steps].spacing(space::XS).into()
}

/// The buildings with their points.
fn buildings<'a, M: 'a>(game: &'a AutomaGame, columns: usize) -> Element<'a, M> {
    let bot = game.session.bot();
    let kind = |(action, points): (&BoardAction, &Vec<u8>)| -> Element<'a, M> {
        let all: Vec<String> = points.iter().map(u8::to_string).collect();
        let word = label::emphasis(if all.is_empty() { "–".to_owned() } else { all.join("  ") });
        let word = if all.is_empty() { word.style(label::faint) } else { word };
        framed(column![named(capital(&action.label())), word].spacing(2))
    };
    let kinds = TileGrid::new(BoardAction::BUILT.iter().zip(&bot.buildings).map(kind), columns, space::S);
    column![label::group(tr!("Buildings (VP)")), kinds].spacing(space::XS).into()
}
