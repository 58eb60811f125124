//! Which printing a line of a file means, and what that makes of the collection.

use std::collections::HashMap;

use crate::tr;

use super::table::{CardSpec, CollectionRow};
use super::{CollectionEdit, CopiesChange, HoldingKind};
use crate::card::CardIx;
use crate::fold::fold;
use crate::game::GameData;

/// Where a line went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// To a printing; the note says what of the line does not fit it.
    Card(CardIx, Option<String>),
    /// To an id that the game does not have; our own tables hold such cards.
    Unknown(String),
    /// Nowhere, and why.
    Nowhere(String),
}

/// The printing that a line means.
pub fn resolve(game: &GameData, said: &CardSpec) -> Resolution {
    if let Some(ix) = said.id.as_deref().and_then(|id| game.find(id)) {
        return Resolution::Card(ix, None);
    }
    let Some(name) = &said.name else {
        return match (numbered(game, said), &said.id) {
            (Some(ix), _) => Resolution::Card(ix, None),
            (None, Some(id)) if said.game.is_some() => Resolution::Unknown(id.clone()),
            _ => Resolution::Nowhere(tr!("no card has this id or number")),
        };
    };
    if let Some(ix) = game.find(name) {
        return printing(game, ix, &said.sets, said.number.as_deref());
    }
    let (bare, set, number) = split_name(name);
    if let Some(ix) = game.find(bare) {
        let sets: Vec<String> = set.map(str::to_owned).into_iter().chain(said.sets.iter().cloned()).collect();
        return printing(game, ix, &sets, number.or(said.number.as_deref()));
    }
    match &said.id {
        Some(id) if said.game.is_some() => Resolution::Unknown(id.clone()),
        _ => Resolution::Nowhere(tr!("`{name}` is no card of {game}", name, game = game.name)),
    }
}

/// The printing of a name in one of these sets, with this number.
fn printing(game: &GameData, ix: CardIx, sets: &[String], number: Option<&str>) -> Resolution {
    let printings = game.printings(ix);
    let in_set = |c: &CardIx| sets.iter().any(|s| is_set(game, game.card(*c).set, s));
    let numbered = |c: &CardIx| number.is_some_and(|n| is_number(game, *c, n));
    if let Some(exact) = printings.iter().find(|c| in_set(c) && numbered(c)) {
        return Resolution::Card(*exact, None);
    }
    let found = printings.iter().find(|c| in_set(c)).or_else(|| printings.iter().find(|c| numbered(c)));
    match found {
        Some(c) => Resolution::Card(*c, None),
        None => {
            let note = sets.first().map(|set| tr!("it is not in a set `{set}`", set));
            Resolution::Card(ix, note)
        }
    }
}

fn numbered(game: &GameData, said: &CardSpec) -> Option<CardIx> {
    let number = said.number.as_deref()?;
    let fits =
        |ix: &CardIx| is_number(game, *ix, number) && said.sets.iter().any(|s| is_set(game, game.card(*ix).set, s));
    game.indices().find(fits)
}

fn is_set(game: &GameData, set: u16, word: &str) -> bool {
    let (set, word) = (&game.sets[set as usize], fold(word));
    [&set.id, &set.code, &set.name].iter().any(|known| fold(known) == word)
}

/// With or without the code of the set before it, and zeros.
fn is_number(game: &GameData, ix: CardIx, number: &str) -> bool {
    let card = game.card(ix);
    let code = &game.sets[card.set as usize].code;
    let plain = |n: &str| {
        let bare = n.strip_prefix(code.as_str()).unwrap_or(n).trim_start_matches([' ', '-']);
        fold(bare.trim_start_matches('0'))
    };
    plain(&card.number) == plain(number)
}

/// `Name (SET) 17`, `Name [SET]`, `Name *F*` in their parts.
fn split_name(name: &str) -> (&str, Option<&str>, Option<&str>) {
    let name = name.trim();
    let name = name.strip_suffix("*F*").or_else(|| name.strip_suffix(" F")).map_or(name, str::trim_end);
    let parts = || {
        let open = name.rfind(['(', '['])?;
        let close = name[open..].find([')', ']'])? + open;
        let number = Some(name[close + 1..].trim()).filter(|n| !n.is_empty());
        Some((name[..open].trim_end(), Some(name[open + 1..close].trim()), number))
    };
    parts().unwrap_or((name, None, None))
}

/// The edits that placed lines ask for. Lines of one printing are added up; then they are the count from now on,
/// or, `adding`, so many more.
pub fn edits<'r>(
    game: &GameData,
    lines: impl IntoIterator<Item = (&'r CollectionRow, &'r Resolution)>,
    adding: bool,
) -> Vec<CollectionEdit> {
    let mut sums: Vec<(String, HoldingKind, u32)> = Vec::new();
    let mut places: HashMap<(String, HoldingKind), usize> = HashMap::new();
    for (row, placed) in lines {
        let Ok(said) = &row.card else { continue };
        let id = match placed {
            Resolution::Card(ix, _) => &game.card(*ix).id,
            Resolution::Unknown(id) => id,
            Resolution::Nowhere(_) => continue,
        };
        for (pile, count) in [(HoldingKind::Owned, said.owned), (HoldingKind::Wanted, said.wanted)] {
            let Some(count) = count else { continue };
            let at = *places.entry((id.clone(), pile)).or_insert_with(|| {
                sums.push((id.clone(), pile, 0));
                sums.len() - 1
            });
            sums[at].2 = sums[at].2.saturating_add(count);
        }
    }
    let amount = |sum: u32| if adding { CopiesChange::By(sum.into()) } else { CopiesChange::To(sum) };
    sums.into_iter().map(|(card, pile, sum)| CollectionEdit { card, pile, amount: amount(sum) }).collect()
}
