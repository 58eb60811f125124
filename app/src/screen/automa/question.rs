//! The question with its answers as buttons; the steps; and the score sheet at the end.

use catalog::fold::capital;
use catalog::tr;
use engine::games::chronobot::{AutomaQuestion, AutomaStep, Die, ExosuitPlace, Worker};
use iced::widget::{Column, Row, column, container, row, space as gap};
use iced::{Center, Fill};

use crate::automa::AutomaGame;
use crate::theme::space;
use crate::widget::panel::Tone;
use crate::widget::{Element, button, field, label, panel};

/// What happens at a question, among the steps, or at the score sheet.
#[derive(Debug, Clone)]
pub enum Message {
    /// A step is taken.
    Taken(AutomaStep),
    /// The question is answered.
    Answered(String),
    /// Something of an answer is there, or not any more.
    Toggled(usize),
    /// The top of a stack: which stack, and its points.
    TopSet(usize, StackTop),
    /// The answer that was put together is given.
    Done,
    /// Typing people's own points.
    YoursTyped(String),
    /// They are counted.
    YoursEntered,
}

/// An answer that is put together of several presses.
#[derive(Debug, Clone, Default)]
pub(super) struct AnswerDraft {
    /// Positions that are chosen: spaces, or types of Workers.
    on: Vec<usize>,
    /// The tops of both stacks, once they are chosen.
    tops: [Option<StackTop>; 2],
}

/// The top of a stack of buildings or Superprojects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StackTop {
    /// Nothing is left in the stack.
    Empty,
    /// A card worth so many points.
    Points(u8),
}

/// The most points that a building or Superproject is offered with; more can be typed.
const POINTS: u8 = 6;

impl AnswerDraft {
    pub(super) fn toggle(&mut self, at: usize) {
        match self.on.iter().position(|on| *on == at) {
            Some(found) => {
                self.on.remove(found);
            }
            None => self.on.push(at),
        }
        self.on.sort_unstable();
    }

    pub(super) fn set_top(&mut self, stack: usize, top: StackTop) {
        self.tops[stack] = Some(top);
    }

    /// The answer as it is typed; `None` while something is missing.
    pub(super) fn text(&self, question: &AutomaQuestion) -> Option<String> {
        let all = |words: Vec<String>| if words.is_empty() { "none".to_owned() } else { words.join(" ") };
        match question {
            AutomaQuestion::Free(_) => Some(all(self.on.iter().map(|at| (at + 1).to_string()).collect())),
            AutomaQuestion::Workers => Some(all(self.on.iter().map(|at| Worker::ALL[*at].word().to_owned()).collect())),
            AutomaQuestion::Stacks(_) => {
                let top = |top: StackTop| match top {
                    StackTop::Empty => "-".to_owned(),
                    StackTop::Points(points) => points.to_string(),
                };
                let [primary, secondary] = self.tops;
                Some(format!("{} {}", top(primary?), top(secondary?)))
            }
            _ => None,
        }
    }

    /// The answers of a question.
    pub(super) fn view<'a>(&self, question: &AutomaQuestion, game: &AutomaGame) -> Element<'a, Message> {
        let board = game.session.board();
        let distinct = |faces: &[u8]| {
            let mut faces = faces.to_vec();
            faces.sort_unstable();
            faces.dedup();
            faces
        };
        let numbers = |all: Vec<u8>| answer_buttons(all.into_iter().map(|n| (n.to_string(), n.to_string())));
        match question {
            AutomaQuestion::Roll(Die::Command) => numbers(distinct(&board.command_die)),
            AutomaQuestion::Roll(Die::Paradox) => numbers(distinct(&board.paradox_die)),
            AutomaQuestion::Roll(Die::Shape) => answer_buttons((1..).zip(&board.shape_die).map(|(face, shape)| {
                (shape.map_or_else(|| tr!("Any"), |shape| capital(&shape.label())), face.to_string())
            })),
            AutomaQuestion::ParadoxRolls { most } => numbers((0..=*most).collect()),
            AutomaQuestion::Tie { of } => numbers((1..=*of).collect()),
            AutomaQuestion::Left(_) => answer_buttons([(tr!("Yes"), "yes".to_owned()), (tr!("No"), "no".to_owned())]),
            AutomaQuestion::Projects => column![
                label::caption(tr!("Enter each as Era:VP, such as 1:4 3:6.")),
                answer_buttons([(tr!("None"), "none".to_owned())]),
            ]
            .spacing(space::S)
            .into(),
            AutomaQuestion::Free(place) => {
                let spaces = match place {
                    ExosuitPlace::Construct => board.people.spaces[0],
                    ExosuitPlace::Recruit => board.people.spaces[1],
                    ExosuitPlace::Research => board.people.spaces[2],
                    ExosuitPlace::Council if game.session.saved().options.cover_council => 1,
                    ExosuitPlace::Council => 2,
                    ExosuitPlace::Mine => board.mine.len() as u8,
                };
                self.multiple_choice((1..=spaces).map(|n| tr!("Space {n}", n)))
            }
            AutomaQuestion::Workers => self.multiple_choice(Worker::ALL.map(|w| capital(&w.label()))),
            AutomaQuestion::Stacks(_) => {
                let stack = |at: usize, name: String| {
                    let top = |top: StackTop| -> Element<'a, Message> {
                        let word = match top {
                            StackTop::Empty => "–".to_owned(),
                            StackTop::Points(points) => points.to_string(),
                        };
                        button::tab(word, self.tops[at] == Some(top)).on_press(Message::TopSet(at, top)).into()
                    };
                    let tops = std::iter::once(StackTop::Empty).chain((1..=POINTS).map(StackTop::Points)).map(top);
                    row![container(label::caption(name)).width(72), Row::with_children(tops).spacing(2)].align_y(Center)
                };
                let done =
                    button::primary(tr!("Done  (Enter)")).on_press_maybe(self.text(question).map(|_| Message::Done));
                column![stack(0, tr!("Primary")), stack(1, tr!("Secondary")), done].spacing(space::S).into()
            }
        }
    }

    /// Any of several, and then done.
    fn multiple_choice<'a>(&self, names: impl IntoIterator<Item = String>) -> Element<'a, Message> {
        let one = |(at, name): (usize, String)| -> Element<'a, Message> {
            button::tab(name, self.on.contains(&at)).on_press(Message::Toggled(at)).into()
        };
        let word = if self.on.is_empty() { tr!("None  (Enter)") } else { tr!("Done  (Enter)") };
        let names = Row::with_children(names.into_iter().enumerate().map(one)).spacing(4).wrap().vertical_spacing(4);
        column![names, button::primary(word).on_press(Message::Done)].spacing(space::S).into()
    }
}

