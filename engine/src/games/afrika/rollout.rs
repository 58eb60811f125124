//! What is done without thinking ahead: who attacks, who blocks; a hand is kept, nothing is answered. Players who think take it for what
//! comes after the decision at hand, so it has to be quick, and sensible on both sides.

use super::Action;
use super::position::Position;
use super::roles::Role;
use super::state::{ASKED, ATTACKING, BLOCKED, Id, PendingDecision, Permanent, as_player};

/// What it is worth not to lose the game at once, in the measure of [`Position::worth`].
const SURVIVAL: i32 = 1000;

impl<const N: usize, const B: usize> Position<'_, N, B> {
    /// What is done at once; `None` where a decision takes a thought.
    pub fn rollout_action(&self, room: &mut Vec<Action>) -> Option<Action> {
        if self.s.frame.is_some() {
            return None;
        }
        match self.s.pending {
            PendingDecision::Attack(id) => Some(self.rollout_attack(id)),
            PendingDecision::Block(id) => Some(self.rollout_block(id)),
            // The easiest to destroy comes first.
            PendingDecision::Line(attacker) => {
                self.unlined(attacker).min_by_key(|id| self.lethal(*id, attacker)).map(Action::Choose)
            }
            // Enough to destroy it, and the rest to the next; itself, which is shown first.
            PendingDecision::Deal(_) | PendingDecision::First(_) => {
                self.list_actions(room);
                room.first().copied()
            }
            PendingDecision::Keep(_) => Some(Action::Keep),
            PendingDecision::Window => Some(Action::Pass),
            _ => None,
        }
    }

    /// What an entity is worth in a fight.
    fn worth(&self, permanent: &Permanent) -> i32 {
        let printed = self.t.def(permanent.id).price.total();
        2 + printed + i32::from(permanent.power.max(0)) + i32::from(permanent.health.max(0)) / 2
    }

    /// Whether an entity destroys another one that it meets alone, and whether it is destroyed.
    fn meets(&self, one: &Permanent, other: &Permanent) -> (bool, bool) {
        let w = &self.t.keywords;
        let beats = |a: &Permanent, b: &Permanent| {
            a.power > 0 && a.power >= self.lethal(b.id, a.id) && b.keywords & w.invincible == 0
        };
        let first = |b: &Permanent| b.keywords & w.first_attack != 0;
        let (wins, loses) = (beats(one, other), beats(other, one));
        match (first(one), first(other)) {
            (true, false) => (wins, loses && !wins),
            (false, true) => (wins && !loses, loses),
            _ => (wins, loses),
        }
    }

    /// Attacks a player if all together win at once, or if nobody there would gladly block it; otherwise stays.
    fn rollout_attack(&self, id: Id) -> Action {
        let player = self.attack_targets(id).find_map(|target| Some((Action::Attack(target), as_player(target)?)));
        let Some((attack, seat)) = player else { return Action::Stay };
        let permanent = self.s.permanent(id);
        if permanent.power <= 0 {
            return Action::Stay;
        }
        if self.breaks_through(permanent.controller, seat) >= self.life(seat).into() {
            return attack;
        }
        let gladly = |guard: &Permanent| {
            let (wins, loses) = self.meets(guard, permanent);
            wins && (!loses || self.worth(guard) < self.worth(permanent))
        };
        let guards = self.s.with_role(Role::Entity).filter(|b| b.controller == seat && self.is_guard(b.id));
        if guards.filter(|guard| self.could_stop(guard.id, id)).any(gladly) { Action::Stay } else { attack }
    }

    /// The damage that a player cannot escape from if every entity attacks that still can.
    fn breaks_through(&self, seat: u8, target: u8) -> i32 {
        let mut blows = [0i16; 64];
        let mut n = 0;
        let mut sure = 0;
        let guards = || self.s.with_role(Role::Entity).filter(|b| b.controller == target && self.is_guard(b.id));
        for permanent in self.s.with_role(Role::Entity).filter(|b| b.controller == seat && b.power > 0) {
            let there = permanent.is(ATTACKING) && as_player(permanent.foe) == Some(target);
            let coming = !permanent.is(ASKED | ATTACKING) && self.may_attack(permanent.id);
            if !there && !coming {
                continue;
            }
            match guards().any(|guard| self.could_stop(guard.id, permanent.id)) {
                true if n < blows.len() => {
                    blows[n] = permanent.power;
                    n += 1;
                }
                true => {}
                false => sure += i32::from(permanent.power),
            }
        }
        // Each guard takes the hardest blow that is left.
        let blows = &mut blows[..n];
        blows.sort_unstable_by(|a, b| b.cmp(a));
        sure + blows.iter().skip(guards().count()).map(|n| i32::from(*n)).sum::<i32>()
    }

    /// Blocks what it gains most by blocking: what it destroys, what it saves, less what it loses.
    fn rollout_block(&self, id: Id) -> Action {
        let guard = self.s.permanent(id);
        let open = |b: &&Permanent| b.is(ATTACKING) && !b.is(BLOCKED) && as_player(b.foe) == Some(guard.controller);
        let coming: i32 = self.s.with_role(Role::Entity).filter(open).map(|b| i32::from(b.power.max(0))).sum();
        let deadly = coming >= self.life(guard.controller).into();
        let mut best = (0, Action::Stay);
        for attacker in self.blockable(id) {
            let gain = self.gain_of_block(guard, self.s.permanent(attacker), deadly);
            if gain > best.0 {
                best = (gain, Action::Block(attacker));
            }
        }
        best.1
    }

    fn gain_of_block(&self, guard: &Permanent, foe: &Permanent, deadly: bool) -> i32 {
        let (alone, loses) = self.meets(guard, foe);
        let beside: i16 = self.blockers(foe.id).map(|b| self.strikes(b)).sum();
        let lethal = self.lethal(foe.id, guard.id);
        let invincible = foe.keywords & self.t.keywords.invincible != 0;
        let wins = alone || (beside > 0 && !invincible && beside < lethal && beside + guard.power >= lethal);
        let mut gain = 0;
        if wins && beside < lethal {
            gain += self.worth(foe);
        }
        if loses {
            gain -= self.worth(guard);
        }
        if !foe.is(BLOCKED) {
            let blow = i32::from(foe.power.max(0));
            gain += match as_player(foe.foe) {
                Some(_) if deadly => SURVIVAL + blow,
                Some(_) => (blow + 1) / 2,
                None => self
                    .s
                    .get_permanent(foe.foe)
                    .map_or(0, |prey| if self.meets(foe, prey).0 { self.worth(prey) } else { 0 }),
            };
        }
        gain
    }
}
