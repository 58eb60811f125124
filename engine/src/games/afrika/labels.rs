//! Positions, actions and events in words.

use catalog::ability;
use catalog::localize::signed;
use catalog::noted;
use catalog::tr;

use super::event::Event;
use super::position::Position;
use super::state::{ARTIFACTS, Id, NONE, PendingDecision, Step, TERRAINS, ZONE_1, Zone, as_item, as_player, owner};
use super::{Action, MatchData};
use crate::kernel::audience::{Audience, entering_text, told, turn_text};
use crate::kernel::notation::{choice_label, way_label};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::Metric;

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
    fn name(&self, id: Id, to: &Audience) -> String {
        match as_player(id) {
            _ if id == NONE => tr!("a card"),
            Some(seat) => to.object(seat).unwrap_or_else(|| tr!("you")),
            None if as_item(id).is_some() => tr!("an effect on the stack"),
            None => to.card(self.def(id).card, &self.def(id).name),
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
            Event::Damaged { to, .. } if as_player(to).is_none() => Metric::Damages { card: of(to) },
            Event::Destroyed { card } => Metric::Destroys { card: of(card) },
            _ => return None,
        })
    }

    pub(super) fn event_text(&self, event: Event, to: &Audience) -> String {
        let name = |id: Id| self.name(id, to);
        match event {
            Event::Begins { seat } => told!(to, seat, "{who} goes first" / "You go first"),
            Event::WinsToss { seat } => told!(to, seat, "{who} wins the toss" / "You win the toss"),
            Event::Keeps { seat } => told!(to, seat, "{who} keeps their hand" / "You keep your hand"),
            Event::ThrowsBack { seat } => told!(to, seat, "{who} takes a mulligan" / "You take a mulligan"),
            Event::Turn { seat, number } => turn_text(number, seat, to),
            Event::Step { step } => step.label(),
            Event::Draws { seat, card } => told!(to, seat, "{who} draws {card}" / "You draw {card}", card = name(card)),
            Event::Sees { seat, card } => told!(to, seat, "{who} sees {card}" / "You see {card}", card = name(card)),
            Event::Takes { seat, card } => told!(to, seat, "{who} takes {card}" / "You take {card}", card = name(card)),
            Event::Fetches { seat, card } => {
                told!(
                    to,
                    seat,
                    "{who} puts {card} into their hand" / "You put {card} into your hand",
                    card = name(card)
                )
            }
            Event::Shuffles { seat } => told!(to, seat, "{who} shuffles" / "You shuffle"),
            Event::Summons { seat, card } => {
                told!(to, seat, "{who} summons {card}" / "You summon {card}", card = name(card))
            }
            Event::Plays { seat, card } => told!(to, seat, "{who} plays {card}" / "You play {card}", card = name(card)),
            Event::Uses { seat, card } => told!(to, seat, "{who} uses {card}" / "You use {card}", card = name(card)),
            Event::Triggers { seat, card } => {
                told!(to, seat, "{who}: {card} triggers" / "Your {card} triggers", card = name(card))
            }
            Event::Targets { target } => match as_player(target) {
                Some(seat) => told!(to, seat, "Target: {whom}" / "Target: you"),
                None => tr!("Target: {card}", card = name(target)),
            },
            Event::Fizzles { card } => tr!("{card} does nothing", card = name(card)),
            Event::Negates { card } => tr!("{card} is negated", card = name(card)),
            Event::Makes { card, energy } => {
                tr!("{card} makes {energy} energy", card = name(card), energy = self.energy(energy))
            }
            Event::GainsEnergy { seat, energy, n } => told!(
                to,
                seat,
                "{who} gains {amount} {energy} energy" / "You gain {amount} {energy} energy",
                amount = n,
                energy = self.energy(energy)
            ),
            Event::GainsLife { seat, n } => {
                told!(to, seat, "{who} gains {amount} life" / "You gain {amount} life", amount = n)
            }
            Event::LosesLife { seat, n } => {
                told!(to, seat, "{who} loses {amount} life" / "You lose {amount} life", amount = n)
            }
            Event::Enters { card, seat } => entering_text(name(card), seat, to),
            Event::Attaches { card, host } => tr!("{card} is attached to {host}", card = name(card), host = name(host)),
            Event::Travels { card } => tr!("{card} travels", card = name(card)),
            Event::Moves { card } => tr!("{card} goes to the other zone", card = name(card)),
            Event::Charges { card } => tr!("{card} is charged", card = name(card)),
            Event::Uncharges { card } => tr!("{card} is uncharged", card = name(card)),
            Event::Damaged { to: hurt, n } => match as_player(hurt) {
                Some(seat) => told!(to, seat, "{who} takes {amount} damage" / "You take {amount} damage", amount = n),
                None => tr!("{card} takes {amount} damage", card = name(hurt), amount = n),
            },
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
                told!(to, seat, "{who} gains control of {card}" / "You gain control of {card}", card = name(card))
            }
            Event::Counters { card, n } => {
                tr!("{card} gets {more} counters", card = name(card), more = signed(n.into()))
            }
            Event::Resolves { card, n } => {
                tr!("{card} gets {more} Resolve", card = name(card), more = signed(n.into()))
            }
            Event::Changes { card, power, health } => {
                tr!(
                    "{card} gets {change}",
                    card = name(card),
                    change = format_args!("{}/{}", signed(power.into()), signed(health.into()))
                )
            }
            Event::Gives { card, keyword } => {
                tr!("{card} gains {keyword}", card = name(card), keyword = self.game.keywords[keyword as usize].name)
            }
            Event::Discards { seat, card } => {
                told!(to, seat, "{who} discards {card}" / "You discard {card}", card = name(card))
            }
            Event::Mills { seat, card } => {
                told!(
                    to,
                    seat,
                    "{who} discards {card} from the Codex" / "You discard {card} from your Codex",
                    card = name(card)
                )
            }
            Event::Attacks { card, target } => match as_player(target) {
                Some(seat) => told!(to, seat, "{card} attacks {whom}" / "{card} attacks you", card = name(card)),
                None => tr!("{card} attacks {target}", card = name(card), target = name(target)),
            },
            Event::Blocks { card, attacker } => {
                tr!("{card} blocks {attacker}", card = name(card), attacker = name(attacker))
            }
            Event::Reveals { card } => tr!("{card} is revealed", card = name(card)),
            Event::Rolls { seat, side: 0 } => {
                told!(to, seat, "{who} rolls the die: traverse" / "You roll the die: traverse")
            }
            Event::Rolls { seat, side: 1 } => told!(to, seat, "{who} rolls the die: chaos" / "You roll the die: chaos"),
            Event::Rolls { seat, .. } => told!(to, seat, "{who} rolls the die: nothing" / "You roll the die: nothing"),
            Event::Passes { seat } => told!(to, seat, "{who} passes" / "You pass"),
            Event::Loops { card } => tr!("{card} triggers again and again", card = name(card)),
            Event::Out { seat } => told!(to, seat, "{who} is out" / "You are out"),
            Event::Over { outcome } => outcome_text(outcome, to),
        }
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome, to: &Audience) -> String {
    let why = match outcome.reason {
        EndReason::LastStanding => tr!("the last player standing"),
        EndReason::Progress => tr!("by a card's effect"),
        EndReason::DeckOut => tr!("an opponent had to draw from an empty Codex"),
        EndReason::Neighbour => tr!("the player on the left is out"),
        EndReason::AllOut => tr!("all went out at once"),
        EndReason::Home | EndReason::Mission | EndReason::Score => tr!("a goal of another game"),
        EndReason::TurnLimit => tr!("the turn limit was reached"),
        EndReason::Loop => tr!("an endless loop"),
        EndReason::Overflow => tr!("too much happened at once for the engine"),
    };
    outcome.text(&why, to)
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// A card by a name that is its own among those that the acting player may mean.
    fn card_label(&self, id: Id, to: &Audience) -> String {
        if let Some(seat) = as_player(id) {
            return to.object(seat).unwrap_or_else(|| tr!("you"));
        }
        if let Some(at) = as_item(id) {
            return tr!("{card} on the stack", card = self.waiting_name(at));
        }
        let (whose, place) = self.disambiguate(id);
        let card = &self.t.def(id).name;
        whose.label(card, place, to)
    }

    fn place_name(&self, area: u8, place: u8, seat: u8, to: &Audience) -> String {
        let name = match place {
            TERRAINS => tr!("the Terrain Stack"),
            ARTIFACTS => tr!("the Artifact Stack"),
            zone => tr!("Zone {number}", number = zone + 1 - ZONE_1),
        };
        if area == seat { name } else { told!(to, area, "{place} of {whom}" / "{place} of yours", place = name) }
    }

    fn card(&self, id: Id) -> &catalog::Card {
        self.t.game.card(self.t.def(id).card)
    }

    /// An action in the language that is spoken.
    pub(super) fn label(&self, action: Action, to: &Audience) -> String {
        let card_label = |id: Id| self.card_label(id, to);
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
                if self.s.zone(id) == Zone::Command {
                    text = tr!("{action} from command", action = text);
                }
                match self.mode_number(id, mode) {
                    Some(place) => choice_label(text, &ability::modes(&self.t.game, self.card(id)), place),
                    None => text,
                }
            }
            Action::Use(id, entry) => {
                let mut text = tr!("use {card}", card = card_label(id));
                if self.s.zone(id) == Zone::Void {
                    text = tr!("{action} from the Void Zone", action = text);
                }
                match self.ability_number(id, entry) {
                    Some(place) => choice_label(text, &ability::uses(&self.t.game, self.card(id)), place.into()),
                    None => text,
                }
            }
            Action::Equip(id) => tr!("equip {card}", card = card_label(id)),
            Action::Travel(id) => tr!("travel in {card}", card = card_label(id)),
            Action::Roll => tr!("roll the die"),
            Action::Attack(target) => match self.s.pending {
                PendingDecision::Attack(_) => tr!("attack {what}", what = card_label(target)),
                _ => tr!("attack"),
            },
            Action::Block(attacker) => match self.s.pending {
                PendingDecision::Block(_) => tr!("block {attacker}", attacker = card_label(attacker)),
                _ => tr!("block"),
            },
            Action::Stay => match self.s.pending {
                PendingDecision::Attack(_) => tr!("don't attack"),
                PendingDecision::Block(_) => tr!("don't block"),
                _ => tr!("stay"),
            },
            Action::Choose(id) => match as_player(id) {
                Some(seat) => told!(to, seat, "choose {whom}" / "choose yourself"),
                None => tr!("choose {card}", card = card_label(id)),
            },
            Action::Seat(seat) => match self.s.pending {
                PendingDecision::First(_) => told!(to, seat, "{whom} goes first" / "you go first"),
                _ => told!(to, seat, "choose {whom}" / "choose yourself"),
            },
            Action::Done => tr!("done"),
            Action::Place(area, place) => tr!("into {place}", place = self.place_name(area, place, self.decider(), to)),
            Action::X(n) => tr!("X = {n}", n),
            Action::Deal(n) => tr!("deal {n} damage", n),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                let (card, place, n) = (card_label(waiting.source), waiting.entry + 1, i + 1);
                if waiting.it == NONE || waiting.it == waiting.source {
                    tr!("next: {card}, ability {place} ({n})", card, place, n)
                } else {
                    let other = card_label(waiting.it);
                    tr!("next: {card}, ability {place} for {other} ({n})", card, place, other, n)
                }
            }
            Action::Way(i) => {
                let ways = self.s.frame.map(|frame| ability::ways(&self.t.game, self.card(frame.item.source)));
                way_label(&ways.unwrap_or_default(), i)
            }
            Action::Charge(id, _) if self.t.printed(id).produces.count_ones() == 1 => {
                tr!("charge {card}", card = card_label(id))
            }
            Action::Charge(id, energy) => {
                tr!("charge {card} for {energy}", card = card_label(id), energy = self.t.energy(energy))
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
