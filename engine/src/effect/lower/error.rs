//! What cannot be lowered, and why.

use crate::effect::DialectError;

/// Why an ability cannot be made ready.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum LowerError {
    /// What the dialect of the game says.
    #[error(transparent)]
    Dialect(#[from] DialectError),
    /// A table is full.
    #[error("the match has too many abilities")]
    Full,
    /// A number that has no room.
    #[error("too large a number")]
    Number,
    /// A cost that has no room.
    #[error("too large a cost")]
    Cost,
    /// Control points that have no room.
    #[error("too many control points")]
    Points,
    /// More uses than are counted.
    #[error("at most 3 uses in a turn")]
    Uses,
    /// A played ability of a card that stays in play.
    #[error("a card that stays in play does nothing when it is played: give the ability `when`, `cost` or `always`")]
    Stays,
    /// `attach` in the middle.
    #[error("`attach` is the first effect of a played ability, or nowhere")]
    Attach,
    /// A card that would be tapped from the hand.
    #[error("a card that is being played cannot be tapped")]
    Tap,
    /// An effect that is no state of cards.
    #[error("only cards in play can have something always")]
    AlwaysNowhere,
    /// Cards that nothing is always so about.
    #[error("what is always so is about `this`, `host` or `each …`")]
    AlwaysOn,
    /// An effect that happens once.
    #[error("only `give`, `hack`, `cheaper` and `extra_play` can be always")]
    AlwaysOnce,
    /// A discount that is no static ability.
    #[error("`cheaper` is something that is always so")]
    Cheaper,
    /// One more play of a kind that is no static ability.
    #[error("`extra_play` is something that is always so")]
    ExtraPlay,
    /// `first` in a static ability.
    #[error("`first` is about a play, and this is always so")]
    First,
    /// A field, by name, that is no number.
    #[error("{0} is no number")]
    NoNumber(String),
    /// A field, by name, that no rule changes.
    #[error("{0} does not change in play")]
    Fixed(String),
    /// A keyword, by name.
    #[error("the engine does not know {0}")]
    Keyword(String),
    /// A cost that destroys something else than a card of a group.
    #[error("a cost destroys one card of a group")]
    Destroys,
    /// A cost with cards of an opponent.
    #[error("a cost is paid with one's own cards")]
    OwnCards,
    /// More targets than this.
    #[error("more than {0} targets")]
    Targets(usize),
    /// `up to` inside another effect.
    #[error("`up to` is chosen when it is played, not inside another effect")]
    UpTo,
    /// Several cards to take control of a city with.
    #[error("one asset at a time can Take Control")]
    TakeControl,
    /// Several cards to check.
    #[error("a skill check has one target")]
    Check,
    /// `it` before anything is chosen.
    #[error("`it` is no card here: nothing has been chosen")]
    NoIt,
    /// `user` outside a program.
    #[error("`user` is nobody here: only what a program does when it is played has one")]
    NoUser,
    /// `host` on a card that has none.
    #[error("`host` is no card here: this card is never attached")]
    NoHost,
    /// `result` without a check.
    #[error("`result` is nothing here: no skill check comes before it")]
    NoResult,
}
