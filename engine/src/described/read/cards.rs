//! `[cards]`: what the words of card abilities stand for, and the statements about playing cards.

use catalog::GameData;
use catalog::ability::{Ability, AbilityKind, Effect, EffectDuration, Selector, TriggerEvent};
use catalog::read::TomlTable;

use super::super::expression::{CardChoice, Expression, Kind, Operator, Place as Lies, ZoneOf};
use super::super::parse;
use super::super::program::{
    Action, CardRules, ChoiceSlots, Counter, CounterOwner, Instruction, Lasting, Layout, Live, Place, Procedure,
    Question, Sees, Sources, Zone, ZoneOwner,
};
use super::super::slots;
use super::{Reader, report};

/// What authors tell of: the machine sees the rest happen.
const TOLD: [(&str, TriggerEvent); 3] =
    [("attacks", TriggerEvent::Attacks), ("blocks", TriggerEvent::Blocks), ("hits", TriggerEvent::Hits)];

impl Reader<'_> {
    pub(super) fn cards_table(&mut self, t: &TomlTable<'_>, damage: Option<&TomlTable<'_>>) {
        let zone = |key: &str, usual: &str| {
            let name = t.text_if(key).unwrap_or_else(|| usual.to_owned());
            match self.scope.zone(&name) {
                Some((zone, ZoneOwner::Seat)) => zone,
                Some(_) => {
                    t.problem(format!("`{name}` is not a zone of each seat"), Some("write `of = \"seat\"`".into()));
                    0
                }
                None => {
                    t.problem(format!("there is no zone `{name}`"), Some(format!("declare it, or name it in `{key}`")));
                    0
                }
            }
        };
        let (play, hand) = (zone("play", "field"), zone("hand", "hand"));
        let (deck, discard) = (zone("deck", "deck"), zone("discard", "discard"));
        let exile = t.has("exile").then(|| zone("exile", ""));
        let stack = t.text_if("stack").and_then(|name| match self.scope.zone(&name) {
            Some((zone, ZoneOwner::Table)) if self.scope.program.zones[usize::from(zone)].ordered => Some(zone),
            _ => {
                let hint = Some(format!("declare `{name} = {{ ordered = true }}`"));
                t.problem_at("stack", "cards wait in an ordered zone of the table", hint);
                None
            }
        });
        let (tapped, attacking, blocking) =
            (self.card_counter(t, "tapped"), self.card_counter(t, "attacking"), self.card_counter(t, "blocking"));
        let damage = damage.and_then(|damage| self.card_counter(damage, "counter"));
        let looked = self.scope.program.zones.len() as u16;
        self.scope.program.zones.push(Zone {
            id: "looked at".into(),
            title: catalog::tr!("Looked at"),
            owner: ZoneOwner::Seat,
            sees: Sees::Owner,
            ordered: false,
            layout: Layout::Hand,
        });
        let game = self.scope.game;
        let pools = game.resources.iter().map(|resource| match self.scope.counter(&resource.id) {
            Some((counter, CounterOwner::Seat)) => Some(counter),
            _ => None,
        });
        let pools = pools.collect();
        let cost = t.text_if("cost").unwrap_or_else(|| "cost".into());
        let cost = game.fields.iter().position(|field| field.id == cost);
        let needs = Needs::count(game);
        let live = self.live_numbers(t);
        let raised = self.hidden_counter("raised", Kind::Number);
        self.scope.program.counters[usize::from(raised)].shown = true;
        let pair = game.terms.pair.map(|_| "+1/+1".to_owned());
        self.scope.program.counters[usize::from(raised)].title = pair.unwrap_or_else(|| "+1".into());
        let keywords: Vec<Option<u16>> = (0..game.keywords.len())
            .map(|at| needs.keywords[at].then(|| self.hidden_counter("keyword until end of turn", Kind::Number)))
            .collect();
        let mode = self.hidden_counter("mode", Kind::Number);
        let targets = (0..needs.targets)
            .map(|_| (self.hidden_counter("target", Kind::Card), self.hidden_counter("target seat", Kind::Seat)))
            .collect();
        let uses: Vec<u16> = (0..needs.uses).map(|_| self.hidden_counter("used", Kind::Number)).collect();
        let of_turn = live.iter().map(|live| live.turn).chain(keywords.iter().flatten().copied());
        let turn_counters = of_turn.chain(uses.iter().copied()).collect();
        let seats = if needs.lasting { self.scope.program.seats.1 } else { 0 };
        let lasting = (0..seats).map(|_| self.lasting(&live, &needs)).collect();
        let host = needs.attaches.then(|| self.hidden_counter("host", Kind::Card));
        let lane = self.card_counter(t, "lane");
        let (lanes, strength) = (t.texts("lanes"), self.card_counter(t, "strength"));
        for (key, given) in [("lanes", !lanes.is_empty()), ("strength", strength.is_some())] {
            if given && lane.is_none() {
                t.problem_at(key, format!("`{key}` needs `lane`"), Some("name the counter of a card's lane".into()));
            }
        }
        self.scope.program.cards = Some(CardRules {
            play,
            hand,
            deck,
            discard,
            stack,
            exile,
            looked,
            tapped,
            damage,
            attacking,
            blocking,
            cost,
            pools,
            sources: None,
            live,
            raised,
            keywords,
            mode,
            targets,
            uses,
            damages: [None; 2],
            turn_counters,
            lasting,
            host,
            lane,
            lanes,
            strength,
            from_discard: needs.from_discard,
        });
        self.sources(t);
    }

    fn sources(&mut self, t: &TomlTable<'_>) {
        let Some(pay) = t.table_if("pay") else { return };
        let cards = self.cards(&pay, "tap");
        let name = pay.text("field");
        let Some(field) = self.scope.game.fields.iter().position(|field| field.id == name) else {
            return pay.problem_at("field", format!("the game has no field `{name}`"), None);
        };
        if let (Some(cards), Some(rules)) = (cards, &mut self.scope.program.cards) {
            rules.sources = Some(Sources { cards, field });
            if rules.tapped.is_none() {
                t.problem("`pay` taps cards, but `tapped` is missing", Some("name a counter of cards".into()));
            }
        }
    }

    /// A counter of cards that a key names.
    fn card_counter(&mut self, t: &TomlTable<'_>, key: &str) -> Option<u16> {
        let name = t.text_if(key)?;
        match self.scope.counter(&name) {
            Some((counter, CounterOwner::Card)) => Some(counter),
            _ => {
                let hint = Some(format!("declare `{name} = {{ of = \"card\" }}` in [counters]"));
                t.problem_at(key, format!("`{name}` is no counter of cards"), hint);
                None
            }
        }
    }

    fn live_numbers(&mut self, t: &TomlTable<'_>) -> Vec<Live> {
        let pair = self.scope.game.terms.pair;
        let mut live = Vec::new();
        for name in t.texts("numbers") {
            let field = self.scope.game.fields.iter().position(|field| field.id == name);
            let (Some(field), Some(column)) = (field, self.scope.field(&name)) else {
                t.problem_at("numbers", format!("the game has no number field `{name}`"), None);
                continue;
            };
            let turn = self.hidden_counter("until end of turn", Kind::Number);
            let paired = pair.is_none_or(|(one, other)| field == one || field == other);
            let title = self.scope.game.fields[field].name.clone();
            live.push(Live { field, id: name, title, column, turn, paired });
        }
        live
    }

    /// Room for what lasts until the next turn of a seat.
    fn lasting(&mut self, live: &[Live], needs: &Needs) -> Lasting {
        let id = "until the next turn of a seat";
        let numbers = live.iter().map(|_| self.hidden_counter(id, Kind::Number)).collect();
        let keywords = needs.lasting_keywords.iter();
        Lasting {
            numbers,
            keywords: keywords.map(|given| given.then(|| self.hidden_counter(id, Kind::Number))).collect(),
        }
    }

    /// A counter of cards that no expression can name.
    fn hidden_counter(&mut self, id: &str, kind: Kind) -> u16 {
        let absent = if kind == Kind::Number { 0 } else { super::super::expression::NONE };
        self.scope.program.counters.push(Counter {
            id: format!(" {id}"),
            title: id.to_owned(),
            owner: CounterOwner::Card,
            kind,
            start: absent,
            least: -1_000_000,
            most: 1_000_000,
            shown: false,
        });
        (self.scope.program.counters.len() - 1) as u16
    }

    /// `[cards.damage]`: what damage does, emitted where nothing runs into it.
    pub(super) fn damage_procedures(&mut self, t: &TomlTable<'_>) {
        for (at, key) in ["card", "seat"].into_iter().enumerate() {
            if !t.has(key) {
                continue;
            }
            let level = self.scope.level();
            let (name, kind) = if at == 0 { ("it", Kind::Card) } else { ("target", Kind::Seat) };
            let subject = self.scope.enter(name, kind);
            let number = self.scope.enter("number", Kind::Number);
            let body = self.here();
            self.statements(t, key);
            self.emit(Instruction::Return);
            self.scope.leave(level);
            if let Some(rules) = &mut self.scope.program.cards {
                rules.damages[at] = Some(Procedure { body, subject, number });
            }
        }
    }

    /// Whether there is a `[cards]`; a verb that needs it is a fault without.
    fn has_cards(&self, t: &TomlTable<'_>, verb: &str) -> bool {
        if self.scope.program.cards.is_none() {
            t.problem(format!("`{verb}` needs `[cards]`"), Some("say where cards are in play: docs/play.md".into()));
        }
        self.scope.program.cards.is_some()
    }

    /// `announce` pays for a card, which waits on the stack if there is one; `resolve` lets it take effect; `play` is both at
    /// once; `use` is about an ability of a card.
    pub(super) fn play_card(&mut self, t: &TomlTable<'_>, verb: &str) {
        let card = self.expression(t, verb, Kind::Card);
        if !self.has_cards(t, verb) {
            return;
        }
        let one = |card: &Expression| CardChoice { place: Lies::Card(card.clone().into()), tests: Vec::new() };
        match verb {
            "resolve" => {
                self.emit(Instruction::Resolve(card));
            }
            "use" => {
                self.emit(Instruction::Use(card));
            }
            _ => {
                let kept = self.scope.add_slots(1);
                self.scope.program.card_slots.push(kept);
                self.emit(Instruction::Keep(kept, card));
                let card = Expression::Slot(kept);
                self.emit(Instruction::Announce(card.clone()));
                let stack = self.scope.program.cards.as_ref().and_then(|rules| rules.stack);
                if let (Some(stack), "announce") = (stack, verb) {
                    let to = ZoneOf { zone: stack, seat: None };
                    self.emit(Instruction::Move { cards: one(&card), to, bottom: false });
                }
                self.emit(Instruction::Raise(TriggerEvent::Played, Some(one(&card))));
                if verb == "play" {
                    self.emit(Instruction::Resolve(card));
                }
            }
        }
    }

    pub(super) fn trigger(&mut self, t: &TomlTable<'_>) {
        let word = t.text("trigger");
        let words: Vec<&str> = TOLD.iter().map(|(word, _)| *word).collect();
        let cards = self.cards(t, "of");
        if !self.has_cards(t, "trigger") {
            return;
        }
        if let (Some(at), Some(cards)) = (t.one_of("trigger", &word, "event", &words), cards) {
            self.emit(Instruction::Raise(TOLD[at].1, Some(cards)));
        }
    }

    /// Goes through cards, each of which is in a slot.
    fn each_of(&mut self, cards: CardChoice, body: impl FnOnce(&mut Self, Expression)) {
        let set = self.scope.add_set();
        let slot = self.scope.add_slots(1);
        self.scope.program.card_slots.push(slot);
        self.emit(Instruction::Cards(set, cards));
        let next = self.emit(Instruction::NextCard { set, slot, end: 0 });
        body(self, Expression::Slot(slot));
        self.emit(Instruction::Goto(next));
        self.land(next);
    }

    pub(super) fn destroy(&mut self, t: &TomlTable<'_>) {
        let Some(cards) = self.cards(t, "destroy") else { return };
        if !self.has_cards(t, "destroy") {
            return;
        }
        let discard = self.scope.program.cards.as_ref().map_or(0, |rules| rules.discard);
        self.each_of(cards, |reader, card| {
            let one = || CardChoice { place: Lies::Card(card.clone().into()), tests: Vec::new() };
            reader.emit(Instruction::Raise(TriggerEvent::Destroyed, Some(one())));
            let owner = Expression::Owner(card.clone().into());
            let to = ZoneOf { zone: discard, seat: Some(owner.into()) };
            reader.emit(Instruction::Move { cards: one(), to, bottom: false });
        });
    }

    pub(super) fn damage(&mut self, t: &TomlTable<'_>) {
        let amount = self.expression(t, "damage", Kind::Number);
        if !self.has_cards(t, "damage") {
            return;
        }
        let text = t.text("to");
        if let Ok(seat) = parse::expression(&text, &mut self.scope, Kind::Seat) {
            return self.call_damage(t, 1, seat, amount);
        }
        match parse::cards(&text, &mut self.scope) {
            Ok(cards) => {
                // What is dealt is worked out once.
                let kept = self.scope.add_slots(1);
                self.emit(Instruction::Keep(kept, amount));
                self.each_of(cards, |reader, card| reader.call_damage(t, 0, card, Expression::Slot(kept)));
            }
            Err(fault) => report(t, "to", fault),
        }
    }

    fn call_damage(&mut self, t: &TomlTable<'_>, at: usize, subject: Expression, amount: Expression) {
        let procedure = self.scope.program.cards.as_ref().and_then(|rules| rules.damages[at]);
        let Some(procedure) = procedure else {
            let key = ["card", "seat"][at];
            let hint = Some(format!("add `{key} = [ … ]` to [cards.damage]"));
            return t.problem(format!("nothing says what damage to a {key} does"), hint);
        };
        self.emit(Instruction::Keep(procedure.subject, subject));
        self.emit(Instruction::Keep(procedure.number, amount));
        self.emit(Instruction::Call(procedure.body));
    }

    /// `respond`: while cards wait, seats may answer with actions; when all have passed, the one on top takes effect.
    pub(super) fn respond(&mut self, t: &TomlTable<'_>) {
        let first = self.expression_if(t, "first", Kind::Seat);
        let first = first.unwrap_or(Expression::After(Expression::Slot(slots::YOU).into(), true));
        let mut actions = self.action_list(t, "respond");
        let Some(stack) = self.scope.program.cards.as_ref().and_then(|rules| rules.stack) else {
            return t.problem("`respond` needs `stack` in [cards]", Some("name the zone where cards wait".into()));
        };
        let pass = self.pass_action();
        actions.push(pass);
        let question = self.scope.program.questions.len() as u16;
        let text = t.text_if("text").unwrap_or_else(|| catalog::tr!("Respond, or pass"));
        self.asks[self.body].push(question);
        self.scope.program.questions.push(Question { text, actions, optional: true });
        let slot = self.scope.add_slots(2);
        let (passes, saved) = (slot, slot + 1);
        let join =
            |operator, one: Expression, other: Expression| Expression::Binary(operator, one.into(), other.into());
        let number = Expression::Number;
        let waiting = CardChoice { place: Lies::Zone(ZoneOf { zone: stack, seat: None }), tests: Vec::new() };
        self.emit(Instruction::Keep(saved, Expression::Slot(slots::YOU)));
        let top = self.emit(Instruction::Unless(Expression::Any(waiting.into()), 0));
        self.emit(Instruction::Keep(slots::YOU, Expression::Slot(saved)));
        self.emit(Instruction::Keep(slots::YOU, first));
        self.emit(Instruction::Keep(passes, number(0)));
        let round = self.here();
        self.check();
        self.emit(Instruction::Ask(question));
        let passed = join(Operator::Equal, Expression::Slot(slots::ENDED), number(1));
        let acted = self.emit(Instruction::Unless(passed, 0));
        self.emit(Instruction::Keep(passes, join(Operator::Add, Expression::Slot(passes), number(1))));
        let all = Expression::CountSeats(number(1).into());
        let more = self.emit(Instruction::Unless(join(Operator::AtLeast, Expression::Slot(passes), all), 0));
        let resolve = self.emit(Instruction::Goto(0));
        self.land(acted);
        self.emit(Instruction::Keep(passes, number(0)));
        self.land(more);
        self.emit(Instruction::Keep(slots::YOU, Expression::After(Expression::Slot(slots::YOU).into(), true)));
        self.emit(Instruction::Goto(round));
        self.land(resolve);
        self.emit(Instruction::Resolve(Expression::End(ZoneOf { zone: stack, seat: None }, true)));
        self.check();
        self.emit(Instruction::Goto(top));
        self.land(top);
        self.emit(Instruction::Keep(slots::YOU, Expression::Slot(saved)));
    }

    /// The action of passing, which every `respond` has.
    fn pass_action(&mut self) -> u16 {
        if let Some(known) = self.passing {
            return known;
        }
        let skip = self.emit(Instruction::Goto(0));
        let body: Place = self.emit(Instruction::Done(true));
        self.land(skip);
        let card = self.scope.add_slots(5);
        let cards = self.scope.add_set();
        let slots = ChoiceSlots { card, number: card + 1, word: card + 2, seat: card + 3, other: card + 4, cards };
        self.extra_actions.push(Action {
            id: "pass".into(),
            label: catalog::tr!("Pass"),
            told: catalog::tr!("passes"),
            condition: None,
            asks_choice: false,
            cards: Vec::new(),
            count: 1,
            on: None,
            number: None,
            in_lane: false,
            word: None,
            seat: None,
            body,
            ends: true,
            passes: true,
            slots,
        });
        let at = (self.actions.len() + self.extra_actions.len() - 1) as u16;
        self.passing = Some(at);
        at
    }
}

