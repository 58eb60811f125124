//! What a match at its table is made of, and what is asked of it by those who show it.

use std::collections::{BTreeMap, VecDeque};

use catalog::tr;
use engine::kernel::audience::Audience;
use engine::kernel::legal_action::{ActionTarget, CardKey, LegalAction, PromptKind};
use engine::kernel::observation::{Observation, ObservedCard, ObservedZone, ZoneLayout};

use super::super::lesson::Lesson;
use super::super::motion::BoardMotion;
use super::super::preferences::Preferences;
use super::super::sideboard::Sideboard;
use super::action_fold::ActionFold;
use super::board_thing::BoardThing;
use super::forecast::Forecast;
use super::message::CoachHint;
use super::target_sides::TargetSides;
use crate::saved_match::{MatchDeck, SavedMatch};
use crate::sound::Sound;

/// The field for the text that narrows a long list down.
pub(in crate::screen::play) const FILTER: &str = "list-of-actions";

/// The field for a text beside an action.
pub(in crate::screen::play) const WRITING: &str = "beside-an-action";

/// A match and what a person does with it.
pub struct MatchTable {
    pub(super) saved: SavedMatch,
    /// The seat that sits at the near side, and whose eyes these are.
    pub(super) seat: u8,
    pub(super) covered: bool,
    /// What is seen now, or at the moment that is looked back at.
    pub(super) observation: Observation,
    /// The moment that is looked back at.
    pub(super) at: Option<usize>,
    /// The action at hand, by its place among those listed; none until one is chosen that throws a card away.
    pub(super) cursor: Option<usize>,
    /// What the action at hand leads to.
    pub(super) forecast: Option<Forecast>,
    /// The action that the person is asked about before it ends the turn with plays left, or the match without a victory.
    pub(super) confirming_end: Option<usize>,
    /// Whether Esc was pressed where nothing is open: once more leaves a match that goes on.
    pub(super) leaving: bool,
    /// The action that a person writes a text beside, by its place in the observation, and the text so far.
    pub(super) writing: Option<(usize, String)>,
    /// Actions that are listed one by one although they are many of a kind.
    pub(super) unfolded: Option<ActionFold>,
    /// The text that narrows a long list down.
    pub(super) filter: String,
    /// Which actions touch cards of one's own, and whether that is good.
    pub(super) sides: TargetSides,
    /// Only actions about this are listed.
    pub(super) about: Option<ActionTarget>,
    /// The pile that is looked through: whose, none for one of the table, and its title.
    pub(super) pile: Option<(Option<u8>, String)>,
    /// The card that a person pressed although nothing can be done with it.
    pub(super) unavailable: Option<CardKey>,
    /// The year of a TimeLine that the cursor is over.
    pub(super) pointed: Option<u8>,
    /// The number of the thought that is waited for.
    pub(super) thinking: Option<u64>,
    pub(super) thoughts: u64,
    pub(super) hint: CoachHint,
    /// Whether a hint shows how much more and less of what it comes to.
    pub(super) numbers_shown: bool,
    pub(super) log_shown: bool,
    /// Whether nobody plays here, and bots go on by themselves.
    pub(super) running: bool,
    pub(super) lesson: Option<Lesson>,
    /// The id of the game.
    pub(super) game: String,
    pub(super) preferences: Preferences,
    /// What moves on the board.
    pub(super) motion: BoardMotion,
    /// What was heard of the last change.
    pub(super) heard: Vec<Sound>,
    /// Whether the board is looked at instead of the cards to choose from.
    pub(super) choice_hidden: bool,
    /// What the actions that are listed may be aimed at after they are chosen.
    pub(super) aims: Vec<ActionTarget>,
    /// What the person meant by a drag, until the rules have asked for it.
    pub(super) intent: Option<BoardThing>,
    /// Positions that led to the one that is now without a choice, while they are shown.
    pub(super) forced: VecDeque<Observation>,
    /// The moment that was shown last.
    pub(super) shown_moment: Option<usize>,
    /// The decision at which the person is asked, although the table would pass.
    pub(super) asked_at: Option<usize>,
    /// Decisions that the table passed for the person, and the phase of each.
    pub(super) passed: BTreeMap<usize, String>,
    /// Whether what others do is shown without a pause, until the person is asked.
    pub(super) hurried: bool,
    /// Whether the moments up to now are shown one after the other.
    pub(super) replaying: bool,
    pub(super) options_shown: bool,
    /// The decks of the next game, if there is one: by seat.
    pub(super) next_decks: Vec<MatchDeck>,
    /// The deck that is changed for it.
    pub(super) sideboard: Option<Sideboard>,
}

