//! The abilities of the cards of a match → instructions.

mod play;
mod standing;

use catalog::ability as tree;
use catalog::card::Card;
use catalog::{CardIx, GameData};

use super::super::emit::{Emitter, choice_slots, plain_action, zone_of};
use super::super::expression::{CardChoice, Expression, Payment, Place as Lies};
use super::super::program::{CardRules, Column, Instruction, Place, Program, WordSource};
use super::{Abilities, Cards, bit};
use crate::kernel::legal_action::PromptKind;
use crate::kernel::match_options::Refusal;

/// Why an ability is not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LowerError {
    /// A word of the language.
    #[error("the rules of play in play.toml know no `{0}`")]
    Word(&'static str),
    /// A word of games whose rules are part of the program, and what to write instead.
    #[error("`{0}` is a word of games whose rules are part of the program; {1}")]
    BuiltIn(&'static str, &'static str),
    /// A word of which play.toml does not say what it stands for, and how it would.
    #[error("play.toml does not say what `{0}` is: {1}")]
    Undeclared(&'static str, &'static str),
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

/// What becomes of a card that somebody picks, in the words of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loss {
    /// What is not lost is chosen.
    Untold,
    Discarded,
    GivenUp,
    Exiled,
}

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
        match lowerer.card(card).and_then(|code| lowerer.must_be_short().map(|()| code)) {
            Ok(code) => all.cards.push(code),
            Err(e) => refused.push(refusal(card, &e)),
        }
        for ability in &card.abilities {
            let lowered = lowerer.standing(card, ability, of, &mut all);
            if let Err(e) = lowered.and_then(|()| lowerer.must_be_short()) {
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
    /// Whether an ability has no room for all that it goes through at once.
    is_long: bool,
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
            is_long: false,
            walkers,
        }
    }

    /// There is room for what was written last, and a number for each of its places.
    fn must_be_short(&mut self) -> Result<()> {
        let is_long = std::mem::take(&mut self.is_long) || self.program.code.len() > usize::from(Place::MAX);
        if is_long { Err(LowerError::Long) } else { Ok(()) }
    }

    /// The column of a field.
    pub(super) fn column_of(&self, field: usize) -> u16 {
        let of = |column: &Column| matches!(column, Column::Field(at) | Column::Text(WordSource::Field(at), _) if *at == field);
        self.program.columns.iter().position(of).unwrap_or_default() as u16
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

    /// Asks `you` for one of these; what each does stands behind it.
    pub(super) fn ask(&mut self, kind: PromptKind, text: String, actions: Vec<u16>) {
        let question = self.add_question(kind, text, actions, false);
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
        let (place, ()) = self.aside(|l| {
            body(l);
            l.emit(Instruction::Done(true));
        });
        let slots = choice_slots(self.picked, self.set_of_picked);
        let mut action = plain_action(id, label, place, slots);
        action.condition = condition;
        action.cards = cards.into_iter().collect();
        action.passes = id == "done" || id == "no";
        self.program.actions.push(action);
        (self.program.actions.len() - 1) as u16
    }

    /// The card that was picked.
    pub(super) fn picked(&self) -> Expression {
        Expression::Slot(self.picked)
    }

    pub(super) fn payment(&self, cost: &tree::Cost) -> Payment {
        Payment { printed: false, amounts: cost.resources.clone(), taps: cost.tap }
    }

    /// Cards of a zone that fit a query.
    pub(super) fn zone_with(&mut self, zone: u16, seat: Expression, query: &catalog::query::Query) -> CardChoice {
        let tests = super::checks_of(query, self.program);
        CardChoice { place: Lies::Zone(zone_of(zone, seat)), tests }
    }

    /// `you` picks one of some cards, or none of them; then something happens to it.
    pub(super) fn pick(&mut self, text: String, cards: CardChoice, may: bool, body: impl FnOnce(&mut Self)) {
        self.pick_for(PromptKind::Card, Loss::Untold, text, cards, may, body);
    }

    /// The same where picking it means losing it, which is told as that.
    pub(super) fn pick_for(
        &mut self,
        kind: PromptKind,
        loss: Loss,
        text: String,
        cards: CardChoice,
        may: bool,
        body: impl FnOnce(&mut Self),
    ) {
        let (label, told) = match loss {
            Loss::Untold => (catalog::tr!("Choose"), String::new()),
            Loss::Discarded => (catalog::tr!("Discard"), catalog::tr!("discards")),
            Loss::GivenUp => (catalog::tr!("Give up"), catalog::tr!("gives up")),
            Loss::Exiled => (catalog::tr!("Exile"), catalog::tr!("exiles")),
        };
        let choose = self.answer("choose", &label, Some(cards), None, body);
        let action = &mut self.program.actions[usize::from(choose)];
        (action.only_picks, action.told) = (told.is_empty(), told);
        let mut actions = vec![choose];
        if may {
            actions.push(self.answer("done", &catalog::tr!("None of them"), None, None, |_| {}));
        }
        self.ask(kind, text, actions);
    }

    /// The place of a field among those that change in play.
    pub(super) fn live(&self, field: usize) -> Result<u16> {
        let at = self.rules.live.iter().position(|live| live.field == field);
        at.map(|at| at as u16).ok_or(LowerError::Word("a number that changes in play and is not in `numbers`"))
    }
}

impl Emitter for Lowerer<'_> {
    fn program(&self) -> &Program {
        self.program
    }

    fn program_mut(&mut self) -> &mut Program {
        self.program
    }

    fn begin_walk(&mut self) -> (u16, u16) {
        let set = self.next_set;
        self.next_set += 1;
        // Whoever writes on does not notice; `lower` refuses what goes through too many.
        self.is_long |= set >= self.sets.end;
        (set.min(self.sets.end - 1), self.walkers + (set - self.sets.start).min(SETS - 1))
    }

    fn end_walk(&mut self) {
        self.next_set -= 1;
    }
}
