//! The bot's things by name, as scenarios arrange and compare them.

use std::fmt;

use catalog::read::TomlTable;

use super::board::AutomaBoard;
use super::kinds::{BoardAction, Phase, Resource, Shape, Worker};
use super::session::AutomaSession;
use super::state::AutomaState;
use super::tokens::TOKENS_PER_SPACE;
use crate::kernel::scenario::fields::small;

/// What a name stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fact {
    Number(i64),
    Flag(bool),
    Word(String),
    List(Vec<u8>),
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fact::Number(n) => write!(f, "{n}"),
            Fact::Flag(flag) => write!(f, "{flag}"),
            Fact::Word(word) => write!(f, "{word}"),
            Fact::List(list) => write!(f, "{list:?}"),
        }
    }
}

/// A fact under its name: a group, or nothing, and a key.
pub(super) type NamedFact = (&'static str, &'static str, Fact);

/// The groups: tables of their own.
const GROUPS: [&str; 6] = ["tokens", "resources", "workers", "breakthroughs", "buildings", "score"];

/// All that can be compared. `needs` are the fewest points with which people win (CB-109).
pub(super) fn facts(session: &AutomaSession) -> Vec<NamedFact> {
    let (bot, board, score) = (session.bot(), session.board(), session.score());
    let n = |n: usize| Fact::Number(n as i64);
    let points = |n: i32| Fact::Number(i64::from(n));
    let mut all = vec![
        ("", "era", n(bot.era.into())),
        ("", "phase", Fact::Word(bot.phase.word().into())),
        ("", "first", Fact::Flag(bot.first)),
        ("", "first_next", Fact::Flag(bot.first_next)),
        ("", "exosuits", n(bot.exosuits.into())),
        ("", "warps", Fact::List(bot.warps.clone())),
        ("", "supply", n(bot.supply(board).into())),
        ("", "paradoxes", n(bot.paradoxes.into())),
        ("", "anomalies", n(bot.anomalies.into())),
        ("", "points", n(bot.points.into())),
        ("", "travelled", n(bot.travelled)),
        ("", "actions", n(bot.actions.into())),
        ("", "passed", Fact::Flag(bot.passed)),
        ("", "you_passed", Fact::Flag(bot.you_passed)),
        ("", "extra_turn", Fact::Flag(bot.extra_turn)),
        ("score", "points", points(score.points)),
        ("score", "buildings", points(score.buildings)),
        ("score", "time_travel", points(score.time_travel)),
        ("score", "breakthroughs", points(score.breakthroughs)),
        ("score", "shapes", points(score.shapes)),
        ("score", "anomalies", points(score.anomalies)),
        ("score", "total", points(score.total())),
        ("score", "needs", points((score.total() - 1..).find(|n| score.beaten_by(*n)).unwrap_or(i32::MAX))),
    ];
    all.extend(board.spaces.iter().zip(&bot.tokens).map(|(s, t)| ("tokens", s.action.word(), Fact::List(t.clone()))));
    all.extend(Resource::ALL.map(|r| ("resources", r.word(), n(bot.cubes(r).into()))));
    all.extend(Worker::ALL.map(|w| ("workers", w.word(), n(bot.workers_of(w).into()))));
    all.extend(Shape::ALL.map(|s| ("breakthroughs", s.word(), n(bot.breakthroughs_of(s).into()))));
    all.extend(
        BoardAction::BUILT.iter().zip(&bot.buildings).map(|(b, p)| ("buildings", b.word(), Fact::List(p.clone()))),
    );
    all
}

/// Reads what a table says of facts; `like` has one of each, as [`facts`] gives them.
pub(super) fn read_facts(t: &TomlTable<'_>, like: &[NamedFact]) -> Vec<NamedFact> {
    let tables: Vec<Option<TomlTable<'_>>> = GROUPS.iter().map(|group| t.table_if(group)).collect();
    let mut all = Vec::new();
    for (group, key, fact) in like {
        let table = match GROUPS.iter().position(|g| g == group) {
            Some(at) => tables[at].as_ref(),
            None => Some(t),
        };
        let Some(table) = table.filter(|table| table.has(key)) else { continue };
        let fact = match fact {
            Fact::Number(_) => Fact::Number(table.number(key).into()),
            Fact::Flag(_) => Fact::Flag(table.flag(key)),
            Fact::Word(_) => Fact::Word(table.text(key)),
            Fact::List(_) => Fact::List(list(table, key)),
        };
        all.push((*group, *key, fact));
    }
    all
}

