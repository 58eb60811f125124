//! The Lab: a question at the left, its answer at the right: a sentence, then charts, then tables. What is asked runs in
//! the background, and what has been counted is kept: the same question is answered at once, past runs can be opened and
//! compared, and a run that was stopped goes on where it was.

pub mod answer;
pub mod past;
pub mod question;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use catalog::store::Library;
use catalog::tr;
use engine::kernel::parallel::Progress;
use engine::lab::experiment::{self, ExperimentInput};
use formats::limited::Pool;
use formats::{Deck, GameLibrary};
use iced::task::Handle;
use iced::widget::{container, row};
use iced::{Fill, Subscription, Task};

use crate::key::Shortcut;
use crate::lab::{self, ExperimentRun, FindingsFile, page};
use crate::language::Language;
use crate::notice::Notice;
use crate::printout::job;
use crate::screen::{ScreenContext, action};
use crate::session::Session;
use crate::theme::Mode;
use crate::widget::{Element, button, panel};
use answer::Answer;
use past::PastRun;
use question::Question;

/// Width of the question.
const SIDE: f32 = 340.0;

/// The state of the screen.
pub struct Lab {
    question: Question,
    running: Option<Running>,
    answer: Option<Arc<Answer>>,
    /// The runs that are kept, the latest first.
    past: Vec<PastRun>,
    fault: Option<String>,
    /// Where findings are kept.
    folder: PathBuf,
    /// A past run that is being read.
    opening: Option<Handle>,
    /// Width of an answer when it was last looked at: charts are painted for it before they are shown.
    width: Cell<f32>,
}

/// A run under way.
struct Running {
    /// What waits for it: let go of, nothing more comes of it.
    _answer: Handle,
    progress: Arc<Progress>,
    /// Games in all, once that is known.
    games: Arc<AtomicU64>,
    begun: Instant,
}

impl Drop for Running {
    /// A run that nobody waits for any more ends.
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// What happens here.
#[derive(Debug, Clone)]
pub enum Message {
    /// In the question.
    Question(question::Message),
    /// At the answer.
    Answer(answer::Message),
    /// Time goes by.
    Ticked,
    /// The run is over; `None` if it was stopped.
    Answered(Result<Option<Arc<Answer>>, String>),
    /// These runs are kept.
    Listed(Vec<PastRun>),
    /// A past run is opened.
    Opened(PathBuf),
    /// It was read.
    Shown(Result<Arc<Answer>, String>),
}

/// What only the parent can do.
pub enum Request {
    /// Let bots play these decks against each other.
    Watch(Vec<(Deck, Option<Pool>)>),
}

/// What the screen asks of its parent.
pub type Action = action::Action<Message, Request>;

impl Lab {
    /// The lab of a game, with a first question.
    pub fn new(library: &Library, game_library: &GameLibrary) -> Lab {
        let beside = library.path().and_then(|p| p.parent()).map(|p| p.join("lab"));
        Lab {
            question: Question::new(library, game_library),
            running: None,
            answer: None,
            past: Vec::new(),
            fault: None,
            folder: beside.unwrap_or_else(|| std::env::temp_dir().join("deckloom-lab")),
            opening: None,
            width: Cell::new(0.0),
        }
    }

    /// Looks at the library and at the past runs again.
    pub fn reload(&mut self, library: &Library, game_library: &GameLibrary) -> Task<Message> {
        self.question.reload(library, game_library);
        self.list_past_runs()
    }

    /// Looks at the past runs, in the background.
    pub fn list_past_runs(&self) -> Task<Message> {
        let folder = self.folder.clone();
        Task::future(async move {
            let listed = tokio::task::spawn_blocking(move || past::list(&folder)).await;
            Message::Listed(listed.unwrap_or_default())
        })
    }

    /// Shows what `read` makes of kept findings. A run that goes on is not stopped by it.
    fn show(&mut self, read: impl FnOnce() -> Result<Option<Answer>, String> + Send + 'static) -> Task<Message> {
        self.fault = None;
        let (task, opening) = Task::future(async move {
            let read = move || read().and_then(|answer| answer.ok_or_else(|| tr!("No answer yet"))).map(Arc::new);
            let shown = tokio::task::spawn_blocking(read).await;
            Message::Shown(shown.unwrap_or_else(|e| Err(e.to_string())))
        })
        .abortable();
        self.opening = Some(opening.abort_on_drop());
        task
    }

