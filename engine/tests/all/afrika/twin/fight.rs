//! Confrontation: attackers, blockers, lines and damage.

use engine::games::afrika::{Action, Id, PLAYER, Step};
use engine::kernel::outcome::EndReason;

use super::model::{Flow, Model};

impl Model<'_> {
    pub fn confrontation(&mut self) -> Flow {
        self.mobilize()?;
        if !self.attackers().is_empty() {
            // AF-R29
            self.defend()?;
            self.clash()?;
        }
        self.window(Step::Aftermath)?;
        for id in self.in_play() {
            let thing = self.thing(id);
            (thing.attacks, thing.blocks, thing.line) = (None, None, 0);
            (thing.blocked, thing.dealt) = (false, false);
        }
        Ok(())
    }

    fn attackers(&self) -> Vec<Id> {
        self.in_play().into_iter().filter(|id| self.things[id].attacks.is_some()).collect()
    }

    /// The blockers of an attacker in the order in which they are damaged.
    fn blockers(&self, attacker: Id) -> Vec<Id> {
        let mut all: Vec<Id> =
            self.in_play().into_iter().filter(|id| self.things[id].blocks == Some(attacker)).collect();
        all.sort_by_key(|id| self.things[id].line);
        all
    }

    /// AF-127 to AF-129, AF-183 to AF-185, AF-R02, AF-R08, AF-R27
    fn mobilize(&mut self) -> Flow {
        self.now = Some(Step::Mobilize);
        let other = 1 - self.active;
        for id in self.entities(self.active) {
            let thing = &self.things[&id];
            let rested = !thing.charged && (!thing.fresh || self.has(id, "rush"));
            if !rested || self.has(id, "guardianship") || self.has(id, "rooted") {
                continue;
            }
            let mut options = vec![Action::Stay, Action::Attack(PLAYER + Id::from(other))];
            if self.options().attack_entities {
                options.extend(self.entities(other).into_iter().map(Action::Attack));
            }
            if let Action::Attack(foe) = self.decide(self.active, options)? {
                self.thing(id).attacks = Some(foe);
                if foe < PLAYER {
                    self.count("attack on an entity");
                }
            }
        }
        for id in self.attackers() {
            // AF-083, AF-R15
            let alert = self.has(id, "alertness");
            self.thing(id).charged |= !alert;
        }
        self.window(Step::Mobilize)
    }

    /// AF-130 to AF-134, AF-187, AF-188
    fn defend(&mut self) -> Flow {
        self.now = Some(Step::Defend);
        let other = 1 - self.active;
        for id in self.entities(other) {
            let able = !self.things[&id].charged && !self.has(id, "rooted") && !self.has(id, "meek");
            let mut options: Vec<Action> =
                self.attackers().into_iter().filter(|a| able && self.stops(id, *a)).map(Action::Block).collect();
            if options.is_empty() {
                continue;
            }
            options.push(Action::Stay);
            if let Action::Block(attacker) = self.decide(other, options)? {
                self.thing(id).blocks = Some(attacker);
                self.thing(attacker).blocked = true;
            }
        }
        for attacker in self.attackers() {
            let mut open = self.blockers(attacker);
            let several = open.len() > 1;
            let mut line = 0;
            while several && !open.is_empty() {
                let next = match open[..] {
                    [last] => last,
                    _ => {
                        self.count("line of blockers");
                        let options = open.iter().map(|id| Action::Choose(*id)).collect();
                        match self.decide(self.active, options)? {
                            Action::Choose(id) => id,
                            other => unreachable!("{other:?} is no blocker"),
                        }
                    }
                };
                line += 1;
                self.thing(next).line = line;
                open.retain(|id| *id != next);
            }
        }
        self.window(Step::Defend)
    }

    /// Whether an attacker's keywords let this one block it (AF-R01, AF-R07, AF-R11, AF-R13).
    fn stops(&self, guard: Id, attacker: Id) -> bool {
        let matched = |keyword: &str| !self.has(attacker, keyword) || self.has(guard, keyword);
        let seat = self.things[&guard].owner;
        let own = |id: &Id| self.things[id].owner == seat && self.is(*id, "terrain");
        let there: Vec<Id> = self.in_play().into_iter().filter(own).collect();
        let mut walks = self.words(attacker, "terrainwalk").into_iter();
        let walked = walks.any(|word| there.iter().any(|id| self.belongs(*id, word)));
        let shielded = self.words(attacker, "shield").into_iter().any(|word| self.belongs(guard, word));
        matched("soaring") && matched("phasewalk") && !self.has(attacker, "unseen") && !walked && !shielded
    }

    /// AF-190, AF-192, AF-R05
    fn clash(&mut self) -> Flow {
        self.now = Some(Step::Clash);
        let fights = |model: &Self, id: &Id| model.things[id].attacks.or(model.things[id].blocks).is_some();
        let fighters: Vec<Id> = self.in_play().into_iter().filter(|id| fights(self, id)).collect();
        if fighters.iter().any(|id| self.has(*id, "first-attack")) {
            self.count("early blow");
            self.round(true)?;
        }
        self.round(false)?;
        self.window(Step::Clash)
    }

    /// One round of damage, of those that strike first or of all others.
    fn round(&mut self, early: bool) -> Flow {
        let strikes = |model: &Self, id: &Id| !model.things[id].dealt && (!early || model.has(*id, "first-attack"));
        let attackers: Vec<Id> = self.attackers().into_iter().filter(|id| strikes(self, id)).collect();
        let unblocked: Vec<(Id, Id, i32)> = attackers
            .iter()
            .filter(|id| !self.things[id].blocked)
            .map(|id| (*id, self.things[id].attacks.expect("it attacks"), self.number(*id, "power").max(0)))
            .collect();
        let mut blows: Vec<(Id, Id, i32)> = Vec::new();
        for attacker in &attackers {
            let mut left = self.number(*attacker, "power").max(0);
            if self.things[attacker].blocked {
                left = self.divide(*attacker, left, &unblocked, &mut blows)?;
            }
            let foe = self.things[attacker].attacks.expect("it attacks");
            let passes = !self.things[attacker].blocked || self.has(*attacker, "trample");
            if passes && (foe >= PLAYER || self.table.contains(&Some(foe))) {
                if self.things[attacker].blocked && left > 0 {
                    self.count("blow past blockers");
                }
                blows.push((*attacker, foe, left));
            }
        }
        let blockers: Vec<(Id, Id)> = self
            .in_play()
            .into_iter()
            .filter(|id| strikes(self, id))
            .filter_map(|id| Some((id, self.things[&id].blocks?)))
            .collect();
        for (blocker, attacker) in &blockers {
            // AF-139
            if self.things[attacker].attacks.is_some() {
                blows.push((*blocker, *attacker, self.number(*blocker, "power").max(0)));
            }
        }
        attackers.iter().chain(blockers.iter().map(|(id, _)| id)).for_each(|id| self.thing(*id).dealt = true);
        blows.into_iter().for_each(|(from, to, n)| self.damage(from, to, n));
        self.settle()
    }

    /// What an attacker has left after its blockers: enough for the first before the next, counting what it gets from
    /// those that attack it unblocked (AF-138, AF-191, AF-R14, AF-R49).
    fn divide(
        &mut self,
        attacker: Id,
        mut left: i32,
        unblocked: &[(Id, Id, i32)],
        blows: &mut Vec<(Id, Id, i32)>,
    ) -> Flow<i32> {
        let blockers = self.blockers(attacker);
        for (i, blocker) in blockers.iter().enumerate() {
            let others: i32 = unblocked.iter().filter(|(_, foe, _)| foe == blocker).map(|(_, _, n)| n).sum();
            let enough = match self.number(*blocker, "health") - self.things[blocker].damage - others {
                n if self.has(attacker, "venom") => n.clamp(0, 1),
                n => n.max(0),
            };
            let last = i + 1 == blockers.len() && !self.has(attacker, "trample");
            let least = if last { left } else { enough.min(left) };
            let mut dealt = least;
            if least < left {
                self.count("division chosen");
                let options = (least..=left).map(|n| Action::Deal(n as u8)).collect();
                match self.decide(self.active, options)? {
                    Action::Deal(n) => dealt = n.into(),
                    other => unreachable!("{other:?} is no number"),
                }
            }
            blows.push((attacker, *blocker, dealt));
            left -= dealt;
        }
        Ok(left)
    }

    /// AF-140, AF-141, AF-R12, AF-R13
    fn damage(&mut self, from: Id, to: Id, n: i32) {
        let shielded = to < PLAYER && self.words(to, "shield").into_iter().any(|word| self.belongs(from, word));
        if n == 0 || shielded {
            return;
        }
        if to >= PLAYER {
            self.life[(to - PLAYER) as usize] -= n;
        } else {
            let venom = self.has(from, "venom");
            let thing = self.thing(to);
            thing.damage += n;
            thing.poisoned |= venom;
        }
        if self.has(from, "lifelink") {
            self.life[self.things[&from].owner as usize] += n;
        }
    }

    /// Who must leave, all at once (AF-063, AF-203, AF-R10, AF-R35, AF-R36).
    fn settle(&mut self) -> Flow {
        match [self.life[0] <= 0, self.life[1] <= 0] {
            [true, true] => return self.over(3, EndReason::AllOut),
            [true, false] => return self.over(2, EndReason::LastStanding),
            [false, true] => return self.over(1, EndReason::LastStanding),
            [false, false] => {}
        }
        let falls = |id: &Id| {
            let thing = &self.things[id];
            let lethal = thing.damage > 0 && (thing.damage >= self.number(*id, "health") || thing.poisoned);
            self.is(*id, "entity") && lethal && !self.has(*id, "invincible")
        };
        let fallen: Vec<Id> = self.in_play().into_iter().filter(falls).collect();
        fallen.into_iter().for_each(|id| self.fall(id));
        Ok(())
    }
}
