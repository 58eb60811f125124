//! Energy, by trying out: a price can be paid if some way to give out the units pays it.

use engine::games::afrika::{Action, ENERGIES, Id};

use super::model::{Flow, Model};

/// What is still to be paid.
#[derive(Clone, Default)]
pub struct Owed {
    typed: [u32; ENERGIES],
    any: u32,
}

impl Owed {
    fn total(&self) -> u32 {
        self.typed.iter().sum::<u32>() + self.any
    }

    /// Whether a unit of this energy pays for a part of it (AF-070, AF-071).
    fn takes(&self, energy: usize) -> bool {
        self.typed[energy] > 0 || self.any > 0
    }

    fn less(&self, energy: usize) -> Owed {
        let mut less = self.clone();
        match less.typed[energy] {
            0 => less.any -= 1,
            _ => less.typed[energy] -= 1,
        }
        less
    }

    /// Whether these units can pay it, each with one of the energies that it can be.
    fn payable(&self, units: &[Vec<usize>]) -> bool {
        let Some(energy) = self.typed.iter().position(|n| *n > 0) else { return units.len() as u32 >= self.any };
        let mut tried: Vec<&Vec<usize>> = Vec::new();
        for (i, unit) in units.iter().enumerate() {
            if unit.contains(&energy) && !tried.contains(&unit) {
                tried.push(unit);
                let mut rest = units.to_vec();
                rest.remove(i);
                if self.less(energy).payable(&rest) {
                    return true;
                }
            }
        }
        false
    }
}

impl Model<'_> {
    fn energy(&self, resource: usize) -> Option<usize> {
        self.game.factions.iter().position(|f| f.resource == self.game.resources[resource].id)
    }

    pub fn price(&self, id: Id) -> Owed {
        let mut owed = Owed::default();
        let cost = self.game.field("cost").expect("a field");
        for (resource, n) in self.things[&id].card.amounts_in(cost) {
            match self.energy(*resource as usize) {
                Some(energy) => owed.typed[energy] += *n as u32,
                None => owed.any += *n as u32,
            }
        }
        owed
    }

    /// What a seat can charge for energy, and which (AF-073, AF-075, AF-081, AF-R26).
    fn sources(&self, seat: u8) -> Vec<(Id, Vec<usize>)> {
        let field = self.game.field("produces").expect("a field");
        let waits =
            |id: Id| self.options().summoning_sickness_abilities && self.is(id, "entity") && !self.has(id, "rush");
        let mut sources = Vec::new();
        for id in self.in_play() {
            let thing = &self.things[&id];
            let makes = thing.card.resources_in(field);
            let energies: Vec<usize> = (0..self.game.resources.len())
                .filter(|r| makes & (1 << r) != 0)
                .filter_map(|r| self.energy(r))
                .collect();
            let tired = thing.charged || (thing.fresh && waits(id));
            if thing.owner == seat && !tired && !energies.is_empty() {
                sources.push((id, energies));
            }
        }
        sources
    }

    pub fn can_pay(&self, seat: u8, owed: &Owed) -> bool {
        let units: Vec<Vec<usize>> = self.sources(seat).into_iter().map(|(_, energies)| energies).collect();
        owed.payable(&units)
    }

    /// Whatever may be charged now, so that the rest can still be paid.
    fn charges(&self, seat: u8, owed: &Owed) -> Vec<(Id, usize)> {
        let sources = self.sources(seat);
        let mut good = Vec::new();
        for (i, (id, energies)) in sources.iter().enumerate() {
            let others: Vec<Vec<usize>> =
                sources.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, (_, e))| e.clone()).collect();
            let fits = |energy: &&usize| owed.takes(**energy) && owed.less(**energy).payable(&others);
            good.extend(energies.iter().filter(fits).map(|energy| (*id, *energy)));
        }
        good
    }

    /// Pays, by hand as long as the player likes, and by what does least else (AF-090, AF-091).
    pub fn pay(&mut self, seat: u8, mut owed: Owed) -> Flow {
        let mut asks = self.options().ask_payment;
        self.count("payment");
        while owed.total() > 0 {
            let charges = self.charges(seat, &owed);
            assert!(!charges.is_empty(), "{}", self.trouble("what could be paid can be paid no more"));
            if asks {
                let all = charges.iter().map(|(id, energy)| Action::Charge(*id, *energy as u8));
                match self.decide(seat, all.chain([Action::Auto]).collect())? {
                    Action::Charge(id, energy) => {
                        self.count("charge chosen");
                        self.thing(id).charged = true;
                        self.pool[seat as usize][energy as usize] += 1;
                        owed = owed.less(energy.into());
                    }
                    _ => asks = false,
                }
                continue;
            }
            // Terrains first, of them those that make the fewest energies, and rather what is asked for by name.
            let else_ = |(id, energy): &&(Id, usize)| {
                let makes = self.sources(seat).into_iter().find(|(s, _)| s == id).map_or(0, |(_, e)| e.len());
                (!self.is(*id, "terrain"), makes, owed.typed[*energy] == 0)
            };
            let (id, energy) = *charges.iter().min_by_key(else_).expect("there is one");
            self.thing(id).charged = true;
            owed = owed.less(energy);
        }
        self.pool[seat as usize] = [0; ENERGIES];
        Ok(())
    }
}
