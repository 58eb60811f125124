//! A game as its start and its log: each step with the answers that it needed.

use catalog::noted;
use catalog::tr;
use serde::{Deserialize, Serialize};

use super::act::StepExecutor;
use super::board::AutomaBoard;
use super::difficulty::Difficulty;
use super::kinds::{BoardAction, ExosuitPlace, Phase, Shape, Worker};
use super::question::{AutomaAnswer, Die, GivenAnswers, StepBlocked, Superproject};
use super::score::Score;
use super::state::{ANOMALIES, AutomaState, PARADOXES};
use super::{setup, tokens};

/// What people say has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutomaStep {
    /// The bot's rolls for Paradoxes, after people's own (CB-034).
    Paradox,
    /// Exosuits are powered up.
    PowerUp,
    /// The bot warps, in player order (CB-044).
    Warp,
    /// A turn of the bot.
    Turn,
    /// People take the First Player spot (CB-R36).
    YouFirst,
    /// People pass.
    YouPass,
    /// Everything is retrieved, and the next Era begins.
    CleanUp,
    /// The game ends before its last Era (CB-R06).
    End,
}

/// A step with its answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// The step.
    pub step: AutomaStep,
    /// The answers, in the order of the questions.
    pub answers: Vec<AutomaAnswer>,
}

/// What is saved of a game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedAutomaGame {
    /// The difficulty.
    pub options: Difficulty,
    /// What happened.
    pub log: Vec<LogEntry>,
}

/// What the bot did and why, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Announcement {
    /// The sentence.
    pub text: String,
    /// The rules behind it.
    pub rules: &'static [&'static str],
    /// What it did to the table, for those who keep that.
    #[serde(skip)]
    pub change: Option<TableChange>,
}

/// What the bot does to the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableChange {
    /// The die sent it to an Action.
    Sent(BoardAction),
    /// An Exosuit on a space, counted from 0 at the top.
    Placed(ExosuitPlace, usize),
    /// A building, off the secondary stack or the primary one.
    Built {
        /// Which kind.
        action: BoardAction,
        /// Off which stack.
        secondary: bool,
    },
    /// A Superproject.
    Project(Superproject),
    /// A Worker.
    Recruited(Worker),
    /// A Breakthrough.
    Researched(Shape),
    /// The Action failed.
    Failed,
}

/// Steps of a game: many times those of the longest.
const MOST_STEPS: usize = 2_000;

/// A game under way.
#[derive(Debug, Clone)]
pub struct AutomaSession {
    board: AutomaBoard,
    saved: SavedAutomaGame,
    bot: AutomaState,
    /// The bot before the log.
    start: AutomaState,
}

impl AutomaSession {
    /// A game before its first Era.
    pub fn new(board: AutomaBoard, options: Difficulty) -> AutomaSession {
        let bot = AutomaState::new(&board);
        AutomaSession { board, saved: SavedAutomaGame { options, log: Vec::new() }, start: bot.clone(), bot }
    }

    /// A saved game, played again.
    ///
    /// # Errors
    /// The entry of the log, counted from 0, that cannot be played, and why.
    pub fn resume(board: AutomaBoard, saved: &SavedAutomaGame) -> Result<AutomaSession, (usize, StepBlocked)> {
        let mut session = AutomaSession::new(board, saved.options);
        for (at, entry) in saved.log.iter().enumerate() {
            session.run_step(entry.step, &entry.answers, false).map_err(|stop| (at, stop))?;
        }
        Ok(session)
    }

    /// What is to be saved.
    pub fn saved(&self) -> &SavedAutomaGame {
        &self.saved
    }

    /// The bot as it stands.
    pub fn bot(&self) -> &AutomaState {
        &self.bot
    }

    /// Puts the bot where `arrange` says, before the first step.
    pub(super) fn arrange(&mut self, arrange: impl FnOnce(&mut AutomaState)) {
        arrange(&mut self.bot);
        self.start = self.bot.clone();
    }

    /// The board.
    pub fn board(&self) -> &AutomaBoard {
        &self.board
    }

    /// The bot's points as it stands.
    pub fn score(&self) -> Score {
        Score::new(&self.bot, &self.board)
    }

    /// What people do before the first Era.
    pub fn setup_instructions(&self) -> Vec<Announcement> {
        setup::instructions(&self.saved.options, &self.board)
    }

