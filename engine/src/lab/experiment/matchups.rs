//! Tables at which decks meet, one after another: so many games at each, by any rules that the engine plays.

use std::ops::Range;

use catalog::tr;
use formats::LegalDeck;

use super::{ExperimentError, ExperimentInput};
use crate::kernel::ledger::SeatLedger;
use crate::kernel::parallel::Progress;
use crate::kernel::series::{GameResult, SeriesPlan};
use crate::session::SeriesSetup;

/// Games that are counted together.
pub(super) const BLOCK: u64 = 8;

pub(super) struct Matchups {
    input: ExperimentInput,
    /// By table and seat: a deck of the plan.
    seats: Vec<Vec<usize>>,
    setups: Vec<SeriesSetup>,
    /// Games at each table.
    games: u64,
    /// Whether all seats of a table play with one deck.
    shared: bool,
}

impl Matchups {
    /// Tables where the decks of these numbers sit; `players` sit where the plan says nothing. `ledgers` is whether what
    /// is drawn and played will be asked for.
    pub fn new(
        input: ExperimentInput,
        seats: Vec<Vec<usize>>,
        players: &[&str],
        ledgers: bool,
    ) -> Result<Matchups, ExperimentError> {
        let format = input
            .game_library
            .format(&input.format)
            .ok_or_else(|| ExperimentError::Plan("the format is gone".into()))?;
        let options: Vec<_> = format.match_settings.options.iter().cloned().chain(input.options()?).collect();
        let players = input.players(players)?;
        let mut setups = Vec::new();
        for (number, table) in seats.iter().enumerate() {
            let players = match &players[..] {
                [one] => vec![one.clone(); table.len()],
                all if all.len() == table.len() => all.to_vec(),
                all => return Err(ExperimentError::Plan(format!("{} players for {} seats", all.len(), table.len()))),
            };
            let (low, high) = format.match_settings.seats;
            if !(low..=high).contains(&(table.len() as u32)) {
                let (name, n) = (&format.name, table.len());
                return Err(ExperimentError::Plan(format!("{n} seats: {name} is played by {low} to {high}")));
            }
            if format.match_settings.shared && table.iter().any(|deck| *deck != table[0]) {
                return Err(ExperimentError::Plan(format!("in {} all seats share one deck: name one", format.name)));
            }
            setups.push(SeriesSetup {
                format: input.format.clone(),
                options: options.clone(),
                players,
                plan: SeriesPlan {
                    games: input.plan.games(),
                    seed: input.seed().part(number as u64),
                    turns: input.plan.turns.unwrap_or(crate::registry::default_max_turns(&input.game_library.game.id)),
                    threads: 1,
                },
            });
        }
        let shared = format.match_settings.shared;
        let tables = Matchups { games: input.plan.games(), input, seats, setups, shared };
        // What cannot be played is told now, not after an hour.
        for table in 0..tables.seats.len() {
            tables.play(table, 0..0, ledgers, &Progress::default(), &mut |_, _| {})?;
        }
        Ok(tables)
    }

    pub fn input(&self) -> &ExperimentInput {
        &self.input
    }

    /// Decks by table and seat.
    pub fn seats(&self) -> &[Vec<usize>] {
        &self.seats
    }

    /// Games at each table.
    pub fn games_each(&self) -> u64 {
        self.games
    }

    /// Games at all tables.
    pub fn games(&self) -> u64 {
        self.games * self.seats.len() as u64
    }

    /// Who sits at a seat of the first table, in words.
    pub fn player(&self, seat: usize) -> &str {
        &self.setups[0].players[seat].1
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
        see: &mut dyn FnMut(&GameResult, &[SeatLedger]),
    ) -> Result<bool, ExperimentError> {
        let seats = &self.seats[table][..if self.shared { 1 } else { self.seats[table].len() }];
        let decks: Vec<&LegalDeck> = seats.iter().map(|d| &self.input.decks[*d]).collect();
        let setup = &self.setups[table];
        let mut see = |_: u64, played: &GameResult, ledger: &[SeatLedger]| {
            progress.add(1);
            see(played, ledger);
        };
        let (source, game) = (&self.input.source, self.input.game());
        Ok(crate::session::watch(source, game, &decks, setup, (games, ledgers), progress, &mut see)?)
    }

    /// Plays the games with these numbers, counted over all tables; `see` gets the table, too. `false` if it was
    /// stopped.
    pub fn count(
        &self,
        games: Range<u64>,
        ledgers: bool,
        progress: &Progress,
        see: &mut dyn FnMut(usize, &GameResult, &[SeatLedger]),
    ) -> Result<bool, ExperimentError> {
        let mut at = games.start;
        while at < games.end {
            let table = at / self.games;
            let end = games.end.min((table + 1) * self.games);
            let these = at - table * self.games..end - table * self.games;
            let table = table as usize;
            if !self.play(table, these, ledgers, progress, &mut |played, ledger| see(table, played, ledger))? {
                return Ok(false);
            }
            at = end;
        }
        Ok(true)
    }
}
