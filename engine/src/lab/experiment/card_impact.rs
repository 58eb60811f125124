//! What each card of a deck is worth in games: how often the deck wins when it draws it, plays it, begins with it, and
//! how much better that is than games in which it stayed in the deck.

use std::ops::Range;

use catalog::CardIx;
use catalog::tr;

use super::matches::rank_chart;
use super::matchups::{BLOCK, Matchups};
use super::{ExperimentError, ExperimentInput, ExperimentRunner};
use crate::kernel::ledger::SeatLedger;
use crate::kernel::parallel::Progress;
use crate::kernel::stats::{self, Share};
use crate::lab::findings::MIN_SAMPLE;
use crate::lab::report::{ChartPoint, LabReport, ReportCell, ReportTable, ValueWithInterval, share_label};

/// Games in which something happened to a card, and how many of them were won.
#[derive(Debug, Clone, Copy)]
pub(super) enum CardEvent {
    Opening,
    Drawn,
    Played,
    /// It stayed in the deck.
    Left,
}

/// Counts of a card: of each event the games won and all; then the games in which it was drawn and played. Cards come
/// into play out of a deck or a pile, too, so that more are played than drawn.
pub(super) const CARD: usize = 9;

/// Adds a game to the counts of cards, in the order of `cards`.
pub(super) fn add_game(cards: &[CardIx], ledger: &SeatLedger, won: bool, counts: &mut [u64]) {
    for (card, counts) in cards.iter().zip(counts.chunks_exact_mut(CARD)) {
        let of = |list: &[(CardIx, u16)]| list.iter().any(|(c, _)| c == card);
        let (drawn, played) = (of(&ledger.drawn), of(&ledger.played));
        let happened = [
            (CardEvent::Opening, ledger.opening.contains(card)),
            (CardEvent::Drawn, drawn),
            (CardEvent::Played, played),
            (CardEvent::Left, !drawn),
        ];
        for (event, _) in happened.into_iter().filter(|(_, happened)| *happened) {
            counts[2 * event as usize] += u64::from(won);
            counts[2 * event as usize + 1] += 1;
        }
        counts[CARD - 1] += u64::from(drawn && played);
    }
}

/// Of the games in which it happened, those won.
pub(super) fn win_share(counts: &[u64], event: CardEvent) -> Share {
    Share { hits: counts[2 * event as usize], of: counts[2 * event as usize + 1] }
}

/// Of the games in which it was drawn, those in which it was played.
pub(super) fn played_share(counts: &[u64]) -> Share {
    Share { hits: counts[CARD - 1], of: win_share(counts, CardEvent::Drawn).of }
}

/// How much more often the deck wins when the card is drawn than when it stays in the deck; `None` if there are too few
/// games of either.
pub(super) fn improvement(counts: &[u64]) -> Option<ValueWithInterval> {
    let (drawn, left) = (win_share(counts, CardEvent::Drawn), win_share(counts, CardEvent::Left));
    if drawn.of.min(left.of) < MIN_SAMPLE {
        return None;
    }
    Some(stats::difference(drawn, left).into())
}

pub(super) struct ImpactExperiment {
    matchups: Matchups,
    /// The different cards of the first deck, with copies.
    cards: Vec<CardIx>,
    copies: Vec<u64>,
}

impl ImpactExperiment {
    pub fn new(input: ExperimentInput) -> Result<ImpactExperiment, ExperimentError> {
        let Some(deck) = input.decks.first() else {
            return Err(ExperimentError::Plan("name a deck in `decks`, and those it plays against after it".into()));
        };
        let main = input.game().section("main").unwrap_or(0);
        let (mut cards, mut copies): (Vec<CardIx>, Vec<u64>) = (Vec::new(), Vec::new());
        for card in deck.deck().cards(main) {
            match cards.iter().position(|c| *c == card) {
                Some(at) => copies[at] += 1,
                None => {
                    cards.push(card);
                    copies.push(1);
                }
            }
        }
        let seats = match input.decks.len() {
            1 => vec![vec![0, 0]],
            n => (1..n).map(|other| vec![0, other]).collect(),
        };
        Ok(ImpactExperiment { matchups: Matchups::new(input, seats, &["greedy"], true)?, cards, copies })
    }
}

impl ExperimentRunner for ImpactExperiment {
    fn games(&self) -> u64 {
        self.matchups.games()
    }

    fn block(&self) -> u64 {
        BLOCK
    }

