//! What was done at an event, in sentences.

use super::bracket::Kind as Bracket;
use super::clock::Hand;
use super::log::{Action, Entry, Stage};
use super::{Event, Id};

impl Event {
    /// An entry of this event's log as a sentence; rounds and tables are counted from 1.
    pub fn words(&self, entry: &Entry) -> String {
        let name = |id: &Id| self.name(*id).to_owned();
        let names = |ids: &[Id]| ids.iter().map(name).collect::<Vec<_>>().join(", ");
        match &entry.action {
            Action::Enter(all) => match &all[..] {
                [one] => format!("{} came in.", one.name),
                all => {
                    let names: Vec<&str> = all.iter().map(|e| e.name.as_str()).collect();
                    format!("{} came in: {}.", all.len(), names.join(", "))
                }
            },
            Action::Rename { name, .. } => format!("A name was put right: {name}."),
            Action::Drop { player } => format!("{} left.", name(player)),
            Action::Return { player } => format!("{} came back.", name(player)),
            Action::Seat(pods) if pods.is_empty() => "Everybody stood up again.".to_owned(),
            Action::Seat(pods) => {
                let sizes: Vec<String> = pods.iter().map(|pod| pod.len().to_string()).collect();
                format!("Seats were drawn: {}.", sizes.join(" + "))
            }
            Action::Pair { stage, matches } => {
                let kind = if *stage == Stage::Bracket { "A round of the bracket" } else { "A round" };
                format!("{kind} was paired: {}.", tables(matches.len()))
            }
            Action::Again(matches) => format!("The round was paired anew: {}.", tables(matches.len())),
            Action::Cut { kind, seeds } => {
                let kind = if *kind == Bracket::Double { "a double knockout" } else { "a knockout" };
                format!("{} went on to {kind}: {}.", seeds.len(), names(seeds))
            }
            Action::Report { round, table, score } => {
                let paired = self.rounds.get(*round as usize - 1);
                let paired = paired.and_then(|r| r.matches.get(*table as usize - 1)).map(|m| &m.pairing);
                let who = paired.map_or(String::new(), |p| match &p.b {
                    Some(b) => format!(", {} and {}", name(&p.a), name(b)),
                    None => format!(", {}", name(&p.a)),
                });
                format!("Round {round}, table {table}{who}: {}.", score.words())
            }
            Action::Meet { a, b, score } => format!("{} and {} met: {}.", name(a), name(b), score.words()),
            Action::Penalty { player, kind, note } => {
                let kind = self.start.rules.penalties.iter().find(|p| p.id == *kind).map_or(kind, |p| &p.name);
                let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
                format!("{} got a penalty: {kind}{note}.", name(player))
            }
            Action::Pardon { penalty } => match self.penalties.get(*penalty) {
                Some(given) => format!("A penalty of {} was taken back.", name(&given.player)),
                None => "A penalty was taken back.".to_owned(),
            },
            Action::Clock(Hand::Start { minutes }) => format!("The clock began with {minutes} minutes."),
            Action::Clock(Hand::Pause) => "The clock was stopped.".to_owned(),
            Action::Clock(Hand::Resume) => "The clock went on.".to_owned(),
            Action::Clock(Hand::Extra { table, minutes }) => format!("Table {table} got {minutes} minutes more."),
            Action::Deck { player, deck } => format!("{} registered “{}”.", name(player), deck.name),
            Action::Pool { player, cards, witness } => {
                let by = witness.as_ref().map_or(String::new(), |w| format!(", written down by {}", name(w)));
                format!("The pool of {} came in: {} cards{by}.", name(player), cards.len())
            }
            Action::Draft { pod, draft } => format!("Pod {} drafts as “{draft}”.", pod + 1),
            Action::Draw { players } => format!("Decks to look at were drawn: {}.", names(players)),
            Action::Checked { player, fault: None } => format!("The deck of {} was looked at: fine.", name(player)),
            Action::Checked { player, fault: Some(fault) } => {
                format!("The deck of {} was looked at: {fault}.", name(player))
            }
            Action::Prizes(prizes) => {
                let one = |p: &super::log::Prize| match p.from == p.to {
                    true => format!("{} {}", p.from, p.what),
                    false => format!("{}–{} {}", p.from, p.to, p.what),
                };
                format!("Prizes were set: {}.", prizes.iter().map(one).collect::<Vec<_>>().join("; "))
            }
            Action::Publish { decks, pools } => match (decks, pools) {
                (true, true) => "Decks and pools are in the report.".to_owned(),
                (true, false) => "Decks are in the report, pools are not.".to_owned(),
                (false, true) => "Pools are in the report, decks are not.".to_owned(),
                (false, false) => "Neither decks nor pools are in the report.".to_owned(),
            },
        }
    }
}

fn tables(n: usize) -> String {
    if n == 1 { "1 table".to_owned() } else { format!("{n} tables") }
}
