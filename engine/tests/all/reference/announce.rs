//! Playing cards and using abilities: what may be announced, and how it is paid for.

use catalog::ability::{Ability, AbilityKind, Cost, Effect, Selector, TriggerEvent};
use engine::games::chronx::{Action, Id, NONE, Zone};

use super::model::{Context, Flow, Model, POWER};
use super::words::Now;

impl<'a> Model<'a> {
    /// Not hacked, and not deploying unless Rapid (CX-R22, CX-R23).
    pub fn can_act(&self, id: Id, now: &Now) -> bool {
        let rapid = now[&id].keywords.contains_key(&self.keyword("rapid"));
        !now[&id].hacked && (!self.things[&id].deploying || rapid)
    }

    pub fn ready(&self, id: Id, now: &Now) -> bool {
        self.can_act(id, now) && !self.things[&id].tapped
    }

    /// What it costs to target a card (CX-237), less what Perception sees while it attacks (CX-R34).
    pub fn stealth(&self, id: Id, seat: u8, now: &Now) -> i32 {
        let stealth = now[&id].keywords.get(&self.keyword("stealth")).copied().unwrap_or(0);
        let controller = self.things[&id].controller;
        // CX-R35
        if controller == seat && !self.options().stealth_own {
            return 0;
        }
        if !self.fights.iter().any(|f| f.seat == controller && f.attackers.contains(&Some(id))) {
            return stealth;
        }
        let perception = self.keyword("perception");
        let guards = self.cards(1 - controller, Zone::Play);
        let seen: i32 = guards.iter().filter_map(|g| now[g].keywords.get(&perception)).sum();
        (stealth - seen).max(0)
    }

    /// CX-238: any resources in any mixture, one after the other.
    pub fn pay_stealth(&mut self, id: Id, seat: u8) -> Flow {
        for _ in 0..self.stealth(id, seat, &self.now()) {
            let resources = self.people[seat as usize].resources;
            let options = (0..POWER as u8).filter(|r| resources[*r as usize] > 0).map(Action::Pay).collect();
            let Action::Pay(resource) = self.decide(seat, options)? else { unreachable!("a payment") };
            self.pay(seat, &[(resource, 1)]);
            self.settle()?;
        }
        Ok(())
    }

    /// Whether the next play is the first of one's own main phase (CX-210).
    fn is_first(&self, seat: u8) -> bool {
        seat == self.active && self.main && self.people[seat as usize].plays == 0
    }

    /// Everything that may be played or used; only Rapid cards in the steps of an attack and at the end of the
    /// main phase (CX-R21).
    pub fn plays(&self, seat: u8, rapid: bool) -> Vec<Action> {
        let now = self.now();
        let mut all = Vec::new();
        for zone in [Zone::Hand, Zone::Downloads] {
            for id in self.kinds(seat, zone) {
                let abilities = &self.things[&id].card.abilities;
                let is_rapid = self.things[&id].card.keywords.iter().any(|k| k.keyword == self.keyword("rapid"));
                if self.is(id, "asset") {
                    if (!rapid || is_rapid) && self.affords(seat, &self.cost(id, None)) {
                        all.push(Action::Play(id, 0));
                    }
                    continue;
                }
                for (mode, ability) in abilities.iter().enumerate() {
                    let AbilityKind::Played { need, rapid: mode_rapid } = &ability.shape else { continue };
                    let user = !self.is(id, "program") || !self.users(seat, &now).is_empty();
                    if (!rapid || is_rapid || *mode_rapid) && user && self.can_announce(seat, id, ability, need, &now) {
                        all.push(Action::Play(id, mode as u8));
                    }
                }
            }
        }
        for id in self.cards(seat, Zone::Play) {
            for (i, ability) in self.things[&id].card.abilities.iter().enumerate() {
                let AbilityKind::Activated { cost, uses } = &ability.shape else { continue };
                let used = self.things[&id].uses.get(&i).copied().unwrap_or(0);
                if (*uses == 0 || used < *uses)
                    && self.can_act(id, &now)
                    && (!cost.tap || !self.things[&id].tapped)
                    && self.can_announce(seat, id, ability, cost, &now)
                {
                    all.push(Action::Use(id, i as u8));
                }
            }
        }
        all
    }

    /// What a card costs, its mode's requirement included.
    fn cost(&self, id: Id, need: Option<&Cost>) -> Vec<(u8, i32)> {
        let mut all = [0; 5];
        let own = self.things[&id].card.amounts_in(self.field("cost"));
        let more = need.map_or(&[][..], |n| &n.resources);
        own.iter().chain(more).for_each(|(r, n)| all[*r as usize] += n);
        (0..).zip(all).collect()
    }

    fn affords(&self, seat: u8, cost: &[(u8, i32)]) -> bool {
        cost.iter().all(|(r, n)| self.people[seat as usize].resources[*r as usize] >= *n)
    }

    /// CX-072, CX-076, CX-077
    fn users(&self, seat: u8, now: &Now) -> Vec<Id> {
        let mechanical = self.keyword("mechanical");
        let able =
            |id: &Id| self.is(*id, "asset") && self.ready(*id, now) && !now[id].keywords.contains_key(&mechanical);
        self.cards(seat, Zone::Play).into_iter().filter(able).collect()
    }

