//! Actions and events in notation, and in words.

use catalog::fold::lower_first;
use catalog::tr;

use crate::kernel::audience::{Audience, told, turn_text};
use crate::kernel::outcome::{EndReason, Outcome};

use super::event::{HIDDEN, NAMED};
use super::expression::Kind;
use super::program::{Column, Layout, Sees, Zone, ZoneOwner};
use super::{Choice, Event, MatchData, State};

impl<const W: usize> MatchData<W> {
    /// An action as files have it: `play Two of Clubs`, `bid 3`, `ask seat 2 hearts`.
    pub(super) fn notation(&self, state: &State<W>, choice: Choice) -> String {
        let action = &self.program.actions[usize::from(choice.action)];
        let mut text = action.id.clone();
        for (at, card) in self.chosen(choice).enumerate() {
            text.push_str(if at == 1 && action.on.is_some() { " on " } else { " " });
            text.push_str(self.name(card));
        }
        text.push_str(&self.which(state, choice));
        if choice.seat >= 0 {
            text.push_str(&format!(" seat {}", choice.seat + 1));
        }
        if action.number.is_some() {
            text.push_str(&format!(" {}", choice.number));
        }
        if let Some((column, _)) = &action.word {
            text.push(' ');
            text.push_str(&self.word(*column, choice.word));
        }
        text
    }

    /// Which of several choices of copies that are not alike: ` #2`.
    fn which(&self, state: &State<W>, choice: Choice) -> String {
        if !self.has_copies || choice.count == 0 {
            return String::new();
        }
        let mut legal = Vec::new();
        let view = super::evaluate::View::new(self, state);
        if let Some((_, question)) = view.asked() {
            view.answers(question, &mut legal);
        }
        let defs = |choice: &Choice| choice.cards.map(|card| self.def_of.get(usize::from(card)).copied());
        let twin = |other: &&Choice| {
            (other.action, other.seat, other.number, other.word, other.count)
                == (choice.action, choice.seat, choice.number, choice.word, choice.count)
                && defs(other) == defs(&choice)
        };
        let twins: Vec<&Choice> = legal.iter().filter(twin).collect();
        match (twins.len(), twins.iter().position(|other| **other == choice)) {
            (2.., Some(at)) => format!(" #{}", at + 1),
            _ => String::new(),
        }
    }

    fn word(&self, column: u16, value: i32) -> String {
        match &self.program.columns[usize::from(column)] {
            Column::Text(_, texts) => texts.get(value as usize).cloned().unwrap_or_default(),
            _ => value.to_string(),
        }
    }

    /// An action as somebody reads it who can do it.
    pub(super) fn label(&self, state: &State<W>, choice: Choice, to: &Audience) -> String {
        let which = self.which(state, choice);
        let first = self.chosen(choice).next().filter(|_| !which.is_empty());
        let lane = first.and_then(|card| self.lane_of(state, card)).map(|lane| tr!("in {lane}", lane));
        let label = self.choice_text(choice, to) + &which;
        lane.map_or_else(|| label.clone(), |lane| format!("{label} {lane}"))
    }

    /// The name of the lane in which a card lies.
    fn lane_of(&self, state: &State<W>, card: u16) -> Option<&String> {
        let counter = self.program.cards.as_ref()?.lane?;
        let at = self.layout.counters[usize::from(counter)] as usize + usize::from(card);
        self.lane_name(state.numbers[at])
    }

    fn choice_text(&self, choice: Choice, to: &Audience) -> String {
        let action = &self.program.actions[usize::from(choice.action)];
        self.with_chosen(action.label.clone(), choice, to)
    }

    /// What somebody did: `Quinn plays Oyster`, or `Quinn: Play Oyster` where the rules have no word for it.
    fn deed_text(&self, seat: u8, choice: Choice, to: &Audience) -> String {
        let action = &self.program.actions[usize::from(choice.action)];
        if action.told.is_empty() {
            let what = self.choice_text(choice, to);
            return told!(to, seat, "{who}: {what}" / "You: {what}", what);
        }
        let others = self.with_chosen(action.told.clone(), choice, to);
        let own = self.with_chosen(lower_first(&action.label), choice, to);
        told!(to, seat, "{who} {others}" / "You {own}", others, own)
    }

    /// A verb with what was chosen for it.
    fn with_chosen(&self, verb: String, choice: Choice, to: &Audience) -> String {
        let action = &self.program.actions[usize::from(choice.action)];
        let mut parts = vec![verb];
        let cards: Vec<String> = self.chosen(choice).map(|card| self.card_text(card, to)).collect();
        if !cards.is_empty() {
            let joint = if action.on.is_some() { " → ".to_owned() } else { tr!(" and ") };
            parts.push(cards.join(&joint));
        }
        if choice.seat >= 0 {
            parts.push(to.object(choice.seat as u8).unwrap_or_else(|| tr!("you")));
        }
        if action.number.is_some() {
            let number = choice.number;
            parts.push(match (self.lane_name(number).filter(|_| action.in_lane), &action.unit) {
                (Some(lane), _) => match &action.preposition {
                    Some(before) => format!("{before} {lane}"),
                    None => tr!("in {lane}", lane),
                },
                (None, Some([one, several])) => format!("{number} {}", if number == 1 { one } else { several }),
                (None, None) => number.to_string(),
            });
            // What is counted stands apart from the name of a card.
            if let (Some(_), [.., card, _]) = (&action.unit, &mut parts[..])
                && choice.count > 0
            {
                card.push(',');
            }
        }
        if let Some((column, _)) = &action.word {
            parts.push(self.word(*column, choice.word));
        }
        parts.join(" ")
    }

