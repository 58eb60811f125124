//! What there is to see: events, actions in words, the board.

use catalog::tr;

use super::live::Position;
use super::state::{Card, ContestKind, INCOME, Id, NONE, POWER, Zone, owner};
use super::{Action, CardKind, MatchData};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::Metric;

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
    Declares { seat: u8, kind: ContestKind },
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

impl MatchData {
    fn name(&self, card: Card) -> &str {
        &self.defs[card.def as usize].name
    }

    pub(super) fn resource(&self, resource: u8) -> &str {
        &self.game.resources[resource as usize].name
    }

    /// What the lab counts: the opener stays when a hand goes back (CX-087, CX-R11), and Power is what wins (CX-012).
    pub(super) fn metric(&self, event: Event) -> Option<Metric> {
        let of = |card: Card| self.defs[card.def as usize].card;
        Some(match event {
            Event::Turn { seat, .. } => Metric::Turn { seat },
            Event::Opens { seat, card } => Metric::Opens { seat, card: of(card) },
            Event::Draws { seat, card } => Metric::Draws { seat, card: of(card) },
            Event::Redraws { seat } => Metric::Redeals { seat },
            Event::Plays { seat, card } => Metric::Plays { seat, card: of(card) },
            Event::Gains { seat, resource, n } if usize::from(resource) == POWER => Metric::Gains { seat, n },
            Event::Gains { seat, n, .. } => Metric::Makes { seat, n },
            Event::Damaged { card, n } if self.defs[card.def as usize].printed.kind == CardKind::Base => {
                Metric::Hurt { seat: owner(card.id), n: n.into() }
            }
            _ => return None,
        })
    }

