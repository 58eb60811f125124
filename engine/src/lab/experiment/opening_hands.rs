//! Opening hands: keep rules on the same seeds, questions about the kept hand, exact beside sampled, and the best way
//! to keep.

use std::ops::Range;
use std::sync::Arc;

use catalog::GameData;
use catalog::game::goldfish::Mulligan;
use catalog::query::CountQuery;
use catalog::tr;
use formats::rng::{Dice, Seed};

use super::{ExperimentError, ExperimentInput, ExperimentRunner, split};
use crate::kernel::parallel::{Progress, SHARD};
use crate::kernel::stats::{self, Share};
use crate::lab::hands::{Dealer, HandPlan};
use crate::lab::report::{
    Chart, ChartForm, ChartPoint, ChartSeries, LabReport, ReportCell, ReportTable, percent, share_label,
};
use crate::lab::{LabDeck, cards_drawn, odds, policy};

/// Turns by which the goal is looked for, if the plan does not say.
const TURNS: u32 = 4;

pub(super) struct HandsExperiment {
    game: Arc<GameData>,
    stack: LabDeck,
    /// The keep rules, in words and made ready.
    rules: Vec<(String, HandPlan, Dealer)>,
    /// The questions in words; the goal is the last.
    questions: Vec<(String, CountQuery)>,
    /// Cards drawn after the opening hand before the goal is looked for.
    drawn: u32,
    turns: u32,
    draw: bool,
    games: u64,
    seed: Seed,
}

impl HandsExperiment {
    pub fn new(input: &ExperimentInput) -> Result<HandsExperiment, ExperimentError> {
        let (game, plan, deck) = (input.game(), &input.plan, input.only_deck()?);
        let stack = LabDeck::new(game, deck)?;
        let mut declared = HandPlan::declared(game);
        if let Some(word) = plan.mulligan.as_deref() {
            declared.mulligan =
                declared.mulligan.named(word).map_err(|unknown| ExperimentError::Plan(unknown.to_string()))?;
        }
        if declared.mulligan.mulligan == Mulligan::None && !plan.keep.is_empty() {
            let hint = "add `mulligan = \"paris\"`, or ask the same question";
            return Err(ExperimentError::Plan(format!(
                "without a mulligan every hand is kept, so `keep` changes nothing; {hint}"
            )));
        }
        let asked = plan.ask.iter().map(|text| input.question(text)).collect::<Result<Vec<_>, _>>()?;
        let goal = match plan.goal.as_ref().or(deck.deck().goal.as_ref()) {
            Some(text) => input.question(text)?,
            None => game.goldfish.goal.clone(),
        };
        let questions: Vec<_> = asked.into_iter().chain([goal]).map(|q| (q.print(game), q)).collect();
        let turns = plan.turns.unwrap_or(TURNS);
        if turns > 30 {
            return Err(ExperimentError::Plan("`turns` is at most 30".into()));
        }
        declared.questions = questions.iter().map(|(_, q)| q.clone()).collect();
        let mut keeps = plan.keep.iter().map(|text| input.question(text)).collect::<Result<Vec<_>, _>>()?;
        if keeps.is_empty() {
            keeps.push(declared.keep.clone());
        }
        let mut rules = Vec::new();
        for keep in keeps {
            let plan = HandPlan { keep, ..declared.clone() };
            let dealer = Dealer::new(game, &stack, &plan)?;
            rules.push((plan.keep.print(game), plan, dealer));
        }
        Ok(HandsExperiment {
            drawn: cards_drawn(game, turns, !plan.draw),
            game: game.clone(),
            stack,
            rules,
            questions,
            turns,
            draw: plan.draw,
            games: plan.games(),
            seed: input.seed(),
        })
    }

    fn sizes(&self) -> usize {
        self.stack.hand as usize + 1
    }

    /// Kept by size, then for each question: held; held here and not under the first rule; the other way round.
    fn rule_size(&self) -> usize {
        self.sizes() + 3 * self.questions.len()
    }

    fn goal(&self) -> usize {
        self.questions.len() - 1
    }

