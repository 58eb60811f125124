//! What a card does, as data: the effect language of `[[card.ability]]`.
//!
//! `read` makes the tree out of TOML and knows every word; `words` reads the small languages inside it
//! (selectors, amounts, conditions); `print` writes the tree as card text; `facts` compares a text written
//! by hand with it. The match engine lowers the tree and plays it. data/README.md lists every word.

mod facts;
mod phrase;
mod print;
mod read;
mod words;

use serde::{Deserialize, Serialize};

use crate::query::Query;

pub use facts::check_text;
pub use print::text;
pub(crate) use read::read;

/// One ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// When it works.
    pub shape: Shape,
    /// What must hold: to play or use it, for the trigger to do anything, while the static works.
    pub condition: Option<Condition>,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// When an ability works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// When the card is played; several of them are modes.
    Played {
        /// What must be paid beside the card's cost.
        need: Cost,
        /// Whether this mode is Rapid when the card is not.
        rapid: bool,
    },
    /// Each time something happens.
    Triggered {
        /// What happens.
        event: Event,
        /// To which cards; `None` is this card, or its controller's turn.
        subject: Option<Group>,
    },
    /// When its controller pays.
    Activated {
        /// What is paid.
        cost: Cost,
        /// How often in a turn; 0 is without limit.
        uses: u32,
    },
    /// All the time while the card is in play.
    Static,
}

/// What can trigger an ability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// Played from hand or downloads and paid for.
    Deployed,
    /// Destroyed.
    Destroyed,
    /// Declared as an attacker.
    Attacks,
    /// Declared as a blocker.
    Blocks,
    /// Deals combat damage to an enemy base.
    Hits,
    /// Takes control of a city point without being blocked.
    TakesControl,
    /// A card of any kind is played.
    Played,
    /// Its controller's turn starts.
    TurnStart,
    /// Its controller's turn ends.
    TurnEnd,
}

/// What is paid.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Amounts by position of the resource, in declared order.
    pub resources: Vec<(u8, i32)>,
    /// Whether the card itself is tapped.
    pub tap: bool,
    /// Whether it spends the first play of the main phase.
    pub first: bool,
    /// One of one's own cards, destroyed.
    pub destroy: Option<Selector>,
    /// Cards discarded from hand, of one's choice.
    pub discard: u32,
    /// Control points given up.
    pub points: u32,
}

/// Whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Anybody's.
    Any,
    /// One's own.
    Your,
    /// An opponent's.
    Enemy,
}

/// Some of the cards in play.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// Whose.
    pub side: Side,
    /// Whether this card itself is left out.
    pub other: bool,
    /// Which.
    pub query: Query,
}

/// A card that an ability already knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Known {
    /// The card with the ability.
    This,
    /// The card chosen last, or the one that an event is about.
    It,
    /// The card that this one is attached to.
    Host,
    /// The asset that was tapped to play this program.
    User,
}

/// Which cards an effect is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Selector {
    /// One that is known.
    Known(Known),
    /// One, chosen as a target.
    Choose(Group),
    /// All of them.
    Each(Group),
}

/// Which players an effect is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// The controller of the ability.
    You,
    /// One opponent, chosen.
    Opponent,
    /// Every opponent.
    EachOpponent,
    /// Everybody.
    EachPlayer,
    /// The controller of the card chosen last.
    Controller,
}

/// How many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Amount {
    /// A fixed number.
    Number(i32),
    /// So many for each card in play.
    Per(i32, Group),
    /// A number field of a card.
    Field(usize, Known),
    /// What one has of a resource.
    Resource(usize),
    /// The result of the skill check.
    Result,
}

/// Something that can be counted in a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Countable {
    /// Cards in play.
    Cards(Group),
    /// A resource.
    Resource(Side, usize),
    /// Cards somewhere else.
    Pile(Side, Pile),
    /// Control points, over all cities.
    Points(Side),
    /// The result of the skill check.
    Result,
}

/// Where a player's cards are that are not in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pile {
    /// The draw pile.
    Deck,
    /// The hand.
    Hand,
    /// The discard pile.
    Discard,
    /// Cards that were downloaded.
    Downloads,
}

