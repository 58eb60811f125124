//! What was done at an event, in sentences.

use catalog::tr;

use super::bracket::BracketKind;
use super::clock::ClockAction;
use super::log::{EventAction, EventLogEntry, RoundStage};
use super::rules::Penalty;
use super::{PlayerId, TournamentEvent};

impl TournamentEvent {
    /// An entry of this event's log as a sentence; rounds and tables are counted from 1.
    pub fn describe(&self, entry: &EventLogEntry) -> String {
        let name = |id: &PlayerId| self.name(*id).to_owned();
        let names = |ids: &[PlayerId]| ids.iter().map(name).collect::<Vec<_>>().join(", ");
        match &entry.action {
            EventAction::Enter(all) => match &all[..] {
                [one] => tr!("{name} joined.", name = one.name),
                all => {
                    let names: Vec<&str> = all.iter().map(|e| e.name.as_str()).collect();
                    tr!("{number} joined: {names}.", number = all.len(), names = names.join(", "))
                }
            },
            EventAction::Rename { name, .. } => tr!("Name corrected: {name}.", name),
            EventAction::Drop { player } => tr!("{name} left.", name = name(player)),
            EventAction::Return { player } => tr!("{name} came back.", name = name(player)),
            EventAction::Seat(pods) if pods.is_empty() => tr!("Seating undone."),
            EventAction::Seat(pods) => {
                let sizes: Vec<String> = pods.iter().map(|pod| pod.len().to_string()).collect();
                tr!("Seats were drawn: {sizes}.", sizes = sizes.join(" + "))
            }
            EventAction::Pair { stage: RoundStage::Bracket, matches } => {
                tr!("A round of the bracket was paired: {tables}.", tables = tables_label(matches.len()))
            }
            EventAction::Pair { matches, .. } => {
                tr!("A round was paired: {tables}.", tables = tables_label(matches.len()))
            }
            EventAction::Again(matches) => {
                tr!("The round was paired anew: {tables}.", tables = tables_label(matches.len()))
            }
            EventAction::Cut { kind: BracketKind::Double, seeds } => {
                tr!("{number} went on to a double knockout: {names}.", number = seeds.len(), names = names(seeds))
            }
            EventAction::Cut { seeds, .. } => {
                tr!("{number} went on to a knockout: {names}.", number = seeds.len(), names = names(seeds))
            }
            EventAction::Report { round, table, score } => {
                let paired = self.rounds.get(*round as usize - 1);
                let paired = paired.and_then(|r| r.matches.get(*table as usize - 1)).map(|m| &m.pairing);
                let score = score.label();
                match paired.map(|p| (name(&p.a), p.b.as_ref().map(name))) {
                    Some((a, Some(b))) => {
                        tr!("Round {round}, table {table}, {a} and {b}: {score}.", round, table, a, b, score)
                    }
                    Some((a, None)) => tr!("Round {round}, table {table}, {a}: {score}.", round, table, a, score),
                    None => tr!("Round {round}, table {table}: {score}.", round, table, score),
                }
            }
            EventAction::Meet { a, b, score } => {
                tr!("{a} and {b} met: {score}.", a = name(a), b = name(b), score = score.label())
            }
            EventAction::Penalty { player, kind, note } => {
                let known = self.start.rules.penalties.iter().find(|p| p.id == *kind);
                let kind = known.map_or_else(|| kind.clone(), Penalty::describe);
                let note = if note.is_empty() { String::new() } else { format!(" ({note})") };
                tr!("{name} got a penalty: {kind}{note}.", name = name(player), kind, note)
            }
            EventAction::Pardon { penalty } => match self.penalties.get(*penalty) {
                Some(given) => tr!("A penalty for {name} was withdrawn.", name = name(&given.player)),
                None => tr!("A penalty was withdrawn."),
            },
            EventAction::Clock(ClockAction::Start { minutes }) => {
                tr!("Clock started: 1 minute." | "Clock started: {n} minutes." % *minutes)
            }
            EventAction::Clock(ClockAction::Pause) => tr!("Clock paused."),
            EventAction::Clock(ClockAction::Resume) => tr!("Clock resumed."),
            EventAction::Clock(ClockAction::Extra { table, minutes }) => {
                tr!("Table {table} got 1 minute more." | "Table {table} got {n} minutes more." % *minutes, table)
            }
            EventAction::Deck { player, deck } => {
                tr!("{name} registered “{deck}”.", name = name(player), deck = deck.name)
            }
            EventAction::Pool { player, cards, witness: None } => {
                tr!(
                    "The pool of {name} came in: 1 card." | "The pool of {name} came in: {n} cards." % cards.len(),
                    name = name(player)
                )
            }
            EventAction::Pool { player, cards, witness: Some(witness) } => tr!(
                "The pool of {name} came in: 1 card, written down by {witness}."
                    | "The pool of {name} came in: {n} cards, written down by {witness}." % cards.len(),
                name = name(player),
                witness = name(witness)
            ),
            EventAction::Draft { pod, draft } => tr!("Pod {pod} drafts as “{draft}”.", pod = pod + 1, draft),
            EventAction::Draw { players } => tr!("Deck checks drawn: {names}.", names = names(players)),
            EventAction::Checked { player, fault: None } => {
                tr!("{name}'s deck was checked: fine.", name = name(player))
            }
            EventAction::Checked { player, fault: Some(fault) } => {
                tr!("{name}'s deck was checked: {fault}.", name = name(player), fault)
            }
            EventAction::Prizes(prizes) => {
                let one = |p: &super::log::Prize| {
                    if p.from == p.to {
                        format!("{} {}", p.from, p.what)
                    } else {
                        format!("{}–{} {}", p.from, p.to, p.what)
                    }
                };
                let prizes: Vec<String> = prizes.iter().map(one).collect();
                tr!("Prizes were set: {prizes}.", prizes = prizes.join("; "))
            }
            EventAction::Publish { decks, pools } => match (decks, pools) {
                (true, true) => tr!("Decks and pools are in the report."),
                (true, false) => tr!("Decks are in the report, pools are not."),
                (false, true) => tr!("Pools are in the report, decks are not."),
                (false, false) => tr!("Neither decks nor pools are in the report."),
            },
        }
    }
}

fn tables_label(n: usize) -> String {
    tr!("1 table" | "{n} tables" % n)
}
