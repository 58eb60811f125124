//! What a seat sees of a position.

use catalog::noted;
use catalog::tr;

use super::live::Look;
use super::state::{
    CITY_CARD, DEPLOYING, HACKED, INCOME, Id, Kind as Contested, NONE, Stage, Step, TAPPED, Task, UNCHOSEN, Zone,
};
use super::turn::{CITY, RESEARCH, TO_LIMIT};
use super::{Action, Kind, RESOURCES};
use crate::effect::Op;
use crate::game::Actor;
use crate::sight::{self, Act, City, Counter, Keys, Lie, Prompt, PromptKind, Seen, Side, Sight, Sign, Spot};

/// Zones of a seat in the order in which they are shown.
const ZONES: [(Zone, Lie); 4] =
    [(Zone::Hand, Lie::Hand), (Zone::Downloads, Lie::Apart), (Zone::Play, Lie::Field), (Zone::Discard, Lie::Pile)];

fn title(zone: Zone) -> String {
    match zone {
        Zone::Hand => tr!("zone" => "hand"),
        Zone::Downloads => tr!("zone" => "downloads"),
        Zone::Play => tr!("zone" => "play"),
        Zone::Discard => tr!("zone" => "discard"),
        _ => String::new(),
    }
}

impl<const N: usize> Look<'_, N> {
    /// The position as a seat sees it, or all of it.
    pub(super) fn sight(&self, seat: Option<u8>, actor: Actor) -> Sight {
        let mut keys = Keys::default();
        let actor = match actor {
            Actor::Seat(seat) => Some(seat),
            Actor::Nobody => None,
        };
        let decides = actor.is_some_and(|actor| seat.is_none_or(|seat| seat == actor));
        let mut sight = Sight {
            seat,
            turn: self.s.turn.into(),
            active: self.s.active,
            phase: self.phase(),
            actor,
            sides: (0..self.t.seats.len() as u8).map(|owner| self.side(owner, seat, &mut keys)).collect(),
            cities: self.cities().map(|city| self.city(city)).collect(),
            ..Sight::default()
        };
        self.show_fight(&mut sight, &keys);
        if decides {
            sight.prompt = Some(self.prompt());
            self.show_actions(&mut sight, &mut keys);
        }
        sight
    }

    fn phase(&self) -> String {
        let Task::Turn(step) = self.s.tasks[0] else { return String::new() };
        match step {
            Step::Redraw(_) => tr!("opening hands"),
            Step::Begin | Step::Start => tr!("start of the turn"),
            Step::Draw => tr!("phase" => "draw"),
            Step::Main | Step::Resume => tr!("main phase"),
            Step::Ending | Step::End | Step::Cleanup => tr!("end of the turn"),
        }
    }

    fn city(&self, number: u8) -> City {
        let [a, b] = self.s.borders[number as usize];
        let points = [(a, self.s.points(number, a)), (b, self.s.points(number, b))];
        City { number, points, card: self.t.city.map(|def| self.t.defs[def as usize].card) }
    }

    fn side(&self, owner: u8, seat: Option<u8>, keys: &mut Keys) -> Side {
        let player = self.s.player(owner);
        let resource = |r: usize| Counter {
            name: self.t.game.resources[r].name.clone(),
            n: player.resources[r].into(),
            sign: Sign::Resource(r as u8),
        };
        let mut counters: Vec<Counter> = (0..RESOURCES).map(resource).collect();
        for city in self.cities_of(owner) {
            let name = match self.t.seats.len() > 2 {
                true => tr!("control points in city {city}", city = city + 1),
                false => tr!("control points"),
            };
            counters.push(Counter::word(name, self.s.points(city, owner)));
        }
        counters.push(Counter { name: tr!("deck"), n: self.s.deck(owner).len().into(), sign: Sign::Deck });
        let zone = |(zone, lie): (Zone, Lie)| {
            let ids = self.s.cards(owner, zone);
            // What is attached is told by the card that it is on, so all of them have their numbers first.
            if zone == Zone::Play {
                ids.iter().for_each(|id| {
                    keys.of(id.into());
                });
            }
            let mut cards: Vec<Seen> = ids.iter().map(|id| self.seen(id, seat, keys)).collect();
            if zone != Zone::Play {
                sight::sort(&mut cards);
            }
            sight::Zone { title: title(zone), lie, cards }
        };
        Side { out: player.out, counters, facts: Vec::new(), zones: ZONES.map(zone).into() }
    }

    /// A card as a seat sees it.
    fn seen(&self, id: Id, seat: Option<u8>, keys: &mut Keys) -> Seen {
        let piece = self.s.piece(id);
        if seat.is_some_and(|s| piece.known & (1 << s) == 0) {
            return Seen::hidden();
        }
        let def = &self.t.defs[piece.def as usize];
        let mut seen =
            Seen { key: Some(keys.of(id.into())), card: Some(def.card), name: def.name.clone(), ..Seen::default() };
        if piece.zone != Zone::Play {
            return seen;
        }
        seen.numbers = match self.kind(id) {
            Kind::Asset => format!("{}/{}", piece.firepower, piece.armor),
            Kind::Base => piece.armor.to_string(),
            _ => String::new(),
        };
        seen.damage = piece.damage.into();
        seen.turned = piece.is(TAPPED);
        for (flag, word) in [(TAPPED, sight::TAPPED), (DEPLOYING, noted!("deploying")), (HACKED, noted!("hacked"))] {
            if piece.is(flag) {
                seen.marks.push(word.to_owned());
            }
        }
        if piece.host != NONE {
            seen.marks.push(tr!("on {card}", card = self.t.defs[self.s.piece(piece.host).def as usize].name));
            seen.on = Some(keys.of(piece.host.into()));
        }
        seen
    }

    fn called(&self, id: Id) -> String {
        match self.s.piece_if(id) {
            Some(piece) => self.t.defs[piece.def as usize].name.clone(),
            None => tr!("a card"),
        }
    }

    /// Marks who fights whom.
    fn show_fight(&self, sight: &mut Sight, keys: &Keys) {
        let Some(contest) = self.s.contest() else { return };
        let (seat, other) = (contest.seat + 1, contest.defender + 1);
        sight.notes.push(match contest.kind {
            Contested::Base => tr!("Seat {seat} attacks the Headquarters of seat {other}", seat, other),
            Contested::Ambush => tr!("Seat {seat} ambushes an asset of seat {other}", seat, other),
            Contested::Assault => tr!("Seat {seat} assaults an asset of seat {other}", seat, other),
            Contested::Control => tr!("Seat {seat} attempts to Take Control against seat {other}", seat, other),
        });
        let key = |id: Id| (id != NONE).then(|| keys.get(id.into())).flatten();
        let target = key(contest.target);
        let attackers = &contest.attackers[..contest.attacking as usize];
        let blockers = contest.blockers.iter().zip(&contest.foes).take(contest.blocking.into());
        let blocks = |own: sight::Key| {
            let mut blockers = blockers.clone();
            blockers.find(|(id, _)| key(**id) == Some(own)).map(|(_, foe)| key(attackers[*foe as usize]))
        };
        for card in sight.sides.iter_mut().flat_map(|side| &mut side.zones).flat_map(|zone| &mut zone.cards) {
            let Some(own) = card.key else { continue };
            let attacks = attackers.iter().any(|id| key(*id) == Some(own));
            let (foe, word) = match blocks(own) {
                Some(foe) => (foe, sight::BLOCKING),
                None if attacks => (target, sight::ATTACKING),
                None => continue,
            };
            (card.fights, card.foe) = (true, foe);
            card.marks.push(word.to_owned());
        }
    }

    /// What the seat that decides is asked.
    fn prompt(&self) -> Prompt {
        use PromptKind as Kind;
        let (kind, text) = match *self.s.task() {
            Task::Turn(Step::Redraw(_)) => (Kind::Mulligan, tr!("Throw this hand back and draw another one?")),
            Task::Turn(Step::Start | Step::End) => (Kind::Order, tr!("Which of these happens first?")),
            Task::Turn(Step::Resume) => {
                (Kind::Resume, tr!("The others made plays. End the main phase, or go on with it?"))
            }
            Task::Turn(_) => (Kind::Play, tr!("Play cards, use abilities, attack, take control; then end the phase.")),
            Task::Window(_) => (Kind::Window, tr!("Make a Rapid play, or pass.")),
            Task::Contest(stage) => self.contest_prompt(stage),
            Task::Frame(frame) => self.frame_prompt(&frame),
        };
        Prompt::new(kind, text)
    }

    fn contest_prompt(&self, stage: Stage) -> (PromptKind, String) {
        let contest = self.s.contest().expect("a contest is under way");
        match stage {
            Stage::Where => (PromptKind::City, tr!("In which city?")),
            Stage::Join => (PromptKind::Attack, tr!("Who else goes in?")),
            Stage::Aim => (PromptKind::Attack, tr!("Which asset is attacked?")),
            Stage::Block => {
                let attacker = contest.attackers.get(contest.at as usize).copied().unwrap_or(NONE);
                (PromptKind::Block, tr!("Who blocks {card}?", card = self.called(attacker)))
            }
            _ => (PromptKind::Damage, tr!("How is the damage divided?")),
        }
    }

    fn frame_prompt(&self, frame: &super::state::Frame) -> (PromptKind, String) {
        use PromptKind as Kind;
        let source = match frame.source {
            NONE | CITY_CARD => tr!("the city"),
            id => self.called(id),
        };
        if frame.user == UNCHOSEN {
            return (Kind::Seat, tr!("Who is the User of {source}?", source));
        }
        if frame.owed > 0 {
            return (Kind::Payment, tr!("{owed} to pay for Stealth: with what?", owed = frame.owed));
        }
        match (self.op(frame), frame.at) {
            (None, CITY) => (Kind::Reward, tr!("Power, or resources, from the city?")),
            (None, RESEARCH) | (Some(Op::Research(_)), _) => {
                (Kind::Optional, tr!("Does this card stay on top of the deck?"))
            }
            (None, TO_LIMIT) => (Kind::HandLimit, tr!("Too many cards in hand: which one goes?")),
            (Some(Op::Discard(..)), _) => (Kind::Discard, tr!("{source}: discard a card.", source)),
            (Some(Op::Opponent), _) => (Kind::Seat, tr!("{source}: which opponent?", source)),
            (Some(Op::Points(..)), _) => (Kind::City, tr!("{source}: in which city?", source)),
            (Some(Op::Download { .. } | Op::Put { .. }), _) => (Kind::Card, tr!("{source}: which card?", source)),
            (Some(Op::Branch(_)), _) => (Kind::Mode, tr!("{source}: which way?", source)),
            (Some(Op::May(_)), _) => (Kind::Optional, tr!("{source}: do it?", source)),
            (Some(Op::PayOr { .. }), _) => (Kind::Optional, tr!("{source}: pay for it?", source)),
            (Some(Op::Deeds { .. }), _) => (Kind::Cost, tr!("{source}: how is it paid?", source)),
            _ => (Kind::Target, tr!("{source}: choose a target.", source)),
        }
    }

    fn show_actions(&self, sight: &mut Sight, keys: &mut Keys) {
        let mut legal = Vec::new();
        self.list(&mut legal);
        let (idle, seat) = (self.idle(&legal), sight.actor);
        if legal.contains(&Action::Under) {
            // Whoever looks at the top card may say where it goes.
            let top = self.s.deck(self.decider()).on_top(1);
            sight::offer(&mut sight.common, top.map(|id| self.seen(id, seat, keys)).collect());
        }
        let hidden = |action: &Action| match action {
            Action::Choose(id) if matches!(self.s.piece(*id).zone, Zone::Deck) => Some(*id),
            _ => None,
        };
        // Cards of a deck lie in no order, and so do the choices among them.
        let mut offered: Vec<Id> = legal.iter().filter_map(hidden).collect();
        offered.sort_by_key(|id| self.called(*id));
        sight::offer(&mut sight.common, offered.iter().map(|id| self.seen(*id, None, keys)).collect());
        let mut next = offered.into_iter();
        for (at, action) in legal.iter().enumerate() {
            let action = hidden(action).and_then(|_| next.next()).map_or(*action, Action::Choose);
            sight.actions.push(Act {
                notation: self.notation(action),
                label: self.label(action),
                spots: self.spots(action, keys),
                does: self.does(action),
                passes: at == idle && !matches!(action, Action::Choose(_) | Action::Yes),
                ends: matches!(action, Action::End | Action::EndAnyway),
                discards: self.discards(action),
                wave: None,
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
            Some(Op::Deeds { .. } | Op::PayOr { .. } | Op::Discard(..)) => true,
            Some(Op::Target { slot, .. }) => self.t.code.destroys_target(frame.at, slot),
            _ => false,
        }
    }

    fn spots(&self, action: Action, keys: &Keys) -> Vec<Spot> {
        let card = |id: Id| keys.get(id.into()).map(Spot::Card).into_iter().collect();
        match action {
            Action::Play(id, _) | Action::Use(id, _) | Action::Choose(id) => card(id),
            Action::Attack(id) | Action::Ambush(id) | Action::Assault(id) | Action::Control(id) => card(id),
            Action::Join(id) | Action::Block(id) => card(id),
            Action::Seat(seat) => vec![Spot::Seat(seat)],
            Action::In(city) => vec![Spot::City(city)],
            Action::City(_) => self.cities().map(Spot::City).collect(),
            Action::Next(i) => card(self.s.waiting[i as usize].source),
            Action::Deal(_) => {
                let at = self.s.contest().and_then(|c| c.blockers.get(c.at as usize).copied());
                at.map_or(Vec::new(), card)
            }
            _ => Vec::new(),
        }
    }

    /// What an action will do.
    fn does(&self, action: Action) -> String {
        let text = |id: Id| self.t.game.card(self.t.defs[self.s.piece(id).def as usize].card).text.replace('\n', " ");
        let strength =
            |id: Id| tr!("{card} with Firepower {strength}", card = self.called(id), strength = self.strength(id));
        match action {
            Action::Play(id, _) => {
                let def = &self.t.defs[self.s.piece(id).def as usize];
                let cost: Vec<String> = (0..RESOURCES)
                    .filter(|r| def.printed.cost[*r] > 0)
                    .map(|r| format!("{} {}", def.printed.cost[r], self.t.game.resources[r].name))
                    .collect();
                let cost = if cost.is_empty() { tr!("cost" => "nothing") } else { cost.join(", ") };
                let text = text(id);
                match def.printed.kind {
                    Kind::Asset => {
                        let numbers = format!("{}/{}", def.printed.firepower, def.printed.armor);
                        tr!("Costs {cost}; an asset {numbers}. {text}", cost, numbers, text).trim().to_owned()
                    }
                    _ => tr!("Costs {cost}. {text}", cost, text).trim().to_owned(),
                }
            }
            Action::Use(id, _) => text(id),
            Action::City(_) => tr!("Uses what the city offers."),
            Action::Attack(id) => tr!("Attacks a Headquarters: {who}. The defender may block.", who = strength(id)),
            Action::Ambush(id) => tr!("Attacks an asset, which does not strike back: {who}.", who = strength(id)),
            Action::Assault(id) => tr!("Attacks an asset, which strikes back: {who}.", who = strength(id)),
            Action::Control(id) => {
                tr!("Goes after a control point: {who}. Blockers can stop it.", who = strength(id))
            }
            Action::Join(id) => tr!("Adds {who} to the attack.", who = strength(id)),
            Action::Block(id) => tr!("Stands in the way: {who}.", who = strength(id)),
            Action::Choose(id) => text(id),
            Action::Next(i) => match self.s.waiting[i as usize] {
                waiting if waiting.source == NONE => tr!("What the city brings."),
                waiting if waiting.ability == INCOME => {
                    tr!("The income of {card}.", card = self.called(waiting.source))
                }
                waiting => text(waiting.source),
            },
            Action::Point(seat) if seat == self.decider() => tr!("One control point more for you."),
            Action::Point(seat) => tr!("One control point less for seat {seat}.", seat = seat + 1),
            Action::Done => tr!("Nobody else; it goes on."),
            Action::Under => tr!("The card goes under the deck."),
            Action::Keep => tr!("The card is the next one that is drawn."),
            Action::Pass => tr!("Makes no more plays here."),
            Action::End => tr!("The others may make plays; then the turn ends."),
            Action::EndAnyway => tr!("The turn ends."),
            Action::Resume => tr!("The main phase goes on."),
            _ => String::new(),
        }
    }
}