/// Answers that are given by one press: what stands there, and what it says.
fn answer_buttons<'a>(all: impl IntoIterator<Item = (String, String)>) -> Element<'a, Message> {
    let one = |(word, says): (String, String)| -> Element<'a, Message> {
        button::plain(word).on_press(Message::Answered(says)).into()
    };
    Row::with_children(all.into_iter().map(one)).spacing(space::S).wrap().vertical_spacing(space::S).into()
}

/// The steps that can come next; the first is the usual one.
pub(super) fn step_buttons<'a>(steps: &[AutomaStep]) -> Element<'a, Message> {
    let says = |step: AutomaStep| match step {
        AutomaStep::Paradox => tr!("The bot rolls for Paradoxes"),
        AutomaStep::PowerUp => tr!("The bot powers up"),
        AutomaStep::Warp => tr!("The bot warps"),
        AutomaStep::Turn => tr!("The bot takes its turn"),
        AutomaStep::YouFirst => tr!("I took the First Player spot"),
        AutomaStep::YouPass => tr!("I pass"),
        AutomaStep::CleanUp => tr!("Clean up"),
        AutomaStep::End => tr!("End the game"),
    };
    let one = |(at, step): (usize, &AutomaStep)| -> Element<'a, Message> {
        let press = Message::Taken(*step);
        match at {
            0 => button::primary(says(*step)).on_press(press).into(),
            _ => button::plain(says(*step)).on_press(press).into(),
        }
    };
    let all = steps.iter().enumerate().map(one);
    Row::with_children(all).spacing(space::S).wrap().vertical_spacing(space::S).into()
}

/// The score sheet.
pub(super) fn score_sheet<'a>(game: &'a AutomaGame, yours: &str) -> Element<'a, Message> {
    let score = game.session.score();
    let line = |what: &'a str, points: i32| -> Element<'a, Message> {
        row![label::body(tr!(what)), gap::horizontal(), label::emphasis(points.to_string())].align_y(Center).into()
    };
    let parts = Column::with_children(score.parts().map(|(what, points)| line(what, points))).spacing(4);
    let total = row![label::section(tr!("The bot")), gap::horizontal(), label::page(score.total().to_string())];
    let points = field::line(tr!("Your points"), yours).on_input(Message::YoursTyped).on_submit(Message::YoursEntered);
    let count = row![points, button::primary(tr!("Compare")).on_press(Message::YoursEntered)].spacing(space::S);
    let mut sheet = column![label::section(tr!("Score sheet")), parts, panel::flat(), total.align_y(Center), count];
    if let Some(yours) = game.human_points {
        let (tone, says) = if score.beaten_by(yours) {
            (Tone::Good, tr!("You win with 1 point." | "You win with {n} points." % yours))
        } else {
            (
                Tone::Warn,
                tr!("1 point does not beat the bot: it wins." | "{n} points do not beat the bot: it wins." % yours),
            )
        };
        sheet = sheet.push(panel::toned(tone, label::emphasis(says)));
    }
    sheet.spacing(space::M).width(Fill).into()
}
