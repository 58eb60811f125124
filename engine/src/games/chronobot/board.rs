//! The board, the dice and the pools as data (`board.toml`): what is printed, and no rule.

use catalog::Source;
use catalog::read::{Document, Problem, Problems, TomlTable};
use serde::{Deserialize, Serialize};

use super::board_error::BoardError;
use super::kinds::{BoardAction, Resource, Shape};
use super::tokens;

/// Faces of a die, spaces, lines of a list.
const MOST_LINES: usize = 100;

/// What lies printed on the table.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AutomaBoard {
    /// Command tokens by face of the AI die.
    pub command_die: Vec<u8>,
    /// Paradoxes by face of the Paradox die.
    pub paradox_die: Vec<u8>,
    /// Shapes by face of the shape die; `None` is any shape.
    pub shape_die: Vec<Option<Shape>>,
    /// Eras of the longest game.
    pub eras: u8,
    /// The last Era before the Impact.
    pub impact_after: u8,
    /// Exosuits powered up in an Era: before the Impact, and after it.
    pub exosuits: [u8; 2],
    /// Warp tiles of the bot.
    pub warp_tiles: u8,
    /// Points by step of the Time Travel track.
    pub time_travel: Vec<u8>,
    /// All spaces, path after path.
    pub spaces: Vec<BoardSpace>,
    /// Mine Resource spaces from the top: the Resources of each part, of which it gives one.
    pub mine: Vec<[Vec<Resource>; 2]>,
    /// Whom simulations put opposite.
    pub people: OpponentModel,
}

/// A simple person, and what lies around the two: for simulations only, where nobody can be asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpponentModel {
    /// Exosuits in an Era: before the Impact, and after it.
    pub exosuits: [u8; 2],
    /// How often a Leader's power helps in each Era.
    pub leader: u8,
    /// Warp tiles that are placed at most in an Era.
    pub warps: u8,
    /// Spaces of Construct, Recruit, Research and the World Council.
    pub spaces: [u8; 4],
    /// Points of the buildings in each stack, which is shuffled.
    pub stack: Vec<u8>,
    /// Points of the Superprojects, of which each Timeline tile has one.
    pub projects: Vec<u8>,
    /// Workers of each type that come in each Era, in the order of [`super::Worker::ALL`].
    pub workers: [u8; 4],
    /// Breakthroughs of each shape.
    pub breakthroughs: u8,
}

/// A space for Command tokens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardSpace {
    /// What is printed there.
    pub action: BoardAction,
    /// The tokens that begin there.
    pub tokens: Vec<u8>,
    /// The space that follows, as an index into all spaces.
    pub next: usize,
}

impl AutomaBoard {
    /// The file of a game's folder that holds it.
    pub const FILE: &'static str = "board.toml";

    /// The board of a game.
    ///
    /// # Errors
    /// Every fault of the file; that there is none is one, too.
    pub fn load(source: &Source, game: &str) -> Result<AutomaBoard, Vec<Problem>> {
        let path = format!("{game}/{}", AutomaBoard::FILE);
        match source.file(&path) {
            Some(file) => AutomaBoard::read(&file.name, &file.text),
            None => Err(vec![Problem {
                file: path,
                line: 1,
                column: 1,
                place: String::new(),
                message: "there is no such file".into(),
                hint: Some("it holds the bot's board, dice and tracks".into()),
            }]),
        }
    }

    /// The board that comes with the program.
    #[cfg(test)]
    pub(super) fn printed() -> AutomaBoard {
        AutomaBoard::load(&Source::shipped(), "anachrony").expect("the printed board is sound")
    }

