//! What belongs to a seat: its name and counters in a strip, its cards.

use catalog::fold::capital;
use catalog::tr;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{Counter, CounterIcon, ObservedSeat, ObservedZone, ZoneLayout};
use iced::widget::{Column, Container, Row, column, container, row, space as gap, tooltip};
use iced::{Background, Border, Center, Fill, FillPortion, Theme};

use super::super::motion::Slot;
use super::super::table::Message;
use super::drawn::{BoardView, lines};
use super::sizes::{STACKS, has_stacks_beside_fields};
use super::zones::{GAP, field_share, open_hand, waiting_for_lane};
use crate::theme::{self, mix, roles, space};
use crate::widget::icon::{Icon, Ink, icon};
use crate::widget::{Element, button, label, panel};

/// Life that is nearly gone.
const LOW_LIFE: i32 = 5;

impl<'a> BoardView<'a> {
    fn side(&self, seat: u8) -> &'a ObservedSeat {
        &self.table.observation().seats[usize::from(seat)]
    }

    /// The one other seat: the same as one's own, upside down.
    pub fn far(&self, seat: u8) -> Element<'a, Message> {
        let mut all = vec![self.strip(seat)];
        if self.table.observation().timeline.is_some() {
            let rows = [self.small(seat), self.open_hand(seat), self.fields(seat)].into_iter().flatten();
            let rows: Vec<Element<'a, Message>> = rows.collect();
            // The room of the row is kept, so that the TimeLine stays where it is.
            let kept = crate::widget::face::height(self.sizes.field);
            all.push(if rows.is_empty() {
                gap().height(if self.sizes.keeps_far_row { kept } else { 0.0 }).into()
            } else {
                Row::with_children(rows).spacing(space::XL).align_y(iced::Bottom).into()
            });
            return lines(all);
        }
        all.extend(self.open_hand(seat));
        all.push(self.fields_beside_stacks(seat));
        lines(all)
    }

    /// Stacks lie beside the field, so that nothing moves when the first of them comes.
    fn fields_beside_stacks(&self, seat: u8) -> Element<'a, Message> {
        let (stacks, fields) = (self.small(seat), self.fields(seat));
        if !has_stacks_beside_fields(self.table) {
            return row![].push(stacks).push(fields).spacing(space::XL).align_y(iced::Bottom).into();
        }
        let column = container(stacks.unwrap_or_else(|| gap().into()));
        let column = column.width(STACKS * self.sizes.board_width).clip(true);
        row![column].push(fields).spacing(space::S).align_y(Center).into()
    }

    /// The seat at the near side.
    pub fn near(&self, seat: u8) -> Element<'a, Message> {
        let mut all = Vec::new();
        let history = self.table.observation().timeline.is_some();
        let beside_fields = has_stacks_beside_fields(self.table);
        match (history, beside_fields) {
            (true, _) => {}
            (false, true) => all.push(self.fields_beside_stacks(seat)),
            (false, false) => all.extend(self.fields(seat)),
        }
        all.push(self.strip(seat));
        let hand = self.side(seat).zones.iter().find(|zone| zone.layout == ZoneLayout::Hand);
        let width = hand.map_or(self.sizes.hand, |zone| self.sizes.width(self.table, seat, zone));
        let hand = hand.map(|zone| Row::with_children(self.cards(zone, width)).spacing(GAP));
        // What came without a lane waits for one.
        let waiting = waiting_for_lane(self.table, seat).into_iter().map(|seen| self.card(seen, width));
        let waiting: Vec<Element<'a, Message>> = waiting.collect();
        let waiting = (!waiting.is_empty()).then(|| Row::with_children(waiting).spacing(GAP));
        let table = if history { self.fields(seat) } else { None };
        let table = table.map(|fields| column![label::caption(tr!("In play")), fields].spacing(2));
        let small = if beside_fields { None } else { self.small(seat) };
        let beside = row![].push(small).push(hand).push(waiting).push(table).spacing(space::XXL).align_y(iced::Bottom);
        all.push(container(beside).height(crate::widget::face::height(self.sizes.hand)).align_y(iced::Bottom).into());
        lines(all)
    }

    /// One of several others, in a panel.
    pub fn panel(&self, seat: u8) -> Element<'a, Message> {
        let side = self.side(seat);
        let counters = side.counters.iter().map(|counter| self.counter(counter, false));
        let facts =
            side.facts.iter().map(|(title, words)| label::caption(format!("{}: {words}", capital(title))).into());
        let shown = side.zones.iter().filter(|zone| !matches!(zone.layout, ZoneLayout::Pile) && !zone.cards.is_empty());
        let zones = shown.filter(|zone| zone.layout != ZoneLayout::Hand || open_hand(self.table, seat)).map(|zone| {
            let width = self.sizes.width(self.table, seat, zone);
            Row::with_children(self.cards(zone, width)).spacing(3).into()
        });
        let head = std::iter::once(self.name(seat)).chain(self.chips(seat));
        let head = Row::with_children(head).spacing(space::S).align_y(Center).wrap().vertical_spacing(space::XS);
        let counters = (!side.counters.is_empty()).then(|| Row::with_children(counters).spacing(space::S).wrap());
        let facts = (!side.facts.is_empty()).then(|| Column::with_children(facts));
        let zones: Vec<Element<'a, Message>> = zones.collect();
        let zones = (!zones.is_empty()).then(|| Column::with_children(zones).spacing(3));
        let content = column![head].push(counters).push(facts).push(zones);
        let active = self.table.observation().actor == Some(seat);
        let panel = container(content.spacing(space::XS))
            .padding(space::S)
            .width(Fill)
            .style(move |theme: &Theme| framed(theme, active));
        self.seat_slot(seat, panel).into()
    }

    /// A hand that is open to these eyes, of another seat.
    fn open_hand(&self, seat: u8) -> Option<Element<'a, Message>> {
        let zones = self.side(seat).zones.iter();
        let zone = zones.filter(|_| open_hand(self.table, seat)).find(|zone| zone.layout == ZoneLayout::Hand)?;
        let width = self.sizes.width(self.table, seat, zone);
        Some(Row::with_children(self.cards(zone, width)).spacing(3).into())
    }

    /// Zones in play, side by side.
    fn fields(&self, seat: u8) -> Option<Element<'a, Message>> {
        // They lie in lanes between the seats.
        if super::zones::is_laned(self.table) {
            return None;
        }
        let zones: Vec<&ObservedZone> =
            self.side(seat).zones.iter().filter(|zone| zone.layout == ZoneLayout::Field).collect();
        if let [one] = zones[..] {
            let width = self.sizes.width(self.table, seat, one);
            // The room of the row is kept, so that nothing moves when its first card comes.
            let is_kept = self.table.observation().timeline.is_none();
            if one.cards.is_empty() {
                return is_kept.then(|| gap().height(crate::widget::face::height(width)).into());
            }
            return Some(rows(self.cards(one, width)));
        }
        let height = crate::widget::face::height(self.sizes.field) + 22.0;
        let frame = |zone: &&'a ObservedZone| -> Element<'a, Message> {
            let width = self.sizes.width(self.table, seat, zone);
            let inside =
                column![label::caption(zone.title.as_str()), container(rows(self.cards(zone, width))).center_x(Fill),];
            let share = (100.0 * field_share(self.table, seat, &zone.title)).round() as u16;
            let framed = container(inside).width(FillPortion(share)).height(height).padding([2, 8]);
            self.place(self.zone_target(seat, zone), framed).into()
        };
        Some(Row::with_children(zones.iter().map(frame)).spacing(space::S).into())
    }

    /// What a zone of a seat is for actions.
    fn zone_target(&self, seat: u8, zone: &ObservedZone) -> ActionTarget {
        let at = self.side(seat).zones.iter().position(|other| std::ptr::eq(other, zone)).unwrap_or_default();
        ActionTarget::Zone(seat, at as u8)
    }

    /// Stacks, and what is kept apart.
    fn small(&self, seat: u8) -> Option<Element<'a, Message>> {
        let zones = self.side(seat).zones.iter().filter(|z| matches!(z.layout, ZoneLayout::Stack | ZoneLayout::Apart));
        let is_asked = |what: ActionTarget| {
            self.table.is_aim(what) || self.table.asks_for_place() && self.table.is_actionable(what)
        };
        let shown: Vec<Element<'a, Message>> = zones
            .filter(|zone| !zone.cards.is_empty() || is_asked(self.zone_target(seat, zone)))
            .map(|zone| {
                let width = self.sizes.width(self.table, seat, zone);
                let (stack, what) = (self.zone(zone, width), self.zone_target(seat, zone));
                // Where nothing lies yet there is room for a card.
                let least = if zone.cards.is_empty() { crate::widget::face::height(width) } else { 0.0 };
                let stack = row![stack, gap().height(least)];
                if is_asked(what) { self.place(what, container(stack)).into() } else { stack.into() }
            })
            .collect();
        (!shown.is_empty()).then(|| Row::with_children(shown).spacing(space::XL).into())
    }

    /// Name, counters and piles in a line.
    fn strip(&self, seat: u8) -> Element<'a, Message> {
        let side = self.side(seat);
        // Points of a city stand in the city.
        let shown = side.counters.iter().filter(|counter| !matches!(counter.icon, CounterIcon::City(_)));
        let named = self.names_fit();
        let counters = shown.map(|counter| self.counter(counter, named));
        let facts = side.facts.iter().map(|(title, words)| {
            row![label::caption(format!("{}:", capital(title))), label::caption(words.as_str()).style(label::accent)]
                .spacing(4)
                .into()
        });
        let counters = Row::with_children(counters).spacing(space::L).align_y(Center);
        let facts = Row::with_children(facts).spacing(space::L);
        let chips = Row::with_children(self.chips(seat)).spacing(space::S);
        let name = row![self.name(seat)];
        let line = |line: Row<'a, Message>| line.spacing(space::L).align_y(Center);
        let strip: Element<'a, Message> = if self.sizes.narrow() {
            column![line(name.push(gap::horizontal()).push(chips)), line(row![counters, facts])].spacing(2).into()
        } else {
            line(name.push(counters).push(facts).push(gap::horizontal()).push(chips)).into()
        };
        let active = self.table.observation().actor == Some(seat);
        let strip = container(strip).padding([4, 10]).width(Fill).style(move |theme: &Theme| framed(theme, active));
        self.seat_slot(seat, strip).into()
    }

    /// What stands for a seat: it lights up and can be pressed where something can be aimed at the player.
    fn seat_slot(&self, seat: u8, content: Container<'a, Message>) -> Slot<'a, Message> {
        let what = ActionTarget::Seat(seat);
        let lit = match self.table.about() {
            Some(about) => self.table.asks_person() && self.is_meant(about, Some(what)),
            None => self.table.is_actionable(what),
        };
        if lit { self.lit(what, content) } else { self.slot(what, content) }
    }

    fn name(&self, seat: u8) -> Element<'a, Message> {
        let observation = self.table.observation();
        let name = if observation.seats.len() > 2 && seat != self.table.seat() {
            label::body(self.table.seat_name(seat)).font(theme::SEMIBOLD).size(13)
        } else {
            label::emphasis(self.table.seat_name(seat))
        };
        let is_active = self.table.on_move() == seat && !self.table.is_over();
        let name = if is_active { name.style(label::accent) } else { name };
        let out = observation.seats[usize::from(seat)].out.then(|| panel::badge(panel::Tone::Bad, tr!("out")));
        let content = row![name].push(out).spacing(space::S).align_y(Center);
        if self.table.is_actionable(ActionTarget::Seat(seat)) {
            let press = button::wide(content).width(iced::Shrink).padding([1, 7]);
            press.on_press(Message::Pressed(ActionTarget::Seat(seat))).into()
        } else {
            content.into()
        }
    }

    /// Whether the strip of each seat has room for the names of its counters beside their symbols.
    fn names_fit(&self) -> bool {
        let letters = |words: &str| 6.2 * words.chars().count() as f32;
        let needs = |side: &ObservedSeat| {
            let counters = side.counters.iter().filter(|counter| !matches!(counter.icon, CounterIcon::City(_)));
            let facts = side.facts.iter().map(|(title, words)| 30.0 + letters(title) + letters(words));
            counters.map(|counter| 58.0 + letters(&counter.name)).sum::<f32>() + facts.sum::<f32>()
        };
        // The name, and two piles.
        let seats = &self.table.observation().seats;
        !self.sizes.narrow() && seats.iter().all(|seat| 230.0 + needs(seat) < self.sizes.board_width)
    }

    fn counter(&self, counter: &'a Counter, named: bool) -> Element<'a, Message> {
        let game = self.context.game();
        let symbol = match counter.icon {
            CounterIcon::Resource(at) => {
                game.resources.get(usize::from(at)).map(|r| (&r.symbol, theme::parse(&r.colour)))
            }
            CounterIcon::Faction(at) => {
                game.factions.get(usize::from(at)).map(|f| (&f.symbol, theme::parse(&f.colour)))
            }
            CounterIcon::Deck | CounterIcon::Word | CounterIcon::Fact | CounterIcon::Life | CounterIcon::City(_) => {
                None
            }
        };
        let mut n = label::emphasis(counter.n.to_string());
        if counter.icon == CounterIcon::Life {
            n = n.size(theme::size::PAGE).line_height(1.0);
            n = if counter.n <= LOW_LIFE { n.style(label::bad) } else { n };
        }
        let pictured: Option<Element<'a, Message>> = match symbol {
            Some((path, colour)) => {
                let ink = theme::sign_on(self.context.mode.roles().surface, colour);
                Some(self.context.gallery.symbol(path, ink, 18.0))
            }
            None => (counter.icon == CounterIcon::Deck).then(|| icon(Icon::Decks, 16.0, Ink::Muted)),
        };
        let is_deck = counter.icon == CounterIcon::Deck;
        let name = (named && !is_deck || pictured.is_none()).then(|| label::caption(capital(&counter.name)));
        let sign = row![].push(pictured).push(name).spacing(5).align_y(Center);
        let tip = container(label::caption(capital(&counter.name))).padding([4, 8]).style(panel::floating);
        tooltip(row![sign, n].spacing(5).align_y(Center), tip, tooltip::Position::Top).into()
    }

    /// Piles and hidden hands by number.
    fn chips(&self, seat: u8) -> Vec<Element<'a, Message>> {
        let zones = self.side(seat).zones.iter().filter(|zone| !zone.cards.is_empty());
        zones
            .filter(|zone| {
                zone.layout == ZoneLayout::Pile || (zone.layout == ZoneLayout::Hand && seat != self.table.seat())
            })
            .map(|zone| chip(Some(seat), zone))
            .collect()
    }
}

