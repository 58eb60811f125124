//! What a change of a set does: pods draft it as it is, and their decks play the same games by the data before and after it.
//! The chance is the same as well, so a game in which nothing that changed was met ends alike, and adds no noise. Where all that
//! changed are cards of the packs, decks without them need not meet at all, and those with them meet more often for it.

use std::collections::BTreeSet;
use std::ops::Range;

use catalog::localize::localize_decimals;
use catalog::source::File;
use catalog::{Card, CardIx, GameData, Source, tr};
use formats::{Deck, LegalDeck};

use super::matches::rank_chart;
use super::set_pods::SetPods;
use super::{ChangedData, ExperimentError, ExperimentInput, ExperimentRunner, split};
use crate::kernel::parallel::Progress;
use crate::kernel::stats::{self, ClusterSums, MeanDifference, Share};
use crate::lab::findings::MIN_SAMPLE;
use crate::lab::pods::{self, Entrant, Meeting};
use crate::lab::report::{ChartPoint, LabReport, ReportCell, ReportTable, ValueWithInterval, percent, share_label};

/// Counts of all pods: games, those that ended otherwise, pairs of decks, those that met; then before and after, of the
/// matches: decided ones, those won by who began, turns.
const ALL: usize = 4 + 2 * 3;
/// Counts of a card: decks; their games won times two, before and after; the [`ClusterSums`], in halves of a game.
const CARD: usize = 3 + ClusterSums::LEN;
/// Of the cards that are said to differ at most so many do by chance, in the mean.
const RATE: f64 = 0.05;
/// As many cards are in the chart.
const SHOWN: usize = 32;
/// As many are named in sentences.
const NAMED: usize = 8;

/// Games of two decks that meet since one of them has a changed card; an even number.
const MATCHES_WITH_CHANGED: u64 = 20;

pub(super) struct SetChangeExperiment {
    pods: SetPods,
    after: ChangedData,
    after_meeting: Meeting,
    /// Whether a card is another one after the change, by its position in the game.
    changed: Vec<bool>,
    /// Whether two decks without a changed card play alike before and after.
    only_with_changed: bool,
}

impl SetChangeExperiment {
    pub fn new(input: ExperimentInput) -> Result<SetChangeExperiment, ExperimentError> {
        let wrong = |why: String| ExperimentError::Plan(format!("`after`: {why}"));
        let after = input.after.clone().ok_or_else(|| wrong("the folder was not read".into()))?;
        let mut pods = SetPods::new(input)?;
        let (game, changed_game) = (pods.input.game(), &after.game_library.game);
        if game.data_hash == changed_game.data_hash {
            return Err(wrong(format!("the folder changes nothing of {}", game.name)));
        }
        fn ids(of: &GameData) -> impl Iterator<Item = &str> {
            of.cards.iter().map(|card| card.id.as_str())
        }
        if !ids(game).eq(ids(changed_game)) {
            let (before, then): (BTreeSet<_>, BTreeSet<_>) = (ids(game).collect(), ids(changed_game).collect());
            return Err(wrong(match before.symmetric_difference(&then).next() {
                Some(id) => format!("only one of both has the card `{id}`, and the same packs hold the same cards"),
                None => "its cards stand in another order than before: keep the order of the files".into(),
            }));
        }
        let no_format = || wrong(format!("it has no format `{}`", pods.input.format));
        after.game_library.format(&pods.input.format).ok_or_else(no_format)?;
        let changed: Vec<bool> = game.cards.iter().zip(&changed_game.cards).map(|(was, is)| was != is).collect();
        let only_with_changed = is_met_in_decks_only(&pods, &after, &changed);
        let games = if only_with_changed { MATCHES_WITH_CHANGED } else { pods::MATCHES };
        let after_meeting = pods.meeting_by(&after.source, &after.game_library, games)?;
        pods.meeting = pods.meeting_by(&pods.input.source, &pods.input.game_library, games)?;
        Ok(SetChangeExperiment { after, after_meeting, changed, only_with_changed, pods })
    }

    /// Whether two decks may play otherwise after the change.
    fn must_meet(&self, two: &[Entrant]) -> bool {
        let has_changed = |deck: &Deck| {
            (0..deck.sections.len()).any(|section| deck.cards(section).iter().any(|card| self.changed[card.at()]))
        };
        !self.only_with_changed || two.iter().any(|entrant| has_changed(entrant.deck.deck()))
    }

