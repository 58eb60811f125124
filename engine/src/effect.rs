//! Card abilities made ready to be played: catalog's trees become flat lists of [`Op`]s over tables.
//!
//! Nothing here changes a game. An op says what is to be done; the rules of a game do it, and because a place in
//! the list is only a number, an effect can stop for a choice anywhere and go on later.

mod card_error;
mod dialect;
mod filter;
mod lower;
mod masks;

use catalog::ability::{
    CardRef, CardState, Destination, EffectDuration, PlayerPile, PlayerSelector, PlayerSide, TriggerEvent,
};
use catalog::card::HasKeyword;
use catalog::query::NumberRange;
use catalog::tr;

pub use card_error::CardError;
pub use dialect::{Dialect, DialectError};
pub use filter::{DefSet, Filter, LiveCard};
pub use lower::{Lowered, TARGETS, lower};
pub use masks::MaskReader;

/// A position in one of the tables of [`Code`].
pub type Ix = u16;

/// The abilities of all cards of a match.
#[derive(Debug, Default)]
pub struct Code {
    /// What is done, list after list; each ends with [`Op::End`].
    pub ops: Vec<Op>,
    /// Groups of cards in play.
    pub groups: Vec<EffectGroup>,
    /// Queries.
    pub filters: Vec<Filter>,
    /// Numbers.
    pub amounts: Vec<Amount>,
    /// Amounts by resource.
    pub lists: Vec<Vec<(u8, Amount)>>,
    /// Numbers and keywords that are given.
    pub gifts: Vec<Gift>,
    /// Costs.
    pub costs: Vec<Cost>,
    /// Conditions.
    pub conditions: Vec<Condition>,
    /// Where the options of a choice begin.
    pub branches: Vec<Vec<Ix>>,
}

impl Code {
    /// Whether the target in this slot is destroyed to pay for the play that begins at `at`.
    pub fn destroys_target(&self, at: Ix, target: u8) -> bool {
        let play = self.ops.iter().skip(at.into()).take_while(|op| **op != Op::End);
        let mut deeds = play.filter_map(|op| match op {
            Op::OtherCosts { cost, slot } => Some((&self.costs[usize::from(*cost)], *slot)),
            _ => None,
        });
        deeds.any(|(cost, slot)| cost.destroy && slot == target)
    }
}

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// The ability is done.
    End,
    /// Chooses a target while the play is announced.
    Target {
        /// Which of the play's targets it is, from 0.
        slot: u8,
        /// Out of which cards.
        pick: Ix,
        /// Whether it may be left out, and the slot of the first target that it must differ from.
        up_to: Option<u8>,
    },
    /// Pays what is not paid in resources: cards destroyed or discarded, control points.
    OtherCosts {
        /// The cost.
        cost: Ix,
        /// The target that is destroyed, if one is.
        slot: u8,
    },
    /// Chooses a card now; where there is none, goes on at `skip`.
    Choose {
        /// Out of which cards.
        pick: Ix,
        /// Where to go on.
        skip: Ix,
    },
    /// Makes a target the card that is meant by "it".
    Recall(u8),
    /// Chooses an opponent.
    Opponent,
    /// Does something to cards in play.
    Act(CardOp, OpTargets),
    /// Resources come.
    Gain(PlayerSelector, Ix),
    /// Resources go.
    Lose(PlayerSelector, Ix),
    /// Cards are drawn.
    Draw(PlayerSelector, Ix),
    /// Cards are discarded from hand.
    Discard(PlayerSelector, Ix, DiscardBy),
    /// Cards in play go to the discard pile, of their controller's choice.
    Sacrifice(PlayerSelector, Ix, u8),
    /// Cards of a discard pile go out of the game; all of them if the number is 0.
    Purge(PlayerSelector, Ix, u8),
    /// The discard pile is shuffled into the deck.
    Reshuffle(PlayerSelector),
    /// A hand is looked at.
    Peek(PlayerSelector),
    /// Cards on top of the deck are looked at.
    Look {
        /// How many.
        count: Ix,
        /// Which may be taken; all may, and must, if there is none.
        take: Option<Ix>,
        /// How many are taken.
        most: u8,
        /// Where those go.
        to: Destination,
        /// Where the rest goes.
        rest: Destination,
    },
    /// A search for cards that go to hand.
    Fetch {
        /// Which.
        filter: Ix,
        /// Where.
        from: PlayerPile,
        /// How many at most.
        count: u8,
    },
    /// One more turn after this one.
    ExtraTurn,
    /// The player wins.
    Win,
    /// Cards go from the deck into the discard pile.
    Mill(PlayerSelector, Ix),
    /// Research; shown to all if true.
    Research(bool),
    /// A search for cards.
    Download {
        /// Which.
        filter: Ix,
        /// Where.
        from: PlayerPile,
        /// How many at most.
        count: u8,
    },
    /// A card comes into play without being played.
    Put {
        /// Which.
        filter: Ix,
        /// From where.
        from: PlayerPile,
        /// Whether it arrives turned sideways.
        tapped: bool,
    },
    /// Control points, gained or lost.
    Points(PlayerSelector, i8),
    /// An attempt to Take Control.
    TakeControl(OpTargets),
    /// A skill check; below the amount it goes on at the place.
    Check(Ix, Ix),
    /// Goes on elsewhere unless the condition holds.
    Unless(Ix, Ix),
    /// Goes on elsewhere.
    Goto(Ix),
    /// The player may decline, and goes on elsewhere.
    May(Ix),
    /// The player may pay the cost, or goes on elsewhere.
    PayOr {
        /// The cost.
        cost: Ix,
        /// The group of which one is destroyed, if it is part of the cost.
        pick: Option<Ix>,
        /// Where to go on without paying.
        skip: Ix,
    },
    /// The player takes one of several ways.
    Branch(Ix),
}