/// The most targets of an ability.
const MOST_TARGETS: usize = 8;

/// What the abilities of a game's cards need room for.
struct Needs {
    targets: usize,
    uses: usize,
    keywords: Vec<bool>,
    /// Whether something lasts until a seat's next turn, and which keywords do.
    lasting: bool,
    lasting_keywords: Vec<bool>,
    attaches: bool,
    from_discard: bool,
}

impl Needs {
    fn count(game: &GameData) -> Needs {
        let none = vec![false; game.keywords.len()];
        let mut needs = Needs {
            targets: 0,
            uses: 0,
            keywords: none.clone(),
            lasting: false,
            lasting_keywords: none,
            attaches: false,
            from_discard: false,
        };
        for card in &game.cards {
            let used = card.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Activated { .. }));
            needs.uses = needs.uses.max(used.count());
            card.abilities.iter().for_each(|ability| needs.add(ability));
        }
        needs
    }

    fn add(&mut self, ability: &Ability) {
        let targets = |effect: &Effect| match effect.selector() {
            Some(Selector::Choose(_)) => 1,
            Some(Selector::UpTo(most, _)) => (*most as usize).min(MOST_TARGETS + 1),
            _ => 0,
        };
        if matches!(ability.shape, AbilityKind::Played { .. } | AbilityKind::Activated { .. }) {
            self.targets = self.targets.max(ability.effects.iter().map(targets).sum());
        }
        self.targets = self.targets.min(MOST_TARGETS);
        self.from_discard |= ability.discarded;
        ability.effects.iter().for_each(|effect| self.given(effect));
    }

    fn given(&mut self, effect: &Effect) {
        if let Effect::Give(gift, _, EffectDuration::EndOfTurn) = effect {
            gift.keywords.iter().for_each(|has| self.keywords[usize::from(has.keyword)] = true);
        }
        if let Effect::Give(gift, _, EffectDuration::YourNextTurn) = effect {
            self.lasting = true;
            gift.keywords.iter().for_each(|has| self.lasting_keywords[usize::from(has.keyword)] = true);
        }
        self.attaches |= matches!(effect, Effect::Attach(_));
        effect.inner().into_iter().flatten().for_each(|inner| self.given(inner));
    }
}
