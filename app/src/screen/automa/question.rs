//! The question with its answers as buttons; the steps; and the score sheet at the end.

use catalog::fold::capital;
use catalog::tr;
use engine::games::chronobot::{AutomaAnswer, AutomaQuestion, AutomaStep, Die, ExosuitPlace, LogEntry, Worker};
use iced::widget::{Column, Row, column, container, row, space as gap, text};
use iced::{Center, Fill};

use crate::automa::AutomaGame;
use crate::theme::{self, size, space};
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
            AutomaQuestion::Roll(Die::Shape) => numbered_buttons((1..).zip(&board.shape_die).map(|(face, shape)| {
                (shape.map_or_else(|| tr!("Any"), |shape| capital(&shape.label())), face.to_string())
            })),
            AutomaQuestion::ParadoxRolls { most } => numbers((0..=*most).collect()),
            AutomaQuestion::Tie { of } => numbers((1..=*of).collect()),
            AutomaQuestion::Left(_) => numbered_buttons([(tr!("Yes"), "yes".to_owned()), (tr!("No"), "no".to_owned())]),
            AutomaQuestion::Projects => answer_buttons([(tr!("None"), "none".to_owned())]),
            AutomaQuestion::Free(place) => {
                self.multiple_choice((1..=spaces(*place, game)).map(|n| tr!("Space {n}", n)))
            }
            AutomaQuestion::Workers => {
                let named = |(n, worker): (usize, Worker)| format!("{n}  {}", capital(&worker.label()));
                self.multiple_choice((1..).zip(Worker::ALL).map(named))
            }
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
            let chip = button::check(label::line(name).style(label::plain), self.on.contains(&at));
            container(chip.on_press(Message::Toggled(at))).style(panel::framed).into()
        };
        let word = if self.on.is_empty() { tr!("None  (Enter)") } else { tr!("Done  (Enter)") };
        let names = Row::with_children(names.into_iter().enumerate().map(one)).spacing(space::S).wrap();
        let names = names.vertical_spacing(space::S);
        column![names, button::primary(word).on_press(Message::Done)].spacing(space::S).into()
    }
}

/// How many spaces a place has.
fn spaces(place: ExosuitPlace, game: &AutomaGame) -> u8 {
    let board = game.session.board();
    match place {
        ExosuitPlace::Construct => board.people.spaces[0],
        ExosuitPlace::Recruit => board.people.spaces[1],
        ExosuitPlace::Research => board.people.spaces[2],
        ExosuitPlace::Council if game.session.saved().options.cover_council => 1,
        ExosuitPlace::Council => 2,
        ExosuitPlace::Mine => board.mine.len() as u8,
    }
}

/// Answers that are given by one press: what stands there, and what it says.
fn answer_buttons<'a>(all: impl IntoIterator<Item = (String, String)>) -> Element<'a, Message> {
    let one = |(word, says): (String, String)| -> Element<'a, Message> {
        button::plain(word).on_press(Message::Answered(says)).into()
    };
    Row::with_children(all.into_iter().map(one)).spacing(space::S).wrap().vertical_spacing(space::S).into()
}

/// The same, each with the number that stands for it as well.
fn numbered_buttons<'a>(all: impl IntoIterator<Item = (String, String)>) -> Element<'a, Message> {
    let one = |(n, (word, says)): (usize, (String, String))| -> Element<'a, Message> {
        button::with_icon(key(n), word).on_press(Message::Answered(says)).into()
    };
    Row::with_children((1..).zip(all).map(one)).spacing(space::S).wrap().vertical_spacing(space::S).into()
}

/// The number that stands for a button.
fn key<'a>(n: usize) -> Element<'a, Message> {
    text(n.to_string()).size(size::CAPTION).into()
}

/// What is asked. What can be typed stands in the field.
pub(super) fn title(question: &AutomaQuestion) -> String {
    match question {
        AutomaQuestion::Roll(Die::Shape) => tr!("Roll the shape die. What does it show?"),
        AutomaQuestion::ParadoxRolls { .. } => tr!("How often must the bot roll for Paradoxes?"),
        AutomaQuestion::Free(place) => {
            tr!("Which spaces of {place} are free, counted from the top?", place = place.label())
        }
        AutomaQuestion::Stacks(building) => {
            tr!("What are the top buildings for {building} worth?", building = building.label())
        }
        AutomaQuestion::Projects => tr!("Which Superprojects of the Present and past Eras are face up?"),
        AutomaQuestion::Workers => tr!("Which Workers are available?"),
        AutomaQuestion::Left(shape) => tr!("Is a {shape} Breakthrough left?", shape = shape.label()),
        AutomaQuestion::Roll(_) | AutomaQuestion::Tie { .. } => question.to_string(),
    }
}

