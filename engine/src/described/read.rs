//! `play.toml` → [`Program`], every fault with its place.

mod actions;
mod cards;
mod declare;
mod flow;
mod hidden_information;
mod melds;
mod needs;
mod play;
mod reachability;
mod statements;
mod values;

use std::sync::Arc;

use catalog::GameData;
use catalog::read::{Document, Problem, Problems, TomlTable};

use super::emit::Emitter;
use super::expression::{CardChoice, Expression, Kind, ZoneOf};
use super::parse::{self, Fault};
use super::program::{Action, Instruction, Place, Program};
use super::scope::Scope;
use declare::named;
use reachability::Loop;

/// The rules of play of a game that has a `play.toml`.
///
/// # Errors
/// Every fault of the file.
pub fn read(game: &Arc<GameData>, file: &str, text: &str) -> Result<Program, Vec<Problem>> {
    let problems = Problems::default();
    let program = {
        let document = Document::parse(file, text, &problems);
        let root = document.root();
        Reader::new(game).read(&root)
    };
    problems.into_result().map(|()| program)
}

/// What is read so far.
struct Reader<'g> {
    scope: Scope<'g>,
    /// The names of all actions and phases, by position.
    actions: Vec<String>,
    phases: Vec<String>,
    /// Jumps to phases whose place is not known yet: the instruction, and the phase.
    jumps: Vec<(Place, usize)>,
    /// Calls of what is done before each question.
    checks: Vec<Place>,
    has_checks: bool,
    /// Whether they are being read: nothing is checked while they are done.
    in_checks: bool,
    /// How much work each formula is, of seats and of cards.
    formulas: Vec<u32>,
    of_cards: Vec<u32>,
    /// Which actions end the asking.
    ends: Vec<bool>,
    /// The phase whose question is read.
    asking: Option<usize>,
    /// What goes on while something holds.
    loops: Vec<Loop>,
    /// When the game is over, beside what statements say.
    ends_when: Option<Expression>,
    /// Whether an effect says who wins.
    wins: bool,
    /// The questions that each action's body asks; the last one stands for the phases.
    asks: Vec<Vec<u16>>,
    /// Whose body is being read.
    body: usize,
    /// Actions that no table declares.
    extra_actions: Vec<Action>,
    /// That of passing, among all.
    passing: Option<u16>,
}

/// The most instructions of a game.
const MOST_INSTRUCTIONS: usize = 20_000;

impl<'g> Reader<'g> {
    fn new(game: &'g Arc<GameData>) -> Reader<'g> {
        Reader {
            scope: Scope::new(game),
            actions: Vec::new(),
            phases: Vec::new(),
            jumps: Vec::new(),
            checks: Vec::new(),
            has_checks: false,
            in_checks: false,
            formulas: Vec::new(),
            of_cards: Vec::new(),
            ends: Vec::new(),
            asking: None,
            loops: Vec::new(),
            ends_when: None,
            wins: false,
            asks: Vec::new(),
            body: 0,
            extra_actions: Vec::new(),
            passing: None,
        }
    }

    fn read(mut self, root: &TomlTable<'_>) -> Program {
        root.source();
        if root.has("shared") {
            root.skip("shared");
            let hint = "write `shared = true` in the `[match]` of a format, `formats/….toml`";
            root.problem_at("shared", "the format says whether seats share a deck", Some(hint.into()));
        }
        // A table is read through one value, which knows the keys that nobody asked for.
        let cards = root.table_if("cards");
        let damage = cards.as_ref().and_then(|cards| cards.table_if("damage"));
        let moving = cards.as_ref().and_then(|cards| cards.table_if("move"));
        let zones = named(root, "zones");
        self.declare(root, &zones, cards.as_ref(), damage.as_ref());
        self.flow(root, &zones, [damage.as_ref(), moving.as_ref()]);
        self.scope.program
    }

    /// An expression in a key that must be there.
    fn expression(&mut self, t: &TomlTable<'_>, key: &str, wanted: Kind) -> Expression {
        let text = t.plain(key);
        if text.is_empty() {
            if !t.has(key) {
                t.problem(format!("`{key}` is missing"), None);
            } else {
                t.problem_at(key, format!("`{key}` is empty"), None);
            }
            return Expression::Number(0);
        }
        self.parsed(t, key, &text, wanted)
    }

    fn parsed(&mut self, t: &TomlTable<'_>, key: &str, text: &str, wanted: Kind) -> Expression {
        parse::expression(text, &mut self.scope, wanted).unwrap_or_else(|fault| {
            report(t, key, fault);
            Expression::Number(0)
        })
    }

    /// The same in a key that may be absent.
    fn expression_if(&mut self, t: &TomlTable<'_>, key: &str, wanted: Kind) -> Option<Expression> {
        t.has(key).then(|| self.expression(t, key, wanted))
    }

    fn cards(&mut self, t: &TomlTable<'_>, key: &str) -> Option<CardChoice> {
        let text = t.text(key);
        if text.is_empty() {
            return None;
        }
        parse::cards(&text, &mut self.scope).map_err(|fault| report(t, key, fault)).ok()
    }

    fn zone(&mut self, t: &TomlTable<'_>, key: &str) -> Option<ZoneOf> {
        let text = t.text(key);
        if text.is_empty() {
            return None;
        }
        parse::zone(&text, &mut self.scope).map_err(|fault| report(t, key, fault)).ok()
    }
}

impl Emitter for Reader<'_> {
    fn program(&self) -> &Program {
        &self.scope.program
    }

    fn program_mut(&mut self) -> &mut Program {
        &mut self.scope.program
    }

    fn emit(&mut self, instruction: Instruction) -> Place {
        let place = self.here();
        // Whoever reads on does not notice; `flow` refuses what is longer.
        if usize::from(place) < MOST_INSTRUCTIONS {
            self.scope.program.code.push(instruction);
        }
        place
    }

    fn begin_walk(&mut self) -> (u16, u16) {
        let (set, slot) = (self.scope.add_set(), self.scope.add_slots(1));
        self.scope.program.card_slots.push(slot);
        (set, slot)
    }
}

/// Tells a fault of an expression where it stands.
fn report(t: &TomlTable<'_>, key: &str, fault: Fault) {
    if !t.is_text(key) {
        return report_at_key(t, key, fault);
    }
    // What follows from a fault is mended with it.
    if !fault.follows {
        t.problem_in(key, fault.at, fault.message, fault.hint);
    }
}

/// The same of an expression that is a key, or stands in a list.
fn report_at_key(t: &TomlTable<'_>, key: &str, fault: Fault) {
    if !fault.follows {
        t.problem_at(key, fault.message, fault.hint);
    }
}
