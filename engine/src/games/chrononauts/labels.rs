//! Words for actions, events and positions.

use catalog::tr;

use super::state::{NONE, Step, Target};
use super::{Action, MatchData, Points, Position, TradeItem};
use crate::kernel::outcome::{EndReason, Outcome};

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
    WouldGive { seat: u8, item: TradeItem },
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
    pub(in crate::games) fn hidden(mut self) -> Event {
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
        EndReason::Home => tr!("won by" => "home"),
        EndReason::Mission => tr!("won by" => "the mission"),
        EndReason::Progress => tr!("power and success"),
        EndReason::AllOut => tr!("too many Paradoxes, and the universe collapses"),
        EndReason::DeckOut => tr!("the cards ran out"),
        EndReason::TurnLimit => tr!("the turn limit was reached"),
        _ => tr!("the match was stopped"),
    };
    outcome.text(&why)
}

/// How a match of The Emperor's Star ended, in a sentence.
pub fn star_outcome_text(outcome: Outcome) -> String {
    let seats: Vec<String> = (0..8).filter(|seat| outcome.won(*seat)).map(|seat| (seat + 1).to_string()).collect();
    let won = match outcome.reason {
        EndReason::Home => tr!("the day, by the Timeline goal"),
        EndReason::Mission => tr!("the day, by the Artifact goal"),
        EndReason::Progress => tr!("the tournament"),
        EndReason::TurnLimit => return tr!("Nobody wins: {why}", why = tr!("the turn limit was reached")),
        _ => return tr!("Nobody wins: {why}", why = tr!("the match was stopped")),
    };
    match &seats[..] {
        [] => tr!("Nobody wins {won}", won),
        [seat] => tr!("Seat {seat} wins {won}", seat, won),
        [first @ .., last] => tr!("Seats {first} and {last} share {won}", first = first.join(", "), last, won),
    }
}

/// Points in words.
pub(in crate::games) fn points_text(points: &Points) -> String {
    tr!("{vp} VP, {bp} BP", vp = points.vp, bp = points.bp)
}

impl MatchData {
    /// The name of the day, in The Emperor's Star.
    pub(in crate::games) fn day_name(&self) -> String {
        self.day.as_ref().map_or_else(|| tr!("a day"), |day| self.game.card(day.card).name.clone())
    }

    /// Something that can be traded, in words.
    pub(in crate::games) fn item_text(&self, item: TradeItem) -> String {
        match item {
            TradeItem::Favor(true) => tr!("a positive favor"),
            TradeItem::Favor(false) => tr!("a negative favor"),
            TradeItem::Artifact(def) => tr!("{card} from the table", card = self.name(def)),
            TradeItem::Card(def) => self.name(def),
            TradeItem::Promise => tr!("a promise"),
        }
    }

    /// The name of a card of the main deck.
    pub(in crate::games) fn name(&self, def: u8) -> String {
        self.defs.get(def as usize).map_or_else(|| tr!("a card"), |d| d.name.clone())
    }

    fn identity_name(&self, id: u8) -> String {
        self.identities.get(id as usize).map_or_else(|| tr!("an identity"), |i| i.name.clone())
    }

    fn mission_name(&self, id: u8) -> String {
        self.missions.get(id as usize).map_or_else(|| tr!("a mission"), |m| m.name.clone())
    }

