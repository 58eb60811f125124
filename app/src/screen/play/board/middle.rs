//! What lies between the seats: cities and what is fought over, the TimeLine, what waits to happen, cards to choose from.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{BLOCKING, ObservedCard, ObservedZone, ZoneLayout};
use engine::timeline::Cells;
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use super::super::table::Message;
use super::drawn::{BoardView, lines};
use super::seat;
use super::zones::{self, GAP};
use crate::theme::{size, space};
use crate::widget::card_spot::ShownCard;
use crate::widget::timeline::{self, TimelineView};
use crate::widget::{Element, button, cut, face, label, panel};

/// Height of the line of notes.
const LINE: f32 = 16.0;
/// As many Paradoxes are shown one by one.
const PIPS: u8 = 20;

impl<'a> BoardView<'a> {
    /// The middle of the board.
    pub fn middle(&self) -> Element<'a, Message> {
        let observation = self.table.observation();
        let mut all: Vec<Element<'a, Message>> = Vec::new();
        let piles = observation.common.iter().filter(|zone| {
            zone.layout == ZoneLayout::Pile && !zone.cards.is_empty() && !zones::is_drawn_pile(self.table, zone)
        });
        // Lines over a city tell who attacks what, and nothing does once the match is over.
        let is_drawn = !observation.cities.is_empty() && (self.table.is_over() || !self.combat.is_empty());
        let notes = observation.notes.iter().filter(|_| !is_drawn);
        let notes = notes.map(|note| label::caption(note.as_str()).into());
        let mut foot: Vec<Element<'a, Message>> = notes.chain(piles.map(|zone| seat::chip(None, zone))).collect();
        let mut wide: Vec<Element<'a, Message>> = Vec::new();
        wide.extend(observation.cities.iter().map(|city| self.city(city)));
        wide.extend(self.waiting());
        wide.extend(self.fight());
        wide.extend(self.within_reach());
        let shared = zones::shared_zones(self.table);
        let first = if self.sizes.shared_rows == 2 { zones::two_rows(self.table, &shared).0 } else { 0 };
        let above: Vec<Element<'a, Message>> = self.shared(&shared[..first]).collect();
        wide.extend(self.shared(&shared[first..]));
        if wide.is_empty()
            && observation.timeline.is_none()
            && !zones::is_laned(self.table)
            && observation.actor.is_some()
            && self.sizes.is_roomy()
            && self.combat.is_empty()
            && (!self.table.asks_person() || self.table.on_move() == self.table.seat())
        {
            all.push(self.turn());
        }
        if observation.timeline.is_some() {
            // A TimeLine takes all the height there is: notes and piles stand in its head.
            let head = Row::with_children(std::mem::take(&mut foot)).spacing(space::L).align_y(Center);
            let height = if wide.is_empty() { Fill } else { iced::Length::Fixed(self.sizes.history) };
            all.push(self.history(head.wrap().into(), height));
        }
        if !observation.pending.is_empty() && observation.cities.is_empty() && !foot.is_empty() {
            // What waits takes the height of this line.
            wide.push(Column::with_children(std::mem::take(&mut foot)).spacing(space::S).into());
        }
        if !above.is_empty() {
            all.push(Row::with_children(above).spacing(space::XL).align_y(iced::Bottom).into());
        }
        if !wide.is_empty() {
            all.push(Row::with_children(wide).spacing(space::XL).align_y(Center).into());
        }
        if foot.is_empty() && !observation.cities.is_empty() {
            // The line is kept for the next note, so that the board stays where it is.
            all.push(gap().height(LINE).into());
        }
        if !foot.is_empty() {
            all.push(Row::with_children(foot).spacing(space::L).align_y(Center).into());
        }
        lines(all)
    }

    /// Zones of the table. What is chosen from lies large over the board meanwhile.
    fn shared(&self, zones: &[&'a ObservedZone]) -> impl Iterator<Item = Element<'a, Message>> {
        let offers = self.table.choice().is_none();
        zones.iter().copied().filter_map(move |zone| match zone.layout {
            ZoneLayout::Pile => Some(self.pile(zone)),
            _ => offers.then(|| self.zone(zone, self.sizes.shared)),
        })
    }

    /// A pile of the table: the card on top, or its back.
    fn pile(&self, zone: &'a ObservedZone) -> Element<'a, Message> {
        let width = self.sizes.shared;
        let at = self.table.observation().common.iter().position(|other| std::ptr::eq(other, zone));
        let spot = at.map(|at| ActionTarget::CommonZone(at as u8)).filter(|spot| self.table.is_actionable(*spot));
        let top = match (zone.top_of_pile(), spot) {
            (Some(top), None) => self.card(top, width),
            (top, Some(_)) => self.card_at(top.unwrap_or(&zone.cards[0]), width, spot),
            (None, None) => face::back(width),
        };
        column![seat::chip(None, zone), top].spacing(4).align_x(Center).into()
    }

    /// Whose turn it is, where nothing else lies.
    fn turn(&self) -> Element<'a, Message> {
        let on_move = self.table.on_move();
        let name = self.table.seat_name(on_move);
        let whose = if on_move == self.table.seat() { tr!("Your turn") } else { tr!("{name}’s turn", name) };
        label::section(whose).style(label::faint).into()
    }

    /// Cards of piles that something can be done with.
    fn within_reach(&self) -> Option<Element<'a, Message>> {
        let glows =
            |seen: &&ObservedCard| seen.key.is_some_and(|key| self.table.is_actionable(ActionTarget::Card(key)));
        let cards = self.table.observation().cards().filter(|(_, zone, _)| zone.layout == ZoneLayout::Pile);
        // What lies on top of a pile that is drawn is pressed there.
        let lies_on_top = |seat: Option<u8>, zone: &ObservedZone, seen: &ObservedCard| {
            let is_drawn = seat.is_none() && zones::is_drawn_pile(self.table, zone);
            is_drawn && zone.top_of_pile().is_some_and(|top| top.key == seen.key)
        };
        let cards = cards.filter(|(seat, zone, seen)| !lies_on_top(*seat, zone, seen));
        let cards: Vec<&'a ObservedCard> = cards.map(|(_, _, seen)| seen).filter(glows).collect();
        let faces = cards.into_iter().map(|seen| self.card(seen, self.sizes.offer));
        let faces: Vec<Element<'a, Message>> = faces.collect();
        let title = label::caption(tr!("From the piles"));
        (self.table.shows_pile_cards() && !faces.is_empty())
            .then(|| column![title, Row::with_children(faces).spacing(GAP)].spacing(2).into())
    }

    /// Who fights whom: pairs of cards with a line between.
    fn fight(&self) -> Option<Element<'a, Message>> {
        let observation = self.table.observation();
        let pairs: Vec<(&'a ObservedCard, Option<&'a ObservedCard>)> = observation
            .cards()
            .map(|(_, _, seen)| seen)
            .filter(|seen| seen.fights)
            .map(|seen| (seen, seen.foe.and_then(|foe| observation.card(foe))))
            .collect();
        // Lines from card to card say it better, where it is known whom each of them fights.
        if pairs.len() == self.combat.len() {
            return None;
        }
        let line = |(one, foe): &(&'a ObservedCard, Option<&'a ObservedCard>)| -> Element<'a, Message> {
            let blocks = one.marks.iter().any(|mark| mark == BLOCKING);
            let whom = if observation.cities.is_empty() { tr!("the player") } else { tr!("the city") };
            let foe = foe.map_or(whom, |foe| foe.name.clone());
            let verb = if blocks { tr!("blocks") } else { "⟶".to_owned() };
            let verb = label::body(verb).style(if blocks { label::good } else { label::bad });
            row![label::body(one.name.as_str()), verb, label::body(foe)].spacing(space::S).into()
        };
        let lines = Column::with_children(pairs.iter().map(line)).spacing(2);
        Some(
            panel::toned(panel::Tone::Bad, column![label::group(tr!("Combat")), lines].spacing(4))
                .width(iced::Shrink)
                .into(),
        )
    }

    /// What waits, the next one first.
    fn waiting(&self) -> Option<Element<'a, Message>> {
        let observation = self.table.observation();
        if observation.pending.is_empty() {
            return None;
        }
        let one = |(at, waiting): (usize, &'a engine::kernel::observation::PendingEffect)| -> Element<'a, Message> {
            let spot = ActionTarget::Waiting(at as u8);
            let glows = self.table.is_actionable(spot);
            let whose = waiting.seat.map_or(String::new(), |seat| self.table.seat_name(seat));
            let face = self.context.gallery.face(waiting.card, self.sizes.offer);
            let when = label::caption(if at == 0 { tr!("Resolves next") } else { tr!("Then") });
            let words = column![when, label::body(capital(&waiting.text))];
            let low = self.sizes.is_low;
            let words = words.push((!low).then(|| label::caption(whose)));
            // What it does, where few wait.
            let does = &waiting.effect;
            let words = words.push(
                (!low && observation.pending.len() < 3 && !does.is_empty())
                    .then(|| cut(does.replace('\n', " ")).size(size::CAPTION).lines(2).style(label::muted)),
            );
            let few = observation.pending.len() < 3 && self.sizes.board_width >= 700.0;
            let words = words.width(match observation.pending.len() {
                1 if few => 320.0,
                _ if few => 240.0,
                _ => 120.0,
            });
            let content = row![face, words].spacing(space::S).align_y(Center);
            let press = button::bare(content).on_press_maybe(glows.then_some(Message::Pressed(spot)));
            let shown = ShownCard::noted(waiting.card, waiting.text.clone());
            self.slot(spot, self.context.gallery.spot(shown, press)).into()
        };
        let pile = Row::with_children(observation.pending.iter().enumerate().take(4).map(one)).spacing(space::M);
        Some(panel::toned(panel::Tone::Warn, pile).width(iced::Shrink).into())
    }

    /// The TimeLine, with what the action at hand would change; its head has the number of Paradoxes, and what else is said.
    fn history(&self, beside: Element<'a, Message>, height: iced::Length) -> Element<'a, Message> {
        let Some(history) = &self.table.observation().timeline else { return gap().into() };
        let act = self.table.selected_action().map(|(_, act)| act);
        let touched = |spots: &[ActionTarget]| {
            let cell = |spot: &ActionTarget| if let ActionTarget::Year(cell) = spot { 1 << cell } else { 0 };
            spots.iter().fold(0, |m: Cells, spot| m | cell(spot))
        };
        let pressable =
            (0..history.cards.len() as u8).filter(|cell| self.table.is_actionable(ActionTarget::Year(*cell)));
        // A Linchpin under the cursor shows its wave if there is one way to turn it.
        let pointed = self.table.pointed_year().filter(|_| self.table.asks_person()).and_then(|year| {
            let mut ways = self.table.candidates().into_iter().map(|at| &self.table.observation().actions[at]);
            ways.find(|act| act.targets.contains(&ActionTarget::Year(year)))
        });
        let act = pointed.or(act);
        let shown = TimelineView {
            years: &history.cards,
            ahead: act.and_then(|act| act.timeline_change),
            about: act.map_or(0, |act| touched(&act.targets)),
            pressable: pressable.fold(0, |m, cell| m | 1 << cell),
            scale: timeline::scale(self.sizes.board_width, self.sizes.history),
            width: self.sizes.board_width,
            gallery: self.context.gallery,
        };
        let place = |cell, tile| self.slot(ActionTarget::Year(cell), tile).into();
        let pressed = |cell| Message::Pressed(ActionTarget::Year(cell));
        let rows = timeline::view(&shown, pressed, Message::YearPointed, place);
        let open = history.paradoxes;
        let (tone, limit) = (if open >= history.limit.div_ceil(2) { label::bad } else { label::muted }, history.limit);
        let pips = || "●".repeat(open.min(limit).into()) + &"○".repeat(limit.saturating_sub(open).into());
        let few = (limit <= PIPS).then(|| label::body(pips()).style(tone));
        // Where they end nothing there is no limit to tell.
        let told = if limit == u8::MAX { open.to_string() } else { tr!("{open} of {limit}", open, limit) };
        let count = row![label::caption(tr!("Paradoxes"))].push(few).push(label::caption(told).style(tone));
        let count = count.push(gap::horizontal()).push(beside);
        column![count.spacing(space::S).align_y(Center), container(rows).height(height)].spacing(space::XS).into()
    }
}
