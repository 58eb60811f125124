//! What the lab says about the hands of a deck, beside them.

use catalog::GameData;
use catalog::localize::{localize_count, prose};
use catalog::query::CountQuery;
use catalog::tr;
use engine::kernel::parallel::Progress;
use engine::lab::report::percent;
use engine::lab::{DealError, LabDeck, goldfish, hands, odds};
use formats::rng::Seed;
use iced::widget::{Column, column, container, row};
use iced::{Center, Fill};

use crate::screen::{ScreenContext, cards_label};
use crate::theme::{self, space};
use crate::widget::panel::Tone;
use crate::widget::{Element, chart, cut, field, label, panel};

/// Games that are sampled.
const GAMES: u64 = 100_000;

/// What the lab says about the deck.
#[derive(Debug, Clone)]
pub(super) enum HandNumbers {
    Counting,
    Refused(String),
    Counted(Box<HandCounts>),
}

/// Exact and sampled numbers.
#[derive(Debug, Clone)]
pub struct HandCounts {
    opening: Option<odds::OpeningOdds>,
    sampled: hands::HandSample,
    /// Absent where the game's data do not say what may be played in a turn.
    played: Option<goldfish::GoldfishReport>,
}

/// Counts a deck exactly, and samples its games.
///
/// # Errors
/// When the lab refuses the deck, or the count was stopped.
pub(super) fn count_hands(
    game: &GameData,
    stack: &LabDeck,
    goal: Option<CountQuery>,
    seed: Seed,
) -> Result<Box<HandCounts>, String> {
    let plan = hands::HandPlan::declared(game);
    let opening = odds::opening(game, stack, plan.mulligan, &plan.keep, &[]).ok();
    // Nobody stops these runs: they are over in a moment, and what comes too late is not looked at.
    let run = |games| (games, seed, 0);
    let sampled = hands::sample(game, stack, &plan, run(GAMES), &Progress::default()).map_err(|e| e.to_string())?;
    let sampled = sampled.ok_or_else(|| tr!("Stopped"))?;
    let plan = goldfish::GoldfishPlan::declared(game, goal);
    let played = match goldfish::play(game, stack, &plan, run(GAMES), &Progress::default()) {
        Ok(None) => return Err(tr!("Stopped")),
        Ok(played) => played,
        Err(DealError::NoGoldfish(_)) => None,
        Err(why) => return Err(why.to_string()),
    };
    Ok(Box::new(HandCounts { opening, sampled, played }))
}

/// What is counted, and the hands so far; `goal_text` is what the deck looks for.
pub(super) fn view<'a, M: 'a>(
    context: ScreenContext<'a>,
    numbers: &'a HandNumbers,
    goal_text: &'a str,
    log: &'a [String],
) -> Element<'a, M> {
    let mut page =
        Column::new().spacing(space::XL).padding(iced::Padding { right: space::M, ..iced::Padding::from(space::L) });
    match numbers {
        HandNumbers::Counting => {
            page = page.push(label::body(tr!("Dealing {} hands…", localize_count(GAMES))).style(label::muted))
        }
        HandNumbers::Refused(why) => page = page.push(panel::toned(Tone::Warn, label::body(why.as_str()))),
        HandNumbers::Counted(counted) => page = counts_view(context, page, counted, goal_text),
    }
    if !log.is_empty() {
        let lines = log.iter().map(|l| label::body(l.as_str()).style(label::muted).into());
        page = page.push(
            column![label::group(tr!("Hands so far")), Column::with_children(lines).spacing(4)].spacing(space::S),
        );
    }
    field::scrolled(page).width(Fill).height(Fill).into()
}

