//! What happens at a table, and what it asks of others.

use engine::kernel::legal_action::{ActionTarget, CardKey};
use engine::session::coach::Advice;

use super::super::preferences::{AutoPass, Pace};
use super::super::sideboard;
use super::action_fold::ActionFold;
use crate::notice::WorkError;
use crate::saved_match::MatchDeck;
use crate::screen::action;

/// What a coach says.
#[derive(Debug, Clone, PartialEq)]
pub enum CoachHint {
    /// Nothing was asked.
    None,
    /// It thinks.
    Thinking(u64),
    /// What it would do.
    Said(Advice),
}

/// What happens at the table.
#[derive(Debug, Clone)]
pub enum Message {
    /// The person whose turn it is has sat down.
    SatDown,
    /// The cursor is over a year of a TimeLine, or no longer.
    YearPointed(Option<u8>),
    /// Something on the table was pressed.
    Pressed(ActionTarget),
    /// An action is at hand, by its place in the observation.
    Marked(usize),
    /// An action is done, by its place in the observation.
    Chosen(usize),
    /// The turn or phase is not ended after all.
    EndDeclined,
    /// What is written beside an action, so far.
    Typed(String),
    /// The action that a text was written beside is not done after all.
    WritingStopped,
    /// All actions are listed again.
    Widened,
    /// Actions that stand behind one entry are listed one by one.
    Unfolded(ActionFold),
    /// The text that narrows a long list down, so far.
    Filtered(String),
    /// The board is looked at instead of the cards to choose from, or they again.
    ChoiceHidden(bool),
    /// A card begins to be dragged.
    DragBegan(ActionTarget),
    /// It comes over something, or over nothing.
    DraggedOver(ActionTarget, Option<ActionTarget>),
    /// It is let go there.
    Dropped(ActionTarget, Option<ActionTarget>),
    /// All that can be done with something is wanted beside it.
    MenuOpened(ActionTarget),
    /// A pile is to be looked through: whose, none for one of the table, and its title.
    PileOpened(Option<u8>, String),
    /// It has been looked through.
    PileClosed,
    /// A card is to be read, large.
    Read(CardKey),
    /// Whether a good player would pass in the window that is open.
    PassJudged(u64, Result<String, WorkError>),
    /// A position without a choice was shown: after so many decisions, with so many left to show.
    ForcedShown((usize, usize)),
    /// What others do is shown without a pause, until the person is asked.
    Hurried,
    /// What others did since the person's last decision is shown once more; a record goes on by itself, or stops.
    WatchedAgain,
    /// The next moment of that, unless another one is looked at by now.
    ReplayStepped(usize),
    /// The pace and the passes are shown, or no longer.
    OptionsToggled,
    /// Another pace.
    PaceChosen(Pace),
    /// Other passes.
    AutoPassChosen(AutoPass),
    /// Nothing is passed in a phase any more, or it is again; by its id.
    StopToggled(String),
    /// Whether nothing is heard.
    SilenceChosen(bool),
    /// A bot has thought, or could not.
    Thought(u64, Result<String, WorkError>),
    /// What is taken back.
    TakenBack,
    /// What is done again.
    DoneAgain,
    /// A hint is asked for.
    HintRequested,
    /// A coach has thought.
    Hinted(u64, Result<Option<Advice>, WorkError>),
    /// The numbers of a hint are shown, or no longer.
    NumbersToggled,
    /// The log is shown, or no longer.
    LogToggled,
    /// Another moment is looked at; the last one is now.
    Moved(usize),
    /// Bots go on by themselves, or stop.
    RunToggled,
    /// What happens between two games of a match.
    Between(BetweenGames),
    /// The same match with other chance.
    Again,
    /// Back to the lobby.
    Closed,
}

/// What happens between two games.
#[derive(Debug, Clone)]
pub enum BetweenGames {
    /// The deck of a seat is to be changed.
    SideboardOpened(u8),
    /// It is changed.
    Sideboard(sideboard::Message),
    /// It is played like that.
    SideboardDone,
    /// It is played as before.
    SideboardClosed,
    /// The next game begins.
    NextGame,
}

/// What only the parent can do.
pub enum Request {
    /// The same match anew.
    Again,
    /// The next game of the match, with these decks.
    NextGame(Vec<MatchDeck>),
    /// Back to the lobby.
    Close,
}

/// What the table asks for.
pub type Action = action::Action<Message, Request>;
