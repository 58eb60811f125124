//! What a player without a plan does, and what a position looks like to one with a plan.

use catalog::tr;

use super::live::Position;
use super::state::{ContestKind, DEPLOYING, HACKED, Id, POWER, Stage, Step, TAPPED, Task, Zone};
use super::{Action, CardKind};

/// The features, each one's own less the opponents'.
pub(super) const FEATURES: &[&str] = &[
    "won",
    "power",
    "near_power",
    "control_points",
    "cities",
    "health",
    "wounded",
    "influence",
    "military",
    "covert",
    "cyberops",
    "hand",
    "downloads",
    "deck",
    "assets",
    "firepower",
    "armor",
    "keywords",
    "cost",
    "ready",
    "hacked",
    "attachments",
];

/// A feature in a few words: a noun of which there can be more or less.
pub(super) fn feature_label(feature: usize) -> String {
    match FEATURES[feature] {
        "won" => tr!("feature" => "wins"),
        "power" => tr!("feature" => "Power"),
        "near_power" => tr!("feature" => "chances to win by Power"),
        "control_points" => tr!("feature" => "control points"),
        "cities" => tr!("feature" => "cities"),
        "health" => tr!("feature" => "health"),
        "wounded" => tr!("feature" => "danger to the Headquarters"),
        "influence" => tr!("feature" => "Influence"),
        "military" => tr!("feature" => "Military"),
        "covert" => tr!("feature" => "Covert"),
        "cyberops" => tr!("feature" => "CyberOps"),
        "hand" => tr!("feature" => "cards in hand"),
        "downloads" => tr!("feature" => "downloads"),
        "deck" => tr!("feature" => "cards in the deck"),
        "assets" => tr!("feature" => "assets"),
        "firepower" => tr!("feature" => "Firepower"),
        "armor" => tr!("feature" => "Armor"),
        "keywords" => tr!("feature" => "keywords in play"),
        "cost" => tr!("feature" => "value in play"),
        "ready" => tr!("feature" => "ready assets"),
        "hacked" => tr!("feature" => "hacked assets"),
        "attachments" => tr!("feature" => "attachments"),
        name => name.replace('_', " "),
    }
}

