//! A set: pods of bots draft it, build decks, play them; what comes of each card, each faction, each pair of factions.

use std::ops::Range;

use catalog::CardIx;
use catalog::game::Mask;
use catalog::localize::{localize_count, localize_decimals};
use catalog::tr;
use formats::limited::drafter::Bot;
use formats::limited::drafter::fit::{self, RatingCorrection};

use super::card_impact::{self, CardEvent};
use super::matches::rank_chart;
use super::set_change::in_games;
use super::set_pods::SetPods;
use super::{ExperimentError, ExperimentInput, ExperimentRunner, split};
use crate::kernel::parallel::Progress;
use crate::kernel::stats::{self, ClusterSums, Share};
use crate::lab::findings::MIN_SAMPLE;
use crate::lab::pods::{Entrant, Meeting};
use crate::lab::report::{
    ChartPoint, LabReport, ReportCell, ReportTable, ValueWithInterval, percent, points, share_label,
};

/// Counts of all pods: decks; games won times two, and games; games, decided ones, those won by who began; turns.
const ALL: usize = 7;
/// Counts of a card beside those of [`worth`]: copies taken, picks until then, pools, decks, copies in decks; games of
/// decks with it won times two, and games.
const CARD: usize = 7 + card_impact::CARD;
/// Counts of one faction or a pair: decks; games won times two, and games.
const PAIR: usize = 3;
/// Counts of two drafters whose decks meet, behind all others: the [`ClusterSums`] of the games that decks of the first won times
/// two, by pairs of decks.
const DRAFTERS: usize = ClusterSums::LEN;
/// How far beyond chance a card must lie to be named: a chance of about one in a thousand for one card, so that among
/// the cards of a set hardly one is named by chance. It is how much wider than 95 per cent the interval is for that.
const FAR: f64 = 3.29 / 1.96;
/// A card that is played in fewer of the games in which it is drawn stays in the hand.
const IDLE: f64 = 0.1;

pub(super) struct SetExperiment {
    pods: SetPods,
    factions: usize,
}

impl SetExperiment {
    pub fn new(input: ExperimentInput) -> Result<SetExperiment, ExperimentError> {
        let factions = input.game().factions.len();
        Ok(SetExperiment { pods: SetPods::new(input)?, factions })
    }

    fn kinds(&self) -> usize {
        self.factions * (self.factions + 1) / 2
    }

    /// The place of a pair of factions, or of one with itself, among all.
    fn pair(&self, a: usize, b: usize) -> usize {
        let (low, high) = (a.min(b), a.max(b));
        high * (high + 1) / 2 + low
    }

    /// The two factions of which a deck has most cards; one alone if all cards are of one. `None` without any.
    fn main_factions(&self, entrant: &Entrant) -> Option<(usize, usize)> {
        let mut weight = vec![0u32; self.factions];
        for card in &entrant.spells {
            let mask: Mask = self.pods.input.game().card(*card).factions;
            (0..self.factions).filter(|f| mask & (1 << f) != 0).for_each(|f| weight[f] += 1);
        }
        let mut order: Vec<usize> = (0..self.factions).filter(|f| weight[*f] > 0).collect();
        order.sort_by_key(|f| (std::cmp::Reverse(weight[*f]), *f));
        let first = *order.first()?;
        Some((first, order.get(1).copied().unwrap_or(first)))
    }