    pub(super) fn event_text(&self, event: Event) -> String {
        let name = |card: Card| match card.id {
            NONE => tr!("a card"),
            _ => self.name(card).to_owned(),
        };
        let called = |resource: u8| self.resource(resource);
        let number = |seat: u8| seat + 1;
        match event {
            Event::Begins { seat } => tr!("Seat {seat} goes first", seat = number(seat)),
            Event::Turn { seat, number } => tr!("Turn {number}: seat {seat}", number, seat = seat + 1),
            Event::Opens { seat, card } => {
                tr!("Seat {seat} opens with {card}", seat = number(seat), card = name(card))
            }
            Event::Redraws { seat } => tr!("Seat {seat} redraws", seat = number(seat)),
            Event::Draws { seat, card } => tr!("Seat {seat} draws {card}", seat = number(seat), card = name(card)),
            Event::Shuffles { seat } => tr!("Seat {seat} shuffles", seat = number(seat)),
            Event::Gains { seat, resource, n } => {
                tr!("Seat {seat} gains {amount} {what}", seat = number(seat), amount = n, what = called(resource))
            }
            Event::Loses { seat, resource, n } => {
                tr!("Seat {seat} loses {amount} {what}", seat = number(seat), amount = n, what = called(resource))
            }
            Event::Pays { seat, resource, n } => {
                tr!("Seat {seat} pays {amount} {what}", seat = number(seat), amount = n, what = called(resource))
            }
            Event::Points { seat, n, city } => self.points_text(seat, city, n),
            Event::At { seat, city } => {
                tr!("Seat {seat} attacks city {city}", seat = number(seat), city = number(city))
            }
            Event::CityGoes { city } => tr!("City {city} is gone", city = number(city)),
            Event::Plays { seat, card } => tr!("Seat {seat} plays {card}", seat = number(seat), card = name(card)),
            Event::Uses { seat, card } => tr!("Seat {seat} uses {card}", seat = number(seat), card = name(card)),
            Event::IsUser { card } => tr!("{card} is the User", card = name(card)),
            Event::Targets { card } => tr!("{card} is chosen", card = name(card)),
            Event::Enters { seat, card } => {
                tr!("{card} enters play under seat {seat}", card = name(card), seat = number(seat))
            }
            Event::Attaches { card, host } => {
                tr!("{card} is attached to {host}", card = name(card), host = name(host))
            }
            Event::Taps { card } => tr!("{card} is tapped", card = name(card)),
            Event::Untaps { card } => tr!("{card} is untapped", card = name(card)),
            Event::Damaged { card, n } => tr!("{card} takes {amount} damage", card = name(card), amount = n),
            Event::Destroyed { card } => tr!("{card} is destroyed", card = name(card)),
            Event::Returns { card } => tr!("{card} returns to its owner's hand", card = name(card)),
            Event::Controls { seat, card } => {
                tr!("Seat {seat} gains control of {card}", seat = number(seat), card = name(card))
            }
            Event::Changes { card, firepower, n } => {
                let more = format!("{n:+}");
                if firepower {
                    tr!("{card} has {more} Firepower until end of turn", card = name(card), more)
                } else {
                    tr!("{card} has {more} Armor until end of turn", card = name(card), more)
                }
            }
            Event::Gives { card, keyword } => {
                let keyword = &self.game.keywords[keyword as usize].name;
                tr!("{card} has {keyword} until end of turn", card = name(card), keyword)
            }
            Event::Hacks { card } => tr!("{card} is hacked until end of turn", card = name(card)),
            Event::Discards { seat, card } => {
                tr!("Seat {seat} discards {card}", seat = number(seat), card = name(card))
            }
            Event::Mills { seat, card } => {
                tr!("Seat {seat} discards {card} from the deck", seat = number(seat), card = name(card))
            }
            Event::Downloads { seat, card } => {
                tr!("Seat {seat} downloads {card}", seat = number(seat), card = name(card))
            }
            Event::Researches { seat, card } => {
                tr!("Seat {seat} researches and sees {card}", seat = number(seat), card = name(card))
            }
            Event::Researched { seat, under: false } => {
                tr!("Seat {seat} leaves the card on top", seat = number(seat))
            }
            Event::Researched { seat, under: true } => {
                tr!("Seat {seat} puts the card under the deck", seat = number(seat))
            }
            Event::Checks { seat, card } => {
                let skill = self.defs[card.def as usize].skill;
                let (seat, card) = (number(seat), name(card));
                tr!("Seat {seat} makes a skill check: {card}, Skill {skill}", seat, card, skill)
            }
            Event::ChecksNothing { seat } => {
                tr!("Seat {seat} makes a skill check with an empty deck", seat = number(seat))
            }
            Event::Triggers { seat, card } => {
                tr!("Seat {seat}: {card} triggers", seat = number(seat), card = name(card))
            }
            Event::Declares { seat, kind } => {
                let seat = number(seat);
                match kind {
                    ContestKind::Base => tr!("Seat {seat} attacks the Headquarters", seat),
                    ContestKind::Ambush => tr!("Seat {seat} ambushes an asset", seat),
                    ContestKind::Assault => tr!("Seat {seat} assaults an asset", seat),
                    ContestKind::Control => tr!("Seat {seat} attempts to Take Control", seat),
                }
            }
            Event::Joins { card } => tr!("{card} joins the attack", card = name(card)),
            Event::Attacked { card } => tr!("{card} is attacked", card = name(card)),
            Event::Blocks { card, attacker } => {
                tr!("{card} blocks {attacker}", card = name(card), attacker = name(attacker))
            }
            Event::Passes { seat } => tr!("Seat {seat} passes", seat = number(seat)),
            Event::Announces { seat } => tr!("Seat {seat} wants to end the main phase", seat = number(seat)),
            Event::Resumes { seat } => tr!("Seat {seat} resumes the main phase", seat = number(seat)),
            Event::Out { seat } => tr!("Seat {seat} is out", seat = number(seat)),
            Event::Over { outcome } => outcome_text(outcome),
        }
    }