impl MatchTable {
    /// The match, for tests.
    pub fn saved(&self) -> &SavedMatch {
        &self.saved
    }

    /// What is seen, for tests and for who draws it.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The number of the thought of a bot that is waited for.
    pub fn thought_awaited(&self) -> Option<u64> {
        self.thinking
    }

    /// The number of the thought of a coach that is waited for.
    pub fn hint_awaited(&self) -> Option<u64> {
        match self.hint {
            CoachHint::Thinking(number) => Some(number),
            CoachHint::None | CoachHint::Said(_) => None,
        }
    }

    /// The title of the hint that a first match shows.
    pub fn hint_shown(&self) -> Option<String> {
        self.lesson.as_ref()?.current().map(|(title, ..)| title.to_owned())
    }

    /// Whether the table is covered until the person whose turn it is sits down.
    pub(in crate::screen::play) fn is_covered(&self) -> bool {
        self.covered
    }

    /// Whether the log is shown in place of the board.
    pub(in crate::screen::play) fn log_shown(&self) -> bool {
        self.log_shown
    }

    /// What moves on the board.
    pub fn motion(&self) -> &BoardMotion {
        &self.motion
    }

    /// What was heard of the last change, for tests.
    pub fn heard(&self) -> &[Sound] {
        &self.heard
    }

    /// How the person likes to play.
    pub fn preferences(&self) -> &Preferences {
        &self.preferences
    }

    pub(in crate::screen::play) fn options_shown(&self) -> bool {
        self.options_shown
    }

    /// Whether nothing is passed in a phase, by its id.
    pub(in crate::screen::play) fn stops_in(&self, phase: &str) -> bool {
        self.preferences.stops_in(&self.game, phase)
    }

    /// How many windows the table passed for the person, for tests and for who draws it.
    pub fn passed(&self) -> &BTreeMap<usize, String> {
        &self.passed
    }

    /// The moment that is looked back at.
    pub(in crate::screen::play) fn past_moment(&self) -> Option<usize> {
        self.at
    }

    /// Whether bots go on by themselves.
    pub(in crate::screen::play) fn is_running(&self) -> bool {
        self.running
    }

    pub(in crate::screen::play) fn seat(&self) -> u8 {
        self.seat
    }

    pub(in crate::screen::play) fn lesson(&self) -> Option<&Lesson> {
        self.lesson.as_ref()
    }

    /// Whether the tip of a first match means an action, by its place in the observation.
    pub(in crate::screen::play) fn tip_means(&self, at: usize) -> bool {
        let act = &self.observation.actions[at];
        self.asks_person() && self.lesson.as_ref().is_some_and(|lesson| lesson.means(act))
    }

    /// Whether the tip of a first match points at something: at the first thing that it means.
    pub fn tip_points_at(&self, spot: ActionTarget) -> bool {
        let mut actions = 0..self.observation.actions.len();
        self.lesson.is_some()
            && actions
                .find(|at| !self.observation.actions[*at].targets.is_empty() && self.tip_means(*at))
                .is_some_and(|at| self.observation.actions[at].targets.first() == Some(&spot))
    }

    pub(in crate::screen::play) fn hint(&self) -> &CoachHint {
        &self.hint
    }

    /// Whether a hint shows its numbers.
    pub(in crate::screen::play) fn numbers_shown(&self) -> bool {
        self.numbers_shown
    }

    /// The year of a TimeLine that the cursor is over.
    pub(in crate::screen::play) fn pointed_year(&self) -> Option<u8> {
        self.pointed
    }

    /// Whether the match is looked at as it was, or played as it is.
    pub(in crate::screen::play) fn looks_back(&self) -> bool {
        self.at.is_some()
    }

    /// Whether moments follow one another by themselves.
    pub(in crate::screen::play) fn is_replaying(&self) -> bool {
        self.replaying
    }

    /// The moment up to which it is told what happened: what is shown card by card is told with its last card.
    pub(in crate::screen::play) fn told_moment(&self) -> usize {
        self.moment().saturating_sub(usize::from(self.shows_forced()))
    }

