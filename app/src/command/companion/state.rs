//! A game at a table in words, and as JSON.

use engine::games::chronobot::{Announcement, BoardAction, Resource, Shape, Worker};
use schemars::JsonSchema;
use serde::Serialize;

use crate::automa::{AutomaGame, PlayedStep};

/// A game as it stands.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct CompanionStateOutput {
    /// Its name in the library.
    name: String,
    /// The Era, counted from 1.
    era: u8,
    /// What comes next: paradox, power up, warp, actions, clean up or over.
    phase: &'static str,
    /// The steps so far, as they can be typed in again.
    steps: Vec<PlayedLine>,
    /// What the table is asked.
    asks: Option<String>,
    /// The steps that can come next.
    next: Vec<&'static str>,
    /// The bot's things.
    bot: Bot,
    /// Its points.
    score: Score,
    /// The points that people counted for themselves.
    yours: Option<i32>,
    /// Whether people win with them: only with more than the bot.
    won: Option<bool>,
}

/// A step.
#[derive(Debug, Serialize, JsonSchema)]
struct PlayedLine {
    /// As it is typed, with its answers.
    line: String,
    /// What the bot did.
    told: Vec<Sentence>,
}

/// What the bot did and why.
#[derive(Debug, Serialize, JsonSchema)]
struct Sentence {
    /// The sentence.
    text: String,
    /// The rules behind it.
    rules: Vec<&'static str>,
}

