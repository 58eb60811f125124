//! A deck and its variants without an opponent, by the declared model, on the same seeds game by game.

use std::ops::Range;
use std::sync::Arc;

use catalog::tr;
use catalog::{CardIx, Game};
use formats::deck::Listed;
use formats::rng::{Dice, Seed};
use formats::{Format, LegalDeck};

use super::{Bench, Count, Error, split};
use crate::lab::goldfish::{self, Counts, Fish, MOST_TURNS};
use crate::lab::plan::{MOST_VARIANTS as MOST, Variant};
use crate::lab::report::{Cell, Chart, Form, Point, Report, Series, Spread, Table, percent, points, told};
use crate::lab::shards::{Progress, SHARD};
use crate::lab::stats::{self, Share};
use crate::lab::{Refused, Stack};

/// Counts that compare a variant with the deck: the goal met in the last turn by only it, by only the deck, by it; the
/// sum of differences of units spent, and of their squares.
const PAIR: usize = 5;

pub(super) struct Goldfished {
    game: Arc<Game>,
    name: String,
    deck: Fish,
    lists: usize,
    variants: Vec<(String, Fish)>,
    goal: String,
    first: bool,
    searched: bool,
    games: u64,
    seed: Seed,
}

impl Goldfished {
    pub fn new(bench: &Bench) -> Result<Goldfished, Error> {
        let (game, wanted, legal) = (bench.game(), &bench.plan, bench.only_deck()?);
        let format = bench.book.format(&bench.format).ok_or_else(|| Error::Plan("the format is gone".into()))?;
        let goal = wanted.goal.as_ref().or(legal.deck().goal.as_ref()).map(|text| bench.question(text)).transpose()?;
        let mut plan = goldfish::Plan::declared(game, goal);
        plan.turns = wanted.turns.unwrap_or(plan.turns);
        plan.first = !wanted.draw;
        if !(1..=MOST_TURNS).contains(&plan.turns) {
            return Err(Error::Plan(format!("`turns` is from 1 to {MOST_TURNS}")));
        }
        let stack = Stack::new(game, legal)?;
        let mut variants = Vec::new();
        for variant in &wanted.variant {
            let changed = changed(bench, format, legal, variant)?;
            variants.push((words(variant, bench)?, variant_of(game, &stack, &changed)?));
        }
        if let Some(query) = &wanted.search {
            for (name, changed) in swaps(bench, format, legal, query)? {
                variants.push((name, variant_of(game, &stack, &changed)?));
            }
        }
        let fish = |stack: &Stack| Fish::new(game, stack, &plan);
        let variants = variants.into_iter().map(|(name, stack)| Ok((name, fish(&stack)?)));
        let variants = variants.collect::<Result<Vec<_>, Refused>>()?;
        let deck = fish(&stack)?;
        let mut counts = Counts::default();
        deck.make_room(&mut counts);
        Ok(Goldfished {
            game: game.clone(),
            name: legal.deck().name.clone(),
            lists: counts.flat().len(),
            deck,
            variants,
            goal: plan.goal.print(game),
            first: plan.first,
            searched: wanted.search.is_some(),
            games: wanted.games(),
            seed: bench.seed(),
        })
    }
}

/// A deck with a variant's cards, if it is legal.
fn changed(bench: &Bench, format: &Format, legal: &LegalDeck, variant: &Variant) -> Result<LegalDeck, Error> {
    let game = bench.game();
    let main = game.section("main").unwrap_or(0);
    let mut deck = legal.deck().clone();
    for name in &variant.remove {
        let card = Listed::Card(bench.card(name)?);
        match deck.count(main, &card) {
            0 => return Err(Error::Plan(format!("`{name}` cannot be taken out: the deck has no more of it"))),
            n => deck.set(main, card, n - 1),
        }
    }
    for name in &variant.add {
        deck.add(main, Listed::Card(bench.card(name)?), 1);
    }
    LegalDeck::check(game, format, deck, None).map_err(|report| {
        let why = report.violations.first().map_or(String::new(), |v| v.message.clone());
        Error::Plan(format!("the variant with {} is not legal: {why}", words(variant, bench).unwrap_or_default()))
    })
}

/// `+ Sun Herald − Sand Oracle`
fn words(variant: &Variant, bench: &Bench) -> Result<String, Error> {
    let names = |sign: &str, cards: &[String]| -> Result<Vec<String>, Error> {
        let name = |c: &String| Ok(format!("{sign} {}", bench.game().card(bench.card(c)?).name));
        cards.iter().map(name).collect()
    };
    match [names("+", &variant.add)?, names("−", &variant.remove)?].concat() {
        none if none.is_empty() => Err(Error::Plan("a variant says neither `add` nor `remove`".into())),
        names => Ok(names.join(" ")),
    }
}

