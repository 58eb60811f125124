//! What a seat sees of a match, as plain data: zones with their cards, counters, what waits, what can be done and what it
//! will do. The window draws it and the terminal prints it; each game's `observation` makes it.
//!
//! It is made of what the seat knows and of nothing else: two positions that a seat cannot tell apart give the same
//! [`Observation`] (tests compare them). So no number of a hidden card is in it, and cards that lie in no order are sorted.

use std::fmt;

use catalog::CardIx;
use catalog::tr;

use catalog::noted;

use super::legal_action::{ActionTarget, CardKey, LegalAction, Prompt};

/// The mark of a card that is turned and can do nothing.
pub const TAPPED: &str = noted!("tapped");
/// The same where a game charges its cards.
pub const CHARGED: &str = noted!("charged");
/// The mark of a card that attacks.
pub const ATTACKING: &str = noted!("attacking");
/// The mark of a card that blocks.
pub const BLOCKING: &str = noted!("blocking");

/// A part of a turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TurnPhase {
    /// The same in every language.
    pub id: String,
    /// In words.
    pub label: String,
}

/// A position as somebody sees it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Observation {
    /// The seat that sees it, from 0; `None` sees everything.
    pub seat: Option<u8>,
    /// What each seat is called for whoever reads this; empty where seats go by their numbers.
    pub names: Vec<String>,
    /// Turns begun.
    pub turn: u32,
    /// Whose turn it is, from 0.
    pub active: u8,
    /// The part of the turn, or the day, in words; empty where the game has no name for it.
    pub phase: String,
    /// The same as [`TurnPhase::id`]; empty where the game has none.
    pub phase_id: String,
    /// Who decides; nobody when the game is over.
    pub actor: Option<u8>,
    /// What the seat that decides is asked; nothing for those who only wait.
    pub prompt: Option<Prompt>,
    /// What is true of the whole table: what goes on, points of days that are over.
    pub notes: Vec<String>,
    /// What waits to happen, the next one first.
    pub pending: Vec<PendingEffect>,
    /// What lies between the seats.
    pub cities: Vec<City>,
    /// Lanes with names, if cards lie in some.
    pub lanes: Vec<ObservedLane>,
    /// A TimeLine, if there is one.
    pub timeline: Option<ObservedTimeline>,
    /// Zones of nobody: draw pile, discard pile, cards to choose from.
    pub common: Vec<ObservedZone>,
    /// Each seat, in order.
    pub seats: Vec<ObservedSeat>,
    /// What the seat may do now; empty for those who wait.
    pub actions: Vec<LegalAction>,
}

/// What belongs to a seat.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObservedSeat {
    /// Whether it is out.
    pub out: bool,
    /// Counters.
    pub counters: Vec<Counter>,
    /// What else is known of it, a title and words: who it is, what it wants.
    pub facts: Vec<(String, String)>,
    /// Its zones.
    pub zones: Vec<ObservedZone>,
}

/// A lane, in which cards of all seats lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedLane {
    /// What the game calls it.
    pub name: String,
    /// What the cards of each seat count for there, in order of the seats; empty where the game does not say.
    pub strengths: Vec<i32>,
}

/// A number with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// What is counted.
    pub name: String,
    /// How much of it.
    pub n: i32,
    /// How it is drawn.
    pub icon: CounterIcon,
}

/// How a counter is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CounterIcon {
    /// By its name.
    Word,
    /// By its name; nobody says whether more of it is good.
    Fact,
    /// What a seat is out or has lost without.
    Life,
    /// Points of a city, by its number, which the city shows as well.
    City(u8),
    /// With the symbol of a resource, by position in the game.
    Resource(u8),
    /// With the symbol of a faction, by position in the game.
    Faction(u8),
    /// Cards that are left to draw.
    Deck,
}

/// What a zone is like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ZoneLayout {
    /// Held in hand.
    Hand,
    /// Side by side, in play.
    Field,
    /// Side by side and small: what is used, not fought with.
    Stack,
    /// On top of each other, done with.
    Pile,
    /// Kept apart: identities, a leader that waits, downloads.
    Apart,
    /// Offered to choose from.
    Offer,
}

/// A zone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObservedZone {
    /// What the game calls it.
    pub title: String,
    /// How it lies.
    pub layout: ZoneLayout,
    /// Whether its cards lie in an order that everybody sees, the last one on top.
    pub ordered: bool,
    /// Its cards.
    pub cards: Vec<ObservedCard>,
}

