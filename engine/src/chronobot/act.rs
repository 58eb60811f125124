//! What each Action does, with its priorities and ties (CB-052 to CB-099).

use super::ask::{Answers, Die, Stop, both};
use super::board::Board;
use super::bot::{BUILDINGS, Bot, SET, cash};
use super::kinds::{Action, Place, Resource, Shape, Worker};
use super::options::Options;
use super::session::{Deed, Told};

/// A step of the bot that is being played.
pub(super) struct Doing<'a> {
    pub board: &'a Board,
    pub options: Options,
    pub bot: &'a mut Bot,
    pub ask: Answers<'a>,
    pub told: Vec<Told>,
}

impl Doing<'_> {
    /// Says what happened and why, with the rules that say so.
    pub(super) fn tell(&mut self, rules: &'static [&'static str], text: impl Into<String>) {
        self.told.push(Told { text: text.into(), rules, deed: None });
    }

    /// Says what it did to the table.
    pub(super) fn does(&mut self, deed: Deed, rules: &'static [&'static str], text: impl Into<String>) {
        self.told.push(Told { text: text.into(), rules, deed: Some(deed) });
    }

    /// Carries an Action out.
    pub(super) fn act(&mut self, action: Action) -> Result<(), Stop> {
        match action {
            Action::LifeSupport | Action::PowerPlant | Action::Factory | Action::Lab => self.construct(action),
            Action::Superproject => self.superproject(),
            Action::Recruit => self.recruit(),
            Action::RecruitGenius => self.recruit_genius(),
            Action::Research => self.research(),
            Action::Mine => self.mine(),
            Action::TimeTravel => {
                if !self.time_travel() {
                    self.fail(&["CB-090", "CB-R13"], "It has no Warp tile on a past Timeline tile");
                }
                Ok(())
            }
            Action::RemoveAnomaly => {
                self.remove_anomaly();
                Ok(())
            }
            Action::Reboot => {
                self.tell(&["CB-097", "CB-098"], "Reboot: it does nothing.");
                Ok(())
            }
        }
    }

    /// A failed Action: a point instead of the effect.
    fn fail(&mut self, rules: &'static [&'static str], why: &str) {
        self.bot.points = self.bot.points.saturating_add(1);
        self.does(Deed::Failed, rules, format!("{why}: the Action fails, and it gets 1 VP instead."));
    }

    /// Places an Exosuit on a space, counted from 0 at the top.
    fn put_exosuit(&mut self, place: Place, space: usize, rules: &'static [&'static str], spot: &str) {
        self.bot.exosuits -= 1;
        self.does(Deed::Placed(place, space), rules, format!("It places an Exosuit on {spot}."));
    }

    /// Places an Exosuit for a Capital Action; false if the Action failed for want of a space.
    fn place(&mut self, place: Place) -> Result<bool, Stop> {
        let free = self.ask.free(place, None)?;
        if let Some(top) = free.first() {
            self.put_exosuit(place, *top, &["CB-056"], &format!("{} space {} from the top", place.word(), top + 1));
            return Ok(true);
        }
        let spaces = if self.options.cover_council { 1 } else { 2 };
        let council = self.ask.free(Place::Council, Some(spaces))?;
        match council.first() {
            Some(0) => {
                self.bot.first_next = true;
                self.put_exosuit(
                    Place::Council,
                    0,
                    &["CB-057", "CB-058"],
                    "the First Player spot of the World Council, because no space of the Action is free",
                );
            }
            Some(other) => self.put_exosuit(
                Place::Council,
                *other,
                &["CB-057"],
                "the World Council, because neither a space of the Action nor the First Player spot is free",
            ),
            None => {
                self.fail(&["CB-059", "CB-R17"], "No space is free, in the World Council neither");
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn construct(&mut self, action: Action) -> Result<(), Stop> {
        if !self.place(Place::Construct)? {
            return Ok(());
        }
        let kind = Bot::kind(action).expect("a building");
        if self.bot.buildings[kind].len() >= BUILDINGS {
            self.fail(&["CB-060", "CB-064"], "It has 3 buildings of that type");
            return Ok(());
        }
        let [primary, secondary] = self.ask.stacks(action)?;
        let (points, stack, rules): (u8, &str, &'static [&'static str]) = match (primary, secondary) {
            (None, None) => {
                self.fail(&["CB-060", "CB-R20"], "Both stacks are empty");
                return Ok(());
            }
            (Some(p), None) => (p, "primary stack, the only one left", &["CB-R20"]),
            (None, Some(s)) => (s, "secondary stack, the only one left", &["CB-R20"]),
            (Some(p), Some(s)) if p > s => (p, "primary stack, because it is worth more", &["CB-062"]),
            (Some(p), Some(s)) if s > p => (s, "secondary stack, because it is worth more", &["CB-062"]),
            (Some(_), Some(s)) => (s, "secondary stack, because both are worth the same", &["CB-063"]),
        };
        self.bot.buildings[kind].push(points);
        let deed = Deed::Built { action, secondary: stack.starts_with("secondary") };
        self.does(deed, rules, format!("It takes the {} of {points} VP from the {stack}.", action.word()));
        Ok(())
    }

    fn superproject(&mut self) -> Result<(), Stop> {
        if !self.place(Place::Construct)? {
            return Ok(());
        }
        let kind = Bot::kind(Action::Superproject).expect("a building");
        if self.bot.buildings[kind].len() >= BUILDINGS {
            self.fail(&["CB-060", "CB-069"], "It has 3 Superprojects");
            return Ok(());
        }
        let most = *self.bot.breakthroughs.iter().max().expect("three shapes");
        if most == 0 {
            self.fail(&["CB-060", "CB-068"], "It has no Breakthrough to discard");
            return Ok(());
        }
        let offered = self.ask.projects(self.bot.era)?;
        let Some(best) = offered.iter().max_by_key(|p| (p.points, std::cmp::Reverse(p.era))).copied() else {
            self.fail(&["CB-060", "CB-R22"], "No Superproject of the Present or the past is face up");
            return Ok(());
        };
        let equal: Vec<Shape> = Shape::ALL.into_iter().filter(|s| self.bot.breakthroughs_of(*s) == most).collect();
        let shape = equal[self.ask.tie(equal.len())?];
        self.bot.breakthroughs[shape as usize] -= 1;
        let why = if equal.len() > 1 { "chosen by chance among the shapes" } else { "the shape" };
        self.tell(
            &["CB-065", "CB-066", "CB-R21"],
            format!("It discards a {} Breakthrough, {why} it has most of; its icon is left to chance.", shape.word()),
        );
        self.bot.buildings[kind].push(best.points);
        self.does(
            Deed::Project(best),
            &["CB-067"],
            format!(
                "It takes the Superproject of {} VP of Era {}, the oldest of those that are worth most.",
                best.points, best.era
            ),
        );
        Ok(())
    }

    fn recruit(&mut self) -> Result<(), Stop> {
        if !self.place(Place::Recruit)? {
            return Ok(());
        }
        let available = self.ask.workers()?;
        let is_there = |w: &Worker| available.contains(w);
        let new = Worker::ALL.into_iter().filter(is_there).find(|w| self.bot.workers_of(*w) == 0);
        match (new, Worker::ALL.into_iter().find(is_there)) {
            (Some(worker), _) => self.take(worker, &["CB-071", "CB-072", "CB-R23"], "the first type it does not have"),
            (None, Some(worker)) => self.take(worker, &["CB-073", "CB-R23"], "the first type that is available"),
            (None, None) => self.fail(&["CB-060", "CB-R24"], "No Worker is available"),
        }
        Ok(())
    }

    fn recruit_genius(&mut self) -> Result<(), Stop> {
        if !self.ask.workers()?.contains(&Worker::Genius) {
            self.tell(&["CB-079"], "No Genius is available, so it does Research.");
            return self.research();
        }
        if self.place(Place::Recruit)? {
            self.take(Worker::Genius, &["CB-078"], "because one is available");
        }
        Ok(())
    }

    fn take(&mut self, worker: Worker, rules: &'static [&'static str], why: &str) {
        self.bot.workers[worker as usize] += 1;
        self.does(Deed::Recruited(worker), rules, format!("It recruits the {}, {why}.", worker.word()));
        self.bot.points = self.bot.points.saturating_add(1);
        self.tell(&["CB-075"], "It gets 1 VP for the Worker, and no bonus.");
        for _ in 0..cash(&mut self.bot.workers) {
            self.bot.points = self.bot.points.saturating_add(SET);
            self.tell(&["CB-076"], "It discards one Worker of each type for 5 VP.");
        }
    }

    fn research(&mut self) -> Result<(), Stop> {
        if !self.place(Place::Research)? {
            return Ok(());
        }
        let face = self.ask.roll(Die::Shape, self.board)?;
        let shape = match self.board.shape_die[usize::from(face) - 1] {
            Some(shape) => self.ask.left(shape)?.then_some(shape),
            None => self.any_shape()?,
        };
        match shape {
            Some(shape) => {
                self.bot.breakthroughs[shape as usize] += 1;
                let text = format!("It takes any {} Breakthrough, as rolled.", shape.word());
                self.does(Deed::Researched(shape), &["CB-077"], text);
            }
            None => self.fail(&["CB-060", "CB-R27"], "No Breakthrough of that shape is left"),
        }
        Ok(())
    }

    /// The shape it has fewest of among those that are left (CB-R04).
    fn any_shape(&mut self) -> Result<Option<Shape>, Stop> {
        let mut left = Vec::new();
        for shape in Shape::ALL {
            if self.ask.left(shape)? {
                left.push(shape);
            }
        }
        let Some(fewest) = left.iter().map(|s| self.bot.breakthroughs_of(*s)).min() else { return Ok(None) };
        left.retain(|s| self.bot.breakthroughs_of(*s) == fewest);
        Ok(Some(left[self.ask.tie(left.len())?]))
    }

    fn mine(&mut self) -> Result<(), Stop> {
        let mut wanted = Resource::ALL;
        wanted.sort_by_key(|r| self.bot.cubes(*r) > 0);
        let free = self.ask.free(Place::Mine, Some(self.board.mine.len()))?;
        let Some(topmost) = free.first().copied() else {
            self.fail(&["CB-059", "CB-R15"], "No Mine Resource space is free");
            return Ok(());
        };
        let gives = |space: usize, [a, b]: [Resource; 2]| {
            let [one, other] = &self.board.mine[space];
            one.contains(&a) && other.contains(&b) || one.contains(&b) && other.contains(&a)
        };
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)].map(|(a, b)| [wanted[a], wanted[b]]);
        let best =
            pairs.iter().find_map(|pair| free.iter().find(|space| gives(**space, *pair)).map(|space| (*space, *pair)));
        let (space, pair) = best.unwrap_or_else(|| {
            // Two of one kind, or kinds of which the pairs know none (CB-R28).
            let first =
                |part: &Vec<Resource>| *wanted.iter().find(|r| part.contains(r)).expect("a part gives something");
            let [one, other] = &self.board.mine[topmost];
            (topmost, [first(one), first(other)])
        });
        self.put_exosuit(
            Place::Mine,
            space,
            &["CB-083", "CB-084"],
            &format!("Mine Resource space {} from the top", space + 1),
        );
        for resource in pair {
            self.bot.resources[resource as usize] += 1;
        }
        let wishes = both([wanted[0], wanted[1]]);
        if pair == [wanted[0], wanted[1]] {
            self.tell(&["CB-080", "CB-081", "CB-082"], format!("It takes {wishes}, which it wants most."));
        } else {
            let text = format!("It takes {}; it wants {wishes} most, but no free space gives both.", both(pair));
            self.tell(&["CB-082", "CB-R28"], text);
        }
        for _ in 0..cash(&mut self.bot.resources) {
            self.bot.points = self.bot.points.saturating_add(SET);
            self.tell(&["CB-085"], "It discards one Resource of each type for 5 VP.");
        }
        Ok(())
    }

    /// Takes a Warp tile back from the past, if there is one.
    pub(super) fn time_travel(&mut self) -> bool {
        let Some(tile) = self.bot.most_warped(usize::from(self.bot.era) - 1) else { return false };
        self.bot.warps[tile] -= 1;
        let text =
            format!("It removes a Warp tile from Timeline tile {}, the oldest past one with most of them.", tile + 1);
        self.tell(&["CB-086", "CB-087"], text);
        if self.bot.travelled + 1 < self.board.time_travel.len() {
            self.bot.travelled += 1;
            self.tell(&["CB-088", "CB-089"], "It goes one step on along the Time Travel track.");
        } else {
            self.tell(&["CB-R32"], "It stays at the end of the Time Travel track.");
        }
        true
    }

    fn remove_anomaly(&mut self) {
        if self.bot.anomalies == 0 {
            return self.fail(&["CB-095", "CB-R31"], "It has no Anomaly");
        }
        // What a cube pays (CB-093).
        let pays = |r: Resource| if r == Resource::Neutronium { 2 } else { 1 };
        let worth = |bot: &Bot, r: Resource| u16::from(bot.cubes(r)) * pays(r);
        if Resource::ALL.into_iter().map(|r| worth(self.bot, r)).sum::<u16>() < 2 {
            return self.fail(&["CB-095", "CB-R31"], "It has not enough Resources to remove an Anomaly");
        }
        // What it has most of goes first; of equals, what it wants least (CB-091, CB-092, CB-R30).
        let mut ranked = Resource::ALL;
        ranked.reverse();
        ranked.sort_by_key(|r| std::cmp::Reverse(worth(self.bot, *r)));
        let (mut owed, mut paid) = (2_u16, Vec::new());
        for resource in ranked {
            while owed > 0 && self.bot.cubes(resource) > 0 {
                self.bot.resources[resource as usize] -= 1;
                owed = owed.saturating_sub(pays(resource));
                paid.push(resource.word());
            }
        }
        self.tell(
            &["CB-091", "CB-092", "CB-093"],
            format!("It discards {}, which it has most of.", paid.join(" and ")),
        );
        self.bot.anomalies -= 1;
        self.tell(&["CB-094", "CB-096"], "It removes an Anomaly.");
    }
}
