//! Positions, actions and events in words.

use catalog::fold::capital;
use catalog::noted;
use catalog::tr;

use super::position::Position;
use super::state::{ARTIFACTS, Id, NONE, PendingDecision, Step, TERRAINS, ZONE_1, Zone, as_item, as_player, owner};
use super::{Action, MatchData};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::Metric;

/// What can be seen to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are what their names say; `event_text` is the documentation")]
pub enum Event {
    Begins {
        seat: u8,
    },
    /// A seat wins the toss and chooses who goes first.
    WinsToss {
        seat: u8,
    },
    Keeps {
        seat: u8,
    },
    ThrowsBack {
        seat: u8,
    },
    Turn {
        seat: u8,
        number: u16,
    },
    Step {
        step: Step,
    },
    Draws {
        seat: u8,
        card: Id,
    },
    Sees {
        seat: u8,
        card: Id,
    },
    Takes {
        seat: u8,
        card: Id,
    },
    Fetches {
        seat: u8,
        card: Id,
    },
    Shuffles {
        seat: u8,
    },
    Summons {
        seat: u8,
        card: Id,
    },
    Plays {
        seat: u8,
        card: Id,
    },
    Uses {
        seat: u8,
        card: Id,
    },
    Triggers {
        seat: u8,
        card: Id,
    },
    Targets {
        target: Id,
    },
    Fizzles {
        card: Id,
    },
    Negates {
        card: Id,
    },
    Makes {
        card: Id,
        energy: u8,
    },
    GainsEnergy {
        seat: u8,
        energy: u8,
        n: i16,
    },
    GainsLife {
        seat: u8,
        n: i16,
    },
    LosesLife {
        seat: u8,
        n: i16,
    },
    Enters {
        card: Id,
        seat: u8,
    },
    Attaches {
        card: Id,
        host: Id,
    },
    Travels {
        card: Id,
    },
    Moves {
        card: Id,
    },
    Charges {
        card: Id,
    },
    Uncharges {
        card: Id,
    },
    Damaged {
        to: Id,
        n: i16,
    },
    Destroyed {
        card: Id,
    },
    Falls {
        card: Id,
    },
    Exiles {
        card: Id,
    },
    Returns {
        card: Id,
    },
    Withdraws {
        card: Id,
    },
    GoesToDeck {
        card: Id,
        under: bool,
    },
    Controls {
        seat: u8,
        card: Id,
    },
    Counters {
        card: Id,
        n: i16,
    },
    Resolves {
        card: Id,
        n: i16,
    },
    Changes {
        card: Id,
        power: i16,
        health: i16,
    },
    Gives {
        card: Id,
        keyword: u8,
    },
    Discards {
        seat: u8,
        card: Id,
    },
    Mills {
        seat: u8,
        card: Id,
    },
    Attacks {
        card: Id,
        target: Id,
    },
    Blocks {
        card: Id,
        attacker: Id,
    },
    Reveals {
        card: Id,
    },
    Rolls {
        seat: u8,
        side: u8,
    },
    Passes {
        seat: u8,
    },
    Out {
        seat: u8,
    },
    Over {
        outcome: Outcome,
    },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        if let Event::Draws { card, .. } | Event::Sees { card, .. } | Event::Takes { card, .. } = &mut self {
            *card = NONE;
        }
        self
    }
}

impl Step {
    /// Its name as scenarios write it (AF-168).
    pub fn name(self) -> &'static str {
        match self {
            Step::Opening => noted!("Opening"),
            Step::Recharge => noted!("Recharge Step"),
            Step::Sustenance => noted!("Sustenance Step"),
            Step::Insight => noted!("Cosmic Insight Step"),
            Step::Exploration => noted!("Exploration Phase"),
            Step::Dawn => noted!("Dawn of Conflict Step"),
            Step::Mobilize => noted!("Mobilize Forces Step"),
            Step::Defend => noted!("Establish Defenses Step"),
            Step::Clash => noted!("Clash of Forces Step"),
            Step::Aftermath => noted!("Aftermath Step"),
            Step::Second => noted!("Second Exploration Phase"),
            Step::Dusk => noted!("Dusk Step"),
            Step::Restoration => noted!("Restoration Step"),
        }
    }

    /// Its name as it is told.
    pub fn label(self) -> String {
        let name = self.name();
        tr!(name)
    }
}

