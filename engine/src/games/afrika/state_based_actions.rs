//! What must leave play, and who must leave the game, before anybody can act (AF-R35).

use super::roles::Role;
use super::state::{Id, NONE, PendingDecision, Set, TERRAINS, VENOMED, ZONE_2, Zone, owner};
use super::{Event, Play};
use crate::kernel::draw_pile::DrawPile;
use crate::kernel::outcome::{EndReason, Outcome};
use crate::kernel::rules::{EventSink, NullSink, Seats};

impl<const N: usize, const B: usize, W: EventSink<Event>> Play<'_, N, B, W> {
    /// Does all that must happen now; true if somebody has to decide which legendary card stays. Between most steps nothing has
    /// happened.
    #[inline]
    pub(super) fn state_based_actions(&mut self) -> bool {
        debug_assert!(self.s.has_true_table(self.t), "what is kept follows from what is in play");
        let asks = self.is_unsettled() && self.settle();
        debug_assert!(asks || self.s.over.is_some() || self.is_settled(), "something happened, and was not told");
        asks
    }

    /// Whether something has happened since everything was settled.
    #[inline]
    fn is_unsettled(&self) -> bool {
        self.s.needs_state_check || self.s.stale || self.s.is_watched_change()
    }

    fn settle(&mut self) -> bool {
        while self.s.over.is_none() && self.is_unsettled() {
            self.refresh();
            self.s.needs_state_check = false;
            self.check_players();
            if self.s.over.is_some() {
                return false;
            }
            let (fallen, destroyed) = self.doomed();
            if fallen | destroyed != 0 {
                self.put_in_void(destroyed, true);
                self.put_in_void(fallen & self.s.taken, false);
                self.s.needs_state_check = true;
                continue;
            }
            self.detach_equipment();
            if self.check_legends() || self.check_leaders() {
                return true;
            }
            if !self.s.needs_state_check {
                break;
            }
        }
        false
    }

    /// Whether a look at everything finds nothing that must happen.
    fn is_settled(&self) -> bool {
        let mut state = self.s.clone();
        let mut play = Play { t: self.t, s: &mut state, w: &mut NullSink };
        play.check_players();
        let doomed = play.doomed();
        play.detach_equipment();
        doomed == (0, 0) && !play.check_legends() && !play.check_leaders() && state == *self.s
    }

    /// Cards that must go to the Void Zone, and those of them that are destroyed by damage.
    fn doomed(&self) -> (u128, u128) {
        let (mut fallen, mut destroyed) = (0, 0);
        for at in Set(self.s.table.with(Role::Entity)).slots() {
            let permanent = &self.s.permanents[usize::from(at)];
            // AF-063, AF-141, AF-R10
            let lethal = permanent.damage > 0 && (permanent.damage >= permanent.health || permanent.is(VENOMED));
            match () {
                () if permanent.health <= 0 => fallen |= 1 << at,
                () if lethal && permanent.keywords & self.t.keywords.invincible == 0 => destroyed |= 1 << at,
                () => {}
            }
        }
        // AF-R34
        for at in Set(self.s.table.with(Role::Celestial)).slots() {
            fallen |= u128::from(self.s.permanents[usize::from(at)].resolve <= 0) << at;
        }
        // AF-R03
        for at in Set(self.s.table.with(Role::Bonded)).slots() {
            let permanent = &self.s.permanents[usize::from(at)];
            let bond = self.t.def(permanent.id).bond;
            fallen |= u128::from(bond.is_some_and(|word| !self.may_bond(permanent.id, permanent.host, word))) << at;
        }
        (fallen, destroyed)
    }

    /// Whether a card may be bonded to that one (AF-R03, AF-R13).
    pub(super) fn may_bond(&self, id: Id, host: Id, word: u8) -> bool {
        self.s.in_play(host)
            && self.t.qualities[word as usize].1.has(self.t.def_at(host))
            && !self.position().is_shielded(host, id)
    }

    /// Equipment whose entity has left, or may not have it any more, stays unattached (AF-R04).
    fn detach_equipment(&mut self) {
        // Terrains lie on their stack, where they fit.
        let table = &self.s.table;
        let all = table.with(Role::Equipment) | table.with(Role::Terrain) & !table.at(TERRAINS);
        for at in Set(all).slots() {
            let permanent = &self.s.permanents[at as usize];
            let (id, host, place) = (permanent.id, permanent.host, permanent.place);
            if self.t.def(id).equip.is_some() && host != NONE {
                let entity = self.s.in_play(host) && self.position().is(host, self.t.types.entity);
                let fits = entity && !self.position().is_shielded(host, id);
                if !fits {
                    self.s.permanent_mut(id).host = NONE;
                    self.s.stale = true;
                    self.s.needs_state_check = true;
                }
            }
            // A zone holds one active terrain: the one that came before goes to the stack (AF-R30).
            if place <= ZONE_2 && self.t.printed(id).types & self.t.types.terrain != 0 {
                let area = self.s.permanent(id).area;
                let since = self.s.permanent(id).since;
                let over = |b: &super::Permanent| b.place == place && b.area == area && b.since > since;
                let newer = self.s.with_role(Role::Terrain).any(over);
                if newer {
                    self.s.set_place(id, TERRAINS);
                    (self.s.stale, self.s.needs_state_check) = (true, true);
                }
            }
        }
    }

    /// AF-R56: asks whose player keeps only one of several legendary cards of a name.
    fn check_legends(&mut self) -> bool {
        if !self.t.options.legend_rule || self.s.table.with(Role::Legend).count_ones() < 2 {
            return false;
        }
        let name = |id: Id| self.t.game.namesake(self.t.def(id).card);
        let twins = |permanent: &&super::Permanent| {
            let twin = |b: &&super::Permanent| b.controller == permanent.controller && name(b.id) == name(permanent.id);
            self.t.def(permanent.id).legendary && self.s.with_role(Role::Legend).filter(twin).count() > 1
        };
        let Some((seat, id)) = self.s.with_role(Role::Legend).find(twins).map(|b| (b.controller, b.id)) else {
            return false;
        };
        self.s.pending_before = self.s.pending;
        self.s.pending = PendingDecision::Legend(seat, id);
        true
    }

    /// AF-R68: asks whose leader lies in the Void Zone or in exile whether it returns to where it waits.
    fn check_leaders(&mut self) -> bool {
        if !self.s.players.iter().any(|player| player.astray) {
            return false;
        }
        let Some(seat) = self.position().seats_in_turn().find(|s| self.s.player(*s).astray) else { return false };
        self.s.pending_before = self.s.pending;
        self.s.pending = PendingDecision::Leader(seat);
        true
    }

    /// Who is at 0 or had to draw from an empty Codex is out; the last team wins (AF-005, AF-160, AF-203, AF-R36).
    fn check_players(&mut self) {
        let mut lost: Seats = 0;
        let mut dry = false;
        for seat in 0..self.t.count() {
            let player = self.s.player(seat);
            if player.out {
                continue;
            }
            let struck = self.s.leader_hits(seat, self.t.options.leader_lethal);
            if self.position().life(seat) <= 0 || player.dry || struck {
                lost |= 1 << seat;
                dry |= player.dry;
            }
        }
        if lost == 0 {
            return;
        }
        // A team with one life, or whose member must draw in vain, goes out together (AF-R69).
        if self.t.options.variant == super::Variant::Allied {
            for seat in 0..self.t.count() {
                if (0..self.t.count()).any(|o| lost & (1 << o) != 0 && self.t.allied(o, seat)) {
                    lost |= 1 << seat;
                }
            }
        }
        for seat in (0..self.t.count()).filter(|s| lost & (1 << s) != 0) {
            if !self.s.player(seat).out {
                self.s.players[seat as usize].out = true;
                self.emit(Event::Out { seat });
            }
        }
        let left = super::position::Position::<N, B>::mask(self.position().seats_from(0));
        let one_team = |play: &Self| {
            let first = play.position().seats_from(0).next();
            first.is_some_and(|f| play.position().seats_from(0).all(|s| play.t.allied(f, s)))
        };
        let reason = if dry { EndReason::DeckOut } else { EndReason::LastStanding };
        match left {
            // AF-R36
            0 => self.end(lost, EndReason::AllOut),
            _ if one_team(self) => {
                let first = left.trailing_zeros() as u8;
                let team = (0..self.t.count()).filter(|s| self.t.allied(*s, first));
                self.end(super::position::Position::<N, B>::mask(team), reason);
            }
            _ => self.eliminate(lost),
        }
    }

    /// Players leave a game that goes on, with all that is theirs (AF-R37).
    fn eliminate(&mut self, lost: Seats) {
        let is_in = |seat: u8| lost & (1 << seat) != 0;
        self.s.needs_state_check = true;
        for id in self.s.ids() {
            let (controller, place) = (self.s.permanent(id).controller, self.s.permanent(id).place);
            if place == super::state::LOCATION {
                // The location is everybody's.
                let controller = if is_in(controller) { self.next_seat(controller) } else { controller };
                self.s.set_controller(id, controller);
            } else if is_in(owner(id)) {
                self.leave_play(id);
                self.place(id, Zone::Gone);
            } else if is_in(controller) {
                // What somebody else owns goes back.
                self.control(id, owner(id), None);
            }
        }
        for seat in (0..self.t.count()).filter(|s| is_in(*s)) {
            for zone in [Zone::Hand, Zone::Deck, Zone::Void, Zone::Exile, Zone::Command, Zone::Stack] {
                for id in self.s.cards(seat, zone).of(seat) {
                    self.place(id, Zone::Gone);
                }
            }
            self.s.decks[seat as usize] = DrawPile::EMPTY;
            self.s.players[seat as usize].astray = false;
        }
        for item in &mut self.s.stack[..self.s.depth as usize] {
            if is_in(item.seat) || (item.is_card() && is_in(owner(item.source))) {
                item.kind = super::state::StackItemKind::Negated;
            }
        }
        self.drop_negated();
        let mut kept = 0;
        for i in 0..self.s.queued as usize {
            let waiting = self.s.waiting[i];
            if !is_in(waiting.seat) && !is_in(owner(waiting.source)) {
                self.s.waiting[kept] = waiting;
                kept += 1;
            }
        }
        self.s.queued = kept as u8;
        for permanent in &mut self.s.permanents {
            // Who attacked a player that is out attacks nobody.
            if super::state::as_player(permanent.foe).is_some_and(is_in) {
                permanent.foe = NONE;
            }
        }
        debug_assert!(self.s.frame.is_none(), "players go out between effects");
        self.s.passed &= !lost;
        if is_in(self.s.priority) {
            self.s.priority = self.next_seat(self.s.priority);
        }
        if !self.position().active_seats().any(|_| true) {
            self.abandon_turn();
        }
    }

    pub(super) fn end(&mut self, winners: Seats, reason: EndReason) {
        let team =
            self.t.options.variant != super::Variant::Duel && !matches!(reason, EndReason::AllOut | EndReason::Loop);
        let outcome = Outcome { winners, reason, team };
        self.s.over = Some(outcome);
        self.emit(Event::Over { outcome });
    }

    /// The turn would go on without end: a draw, if abilities cause one another (AF-R76).
    pub(super) fn end_loop(&mut self) {
        if self.s.looping.is_empty() {
            return self.overflow();
        }
        self.s.looping.iter().for_each(|card| self.emit(Event::Loops { card }));
        self.end(super::position::Position::<N, B>::mask(self.position().seats_from(0)), EndReason::Loop);
    }

    /// More happens than the state can hold: the game stops, and says so.
    pub(super) fn overflow(&mut self) {
        if self.s.over.is_none() {
            self.end(0, EndReason::Overflow);
        }
    }
}