/// Who picks the cards that are discarded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscardBy {
    /// The player whose hand it is.
    Owner,
    /// Chance.
    Chance,
    /// The player of the effect, who sees the hand; only such cards.
    You(Ix),
}

/// What is done to a card in play, or to one that waits to take effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CardOp {
    /// Damage, by a card.
    Damage(Ix, CardRef),
    /// To the discard pile.
    Destroy,
    /// Turned sideways.
    Tap,
    /// Turned back.
    Untap,
    /// To its owner's hand or deck.
    Return(Destination),
    /// Out of the game.
    Exile,
    /// Out of play and back at once.
    Flicker,
    /// To its controller's other zone.
    Move,
    /// Under the player's control, for good or for a time.
    Control(Option<EffectDuration>),
    /// Counters that raise the paired numbers.
    Counters(Ix),
    /// It does not take effect, unless its player pays.
    Negate(Ix),
    /// Numbers and keywords for a time.
    Give(Ix, EffectDuration),
    /// Hacked until the end of the turn.
    Hack,
    /// The source is attached to it.
    Attach,
}

/// The cards that an op is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpTargets {
    /// One that is known.
    Known(CardRef),
    /// All of a group.
    Each(Ix),
    /// Players.
    Players(PlayerSelector),
}

/// A group of cards in play, or of those that wait to take effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffectGroup {
    /// Whose.
    pub side: PlayerSide,
    /// Whether the source is left out.
    pub other: bool,
    /// Which.
    pub filter: Ix,
    /// Whether it is chosen to pay a cost, and so is no target.
    pub cost: bool,
    /// How they must be just now.
    pub state: Option<CardState>,
    /// Only those in the same zone as the source.
    pub here: bool,
    /// Players as well.
    pub players: bool,
    /// Those that wait to take effect, instead of those in play.
    pub waiting: bool,
}