impl MatchData {
    fn name(&self, id: Id) -> String {
        match as_player(id) {
            _ if id == NONE => tr!("a card"),
            Some(seat) => tr!("seat {seat}", seat = seat + 1),
            None if as_item(id).is_some() => tr!("what waits"),
            None => self.def(id).name.clone(),
        }
    }

    pub(super) fn energy(&self, energy: u8) -> &str {
        &self.game.factions[energy as usize].name
    }

    /// What the lab counts. Energy is its owner's: nobody charges terrains of others.
    pub(super) fn metric(&self, event: Event) -> Option<Metric> {
        let of = |card: Id| self.def(card).card;
        Some(match event {
            Event::Turn { seat, .. } => Metric::Turn { seat },
            Event::Draws { seat, card } => Metric::Draws { seat, card: of(card) },
            Event::ThrowsBack { seat } => Metric::Redeals { seat },
            Event::Summons { seat, card } | Event::Plays { seat, card } => Metric::Plays { seat, card: of(card) },
            Event::Makes { card, .. } => Metric::Makes { seat: owner(card), n: 1 },
            Event::GainsEnergy { seat, n, .. } => Metric::Makes { seat, n },
            Event::LosesLife { seat, n } => Metric::Hurt { seat, n },
            _ => return None,
        })
    }

