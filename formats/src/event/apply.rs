//! What each entry of the log does to an event, and why some cannot be.

use std::collections::HashSet;

use catalog::tr;

use super::bounds;
use super::bracket::{self, Bracket};
use super::clock::RoundClock;
use super::log::{self, EventAction, EventLogEntry, MatchScore, Pairing, ResultKind, RoundStage};
use super::{
    DeckCheck, DeckCheckResult, EventError, EventKind, EventMatch, EventPlayer, GivenPenalty, ORGANISER, PairingScheme,
    PenaltyEffect, PlayerId, Published, Round, TournamentEvent,
};

impl TournamentEvent {
    /// Does something; what does not fit may be half done.
    pub(super) fn apply(&mut self, entry: EventLogEntry) -> Result<(), EventError> {
        self.within_bounds(&entry)?;
        match &entry.action {
            EventAction::Enter(entrants) => self.enter(entrants)?,
            EventAction::Rename { player, name } => {
                self.known(*player)?;
                self.free_name(name, Some(*player))?;
                self.players[player.at()].name = name.trim().to_owned();
            }
            EventAction::Drop { player } => {
                self.known(*player)?;
                self.drop_out(*player)?;
            }
            EventAction::Return { player } => {
                self.known(*player)?;
                let player = &mut self.players[player.at()];
                if player.disqualified || player.left.is_none() {
                    let name = &player.name;
                    return Err(EventError::new(if player.disqualified {
                        tr!("{name} was disqualified", name)
                    } else {
                        tr!("{name} has not left", name)
                    }));
                }
                player.left = None;
            }
            EventAction::Seat(pods) => self.seat_players(pods)?,
            EventAction::Pair { stage, matches } => {
                self.fits_round(matches)?;
                self.require_results()?;
                self.rounds.push(Round { stage: *stage, matches: self.set_up(matches), clock: RoundClock::default() });
            }
            EventAction::Again(matches) => {
                self.fits_round(matches)?;
                self.require_unplayed()?;
                let set_up = self.set_up(matches);
                let last =
                    self.rounds.last_mut().ok_or_else(|| EventError::new(tr!("no round has been paired yet")))?;
                last.matches = set_up;
            }
            EventAction::Cut { kind, seeds } => self.cut_to(*kind, seeds)?,
            EventAction::Report { round, table, score } => self.report(*round, *table, *score, &entry.by)?,
            EventAction::Meet { a, b, score } => {
                self.known(*a)?;
                self.known(*b)?;
                if !self.start.is_league() || a == b {
                    return Err(EventError::new(tr!("only in a league do two players meet as they like")));
                }
                let pairing = Pairing { a: *a, b: Some(*b), pod: None, node: None, why: Vec::new() };
                let m = EventMatch { pairing, score: Some(*score), by: entry.by.clone() };
                self.rounds.push(Round { stage: RoundStage::Rounds, matches: vec![m], clock: RoundClock::default() });
            }
            EventAction::Penalty { player, kind, note } => self.give_penalty(*player, kind, note)?,
            EventAction::Pardon { penalty } => {
                let given = self.penalties.get_mut(*penalty).filter(|g| !g.pardoned);
                let given = given.ok_or_else(|| EventError::new(tr!("there is no such penalty")))?;
                given.pardoned = true;
                let player = given.player;
                if self.effect(&self.penalties[*penalty].kind) == Some(PenaltyEffect::Disqualification) {
                    self.players[player.at()].disqualified = false;
                }
            }
            EventAction::Clock(hand) => {
                let round =
                    self.rounds.last_mut().ok_or_else(|| EventError::new(tr!("no round has been paired yet")))?;
                round.clock.apply(hand, entry.at).map_err(|e| EventError::new(e.to_string()))?;
            }
            EventAction::Deck { player, deck } => {
                self.known(*player)?;
                self.players[player.at()].deck = Some(deck.clone());
            }
            EventAction::Pool { player, cards, witness } => {
                self.known(*player)?;
                if *witness == Some(*player) {
                    return Err(EventError::new(tr!("players cannot register their own pool")));
                }
                self.players[player.at()].pool = Some((cards.clone(), *witness));
            }
            EventAction::Draft { pod, draft } => {
                let place = self.drafts.get_mut(*pod).ok_or_else(|| EventError::new(tr!("there is no such pod")))?;
                *place = Some(draft.clone());
            }
            EventAction::Draw { players } => {
                let check =
                    |player: &PlayerId| DeckCheck { player: *player, at: entry.at, result: DeckCheckResult::Waiting };
                self.checks.extend(players.iter().map(check));
            }
            EventAction::Checked { player, fault } => {
                self.known(*player)?;
                let result = fault.clone().map_or(DeckCheckResult::Passed, DeckCheckResult::Failed);
                let made = DeckCheck { player: *player, at: entry.at, result };
                match self.checks.iter_mut().find(|c| c.player == *player && c.result == DeckCheckResult::Waiting) {
                    Some(check) => *check = made,
                    None => self.checks.push(made),
                }
            }
            EventAction::Prizes(prizes) => {
                if let Some(bad) = prizes.iter().find(|p| p.from == 0 || p.to < p.from) {
                    return Err(EventError::new(tr!(
                        "`{what}` is for no rank: {from} to {to}",
                        what = bad.what,
                        from = bad.from,
                        to = bad.to
                    )));
                }
                self.prizes.clone_from(prizes);
            }
            EventAction::Publish { decks, pools } => self.published = Published { decks: *decks, pools: *pools },
        }
        self.log.push(entry);
        Ok(())
    }

