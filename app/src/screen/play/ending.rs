//! How a match ended, over the board: what it was for the person, why, and what each seat has.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::observation::{CounterIcon, ObservedSeat};
use iced::widget::{Column, Row, column, container, row, space as gap, text};
use iced::{Center, Fill};

use super::table::{MatchTable, Message};
use crate::saved_match::MatchResult;
use crate::theme::{self, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, label, panel};

/// Size of the word for the result.
const RESULT: f32 = 34.0;
/// Width of the name of a seat, and of a number that it has.
const NAME: f32 = 150.0;
const NUMBER: f32 = 92.0;

/// The panel, while it is not put away.
pub fn view(table: &MatchTable) -> Option<Element<'_, Message>> {
    if !table.result_shown() {
        return None;
    }
    let outcome = table.saved().session.outcome()?;
    let why = table.saved().session.tell_outcome(&table.audience())?;
    let word = |word: String| text(word).size(RESULT).line_height(1.1).font(theme::BOLD);
    let result = match table.result() {
        Some(MatchResult::Won) => word(tr!("Victory")).style(label::good),
        Some(MatchResult::Lost) => word(tr!("Defeat")).style(label::bad),
        Some(MatchResult::Drawn) => word(tr!("Draw")),
        None => word(tr!("Game over")),
    };
    let turn = table.observation().turn;
    let when = (turn > 0).then(|| label::body(tr!("Turn {turn}", turn)).style(label::muted));
    let close = button::square(icon(Icon::Close, 16.0, Ink::Muted), 30.0).on_press(Message::EndingClosed);
    let told = column![label::section(why)].push(when);
    let head = row![result, told.width(Fill), close].spacing(space::L).align_y(Center);
    let content = column![head].push(standings(table, &|seat| outcome.won(seat)));
    let shown =
        container(content.spacing(space::S)).padding([space::S, space::L]).max_width(620).style(panel::floating);
    // At the upper edge, where it covers least of what decided the match.
    Some(container(iced::widget::opaque(shown)).center_x(Fill).padding(space::S).into())
}

/// What each seat has, the winners first; nothing where seats have no numbers of that kind.
fn standings<'a>(table: &'a MatchTable, won: &dyn Fn(u8) -> bool) -> Option<Element<'a, Message>> {
    let seats = &table.observation().seats;
    let is_told = |icon: CounterIcon| matches!(icon, CounterIcon::Word | CounterIcon::Life);
    let numbers = |side: &'a ObservedSeat| side.counters.iter().filter(move |counter| is_told(counter.icon));
    let first = seats.first()?;
    if seats.len() < 2 || numbers(first).next().is_none() {
        return None;
    }
    let cell = |words: Element<'a, Message>| container(words).width(NUMBER).align_x(iced::Right);
    let titles = numbers(first).map(|counter| cell(label::caption(capital(&counter.name)).into()).into());
    let titles = Row::with_children(titles).spacing(space::S);
    let mut order: Vec<u8> = (0..seats.len() as u8).collect();
    order.sort_by_key(|seat| !won(*seat));
    let line = |seat: u8| -> Element<'a, Message> {
        let sign = won(seat).then(|| icon(Icon::Check, 16.0, Ink::Good));
        let name = row![label::emphasis(table.seat_name(seat))].push(sign).spacing(space::XS).align_y(Center);
        let counted = numbers(&seats[usize::from(seat)]);
        let counted = counted.map(|counter| cell(label::emphasis(counter.n.to_string()).into()).into());
        row![container(name).width(NAME), Row::with_children(counted).spacing(space::S)].align_y(Center).into()
    };
    let lines = Column::with_children(order.into_iter().map(line)).spacing(space::XS);
    let table = column![row![gap().width(NAME), titles], lines].spacing(space::XS);
    Some(container(table).padding(iced::padding::top(space::S)).into())
}
