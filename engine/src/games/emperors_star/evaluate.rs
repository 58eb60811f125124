//! What a position looks like to a player with a plan.

use catalog::tr;

use super::{Star, State};
use crate::games::chrononauts::cards::CardKind;
use crate::games::chrononauts::state::ids;
use crate::kernel::rules::Rules as _;
use crate::timeline;

pub(super) const FEATURES: &[&str] = &[
    "won",
    "score",
    "lead",
    "points",
    "goal",
    "doors",
    "keys",
    "collection",
    "parts",
    "hand",
    "favors",
    "dead",
    "memos",
    "gadgets",
    "rivals",
];

/// A feature in a few words: a noun of which there can be more or less.
pub(super) fn feature_label(feature: usize) -> String {
    match FEATURES[feature] {
        "won" => tr!("feature" => "wins"),
        "score" => tr!("feature" => "points of past days"),
        "lead" => tr!("feature" => "lead over the others"),
        "points" => tr!("feature" => "points of this day"),
        "goal" => tr!("feature" => "parts of your goal in place"),
        "doors" => tr!("feature" => "Paradoxes to patch for your home"),
        "keys" => tr!("feature" => "Patches for your home in hand"),
        "collection" => tr!("feature" => "Artifacts of your goal"),
        "parts" => tr!("feature" => "Artifacts of your goal in hand"),
        "hand" => tr!("feature" => "cards in hand"),
        "favors" => tr!("feature" => "favors"),
        "dead" => tr!("feature" => "safety of your character"),
        "memos" => tr!("feature" => "Memos"),
        "gadgets" => tr!("feature" => "Gadgets"),
        "rivals" => tr!("feature" => "ground on the others"),
        name => name.replace('_', " "),
    }
}

impl Star {
    /// Only what the seat can know: its own character, open cards, and points that were told.
    pub(super) fn weigh(&self, state: &State, seat: u8, out: &mut [i32]) {
        out.fill(0);
        let position = self.position(state);
        let Some(day) = position.t.day() else { return };
        let others = || (0..self.seats()).filter(|other| *other != seat);
        if let Some(outcome) = state.over {
            out[0] = if outcome.won(seat) { 1 } else { -1 };
        }
        out[1] = state.total(seat);
        out[2] = -others().map(|other| state.total(other)).max().unwrap_or(0);
        // The points of the last day are counted already once it is over.
        if state.over.is_some() {
            return;
        }
        let (at, history, hand) = (seat as usize, &state.now.history, state.now.hands[seat as usize]);
        let placed = position.parts(seat) as i32;
        let owned = position.of_goal(seat, state.now.tables[at]) as i32;
        let points = position.vp(day, seat);
        out[3] = 2 * i32::from(points.min(day.needs)) + i32::from(points);
        out[4] = placed * placed;
        if let Some(identity) = position.t.identities().get(state.now.identities.held[at] as usize) {
            for patch in timeline::bits(identity.home.patches & !history.patches) {
                out[5] += i32::from(position.t.timeline().patches()[patch as usize].stands.holds(history.primes));
                out[6] += i32::from(hand & 1 << position.t.on_patch[patch as usize] != 0);
            }
        }
        // What a goal wants is kept for the day that it ends; after that day it is worth nothing more.
        out[7] = match (day.artifact_goal, usize::from(day.number) == super::DAYS) {
            (true, _) => owned * owned,
            (false, true) => 0,
            (false, false) => owned,
        };
        out[8] = position.of_goal(seat, hand & !state.now.tables[at]) as i32;
        out[9] = state.now.hand_size(seat) as i32;
        out[10] = i32::from(state.now.favors[at][1]) - i32::from(state.now.favors[at][0]);
        out[11] = -i32::from(position.is_dead(seat));
        out[12] = (hand & position.t.memos).count_ones() as i32;
        let is_gadget = |id: &u8| matches!(position.t.def(*id).kind, CardKind::Gadget(_));
        out[13] = ids(state.now.tables[at]).filter(is_gadget).count() as i32;
        // What others have before them, as far as it is open.
        let open = |other: u8| {
            let artifacts = (state.now.tables[other as usize] & position.t.artifacts).count_ones() as i32;
            let [bad, good] = state.now.favors[other as usize].map(i32::from);
            state.now.hand_size(other) as i32 / 2 + artifacts + good - bad
        };
        out[14] = -others().map(open).max().unwrap_or(0);
    }
}
