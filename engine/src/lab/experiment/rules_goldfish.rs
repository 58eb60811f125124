//! A deck against an opponent who does nothing, by the rules of the game: what comes in and goes out turn by turn, when
//! it wins, which cards it draws and never plays.

use std::ops::Range;

use catalog::CardIx;
use catalog::localize::localize_decimals;
use catalog::tr;

use super::matchups::{BLOCK, Matchups};
use super::{ExperimentError, ExperimentInput, ExperimentRunner};
use crate::kernel::parallel::Progress;
use crate::kernel::stats::Share;
use crate::lab::report::{Chart, ChartForm, ChartPoint, ChartSeries, LabReport, ReportCell, ReportTable, share_label};

/// Own turns that are told, if the plan does not say.
const TURNS: u32 = 8;

/// Counts of a turn: games that came to it; units made; cards played; their cost; steps to a victory of its own; what the
/// opponent lost; won by it.
const LINE: usize = 7;

/// Counts of a card: games in which it was drawn by the last turn; in which it was played, too; turns between.
const CARD: usize = 3;

pub(super) struct RulesGoldfishExperiment {
    matchups: Matchups,
    /// Own turns told.
    turns: usize,
    cards: Vec<(CardIx, u64)>,
    /// Printed costs by card of the game.
    costs: Vec<u64>,
}

impl RulesGoldfishExperiment {
    pub fn new(mut input: ExperimentInput) -> Result<RulesGoldfishExperiment, ExperimentError> {
        let deck = input.only_deck()?;
        let game = input.game().clone();
        let main = game.section("main").unwrap_or(0);
        let mut cards: Vec<(CardIx, u64)> = Vec::new();
        for card in deck.deck().cards(main) {
            match cards.iter_mut().find(|(c, _)| *c == card) {
                Some((_, n)) => *n += 1,
                None => cards.push((card, 1)),
            }
        }
        let field = game.cost_field();
        let cost = |card: &catalog::Card| field.and_then(|f| card.number_in(f)).map_or(0, |n| n.max(0) as u64);
        let costs = game.cards.iter().map(cost).collect();
        if input.game_library.format(&input.format).is_some_and(|f| f.match_settings.seats == (1, 1)) {
            let hint = "`deckloom goldfish` says how it goes by the rules";
            return Err(ExperimentError::Plan(format!("{} is a deck for one player: {hint}", deck.deck().name)));
        }
        let turns = input.plan.turns.unwrap_or(TURNS);
        if !(1..=50).contains(&turns) {
            return Err(ExperimentError::Plan("`turns` is from 1 to 50 in a goldfish by the rules".into()));
        }
        // Both seats have turns.
        input.plan.turns = Some(2 * turns);
        let tables = Matchups::new(input, vec![vec![0, 0]], &["greedy", "passive"], true)?;
        Ok(RulesGoldfishExperiment { matchups: tables, turns: turns as usize, cards, costs })
    }
}

impl ExperimentRunner for RulesGoldfishExperiment {
    fn games(&self) -> u64 {
        self.matchups.games()
    }

    fn block(&self) -> u64 {
        BLOCK
    }

    fn size(&self) -> usize {
        self.turns * LINE + self.cards.len() * CARD
    }

    fn count(
        &self,
        _: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        self.matchups.count(games, true, progress, &mut |_, played, ledger| {
            let (lines, cards) = counts.split_at_mut(self.turns * LINE);
            let ledger = &ledger[0];
            for (turn, (line, c)) in ledger.turns.iter().zip(lines.chunks_exact_mut(LINE)).enumerate() {
                let cards = ledger.played.iter().filter(|(_, at)| usize::from(*at) == turn + 1);
                let cost: u64 = cards.map(|(card, _)| self.costs[card.at()]).sum();
                let sums =
                    [1, line.made.into(), line.played.into(), cost, line.gained as i64 as u64, line.dealt.into()];
                for (c, n) in c.iter_mut().zip(sums) {
                    *c = c.wrapping_add(n);
                }
            }
            if played.outcome.is_decided() && played.outcome.won(0) {
                // A victory in the opponent's turn was won in the own turn before it.
                let turn = ledger.turns.len().clamp(1, self.turns);
                lines[(turn - 1) * LINE + LINE - 1] += 1;
            }
            for ((card, _), c) in self.cards.iter().zip(cards.chunks_exact_mut(CARD)) {
                let first = |list: &[(CardIx, u16)]| list.iter().find(|(of, _)| of == card).map(|(_, turn)| *turn);
                if let Some(drawn) = first(&ledger.drawn) {
                    let played = first(&ledger.played);
                    c[0] += 1;
                    c[1] += u64::from(played.is_some());
                    c[2] += played.map_or(0, |played| u64::from(played.saturating_sub(drawn.max(1))));
                }
            }
        })
    }

