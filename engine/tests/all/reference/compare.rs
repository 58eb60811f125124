//! The twin's position against the engine's, and what to tell when they differ.

use std::fmt::Write;

use engine::games::chronx::{Action, DEPLOYING, HACKED, Id, NONE, SLOTS, State, TAPPED, Zone};
use engine::kernel::rules::Rules;

use super::model::Model;
use super::record::Step;
use super::words::Now;

impl Model<'_> {
    /// Everything that can be compared at a decision.
    pub fn compare(&self, step: &Step, seat: u8, mut options: Vec<Action>) {
        let mut differences = self.differences(&step.state);
        if seat != step.seat {
            let _ = writeln!(differences, "seat {seat} decides, in the engine seat {}", step.seat);
        }
        let mut legal = step.legal.clone();
        legal.sort();
        options.sort();
        let text = |from: &[Action], less: &[Action]| {
            let more = from.iter().filter(|a| !less.contains(a));
            more.map(|a| format!("{} ({a:?})", self.duel.notation(&step.state, *a))).collect::<Vec<_>>().join("; ")
        };
        if legal != options {
            let only = (text(&options, &legal), text(&legal, &options));
            let _ = writeln!(differences, "may be done: here {}; in the engine {}", only.0, only.1);
        }
        assert!(differences.is_empty(), "{}", self.trouble(&differences));
    }

    /// How the game ended.
    pub fn compare_end(&self) {
        if self.record.stopped {
            return;
        }
        assert_eq!(self.step, self.record.steps.len(), "{}", self.trouble("the engine's game goes on"));
        let end = self.duel.outcome(&self.record.end);
        assert_eq!(self.outcome, end, "{}", self.trouble("another end"));
        assert_eq!(self.chance, self.record.chance.len(), "{}", self.trouble("the engine threw dice for more"));
    }

    /// A line for each thing that differs.
    fn differences(&self, state: &State<2>) -> String {
        let mut text = String::new();
        let mut line = |what: &str, here: String, there: String| {
            if here != there {
                let _ = writeln!(text, "{what}: here {here}; in the engine {there}");
            }
        };
        line("turn", self.turn.to_string(), self.duel.turn(state).to_string());
        for seat in 0..2 {
            let (person, player) = (&self.people[seat as usize], state.player(seat));
            line("resources", format!("{:?}", person.resources), format!("{:?}", player.resources));
            line("points", self.points[seat as usize].to_string(), state.points(0, seat).to_string());
            line("plays", person.plays.to_string(), player.plays.to_string());
            line("taken", u8::from(person.taken).to_string(), player.taken.to_string());
            line("out", person.out.to_string(), player.out.to_string());
            let deck = (self.cards(seat, Zone::Deck).len(), person.top.len(), person.bottom.len());
            let pile = state.deck(seat);
            let there = (pile.len(), pile.known_on_top(), pile.known_below());
            line("deck, top, bottom", format!("{deck:?}"), format!("{there:?}"));
        }
        let now = self.now();
        for id in self.things.keys() {
            line(&self.things[id].card.name, self.card_here(*id, &now), self.card_there(*id, state));
        }
        text
    }

    fn card_here(&self, id: Id, now: &Now) -> String {
        let t = &self.things[&id];
        let mut text = format!("{:?} of {}", t.zone, t.controller);
        if let Some(live) = now.get(&id) {
            let keywords = live.keywords.keys().fold(0u16, |m, k| m | 1 << k);
            let number = |k: &str| live.keywords.get(&self.keyword(k)).copied().unwrap_or(0);
            let numbers = ["stealth", "perception", "cyberaffinity"].map(number);
            let flags = (t.tapped, t.deploying, live.hacked);
            let activated =
                |a: &catalog::ability::Ability| matches!(a.shape, catalog::ability::AbilityKind::Activated { .. });
            let own = t.card.abilities.iter().enumerate().filter(|(_, a)| activated(a));
            let uses: Vec<u32> = own.map(|(i, _)| t.uses.get(&i).copied().unwrap_or(0)).collect();
            let host = t.host.unwrap_or(NONE);
            let _ = write!(
                text,
                " {}/{} damage {} on {host} flags {flags:?} keywords {keywords:x} {numbers:?} uses {uses:?}",
                live.firepower, live.armor, t.damage
            );
        }
        text
    }

    fn card_there(&self, id: Id, state: &State<2>) -> String {
        let p = state.permanent(id);
        let mut text = format!("{:?} of {}", p.zone, p.controller);
        if p.zone == Zone::Play {
            let numbers = [p.stealth, p.perception, p.affinity];
            let flags = (p.is(TAPPED), p.is(DEPLOYING), p.is(HACKED));
            let activated =
                |a: &&catalog::ability::Ability| matches!(a.shape, catalog::ability::AbilityKind::Activated { .. });
            let n = self.things[&id].card.abilities.iter().filter(activated).count();
            let uses: Vec<u8> = (0..n).map(|i| p.used >> (2 * i) & 3).collect();
            let _ = write!(
                text,
                " {}/{} damage {} on {} flags {flags:?} keywords {:x} {numbers:?} uses {uses:?}",
                p.firepower, p.armor, p.damage, p.host, p.keywords
            );
        }
        text
    }

    /// What is wrong, what was done before it, and the board.
    pub fn trouble(&self, what: &str) -> String {
        let mut text = format!("at decision {}:\n{what}\n", self.step);
        let from = self.step.saturating_sub(12);
        for i in from..=self.step {
            if i > from
                && i > 0
                && let Some(step) = self.record.steps.get(i - 1)
            {
                let _ = writeln!(text, "{}: {}", step.seat + 1, self.duel.notation(&step.state, step.action));
            }
            for (_, event) in self.record.log.iter().filter(|(at, _)| *at == i) {
                let _ = writeln!(text, "      {}", self.duel.event_text(*event));
            }
        }
        let state = self.record.steps.get(self.step).map_or(&self.record.end, |s| &s.state);
        let ids: Vec<String> = (0..2 * SLOTS as u8)
            .filter(|id| state.permanent(*id).zone == Zone::Play)
            .map(|id| {
                let card = self.things[&id].card;
                format!("{id} {}: {}", card.name, self.game.rules_text(card).replace('\n', " / "))
            })
            .collect();
        let _ = writeln!(text, "{}{}", self.duel.board_text(state, None), ids.join("\n"));
        text
    }
}