    fn count_entrant(&self, entrant: &Entrant, counts: &mut [u64]) {
        let (all, rest) = counts.split_at_mut(ALL);
        let (cards, pairs) = rest.split_at_mut(CARD * self.pods.cards.len());
        all[0] += 1;
        all[1] += u64::from(entrant.halves);
        all[2] += u64::from(entrant.games);
        for game in entrant.matches.iter().filter(|g| g.first) {
            all[3] += 1;
            all[4] += u64::from(game.halves != 1);
            all[5] += u64::from(game.halves == 2);
            all[6] += u64::from(game.turns);
        }
        let at = |card: &CardIx| self.pods.cards.binary_search(card).ok();
        let mut pooled: Vec<usize> = Vec::new();
        for (pick, card) in entrant.pool.cards.iter().enumerate() {
            if let Some(at) = at(card) {
                cards[at * CARD] += 1;
                cards[at * CARD + 1] += pick as u64 + 1;
                pooled.push(at);
            }
        }
        pooled.sort_unstable();
        pooled.dedup();
        pooled.iter().for_each(|at| cards[at * CARD + 2] += 1);
        let mut spells: Vec<CardIx> = entrant.spells.clone();
        spells.sort_unstable();
        spells.iter().filter_map(at).for_each(|at| cards[at * CARD + 4] += 1);
        spells.dedup();
        for (card, at) in spells.iter().filter_map(|c| at(c).map(|at| (c, at))) {
            let c = &mut cards[at * CARD..][..CARD];
            c[3] += 1;
            c[5] += u64::from(entrant.halves);
            c[6] += u64::from(entrant.games);
            for game in &entrant.matches {
                card_impact::add_game(&[*card], &game.ledger, game.halves == 2, &mut c[7..]);
            }
        }
        if let Some((a, b)) = self.main_factions(entrant) {
            let pair = &mut pairs[PAIR * self.pair(a, b)..][..PAIR];
            for (sum, n) in pair.iter_mut().zip([1, entrant.halves, entrant.games]) {
                *sum += u64::from(n);
            }
        }
    }
}

/// Adds what the decks of two drafters won of each other.
fn count_drafters(entrants: &[Entrant], counts: &mut [u64]) {
    let Some(counts) = counts.last_chunk_mut::<DRAFTERS>() else { return };
    let mut sums = ClusterSums::from_counts(*counts);
    let firsts = entrants.chunks_exact(2).map(|pair| &pair[0]);
    firsts.for_each(|first| sums.add(first.halves.into(), first.games.into()));
    *counts = sums.counts();
}

fn report_drafters([one, two]: [Bot; 2], counts: &[u64], report: &mut LabReport) {
    let Some(mean) = counts.last_chunk().and_then(|counts| ClusterSums::from_counts(*counts).mean()) else { return };
    let (won, low, high) = in_games(mean).change;
    report.answer.push(tr!(
        "Decks of the {one} win {share} ({low} to {high}) of their games against decks of the {two}.",
        one = one.label(),
        share = percent(won),
        low = percent(low),
        high = percent(high),
        two = two.label()
    ));
}

/// What the counts of a card say.
struct CardResults {
    card: CardIx,
    /// How much more often decks win that draw it than those that leave it; without matches, decks with it than all.
    /// `None` if it was drawn, played or left in too few games.
    improvement: Option<ValueWithInterval>,
    /// Won when drawn, and when played; played, of the games in which it was drawn.
    drawn: Share,
    won_played: Share,
    played: Share,
    /// Won by decks with it.
    decks: Share,
    /// The mean pick.
    pick: Option<f64>,
    /// Pools that have it and play it.
    made: Share,
}

impl CardResults {
    fn from_counts(card: CardIx, c: &[u64]) -> CardResults {
        let (drawn, won_played) =
            (card_impact::win_share(&c[7..], CardEvent::Drawn), card_impact::win_share(&c[7..], CardEvent::Played));
        let decks = Share { hits: c[5] / 2, of: c[6] };
        let met_in_matches = drawn.of + card_impact::win_share(&c[7..], CardEvent::Left).of > 0;
        let alone = || {
            let (low, high) = decks.interval();
            (decks.of >= MIN_SAMPLE).then(|| ValueWithInterval {
                value: decks.value() - 0.5,
                low: low - 0.5,
                high: high - 0.5,
            })
        };
        let played = card_impact::played_share(&c[7..]);
        // What nobody plays says nothing of the card.
        let in_matches = || card_impact::improvement(&c[7..]).filter(|_| played.hits >= MIN_SAMPLE);
        CardResults {
            card,
            improvement: if met_in_matches { in_matches() } else { alone() },
            drawn,
            won_played,
            played,
            decks,
            pick: (c[0] > 0).then(|| c[1] as f64 / c[0] as f64),
            made: Share { hits: c[3], of: c[2] },
        }
    }

