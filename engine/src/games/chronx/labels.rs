//! What there is to see: events, actions in words, the board.

use catalog::ability;
use catalog::localize::signed;
use catalog::tr;

use super::event::Event;
use super::live::Position;
use super::state::{Card, ContestKind, INCOME, Id, NONE, POWER, Task, Zone, owner};
use super::{Action, CardKind, MatchData};
use crate::kernel::audience::{Audience, entering_text, told, turn_text};
use crate::kernel::notation::{choice_label, way_label};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::Metric;

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
            Event::Damaged { card, .. } => Metric::Damages { card: of(card) },
            Event::Destroyed { card } => Metric::Destroys { card: of(card) },
            _ => return None,
        })
    }

    pub(super) fn event_text(&self, event: Event, to: &Audience) -> String {
        let name = |card: Card| match card.id {
            NONE => tr!("a card"),
            _ => to.card(self.defs[card.def as usize].card, self.name(card)),
        };
        let called = |resource: u8| self.resource(resource);
        match event {
            Event::Begins { seat } => told!(to, seat, "{who} goes first" / "You go first"),
            Event::Turn { seat, number } => turn_text(number, seat, to),
            Event::Opens { seat, card } => {
                told!(to, seat, "{who} opens with {card}" / "You open with {card}", card = name(card))
            }
            Event::Redraws { seat } => told!(to, seat, "{who} redraws" / "You redraw"),
            Event::Draws { seat, card } => told!(to, seat, "{who} draws {card}" / "You draw {card}", card = name(card)),
            Event::Shuffles { seat } => told!(to, seat, "{who} shuffles" / "You shuffle"),
            Event::Gains { seat, resource, n } => {
                told!(
                    to,
                    seat,
                    "{who} gains {amount} {what}" / "You gain {amount} {what}",
                    amount = n,
                    what = called(resource)
                )
            }
            Event::Loses { seat, resource, n } => {
                told!(
                    to,
                    seat,
                    "{who} loses {amount} {what}" / "You lose {amount} {what}",
                    amount = n,
                    what = called(resource)
                )
            }
            Event::Pays { seat, resource, n } => {
                told!(
                    to,
                    seat,
                    "{who} pays {amount} {what}" / "You pay {amount} {what}",
                    amount = n,
                    what = called(resource)
                )
            }
            Event::Points { seat, n, city } => self.points_text(seat, city, n, to),
            Event::At { seat, city } => {
                told!(to, seat, "{who} attacks city {city}" / "You attack city {city}", city = city + 1)
            }
            Event::CityGoes { city } => tr!("City {city} is gone", city = city + 1),
            Event::Plays { seat, card } => told!(to, seat, "{who} plays {card}" / "You play {card}", card = name(card)),
            Event::Uses { seat, card } => told!(to, seat, "{who} uses {card}" / "You use {card}", card = name(card)),
            Event::IsUser { card } => tr!("{card} is the User", card = name(card)),
            Event::Targets { card } => tr!("Target: {card}", card = name(card)),
            Event::Enters { seat, card } => entering_text(name(card), seat, to),
            Event::Attaches { card, host } => {
                tr!("{card} is attached to {host}", card = name(card), host = name(host))
            }
            Event::Taps { card } => tr!("{card} is tapped", card = name(card)),
            Event::Untaps { card } => tr!("{card} is untapped", card = name(card)),
            Event::Damaged { card, n } => tr!("{card} takes {amount} damage", card = name(card), amount = n),
            Event::Destroyed { card } => tr!("{card} is destroyed", card = name(card)),
            Event::Returns { card } => tr!("{card} returns to its owner's hand", card = name(card)),
            Event::Controls { seat, card } => {
                told!(to, seat, "{who} gains control of {card}" / "You gain control of {card}", card = name(card))
            }
            Event::Changes { card, firepower, n } => {
                let more = signed(n.into());
                if firepower {
                    tr!("{card} gets {more} Firepower until end of turn", card = name(card), more)
                } else {
                    tr!("{card} gets {more} Armor until end of turn", card = name(card), more)
                }
            }
            Event::Gives { card, keyword } => {
                let keyword = &self.game.keywords[keyword as usize].name;
                tr!("{card} gains {keyword} until end of turn", card = name(card), keyword)
            }
            Event::Hacks { card } => tr!("{card} is hacked until end of turn", card = name(card)),
            Event::Discards { seat, card } => {
                told!(to, seat, "{who} discards {card}" / "You discard {card}", card = name(card))
            }
            Event::Mills { seat, card } => {
                told!(
                    to,
                    seat,
                    "{who} discards {card} from the deck" / "You discard {card} from your deck",
                    card = name(card)
                )
            }
            Event::Downloads { seat, card } => {
                told!(to, seat, "{who} downloads {card}" / "You download {card}", card = name(card))
            }
            Event::Researches { seat, card } => {
                told!(to, seat, "{who} researches and sees {card}" / "You research and see {card}", card = name(card))
            }
            Event::Researched { seat, under: false } => {
                told!(to, seat, "{who} leaves the card on top" / "You leave the card on top")
            }
            Event::Researched { seat, under: true } => {
                told!(to, seat, "{who} puts the card under the deck" / "You put the card under your deck")
            }
            Event::Checks { seat, card } => {
                let skill = self.defs[card.def as usize].skill;
                let card = name(card);
                told!(
                    to,
                    seat,
                    "{who} makes a skill check: {card}, Skill {skill}"
                        / "You make a skill check: {card}, Skill {skill}",
                    card,
                    skill
                )
            }
            Event::ChecksNothing { seat } => {
                told!(
                    to,
                    seat,
                    "{who} makes a skill check with an empty deck" / "You make a skill check with an empty deck"
                )
            }
            Event::Triggers { seat, card } => {
                told!(to, seat, "{who}: {card} triggers" / "Your {card} triggers", card = name(card))
            }
            Event::Declares { seat, kind } => match kind {
                ContestKind::Base => told!(to, seat, "{who} attacks the Headquarters" / "You attack the Headquarters"),
                ContestKind::Ambush => told!(to, seat, "{who} ambushes an asset" / "You ambush an asset"),
                ContestKind::Assault => told!(to, seat, "{who} assaults an asset" / "You assault an asset"),
                ContestKind::Control => {
                    told!(to, seat, "{who} attempts to Take Control" / "You attempt to Take Control")
                }
            },
            Event::Joins { card } => tr!("{card} joins the attack", card = name(card)),
            Event::Attacked { card } => tr!("{card} is attacked", card = name(card)),
            Event::Blocks { card, attacker } => {
                tr!("{card} blocks {attacker}", card = name(card), attacker = name(attacker))
            }
            Event::Passes { seat } => told!(to, seat, "{who} passes" / "You pass"),
            Event::Announces { seat } => {
                told!(to, seat, "{who} wants to end the main phase" / "You want to end the main phase")
            }
            Event::Resumes { seat } => told!(to, seat, "{who} resumes the main phase" / "You resume the main phase"),
            Event::Loops { card } => tr!("{card} triggers again and again", card = name(card)),
            Event::Out { seat } => told!(to, seat, "{who} is out" / "You are out"),
            Event::Over { outcome } => outcome_text(outcome, to),
        }
    }

    /// Control points that a seat gains or loses; between two there is only one city.
    fn points_text(&self, seat: u8, city: u8, n: i8, to: &Audience) -> String {
        let (city, points, several) = (city + 1, n.unsigned_abs(), self.seats.len() > 2);
        match (n < 0, several) {
            (false, false) => {
                told!(
                    to,
                    seat,
                    "{who} gains 1 control point"
                        | "{who} gains {n} control points" / "You gain 1 control point"
                        | "You gain {n} control points" % points
                )
            }
            (true, false) => {
                told!(
                    to,
                    seat,
                    "{who} loses 1 control point"
                        | "{who} loses {n} control points" / "You lose 1 control point"
                        | "You lose {n} control points" % points
                )
            }
            (false, true) => told!(
                to,
                seat,
                "{who} gains 1 control point in city {city}"
                    | "{who} gains {n} control points in city {city}" / "You gain 1 control point in city {city}"
                    | "You gain {n} control points in city {city}" % points,
                city
            ),
            (true, true) => told!(
                to,
                seat,
                "{who} loses 1 control point in city {city}"
                    | "{who} loses {n} control points in city {city}" / "You lose 1 control point in city {city}"
                    | "You lose {n} control points in city {city}" % points,
                city
            ),
        }
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome, to: &Audience) -> String {
    let why = match outcome.reason {
        EndReason::LastStanding => tr!("the last Headquarters standing"),
        EndReason::Progress => tr!("enough Power"),
        EndReason::DeckOut => tr!("the most Power when a deck ran out"),
        EndReason::Neighbour => tr!("the player on the left is out"),
        EndReason::AllOut => tr!("all Headquarters fell at once"),
        EndReason::TurnLimit => tr!("the turn limit was reached"),
        EndReason::Home | EndReason::Mission | EndReason::Score => tr!("a goal of another game"),
        EndReason::Loop => tr!("an endless loop"),
        EndReason::Overflow => tr!("too much happened at once for the engine"),
    };
    outcome.text(&why, to)
}

