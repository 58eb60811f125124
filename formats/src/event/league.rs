//! A table over several events: who has gathered most.

use super::TournamentEvent;

/// How the places of events become points of a league.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeagueScoring {
    /// The match points of all events together.
    MatchPoints,
    /// So many for the first place, the second, and so on; those behind the list have none.
    Places(Vec<u32>),
}

/// A line of the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeagueStanding {
    /// Rank from 1; those who are equal share one.
    pub rank: u32,
    /// Name, as it was written first.
    pub name: String,
    /// Points.
    pub points: u32,
    /// Places, by event; absent where the player was not there.
    pub places: Vec<Option<u32>>,
}

/// The table over events. People are the same whose names are written alike.
pub fn table(events: &[&TournamentEvent], by: &LeagueScoring) -> Vec<LeagueStanding> {
    let mut lines: Vec<LeagueStanding> = Vec::new();
    for (at, event) in events.iter().enumerate() {
        let records = event.records(event.rounds.len());
        for (place, id) in (1..).zip(event.ranking()) {
            let name = event.name(id);
            let known = lines.iter().position(|l| catalog::fold::fold(&l.name) == catalog::fold::fold(name));
            let known = known.unwrap_or_else(|| {
                let places = vec![None; events.len()];
                lines.push(LeagueStanding { rank: 0, name: name.to_owned(), points: 0, places });
                lines.len() - 1
            });
            let line = &mut lines[known];
            line.places[at] = Some(place);
            line.points += match by {
                LeagueScoring::MatchPoints => records[id.at()].points,
                LeagueScoring::Places(list) => list.get(place as usize - 1).copied().unwrap_or(0),
            };
        }
    }
    // Equal points: the better best place, then the better second best.
    let best = |line: &LeagueStanding| {
        let mut places: Vec<u32> = line.places.iter().flatten().copied().collect();
        places.sort_unstable();
        places.resize(events.len(), u32::MAX);
        places
    };
    lines.sort_by_cached_key(|l| (std::cmp::Reverse(l.points), best(l), catalog::fold::fold(&l.name)));
    for at in 0..lines.len() {
        let level = at > 0 && lines[at].points == lines[at - 1].points && best(&lines[at]) == best(&lines[at - 1]);
        lines[at].rank = if level { lines[at - 1].rank } else { at as u32 + 1 };
    }
    lines
}