    fn value(&self) -> f64 {
        self.improvement.map_or(f64::NEG_INFINITY, |w| w.value)
    }
}

impl ExperimentRunner for SetExperiment {
    fn games(&self) -> u64 {
        self.pods.input.plan.games()
    }

    fn block(&self) -> u64 {
        1
    }

    fn size(&self) -> usize {
        let drafters = if self.pods.drafters().is_some() { DRAFTERS } else { 0 };
        ALL + CARD * self.pods.cards.len() + PAIR * self.kinds() + drafters
    }

    fn count(
        &self,
        _: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        self.pods.each(games, progress, |mut entrants, seed| {
            self.pods.meet(&mut entrants, seed)?;
            entrants.iter().for_each(|entrant| self.count_entrant(entrant, counts));
            if self.pods.drafters().is_some() {
                count_drafters(&entrants, counts);
            }
            Ok(())
        })
    }

    fn measures(&self) -> Vec<String> {
        let won = |card: &CardIx| {
            let card = self.pods.input.game().card(*card).name.as_str();
            match self.pods.meeting {
                Meeting::Match(_) => tr!("{card}: won when drawn", card),
                Meeting::Goldfish => tr!("{card}: won by decks with it", card),
            }
        };
        let all = [tr!("first player wins"), tr!("turns of a game")];
        all.into_iter().chain(self.pods.cards.iter().map(won)).collect()
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        let won = |c: &[u64]| match self.pods.meeting {
            Meeting::Match(_) => card_impact::win_share(&c[7..], CardEvent::Drawn),
            Meeting::Goldfish => Share { hits: c[5] / 2, of: c[6] },
        };
        let cards = counts[ALL..][..CARD * self.pods.cards.len()].chunks_exact(CARD).map(won);
        let all = [(counts[5] as i64, counts[4]), (counts[6] as i64, counts[3])];
        all.into_iter().chain(cards.map(|share| (share.hits as i64, share.of))).collect()
    }

    fn ratings(&self, counts: &[u64]) -> Vec<RatingCorrection> {
        let mut with = vec![(0, 0); self.pods.input.game().cards.len()];
        for (card, c) in self.pods.cards.iter().zip(counts[ALL..].chunks_exact(CARD)) {
            with[card.at()] = (c[5], c[6]);
        }
        fit::from_counts((counts[1], counts[2]), &with)
    }

    fn report(&self, mut counts: &[u64], report: &mut LabReport) {
        let all = split(&mut counts, ALL);
        let cards = split(&mut counts, CARD * self.pods.cards.len());
        let pairs = split(&mut counts, PAIR * self.kinds());
        report.about.push_str(&self.pods.about());
        report.answer.push(tr!(
            "{decks} decks were built, and played {games} games.",
            decks = localize_count(all[0]),
            games = localize_count(all[2] / 2)
        ));
        if all[3] > 0 {
            let (first, mean) = (Share { hits: all[5], of: all[4] }, all[6] as f64 / all[3] as f64);
            report.answer.push(tr!(
                "The first player wins {share}; a game takes {turns} turns.",
                share = share_label(first),
                turns = localize_decimals(format!("{mean:.1}"))
            ));
        }
        if let Some(drafters) = self.pods.drafters() {
            report_drafters(drafters, counts, report);
        }
        self.report_cards(all, cards, report);
        self.report_factions(all, pairs, report);
    }
}

