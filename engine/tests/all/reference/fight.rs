//! Attacks and attempts to Take Control.

use std::collections::{BTreeMap, BTreeSet};

use catalog::ability::TriggerEvent;
use engine::games::chronx::{Action, Id, SLOTS, Zone};

use super::model::{Fight, Flow, Kind, Model};
use super::words::Now;

/// Who has dealt damage in a fight.
#[derive(Default)]
struct Dealt {
    fighters: BTreeSet<Id>,
}

impl Model<'_> {
    fn has(&self, id: Id, keyword: &str, now: &Now) -> bool {
        now[&id].keywords.contains_key(&self.keyword(keyword))
    }

    /// Assets that may take part in an attack of this kind.
    fn able(&self, kind: Kind, seat: u8) -> Vec<Id> {
        let now = self.now();
        let fits = |id: &Id| match kind {
            Kind::Base => true,
            Kind::Ambush => self.has(*id, "ambush", &now),
            Kind::Assault => self.has(*id, "assault", &now),
            Kind::Control => !self.has(*id, "mechanical", &now),
        };
        let own = self.cards(seat, Zone::Play).into_iter();
        own.filter(|id| self.is(*id, "asset") && self.ready(*id, &now) && fits(id)).collect()
    }

    /// CX-194, CX-226, CX-236, CX-R32
    fn quarry(&self, kind: Kind, seat: u8) -> Vec<Id> {
        let now = self.now();
        let shy = |id: &Id| self.has(*id, "stealth", &now) || self.has(*id, "perception", &now);
        let enemies = self.cards(1 - seat, Zone::Play).into_iter().filter(|id| self.is(*id, "asset"));
        enemies.filter(|id| kind != Kind::Ambush || !shy(id)).collect()
    }

    /// Assets that an attack or attempt may be declared with.
    pub fn declarers(&self, kind: Kind, seat: u8) -> Vec<Id> {
        let possible = match kind {
            Kind::Base => true,
            Kind::Ambush | Kind::Assault => !self.quarry(kind, seat).is_empty(),
            // CX-151
            Kind::Control => !self.people[seat as usize].taken,
        };
        if possible { self.able(kind, seat) } else { Vec::new() }
    }

    fn fight(&mut self) -> &mut Fight {
        self.fights.last_mut().expect("a fight")
    }

    fn begin(&mut self, kind: Kind, seat: u8, id: Id, granted: bool) {
        self.thing(id).tapped = true;
        // CX-R40
        if !granted && self.options().first_counts_actions {
            self.count_play(seat);
        }
        let target = (kind == Kind::Base).then_some((1 - seat) * SLOTS as u8);
        let fight =
            Fight { kind, seat, target, attackers: vec![Some(id)], blockers: Vec::new(), blocked: BTreeSet::new() };
        self.fights.push(fight);
    }

    pub fn attack(&mut self, kind: Kind, seat: u8, id: Id) -> Flow {
        self.begin(kind, seat, id, false);
        let mut last = id;
        loop {
            // In order of ids, so that a group is declared in one way.
            let mut options: Vec<Action> =
                self.able(kind, seat).into_iter().filter(|id| *id > last).map(Action::Join).collect();
            if options.is_empty() {
                break;
            }
            options.push(Action::Done);
            let Action::Join(id) = self.decide(seat, options)? else { break };
            self.thing(id).tapped = true;
            self.fight().attackers.push(Some(id));
            last = id;
        }
        if kind != Kind::Base {
            let target = self.choose(seat, &self.quarry(kind, seat))?;
            self.fight().target = Some(target);
        }
        self.count(match kind {
            Kind::Base => "attack",
            Kind::Ambush => "ambush",
            _ => "assault",
        });
        for id in self.fight().attackers.clone().into_iter().flatten() {
            self.happen(TriggerEvent::Attacks, id);
        }
        self.steps(seat)?;
        self.fights.pop();
        Ok(())
    }

    /// CX-154, CX-155, CX-R42
    pub fn granted(&mut self, id: Id) -> Flow {
        let now = self.now();
        // CX-R41
        let mechanical = self.has(id, "mechanical", &now) && !self.options().mechanical_granted_tc;
        if self.is(id, "asset") && !now[&id].hacked && !mechanical {
            self.count("granted attempt");
            self.control(self.things[&id].controller, id, true)?;
        }
        Ok(())
    }

    pub fn control(&mut self, seat: u8, id: Id, granted: bool) -> Flow {
        self.begin(Kind::Control, seat, id, granted);
        self.count("attempt");
        self.steps(seat)?;
        let fight = self.fights.last().expect("a fight");
        if !fight.blocked.is_empty() || fight.attackers[0].is_none() {
            self.fights.pop();
            return Ok(());
        }
        // CX-149, CX-R67
        let other = 1 - seat;
        let mut options = vec![Action::Point(seat)];
        options.extend((self.points[other as usize] > 0).then_some(Action::Point(other)));
        let whose = self.decide(seat, options)?;
        self.move_points(
            if whose == Action::Point(seat) { seat } else { other },
            if whose == Action::Point(seat) { 1 } else { -1 },
        );
        if !granted {
            self.people[seat as usize].taken = true;
        }
        self.fights.pop();
        self.happen(TriggerEvent::TakesControl, id);
        Ok(())
    }

    /// Everything between declaration and result.
    fn steps(&mut self, seat: u8) -> Flow {
        self.aftermath()?;
        self.both_play(seat)?;
        self.blocks(1 - seat)?;
        let blockers: Vec<Id> = self.fight().blockers.iter().filter_map(|(b, _)| *b).collect();
        blockers.iter().for_each(|id| self.happen(TriggerEvent::Blocks, *id));
        // CX-199, CX-R37
        let now = self.now();
        if blockers.iter().any(|id| self.has(*id, "antiterrorism", &now)) {
            self.count("guard");
            self.research(1 - seat)?;
        }
        self.aftermath()?;
        self.both_play(1 - seat)?;
        // CX-228, CX-229, CX-R28
        let mut dealt = Dealt::default();
        for precise in [true, false] {
            self.damage_round(precise, &mut dealt)?;
            self.aftermath()?;
        }
        Ok(())
    }

    /// CX-134 to CX-136
    fn blocks(&mut self, defender: u8) -> Flow {
        for at in 0..self.fight().attackers.len() {
            let mut named: Vec<Id> = Vec::new();
            while let Some(attacker) = self.fight().attackers[at] {
                let now = self.now();
                // CX-147, CX-222, CX-R29, CX-R30
                let massive = self.has(attacker, "massive", &now);
                let need = if massive { self.options().massive_blockers.into() } else { 1 };
                let most = if self.fight().kind == Kind::Control { need } else { usize::MAX };
                // CX-R26
                let multi = self.options().blocker_multi;
                let blocking: Vec<Id> = self.fight().blockers.iter().filter_map(|(b, _)| b.filter(|_| multi)).collect();
                let sabotage = self.has(attacker, "sabotage", &now);
                let target = self.fight().target;
                let able: Vec<Id> = self.cards(defender, Zone::Play).into_iter().filter(|id| {
                    self.is(*id, "asset")
                        && (!self.things[id].tapped || blocking.contains(id))
                        && Some(*id) != target
                        // CX-R24
                        && (self.options().deploying_can_block || !self.things[id].deploying || self.has(*id, "rapid", &now))
                        && (!sabotage || self.has(*id, "antiterrorism", &now))
                        && named.last().is_none_or(|last| id > last)
                }).collect();
                // Whoever begins to block a Massive asset must be able to finish.
                let enough = |i: usize| named.len() + able.len() - i >= need;
                let mut options: Vec<Action> =
                    (0..able.len()).filter(|i| enough(*i)).map(|i| Action::Block(able[i])).collect();
                if options.is_empty() || named.len() >= most {
                    break;
                }
                if named.is_empty() || named.len() >= need {
                    options.push(Action::Done);
                }
                let Action::Block(id) = self.decide(defender, options)? else { break };
                self.count("block");
                self.thing(id).tapped = true;
                named.push(id);
                let fight = self.fight();
                fight.blockers.push((Some(id), at));
                fight.blocked.insert(at);
            }
        }
        Ok(())
    }

    /// CX-138 to CX-141: the damage of one round, all at once.
    fn damage_round(&mut self, precise: bool, dealt: &mut Dealt) -> Flow {
        let now = self.now();
        let fight = self.fights.last().expect("a fight");
        let (kind, seat, target) = (fight.kind, fight.seat, fight.target);
        let (attackers, blockers, blocked) = (fight.attackers.clone(), fight.blockers.clone(), fight.blocked.clone());
        let deals =
            |model: &Self, id: Id| !dealt.fighters.contains(&id) && (!precise || model.has(id, "precise", &now));
        let strength = |id: Id| now[&id].firepower.max(0);
        let mut hits: Vec<(Id, i32)> = Vec::new();
        let mut hitters = Vec::new();
        let mut acted = Vec::new();
        for (at, attacker) in attackers.iter().enumerate() {
            let Some(attacker) = attacker.filter(|id| deals(self, *id)) else { continue };
            acted.push(attacker);
            if blocked.contains(&at) {
                continue;
            }
            if let Some(target) = target
                && kind != Kind::Control
                && strength(attacker) > 0
            {
                hits.push((target, strength(attacker)));
                hitters.extend((kind == Kind::Base).then_some(attacker));
            }
        }
        // The attacking player divides, blocker by blocker in the order in which they were named.
        let mut left: Vec<i32> =
            attackers.iter().map(|a| a.filter(|id| deals(self, *id)).map_or(0, strength)).collect();
        for (i, (blocker, at)) in blockers.iter().enumerate() {
            let Some(blocker) = *blocker else { continue };
            let others = blockers[i + 1..].iter().any(|(b, other)| b.is_some() && other == at);
            let n = if others && left[*at] > 0 {
                let options = (0..=left[*at]).map(|n| Action::Deal(n as u8)).collect();
                let Action::Deal(n) = self.decide(seat, options)? else { unreachable!("a share") };
                self.count("division");
                n.into()
            } else {
                left[*at]
            };
            left[*at] -= n;
            hits.push((blocker, n));
        }
        // The defender divides what one blocker deals to several (CX-140).
        let mut left: BTreeMap<Id, i32> = BTreeMap::new();
        for blocker in blockers.iter().filter_map(|(b, _)| b.filter(|id| deals(self, *id))) {
            left.insert(blocker, strength(blocker));
        }
        acted.extend(left.keys());
        for (i, (blocker, at)) in blockers.iter().enumerate() {
            let (Some(blocker), Some(attacker)) = (*blocker, attackers[*at]) else { continue };
            let Some(rest) = left.get(&blocker).copied() else { continue };
            let same = |(b, at): &(Option<Id>, usize)| *b == Some(blocker) && attackers[*at].is_some();
            let n = if blockers[i + 1..].iter().any(same) && rest > 0 {
                let options = (0..=rest).map(|n| Action::Deal(n as u8)).collect();
                let Action::Deal(n) = self.decide(1 - seat, options)? else { unreachable!("a share") };
                self.count("division of a blocker");
                n.into()
            } else {
                rest
            };
            left.insert(blocker, rest - n);
            hits.push((attacker, n));
        }
        // CX-R32
        if let Some(target) = target.filter(|id| kind == Kind::Assault && deals(self, *id)) {
            acted.push(target);
            let open = (0..attackers.len()).filter(|at| !blocked.contains(at));
            let open: Vec<Id> = open.filter_map(|at| attackers[at]).collect();
            let struck = match open[..] {
                [] => None,
                [one] => Some(one),
                _ => Some(self.choose(1 - seat, &open)?),
            };
            hits.extend(struck.map(|id| (id, strength(target))));
        }
        dealt.fighters.extend(acted);
        for (id, n) in hits {
            self.thing(id).damage += n;
        }
        hitters.into_iter().for_each(|id| self.happen(TriggerEvent::Hits, id));
        Ok(())
    }
}
