//! How actions of Chron X are written down.

use super::actions::Action;
use super::live::Position;
use super::state::{INCOME, Id, NONE, Zone};
use crate::effect::{AbilityForm, CompiledAbility};
use crate::kernel::notation::CardOwnership;

/// How earlier releases wrote actions.
pub(super) const OLD: &[(&str, &str)] = &[
    ("gain a control point", "gain point"),
    ("destroy a control point of seat {1}", "destroy point of seat {1}"),
    ("in city {1} (seats {2})", "city {1}"),
    ("take 1 Power", "take power"),
    ("leave it on top", "top"),
    ("put it under the deck", "under"),
    ("end the phase", "end"),
    ("use the city, ability {1}", "use city, ability {1}"),
];

impl<const N: usize> Position<'_, N> {
    /// Whose a card in play is, and its number among those of its name there if there are several. In hand and in piles two
    /// copies are one choice.
    pub(super) fn disambiguate(&self, id: Id) -> (CardOwnership, Option<usize>) {
        let permanent = self.s.permanent(id);
        if permanent.zone != Zone::Play {
            return (CardOwnership::Own, None);
        }
        let whose = match permanent.controller {
            seat if seat == self.decider() => CardOwnership::Own,
            seat if self.t.seats.len() > 2 => CardOwnership::Seat(seat),
            _ => CardOwnership::Enemy,
        };
        let same = |other: &Id| self.s.permanent(*other).def == permanent.def;
        let cards = self.s.cards(permanent.controller, permanent.zone);
        let place = cards.iter().filter(same).take_while(|other| *other != id).count() + 1;
        (whose, Some(place).filter(|_| cards.iter().filter(same).count() > 1))
    }

    /// A card by a name that is its own among those that the acting player may mean.
    fn reference(&self, id: Id) -> String {
        let (whose, place) = self.disambiguate(id);
        let card = self.name(id);
        whose.notation(card, place)
    }

    /// The place of a mode among those that a card can be played in, from 1; `None` if there is one.
    pub(super) fn mode_number(&self, id: Id, mode: u8) -> Option<usize> {
        let entries = &self.t.defs[self.s.permanent(id).def as usize].entries;
        let played = |e: &&CompiledAbility| matches!(e.form, AbilityForm::Played { .. });
        let several = entries.iter().filter(played).count() > 1;
        several.then(|| entries[..mode as usize].iter().filter(played).count() + 1)
    }

    /// The place of an ability among those that can be used, from 1; `None` if there is one.
    pub(super) fn ability_number(&self, id: Id, entry: u8) -> Option<u8> {
        let entries = &self.t.defs[self.s.permanent(id).def as usize].entries;
        let several = entries.iter().filter(|e| matches!(e.form, AbilityForm::Activated(_))).count() > 1;
        several.then(|| self.activated_before(id, entry) + 1)
    }

    /// An action as records, saved matches and scenarios have it.
    pub(super) fn notation(&self, action: Action) -> String {
        let name = |id: Id| self.reference(id);
        match action {
            Action::Play(id, mode) => {
                let mode = self.mode_number(id, mode).map_or(String::new(), |mode| format!(", mode {mode}"));
                let from = if self.s.permanent(id).zone == Zone::Downloads { " from downloads" } else { "" };
                format!("play {}{mode}{from}", name(id))
            }
            Action::Use(id, entry) => {
                let ability = self.ability_number(id, entry).map_or(String::new(), |n| format!(", ability {n}"));
                format!("use {}{ability}", name(id))
            }
            Action::City(entry) => format!("use city, ability {}", entry + 1),
            Action::Attack(id) => format!("attack with {}", name(id)),
            Action::Ambush(id) => format!("ambush with {}", name(id)),
            Action::Assault(id) => format!("assault with {}", name(id)),
            Action::Control(id) => format!("take control with {}", name(id)),
            Action::Join(id) => format!("join with {}", name(id)),
            Action::Done => "done".to_owned(),
            Action::Block(id) => format!("block with {}", name(id)),
            Action::Choose(id) => format!("choose {}", name(id)),
            Action::Seat(seat) => format!("choose seat {}", seat + 1),
            Action::Pay(resource) => format!("pay {}", self.t.resource(resource)),
            Action::Deal(n) => format!("deal {n}"),
            Action::Way(i) => format!("way {}", i + 1),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                match (waiting.source, waiting.ability) {
                    (NONE, city) => format!("next: city {}", city + 1),
                    (id, INCOME) => format!("next: {}, income", name(id)),
                    (id, ability) => format!("next: {}, ability {}", name(id), ability + 1),
                }
            }
            Action::Point(seat) if seat == self.decider() => "gain point".to_owned(),
            Action::Point(seat) => format!("destroy point of seat {}", seat + 1),
            Action::In(city) => format!("city {}", city + 1),
            Action::TakePower => "take power".to_owned(),
            Action::TakeResources => "take resources".to_owned(),
            Action::Keep => "top".to_owned(),
            Action::Under => "under".to_owned(),
            Action::Yes => "yes".to_owned(),
            Action::No => "no".to_owned(),
            Action::Pass => "pass".to_owned(),
            Action::End => "end".to_owned(),
            Action::EndAnyway => "end anyway".to_owned(),
            Action::Resume => "resume".to_owned(),
        }
    }
}
