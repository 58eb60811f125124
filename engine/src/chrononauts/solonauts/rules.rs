//! What can be done, and what happens then.

use super::super::cards::{Identity, Kind};
use super::super::state::{NONE, Target};
use super::super::{Event, Table};
use super::{Home, Set, Solonauts, State, nth};
use crate::effect::Refusal;
use crate::game::{ALL, Outcome, Reason, Witness};
use crate::rulings::SetupError;
use crate::timeline::{Cells, each};

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
    pub(super) fn sense(self) -> u64 {
        match self {
            Action::Play(def, Target::Cell(cell)) => 1 << 16 | u64::from(cell) << 8 | u64::from(def),
            Action::Play(def, _) => 2 << 16 | u64::from(def),
            Action::Discard(def) => 3 << 16 | u64::from(def),
            Action::Drop(def) => 4 << 16 | u64::from(def),
            Action::Refill => 0,
        }
    }
}

impl Table {
    /// Solonauts has no cards but those that change history.
    pub(super) fn refuse_all_but_history(&self) -> Result<(), SetupError> {
        let refusal = |def: &super::super::Def| Refusal {
            card: def.name.clone(),
            why: "Solonauts is played with Patches and Inverters only (CN-116)".into(),
        };
        let others = self.defs.iter().filter(|d| !matches!(d.kind, Kind::Inverter(..) | Kind::Patch(_)));
        match others.map(refusal).collect::<Vec<_>>() {
            none if none.is_empty() => Ok(()),
            refused => Err(SetupError::Cards(refused)),
        }
    }
}

/// An identity as masks.
pub(super) fn home(table: &Table, identity: &Identity) -> Home {
    let scene = identity.home;
    let timeline = &table.timeline;
    let paradoxes = each(scene.trues).filter_map(|c| timeline.cells()[c as usize].paradox.as_ref());
    let stands = each(scene.patches).map(|p| &timeline.patches()[p as usize].stands);
    let fixed = scene.primes | scene.trues & timeline.linchpins();
    let names = paradoxes.chain(stands).fold(fixed, |m, condition| m | condition.names());
    let stands = |primes: Cells| {
        let healthy = |c: u8| match &timeline.cells()[c as usize].paradox {
            Some(paradox) => !paradox.holds(primes),
            None => primes & 1 << c == 0,
        };
        primes & scene.primes == scene.primes
            && each(scene.trues).all(healthy)
            && each(scene.patches).all(|p| timeline.patches()[p as usize].stands.holds(primes))
    };
    let ways = crate::timeline::subsets(names).filter(|primes| stands(*primes)).map(|primes| (primes, names & !primes));
    Home { scene, beyond: identity.beyond, ways: ways.collect() }
}

impl Solonauts {
    /// The definitions of some cards, each once.
    fn defs_of(&self, cards: Set) -> impl Iterator<Item = u8> {
        let mut before = NONE;
        each(cards).map(|id| self.table.of[id as usize]).filter(move |def| std::mem::replace(&mut before, *def) != *def)
    }

    fn copies(&self, def: u8) -> Set {
        self.table.copies.get(def as usize).map_or(0, |copies| *copies as Set)
    }

    fn reversible(&self, state: &State, (trues, primes): (Cells, Cells)) -> Cells {
        let history = &state.history;
        (trues & !history.primes | primes & history.primes) & self.table.timeline.reach(history)
    }

    pub(in super::super) fn list(&self, state: &State, out: &mut Vec<Action>) {
        if state.played {
            out.push(Action::Refill);
            out.extend(self.defs_of(state.hand & self.patches).map(Action::Drop));
            return;
        }
        for def in self.defs_of(state.hand) {
            match self.table.defs[def as usize].kind {
                Kind::Inverter(trues, primes) => {
                    let cells = each(self.reversible(state, (trues, primes)));
                    out.extend(cells.map(|cell| Action::Play(def, Target::Cell(cell))));
                }
                Kind::Patch(patch) if self.table.timeline.takes(&state.history, patch) => {
                    out.push(Action::Play(def, Target::None));
                }
                _ => {}
            }
        }
        out.extend(self.defs_of(state.hand).map(Action::Discard));
    }

    pub(super) fn allows(&self, state: &State, action: Action) -> bool {
        let (Action::Play(def, _) | Action::Discard(def) | Action::Drop(def)) = action else { return state.played };
        if state.hand & self.copies(def) == 0 {
            return false;
        }
        match (action, self.table.defs[def as usize].kind) {
            (Action::Play(_, Target::Cell(cell)), Kind::Inverter(trues, primes)) => {
                !state.played && cell < 64 && self.reversible(state, (trues, primes)) & 1 << cell != 0
            }
            (Action::Play(_, Target::None), Kind::Patch(patch)) => {
                !state.played && self.table.timeline.takes(&state.history, patch)
            }
            (Action::Discard(_), _) => !state.played,
            (Action::Drop(_), Kind::Patch(_)) => state.played,
            _ => false,
        }
    }