    /// Steps that can come next.
    pub fn legal_steps(&self) -> &'static [AutomaStep] {
        match self.bot.phase {
            Phase::Paradox => &[AutomaStep::Paradox, AutomaStep::End],
            Phase::PowerUp => &[AutomaStep::PowerUp, AutomaStep::End],
            Phase::Warp => &[AutomaStep::Warp, AutomaStep::End],
            Phase::Actions if self.bot.passed => &[AutomaStep::YouPass, AutomaStep::YouFirst, AutomaStep::End],
            Phase::Actions if self.bot.you_passed => &[AutomaStep::Turn, AutomaStep::End],
            Phase::Actions => &[AutomaStep::Turn, AutomaStep::YouFirst, AutomaStep::YouPass, AutomaStep::End],
            Phase::CleanUp => &[AutomaStep::CleanUp, AutomaStep::End],
            Phase::Over => &[],
        }
    }

    /// Plays a step and notes it in the log; what the bot did and why.
    ///
    /// # Errors
    /// Why it was not played, or what the table is asked first. Then nothing has changed.
    pub fn play(&mut self, step: AutomaStep, answers: &[AutomaAnswer]) -> Result<Vec<Announcement>, StepBlocked> {
        self.run_step(step, answers, true)
    }

    /// Plays a step: a new one, or one of the log again.
    fn run_step(
        &mut self,
        step: AutomaStep,
        answers: &[AutomaAnswer],
        is_new: bool,
    ) -> Result<Vec<Announcement>, StepBlocked> {
        if !self.legal_steps().contains(&step) {
            return Err(StepBlocked::Step(match self.bot.phase {
                Phase::Paradox => noted!("the bot rolls for Paradoxes next"),
                Phase::PowerUp => noted!("the bot powers up next"),
                Phase::Warp => noted!("the bot warps next"),
                Phase::Actions if self.bot.passed => noted!("the bot has passed: go on until you pass"),
                Phase::Actions if self.bot.you_passed => noted!("you have passed: the bot takes its turns"),
                Phase::Actions => noted!("this is the Action Rounds Phase: the bot takes a turn, or you pass"),
                Phase::CleanUp => noted!("the Era is over: clean up next"),
                Phase::Over => noted!("the game is over; undo a step to go on"),
            }));
        }
        if self.saved.log.len() >= MOST_STEPS {
            return Err(StepBlocked::Step(noted!("this game has too many steps; begin a new one")));
        }
        let mut bot = self.bot.clone();
        let (ask, told) = (GivenAnswers::new(answers), Vec::new());
        let mut executor = StepExecutor {
            board: &self.board,
            options: self.saved.options,
            bot: &mut bot,
            answers: ask,
            announcements: told,
            is_new,
        };
        executor.step(step)?;
        executor.answers.finish()?;
        let told = executor.announcements;
        self.bot = bot;
        self.saved.log.push(LogEntry { step, answers: answers.to_vec() });
        Ok(told)
    }

    /// Takes the last step back; `None` at the start.
    ///
    /// # Panics
    /// Never: what could be played can be played again.
    pub fn undo(&mut self) -> Option<LogEntry> {
        let last = self.saved.log.pop()?;
        self.bot = self.start.clone();
        for entry in std::mem::take(&mut self.saved.log) {
            self.run_step(entry.step, &entry.answers, false).expect("what was played plays again");
        }
        Some(last)
    }
}

