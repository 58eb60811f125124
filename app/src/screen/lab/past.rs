//! Runs of the lab that are kept: each can be opened again, and compared with another one of its kind.

use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use catalog::tr;
use engine::lab::plan::{ExperimentKind, ExperimentPlan};
use iced::Fill;
use iced::widget::{Column, column, container};

use crate::lab;
use crate::saved_match::Bot;
use crate::screen::ago;
use crate::theme::space;
use crate::widget::{Element, button, cut, label};

/// How many of them are listed, the latest first.
const LISTED: usize = 40;

/// A run that is kept in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct PastRun {
    /// Its file.
    pub file: PathBuf,
    /// What is asked: the same for the same answer.
    pub key: String,
    /// What its answer is called.
    pub title: String,
    plan: ExperimentPlan,
    about: String,
    /// When it was counted, in seconds since 1970.
    changed: i64,
}

/// The latest runs in a folder. Files that are no findings, or only parts, are left out.
pub fn list(folder: &Path) -> Vec<PastRun> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let found = files.filter(|entry| entry.file_name().to_string_lossy().ends_with(".lab.json"));
    let mut found: Vec<(i64, PathBuf)> = found
        .map(|entry| {
            let changed = entry.metadata().and_then(|data| data.modified()).ok();
            let since = changed.and_then(|changed| changed.duration_since(UNIX_EPOCH).ok());
            (since.map_or(0, |since| since.as_secs() as i64), entry.path())
        })
        .collect();
    found.sort_unstable();
    let read = |(changed, file): (i64, PathBuf)| {
        let kept = lab::read_findings(&file).ok()?;
        let (report, found) = (kept.report?, kept.found);
        Some(PastRun { file, key: found.key, title: report.title, plan: found.plan, about: report.about, changed })
    };
    found.into_iter().rev().take(LISTED).filter_map(read).collect()
}

impl PastRun {
    /// Whether it may be of a game: decks of the library have no game in their names, but a name may have a slash.
    pub fn may_be_of(&self, game: &str) -> bool {
        let is_id = |of: &str| of.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        let words = self.plan.decks.iter().chain(&self.plan.format);
        words.filter_map(|word| word.split_once('/')).filter(|(of, _)| is_id(of)).all(|(of, _)| of == game)
    }

    /// The plan behind it.
    pub fn plan(&self) -> &ExperimentPlan {
        &self.plan
    }

    /// Its name in the list of those that an answer of this plan is compared with: what is different comes first, and runs of
    /// one plan are told apart by their age.
    pub fn label(&self, own: &ExperimentPlan) -> String {
        let (seed, when) = (self.plan.seed, ago(self.changed));
        let other = Some(&self.title).filter(|_| !is_about_the_same(&self.plan, own));
        let what = match other {
            Some(title) => cut_short(title.split_once(": ").map_or(title.as_str(), |(_, about)| about)),
            None if self.plan.draw != own.draw && self.plan.draw => tr!("on the draw"),
            None if self.plan.draw != own.draw => tr!("on the play"),
            None => size_label(&self.plan),
        };
        tr!("Seed {seed} · {what} · {when}", seed, what, when)
    }
}

/// Whether two plans are about the same decks or the same set.
pub fn is_about_the_same(one: &ExperimentPlan, other: &ExperimentPlan) -> bool {
    (&one.decks, &one.format) == (&other.decks, &other.format)
}

/// How much a run counts: `1,000 games`.
pub fn size_label(plan: &ExperimentPlan) -> String {
    let n = plan.games();
    match plan.kind {
        ExperimentKind::Hands => tr!("1 hand" | "{n} hands" % n),
        ExperimentKind::Set => tr!("1 pod" | "{n} pods" % n),
        ExperimentKind::Field => tr!("1 game a pair" | "{n} games a pair" % n),
        _ => tr!("1 game" | "{n} games" % n),
    }
}

/// How a run was made, in a line, with players as they are called at the table: plans name them as arguments do.
pub fn about_label(about: &str) -> String {
    let name = |word: &str| Bot::of_kind(word).map_or_else(|| word.to_owned(), Bot::title);
    let part = |part: &str| match part.split(' ').collect::<Vec<_>>()[..] {
        [player] => name(player),
        [one, against, other] => format!("{} {against} {}", name(one), name(other)),
        _ => part.to_owned(),
    };
    about.split(", ").map(part).collect::<Vec<_>>().join(", ")
}

/// The names of decks, as long as a list has room for them.
fn cut_short(names: &str) -> String {
    const MOST: usize = 24;
    let beginning: String = names.chars().take(MOST).collect();
    if beginning.len() < names.len() { format!("{}…", beginning.trim_end()) } else { beginning }
}

/// The runs as entries, the one that is open marked; `opened` is what pressing one says.
pub fn view<'a, M: Clone + 'a>(
    runs: impl Iterator<Item = &'a PastRun>,
    open: Option<&str>,
    opened: impl Fn(PathBuf) -> M,
) -> Option<Element<'a, M>> {
    let entry = |run: &'a PastRun| {
        let what = label::caption(format!("{} · {}", about_label(&run.about), ago(run.changed))).style(label::muted);
        let words = column![cut(run.title.as_str()), what].spacing(2);
        let entry = button::entry(container(words).padding([4, 8]), open == Some(run.key.as_str())).width(Fill);
        entry.on_press(opened(run.file.clone())).into()
    };
    let entries: Vec<Element<'a, M>> = runs.map(entry).collect();
    let list = (!entries.is_empty()).then(|| Column::with_children(entries).spacing(2))?;
    Some(column![label::group(tr!("Past runs")), list].spacing(space::S).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_of_the_game_that_their_decks_name() {
        let run = |decks: &[&str], format: Option<&str>| PastRun {
            file: PathBuf::new(),
            key: String::new(),
            title: String::new(),
            plan: ExperimentPlan {
                decks: decks.iter().map(|&deck| deck.to_owned()).collect(),
                format: format.map(str::to_owned),
                ..ExperimentPlan::new(ExperimentKind::Series)
            },
            about: String::new(),
            changed: 0,
        };
        assert!(run(&["afrika/ember-drum", "Mine"], None).may_be_of("afrika"));
        assert!(!run(&["afrika/ember-drum", "Mine"], None).may_be_of("chronx"));
        assert!(run(&["Mine", "Red/Blue"], None).may_be_of("chronx"));
        assert!(!run(&[], Some("afrika/cosmic-draft")).may_be_of("chronx"));
    }

    #[test]
    fn what_is_no_whole_run_is_not_listed() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("broken.lab.json"), "{").expect("written");
        std::fs::write(folder.path().join("page.html"), "").expect("written");
        assert!(list(folder.path()).is_empty());
        assert!(list(&folder.path().join("nowhere")).is_empty());
    }
}
