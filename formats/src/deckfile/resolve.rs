//! A sheet and a game → a deck, with a report on every line.

use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

use catalog::collection::resolve::{self, Resolution};
use catalog::collection::table::CardSpec;
use catalog::fold::fold;
use catalog::tr;
use catalog::{CardIx, GameData};
use serde::Serialize;

use super::octgn::Guids;
use super::sheet::{DeckSheet, Extras, LineContent, MOST_COPIES};
use super::text;
use crate::deck::{AppliedPlan, Deck, DeckEntry, DeckPart, Listed, SavedList, SideboardPlan};

/// Unknown names for which the card that was perhaps meant is looked up: more of them come from a file of another
/// game.
const HINTS: usize = 100;
/// The most cards that a deck takes out of a file.
const MOST_CARDS: u32 = 100_000;

/// A deck that came in, with a report on every line.
#[derive(Debug, Clone)]
pub struct ImportedDeck {
    /// The deck.
    pub deck: Deck,
    /// A report for each line.
    pub report: Vec<ReportedLine>,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReportedLine {
    /// Line in the file, counted from 1.
    pub line: usize,
    /// The line as it stood there.
    pub text: String,
    /// What became of it.
    #[serde(flatten)]
    pub outcome: LineOutcome,
}

/// What became of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum LineOutcome {
    /// A known card.
    Card {
        /// Copies.
        count: u32,
        /// Card id.
        id: String,
        /// The name as the game spells it, with its printing if there are several.
        name: String,
        /// Section id, or the name of a list of one's own.
        section: String,
        /// Why it is another printing, or in another section, than the file says.
        note: Option<String>,
    },
    /// A card that the game does not know, kept by its name.
    Unknown {
        /// Copies.
        count: u32,
        /// The name as it is kept.
        name: String,
        /// Section id, or the name of a list of one's own.
        section: String,
        /// The card that was perhaps meant.
        meant: Option<String>,
    },
    /// A heading, a remark or an empty line.
    Remark,
    /// A line that says nothing this program can read; it is kept in this report.
    Unread {
        /// Why not.
        why: String,
    },
}

/// The game among `games` that knows most of the cards of a sheet; the game the sheet names, if there is one.
pub fn guess_game<'g>(sheet: &DeckSheet, games: impl IntoIterator<Item = &'g GameData>) -> Option<&'g GameData> {
    let games: Vec<&GameData> = games.into_iter().collect();
    if let Some(named) = &sheet.game {
        return games.into_iter().find(|g| g.id == *named);
    }
    let known = |game: &GameData| {
        let known = CardLookup::new(game);
        let cards = sheet.lines.iter().filter_map(|l| match &l.content {
            LineContent::Copies { card, .. } => Some(card),
            _ => None,
        });
        cards.filter(|card| matches!(known.place(card), Resolution::Card(..))).count()
    };
    let mut best = games.into_iter().map(|g| (known(g), g)).filter(|(n, _)| *n > 0).collect::<Vec<_>>();
    best.sort_by_key(|(n, g)| (std::cmp::Reverse(*n), g.id.clone()));
    best.first().map(|(_, g)| *g)
}

