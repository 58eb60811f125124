//! What each Action does, with its priorities and ties (CB-052 to CB-099).

use catalog::tr;

use super::board::AutomaBoard;
use super::difficulty::Difficulty;
use super::kinds::{BoardAction, ExosuitPlace, Resource, Shape, Worker};
use super::question::{Die, GivenAnswers, StepBlocked};
use super::session::{Announcement, TableChange};
use super::state::{AutomaState, BUILDINGS, SET, discard_sets};

/// A step of the bot that is being played.
pub(super) struct StepExecutor<'a> {
    pub board: &'a AutomaBoard,
    pub options: Difficulty,
    pub bot: &'a mut AutomaState,
    pub answers: GivenAnswers<'a>,
    pub announcements: Vec<Announcement>,
    /// Whether it is played for the first time. A log of an earlier version may contradict itself, and plays again.
    pub is_new: bool,
}

impl StepExecutor<'_> {
    /// Says what happened and why, with the rules that say so.
    pub(super) fn announce(&mut self, rules: &'static [&'static str], text: String) {
        self.announcements.push(Announcement { text, rules, change: None });
    }

    /// Says what it did to the table.
    pub(super) fn announce_change(&mut self, metric: TableChange, rules: &'static [&'static str], text: String) {
        self.announcements.push(Announcement { text, rules, change: Some(metric) });
    }

    /// Carries an Action out.
    pub(super) fn act(&mut self, action: BoardAction) -> Result<(), StepBlocked> {
        match action {
            BoardAction::LifeSupport | BoardAction::PowerPlant | BoardAction::Factory | BoardAction::Lab => {
                self.construct(action)
            }
            BoardAction::Superproject => self.superproject(),
            BoardAction::Recruit => self.recruit(),
            BoardAction::RecruitGenius => self.recruit_genius(),
            BoardAction::Research => self.research(),
            BoardAction::Mine => self.mine(),
            BoardAction::TimeTravel => {
                if !self.time_travel() {
                    self.fail(&["CB-090", "CB-R13"], &tr!("It has no Warp tile on a past Timeline tile"));
                }
                Ok(())
            }
            BoardAction::RemoveAnomaly => {
                self.remove_anomaly();
                Ok(())
            }
            BoardAction::Reboot => {
                self.announce(&["CB-097", "CB-098"], tr!("Reboot: it does nothing."));
                Ok(())
            }
        }
    }

    /// A failed Action: a point instead of the effect.
    fn fail(&mut self, rules: &'static [&'static str], why: &str) {
        self.bot.points = self.bot.points.saturating_add(1);
        self.announce_change(
            TableChange::Failed,
            rules,
            tr!("{why}: the Action fails, and it gets 1 VP instead.", why),
        );
    }

    /// Places an Exosuit on a space, counted from 0 at the top.
    fn place_exosuit(&mut self, place: ExosuitPlace, space: usize, rules: &'static [&'static str], text: String) {
        self.bot.exosuits -= 1;
        self.bot.placed.push((place, space));
        self.announce_change(TableChange::Placed(place, space), rules, text);
    }

    /// Places an Exosuit where there is nothing to say but the space.
    fn place_on_space(&mut self, place: ExosuitPlace, space: usize, rules: &'static [&'static str]) {
        let (name, number) = (place.label(), space + 1);
        let text = tr!("It places an Exosuit on {place} space {space} from the top.", place = name, space = number);
        self.place_exosuit(place, space, rules, text);
    }

    /// The free spaces of a place; where an Exosuit is known to stand, none is free.
    fn free_spaces(&mut self, place: ExosuitPlace, spaces: Option<usize>) -> Result<Vec<usize>, StepBlocked> {
        let free = self.answers.free(place, spaces)?;
        if !self.is_new {
            return Ok(free);
        }
        if let Some(space) = free.iter().find(|space| self.bot.placed.contains(&(place, **space))) {
            let (place, space) = (place.label(), space + 1);
            return Err(StepBlocked::Answer(tr!(
                "an Exosuit of the bot stands on {place} space {space}",
                place,
                space
            )));
        }
        if place == ExosuitPlace::Council && self.bot.you_on_first && free.contains(&0) {
            return Err(StepBlocked::Answer(tr!("you stand on the First Player spot")));
        }
        Ok(free)
    }

    /// Places an Exosuit for a Capital Action; false if the Action failed for want of a space.
    fn place_for_action(&mut self, place: ExosuitPlace) -> Result<bool, StepBlocked> {
        let free = self.free_spaces(place, None)?;
        if let Some(top) = free.first() {
            self.place_on_space(place, *top, &["CB-056"]);
            return Ok(true);
        }
        let spaces = if self.options.cover_council { 1 } else { 2 };
        let council = self.free_spaces(ExosuitPlace::Council, Some(spaces))?;
        match council.first() {
            Some(0) => {
                self.bot.first_next = true;
                self.place_exosuit(
                    ExosuitPlace::Council,
                    0,
                    &["CB-057", "CB-058"],
                    tr!("It places an Exosuit on the First Player spot of the World Council, because no space of the \
                         Action is free."),
                );
            }
            Some(other) => self.place_exosuit(
                ExosuitPlace::Council,
                *other,
                &["CB-057"],
                tr!("It places an Exosuit on the World Council, because neither a space of the Action nor the First \
                     Player spot is free."),
            ),
            None => {
                self.fail(&["CB-059", "CB-R17"], &tr!("No space is free, not even in the World Council"));
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn construct(&mut self, action: BoardAction) -> Result<(), StepBlocked> {
        if !self.place_for_action(ExosuitPlace::Construct)? {
            return Ok(());
        }
        let kind = AutomaState::building_index(action).expect("a building");
        if self.bot.buildings[kind].len() >= BUILDINGS {
            self.fail(&["CB-060", "CB-064"], &tr!("It has 3 buildings of that type"));
            return Ok(());
        }
        let stacks = self.answers.stacks(action)?;
        let (points, secondary, rules): (u8, bool, &'static [&'static str]) = match stacks {
            [None, None] => {
                self.fail(&["CB-060", "CB-R20"], &tr!("Both stacks are empty"));
                return Ok(());
            }
            [Some(p), None] => (p, false, &["CB-R20"]),
            [None, Some(s)] => (s, true, &["CB-R20"]),
            [Some(p), Some(s)] if p > s => (p, false, &["CB-062"]),
            [Some(p), Some(s)] if s > p => (s, true, &["CB-062"]),
            [Some(_), Some(s)] => (s, true, &["CB-063"]),
        };
        self.bot.buildings[kind].push(points);
        let text = describe_taken_building(&action.label(), points, secondary, stacks[usize::from(!secondary)]);
        self.announce_change(TableChange::Built { action, secondary }, rules, text);
        Ok(())
    }

    fn superproject(&mut self) -> Result<(), StepBlocked> {
        if !self.place_for_action(ExosuitPlace::Construct)? {
            return Ok(());
        }
        let kind = AutomaState::building_index(BoardAction::Superproject).expect("a building");
        if self.bot.buildings[kind].len() >= BUILDINGS {
            self.fail(&["CB-060", "CB-069"], &tr!("It has 3 Superprojects"));
            return Ok(());
        }
        let most = *self.bot.breakthroughs.iter().max().expect("three shapes");
        if most == 0 {
            self.fail(&["CB-060", "CB-068"], &tr!("It has no Breakthrough to discard"));
            return Ok(());
        }
        let offered = self.answers.projects(self.bot.era)?;
        let Some(best) = offered.iter().max_by_key(|p| (p.points, std::cmp::Reverse(p.era))).copied() else {
            self.fail(&["CB-060", "CB-R22"], &tr!("No Superproject of the Present or the past is face up"));
            return Ok(());
        };
        let equal: Vec<Shape> = Shape::ALL.into_iter().filter(|s| self.bot.breakthroughs_of(*s) == most).collect();
        let shape = equal[self.answers.tie(equal.len())?];
        self.bot.breakthroughs[shape as usize] -= 1;
        let shape = shape.label();
        let text = if equal.len() > 1 {
            tr!(
                "It discards a {shape} Breakthrough, chosen at random among the shapes it has most of; its icon is random, too.",
                shape
            )
        } else {
            tr!("It discards a {shape} Breakthrough, the shape it has most of; its icon is random.", shape)
        };
        self.announce(&["CB-065", "CB-066", "CB-R21"], text);
        self.bot.buildings[kind].push(best.points);
        self.announce_change(
            TableChange::Project(best),
            &["CB-067"],
            tr!(
                "It takes the Era {era} Superproject worth {points} VP, the oldest of the most valuable ones.",
                points = best.points,
                era = best.era
            ),
        );
        Ok(())
    }

    fn recruit(&mut self) -> Result<(), StepBlocked> {
        if !self.place_for_action(ExosuitPlace::Recruit)? {
            return Ok(());
        }
        let available = self.answers.workers()?;
        let is_there = |w: &Worker| available.contains(w);
        let new = Worker::ALL.into_iter().filter(is_there).find(|w| self.bot.workers_of(*w) == 0);
        match (new, Worker::ALL.into_iter().find(is_there)) {
            (Some(worker), _) => {
                let text = tr!("It recruits the {worker}, the first type it does not have.", worker = worker.label());
                self.take_worker(worker, &["CB-071", "CB-072", "CB-R23"], text);
            }
            (None, Some(worker)) => {
                let text = tr!("It recruits the {worker}, the first type that is available.", worker = worker.label());
                self.take_worker(worker, &["CB-073", "CB-R23"], text);
            }
            (None, None) => self.fail(&["CB-060", "CB-R24"], &tr!("No Worker is available")),
        }
        Ok(())
    }

    fn recruit_genius(&mut self) -> Result<(), StepBlocked> {
        if !self.answers.workers()?.contains(&Worker::Genius) {
            self.announce(&["CB-079"], tr!("No Genius is available, so it does Research."));
            return self.research();
        }
        if self.place_for_action(ExosuitPlace::Recruit)? {
            let text = tr!("It recruits the {worker}, because one is available.", worker = Worker::Genius.label());
            self.take_worker(Worker::Genius, &["CB-078"], text);
        }
        Ok(())
    }

    fn take_worker(&mut self, worker: Worker, rules: &'static [&'static str], text: String) {
        self.bot.workers[worker as usize] += 1;
        self.announce_change(TableChange::Recruited(worker), rules, text);
        self.bot.points = self.bot.points.saturating_add(1);
        self.announce(&["CB-075"], tr!("It gets 1 VP for the Worker, and no bonus."));
        for _ in 0..discard_sets(&mut self.bot.workers) {
            self.bot.points = self.bot.points.saturating_add(SET);
            self.announce(&["CB-076"], tr!("It discards one Worker of each type for 5 VP."));
        }
    }

    fn research(&mut self) -> Result<(), StepBlocked> {
        if !self.place_for_action(ExosuitPlace::Research)? {
            return Ok(());
        }
        let face = self.answers.roll(Die::Shape, self.board)?;
        let shape = match self.board.shape_die[usize::from(face) - 1] {
            Some(shape) => self.answers.left(shape)?.then_some(shape),
            None => self.any_shape()?,
        };
        match shape {
            Some(shape) => {
                self.bot.breakthroughs[shape as usize] += 1;
                let text = tr!("It takes any {shape} Breakthrough, as rolled.", shape = shape.label());
                self.announce_change(TableChange::Researched(shape), &["CB-077"], text);
            }
            None => self.fail(&["CB-060", "CB-R27"], &tr!("No Breakthrough of that shape is left")),
        }
        Ok(())
    }

    /// The shape it has fewest of among those that are left (CB-R04).
    fn any_shape(&mut self) -> Result<Option<Shape>, StepBlocked> {
        let mut left = Vec::new();
        for shape in Shape::ALL {
            if self.answers.left(shape)? {
                left.push(shape);
            }
        }
        let Some(fewest) = left.iter().map(|s| self.bot.breakthroughs_of(*s)).min() else { return Ok(None) };
        left.retain(|s| self.bot.breakthroughs_of(*s) == fewest);
        Ok(Some(left[self.answers.tie(left.len())?]))
    }

    fn mine(&mut self) -> Result<(), StepBlocked> {
        let mut wanted = Resource::ALL;
        wanted.sort_by_key(|r| self.bot.cubes(*r) > 0);
        let free = self.free_spaces(ExosuitPlace::Mine, Some(self.board.mine.len()))?;
        let Some(topmost) = free.first().copied() else {
            self.fail(&["CB-059", "CB-R15"], &tr!("No Mine Resource space is free"));
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
        self.place_on_space(ExosuitPlace::Mine, space, &["CB-083", "CB-084"]);
        for resource in pair {
            self.bot.resources[resource as usize] += 1;
        }
        let [one, other] = pair.map(Resource::word);
        if pair == [wanted[0], wanted[1]] {
            let text = tr!("It takes {one} and {other}, which it wants most.", one, other);
            self.announce(&["CB-080", "CB-081", "CB-082"], text);
        } else {
            let text = tr!(
                "It takes {one} and {other}; it wants {first} and {second} most, but no free space gives both.",
                one,
                other,
                first = wanted[0].label(),
                second = wanted[1].label()
            );
            self.announce(&["CB-082", "CB-R28"], text);
        }
        for _ in 0..discard_sets(&mut self.bot.resources) {
            self.bot.points = self.bot.points.saturating_add(SET);
            self.announce(&["CB-085"], tr!("It discards one Resource of each type for 5 VP."));
        }
        Ok(())
    }

    /// Takes a Warp tile back from the past, if there is one.
    pub(super) fn time_travel(&mut self) -> bool {
        let Some(tile) = self.bot.most_warped(usize::from(self.bot.era) - 1) else { return false };
        self.bot.warps[tile] -= 1;
        let text = tr!(
            "It removes a Warp tile from Timeline tile {tile}, the oldest past tile with the most Warp tiles.",
            tile = tile + 1
        );
        self.announce(&["CB-086", "CB-087"], text);
        if self.bot.travelled + 1 < self.board.time_travel.len() {
            self.bot.travelled += 1;
            self.announce(&["CB-088", "CB-089"], tr!("It moves one step forward on the Time Travel track."));
        } else {
            self.announce(&["CB-R32"], tr!("It stays at the end of the Time Travel track."));
        }
        true
    }

    fn remove_anomaly(&mut self) {
        if self.bot.anomalies == 0 {
            return self.fail(&["CB-095", "CB-R31"], &tr!("It has no Anomaly"));
        }
        // What a cube pays (CB-093).
        let pays = |r: Resource| if r == Resource::Neutronium { 2 } else { 1 };
        let worth = |bot: &AutomaState, r: Resource| u16::from(bot.cubes(r)) * pays(r);
        if Resource::ALL.into_iter().map(|r| worth(self.bot, r)).sum::<u16>() < 2 {
            return self.fail(&["CB-095", "CB-R31"], &tr!("It does not have enough Resources to remove an Anomaly"));
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
                paid.push(resource.label());
            }
        }
        let paid = paid.join(&tr!(" and "));
        self.announce(&["CB-091", "CB-092", "CB-093"], tr!("It discards {paid}, which it has most of.", paid));
        self.bot.anomalies -= 1;
        self.announce(&["CB-094", "CB-096"], tr!("It removes an Anomaly."));
    }
}

/// Which building it takes off which stack, and why; `other` is what the other stack would bring.
fn describe_taken_building(building: &str, points: u8, secondary: bool, other: Option<u8>) -> String {
    match (secondary, other) {
        (false, None) => {
            tr!(
                "It takes the {building} worth {points} VP from the primary stack, the only one left.",
                building,
                points
            )
        }
        (true, None) => {
            tr!(
                "It takes the {building} worth {points} VP from the secondary stack, the only one left.",
                building,
                points
            )
        }
        (false, Some(_)) => tr!(
            "It takes the {building} worth {points} VP from the primary stack, because it is worth more.",
            building,
            points
        ),
        (true, Some(other)) if other < points => tr!(
            "It takes the {building} worth {points} VP from the secondary stack, because it is worth more.",
            building,
            points
        ),
        (true, Some(_)) => tr!(
            "It takes the {building} worth {points} VP from the secondary stack, because both are worth the same.",
            building,
            points
        ),
    }
}
