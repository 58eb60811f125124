//! What happens by itself: deaths, the end, triggered abilities.

use catalog::ability::{AbilityKind, TriggerEvent};
use engine::games::chronx::{Id, SLOTS, Zone, owner};
use engine::kernel::outcome::{EndReason, Outcome};

use super::model::{Context, Flow, Model, Over, POWER, Waiting};

impl Model<'_> {
    /// All at once (CX-058, CX-022).
    pub fn settle(&mut self) -> Flow {
        loop {
            let now = self.now();
            let dead: Vec<Id> = self
                .all_in_play()
                .into_iter()
                .filter(|id| {
                    (self.is(*id, "asset") || self.is(*id, "headquarters")) && self.things[id].damage >= now[id].armor
                })
                .collect();
            if dead.is_empty() {
                return Ok(());
            }
            self.kill(&dead)?;
        }
    }

    /// Destroys cards at once: each sees the others go (CX-205).
    pub fn kill(&mut self, ids: &[Id]) -> Flow {
        ids.iter().for_each(|id| self.happen(TriggerEvent::Destroyed, *id));
        for id in ids {
            // One may have left with the card it was attached to.
            if self.in_play(*id) {
                // CX-205, CX-R45
                let controller = if self.options().destroy_to_owner { owner(*id) } else { self.things[id].controller };
                let pile = if self.is(*id, "headquarters") { Zone::Gone } else { Zone::Discard };
                self.leave(*id, controller, pile);
            }
        }
        // CX-011, CX-R48
        let out: Vec<u8> = (0..2).filter(|seat| self.things[&(seat * SLOTS as u8)].zone == Zone::Gone).collect();
        match out[..] {
            [] => Ok(()),
            [one] => self.end(1 << (1 - one), EndReason::LastStanding),
            _ => self.end(3, EndReason::AllOut),
        }
    }

    /// CX-019, CX-R08: the most Power, then what is left of the base if it is to count.
    pub fn deck_out(&mut self) -> Flow {
        let now = self.now();
        let score = |seat: u8| {
            let base = seat * SLOTS as u8;
            let health = now[&base].armor - self.things[&base].damage;
            let health = if self.options().deckout_by_health { health } else { 0 };
            (self.people[seat as usize].resources[POWER], health)
        };
        let winners = u8::from(score(0) >= score(1)) | u8::from(score(1) >= score(0)) << 1;
        self.end(winners, EndReason::DeckOut)
    }

    pub fn end(&mut self, winners: u8, reason: EndReason) -> Flow {
        self.outcome = Some(Outcome { winners, reason, team: false });
        Err(Over)
    }

    // Triggers.

    /// Abilities that wait for this are queued.
    pub fn happen(&mut self, event: TriggerEvent, it: Id) {
        let now = self.now();
        for source in self.all_in_play() {
            if now[&source].hacked {
                continue;
            }
            let seat = self.things[&source].controller;
            for (ability, a) in self.things[&source].card.abilities.iter().enumerate() {
                let AbilityKind::Triggered { event: of, subject } = &a.shape else { continue };
                let about = match subject {
                    None => source == it,
                    Some(group) => self.belongs(group, it, seat, source, &now),
                };
                if *of == event && about {
                    self.queue.push(Waiting { source, ability, it, seat });
                }
            }
        }
    }

    /// What waits is done, the active player's first (CX-R20).
    pub fn aftermath(&mut self) -> Flow {
        loop {
            self.settle()?;
            if self.queue.is_empty() {
                return Ok(());
            }
            let own = self.queue.iter().position(|w| w.seat == self.active);
            let waiting = self.queue.remove(own.unwrap_or(0));
            self.trigger(waiting)?;
        }
    }

    pub fn trigger(&mut self, w: Waiting) -> Flow {
        let ability = self.ability(w.source, w.ability);
        let it = Some(w.it).filter(|it| self.things.contains_key(it));
        // CX-211
        let AbilityKind::Triggered { event, .. } = &ability.shape else { panic!("a trigger") };
        let by_play = matches!(event, TriggerEvent::Deployed | TriggerEvent::Played);
        let first = by_play && self.first_card == Some(w.it);
        let mut context = Context { it, first, ..Context::of(w.seat, w.source) };
        if ability.condition.as_ref().is_none_or(|c| self.holds(c, &context, &self.now())) {
            self.count(&format!("{} {}", self.things[&w.source].card.name, w.ability));
            self.count("trigger");
            self.effects(&ability.effects, &mut context, false)?;
        }
        Ok(())
    }
}
