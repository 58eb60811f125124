//! What the table shows a seat, as one row of numbers: for games whose rules are written in Rust.
//!
//! It is made of an [`Observation`] alone, so it tells what a seat may see and nothing else. Words that a game forms as it goes are
//! told by a *fingerprint*: 31 bits of a hash of the text without its numbers, and the numbers behind it. Lists have room for so many
//! entries; what is beyond is in the fingerprint of the last one, so that two positions that look different are different rows.

use catalog::GameData;
use engine::described::encoding::OutsideNumbers;
use engine::kernel::legal_action::ActionTarget;
use engine::kernel::observation::{
    CounterIcon, Observation, ObservedCard, ObservedTimeline, ObservedZone, TimelineFace, ZoneLayout,
};

use super::NumberField;

/// Notes of the table, effects that wait, cities and lanes.
const NOTES: usize = 12;
const PENDING: usize = 8;
const CITIES: usize = 8;
const LANES: usize = 8;
/// Cards of a TimeLine.
const YEARS: usize = 64;
/// Counters and facts of a seat.
const COUNTERS: usize = 24;
const FACTS: usize = 8;
/// Marks and changes of a card.
const MARKS: usize = 4;
const CHANGES: usize = 3;
/// A text with its numbers.
const TEXT: usize = 4;
/// Numbers of a card that lies somewhere: owner, zone and so on, its own numbers, marks, changes, what it lacks.
const CARD: usize = 12 + TEXT + 2 * MARKS + 2 * CHANGES + 4;
/// Numbers of an effect that waits, a city and a year.
const EFFECT: usize = 2 * TEXT + 2 + 4;
const CITY: usize = 6;
const YEAR: usize = 6;

/// How what a seat sees is written.
#[derive(Debug, Clone)]
pub struct SeenNumbers {
    seats: usize,
    /// Cards that have room.
    cards: usize,
    /// Cards of the game.
    known: u32,
    fields: Vec<NumberField>,
    size: usize,
}

impl SeenNumbers {
    /// Of a match of so many seats in which so many cards are brought.
    pub fn new(game: &GameData, seats: u8, cards: usize) -> SeenNumbers {
        let seats = usize::from(seats);
        let known = game.indices().count() as u32;
        // Cards that are offered lie in two places for a moment.
        let cards = cards + 32;
        let mut seen = SeenNumbers { seats, cards, known, fields: Vec::new(), size: 0 };
        let named = seats as u32 + 1;
        let some = known + 1;
        seen.field("seat", 1, seats as u32);
        seen.field("turn", 1, 0);
        seen.field("active", 1, seats as u32);
        seen.field("actor", 1, named);
        seen.field("phase", 2, 0);
        seen.field("question", 1, 0);
        seen.field("question text", TEXT, 0);
        seen.field("source", 1, some);
        seen.field("source row", 1, cards as u32 + 1);
        seen.field("notes", NOTES * TEXT, 0);
        seen.field("waiting", PENDING * EFFECT, 0);
        seen.field("cities", CITIES * CITY, 0);
        seen.field("lanes", LANES * (1 + seats), 0);
        seen.field("paradoxes", 2, 0);
        seen.field("timeline", YEARS * YEAR, 0);
        for seat in 0..seats {
            seen.field(&format!("out of seat {seat}"), 1, 2);
            seen.field(&format!("counters of seat {seat}"), COUNTERS * 3, 0);
            seen.field(&format!("facts of seat {seat}"), FACTS * TEXT, 0);
        }
        seen.field("cards", cards * CARD, 0);
        seen
    }

    fn field(&mut self, name: &str, count: usize, categories: u32) {
        let first = self.size;
        self.fields.push(NumberField { name: name.to_owned(), first, count, categories, rows: Vec::new() });
        self.size += count;
    }