    /// Whether a match of somebody here goes on, and is looked at as it is now.
    pub(super) fn goes_on(&self) -> bool {
        self.at.is_none() && self.saved.session.actor().is_some() && self.saved.human_seats().next().is_some()
    }

    /// The moment that is shown.
    pub(in crate::screen::play) fn moment(&self) -> usize {
        self.at.unwrap_or_else(|| self.saved.decision_count())
    }

    /// Whose eyes these are: those of the near seat as long as anybody plays who does not see everything.
    pub(in crate::screen::play) fn viewer(&self) -> Option<u8> {
        let open = self.has_ended() || self.saved.human_seats().next().is_none();
        (!open).then_some(self.seat)
    }

    /// To whom all of it is told.
    pub fn audience(&self) -> Audience {
        self.saved.audience(Some(self.seat), self.viewer())
    }

    /// The action that the person is asked about before it ends the turn with plays left, or the match without a victory.
    pub(in crate::screen::play) fn confirming_end(&self) -> Option<usize> {
        self.confirming_end
    }

    /// The cards to choose from, shown large over the board: those that an effect offers, or those that are kept or not; none
    /// where it is asked who goes first.
    pub(in crate::screen::play) fn choice(&self) -> Option<Vec<&ObservedCard>> {
        if let Some(cards) = self.pile_choice() {
            return Some(cards);
        }
        let asked = self.observation.prompt.as_ref().filter(|_| self.asks_person() && !self.choice_hidden)?.kind;
        let cards: Vec<&ObservedCard> = match asked {
            PromptKind::FirstPlayer => return Some(Vec::new()),
            PromptKind::Mulligan => {
                let side = &self.observation.seats[usize::from(self.seat)];
                let held = side.zones.iter().filter(|z| matches!(z.layout, ZoneLayout::Hand | ZoneLayout::Apart));
                held.flat_map(|zone| &zone.cards).filter(|seen| seen.card.is_some()).collect()
            }
            _ => {
                let offers = self.observation.common.iter().filter(|zone| zone.layout == ZoneLayout::Offer);
                let offered: Vec<&ObservedCard> = offers.flat_map(|zone| &zone.cards).collect();
                if offered.is_empty() && asked != PromptKind::Play { self.choice_from_hands() } else { offered }
            }
        };
        (!cards.is_empty()).then_some(cards)
    }

    /// The cards of other hands that were looked at, out of which one is chosen.
    fn choice_from_hands(&self) -> Vec<&ObservedCard> {
        let is_chosen = |seen: &ObservedCard| seen.key.is_some_and(|key| self.is_actionable(ActionTarget::Card(key)));
        let of_others = self.observation.cards().filter(|(seat, zone, seen)| {
            zone.layout == ZoneLayout::Hand && seat.is_some_and(|seat| seat != self.seat) && is_chosen(seen)
        });
        of_others.map(|(.., seen)| seen).collect()
    }

    /// Whether all answers are buttons below such cards: a hand is kept or not, somebody goes first.
    pub(in crate::screen::play) fn answers_lie_over_the_board(&self) -> bool {
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        matches!(asked, Some(PromptKind::Mulligan | PromptKind::FirstPlayer)) && self.choice().is_some()
    }

    /// Whether there are such cards, and the board is looked at.
    pub(in crate::screen::play) fn choice_hidden(&self) -> bool {
        self.choice_hidden
    }

    /// The action that ends one's own turn or phase.
    pub(in crate::screen::play) fn end(&self) -> Option<usize> {
        self.observation.actions.iter().position(|act| act.ends).filter(|_| self.asks_person())
    }

    /// How many actions are left that do something with what lies on the table or in hand.
    pub(in crate::screen::play) fn plays_left(&self) -> usize {
        self.observation.actions.iter().filter(|act| !act.ends && !act.gains_nothing && !act.targets.is_empty()).count()
    }

    /// Whether a person at this machine decides now.
    pub(in crate::screen::play) fn asks_person(&self) -> bool {
        let actor = self.saved.session.actor();
        self.at.is_none()
            && !self.shows_forced()
            && actor.is_some_and(|actor| self.saved.human_seats().any(|p| p == actor) && actor == self.seat)
    }

