//! What there is to see: events, actions in words, the board.

use std::fmt::Write;

use super::live::Look;
use super::state::{Card, INCOME, Id, Kind as Contested, NONE, POWER, Zone, owner};
use super::{Action, Kind, Table};
use crate::effect::Form;
use crate::game::{Deed, Outcome, Reason};

/// Something that happened. Who may know which card it was comes with it; the others see [`Event::hidden`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are what their names say; `event_text` is the documentation")]
pub enum Event {
    Begins { seat: u8 },
    Turn { seat: u8, number: u16 },
    Opens { seat: u8, card: Card },
    Redraws { seat: u8 },
    Draws { seat: u8, card: Card },
    Shuffles { seat: u8 },
    Gains { seat: u8, resource: u8, n: i16 },
    Loses { seat: u8, resource: u8, n: i16 },
    Pays { seat: u8, resource: u8, n: i16 },
    Points { seat: u8, city: u8, n: i8 },
    Plays { seat: u8, card: Card },
    Uses { seat: u8, card: Card },
    IsUser { card: Card },
    Targets { card: Card },
    Enters { seat: u8, card: Card },
    Attaches { card: Card, host: Card },
    Taps { card: Card },
    Untaps { card: Card },
    Damaged { card: Card, n: u8 },
    Destroyed { card: Card },
    Returns { card: Card },
    Controls { seat: u8, card: Card },
    Changes { card: Card, firepower: bool, n: i8 },
    Gives { card: Card, keyword: u8 },
    Hacks { card: Card },
    Discards { seat: u8, card: Card },
    Mills { seat: u8, card: Card },
    Downloads { seat: u8, card: Card },
    Researches { seat: u8, card: Card },
    Researched { seat: u8, under: bool },
    Checks { seat: u8, card: Card },
    ChecksNothing { seat: u8 },
    Triggers { seat: u8, card: Card },
    Declares { seat: u8, kind: Contested },
    At { seat: u8, city: u8 },
    CityGoes { city: u8 },
    Joins { card: Card },
    Attacked { card: Card },
    Blocks { card: Card, attacker: Card },
    Passes { seat: u8 },
    Announces { seat: u8 },
    Resumes { seat: u8 },
    Out { seat: u8 },
    Over { outcome: Outcome },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        if let Event::Draws { card, .. } | Event::Downloads { card, .. } | Event::Researches { card, .. } = &mut self {
            *card = Card { id: NONE, def: 0 };
        }
        self
    }
}

impl Table {
    fn name(&self, card: Card) -> &str {
        if card.id == NONE { "a card" } else { &self.defs[card.def as usize].name }
    }

    fn resource(&self, resource: u8) -> &str {
        &self.game.resources[resource as usize].name
    }

    /// What the lab counts: the opener stays when a hand goes back (CX-087, CX-R11), and Power is what wins (CX-012).
    pub(super) fn deed(&self, event: Event) -> Option<Deed> {
        let of = |card: Card| self.defs[card.def as usize].card;
        Some(match event {
            Event::Turn { seat, .. } => Deed::Turn { seat },
            Event::Opens { seat, card } => Deed::Opens { seat, card: of(card) },
            Event::Draws { seat, card } => Deed::Draws { seat, card: of(card) },
            Event::Redraws { seat } => Deed::Redeals { seat },
            Event::Plays { seat, card } => Deed::Plays { seat, card: of(card) },
            Event::Gains { seat, resource, n } if usize::from(resource) == POWER => Deed::Gains { seat, n },
            Event::Gains { seat, n, .. } => Deed::Makes { seat, n },
            Event::Damaged { card, n } if self.defs[card.def as usize].printed.kind == Kind::Base => {
                Deed::Hurt { seat: owner(card.id), n: n.into() }
            }
            _ => return None,
        })
    }

