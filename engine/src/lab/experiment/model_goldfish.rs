//! A deck and its variants without an opponent, by the declared model, on the same seeds game by game.

use std::ops::Range;
use std::sync::Arc;

use catalog::tr;
use catalog::{CardIx, GameData};
use formats::deck::Listed;
use formats::rng::{Dice, Seed};
use formats::{DeckFormat, LegalDeck};

use super::{ExperimentError, ExperimentInput, ExperimentRunner, split};
use crate::kernel::parallel::{Progress, SHARD};
use crate::kernel::stats::{self, Share};
use crate::lab::goldfish::{self, GoldfishCounts, GoldfishRunner, MOST_TURNS};
use crate::lab::plan::{MOST_VARIANTS, Variant};
use crate::lab::report::{
    Chart, ChartForm, ChartPoint, ChartSeries, LabReport, ReportCell, ReportTable, ValueWithInterval, percent, points,
    share_label,
};
use crate::lab::{DealError, LabDeck};

/// Counts that compare a variant with the deck: the goal met in the last turn by only it, by only the deck, by it; the
/// sum of differences of units spent, and of their squares.
const PAIR: usize = 5;

pub(super) struct ModelGoldfishExperiment {
    game: Arc<GameData>,
    name: String,
    deck: GoldfishRunner,
    lists: usize,
    variants: Vec<(String, GoldfishRunner)>,
    goal: String,
    first: bool,
    searched: bool,
    games: u64,
    seed: Seed,
}

impl ModelGoldfishExperiment {
    pub fn new(input: &ExperimentInput) -> Result<ModelGoldfishExperiment, ExperimentError> {
        let (game, wanted, legal) = (input.game(), &input.plan, input.only_deck()?);
        let format = input
            .game_library
            .format(&input.format)
            .ok_or_else(|| ExperimentError::Plan("the format is gone".into()))?;
        let goal = wanted.goal.as_ref().or(legal.deck().goal.as_ref()).map(|text| input.question(text)).transpose()?;
        let mut plan = goldfish::GoldfishPlan::declared(game, goal);
        plan.turns = wanted.turns.unwrap_or(plan.turns);
        plan.first = !wanted.draw;
        if !(1..=MOST_TURNS).contains(&plan.turns) {
            return Err(ExperimentError::Plan(format!("`turns` is from 1 to {MOST_TURNS}")));
        }
        let stack = LabDeck::new(game, legal)?;
        let mut variants = Vec::new();
        for variant in &wanted.variant {
            let changed = apply_variant(input, format, legal, variant)?;
            variants.push((variant_label(variant, input)?, aligned_deck(game, &stack, &changed)?));
        }
        if let Some(query) = &wanted.search {
            for (name, changed) in swaps(input, format, legal, query)? {
                variants.push((name, aligned_deck(game, &stack, &changed)?));
            }
        }
        let fish = |stack: &LabDeck| GoldfishRunner::new(game, stack, &plan);
        let variants = variants.into_iter().map(|(name, stack)| Ok((name, fish(&stack)?)));
        let variants = variants.collect::<Result<Vec<_>, DealError>>()?;
        let deck = fish(&stack)?;
        let mut counts = GoldfishCounts::default();
        deck.make_room(&mut counts);
        Ok(ModelGoldfishExperiment {
            game: game.clone(),
            name: legal.deck().name.clone(),
            lists: counts.flat().len(),
            deck,
            variants,
            goal: plan.goal.print(game),
            first: plan.first,
            searched: wanted.search.is_some(),
            games: wanted.games(),
            seed: input.seed(),
        })
    }
}

/// A deck with a variant's cards, if it is legal.
fn apply_variant(
    input: &ExperimentInput,
    format: &DeckFormat,
    legal: &LegalDeck,
    variant: &Variant,
) -> Result<LegalDeck, ExperimentError> {
    let game = input.game();
    let main = game.section("main").unwrap_or(0);
    let mut deck = legal.deck().clone();
    for name in &variant.remove {
        let card = Listed::Card(input.card(name)?);
        match deck.count(main, &card) {
            0 => {
                return Err(ExperimentError::Plan(format!("`{name}` cannot be taken out: the deck has no more of it")));
            }
            n => deck.set(main, card, n - 1),
        }
    }
    for name in &variant.add {
        deck.add(main, Listed::Card(input.card(name)?), 1);
    }
    LegalDeck::check(game, format, deck, None).map_err(|report| {
        let why = report.violations.first().map_or(String::new(), |v| v.message.clone());
        ExperimentError::Plan(format!(
            "the variant with {} is not legal: {why}",
            variant_label(variant, input).unwrap_or_default()
        ))
    })
}

