//! What each seat has when a match is over.

use catalog::fold::capital;
use engine::kernel::observation::{CounterIcon, ObservedSeat};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::table::{MatchTable, Message};
use crate::theme::space;
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, label};

/// Width of the name of a seat.
const NAME: f32 = 100.0;
/// Numbers that there is room for; the score is the first.
const NUMBERS: usize = 3;

/// What each seat has, the winners first; nothing where seats have no numbers of that kind.
pub fn view<'a>(table: &'a MatchTable) -> Option<Element<'a, Message>> {
    let outcome = table.saved().session.outcome()?;
    let won = |seat: u8| outcome.won(seat);
    let seats = &table.observation().seats;
    let is_told = |icon: CounterIcon| matches!(icon, CounterIcon::Word | CounterIcon::Fact | CounterIcon::Life);
    let numbers =
        |side: &'a ObservedSeat| side.counters.iter().filter(move |counter| is_told(counter.icon)).take(NUMBERS);
    let first = seats.first()?;
    if seats.len() < 2 || numbers(first).next().is_none() {
        return None;
    }
    let cell = |words: Element<'a, Message>| container(words).width(Fill).align_x(iced::Right);
    let titles = numbers(first).map(|counter| cell(label::caption(capital(&counter.name)).into()).into());
    let titles = Row::with_children(titles).spacing(space::S).width(Fill);
    let mut order: Vec<u8> = (0..seats.len() as u8).collect();
    // Where the fewest win, the others come in that order, too.
    let score = |seat: u8| numbers(&seats[usize::from(seat)]).next().map_or(0, |counter| counter.n);
    let best = order.iter().copied().filter(|seat| won(*seat)).map(score).max();
    let least_wins = best.is_some_and(|best| order.iter().all(|seat| best <= score(*seat)));
    order.sort_by_key(|seat| (!won(*seat), if least_wins { score(*seat) } else { -score(*seat) }));
    let line = |seat: u8| -> Element<'a, Message> {
        let sign = won(seat).then(|| icon(Icon::Check, 16.0, Ink::Good));
        let name = row![label::emphasis(table.seat_name(seat))].push(sign).spacing(space::XS).align_y(Center);
        let counted = numbers(&seats[usize::from(seat)]);
        let counted = counted.map(|counter| cell(label::emphasis(counter.n.to_string()).into()).into());
        row![container(name).width(NAME), Row::with_children(counted).spacing(space::S).width(Fill)]
            .align_y(Center)
            .into()
    };
    let lines = Column::with_children(order.into_iter().map(line)).spacing(space::XS);
    let table = column![row![gap().width(NAME), titles], lines].spacing(space::XS);
    Some(container(table).padding(iced::padding::top(space::S)).into())
}