/// The bot's things.
#[derive(Debug, Serialize, JsonSchema)]
struct Bot {
    /// Whether it is first player.
    first: bool,
    /// Exosuits that are not placed.
    exosuits: u8,
    /// Actions taken in this Era.
    actions: u8,
    /// Warp tiles by Timeline tile, the oldest first.
    warps: Vec<u8>,
    /// Paradoxes.
    paradoxes: u8,
    /// Anomalies.
    anomalies: u8,
    /// Steps on the Time Travel track.
    travelled: usize,
    /// Spaces of its board with the tokens there, the top one last.
    tokens: Vec<(&'static str, Vec<u8>)>,
    /// Cubes.
    resources: Vec<(&'static str, u8)>,
    /// Workers.
    workers: Vec<(&'static str, u8)>,
    /// Breakthroughs.
    breakthroughs: Vec<(&'static str, u8)>,
    /// Points of its buildings by type.
    buildings: Vec<(&'static str, Vec<u8>)>,
}

/// The bot's points.
#[derive(Debug, Serialize, JsonSchema)]
struct Score {
    /// What each part gives.
    parts: Vec<(&'static str, i32)>,
    /// All together.
    total: i32,
}

impl CompanionStateOutput {
    pub(super) fn new(game: &AutomaGame) -> CompanionStateOutput {
        let (session, bot) = (&game.session, game.session.bot());
        let total = session.score().total();
        CompanionStateOutput {
            name: game.name.clone(),
            era: bot.era,
            phase: bot.phase.word(),
            steps: game.story.iter().map(played_line).collect(),
            asks: game.open_question().map(ToString::to_string),
            next: session.legal_steps().iter().map(|s| s.word()).collect(),
            bot: Bot {
                first: bot.first,
                exosuits: bot.exosuits,
                actions: bot.actions,
                warps: bot.warps.clone(),
                paradoxes: bot.paradoxes,
                anomalies: bot.anomalies,
                travelled: bot.travelled,
                tokens: session.board().spaces.iter().map(|s| s.action.word()).zip(bot.tokens.clone()).collect(),
                resources: Resource::ALL.map(|r| (r.word(), bot.cubes(r))).to_vec(),
                workers: Worker::ALL.map(|w| (w.word(), bot.workers_of(w))).to_vec(),
                breakthroughs: Shape::ALL.map(|s| (s.word(), bot.breakthroughs_of(s))).to_vec(),
                buildings: BoardAction::BUILT.iter().map(|a| a.word()).zip(bot.buildings.clone()).collect(),
            },
            score: Score { parts: session.score().parts().to_vec(), total },
            yours: game.human_points,
            won: game.human_points.map(|yours| session.score().beaten_by(yours)),
        }
    }
}

fn played_line(passage: &PlayedStep) -> PlayedLine {
    let sentence = |t: &Announcement| Sentence { text: t.text.clone(), rules: t.rules.to_vec() };
    PlayedLine { line: passage.entry.to_string(), told: passage.announcements.iter().map(sentence).collect() }
}

/// Sentences, each with the rules behind it.
pub(super) fn announcements_text(all: &[Announcement]) -> String {
    all.iter().map(|t| format!("  {}  [{}]\n", t.text, t.rules.join(", "))).collect()
}

/// What comes next: the question, or the steps.
pub(super) fn prompt(game: &AutomaGame, person: bool) -> String {
    let end = if person { "\n> " } else { "\n" };
    match game.open_question() {
        Some(question) => format!("{question}{end}"),
        None => {
            let next: Vec<&str> = game.session.legal_steps().iter().map(|s| s.word()).collect();
            if next.is_empty() {
                format!("The game is over. Next: score YOUR POINTS, undo, quit{end}")
            } else {
                format!("Era {}. Next: {}{end}", game.session.bot().era, next.join(", "))
            }
        }
    }
}

pub(super) fn help(game: &AutomaGame) -> String {
    let next: Vec<&str> = game.session.legal_steps().iter().map(|s| s.word()).collect();
    format!(
        "  Steps now: {}. Answers may follow behind a colon with bars between them: turn: 3 | 1 2 | 2 2\n  \
         undo takes back the last step; status, score, score N (your points), quit. Everything is saved as it happens.\n",
        next.join(", ")
    )
}

/// What there is of each kind, in a line; kinds of which there is nothing are left out.
fn counts_text<'a>(all: impl IntoIterator<Item = (&'a str, u8)>) -> String {
    let there: Vec<String> = all.into_iter().filter(|(_, n)| *n > 0).map(|(word, n)| format!("{n} {word}")).collect();
    if there.is_empty() { "none".into() } else { there.join(", ") }
}

pub(super) fn status(game: &AutomaGame) -> String {
    let (bot, board) = (game.session.bot(), game.session.board());
    let tokens = board.spaces.iter().zip(&bot.tokens).flat_map(|(space, lying)| lying.iter().map(move |t| (t, space)));
    let mut tokens: Vec<String> = tokens.map(|(token, space)| format!("{token} {}", space.action.word())).collect();
    tokens.sort();
    let built = BoardAction::BUILT.iter().zip(&bot.buildings).filter(|(_, points)| !points.is_empty());
    let built: Vec<String> = built.map(|(action, points)| format!("{} {points:?}", action.word())).collect();
    let rows = [
        ("Era", format!("{}, {}", bot.era, bot.phase.word())),
        ("First player", if bot.first { "the bot".into() } else { "you".into() }),
        ("Exosuits", format!("{}, {} Actions in this Era", bot.exosuits, bot.actions)),
        ("Tokens", tokens.join(", ")),
        ("Warp tiles", format!("{:?} on the Timeline, {} left", bot.warps, bot.supply(board))),
        ("Paradoxes", format!("{}, and {} Anomalies", bot.paradoxes, bot.anomalies)),
        ("Time Travel", format!("step {}, {} VP", bot.travelled, board.time_travel[bot.travelled])),
        ("Resources", counts_text(Resource::ALL.map(|r| (r.word(), bot.cubes(r))))),
        ("Workers", counts_text(Worker::ALL.map(|w| (w.word(), bot.workers_of(w))))),
        ("Breakthroughs", counts_text(Shape::ALL.map(|s| (s.word(), bot.breakthroughs_of(s))))),
        ("Buildings", if built.is_empty() { "none".into() } else { built.join(", ") }),
        ("Points now", game.session.score().total().to_string()),
    ];
    rows.iter().map(|(what, is)| format!("  {what:<14}{is}\n")).collect()
}

pub(super) fn score(game: &AutomaGame) -> String {
    let score = game.session.score();
    let mut out: String = score.parts().iter().map(|(what, points)| format!("  {what:<34}{points:>4}\n")).collect();
    out.push_str(&format!("  {:<34}{:>4}\n", "The bot", score.total()));
    if let Some(yours) = game.human_points {
        let verdict = if score.beaten_by(yours) { "you win" } else { "the bot wins" };
        out.push_str(&format!("  {:<34}{yours:>4}  {verdict}\n", "You"));
    }
    out
}