    /// Reads a board.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn read(file: &str, text: &str) -> Result<AutomaBoard, Vec<Problem>> {
        let problems = Problems::default();
        let document = Document::parse(file, text, &problems);
        let mut board = AutomaBoard::default();
        {
            let t = document.root();
            t.source();
            board.take(&t, true);
        }
        drop(document);
        problems.into_result().map(|()| board)
    }

    /// Takes what a table says in the place of what was there; `whole` tables must say everything.
    pub(super) fn take(&mut self, t: &TomlTable<'_>, whole: bool) {
        let says = |key: &str| whole || t.has(key);
        let numbers = [
            ("command_die", 9, &mut self.command_die),
            ("paradox_die", 3, &mut self.paradox_die),
            ("time_travel", 100, &mut self.time_travel),
        ];
        for (key, most, into) in numbers {
            if says(key) {
                *into = small(t, key, most);
            }
        }
        for (key, most, into) in [
            ("eras", 12, &mut self.eras),
            ("impact_after", 12, &mut self.impact_after),
            ("warp_tiles", 20, &mut self.warp_tiles),
        ] {
            if says(key) {
                *into = one(t, key, most);
            }
        }
        if says("shape_die") {
            self.shape_die = t.texts("shape_die").iter().map(|word| shape(t, word)).collect();
        }
        if says("exosuits") {
            self.exosuits = so_many(t, "exosuits", 6);
        }
        if says("path") {
            self.spaces = spaces(t);
        }
        if says("mine") {
            self.mine = t.tables("mine").iter().map(mine).collect();
        }
        if let Some(table) = t.table_if("people") {
            self.people = people(&table);
        } else if whole {
            t.problem("`[people]` is missing", Some("it says whom simulations put opposite".into()));
        }
        self.check(t);
    }

    /// What would leave the bot without an answer later.
    fn check(&self, t: &TomlTable<'_>) {
        for (key, why) in self.faults() {
            t.problem_at(key, why.to_string(), None);
        }
    }

    /// Lists that are empty, and tokens that are not where the die looks for them.
    fn faults(&self) -> Vec<(&'static str, BoardError)> {
        let mut faults = Vec::new();
        for (key, empty) in [
            ("command_die", self.command_die.is_empty()),
            ("paradox_die", self.paradox_die.is_empty()),
            ("shape_die", self.shape_die.is_empty()),
            ("time_travel", self.time_travel.is_empty()),
            ("mine", self.mine.is_empty()),
        ] {
            if empty {
                faults.push((key, BoardError::Empty(key)));
            }
        }
        for face in &self.command_die {
            let lying = self.spaces.iter().flat_map(|s| &s.tokens).filter(|token| *token == face).count();
            if lying != 1 {
                faults.push(("command_die", BoardError::TokenSpaces { token: *face, spaces: lying }));
            }
        }
        faults
    }

    /// Whether a game can be played on it. A saved game brings its own board, and can come from anybody.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn check_saved(&self) -> Result<(), BoardError> {
        if let Some((_, why)) = self.faults().into_iter().next() {
            return Err(why);
        }
        let within = |list: &[u8], most: u8| list.len() <= MOST_LINES && list.iter().all(|n| *n <= most);
        let numbers = within(&self.command_die, 9)
            && within(&self.paradox_die, 3)
            && within(&self.time_travel, 100)
            && within(&self.exosuits, 6)
            && (1..=12).contains(&self.eras)
            && (1..=12).contains(&self.impact_after)
            && (1..=20).contains(&self.warp_tiles)
            && self.shape_die.len() <= MOST_LINES;
        if !numbers {
            return Err(BoardError::Large);
        }
        let parts = || self.mine.iter().flatten();
        if self.mine.len() > MOST_LINES || parts().any(|part| part.is_empty() || part.len() > MOST_LINES) {
            return Err(BoardError::Mine);
        }
        self.check_paths()
    }

    /// Whether the spaces are paths that lead back to where they begin, with room for their tokens.
    fn check_paths(&self) -> Result<(), BoardError> {
        let mut tokens: Vec<u8> = self.spaces.iter().flat_map(|s| s.tokens.iter().copied()).collect();
        let lying = tokens.len();
        tokens.sort_unstable();
        tokens.dedup();
        let full = self.spaces.iter().any(|s| s.tokens.len() > tokens::TOKENS_PER_SPACE);
        if self.spaces.len() > MOST_LINES || tokens.len() != lying || full {
            return Err(BoardError::Tokens);
        }
        for start in 0..self.spaces.len() {
            let (mut at, mut path) = (start, Vec::new());
            while path.len() <= self.spaces.len() && self.spaces.get(at).is_some() && (at != start || path.is_empty()) {
                path.push(&self.spaces[at]);
                at = self.spaces[at].next;
            }
            if at != start {
                return Err(BoardError::OpenPath);
            }
            has_room(&path)?;
        }
        Ok(())
    }
}

/// Whether a pushed token always comes to rest before it has gone round, also where none rests on Reboot.
fn has_room(path: &[&BoardSpace]) -> Result<(), BoardError> {
    let tokens: usize = path.iter().map(|s| s.tokens.len()).sum();
    let rests = path.iter().filter(|s| s.action != BoardAction::Reboot).count();
    if path.len() < 2 || tokens > rests { Err(BoardError::FullPath { tokens, spaces: rests }) } else { Ok(()) }
}