    /// Lets time pass while something runs.
    pub fn subscription(&self) -> Subscription<Message> {
        match self.running {
            Some(_) => iced::time::every(Duration::from_millis(200)).map(|_| Message::Ticked),
            None => Subscription::none(),
        }
    }

    /// Asks the question as it stands.
    pub fn ask(&mut self, session: &Session, game_library: &GameLibrary) -> Action {
        (self.running, self.fault) = (None, None);
        match self.question.experiment_input(&session.source, game_library) {
            Ok(input) => Action::Run(self.run(input)),
            Err(why) => {
                self.fault = Some(why);
                Action::None
            }
        }
    }

    fn run(&mut self, input: ExperimentInput) -> Task<Message> {
        let (folder, width) = (self.folder.clone(), self.width.get());
        let (progress, games) = (Arc::new(Progress::default()), Arc::new(AtomicU64::new(0)));
        let (seen, counted) = (Arc::clone(&progress), Arc::clone(&games));
        let (task, answer) = Task::future(async move {
            let run = move || run_experiment(input, &folder, width, &seen, &counted);
            let answered = tokio::task::spawn_blocking(run).await;
            Message::Answered(answered.unwrap_or_else(|e| Err(e.to_string())))
        })
        .abortable();
        self.running = Some(Running { _answer: answer.abort_on_drop(), progress, games, begun: Instant::now() });
        task
    }

    /// Reads a message.
    pub fn update(&mut self, message: Message, session: &Session, game_library: &GameLibrary) -> Action {
        match message {
            Message::Question(question::Message::Asked) => return self.ask(session, game_library),
            Message::Question(question::Message::Stopped) => {
                self.running = None;
                return Action::done(tr!("Stopped. Progress is kept; ask the same question to resume."));
            }
            Message::Question(message) => {
                self.question.update(message, game_library);
                self.fault = None;
            }
            Message::Ticked => {}
            Message::Answered(answered) => {
                self.running = None;
                match answered {
                    Ok(Some(answer)) => {
                        self.answer = Some(answer);
                        return Action::Run(self.list_past_runs());
                    }
                    Ok(None) => {}
                    Err(why) => self.fault = Some(why),
                }
            }
            Message::Listed(past) => self.past = past,
            Message::Opened(file) => {
                let (input, width) = (self.past_input(&file, session, game_library), self.width.get());
                let read = move || Ok(Answer::new(read_past(&file, input).map_err(|e| e.to_string())?, None, width));
                return Action::Run(self.show(read));
            }
            Message::Shown(Ok(answer)) => self.answer = Some(answer),
            Message::Shown(Err(why)) => self.fault = Some(why),
            Message::Answer(message) => return self.handle_answer_message(message, session, game_library),
        }
        Action::None
    }

    /// What a past run was made of, if a report of it is to be told in another language than that of files.
    fn past_input(&self, file: &Path, session: &Session, game_library: &GameLibrary) -> Option<ExperimentInput> {
        let run = self.past.iter().find(|run| run.file == file && Language::current() != Language::English)?;
        self.question.input_of(run.plan(), &session.source, game_library)
    }

    fn handle_answer_message(
        &mut self,
        message: answer::Message,
        session: &Session,
        game_library: &GameLibrary,
    ) -> Action {
        match message {
            answer::Message::ComparedWith(other) => {
                let Some(own) = self.answer.as_ref().map(|answer| answer.findings().clone()) else {
                    return Action::None;
                };
                let input = other.as_ref().and_then(|file| self.past_input(file, session, game_library));
                let width = self.width.get();
                let read = move || {
                    let other = other.map(|file| read_past(&file, input)).transpose().map_err(|e| e.to_string())?;
                    Ok(Answer::new(own, other.as_ref(), width))
                };
                Action::Run(self.show(read))
            }
            answer::Message::Watched => {
                let decks = self.answer.as_ref().and_then(|answer| self.question.decks_of(answer.plan()));
                decks.map_or(Action::None, |decks| Action::Ask(Request::Watch(decks)))
            }
            answer::Message::PlanCopied => {
                let Some(answer) = &self.answer else { return Action::None };
                let told = Notice::done(tr!("Plan copied. Run it with `deckloom lab run`."));
                Action::SayAndRun(told, iced::clipboard::write(lab::plan_to_toml(answer.plan())))
            }
            answer::Message::PageWritten => Action::Say(self.write_page()),
        }
    }

