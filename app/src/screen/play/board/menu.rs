//! What can be done with a card, beside it, or why nothing can.

use catalog::card::FieldValue;
use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{CostShortage, CounterIcon, ObservedCard};
use iced::widget::{Column, container, pin};
use iced::{Fill, Size};

use super::super::table::Message;
use super::drawn::BoardView;
use crate::widget::{Element, button, label, panel};

/// Width of the menu, and height of an entry of it with one line, and of each line more.
const WIDTH: f32 = 240.0;
const LINE: f32 = 30.0;
const MORE: f32 = 20.0;
/// Letters of a line.
const LETTERS: usize = 31;
/// Lines that are shown; the rest is in the list at the side.
const MOST: usize = 8;
const GAP: f32 = 8.0;

impl<'a> BoardView<'a> {
    /// The menu beside what was pressed, if there is something to choose or to say.
    pub fn menu(&self, board: Size) -> Option<Element<'a, Message>> {
        if self.table.choice().is_some() {
            return None;
        }
        let unavailable = self.table.unavailable();
        let spot = self.table.about().or(unavailable.map(ActionTarget::Card))?;
        let place = self.table.motion().place(spot).filter(|_| self.table.motion().dragged().is_none())?;
        // What nothing comes of is only said.
        let mut entries: Vec<(String, Option<Message>)> = Vec::new();
        if let Some(key) = unavailable {
            entries.push((self.refusal(self.table.observation().card(key)?), None));
            entries.push((tr!("Read card  (I)"), Some(Message::Read(key))));
        }
        let mut listed = if unavailable.is_none() { self.table.listed() } else { Vec::new() };
        // What lights up on the board is pressed there; a player may be named here as well.
        let lit = |target: &ActionTarget| {
            let is_seat = matches!(target, ActionTarget::Seat(_));
            *target != spot && !is_seat && self.table.motion().place(*target).is_some()
        };
        let all = listed.len();
        listed.retain(|at| !self.table.observation().actions[*at].targets.iter().any(lit));
        let seen = if let ActionTarget::Card(key) = spot { self.table.observation().card(key) } else { None };
        let refusal = seen.map_or("", |seen| seen.refusal.as_str());
        let head = match self.table.meant_name() {
            Some(name) => Some(tr!("On {name}:", name)),
            None if listed.len() < all => Some(tr!("Choose a target, or:")),
            // It can be thrown away, and no more.
            None => (!refusal.is_empty()).then(|| refusal.to_owned()),
        };
        entries.extend(head.filter(|_| !listed.is_empty()).map(|head| (head, None)));
        let entry = |at: usize| (capital(&self.table.observation().actions[at].label), Some(Message::Chosen(at)));
        entries.extend(listed.into_iter().take(MOST).map(entry));
        if entries.is_empty() {
            return None;
        }
        let high = |(words, _): &(String, _)| LINE + MORE * (words.chars().count() / LETTERS) as f32;
        let height = 12.0 + entries.iter().map(high).sum::<f32>();
        let line = |(words, message): (String, Option<Message>)| -> Element<'a, Message> {
            match message {
                Some(message) => {
                    let words = container(label::body(words)).padding([4, 8]);
                    button::entry(words, false).width(Fill).on_press(message).into()
                }
                None => container(label::body(words).style(label::muted)).padding([4, 8]).into(),
            }
        };
        let lines = entries.into_iter().map(line);
        // The board's own corner is that of the window's part: places are noted in the window.
        let corner = self.table.motion().board().position();
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
        let is_held = seen.key.is_some_and(|key| self.table.is_held(key));
        let held = seen.card.filter(|_| is_held);
        let shortage = seen.shortage.clone().or_else(|| held.and_then(|card| self.shortage(card)));
        match shortage {
            Some(CostShortage { what, cost, have }) => {
                tr!("It costs {cost} {what}. You have {have}.", cost, what, have)
            }
            None if !seen.refusal.is_empty() => seen.refusal.clone(),
            None if is_held => tr!("This card cannot be played now."),
            None => tr!("Nothing to do with this card right now."),
        }
    }

    /// What a card costs more than there is of a resource.
    fn shortage(&self, card: catalog::CardIx) -> Option<CostShortage> {
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
        Some(CostShortage { what: game.resources[usize::from(resource)].name.clone(), cost, have })
    }
}
