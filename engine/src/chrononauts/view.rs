//! Words for actions, events and positions.

use super::star::{Item, Points};
use super::state::{NONE, Step, Target};
use super::{Action, Look, Table};
use crate::game::{Outcome, Reason};

/// What can be seen to happen. Cards are definitions; identities, missions and cells go by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it; `event_text` has the sentence of each")]
pub enum Event {
    Begins { seat: u8 },
    Turn { seat: u8, number: u16 },
    Identity { seat: u8, id: u8 },
    Mission { seat: u8, id: u8 },
    Replaces { seat: u8 },
    NewOrders { seat: u8 },
    Draws { seat: u8, card: u8 },
    NoCards { seat: u8 },
    Shuffles,
    Plays { seat: u8, card: u8, target: Target },
    Answers { seat: u8, card: u8 },
    Cancelled { card: u8 },
    Discards { seat: u8, card: u8 },
    KillsTime { seat: u8 },
    Uses { seat: u8, card: u8 },
    Reversed { cell: u8, prime: bool },
    Torn { cell: u8 },
    Healed { cell: u8 },
    Mended { cell: u8, patch: u8 },
    Nullified { patch: u8 },
    Puts { seat: u8, card: u8 },
    TakesArtifact { seat: u8, from: u8, card: u8 },
    Loses { seat: u8, card: u8 },
    TakesBack { seat: u8, card: u8 },
    LooksAtHand { seat: u8, of: u8 },
    Holds { seat: u8, card: u8 },
    TakesCard { seat: u8, from: u8, card: u8 },
    SwapsHands { seat: u8, with: u8 },
    PassesHands,
    GathersHands,
    Gets { seat: u8, card: u8 },
    Waits { id: u8 },
    Sends { id: u8 },
    GoesHome { seat: u8, id: u8 },
    Accomplishes { seat: u8, id: u8 },
    HasEnough { seat: u8, n: u8 },
    Over { outcome: Outcome },
    DayBegins,
    Offers { seat: u8, to: u8 },
    WouldGive { seat: u8, item: Item },
    Agrees { seat: u8 },
    Refuses { seat: u8 },
    IsAhead { seat: u8, n: u8 },
    GivesUp { seat: u8, to: u8, card: u8 },
    NobodyHas { card: u8 },
    PassesCards { n: u8 },
    LooksAtTop { seat: u8, n: u8 },
    OnTop { card: u8 },
    EndsDay { seat: u8, id: u8 },
    DayPasses,
    Scores { seat: u8, vp: i8, bp: i8 },
    StarOver { outcome: Outcome },
}

impl Event {
    /// The event as those see it who may not know the card.
    pub(super) fn hidden(mut self) -> Event {
        match &mut self {
            Event::Draws { card, .. }
            | Event::Gets { card, .. }
            | Event::Holds { card, .. }
            | Event::TakesCard { card, .. }
            | Event::OnTop { card } => *card = NONE,
            Event::Identity { id, .. } | Event::Mission { id, .. } => *id = NONE,
            _ => {}
        }
        self
    }
}

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome) -> String {
    let why = match outcome.reason {
        Reason::Home => "home",
        Reason::Mission => "the mission",
        Reason::Progress => "power and success",
        Reason::AllOut => "too many Paradoxes, and the universe collapses",
        Reason::DeckOut => "the cards ran out",
        Reason::TurnLimit => "the turn limit was reached",
        _ => "the match was stopped",
    };
    match (0..8).find(|seat| outcome.won(*seat)) {
        Some(seat) => format!("Seat {} wins: {why}", seat + 1),
        None => format!("Nobody wins: {why}"),
    }
}

/// How a match of The Emperor's Star ended, in a sentence.
pub fn star_outcome_text(outcome: Outcome) -> String {
    let seats: Vec<String> = (0..8).filter(|seat| outcome.won(*seat)).map(|seat| (seat + 1).to_string()).collect();
    let won = match outcome.reason {
        Reason::Home => "the day, by the Timeline goal",
        Reason::Mission => "the day, by the Artifact goal",
        Reason::Progress => "the tournament",
        Reason::TurnLimit => return "Nobody wins: the turn limit was reached".into(),
        _ => return "Nobody wins: the match was stopped".into(),
    };
    match &seats[..] {
        [] => format!("Nobody wins {won}"),
        [one] => format!("Seat {one} wins {won}"),
        [first @ .., last] => format!("Seats {} and {last} share {won}", first.join(", ")),
    }
}

/// Points in words.
pub(super) fn points_text(points: &Points) -> String {
    format!("{} VP, {} BP", points.vp, points.bp)
}