/// Every legal deck with one copy of a card that fits the query in place of one copy of another.
fn swaps(bench: &Bench, format: &Format, legal: &LegalDeck, query: &str) -> Result<Vec<(String, LegalDeck)>, Error> {
    let game = bench.game();
    let main = game.section("main").unwrap_or(0);
    let query =
        catalog::Query::parse(query, game).map_err(|e| Error::Plan(format!("`search`: {}", e.pointing(query))))?;
    let mut there: Vec<CardIx> = legal.deck().cards(main);
    there.dedup();
    let mut new: Vec<CardIx> = query.select(game);
    // A card that was printed several times is one card.
    new.retain(|c| game.namesake(*c) == *c);
    if there.len() * new.len() > 20 * MOST {
        let n = there.len() * new.len();
        return Err(Error::Plan(format!("the search would try {n} changes; narrow `search` to fewer cards")));
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
        0 => Err(Error::Plan(format!("no change of one card that fits `search` is legal in {}", format.name))),
        n if n > MOST => Err(Error::Plan(format!("the search finds {n} legal changes, and tries at most {MOST}"))),
        _ => Ok(found),
    }
}

/// The changed deck laid out like the deck itself, each new card in the place of one that is gone: so the same chance
/// deals the same hands but for these.
fn variant_of(game: &Game, stack: &Stack, changed: &LegalDeck) -> Result<Stack, Error> {
    let theirs = Stack::new(game, changed)?;
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
    Ok(Stack { cards, opener, ..theirs })
}

impl Count for Goldfished {
    fn games(&self) -> u64 {
        self.games
    }

    fn block(&self) -> u64 {
        SHARD
    }

    fn size(&self) -> usize {
        self.lists + PAIR * self.variants.len()
    }

