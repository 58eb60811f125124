//! What the one player of Solonauts sees and can do: everything but the order of the cards.

use catalog::tr;

use super::{Action, Set, Solonauts, State};
use crate::games::chrononauts::{Cards, ids};
use crate::kernel::audience::Audience;
use crate::kernel::legal_action::{ActionTarget, LegalAction, Prompt, PromptKind};
use crate::kernel::observation::{CardKeys, Counter, CounterIcon, Observation, ObservedSeat, ObservedZone, ZoneLayout};
use crate::kernel::rules::{Actor, Rules};
use crate::timeline;

impl Solonauts {
    /// The position: one player sees all there is to see.
    pub(super) fn solo_observation(&self, state: &State, actor: Actor, to: &Audience) -> Observation {
        let (mut keys, t) = (CardKeys::default(), self.data());
        let travellers = |title: String, ids: Set, keys: &mut CardKeys| {
            let cards = timeline::bits(ids).map(|id| t.identity(id, keys)).collect();
            ObservedZone { title, layout: ZoneLayout::Apart, ordered: false, cards }
        };
        let waiting = travellers(tr!("travellers" => "Waiting"), state.waiting, &mut keys);
        let common = vec![waiting, travellers(tr!("travellers" => "Home"), state.home, &mut keys)];
        let deck = state.deck.count_ones() as i32;
        let counters = vec![Counter { name: tr!("draw pile"), n: deck, icon: CounterIcon::Deck }];
        let hand = t.zone(tr!("zone" => "hand"), ZoneLayout::Hand, state.hand.into(), |_| true, &mut keys);
        let mut observation = Observation {
            seat: Some(0),
            turn: state.turn.into(),
            actor: (actor != Actor::Nobody).then_some(0),
            timeline: t.observed_timeline(&state.history, self.paradoxes(state), None),
            common,
            seats: vec![ObservedSeat { counters, zones: vec![hand], ..ObservedSeat::default() }],
            ..Observation::default()
        };
        if observation.actor.is_none() {
            return observation;
        }
        observation.prompt = Some(if state.played {
            Prompt::new(PromptKind::Draw, tr!("Drop Patches if you like; then draw."))
        } else {
            Prompt::new(PromptKind::Play, tr!("Play a card, or discard one."))
        });
        let mut legal = Vec::new();
        self.legal_actions(state, &mut legal);
        let held = |def: u8| {
            let cards = Cards::from(state.hand) & t.copies[def as usize];
            ids(cards).find_map(|id| keys.get(id.into())).map(ActionTarget::Card)
        };
        let act = |action: &Action| {
            let wave = match *action {
                Action::Play(def, target) => {
                    self.ripple(state, *action).map(|ripple| t.timeline_change(def, target, &ripple))
                }
                _ => None,
            };
            let (card, does) = match *action {
                Action::Play(def, _) => (held(def), t.play_text(def, wave.as_ref())),
                Action::Discard(def) => (held(def), tr!("Puts it on the discard pile; it does not come back.")),
                Action::Drop(def) => (held(def), tr!("Puts the Patch away, to make room in hand.")),
                Action::Refill => (None, tr!("Fills the hand up again; the next turn begins.")),
            };
            let year = wave.and_then(|wave| timeline::bits(wave.turns | wave.mends).next());
            LegalAction {
                notation: self.notation(state, *action),
                label: self.action_label(*action, to),
                kind: String::new(),
                targets: card.into_iter().chain(year.map(ActionTarget::Year)).collect(),
                effect_text: does,
                passes: *action == Action::Refill,
                ends: *action == Action::Refill,
                discards: matches!(action, Action::Discard(_) | Action::Drop(_)),
                timeline_change: wave,
                takes_text: false,
                gains_nothing: false,
            }
        };
        observation.actions = legal.iter().map(act).collect();
        observation
    }
}
