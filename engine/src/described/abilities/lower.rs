//! The abilities of the cards of a match → instructions.

use catalog::ability::{self as tree, Ability, AbilityKind, Effect, Selector, TriggerEvent};
use catalog::card::Card;
use catalog::{CardIx, GameData};

use super::super::expression::{CardCheck, CardChoice, CardNumber, Expression, NONE, Operator, Payment, Place as Lies};
use super::super::program::{Action, CardRules, ChoiceSlots, Column, Instruction, Place, Program, Question, Target};
use super::super::slots;
use super::measure::{card, join, you, zone_of};
use super::{Abilities, CardCode, Cards, Change, Offer, Static, Subject, Trigger, bit};
use crate::kernel::match_options::Refusal;

/// Why an ability is not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// A word of the language.
    #[error("the rules of play in play.toml know no `{0}`")]
    Word(&'static str),
    /// A resource without a counter.
    #[error("no counter of seats in play.toml is called like the resource {0}")]
    Resource(String),
    /// One opponent, of several.
    #[error("`opponent` is played between two seats")]
    Opponent,
    /// A static ability that hangs on what it changes itself.
    #[error("a static ability cannot ask for what static abilities change")]
    Circle,
    /// What is lost once it is under way.
    #[error("it is too long")]
    Long,
    /// The game says nothing of abilities.
    #[error("play.toml says nothing of abilities; add `[cards]`")]
    NoCards,
}

pub(super) type Result<T> = std::result::Result<T, LowerError>;

/// Names that an ability can keep at once.
const NUMBERS: u16 = 24;
/// Sets of cards that it goes through at once.
const SETS: u16 = 6;

/// Turns the abilities of cards into instructions, which are added to the program.
///
/// # Errors
/// Every card that cannot be played, and why.
pub(in super::super) fn lower<const W: usize>(
    game: &GameData,
    program: &mut Program,
    defs: &[CardIx],
    def_of: &[u16],
    seats: u8,
) -> std::result::Result<Abilities<W>, Vec<Refusal>> {
    let mut all = Abilities::default();
    let Some(rules) = program.cards.clone() else {
        let with = defs.iter().map(|ix| game.card(*ix)).filter(|card| !card.abilities.is_empty());
        let refused: Vec<Refusal> = with.map(|card| refusal(card, &LowerError::NoCards)).collect();
        return if refused.is_empty() { Ok(all) } else { Err(refused) };
    };
    let mut lowerer = Lowerer::new(game, &rules, program, seats);
    all.it = lowerer.it;
    let mut refused = Vec::new();
    for (def, ix) in (0_u16..).zip(defs) {
        let card = game.card(*ix);
        let mut of = Cards::EMPTY;
        (0_u16..).zip(def_of).filter(|(_, of)| **of == def).for_each(|(at, _)| of.insert(at));
        match lowerer.card(card) {
            Ok(code) => all.cards.push(code),
            Err(e) => refused.push(refusal(card, &e)),
        }
        for ability in &card.abilities {
            if let Err(e) = lowerer.standing(card, ability, of, &mut all) {
                refused.push(refusal(card, &e));
            }
        }
    }
    all.events = all.triggers.iter().fold(0, |events, trigger| events | bit(trigger.event));
    program.depth += 4;
    if refused.is_empty() { Ok(all) } else { Err(refused) }
}

fn refusal(card: &Card, why: &LowerError) -> Refusal {
    Refusal { card: card.name.clone(), why: why.to_string() }
}

pub(super) struct Lowerer<'a> {
    pub game: &'a GameData,
    pub rules: &'a CardRules,
    pub program: &'a mut Program,
    pub seats: u8,
    /// The card that was chosen last, or that an event is about.
    pub it: u16,
    /// What is chosen for a question of an ability: a card, and what else an action may choose.
    pub picked: u16,
    set_of_picked: u16,
    numbers: std::ops::Range<u16>,
    next_number: u16,
    sets: std::ops::Range<u16>,
    next_set: u16,
    /// A card of each set that is gone through.
    walkers: u16,
}

