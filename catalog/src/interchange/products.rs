//! The booster files of an import: the packs of the foreign file, or usual ones where it says nothing of packs.

use std::collections::{BTreeSet, HashSet};

use super::cells::first_free;
use super::columns::ColumnRole;
use super::limited::{self, MadeProduct};
use super::table::{self, CardTable};
use super::{ImportTarget, packs, sets, toml};
use crate::fold::slug;
use crate::game::{FieldKind, GameData};

/// Adds a booster file for each set of a file that says nothing of packs.
pub(super) fn add_usual(
    table: &mut CardTable,
    aim: &ImportTarget<'_>,
    game: &GameData,
    roles: &[ColumnRole],
    sets: &[sets::SetFile],
    has_packs: bool,
    files: &mut Vec<(String, String)>,
) -> Vec<MadeProduct> {
    let mut made = Vec::new();
    for set in sets {
        // A set that has a pack already keeps it, unless it is such a one and the file has all of the set.
        let of_set = |game: &&GameData| game.cards.iter().filter(|c| game.sets[c.set as usize].id == set.id).count();
        let is_part = aim.known.as_ref().map_or(0, of_set) > set.rows.len();
        let usual = limited::usual_id(&set.id);
        let mut own = aim.boosters.iter().filter(|(_, text)| draws_from(text, &set.id));
        if own.any(|(id, _)| *id != usual || is_part) {
            continue;
        }
        let counts = sets::rarity_counts(game, roles, set, table);
        if let Some((body, product)) = limited::usual_pack(game, &set.id, &set.name, &counts) {
            files.push((format!("{}/boosters/{}.toml", aim.game, product.id), toml::made(aim.from, &body)));
            made.push(product);
        }
    }
    if !made.is_empty() {
        let why = if has_packs { "no pack of the file can be filled" } else { "the file says nothing of packs" };
        let what = "they are filled by rarity as usual, or with 15 cards of the set";
        table.remark(None, "", format!("{why}; {what}"));
    }
    made
}

/// Whether a booster file draws cards of a set.
fn draws_from(booster: &str, set: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
    booster.split("set:").skip(1).any(|rest| rest.strip_prefix(set).is_some_and(ends))
}

/// Adds the booster files; `row` finds the set and the id of a card of the table.
pub(super) fn add(
    table: &mut CardTable,
    aim: &ImportTarget<'_>,
    game: &GameData,
    files: &mut Vec<(String, String)>,
    row: impl Fn(usize) -> Option<packs::SetCardId>,
) -> Vec<MadeProduct> {
    let of_game = |name: &str| {
        let known = aim.known?;
        let card = known.card(known.find(name)?);
        Some((known.sets[card.set as usize].id.clone(), card.id.clone()))
    };
    for (line, name) in std::mem::take(&mut table.named) {
        if of_game(&name).is_none() {
            table.remark(
                Some(line),
                &name,
                "passed over: the file does not describe this card, nor does the game have it",
            );
        }
    }
    let ratings = ratings(game, table);
    let (mut ids, mut made) = (HashSet::new(), Vec::new());
    for product in std::mem::take(&mut table.products) {
        let word = Some(slug(&product.name)).filter(|s| !s.is_empty()).unwrap_or_else(|| "pack".into());
        let id = first_free(&word, &ids);
        ids.insert(id.clone());
        let place = |card: &table::SheetCard| match card {
            table::SheetCard::Row(at) => row(*at),
            table::SheetCard::Named(name) => of_game(name),
        };
        match packs::file(&product, &id, place, &ratings) {
            Ok((body, size, remarks)) => {
                made.push(MadeProduct { id: id.clone(), size });
                remarks.into_iter().for_each(|r| table.remark(None, "", format!("pack `{}`: {r}", product.name)));
                files.push((format!("{}/boosters/{id}.toml", aim.game), toml::made(aim.from, &body)));
            }
            Err(why) => table.remark(None, "", format!("pack `{}` is left out: {why}", product.name)),
        }
    }
    made
}

/// The values of a number field `rating`, which Draftmancer's lists have.
fn ratings(game: &GameData, table: &CardTable) -> BTreeSet<i32> {
    let number = game.field("rating").filter(|f| game.fields[*f].kind == FieldKind::Number);
    match number.and_then(|_| table.find("rating")) {
        Some(column) => table.rows.iter().filter_map(|r| r.get(column)?.parse().ok()).collect(),
        None => BTreeSet::new(),
    }
}
