//! What all parts of the board draw with.

use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{BLOCKING, Observation, ObservedCard};
use iced::widget::{Column, Container, mouse_area};
use iced::{Border, Center, Fill, Size, Theme};

use super::super::motion::{CombatLine, Slot};
use super::super::table::{MatchTable, Message};
use super::sizes::{CardSizes, name_share};
use crate::screen::ScreenContext;
use crate::theme::{roles, space};
use crate::widget::{Element, panel};

/// What is drawn, and how large.
pub(super) struct BoardView<'a> {
    pub(super) table: &'a MatchTable,
    pub(super) context: ScreenContext<'a>,
    pub(super) sizes: CardSizes,
    /// Who attacks or blocks whom.
    pub(super) combat: Vec<CombatLine>,
}

impl<'a> BoardView<'a> {
    /// The board of a table in its room.
    pub(super) fn new(table: &'a MatchTable, context: ScreenContext<'a>, bounds: Size) -> BoardView<'a> {
        BoardView { table, context, sizes: CardSizes::fit(table, bounds), combat: combat_lines(table.observation()) }
    }

    /// Notes where something lies.
    pub(super) fn slot(&self, what: ActionTarget, content: impl Into<Element<'a, Message>>) -> Slot<'a, Message> {
        Slot::new(what, self.table.motion(), content)
    }

    /// A lane or a zone in its frame, that lights up and can be pressed where a card can go there.
    pub(super) fn place(&self, what: ActionTarget, content: Container<'a, Message>) -> Slot<'a, Message> {
        let lit = match self.table.about() {
            Some(about) => self.is_meant(about, Some(what)),
            None => self.table.asks_for_place() && self.table.is_actionable(what),
        };
        if lit { self.lit(what, content) } else { self.slot(what, content.style(panel::framed)) }
    }

    /// Something in a frame that lights up and can be pressed.
    pub(super) fn lit(&self, what: ActionTarget, content: Container<'a, Message>) -> Slot<'a, Message> {
        let content = content.style(|theme: &Theme| {
            let frame = panel::framed(theme);
            let border = Border { color: roles(theme).usable, width: 2.0, ..frame.border };
            iced::widget::container::Style { border, ..frame }
        });
        let press = mouse_area(content).on_press(Message::Pressed(what)).interaction(iced::mouse::Interaction::Pointer);
        self.slot(what, press)
    }

    /// What waits, and the cards and seats that it is aimed at.
    pub(super) fn aim_lines(&self) -> Vec<CombatLine> {
        let aims = self.table.aims_of_waiting().into_iter();
        aims.map(|(at, to)| CombatLine { from: ActionTarget::Waiting(at), to, blocks: false }).collect()
    }

    /// Areas with text that no line crosses, and how much of each has it, from its foot: the line of each seat, cities, what
    /// waits, and names of cards.
    pub(super) fn text_areas(&self) -> Vec<(ActionTarget, f32)> {
        let observation = self.table.observation();
        let seats = (0..observation.seats.len() as u8).map(ActionTarget::Seat);
        // A line that passes a city is seen over it: cut there, nobody could follow it.
        let panels = seats.chain((0..observation.pending.len() as u8).map(ActionTarget::Waiting));
        let cards = observation.cards().filter_map(|(_, _, seen)| seen.key.map(ActionTarget::Card));
        panels.map(|panel| (panel, 1.0)).chain(cards.map(|card| (card, name_share()))).collect()
    }
}

/// Lines of things with room between.
pub(super) fn lines<'a>(lines: Vec<Element<'a, Message>>) -> Element<'a, Message> {
    Column::with_children(lines).spacing(space::S).align_x(Center).width(Fill).into()
}

/// Who attacks or blocks whom.
fn combat_lines(observation: &Observation) -> Vec<CombatLine> {
    let line = |(seat, _, seen): (Option<u8>, _, &ObservedCard)| {
        let from = ActionTarget::Card(seen.key.filter(|_| seen.fights)?);
        let to = match (seen.foe, &observation.cities[..]) {
            (Some(foe), _) => ActionTarget::Card(foe),
            (None, [city]) => ActionTarget::City(city.number),
            (None, []) if observation.seats.len() == 2 => ActionTarget::Seat(1 - seat?),
            (None, _) => return None,
        };
        Some(CombatLine { from, to, blocks: seen.marks.iter().any(|mark| mark == BLOCKING) })
    };
    observation.cards().filter_map(line).collect()
}
