//! A TimeLine to look at and to try things on: what lies where, what the cards of a deck do to it, who would be home.

use catalog::tr;
use catalog::{CardIx, GameData};
use formats::Deck;

use super::card_error::CardError;
use super::cards::{self, CardKind};
use super::setup::{MatchCards, compile};
use crate::kernel::observation::{TimelineCard, TimelineFace};
use crate::timeline::{Cells, History, Scene, Timeline, bits};

/// The TimeLine of a deck.
#[derive(Debug)]
pub struct TimelineBoard {
    /// Its history.
    pub timeline: Timeline,
    /// The card of each cell.
    pub cells: Vec<CardIx>,
    /// The card of each Patch.
    pub patches: Vec<CardIx>,
    /// Cards that reverse one of these Linchpins: from True, or from Prime.
    pub inverters: Vec<(CardIx, Cells, Cells)>,
    /// Travellers, and the events that bring them home.
    pub homes: Vec<(CardIx, Scene)>,
}

impl TimelineBoard {
    /// The TimeLine of a deck; `None` if it brings no TimeLine.
    ///
    /// # Errors
    /// Cards that do not fit it, with the reason.
    pub fn from_deck(game: &GameData, deck: &Deck) -> Option<Result<TimelineBoard, Vec<(CardIx, CardError)>>> {
        let brought = MatchCards::from_deck(game, deck);
        (!brought.timeline.is_empty()).then(|| {
            let compiled = compile(game, &brought)?;
            let mut patches = vec![CardIx(0); compiled.timeline.patches().len()];
            let mut inverters = Vec::new();
            for def in &compiled.defs {
                match def.kind {
                    CardKind::Patch(at) => patches[at as usize] = def.card,
                    CardKind::Inverter(trues, primes) => inverters.push((def.card, trues, primes)),
                    _ => {}
                }
            }
            let homes = compiled.identities.iter().map(|i| (i.card, i.home)).collect();
            Ok(TimelineBoard { timeline: compiled.timeline, cells: compiled.cells, patches, inverters, homes })
        })
    }

    /// Its years as they stand, with what a traveller wants of them.
    pub fn cards(&self, game: &GameData, history: &History, home: Option<&Scene>) -> Vec<TimelineCard> {
        timeline_cards(game, &self.timeline, &self.cells, |patch| self.patches[patch as usize], history, home)
    }
}

/// The cards of a TimeLine as they stand; `patch` is the card of each Patch.
pub(in crate::games) fn timeline_cards(
    game: &GameData,
    timeline: &Timeline,
    cells: &[CardIx],
    patch: impl Fn(u8) -> CardIx,
    history: &History,
    home: Option<&Scene>,
) -> Vec<TimelineCard> {
    let reach = timeline.reachable(history);
    let year = |(cell, (card, written)): (usize, (&CardIx, &crate::timeline::Cell))| {
        let is = |cells: Cells| cells & 1 << cell != 0;
        let name = &game.card(*card).name;
        let event = name.strip_prefix(written.label.as_str()).unwrap_or(name).trim();
        let altered = cards::text(game, *card, "altered");
        let lies = bits(history.patches & timeline.patches_for(cell as u8)).next();
        let face = match is(timeline.linchpins()) {
            true if is(history.primes) => TimelineFace::Reversed,
            true => TimelineFace::Linchpin,
            false if is(history.covered) => TimelineFace::Patched,
            false if is(history.holes) => TimelineFace::Paradox,
            false => TimelineFace::Event,
        };
        let said = match (face, lies) {
            (TimelineFace::Reversed, _) => altered.unwrap_or(event),
            (TimelineFace::Patched, Some(lies)) => {
                let name = &game.card(patch(lies)).name;
                name.split_once(' ').map_or(name.as_str(), |(_, event)| event)
            }
            _ => event,
        };
        let other = match face {
            TimelineFace::Linchpin => altered.map(|altered| tr!("or {altered}", altered)),
            TimelineFace::Reversed => Some(tr!("was {event}", event)),
            _ => None,
        };
        let condition = match (face, lies) {
            // A Patch stays while it could be laid.
            (TimelineFace::Patched, Some(lies)) => cards::text(game, patch(lies), "playable_if"),
            _ => cards::text(game, *card, "paradox_if"),
        };
        let wanted = home.filter(|home| is(home.cells)).map(|home| match () {
            () if is(home.primes) => is(history.primes),
            () if is(home.trues) => !is(history.primes | history.holes),
            () => home.patches & history.patches & timeline.patches_for(cell as u8) != 0,
        });
        let on_top = lies.filter(|_| face == TimelineFace::Patched).map(&patch);
        TimelineCard {
            card: on_top.unwrap_or(*card),
            label: written.label.clone(),
            event: said.to_owned(),
            other: other.unwrap_or_default(),
            condition: condition.map(in_signs).unwrap_or_default(),
            face,
            wanted,
            closed: !is(reach),
        }
    };
    cells.iter().zip(timeline.cells()).enumerate().map(year).collect()
}

/// A condition in little room: signs for words, and no primes where all its Linchpins have them.
fn in_signs(condition: &str) -> String {
    let signs = condition.replace(" and ", " + ").replace(" or ", " / ");
    let mut words = signs.split([' ', '(', ')']).filter(|word| !matches!(*word, "" | "+" | "/"));
    if words.all(|word| word.ends_with('\'')) { signs.replace('\'', "") } else { signs }
}

#[cfg(test)]
mod tests {
    use super::in_signs;

    #[test]
    fn conditions_are_written_in_signs() {
        let written = ["1912' or (1915' and 1936')", "1865'", "1936' and not 1941'", "1936' and 1941"].map(in_signs);
        assert_eq!(written, ["1912 / (1915 + 1936)", "1865", "1936' + not 1941'", "1936' + 1941"]);
    }
}