    fn measures(&self) -> Vec<String> {
        vec![tr!("won by turn {turn}", turn = self.turns), tr!("units made in all turns")]
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        let lines = || counts[..self.turns * LINE].chunks_exact(LINE);
        let games = lines().next().map_or(0, |c| c[0]);
        let sum = |at: usize| lines().map(|c| c[at]).sum::<u64>() as i64;
        vec![(sum(6), games), (sum(1), games)]
    }

    fn report(&self, counts: &[u64], report: &mut LabReport) {
        let input = self.matchups.input();
        let (game, games) = (input.game(), self.games());
        let (lines, cards) = counts.split_at(self.turns * LINE);
        report.about.push_str(&tr!(", {players}, by the rules", players = self.matchups.players()));
        let columns = [
            tr!("Turn"),
            tr!("Won by"),
            tr!("Made"),
            tr!("Played"),
            tr!("Cost of these"),
            tr!("Progress"),
            tr!("Opponent lost"),
        ];
        let mut table = ReportTable::new(tr!("By own turn (mean of the games that came to it)"), &columns);
        let mut won = 0;
        let mut by = Vec::new();
        let mut series = vec![Vec::new(); 3];
        for (turn, c) in lines.chunks_exact(LINE).enumerate() {
            won += c[6];
            let share = Share { hits: won, of: games };
            let mean = |at: usize| c[at] as i64 as f64 / c[0].max(1) as f64;
            by.push(ChartPoint::share(turn as f64 + 1.0, share));
            for (series, at) in series.iter_mut().zip([1, 3, 5]) {
                series.push(ChartPoint::exact(turn as f64 + 1.0, mean(at)));
            }
            let number = |at| ReportCell::Number(mean(at), 2);
            let turn = ReportCell::Count(turn as u64 + 1);
            table.rows.push(vec![turn, share.into(), number(1), number(2), number(3), number(4), number(5)]);
        }
        let name = &input.decks[0].deck().name;
        let all = Share { hits: won, of: games };
        report.answer.push(tr!(
            "{name} wins by its turn {turn} in {share} of games.",
            name,
            turn = self.turns,
            share = share_label(all)
        ));
        let made: f64 = series[0].iter().map(|p| p.value).sum();
        let used: f64 = series[1].iter().map(|p| p.value).sum();
        report.answer.push(tr!(
            "Of {made} units made in {turns} turns, {used} went into cards.",
            made = localize_decimals(format!("{made:.1}")),
            turns = self.turns,
            used = localize_decimals(format!("{used:.1}"))
        ));
        report.cautions.push(tr!("Costs are printed costs; ability costs and carry-over are in neither column."));
        let chart = |title: String, y: String, series, share| Chart {
            title,
            x: tr!("own turn"),
            y,
            n: games,
            form: ChartForm::Lines,
            series,
            share,
        };
        let goal = vec![ChartSeries { name: name.clone(), points: by }];
        report.charts.push(chart(tr!("Won by turn"), tr!("share of games, %"), goal, true));
        let names = [tr!("units made"), tr!("cost of cards played"), tr!("opponent lost")];
        let series = names.into_iter().zip(series).map(|(name, points)| ChartSeries { name, points }).collect();
        report.charts.push(chart(tr!("What comes of a turn"), tr!("mean of a game"), series, false));
        report.tables.push(table);
        let columns = [tr!("Card"), tr!("Copies"), tr!("Drawn"), tr!("Played when drawn"), tr!("Turns until then")];
        let mut table = ReportTable::new(tr!("Cards"), &columns);
        for ((card, copies), c) in self.cards.iter().zip(cards.chunks_exact(CARD)) {
            table.rows.push(vec![
                game.card(*card).name.clone().into(),
                ReportCell::Count(*copies),
                Share { hits: c[0], of: games }.into(),
                Share { hits: c[1], of: c[0] }.into(),
                if c[1] == 0 { ReportCell::Nothing } else { ReportCell::Number(c[2] as f64 / c[1] as f64, 2) },
            ]);
        }
        report.tables.push(table);
    }
}
