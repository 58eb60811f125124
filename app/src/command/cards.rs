//! `deckloom cards QUERY`

use std::collections::HashSet;
use std::ffi::OsString;
use std::sync::Arc;

use catalog::art::Album;
use catalog::card::Card;
use catalog::query::{Search, complete};
use catalog::{CardIx, Collection, GameData, fuzzy};
use formats::GameLibrary;
use schemars::JsonSchema;
use serde::Serialize;

use super::print::{counted, table};
use super::{CommandContext, CommandOutcome, CommandResult, card, number, sources};
use crate::search_context::{OwnedCopies, SearchContext};

#[derive(Debug, clap::Args)]
pub(super) struct CardsArgs {
    /// What the cards must be, such as `type:asset skill<=2`; all cards without. One that begins
    /// with a minus goes after `--`; `-` alone is standard input.
    query: Vec<String>,
    /// Only this game; otherwise every game in which the query makes sense.
    #[arg(long)]
    game: Option<String>,
    /// Order, such as `cost` or `-rarity,name`.
    #[arg(long, allow_hyphen_values = true)]
    sort: Option<String>,
    /// The most cards to show.
    #[arg(long, value_parser = number::whole::<usize>(0..))]
    limit: Option<usize>,
    /// The deck that `in:deck` and `deck>=2` ask about: a file, a starter deck or a saved one.
    #[arg(long, value_name = "DECK")]
    deck: Option<OsString>,
    /// Instead of searching, what may be typed at the end of this half-typed query.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, conflicts_with_all = ["query", "sort", "limit"])]
    complete: Option<String>,
}

/// The cards found.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CardsOutput {
    /// The query as it was understood, one for each game.
    understood: Vec<Understood>,
    /// How many cards fit.
    found: usize,
    /// The cards, as many as were asked for, each as `deckloom card` tells it.
    cards: Vec<card::CardOutput>,
    /// Names that may have been meant, when nothing fits.
    did_you_mean: Vec<String>,
}

/// A query bound to a game.
#[derive(Debug, Serialize, JsonSchema)]
struct Understood {
    game: String,
    query: String,
}

/// A card in a list.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CardRow {
    /// Game id.
    pub game: String,
    /// Card id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Type line.
    pub types: String,
    /// Faction ids.
    pub factions: Vec<String>,
    /// Cost in words, absent for a card without one.
    pub cost: Option<String>,
    /// Set id.
    pub set: String,
    /// Number in its set.
    pub number: String,
    /// Rarity id.
    pub rarity: String,
}

impl CardRow {
    pub fn new(game: &GameData, ix: CardIx) -> CardRow {
        let card = game.card(ix);
        CardRow {
            game: game.id.clone(),
            id: card.id.clone(),
            name: card.name.clone(),
            types: game.type_line(card),
            factions: game.factions_of(card.factions).map(|f| f.id.clone()).collect(),
            cost: cost_text(game, card),
            set: game.sets[card.set as usize].id.clone(),
            number: card.number.to_string(),
            rarity: game.rarities[card.rarity as usize].id.clone(),
        }
    }
}

/// `2 Influence, 1 Covert`; absent for a card without a cost.
pub(super) fn cost_text(game: &GameData, card: &Card) -> Option<String> {
    let field = game.cost_field()?;
    card.values[field].as_ref()?;
    let amounts = card.amounts_in(field);
    if amounts.is_empty() {
        return Some("0".into());
    }
    Some(
        amounts.iter().map(|(r, n)| format!("{n} {}", game.resources[*r as usize].name)).collect::<Vec<_>>().join(", "),
    )
}

/// What may be typed next.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct CompletionsOutput {
    /// The best first, game by game.
    completions: Vec<Completion>,
}

/// Something that may be typed.
#[derive(Debug, Serialize, JsonSchema)]
struct Completion {
    /// Game id.
    game: String,
    /// First byte of the text that it replaces.
    from: usize,
    /// The byte after the last one that it replaces.
    to: usize,
    /// What to put there.
    text: String,
    /// What it is.
    about: String,
}

/// The games that are searched, each with what surrounds the search.
fn searched_games<'d>(
    args: &CardsArgs,
    context: &'d CommandContext,
) -> CommandResult<Vec<(&'d Arc<GameLibrary>, SearchContext)>> {
    if let Some(deck) = &args.deck {
        let named = context.deck(deck, args.game.as_deref())?;
        let mut around = search_context(named.game_library, context)?;
        around.set_deck(Some(&named.deck));
        return Ok(vec![(named.game_library, around)]);
    }
    let books = match &args.game {
        Some(id) => vec![context.game(id)?],
        None => context.session.game_libraries().collect(),
    };
    books.into_iter().map(|game_library| Ok((game_library, search_context(game_library, context)?))).collect()
}

fn search_context(game_library: &GameLibrary, context: &CommandContext) -> CommandResult<SearchContext> {
    let mut around = SearchContext::new(game_library);
    let collection = Collection::open(&context.session.library, game_library.game.clone())?;
    around.set_collection(&Arc::new(OwnedCopies::new(&collection)));
    Ok(around)
}