    /// The goal as a phrase.
    fn goal_phrase(&self) -> String {
        let (goal, turn) = (&self.questions[self.goal()].0, self.turns);
        match (turn, self.draw) {
            (0, _) => tr!("`{goal}` in the kept hand", goal),
            (_, true) => tr!("`{goal}` by turn {turn}, on the draw", goal, turn),
            (_, false) => tr!("`{goal}` by turn {turn}, on the play", goal, turn),
        }
    }
}

impl ExperimentRunner for HandsExperiment {
    fn games(&self) -> u64 {
        self.games
    }

    fn block(&self) -> u64 {
        SHARD
    }

    fn size(&self) -> usize {
        self.rules.len() * self.rule_size()
    }

    fn count(
        &self,
        block: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        let mut dice = self.seed.part(block).fast();
        let fresh = self.rules[0].2.cards();
        let mut cards = fresh.clone();
        let mut base = vec![false; self.questions.len()];
        for _ in games.clone() {
            let own = dice.split();
            let each = self.rules.iter().zip(counts.chunks_exact_mut(self.rule_size()));
            for (rule, ((_, _, dealer), counts)) in each.enumerate() {
                let mut dice = own.clone();
                cards.copy_from_slice(&fresh);
                let hand = dealer.deal_until_kept(&mut dice, &mut cards);
                let size = hand.size;
                let (kept, answers) = counts.split_at_mut(self.sizes());
                kept[size] += 1;
                let seen = hand.draw(&mut dice, &mut cards, size, self.drawn as usize);
                for (at, count) in answers.chunks_exact_mut(3).enumerate() {
                    let looked = if at == self.goal() { seen } else { size };
                    let holds = dealer.answers(at, &cards[..looked]);
                    if rule == 0 {
                        base[at] = holds;
                    }
                    count[0] += u64::from(holds);
                    count[1] += u64::from(holds && !base[at]);
                    count[2] += u64::from(base[at] && !holds);
                }
            }
        }
        progress.add(games.end - games.start);
        Ok(true)
    }

    fn measures(&self) -> Vec<String> {
        let names = self.questions.iter().enumerate().map(|(at, (text, _))| {
            if at == self.goal() { tr!("the goal by turn {turn}", turn = self.turns) } else { text.clone() }
        });
        names.collect()
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        let dealt: u64 = counts[..self.sizes()].iter().sum();
        counts[self.sizes()..self.rule_size()].chunks_exact(3).map(|c| (c[0] as i64, dealt)).collect()
    }