/// `+ Sun Herald − Sand Oracle`
fn variant_label(variant: &Variant, input: &ExperimentInput) -> Result<String, ExperimentError> {
    let names = |sign: &str, cards: &[String]| -> Result<Vec<String>, ExperimentError> {
        let name = |c: &String| Ok(format!("{sign} {}", input.game().card(input.card(c)?).name));
        cards.iter().map(name).collect()
    };
    match [names("+", &variant.add)?, names("−", &variant.remove)?].concat() {
        none if none.is_empty() => Err(ExperimentError::Plan("a variant says neither `add` nor `remove`".into())),
        names => Ok(names.join(" ")),
    }
}

/// Every legal deck with one copy of a card that fits the query in place of one copy of another.
fn swaps(
    input: &ExperimentInput,
    format: &DeckFormat,
    legal: &LegalDeck,
    query: &str,
) -> Result<Vec<(String, LegalDeck)>, ExperimentError> {
    let game = input.game();
    let main = game.section("main").unwrap_or(0);
    let query = catalog::Query::parse(query, game)
        .map_err(|e| ExperimentError::Plan(format!("`search`: {}", e.pointing(query))))?;
    let mut there: Vec<CardIx> = legal.deck().cards(main);
    there.dedup();
    let mut new: Vec<CardIx> = query.select(game);
    // A card that was printed several times is one card.
    new.retain(|c| game.namesake(*c) == *c);
    if there.len() * new.len() > 20 * MOST_VARIANTS {
        let n = there.len() * new.len();
        return Err(ExperimentError::Plan(format!("the search would try {n} changes; narrow `search` to fewer cards")));
    }
    let mut found = Vec::new();
    for out in &there {
        for card in new.iter().filter(|c| game.namesake(**c) != game.namesake(*out)) {
            let mut deck = legal.deck().clone();
            let listed = Listed::Card(*out);
            deck.set(main, listed.clone(), deck.count(main, &listed) - 1);
            deck.add(main, Listed::Card(*card), 1);
            if let Ok(changed) = LegalDeck::check(game, format, deck, None) {
                found.push((format!("+ {} − {}", game.card(*card).name, game.card(*out).name), changed));
            }
        }
    }
    match found.len() {
        0 => {
            Err(ExperimentError::Plan(format!("no change of one card that fits `search` is legal in {}", format.name)))
        }
        n if n > MOST_VARIANTS => {
            Err(ExperimentError::Plan(format!("the search finds {n} legal changes, and tries at most {MOST_VARIANTS}")))
        }
        _ => Ok(found),
    }
}

/// The changed deck laid out like the deck itself, each new card in the place of one that is gone: so the same chance
/// deals the same hands but for these.
fn aligned_deck(game: &GameData, stack: &LabDeck, changed: &LegalDeck) -> Result<LabDeck, ExperimentError> {
    let theirs = LabDeck::new(game, changed)?;
    let mut new = theirs.cards.clone();
    let mut cards: Vec<Option<CardIx>> = Vec::with_capacity(new.len());
    for card in &stack.cards {
        let same = new.iter().position(|c| c == card);
        cards.push(same.map(|at| new.remove(at)));
    }
    let mut new = new.into_iter();
    // What has no counterpart leaves a hole, which closes only if there are fewer cards.
    let opener = stack.opener.map(|at| stack.cards[at]);
    let mut cards: Vec<CardIx> = cards.into_iter().filter_map(|card| card.or_else(|| new.next())).collect();
    cards.extend(new);
    let opener = opener.and_then(|o| cards.iter().position(|c| *c == o));
    Ok(LabDeck { cards, opener, ..theirs })
}

impl ExperimentRunner for ModelGoldfishExperiment {
    fn games(&self) -> u64 {
        self.games
    }

    fn block(&self) -> u64 {
        SHARD
    }

    fn size(&self) -> usize {
        self.lists + PAIR * self.variants.len()
    }

