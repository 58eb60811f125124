//! The game from its first moment to its last, turn by turn.

use catalog::ability::{AbilityKind, TriggerEvent};
use engine::games::chronx::{Action, Id, SLOTS, Zone};
use engine::kernel::outcome::EndReason;

use super::model::{Flow, INFLUENCE, Kind, Model, POWER, Waiting};
use super::record::Chance;

/// Something to be done at the start or end of a turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Due {
    Income(Id),
    City,
    Ability(Id, usize),
}

impl Model<'_> {
    pub fn whole_game(&mut self) {
        if self.set_up().is_err() || self.options().mulligan && self.redraws().is_err() {
            return;
        }
        while self.turn().is_ok() {}
        self.compare_end();
    }

    fn set_up(&mut self) -> Flow {
        let Some(Chance::Roll(first)) = self.record.chance.first() else { panic!("CX-084: chance says who begins") };
        self.chance = 1;
        self.active = *first;
        for seat in [self.active, 1 - self.active] {
            let base = seat * SLOTS as u8;
            self.put(base, seat, Zone::Play);
            self.people[seat as usize].resources[POWER] += self.printed(base, "power");
        }
        for seat in [self.active, 1 - self.active] {
            // CX-087, CX-R16
            let base = seat * SLOTS as u8;
            let opener = self.things[&base].card.text_in(self.field("opener")).unwrap_or("").to_owned();
            let named = self.cards(seat, Zone::Deck).into_iter().find(|id| self.things[id].card.name == opener);
            match named {
                Some(id) => self.put(id, seat, Zone::Hand),
                None if self.options().missing_opener_random => self.draw(seat)?,
                None => {}
            }
            for _ in 0..self.printed(base, "random_cards") {
                self.draw(seat)?;
            }
        }
        // CX-089
        self.people[1 - self.active as usize].resources[INFLUENCE] += 1;
        Ok(())
    }

    /// CX-R11: the random part of the hand may be drawn again, once.
    fn redraws(&mut self) -> Flow {
        for seat in [self.active, 1 - self.active] {
            if self.decide(seat, vec![Action::Yes, Action::No])? == Action::No {
                continue;
            }
            let opener = self.things[&(seat * SLOTS as u8)].card.text_in(self.field("opener"));
            let mut named = false;
            let mut again = Vec::new();
            for id in self.cards(seat, Zone::Hand) {
                let is_opener = !named && opener == Some(&self.things[&id].card.name) && self.opened(id);
                named |= is_opener;
                again.extend((!is_opener).then_some(id));
            }
            again.iter().for_each(|id| self.put(*id, seat, Zone::Deck));
            self.shuffle(seat);
            for _ in &again {
                self.draw(seat)?;
            }
        }
        Ok(())
    }

    /// Whether this is the copy of the opening card that the Headquarters took: the first.
    fn opened(&self, id: Id) -> bool {
        let first =
            self.things.iter().find(|(_, t)| t.card.id == self.things[&id].card.id && t.controller == id / SLOTS as u8);
        first.is_some_and(|(first, _)| *first == id)
    }

    fn turn(&mut self) -> Flow {
        let seat = self.active;
        let own = seat as usize;
        self.turn += 1;
        // CX-012 to CX-018
        let power = self.people[own].resources[POWER];
        if power >= self.options().political_threshold_2p.into() && power > self.people[1 - own].resources[POWER] {
            return self.end(1 << seat, EndReason::Progress);
        }
        // CX-093, CX-094
        self.people[own].resources[INFLUENCE] = 2;
        (self.people[own].plays, self.people[own].taken) = (0, false);
        self.first_card = None;
        for id in self.all_in_play() {
            let thing = self.thing(id);
            thing.uses.clear();
            thing.tapped &= thing.controller != seat;
        }
        let mut due = self.due(TriggerEvent::TurnStart);
        if self.points[own] == 3 {
            due.push(Due::City);
        }
        self.agenda(due)?;
        // CX-019, CX-097
        // CX-R10
        if self.turn > 1 || self.options().first_player_draws {
            if self.cards(seat, Zone::Deck).is_empty() {
                return self.deck_out();
            }
            self.draw(seat)?;
        }
        self.settle()?;
        self.main = true;
        self.main_phase()?;
        self.main = false;
        let due = self.due(TriggerEvent::TurnEnd);
        self.agenda(due)?;
        // CX-R12
        let limit = self.options().max_hand as usize;
        let over = self.cards(seat, Zone::Hand).len().saturating_sub(limit);
        for _ in 0..if limit > 0 { over } else { 0 } {
            self.discard_one(seat, false)?;
            self.settle()?;
        }
        // CX-101, CX-102
        for id in self.all_in_play() {
            let base = self.is(id, "headquarters");
            let thing = self.thing(id);
            thing.deploying = false;
            if !base {
                thing.damage = 0;
            }
        }
        self.changes.clear();
        // CX-R04
        if self.options().influence_expires_at_end {
            self.people.iter_mut().for_each(|p| p.resources[INFLUENCE] = 0);
        }
        self.active = 1 - seat;
        self.aftermath()
    }

    /// CX-095, CX-099
    fn due(&self, event: TriggerEvent) -> Vec<Due> {
        let now = self.now();
        let mut due = Vec::new();
        for id in self.cards(self.active, Zone::Play).into_iter().filter(|id| !now[id].hacked) {
            let card = self.things[&id].card;
            if event == TriggerEvent::TurnStart && !card.amounts_in(self.field("income")).is_empty() {
                due.push(Due::Income(id));
            }
            for (i, ability) in card.abilities.iter().enumerate() {
                if ability.shape == (AbilityKind::Triggered { event, subject: None }) {
                    due.push(Due::Ability(id, i));
                }
            }
        }
        due
    }

    fn agenda(&mut self, mut due: Vec<Due>) -> Flow {
        let seat = self.active;
        loop {
            self.aftermath()?;
            // The order of plain gains is nobody's decision.
            let ordered = due.len() > 1 && due.iter().any(|d| matches!(d, Due::Ability(..)));
            let next = match ordered {
                true => match self.decide(seat, (0..due.len() as u8).map(Action::Next).collect())? {
                    Action::Next(i) => due.remove(i.into()),
                    other => unreachable!("{other:?} is no order"),
                },
                false if due.is_empty() => return Ok(()),
                false => due.remove(0),
            };
            match next {
                Due::City => {
                    // CX-048, CX-049, CX-R02
                    let gains = match self.decide(seat, vec![Action::TakePower, Action::TakeResources])? {
                        Action::TakePower => [0, 0, 0, 0, 1],
                        _ => self.options().city_alternative.map(i32::from),
                    };
                    let resources = &mut self.people[seat as usize].resources;
                    resources.iter_mut().zip(gains).for_each(|(r, n)| *r += n);
                }
                Due::Income(id) if self.still_works(id) => {
                    for (resource, n) in self.things[&id].card.amounts_in(self.field("income")) {
                        self.people[seat as usize].resources[*resource as usize] += n;
                    }
                }
                Due::Ability(source, ability) if self.still_works(source) => {
                    self.trigger(Waiting { source, ability, it: Id::MAX, seat })?;
                }
                _ => {}
            }
        }
    }

    /// Only cards that are in play, the active player's and not hacked have effects of the turn.
    fn still_works(&self, id: Id) -> bool {
        self.in_play(id) && self.things[&id].controller == self.active && !self.now()[&id].hacked
    }

    fn main_phase(&mut self) -> Flow {
        let seat = self.active;
        loop {
            let mut options = self.plays(seat, false);
            for (kind, declares) in [
                (Kind::Base, Action::Attack as fn(Id) -> Action),
                (Kind::Ambush, Action::Ambush),
                (Kind::Assault, Action::Assault),
                (Kind::Control, Action::Control),
            ] {
                options.extend(self.declarers(kind, seat).into_iter().map(declares));
            }
            options.push(Action::End);
            match self.decide(seat, options)? {
                Action::Play(id, mode) => self.play(seat, id, mode)?,
                Action::Use(id, entry) => self.use_ability(seat, id, entry)?,
                Action::Attack(id) => self.attack(Kind::Base, seat, id)?,
                Action::Ambush(id) => self.attack(Kind::Ambush, seat, id)?,
                Action::Assault(id) => self.attack(Kind::Assault, seat, id)?,
                Action::Control(id) => self.control(seat, id, false)?,
                // CX-157 to CX-160
                _ => {
                    let made = self.chance_to_play(1 - seat)?;
                    if !made || self.decide(seat, vec![Action::EndAnyway, Action::Resume])? == Action::EndAnyway {
                        return Ok(());
                    }
                }
            }
            self.aftermath()?;
        }
    }

    /// One player makes plays and then passes; whether any were made.
    fn chance_to_play(&mut self, seat: u8) -> Flow<bool> {
        let mut made = false;
        loop {
            let mut options = self.plays(seat, true);
            options.push(Action::Pass);
            match self.decide(seat, options)? {
                Action::Play(id, mode) => self.play(seat, id, mode)?,
                Action::Use(id, entry) => self.use_ability(seat, id, entry)?,
                _ => return Ok(made),
            }
            made = true;
            self.aftermath()?;
        }
    }

    /// A step of an attack in which both may make plays (CX-129 to CX-133, CX-R19).
    pub fn both_play(&mut self, first: u8) -> Flow {
        let (mut locked, mut had) = ([false; 2], [false; 2]);
        let mut seat = first;
        loop {
            let made = self.chance_to_play(seat)?;
            let (own, other) = (seat as usize, 1 - seat as usize);
            had[own] = true;
            locked[own] |= !made;
            if (!made && had[other]) || (made && locked[other]) {
                return Ok(());
            }
            seat = other as u8;
        }
    }
}
