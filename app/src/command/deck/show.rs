//! `deckloom deck show DECK`

use std::collections::BTreeMap;
use std::ffi::OsString;

use catalog::GameData;
use formats::check;
use formats::deck::{DeckPart, Listed};
use schemars::JsonSchema;
use serde::Serialize;

use super::verdict::PointsLedger;
use crate::command::printings::Printings;
use crate::command::sources::DeckArgument;
use crate::command::{CommandContext, CommandOutcome, CommandResult, cards};

#[derive(Debug, clap::Args)]
pub(in crate::command) struct DeckShowArgs {
    /// A file, a starter deck such as chronx/corporate, or the name of a saved deck.
    deck: OsString,
    /// The game, if the file does not say.
    #[arg(long)]
    game: Option<String>,
}

/// A deck.
#[derive(Debug, Serialize, JsonSchema)]
pub(in crate::command) struct DeckShowOutput {
    /// Name.
    name: String,
    /// `game/format`.
    format: String,
    /// Its plan.
    about: String,
    /// Whether it is legal in its format.
    legal: bool,
    /// Sections in the order of the game.
    sections: Vec<Section>,
    /// Lists of the person's own, which no rule counts, by name.
    own: Vec<Section>,
    /// Tags by name of the card.
    tags: BTreeMap<String, Vec<String>>,
    /// Notes by name of the card.
    notes: BTreeMap<String, String>,
    /// The sideboard plan that is applied.
    plan: Option<String>,
    /// Cards of the main section by total cost; cards without a cost are left out.
    curve: BTreeMap<i32, u32>,
    /// Cards of the main section by faction id; a card of two counts for both.
    factions: BTreeMap<String, u32>,
    /// What points were spent on, if the format has points.
    ledger: Option<PointsLedger>,
}

/// A section, or a list of the person's own.
#[derive(Debug, Serialize, JsonSchema)]
struct Section {
    /// Id; the name of an own list.
    id: String,
    /// Name.
    name: String,
    /// Cards.
    size: u32,
    /// Entries in order.
    entries: Vec<Entry>,
}

/// Copies of a card.
#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    count: u32,
    name: String,
    /// Card id; absent for a card that the game does not know.
    id: Option<String>,
    /// Type line.
    types: Option<String>,
    /// Cost in words.
    cost: Option<String>,
}

pub(in crate::command) fn run(args: &DeckShowArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let named = context.deck(&args.deck, args.game.as_deref())?;
    let format = named.format(None)?;
    let report = check::check(&named.game_library.game, format, &named.deck, named.pool.as_ref());
    let result = describe(&named, report.passes(), PointsLedger::new(&named, &report));
    context.print_result(&result, || {
        format!("{}{}", super::remarks(&named.report), to_text(&result, &named.game_library.game))
    })?;
    Ok(CommandOutcome::Done)
}

fn describe(named: &DeckArgument<'_>, legal: bool, ledger: Option<PointsLedger>) -> DeckShowOutput {
    let (game, deck) = (&named.game_library.game, &named.deck);
    let entry = |e: &formats::deck::DeckEntry| {
        let ix = match e.card {
            Listed::Card(ix) => Some(ix),
            Listed::Unknown(_) => None,
        };
        Entry {
            count: e.count,
            name: e.card.name(game).to_owned(),
            id: ix.map(|ix| game.card(ix).id.clone()),
            types: ix.map(|ix| game.type_line(game.card(ix))),
            cost: ix.and_then(|ix| cards::cost_text(game, game.card(ix))),
        }
    };
    let section = |part: DeckPart| Section {
        id: part.key(game).to_owned(),
        name: part.name(game).to_owned(),
        size: deck.size_of(&part),
        entries: deck.entries(&part).iter().map(entry).collect(),
    };
    let name = |card: &str| Listed::from_id_or_name(game, card).name(game).to_owned();
    let main = deck.cards(game.section("main").unwrap_or(0));
    let (mut curve, mut factions) = (BTreeMap::new(), BTreeMap::new());
    for ix in main {
        if let Some(cost) = game.cost_field().and_then(|f| game.card(ix).number_in(f)) {
            *curve.entry(cost).or_default() += 1;
        }
        for faction in game.factions_of(game.card(ix).factions) {
            *factions.entry(faction.id.clone()).or_default() += 1;
        }
    }
    DeckShowOutput {
        name: deck.name.clone(),
        format: format!("{}/{}", game.id, deck.format),
        about: deck.about.clone(),
        legal,
        sections: (0..deck.sections.len()).map(|at| section(DeckPart::Section(at))).collect(),
        own: deck.own.keys().map(|name| section(DeckPart::Own(name.clone()))).collect(),
        tags: deck.tags.iter().map(|(card, tags)| (name(card), tags.iter().cloned().collect())).collect(),
        notes: deck.notes.iter().map(|(card, text)| (name(card), text.clone())).collect(),
        plan: deck.boarded.as_ref().map(|b| b.name.clone()),
        curve,
        factions,
        ledger,
    }
}

fn to_text(deck: &DeckShowOutput, game: &GameData) -> String {
    let ids = deck.sections.iter().chain(&deck.own).flat_map(|s| &s.entries).filter_map(|e| e.id.as_deref());
    let printings = Printings::new(game, ids);
    let verdict = if deck.legal { "legal" } else { "not legal: see `deckloom deck check`" };
    let mut out = format!("{} – {}, {verdict}\n", deck.name, deck.format);
    if let Some(plan) = &deck.plan {
        out.push_str(&format!("the plan “{plan}” is applied\n"));
    }
    if !deck.about.is_empty() {
        out.push_str(&format!("{}\n", deck.about));
    }
    let own = deck.own.iter().map(|s| (s, ", no rule counts it"));
    for (section, remark) in deck.sections.iter().map(|s| (s, "")).chain(own).filter(|(s, _)| s.size > 0) {
        out.push_str(&format!("\n{} ({}{remark})\n", section.name, section.size));
        for e in &section.entries {
            let cost = e.cost.as_ref().map_or(String::new(), |c| format!("  [{c}]"));
            let tags = deck.tags.get(&e.name).map_or(String::new(), |t| format!("  #{}", t.join(" #")));
            let name = e.id.as_deref().map_or_else(|| e.name.clone(), |id| printings.label(id));
            out.push_str(&format!("  {} {name}{cost}{tags}\n", e.count));
            if let Some(note) = deck.notes.get(&e.name) {
                out.push_str(&format!("      {}\n", note.replace('\n', "\n      ")));
            }
        }
    }
    let list = |pairs: Vec<String>| pairs.join("  ");
    out.push_str(&format!("\nCurve     {}\n", list(deck.curve.iter().map(|(c, n)| format!("{c}: {n}")).collect())));
    out.push_str(&format!("Factions  {}\n", list(deck.factions.iter().map(|(f, n)| format!("{f}: {n}")).collect())));
    if let Some(ledger) = &deck.ledger {
        out.push_str(&ledger.to_text());
    }
    out
}