    fn count(
        &self,
        block: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        let (own, pairs) = counts.split_at_mut(self.lists);
        let chance = self.seed.part(block).fast();
        let mut lists = GoldfishCounts::default();
        self.deck.make_room(&mut lists);
        lists.fill(own);
        let (mut table, mut dice) = (self.deck.new_state(), chance.clone());
        let base: Vec<_> =
            games.clone().map(|_| self.deck.play_game(&mut table, &mut dice.split(), &mut lists)).collect();
        own.copy_from_slice(&lists.flat());
        for ((_, fish), pair) in self.variants.iter().zip(pairs.chunks_exact_mut(PAIR)) {
            if progress.stopped() {
                return Ok(false);
            }
            let mut aside = GoldfishCounts::default();
            fish.make_room(&mut aside);
            let (mut table, mut dice) = (fish.new_state(), chance.clone());
            for base in &base {
                let game = fish.play_game(&mut table, &mut dice.split(), &mut aside);
                let more = game.spent as i64 - base.spent as i64;
                pair[0] += u64::from(game.met > 0 && base.met == 0);
                pair[1] += u64::from(game.met == 0 && base.met > 0);
                pair[2] += u64::from(game.met > 0);
                pair[3] = pair[3].wrapping_add(more as u64);
                pair[4] += (more * more) as u64;
            }
        }
        progress.add(games.end - games.start);
        Ok(true)
    }

    fn measures(&self) -> Vec<String> {
        vec![tr!("goal met by turn {turn}", turn = self.deck.turns()), tr!("units spent a game")]
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        let mut lists = GoldfishCounts::default();
        self.deck.make_room(&mut lists);
        lists.fill(&counts[..self.lists]);
        let games = lists.games();
        let found = self.deck.report(&lists, games);
        let spent: u64 = found.turns.iter().map(|t| t.spent).sum();
        vec![(found.goal_by.last().map_or(0, |s| s.hits) as i64, games), (spent as i64, games)]
    }

    fn report(&self, mut counts: &[u64], report: &mut LabReport) {
        let mut lists = GoldfishCounts::default();
        self.deck.make_room(&mut lists);
        lists.fill(split(&mut counts, self.lists));
        let found = self.deck.report(&lists, self.games);
        let turns = self.deck.turns();
        let last = found.goal_by.last().copied().unwrap_or_default();
        let side = if self.first { tr!("on the play") } else { tr!("on the draw") };
        let (name, goal, share) = (&self.name, &self.goal, share_label(last));
        report.answer.push(match found.goal_by.iter().position(|s| 2 * s.hits >= s.of) {
            Some(half) => tr!(
                "{name} meets its goal by turn {turns} in {share} of games, {side}, in half of the games by turn {half}.",
                name,
                turns,
                share,
                side,
                half = half + 1
            ),
            None => tr!(
                "{name} meets its goal by turn {turns} in {share} of games, {side}.",
                name,
                turns,
                share,
                side
            ),
        });
        let screw = percent(found.screw.value());
        report.answer.push(match found.flood.of {
            0 => tr!("Screw {screw}.", screw),
            _ => tr!("Screw {screw}, flood {flood}.", screw, flood = percent(found.flood.value())),
        });
        report.about.push_str(&tr!(", {side}, by the declared model, goal: {goal}", side, goal));
        report.charts.extend(self.charts(&found));
        report.tables.push(by_turn(&found));
        report.tables.push(self.castability(&found));
        if !self.variants.is_empty() {
            self.report_variants(counts, last, report);
        }
    }
}

fn by_turn(found: &goldfish::GoldfishReport) -> ReportTable {
    let columns = [
        tr!("Turn"),
        tr!("Goal met by"),
        tr!("Played"),
        tr!("Available"),
        tr!("Spent"),
        tr!("Wasted"),
        tr!("Stuck"),
        tr!("Idle"),
    ];
    let mut table = ReportTable::new(tr!("By turn (cards and units: mean of a game)"), &columns);
    let mean = |sum: u64| ReportCell::Number(sum as f64 / found.games.max(1) as f64, 2);
    for (at, (turn, goal)) in found.turns.iter().zip(&found.goal_by).enumerate() {
        let (played, available) = (mean(turn.played), mean(turn.available));
        let (spent, wasted) = (mean(turn.spent), mean(turn.wasted));
        let number = ReportCell::Count(at as u64 + 1);
        table.rows.push(vec![
            number,
            (*goal).into(),
            played,
            available,
            spent,
            wasted,
            turn.stuck.into(),
            turn.idle.into(),
        ]);
    }
    table
}

