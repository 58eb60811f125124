//! What a draft is to be, out of arguments: its way, its cards, its chance.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use catalog::Query;
use catalog::read::{Document, Problems};
use catalog::source::MOST_HANDED;
use formats::format::Limited;
use formats::limited::Pool;
use formats::limited::booster::{Product, Ratings};
use formats::limited::draft::clock::DraftClock;
use formats::limited::draft::pod::DraftPlayer;
use formats::limited::draft::start::{DraftPlan, DraftStart};
use formats::limited::draft::{DraftPreset, DraftType};
use formats::limited::drafter::{Bot, BotLevel, fit};
use formats::limited::fair::FairDeal;
use formats::limited::sealed::Cube;
use formats::rng::Seed;
use formats::{DeckFormat, GameLibrary};

use crate::command::{CommandContext, CommandResult, input_error, names, number, sources, usage_error};

/// How it is drafted, with which cards, and by which chance.
#[derive(Debug, clap::Args)]
pub(in crate::command) struct DraftSetupArgs {
    /// Another way of drafting than the format's: booster, glimpse, winston, winchester, grid, rochester, rotisserie,
    /// solomon, housman or trade.
    #[arg(long = "type", value_name = "TYPE")]
    kind: Option<String>,
    /// A setting of the type, such as piles=4, take=2, burn=1, pass=right,left, side=4; may be given several times.
    #[arg(long, value_name = "KEY=VALUE")]
    with: Vec<String>,
    /// Packs for each seat, instead of the format's.
    #[arg(long, value_parser = number::whole::<u32>(1..=100))]
    packs: Option<u32>,
    /// A product for each round, instead of the format's; the last one holds for all rounds that follow.
    #[arg(long, value_name = "PRODUCT")]
    product: Vec<String>,
    /// Packs dealt out of a cube, each card of it once: a file with a list of cards, or a query.
    #[arg(long, value_name = "FILE|QUERY", conflicts_with = "product")]
    cube: Option<OsString>,
    /// Cards in a pack of the cube.
    #[arg(long, default_value_t = 15, value_parser = number::whole::<u32>(1..=500))]
    pack_size: u32,
    /// The same seed drafts the same draft: a number, or what an earlier run told. Without one, nobody can guess it.
    #[arg(long, value_parser = number::seed)]
    seed: Option<Seed>,
    /// A deal whose words are all said: its seed is one that nobody can have chosen.
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    deal: Option<PathBuf>,
}

impl DraftSetupArgs {
    /// Opens the packs.
    pub fn start(
        &self,
        context: &CommandContext,
        game_library: &GameLibrary,
        format: &DeckFormat,
        sitters: Vec<DraftPlayer>,
        clock: Option<DraftClock>,
    ) -> CommandResult<DraftStart> {
        let plan = self.plan(context, game_library, format, sitters, clock)?;
        let (seed, deal) = self.chance(game_library, format, plan.sitters.len() as u32)?;
        let mut start = plan.start(game_library, seed)?;
        start.deal = deal;
        Ok(start)
    }

    /// The seed, and the deal that it came from if there was one.
    pub fn chance(
        &self,
        game_library: &GameLibrary,
        format: &DeckFormat,
        seats: u32,
    ) -> CommandResult<(Seed, Option<FairDeal>)> {
        match &self.deal {
            Some(path) => {
                let deal = read_deal(path)?;
                let event = format!("{}/{}", game_library.game.id, format.id);
                if (&deal.terms.event, deal.terms.seats) != (&event, seats) {
                    let (for_what, for_seats) = (&deal.terms.event, deal.terms.seats);
                    let place = path.display();
                    return Err(usage_error(format!(
                        "{place}: a deal for {for_what} with {for_seats} seats, not for {event} with {seats}"
                    )));
                }
                Ok((deal.seed().map_err(|e| usage_error(format!("{}: {e}", path.display())))?, Some(deal)))
            }
            None => Ok((sources::seed(self.seed)?, None)),
        }
    }