impl Table {
    /// The name of the day, in The Emperor's Star.
    pub(super) fn day_name(&self) -> &str {
        self.day.as_ref().map_or("a day", |day| &self.game.card(day.card).name)
    }

    /// Something that can be traded, in words.
    pub(super) fn item_text(&self, item: Item) -> String {
        match item {
            Item::Favor(true) => "a positive favor".into(),
            Item::Favor(false) => "a negative favor".into(),
            Item::Artifact(def) => format!("{} from the table", self.name(def)),
            Item::Card(def) => self.name(def).to_owned(),
            Item::Promise => "a promise".into(),
        }
    }

    /// The name of a card of the main deck.
    pub(super) fn name(&self, def: u8) -> &str {
        self.defs.get(def as usize).map_or("a card", |d| &d.name)
    }

    fn identity_name(&self, id: u8) -> &str {
        self.identities.get(id as usize).map_or("an identity", |i| &i.name)
    }

    fn mission_name(&self, id: u8) -> &str {
        self.missions.get(id as usize).map_or("a mission", |m| &m.name)
    }

    /// What a cell is called, by its year.
    pub(super) fn label(&self, cell: u8) -> &str {
        &self.timeline.cells()[cell as usize].label
    }

    /// The headline of a cell, without its year: the true one, or a Linchpin's altered one.
    fn headline(&self, cell: u8, prime: bool) -> &str {
        let card = self.cells[cell as usize];
        match super::cards::text(&self.game, card, "altered").filter(|_| prime) {
            Some(altered) => altered,
            None => {
                let name = &self.game.card(card).name;
                name.strip_prefix(self.label(cell)).map_or(name, str::trim_start)
            }
        }
    }

    pub(super) fn patch_name(&self, patch: u8) -> &str {
        &self.def(self.on_patch[patch as usize]).name
    }

    pub(super) fn target_text(&self, target: Target, by: u8) -> String {
        let whose = |seat: u8| if seat == by { "one's own".into() } else { format!("seat {}'s", seat + 1) };
        match target {
            Target::None => String::new(),
            Target::Cell(cell) => format!(" on {}", self.label(cell)),
            Target::Seat(seat) if seat == by => " on oneself".into(),
            Target::Seat(seat) => format!(" on seat {}", seat + 1),
            Target::Table(seat, def) => format!(" on {} {}", whose(seat), self.name(def)),
            Target::Pile(def) => format!(" on {}", self.name(def)),
            Target::Named(def) => format!(", naming {}", self.name(def)),
        }
    }

