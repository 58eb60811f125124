//! What the table is asked, and what it answers.

use std::fmt;

use catalog::tr;
use formats::rng::Dice;
use serde::{Deserialize, Serialize};

use super::board::AutomaBoard;
use super::kinds::{BoardAction, ExosuitPlace, Shape, Worker};

/// A die that people may roll for the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Die {
    /// The AI die: the answer is the number on the face, which names a token.
    Command,
    /// The Paradox die: the answer is the Paradoxes on the face.
    Paradox,
    /// The shape die: the answer is the face, counted from 1 as the board's data list them.
    Shape,
}

/// What only the table knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutomaQuestion {
    /// What does a die say? [`AutomaAnswer::Number`].
    Roll(Die),
    /// How often does the bot roll for Paradoxes, at most so many times? [`AutomaAnswer::Number`] (CB-R11).
    ParadoxRolls {
        /// Timeline tiles with Warp tiles of the bot.
        most: u8,
    },
    /// Which spaces are free? A face-down Collapsing Capital tile is none (CB-055). [`AutomaAnswer::Free`].
    Free(ExosuitPlace),
    /// What are the top buildings of both stacks worth? [`AutomaAnswer::Stacks`].
    Stacks(BoardAction),
    /// Which Superprojects are face up on the Present and past tiles? [`AutomaAnswer::Projects`].
    Projects,
    /// Which types of Workers are available? [`AutomaAnswer::Workers`].
    Workers,
    /// Is a Breakthrough of this shape left? [`AutomaAnswer::Left`].
    Left(Shape),
    /// Chance decides between equals: which, counted from 1? [`AutomaAnswer::Number`].
    Tie {
        /// How many there are.
        of: u8,
    },
}

impl AutomaQuestion {
    /// What chance answers; `None` if it is for the table to say.
    pub fn by_chance(&self, board: &AutomaBoard, dice: &mut impl Dice) -> Option<AutomaAnswer> {
        let mut face = |faces: &[u8]| faces[dice.below(faces.len() as u32) as usize];
        Some(AutomaAnswer::Number(match self {
            AutomaQuestion::Roll(Die::Command) => face(&board.command_die),
            AutomaQuestion::Roll(Die::Paradox) => face(&board.paradox_die),
            AutomaQuestion::Roll(Die::Shape) => 1 + dice.below(board.shape_die.len() as u32) as u8,
            AutomaQuestion::Tie { of } => 1 + dice.below(u32::from(*of)) as u8,
            _ => return None,
        }))
    }
}

/// A Superproject that lies face up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Superproject {
    /// Its Timeline tile, counted from 1.
    pub era: u8,
    /// Its points.
    pub points: u8,
}

/// What the table says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutomaAnswer {
    /// A number.
    Number(u8),
    /// The free spaces, counted from 1 at the top.
    Free(Vec<u8>),
    /// The points of the top buildings of the primary and the secondary stack; `None` is an empty stack.
    Stacks(Option<u8>, Option<u8>),
    /// Superprojects.
    Projects(Vec<Superproject>),
    /// Workers that are available.
    Workers(Vec<Worker>),
    /// Whether there is one.
    Left(bool),
}

/// Why a step was not played; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StepBlocked {
    /// The table is asked.
    Asks(AutomaQuestion),
    /// The answer does not fit the question.
    Answer(String),
    /// More was answered than was asked.
    TooMany {
        /// Questions.
        asked: usize,
        /// Answers.
        given: usize,
    },
    /// It is not the time for this step: why, as it is written.
    Step(&'static str),
}

impl fmt::Display for StepBlocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            StepBlocked::Asks(_) => tr!("this step needs an answer first"),
            StepBlocked::Answer(why) => tr!("invalid answer: {why}", why),
            StepBlocked::TooMany { asked, given } => {
                tr!(
                    "1 answer was given, but the step asks for none"
                        | "{n} answers were given, but the step asks for {asked}" % *given,
                    asked
                )
            }
            StepBlocked::Step(why) => tr!(why),
        })
    }
}

impl std::error::Error for StepBlocked {}

/// Answers given to the questions of a step, in order.
pub(super) struct GivenAnswers<'a> {
    given: &'a [AutomaAnswer],
    used: usize,
}

impl<'a> GivenAnswers<'a> {
    pub(super) fn new(given: &'a [AutomaAnswer]) -> Self {
        GivenAnswers { given, used: 0 }
    }

    /// Fails if something was answered that nobody asked.
    pub(super) fn finish(&self) -> Result<(), StepBlocked> {
        if self.given.len() == self.used {
            Ok(())
        } else {
            Err(StepBlocked::TooMany { asked: self.used, given: self.given.len() })
        }
    }

