//! What a seat sees of a position: of Chrononauts and Artifaxx, and of a day of The Emperor's Star.

use catalog::localize::signed;
use catalog::tr;

use super::cards::CardKind;
use super::state::{Cards, NONE, Secrets, Step, Target, ids};
use super::{Action, MatchData, Position, TradeSide, actions, board};
use crate::kernel::audience::{Audience, told};
use crate::kernel::legal_action::{ActionTarget, LegalAction, Prompt, PromptKind, TimelineChange};
use crate::kernel::observation::{
    self, CardKeys, Observation, ObservedCard, ObservedSeat, ObservedTimeline, ObservedZone, PendingEffect, ZoneLayout,
};
use crate::kernel::rules::Actor;
use crate::timeline::{self, Ripple, Scene};

/// Identities and missions have numbers of their own, apart from those of cards.
const IDENTITY: u16 = 0x100;
const MISSION: u16 = 0x200;

impl MatchData {
    pub(in crate::games) fn show(&self, id: u8, keys: &mut CardKeys) -> ObservedCard {
        let def = self.def(id);
        ObservedCard {
            key: Some(keys.get_or_add(id.into())),
            card: Some(def.card),
            name: def.name.clone(),
            unprinted: self.unprinted(id),
            ..ObservedCard::default()
        }
    }

    /// What a Patch does, where nothing is written on it.
    fn unprinted(&self, id: u8) -> String {
        let def = self.def(id);
        let CardKind::Patch(patch) = def.kind else { return String::new() };
        if !self.game.card(def.card).text.is_empty() {
            return String::new();
        }
        let year = self.label(self.timeline.patches()[patch as usize].cell);
        tr!("Patch for {year}. Playable while {year} is a paradox.", year)
    }

    /// Some cards of the main deck, by name; those that are not `open` are not known.
    pub(in crate::games) fn zone(
        &self,
        title: String,
        lie: ZoneLayout,
        cards: Cards,
        open: impl Fn(u8) -> bool,
        keys: &mut CardKeys,
    ) -> ObservedZone {
        let shown = |id: u8| if open(id) { self.show(id, keys) } else { ObservedCard::hidden() };
        let mut cards: Vec<ObservedCard> = ids(cards).map(shown).collect();
        observation::sort_cards(&mut cards);
        ObservedZone { title, layout: lie, ordered: false, cards }
    }

    pub(in crate::games) fn identity(&self, id: u8, keys: &mut CardKeys) -> ObservedCard {
        let identity = &self.identities[id as usize];
        let key = Some(keys.get_or_add(IDENTITY | u16::from(id)));
        ObservedCard { key, card: Some(identity.card), name: identity.name.clone(), ..ObservedCard::default() }
    }

    pub(in crate::games) fn observed_timeline(
        &self,
        history: &timeline::History,
        paradoxes: u32,
        home: Option<&Scene>,
    ) -> Option<ObservedTimeline> {
        let patch = |patch: u8| self.def(self.on_patch[patch as usize]).card;
        let years = board::timeline_cards(&self.game, &self.timeline, &self.cells, patch, history, home);
        let (paradoxes, limit) = (paradoxes.min(255) as u8, self.options.paradox_limit);
        (!years.is_empty()).then_some(ObservedTimeline { cards: years, paradoxes, limit })
    }

    pub(in crate::games) fn labels(&self, cells: u64) -> String {
        timeline::bits(cells).map(|cell| self.label(cell)).collect::<Vec<_>>().join(", ")
    }

    /// What playing a card on something changes on the TimeLine.
    pub(in crate::games) fn timeline_change(&self, def: u8, target: Target, ripple: &Ripple) -> TimelineChange {
        let linchpin = match target {
            Target::Cell(cell) => Some(cell),
            _ => None,
        };
        let patch = match self.defs[def as usize].kind {
            CardKind::Patch(patch) => Some(patch),
            _ => None,
        };
        ripple.change(&self.timeline, linchpin, patch)
    }

    /// What a card does, and what follows on the TimeLine.
    pub(in crate::games) fn play_text(&self, def: u8, wave: Option<&TimelineChange>) -> String {
        let Some(def) = self.defs.get(def as usize) else { return String::new() };
        let mut text = self.game.card(def.card).text.replace('\n', " ");
        if let Some(wave) = wave {
            let mut say = |words: String| text = format!("{text} {words}").trim().to_owned();
            let years = |cells: u64| (cells != 0).then(|| self.labels(cells));
            let effects = [
                years(wave.turns).map(|years| tr!("Flips {years}.", years)),
                years(wave.tears).map(|years| match wave.tears.count_ones() {
                    1 => tr!("{years} becomes a paradox.", years),
                    _ => tr!("{years} become paradoxes.", years),
                }),
                years(wave.heals).map(|years| tr!("Heals {years}.", years)),
                years(wave.bares).map(|years| tr!("Takes the Patch off {years}.", years)),
                years(wave.mends).map(|years| tr!("Mends {years}.", years)),
            ];
            effects.into_iter().flatten().for_each(&mut say);
            // A Patch hides its Paradox until it goes.
            let count = |cells: u64| cells.count_ones() as i32;
            let (tears, heals, bares) = (wave.tears, wave.heals, wave.bares);
            let more = count(tears) + count(bares & !heals) - count(heals & !bares) - count(wave.mends);
            if more != 0 {
                say(tr!("Paradoxes: {more}.", more = signed(more)));
            }
        }
        text
    }
}