    /// The parts, in order.
    pub fn fields(&self) -> Vec<NumberField> {
        self.fields.clone()
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes what is seen.
    ///
    /// # Errors
    /// If more cards are to be seen than there is room for.
    pub fn write(&self, seen: &Observation, out: &mut [i32]) -> Result<(), OutsideNumbers> {
        out.fill(0);
        let mut out = Cells { out, at: 0 };
        let number_of_rows = seen.cards().count();
        if number_of_rows > self.cards {
            return Err(OutsideNumbers(format!("{number_of_rows} cards are to be seen, with room for {}", self.cards)));
        }
        // Rows of cards by their key, from 1.
        let rows: Vec<Option<u16>> = seen.cards().map(|(_, _, card)| card.key).collect();
        let row = |key: Option<u16>| match key {
            Some(key) => rows.iter().position(|row| *row == Some(key)).map_or(0, |at| at as i32 + 1),
            None => 0,
        };
        out.put(seen.seat.map_or(0, i32::from));
        out.put(seen.turn as i32);
        out.put(seen.active.into());
        out.put(seen.actor.map_or(0, |seat| i32::from(seat) + 1));
        out.put(fingerprint(&seen.phase_id));
        out.put(fingerprint(&seen.phase));
        match &seen.prompt {
            Some(prompt) => {
                out.put(prompt.kind as i32 + 1);
                out.text(&prompt.text);
                out.put(self.card(prompt.source));
                out.put(row(prompt.source_key));
            }
            None => out.skip(3 + TEXT),
        }
        out.list(&seen.notes, NOTES, TEXT, |out, note| out.text(note), |note| note.clone());
        out.list(
            &seen.pending,
            PENDING,
            EFFECT,
            |out, effect| {
                out.text(&effect.text);
                out.text(&effect.effect);
                out.put(effect.card.0 as i32 + 1);
                out.put(effect.seat.map_or(0, |seat| i32::from(seat) + 1));
                let targets: Vec<i32> = effect.targets.iter().map(|target| target_number(*target, &row)).collect();
                targets.iter().take(3).for_each(|target| out.put(*target));
                out.skip(3 - targets.len().min(3));
                out.put(if targets.len() > 3 { fingerprint(&format!("{targets:?}")) } else { 0 });
            },
            |effect| format!("{effect:?}"),
        );
        out.list(
            &seen.cities,
            CITIES,
            CITY,
            |out, city| {
                out.put(i32::from(city.number) + 1);
                city.points.iter().for_each(|(seat, points)| {
                    out.put(i32::from(*seat) + 1);
                    out.put((*points).into());
                });
                out.put(self.card(city.card));
            },
            |city| format!("{city:?}"),
        );
        out.list(
            &seen.lanes,
            LANES,
            1 + self.seats,
            |out, lane| {
                out.put(fingerprint(&lane.name));
                lane.strengths.iter().take(self.seats).for_each(|strength| out.put(*strength));
                out.skip(self.seats - lane.strengths.len().min(self.seats));
            },
            |lane| format!("{lane:?}"),
        );
        self.timeline(&mut out, seen.timeline.as_ref());
        for seat in 0..self.seats {
            let Some(side) = seen.seats.get(seat) else {
                out.skip(1 + COUNTERS * 3 + FACTS * TEXT);
                continue;
            };
            out.put(side.out.into());
            out.list(
                &side.counters,
                COUNTERS,
                3,
                |out, counter| {
                    out.put(fingerprint(&counter.name));
                    out.put(counter.n);
                    out.put(icon_number(counter.icon));
                },
                |counter| format!("{counter:?}"),
            );
            let facts: Vec<String> = side.facts.iter().map(|(title, words)| format!("{title}: {words}")).collect();
            out.list(&facts, FACTS, TEXT, |out, fact| out.text(fact), |fact| fact.clone());
        }
        for (at, zone) in seen.common.iter().enumerate() {
            self.zone(&mut out, 0, at, zone, &row);
        }
        for (seat, side) in (1..).zip(&seen.seats) {
            side.zones.iter().enumerate().for_each(|(at, zone)| self.zone(&mut out, seat, at, zone, &row));
        }
        Ok(())
    }

    /// A card by its place in the game, from 1.
    fn card(&self, card: Option<catalog::CardIx>) -> i32 {
        debug_assert!(card.is_none_or(|card| card.0 < self.known), "the game has it");
        card.map_or(0, |card| card.0 as i32 + 1)
    }

    fn timeline(&self, out: &mut Cells<'_>, timeline: Option<&ObservedTimeline>) {
        let Some(timeline) = timeline else { return out.skip(2 + YEARS * YEAR) };
        out.put(timeline.paradoxes.into());
        out.put(timeline.limit.into());
        out.list(
            &timeline.cards,
            YEARS,
            YEAR,
            |out, year| {
                out.put(year.card.0 as i32 + 1);
                out.put(match year.face {
                    TimelineFace::Linchpin => 1,
                    TimelineFace::Reversed => 2,
                    TimelineFace::Event => 3,
                    TimelineFace::Paradox => 4,
                    TimelineFace::Patched => 5,
                });
                out.put(year.wanted.map_or(0, |wanted| i32::from(wanted) + 1));
                out.put(year.closed.into());
                out.put(fingerprint(&year.label));
                out.put(fingerprint(&year.condition));
            },
            |year| format!("{year:?}"),
        );
    }

    fn zone(&self, out: &mut Cells<'_>, owner: i32, at: usize, zone: &ObservedZone, row: &impl Fn(Option<u16>) -> i32) {
        for (place, card) in (1..).zip(&zone.cards) {
            out.put(owner);
            out.put(fingerprint(&zone.title));
            out.put(
                match zone.layout {
                    ZoneLayout::Hand => 1,
                    ZoneLayout::Field => 2,
                    ZoneLayout::Stack => 3,
                    ZoneLayout::Pile => 4,
                    ZoneLayout::Apart => 5,
                    ZoneLayout::Offer => 6,
                } + 8 * i32::from(zone.ordered)
                    + 16 * at as i32,
            );
            out.put(place);
            self.shown_card(out, card, row);
        }
    }

    fn shown_card(&self, out: &mut Cells<'_>, card: &ObservedCard, row: &impl Fn(Option<u16>) -> i32) {
        out.put(self.card(card.card));
        out.put(if card.card.is_some() { 0 } else { fingerprint(&card.name) });
        out.put(card.damage);
        out.put(card.turned.into());
        out.put(card.fights.into());
        out.put(card.lane.map_or(0, |lane| i32::from(lane) + 1));
        out.put(row(card.on));
        out.put(row(card.foe));
        out.text(&card.numbers);
        let words = |out: &mut Cells<'_>, text: &str| {
            let (print, numbers) = template(text);
            out.put(print);
            out.put(numbers[0]);
        };
        out.list(&card.marks, MARKS, 2, |out, mark| words(out, mark), |mark| mark.clone());
        let change = |change: &engine::kernel::observation::CardChange| format!("{change:?}");
        out.list(
            &card.changes,
            CHANGES,
            2,
            |out, of| {
                out.put(fingerprint(&change(of)));
                out.put(of.keyword.map_or(0, |keyword| i32::from(keyword) + 1));
            },
            change,
        );
        match &card.shortage {
            Some(lacks) => {
                out.put(fingerprint(&lacks.what));
                out.put(lacks.cost - lacks.have);
            }
            None => out.skip(2),
        }
        out.put(fingerprint(&card.refusal));
        out.put(fingerprint(&card.unprinted));
    }
}