/// A card as it is seen.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObservedCard {
    /// Its number here; none for a card that is not known.
    pub key: Option<CardKey>,
    /// Which card; `None` if it is not known.
    pub card: Option<CardIx>,
    /// Its name.
    pub name: String,
    /// Its numbers now, as the game writes them.
    pub numbers: String,
    /// The same as they are printed.
    pub printed: String,
    /// What makes the numbers and keywords of a card in play others than those that are printed.
    pub changes: Vec<CardChange>,
    /// Damage on it.
    pub damage: i32,
    /// Whether it is turned sideways.
    pub turned: bool,
    /// Whether it attacks or blocks.
    pub fights: bool,
    /// What else is to be seen on it, a word or two each. How it stands is told by [`TAPPED`] and its like, which stay as
    /// they are in every language until they are shown.
    pub marks: Vec<String>,
    /// The lane in which it lies, by position in [`Observation::lanes`].
    pub lane: Option<u8>,
    /// The card that it is attached to.
    pub on: Option<CardKey>,
    /// The card that it fights.
    pub foe: Option<CardKey>,
    /// What whoever decides lacks to take or play it now, where nothing else is in the way.
    pub shortage: Option<CostShortage>,
    /// Why whoever decides cannot play it now, in a sentence, where a shortage does not tell it; empty for most.
    pub refusal: String,
    /// What the rules say of it where nothing is printed on it; empty for most.
    pub unprinted: String,
}

/// What a card costs more than there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostShortage {
    /// What it is paid with.
    pub what: String,
    /// How much it costs.
    pub cost: i32,
    /// How much there is.
    pub have: i32,
}

impl ObservedZone {
    /// The card that lies on top of an open pile whose order is known.
    pub fn top_of_pile(&self) -> Option<&ObservedCard> {
        let is_open = self.layout == ZoneLayout::Pile && self.ordered;
        self.cards.last().filter(|top| is_open && top.card.is_some())
    }
}

impl ObservedSeat {
    /// A card of the hand by its number here.
    pub fn held_card_mut(&mut self, key: Option<CardKey>) -> Option<&mut ObservedCard> {
        let hands = self.zones.iter_mut().filter(|zone| zone.layout == ZoneLayout::Hand);
        hands.flat_map(|zone| &mut zone.cards).find(|seen| seen.key.is_some() && seen.key == key)
    }
}

impl ObservedCard {
    /// Whether it attacks or blocks, or did so in the combat that is not over yet.
    pub fn is_in_combat(&self) -> bool {
        self.fights || self.marks.iter().any(|mark| mark == ATTACKING || mark == BLOCKING)
    }

    /// Whether it looks like another: all but its number here.
    pub fn is_alike(&self, other: &ObservedCard) -> bool {
        let ObservedCard {
            key: _,
            card,
            name,
            numbers,
            printed,
            changes,
            damage,
            turned,
            fights,
            marks,
            lane,
            on,
            foe,
            shortage: _,
            refusal: _,
            unprinted: _,
        } = self;
        (card, damage, turned, fights, lane, on, foe)
            == (&other.card, &other.damage, &other.turned, &other.fights, &other.lane, &other.on, &other.foe)
            && (name, numbers, printed, marks) == (&other.name, &other.numbers, &other.printed, &other.marks)
            && *changes == other.changes
    }
}

/// What changes a card in play.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardChange {
    /// What it adds, as the game writes it: `+1/+1`, `Stealth 2`.
    pub change: String,
    /// The keyword that it gives, by position in the game.
    pub keyword: Option<u8>,
    /// What it comes from, such as the name of a card; empty if that is not told.
    pub source: String,
    /// How long it lasts; empty for as long as it is there.
    pub until: String,
}

/// Something that waits to happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PendingEffect {
    /// In words.
    pub text: String,
    /// What it does, as its card says it; may be nothing.
    pub effect: String,
    /// Which card it comes from.
    pub card: CardIx,
    /// Whose it is, if that is told.
    pub seat: Option<u8>,
    /// What it is aimed at, as far as that is shown.
    pub targets: Vec<ActionTarget>,
}

/// A city between two seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct City {
    /// Its number, from 0.
    pub number: u8,
    /// The two seats, and how many of its control points each has.
    pub points: [(u8, u8); 2],
    /// Its card, if it has one whose abilities work.
    pub card: Option<CardIx>,
}

/// A TimeLine as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ObservedTimeline {
    /// Its years, in order.
    pub cards: Vec<TimelineCard>,
    /// Open Paradoxes, as they are counted.
    pub paradoxes: u8,
    /// As many of them end the game; 255 where they do not.
    pub limit: u8,
}

