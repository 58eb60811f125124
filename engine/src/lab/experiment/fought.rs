//! Decks against each other: one table for a series, one for each pair of a field.

use std::ops::Range;

use catalog::noted;
use catalog::tr;

use super::tables::{BLOCK, Tables};
use super::{Bench, Count, Error};
use crate::game::Reason;
use crate::lab::plan::Kind;
use crate::lab::report::{Cell, Chart, Form, Point, Report, Series, Table, told};
use crate::lab::shards::Progress;
use crate::lab::stats::Share;

/// Turns by which the length of games is counted one by one; longer ones are one group.
const LONGEST: usize = 60;

/// How games end, in the order in which they are counted.
const REASONS: [(Reason, &str); 9] = [
    (Reason::LastStanding, noted!("the others are out")),
    (Reason::Progress, noted!("a victory of its own")),
    (Reason::DeckOut, noted!("a deck ran out")),
    (Reason::Home, noted!("somebody got home")),
    (Reason::Mission, noted!("a mission")),
    (Reason::Neighbour, noted!("a neighbour went out")),
    (Reason::AllOut, noted!("all out at once")),
    (Reason::TurnLimit, noted!("the turn limit")),
    (Reason::Overflow, noted!("more than a state can hold")),
];

pub(super) struct Fought {
    tables: Tables,
    names: Vec<String>,
    /// Seats of the largest table.
    most: usize,
}

/// What a table's counts say.
struct Tally<'a> {
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

impl Fought {
    pub fn new(bench: Bench) -> Result<Fought, Error> {
        let n = bench.decks.len();
        let seats: Vec<Vec<usize>> = match bench.plan.kind {
            Kind::Field => (0..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b])).collect(),
            _ if n == 1 => {
                // One deck plays against itself, or is shared by as many as play.
                let least = bench.book.format(&bench.format).map_or(2, |f| f.table.seats.0 as usize);
                vec![vec![0; least.max(bench.plan.players.len())]]
            }
            _ => vec![(0..n).collect()],
        };
        if seats.is_empty() || n == 0 {
            return Err(Error::Plan("name two decks or more in `decks`".into()));
        }
        let names = bench.decks.iter().map(|d| d.deck().name.clone()).collect();
        let most = seats.iter().map(Vec::len).max().unwrap_or(2);
        Ok(Fought { tables: Tables::new(bench, seats, &["greedy"], false)?, names, most })
    }

    fn table_size(&self) -> usize {
        3 * self.most + 4 + REASONS.len() + LONGEST + 1
    }

    fn tally<'a>(&self, counts: &'a [u64]) -> Tally<'a> {
        let n = self.most;
        let rest = &counts[3 * n..];
        Tally {
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

    fn is_field(&self) -> bool {
        self.tables.bench().plan.kind == Kind::Field
    }
}

impl Count for Fought {
    fn games(&self) -> u64 {
        self.tables.games()
    }

    fn block(&self) -> u64 {
        BLOCK
    }

    fn size(&self) -> usize {
        self.tables.seats().len() * self.table_size()
    }

    fn count(&self, _: u64, games: Range<u64>, counts: &mut [u64], progress: &Progress) -> Result<bool, Error> {
        let (n, size) = (self.most, self.table_size());
        self.tables.count(games, false, progress, &mut |table, played, _| {
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
            let reason = REASONS.iter().position(|(r, _)| *r == outcome.reason).expect("every reason is listed");
            rest[4 + reason] += 1;
            rest[4 + REASONS.len() + (played.turns as usize).min(LONGEST)] += 1;
        })
    }