    fn size(&self) -> usize {
        1 + CARD * self.cards.len()
    }

    fn count(
        &self,
        _: u64,
        games: Range<u64>,
        counts: &mut [u64],
        progress: &Progress,
    ) -> Result<bool, ExperimentError> {
        self.matchups.count(games, true, progress, &mut |_, played, ledger| {
            let won = played.outcome.is_decided() && played.outcome.won(0);
            counts[0] += u64::from(won);
            add_game(&self.cards, &ledger[0], won, &mut counts[1..]);
        })
    }

    fn measures(&self) -> Vec<String> {
        vec![tr!("the deck wins")]
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        // Every card is either drawn or left in every game.
        let games =
            counts.get(1..1 + CARD).map_or(0, |c| win_share(c, CardEvent::Drawn).of + win_share(c, CardEvent::Left).of);
        vec![(counts[0] as i64, games)]
    }

    fn report(&self, counts: &[u64], report: &mut LabReport) {
        let input = self.matchups.input();
        let (game, games) = (input.game(), self.games());
        report.about.push_str(&format!(", {}", self.matchups.players()));
        let columns = [
            tr!("Card"),
            tr!("Copies"),
            tr!("Better when drawn, points"),
            tr!("Won when drawn"),
            tr!("Won when played"),
            tr!("Won in opening hand"),
            tr!("Won when not drawn"),
        ];
        let mut table = ReportTable::new(tr!("Cards by how much drawing them helps the deck"), &columns);
        let mut lines = Vec::new();
        let mut few = 0;
        for ((card, copies), c) in self.cards.iter().zip(&self.copies).zip(counts[1..].chunks_exact(CARD)) {
            let better = improvement(c);
            few += usize::from(better.is_none());
            let name = game.card(*card).name.clone();
            let row = vec![
                name.clone().into(),
                ReportCell::Count(*copies),
                better.map_or_else(|| tr!("too few games").into(), ReportCell::Change),
                win_share(c, CardEvent::Drawn).into(),
                win_share(c, CardEvent::Played).into(),
                win_share(c, CardEvent::Opening).into(),
                win_share(c, CardEvent::Left).into(),
            ];
            lines.push((better, name, row));
        }
        let key = |better: &Option<ValueWithInterval>| better.map_or(f64::NEG_INFINITY, |b| b.value);
        lines.sort_by(|a, b| key(&b.0).total_cmp(&key(&a.0)));
        let won = Share { hits: counts[0], of: games };
        report.answer.push(tr!(
            "{name} wins {share} of {games} games.",
            name = input.decks[0].deck().name,
            share = share_label(won),
            games
        ));
        let sure: Vec<&str> =
            lines.iter().filter(|l| l.0.is_some_and(|b| b.low > 0.0)).map(|l| l.1.as_str()).take(5).collect();
        let weak: Vec<&str> =
            lines.iter().rev().filter(|l| l.0.is_some_and(|b| b.high < 0.0)).map(|l| l.1.as_str()).take(5).collect();
        report.answer.push(match &sure[..] {
            [] => tr!("No card is surely better drawn than left in the deck."),
            cards => tr!("Surely better drawn than left in the deck: {cards}.", cards = cards.join(", ")),
        });
        report.answer.push(match &weak[..] {
            [] => tr!("No card is surely worse drawn than left in the deck."),
            cards => tr!("Surely worse drawn than left in the deck: {cards}.", cards = cards.join(", ")),
        });
        if few > 0 {
            report.cautions.push(tr!(
                "1 card was drawn or left in the deck in fewer than {games} games: play more."
                    | "{n} cards were drawn or left in the deck in fewer than {games} games: play more." % few,
                games = MIN_SAMPLE
            ));
        }
        report.cautions.push(tr!(
            "Long games draw more cards: a card that is good early looks worse, one that is good late better."
        ));
        let points = lines.iter().filter_map(|(better, name, _)| better.map(|b| (b, name))).take(30).enumerate();
        let points = points.map(|(at, (b, name))| ChartPoint {
            x: at as f64,
            label: Some(name.clone()),
            value: b.value,
            low: b.low,
            high: b.high,
        });
        report.charts.push(rank_chart(
            tr!("Better when drawn"),
            tr!("points of games won"),
            tr!("card"),
            games,
            points.collect(),
        ));
        table.rows = lines.into_iter().map(|(_, _, row)| row).collect();
        report.tables.push(table);
    }
}
