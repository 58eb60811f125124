//! One step of what an ability does.

use serde::{Deserialize, Serialize};

use super::{
    Amount, CardFilter, CardRef, Condition, Cost, EffectDuration, Modifier, PlayerPile, PlayerSelector, Selector,
};
use crate::query::Query;

/// Where a card goes that leaves play without dying, or that was looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Destination {
    /// To its owner's hand.
    Hand,
    /// On top of its owner's deck.
    Top,
    /// Under its owner's deck, several in any order.
    Bottom,
    /// Some on top and some under the deck, in any order.
    Either,
    /// To its owner's discard pile.
    Discard,
    /// Into play.
    Play,
}

/// Who picks cards of a hand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Picker {
    /// The player whose hand it is.
    Owner,
    /// Chance.
    Random,
    /// The controller of the ability, who sees the hand; only such cards.
    You(Query),
}

/// One step of what an ability does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, strum::EnumDiscriminants)]
#[strum_discriminants(name(EffectKind), derive(strum::EnumIter), doc = "What an effect does, without its values.")]
pub enum Effect {
    /// Resources come.
    Gain(PlayerSelector, Vec<(u8, Amount)>),
    /// Resources go, not below 0.
    Lose(PlayerSelector, Vec<(u8, Amount)>),
    /// Damage, dealt by this card or by another.
    Damage {
        /// How much.
        amount: Amount,
        /// To what.
        to: Selector,
        /// By which card.
        by: CardRef,
    },
    /// To the discard pile.
    Destroy(Selector),
    /// Out of the game.
    Exile(Selector),
    /// Turned sideways.
    Tap(Selector),
    /// Turned back.
    Untap(Selector),
    /// To its owner's hand or deck.
    Return(Selector, Destination),
    /// Out of play and back at once.
    Flicker(Selector),
    /// To its controller's other zone.
    Move(Selector),
    /// Under one's control, for good or until something.
    Control(Selector, Option<EffectDuration>),
    /// Counters that raise the paired numbers by one each.
    Counters(Amount, Selector),
    /// A card that waits to take effect does not; unless its player pays.
    Negate(Selector, Cost),
    /// Cards from the deck.
    Draw(PlayerSelector, Amount),
    /// Cards from hand.
    Discard {
        /// Who.
        who: PlayerSelector,
        /// How many.
        count: Amount,
        /// Who picks them.
        picker: Picker,
    },
    /// Cards in play, of their controller's choice.
    Sacrifice {
        /// Who.
        who: PlayerSelector,
        /// Which cards.
        query: Query,
        /// How many.
        count: u32,
    },
    /// From the top of the deck into the discard pile.
    Mill(PlayerSelector, Amount),
    /// Cards of a discard pile out of the game, of one's choice; all of them if `count` is 0.
    Purge {
        /// Whose.
        who: PlayerSelector,
        /// Which cards.
        query: Query,
        /// How many at most.
        count: u32,
    },
    /// The discard pile is shuffled into the deck.
    Reshuffle(PlayerSelector),
    /// Look at the hand of a player.
    Peek(PlayerSelector),
    /// Look at cards on top of the deck, take some and put away the rest.
    Look {
        /// How many.
        count: Amount,
        /// Which may be taken, and how many; with [`Query::All`] so many must be.
        take: Option<(Query, u32)>,
        /// Where those go.
        to: Destination,
        /// Where the rest goes.
        rest: Destination,
    },
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
        from: PlayerPile,
        /// How many at most.
        count: u32,
    },
    /// Search and take into hand.
    Fetch {
        /// Which cards.
        query: Query,
        /// Where.
        from: PlayerPile,
        /// How many at most.
        count: u32,
    },
    /// Into play without being played.
    Put {
        /// Which cards.
        query: Query,
        /// From where.
        from: PlayerPile,
        /// Whether it arrives turned sideways.
        tapped: bool,
    },
    /// Numbers and keywords.
    Give(Modifier, Selector, EffectDuration),
    /// No rules text, Firepower 0.
    Hack(Selector, EffectDuration),
    /// Cards cost so much less, or more if negative.
    Cheaper(i32, CardFilter),
    /// One more of these may be played in a turn.
    ExtraPlay(Query),
    /// Attaches this card.
    Attach(Selector),
    /// Control points in one city: gained, or lost if negative.
    Points(PlayerSelector, i32),
    /// An attempt to Take Control.
    TakeControl(Selector),
    /// One more turn after this one.
    ExtraTurn,
    /// One wins the game.
    Win,
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

impl Effect {
    /// The cards it is about, if it is about cards in play.
    pub fn selector(&self) -> Option<&Selector> {
        use Effect as E;
        match self {
            E::Damage { to: s, .. } | E::Destroy(s) | E::Exile(s) | E::Tap(s) | E::Untap(s) | E::Return(s, _) => {
                Some(s)
            }
            E::Control(s, _) | E::Flicker(s) | E::Move(s) | E::Counters(_, s) | E::Negate(s, _) => Some(s),
            E::Give(_, s, _) | E::Hack(s, _) | E::Attach(s) | E::TakeControl(s) => Some(s),
            E::Check { target, .. } => target.as_ref(),
            E::Gain(..) | E::Lose(..) | E::Draw(..) | E::Discard { .. } | E::Sacrifice { .. } | E::Mill(..) => None,
            E::Purge { .. } | E::Reshuffle(_) | E::Peek(_) | E::Look { .. } | E::Research { .. } => None,
            E::Download { .. } | E::Fetch { .. } | E::Put { .. } | E::Cheaper(..) | E::ExtraPlay(_) => None,
            E::Points(..) | E::ExtraTurn | E::Win | E::If { .. } | E::Pay(..) | E::Choose(_) | E::May(_) => None,
        }
    }

    /// The lists of effects inside it.
    pub fn inner(&self) -> Vec<&[Effect]> {
        use Effect as E;
        match self {
            E::Check { then, otherwise, .. } | E::If { then, otherwise, .. } => vec![then, otherwise],
            E::Pay(_, list) | E::May(list) => vec![list],
            E::Choose(lists) => lists.iter().map(Vec::as_slice).collect(),
            E::Gain(..) | E::Lose(..) | E::Damage { .. } | E::Destroy(_) | E::Exile(_) | E::Tap(_) | E::Untap(_) => {
                vec![]
            }
            E::Return(..) | E::Control(..) | E::Flicker(_) | E::Move(_) | E::Counters(..) | E::Negate(..) => vec![],
            E::Give(..) | E::Hack(..) | E::Attach(_) | E::TakeControl(_) | E::Draw(..) | E::Discard { .. } => vec![],
            E::Sacrifice { .. } | E::Mill(..) | E::Purge { .. } | E::Reshuffle(_) | E::Peek(_) | E::Look { .. } => {
                vec![]
            }
            E::Research { .. } | E::Download { .. } | E::Fetch { .. } | E::Put { .. } | E::Cheaper(..) => vec![],
            E::ExtraPlay(_) | E::Points(..) | E::ExtraTurn | E::Win => vec![],
        }
    }
}