impl<const N: usize> Position<'_, N> {
    pub fn is_quiescent(&self) -> bool {
        self.s.over.is_some() || self.s.depth == 1 && matches!(self.s.task(), Task::Turn(Step::Main))
    }

    pub fn is_combat(&self) -> bool {
        matches!(self.s.task(), Task::Contest(_))
    }

    /// Cards that are not in play are what they are, wherever they lie; cards in play are themselves.
    pub fn action_key(&self, action: Action) -> u64 {
        use Action as A;
        let card = |id: Id| match self.s.permanent(id).zone {
            Zone::Play | Zone::Limbo => u64::from(id),
            zone => 0x1000 | u64::from(self.s.permanent(id).def) | (zone as u64) << 16,
        };
        let (kind, what, more): (u64, u64, u64) = match action {
            A::Play(id, mode) => (0, card(id), mode.into()),
            A::Use(id, ability) => (1, card(id), ability.into()),
            A::City(ability) => (2, ability.into(), 0),
            A::Attack(id) => (3, card(id), 0),
            A::Ambush(id) => (4, card(id), 0),
            A::Assault(id) => (5, card(id), 0),
            A::Control(id) => (6, card(id), 0),
            A::Join(id) => (7, card(id), 0),
            A::Done => (8, 0, 0),
            A::Block(id) => (9, card(id), 0),
            A::Choose(id) => (10, card(id), 0),
            A::Seat(n) => (11, n.into(), 0),
            A::Pay(n) => (12, n.into(), 0),
            A::Deal(n) => (13, n.into(), 0),
            A::Way(n) => (14, n.into(), 0),
            A::Next(n) => (15, n.into(), 0),
            A::Point(n) => (16, n.into(), 0),
            A::TakePower => (17, 0, 0),
            A::TakeResources => (18, 0, 0),
            A::Keep => (19, 0, 0),
            A::Under => (20, 0, 0),
            A::Yes => (21, 0, 0),
            A::No => (22, 0, 0),
            A::Pass => (23, 0, 0),
            A::End => (24, 0, 0),
            A::EndAnyway => (25, 0, 0),
            A::Resume => (26, 0, 0),
            A::In(city) => (27, city.into(), 0),
        };
        kind << 48 | more << 40 | what
    }

    /// Passes, ends, blocks nothing, declines; where something must be chosen, the first.
    pub fn passing_action(&self, legal: &[Action]) -> usize {
        let quiet =
            |a: &Action| matches!(a, Action::Pass | Action::End | Action::EndAnyway | Action::No | Action::Keep);
        let done = |a: &Action| matches!(a, Action::Done);
        legal.iter().position(quiet).or_else(|| legal.iter().position(done)).unwrap_or(0)
    }

    pub fn features(&self, seat: u8, out: &mut [i32]) {
        out.fill(0);
        if let Some(outcome) = self.s.over {
            let lost = outcome.winners != 0 && !outcome.won(seat);
            out[0] = if lost { -1 } else { i32::from(outcome.won(seat) && outcome.is_decided()) };
        }
        for player in 0..self.t.seats.len() as u8 {
            let sign = if player == seat { 1 } else { -1 };
            let mut own = [0; FEATURES.len()];
            self.seat_features(player, &mut own);
            out.iter_mut().zip(own).for_each(|(o, n)| *o += sign * n);
        }
        if let Some(contest) = self.s.contest()
            && contest.kind == ContestKind::Control
            && matches!(self.s.task(), Task::Contest(Stage::Result))
        {
            // About to succeed.
            out[3] += if contest.seat == seat { 1 } else { -1 };
        }
    }

    fn seat_features(&self, seat: u8, own: &mut [i32; FEATURES.len()]) {
        let player = self.s.player(seat);
        let resources = player.resources.map(i32::from);
        own[1] = resources[POWER].min(30);
        own[2] = i32::from(resources[POWER] + 3 >= i32::from(self.threshold()));
        own[3] = self.points_of(seat);
        own[4] = self.cities().filter(|city| self.s.points(*city, seat) == 3).count() as i32;
        let base = self.s.permanent(self.base(seat));
        let health = i32::from(base.armor) - i32::from(base.damage);
        own[5] = health.max(0);
        own[6] = i32::from(health <= 6);
        // What one has of a resource is worth less the more it is: counted up to what cards may ask for.
        for (feature, n) in own[7..11].iter_mut().zip(resources) {
            *feature = n.min(8);
        }
        own[11] = self.s.cards(seat, Zone::Hand).len() as i32;
        own[12] = self.s.cards(seat, Zone::Downloads).len() as i32;
        own[13] = self.s.deck(seat).len().into();
        for id in self.s.cards(seat, Zone::Play).iter() {
            let permanent = self.s.permanent(id);
            match self.kind(id) {
                CardKind::Asset => {
                    let printed = &self.t.printed[permanent.def as usize];
                    own[14] += 1;
                    own[15] += i32::from(permanent.firepower.max(0));
                    own[16] += i32::from(permanent.armor.max(0)) - i32::from(permanent.damage);
                    own[17] += permanent.keywords.count_ones() as i32;
                    own[18] += printed.cost.iter().map(|n| i32::from(*n)).sum::<i32>();
                    own[19] += i32::from(!permanent.is(TAPPED) && !permanent.is(DEPLOYING));
                    own[20] += i32::from(permanent.is(HACKED));
                }
                CardKind::Program | CardKind::Enhancement => own[21] += 1,
                CardKind::Base | CardKind::Intervention | CardKind::City => {}
            }
        }
    }
}
