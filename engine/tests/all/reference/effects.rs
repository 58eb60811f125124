//! What the effects of cards do, out of their trees.

use catalog::ability::{Amount, CardFilter, Cost, Effect, Picker, PlayerSelector, Selector};
use engine::games::chronx::{Action, Id, NONE, SkillCheck, Zone};

use super::model::{Change, Context, Flow, Model, verb};
use super::words::zone;

impl<'a> Model<'a> {
    /// Effects in order; `top` if their targets were announced.
    pub fn effects(&mut self, list: &'a [Effect], c: &mut Context, top: bool) -> Flow {
        for effect in list {
            self.effect(effect, c, top)?;
            self.settle()?;
        }
        Ok(())
    }

    fn effect(&mut self, effect: &'a Effect, c: &mut Context, top: bool) -> Flow {
        let chosen = match effect.selector() {
            None => Vec::new(),
            Some(selector) => match self.cards_of(selector, c, top)? {
                Some(ids) => ids,
                // Nothing to choose, nothing happens.
                None => return Ok(()),
            },
        };
        let on: Vec<Id> = chosen.iter().copied().filter(|id| self.in_play(*id)).collect();
        self.count(verb(effect.into()).unwrap_or_else(|| panic!("Chron X refuses {effect:?}")));
        match effect {
            Effect::Gain(who, list) => self.resources(*who, list, c, 1),
            Effect::Lose(who, list) => self.resources(*who, list, c, -1),
            Effect::Damage { amount, .. } => {
                let n = self.number(amount, c);
                for id in on {
                    if self.is(id, "asset") || self.is(id, "headquarters") {
                        self.thing(id).damage += n;
                    }
                }
            }
            Effect::Destroy(_) => self.kill(&on)?,
            Effect::Tap(_) => on.into_iter().for_each(|id| self.thing(id).tapped = true),
            Effect::Untap(_) => on.into_iter().for_each(|id| self.thing(id).tapped = false),
            Effect::Return(..) => {
                for id in on.into_iter().filter(|id| !self.is(*id, "headquarters")).collect::<Vec<_>>() {
                    self.leave(id, engine::games::chronx::owner(id), Zone::Hand);
                }
            }
            Effect::Control(..) => {
                for id in on {
                    if !self.is(id, "headquarters") && self.things[&id].controller != c.seat {
                        self.leave_fights(id);
                        self.thing(id).controller = c.seat;
                    }
                }
            }
            Effect::Draw(who, n) => {
                for seat in self.who(*who, c) {
                    for _ in 0..self.number(n, c) {
                        // CX-R09
                        if self.cards(seat, Zone::Deck).is_empty() && self.options().deckout_on_effect_draw {
                            self.deck_out()?;
                        }
                        self.draw(seat)?;
                    }
                }
            }
            Effect::Discard { who, count, picker } => {
                for seat in self.who(*who, c) {
                    for _ in 0..self.number(count, c) {
                        self.discard_one(seat, *picker == Picker::Random)?;
                    }
                }
            }
            Effect::Mill(who, n) => {
                for seat in self.who(*who, c) {
                    for _ in 0..self.number(n, c) {
                        let Some(id) = self.top(seat)? else { break };
                        self.put(id, seat, Zone::Discard);
                    }
                }
            }
            Effect::Research { .. } => self.research(c.seat)?,
            Effect::Download { query, from, count } => {
                for _ in 0..*count {
                    let Some(id) = self.search(c.seat, query, zone(*from))? else { break };
                    self.put(id, c.seat, Zone::Downloads);
                    self.settle()?;
                }
                self.searched(c.seat, zone(*from));
            }
            Effect::Put { query, from, .. } => {
                if let Some(id) = self.search(c.seat, query, zone(*from))? {
                    c.it = Some(id);
                    self.enter(id, c.seat);
                }
                self.searched(c.seat, zone(*from));
            }
            Effect::Exile(_)
            | Effect::Flicker(_)
            | Effect::Move(_)
            | Effect::Counters(..)
            | Effect::Negate(..)
            | Effect::Sacrifice { .. }
            | Effect::Purge { .. }
            | Effect::Reshuffle(_)
            | Effect::Peek(_)
            | Effect::Look { .. }
            | Effect::Fetch { .. }
            | Effect::Cheaper(..)
            | Effect::ExtraPlay(_)
            | Effect::ExtraTurn
            | Effect::Win => panic!("Chron X refuses {effect:?}"),
            Effect::Give(gift, ..) => {
                let now = self.now();
                let numbers: Vec<(usize, i32)> =
                    gift.numbers.iter().map(|(field, n)| (*field, self.amount(n, c, &now))).collect();
                for id in on {
                    self.changes.extend(numbers.iter().map(|(field, n)| (id, Change::Number(*field, *n))));
                    self.changes.extend(gift.keywords.iter().map(|k| (id, Change::Keyword(k.clone()))));
                }
            }
            Effect::Hack(..) => self.changes.extend(on.into_iter().map(|id| (id, Change::Hack))),
            Effect::Attach(_) => {
                if let [host] = on[..] {
                    self.put(c.source, c.seat, Zone::Play);
                    self.thing(c.source).host = Some(host);
                }
            }
            Effect::Points(who, n) => self.who(*who, c).into_iter().for_each(|seat| self.move_points(seat, *n)),
            Effect::TakeControl(_) => {
                for id in on {
                    self.granted(id)?;
                }
            }
            Effect::Check { least, then, otherwise, .. } => {
                // CX-234, CX-R39
                let top = self.top(c.seat)?;
                c.result = top.map_or(0, |id| self.printed(id, "skill"));
                match (top, self.options().skill_check_card) {
                    (Some(id), SkillCheck::Bottom) => self.put_under(id, c.seat),
                    (Some(id), SkillCheck::Discard) => self.put(id, c.seat, Zone::Discard),
                    _ => {}
                }
                let passed = c.result >= self.number(least, c);
                self.count(if passed { "check passed" } else { "check failed" });
                self.effects(if passed { then } else { otherwise }, c, false)?;
            }
            Effect::If { condition, then, otherwise } => {
                let holds = self.holds(condition, c, &self.now());
                self.effects(if holds { then } else { otherwise }, c, false)?;
            }
            Effect::Pay(cost, then) => {
                let can = self.can_pay_later(cost, c);
                if can && self.decide(c.seat, vec![Action::Yes, Action::No])? == Action::Yes {
                    self.pay(c.seat, &cost.resources);
                    if cost.tap {
                        self.thing(c.source).tapped = true;
                    }
                    self.settle()?;
                    if let Some(selector) = &cost.destroy {
                        let id = self.choose(c.seat, &self.own(selector, c))?;
                        self.kill(&[id])?;
                    }
                    self.deeds(cost, c)?;
                    self.effects(then, c, false)?;
                }
            }
            Effect::Choose(lists) => {
                let ways = (0..lists.len() as u8).map(Action::Way).collect();
                let Action::Way(i) = self.decide(c.seat, ways)? else { unreachable!("a way") };
                self.effects(&lists[i as usize], c, false)?;
            }
            Effect::May(list) => {
                if self.decide(c.seat, vec![Action::Yes, Action::No])? == Action::Yes {
                    self.effects(list, c, false)?;
                }
            }
        }
        Ok(())
    }

