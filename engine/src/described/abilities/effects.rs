//! Effects, one after the other.

use catalog::ability::{
    self as tree, Amount, Destination, Effect, EffectDuration, Picker, PlayerPile, PlayerSelector, Selector,
};
use catalog::card::Card;
use catalog::query::Query;
use catalog::tr;

use super::super::expression::{CardChoice, CardNumber, Expression, NONE, Operator, Place as Lies};
use super::super::program::{Instruction, Place, Target};
use super::super::slots;
use super::lower::{LowerError, Lowerer, Result};
use super::measure::{card, join, you, zone_of};

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
                    let cards = CardChoice { place: Lies::Zone(zone_of(discard, you())), tests: Vec::new() };
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
            Effect::Attach(_) => Err(LowerError::Word("attach")),
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
            Effect::Destroy(_) => self.each_card(cards, |l, card| {
                l.destroy(card);
                Ok(())
            })?,
            Effect::Exile(_) => {
                let exile = self.rules.exile.ok_or(LowerError::Word("exile"))?;
                self.home(cards, exile, false)?;
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
                self.home(cards, zone, bottom)?;
            }
            Effect::Flicker(_) => {
                let (exile, play) =
                    (self.rules.exile.ok_or(LowerError::Word("flicker without `exile`"))?, self.rules.play);
                self.each_card(cards, |l, of| {
                    let owner = || Expression::Owner(of.clone().into());
                    l.move_to(card(of.clone()), exile, owner(), false);
                    l.move_to(card(of.clone()), play, owner(), false);
                    Ok(())
                })?;
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
            Effect::Give(..) => return Err(LowerError::Word("until your next turn")),
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

    /// Each of some cards goes to a zone of whose it is.
    fn home(&mut self, cards: CardChoice, zone: u16, bottom: bool) -> Result<()> {
        self.each_card(cards, |l, of| {
            l.move_to(card(of.clone()), zone, Expression::Owner(of.into()), bottom);
            Ok(())
        })
    }

    /// The cards of an effect: known ones, all of a group, a target that was announced, or one that is chosen now.
    fn on(&mut self, of: &Card, selector: &Selector, waits: bool, next: &mut Option<usize>) -> Result<On> {
        match selector {
            Selector::Known(known) => Ok(On { cards: card(self.known(*known)?), seat: None, skip: None }),
            Selector::Each(group) => {
                let cards = if waits { self.waiting(group)? } else { self.group(group)? };
                Ok(On { cards, seat: None, skip: None })
            }
            Selector::UpTo(..) => Err(LowerError::Word("up to")),
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
                self.emit(Instruction::Seats(slot));
                let others = who == PlayerSelector::EachOpponent;
                let next = self.emit(Instruction::NextSeat { slot, others, end: 0 });
                body(self)?;
                self.emit(Instruction::Goto(next));
                self.land(next);
                Ok(())
            }
        }
    }

    fn as_seat(&mut self, seat: Expression, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let saved = self.number()?;
        self.emit(Instruction::Keep(saved, you()));
        self.emit(Instruction::Keep(slots::YOU, seat));
        body(self)?;
        self.emit(Instruction::Keep(slots::YOU, Expression::Slot(saved)));
        Ok(())
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
            l.emit(Instruction::Draw { count, from: zone_of(from, you()), to: zone_of(to, you()) });
            Ok(())
        })
    }

    fn damage(&mut self, of: &Card, amount: &Amount, to: &Selector, next: &mut Option<usize>) -> Result<()> {
        let amount = self.amount(amount)?;
        let amount = self.keep(amount)?;
        if let Selector::Players(who) = to {
            let hurt = self.rules.damages[1].ok_or(LowerError::Word("damage to a seat"))?;
            return self.each_seat(*who, |l| {
                l.emit(Instruction::Keep(hurt.subject, you()));
                l.emit(Instruction::Keep(hurt.number, amount));
                l.emit(Instruction::Call(hurt.body));
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
            self.emit(Instruction::Keep(of_seat.subject, seat));
            self.emit(Instruction::Keep(of_seat.number, amount.clone()));
            self.emit(Instruction::Call(of_seat.body));
            end = Some(self.emit(Instruction::Goto(0)));
            self.land(cards);
        }
        self.each_card(on.cards, |l, card| {
            l.emit(Instruction::Keep(hurt.subject, card));
            l.emit(Instruction::Keep(hurt.number, amount));
            l.emit(Instruction::Call(hurt.body));
            Ok(())
        })?;
        end.into_iter().chain(on.skip).for_each(|place| self.land(place));
        Ok(())
    }

    /// Does something so often.
    fn repeat(&mut self, count: Expression, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let left = self.number()?;
        self.emit(Instruction::Keep(left, count));
        let more = join(Operator::More, Expression::Slot(left), Expression::Number(0));
        let top = self.emit(Instruction::Unless(more, 0));
        self.emit(Instruction::Keep(left, join(Operator::Subtract, Expression::Slot(left), Expression::Number(1))));
        body(self)?;
        self.emit(Instruction::Goto(top));
        self.land(top);
        Ok(())
    }

    fn discard(&mut self, who: PlayerSelector, count: &Amount, picker: &Picker) -> Result<()> {
        let count = self.amount(count)?;
        let count = self.keep(count)?;
        let (hand, discard) = (self.rules.hand, self.rules.discard);
        let to_pile = move |l: &mut Self| {
            let picked = l.picked();
            l.move_to(card(picked.clone()), discard, Expression::Owner(picked.into()), false);
        };
        match picker {
            Picker::Random => self.each_seat(who, |l| {
                l.emit(Instruction::Draw { count, from: zone_of(hand, you()), to: zone_of(discard, you()) });
                Ok(())
            }),
            Picker::Owner => self.each_seat(who, |l| {
                l.repeat(count, |l| {
                    let cards = l.zone_with(hand, you(), &Query::All);
                    l.pick(tr!("Choose a card to discard"), cards, false, to_pile);
                    Ok(())
                })
            }),
            Picker::You(query) => {
                let owner = match who {
                    PlayerSelector::Opponent => self.opponent()?,
                    PlayerSelector::You => you(),
                    _ => return Err(LowerError::Word("discard chosen by you, of several players")),
                };
                let all = self.zone_with(hand, owner.clone(), &Query::All);
                self.emit(Instruction::Look(all));
                self.repeat(count, |l| {
                    let cards = l.zone_with(hand, owner, query);
                    l.pick(tr!("Choose a card to discard"), cards, false, to_pile);
                    Ok(())
                })
            }
        }
    }

    fn sacrifice(&mut self, who: PlayerSelector, query: &Query, count: u32) -> Result<()> {
        let play = self.rules.play;
        self.each_seat(who, |l| {
            l.repeat(Expression::Number(count as i32), |l| {
                let cards = l.zone_with(play, you(), query);
                l.pick(tr!("Choose a card to give up"), cards, false, |l| {
                    let picked = l.picked();
                    l.destroy(picked);
                });
                Ok(())
            })
        })
    }

    fn purge(&mut self, who: PlayerSelector, query: &Query, count: u32) -> Result<()> {
        let exile = self.rules.exile.ok_or(LowerError::Word("purge without `exile`"))?;
        let discard = self.rules.discard;
        let whose = match who {
            PlayerSelector::You => you(),
            PlayerSelector::Opponent => self.opponent()?,
            _ => return Err(LowerError::Word("purge of several players")),
        };
        let cards = self.zone_with(discard, whose, query);
        if count == 0 {
            return self.home(cards, exile, false);
        }
        self.repeat(Expression::Number(count as i32), |l| {
            l.pick(tr!("Choose a card to exile"), cards, true, |l| {
                let picked = l.picked();
                l.move_to(card(picked.clone()), exile, Expression::Owner(picked.into()), false);
            });
            Ok(())
        })
    }

    fn peek(&mut self, who: PlayerSelector) -> Result<()> {
        let hand = self.rules.hand;
        let cards = match who {
            PlayerSelector::Opponent => {
                let opponent = self.opponent()?;
                self.zone_with(hand, opponent, &Query::All)
            }
            PlayerSelector::EachOpponent => CardChoice { place: Lies::Others(hand), tests: Vec::new() },
            _ => return Err(LowerError::Word("peek at this hand")),
        };
        self.emit(Instruction::Look(cards));
        Ok(())
    }

    fn looked(&self) -> CardChoice {
        CardChoice { place: Lies::Zone(zone_of(self.rules.looked, you())), tests: Vec::new() }
    }

    fn draw_to_look(&mut self, count: Expression) {
        let (deck, looked) = (self.rules.deck, self.rules.looked);
        self.emit(Instruction::Draw { count, from: zone_of(deck, you()), to: zone_of(looked, you()) });
    }

    fn look(&mut self, count: &Amount, take: Option<&(Query, u32)>, to: Destination, rest: Destination) -> Result<()> {
        let count = self.amount(count)?;
        self.draw_to_look(count);
        if let Some((query, most)) = take {
            let (zone, text) = match to {
                Destination::Hand => (self.rules.hand, tr!("Take a card into your hand")),
                Destination::Play => (self.rules.play, tr!("Put a card into play")),
                _ => return Err(LowerError::Word("take to there")),
            };
            let may = *query != Query::All;
            let looked = self.rules.looked;
            self.repeat(Expression::Number(*most as i32), |l| {
                let cards = l.zone_with(looked, you(), query);
                l.pick(text, cards, may, |l| {
                    let picked = l.picked();
                    l.move_to(card(picked), zone, you(), false);
                });
                Ok(())
            })?;
        }
        self.put_back(rest)
    }

    /// What was looked at goes away, in the order that its owner chooses.
    fn put_back(&mut self, rest: Destination) -> Result<()> {
        let deck = self.rules.deck;
        let text = match rest {
            Destination::Discard => {
                let (looked, discard) = (self.looked(), self.rules.discard);
                self.move_to(looked, discard, you(), false);
                return Ok(());
            }
            Destination::Bottom => tr!("Put a card on the bottom of your deck"),
            Destination::Top => tr!("Put a card on top of your deck"),
            Destination::Either => tr!("Put a card on top or on the bottom of your deck"),
            Destination::Hand | Destination::Play => return Err(LowerError::Word("the rest there")),
        };
        let top = self.here();
        let some = self.emit(Instruction::Unless(Expression::Any(self.looked().into()), 0));
        let mut actions = Vec::new();
        for (id, label, bottom) in [("top", tr!("On top:"), false), ("bottom", tr!("On the bottom:"), true)] {
            if rest == Destination::Either || (rest == Destination::Bottom) == bottom {
                let looked = self.looked();
                actions.push(self.answer(id, &label, Some(looked), None, |l| {
                    let picked = l.picked();
                    l.move_to(card(picked), deck, you(), bottom);
                }));
            }
        }
        // One card alone needs no order.
        if rest != Destination::Either {
            let several = join(Operator::More, Expression::Count(self.looked().into()), Expression::Number(1));
            let one = self.emit(Instruction::Unless(several, 0));
            self.ask(text, actions);
            self.emit(Instruction::Goto(top));
            self.land(one);
            let looked = self.looked();
            self.move_to(looked, deck, you(), rest == Destination::Bottom);
        } else {
            self.ask(text, actions);
            self.emit(Instruction::Goto(top));
        }
        self.land(some);
        Ok(())
    }

    /// The cards of a pile that one may take: those of a deck are looked at first. Returns where they are.
    fn search(&mut self, from: PlayerPile) -> Result<u16> {
        let (deck, looked) = (self.rules.deck, self.rules.looked);
        match from {
            PlayerPile::Hand => Ok(self.rules.hand),
            PlayerPile::Discard => Ok(self.rules.discard),
            PlayerPile::Downloads => Err(LowerError::Word("downloads")),
            PlayerPile::Deck => {
                let all = self.zone_with(deck, you(), &Query::All);
                self.move_to(all, looked, you(), false);
                Ok(looked)
            }
        }
    }

    fn search_done(&mut self, from: PlayerPile) {
        if from == PlayerPile::Deck {
            let (looked, deck) = (self.looked(), self.rules.deck);
            self.move_to(looked, deck, you(), false);
            self.emit(Instruction::Shuffle(zone_of(deck, you())));
        }
    }

    fn fetch(&mut self, query: &Query, from: PlayerPile, count: u32) -> Result<()> {
        let (zone, hand) = (self.search(from)?, self.rules.hand);
        self.repeat(Expression::Number(count as i32), |l| {
            let cards = l.zone_with(zone, you(), query);
            l.pick(tr!("Take a card into your hand"), cards, true, |l| {
                let picked = l.picked();
                l.move_to(card(picked), hand, you(), false);
            });
            Ok(())
        })?;
        self.search_done(from);
        Ok(())
    }

    fn put(&mut self, query: &Query, from: PlayerPile, tapped: bool) -> Result<()> {
        let (zone, play, it) = (self.search(from)?, self.rules.play, self.it);
        let cards = self.zone_with(zone, you(), query);
        let turned = self.rules.tapped.filter(|_| tapped);
        self.pick(tr!("Put a card into play"), cards, true, |l| {
            let picked = l.picked();
            l.emit(Instruction::Keep(it, picked.clone()));
            l.move_to(card(picked.clone()), play, you(), false);
            if let Some(turned) = turned {
                l.emit(Instruction::Set(Target::OfCards(turned, card(picked)), Expression::Number(1)));
            }
        });
        self.search_done(from);
        Ok(())
    }

    fn negate(&mut self, of: &Card, selector: &Selector, cost: &tree::Cost, next: &mut Option<usize>) -> Result<()> {
        let on = self.on(of, selector, true, next)?;
        let it = || Expression::Slot(self.it);
        let (it, discard) = (it(), self.rules.discard);
        let mut paid_up = None;
        if !cost.resources.is_empty() {
            let paid = self.number()?;
            self.emit(Instruction::Keep(paid, Expression::Number(0)));
            let payment = self.payment(cost);
            self.as_seat(Expression::OfCard(CardNumber::Player, it.clone().into()), |l| {
                l.offer_to_pay(of, cost, &payment, paid);
                Ok(())
            })?;
            let is_paid = join(Operator::Equal, Expression::Slot(paid), Expression::Number(0));
            paid_up = Some(self.emit(Instruction::Unless(is_paid, 0)));
        }
        self.move_to(card(it.clone()), discard, Expression::Owner(it.into()), false);
        on.skip.into_iter().chain(paid_up).for_each(|place| self.land(place));
        Ok(())
    }

    /// Asks `you` whether to pay; then the slot is 1.
    fn offer_to_pay(&mut self, of: &Card, cost: &tree::Cost, payment: &super::Payment, paid: u16) {
        let can = self.emit(Instruction::Unless(Expression::CanPay(payment.clone()), 0));
        let order = tree::cost(self.game, of, cost);
        let pays = self.answer("pay", &order, None, None, |l| {
            l.emit(Instruction::Pay(payment.clone()));
            l.emit(Instruction::Keep(paid, Expression::Number(1)));
        });
        let declines = self.answer("no", &tr!("Do not pay"), None, None, |_| {});
        self.ask(tr!("{card}: pay?", card = of.name.clone()), vec![pays, declines]);
        self.land(can);
    }

    fn may_pay(&mut self, of: &Card, cost: &tree::Cost, then: &[Effect]) -> Result<()> {
        if cost.tap || cost.discard > 0 || cost.destroy.is_some() || cost.exile.is_some() || cost.points > 0 {
            return Err(LowerError::Word("pay with this cost"));
        }
        let paid = self.number()?;
        self.emit(Instruction::Keep(paid, Expression::Number(0)));
        let payment = self.payment(cost);
        self.offer_to_pay(of, cost, &payment, paid);
        let is_paid = join(Operator::Equal, Expression::Slot(paid), Expression::Number(1));
        let skip = self.emit(Instruction::Unless(is_paid, 0));
        self.inner(of, then)?;
        self.land(skip);
        Ok(())
    }

    fn branch(&mut self, of: &Card, condition: &tree::Condition, then: &[Effect], otherwise: &[Effect]) -> Result<()> {
        let condition = self.condition(condition)?;
        let no = self.emit(Instruction::Unless(condition, 0));
        self.inner(of, then)?;
        let end = self.emit(Instruction::Goto(0));
        self.land(no);
        self.inner(of, otherwise)?;
        self.land(end);
        Ok(())
    }

    fn choose_list(&mut self, of: &Card, lists: &[Vec<Effect>]) -> Result<()> {
        let way = self.number()?;
        let mut actions = Vec::new();
        for (at, list) in lists.iter().enumerate() {
            let text = tree::order(self.game, of, list);
            actions.push(self.answer(&format!("way {}", at + 1), &text, None, None, |l| {
                l.emit(Instruction::Keep(way, Expression::Number(at as i32)));
            }));
        }
        self.ask(tr!("{card}: choose one", card = of.name.clone()), actions);
        let mut ends = Vec::new();
        for (at, list) in lists.iter().enumerate() {
            let is = join(Operator::Equal, Expression::Slot(way), Expression::Number(at as i32));
            let skip = self.emit(Instruction::Unless(is, 0));
            self.inner(of, list)?;
            ends.push(self.emit(Instruction::Goto(0)));
            self.land(skip);
        }
        ends.into_iter().for_each(|end| self.land(end));
        Ok(())
    }

    fn may(&mut self, of: &Card, then: &[Effect]) -> Result<()> {
        let wants = self.number()?;
        let text = tree::order(self.game, of, then);
        let yes = self.answer("yes", &text, None, None, |l| {
            l.emit(Instruction::Keep(wants, Expression::Number(1)));
        });
        let no = self.answer("no", &tr!("Do nothing"), None, None, |l| {
            l.emit(Instruction::Keep(wants, Expression::Number(0)));
        });
        self.ask(tr!("{card}: do it?", card = of.name.clone()), vec![yes, no]);
        let is = join(Operator::Equal, Expression::Slot(wants), Expression::Number(1));
        let skip = self.emit(Instruction::Unless(is, 0));
        self.inner(of, then)?;
        self.land(skip);
        Ok(())
    }
}