    /// Decks as they are after the change.
    fn change_decks(&self, before: &[Entrant]) -> Result<Vec<Entrant>, ExperimentError> {
        let library = &self.after.game_library;
        let format = library.format(&self.pods.input.format).expect("it was there");
        let change = |entrant: &Entrant| {
            let deck = entrant.deck.deck().clone();
            let checked = LegalDeck::check(&library.game, format, deck, Some(&entrant.pool));
            let deck = checked.map_err(|report| {
                let why = report.violations.first().map_or("", |v| v.message.as_str());
                ExperimentError::Plan(format!("`after`: a deck that was drafted before is not legal any more: {why}"))
            })?;
            Ok(Entrant { deck, ..entrant.clone() })
        };
        before.iter().map(change).collect()
    }

    fn count_pair(&self, before: &[Entrant], after: &[Entrant], counts: &mut [u64]) {
        let (all, cards) = counts.split_at_mut(ALL);
        if let ([first, ..], [first_after, ..]) = (before, after) {
            let both = results(first).zip(results(first_after));
            both.for_each(|(was, is)| {
                all[0] += 1;
                all[1] += u64::from(was != is);
            });
        }
        for (which, entrants) in [before, after].into_iter().enumerate() {
            let counted = &mut all[4 + 3 * which..][..3];
            for game in entrants.iter().flat_map(|entrant| &entrant.matches).filter(|game| game.first) {
                counted[0] += u64::from(game.halves != 1);
                counted[1] += u64::from(game.halves == 2);
                counted[2] += u64::from(game.turns);
            }
        }
        let mut held: Vec<CardIx> = before.iter().flat_map(|entrant| entrant.spells.iter().copied()).collect();
        held.sort_unstable();
        held.dedup();
        for card in held {
            let Ok(at) = self.pods.cards.binary_search(&card) else { continue };
            let c = &mut cards[at * CARD..][..CARD];
            let (mut more, mut games) = (0, 0);
            for (was, is) in before.iter().zip(after).filter(|(was, _)| was.spells.contains(&card)) {
                c[0] += 1;
                c[1] += u64::from(was.halves);
                c[2] += u64::from(is.halves);
                more += i64::from(is.halves) - i64::from(was.halves);
                games += u64::from(is.games);
            }
            let mut sums = cluster_sums(c);
            sums.add(more, games);
            c[3..].copy_from_slice(&sums.counts());
        }
    }

    /// What the counts of a card say, of those that are in enough decks.
    fn results(&self, cards: &[u64]) -> Vec<CardChange> {
        let judged = |(at, c): (usize, &[u64])| {
            let (sums, change) = (cluster_sums(c), cluster_sums(c).mean().map(in_games));
            CardChange {
                card: self.pods.cards[at],
                is_changed: self.changed[self.pods.cards[at].at()],
                shares: [c[1], c[2]].map(|halves| Share { hits: halves / 2, of: sums.of }),
                change: change.filter(|_| sums.of >= MIN_SAMPLE),
                differs: false,
            }
        };
        let mut all: Vec<CardChange> = cards.chunks_exact(CARD).enumerate().map(judged).collect();
        let p_values: Vec<f64> = all.iter().filter_map(|line| Some(line.change?.p_value)).collect();
        let kept = stats::discoveries(&p_values, RATE);
        let judged = all.iter_mut().filter(|line| line.change.is_some());
        judged.zip(kept).for_each(|(line, kept)| line.differs = kept);
        all
    }
}

/// Whether all that changed are cards of the packs, which no other card brings into a game: then decks without them play alike
/// before and after.
fn is_met_in_decks_only(pods: &SetPods, after: &ChangedData, changed: &[bool]) -> bool {
    let (game, changed_game) = (pods.input.game(), &after.game_library.game);
    let others = |source: &Source| {
        let is_other = |(path, _): &(&str, &File)| !path.starts_with("sets/");
        let files = source.files(&game.id).filter(is_other);
        files.map(|(path, file)| (path.to_owned(), file.text.clone())).collect::<Vec<_>>()
    };
    // What a card does, without the words that only name it.
    let told = |game: &GameData| -> Vec<String> {
        let deeds = |card: &Card| format!("{:?} {} {:?}", card.values, card.text, card.abilities);
        game.cards.iter().map(deeds).collect()
    };
    let told = [told(game), told(changed_game)];
    let is_named = |card: CardIx| {
        let Card { id, name, .. } = game.card(card);
        let by_others = told.iter().flat_map(|told| told.iter().enumerate().filter(|(at, _)| *at != card.at()));
        by_others.into_iter().any(|(_, deeds)| deeds.contains(id) || deeds.contains(name))
    };
    let only_cards = others(&pods.input.source) == others(&after.source);
    let mut changed = (0..).map(CardIx).zip(changed).filter(|(_, is_changed)| **is_changed).map(|(card, _)| card);
    only_cards && changed.all(|card| pods.cards.binary_search(&card).is_ok() && !is_named(card))
}