    /// The cards of a selector; `None` if one had to be chosen and there was none.
    fn cards_of(&mut self, selector: &Selector, c: &mut Context, top: bool) -> Flow<Option<Vec<Id>>> {
        Ok(match selector {
            Selector::Known(known) => Some(self.known(*known, c).into_iter().collect()),
            Selector::Each(group) => Some(self.group(group, c.seat, c.source, &self.now())),
            Selector::UpTo(..) | Selector::Players(_) => panic!("Chron X refuses this selector"),
            Selector::Choose(_) if top => {
                c.it = Some(c.announced.remove(0)).filter(|id| *id != NONE);
                c.it.map(|id| vec![id])
            }
            Selector::Choose(group) => {
                let options = self.targets(group, c.seat, c.source, self.purse(c.seat));
                if options.is_empty() {
                    c.it = None;
                    return Ok(None);
                }
                let id = self.choose(c.seat, &options)?;
                self.pay_stealth(id, c.seat)?;
                c.it = Some(id);
                Some(vec![id])
            }
        })
    }

    fn number(&self, n: &Amount, c: &Context) -> i32 {
        self.amount(n, c, &self.now()).max(0)
    }

    /// The seats, the active one first.
    fn who(&self, who: PlayerSelector, c: &Context) -> Vec<u8> {
        let both = [self.active, 1 - self.active];
        let seat = match who {
            PlayerSelector::You => Some(c.seat),
            PlayerSelector::Opponent | PlayerSelector::EachOpponent => Some(1 - c.seat),
            PlayerSelector::EachPlayer => return both.to_vec(),
            PlayerSelector::Controller => c.it.map(|id| self.things[&id].controller),
        };
        seat.into_iter().collect()
    }