    /// The play without a choice that is shown until its message comes: after so many decisions, with so many left to show.
    pub fn forced_awaited(&self) -> Option<(usize, usize)> {
        self.shows_forced().then(|| (self.saved.decision_count(), self.forced.len()))
    }

    /// Whether plays without a choice are shown.
    pub(in crate::screen::play) fn shows_forced(&self) -> bool {
        !self.forced.is_empty()
    }

    /// Whether it is shown what others do, which can be hurried.
    pub(in crate::screen::play) fn shows_others(&self) -> bool {
        self.shows_forced() || self.thinking.is_some() && !self.asks_person()
    }

    /// The action at hand.
    pub fn selected_action(&self) -> Option<(usize, &LegalAction)> {
        let at = *self.listed().get(self.cursor?)?;
        Some((at, &self.observation.actions[at]))
    }

    /// Whether something may be a target of what is listed.
    pub(in crate::screen::play) fn is_aim(&self, spot: ActionTarget) -> bool {
        self.aims.contains(&spot)
    }

    /// Whether only a part of what can be done is listed.
    pub(in crate::screen::play) fn is_narrowed(&self) -> bool {
        self.about.is_some() || self.unfolded.is_some()
    }

    pub(in crate::screen::play) fn about(&self) -> Option<ActionTarget> {
        self.about
    }

    /// The pile that is looked through, the card on top first where its order is known.
    pub(in crate::screen::play) fn pile(&self) -> Option<(Option<u8>, &ObservedZone)> {
        let (seat, title) = self.pile.as_ref()?;
        let zones = match seat {
            Some(seat) => &self.observation.seats.get(usize::from(*seat))?.zones,
            None => &self.observation.common,
        };
        Some((*seat, zones.iter().find(|zone| zone.title == *title)?))
    }

    /// The card that a person pressed although nothing can be done with it.
    pub(in crate::screen::play) fn unavailable(&self) -> Option<CardKey> {
        self.unavailable
    }

    /// Whether something is a card of the person's hand or in play, or on offer, that could be meant by a decision: where nothing
    /// can be done with it now, it stands back. For tests and for who draws it.
    pub fn is_idle(&self, spot: ActionTarget) -> bool {
        let decides = self.asks_person() && !self.answers_lie_over_the_board();
        let lies = |key: CardKey| self.is_held(key) || self.is_in_play(key) || self.is_offered(key);
        matches!(spot, ActionTarget::Card(key) if decides && lies(key)) && !self.decides_beside_cards()
    }

    /// Whether a trade is asked about, a word, or from which pile to draw: whoever decides that reads the hand.
    fn decides_beside_cards(&self) -> bool {
        let actions = &self.observation.actions;
        let asked = self.observation.prompt.as_ref().map(|prompt| prompt.kind);
        if matches!(asked, Some(PromptKind::Trade | PromptKind::Offer)) {
            return true;
        }
        let is_word = |act: &LegalAction| act.targets.is_empty() && !act.passes && !act.ends;
        if asked == Some(PromptKind::Play) && actions.iter().all(is_word) {
            return true;
        }
        let is_pile = |spot: &ActionTarget| match *spot {
            ActionTarget::CommonZone(_) => true,
            ActionTarget::Card(key) => {
                let mut piles = self.observation.common.iter().filter(|zone| zone.layout == ZoneLayout::Pile);
                piles.any(|zone| zone.cards.iter().any(|card| card.key == Some(key)))
            }
            _ => false,
        };
        let mut targets = actions.iter().flat_map(|act| &act.targets).peekable();
        targets.peek().is_some() && targets.all(is_pile)
    }

    /// The zone of a seat that a card lies in.
    pub(super) fn zone_of(&self, key: CardKey) -> Option<ActionTarget> {
        let seats = (0..).zip(&self.observation.seats);
        let mut zones = seats.flat_map(|(seat, side)| (0..).zip(&side.zones).map(move |(at, zone)| (seat, at, zone)));
        let (seat, at, _) = zones.find(|(.., zone)| zone.cards.iter().any(|card| card.key == Some(key)))?;
        Some(ActionTarget::Zone(seat, at))
    }

