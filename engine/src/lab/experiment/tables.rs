//! Tables at which decks meet, one after another: so many games at each, by any rules that the engine plays.

use std::ops::Range;

use catalog::tr;
use formats::LegalDeck;

use super::{Bench, Error};
use crate::games::{self, PlayerKind, Setup};
use crate::lab::ledger::Seen;
use crate::lab::shards::Progress;
use crate::series::{self, Plan, Played};

/// Games that are counted together.
pub(super) const BLOCK: u64 = 8;

pub(super) struct Tables {
    bench: Bench,
    /// By table and seat: a deck of the plan.
    seats: Vec<Vec<usize>>,
    setups: Vec<Setup>,
    /// Games at each table.
    games: u64,
    /// Whether all seats of a table play with one deck.
    shared: bool,
}

impl Tables {
    /// Tables where the decks of these numbers sit; `players` sit where the plan says nothing. `ledgers` is whether what
    /// is drawn and played will be asked for.
    pub fn new(bench: Bench, seats: Vec<Vec<usize>>, players: &[&str], ledgers: bool) -> Result<Tables, Error> {
        let format = bench.book.format(&bench.format).ok_or_else(|| Error::Plan("the format is gone".into()))?;
        let option = |text: &String| {
            let pair = text.split_once('=').map(|(k, v)| (k.trim().to_owned(), v.trim().to_owned()));
            pair.ok_or_else(|| Error::Plan(format!("`{text}` is no option: write key=value")))
        };
        let own = bench.plan.options.iter().map(option).collect::<Result<Vec<_>, _>>()?;
        let options: Vec<_> = format.table.options.iter().cloned().chain(own).collect();
        let words: Vec<String> = match bench.plan.players.is_empty() {
            true => players.iter().map(|p| (*p).to_owned()).collect(),
            false => bench.plan.players.clone(),
        };
        let player = |text: &String| {
            let kind = text.parse::<PlayerKind>().map_err(|e| Error::Plan(e.to_string()))?;
            Ok((kind, text.clone()))
        };
        let players = words.iter().map(player).collect::<Result<Vec<_>, Error>>()?;
        let mut setups = Vec::new();
        for (number, table) in seats.iter().enumerate() {
            let players = match &players[..] {
                [one] => vec![one.clone(); table.len()],
                all if all.len() == table.len() => all.to_vec(),
                all => return Err(Error::Plan(format!("{} players for {} seats", all.len(), table.len()))),
            };
            let (low, high) = format.table.seats;
            if !(low..=high).contains(&(table.len() as u32)) {
                let (name, n) = (&format.name, table.len());
                return Err(Error::Plan(format!("{n} seats: {name} is played by {low} to {high}")));
            }
            if format.table.shared && table.iter().any(|deck| *deck != table[0]) {
                return Err(Error::Plan(format!("in {} all seats share one deck: name one", format.name)));
            }
            setups.push(Setup {
                format: bench.format.clone(),
                options: options.clone(),
                players,
                plan: Plan {
                    games: bench.plan.games(),
                    seed: bench.seed().part(number as u64),
                    turns: bench.plan.turns.unwrap_or(series::most_turns(&bench.book.game)),
                    threads: 1,
                },
            });
        }
        let shared = format.table.shared;
        let tables = Tables { games: bench.plan.games(), bench, seats, setups, shared };
        // What cannot be played is told now, not after an hour.
        for table in 0..tables.seats.len() {
            tables.play(table, 0..0, ledgers, &Progress::default(), &mut |_, _| {})?;
        }
        Ok(tables)
    }

    pub fn bench(&self) -> &Bench {
        &self.bench
    }

    /// Decks by table and seat.
    pub fn seats(&self) -> &[Vec<usize>] {
        &self.seats
    }

    /// Games at each table.
    pub fn each(&self) -> u64 {
        self.games
    }

    /// Games at all tables.
    pub fn games(&self) -> u64 {
        self.games * self.seats.len() as u64
    }

    /// Who sits at the first table, in words.
    pub fn players(&self) -> String {
        let mut words: Vec<&str> = self.setups[0].players.iter().map(|(_, words)| words.as_str()).collect();
        words.dedup();
        words.join(&tr!(" against "))
    }

    /// Turns after which a game is stopped.
    pub fn turns(&self) -> u32 {
        self.setups[0].plan.turns
    }

    fn play(
        &self,
        table: usize,
        games: Range<u64>,
        ledgers: bool,
        progress: &Progress,
        see: &mut dyn FnMut(&Played, &[Seen]),
    ) -> Result<bool, Error> {
        let seats = &self.seats[table][..if self.shared { 1 } else { self.seats[table].len() }];
        let decks: Vec<&LegalDeck> = seats.iter().map(|d| &self.bench.decks[*d]).collect();
        let setup = &self.setups[table];
        let mut see = |_: u64, played: &Played, seen: &[Seen]| {
            progress.add(1);
            see(played, seen);
        };
        let (source, game) = (&self.bench.source, self.bench.game());
        Ok(games::watch(source, game, &decks, setup, (games, ledgers), progress, &mut see)?)
    }

    /// Plays the games with these numbers, counted over all tables; `see` gets the table, too. `false` if it was
    /// stopped.
    pub fn count(
        &self,
        games: Range<u64>,
        ledgers: bool,
        progress: &Progress,
        see: &mut dyn FnMut(usize, &Played, &[Seen]),
    ) -> Result<bool, Error> {
        let mut at = games.start;
        while at < games.end {
            let table = at / self.games;
            let end = games.end.min((table + 1) * self.games);
            let these = at - table * self.games..end - table * self.games;
            let table = table as usize;
            if !self.play(table, these, ledgers, progress, &mut |played, seen| see(table, played, seen))? {
                return Ok(false);
            }
            at = end;
        }
        Ok(true)
    }
}
