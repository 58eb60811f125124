//! Trees → ops.

use catalog::Game;
use catalog::ability::{self as tree, Ability, Effect, Group, Known, Picker, Selector, Shape, Who};
use catalog::card::Card;
use catalog::game::FieldKind;
use catalog::query::Query;

use super::{
    Act, Always, Amount, By, Code, Condition, Cost, Countable, Dialect, Entry, Filter, Form, Gift, Ix, On, Op, Pick,
    Refusal,
};

/// How many targets a play may have in any game.
pub const TARGETS: usize = 4;

/// All abilities of the cards of a match.
#[derive(Debug)]
pub struct Lowered {
    /// The tables.
    pub code: Code,
    /// For each card its abilities, in their order.
    pub entries: Vec<Vec<Entry>>,
}

/// Makes the abilities of these cards ready, as far as the dialect of a game goes.
///
/// # Errors
/// Every card that cannot be made ready, by name.
pub fn lower(game: &Game, cards: &[&Card], dialect: &impl Dialect) -> std::result::Result<Lowered, Vec<Refusal>> {
    let mut lowerer =
        Lowerer { game, cards, dialect, code: Code::default(), targets: Vec::new(), known: Defined::default() };
    // The first cost is that of abilities without one.
    lowerer.code.costs.push(Cost::default());
    let mut entries = Vec::new();
    let mut refused = Vec::new();
    for card in cards {
        let mut own = Vec::new();
        for ability in &card.abilities {
            match lowerer.ability(ability, card) {
                Ok(entry) => own.push(entry),
                Err(why) => refused.push(Refusal { card: card.name.clone(), why }),
            }
        }
        entries.push(own);
    }
    match refused.is_empty() {
        true => Ok(Lowered { code: lowerer.code, entries }),
        false => Err(refused),
    }
}

struct Lowerer<'a, D> {
    game: &'a Game,
    cards: &'a [&'a Card],
    dialect: &'a D,
    code: Code,
    /// Targets of the ability at hand.
    targets: Vec<Ix>,
    /// What it may speak of.
    known: Defined,
}

/// What an ability may speak of at the place at hand.
#[derive(Debug, Clone, Copy, Default)]
struct Defined {
    it: bool,
    user: bool,
    host: bool,
    result: bool,
    first: bool,
    /// Whether the card itself can be tapped for a payment.
    tap: bool,
}

type Result<T> = std::result::Result<T, String>;

/// A word of the language that these rules do not play.
///
/// # Errors
/// Always.
pub fn foreign<T>(word: &str) -> Result<T> {
    Err(format!("the rules of this game know no `{word}`"))
}

/// Adds to a table and says where.
fn put<T>(table: &mut Vec<T>, item: T) -> Result<Ix> {
    let at = Ix::try_from(table.len()).map_err(|_| "the match has too many abilities".to_owned())?;
    table.push(item);
    Ok(at)
}

