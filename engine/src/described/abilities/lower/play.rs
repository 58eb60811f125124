//! A card that is played or used: what can be taken, what it costs, what it is aimed at, and what it does.

use catalog::ability::{self as tree, Ability, AbilityKind, Effect, Selector, TriggerEvent};
use catalog::card::Card;

use super::super::super::emit::{Emitter, all_of, card, join, next_seat, you, zone_of};
use super::super::super::expression::{CardChoice, CardNumber, Expression, NONE, Operator, Payment, Place as Lies};
use super::super::super::program::{Instruction, Place, Sees, Target};
use super::super::super::slots;
use super::super::{CardCode, Offer};
use super::{Loss, LowerError, Lowerer, Result};
use crate::kernel::legal_action::PromptKind;

impl Lowerer<'_> {
    /// What stays where the card is played: `play` or `discard`, its announcing and its use.
    pub(super) fn card(&mut self, of: &Card) -> Result<CardCode> {
        let stays = of.types.iter().any(|t| self.game.types[usize::from(*t)].permanent);
        let played: Vec<&Ability> =
            of.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Played { .. })).collect();
        let used: Vec<&Ability> =
            of.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Activated { .. })).collect();
        let goes_to = [Some(if stays { self.rules.play } else { self.rules.discard }), self.rules.stack];
        let is_open = |zone: &u16| self.program.zones[usize::from(*zone)].sees == Sees::All;
        let mut code = CardCode { is_shown: goes_to.iter().flatten().all(is_open), ..CardCode::default() };
        let plain = Offer {
            condition: None,
            payment: Payment { printed: true, ..Payment::default() },
            costs: Vec::new(),
            targets: Vec::new(),
        };
        for ability in &played {
            let offer = self.offer(of, ability, 0)?;
            code.modes.push(Offer { payment: Payment { printed: true, ..offer.payment }, ..offer });
        }
        if played.is_empty() {
            code.modes.push(plain);
        }
        for (at, ability) in used.iter().enumerate() {
            code.uses.push(self.offer(of, ability, at)?);
        }
        code.announce = self.announce(of, &code.modes, &played)?;
        code.resolve = self.resolve(of, stays, &played)?;
        code.activate = self.activate(of, &code.uses, &used)?;
        Ok(code)
    }

    /// Where some abilities work in the discard pile, the others do not work there.
    fn place_cost(&self, discarded: bool) -> Option<Expression> {
        if !self.rules.from_discard {
            return None;
        }
        let this = || Expression::Slot(slots::THIS);
        let pile = zone_of(self.rules.discard, Expression::Owner(this().into()));
        let outside = CardChoice { place: Lies::Without(card(this()).into(), all_of(pile).into()), tests: Vec::new() };
        let outside = Expression::Any(outside.into());
        Some(if discarded { Expression::Not(outside.into()) } else { outside })
    }

    pub(super) fn offer(&mut self, of: &Card, ability: &Ability, at: usize) -> Result<Offer> {
        let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
        let cost = match &ability.shape {
            AbilityKind::Played { need, .. } => need,
            AbilityKind::Activated { cost, .. } => cost,
            AbilityKind::Triggered { .. } | AbilityKind::Static => return Err(LowerError::Word("a cost")),
        };
        let mut targets = Vec::new();
        for effect in &ability.effects {
            let Some(selector) = effect.selector() else { continue };
            let most = match selector {
                Selector::Choose(_) => None,
                Selector::UpTo(most, _) => Some(*most),
                _ => continue,
            };
            let (cards, seats) = self.target(selector, matches!(effect, Effect::Negate(..)))?;
            let text = tree::target(self.game, of, selector);
            let target = super::super::Target { cards, seats, text, more: None };
            match most {
                None => targets.push(target),
                Some(most) => {
                    let of_several =
                        |left: u32| super::super::Target { more: Some(left), seats: false, ..target.clone() };
                    targets.extend((0..most.min(32)).rev().map(of_several));
                }
            }
        }
        if targets.len() > self.rules.targets.len() {
            return Err(LowerError::Word("so many targets"));
        }
        let payment = self.payment(cost);
        let mut costs = self.costs(cost)?;
        if matches!(ability.shape, AbilityKind::Activated { .. }) {
            costs.extend(self.place_cost(ability.discarded));
        }
        if let AbilityKind::Activated { uses: uses @ 1.., .. } = &ability.shape {
            let used = CardNumber::Counter(self.rules.uses[at]);
            let used = Expression::OfCard(used, Expression::Slot(slots::THIS).into());
            costs.push(join(Operator::Less, used, Expression::Number(*uses as i32)));
        }
        Ok(Offer { condition, payment, costs, targets })
    }

    /// What must be there to pay with, beside resources.
    pub(super) fn costs(&mut self, cost: &tree::Cost) -> Result<Vec<Expression>> {
        let unknown = [(cost.first, "first"), (cost.counters.is_some(), "counters as a cost")];
        if let Some((_, word)) = unknown.iter().find(|(asked, _)| *asked) {
            return Err(LowerError::Word(word));
        }
        let mut costs = Vec::new();
        if cost.points > 0 {
            let has = Expression::OfSeat(self.points()?, you().into());
            costs.push(join(Operator::AtLeast, has, Expression::Number(cost.points as i32)));
        }
        if cost.tap {
            let tapped = self.rules.tapped.ok_or(LowerError::Word("tap"))?;
            let this = Expression::Slot(slots::THIS);
            let number = Expression::OfCard(CardNumber::Counter(tapped), this.into());
            costs.push(join(Operator::Equal, number, Expression::Number(0)));
        }
        if cost.discard > 0 {
            let hand = self.others_in_hand();
            costs.push(join(
                Operator::AtLeast,
                Expression::Count(hand.into()),
                Expression::Number(cost.discard as i32),
            ));
        }
        if let Some(Selector::Choose(group)) = &cost.destroy {
            costs.push(Expression::Any(self.group(group)?.into()));
        }
        if let Some(query) = &cost.exile {
            let cards = self.zone_with(self.rules.discard, you(), query);
            costs.push(Expression::Any(cards.into()));
        }
        Ok(costs)
    }

    pub(super) fn others_in_hand(&self) -> CardChoice {
        let hand = all_of(zone_of(self.rules.hand, you()));
        let this = card(Expression::Slot(slots::THIS));
        CardChoice { place: Lies::Without(Box::new(hand), Box::new(this)), tests: Vec::new() }
    }

    /// Pays, resources first.
    pub(super) fn pay(&mut self, cost: &tree::Cost, payment: &Payment) -> Result<()> {
        self.emit(Instruction::Pay(payment.clone()));
        if cost.points > 0 {
            let points = Target::OfSeat(self.points()?, you());
            self.emit(Instruction::Add(points, Expression::Number(-(cost.points as i32))));
        }
        let this = || card(Expression::Slot(slots::THIS));
        if let (true, Some(tapped)) = (cost.tap, self.rules.tapped) {
            self.emit(Instruction::Set(Target::OfCards(tapped, this()), Expression::Number(1)));
        }
        for _ in 0..cost.discard {
            let hand = self.others_in_hand();
            let discard = self.rules.discard;
            self.pick_for(
                PromptKind::Cost,
                Loss::Discarded,
                catalog::tr!("Choose a card to discard"),
                hand,
                false,
                |l| {
                    let picked = l.picked();
                    l.move_home(picked, discard, false);
                },
            );
        }
        match &cost.destroy {
            Some(Selector::Known(tree::CardRef::This)) => self.destroy_card(Expression::Slot(slots::THIS)),
            Some(Selector::Choose(group)) => {
                let cards = self.group(group)?;
                self.pick_for(
                    PromptKind::Cost,
                    Loss::GivenUp,
                    catalog::tr!("Choose a card to give up"),
                    cards,
                    false,
                    |l| {
                        let picked = l.picked();
                        l.destroy_card(picked);
                    },
                );
            }
            Some(_) => return Err(LowerError::Word("destroy as a cost")),
            None => {}
        }
        if let Some(query) = &cost.exile {
            let exile = self.rules.exile.ok_or(LowerError::Word("exile"))?;
            let cards = self.zone_with(self.rules.discard, you(), query);
            self.pick_for(PromptKind::Cost, Loss::Exiled, catalog::tr!("Choose a card to exile"), cards, false, |l| {
                let picked = l.picked();
                l.move_home(picked, exile, false);
            });
        }
        Ok(())
    }

    /// Which of several is meant: the chosen one goes into a counter of the card.
    pub(super) fn choose_way(&mut self, id: &str, texts: &[String], uses: bool, question: String) {
        let mode = self.rules.mode;
        let this = || card(Expression::Slot(slots::THIS));
        if texts.len() < 2 {
            self.emit(Instruction::Set(Target::OfCards(mode, this()), Expression::Number(0)));
            return;
        }
        let mut actions = Vec::new();
        for (at, text) in texts.iter().enumerate() {
            let condition = Expression::Offered { uses, at: at as u8 };
            actions.push(self.answer(&format!("{id} {}", at + 1), text, None, Some(condition), |l| {
                l.emit(Instruction::Set(Target::OfCards(mode, this()), Expression::Number(at as i32)));
            }));
        }
        self.ask(PromptKind::Mode, question, actions);
    }

    /// Code for each way, of which the one that was chosen is done.
    pub(super) fn each_way(&mut self, ways: usize, mut body: impl FnMut(&mut Self, usize) -> Result<()>) -> Result<()> {
        let mut ends = Vec::new();
        for at in 0..ways {
            let chosen = Expression::OfCard(CardNumber::Counter(self.rules.mode), Expression::Slot(slots::THIS).into());
            let is = join(Operator::Equal, chosen, Expression::Number(at as i32));
            let skip = (ways > 1).then(|| self.emit(Instruction::Unless(is, 0)));
            self.fresh();
            body(self, at)?;
            if let Some(skip) = skip {
                ends.push(self.emit(Instruction::Goto(0)));
                self.land(skip);
            }
        }
        ends.into_iter().for_each(|end| self.land(end));
        Ok(())
    }

    pub(super) fn announce(&mut self, of: &Card, modes: &[Offer], played: &[&Ability]) -> Result<Place> {
        let place = self.here();
        let texts = tree::modes(self.game, of);
        self.choose_way("mode", &texts, false, catalog::tr!("Choose a way to play {name}", name = of.name.clone()));
        self.each_way(modes.len(), |l, at| {
            let none = tree::Cost::default();
            let cost = match played.get(at).map(|a| &a.shape) {
                Some(AbilityKind::Played { need, .. }) => need,
                _ => &none,
            };
            l.aim(of, &modes[at]);
            l.pay(cost, &modes[at].payment)
        })?;
        self.emit(Instruction::Return);
        Ok(place)
    }

    /// Chooses targets, which are kept with the card.
    pub(super) fn aim(&mut self, of: &Card, offer: &Offer) {
        let this = || card(Expression::Slot(slots::THIS));
        let mut first_of_several = None;
        let mut ends = Vec::new();
        for (at, target) in offer.targets.iter().enumerate() {
            let (kept, seat) = self.rules.targets[at];
            let mut cards = target.cards.clone();
            if let Some(more) = target.more {
                let first = *first_of_several.get_or_insert_with(|| {
                    let all = &self.rules.targets[at..=at + more as usize];
                    for (kept, seat) in all {
                        for counter in [*kept, *seat] {
                            self.program
                                .code
                                .push(Instruction::Set(Target::OfCards(counter, this()), Expression::Number(NONE)));
                        }
                    }
                    at
                });
                for (chosen, _) in &self.rules.targets[first..at] {
                    let chosen = Expression::OfCard(CardNumber::Counter(*chosen), Expression::Slot(slots::THIS).into());
                    cards = CardChoice { place: Lies::Without(cards.into(), card(chosen).into()), tests: Vec::new() };
                }
            }
            let choose = self.answer("choose", &catalog::tr!("Choose"), Some(cards), None, |l| {
                let picked = l.picked();
                l.emit(Instruction::Set(Target::OfCards(kept, this()), picked));
                l.emit(Instruction::Set(Target::OfCards(seat, this()), Expression::Number(NONE)));
            });
            self.program.actions[usize::from(choose)].only_picks = true;
            let mut actions = vec![choose];
            if target.seats {
                let aim = |l: &mut Self, at: Expression| {
                    l.emit(Instruction::Set(Target::OfCards(kept, this()), Expression::Number(NONE)));
                    l.emit(Instruction::Set(Target::OfCards(seat, this()), at));
                };
                let other = next_seat();
                actions.push(self.answer("choose opponent", &catalog::tr!("Your opponent"), None, None, |l| {
                    aim(l, other);
                }));
                actions.push(self.answer("choose yourself", &catalog::tr!("Yourself"), None, None, |l| aim(l, you())));
            }
            if target.more.is_some() {
                actions.push(self.answer("done", &catalog::tr!("None of them"), None, None, |_| {}));
            }
            let text = target.text.clone();
            self.ask(
                PromptKind::Target,
                catalog::tr!("{card}: choose {target}", card = of.name.clone(), target = text),
                actions,
            );
            if let Some(more) = target.more {
                // Whoever wants no more is not asked for the rest.
                let chosen = Expression::OfCard(CardNumber::Counter(kept), Expression::Slot(slots::THIS).into());
                let is = join(Operator::Unequal, chosen, Expression::Number(NONE));
                ends.push(self.emit(Instruction::Unless(is, 0)));
                if more == 0 {
                    ends.drain(..).for_each(|end| self.land(end));
                    first_of_several = None;
                }
            }
        }
    }

    /// The card that has been played goes to the discard pile of whose it is.
    pub(in super::super) fn put_away(&mut self) {
        let this = || Expression::Slot(slots::THIS);
        let to = zone_of(self.rules.discard, Expression::Owner(this().into()));
        self.emit(Instruction::PutAway(this(), to));
    }

    pub(super) fn resolve(&mut self, of: &Card, stays: bool, played: &[&Ability]) -> Result<Place> {
        let place = self.here();
        let this = || Expression::Slot(slots::THIS);
        if stays && !played.is_empty() {
            self.each_way(played.len(), |l, at| l.attach(of, &played[at].effects))?;
        } else if stays {
            let play = self.rules.play;
            self.move_to(card(this()), play, you(), false);
            self.emit(Instruction::Raise(TriggerEvent::Deployed, Some(card(this()))));
        } else {
            self.each_way(played.len(), |l, at| l.effects(of, &played[at].effects, true))?;
            self.put_away();
        }
        self.emit(Instruction::Return);
        Ok(place)
    }

    pub(super) fn activate(&mut self, of: &Card, offers: &[Offer], used: &[&Ability]) -> Result<Place> {
        let place = self.here();
        if offers.is_empty() {
            self.emit(Instruction::Return);
            return Ok(place);
        }
        let texts = tree::uses(self.game, of);
        self.choose_way("ability", &texts, true, catalog::tr!("Choose an ability of {name}", name = of.name.clone()));
        self.each_way(offers.len(), |l, at| {
            let AbilityKind::Activated { cost, .. } = &used[at].shape else { return Ok(()) };
            l.aim(of, &offers[at]);
            l.pay(cost, &offers[at].payment)?;
            let used_up = l.rules.uses[at];
            let this = card(Expression::Slot(slots::THIS));
            l.emit(Instruction::Add(Target::OfCards(used_up, this), Expression::Number(1)));
            l.effects(of, &used[at].effects, true)
        })?;
        self.emit(Instruction::Return);
        Ok(place)
    }
}