impl SetExperiment {
    fn report_cards(&self, all: &[u64], cards: &[u64], report: &mut LabReport) {
        let game = self.pods.input.game();
        let lines: Vec<CardResults> = self
            .pods
            .cards
            .iter()
            .zip(cards.chunks_exact(CARD))
            .map(|(c, n)| CardResults::from_counts(*c, n))
            .collect();
        let judged = lines.iter().filter(|l| l.improvement.is_some()).count();
        let few = lines.len() - judged;
        if few > 0 {
            report.cautions.push(tr!(
                "1 card is not judged: drawn, played or left in the deck in fewer than {games} games. Play more pods."
                    | "{n} cards are not judged: drawn, played or left in the deck in fewer than {games} games. Play more pods." % few,
                games = MIN_SAMPLE
            ));
        }
        report
            .cautions
            .push(tr!("Bots play these games: a card that needs a plan they do not see looks worse than it is."));
        self.report_outliers(&lines, report);
        let mut sorted: Vec<&CardResults> = lines.iter().collect();
        sorted.sort_by(|a, b| b.value().total_cmp(&a.value()).then(b.decks.of.cmp(&a.decks.of)));
        let ends: Vec<&CardResults> = match judged {
            n if n > 32 => sorted[..16].iter().chain(&sorted[n - 16..n]).copied().collect(),
            n => sorted[..n].to_vec(),
        };
        let points = ends.iter().enumerate().filter_map(|(at, line)| {
            let ValueWithInterval { value, low, high } = line.improvement?;
            Some(ChartPoint { x: at as f64, label: Some(game.card(line.card).name.clone()), value, low, high })
        });
        let title = match self.pods.meeting {
            Meeting::Match(_) => {
                tr!("Better when drawn than left in the deck: the strongest and the weakest cards")
            }
            Meeting::Goldfish => {
                tr!("Games won by decks with the card, less those of the rest: the strongest and the weakest cards")
            }
        };
        report.charts.push(rank_chart(title, tr!("points of games won"), tr!("card"), all[2] / 2, points.collect()));
        let columns = [
            tr!("Card"),
            tr!("Worth, points"),
            tr!("Won when drawn"),
            tr!("Won when played"),
            tr!("Played when drawn"),
            tr!("Won by decks with it"),
            tr!("Taken at pick"),
            tr!("Played by pools that have it"),
        ];
        let mut table = ReportTable::new(tr!("Cards, by how much better decks are when they draw them"), &columns);
        table.rows.extend(sorted.iter().map(|line| {
            vec![
                game.card(line.card).name.clone().into(),
                line.improvement.map_or_else(|| tr!("not judged").into(), ReportCell::Change),
                line.drawn.into(),
                line.won_played.into(),
                line.played.into(),
                line.decks.into(),
                line.pick.map_or(ReportCell::Nothing, |pick| ReportCell::Number(pick, 1)),
                line.made.into(),
            ]
        }));
        report.tables.push(table);
    }

    /// The cards that lie further from the usual than chance would put one of them, and those that stay in the hand.
    fn report_outliers(&self, lines: &[CardResults], report: &mut LabReport) {
        let game = self.pods.input.game();
        let enough: Vec<&CardResults> = lines.iter().filter(|l| l.improvement.is_some()).collect();
        let name = |line: &CardResults| game.card(line.card).name.clone();
        // Long games draw more cards, so that the usual card does not lie at nothing.
        let usual = enough.iter().map(|l| l.value()).sum::<f64>() / enough.len().max(1) as f64;
        let far = |line: &&&CardResults, sign: f64| {
            line.improvement.is_some_and(|w| {
                let room = if sign > 0.0 { w.value - w.low } else { w.high - w.value };
                sign * (w.value - usual) > room * FAR
            })
        };
        let mut found = false;
        for sign in [1.0, -1.0] {
            let mut cards: Vec<&&CardResults> = enough.iter().filter(|l| far(l, sign)).collect();
            cards.sort_by(|a, b| (sign * b.value()).total_cmp(&(sign * a.value())));
            if cards.is_empty() {
                continue;
            }
            found = true;
            let some: Vec<String> =
                cards.iter().take(8).map(|l| format!("{} ({})", name(l), points(l.value()))).collect();
            let (n, cards, usual) = (cards.len(), some.join(", "), points(usual));
            report.answer.push(if sign > 0.0 {
                tr!(
                    "1 card is surely stronger than the rest ({usual} points): {cards}."
                        | "{n} cards are surely stronger than the rest ({usual} points): {cards}." % n,
                    usual,
                    cards
                )
            } else {
                tr!(
                    "1 card is surely weaker than the rest ({usual} points): {cards}."
                        | "{n} cards are surely weaker than the rest ({usual} points): {cards}." % n,
                    usual,
                    cards
                )
            });
        }
        if !found {
            report.answer.push(tr!("No card stands out more than chance explains."));
        }
        let mut idle: Vec<&CardResults> =
            lines.iter().filter(|l| l.played.of >= MIN_SAMPLE && l.played.value() < IDLE).collect();
        idle.sort_by(|a, b| a.played.value().total_cmp(&b.played.value()));
        if !idle.is_empty() {
            let some: Vec<String> =
                idle.iter().take(8).map(|l| format!("{} ({})", name(l), percent(l.played.value()))).collect();
            report.answer.push(tr!("Drawn, but hardly ever played: {cards}.", cards = some.join(", ")));
        }
    }

