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
    // A name may itself look like more, so it is taken apart step by step.
    let (bare, set, number) = split_name(name);
    let by_rest = || without_set(name).and_then(|(set, rest)| Some((game.find(rest)?, Some(set), None)));
    let by_name = || Some((game.find(bare)?, set, number));
    let by_variant = || {
        let (bare, variant) = without_variant(bare)?;
        Some((game.find(bare)?, set, number.or(variant)))
    };
    if let Some((ix, set, number)) = by_rest().or_else(by_name).or_else(by_variant) {
        let sets: Vec<String> = set.map(str::to_owned).into_iter().chain(said.sets.iter().cloned()).collect();
        return printing(game, ix, &sets, number.or(said.number.as_deref()));
    }
    match &said.id {
        Some(id) if said.game.is_some() => Resolution::Unknown(id.clone()),
        _ => Resolution::Nowhere(tr!("`{name}` is not a card of {game}", name, game = game.name)),
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

/// Marks of a foil and the like behind a name.
const MARKS: [&str; 6] = ["*F*", "*E*", " F", "(F)", "(E)", "(FOIL)"];

/// `[SET] Name`: the set, and what follows.
fn without_set(name: &str) -> Option<(&str, &str)> {
    let (set, rest) = name.trim().strip_prefix('[')?.split_once(']')?;
    Some((set.trim(), rest.trim())).filter(|(_, rest)| !rest.is_empty())
}

/// A name, its set and its number in the notations of sites: `Name (SET) 17`, `Name (SET:17)`, `Name [SET]`,
/// `[SET#17] Name`, `Name [SET] (F)`, `Name *F*`, `Name #tag`.
fn split_name(name: &str) -> (&str, Option<&str>, Option<&str>) {
    let (before, mut name) = match without_set(name) {
        Some((set, rest)) => (Some(set), rest),
        None => (None, name.trim()),
    };
    if let Some((card, _)) = name.split_once(" #") {
        name = card.trim_end();
    }
    if let Some(rest) = MARKS.iter().find_map(|mark| strip_mark(name, mark)) {
        name = rest;
    }
    let behind = name.rfind(['(', '[']).and_then(|open| {
        let close = name[open..].find([')', ']'])? + open;
        let number = Some(name[close + 1..].trim()).filter(|n| !n.is_empty());
        Some((name[..open].trim_end(), name[open + 1..close].trim(), number))
    });
    let mut number = None;
    let mut set = before;
    if let Some((bare, inside, after)) = behind {
        (name, number) = (bare, after);
        match (set, inside.bytes().all(|b| b.is_ascii_digit())) {
            (Some(_), true) => number = number.or(Some(inside)),
            _ => set = set.or(Some(inside)),
        }
    }
    if let Some((code, inside)) = set.and_then(|set| set.split_once(['#', ':'])) {
        (set, number) = (Some(code.trim()), number.or(Some(inside.trim())));
    }
    (name, set, number)
}

/// `Name <17>`, `Name <extended art>`: the name, and the number if it is one.
fn without_variant(name: &str) -> Option<(&str, Option<&str>)> {
    let (bare, variant) = name.strip_suffix('>')?.rsplit_once('<')?;
    Some((bare.trim_end(), Some(variant.trim()).filter(|n| n.bytes().all(|b| b.is_ascii_digit()))))
}

fn strip_mark<'n>(name: &'n str, mark: &str) -> Option<&'n str> {
    let start = name.len().checked_sub(mark.len())?;
    let fits = name.get(start..)?.eq_ignore_ascii_case(mark) && start > 0;
    fits.then(|| name[..start].trim_end())
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

#[cfg(test)]
mod tests {
    use super::{split_name, without_variant};

    #[test]
    fn a_name_gives_its_set_and_number_in_every_notation() {
        for (written, name, set, number) in [
            ("Lamp", "Lamp", None, None),
            ("Lamp (SLT) 17", "Lamp", Some("SLT"), Some("17")),
            ("Lamp (slt) 17 *F*", "Lamp", Some("slt"), Some("17")),
            ("Lamp (SLT:17) *E*", "Lamp", Some("SLT"), Some("17")),
            ("Lamp [SLT]", "Lamp", Some("SLT"), None),
            ("[SLT] Lamp", "Lamp", Some("SLT"), None),
            ("[SLT#17] Lamp", "Lamp", Some("SLT"), Some("17")),
            ("[SLT] Lamp (3)", "Lamp", Some("SLT"), Some("3")),
            ("Lamp <17> [SLT] (F)", "Lamp <17>", Some("SLT"), None),
            ("Lamp (SLT) 17 #ramp #light", "Lamp", Some("SLT"), Some("17")),
            ("Lamp (SLT) 12-b", "Lamp", Some("SLT"), Some("12-b")),
        ] {
            assert_eq!(split_name(written), (name, set, number), "{written}");
        }
        assert_eq!(without_variant("Lamp <17>"), Some(("Lamp", Some("17"))));
        assert_eq!(without_variant("Lamp <extended art>"), Some(("Lamp", None)));
    }
}