/// A card of the TimeLine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimelineCard {
    /// The card that lies on top: its Patch, or its own.
    pub card: CardIx,
    /// Its year, or its time of day.
    pub label: String,
    /// What happened.
    pub event: String,
    /// What a Linchpin says on its other side; empty for others.
    pub other: String,
    /// In signs, `1912 / (1915 + 1936)`: which Linchpins make it a Paradox, or while which its Patch stays; empty for Linchpins.
    pub condition: String,
    /// How it stands.
    pub face: TimelineFace,
    /// What somebody wants of it who is at home there, and whether it is so.
    pub wanted: Option<bool>,
    /// Whether it cannot be reached.
    pub closed: bool,
}

/// How a card of the TimeLine stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimelineFace {
    /// A Linchpin as it was.
    Linchpin,
    /// A Linchpin that is turned.
    Reversed,
    /// A Ripplepoint as it was.
    Event,
    /// An open Paradox.
    Paradox,
    /// A Paradox under a Patch.
    Patched,
}

impl ObservedCard {
    /// A card that is not known.
    pub fn hidden() -> ObservedCard {
        ObservedCard { name: tr!("a card"), ..ObservedCard::default() }
    }
}

impl CardChange {
    /// Its source and how long it lasts.
    pub fn reason(&self) -> String {
        let told = [&self.source, &self.until].into_iter().filter(|words| !words.is_empty());
        told.map(String::as_str).collect::<Vec<_>>().join(", ")
    }
}

/// Numbers that are added to those of a card, told once for each source and time.
#[derive(Debug, Default)]
pub(crate) struct AddedNumbers(Vec<([i32; 2], String, String)>);

impl AddedNumbers {
    /// Something adds `by` to the first and the second number.
    pub fn add(&mut self, by: [i32; 2], source: String, until: String) {
        match self.0.iter_mut().find(|(_, of, to)| *of == source && *to == until) {
            Some((sum, ..)) => (sum[0], sum[1]) = (sum[0] + by[0], sum[1] + by[1]),
            None => self.0.push((by, source, until)),
        }
    }

    /// The changes, as `written`.
    pub fn told(self, written: impl Fn([i32; 2]) -> String) -> impl Iterator<Item = CardChange> {
        let told = self.0.into_iter().filter(|(by, ..)| *by != [0; 2]);
        told.map(move |(by, source, until)| CardChange { change: written(by), keyword: None, source, until })
    }
}

impl Counter {
    /// A counter that is drawn by its name.
    pub fn named(name: impl Into<String>, n: impl Into<i32>) -> Counter {
        Counter { name: name.into(), n: n.into(), icon: CounterIcon::Word }
    }
}

impl Observation {
    /// All cards that are shown, with the zone and the seat where they lie.
    pub fn cards(&self) -> impl Iterator<Item = (Option<u8>, &ObservedZone, &ObservedCard)> {
        let own = self.seats.iter().enumerate();
        let own = own.flat_map(|(seat, side)| side.zones.iter().map(move |zone| (Some(seat as u8), zone)));
        let zones = self.common.iter().map(|zone| (None, zone)).chain(own);
        zones.flat_map(|(seat, zone)| zone.cards.iter().map(move |card| (seat, zone, card)))
    }

    /// The card with this number.
    pub fn card(&self, key: CardKey) -> Option<&ObservedCard> {
        self.cards().map(|(_, _, card)| card).find(|card| card.key == Some(key))
    }

    /// The actions that touch something, by position. Of cards that are alike in a hand the rules list one: what can be done
    /// with that can be done with each.
    pub fn actions_on(&self, spot: ActionTarget) -> impl Iterator<Item = usize> + '_ {
        let spot = if self.touches(spot) { spot } else { self.twin(spot).unwrap_or(spot) };
        self.actions.iter().enumerate().filter(move |(_, act)| act.targets.contains(&spot)).map(|(at, _)| at)
    }

    /// The one action that touches something; `None` if there are several.
    pub fn only_action_on(&self, target: ActionTarget) -> Option<usize> {
        let mut ways = self.actions_on(target);
        ways.next().filter(|_| ways.next().is_none())
    }

    fn touches(&self, spot: ActionTarget) -> bool {
        self.actions.iter().any(|act| act.targets.contains(&spot))
    }

    /// Another card of the same hand, or the same choice, that is alike and that something can be done with.
    fn twin(&self, spot: ActionTarget) -> Option<ActionTarget> {
        let ActionTarget::Card(key) = spot else { return None };
        let zones = self.common.iter().chain(self.seats.iter().flat_map(|side| &side.zones));
        let mut zones = zones.filter(|zone| matches!(zone.layout, ZoneLayout::Hand | ZoneLayout::Offer));
        let (zone, card) =
            zones.find_map(|zone| Some((zone, zone.cards.iter().find(|card| card.key == Some(key))?)))?;
        let alike = zone.cards.iter().filter(|other| other.card.is_some() && other.is_alike(card));
        let spots = alike.filter_map(|other| other.key).filter(|other| *other != key).map(ActionTarget::Card);
        spots.into_iter().find(|spot| self.touches(*spot))
    }
}

