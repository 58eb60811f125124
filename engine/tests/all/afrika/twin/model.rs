//! A position as the twin keeps it, and the comparison with the engine's.

use std::collections::BTreeMap;
use std::fmt::Write;

use catalog::card::Card;
use engine::games::afrika::{Action, CHARGED, Duel, ENERGIES, Id, Options, SLOTS, State, Step, Zone};
use engine::kernel::outcome::EndReason;
use engine::kernel::rules::Rules;

use super::record::Record;

/// The game is over.
pub struct Over;
/// What can be cut short by the end of the game.
pub type Flow<T = ()> = Result<T, Over>;

/// A card and what is on it.
pub struct Thing<'a> {
    pub card: &'a Card,
    pub owner: u8,
    pub zone: Zone,
    pub charged: bool,
    pub fresh: bool,
    pub damage: i32,
    /// Damaged by what destroys whatever it damages.
    pub poisoned: bool,
    /// What it attacks: a player or an entity.
    pub attacks: Option<Id>,
    /// The attacker that it blocks.
    pub blocks: Option<Id>,
    /// Its place among several blockers.
    pub line: u32,
    pub blocked: bool,
    /// Has dealt its combat damage.
    pub dealt: bool,
}

/// The start of a game and all that came of it.
pub struct Model<'a> {
    pub game: &'a catalog::GameData,
    pub duel: &'a Duel,
    pub record: &'a Record,
    pub step: usize,
    pub drawn: usize,
    pub things: BTreeMap<Id, Thing<'a>>,
    /// Cards in play; whoever comes takes the first free place.
    pub table: Vec<Option<Id>>,
    pub stack: Vec<Id>,
    pub life: [i32; 2],
    pub pool: [[u8; ENERGIES]; 2],
    pub terrains: [u32; 2],
    pub turn: u32,
    pub active: u8,
    pub now: Option<Step>,
    /// Who has won, and why.
    pub outcome: Option<(u8, EndReason)>,
    /// What was done, how often.
    pub done: BTreeMap<&'static str, u64>,
}

impl<'a> Model<'a> {
    pub fn new(game: &'a catalog::GameData, duel: &'a Duel, record: &'a Record) -> Model<'a> {
        let start = &record.steps[0].state;
        let blank = |id: Id| Thing {
            card: game.card(duel.def(id).card),
            owner: (id as usize / SLOTS) as u8,
            zone: Zone::Deck,
            charged: false,
            fresh: false,
            damage: 0,
            poisoned: false,
            attacks: None,
            blocks: None,
            line: 0,
            blocked: false,
            dealt: false,
        };
        let cards = (0..2 * SLOTS as Id).filter(|id| matches!(start.zone(*id), Zone::Deck | Zone::Hand));
        let life = match duel.options().life {
            0 => 20, // AF-004
            n => n.into(),
        };
        Model {
            game,
            duel,
            record,
            step: 0,
            drawn: 0,
            things: cards.map(|id| (id, blank(id))).collect(),
            table: Vec::new(),
            stack: Vec::new(),
            life: [life; 2],
            pool: [[0; ENERGIES]; 2],
            terrains: [0; 2],
            turn: 0,
            active: record.first,
            now: None,
            outcome: None,
            done: BTreeMap::new(),
        }
    }

    pub fn count(&mut self, what: &'static str) {
        *self.done.entry(what).or_default() += 1;
    }

    pub fn options(&self) -> &'a Options {
        self.duel.options()
    }

    // Cards.

