//! Effects, one after the other.

mod cards;
mod choices;
mod piles;
mod targets;

use catalog::ability::{Amount, Destination, Effect, PlayerSelector, Selector};
use catalog::card::Card;

use super::super::emit::{Emitter, all_of, join, you, zone_of};
use super::super::expression::{CardChoice, CardNumber, Expression, NONE, Operator};
use super::super::program::{Instruction, Target};
use super::lower::{LowerError, Lowerer, Result};

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
            Effect::Hack(..) => Err(LowerError::BuiltIn("hack", "write with `give` what changes")),
            Effect::Download { .. } => Err(LowerError::BuiltIn("download", "`fetch` takes into hand, `put` into play")),
            Effect::Cheaper(..) => Err(LowerError::Word("cheaper outside of `always`")),
            Effect::ExtraPlay(_) => Err(LowerError::Word("extra_play")),
            // A played card does it while it takes effect.
            Effect::Attach(_) => Err(LowerError::Word("attach after something else")),
            Effect::Points(who, n) => self.gain_points(*who, *n),
            Effect::TakeControl(_) => {
                Err(LowerError::BuiltIn("take_control", "`control` gives control of a card, for good or for a time"))
            }
            Effect::ExtraTurn => {
                let turns = self.rules.extra_turns.ok_or(LowerError::Word("extra_turn"))?;
                self.emit(Instruction::Add(Target::OfSeat(turns.counter, you()), Expression::Number(1)));
                Ok(())
            }
            Effect::Check { .. } => Err(LowerError::BuiltIn("check", "chance is a `roll` in an action of play.toml")),
            cards => self.change_cards(of, cards, next),
        }
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

    /// Points of each of some seats; fewer if the number is negative.
    fn gain_points(&mut self, who: PlayerSelector, n: i32) -> Result<()> {
        let points = self.points()?;
        self.each_seat(who, |l| {
            l.emit(Instruction::Add(Target::OfSeat(points, you()), Expression::Number(n)));
            Ok(())
        })
    }

    /// Each of some cards goes to a zone of whose it is.
    fn home(&mut self, cards: CardChoice, zone: u16, bottom: bool) {
        self.each_card(cards, |l, of| l.move_home(of, zone, bottom));
    }
}
