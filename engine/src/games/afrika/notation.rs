//! How actions of Chronicles of Afrika are written down.

use super::actions::Action;
use super::position::Position;
use super::state::{ARTIFACTS, Id, NONE, PendingDecision, TERRAINS, ZONE_1, Zone, as_item, as_player};
use crate::effect::AbilityForm;
use crate::kernel::notation::CardOwnership;

/// How earlier releases wrote actions.
pub(super) const OLD: &[(&str, &str)] = &[
    ("throw the hand back", "mulligan"),
    ("travel in {1}", "travel {1}"),
    ("roll the die", "roll"),
    ("{1} attacks {2}", "attack {2} with {1}"),
    ("{1} blocks {2}", "block {2} with {1}"),
    ("{1} stays", "hold {1}"),
    ("seat {1} goes first", "first seat {1}"),
    ("into the Terrain Stack{1}", "into terrains{1}"),
    ("into the Artifact Stack{1}", "into artifacts{1}"),
    ("into Zone {1}", "into zone {1}"),
    ("X is {1}", "X = {1}"),
    ("return {1} to command", "return {1}"),
    ("leave {1} there", "leave {1}"),
    ("use {1} from the Void Zone", "use {1} from void"),
];

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// Whose a card in play is, and its number among those of its name there if there are several.
    pub(super) fn disambiguate(&self, id: Id) -> (CardOwnership, Option<usize>) {
        let Some(permanent) = self.s.get_permanent(id) else { return (CardOwnership::Own, None) };
        let whose = match permanent.controller {
            seat if seat == self.decider() => CardOwnership::Own,
            seat if self.t.count() > 2 => CardOwnership::Seat(seat),
            _ => CardOwnership::Enemy,
        };
        let same =
            |b: &&super::Permanent| b.controller == permanent.controller && self.t.def_at(b.id) == self.t.def_at(id);
        let mut ids: Vec<(u16, Id)> = self.s.in_order().filter(same).map(|b| (b.since, b.id)).collect();
        ids.sort_unstable();
        let place = ids.iter().position(|(_, other)| *other == id).map(|place| place + 1);
        (whose, place.filter(|_| ids.len() > 1))
    }

    /// What waits, by its source and a number among those of its name if it is not the lowest.
    pub(super) fn waiting_name(&self, at: usize) -> String {
        let source = self.s.stack[at].source;
        let same = |item: &&super::state::StackItem| self.t.def_at(item.source) == self.t.def_at(source);
        let name = &self.t.def(source).name;
        match self.s.items()[..at].iter().filter(same).count() {
            0 => name.clone(),
            below => format!("{name} #{}", below + 1),
        }
    }

    /// A card by a name that is its own among those that the acting player may mean.
    fn reference(&self, id: Id) -> String {
        if let Some(seat) = as_player(id) {
            return format!("seat {}", seat + 1);
        }
        if let Some(at) = as_item(id) {
            return format!("waiting {}", self.waiting_name(at));
        }
        let (whose, place) = self.disambiguate(id);
        let card = &self.t.def(id).name;
        whose.notation(card, place)
    }

    /// The place of a mode among those that a card can be played in, from 1; `None` if there is one.
    pub(super) fn mode_number(&self, id: Id, mode: u8) -> Option<usize> {
        let entries = &self.t.def(id).entries;
        let played = |e: &&crate::effect::CompiledAbility| matches!(e.form, AbilityForm::Played { .. });
        let several = entries.iter().filter(played).count() > 1;
        several.then(|| entries[..mode as usize].iter().filter(played).count() + 1)
    }

    /// The place of an ability among those that can be used, from 1; `None` if there is one.
    pub(super) fn ability_number(&self, id: Id, entry: u8) -> Option<u8> {
        let entries = &self.t.def(id).entries;
        let several = entries.iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count() > 1;
        several.then(|| self.activated_before(id, entry) + 1)
    }

    /// An action as records, saved matches and scenarios have it.
    pub(super) fn notation(&self, action: Action) -> String {
        let name = |id: Id| self.reference(id);
        match action {
            Action::Keep => "keep".to_owned(),
            Action::Mulligan => "mulligan".to_owned(),
            Action::Play(id, mode) => {
                let mode = self.mode_number(id, mode).map_or(String::new(), |mode| format!(", mode {mode}"));
                let from = if self.s.zone(id) == Zone::Command { " from command" } else { "" };
                let verb = if self.is(id, self.t.types.terrain) { "summon" } else { "play" };
                format!("{verb} {}{mode}{from}", self.t.def(id).name)
            }
            Action::Use(id, entry) => {
                let ability = self.ability_number(id, entry).map_or(String::new(), |n| format!(", ability {n}"));
                let from = if self.s.zone(id) == Zone::Void { " from void" } else { "" };
                format!("use {}{ability}{from}", name(id))
            }
            Action::Equip(id) => format!("equip {}", name(id)),
            Action::Travel(id) => format!("travel {}", name(id)),
            Action::Roll => "roll".to_owned(),
            Action::Attack(target) => match self.s.pending {
                PendingDecision::Attack(id) => format!("attack {} with {}", name(target), name(id)),
                _ => "attack".to_owned(),
            },
            Action::Block(attacker) => match self.s.pending {
                PendingDecision::Block(id) => format!("block {} with {}", name(attacker), name(id)),
                _ => "block".to_owned(),
            },
            Action::Stay => match self.s.pending {
                PendingDecision::Attack(id) | PendingDecision::Block(id) => format!("hold {}", name(id)),
                _ => "hold".to_owned(),
            },
            Action::Choose(id) => format!("choose {}", name(id)),
            Action::Seat(seat) => match self.s.pending {
                PendingDecision::First(_) => format!("first seat {}", seat + 1),
                _ => format!("choose seat {}", seat + 1),
            },
            Action::Done => "done".to_owned(),
            Action::Place(area, place) => {
                let whose = if area == self.decider() { String::new() } else { format!(" of seat {}", area + 1) };
                match place {
                    TERRAINS => format!("into terrains{whose}"),
                    ARTIFACTS => format!("into artifacts{whose}"),
                    zone => format!("into zone {}{whose}", zone + 1 - ZONE_1),
                }
            }
            Action::X(n) => format!("X = {n}"),
            Action::Deal(n) => format!("deal {n}"),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                let is_own = waiting.it == NONE || waiting.it == waiting.source;
                let about = if is_own { String::new() } else { format!(" about {}", name(waiting.it)) };
                format!("next: {}, ability {}{about} ({})", name(waiting.source), waiting.entry + 1, i + 1)
            }
            Action::Way(i) => format!("way {}", i + 1),
            Action::Charge(id, energy) => format!("charge {} for {}", name(id), self.t.energy(energy)),
            Action::Auto => "pay".to_owned(),
            Action::Yes | Action::No => {
                let leader = match (self.s.frame, self.s.pending) {
                    (None, PendingDecision::Leader(seat)) => self.t.leader(seat),
                    _ => None,
                };
                match (leader, action == Action::Yes) {
                    (Some(id), true) => format!("return {}", self.t.def(id).name),
                    (Some(id), false) => format!("leave {}", self.t.def(id).name),
                    (None, true) => "yes".to_owned(),
                    (None, false) => "no".to_owned(),
                }
            }
            Action::Pass => "pass".to_owned(),
        }
    }
}