    /// What people call a lane, from 1.
    fn lane_name(&self, lane: i32) -> Option<&String> {
        self.program.cards.as_ref()?.lanes.get(usize::try_from(lane - 1).ok()?)
    }

    fn card_text(&self, card: u16, to: &Audience) -> String {
        match card {
            HIDDEN => tr!("a card"),
            card => to.card(self.cards[usize::from(card)], self.name(card)),
        }
    }

    /// What a counter says.
    pub(super) fn counter_text(&self, counter: u16, number: i32, to: &Audience) -> String {
        match self.program.counters[usize::from(counter)].kind {
            Kind::Text(column) if number >= 0 => self.word(column, number),
            Kind::Seat if number >= 0 => to.heading(number as u8),
            Kind::Card if number >= 0 => self.card_text(number as u16, to),
            Kind::Number | Kind::Truth => number.to_string(),
            _ => "–".to_owned(),
        }
    }

    /// A zone and whose it is.
    fn zone_text(&self, set: u16, to: &Audience) -> String {
        let (zone, owner) = self.zone_and_owner(set);
        let title = zone.title.as_str();
        match zone.owner {
            ZoneOwner::Seat => told!(to, owner, "{whom}'s {title}" / "your {title}", title),
            ZoneOwner::Table | ZoneOwner::Team => title.to_owned(),
        }
    }

    pub(super) fn zone_and_owner(&self, set: u16) -> (&Zone, u8) {
        let (zone, owner) = self.layout.zone_of[usize::from(set)];
        (&self.program.zones[usize::from(zone)], owner)
    }

    /// Whether a card that goes from one zone to the other is drawn.
    pub(super) fn is_draw(&self, from: u16, to: u16) -> bool {
        let (from, to) = (self.zone_and_owner(from).0, self.zone_and_owner(to).0);
        from.sees == Sees::Nobody && to.layout == Layout::Hand && to.owner == ZoneOwner::Seat
    }

    /// Whether a card only passes through on its way into play, or to where nobody sees it.
    pub(super) fn passes_through(&self, from: u16, to: u16) -> bool {
        let (from, to) = (self.zone_and_owner(from).0, self.zone_and_owner(to).0);
        !to.shown || !from.shown && (to.layout == Layout::Field || to.sees == Sees::Nobody)
    }

    /// Where cards come from, and where they go; whose both are is said once.
    fn way_text(&self, from: u16, place: u16, to: &Audience) -> (String, String) {
        let ((left, loser), (entered, owner)) = (self.zone_and_owner(from), self.zone_and_owner(place));
        let are_of_one = [left, entered].iter().all(|zone| zone.owner == ZoneOwner::Seat) && loser == owner;
        let into = if are_of_one { entered.title.clone() } else { self.zone_text(place, to) };
        (self.zone_text(from, to), into)
    }

    /// Whether cards there are only looked at.
    fn is_looked_at(&self, set: u16) -> bool {
        let (zone, _) = self.layout.zone_of[usize::from(set)];
        self.program.cards.as_ref().is_some_and(|rules| rules.looked == zone)
    }

    /// Whether a card that was only looked at goes back to where nobody sees it.
    pub(super) fn is_put_back(&self, from: u16, to: u16) -> bool {
        self.is_looked_at(from) && self.zone_and_owner(to).0.sees == Sees::Nobody
    }

    /// A card that goes from one zone to another.
    fn move_text(&self, card: u16, from: u16, place: u16, to: &Audience) -> String {
        let card = self.card_text(card, to);
        if self.is_draw(from, place) {
            let owner = self.zone_and_owner(place).1;
            if self.is_looked_at(place) {
                return told!(to, owner, "{who} looks at {card}" / "You look at {card}", card);
            }
            return told!(to, owner, "{who} draws {card}" / "You draw {card}", card);
        }
        let looked_at = self.is_looked_at(from);
        let (from, into) = self.way_text(from, place, to);
        if looked_at {
            return tr!("{card} goes to {into}", card, into);
        }
        tr!("{card} goes from {from} to {into}", card, from, into)
    }

    /// Several cards that go the same way.
    fn move_together_text(&self, cards: &[u16], count: usize, (from, place): (u16, u16), to: &Audience) -> String {
        let cards = self.cards_text(&cards[..count.min(NAMED)], count, to);
        if self.is_draw(from, place) {
            let owner = self.zone_and_owner(place).1;
            if self.is_looked_at(place) {
                return told!(to, owner, "{who} looks at {cards}" / "You look at {cards}", cards);
            }
            return told!(to, owner, "{who} draws {cards}" / "You draw {cards}", cards);
        }
        let looked_at = self.is_looked_at(from);
        let (from, into) = self.way_text(from, place, to);
        if looked_at {
            return tr!("{cards} go to {into}", cards, into);
        }
        tr!("{cards} go from {from} to {into}", cards, from, into)
    }

