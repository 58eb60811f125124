//! `[cards]`: what the words of card abilities stand for.

use catalog::read::TomlTable;

use super::super::emit::Emitter;
use super::super::expression::{Kind, NONE};
use super::super::program::{
    CardRules, Counter, CounterOwner, ExtraTurns, Instruction, Lasting, Layout, Live, Loan, Loans, Moving, Procedure,
    Sees, Sources, Zone, ZoneOwner,
};
use super::Reader;
use super::needs::Needs;

impl Reader<'_> {
    pub(super) fn cards_table(&mut self, t: &TomlTable<'_>, damage: Option<&TomlTable<'_>>) {
        let zone = |key: &str, usual: &str| {
            let name = t.text_if(key).unwrap_or_else(|| usual.to_owned());
            match self.scope.zone(&name) {
                Some((zone, ZoneOwner::Seat)) => zone,
                Some(_) => {
                    let hint = format!(
                        "write `of = \"seat\"`; where all share it, name an empty zone of each seat in `{key}`"
                    );
                    t.problem(format!("`{name}` is not a zone of each seat"), Some(hint));
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
            shown: false,
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
        let points = self.points(t);
        let loans = needs.lends.then(|| self.loans());
        let extra_turns = needs.extra_turns.then(|| self.extra_turns());
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
            points,
            moving: None,
            loans,
            extra_turns,
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

    /// The counter that `points` names.
    fn points(&mut self, t: &TomlTable<'_>) -> Option<u16> {
        let name = t.text_if("points")?;
        match self.scope.counter(&name) {
            Some((counter, CounterOwner::Seat | CounterOwner::Team))
                if self.scope.counter_kind(counter) == Kind::Number =>
            {
                Some(counter)
            }
            _ => {
                let hint = Some(format!("declare `{name} = {{ of = \"seat\" }}` in [counters]"));
                t.problem_at("points", format!("`{name}` is no number of seats"), hint);
                None
            }
        }
    }

    /// Room for who controls a card for a time.
    fn loans(&mut self) -> Loans {
        let lender = self.hidden_counter("lent by", Kind::Seat);
        let all = (0..self.scope.program.seats.1).flat_map(|seat| [(seat, false), (seat, true)]);
        let all = all.map(|(seat, lasts)| Loan {
            counter: self.hidden_counter("controlled for a time", Kind::Number),
            seat,
            lasts,
        });
        Loans { lender, all: all.collect() }
    }

    fn extra_turns(&mut self) -> ExtraTurns {
        let counter = self.hidden_counter("extra turns", Kind::Number);
        let resumes = self.hidden_counter("goes on", Kind::Seat);
        let counters = &mut self.scope.program.counters;
        let given = &mut counters[usize::from(counter)];
        (given.owner, given.shown) = (CounterOwner::Seat, true);
        (given.id, given.title) = ("extra turns".into(), catalog::tr!("Extra turns"));
        counters[usize::from(resumes)].owner = CounterOwner::Table;
        ExtraTurns { counter, resumes }
    }

    /// A counter of cards that no expression can name.
    fn hidden_counter(&mut self, id: &str, kind: Kind) -> u16 {
        let absent = if kind == Kind::Number { 0 } else { NONE };
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

    /// `move` in `[cards]`: when a card may move to another lane, and what that does.
    pub(super) fn moving(&mut self, t: &TomlTable<'_>) {
        let level = self.scope.level();
        let first = self.scope.add_slots(5);
        self.scope.program.card_slots.extend([first, first + 4]);
        self.scope.enter_register("it", first, Kind::Card);
        self.scope.enter_register("number", first + 1, Kind::Number);
        let allowed = self.expression_if(t, "if", Kind::Truth);
        let body = t.has("do").then(|| self.here());
        if body.is_some() {
            self.statements(t, "do");
            self.emit(Instruction::Return);
        }
        self.scope.leave(level);
        if let Some(rules) = &mut self.scope.program.cards {
            rules.moving = Some(Moving { first, allowed, body });
            if rules.lanes.len() < 2 {
                t.problem("`move` needs several `lanes` in [cards]", Some("name the lanes".into()));
            }
        }
    }
}
