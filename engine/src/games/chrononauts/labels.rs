//! Words for actions, events and positions.

use catalog::tr;

use super::event::Event;
use super::state::{Step, Target};
use super::{Action, MatchData, Points, Position, TradeItem};
use crate::kernel::audience::{Audience, told, turn_text};
use crate::kernel::outcome::{EndReason, Outcome};

/// How a game ended, in a sentence.
pub fn outcome_text(outcome: Outcome, to: &Audience) -> String {
    let why = match outcome.reason {
        EndReason::Home => tr!("the way home is open"),
        EndReason::Mission => tr!("the mission is complete"),
        EndReason::Progress => tr!("enough cards in hand"),
        EndReason::AllOut => tr!("too many Paradoxes, and the universe collapses"),
        EndReason::DeckOut => tr!("the cards ran out"),
        EndReason::TurnLimit => tr!("the turn limit was reached"),
        _ => tr!("the match was stopped"),
    };
    outcome.text(&why, to)
}

/// How a match of The Emperor's Star ended, in a sentence.
pub fn star_outcome_text(outcome: Outcome, to: &Audience) -> String {
    let seats: Vec<u8> = (0..8).filter(|seat| outcome.won(*seat)).collect();
    let won = match outcome.reason {
        EndReason::Home => tr!("the day with the Timeline goal"),
        EndReason::Mission => tr!("the day with the Artifact goal"),
        EndReason::Progress => tr!("the tournament"),
        EndReason::TurnLimit => return tr!("Nobody wins: {why}", why = tr!("the turn limit was reached")),
        _ => return tr!("Nobody wins: {why}", why = tr!("the match was stopped")),
    };
    let list =
        |seats: &[u8], name: &dyn Fn(u8) -> String| seats.iter().map(|seat| name(*seat)).collect::<Vec<_>>().join(", ");
    match &seats[..] {
        [] => tr!("Nobody wins {won}", won),
        [seat] => told!(to, *seat, "{who} wins {won}" / "You win {won}", won),
        seats if to.has_names() => {
            let others: Vec<u8> = seats.iter().copied().filter(|seat| !to.is_you(*seat)).collect();
            let names = list(&others, &|seat| to.heading(seat));
            if others.len() < seats.len() {
                tr!("You share {won} with {names}", won, names)
            } else {
                tr!("{names} share {won}", names, won)
            }
        }
        [first @ .., last] => {
            let first = list(first, &|seat| (seat + 1).to_string());
            tr!("Seats {first} and {last} share {won}", first, last = last + 1, won)
        }
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
    pub(in crate::games) fn item_text(&self, item: TradeItem, to: &Audience) -> String {
        match item {
            TradeItem::Favor(true) => tr!("a positive favor"),
            TradeItem::Favor(false) => tr!("a negative favor"),
            TradeItem::Artifact(def) => tr!("{card} from the table", card = self.name(def, to)),
            TradeItem::Card(def) => self.name(def, to),
            TradeItem::Promise => tr!("a promise"),
        }
    }

    /// The name of a card of the main deck.
    pub(in crate::games) fn name(&self, def: u8, to: &Audience) -> String {
        self.defs.get(def as usize).map_or_else(|| tr!("a card"), |d| to.card(d.card, &d.name))
    }

    fn identity_name(&self, id: u8, to: &Audience) -> String {
        self.identities.get(id as usize).map_or_else(|| tr!("an identity"), |i| to.card(i.card, &i.name))
    }

    fn mission_name(&self, id: u8, to: &Audience) -> String {
        self.missions.get(id as usize).map_or_else(|| tr!("a mission"), |m| to.card(m.card, &m.name))
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

    pub(in crate::games) fn target_text(&self, target: Target, by: u8, to: &Audience) -> String {
        let name = |def: u8| self.name(def, to);
        match target {
            Target::None => String::new(),
            Target::Cell(cell) => tr!(" on {card}", card = self.label(cell)),
            Target::Seat(seat) if seat == by => told!(to, seat, " on themselves" / " on yourself"),
            Target::Seat(seat) => told!(to, seat, " on {whom}" / " on you"),
            Target::Table(seat, def) if seat == by => {
                told!(to, seat, " on their own {card}" / " on your own {card}", card = name(def))
            }
            Target::Table(seat, def) => told!(to, seat, " on {whom}'s {card}" / " on your {card}", card = name(def)),
            Target::Pile(def) => tr!(" on {card}", card = name(def)),
            Target::Named(def) => tr!(", naming {card}", card = name(def)),
        }
    }

    pub(in crate::games) fn event_text(&self, event: Event, to: &Audience) -> String {
        let name = |card: u8| self.name(card, to);
        let patch_card = |patch: u8| to.card(self.def(self.on_patch[patch as usize]).card, self.patch_name(patch));
        match event {
            Event::Begins { seat } => told!(to, seat, "{who} goes first" / "You go first"),
            Event::Turn { seat, number } => turn_text(number, seat, to),
            Event::Identity { seat, id } => {
                let Some(identity) = self.identities.get(id as usize) else {
                    return told!(to, seat, "{who} receives an identity" / "You receive an identity");
                };
                told!(
                    to,
                    seat,
                    "{who} is {identity}" / "You are {identity}",
                    identity = to.card(identity.card, &identity.name)
                )
            }
            Event::Mission { seat, id } => {
                let Some(mission) = self.missions.get(id as usize) else {
                    return told!(to, seat, "{who} receives a mission" / "You receive a mission");
                };
                let mission = to.card(mission.card, &mission.name);
                told!(to, seat, "{who}'s mission is {mission}" / "Your mission is {mission}", mission)
            }
            Event::Replaces { seat } => told!(to, seat, "{who} becomes somebody else" / "You become somebody else"),
            Event::NewOrders { seat } => told!(to, seat, "{who} exchanges the mission" / "You exchange your mission"),
            Event::Draws { seat, card } => told!(to, seat, "{who} draws {card}" / "You draw {card}", card = name(card)),
            Event::NoCards { seat } => told!(to, seat, "{who} cannot draw a card" / "You cannot draw a card"),
            Event::Shuffles => tr!("The discard pile becomes the draw pile"),
            Event::Plays { seat, card, target } => {
                let on = self.target_text(target, seat, to);
                told!(to, seat, "{who} plays {card}{on}" / "You play {card}{on}", card = name(card), on)
            }
            Event::Answers { seat, card } => {
                told!(to, seat, "{who} responds with {card}" / "You respond with {card}", card = name(card))
            }
            Event::Cancelled { card } => tr!("{card} never happened", card = name(card)),
            Event::Discards { seat, card } => {
                told!(to, seat, "{who} discards {card}" / "You discard {card}", card = name(card))
            }
            Event::KillsTime { seat } => told!(to, seat, "{who} kills time" / "You kill time"),
            Event::Uses { seat, card } => told!(to, seat, "{who} uses {card}" / "You use {card}", card = name(card)),
            Event::Reversed { cell, prime } => {
                let (year, event) = (self.label(cell), self.headline(cell, prime));
                if prime {
                    tr!("History changes: {year}' {event}", year, event)
                } else {
                    tr!("History reverts: {year} {event}", year, event)
                }
            }
            Event::Torn { cell } => tr!("{year} becomes a Paradox", year = self.label(cell)),
            Event::Healed { cell } => {
                tr!("{year} is restored: {event}", year = self.label(cell), event = self.headline(cell, false))
            }
            Event::Mended { cell, patch } => {
                tr!("{year} is patched: {patch}", year = self.label(cell), patch = patch_card(patch))
            }
            Event::Nullified { patch } => tr!("{patch} is nullified", patch = patch_card(patch)),
            Event::Puts { seat, card } => {
                told!(to, seat, "{who} now has {card}" / "You now have {card}", card = name(card))
            }
            Event::TakesArtifact { seat, from, card } => told!(
                to,
                seat,
                from,
                "{who} takes {card} from {other}" / "You take {card} from {other}" / "{who} takes {card} from you",
                card = name(card)
            ),
            Event::Loses { seat, card } => told!(to, seat, "{who} loses {card}" / "You lose {card}", card = name(card)),
            Event::TakesBack { seat, card } => {
                told!(
                    to,
                    seat,
                    "{who} takes {card} from the discard pile" / "You take {card} from the discard pile",
                    card = name(card)
                )
            }
            Event::LooksAtHand { seat, of } => {
                told!(
                    to,
                    seat,
                    of,
                    "{who} looks at the hand of {other}"
                        / "You look at the hand of {other}"
                        / "{who} looks at your hand"
                )
            }
            Event::Holds { seat, card } => told!(to, seat, "{who} holds {card}" / "You hold {card}", card = name(card)),
            Event::TakesCard { seat, from, card } => told!(
                to,
                seat,
                from,
                "{who} takes {card} from the hand of {other}"
                    / "You take {card} from the hand of {other}"
                    / "{who} takes {card} from your hand",
                card = name(card)
            ),
            Event::SwapsHands { seat, with } if to.has_names() => told!(
                to,
                seat,
                with,
                "{who} and {other} swap hands" / "You and {other} swap hands" / "{who} and you swap hands"
            ),
            Event::SwapsHands { seat, with } => {
                tr!("Seats {seat} and {with} swap hands", seat = seat + 1, with = with + 1)
            }
            Event::PassesHands => tr!("All hands go to the next player"),
            Event::GathersHands => tr!("All hands are shuffled together and dealt out"),
            Event::Gets { seat, card } => told!(to, seat, "{who} gets {card}" / "You get {card}", card = name(card)),
            Event::Waits { id } => tr!("{identity} waits below the TimeLine", identity = self.identity_name(id, to)),
            Event::Sends { id } => tr!("{identity} goes home", identity = self.identity_name(id, to)),
            Event::GoesHome { seat, id } => {
                told!(
                    to,
                    seat,
                    "{who} goes home as {identity}" / "You go home as {identity}",
                    identity = self.identity_name(id, to)
                )
            }
            Event::Accomplishes { seat, id } => {
                told!(
                    to,
                    seat,
                    "{who} has accomplished {mission}" / "You have accomplished {mission}",
                    mission = self.mission_name(id, to)
                )
            }
            Event::HasEnough { seat, n } => {
                told!(
                    to,
                    seat,
                    "{who} holds 1 card" | "{who} holds {n} cards" / "You hold 1 card" | "You hold {n} cards" % n
                )
            }
            Event::Over { outcome } => outcome_text(outcome, to),
            Event::DayBegins => tr!("{day} begins", day = self.day_name()),
            Event::Offers { seat, to: whom } => told!(
                to,
                seat,
                whom,
                "{who} offers {other} a trade" / "You offer {other} a trade" / "{who} offers you a trade"
            ),
            Event::WouldGive { seat, item } => {
                told!(to, seat, "{who} would give {item}" / "You would give {item}", item = self.item_text(item, to))
            }
            Event::Agrees { seat } => told!(to, seat, "{who} agrees" / "You agree"),
            Event::Refuses { seat } => told!(to, seat, "{who} refuses" / "You refuse"),
            Event::IsAhead { seat, n } => told!(
                to,
                seat,
                "{who} needs 1 point fewer in this turn"
                    | "{who} needs {n} points fewer in this turn" / "You need 1 point fewer in this turn"
                    | "You need {n} points fewer in this turn" % n
            ),
            Event::GivesUp { seat, to: whom, card } => told!(
                to,
                seat,
                whom,
                "{who} gives {card} to {other}" / "You give {card} to {other}" / "{who} gives you {card}",
                card = name(card)
            ),
            Event::NobodyHas { card } => tr!("Nobody holds {card}", card = name(card)),
            Event::PassesCards { n } => tr!("Everybody passes up to 1 card to the next player"
                | "Everybody passes up to {n} cards to the next player" % n),
            Event::LooksAtTop { seat, n } => told!(
                to,
                seat,
                "{who} looks at 1 card of the draw pile"
                    | "{who} looks at {n} cards of the draw pile" / "You look at 1 card of the draw pile"
                    | "You look at {n} cards of the draw pile" % n
            ),
            Event::OnTop { card } => tr!("On the draw pile: {card}", card = name(card)),
            Event::EndsDay { seat, id } => {
                told!(
                    to,
                    seat,
                    "{who} ends the day as {identity}" / "You end the day as {identity}",
                    identity = self.identity_name(id, to)
                )
            }
            Event::DayPasses => tr!("The day is over, and nobody has ended it"),
            Event::Scores { seat, vp, bp } => {
                told!(to, seat, "{who} gets {points}" / "You get {points}", points = points_text(&Points { vp, bp }))
            }
            Event::StarOver { outcome } => star_outcome_text(outcome, to),
        }
    }
}

impl Position<'_> {
    /// An action in the language that is spoken.
    pub fn label(&self, action: Action, to: &Audience) -> String {
        let name = |def: u8| self.t.name(def, to);
        match action {
            Action::Draw => tr!("draw"),
            Action::Play(def, target) => {
                tr!("play {card}{on}", card = name(def), on = self.t.target_text(target, self.s.active, to))
            }
            Action::Discard(def) => tr!("discard {card}", card = name(def)),
            Action::Exchange(def) => tr!("exchange {card}", card = name(def)),
            Action::Memo(def) => tr!("respond with {card}", card = name(def)),
            Action::Pass => tr!("pass"),
            Action::Take(def) => tr!("take {card}", card = name(def)),
            Action::Done if self.s.step == Step::Trade => tr!("skip trading"),
            Action::Done => tr!("done"),
            Action::Keep if self.s.step == Step::Claim => tr!("do not claim victory"),
            Action::Keep => tr!("keep the identity"),
            Action::Replace => tr!("replace the identity"),
            Action::Claim => tr!("claim victory"),
            Action::Offer(seat) => told!(to, seat, "offer {whom} a trade" / "offer yourself a trade"),
            Action::Ask(item) => tr!("ask for {item}", item = self.t.item_text(item, to)),
            Action::Give(item) => tr!("give {item}", item = self.t.item_text(item, to)),
            Action::Propose => tr!("propose"),
            Action::Withdraw => tr!("withdraw"),
            Action::Accept => tr!("accept"),
            Action::Refuse => tr!("refuse"),
            Action::Hand(def) => tr!("pass on {card}", card = name(def)),
            Action::Bonus(target) => {
                tr!("use the bonus{on}", on = self.t.target_text(target, self.s.active, to))
            }
            Action::Put(def) => tr!("put {card} back", card = name(def)),
        }
    }
}