/// What must hold.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// A number within bounds, both included.
    Count {
        /// Least.
        min: i32,
        /// Greatest.
        max: Option<i32>,
        /// Of what.
        what: Countable,
    },
    /// Somebody controls a city.
    ControlsCity(Side),
    /// A known card fits a query as it is now.
    Is(Known, Query),
    /// This is the first play of the main phase.
    First,
    /// Not this.
    Not(Box<Condition>),
    /// Both.
    And(Vec<Condition>),
}

/// How long something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Until {
    /// Until the turn ends.
    EndOfTurn,
    /// While the static ability works.
    Works,
}

/// Numbers and keywords that a card has more, or fewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gift {
    /// Changes by number field.
    pub numbers: Vec<(usize, Amount)>,
    /// Keywords.
    pub keywords: Vec<crate::card::HasKeyword>,
}

/// One step of what an ability does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// Resources come.
    Gain(Who, Vec<(u8, Amount)>),
    /// Resources go, not below 0.
    Lose(Who, Vec<(u8, Amount)>),
    /// Damage.
    Damage(Amount, Selector),
    /// To the discard pile.
    Destroy(Selector),
    /// Turned sideways.
    Tap(Selector),
    /// Turned back.
    Untap(Selector),
    /// To its owner's hand.
    Return(Selector),
    /// Under one's control for good.
    Control(Selector),
    /// Cards from the deck.
    Draw(Who, Amount),
    /// Cards from hand.
    Discard {
        /// Who.
        who: Who,
        /// How many.
        count: Amount,
        /// At random instead of chosen.
        random: bool,
    },
    /// From the top of the deck into the discard pile.
    Mill(Who, Amount),
    /// Look at the top card; it stays or goes under the deck. Shown to all first if `reveal`.
    Research {
        /// Whether everybody sees it.
        reveal: bool,
    },
    /// Search and put into downloads.
    Download {
        /// Which cards.
        query: Query,
        /// Where.
        from: Pile,
        /// How many at most.
        count: u32,
    },
    /// Into play without being played.
    Put {
        /// Which cards.
        query: Query,
        /// From where.
        from: Pile,
    },
    /// Numbers and keywords.
    Give(Gift, Selector, Until),
    /// No rules text, Firepower 0.
    Hack(Selector, Until),
    /// Attaches this card.
    Attach(Selector),
    /// Control points in one city: gained, or lost if negative.
    Points(Who, i32),
    /// An attempt to Take Control.
    TakeControl(Selector),
    /// A skill check.
    Check {
        /// The least result for `then`.
        least: Amount,
        /// A target chosen before.
        target: Option<Selector>,
        /// If it succeeds.
        then: Vec<Effect>,
        /// If not.
        otherwise: Vec<Effect>,
    },
    /// If something holds.
    If {
        /// What.
        condition: Condition,
        /// Then.
        then: Vec<Effect>,
        /// If not.
        otherwise: Vec<Effect>,
    },
    /// One may pay for more.
    Pay(Cost, Vec<Effect>),
    /// One of several lists.
    Choose(Vec<Vec<Effect>>),
    /// To do or to leave.
    May(Vec<Effect>),
}

impl Cost {
    /// Whether nothing is paid.
    pub fn is_free(&self) -> bool {
        *self == Cost::default()
    }
}

impl Effect {
    /// The cards it is about, if it is about cards in play.
    pub fn selector(&self) -> Option<&Selector> {
        use Effect as E;
        match self {
            E::Damage(_, s) | E::Destroy(s) | E::Tap(s) | E::Untap(s) | E::Return(s) | E::Control(s) => Some(s),
            E::Give(_, s, _) | E::Hack(s, _) | E::Attach(s) | E::TakeControl(s) => Some(s),
            E::Check { target, .. } => target.as_ref(),
            _ => None,
        }
    }

    /// The lists of effects inside it.
    pub fn inner(&self) -> Vec<&[Effect]> {
        match self {
            Effect::Check { then, otherwise, .. } | Effect::If { then, otherwise, .. } => vec![then, otherwise],
            Effect::Pay(_, list) | Effect::May(list) => vec![list],
            Effect::Choose(lists) => lists.iter().map(Vec::as_slice).collect(),
            _ => Vec::new(),
        }
    }
}
