//! A position as the twin keeps it: plain lists and maps.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use catalog::ability::{Ability, EffectKind};
use catalog::card::{Card, HasKeyword};
use engine::games::chronx::{Action, Duel, Id, Options, SLOTS, Zone};
use engine::kernel::outcome::Outcome;

use super::record::{Chance, Record};

/// The game is over.
pub struct Over;
/// What can be cut short by the end of the game.
pub type Flow<T = ()> = Result<T, Over>;

/// A card and what is on it.
pub struct Thing<'a> {
    pub card: &'a Card,
    pub zone: Zone,
    pub controller: u8,
    pub host: Option<Id>,
    pub damage: i32,
    pub tapped: bool,
    pub deploying: bool,
    /// How often each ability was used this turn.
    pub uses: HashMap<usize, u32>,
}

/// A player's own.
#[derive(Default)]
pub struct Person {
    pub resources: [i32; 5],
    pub plays: u32,
    pub taken: bool,
    pub out: bool,
    /// The order of the deck as far as it is fixed: from the top, the next card last.
    pub top: Vec<Id>,
    /// From the bottom, the lowest first.
    pub bottom: Vec<Id>,
}

/// Until the end of the turn.
pub enum Change {
    Number(usize, i32),
    Keyword(HasKeyword),
    Hack,
}

/// A triggered ability that waits.
pub struct Waiting {
    pub source: Id,
    pub ability: usize,
    pub it: Id,
    pub seat: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Base,
    Ambush,
    Assault,
    Control,
}

/// An attack or an attempt.
pub struct Fight {
    pub kind: Kind,
    pub seat: u8,
    pub target: Option<Id>,
    pub attackers: Vec<Option<Id>>,
    /// Each with the place of the attacker it blocks.
    pub blockers: Vec<(Option<Id>, usize)>,
    pub blocked: BTreeSet<usize>,
}

/// What an effect knows.
pub struct Context {
    pub seat: u8,
    pub source: Id,
    pub it: Option<Id>,
    pub user: Option<Id>,
    pub result: i32,
    pub first: bool,
    /// Targets chosen in advance, in order.
    pub announced: Vec<Id>,
}

pub struct Model<'a> {
    pub game: &'a catalog::GameData,
    pub duel: &'a Duel,
    pub record: &'a Record,
    pub step: usize,
    pub chance: usize,
    pub things: BTreeMap<Id, Thing<'a>>,
    pub people: [Person; 2],
    pub points: [i32; 2],
    pub changes: Vec<(Id, Change)>,
    pub queue: Vec<Waiting>,
    pub fights: Vec<Fight>,
    pub turn: u32,
    pub active: u8,
    /// Whether it is the main phase.
    pub main: bool,
    /// The card whose play was the first of the main phase.
    pub first_card: Option<Id>,
    pub outcome: Option<Outcome>,
    /// What was done, how often.
    pub done: BTreeMap<String, u64>,
}

/// Influence and Power among the resources.
pub const INFLUENCE: usize = 0;
pub const POWER: usize = 4;

impl<'a> Model<'a> {
    pub fn new(game: &'a catalog::GameData, duel: &'a Duel, record: &'a Record) -> Model<'a> {
        let start = &record.steps[0].state;
        let mut things = BTreeMap::new();
        for id in (0..2 * SLOTS as u8).filter(|id| start.permanent(*id).zone != Zone::Gone) {
            let thing = Thing {
                card: game.card(duel.def(start, id).card),
                zone: Zone::Deck,
                controller: id / SLOTS as u8,
                host: None,
                damage: 0,
                tapped: false,
                deploying: false,
                uses: HashMap::new(),
            };
            things.insert(id, thing);
        }
        Model {
            game,
            duel,
            record,
            step: 0,
            chance: 0,
            things,
            people: Default::default(),
            points: [0; 2],
            changes: Vec::new(),
            queue: Vec::new(),
            fights: Vec::new(),
            turn: 0,
            active: 0,
            main: false,
            first_card: None,
            outcome: None,
            done: BTreeMap::new(),
        }
    }

    pub fn count(&mut self, what: &str) {
        *self.done.entry(what.to_owned()).or_default() += 1;
    }

    // Questions.

    pub fn options(&self) -> &'a Options {
        self.duel.options()
    }

