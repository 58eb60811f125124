//! The table as it is shown: its head, the board and the side.

use catalog::fold::capital;
use catalog::tr;
use iced::widget::{column, container, row, slider, space as gap, stack};
use iced::{Border, Center, Fill, FillPortion, Size, Theme};

use super::part_heights::SOURCE;
use super::table::{BetweenGames, MatchTable, Message, seat_label};
use super::{board, choice, options, pile, side};
use crate::screen::{ScreenContext, cover};
use crate::theme::{self, space};
use crate::widget::face::FaceRequest;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, cut, label, panel};

/// The faces in sight.
pub fn wanted(table: &MatchTable, bounds: Size) -> Vec<FaceRequest> {
    if table.is_covered() {
        return Vec::new();
    }
    let room = board_bounds(bounds);
    let mut wanted = choice::wanted(table, room);
    wanted.extend(pile::wanted(table, room));
    wanted.extend(board::wanted(table, room));
    let source = table.observation().prompt.as_ref().and_then(|prompt| prompt.source);
    wanted.extend(source.map(|card| (card, SOURCE as u32)));
    wanted
}

/// The table.
pub fn view<'a>(table: &'a MatchTable, context: ScreenContext<'a>) -> Element<'a, Message> {
    if table.is_covered() {
        let place = format!("{}, {}", table.saved().name, seat_label(table.seat()));
        return cover::view(&table.saved().seat_name(table.seat()), &place, Message::SatDown);
    }
    let bounds = board_bounds(context.bounds);
    let middle = board::view(table, context, bounds);
    let choice = choice::view(table, context, bounds);
    let sideboard = table.sideboard().map(|board| {
        let say = |message| Message::Between(BetweenGames::Sideboard(message));
        let [done, close] = [BetweenGames::SideboardDone, BetweenGames::SideboardClosed];
        board.view(context, bounds, say, Message::Between(done), Message::Between(close))
    });
    let pile = pile::view(table, context, bounds);
    let middle = stack![middle].push(choice).push(pile).push(sideboard).push(options::view(table));
    let whose = turn(table);
    let body = row![
        container(middle).width(Fill).height(Fill).padding(EDGE).style(move |theme| edge(theme, whose)),
        panel::upright(),
        container(side::view(table, context)).width(side::width(context.bounds)).height(Fill).style(panel::surface),
    ];
    column![head(table, context.bounds), panel::flat(), body].into()
}

fn head(table: &MatchTable, bounds: Size) -> Element<'_, Message> {
    let last = table.saved().decision_count();
    let narrow = bounds.width < 900.0;
    // Where a turn has one phase, its name tells nothing.
    let phase = match table.observation().phase.as_str() {
        "" => String::new(),
        _ if table.saved().session.phases().len() == 1 => String::new(),
        phase => format!("  ·  {}", capital(phase)),
    };
    let number = table.observation().turn;
    let who = table.seat_name(table.on_move());
    let turn = match number {
        _ if table.is_over() && table.games_to_go().is_some() => tr!("Game over"),
        _ if table.is_over() => tr!("Match over"),
        // It has not begun, or the game counts no turns; while plays without a choice are shown, it does not tell.
        0 => format!("{who}{phase}"),
        _ if table.shows_forced() => format!("{who}{phase}"),
        turn => tr!("Turn {turn}, {who}{phase}", turn, who, phase),
    };
    let undo = table.saved().undo_target().map(|_| Message::TakenBack);
    let small = |pictured: Icon, message: Option<Message>| {
        let ink = if message.is_some() { Ink::Text } else { Ink::Muted };
        button::square(icon(pictured, 17.0, ink), 32.0).on_press_maybe(message)
    };
    let scrubber = (last > 0).then(|| {
        let words = match table.past_moment() {
            Some(at) => tr!("{at} of {last}", at, last),
            None => tr!("now"),
        };
        let slide = slider(0..=last as u32, table.moment() as u32, |to| Message::Moved(to as usize));
        let slide = slide.width(if narrow { 84 } else { 150 });
        row![slide, container(label::caption(words)).width(74)].spacing(space::S).align_y(Center)
    });
    let running = table.saved().human_seats().next().is_none() && table.saved().session.actor().is_some();
    let run = running.then(|| {
        let word = if table.is_running() { tr!("Stop  (Space)") } else { tr!("Resume  (Space)") };
        button::quiet(word).on_press(Message::RunToggled)
    });
    let mut title = table.saved().name.clone();
    if let Some(games) = table.saved().games() {
        let (own, other) = (games.wins(table.seat()), games.wins(1 - table.seat().min(1)));
        // The one that is over is counted already.
        let over = usize::from(table.saved().session.outcome().is_some());
        let number = games.game_number() - over;
        title = tr!("{title}, game {number} of {of} ({own}–{other})", title, number, of = games.games, own, other);
    }
    let name: Element<'_, Message> = if narrow {
        container(cut(title).font(theme::SEMIBOLD)).width(FillPortion(2)).into()
    } else {
        container(label::emphasis(title)).padding(iced::padding::right(8)).into()
    };
    let head = row![
        button::square(icon(Icon::Back, 18.0, Ink::Text), 34.0).on_press(Message::Closed),
        name,
        container(cut(turn).style(label::muted)).width(FillPortion(3)),
        gap::horizontal().width(4),
    ]
    .push(run)
    .push(scrubber)
    .push(small(Icon::Undo, undo))
    .push(small(Icon::Redo, table.saved().can_redo().then_some(Message::DoneAgain)))
    .push(
        button::toggle(label::line(tr!("Speed & stops")), table.options_shown())
            .padding([7, 10])
            .on_press(Message::OptionsToggled),
    )
    .push(
        button::toggle(label::line(tr!("Hint  (H)")), false)
            .padding([7, 10])
            .on_press_maybe(table.asks_person().then_some(Message::HintRequested)),
    )
    .push(
        button::toggle(label::line(tr!("Log  (L)")), table.log_shown()).padding([7, 10]).on_press(Message::LogToggled),
    );
    container(head.spacing(space::S).align_y(Center))
        .height(50)
        .center_y(50)
        .padding([0, 12])
        .style(panel::surface)
        .into()
}

/// The room of the board beside the panel at the side and below the head.
fn board_bounds(bounds: Size) -> Size {
    Size::new(bounds.width - side::width(bounds) - 1.0 - 2.0 * EDGE, bounds.height - 51.0 - 2.0 * EDGE)
}

/// Width of the edge that tells whose turn it is.
const EDGE: f32 = 3.0;

/// Whose turn it is, for whoever sits there.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Own,
    Other,
    /// Nobody's in particular: the match is over or only watched.
    Nobody,
}

fn turn(table: &MatchTable) -> Whose {
    if table.saved().session.actor().is_none() || table.saved().human_seats().next().is_none() {
        Whose::Nobody
    } else if table.asks_person() || table.observation().active == table.seat() {
        Whose::Own
    } else {
        Whose::Other
    }
}

fn edge(theme: &Theme, whose: Whose) -> container::Style {
    let r = theme::roles(theme);
    let color = match whose {
        Whose::Own => r.accent,
        Whose::Other => theme::mix(r.ground, r.bad, 0.55),
        Whose::Nobody => r.ground,
    };
    container::Style { border: Border { color, width: EDGE, radius: 0.0.into() }, ..panel::ground(theme) }
}