/// What an effect is aimed at: a kind in the last digit, and which.
fn target_number(target: ActionTarget, row: &impl Fn(Option<u16>) -> i32) -> i32 {
    let (kind, at) = match target {
        ActionTarget::Card(key) => (1, row(Some(key))),
        ActionTarget::Seat(seat) => (2, seat.into()),
        ActionTarget::Year(at) => (3, at.into()),
        ActionTarget::City(at) => (4, at.into()),
        ActionTarget::Zone(seat, at) => (5, i32::from(seat) * 256 + i32::from(at)),
        ActionTarget::CommonZone(at) => (6, at.into()),
        ActionTarget::Lane(at) => (7, at.into()),
        ActionTarget::Waiting(at) => (8, at.into()),
    };
    at * 10 + kind
}

fn icon_number(icon: CounterIcon) -> i32 {
    match icon {
        CounterIcon::Word => 0,
        CounterIcon::Fact => 1,
        CounterIcon::Life => 2,
        CounterIcon::Deck => 3,
        CounterIcon::City(at) => 256 + i32::from(at),
        CounterIcon::Resource(at) => 512 + i32::from(at),
        CounterIcon::Faction(at) => 768 + i32::from(at),
    }
}

/// The row that is being written.
struct Cells<'a> {
    out: &'a mut [i32],
    at: usize,
}

impl Cells<'_> {
    fn put(&mut self, number: i32) {
        self.out[self.at] = number;
        self.at += 1;
    }

    /// Leaves so many as they are: 0.
    fn skip(&mut self, count: usize) {
        self.at += count;
    }

    fn text(&mut self, text: &str) {
        let (print, numbers) = template(text);
        self.put(print);
        numbers.iter().for_each(|number| self.put(*number));
    }

    /// Writes so many entries; the last one stands for all that are left, if there are more.
    fn list<T>(
        &mut self,
        list: &[T],
        most: usize,
        size: usize,
        write: impl Fn(&mut Self, &T),
        words: impl Fn(&T) -> String,
    ) {
        let end = self.at + most * size;
        let whole = if list.len() > most { most - 1 } else { list.len() };
        for entry in &list[..whole] {
            let after = self.at + size;
            write(self, entry);
            debug_assert!(self.at == after, "an entry has {size} numbers");
        }
        if whole < list.len() {
            let rest: Vec<String> = list[whole..].iter().map(words).collect();
            self.put(fingerprint(&rest.join("\n")));
        }
        self.at = end;
    }
}

/// 31 bits of FNV-1a over a text; 0 for none.
fn fingerprint(text: &str) -> i32 {
    if text.is_empty() {
        return 0;
    }
    let hash = text
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    (((hash >> 31) ^ hash) & 0x7fff_ffff) as i32
}

/// A text without its numbers, and the first three of these; of a text with more, or with long ones, the fingerprint is of all.
fn template(text: &str) -> (i32, [i32; TEXT - 1]) {
    let mut numbers = [0; TEXT - 1];
    let mut count = 0;
    let mut words = String::new();
    let mut digits = String::new();
    for sign in text.chars().chain(['\0']) {
        if sign.is_ascii_digit() {
            digits.push(sign);
            continue;
        }
        if !digits.is_empty() {
            match (numbers.get_mut(count), digits.parse()) {
                (Some(number), Ok(value)) => *number = value,
                _ => return (fingerprint(text), [0; TEXT - 1]),
            }
            count += 1;
            digits.clear();
            words.push('#');
        }
        words.push(sign);
    }
    words.pop();
    (fingerprint(&words), numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_text_stand_behind_its_words() {
        let (one, numbers) = template("Paradoxes: 3 of 13");
        assert_eq!((numbers, template("Paradoxes: 4 of 13").0), ([3, 13, 0], one));
        assert_ne!(template("1 2 3 4").0, template("1 2 3 5").0);
        assert_eq!(template("").0, 0);
    }
}