    pub(super) fn event_text(&self, event: Event) -> String {
        let seat_name = |seat: u8| format!("Seat {}", seat + 1);
        let name = |card: Card| self.name(card).to_owned();
        let changed = |seat: u8, verb: &str, resource: u8, n: i16| {
            format!("{} {verb} {n} {}", seat_name(seat), self.resource(resource))
        };
        match event {
            Event::Begins { seat } => format!("{} goes first", seat_name(seat)),
            Event::Turn { seat, number } => format!("Turn {number}: seat {}", seat + 1),
            Event::Opens { seat, card } => format!("{} opens with {}", seat_name(seat), name(card)),
            Event::Redraws { seat } => format!("{} redraws", seat_name(seat)),
            Event::Draws { seat, card } => format!("{} draws {}", seat_name(seat), name(card)),
            Event::Shuffles { seat } => format!("{} shuffles", seat_name(seat)),
            Event::Gains { seat, resource, n } => changed(seat, "gains", resource, n),
            Event::Loses { seat, resource, n } => changed(seat, "loses", resource, n),
            Event::Pays { seat, resource, n } => changed(seat, "pays", resource, n),
            Event::Points { seat, n, city } => {
                let (verb, n) = if n < 0 { ("loses", -n) } else { ("gains", n) };
                let place = if self.seats.len() > 2 { format!(" in city {}", city + 1) } else { String::new() };
                format!("{} {verb} {n} control point{}{place}", seat_name(seat), if n == 1 { "" } else { "s" })
            }
            Event::At { seat, city } => format!("{} is after city {}", seat_name(seat), city + 1),
            Event::CityGoes { city } => format!("City {} is gone", city + 1),
            Event::Plays { seat, card } => format!("{} plays {}", seat_name(seat), name(card)),
            Event::Uses { seat, card } => format!("{} uses {}", seat_name(seat), name(card)),
            Event::IsUser { card } => format!("{} is the User", name(card)),
            Event::Targets { card } => format!("{} is chosen", name(card)),
            Event::Enters { seat, card } => format!("{} enters play under seat {}", name(card), seat + 1),
            Event::Attaches { card, host } => format!("{} is attached to {}", name(card), name(host)),
            Event::Taps { card } => format!("{} is tapped", name(card)),
            Event::Untaps { card } => format!("{} is untapped", name(card)),
            Event::Damaged { card, n } => format!("{} takes {n} damage", name(card)),
            Event::Destroyed { card } => format!("{} is destroyed", name(card)),
            Event::Returns { card } => format!("{} returns to its owner's hand", name(card)),
            Event::Controls { seat, card } => format!("{} gains control of {}", seat_name(seat), name(card)),
            Event::Changes { card, firepower, n } => {
                format!("{} has {n:+} {} until end of turn", name(card), if firepower { "Firepower" } else { "Armor" })
            }
            Event::Gives { card, keyword } => {
                let keyword = &self.game.keywords[keyword as usize].name;
                format!("{} has {keyword} until end of turn", name(card))
            }
            Event::Hacks { card } => format!("{} is hacked until end of turn", name(card)),
            Event::Discards { seat, card } => format!("{} discards {}", seat_name(seat), name(card)),
            Event::Mills { seat, card } => format!("{} discards {} from the deck", seat_name(seat), name(card)),
            Event::Downloads { seat, card } => format!("{} downloads {}", seat_name(seat), name(card)),
            Event::Researches { seat, card } => format!("{} researches and sees {}", seat_name(seat), name(card)),
            Event::Researched { seat, under: false } => format!("{} leaves the card on top", seat_name(seat)),
            Event::Researched { seat, under: true } => format!("{} puts the card under the deck", seat_name(seat)),
            Event::Checks { seat, card } => format!(
                "{} makes a skill check: {}, Skill {}",
                seat_name(seat),
                name(card),
                self.defs[card.def as usize].skill
            ),
            Event::ChecksNothing { seat } => format!("{} makes a skill check with an empty deck", seat_name(seat)),
            Event::Triggers { seat, card } => format!("{}: {} triggers", seat_name(seat), name(card)),
            Event::Declares { seat, kind } => {
                let what = match kind {
                    Contested::Base => "attacks the Headquarters",
                    Contested::Ambush => "ambushes an asset",
                    Contested::Assault => "assaults an asset",
                    Contested::Control => "attempts to Take Control",
                };
                format!("{} {what}", seat_name(seat))
            }
            Event::Joins { card } => format!("{} goes in", name(card)),
            Event::Attacked { card } => format!("{} is attacked", name(card)),
            Event::Blocks { card, attacker } => format!("{} blocks {}", name(card), name(attacker)),
            Event::Passes { seat } => format!("{} passes", seat_name(seat)),
            Event::Announces { seat } => format!("{} wishes to end the main phase", seat_name(seat)),
            Event::Resumes { seat } => format!("{} resumes the main phase", seat_name(seat)),
            Event::Out { seat } => format!("{} is out", seat_name(seat)),
            Event::Over { outcome } => outcome_text(outcome),
        }
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome) -> String {
    let why = match outcome.reason {
        Reason::LastStanding => "the last Headquarters standing",
        Reason::Progress => "Power",
        Reason::DeckOut => "the most Power when a deck ran out",
        Reason::Neighbour => "the player on the left is out",
        Reason::AllOut => "all Headquarters fell at once",
        Reason::TurnLimit => "the turn limit was reached",
        Reason::Home | Reason::Mission => "a goal of another game",
        Reason::Overflow => "more happened at once than the engine can hold",
    };
    match (0..8).filter(|s| outcome.won(*s)).map(|s| s + 1).collect::<Vec<u8>>()[..] {
        [] => format!("Nobody wins: {why}"),
        [one] => format!("Seat {one} wins: {why}"),
        ref several if outcome.reason == Reason::Neighbour => {
            let seats: Vec<String> = several.iter().map(u8::to_string).collect();
            format!("Seats {} win together: {why}", seats.join(" and "))
        }
        _ => format!("A draw: {why}"),
    }
}

impl<const N: usize> Look<'_, N> {
    fn name(&self, id: Id) -> &str {
        &self.t.defs[self.s.piece(id).def as usize].name
    }

