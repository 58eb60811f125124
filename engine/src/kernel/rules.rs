//! What every game's rules offer, and what watches them: one trait, no allocation per decision, no clock.

use catalog::CardIx;
use catalog::source::Source;
use formats::rng::{Dice, FastRng, Seed};

use super::audience::{Audience, EventLine, unmark};
use super::observation::{Observation, TurnPhase};
use super::outcome::{EndReason, Outcome};
use super::weights::{Weights, WeightsError};

/// A set of seats: bit i is seat i.
pub type Seats = u8;

/// Every seat.
pub const ALL_SEATS: Seats = Seats::MAX;

/// Whose turn it is to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Actor {
    /// A seat, from 0.
    Seat(u8),
    /// Nobody: the game is over.
    Nobody,
}

/// An action that is not allowed here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("that is not allowed here")]
pub struct IllegalAction;

/// Sees what happens in a game, and throws its dice.
pub trait EventSink<E> {
    /// A number below `n`: from the state's own generator, unless a script or a record says otherwise.
    fn roll(&mut self, dice: &mut FastRng, n: u32) -> u32 {
        dice.below(n)
    }

    /// One of `n` cards that lie in no order, each equally likely; `def` names the definition of each.
    fn pick(&mut self, dice: &mut FastRng, n: u32, def: &dyn Fn(u32) -> u16) -> u32 {
        let _ = def;
        self.roll(dice, n)
    }

    /// Something happened; `to` may know of it.
    fn on_event(&mut self, event: E, to: Seats) {
        let _ = (event, to);
    }
}

/// What the lab counts and a forecast sums up of what happens, in the words of every game. Seats are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// A turn begins: before the first one hands are opening hands.
    Turn {
        /// Whose.
        seat: u8,
    },
    /// A card comes to the hand from the deck.
    Draws {
        /// Whose hand.
        seat: u8,
        /// Which card.
        card: CardIx,
    },
    /// A card comes to the opening hand that stays when the rest goes back.
    Opens {
        /// Whose hand.
        seat: u8,
        /// Which card.
        card: CardIx,
    },
    /// An opening hand goes back.
    Redeals {
        /// Whose.
        seat: u8,
    },
    /// A card is played.
    Plays {
        /// By whom.
        seat: u8,
        /// Which card.
        card: CardIx,
    },
    /// Units of resources come in.
    Makes {
        /// To whom.
        seat: u8,
        /// How many.
        n: i16,
    },
    /// A step on a way to win of its own, such as control points; less than 0 is a step back.
    Gains {
        /// Who.
        seat: u8,
        /// How many.
        n: i16,
    },
    /// What keeps a player in the game goes down, such as life or the health of a base.
    Hurt {
        /// Whose.
        seat: u8,
        /// By how much.
        n: i16,
    },
    /// A card in play takes damage.
    Damages {
        /// Which card.
        card: CardIx,
    },
    /// A card in play is destroyed.
    Destroys {
        /// Which card.
        card: CardIx,
    },
}

/// Sees nothing: a game without a log.
#[derive(Debug, Clone, Copy, Default)]
pub struct NullSink;

impl<E> EventSink<E> for NullSink {}

/// The rules of a game, for one match: decks and options are part of it.
pub trait Rules: Sync {
    /// A whole position, the generator included. Plain data: cloning it copies memory.
    type State: Clone + PartialEq + Send;
    /// What a seat can do.
    type Action: Copy + Eq + std::fmt::Debug + Send;
    /// What can be seen to happen.
    type Event: Copy + PartialEq + std::fmt::Debug + Send;

    /// A game before its first decision. Without `first`, chance decides who begins.
    fn start<W: EventSink<Self::Event>>(&self, seed: Seed, first: Option<u8>, sink: &mut W) -> Self::State;

    /// Seats of the match.
    fn seats(&self) -> u8;

    /// The seat that begins where this one would: some games leave no choice.
    fn first_seat(&self, first: u8) -> u8 {
        first
    }

    /// Who decides.
    fn actor(&self, state: &Self::State) -> Actor;

    /// What that seat may do, in canonical order; `out` is cleared first. Empty when the game is over.
    fn legal_actions(&self, state: &Self::State, out: &mut Vec<Self::Action>);

    /// Whether an action is in the list of [`Rules::legal_actions`].
    fn allows(&self, state: &Self::State, action: Self::Action) -> bool;

    /// Does what is allowed, and all that follows up to the next decision. [`Rules::apply`] and [`Rules::apply_listed`] call it.
    fn act<W: EventSink<Self::Event>>(&self, state: &mut Self::State, action: Self::Action, sink: &mut W);