    fn report(&self, mut counts: &[u64], report: &mut LabReport) {
        let columns = [tr!("Keep rule"), tr!("Cards"), tr!("Reached (exact)"), tr!("Kept"), tr!("Kept (exact)")];
        let mut sizes = ReportTable::new(tr!("Hands by size"), &columns);
        let columns =
            [tr!("Keep rule"), tr!("Question"), tr!("Sampled"), tr!("Exact"), tr!("Against the first rule, points")];
        let mut answers = ReportTable::new(tr!("The kept hand"), &columns);
        let mut ranks = Vec::new();
        for (rule, (words, plan, _)) in self.rules.iter().enumerate() {
            let kept = split(&mut counts, self.sizes());
            let exact = odds::opening(&self.game, &self.stack, plan.mulligan, &plan.keep, &plan.questions).ok();
            let by_size = exact.as_ref().map(odds::OpeningOdds::by_size);
            for size in (0..self.sizes()).rev() {
                let reached: u64 = kept[..=size].iter().sum();
                let of = by_size.as_ref().and_then(|sizes| sizes.iter().find(|s| s.size as usize == size));
                if reached > 0 {
                    sizes.rows.push(vec![
                        words.clone().into(),
                        ReportCell::Count(size as u64),
                        of.map_or(ReportCell::Nothing, |e| ReportCell::Exact(e.reached)),
                        Share { hits: kept[size], of: reached }.into(),
                        of.map_or(ReportCell::Nothing, |e| ReportCell::Exact(e.kept)),
                    ]);
                }
            }
            for (at, (question, _)) in self.questions.iter().enumerate() {
                let c = split(&mut counts, 3);
                let held = Share { hits: c[0], of: self.games };
                let goal = at == self.goal();
                // What is drawn after a kept hand depends on the hand: only the hand itself has a simple exact answer.
                let exact = exact.as_ref().filter(|_| !goal || self.drawn == 0).map(|e| e.questions[at]);
                let change = stats::paired_difference(c[1], c[2], self.games);
                answers.rows.push(vec![
                    words.clone().into(),
                    if goal { tr!("goal: {wanted}", wanted = self.goal_phrase()) } else { question.clone() }.into(),
                    held.into(),
                    exact.map_or(ReportCell::Nothing, ReportCell::Exact),
                    if rule == 0 { ReportCell::Nothing } else { ReportCell::Change(change.into()) },
                ]);
                if goal {
                    ranks.push((held, words));
                }
            }
        }
        ranks.sort_by_key(|(held, _)| std::cmp::Reverse(held.hits));
        if let [(best, words), ..] = ranks[..] {
            let (share, wanted) = (share_label(best), self.goal_phrase());
            report.answer.push(match ranks.len() {
                1 => tr!("The rule is “keep {rule}”: {share} get {wanted}.", rule = words, share, wanted),
                _ => tr!(
                    "Of the rules compared the best is “keep {rule}”: {share} get {wanted}.",
                    rule = words,
                    share,
                    wanted
                ),
            });
        }
        let points = ranks.iter().enumerate();
        let points =
            points.map(|(at, (held, words))| ChartPoint::share(at as f64, *held).named(words.as_str())).collect();
        report.charts.push(Chart {
            title: tr!("How often: {wanted}", wanted = self.goal_phrase()),
            x: tr!("share of hands, %"),
            y: tr!("keep rule"),
            n: self.games,
            form: ChartForm::Ranks,
            series: vec![ChartSeries { name: tr!("sampled"), points }],
            share: true,
        });
        self.report_best_policy(report);
        report.tables.extend([answers, sizes]);
    }
}

impl HandsExperiment {
    /// The best way to keep, on the play and on the draw.
    fn report_best_policy(&self, report: &mut LabReport) {
        let (goal, mulligan) = (&self.questions[self.goal()].1, self.rules[0].1.mulligan);
        let solve = |first| {
            let drawn = cards_drawn(&self.game, self.turns, first);
            policy::best_policy(&self.game, &self.stack, mulligan, goal, drawn)
        };
        let (play, draw) = match (solve(true), solve(false)) {
            (Ok(play), Ok(draw)) => (play, draw),
            (Err(e), _) | (_, Err(e)) => return report.cautions.push(tr!("no best way to keep: {why}", why = e)),
        };
        let best = if self.draw { &draw } else { &play };
        if let ([first, ..], true) = (&best.sizes[..], mulligan.mulligan != Mulligan::None) {
            let (value, without) = (percent(best.value), percent(best.without));
            report.answer.push(tr!(
                "Best with {cards} cards: keep {hands}. That succeeds {value} of the time; keeping every hand, {without}.",
                cards = first.size,
                hands = best.describe_kept(first),
                value,
                without
            ));
            let columns = [tr!("Cards"), tr!("column" => "Keep"), tr!("Kept"), tr!("Success from here")];
            let mut table = ReportTable::new(tr!("The best way to keep (exact, by backward induction)"), &columns);
            table.rows.extend(best.sizes.iter().map(|size| {
                let (kept, value) = (ReportCell::Exact(size.kept), ReportCell::Exact(size.value));
                vec![ReportCell::Count(size.size.into()), best.describe_kept(size).into(), kept, value]
            }));
            report.tables.push(table);
        }
        let choice = play.value.total_cmp(&draw.value);
        let (play, draw) = (percent(play.value), percent(draw.value));
        report.answer.push(match choice {
            std::cmp::Ordering::Less => {
                tr!("Better on the draw: {play} on the play, {draw} on the draw, with the best keep rule.", play, draw)
            }
            std::cmp::Ordering::Equal => tr!(
                "Play or draw makes no difference: {play} on the play, {draw} on the draw, with the best keep rule.",
                play,
                draw
            ),
            std::cmp::Ordering::Greater => {
                tr!("Better on the play: {play} on the play, {draw} on the draw, with the best keep rule.", play, draw)
            }
        });
    }
}
