//! The board, the dice and the pools as data: what is printed, and no rule.

use catalog::read::{Document, Problem, Problems, Table};

use super::kinds::{Action, Resource, Shape};

/// What lies printed on the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
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
    pub spaces: Vec<Space>,
    /// Mine Resource spaces from the top: the Resources of each part, of which it gives one.
    pub mine: Vec<[Vec<Resource>; 2]>,
}

/// A space for Command tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Space {
    /// What is printed there.
    pub action: Action,
    /// The tokens that begin there.
    pub tokens: Vec<u8>,
    /// The space that follows, as an index into all spaces.
    pub next: usize,
}

/// The board that comes with the program.
const PRINTED: &str = include_str!("board.toml");

impl Board {
    /// The board that comes with the program.
    ///
    /// # Panics
    /// Never: a test reads it.
    pub fn printed() -> Board {
        Board::read("board.toml", PRINTED).expect("the printed board is sound")
    }

    /// Reads a board.
    ///
    /// # Errors
    /// Every fault of the file.
    pub fn read(file: &str, text: &str) -> Result<Board, Vec<Problem>> {
        let problems = Problems::default();
        let document = Document::parse(file, text, &problems);
        let board = {
            let t = document.root();
            t.source();
            let exosuits = small(&t, "exosuits", 6);
            if exosuits.len() != 2 {
                t.problem_at("exosuits", "`exosuits` needs two numbers: before the Impact, and after it", None);
            }
            let board = Board {
                command_die: small(&t, "command_die", 9),
                paradox_die: small(&t, "paradox_die", 3),
                shape_die: t.texts("shape_die").iter().map(|word| shape(&t, word)).collect(),
                eras: one(&t, "eras", 12),
                impact_after: one(&t, "impact_after", 12),
                exosuits: [exosuits.first().copied().unwrap_or(0), exosuits.get(1).copied().unwrap_or(0)],
                warp_tiles: one(&t, "warp_tiles", 20),
                time_travel: small(&t, "time_travel", 100),
                spaces: spaces(&t),
                mine: t.tables("mine").iter().map(mine).collect(),
            };
            board.check(&t);
            board
        };
        drop(document);
        problems.into_result().map(|()| board)
    }

    /// What would leave the bot without an answer later.
    fn check(&self, t: &Table<'_>) {
        for (key, empty) in [
            ("command_die", self.command_die.is_empty()),
            ("paradox_die", self.paradox_die.is_empty()),
            ("shape_die", self.shape_die.is_empty()),
            ("time_travel", self.time_travel.is_empty()),
            ("mine", self.mine.is_empty()),
        ] {
            if empty {
                t.problem_at(key, format!("`{key}` holds nothing"), None);
            }
        }
        for face in &self.command_die {
            let lying = self.spaces.iter().flat_map(|s| &s.tokens).filter(|token| *token == face).count();
            if lying != 1 {
                t.problem_at("command_die", format!("token {face} begins on {lying} spaces, not on one"), None);
            }
        }
    }
}

fn one(t: &Table<'_>, key: &str, most: u8) -> u8 {
    let number = t.number(key);
    u8::try_from(number).ok().filter(|n| (1..=most).contains(n)).unwrap_or_else(|| {
        t.problem_at(key, format!("`{key}` must be from 1 to {most}"), None);
        1
    })
}

fn small(t: &Table<'_>, key: &str, most: u8) -> Vec<u8> {
    let read = |number: i32| u8::try_from(number).ok().filter(|n| *n <= most);
    let all: Vec<Option<u8>> = t.numbers(key).into_iter().map(read).collect();
    if all.iter().any(Option::is_none) {
        t.problem_at(key, format!("the numbers of `{key}` must be from 0 to {most}"), None);
    }
    all.into_iter().flatten().collect()
}

fn shape(t: &Table<'_>, word: &str) -> Option<Shape> {
    let known: Vec<&str> = Shape::ALL.iter().map(|s| s.word()).chain(["any"]).collect();
    t.one_of("shape_die", word, "shape", &known).and_then(|i| Shape::ALL.get(i).copied())
}

fn spaces(t: &Table<'_>) -> Vec<Space> {
    let mut all: Vec<Space> = Vec::new();
    for path in t.tables("path") {
        let (first, tables) = (all.len(), path.tables("spaces"));
        let (length, mut tokens_on_path) = (tables.len(), 0);
        for (i, table) in tables.iter().enumerate() {
            let word = table.text("action");
            let known: Vec<&str> = Action::ALL.iter().map(|a| a.word()).collect();
            let action = table.one_of("action", &word, "Action", &known).map_or(Action::Reboot, |i| Action::ALL[i]);
            let tokens = small(table, "tokens", 9);
            if tokens.len() > 2 {
                table.problem_at("tokens", "more than two tokens lie on one space", None);
            }
            tokens_on_path += tokens.len();
            all.push(Space { action, tokens, next: first + (i + 1) % length });
        }
        // With fewer, a pushed token always comes to rest before it has gone round.
        if length < 2 || tokens_on_path > length {
            path.problem(format!("{tokens_on_path} tokens on a path of {length} spaces cannot all move on"), None);
        }
    }
    all
}

fn mine(t: &Table<'_>) -> [Vec<Resource>; 2] {
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
        let board = Board::printed();
        assert_eq!(board.spaces.len(), 12);
        assert_eq!((board.spaces[3].next, board.spaces[11].next), (0, 4));
        for action in Action::ALL {
            assert_eq!(board.spaces.iter().filter(|s| s.action == action).count(), 1, "{}", action.word());
        }
        assert_eq!(board.spaces[5].tokens, [4]);
    }

    #[test]
    fn a_board_that_cannot_work_is_refused_with_every_fault() {
        let text = PRINTED.replace("[2, 3, 3, 4, 4, 5]", "[2, 6]").replace("\"mine\"", "\"dig\"");
        let faults = Board::read("b.toml", &text).expect_err("faults");
        let told: Vec<&str> = faults.iter().map(|f| f.message.as_str()).collect();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.contains(&"token 6 begins on 0 spaces, not on one"), "{told:?}");
    }
}