    /// A card by a name that is its own among those that the acting player may mean: whose it is if it is not
    /// one's own, and a number if there are several.
    fn label(&self, id: Id) -> String {
        let piece = self.s.piece(id);
        let mut text = String::new();
        if piece.zone == Zone::Play && piece.keeper != self.decider() {
            let several = self.t.seats.len() > 2;
            text = if several { format!("seat {}'s ", piece.keeper + 1) } else { "enemy ".into() };
        }
        text.push_str(self.name(id));
        let same = |other: &Id| self.s.piece(*other).def == piece.def;
        let cards = self.s.cards(piece.keeper, piece.zone);
        // In hand and in piles two copies are one choice.
        if piece.zone == Zone::Play && cards.iter().filter(same).count() > 1 {
            let place = cards.iter().filter(same).take_while(|other| *other != id).count() + 1;
            let _ = write!(text, " #{place}");
        }
        text
    }

    pub(super) fn action_text(&self, action: Action) -> String {
        match action {
            Action::Play(id, mode) => {
                let entries = &self.t.defs[self.s.piece(id).def as usize].entries;
                let played = |e: &crate::effect::Entry| matches!(e.form, Form::Played { .. });
                let mut text = format!("play {}", self.label(id));
                if entries.iter().filter(|e| played(e)).count() > 1 {
                    let place = entries[..mode as usize].iter().filter(|e| played(e)).count() + 1;
                    let _ = write!(text, ", mode {place}");
                }
                if self.s.piece(id).zone == Zone::Downloads {
                    text.push_str(" from downloads");
                }
                text
            }
            Action::Use(id, entry) => {
                let entries = &self.t.defs[self.s.piece(id).def as usize].entries;
                let several = entries.iter().filter(|e| matches!(e.form, Form::Activated(_))).count() > 1;
                let place = self.activated_before(id, entry) + 1;
                let which = if several { format!(", ability {place}") } else { String::new() };
                format!("use {}{which}", self.label(id))
            }
            Action::City(entry) => format!("use the city, ability {}", entry + 1),
            Action::Attack(id) => format!("attack with {}", self.label(id)),
            Action::Ambush(id) => format!("ambush with {}", self.label(id)),
            Action::Assault(id) => format!("assault with {}", self.label(id)),
            Action::Control(id) => format!("take control with {}", self.label(id)),
            Action::Join(id) => format!("join with {}", self.label(id)),
            Action::Done => "done".into(),
            Action::Block(id) => format!("block with {}", self.label(id)),
            Action::Choose(id) => format!("choose {}", self.label(id)),
            Action::Seat(seat) => format!("choose seat {}", seat + 1),
            Action::Pay(r) => format!("pay {}", self.t.resource(r)),
            Action::Deal(n) => format!("deal {n}"),
            Action::Way(i) => format!("way {}", i + 1),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                match (waiting.source, waiting.ability) {
                    (NONE, city) => format!("next: city {}", city + 1),
                    (id, INCOME) => format!("next: {}, income", self.label(id)),
                    (id, ability) => format!("next: {}, ability {}", self.label(id), ability + 1),
                }
            }
            Action::Point(seat) if seat == self.decider() => "gain a control point".into(),
            Action::Point(seat) => format!("destroy a control point of seat {}", seat + 1),
            Action::In(city) => {
                let [a, b] = self.s.borders[city as usize];
                format!("in city {} (seats {} and {})", city + 1, a.min(b) + 1, a.max(b) + 1)
            }
            Action::TakePower => "take 1 Power".into(),
            Action::TakeResources => "take resources".into(),
            Action::Keep => "leave it on top".into(),
            Action::Under => "put it under the deck".into(),
            Action::Yes => "yes".into(),
            Action::No => "no".into(),
            Action::Pass => "pass".into(),
            Action::End => "end the phase".into(),
            Action::EndAnyway => "end anyway".into(),
            Action::Resume => "resume".into(),
        }
    }
}
