//! A set: pods of bots draft it, build decks, play them; what comes of each card, each faction, each pair of factions.

use std::ops::Range;

use catalog::CardIx;
use catalog::game::Mask;
use catalog::spoken::decimals;
use catalog::tr;
use formats::limited::drafter::fit::{self, Correction};
use formats::limited::drafter::{Bot, Scout};

use super::fought::ranks;
use super::worth::{self, Event};
use super::{Bench, Count, Error, split};
use crate::lab::pods::{self, Entrant, Meeting};
use crate::lab::report::{Cell, Point, Report, Spread, Table, percent, points, told};
use crate::lab::shards::Progress;
use crate::lab::stats::{self, Share};

/// Counts of all pods: decks; games won times two, and games; games, decided ones, those won by who began; turns.
const ALL: usize = 7;
/// Counts of a card beside those of [`worth`]: copies taken, picks until then, pools, decks, copies in decks; games of
/// decks with it won times two, and games.
const CARD: usize = 7 + worth::CARD;
/// Counts of one faction or a pair: decks; games won times two, and games.
const PAIR: usize = 3;
/// How far beyond chance a card must lie to be named: a chance of about one in a thousand for one card, so that among
/// the cards of a set hardly one is named by chance. It is how much wider than 95 per cent the interval is for that.
const FAR: f64 = 3.29 / 1.96;
/// A card that is played in fewer of the games in which it is drawn stays in the hand.
const IDLE: f64 = 0.1;

pub(super) struct Set {
    bench: Bench,
    /// The cards that come in packs, in the order of the game.
    cards: Vec<CardIx>,
    seats: usize,
    meeting: Meeting,
    factions: usize,
}

impl Set {
    pub fn new(bench: Bench) -> Result<Set, Error> {
        let no_packs = || Error::Plan(format!("`format` must be a limited one, and `{}` has no packs", bench.format));
        let format = bench.book.format(&bench.format).ok_or_else(no_packs)?;
        let limited = format.limited.as_ref().ok_or_else(no_packs)?;
        let product = bench.book.product(&limited.product).ok_or_else(no_packs)?;
        let mut cards: Vec<CardIx> = product.sheets.iter().flat_map(|s| s.cards.iter().copied()).collect();
        cards.sort_unstable();
        cards.dedup();
        let seats = limited.seats.1.min(8).max(limited.seats.0) as usize;
        let meeting = Meeting::of(&bench.source, &bench.book);
        let factions = bench.game().factions.len();
        Ok(Set { cards, seats, meeting, factions, bench })
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
    fn leaning(&self, entrant: &Entrant) -> Option<(usize, usize)> {
        let mut weight = vec![0u32; self.factions];
        for card in &entrant.spells {
            let mask: Mask = self.bench.game().card(*card).factions;
            (0..self.factions).filter(|f| mask & (1 << f) != 0).for_each(|f| weight[f] += 1);
        }
        let mut order: Vec<usize> = (0..self.factions).filter(|f| weight[*f] > 0).collect();
        order.sort_by_key(|f| (std::cmp::Reverse(weight[*f]), *f));
        let first = *order.first()?;
        Some((first, order.get(1).copied().unwrap_or(first)))
    }

    fn note(&self, entrant: &Entrant, counts: &mut [u64]) {
        let (all, rest) = counts.split_at_mut(ALL);
        let (cards, pairs) = rest.split_at_mut(CARD * self.cards.len());
        all[0] += 1;
        all[1] += u64::from(entrant.halves);
        all[2] += u64::from(entrant.games);
        for game in entrant.fought.iter().filter(|g| g.first) {
            all[3] += 1;
            all[4] += u64::from(game.halves != 1);
            all[5] += u64::from(game.halves == 2);
            all[6] += u64::from(game.turns);
        }
        let at = |card: &CardIx| self.cards.binary_search(card).ok();
        let mut pooled: Vec<usize> = Vec::new();
        for (pick, card) in entrant.pool.iter().enumerate() {
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
            for game in &entrant.fought {
                worth::add(&[*card], &game.seen, game.halves == 2, &mut c[7..]);
            }
        }
        if let Some((a, b)) = self.leaning(entrant) {
            let pair = &mut pairs[PAIR * self.pair(a, b)..][..PAIR];
            for (sum, n) in pair.iter_mut().zip([1, entrant.halves, entrant.games]) {
                *sum += u64::from(n);
            }
        }
    }
}

/// What the counts of a card say.
struct Line {
    card: CardIx,
    /// How much more often decks win that draw it than those that leave it; without matches, decks with it than all.
    /// `None` for too few games.
    worth: Option<Spread>,
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

impl Line {
    fn of(card: CardIx, c: &[u64]) -> Line {
        let (drawn, won_played) = (worth::share(&c[7..], Event::Drawn), worth::share(&c[7..], Event::Played));
        let decks = Share { hits: c[5] / 2, of: c[6] };
        let met_in_matches = drawn.of + worth::share(&c[7..], Event::Left).of > 0;
        let alone = || {
            let (low, high) = decks.interval();
            (decks.of >= worth::FEW).then(|| Spread { value: decks.value() - 0.5, low: low - 0.5, high: high - 0.5 })
        };
        Line {
            card,
            worth: if met_in_matches { worth::improvement(&c[7..]) } else { alone() },
            drawn,
            won_played,
            played: worth::played(&c[7..]),
            decks,
            pick: (c[0] > 0).then(|| c[1] as f64 / c[0] as f64),
            made: Share { hits: c[3], of: c[2] },
        }
    }