impl ModelGoldfishExperiment {
    fn charts(&self, found: &goldfish::GoldfishReport) -> [Chart; 2] {
        let x = |at: usize| at as f64 + 1.0;
        let goal = found.goal_by.iter().enumerate().map(|(at, share)| ChartPoint::share(x(at), *share)).collect();
        let line = |name: String, of: &dyn Fn(&goldfish::TurnLine) -> u64| {
            let mean = |t: &goldfish::TurnLine| of(t) as f64 / found.games.max(1) as f64;
            let points = found.turns.iter().enumerate().map(|(at, t)| ChartPoint::exact(x(at), mean(t))).collect();
            ChartSeries { name, points }
        };
        let chart = |title: String, y: String, series, share| Chart {
            title,
            x: tr!("turn"),
            y,
            n: found.games,
            form: ChartForm::Lines,
            series,
            share,
        };
        [
            chart(
                tr!("Goal met by turn"),
                tr!("share of games, %"),
                vec![ChartSeries { name: self.name.clone(), points: goal }],
                true,
            ),
            chart(
                tr!("Resources by turn"),
                tr!("units a game"),
                vec![
                    line(tr!("available"), &|t| t.available),
                    line(tr!("spent"), &|t| t.spent),
                    line(tr!("wasted"), &|t| t.wasted),
                ],
                false,
            ),
        ]
    }

    /// How often each card can be paid, how long it waits, how often it stays dead.
    fn castability(&self, found: &goldfish::GoldfishReport) -> ReportTable {
        let last = self.deck.turns();
        let columns = [tr!("Card"), tr!("Copies"), tr!("Drawn"), tr!("Castable"), tr!("Delay, turns"), tr!("Dead")];
        let mut table = ReportTable::new(tr!("Cards by turn {turn}", turn = last), &columns);
        for line in &found.cards {
            let Some(end) = line.castable_by.last() else { continue };
            // A game waits once for each turn by which the card was drawn and not castable yet.
            let waited: u64 = line.castable_by.iter().map(|s| s.of - s.hits).sum();
            let delay = match end.of {
                0 => ReportCell::Nothing,
                n => ReportCell::Number(waited as f64 / n as f64, 2),
            };
            table.rows.push(vec![
                self.game.card(line.card).name.clone().into(),
                ReportCell::Count(line.copies.into()),
                Share { hits: end.of, of: found.games }.into(),
                (*end).into(),
                delay,
                Share { hits: end.of - end.hits, of: end.of }.into(),
            ]);
        }
        table
    }

    fn report_variants(&self, counts: &[u64], base: Share, report: &mut LabReport) {
        let columns = [tr!("Change"), tr!("Goal met"), tr!("Against the deck, points"), tr!("Units spent a game")];
        let mut lines: Vec<(ValueWithInterval, Vec<ReportCell>)> = Vec::new();
        for ((name, _), c) in self.variants.iter().zip(counts.chunks_exact(PAIR)) {
            let goal = ValueWithInterval::from(stats::paired_difference(c[0], c[1], self.games));
            let spent = stats::mean(self.games, c[3] as i64, c[4]).into();
            let met = Share { hits: c[2], of: self.games };
            lines
                .push((goal, vec![name.clone().into(), met.into(), ReportCell::Change(goal), ReportCell::Mean(spent)]));
        }
        lines.sort_by(|a, b| b.0.value.total_cmp(&a.0.value));
        if let Some((goal, cells)) = lines.first() {
            let (value, low, high) = (points(goal.value), points(goal.low), points(goal.high));
            let (change, base) = (cells[0].label(), percent(base.value()));
            let verdict = match (goal.low > 0.0, goal.high < 0.0) {
                (true, _) => tr!("better"),
                (_, true) => tr!("worse"),
                _ => tr!("no clear difference"),
            };
            report.answer.push(tr!(
                "{change}: {value} points ({low} to {high}) against the deck's {base}, {verdict}."
                    | "Best of {n} changes: {change}, {value} points ({low} to {high}) against the deck's {base}, {verdict}."
                        % lines.len(),
                change,
                value,
                low,
                high,
                base,
                verdict
            ));
        }
        if self.searched {
            report.cautions.push(tr!(
                "The best of many changes looks better than it is: add it as a `variant` and test it with another seed."
            ));
        }
        let points = lines.iter().take(20).enumerate().map(|(at, (goal, cells))| ChartPoint {
            x: at as f64,
            label: Some(cells[0].label()),
            value: goal.value,
            low: goal.low,
            high: goal.high,
        });
        report.charts.push(Chart {
            title: tr!("What a change does to the goal"),
            x: tr!("points against the deck, paired"),
            y: tr!("change"),
            n: self.games,
            form: ChartForm::Ranks,
            series: vec![ChartSeries { name: tr!("difference"), points: points.collect() }],
            share: true,
        });
        let mut table = ReportTable::new(tr!("Changes, on the same seeds (intervals are paired)"), &columns);
        table.rows = lines.into_iter().map(|(_, cells)| cells).collect();
        report.tables.insert(0, table);
    }
}
