//! Decks against each other: one table for a series, one for each pair of a field, one for each deck against itself.

use std::ops::Range;

use catalog::localize::localize_count;
use catalog::tr;

use super::matchups::{BLOCK, Matchups};
use super::{ExperimentError, ExperimentInput, ExperimentRunner};
use crate::kernel::outcome::EndReason;
use crate::kernel::parallel::Progress;
use crate::kernel::stats::Share;
use crate::lab::plan::ExperimentKind;
use crate::lab::report::{Chart, ChartForm, ChartPoint, ChartSeries, LabReport, ReportCell, ReportTable, share_label};

/// Turns by which the length of games is counted one by one; longer ones are one group.
const LONGEST: usize = 60;

/// How games end, in the order in which they are counted.
const REASONS: &[EndReason] = <EndReason as strum::VariantArray>::VARIANTS;

fn reason_label(reason: EndReason) -> String {
    match reason {
        EndReason::LastStanding => tr!("opponents eliminated"),
        EndReason::Progress => tr!("alternate win"),
        EndReason::Score => tr!("the best score"),
        EndReason::DeckOut => tr!("a deck ran out"),
        EndReason::Home => tr!("somebody got home"),
        EndReason::Mission => tr!("a mission"),
        EndReason::Neighbour => tr!("a neighbour went out"),
        EndReason::AllOut => tr!("all out at once"),
        EndReason::TurnLimit => tr!("the turn limit"),
        EndReason::Loop => tr!("infinite loop"),
        EndReason::Overflow => tr!("too large to simulate"),
    }
}

pub(super) struct MatchExperiment {
    matchups: Matchups,
    names: Vec<String>,
    /// Seats of the largest table.
    most: usize,
}

/// What a table's counts say.
struct MatchupCounts<'a> {
    /// Wins by seat.
    won: &'a [u64],
    /// Wins by seat in games that the seat began, and how many these were.
    won_first: &'a [u64],
    first: &'a [u64],
    drawn: u64,
    stopped: u64,
    /// Games with one winner, and those won by the seat that began.
    decided: u64,
    by_first: u64,
    reasons: &'a [u64],
    /// By turns from 0.
    length: &'a [u64],
}

impl MatchExperiment {
    pub fn new(input: ExperimentInput) -> Result<MatchExperiment, ExperimentError> {
        let n = input.decks.len();
        let seats: Vec<Vec<usize>> = match input.plan.kind {
            ExperimentKind::Field => (0..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b])).collect(),
            ExperimentKind::Mirrors => (0..n).map(|deck| vec![deck; 2]).collect(),
            _ if n == 1 => {
                // One deck plays against itself, or is shared by as many as play.
                let least = input.game_library.format(&input.format).map_or(2, |f| f.match_settings.seats.0 as usize);
                vec![vec![0; least.max(input.plan.players.len())]]
            }
            _ => vec![(0..n).collect()],
        };
        if seats.is_empty() || n == 0 {
            return Err(ExperimentError::Plan("name two decks or more in `decks`".into()));
        }
        let names = input.decks.iter().map(|d| d.deck().name.clone()).collect();
        let most = seats.iter().map(Vec::len).max().unwrap_or(2);
        Ok(MatchExperiment { matchups: Matchups::new(input, seats, &["greedy"], false)?, names, most })
    }

    fn table_size(&self) -> usize {
        3 * self.most + 4 + REASONS.len() + LONGEST + 1
    }

    fn tally<'a>(&self, counts: &'a [u64]) -> MatchupCounts<'a> {
        let n = self.most;
        let rest = &counts[3 * n..];
        MatchupCounts {
            won: &counts[..n],
            won_first: &counts[n..2 * n],
            first: &counts[2 * n..3 * n],
            drawn: rest[0],
            stopped: rest[1],
            decided: rest[2],
            by_first: rest[3],
            reasons: &rest[4..4 + REASONS.len()],
            length: &rest[4 + REASONS.len()..],
        }
    }

    fn is_mirrors(&self) -> bool {
        self.matchups.input().plan.kind == ExperimentKind::Mirrors
    }

    fn is_field(&self) -> bool {
        self.matchups.input().plan.kind == ExperimentKind::Field
    }
}