/// What a deck won of each game, times two; of a goldfish, which has no matches, as a whole.
fn results(entrant: &Entrant) -> impl Iterator<Item = u32> {
    let whole = entrant.matches.is_empty().then_some(entrant.halves);
    entrant.matches.iter().map(|game| game.halves).chain(whole)
}

fn cluster_sums(c: &[u64]) -> ClusterSums {
    ClusterSums::from_counts(c[3..CARD].try_into().expect("as many as there are"))
}

/// Halves of games as games.
pub(super) fn in_games(of: MeanDifference) -> MeanDifference {
    let (value, low, high) = of.change;
    MeanDifference { change: (value / 2.0, low / 2.0, high / 2.0), ..of }
}

/// What became of a card.
struct CardChange {
    card: CardIx,
    is_changed: bool,
    /// Won by decks with it, before and after.
    shares: [Share; 2],
    /// After less before; `None` if decks with it played too few games.
    change: Option<MeanDifference>,
    /// Whether it is among those that surely differ.
    differs: bool,
}

impl CardChange {
    fn value(&self) -> f64 {
        self.change.map_or(0.0, |of| of.change.0)
    }

    fn interval(&self) -> Option<ValueWithInterval> {
        self.change.map(|of| of.change.into())
    }
}

impl ExperimentRunner for SetChangeExperiment {
    fn games(&self) -> u64 {
        self.pods.input.plan.games()
    }

    fn block(&self) -> u64 {
        1
    }

    fn size(&self) -> usize {
        ALL + CARD * self.pods.cards.len()
    }

    fn count(
        &self,
        _: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        let library = &self.after.game_library;
        let format = library.format(&self.pods.input.format).expect("it was there");
        self.pods.each(games, progress, |mut entrants, seed| {
            for (pair, before) in entrants.chunks_exact_mut(2).enumerate() {
                counts[2] += 1;
                if !self.must_meet(before) {
                    continue;
                }
                counts[3] += 1;
                let mut after = self.change_decks(before)?;
                let seed = pods::pair_seed(seed, pair);
                pods::meet(&self.pods.input.game_library, self.pods.format(), before, &self.pods.meeting, seed)?;
                pods::meet(library, format, &mut after, &self.after_meeting, seed)?;
                self.count_pair(before, &after, counts);
            }
            Ok(())
        })
    }

    fn measures(&self) -> Vec<String> {
        let name = |card: &CardIx| self.pods.input.game().card(*card).name.as_str();
        let cards = self.pods.cards.iter().map(name);
        let won = cards.map(|card| tr!("{card}: games won after, less those before", card));
        [tr!("games that end otherwise")].into_iter().chain(won).collect()
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        let (all, cards) = counts.split_at(ALL);
        let won = cards.chunks_exact(CARD).map(cluster_sums).map(|sums| (sums.sum, 2 * sums.of));
        [(all[1] as i64, all[0])].into_iter().chain(won).collect()
    }

    fn report(&self, mut counts: &[u64], report: &mut LabReport) {
        let all = split(&mut counts, ALL);
        report.about.push_str(&self.pods.about());
        let lines = self.results(counts);
        if self.only_with_changed {
            report.answer.push(tr!(
                "In {met} of {pairs} pairings, a deck has a changed card. Only these were played: the others would end the same.",
                met = all[3],
                pairs = all[2]
            ));
        }
        report.answer.push(tr!(
            "{games} games with the same pools, decks and seeds, before and after. {others} of them end otherwise ({share}).",
            games = all[0],
            others = all[1],
            share = percent(Share { hits: all[1], of: all[0] }.value())
        ));
        self.report_changed(&lines, report);
        if all[4] > 0 && all[7] > 0 {
            let first = |at: usize| share_label(Share { hits: all[at + 1], of: all[at] });
            let turns = |at: usize| localize_decimals(format!("{:.1}", all[at + 2] as f64 / all[0].max(1) as f64));
            report.answer.push(tr!(
                "The first player wins {before} before and {after} after; a game takes {long} turns before and {then} after.",
                before = first(4),
                after = first(7),
                long = turns(4),
                then = turns(7)
            ));
        }
        report
            .cautions
            .push(tr!("Bots play these games: a card that needs a plan they do not see looks worse than it is."));
        self.report_cards(lines, all[0], report);
    }
}

