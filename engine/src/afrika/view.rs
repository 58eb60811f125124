//! Positions, actions and events in words.

use catalog::fold::capital;
use std::fmt::Write as _;

use super::look::Look;
use super::state::{ARTIFACTS, Ask, Id, NONE, Step, TERRAINS, ZONE_1, Zone, as_item, as_player, owner};
use super::{Action, Table};
use crate::effect::Form;
use crate::game::{Deed, Outcome, Reason};

/// What can be seen to happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are what their names say; `event_text` is the documentation")]
pub enum Event {
    Begins { seat: u8 },
    Keeps { seat: u8 },
    ThrowsBack { seat: u8 },
    Turn { seat: u8, number: u16 },
    Step { step: Step },
    Draws { seat: u8, card: Id },
    Sees { seat: u8, card: Id },
    Takes { seat: u8, card: Id },
    Fetches { seat: u8, card: Id },
    Shuffles { seat: u8 },
    Summons { seat: u8, card: Id },
    Plays { seat: u8, card: Id },
    Uses { seat: u8, card: Id },
    Triggers { seat: u8, card: Id },
    Targets { target: Id },
    Fizzles { card: Id },
    Negates { card: Id },
    Makes { card: Id, energy: u8 },
    GainsEnergy { seat: u8, energy: u8, n: i16 },
    GainsLife { seat: u8, n: i16 },
    LosesLife { seat: u8, n: i16 },
    Enters { card: Id, seat: u8 },
    Attaches { card: Id, host: Id },
    Travels { card: Id },
    Moves { card: Id },
    Charges { card: Id },
    Uncharges { card: Id },
    Damaged { to: Id, n: i16 },
    Destroyed { card: Id },
    Falls { card: Id },
    Exiles { card: Id },
    Returns { card: Id },
    Withdraws { card: Id },
    GoesToDeck { card: Id, under: bool },
    Controls { seat: u8, card: Id },
    Counters { card: Id, n: i16 },
    Resolves { card: Id, n: i16 },
    Changes { card: Id, power: i16, health: i16 },
    Gives { card: Id, keyword: u8 },
    Discards { seat: u8, card: Id },
    Mills { seat: u8, card: Id },
    Attacks { card: Id, target: Id },
    Blocks { card: Id, attacker: Id },
    Reveals { card: Id },
    Rolls { seat: u8, side: u8 },
    Passes { seat: u8 },
    Out { seat: u8 },
    Over { outcome: Outcome },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub fn hidden(mut self) -> Event {
        if let Event::Draws { card, .. } | Event::Sees { card, .. } | Event::Takes { card, .. } = &mut self {
            *card = NONE;
        }
        self
    }
}

impl Step {
    /// Its name (AF-168).
    pub fn name(self) -> &'static str {
        match self {
            Step::Opening => "Opening",
            Step::Recharge => "Recharge Step",
            Step::Sustenance => "Sustenance Step",
            Step::Insight => "Cosmic Insight Step",
            Step::Exploration => "Exploration Phase",
            Step::Dawn => "Dawn of Conflict Step",
            Step::Mobilize => "Mobilize Forces Step",
            Step::Defend => "Establish Defenses Step",
            Step::Clash => "Clash of Forces Step",
            Step::Aftermath => "Aftermath Step",
            Step::Second => "Second Exploration Phase",
            Step::Dusk => "Dusk Step",
            Step::Restoration => "Restoration Step",
        }
    }
}

impl Table {
    fn name(&self, id: Id) -> String {
        match () {
            () if id == NONE => "a card".into(),
            () if as_player(id).is_some() => format!("seat {}", as_player(id).unwrap_or(0) + 1),
            () if as_item(id).is_some() => "what waits".into(),
            () => self.def(id).name.clone(),
        }
    }

    fn energy(&self, energy: u8) -> &str {
        &self.game.factions[energy as usize].name
    }