    /// `Oyster, Perch ×2 and 3 more`; the first of `count` cards are known, or none.
    fn cards_text(&self, cards: &[u16], count: usize, to: &Audience) -> String {
        if cards.first() == Some(&HIDDEN) {
            return tr!("{count} cards", count);
        }
        let mut names: Vec<(String, usize)> = Vec::new();
        for name in cards.iter().map(|card| self.card_text(*card, to)) {
            match names.iter_mut().find(|(other, _)| *other == name) {
                Some((_, times)) => *times += 1,
                None => names.push((name, 1)),
            }
        }
        let named = |(name, times)| if times > 1 { format!("{name} ×{times}") } else { name };
        let mut names: Vec<String> = names.into_iter().map(named).collect();
        let last = match count - cards.len() {
            0 => names.pop().unwrap_or_default(),
            more => tr!("{more} more", more),
        };
        if names.is_empty() { last } else { tr!("{cards} and {last}", cards = names.join(", "), last) }
    }

    /// A number as it was and as it is: `3 → 4`.
    fn change_text(&self, counter: u16, number: i32, by: i32, to: &Audience) -> String {
        match self.program.counters[usize::from(counter)].kind {
            Kind::Number if by != 0 => format!("{} → {number}", number - by),
            _ => self.counter_text(counter, number, to),
        }
    }

    /// How a game ended, in a sentence.
    pub(super) fn outcome_text(&self, outcome: Outcome, to: &Audience) -> String {
        let why = match outcome.reason {
            EndReason::Score if !outcome.is_decided() && !self.program.draw.is_empty() => self.program.draw.clone(),
            EndReason::Score if !self.program.why.is_empty() => self.program.why.clone(),
            EndReason::Score => tr!("the best score"),
            EndReason::Progress => tr!("the goal of the game"),
            EndReason::TurnLimit => tr!("the turn limit was reached"),
            EndReason::Loop => tr!("an endless loop"),
            EndReason::Overflow => tr!("the rules went on without end"),
            _ => tr!("the match was stopped"),
        };
        outcome.text(&why, to)
    }

    /// An event in a sentence.
    pub(super) fn event_text(&self, event: Event, to: &Audience) -> String {
        match event {
            Event::Turn { seat, number } => turn_text(number.min(u16::MAX.into()) as u16, seat, to),
            Event::Does { seat, choice } => self.deed_text(seat, choice, to),
            Event::Moves { card, from, to: place, .. } => self.move_text(card, from, place, to),
            Event::MoveTogether { cards, count, from, to: place } => {
                self.move_together_text(&cards, count.into(), (from, place), to)
            }
            Event::Counts { counter, card, seat, number, by } => {
                let declared = &self.program.counters[usize::from(counter)];
                let title = declared.title.as_str();
                if declared.is_fact() {
                    return title.to_owned();
                }
                let is_number = declared.kind == Kind::Number;
                let rules = self.program.cards.as_ref();
                let is_damage = rules.is_some_and(|rules| rules.damage == Some(counter));
                let number = self.change_text(counter, number, by, to);
                match seat {
                    _ if card != HIDDEN && is_number && is_damage && by > 0 => {
                        tr!("{card} takes {amount} damage", card = self.card_text(card, to), amount = by)
                    }
                    // `gets +1`, since `+1: 0 → 1` is read as a sum.
                    _ if card != HIDDEN && is_number && by != 0 && declared.is_change() => {
                        let (card, times) = (self.card_text(card, to), by.abs());
                        let title = if times > 1 { format!("{title} ×{times}") } else { title.to_owned() };
                        if by > 0 {
                            tr!("{card} gets {title}", card, title)
                        } else {
                            tr!("{card} loses {title}", card, title)
                        }
                    }
                    _ if card != HIDDEN => {
                        tr!("{card}, {title}: {number}", card = self.card_text(card, to), title, number)
                    }
                    ..0 => tr!("{title}: {number}", title, number),
                    seat => {
                        told!(to, seat as u8, "{whom}'s {title}: {number}" / "Your {title}: {number}", title, number)
                    }
                }
            }
            Event::Reveals { card } => tr!("{card} is revealed", card = self.card_text(card, to)),
            Event::LooksThrough { seat, zone } => {
                let zone = self.zone_text(zone, to);
                told!(to, seat, "{who} looks through {zone}" / "You look through {zone}", zone)
            }
            Event::Shuffles { zone } => tr!("{zone} is shuffled", zone = self.zone_text(zone, to)),
            Event::Rolls { number } => tr!("The die shows {number}", number),
            Event::Loops { card } => tr!("{card} triggers again and again", card = self.card_text(card, to)),
            Event::Out { seat } => told!(to, seat, "{who} is out" / "You are out"),
            Event::Over { outcome } => self.outcome_text(outcome, to),
        }
    }
}