impl<'a> Lowerer<'a> {
    fn new(game: &'a GameData, rules: &'a CardRules, program: &'a mut Program, seats: u8) -> Self {
        let mut slots = |count: u16| {
            program.locals += count;
            program.locals - count
        };
        let it = slots(1);
        let picked = slots(5);
        let walkers = slots(SETS);
        let first = slots(NUMBERS);
        program.card_slots.extend([it, picked, picked + 4].into_iter().chain(walkers..walkers + SETS));
        let set_of_picked = program.local_sets;
        program.local_sets += 1 + SETS;
        let sets = set_of_picked + 1..program.local_sets;
        Lowerer {
            game,
            rules,
            program,
            seats,
            it,
            picked,
            set_of_picked,
            numbers: first..first + NUMBERS,
            next_number: first,
            next_set: sets.start,
            sets,
            walkers,
        }
    }

    /// The column of a field.
    pub(super) fn column_of(&self, field: usize) -> u16 {
        let of = |column: &Column| matches!(column, Column::Field(at) | Column::Text(at, _) if *at == field);
        self.program.columns.iter().position(of).unwrap_or_default() as u16
    }

    pub(super) fn here(&self) -> Place {
        self.program.code.len() as Place
    }

    pub(super) fn emit(&mut self, instruction: Instruction) -> Place {
        let here = self.here();
        self.program.code.push(instruction);
        here
    }

    pub(super) fn land(&mut self, from: Place) {
        let here = self.here();
        self.program.land(from, here);
    }

    /// A number that is kept while the ability is under way.
    pub(super) fn number(&mut self) -> Result<u16> {
        self.numbers_in_a_row(1)
    }

    pub(super) fn numbers_in_a_row(&mut self, count: u16) -> Result<u16> {
        if self.next_number + count > self.numbers.end {
            return Err(LowerError::Long);
        }
        self.next_number += count;
        Ok(self.next_number - count)
    }

    /// What an expression is worth now, kept.
    pub(super) fn keep(&mut self, value: Expression) -> Result<Expression> {
        if let Expression::Number(_) = value {
            return Ok(value);
        }
        let slot = self.number()?;
        self.emit(Instruction::Keep(slot, value));
        Ok(Expression::Slot(slot))
    }

    /// A new ability: nothing of the others is kept.
    fn fresh(&mut self) {
        self.next_number = self.numbers.start;
        self.next_set = self.sets.start;
    }

    /// Does something for each of some cards.
    pub(super) fn each_card(
        &mut self,
        cards: CardChoice,
        body: impl FnOnce(&mut Self, Expression) -> Result<()>,
    ) -> Result<()> {
        let set = self.next_set;
        if set >= self.sets.end {
            return Err(LowerError::Long);
        }
        self.next_set += 1;
        let slot = self.walkers + (set - self.sets.start);
        self.emit(Instruction::Cards(set, cards));
        let next = self.emit(Instruction::NextCard { set, slot, end: 0 });
        body(self, Expression::Slot(slot))?;
        self.emit(Instruction::Goto(next));
        self.land(next);
        self.next_set -= 1;
        Ok(())
    }

    /// Asks `you` for one of these; what each does stands behind it.
    pub(super) fn ask(&mut self, text: String, actions: Vec<u16>) {
        let question = self.program.questions.len() as u16;
        self.program.questions.push(Question { text, actions, optional: false });
        self.emit(Instruction::Ask(question));
    }

    /// Something that can be answered.
    pub(super) fn answer(
        &mut self,
        id: &str,
        label: &str,
        cards: Option<CardChoice>,
        condition: Option<Expression>,
        body: impl FnOnce(&mut Self),
    ) -> u16 {
        let skip = self.emit(Instruction::Goto(0));
        let place = self.here();
        body(self);
        self.emit(Instruction::Done(true));
        self.land(skip);
        let slots = ChoiceSlots {
            card: self.picked,
            number: self.picked + 1,
            word: self.picked + 2,
            seat: self.picked + 3,
            other: self.picked + 4,
            cards: self.set_of_picked,
        };
        self.program.actions.push(Action {
            id: id.to_owned(),
            label: label.to_owned(),
            condition,
            asks_choice: false,
            cards: cards.into_iter().collect(),
            count: 1,
            on: None,
            number: None,
            word: None,
            seat: None,
            body: place,
            ends: true,
            passes: id == "done" || id == "no",
            slots,
        });
        (self.program.actions.len() - 1) as u16
    }

