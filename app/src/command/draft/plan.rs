//! What a draft is to be, out of arguments: its way, its cards, its chance.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use catalog::Query;
use catalog::read::{Document, Problems};
use catalog::source::MOST_HANDED;
use formats::limited::Pool;
use formats::limited::booster::{Product, Ratings};
use formats::limited::draft::clock::Clock;
use formats::limited::draft::pod::Sitter;
use formats::limited::draft::start::{Plan, Start};
use formats::limited::draft::{PRESETS, Way};
use formats::limited::drafter::{Bot, Level, fit};
use formats::limited::fair::Deal;
use formats::limited::sealed::Cube;
use formats::rng::Seed;
use formats::{Book, Format};

use crate::command::{Door, names, number, sources, unreadable, usage};

/// How it is drafted, with which cards, and by which chance.
#[derive(Debug, clap::Args)]
pub(in crate::command) struct Setup {
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

impl Setup {
    /// Opens the packs.
    pub fn start(
        &self,
        door: &Door,
        book: &Book,
        format: &Format,
        sitters: Vec<Sitter>,
        clock: Option<Clock>,
    ) -> anyhow::Result<Start> {
        let plan = self.plan(door, book, format, sitters, clock)?;
        let (seed, deal) = match &self.deal {
            Some(path) => {
                let deal = read_deal(path)?;
                let event = format!("{}/{}", book.game.id, format.id);
                let seats = plan.sitters.len() as u32;
                if (&deal.terms.event, deal.terms.seats) != (&event, seats) {
                    let (for_what, for_seats) = (&deal.terms.event, deal.terms.seats);
                    let place = path.display();
                    return Err(usage(format!(
                        "{place}: a deal for {for_what} with {for_seats} seats, not for {event} with {seats}"
                    )));
                }
                (deal.seed().map_err(|e| usage(format!("{}: {e}", path.display())))?, Some(deal))
            }
            None => (sources::seed(self.seed)?, None),
        };
        let mut start = plan.start(book, seed)?;
        start.deal = deal;
        Ok(start)
    }

    /// Whether the chance was named, so that nobody needs to be told it.
    pub fn is_seeded(&self) -> bool {
        self.seed.is_some() || self.deal.is_some()
    }

    fn plan<'b>(
        &self,
        door: &Door,
        book: &'b Book,
        format: &'b Format,
        sitters: Vec<Sitter>,
        clock: Option<Clock>,
    ) -> anyhow::Result<Plan<'b>> {
        let limited = format.limited.as_ref();
        let limited = limited.ok_or_else(|| usage(format!("{} is no limited format: it has no packs", format.name)))?;
        let mut products = if self.product.is_empty() { limited.products.clone() } else { self.product.clone() };
        for id in &products {
            product(book, id)?;
        }
        if self.packs.is_some() || !self.product.is_empty() {
            products.resize(self.packs.unwrap_or(limited.packs) as usize, products[products.len() - 1].clone());
        }
        let cube = self.cube.as_ref().map(|cube| read_cube(door, book, cube, self.pack_size)).transpose()?;
        let way = self.way(format)?;
        Ok(Plan { format, way, products, cube, sitters, clock })
    }

    /// Cards in a pack: `[round]`.
    pub fn pack_sizes(&self, book: &Book, format: &Format) -> anyhow::Result<Vec<usize>> {
        let limited = format.limited.as_ref();
        let limited = limited.ok_or_else(|| usage(format!("{} is no limited format: it has no packs", format.name)))?;
        let rounds = self.packs.unwrap_or(limited.packs) as usize;
        if self.cube.is_some() {
            return Ok(vec![self.pack_size as usize; rounds]);
        }
        let named = if self.product.is_empty() { &limited.products } else { &self.product };
        let sizes = named.iter().map(|id| product(book, id).map(|p| p.size() as usize));
        let mut sizes = sizes.collect::<anyhow::Result<Vec<usize>>>()?;
        sizes.resize(rounds, sizes.last().copied().unwrap_or(0));
        Ok(sizes)
    }

    /// The way of drafting: the format's, or the one that is named with its settings.
    pub fn way(&self, format: &Format) -> anyhow::Result<Way> {
        let own = format.limited.as_ref().and_then(|l| l.way.as_ref());
        if self.kind.is_none() && self.with.is_empty() {
            let types = PRESETS.map(|(id, _)| id).join(", ");
            return own.cloned().ok_or_else(|| usage(format!("{} is no draft; name a --type: {types}", format.name)));
        }
        let kind = self.kind.as_deref().or(own.map(Way::id)).unwrap_or("booster");
        let mut text = format!("type = {}\n", quoted(kind));
        for setting in &self.with {
            let pair =
                setting.split_once('=').ok_or_else(|| usage(format!("`{setting}` is no setting; write KEY=VALUE")))?;
            let value = match pair.1.parse::<u32>() {
                Ok(number) => number.to_string(),
                Err(_) => format!("[{}]", pair.1.split(',').map(quoted).collect::<Vec<_>>().join(", ")),
            };
            text.push_str(&format!("{} = {value}\n", quoted(pair.0)));
        }
        let problems = Problems::default();
        let way = Way::read(&Document::parse("", &text, &problems).root());
        match (problems.into_result(), way) {
            (Ok(()), Some(way)) => Ok(way),
            (Err(problems), _) => {
                let told = |p: &catalog::read::Problem| match &p.hint {
                    Some(hint) => format!("{} ({hint})", p.message),
                    None => p.message.clone(),
                };
                Err(usage(problems.iter().map(told).collect::<Vec<_>>().join("; ")))
            }
            (Ok(()), None) => Err(usage("no type of draft is named")),
        }
    }
}