    pub(super) fn event_text(&self, event: Event) -> String {
        let number = |seat: u8| seat + 1;
        let name = |id: Id| self.name(id);
        match event {
            Event::Begins { seat } => tr!("Seat {seat} goes first", seat = number(seat)),
            Event::WinsToss { seat } => tr!("Seat {seat} wins the toss", seat = number(seat)),
            Event::Keeps { seat } => tr!("Seat {seat} keeps the hand", seat = number(seat)),
            Event::ThrowsBack { seat } => tr!("Seat {seat} takes a mulligan", seat = number(seat)),
            Event::Turn { seat, number } => tr!("Turn {number}: seat {seat}", number, seat = seat + 1),
            Event::Step { step } => step.label(),
            Event::Draws { seat, card } => tr!("Seat {seat} draws {card}", seat = number(seat), card = name(card)),
            Event::Sees { seat, card } => tr!("Seat {seat} sees {card}", seat = number(seat), card = name(card)),
            Event::Takes { seat, card } => tr!("Seat {seat} takes {card}", seat = number(seat), card = name(card)),
            Event::Fetches { seat, card } => {
                tr!("Seat {seat} takes {card} in hand", seat = number(seat), card = name(card))
            }
            Event::Shuffles { seat } => tr!("Seat {seat} shuffles", seat = number(seat)),
            Event::Summons { seat, card } => tr!("Seat {seat} summons {card}", seat = number(seat), card = name(card)),
            Event::Plays { seat, card } => tr!("Seat {seat} plays {card}", seat = number(seat), card = name(card)),
            Event::Uses { seat, card } => tr!("Seat {seat} uses {card}", seat = number(seat), card = name(card)),
            Event::Triggers { seat, card } => {
                tr!("Seat {seat}: {card} triggers", seat = number(seat), card = name(card))
            }
            Event::Targets { target } => tr!("{card} is chosen", card = capital(&name(target))),
            Event::Fizzles { card } => tr!("{card} does nothing", card = name(card)),
            Event::Negates { card } => tr!("{card} is negated", card = name(card)),
            Event::Makes { card, energy } => {
                tr!("{card} makes {energy} energy", card = name(card), energy = self.energy(energy))
            }
            Event::GainsEnergy { seat, energy, n } => tr!(
                "Seat {seat} gains {amount} {energy} energy",
                seat = number(seat),
                amount = n,
                energy = self.energy(energy)
            ),
            Event::GainsLife { seat, n } => tr!("Seat {seat} gains {amount} life", seat = number(seat), amount = n),
            Event::LosesLife { seat, n } => tr!("Seat {seat} loses {amount} life", seat = number(seat), amount = n),
            Event::Enters { card, seat } => {
                tr!("{card} enters play under seat {seat}", card = name(card), seat = number(seat))
            }
            Event::Attaches { card, host } => tr!("{card} is attached to {host}", card = name(card), host = name(host)),
            Event::Travels { card } => tr!("{card} travels", card = name(card)),
            Event::Moves { card } => tr!("{card} goes to the other zone", card = name(card)),
            Event::Charges { card } => tr!("{card} is charged", card = name(card)),
            Event::Uncharges { card } => tr!("{card} is uncharged", card = name(card)),
            Event::Damaged { to, n } => tr!("{card} takes {amount} damage", card = capital(&name(to)), amount = n),
            Event::Destroyed { card } => tr!("{card} is destroyed", card = name(card)),
            Event::Falls { card } => tr!("{card} goes to the Void Zone", card = name(card)),
            Event::Exiles { card } => tr!("{card} is exiled", card = name(card)),
            Event::Returns { card } => tr!("{card} returns to its owner's hand", card = name(card)),
            Event::Withdraws { card } => tr!("{card} returns to its command area", card = name(card)),
            Event::GoesToDeck { card, under: true } => tr!("{card} goes under its owner's Codex", card = name(card)),
            Event::GoesToDeck { card, under: false } => {
                tr!("{card} goes on top of its owner's Codex", card = name(card))
            }
            Event::Controls { seat, card } => {
                tr!("Seat {seat} gains control of {card}", seat = number(seat), card = name(card))
            }
            Event::Counters { card, n } => {
                tr!("{card} gets {more} counters", card = name(card), more = format_args!("{n:+}"))
            }
            Event::Resolves { card, n } => {
                tr!("{card} has {more} Resolve", card = name(card), more = format_args!("{n:+}"))
            }
            Event::Changes { card, power, health } => {
                tr!("{card} gets {change}", card = name(card), change = format_args!("{power:+}/{health:+}"))
            }
            Event::Gives { card, keyword } => {
                tr!("{card} gets {keyword}", card = name(card), keyword = self.game.keywords[keyword as usize].name)
            }
            Event::Discards { seat, card } => {
                tr!("Seat {seat} discards {card}", seat = number(seat), card = name(card))
            }
            Event::Mills { seat, card } => {
                tr!("Seat {seat} discards {card} from the Codex", seat = number(seat), card = name(card))
            }
            Event::Attacks { card, target } => tr!("{card} attacks {target}", card = name(card), target = name(target)),
            Event::Blocks { card, attacker } => {
                tr!("{card} blocks {attacker}", card = name(card), attacker = name(attacker))
            }
            Event::Reveals { card } => tr!("{card} is revealed", card = name(card)),
            Event::Rolls { seat, side: 0 } => tr!("Seat {seat} rolls the die: traverse", seat = number(seat)),
            Event::Rolls { seat, side: 1 } => tr!("Seat {seat} rolls the die: chaos", seat = number(seat)),
            Event::Rolls { seat, .. } => tr!("Seat {seat} rolls the die: nothing", seat = number(seat)),
            Event::Passes { seat } => tr!("Seat {seat} passes", seat = number(seat)),
            Event::Out { seat } => tr!("Seat {seat} is out", seat = number(seat)),
            Event::Over { outcome } => outcome_text(outcome),
        }
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome) -> String {
    let why = match outcome.reason {
        EndReason::LastStanding => tr!("the others have no life left"),
        EndReason::Progress => tr!("by the word of a card"),
        EndReason::DeckOut => tr!("an opponent had to draw from an empty Codex"),
        EndReason::Neighbour => tr!("the player on the left is out"),
        EndReason::AllOut => tr!("all went out at once"),
        EndReason::Home | EndReason::Mission => tr!("a goal of another game"),
        EndReason::TurnLimit => tr!("the turn limit was reached"),
        EndReason::Overflow => tr!("more happened at once than the engine can hold"),
    };
    outcome.text(&why)
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// A card by a name that is its own among those that the acting player may mean.
    fn card_label(&self, id: Id) -> String {
        if let Some(seat) = as_player(id) {
            return tr!("seat {seat}", seat = seat + 1);
        }
        if let Some(at) = as_item(id) {
            return tr!("waiting {card}", card = self.waiting_name(at));
        }
        let (whose, place) = self.disambiguate(id);
        let card = &self.t.def(id).name;
        whose.label(card, place)
    }

    fn place_name(&self, area: u8, place: u8, seat: u8) -> String {
        let name = match place {
            TERRAINS => tr!("the Terrain Stack"),
            ARTIFACTS => tr!("the Artifact Stack"),
            zone => tr!("Zone {number}", number = zone + 1 - ZONE_1),
        };
        if area == seat { name } else { tr!("{place} of seat {seat}", place = name, seat = area + 1) }
    }

    /// An action in the language that is spoken.
    pub(super) fn label(&self, action: Action) -> String {
        match action {
            Action::Keep => tr!("keep"),
            Action::Mulligan => tr!("mulligan"),
            Action::Play(id, mode) => {
                let card = &self.t.def(id).name;
                let mut text = if self.is(id, self.t.types.terrain) {
                    tr!("summon {card}", card)
                } else {
                    tr!("play {card}", card)
                };
                if let Some(place) = self.mode_number(id, mode) {
                    text = tr!("{action}, mode {place}", action = text, place);
                }
                match self.s.zone(id) {
                    Zone::Command => tr!("{action} from command", action = text),
                    _ => text,
                }
            }
            Action::Use(id, entry) => {
                let text = match self.ability_number(id, entry) {
                    Some(place) => tr!("use {card}, ability {place}", card = self.card_label(id), place),
                    None => tr!("use {card}", card = self.card_label(id)),
                };
                match self.s.zone(id) {
                    Zone::Void => tr!("{action} from the Void Zone", action = text),
                    _ => text,
                }
            }
            Action::Equip(id) => tr!("equip {card}", card = self.card_label(id)),
            Action::Travel(id) => tr!("travel in {card}", card = self.card_label(id)),
            Action::Roll => tr!("roll the die"),
            Action::Attack(target) => match self.s.pending {
                PendingDecision::Attack(id) => {
                    tr!("{card} attacks {what}", card = self.card_label(id), what = self.card_label(target))
                }
                _ => tr!("attack"),
            },
            Action::Block(attacker) => match self.s.pending {
                PendingDecision::Block(id) => {
                    tr!("{card} blocks {attacker}", card = self.card_label(id), attacker = self.card_label(attacker))
                }
                _ => tr!("block"),
            },
            Action::Stay => match self.s.pending {
                PendingDecision::Attack(id) | PendingDecision::Block(id) => {
                    tr!("{card} stays", card = self.card_label(id))
                }
                _ => tr!("stay"),
            },
            Action::Choose(id) => tr!("choose {card}", card = self.card_label(id)),
            Action::Seat(seat) => match self.s.pending {
                PendingDecision::First(_) => tr!("seat {seat} goes first", seat = seat + 1),
                _ => tr!("choose seat {seat}", seat = seat + 1),
            },
            Action::Done => tr!("done"),
            Action::Place(area, place) => tr!("into {place}", place = self.place_name(area, place, self.decider())),
            Action::X(n) => tr!("X is {n}", n),
            Action::Deal(n) => tr!("deal {n}", n),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                let (card, place, n) = (self.card_label(waiting.source), waiting.entry + 1, i + 1);
                if waiting.it == NONE || waiting.it == waiting.source {
                    tr!("next: {card}, ability {place} ({n})", card, place, n)
                } else {
                    let other = self.card_label(waiting.it);
                    tr!("next: {card}, ability {place} about {other} ({n})", card, place, other, n)
                }
            }
            Action::Way(i) => tr!("way {place}", place = i + 1),
            Action::Charge(id, energy) => {
                tr!("charge {card} for {energy}", card = self.card_label(id), energy = self.t.energy(energy))
            }
            Action::Auto => tr!("pay"),
            Action::Yes | Action::No => {
                let yes = action == Action::Yes;
                match (self.s.frame, self.s.pending) {
                    (None, PendingDecision::Leader(seat)) => {
                        let name = self.t.leader(seat).map_or("", |id| &self.t.def(id).name);
                        if yes {
                            tr!("return {card} to command", card = name)
                        } else {
                            tr!("leave {card} there", card = name)
                        }
                    }
                    _ if yes => tr!("yes"),
                    _ => tr!("no"),
                }
            }
            Action::Pass => tr!("pass"),
        }
    }
}