impl StepExecutor<'_> {
    fn step(&mut self, step: AutomaStep) -> Result<(), StepBlocked> {
        match step {
            AutomaStep::Paradox => self.paradox()?,
            AutomaStep::PowerUp => self.power_up(),
            AutomaStep::Warp => self.warp()?,
            AutomaStep::Turn => self.turn()?,
            AutomaStep::YouFirst => {
                if self.is_new && self.bot.placed.contains(&(ExosuitPlace::Council, 0)) {
                    return Err(StepBlocked::Step(noted!("the bot stands on the First Player spot")));
                }
                (self.bot.first_next, self.bot.you_on_first) = (false, true);
                self.announce(&["CB-R36"], tr!("You are first player in the next Era."));
            }
            AutomaStep::YouPass => {
                self.bot.you_passed = true;
                self.announce(&["CB-101", "CB-102"], tr!("You have passed."));
                self.end_of_round();
            }
            AutomaStep::CleanUp => self.clean_up(),
            AutomaStep::End => {
                self.bot.phase = Phase::Over;
                self.announce(&["CB-R06"], tr!("The game ends here."));
            }
        }
        Ok(())
    }

    fn paradox(&mut self) -> Result<(), StepBlocked> {
        self.bot.phase = Phase::PowerUp;
        let most = self.bot.warps.iter().filter(|n| **n > 0).count();
        if most == 0 {
            self.announce(&["CB-R11"], tr!("It has no Warp tile on the Timeline and does not roll for Paradoxes."));
            return Ok(());
        }
        let rolls = self.answers.paradox_roll_count(u8::try_from(most).expect("few tiles"))?;
        for _ in 0..rolls {
            let rolled = self.answers.roll(Die::Paradox, self.board)?;
            self.bot.paradoxes += rolled;
            let text = tr!(
                "It rolls {rolled} and has 1 Paradox."
                    | "It rolls {rolled} and has {n} Paradoxes." % self.bot.paradoxes,
                rolled
            );
            self.announce(&["CB-034"], text);
            if self.bot.paradoxes >= PARADOXES {
                self.bot.paradoxes -= PARADOXES;
                self.anomaly();
                return Ok(());
            }
        }
        Ok(())
    }

    /// Three Paradoxes have come together: they go, and rolling stops.
    fn anomaly(&mut self) {
        if self.bot.anomalies >= ANOMALIES {
            let text = tr!("It already has 3 Anomalies: it discards 3 Paradoxes and stops rolling.");
            return self.announce(&["CB-037", "CB-038", "CB-R12"], text);
        }
        self.bot.anomalies += 1;
        self.announce(&["CB-035", "CB-R11"], tr!("It discards 3 Paradoxes, gets an Anomaly and stops rolling."));
        // Any tile, the Present too (CB-R13).
        let tile = self.bot.most_warped(self.bot.warps.len()).expect("it rolls only with a Warp tile on the Timeline");
        self.bot.warps[tile] -= 1;
        let text = tr!(
            "It removes a Warp tile from Timeline tile {tile}, the oldest tile with the most Warp tiles.",
            tile = tile + 1
        );
        self.announce(&["CB-036", "CB-039"], text);
    }

    fn power_up(&mut self) {
        let after = self.bot.era > self.board.impact_after;
        self.bot.exosuits = self.board.exosuits[usize::from(after)];
        self.bot.phase = Phase::Warp;
        let text =
            tr!("It powers up 1 Exosuit at no cost." | "It powers up {n} Exosuits at no cost." % self.bot.exosuits);
        self.announce(if after { &["CB-041", "CB-042"] } else { &["CB-040", "CB-042"] }, text);
        let order =
            if self.bot.first { tr!("The bot warps first, then you.") } else { tr!("You warp first, then the bot.") };
        self.announce(&["CB-044"], order);
    }

    fn warp(&mut self) -> Result<(), StepBlocked> {
        let rolled = self.answers.roll(Die::Paradox, self.board)?;
        let placed = rolled.min(self.bot.supply(self.board));
        self.bot.warps[usize::from(self.bot.era) - 1] += placed;
        let text = if placed < rolled {
            tr!(
                "It rolls {rolled} and places 1 Warp tile, all that it has."
                    | "It rolls {rolled} and places {n} Warp tiles, all that it has." % placed,
                rolled
            )
        } else {
            tr!(
                "It rolls {rolled} and places 1 Warp tile." | "It rolls {rolled} and places {n} Warp tiles." % placed,
                rolled
            )
        };
        self.announce(&["CB-045", "CB-R14"], text);
        self.bot.phase = Phase::Actions;
        self.bot.extra_turn = self.options.extra_turn;
        Ok(())
    }

    fn turn(&mut self) -> Result<(), StepBlocked> {
        // After the minimum, this is the one turn more (CB-R35).
        if self.bot.you_passed && self.bot.actions >= self.options.least_actions {
            self.bot.extra_turn = false;
        }
        if self.bot.exosuits == 0 {
            self.announce(&["CB-100"], tr!("It is out of Exosuits."));
            if self.time_travel() {
                self.bot.actions = self.bot.actions.saturating_add(1)
            } else {
                self.announce(&["CB-R33"], tr!("It has no Warp tile in the past to travel to."))
            }
            self.bot.passed = true;
            self.announce(&["CB-100"], tr!("It passes."));
        } else {
            let token = self.answers.roll(Die::Command, self.board)?;
            let action = self.board.spaces[tokens::space_of(self.bot, token)].action;
            let text = tr!("It rolls {token}: {action}.", token, action = action.label());
            self.announce_change(TableChange::Sent(action), &["CB-049"], text);
            self.act(action)?;
            // CB-R18: a failed Action is one too, Reboot is none.
            self.bot.actions = self.bot.actions.saturating_add(u8::from(action != BoardAction::Reboot));
            let moved = tokens::advance(self.bot, self.board, token, self.options.skip_reboot);
            for (token, space) in moved {
                let space = self.board.spaces[space].action.label();
                let text = tr!("Token {token} moves on to {space}.", token, space);
                self.announce(&["CB-050", "CB-051"], text);
            }
        }
        self.end_of_round();
        Ok(())
    }

    /// Ends the Action rounds if nobody has a turn left (CB-101, CB-102, CB-113).
    fn end_of_round(&mut self) {
        let bot = &self.bot;
        let enough = bot.actions >= self.options.least_actions && !bot.extra_turn;
        if bot.you_passed && (bot.passed || enough) {
            self.bot.phase = Phase::CleanUp;
            self.announce(&["CB-101", "CB-102"], tr!("The Action rounds are over."));
        }
    }

    fn clean_up(&mut self) {
        self.announce(&["CB-104"], tr!("Retrieve its Exosuits along with yours."));
        let bot = &mut *self.bot;
        (bot.exosuits, bot.actions, bot.passed, bot.you_passed) = (0, 0, false, false);
        bot.placed.clear();
        bot.you_on_first = false;
        bot.first = bot.first_next;
        if bot.era == self.board.eras {
            bot.phase = Phase::Over;
            return self.announce(&["CB-R06"], tr!("That was the last Era: count the points."));
        }
        let after_impact = bot.era > self.board.impact_after;
        bot.era += 1;
        bot.phase = Phase::Paradox;
        if after_impact {
            self.announce(&["CB-105"], tr!("Flip the Collapsing Capital tiles as usual."));
        }
        self.announce(&["CB-034"], tr!("Roll for your own Paradoxes first, then for the bot's."));
    }
}