/// What can be typed now.
pub(super) fn hint(game: &AutomaGame) -> String {
    match game.open_question() {
        None => {
            let steps = game.session.legal_steps();
            let commands: Vec<&str> = steps.iter().map(|step| step.word()).collect();
            tr!("1–{last}, or type: {commands}", last = steps.len(), commands = commands.join(", "))
        }
        Some(AutomaQuestion::Free(_)) => tr!("or type, e.g. `{example}`; `none` for none", example = "1 2"),
        Some(AutomaQuestion::Workers) => tr!("or type, e.g. `{example}`; `none` for none", example = "1 3"),
        Some(AutomaQuestion::Projects) => tr!("Era:VP, e.g. `{example}`; `none` for none", example = "1:4 3:6"),
        Some(AutomaQuestion::Stacks(_)) => tr!("or type, e.g. `{example}`; `-` for an empty stack", example = "3 2"),
        Some(AutomaQuestion::Left(_)) => tr!("1–{last}, or type: {commands}", last = 2, commands = "yes, no"),
        Some(_) => tr!("or type the number"),
    }
}

/// What was typed, with the numbers of buttons as the words that they stand for.
pub(super) fn spelled_out(game: &AutomaGame, typed: &str) -> String {
    let words: Vec<&str> = match game.open_question() {
        None => game.session.legal_steps().iter().map(|step| step.word()).collect(),
        Some(AutomaQuestion::Left(_)) => vec!["yes", "no"],
        Some(AutomaQuestion::Workers) => Worker::ALL.map(Worker::word).to_vec(),
        Some(_) => Vec::new(),
    };
    let word = |n: &str| words.get(n.parse::<usize>().ok()?.checked_sub(1)?).copied();
    let several = matches!(game.open_question(), Some(AutomaQuestion::Workers));
    let parts = if several { typed.split_whitespace().collect() } else { vec![typed.trim()] };
    parts.into_iter().map(|part| word(part).unwrap_or(part)).collect::<Vec<_>>().join(" ")
}

/// What the button with this number says, counted from 0.
pub(super) fn picked(game: &AutomaGame, at: usize) -> Option<Message> {
    let toggled = |choices: usize| (at < choices).then_some(Message::Toggled(at));
    match game.open_question() {
        None => game.session.legal_steps().get(at).map(|step| Message::Taken(*step)),
        Some(AutomaQuestion::Left(_)) => ["yes", "no"].get(at).map(|word| Message::Answered((*word).to_owned())),
        Some(AutomaQuestion::Free(place)) => toggled(usize::from(spaces(*place, game))),
        Some(AutomaQuestion::Workers) => toggled(Worker::ALL.len()),
        Some(AutomaQuestion::Stacks(_) | AutomaQuestion::Projects) => None,
        Some(_) => Some(Message::Answered((at + 1).to_string())),
    }
}

/// What a step is called.
pub(super) fn step_label(step: AutomaStep) -> String {
    match step {
        AutomaStep::Paradox => tr!("The bot rolls for Paradoxes"),
        AutomaStep::PowerUp => tr!("The bot powers up"),
        AutomaStep::Warp => tr!("The bot warps"),
        AutomaStep::Turn => tr!("The bot takes its turn"),
        AutomaStep::YouFirst => tr!("I took the First Player spot"),
        AutomaStep::YouPass => tr!("I pass"),
        AutomaStep::CleanUp => tr!("Clean up"),
        AutomaStep::End => tr!("End the game"),
    }
}

/// A step that was taken, with its answers.
pub(super) fn entry_label(entry: &LogEntry) -> String {
    let list = |all: Vec<String>| if all.is_empty() { tr!("None") } else { all.join(", ") };
    let top = |points: &Option<u8>| points.map_or("–".to_owned(), |points| points.to_string());
    let answer = |answer: &AutomaAnswer| match answer {
        AutomaAnswer::Number(n) => n.to_string(),
        AutomaAnswer::Free(spaces) => list(spaces.iter().map(|n| tr!("Space {n}", n)).collect()),
        AutomaAnswer::Stacks(primary, secondary) => format!("{} / {}", top(primary), top(secondary)),
        AutomaAnswer::Projects(lying) => list(lying.iter().map(|p| format!("{}:{}", p.era, p.points)).collect()),
        AutomaAnswer::Workers(there) => list(there.iter().map(|worker| capital(&worker.label())).collect()),
        AutomaAnswer::Left(true) => tr!("Yes"),
        AutomaAnswer::Left(false) => tr!("No"),
    };
    let answers: Vec<String> = entry.answers.iter().map(answer).collect();
    let between = if answers.is_empty() { "" } else { ": " };
    format!("{}{between}{}", step_label(entry.step), answers.join("  ·  "))
}

/// The steps that can come next; the first is the usual one.
pub(super) fn step_buttons<'a>(steps: &[AutomaStep]) -> Element<'a, Message> {
    let one = |(at, step): (usize, &AutomaStep)| -> Element<'a, Message> {
        let press = Message::Taken(*step);
        match at {
            0 => {
                let word = text(step_label(*step)).size(size::BODY).font(theme::SEMIBOLD);
                button::loud(row![key(1), word].spacing(space::S).align_y(Center)).on_press(press).into()
            }
            _ => button::with_icon(key(at + 1), step_label(*step)).on_press(press).into(),
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