impl ExperimentRunner for MatchExperiment {
    fn games(&self) -> u64 {
        self.matchups.games()
    }

    fn block(&self) -> u64 {
        BLOCK
    }

    fn size(&self) -> usize {
        self.matchups.seats().len() * self.table_size()
    }

    fn count(
        &self,
        _: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        let (n, size) = (self.most, self.table_size());
        self.matchups.count(games, false, progress, &mut |table, played, _| {
            let counts = &mut counts[table * size..][..size];
            let (outcome, first) = (played.outcome, usize::from(played.first));
            counts[2 * n + first] += 1;
            for seat in (0..n).filter(|s| outcome.is_decided() && outcome.won(*s as u8)) {
                counts[seat] += 1;
                counts[n + seat] += u64::from(seat == first);
            }
            let rest = &mut counts[3 * n..];
            rest[0] += u64::from(outcome.winners != 0 && !outcome.is_decided());
            rest[1] += u64::from(outcome.winners == 0);
            rest[2] += u64::from(outcome.is_decided());
            rest[3] += u64::from(outcome.is_decided() && outcome.won(played.first));
            rest[4 + outcome.reason as usize] += 1;
            rest[4 + REASONS.len() + (played.turns as usize).min(LONGEST)] += 1;
        })
    }

    fn measures(&self) -> Vec<String> {
        if self.is_mirrors() {
            vec![tr!("{player} wins, of the decided games", player = self.matchups.player(0))]
        } else if self.is_field() {
            (self.names.iter()).map(|name| tr!("{name} wins, of all its games", name)).collect()
        } else {
            (0..self.most).map(|seat| tr!("seat {seat} wins", seat = seat + 1)).collect()
        }
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        if self.is_mirrors() {
            let tallies = counts.chunks_exact(self.table_size()).map(|counts| self.tally(counts));
            let won = tallies.map(|tally| (tally.won[0] as i64, tally.decided));
            return vec![won.fold((0, 0), |sum, won| (sum.0 + won.0, sum.1 + won.1))];
        }
        let mut all = vec![(0, 0); if self.is_field() { self.names.len() } else { self.most }];
        for (seats, counts) in self.matchups.seats().iter().zip(counts.chunks_exact(self.table_size())) {
            let tally = self.tally(counts);
            let games: u64 = tally.length.iter().sum();
            for (seat, deck) in seats.iter().enumerate() {
                let at = if self.is_field() { *deck } else { seat };
                all[at].0 += tally.won[seat] as i64;
                all[at].1 += games;
            }
        }
        all
    }

    fn report(&self, counts: &[u64], report: &mut LabReport) {
        report.about.push_str(&format!(", {}", self.matchups.players()));
        let all: Vec<MatchupCounts<'_>> = counts.chunks_exact(self.table_size()).map(|c| self.tally(c)).collect();
        match self.matchups.input().plan.kind {
            ExperimentKind::Field => self.report_matrix(&all, report),
            ExperimentKind::Mirrors => self.report_mirrors(&all, report),
            _ => self.report_seats(&all[0], report),
        }
        self.report_overall(&all, report);
    }
}

impl MatchExperiment {
    fn report_seats(&self, tally: &MatchupCounts<'_>, report: &mut LabReport) {
        let n = self.matchups.games_each();
        let columns = [tr!("Seat"), tr!("Deck"), tr!("Won"), tr!("Won going first"), tr!("Won not going first")];
        let mut table = ReportTable::new(tr!("By seat"), &columns);
        let mut points = Vec::new();
        let mut best: Option<(Share, String)> = None;
        let decks = &self.matchups.seats()[0];
        // Where all play the same deck, the seat is what differs.
        let same = decks.iter().all(|deck| *deck == decks[0]);
        for (seat, deck) in decks.iter().enumerate() {
            let (won, name) = (Share { hits: tally.won[seat], of: n }, self.names[*deck].as_str());
            let begun = Share { hits: tally.won_first[seat], of: tally.first[seat] };
            let other = Share { hits: won.hits - begun.hits, of: n - begun.of };
            let number = ReportCell::Count(seat as u64 + 1);
            table.rows.push(vec![number, name.into(), won.into(), begun.into(), other.into()]);
            points.push(ChartPoint::share(seat as f64, won).named(format!("{} {name}", seat + 1)));
            if best.as_ref().is_none_or(|(b, _)| won.hits > b.hits) {
                let who = if same { tr!("Seat {}", seat + 1) } else { name.to_owned() };
                best = Some((won, who));
            }
        }
        if let Some((won, name)) = best {
            let fair = 1.0 / self.most as f64;
            report.answer.push(if won.interval().0 > fair {
                tr!(
                    "{name} wins most: {share} of {games} games.",
                    name,
                    share = share_label(won),
                    games = localize_count(n)
                )
            } else {
                tr!(
                    "{name} wins most: {share} of {games} games, which may be luck.",
                    name,
                    share = share_label(won),
                    games = localize_count(n)
                )
            });
        }
        report.charts.push(rank_chart(tr!("Games won"), tr!("share of games, %"), tr!("seat"), n, points));
        report.tables.push(table);
    }

