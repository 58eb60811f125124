//! What a seat sees of a position.

use catalog::noted;
use catalog::tr;

use super::changes::ChangesInPlay;
use super::live::Position;
use super::state::{
    CITY_CARD, ContestKind, DEPLOYING, HACKED, INCOME, Id, NONE, Stage, Step, TAPPED, Task, UNCHOSEN, Zone,
};
use super::turn::{CITY, RESEARCH, TO_LIMIT};
use super::{Action, CardKind, RESOURCES};
use crate::effect::Op;
use crate::kernel::audience::{Audience, told};
use crate::kernel::legal_action::{ActionTarget, CardKey, LegalAction, Prompt, PromptKind};
use crate::kernel::observation::{
    self, CardKeys, City, Counter, CounterIcon, Observation, ObservedCard, ObservedSeat, TurnPhase, ZoneLayout,
};
use crate::kernel::rules::Actor;

/// Zones of a seat in the order in which they are shown.
const ZONES: [(Zone, ZoneLayout); 4] = [
    (Zone::Hand, ZoneLayout::Hand),
    (Zone::Downloads, ZoneLayout::Apart),
    (Zone::Play, ZoneLayout::Field),
    (Zone::Discard, ZoneLayout::Pile),
];

fn title(zone: Zone) -> String {
    match zone {
        Zone::Hand => tr!("zone" => "hand"),
        Zone::Downloads => tr!("zone" => "downloads"),
        Zone::Play => tr!("zone" => "play"),
        Zone::Discard => tr!("zone" => "discard"),
        _ => String::new(),
    }
}

/// The parts of a turn that have a name.
pub(super) fn phases() -> Vec<TurnPhase> {
    [Step::Start, Step::Draw, Step::Main, Step::End].map(phase_of).into()
}

fn phase_of(step: Step) -> TurnPhase {
    let (id, label) = match step {
        Step::Redraw(_) => ("opening hands", tr!("opening hands")),
        Step::Begin | Step::Start => ("start", tr!("start of the turn")),
        Step::Draw => ("draw", tr!("phase" => "draw")),
        Step::Main | Step::Resume => ("main", tr!("main phase")),
        Step::Ending | Step::End | Step::Cleanup => ("end", tr!("end of the turn")),
    };
    TurnPhase { id: id.to_owned(), label }
}

