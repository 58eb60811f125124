//! What a seat sees of a position.

use catalog::ability::ability_text;
use catalog::tr;

use super::changes::ChangesInPlay;
use super::energy::{Price, ResourcePool};
use super::position::Position;
use super::stack::{EQUIP, TRAVEL};
use super::state::{
    ARTIFACTS, ASKED, ATTACKING, BLOCKING, CHARGED, Frame, GONE, Id, LOCATION, NONE, PendingDecision, Phase,
    StackItemKind, TERRAINS, ZONE_1, ZONE_2, Zone, as_item, as_player,
};
use super::{Action, Permanent};
use crate::effect::{AbilityForm, CardOp, Op};
use crate::kernel::audience::{Audience, told};
use crate::kernel::legal_action::{ActionTarget, LegalAction, Prompt, PromptKind};
use crate::kernel::observation::{
    self, CardKeys, CostShortage, Counter, CounterIcon, Observation, ObservedCard, ObservedSeat, PendingEffect,
    ZoneLayout,
};
use crate::kernel::rules::Actor;

/// Hidden and public piles of a seat in the order in which they are shown.
const PILES: [(Zone, ZoneLayout); 4] = [
    (Zone::Hand, ZoneLayout::Hand),
    (Zone::Command, ZoneLayout::Apart),
    (Zone::Void, ZoneLayout::Pile),
    (Zone::Exile, ZoneLayout::Pile),
];

/// Places in play in the order in which they are shown.
const PLACES: [(u8, ZoneLayout); 5] = [
    (ZONE_1, ZoneLayout::Field),
    (ZONE_2, ZoneLayout::Field),
    (TERRAINS, ZoneLayout::Stack),
    (ARTIFACTS, ZoneLayout::Stack),
    (LOCATION, ZoneLayout::Apart),
];

fn pile_title(zone: Zone) -> String {
    match zone {
        Zone::Hand => tr!("zone" => "hand"),
        Zone::Command => tr!("zone" => "command"),
        Zone::Void => tr!("Void Zone"),
        Zone::Exile => tr!("zone" => "exiled"),
        _ => String::new(),
    }
}

fn place_title(place: u8) -> String {
    match place {
        ZONE_1 => tr!("Zone 1"),
        ZONE_2 => tr!("Zone 2"),
        TERRAINS => tr!("Terrain Stack"),
        ARTIFACTS => tr!("Artifact Stack"),
        _ => tr!("zone" => "location"),
    }
}