    fn report_factions(&self, all: &[u64], pairs: &[u64], report: &mut LabReport) {
        if self.factions == 0 {
            return;
        }
        let game = self.pods.input.game();
        let columns = [tr!("Factions"), tr!("Decks"), tr!("Games won"), tr!("Against the rest, points")];
        let mut one = ReportTable::new(tr!("Factions"), &columns);
        let mut two = ReportTable::new(tr!("Pairs of factions"), &columns);
        let name = |f: usize| game.factions[f].name.clone();
        let of = |c: &[u64]| Share { hits: c[1] / 2, of: c[2] };
        let row = |name: String, c: [u64; PAIR]| {
            let (with, rest) = (of(&c), of(&[0, all[1] - c[1], all[2] - c[2]]));
            let change = match with.of.min(rest.of) {
                n if n < MIN_SAMPLE => tr!("too few games").into(),
                _ => ReportCell::Change(stats::difference(with, rest).into()),
            };
            let share = ReportCell::from(Share { hits: c[0], of: all[0] });
            (with, vec![ReportCell::from(name), share, with.into(), change])
        };
        let at = |a: usize, b: usize| {
            let c = &pairs[PAIR * self.pair(a, b)..][..PAIR];
            [c[0], c[1], c[2]]
        };
        let (mut ones, mut twos) = (Vec::new(), Vec::new());
        for a in 0..self.factions {
            let mut sum = [0; PAIR];
            for b in 0..self.factions {
                sum.iter_mut().zip(at(a, b)).for_each(|(s, n)| *s += n);
            }
            if sum[0] > 0 {
                ones.push(row(name(a), sum));
            }
            for b in a..self.factions {
                let c = at(a, b);
                if c[0] > 0 {
                    let word = if a == b {
                        tr!("{faction} alone", faction = name(a))
                    } else {
                        tr!("{all} and {one}", all = name(a), one = name(b))
                    };
                    twos.push(row(word, c));
                }
            }
        }
        let titles = [tr!("Games won: factions"), tr!("Games won: pairs of factions")];
        for ((mut lines, table), title) in [(ones, &mut one), (twos, &mut two)].into_iter().zip(titles) {
            lines.sort_by(|a, b| b.0.value().total_cmp(&a.0.value()).then(b.0.of.cmp(&a.0.of)));
            table.rows = lines.iter().map(|(_, row)| row.clone()).collect();
            let points = lines.iter().enumerate();
            let points = points.map(|(at, (with, row))| ChartPoint::share(at as f64, *with).named(row[0].label()));
            let (x, y) = (tr!("share of games, %"), tr!("factions"));
            report.charts.push(rank_chart(title, x, y, all[2], points.collect()));
        }
        if let [best, .., worst] = &one.rows[..] {
            report.answer.push(tr!(
                "Of the factions, {best} wins most ({most}) and {worst} least ({least}).",
                best = best[0].label(),
                most = best[2].label(),
                worst = worst[0].label(),
                least = worst[2].label()
            ));
        }
        report.tables.extend([one, two]);
    }
}
