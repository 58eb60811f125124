//! The game from its first moment to its last, turn by turn.

use engine::games::afrika::{Action, Id, Mulligan, Step, Zone};
use engine::kernel::outcome::EndReason;

use super::model::{Flow, Model, Over};

impl Model<'_> {
    pub fn whole_game(&mut self) {
        if self.opening().is_ok() {
            while self.whole_turn().is_ok() {}
        }
        self.compare_end();
    }

    pub fn over<T>(&mut self, winners: u8, reason: EndReason) -> Flow<T> {
        self.outcome = Some((winners, reason));
        Err(Over)
    }

    /// The top card; without one the player has lost (AF-160).
    fn draw(&mut self, seat: u8) -> Flow {
        let deck = self.cards(seat, Zone::Deck);
        if deck.is_empty() {
            return self.over(2 >> seat, EndReason::DeckOut);
        }
        let Some(id) = self.record.drawn.get(self.drawn).copied() else { return self.out_of_record() };
        assert!(deck.contains(&id), "{}", self.trouble("the engine drew something else"));
        self.drawn += 1;
        self.thing(id).zone = Zone::Hand;
        Ok(())
    }

    /// AF-165 to AF-167, AF-R39
    fn opening(&mut self) -> Flow {
        let seats = [self.active, 1 - self.active];
        for seat in seats {
            for _ in 0..7 {
                self.draw(seat)?;
            }
        }
        if self.options().mulligan == Mulligan::None {
            return Ok(());
        }
        for seat in seats {
            let mut size = 7;
            while size > 0 && self.decide(seat, vec![Action::Keep, Action::Mulligan])? == Action::Mulligan {
                self.count("hand thrown back");
                self.cards(seat, Zone::Hand).into_iter().for_each(|id| self.thing(id).zone = Zone::Deck);
                size -= 1;
                for _ in 0..size {
                    self.draw(seat)?;
                }
            }
        }
        Ok(())
    }

    /// AF-168
    fn whole_turn(&mut self) -> Flow {
        self.turn += 1;
        self.terrains = [0; 2];
        for id in self.in_play() {
            let first = self.turn == 1;
            let active = self.active;
            let thing = self.thing(id);
            if thing.owner == active {
                // AF-082, AF-129, AF-173
                thing.fresh = false;
                thing.charged &= first;
            }
        }
        self.window(Step::Sustenance)?;
        self.now = Some(Step::Insight);
        // AF-177, AF-178
        if self.turn > 1 || !self.options().first_player_skips_draw {
            self.draw(self.active)?;
            self.window(Step::Insight)?;
        }
        self.window(Step::Exploration)?;
        self.window(Step::Dawn)?;
        self.confrontation()?;
        self.window(Step::Second)?;
        self.window(Step::Dusk)?;
        self.restoration()?;
        self.active = 1 - self.active;
        Ok(())
    }

    /// AF-051, AF-199, AF-200
    fn restoration(&mut self) -> Flow {
        self.now = Some(Step::Restoration);
        let limit = self.options().max_hand as usize;
        while self.cards(self.active, Zone::Hand).len() > limit {
            let options = self.kinds(self.active, Zone::Hand).into_iter().map(Action::Choose).collect();
            let Action::Choose(id) = self.decide(self.active, options)? else { unreachable!("a card is chosen") };
            self.count("discard");
            self.thing(id).zone = Zone::Void;
        }
        for id in self.in_play() {
            (self.thing(id).damage, self.thing(id).poisoned) = (0, false);
        }
        Ok(())
    }

    /// Both may act until both have declined with nothing waiting (AF-097 to AF-101, AF-170, AF-171).
    pub fn window(&mut self, step: Step) -> Flow {
        self.now = Some(step);
        let mut passed = [false; 2];
        loop {
            let seats = [self.active, 1 - self.active];
            let Some(seat) = seats.into_iter().find(|s| !passed[*s as usize]) else {
                let Some(id) = self.stack.pop() else { return Ok(()) };
                self.enter(id);
                passed = [false; 2];
                continue;
            };
            let mut options = self.plays(seat);
            // Only the end of an exploration phase is always an action of the active player.
            let exploring = matches!(step, Step::Exploration | Step::Second);
            if options.is_empty() && !(exploring && self.stack.is_empty() && seat == self.active) {
                self.count("window without a choice");
                passed[seat as usize] = true;
                continue;
            }
            options.push(Action::Pass);
            match self.decide(seat, options)? {
                Action::Play(id, _) if self.is(id, "terrain") => {
                    self.terrains[seat as usize] += 1;
                    self.enter(id);
                }
                Action::Play(id, _) => {
                    self.pay(seat, self.price(id))?;
                    self.thing(id).zone = Zone::Stack;
                    self.stack.push(id);
                    passed = [false; 2];
                }
                _ => passed[seat as usize] = true,
            }
        }
    }

    /// Terrains and entities that may be played (AF-180 to AF-182, AF-196, AF-R06, AF-R75).
    fn plays(&self, seat: u8) -> Vec<Action> {
        let exploring = matches!(self.now, Some(Step::Exploration | Step::Second));
        let open = exploring && self.stack.is_empty() && seat == self.active;
        let may = |id: &Id| {
            if self.is(*id, "terrain") {
                open && self.terrains[seat as usize] == 0
            } else {
                (open || self.has(*id, "warp")) && self.can_pay(seat, &self.price(*id))
            }
        };
        self.kinds(seat, Zone::Hand).into_iter().filter(may).map(|id| Action::Play(id, 0)).collect()
    }
}
