//! How an imported set is drafted: packs for a file that says nothing of packs, and the formats that open them.

use std::collections::BTreeMap;

use super::cells::has_type;
use super::formats::rule;
use super::magic::SNOW;
use super::model;
use super::toml;
use crate::fold::{capital, fold};
use crate::game::GameData;

/// A booster file that the import makes: its id, and cards in a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MadeProduct {
    pub id: String,
    pub size: u32,
}

/// What packs hold where a file does not say it: cards of a rarity, and how many of them a set must have.
const USUAL: [(&str, u32); 3] = [("common", 10), ("uncommon", 3), ("rare", 1)];
/// Rarities that take the place of a rare, in one pack of eight.
const RARER: [&str; 2] = ["mythic", "legendary"];
/// Cards of a pack of a set without rarities.
const PLAIN: u32 = 15;
/// Cards of a deck out of a pool.
const DECK: u32 = 40;
/// Lands of these, where lands make what cards cost.
const LANDS: u32 = 17;

/// A format that opens packs.
struct PoolFormat {
    id: &'static str,
    name: &'static str,
    /// Packs of a player.
    packs: u32,
    seats: &'static str,
    /// Where packs go on; nowhere in sealed.
    pass: &'static [&'static str],
    about: &'static str,
}

/// What can be played with a booster.
const POOL_FORMATS: [PoolFormat; 2] = [
    PoolFormat {
        id: "draft",
        name: "Draft",
        packs: 3,
        seats: "[2, 12]",
        pass: &["left", "right", "left"],
        about: "Three packs each, passed left, right, left",
    },
    PoolFormat { id: "sealed", name: "Sealed", packs: 6, seats: "[1, 128]", pass: &[], about: "Six packs each" },
];

/// Cards of a set by id of their rarity, without tokens and basic cards.
pub(super) type RarityCounts = BTreeMap<String, u32>;

/// The id of the usual pack of a set.
pub(super) fn usual_id(set: &str) -> String {
    format!("{set}-pack")
}

/// The body of a booster file for a set of which nothing is said: the usual pack, if the set has the rarities for it, otherwise
/// fifteen cards that are equally likely. `None` for a set that is too small.
pub(super) fn usual_pack(
    game: &GameData,
    set: &str,
    name: &str,
    counts: &RarityCounts,
) -> Option<(String, MadeProduct)> {
    let rarity =
        |word: &str| game.rarities.iter().find(|r| fold(&r.name) == word || r.id == word).map(|r| r.id.clone());
    let enough = |(word, count): &(&str, u32)| {
        rarity(word).filter(|id| counts.get(id).is_some_and(|n| n >= count)).map(|id| (id, *count))
    };
    let besides = besides(game);
    let mut out = String::new();
    let id = usual_id(set);
    toml::text("source", "house set", &mut out);
    toml::text("id", &id, &mut out);
    toml::text("name", &format!("{} pack", capital(name)), &mut out);
    let usual: Option<Vec<(String, u32)>> = USUAL.iter().map(enough).collect();
    let Some(usual) = usual else {
        let cards: u32 = counts.values().sum();
        if cards < PLAIN {
            return None;
        }
        toml::text(
            "about",
            &format!("{PLAIN} cards, each equally likely: the imported file says nothing of packs."),
            &mut out,
        );
        sheet("cards", &format!("set:{set}{besides}"), &mut out);
        slot(PLAIN, &[("cards".into(), 1)], &mut out);
        return Some((out, MadeProduct { id, size: PLAIN }));
    };
    let size = usual.iter().map(|(_, count)| count).sum();
    toml::text(
        "about",
        &format!("{size} cards, by rarity as usual: the imported file says nothing of packs."),
        &mut out,
    );
    let rarer: Vec<String> =
        RARER.iter().filter_map(|w| rarity(w)).filter(|id| counts.get(id).is_some_and(|n| *n > 0)).collect();
    let all = usual.iter().map(|(id, _)| id).chain(&rarer);
    all.for_each(|rarity| sheet(rarity, &format!("set:{set} rarity:{rarity}{besides}"), &mut out));
    for (rarity, count) in &usual {
        let last = usual.last().is_some_and(|(last, _)| last == rarity);
        let rarer: Vec<(String, i32)> = rarer.iter().filter(|_| last).map(|id| (id.clone(), 1)).collect();
        let usual = (rarity.clone(), if rarer.is_empty() { 1 } else { 7 });
        slot(*count, &[vec![usual], rarer].concat(), &mut out);
    }
    Some((out, MadeProduct { id, size }))
}

