//! The log of a draft, as Magic Online, XMage and Draftmancer write it: `Pack 1 pick 3:`, then the cards of the
//! booster with `-->` before the one that was picked. The picks are the pool.

use super::sheet::{DeckFileError, DeckSheet, LineContent};

/// Whether a text is such a log.
pub(super) fn matches(text: &str) -> bool {
    text.lines().any(is_pick) && text.lines().any(|line| picked(line).is_some())
}

/// Reads the picks; the other cards of the boosters are remarks.
///
/// # Errors
/// When it is too long for a deck.
pub(super) fn read(text: &str) -> Result<DeckSheet, DeckFileError> {
    let mut sheet = DeckSheet::default();
    // Among the players the same mark stands before the one whose log it is.
    let mut begun = false;
    for (i, raw) in text.lines().enumerate() {
        begun |= is_pick(raw);
        let says =
            picked(raw).filter(|_| begun).map_or(LineContent::Remark, |name| LineContent::copies_of(1, name, None));
        sheet.push(i + 1, raw, says)?;
    }
    Ok(sheet)
}

/// `Pack 1 pick 3:`.
fn is_pick(line: &str) -> bool {
    let line = line.trim().trim_end_matches(':').to_lowercase();
    let numbers = line.strip_prefix("pack ").and_then(|rest| rest.split_once(" pick "));
    numbers.is_some_and(|(pack, pick)| [pack, pick].iter().all(|number| number.parse::<u32>().is_ok()))
}

fn picked(line: &str) -> Option<&str> {
    Some(line.trim().strip_prefix("-->")?.trim()).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picks_of_a_log_are_the_pool() {
        let log = "Event #: 1\nPlayers:\n--> Ann\n    Bob\n\n------ SLT ------\n\nPack 1 pick 1:\n    Fog\n--> Lamp\n\nPack 1 pick 2:\n    --> Wick\n    Oil\n";
        assert!(matches(log) && !matches("Pack 1 pick 1:\n1 Lamp\n") && !matches("1 Lamp\n--> Lamp\n"));
        let sheet = read(log).expect("a log");
        let cards = sheet.lines.iter().filter(|line| line.content != LineContent::Remark);
        assert_eq!(cards.map(|line| line.text.trim()).collect::<Vec<_>>(), ["--> Lamp", "--> Wick"]);
    }
}