    fn write_page(&self) -> Notice {
        let Some(answer) = &self.answer else { return Notice::wrong(tr!("No answer yet")) };
        let file = self.folder.join(format!("{}.html", answer.key()));
        match job::write_or_explain(&file, page::html(answer.report())) {
            Ok(()) => Notice::done(tr!("Written to {}", file.display())),
            Err(e) => Notice::wrong(e),
        }
    }

    /// Does what a shortcut says.
    pub fn shortcut(&mut self, shortcut: Shortcut, session: &Session, game_library: &GameLibrary) -> Action {
        let message = match shortcut {
            Shortcut::Enter if self.running.is_none() => question::Message::Asked,
            Shortcut::Back if self.running.is_some() => question::Message::Stopped,
            _ => return Action::None,
        };
        self.update(Message::Question(message), session, game_library)
    }

    /// How far a run has come: games done and in all, 0 as long as that is not known.
    pub fn running(&self) -> Option<(u64, u64)> {
        self.progress().map(|(done, games, _)| (done, games))
    }

    /// How far the run has come: games done and in all, and the seconds that are left.
    fn progress(&self) -> Option<(u64, u64, Option<u64>)> {
        let running = self.running.as_ref()?;
        let (done, games) = (running.progress.done(), running.games.load(Ordering::Relaxed));
        let left = (done > 0 && games > done).then(|| running.begun.elapsed().as_secs() * (games - done) / done);
        Some((done, games, left))
    }

    /// The question and its answer.
    pub fn view<'a>(&'a self, context: ScreenContext<'a>, mode: Mode) -> Element<'a, Message> {
        let open = self.answer.as_ref().map(|answer| answer.key());
        let own: Vec<&PastRun> = self.past.iter().filter(|run| run.may_be_of(&context.game().id)).collect();
        let past = past::view(own.iter().copied(), open, Message::Opened);
        let question = self.question.view(context, self.progress(), self.fault.as_deref(), Message::Question, past);
        self.width.set(context.bounds.width - SIDE);
        let right = match (&self.answer, self.progress()) {
            (Some(answer), _) => {
                let watched = self.question.has_decks_of(answer.plan());
                answer.view(mode, self.width.get(), &own, watched).map(Message::Answer)
            }
            (None, Some(progress)) => panel::empty(
                tr!("The lab is counting"),
                question::progress_note(progress),
                Some(button::plain(tr!("Stop  (Esc)")).on_press(Message::Question(question::Message::Stopped)).into()),
            ),
            (None, None) => panel::empty(
                tr!("Ask the lab"),
                tr!("Choose a question and a deck. Every answer shows sample size and confidence."),
                Some(button::primary(tr!("Run  (Enter)")).on_press(Message::Question(question::Message::Asked)).into()),
            ),
        };
        let left = container(question).width(SIDE).height(Fill).style(panel::surface);
        let right = container(right).width(Fill).height(Fill).style(panel::ground);
        row![left, panel::upright(), right].into()
    }
}

/// Carries a plan out, and paints its charts.
fn run_experiment(
    input: ExperimentInput,
    folder: &Path,
    width: f32,
    progress: &Progress,
    games: &AtomicU64,
) -> Result<Option<Arc<Answer>>, String> {
    let kind = input.plan.kind.word();
    // The key is known when the plan is ready: the file's name has it, so that the same question finds its answer.
    let key = experiment::key(&input);
    let file = folder.join(format!("{kind}-{key}.lab.json"));
    let kept = lab::read_findings(&file).ok();
    let job = ExperimentRun::new(input, file, None).map_err(|e| e.to_string())?;
    let kept = match kept {
        Some(kept) => Some(kept),
        None => {
            games.store(job.games_left(), Ordering::Relaxed);
            job.run(0, progress).map_err(|e| e.to_string())?
        }
    };
    Ok(kept.and_then(|kept| Answer::new(job.localized(&kept).unwrap_or(kept), None, width)).map(Arc::new))
}

/// Kept findings, in the language that is spoken where they are those of `input`: a file holds them in English.
fn read_past(file: &Path, input: Option<ExperimentInput>) -> Result<FindingsFile, lab::Error> {
    let kept = lab::read_findings(file)?;
    let input = input.filter(|input| experiment::key(input) == kept.found.key);
    let run = input.and_then(|input| ExperimentRun::new(input, file.to_owned(), None).ok());
    Ok(run.and_then(|run| run.localized(&kept)).unwrap_or(kept))
}
