//! What can be done, and what happens then.

use super::{Home, Set, Solonauts, State, nth};
use crate::games::chrononauts::cards::{CardKind, Identity};
use crate::games::chrononauts::state::{NONE, Target};
use crate::games::chrononauts::{Event, MatchData};
use crate::kernel::match_options::{Refusal, SetupError};
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{ALL_SEATS, EventSink};
use crate::timeline::{Cells, bits};

/// What the player can do. Cards are named by their definition: copies are alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Action {
    /// Play a card (CN-121).
    Play(u8, Target),
    /// Discard a card instead (CN-R34).
    Discard(u8),
    /// Drop a Patch beside the play (CN-123).
    Drop(u8),
    /// Draw up to the full hand (CN-124).
    Refill,
}

impl Action {
    pub(super) fn key(self) -> u64 {
        match self {
            Action::Play(def, Target::Cell(cell)) => 1 << 16 | u64::from(cell) << 8 | u64::from(def),
            Action::Play(def, _) => 2 << 16 | u64::from(def),
            Action::Discard(def) => 3 << 16 | u64::from(def),
            Action::Drop(def) => 4 << 16 | u64::from(def),
            Action::Refill => 0,
        }
    }
}

impl MatchData {
    /// Solonauts has no cards but those that change history.
    pub(super) fn refuse_all_but_history(&self) -> Result<(), SetupError> {
        let refusal = |def: &crate::games::chrononauts::Def| Refusal {
            card: def.name.clone(),
            why: "Solonauts is played with Patches and Inverters only (CN-116)".into(),
        };
        let others = self.defs.iter().filter(|d| !matches!(d.kind, CardKind::Inverter(..) | CardKind::Patch(_)));
        match others.map(refusal).collect::<Vec<_>>() {
            none if none.is_empty() => Ok(()),
            refused => Err(SetupError::Cards(refused)),
        }
    }
}

/// An identity as masks.
pub(super) fn home(table: &MatchData, identity: &Identity) -> Home {
    let scene = identity.home;
    let timeline = &table.timeline;
    let paradoxes = bits(scene.trues).filter_map(|c| timeline.cells()[c as usize].paradox.as_ref());
    let stands = bits(scene.patches).map(|p| &timeline.patches()[p as usize].stands);
    let fixed = scene.primes | scene.trues & timeline.linchpins();
    let names = paradoxes.chain(stands).fold(fixed, |m, condition| m | condition.names());
    let stands = |primes: Cells| {
        let healthy = |c: u8| match &timeline.cells()[c as usize].paradox {
            Some(paradox) => !paradox.holds(primes),
            None => primes & 1 << c == 0,
        };
        primes & scene.primes == scene.primes
            && bits(scene.trues).all(healthy)
            && bits(scene.patches).all(|p| timeline.patches()[p as usize].stands.holds(primes))
    };
    let ways = crate::timeline::subsets(names).filter(|primes| stands(*primes)).map(|primes| (primes, names & !primes));
    Home { scene, beyond: identity.beyond, ways: ways.collect() }
}

impl Solonauts {
    /// The definitions of some cards, each once.
    fn defs_of(&self, cards: Set) -> impl Iterator<Item = u8> {
        let mut before = NONE;
        bits(cards)
            .map(|id| self.data.def_of[id as usize])
            .filter(move |def| std::mem::replace(&mut before, *def) != *def)
    }

    fn copies(&self, def: u8) -> Set {
        self.data.copies.get(def as usize).map_or(0, |copies| *copies as Set)
    }

    fn reversible(&self, state: &State, (trues, primes): (Cells, Cells)) -> Cells {
        let history = &state.history;
        (trues & !history.primes | primes & history.primes) & self.data.timeline.reachable(history)
    }

    pub(in super::super) fn list_actions(&self, state: &State, out: &mut Vec<Action>) {
        if state.played {
            out.push(Action::Refill);
            out.extend(self.defs_of(state.hand & self.patches).map(Action::Drop));
            return;
        }
        for def in self.defs_of(state.hand) {
            match self.data.defs[def as usize].kind {
                CardKind::Inverter(trues, primes) => {
                    let cells = bits(self.reversible(state, (trues, primes)));
                    out.extend(cells.map(|cell| Action::Play(def, Target::Cell(cell))));
                }
                CardKind::Patch(patch) if self.data.timeline.can_patch(&state.history, patch) => {
                    out.push(Action::Play(def, Target::None));
                }
                _ => {}
            }
        }
        out.extend(self.defs_of(state.hand).map(Action::Discard));
    }

    pub(super) fn is_allowed(&self, state: &State, action: Action) -> bool {
        let (Action::Play(def, _) | Action::Discard(def) | Action::Drop(def)) = action else { return state.played };
        if state.hand & self.copies(def) == 0 {
            return false;
        }
        match (action, self.data.defs[def as usize].kind) {
            (Action::Play(_, Target::Cell(cell)), CardKind::Inverter(trues, primes)) => {
                !state.played && cell < 64 && self.reversible(state, (trues, primes)) & 1 << cell != 0
            }
            (Action::Play(_, Target::None), CardKind::Patch(patch)) => {
                !state.played && self.data.timeline.can_patch(&state.history, patch)
            }
            (Action::Discard(_), _) => !state.played,
            (Action::Drop(_), CardKind::Patch(_)) => state.played,
            _ => false,
        }
    }

