//! `[[action]]`: what can be chosen, what it does, and how deep actions ask for actions.

use catalog::read::TomlTable;

use super::super::emit::Emitter;
use super::super::expression::Kind;
use super::super::parse::{self, Fault};
use super::super::program::{Action, ChoiceSlots, Instruction};
use super::declare::title_of;
use super::{Reader, report};

impl Reader<'_> {
    pub(super) fn action(&mut self, at: usize, t: &TomlTable<'_>) {
        let id = self.actions[at].clone();
        let level = self.scope.level();
        self.body = at;
        let mut slots = ChoiceSlots { cards: self.scope.add_set(), ..ChoiceSlots::default() };
        self.scope.chosen = slots.cards;
        let mut cards = Vec::new();
        let keys = if t.is_list("cards") { t.texts("cards") } else { t.text_if("cards").into_iter().collect() };
        for text in &keys {
            match parse::cards(text, &mut self.scope) {
                Ok(choice) => cards.push(choice),
                Err(fault) if t.is_text("cards") => report(t, "cards", fault),
                Err(fault) if fault.follows => {}
                Err(fault) => t.problem_in_list("cards", text, fault.message, fault.hint),
            }
        }
        let count = self.together(t);
        let number = t.text_if("number").and_then(|text| match text.split_once("..") {
            Some((least, most)) => {
                let least = self.parsed(t, "number", least, Kind::Number);
                Some((least, self.parsed(t, "number", most, Kind::Number)))
            }
            None => {
                t.problem_at(
                    "number",
                    "this is no range",
                    Some("write it as 1..6; either end may be an expression".into()),
                );
                None
            }
        });
        let word = t.text_if("word").and_then(|text| {
            let (field, on) = text.split_once(" of ").map_or((text.as_str(), None), |(f, on)| (f, Some(on)));
            let field = field.trim();
            let Some(column) = self.scope.column(field) else {
                let fault = Fault::no_number(0, field, &self.scope);
                report(t, "word", fault);
                return None;
            };
            let on = on.and_then(|on| parse::cards(on, &mut self.scope).map_err(|f| report(t, "word", f)).ok());
            Some((column, on))
        });
        let seat = self.expression_if(t, "seat", Kind::Truth);
        let on_text = t.text_if("on");
        slots.card = self.scope.enter("it", Kind::Card);
        slots.number = self.scope.enter("number", Kind::Number);
        let word_kind = match word {
            Some((column, _)) => self.scope.column_kind(column),
            None => Kind::Number,
        };
        slots.word = self.scope.enter("word", word_kind);
        slots.seat = self.scope.enter("target", Kind::Seat);
        slots.other = self.scope.enter("other", Kind::Card);
        let condition = self.expression_if(t, "if", Kind::Truth);
        let asks_choice = condition.as_ref().is_some_and(|c| c.names_any(slots.card..=slots.other, slots.cards));
        // The other card may hang on the first one.
        let on = on_text.and_then(|text| parse::cards(&text, &mut self.scope).map_err(|f| report(t, "on", f)).ok());
        if on.is_some() && (count != 1 || keys.is_empty()) {
            t.problem_at("on", "another card is chosen for one that `cards` names", None);
        }
        let about = t.text_if("about");
        let about = about.and_then(|text| parse::cards(&text, &mut self.scope).map_err(|f| report(t, "about", f)).ok());
        if about.is_some() && !keys.is_empty() {
            t.problem_at("about", "this action is about the cards that `cards` names", None);
        }
        let body = self.here();
        self.statements(t, "do");
        let ends = t.flag("ends");
        self.emit(Instruction::Done(ends));
        self.scope.leave(level);
        let passes = t.flag("pass");
        let label = t.text_if("label").unwrap_or_else(|| title_of(&id));
        let told = t.text_if("told").unwrap_or_default();
        let in_lane = t.flag("lane");
        if in_lane && (number.is_none() || self.scope.program.cards.as_ref().is_none_or(|cards| cards.lanes.is_empty()))
        {
            t.problem_at(
                "lane",
                "no lane is chosen here",
                Some("add `number = \"1..3\"`, and `lanes` to `[cards]`".into()),
            );
        }
        let preposition = t.text_if("preposition");
        if preposition.is_some() && !in_lane {
            t.problem_at("preposition", "no lane is chosen here", Some("write `lane = true` beside it".into()));
        }
        let unit = unit(t);
        if unit.is_some() && (number.is_none() || in_lane) {
            t.problem_at("unit", "nothing is counted here", Some("add `number = \"1..6\"`".into()));
        }
        self.scope.program.actions.push(Action {
            id,
            label,
            told,
            in_lane,
            preposition,
            condition,
            asks_choice,
            cards,
            count,
            on,
            about,
            number,
            unit,
            word,
            seat,
            body,
            only_picks: false,
            ends,
            passes,
            slots,
        });
    }

    /// How deep calls can be; an action that may come to be asked for by what it does itself is refused.
    pub(super) fn depth(&mut self, root: &TomlTable<'_>, actions: &[TomlTable<'_>]) {
        let mut deepest = vec![None; actions.len()];
        let mut most = 0;
        let asks = std::mem::take(&mut self.asks);
        let questions: Vec<Vec<u16>> = self.scope.program.questions.iter().map(|q| q.actions.clone()).collect();
        fn measure(
            at: usize,
            asks: &[Vec<u16>],
            questions: &[Vec<u16>],
            under: &mut Vec<usize>,
            known: &mut Vec<Option<u16>>,
        ) -> Result<u16, usize> {
            if let Some(depth) = known.get(at).copied().flatten() {
                return Ok(depth);
            }
            if under.contains(&at) {
                return Err(at);
            }
            under.push(at);
            let mut depth = 1;
            let declared = |action: &&u16| usize::from(**action) + 1 < asks.len();
            for action in asks[at].iter().flat_map(|q| &questions[usize::from(*q)]).filter(declared) {
                depth = depth.max(1 + measure(usize::from(*action), asks, questions, under, known)?);
            }
            under.pop();
            if let Some(place) = known.get_mut(at) {
                *place = Some(depth);
            }
            Ok(depth)
        }
        for at in 0..actions.len() {
            match measure(at, &asks, &questions, &mut Vec::new(), &mut deepest) {
                Ok(depth) => most = most.max(depth),
                Err(action) => {
                    let hint = Some("ask again with `until`, or in the next phase".to_owned());
                    actions[action].problem("what this action does asks for the action itself", hint);
                    return;
                }
            }
        }
        if most > 60 {
            root.problem("actions ask for actions more than sixty deep", None);
        }
        // One for what is checked all the time, and one for the phases.
        self.scope.program.depth = most + 2;
    }
}

/// What people count by the number of an action: a word, or one for one of it and another for several.
fn unit(t: &TomlTable<'_>) -> Option<[String; 2]> {
    if !t.is_list("unit") {
        return t.text_if("unit").map(|word| [word.clone(), word]);
    }
    let words = <[String; 2]>::try_from(t.texts("unit")).ok();
    if words.is_none() {
        let hint = Some("write [\"coin\", \"coins\"], or one word for both".into());
        t.problem_at("unit", "a unit has a word for one and a word for several", hint);
    }
    words
}
