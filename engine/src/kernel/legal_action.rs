//! What a seat is asked and what it can do, as plain data: the window draws it and the terminal prints it, beside the
//! [`crate::kernel::observation::Observation`] that it belongs to.

use catalog::CardIx;

/// A card that is shown, by a number of its own within one [`crate::kernel::observation::Observation`].
pub type CardKey = u16;

/// What a seat is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// What kind of question it is.
    pub kind: PromptKind,
    /// The question in the language that is spoken.
    pub text: String,
    /// The card whose effect asks, or that is asked about, if there is one.
    pub source: Option<CardIx>,
    /// Its number, where it is shown.
    pub source_key: Option<CardKey>,
}

/// Kinds of questions, alike in all games; lessons name them in kebab case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumString, strum::IntoStaticStr, strum::VariantNames)]
#[strum(serialize_all = "kebab-case")]
pub enum PromptKind {
    /// Who begins.
    FirstPlayer,
    /// Whether the opening hand, or the identity, is kept.
    Mulligan,
    /// Which card is put away for an opening hand that was drawn anew.
    MulliganPrice,
    /// To draw the card of the turn.
    Draw,
    /// What is played in one's own turn.
    Play,
    /// Whether one's own turn goes on after others made plays.
    Resume,
    /// Whether something is played in a window of a turn.
    Window,
    /// Whether something is played in answer to what waits.
    Response,
    /// What is attacked, and by whom.
    Attack,
    /// Whom a card blocks, or who blocks.
    Block,
    /// How damage is divided.
    Damage,
    /// A target of what is being played.
    Target,
    /// A number for X.
    Number,
    /// With what energy or resources something is paid.
    Payment,
    /// What else is given up for a cost.
    Cost,
    /// Where a card goes.
    Place,
    /// Which city.
    City,
    /// A card or several, for an effect.
    Card,
    /// A card to discard, for an effect.
    Discard,
    /// What is discarded down to the limit of a hand.
    HandLimit,
    /// In which order things happen or lie.
    Order,
    /// Which opponent, or which user.
    Seat,
    /// One of several ways.
    Mode,
    /// Whether something is done that need not be.
    Optional,
    /// Which reward is taken.
    Reward,
    /// Which of several unique cards stays.
    Unique,
    /// Whether a leader returns.
    Leader,
    /// Whether another card is discarded to kill time.
    KillTime,
    /// Whether a trade is offered, and what is in it.
    Trade,
    /// Whether an offer is taken.
    Offer,
    /// Cards for the next player.
    PassOn,
    /// Whether a bonus is used.
    Bonus,
    /// Whether a victory is claimed.
    Victory,
}

impl Prompt {
    /// A question.
    pub(crate) fn new(kind: PromptKind, text: String) -> Prompt {
        Prompt { kind, text, source: None, source_key: None }
    }

    /// The same, asked by the effect of a card, or about it.
    pub(crate) fn asked_by(self, source: CardIx, source_key: Option<CardKey>) -> Prompt {
        Prompt { source: Some(source), source_key, ..self }
    }
}

/// What an action touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ActionTarget {
    /// A card that is shown.
    Card(CardKey),
    /// A seat.
    Seat(u8),
    /// A card of the TimeLine, from 0.
    Year(u8),
    /// A city, from 0.
    City(u8),
    /// A zone of a seat, by its place among those of the seat.
    Zone(u8, u8),
    /// A zone of the table, by its place among those in the observation.
    CommonZone(u8),
    /// A lane, by its place in the observation.
    Lane(u8),
    /// What waits, by its place from the next one.
    Waiting(u8),
}

/// Something that can be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LegalAction {
    /// As records have it, different for each action: see [`crate::kernel::notation`].
    pub notation: String,
    /// In the language that is spoken.
    pub label: String,
    /// What is done, without to which card, where that lies nowhere on the table and may be one of many: `ask for…`; empty for
    /// all other actions.
    pub kind: String,
    /// What it touches; it can be pressed there.
    pub targets: Vec<ActionTarget>,
    /// What it will do, in a sentence or two.
    pub effect_text: String,
    /// Whether it is what somebody does who wants nothing.
    pub passes: bool,
    /// Whether it ends one's own turn, or a phase of it in which more could be done.
    pub ends: bool,
    /// Whether a card of one's own is discarded, destroyed or exiled by it.
    pub discards: bool,
    /// What it would change on the TimeLine if nobody answers it.
    pub timeline_change: Option<TimelineChange>,
    /// Whether a person may write a text beside it, which the rules never read.
    pub takes_text: bool,
    /// Whether it gains nothing for all that the rules can see, so that players that weigh actions leave it out.
    pub gains_nothing: bool,
}

/// What a step changes on a TimeLine: bit i is its card at i.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimelineChange {
    /// The Linchpin that turns.
    pub turns: u64,
    /// Events that become Paradoxes.
    pub tears: u64,
    /// Paradoxes that go away.
    pub heals: u64,
    /// Paradoxes whose Patch goes away.
    pub bares: u64,
    /// The Paradox that is mended.
    pub mends: u64,
}