    fn value(&self) -> f64 {
        self.worth.map_or(f64::NEG_INFINITY, |w| w.value)
    }
}

impl Count for Set {
    fn games(&self) -> u64 {
        self.bench.plan.games()
    }

    fn block(&self) -> u64 {
        1
    }

    fn size(&self) -> usize {
        ALL + CARD * self.cards.len() + PAIR * self.kinds()
    }

    fn count(&self, _: u64, games: Range<u64>, counts: &mut [u64], progress: &Progress) -> Result<bool, Error> {
        let format = self.bench.book.format(&self.bench.format).expect("it was there");
        let limited = format.limited.as_ref().expect("it was limited");
        let product = self.bench.book.product(&limited.product).expect("it was there");
        let game = self.bench.game();
        let scout = Scout::with(game, Some(format), &self.cards, product.ratings(game).clone());
        let bots = vec![Bot::default(); self.seats];
        for pod in games {
            if progress.stopped() {
                return Ok(false);
            }
            let seed = self.bench.seed().part(pod);
            for entrant in pods::play(&self.bench.book, format, &scout, &bots, &self.meeting, seed)? {
                self.note(&entrant, counts);
            }
            progress.add(1);
        }
        Ok(true)
    }

    fn measures(&self) -> Vec<String> {
        vec![tr!("who begins wins"), tr!("turns of a game")]
    }

    fn measure(&self, counts: &[u64]) -> Vec<(i64, u64)> {
        vec![(counts[5] as i64, counts[4]), (counts[6] as i64, counts[3])]
    }

    fn ratings(&self, counts: &[u64]) -> Vec<Correction> {
        let mut with = vec![(0, 0); self.bench.game().cards.len()];
        for (card, c) in self.cards.iter().zip(counts[ALL..].chunks_exact(CARD)) {
            with[card.at()] = (c[5], c[6]);
        }
        fit::of_counts((counts[1], counts[2]), &with)
    }

    fn report(&self, mut counts: &[u64], report: &mut Report) {
        let all = split(&mut counts, ALL);
        let cards = split(&mut counts, CARD * self.cards.len());
        report.about.push_str(&match self.meeting {
            Meeting::Match(_) => tr!(", {bots} bots each, decks met in a match", bots = self.seats),
            Meeting::Goldfish => tr!(", {bots} bots each, decks met in a goldfish", bots = self.seats),
        });
        report.answer.push(tr!(
            "{decks} decks were built, and played {games} games.",
            decks = all[0],
            games = all[2] / 2
        ));
        if all[3] > 0 {
            let (first, mean) = (Share { hits: all[5], of: all[4] }, all[6] as f64 / all[3] as f64);
            report.answer.push(tr!(
                "Who begins wins {share}; a game takes {turns} turns.",
                share = told(first),
                turns = decimals(format!("{mean:.1}"))
            ));
        }
        self.told_cards(all, cards, report);
        self.told_factions(all, counts, report);
    }
}

impl Set {
    fn told_cards(&self, all: &[u64], cards: &[u64], report: &mut Report) {
        let game = self.bench.game();
        let lines: Vec<Line> = self.cards.iter().zip(cards.chunks_exact(CARD)).map(|(c, n)| Line::of(*c, n)).collect();
        let enough: Vec<&Line> = lines.iter().filter(|l| l.worth.is_some()).collect();
        if enough.len() < lines.len() {
            let few = lines.len() - enough.len();
            report.cautions.push(tr!(
                "1 card was seen in fewer than {games} games of either kind: play more pods."
                    | "{n} cards were seen in fewer than {games} games of either kind: play more pods." % few,
                games = worth::FEW
            ));
        }
        report
            .cautions
            .push(tr!("Bots are the players: a card that needs a plan which they do not see looks worse than it is."));
        self.told_far(&enough, report);
        let mut sorted: Vec<&Line> = lines.iter().collect();
        sorted.sort_by(|a, b| b.value().total_cmp(&a.value()).then(b.decks.of.cmp(&a.decks.of)));
        let strongest = sorted.iter().filter(|l| l.worth.is_some()).count().min(enough.len());
        let ends: Vec<&Line> = match strongest {
            n if n > 32 => sorted[..16].iter().chain(&sorted[n - 16..n]).copied().collect(),
            n => sorted[..n].to_vec(),
        };
        let points = ends.iter().enumerate().filter_map(|(at, line)| {
            let Spread { value, low, high } = line.worth?;
            Some(Point { x: at as f64, label: Some(game.card(line.card).name.clone()), value, low, high })
        });
        let title = match self.meeting {
            Meeting::Match(_) => {
                tr!("Better when drawn than left in the deck: the strongest and the weakest cards")
            }
            Meeting::Goldfish => {
                tr!("Games won by decks with the card, less those of the rest: the strongest and the weakest cards")
            }
        };
        report.charts.push(ranks(title, tr!("points of games won"), tr!("card"), all[2] / 2, points.collect()));
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
        let mut table = Table::new(tr!("Cards, by how much better decks are when they draw them"), &columns);
        table.rows.extend(sorted.iter().map(|line| {
            vec![
                game.card(line.card).name.clone().into(),
                line.worth.map_or_else(|| tr!("too few games").into(), Cell::Change),
                line.drawn.into(),
                line.won_played.into(),
                line.played.into(),
                line.decks.into(),
                line.pick.map_or(Cell::Nothing, |pick| Cell::Number(pick, 1)),
                line.made.into(),
            ]
        }));
        report.tables.push(table);
    }