impl<D: Dialect> Lowerer<'_, D> {
    fn ability(&mut self, ability: &Ability, card: &Card) -> Result<Entry> {
        self.dialect.ability(ability)?;
        self.targets.clear();
        let attaches_at_all = card.abilities.iter().any(attaches);
        let played = matches!(ability.shape, Shape::Played { .. });
        self.known = Defined {
            it: matches!(ability.shape, Shape::Triggered { .. }),
            user: false,
            host: attaches_at_all || self.dialect.joins(card),
            result: false,
            first: ability.shape != Shape::Static,
            tap: !played,
        };
        let start = self.here()?;
        let (form, cost) = match &ability.shape {
            Shape::Played { need, rapid } => (Form::Played { rapid: *rapid }, Some(need)),
            Shape::Triggered { event, subject } => {
                let subject = subject.as_ref().map(|g| self.pick(g)).transpose()?;
                (Form::Triggered(*event, subject), None)
            }
            Shape::Activated { cost, uses } => (
                Form::Activated(u8::try_from(*uses).ok().filter(|n| *n <= 3).ok_or("at most 3 uses in a turn")?),
                Some(cost),
            ),
            Shape::Static => (Form::Static, None),
        };
        let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
        let statics = match form {
            Form::Static => ability.effects.iter().map(|e| self.always(e)).collect::<Result<_>>()?,
            _ => Vec::new(),
        };
        if form == Form::Static {
            let (attaches, discarded) = (false, ability.discarded);
            return Ok(Entry { form, condition, start, targets: Vec::new(), cost: 0, attaches, discarded, statics });
        }
        let permanent = card.types.iter().any(|t| self.game.types[*t as usize].permanent);
        if matches!(form, Form::Played { .. }) && permanent && !attaches(ability) {
            return Err(
                "a card that stays in play does nothing when it is played: give the ability `when`, `cost` or `always`"
                    .into(),
            );
        }
        let attaches = attaches(ability);
        let type_ids = || card.types.iter().map(|t| self.game.types[*t as usize].id.as_str());
        self.known.user = played && type_ids().any(|id| id == "program");
        let later = ability.effects.iter().skip(usize::from(played && attaches));
        if later.flat_map(all_within).any(|e| matches!(e, Effect::Attach(_))) {
            return Err("`attach` is the first effect of a played ability, or nowhere".into());
        }
        if cost.is_some_and(|c| played && c.tap) {
            return Err("a card that is being played cannot be tapped".into());
        }
        let announced = cost.is_some() || (self.dialect.announces_triggers() && form != Form::Static);
        let mut paid = 0;
        let destroyed = cost.and_then(|c| c.destroy.as_ref()).filter(|s| !is_own(s));
        let destroyed = destroyed.map(|s| self.announce(s, Chosen::ToPay)).transpose()?;
        if announced {
            for effect in &ability.effects {
                let how = if matches!(effect, Effect::Negate(..)) { Chosen::Waiting } else { Chosen::Target };
                if let Some(selector @ (Selector::Choose(_) | Selector::UpTo(..))) = effect.selector() {
                    self.announce(selector, how)?;
                }
            }
        }
        if let Some(cost) = cost {
            let lowered = self.cost(cost)?;
            let deeds =
                lowered.destroy || lowered.own || lowered.discard > 0 || lowered.points > 0 || lowered.exile.is_some();
            paid = put(&mut self.code.costs, lowered)?;
            if deeds {
                self.push(Op::Deeds { cost: paid, slot: destroyed.unwrap_or(0) })?;
            }
        }
        let first = usize::from(destroyed.is_some());
        let mut next = announced.then_some(first);
        for effect in &ability.effects {
            self.effect(effect, &mut next)?;
        }
        self.push(Op::End)?;
        let (targets, discarded) = (self.targets.clone(), ability.discarded);
        Ok(Entry { form, condition, start, targets, cost: paid, attaches, discarded, statics })
    }

    fn here(&self) -> Result<Ix> {
        Ix::try_from(self.code.ops.len()).map_err(|_| "the match has too many abilities".to_owned())
    }

    fn push(&mut self, op: Op) -> Result<Ix> {
        put(&mut self.code.ops, op)
    }

    /// Adds a target, or several, chosen while the play is announced; the slot of the first.
    fn announce(&mut self, selector: &Selector, how: Chosen) -> Result<u8> {
        let (group, most) = match selector {
            Selector::Choose(group) => (group, 1),
            Selector::UpTo(most, group) if how != Chosen::ToPay => (group, *most as usize),
            _ => return Err("a cost destroys one card of a group".into()),
        };
        if how == Chosen::ToPay && group.side == tree::Side::Enemy {
            return Err("a cost is paid with one's own cards".into());
        }
        let pick = self.pick_as(group, how)?;
        let slot = self.targets.len();
        let room = self.dialect.targets().min(TARGETS);
        if slot + most > room {
            return Err(format!("more than {room} targets"));
        }
        let up_to = matches!(selector, Selector::UpTo(..)).then_some(slot as u8);
        for slot in slot..slot + most {
            self.targets.push(pick);
            self.push(Op::Target { slot: slot as u8, pick, up_to })?;
        }
        Ok(slot as u8)
    }

    fn pick(&mut self, group: &Group) -> Result<Ix> {
        self.pick_as(group, Chosen::Target)
    }

    fn pick_as(&mut self, group: &Group, how: Chosen) -> Result<Ix> {
        self.dialect.group(group)?;
        let filter = self.filter(&group.query)?;
        let pick = Pick {
            side: group.side,
            other: group.other,
            filter,
            cost: how == Chosen::ToPay,
            state: group.state,
            here: group.here,
            players: group.players,
            waiting: how == Chosen::Waiting,
        };
        put(&mut self.code.picks, pick)
    }

    fn filter(&mut self, query: &Query) -> Result<Ix> {
        let dialect = self.dialect;
        let filter = Filter::new(query, self.cards, &|field| dialect.changes(field));
        put(&mut self.code.filters, filter)
    }

    fn amount(&mut self, amount: &tree::Amount) -> Result<Amount> {
        self.dialect.amount(amount)?;
        Ok(match amount {
            tree::Amount::Number(n) => Amount::Number(*n),
            tree::Amount::Per(n, what) => Amount::Per(*n, self.countable(what)?),
            tree::Amount::X => Amount::X,
            tree::Amount::Field(field, _)
                if !matches!(self.game.fields[*field].kind, FieldKind::Number | FieldKind::Cost) =>
            {
                return Err(format!("{} is no number", self.game.fields[*field].name));
            }
            tree::Amount::Field(field, known) => {
                self.speaks_of(*known)?;
                Amount::Field(*field, *known)
            }
            tree::Amount::Resource(r) => Amount::Resource(*r as u8),
            tree::Amount::Result => {
                self.has_result()?;
                Amount::Result
            }
        })
    }

    fn amount_ix(&mut self, amount: &tree::Amount) -> Result<Ix> {
        let amount = self.amount(amount)?;
        put(&mut self.code.amounts, amount)
    }

    fn list(&mut self, list: &[(u8, tree::Amount)]) -> Result<Ix> {
        let list = list.iter().map(|(r, n)| Ok((*r, self.amount(n)?))).collect::<Result<_>>()?;
        put(&mut self.code.lists, list)
    }

    fn gift(&mut self, gift: &tree::Gift) -> Result<Ix> {
        for (field, _) in &gift.numbers {
            if !self.dialect.changes(*field) {
                return Err(format!("{} does not change in play", self.game.fields[*field].name));
            }
        }
        if let Some(has) = gift.keywords.iter().find(|has| !self.dialect.knows(has.keyword)) {
            return Err(format!("the engine does not know {}", self.game.keywords[has.keyword as usize].name));
        }
        let numbers = gift.numbers.iter().map(|(f, n)| Ok((*f, self.amount(n)?))).collect::<Result<_>>()?;
        put(&mut self.code.gifts, Gift { numbers, keywords: gift.keywords.clone() })
    }

    fn condition(&mut self, condition: &tree::Condition) -> Result<Ix> {
        let condition = self.condition_tree(condition)?;
        put(&mut self.code.conditions, condition)
    }

    fn countable(&mut self, what: &tree::Countable) -> Result<Countable> {
        self.dialect.countable(what)?;
        Ok(match what {
            tree::Countable::Cards(group) => Countable::Cards(self.pick(group)?),
            tree::Countable::Resource(side, r) => Countable::Resource(*side, *r as u8),
            tree::Countable::Pile(side, pile, Query::All) => Countable::Pile(*side, *pile, None),
            tree::Countable::Pile(side, pile, query) => Countable::Pile(*side, *pile, Some(self.filter(query)?)),
            tree::Countable::Points(side) => Countable::Points(*side),
            tree::Countable::Result => {
                self.has_result()?;
                Countable::Result
            }
        })
    }

    fn condition_tree(&mut self, condition: &tree::Condition) -> Result<Condition> {
        use tree::Condition as C;
        self.dialect.condition(condition)?;
        Ok(match condition {
            C::Count { min, max, what } => {
                let what = self.countable(what)?;
                Condition::Count(catalog::query::Range { min: Some(*min), max: *max, outside: false }, what)
            }
            C::ControlsCity(side) => Condition::ControlsCity(*side),
            C::Is(known, query) => {
                self.speaks_of(*known)?;
                Condition::Is(*known, self.filter(query)?)
            }
            C::In(known, state) => {
                self.speaks_of(*known)?;
                Condition::In(*known, *state)
            }
            C::YourTurn => Condition::YourTurn,
            C::First if !self.known.first => return Err("`first` is about a play, and this is always so".into()),
            C::First => Condition::First,
            C::Not(inner) => Condition::Not(Box::new(self.condition_tree(inner)?)),
            C::And(parts) => Condition::And(parts.iter().map(|p| self.condition_tree(p)).collect::<Result<_>>()?),
        })
    }

    fn always(&mut self, effect: &Effect) -> Result<(On, Always)> {
        self.dialect.effect(effect)?;
        match effect {
            Effect::Cheaper(n, group) => {
                let n = i8::try_from(*n).map_err(|_| "too large a number")?;
                return Ok((On::Each(self.pick(group)?), Always::Cheaper(n)));
            }
            Effect::ExtraPlay(query) => {
                return Ok((On::Known(Known::This), Always::ExtraPlay(self.filter(query)?)));
            }
            _ => {}
        }
        let selector = effect.selector().ok_or("only cards in play can have something always")?;
        let on = match selector {
            Selector::Known(known @ (Known::This | Known::Host)) => {
                self.speaks_of(*known)?;
                On::Known(*known)
            }
            Selector::Each(group) => On::Each(self.pick(group)?),
            _ => return Err("what is always so is about `this`, `host` or `each …`".into()),
        };
        match effect {
            Effect::Give(gift, ..) => Ok((on, Always::Give(self.gift(gift)?))),
            Effect::Hack(..) => Ok((on, Always::Hack)),
            _ => Err("only `give`, `hack`, `cheaper` and `extra_play` can be always".into()),
        }
    }

    /// Prepares the cards of an effect. Targets that were announced are recalled, others chosen; what is chosen
    /// now may not be there, and then the effect is skipped: the second value is the op to mend.
    fn on(&mut self, selector: &Selector, how: Chosen, next: &mut Option<usize>) -> Result<(On, Option<Ix>)> {
        Ok(match selector {
            Selector::Known(known) => {
                self.speaks_of(*known)?;
                (On::Known(*known), None)
            }
            Selector::Each(group) => (On::Each(self.pick(group)?), None),
            Selector::UpTo(..) => return Err("`up to` is chosen when it is played, not inside another effect".into()),
            Selector::Players(who) => {
                if *who == Who::Opponent {
                    self.push(Op::Opponent)?;
                }
                (On::Players(*who), None)
            }
            Selector::Choose(group) => {
                self.known.it = true;
                let skip = match next {
                    Some(slot) => {
                        self.push(Op::Recall(*slot as u8))?;
                        *slot += 1;
                        None
                    }
                    None => {
                        let pick = self.pick_as(group, how)?;
                        Some(self.push(Op::Choose { pick, skip: 0 })?)
                    }
                };
                (On::Known(Known::It), skip)
            }
        })
    }

    /// Lets a jump lead to here.
    fn land(&mut self, jump: Ix) -> Result<()> {
        let to = self.here()?;
        match &mut self.code.ops[jump as usize] {
            Op::Choose { skip, .. } | Op::PayOr { skip, .. } => *skip = to,
            Op::Check(_, at) | Op::Unless(_, at) | Op::Goto(at) | Op::May(at) => *at = to,
            other => unreachable!("{other:?} does not jump"),
        }
        Ok(())
    }

    fn effects(&mut self, list: &[Effect]) -> Result<()> {
        list.iter().try_for_each(|e| self.effect(e, &mut None))
    }

    /// `then`, and where `jump` leads, `otherwise`.
    fn fork(&mut self, jump: Ix, then: &[Effect], otherwise: &[Effect]) -> Result<()> {
        self.effects(then)?;
        if otherwise.is_empty() {
            return self.land(jump);
        }
        let over = self.push(Op::Goto(0))?;
        self.land(jump)?;
        self.effects(otherwise)?;
        self.land(over)
    }

    /// `next` is the slot of the next announced target, if targets are announced here.
    fn effect(&mut self, effect: &Effect, next: &mut Option<usize>) -> Result<()> {
        self.dialect.effect(effect)?;
        match effect {
            Effect::Gain(who, list) => {
                let list = self.list(list)?;
                self.for_players(*who, Op::Gain(*who, list))?;
            }
            Effect::Lose(who, list) => {
                let list = self.list(list)?;
                self.for_players(*who, Op::Lose(*who, list))?;
            }
            Effect::Draw(who, n) => {
                let n = self.amount_ix(n)?;
                self.for_players(*who, Op::Draw(*who, n))?;
            }
            Effect::Discard { who, count, picker } => {
                let n = self.amount_ix(count)?;
                let by = match picker {
                    Picker::Owner => By::Owner,
                    Picker::Random => By::Chance,
                    Picker::You(query) => By::You(self.filter(query)?),
                };
                self.for_players(*who, Op::Discard(*who, n, by))?;
            }
            Effect::Mill(who, n) => {
                let n = self.amount_ix(n)?;
                self.for_players(*who, Op::Mill(*who, n))?;
            }
            Effect::Points(who, n) => {
                let n = i8::try_from(*n).map_err(|_| "too many control points")?;
                self.for_players(*who, Op::Points(*who, n))?;
            }
            Effect::Damage { amount, to, by } => {
                self.speaks_of(*by)?;
                let n = self.amount_ix(amount)?;
                self.act(Act::Damage(n, *by), to, next)?;
            }
            Effect::Destroy(s) => self.act(Act::Destroy, s, next)?,
            Effect::Exile(s) => self.act(Act::Exile, s, next)?,
            Effect::Tap(s) => self.act(Act::Tap, s, next)?,
            Effect::Untap(s) => self.act(Act::Untap, s, next)?,
            Effect::Return(s, place) => self.act(Act::Return(*place), s, next)?,
            Effect::Flicker(s) => self.act(Act::Flicker, s, next)?,
            Effect::Move(s) => self.act(Act::Move, s, next)?,
            Effect::Control(s, until) => self.act(Act::Control(*until), s, next)?,
            Effect::Counters(n, s) => {
                let n = self.amount_ix(n)?;
                self.act(Act::Counters(n), s, next)?;
            }
            Effect::Negate(s, cost) => {
                let cost = self.cost(cost)?;
                let cost = if cost == Cost::default() { 0 } else { put(&mut self.code.costs, cost)? };
                self.act(Act::Negate(cost), s, next)?;
            }
            Effect::Hack(s, _) => self.act(Act::Hack, s, next)?,
            Effect::Attach(s) => self.act(Act::Attach, s, next)?,
            Effect::Give(gift, s, until) => {
                let gift = self.gift(gift)?;
                self.act(Act::Give(gift, *until), s, next)?;
            }
            Effect::Sacrifice { who, query, count } => {
                let (filter, n) = (self.filter(query)?, few(*count)?);
                self.for_players(*who, Op::Sacrifice(*who, filter, n))?;
            }
            Effect::Purge { who, query, count } => {
                let (filter, n) = (self.filter(query)?, few(*count)?);
                self.for_players(*who, Op::Purge(*who, filter, n))?;
            }
            Effect::Reshuffle(who) => self.for_players(*who, Op::Reshuffle(*who))?,
            Effect::Peek(who) => self.for_players(*who, Op::Peek(*who))?,
            Effect::Look { count, take, to, rest } => {
                let count = self.amount_ix(count)?;
                let (take, most) = match take {
                    Some((Query::All, most)) => (None, few(*most)?),
                    Some((query, most)) => (Some(self.filter(query)?), few(*most)?),
                    None => (None, 0),
                };
                self.push(Op::Look { count, take, most, to: *to, rest: *rest })?;
            }
            Effect::Fetch { query, from, count } => {
                let filter = self.filter(query)?;
                self.push(Op::Fetch { filter, from: *from, count: few(*count)? })?;
            }
            Effect::ExtraPlay(query) => {
                let filter = self.filter(query)?;
                self.push(Op::ExtraPlay(filter))?;
            }
            Effect::ExtraTurn => {
                self.push(Op::ExtraTurn)?;
            }
            Effect::Win => {
                self.push(Op::Win)?;
            }
            Effect::Cheaper(..) => return Err("`cheaper` is something that is always so".into()),
            Effect::TakeControl(Selector::Each(_)) => return Err("one asset at a time can Take Control".into()),
            Effect::TakeControl(s) => {
                let (on, skip) = self.on(s, Chosen::Target, next)?;
                self.push(Op::TakeControl(on))?;
                skip.map_or(Ok(()), |jump| self.land(jump))?;
            }
            Effect::Research { reveal } => {
                self.push(Op::Research(*reveal))?;
            }
            Effect::Download { query, from, count } => {
                let filter = self.filter(query)?;
                self.push(Op::Download { filter, from: *from, count: few(*count)? })?;
            }
            Effect::Put { query, from, tapped } => {
                let filter = self.filter(query)?;
                self.push(Op::Put { filter, from: *from, tapped: *tapped })?;
                self.known.it = true;
            }
            Effect::Check { target: Some(Selector::Each(_)), .. } => return Err("a skill check has one target".into()),
            Effect::Check { least, target, then, otherwise } => {
                let skip = match target {
                    Some(target) => self.on(target, Chosen::Target, next)?.1,
                    None => None,
                };
                let least = self.amount_ix(least)?;
                let jump = self.push(Op::Check(least, 0))?;
                self.known.result = true;
                self.fork(jump, then, otherwise)?;
                skip.map_or(Ok(()), |jump| self.land(jump))?;
            }
            Effect::If { condition, then, otherwise } => {
                let condition = self.condition(condition)?;
                let jump = self.push(Op::Unless(condition, 0))?;
                self.fork(jump, then, otherwise)?;
            }
            Effect::May(list) => {
                let jump = self.push(Op::May(0))?;
                self.fork(jump, list, &[])?;
            }
            Effect::Pay(cost, _) if cost.tap && !self.known.tap => {
                return Err("a card that is being played cannot be tapped".into());
            }
            Effect::Pay(cost, list) => {
                let pick = match &cost.destroy {
                    Some(Selector::Choose(group)) if group.side != tree::Side::Enemy => {
                        Some(self.pick_as(group, Chosen::ToPay)?)
                    }
                    Some(own) if is_own(own) => None,
                    Some(_) => return Err("a cost destroys one card of a group".into()),
                    None => None,
                };
                let cost = self.cost(cost)?;
                let cost = put(&mut self.code.costs, cost)?;
                let jump = self.push(Op::PayOr { cost, pick, skip: 0 })?;
                self.fork(jump, list, &[])?;
            }
            Effect::Choose(lists) => {
                let branch = put(&mut self.code.branches, Vec::new())?;
                self.push(Op::Branch(branch))?;
                let mut overs = Vec::new();
                for list in lists {
                    let start = self.here()?;
                    self.code.branches[branch as usize].push(start);
                    self.effects(list)?;
                    overs.push(self.push(Op::Goto(0))?);
                }
                overs.into_iter().try_for_each(|over| self.land(over))?;
            }
        }
        Ok(())
    }

    /// Refuses to speak of a card that is not there.
    fn speaks_of(&self, known: Known) -> Result<()> {
        let (there, why) = match known {
            Known::This => (true, ""),
            Known::It => (self.known.it, "`it` is no card here: nothing has been chosen"),
            Known::User => {
                (self.known.user, "`user` is nobody here: only what a program does when it is played has one")
            }
            Known::Host => (self.known.host, "`host` is no card here: this card is never attached"),
        };
        if there { Ok(()) } else { Err(why.into()) }
    }

    fn has_result(&self) -> Result<()> {
        match self.known.result {
            true => Ok(()),
            false => Err("`result` is nothing here: no skill check comes before it".into()),
        }
    }

    fn act(&mut self, act: Act, selector: &Selector, next: &mut Option<usize>) -> Result<()> {
        let how = if matches!(act, Act::Negate(_)) { Chosen::Waiting } else { Chosen::Target };
        if let (Selector::UpTo(most, _), Some(slot)) = (selector, &mut *next) {
            self.known.it = true;
            for _ in 0..*most {
                self.code.ops.push(Op::Recall(*slot as u8));
                self.code.ops.push(Op::Act(act, On::Known(Known::It)));
                *slot += 1;
            }
            return self.here().map(|_| ());
        }
        let (on, skip) = self.on(selector, how, next)?;
        self.push(Op::Act(act, on))?;
        skip.map_or(Ok(()), |jump| self.land(jump))
    }

    fn cost(&mut self, cost: &tree::Cost) -> Result<Cost> {
        self.dialect.cost(cost)?;
        let (x, resources) = cost.resources.iter().partition(|(r, _)| self.game.resources[*r as usize].variable);
        let x: Vec<(u8, i32)> = x;
        Ok(Cost {
            resources,
            tap: cost.tap,
            first: cost.first,
            destroy: cost.destroy.as_ref().is_some_and(|s| !is_own(s)),
            own: cost.destroy.as_ref().is_some_and(is_own),
            discard: few(cost.discard)?,
            points: few(cost.points)?,
            exile: cost.exile.as_ref().map(|q| self.filter(q)).transpose()?,
            counters: cost.counters.map_or(Ok(0), |(_, n)| i8::try_from(n)).map_err(|_| "too large a cost")?,
            x: few(x.iter().map(|(_, n)| *n as u32).sum())?,
        })
    }

    fn for_players(&mut self, who: Who, op: Op) -> Result<()> {
        if who == Who::Opponent {
            self.push(Op::Opponent)?;
        }
        self.push(op).map(|_| ())
    }
}

/// Whether an ability attaches its card.
fn attaches(ability: &Ability) -> bool {
    matches!(ability.effects.first(), Some(Effect::Attach(_)))
}

/// An effect and all effects inside it.
fn all_within(effect: &Effect) -> Vec<&Effect> {
    let inner = effect.inner().into_iter().flatten().flat_map(all_within);
    std::iter::once(effect).chain(inner).collect()
}

/// A small number.
fn few(n: u32) -> Result<u8> {
    u8::try_from(n).map_err(|_| "too large a number".to_owned())
}

/// Whether a cost destroys its own card.
fn is_own(selector: &Selector) -> bool {
    *selector == Selector::Known(Known::This)
}

/// What a card is chosen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chosen {
    /// As a target in play.
    Target,
    /// As a target among what waits to take effect.
    Waiting,
    /// To pay a cost.
    ToPay,
}