    /// Does an action, and all that follows up to the next decision.
    ///
    /// # Errors
    /// If it is not allowed; the state is then unchanged.
    fn apply<W: EventSink<Self::Event>>(
        &self,
        state: &mut Self::State,
        action: Self::Action,
        sink: &mut W,
    ) -> Result<(), IllegalAction> {
        if !self.allows(state, action) {
            return Err(IllegalAction);
        }
        self.act(state, action, sink);
        Ok(())
    }

    /// The same for an action out of the list of this very position, which is not looked for again.
    fn apply_listed<W: EventSink<Self::Event>>(&self, state: &mut Self::State, action: Self::Action, sink: &mut W) {
        debug_assert!(self.allows(state, action), "{action:?} is not in the list");
        self.act(state, action, sink);
    }

    /// How it ended, once it has.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The turn, counted from 1.
    fn turn(&self, state: &Self::State) -> u32;

    /// Ends the game without a winner.
    fn stop(&self, state: &mut Self::State, reason: EndReason);

    /// What a seat gains or loses when the game is over, where rules say so in numbers.
    fn payoff(&self, state: &Self::State, seat: u8) -> Option<i32> {
        let _ = (state, seat);
        None
    }

    /// What an evaluation looks at, by name.
    fn feature_names(&self) -> Vec<&str>;

    /// A feature in a word or two, by its position in [`Rules::feature_names`].
    fn feature_label(&self, feature: usize) -> String;

    /// What each feature is worth to players that weigh.
    ///
    /// # Errors
    /// Every fault of the file that says it.
    fn weights(&self, source: &Source, game: &str) -> Result<Weights, WeightsError> {
        Weights::load(source, game, &self.feature_names())
    }

    /// The features of a position for a seat, in the order of [`Rules::feature_names`].
    fn features(&self, state: &Self::State, seat: u8, out: &mut [i32]);

    /// What an action means: the same number for actions that are alike to everybody, in whatever way hidden cards lie.
    fn action_key(&self, state: &Self::State, action: Self::Action) -> u64;

    /// Whether it counts by how much a seat scores more than the others, and not only whether it wins.
    fn is_scored(&self) -> bool {
        false
    }

    /// A number for the cards that a seat sees, or everybody for `None`, and for where they lie: the same one for positions that look alike.
    fn sight_key(&self, state: &Self::State, seat: Option<u8>) -> u64 {
        let _ = (state, seat);
        0
    }

    /// The position in `legal` of what somebody does who wants nothing: pass, end, decline.
    fn passing_action(&self, state: &Self::State, legal: &[Self::Action]) -> usize;

    /// Whether an action that is done to do nothing also changes nothing: some questions have no answer that does.
    fn is_idle(&self, state: &Self::State, action: Self::Action) -> bool {
        let _ = (state, action);
        true
    }