    pub(super) fn event_text(&self, event: Event) -> String {
        let name = |card: u8| self.name(card);
        match event {
            Event::Begins { seat } => format!("Seat {} goes first", seat + 1),
            Event::Turn { seat, number } => format!("Turn {number}: seat {}", seat + 1),
            Event::Identity { seat, id } => format!("Seat {} is {}", seat + 1, self.identity_name(id)),
            Event::Mission { seat, id } => format!("Seat {}'s mission is {}", seat + 1, self.mission_name(id)),
            Event::Replaces { seat } => format!("Seat {} becomes somebody else", seat + 1),
            Event::NewOrders { seat } => format!("Seat {} exchanges the mission", seat + 1),
            Event::Draws { seat, card } => format!("Seat {} draws {}", seat + 1, name(card)),
            Event::NoCards { seat } => format!("Seat {} finds no card to draw", seat + 1),
            Event::Shuffles => "The discard pile becomes the draw pile".into(),
            Event::Plays { seat, card, target } => {
                format!("Seat {} plays {}{}", seat + 1, name(card), self.target_text(target, seat))
            }
            Event::Answers { seat, card } => format!("Seat {} answers with {}", seat + 1, name(card)),
            Event::Cancelled { card } => format!("{} never happened", name(card)),
            Event::Discards { seat, card } => format!("Seat {} discards {}", seat + 1, name(card)),
            Event::KillsTime { seat } => format!("Seat {} kills time", seat + 1),
            Event::Uses { seat, card } => format!("Seat {} uses {}", seat + 1, name(card)),
            Event::Reversed { cell, prime } => {
                let (way, prime_mark) = if prime { ("changes", "'") } else { ("goes back", "") };
                format!("History {way}: {}{prime_mark} {}", self.label(cell), self.headline(cell, prime))
            }
            Event::Torn { cell } => format!("{} becomes a Paradox", self.label(cell)),
            Event::Healed { cell } => format!("{} is what it was: {}", self.label(cell), self.headline(cell, false)),
            Event::Mended { cell, patch } => format!("{} is mended: {}", self.label(cell), self.patch_name(patch)),
            Event::Nullified { patch } => format!("{} is nullified", self.patch_name(patch)),
            Event::Puts { seat, card } => format!("Seat {} now has {}", seat + 1, name(card)),
            Event::TakesArtifact { seat, from, card } => {
                format!("Seat {} takes {} from seat {}", seat + 1, name(card), from + 1)
            }
            Event::Loses { seat, card } => format!("Seat {} loses {}", seat + 1, name(card)),
            Event::TakesBack { seat, card } => format!("Seat {} takes {} from the discard pile", seat + 1, name(card)),
            Event::LooksAtHand { seat, of } => format!("Seat {} looks at the hand of seat {}", seat + 1, of + 1),
            Event::Holds { seat, card } => format!("Seat {} holds {}", seat + 1, name(card)),
            Event::TakesCard { seat, from, card } => {
                format!("Seat {} takes {} from the hand of seat {}", seat + 1, name(card), from + 1)
            }
            Event::SwapsHands { seat, with } => format!("Seats {} and {} swap hands", seat + 1, with + 1),
            Event::PassesHands => "All hands go to the next player".into(),
            Event::GathersHands => "All hands are shuffled together and dealt out".into(),
            Event::Gets { seat, card } => format!("Seat {} gets {}", seat + 1, name(card)),
            Event::Waits { id } => format!("{} waits below the TimeLine", self.identity_name(id)),
            Event::Sends { id } => format!("{} goes home", self.identity_name(id)),
            Event::GoesHome { seat, id } => format!("Seat {} goes home as {}", seat + 1, self.identity_name(id)),
            Event::Accomplishes { seat, id } => {
                format!("Seat {} has accomplished {}", seat + 1, self.mission_name(id))
            }
            Event::HasEnough { seat, n } => format!("Seat {} holds {n} cards", seat + 1),
            Event::Over { outcome } => outcome_text(outcome),
            Event::DayBegins => format!("{} begins", self.day_name()),
            Event::Offers { seat, to } => format!("Seat {} offers seat {} a trade", seat + 1, to + 1),
            Event::WouldGive { seat, item } => format!("Seat {} would give {}", seat + 1, self.item_text(item)),
            Event::Agrees { seat } => format!("Seat {} agrees", seat + 1),
            Event::Refuses { seat } => format!("Seat {} refuses", seat + 1),
            Event::IsAhead { seat, n } => format!("Seat {} needs {n} points fewer in this turn", seat + 1),
            Event::GivesUp { seat, to, card } => {
                format!("Seat {} gives {} to seat {}", seat + 1, name(card), to + 1)
            }
            Event::NobodyHas { card } => format!("Nobody holds {}", name(card)),
            Event::PassesCards { n } => format!("Everybody passes up to {n} cards to the next player"),
            Event::LooksAtTop { seat, n } => format!("Seat {} looks at {n} cards of the draw pile", seat + 1),
            Event::OnTop { card } => format!("On the draw pile: {}", name(card)),
            Event::EndsDay { seat, id } => format!("Seat {} ends the day as {}", seat + 1, self.identity_name(id)),
            Event::DayPasses => "The day is over, and nobody has ended it".into(),
            Event::Scores { seat, vp, bp } => format!("Seat {} gets {}", seat + 1, points_text(&Points { vp, bp })),
            Event::StarOver { outcome } => star_outcome_text(outcome),
        }
    }
}

impl Look<'_> {
    pub fn action_text(&self, action: Action) -> String {
        let name = |def: u8| self.t.name(def);
        match action {
            Action::Draw => "draw".into(),
            Action::Play(def, target) => format!("play {}{}", name(def), self.t.target_text(target, self.s.active)),
            Action::Discard(def) => format!("discard {}", name(def)),
            Action::Exchange(def) => format!("exchange {}", name(def)),
            Action::Memo(def) => format!("answer with {}", name(def)),
            Action::Pass => "pass".into(),
            Action::Take(def) => format!("take {}", name(def)),
            Action::Done => "done".into(),
            Action::Keep if self.s.step == Step::Claim => "say nothing".into(),
            Action::Keep => "keep the identity".into(),
            Action::Replace => "replace the identity".into(),
            Action::Claim => "claim the victory".into(),
            Action::Offer(seat) => format!("offer seat {} a trade", seat + 1),
            Action::Ask(item) => format!("ask for {}", self.t.item_text(item)),
            Action::Give(item) => format!("give {}", self.t.item_text(item)),
            Action::Propose => "propose".into(),
            Action::Withdraw => "withdraw".into(),
            Action::Accept => "accept".into(),
            Action::Refuse => "refuse".into(),
            Action::Hand(def) => format!("pass on {}", name(def)),
            Action::Bonus(target) => format!("use the bonus{}", self.t.target_text(target, self.s.active)),
            Action::Put(def) => format!("put {} back", name(def)),
        }
    }
}