impl Position<'_> {
    /// The position as somebody sees it.
    pub fn observation(&self, to: &Audience, actor: Actor) -> Observation {
        let seat = to.sees();
        let mut keys = CardKeys::default();
        let actor = match actor {
            Actor::Seat(seat) => Some(seat),
            Actor::Nobody => None,
        };
        let decides = actor.is_some_and(|actor| seat.is_none_or(|seat| seat == actor));
        let home = seat.and_then(|seat| self.t.identities.get(self.s.identities.held[seat as usize] as usize));
        let mut observation = Observation {
            seat,
            turn: self.s.turn.into(),
            active: self.s.active,
            actor,
            notes: self.notes(to),
            timeline: self.t.observed_timeline(&self.s.history, self.paradoxes(), home.map(|i| &i.home)),
            common: self.common(seat, &mut keys),
            seats: (0..self.seats).map(|owner| self.observed_seat(owner, seat, &mut keys)).collect(),
            ..Observation::default()
        };
        observation.pending = self.chain(&keys, to);
        if decides {
            observation.prompt = Some(self.prompt(to));
            let mut legal = Vec::new();
            self.legal_actions(&mut legal);
            let idle = actions::passing_action(&legal);
            observation.actions =
                legal.iter().enumerate().map(|(at, a)| self.legal_action(*a, at == idle, &keys, to)).collect();
            if let (Some(seat), Step::Play) = (actor, self.s.step) {
                self.note_unplayable_cards(&mut observation.seats[usize::from(seat)], seat, &keys);
            }
        }
        observation
    }

    pub(in crate::games) fn notes(&self, to: &Audience) -> Vec<String> {
        let left = self.s.deck.cards().len() + self.s.top.cards().len();
        let mut notes = vec![tr!("Draw pile: 1 card" | "Draw pile: {n} cards" % left)];
        if self.s.step == Step::Deal {
            let [given, asked] = self.offered(to);
            notes.push(tr!("Offered: {given} for {asked}", given, asked));
        }
        notes
    }

    /// What is given and what is asked for in the trade that is offered, in words.
    fn offered(&self, to: &Audience) -> [String; 2] {
        [&self.s.offer.given, &self.s.offer.asked].map(|side: &TradeSide| {
            let items: Vec<String> = side.items(&self.t.def_of).map(|item| self.t.item_text(item, to)).collect();
            if items.is_empty() { tr!("nothing") } else { items.join(", ") }
        })
    }

    /// The card that is being played and the Memos that answer one another, the last one first.
    pub(in crate::games) fn chain(&self, keys: &CardKeys, to: &Audience) -> Vec<PendingEffect> {
        let chain = self.s.chain();
        let mut waiting: Vec<PendingEffect> = chain
            .iter()
            .enumerate()
            .map(|(at, id)| {
                let def = self.t.def(*id);
                let aimed = || self.t.target_text(self.s.target, self.s.active, to);
                let target = if at == 0 { aimed() } else { String::new() };
                let seat = match at {
                    0 => Some(self.s.active),
                    at if at + 1 == chain.len() => Some(self.s.answered),
                    _ => None,
                };
                let targets = match at {
                    0 => self.aim(self.s.target, keys).into_iter().collect(),
                    _ => vec![ActionTarget::Waiting((chain.len() - at) as u8)],
                };
                PendingEffect {
                    text: format!("{}{target}", def.name),
                    effect: self.t.game.card(def.card).text.clone(),
                    card: def.card,
                    seat,
                    targets,
                }
            })
            .collect();
        waiting.reverse();
        waiting
    }

    pub(in crate::games) fn common(&self, seat: Option<u8>, keys: &mut CardKeys) -> Vec<ObservedZone> {
        let discard = self.s.discard.cards().iter().map(|id| self.t.show(*id, keys)).collect();
        let mut common =
            vec![ObservedZone { title: tr!("Discard pile"), layout: ZoneLayout::Pile, ordered: true, cards: discard }];
        let top = self.s.top.cards();
        if top.len() > 1 && seat.is_none_or(|seat| seat == self.s.looker) {
            let cards = top.iter().map(|id| self.t.show(*id, keys)).collect();
            common.push(ObservedZone { title: tr!("On top"), layout: ZoneLayout::Offer, ordered: false, cards });
        }
        common
    }

    pub(in crate::games) fn observed_seat(&self, owner: u8, seat: Option<u8>, keys: &mut CardKeys) -> ObservedSeat {
        let at = owner as usize;
        let knows = |secrets: &Secrets, card: u8| {
            let known = secrets.known.get(card as usize);
            card != NONE && seat.is_none_or(|s| known.is_some_and(|known| known & 1 << s != 0))
        };
        let mut side = ObservedSeat::default();
        let (identity, mission) = (self.s.identities.held[at], self.s.missions.held[at]);
        if knows(&self.s.identities, identity) {
            let title = if self.t.day.is_some() { tr!("character") } else { tr!("identity") };
            let cards = vec![self.t.identity(identity, keys)];
            side.zones.push(ObservedZone { title, layout: ZoneLayout::Apart, ordered: false, cards });
        }
        if knows(&self.s.missions, mission) {
            let mission_card = &self.t.missions[mission as usize];
            let key = Some(keys.get_or_add(MISSION | u16::from(mission)));
            let name = mission_card.name.clone();
            let cards = vec![ObservedCard { key, card: Some(mission_card.card), name, ..ObservedCard::default() }];
            side.zones.push(ObservedZone { title: tr!("mission"), layout: ZoneLayout::Apart, ordered: false, cards });
        }
        if let Some(day) = &self.t.day {
            let [bad, good] = self.s.favors[at];
            side.facts.push((tr!("favors"), tr!("{good} positive, {bad} negative", good, bad)));
            // What a character is worth tells who it is.
            if seat.is_none_or(|seat| seat == owner) {
                let parts = self.parts(owner);
                side.facts.push((tr!("victory points"), self.vp(day, owner).to_string()));
                let goal = if self.is_dead(owner) {
                    tr!("{parts} of 3 parts, dead", parts)
                } else {
                    tr!("{parts} of 3 parts", parts)
                };
                side.facts.push((tr!("goal"), goal));
            }
        }
        let open = |id: u8| seat.is_none_or(|s| s == owner || self.s.knows[s as usize] & 1 << id != 0);
        side.zones.push(self.t.zone(tr!("zone" => "hand"), ZoneLayout::Hand, self.s.hands[at], open, keys));
        side.zones.push(self.t.zone(tr!("zone" => "table"), ZoneLayout::Field, self.s.tables[at], |_| true, keys));
        side
    }

    /// What the seat that decides is asked.
    pub(in crate::games) fn prompt(&self, to: &Audience) -> Prompt {
        // What was played last is answered.
        let played = || match self.s.chain().last() {
            Some(id) => self.t.def(*id).name.clone(),
            None => tr!("the card"),
        };
        let (kind, text) = match self.s.step {
            Step::Mulligan(_) => (PromptKind::Mulligan, tr!("Keep this identity, or take another one?")),
            Step::Draw => (PromptKind::Draw, tr!("Draw your card for the turn.")),
            Step::Play => (PromptKind::Play, tr!("Play a card, or discard one.")),
            Step::Answer(_) => (PromptKind::Response, tr!("Respond to {card}?", card = played())),
            Step::Kill => (PromptKind::KillTime, tr!("Discard another card to kill time, or skip.")),
            Step::Take(from) => (PromptKind::Card, told!(to, from, "Which card of {whom}?" / "Which of your cards?")),
            Step::Trim(_, n) => {
                (PromptKind::HandLimit, tr!("Discard down to 1 card." | "Discard down to {n} cards." % n))
            }
            Step::Claim => (PromptKind::Victory, tr!("You have won. Claim victory?")),
            Step::Trade => (PromptKind::Trade, tr!("Trade before you play?")),
            Step::Bundle => {
                let whom = to.object(self.s.offer.with).unwrap_or_else(|| tr!("you"));
                (PromptKind::Trade, tr!("What do you ask {whom} for, and what do you give?", whom))
            }
            Step::Deal => {
                let (seat, [given, asked]) = (self.s.active, self.offered(to));
                let offers = match to.subject(seat) {
                    Some(who) => tr!("{who} offers {given} for {asked}. Take it?", who, given, asked),
                    None => tr!("You offer {given} for {asked}.", given, asked),
                };
                (PromptKind::Offer, offers)
            }
            Step::Pass(_, n) => {
                (PromptKind::PassOn, tr!("Which cards go to the next player, {amount} in all?", amount = n))
            }
            Step::Bonus(patch) => {
                let patch = self.t.patch_name(patch);
                (PromptKind::Bonus, tr!("{patch} has a bonus. Use it?", patch))
            }
            Step::Order(_) => (PromptKind::Order, tr!("Which card goes back on the draw pile next?")),
            Step::Shed => (PromptKind::HandLimit, tr!("Too many cards in hand: discard one.")),
        };
        let prompt = Prompt::new(kind, text);
        match (self.s.step, self.s.chain().last()) {
            (Step::Answer(_), Some(id)) => prompt.asked_by(self.t.def(*id).card, None),
            _ => prompt,
        }
    }

    pub(in crate::games) fn legal_action(
        &self,
        action: Action,
        idle: bool,
        keys: &CardKeys,
        to: &Audience,
    ) -> LegalAction {
        let quiet = matches!(
            action,
            Action::Pass | Action::Keep | Action::Done | Action::Withdraw | Action::Refuse | Action::Draw
        );
        let wave = match action {
            Action::Play(def, target) => self.ripple(action).map(|ripple| self.t.timeline_change(def, target, &ripple)),
            _ => None,
        };
        let does = match action {
            Action::Draw => tr!("Draws the top card."),
            Action::Play(def, _) => self.t.play_text(def, wave.as_ref()),
            Action::Memo(def) | Action::Take(def) => self.t.play_text(def, None),
            Action::Discard(_) => tr!("Discards it without using it."),
            Action::Exchange(_) => tr!("Discards it and draws another card."),
            Action::Pass => tr!("Lets it resolve."),
            Action::Done => tr!("Continues."),
            Action::Claim => tr!("The game is won."),
            Action::Replace => tr!("Puts this identity back and gets another."),
            Action::Propose => tr!("Makes the offer."),
            Action::Withdraw => tr!("Withdraws the offer."),
            Action::Accept => {
                let [given, asked] = self.offered(to);
                tr!("You get {given} and give {asked}.", given, asked)
            }
            Action::Refuse => tr!("Nothing changes hands."),
            _ => String::new(),
        };
        let discards = matches!(action, Action::Discard(_) | Action::Exchange(_));
        LegalAction {
            notation: self.notation(action),
            label: self.label(action, to),
            kind: match action {
                Action::Ask(_) => tr!("ask for…"),
                Action::Give(_) => tr!("give…"),
                _ => String::new(),
            },
            targets: self.action_targets(action, keys),
            effect_text: does,
            passes: idle && quiet,
            ends: false,
            discards,
            timeline_change: wave,
            takes_text: self.promiser(action).is_some(),
            gains_nothing: false,
        }
    }

    /// The first of some cards that is this one, as it is shown.
    fn among(&self, cards: Cards, def: u8, keys: &CardKeys) -> Option<ActionTarget> {
        let copies = self.t.copies.get(def as usize).copied().unwrap_or(0);
        ids(cards & copies).find_map(|id| keys.get(id.into())).map(ActionTarget::Card)
    }

    /// What a card is played on, as it is shown.
    fn aim(&self, target: Target, keys: &CardKeys) -> Option<ActionTarget> {
        match target {
            Target::Cell(cell) => Some(ActionTarget::Year(cell)),
            Target::Seat(seat) => Some(ActionTarget::Seat(seat)),
            Target::Table(seat, def) => self.among(self.s.tables[seat as usize], def, keys),
            Target::Pile(def) => self.among(self.discarded(), def, keys),
            Target::None | Target::Named(_) => None,
        }
    }

    pub(in crate::games) fn action_targets(&self, action: Action, keys: &CardKeys) -> Vec<ActionTarget> {
        let among = |cards: Cards, def: u8| self.among(cards, def, keys);
        let held = |def: u8| among(self.s.hands[self.decider() as usize], def);
        let aimed = |target: Target| self.aim(target, keys);
        match action {
            Action::Play(def, target) => {
                let patch = match self.t.defs[def as usize].kind {
                    CardKind::Patch(patch) => Some(ActionTarget::Year(self.t.timeline.patches()[patch as usize].cell)),
                    _ => None,
                };
                [held(def), aimed(target), patch].into_iter().flatten().collect()
            }
            Action::Discard(def) | Action::Exchange(def) | Action::Memo(def) | Action::Hand(def) => {
                held(def).into_iter().collect()
            }
            Action::Take(def) => match self.s.step {
                Step::Take(from) => among(self.s.hands[from as usize], def).into_iter().collect(),
                _ => Vec::new(),
            },
            Action::Put(def) => {
                let top = self.s.top().iter().fold(0, |m: Cards, id| m | 1 << id);
                among(top, def).into_iter().collect()
            }
            Action::Bonus(target) => aimed(target).into_iter().collect(),
            Action::Offer(seat) => vec![ActionTarget::Seat(seat)],
            _ => Vec::new(),
        }
    }
}