    /// Does what is allowed.
    pub(super) fn carry_out<W: EventSink<Event>>(&self, state: &mut State, action: Action, w: &mut W) {
        match action {
            Action::Refill => {
                state.turn += 1;
                state.played = false;
                w.on_event(Event::Turn { seat: 0, number: state.turn }, ALL_SEATS);
                self.refill(state, w);
                return;
            }
            Action::Discard(card) | Action::Drop(card) => {
                self.out_of_hand(state, card);
                w.on_event(Event::Discards { seat: 0, card }, ALL_SEATS);
                state.played = true;
            }
            Action::Play(card, target) => {
                self.out_of_hand(state, card);
                w.on_event(Event::Plays { seat: 0, card, target }, ALL_SEATS);
                self.alter(state, card, target, w);
                state.played = true;
            }
        }
        // CN-128, CN-R37
        if state.over.is_none() && state.hand | state.deck == 0 {
            self.end(state, Outcome { winners: 0, reason: EndReason::DeckOut, team: false }, w);
        }
    }

    fn out_of_hand(&self, state: &mut State, def: u8) {
        let copies = state.hand & self.copies(def);
        state.hand &= !(copies & copies.wrapping_neg());
    }

    fn alter<W: EventSink<Event>>(&self, state: &mut State, def: u8, target: Target, w: &mut W) {
        let kind = self.data.defs[def as usize].kind;
        let Some(ripple) = self.data.alter(kind, target, &mut state.history) else { return };
        match (kind, target) {
            (CardKind::Patch(patch), _) => {
                let cell = self.data.timeline.patches()[patch as usize].cell;
                w.on_event(Event::Mended { cell, patch }, ALL_SEATS);
            }
            (_, Target::Cell(cell)) => {
                w.on_event(Event::Reversed { cell, prime: state.history.primes & 1 << cell != 0 }, ALL_SEATS);
            }
            _ => {}
        }
        bits(ripple.torn).for_each(|cell| w.on_event(Event::Torn { cell }, ALL_SEATS));
        bits(ripple.nullified).for_each(|patch| w.on_event(Event::Nullified { patch }, ALL_SEATS));
        bits(ripple.healed).for_each(|cell| w.on_event(Event::Healed { cell }, ALL_SEATS));
        if self.paradoxes(state) >= self.data.options.paradox_limit.into() {
            return self.end(state, Outcome { winners: 0, reason: EndReason::AllOut, team: false }, w);
        }
        // CN-125, CN-R36
        for id in bits(state.waiting) {
            let home = &self.homes[id as usize];
            if self.data.timeline.shows(&state.history, &home.scene, home.beyond) {
                state.waiting &= !(1 << id);
                state.home |= 1 << id;
                w.on_event(Event::Sends { id }, ALL_SEATS);
            }
        }
        if state.waiting == 0 {
            self.end(state, Outcome { winners: 1, reason: EndReason::Home, team: false }, w);
        }
    }

    fn end<W: EventSink<Event>>(&self, state: &mut State, outcome: Outcome, w: &mut W) {
        state.over = Some(outcome);
        w.on_event(Event::Over { outcome }, ALL_SEATS);
    }

    /// Open Paradoxes, as the thirteenth is counted.
    pub(in super::super) fn paradoxes(&self, state: &State) -> u32 {
        let reach = self.data.timeline.reachable(&state.history);
        let uber = if reach == Cells::MAX { 0 } else { self.data.options.uber_counts_as };
        (state.history.open_paradoxes() & reach).count_ones() + u32::from(uber)
    }

    /// Draws up to the full hand, while there are cards (CN-124, CN-126).
    pub(super) fn refill<W: EventSink<Event>>(&self, state: &mut State, w: &mut W) {
        let full = u32::from(self.data.options.dealt());
        while state.hand.count_ones() < full && state.deck != 0 {
            let (deck, of) = (state.deck, &self.data.def_of);
            let at = w.pick(&mut state.dice, deck.count_ones(), &|i| of[nth(deck, i) as usize].into());
            let id = nth(deck, at);
            state.deck &= !(1 << id);
            state.hand |= 1 << id;
            w.on_event(Event::Draws { seat: 0, card: of[id as usize] }, ALL_SEATS);
        }
    }

    pub(super) fn write_features(&self, state: &State, out: &mut [i32]) {
        out.fill(0);
        if let Some(outcome) = state.over {
            out[0] = if outcome.won(0) { 1 } else { -1 };
        }
        out[1] = 9 * state.home.count_ones() as i32;
        for id in bits(state.waiting) {
            let scene = &self.homes[id as usize].scene;
            let placed = self.data.timeline.in_place(&state.history, scene) as i32;
            out[1] += placed * placed;
            for patch in bits(scene.patches & !state.history.patches) {
                out[2] += i32::from(self.data.timeline.patches()[patch as usize].stands.holds(state.history.primes));
                out[3] += i32::from(state.hand & self.patch_cards[patch as usize] != 0);
            }
            // Somebody who cannot get home any more.
            out[0] -= i32::from(scene.patches & self.lost(state) != 0);
        }
        out[6] = (state.hand | state.deck).count_ones() as i32;
        out[10] = -(self.paradoxes(state) as i32 - 6).max(0).pow(2);
    }
}