    fn report_matrix(&self, all: &[MatchupCounts<'_>], report: &mut LabReport) {
        let decks = self.names.len();
        let mut cells = vec![vec![ReportCell::Nothing; decks]; decks];
        let mut sums = vec![Share::default(); decks];
        let n = self.matchups.games_each();
        for (seats, tally) in self.matchups.seats().iter().zip(all) {
            for (seat, other) in [(0, 1), (1, 0)] {
                let (deck, against) = (seats[seat], seats[other]);
                cells[deck][against] = Share { hits: tally.won[seat], of: n }.into();
                sums[deck] = Share { hits: sums[deck].hits + tally.won[seat], of: sums[deck].of + n };
            }
        }
        let mut order: Vec<usize> = (0..decks).collect();
        order.sort_by_key(|d| std::cmp::Reverse(sums[*d].hits));
        let mut columns = vec![tr!("Deck"), tr!("All")];
        columns.extend(order.iter().map(|d| self.names[*d].clone()));
        let mut table = ReportTable { title: tr!("Games won by the deck on the left"), columns, rows: Vec::new() };
        for deck in &order {
            let mut row = vec![ReportCell::from(self.names[*deck].as_str()), sums[*deck].into()];
            row.extend(order.iter().map(|other| cells[*deck][*other].clone()));
            table.rows.push(row);
        }
        if let (Some(best), Some(worst)) = (order.first(), order.last()) {
            report.answer.push(tr!(
                "{best} wins most often, {most}; {worst} least often, {fewest}.",
                best = self.names[*best],
                most = share_label(sums[*best]),
                worst = self.names[*worst],
                fewest = share_label(sums[*worst])
            ));
        }
        let points = order.iter().enumerate();
        let points = points.map(|(at, d)| ChartPoint::share(at as f64, sums[*d]).named(self.names[*d].as_str()));
        report.charts.push(rank_chart(
            tr!("Games won by each deck"),
            tr!("share of its games, %"),
            tr!("deck"),
            sums[0].of,
            points.collect(),
        ));
        report.tables.push(table);
    }

    /// Each deck against itself: what the players are worth apart from decks, and what it is to begin.
    fn report_mirrors(&self, all: &[MatchupCounts<'_>], report: &mut LabReport) {
        let [one, two] = [0, 1].map(|seat| self.matchups.player(seat).to_owned());
        let differ = one != two;
        let mut columns = vec![tr!("Deck"), tr!("Decided games")];
        columns.extend(differ.then(|| tr!("{player} wins", player = one)));
        columns.push(tr!("First player wins"));
        let mut table = ReportTable::new(tr!("By deck"), &columns);
        let mut won = Share::default();
        let mut points = Vec::new();
        for (at, (seats, tally)) in self.matchups.seats().iter().zip(all).enumerate() {
            let name = self.names[seats[0]].as_str();
            let here = Share { hits: tally.won[0], of: tally.decided };
            let first = Share { hits: tally.by_first, of: tally.decided };
            won = Share { hits: won.hits + here.hits, of: won.of + here.of };
            points.push(ChartPoint::share(at as f64, if differ { here } else { first }).named(name));
            let mut row = vec![name.into(), ReportCell::Count(tally.decided)];
            row.extend(differ.then(|| here.into()));
            row.push(first.into());
            table.rows.push(row);
        }
        if differ {
            let (share, games) = (share_label(won), localize_count(won.of));
            report.answer.push(tr!(
                "{one} wins {share} of {games} decided games against {two}, with the same decks.",
                one,
                share,
                games,
                two
            ));
        }
        let title = if differ { tr!("{player} wins", player = one) } else { tr!("First player wins") };
        report.charts.push(rank_chart(title, tr!("share of the decided games, %"), tr!("deck"), won.of, points));
        report.tables.push(table);
    }

    /// What does not ask who won: who began, how long it took, how it ended.
    fn report_overall(&self, all: &[MatchupCounts<'_>], report: &mut LabReport) {
        let sum = |of: &dyn Fn(&MatchupCounts<'_>) -> u64| all.iter().map(of).sum::<u64>();
        let games = self.matchups.games();
        let first = Share { hits: sum(&|t| t.by_first), of: sum(&|t| t.decided) };
        let fair = 1.0 / self.most as f64;
        let (low, high) = first.interval();
        let share = share_label(first);
        report.answer.push(match (low > fair, high < fair) {
            (true, _) => tr!("The first player wins {share} of decided games: going first is an advantage.", share),
            (_, true) => tr!("The first player wins {share} of decided games: going first is a disadvantage.", share),
            _ => tr!("The first player wins {share} of decided games: no clear advantage.", share),
        });
        let length: Vec<u64> = (0..=LONGEST).map(|turn| sum(&|t| t.length[turn])).collect();
        let at_least = |share: u64| {
            let mut seen = 0;
            let turn = length.iter().position(|n| {
                seen += n;
                seen * 100 >= games * share
            });
            turn.map_or("–".to_owned(), |t| if t == LONGEST { tr!("{low} or more", low = t) } else { t.to_string() })
        };
        report.answer.push(tr!(
            "Half of the games are over by turn {half}, nine of ten by turn {most} (turns of all seats).",
            half = at_least(50),
            most = at_least(90)
        ));
        let (drawn, stopped) = (sum(&|t| t.drawn), sum(&|t| t.stopped));
        if 20 * stopped > games {
            let (share, turns) = (share_label(Share { hits: stopped, of: games }), self.matchups.turns());
            report.cautions.push(tr!(
                "{share} of the games were stopped, after {turns} turns or by overflow.",
                share,
                turns
            ));
        }
        let mut over = 0;
        // From some turn on all are over: that is no news.
        let last = length[..LONGEST].iter().rposition(|n| *n > 0).map_or(0, |turn| (turn + 2).min(LONGEST));
        let points = length[..last].iter().enumerate().map(|(turn, n)| {
            over += n;
            ChartPoint::share(turn as f64, Share { hits: over, of: games })
        });
        report.charts.push(Chart {
            title: tr!("How long games take"),
            x: tr!("turn (of all seats)"),
            y: tr!("games that are over, %"),
            n: games,
            form: ChartForm::Lines,
            series: vec![ChartSeries { name: tr!("over by"), points: points.collect() }],
            share: true,
        });
        let mut endings = ReportTable::new(tr!("How games end"), &[tr!("Ending"), tr!("played" => "Games")]);
        let mut rows: Vec<(u64, EndReason)> =
            REASONS.iter().map(|reason| (sum(&|t| t.reasons[*reason as usize]), *reason)).collect();
        rows.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        let lines = rows.into_iter().filter(|(n, _)| *n > 0);
        endings
            .rows
            .extend(lines.map(|(n, reason)| vec![reason_label(reason).into(), Share { hits: n, of: games }.into()]));
        endings.rows.push(vec![tr!("drawn or shared").into(), Share { hits: drawn, of: games }.into()]);
        report.tables.push(endings);
    }
}

/// A chart of one rank a line.
pub(super) fn rank_chart(title: String, x: String, y: String, n: u64, points: Vec<ChartPoint>) -> Chart {
    let series = vec![ChartSeries { name: title.clone(), points }];
    Chart { title, x, y, n, form: ChartForm::Ranks, series, share: true }
}
