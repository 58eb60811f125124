//! Trees → ops.

use catalog::Game;
use catalog::ability::{self as tree, Ability, Effect, Group, Known, Picker, Place, Selector, Shape, Until, Who};
use catalog::card::Card;
use catalog::game::FieldKind;
use catalog::query::Query;

use super::{
    Act, Always, Amount, Code, Condition, Cost, Countable, Entry, Filter, Form, Gift, Ix, On, Op, Pick, Refusal,
};

/// How many targets a play may have.
pub const TARGETS: usize = 3;

/// All abilities of the cards of a match.
#[derive(Debug)]
pub struct Lowered {
    /// The tables.
    pub code: Code,
    /// For each card its abilities, in their order.
    pub entries: Vec<Vec<Entry>>,
}

/// Makes the abilities of these cards ready; `changes` says which number fields change in play, `keywords` which
/// keywords mean something, by position.
///
/// # Errors
/// Every card that cannot be made ready, by name.
pub fn lower(
    game: &Game,
    cards: &[&Card],
    changes: impl Fn(usize) -> bool,
    keywords: u32,
) -> std::result::Result<Lowered, Vec<Refusal>> {
    let mut lowerer = Lowerer {
        game,
        cards,
        changes: &changes,
        keywords,
        code: Code::default(),
        targets: Vec::new(),
        known: Defined::default(),
    };
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

struct Lowerer<'a, F> {
    game: &'a Game,
    cards: &'a [&'a Card],
    changes: &'a F,
    code: Code,
    keywords: u32,
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
fn foreign<T>(word: &str) -> Result<T> {
    Err(format!("the rules of this game know no `{word}`"))
}

/// Adds to a table and says where.
fn put<T>(table: &mut Vec<T>, item: T) -> Result<Ix> {
    let at = Ix::try_from(table.len()).map_err(|_| "the match has too many abilities".to_owned())?;
    table.push(item);
    Ok(at)
}