    /// Whether the person is asked where a card goes: by the kind of question, or because all actions differ in that alone.
    pub(in crate::screen::play) fn asks_for_place(&self) -> bool {
        let asked = self.observation.prompt.as_ref().filter(|_| self.asks_person());
        let is_place = |target: &ActionTarget| matches!(target, ActionTarget::Lane(_) | ActionTarget::Zone(..));
        let actions = &self.observation.actions;
        let of_one_card = || {
            let card = actions.first().and_then(|act| act.targets.first());
            let goes = |act: &LegalAction| act.targets.first() == card && act.targets.iter().any(is_place);
            card.is_some_and(|card| !is_place(card)) && actions.iter().all(goes)
        };
        asked.is_some_and(|prompt| prompt.kind == PromptKind::Place || of_one_card())
    }

    /// Whether the effect of a card asks the person for something.
    pub(in crate::screen::play) fn asks_for_more(&self, key: CardKey) -> bool {
        let asked = self.observation.prompt.as_ref().filter(|_| self.asks_person());
        asked.is_some_and(|prompt| prompt.source_key == Some(key))
    }

    /// Whether a card lies in the hand of the near seat.
    pub(in crate::screen::play) fn is_held(&self, key: CardKey) -> bool {
        let zones = self.observation.seats[usize::from(self.seat)].zones.iter();
        let mut hands = zones.filter(|zone| zone.layout == ZoneLayout::Hand);
        hands.any(|zone| zone.cards.iter().any(|card| card.key == Some(key)))
    }

    /// Whether a card of the near seat is in play.
    fn is_in_play(&self, key: CardKey) -> bool {
        let zones = self.observation.seats[usize::from(self.seat)].zones.iter();
        let mut fields = zones.filter(|zone| matches!(zone.layout, ZoneLayout::Field | ZoneLayout::Stack));
        // In lanes they count where they lie.
        fields.any(|zone| zone.cards.iter().any(|card| card.key == Some(key) && card.lane.is_none()))
    }

    /// Whether a card lies among others on the table of which some can be taken, or could with more to pay for them.
    fn is_offered(&self, key: CardKey) -> bool {
        let mut shared = self.observation.common.iter().filter(|zone| zone.layout != ZoneLayout::Pile);
        let taken = |card: &ObservedCard| {
            card.shortage.is_some() || card.key.is_some_and(|key| self.is_actionable(ActionTarget::Card(key)))
        };
        shared.any(|zone| zone.cards.iter().any(|card| card.key == Some(key)) && zone.cards.iter().any(taken))
    }

    /// Whether cards of piles lie on the board that something can be done with. Beside a TimeLine there is no room for them until
    /// they are meant.
    pub(in crate::screen::play) fn shows_pile_cards(&self) -> bool {
        let plays = self.observation.prompt.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Play);
        self.observation.timeline.is_none() || !plays || self.about.is_some() && self.pile_choice().is_none()
    }

    /// Whose move it is: where everybody makes moves in a turn whoever is asked, and otherwise whose turn it is.
    pub(in crate::screen::play) fn on_move(&self) -> u8 {
        let asked = self.observation.prompt.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Play);
        if self.asks_person() && asked { self.seat } else { self.observation.active }
    }

    /// Whether something can be pressed.
    pub(in crate::screen::play) fn is_actionable(&self, spot: ActionTarget) -> bool {
        self.asks_person() && self.observation.actions_on(spot).next().is_some()
    }

    /// Whether something can only be thrown away while cards are played.
    pub(in crate::screen::play) fn is_only_discarded(&self, spot: ActionTarget) -> bool {
        let asked = self.observation.prompt.as_ref().is_some_and(|prompt| prompt.kind == PromptKind::Play);
        asked
            && self.is_actionable(spot)
            && self.observation.actions_on(spot).all(|at| self.observation.actions[at].discards)
    }

    /// The action that a person writes a text beside, by its place in the observation, and the text so far.
    pub(in crate::screen::play) fn writing(&self) -> Option<(usize, &str)> {
        self.writing.as_ref().map(|(at, text)| (*at, text.as_str()))
    }

    /// A seat by who sits there, for the person who reads it.
    pub(in crate::screen::play) fn seat_name(&self, seat: u8) -> String {
        let audience = self.audience();
        if audience.has_names() {
            return audience.heading(seat);
        }
        let name = self.saved.seat_name(seat);
        match self.observation.seats.len() {
            1 => name,
            _ => format!("{name} ({})", seat_label(seat)),
        }
    }
}

pub(in crate::screen::play) fn seat_label(seat: u8) -> String {
    tr!("seat {}", seat + 1)
}