impl<const N: usize, const B: usize> Position<'_, N, B> {
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
        let mut observation = Observation {
            seat,
            turn: self.s.turn.into(),
            active: self.s.active,
            phase: self.s.step.label(),
            phase_id: self.s.step.name().to_owned(),
            actor,
            seats: (0..self.t.count()).map(|owner| self.observed_seat(owner, to, &changes, &mut keys)).collect(),
            ..Observation::default()
        };
        observation.pending = self.waiting(&keys);
        if decides {
            let source = self.s.frame.as_ref().map(|frame| frame.item.source);
            observation.prompt = self.prompt(to).map(|(kind, text)| match source {
                Some(id) => Prompt::new(kind, text).asked_by(self.t.def(id).card, keys.get(id)),
                None => Prompt::new(kind, text),
            });
            self.show_actions(&mut observation, &mut keys, to);
            if let Some(seat) = actor {
                self.note_unplayable_cards(&mut observation.seats[usize::from(seat)], seat, &keys);
                self.note_asked_in_turn(&mut observation.seats[usize::from(seat)], seat, &keys);
            }
        }
        observation
    }

    /// Why cards in hand cannot be played: the time, or what they cost more than the seat has.
    fn note_unplayable_cards(&self, side: &mut ObservedSeat, seat: u8, keys: &CardKeys) {
        let pool = self.resource_pool(seat, None);
        for id in self.s.cards(seat, Zone::Hand).of(seat) {
            let Some(seen) = side.held_card_mut(keys.get(id)) else { continue };
            match self.refusal(seat, id) {
                Some(refusal) => seen.refusal = refusal,
                None => seen.shortage = self.shortage(seat, id, &pool),
            }
        }
    }

    /// Which cards in play are asked later whether they attack or block, and which have been (AF-184, AF-187).
    fn note_asked_in_turn(&self, side: &mut ObservedSeat, seat: u8, keys: &CardKeys) {
        let (asked, attacks) = match self.s.pending {
            PendingDecision::Attack(id) => (id, true),
            PendingDecision::Block(id) => (id, false),
            _ => return,
        };
        let card = &self.t.def(asked).name;
        for permanent in self.s.in_order().filter(|other| other.controller == seat && other.id != asked) {
            let id = permanent.id;
            let can = if attacks {
                self.may_attack(id) && self.attack_targets(id).next().is_some()
            } else {
                self.blockable(id).next().is_some()
            };
            let key = keys.get(id);
            let cards = side.zones.iter_mut().flat_map(|zone| &mut zone.cards);
            let Some(seen) = cards.filter(|_| can && key.is_some()).find(|seen| seen.key == key) else { continue };
            seen.refusal = if permanent.is(ASKED) {
                tr!("You have already decided for this card.")
            } else {
                tr!("You decide for {card} first.", card)
            };
        }
    }

    /// Why the time is not right for a card.
    fn refusal(&self, seat: u8, id: Id) -> Option<String> {
        let PendingDecision::Window = self.s.pending else { return None };
        let (printed, types) = (&self.t.def(id).printed, self.t.types);
        // AF-181, AF-182, AF-196
        if printed.types & types.terrain != 0 {
            if !self.is_open(seat) {
                return Some(tr!(
                    "Terrains can be summoned only in your own Exploration Phase while the stack is empty."
                ));
            }
            let used = self.s.player(seat).terrains > self.extra_terrains(seat);
            return used.then(|| tr!("You have already summoned your terrain this turn."));
        }
        let quick = printed.types & types.instant != 0 || printed.keywords & self.t.keywords.warp != 0;
        let timely = quick || self.is_open(seat);
        (!timely).then(|| tr!("Playable only in your own Exploration Phase while the stack is empty."))
    }

    /// What a card costs more than its owner has: of one kind of energy, or in all.
    fn shortage(&self, seat: u8, id: Id, pool: &ResourcePool) -> Option<CostShortage> {
        let entries = &self.t.def(id).entries;
        let mode = entries.iter().find(|entry| matches!(entry.form, AbilityForm::Played { .. }));
        let price = self.price(id, seat, mode).with_x(0);
        let short = |what: &str, cost: i32, have: u16| {
            let have = i32::from(have);
            (have < cost).then(|| CostShortage { what: what.to_owned(), cost, have })
        };
        let typed = price.typed.iter().enumerate().find_map(|(energy, cost)| {
            short(&self.t.game.factions[energy].resource, i32::from(*cost), pool.of(energy))
        });
        typed.or_else(|| short(&tr!("energy"), price.total(), pool.all()))
    }

    fn waiting(&self, keys: &CardKeys) -> Vec<PendingEffect> {
        let items = self.s.items().iter().rev().filter(|i| i.kind != StackItemKind::Negated);
        items
            .map(|item| {
                let def = self.t.def(item.source);
                let words = if item.is_card() || item.at == EQUIP {
                    def.name.clone()
                } else {
                    tr!("ability of {card}", card = def.name)
                };
                let chosen = item.targets.iter().filter(|id| !matches!(**id, NONE | GONE));
                let targets = chosen.filter_map(|id| self.target(*id, keys));
                let card = self.t.game.card(def.card);
                let is_ability = !item.is_card() && !matches!(item.at, EQUIP | TRAVEL);
                let effect =
                    if is_ability { ability_text(&self.t.game, card, item.entry.into()) } else { card.text.clone() };
                PendingEffect { text: words, effect, card: def.card, seat: Some(item.seat), targets: targets.collect() }
            })
            .collect()
    }

    fn observed_seat(
        &self,
        owner: u8,
        to: &Audience,
        changes: &ChangesInPlay<'_, N, B>,
        keys: &mut CardKeys,
    ) -> ObservedSeat {
        let seat = to.sees();
        let player = self.s.player(owner);
        let name = tr!("counter" => "life");
        let mut counters = vec![Counter { name, n: self.life(owner).into(), icon: CounterIcon::Life }];
        for (energy, n) in player.pool.iter().enumerate().filter(|(_, n)| **n > 0) {
            let sign = CounterIcon::Faction(energy as u8);
            counters.push(Counter { name: self.t.game.factions[energy].resource.clone(), n: (*n).into(), icon: sign });
        }
        if player.colourless > 0 {
            counters.push(Counter::named(tr!("any energy"), player.colourless));
        }
        counters.push(Counter { name: tr!("Codex"), n: self.s.codex(owner).len().into(), icon: CounterIcon::Deck });
        let pile = |(zone, lie): (Zone, ZoneLayout), keys: &mut CardKeys| {
            let ids = self.s.cards(owner, zone).of(owner);
            let mut cards: Vec<ObservedCard> = ids.map(|id| self.observed_card(id, seat, keys)).collect();
            observation::sort_cards(&mut cards);
            observation::ObservedZone { title: pile_title(zone), layout: lie, ordered: false, cards }
        };
        let mut zones: Vec<observation::ObservedZone> = PILES.map(|zone| pile(zone, keys)).into();
        for (place, lie) in PLACES {
            let here = self.s.in_order().filter(|b| b.area == owner && b.place == place);
            let card = |b: &Permanent| {
                let (printed, changes) = changes.of(b, to);
                ObservedCard { printed, changes, ..self.observed_permanent(b, to, keys) }
            };
            let cards = here.map(card).collect();
            zones.push(observation::ObservedZone { title: place_title(place), layout: lie, ordered: false, cards });
        }
        ObservedSeat { out: player.out, counters, facts: Vec::new(), zones }
    }

    /// A card as a seat sees it.
    fn observed_card(&self, id: Id, seat: Option<u8>, keys: &mut CardKeys) -> ObservedCard {
        match seat {
            Some(s) if self.s.knows(id) & (1 << s) == 0 => ObservedCard::hidden(),
            _ => {
                let def = self.t.def(id);
                ObservedCard {
                    key: Some(keys.get_or_add(id)),
                    card: Some(def.card),
                    name: def.name.clone(),
                    ..ObservedCard::default()
                }
            }
        }
    }

    fn observed_permanent(&self, permanent: &Permanent, to: &Audience, keys: &mut CardKeys) -> ObservedCard {
        let mut seen = self.observed_card(permanent.id, None, keys);
        if self.is(permanent.id, self.t.types.entity) {
            seen.numbers = format!("{}/{}", permanent.power, permanent.health);
        }
        if self.is(permanent.id, self.t.types.celestial) {
            seen.numbers = format!("{}[{}]", seen.numbers, permanent.resolve);
        }
        seen.damage = permanent.damage.into();
        seen.turned = permanent.is(CHARGED);
        seen.fights = permanent.is(ATTACKING) || permanent.is(BLOCKING);
        for (flag, word) in
            [(CHARGED, observation::CHARGED), (ATTACKING, observation::ATTACKING), (BLOCKING, observation::BLOCKING)]
        {
            if permanent.is(flag) {
                seen.marks.push(word.to_owned());
            }
        }
        if seen.fights && permanent.foe != NONE && as_player(permanent.foe).is_none() && self.s.in_play(permanent.foe) {
            seen.foe = Some(keys.get_or_add(permanent.foe));
        }
        if permanent.host != NONE {
            seen.marks.push(tr!("on {card}", card = self.t.def(permanent.host).name));
            seen.on = Some(keys.get_or_add(permanent.host));
        }
        if permanent.controller != permanent.area {
            seen.marks.push(told!(to, permanent.controller, "of {whom}" / "yours"));
        }
        seen
    }

    fn card_name(&self, id: Id, to: &Audience) -> String {
        match (as_player(id), as_item(id)) {
            (Some(seat), _) => to.object(seat).unwrap_or_else(|| tr!("you")),
            (_, Some(at)) => self.t.def(self.s.stack[at].source).name.clone(),
            _ if id == NONE => tr!("a card"),
            _ => self.t.def(id).name.clone(),
        }
    }

    /// What the seat that decides is asked.
    fn prompt(&self, to: &Audience) -> Option<(PromptKind, String)> {
        let card_name = |id: Id| self.card_name(id, to);
        if let Some(frame) = &self.s.frame {
            return Some(self.frame_prompt(frame, to));
        }
        Some(match self.s.pending {
            PendingDecision::Begin | PendingDecision::Go => return None,
            PendingDecision::First(_) => (PromptKind::FirstPlayer, tr!("Who goes first?")),
            PendingDecision::Keep(_) => (PromptKind::Mulligan, tr!("Keep this hand?")),
            PendingDecision::PutUnder(_) => (PromptKind::MulliganPrice, tr!("Which card goes under the Codex?")),
            PendingDecision::Window if self.s.depth > 0 => {
                (PromptKind::Response, tr!("Respond, or pass to let it resolve."))
            }
            PendingDecision::Window if self.is_open(self.s.priority) => {
                (PromptKind::Play, tr!("Summon a terrain, play cards, use abilities; or pass."))
            }
            PendingDecision::Window => (PromptKind::Window, tr!("Use an ability, or pass.")),
            PendingDecision::Attack(id) => (PromptKind::Attack, tr!("What does {card} attack?", card = card_name(id))),
            PendingDecision::Block(id) => (PromptKind::Block, tr!("Block with {card}?", card = card_name(id))),
            PendingDecision::Line(id) => {
                (PromptKind::Order, tr!("Which blocker of {card} comes next?", card = card_name(id)))
            }
            PendingDecision::Deal(id) => (PromptKind::Damage, tr!("How much damage to {card}?", card = card_name(id))),
            PendingDecision::Discard(_) => (PromptKind::HandLimit, tr!("Too many cards in hand: discard one.")),
            PendingDecision::Legend(_, id) => {
                (PromptKind::Unique, tr!("There can be only one {card}: which one stays?", card = card_name(id)))
            }
            PendingDecision::Leader(_) => (PromptKind::Leader, tr!("Return your leader to command?")),
            PendingDecision::Order(_) => (PromptKind::Order, tr!("Which goes on the stack first?")),
        })
    }

    fn frame_prompt(&self, frame: &Frame, to: &Audience) -> (PromptKind, String) {
        let card_name = |id: Id| self.card_name(id, to);
        let source = card_name(frame.item.source);
        if frame.enters != NONE {
            return (PromptKind::Place, tr!("Where does {card} go?", card = card_name(frame.enters)));
        }
        match frame.phase {
            Phase::Targets if frame.item.at == EQUIP => (PromptKind::Target, tr!("Who gets {source}?", source)),
            Phase::Targets => (PromptKind::Target, tr!("{source}: choose a target.", source)),
            Phase::X => (PromptKind::Number, tr!("{source}: choose X.", source)),
            Phase::Pay => (PromptKind::Payment, tr!("{source}: pay yourself, or pay automatically.", source)),
            Phase::OtherCosts => (PromptKind::Cost, tr!("{source}: what do you give up?", source)),
            Phase::Resolve if frame.item.at == TRAVEL => (PromptKind::Card, tr!("Who goes along in {source}?", source)),
            Phase::Resolve => match self.op(frame) {
                Some(Op::Discard(..)) => (PromptKind::Discard, tr!("{source}: which card is discarded?", source)),
                Some(Op::Sacrifice(..)) => (PromptKind::Card, tr!("{source}: what do you sacrifice?", source)),
                Some(Op::Purge(..)) => (PromptKind::Card, tr!("{source}: which cards are exiled?", source)),
                Some(Op::Look { .. }) => match frame.part {
                    0 => (PromptKind::Card, tr!("{source}: which card do you take?", source)),
                    1 => (PromptKind::Card, tr!("{source}: what goes under the Codex?", source)),
                    _ => (PromptKind::Order, tr!("{source}: what is the next card from the top?", source)),
                },
                Some(Op::Fetch { .. } | Op::Put { .. }) => (PromptKind::Card, tr!("{source}: which card?", source)),
                Some(Op::Opponent) => (PromptKind::Seat, tr!("{source}: which opponent?", source)),
                Some(Op::Branch(_)) => (PromptKind::Mode, tr!("{source}: choose one.", source)),
                Some(Op::May(_)) => (PromptKind::Optional, tr!("{source}: use it?", source)),
                Some(Op::PayOr { cost, .. } | Op::Act(CardOp::Negate(cost), _)) => {
                    let words = self.t.code.costs[usize::from(cost)].payment_text(&self.price_text(self.t.price(cost)));
                    (PromptKind::Optional, tr!("{source}: {cost}?", source, cost = words))
                }
                _ => (PromptKind::Card, tr!("{source}: choose.", source)),
            },
        }
    }

    fn show_actions(&self, observation: &mut Observation, keys: &mut CardKeys, to: &Audience) {
        let mut legal = Vec::new();
        self.visit_actions(&mut |action| {
            legal.push(action);
            true
        });
        let hidden = |action: &Action| match action {
            Action::Choose(id) if as_player(*id).is_none() && as_item(*id).is_none() => Some(*id),
            _ => None,
        };
        let deck = |id: &Id| self.s.zone(*id) == Zone::Deck;
        // Cards of a Codex that are not in order do not show how they lie.
        let mut offered: Vec<Id> = legal.iter().filter_map(hidden).filter(deck).collect();
        let in_order = matches!(self.s.frame, Some(f) if matches!(self.op(&f), Some(Op::Look { .. })));
        if !in_order {
            offered.sort_by_key(|id| self.card_name(*id, to));
        }
        observation::push_offer_zone(
            &mut observation.common,
            offered.iter().map(|id| self.observed_card(*id, None, keys)).collect(),
        );
        let mut next = offered.into_iter();
        let idle = super::evaluate::passing_action(&legal);
        let mut worthwhile = legal.clone();
        self.prune(&mut worthwhile);
        for (at, action) in legal.iter().enumerate() {
            let from_deck = hidden(action).filter(deck);
            let action = from_deck.and_then(|_| next.next()).map_or(*action, Action::Choose);
            let quiet = matches!(action, Action::Pass | Action::Stay | Action::Keep | Action::Auto | Action::No)
                || action == Action::Done;
            observation.actions.push(LegalAction {
                notation: self.notation(action),
                label: self.label(action, to),
                kind: String::new(),
                targets: self.action_targets(action, keys),
                effect_text: self.effect_text(action, to),
                passes: at == idle && quiet,
                ends: action == Action::Pass && self.is_open(self.s.priority),
                discards: self.discards(action),
                timeline_change: None,
                takes_text: false,
                gains_nothing: !worthwhile.contains(&action),
            });
        }
    }

    /// Whether a card of one's own is chosen to be discarded, sacrificed or exiled, or for others like it to be.
    fn discards(&self, action: Action) -> bool {
        if !matches!(action, Action::Choose(_)) {
            return false;
        }
        let Some(frame) = &self.s.frame else {
            return matches!(self.s.pending, PendingDecision::Discard(_) | PendingDecision::Legend(..));
        };
        match (frame.phase, self.op(frame)) {
            (Phase::OtherCosts, _) => true,
            (Phase::Targets, Some(Op::Target { slot, .. })) => self.t.code.destroys_target(frame.item.at, slot),
            (Phase::Resolve, Some(Op::Discard(..) | Op::Sacrifice(..) | Op::Purge(..) | Op::PayOr { .. })) => true,
            _ => false,
        }
    }

    /// What an id stands for on the table.
    fn target(&self, id: Id, keys: &CardKeys) -> Option<ActionTarget> {
        match (as_player(id), as_item(id)) {
            (Some(seat), _) => Some(ActionTarget::Seat(seat)),
            (_, Some(at)) => {
                let above = &self.s.items()[at + 1..];
                Some(ActionTarget::Waiting(above.iter().filter(|i| i.kind != StackItemKind::Negated).count() as u8))
            }
            _ => keys.get(id).map(ActionTarget::Card),
        }
    }

    fn action_targets(&self, action: Action, keys: &CardKeys) -> Vec<ActionTarget> {
        let one = |id: Id| -> Vec<ActionTarget> { self.target(id, keys).into_iter().collect() };
        match action {
            Action::Play(id, _) | Action::Use(id, _) | Action::Equip(id) | Action::Travel(id) => one(id),
            // Who attacks or blocks stands in the question.
            Action::Attack(id) | Action::Block(id) => match self.s.pending {
                PendingDecision::Attack(by) | PendingDecision::Block(by) => [one(by), one(id)].concat(),
                _ => one(id),
            },
            Action::Choose(id) | Action::Charge(id, _) => one(id),
            Action::Stay => match self.s.pending {
                PendingDecision::Attack(id) | PendingDecision::Block(id) => one(id),
                _ => Vec::new(),
            },
            Action::Seat(seat) => vec![ActionTarget::Seat(seat)],
            Action::Place(area, place) => {
                let at = PLACES.iter().position(|(shown, _)| *shown == place);
                at.map(|at| ActionTarget::Zone(area, (PILES.len() + at) as u8)).into_iter().collect()
            }
            Action::Next(i) => one(self.s.waiting[i as usize].source),
            Action::Deal(_) => match self.s.pending {
                PendingDecision::Deal(id) => one(id),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// What an action will do.
    fn effect_text(&self, action: Action, to: &Audience) -> String {
        let card_name = |id: Id| self.card_name(id, to);
        let text = |id: Id| self.t.game.card(self.t.def(id).card).text.replace('\n', " ");
        let against = |id: Id| match self.s.get_permanent(id) {
            Some(permanent) => format!("{} {}/{}", card_name(id), permanent.power, permanent.health),
            None => card_name(id),
        };
        match action {
            Action::Keep => tr!("You start with these cards."),
            Action::Mulligan => {
                let taken = match self.s.pending {
                    PendingDecision::Keep(seat) => self.s.player(seat).mulligans,
                    _ => 0,
                };
                match self.t.options.mulligan {
                    super::Mulligan::London => {
                        tr!("You draw 7 new cards, and put 1 of them under your deck."
                            | "You draw 7 new cards, and put {n} of them under your deck." % taken + 1)
                    }
                    _ => tr!("You draw a new hand of 1 card."
                        | "You draw a new hand of {n} cards." % 6u8.saturating_sub(taken)),
                }
            }
            Action::Play(id, _) if self.is(id, self.t.types.terrain) => {
                let goes = if self.places(id, self.s.priority).nth(1).is_some() {
                    tr!("Goes to the Terrain Stack or a Zone and makes energy. {text}", text = text(id))
                } else {
                    tr!("Goes to the Terrain Stack and makes energy. {text}", text = text(id))
                };
                goes.trim().to_owned()
            }
            Action::Play(id, _) => {
                let def = self.t.def(id);
                let entity = def.printed.types & self.t.types.entity != 0;
                let cost = match self.price_text(&self.t.def(id).price) {
                    cost if cost.is_empty() => tr!("cost" => "nothing"),
                    cost => cost,
                };
                let text = text(id);
                if entity {
                    let numbers = format!("{}/{}", def.printed.power, def.printed.health);
                    tr!("Costs {cost}. {numbers}. {text}", cost, numbers, text).trim().to_owned()
                } else {
                    tr!("Costs {cost}. {text}", cost, text).trim().to_owned()
                }
            }
            Action::Use(id, _) => text(id),
            Action::Equip(id) => {
                tr!("{card} is attached to an entity of yours. {text}", card = card_name(id), text = text(id))
            }
            Action::Travel(id) => {
                tr!("{card} goes to the other zone and takes entities along.", card = card_name(id))
            }
            Action::Roll => tr!("Rolls the rift die: traverse, chaos, or nothing."),
            Action::Attack(id) => tr!("Attacks {whom}.", whom = against(id)),
            Action::Block(id) => tr!("Blocks {whom}.", whom = against(id)),
            Action::Stay => tr!("Neither attacks nor blocks."),
            // What a target says is to be read on it; what happens to it is said by the card that asks.
            Action::Choose(_) if self.s.frame.as_ref().is_some_and(|frame| frame.phase == Phase::Targets) => {
                String::new()
            }
            Action::Choose(id) if as_player(id).is_none() && as_item(id).is_none() => text(id),
            Action::Charge(id, energy) => {
                let energy = &self.t.game.factions[energy as usize].resource;
                tr!("{card} is charged and makes 1 {energy}.", card = card_name(id), energy)
            }
            Action::Auto => tr!("Pays so that the remaining energy is most useful."),
            Action::Next(i) => text(self.s.waiting[i as usize].source),
            Action::Pass if self.s.depth > 0 => tr!("When everyone passes, the top of the stack resolves."),
            Action::Pass => tr!("When everyone passes, the step ends."),
            _ => String::new(),
        }
    }

    /// A price as cards have it, `1 volcano, 1 any`; empty for none.
    fn price_text(&self, price: &Price) -> String {
        let game = &self.t.game;
        let typed = price.typed.iter().zip(&game.factions).filter(|(n, _)| **n > 0);
        let mut parts: Vec<String> = typed.map(|(n, faction)| format!("{n} {}", faction.resource)).collect();
        let generic = game.resources.iter().find(|resource| resource.generic).filter(|_| price.any > 0);
        parts.extend(generic.map(|generic| format!("{} {}", price.any, generic.name)));
        parts.extend((0..price.x).map(|_| "X".to_owned()));
        if price.life > 0 {
            parts.push(tr!("{amount} life", amount = price.life));
        }
        parts.join(", ")
    }
}