    /// What a cell is called, by its year.
    pub(in crate::games) fn label(&self, cell: u8) -> &str {
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

    pub(in crate::games) fn patch_name(&self, patch: u8) -> &str {
        &self.def(self.on_patch[patch as usize]).name
    }

    pub(in crate::games) fn target_text(&self, target: Target, by: u8) -> String {
        match target {
            Target::None => String::new(),
            Target::Cell(cell) => tr!(" on {card}", card = self.label(cell)),
            Target::Seat(seat) if seat == by => tr!(" on oneself"),
            Target::Seat(seat) => tr!(" on seat {seat}", seat = seat + 1),
            Target::Table(seat, def) if seat == by => tr!(" on one's own {card}", card = self.name(def)),
            Target::Table(seat, def) => tr!(" on seat {seat}'s {card}", seat = seat + 1, card = self.name(def)),
            Target::Pile(def) => tr!(" on {card}", card = self.name(def)),
            Target::Named(def) => tr!(", naming {card}", card = self.name(def)),
        }
    }

    pub(in crate::games) fn event_text(&self, event: Event) -> String {
        let number = |seat: u8| seat + 1;
        let name = |card: u8| self.name(card);
        match event {
            Event::Begins { seat } => tr!("Seat {seat} goes first", seat = number(seat)),
            Event::Turn { seat, number } => tr!("Turn {number}: seat {seat}", number, seat = seat + 1),
            Event::Identity { seat, id } => {
                tr!("Seat {seat} is {identity}", seat = number(seat), identity = self.identity_name(id))
            }
            Event::Mission { seat, id } => {
                tr!("Seat {seat}'s mission is {mission}", seat = number(seat), mission = self.mission_name(id))
            }
            Event::Replaces { seat } => tr!("Seat {seat} becomes somebody else", seat = number(seat)),
            Event::NewOrders { seat } => tr!("Seat {seat} exchanges the mission", seat = number(seat)),
            Event::Draws { seat, card } => tr!("Seat {seat} draws {card}", seat = number(seat), card = name(card)),
            Event::NoCards { seat } => tr!("Seat {seat} finds no card to draw", seat = number(seat)),
            Event::Shuffles => tr!("The discard pile becomes the draw pile"),
            Event::Plays { seat, card, target } => {
                let on = self.target_text(target, seat);
                tr!("Seat {seat} plays {card}{on}", seat = number(seat), card = name(card), on)
            }
            Event::Answers { seat, card } => {
                tr!("Seat {seat} answers with {card}", seat = number(seat), card = name(card))
            }
            Event::Cancelled { card } => tr!("{card} never happened", card = name(card)),
            Event::Discards { seat, card } => {
                tr!("Seat {seat} discards {card}", seat = number(seat), card = name(card))
            }
            Event::KillsTime { seat } => tr!("Seat {seat} kills time", seat = number(seat)),
            Event::Uses { seat, card } => tr!("Seat {seat} uses {card}", seat = number(seat), card = name(card)),
            Event::Reversed { cell, prime } => {
                let (year, event) = (self.label(cell), self.headline(cell, prime));
                if prime {
                    tr!("History changes: {year}' {event}", year, event)
                } else {
                    tr!("History goes back: {year} {event}", year, event)
                }
            }
            Event::Torn { cell } => tr!("{year} becomes a Paradox", year = self.label(cell)),
            Event::Healed { cell } => {
                tr!("{year} is what it was: {event}", year = self.label(cell), event = self.headline(cell, false))
            }
            Event::Mended { cell, patch } => {
                tr!("{year} is mended: {patch}", year = self.label(cell), patch = self.patch_name(patch))
            }
            Event::Nullified { patch } => tr!("{patch} is nullified", patch = self.patch_name(patch)),
            Event::Puts { seat, card } => tr!("Seat {seat} now has {card}", seat = number(seat), card = name(card)),
            Event::TakesArtifact { seat, from, card } => tr!(
                "Seat {seat} takes {card} from seat {from}",
                seat = number(seat),
                card = name(card),
                from = number(from)
            ),
            Event::Loses { seat, card } => tr!("Seat {seat} loses {card}", seat = number(seat), card = name(card)),
            Event::TakesBack { seat, card } => {
                tr!("Seat {seat} takes {card} from the discard pile", seat = number(seat), card = name(card))
            }
            Event::LooksAtHand { seat, of } => {
                tr!("Seat {seat} looks at the hand of seat {of}", seat = number(seat), of = number(of))
            }
            Event::Holds { seat, card } => tr!("Seat {seat} holds {card}", seat = number(seat), card = name(card)),
            Event::TakesCard { seat, from, card } => tr!(
                "Seat {seat} takes {card} from the hand of seat {from}",
                seat = number(seat),
                card = name(card),
                from = number(from)
            ),
            Event::SwapsHands { seat, with } => {
                tr!("Seats {seat} and {with} swap hands", seat = number(seat), with = number(with))
            }
            Event::PassesHands => tr!("All hands go to the next player"),
            Event::GathersHands => tr!("All hands are shuffled together and dealt out"),
            Event::Gets { seat, card } => tr!("Seat {seat} gets {card}", seat = number(seat), card = name(card)),
            Event::Waits { id } => tr!("{identity} waits below the TimeLine", identity = self.identity_name(id)),
            Event::Sends { id } => tr!("{identity} goes home", identity = self.identity_name(id)),
            Event::GoesHome { seat, id } => {
                tr!("Seat {seat} goes home as {identity}", seat = number(seat), identity = self.identity_name(id))
            }
            Event::Accomplishes { seat, id } => {
                tr!("Seat {seat} has accomplished {mission}", seat = number(seat), mission = self.mission_name(id))
            }
            Event::HasEnough { seat, n } => {
                tr!("Seat {seat} holds 1 card" | "Seat {seat} holds {n} cards" % n, seat = number(seat))
            }
            Event::Over { outcome } => outcome_text(outcome),
            Event::DayBegins => tr!("{day} begins", day = self.day_name()),
            Event::Offers { seat, to } => {
                tr!("Seat {seat} offers seat {to} a trade", seat = number(seat), to = number(to))
            }
            Event::WouldGive { seat, item } => {
                tr!("Seat {seat} would give {item}", seat = number(seat), item = self.item_text(item))
            }
            Event::Agrees { seat } => tr!("Seat {seat} agrees", seat = number(seat)),
            Event::Refuses { seat } => tr!("Seat {seat} refuses", seat = number(seat)),
            Event::IsAhead { seat, n } => tr!(
                "Seat {seat} needs 1 point fewer in this turn" | "Seat {seat} needs {n} points fewer in this turn" % n,
                seat = number(seat)
            ),
            Event::GivesUp { seat, to, card } => {
                tr!("Seat {seat} gives {card} to seat {to}", seat = number(seat), card = name(card), to = number(to))
            }
            Event::NobodyHas { card } => tr!("Nobody holds {card}", card = name(card)),
            Event::PassesCards { n } => tr!("Everybody passes up to 1 card to the next player"
                | "Everybody passes up to {n} cards to the next player" % n),
            Event::LooksAtTop { seat, n } => tr!(
                "Seat {seat} looks at 1 card of the draw pile" | "Seat {seat} looks at {n} cards of the draw pile" % n,
                seat = number(seat)
            ),
            Event::OnTop { card } => tr!("On the draw pile: {card}", card = name(card)),
            Event::EndsDay { seat, id } => {
                tr!("Seat {seat} ends the day as {identity}", seat = number(seat), identity = self.identity_name(id))
            }
            Event::DayPasses => tr!("The day is over, and nobody has ended it"),
            Event::Scores { seat, vp, bp } => {
                tr!("Seat {seat} gets {points}", seat = number(seat), points = points_text(&Points { vp, bp }))
            }
            Event::StarOver { outcome } => star_outcome_text(outcome),
        }
    }
}

impl Position<'_> {
    /// An action in the language that is spoken.
    pub fn label(&self, action: Action) -> String {
        let name = |def: u8| self.t.name(def);
        match action {
            Action::Draw => tr!("draw"),
            Action::Play(def, target) => {
                tr!("play {card}{on}", card = name(def), on = self.t.target_text(target, self.s.active))
            }
            Action::Discard(def) => tr!("discard {card}", card = name(def)),
            Action::Exchange(def) => tr!("exchange {card}", card = name(def)),
            Action::Memo(def) => tr!("answer with {card}", card = name(def)),
            Action::Pass => tr!("pass"),
            Action::Take(def) => tr!("take {card}", card = name(def)),
            Action::Done => tr!("done"),
            Action::Keep if self.s.step == Step::Claim => tr!("let it resolve"),
            Action::Keep => tr!("keep the identity"),
            Action::Replace => tr!("replace the identity"),
            Action::Claim => tr!("claim the victory"),
            Action::Offer(seat) => tr!("offer seat {seat} a trade", seat = seat + 1),
            Action::Ask(item) => tr!("ask for {item}", item = self.t.item_text(item)),
            Action::Give(item) => tr!("give {item}", item = self.t.item_text(item)),
            Action::Propose => tr!("propose"),
            Action::Withdraw => tr!("withdraw"),
            Action::Accept => tr!("accept"),
            Action::Refuse => tr!("refuse"),
            Action::Hand(def) => tr!("pass on {card}", card = name(def)),
            Action::Bonus(target) => {
                tr!("use the bonus{on}", on = self.t.target_text(target, self.s.active))
            }
            Action::Put(def) => tr!("put {card} back", card = name(def)),
        }
    }
}
