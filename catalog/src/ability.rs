//! What a card does, as data: the effect language of `[[card.ability]]`.
//!
//! `read` makes the tree out of TOML and knows every word; `words` reads the small languages inside it
//! (selectors, amounts, conditions); `print` writes the tree as card text; `facts` compares a text written
//! by hand with it. The match engine lowers the tree and plays it. data/README.md lists every word.

mod choices;
mod clause;
mod effect;
mod facts;
mod measure;
mod parse;
mod phrase;
mod print;
mod read;
mod verbs;

use serde::{Deserialize, Serialize};

use crate::game::Mask;
use crate::query::Query;

pub use choices::{cost, modes, order, target, uses, ways};
pub use effect::{Destination, Effect, EffectKind, Picker};
pub use facts::check_text;
pub use print::{ability_text, text};
pub(crate) use read::read;

/// One ability of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ability {
    /// When it works.
    pub shape: AbilityKind,
    /// Whether it works while the card lies in its owner's discard pile, instead of in play.
    pub discarded: bool,
    /// What must hold: to play or use it, for the trigger to do anything, while the static works.
    pub condition: Option<Condition>,
    /// What it does, in order.
    pub effects: Vec<Effect>,
}

/// When an ability works.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum AbilityKind {
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
        event: TriggerEvent,
        /// To which cards; `None` is this card, or its controller's turn.
        subject: Option<CardFilter>,
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
pub enum TriggerEvent {
    /// Played from hand or downloads and paid for.
    Deployed,
    /// Destroyed.
    Destroyed,
    /// Declared as an attacker.
    Attacks,
    /// Declared as a blocker.
    Blocks,
    /// Deals combat damage to an enemy base or player.
    Hits,
    /// Takes control of a city point without being blocked.
    TakesControl,
    /// A card of any kind is played.
    Played,
    /// Its controller's turn starts.
    TurnStart,
    /// Its controller's turn ends.
    TurnEnd,
    /// An opponent's turn starts.
    EnemyTurnStart,
    /// An opponent's turn ends.
    EnemyTurnEnd,
    /// Any turn starts.
    EachTurnStart,
    /// Any turn ends.
    EachTurnEnd,
    /// Comes into play, however it gets there.
    Enters,
    /// From play to the discard pile, however it gets there.
    Dies,
    /// Leaves play.
    Leaves,
    /// Is dealt damage.
    Damaged,
    /// Is tapped.
    Tapped,
    /// Moves one of its controller's cards, which is the one that the event is about.
    Carries,
    /// The card on top of a common deck is turned up.
    Revealed,
    /// The die of a common deck shows chaos.
    Chaos,
    /// Goes from a hand to the discard pile.
    Discarded,
    /// Goes from a deck to the discard pile.
    Milled,
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
    /// One card of one's own discard pile, exiled.
    pub exile: Option<Query>,
    /// Counters put on the card itself, or taken off if negative, by the number field that they change.
    pub counters: Option<(usize, i32)>,
}

/// Whose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerSide {
    /// Anybody's.
    Any,
    /// One's own.
    Your,
    /// An opponent's.
    Enemy,
}

/// How a card in play is just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardState {
    /// Turned sideways.
    Tapped,
    /// Not turned.
    Untapped,
    /// In an attack.
    Attacking,
    /// Against an attack.
    Blocking,
    /// Either of the two.
    Fighting,
    /// With damage on it.
    Damaged,
}

/// Some of the cards in play, or of those that wait to take effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardFilter {
    /// Whose.
    pub side: PlayerSide,
    /// Whether this card itself is left out.
    pub other: bool,
    /// How they must be just now.
    pub state: Option<CardState>,
    /// Only those in the same zone as this card.
    pub here: bool,
    /// Which.
    pub query: Query,
    /// Players as well.
    pub players: bool,
}

/// A card that an ability already knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardRef {
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
    Known(CardRef),
    /// One, chosen as a target.
    Choose(CardFilter),
    /// So many at most, each chosen as a target.
    UpTo(u32, CardFilter),
    /// All of them.
    Each(CardFilter),
    /// Players instead of cards.
    Players(PlayerSelector),
}

/// Which players an effect is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerSelector {
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
    /// So many for each of something.
    Per(i32, Countable),
    /// A number field of a card, or the total of its cost.
    Field(usize, CardRef),
    /// What one has of a resource.
    Resource(usize),
    /// The result of the skill check.
    Result,
    /// The number chosen for X.
    X,
}

/// Something that can be counted in a condition.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Countable {
    /// Cards in play.
    Cards(CardFilter),
    /// A resource.
    Resource(PlayerSide, usize),
    /// Cards somewhere else.
    Pile(PlayerSide, PlayerPile, Query),
    /// Control points, over all cities.
    Points(PlayerSide),
    /// The result of the skill check.
    Result,
}

/// Where a player's cards are that are not in play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerPile {
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
    ControlsCity(PlayerSide),
    /// A known card fits a query as it is now.
    Is(CardRef, Query),
    /// A known card is so just now.
    In(CardRef, CardState),
    /// It is one's own turn.
    YourTurn,
    /// This is the first play of the main phase.
    First,
    /// Not this.
    Not(Box<Condition>),
    /// Both.
    And(Vec<Condition>),
}

/// How long something lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EffectDuration {
    /// Until the turn ends.
    EndOfTurn,
    /// Until one's next turn begins.
    YourNextTurn,
    /// While the static ability works.
    Works,
}

/// Numbers and keywords that a card has more, or fewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    /// Changes by number field.
    pub numbers: Vec<(usize, Amount)>,
    /// Keywords.
    pub keywords: Vec<crate::card::HasKeyword>,
}

/// The resources that abilities gain, lose or are paid with, as a mask.
pub fn resources(abilities: &[Ability]) -> Mask {
    let mut mask = 0;
    for ability in abilities {
        mask |= match &ability.shape {
            AbilityKind::Played { need, .. } => need.mask(),
            AbilityKind::Activated { cost, .. } => cost.mask(),
            AbilityKind::Triggered { .. } | AbilityKind::Static => 0,
        };
        mask |= in_effects(&ability.effects);
    }
    mask
}

fn in_effects(effects: &[Effect]) -> Mask {
    let own = |effect: &Effect| match effect {
        Effect::Gain(_, list) | Effect::Lose(_, list) => list.iter().fold(0, |m, (r, _)| m | 1 << r),
        Effect::Pay(cost, _) | Effect::Negate(_, cost) => cost.mask(),
        _ => 0,
    };
    effects.iter().fold(0, |mask, e| mask | own(e) | e.inner().into_iter().fold(0, |m, list| m | in_effects(list)))
}

impl TriggerEvent {
    /// Whether it happens to cards that are not in play: a card's own ability hears of it all the same.
    pub fn is_out_of_play(self) -> bool {
        matches!(self, TriggerEvent::Discarded | TriggerEvent::Milled)
    }

    /// Whether it is the start or the end of a turn.
    pub fn is_turn(self) -> bool {
        use TriggerEvent as E;
        matches!(
            self,
            E::TurnStart | E::TurnEnd | E::EnemyTurnStart | E::EnemyTurnEnd | E::EachTurnStart | E::EachTurnEnd
        )
    }
}

impl Cost {
    fn mask(&self) -> Mask {
        self.resources.iter().fold(0, |m, (r, _)| m | 1 << r)
    }

    /// Whether nothing is paid.
    pub fn is_free(&self) -> bool {
        *self == Cost::default()
    }
}