impl<F: Fn(usize) -> bool> Lowerer<'_, F> {
    fn ability(&mut self, ability: &Ability, card: &Card) -> Result<Entry> {
        if ability.discarded {
            return foreign("from = \"discard\"");
        }
        self.targets.clear();
        let attaches_at_all = card.abilities.iter().any(attaches);
        let played = matches!(ability.shape, Shape::Played { .. });
        self.known = Defined {
            it: matches!(ability.shape, Shape::Triggered { .. }),
            user: false,
            host: attaches_at_all,
            result: false,
            first: ability.shape != Shape::Static,
            tap: !played,
        };
        let start = self.here()?;
        let (form, cost) = match &ability.shape {
            Shape::Played { need, rapid } => (Form::Played { rapid: *rapid }, Some(need)),
            Shape::Triggered { event, subject } => {
                let subject = subject.as_ref().map(|g| self.pick(g, false)).transpose()?;
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
            let attaches = false;
            return Ok(Entry { form, condition, start, targets: Vec::new(), cost: 0, attaches, statics });
        }
        let permanent = card.types.iter().any(|t| self.game.types[*t as usize].permanent);
        if matches!(form, Form::Played { .. }) && permanent {
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
        let announced = cost.is_some();
        let mut paid = 0;
        if let Some(cost) = cost {
            let destroyed = cost.destroy.as_ref().map(|s| self.announce(s, true)).transpose()?;
            if announced {
                for selector in ability.effects.iter().filter_map(Effect::selector) {
                    if matches!(selector, Selector::Choose(_)) {
                        self.announce(selector, false)?;
                    }
                }
            }
            let lowered = lower_cost(cost)?;
            let deeds = lowered.destroy || lowered.discard > 0 || lowered.points > 0;
            paid = put(&mut self.code.costs, lowered)?;
            if deeds {
                self.push(Op::Deeds { cost: paid, slot: destroyed.unwrap_or(0) })?;
            }
        }
        let first = usize::from(cost.is_some_and(|c| c.destroy.is_some()));
        let mut next = announced.then_some(first);
        for effect in &ability.effects {
            self.effect(effect, &mut next)?;
        }
        self.push(Op::End)?;
        Ok(Entry { form, condition, start, targets: self.targets.clone(), cost: paid, attaches, statics })
    }

    fn here(&self) -> Result<Ix> {
        Ix::try_from(self.code.ops.len()).map_err(|_| "the match has too many abilities".to_owned())
    }

    fn push(&mut self, op: Op) -> Result<Ix> {
        put(&mut self.code.ops, op)
    }

    /// Adds a target that is chosen while the play is announced; its slot.
    fn announce(&mut self, selector: &Selector, cost: bool) -> Result<u8> {
        let Selector::Choose(group) = selector else {
            return Err("a cost destroys one card of a group".into());
        };
        if cost && group.side == tree::Side::Enemy {
            return Err("a cost is paid with one's own cards".into());
        }
        let pick = self.pick(group, cost)?;
        let slot = self.targets.len();
        if slot == TARGETS {
            return Err(format!("more than {TARGETS} targets"));
        }
        self.targets.push(pick);
        self.push(Op::Target { slot: slot as u8, pick })?;
        Ok(slot as u8)
    }

    fn pick(&mut self, group: &Group, cost: bool) -> Result<Ix> {
        if group.state.is_some() || group.here || group.players {
            return Err("the rules of this game choose cards only by side and query".into());
        }
        let filter = self.filter(&group.query)?;
        put(&mut self.code.picks, Pick { side: group.side, other: group.other, filter, cost })
    }

    fn filter(&mut self, query: &Query) -> Result<Ix> {
        let filter = Filter::new(query, self.cards, self.changes);
        put(&mut self.code.filters, filter)
    }

    fn amount(&mut self, amount: &tree::Amount) -> Result<Amount> {
        Ok(match amount {
            tree::Amount::Number(n) => Amount::Number(*n),
            tree::Amount::Per(n, tree::Countable::Cards(group)) => Amount::Per(*n, self.pick(group, false)?),
            tree::Amount::Per(..) => return Err("the rules of this game count only cards in play after `per`".into()),
            tree::Amount::X => return foreign("x"),
            tree::Amount::Field(field, _) if self.game.fields[*field].kind != FieldKind::Number => {
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
            if !(self.changes)(*field) {
                return Err(format!("{} does not change in play", self.game.fields[*field].name));
            }
        }
        if let Some(has) = gift.keywords.iter().find(|has| self.keywords & (1 << has.keyword) == 0) {
            return Err(format!("the engine does not know {}", self.game.keywords[has.keyword as usize].name));
        }
        let numbers = gift.numbers.iter().map(|(f, n)| Ok((*f, self.amount(n)?))).collect::<Result<_>>()?;
        put(&mut self.code.gifts, Gift { numbers, keywords: gift.keywords.clone() })
    }

    fn condition(&mut self, condition: &tree::Condition) -> Result<Ix> {
        let condition = self.condition_tree(condition)?;
        put(&mut self.code.conditions, condition)
    }

    fn condition_tree(&mut self, condition: &tree::Condition) -> Result<Condition> {
        use tree::Condition as C;
        Ok(match condition {
            C::Count { min, max, what } => {
                let what = match what {
                    tree::Countable::Cards(group) => Countable::Cards(self.pick(group, false)?),
                    tree::Countable::Resource(side, r) => Countable::Resource(*side, *r as u8),
                    tree::Countable::Pile(side, pile, Query::All) => Countable::Pile(*side, *pile),
                    tree::Countable::Pile(..) => return Err("the rules of this game count all cards of a pile".into()),
                    tree::Countable::Points(side) => Countable::Points(*side),
                    tree::Countable::Result => {
                        self.has_result()?;
                        Countable::Result
                    }
                };
                Condition::Count(catalog::query::Range { min: Some(*min), max: *max, outside: false }, what)
            }
            C::ControlsCity(side) => Condition::ControlsCity(*side),
            C::Is(known, query) => {
                self.speaks_of(*known)?;
                Condition::Is(*known, self.filter(query)?)
            }
            C::In(..) => return foreign("is tapped"),
            C::YourTurn => return foreign("your turn"),
            C::First if !self.known.first => return Err("`first` is about a play, and this is always so".into()),
            C::First => Condition::First,
            C::Not(inner) => Condition::Not(Box::new(self.condition_tree(inner)?)),
            C::And(parts) => Condition::And(parts.iter().map(|p| self.condition_tree(p)).collect::<Result<_>>()?),
        })
    }

    fn always(&mut self, effect: &Effect) -> Result<(On, Always)> {
        let selector = effect.selector().ok_or("only cards in play can have something always")?;
        let on = match selector {
            Selector::Known(known @ (Known::This | Known::Host)) => {
                self.speaks_of(*known)?;
                On::Known(*known)
            }
            Selector::Each(group) => On::Each(self.pick(group, false)?),
            _ => return Err("what is always so is about `this`, `host` or `each …`".into()),
        };
        match effect {
            Effect::Give(gift, ..) => Ok((on, Always::Give(self.gift(gift)?))),
            Effect::Hack(..) => Ok((on, Always::Hack)),
            _ => Err("only `give` and `hack` can be always".into()),
        }
    }

    /// Prepares the cards of an effect. Targets that were announced are recalled, others chosen; what is chosen
    /// now may not be there, and then the effect is skipped: the second value is the op to mend.
    fn on(&mut self, selector: &Selector, next: &mut Option<usize>) -> Result<(On, Option<Ix>)> {
        Ok(match selector {
            Selector::Known(known) => {
                self.speaks_of(*known)?;
                (On::Known(*known), None)
            }
            Selector::Each(group) => (On::Each(self.pick(group, false)?), None),
            Selector::UpTo(..) => return foreign("up to"),
            Selector::Players(_) => return Err("the rules of this game do this to cards, not to players".into()),
            Selector::Choose(group) => {
                self.known.it = true;
                let skip = match next {
                    Some(slot) => {
                        self.push(Op::Recall(*slot as u8))?;
                        *slot += 1;
                        None
                    }
                    None => {
                        let pick = self.pick(group, false)?;
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
                let random = match picker {
                    Picker::Owner => false,
                    Picker::Random => true,
                    Picker::You(_) => return foreign("choose` in `discard"),
                };
                self.for_players(*who, Op::Discard(*who, n, random))?;
            }
            Effect::Mill(who, n) => {
                let n = self.amount_ix(n)?;
                self.for_players(*who, Op::Mill(*who, n))?;
            }
            Effect::Points(who, n) => {
                let n = i8::try_from(*n).map_err(|_| "too many control points")?;
                self.for_players(*who, Op::Points(*who, n))?;
            }
            Effect::Damage { amount, to, by: Known::This } => {
                let n = self.amount_ix(amount)?;
                self.act(Act::Damage(n), to, next)?;
            }
            Effect::Damage { .. } => return foreign("by"),
            Effect::Destroy(s) => self.act(Act::Destroy, s, next)?,
            Effect::Tap(s) => self.act(Act::Tap, s, next)?,
            Effect::Untap(s) => self.act(Act::Untap, s, next)?,
            Effect::Return(s, Place::Hand) => self.act(Act::Return, s, next)?,
            Effect::Return(..) => return foreign("to` in `return"),
            Effect::Control(s, None) => self.act(Act::Control, s, next)?,
            Effect::Control(..) => return foreign("until` in `control"),
            Effect::Give(.., Until::YourNextTurn) | Effect::Hack(_, Until::YourNextTurn) => {
                return foreign("your next turn");
            }
            Effect::Hack(s, _) => self.act(Act::Hack, s, next)?,
            Effect::Attach(s) => self.act(Act::Attach, s, next)?,
            Effect::Give(gift, s, _) => {
                let gift = self.gift(gift)?;
                self.act(Act::Give(gift), s, next)?;
            }
            Effect::Exile(_) => return foreign("exile"),
            Effect::Flicker(_) => return foreign("flicker"),
            Effect::Move(_) => return foreign("move"),
            Effect::Counters(..) => return foreign("counters"),
            Effect::Negate(..) => return foreign("negate"),
            Effect::Sacrifice { .. } => return foreign("sacrifice"),
            Effect::Purge { .. } => return foreign("purge"),
            Effect::Reshuffle(_) => return foreign("reshuffle"),
            Effect::Peek(_) => return foreign("peek"),
            Effect::Look { .. } => return foreign("look"),
            Effect::Fetch { .. } => return foreign("fetch"),
            Effect::Cheaper(..) => return foreign("cheaper"),
            Effect::ExtraPlay(_) => return foreign("extra_play"),
            Effect::ExtraTurn => return foreign("extra_turn"),
            Effect::Win => return foreign("win"),
            Effect::TakeControl(Selector::Each(_)) => return Err("one asset at a time can Take Control".into()),
            Effect::TakeControl(s) => {
                let (on, skip) = self.on(s, next)?;
                self.push(Op::TakeControl(on))?;
                skip.map_or(Ok(()), |jump| self.land(jump))?;
            }
            Effect::Research { reveal } => {
                self.push(Op::Research(*reveal))?;
            }
            Effect::Download { query, from, count } => {
                let filter = self.filter(query)?;
                let count = u8::try_from(*count).map_err(|_| "too many downloads")?;
                self.push(Op::Download { filter, from: *from, count })?;
            }
            Effect::Put { tapped: true, .. } => return foreign("tapped` in `put"),
            Effect::Put { query, from, .. } => {
                let filter = self.filter(query)?;
                self.push(Op::Put { filter, from: *from })?;
            }
            Effect::Check { target: Some(Selector::Each(_)), .. } => return Err("a skill check has one target".into()),
            Effect::Check { least, target, then, otherwise } => {
                let skip = match target {
                    Some(target) => self.on(target, next)?.1,
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
                    Some(Selector::Choose(group)) if group.side != tree::Side::Enemy => Some(self.pick(group, true)?),
                    Some(_) => return Err("a cost destroys one card of a group".into()),
                    None => None,
                };
                let cost = lower_cost(cost)?;
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
        let (on, skip) = self.on(selector, next)?;
        self.push(Op::Act(act, on))?;
        skip.map_or(Ok(()), |jump| self.land(jump))
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

fn lower_cost(cost: &tree::Cost) -> Result<Cost> {
    if cost.exile.is_some() {
        return foreign("exile` in `cost");
    }
    if cost.counters.is_some() {
        return Err("the rules of this game put no counters on cards".into());
    }
    let small = |n: u32| u8::try_from(n).map_err(|_| "too large a cost".to_owned());
    Ok(Cost {
        resources: cost.resources.clone(),
        tap: cost.tap,
        first: cost.first,
        destroy: cost.destroy.is_some(),
        discard: small(cost.discard)?,
        points: small(cost.points)?,
    })
}