fn list(t: &TomlTable<'_>, key: &str) -> Vec<u8> {
    let read = |n: i32| u8::try_from(n).ok();
    let numbers: Vec<Option<u8>> = t.numbers(key).into_iter().map(read).collect();
    if numbers.contains(&None) {
        t.problem_at(key, format!("the numbers of `{key}` must be from 0 to 255"), None);
    }
    numbers.into_iter().flatten().collect()
}

/// Arranges the bot as a table says. Without a word it stands in its first Action rounds with all its Exosuits.
pub(super) fn arrange(bot: &mut AutomaState, board: &AutomaBoard, t: &TomlTable<'_>) {
    (bot.phase, bot.exosuits) = (Phase::Actions, board.exosuits[0]);
    if let Some(phase) = t.text_if("phase") {
        let known = Phase::ALL.map(Phase::word);
        bot.phase = t.one_of("phase", &phase, "phase", &known).map_or(bot.phase, |i| Phase::ALL[i]);
    }
    for (key, into) in [
        ("era", &mut bot.era),
        ("exosuits", &mut bot.exosuits),
        ("paradoxes", &mut bot.paradoxes),
        ("anomalies", &mut bot.anomalies),
        ("actions", &mut bot.actions),
    ] {
        *into = small(t, key).unwrap_or(*into);
    }
    for (key, into) in [
        ("first", &mut bot.first),
        ("first_next", &mut bot.first_next),
        ("passed", &mut bot.passed),
        ("you_passed", &mut bot.you_passed),
        ("extra_turn", &mut bot.extra_turn),
    ] {
        *into = t.flag_if(key).unwrap_or(*into);
    }
    bot.points = small(t, "points").unwrap_or(bot.points);
    bot.travelled = small(t, "travelled").unwrap_or(bot.travelled);
    if t.has("warps") {
        let warps = list(t, "warps");
        let tiles = bot.warps.len().min(warps.len());
        bot.warps[..tiles].copy_from_slice(&warps[..tiles]);
    }
    if let Some(held) = t.table_if("resources") {
        bot.resources = Resource::ALL.map(|r| small(&held, r.word()).unwrap_or(0));
    }
    if let Some(held) = t.table_if("workers") {
        bot.workers = Worker::ALL.map(|w| small(&held, w.word()).unwrap_or(0));
    }
    if let Some(held) = t.table_if("breakthroughs") {
        bot.breakthroughs = Shape::ALL.map(|s| small(&held, s.word()).unwrap_or(0));
    }
    if let Some(held) = t.table_if("buildings") {
        bot.buildings = BoardAction::BUILT.map(|b| list(&held, b.word()));
    }
    if let Some(lying) = t.table_if("tokens") {
        bot.tokens = board.spaces.iter().map(|s| list(&lying, s.action.word())).collect();
    }
    check_consistent(bot, board, t);
}

/// What cannot be, and would leave a later step without an answer.
fn check_consistent(bot: &mut AutomaState, board: &AutomaBoard, t: &TomlTable<'_>) {
    let refuse = |key: &str, holds: bool, why: &str| {
        if !holds {
            t.problem_at(key, why, None);
        }
        holds
    };
    if !refuse("era", (1..=board.eras).contains(&bot.era), "there is no such Era") {
        bot.era = 1;
    }
    if !refuse("travelled", bot.travelled < board.time_travel.len(), "the Time Travel track is not that long") {
        bot.travelled = 0;
    }
    let warps = bot.warps.iter().map(|n| u32::from(*n)).sum::<u32>() <= u32::from(board.warp_tiles);
    if !refuse("warps", warps, "the bot has fewer Warp tiles") {
        bot.warps.fill(0);
    }
    let mut lying: Vec<u8> = bot.tokens.iter().flatten().copied().collect();
    let mut named = board.command_die.clone();
    named.sort_unstable();
    named.dedup();
    lying.sort_unstable();
    let room = bot.tokens.iter().all(|lying| lying.len() <= TOKENS_PER_SPACE);
    if !refuse("tokens", lying == named && room, "each token lies on one space, and no more than two on a space") {
        bot.tokens = board.spaces.iter().map(|s| s.tokens.clone()).collect();
    }
}
