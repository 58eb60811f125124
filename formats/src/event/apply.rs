//! What each entry of the log does to an event, and why some cannot be.

use std::collections::HashSet;

use catalog::tr;

use super::bounds;
use super::bracket::{self, Bracket};
use super::clock::Clock;
use super::log::{self, Action, Entry, How, Pairing, Score, Stage};
use super::{Check, DESK, Effect, Event, Given, Id, Kind, Match, Player, Refused, Round, Scheme};

impl Event {
    /// Does something; what does not fit may be half done.
    pub(super) fn apply(&mut self, entry: Entry) -> Result<(), Refused> {
        self.within_bounds(&entry)?;
        match &entry.action {
            Action::Enter(entrants) => self.enter(entrants)?,
            Action::Rename { player, name } => {
                self.known(*player)?;
                self.free_name(name, Some(*player))?;
                self.players[player.at()].name = name.trim().to_owned();
            }
            Action::Drop { player } => {
                self.known(*player)?;
                self.drop_out(*player)?;
            }
            Action::Return { player } => {
                self.known(*player)?;
                let player = &mut self.players[player.at()];
                if player.disqualified || player.left.is_none() {
                    let name = &player.name;
                    return Err(Refused::new(match player.disqualified {
                        true => tr!("{name} was disqualified", name),
                        false => tr!("{name} has not left", name),
                    }));
                }
                player.left = None;
            }
            Action::Seat(pods) => self.sit(pods)?,
            Action::Pair { stage, matches } => {
                self.fits_round(matches)?;
                self.must_be_told()?;
                self.rounds.push(Round { stage: *stage, matches: self.set_up(matches), clock: Clock::default() });
            }
            Action::Again(matches) => {
                self.fits_round(matches)?;
                self.must_be_unplayed()?;
                let set_up = self.set_up(matches);
                let last = self.rounds.last_mut().ok_or_else(|| Refused::new(tr!("no round has been paired yet")))?;
                last.matches = set_up;
            }
            Action::Cut { kind, seeds } => self.cut_to(*kind, seeds)?,
            Action::Report { round, table, score } => self.report(*round, *table, *score, &entry.by)?,
            Action::Meet { a, b, score } => {
                self.known(*a)?;
                self.known(*b)?;
                if !self.start.is_league() || a == b {
                    return Err(Refused::new(tr!("only in a league do two players meet as they like")));
                }
                let pairing = Pairing { a: *a, b: Some(*b), pod: None, node: None, why: Vec::new() };
                let m = Match { pairing, score: Some(*score), by: entry.by.clone() };
                self.rounds.push(Round { stage: Stage::Rounds, matches: vec![m], clock: Clock::default() });
            }
            Action::Penalty { player, kind, note } => self.punish(*player, kind, note)?,
            Action::Pardon { penalty } => {
                let given = self.penalties.get_mut(*penalty).filter(|g| !g.pardoned);
                let given = given.ok_or_else(|| Refused::new(tr!("there is no such penalty")))?;
                given.pardoned = true;
                let player = given.player;
                if self.effect(&self.penalties[*penalty].kind) == Some(Effect::Disqualification) {
                    self.players[player.at()].disqualified = false;
                }
            }
            Action::Clock(hand) => {
                let round = self.rounds.last_mut().ok_or_else(|| Refused::new(tr!("no round has been paired yet")))?;
                round.clock.turn(hand, entry.at).map_err(Refused::new)?;
            }
            Action::Deck { player, deck } => {
                self.known(*player)?;
                self.players[player.at()].deck = Some(deck.clone());
            }
            Action::Pool { player, cards, witness } => {
                self.known(*player)?;
                if *witness == Some(*player) {
                    return Err(Refused::new(tr!("nobody writes down their own pool")));
                }
                self.players[player.at()].pool = Some((cards.clone(), *witness));
            }
            Action::Draft { pod, draft } => {
                let place = self.drafts.get_mut(*pod).ok_or_else(|| Refused::new(tr!("there is no such pod")))?;
                *place = Some(draft.clone());
            }
            Action::Draw { players } => {
                let check = |player: &Id| Check { player: *player, at: entry.at, found: None };
                self.checks.extend(players.iter().map(check));
            }
            Action::Checked { player, fault } => {
                self.known(*player)?;
                let open = self.checks.iter_mut().find(|c| c.player == *player && c.found.is_none());
                match open {
                    Some(check) => (check.at, check.found) = (entry.at, Some(fault.clone())),
                    None => self.checks.push(Check { player: *player, at: entry.at, found: Some(fault.clone()) }),
                }
            }
            Action::Prizes(prizes) => {
                if let Some(bad) = prizes.iter().find(|p| p.from == 0 || p.to < p.from) {
                    return Err(Refused::new(tr!(
                        "`{what}` is for no rank: {from} to {to}",
                        what = bad.what,
                        from = bad.from,
                        to = bad.to
                    )));
                }
                self.prizes.clone_from(prizes);
            }
            Action::Publish { decks, pools } => self.public = (*decks, *pools),
        }
        self.log.push(entry);
        Ok(())
    }