fn product<'b>(book: &'b Book, id: &str) -> anyhow::Result<&'b Product> {
    let known: Vec<&str> = book.products.iter().map(|p| p.id.as_str()).collect();
    book.product(id).ok_or_else(|| names::unknown_of(&book.game.name, "product", id, &known))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.trim().replace(['"', '\\', '\n'], ""))
}

/// A deal of a file.
pub(in crate::command) fn read_deal(path: &Path) -> anyhow::Result<Deal> {
    let text = sources::read_text(path, MOST_HANDED)?;
    serde_json::from_str(&text).map_err(|e| unreadable(format!("{}: no deal: {e}", path.display())))
}

fn read_cube(door: &Door, book: &Book, cube: &OsStr, pack: u32) -> anyhow::Result<Cube> {
    let path = Path::new(cube);
    let pool = if sources::is_input(path) {
        door.pool(path, &book.game)?
    } else {
        let Some(text) = cube.to_str() else { return Err(names::no_file(path)) };
        let query = Query::parse(text, &book.game).map_err(|fault| {
            sources::senseless("the cube is no file, and as a query it makes no sense", text, fault)
        })?;
        Pool { cards: query.select(&book.game) }
    };
    let name = if sources::is_standard_input(path) { "Cube".into() } else { cube.to_string_lossy().into_owned() };
    Ok(Cube { name, cards: pool.ids(&book.game), pack })
}

/// Who sits on a seat: `bot`, `casual`, `random`, each with `:N` percent of hate-drafting; `file:NAME`; or a name.
pub(super) fn sitter(word: &str) -> anyhow::Result<Sitter> {
    let (head, rest) = word.trim().split_once(':').unwrap_or((word.trim(), ""));
    let level = match head {
        "bot" | "full" => Some(Level::Full),
        "casual" => Some(Level::Casual),
        "random" => Some(Level::Random),
        _ => None,
    };
    match (level, head) {
        (Some(level), _) => {
            let hate = if rest.is_empty() { Ok(0) } else { rest.parse::<u8>() };
            let hate = hate.ok().filter(|h| *h <= 100);
            let hate = hate.ok_or_else(|| usage(format!("`{word}`: hate-drafting is a percentage from 0 to 100")))?;
            Ok(Sitter::Bot(Bot { level, hate }))
        }
        (None, "file") if !rest.is_empty() => Ok(Sitter::File(rest.to_owned())),
        (None, "" | "file") => {
            Err(usage(format!("`{word}` is nobody; write a name, file:NAME, bot, casual or random")))
        }
        (None, _) => Ok(Sitter::Person(word.trim().to_owned())),
    }
}

/// Ratings of a file for bots, beside those of the products.
pub(super) fn ratings(book: &Book, path: Option<&Path>) -> anyhow::Result<Ratings> {
    let Some(path) = path else { return Ok(Ratings::default()) };
    let read = fit::read(&path.display().to_string(), &sources::read_text(path, MOST_HANDED)?, &book.game);
    read.map_err(|p| unreadable(p.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))
}