/// The cards that a deck out of a pool has for nothing.
fn basics(game: &GameData) -> Option<&'static str> {
    let snow = has_type(game, SNOW);
    has_type(game, "basic").then_some(if snow { "type:basic -type:snow" } else { "type:basic" })
}

/// What a query adds to leave out cards that no pack holds.
fn besides(game: &GameData) -> String {
    let token = if game.field("token").is_some() { " -is:token" } else { "" };
    let basic = basics(game).map_or_else(String::new, |basics| format!(" -({basics})"));
    format!("{token}{basic}")
}

fn sheet(id: &str, cards: &str, out: &mut String) {
    out.push_str("\n[[sheet]]\n");
    toml::text("id", id, out);
    toml::text("cards", cards, out);
}

fn slot(count: u32, of: &[(String, i32)], out: &mut String) {
    out.push_str("\n[[slot]]\n");
    toml::raw("count", &count.to_string(), out);
    toml::amounts("of", of, out);
}

/// Of several boosters the one that is drafted: what lists call so, otherwise the first.
pub(super) fn drafted(products: &[MadeProduct]) -> Option<&MadeProduct> {
    let called = |word: &str| products.iter().find(|p| p.id.split('-').any(|part| part == word));
    ["play", "draft", "default"].into_iter().find_map(called).or(products.first())
}

/// The files of the formats that open a booster, by their ids.
pub(super) fn formats(game: &GameData, product: &MadeProduct) -> [(&'static str, String); 2] {
    POOL_FORMATS.map(|format| (format.id, pool_format(game, product, &format)))
}

fn pool_format(game: &GameData, product: &MadeProduct, format: &PoolFormat) -> String {
    let lands = model::has_lands(game);
    let pool = format.packs * product.size;
    // A small pool makes a smaller deck. Lands fill any deck.
    let size = if lands { DECK } else { DECK.min((pool * 2 / 3).max(1)) };
    let mut out = String::new();
    toml::text("source", "house set", &mut out);
    toml::text("id", format.id, &mut out);
    toml::text("name", format.name, &mut out);
    toml::text("about", &format!("{}; decks of {size} cards or more.", format.about), &mut out);
    rule("size", &[("section", "\"main\""), ("min", &size.to_string())], &mut out);
    let free = format!("\"{}\"", basics(game).unwrap_or("-*"));
    rule("pool", &[("free", &free)], &mut out);
    if lands {
        out.push_str("\n[[advice]]\n");
        toml::text("count", "16..18 of (type:land)", &mut out);
        toml::raw("per", &DECK.to_string(), &mut out);
        toml::text("text", "About {17} lands make a deck run.", &mut out);
        toml::texts("rules", &["house"], &mut out);
    }
    out.push_str("\n[limited]\n");
    toml::text("product", &product.id, &mut out);
    toml::raw("packs", &format.packs.to_string(), &mut out);
    toml::raw("seats", format.seats, &mut out);
    if !format.pass.is_empty() {
        toml::texts("pass", format.pass, &mut out);
    }
    toml::raw("deck_size", &size.to_string(), &mut out);
    if lands {
        toml::raw("lands", &LANDS.to_string(), &mut out);
    }
    toml::texts("rules", &["house"], &mut out);
    out
}
