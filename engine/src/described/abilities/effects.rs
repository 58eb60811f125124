//! Effects, one after the other.

mod choices;
mod piles;

use catalog::ability::{
    self as tree, Amount, Destination, Effect, EffectDuration, PlayerSelector, Selector, TriggerEvent,
};
use catalog::card::Card;
use catalog::tr;

use super::super::emit::{Emitter, all_of, card, join, you, zone_of};
use super::super::expression::{CardChoice, CardNumber, Expression, NONE, Operator, Place as Lies};
use super::super::program::{Instruction, Place, Target};
use super::super::slots;
use super::lower::{LowerError, Lowerer, Result};

/// What an effect is about, and where to go on if there is nothing.
struct On {
    cards: CardChoice,
    /// The seat that it is about instead, if it may be one.
    seat: Option<Expression>,
    skip: Option<Place>,
}

impl Lowerer<'_> {
    /// A list of effects. If targets were announced, they are taken in order.
    pub(super) fn effects(&mut self, of: &Card, effects: &[Effect], announced: bool) -> Result<()> {
        let mut next = announced.then_some(0);
        for effect in effects {
            self.effect(of, effect, &mut next)?;
        }
        Ok(())
    }

    /// Effects inside of another: nothing was announced for them.
    fn inner(&mut self, of: &Card, effects: &[Effect]) -> Result<()> {
        self.effects(of, effects, false)
    }

    fn effect(&mut self, of: &Card, effect: &Effect, next: &mut Option<usize>) -> Result<()> {
        match effect {
            Effect::Gain(who, list) => self.resources(*who, list, true),
            Effect::Lose(who, list) => self.resources(*who, list, false),
            Effect::Draw(who, count) => {
                let (deck, hand) = (self.rules.deck, self.rules.hand);
                self.top_cards(*who, count, deck, hand)
            }
            Effect::Mill(who, count) => {
                let (deck, discard) = (self.rules.deck, self.rules.discard);
                self.top_cards(*who, count, deck, discard)
            }
            Effect::Damage { amount, to, .. } => self.damage(of, amount, to, next),
            Effect::Discard { who, count, picker } => self.discard(*who, count, picker),
            Effect::Sacrifice { who, query, count } => self.sacrifice(*who, query, *count),
            Effect::Purge { who, query, count } => self.purge(*who, query, *count),
            Effect::Reshuffle(who) => {
                let (discard, deck) = (self.rules.discard, self.rules.deck);
                self.each_seat(*who, |l| {
                    let cards = all_of(zone_of(discard, you()));
                    l.move_to(cards, deck, you(), false);
                    l.emit(Instruction::Shuffle(zone_of(deck, you())));
                    Ok(())
                })
            }
            Effect::Peek(who) => self.peek(*who),
            Effect::Look { count, take, to, rest } => self.look(count, take.as_ref(), *to, *rest),
            Effect::Research { reveal } => {
                self.draw_to_look(Expression::Number(1));
                if *reveal {
                    let looked = self.looked();
                    self.emit(Instruction::Reveal(looked));
                }
                self.put_back(Destination::Either)
            }
            Effect::Fetch { query, from, count } => self.fetch(query, *from, *count),
            Effect::Put { query, from, tapped } => self.put(query, *from, *tapped),
            Effect::Negate(selector, cost) => self.negate(of, selector, cost, next),
            Effect::Win => {
                self.emit(Instruction::Over(Some(you())));
                Ok(())
            }
            Effect::If { condition, then, otherwise } => self.branch(of, condition, then, otherwise),
            Effect::Pay(cost, then) => self.may_pay(of, cost, then),
            Effect::Choose(lists) => self.choose_list(of, lists),
            Effect::May(then) => self.may(of, then),
            Effect::Hack(..) => Err(LowerError::Word("hack")),
            Effect::Move(_) => Err(LowerError::Word("move")),
            Effect::Download { .. } => Err(LowerError::Word("download")),
            Effect::Cheaper(..) => Err(LowerError::Word("cheaper outside of `always`")),
            Effect::ExtraPlay(_) => Err(LowerError::Word("extra_play")),
            // A played card does it while it takes effect.
            Effect::Attach(_) => Err(LowerError::Word("attach after something else")),
            Effect::Points(..) => Err(LowerError::Word("points")),
            Effect::TakeControl(_) => Err(LowerError::Word("take_control")),
            Effect::ExtraTurn => Err(LowerError::Word("extra_turn")),
            Effect::Check { .. } => Err(LowerError::Word("check")),
            cards => self.change_cards(of, cards, next),
        }
    }

    /// Effects that change cards in play.
    fn change_cards(&mut self, of: &Card, effect: &Effect, next: &mut Option<usize>) -> Result<()> {
        let Some(selector) = effect.selector() else { return Err(LowerError::Word("this effect")) };
        let on = self.on(of, selector, false, next)?;
        let cards = on.cards;
        match effect {
            Effect::Destroy(_) => self.each_card(cards, |l, card| l.destroy_card(card)),
            Effect::Exile(_) => {
                let exile = self.rules.exile.ok_or(LowerError::Word("exile"))?;
                self.home(cards, exile, false);
            }
            Effect::Tap(_) | Effect::Untap(_) => {
                let tapped = self.rules.tapped.ok_or(LowerError::Word("tap"))?;
                let now = i32::from(matches!(effect, Effect::Tap(_)));
                self.emit(Instruction::Set(Target::OfCards(tapped, cards), Expression::Number(now)));
            }
            Effect::Return(_, to) => {
                let (zone, bottom) = match to {
                    Destination::Hand => (self.rules.hand, false),
                    Destination::Top => (self.rules.deck, false),
                    Destination::Bottom => (self.rules.deck, true),
                    Destination::Either | Destination::Discard | Destination::Play => {
                        return Err(LowerError::Word("return there"));
                    }
                };
                self.home(cards, zone, bottom);
            }
            Effect::Flicker(_) => {
                let (exile, play) =
                    (self.rules.exile.ok_or(LowerError::Word("flicker without `exile`"))?, self.rules.play);
                self.each_card(cards, |l, of| {
                    l.move_home(of.clone(), exile, false);
                    l.move_home(of, play, false);
                });
            }
            Effect::Control(_, None) => {
                let play = self.rules.play;
                self.move_to(cards, play, you(), false);
            }
            Effect::Control(_, Some(_)) => return Err(LowerError::Word("control until")),
            Effect::Counters(amount, _) => {
                let amount = self.amount(amount)?;
                self.emit(Instruction::Add(Target::OfCards(self.rules.raised, cards), amount));
            }
            Effect::Give(gift, _, EffectDuration::EndOfTurn) => self.give(gift, &cards)?,
            Effect::Give(gift, _, EffectDuration::YourNextTurn) => self.give_lasting(gift, &cards)?,
            Effect::Give(..) => return Err(LowerError::Word("give without an end")),
            _ => return Err(LowerError::Word("this effect")),
        }
        if let Some(skip) = on.skip {
            self.land(skip);
        }
        Ok(())
    }

    fn give(&mut self, gift: &tree::Modifier, cards: &CardChoice) -> Result<()> {
        for (field, amount) in &gift.numbers {
            let live = self.live(*field)?;
            let turn = self.rules.live[usize::from(live)].turn;
            let amount = self.amount(amount)?;
            self.emit(Instruction::Add(Target::OfCards(turn, cards.clone()), amount));
        }
        for keyword in &gift.keywords {
            let counter = self.rules.keywords.get(usize::from(keyword.keyword)).copied().flatten();
            let counter = counter.ok_or(LowerError::Word("this keyword"))?;
            let number = Expression::Number(keyword.number.unwrap_or(1));
            self.emit(Instruction::Set(Target::OfCards(counter, cards.clone()), number));
        }
        Ok(())
    }

    /// Until the next turn of `you`: what each seat has given is counted apart.
    fn give_lasting(&mut self, gift: &tree::Modifier, cards: &CardChoice) -> Result<()> {
        let mut amounts = Vec::new();
        for (field, amount) in &gift.numbers {
            let amount = self.amount(amount)?;
            amounts.push((self.live(*field)?, self.keep(amount)?));
        }
        for seat in 0..self.seats {
            let lasting = self.rules.lasting.get(usize::from(seat)).ok_or(LowerError::Word("until your next turn"))?;
            let is_you = join(Operator::Equal, you(), Expression::Number(seat.into()));
            let skip = self.emit(Instruction::Unless(is_you, 0));
            for (live, amount) in &amounts {
                let counter = lasting.numbers[usize::from(*live)];
                self.emit(Instruction::Add(Target::OfCards(counter, cards.clone()), amount.clone()));
            }
            for keyword in &gift.keywords {
                let counter = lasting.keywords.get(usize::from(keyword.keyword)).copied().flatten();
                let counter = counter.ok_or(LowerError::Word("this keyword"))?;
                let number = Expression::Number(keyword.number.unwrap_or(1));
                self.emit(Instruction::Set(Target::OfCards(counter, cards.clone()), number));
            }
            self.land(skip);
        }
        Ok(())
    }

    /// A permanent that attaches itself while it takes effect, and what it does besides; without a host it is put away.
    pub(super) fn attach(&mut self, of: &Card, effects: &[Effect]) -> Result<()> {
        let Some((Effect::Attach(selector), rest)) = effects.split_first() else {
            return Err(LowerError::Word("a played ability that does not attach"));
        };
        let host = self.rules.host.ok_or(LowerError::Word("attach"))?;
        let this = || Expression::Slot(slots::THIS);
        let mut next = Some(0);
        let on = self.on(of, selector, false, &mut next)?;
        let play = self.rules.play;
        self.move_to(card(this()), play, you(), false);
        self.emit(Instruction::Set(Target::OfCards(host, card(this())), Expression::One(on.cards.into())));
        self.emit(Instruction::Raise(TriggerEvent::Deployed, Some(card(this()))));
        for effect in rest {
            self.effect(of, effect, &mut next)?;
        }
        if let Some(lost) = on.skip {
            let end = self.emit(Instruction::Goto(0));
            self.land(lost);
            self.put_away();
            self.land(end);
        }
        Ok(())
    }

    /// Several targets: those that were announced, or as many as are picked now.
    fn up_to(
        &mut self,
        of: &Card,
        selector: &Selector,
        most: u32,
        waits: bool,
        next: &mut Option<usize>,
    ) -> Result<On> {
        let (group, _) = self.target(selector, waits)?;
        let this = || Box::new(Expression::Slot(slots::THIS));
        let mut all: Option<CardChoice> = None;
        let mut ends = Vec::new();
        let kept = match next {
            Some(_) => None,
            None => {
                let first = self.numbers_in_a_row(most as u16)?;
                for at in 0..most as u16 {
                    self.emit(Instruction::Keep(first + at, Expression::Number(NONE)));
                }
                Some(first)
            }
        };
        for at in 0..most as u16 {
            let target = match (kept, &mut *next) {
                (Some(first), _) => {
                    let slot = first + at;
                    let left = without(group.clone(), all.clone());
                    let target = tree::target(self.game, of, selector);
                    let text = tr!("{card}: choose {target}", card = of.name.clone(), target);
                    self.pick(text, left, true, |l| {
                        let picked = l.picked();
                        l.emit(Instruction::Keep(slot, picked));
                    });
                    let chosen = join(Operator::Unequal, Expression::Slot(slot), Expression::Number(NONE));
                    ends.push(self.emit(Instruction::Unless(chosen, 0)));
                    Expression::Slot(slot)
                }
                (None, Some(slot)) => {
                    *slot += 1;
                    Expression::OfCard(CardNumber::Counter(self.rules.targets[*slot - 1].0), this())
                }
                (None, None) => unreachable!("one of them is there"),
            };
            // A target that is no longer what it must be is lost.
            let target = card(target);
            let fits = match kept {
                Some(_) => target,
                None => without(target.clone(), Some(without(target, Some(group.clone())))),
            };
            all = Some(match all {
                None => fits,
                Some(others) => CardChoice { place: Lies::With(others.into(), fits.into()), tests: Vec::new() },
            });
        }
        ends.into_iter().for_each(|end| self.land(end));
        Ok(On { cards: all.ok_or(LowerError::Word("up to 0"))?, seat: None, skip: None })
    }

    /// Each of some cards goes to a zone of whose it is.
    fn home(&mut self, cards: CardChoice, zone: u16, bottom: bool) {
        self.each_card(cards, |l, of| l.move_home(of, zone, bottom));
    }

    /// The cards of an effect: known ones, all of a group, a target that was announced, or one that is chosen now.
    fn on(&mut self, of: &Card, selector: &Selector, waits: bool, next: &mut Option<usize>) -> Result<On> {
        match selector {
            Selector::Known(known) => Ok(On { cards: card(self.known(*known)?), seat: None, skip: None }),
            Selector::Each(group) => {
                let cards = if waits { self.waiting(group)? } else { self.group(group)? };
                Ok(On { cards, seat: None, skip: None })
            }
            Selector::UpTo(most, _) => self.up_to(of, selector, *most, waits, next),
            Selector::Players(_) => Err(LowerError::Word("players")),
            Selector::Choose(_) => {
                let (group, seats) = self.target(selector, waits)?;
                let it = self.it;
                let Some(slot) = next else {
                    self.emit(Instruction::Keep(it, Expression::Number(NONE)));
                    let text = tr!(
                        "{card}: choose {target}",
                        card = of.name.clone(),
                        target = tree::target(self.game, of, selector)
                    );
                    self.pick(text, group, false, |l| {
                        let picked = l.picked();
                        l.emit(Instruction::Keep(it, picked));
                    });
                    return Ok(self.chosen(Expression::Slot(it), None));
                };
                let (kept, seat) = self.rules.targets[*slot];
                *slot += 1;
                let this = || Box::new(Expression::Slot(slots::THIS));
                self.emit(Instruction::Keep(it, Expression::OfCard(CardNumber::Counter(kept), this())));
                // A target that is no longer what it must be is lost.
                let still = CardChoice {
                    place: Lies::Without(Box::new(card(Expression::Slot(it))), Box::new(group)),
                    tests: Vec::new(),
                };
                let fits = self.emit(Instruction::Unless(Expression::Any(still.into()), 0));
                self.emit(Instruction::Keep(it, Expression::Number(NONE)));
                self.land(fits);
                let seat = seats.then(|| Expression::OfCard(CardNumber::Counter(seat), this()));
                Ok(self.chosen(Expression::Slot(it), seat))
            }
        }
    }

    /// A card that may not be there.
    fn chosen(&mut self, it: Expression, seat: Option<Expression>) -> On {
        let none = || Expression::Number(NONE);
        let mut there = join(Operator::Unequal, it.clone(), none());
        if let Some(seat) = &seat {
            there = join(Operator::Or, there, join(Operator::Unequal, seat.clone(), none()));
        }
        let skip = self.emit(Instruction::Unless(there, 0));
        On { cards: card(it), seat, skip: Some(skip) }
    }

    /// Does something as each of some seats, which is `you` in it.
    fn each_seat(&mut self, who: PlayerSelector, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        match who {
            PlayerSelector::You => body(self),
            PlayerSelector::Opponent => {
                let opponent = self.opponent()?;
                self.as_seat(opponent, body)
            }
            PlayerSelector::Controller => {
                let it = Expression::Slot(self.it);
                self.as_seat(Expression::OfCard(CardNumber::Holder, it.into()), body)
            }
            PlayerSelector::EachOpponent | PlayerSelector::EachPlayer => {
                let slot = self.numbers_in_a_row(3)?;
                self.each_seat_in(slot, who == PlayerSelector::EachOpponent, body)
            }
        }
    }

    fn as_seat(&mut self, seat: Expression, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let saved = self.number()?;
        self.as_seat_in(saved, seat, body)
    }

    fn resources(&mut self, who: PlayerSelector, list: &[(u8, Amount)], gain: bool) -> Result<()> {
        for (resource, amount) in list {
            let counter = self.pool_counter(usize::from(*resource))?;
            let amount = self.amount(amount)?;
            let amount = self.keep(amount)?;
            self.each_seat(who, |l| {
                let target = Target::OfSeat(counter, you());
                if gain {
                    l.emit(Instruction::Add(target, amount));
                } else {
                    let has = || Expression::OfSeat(counter, you().into());
                    let enough = join(Operator::AtLeast, has(), amount.clone());
                    let left = join(Operator::Subtract, has(), amount);
                    let rest = Expression::If(Box::new([enough, left, Expression::Number(0)]));
                    l.emit(Instruction::Set(target, rest));
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    fn top_cards(&mut self, who: PlayerSelector, count: &Amount, from: u16, to: u16) -> Result<()> {
        let count = self.amount(count)?;
        let count = self.keep(count)?;
        self.each_seat(who, |l| {
            l.emit(Instruction::Draw { count, from: zone_of(from, you()), to: zone_of(to, you()), refill: None });
            Ok(())
        })
    }

    fn damage(&mut self, of: &Card, amount: &Amount, to: &Selector, next: &mut Option<usize>) -> Result<()> {
        let amount = self.amount(amount)?;
        let amount = self.keep(amount)?;
        if let Selector::Players(who) = to {
            let hurt = self.rules.damages[1].ok_or(LowerError::Word("damage to a seat"))?;
            return self.each_seat(*who, |l| {
                l.call(hurt, you(), amount);
                Ok(())
            });
        }
        let on = self.on(of, to, false, next)?;
        let hurt = self.rules.damages[0].ok_or(LowerError::Word("damage to a card"))?;
        let mut end = None;
        if let Some(seat) = on.seat {
            let of_seat = self.rules.damages[1].ok_or(LowerError::Word("damage to a seat"))?;
            let is_seat = join(Operator::Unequal, seat.clone(), Expression::Number(NONE));
            let cards = self.emit(Instruction::Unless(is_seat, 0));
            self.call(of_seat, seat, amount.clone());
            end = Some(self.emit(Instruction::Goto(0)));
            self.land(cards);
        }
        self.each_card(on.cards, |l, card| l.call(hurt, card, amount));
        end.into_iter().chain(on.skip).for_each(|place| self.land(place));
        Ok(())
    }

    /// Does something so often.
    fn repeat(&mut self, count: Expression, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let left = self.number()?;
        self.repeat_in(left, count, None, body)
    }
}

/// The first cards and not the others.
fn without(cards: CardChoice, others: Option<CardChoice>) -> CardChoice {
    match others {
        None => cards,
        Some(others) => CardChoice { place: Lies::Without(cards.into(), others.into()), tests: Vec::new() },
    }
}
