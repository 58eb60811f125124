//! What can be done with a card, beside it, or why nothing can.

use catalog::card::FieldValue;
use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{CounterIcon, ObservedCard};
use iced::widget::{Column, container, pin};
use iced::{Fill, Size};

use super::super::table::Message;
use super::drawn::BoardView;
use crate::widget::{Element, button, label, panel};

/// Width of the menu, and height of a line of it.
const WIDTH: f32 = 240.0;
const LINE: f32 = 34.0;
/// Lines that are shown; the rest is in the list at the side.
const MOST: usize = 8;
const GAP: f32 = 8.0;

impl<'a> BoardView<'a> {
    /// The menu beside what was pressed, if there is something to choose or to say.
    pub fn menu(&self, board: Size) -> Option<Element<'a, Message>> {
        let unavailable = self.table.unavailable();
        let spot = self.table.about().or(unavailable.map(ActionTarget::Card))?;
        let place = self.table.motion().place(spot).filter(|_| self.table.motion().dragged().is_none())?;
        let line = |words: String, message: Message| -> Element<'a, Message> {
            let words = container(label::body(words)).padding([4, 8]);
            button::entry(words, false).width(Fill).on_press(message).into()
        };
        let mut lines: Vec<Element<'a, Message>> = Vec::new();
        if let Some(key) = unavailable {
            let seen = self.table.observation().card(key)?;
            lines.push(container(label::body(self.refusal(seen)).style(label::muted)).padding([4, 8]).into());
            lines.push(line(tr!("Read card  (I)"), Message::Read(key)));
        }
        let listed = if unavailable.is_none() { self.table.listed() } else { Vec::new() };
        for at in listed.into_iter().take(MOST) {
            lines.push(line(capital(&self.table.observation().actions[at].label), Message::Chosen(at)));
        }
        if lines.is_empty() {
            return None;
        }
        let height = LINE * lines.len() as f32 + 12.0;
        // The board's own corner is that of the window's part: places are noted in the window.
        let corner = self.table.motion().corner();
        let (left, top) = (place.x - corner.x, place.y - corner.y);
        let beside = left + place.width + GAP;
        let x = if beside + WIDTH > board.width { left - WIDTH - GAP } else { beside };
        // For a card of the hand above it, so that the others stay in sight; all of it, as far as the board reaches.
        let held = matches!(spot, ActionTarget::Card(key) if self.table.is_held(key));
        let (x, y) = if held { (left.min(board.width - WIDTH - GAP), top - height - GAP) } else { (x, top) };
        let y = y.min(board.height - height - GAP).max(GAP);
        let menu = container(Column::with_children(lines)).width(WIDTH).padding(6).style(panel::floating);
        Some(pin(menu).x(x.max(GAP)).y(y).into())
    }

    /// Why nothing can be done with a card, as far as it is known.
    fn refusal(&self, seen: &ObservedCard) -> String {
        if !self.table.asks_person() {
            return match self.table.observation().actor {
                Some(actor) => tr!("Wait for {}.", self.table.seat_name(actor)),
                None => tr!("The game is over."),
            };
        }
        let held = seen.key.filter(|key| self.table.is_held(*key)).and(seen.card);
        held.and_then(|card| self.shortage(card)).unwrap_or_else(|| tr!("Nothing to do with this card right now."))
    }

    /// What a card costs more than there is of a resource.
    fn shortage(&self, card: catalog::CardIx) -> Option<String> {
        let game = self.context.game();
        let counters = &self.table.observation().seats[usize::from(self.table.seat())].counters;
        let has = |resource: u8| {
            let counter = counters.iter().find(|counter| counter.icon == CounterIcon::Resource(resource));
            counter.map(|counter| counter.n)
        };
        let amounts = game.card(card).values.iter().flatten().find_map(|value| match value {
            FieldValue::Amounts { list, .. } => Some(list),
            _ => None,
        })?;
        let (resource, cost, have) =
            amounts.iter().find_map(|(r, cost)| has(*r).filter(|n| n < cost).map(|n| (*r, *cost, n)))?;
        let resource = &game.resources[usize::from(resource)].name;
        Some(tr!("It costs {cost} {resource}. You have {have}.", cost, resource, have))
    }
}