    /// What the lab counts. Energy is its owner's: nobody charges terrains of others.
    pub(super) fn deed(&self, event: Event) -> Option<Deed> {
        let of = |card: Id| self.def(card).card;
        Some(match event {
            Event::Turn { seat, .. } => Deed::Turn { seat },
            Event::Draws { seat, card } => Deed::Draws { seat, card: of(card) },
            Event::ThrowsBack { seat } => Deed::Redeals { seat },
            Event::Summons { seat, card } | Event::Plays { seat, card } => Deed::Plays { seat, card: of(card) },
            Event::Makes { card, .. } => Deed::Makes { seat: owner(card), n: 1 },
            Event::GainsEnergy { seat, n, .. } => Deed::Makes { seat, n },
            Event::LosesLife { seat, n } => Deed::Hurt { seat, n },
            _ => return None,
        })
    }

    pub(super) fn event_text(&self, event: Event) -> String {
        let seat_name = |seat: u8| format!("Seat {}", seat + 1);
        let name = |id: Id| self.name(id);
        match event {
            Event::Begins { seat } => format!("{} goes first", seat_name(seat)),
            Event::Keeps { seat } => format!("{} keeps the hand", seat_name(seat)),
            Event::ThrowsBack { seat } => format!("{} throws the hand back", seat_name(seat)),
            Event::Turn { seat, number } => format!("Turn {number}: seat {}", seat + 1),
            Event::Step { step } => step.name().to_owned(),
            Event::Draws { seat, card } => format!("{} draws {}", seat_name(seat), name(card)),
            Event::Sees { seat, card } => format!("{} sees {}", seat_name(seat), name(card)),
            Event::Takes { seat, card } => format!("{} takes {}", seat_name(seat), name(card)),
            Event::Fetches { seat, card } => format!("{} takes {} in hand", seat_name(seat), name(card)),
            Event::Shuffles { seat } => format!("{} shuffles", seat_name(seat)),
            Event::Summons { seat, card } => format!("{} summons {}", seat_name(seat), name(card)),
            Event::Plays { seat, card } => format!("{} plays {}", seat_name(seat), name(card)),
            Event::Uses { seat, card } => format!("{} uses {}", seat_name(seat), name(card)),
            Event::Triggers { seat, card } => format!("{}: {} triggers", seat_name(seat), name(card)),
            Event::Targets { target } => format!("{} is chosen", capital(&name(target))),
            Event::Fizzles { card } => format!("{} does nothing", name(card)),
            Event::Negates { card } => format!("{} is negated", name(card)),
            Event::Makes { card, energy } => format!("{} makes {} energy", name(card), self.energy(energy)),
            Event::GainsEnergy { seat, energy, n } => {
                format!("{} gains {n} {} energy", seat_name(seat), self.energy(energy))
            }
            Event::GainsLife { seat, n } => format!("{} gains {n} life", seat_name(seat)),
            Event::LosesLife { seat, n } => format!("{} loses {n} life", seat_name(seat)),
            Event::Enters { card, seat } => format!("{} enters play under seat {}", name(card), seat + 1),
            Event::Attaches { card, host } => format!("{} is attached to {}", name(card), name(host)),
            Event::Travels { card } => format!("{} travels", name(card)),
            Event::Moves { card } => format!("{} goes to the other zone", name(card)),
            Event::Charges { card } => format!("{} is charged", name(card)),
            Event::Uncharges { card } => format!("{} is uncharged", name(card)),
            Event::Damaged { to, n } => format!("{} takes {n} damage", capital(&name(to))),
            Event::Destroyed { card } => format!("{} is destroyed", name(card)),
            Event::Falls { card } => format!("{} goes to the Void Zone", name(card)),
            Event::Exiles { card } => format!("{} is exiled", name(card)),
            Event::Returns { card } => format!("{} returns to its owner's hand", name(card)),
            Event::Withdraws { card } => format!("{} returns to its command area", name(card)),
            Event::GoesToDeck { card, under: true } => format!("{} goes under its owner's Codex", name(card)),
            Event::GoesToDeck { card, under: false } => format!("{} goes on top of its owner's Codex", name(card)),
            Event::Controls { seat, card } => format!("{} gains control of {}", seat_name(seat), name(card)),
            Event::Counters { card, n } => format!("{} gets {n:+} counters", name(card)),
            Event::Resolves { card, n } => format!("{} has {n:+} Resolve", name(card)),
            Event::Changes { card, power, health } => format!("{} gets {power:+}/{health:+}", name(card)),
            Event::Gives { card, keyword } => {
                format!("{} gets {}", name(card), self.game.keywords[keyword as usize].name)
            }
            Event::Discards { seat, card } => format!("{} discards {}", seat_name(seat), name(card)),
            Event::Mills { seat, card } => format!("{} discards {} from the Codex", seat_name(seat), name(card)),
            Event::Attacks { card, target } => format!("{} attacks {}", name(card), name(target)),
            Event::Blocks { card, attacker } => format!("{} blocks {}", name(card), name(attacker)),
            Event::Reveals { card } => format!("{} is revealed", name(card)),
            Event::Rolls { seat, side: 0 } => format!("{} rolls the die: traverse", seat_name(seat)),
            Event::Rolls { seat, side: 1 } => format!("{} rolls the die: chaos", seat_name(seat)),
            Event::Rolls { seat, .. } => format!("{} rolls the die: nothing", seat_name(seat)),
            Event::Passes { seat } => format!("{} passes", seat_name(seat)),
            Event::Out { seat } => format!("{} is out", seat_name(seat)),
            Event::Over { outcome } => outcome_text(outcome),
        }
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome) -> String {
    let why = match outcome.reason {
        Reason::LastStanding => "the others have no life left",
        Reason::Progress => "by the word of a card",
        Reason::DeckOut => "an opponent had to draw from an empty Codex",
        Reason::Neighbour => "the player on the left is out",
        Reason::AllOut => "all went out at once",
        Reason::Home | Reason::Mission => "a goal of another game",
        Reason::TurnLimit => "the turn limit was reached",
        Reason::Overflow => "more happened at once than the engine can hold",
    };
    match (0..8).filter(|s| outcome.won(*s)).map(|s| s + 1).collect::<Vec<u8>>()[..] {
        [] => format!("Nobody wins: {why}"),
        [one] => format!("Seat {one} wins: {why}"),
        _ if outcome.reason == Reason::AllOut => format!("A draw: {why}"),
        ref several => {
            let seats: Vec<String> = several.iter().map(u8::to_string).collect();
            format!("Seats {} win: {why}", seats.join(" and "))
        }
    }
}

impl<const N: usize, const B: usize> Look<'_, N, B> {
    /// A card by a name that is its own among those that the acting player may mean.
    fn label(&self, id: Id) -> String {
        if let Some(seat) = as_player(id) {
            return format!("seat {}", seat + 1);
        }
        if let Some(at) = as_item(id) {
            let source = self.s.stack[at].source;
            let below =
                self.s.items()[..at].iter().filter(|i| self.t.def_at(i.source) == self.t.def_at(source)).count();
            let several = if below > 0 { format!(" #{}", below + 1) } else { String::new() };
            return format!("waiting {}{several}", self.t.def(source).name);
        }
        let mut text = String::new();
        if let Some(body) = self.s.body_if(id) {
            if body.keeper != self.decider() {
                let several = self.t.count() > 2;
                text = if several { format!("seat {}'s ", body.keeper + 1) } else { "enemy ".into() };
            }
            text.push_str(&self.t.def(id).name);
            let same = |b: &&super::Body| b.keeper == body.keeper && self.t.def_at(b.id) == self.t.def_at(id);
            if self.s.in_order().filter(same).count() > 1 {
                let mut ids: Vec<(u16, Id)> = self.s.in_order().filter(same).map(|b| (b.since, b.id)).collect();
                ids.sort_unstable();
                let place = ids.iter().position(|(_, other)| *other == id).unwrap_or(0) + 1;
                let _ = write!(text, " #{place}");
            }
            return text;
        }
        self.t.def(id).name.clone()
    }