    /// Products and cube of the packs, where they are not those of the format.
    pub fn packs(
        &self,
        context: &CommandContext,
        game_library: &GameLibrary,
        limited: &Limited,
    ) -> CommandResult<(Vec<String>, Option<Cube>)> {
        let products = round_products(game_library, limited, &self.product, self.packs)?;
        let cube = self.cube.as_ref().map(|cube| read_cube(context, game_library, cube, self.pack_size)).transpose()?;
        Ok((products, cube))
    }

    /// Whether a way of drafting is named.
    pub fn names_type(&self) -> bool {
        self.kind.is_some()
    }

    /// Whether the chance was named, so that nobody needs to be told it.
    pub fn is_seeded(&self) -> bool {
        self.seed.is_some() || self.deal.is_some()
    }

    fn plan<'b>(
        &self,
        context: &CommandContext,
        game_library: &'b GameLibrary,
        format: &'b DeckFormat,
        sitters: Vec<DraftPlayer>,
        clock: Option<DraftClock>,
    ) -> CommandResult<DraftPlan<'b>> {
        let limited = format.limited.as_ref();
        let limited =
            limited.ok_or_else(|| usage_error(format!("{} is no limited format: it has no packs", format.name)))?;
        let (products, cube) = self.packs(context, game_library, limited)?;
        let way = self.draft_type(format)?;
        Ok(DraftPlan { format, way, products, cube, sitters, clock })
    }

    /// Cards in a pack: `[round]`.
    pub fn pack_sizes(&self, game_library: &GameLibrary, format: &DeckFormat) -> CommandResult<Vec<usize>> {
        let limited = format.limited.as_ref();
        let limited =
            limited.ok_or_else(|| usage_error(format!("{} is no limited format: it has no packs", format.name)))?;
        if self.cube.is_some() {
            return Ok(vec![self.pack_size as usize; self.packs.unwrap_or(limited.packs) as usize]);
        }
        let products = round_products(game_library, limited, &self.product, self.packs)?;
        products.iter().map(|id| product(game_library, id).map(|p| p.size() as usize)).collect()
    }

    /// The way of drafting: the format's, or the one that is named with its settings.
    pub fn draft_type(&self, format: &DeckFormat) -> CommandResult<DraftType> {
        let own = format.limited.as_ref().and_then(|l| l.draft_type.as_ref());
        if self.kind.is_none() && self.with.is_empty() {
            let types = DraftPreset::ALL.iter().map(|preset| preset.id()).collect::<Vec<_>>().join(", ");
            return own
                .cloned()
                .ok_or_else(|| usage_error(format!("{} is no draft; name a --type: {types}", format.name)));
        }
        let kind = self.kind.as_deref().or(own.map(DraftType::id)).unwrap_or("booster");
        let mut text = format!("type = {}\n", quoted(kind));
        for setting in &self.with {
            let pair = setting
                .split_once('=')
                .ok_or_else(|| usage_error(format!("`{setting}` is no setting; write KEY=VALUE")))?;
            let value = match pair.1.parse::<u32>() {
                Ok(number) => number.to_string(),
                Err(_) => format!("[{}]", pair.1.split(',').map(quoted).collect::<Vec<_>>().join(", ")),
            };
            text.push_str(&format!("{} = {value}\n", quoted(pair.0)));
        }
        let problems = Problems::default();
        let way = DraftType::read(&Document::parse("", &text, &problems).root());
        match (problems.into_result(), way) {
            (Ok(()), Some(way)) => Ok(way),
            (Err(problems), _) => {
                let told = |p: &catalog::read::Problem| match &p.hint {
                    Some(hint) => format!("{} ({hint})", p.message),
                    None => p.message.clone(),
                };
                Err(usage_error(problems.iter().map(told).collect::<Vec<_>>().join("; ")))
            }
            (Ok(()), None) => Err(usage_error("no type of draft is named")),
        }
    }
}