    fn count(&self, block: u64, games: Range<u64>, counts: &mut [u64], progress: &Progress) -> Result<bool, Error> {
        let (own, pairs) = counts.split_at_mut(self.lists);
        let chance = self.seed.part(block).fast();
        let mut lists = Counts::default();
        self.deck.make_room(&mut lists);
        lists.fill(own);
        let (mut table, mut dice) = (self.deck.table(), chance.clone());
        let base: Vec<_> = games.clone().map(|_| self.deck.game(&mut table, &mut dice.own(), &mut lists)).collect();
        own.copy_from_slice(&lists.flat());
        for ((_, fish), pair) in self.variants.iter().zip(pairs.chunks_exact_mut(PAIR)) {
            if progress.stopped() {
                return Ok(false);
            }
            let mut aside = Counts::default();
            fish.make_room(&mut aside);
            let (mut table, mut dice) = (fish.table(), chance.clone());
            for base in &base {
                let game = fish.game(&mut table, &mut dice.own(), &mut aside);
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
        let mut lists = Counts::default();
        self.deck.make_room(&mut lists);
        lists.fill(&counts[..self.lists]);
        let games = lists.games();
        let found = self.deck.report(&lists, games);
        let spent: u64 = found.turns.iter().map(|t| t.spent).sum();
        vec![(found.goal_by.last().map_or(0, |s| s.hits) as i64, games), (spent as i64, games)]
    }

    fn report(&self, mut counts: &[u64], report: &mut Report) {
        let mut lists = Counts::default();
        self.deck.make_room(&mut lists);
        lists.fill(split(&mut counts, self.lists));
        let found = self.deck.report(&lists, self.games);
        let turns = self.deck.turns();
        let last = found.goal_by.last().copied().unwrap_or_default();
        let side = if self.first { tr!("on the play") } else { tr!("on the draw") };
        let (name, goal, share) = (&self.name, &self.goal, told(last));
        report.answer.push(match found.goal_by.iter().position(|s| 2 * s.hits >= s.of) {
            Some(half) => tr!(
                "{name} meets its goal ({goal}) by turn {turns} in {share} of games, {side}, in half of the games by \
                 turn {half}.",
                name,
                goal,
                turns,
                share,
                side,
                half = half + 1
            ),
            None => tr!(
                "{name} meets its goal ({goal}) by turn {turns} in {share} of games, {side}.",
                name,
                goal,
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
        report.about.push_str(&tr!(", {side}, by the declared model", side));
        report.charts.extend(self.charts(&found));
        report.tables.push(by_turn(&found));
        report.tables.push(self.castability(&found));
        if !self.variants.is_empty() {
            self.told_variants(counts, last, report);
        }
    }
}

fn by_turn(found: &goldfish::Report) -> Table {
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
    let mut table = Table::new(tr!("By turn (cards and units: mean of a game)"), &columns);
    let mean = |sum: u64| Cell::Number(sum as f64 / found.games.max(1) as f64, 2);
    for (at, (turn, goal)) in found.turns.iter().zip(&found.goal_by).enumerate() {
        let (played, available) = (mean(turn.played), mean(turn.available));
        let (spent, wasted) = (mean(turn.spent), mean(turn.wasted));
        let number = Cell::Count(at as u64 + 1);
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

impl Goldfished {
    fn charts(&self, found: &goldfish::Report) -> [Chart; 2] {
        let x = |at: usize| at as f64 + 1.0;
        let goal = found.goal_by.iter().enumerate().map(|(at, share)| Point::share(x(at), *share)).collect();
        let line = |name: String, of: &dyn Fn(&goldfish::TurnLine) -> u64| {
            let mean = |t: &goldfish::TurnLine| of(t) as f64 / found.games.max(1) as f64;
            let points = found.turns.iter().enumerate().map(|(at, t)| Point::exact(x(at), mean(t))).collect();
            Series { name, points }
        };
        let chart = |title: String, y: String, series, share| Chart {
            title,
            x: tr!("turn"),
            y,
            n: found.games,
            form: Form::Lines,
            series,
            share,
        };
        [
            chart(
                tr!("Goal met by turn"),
                tr!("share of games, %"),
                vec![Series { name: self.name.clone(), points: goal }],
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
    fn castability(&self, found: &goldfish::Report) -> Table {
        let last = self.deck.turns();
        let columns = [tr!("Card"), tr!("Copies"), tr!("Drawn"), tr!("Castable"), tr!("Delay, turns"), tr!("Dead")];
        let mut table = Table::new(tr!("Cards by turn {turn}", turn = last), &columns);
        for line in &found.cards {
            let Some(end) = line.castable_by.last() else { continue };
            // A game waits once for each turn by which the card was drawn and not castable yet.
            let waited: u64 = line.castable_by.iter().map(|s| s.of - s.hits).sum();
            let delay = match end.of {
                0 => Cell::Nothing,
                n => Cell::Number(waited as f64 / n as f64, 2),
            };
            table.rows.push(vec![
                self.game.card(line.card).name.clone().into(),
                Cell::Count(line.copies.into()),
                Share { hits: end.of, of: found.games }.into(),
                (*end).into(),
                delay,
                Share { hits: end.of - end.hits, of: end.of }.into(),
            ]);
        }
        table
    }

    fn told_variants(&self, counts: &[u64], base: Share, report: &mut Report) {
        let columns = [tr!("Change"), tr!("Goal met"), tr!("Against the deck, points"), tr!("Units spent a game")];
        let mut lines: Vec<(Spread, Vec<Cell>)> = Vec::new();
        for ((name, _), c) in self.variants.iter().zip(counts.chunks_exact(PAIR)) {
            let goal = Spread::from(stats::paired(c[0], c[1], self.games));
            let spent = stats::mean(self.games, c[3] as i64, c[4]).into();
            let met = Share { hits: c[2], of: self.games };
            lines.push((goal, vec![name.clone().into(), met.into(), Cell::Change(goal), Cell::Mean(spent)]));
        }
        lines.sort_by(|a, b| b.0.value.total_cmp(&a.0.value));
        if let Some((goal, cells)) = lines.first() {
            let (value, low, high) = (points(goal.value), points(goal.low), points(goal.high));
            let (change, base) = (cells[0].words(), percent(base.value()));
            let verdict = match (goal.low > 0.0, goal.high < 0.0) {
                (true, _) => tr!("better"),
                (_, true) => tr!("worse"),
                _ => tr!("no different as far as this can tell"),
            };
            report.answer.push(tr!(
                "The change is {change}: {value} points ({low} to {high}) against {base} of the deck, {verdict}."
                    | "Of {n} changes the best is {change}: {value} points ({low} to {high}) against {base} of the deck, \
                       {verdict}."
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
                "The best of many is flattered by luck: write it down as a `variant` and play it on another seed."
            ));
        }
        let points = lines.iter().take(20).enumerate().map(|(at, (goal, cells))| Point {
            x: at as f64,
            label: Some(cells[0].words()),
            value: goal.value,
            low: goal.low,
            high: goal.high,
        });
        report.charts.push(Chart {
            title: tr!("What a change does to the goal"),
            x: tr!("points against the deck, paired"),
            y: tr!("change"),
            n: self.games,
            form: Form::Ranks,
            series: vec![Series { name: tr!("difference"), points: points.collect() }],
            share: true,
        });
        let mut table = Table::new(tr!("Changes, on the same seeds (intervals are paired)"), &columns);
        table.rows = lines.into_iter().map(|(_, cells)| cells).collect();
        report.tables.insert(0, table);
    }
}