    fn place_name(&self, area: u8, place: u8, seat: u8) -> String {
        let name = match place {
            TERRAINS => "the Terrain Stack".to_owned(),
            ARTIFACTS => "the Artifact Stack".to_owned(),
            zone => format!("Zone {}", zone + 1 - ZONE_1),
        };
        if area == seat { name } else { format!("{name} of seat {}", area + 1) }
    }

    pub(super) fn action_text(&self, action: Action) -> String {
        let asked = |id: Id| self.label(id);
        match action {
            Action::Keep => "keep".into(),
            Action::Mulligan => "throw the hand back".into(),
            Action::Play(id, mode) => {
                let def = self.t.def(id);
                let played = |e: &crate::effect::Entry| matches!(e.form, Form::Played { .. });
                let mut text = match self.is(id, self.t.types.terrain) {
                    true => format!("summon {}", def.name),
                    false => format!("play {}", def.name),
                };
                if def.entries.iter().filter(|e| played(e)).count() > 1 {
                    let place = def.entries[..mode as usize].iter().filter(|e| played(e)).count() + 1;
                    let _ = write!(text, ", mode {place}");
                }
                if self.s.zone(id) == Zone::Command {
                    text.push_str(" from command");
                }
                text
            }
            Action::Use(id, entry) => {
                let entries = &self.t.def(id).entries;
                let several = entries.iter().filter(|e| matches!(e.form, Form::Activated(_))).count() > 1;
                let place = self.activated_before(id, entry) + 1;
                let which = if several { format!(", ability {place}") } else { String::new() };
                let from = if self.s.zone(id) == Zone::Void { " from the Void Zone" } else { "" };
                format!("use {}{which}{from}", self.label(id))
            }
            Action::Equip(id) => format!("equip {}", self.label(id)),
            Action::Travel(id) => format!("travel in {}", self.label(id)),
            Action::Roll => "roll the die".into(),
            Action::Attack(target) => match self.s.ask {
                Ask::Attack(id) => format!("{} attacks {}", asked(id), self.label(target)),
                _ => "attack".into(),
            },
            Action::Block(attacker) => match self.s.ask {
                Ask::Block(id) => format!("{} blocks {}", asked(id), self.label(attacker)),
                _ => "block".into(),
            },
            Action::Stay => match self.s.ask {
                Ask::Attack(id) | Ask::Block(id) => format!("{} stays", asked(id)),
                _ => "stay".into(),
            },
            Action::Choose(id) => format!("choose {}", self.label(id)),
            Action::Seat(seat) => format!("choose seat {}", seat + 1),
            Action::Done => "done".into(),
            Action::Place(area, place) => format!("into {}", self.place_name(area, place, self.decider())),
            Action::X(n) => format!("X is {n}"),
            Action::Deal(n) => format!("deal {n}"),
            Action::Next(i) => {
                let waiting = self.s.waiting[i as usize];
                let about = if waiting.it == NONE || waiting.it == waiting.source {
                    String::new()
                } else {
                    format!(" about {}", self.label(waiting.it))
                };
                format!("next: {}, ability {}{about} ({})", self.label(waiting.source), waiting.entry + 1, i + 1)
            }
            Action::Way(i) => format!("way {}", i + 1),
            Action::Charge(id, energy) => format!("charge {} for {}", self.label(id), self.t.energy(energy)),
            Action::Auto => "pay".into(),
            Action::Yes | Action::No => {
                let yes = action == Action::Yes;
                match (self.s.frame, self.s.ask) {
                    (None, Ask::Leader(seat)) => {
                        let name = self.t.leader(seat).map_or("", |id| &self.t.def(id).name);
                        if yes { format!("return {name} to command") } else { format!("leave {name} there") }
                    }
                    _ => if yes { "yes" } else { "no" }.into(),
                }
            }
            Action::Pass => "pass".into(),
        }
    }
}