    /// The card that was picked.
    pub(super) fn picked(&self) -> Expression {
        Expression::Slot(self.picked)
    }

    pub(super) fn move_to(&mut self, cards: CardChoice, zone: u16, seat: Expression, bottom: bool) {
        self.emit(Instruction::Move { cards, to: zone_of(zone, seat), bottom });
    }

    /// What stays where the card is played: `play` or `discard`, its announcing and its use.
    fn card(&mut self, of: &Card) -> Result<CardCode> {
        let stays = of.types.iter().any(|t| self.game.types[usize::from(*t)].permanent);
        let played: Vec<&Ability> =
            of.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Played { .. })).collect();
        let used: Vec<&Ability> =
            of.abilities.iter().filter(|a| matches!(a.shape, AbilityKind::Activated { .. })).collect();
        if stays && !played.is_empty() {
            return Err(LowerError::Word("attach"));
        }
        let mut code = CardCode::default();
        let plain = Offer {
            condition: None,
            payment: Payment { printed: true, ..Payment::default() },
            costs: Vec::new(),
            targets: Vec::new(),
        };
        for ability in &played {
            let offer = self.offer(ability, 0)?;
            code.modes.push(Offer { payment: Payment { printed: true, ..offer.payment }, ..offer });
        }
        if played.is_empty() {
            code.modes.push(plain);
        }
        for (at, ability) in used.iter().enumerate() {
            code.uses.push(self.offer(ability, at)?);
        }
        code.announce = self.announce(of, &code.modes, &played)?;
        code.resolve = self.resolve(of, stays, &played)?;
        code.activate = self.activate(of, &code.uses, &used)?;
        Ok(code)
    }

    fn offer(&mut self, ability: &Ability, at: usize) -> Result<Offer> {
        if ability.discarded {
            return Err(LowerError::Word("from = \"discard\""));
        }
        let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
        let cost = match &ability.shape {
            AbilityKind::Played { need, .. } => need,
            AbilityKind::Activated { cost, .. } => cost,
            AbilityKind::Triggered { .. } | AbilityKind::Static => return Err(LowerError::Word("a cost")),
        };
        let mut targets = Vec::new();
        for effect in &ability.effects {
            if let Some(selector @ (Selector::Choose(_) | Selector::UpTo(..))) = effect.selector() {
                let (cards, seats) = self.target(selector, matches!(effect, Effect::Negate(..)))?;
                targets.push(super::Target { cards, seats });
            }
        }
        if targets.len() > self.rules.targets.len() {
            return Err(LowerError::Word("so many targets"));
        }
        let payment = self.payment(cost);
        let mut costs = self.costs(cost)?;
        if let AbilityKind::Activated { uses: uses @ 1.., .. } = &ability.shape {
            let used = CardNumber::Counter(self.rules.uses[at]);
            let used = Expression::OfCard(used, Expression::Slot(slots::THIS).into());
            costs.push(join(Operator::Less, used, Expression::Number(*uses as i32)));
        }
        Ok(Offer { condition, payment, costs, targets })
    }

    pub(super) fn payment(&self, cost: &tree::Cost) -> Payment {
        Payment { printed: false, amounts: cost.resources.clone(), taps: cost.tap }
    }

    /// What must be there to pay with, beside resources.
    fn costs(&mut self, cost: &tree::Cost) -> Result<Vec<Expression>> {
        let unknown =
            [(cost.first, "first"), (cost.points > 0, "points"), (cost.counters.is_some(), "counters as a cost")];
        if let Some((_, word)) = unknown.iter().find(|(asked, _)| *asked) {
            return Err(LowerError::Word(word));
        }
        let mut costs = Vec::new();
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

    fn others_in_hand(&self) -> CardChoice {
        let hand = CardChoice { place: Lies::Zone(zone_of(self.rules.hand, you())), tests: Vec::new() };
        let this = card(Expression::Slot(slots::THIS));
        CardChoice { place: Lies::Without(Box::new(hand), Box::new(this)), tests: Vec::new() }
    }

    /// Cards of a zone that fit a query.
    pub(super) fn zone_with(&mut self, zone: u16, seat: Expression, query: &catalog::query::Query) -> CardChoice {
        let tests = super::checks_of(query, self.program);
        CardChoice { place: Lies::Zone(zone_of(zone, seat)), tests }
    }

    /// Pays, resources first.
    fn pay(&mut self, cost: &tree::Cost, payment: &Payment) -> Result<()> {
        self.emit(Instruction::Pay(payment.clone()));
        let this = || card(Expression::Slot(slots::THIS));
        if let (true, Some(tapped)) = (cost.tap, self.rules.tapped) {
            self.emit(Instruction::Set(Target::OfCards(tapped, this()), Expression::Number(1)));
        }
        for _ in 0..cost.discard {
            let hand = self.others_in_hand();
            let discard = self.rules.discard;
            self.pick(catalog::tr!("Choose a card to discard"), hand, false, |l| {
                let picked = l.picked();
                l.move_to(card(picked.clone()), discard, Expression::Owner(picked.into()), false);
            });
        }
        match &cost.destroy {
            Some(Selector::Known(tree::CardRef::This)) => self.destroy(Expression::Slot(slots::THIS)),
            Some(Selector::Choose(group)) => {
                let cards = self.group(group)?;
                self.pick(catalog::tr!("Choose a card to give up"), cards, false, |l| {
                    let picked = l.picked();
                    l.destroy(picked);
                });
            }
            Some(_) => return Err(LowerError::Word("destroy as a cost")),
            None => {}
        }
        if let Some(query) = &cost.exile {
            let exile = self.rules.exile.ok_or(LowerError::Word("exile"))?;
            let cards = self.zone_with(self.rules.discard, you(), query);
            self.pick(catalog::tr!("Choose a card to exile"), cards, false, |l| {
                let picked = l.picked();
                l.move_to(card(picked.clone()), exile, Expression::Owner(picked.into()), false);
            });
        }
        Ok(())
    }

    /// `you` picks one of some cards, or none of them; then something happens to it.
    pub(super) fn pick(&mut self, text: String, cards: CardChoice, may: bool, body: impl FnOnce(&mut Self)) {
        let choose = self.answer("choose", &catalog::tr!("Choose"), Some(cards), None, body);
        let mut actions = vec![choose];
        if may {
            actions.push(self.answer("done", &catalog::tr!("None of them"), None, None, |_| {}));
        }
        self.ask(text, actions);
    }

    /// To the discard pile of whose it is.
    pub(super) fn destroy(&mut self, of: Expression) {
        self.emit(Instruction::Raise(TriggerEvent::Destroyed, Some(card(of.clone()))));
        let discard = self.rules.discard;
        self.move_to(card(of.clone()), discard, Expression::Owner(of.into()), false);
    }

    /// Which of several is meant: the chosen one goes into a counter of the card.
    fn choose_way(&mut self, id: &str, texts: &[String], uses: bool, question: String) {
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
        self.ask(question, actions);
    }

    /// Code for each way, of which the one that was chosen is done.
    fn each_way(&mut self, ways: usize, mut body: impl FnMut(&mut Self, usize) -> Result<()>) -> Result<()> {
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

    fn announce(&mut self, of: &Card, modes: &[Offer], played: &[&Ability]) -> Result<Place> {
        let place = self.here();
        let texts = tree::modes(self.game, of);
        self.choose_way("mode", &texts, false, catalog::tr!("Choose a way to play {name}", name = of.name.clone()));
        self.each_way(modes.len(), |l, at| {
            let none = tree::Cost::default();
            let cost = match played.get(at).map(|a| &a.shape) {
                Some(AbilityKind::Played { need, .. }) => need,
                _ => &none,
            };
            l.aim(of, &modes[at], played.get(at).copied());
            l.pay(cost, &modes[at].payment)
        })?;
        self.emit(Instruction::Return);
        Ok(place)
    }

    /// Chooses targets, which are kept with the card.
    fn aim(&mut self, of: &Card, offer: &Offer, ability: Option<&Ability>) {
        let this = || card(Expression::Slot(slots::THIS));
        let selectors: Vec<&Selector> = ability
            .iter()
            .flat_map(|a| &a.effects)
            .filter_map(Effect::selector)
            .filter(|s| matches!(s, Selector::Choose(_) | Selector::UpTo(..)))
            .collect();
        for (at, target) in offer.targets.iter().enumerate() {
            let (kept, seat) = self.rules.targets[at];
            let text = selectors.get(at).map(|s| tree::target(self.game, of, s)).unwrap_or_default();
            let mut actions =
                vec![self.answer("choose", &catalog::tr!("Choose"), Some(target.cards.clone()), None, |l| {
                    let picked = l.picked();
                    l.emit(Instruction::Set(Target::OfCards(kept, this()), picked));
                    l.emit(Instruction::Set(Target::OfCards(seat, this()), Expression::Number(NONE)));
                })];
            if target.seats {
                let aim = |l: &mut Self, at: Expression| {
                    l.emit(Instruction::Set(Target::OfCards(kept, this()), Expression::Number(NONE)));
                    l.emit(Instruction::Set(Target::OfCards(seat, this()), at));
                };
                let other = Expression::After(you().into(), true);
                actions.push(self.answer("choose opponent", &catalog::tr!("Your opponent"), None, None, |l| {
                    aim(l, other);
                }));
                actions.push(self.answer("choose yourself", &catalog::tr!("Yourself"), None, None, |l| aim(l, you())));
            }
            self.ask(catalog::tr!("{card}: choose {target}", card = of.name.clone(), target = text), actions);
        }
    }

    fn resolve(&mut self, of: &Card, stays: bool, played: &[&Ability]) -> Result<Place> {
        let place = self.here();
        let this = || Expression::Slot(slots::THIS);
        if stays {
            let play = self.rules.play;
            self.move_to(card(this()), play, you(), false);
            self.emit(Instruction::Raise(TriggerEvent::Deployed, Some(card(this()))));
        } else {
            self.each_way(played.len(), |l, at| l.effects(of, &played[at].effects, true))?;
            let discard = self.rules.discard;
            self.move_to(card(this()), discard, Expression::Owner(this().into()), false);
        }
        self.emit(Instruction::Return);
        Ok(place)
    }

    fn activate(&mut self, of: &Card, offers: &[Offer], used: &[&Ability]) -> Result<Place> {
        let place = self.here();
        if offers.is_empty() {
            self.emit(Instruction::Return);
            return Ok(place);
        }
        let texts = tree::uses(self.game, of);
        self.choose_way("ability", &texts, true, catalog::tr!("Choose an ability of {name}", name = of.name.clone()));
        self.each_way(offers.len(), |l, at| {
            let AbilityKind::Activated { cost, .. } = &used[at].shape else { return Ok(()) };
            l.aim(of, &offers[at], Some(used[at]));
            l.pay(cost, &offers[at].payment)?;
            let used_up = l.rules.uses[at];
            let this = card(Expression::Slot(slots::THIS));
            l.emit(Instruction::Add(Target::OfCards(used_up, this), Expression::Number(1)));
            l.effects(of, &used[at].effects, true)
        })?;
        self.emit(Instruction::Return);
        Ok(place)
    }

    /// Abilities that wait for something, or that work all the time.
    fn standing<const W: usize>(
        &mut self,
        card: &Card,
        ability: &Ability,
        of: Cards<W>,
        all: &mut Abilities<W>,
    ) -> Result<()> {
        match &ability.shape {
            AbilityKind::Triggered { event, subject } => {
                if ability.discarded {
                    return Err(LowerError::Word("from = \"discard\""));
                }
                known_event(*event)?;
                let subject = match subject {
                    None => None,
                    Some(filter) => {
                        let tests = self.tests_of(filter)?;
                        Some(Subject { side: filter.side, other: filter.other, tests })
                    }
                };
                self.fresh();
                let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
                let body = self.here();
                let skip = condition.map(|condition| self.emit(Instruction::Unless(condition, 0)));
                self.effects(card, &ability.effects, false)?;
                if let Some(skip) = skip {
                    self.land(skip);
                }
                self.emit(Instruction::Return);
                all.triggers.push(Trigger { event: *event, of, subject, body });
                Ok(())
            }
            AbilityKind::Static => self.statics(ability, of, all),
            AbilityKind::Played { .. } | AbilityKind::Activated { .. } => Ok(()),
        }
    }

    fn statics<const W: usize>(&mut self, ability: &Ability, of: Cards<W>, all: &mut Abilities<W>) -> Result<()> {
        if ability.discarded {
            return Err(LowerError::Word("from = \"discard\""));
        }
        for effect in &ability.effects {
            let mut add = |condition: Option<Expression>, on: Option<CardChoice>, change: Change| {
                let forbidden = |number: CardNumber| match change {
                    Change::Number(..) => matches!(number, CardNumber::Live(_)),
                    Change::Keyword(..) => matches!(number, CardNumber::Live(_) | CardNumber::Keyword(_)),
                    Change::Cheaper(_) => false,
                };
                let amount = match &change {
                    Change::Number(_, amount) => Some(amount),
                    _ => None,
                };
                let circle = condition.iter().chain(amount).any(|e| e.names_number(&forbidden))
                    || on.iter().any(|cards| cards.names_number(&forbidden));
                if circle {
                    return Err(LowerError::Circle);
                }
                all.statics.push(Static { of, condition, on, change });
                Ok(())
            };
            let condition = ability.condition.as_ref().map(|c| self.condition(c)).transpose()?;
            match effect {
                Effect::Cheaper(n, group) => {
                    let zones = vec![CardCheck::Compare(CardNumber::Holder, Operator::Equal, you())];
                    let mut tests = self.tests_of(group)?;
                    match group.side {
                        tree::PlayerSide::Any => {}
                        tree::PlayerSide::Your => tests.iter_mut().for_each(|list| list.extend(zones.iter().cloned())),
                        tree::PlayerSide::Enemy => {
                            tests.iter_mut().for_each(|list| list.push(CardCheck::Not(vec![zones.clone()])));
                        }
                    }
                    let on = CardChoice { place: Lies::Everywhere, tests };
                    add(condition, Some(on), Change::Cheaper(*n))?;
                }
                Effect::Give(gift, selector, _) => {
                    let on = match selector {
                        Selector::Known(tree::CardRef::This) => None,
                        Selector::Each(group) => Some(self.group(group)?),
                        _ => return Err(LowerError::Word("give to one card in `always`")),
                    };
                    for (field, amount) in &gift.numbers {
                        let live = self.live(*field)?;
                        let amount = self.amount(amount)?;
                        add(condition.clone(), on.clone(), Change::Number(live, amount))?;
                    }
                    for keyword in &gift.keywords {
                        let change = Change::Keyword(keyword.keyword, keyword.number.unwrap_or(1));
                        add(condition.clone(), on.clone(), change)?;
                    }
                }
                Effect::Hack(..) => return Err(LowerError::Word("hack")),
                Effect::ExtraPlay(_) => return Err(LowerError::Word("extra_play")),
                _ => return Err(LowerError::Word("this effect in `always`")),
            }
        }
        Ok(())
    }

    /// The place of a field among those that change in play.
    pub(super) fn live(&self, field: usize) -> Result<u16> {
        let at = self.rules.live.iter().position(|live| live.field == field);
        at.map(|at| at as u16).ok_or(LowerError::Word("a number that changes in play and is not in `numbers`"))
    }
}

fn known_event(event: TriggerEvent) -> Result<()> {
    use TriggerEvent as E;
    match event {
        E::TakesControl => Err(LowerError::Word("takes control")),
        E::Carries => Err(LowerError::Word("carries")),
        E::Revealed => Err(LowerError::Word("revealed")),
        E::Chaos => Err(LowerError::Word("chaos")),
        E::Deployed | E::Destroyed | E::Attacks | E::Blocks | E::Hits | E::Played | E::TurnStart | E::TurnEnd => Ok(()),
        E::EnemyTurnStart | E::EnemyTurnEnd | E::EachTurnStart | E::EachTurnEnd | E::Enters | E::Dies => Ok(()),
        E::Leaves | E::Damaged | E::Tapped | E::Discarded | E::Milled => Ok(()),
    }
}