    /// Whether an action only says that its seat plays nothing now: where it can be done, no question is open.
    fn is_pass(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// Leaves, of what is legal, what players compare who weigh actions; people may do all of it. Something must be left.
    fn prune(&self, state: &Self::State, legal: &mut Vec<Self::Action>) {
        let _ = (state, legal);
    }

    /// The position in `legal` of the one action that is left without those that gain nothing, as far as everybody can see that;
    /// `None` if there are more.
    fn only_choice(&self, state: &Self::State, legal: &[Self::Action]) -> Option<usize> {
        let _ = (state, legal);
        None
    }

    /// Whether no play is under way: what has been begun is over.
    fn is_quiescent(&self, state: &Self::State) -> bool;

    /// Whether the decision at hand is about a fight that is under way.
    fn is_combat(&self, state: &Self::State) -> bool;

    /// What is done without thinking ahead where many such decisions follow each other, as who attacks and who blocks;
    /// `None` where it is worth a thought. `room` is for a list of legal actions, where one has to be made.
    fn rollout_action(&self, state: &Self::State, room: &mut Vec<Self::Action>) -> Option<Self::Action> {
        let _ = (state, room);
        None
    }

    /// A position that the seat cannot tell from this one: what it has not seen is dealt anew.
    fn determinize(&self, state: &Self::State, seat: u8, dice: &mut FastRng) -> Self::State;

    /// The same, in the memory of a position that is not needed any more.
    fn determinize_into(&self, state: &Self::State, seat: u8, dice: &mut FastRng, world: &mut Self::State) {
        *world = self.determinize(state, seat, dice);
    }

    /// A number that differs between different positions, the same on every little-endian machine. The generator counts too.
    fn digest(&self, state: &Self::State) -> u64;

    /// The action as files have it, different for each action that is legal in this position: see [`crate::kernel::notation`].
    fn notation(&self, state: &Self::State, action: Self::Action) -> String;

    /// How earlier releases wrote actions, and how they are written now; `{1}` and `{2}` stand for the same parts in both.
    const OLD_NOTATION: &'static [(&'static str, &'static str)] = &[];

    /// The action as people read it, in the language that is spoken.
    fn label(&self, state: &Self::State, action: Self::Action) -> String {
        self.label_for(state, action, &Audience::default())
    }

    /// The action as somebody reads it who can do it.
    fn label_for(&self, state: &Self::State, action: Self::Action, to: &Audience) -> String;

    /// The event that will tell a text, if a person may write one beside this action ([`crate::kernel::free_text`]).
    fn free_text_event(&self, state: &Self::State, action: Self::Action) -> Option<Self::Event> {
        let _ = (state, action);
        None
    }

    /// The event as those see it who may not know what it tells.
    fn hidden(&self, event: Self::Event) -> Self::Event;

    /// Whether [`Rules::metric`] tells the lab what is drawn and played.
    const HAS_METRICS: bool = false;

    /// What the lab counts of an event; nothing of most.
    fn metric(&self, event: Self::Event) -> Option<Metric> {
        let _ = event;
        None
    }

    /// Whether the event begins a turn.
    fn is_turn(&self, event: Self::Event) -> bool {
        matches!(self.metric(event), Some(Metric::Turn { .. }))
    }

    /// Whether the event is a step of the rules that tells a reader of the game nothing, who sees what this seat does or all for
    /// `None`: who passes, what is paid with.
    fn is_quiet(&self, event: Self::Event, seat: Option<u8>) -> bool;

    /// The events of one decision as a log tells them, each with its position: cards that go the same way together, a number
    /// that changes again and again once.
    fn condense(&self, events: Vec<(usize, Self::Event)>) -> Vec<(usize, Self::Event)> {
        events
    }

    /// Whether the event goes without saying after another one that was told last: a card that was played comes into play.
    fn goes_without_saying(&self, event: Self::Event, after: Self::Event) -> bool {
        let _ = (event, after);
        false
    }

    /// How a game ended, in a sentence.
    fn outcome_text(&self, outcome: Outcome) -> String {
        self.tell_outcome(outcome, &Audience::default())
    }

    /// How a game ended, in a sentence for somebody.
    fn tell_outcome(&self, outcome: Outcome, to: &Audience) -> String;

    /// The event in a sentence.
    fn event_text(&self, event: Self::Event) -> String {
        self.tell_event(event, &Audience::default())
    }

    /// The event in a sentence for somebody who may know all of it.
    fn tell_event(&self, event: Self::Event, to: &Audience) -> String;

    /// The event in a sentence, as a seat sees it, or everybody for `None`.
    fn event_text_for(&self, event: Self::Event, to: Seats, seat: Option<u8>) -> String {
        match seat {
            Some(seat) if to & (1 << seat) == 0 => self.event_text(self.hidden(event)),
            _ => self.event_text(event),
        }
    }

    /// The event as a line of a log for somebody, with the cards that it names: only those that they know.
    fn event_line(&self, event: Self::Event, to: Seats, audience: &Audience) -> EventLine {
        let knows = audience.sees().is_none_or(|seat| to & (1 << seat) != 0);
        let known = if knows { event } else { self.hidden(event) };
        EventLine { begins_turn: self.is_turn(event), ..self.known_line(known, audience) }
    }

    /// What is known of an event that begins no turn as a line of a log for somebody.
    fn known_line(&self, known: Self::Event, audience: &Audience) -> EventLine {
        let (text, cards) = unmark(&self.tell_event(known, &audience.with_marks()));
        EventLine { text, cards, begins_turn: false, quiet: self.is_quiet(known, audience.sees()) }
    }

    /// The parts of a turn, in order; none where turns have no parts with names.
    fn phases(&self) -> Vec<TurnPhase> {
        Vec::new()
    }

    /// What a seat sees and can do, or everything for `None`.
    fn observation(&self, state: &Self::State, seat: Option<u8>) -> Observation {
        self.observe(state, &Audience::numbered(seat))
    }

    /// What somebody sees and can do, in words for them.
    fn observe(&self, state: &Self::State, to: &Audience) -> Observation;

    /// What a seat sees, or everything for `None`, as text of several lines.
    fn board_text(&self, state: &Self::State, seat: Option<u8>) -> String {
        self.observation(state, seat).to_string()
    }
}

/// FNV-1a over what `Hash` feeds it, the same on every little-endian machine.
#[derive(Debug)]
pub struct DigestHasher(u64);

impl Default for DigestHasher {
    fn default() -> Self {
        DigestHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl std::hash::Hasher for DigestHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_i16(&mut self, n: i16) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write(&(n as u64).to_le_bytes());
    }
}