/// A number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Amount {
    /// Fixed.
    Number(i32),
    /// So many for each of something.
    Per(i32, Countable),
    /// A number field of a card.
    Field(usize, CardRef),
    /// What the player has of a resource.
    Resource(u8),
    /// The result of the skill check.
    Result,
    /// The number chosen for X.
    X,
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Countable {
    /// Cards of a group.
    Cards(Ix),
    /// A resource.
    Resource(PlayerSide, u8),
    /// Cards in a pile, all or such.
    Pile(PlayerSide, PlayerPile, Option<Ix>),
    /// Control points.
    Points(PlayerSide),
    /// The result of the skill check.
    Result,
}

/// What must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    /// A number within bounds.
    Count(NumberRange, Countable),
    /// Somebody controls a city.
    ControlsCity(PlayerSide),
    /// A known card fits a filter.
    Is(CardRef, Ix),
    /// A known card is so just now.
    In(CardRef, CardState),
    /// It is the player's own turn.
    YourTurn,
    /// The first play of the main phase.
    First,
    /// Not this.
    Not(Box<Condition>),
    /// All of these.
    And(Vec<Condition>),
}

/// Numbers and keywords.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gift {
    /// Changes by number field.
    pub numbers: Vec<(usize, Amount)>,
    /// Keywords.
    pub keywords: Vec<HasKeyword>,
}

/// What is paid.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cost {
    /// By resource.
    pub resources: Vec<(u8, i32)>,
    /// The source is tapped.
    pub tap: bool,
    /// The first play is spent.
    pub first: bool,
    /// A card is destroyed.
    pub destroy: bool,
    /// The source itself is.
    pub own: bool,
    /// Cards are discarded.
    pub discard: u8,
    /// Control points are given up.
    pub points: u8,
    /// A card of one's own discard pile goes out of the game.
    pub exile: Option<Ix>,
    /// Counters put on the source, or taken off it.
    pub counters: i8,
}

impl Cost {
    /// How it is paid, `pay 2 Influence and tap it`, with the resources as a game writes them.
    pub fn payment_text(&self, resources: &str) -> String {
        let discard = i32::from(self.discard);
        let points = i32::from(self.points);
        let parts = [
            (!resources.is_empty(), tr!("pay {resources}", resources)),
            (self.tap, tr!("tap it")),
            (self.own, tr!("destroy it")),
            (self.destroy && !self.own, tr!("destroy one of your cards")),
            (discard > 0, tr!("discard 1 card" | "discard {n} cards" % discard)),
            (points > 0, tr!("give up 1 control point" | "give up {n} control points" % points)),
            (self.exile.is_some(), tr!("exile a card of your discard pile")),
        ];
        let told: Vec<String> = parts.into_iter().filter(|(is_asked, _)| *is_asked).map(|(_, words)| words).collect();
        told.join(&tr!(" and "))
    }
}

/// An ability in its place in [`Code`].
#[derive(Debug)]
pub struct CompiledAbility {
    /// When it works.
    pub form: AbilityForm,
    /// What must hold.
    pub condition: Option<Ix>,
    /// Where its ops begin.
    pub start: Ix,
    /// The groups of which a target must be chosen to announce it, in order.
    pub targets: Vec<Ix>,
    /// What is paid beside the card's cost.
    pub cost: Ix,
    /// Whether it attaches its card.
    pub attaches: bool,
    /// Whether it works in its owner's discard pile, instead of in play.
    pub discarded: bool,
    /// For a static: what is always so.
    pub statics: Vec<(OpTargets, StaticEffect)>,
}

/// When an ability works.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AbilityForm {
    /// When the card is played.
    Played {
        /// Whether this mode is Rapid when the card is not.
        rapid: bool,
    },
    /// When something happens, to a card of the group or to the card itself.
    Triggered(TriggerEvent, Option<Ix>),
    /// When it is paid for, so often in a turn; 0 is without limit.
    Activated(u8),
    /// Always.
    Static,
}

/// What a static ability does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaticEffect {
    /// Gives numbers and keywords.
    Give(Ix),
    /// Hacks.
    Hack,
    /// Cards of the group cost so much less. The group is that of the static's `On`.
    Cheaper(i8),
    /// One more of these may be played in a turn.
    ExtraPlay(Ix),
}