    /// CX-R61: totals stop at 0.
    fn resources(&mut self, who: PlayerSelector, list: &[(u8, Amount)], c: &Context, sign: i32) {
        for seat in self.who(who, c) {
            for (resource, n) in list {
                let n = self.number(n, c);
                let total = &mut self.people[seat as usize].resources[*resource as usize];
                *total = (*total + sign * n).max(0);
            }
        }
    }

    pub fn discard_one(&mut self, seat: u8, random: bool) -> Flow {
        let hand = self.cards(seat, Zone::Hand);
        if hand.is_empty() {
            return Ok(());
        }
        let id = if random { self.by_chance(&hand)? } else { self.choose(seat, &self.kinds(seat, Zone::Hand))? };
        self.put(id, seat, Zone::Discard);
        if random { Ok(()) } else { self.settle() }
    }

    /// CX-232, CX-R38
    pub fn research(&mut self, seat: u8) -> Flow {
        if let Some(id) = self.top(seat)?
            && self.decide(seat, vec![Action::Keep, Action::Under])? == Action::Under
        {
            self.put_under(id, seat);
        }
        Ok(())
    }

    fn put_under(&mut self, id: Id, seat: u8) {
        self.put(id, seat, Zone::Deck);
        self.people[seat as usize].bottom.insert(0, id);
    }

    /// A card of one's own pile that fits; the search may fail unless all can see the pile (CX-R47).
    fn search(&mut self, seat: u8, query: &catalog::Query, zone: Zone) -> Flow<Option<Id>> {
        let found = self.kinds(seat, zone).into_iter().filter(|id| query.matches(self.things[id].card));
        let mut options: Vec<Action> = found.map(Action::Choose).collect();
        if options.is_empty() {
            return Ok(None);
        }
        if zone != Zone::Discard {
            options.push(Action::No);
        }
        Ok(match self.decide(seat, options)? {
            Action::Choose(id) => Some(id),
            _ => None,
        })
    }

    /// CX-207, CX-208
    fn searched(&mut self, seat: u8, zone: Zone) {
        if zone == Zone::Deck {
            self.shuffle(seat);
        }
    }

    /// The cards that a cost may destroy: one's own.
    pub fn own(&self, selector: &Selector, c: &Context) -> Vec<Id> {
        let Selector::Choose(group) = selector else { panic!("a cost destroys one card") };
        let group = self.group(group, c.seat, c.source, &self.now());
        group.into_iter().filter(|id| self.things[id].controller == c.seat).collect()
    }

    /// Cards and points of a cost.
    pub fn deeds(&mut self, cost: &Cost, c: &Context) -> Flow {
        self.settle()?;
        for _ in 0..cost.discard {
            self.discard_one(c.seat, false)?;
        }
        self.move_points(c.seat, -(cost.points as i32));
        self.settle()
    }

    fn can_pay_later(&self, cost: &Cost, c: &Context) -> bool {
        let person = &self.people[c.seat as usize];
        cost.resources.iter().all(|(r, n)| person.resources[*r as usize] >= *n)
            && (!cost.tap || self.in_play(c.source) && self.ready(c.source, &self.now()))
            && (!cost.first || c.first)
            && self.cards(c.seat, Zone::Hand).len() >= cost.discard as usize
            && self.points[c.seat as usize] >= cost.points as i32
            && cost.destroy.as_ref().is_none_or(|s| !self.own(s, c).is_empty())
    }

    /// Cards that may be chosen by somebody who has so much for Stealth.
    pub fn targets(&self, group: &CardFilter, seat: u8, source: Id, left: i32) -> Vec<Id> {
        let now = self.now();
        let immunity = self.keyword("immunity");
        let able = |id: &Id| {
            // CX-219, CX-220
            let immune = self.things[id].controller != seat && now[id].keywords.contains_key(&immunity);
            !immune && self.stealth(*id, seat, &now) <= left
        };
        self.group(group, seat, source, &now).into_iter().filter(able).collect()
    }
}
