//! Why one action is better than another, in words.

use catalog::fold::capital;
use catalog::localize::localize_decimals;
use catalog::tr;

use crate::kernel::audience::{Audience, EventLine};
use crate::kernel::evaluation::FeatureDelta;
use crate::kernel::player::SeatView;
use crate::kernel::rules::Rules;
use crate::session::coach::Alternative;
use crate::session::lookahead::{LookAhead, look_ahead};

/// How many reasons a sentence gives for and against.
const REASONS: usize = 3;
/// A reason that weighs less than this part of the weightiest is not told.
const SLIGHT: f64 = 0.1;
/// How much of what happens is told of an action.
const TOLD: usize = 2;

/// What surely happens after an action and not after another one, and the other way round; nothing if that is the same. Numbers tell it,
/// or what happens beside where these do not; what a play only costs is no reason.
pub(super) fn outcomes<G: Rules>(
    view: &SeatView<'_, G>,
    legal: &[G::Action],
    best: &Alternative,
    other: &Alternative,
    to: &Audience,
) -> Option<String> {
    let ahead = [best, other].map(|of| look_ahead(view, legal[of.evaluation.action], to));
    let only = |these: &[EventLine], those: &[EventLine]| {
        let only = these.iter().filter(|line| !those.contains(line)).take(TOLD);
        only.map(|line| line.text.as_str()).collect::<Vec<_>>().join("; ")
    };
    let differ = |of: fn(&LookAhead) -> &[EventLine]| {
        let [best, other] = ahead.each_ref().map(of);
        Some((only(best, other), only(other, best))).filter(|(gained, lost)| !gained.is_empty() || !lost.is_empty())
    };
    let (gained, lost) = differ(LookAhead::gains).or_else(|| differ(|ahead| &ahead.events))?;
    let other = plain(other);
    Some(if lost.is_empty() {
        tr!("It leads to: {gained}.", gained)
    } else if gained.is_empty() {
        tr!("{other} leads to: {lost}.", other, lost)
    } else {
        tr!("It leads to: {gained}. {other} leads to: {lost}.", gained, other, lost)
    })
}

/// What is advised, where no chance says how much better it is.
pub(super) fn is_best(best: &Alternative) -> String {
    tr!("{best} is best.", best = plain(best))
}

/// What is advised where it wins at once.
pub(super) fn wins_now(best: &Alternative) -> String {
    tr!("{best} wins this turn.", best = plain(best))
}

/// How many points more chance to win an action gives than another one.
fn points(best: &Alternative, other: &Alternative) -> i64 {
    // Of the numbers that are shown, so that the difference is theirs.
    let percent = |of: &Alternative| (100.0 * of.evaluation.chance).round() as i64;
    percent(best) - percent(other)
}

/// How much more chance to win an action gives than another one, in points.
pub(super) fn more_chance(best: &Alternative, other: &Alternative) -> String {
    let points = points(best, other);
    let (best, other) = (plain(best), plain(other));
    if points < 1 {
        return tr!("{best} is best, barely ahead of {other}.", best, other);
    }
    tr!("{best}: +{points}% chance to win, compared with {other}.", best, points, other)
}

/// An action at the beginning of a sentence.
fn plain(of: &Alternative) -> String {
    capital(of.label.trim_end_matches('.'))
}

/// What an action leads to, compared with another one.
pub(super) fn explain<G: Rules>(game: &G, best: &Alternative, other: &Alternative, reasons: &[FeatureDelta]) -> String {
    let (best, other) = (&best.label, &other.label);
    let Some(weightiest) = reasons.first().map(|r| r.weighted.abs()) else {
        return tr!("“{best}” and “{other}” are equally good, as far as this bot can see.", best, other);
    };
    let list = |good: bool| {
        let fits = |r: &&FeatureDelta| (r.weighted > 0.0) == good && r.weighted.abs() >= SLIGHT * weightiest;
        let word = |r: &FeatureDelta| {
            let (what, amount) = (game.feature_label(r.feature), signed(r.delta));
            if r.delta > 0.0 {
                tr!("more {what} ({amount})", what, amount)
            } else {
                tr!("less {what} ({amount})", what, amount)
            }
        };
        reasons.iter().filter(fits).take(REASONS).map(word).collect::<Vec<_>>().join(", ")
    };
    match (list(true), list(false)) {
        (gains, costs) if costs.is_empty() => {
            tr!("`{best}` leads to {gains} than `{other}`.", best, gains, other)
        }
        (gains, costs) if gains.is_empty() => {
            tr!("`{best}` leads to {costs} than `{other}`, but seldom where it matters.", best, costs, other)
        }
        (gains, costs) => {
            tr!("`{best}` leads to {gains} than `{other}`, for {costs}.", best, gains, other, costs)
        }
    }
}

/// What an action leads to, compared with another one, without numbers: what weighs most of what there is more of, and
/// what it costs.
pub(super) fn summarize<G: Rules>(
    game: &G,
    best: &Alternative,
    other: &Alternative,
    deltas: &[FeatureDelta],
) -> String {
    let (best, other) = (plain(best), plain(other));
    let weightiest = deltas.first().map_or(0.0, |delta| delta.weighted.abs());
    let list = |good: bool, more: bool, most: usize| {
        let fits = |d: &&FeatureDelta| (d.weighted > 0.0) == good && (d.delta > 0.0) == more;
        let told = deltas.iter().filter(fits).filter(|d| d.weighted.abs() >= SLIGHT * weightiest);
        let words: Vec<String> = told.take(most).map(|d| game.feature_label(d.feature)).collect();
        match &words[..] {
            [] => None,
            [one] => Some(one.clone()),
            [first @ .., last] => Some(first.join(", ") + &tr!(" and ") + last),
        }
    };
    let with = |words: Option<String>, say: &dyn Fn(String) -> String| words.map(say);
    let more = |words: String| tr!("more {words}", words);
    let less = |words: String| tr!("less {words}", words);
    let gains = [with(list(true, true, REASONS), &more), with(list(true, false, 1), &less)];
    let gains = gains.into_iter().flatten().collect::<Vec<_>>().join(&tr!(" and "));
    let costs = [with(list(false, false, 2), &|words| words), with(list(false, true, 1), &more)];
    let costs = costs.into_iter().flatten().collect::<Vec<_>>().join(&tr!(" and "));
    match (gains.is_empty(), costs.is_empty()) {
        (true, true) => tr!("No clear best play: {best} and {other} are equally good.", best, other),
        (true, false) => {
            tr!("{best}: compared with {other} it costs {costs}, but seldom where it matters.", best, other, costs)
        }
        (false, true) => tr!("{best}: it leaves you with {gains} than {other}.", best, gains, other),
        (false, false) => {
            tr!("{best}: it leaves you with {gains} than {other}, at the cost of {costs}.", best, gains, other, costs)
        }
    }
}

/// A number with its sign and a true minus.
fn signed(n: f64) -> String {
    let digits = if n.abs() < 0.095 { 2 } else { 1 };
    localize_decimals(format!("{n:+.digits$}")).replace('-', "−")
}