    fn known(&self, player: PlayerId) -> Result<(), EventError> {
        if player.at() < self.players.len() { Ok(()) } else { Err(EventError::new(tr!("there is no such player"))) }
    }

    fn free_name(&self, name: &str, own: Option<PlayerId>) -> Result<(), EventError> {
        bounds::name(name)?;
        match self.find(name) {
            Ok(id) if Some(id) != own => Err(EventError::new(tr!("`{name}` is here already", name = self.name(id)))),
            _ => Ok(()),
        }
    }

    fn enter(&mut self, entrants: &[log::Entrant]) -> Result<(), EventError> {
        if !self.pods.is_empty() && self.start.pods.is_some() {
            return Err(EventError::new(if self.rounds.is_empty() {
                tr!("the pods are already seated, so no player can be added; undo the seating first")
            } else {
                tr!("the pods are already seated, so no player can be added")
            }));
        }
        if self.bracket.is_some() || (self.start.scheme == PairingScheme::RoundRobin && !self.rounds.is_empty()) {
            return Err(EventError::new(tr!("no player can be added once all matches are paired")));
        }
        // Folded once each: asking for every name anew would take seconds for a thousand players.
        let mut taken: HashSet<String> = self.players.iter().map(|p| catalog::fold::fold(&p.name)).collect();
        for entrant in entrants {
            bounds::name(&entrant.name)?;
            if !taken.insert(catalog::fold::fold(entrant.name.trim())) {
                let name = self.name(self.find(&entrant.name)?);
                return Err(EventError::new(tr!("`{name}` is here already", name)));
            }
            let fits = match self.start.team {
                1 => entrant.members.is_empty(),
                team => entrant.members.len() == team as usize,
            };
            if !fits {
                let name = &entrant.name;
                return Err(EventError::new(match self.start.team {
                    1 => tr!("`{name}`: everybody here plays alone", name),
                    team => tr!("`{name}`: everybody here is a team of {team}", name, team),
                }));
            }
            self.players.push(EventPlayer {
                id: PlayerId(self.players.len() as u32),
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

    fn drop_out(&mut self, player: PlayerId) -> Result<(), EventError> {
        if self.players[player.at()].left.is_some() {
            return Err(EventError::new(tr!("{name} has left already", name = self.name(player))));
        }
        // Whoever is not in the last round has missed it, and it does not count any more.
        let round = self.round();
        let last = (0..=round).rev().find(|r| *r == 0 || self.match_of(*r, player).is_some()).unwrap_or(0);
        self.players[player.at()].left = Some(last);
        Ok(())
    }

    fn seat_players(&mut self, pods: &[Vec<PlayerId>]) -> Result<(), EventError> {
        if !self.rounds.is_empty() || self.drafts.iter().any(Option::is_some) {
            return Err(EventError::new(tr!("seats cannot change once drafts or rounds have begun")));
        }
        let mut seated: Vec<PlayerId> = pods.concat();
        seated.sort_unstable();
        let present: Vec<PlayerId> = self.present().map(|p| p.id).collect();
        if !pods.is_empty() && seated != present {
            return Err(EventError::new(tr!("everybody who is here needs one seat")));
        }
        self.pods = pods.to_vec();
        self.drafts = vec![None; pods.len()];
        Ok(())
    }

    fn fits_round(&self, matches: &[Pairing]) -> Result<(), EventError> {
        if self.start.kind == EventKind::Draft && self.pods.is_empty() {
            return Err(EventError::new(tr!("there are no seats yet: draw them before the first round")));
        }
        let mut all: Vec<PlayerId> = matches.iter().flat_map(|m| [Some(m.a), m.b]).flatten().collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        if count == all.len() && all.iter().all(|id| id.at() < self.players.len()) && count > 0 {
            Ok(())
        } else {
            Err(EventError::new(tr!("everybody plays once in a round")))
        }
    }

    /// Whether all results of the last round are in.
    pub(super) fn require_results(&self) -> Result<(), EventError> {
        let waiting = self.waiting();
        if waiting.is_empty() || self.start.is_league() {
            return Ok(());
        }
        let tables: Vec<String> = waiting.iter().take(12).map(u32::to_string).collect();
        Err(EventError::new(tr!("no result yet of table {tables}", tables = tables.join(", "))))
    }

    fn require_unplayed(&self) -> Result<(), EventError> {
        let last = self.rounds.last().ok_or_else(|| EventError::new(tr!("no round has been paired yet")))?;
        let played = last.matches.iter().any(|m| m.score.is_some_and(|s| s.how != ResultKind::Bye));
        if played || last.stage == RoundStage::Bracket {
            Err(EventError::new(tr!("the round has begun: results of it are in; only two tables can still be changed")))
        } else {
            Ok(())
        }
    }

    fn set_up(&self, matches: &[Pairing]) -> Vec<EventMatch> {
        let bye = MatchScore { wins: (self.start.rules.games, 0), draws: 0, how: ResultKind::Bye };
        let set =
            |p: &Pairing| EventMatch { pairing: p.clone(), score: p.b.is_none().then_some(bye), by: ORGANISER.into() };
        matches.iter().map(set).collect()
    }

    fn cut_to(&mut self, kind: bracket::BracketKind, seeds: &[PlayerId]) -> Result<(), EventError> {
        if self.bracket.as_ref().is_some_and(|_| self.rounds.iter().any(|r| r.stage == RoundStage::Bracket)) {
            return Err(EventError::new(tr!("the bracket has begun")));
        }
        if seeds.len() < 2 || !self.waiting().is_empty() || self.start.is_league() {
            return Err(EventError::new(tr!("a bracket needs two players or more, and all results before it")));
        }
        seeds.iter().try_for_each(|s| self.known(*s))?;
        self.bracket = Some(Bracket::new(kind, seeds.to_vec()));
        Ok(())
    }

    fn effect(&self, kind: &str) -> Option<PenaltyEffect> {
        self.start.rules.penalties.iter().find(|p| p.id == kind).map(|p| p.effect)
    }

    fn report(&mut self, round: u32, table: u32, score: MatchScore, by: &str) -> Result<(), EventError> {
        let none = || EventError::new(tr!("there is no table {table} in round {round}", table, round));
        let at = (round as usize).checked_sub(1).filter(|r| *r < self.rounds.len()).ok_or_else(none)?;
        let place = (table as usize).checked_sub(1).ok_or_else(none)?;
        let m = self.rounds[at].matches.get(place).ok_or_else(none)?;
        let (a, Some(b)) = (m.pairing.a, m.pairing.b) else {
            return Err(EventError::new(tr!("{name} has a bye", name = self.name(m.pairing.a))));
        };
        if by != ORGANISER {
            let folded = catalog::fold::fold(by);
            let is = |id: PlayerId| {
                let player = &self.players[id.at()];
                [&player.name].into_iter().chain(&player.members).any(|n| catalog::fold::fold(n) == folded)
            };
            if !is(a) && !is(b) {
                return Err(EventError::new(tr!(
                    "{by} does not play at table {table}; the two players or the desk say how it ended",
                    by,
                    table
                )));
            }
            if let Some(known) = m.score.filter(|known| *known != score) {
                let other = &m.by;
                return Err(EventError::new(tr!(
                    "{other} said {score}; only the desk can say otherwise",
                    other,
                    score = known.label()
                )));
            }
        }
        let bracket = self.rounds[at].stage == RoundStage::Bracket;
        if bracket && score.winner().is_none() {
            return Err(EventError::new(tr!("a bracket match needs a winner: it has no draws")));
        }
        for (side, player) in [a, b].into_iter().enumerate() {
            let lost = |g: &&GivenPenalty| g.player == player && g.round == round && !g.pardoned;
            let effects: Vec<PenaltyEffect> =
                self.penalties.iter().filter(lost).filter_map(|g| self.effect(&g.kind)).collect();
            let games = effects.iter().filter(|e| **e == PenaltyEffect::GameLoss).count() as u32;
            if score.won(1 - side) < games && score.how != ResultKind::NobodyCame {
                let who = self.name(player);
                return Err(EventError::new(tr!(
                    "{who} has a game loss in this round, so the other side has won at least {games}",
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
            self.update_bracket(at);
        }
        Ok(())
    }

    /// After a result of the bracket: matches of later rounds are between those who are in them now.
    fn update_bracket(&mut self, after: usize) {
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

    fn give_penalty(&mut self, player: PlayerId, kind: &str, note: &str) -> Result<(), EventError> {
        self.known(player)?;
        let Some(effect) = self.effect(kind) else {
            let known: Vec<&str> = self.start.rules.penalties.iter().map(|p| p.id.as_str()).collect();
            return Err(EventError::new(tr!(
                "there is no penalty `{kind}` ({hint})",
                kind,
                hint = catalog::read::suggest(kind, &known)
            )));
        };
        let round = self.round();
        let (kind, note) = (kind.to_owned(), note.to_owned());
        self.penalties.push(GivenPenalty { player, round, kind, note, pardoned: false });
        if matches!(effect, PenaltyEffect::MatchLoss | PenaltyEffect::Disqualification) {
            let games = self.start.rules.games;
            if let Some((table, m, side)) = self.match_of(round, player).filter(|(_, m, _)| m.pairing.b.is_some()) {
                let wins = if side == 0 { (0, games) } else { (games, 0) };
                let open = m.score.is_none() || effect == PenaltyEffect::MatchLoss;
                if open {
                    self.report(round, table, MatchScore { wins, draws: 0, how: ResultKind::Penalty }, ORGANISER)?;
                }
            }
        }
        if effect == PenaltyEffect::Disqualification {
            self.players[player.at()].disqualified = true;
            if self.players[player.at()].left.is_none() {
                self.drop_out(player)?;
            }
        }
        Ok(())
    }
}