impl<const N: usize> Position<'_, N> {
    pub(super) fn name(&self, id: Id) -> &str {
        &self.t.defs[self.s.permanent(id).def as usize].name
    }

    /// A card by a name that is its own among those that the acting player may mean.
    fn card_label(&self, id: Id, to: &Audience) -> String {
        let (whose, place) = self.disambiguate(id);
        let card = self.name(id);
        whose.label(card, place, to)
    }

    fn card(&self, id: Id) -> &catalog::Card {
        self.t.game.card(self.t.defs[self.s.permanent(id).def as usize].card)
    }

    /// An action in the language that is spoken.
    pub(super) fn label(&self, action: Action, to: &Audience) -> String {
        let card_label = |id: Id| self.card_label(id, to);
        match action {
            Action::Play(id, mode) => {
                let mut text = tr!("play {card}", card = card_label(id));
                if self.s.permanent(id).zone == Zone::Downloads {
                    text = tr!("{action} from downloads", action = text);
                }
                match self.mode_number(id, mode) {
                    Some(place) => choice_label(text, &ability::modes(&self.t.game, self.card(id)), place),
                    None => text,
                }
            }
            Action::Use(id, entry) => {
                let text = tr!("use {card}", card = card_label(id));
                match self.ability_number(id, entry) {
                    Some(place) => choice_label(text, &ability::uses(&self.t.game, self.card(id)), place.into()),
                    None => text,
                }
            }
            Action::City(entry) => tr!("use the city, ability {place}", place = entry + 1),
            Action::Attack(id) => tr!("attack with {card}", card = card_label(id)),
            Action::Ambush(id) => tr!("ambush with {card}", card = card_label(id)),
            Action::Assault(id) => tr!("assault with {card}", card = card_label(id)),
            Action::Control(id) => tr!("take control with {card}", card = card_label(id)),
            Action::Join(id) => tr!("join with {card}", card = card_label(id)),
            Action::Done => tr!("done"),
            Action::Block(id) => tr!("block with {card}", card = card_label(id)),
            Action::Choose(id) => tr!("choose {card}", card = card_label(id)),
            Action::Seat(seat) => told!(to, seat, "choose {whom}" / "choose yourself"),
            Action::Pay(r) => tr!("pay {what}", what = self.t.resource(r)),
            Action::Deal(n) => tr!("deal {n} damage", n),
            Action::Way(i) => match self.s.task() {
                Task::Frame(frame) if self.s.get_permanent(frame.source).is_some() => {
                    way_label(&ability::ways(&self.t.game, self.card(frame.source)), i)
                }
                _ => way_label(&[], i),
            },
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                match (waiting.source, waiting.ability) {
                    (NONE, city) => tr!("next: city {city}", city = city + 1),
                    (id, INCOME) => tr!("next: {card}, income", card = card_label(id)),
                    (id, ability) => {
                        tr!("next: {card}, ability {place}", card = card_label(id), place = ability + 1)
                    }
                }
            }
            Action::Point(seat) if seat == self.decider() => tr!("gain a control point"),
            Action::Point(seat) => {
                told!(to, seat, "destroy a control point of {whom}" / "destroy one of your control points")
            }
            Action::In(city) => {
                let [a, b] = self.s.borders[city as usize];
                let (city, first, second) = (city + 1, a.min(b), a.max(b));
                if to.has_names() {
                    let name = |seat: u8| to.object(seat).unwrap_or_else(|| tr!("seat" => "you"));
                    tr!("in city {city} ({first} and {second})", city, first = name(first), second = name(second))
                } else {
                    tr!("in city {city} (seats {first} and {second})", city, first = first + 1, second = second + 1)
                }
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