    pub fn thing(&mut self, id: Id) -> &mut Thing<'a> {
        self.things.get_mut(&id).expect("a card")
    }

    pub fn is(&self, id: Id, kind: &str) -> bool {
        self.things[&id].card.types.iter().any(|t| self.game.types[*t as usize].id == kind)
    }

    /// The words of a keyword of a card: an empty one if it has none, nothing without the keyword.
    pub fn words(&self, id: Id, keyword: &str) -> Vec<&'a str> {
        let card = self.things[&id].card;
        let named = card.keywords.iter().filter(|k| self.game.keywords[k.keyword as usize].id == keyword);
        named.map(|k| k.word.as_deref().unwrap_or("")).collect()
    }

    pub fn has(&self, id: Id, keyword: &str) -> bool {
        !self.words(id, keyword).is_empty()
    }

    /// Whether a card belongs to the terrain with this id (AF-R11, AF-R13).
    pub fn belongs(&self, id: Id, terrain: &str) -> bool {
        let at = self.game.factions.iter().position(|f| f.id == terrain).expect("the words are those of terrains");
        self.things[&id].card.factions & (1 << at) != 0
    }

    pub fn number(&self, id: Id, field: &str) -> i32 {
        self.things[&id].card.number_in(self.game.field(field).expect("a field")).unwrap_or(0)
    }

    pub fn cards(&self, seat: u8, zone: Zone) -> Vec<Id> {
        self.things.iter().filter(|(_, t)| t.zone == zone && t.owner == seat).map(|(id, _)| *id).collect()
    }

    /// The same, but of copies only the first.
    pub fn kinds(&self, seat: u8, zone: Zone) -> Vec<Id> {
        let mut names = std::collections::BTreeSet::new();
        self.cards(seat, zone).into_iter().filter(|id| names.insert(&self.things[id].card.id)).collect()
    }

    /// Cards in play, in the order of the table.
    pub fn in_play(&self) -> Vec<Id> {
        self.table.iter().flatten().copied().collect()
    }

    pub fn entities(&self, seat: u8) -> Vec<Id> {
        self.in_play().into_iter().filter(|id| self.things[id].owner == seat && self.is(*id, "entity")).collect()
    }

    /// AF-103, AF-104
    pub fn enter(&mut self, id: Id) {
        let charged = self.has(id, "settling");
        let thing = self.thing(id);
        (thing.zone, thing.fresh, thing.charged) = (Zone::Play, true, charged);
        match self.table.iter_mut().find(|place| place.is_none()) {
            Some(place) => *place = Some(id),
            None => self.table.push(Some(id)),
        }
    }

    /// AF-063
    pub fn fall(&mut self, id: Id) {
        self.table.iter_mut().filter(|place| **place == Some(id)).for_each(|place| *place = None);
        let thing = self.thing(id);
        thing.zone = Zone::Void;
        (thing.charged, thing.fresh, thing.damage, thing.poisoned) = (false, false, 0, false);
        (thing.attacks, thing.blocks, thing.line) = (None, None, 0);
        (thing.blocked, thing.dealt) = (false, false);
    }

    // Decisions.

    /// What the record says that a seat does; everything is compared first.
    pub fn decide(&mut self, seat: u8, mut options: Vec<Action>) -> Flow<Action> {
        let Some(step) = self.record.steps.get(self.step) else { return self.out_of_record() };
        let mut differences = self.differences(&step.state);
        if (seat, self.now) != (step.seat, step.now) {
            let (here, there) = ((seat, self.now), (step.seat, step.now));
            let _ = writeln!(differences, "seat and step: here {here:?}; in the engine {there:?}");
        }
        let mut legal = step.legal.clone();
        legal.sort();
        options.sort();
        if legal != options {
            let _ = writeln!(differences, "may be done: here {options:?}; in the engine {legal:?}");
        }
        assert!(differences.is_empty(), "{}", self.trouble(&differences));
        self.step += 1;
        Ok(step.action)
    }

    /// There is no more of the engine's game: it was cut short.
    pub fn out_of_record<T>(&self) -> Flow<T> {
        assert!(self.record.stopped, "{}", self.trouble("the engine's game is over, the twin's is not"));
        Err(Over)
    }

    pub fn compare_end(&self) {
        if self.record.stopped {
            return;
        }
        assert_eq!(self.step, self.record.steps.len(), "{}", self.trouble("the engine's game goes on"));
        let end = self.duel.outcome(&self.record.end).map(|o| (o.winners, o.reason));
        assert_eq!(self.outcome, end, "{}", self.trouble("another end"));
        assert_eq!(self.drawn, self.record.drawn.len(), "{}", self.trouble("the engine drew more"));
    }

    /// A line for each thing that differs.
    fn differences(&self, state: &State<2, 128>) -> String {
        let mut text = String::new();
        let mut line = |what: &str, here: String, there: String| {
            if here != there {
                let _ = writeln!(text, "{what}: here {here}; in the engine {there}");
            }
        };
        line("turn", self.turn.to_string(), self.duel.turn(state).to_string());
        for seat in 0..2u8 {
            let (at, player) = (seat as usize, state.player(seat));
            line("life", self.life[at].to_string(), player.life.to_string());
            line("pool", format!("{:?}", self.pool[at]), format!("{:?}", player.pool));
            line("terrains", self.terrains[at].to_string(), player.terrains.to_string());
            line("Codex", self.cards(seat, Zone::Deck).len().to_string(), state.codex(seat).len().to_string());
        }
        for (id, thing) in &self.things {
            line(&thing.card.name, self.card_here(*id), card_there(*id, state));
        }
        text
    }

    fn card_here(&self, id: Id) -> String {
        let t = &self.things[&id];
        match t.zone {
            Zone::Play => format!(
                "charged {}, damage {}, {}/{}, fights {:?}, line {}",
                t.charged,
                t.damage,
                self.number(id, "power"),
                self.number(id, "health"),
                t.attacks.or(t.blocks),
                t.line,
            ),
            zone => format!("{zone:?}"),
        }
    }

    /// What is wrong, what happened before it, and the board.
    pub fn trouble(&self, what: &str) -> String {
        let mut text = format!("at decision {}:\n{what}\n", self.step);
        let from = self.step.saturating_sub(12);
        for (_, event) in self.record.log.iter().filter(|(at, _)| (from..=self.step).contains(at)) {
            let _ = writeln!(text, "  {}", self.duel.event_text(*event));
        }
        let state = self.record.steps.get(self.step).map_or(&self.record.end, |s| &s.state);
        text + &self.duel.board_text(state, None)
    }
}

fn card_there(id: Id, state: &State<2, 128>) -> String {
    match state.get_permanent(id) {
        Some(permanent) => {
            let foe = Some(permanent.foe).filter(|foe| *foe != engine::games::afrika::NONE);
            let charged = permanent.is(CHARGED);
            let (damage, power, health, line) = (permanent.damage, permanent.power, permanent.health, permanent.line);
            format!("charged {charged}, damage {damage}, {power}/{health}, fights {foe:?}, line {line}")
        }
        None => format!("{:?}", state.zone(id)),
    }
}
