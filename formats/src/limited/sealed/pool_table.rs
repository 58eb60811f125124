//! Pools as a table, for spreadsheets and other programs: a line a card, with its pool and pack.

use catalog::GameData;

use super::{MOST_CARDS, SealedAction, SealedError, SealedEvent};
use crate::deckfile::LONGEST_NAME;

/// A line that says nothing about a card.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct PoolTableError {
    /// From 1.
    pub line: usize,
    /// What was found, and what was expected.
    pub message: String,
}

/// All cards of an event as CSV: `pool`, `pack` (both from 1), `id`, `name`, `set`, `number`, `rarity`.
///
/// # Errors
/// The first card that the game lacks.
pub fn write(event: &SealedEvent, game: &GameData) -> Result<String, SealedError> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let mut put = |cells: [&str; 7]| table.write_record(cells).expect("memory can be written to");
    put(["pool", "pack", "id", "name", "set", "number", "rarity"]);
    for pool in 0..event.start.pools as usize {
        for (pack, cards) in event.packs(game, pool)?.iter().enumerate() {
            for card in cards.iter().map(|c| game.card(*c)) {
                let (set, rarity) = (&game.sets[card.set as usize].id, &game.rarities[card.rarity as usize].id);
                let (pool, pack) = ((pool + 1).to_string(), (pack + 1).to_string());
                put([&pool, &pack, &card.id, &card.name, set, &card.number, rarity]);
            }
        }
    }
    let bytes = table.into_inner().expect("memory can be written to");
    Ok(String::from_utf8(bytes).expect("all cells are text"))
}

/// Whether a file is such a table, by its first line: lists of cards have no column `pool`.
pub fn is_table(bytes: &[u8]) -> bool {
    let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    table.headers().is_ok_and(|headers| headers.len() > 1 && headers.iter().any(|h| is_named(h, "pool")))
}

fn is_named(heading: &str, column: &str) -> bool {
    heading.trim().eq_ignore_ascii_case(column)
}

/// The packs in a table: rounds of `[pool][card id]`, as actions. It needs a column `id` or `name`; `pool` and `pack`
/// are 1 where they are missing, and `count` is how many copies a line stands for.
///
/// # Errors
/// The first line that is no card of the game.
pub fn read(text: &str, game: &GameData) -> Result<(u32, Vec<SealedAction>), PoolTableError> {
    let fault = |line: usize, message: String| PoolTableError { line, message };
    let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let headers = table.headers().map_err(|e| fault(1, e.to_string()))?.clone();
    let column = |name: &str| headers.iter().position(|h| is_named(h, name));
    let (pool, pack, count) = (column("pool"), column("pack"), column("count"));
    let Some(card) = column("id").or(column("name")) else {
        return Err(fault(1, "there is no column `id` or `name`".into()));
    };
    let mut rounds: Vec<Vec<Vec<String>>> = Vec::new();
    let (mut pools, mut cards) = (0, 0);
    for (at, record) in table.records().enumerate() {
        let line = at + 2;
        let record = record.map_err(|e| fault(e.position().map_or(line, |p| p.line() as usize), e.to_string()))?;
        let line = record.position().map_or(line, |p| p.line() as usize);
        let cell = |column: usize| record.get(column).unwrap_or("").trim();
        let number = |column: Option<usize>| match column.map(cell) {
            None | Some("") => Ok(1),
            Some(text) => match text.parse::<usize>() {
                Ok(n) if (1..=1000).contains(&n) => Ok(n),
                _ => Err(fault(line, format!("`{text}` is no number from 1 to 1000"))),
            },
        };
        let name = cell(card);
        if name.chars().take(LONGEST_NAME + 1).count() > LONGEST_NAME {
            return Err(fault(line, format!("a name is longer than {LONGEST_NAME} letters")));
        }
        let found = game.find(name).ok_or_else(|| {
            fault(line, format!("there is no card `{name}` ({})", catalog::load::unknown_card_hint(game, name)))
        })?;
        let (pool, pack, count) = (number(pool)?, number(pack)?, number(count)?);
        cards += count;
        if cards > MOST_CARDS {
            return Err(fault(line, format!("an event has at most {MOST_CARDS} cards, and this one has more")));
        }
        pools = pools.max(pool);
        rounds.resize(rounds.len().max(pack), Vec::new());
        let round = &mut rounds[pack - 1];
        round.resize(round.len().max(pool), Vec::new());
        round[pool - 1].extend(std::iter::repeat_n(game.card(found).id.clone(), count));
    }
    if pools == 0 {
        return Err(fault(1, "there is no card in it".into()));
    }
    let opened = |mut packs: Vec<Vec<String>>| {
        packs.resize(pools, Vec::new());
        SealedAction::Opened { product: String::from("elsewhere"), packs }
    };
    Ok((pools as u32, rounds.into_iter().map(opened).collect()))
}