fn one(t: &TomlTable<'_>, key: &str, most: u8) -> u8 {
    let number = t.number(key);
    u8::try_from(number).ok().filter(|n| (1..=most).contains(n)).unwrap_or_else(|| {
        t.problem_at(key, format!("`{key}` must be from 1 to {most}"), None);
        1
    })
}

fn small(t: &TomlTable<'_>, key: &str, most: u8) -> Vec<u8> {
    let read = |number: i32| u8::try_from(number).ok().filter(|n| *n <= most);
    let all: Vec<Option<u8>> = t.numbers(key).into_iter().map(read).collect();
    if all.iter().any(Option::is_none) {
        t.problem_at(key, format!("the numbers of `{key}` must be from 0 to {most}"), None);
    }
    all.into_iter().flatten().collect()
}

/// A list of exactly so many numbers.
fn so_many<const N: usize>(t: &TomlTable<'_>, key: &str, most: u8) -> [u8; N] {
    let numbers = small(t, key, most);
    <[u8; N]>::try_from(numbers).unwrap_or_else(|found| {
        t.problem_at(key, format!("`{key}` needs {N} numbers, not {}", found.len()), None);
        [0; N]
    })
}

fn people(t: &TomlTable<'_>) -> OpponentModel {
    let people = OpponentModel {
        exosuits: so_many(t, "exosuits", 6),
        leader: one(t, "leader", 6),
        warps: one(t, "warps", 8),
        spaces: so_many(t, "spaces", 9),
        stack: small(t, "stack", 20),
        projects: small(t, "projects", 20),
        workers: so_many(t, "workers", 20),
        breakthroughs: one(t, "breakthroughs", 100),
    };
    if people.projects.is_empty() {
        t.problem_at("projects", "`projects` holds nothing", None);
    }
    people
}

fn shape(t: &TomlTable<'_>, word: &str) -> Option<Shape> {
    let known: Vec<&str> = Shape::ALL.iter().map(|s| s.word()).chain(["any"]).collect();
    t.one_of("shape_die", word, "shape", &known).and_then(|i| Shape::ALL.get(i).copied())
}

fn spaces(t: &TomlTable<'_>) -> Vec<BoardSpace> {
    let mut all: Vec<BoardSpace> = Vec::new();
    for path in t.tables("path") {
        let (first, tables) = (all.len(), path.tables("spaces"));
        let length = tables.len();
        for (i, table) in tables.iter().enumerate() {
            let word = table.text("action");
            let known: Vec<&str> = BoardAction::ALL.iter().map(|a| a.word()).collect();
            let action =
                table.one_of("action", &word, "Action", &known).map_or(BoardAction::Reboot, |i| BoardAction::ALL[i]);
            let tokens = small(table, "tokens", 9);
            if tokens.len() > 2 {
                table.problem_at("tokens", "more than two tokens lie on one space", None);
            }
            all.push(BoardSpace { action, tokens, next: first + (i + 1) % length });
        }
        if let Err(why) = has_room(&all[first..].iter().collect::<Vec<_>>()) {
            path.problem(why.to_string(), None);
        }
    }
    all
}

fn mine(t: &TomlTable<'_>) -> [Vec<Resource>; 2] {
    ["one", "other"].map(|key| {
        let known: Vec<&str> = Resource::ALL.iter().map(|r| r.word()).collect();
        let words = t.texts(key);
        if words.is_empty() {
            t.problem_at(key, format!("`{key}` names no Resource"), None);
        }
        let read = |word: &String| t.one_of(key, word, "Resource", &known).map(|i| Resource::ALL[i]);
        words.iter().filter_map(read).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_board_is_that_of_the_rules() {
        let board = AutomaBoard::printed();
        assert_eq!(board.spaces.len(), 12);
        assert_eq!((board.spaces[3].next, board.spaces[11].next), (0, 4));
        for action in BoardAction::ALL {
            assert_eq!(board.spaces.iter().filter(|s| s.action == action).count(), 1, "{}", action.word());
        }
        assert_eq!(board.spaces[5].tokens, [4]);
    }

    #[test]
    fn a_board_that_cannot_work_is_refused_with_every_fault() {
        let source = Source::shipped();
        let printed = &source.file("anachrony/board.toml").expect("a board").text;
        let text = printed.replace("[2, 3, 3, 4, 4, 5]", "[2, 6]").replace("\"mine\"", "\"dig\"");
        let faults = AutomaBoard::read("b.toml", &text).expect_err("faults");
        let told: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.contains(&"token 6 begins on 0 spaces, not on one"), "{told:?}");
    }
}