    fn can_announce(&self, seat: u8, id: Id, ability: &Ability, need: &Cost, now: &Now) -> bool {
        let in_play = self.in_play(id);
        let cost = if in_play { need.resources.clone() } else { self.cost(id, Some(need)) };
        let context = Context { first: self.is_first(seat), ..Context::of(seat, id) };
        let hand = self.cards(seat, Zone::Hand).into_iter().filter(|other| *other != id).count();
        let mut left =
            self.purse(seat) - cost.iter().filter(|(r, _)| (*r as usize) < POWER).map(|(_, n)| n).sum::<i32>();
        self.affords(seat, &cost)
            && (!need.first || context.first)
            && hand >= need.discard as usize
            && self.points[seat as usize] >= need.points as i32
            && ability.condition.as_ref().is_none_or(|c| self.holds(c, &context, now))
            && need.destroy.as_ref().is_none_or(|s| !self.own(s, &context).is_empty())
            && targets_of(ability).into_iter().all(|selector| {
                let cheapest = self.cheapest(selector, seat, id);
                left -= cheapest.unwrap_or(0);
                cheapest.is_some() && left >= 0
            })
    }

    /// What the cheapest target of a choice costs for its Stealth.
    fn cheapest(&self, selector: &Selector, seat: u8, source: Id) -> Option<i32> {
        let Selector::Choose(group) = selector else { return Some(0) };
        let now = self.now();
        self.targets(group, seat, source, i32::MAX).into_iter().map(|id| self.stealth(id, seat, &now)).min()
    }

    pub fn count_play(&mut self, seat: u8) {
        if seat == self.active {
            // The engine counts no further: only the first one matters.
            let plays = &mut self.people[seat as usize].plays;
            *plays = (*plays + 1).min(255);
        }
    }

    pub fn play(&mut self, seat: u8, id: Id, mode: u8) -> Flow {
        let first = self.is_first(seat);
        self.count_play(seat);
        self.count("play");
        if first {
            self.first_card = Some(id);
        }
        self.put(id, seat, Zone::Limbo);
        if self.is(id, "asset") {
            self.pay(seat, &self.cost(id, None));
            self.enter(id, seat);
            self.happen(TriggerEvent::Played, id);
            self.happen(TriggerEvent::Deployed, id);
            return Ok(());
        }
        let ability = self.ability(id, mode as usize);
        let AbilityKind::Played { need, .. } = &ability.shape else { panic!("a mode") };
        self.pay(seat, &self.cost(id, Some(need)));
        self.happen(TriggerEvent::Played, id);
        self.settle()?;
        let mut context = Context { first, ..Context::of(seat, id) };
        if self.is(id, "program") {
            let users = self.users(seat, &self.now());
            if !users.is_empty() {
                let user = self.choose(seat, &users)?;
                self.thing(user).tapped = true;
                context.user = Some(user);
            }
        }
        self.count(&format!("{} {mode}", self.things[&id].card.name));
        self.resolve(ability, need, context)?;
        // CX-064, CX-073
        if self.things[&id].zone == Zone::Limbo {
            self.put(id, seat, Zone::Discard);
        }
        Ok(())
    }

    pub fn use_ability(&mut self, seat: u8, id: Id, entry: u8) -> Flow {
        let first = self.is_first(seat);
        self.count_play(seat);
        self.count("use");
        let ability = self.ability(id, entry as usize);
        let AbilityKind::Activated { cost, uses } = &ability.shape else { panic!("an activated ability") };
        self.pay(seat, &cost.resources);
        let thing = self.thing(id);
        if cost.tap {
            thing.tapped = true;
        }
        if *uses > 0 {
            *thing.uses.entry(entry.into()).or_default() += 1;
        }
        self.settle()?;
        self.count(&format!("{} {entry}", self.things[&id].card.name));
        self.resolve(ability, cost, Context { first, ..Context::of(seat, id) })
    }

    /// Targets, what a cost demands beside resources, effects.
    fn resolve(&mut self, ability: &'a Ability, cost: &'a Cost, mut c: Context) -> Flow {
        let sacrifice = match &cost.destroy {
            Some(selector) => match &self.own(selector, &c)[..] {
                // What cannot be paid gives nothing.
                [] => Some(NONE),
                options => Some(self.choose(c.seat, options)?),
            },
            None => None,
        };
        let targets = targets_of(ability);
        for (i, selector) in targets.iter().enumerate() {
            let Selector::Choose(group) = selector else { continue };
            // Later targets need something for their Stealth too.
            let later: i32 = targets[i + 1..].iter().filter_map(|s| self.cheapest(s, c.seat, c.source)).sum();
            let options = self.targets(group, c.seat, c.source, self.purse(c.seat) - later);
            if options.is_empty() {
                c.announced.push(NONE);
                continue;
            }
            let id = self.choose(c.seat, &options)?;
            c.announced.push(id);
            self.pay_stealth(id, c.seat)?;
        }
        if sacrifice == Some(NONE) {
            return Ok(());
        }
        if let Some(id) = sacrifice
            && self.in_play(id)
        {
            self.kill(&[id])?;
        }
        self.deeds(cost, &c)?;
        self.effects(&ability.effects, &mut c, true)
    }
}

/// The choices that are made in advance: those outside of inner lists.
fn targets_of(ability: &Ability) -> Vec<&Selector> {
    let choices = ability.effects.iter().filter_map(Effect::selector);
    choices.filter(|s| matches!(s, Selector::Choose(_))).collect()
}