impl<const N: usize> Position<'_, N> {
    /// The position as somebody sees it.
    pub(super) fn observation(&self, to: &Audience, actor: Actor) -> Observation {
        let seat = to.sees();
        let mut keys = CardKeys::default();
        let changes = ChangesInPlay::of_position(*self);
        let actor = match actor {
            Actor::Seat(seat) => Some(seat),
            Actor::Nobody => None,
        };
        let decides = actor.is_some_and(|actor| seat.is_none_or(|seat| seat == actor));
        let phase = self.step().map(phase_of);
        let mut observation = Observation {
            seat,
            turn: self.s.turn.into(),
            active: self.s.active,
            phase: phase.as_ref().map(|phase| phase.label.clone()).unwrap_or_default(),
            phase_id: phase.map(|phase| phase.id).unwrap_or_default(),
            actor,
            seats: (0..self.t.seats.len() as u8)
                .map(|owner| self.observed_seat(owner, seat, &changes, &mut keys))
                .collect(),
            cities: self.cities().map(|city| self.city(city)).collect(),
            ..Observation::default()
        };
        self.show_fight(&mut observation, &keys, to);
        if decides {
            observation.prompt = Some(self.prompt(&keys));
            self.show_actions(&mut observation, &mut keys, to);
            if let Some(seat) = actor {
                self.note_unplayable_cards(&mut observation, seat, &keys);
            }
        }
        observation
    }

    /// Tells of the cards in hand that are never played in a window (CX-R21).
    fn note_unplayable_cards(&self, observation: &mut Observation, seat: u8, keys: &CardKeys) {
        let is_window = observation.prompt.as_ref().is_some_and(|asked| {
            matches!(asked.kind, PromptKind::Window | PromptKind::Response | PromptKind::Attack | PromptKind::Block)
        });
        let side = &mut observation.seats[usize::from(seat)];
        for id in self.s.cards(seat, Zone::Hand).iter().filter(|_| is_window) {
            let is_rapid = self.t.printed[self.s.permanent(id).def as usize].may_be_rapid;
            if let Some(seen) = side.held_card_mut(keys.get(id.into())).filter(|_| !is_rapid) {
                seen.refusal = tr!("Playable only in your own main phase.");
            }
        }
    }

    fn step(&self) -> Option<Step> {
        let Task::Turn(step) = self.s.tasks[0] else { return None };
        Some(step)
    }

    fn city(&self, number: u8) -> City {
        let [a, b] = self.s.borders[number as usize];
        let points = [(a, self.s.points(number, a)), (b, self.s.points(number, b))];
        City { number, points, card: self.t.city.map(|def| self.t.defs[def as usize].card) }
    }

    fn observed_seat(
        &self,
        owner: u8,
        seat: Option<u8>,
        changes: &ChangesInPlay<'_, N>,
        keys: &mut CardKeys,
    ) -> ObservedSeat {
        let player = self.s.player(owner);
        let resource = |r: usize| Counter {
            name: self.t.game.resources[r].name.clone(),
            n: player.resources[r].into(),
            icon: CounterIcon::Resource(r as u8),
        };
        let mut counters: Vec<Counter> = (0..RESOURCES).map(resource).collect();
        for city in self.cities_of(owner) {
            let name = if self.t.seats.len() > 2 {
                tr!("control points in city {city}", city = city + 1)
            } else {
                tr!("control points")
            };
            let n = self.s.points(city, owner).into();
            counters.push(Counter { name, n, icon: CounterIcon::City(city) });
        }
        counters.push(Counter { name: tr!("deck"), n: self.s.deck(owner).len().into(), icon: CounterIcon::Deck });
        let zone = |(zone, lie): (Zone, ZoneLayout)| {
            let ids = self.s.cards(owner, zone);
            // What is attached is told by the card that it is on, so all of them have their numbers first.
            if zone == Zone::Play {
                ids.iter().for_each(|id| {
                    keys.get_or_add(id.into());
                });
            }
            let mut cards: Vec<ObservedCard> = ids.iter().map(|id| self.observed_card(id, seat, keys)).collect();
            if zone == Zone::Play {
                // All of them are open, so they are in the order of their ids.
                for (id, seen) in ids.iter().zip(&mut cards) {
                    (seen.printed, seen.changes) = changes.of(id);
                }
            } else {
                observation::sort_cards(&mut cards);
            }
            observation::ObservedZone { title: title(zone), layout: lie, ordered: false, cards }
        };
        ObservedSeat { out: player.out, counters, facts: Vec::new(), zones: ZONES.map(zone).into() }
    }

    /// A card as a seat sees it.
    fn observed_card(&self, id: Id, seat: Option<u8>, keys: &mut CardKeys) -> ObservedCard {
        let permanent = self.s.permanent(id);
        if seat.is_some_and(|s| permanent.known & (1 << s) == 0) {
            return ObservedCard::hidden();
        }
        let def = &self.t.defs[permanent.def as usize];
        let mut seen = ObservedCard {
            key: Some(keys.get_or_add(id.into())),
            card: Some(def.card),
            name: def.name.clone(),
            ..ObservedCard::default()
        };
        if permanent.zone != Zone::Play {
            return seen;
        }
        seen.numbers = match self.kind(id) {
            CardKind::Asset => format!("{}/{}", permanent.firepower, permanent.armor),
            CardKind::Base => permanent.armor.to_string(),
            _ => String::new(),
        };
        seen.damage = permanent.damage.into();
        seen.turned = permanent.is(TAPPED);
        for (flag, word) in
            [(TAPPED, observation::TAPPED), (DEPLOYING, noted!("deploying")), (HACKED, noted!("hacked"))]
        {
            if permanent.is(flag) {
                seen.marks.push(word.to_owned());
            }
        }
        if permanent.host != NONE {
            seen.marks.push(tr!("on {card}", card = self.t.defs[self.s.permanent(permanent.host).def as usize].name));
            seen.on = Some(keys.get_or_add(permanent.host.into()));
        }
        seen
    }

    fn card_name(&self, id: Id) -> String {
        match self.s.get_permanent(id) {
            Some(permanent) => self.t.defs[permanent.def as usize].name.clone(),
            None => tr!("a card"),
        }
    }

    /// Marks who fights whom.
    fn show_fight(&self, observation: &mut Observation, keys: &CardKeys, to: &Audience) {
        let Some(contest) = self.s.contest() else { return };
        let (seat, other) = (contest.seat, contest.defender);
        observation.notes.push(match contest.kind {
            ContestKind::Base => told!(
                to,
                seat,
                other,
                "{who} attacks the Headquarters of {other}"
                    / "You attack the Headquarters of {other}"
                    / "{who} attacks your Headquarters"
            ),
            ContestKind::Ambush => told!(
                to,
                seat,
                other,
                "{who} ambushes an asset of {other}"
                    / "You ambush an asset of {other}"
                    / "{who} ambushes one of your assets"
            ),
            ContestKind::Assault => told!(
                to,
                seat,
                other,
                "{who} assaults an asset of {other}"
                    / "You assault an asset of {other}"
                    / "{who} assaults one of your assets"
            ),
            ContestKind::Control => told!(
                to,
                seat,
                other,
                "{who} attempts to Take Control against {other}"
                    / "You attempt to Take Control against {other}"
                    / "{who} attempts to Take Control against you"
            ),
        });
        let key = |id: Id| (id != NONE).then(|| keys.get(id.into())).flatten();
        let target = key(contest.target);
        let attackers = &contest.attackers[..contest.attacking as usize];
        let blockers = contest.blockers.iter().zip(&contest.foes).take(contest.blocking.into());
        let blocks = |own: CardKey| {
            let mut blockers = blockers.clone();
            blockers.find(|(id, _)| key(**id) == Some(own)).map(|(_, foe)| key(attackers[*foe as usize]))
        };
        for card in observation.seats.iter_mut().flat_map(|side| &mut side.zones).flat_map(|zone| &mut zone.cards) {
            let Some(own) = card.key else { continue };
            let attacks = attackers.iter().any(|id| key(*id) == Some(own));
            let (foe, word) = match blocks(own) {
                Some(foe) => (foe, observation::BLOCKING),
                None if attacks => (target, observation::ATTACKING),
                None => continue,
            };
            // What was attacked may be gone.
            (card.fights, card.foe) = (foe.is_some() || contest.kind == ContestKind::Control, foe);
            card.marks.push(word.to_owned());
        }
    }

    /// What the seat that decides is asked.
    fn prompt(&self, keys: &CardKeys) -> Prompt {
        let (kind, text) = match *self.s.task() {
            Task::Turn(Step::Redraw(_)) => (PromptKind::Mulligan, tr!("Mulligan this hand and draw a new one?")),
            Task::Turn(Step::Start | Step::End) => (PromptKind::Order, tr!("Which of these happens first?")),
            Task::Turn(Step::Resume) => {
                (PromptKind::Resume, tr!("Opponents made plays. End the main phase or continue?"))
            }
            Task::Turn(_) => {
                (PromptKind::Play, tr!("Play cards, use abilities, attack, take control; then end the phase."))
            }
            Task::Window(_) => (PromptKind::Window, self.window_prompt()),
            Task::Contest(stage) => self.contest_prompt(stage),
            Task::Frame(frame) => self.frame_prompt(&frame),
        };
        let prompt = Prompt::new(kind, text);
        match *self.s.task() {
            Task::Frame(frame) if !matches!(frame.source, NONE | CITY_CARD) => {
                let card = self.t.defs[self.s.permanent(frame.source).def as usize].card;
                prompt.asked_by(card, keys.get(frame.source.into()))
            }
            _ => prompt,
        }
    }

    /// What is asked in a window: within a contest, what comes after it.
    fn window_prompt(&self) -> String {
        match self.s.task_below() {
            Some(Task::Contest(Stage::Block)) => tr!("Before blocks: make a Rapid play, or pass."),
            Some(Task::Contest(Stage::Divide(_))) => tr!("Before damage: make a Rapid play, or pass."),
            _ => tr!("Make a Rapid play, or pass."),
        }
    }

    fn contest_prompt(&self, stage: Stage) -> (PromptKind, String) {
        let contest = self.s.contest().expect("a contest is under way");
        match stage {
            Stage::Where => (PromptKind::City, tr!("In which city?")),
            Stage::Join => (PromptKind::Attack, tr!("Who else joins the attack?")),
            Stage::Aim => (PromptKind::Attack, tr!("Which asset is attacked?")),
            Stage::Block => {
                let attacker = contest.attackers.get(contest.at as usize).copied().unwrap_or(NONE);
                (PromptKind::Block, tr!("Who blocks {card}?", card = self.card_name(attacker)))
            }
            _ => (PromptKind::Damage, tr!("How is the damage divided?")),
        }
    }

    fn frame_prompt(&self, frame: &super::state::Frame) -> (PromptKind, String) {
        let source = match frame.source {
            NONE | CITY_CARD => tr!("the city"),
            id => self.card_name(id),
        };
        if frame.user == UNCHOSEN {
            return (PromptKind::Seat, tr!("Who is the User of {source}?", source));
        }
        if frame.owed > 0 {
            return (PromptKind::Payment, tr!("Pay {owed} for Stealth: with what?", owed = frame.owed));
        }
        match (self.op(frame), frame.at) {
            (None, CITY) => (PromptKind::Reward, tr!("Take Power or resources from the city?")),
            (None, RESEARCH) | (Some(Op::Research(_)), _) => {
                (PromptKind::Optional, tr!("Keep this card on top of the deck?"))
            }
            (None, TO_LIMIT) => (PromptKind::HandLimit, tr!("Too many cards in hand: discard one.")),
            (Some(Op::Discard(..)), _) => (PromptKind::Discard, tr!("{source}: discard a card.", source)),
            (Some(Op::Opponent), _) => (PromptKind::Seat, tr!("{source}: which opponent?", source)),
            (Some(Op::Points(..)), _) => (PromptKind::City, tr!("{source}: in which city?", source)),
            (Some(Op::Download { .. } | Op::Put { .. }), _) => (PromptKind::Card, tr!("{source}: which card?", source)),
            (Some(Op::Branch(_)), _) => (PromptKind::Mode, tr!("{source}: choose one.", source)),
            (Some(Op::May(_)), _) => (PromptKind::Optional, tr!("{source}: use it?", source)),
            (Some(Op::PayOr { cost, .. }), _) => {
                let cost = &self.t.code.costs[usize::from(cost)];
                let cost = cost.payment_text(&self.resources_text(&cost.price()).join(", "));
                (PromptKind::Optional, tr!("{source}: {cost}?", source, cost))
            }
            (Some(Op::OtherCosts { .. }), _) => (PromptKind::Cost, tr!("{source}: how is it paid?", source)),
            _ => (PromptKind::Target, tr!("{source}: choose a target.", source)),
        }
    }

    fn show_actions(&self, observation: &mut Observation, keys: &mut CardKeys, to: &Audience) {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal);
        let (idle, seat) = (self.passing_action(&legal), observation.actor);
        if legal.contains(&Action::Under) {
            // Whoever looks at the top card may say where it goes.
            let top = self.s.deck(self.decider()).on_top(1);
            observation::push_offer_zone(
                &mut observation.common,
                top.map(|id| self.observed_card(id, seat, keys)).collect(),
            );
        }
        let hidden = |action: &Action| match action {
            Action::Choose(id) if matches!(self.s.permanent(*id).zone, Zone::Deck) => Some(*id),
            _ => None,
        };
        // Cards of a deck lie in no order, and so do the choices among them.
        let mut offered: Vec<Id> = legal.iter().filter_map(hidden).collect();
        offered.sort_by_key(|id| self.card_name(*id));
        observation::push_offer_zone(
            &mut observation.common,
            offered.iter().map(|id| self.observed_card(*id, None, keys)).collect(),
        );
        let mut next = offered.into_iter();
        let asked = observation.prompt.as_ref().map(|prompt| prompt.kind);
        for (at, action) in legal.iter().enumerate() {
            let action = hidden(action).and_then(|_| next.next()).map_or(*action, Action::Choose);
            observation.actions.push(LegalAction {
                notation: self.notation(action),
                label: self.label(action, to),
                kind: String::new(),
                targets: self.action_targets(action, keys),
                effect_text: match action {
                    // What a target says is to be read on it; what happens to it is said by the card that asks.
                    Action::Choose(_) if asked == Some(PromptKind::Target) => String::new(),
                    _ => self.effect_text(action, to),
                },
                passes: at == idle && !matches!(action, Action::Choose(_) | Action::Yes),
                ends: matches!(action, Action::End | Action::EndAnyway),
                discards: self.discards(action),
                timeline_change: None,
                takes_text: false,
                gains_nothing: false,
            });
        }
    }

    /// Whether a card of one's own is chosen to be discarded or destroyed.
    fn discards(&self, action: Action) -> bool {
        let (Action::Choose(_), Task::Frame(frame)) = (action, self.s.task()) else { return false };
        match self.op(frame) {
            None => frame.at == TO_LIMIT,
            Some(Op::OtherCosts { .. } | Op::PayOr { .. } | Op::Discard(..)) => true,
            Some(Op::Target { slot, .. }) => self.t.code.destroys_target(frame.at, slot),
            _ => false,
        }
    }

    fn action_targets(&self, action: Action, keys: &CardKeys) -> Vec<ActionTarget> {
        let card = |id: Id| -> Vec<ActionTarget> { keys.get(id.into()).map(ActionTarget::Card).into_iter().collect() };
        match action {
            Action::Play(id, _) | Action::Use(id, _) | Action::Choose(id) => card(id),
            // A Headquarters that cannot be attacked is not among those that are asked for afterwards.
            Action::Attack(id) => {
                let others = (0..self.t.seats.len() as u8).filter(|seat| *seat != self.decider());
                card(id).into_iter().chain(others.flat_map(|seat| card(self.base(seat)))).collect()
            }
            Action::Control(id) => card(id).into_iter().chain(self.cities().map(ActionTarget::City)).collect(),
            Action::Ambush(id) | Action::Assault(id) => card(id),
            Action::Join(id) | Action::Block(id) => card(id),
            Action::Seat(seat) => vec![ActionTarget::Seat(seat)],
            Action::In(city) => vec![ActionTarget::City(city)],
            Action::City(_) => self.cities().map(ActionTarget::City).collect(),
            Action::Next(i) => card(self.s.waiting[i as usize].source),
            Action::Deal(_) => {
                let at = self.s.contest().and_then(|c| c.blockers.get(c.at as usize).copied());
                at.map_or(Vec::new(), card)
            }
            _ => Vec::new(),
        }
    }

    /// Resources, each by its number and name.
    fn resources_text<P: Copy + Into<i32>>(&self, price: &[P; RESOURCES]) -> Vec<String> {
        let asked = self.t.game.resources.iter().zip(price.map(Into::into)).filter(|(_, n)| *n > 0);
        asked.map(|(resource, n)| format!("{n} {}", resource.name)).collect()
    }

    /// What an action will do.
    fn effect_text(&self, action: Action, to: &Audience) -> String {
        let text =
            |id: Id| self.t.game.card(self.t.defs[self.s.permanent(id).def as usize].card).text.replace('\n', " ");
        let strength =
            |id: Id| tr!("{card} (Firepower {strength})", card = self.card_name(id), strength = self.strength(id));
        match action {
            Action::Play(id, mode) => {
                let def = &self.t.defs[self.s.permanent(id).def as usize];
                let cost = self.resources_text(&def.printed.cost);
                let cost = if cost.is_empty() { tr!("cost" => "nothing") } else { cost.join(", ") };
                // A mode is told by the action itself.
                let text = if self.mode_number(id, mode).is_some() { String::new() } else { text(id) };
                match def.printed.kind {
                    CardKind::Asset => {
                        let numbers = format!("{}/{}", def.printed.firepower, def.printed.armor);
                        tr!("Costs {cost}; an asset {numbers}. {text}", cost, numbers, text).trim().to_owned()
                    }
                    _ => tr!("Costs {cost}. {text}", cost, text).trim().to_owned(),
                }
            }
            Action::Use(id, _) => text(id),
            Action::City(_) => tr!("Uses the city's ability."),
            Action::Attack(id) => tr!("Attacks a Headquarters with {who}. The defender may block.", who = strength(id)),
            Action::Ambush(id) => tr!("Attacks an asset with {who}. It does not strike back.", who = strength(id)),
            Action::Assault(id) => tr!("Attacks an asset with {who}. It strikes back.", who = strength(id)),
            Action::Control(id) => {
                tr!("Goes for a control point with {who}. Blockers can stop it.", who = strength(id))
            }
            Action::Join(id) => tr!("Adds {who} to the attack.", who = strength(id)),
            Action::Block(id) => tr!("Blocks with {who}.", who = strength(id)),
            Action::Choose(id) => text(id),
            Action::Next(i) => match self.s.waiting[i as usize] {
                waiting if waiting.source == NONE => tr!("The city's reward."),
                waiting if waiting.ability == INCOME => {
                    tr!("The income of {card}.", card = self.card_name(waiting.source))
                }
                waiting => text(waiting.source),
            },
            Action::Point(seat) if seat == self.decider() => tr!("You gain a control point."),
            Action::Point(seat) => told!(to, seat, "{who} loses a control point." / "You lose a control point."),
            Action::Done => tr!("No one else; continue."),
            Action::Under => tr!("The card goes under the deck."),
            Action::Keep => tr!("The card stays on top and is drawn next."),
            Action::Pass => tr!("No more plays here."),
            Action::End => tr!("Opponents may respond; then the turn ends."),
            Action::EndAnyway => tr!("The turn ends."),
            Action::Resume => tr!("The main phase goes on."),
            _ => String::new(),
        }
    }
}