    fn next(&mut self, question: AutomaQuestion) -> Result<&'a AutomaAnswer, StepBlocked> {
        let answer = self.given.get(self.used).ok_or(StepBlocked::Asks(question))?;
        self.used += 1;
        Ok(answer)
    }

    fn number(&mut self, question: AutomaQuestion, least: u8, most: u8) -> Result<u8, StepBlocked> {
        match self.next(question)? {
            AutomaAnswer::Number(n) if (least..=most).contains(n) => Ok(*n),
            _ => Err(StepBlocked::Answer(tr!("it must be a number from {least} to {most}", least, most))),
        }
    }

    /// A roll; for the shape die, the face from 1.
    pub(super) fn roll(&mut self, die: Die, board: &AutomaBoard) -> Result<u8, StepBlocked> {
        let on_faces = |faces: &[u8], n: &u8| faces.contains(n);
        match self.next(AutomaQuestion::Roll(die))? {
            AutomaAnswer::Number(n)
                if match die {
                    Die::Command => on_faces(&board.command_die, n),
                    Die::Paradox => on_faces(&board.paradox_die, n),
                    Die::Shape => (1..=board.shape_die.len()).contains(&usize::from(*n)),
                } =>
            {
                Ok(*n)
            }
            _ => Err(StepBlocked::Answer(tr!("it must be a number that the die shows"))),
        }
    }

    pub(super) fn paradox_roll_count(&mut self, most: u8) -> Result<u8, StepBlocked> {
        self.number(AutomaQuestion::ParadoxRolls { most }, 0, most)
    }

    /// One of so many equals, as an index; nothing is asked about one alone.
    pub(super) fn tie(&mut self, of: usize) -> Result<usize, StepBlocked> {
        let of = u8::try_from(of).expect("a handful of equals");
        match of {
            1 => Ok(0),
            _ => self.number(AutomaQuestion::Tie { of }, 1, of).map(|n| usize::from(n) - 1),
        }
    }

    /// The free spaces of a place as indices from the top; it has no more than `spaces`, if that is known.
    pub(super) fn free(&mut self, place: ExosuitPlace, spaces: Option<usize>) -> Result<Vec<usize>, StepBlocked> {
        let AutomaAnswer::Free(free) = self.next(AutomaQuestion::Free(place))? else {
            return Err(StepBlocked::Answer(tr!("it must name the free spaces, counted from 1 at the top")));
        };
        let mut free: Vec<usize> = free.iter().map(|n| usize::from(*n)).collect();
        free.sort_unstable();
        if free.first() == Some(&0) || spaces.zip(free.last()).is_some_and(|(spaces, last)| *last > spaces) {
            let place = place.label();
            return Err(StepBlocked::Answer(match spaces {
                Some(last) => tr!("the spaces of {place} count from 1 to {last}", place, last),
                None => tr!("the spaces of {place} count from 1", place),
            }));
        }
        Ok(free.into_iter().map(|n| n - 1).collect())
    }

    pub(super) fn stacks(&mut self, building: BoardAction) -> Result<[Option<u8>; 2], StepBlocked> {
        match self.next(AutomaQuestion::Stacks(building))? {
            AutomaAnswer::Stacks(primary, secondary) => Ok([*primary, *secondary]),
            _ => Err(StepBlocked::Answer(tr!("it must give the points of the top building of both stacks"))),
        }
    }

    pub(super) fn projects(&mut self, era: u8) -> Result<&'a [Superproject], StepBlocked> {
        match self.next(AutomaQuestion::Projects)? {
            AutomaAnswer::Projects(all) if all.iter().all(|p| (1..=era).contains(&p.era)) => Ok(all),
            AutomaAnswer::Projects(_) => {
                Err(StepBlocked::Answer(tr!("only the tiles 1 to {era} are the Present or past", era)))
            }
            _ => Err(StepBlocked::Answer(tr!("it must list the face-up Superprojects"))),
        }
    }

    pub(super) fn workers(&mut self) -> Result<&'a [Worker], StepBlocked> {
        match self.next(AutomaQuestion::Workers)? {
            AutomaAnswer::Workers(all) => Ok(all),
            _ => Err(StepBlocked::Answer(tr!("it must list the types of Workers that are available"))),
        }
    }

    pub(super) fn left(&mut self, shape: Shape) -> Result<bool, StepBlocked> {
        match self.next(AutomaQuestion::Left(shape))? {
            AutomaAnswer::Left(left) => Ok(*left),
            _ => Err(StepBlocked::Answer(tr!("it must say whether a Breakthrough is left"))),
        }
    }
}