    /// Control points that a seat gains or loses; between two there is only one city.
    fn points_text(&self, seat: u8, city: u8, n: i8) -> String {
        let (seat, city, points, several) = (seat + 1, city + 1, n.unsigned_abs(), self.seats.len() > 2);
        match (n < 0, several) {
            (false, false) => {
                tr!("Seat {seat} gains 1 control point" | "Seat {seat} gains {n} control points" % points, seat)
            }
            (true, false) => {
                tr!("Seat {seat} loses 1 control point" | "Seat {seat} loses {n} control points" % points, seat)
            }
            (false, true) => tr!(
                "Seat {seat} gains 1 control point in city {city}"
                    | "Seat {seat} gains {n} control points in city {city}" % points,
                seat,
                city
            ),
            (true, true) => tr!(
                "Seat {seat} loses 1 control point in city {city}"
                    | "Seat {seat} loses {n} control points in city {city}" % points,
                seat,
                city
            ),
        }
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome) -> String {
    let why = match outcome.reason {
        EndReason::LastStanding => tr!("the last Headquarters standing"),
        EndReason::Progress => tr!("Power"),
        EndReason::DeckOut => tr!("the most Power when a deck ran out"),
        EndReason::Neighbour => tr!("the player on the left is out"),
        EndReason::AllOut => tr!("all Headquarters fell at once"),
        EndReason::TurnLimit => tr!("the turn limit was reached"),
        EndReason::Home | EndReason::Mission => tr!("a goal of another game"),
        EndReason::Overflow => tr!("more happened at once than the engine can hold"),
    };
    outcome.text(&why)
}

impl<const N: usize> Position<'_, N> {
    pub(super) fn name(&self, id: Id) -> &str {
        &self.t.defs[self.s.permanent(id).def as usize].name
    }

    /// A card by a name that is its own among those that the acting player may mean.
    fn card_label(&self, id: Id) -> String {
        let (whose, place) = self.disambiguate(id);
        let card = self.name(id);
        whose.label(card, place)
    }

    /// An action in the language that is spoken.
    pub(super) fn label(&self, action: Action) -> String {
        match action {
            Action::Play(id, mode) => {
                let mut text = tr!("play {card}", card = self.card_label(id));
                if let Some(place) = self.mode_number(id, mode) {
                    text = tr!("{action}, mode {place}", action = text, place);
                }
                match self.s.permanent(id).zone {
                    Zone::Downloads => tr!("{action} from downloads", action = text),
                    _ => text,
                }
            }
            Action::Use(id, entry) => match self.ability_number(id, entry) {
                Some(place) => tr!("use {card}, ability {place}", card = self.card_label(id), place),
                None => tr!("use {card}", card = self.card_label(id)),
            },
            Action::City(entry) => tr!("use the city, ability {place}", place = entry + 1),
            Action::Attack(id) => tr!("attack with {card}", card = self.card_label(id)),
            Action::Ambush(id) => tr!("ambush with {card}", card = self.card_label(id)),
            Action::Assault(id) => tr!("assault with {card}", card = self.card_label(id)),
            Action::Control(id) => tr!("take control with {card}", card = self.card_label(id)),
            Action::Join(id) => tr!("join with {card}", card = self.card_label(id)),
            Action::Done => tr!("done"),
            Action::Block(id) => tr!("block with {card}", card = self.card_label(id)),
            Action::Choose(id) => tr!("choose {card}", card = self.card_label(id)),
            Action::Seat(seat) => tr!("choose seat {seat}", seat = seat + 1),
            Action::Pay(r) => tr!("pay {what}", what = self.t.resource(r)),
            Action::Deal(n) => tr!("deal {n}", n),
            Action::Way(i) => tr!("way {place}", place = i + 1),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                match (waiting.source, waiting.ability) {
                    (NONE, city) => tr!("next: city {city}", city = city + 1),
                    (id, INCOME) => tr!("next: {card}, income", card = self.card_label(id)),
                    (id, ability) => {
                        tr!("next: {card}, ability {place}", card = self.card_label(id), place = ability + 1)
                    }
                }
            }
            Action::Point(seat) if seat == self.decider() => tr!("gain a control point"),
            Action::Point(seat) => tr!("destroy a control point of seat {seat}", seat = seat + 1),
            Action::In(city) => {
                let [a, b] = self.s.borders[city as usize];
                let (city, first, second) = (city + 1, a.min(b) + 1, a.max(b) + 1);
                tr!("in city {city} (seats {first} and {second})", city, first, second)
            }
            Action::TakePower => tr!("take 1 Power"),
            Action::TakeResources => tr!("take resources"),
            Action::Keep => tr!("leave it on top"),
            Action::Under => tr!("put it under the deck"),
            Action::Yes => tr!("yes"),
            Action::No => tr!("no"),
            Action::Pass => tr!("pass"),
            Action::End => tr!("end the phase"),
            Action::EndAnyway => tr!("end anyway"),
            Action::Resume => tr!("resume"),
        }
    }
}
