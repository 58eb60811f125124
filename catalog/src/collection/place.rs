//! Which printing a line of a file means, and what that makes of the collection.

use std::collections::HashMap;

use crate::tr;

use super::table::{Row, Said};
use super::{Amount, Edit, Pile};
use crate::card::CardIx;
use crate::fold::fold;
use crate::game::Game;

/// Where a line went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placed {
    /// To a printing; the note says what of the line does not fit it.
    Card(CardIx, Option<String>),
    /// To an id that the game does not have; our own tables hold such cards.
    Unknown(String),
    /// Nowhere, and why.
    Nowhere(String),
}

/// The printing that a line means.
pub fn place(game: &Game, said: &Said) -> Placed {
    if let Some(ix) = said.id.as_deref().and_then(|id| game.find(id)) {
        return Placed::Card(ix, None);
    }
    let Some(name) = &said.name else {
        return match (numbered(game, said), &said.id) {
            (Some(ix), _) => Placed::Card(ix, None),
            (None, Some(id)) if said.game.is_some() => Placed::Unknown(id.clone()),
            _ => Placed::Nowhere(tr!("no card has this id or number")),
        };
    };
    if let Some(ix) = game.find(name) {
        return printing(game, ix, &said.sets, said.number.as_deref());
    }
    let (bare, set, number) = quoted(name);
    if let Some(ix) = game.find(bare) {
        let sets: Vec<String> = set.map(str::to_owned).into_iter().chain(said.sets.iter().cloned()).collect();
        return printing(game, ix, &sets, number.or(said.number.as_deref()));
    }
    match &said.id {
        Some(id) if said.game.is_some() => Placed::Unknown(id.clone()),
        _ => Placed::Nowhere(tr!("`{name}` is no card of {game}", name, game = game.name)),
    }
}

/// The printing of a name in one of these sets, with this number.
fn printing(game: &Game, ix: CardIx, sets: &[String], number: Option<&str>) -> Placed {
    let printings = game.printings(ix);
    let in_set = |c: &CardIx| sets.iter().any(|s| is_set(game, game.card(*c).set, s));
    let numbered = |c: &CardIx| number.is_some_and(|n| is_number(game, *c, n));
    if let Some(exact) = printings.iter().find(|c| in_set(c) && numbered(c)) {
        return Placed::Card(*exact, None);
    }
    let found = printings.iter().find(|c| in_set(c)).or_else(|| printings.iter().find(|c| numbered(c)));
    match found {
        Some(c) => Placed::Card(*c, None),
        None => {
            let note = sets.first().map(|set| tr!("it is not in a set `{set}`", set));
            Placed::Card(ix, note)
        }
    }
}

fn numbered(game: &Game, said: &Said) -> Option<CardIx> {
    let number = said.number.as_deref()?;
    let fits =
        |ix: &CardIx| is_number(game, *ix, number) && said.sets.iter().any(|s| is_set(game, game.card(*ix).set, s));
    game.indices().find(fits)
}

fn is_set(game: &Game, set: u16, word: &str) -> bool {
    let (set, word) = (&game.sets[set as usize], fold(word));
    [&set.id, &set.code, &set.name].iter().any(|known| fold(known) == word)
}

/// With or without the code of the set before it, and zeros.
fn is_number(game: &Game, ix: CardIx, number: &str) -> bool {
    let card = game.card(ix);
    let code = &game.sets[card.set as usize].code;
    let plain = |n: &str| {
        let bare = n.strip_prefix(code.as_str()).unwrap_or(n).trim_start_matches([' ', '-']);
        fold(bare.trim_start_matches('0'))
    };
    plain(&card.number) == plain(number)
}

/// `Name (SET) 17`, `Name [SET]`, `Name *F*` in their parts.
fn quoted(name: &str) -> (&str, Option<&str>, Option<&str>) {
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
pub fn edits<'r>(game: &Game, lines: impl IntoIterator<Item = (&'r Row, &'r Placed)>, adding: bool) -> Vec<Edit> {
    let mut sums: Vec<(String, Pile, u32)> = Vec::new();
    let mut places: HashMap<(String, Pile), usize> = HashMap::new();
    for (row, placed) in lines {
        let Ok(said) = &row.says else { continue };
        let id = match placed {
            Placed::Card(ix, _) => &game.card(*ix).id,
            Placed::Unknown(id) => id,
            Placed::Nowhere(_) => continue,
        };
        for (pile, count) in [(Pile::Owned, said.owned), (Pile::Wanted, said.wanted)] {
            let Some(count) = count else { continue };
            let at = *places.entry((id.clone(), pile)).or_insert_with(|| {
                sums.push((id.clone(), pile, 0));
                sums.len() - 1
            });
            sums[at].2 = sums[at].2.saturating_add(count);
        }
    }
    let amount = |sum: u32| if adding { Amount::By(sum.into()) } else { Amount::To(sum) };
    sums.into_iter().map(|(card, pile, sum)| Edit { card, pile, amount: amount(sum) }).collect()
}