/// The products of a seat's packs: those that are named, otherwise the format's; the last one as often as there are packs.
pub(in crate::command) fn round_products(
    game_library: &GameLibrary,
    limited: &Limited,
    named: &[String],
    packs: Option<u32>,
) -> CommandResult<Vec<String>> {
    let mut products = if named.is_empty() { limited.products.clone() } else { named.to_vec() };
    for id in &products {
        product(game_library, id)?;
    }
    if packs.is_some() || !named.is_empty() {
        products.resize(packs.unwrap_or(limited.packs) as usize, products[products.len() - 1].clone());
    }
    Ok(products)
}

fn product<'b>(game_library: &'b GameLibrary, id: &str) -> CommandResult<&'b Product> {
    let known: Vec<&str> = game_library.products.iter().map(|p| p.id.as_str()).collect();
    game_library.product(id).ok_or_else(|| names::unknown_of(&game_library.game.name, "product", id, &known))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.trim().replace(['"', '\\', '\n'], ""))
}

/// A deal of a file.
pub(in crate::command) fn read_deal(path: &Path) -> CommandResult<FairDeal> {
    let text = sources::read_text(path, MOST_HANDED)?;
    serde_json::from_str(&text).map_err(|e| input_error(format!("{}: no deal: {e}", path.display())))
}

fn read_cube(context: &CommandContext, game_library: &GameLibrary, cube: &OsStr, pack: u32) -> CommandResult<Cube> {
    let path = Path::new(cube);
    let pool = if sources::is_input(path) {
        context.pool(path, &game_library.game)?
    } else {
        let Some(text) = cube.to_str() else { return Err(names::no_file(path)) };
        let query = Query::parse(text, &game_library.game).map_err(|fault| {
            sources::query_error("the cube is no file, and as a query it makes no sense", text, fault)
        })?;
        Pool { cards: query.select(&game_library.game) }
    };
    let name = if sources::is_standard_input(path) { "Cube".into() } else { cube.to_string_lossy().into_owned() };
    Ok(Cube { name, cards: pool.ids(&game_library.game), pack })
}

/// Who sits on a seat: `bot`, `casual`, `random`, each with `:N` percent of hate-drafting; `file:NAME`; or a name.
pub(super) fn parse_player(word: &str) -> CommandResult<DraftPlayer> {
    let (head, rest) = word.trim().split_once(':').unwrap_or((word.trim(), ""));
    let level = match head {
        "bot" | "full" => Some(BotLevel::Full),
        "casual" => Some(BotLevel::Casual),
        "random" => Some(BotLevel::Random),
        _ => None,
    };
    match (level, head) {
        (Some(level), _) => {
            let hate = if rest.is_empty() { Ok(0) } else { rest.parse::<u8>() };
            let hate = hate.ok().filter(|h| *h <= 100);
            let hate =
                hate.ok_or_else(|| usage_error(format!("`{word}`: hate-drafting is a percentage from 0 to 100")))?;
            Ok(DraftPlayer::Bot(Bot { level, hate }))
        }
        (None, "file") if !rest.is_empty() => Ok(DraftPlayer::File(rest.to_owned())),
        (None, "" | "file") => {
            Err(usage_error(format!("`{word}` is nobody; write a name, file:NAME, bot, casual or random")))
        }
        (None, _) => Ok(DraftPlayer::Person(word.trim().to_owned())),
    }
}

/// Ratings of a file for bots, beside those of the products.
pub(super) fn ratings(game_library: &GameLibrary, path: Option<&Path>) -> CommandResult<Ratings> {
    let Some(path) = path else { return Ok(Ratings::default()) };
    let read = fit::read(&path.display().to_string(), &sources::read_text(path, MOST_HANDED)?, &game_library.game);
    read.map_err(|p| input_error(p.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))
}