fn completions(
    text: &str,
    places: &[(&Arc<GameLibrary>, SearchContext)],
    context: &CommandContext,
) -> CommandResult<CommandOutcome> {
    let of = |(game_library, around): &(&Arc<GameLibrary>, SearchContext)| {
        let game = game_library.game.id.clone();
        let found = complete(text, text.len(), &game_library.game, Some(around)).into_iter();
        let rows = found.map(move |c| Completion {
            game: game.clone(),
            from: c.range.start,
            to: c.range.end,
            text: c.text,
            about: c.about,
        });
        rows.collect::<Vec<_>>()
    };
    let result = CompletionsOutput { completions: places.iter().flat_map(of).collect() };
    context.print_result(&result, || {
        let rows: Vec<Vec<String>> =
            result.completions.iter().map(|c| vec![c.text.clone(), c.game.clone(), c.about.clone()]).collect();
        if rows.is_empty() {
            "Nothing completes this.".to_owned()
        } else {
            table(&["Text", "Game", "What it is"], &rows, &[])
        }
    })?;
    Ok(CommandOutcome::Done)
}

pub(super) fn run(args: &CardsArgs, context: &CommandContext) -> CommandResult<CommandOutcome> {
    let places = searched_games(args, context)?;
    if let Some(text) = &args.complete {
        return completions(text, &places, context);
    }
    let mut text = sources::query(&args.query)?;
    if let Some(sort) = &args.sort {
        text.push_str(&format!(" sort:{sort}"));
    }
    let mut searches = Vec::new();
    let mut fault = None;
    for (game_library, around) in &places {
        match Search::parse_in(&text, &game_library.game, around) {
            Ok(search) => searches.push((*game_library, around, search)),
            // The game in which most of the query makes sense has the best advice.
            Err(e) if fault.as_ref().is_none_or(|(_, f): &(_, catalog::query::QueryError)| f.at < e.at) => {
                fault = Some((game_library.game.name.clone(), e));
            }
            Err(_) => {}
        }
    }
    if let (true, Some((game, e))) = (searches.is_empty(), fault) {
        let of = if places.len() > 1 { format!(" in any game; in {game}") } else { String::new() };
        return Err(sources::query_error(&format!("the query makes no sense{of}"), &text, e));
    }
    let understood =
        searches.iter().map(|(b, _, s)| Understood { game: b.game.id.clone(), query: s.print(&b.game) }).collect();
    // All that fit are counted, so a limit of the query is one of what is shown.
    let within = searches.iter_mut().filter_map(|(.., s)| s.limit.take()).chain(args.limit).min();
    let found: Vec<(&GameData, CardIx)> =
        searches.iter().flat_map(|(b, a, s)| s.run_in(&b.game, *a).into_iter().map(|ix| (&*b.game, ix))).collect();
    let meant = || -> Vec<String> {
        let near = places
            .iter()
            .flat_map(|(b, _)| fuzzy::names(&b.game, &text, 5).into_iter().map(|ix| b.game.card(ix).name.clone()));
        let mut names = Vec::new();
        near.for_each(|name| {
            if !names.contains(&name) {
                names.push(name)
            }
        });
        names
    };
    let mut albums: Vec<(&GameData, Album)> = Vec::new();
    let mut cards = Vec::new();
    for (game, ix) in found.iter().take(within.unwrap_or(usize::MAX)) {
        if albums.last().is_none_or(|(last, _)| last.id != game.id) {
            albums.push((*game, Album::open(&context.session.source, game)));
        }
        cards.extend(albums.last().map(|(game, album)| card::describe(game, *ix, album)));
    }
    let result = CardsOutput {
        understood,
        found: found.len(),
        did_you_mean: if found.is_empty() { meant() } else { Vec::new() },
        cards,
    };
    context.print_result(&result, || to_text(&result))?;
    Ok(CommandOutcome::Done)
}

fn to_text(result: &CardsOutput) -> String {
    if result.found == 0 {
        let meant = if result.did_you_mean.is_empty() {
            String::new()
        } else {
            format!(" Did you mean {}?", result.did_you_mean.join(", "))
        };
        return format!("No card fits.{meant}");
    }
    let mut names = HashSet::new();
    // Only the set tells printings of one card from each other.
    let repeats = result.cards.iter().any(|c| !names.insert((&c.row.game, &c.row.name)));
    let mut heading = vec!["Name", "Cost", "Type", "Faction", "Rarity", "Number"];
    if repeats {
        heading.insert(5, "Set");
    }
    let rows: Vec<Vec<String>> = result
        .cards
        .iter()
        .map(|c| {
            let c = &c.row;
            let mut row = vec![
                c.name.clone(),
                c.cost.clone().unwrap_or_default(),
                c.types.clone(),
                c.factions.join(" "),
                c.rarity.clone(),
                c.number.clone(),
            ];
            if repeats {
                row.insert(5, c.set.clone());
            }
            row
        })
        .collect();
    let shown = if result.cards.len() < result.found { format!("{} of ", result.cards.len()) } else { String::new() };
    format!("{}{shown}{}\n", table(&heading, &rows, &[]), counted(result.found as u64, "card", "cards"))
}