    pub fn keyword(&self, id: &str) -> u8 {
        self.game.keywords.iter().position(|k| k.id == id).expect("a keyword") as u8
    }

    pub fn field(&self, id: &str) -> usize {
        self.game.field(id).expect("a field")
    }

    pub fn is(&self, id: Id, kind: &str) -> bool {
        let kind = self.game.types.iter().position(|t| t.id == kind).expect("a type");
        self.things[&id].card.type_mask & (1 << kind) != 0
    }

    pub fn printed(&self, id: Id, field: &str) -> i32 {
        self.things[&id].card.number_in(self.field(field)).unwrap_or(0)
    }

    pub fn ability(&self, id: Id, ability: usize) -> &'a Ability {
        &self.things[&id].card.abilities[ability]
    }

    pub fn in_play(&self, id: Id) -> bool {
        self.things[&id].zone == Zone::Play
    }

    /// A seat's cards in a zone, in order of ids.
    pub fn cards(&self, seat: u8, zone: Zone) -> Vec<Id> {
        let own = self.things.iter().filter(|(_, t)| t.zone == zone && t.controller == seat);
        own.map(|(id, _)| *id).collect()
    }

    /// The same, but of copies only the first.
    pub fn kinds(&self, seat: u8, zone: Zone) -> Vec<Id> {
        let mut names = BTreeSet::new();
        self.cards(seat, zone).into_iter().filter(|id| names.insert(&self.things[id].card.id)).collect()
    }

    pub fn all_in_play(&self) -> Vec<Id> {
        self.things.iter().filter(|(_, t)| t.zone == Zone::Play).map(|(id, _)| *id).collect()
    }

    /// All but Power can be spent on anything (CX-037, CX-238).
    pub fn purse(&self, seat: u8) -> i32 {
        self.people[seat as usize].resources[..POWER].iter().sum()
    }

    // Decisions and chance.

    /// What the record says that a seat does; everything is compared first.
    pub fn decide(&mut self, seat: u8, options: Vec<Action>) -> Flow<Action> {
        let Some(step) = self.record.steps.get(self.step) else {
            assert!(self.record.stopped, "{}", self.trouble("the engine's game is over, the twin's is not"));
            return Err(Over);
        };
        self.compare(step, seat, options);
        self.step += 1;
        Ok(step.action)
    }

    pub fn choose(&mut self, seat: u8, options: &[Id]) -> Flow<Id> {
        match self.decide(seat, options.iter().map(|id| Action::Choose(*id)).collect())? {
            Action::Choose(id) => Ok(id),
            other => unreachable!("{other:?} is no option"),
        }
    }

    /// A card that chance gives out of some.
    pub fn by_chance(&mut self, from: &[Id]) -> Flow<Id> {
        let chance = self.record.chance.get(self.chance);
        if chance.is_none() && self.record.stopped {
            return Err(Over);
        }
        let Some(Chance::Card(id)) = chance else { panic!("{}", self.trouble("the engine threw no dice for a card")) };
        self.chance += 1;
        assert!(from.contains(id), "{}", self.trouble("chance gave a card that was not there"));
        Ok(*id)
    }

    // Cards and numbers.

    pub fn thing(&mut self, id: Id) -> &mut Thing<'a> {
        self.things.get_mut(&id).expect("a card")
    }

    pub fn put(&mut self, id: Id, seat: u8, zone: Zone) {
        for person in &mut self.people {
            person.top.retain(|c| *c != id);
            person.bottom.retain(|c| *c != id);
        }
        let thing = self.thing(id);
        (thing.zone, thing.controller) = (zone, seat);
    }

    /// Out of play: a card that comes back is a new one, and what was attached to it is discarded (CX-R44).
    pub fn leave(&mut self, id: Id, seat: u8, zone: Zone) {
        let attached: Vec<Id> = self.all_in_play().into_iter().filter(|a| self.things[a].host == Some(id)).collect();
        for attachment in attached {
            let controller = self.things[&attachment].controller;
            self.leave(attachment, controller, Zone::Discard);
        }
        self.changes.retain(|(to, _)| *to != id);
        self.leave_fights(id);
        let thing = self.thing(id);
        (thing.host, thing.damage, thing.tapped, thing.deploying) = (None, 0, false, false);
        thing.uses.clear();
        self.put(id, seat, zone);
    }

    /// CX-R27
    pub fn leave_fights(&mut self, id: Id) {
        for fight in &mut self.fights {
            let fighters = fight.attackers.iter_mut().chain(fight.blockers.iter_mut().map(|(b, _)| b));
            fighters.filter(|f| **f == Some(id)).for_each(|f| *f = None);
            if fight.target == Some(id) {
                fight.target = None;
            }
        }
    }

    /// CX-109, CX-R66
    pub fn enter(&mut self, id: Id, seat: u8) {
        self.put(id, seat, Zone::Play);
        self.thing(id).deploying = true;
    }

    pub fn pay(&mut self, seat: u8, cost: &[(u8, i32)]) {
        for (resource, n) in cost {
            self.people[seat as usize].resources[*resource as usize] -= n;
        }
    }

    /// CX-044, CX-045
    pub fn move_points(&mut self, seat: u8, n: i32) {
        let points = &mut self.points[seat as usize];
        *points = (*points + n).clamp(0, 3);
    }

    /// The card on top; which one it is, is decided when somebody looks.
    pub fn top(&mut self, seat: u8) -> Flow<Option<Id>> {
        let deck = self.cards(seat, Zone::Deck);
        let person = &mut self.people[seat as usize];
        if person.top.is_empty() && !deck.is_empty() {
            let free: Vec<Id> = deck.into_iter().filter(|id| !person.bottom.contains(id)).collect();
            let id = if free.is_empty() {
                person.bottom.pop().expect("the deck is not empty")
            } else {
                self.by_chance(&free)?
            };
            self.people[seat as usize].top.push(id);
        }
        Ok(self.people[seat as usize].top.last().copied())
    }

    pub fn draw(&mut self, seat: u8) -> Flow {
        if let Some(id) = self.top(seat)? {
            self.put(id, seat, Zone::Hand);
        }
        Ok(())
    }

    pub fn shuffle(&mut self, seat: u8) {
        let person = &mut self.people[seat as usize];
        (person.top, person.bottom) = (Vec::new(), Vec::new());
    }
}