    /// Does what is allowed.
    pub(super) fn act<W: Witness<Event>>(&self, state: &mut State, action: Action, w: &mut W) {
        match action {
            Action::Refill => {
                state.turn += 1;
                state.played = false;
                w.see(Event::Turn { seat: 0, number: state.turn }, ALL);
                self.refill(state, w);
                return;
            }
            Action::Discard(card) | Action::Drop(card) => {
                self.out_of_hand(state, card);
                w.see(Event::Discards { seat: 0, card }, ALL);
                state.played = true;
            }
            Action::Play(card, target) => {
                self.out_of_hand(state, card);
                w.see(Event::Plays { seat: 0, card, target }, ALL);
                self.alter(state, card, target, w);
                state.played = true;
            }
        }
        // CN-128, CN-R37
        if state.over.is_none() && state.hand | state.deck == 0 {
            self.end(state, Outcome { winners: 0, reason: Reason::DeckOut, team: false }, w);
        }
    }

    fn out_of_hand(&self, state: &mut State, def: u8) {
        let copies = state.hand & self.copies(def);
        state.hand &= !(copies & copies.wrapping_neg());
    }

    fn alter<W: Witness<Event>>(&self, state: &mut State, def: u8, target: Target, w: &mut W) {
        let kind = self.table.defs[def as usize].kind;
        let Some(ripple) = self.table.alter(kind, target, &mut state.history) else { return };
        match (kind, target) {
            (Kind::Patch(patch), _) => {
                let cell = self.table.timeline.patches()[patch as usize].cell;
                w.see(Event::Mended { cell, patch }, ALL);
            }
            (_, Target::Cell(cell)) => {
                w.see(Event::Reversed { cell, prime: state.history.primes & 1 << cell != 0 }, ALL);
            }
            _ => {}
        }
        each(ripple.torn).for_each(|cell| w.see(Event::Torn { cell }, ALL));
        each(ripple.nullified).for_each(|patch| w.see(Event::Nullified { patch }, ALL));
        each(ripple.healed).for_each(|cell| w.see(Event::Healed { cell }, ALL));
        if self.paradoxes(state) >= self.table.options.paradox_limit.into() {
            return self.end(state, Outcome { winners: 0, reason: Reason::AllOut, team: false }, w);
        }
        // CN-125, CN-R36
        for id in each(state.waiting) {
            let home = &self.homes[id as usize];
            if self.table.timeline.shows(&state.history, &home.scene, home.beyond) {
                state.waiting &= !(1 << id);
                state.home |= 1 << id;
                w.see(Event::Sends { id }, ALL);
            }
        }
        if state.waiting == 0 {
            self.end(state, Outcome { winners: 1, reason: Reason::Home, team: false }, w);
        }
    }

    fn end<W: Witness<Event>>(&self, state: &mut State, outcome: Outcome, w: &mut W) {
        state.over = Some(outcome);
        w.see(Event::Over { outcome }, ALL);
    }

    /// Open Paradoxes, as the thirteenth is counted.
    pub(in super::super) fn paradoxes(&self, state: &State) -> u32 {
        let reach = self.table.timeline.reach(&state.history);
        let uber = if reach == Cells::MAX { 0 } else { self.table.options.uber_counts_as };
        (state.history.showing() & reach).count_ones() + u32::from(uber)
    }

    /// Draws up to the full hand, while there are cards (CN-124, CN-126).
    pub(super) fn refill<W: Witness<Event>>(&self, state: &mut State, w: &mut W) {
        let full = u32::from(self.table.options.dealt());
        while state.hand.count_ones() < full && state.deck != 0 {
            let (deck, of) = (state.deck, &self.table.of);
            let at = w.pick(&mut state.dice, deck.count_ones(), &|i| of[nth(deck, i) as usize].into());
            let id = nth(deck, at);
            state.deck &= !(1 << id);
            state.hand |= 1 << id;
            w.see(Event::Draws { seat: 0, card: of[id as usize] }, ALL);
        }
    }

    pub(super) fn look(&self, state: &State, out: &mut [i32]) {
        out.fill(0);
        if let Some(outcome) = state.over {
            out[0] = if outcome.won(0) { 1 } else { -1 };
        }
        out[1] = 9 * state.home.count_ones() as i32;
        for id in each(state.waiting) {
            let scene = &self.homes[id as usize].scene;
            let placed = self.table.timeline.in_place(&state.history, scene) as i32;
            out[1] += placed * placed;
            for patch in each(scene.patches & !state.history.patches) {
                out[2] += i32::from(self.table.timeline.patches()[patch as usize].stands.holds(state.history.primes));
                out[3] += i32::from(state.hand & self.patch_cards[patch as usize] != 0);
            }
            // Somebody who cannot get home any more.
            out[0] -= i32::from(scene.patches & self.lost(state) != 0);
        }
        out[6] = (state.hand | state.deck).count_ones() as i32;
        out[10] = -(self.paradoxes(state) as i32 - 6).max(0).pow(2);
    }
}