    /// The cards that lie further from the usual than chance would put one of them, and those that stay in the hand.
    fn told_far(&self, enough: &[&Line], report: &mut Report) {
        let game = self.bench.game();
        let name = |line: &Line| game.card(line.card).name.clone();
        // Long games draw more cards, so that the usual card does not lie at nothing.
        let usual = enough.iter().map(|l| l.value()).sum::<f64>() / enough.len().max(1) as f64;
        let far = |line: &&&Line, sign: f64| {
            line.worth.is_some_and(|w| {
                let room = if sign > 0.0 { w.value - w.low } else { w.high - w.value };
                sign * (w.value - usual) > room * FAR
            })
        };
        let mut found = false;
        for sign in [1.0, -1.0] {
            let mut cards: Vec<&&Line> = enough.iter().filter(|l| far(l, sign)).collect();
            cards.sort_by(|a, b| (sign * b.value()).total_cmp(&(sign * a.value())));
            if cards.is_empty() {
                continue;
            }
            found = true;
            let some: Vec<String> =
                cards.iter().take(8).map(|l| format!("{} ({})", name(l), points(l.value()))).collect();
            let (n, cards, usual) = (cards.len(), some.join(", "), points(usual));
            report.answer.push(match sign > 0.0 {
                true => tr!(
                    "1 card is surely stronger than the rest ({usual} points): {cards}."
                        | "{n} cards are surely stronger than the rest ({usual} points): {cards}." % n,
                    usual,
                    cards
                ),
                false => tr!(
                    "1 card is surely weaker than the rest ({usual} points): {cards}."
                        | "{n} cards are surely weaker than the rest ({usual} points): {cards}." % n,
                    usual,
                    cards
                ),
            });
        }
        if !found {
            report.answer.push(tr!("No card stands out by more than chance would make one of them."));
        }
        let mut idle: Vec<&&Line> = enough.iter().filter(|l| l.played.of > 0 && l.played.value() < IDLE).collect();
        idle.sort_by(|a, b| a.played.value().total_cmp(&b.played.value()));
        if !idle.is_empty() {
            let some: Vec<String> =
                idle.iter().take(8).map(|l| format!("{} ({})", name(l), percent(l.played.value()))).collect();
            report.answer.push(tr!("Drawn, but hardly ever played: {cards}.", cards = some.join(", ")));
        }
    }

    fn told_factions(&self, all: &[u64], pairs: &[u64], report: &mut Report) {
        if self.factions == 0 {
            return;
        }
        let game = self.bench.game();
        let columns = [tr!("Factions"), tr!("Decks"), tr!("Games won"), tr!("Against the rest, points")];
        let mut one = Table::new(tr!("Factions"), &columns);
        let mut two = Table::new(tr!("Pairs of factions"), &columns);
        let name = |f: usize| game.factions[f].name.clone();
        let of = |c: &[u64]| Share { hits: c[1] / 2, of: c[2] };
        let row = |name: String, c: [u64; PAIR]| {
            let (with, rest) = (of(&c), of(&[0, all[1] - c[1], all[2] - c[2]]));
            let change = match with.of.min(rest.of) {
                n if n < worth::FEW => tr!("too few games").into(),
                _ => Cell::Change(stats::difference(with, rest).into()),
            };
            let share = Cell::from(Share { hits: c[0], of: all[0] });
            (with, vec![Cell::from(name), share, with.into(), change])
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
                    let word = match a == b {
                        true => tr!("{faction} alone", faction = name(a)),
                        false => tr!("{all} and {one}", all = name(a), one = name(b)),
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
            let points = points.map(|(at, (with, row))| Point::share(at as f64, *with).named(row[0].words()));
            let (x, y) = (tr!("share of games, %"), tr!("factions"));
            report.charts.push(ranks(title, x, y, all[2], points.collect()));
        }
        if let [best, .., worst] = &one.rows[..] {
            report.answer.push(tr!(
                "Of the factions, {best} wins most ({most}) and {worst} least ({least}).",
                best = best[0].words(),
                most = best[2].words(),
                worst = worst[0].words(),
                least = worst[2].words()
            ));
        }
        report.tables.extend([one, two]);
    }
}