impl Context {
    pub fn of(seat: u8, source: Id) -> Context {
        Context { seat, source, it: None, user: None, result: 0, first: false, announced: Vec::new() }
    }
}

/// What an effect that Chron X plays is called in the data.
pub fn verb(kind: EffectKind) -> Option<&'static str> {
    use EffectKind as E;
    match kind {
        E::Gain => Some("gain"),
        E::Lose => Some("lose"),
        E::Damage => Some("damage"),
        E::Destroy => Some("destroy"),
        E::Tap => Some("tap"),
        E::Untap => Some("untap"),
        E::Return => Some("return"),
        E::Control => Some("control"),
        E::Draw => Some("draw"),
        E::Discard => Some("discard"),
        E::Mill => Some("mill"),
        E::Research => Some("research"),
        E::Download => Some("download"),
        E::Put => Some("put"),
        E::Give => Some("give"),
        E::Hack => Some("hack"),
        E::Attach => Some("attach"),
        E::Points => Some("points"),
        E::TakeControl => Some("take_control"),
        E::Check => Some("check"),
        E::If => Some("if"),
        E::Pay => Some("pay"),
        E::Choose => Some("choose"),
        E::May => Some("may"),
        E::Exile | E::Flicker | E::Move | E::Counters | E::Negate | E::Sacrifice | E::Purge | E::Reshuffle => None,
        E::Peek | E::Look | E::Fetch | E::Cheaper | E::ExtraPlay | E::ExtraTurn | E::Win => None,
    }
}