    fn known(&self, player: Id) -> Result<(), Refused> {
        match player.at() < self.players.len() {
            true => Ok(()),
            false => Err(Refused::new(tr!("there is no such player"))),
        }
    }

    fn free_name(&self, name: &str, own: Option<Id>) -> Result<(), Refused> {
        bounds::name(name)?;
        match self.find(name) {
            Ok(id) if Some(id) != own => Err(Refused::new(tr!("`{name}` is here already", name = self.name(id)))),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, entrants: &[log::Entrant]) -> Result<(), Refused> {
        if !self.pods.is_empty() && self.start.pods.is_some() {
            return Err(Refused::new(match self.rounds.is_empty() {
                true => tr!("the pods sit already, so nobody can come in; undo the seating first"),
                false => tr!("the pods sit already, so nobody can come in"),
            }));
        }
        if self.bracket.is_some() || (self.start.scheme == Scheme::RoundRobin && !self.rounds.is_empty()) {
            return Err(Refused::new(tr!("nobody can come in once everybody's matches are drawn")));
        }
        // Folded once each: asking for every name anew would take seconds for a thousand players.
        let mut taken: HashSet<String> = self.players.iter().map(|p| catalog::fold::fold(&p.name)).collect();
        for entrant in entrants {
            bounds::name(&entrant.name)?;
            if !taken.insert(catalog::fold::fold(entrant.name.trim())) {
                let name = self.name(self.find(&entrant.name)?);
                return Err(Refused::new(tr!("`{name}` is here already", name)));
            }
            let fits = match self.start.team {
                1 => entrant.members.is_empty(),
                team => entrant.members.len() == team as usize,
            };
            if !fits {
                let name = &entrant.name;
                return Err(Refused::new(match self.start.team {
                    1 => tr!("`{name}`: everybody here plays alone", name),
                    team => tr!("`{name}`: everybody here is a team of {team}", name, team),
                }));
            }
            self.players.push(Player {
                id: Id(self.players.len() as u32),
                name: entrant.name.trim().to_owned(),
                members: entrant.members.clone(),
                left: None,
                disqualified: false,
                deck: None,
                pool: None,
            });
        }
        Ok(())
    }

    fn drop_out(&mut self, player: Id) -> Result<(), Refused> {
        if self.players[player.at()].left.is_some() {
            return Err(Refused::new(tr!("{name} has left already", name = self.name(player))));
        }
        // Whoever is not in the last round has missed it, and it does not count any more.
        let round = self.round();
        let last = (0..=round).rev().find(|r| *r == 0 || self.match_of(*r, player).is_some()).unwrap_or(0);
        self.players[player.at()].left = Some(last);
        Ok(())
    }

    fn sit(&mut self, pods: &[Vec<Id>]) -> Result<(), Refused> {
        if !self.rounds.is_empty() || self.drafts.iter().any(Option::is_some) {
            return Err(Refused::new(tr!("nobody can sit elsewhere once drafts or rounds have begun")));
        }
        let mut seated: Vec<Id> = pods.concat();
        seated.sort_unstable();
        let present: Vec<Id> = self.present().map(|p| p.id).collect();
        if !pods.is_empty() && seated != present {
            return Err(Refused::new(tr!("everybody who is here needs one seat")));
        }
        self.pods = pods.to_vec();
        self.drafts = vec![None; pods.len()];
        Ok(())
    }

    fn fits_round(&self, matches: &[Pairing]) -> Result<(), Refused> {
        if self.start.kind == Kind::Draft && self.pods.is_empty() {
            return Err(Refused::new(tr!("nobody sits yet: `seat` comes before the first round")));
        }
        let mut all: Vec<Id> = matches.iter().flat_map(|m| [Some(m.a), m.b]).flatten().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        match count == all.len() && all.iter().all(|id| id.at() < self.players.len()) && count > 0 {
            true => Ok(()),
            false => Err(Refused::new(tr!("everybody plays once in a round"))),
        }
    }

    /// Whether all results of the last round are in.
    pub(super) fn must_be_told(&self) -> Result<(), Refused> {
        let waiting = self.waiting();
        if waiting.is_empty() || self.start.is_league() {
            return Ok(());
        }
        let tables: Vec<String> = waiting.iter().take(12).map(u32::to_string).collect();
        Err(Refused::new(tr!("no result yet of table {tables}", tables = tables.join(", "))))
    }

    fn must_be_unplayed(&self) -> Result<(), Refused> {
        let last = self.rounds.last().ok_or_else(|| Refused::new(tr!("no round has been paired yet")))?;
        let played = last.matches.iter().any(|m| m.score.is_some_and(|s| s.how != How::Bye));
        match played || last.stage == Stage::Bracket {
            true => Err(Refused::new(tr!(
                "the round has begun: results of it are in; only two tables can still be changed"
            ))),
            false => Ok(()),
        }
    }

    fn set_up(&self, matches: &[Pairing]) -> Vec<Match> {
        let bye = Score { wins: (self.start.rules.games, 0), draws: 0, how: How::Bye };
        let set = |p: &Pairing| Match { pairing: p.clone(), score: p.b.is_none().then_some(bye), by: DESK.into() };
        matches.iter().map(set).collect()
    }

    fn cut_to(&mut self, kind: bracket::Kind, seeds: &[Id]) -> Result<(), Refused> {
        if self.bracket.as_ref().is_some_and(|_| self.rounds.iter().any(|r| r.stage == Stage::Bracket)) {
            return Err(Refused::new(tr!("the bracket has begun")));
        }
        if seeds.len() < 2 || !self.waiting().is_empty() || self.start.is_league() {
            return Err(Refused::new(tr!("a bracket needs two players or more, and all results before it")));
        }
        seeds.iter().try_for_each(|s| self.known(*s))?;
        self.bracket = Some(Bracket::new(kind, seeds.to_vec()));
        Ok(())
    }

    fn effect(&self, kind: &str) -> Option<Effect> {
        self.start.rules.penalties.iter().find(|p| p.id == kind).map(|p| p.effect)
    }

    fn report(&mut self, round: u32, table: u32, score: Score, by: &str) -> Result<(), Refused> {
        let none = || Refused::new(tr!("there is no table {table} in round {round}", table, round));
        let at = (round as usize).checked_sub(1).filter(|r| *r < self.rounds.len()).ok_or_else(none)?;
        let place = (table as usize).checked_sub(1).ok_or_else(none)?;
        let m = self.rounds[at].matches.get(place).ok_or_else(none)?;
        let (a, Some(b)) = (m.pairing.a, m.pairing.b) else {
            return Err(Refused::new(tr!("{name} has a bye", name = self.name(m.pairing.a))));
        };
        if by != DESK {
            let folded = catalog::fold::fold(by);
            let is = |id: Id| {
                let player = &self.players[id.at()];
                [&player.name].into_iter().chain(&player.members).any(|n| catalog::fold::fold(n) == folded)
            };
            if !is(a) && !is(b) {
                return Err(Refused::new(tr!(
                    "{by} does not play at table {table}; the two players or the desk say how it ended",
                    by,
                    table
                )));
            }
            if let Some(known) = m.score.filter(|known| *known != score) {
                let other = &m.by;
                return Err(Refused::new(tr!(
                    "{other} said {score}; only the desk can say otherwise",
                    other,
                    score = known.words()
                )));
            }
        }
        let bracket = self.rounds[at].stage == Stage::Bracket;
        if bracket && score.winner().is_none() {
            return Err(Refused::new(tr!("one of the two goes on: a bracket has no draws")));
        }
        for (side, player) in [a, b].into_iter().enumerate() {
            let lost = |g: &&Given| g.player == player && g.round == round && !g.pardoned;
            let effects: Vec<Effect> =
                self.penalties.iter().filter(lost).filter_map(|g| self.effect(&g.kind)).collect();
            let games = effects.iter().filter(|e| **e == Effect::GameLoss).count() as u32;
            if score.won(1 - side) < games && score.how != How::NobodyCame {
                let who = self.name(player);
                return Err(Refused::new(tr!(
                    "{who} has a game loss in this round, so the other side has won {games} game or more",
                    who,
                    games
                )));
            }
        }
        let node = m.pairing.node;
        let m = &mut self.rounds[at].matches[place];
        (m.score, m.by) = (Some(score), by.to_owned());
        if let (Some(node), Some(bracket)) = (node, &mut self.bracket) {
            bracket.set(node, score.winner().map(|side| if side == 0 { a } else { b }));
            self.mend_bracket(at);
        }
        Ok(())
    }

    /// After a result of the bracket: matches of later rounds are between those who are in them now.
    fn mend_bracket(&mut self, after: usize) {
        let Some(bracket) = &mut self.bracket else { return };
        for round in self.rounds.iter_mut().skip(after + 1) {
            round.matches.retain_mut(|m| {
                let Some(node) = m.pairing.node else { return true };
                let Some((a, b)) = bracket.players(node) else {
                    bracket.set(node, None);
                    return false;
                };
                if (m.pairing.a, m.pairing.b) != (a, Some(b)) {
                    (m.pairing.a, m.pairing.b, m.score) = (a, Some(b), None);
                    bracket.set(node, None);
                }
                true
            });
        }
        while self.rounds.last().is_some_and(|r| r.matches.is_empty()) {
            self.rounds.pop();
        }
    }

    fn punish(&mut self, player: Id, kind: &str, note: &str) -> Result<(), Refused> {
        self.known(player)?;
        let Some(effect) = self.effect(kind) else {
            let known: Vec<&str> = self.start.rules.penalties.iter().map(|p| p.id.as_str()).collect();
            return Err(Refused::new(tr!(
                "there is no penalty `{kind}` ({hint})",
                kind,
                hint = catalog::read::suggest(kind, &known)
            )));
        };
        let round = self.round();
        let (kind, note) = (kind.to_owned(), note.to_owned());
        self.penalties.push(Given { player, round, kind, note, pardoned: false });
        if matches!(effect, Effect::MatchLoss | Effect::Disqualification) {
            let games = self.start.rules.games;
            if let Some((table, m, side)) = self.match_of(round, player).filter(|(_, m, _)| m.pairing.b.is_some()) {
                let wins = if side == 0 { (0, games) } else { (games, 0) };
                let open = m.score.is_none() || effect == Effect::MatchLoss;
                if open {
                    self.report(round, table, Score { wins, draws: 0, how: How::Penalty }, DESK)?;
                }
            }
        }
        if effect == Effect::Disqualification {
            self.players[player.at()].disqualified = true;
            if self.players[player.at()].left.is_none() {
                self.drop_out(player)?;
            }
        }
        Ok(())
    }
}