/// Numbers the cards of an observation, in the order in which they are shown.
#[derive(Debug, Default)]
pub(crate) struct CardKeys(Vec<u16>);

impl CardKeys {
    /// The number of a card that the game knows by `id`: a new one, or the one that it has.
    pub fn get_or_add(&mut self, id: u16) -> CardKey {
        match self.get(id) {
            Some(key) => key,
            None => {
                self.0.push(id);
                self.0.len() as CardKey - 1
            }
        }
    }

    /// The number of a card, if it is shown.
    pub fn get(&self, id: u16) -> Option<CardKey> {
        self.0.iter().position(|other| *other == id).map(|at| at as CardKey)
    }
}

/// In the order in which people look for a card: by name; those that nobody knows come last.
pub(crate) fn sort_cards(cards: &mut [ObservedCard]) {
    cards.sort_by(|a, b| (a.card.is_none(), &a.name).cmp(&(b.card.is_none(), &b.name)));
}

/// A mark as it is shown.
pub fn mark_label(mark: &str) -> String {
    tr!(mark)
}

impl fmt::Display for ObservedCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if !self.numbers.is_empty() {
            write!(f, " {}", self.numbers)?;
        }
        if self.damage > 0 {
            write!(f, " −{}", self.damage)?;
        }
        self.marks.iter().try_for_each(|mark| write!(f, " {}", mark_label(mark)))
    }
}

impl fmt::Display for ObservedTimeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |title: &str, wanted: &dyn Fn(&TimelineCard) -> bool, words: fn(&TimelineCard) -> String| {
            let list: Vec<String> = self.cards.iter().filter(|y| wanted(y)).map(words).collect();
            if list.is_empty() { Ok(()) } else { writeln!(f, "{title}: {}", list.join(", ")) }
        };
        let label = |y: &TimelineCard| y.label.clone();
        line("Prime", &|y| y.face == TimelineFace::Reversed, label)?;
        line("Paradoxes", &|y| y.face == TimelineFace::Paradox, label)?;
        line("Patches", &|y| y.face == TimelineFace::Patched, |y| format!("{} {}", y.label, y.event))?;
        line("Out of reach", &|y| y.closed, label)
    }
}

/// The board in lines, as a terminal prints it: without what can be done.
impl fmt::Display for Observation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name =
            |seat: usize, word: &str| self.names.get(seat).cloned().unwrap_or_else(|| format!("{word} {}", seat + 1));
        write!(f, "Turn {}, {}", self.turn, name(self.active.into(), "seat"))?;
        writeln!(f, "{}{}", if self.phase.is_empty() { "" } else { ", " }, self.phase)?;
        self.notes.iter().try_for_each(|note| writeln!(f, "{note}"))?;
        for waiting in &self.pending {
            let whose = waiting.seat.map_or(String::new(), |seat| format!(", {}", name(seat.into(), "seat")));
            writeln!(f, "  waits: {}{whose}", waiting.text)?;
        }
        if let Some(history) = &self.timeline {
            write!(f, "{history}")?;
        }
        for zone in self.common.iter().filter(|z| !z.cards.is_empty()) {
            writeln!(f, "{}: {}", zone.title, card_list(&zone.cards))?;
        }
        for (seat, side) in self.seats.iter().enumerate() {
            let counters: Vec<String> = side.counters.iter().map(|c| format!("{} {}", c.name, c.n)).collect();
            let space = if counters.is_empty() { "" } else { " " };
            writeln!(f, "{}:{space}{}", name(seat, "Seat"), counters.join(", "))?;
            for (title, words) in &side.facts {
                writeln!(f, "  {title}: {words}")?;
            }
            for zone in side.zones.iter().filter(|z| !z.cards.is_empty()) {
                writeln!(f, "  {}: {}", zone.title, card_list(&zone.cards))?;
            }
        }
        Ok(())
    }
}

/// Many cards of which none is known are a number.
fn card_list(cards: &[ObservedCard]) -> String {
    if cards.len() > 6 && cards.iter().all(|card| card.card.is_none()) {
        return tr!("1 card" | "{n} cards" % cards.len());
    }
    cards.iter().map(ObservedCard::to_string).collect::<Vec<_>>().join(", ")
}

/// Puts cards to choose from on the table.
pub(crate) fn push_offer_zone(common: &mut Vec<ObservedZone>, cards: Vec<ObservedCard>) {
    if !cards.is_empty() {
        common.push(ObservedZone { title: tr!("Choose from"), layout: ZoneLayout::Offer, ordered: false, cards });
    }
}