/// Cards side by side, and below each other where they would be small.
fn rows<'a>(cards: Vec<Element<'a, Message>>) -> Element<'a, Message> {
    Row::with_children(cards).spacing(GAP).wrap().vertical_spacing(GAP).into()
}

/// A zone as a name and a number; one of which cards are known is looked through by a press.
pub(super) fn chip<'a>(seat: Option<u8>, zone: &'a ObservedZone) -> Element<'a, Message> {
    let words = label::caption(format!("{} {}", capital(&zone.title), zone.cards.len()));
    if zone.cards.iter().any(|card| card.card.is_some()) {
        let open = Message::PileOpened(seat, zone.title.clone());
        return button::chip(words).on_press(open).into();
    }
    let chip = container(words).padding([2, 8]).style(|theme: &Theme| iced::widget::container::Style {
        background: Some(Background::Color(roles(theme).raised)),
        border: iced::border::rounded(9),
        ..iced::widget::container::Style::default()
    });
    chip.into()
}

/// The frame of a seat; the one that decides stands out.
fn framed(theme: &Theme, active: bool) -> iced::widget::container::Style {
    let r = roles(theme);
    iced::widget::container::Style {
        background: Some(Background::Color(r.surface)),
        border: Border {
            color: if active { mix(r.line, r.accent, 0.7) } else { r.line },
            width: 1.0,
            radius: theme::RADIUS.into(),
        },
        ..iced::widget::container::Style::default()
    }
}