/// Resolves the cards of a sheet for a game.
pub fn resolve(sheet: &DeckSheet, game: &GameData) -> ImportedDeck {
    let format = sheet.format.clone().unwrap_or_else(|| game.default_format.clone());
    let name = sheet.name.as_deref().filter(|name| !name.trim().is_empty());
    let mut deck = Deck::new(game, name.unwrap_or("Imported deck"), &format);
    deck.about = sheet.about.as_deref().map(without_illegal_note).unwrap_or_default();
    (deck.goal, deck.goal_text) = sheet.goal.clone();
    let known = CardLookup::new(game);
    let own = add_extras(&mut deck, &sheet.extras, &known);
    let mut report = Vec::with_capacity(sheet.lines.len());
    let (mut total, mut hints) = (0u32, 0);
    // Entry by entry, a long file would take the square of its length.
    let mut places: HashMap<(DeckPart, Listed), usize> = HashMap::new();
    // Whether there was room: what a line cannot name, several lines cannot either.
    let mut add = |deck: &mut Deck, part: DeckPart, card: Listed, count: u32| {
        let Some(entries) = deck.entries_mut(&part) else { return true };
        match places.entry((part, card.clone())) {
            Slot::Occupied(place) if entries[*place.get()].count + count > MOST_COPIES => return false,
            Slot::Occupied(place) => entries[*place.get()].count += count,
            Slot::Vacant(place) => {
                place.insert(entries.len());
                entries.push(DeckEntry { count, card });
            }
        }
        true
    };
    for line in &sheet.lines {
        let outcome = match &line.content {
            LineContent::Remark => LineOutcome::Remark,
            LineContent::Nothing(why) => LineOutcome::Unread { why: why.clone() },
            LineContent::Copies { count, .. } if total.saturating_add(*count) > MOST_CARDS => {
                LineOutcome::Unread { why: tr!("a deck of more than {most} cards", most = MOST_CARDS) }
            }
            LineContent::Copies { count, card, section } => {
                total += count;
                let placed = known.place(card);
                let found = match &placed {
                    Resolution::Card(ix, _) => Some(*ix),
                    _ => None,
                };
                let (part, strange) = match section.as_ref().filter(|s| own.contains(*s)) {
                    Some(list) => (DeckPart::Own(list.clone()), false),
                    None => {
                        let (at, strange) = place(game, section.as_deref(), found, sheet.exact);
                        (DeckPart::Section(at), strange)
                    }
                };
                let strange =
                    section.as_ref().filter(|_| strange).map(|s| tr!("there is no section `{section}`", section = s));
                let (section, count) = (part.key(game).to_owned(), *count);
                let listed = found.map_or_else(|| Listed::Unknown(unknown_name(card)), Listed::Card);
                match placed {
                    _ if !add(&mut deck, part, listed, count) => {
                        LineOutcome::Unread { why: tr!("more than {most} copies of one card", most = MOST_COPIES) }
                    }
                    Resolution::Card(ix, note) => {
                        let notes: Vec<String> = note.into_iter().chain(strange).collect();
                        let note = Some(notes.join("; ")).filter(|n| !n.is_empty());
                        let name = list_name(game, &Listed::Card(ix));
                        LineOutcome::Card { count, id: game.card(ix).id.clone(), name, section, note }
                    }
                    _ => {
                        let name = unknown_name(card);
                        hints += 1;
                        let hint = (hints <= HINTS).then(|| catalog::fuzzy::suggestion(game, &name)).flatten();
                        LineOutcome::Unknown { count, name, section, meant: hint.map(|ix| game.card(ix).name.clone()) }
                    }
                }
            }
        };
        report.push(ReportedLine { line: line.number, text: line.text.clone(), outcome });
    }
    ImportedDeck { deck, report }
}

/// Adds what a person added, and begins the lists of the person's own: those whose names are free.
fn add_extras(deck: &mut Deck, extras: &Extras, known: &CardLookup<'_>) -> Vec<String> {
    let game = known.game;
    for name in &extras.own {
        if deck.list_name_fault(game, name).is_none() {
            deck.own.insert(name.clone(), Vec::new());
        }
    }
    let kin = |name: &String| Listed::from_id_or_name(game, name).first_printing_id(game).to_owned();
    deck.tags = extras.tags.iter().map(|(card, tags)| (kin(card), tags.clone())).collect();
    deck.notes = extras.notes.iter().map(|(card, note)| (kin(card), note.clone())).collect();
    let id = |written: &str| match text::copies(&format!("1 {written}"), None) {
        LineContent::Copies { card, .. } => match known.place(&card) {
            Resolution::Card(ix, _) => game.card(ix).id.clone(),
            _ => unknown_name(&card),
        },
        _ => written.to_owned(),
    };
    let list = |list: &SavedList| -> SavedList { list.iter().map(|(n, card)| (*n, id(card))).collect() };
    let plan = |plan: &SideboardPlan| SideboardPlan { ins: list(&plan.ins), outs: list(&plan.outs) };
    deck.plans = extras.plans.iter().map(|(name, of)| (name.clone(), plan(of))).collect();
    deck.boarded = extras.boarded.as_ref().map(|b| AppliedPlan { name: b.name.clone(), plan: plan(&b.plan) });
    deck.own.keys().cloned().collect()
}

/// What an export of an illegal deck begins its plan with.
pub fn illegal_note(format: &str) -> String {
    format!("Not legal in {format}.")
}

pub(super) fn without_illegal_note(about: &str) -> String {
    let rest = about.strip_prefix("Not legal in ").and_then(|a| a.split_once('.')).map(|(_, rest)| rest);
    rest.unwrap_or(about).trim().to_owned()
}

/// A card as a list names it: its name, and `(SET) number` behind it where its name has several printings.
pub(super) fn list_name(game: &GameData, card: &Listed) -> String {
    match card {
        Listed::Card(ix) if game.printings(*ix).len() > 1 => printed_name(game, card, card.name(game)),
        _ => card.name(game).to_owned(),
    }
}