    fn measures(&self) -> Vec<String> {
        match self.is_field() {
            true => (self.names.iter()).map(|name| tr!("{name} wins, of all its games", name)).collect(),
            false => (0..self.most).map(|seat| tr!("seat {seat} wins", seat = seat + 1)).collect(),
        }
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        let mut all = vec![(0, 0); if self.is_field() { self.names.len() } else { self.most }];
        for (seats, counts) in self.tables.seats().iter().zip(counts.chunks_exact(self.table_size())) {
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

    fn report(&self, counts: &[u64], report: &mut Report) {
        report.about.push_str(&format!(", {}", self.tables.players()));
        let all: Vec<Tally<'_>> = counts.chunks_exact(self.table_size()).map(|c| self.tally(c)).collect();
        match self.is_field() {
            true => self.matrix(&all, report),
            false => self.seats(&all[0], report),
        }
        self.together(&all, report);
    }
}

impl Fought {
    fn seats(&self, tally: &Tally<'_>, report: &mut Report) {
        let n = self.tables.each();
        let columns = [tr!("Seat"), tr!("Deck"), tr!("Won"), tr!("Won when it begins"), tr!("Won when it does not")];
        let mut table = Table::new(tr!("By seat"), &columns);
        let mut points = Vec::new();
        let mut best: Option<(Share, &str)> = None;
        for (seat, deck) in self.tables.seats()[0].iter().enumerate() {
            let (won, name) = (Share { hits: tally.won[seat], of: n }, self.names[*deck].as_str());
            let begun = Share { hits: tally.won_first[seat], of: tally.first[seat] };
            let other = Share { hits: won.hits - begun.hits, of: n - begun.of };
            let number = Cell::Count(seat as u64 + 1);
            table.rows.push(vec![number, name.into(), won.into(), begun.into(), other.into()]);
            points.push(Point::share(seat as f64, won).named(format!("{} {name}", seat + 1)));
            if best.is_none_or(|(b, _)| won.hits > b.hits) {
                best = Some((won, name));
            }
        }
        if let Some((won, name)) = best {
            let fair = 1.0 / self.most as f64;
            report.answer.push(match won.interval().0 > fair {
                true => tr!("{name} wins most: {share} of {games} games.", name, share = told(won), games = n),
                false => tr!(
                    "{name} wins most: {share} of {games} games, which may be luck.",
                    name,
                    share = told(won),
                    games = n
                ),
            });
        }
        report.charts.push(ranks(tr!("Games won"), tr!("share of games, %"), tr!("seat"), n, points));
        report.tables.push(table);
    }

    fn matrix(&self, all: &[Tally<'_>], report: &mut Report) {
        let decks = self.names.len();
        let mut cells = vec![vec![Cell::Nothing; decks]; decks];
        let mut sums = vec![Share::default(); decks];
        let n = self.tables.each();
        for (seats, tally) in self.tables.seats().iter().zip(all) {
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
        let mut table = Table { title: tr!("Games won by the deck at the left"), columns, rows: Vec::new() };
        for deck in &order {
            let mut row = vec![Cell::from(self.names[*deck].as_str()), sums[*deck].into()];
            row.extend(order.iter().map(|other| cells[*deck][*other].clone()));
            table.rows.push(row);
        }
        if let (Some(best), Some(worst)) = (order.first(), order.last()) {
            report.answer.push(tr!(
                "{best} wins most of its games, {most}; {worst} fewest, {fewest}.",
                best = self.names[*best],
                most = told(sums[*best]),
                worst = self.names[*worst],
                fewest = told(sums[*worst])
            ));
        }
        let points = order.iter().enumerate();
        let points = points.map(|(at, d)| Point::share(at as f64, sums[*d]).named(self.names[*d].as_str()));
        report.charts.push(ranks(
            tr!("Games won by each deck"),
            tr!("share of its games, %"),
            tr!("deck"),
            sums[0].of,
            points.collect(),
        ));
        report.tables.push(table);
    }

    /// What does not ask who won: who began, how long it took, how it ended.
    fn together(&self, all: &[Tally<'_>], report: &mut Report) {
        let sum = |of: &dyn Fn(&Tally<'_>) -> u64| all.iter().map(of).sum::<u64>();
        let games = self.tables.games();
        let first = Share { hits: sum(&|t| t.by_first), of: sum(&|t| t.decided) };
        let fair = 1.0 / self.most as f64;
        let (low, high) = first.interval();
        let share = told(first);
        report.answer.push(match (low > fair, high < fair) {
            (true, _) => tr!("Who begins wins {share} of the decided games: it is better to begin.", share),
            (_, true) => tr!("Who begins wins {share} of the decided games: it is worse to begin.", share),
            _ => tr!("Who begins wins {share} of the decided games: no advantage can be told.", share),
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
            let (share, turns) = (told(Share { hits: stopped, of: games }), self.tables.turns());
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
            Point::share(turn as f64, Share { hits: over, of: games })
        });
        report.charts.push(Chart {
            title: tr!("How long games take"),
            x: tr!("turn (of all seats)"),
            y: tr!("games that are over, %"),
            n: games,
            form: Form::Lines,
            series: vec![Series { name: tr!("over by"), points: points.collect() }],
            share: true,
        });
        let mut endings = Table::new(tr!("How games end"), &[tr!("Ending"), tr!("played" => "Games")]);
        let mut rows: Vec<(u64, &str)> =
            REASONS.iter().enumerate().map(|(at, (_, words))| (sum(&|t| t.reasons[at]), *words)).collect();
        rows.sort_by_key(|(n, _)| std::cmp::Reverse(*n));
        let lines = rows.into_iter().filter(|(n, _)| *n > 0);
        endings.rows.extend(lines.map(|(n, words)| vec![tr!(words).into(), Share { hits: n, of: games }.into()]));
        endings.rows.push(vec![tr!("drawn or shared").into(), Share { hits: drawn, of: games }.into()]);
        report.tables.push(endings);
    }
}

/// A chart of one rank a line.
pub(super) fn ranks(title: String, x: String, y: String, n: u64, points: Vec<Point>) -> Chart {
    let series = vec![Series { name: title.clone(), points }];
    Chart { title, x, y, n, form: Form::Ranks, series, share: true }
}