fn counts_view<'a, M: 'a>(
    context: ScreenContext<'a>,
    mut page: Column<'a, M>,
    counted: &'a HandCounts,
    goal_text: &str,
) -> Column<'a, M> {
    if let Some(opening) = counted.opening.as_ref().filter(|o| o.sizes.len() > 1) {
        // Sizes that are never reached say nothing.
        let sizes = opening.sizes.iter().zip(&counted.sampled.sizes).filter(|(exact, _)| exact.reached > 1e-6);
        let lines = sizes
            .take(5)
            .map(|(exact, (_, share))| bar(cards_label(exact.size as usize), exact.kept, Some(share.value())));
        let first = opening.sizes[0];
        let said = tr!("{} of opening hands are kept.", percent(first.kept));
        let under = label::caption(tr!(
            "Kept at each size: exact, and from {} dealt hands.",
            localize_count(counted.sampled.games)
        ));
        page =
            page.push(column![label::emphasis(said), Column::with_children(lines).spacing(6), under].spacing(space::S));
    }
    match &counted.played {
        Some(played) => goldfish_view(context, page, played, goal_text),
        None => page.push(panel::toned(
            Tone::Plain,
            label::body(tr!(
                "The data of {game} does not define what may be played in a turn, so turns cannot be simulated here. Define it in Settings, under Games.",
                game = &context.game().name
            )),
        )),
    }
}

/// What a deck does alone.
fn goldfish_view<'a, M: 'a>(
    context: ScreenContext<'a>,
    mut page: Column<'a, M>,
    played: &'a goldfish::GoldfishReport,
    goal_text: &str,
) -> Column<'a, M> {
    let turns = played.goal_by.len();
    let by = played.goal_by.iter().enumerate();
    let lines = by.map(|(t, share)| bar(tr!("Turn {}", t + 1), share.value(), None));
    let half = played.goal_by.iter().position(|s| s.value() >= 0.5);
    let goal_text = prose(goal_text);
    let said = match half {
        Some(turn) => tr!("Usually {} by turn {}.", goal_text, turn + 1),
        None => tr!(
            "Within {} turns: {} in {} of games.",
            turns,
            goal_text,
            percent(played.goal_by.last().map_or(0.0, |s| s.value()))
        ),
    };
    let last = played.goal_by.last().copied().unwrap_or_default();
    let (low, high) = last.interval();
    let under = label::caption(tr!(
        "{} games without an opponent; turn {turns}: {} to {} (95% CI).",
        localize_count(played.games),
        percent(low),
        percent(high),
        turns
    ));
    page = page.push(column![label::emphasis(said), Column::with_children(lines).spacing(6), under].spacing(space::S));
    let trouble = [(tr!("Short of resources"), played.screw), (tr!("Nothing to spend on"), played.flood)];
    let lines = trouble.map(|(name, share)| wide_bar(name, share.value()));
    page = page.push(column![label::group(tr!("Problems")), Column::with_children(lines).spacing(6)].spacing(space::S));
    let game = context.game();
    let mut late: Vec<_> = played.cards.iter().filter(|c| !c.castable_by.is_empty()).collect();
    late.sort_by(|a, b| {
        let at = |c: &goldfish::CardLine| c.castable_by.get(3).or(c.castable_by.last()).map_or(1.0, |s| s.value());
        at(a).total_cmp(&at(b))
    });
    // What everybody can always pay for is not hard to pay for.
    let hard = late.into_iter().take(8).filter_map(|c| {
        let share = c.castable_by.get(3).or(c.castable_by.last()).copied().unwrap_or_default().value();
        (share < 0.9995).then(|| wide_bar(game.card(c.card).name.clone(), share))
    });
    let hard: Vec<Element<'a, M>> = hard.collect();
    if hard.is_empty() {
        return page;
    }
    let title = label::group(tr!("Hardest to pay for by turn 4, once drawn"));
    page.push(column![title, Column::with_children(hard).spacing(6)].spacing(space::S))
}

fn bar<'a, M: 'a>(name: String, share: f64, beside: Option<f64>) -> Element<'a, M> {
    let value = label::line(percent(share)).font(theme::SEMIBOLD);
    let mut line = row![
        container(label::line(name)).width(64),
        chart::meter(share as f32, 1.0, 8.0),
        container(value).width(60).align_x(iced::Right),
    ];
    if let Some(sampled) = beside {
        line = line.push(container(label::caption(percent(sampled))).width(50).align_x(iced::Right));
    }
    line.spacing(space::S).align_y(Center).into()
}

fn wide_bar<'a, M: 'a>(name: String, share: f64) -> Element<'a, M> {
    let words = row![cut(name), label::line(percent(share)).font(theme::SEMIBOLD),];
    column![words, chart::meter(share as f32, 1.0, 4.0)].spacing(3).into()
}