/// `Name (SET) 17`, as other programs call it; of an unknown card its name.
pub(super) fn with_printing(game: &GameData, card: &Listed) -> String {
    printed_name(game, card, card.front_name(game))
}

fn printed_name(game: &GameData, card: &Listed, name: &str) -> String {
    match printing(game, card) {
        Some((set, number)) => format!("{name} ({set}) {number}"),
        None => name.to_owned(),
    }
}

/// The code of the set and the number of a known card.
pub(super) fn printing<'g>(game: &'g GameData, card: &Listed) -> Option<(&'g str, &'g str)> {
    let Listed::Card(ix) = card else { return None };
    let card = game.card(*ix);
    Some((&game.sets[card.set as usize].code, &card.number))
}

/// Whether the name under which a card would be kept has at most so many characters.
pub(super) fn is_unknown_name_within(most: usize, card: &CardSpec) -> bool {
    let written = card.name.iter().chain(&card.id).take(1).chain(card.sets.first()).chain(&card.number);
    // With the signs between them and around the set; most names are far below.
    written.map(|part| part.len() + 3).sum::<usize>() <= most || unknown_name(card).chars().count() <= most
}

/// The name under which an unknown card is kept: in one line, with the printing that the file names.
pub(super) fn unknown_name(card: &CardSpec) -> String {
    let mut parts: Vec<String> = card.name.iter().chain(&card.id).take(1).cloned().collect();
    parts.extend(card.sets.first().map(|set| format!("({set})")));
    parts.extend(card.number.clone());
    let name = in_one_line(&parts.join(" "));
    if name.is_empty() { "?".to_owned() } else { name }
}

/// A name without what cannot be seen.
fn in_one_line(name: &str) -> String {
    // Most names are so already.
    let plain = |b: u8| b.is_ascii_graphic();
    if name.split(' ').all(|word| !word.is_empty() && word.bytes().all(plain)) {
        return name.to_owned();
    }
    let seen: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a game knows of the ways in which files name cards.
struct CardLookup<'g> {
    game: &'g GameData,
    guids: Guids,
}

impl<'g> CardLookup<'g> {
    fn new(game: &'g GameData) -> CardLookup<'g> {
        CardLookup { game, guids: Guids::default() }
    }

    fn place(&self, card: &CardSpec) -> Resolution {
        if let Some(ix) = card.id.as_deref().and_then(|id| self.guids.card(self.game, id)) {
            return Resolution::Card(ix, None);
        }
        let named = |name: String| resolve::resolve(self.game, &CardSpec { name: Some(name), ..card.clone() });
        let Some(name) = card.name.as_deref().map(in_one_line) else { return resolve::resolve(self.game, card) };
        match (named(name.clone()), name.strip_suffix('+')) {
            // Forge's mark of a foil.
            (Resolution::Nowhere(_), Some(bare)) => named(bare.trim_end().to_owned()),
            (placed, _) => placed,
        }
    }
}

/// The section that a label means: by id or name, or by the words that other programs use; and whether the label
/// is none that anybody knows. Unless the labels are `exact`, a card that does not belong in that section goes where
/// this game wants it.
fn place(game: &GameData, label: Option<&str>, card: Option<CardIx>, exact: bool) -> (usize, bool) {
    let accepted = |at: &usize| card.is_none_or(|ix| game.sections[*at].accepts.matches(game.card(ix)));
    let main = || game.section("main").unwrap_or(0);
    let home = || card.and_then(|_| (0..game.sections.len()).find(|at| accepted(at))).unwrap_or_else(main);
    let Some(label) = label else { return (home(), false) };
    let folded = fold(label.trim_end_matches(':'));
    let named = game.sections.iter().position(|s| fold(&s.id) == folded || fold(&s.name) == folded);
    if let Some(at) = named.filter(|at| exact || accepted(at)) {
        return (at, false);
    }
    let foreign = match folded.as_str() {
        "main" | "deck" | "maindeck" | "mainboard" | "main deck" => game.section("main"),
        "side" | "sideboard" | "side deck" | "sb" | "maybeboard" => game.section("side"),
        // Words of other programs for what this game may not have. A companion waits beside the deck.
        "companion" => return (game.section("side").filter(accepted).unwrap_or_else(home), true),
        "commander" => return (home(), true),
        _ => return (home(), named.is_none()),
    };
    (foreign.filter(accepted).unwrap_or_else(home), false)
}
