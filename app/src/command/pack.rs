//! `deckloom pack PRODUCT`

use catalog::Game;
use formats::limited::booster::Product;
use schemars::JsonSchema;
use serde::Serialize;

use super::cards::Row;
use super::{Door, Outcome, sources, usage};

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The product, such as afrika/luminous-chronicle.
    product: String,
    /// How many packs.
    #[arg(short, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    n: u32,
    /// The same seed opens the same packs: a number, or what an earlier run told. Without one, nobody can guess them.
    #[arg(long)]
    seed: Option<String>,
}

/// The packs.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Result {
    /// `game/product`.
    product: String,
    /// The seed as 64 hexadecimal digits.
    seed: String,
    /// The packs in order, their cards in the order of the slots.
    packs: Vec<Vec<Row>>,
}

pub(super) fn product<'d>(door: &'d Door, id: &str) -> anyhow::Result<(&'d Game, &'d Product)> {
    let books = &door.desk.books;
    let all: Vec<String> =
        books.iter().flat_map(|b| b.products.iter().map(|p| format!("{}/{}", b.game.id, p.id))).collect();
    let known: Vec<&str> = all.iter().map(String::as_str).collect();
    let found = id.split_once('/').and_then(|(game, product)| {
        let book = door.desk.book(game)?;
        Some((&*book.game, book.product(product)?))
    });
    found.ok_or_else(|| usage(format!("there is no product `{id}` ({})", catalog::read::suggest(id, &known))))
}

pub(super) fn run(args: &Args, door: &Door) -> anyhow::Result<Outcome> {
    let (game, product) = product(door, &args.product)?;
    let seed = sources::seed(args.seed.as_deref())?;
    let (mut dice, mut opener, mut pack) = (seed.secret(), product.opener(), Vec::new());
    let mut result = Result { product: args.product.clone(), seed: seed.hex(), packs: Vec::new() };
    for _ in 0..args.n {
        opener.open(&mut dice, &mut pack);
        result.packs.push(pack.iter().map(|ix| Row::new(game, *ix)).collect());
    }
    door.show(&result, || {
        let words = |(i, pack): (usize, &Vec<Row>)| {
            let cards: String = pack.iter().map(|c| format!("  {:<10} {}\n", c.rarity, c.name)).collect();
            format!("Pack {}\n{cards}", i + 1)
        };
        let packs = result.packs.iter().enumerate().map(words).collect::<Vec<_>>().join("\n");
        if args.seed.is_none() { format!("{packs}\nseed {}\n", result.seed) } else { packs }
    })?;
    Ok(Outcome::Done)
}