impl SetChangeExperiment {
    fn name(&self, line: &CardChange) -> String {
        self.pods.input.game().card(line.card).name.clone()
    }

    /// What became of the cards that were changed, and which others surely differ with them.
    fn report_changed(&self, lines: &[CardChange], report: &mut LabReport) {
        let changed: Vec<&CardChange> = lines.iter().filter(|line| line.is_changed).collect();
        if changed.is_empty() {
            report.answer.push(tr!("No card in the packs changed, only the rules."));
        }
        for line in changed.iter().take(NAMED) {
            let (card, games) = (self.name(line), line.shares[0].of);
            let Some(interval) = line.interval() else {
                report.cautions.push(tr!(
                    "{card} is not judged: decks with it played {games} games, fewer than {least}. Play more pods.",
                    card,
                    games,
                    least = MIN_SAMPLE
                ));
                continue;
            };
            let [before, after] = line.shares.map(|share| percent(share.value()));
            let change = interval.label(100.0, 1);
            report.answer.push(match () {
                () if interval.low > 0.0 => {
                    tr!(
                        "{card} is stronger: decks with it win {before} before and {after} after, {change} points.",
                        card,
                        before,
                        after,
                        change
                    )
                }
                () if interval.high < 0.0 => {
                    tr!(
                        "{card} is weaker: decks with it win {before} before and {after} after, {change} points.",
                        card,
                        before,
                        after,
                        change
                    )
                }
                () => tr!(
                    "{card}: {games} games of decks with it show no difference, {change} points.",
                    card,
                    games,
                    change
                ),
            });
        }
        if changed.len() > NAMED {
            report.answer.push(tr!("The table tells of all {n} cards that changed.", n = changed.len()));
        }
        let others: Vec<String> =
            lines.iter().filter(|line| line.differs && !line.is_changed).map(|line| self.name(line)).collect();
        if !others.is_empty() {
            let cards = others.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
            report.answer.push(tr!(
                "1 other card surely differs with it: {cards}."
                    | "{n} other cards surely differ with it: {cards}." % others.len(),
                cards
            ));
        }
    }

    fn report_cards(&self, mut lines: Vec<CardChange>, games: u64, report: &mut LabReport) {
        let rank = |line: &CardChange| (!line.is_changed, !line.differs, line.change.is_none());
        lines.sort_by(|a, b| rank(a).cmp(&rank(b)).then(b.value().abs().total_cmp(&a.value().abs())));
        let drawn = lines.iter().filter(|line| line.value() != 0.0).take(SHOWN).enumerate();
        let points = drawn.filter_map(|(at, line)| {
            let ValueWithInterval { value, low, high } = line.interval()?;
            Some(ChartPoint { x: at as f64, label: Some(self.name(line)), value, low, high })
        });
        let title = tr!("Games won by decks with a card, after minus before (changed cards first)");
        report.charts.push(rank_chart(title, tr!("points of games won"), tr!("card"), games, points.collect()));
        let columns =
            [tr!("Card"), tr!("Change, points"), tr!("Won before"), tr!("Won after"), tr!("Changed"), tr!("Differs")];
        let mut table = ReportTable::new(tr!("Games won by decks with a card, before and after"), &columns);
        let yes = |is: bool| if is { tr!("yes").into() } else { ReportCell::Nothing };
        table.rows.extend(lines.iter().map(|line| {
            vec![
                self.name(line).into(),
                line.interval().map_or_else(|| tr!("not judged").into(), ReportCell::Change),
                line.shares[0].into(),
                line.shares[1].into(),
                yes(line.is_changed),
                yes(line.differs),
            ]
        }));
        report.tables.push(table);
    }
}
